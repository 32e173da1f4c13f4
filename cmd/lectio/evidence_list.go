package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/biblio"
	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/evidence/intake"
	"github.com/spf13/cobra"
)

func evidenceListCommand(a *app) *cobra.Command {
	var f filterFlags
	var asCSV bool
	var order string
	cmd := &cobra.Command{
		Use:   "list",
		Short: "list the records, all or those that are wanted",
		Long: `Lists the records of the corpus. With several conditions all must hold.

A search by date or place is honest: a record is certainly within the range when
all that its date can mean is, and possibly when some of it is; one without a
date or coordinates lies in no range and no box. Dates are read in words, too,
and shown in words; --json and --csv have them in EDTF and as years, 0 for 1 BCE.
A large corpus answers at once
when it has an index, see 'lectio evidence index'.`,
		Example: `  lectio evidence list --place palestine --questions
  lectio evidence list --date 1800/1900 --date-of play --certain
  lectio evidence list --date "before 1000 BC" --sort date
  lectio evidence list --box 63,-25,67,-13 --uncertainty translated --csv`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			filter, err := f.filter()
			errs := diag.AsErrors(err)
			if !slices.Contains(orders, order) {
				errs.Add(argument("--sort", order).pos, diag.Quote(order), "one of: "+strings.Join(orders, ", "), "records cannot be put in this order")
			}
			if len(errs) > 0 {
				return errs
			}
			found, _, err := a.find(cmd.Context(), filter, 0)
			if err != nil {
				return err
			}
			sortFound(found, order)
			return a.writeFound(found, filter, asCSV)
		},
	}
	f.register(cmd)
	cmd.Flags().StringVar(&order, "sort", "id", "the `ORDER`: id, date (what has none last), game or place")
	cmd.Flags().BoolVar(&asCSV, "csv", false, "print a table with commas, for a spreadsheet")
	return cmd
}

// orders are those that a list can be put in.
var orders = []string{"id", "date", "game", "place"}

// sortFound puts records, which are in the order of their ids, in another.
func sortFound(found []evidence.Found, order string) {
	by := map[string]func(a, b evidence.Found) int{
		"date": func(a, b evidence.Found) int {
			x, _ := date.ParseEDTF(a.Date) // the zero date comes last
			y, _ := date.ParseEDTF(b.Date)
			return x.Compare(y)
		},
		"game":  func(a, b evidence.Found) int { return strings.Compare(fold.Text(a.Game), fold.Text(b.Game)) },
		"place": func(a, b evidence.Found) int { return strings.Compare(fold.Text(a.Place), fold.Text(b.Place)) },
	}
	if compare := by[order]; compare != nil {
		slices.SortStableFunc(found, compare)
	}
}

// dateWords are a date of EDTF in words.
func dateWords(edtf string) string {
	e, err := date.ParseEDTF(edtf)
	if err != nil {
		return edtf
	}
	return e.Words()
}

// writeFound prints records as a list.
func (a *app) writeFound(found []evidence.Found, f *evidence.Filter, asCSV bool) error {
	switch {
	case a.json && asCSV:
		return wrong("--json and --csv", "one of them", "the list is printed once")
	case a.json:
		if found == nil {
			found = []evidence.Found{}
		}
		return a.printList("records", found)
	case asCSV:
		c, err := a.evidence()
		if err != nil {
			return err
		}
		return exchange.CSV(a.stdout, foundTable(c, found, nil))
	}
	if len(found) == 0 {
		fmt.Fprintln(a.stderr, "hint: no record fits")
	}
	return a.listFound(a.stdout, found, f)
}

// foundTable has every field of records, those of their own included, and what is known of
// them besides. with are sources that no record of the table names.
func foundTable(c *evidence.Corpus, found []evidence.Found, with []*biblio.Source) exchange.Table {
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

func (a *app) listFound(w io.Writer, found []evidence.Found, f *evidence.Filter) error {
	columns := []string{"record", "game", "type", "date"}
	if !f.Date.IsZero() {
		columns = append(columns, "in range", "date of")
	}
	if f.Box != nil {
		columns = append(columns, "place", "in box")
	}
	columns = append(columns, "clauses", "no rules")
	if f.Questions {
		columns = append(columns, "questions")
	}
	columns = append(columns, "source")
	if !f.Source.IsZero() {
		columns = append(columns, "found in")
	}
	rows := [][]string{columns}
	for _, r := range found {
		cells := []string{r.ID, r.Game, dash(r.Type), dash(dateWords(r.Date))}
		if !f.Date.IsZero() {
			cells = append(cells, r.When, dash(cmp.Or(r.WhenOf, r.DateOf)))
		}
		if f.Box != nil {
			cells = append(cells, dash(r.Place), r.Where)
		}
		cells = append(cells, strconv.Itoa(r.Clauses), strconv.Itoa(r.NotRules))
		if f.Questions {
			cells = append(cells, strconv.Itoa(len(r.Questions)))
		}
		cells = append(cells, dash(r.Source))
		if !f.Source.IsZero() {
			cells = append(cells, strings.Join(r.From, ", "))
		}
		rows = append(rows, cells)
	}
	return a.columns(w, rows)
}
