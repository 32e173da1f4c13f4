package intake

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/biblio"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// CorpusTable is the file, in an export that is a folder, by which an import brings the
// records back.
const CorpusTable = "corpus.csv"

// ReadFile reads a file that somebody else made, by its name or, failing
// that, by what is in it.
func ReadFile(file string) (pieces []*exchange.Piece, grids []*exchange.Grid, notes []string, errs diag.Errors) {
	if table, said, errs := ofExport(file); len(errs) > 0 {
		return nil, nil, nil, errs
	} else if table != "" {
		pieces, grids, notes, errs = ReadFile(table)
		return pieces, grids, append(said, notes...), errs
	}
	shown := filepath.ToSlash(file)
	ext := strings.ToLower(filepath.Ext(file))
	if ext == ".xlsx" || ext == ".xlsm" {
		grids, errs = exchange.ReadXLSX(file)
		for _, g := range grids {
			if len(g.Merged) > 0 {
				notes = append(notes, fmt.Sprintf("%s: %s: cells that reach over several rows count for each of them: %s", shown, diag.Quote(g.Sheet), strings.Join(g.Merged, ", ")))
			}
		}
		return nil, grids, notes, errs
	}
	data, err := yamlpos.ReadFile(file, "a file that can be read", yamlpos.MaxInput)
	if err != nil {
		return nil, nil, nil, diag.AsErrors(err)
	}
	if bytes.HasPrefix(data, []byte("PK\x03\x04")) {
		errs.Add(diag.Pos{File: shown}, "a packed file", "a name that ends in .xlsx", "the file is no text; if it is a workbook, rename it")
		return nil, nil, nil, errs
	}
	text, encoding, errs := exchange.Decode(shown, data, ext == ".html" || ext == ".htm")
	if len(errs) > 0 {
		return nil, nil, nil, errs
	}
	if encoding != "" {
		notes = append(notes, fmt.Sprintf("%s: read as %s; look whether accents came out right", shown, encoding))
	}
	switch {
	case slices.Contains([]string{".csv", ".tsv"}, ext):
		g, more := exchange.ReadCSV(shown, text)
		if g != nil {
			grids = []*exchange.Grid{g}
		}
		return nil, grids, notes, more
	case ext == ".ris" || ext == ".bib":
		read := biblio.ReadNew
		if ext == ".bib" {
			read = biblio.ReadBibTeX
		}
		sources, more := read(shown, []byte(text))
		return nil, []*exchange.Grid{TableOfSources(shown, sources)}, notes, more
	case ext == ".lud":
		pieces, errs = exchange.Lud(shown, text)
	case ext == ".html" || ext == ".htm" || exchange.IsPage(text):
		pieces, errs = exchange.Page(shown, text)
	default:
		errs.Add(diag.Pos{File: shown}, diag.Quote(ext), "a page of the Ludii portal, or a file that ends in .lud, .ris, .bib, .csv, .tsv or .xlsx",
			"the file cannot be imported; a text of rules is cut into clauses by 'lectio evidence split'")
	}
	return pieces, nil, notes, errs
}

// ofExport finds the table by which an export that is a folder comes back, when file is
// such a folder, or the description in it; notes name what else was changed there, and is
// not read. It is "" for every other file.
func ofExport(file string) (table string, notes []string, errs diag.Errors) {
	dir := file
	if info, err := os.Stat(file); err != nil || !info.IsDir() {
		if name := filepath.Base(file); name != "datapackage.json" && name != "StructureDataset-metadata.json" {
			return "", nil, nil
		}
		dir = filepath.Dir(file)
	}
	table = filepath.Join(dir, CorpusTable)
	if _, err := os.Stat(table); err != nil && !errors.Is(err, fs.ErrNotExist) {
		errs.Add(diag.Pos{File: filepath.ToSlash(table)}, "", "", "the file cannot be read: %v", yamlpos.WithoutPath(err))
		return "", nil, errs
	} else if err != nil {
		errs.Add(diag.Pos{File: filepath.ToSlash(file)}, "", "a data package or a CLDF dataset that this program has written, with a file "+CorpusTable,
			"the folder cannot be imported")
		return "", nil, errs
	}
	for _, name := range exchange.ChangedFiles(dir) {
		if name != CorpusTable {
			notes = append(notes, fmt.Sprintf("%s was changed since the export, and is not read: the records are in %s",
				filepath.ToSlash(filepath.Join(dir, name)), CorpusTable))
		}
	}
	return table, notes, nil
}
