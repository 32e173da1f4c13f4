package trial

import (
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/position"
)

// Positions that are drawn and not met: in some games men seldom come home, or are seldom
// sent back, when all move at random.

// Draw draws positions in which men leave the board, and enter.
func (s *Bench) Draw() {
	t := s.Tester()
	for i := range t.p.Allows {
		a := &t.p.Allows[i]
		for q := range t.p.Players {
			switch a.Act {
			case engine.BearOff:
				t.drawLeaving(q)
			case engine.Place, engine.Enter:
				for _, st := range a.Stores {
					t.drawEntering(q, st)
				}
			}
		}
	}
}

// drawLeaving draws positions in which a player has one man left, or the others at the end
// of his way, or on all places near it, and bears it off.
func (t *tester) drawLeaving(q int) {
	r := t.rival(q)
	last := -1
	for f, d := range t.p.Distance {
		if d > 0 && (last < 0 || d < t.p.Distance[last]) {
			last = f
		}
	}
	for f, d := range t.p.Distance {
		if d == 0 || d > t.faces() {
			continue
		}
		for _, others := range []string{"off", "last", "near"} {
			pos := position.Read(t.p, t.s.bases[onOpening][0].St)
			t.clear(pos)
			switch others {
			case "off":
				pos.Stores[q][t.p.StoreIndex(engine.OffStore)] = t.p.Men(q) - 1
			case "last":
				put(pos, q, last, t.p.Men(q)-1)
			default:
				for n, g := 1, 0; n < t.p.Men(q); g = (g + 1) % t.p.Places {
					if far := t.p.Distance[g]; far > 0 && far <= t.faces() {
						put(pos, q, g, MenAt(pos, q, g)+1)
						n++
					}
				}
			}
			put(pos, q, f, MenAt(pos, q, f)+1)
			if at := t.freePlace(pos, q, r); at >= 0 {
				put(pos, r, at, t.p.Men(r))
			}
			t.keepMoves(onLeaving, pos, q, func(m *engine.Move) bool { return m.Act == engine.BearOff && int(m.From) == f })
		}
	}
}

// drawEntering draws positions in which one man of a player waits in a store.
func (t *tester) drawEntering(q, store int) {
	r := t.rival(q)
	opening := t.s.bases[onOpening][0].St
	pos := position.Read(t.p, opening)
	if start := t.start(opening, q); pos.Stores[q][store] == 0 && start >= 0 && start < t.p.Places {
		put(pos, q, start, MenAt(pos, q, start)-1)
		pos.Stores[q][store]++
	}
	for g := range t.p.Places {
		put(pos, r, g, 0)
	}
	clear(pos.Stores[r])
	if at := t.freePlace(pos, q, r); at >= 0 {
		put(pos, r, at, t.p.Men(r))
	}
	t.keepMoves(onEntry, pos, q, func(m *engine.Move) bool {
		return (m.Act == engine.Place || m.Act == engine.Enter) && int(m.From) == t.p.Places+store
	})
}
