package intake

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/biblio"
	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// MappedTable is a table as [Import] reads it, made of another one.
type MappedTable struct {
	Grid *exchange.Grid
	// Sources are those that the columns describe, by key, as items of CSL-JSON.
	Sources map[string]yamlpos.Value
	Dates   date.Reader
	// Notes name the sources of the corpus that rows use, and what was passed over.
	Notes []string
	// Understood are what cells were taken for, and those that no field of ours can hold.
	Understood []Understood
}

// mapper makes a table by a mapping.
type mapper struct {
	m      *Mapping
	c      *evidence.Corpus
	g      *exchange.Grid
	joined []joinedTable
	errs   diag.Errors
	draft  *drafter
	// columns are those that are wanted, with where they stand.
	columns []placedColumn
	fields  outFields
	// byParts are the sources that columns describe, by what they say, and tableKey is that of the table.
	byParts  map[string]describedSource
	tableKey string
	works    *works
	// ids are the texts that the ids of rows were made of, by what [ids.Caseless] makes of the ids.
	ids map[string]string
	// understood are in the order in which they were read, and told are their places there.
	understood []Understood
	told       map[[4]string]int
	notes      []string
}

// placedColumn is a column of the mapping, with the joined table that it stands in, -1 for
// the table itself, and its place there.
type placedColumn struct {
	MappedColumn
	table, column int
}

// outFields are the columns of the table that is made, each with the column that it comes from.
type outFields struct {
	names []string
	from  []placedColumn
}

// add adds a field, unless it is there.
func (f *outFields) add(name string, from placedColumn) {
	if !slices.Contains(f.names, name) {
		f.names, f.from = append(f.names, name), append(f.from, from)
	}
}

// joinedTable is a table that belongs to another by a key.
type joinedTable struct {
	grid   *exchange.Grid
	mine   int
	rows   map[string]int // of the joined table, by key
	column int
	used   map[int]bool // rows that belong to a row of the table
}

// Apply makes the table of records that a mapping says. joined are the tables of
// m.With, in their order; twins says what becomes of a source that may be there already.
func (m *Mapping) Apply(c *evidence.Corpus, g *exchange.Grid, joined []*exchange.Grid, twins Twins) (*MappedTable, diag.Errors) {
	a := &mapper{m: m, c: c, g: g, works: &works{known: biblio.WorksOf(c.Sources), twins: twins}, byParts: map[string]describedSource{}, ids: map[string]string{}, told: map[[4]string]int{},
		draft: &drafter{c: c, sources: map[string]yamlpos.Value{}, refs: map[string]string{}}}
	t := &MappedTable{Dates: date.Reader{Order: m.Order, Spans: m.Spans}}
	for i, with := range m.With {
		if i < len(joined) {
			a.join(with, joined[i])
		}
	}
	for _, col := range a.m.Columns {
		if table, column := a.find(col.Heading); column >= 0 && col.To != notWanted {
			a.columns = append(a.columns, placedColumn{col, table, column})
		}
	}
	if list := a.columnsOf("date"); len(list) == 1 && len(a.columnsOf("date.earliest"))+len(a.columnsOf("date.latest")) == 0 {
		if list[0].table < 0 && m.ofYears(g, list[0].column) {
			t.Dates.Years = cmp.Or(m.Years, date.BCE)
		}
	}
	t.Grid = a.rows()
	if !slices.ContainsFunc(slices.Concat(m.Columns, m.Set), func(c MappedColumn) bool { return c.To == "game" }) {
		a.errs.Add(diag.Pos{File: g.File}, "", `--map "COLUMN=game", or --set "game=NAME" for all`, "no column says of what game a row is")
	}
	a.unused()
	t.Sources, t.Notes, t.Understood = a.draft.sources, append(a.notes, a.works.notes...), a.understood
	a.errs.Merge(a.works.errs)
	a.errs.Merge(a.draft.errs)
	return t, a.errs.Sort()
}

// ParseJoin reads FILE:COLUMN or FILE:COLUMN=THEIRS.
func ParseJoin(text string) (file, mine, theirs string, err error) {
	i := strings.LastIndexByte(text, ':')
	if i <= 0 || i == len(text)-1 {
		return "", "", "", errors.New("expected FILE:COLUMN, or FILE:COLUMN=COLUMN-THERE")
	}
	mine, theirs, two := strings.Cut(text[i+1:], "=")
	if !two {
		theirs = mine
	}
	return text[:i], mine, theirs, nil
}

