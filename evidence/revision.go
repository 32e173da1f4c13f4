package evidence

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/biblio"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/ids"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// Revision puts a change together that goes through several files of a corpus: the file
// of a record, and every place that names it. Nothing is written by it.
type Revision struct {
	fsys fs.FS
	root string
	errs diag.Errors
	// old and now are the contents of the files that change, by their names below the
	// directory of the corpus; gone are those that are to be taken away.
	old, now map[string][]byte
	gone     map[string]bool
	order    []string
}

// Reference is a place outside the records that names a record or a clause.
type Reference struct {
	Pos diag.Pos
	Ref ClauseRef // its N is 0 where the record itself is named
	// Alias is what the record is called there before the number of a clause.
	Alias string
}

// NewRevision begins a change to the corpus of a folder. fsys and root are those of [Load].
func NewRevision(fsys fs.FS, root string) *Revision {
	return &Revision{fsys: fsys, root: root, old: map[string][]byte{}, now: map[string][]byte{}, gone: map[string]bool{}}
}

// name is the name of a file below the directory of the corpus.
func (v *Revision) name(shown string) string {
	return strings.TrimPrefix(strings.TrimPrefix(shown, path.Join(v.root)), "/")
}

// edit changes a file by an editor of what it came to hold. shown is the file as the
// places in it have it.
func (v *Revision) edit(shown string, do func(*yamlpos.Editor)) {
	v.rewrite(shown, func(data []byte) ([]byte, diag.Errors) {
		editor, errs := yamlpos.NewEditor(shown, data)
		if editor == nil {
			return nil, errs
		}
		do(editor)
		return editor.Bytes()
	})
}

// rewrite changes what a file came to hold.
func (v *Revision) rewrite(shown string, change func(data []byte) ([]byte, diag.Errors)) {
	name := v.name(shown)
	data, ok := v.now[name]
	if !ok {
		var err error
		if data, err = fs.ReadFile(v.fsys, name); err != nil {
			v.errs.Add(diag.Pos{File: shown}, "", "", "the file cannot be read: %v", yamlpos.WithoutPath(err))
			return
		}
		v.old[name] = data
		v.order = append(v.order, name)
	}
	content, errs := change(data)
	v.errs.Merge(errs)
	if len(errs) == 0 {
		v.now[name] = content
	}
}

// AddCheck puts what a reader found into the checks (the key checked) of the thing that
// a path of keys and indexes leads to in a file. A check by the same person on the same
// day gives way. Nothing changes where it is there already; it reports whether it was not.
func (v *Revision) AddCheck(shown string, thing []any, c *Check) (added bool) {
	v.edit(shown, func(e *yamlpos.Editor) {
		n := e.Root()
		for _, step := range thing {
			switch step := step.(type) {
			case string:
				n = n.Get(step)
			case int:
				if n == nil || step >= len(n.Values) {
					v.errs.Add(diag.Pos{File: shown}, "", "", "there is no place for a check of %s", c.By)
					return
				}
				n = n.Values[step]
			}
		}
		list := yamlpos.Value{Kind: yamlpos.List}
		if had := n.Get("checked"); had != nil {
			list = yamlpos.ValueOf(had)
		}
		if list, added = WithCheck(list, c.Value()); added {
			e.Set(append(slices.Clone(thing), "checked"), list)
		}
	})
	return added
}

// WithCheck is a list of checks with one more, or with one in the place of that by the same
// person on the same day; false when it is there.
func WithCheck(list, c yamlpos.Value) (yamlpos.Value, bool) {
	for i, old := range list.Values {
		if textOf(old, "by") != textOf(c, "by") || textOf(old, "on") != textOf(c, "on") {
			continue
		}
		if old.FlowText(false) == c.FlowText(false) {
			return list, false
		}
		list.Values = slices.Clone(list.Values)
		list.Values[i] = c
		return list, true
	}
	list.Values = append(slices.Clone(list.Values), c)
	return list, true
}

// Value is a check as it is written.
func (c *Check) Value() yamlpos.Value {
	v := yamlpos.MapValue().With("by", yamlpos.TextValue(string(c.By)))
	add := func(key, text string) {
		if text != "" {
			v = v.With(key, yamlpos.TextValue(text))
		}
	}
	if c.On != nil {
		add("on", c.On.Text)
	}
	add("against", c.Against)
	add("verdict", string(c.Verdict))
	add("doubt", c.Doubt)
	add("note", c.Note)
	return v
}

