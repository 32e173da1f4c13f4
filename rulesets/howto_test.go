package rulesets_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/example"
	"github.com/lectio/lectio/rulesets/ir/wasm"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/testdata/bundled"
)

// The page that says how things are said in the rule language, and the small rulesets whose
// statements it shows: those behind the comment "The answer".
const (
	howTo       = "howto"
	howToFolder = "rulesets/definitions/"
	answerBegin = "\n  # The answer\n"
)

var (
	howToFile  = regexp.MustCompile(`\((` + howToFolder + `[^)]*\.yaml)\)`)
	howToBlock = regexp.MustCompile("(?ms)^```yaml\n(.*?)^```$")
)

// answerOf is what the page shows of a ruleset, as it stands there, and the lines of the
// file from which and up to which it goes.
func answerOf(text string) (shown string, first, last int) {
	before, rest, found := strings.Cut(text, answerBegin)
	if !found {
		return "", 0, 0
	}
	end := regexp.MustCompile(`(?m)^(  #|examples:|unpinned:)`).FindStringIndex(rest)
	shown = strings.TrimRight(rest[:end[0]], "\n") + "\n"
	first = strings.Count(before+answerBegin, "\n") + 1
	last = first + strings.Count(shown, "\n") - 1
	return regexp.MustCompile("(?m)^  ").ReplaceAllString(shown, ""), first, last
}

// The page shows of each ruleset what its file says, once, and leaves none out. With
// -update it is written.
func TestHowToShowsTheRulesets(t *testing.T) {
	data, err := os.ReadFile(howTo + "/README.md")
	if err != nil {
		t.Fatal(err)
	}
	page, seen := string(data), []string{}
	sections := strings.SplitAfter(page, "\n## ")
	for i, section := range sections[1:] {
		files, block := howToFile.FindAllStringSubmatch(section, -1), howToBlock.FindStringSubmatchIndex(section)
		if len(files) != 1 || block == nil {
			if files != nil || block != nil {
				t.Errorf("section %d names the files %v; it should name one, and show what it says", i+1, files)
			}
			continue
		}
		seen = append(seen, filepath.Base(files[0][1]))
		text, err := os.ReadFile(howTo + "/" + files[0][1])
		if err != nil {
			t.Fatal(err)
		}
		shown, _, _ := answerOf(string(text))
		sections[i+1] = section[:block[2]] + shown + section[block[3]:]
	}
	for _, link := range regexp.MustCompile(`\]\(#([^)]*)\)`).FindAllStringSubmatch(page, -1) {
		if !slices.ContainsFunc(sections[1:], func(section string) bool { return anchor(section) == link[1] }) {
			t.Errorf("no heading is linked to by #%s", link[1])
		}
	}
	var all []string
	entries, err := os.ReadDir(howTo + "/" + howToFolder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		all = append(all, e.Name())
	}
	if slices.Sort(seen); !slices.Equal(seen, all) {
		t.Errorf("the page shows %v; the folder has %v", seen, all)
	}
	written := strings.Join(sections, "")
	if written == page {
		return
	}
	if !*update {
		t.Fatalf("%s/README.md shows other statements than the files have: go test ./rulesets -run HowTo -update writes it", howTo)
	}
	if err := os.WriteFile(howTo+"/README.md", []byte(written), 0o666); err != nil {
		t.Fatal(err)
	}
}

// anchor is how the heading at the beginning of a section is linked to.
func anchor(section string) string {
	heading, _, _ := strings.Cut(section, "\n")
	return regexp.MustCompile(`[^a-z-]`).ReplaceAllString(strings.ReplaceAll(strings.ToLower(heading), " ", "-"), "")
}

// Each of the rulesets is checked and played by both executors, and its examples, or counts
// from elsewhere, hold it fast: whatever is changed in what the page shows, one of them differs.
func TestHowToIsPlayed(t *testing.T) {
	counts := howToCounts()
	for _, d := range bundled.In(t, howTo).Definitions {
		t.Run(d.ID, func(t *testing.T) {
			t.Parallel()
			g := faultless(t, d)
			if _, err := wasm.Generate(g.Program, wasm.Options{}); err != nil {
				t.Error(err)
			}
			counted, known := counts[d.ID]
			if !known { // both executors count the same, at least
				counted.lines = play.Perft(engine.NewInterpreter(g.Program), opening(g), 3, neverStop)
			}
			countLines(t, g, counted)
			heldFast(t, d, g, counts[d.ID])
		})
	}
}

// faultless is the game of a ruleset that is free of errors, and whose examples hold.
func faultless(t *testing.T, d *rulesets.Definition) *rulesets.Game {
	for _, e := range d.Check() {
		t.Error(e)
	}
	shop := &example.Workshop{Definition: d}
	for _, e := range d.Examples {
		for _, f := range shop.Run(e) {
			t.Errorf("%s: %s: %s", f.Pos, e.ID, f.Message)
		}
	}
	g, errs := d.Game(nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return g
}

func neverStop() bool { return false }

// heldFast changes what the page shows of a ruleset.
func heldFast(t *testing.T, d *rulesets.Definition, g *rulesets.Game, counted outsideCount) {
	text, err := os.ReadFile(howTo + "/" + howToFolder + d.ID + ".yaml")
	if err != nil {
		t.Fatal(err)
	}
	_, first, last := answerOf(string(text))
	changes := 0
	for _, m := range g.Mutants() {
		if line := m.Statement.Pos.Line; line >= first && line <= last {
			changes++
			if !noticed(d, g, &m, counted) {
				t.Errorf("%s: %s: no example notices that %s", m.Pos, m.Statement.ID, m.What)
			}
		}
	}
	if changes == 0 {
		t.Error("nothing of it is shown")
	}
}

// noticed reports whether an example, or a count from elsewhere, notices that a statement is
// changed, as far as that makes other rules of it.
func noticed(d *rulesets.Definition, g *rulesets.Game, m *rulesets.Mutant, counted outsideCount) bool {
	shop := &example.Workshop{Definition: d.Edited(m.Edit)}
	changed, errs := shop.Game(nil)
	if len(errs) > 0 || rulesets.Alike(changed.Program, g.Program) ||
		slices.ContainsFunc(d.Examples, func(e *rulesets.Example) bool { return !shop.Holds(e) }) {
		return true
	}
	if counted.turns { // which may never end by the changed rules
		return false
	}
	lines := counted.lines[:min(2, len(counted.lines))]
	return !slices.Equal(play.Perft(engine.NewInterpreter(changed.Program), opening(changed), len(lines), neverStop), lines)
}
