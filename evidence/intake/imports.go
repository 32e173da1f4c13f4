package intake

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/store"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// Change is one value of a record that an import would change.
type Change struct {
	Record string `json:"record"`
	Clause int    `json:"clause,omitempty"`
	Layer  string `json:"layer,omitempty"`
	Field  string `json:"field"`
	Old    string `json:"old"`
	New    string `json:"new"`
	// From is where the new value stands: a cell, or a place in a page.
	From string `json:"from"`
	// File, Line and Column are where the value stands in the corpus, or where
	// it will be; nowhere when the whole record, clause or layer is gone.
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	// Kept is set when the old value stays: a page never replaces what somebody
	// has entered, it only fills in what is missing.
	Kept bool `json:"kept,omitempty"`
	// Conflict is set, together with Kept, when both sides were changed since the
	// workbook was made. Was is what it was then.
	Conflict bool   `json:"conflict,omitempty"`
	Was      string `json:"was,omitempty"`
}

// Added is a record, a clause or a source that an import would add.
type Added struct {
	ID      string `json:"id"`
	File    string `json:"file"`
	Clauses int    `json:"clauses,omitempty"`
	From    string `json:"from"`
	// Content is the file, or the new clause, as it would be written.
	Content string `json:"content"`
}

// Plan is what an import would do. Nothing is done by making one.
type Plan struct {
	Records []Added  `json:"records"`
	Clauses []Added  `json:"clauses"`
	Layers  []Added  `json:"layers"`
	Sources []Added  `json:"sources"`
	Changes []Change `json:"changes"`
	// Missing counts what the rows of a workbook are of and the corpus has no more:
	// records, clauses and layers that were passed over.
	Missing int `json:"missing"`
	// Understood is what cells were taken for that say it in other words.
	Understood []Understood `json:"understood"`
	// Notes are what the person should know besides.
	Notes []string `json:"notes"`
	// Files are what is to be handed to [store.Folder.Change].
	Files []store.FileWrite `json:"-"`
}

// Conflicts counts the changes that both sides made.
func (p *Plan) Conflicts() int {
	n := 0
	for _, c := range p.Changes {
		if c.Conflict {
			n++
		}
	}
	return n
}

// Empty reports whether there is nothing to write.
func (p *Plan) Empty() bool { return len(p.Files) == 0 }

// Options say how [Import] goes about it; the zero value is the careful way.
type Options struct {
	// PreferCells takes the cell where both it and the corpus were changed since
	// the workbook was made.
	PreferCells bool
	// AddMissing takes the records, clauses and layers of a workbook as new that the
	// corpus has not, although it may have had them when the workbook was made.
	AddMissing bool
	// Dates say how the dates of a table are read, where somebody has said it.
	Dates map[*exchange.Grid]date.Reader
	// Typed says that the tables hold what somebody typed for a record that is there: how
	// its date is written in the source is kept.
	Typed bool
	// Known are errors that the corpus has already; nobody is told them again.
	Known diag.Errors
	// Sources are items of CSL-JSON that records of the tables may need, by key.
	Sources map[string]yamlpos.Value
	// Twins says what becomes of a source with the authors, title and year of one that is there,
	// which differs in something else.
	Twins Twins
	// Notes are said with those of the plan.
	Notes []string
}

// Twins is what becomes of a source that may be there already.
type Twins string

// What can be said of such sources; where nothing is, each is an error.
const (
	UseTwins  Twins = "use" // it is the same
	NewSource Twins = "new" // it is another
)

// Import works out what pieces of pages and rows of tables would add to a corpus
// and change in it. The corpus that would come out is loaded: what is wrong with
// it is an error with the place in the file that is imported. fsys and root are
// those of [evidence.Load].
//
// A workbook that [WriteWorkbook] wrote knows what it held then. A cell
// that nobody has changed leaves the corpus alone, even if it has moved on; one
// that was changed while the corpus was changed too is a conflict, and kept.
// Other tables have their cells compared with the corpus only.
func Import(c *evidence.Corpus, fsys fs.FS, root string, pieces []*exchange.Piece, grids []*exchange.Grid, o Options) (*Plan, diag.Errors) {
	p := newPlanner(c, fsys, root, o)
	tables := p.takeExported(grids)
	for _, g := range slices.Clone(tables) {
		if gridKind(g) == "records" {
			tables = append(tables, p.unfold(g)...)
		}
	}
	p.tables(tables, "sources", p.sources)
	for _, piece := range pieces {
		p.piece(piece)
	}
	p.errs.Merge(p.draft.errs)
	// Records before what belongs to them, whatever the order of sheets and files.
	p.tables(tables, "records", p.records)
	p.tables(tables, "texts", p.texts)
	p.tables(tables, "clauses", p.clauses)
	p.addLayers()
	p.addClauses()
	p.notesOfRemoved()
	p.unknownTables(tables)
	// What could be read is planned and checked all the same: every mistake of a
	// run is reported.
	p.newRows()
	p.finish()
	if len(p.errs) > 0 {
		nameCells(p.errs, grids)
		return nil, p.errs.Sort()
	}
	return p.plan, nil
}

