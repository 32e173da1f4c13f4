package dimension

import (
	"fmt"
	"slices"

	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/dimension/offered"
	"github.com/lectio/lectio/rulesets/dimension/roster"
	"github.com/lectio/lectio/rulesets/dimension/trial"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/position"
)

// clear reports whether nobody stands in its way, nor where it leads.
func (c *chance) clear() bool {
	return c.own+c.enemy+c.passedOwn+c.passedEnemy == 0
}

// plain reports whether nothing is special about the move: a man that has moved before
// goes on along a way that is clear and does not part, and stays clear of the places
// where opponents began. What stops such a move would stop any.
func (c *chance) plain() bool { return c.clear() && c.ordinary() }

func (c *chance) ordinary() bool {
	return c.man != nil && c.man.Moved && c.beside == 0 && !c.inside && !c.enters && !c.forks
}

// newLook makes a look of a decision that has been explained. men may be nil: then
// nothing is known of what the men have done before.
func newLook(s *Sample, in *engine.Interpreter, st *engine.State, e *engine.Explanation, men *roster.Roster) *look {
	p := s.Game.Program
	l := &look{s: s, in: in, st: st, men: men, q: st.Player(), moves: e.Moves}
	conceived := offered.Moves(p, st)
	add := func(m engine.Move, permitted bool, by []int) {
		if m.From < 0 || int(m.From) >= p.Places || m.To < 0 || int(m.To) >= p.Places || m.Act == engine.Remove {
			return
		}
		l.list = append(l.list, l.chance(m, permitted, by))
	}
	for _, m := range e.Moves {
		add(m, true, nil)
	}
	for i := range e.Refused {
		add(e.Refused[i].Move, false, e.Refused[i].Statements)
	}
	known := len(l.list)
	for i := range conceived {
		if !slices.ContainsFunc(l.list[:known], func(c chance) bool { return trial.AlikeMoves(&c.move, &conceived[i]) }) {
			add(conceived[i], false, nil)
		}
	}
	l.taking = slices.ContainsFunc(l.list, func(c chance) bool { return c.permitted && c.enemy > 0 })
	return l
}

func (l *look) chance(m engine.Move, permitted bool, by []int) chance {
	p := l.s.Game.Program
	c := chance{move: m, permitted: permitted, by: by, passed: l.in.Passed(l.st, &m)}
	from, to := int(m.From), int(m.To)
	c.own, c.enemy = l.menOn(to)
	c.beside = l.st.MenAt(p, l.q, from) - 1
	if from == to {
		c.own--
	}
	for _, f := range c.passed.Places() {
		own, enemy := l.menOn(f)
		c.passedOwn, c.passedEnemy = c.passedOwn+own, c.passedEnemy+enemy
	}
	if p.Next != nil {
		c.forks = len(p.Next[from]) > 1
		for _, f := range c.passed.Places() {
			c.forks = c.forks || len(p.Next[f]) > 1
		}
	}
	if l.men != nil {
		c.man = l.men.At(l.q, from, int(m.Class))
		c.inside = l.men.Abroad(l.q, from)
		c.enters = !c.inside && l.men.Abroad(l.q, to)
	}
	return c
}

// menOn counts men on the cell of a place of the player to move: his, and those of his
// opponents.
func (l *look) menOn(f int) (own, enemy int) {
	own, enemy, _ = trial.MenOn(l.s.Game.Program, l.st, l.q, f)
	return own, enemy
}

// control reports whether an ordinary move can be made with the same part and over men
// of the same players: then what is refused is not refused for those. Of a man in a pile
// it is not known, which may be one that does not move.
func (l *look) control(c *chance) bool {
	return c.beside == 0 && slices.ContainsFunc(l.list, func(d chance) bool {
		return d.permitted && d.ordinary() && d.vacant() && d.likened(c)
	})
}

// likened reports whether two moves play the same part and pass over men of the same
// players.
func (c *chance) likened(d *chance) bool {
	return c.move.Part == d.move.Part && (c.passedOwn > 0) == (d.passedOwn > 0) && (c.passedEnemy > 0) == (d.passedEnemy > 0)
}

// vacant reports whether nobody stands where the move leads.
func (c *chance) vacant() bool { return c.own+c.enemy == 0 }

// --- what would be, if men stood elsewhere -----------------------------------

// butFor says whether a move that is refused would be permitted if the men of some
// players on the cells of those places stood a little further on, and all else were as
// it is: then they are what it is refused for. told is not set where there is no room
// for them.
func (l *look) butFor(c *chance, places []int, whose func(r int) bool) (permitted, told bool) {
	pos := position.Read(l.s.Game.Program, l.st)
	at := l.stretch(c)
	for _, f := range places {
		for len(at) > 0 && !l.region(f, at[0]) {
			at = at[1:]
		}
		if len(at) == 0 || !l.shift(pos, f, at[0], whose) {
			return false, false
		}
		at = at[1:]
	}
	return l.permitted(pos, c), true
}

