package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/exchange/sheet"
	"github.com/lectio/lectio/evidence/jsonlines"
	"github.com/lectio/lectio/rulesets/publish"
	"github.com/spf13/cobra"
)

func evidenceExportCommand(a *app) *cobra.Command {
	var f filterFlags
	var outs []string
	chosen := make([]bool, len(publish.Formats))
	cmd := &cobra.Command{
		Use:   "export",
		Short: "the records for other programs: maps, tables, museums, editions, bibliographies",
		Long: `Writes the corpus, or the records that the flags pick, in one other format. Of
sources only those are written that the records name, but of all records all
sources into the formats that 'lectio evidence import' reads again: --csv,
--datapackage, --cldf and --xlsx.

--datapackage, --cldf, --sqlite, --crm and --tei hold the rulesets too: those whose
records all are picked. The first two make a folder, --out DIR, and replace one
only when it holds nothing but an earlier export that nobody changed.

What is under an embargo today is in no format, and what was left out is said.
What each format cannot hold stands in the guide, evidence/README.md.`,
		Example: `  lectio evidence export --geojson --out games.geojson
  lectio evidence export --bibtex --place iceland
  lectio evidence export --sqlite --out games.sqlite
  lectio evidence export --cldf --out games-cldf`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var picked []publish.Format
			var flags []string
			for i, e := range publish.Formats {
				flags = append(flags, "--"+e.Flag)
				if chosen[i] {
					picked = append(picked, e)
				}
			}
			if len(picked) != 1 {
				return wrong(fmt.Sprintf("%d formats", len(picked)), "one of: "+strings.Join(flags, ", "), "an export has one format")
			}
			return a.evidenceExport(picked[0], &f, outs)
		},
	}
	for i, e := range publish.Formats {
		cmd.Flags().BoolVar(&chosen[i], e.Flag, false, e.What)
	}
	cmd.Flags().StringArrayVar(&outs, "out", nil,
		"write to `FILE` instead of standard output, which - is too; the folder of a format that is one; may be repeated")
	f.register(cmd)
	return cmd
}

func (a *app) evidenceExport(e publish.Format, flags *filterFlags, outs []string) error {
	filter, err := flags.filter()
	if err != nil {
		return err
	}
	c, err := a.wholeEvidence()
	if err != nil {
		return err
	}
	var questions map[string][]string
	if filter.Questions {
		var errs diag.Errors
		if questions, errs = a.openQuestions(); len(errs) > 0 {
			return errs
		}
	}
	part := c.Part(func(r *evidence.Record) bool {
		card := c.Card(r)
		card.Questions = questions[r.ID]
		_, ok := filter.Match(card)
		return ok
	})
	if !e.Whole || len(part.Records) < len(c.Records) {
		c = part
	}
	if c, err = a.published(c); err != nil {
		return err
	}
	if e.Files != nil {
		return a.exportFolders(e, c, outs)
	}
	return a.exportFiles(e, c, outs)
}

// twice reports names that stand twice among them.
func twice(outs []string) error {
	seen := map[string]bool{}
	var errs diag.Errors
	for _, out := range outs {
		if seen[filepath.Clean(out)] {
			errs.Add(diag.Pos{File: "--out"}, out, "another name for each file", "the file is named twice")
		}
		seen[filepath.Clean(out)] = true
	}
	return errs.Err()
}

// catalogue is what leaves of records in a format, with the rulesets where that has them: then an error in any of them
// ends the command, as does one in the citation. A corpus that does not say who made it can be exported all the same.
func (a *app) catalogue(ev *evidence.Corpus, withRulesets bool) (*publish.Catalogue, error) {
	if !withRulesets {
		return &publish.Catalogue{Evidence: ev}, nil
	}
	c, err := a.wholeRulesets()
	if err != nil {
		return nil, err
	}
	cite, err := a.citation()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	_, root := a.rulesetFiles()
	return publish.New(ev, c.Definitions, root, cite), nil
}

// exportFolders writes an export that is a folder.
func (a *app) exportFolders(e publish.Format, c *evidence.Corpus, outs []string) error {
	if len(outs) == 0 {
		return wrong("", "--out DIR", "this format is a folder")
	}
	if err := twice(outs); err != nil {
		return err
	}
	for _, out := range outs {
		if err := noFolder(out, "this format"); err != nil {
			return err
		}
	}
	k, err := a.catalogue(c, e.Rulesets)
	if err != nil {
		return err
	}
	var files []sheet.File
	err = a.interruptible(func() (err error) {
		files, err = e.Files(k)
		return err
	})
	if err != nil {
		return err
	}
	var errs diag.Errors
	var written []string
	for _, out := range outs {
		if err := writeFolder(out, files); err != nil {
			if len(outs) == 1 {
				return err
			}
			errs.Merge(diag.AsErrors(err))
			continue
		}
		written = append(written, out)
	}
	if len(written) == 0 {
		return errs.Err()
	}
	return errors.Join(errs.Err(), a.exported(a.stdout, written, c, e.Rows(files)))
}

