package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/intake"
	"github.com/spf13/cobra"
)

// mappingFlags register what is said of the columns of tables.
func mappingFlags(cmd *cobra.Command, m *intake.Said) {
	fs := cmd.Flags()
	fs.StringArrayVar(&m.Maps, "map", nil, "a column of the table and the field that it is, `COLUMN=FIELD`: \"Find-spot=location.name\", \"Colour=extra\", \"Price=-\"; may be repeated")
	fs.StringArrayVar(&m.Sets, "set", nil, "a field that is the same in every row, `FIELD=TEXT`: type=artifact; may be repeated")
	fs.StringArrayVar(&m.With, "with", nil, "a table that is joined by a key, `FILE:COLUMN`; FILE:COLUMN=THEIRS where it is called otherwise there")
	fs.StringArrayVar(&m.Sheets, "sheet", nil, "the `NAME` of a sheet to read of a workbook in which none is known; may be repeated (default: the first)")
	fs.StringVar(&m.ID, "ids", "", "make ids by a `PATTERN`: \"BM.{Reg. no.}\", \"finds.{row}\"")
	fs.StringVar(&m.Dates, "dates", "", "the `ORDER` of dates in figures: day-month-year or month-day-year")
	fs.StringVar(&m.Years, "years", "", "`HOW` years before 0 are counted: BCE (-600 is 600 BCE) or astronomical (-600 is 601 BCE)")
	fs.IntVar(&m.Heading, "heading", 0, "the `ROW` of the heading, as a spreadsheet program counts (default: it is found)")
	fs.BoolVar(&m.Partial, "partial", false, "take the rows without mistakes, and write the rest with a column of reasons")
}

// showMappings prints what the columns of tables are taken for.
func showMappings(w io.Writer, tables []intake.ForeignTable) {
	for _, table := range tables {
		m := table.Mapping
		fmt.Fprintf(w, "%s is read so (%s keeps it, --map corrects it):\n", table.Grid.File, table.Kept())
		for _, c := range m.Columns {
			how := map[string]string{"name": ", by its name", "contents": ", by what is in it", "letters": ", which has no heading of its own"}[c.How]
			to := c.Path()
			if to == "-" {
				to = "left out"
			}
			mark, others := "", ""
			if len(c.Or) > 0 {
				mark, others = "? ", "; "+quotedList(c.Or)+" could be it as well"
			}
			fmt.Fprintf(w, "  %s%s: %s%s%s\n", mark, oneLine(c.Heading), oneLine(to), how, oneLine(others))
		}
		for _, c := range m.Set {
			fmt.Fprintf(w, "  every row: %s %s\n", c.Path(), diag.Quote(c.Heading))
		}
		for _, with := range m.With {
			fmt.Fprintf(w, "  joined with %s\n", oneLine(with))
		}
		if m.ID != "" {
			fmt.Fprintf(w, "  ids: %s\n", oneLine(m.ID))
		}
		if m.Order != "" {
			fmt.Fprintf(w, "  dates in figures: %s\n", m.Order)
		}
		if m.Spans {
			fmt.Fprintln(w, "  1911-12 is from 1911 to 1912")
		}
	}
}

// quotedList is a list of names in words.
func quotedList(names []string) string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = diag.Quote(n)
	}
	return strings.Join(quoted, " and ")
}

// manyMistakes is from how many mistakes on they are counted by reason first.
const manyMistakes = 5

// sayReasons counts the mistakes in tables by reason, with an example of each.
func (a *app) sayReasons(errs diag.Errors) {
	rows := map[string]bool{}
	for _, e := range errs {
		if e.Cell != nil {
			rows[fmt.Sprint(e.Table(), e.Cell.Sheet, e.Cell.Row)] = true
		}
	}
	if len(errs) < manyMistakes || len(rows) == 0 {
		return
	}
	reasons := intake.Reasons(errs)
	fmt.Fprintf(a.stdout, "%s in %s, of %s:\n", plural(len(errs), "mistake"), plural(len(rows), "row"), plural(len(reasons), "kind"))
	for _, r := range reasons {
		at := ""
		if c := r.First.Cell; c != nil {
			at = fmt.Sprintf(", such as row %d, column %s", c.Row, c.Letters)
		}
		found := r.First.Found
		if found != "" {
			found = ": " + found
		}
		fmt.Fprintf(a.stdout, "  %d times: %s%s%s\n", r.Count, oneLine(r.Text), at, oneLine(found))
	}
	fmt.Fprintln(a.stdout, "--partial takes the other rows, and writes these with the reasons into a file")
}
