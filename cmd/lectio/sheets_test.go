package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

// TestForeignWorkbook imports a workbook that was not made for a corpus: its first sheet,
// or the sheets that are named, each with a mapping of its own.
func TestForeignWorkbook(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	f := excelize.NewFile()
	for sheet, rows := range map[string][][]any{
		"Sheet1":      {{"Inv. no", "Spiel", "Fundort", "Datierung", "Farbe"}, {"A 1", "Merels", "Porthaven", "um 1850", "rot"}, {"A 2", "Merels", "Old Quay", 1890, ""}},
		"Boards 2":    {{"Game", "Find-spot", "Date", "Wood"}, {"Tables", "Gannet Hill", "31 February 1888", "oak"}, {"Tables", "Gannet Hill", "7thC BC", "ash"}},
		"Nothing yet": {},
	} {
		if sheet != "Sheet1" {
			if _, err := f.NewSheet(sheet); err != nil {
				t.Fatal(err)
			}
		}
		for i, row := range rows {
			cell, _ := excelize.CoordinatesToCellName(1, i+1)
			if err := f.SetSheetRow(sheet, cell, &row); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := f.SaveAs("finds.xlsx"); err != nil {
		t.Fatal(err)
	}
	corpus := emptyCorpus(t)
	say := func(want int, args ...string) string {
		t.Helper()
		var out bytes.Buffer
		if status := run(strings.NewReader(""), &out, &out, append(strings.Fields("evidence import finds.xlsx --corpus "+corpus), args...)); status != want {
			t.Fatalf("%v: %d\n%s", args, status, out.String())
		}
		return out.String()
	}
	has := func(text string, parts ...string) {
		t.Helper()
		for _, p := range parts {
			if !strings.Contains(text, p) {
				t.Errorf("%q is not in\n%s", p, text)
			}
		}
	}
	has(say(exitOK), "finds.xlsx is read so (finds.mapping.yaml keeps it", "Farbe: extra:Farbe", `"um 1850" is 1850~`, "2 new records, 1 new source: nothing written",
		`finds.xlsx: not read: "Boards 2"; --sheet NAME reads a sheet`)
	has(say(exitOK, "--map", "Farbe=note", "--write"), "2 new records, 1 new source: written")
	has(say(exitOK), "Farbe: note", "no changes")
	has(say(exitUnusable, "--sheet", "Boards"), `there is no such sheet; found "Boards", expected one of: Sheet1, `)
	has(say(exitUnusable, "--sheet", "Boards 2"), "finds.xlsx!Boards 2!C2: the date cannot be")
	has(say(exitOK, "--sheet", "Sheet1", "--sheet", "Boards 2", "--partial", "--write"), "finds-Sheet1.mapping.yaml keeps it", "finds-Boards-2.mapping.yaml keeps it",
		"1 row of finds.xlsx left, and written to finds-Boards-2-rest.csv")
	for name, want := range map[string]string{filepath.Join(corpus, "evidence/records/finds-Boards-2.3.yaml"): "edtf: -0699/-0600",
		filepath.Join(corpus, "evidence/records/A-1.yaml"): "edtf: 1850~", "finds-Boards-2-rest.csv": "there is no day 31"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		has(string(text), want)
	}
}
