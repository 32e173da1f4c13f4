package emit

import (
	"fmt"
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
	"github.com/lectio/lectio/rulesets/ir/wasm/state"
)

// asked is a value as it is kept once it has been worked out: of one that depends on the move, for
// which move.
type askedOf struct {
	v  *ir.Value
	id int
}

func keptAs(v *ir.Value, e env) askedOf {
	if v.OnMove() {
		return askedOf{v, e.id}
	}
	return askedOf{v, 0}
}

// num emits a value that is a number, a place or a truth value.
func (c *ctx) num(v *ir.Value, e env) num {
	switch v.Op {
	case ir.Const:
		return lit(v.N)
	case ir.From:
		return e.from
	case ir.To:
		return e.to
	case ir.Over:
		return e.over
	case ir.That:
		if at, known := c.considered[v.N]; known {
			return at
		}
		c.lack("a place that is considered, in a position that a move leads to")
	}
	key := keptAs(v, e)
	if x, ok := c.Have(key); ok {
		return c.Anew(x)
	}
	x := c.numAnew(v, e)
	c.Let(key, x)
	return x
}

func (c *ctx) numAnew(v *ir.Value, e env) num {
	if v.OnThrowOnly() && v.Op != ir.Thrown { // an entry for each throw
		return c.throwTable(func(throw int) int {
			of := ir.Env{P: c.g.Program, Throw: throw}
			return of.Number(v)
		})
	}
	emit := emitters[v.Op]
	if emit == nil {
		c.lack(v.Op.String())
	}
	return emit(c, v, e)
}

// emitters say how each operation that yields a number or a truth value is emitted, setEmitters of those
// that yield a set. Each file adds its own.
var (
	emitters    = map[ir.Op]func(c *ctx, v *ir.Value, e env) num{}
	setEmitters = map[ir.Op]func(c *ctx, v *ir.Value, e env) set{}
)

// surelyPlace reports whether a value is known to be a place of the board.
func (c *ctx) surelyPlace(v *ir.Value, e env) bool {
	switch v.Op {
	case ir.From:
		return e.move && !e.fromStore && !(e.from.Known && e.from.Value < 0)
	case ir.To:
		return e.move && !e.toStore && !(e.to.Known && e.to.Value < 0)
	case ir.Over:
		return e.move && !(e.over.Known && e.over.Value < 0)
	case ir.That:
		return true
	case ir.Named:
		return c.g.Board.Total && c.surelyPlace(v.Args[0], e)
	}
	f, ok := v.Known()
	return ok && f >= 0 && f < c.g.Program.Places
}

// throwTable tabulates a number by one more than the last throw.
func (c *ctx) throwTable(f func(throw int) int) num {
	list := make([]int, len(c.g.Program.Throws)+1)
	for i := range list {
		list[i] = f(i)
	}
	if slices.Max(list) == slices.Min(list) {
		return lit(list[0])
	}
	t := c.LastThrow()
	if slices.Max(list) <= 1 && slices.Min(list) >= 0 && len(list) <= 64 {
		var some uint64
		for i, v := range list {
			some |= uint64(v) << i
		}
		return c.BitOf(wlit(some), c.Widen(t))
	}
	at := c.Module.Table(asm.Shorts(list))
	c.Push(c.Shl(t, lit(1)))
	c.Load16s(at)
	return c.Keep()
}

// number is the number of the part being played.
func (c *ctx) number(e env) num {
	if e.part.Known {
		return lit(c.g.Program.Parts[e.part.Value].Number)
	}
	return c.Once(fmt.Sprint("number/", e.part), func() num { return c.numberOf(e.part) })
}

// numberOf is number of a part that is not known.
func (c *ctx) numberOf(part num) num {
	list := make([]int, len(c.g.Program.Parts))
	for i := range list {
		list[i] = c.g.Program.Parts[i].Number
	}
	var ps []int // all parts that can be played
	for _, cl := range c.g.candidates.Playable {
		ps = append(ps, cl.Parts...)
	}
	if len(ps) > 0 {
		// mostly the parts lie as their numbers do, forwards or backwards
		up, down := true, true
		for _, k := range ps {
			up = up && list[k]-list[ps[0]] == k-ps[0]
			down = down && list[k]-list[ps[0]] == ps[0]-k
		}
		switch {
		case down:
			return c.Sub(lit(list[ps[0]]+ps[0]), part)
		case up:
			return c.Add(part, lit(list[ps[0]]-ps[0]))
		}
	}
	c.Push(c.Shl(part, lit(1)))
	c.Load16s(c.Module.Numbers("numbers", list))
	return c.Keep()
}

