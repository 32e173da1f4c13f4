package trial

import (
	"slices"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/lang"
)

// The statements behind an answer. Lists of them are sets of indexes: their order, and
// whether one is named twice, does not matter.

// Union is every statement of several lists, once.
func Union(lists ...[]int) []int {
	out := slices.Concat(lists...)
	slices.Sort(out)
	return slices.Compact(out)
}

// statementsWhere are those for which f holds.
func (s *Bench) statementsWhere(f func(*rulesets.Statement) bool) (by []int) {
	for i, st := range s.Game.Statements {
		if f(st) {
			by = append(by, i)
		}
	}
	return by
}

// Kinds are the statements of some kinds.
func (s *Bench) Kinds(kinds ...string) []int {
	return s.statementsWhere(func(st *rulesets.Statement) bool { return slices.Contains(kinds, st.Kind) })
}

// Throwing is the statement of a device.
func (s *Bench) Throwing(device int) []int {
	return s.statementsWhere(func(st *rulesets.Statement) bool {
		return device >= 0 && st.Kind == "throw" && st.ID == s.Game.Program.Devices[device].ID
	})
}

// Asking are the statements that ask for a word of the language, themselves or in a
// definition that they use.
func (s *Bench) Asking(word string) []int {
	asks := func(st *rulesets.Statement) bool {
		yes := false
		for _, e := range st.Expressions() {
			e.Walk(func(k *lang.Expr) { yes = yes || (k.Op == "name" || k.Op == "call") && k.Text == word })
		}
		return yes
	}
	return s.statementsWhere(func(st *rulesets.Statement) bool {
		return st.Kind != "define" && (asks(st) || slices.ContainsFunc(s.Game.Interpretation.Uses([]*rulesets.Statement{st}), asks))
	})
}

// Definitions are those that statements use, and the board where they name a set of
// its points.
func (s *Bench) Definitions(by []int) []int {
	var list []*rulesets.Statement
	for _, i := range by {
		list = append(list, s.Game.Statements[i])
	}
	uses := s.Game.Interpretation.Uses(list)
	named := false
	for _, st := range slices.Concat(list, uses) {
		for _, e := range st.Expressions() {
			e.Walk(func(k *lang.Expr) {
				_, set := s.Game.Board.Sets[k.Text]
				named = named || k.Op == "name" && set
			})
		}
	}
	return s.statementsWhere(func(st *rulesets.Statement) bool {
		return slices.Contains(uses, st) || named && slices.Contains(ast.BoardKinds, st.Kind)
	})
}

// Allowing are the permissions for which f holds.
func (s *Bench) Allowing(f func(a *engine.Allow) bool) (by []int) {
	for i := range s.Game.Program.Allows {
		if a := &s.Game.Program.Allows[i]; f(a) {
			by = append(by, a.Statement)
		}
	}
	return by
}

// Permitting are the permissions of some acts.
func (s *Bench) Permitting(acts ...engine.Act) []int {
	return s.Allowing(func(a *engine.Allow) bool { return slices.Contains(acts, a.Act) })
}

// Changing are the changes that answer some of the triggers by an effect for which f
// holds.
func (s *Bench) Changing(on engine.Trigger, f func(e engine.Effect) bool) (by []int) {
	for i := range s.Game.Program.Changes {
		if c := &s.Game.Program.Changes[i]; c.On&on != 0 && slices.ContainsFunc(c.Effects, f) {
			by = append(by, c.Statement)
		}
	}
	return by
}

// AnyTrigger is every trigger of a change.
const AnyTrigger = ^engine.Trigger(0)

// OfKind finds effects of some kinds.
func OfKind(kinds ...engine.EffectKind) func(engine.Effect) bool {
	return func(e engine.Effect) bool { return slices.Contains(kinds, e.Kind) }
}

// OnActs are the triggers of some acts.
func OnActs(acts ...engine.Act) (on engine.Trigger) {
	for _, a := range acts {
		on |= engine.OnAct(a)
	}
	return on
}

// Landing are the acts by which men come to places.
var Landing = []engine.Act{engine.Place, engine.Enter, engine.Step, engine.Leap, engine.Advance}

// Sends are the changes that answer some acts by sending men.
func (s *Bench) Sends(acts ...engine.Act) []int {
	return s.Changing(OnActs(acts...), OfKind(engine.Send))
}

