package dimension

import (
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/position"
)

// throw makes a throw and notes what it puts up and gives.
func (t *story) throw(w *watcher, throw int) {
	p, s := w.p, w.st
	before := w.pos
	t.opens(w)
	t.turnsTo(w, before)
	if w.s.Lots(p.Throws[throw].Device) {
		t.noTurn()
		w.in.Throw(s, throw)
		w.pos = position.Read(p, s)
		return
	}
	if s.Owner() != t.turn.owner || s.Fresh() && t.turn.throws == 0 {
		t.turn.owner, t.turn.throws = s.Owner(), 0
	}
	if t.turn.throws > 0 {
		w.saw("further_throw", nil, either(len(pending(before)) > 0, "waiting", "nothing_left"))
	}
	t.turn.throws++
	t.turn.took = false
	w.in.Throw(s, throw)
	after := position.Read(p, s)
	w.pos = after
	t.gives(w, before, after, cause{throw: throw, act: -1, to: -1, first: t.turn.throws == 1}, 1)
	switch {
	case s.Status() == engine.Over:
	case s.Owner() != before.Turn.Owner || s.Fresh() || len(after.Turn.Throws) == 0:
		t.putsUp(p, throw, nil)
	default:
		t.addedBy(p, throw, pending(before), beforeThrow(after.Turn.Left))
	}
}

// addedBy notes what a throw put up, before or behind the parts that waited.
func (t *story) addedBy(p *engine.Program, throw int, before, after []uint8) {
	n := len(after) - len(before)
	switch {
	case n >= 0 && slices.Equal(after[:len(before)], before):
		if n > 0 && len(before) > 0 {
			t.of.saw("put_up", nil, "behind")
		}
		t.putsUp(p, throw, after[len(before):])
	case n >= 0 && slices.Equal(after[n:], before):
		t.of.saw("put_up", nil, "before")
		t.putsUp(p, throw, after[:n])
	}
}

func (t *story) putsUp(p *engine.Program, throw int, parts []uint8) {
	var names []string
	for _, part := range parts {
		names = append(names, p.Parts[part].Name)
	}
	if t.puts[throw] == nil {
		t.puts[throw] = map[string][]uint8{}
	}
	t.puts[throw][strings.Join(names, " and ")] = parts
}

// unplayed notes what became of parts that could not be played, as far as it can be told
// because there was something else to lose or to keep.
func (t *story) unplayed(w *watcher, before, after *position.Position) {
	left := before.Turn.Left
	n := slices.IndexFunc(left, func(x position.Left) bool { return x.Part == engine.PartThrow })
	if n < 0 {
		n = len(left)
	}
	over := w.st.Status() == engine.Over || w.st.Fresh() || after.Turn.Owner != before.Turn.Owner
	switch {
	case after.Over != nil:
	case !over && after.ToMove != before.ToMove:
		w.saw("unplayed", nil, "other")
	case over && n < len(left):
		w.saw("unplayed", nil, "turn_lost")
	case before.Turn.Fixed && n > 1 && !over && len(pending(after)) > 0:
		w.saw("unplayed", nil, "number_lost")
	case before.Turn.Fixed && n > 1:
		w.saw("unplayed", nil, "throw_lost")
	case !over:
		w.saw("unplayed", nil, "kept")
	default:
		w.saw("unplayed", nil, "lost")
	}
}
