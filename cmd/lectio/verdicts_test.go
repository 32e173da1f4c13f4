package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/evidence/exchange/sheet"
)

// writeInto writes words below headings of a sheet into the row that has a cell of that text.
func writeInto(t *testing.T, file, name, row string, words map[string]string) {
	t.Helper()
	w, err := sheet.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	done := false
	for _, x := range w.Sheets {
		x.Hidden = strings.HasSuffix(x.Name, " as exported")
		if x.Name != name {
			continue
		}
		heading := map[string]int{}
		for i, cells := range x.Rows {
			named := func(text string) bool {
				return slices.ContainsFunc(cells, func(c sheet.Cell) bool { return c.Text == text })
			}
			if len(heading) == 0 && (named("Verdict") || named("verdict")) {
				for c, cell := range cells {
					heading[cell.Text] = c
				}
			}
			if len(heading) == 0 || !named(row) {
				continue
			}
			for h, word := range words {
				c, known := heading[h]
				if !known {
					t.Fatalf("%s has no column %s", name, h)
				}
				for len(x.Rows[i]) <= c {
					x.Rows[i] = append(x.Rows[i], sheet.Cell{})
				}
				x.Rows[i][c] = sheet.Text(word)
				done = true
			}
		}
	}
	if !done {
		t.Fatalf("%s has no row %s", name, row)
	}
	if err := w.Save(file); err != nil {
		t.Fatal(err)
	}
}

// What a reader writes into the workbook of verify is proposed for the ruleset, with its
// mistakes at their cells, and is counted from then on.
func TestVerdictsOfAReport(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "corpus")
	lectioIn(t, "init", dir)
	file := filepath.Join(t.TempDir(), "r.xlsx")
	verify := func() string {
		return lectioIn(t, "verify", "--corpus", dir, "--check", "TX001", "--games", "1", "--positions", "1", "--out", file)
	}
	verify()
	ruleset := filepath.Join(dir, "rulesets/definitions/three-in-a-row.yaml")
	before, err := os.ReadFile(ruleset)
	if err != nil {
		t.Fatal(err)
	}
	propose := func(more ...string) (said, errs string, status int) {
		var out, stderr bytes.Buffer
		status = run(strings.NewReader(""), &out, &stderr, append([]string{"ruleset", "verdicts", file, "--corpus", dir}, more...))
		return out.String(), stderr.String(), status
	}
	if said, errs, status := propose(); status != exitOK || said != "no changes\n" || !strings.Contains(errs, "no verdict stands") {
		t.Errorf("%d %s %s", status, said, errs)
	}
	// All mistakes are told, each at its cell.
	writeInto(t, file, "Questions", "count", map[string]string{"Verdict": "perhaps", "Date": "31 February 2026"})
	writeInto(t, file, "Questions", "do-not-count", map[string]string{"Verdict": "doubtful", "Name": "Ann"})
	_, errs, status := propose("--write")
	for _, want := range []string{`r.xlsx!Questions!H3: this is no verdict; found "perhaps", expected one of: holds, doubtful, wrong`, "!J3: nobody is named", "!K3: the date",
		"!I4: who finds a thing doubtful says what is doubted"} {
		if !strings.Contains(errs, want) {
			t.Errorf("no %q in %d:\n%s", want, status, errs)
		}
	}
	writeInto(t, file, "Questions", "count", map[string]string{"Verdict": "Holds", "Comment": "see clause 3", "Name": "Ann Lee", "Date": "23 November 2026"})
	writeInto(t, file, "Questions", "do-not-count", map[string]string{"Verdict": "doubtful", "Comment": "=the row, \"whole\"", "Name": "Ann Lee"})
	said, _, status := propose()
	for _, want := range []string{"three-in-a-row / diagonals / count: holds, says Ann Lee, 2026-11-23, see clause 3\n", "+          - by: Ann Lee\n+            on: 2026-11-23\n", "nothing written"} {
		if status != exitOK || !strings.Contains(said, want) {
			t.Errorf("no %q in\n%s", want, said)
		}
	}
	if now, _ := os.ReadFile(ruleset); !bytes.Equal(now, before) {
		t.Error("a proposal was written")
	}
	if said, errs, status = propose("--write"); status != exitOK || !strings.Contains(said, "written") {
		t.Fatalf("%d %s %s", status, said, errs)
	}
	if said, _, _ = propose("--write"); said != "no changes\n" {
		t.Errorf("a second time: %s", said)
	}
	// Another reader differs: both verdicts stand, and are counted; the same reader of the
	// same day thinks better of it.
	writeInto(t, file, "Questions", "count", map[string]string{"Verdict": "wrong", "Comment": "the drawing", "Name": "Ben"})
	writeInto(t, file, "Questions", "do-not-count", map[string]string{"Verdict": "doubtful", "Comment": "the whole row"})
	propose("--write")
	if brief := strings.Join(strings.Fields(verify()), " "); !strings.Contains(brief, "checked: 1 of 1 default, 1 of 1 other reading, by Ann Lee (2), Ben (1); 2 doubted; on 1 readers differ") {
		t.Errorf("the brief says\n%s", brief)
	}
	texts, err := sheet.ReadTexts(file)
	if err != nil {
		t.Fatal(err)
	}
	counted := ""
	for _, s := range texts {
		if s.Name == "Checked by readers" {
			for _, row := range s.Rows {
				counted += strings.Join(row, "|") + "\n"
			}
		}
	}
	for _, want := range []string{"|clauses|6|0|nobody|0|0\n", "|defaults|1|1|Ann Lee (1), Ben (1)|1|1\n", "|other readings|1|1|Ann Lee (1)|1|0\n"} {
		if !strings.Contains(counted, want) {
			t.Errorf("no %q in\n%s", want, counted)
		}
	}
	// Worded anew, the verdict may not hold.
	text, err := os.ReadFile(ruleset)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(ruleset, bytes.Replace(text, []byte("nothing in the words excludes them"), []byte("the words allow them"), 1), 0o644); err != nil {
		t.Fatal(err)
	}
	if said, errs, status = propose(); status != exitOK || said != "no changes\n" || !strings.Contains(errs, "three-in-a-row / diagonals / count has been worded anew since") {
		t.Errorf("%d %s %s", status, said, errs)
	}
}