func (a *mapper) join(with string, g *exchange.Grid) {
	_, mine, theirs, _ := ParseJoin(with) // it was read when the file was
	j := joinedTable{grid: g, mine: columnOf(a.g, mine), column: columnOf(g, theirs), rows: map[string]int{}, used: map[int]bool{}}
	if j.mine < 0 || j.column < 0 {
		a.errs.Add(diag.Pos{File: a.g.File}, diag.Quote(with), "a column of both tables", "the tables cannot be joined: one has no such column")
		return
	}
	for i := 1; i < len(g.Rows); i++ {
		key := cellAt(g, i, j.column)
		if first, twice := j.rows[key]; twice && key != "" {
			a.errs.Add(g.Pos(i, j.column), diag.Quote(key), "each key once", "the key is there twice; first at %s", g.Where(first, j.column))
			continue
		}
		j.rows[key] = i
	}
	j.grid = a.ownHeadings(g, j.column)
	a.joined = append(a.joined, j)
	books := slices.ContainsFunc(j.grid.Rows[0].Cells, func(h string) bool {
		return slices.Contains([]string{"source.author", "source.title"}, joinedField(h, true))
	})
	has := func(fits func(MappedColumn) bool) bool { return slices.ContainsFunc(a.m.Columns, fits) }
	for c, h := range j.grid.Rows[0].Cells {
		heading := fold.OneLine(h)
		if c == j.column || heading == "" || has(func(m MappedColumn) bool { return m.Heading == heading }) {
			continue
		}
		to := joinedField(fold.OneLine(g.Rows[0].Cells[c]), books)
		if to == "" || has(func(m MappedColumn) bool { return m.To == to }) {
			to = extraMark + heading
		}
		a.m.Columns = append(a.m.Columns, MappedColumn{Heading: heading, To: to, How: "name"})
	}
}

// ownHeadings is a joined table in which no column is called as one of the table itself, or of
// a table that was joined before: such a one has the name of its table behind it.
func (a *mapper) ownHeadings(g *exchange.Grid, key int) *exchange.Grid {
	heading := slices.Clone(g.Rows[0].Cells)
	for c, h := range heading {
		if _, taken := a.find(h); c != key && fold.OneLine(h) != "" && taken >= 0 {
			heading[c] = fold.OneLine(h) + ", " + path.Base(g.File)
		}
	}
	out := g.Below(0)
	out.Rows[0] = out.Rows[0].WithCells(heading)
	return out
}

// joinedField guesses the field of a column of a joined table. Title, year and place
// are those of a book where the table is of books.
func joinedField(heading string, books bool) string {
	field := headingField(heading)
	switch {
	case field == "id":
		return ""
	case !books:
		return field
	case slices.Contains([]string{"title", "titel", "titre", "titulo", "titolo"}, fold.Text(heading)):
		return "source.title"
	case field == "date":
		return "source.year"
	case field == "place":
		return "source.place"
	}
	return field
}

// cellAt is the text of a cell.
func cellAt(g *exchange.Grid, row, column int) string {
	if column < 0 || column >= len(g.Rows[row].Cells) {
		return ""
	}
	return oneCell(g.Rows[row].Cells[column])
}

// find is where the column of a heading is: in the table, or in a joined one.
func (a *mapper) find(heading string) (table, column int) {
	if c := columnOf(a.g, heading); c >= 0 {
		return -1, c
	}
	for t, j := range a.joined {
		if c := columnOf(j.grid, heading); c >= 0 {
			return t, c
		}
	}
	return -1, -1
}

// columnsOf are the columns of a field.
func (a *mapper) columnsOf(field string) (list []placedColumn) {
	for _, c := range a.columns {
		if c.To == field {
			list = append(list, c)
		}
	}
	return list
}

// place is where in the table itself a column stands, or the one that leads to it.
func (a *mapper) place(c placedColumn) int {
	if c.table >= 0 {
		return a.joined[c.table].mine
	}
	return max(c.column, 0)
}

// tell says what a cell was taken for, once for all that say the same.
func (a *mapper) tell(row int, c placedColumn, u Understood) {
	at := a.place(c)
	key := [4]string{u.Field, u.From, u.To, u.Doubt}
	i, had := a.told[key]
	if !had {
		i = len(a.understood)
		a.told[key] = i
		u.At = a.g.Where(row, at)
		a.understood = append(a.understood, u)
	}
	known := &a.understood[i]
	if known.Count++; u.To == "" {
		known.Rows = append(known.Rows, cmp.Or(a.g.Cell(row, at), a.g.Where(row, at)))
	}
}