func newPlanner(c *evidence.Corpus, fsys fs.FS, root string, o Options) *planner {
	p := &planner{Options: o, c: c, fsys: fsys, root: root,
		plan:    &Plan{Records: []Added{}, Clauses: []Added{}, Layers: []Added{}, Sources: []Added{}, Changes: []Change{}, Understood: []Understood{}, Notes: []string{}},
		draft:   &drafter{c: c, sources: map[string]yamlpos.Value{}, refs: map[string]string{}},
		origins: map[string][]origin{}, editors: map[string]*yamlpos.Editor{}, old: map[string][]byte{},
		rows: map[string]*tableRecord{}, made: map[string]string{}, exported: map[string]exported{}, behind: map[string]int{},
		layers: map[string][]yamlpos.Value{}, changed: map[string]Change{}, newClauses: map[string][]yamlpos.Value{},
		foreign: map[string]bool{}, understood: map[[3]string]int{}, newSources: map[string]newSource{}}
	p.plan.Notes = append(p.plan.Notes, o.Notes...)
	for key, v := range o.Sources {
		p.draft.sources[key], p.draft.refs[key] = v, "a table"
	}
	return p
}

// tables reads the tables of a kind.
func (p *planner) tables(grids []*exchange.Grid, kind string, read func(*exchange.Grid)) {
	for _, g := range grids {
		if gridKind(g) == kind {
			read(g)
		}
	}
}

// note adds what the person should know.
func (p *planner) note(format string, args ...any) {
	p.plan.Notes = append(p.plan.Notes, fmt.Sprintf(format, args...))
}

// unknownTables says what was passed over: a sheet of a workbook that has others, or
// a file, which is an error.
func (p *planner) unknownTables(grids []*exchange.Grid) {
	known := slices.ContainsFunc(grids, func(g *exchange.Grid) bool { return gridKind(g) != "" })
	for _, g := range grids {
		switch {
		case gridKind(g) != "":
		case !known || g.Sheet == "":
			at := diag.Pos{File: g.File}
			if len(g.Rows) > 0 {
				at = g.Pos(0, 0)
			}
			p.errs.Add(at, headingOf(g), `a heading with "id" and "game", with "record" and "n", with "record" and "layer", `+
				`or with "key" and "csl json"`, "this is no table of records, clauses, texts or sources")
		case g.Sheet != WordsSheet:
			p.note("%s: the sheet %s was passed over: it has no heading with id, or with record and n or layer", g.File, diag.Quote(g.Sheet))
		}
	}
}

// planner makes a plan.
type planner struct {
	Options
	c     *evidence.Corpus
	fsys  fs.FS
	root  string
	plan  *Plan
	errs  diag.Errors
	draft *drafter
	// origins say where the values of new records and changed ones come from, by
	// file and path.
	origins map[string][]origin
	editors map[string]*yamlpos.Editor
	old     map[string][]byte
	// rows are the new records of tables, by id, in the order of ids.
	rows  map[string]*tableRecord
	order []string
	// made are the ids of the new records, with the place that each came from.
	made map[string]string
	// exported is what each workbook held when it was made, and behind how many
	// of its cells say no more than that while the corpus has moved on.
	exported map[string]exported
	behind   map[string]int
	// passed are the things that rows were passed over for, in the order of rows.
	passed []passedOver
	// layers are those that records get, by record; records without any layer
	// get all of theirs at once.
	layers map[string][]yamlpos.Value
	// changed are the changes made, by record and path.
	changed map[string]Change
	// newClauses are those of records that have none yet, by record.
	newClauses map[string][]yamlpos.Value
	// foreign are the workbooks of which the corpus has no record; all of them
	// comes in.
	foreign    map[string]bool
	understood map[[3]string]int    // the places in plan.Understood, by field and texts
	newSources map[string]newSource // by key
	works      *works               // nil until a bibliography comes in
	// sourceFiles are the names of the files of sources, by what [ids.Caseless] makes of
	// them.
	sourceFiles map[string]bool
	// published is the corpus without what is under embargo, on whatever day.
	published *evidence.Corpus
	// small are the ids of all records, by what [ids.Caseless] makes of them.
	small map[string]string
}

type origin struct {
	path []any
	at   string
}

// tableRecord is a new record that rows of tables make up.
type tableRecord struct {
	at                      string
	value                   yamlpos.Value
	rules, rights, language string
	layers, clauses         []yamlpos.Value
	numbers                 []int
	origins                 []origin
}

