package main

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/biblio"
	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/exchange/sheet"
	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/evidence/intake"
	"github.com/lectio/lectio/evidence/publish"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/spf13/cobra"
)

// export is a format in which the corpus leaves. A new one is a line in exports
// and a function.
type export struct {
	flag   string // the flag that asks for it
	what   string // for the help
	name   string // of the file in a release; a folder's ends in a slash
	binary bool   // it is not for a terminal
	whole  bool   // of a whole corpus it has also the sources that no record names
	write  func(a *app, c *evidence.Corpus, w io.Writer) error
	counts []string // tables of a folder whose rows are counted for the user
	// files is set instead of write when the format is a folder.
	files func(a *app, c *evidence.Corpus) ([]sheet.File, error)
}

var exports = []export{
	{flag: "geojson", what: "for maps: GeoJSON, a feature for each record", name: "records.geojson", write: func(_ *app, c *evidence.Corpus, w io.Writer) error { return exchange.GeoJSON(w, publish.Spots(c)) }},
	{flag: "linked-places", what: "for gazetteers: Linked Places format, a feature for each place", name: "places.lpf.json", write: exportLinkedPlaces},
	{flag: "csv", what: "for spreadsheets, and to be imported again: the records with commas, everything in them", name: "records.csv", whole: true, write: exportCSV},
	{flag: "datapackage", what: "for data repositories: a folder of tables in CSV, described as a data package (Frictionless) and for the web of data (CSVW)", name: "tables/", whole: true, files: exportDataPackage},
	{flag: "cldf", what: "for comparing games: a folder with a StructureDataset of CLDF, questions as parameters, readings as codes", name: "cldf/", whole: true,
		counts: []string{"languages", "parameters", "codes", "values"}, files: exportCLDF},
	{flag: "sqlite", what: "for queries: one SQLite file with full-text search, as Datasette serves it", name: "corpus.sqlite", binary: true, write: exportSQLite},
	{flag: "crm", what: "for museums and archives: linked data (JSON-LD) in CIDOC CRM, readings as beliefs (CRMinf)", name: "corpus.crm.jsonld", whole: true, write: exportLinked},
	{flag: "tei", what: "for editors of texts: a corpus of TEI documents, clauses as text, witnesses and readings in an apparatus", name: "records.tei.xml", whole: true, write: exportTEI},
	{flag: "bibtex", what: "for LaTeX: the sources in BibTeX", name: "sources.bib", write: exportBibTeX},
	{flag: "csl", what: "for Zotero and the like: the sources in CSL-JSON", name: "sources.csl.json", write: exportCSL},
	{flag: "ris", what: "for EndNote and library catalogues: the sources in RIS", name: "sources.ris", write: exportRIS},
	{flag: "xlsx", what: "for editing: a workbook of records, clauses and sources, to be imported, here or elsewhere",
		name: "records.xlsx", binary: true, whole: true, write: exportXLSX},
}

func evidenceExportCommand(a *app) *cobra.Command {
	var f filterFlags
	var outs []string
	chosen := make([]bool, len(exports))
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
			return a.evidenceExport(picked[0], &f, outs)
		},
	}
	for i, e := range exports {
		cmd.Flags().BoolVar(&chosen[i], e.flag, false, e.what)
	}
	cmd.Flags().StringArrayVar(&outs, "out", nil,
		"write to `FILE` instead of standard output, which - is too; the folder of a format that is one; may be repeated")
	f.register(cmd)
	return cmd
}

func (a *app) evidenceExport(e export, flags *filterFlags, outs []string) error {
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
	if !e.whole || len(part.Records) < len(c.Records) {
		c = part
	}
	if c, err = a.published(c); err != nil {
		return err
	}
	if e.files != nil {
		return a.exportFolders(e, c, outs)
	}
	return a.exportFiles(e, c, outs)
}

// published is what of a corpus may be published today, and says what was left out.
// SOURCE_DATE_EPOCH, where it is set, is the time that counts, so that an export can be
// made again.
func (a *app) published(c *evidence.Corpus) (*evidence.Corpus, error) {
	now := time.Now()
	if text := os.Getenv("SOURCE_DATE_EPOCH"); text != "" {
		seconds, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, wrong(diag.Quote(text), "seconds since 1970", "SOURCE_DATE_EPOCH is no time")
		}
		now = time.Unix(seconds, 0)
	}
	year, month, day := now.UTC().Date()
	p, left := c.Published(date.Day{Year: year, Month: int(month), Day: day})
	if n := len(left.Records) + len(left.Parts); n > 0 {
		names := slices.Concat(left.Records, left.Parts)
		if len(names) > 10 {
			names = append(slices.Clone(names[:10]), fmt.Sprintf("and %d more", n-10))
		}
		fmt.Fprintf(a.stderr, "hint: under embargo, and left out: %s\n", oneLine(strings.Join(names, ", ")))
	}
	return p, nil
}