// rows makes the table.
func (a *mapper) rows() *exchange.Grid {
	out := &exchange.Grid{File: a.g.File, Sheet: a.g.Sheet}
	a.staticFields()
	lone := a.lone()
	made := make([]map[string]string, len(a.g.Rows))
	for i := 1; i < len(a.g.Rows); i++ {
		if !lone[i] && filled(a.g.Rows[i].Cells) > 0 {
			made[i] = a.row(i)
		}
	}
	out.Rows = append(out.Rows, exchange.GridRow{Cells: a.fields.names})
	for i := 1; i < len(a.g.Rows); i++ {
		row := exchange.GridRow{Line: a.g.Rows[i].Line}
		if made[i] != nil {
			row.Cells = make([]string, len(a.fields.names))
			for k, field := range a.fields.names {
				row.Cells[k] = made[i][field]
			}
			row.Dates = a.dateCells(i)
		}
		out.Rows = append(out.Rows, row)
	}
	out.From = func(row, column int) (*exchange.Grid, int, int) {
		if column >= len(a.fields.from) {
			return a.g, row, 0
		}
		return a.g, row, a.place(a.fields.from[column])
	}
	return out
}

// staticFields are the fields that the mapping names, in its order. Rows add those in which they
// keep what no other can hold.
func (a *mapper) staticFields() {
	none := placedColumn{table: -1}
	add := func(field string, from ...string) {
		at := none
		for _, f := range append([]string{field}, from...) {
			if list := a.columnsOf(f); len(list) > 0 {
				at = list[0]
				break
			}
		}
		a.fields.add(field, at)
	}
	add("id")
	for _, c := range slices.Concat(a.m.Columns, a.m.Set) {
		switch {
		case c.To == notWanted || strings.HasPrefix(c.To, "source."):
		case c.To == "location.latitude" || c.To == "location.longitude":
			add("coordinates", "location.latitude")
		case c.To == "date.earliest" || c.To == "date.latest":
			add("date", "date.earliest", "date.latest")
		default:
			add(c.To)
		}
	}
	add("source", "source.reference", "source.title", "source.author")
	add("locator", "source.reference")
	add("date as written", "date", "date.earliest")
}

// lone finds the rows in which one cell only stands, in a table of several columns: the heading
// of a group, or a note. They are said, and passed over.
func (a *mapper) lone() map[int]bool {
	const several = 3
	var counts []int
	for i := 1; i < len(a.g.Rows); i++ {
		if n := filled(a.g.Rows[i].Cells); n > 0 {
			counts = append(counts, n)
		}
	}
	slices.Sort(counts)
	if len(counts) == 0 || counts[len(counts)/2] < several {
		return nil
	}
	rows := map[int]bool{}
	var said []string
	for i := 1; i < len(a.g.Rows); i++ {
		if filled(a.g.Rows[i].Cells) == 1 {
			rows[i] = true
			said = append(said, fmt.Sprintf("row %d: %s", a.g.RowNumber(i), textOf(a.g.Rows[i].Cells)))
		}
	}
	if len(said) > 0 {
		a.notes = append(a.notes, fmt.Sprintf("%s: what stands alone in its row is no record, and was passed over: %s", a.g.File, strings.Join(said, "; ")))
	}
	return rows
}

// textOf is what the cells of a row say.
func textOf(cells []string) string {
	var said []string
	for c := range cells {
		if text := cellOf(cells, c); text != "" {
			said = append(said, text)
		}
	}
	return strings.Join(said, ", ")
}

// unused says which rows of joined tables belong to no row.
func (a *mapper) unused() {
	for _, j := range a.joined {
		var said []string
		for i := 1; i < len(j.grid.Rows); i++ {
			if !j.used[i] && filled(j.grid.Rows[i].Cells) > 0 {
				said = append(said, fmt.Sprintf("row %d: %s", j.grid.RowNumber(i), textOf(j.grid.Rows[i].Cells)))
			}
		}
		if len(said) > 0 {
			a.notes = append(a.notes, fmt.Sprintf("%s: rows that no row of %s names were passed over: %s", j.grid.File, a.g.File, strings.Join(said, "; ")))
		}
	}
}

// dateCells are the cells of a row that a workbook keeps as dates. In a field of the
// table's own they are taken as they are shown.
func (a *mapper) dateCells(row int) map[int]string {
	var cells map[int]string
	for k, field := range a.fields.names {
		from := a.fields.from[k]
		problem, is := a.g.Rows[row].Dates[a.place(from)]
		if !is || from.table >= 0 || len(a.columnsOf(field)) == 0 || strings.HasPrefix(field, extraMark) || field == "date as written" {
			continue
		}
		if cells == nil {
			cells = map[int]string{}
		}
		cells[k] = problem
	}
	return cells
}

// pattern is that of ids: what was said, the column of ids, or the name of the table
// with the number of the row.
func (a *mapper) pattern() string {
	if a.m.ID != "" {
		return a.m.ID
	}
	if list := a.columnsOf("id"); len(list) > 0 {
		return "{" + list[0].Heading + "}"
	}
	return a.numbered()
}

// numbered is the pattern of ids of rows that say nothing to make one of.
func (a *mapper) numbered() string {
	name := a.g.Table()
	return strings.TrimSuffix(strings.TrimSuffix(path.Base(name), path.Ext(name)), "-rest") + ".{row}"
}
