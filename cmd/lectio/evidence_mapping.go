package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/exchange/sheet"
	"github.com/lectio/lectio/evidence/intake"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/spf13/cobra"
)

// mappingFlags say what the columns of a table are.
type mappingFlags struct {
	maps, sets, with []string
	sheets           []string
	id, dates, years string
	heading          int
	partial          bool
}

func (m *mappingFlags) register(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringArrayVar(&m.maps, "map", nil, "a column of the table and the field that it is, `COLUMN=FIELD`: \"Find-spot=location.name\", \"Colour=extra\", \"Price=-\"; may be repeated")
	fs.StringArrayVar(&m.sets, "set", nil, "a field that is the same in every row, `FIELD=TEXT`: type=artifact; may be repeated")
	fs.StringArrayVar(&m.with, "with", nil, "a table that is joined by a key, `FILE:COLUMN`; FILE:COLUMN=THEIRS where it is called otherwise there")
	fs.StringArrayVar(&m.sheets, "sheet", nil, "the `NAME` of a sheet to read of a workbook in which none is known; may be repeated (default: the first)")
	fs.StringVar(&m.id, "ids", "", "make ids by a `PATTERN`: \"BM.{Reg. no.}\", \"finds.{row}\"")
	fs.StringVar(&m.dates, "dates", "", "the `ORDER` of dates in figures: day-month-year or month-day-year")
	fs.StringVar(&m.years, "years", "", "`HOW` years before 0 are counted: BCE (-600 is 600 BCE) or astronomical (-600 is 601 BCE)")
	fs.IntVar(&m.heading, "heading", 0, "the `ROW` of the heading, as a spreadsheet program counts (default: it is found)")
	fs.BoolVar(&m.partial, "partial", false, "take the rows without mistakes, and write the rest with a column of reasons")
}

// given reports whether anything is said that is to be kept.
func (m *mappingFlags) given() bool {
	return len(m.maps)+len(m.sets)+len(m.with) > 0 || m.id+m.dates+m.years != "" || m.heading != 0
}

// mappedTables are the tables of an import that need a mapping.
type mappedTables struct {
	flags mappingFlags
	list  []intake.ForeignTable
	// kept are the mappings as they stand in their files, by their names, and said what
	// these say.
	kept map[string][]byte
	said map[string]*intake.Mapping
	// notes are what is told of the tables besides.
	notes []string
}

// take keeps the tables that need a mapping and returns the others. Of a workbook in
// which none is known it is the first sheet, or those that --sheet names; notes say
// which are passed over.
func (t *mappedTables) take(grids []*exchange.Grid) (others []*exchange.Grid, notes []string, errs diag.Errors) {
	t.kept, t.said = map[string][]byte{}, map[string]*intake.Mapping{}
	known, passed := map[string]bool{}, map[string][]string{}
	var files []string
	grids, told := slices.Clone(grids), map[*exchange.Grid][]string{}
	for i, g := range grids {
		if slices.Contains(t.flags.sheets, g.Sheet) {
			ext := filepath.Ext(g.File)
			g.Name = strings.TrimSuffix(g.File, ext) + "-" + nameOfSheet(g.Sheet) + ext
		}
		headed, said, more := t.headed(g)
		grids[i], told[headed] = headed, said
		errs.Merge(more)
	}
	for _, g := range grids {
		known[g.File] = known[g.File] || g.Hidden || g.Sheet != "" && !intake.IsForeign(g) && len(g.Rows) > 1
	}
	foreign := t.foreign(grids, known)
	taken := map[string]bool{}
	for _, g := range grids {
		named := slices.Contains(t.flags.sheets, g.Sheet)
		switch {
		case !foreign(g) || g.Sheet != "" && known[g.File] && !named:
			others = append(others, g)
		case named:
			t.notes = append(t.notes, told[g]...)
			errs.Merge(t.mapping(g))
		case taken[g.File] || g.Sheet != "" && len(t.flags.sheets) > 0:
			if passed[g.File] == nil {
				files = append(files, g.File)
			}
			passed[g.File] = append(passed[g.File], diag.Quote(g.Sheet))
		default:
			taken[g.File] = true
			t.notes = append(t.notes, told[g]...)
			errs.Merge(t.mapping(g))
		}
	}
	for _, file := range files {
		notes = append(notes, fmt.Sprintf("%s: not read: %s; --sheet NAME reads a sheet", file, strings.Join(passed[file], ", ")))
	}
	errs.Merge(t.noSuchSheet(grids))
	if len(t.list) == 0 && len(errs) == 0 && t.flags.given() {
		errs.Add(diag.Pos{File: "--map"}, "", "a table with other columns than those of a corpus", "there is no table that needs a mapping")
	}
	return others, append(notes, t.notes...), errs.Sort()
}

