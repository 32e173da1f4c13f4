package dimension

import (
	"slices"

	"github.com/lectio/lectio/rulesets/dimension/trial"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/position"
)

func newStory(s *Sample) story {
	p := s.Game.Program
	t := story{
		of: s, finished: map[int]int{}, prizes: map[bool][]int{}, puts: map[int]map[string][]uint8{}, given: map[cause][2]int{},
		entries: map[int]map[int]int{}, oneStep: map[uint8]map[int]int{}, wins: map[int]map[int]int{}, done: make([]bool, len(p.Players)),
	}
	for k := range 2 {
		t.enterBy[k], t.enter[k], t.uses[k] = map[uint8]bool{}, map[int][2]int{}, map[uint8]bool{}
	}
	if p.Next != nil {
		t.steps = stepsAlong(p)
	}
	return t
}

// move plays a move and is told of it.
func (t *story) move(w *watcher, m *engine.Move, e *engine.Explanation) {
	p, s := w.p, w.st
	q := s.Player()
	t.opens(w)
	t.stopping(w, e)
	before, throw := w.pos, s.LastThrow()
	t.turnsTo(w, before)
	t.chooses(w, e, before, t.turn.throws)
	w.in.Play(s, *m)
	after := position.Read(p, s)
	w.pos = after
	idle := m.Act == engine.Pass || m.Act == engine.Stop
	if idle && len(e.Moves) == 1 {
		t.unplayed(w, before, after)
	} else if before.Turn.Fixed && m.Act != engine.Pass && len(before.Turn.Left) > 1 && m.Rule(p) != nil && int(m.Part) != before.Turn.Left[0].Part {
		w.saw("unplayed", nil, "waits")
	}
	if m.To >= 0 && int(m.To) < p.Places && m.Act != engine.Remove {
		t.stood = t.stood.With(int(m.To))
	}
	w.men.Moved(q, m, after)
	t.cameBack += bit(w.men.CameBack)
	t.far = t.far || slices.Contains(w.men.Entered, true)
	t.turn.took = false
	switch {
	case m.Act == engine.Pass, m.Act == engine.Stop && len(e.Moves) == 1:
		w.saw("passed", nil, passed(before, after))
	case m.Act != engine.Stop:
		t.effects(p, q, m, before, after)
	}
	t.comes(w, m, before, after, throw, t.turn.took)
	if s.Owner() != t.turn.owner || s.Fresh() {
		t.turn.throws, t.turn.owner = 0, s.Owner()
	}
}

// stopping notes whether a player who could play something could leave it: all of it, as
// he had played nothing yet and nothing would have been left, or only some.
func (t *story) stopping(w *watcher, e *engine.Explanation) {
	if has(e, engine.ThrowAgain) {
		w.saw("may_decline", nil)
	}
	if !slices.ContainsFunc(e.Moves, func(m engine.Move) bool { return trial.PlaysOn(m) && m.Act != engine.ThrowAgain }) {
		return // to leave a throw is not to leave a move
	}
	w.saw("choice", nil)
	if i := slices.IndexFunc(e.Moves, func(m engine.Move) bool { return m.Act == engine.Stop }); i >= 0 {
		w.after.CopyFrom(w.st)
		w.other.PlayOnly(w.after, e.Moves[i])
		w.saw("could_stop", nil, leaves(w, e))
	}
}

// leaves says what a player leaves who stops: whole, where he has played nothing yet and
// nothing is left afterwards; taking or numbers, where that is all there was and he is given
// it to be left; and otherwise the rest of what he has begun.
func leaves(w *watcher, e *engine.Explanation) string {
	if w.st.Played() == 0 && len(w.after.Left()) == 0 {
		return "whole"
	}
	taking, numbers := true, true
	for _, left := range position.Read(w.p, w.st).Turn.Left {
		if left.Part == engine.PartThrow {
			continue // a throw still to come is not left with them
		}
		if !left.Optional {
			return "rest"
		}
		numbers = numbers && w.p.Parts[left.Part].IsNumber
	}
	for _, m := range e.Moves {
		taking = taking && (m.Act == engine.Remove || m.Act == engine.Stop)
	}
	switch {
	case taking:
		return "taking"
	case numbers:
		return "numbers"
	}
	return "rest"
}