// setAt gives the texts at places other texts, file by file.
func (v *Revision) setAt(texts map[diag.Pos]string) {
	files := map[string][]diag.Pos{}
	for at := range texts {
		files[at.File] = append(files[at.File], at)
	}
	for _, file := range slices.Sorted(maps.Keys(files)) {
		v.edit(file, func(editor *yamlpos.Editor) {
			for _, at := range files[file] {
				if !editor.SetAt(at, texts[at]) {
					v.errs.Add(at, "", "", "the place cannot be changed: nothing was changed, do it by hand")
				}
			}
		})
	}
}

// Rename gives a record another id: its file is named after it if it was before, and
// every place of the records and of cited that names the record or a clause of it
// follows.
func (v *Revision) Rename(c *Corpus, from, to string, cited []Reference) {
	r := c.Record(from)
	texts := map[diag.Pos]string{r.At("id"): to}
	for at, ref := range c.relations() {
		if ref.Record == from && strings.Contains(ref.text, "#") {
			texts[at] = ClauseRef{to, ref.N}.String()
		}
	}
	for _, other := range c.Records {
		for _, rel := range other.Relations {
			if rel.To == from {
				texts[rel.At("to")] = to
			}
		}
	}
	for _, x := range cited {
		switch {
		case x.Ref.Record != from:
		case x.Ref.N == 0:
			texts[x.Pos] = to
		case x.Alias == from: // it is written with its id
			texts[x.Pos] = ClauseRef{to, x.Ref.N}.String()
		}
	}
	v.setAt(texts)
	v.refile(r.Pos().File, from, to)
}

// RenameSource gives a source another key: its file is named after it if it was before,
// and every place of the records and of other sources that names it follows.
func (v *Revision) RenameSource(c *Corpus, from, to string) {
	v.pointTo(c, from, to, true)
	v.refile(c.Source(from).Pos().File, from, to)
}

// MergeSource makes one source of two: every place that names the source from names into
// instead. The description of into stays, or that of from under its key; the other is taken
// out of its file, and a file with nothing else goes.
func (v *Revision) MergeSource(c *Corpus, from, into string, takeFrom bool) {
	v.pointTo(c, from, into, takeFrom)
	v.saidOnce(c, from, into)
	gone := c.Source(from)
	if takeFrom {
		gone = c.Source(into)
	}
	v.dropSource(c, gone)
	if takeFrom {
		v.refile(c.Source(from).Pos().File, from, into)
	}
}

// saidOnce leaves out what a record says twice when two of its sources are one: a step of its
// chain of transmission, and a further source of which the same is said.
func (v *Revision) saidOnce(c *Corpus, from, into string) {
	for _, r := range c.Records {
		var steps []string
		for _, step := range r.Via {
			if step == from {
				step = into
			}
			if len(steps) == 0 || steps[len(steps)-1] != step {
				steps = append(steps, step)
			}
		}
		seen := map[string]bool{sayingOf(r.Node("source"), from, into): true}
		var again []int
		for i := range r.Sources {
			if said := sayingOf(r.Node("sources", i), from, into); seen[said] {
				again = append(again, i)
			} else {
				seen[said] = true
			}
		}
		touched := func(key string) bool { return key == from || key == into }
		changed := len(steps) < len(r.Via) && slices.ContainsFunc(r.Via, touched) ||
			slices.ContainsFunc(again, func(i int) bool { return touched(r.Sources[i].Key) })
		if !changed {
			continue
		}
		v.edit(r.Pos().File, func(editor *yamlpos.Editor) {
			if len(steps) < len(r.Via) {
				editor.Set([]any{"via"}, yamlpos.ListValue(steps...))
			}
			list := editor.Root().Get("sources")
			rest := yamlpos.Value{Kind: yamlpos.List}
			for i := range r.Sources {
				if !slices.Contains(again, i) {
					rest.Values = append(rest.Values, yamlpos.ValueOf(list.Values[i]))
				}
			}
			switch {
			case len(again) == 0:
			case len(rest.Values) == 0:
				editor.Remove([]any{"sources"})
			default:
				editor.Set([]any{"sources"}, rest)
			}
		})
	}
}

// sayingOf is what a record says of a source, in one form, when it is that of another key.
func sayingOf(n *yamlpos.Node, from, into string) string {
	if n == nil {
		return ""
	}
	value := yamlpos.ValueOf(n)
	var said []string
	for i, key := range value.Keys {
		text := value.Values[i].FlowText(false)
		if key == "key" && text == from {
			text = into
		}
		said = append(said, key+": "+text)
	}
	slices.Sort(said)
	return strings.Join(said, "\n")
}