// exportFiles writes an export that is a file; without a name, to standard output.
func (a *app) exportFiles(e publish.Format, c *evidence.Corpus, outs []string) error {
	if err := twice(outs); err != nil {
		return err
	}
	names := slices.DeleteFunc(slices.Clone(outs), func(out string) bool { return out == standardOut || out == "" })
	printed := len(names) == 0 || len(names) < len(outs)
	if printed && e.Binary && isTerminal(a.bareStdout()) {
		return wrong("", "--out FILE", "this format is not for a terminal")
	}
	k, err := a.catalogue(c, e.Rulesets)
	if err != nil {
		return err
	}
	k.Progress = func(rows int) (step, end func()) {
		m := &meter{}
		if rows >= manyRows {
			m = a.meter(rows, "writing the tables")
		}
		return func() { m.advance(1) }, m.end
	}
	var text bytes.Buffer // whatever becomes of it, it is whole
	var hints []string
	err = a.interruptible(func() (err error) {
		hints, err = e.Write(a.context(), k, &text)
		return err
	})
	if err != nil {
		return err
	}
	for _, hint := range hints {
		a.sayHint(hint)
	}
	var files []sheet.File
	for _, name := range names {
		files = append(files, sheet.File{Path: name, Content: text.Bytes()})
	}
	if err := sheet.WriteFiles(files...); err != nil {
		return wrong(strings.Join(names, ", "), "a file that can be written", "%v", err)
	}
	if !printed {
		return a.exported(a.stdout, names, c, nil)
	}
	out := a.stdout
	if e.Binary {
		out = bare(out)
	}
	if _, err := out.Write(text.Bytes()); err != nil || len(names) == 0 {
		return err
	}
	return a.exported(a.stderr, names, c, nil)
}

// manyRows is from how many rows on writing them is worth a meter.
const manyRows = 20_000

// interruptible does work that makes something in memory, and leaves it when the
// user asks to stop: nothing has been written then. What listens itself, and has
// something to clear away, is given a moment for it.
func (a *app) interruptible(work func() error) error {
	const grace = 2 * time.Second
	done := make(chan error, 1)
	go func() { done <- work() }()
	select {
	case err := <-done:
		return cmp.Or(a.context().Err(), err)
	case <-a.context().Done():
	}
	select {
	case <-done:
	case <-time.After(grace):
	}
	return a.context().Err()
}

// exported says what was written, and where.
func (a *app) exported(w io.Writer, outs []string, c *evidence.Corpus, counts []publish.TableRows) error {
	if a.json {
		said := map[string]any{"file": outs[0], "records": len(c.Records), "sources": len(c.Sources)}
		if len(outs) > 1 {
			said["files"] = outs
		}
		for _, n := range counts {
			said[n.Table] = n.Rows
		}
		return jsonlines.Write(w, said)
	}
	more := ""
	for _, n := range counts {
		more += ", " + plural(n.Rows, strings.TrimSuffix(n.Table, "s"))
	}
	for _, out := range outs {
		if _, err := fmt.Fprintf(w, "%s: %s, %s%s\n", out, plural(len(c.Records), "record"), plural(len(c.Sources), "source"), more); err != nil {
			return err
		}
	}
	return nil
}

// writeFolder writes a folder that is the program's own, whole or not at all.
func writeFolder(dir string, files []sheet.File) error {
	err := exchange.WriteFolder(dir, files)
	var foreign *exchange.ForeignError
	var path *fs.PathError
	switch {
	case errors.As(err, &foreign):
		shown := foreign.Files
		if len(shown) > 5 {
			shown = append(slices.Clone(shown[:5]), fmt.Sprintf("and %d more", len(shown)-5))
		}
		p := wrong(strings.Join(shown, ", "), "a new or empty folder, or one that was written here and not changed since", "%s is not replaced", dir)
		p.hint = "nothing was written; take another folder, or move these files away"
		return p
	case errors.As(err, &path):
		return wrong(dir, "a folder that can be written", "%v", path.Err)
	case err != nil:
		return wrong(dir, "a folder that can be written", "%v", err)
	}
	return nil
}
