package intake

import (
	"bytes"
	"errors"
	"fmt"
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
	"github.com/lectio/lectio/evidence/yamlpos"
)

// Said is what somebody says of the columns of tables, as the flags of an import have it: where something is wrong
// with it, the place of the error is the flag.
type Said struct {
	Maps, Sets, With []string // --map COLUMN=FIELD, --set FIELD=TEXT, --with FILE:COLUMN
	Sheets           []string // --sheet
	ID               string   // --ids: the pattern of ids
	Dates, Years     string   // --dates, --years: how they are written
	Heading          int      // --heading: the row of the heading; 0: it is found
	Partial          bool     // --partial: rows with mistakes are left, and the others taken
}

// given reports whether anything is said that is to be kept.
func (m *Said) given() bool {
	return len(m.Maps)+len(m.Sets)+len(m.With) > 0 || m.ID+m.Dates+m.Years != "" || m.Heading != 0
}

// ForeignTables are the tables of an import that need a mapping.
type ForeignTables struct {
	said Said
	List []ForeignTable
	// kept are the mappings as they stand in their files, by their names, and read what
	// these say.
	kept map[string][]byte
	read map[string]*Mapping
	// notes are what is told of the tables besides.
	notes []string
}

// NewForeignTables begins without tables.
func NewForeignTables(said Said) *ForeignTables { return &ForeignTables{said: said} }

