package intake

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/ids"
	"github.com/lectio/lectio/evidence/store"
	"github.com/lectio/lectio/evidence/wording"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// name is the path of a file of the corpus below its directory.
func (p *planner) name(file string) string {
	return strings.TrimPrefix(strings.TrimPrefix(file, path.Join(p.root)), "/")
}

// newFile is the file of a new record, and how the user sees it.
func (p *planner) newFile(id string) (name, shown string) {
	name = "evidence/records/" + id + ".yaml"
	return name, path.Join(p.root, name)
}

// editor opens the file of a record for changes.
func (p *planner) editor(r *evidence.Record) *yamlpos.Editor {
	file := r.Pos().File
	if e, ok := p.editors[file]; ok {
		return e
	}
	name := p.name(file)
	data, err := fs.ReadFile(p.fsys, name)
	if errors.Is(err, fs.ErrNotExist) { // the bundled corpus has no folder evidence
		data, err = fs.ReadFile(p.fsys, strings.TrimPrefix(name, "evidence/"))
	}
	if err != nil {
		p.errs.Add(diag.Pos{File: file}, "", "", "the file cannot be read: %v", yamlpos.WithoutPath(err))
		return nil
	}
	e, errs := yamlpos.NewEditor(file, data)
	p.errs.Merge(errs)
	p.editors[file], p.old[file] = e, data
	return e
}

// addLayers puts the new layers of records where they belong.
func (p *planner) addLayers() {
	for _, id := range slices.Sorted(maps.Keys(p.layers)) {
		r := p.c.Record(id)
		e := p.editor(r)
		if e == nil {
			continue
		}
		if len(r.Texts) == 0 {
			e.Set([]any{"texts"}, yamlpos.Value{Kind: yamlpos.List, Values: p.layers[id]}, recordOrder...)
			continue
		}
		for _, v := range p.layers[id] {
			e.Insert([]any{"texts"}, len(r.Texts), v)
		}
	}
}

// addClauses gives records their first clauses.
func (p *planner) addClauses() {
	for _, id := range slices.Sorted(maps.Keys(p.newClauses)) {
		list := p.newClauses[id]
		slices.SortStableFunc(list, func(a, b yamlpos.Value) int {
			m, _ := diag.WholeNumber(a.Values[0].Text) // they were read as numbers
			n, _ := diag.WholeNumber(b.Values[0].Text)
			return m - n
		})
		if e := p.editor(p.c.Record(id)); e != nil {
			e.Set([]any{"clauses"}, yamlpos.Value{Kind: yamlpos.List, Values: list}, recordOrder...)
		}
	}
}

// newRows makes records of the rows that no record of the corpus belongs to.
func (p *planner) newRows() {
	for _, id := range p.order {
		t := p.rows[id]
		v := t.value
		clauses := t.inOrder()
		if len(clauses.Values) == 0 && t.rules != "" {
			clauses = t.proposed()
		}
		if len(t.layers) > 0 {
			v = v.With("texts", yamlpos.Value{Kind: yamlpos.List, Values: t.layers})
		}
		if len(clauses.Values) > 0 {
			v = v.With("clauses", clauses)
		}
		for _, last := range []string{"extra", "note"} {
			if i := slices.Index(v.Keys, last); i >= 0 {
				value := v.Values[i]
				v.Keys, v.Values = slices.Delete(v.Keys, i, i+1), slices.Delete(v.Values, i, i+1)
				v = v.With(last, value)
			}
		}
		p.add(id, t.at, v, t.origins)
	}
}

// inOrder are the clauses by their numbers. Their origins name them by their places
// from then on.
func (t *tableRecord) inOrder() yamlpos.Value {
	order := make([]int, len(t.clauses))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return t.numbers[a] - t.numbers[b] })
	list, place := yamlpos.Value{Kind: yamlpos.List}, map[int]int{}
	for i, k := range order {
		list.Values = append(list.Values, t.clauses[k])
		place[t.numbers[k]] = i
	}
	for i, o := range t.origins {
		if len(o.path) > 1 && o.path[0] == "clauses" {
			t.origins[i].path[1] = place[o.path[1].(int)]
		}
	}
	return list
}

// proposed are clauses made of a text of rules, which becomes a layer.
func (t *tableRecord) proposed() yamlpos.Value {
	layer := set(yamlpos.MapValue().With("id", yamlpos.TextValue("rules")), "language", t.language)
	layer = set(set(layer, "rights", cmp.Or(t.rights, "not stated")), "text", t.rules)
	t.layers = append(t.layers, layer)
	list := wording.ClauseDrafts(wording.Split(t.rules), 1, "rules")
	list.Comment = "Proposed from the text, a sentence each: say them again in your own words."
	return list
}

// add plans a new record.
func (p *planner) add(id, at string, v yamlpos.Value, origins []origin) {
	if p.small == nil {
		p.small = map[string]string{}
		for _, r := range p.c.Records {
			p.small[ids.Caseless(r.ID)] = r.ID
		}
	}
	// Load finds this too, but may point to the record that was there before.
	if other, there := p.small[ids.Caseless(id)]; there {
		p.errs.Add(diag.Pos{File: at}, diag.Quote(id), "another id", "the id differs from %s in capitals only, and on some systems their files would be one", diag.Quote(other))
		return
	}
	p.small[ids.Caseless(id)] = id
	name, shown := p.newFile(id)
	content := yamlpos.Document(v)
	clauses := 0
	if i := slices.Index(v.Keys, "clauses"); i >= 0 {
		clauses = len(v.Values[i].Values)
	}
	p.origins[shown] = append([]origin{{nil, at}}, origins...)
	p.plan.Records = append(p.plan.Records, Added{ID: id, File: shown, Clauses: clauses, From: at, Content: string(content)})
	p.plan.Files = append(p.plan.Files, store.FileWrite{Name: name, New: content})
}

// finish carries out the changes and looks at the corpus that comes of it.
func (p *planner) finish() {
	for _, file := range slices.Sorted(maps.Keys(p.editors)) {
		content, errs := p.editors[file].Bytes()
		p.errs.Merge(errs)
		if len(errs) == 0 && !bytes.Equal(content, p.old[file]) {
			p.plan.Files = append(p.plan.Files, store.FileWrite{Name: p.name(file), Old: p.old[file], New: content})
		}
	}
	p.addSources()
	if len(p.plan.Files) == 0 {
		return
	}
	_, errs := evidence.Load(store.Overlay(p.fsys, p.plan.Files), p.root)
	for _, e := range evidence.Fresh(p.Known, errs) {
		p.errs = append(p.errs, p.traced(e))
	}
}

// traced gives an error in a file that would be written the place that the
// value comes from.
func (p *planner) traced(e diag.Error) diag.Error {
	origins := p.origins[e.Pos.File]
	if len(origins) == 0 {
		return e
	}
	name := p.name(e.Pos.File)
	at, best := origins[0].at, diag.Pos{}
	for _, f := range p.plan.Files {
		if f.Name != name {
			continue
		}
		root, _ := yamlpos.Parse(e.Pos.File, f.New)
		if root == nil {
			break
		}
		for _, o := range origins {
			if len(o.path) == 0 {
				continue
			}
			n := evidence.FieldsOf(root).Node(o.path...)
			if n != nil && n.Pos.Line == e.Pos.Line && n.Pos.Col <= e.Pos.Col && n.Pos.Col > best.Col {
				at, best = o.at, n.Pos
			}
		}
	}
	e.Message = fmt.Sprintf("%s (in %s)", e.Message, e.Pos.File)
	e.Pos, e.Related = diag.Pos{File: at}, nil
	return e
}
