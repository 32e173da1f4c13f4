package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/spf13/cobra"
)

func evidenceListCommand(a *app) *cobra.Command {
	var f filterFlags
	var asCSV bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "list the records, all or those that are wanted",
		Long: `Lists the records of the corpus. With several conditions all must hold.

A search by date or place is honest: a record is certainly within the range when
all that its date can mean is, and possibly when some of it is; one without a
date or coordinates lies in no range and no box. A large corpus answers at once
when it has an index, see 'lectio evidence index'.`,
		Example: `  lectio evidence list --place palestine --questions
  lectio evidence list --date 1800/1900 --date-of play --certain
  lectio evidence list --box 63,-25,67,-13 --uncertainty translated --csv`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			filter, err := f.filter()
			if err != nil {
				return err
			}
			found, _, err := a.find(cmd.Context(), filter, 0)
			if err != nil {
				return err
			}
			return a.writeFound(found, filter, asCSV)
		},
	}
	f.register(cmd)
	cmd.Flags().BoolVar(&asCSV, "csv", false, "print a table with commas, for a spreadsheet")
	return cmd
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
		return exchange.CSV(a.stdout, foundTable(found))
	}
	if len(found) == 0 {
		fmt.Fprintln(a.stderr, "hint: no record fits")
	}
	return listFound(a.stdout, found, f)
}

// foundTable has every column, so that a program can rely on them.
func foundTable(found []evidence.Found) exchange.Table {
	t := exchange.Table{Heading: []string{"id", "game", "type", "date", "first-year", "last-year", "date-of", "in-range", "place", "in-box", "source",
		"clauses", "not-rules", "uncertainty", "questions", "file"}}
	for _, r := range found {
		first, last := "", ""
		if e, err := evidence.ParseEDTF(r.Date); err == nil {
			if day, ok := e.Earliest(); ok {
				first = strconv.Itoa(day.Year)
			}
			if day, ok := e.Latest(); ok {
				last = strconv.Itoa(day.Year)
			}
		}
		t.Rows = append(t.Rows, []string{r.ID, r.Game, r.Type, r.Date, first, last, r.DateOf, r.When, r.Place, r.Where, r.Source,
			strconv.Itoa(r.Clauses), strconv.Itoa(r.NotRules), strings.Join(r.Uncertainty, "; "), strings.Join(r.Questions, "; "), r.File})
	}
	return t
}

func listFound(w io.Writer, found []evidence.Found, f *evidence.Filter) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
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
	fmt.Fprintln(t, strings.Join(append(columns, "source"), "\t"))
	for _, r := range found {
		cells := []string{r.ID, r.Game, dash(r.Type), dash(r.Date)}
		if !f.Date.IsZero() {
			cells = append(cells, r.When, dash(r.DateOf))
		}
		if f.Box != nil {
			cells = append(cells, dash(r.Place), r.Where)
		}
		cells = append(cells, strconv.Itoa(r.Clauses), strconv.Itoa(r.NotRules))
		if f.Questions {
			cells = append(cells, strconv.Itoa(len(r.Questions)))
		}
		fmt.Fprintln(t, cleanRow(append(cells, dash(r.Source))))
	}
	return t.Flush()
}

// cleanRow joins cells by tabs, and keeps control characters that come from a
// file away from the terminal.
func cleanRow(cells []string) string {
	for i := range cells {
		cells[i] = oneLine(cells[i])
	}
	return strings.Join(cells, "\t")
}
