package ir

import (
	"testing"

	"github.com/lectio/lectio/rulesets/engine"
)

// Each fact follows from what is said of the rules, and fails to where that is changed.
// places are where men of a kind stand.
func places(w engine.Whose) *engine.Node {
	return &engine.Node{Op: engine.SCompare, N: int(w), Cmp: engine.GreaterEqual, Kids: []*engine.Node{lit(1)}}
}

func TestFacts(t *testing.T) {
	two := engine.Agenda{Stages: 1, Throw: 0, Parts: []uint8{1, 2}}
	puts := func(on engine.Trigger, where engine.Where, parts ...uint8) engine.Change {
		return engine.Change{On: on, Stages: 1, Effects: []engine.Effect{{Kind: engine.AddParts, Parts: parts, Where: where}}}
	}
	for _, c := range []struct {
		name string
		with func(p *engine.Program)
		is   func(f *Facts) bool
	}{
		{"players from opposite ends name places otherwise", func(*engine.Program) {},
			func(f *Facts) bool {
				return !f.Board.Alike && f.Board.Total && f.Board.Injective && f.Board.MostAcross == 1
			}},
		{"one part of each throw is one slot", func(p *engine.Program) { p.Agendas = []engine.Agenda{{Stages: 1, Parts: []uint8{1}}} },
			func(f *Facts) bool { return f.Agenda.Slots == 1 && f.Agenda.MostlyOne }},
		{"two parts in any order are two", func(p *engine.Program) { p.Agendas = []engine.Agenda{two} },
			func(f *Facts) bool { return f.Agenda.Slots == 2 && f.Agenda.Distinct }},
		{"a part put up between them is too many to see", func(p *engine.Program) {
			p.Agendas = []engine.Agenda{two}
			p.Changes = []engine.Change{puts(engine.OnAct(engine.Advance), engine.InFront, 1)}
		}, func(f *Facts) bool { return f.Agenda.Slots == 0 && f.Agenda.Order == 0 }},
		{"parts of one kind are one, however often they are put up", func(p *engine.Program) {
			p.Agendas = []engine.Agenda{{Stages: 1, Parts: []uint8{1}}}
			p.Changes = []engine.Change{puts(engine.OnAct(engine.Advance), engine.InFront, 2, 2|engine.OptionalPart)}
			p.Changes[0].Effects[0].A = lit(3)
		}, func(f *Facts) bool { return f.Agenda.Slots == 1 }},
		{"but not where they are put up at a throw, too", func(p *engine.Program) {
			p.Agendas = []engine.Agenda{{Stages: 1, Parts: []uint8{1}}}
			p.Changes = []engine.Change{puts(engine.OnAct(engine.Advance), engine.InFront, 2, 2), puts(engine.OnThrow, engine.InFront, 2)}
		}, func(f *Facts) bool { return f.Agenda.Slots == 0 }},
		{"parts of two kinds are too many to see", func(p *engine.Program) {
			p.Agendas = []engine.Agenda{{Stages: 1, Parts: []uint8{1}}}
			p.Changes = []engine.Change{puts(engine.OnAct(engine.Advance), engine.InFront, 1, 2)}
		}, func(f *Facts) bool { return f.Agenda.Slots == 0 }},
		{"in fixed order the first is up alone", func(p *engine.Program) {
			fixed := two
			fixed.Fixed = true
			p.Agendas = []engine.Agenda{fixed}
			p.Changes = []engine.Change{puts(engine.OnAct(engine.Advance), engine.InFront, 1), puts(engine.OnAct(engine.Advance), engine.InFront, 2)}
		}, func(f *Facts) bool { return f.Agenda.Slots == 1 }},
		{"a throw before parts gathers with them", func(p *engine.Program) {
			p.Agendas = []engine.Agenda{two}
			p.Changes = []engine.Change{puts(engine.OnAct(engine.Advance), engine.InFront, engine.PartThrow)}
		}, func(f *Facts) bool { return f.Agenda.Gather && f.Agenda.Slots == 0 && !f.Agenda.ThrowsAlone }},
		{"a throw at the end of the turn does not", func(p *engine.Program) {
			p.Agendas = []engine.Agenda{two}
			p.Changes = []engine.Change{puts(engine.OnTurnEnd, engine.AtEnd, engine.PartThrow)}
		}, func(f *Facts) bool { return !f.Agenda.Gather && f.Turn.Idle && f.Turn.Answers(engine.OnTurnEnd) }},
		{"a part that may be left", func(p *engine.Program) {
			p.Agendas = []engine.Agenda{{Stages: 1, Parts: []uint8{1 | engine.OptionalPart}}}
		}, func(f *Facts) bool { return f.Agenda.Optional && !f.Agenda.OptionalThrows }},
		{"one man to a place by a prohibition", func(p *engine.Program) {
			p.Allows = []engine.Allow{{Act: engine.Advance, Stages: 1, Parts: []bool{false, true, true}}}
			p.Forbids = []engine.Forbid{{Acts: engine.OnAct(engine.Advance), Stages: 1, When: compare(countAt(engine.Own, node(engine.NTo)), engine.Greater, lit(0))}}
		}, func(f *Facts) bool { return f.Board.OneManEach }},
		{"one man to a place where a free way leads", func(p *engine.Program) {
			empty := &engine.Node{Op: engine.SCompare, N: int(engine.Anyone), Cmp: engine.Equal, Kids: []*engine.Node{lit(0)}}
			own := &engine.Node{Op: engine.SCompare, N: int(engine.Own), Cmp: engine.GreaterEqual, Kids: []*engine.Node{lit(1)}}
			to := node(engine.SOr, node(engine.SRay, node(engine.NFrom), empty), node(engine.SAnd, node(engine.SMet, node(engine.NFrom), empty), node(engine.SNot, own)))
			p.Setup = p.Setup[:1]
			p.Allows = []engine.Allow{{Act: engine.Step, Stages: 1, Parts: []bool{false, true, true}, To: to}}
		}, func(f *Facts) bool { return f.Board.OneManEach }},
		{"one man to a place by a condition", func(p *engine.Program) {
			when := node(engine.BAnd, node(engine.BNot, node(engine.BIn, node(engine.NTo), node(engine.SOr, places(engine.Own), &engine.Node{Op: engine.SLit}))), node(engine.BDouble))
			p.Allows = []engine.Allow{{Act: engine.Advance, Stages: 1, Parts: []bool{false, true, true}, When: when}}
		}, func(f *Facts) bool { return f.Board.OneManEach }},
		{"but not where it is one of two", func(p *engine.Program) {
			when := node(engine.BOr, compare(countAt(engine.Own, node(engine.NTo)), engine.Less, lit(1)), node(engine.BDouble))
			p.Allows = []engine.Allow{{Act: engine.Advance, Stages: 1, Parts: []bool{false, true, true}, When: when}}
		}, func(f *Facts) bool { return !f.Board.OneManEach }},
		{"nor where two of his may be there", func(p *engine.Program) {
			when := compare(countAt(engine.Own, node(engine.NTo)), engine.LessEqual, lit(1))
			p.Allows = []engine.Allow{{Act: engine.Advance, Stages: 1, Parts: []bool{false, true, true}, When: when}}
		}, func(f *Facts) bool { return !f.Board.OneManEach }},
		{"one man to a place where some go onto opponents and some to what is empty", func(p *engine.Program) {
			p.Kinds = []string{"king", "man"}
			empty := &engine.Node{Op: engine.SCompare, N: int(engine.Anyone), Cmp: engine.Equal, Kids: []*engine.Node{lit(0)}}
			kings := &engine.Node{Op: engine.SKind, N: int(engine.Enemy), Kids: []*engine.Node{lit(0)}}
			p.Setup = p.Setup[:1]
			p.Allows = []engine.Allow{{Act: engine.Step, Stages: 1, Parts: []bool{false, true, true}, To: node(engine.SOr, empty, kings)}}
			p.Changes = []engine.Change{{On: engine.OnAct(engine.Step), Stages: 1, Effects: []engine.Effect{{Kind: engine.Send, Whose: engine.Enemy, A: node(engine.NTo)}}}}
		}, func(f *Facts) bool { return f.Board.OneManEach }},
		{"but not onto kings of whatever side", func(p *engine.Program) {
			p.Kinds = []string{"king", "man"}
			kings := &engine.Node{Op: engine.SKind, N: int(engine.Anyone), Kids: []*engine.Node{lit(0)}}
			p.Allows = []engine.Allow{{Act: engine.Step, Stages: 1, Parts: []bool{false, true, true}, To: kings}}
			p.Changes = []engine.Change{{On: engine.OnAct(engine.Step), Stages: 1, Effects: []engine.Effect{{Kind: engine.Send, Whose: engine.Enemy, A: node(engine.NTo)}}}}
		}, func(f *Facts) bool { return !f.Board.OneManEach }},
		{"but not where it has an exception", func(p *engine.Program) {
			p.Allows = []engine.Allow{{Act: engine.Advance, Stages: 1, Parts: []bool{false, true, true}}}
			p.Forbids = []engine.Forbid{{Acts: engine.OnAct(engine.Advance), Stages: 1, When: compare(countAt(engine.Own, node(engine.NTo)), engine.Greater, lit(0)),
				Excepts: []engine.Except{{When: node(engine.BDouble)}}}}
		}, func(f *Facts) bool { return !f.Board.OneManEach }},
		{"one man to a place where opponents are sent away", func(p *engine.Program) {
			p.Allows = []engine.Allow{{Act: engine.Step, Stages: 1, Parts: []bool{false, true, true}, To: places(engine.Enemy)}}
			p.Changes = []engine.Change{{On: engine.OnAct(engine.Step), Stages: 1, Effects: []engine.Effect{{Kind: engine.Send, Whose: engine.Enemy, A: node(engine.NTo)}}}}
		}, func(f *Facts) bool { return f.Board.OneManEach }},
		{"but not where they stay", func(p *engine.Program) {
			p.Allows = []engine.Allow{{Act: engine.Leap, Stages: 1}, {RuleRef: engine.RuleRef{ID: "onto"}, Act: engine.Step, Stages: 1, Parts: []bool{false, true, true}, To: places(engine.Enemy)}}
			p.Changes = []engine.Change{{On: engine.OnAct(engine.Step), Stages: 1, Effects: []engine.Effect{{Kind: engine.Send, Whose: engine.Enemy, A: node(engine.NTo), B: lit(1)}}}}
		}, func(f *Facts) bool { return !f.Board.OneManEach && f.Board.Doubling == "onto" }},
		{"another plays the rest", func(p *engine.Program) { p.Blocked = []engine.Blocked{{Stages: 1, Policy: engine.BlockedOther}} },
			func(f *Facts) bool { return f.Turn.ForOthers }},
		{"points where the game ends", func(p *engine.Program) {
			when := compare(&engine.Node{Op: engine.NStore}, engine.Equal, lit(3))
			p.Ends = []engine.End{{At: engine.AtMove, Stages: 1, When: when}}
			p.Scores = []engine.Score{{At: engine.AtMove, Acts: 1, Stages: 1, When: when, Points: lit(1)}}
		}, func(f *Facts) bool { return f.Turn.ScoresEnd }},
		{"points in the midst of it", func(p *engine.Program) {
			p.Scores = []engine.Score{{At: engine.AtMove, Stages: 1, When: node(engine.BDouble), Points: lit(1)}}
		}, func(f *Facts) bool { return !f.Turn.ScoresEnd }},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := rowOf(t, 2)
			p.Stages = []engine.Stage{{ID: "play", Device: 0}}
			c.with(p)
			if f := FactsOf(NewLowering(p)); !c.is(f) {
				t.Errorf("%+v", *f)
			}
		})
	}
}
