package evidence

import (
	"io"

	"github.com/lectio/lectio/evidence/exchange"
)

// WriteWorkbook writes the records as a workbook that people edit and [Import]
// reads: a sheet of records, one of clauses, and one with the words of the
// drop-downs. The ids and numbers are locked.
func (c *Corpus) WriteWorkbook(w io.Writer) error {
	records := exchange.Entry{Name: "records"}
	clauses := exchange.Entry{Name: "clauses"}
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
	for _, r := range c.Records {
		records.Rows = append(records.Rows, r.RecordCells())
		for _, cl := range r.Clauses {
			clauses.Rows = append(clauses.Rows, r.ClauseCells(cl))
		}
	}
	return exchange.Catalogue(WordsSheet, records, clauses).Write(w)
}

func entryColumn(col Column) exchange.EntryColumn {
	return exchange.EntryColumn{Name: col.Name, Note: col.Note, Words: col.Words, Fixed: col.Fixed}
}
