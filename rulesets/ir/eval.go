package ir

import (
	"slices"

	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine"
)

// Env is what values are worked out from, one by one and plainly: it tells a fault of
// lowering from one of emission, and works out what is known beforehand. What is
// not given (a position, a throw) is not asked.
type Env struct {
	P      *engine.Program
	Player int // who sits at seat 0

	// The candidate. Part is an index into the program's parts.
	From, To, Over, Part, Class int
	Act                         engine.Act
	Spares                      bool
	Throw                       int // one more than the last throw

	// Position answers what is asked of the position and of moves ahead; nil where
	// nothing is.
	Position func(v *Value, args []Result) Result

	found map[*Value]Result // what is asked for more than once of what is being worked out
}

// Result is a number, a truth value (0 or 1), or a set.
type Result struct {
	N   int
	Set place.Set
}

// Number works a number or truth value out.
func (e *Env) Number(v *Value) int { return e.result(v).N }

// Set works a set out.
func (e *Env) Set(v *Value) place.Set { return e.result(v).Set }

func (e *Env) result(v *Value) Result {
	clear(e.found) // the candidate may be another since
	return e.eval(v)
}

func (e *Env) eval(v *Value) Result {
	if !v.shared || len(v.Args) == 0 {
		return e.evalAnew(v)
	}
	r, ok := e.found[v]
	if !ok {
		if r = e.evalAnew(v); e.found == nil {
			e.found = map[*Value]Result{}
		}
		e.found[v] = r
	}
	return r
}

func (e *Env) evalAnew(v *Value) Result {
	switch v.Op {
	case Const:
		return Result{N: v.N}
	case Literal:
		return Result{Set: v.Lit}
	case Select: // what is not chosen may look ahead
		return e.eval(v.Args[2-b2i(e.eval(v.Args[0]).N != 0)])
	case And:
		return Result{N: b2i(e.eval(v.Args[0]).N != 0 && e.eval(v.Args[1]).N != 0)}
	case Or:
		return Result{N: b2i(e.eval(v.Args[0]).N != 0 || e.eval(v.Args[1]).N != 0)}
	}
	return e.apply(v)
}

// apply works one operation out.
func (e *Env) apply(v *Value) Result {
	o := &operations[v.Op]
	var room [3]Result
	args := room[:len(v.Args)]
	for i, a := range v.Args {
		args[i] = e.eval(a)
	}
	switch {
	case o.asks&^(asksPlayer|asksThrow) == 0 && v.Type.IsSet():
		return Result{Set: e.set(v, args)}
	case v.Op == Named || v.Op == Player || v.Op == Thrown || v.Op == Lookup:
		return Result{N: e.ofProgram(v, args)}
	case o.asks == 0:
		return Result{N: e.number(v, args)}
	case o.asks&asksPosition == 0:
		return e.ofMove(v)
	}
	return e.Position(v, slices.Clone(args)) // a copy, so that args need no heap where nobody asks
}

// number works numbers and truth values out from others, and from sets.
func (e *Env) number(v *Value, args []Result) int {
	a, b := args[0], Result{}
	if len(args) > 1 {
		b = args[1]
	}
	switch v.Op {
	case Add:
		return a.N + b.N
	case Sub:
		return a.N - b.N
	case Mul:
		return a.N * b.N
	case Div:
		return divide(a.N, b.N)
	case Min:
		return min(a.N, b.N)
	case Max:
		return max(a.N, b.N)
	case And:
		return a.N & b.N
	case Or:
		return a.N | b.N
	case Compare:
		return b2i(Holds(engine.Comparison(v.N), a.N, b.N))
	case Not:
		return 1 - a.N
	case Select:
		return args[2-b2i(a.N != 0)].N
	case Has:
		return b2i(a.Set.Has(b.N))
	case Any:
		return b2i(!a.Set.Empty())
	case Alike:
		return b2i(a.Set == b.Set)
	case Count:
		return a.Set.Count()
	case First:
		return a.Set.First()
	}
	return a.Set.Last()
}