// pointTo has every place that names a source name another; own says whether its description
// has the other key as well.
func (v *Revision) pointTo(c *Corpus, from, to string, own bool) {
	s := c.Source(from)
	texts := map[diag.Pos]string{}
	for _, use := range c.UsesOf(from) {
		texts[use.Pos] = to
	}
	// Bibliographies in BibTeX and RIS are no YAML: the key is written over.
	over := map[string][]diag.Pos{}
	described := false
	for _, other := range c.Sources {
		for _, at := range other.Names(from) {
			if at == s.Pos() {
				described = true
				if !own {
					continue
				}
			}
			over[at.File] = append(over[at.File], at)
		}
	}
	if own && !described {
		texts[s.Pos()] = to
	}
	v.setAt(texts)
	for _, file := range slices.Sorted(maps.Keys(over)) {
		v.rewrite(file, func(data []byte) ([]byte, diag.Errors) {
			slices.SortFunc(over[file], func(a, b diag.Pos) int { return cmp.Or(b.Line-a.Line, b.Col-a.Col) }) // the last first
			for _, at := range over[file] {
				begin := yamlpos.Offset(data, at)
				if m := biblio.WholeKey(from).FindSubmatchIndex(data[begin:]); m != nil {
					data = slices.Concat(data[:begin+m[2]], []byte(to), data[begin+m[3]:])
				}
			}
			return data, nil
		})
	}
}

// dropSource takes the description of a source out of its file, which is found by its order
// there, since its key may be that of another by now.
func (v *Revision) dropSource(c *Corpus, s *biblio.Source) {
	file, index := s.Pos().File, 0
	for _, other := range c.Sources {
		if p := other.Pos(); p.File == file && cmp.Or(p.Line-s.Pos().Line, p.Col-s.Pos().Col) < 0 {
			index++
		}
	}
	v.rewrite(file, func(data []byte) ([]byte, diag.Errors) { return biblio.Without(file, data, index) })
	if name := v.name(file); v.now[name] == nil {
		v.gone[name] = true
	}
}

// refile names a file after what is in it, if it was before.
func (v *Revision) refile(shown, from, to string) {
	name := v.name(shown)
	content, ok := v.now[name]
	if !ok || strings.TrimSuffix(path.Base(name), path.Ext(name)) != from || ids.Problem("", to) != nil {
		return
	}
	fresh := path.Dir(name) + "/" + to + path.Ext(name)
	if _, err := fs.Stat(v.fsys, fresh); err == nil && !v.gone[fresh] {
		v.errs.Add(diag.Pos{File: path.Join(v.root, fresh)}, "", "a name that no file has", "the file is there already, and may hold something else")
	}
	v.gone[name] = true
	delete(v.now, name)
	v.now[fresh] = content
	if v.gone[fresh] { // what was there gives way
		delete(v.gone, fresh)
		return
	}
	v.order = append(v.order, fresh)
}

// Move gives a clause another number. Where that is taken, the clauses between make
// room: each takes the number of its neighbour. Every place that names one of them
// follows. It returns the numbers that changed.
func (v *Revision) Move(c *Corpus, id string, from, to int, cited []Reference) map[int]int {
	r := c.Record(id)
	numbers := map[int]int{}
	var list []int
	for _, cl := range r.Clauses {
		list = append(list, cl.N)
	}
	renumber(list, from, to, numbers)
	texts := map[diag.Pos]string{}
	for _, cl := range r.Clauses {
		if n, moved := numbers[cl.N]; moved {
			texts[cl.At("n")] = strconv.Itoa(n)
		}
	}
	for at, ref := range c.relations() {
		n, moved := numbers[ref.N]
		switch {
		case !moved || ref.Record != id:
		case strings.Contains(ref.text, "#"):
			texts[at] = ClauseRef{id, n}.String()
		default:
			texts[at] = strconv.Itoa(n)
		}
	}
	for _, x := range cited {
		if n, moved := numbers[x.Ref.N]; moved && x.Ref.Record == id {
			texts[x.Pos] = x.Alias + "#" + strconv.Itoa(n)
		}
	}
	v.setAt(texts)
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return now(numbers, list[a]) - now(numbers, list[b]) })
	if !slices.IsSorted(order) {
		v.edit(r.Pos().File, func(editor *yamlpos.Editor) { editor.Reorder([]any{"clauses"}, order) })
	}
	return numbers
}

