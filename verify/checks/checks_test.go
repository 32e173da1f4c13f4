package checks_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/lectio/lectio/verify/checks"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/testdata/long"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/playout"
)

// own is the corpus of testdata with edits: file → old text → new text. Without any it is
// read once, and what is found out about it is found out once.
func own(t testing.TB, edits map[string][2]string) *dimension.Corpus {
	t.Helper()
	if len(edits) > 0 {
		return readOwn(t, edits)
	}
	unchanged.Do(func() { unchanged.corpus = readOwn(t, nil) })
	return unchanged.corpus
}

var unchanged struct {
	sync.Once
	corpus *dimension.Corpus
}

func readOwn(t testing.TB, edits map[string][2]string) *dimension.Corpus {
	t.Helper()
	files := fstest.MapFS{}
	root := "../../testdata/own"
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		rel, _ := filepath.Rel(root, path)
		if e, ok := edits[d.Name()]; ok {
			if !strings.Contains(string(data), e[0]) {
				t.Fatalf("%s does not contain %q", d.Name(), e[0])
			}
			data = []byte(strings.Replace(string(data), e[0], e[1], 1))
		}
		files[filepath.ToSlash(rel)] = &fstest.MapFile{Data: data}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	ev, errs := evidence.Load(files, "own")
	c, more := dimension.Load(files, "own", ev)
	errs.Merge(more)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return c
}

func quick() verify.Options {
	o := verify.Defaults()
	o.Games, o.AltGames, o.PairGames, o.PairPlies, o.ResultsLimit, o.Cap, o.Examined = 40, 20, 50, 1000, 200, 5000, 4
	return o
}

// Two games that no Go code knows pass every check.
func TestOwnGamesAreSound(t *testing.T) {
	c := own(t, nil)
	res := verify.Run(context.Background(), checks.All(), c, c.Definitions, quick())
	for _, f := range res.Findings {
		if f.Severity > verify.Note {
			t.Errorf("%s %s: %s", f.Pos, f.ID, f.Message)
		}
	}
	if len(res.Targets) != 2 || len(res.Sequences) != 5+6 || len(res.Partings) != 1 || res.Partings[0].Found == nil {
		t.Errorf("%d targets, %d throws laid out, partings %+v", len(res.Targets), len(res.Sequences), res.Partings)
	}
}

// A position that no rule provides for comes with the line that leads there.
func TestStuckPositionsHaveALine(t *testing.T) {
	for _, id := range []string{"PB002", "ED002", "ED007"} {
		c, err := readCase("../../testdata/checks/" + id + "/bad.txtar")
		if err != nil {
			t.Fatal(err)
		}
		res, err := c.run(id)
		if err != nil {
			t.Fatal(err)
		}
		if f := res.Findings[0]; f.Line == nil || id != "ED002" && len(f.Line.Plies) == 0 {
			t.Errorf("%s: no line of play leads to the position", id)
		}
	}
}

// A check asked for by itself finds what it finds beside the others.
func TestOneCheckByItself(t *testing.T) {
	long.Slow(t)
	c := own(t, map[string][2]string{"three-rows.yaml": {"when: their.out = 8, winner: me", "when: their.out = 9, winner: me"}})
	o := quick()
	o.Games, o.AltGames, o.PairGames, o.Examined = 4, 1, 1, 1
	all := verify.Run(context.Background(), checks.All(), c, c.Definitions, o)
	for i, x := range checks.All() {
		if !long.Form() && i%8 != 1 {
			continue
		}
		o.Only = []string{strings.ToLower(x.ID)}
		one := verify.Run(context.Background(), checks.All(), c, c.Definitions, o)
		var want, got []string
		for _, f := range all.Findings {
			if f.ID == x.ID {
				want = append(want, f.Message)
			}
		}
		for _, f := range one.Findings {
			if f.ID != x.ID {
				t.Errorf("%s found %s", x.ID, f.ID)
			}
			got = append(got, f.Message)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s by itself finds %q, beside the others %q", x.ID, got, want)
		}
		for _, v := range one.Verdicts {
			if v.Check != x.ID {
				t.Errorf("%s has a verdict of %s", x.ID, v.Check)
			}
		}
	}
}

