package rulesets

import (
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
)

// story is what happened in the games of a sample, beyond what was permitted and
// refused at each decision.
type story struct {
	cut      int            // games that were not played to an end
	openers  map[int]int    // games, by the player who had the first turn, lots left aside
	met      map[string]int // moves onto men of an opponent, by what became of them
	removed  map[string]int // men taken away by an act of its own, by where they went
	leapt    map[string]int // men leapt over, by where they went
	mostOwn  int            // men of one player on one place
	mixed    int            // moves after which men of two sides stood on one cell
	again    map[string]int // further throws of a turn, by what gave them: a throw, a taking, or another move
	between  [2]int         // further throws made while something was still to be played, and while nothing was
	mostOf   int            // throws of one turn
	passes   map[string]int // passes, by what followed
	stops    [2]int         // decisions at which a player could leave all that he could play, or only some
	choices  int            // decisions at which he could play something
	finished map[int]int    // games by their end, -1 where no rule provided for the position
	won      map[string]int // games by what the winner had at the end
	noWinner int            // games that ended without a winner
	tied     int            // … with even points
	course   course
	meetings meetings
	// prizes are the points that winners had at the end, each once: true where the other
	// had been left no move.
	prizes map[bool][]int
	turns  turnStory

	turn struct { // the one under way
		owner, throws int
		took          bool // the last move took a man
	}
}

func count(to *map[string]int, what string) {
	if *to == nil {
		*to = map[string]int{}
	}
	(*to)[what]++
}

func (t *story) begins() {
	t.turn.owner, t.turn.throws, t.turn.took = -1, 0, false
	t.turns.begins()
}

// opens notes whose turn comes first in a game. Lots that are cast before are none.
func (t *story) opens(w *watcher) {
	if t.openers == nil {
		t.openers = map[int]int{}
	}
	if d := w.st.Device(w.p); w.first && (d < 0 || !w.s.lots(d)) {
		t.openers[w.st.Owner()]++
		w.first = false
	}
}

// throws is told of a throw that is about to be made.
func (t *story) throws(w *watcher, pos *engine.Position) {
	s := w.st
	t.opens(w)
	t.course.passes(w, pos)
	if w.s.lots(s.Device(w.p)) {
		t.begins()
		return
	}
	if s.Owner() != t.turn.owner || s.Fresh() && t.turn.throws == 0 {
		t.turn.owner, t.turn.throws = s.Owner(), 0
	}
	if t.turn.throws > 0 {
		if len(pending(pos)) == 0 {
			t.between[1]++
		} else {
			t.between[0]++
		}
	}
	t.turn.throws++
	t.turn.took = false
	t.mostOf = max(t.mostOf, t.turn.throws)
}

// thrown is told of a throw that has been made at a position.
func (t *story) thrown(w *watcher, before *engine.Position) {
	after := w.p.Read(w.st)
	if after.Turn.Owner == before.Turn.Owner && !w.st.Fresh() && !w.s.lots(w.st.Device(w.p)) && throwsOwed(after) > throwsOwed(before)-1 {
		count(&t.again, "throw")
	}
}

// throwsOwed is how many throws the player whose turn it is has still to make.
func throwsOwed(pos *engine.Position) int {
	n := 0
	for _, l := range pos.Turn.Left {
		if l.Part == engine.PartThrow {
			n++
		}
	}
	if pos.Turn.Next == pos.Turn.Owner {
		n++ // the next turn is his as well
	}
	return n
}

// move plays a move and is told of it.
func (t *story) move(w *watcher, m *engine.Move, e *engine.Explanation) {
	p, s := w.p, w.st
	q := s.Player()
	t.opens(w)
	t.stopping(w, e)
	before, throw := p.Read(s), s.LastThrow()
	t.course.passes(w, before)
	t.course.chooses(w, e, before, t.turn.throws)
	t.meetings.met(w, e)
	w.in.Play(s, *m)
	after := p.Read(s)
	t.turns.moved(w, m, len(e.Moves) == 1, before, after)
	w.men.moved(q, m, after)
	t.turns.cameBack += bit(w.men.cameBack)
	t.turns.far = t.turns.far || slices.Contains(w.men.entered, true)
	t.turn.took = false
	switch {
	case m.Act == engine.Pass, m.Act == engine.Stop && len(e.Moves) == 1:
		count(&t.passes, passed(before, after))
	case m.Act != engine.Stop:
		t.effects(p, q, m, before, after)
		if after.Turn.Owner == before.Turn.Owner && throwsOwed(after) > throwsOwed(before) {
			count(&t.again, map[bool]string{true: "taking", false: "move"}[t.turn.took])
		}
	}
	t.course.moved(w, m, before, after, throw, t.turn.took)
	if s.Owner() != t.turn.owner || s.Fresh() {
		t.turn.throws = 0
		t.turn.owner = s.Owner()
	}
}

