package main

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/exchange/sheet"
	"github.com/spf13/cobra"
)

func releaseCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "release DIR",
		Short: "a folder to publish: the corpus in every format, with what is needed to cite it",
		Long: `Release makes a folder with the whole corpus in every format of 'lectio evidence
export', CITATION.cff, a README that says what each file is, checksums, and
the metadata for those who keep research data: for a deposit at Zenodo
(.zenodo.json), for a DOI (datacite.json: DataCite 4), and as an RO-Crate 1.2
(ro-crate-metadata.json). Who made the corpus is read from CITATION.cff at the
top of it; a DOI stands there as doi: 10.5281/zenodo.1.

What 'lectio init' wrote there as an example has to be replaced first. The folder is
made whole or not at all. It is replaced when it holds an earlier
release that nobody changed since, and nothing else. The same corpus gives the
same bytes.`,
		Example: `  lectio release games-1.0
  lectio release my-release --corpus my-games`,
		Args: takes(1, 1, "DIR"),
		RunE: func(_ *cobra.Command, args []string) error { return a.release(args[0]) },
	}
}

func (a *app) release(dir string) error {
	if err := noFolder(dir, "a release"); err != nil {
		return err
	}
	cite, err := a.citation()
	var none *uncited
	if errors.As(err, &none) {
		return none.problem()
	}
	if err != nil {
		return err
	}
	if errs := cite.placeholders(); len(errs) > 0 {
		return errs
	}
	c, err := a.wholeEvidence()
	if err != nil {
		return err
	}
	if c, err = a.published(c); err != nil {
		return err
	}
	files, err := a.releaseFiles(c, cite)
	if err != nil {
		return err
	}
	if err := writeFolder(dir, files); err != nil {
		return err
	}
	paths := []string{}
	for _, f := range files {
		paths = append(paths, f.Path)
	}
	if a.json {
		return writeJSON(a.stdout, map[string]any{"folder": filepath.ToSlash(dir), "files": paths})
	}
	_, err = fmt.Fprintf(a.stdout, "%s: %s, %s\n", dir, plural(len(files), "file"), plural(len(c.Records), "record"))
	return err
}

// releaseFiles are the files of a release, with their paths in its folder.
func (a *app) releaseFiles(c *evidence.Corpus, cite *citation) ([]sheet.File, error) {
	d := cite.deposit()
	if err := a.exportAll(c, d); err != nil {
		return nil, err
	}
	add := func(f sheet.File, about string) {
		d.Files = append(d.Files, exchange.DepositFile{File: f, About: about})
	}
	zenodo, err := cite.zenodoFile()
	if err != nil {
		return nil, err
	}
	datacite, err := exchange.DataCite(d)
	if err != nil {
		return nil, err
	}
	add(sheet.File{Path: citationFile, Content: cite.file}, "how to cite this")
	add(zenodo, "the metadata for a deposit at Zenodo")
	add(datacite, "the metadata for a DOI (DataCite 4); the publisher is left open")
	var list strings.Builder
	for _, f := range d.Files {
		if f.About != "" {
			fmt.Fprintf(&list, "| `%s` | %s |\n", f.Path, f.About)
		}
	}
	fmt.Fprintf(&list, "| `%s` | what is in this folder, for programs (RO-Crate 1.2) |\n", exchange.CrateFile)
	add(sheet.File{Path: "README.md", Content: cite.readme(c, list.String())}, "what is in this folder, for people")
	crate, err := exchange.ROCrate(d)
	if err != nil {
		return nil, err
	}
	if lacks := cite.lacking(); lacks != "" {
		fmt.Fprintf(a.stderr, "hint: %s has no %s, which an RO-Crate and DataCite demand\n", citationFile, lacks)
	}
	files := []sheet.File{crate}
	for _, f := range d.Files {
		if f.Content != nil {
			files = append(files, f.File)
		}
	}
	return files, nil
}

// exportAll adds the corpus in every format to a deposit.
func (a *app) exportAll(c *evidence.Corpus, d *exchange.Deposit) error {
	m := &meter{}
	if len(c.Records) >= manyFiles {
		m, a.metered = a.meter(len(exports), ""), true
	}
	defer func() { m.end(); a.metered = false }()
	for _, e := range exports {
		m.doing("writing " + e.name)
		var b bytes.Buffer
		var folder []sheet.File
		err := a.interruptible(func() (err error) {
			if e.files == nil {
				return e.write(a, c, &b)
			}
			folder, err = e.files(a, c)
			return err
		})
		if err != nil {
			return err
		}
		m.advance(1)
		d.Files = append(d.Files, exchange.DepositFile{File: sheet.File{Path: e.name}, About: e.what})
		if e.files == nil {
			d.Files[len(d.Files)-1].Content = append([]byte{}, b.Bytes()...)
		}
		for _, f := range folder {
			f.Path = e.name + f.Path
			d.Files = append(d.Files, exchange.DepositFile{File: f})
		}
	}
	return nil
}

// inMarkdown writes a text so that Markdown takes nothing in it for its own.
func inMarkdown(s string) string {
	var b strings.Builder
	for _, r := range strings.Join(strings.Fields(s), " ") {
		if strings.ContainsRune("\\`*_{}[]<>()#+!|~&", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// readme says what is in a release; list are the rows of its exports.
func (c *citation) readme(ev *evidence.Corpus, list string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s\n\n", inMarkdown(c.title))
	if c.abstract != "" {
		fmt.Fprintf(&b, "%s\n\n", inMarkdown(c.abstract))
	}
	var names []string
	for _, a := range c.authors {
		names = append(names, inMarkdown(a.Name))
	}
	fmt.Fprintf(&b, "By %s.", strings.Join(names, "; "))
	if c.version != "" {
		fmt.Fprintf(&b, " Version %s.", inMarkdown(c.version))
	}
	if c.released != "" {
		fmt.Fprintf(&b, " Released %s.", c.released)
	}
	if len(c.licenses) > 0 {
		fmt.Fprintf(&b, " License: %s.", strings.Join(c.licenses, " or "))
	}
	fmt.Fprintf(&b, " %s, %s.\n\n", plural(len(ev.Records), "record"), plural(len(ev.Sources), "source"))
	fmt.Fprintf(&b, "| file | what it is |\n|---|---|\n%s| `SHA256SUMS` | checksums, for `sha256sum --check SHA256SUMS` |\n", list)
	return b.Bytes()
}
