package exchange

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/exchange/sheet"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// Grid is a table that was read: a heading and rows, each cell with its place.
type Grid struct {
	// Name is the name of a sheet that is read by itself, like that of a file: finds.xlsx
	// with the sheet Boards is finds-Boards.xlsx; "" for other tables.
	Name  string
	File  string
	Sheet string // "" for a file of one table
	// Hidden is set for a sheet that people do not see.
	Hidden bool
	// Places stand for the places of the columns of a table that was no file:
	// the flags that its cells were typed behind, say.
	Places []string
	Rows   []GridRow
	// Above are the texts of the rows above the heading, a row each.
	Above []string
	// Merged are the areas of a workbook that are one cell, said of each of their rows.
	Merged []string
	// From is set for a table that was made of others: where each of its cells
	// stands.
	From func(row, column int) (g *Grid, r, c int)
}

// Table is what files beside the table are named after: the file that it is in, or its
// name.
func (g *Grid) Table() string {
	if g.Name != "" {
		return g.Name
	}
	return g.File
}

// GridRow is a row of cells.
type GridRow struct {
	Line  int
	Cells []string
	// Dates are the cells that a workbook keeps as dates (see [sheet.TableRow]).
	Dates map[int]string
	at    []diag.Pos // of the cells, in a file of lines
	// number is that of the row as a spreadsheet program counts: empty lines are
	// rows, and line ends within a cell are not.
	number int
}

// Pos is the place of a cell, and Where how a person finds it: the address of
// the cell in a workbook, line and column elsewhere.
func (g *Grid) Pos(row, column int) diag.Pos {
	if g.From != nil {
		g, row, column = g.From(row, column)
		return g.Pos(row, column)
	}
	r := g.Rows[row]
	if g.Sheet != "" || g.Places != nil {
		return diag.Pos{File: g.Where(row, column)}
	}
	if column < len(r.at) {
		return r.at[column]
	}
	return diag.Pos{File: g.File, Line: r.Line, Col: 1}
}

// Cell is how a spreadsheet program shows the place of a cell of a file: "row 2,
// column C: date", with the heading. It is "" for a table that is no file of its
// own.
func (g *Grid) Cell(row, column int) string {
	if g.From != nil {
		g, row, column = g.From(row, column)
		return g.Cell(row, column)
	}
	r := g.Rows[row]
	if g.Sheet != "" || r.number == 0 {
		return ""
	}
	s := fmt.Sprintf("row %d, column %s", r.number, Letters(column))
	if heading := g.Rows[0].Cells; row > 0 && column < len(heading) {
		s += ": " + heading[column]
	}
	return s
}

// Place is a cell as a spreadsheet program counts; nil for a table that is no file.
func (g *Grid) Place(row, column int) *diag.Cell {
	if g.From != nil {
		g, row, column = g.From(row, column)
		return g.Place(row, column)
	}
	if g.Places != nil {
		return nil
	}
	c := &diag.Cell{Sheet: g.Sheet, Row: g.RowNumber(row), Column: column + 1, Letters: sheet.ColumnName(column + 1)}
	if heading := g.Rows[0].Cells; row > 0 && column < len(heading) {
		c.Heading = heading[column]
	}
	return c
}

// RowNumber is the number of a row as a spreadsheet program shows it.
func (g *Grid) RowNumber(row int) int {
	if g.From != nil {
		g, row, _ = g.From(row, 0)
		return g.RowNumber(row)
	}
	return g.Rows[row].Number()
}

// Letters are how a spreadsheet program calls a column, counted from 0.
func Letters(column int) string { return sheet.ColumnName(column + 1) }

// Number is the number of the row as a spreadsheet program shows it.
func (r GridRow) Number() int {
	if r.number > 0 {
		return r.number
	}
	return r.Line
}

// WithCells is the row with other texts in its cells.
func (r GridRow) WithCells(cells []string) GridRow {
	r.Cells = cells
	return r
}

