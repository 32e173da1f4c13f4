package dimension

import (
	"slices"

	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/dimension/trial"
	"github.com/lectio/lectio/rulesets/engine"
)

// Sights of the middle of a board, and of men between two opponents.

// middleOf is the place of player q that is the middle cell of the board, -1 where it has none.
func (s *Sample) middleOf(q int) int {
	cells := s.Game.Board.Sets["centre"]
	if len(cells) != 1 {
		return -1
	}
	return slices.Index(s.Game.Program.CellOf[q], cells[0])
}

// observeMiddle notes, at the beginning of a turn, of each man that can step and stands next to
// the vacant middle whether it may stop there, and whether it may pass to the vacant place
// straight beyond.
func (w *watcher) observeMiddle(e *engine.Explanation) {
	p, q := w.p, w.st.Player()
	middle := w.s.middleOf(q)
	if middle < 0 || len(w.mem.turn) > 0 || !w.empty(q, middle) {
		return
	}
	reach, by := map[int16]place.Set{}, map[int16][]int{}
	for i := range e.Moves {
		if m := &e.Moves[i]; m.Act == engine.Step {
			reach[m.From] = reach[m.From].With(int(m.To))
			by[m.From] = w.ruleOf(m)
		}
	}
	for from, to := range reach {
		if !p.Near[q][from].Has(middle) {
			continue
		}
		w.saw("stops_in_middle", by[from], trial.YesNo(to.Has(middle)))
		for _, l := range p.Leaps[q][from] {
			if l.Over == middle && w.empty(q, l.To) {
				w.saw("passes_middle", by[from], trial.YesNo(to.Has(l.To)))
			}
		}
	}
}

// enclosed notes, when a man has stepped, what became of the opponents that it encloses with
// another man of its side, and of itself when it has gone between two that still stand there:
// it is not between two of whom it takes one. A step that ends the game takes nobody that could
// be seen, but one by which the player has lost has cost him the man that he moved.
func (w *watcher) enclosed(m *engine.Move, before *engine.State) {
	p, q, to := w.p, before.Player(), int(m.To)
	over := w.after.Status() == engine.Over
	lost := over && w.after.Winner() >= 0 && w.after.Winner() != q
	if m.Act != engine.Step || over && !lost {
		return
	}
	for _, l := range p.Leaps[q][to] {
		if !over && w.foes(before, q, l.Over) > 0 && w.after.MenAt(p, q, l.To) > 0 {
			w.saw("encloses", w.s.Sends(engine.Step), trial.YesNo(w.foes(w.after, q, l.Over) == 0))
		}
	}
	for _, near := range p.Near[q][to].Places() {
		for _, l := range p.Leaps[q][near] {
			if l.Over == to && w.foes(w.after, q, near) > 0 && w.foes(w.after, q, l.To) > 0 {
				w.saw("goes_between", nil, trial.YesNo(lost || w.after.MenAt(p, q, to) == 0))
			}
		}
	}
}