// The result does not depend on the number of workers.
func TestAnyNumberOfWorkers(t *testing.T) {
	long.Slow(t)
	c := own(t, nil)
	var first string
	for _, jobs := range []int{1, 7, 2}[:long.Of(2, 3)] {
		o := quick()
		o.Jobs = jobs
		res := verify.Run(context.Background(), checks.All(), c, c.Definitions, o)
		var cases []string
		for i := range res.EdgeCases {
			x := &res.EdgeCases[i]
			cases = append(cases, fmt.Sprint(x.Check, x.Title, x.Source(), x.Throw, x.Legal, x.Refused, x.Move, x.Outcome, x.Deciding, x.Results, x.Line, x.Changes))
		}
		data, err := json.Marshal([]any{res.Findings, res.Verdicts, res.Metrics, len(res.Partings), cases})
		if err != nil {
			t.Fatal(err)
		}
		if first == "" {
			first = string(data)
		}
		if string(data) != first {
			t.Errorf("with %d workers the result differs", jobs)
		}
	}
}

// An interrupted run returns what it has and says so.
func TestInterruption(t *testing.T) {
	c := own(t, nil)
	ctx, cancel := context.WithCancel(context.Background())
	o := quick()
	o.Jobs = 1
	o.Progress = func(done, total int, what string) {
		if done == 5 {
			cancel()
		}
	}
	res := verify.Run(ctx, checks.All(), c, c.Definitions, o)
	if !res.Interrupted || res.Run.Done < 5 || res.Run.Done >= res.Run.Tasks {
		t.Errorf("interrupted %v after %d of %d tasks", res.Interrupted, res.Run.Done, res.Run.Tasks)
	}
}

// figures lists what a result says, and counts what is marked as cut short.
func figures(t *testing.T, res *verify.Result) (out map[string]bool, marked int) {
	t.Helper()
	out = map[string]bool{}
	add := func(what string, cut bool, x ...any) {
		if cut {
			marked++
			return
		}
		data, err := json.Marshal(x)
		if err != nil {
			t.Fatal(err)
		}
		out[what+" "+string(data)] = true
	}
	for _, x := range res.Findings {
		add("finding", false, x.ID, x.Severity, x.Message, x.Line)
	}
	for _, x := range res.Verdicts {
		add("verdict", false, x)
	}
	for _, x := range res.Metrics {
		add("metrics", x.Cut, x)
	}
	for _, x := range res.Partings {
		add("parting", x.Cut, x.Ruleset, x.Question.Name(), x.A.ID, x.B.ID, x.Search, x.Difference(), x.Clauses)
	}
	for _, x := range res.Touched {
		add("touched", x.Cut, x.Interpretation, x.GamesTouched, x.DecisionsTouched, x.NotCarried)
	}
	for _, x := range res.Changes {
		add("change", x.Cut, x.Interpretation, x.Metric, x.Sign, x.Comparisons, x.LeftOut)
	}
	for _, x := range res.Rankings {
		add("ranking", x.Cut, x.Ruleset, x.Question.Name(), x.Rank)
	}
	for _, x := range res.Weighings {
		add("weighing", x.Cut, x.Ruleset, x.Question.Name(), x.Shown, x.Off, x.Worst, x.Why)
	}
	for _, x := range res.Arrays {
		add("array", x.Cut, x.Ruleset, len(x.Rows), x.Covered, x.Unsettled)
	}
	for _, x := range res.Uses {
		add("use", x.Cut, x.Interpretation, x.Statement.ID, x.Decisive, x.Decisions, x.Applied, x.Games)
	}
	for _, x := range res.Sequences {
		add("sequence", x.Cut, x.Ruleset, x.Throw, x.From)
	}
	for _, x := range res.EdgeCases {
		add("edge", x.Cut, x.Check, x.Title, x.Legal, x.Outcome, x.Deciding, len(x.Changes))
	}
	for _, x := range res.Explorations {
		add("search", x.Cut, x.Interpretation, x.Scale, x.Positions, x.Complete, x.Verdicts)
	}
	return out, marked
}