// now is the number that a clause has after a move.
func now(numbers map[int]int, n int) int {
	if m, moved := numbers[n]; moved {
		return m
	}
	return n
}

// renumber says which of the numbers, which ascend, become others when from becomes to.
func renumber(list []int, from, to int, numbers map[int]int) {
	numbers[from] = to
	at, target := slices.Index(list, from), slices.Index(list, to)
	switch {
	case target < 0 || at < 0: // there is room
	case target > at:
		for i := at + 1; i <= target; i++ {
			numbers[list[i]] = list[i-1]
		}
	default:
		for i := at - 1; i >= target; i-- {
			numbers[list[i]] = list[i+1]
		}
	}
}

// relation is a clause that another one names, as it is written there.
type relation struct {
	ClauseRef
	text string
}

// relations are the places of the records that name clauses.
func (c *Corpus) relations() map[diag.Pos]relation {
	all := map[diag.Pos]relation{}
	for _, r := range c.Records {
		for _, rel := range r.Relations {
			if ref, ok := ParseClauseRef(rel.To); ok {
				all[rel.At("to")] = relation{ref, rel.To}
			}
		}
		for _, cl := range r.Clauses {
			for _, key := range relationKeys {
				for _, item := range (&yamlpos.Reader{}).Items(cl.Node(key)) {
					if n, ok := diag.WholeNumber(item.Text); ok {
						all[item.Pos] = relation{r.Ref(n), item.Text}
					} else if ref, ok := ParseClauseRef(item.Text); ok {
						all[item.Pos] = relation{ref, item.Text}
					}
				}
			}
		}
	}
	return all
}

// ReferencePlaces are the places of the records that name clauses.
func (c *Corpus) ReferencePlaces() []diag.Pos { return slices.Collect(maps.Keys(c.relations())) }

// Files gives each file that is to be written, with what it held and what it is to hold: nil for a
// file that is to go. With errors it gives none.
func (v *Revision) Files(give func(name string, old, now []byte)) diag.Errors {
	if len(v.errs) > 0 {
		return v.errs.Sort()
	}
	for _, name := range v.order {
		switch {
		case v.gone[name]:
			give(name, v.old[name], nil)
		case string(v.now[name]) != string(v.old[name]):
			give(name, v.old[name], v.now[name])
		}
	}
	return nil
}

// Mentions are the lines of files in which a pattern is found: prose that no program
// changes. The files are those of the corpus as it will be, by the names that people
// see.
func Mentions(files map[string][]byte, pattern *regexp.Regexp) (list []diag.Pos) {
	for _, name := range slices.Sorted(maps.Keys(files)) {
		for i, line := range strings.Split(string(files[name]), "\n") {
			if at := pattern.FindStringSubmatchIndex(line); at != nil {
				begin := at[0]
				if len(at) > 2 {
					begin = at[2]
				}
				list = append(list, diag.Pos{File: name, Line: i + 1, Col: len([]rune(line[:begin])) + 1})
			}
		}
	}
	return list
}

// Fresh are the errors that a change brings: those that were not there before. Lines
// may have moved, so it is the file and the message that count.
func Fresh(before, after diag.Errors) diag.Errors {
	key := func(e diag.Error) string {
		return fmt.Sprint(e.File, "\x00", inPlaces.ReplaceAllString(e.Message, ":"), "\x00", e.Found)
	}
	had := map[string]int{}
	for _, e := range before {
		had[key(e)]++
	}
	var fresh diag.Errors
	for _, e := range after {
		if k := key(e); had[k] > 0 {
			had[k]--
			continue
		}
		fresh = append(fresh, e)
	}
	return fresh
}

// inPlaces is the line and the column in a place.
var inPlaces = regexp.MustCompile(`:[0-9]+:[0-9]+`)

// TakesFromItself finds the way by which the description that stays would take fields over from
// itself once two sources are one, nil where there is none.
func (c *Corpus) TakesFromItself(from, into string, takeFrom bool) (way []string) {
	stays := into
	if takeFrom {
		stays = from
	}
	seen := map[string]bool{}
	var follow func(key string) bool
	follow = func(key string) bool {
		s := c.Source(key)
		if s == nil || seen[key] {
			return false
		}
		seen[key] = true
		for _, next := range s.TakesFrom() {
			if next == from || next == into || follow(next) {
				way = append([]string{next}, way...)
				return true
			}
		}
		return false
	}
	if !follow(stays) {
		return nil
	}
	return way
}