// Below is the table whose heading is a row of this one, with what stands above that.
func (g *Grid) Below(row int) *Grid {
	out := *g
	out.Rows = slices.Clone(g.Rows[row:])
	out.Above = slices.Clone(g.Above)
	for _, r := range g.Rows[:row] {
		var texts []string
		for _, cell := range r.Cells {
			if cell = strings.Join(strings.Fields(cell), " "); cell != "" {
				texts = append(texts, cell)
			}
		}
		if len(texts) > 0 {
			out.Above = append(out.Above, strings.Join(texts, ", "))
		}
	}
	return &out
}

// Without is the table without some of its rows.
func (g *Grid) Without(rows map[int]bool) *Grid {
	out := &Grid{File: g.File, Sheet: g.Sheet, Hidden: g.Hidden, Places: g.Places}
	var kept []int
	for i, row := range g.Rows {
		if !rows[i] {
			out.Rows, kept = append(out.Rows, row), append(kept, i)
		}
	}
	out.From = func(row, column int) (*Grid, int, int) { return g, kept[row], column }
	return out
}

// Where is the place of a cell in words.
func (g *Grid) Where(row, column int) string {
	if g.From != nil {
		g, row, column = g.From(row, column)
		return g.Where(row, column)
	}
	r := g.Rows[row]
	if g.Places != nil {
		return g.Places[column]
	}
	if g.Sheet != "" {
		return fmt.Sprintf("%s!%s!%s", g.File, g.Sheet, sheet.Address(r.Line, column+1))
	}
	return g.Pos(row, column).String()
}

// ReadCSV reads a table with commas, semicolons or tabs, whichever the heading has most of,
// or what a first line such as sep=; names, as Excel has it. An apostrophe that [Defused] has
// put in front is taken off.
func ReadCSV(file, text string) (*Grid, diag.Errors) {
	var errs diag.Errors
	g := &Grid{File: file}
	comma, text := separator(text)
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord, r.Comma = -1, comma
	if e := tooWide(file, text, byte(r.Comma)); e != nil {
		return nil, diag.Errors{*e}
	}
	columns := columnCounter{lines: strings.Split(text, "\n")}
	number, next, read := 0, 1, int64(0) // of rows, the line that the next may begin on, and of bytes
	all := 0
	for {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			var bad *csv.ParseError
			at := diag.Pos{File: file}
			if errors.As(err, &bad) {
				at.Line, at.Col, err = bad.Line, columns.of(bad.Line, bad.Column), bad.Err
			}
			errs.Add(at, "", `cells in "...", with quotes inside doubled`, "the table cannot be read: %v", err)
			return nil, errs
		}
		row := GridRow{Cells: cells}
		for i := range cells {
			line, col := r.FieldPos(i)
			if i == 0 {
				number += 1 + line - next // empty lines were passed over
				row.Line, row.number = line, number
			}
			row.at = append(row.at, diag.Pos{File: file, Line: line, Col: columns.of(line, col)})
			cells[i] = undefused(cells[i])
		}
		g.Rows = append(g.Rows, row)
		next += strings.Count(text[read:r.InputOffset()], "\n")
		read = r.InputOffset()
		if all += len(cells); len(g.Rows) > yamlpos.MaxTableRows || all > yamlpos.MaxTableCells {
			errs.Add(diag.Pos{File: file, Line: row.Line, Col: 1}, "", fmt.Sprintf("at most %d rows and %d cells", yamlpos.MaxTableRows, yamlpos.MaxTableCells),
				"the table is too long to be read; import it in parts")
			return nil, errs
		}
	}
	return g, nil
}

var (
	quoted   = regexp.MustCompile(`"[^"]*"`)
	namesSep = regexp.MustCompile(`^sep=([,;|\t])\n`)
)

// headLines is how far down the heading of a table is looked for.
const headLines = 30

