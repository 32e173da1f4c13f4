package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/spf13/cobra"
)

func evidenceSearchCommand(a *app) *cobra.Command {
	var f filterFlags
	var asCSV bool
	var limit int
	cmd := &cobra.Command{
		Use:   "search WORD...",
		Short: "find records by words of their clauses, summaries, sources and notes",
		Long: `Finds the records that have all the words, anywhere in clauses, quoted wording,
summary, game, place, notes and sources, also those through which the text came
(via) and those (layer), or the persons (person), who made its texts. Accents, capitals and letters such as ð
and þ do not matter: arnason finds Árnason and thulur finds Þulur. A word also
finds longer words that begin with it; words in quotes must stand side by side
and whole: '"nine men"'. The flags narrow the search as they do for list.`,
		Example: `  lectio evidence search walnut
  lectio evidence search '"nine men"' --type ethnography
  lectio evidence search lots cast --date 1800/1900 --json`,
		Args: takes(1, -1, "WORD"),
		RunE: func(cmd *cobra.Command, args []string) error {
			filter, err := f.filter()
			errs := diag.AsErrors(err)
			text := strings.Join(args, " ")
			if filter.Words, err = evidence.ParseQuery(text); err != nil {
				errs.Add(diag.Pos{File: "WORD"}, diag.Quote(text), `words, or "words in quotes"`, "%v", err)
			}
			if limit < 0 {
				errs.Add(diag.Pos{File: "--limit"}, strconv.Itoa(limit), "a number that is not negative", "--limit cannot be negative")
			}
			if len(errs) > 0 {
				return errs
			}
			if a.json && asCSV {
				return wrong("--json and --csv", "one of them", "the result is printed once")
			}
			found, total, err := a.find(cmd.Context(), filter, limit)
			if err != nil {
				return err
			}
			switch {
			case a.json:
				if found == nil {
					found = []evidence.Found{}
				}
				return a.printJSON(map[string]any{"total": total, "records": found})
			case asCSV:
				return exchange.CSV(a.stdout, hitTable(found))
			}
			return a.writeHits(found, total)
		},
	}
	f.register(cmd)
	cmd.Flags().BoolVar(&asCSV, "csv", false, "print a table with commas, one row for each text that has a word")
	cmd.Flags().IntVar(&limit, "limit", 100, "print at most this many records (0: all)")
	return cmd
}

// Hits are in bold on a terminal, and between two asterisks elsewhere: brackets
// have a meaning of their own in editions.
type marks struct{ on, off string }

var (
	boldMarks = marks{string(bold), string(unpaint)}
	starMarks = marks{"**", "**"}
)

func hitTable(found []evidence.Found) exchange.Table {
	t := exchange.Table{Heading: []string{"id", "game", "date", "source", "where", "clause", "text", "file"}}
	for _, r := range found {
		for _, h := range r.Hits {
			clause := ""
			if h.Clause > 0 {
				clause = strconv.Itoa(h.Clause)
			}
			t.Rows = append(t.Rows, []string{r.ID, r.Game, r.Date, r.Source, h.Where, clause, marked(h, starMarks, len(h.Text.Text)), r.File})
		}
	}
	return t
}

// shownHits is how many texts of a record are printed; the rest is counted.
const shownHits = 6

func (a *app) writeHits(found []evidence.Found, total int) error {
	m := starMarks
	if a.inColour(a.stdout) {
		m = boldMarks
	}
	b := a.page()
	for _, r := range found {
		head := oneLine(r.ID) + "  " + oneLine(r.Game)
		if r.Date != "" {
			head += "  " + dateWords(r.Date)
		}
		if r.When != "" {
			head += " (" + r.When + " in range)"
		}
		if r.Where != "" {
			head += "  " + oneLine(r.Place) + " (" + r.Where + " in the box)"
		}
		if len(r.From) > 0 {
			head += "  (--source is in: " + strings.Join(r.From, ", ") + ")"
		}
		fmt.Fprintln(b, head)
		for i, h := range r.Hits {
			if i == shownHits {
				fmt.Fprintf(b, "  and %s\n", plural(len(r.Hits)-i, "more text"))
				break
			}
			where := h.Where
			if h.Clause > 0 {
				where += " " + strconv.Itoa(h.Clause)
			}
			b.paragraph(fmt.Sprintf("  %-11s ", where), marked(h, m, 240))
		}
	}
	switch {
	case total == 0:
		fmt.Fprintln(b, "no record has all of these words")
	case len(found) < total:
		fmt.Fprintf(b, "%d of %s; --limit 0 prints all\n", len(found), plural(total, "record"))
	default:
		fmt.Fprintln(b, plural(total, "record"))
	}
	return a.say(a.stdout, b.String())
}

// marked puts marks around the hits of a text, cut down to about width bytes
// around the first of them, on one line.
func marked(h evidence.Hit, m marks, width int) string {
	text := h.Text.Text
	from, to := 0, len(text)
	if to > width {
		from = max(0, min(h.Spans[0].Start-width/3, to-width))
		to = min(to, max(from+width, h.Spans[0].End))
		for from > 0 && text[from-1] != ' ' && from < h.Spans[0].Start {
			from++
		}
		for to < len(text) && text[to] != ' ' {
			to++
		}
	}
	var b strings.Builder
	if from > 0 {
		b.WriteString("… ")
	}
	at := from
	for _, s := range h.Spans {
		if s.Start < from || s.End > to {
			continue
		}
		b.WriteString(oneLineKeep(text[at:s.Start]) + m.on + oneLineKeep(text[s.Start:s.End]) + m.off)
		at = s.End
	}
	b.WriteString(oneLineKeep(text[at:to]))
	if to < len(text) {
		b.WriteString(" …")
	}
	return b.String()
}

// oneLineKeep is oneLine with the spaces at both ends kept.
func oneLineKeep(s string) string {
	return strings.TrimSuffix(strings.TrimPrefix(oneLine("."+s+"."), "."), ".")
}
