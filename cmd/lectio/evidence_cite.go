package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/biblio"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/spf13/cobra"
)

func evidenceCiteCommand(a *app) *cobra.Command {
	var format, style string
	cmd := &cobra.Command{
		Use:   "cite ID...",
		Short: "the source of a record, a clause or a key, as a line, in BibTeX or in CSL-JSON",
		Long: `Prints how to cite what a record rests on: an object by who holds it, where and
under which number; its source with the pages, and the sources through which the
text came. ID is a record, a clause or an observation of one (RECORD#6), or the key
of a source. --style gives it as printed works have it.`,
		Example: `  lectio evidence cite DLP.Evidence.1706
  lectio evidence cite DLP.Evidence.1706 DLP.Evidence.1560 --format bibtex > games.bib
  lectio evidence cite DLP.Evidence.1706 --style notes`,
		Args: takes(1, -1, "ID"),
		RunE: func(_ *cobra.Command, args []string) error { return a.evidenceCite(args, format, style) },
	}
	cmd.Flags().StringVar(&format, "format", "plain", "plain, bibtex or csl")
	cmd.Flags().StringVar(&style, "style", "", "author-date (in a text, with the list of references below) or notes (as footnotes have it); a line for each without it")
	return cmd
}

func (a *app) evidenceCite(ids []string, format, style string) error {
	if !slices.Contains([]string{"plain", "bibtex", "csl"}, format) {
		return wrong(diag.Quote(format), "plain, bibtex or csl", "there is no such format")
	}
	styles := map[string]func([]biblio.Citation) []byte{"author-date": biblio.CiteAuthorDate, "notes": biblio.CiteNotes}
	if style != "" && styles[style] == nil {
		return wrong(diag.Quote(style), "author-date or notes", "there is no such style")
	}
	if style != "" && (a.json || format != "plain") {
		return wrong("--style with --json or --format "+format, "one of them", "a style is one of plain text")
	}
	c, err := a.evidence()
	if err != nil {
		return err
	}
	var citations []biblio.Citation
	var errs diag.Errors
	for _, id := range ids {
		citation, ok := c.Citation(id)
		if !ok {
			names := slices.Concat(c.RecordIDs(), c.SourceKeys())
			record, _, _ := strings.Cut(id, "#")
			hint := ""
			if near := diag.DidYouMean(id, names); near != "" {
				hint = "; " + near
			}
			if file := c.Unsound(record); file != "" {
				hint = "; the record " + record + " cannot be used: there are errors in " + file
			} else if c.Record(record) != nil {
				hint = "; the record " + record + " has no clause or observation of that number"
			}
			errs.Add(diag.Pos{File: "ID"}, diag.Quote(id), "a record, RECORD#NUMBER or the key of a source", "there is nothing of this name%s", hint)
			continue
		}
		citations = append(citations, citation)
	}
	if len(errs) > 0 {
		return errs
	}
	if a.json {
		type cited struct {
			ID      string          `json:"id"`
			Object  string          `json:"object,omitempty"` // who holds it, where, under which number
			Key     string          `json:"key"`
			Locator string          `json:"locator,omitempty"`
			Plain   string          `json:"plain"`
			BibTeX  string          `json:"bibtex"`
			CSL     json.RawMessage `json:"csl"`
		}
		var out []cited
		for i, x := range citations {
			one := []biblio.Citation{x}
			out = append(out, cited{ids[i], x.Held(), x.Source.Key, x.Locator, x.Plain(), string(biblio.CiteBibTeX(one)), biblio.CiteCSL(one)})
		}
		return a.printList("citations", out)
	}
	if style != "" {
		_, err = a.stdout.Write(styles[style](citations))
		return err
	}
	switch format {
	case "bibtex":
		_, err = a.stdout.Write(biblio.CiteBibTeX(citations))
	case "csl":
		_, err = a.stdout.Write(biblio.CiteCSL(citations))
	default:
		for _, x := range citations {
			_, err = fmt.Fprintln(a.stdout, oneLine(x.Plain()))
		}
	}
	return err
}