// Wherever a run is stopped, what it says and does not mark is what the whole run
// says, and what was not done is listed.
func TestWhatRestsOnWhatWasNotDoneIsMarked(t *testing.T) {
	long.Slow(t)
	c := own(t, nil)
	o := quick()
	o.Jobs = 2
	whole := verify.Run(context.Background(), checks.All(), c, c.Definitions, o)
	if len(whole.NotDone) > 0 {
		t.Errorf("a run that was not stopped says that something was not done: %v", whole.NotDone)
	}
	said, _ := figures(t, whole)
	marked := 0
	stopped := func(stop int) {
		ctx, cancel := context.WithCancel(context.Background())
		o.Progress = func(done, total int, what string) {
			if done == stop {
				cancel()
			}
		}
		res := verify.Run(ctx, checks.All(), c, c.Definitions, o)
		cancel()
		unmarked, cut := figures(t, res)
		for x := range unmarked {
			if !said[x] {
				t.Fatalf("stopped after %d tasks it says, unmarked, what the whole run does not: %s", stop, x)
			}
		}
		left := 0
		for _, u := range res.NotDone {
			left += u.NotBegun + u.CutShort
		}
		if !res.Interrupted || res.Run.Done+left != res.Run.Tasks || left == 0 {
			t.Errorf("stopped after %d tasks: %d of %d done, %d not", stop, res.Run.Done, res.Run.Tasks, left)
		}
		marked += cut
		for _, v := range res.Verdicts {
			if res.Undone(v.Ruleset, v.Check) {
				t.Errorf("stopped after %d tasks: %s gives a verdict of %s and was not done", stop, v.Check, v.Ruleset)
			}
		}
	}
	// Which tasks have halves depends on how many there are before them: every seventh is stopped at, or those next to them.
	for first := 1; first <= 7 && marked == 0; first++ {
		for stop := first; stop < whole.Run.Tasks; stop += 7 {
			stopped(stop)
		}
	}
	if marked == 0 {
		t.Error("nothing was ever marked")
	}
}

func TestChecksAreDocumented(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range checks.All() {
		if seen[c.ID] {
			t.Errorf("%s is there twice", c.ID)
		}
		seen[c.ID] = true
		if c.ID == "" || c.Title == "" || len(c.Explanation) < 80 || c.Bad == "" || c.Good == "" || c.Limits == "" || c.Needs == "" {
			t.Errorf("%s is not documented", c.ID)
		}
		// ST001 and ST003 give figures with intervals, and no verdict; RD007 goes through every position, or says nothing.
		if sampled := c.Needs != verify.Static && c.ID != "ST001" && c.ID != "ST003" && c.ID != "RD007"; sampled != (c.Least.N > 0) || sampled != (c.Least.Of != "") {
			t.Errorf("%s: the least sample is %+v", c.ID, c.Least)
		}
		if checks.All().Find(strings.ToLower(c.ID)) != c {
			t.Errorf("%s is not found by its id", c.ID)
		}
	}
	if checks.All().Find("XX999") != nil {
		t.Error("a check that is not there was found")
	}
}

// A recorded line, replayed, is the game it was taken from.
func TestReplayIsTheGame(t *testing.T) {
	c := own(t, nil)
	for _, d := range c.Definitions {
		g, errs := d.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		o := playout.Options{Games: 5, Seed: 9, Cap: 5000}
		s := playout.Sample(context.Background(), g, o)
		plies := 0
		for i := range o.Games {
			l := playout.Replay(g, o, i)
			plies += len(l.Plies)
			for k := 1; k < len(l.Plies); k++ {
				a, _ := json.Marshal(l.Plies[k-1].After)
				b, _ := json.Marshal(l.Plies[k].At)
				if l.Plies[k].Throw == nil && string(a) != string(b) {
					t.Fatalf("%s game %d: the state after move %d is not the one before the next", d.ID, i, k)
				}
			}
		}
		if plies != s.Moves+s.Passes {
			t.Errorf("%s: %d moves recorded, %d played", d.ID, plies, s.Moves+s.Passes)
		}
	}
}

func TestIntervals(t *testing.T) {
	// Wilson's interval for 81 of 263, from Newcombe (1998), table I: 0.2553 to 0.3662.
	e := playout.Share(81, 263)
	if e.Low < 0.2552 || e.Low > 0.2554 || e.High < 0.3661 || e.High > 0.3663 {
		t.Errorf("81 of 263: %.4f to %.4f", e.Low, e.High)
	}
	// And for 0 of 20: 0 to 0.1611.
	if e := playout.Share(0, 20); e.Low != 0 || e.High < 0.1610 || e.High > 0.1612 {
		t.Errorf("0 of 20: %.4f to %.4f", e.Low, e.High)
	}
	if m := playout.Mean(15, 55, 5); m.Value != 3 || m.Low < 1.0367 || m.Low > 1.0368 { // 1..5: sd sqrt(2.5), t of four degrees 2.7764
		t.Errorf("mean of 1..5: %+v", m)
	}
}
