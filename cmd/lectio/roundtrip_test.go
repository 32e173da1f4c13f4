package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lectio/lectio/testdata/long"
)

// lectioIn runs the program, which must end well, and returns what it prints.
func lectioIn(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if status := run(strings.NewReader(""), &out, &errs, args); status != exitOK {
		t.Fatalf("lectio %s: %d\n%.2000s", strings.Join(args, " "), status, errs.String())
	}
	return out.String()
}

// everything is what a corpus holds, record by record, without the names of its files.
func everything(t *testing.T, corpus string) [][]string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(lectioIn(t, "evidence", "export", "--csv", "--corpus", corpus))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	file := slices.Index(rows[0], "file")
	for i := range rows {
		rows[i] = slices.Delete(rows[i], file, file+1)
	}
	return rows
}

// sense is a cell without what says nothing: in a list in JSON the order of keys, white
// space around a text, and whether a list of one is written as a list.
func sense(cell string) string {
	var list []map[string]any
	if json.Unmarshal([]byte(cell), &list) != nil {
		return cell
	}
	for _, item := range list {
		for key, value := range item {
			text, is := value.(string)
			switch {
			case is && slices.Contains([]string{"wording", "supports", "adds", "contradicts", "lacks", "witnesses"}, key):
				item[key] = []any{text}
			case is:
				item[key] = strings.TrimSpace(text)
			}
		}
	}
	same, err := json.Marshal(list)
	if err != nil {
		return cell
	}
	return string(same)
}

// emptyCorpus is a corpus without a record.
func emptyCorpus(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "empty")
	for _, folder := range []string{"records", "sources"} {
		if err := os.MkdirAll(filepath.Join(dir, "evidence", folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// asSpreadsheet does to a table what a spreadsheet program does that opens and saves it:
// what looks like a number loses the zeros before it.
func asSpreadsheet(t *testing.T, file string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		for i, cell := range row {
			if n, err := strconv.Atoi(cell); err == nil {
				row[i] = strconv.Itoa(n)
			}
		}
	}
	var b bytes.Buffer
	if err := csv.NewWriter(&b).WriteAll(rows); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestExportsComeBack exports corpora in every format that is imported again: into an
// empty corpus they bring all of it, and into the same one nothing.
func TestExportsComeBack(t *testing.T) {
	long.Slow(t)
	bundled := filepath.Join(t.TempDir(), "bundled")
	for _, folder := range []string{"evidence/records", "evidence/sources"} {
		if err := os.CopyFS(filepath.Join(bundled, folder), os.DirFS(filepath.Join("..", "..", folder))); err != nil {
			t.Fatal(err)
		}
	}
	tables := t.TempDir()
	if err := os.CopyFS(tables, os.DirFS("../../testdata/tables")); err != nil {
		t.Fatal(err)
	}
	objects := filepath.Join(tables, "museum.csv")
	rows, err := os.ReadFile(objects)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(rows, []byte("\n"))
	if err := os.WriteFile(objects, bytes.Join(lines[:long.Of(151, len(lines))], nil), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("SOURCE_DATE_EPOCH", "4102444800") // in 2100, when no embargo holds any more
	museum := emptyCorpus(t)
	lectioIn(t, "evidence", "import", objects, "--map", "Curator's comments=note", "--with", filepath.Join(tables, "books.csv")+":Book no.=No.",
		"--partial", "--write", "--corpus", museum)
	for name, corpus := range map[string]string{"bundled": bundled, "museum": museum, "kinds": "../../testdata/kinds"} {
		want := everything(t, corpus)
		if name == "museum" && len(want) != long.Of(143, 951) || name == "bundled" && len(want) < 8 || name == "kinds" && len(want) != 13 {
			t.Fatalf("%s: %d records", name, len(want)-1)
		}
		for _, format := range []string{"csv", "datapackage", "cldf", "xlsx"} {
			if !long.Form() && name == "museum" && format != "xlsx" {
				continue // the others have all fields
			}
			comesBack(t, name, corpus, format, want)
		}
	}
}

// comesBack exports a corpus in a format and imports it again.
func comesBack(t *testing.T, name, corpus, format string, want [][]string) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "out")
	if format == "csv" || format == "xlsx" {
		out += "." + format
	}
	lectioIn(t, "evidence", "export", "--"+format, "--out", out, "--corpus", corpus)
	fresh := emptyCorpus(t)
	images := filepath.Join("evidence", "images")
	if _, err := os.Stat(filepath.Join(corpus, images)); err == nil { // files are no part of an export
		if err := os.CopyFS(filepath.Join(fresh, images), os.DirFS(filepath.Join(corpus, images))); err != nil {
			t.Fatal(err)
		}
	}
	lectioIn(t, "evidence", "import", out, "--write", "--corpus", fresh)
	got := everything(t, fresh)
	if len(got) != len(want) {
		t.Errorf("%s, %s: %d records come back, of %d", name, format, len(got)-1, len(want)-1)
		return
	}
	for i, row := range want {
		for k, cell := range row {
			if sense(got[i][k]) != sense(cell) {
				t.Fatalf("%s, %s: %s of %s is\n%.300s\nand was\n%.300s", name, format, want[0][k], row[0], got[i][k], cell)
			}
		}
	}
	if format == "csv" {
		asSpreadsheet(t, out)
	}
	if said := lectioIn(t, "evidence", "import", out, "--corpus", corpus); said != "no changes\n" {
		t.Errorf("%s, %s: into the same corpus it brings\n%.500s", name, format, said)
	}
}
