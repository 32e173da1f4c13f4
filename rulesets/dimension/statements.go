package dimension

import (
	"slices"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/lang"
)

// The statements behind an answer. Lists of them are sets of indexes: their order, and
// whether one is named twice, does not matter.

// union is every statement of several lists, once.
func union(lists ...[]int) []int {
	out := slices.Concat(lists...)
	slices.Sort(out)
	return slices.Compact(out)
}

// statementsWhere are those for which f holds.
func (s *Sample) statementsWhere(f func(*rulesets.Statement) bool) (by []int) {
	for i, st := range s.Game.Statements {
		if f(st) {
			by = append(by, i)
		}
	}
	return by
}

// kinds are the statements of some kinds.
func (s *Sample) kinds(kinds ...string) []int {
	return s.statementsWhere(func(st *rulesets.Statement) bool { return slices.Contains(kinds, st.Kind) })
}

// endedBy are the ends of games, whether or not games of the sample came to each.
func (s *Sample) endedBy() []int { return s.kinds("end") }

// throwing is the statement of a device.
func (s *Sample) throwing(device int) []int {
	return s.statementsWhere(func(st *rulesets.Statement) bool {
		return device >= 0 && st.Kind == "throw" && st.ID == s.Game.Program.Devices[device].ID
	})
}

// asking are the statements that ask for a word of the language, themselves or in a
// definition that they use.
func (s *Sample) asking(word string) []int {
	asks := func(st *rulesets.Statement) bool {
		yes := false
		rulesets.EachExpression(st.Node, func(e *lang.Expr) {
			e.Walk(func(k *lang.Expr) { yes = yes || (k.Op == "name" || k.Op == "call") && k.Text == word })
		})
		return yes
	}
	return s.statementsWhere(func(st *rulesets.Statement) bool {
		return st.Kind != "define" && (asks(st) || slices.ContainsFunc(s.Game.Interpretation.Uses([]*rulesets.Statement{st}), asks))
	})
}

// definitions are those that statements use, and the board where they name a set of
// its points.
func (s *Sample) definitions(by []int) []int {
	var list []*rulesets.Statement
	for _, i := range by {
		list = append(list, s.Game.Statements[i])
	}
	uses := s.Game.Interpretation.Uses(list)
	named := false
	for _, st := range slices.Concat(list, uses) {
		rulesets.EachExpression(st.Node, func(e *lang.Expr) {
			e.Walk(func(k *lang.Expr) {
				_, set := s.Game.Board.Sets[k.Text]
				named = named || k.Op == "name" && set
			})
		})
	}
	return s.statementsWhere(func(st *rulesets.Statement) bool {
		return slices.Contains(uses, st) || named && slices.Contains(rulesets.BoardKinds, st.Kind)
	})
}

// allowing are the permissions for which f holds.
func (s *Sample) allowing(f func(a *engine.Allow) bool) (by []int) {
	for i := range s.Game.Program.Allows {
		if a := &s.Game.Program.Allows[i]; f(a) {
			by = append(by, a.Statement)
		}
	}
	return by
}

// permitting are the permissions of some acts.
func (s *Sample) permitting(acts ...engine.Act) []int {
	return s.allowing(func(a *engine.Allow) bool { return slices.Contains(acts, a.Act) })
}

// changing are the changes that answer some of the triggers by an effect for which f
// holds.
func (s *Sample) changing(on engine.Trigger, f func(e engine.Effect) bool) (by []int) {
	for i := range s.Game.Program.Changes {
		if c := &s.Game.Program.Changes[i]; c.On&on != 0 && slices.ContainsFunc(c.Effects, f) {
			by = append(by, c.Statement)
		}
	}
	return by
}

// anyTrigger is every trigger of a change.
const anyTrigger = ^engine.Trigger(0)

// ofKind finds effects of some kinds.
func ofKind(kinds ...engine.EffectKind) func(engine.Effect) bool {
	return func(e engine.Effect) bool { return slices.Contains(kinds, e.Kind) }
}

// onActs are the triggers of some acts.
func onActs(acts ...engine.Act) (on engine.Trigger) {
	for _, a := range acts {
		on |= engine.OnAct(a)
	}
	return on
}

// landing are the acts by which men come to places.
var landing = []engine.Act{engine.Place, engine.Enter, engine.Step, engine.Leap, engine.Advance}

// sends are the changes that answer some acts by sending men.
func (s *Sample) sends(acts ...engine.Act) []int {
	return s.changing(onActs(acts...), ofKind(engine.Send))
}

// puttingUp are the changes that answer acts with parts for another.
func (s *Sample) puttingUp(then engine.Act, first ...engine.Act) []int {
	return s.changing(onActs(first...), func(e engine.Effect) bool {
		return e.Kind == engine.AddParts && slices.ContainsFunc(e.Parts, func(part uint8) bool {
			return slices.ContainsFunc(s.Game.Program.Allows, func(a engine.Allow) bool {
				return a.Act == then && a.Parts[part&^engine.OptionalPart]
			})
		})
	})
}

// agendas are those for which f holds.
func (s *Sample) agendas(f func(a *engine.Agenda) bool) (by []int) {
	for i := range s.Game.Program.Agendas {
		if a := &s.Game.Program.Agendas[i]; f(a) {
			by = append(by, a.Statement)
		}
	}
	return by
}

// hasThrow reports whether a throw is among parts.
func hasThrow(parts []uint8) bool {
	return slices.ContainsFunc(parts, func(x uint8) bool { return x&^engine.OptionalPart == engine.PartThrow })
}

// byMoves are the triggers of moves, byThrows those of throws; either may be answered
// when the throw has been played out, or the turn is over.
const (
	byMoves  = engine.Trigger(1<<16-1) | engine.OnPlayed | engine.OnTurnEnd
	byThrows = engine.OnThrow | engine.OnPlayed | engine.OnTurnEnd
)

// throwGiving are the statements that put up further throws in answer to some triggers;
// with OnThrow also those that say what a throw puts up.
func (s *Sample) throwGiving(on engine.Trigger) []int {
	by := s.changing(on, func(e engine.Effect) bool {
		return e.Kind == engine.AddParts && hasThrow(e.Parts) || e.Kind == engine.NextIs && e.A != nil && e.A.Op == engine.NPlayer
	})
	if on&engine.OnThrow != 0 {
		by = append(by, s.agendas(func(a *engine.Agenda) bool { return a.Throw >= 0 && hasThrow(a.Parts) })...)
	}
	return by
}

// inOrder are the statements that fix the order of parts.
func (s *Sample) inOrder() []int {
	return append(s.agendas(func(a *engine.Agenda) bool { return a.Fixed }), s.kinds("order")...)
}

// scoring are the scores, blocking the rules for what cannot be played.
func (s *Sample) scoring() (by []int) {
	for i := range s.Game.Program.Scores {
		by = append(by, s.Game.Program.Scores[i].Statement)
	}
	return by
}

func (s *Sample) blocking() (by []int) {
	for i := range s.Game.Program.Blocked {
		by = append(by, s.Game.Program.Blocked[i].Statement)
	}
	return by
}
