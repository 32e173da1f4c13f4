package dimension

import (
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
)

// fate is what became of men onto whom others could come: how often they were refused
// that, and what followed where they were not.
type fate struct {
	refused, taken, stays, moved, some int         // some: of several, not all were taken
	by                                 map[int]int // the statements that refused it
}

// all is how often it was tried.
func (f *fate) all() int { return f.refused + f.landed() }

func (f *fate) landed() int { return f.taken + f.stays + f.moved + f.some }

// meets looks at the moves of a decision that lead onto opposing men.
func (t *story) meets(w *watcher, e *engine.Explanation) {
	for i := range e.Moves {
		m := &e.Moves[i]
		if m.Rule(w.p) == nil || m.From < 0 || int(m.To) >= w.p.Places && m.Act != engine.BearOff {
			continue
		}
		if f := t.kind(w, m); f != nil {
			t.try(w, m, f)
		}
	}
	for i := range e.Refused {
		r := &e.Refused[i]
		if f := t.kind(w, &r.Move); f != nil && !w.required(r) {
			f.refused++
			for _, st := range r.Statements {
				tick(&f.by, st)
			}
		}
	}
}

// opposing counts the men of a player on the place moved to, and says where on his own
// way they stand; -1 where they stand on several of his places.
func opposing(w *watcher, m *engine.Move, r int) (n, at int) {
	q := w.st.Player()
	at = -1
	if m.To < 0 || int(m.To) >= w.p.Places || w.p.Team[r] == w.p.Team[q] {
		return 0, -1
	}
	cell := w.p.CellOf[q][m.To]
	for f, c := range w.p.CellOf[r] {
		if k := 0; c == cell {
			if k = w.st.MenAt(w.p, r, f); k > 0 && n > 0 {
				at = -1
			} else if k > 0 {
				at = f
			}
			n += k
		}
	}
	return n, at
}

// crowd counts the opposing men on the place moved to.
func (t *story) crowd(w *watcher, m *engine.Move) int {
	if m.To < 0 || int(m.To) >= w.p.Places {
		return 0
	}
	return w.foes(w.st, w.st.Player(), int(m.To))
}

// kind says to which kind of meeting a move leads; nil for none, or one of several
// kinds at once.
func (t *story) kind(w *watcher, m *engine.Move) *fate {
	victim, place, men := -1, -1, 0
	for r := range w.p.Players {
		n, at := opposing(w, m, r)
		if n == 0 {
			continue
		}
		if victim >= 0 || at < 0 {
			return nil
		}
		victim, place, men = r, at, n
	}
	switch {
	case victim < 0:
		return nil
	case m.Act != engine.Advance && m.Act != engine.Step && m.Act != engine.Leap:
		return nil
	case m.Men > 1 && men > 1:
		return &t.byPair
	case m.Men > 1:
		return nil
	}
	list := t.single
	if men > 1 {
		list = t.pair
	}
	if list[place] == nil {
		list[place] = &fate{}
	}
	return list[place]
}

// try makes a move on another board and notes what becomes of the men it meets.
func (t *story) try(w *watcher, m *engine.Move, f *fate) {
	p := w.p
	w.after.CopyFrom(w.st)
	w.other.Play(w.after, *m)
	took, stays := 0, 0
	total := t.crowd(w, m)
	for r := range p.Players {
		if p.Team[r] == p.Team[w.st.Player()] {
			continue
		}
		for g := range p.Places {
			took += w.st.MenAt(p, r, g) - w.after.MenAt(p, r, g)
			if p.CellOf[r][g] == p.CellOf[w.st.Player()][m.To] {
				stays += w.after.MenAt(p, r, g)
			}
		}
	}
	switch {
	case took >= total:
		f.taken++
	case took > 0:
		f.some++
	case stays == total:
		f.stays++
	default:
		f.moved++
	}
}

// sum adds up what became of men on the places for which ok holds.
func sumFates(list map[int]*fate, ok func(place int) bool) (out fate) {
	for _, f := range sortedKeys(list) {
		x := list[f]
		if !ok(f) {
			continue
		}
		out.refused += x.refused
		out.taken += x.taken
		out.stays += x.stays
		out.moved += x.moved
		out.some += x.some
		for st, n := range x.by {
			if out.by == nil {
				out.by = map[int]int{}
			}
			out.by[st] += n
		}
	}
	return out
}

// leastRefused is how often men must have been refused to come somewhere before it is
// said that they may not.
const leastRefused = 3

// open reports whether single men are taken on a place, and safe whether they are not.
func (t *story) open(f int) bool { return t.single[f] != nil && t.single[f].taken > 0 }

func (t *story) safe(f int) bool {
	x := t.single[f]
	return x != nil && x.taken+x.some+x.moved == 0 && (x.stays > 0 || x.refused >= leastRefused)
}

// meetsUnmet lets men meet single ones on the places to which opponents come and on which
// they met too seldom in games to say whether one is safe there, as happens on a long way.
func (t *story) meetsUnmet(w *watcher) {
	shared := sharedPlaces(w.p)
	w.s.OntoSingles(func(f int) bool {
		return slices.Contains(shared, f) && !t.safe(f) && !t.open(f)
	}, func(st *engine.State, m *engine.Move, by []int) {
		w.st.CopyFrom(st)
		f := t.kind(w, m)
		switch {
		case f == nil:
		case by == nil:
			t.try(w, m, f)
		default: // that it was refused for this man alone is known, as it is not of games
			f.refused += leastRefused
			for _, st := range by {
				tick(&f.by, st)
			}
		}
	})
}

// shared are the places of the first player's way to which men of opponents come too.
func sharedPlaces(p *engine.Program) []int {
	var out []int
	for f, cell := range p.CellOf[0] {
		for r := range p.Players {
			if p.Team[r] != p.Team[0] && slices.Contains(p.CellOf[r], cell) {
				out = append(out, f)
				break
			}
		}
	}
	return out
}
