package evidence

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/fold"
)

var update = flag.Bool("update", false, "rewrite the expected outputs in testdata/evidence")

// testdata is shared by all tests of the project.
var testdata = filepath.Join("..", "testdata", "evidence")

// golden compares with a file, or rewrites it with -update.
func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got; -update rewrites it)\n%s", file, diff)
	}
}

// TestBad loads every folder of testdata/evidence/bad: adding a case is adding
// a folder.
func TestBad(t *testing.T) {
	dirs, err := os.ReadDir(filepath.Join(testdata, "bad"))
	if err != nil || len(dirs) == 0 {
		t.Fatal("no cases:", err)
	}
	for _, d := range dirs {
		t.Run(d.Name(), func(t *testing.T) {
			dir := filepath.Join(testdata, "bad", d.Name())
			c, errs := Load(os.DirFS(dir), "")
			if c == nil {
				t.Fatal("no corpus")
			}
			if len(errs) == 0 {
				t.Fatal("no errors")
			}
			var b strings.Builder
			for _, e := range errs {
				b.WriteString(e.Error() + "\n")
				if e.File == "" {
					t.Errorf("an error without a place: %v", e)
				}
			}
			golden(t, filepath.Join(dir, "errors.golden"), b.String())
		})
	}
}

// A corpus of rulesets that assume all that they state needs no records; a folder with
// neither is not the one that was meant.
func TestRulesetsAlone(t *testing.T) {
	for name, want := range map[string]int{"rulesets/definitions/a.yaml": 0, "definitions/a.yaml": 1} {
		if c, errs := Load(fstest.MapFS{name: {}}, ""); len(errs) != want || len(c.Records) > 0 {
			t.Errorf("%s: %d records, %v", name, len(c.Records), errs)
		}
	}
}

