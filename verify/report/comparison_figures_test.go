package report_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lectio/lectio/testdata/long"
	"github.com/lectio/lectio/verify/compare"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/verify/report"
)

// The tree and the charts of a comparison are drawn for papers, each with a caption that
// says what it is of and how it was made; boards stand side by side where they are unlike.
func TestFiguresOfAComparison(t *testing.T) {
	long.Slow(t)
	c := bundled.Corpus(t)
	var sides []compare.Side
	for _, id := range []string{"lange-puff", "contraere-puff", "mylna"} {
		in, errs := c.Find(id).Interpret(rulesets.Choice{})
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		sides = append(sides, compare.Side{Interpretation: in})
	}
	r := compared(t, c, sides)
	dir := t.TempDir()
	for _, ending := range report.EndingsOf(report.Within(report.FiguresOnly)) {
		if err := r.WriteFile(filepath.Join(dir, "f"+ending)); err != nil {
			t.Fatal(err)
		}
		if drawn, _ := filepath.Glob(filepath.Join(dir, "f*"+ending)); len(drawn) != 1+len(r.Charts) || len(r.Charts) == 0 {
			t.Errorf("%d files for a tree and %d charts: %v", len(drawn), len(r.Charts), drawn)
		}
	}
	chart := "f-moves-a-game-with-passes.svg"
	for name, words := range map[string][]string{"f.svg": {"A lange-puff", "mean distance"}, chart: {"A lange-puff", "mean number of single moves"}} {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Join(strings.Fields(string(b)), " ")
		for _, want := range append(words, "<title id=", "ruleset lange-puff, version "+c.Find("lange-puff").Version, "default readings", "seed 2") {
			if !strings.Contains(text, want) {
				t.Errorf("%s does not say %q", name, want)
			}
		}
	}

	if err := r.WriteFile(filepath.Join(dir, "f.html")); err != nil {
		t.Fatal(err)
	}
	readPage(t, filepath.Join(dir, "f.html"))

	ways := table(t, r, "Boards").Rows[1].Cells
	for i, want := range []string{"white: 1–12, 13–24\nblack: 1–12, 13–24", "white: 1–12, 13–24\nblack: 24–13, 12–1", "24 places, no way"} {
		if got := ways[i+1].Text; got != want {
			t.Errorf("ways of %s: %q, want %q", r.Tables[0].Name, got, want)
		}
	}
	tree := table(t, r, "Tree").Rows[0].Cells[1]
	if tree.Picture == nil || !strings.Contains(tree.PictureAlt, "'lange-puff':") || !strings.Contains(tree.PictureAlt, "mylna") {
		t.Errorf("the tree: %q", tree.PictureAlt)
	}

	// Readings that leave the board as it is have no boards side by side.
	other, errs := c.Find("lange-puff").Interpret(rulesets.Choice{"LP-A21": "double-if-loser-has-none-off"})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	alike := compared(t, c, []compare.Side{sides[0], {Interpretation: other}})
	for _, x := range alike.Tables {
		if x.Name == "Boards" {
			t.Error("like boards stand side by side")
		}
	}
}
