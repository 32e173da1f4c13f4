package measure

import (
	"math"
	"slices"

	"github.com/lectio/lectio/rulesets"
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
}

// FrameOf is the frame of an interpretation.
func FrameOf(g *rulesets.Game) Frame {
	p := g.Program
	return Frame{Players: p.Players, Teams: p.Team, Winners: p.NamesWinner(), Points: p.Counting(), Opener: playout.Opener(g), Sides: p.Sides()}
}

// Alike reports whether no side has other men, another board or another goal than the
// rest, so that sides differ by who begins and by nothing else.
func (f *Frame) Alike() bool {
	return !slices.ContainsFunc(f.Sides, func(s uint64) bool { return s != f.Sides[0] })
}

// Ahead reports whether it can be told who comes out ahead: who has won, or has more
// points where no rule says who has won.
func (f *Frame) Ahead() bool { return f.Winners || f.Points != 0 }

// Metrics lists the metrics that the games of one interpretation have. Where sides are
// unlike, shares by role stand beside that of who begins.
func (f *Frame) Metrics() []Metric {
	list, same := always(), f.straight()
	by := func(p *prevailing) {
		list = append(append(list, p.first(f.Teams)), p.decided(f.Teams)...)
		if !f.Alike() {
			list = append(list, p.roles(f.Players, f.Teams, f.Players, same)...)
		}
	}
	switch {
	case f.Winners:
		by(&won)
	case f.Ahead():
		by(&led)
	}
	list = append(list, timeouts)
	if f.Points != 0 {
		list = append(list, points(f.Players, f.Players, same)...)
	}
	return list
}

// Common lists the metrics in which games of two interpretations can be compared. Where
// either names no winner, who comes out ahead is compared; where sides are unlike, they are
// told by what they are and not by who begins; and points are compared on one scale only.
func (f *Frame) Common(o *Frame) []Metric {
	list := always()
	second, match := f.match(o)
	by := func(p *prevailing) {
		if f.Alike() && o.Alike() && len(f.Players) == len(o.Players) {
			list = append(list, p.first(f.Teams))
		}
		list = append(list, p.decided(f.Teams)...)
		if match && !f.Alike() {
			roles := p.roles(f.Players, f.Teams, o.Players, second)
			if len(roles) == 2 { // what one does not win the other does
				roles = roles[:1]
			}
			list = append(list, roles...)
		}
	}
	switch {
	case f.Winners && o.Winners:
		by(&won)
	case f.Ahead() && o.Ahead():
		by(&led)
	}
	list = append(list, timeouts)
	if f.Points != 0 && f.Points == o.Points && match && (!f.Alike() || f.Opener == o.Opener) {
		list = append(list, points(f.Players, o.Players, second)...)
	}
	return list
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

// prevailing is a way to tell who prevails in a game, with the names of its metrics.
type prevailing struct {
	who                               func(x *playout.Outcome, teams []int) int // -1: nobody
	somebody, nobody, opener, ofAside string
}

var (
	won = prevailing{func(x *playout.Outcome, _ []int) int { return int(x.Winner) }, MetricCompletion, MetricDrawishness, MetricFirstShare, WinsOf}
	led = prevailing{(*playout.Outcome).Ahead, MetricLed, MetricLevel, MetricFirstLed, LedBy}
)

// first is the share of who begins in the games in which somebody prevails.
func (p *prevailing) first(teams []int) Metric {
	return p.share(p.opener, teams, func(x *playout.Outcome, who int) bool { return x.Opener >= 0 && teams[who] == teams[x.Opener] })
}

// roles are the shares of the players, each of the same games; in a second sample those of
// the players that second numbers.
func (p *prevailing) roles(players []string, teams []int, others []string, second []int) (list []Metric) {
	of := func(name string, q int) Metric {
		return p.share(p.ofAside+name, teams, func(x *playout.Outcome, who int) bool { return teams[who] == teams[q] })
	}
	for q, name := range players {
		m, other := of(name, q), of(others[second[q]], second[q])
		m.second = &other
		list = append(list, m)
	}
	return list
}

// share is that of the games in which somebody prevails, and it is so of who does.
func (p *prevailing) share(name string, teams []int, so func(x *playout.Outcome, who int) bool) Metric {
	return Metric{Name: name, Aspect: Winner, Share: true, of: func(x *playout.Outcome) float64 {
		who := p.who(x, teams)
		if who < 0 {
			return math.NaN()
		}
		return is(so(x, who))
	}}
}

// decided are the shares of games in which somebody prevails, and in which nobody does
// though they have ended.
func (p *prevailing) decided(teams []int) []Metric {
	return []Metric{
		{Name: p.somebody, Aspect: Winner, Share: true, of: func(x *playout.Outcome) float64 { return is(p.who(x, teams) >= 0) }},
		{Name: p.nobody, Aspect: Winner, Share: true, of: func(x *playout.Outcome) float64 {
			return is(x.Close == playout.Ended && p.who(x, teams) < 0)
		}},
	}
}

// points are the metrics of what players score, and by how much the first is ahead.
func points(players, others []string, second []int) (list []Metric) {
	of := func(name string, q int) Metric {
		return Metric{Name: PointsOf + name, Aspect: Score, in: inPoints, of: ended(func(x *playout.Outcome) float64 { return float64(x.Scores[q]) })}
	}
	lead := func(name string, q int) Metric {
		return Metric{Name: LeadOf + name, Aspect: Score, in: inPoints, of: ended(func(x *playout.Outcome) float64 {
			best, found := int32(0), false
			for r, s := range x.Scores {
				if r != q && (!found || s > best) {
					best, found = s, true
				}
			}
			return float64(x.Scores[q] - best)
		})}
	}
	for _, make := range []func(string, int) Metric{of, lead} {
		for q, name := range players {
			m, other := make(name, q), make(others[second[q]], second[q])
			m.second = &other
			list = append(list, m)
		}
	}
	return list[:len(players)+1]
}

// PlayedAlike says how many games of two samples, whose frames are f and o, have the same
// numbers and were kept, and whether in all of them as much was played with the same choice
// and the same side prevailed: then the two differ in what is counted, if in anything, and
// not in what is played. Otherwise is set when in some game somebody has other points, is
// named as winner, or begins. Sides that are alike are told by who begins.
func (f *Frame) PlayedAlike(o *Frame, a, b *playout.Stats) (games int, alike, otherwise bool) {
	games = min(len(a.Outcomes), len(b.Outcomes))
	second, match := f.match(o)
	by := led
	if f.Winners && o.Winners {
		by = won
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
		p, q := by.who(x, f.Teams), by.who(y, o.Teams)
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
