package measure

import (
	"slices"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify/playout"
)

// Frame is what figures of an interpretation can be of. Two interpretations are compared
// in metrics that both of their frames have: otherwise a figure would be of another thing
// than the one it is laid beside.
type Frame struct {
	Players []string
	Teams   []int // by player; partners share a number
	// Winners is set when some end of the rules says who has won; without, a game is
	// told by its points, if there are any.
	Winners bool
	// Points numbers the way in which points are counted: equal for interpretations that
	// count alike, 0 where nothing is counted.
	Points uint64
	Opener int      // the player who begins, -1 where lots decide
	Sides  []uint64 // by player; alike are those with one number (engine.Program.Sides)
	asked  []framed // the measures of the program, in their order, and somebody's own
}

// framed is a measure in an interpretation, with its metrics.
type framed struct {
	*Asked
	metrics []Metric
	own     bool // somebody has written it
	told    bool // in reports; else it is kept only
	first   int  // place of its first part in Outcome.Told, -1 where what is kept of every game tells
}

// FrameOf is the frame of an interpretation.
func FrameOf(g *rulesets.Game) Frame {
	p := g.Program
	f := Frame{Players: p.Players, Teams: p.Team, Winners: p.NamesWinner(), Points: p.Counting(), Opener: playout.Opener(g), Sides: p.Sides()}
	f.asked = framesOf(g)
	return f
}

// framesOf are the measures that are metrics of a game: those of the program that are about something, and all that somebody has
// written, as far as they mean something in it.
func framesOf(g *rulesets.Game) []framed {
	return g.Kept("metrics", func() any { return makeFrames(g) }).([]framed)
}

func makeFrames(g *rulesets.Game) (list []framed) {
	told, names := 0, map[string]bool{}
	add := func(m *ast.Measure, own bool) {
		a, errs := Of(g, m)
		if len(errs) > 0 {
			return // it means nothing in this game
		}
		x := framed{Asked: a, metrics: a.Metrics(), own: own, told: own || m.Ranks, first: -1}
		if m.Suffices.Text == "always" {
			x.metrics = x.metrics[:1]
		}
		if !play.Recalls(&a.Rule) {
			x.first, told = told, told+len(a.Groups)
		}
		for i := range x.metrics {
			y := &x.metrics[i]
			if y.Own = own; names[y.Name] {
				y.Name += " (" + m.ID.Text + ")"
			}
			if names[y.Name] = true; x.first >= 0 {
				y.told = x.first + i
			}
		}
		list = append(list, x)
	}
	for _, m := range g.Definition.Metrics() {
		add(m, false)
	}
	for _, m := range g.Definition.OwnMetrics() {
		add(m, true)
	}
	return list
}

// measure is the measure of an id, one of the program's or of somebody's own; nil where it means nothing in the interpretation.
func (f *Frame) measure(id string, own bool) *framed {
	for i := range f.asked {
		if f.asked[i].ID.Text == id && f.asked[i].own == own {
			return &f.asked[i]
		}
	}
	return nil
}

// Watched are the measures of a game that have to be asked while it is played: what is kept of every game does not tell.
func Watched(g *rulesets.Game) (list []engine.Measure) {
	for _, x := range framesOf(g) {
		if x.first >= 0 {
			list = append(list, x.Rule)
		}
	}
	return list
}

// Alike reports whether no side has other men, another board or another goal than the
// rest, so that sides differ by who begins and by nothing else.
func (f *Frame) Alike() bool {
	return !slices.ContainsFunc(f.Sides, func(s uint64) bool { return s != f.Sides[0] })
}

// Ahead reports whether it can be told who comes out ahead: who has won, or has more
// points where no rule says who has won.
func (f *Frame) Ahead() bool { return f.Winners || f.Points != 0 }

// Kept lists all metrics that are taken of the games: those of [Frame.Metrics] first.
func (f *Frame) Kept() []Metric {
	list := f.Metrics()
	for i := range f.asked {
		for _, m := range f.asked[i].metrics {
			if !slices.ContainsFunc(list, func(x Metric) bool { return x.Name == m.Name }) {
				list = append(list, m)
			}
		}
	}
	return list
}

// Metrics lists the metrics that are told of the games of one interpretation. Where sides are alike, they are told by who begins
// and not by what they are.
func (f *Frame) Metrics() (list []Metric) {
	for i := range f.asked {
		if a := &f.asked[i]; a.told && f.measure(a.InsteadOf.Text, false) == nil && (a.Frame.Text != "role" || !f.Alike()) {
			list = append(list, a.metrics...)
		}
	}
	return list
}

