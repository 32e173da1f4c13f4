package ir

import (
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
)

// AgendaFacts say what can be up to be played at once.
type AgendaFacts struct {
	Optional       bool   // a part may be left
	Leavable       uint64 // the kinds of parts that may be left, as bits; generated code knows at most sixty
	OptionalThrows bool   // a throw may be left
	InOrder        bool   // the parts of some agenda have an order of their own
	// Slots is how many kinds of parts can be up at once: 1 or 2, the first that are left;
	// 0 where that is not plain to see.
	Slots int
	// Order is 1 if all agendas whose parts can be played in any order list them in the
	// defined order, -1 if all list them the other way round, and nothing is put before them;
	// else 0. Distinct says that no such agenda has two parts alike.
	Order    int
	Distinct bool
	// Gather: more than one throw may be owed at once, or a part stand behind one, so that
	// what is thrown then is played together with what comes after.
	Gather      bool
	ThrowsAlone bool // a throw is never owed together with parts
	AtTurn      bool // a rule puts up parts where a turn begins
	MostlyOne   bool // most agendas have one part only
}

func (f *finder) agenda() {
	a, p := &f.Agenda, f.p
	a.Optional = f.puts(func(part uint8) bool { return part&engine.OptionalPart != 0 })
	f.puts(func(part uint8) bool {
		a.Leavable |= uint64(part>>7) << (part &^ engine.OptionalPart)
		return false
	})
	a.OptionalThrows = f.puts(func(part uint8) bool { return part == engine.OptionalPart })
	a.InOrder = slices.ContainsFunc(p.Agendas, func(x engine.Agenda) bool { return x.Fixed })
	a.AtTurn = f.anyEffect(engine.OnTurn, func(e *engine.Effect) bool { return e.Kind == engine.AddParts })
	one := 0
	for i := range p.Agendas {
		one += b2i(len(p.Agendas[i].Parts) == 1)
	}
	a.MostlyOne = 2*one > len(p.Agendas)
	a.Gather = f.gathers()
	a.ThrowsAlone = !a.Gather && !a.AtTurn &&
		!f.anyEffect(^engine.Trigger(0), func(e *engine.Effect) bool { return e.Kind == engine.AddParts && throwsAmong(e.Parts) > 0 })
	a.Order, a.Distinct = f.order()
	a.Slots = f.slots()
}

// puts reports whether an agenda or a change puts up such a part.
func (f *finder) puts(is func(part uint8) bool) bool {
	return slices.ContainsFunc(f.p.Agendas, func(a engine.Agenda) bool { return slices.ContainsFunc(a.Parts, is) }) ||
		f.anyEffect(^engine.Trigger(0), func(e *engine.Effect) bool { return e.Kind == engine.AddParts && slices.ContainsFunc(e.Parts, is) })
}

func isThrow(part uint8) bool { return part&^engine.OptionalPart == engine.PartThrow }

// throwsAmong is how many of the parts are throws.
func throwsAmong(parts []uint8) int {
	n := 0
	for _, x := range parts {
		n += b2i(isThrow(x))
	}
	return n
}

// onceOnly reports whether parts are put up a number of times that is known and not above one.
func onceOnly(e *engine.Effect) bool { return e.A == nil || e.A.Op == engine.NLit && e.A.N <= 1 }

// slots finds AgendaFacts.Slots.
func (f *finder) slots() int {
	p := f.p
	waits := func(b engine.Blocked) bool { return b.Policy == engine.BlockedLeave }
	if f.Agenda.Gather || slices.ContainsFunc(p.Blocked, waits) {
		return 0 // a part that waits lets the next be played
	}
	if f.inOrderAlways() {
		return 1
	}
	most, unordered := 1, 1
	for i := range p.Agendas {
		a := &p.Agendas[i]
		distinct := map[uint8]bool{}
		for _, x := range a.Parts {
			distinct[x&^engine.OptionalPart] = true
		}
		if a.Fixed {
			unordered = max(unordered, len(distinct))
			continue
		}
		unordered = max(unordered, len(a.Parts))
		if len(distinct) > 1 {
			if len(a.Parts) > 2 {
				return 0 // of two kinds the second may stand behind several of the first
			}
			most = 2
		}
	}
	perAct, perThrow, ok := f.partsPutUp()
	switch {
	case most == 1 && unordered == 1 && f.oneKindPutUp():
		return 1
	case !ok, perAct > 0 && (perAct > 1 || unordered > 1):
		return 0
	case perThrow == 0:
		return most
	case unordered > 1 || perThrow > 1 || perAct > 0:
		return 0
	}
	return 2
}

// inOrderAlways reports whether the parts of every agenda are played in their order, with
// whatever acts put before or behind them.
func (f *finder) inOrderAlways() bool {
	apart := engine.OnThrow | engine.OnPlayed | engine.OnTurn | engine.OnTurnEnd // where there may be no agenda
	return len(f.p.Agendas) > 0 && !slices.ContainsFunc(f.p.Agendas, func(a engine.Agenda) bool { return !a.Fixed }) &&
		!f.anyEffect(apart, func(e *engine.Effect) bool { return e.Kind == engine.AddParts })
}