// headed finds the heading of a table: in the row that was said, or by itself.
func (t *mappedTables) headed(g *exchange.Grid) (*exchange.Grid, []string, diag.Errors) {
	row := t.flags.heading
	if row < 0 {
		var errs diag.Errors
		errs.Add(diag.Pos{File: "--heading"}, strconv.Itoa(row), "the number of a row, from 1", "no row has this number")
		return g, nil, errs
	}
	said, errs := t.saidOf(g)
	if row == 0 && said != nil && !slices.Contains(firstRow(g), intake.ReasonsHeading) { // the rows that were left have it in the first
		row = said.Heading
	}
	headed, notes, more := intake.Headed(g, row)
	errs.Merge(more)
	return headed, notes, errs
}

func firstRow(g *exchange.Grid) []string {
	if len(g.Rows) == 0 {
		return nil
	}
	return g.Rows[0].Cells
}

// foreign tells the tables that need a mapping. Where none does and something is said of a
// mapping all the same, it is said of the tables that can have one.
func (t *mappedTables) foreign(grids []*exchange.Grid, known map[string]bool) func(*exchange.Grid) bool {
	if t.flags.given() && !slices.ContainsFunc(grids, intake.IsForeign) {
		return func(g *exchange.Grid) bool { return !known[g.File] && len(g.Rows) > 1 && !intake.IsExport(g) }
	}
	return intake.IsForeign
}

// saidOf is the mapping that the file of a table has, nil where there is none.
func (t *mappedTables) saidOf(g *exchange.Grid) (*intake.Mapping, diag.Errors) {
	file := intake.MappingFile(g.Table())
	if m, read := t.said[file]; read {
		return m, nil
	}
	t.said[file] = nil
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	data, err := yamlpos.ReadFile(file, "a mapping", yamlpos.MaxInput)
	if err != nil {
		return nil, diag.AsErrors(err)
	}
	t.kept[file] = data
	m, errs := intake.ReadMapping(file, data)
	if len(errs) == 0 {
		t.said[file] = m
	}
	return t.said[file], errs
}

// nameOfSheet is the name of a sheet as part of the name of a file.
func nameOfSheet(sheet string) string {
	return strings.Trim(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return '-'
	}, sheet), "-")
}

// noSuchSheet reports the names of --sheet that no workbook has.
func (t *mappedTables) noSuchSheet(grids []*exchange.Grid) (errs diag.Errors) {
	var names []string
	for _, g := range grids {
		if g.Sheet != "" && !g.Hidden {
			names = append(names, g.Sheet)
		}
	}
	for _, name := range t.flags.sheets {
		if !slices.Contains(names, name) {
			errs.Add(diag.Pos{File: "--sheet"}, diag.Quote(name), "one of: "+strings.Join(names, ", "), "there is no such sheet")
		}
	}
	return errs
}

// mapping finds the mapping of a table: what its file says, what is guessed of the rest,
// and what the flags say.
func (t *mappedTables) mapping(g *exchange.Grid) (errs diag.Errors) {
	g, notes := intake.Named(g)
	t.notes = append(t.notes, notes...)
	m := intake.GuessMapping(g)
	said, errs := t.saidOf(g)
	if len(errs) > 0 {
		return errs
	}
	if said != nil {
		m = said.Over(m)
	}
	if t.flags.heading > 0 {
		m.Heading = t.flags.heading
	}
	joined := t.join(m, g, &errs)
	t.columns(m, g, joined, &errs)
	if t.flags.id != "" {
		m.ID = t.flags.id
	}
	t.years(m, &errs)
	t.list = append(t.list, intake.ForeignTable{Grid: g, Mapping: m, Joined: joined})
	return errs
}

// join reads the tables that are joined. In a mapping they are named from the folder of
// the table.
func (t *mappedTables) join(m *intake.Mapping, g *exchange.Grid, errs *diag.Errors) (joined []*exchange.Grid) {
	folder := filepath.Dir(g.File)
	for _, with := range t.flags.with {
		if name, _, _, err := intake.ParseJoin(with); err == nil {
			if near, err := filepath.Rel(folder, name); err == nil {
				with = filepath.ToSlash(near) + strings.TrimPrefix(with, name)
			}
		}
		if !slices.Contains(m.With, with) {
			m.With = append(m.With, with)
		}
	}
	for _, with := range m.With {
		name, _, _, err := intake.ParseJoin(with)
		if err != nil {
			errs.Add(diag.Pos{File: "--with"}, diag.Quote(with), "", "%v", err)
			continue
		}
		if !filepath.IsAbs(name) {
			name = filepath.Join(folder, name)
		}
		_, grids, _, more := intake.ReadFile(name)
		errs.Merge(more)
		for _, j := range grids {
			if len(j.Rows) > 1 {
				j, notes, more := intake.Headed(j, 0)
				errs.Merge(more)
				j, again := intake.Named(j)
				t.notes = slices.Concat(t.notes, notes, again)
				joined = append(joined, j)
				break
			}
		}
	}
	return joined
}