// divide rounds down, and by 0 gives 0.
func divide(a, b int) int {
	if b == 0 {
		return 0
	}
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// Holds reports whether two numbers compare so.
func Holds(c engine.Comparison, a, b int) bool {
	switch c {
	case engine.Equal:
		return a == b
	case engine.NotEqual:
		return a != b
	case engine.Less:
		return a < b
	case engine.LessEqual:
		return a <= b
	case engine.Greater:
		return a > b
	}
	return a >= b
}

func (e *Env) seat(i int) int { return (e.Player + i) % len(e.P.Players) }

// ofProgram works numbers out that depend on the board, the devices and who sits where.
func (e *Env) ofProgram(v *Value, args []Result) int {
	switch v.Op {
	case Player:
		return e.seat(v.Seat)
	case Thrown:
		return e.Throw
	case Lookup:
		return v.Table.Number(e.seat(v.Seat), args[0].N)
	}
	f := args[0].N // Named
	if f < 0 || f >= e.P.Places {
		return f
	}
	if on := e.P.Across(e.Player, e.seat(v.Seat), f); len(on) > 0 {
		return int(on[0])
	}
	return -1
}

// set works sets out from others, and from the board.
func (e *Env) set(v *Value, args []Result) place.Set {
	a, b := args[0], Result{}
	if len(args) > 1 {
		b = args[1]
	}
	switch v.Op {
	case Meet:
		return a.Set.And(b.Set)
	case Join:
		return a.Set.Or(b.Set)
	case Less:
		return a.Set.Minus(b.Set)
	case Select:
		return args[2-b2i(a.N != 0)].Set
	case One:
		if a.N < e.P.Places {
			return place.SetOf(a.N)
		}
		return place.Set{}
	case Below:
		return place.FirstN(max(0, min(a.N, e.P.Places)))
	case Row:
		return v.Table.Set(e.seat(v.Seat), a.N)
	}
	return e.setOfMembers(v, a.Set, args)
}

// setOfMembers works sets out by going through the members of another.
func (e *Env) setOfMembers(v *Value, s place.Set, args []Result) place.Set {
	var out place.Set
	switch v.Op {
	case Shift:
		for _, f := range s.Places() {
			if f += v.N; f >= 0 && f < e.P.Places {
				out = out.With(f)
			}
		}
	case Image:
		for _, f := range s.Places() {
			out = out.Or(v.Table.Set(e.seat(v.Seat), f))
		}
	case Rows:
		for _, row := range unbroken(s) {
			if row.Count() >= args[1].N {
				out = out.Or(row)
			}
		}
	case Within:
		for l, line := range e.P.Lines[e.seat(v.Seat)] {
			if line.In(s) {
				out = out.With(l)
			}
		}
	case Ray, Met, Between, Beyond:
		begin := []int{args[0].N}
		if v.Args[0].Type == Places {
			begin = s.Places()
		}
		for _, f := range begin {
			for _, ray := range e.P.RaysFrom(e.seat(v.Seat), f, place.Direction(v.N)) {
				out = out.Or(place.SetOf(cut(v.Op, ray, args[1].Set)...))
			}
		}
	case Reach:
		out = s.And(args[1].Set)
		for more := out; !more.Empty(); {
			var next place.Set
			for _, f := range more.Places() {
				next = next.Or(v.Table.Set(e.seat(v.Seat), f))
			}
			more = next.And(s).Minus(out)
			out = out.Or(more)
		}
	case Landing:
		if f := args[0].N; f >= 0 && f < e.P.Places {
			for _, l := range e.P.Leaps[e.seat(v.Seat)][f] {
				if args[1].Set.Has(l.Over) && args[2].Set.Has(l.To) {
					out = out.With(l.To)
				}
			}
		}
	}
	return out
}

// cut is what an operation takes of a ray, whose places lie in a set or do not.
func cut(op Op, ray []int, s place.Set) []int {
	first := func(in bool) int {
		for i, f := range ray {
			if s.Has(f) == in {
				return i
			}
		}
		return len(ray)
	}
	switch op {
	case Ray:
		return ray[:first(false)]
	case Met:
		i := first(false)
		return ray[i:min(i+1, len(ray))]
	case Beyond:
		return ray[min(first(true)+1, len(ray)):]
	}
	last := 0
	for i, f := range ray {
		if s.Has(f) {
			last = i
		}
	}
	return ray[:last]
}

// unbroken takes a set apart into its unbroken rows.
func unbroken(s place.Set) (rows []place.Set) {
	last := -2
	for _, f := range s.Places() {
		if f != last+1 {
			rows = append(rows, place.Set{})
		}
		rows[len(rows)-1] = rows[len(rows)-1].With(f)
		last = f
	}
	return rows
}

// ofMove is what the candidate says of itself.
func (e *Env) ofMove(v *Value) Result {
	switch v.Op {
	case From:
		return Result{N: e.From}
	case To:
		return Result{N: e.To}
	case Over:
		return Result{N: e.Over}
	case Part:
		return Result{N: e.Part}
	case Act:
		return Result{N: int(e.Act)}
	case Mark:
		return Result{N: b2i(e.P.Bears(e.Class, v.N))}
	case Sparing:
		return Result{N: b2i(e.Spares)}
	}
	if e.Act != engine.Advance { // Passed: who steps or leaps passes over nothing
		return Result{}
	}
	for _, w := range e.P.Ahead(e.From, e.P.Parts[e.Part].Number) {
		if w.To == e.To {
			return Result{Set: w.Passed}
		}
	}
	return Result{}
}
