package main

import (
	"bytes"
	"encoding/csv"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/rulesets/dimension"
)

// bundledCatalogue is the catalogue of the bundled corpus, with the corpus.
func bundledCatalogue(t *testing.T) (*catalogue, *dimension.Corpus) {
	t.Helper()
	a := &app{stdin: strings.NewReader(""), stdout: io.Discard, stderr: io.Discard}
	c, err := a.rulesets()
	if err != nil {
		t.Fatal(err)
	}
	k, err := a.catalogue(c.Evidence)
	if err != nil {
		t.Fatal(err)
	}
	return k, c
}

// Nothing of the corpus is missing in the tables.
func TestTablesHoldTheWholeCorpus(t *testing.T) {
	k, c := bundledCatalogue(t)
	d, err := k.dataset()
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Check(); err != nil {
		t.Fatal(err)
	}
	want := map[string]int{"records": len(c.Evidence.Records), "sources": len(c.Evidence.Sources), "rulesets": len(c.Definitions)}
	for _, r := range c.Evidence.Records {
		want["clauses"] += len(r.Clauses)
		want["layers"] += len(r.Texts)
		want["record_via"] += len(r.Via)
		for _, cl := range r.Clauses {
			want["clause_relations"] += len(cl.Supports) + len(cl.Adds) + len(cl.Contradicts) + len(cl.Lacks)
		}
	}
	inDefault := 0
	for _, def := range c.Definitions {
		in, errs := def.Default()
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		inDefault += len(in.Statements)
		want["questions"] += len(def.Questions)
		want["statements"] += len(def.EveryStatement())
		for _, s := range def.EveryStatement() {
			want["clause_statements"] += len(once(s.Warrant))
		}
		for _, q := range def.Questions {
			want["readings"] += len(q.Readings)
			want["question_clauses"] += len(once(q.About))
		}
	}
	for name, n := range want {
		if got := len(d.Relation(name).Rows); got != n {
			t.Errorf("%s: %d rows, want %d", name, got, n)
		}
	}
	statements := d.Relation("statements")
	at := func(name string) int {
		for i, c := range statements.Columns {
			if c.Name == name {
				return i
			}
		}
		t.Fatalf("no column %s", name)
		return 0
	}
	playable := map[string]bool{"": true}
	for _, row := range d.Relation("readings").Rows {
		playable[row[0]] = row[7] == "true"
	}
	for _, row := range statements.Rows {
		if row[at("in_default")] == "true" {
			inDefault--
		}
		if row[at("sentence")] == "" && playable[row[at("reading_id")]] {
			t.Errorf("%s says nothing", row[0])
		}
	}
	if inDefault != 0 {
		t.Errorf("%d statements of default interpretations are not marked", inDefault)
	}
}

// The values of CLDF are the readings of the interpretations.
func TestStructureHoldsTheReadings(t *testing.T) {
	k, c := bundledCatalogue(t)
	s, err := k.structure()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := exchange.CLDF(s); err != nil {
		t.Fatal(err)
	}
	has := map[string]map[string]string{} // by language and parameter
	for _, v := range s.Values {
		if has[v.Language] == nil {
			has[v.Language] = map[string]string{}
		}
		has[v.Language][v.Parameter] = v.Value
	}
	languages := 0
	for _, d := range c.Definitions {
		languages += 1 + len(d.Alternatives())
		in, _ := d.Default()
		if len(has[d.ID]) != len(in.Readings) {
			t.Errorf("%s: %d values for %d readings", d.ID, len(has[d.ID]), len(in.Readings))
		}
		for q, r := range in.Readings {
			if got := has[d.ID][d.ID+"/"+q]; got != r.ID {
				t.Errorf("%s: the value for %s is %q, want %q", d.ID, q, got, r.ID)
			}
		}
		for _, alt := range d.Alternatives() {
			q := d.ID + "/" + alt.Question.ID
			if got := has[q+"/"+alt.Reading.ID][q]; got != alt.Reading.ID {
				t.Errorf("%s/%s takes %q", q, alt.Reading.ID, got)
			}
		}
	}
	if len(s.Languages) != languages {
		t.Errorf("%d languages, want %d", len(s.Languages), languages)
	}
	keys := map[string]bool{}
	for _, src := range c.Evidence.Sources {
		keys[src.Key] = bytes.Contains(s.BibTeX, []byte("{"+src.Key+",\n"))
	}
	for _, v := range s.Values {
		for _, src := range v.Sources {
			if !keys[src.Key] {
				t.Errorf("%s cites %s, which is not in the bibliography", v.ID, src.Key)
			}
		}
	}
}