// menOf is the set of places of the player to move where men of a kind compare with a number.
func (c *ctx) menOf(w engine.Whose, cmp engine.Comparison, k int) set {
	return c.MenWhere(0, c.g.lower.Who(w, ir.Mover), cmp, lit(k))
}

// set emits a value that is a set of places or of lines.
func (c *ctx) set(v *ir.Value, e env) set {
	if v.Op == ir.Literal {
		return asm.Constant(state.BitsOf(v.Lit, 64*c.g.Words(v.Type)))
	}
	return c.SetOnce(keptAs(v, e), func() set {
		emit := setEmitters[v.Op]
		if emit == nil {
			c.lack(v.Op.String())
		}
		return emit(c, v, e)
	})
}

// row loads a set from a table by player (where players differ) and index.
func (c *ctx) row(key string, seat, n int, i num, f func(q, i int) []uint64) set {
	g := c.g
	players := len(g.Program.Players)
	alike := true
	for q := 1; q < players; q++ {
		for k := 0; k < n; k++ {
			alike = alike && slices.Equal(f(q, k), f(0, k))
		}
	}
	if i.Known && alike {
		return asm.Constant(f(0, i.Value))
	}
	a, at := c.rowAt(key, seat, n, i, f, alike)
	return c.LoadSet(a, at, len(f(0, 0)))
}

// rowAt is where such a row lies: an offset into a table, and the table.
func (c *ctx) rowAt(key string, seat, n int, i num, f func(q, i int) []uint64, alike bool) (a num, at int) {
	g := c.g
	players := len(g.Program.Players)
	at = c.Module.Once(key, func() (b []byte) {
		for q := 0; q < players; q++ {
			for k := 0; k < n; k++ {
				b = asm.Words(b, f(q, k)...)
			}
			if alike {
				break
			}
		}
		return b
	})
	w := len(f(0, 0))
	a = c.Mul(i, lit(8*w))
	switch q := c.Seat(seat); {
	case alike:
	case q.Known:
		at += 8 * w * n * q.Value
	default:
		a = c.Add(a, c.Mul(q, lit(8*w*n)))
	}
	c.Tabled(a)
	return a, at
}

// rowOfTable is a set of a type in a table, as the player of a seat has it.
func (c *ctx) rowOfTable(t *ir.Table, of ir.Type, seat int, i num) set {
	return c.row(t.Name, seat, t.Len(), i, func(q, i int) []uint64 { return state.BitsOf(t.Set(q, i), 64*c.g.Words(of)) })
}

// within is what f emits for a number that lies from 0 to n-1, a set of a type, and nothing where it does not.
func (c *ctx) within(t ir.Type, n int, v *ir.Value, e env, f func(i num) set) set {
	i := c.num(v, e)
	switch {
	case i.Known && (i.Value < 0 || i.Value >= n):
		return asm.None(c.g.Words(t))
	case i.Known || c.surelyPlace(v, e):
		return f(i)
	}
	in := c.LtU(i, lit(n))
	return c.Gate(in, f(c.Pick(in, i, lit(0))))
}

// is emits a condition; nil always holds.
func (c *ctx) is(n *engine.Node, e env) num {
	if n == nil {
		return lit(1)
	}
	return c.num(c.g.of(n), e)
}

// both reports whether a and what b emits hold. What looks ahead is worked out only
// where a holds; what does not is cheaper than a branch.
func (c *ctx) both(a num, x *ir.Value, b func() num) num {
	if !x.LooksAhead() {
		return c.And(a, b())
	}
	return c.OnlyIf(a, b)
}

// AsksParts reports whether what is known by a key may depend on what is left of the agenda.
func (k askedOf) AsksParts() bool {
	return k.v.LooksAhead() || slices.ContainsFunc([]ir.Op{ir.Left, ir.Played, ir.Up}, k.v.Uses)
}

// setTold is the set that a function returns: its first word, and the others in memory.
func (c *ctx) setTold(f *asm.Func, args ...asm.Argument) set {
	c.Invoke(f, args...)
	out := set{c.KeepW()}
	for k := 1; k < c.g.W; k++ {
		out = append(out, c.WordAt(lit(0), c.g.rowsAt+8*(k-1)))
	}
	return out
}

// yieldSet ends a function that returns a set.
func (c *ctx) yieldSet(out set) {
	for k := 1; k < len(out); k++ {
		c.PutWord(lit(0), c.g.rowsAt+8*(k-1), out[k])
	}
	c.PushW(out[0])
}
