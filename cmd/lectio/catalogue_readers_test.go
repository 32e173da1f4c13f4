package main

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A statement and a question may hang on what was seen on an object, and the tables for
// other programs say on what; they say as well who checked what of a ruleset.
func TestTablesOfObservationsAndReaders(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "corpus")
	lectioIn(t, "init", dir)
	change := func(name string, pairs ...string) {
		file := filepath.Join(dir, name)
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(pairs); i += 2 {
			if !strings.Contains(string(text), pairs[i]) {
				t.Fatalf("%s has no %q", name, pairs[i])
			}
		}
		if err := os.WriteFile(file, []byte(strings.NewReplacer(pairs...).Replace(string(text))), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	change("evidence/records/EXAMPLE.1.yaml", "clauses:\n", "observations: [{n: 17, text: The figure has nine fields., of: board}]\nclauses:\n")
	change("rulesets/definitions/three-in-a-row.yaml", "warrant: [t#1, t#3, t#4]}\n", "warrant: [t#1, t#3, t#4, t#17], checked: [{by: Ann, on: 2026-11-23, note: counted}]}\n",
		"about: [t#3, t#4]", "about: [t#3, t#4, t#17]",
		"        because: nothing in", "        checked: [{by: Ben, doubt: the drawing}]\n        because: nothing in")
	out := filepath.Join(t.TempDir(), "package")
	lectioIn(t, "evidence", "export", "--datapackage", "--out", out, "--corpus", dir)
	for name, want := range map[string]string{
		"observation_statements": "EXAMPLE.1#17,three-in-a-row/board\nEXAMPLE.1#17,three-in-a-row/diagonals/do-not-count/board\n",
		"observation_questions":  "EXAMPLE.1#17,three-in-a-row/diagonals\n",
		"ruleset_checked": "three-in-a-row,1,statement,three-in-a-row/board,Ann,2026-11-23,,holds,,counted\n" +
			"three-in-a-row,2,statement,three-in-a-row/diagonals/do-not-count/board,Ann,2026-11-23,,holds,,counted\n" +
			"three-in-a-row,3,reading,three-in-a-row/diagonals/count,Ben,,,doubtful,the drawing,\n",
	} {
		f, err := os.Open(filepath.Join(out, name+".csv"))
		if err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(f).ReadAll()
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, row := range rows[1:] {
			got += strings.Join(row, ",") + "\n"
		}
		if got != want {
			t.Errorf("%s has\n%s", name, got)
		}
	}
	if shown := lectioIn(t, "evidence", "export", "--tei", "--corpus", dir); !strings.Contains(shown, "EXAMPLE.1#17") {
		t.Error("TEI says nothing of the observation")
	}
}
