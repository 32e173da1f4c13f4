package evidence

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// newSource is a source that the corpus does not have.
type newSource struct {
	content []byte // the file, in CSL-JSON
	at      string // "" for one made up from a reference
	// wanted is set for a source that is added whatever records say; the others are
	// added when a record needs them.
	wanted bool
}

// sources reads a table of sources. One that the corpus has is never changed from
// a table.
func (p *planner) sources(g *exchange.Grid) {
	at, _ := p.columnsOf(g, SourceColumns, nil, []string{"citation"})
	keyColumn, textColumn := slices.Index(at, 0), slices.Index(at, 1)
	if keyColumn < 0 || textColumn < 0 {
		return
	}
	for i := 1; i < len(g.Rows); i++ {
		cells := g.Rows[i].Cells
		cell := func(c int) string {
			if c < len(cells) {
				return oneCell(cells[c])
			}
			return ""
		}
		key, text := cell(keyColumn), cell(textColumn)
		if key == "" && text == "" || p.cannotHold(g, i, textColumn, text) {
			continue
		}
		if first, twice := p.newSources[key]; twice {
			p.errs.Add(g.Pos(i, keyColumn), yamlpos.Quote(key), "each source once", "the source %s is there twice; first at %s",
				yamlpos.Quote(key), first.at)
			continue
		}
		s := p.source(g, i, textColumn, text)
		if s == nil {
			continue
		}
		if s.Key != key {
			p.errs.Add(g.Pos(i, keyColumn), yamlpos.Quote(key), yamlpos.Quote(s.Key)+", the id in the CSL-JSON",
				"the key is not that of the source beside it")
			continue
		}
		then, exported := "", false
		if t := p.exported[g.File]["sources"]; t != nil {
			var row []string
			if row, exported = t.rows[key]; exported {
				then = t.cell(row, "csl json")
			}
		}
		if have := p.c.Source(key); have == nil {
			p.newSources[key] = newSource{WriteCSL([]*Source{s}), g.Where(i, keyColumn), !exported || p.takesAll(g.File)}
			p.draft.refs[key] = "the table " + g.File
		} else if now := have.SourceCells()[2]; now != s.SourceCells()[2] {
			if text == then && !p.foreign[g.File] {
				p.behind[g.File]++
				continue
			}
			p.plan.Notes = append(p.plan.Notes, fmt.Sprintf(
				"%s: the source %s differs from that of the corpus, which is kept; a source is changed in its file, %s",
				g.Where(i, textColumn), yamlpos.Quote(key), have.Pos().File))
		}
	}
}

// source reads a source from a cell; nil with an error when there is not one.
func (p *planner) source(g *exchange.Grid, row, column int, text string) *Source {
	list, errs := parseCSL(g.Where(row, column), []byte(text))
	for _, e := range errs {
		if e.Line > 1 || e.Col > 1 {
			e.Message += fmt.Sprintf(" (line %d, column %d of the cell)", e.Line, e.Col)
		}
		e.Pos = g.Pos(row, column)
		p.errs = append(p.errs, e)
	}
	if len(errs) > 0 {
		return nil
	}
	if len(list) != 1 {
		p.errs.Add(g.Pos(row, column), fmt.Sprintf("%d sources", len(list)), "one", "a cell holds one source in CSL-JSON")
		return nil
	}
	return list[0]
}

// addSources plans the files of the sources that come in.
func (p *planner) addSources() {
	for key, v := range p.draft.sources {
		p.newSources[key] = newSource{content: sourceDocument(v)}
	}
	keys := make([]string, 0, len(p.newSources))
	for key := range p.newSources {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		s := p.newSources[key]
		if !s.wanted && !p.needs(key) { // it was needed for a record that is there already
			continue
		}
		name := p.sourceFile(key)
		shown := path.Join(p.root, name)
		if s.at != "" {
			p.origins[shown] = []origin{{nil, s.at}}
		}
		p.plan.Sources = append(p.plan.Sources, Added{ID: key, File: shown, From: s.at, Content: string(s.content)})
		p.plan.Files = append(p.plan.Files, FileWrite{Name: name, New: s.content})
	}
}

// needs reports whether what is new or changed names a source.
func (p *planner) needs(key string) bool {
	return slices.ContainsFunc(p.plan.Records, func(r Added) bool { return strings.Contains(r.Content, key) }) ||
		slices.ContainsFunc(p.plan.Layers, func(r Added) bool { return strings.Contains(r.Content, key) }) ||
		slices.ContainsFunc(p.plan.Changes, func(c Change) bool {
			return !c.Kept && slices.Contains([]string{"source", "via", "by"}, c.Field) && strings.Contains(c.New, key)
		})
}

// sourceFile is the file of a new source: it is named after the key as far as
// files on every system can be, and like no other.
func (p *planner) sourceFile(key string) string {
	if p.sourceFiles == nil {
		p.sourceFiles = map[string]bool{}
		for _, folder := range []string{"evidence/sources", "sources"} {
			entries, _ := fs.ReadDir(p.fsys, folder) // there need not be one yet
			for _, e := range entries {
				p.sourceFiles[Caseless(e.Name())] = true
			}
		}
	}
	base := strings.Trim(notInID.ReplaceAllString(Fold(key), "-"), "-.")
	base = strings.TrimRight(base[:min(len(base), MaxID/2)], "-.")
	if base == "" || FileNameProblem(base) != nil {
		base = strings.Trim("source-"+base, "-")
	}
	name := base
	for n := 2; p.sourceFiles[Caseless(name+".json")]; n++ {
		name = base + "-" + itoa(n)
	}
	p.sourceFiles[Caseless(name+".json")] = true
	return "evidence/sources/" + name + ".json"
}
