package intake

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/biblio"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/ids"
	"github.com/lectio/lectio/evidence/store"
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
	p.eachRow(tableRow{g: g, kind: "sources", columns: SourceColumns, at: at, own: len(at)}, func(row tableRow) {
		key, text := row.cell(keyColumn), row.cell(textColumn)
		if key == "" && text == "" || p.cannotHold(row, textColumn) {
			return
		}
		if first, twice := p.newSources[key]; twice {
			p.errs.Add(row.pos(keyColumn), diag.Quote(key), "each source once", "the source %s is there twice; first at %s",
				diag.Quote(key), first.at)
			return
		}
		s := p.source(g, row.i, textColumn, text)
		switch {
		case s == nil:
		case s.Key != key:
			p.errs.Add(row.pos(keyColumn), diag.Quote(key), diag.Quote(s.Key)+", the id in the CSL-JSON",
				"the key is not that of the source beside it")
		default:
			p.takeSource(s, row, keyColumn, textColumn)
		}
	})
}

// takeSource takes a source that the corpus has not, and notes where it has another.
func (p *planner) takeSource(s *biblio.Source, row tableRow, keyColumn, textColumn int) {
	then, exported := "", false
	if t := p.exported[row.g.File][row.kind]; t != nil {
		var cells []string
		if cells, exported = t.rows[s.Key]; exported {
			then = t.cell(cells, "csl json")
		}
	}
	have := p.c.Source(s.Key)
	if p.bibliography(row.g) && (have == nil || SourceCells(have)[2] != SourceCells(s)[2] && have.Work() == s.Work() && len(s.Differences(have)) == 0) {
		if p.works == nil {
			p.works = &works{known: biblio.WorksOf(p.c.Sources), twins: p.Twins}
		}
		known := p.works.of(s, row.pos(keyColumn))
		p.plan.Notes = append(p.plan.Notes, p.works.notes...)
		p.errs.Merge(p.works.errs)
		if p.works.notes, p.works.errs = nil, nil; known != nil {
			return
		}
		p.works.known.Add(s)
	}
	switch {
	case have == nil:
		p.newSources[s.Key] = newSource{biblio.WriteCSL([]*biblio.Source{s}), row.where(keyColumn), !exported || p.takesAll(row.g.File)}
		p.draft.refs[s.Key] = "the table " + row.g.File
	case SourceCells(have)[2] == SourceCells(s)[2]:
	case row.cell(textColumn) == then && !p.foreign[row.g.File]:
		p.behind[row.g.File]++
	default:
		p.note("%s: the source %s differs from that of the corpus, which is kept; a source is changed in its file, %s",
			row.where(textColumn), diag.Quote(s.Key), have.Pos().File)
	}
}

// bibliography reports whether a table is one of a reference manager, which no records of the
// import rest on.
func (p *planner) bibliography(g *exchange.Grid) bool {
	return slices.Contains([]string{".ris", ".bib"}, strings.ToLower(path.Ext(g.File)))
}

// source reads a source from a cell; nil with an error when there is not one.
func (p *planner) source(g *exchange.Grid, row, column int, text string) *biblio.Source {
	list, errs := biblio.ReadCSL(g.Where(row, column), []byte(text))
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
	for _, key := range slices.Sorted(maps.Keys(p.newSources)) {
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
		p.plan.Files = append(p.plan.Files, store.FileWrite{Name: name, New: s.content})
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
				p.sourceFiles[ids.Caseless(e.Name())] = true
			}
		}
	}
	base := ids.Of(key)
	base = strings.TrimRight(base[:min(len(base), ids.Max/2)], "-.")
	if base == "" || ids.FileNameProblem(base) != nil {
		base = strings.Trim("source-"+base, "-")
	}
	name := base
	for n := 2; p.sourceFiles[ids.Caseless(name+".json")]; n++ {
		name = base + "-" + strconv.Itoa(n)
	}
	p.sourceFiles[ids.Caseless(name+".json")] = true
	return "evidence/sources/" + name + ".json"
}

// TableOfSources is a table of the sources of a file that is no table, as it is imported.
func TableOfSources(file string, sources []*biblio.Source) *exchange.Grid {
	g := &exchange.Grid{File: file, Rows: []exchange.GridRow{{Line: 1, Cells: []string{"key", "csl json"}}}}
	for _, s := range sources {
		text := bytes.TrimSpace(biblio.WriteCSL([]*biblio.Source{s}))
		g.Rows = append(g.Rows, exchange.GridRow{Line: s.Pos().Line, Cells: []string{s.Key, string(text)}})
	}
	return g
}
