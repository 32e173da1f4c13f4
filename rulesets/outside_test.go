package rulesets_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
)

// What others than the engine have found out is kept apart from what it made itself, in
// testdata/outside: in reference what the references of this package say, which were
// written from the clauses without a look at any engine; in published what is printed
// elsewhere, with its source. testdata/README.md says how much of it there is.
const outside = "../testdata/outside/"

// An outsideReference is asked what is stored: lines of play to a depth, and the moves in
// positions of random play.
type outsideReference struct {
	depth int
	perft func(depth int) []int64
	play  func(seed uint64, visit func(at []byte, moves []string))
}

var outsideReferences = map[string]outsideReference{
	"piprjall": {5, func(d int) []int64 { return refPPerft(refPStart(), d) }, func(seed uint64, visit func([]byte, []string)) {
		v := func(p refPPos, moves []refPMove) { visit(refPToJSON(p), refPTexts(moves)) }
		refPRandomGame(seed, 400, v)
		refPRandomPlay(refPRandomSetup(seed), seed, 60, v)
	}},
	"mylna": {3, func(d int) []int64 { return refMPerft(refMStart(), d) }, func(seed uint64, visit func([]byte, []string)) {
		refMRandomGame(seed, 400, func(p refMPos, moves []refMMove) { visit(refMToJSON(p), refMTexts(moves)) })
	}},
	"natt-klab-ash-shawk": {8, func(d int) []int64 { return refNPerft(refNStart(), d) }, func(seed uint64, visit func([]byte, []string)) {
		v := func(p refNPos, moves []refNMove) { visit(refNToJSON(p), refNTexts(moves)) }
		refNRandomGame(refNStart(), seed, 60, v)
		refNRandomGame(refNRandomSetup(seed), seed, 60, v)
	}},
	"kioz": {6, func(d int) []int64 { return refKPerft(refKStart(), d) }, func(seed uint64, visit func([]byte, []string)) {
		v := func(p refKPos, moves []refKMove) { visit(refKToJSON(p), refKTexts(moves)) }
		refKRandomGame(seed, 400, v)
		refKRandomPlay(refKRandomSetup(seed), seed, 60, v)
	}},
	"barjis": {6, func(d int) []int64 { return refBPerft(refBStart(), d) }, func(seed uint64, visit func([]byte, []string)) {
		v := func(p refBPos, moves []refBMove) { visit(refBToJSON(p), refBTexts(moves)) }
		refBRandomPlay(refBStart(), seed, 400, v)
		refBRandomPlay(refBRandomSetup(seed), seed, 60, v)
	}},
	"lange-puff":     outsidePuff(false),
	"contraere-puff": outsidePuff(true),
}

func outsidePuff(contrary bool) outsideReference {
	return outsideReference{7, func(d int) []int64 { return refUPerft(refUStart(contrary), d) }, func(seed uint64, visit func([]byte, []string)) {
		v := func(p refUPos, moves []refUMove) { visit(refUToJSON(p), refUTexts(moves)) }
		refURandomGame(contrary, seed, 400, v)
		refURandomPlay(refURandomSetup(contrary, seed), seed, 60, v)
	}}
}

// A position of testdata/outside/reference, and what can be done there.
type outsidePosition struct {
	At    json.RawMessage `json:"at"`
	Moves []string        `json:"moves"`
}

// outsidePositions are as many as are stored of a ruleset; every so many'th that a
// reference visits is one, so that they are of all ages.
const outsidePositions, outsideEvery = 30, 13

func (r *outsideReference) positions() (out []outsidePosition) {
	visited := 0
	for seed := uint64(1); len(out) < outsidePositions; seed++ {
		r.play(seed, func(at []byte, moves []string) {
			if len(moves) == 0 || len(out) == outsidePositions {
				return
			}
			if visited++; visited%outsideEvery == 0 {
				moves = slices.Clone(moves)
				sort.Strings(moves)
				out = append(out, outsidePosition{At: at, Moves: moves})
			}
		})
	}
	return out
}

