package sheet

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/xuri/excelize/v2"
)

// How much a file may unpack to. A workbook that comes by mail may be a bomb.
const maxUnpacked = 1 << 30

// Read reads a workbook: names, cells, links, pictures, frozen panes, filters,
// widths of columns. Looks are not read. A number keeps in Text what Excel
// shows for it, because a date is only a number that is shown as one. Formulas
// are read as such, with their last value, and never computed.
func Read(path string) (w *Workbook, err error) {
	// excelize takes a good deal on trust; a broken file must not end the program.
	defer func() {
		if r := recover(); r != nil {
			w, err = nil, fmt.Errorf("%s: is no workbook that can be read: %v", path, r)
		}
	}()
	f, err := open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	w = &Workbook{}
	if p, err := f.GetDocProps(); err == nil && p != nil {
		w.Properties = Properties{Title: p.Title, Subject: p.Subject, Creator: p.Creator,
			Description: p.Description, Keywords: p.Keywords}
	}
	filters, repeats, printed := map[string]string{}, map[string]int{}, map[string]int{}
	for _, n := range f.GetDefinedName() {
		ref := strings.ReplaceAll(n.RefersTo[strings.LastIndexByte(n.RefersTo, '!')+1:], "$", "") // rows stand behind columns
		switch n.Name {
		case "_xlnm.Print_Area":
			_, last, _ := strings.Cut(ref, ":")
			if column, _, err := excelize.CellNameToCoordinates(last); err == nil {
				printed[n.Scope] = column
			}
		case "_xlnm._FilterDatabase":
			filters[n.Scope] = ref
		case "_xlnm.Print_Titles":
			if _, last, ok := strings.Cut(ref, ":"); ok {
				repeats[n.Scope], _ = strconv.Atoi(last)
			}
		}
	}
	for _, name := range f.GetSheetList() {
		s, err := readSheet(f, name)
		if err != nil {
			return nil, fmt.Errorf("%s: sheet %q: %w", path, name, err)
		}
		s.Filter, s.RepeatRows, s.PrintColumns = filters[name], repeats[name], printed[name]
		w.Sheets = append(w.Sheets, s)
	}
	return w, nil
}

// open opens a workbook that this program may have written.
func open(path string) (*excelize.File, error) {
	data, err := yamlpos.ReadFile(path, "a workbook", yamlpos.MaxOwn)
	if err != nil {
		return nil, err
	}
	f, err := excelize.OpenReader(bytes.NewReader(data), excelize.Options{UnzipSizeLimit: maxUnpacked})
	if err != nil {
		return nil, fmt.Errorf("%s: is no workbook that can be read (.xlsx): %w", path, err)
	}
	return f, nil
}

// Texts is what the cells of a sheet show.
type Texts struct {
	Name string
	Rows [][]string
}

// ReadTexts reads what the cells of a workbook show, and nothing else.
func ReadTexts(path string) (out []Texts, err error) {
	defer func() {
		if r := recover(); r != nil {
			out, err = nil, fmt.Errorf("%s: is no workbook that can be read: %v", path, r)
		}
	}()
	f, err := open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for _, name := range f.GetSheetList() {
		rows, err := f.GetRows(name)
		if err != nil {
			return nil, fmt.Errorf("%s: sheet %q: %w", path, name, err)
		}
		out = append(out, Texts{name, rows})
	}
	return out, nil
}

func readSheet(f *excelize.File, name string) (*Sheet, error) {
	r := sheetReader{f, &Sheet{Name: name}}
	for _, read := range []func() error{r.cells, r.links, r.pictures, r.widths} {
		if err := read(); err != nil {
			return nil, err
		}
	}
	if panes, err := f.GetPanes(name); err == nil && panes.Freeze {
		r.FrozenRows, r.FrozenColumns = panes.YSplit, panes.XSplit
	}
	return r.Sheet, nil
}

