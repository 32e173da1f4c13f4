package exchange

import (
	"fmt"
	"strings"

	"github.com/lectio/lectio/evidence/exchange/sheet"
)

// Entry is a table that people edit in a workbook.
type Entry struct {
	Name    string
	Columns []EntryColumn
	Rows    [][]string
	// Hidden is a sheet of its own behind the others, for the program only; ""
	// for none. It has the rows as they are now, to tell later what was changed.
	Hidden string
}

// FitsCell reports whether a cell of a workbook can hold a text.
func FitsCell(s string) bool { return sheet.Units(s) <= sheet.Limit }

// EntryColumn is a column of such a table.
type EntryColumn struct {
	Name, Note string
	Words      []string // the only texts allowed, for a drop-down; nil for any
	Loose      bool     // other texts than Words bring a warning only
	Date       bool     // a date in EDTF
	Whole      *[2]int  // a whole number from and to
	Fixed      bool     // locked where there is a row already
	Width      float64
}

// spareRows are the empty rows below a table, ready for new ones.
const spareRows = 200

// edtfSigns is true of a cell that has only characters of EDTF: not a full
// check, which import makes, but it stops "about 1890" and "19th century" where
// they are typed. It has no & and no <, which the library does not escape.
const edtfSigns = `SUMPRODUCT(--ISERROR(FIND(MID(%s,ROW($1:$80),1),"0123456789-/X~?%%.YE")))=0`

// Catalogue makes a workbook of tables that people edit: the words of drop-downs
// are on a sheet of their own (named words), notes on the headings say what
// belongs into a column, and cells that must not change are locked. A table may
// have its rows once more on a hidden sheet.
func Catalogue(words string, entries ...Entry) *sheet.Workbook {
	w := &sheet.Workbook{Properties: sheet.Properties{Title: "Records for editing", Creator: "Lectio"}}
	list := &sheet.Sheet{Name: words, Rows: [][]sheet.Cell{{}}, Protected: true}
	for _, e := range entries {
		s := &sheet.Sheet{Name: e.Name, Protected: true}
		heading := make([]sheet.Cell, len(e.Columns))
		last := len(e.Rows) + 1 + spareRows
		for c, col := range e.Columns {
			heading[c] = sheet.Text(col.Name)
			heading[c].Comment = col.Note
			s.Columns = append(s.Columns, sheet.Column{Width: col.Width, Max: 50})
			letters := sheet.ColumnName(c + 1)
			rule := sheet.Rule{Range: fmt.Sprintf("%s2:%s%d", letters, letters, last), Title: col.Name, Advice: col.Note}
			switch {
			case len(col.Words) > 0:
				at := len(list.Rows[0]) + 1
				list.Rows[0] = append(list.Rows[0], sheet.Text(col.Name))
				for i, word := range col.Words {
					if len(list.Rows) < i+2 {
						list.Rows = append(list.Rows, nil)
					}
					for len(list.Rows[i+1]) < at-1 {
						list.Rows[i+1] = append(list.Rows[i+1], sheet.Cell{})
					}
					list.Rows[i+1] = append(list.Rows[i+1], sheet.Text(word))
				}
				name := sheet.ColumnName(at)
				if strings.Contains(col.Note, " with ; between") {
					continue // several words in one cell: no drop-down can do that
				}
				rule.From = fmt.Sprintf("%s!$%s$2:$%s$%d", words, name, name, len(col.Words)+1)
				rule.Error = "Pick one of the words of the list."
				rule.Warn = col.Loose
			case col.Date:
				rule.Formula = fmt.Sprintf(edtfSigns, letters+"2")
				rule.Error = "This is no date in EDTF. " + col.Note
			case col.Whole != nil:
				rule.Whole = col.Whole
				rule.Error = fmt.Sprintf("A whole number from %d to %d.", col.Whole[0], col.Whole[1])
			default:
				continue
			}
			s.Rules = append(s.Rules, rule)
		}
		s.Rows = append(s.Rows, heading)
		s.Body = body(e.Rows, func(cell *sheet.Cell, column int) { cell.Unlocked = !e.Columns[column].Fixed })
		s.AsTable(1)
		spare := make([]sheet.Cell, len(e.Columns))
		for c := range spare {
			spare[c].Unlocked = true
		}
		s.Body = followed(s.Body, spareRows, spare)
		s.FrozenColumns = 1
		w.Sheets = append(w.Sheets, s)
	}
	list.AsTable(1)
	w.Sheets = append(w.Sheets, list)
	for _, e := range entries {
		if e.Hidden == "" {
			continue
		}
		s := &sheet.Sheet{Name: e.Hidden, Protected: true, Hidden: true, Rows: [][]sheet.Cell{make([]sheet.Cell, len(e.Columns))}}
		for c, col := range e.Columns {
			s.Rows[0][c] = sheet.Text(col.Name)
			s.Columns = append(s.Columns, sheet.Column{Max: 50})
		}
		s.Body = body(e.Rows, func(*sheet.Cell, int) {})
		w.Sheets = append(w.Sheets, s)
	}
	return w
}

// body makes the cells of rows of texts; more is done to each cell of a column.
func body(rows [][]string, more func(cell *sheet.Cell, column int)) sheet.Body {
	var cells []sheet.Cell
	return sheet.Body{N: len(rows), Row: func(i int) []sheet.Cell {
		cells = cells[:0]
		for c, text := range rows[i] {
			cell := sheet.Cell{}
			if text != "" {
				cell = sheet.Text(text)
			}
			more(&cell, c)
			cells = append(cells, cell)
		}
		return cells
	}}
}

// followed puts n times the same row below others.
func followed(b sheet.Body, n int, row []sheet.Cell) sheet.Body {
	return sheet.Body{N: b.N + n, Row: func(i int) []sheet.Cell {
		if i < b.N {
			return b.Row(i)
		}
		return row
	}}
}
