package dimension

import (
	"slices"

	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/dimension/trial"
	"github.com/lectio/lectio/rulesets/engine"
)

// Sights of men that take others by coming up to them or going away from them.

// rowBeyond are the places straight beyond b, as seen from a, up to the first on which no
// opponent of player q stands.
func (w *watcher) rowBeyond(s *engine.State, q, a, b int) (row []int) {
	for range w.p.Places {
		i := slices.IndexFunc(w.p.Leaps[q][a], func(l place.Leap) bool { return l.Over == b })
		if i < 0 {
			break
		}
		a, b = b, w.p.Leaps[q][a][i].To
		if w.foes(s, q, b) == 0 {
			break
		}
		row = append(row, b)
	}
	return row
}

// approached notes, when a man has stepped to a place beside it, what became of the row of
// opponents that it came up to, and of the row that it went away from.
func (w *watcher) approached(m *engine.Move, before *engine.State) {
	q, from, to := before.Player(), int(m.From), int(m.To)
	if m.Act != engine.Step || !w.p.Near[q][from].Has(to) {
		return
	}
	ahead, behind := w.rowBeyond(before, q, from, to), w.rowBeyond(before, q, to, from)
	gone := func(row []int) (n int) {
		for _, f := range row {
			n += bit(w.foes(w.after, q, f) == 0)
		}
		return n
	}
	by := w.s.Sends(engine.Step)
	row, what := ahead, "approach_takes"
	switch {
	case len(ahead) > 0 && len(behind) > 0:
		way := "nothing"
		switch a, b := gone(ahead) > 0, gone(behind) > 0; {
		case w.removals(w.after) > 0:
			way, by = "chosen", w.s.PuttingUp(engine.Remove, engine.Step)
		case a && b:
			way = "both"
		case a:
			way = "ahead"
		case b:
			way = "behind"
		}
		w.saw("both_ways", by, way)
		return
	case len(behind) > 0:
		row, what = behind, "withdrawal_takes"
	case len(ahead) == 0:
		return
	}
	n := gone(row)
	w.saw(what, by, trial.YesNo(n > 0))
	if n > 0 && len(row) > 1 {
		w.saw("takes_row", by, trial.YesNo(n == len(row)))
	}
}

// observeGoingOn notes, of a man that has stepped and may take by another step, whether it may
// go straight on, and whether it may come to where it has been in this turn, where that takes.
func (w *watcher) observeGoingOn(e *engine.Explanation) {
	q, turn := w.st.Player(), w.mem.turn
	i := len(turn) - 1
	for i >= 0 && turn[i].Act == engine.Remove {
		i--
	}
	if i < 0 || turn[i].Act != engine.Step {
		return
	}
	last := turn[i]
	goesOn := func(m engine.Move) bool { return m.Act == engine.Step && m.From == last.To }
	i = slices.IndexFunc(e.Moves, goesOn)
	if i < 0 {
		return
	}
	m := e.Moves[i]
	for _, to := range w.p.Near[q][last.To].Places() {
		m.To = int16(to)
		same := func(x engine.Move) bool { return goesOn(x) && x.To == m.To }
		permitted, by := slices.ContainsFunc(e.Moves, same), w.ruleOf(&m)
		for _, r := range e.Refused {
			if same(r.Move) {
				by = r.Statements
			}
		}
		if !w.empty(q, to) || !w.taking(&m) {
			continue
		}
		if slices.Contains(w.p.Leaps[q][last.From], place.Leap{Over: int(last.To), To: to}) {
			w.saw("goes_straight_on", by, trial.YesNo(permitted))
		}
		if slices.ContainsFunc(turn, func(x engine.Move) bool { return x.Act == engine.Step && x.From == m.To }) {
			w.saw("comes_back", by, trial.YesNo(permitted))
		}
	}
}