func TestGood(t *testing.T) {
	dir := filepath.Join(testdata, "good")
	c, errs := Load(os.DirFS(dir), "some/where")
	if errs != nil {
		t.Fatal(errs)
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(map[string]any{"records": c.Records, "sources": c.Sources}); err != nil {
		t.Fatal(err)
	}
	golden(t, filepath.Join(dir, "corpus.golden"), b.String())

	r := c.Record("Test.1")
	for path, want := range map[string]diag.Pos{
		"":     {File: "some/where/evidence/records/a.yaml", Line: 1, Col: 1},
		"type": {File: "some/where/evidence/records/a.yaml", Line: 3, Col: 7},
		"note": {File: "some/where/evidence/records/a.yaml", Line: 1, Col: 1}, // not written
	} {
		got := r.Pos()
		if path != "" {
			got = r.At(path)
		}
		if got != want {
			t.Errorf("%q stands at %v, want %v", path, got, want)
		}
	}
	if got := r.Clause(3).At("adds", 1).String(); got != "some/where/evidence/records/a.yaml:25:68" {
		t.Error(got)
	}
	if got := c.Source("hyde-1694").At("year").String(); got != "some/where/evidence/sources/more.bib:6:3" {
		t.Error(got)
	}
	if got := c.Clause(ClauseRef{"Test.2", 1}); got == nil || got.Text != "Ten men each." {
		t.Error(got)
	}
	if c.Clause(ClauseRef{"Test.9", 1}) != nil || c.Clause(ClauseRef{"Test.1", 2}) != nil || c.Record("x") != nil || c.Source("x") != nil {
		t.Error("found what is not there")
	}
}

func TestClauseRef(t *testing.T) {
	for s, ok := range map[string]bool{
		"DLP.Evidence.1706#6": true, "a#1": true,
		"": false, "#1": false, "a#": false, "a#0": false, "a#01": false, "a#-1": false, "a b#1": false, "a#1#2": false, "a#x": false,
	} {
		ref, got := ParseClauseRef(s)
		if got != ok || ok && ref.String() != s {
			t.Errorf("%q: %v, %v", s, ref, got)
		}
	}
	var ref ClauseRef
	if err := json.Unmarshal([]byte(`"x"`), &ref); err == nil {
		t.Error("x is no clause")
	}
	if err := json.Unmarshal([]byte(`"x#2"`), &ref); err != nil || ref != (ClauseRef{"x", 2}) {
		t.Error(ref, err)
	}
}

// TestBundled holds the bundled corpus to what the project promises of it.
func TestBundled(t *testing.T) {
	c, errs := Load(Bundled, "")
	if errs != nil {
		t.Fatal(errs)
	}
	clauses := map[string]int{"DLP.Evidence.1706": 34, "DLP.Evidence.1560": 30, "DLP.Evidence.1238": 36}
	for id, n := range clauses {
		r := c.Record(id)
		if r == nil {
			t.Fatalf("%s is missing", id)
		}
		if len(r.Clauses) != n {
			t.Errorf("%s has %d clauses, want %d", id, len(r.Clauses), n)
		}
	}
	for _, r := range c.Records {
		if got, want := r.Pos().File, "evidence/records/"+r.ID+".yaml"; got != want {
			t.Errorf("%s is in %s", r.ID, got)
		}
		// An addition of one layer is a gap of the other.
		for i, clause := range r.Clauses {
			if clause.N != i+1 {
				t.Errorf("%s: clause %d is the %dth", r.ID, clause.N, i+1)
			}
			for _, ref := range clause.Adds {
				other := r.Clause(ref.N)
				if other.In == clause.In {
					continue
				}
				found := false
				for _, lack := range other.Lacks {
					found = found || lack == r.Ref(clause.N)
				}
				if !found {
					t.Errorf("%s: clause %d adds to %d, which does not say that it lacks it", r.ID, clause.N, ref.N)
				}
			}
			for _, lack := range clause.Lacks {
				found := false
				for _, ref := range r.Clause(lack.N).Adds {
					found = found || ref == r.Ref(clause.N)
				}
				if !found {
					t.Errorf("%s: clause %d lacks %d, which does not say that it adds to it", r.ID, clause.N, lack.N)
				}
			}
		}
	}
}

// TestSeeds compares the bundled records with the pages they describe: what is
// quoted must be there, and nothing else may be copied.
func TestSeeds(t *testing.T) {
	dir := os.Getenv("LECTIO_SEEDS")
	if dir == "" {
		t.Skip("LECTIO_SEEDS is not set")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatal("no pages in LECTIO_SEEDS")
	}
	c, errs := Load(Bundled, "")
	if errs != nil {
		t.Fatal(errs)
	}
	for _, r := range c.Records {
		page := ""
		for _, f := range files {
			data, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			// The page of a ruleset ends with its id.
			if _, end, ok := strings.Cut(string(data), "\nIdentifiers\n"); ok && strings.Contains(end, r.ID+"\n") {
				page = fold.OneLine(string(data))
			}
			// One page may hold several records.
			for part := range strings.SplitSeq(string(data), "\nId ") {
				if strings.HasPrefix(part, r.ID+"\n") {
					page = fold.OneLine(part)
				}
			}
		}
		if page == "" {
			t.Logf("%s has no page in LECTIO_SEEDS", r.ID)
			continue
		}
		for _, l := range r.Texts {
			for _, e := range l.Emendations {
				if !strings.Contains(page, fold.OneLine(e.Printed)) {
					t.Errorf("%v: %q is not printed there", e.At("printed"), e.Printed)
				}
			}
		}
		// Compare by letters, without case and punctuation.
		words := strings.Fields(letters(page))
		copied := map[string]bool{}
		const long = 8 // words in a row
		for i := 0; i+long <= len(words); i++ {
			copied[strings.Join(words[i:i+long], " ")] = true
		}
		own := func(pos diag.Pos, text string) {
			w := strings.Fields(letters(text))
			for i := 0; i+long <= len(w); i++ {
				if s := strings.Join(w[i:i+long], " "); copied[s] {
					t.Errorf("%v: copied from the page: %q", pos, s)
				}
			}
		}
		own(r.At("summary"), r.Summary)
		for _, clause := range r.Clauses {
			own(clause.At("text"), clause.Text)
			own(clause.At("note"), clause.Note)
			for i, w := range clause.Wording {
				if !strings.Contains(page, fold.OneLine(w)) {
					t.Errorf("%v: %q is not in the page", clause.At("wording", i), w)
				}
				if n := len(strings.Fields(w)); n > 12 {
					t.Errorf("%v: %d words are more than a few", clause.At("wording", i), n)
				}
			}
		}
	}
}

func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(".,;:()\"'“”„-–", r) {
			return ' '
		}
		return r
	}, strings.ToLower(s))
}