// Common lists the metrics in which games of two interpretations can be compared: those of measures that mean something in both
// and are of the same thing there, as their frame has it.
func (f *Frame) Common(o *Frame) (list []Metric) {
	second, match := f.match(o)
	for i := range f.asked {
		a := &f.asked[i]
		b, instead := o.measure(a.ID.Text, a.own), a.InsteadOf.Text
		if b == nil || !a.told || f.measure(instead, false) != nil && o.measure(instead, false) != nil || !f.comparable(o, a, match) {
			continue
		}
		of := a.metrics
		if a.Suffices.Text == "of_two" && len(of) == 2 {
			of = of[:1]
		}
		for _, m := range of {
			k := m.group
			if a.Rule.By == engine.ByPlayer {
				k = second[k]
			} else if k = slices.Index(b.Groups, m.Who()); k < 0 {
				continue
			}
			x := b.Asked.metric(k)
			x.told = b.first + k
			if b.first < 0 {
				x.told = -1
			}
			m.second = &x
			list = append(list, m)
		}
	}
	return list
}

// Figure is what the measure of the program of an id comes to in a sample; of no games where it means nothing.
func (f *Frame) Figure(id string, s *playout.Stats) playout.Estimate {
	a := f.measure(id, false)
	if a == nil {
		return playout.Share(0, 0)
	}
	e, _ := a.metrics[0].Of(s)
	return e
}

// Own lists the metrics of each measure that somebody has written.
func (f *Frame) Own() (list [][]Metric) {
	for i := range f.asked {
		if f.asked[i].own {
			list = append(list, f.asked[i].metrics)
		}
	}
	return list
}

// comparable reports whether a measure is of the same thing in two interpretations. Who begins is compared where sides are alike,
// sides where they are not and one can be matched with one, players where one can be matched with one and, if sides are alike, the
// same begins; points are compared on one scale only.
func (f *Frame) comparable(o *Frame, a *framed, match bool) bool {
	if a.Points && f.Points != o.Points {
		return false
	}
	switch a.Frame.Text {
	case "order":
		return f.Alike() && o.Alike() && len(f.Players) == len(o.Players)
	case "role":
		return match && !f.Alike()
	case "player":
		return match && (!f.Alike() || f.Opener == o.Opener)
	}
	return match || a.Rule.By != engine.ByPlayer
}

// Counts says what two interpretations count or name otherwise, "" where nothing.
func (f *Frame) Counts(o *Frame) string {
	switch {
	case f.Winners != o.Winners:
		return "whether a winner is named"
	case (f.Points == 0) != (o.Points == 0):
		return "whether points are counted"
	case f.Points != o.Points:
		return "how points are counted"
	case f.Alike() && o.Alike() && f.Opener != o.Opener:
		return "which of two like sides begins"
	}
	return ""
}

// match finds which player of o each of f is: the same side where sides can be told apart
// by that, else the same name. ok is false when neither fits.
func (f *Frame) match(o *Frame) (second []int, ok bool) {
	if len(f.Players) != len(o.Players) {
		return nil, false
	}
	pair := func(same func(q, r int) bool) bool {
		second = nil
		for q := range f.Players {
			r := slices.IndexFunc(f.straight(), func(r int) bool { return same(q, r) && !slices.Contains(second, r) })
			if r < 0 {
				return false
			}
			second = append(second, r)
		}
		return true
	}
	if !f.Alike() && pair(func(q, r int) bool { return f.Sides[q] == o.Sides[r] }) {
		return second, true
	}
	return second, pair(func(q, r int) bool { return f.Players[q] == o.Players[r] })
}

// straight numbers the players.
func (f *Frame) straight() (list []int) {
	for q := range f.Players {
		list = append(list, q)
	}
	return list
}

// PlayedAlike says how many games of two samples, whose frames are f and o, have the same
// numbers and were kept, and whether in all of them as much was played with the same choice
// and the same side prevailed: then the two differ in what is counted, if in anything, and
// not in what is played. Otherwise is set when in some game somebody has other points, is
// named as winner, or begins. Sides that are alike are told by who begins.
func (f *Frame) PlayedAlike(o *Frame, a, b *playout.Stats) (games int, alike, otherwise bool) {
	games = min(len(a.Outcomes), len(b.Outcomes))
	second, match := f.match(o)
	by := (*playout.Outcome).Ahead
	if f.Winners && o.Winners {
		by = func(x *playout.Outcome, _ []int) int { return int(x.Winner) }
	}
	told := f.Ahead() && o.Ahead()
	for i := range games {
		x, y := &a.Outcomes[i], &b.Outcomes[i]
		if x.Close != y.Close || x.Plies != y.Plies || x.Passes != y.Passes || x.Turns != y.Turns || x.Chosen != y.Chosen || x.Branch != y.Branch {
			return games, false, false
		}
		otherwise = otherwise || x.Winner != y.Winner || x.Opener != y.Opener || a.Denominator != b.Denominator || !slices.Equal(x.Scores, y.Scores)
		if !told {
			continue
		}
		p, q := by(x, f.Teams), by(y, o.Teams)
		switch {
		case (p < 0) != (q < 0), !match:
			return games, false, false
		case p < 0:
		case f.Alike() && o.Alike():
			if (f.Teams[p] == f.Teams[x.Opener]) != (o.Teams[q] == o.Teams[y.Opener]) {
				return games, false, false
			}
		case o.Teams[second[p]] != o.Teams[q]:
			return games, false, false
		}
	}
	return games, games > 0, otherwise
}
