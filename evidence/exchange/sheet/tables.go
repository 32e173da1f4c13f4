package sheet

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/xuri/excelize/v2"
)

// What a workbook may hold that is read as tables, beside the limits of every
// table. No catalogue comes near it; a bomb goes far beyond it.
const (
	maxTableParts    = 10_000
	maxTableUnzip    = 256 << 20
	maxTableFormulas = 1000 // of which each is named
)

// Table is what the cells of a sheet say.
type Table struct {
	Name   string
	Hidden bool
	Rows   []TableRow
	// Formulas are the addresses of the cells that have one.
	Formulas []string
	// Merged are the areas of cells that were made one over several rows: what stands in such a
	// cell is said of each of the rows in which anything else stands.
	Merged []string
}

// TableRow is a row that is not empty, with its number as the sheet shows it.
type TableRow struct {
	Number int
	Cells  []string
	// Dates are the cells that the workbook keeps as dates, by their index. Such a
	// cell has the day as ISO 8601 writes it, 1888-05-17; where there is none to rely
	// on, the cell is empty and Dates says why.
	Dates map[int]string
}

// empty reports whether no cell of the row says anything.
func (r *TableRow) empty() bool {
	return len(r.Dates) == 0 && strings.TrimSpace(strings.Join(r.Cells, "")) == ""
}