// columns does what --map and --set say.
func (t *mappedTables) columns(m *intake.Mapping, g *exchange.Grid, joined []*exchange.Grid, errs *diag.Errors) {
	field := func(flag, text, name string) (string, bool) {
		if name == "extra" {
			return name, true
		}
		to, ok := intake.FieldNamed(name)
		if !ok {
			errs.Add(diag.Pos{File: flag}, diag.Quote(name), "one of: "+strings.Join(intake.FieldNames(), ", "),
				"there is no such field")
		}
		return to, ok
	}
	pair := func(flag, text, expected string, i int) (before, after string, ok bool) {
		if i <= 0 {
			errs.Add(diag.Pos{File: flag}, diag.Quote(text), expected, "there is no = in it")
			return "", "", false
		}
		return strings.TrimSpace(text[:i]), strings.TrimSpace(text[i+1:]), true
	}
	for _, text := range t.flags.maps {
		heading, name, ok := pair("--map", text, "COLUMN=FIELD", strings.LastIndexByte(text, '='))
		if !ok {
			continue
		}
		to, ok := field("--map", text, name)
		if !ok || m.Put(heading, to) {
			continue
		}
		if !slices.ContainsFunc(joined, func(j *exchange.Grid) bool {
			return slices.ContainsFunc(j.Rows[0].Cells, func(h string) bool { return strings.EqualFold(h, heading) })
		}) {
			errs.Add(diag.Pos{File: "--map"}, diag.Quote(heading), "one of: "+strings.Join(g.Rows[0].Cells, ", "),
				"the table has no such column")
			continue
		}
		m.Columns = append(m.Columns, intake.MappedColumn{Heading: heading, To: to})
	}
	for _, text := range t.flags.sets {
		name, value, ok := pair("--set", text, "FIELD=TEXT", strings.IndexByte(text, '='))
		if !ok {
			continue
		}
		if to, ok := field("--set", text, name); ok {
			m.Set = slices.DeleteFunc(m.Set, func(c intake.MappedColumn) bool { return c.To == to })
			m.Set = append(m.Set, intake.MappedColumn{Heading: value, To: to})
		}
	}
}

// years does what --dates and --years say.
func (t *mappedTables) years(m *intake.Mapping, errs *diag.Errors) {
	f := &t.flags
	switch order := date.Order(f.dates); order {
	case "":
	case date.DayMonthYear, date.MonthDayYear:
		m.Order = order
	default:
		errs.Add(diag.Pos{File: "--dates"}, diag.Quote(f.dates), "day-month-year or month-day-year", "there is no such order")
	}
	switch strings.ToLower(f.years) {
	case "":
	case "bce":
		m.Years = date.BCE
	case "astronomical":
		m.Years = date.Astronomical
	default:
		errs.Add(diag.Pos{File: "--years"}, diag.Quote(f.years), "BCE or astronomical", "years are not counted so")
	}
}

// keep writes the mappings beside their tables: what was said on the command line, or
// what was used to write.
func (t *mappedTables) keep(write bool) error {
	for _, table := range t.list {
		file := table.Kept()
		content := table.Mapping.Document(table.Grid.Table())
		if !write && !t.flags.given() || bytes.Equal(content, t.kept[file]) {
			continue
		}
		if err := sheet.WriteFiles(sheet.File{Path: file, Content: content}); err != nil {
			return wrong(file, "a folder that can be written", "the mapping cannot be kept: %v", err)
		}
	}
	return nil
}

