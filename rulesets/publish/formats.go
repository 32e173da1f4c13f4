package publish

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/biblio"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/exchange/sheet"
	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/evidence/intake"
)

// Format is a format in which a corpus leaves. A new one is an entry of [Formats]
// and a function.
type Format struct {
	Flag     string   // the flag that asks for it
	What     string   // for the help
	Name     string   // of the file in a release; a folder's ends in a slash
	Binary   bool     // it is not for a terminal
	Whole    bool     // of a whole corpus it has also the sources that no record names
	Rulesets bool     // it has rulesets too
	Counts   []string // tables of a folder whose rows are counted for the user

	// Write writes a format that is one file. The hints say what it could not hold.
	Write func(ctx context.Context, k *Catalogue, w io.Writer) (hints []string, err error)
	// Files makes a format that is a folder; it is nil for the others.
	Files func(k *Catalogue) ([]sheet.File, error)
}

// Formats are those that there are, in the order in which help shows them.
var Formats = []Format{
	{Flag: "geojson", What: "for maps: GeoJSON, a feature for each record", Name: "records.geojson",
		Write: simply(func(k *Catalogue, w io.Writer) error { return exchange.GeoJSON(w, Spots(k.Evidence)) })},
	{Flag: "linked-places", What: "for gazetteers: Linked Places format, a feature for each place", Name: "places.lpf.json", Write: writeLinkedPlaces},
	{Flag: "csv", What: "for spreadsheets, and to be imported again: the records with commas, everything in them", Name: "records.csv", Whole: true,
		Write: simply(writeCSV)},
	{Flag: "datapackage", What: "for data repositories: a folder of tables in CSV, described as a data package (Frictionless) and for the web of data (CSVW)",
		Name: "tables/", Whole: true, Rulesets: true, Files: dataPackage},
	{Flag: "cldf", What: "for comparing games: a folder with a StructureDataset of CLDF, questions as parameters, readings as codes", Name: "cldf/",
		Whole: true, Rulesets: true, Counts: []string{"languages", "parameters", "codes", "values"}, Files: cldf},
	{Flag: "sqlite", What: "for queries: one SQLite file with full-text search, as Datasette serves it", Name: "corpus.sqlite", Binary: true,
		Rulesets: true, Write: writeSQLite},
	{Flag: "crm", What: "for museums and archives: linked data (JSON-LD) in CIDOC CRM, readings as beliefs (CRMinf)", Name: "corpus.crm.jsonld",
		Whole: true, Rulesets: true, Write: simply(writeLinked)},
	{Flag: "tei", What: "for editors of texts: a corpus of TEI documents, clauses as text, witnesses and readings in an apparatus", Name: "records.tei.xml",
		Whole: true, Rulesets: true, Write: simply(writeTEI)},
	{Flag: "bibtex", What: "for LaTeX: the sources in BibTeX", Name: "sources.bib", Write: bytesOf(biblio.WriteBibTeX)},
	{Flag: "csl", What: "for Zotero and the like: the sources in CSL-JSON", Name: "sources.csl.json", Write: bytesOf(biblio.WriteCSL)},
	{Flag: "ris", What: "for EndNote and library catalogues: the sources in RIS", Name: "sources.ris", Write: writeRIS},
	{Flag: "xlsx", What: "for editing: a workbook of records, clauses and sources, to be imported, here or elsewhere",
		Name: "records.xlsx", Binary: true, Whole: true, Write: writeXLSX},
}

// TableRows is how many rows a table of a folder has.
type TableRows struct {
	Table string
	Rows  int
}

// Rows counts those of the tables that the format is about.
func (f *Format) Rows(files []sheet.File) (counts []TableRows) {
	for _, name := range f.Counts {
		for _, file := range files {
			if rows, err := csv.NewReader(bytes.NewReader(file.Content)).ReadAll(); file.Path == name+".csv" && err == nil {
				counts = append(counts, TableRows{name, len(rows) - 1})
			}
		}
	}
	return counts
}

