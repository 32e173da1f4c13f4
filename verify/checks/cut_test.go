package checks_test

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/lectio/lectio/testdata/long"
	"github.com/lectio/lectio/verify/checks"

	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/playout"
	"github.com/rogpeppe/go-internal/txtar"
)

// asked is a context that is done once it has been asked so many times whether it is.
type asked struct {
	context.Context
	stop context.CancelFunc
	left atomic.Int64
}

func stopsAfter(t *testing.T, times int) *asked {
	a := &asked{}
	a.Context, a.stop = context.WithCancel(t.Context())
	if a.left.Store(int64(times)); times == 0 {
		a.stop()
	}
	return a
}

func (a *asked) Err() error {
	if a.left.Add(-1) <= 0 {
		a.stop()
	}
	return a.Context.Err()
}

// Wherever a check is stopped, it reports nothing that it does not report when it is run
// whole, and while it is not done it gives no verdict and is listed as not done.
func TestCutShort(t *testing.T) {
	long.Slow(t)
	for _, c := range checks.All() {
		for _, kind := range []string{"bad", "good"} {
			t.Run(c.ID+"/"+kind, func(t *testing.T) {
				t.Parallel()
				x, err := readCase(filepath.Join("../../testdata/checks", c.ID, kind+".txtar"))
				if err != nil {
					t.Fatal(err)
				}
				at := slices.IndexFunc(x.archive.Files, func(f txtar.File) bool { return f.Name == "findings" })
				whole := string(x.archive.Files[at].Data) // TestCases holds it against the run
				times := []int{0, 1, 3, 10, 100}
				if long.Form() {
					times = append(times, 30, 300, 1000, 3000, 10000)
				}
				for _, n := range times {
					res, err := x.runWithin(stopsAfter(t, n), c.ID)
					if err != nil {
						t.Fatal(err)
					}
					for _, finding := range strings.SplitAfter(findingTexts(res), "\n") {
						if !strings.Contains(whole, finding) {
							t.Errorf("asked %d times whether to go on, it finds %s", n, finding)
						}
					}
					for _, d := range res.Targets {
						id := d.Definition.ID
						undone := res.Undone(id, c.ID)
						if d.Game != nil && n == 0 && !undone {
							t.Errorf("of %s nothing was looked at, and it is not among what was not done", id)
						}
						if undone && slices.ContainsFunc(res.Verdicts, func(v verify.Verdict) bool { return v.Ruleset == id }) {
							t.Errorf("asked %d times whether to go on, it was not done and gives verdicts of %s", n, id)
						}
					}
				}
			})
		}
	}
}

// With a budget of nothing no check finds anything in a case where there is nothing to
// be found.
func TestBudgetOfNothing(t *testing.T) {
	for _, c := range checks.All() {
		t.Run(c.ID, func(t *testing.T) {
			t.Parallel()
			x, err := readCase(filepath.Join("../../testdata/checks", c.ID, "good.txtar"))
			if err != nil {
				t.Fatal(err)
			}
			for x.games = range 2 {
				x.positions = x.games
				res, err := x.run(c.ID)
				if err != nil {
					t.Fatal(err)
				}
				if len(res.Findings) > 0 {
					t.Errorf("with %d games it finds %s", x.games, findingTexts(res))
				}
				for _, v := range res.Verdicts {
					if v.Verdict == verify.None && c.Needs == verify.Playouts {
						t.Errorf("with %d games it says that there is none of %s", x.games, v.Subject)
					}
				}
			}
		})
	}
}

// Two men who block each other pass for ever: that is a standstill, with the line
// up to the last man moved; a game that only takes long is none.
func TestStandstill(t *testing.T) {
	d, errs := dimension.LoadOne("walk.yaml", []byte(`
ruleset: walk
title: Walk
family: lessons
statements:
  - {id: players, players: [white, black], seen: mirrored, assumed: a lesson}
  - {id: board, tables: {points: 4}, assumed: a lesson}
  - {id: route, track: {run: [1..4], off: no, but: {black: [4..1]}}, assumed: a lesson}
  - {id: men, men: 1, assumed: a lesson}
  - {id: set_up, set_up: {1: 1}, assumed: a lesson}
  - {id: turn, stage: {}, assumed: a lesson}
  - {id: one, agenda: {play: [step]}, assumed: a lesson}
  - {id: stay, blocked: stop, assumed: a lesson}
  - {id: go, allow: advance, with: step, to: "ahead(from, 1) and not enemy", assumed: a lesson}
  - {id: off, end: never, when: board = 0, winner: me, assumed: a lesson}
`), nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	g, errs := d.Game(nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	o := playout.Options{Games: 1, Seed: 1, Cap: 3000}
	line, after, _ := playout.Standstill(context.Background(), g, o, playout.Sample(context.Background(), g, o))
	if line == nil || after == 0 || after > 6 || len(line.Plies) != after {
		t.Errorf("line %v after %d", line, after)
	}
	o.Cap = 500 // too few passes to call it one
	if line, _, _ := playout.Standstill(context.Background(), g, o, playout.Sample(context.Background(), g, o)); line != nil {
		t.Error("500 passes are called a standstill")
	}
}