// separator finds what stands between the cells of a table: what the first line names, which is
// then empty; what the first line that looks like the ones below it has most of; or what the
// first line has. A title above the heading may have anything.
func separator(text string) (rune, string) {
	if m := namesSep.FindStringSubmatch(text); m != nil {
		return rune(m[1][0]), text[len(m[0])-1:]
	}
	head := quoted.ReplaceAllString(text[:min(len(text), 1<<16)], "") // what stands in quotes separates nothing
	lines := strings.Split(head, "\n")
	lines = lines[:min(len(lines), headLines)]
	best, most := ',', 0
	for i, line := range lines {
		for _, sep := range ",;\t" {
			if n := strings.Count(line, string(sep)); n > most && likeMost(lines[i+1:], string(sep), n) {
				best, most = sep, n
			}
		}
		if most > 0 {
			return best, text
		}
	}
	for _, sep := range ",;\t" {
		if n := strings.Count(lines[0], string(sep)); n > most {
			best, most = sep, n
		}
	}
	return best, text
}

// likeMost reports whether at least half of the lines that are not empty have a sign n times.
func likeMost(lines []string, sign string, n int) bool {
	like, all := 0, 0
	for _, line := range lines {
		if strings.TrimSpace(line) != "" {
			all++
			if strings.Count(line, sign) == n {
				like++
			}
		}
	}
	return all > 0 && 2*like >= all
}

// tooWide reports the first row with more cells than are read, before they are
// all made.
func tooWide(file, text string, comma byte) *diag.Error {
	line, cells, quoted := 1, 1, false
	for i := range len(text) {
		switch c := text[i]; {
		case c == '"':
			quoted = !quoted
		case c == '\n':
			line++
			if !quoted {
				cells = 1
			}
		case c == comma && !quoted:
			if cells++; cells > yamlpos.MaxTableColumns {
				return &diag.Error{Pos: diag.Pos{File: file, Line: line, Col: 1}, Expected: fmt.Sprintf("at most %d columns", yamlpos.MaxTableColumns),
					Message: "the table is too wide to be read; leave out the columns that hold nothing for the corpus"}
			}
		}
	}
	return nil
}

// columnCounter counts characters where a reader counts bytes. It goes on from
// where it was asked last, so that a long line is counted once.
type columnCounter struct {
	lines            []string
	line, bytes, col int
}

func (c *columnCounter) of(line, bytes int) int {
	if line < 1 || line > len(c.lines) {
		return bytes
	}
	if line != c.line || bytes < c.bytes {
		c.line, c.bytes, c.col = line, 1, 1
	}
	l := c.lines[line-1]
	to := min(max(bytes, 1), len(l)+1)
	c.col += utf8.RuneCountInString(l[min(c.bytes, to)-1 : to-1])
	c.bytes = to
	return c.col
}

// ReadXLSX reads the sheets of a workbook. Formulas are refused, each with its
// cell: what they come to depends on the program that computed them. Those of
// hidden sheets, which nobody can be told about, count as their last value.
func ReadXLSX(file string) ([]*Grid, diag.Errors) {
	var errs diag.Errors
	tables, err := sheet.ReadTables(file)
	if err != nil {
		return nil, diag.AsErrors(err)
	}
	var grids []*Grid
	for _, t := range tables {
		g := &Grid{File: file, Sheet: t.Name, Hidden: t.Hidden, Merged: t.Merged}
		for _, row := range t.Rows {
			g.Rows = append(g.Rows, GridRow{Line: row.Number, Cells: row.Cells, Dates: row.Dates})
		}
		for _, at := range t.Formulas {
			if t.Hidden {
				break
			}
			errs.Add(diag.Pos{File: file + "!" + t.Name + "!" + at}, "a formula", "a text or a number", "formulas are not read; paste the value in its place")
		}
		grids = append(grids, g)
	}
	return grids, errs
}
