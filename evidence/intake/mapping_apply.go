package intake

import (
	"cmp"
	"errors"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/biblio"
	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/evidence/yamlpos"
	"golang.org/x/text/unicode/norm"
)

// MappedTable is a table as [Import] reads it, made of another one.
type MappedTable struct {
	Grid *exchange.Grid
	// Sources are those that the columns describe, by key, as items of CSL-JSON.
	Sources map[string]yamlpos.Value
	Dates   date.Reader
	// Notes name the sources of the corpus that rows use.
	Notes []string
	// Understood are the measures that cells were taken for.
	Understood []Understood
}

// mapper makes a table by a mapping.
type mapper struct {
	m      *Mapping
	c      *evidence.Corpus
	g      *exchange.Grid
	joined []joinedTable
	errs   yamlpos.Errors
	draft  *drafter
	out    *exchange.Grid
	at     [][2]int // of the columns of out: the joined table, or -1, and the column there
	bySrc  map[string]string
	works  *works
	// understood are the measures, in the order in which they were read.
	understood []Understood
}

// joinedTable is a table that belongs to another by a key.
type joinedTable struct {
	grid   *exchange.Grid
	mine   int
	rows   map[string]int // of the joined table, by key
	column int
}

// Apply makes the table of records that a mapping says. joined are the tables of
// m.With, in their order; twins says what becomes of a source that may be there already.
func (m *Mapping) Apply(c *evidence.Corpus, g *exchange.Grid, joined []*exchange.Grid, twins Twins) (*MappedTable, yamlpos.Errors) {
	a := &mapper{m: m, c: c, g: g, works: &works{known: biblio.WorksOf(c.Sources), twins: twins}, bySrc: map[string]string{}, draft: &drafter{c: c, sources: map[string]yamlpos.Value{}, refs: map[string]string{}}}
	t := &MappedTable{Dates: date.Reader{Order: m.Order, Spans: m.Spans}}
	if list := a.fields("date"); len(list) == 1 && len(a.fields("date.earliest"))+len(a.fields("date.latest")) == 0 {
		if in, column := a.find(list[0].Heading); in < 0 && m.ofYears(g, column) {
			t.Dates.Years = cmp.Or(m.Years, date.BCE)
		}
	}
	for i, with := range m.With {
		if i < len(joined) {
			a.join(with, joined[i])
		}
	}
	a.rows()
	if !slices.ContainsFunc(slices.Concat(m.Columns, m.Set), func(c MappedColumn) bool { return c.To == "game" }) {
		a.errs.Add(yamlpos.Pos{File: g.File}, "", `--map "COLUMN=game", or --set "game=NAME" for all`, "no column says of what game a row is")
	}
	t.Grid, t.Sources, t.Notes, t.Understood = a.out, a.draft.sources, a.works.notes, a.understood
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
	j := joinedTable{grid: g, mine: columnOf(a.g, mine), column: columnOf(g, theirs), rows: map[string]int{}}
	if j.mine < 0 || j.column < 0 {
		a.errs.Add(yamlpos.Pos{File: a.g.File}, yamlpos.Quote(with), "a column of both tables", "the tables cannot be joined: one has no such column")
		return
	}
	for i := 1; i < len(g.Rows); i++ {
		key := cellAt(g, i, j.column)
		if first, twice := j.rows[key]; twice && key != "" {
			a.errs.Add(g.Pos(i, j.column), yamlpos.Quote(key), "each key once", "the key is there twice; first at %s", g.Where(first, j.column))
			continue
		}
		j.rows[key] = i
	}
	a.joined = append(a.joined, j)
	books := slices.ContainsFunc(g.Rows[0].Cells, func(h string) bool {
		return slices.Contains([]string{"source.author", "source.title"}, joinedField(h, true))
	})
	has := func(fits func(MappedColumn) bool) bool { return slices.ContainsFunc(a.m.Columns, fits) }
	for c, h := range g.Rows[0].Cells {
		heading := fold.OneLine(h)
		if c == j.column || heading == "" || has(func(m MappedColumn) bool { return m.Heading == heading }) {
			continue
		}
		to := joinedField(heading, books)
		if to == "" || has(func(m MappedColumn) bool { return m.To == to }) {
			to = extraMark + heading
		}
		a.m.Columns = append(a.m.Columns, MappedColumn{Heading: heading, To: to, How: "name"})
	}
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

// text is what a row has under a heading.
func (a *mapper) text(row int, heading string) string {
	t, c := a.find(heading)
	if t < 0 {
		return cellAt(a.g, row, c)
	}
	j := a.joined[t]
	if there, ok := j.rows[cellAt(a.g, row, j.mine)]; ok {
		return cellAt(j.grid, there, c)
	}
	return ""
}

// fields are the columns of a field.
func (a *mapper) fields(field string) (list []MappedColumn) {
	for _, c := range a.m.Columns {
		if c.To == field {
			list = append(list, c)
		}
	}
	return list
}

// joinedText is what a row says of a field, of several columns together.
func (a *mapper) joinedText(row int, field string) string {
	sep := "; "
	if field == "place" || field == "coordinates" {
		sep = ", "
	}
	var parts []string
	for _, c := range a.fields(field) {
		if text := a.text(row, c.Heading); text != "" {
			if field == measuresField {
				list, _ := measuresOf(c.Heading, text)
				text = strings.Join(list, "; ")
			}
			parts = append(parts, text)
		}
	}
	for _, c := range a.m.Set {
		if c.To == field && len(parts) == 0 {
			parts = append(parts, c.Heading)
		}
	}
	return strings.Join(parts, sep)
}

// rows makes the table.
func (a *mapper) rows() {
	a.out = &exchange.Grid{File: a.g.File, Sheet: a.g.Sheet}
	var order []string // of the fields of out
	add := func(field string, from ...string) {
		if slices.Contains(order, field) {
			return
		}
		order = append(order, field)
		at := [2]int{-1, 0}
		for _, f := range append([]string{field}, from...) {
			if list := a.fields(f); len(list) > 0 {
				t, c := a.find(list[0].Heading)
				at = [2]int{t, max(c, 0)}
				break
			}
		}
		a.at = append(a.at, at)
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
	add("date as written", "date")
	if kept := a.numberField(); kept != "" {
		add(kept, "id")
	}
	for _, c := range a.fields(measuresField) {
		if kept := extraMark + c.Heading; !slices.Contains(order, kept) {
			t, column := a.find(c.Heading)
			order, a.at = append(order, kept), append(a.at, [2]int{t, max(column, 0)})
		}
	}
	a.out.Rows = append(a.out.Rows, exchange.GridRow{Cells: order})
	for i := 1; i < len(a.g.Rows); i++ {
		row := exchange.GridRow{Line: a.g.Rows[i].Line}
		if strings.TrimSpace(strings.Join(a.g.Rows[i].Cells, "")) != "" {
			row.Cells = a.row(i, order)
			row.Dates = a.dateCells(i, order)
		}
		a.out.Rows = append(a.out.Rows, row)
	}
	a.out.From = func(row, column int) (*exchange.Grid, int, int) {
		at := [2]int{-1, 0}
		if column < len(a.at) {
			at = a.at[column]
		}
		if at[0] < 0 || row == 0 {
			return a.g, row, at[1]
		}
		j := a.joined[at[0]]
		return a.g, row, j.mine
	}
}

// dateCells are the cells of a row that a workbook keeps as dates. In a field of the
// table's own they are taken as they are shown.
func (a *mapper) dateCells(row int, order []string) map[int]string {
	var cells map[int]string
	for k, field := range order {
		problem, is := a.g.Rows[row].Dates[a.at[k][1]]
		if !is || a.at[k][0] >= 0 || len(a.fields(field)) == 0 || strings.HasPrefix(field, extraMark) || field == "date as written" {
			continue
		}
		if cells == nil {
			cells = map[int]string{}
		}
		cells[k] = problem
	}
	return cells
}

var placeholder = regexp.MustCompile(`\{([^{}]*)\}`)

// idColumns are the columns that ids are made of.
func (a *mapper) idColumns() (list []string) {
	for _, m := range placeholder.FindAllStringSubmatch(a.pattern(), -1) {
		if m[1] != "row" {
			list = append(list, m[1])
		}
	}
	return list
}

// numberField is the field that keeps the text that ids are made of: the number of an object is
// that where it is kept, and every other a field of its own; "" where a column has it already.
func (a *mapper) numberField() string {
	list := a.idColumns()
	if len(list) != 1 {
		return ""
	}
	inventory := headingField(list[0]) == inventoryField
	for _, c := range a.m.Columns {
		if c.To == inventoryField {
			inventory = false
			if c.Heading == list[0] {
				return ""
			}
		}
	}
	if inventory {
		return inventoryField
	}
	return extraMark + list[0]
}

// pattern is that of ids: what was said, the column of ids, or the name of the table
// with the number of the row.
func (a *mapper) pattern() string {
	if a.m.ID != "" {
		return a.m.ID
	}
	if list := a.fields("id"); len(list) > 0 {
		return "{" + list[0].Heading + "}"
	}
	name := a.g.Table()
	return strings.TrimSuffix(strings.TrimSuffix(path.Base(name), path.Ext(name)), "-rest") + ".{row}"
}

var notInRecordID = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

// id makes the id of a row: what no id can have becomes a hyphen.
func (a *mapper) id(row int) string {
	missing := false
	text := placeholder.ReplaceAllStringFunc(a.pattern(), func(s string) string {
		name := s[1 : len(s)-1]
		if name == "row" {
			if cell := cellAt(a.g, row, columnOf(a.g, RowHeading)); cell != "" && columnOf(a.g, ReasonsHeading) >= 0 {
				return cell // of the table that the row was left from
			}
			return strconv.Itoa(a.g.RowNumber(row))
		}
		cell := a.text(row, name)
		missing = missing || cell == ""
		return cell
	})
	if missing {
		return ""
	}
	plain := strings.Map(func(r rune) rune {
		if r >= 0x300 && r < 0x370 { // marks
			return -1
		}
		return r
	}, norm.NFD.String(text))
	return strings.Trim(notInRecordID.ReplaceAllString(plain, "-"), "-._")
}

// row makes the cells of a row.
func (a *mapper) row(i int, order []string) []string {
	for _, j := range a.joined {
		key := cellAt(a.g, i, j.mine)
		if _, ok := j.rows[key]; key != "" && !ok {
			a.errs.Add(a.g.Pos(i, j.mine), yamlpos.Quote(key), "a key of "+j.grid.File, "the joined table has no such row")
		}
	}
	values := map[string]string{}
	for _, field := range order {
		values[field] = a.joinedText(i, field)
	}
	values["id"] = a.id(i)
	if kept := a.numberField(); kept != "" {
		if original := a.text(i, a.idColumns()[0]); original != values["id"] || kept == inventoryField {
			values[kept] = original
		}
	}
	for _, c := range a.fields(measuresField) {
		a.measures(i, c.Heading, values)
	}
	if lat, lon := a.joinedText(i, "location.latitude"), a.joinedText(i, "location.longitude"); lat != "" || lon != "" {
		values["coordinates"] = strings.ReplaceAll(lat, ",", ".") + ", " + strings.ReplaceAll(lon, ",", ".")
	}
	if edtf := a.ends(i); edtf != "" {
		if written := values["date"]; written != "" && written != edtf {
			values["date as written"] = written
		}
		values["date"] = edtf
	}
	key, locator := a.source(i)
	values["source"] = key
	if values["locator"] == "" {
		values["locator"] = locator
	}
	cells := make([]string, len(order))
	for k, field := range order {
		cells[k] = values[field]
	}
	return cells
}

// measures tells what a cell of measures was taken for. One that is not understood, or not all
// of it, is kept as it is written in a field of its own.
func (a *mapper) measures(row int, heading string, values map[string]string) {
	text := a.text(row, heading)
	if text == "" {
		return
	}
	list, all := measuresOf(heading, text)
	u := Understood{Field: "measures", From: text, To: strings.Join(list, "; ")}
	if !all {
		values[extraMark+heading] = text
		u.To, u.Doubt = "", "not all of it is a measure that is understood, and it stands in "+FieldPath(extraMark+heading)
	}
	if u.To == text {
		return
	}
	t, c := a.find(heading)
	if t >= 0 {
		c = a.joined[t].mine
	}
	i := slices.IndexFunc(a.understood, func(x Understood) bool { return x.From == u.From && x.To == u.To })
	if i < 0 {
		i, u.At = len(a.understood), a.g.Where(row, c)
		a.understood = append(a.understood, u)
	}
	known := &a.understood[i]
	if known.Count++; !all {
		known.Rows = append(known.Rows, cmp.Or(a.g.Cell(row, c), a.g.Where(row, c)))
	}
}

// ends makes a date of a first and a last year, "" when there is neither or they are
// no years.
func (a *mapper) ends(row int) string {
	end := func(field string) (string, bool) {
		text := a.joinedText(row, field)
		if text == "" {
			return "", true
		}
		read, err := date.Reader{Order: a.m.Order, Spans: a.m.Spans, Years: cmp.Or(a.m.Years, date.BCE)}.Read(text)
		if err != nil {
			return text, false
		}
		if read.Interval && field == "date.earliest" {
			return read.Start.Text, true
		} else if read.Interval {
			return read.End.Text, true
		}
		return read.Text, true
	}
	first, ok1 := end("date.earliest")
	last, ok2 := end("date.latest")
	switch {
	case first == "" && last == "":
		return ""
	case !ok1 || !ok2:
		return strings.Trim(first+" to "+last, " ")
	case first == last:
		return first
	case first == "":
		return "../" + last
	case last == "":
		return first + "/.."
	}
	return first + "/" + last
}
