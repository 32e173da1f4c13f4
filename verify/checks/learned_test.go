package checks_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/brief"
	"github.com/lectio/lectio/verify/checks"
	"github.com/lectio/lectio/verify/players/training"
)

// corners is a game of placing men in which who takes a corner loses: who plays at random soon does,
// and who plays to win does not before all other cells are full.
const corners = `ruleset: corners
title: Corners
family: merels
statements:
  - {id: players, players: [white, black], assumed: test}
  - {id: begins, begins: white, assumed: test}
  - {id: board, grid: {rows: 3, columns: 3}, assumed: test}
  - {id: men, men: 5, assumed: test}
  - {id: set_up, set_up: {hand: 5}, assumed: test}
  - {id: turn, stage: {}, assumed: test}
  - {id: one, agenda: {play: [place]}, in: turn, assumed: test}
  - {id: place, allow: place, to: empty, assumed: test}
  - {id: corner, end: a corner is taken, on: place, when: to = a1 or to = a3 or to = c1 or to = c3, winner: them, assumed: test}
questions:
  - id: what_ends_it
    asks: What ends the game?
    kind: silence
    weight: 3
    default: plain
    readings:
      - {id: plain, basis: conjectured, because: x}
      - id: middle
        basis: conjectured
        because: x
        statements: [{replaces: corner, end: the middle is taken, on: place, when: to = b2, winner: me, assumed: test}]
`

func verified(t *testing.T, o verify.Options) *verify.Result {
	t.Helper()
	d, errs := dimension.LoadOne("corners.yaml", []byte(corners), nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return verify.Run(context.Background(), checks.All(), own(t, nil), []*rulesets.Definition{d}, o)
}

// toldOf is what a run says of its games, as far as programs that learned have to do with it.
func toldOf(res *verify.Result) string {
	var out strings.Builder
	for i := range res.Metrics {
		m := &res.Metrics[i]
		fmt.Fprintln(&out, m.Interpretation, m.Unlearned, m.Retrained)
		for _, s := range m.Learned {
			fmt.Fprintln(&out, s.Played, s.Wins, s.Moves, s.Outcomes)
		}
	}
	for i := range res.Changes {
		c := &res.Changes[i]
		fmt.Fprintln(&out, c.Reading.ID, c.Metric, c.Sign, c.Holds)
		if c.Learned != nil {
			fmt.Fprintln(&out, c.Learned.From, c.Learned.To, c.Learned.Low, c.Learned.High, c.Learned.Sign)
		}
	}
	b := brief.Of(res, res.Targets[0])
	for _, x := range b.Play {
		fmt.Fprintln(&out, x.Words, x.Figure, x.Interval)
	}
	for _, x := range b.Doubts {
		fmt.Fprintln(&out, x.Question, x.Place, x.Firm, x.Effect.Words, x.Effect.Interval)
	}
	return out.String()
}

// Games between programs that learned are told first, games at random behind them; and the figures are what
// who plays to win must come to.
func TestLearnedIsToldFirst(t *testing.T) {
	o := small()
	o.Trainings = 2
	res := verified(t, o)
	var m *verify.Metrics
	for i := range res.Metrics {
		if res.Metrics[i].Default {
			m = &res.Metrics[i]
		}
	}
	if m == nil {
		t.Fatal(res.Findings, res.Targets[0].Errors)
	}
	if len(m.Learned) != 2 {
		t.Fatalf("games of %d trainings", len(m.Learned))
	}
	// Five cells are no corners: white takes the last of them, and black must take a corner. At random the
	// first is one in four of nine.
	for _, s := range m.Learned {
		if mean := float64(s.Moves) / float64(s.Played); mean < 4.5 || s.Wins[0]*10 < s.Played*7 {
			t.Errorf("learned: %.1f moves a game, white wins %d of %d", mean, s.Wins[0], s.Played)
		}
	}
	if mean := float64(m.Stats.Moves) / float64(m.Stats.Played); mean > 2.5 {
		t.Errorf("at random %.1f moves a game", mean)
	}
	b := brief.Of(res, res.Targets[0])
	text := toldOf(res)
	// What is proved comes before what programs did.
	if w := b.Play[0].Words; w != "Solved, every position of it, when both sides play as well as can be: who begins can force a win in 6 turns." {
		t.Errorf("%s", w)
	}
	if !strings.HasPrefix(b.Play[1].Words, "Two programs learned this game, each in at most ") {
		t.Errorf("%s", b.Play[1].Words)
	}
	if w := b.Play[2].Words; !strings.HasPrefix(w, "In 200 games between learned programs a game takes ") || !strings.Contains(w, "; at random, 2.") {
		t.Errorf("%s", w)
	}
	for _, word := range []string{" players ", "people", "in practice"} {
		if strings.Contains(text, word) {
			t.Errorf("%q is said of programs:\n%s", word, text)
		}
	}
}

// What programs learned is the same with one worker and with several, and whether it was kept or not: kept
// whole, damaged, or nowhere to be kept.
func TestLearnedIsTheSame(t *testing.T) {
	o := small()
	o.Trainings, o.Jobs, o.Retrained = 2, 1, 1
	want := toldOf(verified(t, o))
	if !strings.Contains(want, "corners{what_ends_it=middle}  true") || !strings.Contains(want, "a game took 1.") {
		t.Errorf("the reading was not retrained:\n%s", want)
	}
	dir := t.TempDir()
	var notes []string
	again := func(name, dir string, jobs int) {
		o.Jobs, o.Programs = jobs, &training.Cache{Dir: dir, Note: func(s string) { notes = append(notes, s) }}
		if got := toldOf(verified(t, o)); got != want {
			t.Errorf("%s:\n%s\nnot\n%s", name, got, want)
		}
	}
	again("four workers, making programs", dir, 4)
	again("programs that were kept", dir, 2)
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(files) != 4 || len(notes) > 0 {
		t.Fatalf("kept %q %v, notes %q", files, err, notes)
	}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		b[len(b)/2] ^= 1
		if err := os.WriteFile(f, b, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	again("programs that are damaged", dir, 1)
	if len(notes) != 1 {
		t.Errorf("notes %q", notes)
	}
	notes = nil
	again("nowhere to keep them", filepath.Join(files[0], "below"), 1)
	if len(notes) != 1 {
		t.Errorf("notes %q", notes)
	}
}
