package ir

import (
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
)

// finder finds facts; those found earlier serve those found later.
type finder struct {
	*Lowering
	*Facts
	freed map[freeAsked]bool // what has been found of values that several others are made of
}

// freeAsked is a set that is asked to be free.
type freeAsked struct {
	v   *Value
	all bool
}

// of is the value of a condition.
func (f *finder) of(n *engine.Node) *Value { return f.Value(n, Mover) }

// anyEffect reports whether some change that answers any of some acts and events has such
// an effect.
func (f *finder) anyEffect(on engine.Trigger, is func(e *engine.Effect) bool) bool {
	return slices.ContainsFunc(f.p.Changes, func(c engine.Change) bool {
		return c.On&on != 0 && slices.ContainsFunc(c.Effects, func(e engine.Effect) bool { return is(&e) })
	})
}

// Effects reports whether any change has an effect of a kind.
func (f *finder) Effects(kinds ...engine.EffectKind) bool {
	return f.anyEffect(^engine.Trigger(0), func(e *engine.Effect) bool { return slices.Contains(kinds, e.Kind) })
}
