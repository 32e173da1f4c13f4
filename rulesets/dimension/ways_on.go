package dimension

import (
	"slices"
	"strconv"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension/roster"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/position"
)

// Facts about where the way parts, leads to where opponents began, and ends.

// atFork says, of one man and one part, whether both ways are open, where nobody is in
// the way on either; and if not, which is shut; whether they could lead to where men of
// an opponent began, and whether the man had been there.
func atFork(l *look, say sayer) {
	if l.taking {
		return
	}
	l.eachFork(func(c, d *chance) {
		time := "plain"
		switch {
		case c.man == nil:
			return
		case c.man.Entered:
			time = "again"
		case c.enters || d.enters:
			time = "first"
		}
		switch {
		case c.permitted && d.permitted:
			say(c, time, "open")
		case d.permitted:
			say(c, time, "shut")
		}
	})
}

// eachFork calls f with every two moves by which one man could go different ways with
// one part, in either order, nobody being in the way.
func (l *look) eachFork(f func(c, d *chance)) {
	for i := range l.list {
		c := &l.list[i]
		if !c.forks || !c.clear() {
			continue
		}
		for j := range l.list {
			d := &l.list[j]
			if d.move.From == c.move.From && d.move.Part == c.move.Part && d.move.Class == c.move.Class && d.move.To != c.move.To && d.clear() {
				f(c, d)
			}
		}
	}
}

// atEntering says of men that could come to where men of an opponent began whether
// they may: whether it would be their first time, whether another of their player is
// there, and whether another has been.
func atEntering(l *look, say sayer) {
	if l.men == nil || l.taking {
		return
	}
	there := "nobody"
	for _, m := range l.men.Men[l.q] {
		if l.men.Abroad(l.q, m.Place) {
			there = "somebody"
		}
	}
	for i := range l.list {
		c := &l.list[i]
		if !c.enters || !c.vacant() || c.man == nil || !c.man.Moved || !c.permitted && !l.control(c) && !l.elsewhere(c) {
			continue
		}
		time, others := "first", "alone"
		if c.man.Entered {
			time = "again"
		}
		if l.men.Entered[l.q] && !c.man.Entered {
			others = "after"
		}
		say(c, time, there, others, ok(c))
	}
}

// elsewhere reports whether the same man may go another way with the same part.
func (l *look) elsewhere(c *chance) bool {
	return slices.ContainsFunc(l.list, func(d chance) bool {
		return d.permitted && d.move.From == c.move.From && d.move.Class == c.move.Class && !d.enters && d.likened(c)
	})
}

// reached reports whether the track of any player leads to where men of an opponent began.
func reached(g *rulesets.Game) bool {
	p, home := g.Program, roster.Homes(g)
	for q := range p.Players {
		for _, next := range p.Next {
			for _, f := range next {
				for r := range p.Players {
					if p.Team[r] != p.Team[q] && home[r][p.CellOf[q][f]] {
						return true
					}
				}
			}
		}
	}
	return p.Next == nil
}

// atHeld says of men that stand where men of an opponent began whether they may go on:
// within the row or out of it, with men of their player left where those began or not,
// and with another man that can move or not.
func atHeld(l *look, say sayer) {
	if l.men == nil || l.taking {
		return
	}
	home := "away"
	for _, m := range l.men.Men[l.q] {
		if l.men.AtHome(l.q, m.Place) {
			home = "home"
		}
	}
	others := "none"
	for i := range l.list {
		if c := &l.list[i]; c.permitted && !c.inside {
			others = "others"
		}
	}
	for i := range l.list {
		c := &l.list[i]
		if !c.inside || c.own > 0 || !c.permitted && !l.control(c) {
			continue
		}
		if c.enemy > 0 && !c.permitted {
			// It may be the other man that is safe.
			if yes, told := l.would("held", c, func() (bool, bool) { return l.butFor(c, []int{int(c.move.To)}, l.theirs) }); yes || !told {
				continue
			}
		}
		switch out := !l.men.Abroad(l.q, int(c.move.To)); {
		case !out:
			say(c, "within", home, others, ok(c))
			if home == "home" && !c.permitted {
				if yes, _ := l.would("held out", c, func() (bool, bool) { return l.fromTheEnd(c) }); yes {
					say(c, "beyond", "home", "whoever", "yes")
				}
			}
		case home == "home" && c.permitted:
			say(c, "beyond", "home", "whoever", "yes")
		}
	}
}

// fromTheEnd reports whether a man that is refused a move where men of an opponent began
// could go out with the same part if it stood near the end.
func (l *look) fromTheEnd(c *chance) (permitted, told bool) {
	p := l.s.Game.Program
	for f := range p.Places {
		if !l.men.Abroad(l.q, f) || f == int(c.move.From) {
			continue
		}
		for _, a := range p.Ahead(f, p.Parts[c.move.Part].Number) {
			own, enemy := l.menOn(a.To)
			here, others := l.menOn(f)
			if own+enemy+here+others > 0 || l.men.Abroad(l.q, a.To) {
				continue
			}
			pos := position.Read(p, l.st)
			pos.Men[l.q][c.move.Class][c.move.From]--
			pos.Men[l.q][c.move.Class][f]++
			moved := *c
			moved.move.From, moved.move.To = int16(f), int16(a.To)
			if told = true; l.permitted(pos, &moved) {
				return true, true
			}
		}
	}
	return false, told
}

// atWayEnd says whether men leave the board, and whether those that stand where men of
// an opponent began may go out again while men there can move at all.
func atWayEnd(l *look, say sayer) {
	for i := range l.moves {
		if m := &l.moves[i]; m.Act == engine.BearOff {
			say(&chance{move: *m, permitted: true}, "off")
		}
	}
	if l.men == nil || l.taking {
		return
	}
	for i := range l.list {
		c := &l.list[i]
		if !c.inside || !c.clear() || l.men.Abroad(l.q, int(c.move.To)) {
			continue
		}
		within := slices.ContainsFunc(l.list, func(d chance) bool {
			return d.permitted && d.inside && d.clear() && d.move.Part == c.move.Part && l.men.Abroad(l.q, int(d.move.To))
		})
		if c.permitted || within {
			say(c, "out", ok(c))
		}
	}
}

// stoodAtEnd reports whether a man has come to a place from which no way leads on.
func (s *Sample) stoodAtEnd() bool {
	for f, next := range s.Game.Program.Next {
		if len(next) == 0 && s.story.stood.Has(f) {
			return true
		}
	}
	return false
}

// openPartings counts the places at which more ways than one were open.
func (s *Sample) openPartings() (n int) {
	for f, next := range s.Game.Program.Next {
		n += bit(countOf(next, func(g int) bool { return s.times("course", strconv.Itoa(f), strconv.Itoa(g)) > 0 }) > 1)
	}
	return n
}

// atCourse says which ways were open where the way parts.
func atCourse(l *look, say sayer) {
	next := l.s.Game.Program.Next
	for i := range l.list {
		c := &l.list[i]
		if !c.permitted || !c.forks {
			continue
		}
		way := c.passed.With(int(c.move.From)).With(int(c.move.To))
		for _, f := range way.Places() {
			if len(next[f]) < 2 {
				continue
			}
			for _, g := range next[f] {
				if way.Has(g) {
					say(c, strconv.Itoa(f), strconv.Itoa(g))
				}
			}
		}
	}
}

// endless reports whether the track leads from some place back to it.
func (s *Sample) endless() bool {
	for f, to := range s.story.steps {
		if to[f] > 0 {
			return true
		}
	}
	return false
}
