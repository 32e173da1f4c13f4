package dimension

import (
	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine"
)

// Conditions on moves say what is permitted and refused. What became of the moves,
// what came before them, and what a player could have done and nothing let him do, is
// counted here, at every decision of a sample, for facts to be found from.

// observe notes what is to be seen at a decision.
func (w *watcher) observe(e *engine.Explanation) {
	s, m := w.st, w.mem
	if m.owner != s.Owner() || s.Fresh() {
		w.turnEnds()
		m.owner = s.Owner()
	}
	w.eager, w.builds = w.eager[:0], w.builds[:0]
	for i := range e.Moves {
		if x := &e.Moves[i]; len(m.turn) > 0 {
			w.saw("joined", nil, actWord(m.before()), actWord(x.Act))
		}
	}
	w.observePlacing(e)
	w.observeSteps(e)
	w.observeMiddle(e)
	w.observeLeaps(e)
	w.observeSeries(e)
	w.observeGoingOn(e)
	w.observeTaking(e)
	w.observeRows(e)
	w.observeRemoving(e)
	w.observeSowing(e)
	w.observeShutIn(e)
}

// turnEnds closes what is remembered of a turn.
func (w *watcher) turnEnds() {
	m, p := w.mem, w.p
	if m.owner >= 0 {
		m.missed[m.owner] = m.could && !m.took
		if len(m.turn) > 0 {
			w.saw("turn_ends", nil, actWord(m.before()))
		}
		for _, cell := range m.leapt {
			gone := true
			for r := range p.Players {
				gone = gone && (p.Team[r] == p.Team[m.owner] || !w.on(w.st, r, cell))
			}
			w.saw("stood_till_end", nil, either(gone, "gone", "stayed"))
			if gone {
				w.saw("lost", nil, "leapt_over")
				m.took = true
			}
		}
		if m.took && len(p.Players) == 2 {
			w.leaves(w.st, 1-m.owner, nil, "on")
		}
	}
	m.turn, m.leapt, m.could, m.took = m.turn[:0], m.leapt[:0], false, false
}

// played remembers a move that has been made; before is the state in which it was.
func (w *watcher) played(m *engine.Move, before *engine.State) {
	p, mem, q := w.p, w.mem, before.Player()
	w.countedAtEnd()
	from, to := int(m.From), int(m.To)
	onto := to >= 0 && to < p.Places && m.Act != engine.Remove
	switch {
	case onto:
		mem.turn = append(mem.turn, *m)
		w.cross(q, m)
		mem.last[q] = deed{m.Act, from, to}
		if m.Act == engine.Place {
			mem.placer, mem.moving = q, false
		}
	case m.Act == engine.Remove || m.Act == engine.BearOff:
		mem.turn = append(mem.turn, *m)
	default:
		return
	}
	w.after.CopyFrom(before)
	if m.Act == engine.Sow {
		w.other.Applied = make([]int, len(w.s.Game.Statements))
	}
	w.other.PlayOnly(w.after, *m)
	if m.Act == engine.Sow {
		applied := w.other.Applied
		w.other.Applied = nil
		w.sowed(m, before, applied)
	}
	if lost := w.foesOnBoard(before, q) - w.foesOnBoard(w.after, q); lost > 0 {
		mem.took = true
		switch {
		case m.Act == engine.Remove:
			w.saw("lost", nil, "removed")
		case m.Over >= 0 && w.foes(before, q, int(m.Over)) > w.foes(w.after, q, int(m.Over)):
			w.saw("lost", nil, "leapt_over")
		case onto && w.foes(before, q, to) > w.foes(w.after, q, to):
			w.saw("lost", nil, "met")
		default:
			w.saw("lost", nil, "otherwise")
		}
	}
	if m.Act == engine.Leap {
		w.leaptOn(m, q)
	}
	w.enclosed(m, before)
	if m.Act == engine.Place {
		w.laidDown(m, before)
	}
	w.approached(m, before)
	if onto {
		w.became(q, m, before)
	}
	var closed []int
	if onto {
		closed, _ = w.rows(before, q, m)
	}
	w.won(q, closed, before)
	if len(closed) > 0 && w.removals(w.after) > 0 {
		for _, l := range closed {
			mem.closed[q] = mem.closed[q].With(l)
		}
	}
}

// won notes by what player q has won, if he has with the move just made.
func (w *watcher) won(q int, closed []int, before *engine.State) {
	end, over := w.st.End()
	if !over || end < 0 || w.st.Winner() < 0 {
		return
	}
	how := "otherwise"
	switch {
	case w.p.Ends[end].At == engine.AtNoMove:
		how = "no_move"
	case len(closed) > 0 && w.st.Winner() == q:
		how = "row"
	case w.foesOnBoard(w.st, q) < w.foesOnBoard(before, q) && w.st.Winner() == q:
		how = "taking"
	}
	w.saw("won", []int{w.p.Ends[end].Statement}, how)
}

// cross remembers which men have been at the far side.
func (w *watcher) cross(q int, m *engine.Move) {
	mem, p := w.mem, w.p
	was := int(m.From) < p.Places && m.From >= 0 && mem.crossed[q].Has(int(m.From))
	if was || w.lie != nil && w.lie.Far[q].Has(int(m.To)) {
		mem.crossed[q] = mem.crossed[q].With(int(m.To))
	}
	for r := range p.Players {
		for _, f := range mem.crossed[r].Places() {
			if w.st.MenAt(p, r, f) == 0 {
				mem.crossed[r] = mem.crossed[r].Minus(place.SetOf(f))
			}
		}
	}
}