// partsPutUp is how many parts, throws left aside, the answers to one act and to a throw put
// up at most, if that is plain to see and no other event puts up any.
func (f *finder) partsPutUp() (perAct, perThrow int, ok bool) {
	by := map[engine.Trigger]int{}
	for i := range f.p.Changes {
		x := &f.p.Changes[i]
		for k := range x.Effects {
			e := &x.Effects[k]
			if e.Kind != engine.AddParts || len(e.Parts) == throwsAmong(e.Parts) {
				continue
			}
			if !onceOnly(e) || x.On&(engine.OnPlayed|engine.OnTurn|engine.OnTurnEnd) != 0 {
				return 0, 0, false
			}
			n := len(e.Parts) - throwsAmong(e.Parts)
			if x.On&engine.OnThrow != 0 {
				perThrow += n
			}
			for bit := engine.Trigger(1); bit < engine.OnThrow; bit <<= 1 {
				if x.On&bit != 0 {
					by[bit] += n
					perAct = max(perAct, by[bit])
				}
			}
		}
	}
	return perAct, perThrow, true
}

// oneKindPutUp reports whether only acts put parts up, all of one kind. After an agenda of one
// part nothing else is left then, however many there are.
func (f *finder) oneKindPutUp() bool {
	kinds := map[uint8]bool{}
	other := f.anyEffect(^(engine.OnThrow - 1), func(e *engine.Effect) bool { return e.Kind == engine.AddParts })
	f.anyEffect(engine.OnThrow-1, func(e *engine.Effect) bool {
		for _, x := range e.Parts {
			kinds[x&^engine.OptionalPart] = true
		}
		return false
	})
	return !other && len(kinds) == 1 && !kinds[engine.PartThrow]
}

// gathers finds AgendaFacts.Gather.
func (f *finder) gathers() bool {
	several := false // parts of one throw, so that acts can follow each other
	for i := range f.p.Agendas {
		a := &f.p.Agendas[i]
		several = several || len(a.Parts) > 1
		if throwsAmong(a.Parts) > 0 {
			return true
		}
	}
	front, throws, parts, behind := false, false, false, false
	owed := map[engine.Trigger]int{} // throws that an act or event can put up
	for i := range f.p.Changes {
		x := &f.p.Changes[i]
		for k := range x.Effects {
			e := &x.Effects[k]
			if e.Kind != engine.AddParts {
				continue
			}
			t := throwsAmong(e.Parts)
			if t < len(e.Parts) {
				parts = true
				behind = behind || e.Where == engine.AtEnd
			}
			if t == 0 {
				continue
			}
			throws = true
			front = front || e.Where != engine.AtEnd
			if !onceOnly(e) || x.On&engine.OnTurn != 0 || e.Where != engine.AtEnd && x.On&engine.OnThrow != 0 {
				return true
			}
			for bit := engine.Trigger(1); bit <= x.On; bit <<= 1 {
				if x.On&bit != 0 {
					owed[bit] += t
				}
			}
		}
	}
	if throws && behind || front && (parts || several) {
		return true
	}
	atActs := 0
	for bit, t := range owed {
		if bit < engine.OnThrow {
			atActs = max(atActs, t)
		}
	}
	if atActs > 0 && (several || parts) {
		return true
	}
	return atActs+owed[engine.OnThrow]+owed[engine.OnPlayed] > 1 || owed[engine.OnTurnEnd]+owed[engine.OnPlayed] > 1
}

// order finds AgendaFacts.Order and Distinct.
func (f *finder) order() (order int, distinct bool) {
	up, down, distinct := true, true, true
	for i := range f.p.Agendas {
		a := &f.p.Agendas[i]
		for k := 1; k < len(a.Parts) && !a.Fixed; k++ {
			first, second := int(a.Parts[k-1]&^engine.OptionalPart), int(a.Parts[k]&^engine.OptionalPart)
			up = up && f.p.PartRank(first) <= f.p.PartRank(second)
			down = down && f.p.PartRank(first) >= f.p.PartRank(second)
			distinct = distinct && first != second
		}
	}
	if f.anyEffect(^engine.Trigger(0), func(e *engine.Effect) bool { return e.Kind == engine.AddParts && throwsAmong(e.Parts) < len(e.Parts) }) {
		return 0, false
	}
	switch {
	case up:
		return 1, distinct
	case down:
		return -1, distinct
	}
	return 0, distinct
}

// obliges reports whether an agenda begins with a part that may not be left.
func obliges(a *engine.Agenda) bool {
	return len(a.Parts) > 0 && a.Parts[0] != engine.PartThrow && a.Parts[0]&engine.OptionalPart == 0
}
