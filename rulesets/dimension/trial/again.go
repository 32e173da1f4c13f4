package trial

import (
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/position"
)

// Trials about what one may do who can take, or has.

// SoughtOut asks whether one who can take a man by a move may make another: may, or must.
var SoughtOut = &Trial{Name: "taking sought", on: onLanding, most: 60, Asks: ByMoving | ByEntering | ByLeaving, Run: func(t *tester, b *Base) (string, []int) {
	q := b.St.Player()
	r := t.rival(q)
	at := t.place(q, r, b.To)
	if at < 0 {
		return "", nil
	}
	free := t.others(t.decision(t.lone(b, r, at, 0)), b, r)
	if len(free) == 0 {
		return "", nil // he could make no other move
	}
	e := t.decision(t.lone(b, r, at, 1))
	m, _ := t.move(e, b)
	if m == nil {
		return "", nil
	}
	otherwise := stops(e) || len(t.others(e, b, r)) > 0
	if t.in.PlayOnly(t.st, *m); t.st.MenAt(t.p, r, at) > 0 {
		return "", nil // nobody is taken, so that it tells nothing of taking
	}
	if otherwise {
		return "may", nil
	}
	var by []int
	for i := range e.Refused {
		if slices.ContainsFunc(free, func(m engine.Move) bool { return AlikeMoves(&m, &e.Refused[i].Move) }) {
			by = Union(by, e.Refused[i].Statements)
		}
	}
	return "must", by
}}

// others are the moves permitted of other men than that of a base that take nobody.
func (t *tester) others(e *engine.Explanation, b *Base, r int) (out []engine.Move) {
	if e == nil {
		return nil
	}
	q := t.st.Player()
	for _, m := range e.Moves {
		onto := false
		if to := int(m.To); to >= 0 && to < t.p.Places {
			g := t.place(q, r, to)
			onto = g >= 0 && t.st.MenAt(t.p, r, g) > 0
		}
		if PlaysOn(m) && !b.is(&m) && !onto {
			out = append(out, m)
		}
	}
	return out
}

// Again asks whether a man that has been moved by one number of an ordinary throw may go
// on with another: may, or cannot.
var Again = &Trial{Name: "again", on: onThrow, most: 400, Asks: ByMoving | ByChanges | ByAgendas, Run: func(t *tester, b *Base) (string, []int) {
	return t.goesOn(b, false)
}}

// AgainTaking asks the same of one that has taken another.
var AgainTaking = &Trial{Name: "again, taking", on: onThrow, most: 400, Asks: ByMoving | ByChanges | ByAgendas, Run: func(t *tester, b *Base) (string, []int) {
	return t.goesOn(b, true)
}}

func (t *tester) goesOn(b *Base, taking bool) (string, []int) {
	pos := t.thrown(b)
	if pos == nil || len(pos.Turn.Left) < 2 || t.p.Throws[b.Throw].Double {
		return "", nil
	}
	q := pos.ToMove
	r := t.rival(q)
	is, by := "", []int(nil)
	tried, st := 0, t.st.Clone()
	for _, m := range t.in.Moves(st, nil) {
		at := -1
		if m.To >= 0 && int(m.To) < t.p.Places {
			at = t.place(q, r, int(m.To))
		}
		if m.Act != engine.Advance || at < 0 || MenAt(pos, q, int(m.To)) > 0 || MenAt(pos, r, at) > 0 || m.Sparing || tried == 4 {
			continue
		}
		tried++
		first := Base{act: m.Act, Part: int(m.Part), From: int(m.From), To: int(m.To)}
		met := position.Read(t.p, st)
		if taking {
			put(met, r, at, 1)
		}
		found, _ := t.move(t.decision(met), &first)
		if found == nil {
			continue
		}
		t.in.Play(t.st, *found)
		switch next, refusing := t.goesFrom(st, q, int(m.To)); next {
		case "may":
			return "may", nil
		case "cannot":
			is, by = "cannot", Union(by, refusing)
		}
	}
	return is, by
}

// goesFrom says whether the man that has come to a place, and stands there alone, may go
// on: not where he could if he had stood there before, in the state before the move.
func (t *tester) goesFrom(before *engine.State, q, from int) (string, []int) {
	if t.st.Status() != engine.Decision || t.st.Player() != q || t.st.MenAt(t.p, q, from) != 1 {
		return "", nil
	}
	fromThere := func(m engine.Move) bool { return m.Act == engine.Advance && int(m.From) == from }
	e := t.in.Explain(t.st)
	if slices.ContainsFunc(e.Moves, fromThere) {
		return "may", nil
	}
	var by []int
	for i := range e.Refused {
		if fromThere(e.Refused[i].Move) {
			by = Union(by, e.Refused[i].Statements)
		}
	}
	if len(by) == 0 {
		by = t.s.Permitting(engine.Advance)
	}
	after, there := position.Read(t.p, t.st), position.Read(t.p, before)
	there.Men, there.Stores, there.Turn.Left = after.Men, after.Stores, after.Turn.Left
	if e := t.decision(there); e == nil || !slices.ContainsFunc(e.Moves, fromThere) {
		return "", nil
	}
	return "cannot", by
}
