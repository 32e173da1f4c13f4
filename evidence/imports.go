package evidence

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"sort"
	"strings"

	"github.com/lectio/lectio/evidence/exchange"
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
	// Files are what is to be handed to [Folder.Change].
	Files []FileWrite `json:"-"`
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

// planner makes a plan.
type planner struct {
	c     *Corpus
	fsys  fs.FS
	root  string
	plan  *Plan
	errs  yamlpos.Errors
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
	exported    map[string]exported
	behind      map[string]int
	preferCells bool
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
	readers    map[*exchange.Grid]DateReader
	understood map[[3]string]int // the places in plan.Understood, by field and texts
	addMissing bool
	typed      bool
	known      yamlpos.Errors
	newSources map[string]newSource // by key
	// sourceFiles are the names of the files of sources, by what [Caseless] makes of
	// them.
	sourceFiles map[string]bool
	// small are the ids of all records, by what [Caseless] makes of them.
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

// ImportOptions say how [Import] goes about it; the zero value is the careful way.
type ImportOptions struct {
	// PreferCells takes the cell where both it and the corpus were changed since
	// the workbook was made.
	PreferCells bool
	// AddMissing takes the records, clauses and layers of a workbook as new that the
	// corpus has not, although it may have had them when the workbook was made.
	AddMissing bool
	// Dates say how the dates of a table are read, where somebody has said it.
	Dates map[*exchange.Grid]DateReader
	// Typed says that the tables hold what somebody typed for a record that is there: how
	// its date is written in the source is kept.
	Typed bool
	// Known are errors that the corpus has already; nobody is told them again.
	Known yamlpos.Errors
	// Sources are items of CSL-JSON that records of the tables may need, by key.
	Sources map[string]yamlpos.Value
}

// Import works out what pieces of pages and rows of tables would add to a corpus
// and change in it. The corpus that would come out is loaded: what is wrong with
// it is an error with the place in the file that is imported. fsys and root are
// those of [Load].
//
// A workbook that [Corpus.WriteWorkbook] wrote knows what it held then. A cell
// that nobody has changed leaves the corpus alone, even if it has moved on; one
// that was changed while the corpus was changed too is a conflict, and kept.
// Other tables have their cells compared with the corpus only.
func Import(c *Corpus, fsys fs.FS, root string, pieces []*exchange.Piece, grids []*exchange.Grid, o ImportOptions) (*Plan, yamlpos.Errors) {
	p := &planner{c: c, fsys: fsys, root: root, preferCells: o.PreferCells, addMissing: o.AddMissing, typed: o.Typed, known: o.Known,
		readers: o.Dates, understood: map[[3]string]int{},
		foreign: map[string]bool{}, newSources: map[string]newSource{},
		changed: map[string]Change{}, newClauses: map[string][]yamlpos.Value{}, exported: map[string]exported{}, behind: map[string]int{}, layers: map[string][]yamlpos.Value{},
		plan:    &Plan{Records: []Added{}, Clauses: []Added{}, Layers: []Added{}, Sources: []Added{}, Changes: []Change{}, Understood: []Understood{}, Notes: []string{}},
		draft:   &drafter{c: c, sources: map[string]yamlpos.Value{}, refs: map[string]string{}},
		origins: map[string][]origin{}, editors: map[string]*yamlpos.Editor{}, old: map[string][]byte{},
		rows: map[string]*tableRecord{}, made: map[string]string{}}
	for key, v := range o.Sources {
		p.draft.sources[key], p.draft.refs[key] = v, "a table"
	}
	known, all := 0, grids
	grids = p.takeExported(grids)
	for _, g := range slices.Clone(grids) {
		if gridKind(g) != "records" {
			continue
		}
		sources, texts, clauses := p.unfold(g)
		for _, u := range []*exchange.Grid{sources, texts, clauses} {
			if u != nil {
				grids = append(grids, u)
			}
		}
	}
	for _, g := range grids {
		if gridKind(g) == "sources" {
			known++
			p.sources(g)
		}
	}
	for _, piece := range pieces {
		p.piece(piece)
	}
	p.errs.Merge(p.draft.errs)
	// Records before what belongs to them, whatever the order of sheets and files.
	for _, kind := range []string{"records", "texts", "clauses"} {
		for _, g := range grids {
			if gridKind(g) != kind {
				continue
			}
			known++
			switch kind {
			case "records":
				p.records(g)
			case "texts":
				p.texts(g)
			case "clauses":
				p.clauses(g)
			}
		}
	}
	p.addLayers()
	p.addClauses()
	p.notesOfRemoved()
	for _, file := range slices.Sorted(maps.Keys(p.behind)) {
		n, cells := p.behind[file], "cells are"
		if n == 1 {
			cells = "cell is"
		}
		p.plan.Notes = append(p.plan.Notes, fmt.Sprintf("%s: %d %s older than the corpus, which was changed since the workbook was made, and left alone", file, n, cells))
	}
	for _, g := range grids {
		if gridKind(g) != "" {
			continue
		}
		if known == 0 || g.Sheet == "" {
			at := yamlpos.Pos{File: g.File}
			if len(g.Rows) > 0 {
				at = g.Pos(0, 0)
			}
			p.errs.Add(at, headingOf(g), `a heading with "id" and "game", with "record" and "n", with "record" and "layer", `+
				`or with "key" and "csl json"`, "this is no table of records, clauses, texts or sources")
		} else if g.Sheet != WordsSheet {
			p.plan.Notes = append(p.plan.Notes, fmt.Sprintf("%s: the sheet %s was passed over: it has no heading with id, or with record and n or layer", g.File, yamlpos.Quote(g.Sheet)))
		}
	}
	// What could be read is planned and checked all the same: every mistake of a
	// run is reported.
	p.newRows()
	p.finish()
	if len(p.errs) > 0 {
		nameCells(p.errs, all)
		return nil, p.errs.Sort()
	}
	return p.plan, nil
}

// nameCells says of errors in tables where people find the cell who see the table in
// a spreadsheet program.
func nameCells(errs yamlpos.Errors, grids []*exchange.Grid) {
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
	return yamlpos.Quote(strings.Join(g.Rows[0].Cells, ", "))
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
func (p *planner) editor(r *Record) *yamlpos.Editor {
	file := r.Pos().File
	if e, ok := p.editors[file]; ok {
		return e
	}
	name := p.name(file)
	data, err := fs.ReadFile(p.fsys, name)
	if err != nil { // the bundled corpus has no folder evidence
		data, err = fs.ReadFile(p.fsys, strings.TrimPrefix(name, "evidence/"))
	}
	if err != nil {
		p.errs.Add(yamlpos.Pos{File: file}, "", "", "the file cannot be read: %v", err)
		return nil
	}
	e, errs := yamlpos.NewEditor(file, data)
	p.errs.Merge(errs)
	p.editors[file], p.old[file] = e, data
	return e
}

// piece plans what becomes of a piece of a page.
func (p *planner) piece(piece *exchange.Piece) {
	d := p.draft.piece(piece)
	if d == nil {
		return
	}
	at := d.at.String()
	if first, twice := p.made[d.id]; twice {
		p.errs.Add(d.at, yamlpos.Quote(d.id), "an id of its own", "the record %s is imported twice; first from %s", yamlpos.Quote(d.id), first)
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
		now, then := col.cell(r.node), col.cell(root)
		if then == "" || col.same(now, then) {
			continue
		}
		// A piece without a place of its own stands on a page for one: that is
		// no statement about the piece.
		ch := Change{Old: now, New: then, From: at, Kept: now != ""}
		p.change(r, ch, col, r.node, "")
	}
}

// change notes a change of a value, and makes it unless the old one is kept. base
// is the node of the record, or of an item of one of its lists.
func (p *planner) change(r *Record, ch Change, col Column, base *yamlpos.Node, list string) {
	var full []any
	order := recordOrder
	if list != "" {
		full = []any{list, slices.Index(r.node.Get(list).Values, base)}
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
			p.errs.Add(yamlpos.Pos{File: ch.From}, yamlpos.Quote(ch.New), yamlpos.Quote(first.New)+", as at "+first.From, "two tables change one value to different texts")
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

// columnsOf matches the heading of a table with columns; -1 for a column that is
// worked out by the program and not read.
func (p *planner) columnsOf(g *exchange.Grid, columns []Column, extra, passed []string) ([]int, map[string]int) {
	at := make([]int, len(g.Rows[0].Cells))
	more := map[string]int{}
	seen := map[string]bool{}
	var names []string
	for _, c := range columns {
		names = append(names, c.Name)
	}
	names = append(names, extra...)
	for i, h := range g.Rows[0].Cells {
		at[i] = -1
		name := columnName(h)
		if name == "" {
			continue
		}
		if seen[name] {
			p.errs.Add(g.Pos(0, i), yamlpos.Quote(h), "each column once", "the column %s is there twice", yamlpos.Quote(h))
		}
		seen[name] = true
		switch k := columnNamed(columns, h); {
		case k >= 0:
			at[i] = k
		case slices.Contains(extra, name):
			more[name] = i
		case slices.Contains(passed, name):
		default:
			hint := ""
			if near := yamlpos.DidYouMean(name, names); near != "" {
				hint = "; " + near
			}
			p.errs.Add(g.Pos(0, i), yamlpos.Quote(h), "one of: "+strings.Join(names, ", "), "unknown column %s%s", yamlpos.Quote(h), hint)
		}
	}
	p.refuseDates(g, columns, at, more)
	return at, more
}

// refuseDates reports the cells that a workbook keeps as dates where they are no
// days, and where a text belongs: what was typed there, 12-14 perhaps, is lost.
func (p *planner) refuseDates(g *exchange.Grid, columns []Column, at []int, more map[string]int) {
	used := map[int]bool{} // of the columns that are read, whether dates belong there
	for c, k := range at {
		if k >= 0 {
			used[c] = columns[k].Name == "date"
		}
	}
	for _, c := range more {
		used[c] = false
	}
	for i := 1; i < len(g.Rows); i++ {
		for _, c := range slices.Sorted(maps.Keys(g.Rows[i].Dates)) {
			problem := g.Rows[i].Dates[c]
			dates, read := used[c]
			cell := g.Rows[i].Cells[c]
			switch {
			case read && problem != "":
				p.errs.Add(g.Pos(i, c), "a date cell", "a date as text, such as 1888, 1888-05 or 1888-05-17",
					"the date cannot be taken over: %s; format the cell as text and write the date again", problem)
			case read && !dates:
				p.errs.Add(g.Pos(i, c), "the date "+cell, "a text",
					"a date stands in the column %s, perhaps made of something else that was typed there; "+
						"format the cell as text and write it again", yamlpos.Quote(g.Rows[0].Cells[c]))
			}
		}
	}
}

var (
	// ownHeadings are columns of a table of records that are no fields of one.
	ownHeadings = []string{"rules", "rights", "language", textsJSON, clausesJSON, sourcesJSON}
	// workedOut are columns of lists of records that are not read.
	workedOut = []string{"first year", "last year", "in range", "in box", "found in", "clauses", "not rules", "questions", "file"}
)

// records reads a table of records.
func (p *planner) records(g *exchange.Grid) {
	columns := slices.Clone(RecordColumns)
	for _, h := range g.Rows[0].Cells {
		if name, ok := strings.CutPrefix(columnName(h), extraMark); ok {
			columns = append(columns, ExtraColumn(name))
		}
	}
	at, more := p.columnsOf(g, columns, ownHeadings, workedOut)
	idColumn := slices.Index(at, 0)
	if idColumn < 0 {
		return
	}
	whole := len(at)
	g, at = p.understand(g, columns, at)
	seen := map[string]string{}
	for i := 1; i < len(g.Rows); i++ {
		cells := g.Rows[i].Cells
		cell := func(c int) string {
			if c < len(cells) {
				return oneCell(cells[c])
			}
			return ""
		}
		id := cell(idColumn)
		if id == "" {
			if strings.TrimSpace(strings.Join(cells, "")) != "" {
				p.errs.Add(g.Pos(i, idColumn), "nothing", "the id of a record", "the row has no id")
			}
			continue
		}
		if e := IDProblem("the id of the record", id); e != nil {
			e.Pos = g.Pos(i, idColumn)
			p.errs = append(p.errs, *e)
			continue
		}
		if first, twice := seen[id]; twice {
			p.errs.Add(g.Pos(i, idColumn), yamlpos.Quote(id), "each record once", "the record %s is in the table twice; first at %s", yamlpos.Quote(id), first)
			continue
		}
		seen[id] = g.Where(i, idColumn)
		r := p.c.Record(id)
		if r == nil {
			if p.removed(g, "records", columns, at, cell, Change{Record: id, Field: "record", From: g.Where(i, idColumn)}, id) {
				continue
			}
			t := &tableRecord{at: g.Where(i, idColumn), value: yamlpos.MapValue()}
			if first, twice := p.made[id]; twice {
				p.errs.Add(g.Pos(i, idColumn), yamlpos.Quote(id), "an id of its own", "the record %s is imported twice; first from %s", yamlpos.Quote(id), first)
				continue
			}
			p.made[id] = t.at
			for k, col := range columns {
				c := slices.Index(at, k)
				if c < 0 || p.cannotHold(g, i, c, cell(c)) {
					continue
				}
				if v, ok := col.value(cell(c)); ok {
					t.value = nested(t.value, col.Path, v)
					full := make([]any, len(col.Path))
					for j, key := range col.Path {
						full[j] = key
					}
					t.origins = append(t.origins, origin{full, g.Where(i, c)})
				}
			}
			for name, to := range map[string]*string{"rules": &t.rules, "rights": &t.rights, "language": &t.language} {
				if c, ok := more[name]; ok {
					*to = cell(c)
				}
			}
			p.takeLists(t, g, i, more)
			p.rows[id] = t
			p.order = append(p.order, id)
			continue
		}
		for c, k := range at {
			if k < 0 || columns[k].Fixed || c >= whole && cell(c) == "" {
				continue
			}
			// A row that is shorter than the heading ends in empty cells.
			p.cell(g, i, c, cell(c), "records", id, r, columns[k], r.node, "", Change{})
		}
		if c, ok := more["rules"]; ok && cell(c) != "" {
			p.plan.Notes = append(p.plan.Notes, fmt.Sprintf("%s: the rules of %s were passed over: the record has clauses already", g.Where(i, c), id))
		}
	}
}

// nested puts a value into a map at a path.
func nested(v yamlpos.Value, keys []string, to yamlpos.Value) yamlpos.Value {
	if len(keys) == 1 {
		return v.With(keys[0], to)
	}
	i := slices.Index(v.Keys, keys[0])
	if i < 0 {
		return v.With(keys[0], nested(yamlpos.MapValue(), keys[1:], to))
	}
	v.Values[i] = nested(v.Values[i], keys[1:], to)
	return v
}

// clauses reads a table of clauses.
func (p *planner) clauses(g *exchange.Grid) {
	at, _ := p.columnsOf(g, ClauseColumns, nil, []string{"game"})
	recordColumn, numberColumn := slices.Index(at, 0), slices.Index(at, 1)
	if recordColumn < 0 || numberColumn < 0 {
		return
	}
	seen := map[ClauseRef]string{}
	// The index of each clause, so that large tables are read in one go.
	indexes := map[string]map[int]int{}
	for i := 1; i < len(g.Rows); i++ {
		cells := g.Rows[i].Cells
		cell := func(c int) string {
			if c < len(cells) {
				return oneCell(cells[c])
			}
			return ""
		}
		id, number := cell(recordColumn), cell(numberColumn)
		if strings.TrimSpace(strings.Join(cells, "")) == "" {
			continue
		}
		n, ok := yamlpos.WholeNumber(number)
		if !ok || n < 1 || n > MaxClause {
			p.errs.Add(g.Pos(i, numberColumn), yamlpos.Quote(number), fmt.Sprintf("a whole number from 1 to %d", MaxClause),
				"this is no number of a clause%s", yamlpos.NumberHint(number))
			continue
		}
		ref := ClauseRef{id, n}
		if first, twice := seen[ref]; twice {
			p.errs.Add(g.Pos(i, numberColumn), yamlpos.Quote(ref.String()), "each clause once", "the clause %s is in the table twice; first at %s", ref, first)
			continue
		}
		seen[ref] = g.Where(i, numberColumn)
		value := func() (v yamlpos.Value, origins []origin) {
			v = yamlpos.MapValue()
			for k, col := range ClauseColumns {
				if c := slices.Index(at, k); c >= 0 && col.Path != nil && !p.cannotHold(g, i, c, cell(c)) {
					if x, ok := col.value(cell(c)); ok {
						if col.Name == "n" {
							x = yamlpos.TextValue(itoa(n))
						}
						v = v.With(col.Path[0], x)
						origins = append(origins, origin{[]any{col.Path[0]}, g.Where(i, c)})
					}
				}
			}
			return v, origins
		}
		r := p.c.Record(id)
		gone := Change{Record: id, Clause: n, Field: "clause", From: g.Where(i, numberColumn)}
		if r == nil {
			t := p.rows[id]
			if t == nil && p.removed(g, "clauses", ClauseColumns, at, cell, gone, ref.String()) {
				continue
			}
			if t == nil {
				hint := ""
				if near := yamlpos.DidYouMean(id, p.c.RecordIDs()); near != "" {
					hint = "; " + near
				}
				p.errs.Add(g.Pos(i, recordColumn), yamlpos.Quote(id), "the id of a record", "there is no such record, in the corpus or in the table of records%s", hint)
				continue
			}
			v, origins := value()
			t.clauses, t.numbers = append(t.clauses, v), append(t.numbers, n)
			for _, o := range origins {
				t.origins = append(t.origins, origin{append([]any{"clauses", n}, o.path...), o.at})
			}
			continue
		}
		if indexes[id] == nil {
			indexes[id] = map[int]int{}
			for k, cl := range r.Clauses {
				indexes[id][cl.N] = k + 1
			}
		}
		index := indexes[id][n]
		if index == 0 {
			if p.removed(g, "clauses", ClauseColumns, at, cell, gone, ref.String()) {
				continue
			}
			e := p.editor(r)
			if e == nil {
				continue
			}
			v, _ := value()
			if len(r.Clauses) == 0 {
				p.newClauses[id] = append(p.newClauses[id], v)
			}
			before := 0
			for before < len(r.Clauses) && r.Clauses[before].N < n {
				before++
			}
			if len(r.Clauses) > 0 {
				e.Insert([]any{"clauses"}, before, v)
			}
			p.origins[r.Pos().File] = append(p.origins[r.Pos().File], origin{nil, g.Where(i, numberColumn)})
			p.plan.Clauses = append(p.plan.Clauses, Added{ID: ref.String(), File: r.Pos().File, From: g.Where(i, numberColumn),
				Content: v.FlowText(false)})
			continue
		}
		for c, k := range at {
			if k < 0 || ClauseColumns[k].Fixed {
				continue
			}
			p.cell(g, i, c, cell(c), "clauses", ref.String(), r, ClauseColumns[k], r.Clauses[index-1].node, "clauses", Change{Clause: n})
		}
	}
}

// texts reads a table of layers.
func (p *planner) texts(g *exchange.Grid) {
	at, _ := p.columnsOf(g, LayerColumns, nil, []string{"game"})
	recordColumn, layerColumn := slices.Index(at, 0), slices.Index(at, 1)
	if recordColumn < 0 || layerColumn < 0 {
		return
	}
	seen := map[string]string{}
	for i := 1; i < len(g.Rows); i++ {
		cells := g.Rows[i].Cells
		cell := func(c int) string {
			if c < len(cells) {
				return oneCell(cells[c])
			}
			return ""
		}
		if strings.TrimSpace(strings.Join(cells, "")) == "" {
			continue
		}
		id, layer := cell(recordColumn), cell(layerColumn)
		if e := layerIDProblem("the id of a layer", layer); e != nil {
			e.Pos = g.Pos(i, layerColumn)
			p.errs = append(p.errs, *e)
			continue
		}
		key := id + "/" + layer
		if first, twice := seen[key]; twice {
			p.errs.Add(g.Pos(i, layerColumn), yamlpos.Quote(layer), "each layer once", "the layer %s of %s is in the table twice; first at %s", yamlpos.Quote(layer), yamlpos.Quote(id), first)
			continue
		}
		seen[key] = g.Where(i, layerColumn)
		r, t := p.c.Record(id), p.rows[id]
		if r != nil {
			if l := r.Layer(layer); l != nil {
				for c, k := range at {
					if k >= 0 && !LayerColumns[k].Fixed {
						p.cell(g, i, c, cell(c), "texts", key, r, LayerColumns[k], l.node, "texts", Change{Layer: layer})
					}
				}
				continue
			}
		}
		if t == nil && p.removed(g, "texts", LayerColumns, at, cell, Change{Record: id, Layer: layer, Field: "layer", From: g.Where(i, layerColumn)}, key) {
			continue
		}
		if r == nil && t == nil {
			hint := ""
			if near := yamlpos.DidYouMean(id, p.c.RecordIDs()); near != "" {
				hint = "; " + near
			}
			p.errs.Add(g.Pos(i, recordColumn), yamlpos.Quote(id), "the id of a record", "there is no such record, in the corpus or in the table of records%s", hint)
			continue
		}
		v := yamlpos.MapValue()
		var origins []origin
		for k, col := range LayerColumns {
			c := slices.Index(at, k)
			if c < 0 || col.Path == nil || p.cannotHold(g, i, c, cell(c)) {
				continue
			}
			if x, ok := col.value(cell(c)); ok {
				v = v.With(col.Path[0], x)
				origins = append(origins, origin{[]any{col.Path[0]}, g.Where(i, c)})
			}
		}
		if t != nil {
			for _, o := range origins {
				t.origins = append(t.origins, origin{append([]any{"texts", len(t.layers)}, o.path...), o.at})
			}
			t.layers = append(t.layers, v)
			continue
		}
		p.layers[id] = append(p.layers[id], v)
		p.origins[r.Pos().File] = append(p.origins[r.Pos().File], origin{nil, g.Where(i, layerColumn)})
		p.plan.Layers = append(p.plan.Layers, Added{ID: key, File: r.Pos().File, From: g.Where(i, layerColumn), Content: v.FlowText(false)})
	}
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
			m, _ := yamlpos.WholeNumber(a.Values[0].Text) // they were read as numbers
			n, _ := yamlpos.WholeNumber(b.Values[0].Text)
			return m - n
		})
		if e := p.editor(p.c.Record(id)); e != nil {
			e.Set([]any{"clauses"}, yamlpos.Value{Kind: yamlpos.List, Values: list}, recordOrder...)
		}
	}
}

// exported is what a workbook held when it was made: its tables by their kinds.
type exported map[string]*exportedTable

type exportedTable struct {
	columns map[string]int
	rows    map[string][]string
}

// exportedSheet is the hidden sheet of a kind of tables.
func exportedSheet(kind string) string { return kind + " as exported" }

// takeExported keeps what workbooks held when they were made, and returns the
// tables that people see.
func (p *planner) takeExported(grids []*exchange.Grid) []*exchange.Grid {
	var seen []*exchange.Grid
	for _, g := range grids {
		if !g.Hidden {
			seen = append(seen, g)
			continue
		}
		kind := gridKind(g)
		if kind == "" || g.Sheet != exportedSheet(kind) {
			continue
		}
		t := &exportedTable{map[string]int{}, map[string][]string{}}
		for c, h := range g.Rows[0].Cells {
			t.columns[columnName(h)] = c
		}
		for _, row := range g.Rows[1:] {
			t.rows[t.key(kind, row.Cells)] = row.Cells
		}
		if p.exported[g.File] == nil {
			p.exported[g.File] = exported{}
		}
		p.exported[g.File][kind] = t
	}
	for file, tables := range p.exported {
		records := tables["records"]
		if records == nil || len(records.rows) == 0 {
			continue
		}
		p.foreign[file] = true
		for id := range records.rows {
			if p.c.Record(id) != nil {
				p.foreign[file] = false
				break
			}
		}
	}
	for _, file := range slices.Sorted(maps.Keys(p.foreign)) {
		if p.foreign[file] {
			p.plan.Notes = append(p.plan.Notes, fmt.Sprintf("%s: the corpus has none of the records of this workbook, "+
				"which is taken for that of another corpus: all of it is new", file))
		}
	}
	return seen
}

// takesAll reports whether what the corpus has not is taken from a workbook as new.
func (p *planner) takesAll(file string) bool { return p.addMissing || p.foreign[file] }

// key names the row of a record, clause (RECORD#N) or layer (RECORD/LAYER).
func (t *exportedTable) key(kind string, row []string) string {
	switch kind {
	case "clauses":
		return t.cell(row, "record") + "#" + t.cell(row, "n")
	case "texts":
		return t.cell(row, "record") + "/" + t.cell(row, "layer")
	case "sources":
		return t.cell(row, "key")
	}
	return t.cell(row, "id")
}

func (t *exportedTable) cell(row []string, column string) string {
	if c, ok := t.columns[column]; ok && c < len(row) {
		return oneCell(row[c])
	}
	return ""
}

// cell compares a cell with the value that the corpus has below base, and with
// what it was when the workbook was made.
func (p *planner) cell(g *exchange.Grid, row, column int, cell, kind, key string, r *Record, col Column, base *yamlpos.Node, list string, ch Change) {
	now := col.cell(base)
	if col.same(now, cell) || p.cannotHold(g, row, column, cell) {
		return
	}
	ch.Old, ch.New, ch.From = now, cell, g.Where(row, column)
	if t := p.exported[g.File][kind]; t != nil {
		if _, known := t.columns[col.Name]; known {
			was := t.cell(t.rows[key], col.Name)
			switch {
			case col.same(was, cell):
				p.behind[g.File]++
				return
			case !col.same(was, now) && !p.preferCells:
				ch.Kept, ch.Conflict, ch.Was = true, true, was
			}
		}
	}
	p.change(r, ch, col, base, list)
}

// passedOver is what rows were passed over for: a record, clause or layer that
// the corpus has no more.
type passedOver struct {
	file, what, from string // from is the place of the first row
	rows             int
}

// notesOfRemoved says what rows were passed over, once for each thing they were of.
func (p *planner) notesOfRemoved() {
	p.plan.Missing = len(p.passed)
	for _, x := range p.passed {
		rows := "row was"
		if x.rows > 1 {
			rows = itoa(x.rows) + " rows were"
		}
		p.plan.Notes = append(p.plan.Notes, fmt.Sprintf("%s: %s is not in the corpus any more, and its %s passed over", x.from, x.what, rows))
	}
}

// removed reports whether a row is of a record, clause or layer that the corpus
// had when the workbook was made, and has no more. When the row was changed since,
// that is a conflict.
func (p *planner) removed(g *exchange.Grid, kind string, columns []Column, at []int, cell func(int) string, ch Change, key string) bool {
	t := p.exported[g.File][kind]
	if t == nil || t.rows[key] == nil || p.takesAll(g.File) {
		return false
	}
	for c, k := range at {
		if k < 0 || columns[k].Fixed || columns[k].same(t.cell(t.rows[key], columns[k].Name), cell(c)) {
			continue
		}
		if p.preferCells {
			return false
		}
		ch.Kept, ch.Conflict, ch.Was, ch.New = true, true, t.cell(t.rows[key], columns[k].Name), cell(c)
		ch.Field += " (removed), " + columns[k].Name
		p.plan.Changes = append(p.plan.Changes, ch)
		return true
	}
	// Of a record that is gone one note is enough, whatever rows it had.
	what := key
	if p.c.Record(ch.Record) == nil {
		what = ch.Record
	}
	i := slices.IndexFunc(p.passed, func(x passedOver) bool { return x.file == g.File && x.what == what })
	if i < 0 {
		p.passed = append(p.passed, passedOver{file: g.File, what: what, from: ch.From})
		i = len(p.passed) - 1
	}
	p.passed[i].rows++
	return true
}

// cannotHold reports a cell that stands for a text too long for it.
func (p *planner) cannotHold(g *exchange.Grid, row, column int, cell string) bool {
	if !strings.HasPrefix(cell, tooLong) {
		return false
	}
	p.plan.Notes = append(p.plan.Notes, fmt.Sprintf("%s: the text is too long for a cell, and was passed over", g.Where(row, column)))
	return true
}

// newRows makes records of the rows that no record of the corpus belongs to.
func (p *planner) newRows() {
	for _, id := range p.order {
		t := p.rows[id]
		v := t.value
		list, layers := yamlpos.Value{Kind: yamlpos.List}, yamlpos.Value{Kind: yamlpos.List, Values: t.layers}
		switch {
		case len(t.clauses) > 0:
			order := make([]int, len(t.clauses))
			for i := range order {
				order[i] = i
			}
			sort.SliceStable(order, func(a, b int) bool { return t.numbers[order[a]] < t.numbers[order[b]] })
			place := map[int]int{}
			for i, k := range order {
				list.Values = append(list.Values, t.clauses[k])
				place[t.numbers[k]] = i
			}
			for i, o := range t.origins {
				if len(o.path) > 1 && o.path[0] == "clauses" {
					t.origins[i].path[1] = place[o.path[1].(int)]
				}
			}
		case t.rules != "":
			layer := yamlpos.MapValue().With("id", yamlpos.TextValue("rules"))
			layer = set(layer, "language", t.language)
			rights := t.rights
			if rights == "" {
				rights = "not stated"
			}
			layer = set(set(layer, "rights", rights), "text", t.rules)
			layers.Values = append(layers.Values, layer)
			list = ClauseDrafts(Split(t.rules), 1, "rules")
			list.Comment = "Proposed from the text, a sentence each: say them again in your own words."
		}
		if len(layers.Values) > 0 {
			v = v.With("texts", layers)
		}
		if len(list.Values) > 0 {
			v = v.With("clauses", list)
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

// add plans a new record.
func (p *planner) add(id, at string, v yamlpos.Value, origins []origin) {
	if p.small == nil {
		p.small = map[string]string{}
		for _, r := range p.c.Records {
			p.small[Caseless(r.ID)] = r.ID
		}
	}
	// Load finds this too, but may point to the record that was there before.
	if other, there := p.small[Caseless(id)]; there {
		p.errs.Add(yamlpos.Pos{File: at}, yamlpos.Quote(id), "another id", "the id differs from %s in capitals only, and on some systems their files would be one", yamlpos.Quote(other))
		return
	}
	p.small[Caseless(id)] = id
	name, shown := p.newFile(id)
	content := yamlpos.Document(v)
	clauses := 0
	if i := slices.Index(v.Keys, "clauses"); i >= 0 {
		clauses = len(v.Values[i].Values)
	}
	p.origins[shown] = append([]origin{{nil, at}}, origins...)
	p.plan.Records = append(p.plan.Records, Added{ID: id, File: shown, Clauses: clauses, From: at, Content: string(content)})
	p.plan.Files = append(p.plan.Files, FileWrite{Name: name, New: content})
}

// finish carries out the changes and looks at the corpus that comes of it.
func (p *planner) finish() {
	files := make([]string, 0, len(p.editors))
	for file := range p.editors {
		files = append(files, file)
	}
	slices.Sort(files)
	for _, file := range files {
		content, errs := p.editors[file].Bytes()
		p.errs.Merge(errs)
		if len(errs) == 0 && !bytes.Equal(content, p.old[file]) {
			p.plan.Files = append(p.plan.Files, FileWrite{Name: p.name(file), Old: p.old[file], New: content})
		}
	}
	p.addSources()
	if len(p.plan.Files) == 0 {
		return
	}
	_, errs := Load(Overlay(p.fsys, p.plan.Files), p.root)
	for _, e := range Fresh(p.known, errs) {
		p.errs = append(p.errs, p.traced(e))
	}
}

// traced gives an error in a file that would be written the place that the
// value comes from.
func (p *planner) traced(e yamlpos.Error) yamlpos.Error {
	origins := p.origins[e.Pos.File]
	if len(origins) == 0 {
		return e
	}
	name := p.name(e.Pos.File)
	at, best := origins[0].at, yamlpos.Pos{}
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
			n := Fields{root}.Node(o.path...)
			if n != nil && n.Pos.Line == e.Pos.Line && n.Pos.Col <= e.Pos.Col && n.Pos.Col > best.Col {
				at, best = o.at, n.Pos
			}
		}
	}
	e.Message = fmt.Sprintf("%s (in %s)", e.Message, e.Pos.File)
	e.Pos, e.Related = yamlpos.Pos{File: at}, nil
	return e
}
