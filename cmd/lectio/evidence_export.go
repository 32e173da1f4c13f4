package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/exchange/sheet"
	"github.com/spf13/cobra"
)

// export is a format in which the corpus leaves. A new one is a line in exports
// and a function.
type export struct {
	flag   string // the flag that asks for it
	what   string // for the help
	binary bool   // it is not for a terminal
	write  func(a *app, c *evidence.Corpus, w io.Writer) error
}

var exports = []export{
	{"geojson", "GeoJSON, a feature for each record", false, func(_ *app, c *evidence.Corpus, w io.Writer) error { return exchange.GeoJSON(w, c.Spots()) }},
	{"linked-places", "Linked Places format, a feature for each place, for gazetteers", false, exportLinkedPlaces},
	{"csv", "the list of records with commas", false, exportCSV},
	{"bibtex", "the sources in BibTeX", false, exportBibTeX},
	{"csl", "the sources in CSL-JSON", false, exportCSL},
}

func evidenceExportCommand(a *app) *cobra.Command {
	var f filterFlags
	var out string
	chosen := make([]bool, len(exports))
	cmd := &cobra.Command{
		Use:   "export",
		Short: "the records for other programs: maps, gazetteers, spreadsheets, bibliographies",
		Long: `Writes the corpus, or the records that the flags pick, in one other format. Of
sources only those are written that the records name.`,
		Example: `  lectio evidence export --geojson --out games.geojson
  lectio evidence export --bibtex --place iceland`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var picked []export
			var flags []string
			for i, e := range exports {
				flags = append(flags, "--"+e.flag)
				if chosen[i] {
					picked = append(picked, e)
				}
			}
			if len(picked) != 1 {
				return wrong(fmt.Sprintf("%d formats", len(picked)), "one of: "+strings.Join(flags, ", "), "an export has one format")
			}
			return a.evidenceExport(picked[0], &f, out)
		},
	}
	for i, e := range exports {
		cmd.Flags().BoolVar(&chosen[i], e.flag, false, e.what)
	}
	cmd.Flags().StringVar(&out, "out", "", "write to `FILE` instead of standard output")
	f.register(cmd)
	return cmd
}

func (a *app) evidenceExport(e export, flags *filterFlags, out string) error {
	filter, err := flags.filter()
	if err != nil {
		return err
	}
	c, err := a.evidence()
	if err != nil {
		return err
	}
	var questions map[string][]string
	if filter.Questions {
		if questions, err = a.openQuestions(); err != nil {
			return err
		}
	}
	c = c.Part(func(r *evidence.Record) bool {
		card := c.Card(r)
		card.Questions = questions[r.ID]
		_, ok := filter.Match(card)
		return ok
	})
	if out == "" && e.binary && a.watched() {
		return wrong("", "--out FILE", "this format is not for a terminal")
	}
	var b bytes.Buffer
	if err := e.write(a, c, &b); err != nil {
		return err
	}
	if out == "" {
		_, err := a.stdout.Write(b.Bytes())
		return err
	}
	if err := sheet.WriteFiles(sheet.File{Path: out, Content: b.Bytes()}); err != nil {
		return wrong(out, "a file that can be written", "%v", err)
	}
	if a.json {
		return writeJSON(a.stdout, map[string]any{"file": out, "records": len(c.Records), "sources": len(c.Sources)})
	}
	_, err = fmt.Fprintf(a.stdout, "%s: %s, %s\n", out, plural(len(c.Records), "record"), plural(len(c.Sources), "source"))
	return err
}

// placesBase is put before the ids of places that are not in a gazetteer.
const placesBase = "urn:x-lectio:place:"

func exportLinkedPlaces(a *app, c *evidence.Corpus, w io.Writer) error {
	left, err := exchange.LinkedPlaces(w, placesBase, c.Spots())
	if err == nil && left > 0 {
		fmt.Fprintf(a.stderr, "hint: %s without a place left out\n", plural(left, "record"))
	}
	return err
}

func exportCSV(_ *app, c *evidence.Corpus, w io.Writer) error {
	var found []evidence.Found
	for _, r := range c.Records {
		found = append(found, evidence.Found{Card: c.Card(r)})
	}
	return exchange.CSV(w, foundTable(found))
}

func exportBibTeX(_ *app, c *evidence.Corpus, w io.Writer) error {
	_, err := w.Write(evidence.WriteBibTeX(c.Sources))
	return err
}

func exportCSL(_ *app, c *evidence.Corpus, w io.Writer) error {
	_, err := w.Write(evidence.WriteCSL(c.Sources))
	return err
}
