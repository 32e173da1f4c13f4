package measure

import (
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify/playout"
)

// Teller works metrics of one interpretation out in games that have been played. It is not safe for concurrent use.
type Teller struct {
	metrics []Metric
	// Metrics that ask only how a game ended come to the same in all games that ended alike, of which there are many; those that
	// ask for lengths or choices do not.
	alike, each recaller
	known       map[ending]*known // of the first
}

// recaller works some of the metrics out of what is kept of a game.
type recaller struct {
	*play.Gatherer
	rules  []engine.Measure
	metric []int // numbers of the metrics
	rule   []int // … and of the rule of each
}

// ending is how a game ended.
type ending struct {
	close          playout.Close
	winner, opener int8
	points         [mostPoints]int32
}

// mostPoints are the players of a game whose endings are kept.
const mostPoints = 8

// known is what games that ended alike add to metrics.
type known struct {
	parts []playout.Quotient
	games int64 // that have not been entered yet
}

// NewTeller returns who works out some metrics, which are of one interpretation.
func NewTeller(metrics []Metric) *Teller {
	t := &Teller{metrics: metrics, known: map[ending]*known{}}
	for i, m := range metrics {
		if m.told >= 0 {
			continue
		}
		to := &t.each
		if m.Rule.OfEnding() && len(m.Game.Program.Players) <= mostPoints {
			to = &t.alike
		}
		if n := len(to.metric); n == 0 || metrics[to.metric[n-1]].Asked != m.Asked {
			to.rules = append(to.rules, m.Rule)
		}
		to.metric, to.rule = append(to.metric, i), append(to.rule, len(to.rules)-1)
	}
	for _, r := range []*recaller{&t.alike, &t.each} {
		if len(r.rules) > 0 {
			r.Gatherer = play.NewGatherer(metrics[0].Game.Program, r.rules, 0)
		}
	}
	return t
}

// Each calls f with what each of some games adds to the metrics, by their numbers.
func (t *Teller) Each(list []playout.Outcome, f func(game, metric int, x playout.Quotient)) {
	for k := range list {
		if t.alike.Gatherer != nil {
			for j, part := range t.ended(&list[k]).parts {
				f(k, t.alike.metric[j], part)
			}
		}
		t.further(&list[k], func(metric int, x playout.Quotient) { f(k, metric, x) })
	}
}

// Sum enters games in the moments of the metrics, which are by their numbers; without choices those that ask for them are left out.
func (t *Teller) Sum(to []playout.Moments, list []playout.Outcome, choices bool) {
	enter := func(i int, x playout.Quotient, times int64) {
		if m := &t.metrics[i]; choices || !m.Rule.Asks(engine.Choices) {
			m.Count(&to[i], x, times)
		}
	}
	further := func(i int, x playout.Quotient) { enter(i, x, 1) }
	for k := range list {
		if t.alike.Gatherer != nil {
			t.ended(&list[k]).games++
		}
		t.further(&list[k], further)
	}
	for _, e := range t.known {
		for j, part := range e.parts {
			enter(t.alike.metric[j], part, e.games)
		}
		e.games = 0
	}
}

// further calls f with what a game adds to metrics that ask more than how it ended.
func (t *Teller) further(x *playout.Outcome, f func(metric int, x playout.Quotient)) {
	if t.each.Gatherer != nil {
		cells := t.each.Recall(x.Kept())
		for j, i := range t.each.metric {
			f(i, t.metrics[i].Take(cells[t.each.rule[j]]))
		}
	}
	for i := range t.metrics {
		if at := t.metrics[i].told; at >= 0 && at < len(x.Told) { // else the run was stopped before it was asked
			f(i, x.Told[at])
		}
	}
}

// ended is how a game ended.
func (t *Teller) ended(x *playout.Outcome) *known {
	e := ending{close: x.Close, winner: x.Winner, opener: x.Opener}
	copy(e.points[:], x.Scores)
	if k := t.known[e]; k != nil {
		return k
	}
	k := &known{}
	cells := t.alike.Recall(x.Kept())
	for j, i := range t.alike.metric {
		k.parts = append(k.parts, t.metrics[i].Take(cells[t.alike.rule[j]]))
	}
	t.known[e] = k
	return k
}