// publishable is what of a corpus may be published today: the evidence, and the rulesets
// that tell nothing of what is under embargo. Of those that somebody named none may be
// left out.
func (a *app) publishable(c *dimension.Corpus, named []string) (*dimension.Corpus, error) {
	ev, err := a.published(c.Evidence)
	if err != nil {
		return nil, err
	}
	errs := a.publishableGuests(c, named)
	of := *c.Corpus
	of.Evidence = ev
	of.Definitions = nil
	for _, d := range c.Definitions {
		if !tellsWithheld(d, ev) {
			of.Definitions = append(of.Definitions, d)
		} else if i := slices.Index(named, d.ID); i >= 0 {
			errs = append(errs, withheld(named, i))
		}
	}
	if len(of.Definitions) == 0 && len(c.Definitions) > 0 && len(named) == 0 {
		errs.Add(diag.Pos{File: a.corpus}, "", "a ruleset that may be published", "every ruleset tells of what is under embargo")
	}
	return &dimension.Corpus{Corpus: &of, Dimensions: c.Dimensions}, errs.Err()
}

// tellsWithheld reports whether a ruleset rests on a record that is not published, or says
// something of a clause under embargo, which would tell what is in it.
func tellsWithheld(d *rulesets.Definition, ev *evidence.Corpus) bool {
	return slices.ContainsFunc(d.Records, func(id string) bool { return ev.Record(id) == nil }) ||
		slices.ContainsFunc(d.Citations, func(x rulesets.Citation) bool { return ev.IsWithheld(evidence.ClauseRef{Record: x.Record, N: x.N}) })
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

// exportFolders writes an export that is a folder.
func (a *app) exportFolders(e export, c *evidence.Corpus, outs []string) error {
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
	var files []sheet.File
	err := a.interruptible(func() (err error) {
		files, err = e.files(a, c)
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
	return errors.Join(errs.Err(), a.exported(a.stdout, written, c, e.rows(files)))
}

// tableRows is how many rows a table of a folder has.
type tableRows struct {
	table string
	rows  int
}

// rows counts those of the tables that the format is about.
func (e export) rows(files []sheet.File) (counts []tableRows) {
	for _, name := range e.counts {
		for _, f := range files {
			if rows, err := csv.NewReader(bytes.NewReader(f.Content)).ReadAll(); f.Path == name+".csv" && err == nil {
				counts = append(counts, tableRows{name, len(rows) - 1})
			}
		}
	}
	return counts
}

// exportFiles writes an export that is a file; without a name, to standard output.
func (a *app) exportFiles(e export, c *evidence.Corpus, outs []string) error {
	if err := twice(outs); err != nil {
		return err
	}
	names := slices.DeleteFunc(slices.Clone(outs), func(out string) bool { return out == standardOut || out == "" })
	printed := len(names) == 0 || len(names) < len(outs)
	if printed && e.binary && isTerminal(a.bareStdout()) {
		return wrong("", "--out FILE", "this format is not for a terminal")
	}
	files, err := createAll(names)
	defer files.abandon()
	if err != nil {
		return err
	}
	// What is printed is printed whole or not at all.
	var text bytes.Buffer
	to := []io.Writer{files}
	if printed {
		to = append(to, &text)
	}
	err = a.interruptible(func() error { return e.write(a, c, io.MultiWriter(to...)) })
	if err = cmp.Or(files.wrong, err); err == nil {
		err = files.keep()
	}
	if err != nil {
		return err
	}
	if !printed {
		return a.exported(a.stdout, names, c, nil)
	}
	out := a.stdout
	if e.binary {
		out = bare(out)
	}
	if _, err := out.Write(text.Bytes()); err != nil || len(names) == 0 {
		return err
	}
	return a.exported(a.stderr, names, c, nil)
}

// sameFiles are files that get the same content as it is made, and their names when it
// is whole.
type sameFiles struct {
	names []string
	begun []*sheet.Pending
	wrong error // why they cannot be written
}

// createAll begins a file for each name. The files are to be abandoned in any case, which
// does nothing to those that are kept.
func createAll(names []string) (*sameFiles, error) {
	f := &sameFiles{names: names}
	for _, name := range names {
		p, err := sheet.Create(name)
		if err != nil {
			return f, f.fail(err)
		}
		f.begun = append(f.begun, p)
	}
	return f, nil
}

// fail says that the files cannot be written.
func (f *sameFiles) fail(err error) error {
	f.wrong = wrong(strings.Join(f.names, ", "), "a file that can be written", "%v", err)
	return f.wrong
}

// Write writes to all of them.
func (f *sameFiles) Write(b []byte) (int, error) {
	for i, p := range f.begun {
		if _, err := p.Write(b); err != nil {
			return 0, f.fail(sheet.Unwritable(f.names[i], err))
		}
	}
	return len(b), nil
}

// keep gives the files their names, once all of them are on the disk.
func (f *sameFiles) keep() error {
	for _, p := range f.begun {
		if err := p.Finish(); err != nil {
			return f.fail(err)
		}
	}
	for _, p := range f.begun {
		if err := p.Keep(); err != nil {
			return f.fail(err)
		}
	}
	return nil
}

func (f *sameFiles) abandon() {
	for _, p := range f.begun {
		p.Abandon()
	}
}

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
func (a *app) exported(w io.Writer, outs []string, c *evidence.Corpus, counts []tableRows) error {
	if a.json {
		said := map[string]any{"file": outs[0], "records": len(c.Records), "sources": len(c.Sources)}
		if len(outs) > 1 {
			said["files"] = outs
		}
		for _, n := range counts {
			said[n.table] = n.rows
		}
		return writeJSON(w, said)
	}
	more := ""
	for _, n := range counts {
		more += ", " + plural(n.rows, strings.TrimSuffix(n.table, "s"))
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

func exportDataPackage(a *app, c *evidence.Corpus) ([]sheet.File, error) {
	k, err := a.catalogue(c)
	if err != nil {
		return nil, err
	}
	d, err := k.dataset()
	if err != nil {
		return nil, err
	}
	files, err := exchange.Frictionless(d)
	if err != nil {
		return nil, err
	}
	described, err := exchange.CSVW(d)
	return withCorpus(a, c, append(files, described), err)
}

func exportCLDF(a *app, c *evidence.Corpus) ([]sheet.File, error) {
	k, err := a.catalogue(c)
	if err != nil {
		return nil, err
	}
	d, err := k.structure()
	if err != nil {
		return nil, err
	}
	files, err := exchange.CLDF(d)
	return withCorpus(a, c, files, err)
}

// manyRows is from how many rows on writing them is worth a meter.
const manyRows = 20_000

func exportSQLite(a *app, c *evidence.Corpus, w io.Writer) error {
	k, err := a.catalogue(c)
	if err != nil {
		return err
	}
	d, err := k.dataset()
	if err != nil {
		return err
	}
	rows := 0
	for _, r := range d.Relations {
		rows += len(r.Rows)
	}
	if rows >= manyRows && !a.metered {
		m := a.meter(rows, "writing the tables")
		defer m.end()
		d.Progress = func() { m.advance(1) }
	}
	return exchange.SQLite(a.context(), w, d, fold.Text)
}

// placesBase is put before the ids of places that are not in a gazetteer.
const placesBase = "urn:x-lectio:place:"

func exportLinkedPlaces(a *app, c *evidence.Corpus, w io.Writer) error {
	left, err := exchange.LinkedPlaces(w, placesBase, publish.Spots(c))
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
	return exchange.CSV(w, foundTable(c, found, intake.Unnamed(c)))
}

// corpusTable is the file, in an export that is a folder, by which import brings the
// records back.
const corpusTable = "corpus.csv"

// withCorpus adds the table of everything to a folder.
func withCorpus(a *app, c *evidence.Corpus, files []sheet.File, err error) ([]sheet.File, error) {
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := exportCSV(a, c, &b); err != nil {
		return nil, err
	}
	return append(files, sheet.File{Path: corpusTable, Content: b.Bytes()}), nil
}

func exportBibTeX(_ *app, c *evidence.Corpus, w io.Writer) error {
	_, err := w.Write(biblio.WriteBibTeX(c.Sources))
	return err
}

func exportCSL(_ *app, c *evidence.Corpus, w io.Writer) error {
	_, err := w.Write(biblio.WriteCSL(c.Sources))
	return err
}

func exportRIS(a *app, c *evidence.Corpus, w io.Writer) error {
	text, lost := biblio.WriteRIS(c.Sources)
	a.hintLostInRIS(lost)
	_, err := w.Write(text)
	return err
}

// hintLostInRIS says what of sources is not in their RIS.
func (a *app) hintLostInRIS(lost []string) {
	if len(lost) > 10 {
		lost = append(slices.Clone(lost[:10]), fmt.Sprintf("and %d more", len(lost)-10))
	}
	if len(lost) > 0 {
		fmt.Fprintf(a.stderr, "hint: RIS has no tag for all that is known of these sources; --csl has everything: %s\n", oneLine(strings.Join(lost, "; ")))
	}
}

func exportXLSX(a *app, c *evidence.Corpus, w io.Writer) error {
	lost, err := intake.WriteWorkbook(c, w)
	if err != nil || len(lost) == 0 {
		return err
	}
	if len(lost) > 10 {
		lost = append(slices.Clone(lost[:10]), fmt.Sprintf("and %d more", len(lost)-10))
	}
	fmt.Fprintf(a.stderr, "hint: a text that is too long for a cell, or an item with what stands between items, "+
		"does not come back from the workbook as it is: %s\n", oneLine(strings.Join(lost, "; ")))
	return nil
}