// simply is a way to write a format that holds everything and is not stopped.
func simply(write func(k *Catalogue, w io.Writer) error) func(context.Context, *Catalogue, io.Writer) ([]string, error) {
	return func(_ context.Context, k *Catalogue, w io.Writer) ([]string, error) { return nil, write(k, w) }
}

// bytesOf writes the sources in a format that holds everything of them.
func bytesOf(format func([]*biblio.Source) []byte) func(context.Context, *Catalogue, io.Writer) ([]string, error) {
	return simply(func(k *Catalogue, w io.Writer) error {
		_, err := w.Write(format(k.Evidence.Sources))
		return err
	})
}

// placesBase is put before the ids of places that are not in a gazetteer.
const placesBase = "urn:x-lectio:place:"

func writeLinkedPlaces(_ context.Context, k *Catalogue, w io.Writer) (hints []string, err error) {
	left, err := exchange.LinkedPlaces(w, placesBase, Spots(k.Evidence))
	if err == nil && left > 0 {
		hints = []string{counted(left, "record") + " without a place left out"}
	}
	return hints, err
}

// counted is a number of things, in words.
func counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

func writeCSV(k *Catalogue, w io.Writer) error {
	var found []evidence.Found
	for _, r := range k.Evidence.Records {
		found = append(found, evidence.Found{Card: k.Evidence.Card(r)})
	}
	return exchange.CSV(w, FoundTable(k.Evidence, found, intake.Unnamed(k.Evidence)))
}

func dataPackage(k *Catalogue) ([]sheet.File, error) {
	d, err := k.dataset()
	if err != nil {
		return nil, err
	}
	files, err := exchange.Frictionless(d)
	if err != nil {
		return nil, err
	}
	described, err := exchange.CSVW(d)
	return withCorpus(k, append(files, described), err)
}

func cldf(k *Catalogue) ([]sheet.File, error) {
	d, err := k.structure()
	if err != nil {
		return nil, err
	}
	files, err := exchange.CLDF(d)
	return withCorpus(k, files, err)
}

// withCorpus adds the table of everything to a folder, by which import brings the records back.
func withCorpus(k *Catalogue, files []sheet.File, err error) ([]sheet.File, error) {
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := writeCSV(k, &b); err != nil {
		return nil, err
	}
	return append(files, sheet.File{Path: intake.CorpusTable, Content: b.Bytes()}), nil
}

func writeSQLite(ctx context.Context, k *Catalogue, w io.Writer) ([]string, error) {
	d, err := k.dataset()
	if err != nil {
		return nil, err
	}
	if k.Progress != nil {
		rows := 0
		for _, r := range d.Relations {
			rows += len(r.Rows)
		}
		step, end := k.Progress(rows)
		defer end()
		d.Progress = step
	}
	return nil, exchange.SQLite(ctx, w, d, fold.Text)
}

func writeRIS(_ context.Context, k *Catalogue, w io.Writer) (hints []string, err error) {
	text, lost := biblio.WriteRIS(k.Evidence.Sources)
	if len(lost) > 0 {
		hints = []string{"RIS has no tag for all that is known of these sources; --csl has everything: " + strings.Join(firstTen(lost), "; ")}
	}
	_, err = w.Write(text)
	return hints, err
}

func writeXLSX(_ context.Context, k *Catalogue, w io.Writer) (hints []string, err error) {
	lost, err := intake.WriteWorkbook(k.Evidence, w)
	if err == nil && len(lost) > 0 {
		hints = []string{"a text that is too long for a cell, or an item with what stands between items, " +
			"does not come back from the workbook as it is: " + strings.Join(firstTen(lost), "; ")}
	}
	return hints, err
}

// firstTen are the first of several names, and how many more there are.
func firstTen(names []string) []string {
	if len(names) > 10 {
		names = append(slices.Clone(names[:10]), fmt.Sprintf("and %d more", len(names)-10))
	}
	return names
}
