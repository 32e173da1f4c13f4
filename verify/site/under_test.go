package site

import (
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/brief"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
)

// The place of a question says under whose games it has it, and what is known under the other.
func TestPlaceSaysUnderWhom(t *testing.T) {
	q := &rulesets.Question{ID: "q"}
	g := &game{ranked: []*verify.Ranking{{Question: q}, {Question: q}}, learned: true}
	change := func(random, learned float64, holds verify.Holding) *verify.Change {
		c := &verify.Change{Guaranteed: random, Holds: holds, Learned: &verify.Change{Guaranteed: learned}}
		c.Play, c.Learned.Play = measure.AtRandom, measure.Learned
		return c
	}
	alone, unlearned := change(1, 0, verify.NotLearned), change(1, 0, verify.NotLearned)
	retrained := change(1, 1, verify.TurnsRound)
	retrained.Learned.Retrained = true
	alone.Learned, unlearned.Learned, unlearned.Unlearned = nil, nil, "its sides are others than by default"
	for _, tt := range []struct {
		change *verify.Change
		want   string
	}{
		{change(1, 1, verify.HoldsBoth), "By what it does to games played between learned programs it is number 1 of 2; at random it does the same."},
		{change(1, 1, verify.TurnsRound), "By what it does to games played between learned programs it is number 1 of 2; at random it does the contrary, but the programs that play the reading learned the default (not retrained)."},
		{retrained, "By what it does to games played between learned programs it is number 1 of 2; at random it does the contrary."},
		{change(0, 1, verify.NotKnown), "By what it does to games played between learned programs it is number 1 of 2; at random it is not known."},
		{change(0, 1, verify.OnlyLearned), "By what it does to games played between learned programs it is number 1 of 2; at random it does nothing that matters."},
		{change(1, 0, verify.OnlyRandom), "By what it does to games played at random it is number 1 of 2; between learned programs it does nothing that matters."},
		{change(1, 0, verify.NotKnown), "By what it does to games played at random it is number 1 of 2; between learned programs it is not known."},
		{alone, "By what it does to games played at random it is number 1 of 2."},
		{unlearned, "By what it does to games played at random it is number 1 of 2; between learned programs it is not known: its sides are others than by default."},
	} {
		if got := g.place(&verify.Ranking{Rank: 1, Change: tt.change, Same: verify.Drawings}); got != tt.want {
			t.Errorf("%q\nwant %q", got, tt.want)
		}
	}
	if got := g.place(&verify.Ranking{Rank: 2}); !strings.HasPrefix(got, "By what it does to games between learned programs and at random it is one of those in which nothing was seen") {
		t.Errorf("%q", got)
	}
}

// The picture of a doubt has the games between learned programs above those at random, each of them named, with the
// range over trainings and not an interval.
func TestPictureOfADoubtShowsBoth(t *testing.T) {
	q := &rulesets.Question{ID: "q", Default: "a", Readings: []*rulesets.Reading{{ID: "a"}, {ID: "b"}}}
	at := func(v float64) playout.Estimate { return playout.Estimate{Value: v, Low: v - 1, High: v + 1, N: 9} }
	c := verify.Change{Ruleset: "game", Question: q, Reading: q.Readings[1], Test: measure.Test{Metric: "m", Of: nothing, Compared: measure.Compared{From: at(30), To: at(40)}}}
	c.Learned = &verify.Change{Ruleset: "game", Question: q, Reading: q.Readings[1], Test: measure.Test{Metric: "m", Of: nothing, Play: measure.Learned, Trainings: make([]measure.Compared, 2),
		Compared: measure.Compared{From: playout.Estimate{Value: 10, Low: 7, High: 13, N: 9}, To: playout.Estimate{Value: 20, Low: 19, High: 25, N: 9}}}}
	g := &game{Target: &verify.Target{Definition: &rulesets.Definition{ID: "game", Questions: []*rulesets.Question{q}}}, brief: &brief.Brief{}}
	s := &Site{Files: map[string][]byte{}, look: &look{}, settings: &Settings{}, res: &verify.Result{Outcome: verify.Outcome{Changes: []verify.Change{c}}}}
	p := &page{site: s, Path: "game/questions/q/index.html", men: map[string]string{}}
	v, err := p.effect(g, &verify.Ranking{Question: q, Change: &s.res.Changes[0]})
	if err != nil || v == nil {
		t.Fatal(v, err)
	}
	for _, want := range []string{"between learned programs; a (default) 10 [7, 13]; b 20 [19, 25]; at random; a (default) 30 [29, 31]; b 40 [39, 41]", "the range over 2 trainings"} {
		if !strings.Contains(v.Chart.Alt+v.Chart.Caption, want) {
			t.Errorf("%q is not in %q, %q", want, v.Chart.Alt, v.Chart.Caption)
		}
	}
}
