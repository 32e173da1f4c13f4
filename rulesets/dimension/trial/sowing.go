package trial

import (
	"github.com/lectio/lectio/rulesets/dimension/lie"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/position"
)

// Trials about men of nobody that are sown.

// sowingsKept is how many sowings that took something are kept.
const sowingsKept = 300

// Sowing keeps a sowing that took something.
func (w *Gatherer) Sowing(st *engine.State, m *engine.Move) {
	if len(w.s.bases[onTaking]) < sowingsKept {
		w.s.keep(onTaking, &Base{St: st, act: m.Act, Part: int(m.Part), From: int(m.From), To: int(m.To), Throw: -1})
	}
}

// GrandSlam asks what becomes of a sowing that takes men if the opponent has nothing else on his side than what
// it takes: it takes them all, some of them, or nothing, or is refused.
var GrandSlam = &Trial{Name: "grand slam", on: onTaking, most: sowingsKept, Asks: ByMoving | ByChanges, Run: func(t *tester, b *Base) (string, []int) {
	q, h := b.St.Player(), lie.HolesOf(t.s.Game)
	of := func(s *engine.State, f int) int {
		return s.MenAt(t.p, t.p.Nobody(), t.p.FirstAcross(q, t.p.Nobody(), f))
	}
	others := func(s *engine.State) (n int) {
		for f := range t.p.Places {
			if h.Side(f) == "other" {
				n += of(s, f)
			}
		}
		return n
	}
	t.st.CopyFrom(b.St)
	m, _ := t.move(t.in.Explain(t.st), b)
	if m == nil {
		return "", nil
	}
	laid := map[int]bool{}
	for _, f := range t.in.Lays(t.st, m) {
		laid[f] = true
	}
	t.in.PlayOnly(t.st, *m)
	if others(t.st) == 0 {
		return "", nil // it is no other case
	}
	pos, took := position.Read(t.p, b.St), false
	for f := range t.p.Places {
		switch rest := of(t.st, f); {
		case h.Side(f) != "other":
		case rest > 0 && laid[f]:
			return "", nil // something would be left
		case rest > 0:
			put(pos, t.p.Nobody(), t.p.FirstAcross(q, t.p.Nobody(), f), 0)
		default:
			took = took || of(b.St, f) > 0 || laid[f]
		}
	}
	if !took {
		return "", nil
	}
	e := t.decision(pos)
	found, by := t.move(e, b)
	if e == nil || found == nil && len(by) == 0 {
		return "", nil
	}
	if found == nil {
		return "refused", by
	}
	before := others(t.st)
	for f := range laid {
		if h.Side(f) == "other" {
			before++
		}
	}
	by = t.applied(t.s.Changing(engine.OnAct(engine.Sow), OfKind(engine.Send)), func() { t.in.PlayOnly(t.st, *found) })
	switch left := others(t.st); {
	case left == 0:
		return "takes", by
	case left >= before:
		return "nothing", t.s.Sends(engine.Sow)
	}
	return "some", by
}}