// Take keeps the tables that need a mapping and returns the others. Of a workbook in
// which none is known it is the first sheet, or those that --sheet names; notes say
// which are passed over.
func (t *ForeignTables) Take(grids []*exchange.Grid) (others []*exchange.Grid, notes []string, errs diag.Errors) {
	t.kept, t.read = map[string][]byte{}, map[string]*Mapping{}
	known, passed := map[string]bool{}, map[string][]string{}
	var files []string
	grids, told := slices.Clone(grids), map[*exchange.Grid][]string{}
	for i, g := range grids {
		if slices.Contains(t.said.Sheets, g.Sheet) {
			ext := filepath.Ext(g.File)
			g.Name = strings.TrimSuffix(g.File, ext) + "-" + nameOfSheet(g.Sheet) + ext
		}
		headed, said, more := t.headed(g)
		grids[i], told[headed] = headed, said
		errs.Merge(more)
	}
	for _, g := range grids {
		known[g.File] = known[g.File] || g.Hidden || g.Sheet != "" && !IsForeign(g) && len(g.Rows) > 1
	}
	foreign := t.foreign(grids, known)
	taken := map[string]bool{}
	for _, g := range grids {
		named := slices.Contains(t.said.Sheets, g.Sheet)
		switch {
		case !foreign(g) || g.Sheet != "" && known[g.File] && !named:
			others = append(others, g)
		case named:
			t.notes = append(t.notes, told[g]...)
			errs.Merge(t.mapping(g))
		case taken[g.File] || g.Sheet != "" && len(t.said.Sheets) > 0:
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
	if len(t.List) == 0 && len(errs) == 0 && t.said.given() {
		errs.Add(diag.Pos{File: "--map"}, "", "a table with other columns than those of a corpus", "there is no table that needs a mapping")
	}
	return others, append(notes, t.notes...), errs.Sort()
}

// headed finds the heading of a table: in the row that was said, or by itself.
func (t *ForeignTables) headed(g *exchange.Grid) (*exchange.Grid, []string, diag.Errors) {
	row := t.said.Heading
	if row < 0 {
		var errs diag.Errors
		errs.Add(diag.Pos{File: "--heading"}, strconv.Itoa(row), "the number of a row, from 1", "no row has this number")
		return g, nil, errs
	}
	said, errs := t.saidOf(g)
	if row == 0 && said != nil && !slices.Contains(firstRow(g), ReasonsHeading) { // the rows that were left have it in the first
		row = said.Heading
	}
	headed, notes, more := Headed(g, row)
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
func (t *ForeignTables) foreign(grids []*exchange.Grid, known map[string]bool) func(*exchange.Grid) bool {
	if t.said.given() && !slices.ContainsFunc(grids, IsForeign) {
		return func(g *exchange.Grid) bool { return !known[g.File] && len(g.Rows) > 1 && !IsExport(g) }
	}
	return IsForeign
}

// saidOf is the mapping that the file of a table has, nil where there is none.
func (t *ForeignTables) saidOf(g *exchange.Grid) (*Mapping, diag.Errors) {
	file := MappingFile(g.Table())
	if m, known := t.read[file]; known {
		return m, nil
	}
	t.read[file] = nil
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	data, err := yamlpos.ReadFile(file, "a mapping", yamlpos.MaxInput)
	if err != nil {
		return nil, diag.AsErrors(err)
	}
	t.kept[file] = data
	m, errs := ReadMapping(file, data)
	if len(errs) == 0 {
		t.read[file] = m
	}
	return t.read[file], errs
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
func (t *ForeignTables) noSuchSheet(grids []*exchange.Grid) (errs diag.Errors) {
	var names []string
	for _, g := range grids {
		if g.Sheet != "" && !g.Hidden {
			names = append(names, g.Sheet)
		}
	}
	for _, name := range t.said.Sheets {
		if !slices.Contains(names, name) {
			errs.Add(diag.Pos{File: "--sheet"}, diag.Quote(name), "one of: "+strings.Join(names, ", "), "there is no such sheet")
		}
	}
	return errs
}

// mapping finds the mapping of a table: what its file says, what is guessed of the rest,
// and what the flags say.
func (t *ForeignTables) mapping(g *exchange.Grid) (errs diag.Errors) {
	g, notes := Named(g)
	t.notes = append(t.notes, notes...)
	m := GuessMapping(g)
	said, errs := t.saidOf(g)
	if len(errs) > 0 {
		return errs
	}
	if said != nil {
		m = said.Over(m)
	}
	if t.said.Heading > 0 {
		m.Heading = t.said.Heading
	}
	joined := t.join(m, g, &errs)
	t.columns(m, g, joined, &errs)
	if t.said.ID != "" {
		m.ID = t.said.ID
	}
	t.years(m, &errs)
	t.List = append(t.List, ForeignTable{Grid: g, Mapping: m, Joined: joined})
	return errs
}

// join reads the tables that are joined. In a mapping they are named from the folder of
// the table.
func (t *ForeignTables) join(m *Mapping, g *exchange.Grid, errs *diag.Errors) (joined []*exchange.Grid) {
	folder := filepath.Dir(g.File)
	for _, with := range t.said.With {
		if name, _, _, err := ParseJoin(with); err == nil {
			if near, err := filepath.Rel(folder, name); err == nil {
				with = filepath.ToSlash(near) + strings.TrimPrefix(with, name)
			}
		}
		if !slices.Contains(m.With, with) {
			m.With = append(m.With, with)
		}
	}
	for _, with := range m.With {
		name, _, _, err := ParseJoin(with)
		if err != nil {
			errs.Add(diag.Pos{File: "--with"}, diag.Quote(with), "", "%v", err)
			continue
		}
		if !filepath.IsAbs(name) {
			name = filepath.Join(folder, name)
		}
		_, grids, _, more := ReadFile(name)
		errs.Merge(more)
		for _, j := range grids {
			if len(j.Rows) > 1 {
				j, notes, more := Headed(j, 0)
				errs.Merge(more)
				j, again := Named(j)
				t.notes = slices.Concat(t.notes, notes, again)
				joined = append(joined, j)
				break
			}
		}
	}
	return joined
}

// columns does what --map and --set say.
func (t *ForeignTables) columns(m *Mapping, g *exchange.Grid, joined []*exchange.Grid, errs *diag.Errors) {
	field := func(flag, text, name string) (string, bool) {
		if name == "extra" {
			return name, true
		}
		to, ok := FieldNamed(name)
		if !ok {
			errs.Add(diag.Pos{File: flag}, diag.Quote(name), "one of: "+strings.Join(FieldNames(), ", "),
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
	for _, text := range t.said.Maps {
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
		m.Columns = append(m.Columns, MappedColumn{Heading: heading, To: to})
	}
	for _, text := range t.said.Sets {
		name, value, ok := pair("--set", text, "FIELD=TEXT", strings.IndexByte(text, '='))
		if !ok {
			continue
		}
		if to, ok := field("--set", text, name); ok {
			m.Set = slices.DeleteFunc(m.Set, func(c MappedColumn) bool { return c.To == to })
			m.Set = append(m.Set, MappedColumn{Heading: value, To: to})
		}
	}
}

// years does what --dates and --years say.
func (t *ForeignTables) years(m *Mapping, errs *diag.Errors) {
	f := &t.said
	switch order := date.Order(f.Dates); order {
	case "":
	case date.DayMonthYear, date.MonthDayYear:
		m.Order = order
	default:
		errs.Add(diag.Pos{File: "--dates"}, diag.Quote(f.Dates), "day-month-year or month-day-year", "there is no such order")
	}
	switch strings.ToLower(f.Years) {
	case "":
	case "bce":
		m.Years = date.BCE
	case "astronomical":
		m.Years = date.Astronomical
	default:
		errs.Add(diag.Pos{File: "--years"}, diag.Quote(f.Years), "BCE or astronomical", "years are not counted so")
	}
}

// Keep writes the mappings beside their tables: what was said on the command line, or
// what was used to write.
func (t *ForeignTables) Keep(write bool) error {
	for _, table := range t.List {
		file := table.Kept()
		content := table.Mapping.Document(table.Grid.Table())
		if !write && !t.said.given() || bytes.Equal(content, t.kept[file]) {
			continue
		}
		if err := sheet.WriteFiles(sheet.File{Path: file, Content: content}); err != nil {
			return diag.Error{Found: file, Expected: "a folder that can be written", Message: fmt.Sprintf("the mapping cannot be kept: %v", err)}
		}
	}
	return nil
}
