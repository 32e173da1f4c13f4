package dimension

import (
	"slices"

	"github.com/lectio/lectio/rulesets/dimension/trial"
	"github.com/lectio/lectio/rulesets/engine"
)

// plain reports whether a man of player q is as it was at the beginning: it bears no
// mark and has not been at the far side.
func (w *watcher) plain(q, f, class int) bool { return class == 0 && !w.mem.crossed[q].Has(f) }

// plainAt is plain for whichever man stands on a place.
func (w *watcher) plainAt(q, f int) bool {
	return !w.mem.crossed[q].Has(f) && w.st.MenOfClass(w.p, q, 0, f) > 0
}

// foes is how many opposing men stand on the cell of a place of player q.
func (w *watcher) foes(s *engine.State, q, f int) int {
	_, n, _ := trial.MenOn(w.p, s, q, f)
	return n
}

// empty reports whether nobody stands on the cell of a place of player q.
func (w *watcher) empty(q, f int) bool {
	_, _, n := trial.MenOn(w.p, w.st, q, f)
	return n == 0
}

// on reports whether player r has a man on a cell.
func (w *watcher) on(s *engine.State, r, cell int) bool {
	for f, c := range w.p.CellOf[r] {
		if c == cell && s.MenAt(w.p, r, f) > 0 {
			return true
		}
	}
	return false
}

// board is how many men a player has on the board.
func (w *watcher) board(s *engine.State, q int) int {
	n := w.p.Men(q)
	for st := range w.p.Stores {
		n -= s.InStore(w.p, q, st)
	}
	return n
}

// foesOnBoard is how many men the opponents of a player have on the board.
func (w *watcher) foesOnBoard(s *engine.State, q int) int {
	n := 0
	for r := range w.p.Players {
		if w.p.Team[r] != w.p.Team[q] {
			n += w.board(s, r)
		}
	}
	return n
}

// inHand is how many men are still to be placed, of all players together.
func (w *watcher) inHand(s *engine.State) int {
	n, hand := 0, w.p.StoreIndex(engine.HandStore)
	for q := range w.p.Players {
		n += s.InStore(w.p, q, hand)
	}
	return n
}

// ruleOf is the statement that permits a move, as a list.
func (w *watcher) ruleOf(m *engine.Move) []int {
	if r := m.Rule(w.p); r != nil {
		return []int{r.Statement}
	}
	return nil
}

// has reports whether a move of one of the acts is permitted.
func has(e *engine.Explanation, acts ...engine.Act) bool {
	return slices.ContainsFunc(e.Moves, func(m engine.Move) bool { return slices.Contains(acts, m.Act) })
}

// own calls f with each place on which the player to move has a man.
func (w *watcher) own(f func(f int)) {
	q := w.st.Player()
	for x := range w.p.Places {
		if w.st.MenAt(w.p, q, x) > 0 {
			f(x)
		}
	}
}