// TestOutsidePositions asks the engine what references have said of positions, and the
// references whether they still say so. -update asks them anew.
func TestOutsidePositions(t *testing.T) {
	for id, ref := range outsideReferences {
		var b bytes.Buffer
		for _, p := range ref.positions() {
			line, err := json.Marshal(p)
			if err != nil {
				t.Fatal(err)
			}
			b.Write(append(line, '\n'))
		}
		file := outside + "reference/" + id + ".jsonl"
		if *update {
			if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if data, err := os.ReadFile(file); err != nil || !bytes.Equal(data, b.Bytes()) {
			t.Errorf("%s is not what the reference says (%v); it is asked anew with -update", file, err)
		}
		a := newAgreement(t, id)
		for _, p := range readOutside(t, file) {
			if _, got := a.ask(p.At); !same(got, p.Moves) {
				t.Errorf("%s: moves differ at %s\nengine    %v\nreference %v", id, p.At, got, p.Moves)
			}
		}
	}
}

func readOutside(t *testing.T, file string) (out []outsidePosition) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		var p outsidePosition
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			t.Fatal(err)
		}
		out = append(out, p)
	}
	return out
}

// An outsideCount says how many lines of play a default has: of exactly 1, 2, … single
// moves with every throw, or of turns.
type outsideCount struct {
	ruleset string
	turns   bool
	results bool // turns are counted by their results
	lines   []uint64
	at      string // the position counted from; "": the opening
	source  string // who has counted; "": a counter of these tests
}

// readCounts reads a file of counts.
func readCounts(t *testing.T, file string) (out []outsideCount) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	root, errs := yamlpos.Parse(file, data)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	for _, n := range root.Get("counts").Values {
		c := outsideCount{ruleset: n.Get("ruleset").Text, turns: n.Get("turns") != nil, results: n.Get("results") != nil}
		list := n.Get("lines")
		if c.turns {
			list = n.Get("turns")
		}
		if c.results {
			list = n.Get("results")
		}
		if v := n.Get("at"); v != nil {
			c.at = v.Text
		}
		if v := n.Get("source"); v != nil {
			c.source = v.Text
		}
		for _, v := range list.Values {
			lines, err := strconv.ParseUint(v.Text, 10, 64)
			if err != nil {
				t.Fatalf("%s: %v", v.Pos, err)
			}
			c.lines = append(c.lines, lines)
		}
		out = append(out, c)
	}
	return out
}

// TestOutsidePerft counts lines of play with both executors and compares the counts with
// those of references and of print. -update asks the references anew.
func TestOutsidePerft(t *testing.T) {
	long.Slow(t)
	var b strings.Builder
	b.WriteString("# Lines of exactly 1, 2, ... single moves of each default, with every throw, as its reference counts them.\ncounts:\n")
	for _, id := range slices.Sorted(maps.Keys(outsideReferences)) {
		ref := outsideReferences[id]
		fmt.Fprintf(&b, "  - {ruleset: %s, lines: %s}\n", id, strings.ReplaceAll(fmt.Sprint(ref.perft(ref.depth)), " ", ", "))
	}
	file := outside + "reference/perft.yaml"
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if data, err := os.ReadFile(file); err != nil || string(data) != b.String() {
		t.Errorf("%s is not what the references say (%v); they are asked anew with -update", file, err)
	}
	ours := bundled.Corpus(t)
	for _, c := range slices.Concat(readCounts(t, file), readCounts(t, outside+"published/perft.yaml")) {
		t.Run(c.ruleset, func(t *testing.T) {
			t.Parallel()
			g, errs := ours.Find(c.ruleset).Game(nil)
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			countLines(t, g, c)
		})
	}
}

// mostCounted is up to how many lines of play are counted in every run, mostCompared up to
// how many by the interpreter too, and mostResults up to how many results of turns. In their
// long form tests count all that are known, the interpreter as many as it can in seconds.
const (
	mostCounted     = 400_000
	mostCompared    = 10_000
	mostInterpreted = 800_000
	mostResults     = 1_500
)