// What a second reader writes beside a clause in the workbook of records is proposed as a
// check; two readers who each had the workbook do not get in each other's way.
func TestVerdictsOfAWorkbook(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "corpus")
	lectioIn(t, "init", dir)
	ann, ben := filepath.Join(t.TempDir(), "ann.xlsx"), filepath.Join(t.TempDir(), "ben.xlsx")
	lectioIn(t, "evidence", "export", "--xlsx", "--out", ann, "--out", ben, "--corpus", dir)
	const clause = "The game is played on nine fields in three rows of three."
	imported := func(file string, more ...string) (string, string, int) {
		var out, stderr bytes.Buffer
		status := run(strings.NewReader(""), &out, &stderr, append([]string{"evidence", "import", file, "--corpus", dir}, more...))
		return out.String(), stderr.String(), status
	}
	writeInto(t, ann, "clauses", clause, map[string]string{"verdict": "likely", "date": "soon"})
	_, errs, status := imported(ann)
	for _, want := range []string{`this is no verdict; found "likely", expected one of: holds, doubtful, wrong`, "nobody is named who says so", "the date"} {
		if status != exitUnusable || !strings.Contains(errs, want) {
			t.Errorf("no %q in %d:\n%s", want, status, errs)
		}
	}
	writeInto(t, ann, "clauses", clause, map[string]string{"verdict": "holds", "name": "Ann Lee", "date": "2026-11-23"})
	writeInto(t, ben, "clauses", clause, map[string]string{"verdict": "doubtful", "name": "Ben", "comment": "=nine, or ten"})
	if said, _, _ := imported(ann); !strings.Contains(said, "{by: Ann Lee, on: 2026-11-23, verdict: holds}") || !strings.Contains(said, "1 change: nothing written") {
		t.Errorf("proposed:\n%s", said)
	}
	for _, file := range []string{ann, ben} {
		if said, errs, status := imported(file, "--write"); status != exitOK || !strings.Contains(said, "1 change: written") {
			t.Errorf("%s: %d %s %s", file, status, said, errs)
		}
	}
	shown := lectioIn(t, "evidence", "show", "EXAMPLE.1", "--corpus", dir)
	for _, want := range []string{"Ann Lee; on the day: 23 November 2026 (2026-11-23); verdict: holds\n", "Ben; verdict: doubtful; doubt: =nine, or ten\n"} {
		if !strings.Contains(shown, want) {
			t.Errorf("no %q in\n%s", want, shown)
		}
	}
	for _, file := range []string{ann, ben} {
		if said, errs, status := imported(file, "--write"); status != exitOK || !strings.Contains(said, "no changes") {
			t.Errorf("a second time: %d %s %s", status, said, errs)
		}
	}
}