// passed says what follows upon a pass.
func passed(before, after *position.Position) string {
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
func (t *story) effects(p *engine.Program, q int, m *engine.Move, before, after *position.Position) {
	lands := int(m.To) >= 0 && int(m.To) < p.Places && m.Act != engine.Remove
	for r := range p.Players {
		if p.Team[r] == p.Team[q] {
			continue
		}
		lost := trial.OnBoard(before, r) - trial.OnBoard(after, r)
		where := ""
		for st := range p.Stores {
			if after.Stores[r][st] > before.Stores[r][st] {
				where = p.Stores[st]
			}
		}
		t.turn.took = t.turn.took || lost > 0
		switch {
		case m.Act == engine.Remove:
			t.of.saw("removed_to", nil, where)
		case m.Act == engine.Leap && lost > 0:
			t.of.saw("leapt_to", nil, where)
		case !lands || menOnCell(p, before, r, p.CellOf[q][m.To]) == 0:
		case lost > 0 && where != "":
			t.of.saw("lands_on", nil, where)
		case menOnCell(p, after, r, p.CellOf[q][m.To]) > 0:
			t.of.saw("lands_on", nil, "stays")
		}
	}
	for f := range p.Places {
		t.mostOwn = max(t.mostOwn, trial.MenAt(after, q, f))
	}
}

func menOnCell(p *engine.Program, pos *position.Position, r, cell int) int {
	n := 0
	for f, c := range p.CellOf[r] {
		if c == cell {
			n += trial.MenAt(pos, r, f)
		}
	}
	return n
}

// prizesOfWinners are the points that winners had at the end, each once.
func (t *story) prizesOfWinners() (list []int) {
	for _, n := range slices.Concat(t.prizes[true], t.prizes[false]) {
		if !slices.Contains(list, n) {
			list = append(list, n)
		}
	}
	return list
}

// ends is told of a game that is over.
func (t *story) ends(p *engine.Program, s *engine.State) {
	end, _ := s.End()
	t.finished[end]++
	w := s.Winner()
	for q := range p.Players {
		t.pointed = t.pointed || s.Score(p, q) != 0 && (w < 0 || p.Team[q] != p.Team[w])
	}
	if w < 0 {
		t.of.saw("ended", nil, "nobody")
		return
	}
	t.of.saw("ended", nil, "somebody")
	shut, prize := end >= 0 && p.Ends[end].At == engine.AtNoMove, s.Score(p, w)
	if len(p.Scores) > 0 && !slices.Contains(t.prizes[shut], prize) {
		t.prizes[shut] = append(t.prizes[shut], prize)
	}
	pos := position.Read(p, s)
	out, hand, bar := p.StoreIndex(engine.OutStore), p.StoreIndex(engine.HandStore), p.StoreIndex(engine.BarStore)
	taken, others, left := 0, 0, 0 // men of his opponents: out, in play, and not out
	for q := range p.Players {
		if p.Team[q] != p.Team[w] {
			taken += pos.Stores[q][out]
			others += trial.OnBoard(pos, q) + pos.Stores[q][hand] + pos.Stores[q][bar]
			left += p.Men(q) - pos.Stores[q][out]
		}
	}
	if end >= 0 && left > 0 {
		t.of.saw("winner_took", []int{p.Ends[end].Statement}, either(taken > pos.Stores[w][out], "more", "no_more"))
	}
	switch {
	case shut:
		t.of.saw("win", nil, "no_move")
	case end >= 0 && p.Ends[end].Winner == engine.HigherScore:
		t.of.saw("win", nil, "score")
	case pos.Stores[w][p.StoreIndex(engine.OffStore)] == p.Men(w):
		t.of.saw("win", nil, "all_off")
	case others == 0:
		t.of.saw("win", nil, "all_taken")
	default:
		t.of.saw("win", nil, "otherwise")
	}
}