// ReadTables reads the sheets of a workbook as tables of text, hidden ones too. Numbers
// come as they are stored, dates as days. The parts of the file are
// looked through before they are read: how much they unpack to, how far out
// their cells lie, and whether they declare entities.
func ReadTables(file string) (tables []Table, err error) {
	defer func() {
		if r := recover(); r != nil {
			tables, err = nil, fmt.Errorf("%s: is no workbook that can be read: %v", file, r)
		}
	}()
	opened, err := yamlpos.Open(file, "a workbook")
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	info, err := opened.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() > yamlpos.MaxInput {
		return nil, yamlpos.TooLarge(file, info.Size(), yamlpos.MaxInput)
	}
	formulas, err := inspect(opened, info.Size())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if len(formulas) > maxTableFormulas {
		return nil, fmt.Errorf("%s: more than %d cells with formulas, which are not read; paste the values in their place", file, maxTableFormulas)
	}
	f, err := excelize.OpenReader(io.NewSectionReader(opened, 0, info.Size()), excelize.Options{UnzipSizeLimit: maxTableUnzip, UnzipXMLSizeLimit: maxTableUnzip})
	if err != nil {
		return nil, fmt.Errorf("%s: is no workbook that can be read (.xlsx): %w", file, err)
	}
	defer f.Close()
	dates, err := newDating(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	for _, name := range f.GetSheetList() {
		dated, err := dates.cells(name)
		if err != nil {
			return nil, fmt.Errorf("%s: sheet %q: %w", file, name, err)
		}
		visible, err := f.GetSheetVisible(name)
		t := Table{Name: name, Hidden: err == nil && !visible}
		for _, at := range formulas {
			if formula, err := f.GetCellFormula(name, at); err == nil && formula != "" {
				t.Formulas = append(t.Formulas, at)
			}
		}
		raw, err := f.Rows(name)
		if err != nil {
			return nil, fmt.Errorf("%s: sheet %q: %w", file, name, err)
		}
		shown, err := f.Rows(name)
		if err != nil {
			return nil, fmt.Errorf("%s: sheet %q: %w", file, name, err)
		}
		merged := mergedCells(dates.parts[name])
		for n := 1; raw.Next() && shown.Next(); n++ {
			cells, err := raw.Columns(excelize.Options{RawCellValue: true})
			if err != nil {
				return nil, fmt.Errorf("%s: sheet %q, row %d: %w", file, name, n, err)
			}
			look, err := shown.Columns()
			if err != nil {
				return nil, fmt.Errorf("%s: sheet %q, row %d: %w", file, name, n, err)
			}
			row := dates.row(n, cells, look, dated[n])
			merged.fill(&row)
			if !row.empty() {
				t.Rows = append(t.Rows, row)
			}
		}
		t.Merged = merged.areas
		raw.Close()
		shown.Close()
		tables = append(tables, t)
	}
	return tables, nil
}

// mergedCell is a cell that reaches over several rows.
type mergedCell struct {
	area                string
	first, last, column int
	text, date          string
	dated, filled       bool
}

// merging fills in what merged cells say, row by row: open are those that reach into the row,
// waiting those further down, and areas those that filled something.
type merging struct {
	waiting, open []*mergedCell
	areas         []string
}

var mergedArea = regexp.MustCompile(`<(?:\w+:)?mergeCell\s[^>]*?ref=["']([A-Z]+[0-9]+):([A-Z]+[0-9]+)["']`)

// mergedCells finds the cells of a sheet that reach over several rows. They are listed behind
// the cells themselves.
func mergedCells(part []byte) *merging {
	if i := bytes.LastIndex(part, []byte("sheetData")); i >= 0 {
		part = part[i:]
	}
	x := &merging{}
	for _, m := range mergedArea.FindAllSubmatch(part, -1) {
		first, column, err1 := ParseAddress(string(m[1]))
		last, _, err2 := ParseAddress(string(m[2]))
		if err1 == nil && err2 == nil && first < last {
			x.waiting = append(x.waiting, &mergedCell{area: string(m[1]) + ":" + string(m[2]), first: first, last: last, column: column - 1})
		}
	}
	slices.SortStableFunc(x.waiting, func(a, b *mergedCell) int { return a.first - b.first })
	return x
}

// fill keeps what a row says in cells that reach further down, and fills in what those above it
// say, unless nothing else stands in the row.
func (x *merging) fill(row *TableRow) {
	x.open = slices.DeleteFunc(x.open, func(m *mergedCell) bool { return m.last < row.Number })
	if !row.empty() {
		for _, m := range x.open {
			x.fillOne(row, m)
		}
	}
	for len(x.waiting) > 0 && x.waiting[0].first <= row.Number {
		m := x.waiting[0]
		if m.first == row.Number && m.column < len(row.Cells) {
			m.text = row.Cells[m.column]
			m.date, m.dated = row.Dates[m.column]
			x.open = append(x.open, m)
		}
		x.waiting = x.waiting[1:]
	}
}

func (x *merging) fillOne(row *TableRow, m *mergedCell) {
	if m.text == "" && !m.dated {
		return
	}
	for len(row.Cells) <= m.column {
		row.Cells = append(row.Cells, "")
	}
	row.Cells[m.column] = m.text
	if m.dated {
		if row.Dates == nil {
			row.Dates = map[int]string{}
		}
		row.Dates[m.column] = m.date
	}
	if !m.filled {
		m.filled, x.areas = true, append(x.areas, m.area)
	}
}

// inspect goes through the parts of a workbook before anything is built from
// them, and returns the addresses of cells with formulas, of whatever sheet.
func inspect(file io.ReaderAt, size int64) ([]string, error) {
	z, err := zip.NewReader(file, size)
	if err != nil {
		return nil, fmt.Errorf("is no workbook that can be read (.xlsx): %w", err)
	}
	if len(z.File) > maxTableParts {
		return nil, fmt.Errorf("%d parts in one file; a workbook has at most %d", len(z.File), maxTableParts)
	}
	seen := map[string]bool{}
	var formulas []string
	left := uint64(maxTableUnzip)
	cells := 0
	for _, part := range z.File {
		if part.FileInfo().IsDir() {
			continue
		}
		// No more comes out of a part than it says of itself: the reader sees to that.
		if part.UncompressedSize64 > left {
			return nil, fmt.Errorf("unpacks to more than %d bytes", maxTableUnzip)
		}
		left -= part.UncompressedSize64
		r, err := part.Open()
		if err != nil {
			return nil, fmt.Errorf("part %s: %w", part.Name, err)
		}
		name := path.Clean(strings.TrimPrefix(strings.ReplaceAll(part.Name, "\\", "/"), "/"))
		switch {
		case strings.HasSuffix(name, ".xml") || strings.HasSuffix(name, ".rels"):
			var found []string
			found, err = inspectPart(r, &cells)
			for _, at := range found {
				if !seen[at] {
					seen[at] = true
					formulas = append(formulas, at)
				}
			}
			if err == nil {
				_, err = io.Copy(io.Discard, r)
			}
		default:
			_, err = io.Copy(io.Discard, r)
		}
		r.Close()
		if err != nil {
			return nil, fmt.Errorf("part %s: %w", part.Name, err)
		}
	}
	return formulas, nil
}

func inspectPart(r io.Reader, cells *int) (formulas []string, err error) {
	dec := xml.NewDecoder(r)
	// Encodings other than UTF-8 are read by nobody.
	dec.CharsetReader = func(label string, r io.Reader) (io.Reader, error) {
		return nil, fmt.Errorf("the encoding %q is not read", label)
	}
	at := ""
	depth := 0
	for {
		token, err := dec.RawToken()
		if errors.Is(err, io.EOF) {
			return formulas, nil
		}
		if err != nil {
			return nil, err
		}
		switch t := token.(type) {
		case xml.Directive:
			return nil, errors.New("declares a document type or entities, which no workbook does")
		case xml.StartElement:
			if depth++; depth > 200 {
				return nil, errors.New("elements are nested too deep")
			}
			switch t.Name.Local {
			case "row":
				// Rows beyond the last of the format would be counted up to.
				for _, a := range t.Attr {
					if n, err := strconv.Atoi(a.Value); a.Name.Local == "r" && (err != nil || n < 1 || n > MaxRows) {
						return nil, fmt.Errorf("row %.20q; a sheet has at most %d rows", a.Value, MaxRows)
					}
				}
			case "c":
				at = ""
				if *cells++; *cells > yamlpos.MaxTableCells {
					return nil, fmt.Errorf("more than %d cells", yamlpos.MaxTableCells)
				}
				for _, a := range t.Attr {
					if a.Name.Local != "r" {
						continue
					}
					at = a.Value
					row, column, err := ParseAddress(at)
					if err != nil || column > yamlpos.MaxTableColumns || row > yamlpos.MaxTableRows {
						return nil, fmt.Errorf("cell %.20q; a sheet to import has at most %d columns and %d rows", at, yamlpos.MaxTableColumns, yamlpos.MaxTableRows)
					}
				}
			case "f":
				if at != "" {
					formulas = append(formulas, at)
				}
			}
		case xml.EndElement:
			depth--
			if t.Name.Local == "c" {
				at = ""
			}
		}
	}
}
