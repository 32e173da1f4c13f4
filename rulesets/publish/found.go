package publish

import (
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/biblio"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/intake"
)

// FoundTable has every field of records, those of their own included, and what is known of
// them besides. with are sources that no record of the table names.
func FoundTable(c *evidence.Corpus, found []evidence.Found, with []*biblio.Source) exchange.Table {
	t := exchange.Table{Heading: []string{"id", "game", "type", "date", "first-year", "last-year", "date-of", "in-range", "place", "in-box", "source", "found-in",
		"clauses", "not-rules", "uncertainty", "questions", "file"}}
	var fields []intake.Column
	for _, col := range intake.Columns(c) {
		if heading := strings.ReplaceAll(col.Name, " ", "-"); !slices.Contains(t.Heading, heading) {
			if strings.HasPrefix(col.Name, "extra: ") {
				heading = col.Name
			}
			t.Heading, fields = append(t.Heading, heading), append(fields, col)
		}
	}
	t.Heading = append(t.Heading, intake.ListColumns...)
	for i, r := range found {
		first, last := "", ""
		if r.FirstYear != nil {
			first = strconv.Itoa(*r.FirstYear)
		}
		if r.LastYear != nil {
			last = strconv.Itoa(*r.LastYear)
		}
		row := []string{r.ID, r.Game, r.Type, r.Date, first, last, r.DateOf, r.When, r.Place, r.Where, r.Source, strings.Join(r.From, "; "),
			strconv.Itoa(r.Clauses), strconv.Itoa(r.NotRules), strings.Join(r.Uncertainty, "; "), strings.Join(r.Questions, "; "), r.File}
		if record := c.Record(r.ID); record != nil {
			if record.Location != nil {
				row[slices.Index(t.Heading, "place")] = record.Location.Name // what else places it has columns of its own
			}
			if i > 0 {
				with = nil // they stand once, in the first row
			}
			row = append(append(row, intake.RecordCells(record, fields)...), intake.ListCells(c, record, with)...)
		}
		for len(row) < len(t.Heading) {
			row = append(row, "")
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
