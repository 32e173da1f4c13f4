package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/rulesets/publish"
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
				errs.Add(diag.Pos{File: "--sort"}, diag.Quote(order), "one of: "+strings.Join(orders, ", "), "records cannot be put in this order")
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
		return exchange.CSV(a.stdout, publish.FoundTable(c, found, nil))
	}
	if len(found) == 0 {
		fmt.Fprintln(a.stderr, "hint: no record fits")
	}
	return a.listFound(a.stdout, found, f)
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
