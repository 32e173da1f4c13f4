package intake

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// WriteWorkbook writes the corpus as a workbook that people edit and [Import]
// reads: a sheet of records, one of clauses, one of the layers of text, one of
// sources, and one with the words of the drop-downs. The ids and numbers are
// locked. Hidden sheets keep what the cells are now, so that Import can tell what
// was changed where. What no cell can hold comes out as a notice, or in other
// items; lost names it.
func WriteWorkbook(c *evidence.Corpus, w io.Writer) (lost []string, err error) {
	table := func(name string, columns []Column) exchange.Entry {
		e := exchange.Entry{Name: name, Hidden: exportedSheet(name)}
		for _, col := range columns {
			e.Columns = append(e.Columns, entryColumn(c, col))
		}
		return e
	}
	columns := Columns(c)
	records, clauses, texts := table("records", columns), table("clauses", ClauseColumns), table("texts", LayerColumns)
	for i, name := range verdictColumns {
		e := exchange.EntryColumn{Name: name, Note: []string{"for a second reader who compared the clause with the source: " + strings.Join(evidence.Verdicts, ", "),
			"what is doubted; or, where it holds, a remark", "who checked", "the day, such as 2026-11-23"}[i]}
		if i == 0 {
			e.Words = evidence.Verdicts
		}
		clauses.Columns = append(clauses.Columns, e)
	}
	sources := table("sources", SourceColumns)
	sources.Columns = slices.Insert(sources.Columns, 1, exchange.EntryColumn{Name: "citation", Fixed: true,
		Note: "the source for people to read; it is worked out from the next column, and not read"})
	add := func(to *exchange.Entry, columns []Column, cells []string, what string, n *yamlpos.Node) {
		to.Rows = append(to.Rows, fitting(cells))
		for _, col := range columns {
			if !col.carries(n) {
				lost = append(lost, what+", "+col.Name)
			}
		}
	}
	for _, r := range c.Records {
		add(&records, columns, RecordCells(r, columns), r.ID, r.Node())
		for _, cl := range r.Clauses {
			cells := append(ClauseCells(r, cl), make([]string, len(verdictColumns))...)
			add(&clauses, ClauseColumns, cells, r.Ref(cl.N).String(), cl.Node())
		}
		for _, l := range r.Texts {
			add(&texts, LayerColumns, LayerCells(r, l), r.ID+"/"+l.ID, l.Node())
		}
	}
	for _, s := range c.Sources {
		cells := SourceCells(s)
		if !exchange.FitsCell(cells[2]) {
			lost = append(lost, "the source "+s.Key)
		}
		sources.Rows = append(sources.Rows, fitting(cells))
	}
	return lost, exchange.Catalogue(WordsSheet, records, clauses, texts, sources).Write(w)
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

func entryColumn(c *evidence.Corpus, col Column) exchange.EntryColumn {
	e := exchange.EntryColumn{Name: col.Name, Note: col.Note, Words: col.Words, Fixed: col.Fixed}
	switch col.Name {
	case "date":
		e.Date = true
	case "confidence":
		e.Whole = &[2]int{0, 100}
	case "source":
		e.Words, e.Loose = c.SourceKeys(), true
	case "uncertainty":
		e.Words = evidence.FactorNames()
	}
	return e
}