// upTo are the counts of each depth up to the first that is more than is counted in every run.
func upTo(lines []uint64, most uint64) []uint64 {
	if long.Form() {
		return lines
	}
	return below(lines, most)
}

func below(lines []uint64, most uint64) []uint64 {
	if more := slices.IndexFunc(lines, func(n uint64) bool { return n > most }); more >= 0 {
		return lines[:more]
	}
	return lines
}

// countLines counts with both executors.
func countLines(t *testing.T, g *rulesets.Game, c outsideCount) {
	c.lines = upTo(c.lines, mostCounted)
	in, from := engine.NewInterpreter(g.Program), opening(g)
	if c.at != "" {
		from = at(t, g, in, c.at, "")
	}
	never, ctx := func() bool { return false }, context.Background()
	if c.results {
		c.lines = upTo(c.lines, mostResults)
		for _, means := range []play.Means{play.Interpreted, play.Generated} {
			x := play.NewSearcher(g.Program, means)
			defer x.Close(ctx)
			if got, complete := x.PerftResults(ctx, from, len(c.lines), 1<<20, never); !complete || !slices.Equal(got, c.lines) {
				t.Errorf("by means %v the results are %v (all: %v), not %v", means, got, complete, c.lines)
			}
		}
		return
	}
	counted := play.Perft
	if c.turns {
		counted = play.PerftTurns
	}
	plain := below(upTo(c.lines, mostCompared), mostInterpreted)
	if got := counted(in, from, len(plain), never); !slices.Equal(got, plain) {
		t.Errorf("the interpreter counts %v, not %v", got, plain)
	}
	x := play.NewSearcher(g.Program, play.Generated)
	defer x.Close(ctx)
	if got := x.Perft(ctx, from, len(c.lines), c.turns, never); !slices.Equal(got, c.lines) {
		t.Errorf("the module counts %v, not %v", got, c.lines)
	}
}

// TestOutsideIsCounted holds what testdata/README.md says of how much came from outside,
// and prints beside it what the program made.
func TestOutsideIsCounted(t *testing.T) {
	positions, moves := 0, 0
	files, err := filepath.Glob(outside + "reference/*.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		for _, p := range readOutside(t, file) {
			positions, moves = positions+1, moves+len(p.Moves)
		}
	}
	var said []string
	for _, from := range []string{"reference", "published"} {
		counts, lines := 0, uint64(0)
		for _, c := range readCounts(t, outside+from+"/perft.yaml") {
			counts += len(c.lines)
			for _, n := range c.lines {
				lines += n
			}
		}
		if from == "reference" {
			said = append(said, fmt.Sprintf("| `outside/reference/*.jsonl` | the references | %d positions with their %d moves |", positions, moves))
		}
		said = append(said, fmt.Sprintf("| `outside/%s/perft.yaml` | %s | %d counts, of %d lines of play |", from, map[string]string{"reference": "the references", "published": "print, with its source"}[from], counts, lines))
	}
	readme, err := os.ReadFile("../testdata/README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range said {
		if !strings.Contains(string(readme), row) {
			t.Errorf("testdata/README.md does not say\n%s", row)
		}
	}
	made := 0
	nets, _ := filepath.Glob("../testdata/net/*.txt")
	for _, file := range nets {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		made += strings.Count(string(data), "\n")
	}
	worked := map[string]int{}
	for _, c := range corpora(t) {
		for _, d := range c.Definitions {
			for _, e := range d.Examples {
				worked[e.Worked]++
			}
		}
	}
	t.Logf("from outside: %d positions with %d moves; %d examples worked by hand and %d by a reference", positions, moves, worked["hand"], worked["reference"])
	t.Logf("made by the program: hashes of the play of %d interpretations", made)
	if made == 0 || positions == 0 || worked["hand"] == 0 || worked["reference"] == 0 {
		t.Error("something is not counted")
	}
}
