package dimension

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/testdata/long"
)

// planted is a file of testdata/dimensions: small rulesets that differ exactly in a
// dimension, each as a few lines on one base, with the answer that is right. Where
// the language has two ways to say a thing there is a case for each.
type planted struct {
	file, family string
	bases        map[string][]string // lines, a statement each
	cases        []plantedCase
}

type plantedCase struct {
	dimension, answer, base string
	without                 []string // ids of statements of the base
	lines                   []string // statements that are added
	pos                     diag.Pos
}

// readPlanted reads a file:
//
//	family: tables
//	bases:
//	  plain: |
//	    - {id: players, players: [a, b]}
//	cases:
//	  - {dimension: stacking, answer: unlimited}
//	  - dimension: stacking
//	    answer: limited
//	    without: [landing]
//	    statements: |
//	      - {id: two_at_most, forbid: advance, when: own(to) >= 2}
//
// A case without base: takes the first. Statements need no warrant.
func readPlanted(t *testing.T, file string) *planted {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	root, errs := yamlpos.Parse(filepath.ToSlash(file), data)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	p := &planted{file: file, family: root.Get("family").Text, bases: map[string][]string{}}
	first := ""
	for i, k := range root.Get("bases").Keys {
		p.bases[k.Text] = lines(root.Get("bases").Values[i].Text)
		if i == 0 {
			first = k.Text
		}
	}
	for _, n := range root.Get("cases").Values {
		c := plantedCase{dimension: n.Get("dimension").Text, answer: n.Get("answer").Text, base: first, pos: n.Pos}
		if b := n.Get("base"); b != nil {
			c.base = b.Text
		}
		for _, w := range n.Get("without").Items() {
			c.without = append(c.without, w.Text)
		}
		if s := n.Get("statements"); s != nil {
			c.lines = lines(s.Text)
		}
		p.cases = append(p.cases, c)
	}
	return p
}

func lines(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) != "" {
			out = append(out, strings.TrimRight(line, "\n"))
		}
	}
	return out
}

// ruleset is the text of a case.
func (p *planted) ruleset(t *testing.T, c *plantedCase) string {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "ruleset: planted\ntitle: Planted\nfamily: %s\nstatements:\n", p.family)
	left := slices.Clone(c.without)
	base, known := p.bases[c.base]
	if !known {
		t.Fatalf("%s: there is no base %s", c.pos, c.base)
	}
	for _, line := range append(slices.Clone(base), c.lines...) {
		gone := false
		for i, id := range left {
			if strings.HasPrefix(strings.TrimSpace(line), "- {id: "+id+",") {
				left, gone = slices.Delete(left, i, i+1), true
				break
			}
		}
		if gone {
			continue
		}
		if strings.HasPrefix(strings.TrimSpace(line), "- {") && !strings.Contains(line, "assumed:") {
			line = strings.TrimSuffix(strings.TrimRight(line, " "), "}") + ", assumed: for a test}"
		}
		b.WriteString("  " + line + "\n")
	}
	if len(left) > 0 {
		t.Fatalf("%s: the base has no statement %v (one a line, as in - {id: name, …})", c.pos, left)
	}
	return b.String()
}

// plantedFiles reads all files, and finds the dimension of each case.
func plantedFiles(t *testing.T, corpus *Corpus) (files []*planted, dimension map[*plantedCase]*Dimension) {
	t.Helper()
	names, err := filepath.Glob("../../testdata/dimensions/*.yaml")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	dimension = map[*plantedCase]*Dimension{}
	for _, name := range names {
		p := readPlanted(t, name)
		files = append(files, p)
		for i := range p.cases {
			c := &p.cases[i]
			for _, d := range corpus.DimensionsOf(p.family) {
				if d.ID == c.dimension {
					dimension[c] = d
				}
			}
			if dimension[c] == nil {
				t.Fatalf("%s: no dimension %s is asked of %s games", c.pos, c.dimension, p.family)
			}
		}
	}
	return files, dimension
}

// fewBounds are enough for most planted rulesets. What is not answered rightly within
// them is asked again within the usual bounds.
var fewBounds = bounds{300, 1000, sampleKept, dullGames / 4}