// A corpus whose texts try to act, in every export: no cell does, and all of them
// are written.
func TestExportsOfAHostileCorpus(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/corpus")); err != nil {
		t.Fatal(err)
	}
	record := filepath.Join(dir, "evidence/records/Test.Race.yaml")
	text, err := os.ReadFile(record)
	if err != nil {
		t.Fatal(err)
	}
	for old, hostile := range map[string]string{
		"game: Race":            `game: "=HYPERLINK(\"http://example.org\",\"Race\")"`,
		"{name: Nowhere}":       `{name: "../../../etc/passwd", note: "@SUM(1+1)"}`,
		"A race made up":        "+1+cmd|' /C calc'!A0 a race made up",
		"text: Whoever has all": "text: -2+3 whoever has all",
		"why: about the season": "why: '; DROP TABLE records; --'",
		"wording: sent back":    "wording: \"=sent\"",
	} {
		if !bytes.Contains(text, []byte(old)) {
			t.Fatalf("the corpus of the tests has no %q", old)
		}
		text = bytes.Replace(text, []byte(old), []byte(hostile), 1)
	}
	if err := os.WriteFile(record, text, 0o644); err != nil {
		t.Fatal(err)
	}
	lectio := func(args ...string) {
		t.Helper()
		var out, errs bytes.Buffer
		if status := run(strings.NewReader(""), &out, &errs, append(args, "--corpus", dir)); status != exitOK {
			t.Fatalf("%v: %s", args, errs.String())
		}
	}
	base := t.TempDir()
	lectio("evidence", "export", "--datapackage", "--out", filepath.Join(base, "d"))
	lectio("evidence", "export", "--cldf", "--out", filepath.Join(base, "c"))
	lectio("evidence", "export", "--sqlite", "--out", filepath.Join(base, "x.sqlite"))
	defused := 0
	for _, pattern := range []string{"d/*.csv", "c/*.csv"} {
		files, _ := filepath.Glob(filepath.Join(base, pattern))
		if len(files) < 4 {
			t.Errorf("%s: only %v", pattern, files)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
			if err != nil {
				t.Errorf("%s: %v", file, err)
			}
			for _, row := range rows {
				for _, cell := range row {
					switch {
					case cell == "":
					case strings.ContainsRune("=+@\t\r", rune(cell[0])), cell[0] == '-' && strings.Trim(cell, "-.0123456789") != "":
						t.Errorf("%s: the cell %q acts", file, cell)
					case strings.HasPrefix(cell, "'="), strings.HasPrefix(cell, "'+"), strings.HasPrefix(cell, "'-"), strings.HasPrefix(cell, "'@"):
						defused++
					}
				}
			}
		}
	}
	if defused < 5 {
		t.Errorf("only %d cells were defused: is the corpus hostile?", defused)
	}
	if program, err := exec.LookPath("sqlite3"); err == nil {
		out, err := exec.Command(program, filepath.Join(base, "x.sqlite"), "SELECT why FROM clauses WHERE why LIKE '%DROP%'; SELECT count(*) FROM records; SELECT id FROM places").CombinedOutput()
		if err != nil || string(out) != "; DROP TABLE records; --\n1\netc-passwd\n" {
			t.Errorf("%v: %s", err, out)
		}
	}
}

// An export of a part holds the rulesets whose records are all in it.
func TestCatalogueOfAPart(t *testing.T) {
	a := &app{stdin: strings.NewReader(""), stdout: io.Discard, stderr: io.Discard}
	c, err := a.rulesets()
	if err != nil {
		t.Fatal(err)
	}
	one := c.Definitions[0]
	k, err := a.catalogue(c.Evidence.Part(func(r *evidence.Record) bool { return r.ID == one.Records[0] }))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range k.rulesets {
		if len(d.Records) != 1 || d.Records[0] != one.Records[0] {
			t.Errorf("%s rests on %v", d.ID, d.Records)
		}
	}
	if len(one.Records) == 1 && len(k.rulesets) == 0 {
		t.Error("the ruleset of the record is missing")
	}
	d, err := k.dataset()
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Check(); err != nil {
		t.Error(err)
	}
}
