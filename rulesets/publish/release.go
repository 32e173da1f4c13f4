package publish

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/exchange/sheet"
)

// Release makes the files of a release, with their paths in its folder: the corpus in every format, its citation, a
// README, and the metadata for those who keep research data. A catalogue that has no citation cannot be released.
// doing is called with each format before it is made. The hints say what formats could not hold, and what the
// citation lacks.
func Release(ctx context.Context, k *Catalogue, doing func(*Format)) (files []sheet.File, hints []string, err error) {
	cite := k.Citation
	d := cite.deposit()
	add := func(f sheet.File, about string) {
		d.Files = append(d.Files, exchange.DepositFile{File: f, About: about})
	}
	for i := range Formats {
		f := &Formats[i]
		doing(f)
		var b bytes.Buffer
		var folder []sheet.File
		if f.Files == nil {
			more, err := f.Write(ctx, k, &b)
			if err != nil {
				return nil, nil, err
			}
			hints = append(hints, more...)
			add(sheet.File{Path: f.Name, Content: append([]byte{}, b.Bytes()...)}, f.What)
			continue
		}
		if folder, err = f.Files(k); err != nil {
			return nil, nil, err
		}
		add(sheet.File{Path: f.Name}, f.What)
		for _, in := range folder {
			add(sheet.File{Path: f.Name + in.Path, Content: in.Content}, "")
		}
	}
	zenodo, err := cite.zenodoFile()
	if err != nil {
		return nil, nil, err
	}
	datacite, err := exchange.DataCite(d)
	if err != nil {
		return nil, nil, err
	}
	add(sheet.File{Path: CitationFile, Content: cite.file}, "how to cite this")
	add(zenodo, "the metadata for a deposit at Zenodo")
	add(datacite, "the metadata for a DOI (DataCite 4); the publisher is left open")
	var list strings.Builder
	for _, f := range d.Files {
		if f.About != "" {
			fmt.Fprintf(&list, "| `%s` | %s |\n", f.Path, f.About)
		}
	}
	fmt.Fprintf(&list, "| `%s` | what is in this folder, for programs (RO-Crate 1.2) |\n", exchange.CrateFile)
	add(sheet.File{Path: "README.md", Content: cite.readme(k.Evidence, list.String())}, "what is in this folder, for people")
	crate, err := exchange.ROCrate(d)
	if err != nil {
		return nil, nil, err
	}
	if lacks := cite.lacking(); lacks != "" {
		hints = append(hints, fmt.Sprintf("%s has no %s, which an RO-Crate and DataCite demand", CitationFile, lacks))
	}
	files = []sheet.File{crate}
	for _, f := range d.Files {
		if f.Content != nil {
			files = append(files, f.File)
		}
	}
	return files, hints, nil
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

// readme says what is in a release of a corpus; list are the rows of its exports.
func (c *Citation) readme(ev *evidence.Corpus, list string) []byte {
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
	fmt.Fprintf(&b, " %s, %s.\n\n", counted(len(ev.Records), "record"), counted(len(ev.Sources), "source"))
	fmt.Fprintf(&b, "| file | what it is |\n|---|---|\n%s| `SHA256SUMS` | checksums, for `sha256sum --check SHA256SUMS` |\n", list)
	return b.Bytes()
}