// TestPlanted gives every dimension rulesets of which one lies: the answers have to
// be the right ones, in pairs. Its long form asks for every
// answer within the usual bounds alone; the short one takes rulesets until each dimension
// was asked for.
func TestPlanted(t *testing.T) {
	long.Slow(t)
	t.Parallel()
	files, dimension := plantedFiles(t, bundledAsking())
	for _, p := range files {
		alike := map[string][]*plantedCase{} // by ruleset: all its cases
		for i := range p.cases {
			text := p.ruleset(t, &p.cases[i])
			alike[text] = append(alike[text], &p.cases[i])
		}
		answers, asked := map[string]map[*plantedCase]Settlement{}, map[string]bool{}
		for i := range p.cases {
			c := &p.cases[i]
			if !long.Form() && asked[c.dimension] && answers[p.ruleset(t, c)] == nil {
				continue
			}
			asked[c.dimension] = true
			t.Run(fmt.Sprintf("%s/%s/%s-%d", strings.TrimSuffix(filepath.Base(p.file), ".yaml"), c.dimension, c.answer, c.pos.Line), func(t *testing.T) {
				text := p.ruleset(t, c)
				if answers[text] == nil {
					answers[text] = settlePlanted(t, text, alike[text], dimension)
				}
				if got := answers[text][c]; plantedAnswer(&got) != c.answer {
					t.Errorf("%s: %s is answered %q, and is %q; %s", c.pos, c.dimension, plantedAnswer(&got), c.answer, got.Seen())
				}
			})
		}
	}
}

// plantedAnswer is an answer as planted rulesets give it.
func plantedAnswer(s *Settlement) string {
	switch {
	case s.Standing == Moot:
		return "no issue"
	case s.Answer != nil:
		return s.Answer.ID
	}
	return "not seen"
}

// settlePlanted says how a ruleset settles what its cases ask.
func settlePlanted(t *testing.T, text string, cases []*plantedCase, dimension map[*plantedCase]*Dimension) map[*plantedCase]Settlement {
	t.Helper()
	one, errs := Load(fstest.MapFS{"rulesets/definitions/planted.yaml": {Data: []byte(text)}}, "", nil)
	if len(errs) > 0 {
		t.Fatalf("%s:\n%s\n%v", cases[0].pos, text, errs)
	}
	in, errs := one.Definitions[0].Default()
	if len(errs) > 0 {
		t.Fatalf("%s:\n%s\n%v", cases[0].pos, text, errs)
	}
	out := map[*plantedCase]Settlement{}
	few := !long.Form()
	for _, far := range []bounds{fewBounds, usualBounds} {
		var dims []*Dimension
		for _, c := range cases {
			if got, asked := out[c]; !asked || plantedAnswer(&got) != c.answer {
				dims = append(dims, dimension[c])
			}
		}
		if len(dims) == 0 || far == fewBounds && !few {
			continue
		}
		s, errs := sampleOf(context.Background(), in, dims, far)
		if len(errs) > 0 {
			t.Fatalf("%s:\n%s\n%v", cases[0].pos, text, errs)
		}
		s.endings(context.Background(), 10*far.plies)
		for _, c := range cases {
			if slices.Contains(dims, dimension[c]) {
				out[c] = s.settle(dimension[c])
			}
		}
	}
	return out
}