// PuttingUp are the changes that answer acts with parts for another.
func (s *Bench) PuttingUp(then engine.Act, first ...engine.Act) []int {
	return s.Changing(OnActs(first...), func(e engine.Effect) bool {
		return e.Kind == engine.AddParts && slices.ContainsFunc(e.Parts, func(part uint8) bool {
			return slices.ContainsFunc(s.Game.Program.Allows, func(a engine.Allow) bool {
				return a.Act == then && a.Parts[part&^engine.OptionalPart]
			})
		})
	})
}

// Agendas are those for which f holds.
func (s *Bench) Agendas(f func(a *engine.Agenda) bool) (by []int) {
	for i := range s.Game.Program.Agendas {
		if a := &s.Game.Program.Agendas[i]; f(a) {
			by = append(by, a.Statement)
		}
	}
	return by
}

// HasThrow reports whether a throw is among parts.
func HasThrow(parts []uint8) bool {
	return slices.ContainsFunc(parts, func(x uint8) bool { return x&^engine.OptionalPart == engine.PartThrow })
}

// ByMoves are the triggers of moves, byThrows those of throws; either may be answered
// when the throw has been played out, or the turn is over.
const (
	ByMoves  = engine.Trigger(1<<16-1) | engine.OnPlayed | engine.OnTurnEnd
	ByThrows = engine.OnThrow | engine.OnPlayed | engine.OnTurnEnd
)

// ThrowGiving are the statements that put up further throws in answer to some triggers;
// with OnThrow also those that say what a throw puts up.
func (s *Bench) ThrowGiving(on engine.Trigger) []int {
	by := s.Changing(on, func(e engine.Effect) bool {
		return e.Kind == engine.AddParts && HasThrow(e.Parts) || e.Kind == engine.NextIs && e.A != nil && e.A.Op == engine.NPlayer
	})
	if on&engine.OnThrow != 0 {
		by = append(by, s.Agendas(func(a *engine.Agenda) bool { return a.Throw >= 0 && HasThrow(a.Parts) })...)
	}
	return by
}

// InOrder are the statements that fix the order of parts.
func (s *Bench) InOrder() []int {
	return append(s.Agendas(func(a *engine.Agenda) bool { return a.Fixed }), s.Kinds("order")...)
}

// Scoring are the scores, blocking the rules for what cannot be played.
func (s *Bench) Scoring() (by []int) {
	for i := range s.Game.Program.Scores {
		by = append(by, s.Game.Program.Scores[i].Statement)
	}
	return by
}

func (s *Bench) Blocking() (by []int) {
	for i := range s.Game.Program.Blocked {
		by = append(by, s.Game.Program.Blocked[i].Statement)
	}
	return by
}

// everyEnd are all ends of games.
func (s *Bench) everyEnd() []int {
	return s.EndsWhere(func(int, *engine.End) bool { return true })
}

// Lots reports whether a device casts lots: it decides between players and gives no
// numbers.
func (s *Bench) Lots(device int) bool {
	return slices.ContainsFunc(s.Throwing(device), func(st int) bool { return s.Game.Statements[st].Body.(*ast.Throw).Drawn() })
}

// EndsWhere are the ends for which f holds.
func (s *Bench) EndsWhere(f func(i int, e *engine.End) bool) (by []int) {
	for i := range s.Game.Program.Ends {
		if e := &s.Game.Program.Ends[i]; f(i, e) {
			by = append(by, e.Statement)
		}
	}
	return by
}

// MainDevice is what is thrown in most stages to move men by; -1 where nothing is.
func (s *Bench) MainDevice() int {
	p := s.Game.Program
	uses := make([]int, len(p.Devices))
	best := -1
	for i := range p.Stages {
		d := p.Stages[i].Device
		if d < 0 || s.Lots(d) {
			continue
		}
		if uses[d]++; best < 0 || uses[d] > uses[best] {
			best = d
		}
	}
	return best
}

// ThrowsOf are the throws of a device.
func (s *Bench) ThrowsOf(device int) []engine.Throw {
	if device < 0 {
		return nil
	}
	d := &s.Game.Program.Devices[device]
	return s.Game.Program.Throws[d.First : d.First+d.Count]
}
