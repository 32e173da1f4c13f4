package verify_test

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/verify"
)

// TestChecked counts who checked what, in records and rulesets, with verdicts that differ,
// and takes an observation for the warrant of a board.
func TestChecked(t *testing.T) {
	const top = "../rulesets/starter/corpus/"
	read := func(name string, change ...string) *fstest.MapFile {
		data, err := os.ReadFile(top + name)
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		for i := 0; i < len(change); i += 2 {
			if !strings.Contains(text, change[i]) {
				t.Fatalf("%s has no %q", name, change[i])
			}
			text = strings.Replace(text, change[i], change[i+1], 1)
		}
		return &fstest.MapFile{Data: []byte(text)}
	}
	files := fstest.MapFS{
		"evidence/sources/sources.bib": read("evidence/sources/sources.bib"),
		"evidence/records/EXAMPLE.1.yaml": read("evidence/records/EXAMPLE.1.yaml",
			"has won.\"", "has won.\", checked: [{by: Ann, on: 2026-11-23}, {by: Ben, doubt: which row}]",
			"nine fields in three rows of three.", "nine fields in three rows of three., checked: [{by: Ann, verdict: holds}]",
			"clauses:\n", "observations: [{n: 17, text: The figure has nine fields., of: board}]\nclauses:\n"),
		"rulesets/definitions/three-in-a-row.yaml": read("rulesets/definitions/three-in-a-row.yaml",
			"warrant: [t#1, t#3, t#4]}", "warrant: [t#1, t#3, t#4, t#17], checked: [{by: Ann}]}",
			"    default:", "    checked: [{by: Cora, verdict: wrong, doubt: the other is likelier}]\n    default:"),
	}
	ev, errs := evidence.Load(files, "")
	if errs != nil {
		t.Fatal(errs)
	}
	c, errs := dimension.Load(files, "", ev)
	if errs != nil {
		t.Fatal(errs)
	}
	target := &verify.Target{Corpus: c, Definition: c.Definitions[0]}
	const want = "checked: 2 of 6 clauses, 1 of 19 sentences, 1 of 1 default, by Ann (3), Ben (1), Cora (1); 2 doubted; on 1 readers differ"
	if got := target.Checked().String(); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	board := c.Definitions[0].Statements[1]
	if last := board.Warrant[len(board.Warrant)-1]; last.N != 17 {
		t.Errorf("the board rests on %v", board.Warrant)
	}
	// Neither has a number 18, and a verdict needs its doubt.
	file := "rulesets/definitions/three-in-a-row.yaml"
	bad := strings.NewReplacer("t#17", "t#18", "{by: Ann}", "{by: Ann, verdict: wrong}").Replace(string(files[file].Data))
	_, errs = rulesets.LoadOne(file, []byte(bad), ev)
	if len(errs) != 2 || !strings.Contains(errs.Error(), "there is no clause 18") || !strings.Contains(errs.Error(), "says what is doubted") {
		t.Errorf("%v", errs)
	}
	// Where nothing was checked nothing is said.
	if got := (&verify.Checking{}).String(); got != "" {
		t.Error(got)
	}
}