// A man that takes one of the two between whom it steps has not gone between them, and says
// nothing of what becomes of those that do. That is rare, so the usual bounds are asked.
func TestTakingOneOfTwo(t *testing.T) {
	corpus := bundledAsking()
	p := readPlanted(t, "../../testdata/dimensions/tafl.yaml")
	i := slices.IndexFunc(p.cases, func(c plantedCase) bool { return c.dimension == "moving_between" && c.answer == "taken" })
	one, errs := Load(fstest.MapFS{"rulesets/definitions/planted.yaml": {Data: []byte(p.ruleset(t, &p.cases[i]))}}, "", nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	in, errs := one.Definitions[0].Default()
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	s, errs := sampleOf(t.Context(), in, corpus.DimensionsOf(p.family), usualBounds)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	if taken, stays := s.times("goes_between", "yes"), s.times("goes_between", "no"); taken < 20 || stays > 0 {
		t.Errorf("of men that went between two %d were taken, %d stayed", taken, stays)
	}
}

// What becomes of a king who steps between his enemies no clause of a tafl game says. That is
// a question with three readings, and what becomes of a man is not plainly stated beside it.
func TestKingWhoStepsIn(t *testing.T) {
	corpus, errs := Load(rulesets.Gallery, rulesets.GalleryRoot, nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	dims := slices.DeleteFunc(slices.Clone(corpus.DimensionsOf("tafl")), func(d *Dimension) bool { return d.ID != "moving_between" })
	// That a question has a claim to make about a dimension is seen without a game.
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	games := 0
	for _, def := range corpus.Definitions {
		if def.Family != "tafl" {
			continue
		}
		games++
		in, errs := def.Default()
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		got := settlements(ctx, in, dims)[0]
		i := slices.IndexFunc(got.Questions, func(q *rulesets.Question) bool { return q.ID == "king_who_steps_in" })
		if got.Standing != Decided || i < 0 {
			t.Errorf("%s: what becomes of a king who steps in is %s, by %v", def.ID, got.Standing, got.Questions)
			continue
		}
		playable := 0
		for _, r := range got.Questions[i].Readings {
			if r.Playable() {
				playable++
			}
		}
		if playable != 3 {
			t.Errorf("%s: %d readings can be played, not three", def.ID, playable)
		}
	}
	if games < 2 {
		t.Errorf("%d games of the family tafl", games)
	}
}

// Every answer of every dimension is right for some planted ruleset, and every dimension
// has at least two, so that each can be told from another.
func TestPlantedCovers(t *testing.T) {
	corpus := bundledAsking()
	planted := map[*Dimension]map[string]bool{}
	_, dimension := plantedFiles(t, corpus)
	for c, d := range dimension {
		if planted[d] == nil {
			planted[d] = map[string]bool{}
		}
		planted[d][c.answer] = true
	}
	for _, d := range corpus.Dimensions {
		if d.Shared {
			continue // it is planted in the family that it comes from
		}
		if n := len(planted[d]); n < 2 {
			t.Errorf("%s: %s of %s has planted rulesets with %d different answers, not two", d.Pos, d.ID, d.Family, n)
		}
		for _, a := range d.Answers {
			if !planted[d][a.ID] {
				t.Errorf("%s: %s of %s is never answered %s by a planted ruleset", a.Pos, d.ID, d.Family, a.ID)
			}
		}
	}
}

// oneWording lists the dimensions of which nothing is planted in a second wording, with the
// reason: the language has none, or none that the answer could miss.
var oneWording = map[string]string{
	"all games: players":                 "players are only listed",
	"all games: places":                  "a board of so many places is said by its size",
	"all games: men":                     "men are counted by one statement",
	"all games: set_up":                  "men are set up by one statement",
	"all games: thrown":                  "what is thrown is said by one statement",
	"cross and circle: worth":            "only a score scores",
	"cross and circle: series":           "only a match has a number of points",
	"tables: series":                     "only a match has a number of points",
	"running fight: board":               "rows are said by the board",
	"running fight: moving_together":     "only a permission says how many men it moves",
	"cross and circle: partner_home":     "whose men a player moves is said by the stage alone",
	"cross and circle: after_the_first":  "a game goes on with a stage for those who are left",
	"cross and circle: direction":        "a way is said by the places in their order",
	"leaping capture: when_men_leave":    "men are taken by an effect, now or later",
	"tafl: enclosing":                    "men are sent by one effect",
	"territory: moving":                  "what can be done is said by permissions alone",
	"mancala: seeds":                     "seeds are set up by one statement",
	"connection: moving":                 "what can be done is said by permissions alone",
	"chess: capture":                     "men are sent by one effect",
	"approach and withdrawal: both_ways": "which row is taken is said by effects alone",
	"merels: men_taken":                  "men are sent by one effect",
	"merels: shutting_in":                "a player without a move is spoken of by one kind of end",
}

// TestPlantedWordings asks of every dimension that one of its answers is planted in two
// wordings, as far as the language has two: rulesets whose own statements have not the same
// keys, as forbid with when and allow with when, or agenda and put.
func TestPlantedWordings(t *testing.T) {
	corpus := bundledAsking()
	files, dimension := plantedFiles(t, corpus)
	wordings := map[*Dimension]map[string]map[string]bool{} // by answer
	for _, p := range files {
		for i := range p.cases {
			c := &p.cases[i]
			d := dimension[c]
			if wordings[d] == nil {
				wordings[d] = map[string]map[string]bool{}
			}
			if wordings[d][c.answer] == nil {
				wordings[d][c.answer] = map[string]bool{}
			}
			wordings[d][c.answer][c.wording(t)] = true
		}
	}
	for _, d := range corpus.Dimensions {
		if d.Shared {
			continue
		}
		name := d.Family + ": " + d.ID
		two := false
		for _, w := range wordings[d] {
			two = two || len(w) > 1
		}
		switch why := oneWording[name]; {
		case !two && why == "":
			t.Errorf("%s: no answer of %s is planted in two wordings", d.Pos, name)
		case two && why != "":
			t.Errorf("%s: %s is planted in two wordings, though %s", d.Pos, name, why)
		}
		delete(oneWording, name)
	}
	for name := range oneWording {
		t.Errorf("there is no dimension %s", name)
	}
}

// wording lists the keys of a case's own statements; nothing for those of its base.
func (c *plantedCase) wording(t *testing.T) string {
	t.Helper()
	root, errs := yamlpos.Parse(c.pos.File, []byte(strings.Join(c.lines, "\n")))
	if len(errs) > 0 && len(c.lines) > 0 {
		t.Fatalf("%s: %v", c.pos, errs)
	}
	var keys []string
	var walk func(n *yamlpos.Node)
	walk = func(n *yamlpos.Node) {
		if n == nil {
			return
		}
		for _, k := range n.Keys {
			keys = append(keys, k.Text)
		}
		for _, v := range n.Values {
			walk(v)
		}
	}
	walk(root)
	slices.Sort(keys)
	return strings.Join(slices.Compact(keys), " ")
}