// crowded says whether a move that is permitted would still be if more men of some
// players stood on places, taken from elsewhere in the same rows: one on each, and where
// men can share places two on the first. told is not set where none, or with all not
// enough for all, can be taken, or where what comes of it is that another can be taken.
func (l *look) crowded(c *chance, places []int, all bool, whose func(r int) bool) (permitted, told bool) {
	pos := position.Read(l.s.Game.Program, l.st)
	used := c.passed.With(int(c.move.From)).With(int(c.move.To))
	for _, f := range places {
		used = used.With(f)
	}
	for i, f := range places {
		wanted := 1
		if i == 0 && l.s.story.mostOwn > 1 {
			wanted = 2 // men share places
		}
		n := l.countOn(f, whose)
		for ; n < wanted; n++ {
			g := l.spare(pos, f, used, whose)
			if g < 0 || !l.shiftOne(pos, g, f, whose) {
				break
			}
			told = true
		}
		if all && n == 0 {
			return false, false
		}
	}
	if !told {
		return false, false
	}
	st := l.s.Game.Program.NewState()
	position.Lay(l.in, st, pos)
	takes := false
	for _, m := range l.in.Moves(st, nil) {
		if trial.AlikeMoves(&m, &c.move) {
			return true, true
		}
		if m.To >= 0 && int(m.To) < l.s.Game.Program.Places && m.Act != engine.Remove {
			other := *l
			other.st = st
			_, enemy := other.menOn(int(m.To))
			takes = takes || enemy > 0
		}
	}
	return false, !takes || c.enemy > 0
}

// countOn counts the men of some players on the cell of a place.
func (l *look) countOn(f int, whose func(r int) bool) int {
	n := 0
	for r := range l.s.Game.Program.Players {
		for _, g := range l.s.Game.Program.Across(l.q, r, f) {
			if whose(r) {
				n += l.st.MenAt(l.s.Game.Program, r, int(g))
			}
		}
	}
	return n
}

// spare is a place, not one of those used and like f in who began there, on whose cell
// men of some players stand; -1 where there is none.
func (l *look) spare(pos *position.Position, f int, used place.Set, whose func(r int) bool) int {
	p := l.s.Game.Program
	for g := range p.Places {
		if used.Has(g) || !l.region(f, g) {
			continue
		}
		for r := range p.Players {
			for _, h := range p.Across(l.q, r, g) {
				if whose(r) && slices.ContainsFunc(pos.Men[r], func(class []int) bool { return class[h] > 0 }) {
					return g
				}
			}
		}
	}
	return -1
}

// shiftOne puts one man of some players from the cell of one place on that of another.
func (l *look) shiftOne(pos *position.Position, from, to int, whose func(r int) bool) bool {
	p := l.s.Game.Program
	for r := range p.Players {
		there := p.Across(l.q, r, to)
		if !whose(r) || len(there) == 0 {
			continue
		}
		for _, g := range p.Across(l.q, r, from) {
			for _, class := range pos.Men[r] {
				if class[g] > 0 {
					class[g]--
					class[there[0]]++
					return true
				}
			}
		}
	}
	return false
}

// would asks what would be otherwise, of moves that the same statements refuse no more
// often than tells.
func (l *look) would(fact string, c *chance, ask func() (permitted, told bool)) (permitted, told bool) {
	key := fmt.Sprint(fact, c.by)
	switch {
	case l.only != nil && !l.only(c):
		return false, false
	case l.only == nil && (l.s.asked[key] >= mostTried || l.s.asked["vain "+key] >= mostVain):
		return false, false
	}
	permitted, told = ask()
	if told {
		l.s.asked[key]++
	} else {
		l.s.asked["vain "+key]++
	}
	return permitted, told
}

// mostTried is how often it is asked of moves that the same statements refuse, and
// mostVain how often when nothing can be told.
const mostTried, mostVain = 40, 400

func (l *look) permitted(pos *position.Position, c *chance) bool {
	st := l.s.Game.Program.NewState()
	position.Lay(l.in, st, pos)
	return slices.ContainsFunc(l.in.Moves(st, nil), func(m engine.Move) bool { return trial.AlikeMoves(&m, &c.move) })
}

// stretch lists empty places beyond where a move leads, the nearest first.
func (l *look) stretch(c *chance) []int {
	p := l.s.Game.Program
	way := c.passed.With(int(c.move.From)).With(int(c.move.To))
	var out []int
	seen := map[int]bool{}
	next := func(f int) []int {
		if p.Next != nil {
			return p.Next[f]
		}
		return p.Near[l.q][f].Places()
	}
	for queue := []int{int(c.move.To)}; len(queue) > 0; queue = queue[1:] {
		for _, t := range next(queue[0]) {
			if seen[t] {
				continue
			}
			seen[t] = true
			queue = append(queue, t)
			if own, enemy := l.menOn(t); own+enemy == 0 && !way.Has(t) {
				out = append(out, t)
			}
		}
	}
	return out
}

// region reports whether two places are alike in that players began there.
func (l *look) region(f, g int) bool {
	return l.men == nil || l.men.AtHome(l.q, f) == l.men.AtHome(l.q, g) && l.men.Abroad(l.q, f) == l.men.Abroad(l.q, g)
}

// shift puts the men of some players on the cell of one place on that of another.
func (l *look) shift(pos *position.Position, from, to int, whose func(r int) bool) bool {
	p := l.s.Game.Program
	for r := range p.Players {
		if !whose(r) {
			continue
		}
		there := p.Across(l.q, r, to)
		for _, g := range p.Across(l.q, r, from) {
			for _, class := range pos.Men[r] {
				if class[g] > 0 && len(there) == 0 {
					return false
				}
				if class[g] > 0 {
					class[there[0]] += class[g]
					class[g] = 0
				}
			}
		}
	}
	return true
}
