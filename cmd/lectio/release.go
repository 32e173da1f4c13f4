package main

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/lectio/lectio/evidence/exchange/sheet"
	"github.com/lectio/lectio/evidence/jsonlines"
	"github.com/lectio/lectio/rulesets/publish"
	"github.com/lectio/lectio/rulesets/starter"
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
	example, err := starter.Example(publish.CitationFile)
	if err != nil {
		return err
	}
	if errs := cite.Placeholders(example); len(errs) > 0 {
		return errs
	}
	c, err := a.wholeEvidence()
	if err != nil {
		return err
	}
	if c, err = a.published(c); err != nil {
		return err
	}
	k, err := a.catalogue(c, true)
	if err != nil {
		return err
	}
	m := &meter{}
	if len(c.Records) >= manyFiles {
		m = a.meter(len(publish.Formats), "")
	}
	var files []sheet.File
	var hints []string
	err = a.interruptible(func() (err error) {
		files, hints, err = publish.Release(a.context(), k, func(f *publish.Format) {
			m.doing("writing " + f.Name)
			m.advance(1)
		})
		return err
	})
	m.end()
	if err != nil {
		return err
	}
	for _, hint := range hints {
		a.sayHint(hint)
	}
	if err := writeFolder(dir, files); err != nil {
		return err
	}
	paths := []string{}
	for _, f := range files {
		paths = append(paths, f.Path)
	}
	if a.json {
		return jsonlines.Write(a.stdout, map[string]any{"folder": filepath.ToSlash(dir), "files": paths})
	}
	_, err = fmt.Fprintf(a.stdout, "%s: %s, %s\n", dir, plural(len(files), "file"), plural(len(c.Records), "record"))
	return err
}
