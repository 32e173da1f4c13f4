package dimension

import (
	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/dimension/trial"
	"github.com/lectio/lectio/rulesets/engine"
)

// Conditions on moves say what is permitted and refused. What became of the moves,
// what came before them, and what a player could have done and nothing let him do, is
// counted here, at every decision of a sample, for facts to be found from.

// memory is what a game has shown so far, as far as what happens now is judged by it.
type memory struct {
	turn    []engine.Move // that moved men in this turn, or took them
	owner   int           // whose turn it is; -1 before the first
	could   bool          // he could have taken in this turn
	took    bool          // he has taken in this turn
	leapt   []int         // cells of men that he has leapt over and that still stood there
	last    []deed        // by player: what he did last on the board
	missed  []bool        // by player: in his last turn he could have taken, and took nothing
	crossed []place.Set   // by player: places of his men that have been at the far side
	closed  []place.Set   // by player: rows that he has closed and got a man for
	placer  int           // who placed a man last; -1 for none
	moving  bool          // since all men are on the board a man has been moved
}

// deed is a move of a man onto a place of the board, in the places of his player.
type deed struct {
	act      engine.Act
	from, to int
}

func newMemory(players int) *memory {
	m := &memory{
		owner: -1, placer: -1, last: make([]deed, players), missed: make([]bool, players),
		crossed: make([]place.Set, players), closed: make([]place.Set, players),
	}
	for q := range m.last {
		m.last[q] = deed{engine.Pass, -1, -1}
	}
	return m
}

// before is the last act of this turn; Pass where there was none.
func (m *memory) before() engine.Act {
	if n := len(m.turn); n > 0 {
		return m.turn[n-1].Act
	}
	return engine.Pass
}

// leap is the leap by which a man was moved last in this turn, whatever was taken off the
// board since; nil where it was moved otherwise.
func (m *memory) leap() *engine.Move {
	for i := len(m.turn) - 1; i >= 0; i-- {
		switch x := &m.turn[i]; x.Act {
		case engine.Remove:
		case engine.Leap:
			return x
		default:
			return nil
		}
	}
	return nil
}

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
	w.other.PlayOnly(w.after, *m)
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