// stopping notes whether a player who could play something could leave it: all of it, as
// he had played nothing yet and nothing would have been left, or only some.
func (t *story) stopping(w *watcher, e *engine.Explanation) {
	var stop *engine.Move
	plays := false
	for i := range e.Moves {
		switch m := &e.Moves[i]; m.Act {
		case engine.Stop:
			stop = m
		case engine.Pass, engine.ThrowAgain: // to leave a throw is not to leave a move
		default:
			plays = true
		}
	}
	if !plays {
		return
	}
	t.choices++
	if stop == nil {
		return
	}
	w.after.CopyFrom(w.st)
	w.other.PlayOnly(w.after, *stop)
	if w.st.Played() == 0 && len(w.after.Left()) == 0 {
		t.stops[0]++
	} else {
		t.stops[1]++
	}
}

// passed says what follows upon a pass.
func passed(before, after *engine.Position) string {
	switch {
	case after.Over != nil:
		return "end"
	case before.Turn.Owner == after.Turn.Owner && after.ToMove != after.Turn.Owner:
		return "other"
	case before.Turn.Owner != after.Turn.Owner || len(after.Turn.Throws) < len(before.Turn.Throws):
		return "turn"
	}
	return "part"
}

// effects notes what became of men of opponents.
func (t *story) effects(p *engine.Program, q int, m *engine.Move, before, after *engine.Position) {
	lands := int(m.To) >= 0 && int(m.To) < p.Places && m.Act != engine.Remove
	for r := range p.Players {
		if p.Team[r] == p.Team[q] {
			continue
		}
		lost := onBoard(before, r) - onBoard(after, r)
		where := ""
		for st := range p.Stores {
			if after.Stores[r][st] > before.Stores[r][st] {
				where = p.Stores[st]
			}
		}
		t.turn.took = t.turn.took || lost > 0
		switch {
		case m.Act == engine.Remove:
			count(&t.removed, where)
		case m.Act == engine.Leap && lost > 0:
			count(&t.leapt, where)
		case lands && menOnCell(p, before, r, p.CellOf[q][m.To]) > 0:
			switch {
			case lost > 0 && where != "":
				count(&t.met, where)
			case menOnCell(p, after, r, p.CellOf[q][m.To]) > 0:
				count(&t.met, "stays")
				t.mixed++
			}
		}
	}
	for f := range p.Places {
		n := 0
		for c := range after.Men[q] {
			n += after.Men[q][c][f]
		}
		t.mostOwn = max(t.mostOwn, n)
	}
}

func onBoard(pos *engine.Position, r int) int {
	n := 0
	for _, class := range pos.Men[r] {
		for _, k := range class {
			n += k
		}
	}
	return n
}

func menOnCell(p *engine.Program, pos *engine.Position, r, cell int) int {
	n := 0
	for f, c := range p.CellOf[r] {
		if c != cell {
			continue
		}
		for _, class := range pos.Men[r] {
			n += class[f]
		}
	}
	return n
}

// ends is told of a game that is over.
func (t *story) ends(p *engine.Program, s *engine.State) {
	if t.finished == nil {
		t.finished = map[int]int{}
	}
	end, _ := s.End()
	t.finished[end]++
	w := s.Winner()
	if w < 0 {
		t.noWinner++
		even := true
		for q := range p.Players {
			even = even && s.Score(p, q) == s.Score(p, 0)
		}
		if even {
			t.tied++
		}
		return
	}
	shut, prize := end >= 0 && p.Ends[end].At == engine.AtNoMove, s.Score(p, w)
	if len(p.Scores) > 0 && !slices.Contains(t.prizes[shut], prize) {
		if t.prizes == nil {
			t.prizes = map[bool][]int{}
		}
		t.prizes[shut] = append(t.prizes[shut], prize)
	}
	pos := p.Read(s)
	t.turns.wins(p, end, w, pos)
	off, others := pos.Stores[w][p.StoreIndex(engine.OffStore)], 0
	for q := range p.Players {
		if p.Team[q] != p.Team[w] {
			others += onBoard(pos, q) + pos.Stores[q][p.StoreIndex(engine.HandStore)] + pos.Stores[q][p.StoreIndex(engine.BarStore)]
		}
	}
	switch {
	case shut:
		count(&t.won, "no_move")
	case end >= 0 && p.Ends[end].Winner == engine.HigherScore:
		count(&t.won, "score")
	case off == p.Men(w):
		count(&t.won, "all_off")
	case others == 0:
		count(&t.won, "all_taken")
	default:
		count(&t.won, "otherwise")
	}
}
