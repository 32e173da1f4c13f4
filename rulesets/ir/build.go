package ir

import (
	"encoding/binary"
	"reflect"
	"slices"

	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine"
)

// Builder makes values. What is known beforehand it works out at once, and what has
// been made before it gives again.
type Builder struct {
	p    *engine.Program
	made map[string]*Value
	list []*Value
	key  []byte

	raysAlike bool // all players see the same rays from a place of a number
}

// NewBuilder returns a builder of values about a program.
func NewBuilder(p *engine.Program) *Builder {
	differ := slices.ContainsFunc(p.Rays, func(by [][]place.Ray) bool { return !reflect.DeepEqual(by, p.Rays[0]) })
	return &Builder{p: p, made: map[string]*Value{}, raysAlike: !differ}
}

// Number is a number known beforehand.
func (b *Builder) Number(n int) *Value { return b.make(Value{Op: Const, Type: Number, N: n}) }

// Truth is a truth value known beforehand.
func (b *Builder) Truth(holds bool) *Value {
	return b.make(Value{Op: Const, Type: Truth, N: b2i(holds)})
}

// Set is a set known beforehand.
func (b *Builder) Set(t Type, s place.Set) *Value {
	return b.make(Value{Op: Literal, Type: t, Lit: s})
}

// All is every place of a player.
func (b *Builder) All() *Value { return b.Set(Places, place.FirstN(b.p.Places)) }

// Do is the value of an operation that needs nothing beside its operands.
func (b *Builder) Do(op Op, t Type, args ...*Value) *Value {
	return b.simpler(Value{Op: op, Type: t, Args: args})
}

// Compare reports whether two numbers compare so.
func (b *Builder) Compare(c engine.Comparison, x, y *Value) *Value {
	return b.simpler(Value{Op: Compare, Type: Truth, N: int(c), Args: []*Value{x, y}})
}

// Ask is what an operation on the position or the move says, seen from a seat.
func (b *Builder) Ask(op Op, t Type, seat, n int, args ...*Value) *Value {
	return b.simpler(Value{Op: op, Type: t, Seat: seat, N: n, Args: args})
}

// Counted is [Men] or [At].
func (b *Builder) Counted(op Op, t Type, seat, n int, who Who, args ...*Value) *Value {
	return b.simpler(Value{Op: op, Type: t, Seat: seat, N: n, Who: who, Args: args})
}

// Of is [Lookup], [Row], [Image] or [Reach] in a table.
func (b *Builder) Of(op Op, t Type, table *Table, seat int, args ...*Value) *Value {
	if table.Variants() == 1 {
		seat = 0
	}
	return b.simpler(Value{Op: op, Type: t, Table: table, Seat: seat, Args: args})
}

// make returns the value that says this: a new one only where there is none.
func (b *Builder) make(v Value) *Value {
	k := append(b.key[:0], byte(v.Op), byte(v.Type), byte(v.Seat), byte(v.Who.Seats), byte(v.Who.Seats>>8), byte(b2i(v.Who.Own)))
	k = binary.AppendVarint(k, int64(v.N))
	for _, a := range v.Args {
		k = binary.AppendVarint(k, int64(a.id))
	}
	if v.Table != nil {
		k = append(k, v.Table.Name...)
	}
	for _, f := range v.Lit.Places() {
		k = binary.AppendVarint(k, int64(f))
	}
	b.key = k
	if old := b.made[string(k)]; old != nil {
		return old
	}
	v.id = len(b.list)
	v.asks = operations[v.Op].asks
	if b.byPlayer(&v) {
		v.asks |= asksPlayer
	}
	v.uses.add(v.Op)
	for _, a := range v.Args {
		v.asks |= a.asks
		v.uses.join(&a.uses)
		a.shared = a.shared || a.used
		a.used = true
	}
	if v.Op == Those && !v.asksOther() {
		v.asks &^= asksThat
	}
	made := &v
	b.made[string(k)] = made
	b.list = append(b.list, made)
	return made
}

// byPlayer reports whether an operation itself depends on who sits at its seat.
func (b *Builder) byPlayer(v *Value) bool {
	switch v.Op {
	case Named, Within, Landing:
		return true
	case Ray, Met, Between, Beyond:
		return !b.raysAlike
	}
	return v.Table != nil && v.Table.Variants() > 1
}

// simpler makes a value, or a simpler one that says the same.
func (b *Builder) simpler(v Value) *Value {
	if s := b.simplify(&v); s != nil {
		return s
	}
	return b.make(v)
}

// simplify returns a simpler value that says the same, or nil.
func (b *Builder) simplify(v *Value) *Value {
	if s := b.fold(v); s != nil {
		return s
	}
	switch v.Op {
	case And, Or:
		return b.simplifyTruth(v)
	case Not:
		return b.simplifyNot(v.Args[0])
	case Meet, Join, Less:
		return b.simplifySets(v)
	case Select:
		switch n, known := v.Args[0].Known(); {
		case known && n != 0, v.Args[1] == v.Args[2]:
			return v.Args[1]
		case known:
			return v.Args[2]
		}
	case Add, Sub:
		if n, known := v.Args[1].Known(); known && n == 0 {
			return v.Args[0]
		}
		if n, known := v.Args[0].Known(); known && n == 0 && v.Op == Add {
			return v.Args[1]
		}
	case Mul:
		for i, a := range v.Args {
			switch n, known := a.Known(); {
			case known && n == 0:
				return a
			case known && n == 1:
				return v.Args[1-i]
			}
		}
	case Compare:
		return b.simplifyCompare(v)
	case At:
		return b.simplifyAt(v)
	case Named:
		if n, known := v.Args[0].Known(); v.Seat == 0 || known && n < 0 {
			return v.Args[0]
		}
	}
	return nil
}