// sheetReader reads a sheet part by part.
type sheetReader struct {
	f *excelize.File
	*Sheet
}

func (s sheetReader) cells() error {
	raw, err := s.f.GetRows(s.Name, excelize.Options{RawCellValue: true})
	if err != nil {
		return err
	}
	shown, err := s.f.GetRows(s.Name)
	if err != nil {
		return err
	}
	for r, row := range raw {
		cells := make([]Cell, len(row))
		for c, v := range row {
			text := v
			if r < len(shown) && c < len(shown[r]) {
				text = shown[r][c]
			}
			if err := s.read(&cells[c], Address(r+1, c+1), v, text); err != nil {
				return err
			}
		}
		s.Rows = append(s.Rows, cells)
	}
	return nil
}

// read reads a cell that holds a value and shows a text.
func (s sheetReader) read(cell *Cell, at, value, shown string) (err error) {
	if cell.Formula, err = s.f.GetCellFormula(s.Name, at); err != nil || value == "" {
		return err
	}
	cell.Kind, cell.Text = KindText, value
	typ, err := s.f.GetCellType(s.Name, at)
	if typ == excelize.CellTypeUnset || typ == excelize.CellTypeNumber {
		if n, err := strconv.ParseFloat(value, 64); err == nil {
			cell.Kind, cell.Number, cell.Text = KindNumber, n, shown
		}
	}
	return err
}

// cell is the one at an address, which is made where the sheet is smaller.
func (s sheetReader) cell(at string) (*Cell, error) {
	row, col, err := ParseAddress(at)
	if err != nil {
		return nil, err
	}
	for len(s.Rows) < row {
		s.Rows = append(s.Rows, nil)
	}
	for len(s.Rows[row-1]) < col {
		s.Rows[row-1] = append(s.Rows[row-1], Cell{})
	}
	return &s.Rows[row-1][col-1], nil
}

func (s sheetReader) links() error {
	for _, kind := range []string{"External", "Location"} {
		refs, err := s.f.GetHyperLinkCells(s.Name, kind)
		if err != nil {
			return err
		}
		for _, ref := range refs {
			first, _, _ := strings.Cut(ref, ":") // a link may span a range: its first cell has it
			cell, err := s.cell(first)
			if err != nil {
				return err
			}
			ok, target, err := s.f.GetCellHyperLink(s.Name, first)
			if err != nil || !ok {
				return fmt.Errorf("the link of cell %s cannot be read: %v", first, err)
			}
			cell.Link = &Link{URL: target}
			if kind == "Location" {
				cell.Link = parseLocation(target, s.Name)
			}
		}
	}
	return nil
}

func (s sheetReader) pictures() error {
	places, err := s.f.GetPictureCells(s.Name)
	for _, at := range places {
		pics, err := s.f.GetPictures(s.Name, at)
		if err != nil || len(pics) == 0 {
			continue
		}
		cell, err := s.cell(at)
		if err != nil {
			return err
		}
		cell.Picture = &Picture{PNG: pics[0].File}
		if pics[0].Format != nil {
			cell.Picture.Alt = pics[0].Format.AltText
		}
	}
	return err
}

func (s sheetReader) widths() error {
	for c := 1; c <= s.width(); c++ {
		width, err := s.f.GetColWidth(s.Name, ColumnName(c))
		if err != nil {
			return err
		}
		s.Columns = append(s.Columns, Column{Width: width})
	}
	return nil
}

// parseLocation reads 'Sheet name'!A1; without a sheet it is the same sheet.
func parseLocation(s, here string) *Link {
	i := strings.LastIndex(s, "!")
	if i < 0 {
		return &Link{Sheet: here, Cell: s}
	}
	name := s[:i]
	if len(name) > 1 && name[0] == '\'' && name[len(name)-1] == '\'' {
		name = strings.ReplaceAll(name[1:len(name)-1], "''", "'")
	}
	return &Link{Sheet: name, Cell: s[i+1:]}
}