// show prints what the columns of the tables are taken for.
func (t *mappedTables) show(w io.Writer) {
	for _, table := range t.list {
		m := table.Mapping
		fmt.Fprintf(w, "%s is read so (%s keeps it, --map corrects it):\n", table.Grid.File, table.Kept())
		for _, c := range m.Columns {
			how := map[string]string{"name": ", by its name", "contents": ", by what is in it", "letters": ", which has no heading of its own"}[c.How]
			to := c.Path()
			if to == "-" {
				to = "left out"
			}
			mark, others := "", ""
			if len(c.Or) > 0 {
				mark, others = "? ", "; "+quotedList(c.Or)+" could be it as well"
			}
			fmt.Fprintf(w, "  %s%s: %s%s%s\n", mark, oneLine(c.Heading), oneLine(to), how, oneLine(others))
		}
		for _, c := range m.Set {
			fmt.Fprintf(w, "  every row: %s %s\n", c.Path(), diag.Quote(c.Heading))
		}
		for _, with := range m.With {
			fmt.Fprintf(w, "  joined with %s\n", oneLine(with))
		}
		if m.ID != "" {
			fmt.Fprintf(w, "  ids: %s\n", oneLine(m.ID))
		}
		if m.Order != "" {
			fmt.Fprintf(w, "  dates in figures: %s\n", m.Order)
		}
		if m.Spans {
			fmt.Fprintln(w, "  1911-12 is from 1911 to 1912")
		}
	}
}

// quotedList is a list of names in words.
func quotedList(names []string) string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = diag.Quote(n)
	}
	return strings.Join(quoted, " and ")
}

// manyMistakes is from how many mistakes on they are counted by reason first.
const manyMistakes = 5

// sayReasons counts the mistakes in tables by reason, with an example of each.
func (a *app) sayReasons(errs diag.Errors) {
	rows := map[string]bool{}
	for _, e := range errs {
		if e.Cell != nil {
			rows[fmt.Sprint(e.Table(), e.Cell.Sheet, e.Cell.Row)] = true
		}
	}
	if len(errs) < manyMistakes || len(rows) == 0 {
		return
	}
	reasons := intake.Reasons(errs)
	fmt.Fprintf(a.stdout, "%s in %s, of %s:\n", plural(len(errs), "mistake"), plural(len(rows), "row"), plural(len(reasons), "kind"))
	for _, r := range reasons {
		at := ""
		if c := r.First.Cell; c != nil {
			at = fmt.Sprintf(", such as row %d, column %s", c.Row, c.Letters)
		}
		found := r.First.Found
		if found != "" {
			found = ": " + found
		}
		fmt.Fprintf(a.stdout, "  %d times: %s%s%s\n", r.Count, oneLine(r.Text), at, oneLine(found))
	}
	fmt.Fprintln(a.stdout, "--partial takes the other rows, and writes these with the reasons into a file")
}

// restTable are the rows that were left, with what is wrong with them and the numbers
// that they had.
func restTable(g *exchange.Grid, left []intake.LeftRow) exchange.Table {
	heading := slices.Clone(g.Rows[0].Cells)
	reasons, number := slices.Index(heading, intake.ReasonsHeading), slices.Index(heading, intake.RowHeading)
	if reasons < 0 { // else it is what was left before
		reasons, number = len(heading), len(heading)+1
		heading = append(heading, intake.ReasonsHeading, intake.RowHeading)
	}
	t := exchange.Table{Heading: heading}
	for _, l := range left {
		cells := slices.Clone(g.Rows[l.Row].Cells)
		for len(cells) < len(heading) {
			cells = append(cells, "")
		}
		cells[reasons] = strings.Join(l.Reasons, "; ")
		if number >= 0 && cells[number] == "" {
			cells[number] = strconv.Itoa(g.RowNumber(l.Row))
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// writeRest writes the rows that were left, with a column of reasons, beside their
// tables; notes say where.
func writeRest(left []intake.LeftRow, write bool) (notes []string, err error) {
	byTable := map[*exchange.Grid][]intake.LeftRow{}
	var order []*exchange.Grid
	for _, l := range left {
		if byTable[l.Table] == nil {
			order = append(order, l.Table)
		}
		byTable[l.Table] = append(byTable[l.Table], l)
	}
	for _, g := range order {
		base := strings.TrimSuffix(g.Table(), filepath.Ext(g.Table()))
		file := strings.TrimSuffix(base, "-rest") + "-rest.csv"
		if !write {
			notes = append(notes, fmt.Sprintf("%s of %s would be left, and written to %s with the reasons", plural(len(byTable[g]), "row"), g.File, file))
			continue
		}
		t := restTable(g, byTable[g])
		var b bytes.Buffer
		if err := exchange.CSV(&b, t); err != nil {
			return nil, err
		}
		if err := sheet.WriteFiles(sheet.File{Path: file, Content: b.Bytes()}); err != nil {
			return nil, wrong(file, "a folder that can be written", "the rest cannot be written: %v; nothing was imported", err)
		}
		notes = append(notes, fmt.Sprintf("%s of %s left, and written to %s with the reasons: mend them there, and import that file", plural(len(byTable[g]), "row"), g.File, file))
	}
	return notes, nil
}