// fold works a value out whose operands are known.
func (b *Builder) fold(v *Value) *Value {
	if operations[v.Op].asks != 0 || len(v.Args) == 0 || b.byPlayer(v) || v.Type == Moves {
		return nil
	}
	for _, a := range v.Args {
		if a.Op != Const && a.Op != Literal {
			return nil
		}
	}
	e := Env{P: b.p}
	if v.Type.IsSet() {
		return b.Set(v.Type, e.apply(v).Set)
	}
	if v.Type == Truth {
		return b.Truth(e.apply(v).N != 0)
	}
	return b.Number(e.apply(v).N)
}

func (b *Builder) simplifyTruth(v *Value) *Value {
	neutral := b2i(v.Op == And)
	for i, a := range v.Args {
		if n, known := a.Known(); known {
			if n == neutral {
				return v.Args[1-i]
			}
			return a
		}
	}
	if v.Args[0] == v.Args[1] {
		return v.Args[0]
	}
	return nil
}

// inverse is the comparison that holds where another does not.
var inverse = [...]engine.Comparison{engine.Equal: engine.NotEqual, engine.NotEqual: engine.Equal, engine.Less: engine.GreaterEqual,
	engine.GreaterEqual: engine.Less, engine.Greater: engine.LessEqual, engine.LessEqual: engine.Greater}

func (b *Builder) simplifyNot(a *Value) *Value {
	switch a.Op {
	case Not:
		return a.Args[0]
	case Compare:
		return b.Compare(inverse[a.N], a.Args[0], a.Args[1])
	}
	return nil
}

// simplifyCompare writes comparisons with a constant as "at least" or "less", the constant
// second, and whether a set has any members without counting them.
func (b *Builder) simplifyCompare(v *Value) *Value {
	c, x, y := engine.Comparison(v.N), v.Args[0], v.Args[1]
	k, known := y.Known()
	if _, first := x.Known(); first && !known {
		return b.Compare(mirrored[c], y, x)
	}
	if !known {
		return nil
	}
	switch {
	case c == engine.Greater:
		return b.Compare(engine.GreaterEqual, x, b.Number(k+1))
	case c == engine.LessEqual:
		return b.Compare(engine.Less, x, b.Number(k+1))
	case x.Op != Count || k != 0 && k != 1:
		return nil
	case c == engine.GreaterEqual && k == 1, c == engine.NotEqual && k == 0:
		return b.Do(Any, Truth, x.Args[0])
	case c == engine.Less && k == 1, c == engine.Equal && k == 0:
		return b.Do(Not, Truth, b.Do(Any, Truth, x.Args[0]))
	}
	return nil
}

// simplifyAt asks how many men stand on a cell by the name that the player to move has
// for it, where that comes to the same: the men of a player stand nowhere but where he has
// a place.
func (b *Builder) simplifyAt(v *Value) *Value {
	f := v.Args[0]
	if n, known := f.Known(); known && (n < 0 || n >= b.p.Places) {
		return b.Number(0)
	}
	if f.Op != Named {
		return nil
	}
	seat, one := v.Who.One()
	if !one || seat != v.Seat || v.Who.Own && !b.apart() {
		return nil
	}
	return b.Counted(At, Number, 0, 0, Who{Seats: v.Who.Seats}, f.Args[0])
}

// apart reports whether no two places of a player lie on one cell.
func (b *Builder) apart() bool {
	for q := range b.p.Players {
		for f := range b.p.Places {
			if len(b.p.Across(q, q, f)) > 1 {
				return false
			}
		}
	}
	return true
}

func (b *Builder) simplifySets(v *Value) *Value {
	x, y := v.Args[0], v.Args[1]
	none := func(a *Value) bool { return a.Op == Literal && a.Lit.Empty() }
	all := func(a *Value) bool {
		return a.Op == Literal && a.Type == Places && place.FirstN(b.p.Places).In(a.Lit)
	}
	switch {
	case x == y && v.Op != Less:
		return x
	case v.Op == Meet && (none(x) || all(y)), v.Op == Join && none(y), v.Op == Less && (none(x) || none(y)):
		return x
	case v.Op == Meet && (none(y) || all(x)), v.Op == Join && none(x):
		return y
	}
	return nil
}

// mirrored is the comparison with its sides exchanged.
var mirrored = [...]engine.Comparison{engine.Equal: engine.Equal, engine.NotEqual: engine.NotEqual, engine.Less: engine.Greater,
	engine.LessEqual: engine.GreaterEqual, engine.Greater: engine.Less, engine.GreaterEqual: engine.LessEqual}
