package evidence

import (
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/lectio/lectio/evidence/exchange"
)

// WriteWorkbook writes the records as a workbook that people edit and [Import]
// reads: a sheet of records, one of clauses, one of the layers of text, and one
// with the words of the drop-downs. The ids and numbers are locked. Hidden sheets
// keep what the cells are now, so that Import can tell what was changed where.
func (c *Corpus) WriteWorkbook(w io.Writer) error {
	records := exchange.Entry{Name: "records", Hidden: exportedSheet("records")}
	clauses := exchange.Entry{Name: "clauses", Hidden: exportedSheet("clauses")}
	texts := exchange.Entry{Name: "texts", Hidden: exportedSheet("texts")}
	for _, col := range RecordColumns {
		e := entryColumn(col)
		switch col.Name {
		case "date":
			e.Date = true
		case "confidence":
			e.Whole = &[2]int{0, 100}
		case "source":
			e.Words, e.Loose = c.SourceKeys(), true
		case "uncertainty":
			e.Words = factorNames()
		}
		records.Columns = append(records.Columns, e)
	}
	for _, col := range ClauseColumns {
		clauses.Columns = append(clauses.Columns, entryColumn(col))
	}
	for _, col := range LayerColumns {
		texts.Columns = append(texts.Columns, entryColumn(col))
	}
	for _, r := range c.Records {
		records.Rows = append(records.Rows, fitting(r.RecordCells()))
		for _, cl := range r.Clauses {
			clauses.Rows = append(clauses.Rows, fitting(r.ClauseCells(cl)))
		}
		for _, l := range r.Texts {
			texts.Rows = append(texts.Rows, fitting(r.LayerCells(l)))
		}
	}
	return exchange.Catalogue(WordsSheet, records, clauses, texts).Write(w)
}

// fitting puts a notice where no cell can hold the text; Import passes over it.
func fitting(cells []string) []string {
	for i, s := range cells {
		if !exchange.FitsCell(s) {
			cells[i] = fmt.Sprintf("%s (%d characters): change it in the file", tooLong, utf8.RuneCountInString(s))
		}
	}
	return cells
}

func entryColumn(col Column) exchange.EntryColumn {
	return exchange.EntryColumn{Name: col.Name, Note: col.Note, Words: col.Words, Fixed: col.Fixed}
}