// nameCells says of errors in tables where people find the cell who see the table in
// a spreadsheet program.
func nameCells(errs diag.Errors, grids []*exchange.Grid) {
	wanted := map[string][]int{}
	for i, e := range errs {
		wanted[e.Pos.String()] = append(wanted[e.Pos.String()], i)
	}
	for _, g := range grids {
		for row := range g.Rows {
			for column := range max(len(g.Rows[row].Cells), len(g.Rows[0].Cells)) {
				for _, i := range wanted[g.Where(row, column)] {
					if e := &errs[i]; e.Cell == nil {
						if e.Cell = g.Place(row, column); e.Cell != nil && e.Cell.Sheet == "" {
							e.Message += " (" + g.Cell(row, column) + ")"
						}
						e.Pos = g.Pos(row, column) // which the place of a value that went into a record says in one text
					}
				}
			}
		}
	}
}

// WordsSheet is the sheet of a workbook that lists the words of drop-downs.
const WordsSheet = "words"

func headingOf(g *exchange.Grid) string {
	if len(g.Rows) == 0 {
		return "nothing"
	}
	return diag.Quote(strings.Join(g.Rows[0].Cells, ", "))
}

// gridKind says what the rows of a table are.
func gridKind(g *exchange.Grid) string {
	if len(g.Rows) == 0 {
		return ""
	}
	var names []string
	for _, h := range g.Rows[0].Cells {
		names = append(names, columnName(h))
	}
	switch {
	case slices.Contains(names, "record") && slices.Contains(names, "n"):
		return "clauses"
	case slices.Contains(names, "record") && slices.Contains(names, "layer"):
		return "texts"
	case slices.Contains(names, "key") && slices.Contains(names, "csl json"):
		return "sources"
	case slices.Contains(names, "id"):
		return "records"
	}
	return ""
}

// piece plans what becomes of a piece of a page.
func (p *planner) piece(piece *exchange.Piece) {
	d := p.draft.piece(piece)
	if d == nil {
		return
	}
	at := d.at.String()
	if first, twice := p.made[d.id]; twice {
		p.errs.Add(d.at, diag.Quote(d.id), "an id of its own", "the record %s is imported twice; first from %s", diag.Quote(d.id), first)
		return
	}
	p.made[d.id] = at
	r := p.c.Record(d.id)
	if r == nil {
		d.value.Comment = "A draft, made from " + path.Base(strings.ReplaceAll(d.at.File, `\`, "/")) + ". What it says has not been checked by anybody."
		p.add(d.id, at, d.value, nil)
		return
	}
	// The record is there: what it lacks may be filled in, the rest is shown.
	root, errs := yamlpos.Parse("draft", yamlpos.Document(d.value))
	p.errs.Merge(errs)
	for _, name := range []string{"game", "type", "place", "date", "date as written", "source as written", "confidence", "ages", "genders", "period"} {
		col := RecordColumns[columnNamed(RecordColumns, name)]
		now, then := col.cell(r.Node()), col.cell(root)
		if then == "" || col.same(now, then) {
			continue
		}
		// A piece without a place of its own stands on a page for one: that is
		// no statement about the piece.
		ch := Change{Old: now, New: then, From: at, Kept: now != ""}
		p.change(r, ch, col, r.Node(), "")
	}
}

// change notes a change of a value, and makes it unless the old one is kept. base
// is the node of the record, or of an item of one of its lists.
func (p *planner) change(r *evidence.Record, ch Change, col Column, base *yamlpos.Node, list string) {
	var full []any
	order := recordOrder
	if list != "" {
		full = []any{list, slices.Index(r.Node().Get(list).Values, base)}
		order = partOrder[list]
	}
	where := base.Pos
	n := base
	for i, key := range col.Path {
		if n = n.Get(key); n == nil {
			break
		}
		where = n.Pos
		if i+1 < len(col.Path) && partOrder[key] != nil {
			order = partOrder[key]
		}
	}
	for _, key := range col.Path {
		full = append(full, key)
	}
	ch.Record, ch.Field, ch.File, ch.Line, ch.Column = r.ID, col.Name, where.File, where.Line, where.Col
	// Several tables may have the same cell: two people edited copies of one.
	key := fmt.Sprint(r.ID, full)
	if first, twice := p.changed[key]; twice && !ch.Kept {
		if !col.same(first.New, ch.New) {
			p.errs.Add(diag.Pos{File: ch.From}, diag.Quote(ch.New), diag.Quote(first.New)+", as at "+first.From, "two tables change one value to different texts")
		}
		return
	}
	p.plan.Changes = append(p.plan.Changes, ch)
	if ch.Kept {
		return
	}
	p.changed[key] = ch
	e := p.editor(r)
	if e == nil {
		return
	}
	p.origins[r.Pos().File] = append(p.origins[r.Pos().File], origin{full, ch.From})
	v, ok := col.value(ch.New)
	if !ok {
		e.Remove(full)
		return
	}
	e.Set(full, v, order...)
}
