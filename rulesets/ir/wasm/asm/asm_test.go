package asm_test

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
)

// written is a function of a module whose parameters are words, and what it says when it is run.
func written(t *testing.T, params int, write func(c *asm.Func, params []asm.Word) asm.Num) func(args ...uint64) int32 {
	t.Helper()
	types, list := make([]asm.Type, params), make([]asm.Word, params)
	for i := range types {
		types[i], list[i] = asm.I64, asm.Word{Local: i}
	}
	m := asm.NewModule(nil)
	m.ReachTo(1 << 15)
	c := m.Declare("f", types, []asm.Type{asm.I32})
	c.Zero = asm.Lit(0)
	c.Push(write(c, list))
	m.WriteShared()
	f := loaded(t, m.Binary(2)).ExportedFunction("f")
	return func(args ...uint64) int32 {
		t.Helper()
		out, err := f.Call(context.Background(), args...)
		if err != nil {
			t.Fatal(err)
		}
		return int32(uint32(out[0]))
	}
}

func loaded(t testing.TB, binary []byte) api.Module {
	t.Helper()
	ctx := context.Background()
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter()) // which is made sooner
	t.Cleanup(func() { r.Close(ctx) })
	i, err := r.Instantiate(ctx, binary)
	if err != nil {
		t.Fatal(err)
	}
	return i
}

// some are numbers at which instructions differ.
var some = []int32{0, 1, 2, 3, 5, 31, 32, 64, 255, -1, -2, 1<<31 - 1, -1 << 31}

// bit is 1 for what holds.
func bit(b bool) int32 {
	if b {
		return 1
	}
	return 0
}

// Instructions are worked out by the module as Go works them out, and so they are beforehand, where one
// operand or both are known.
func TestInstructions(t *testing.T) {
	type op struct {
		emit func(c *asm.Func, a, b asm.Num) asm.Num
		want func(a, b int32) int32
	}
	ops := map[string]op{
		"add":   {(*asm.Func).Add, func(a, b int32) int32 { return a + b }},
		"sub":   {(*asm.Func).Sub, func(a, b int32) int32 { return a - b }},
		"mul":   {(*asm.Func).Mul, func(a, b int32) int32 { return a * b }},
		"and":   {(*asm.Func).BitAnd, func(a, b int32) int32 { return a & b }},
		"or":    {(*asm.Func).BitOr, func(a, b int32) int32 { return a | b }},
		"xor":   {(*asm.Func).BitXor, func(a, b int32) int32 { return a ^ b }},
		"shl":   {(*asm.Func).Shl, func(a, b int32) int32 { return a << (b & 31) }},
		"shr_u": {(*asm.Func).ShrU, func(a, b int32) int32 { return int32(uint32(a) >> (b & 31)) }},
		"shr_s": {(*asm.Func).ShrS, func(a, b int32) int32 { return a >> (b & 31) }},
		"eq":    {(*asm.Func).Eq, func(a, b int32) int32 { return bit(a == b) }},
		"ne":    {(*asm.Func).Ne, func(a, b int32) int32 { return bit(a != b) }},
		"lt_s":  {(*asm.Func).LtS, func(a, b int32) int32 { return bit(a < b) }},
		"le_s":  {(*asm.Func).LeS, func(a, b int32) int32 { return bit(a <= b) }},
		"gt_s":  {(*asm.Func).GtS, func(a, b int32) int32 { return bit(a > b) }},
		"ge_s":  {(*asm.Func).GeS, func(a, b int32) int32 { return bit(a >= b) }},
		"lt_u":  {(*asm.Func).LtU, func(a, b int32) int32 { return bit(uint32(a) < uint32(b)) }},
		"gt_u":  {(*asm.Func).GtU, func(a, b int32) int32 { return bit(uint32(a) > uint32(b)) }},
		"ge_u":  {(*asm.Func).GeU, func(a, b int32) int32 { return bit(uint32(a) >= uint32(b)) }},
		"not a comparison": {func(c *asm.Func, a, b asm.Num) asm.Num { return c.Not(c.LtS(a, b)) },
			func(a, b int32) int32 { return bit(a >= b) }},
		"not alike": {func(c *asm.Func, a, b asm.Num) asm.Num { return c.Not(c.Eq(a, b)) },
			func(a, b int32) int32 { return bit(a != b) }},
		"compared anew": {func(c *asm.Func, a, b asm.Num) asm.Num { return c.Anew(c.LeS(a, b)) },
			func(a, b int32) int32 { return bit(a <= b) }},
		"picked": {func(c *asm.Func, a, b asm.Num) asm.Num { return c.Pick(c.GtS(a, b), a, b) },
			func(a, b int32) int32 { return max(a, b) }},
		"divided": {(*asm.Func).Divide, func(a, b int32) int32 {
			switch {
			case b == 0:
				return 0
			case a%b != 0 && (a < 0) != (b < 0):
				return a/b - 1
			}
			return a / b
		}},
	}
	for name, op := range ops {
		t.Run(name, func(t *testing.T) {
			told := written(t, 2, func(c *asm.Func, p []asm.Word) asm.Num { return op.emit(c, c.Narrow(p[0]), c.Narrow(p[1])) })
			for _, b := range some {
				known := asm.Lit(int(b))
				right := written(t, 1, func(c *asm.Func, p []asm.Word) asm.Num { return op.emit(c, c.Narrow(p[0]), known) })
				left := written(t, 1, func(c *asm.Func, p []asm.Word) asm.Num { return op.emit(c, known, c.Narrow(p[0])) })
				for _, a := range some {
					if a == -1<<31 && b == -1 || b == -1<<31 && a == -1 {
						continue // a quotient that no number holds
					}
					x, y := uint64(uint32(a)), uint64(uint32(b))
					if got, want := [2]int32{told(x, y), right(x)}, op.want(a, b); got != [2]int32{want, want} {
						t.Errorf("%d, %d: %d, and with the second known %d, want %d", a, b, got[0], got[1], want)
					}
					if got, want := left(x), op.want(b, a); got != want {
						t.Errorf("%d known, %d: %d, want %d", b, a, got, want)
					}
				}
			}
			both := written(t, 0, func(c *asm.Func, _ []asm.Word) asm.Num { return op.emit(c, asm.Lit(-7), asm.Lit(3)) })
			if got, want := both(), op.want(-7, 3); got != want {
				t.Errorf("of -7 and 3, both known: %d, want %d", got, want)
			}
		})
	}
}

// sets of one word and of two, with few members, many, or none.
func someSets(words int) (out [][]uint64) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		s := make([]uint64, words)
		for k := range s {
			switch r.IntN(4) {
			case 0:
			case 1:
				s[k] = 1 << r.IntN(64)
			case 2:
				s[k] = r.Uint64() & r.Uint64() & r.Uint64()
			default:
				s[k] = r.Uint64()
			}
		}
		out = append(out, s)
	}
	return out
}

func members(s []uint64) (out []int) {
	for k, w := range s {
		for ; w != 0; w &= w - 1 {
			out = append(out, 64*k+bits.TrailingZeros64(w))
		}
	}
	return out
}

// The members of sets, counted, found and gone through.
func TestMembersOfSets(t *testing.T) {
	for _, words := range []int{1, 2} {
		of := func(write func(c *asm.Func, s asm.Set, k asm.Num) asm.Num) func(args ...uint64) int32 {
			return written(t, words+1, func(c *asm.Func, p []asm.Word) asm.Num {
				return write(c, asm.Set(p[:words]), c.Narrow(p[words]))
			})
		}
		n := 64 * words
		count := of(func(c *asm.Func, s asm.Set, _ asm.Num) asm.Num { return c.Count(s) })
		first := of(func(c *asm.Func, s asm.Set, _ asm.Num) asm.Num { return c.First(s) })
		last := of(func(c *asm.Func, s asm.Set, _ asm.Num) asm.Num { return c.Last(s) })
		has := of(func(c *asm.Func, s asm.Set, k asm.Num) asm.Num { return c.Has(s, k) })
		nth := of(func(c *asm.Func, s asm.Set, k asm.Num) asm.Num { return c.Nth(s, k, n) })
		sum := of(func(c *asm.Func, s asm.Set, _ asm.Num) asm.Num {
			v := c.Variable(asm.Lit(0))
			c.EachAtOnce(s, func(i asm.Num, _ int) { c.Assign(v, c.Add(c.Mul(v, asm.Lit(3)), i)) })
			return v
		})
		shifted := of(func(c *asm.Func, s asm.Set, k asm.Num) asm.Num {
			return c.Sub(c.First(c.Shift(s, k, false)), c.Last(c.Shift(s, k, true)))
		})
		least := of(func(c *asm.Func, s asm.Set, _ asm.Num) asm.Num {
			one := c.Foremost(s, true)
			return c.And(c.Not(c.Any(c.Minus(one, s))), c.Not(c.Any(c.Ands(c.Short(s, true), s))))
		})
		for _, s := range someSets(words) {
			list := members(s)
			args := func(k int) []uint64 { return append(append([]uint64{}, s...), uint64(k)) }
			want := [4]int32{int32(len(list)), -1, -1, 0}
			for i, x := range list {
				if i == 0 {
					want[1] = int32(x)
				}
				want[2], want[3] = int32(x), want[3]*3+int32(x)
				if got := nth(args(i)...); got != int32(x) {
					t.Errorf("%x: member %d is %d, want %d", s, i, got, x)
				}
			}
			if got := [4]int32{count(args(0)...), first(args(0)...), last(args(0)...), sum(args(0)...)}; got != want {
				t.Errorf("%x: %d, want %d", s, got, want)
			}
			for k := -1; k <= n; k += 5 {
				in := int32(0)
				for _, x := range list {
					if x == k {
						in = 1
					}
				}
				if got := has(args(k)...); got != in {
					t.Errorf("%x has %d: %d", s, k, got)
				}
			}
			up, down := int32(-1), int32(-1)
			for _, x := range list {
				if x+7 < n && up < 0 {
					up = int32(x + 7)
				}
				down = max(down, int32(x-7))
			}
			if got := shifted(args(7)...); got != up-max(down, -1) {
				t.Errorf("%x: shifted up its first and shifted down its last are %d apart, want %d", s, got, up-down)
			}
			if least(args(0)...) != 1 {
				t.Errorf("%x: the foremost is no member, or not the first", s)
			}
		}
	}
}

// A mapping is the union of what each member stands for, by shifts, by runs or by tables.
func TestMappings(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	turn := func(v, i int) []int { return []int{(i + 1 + 2*v) % 48} }
	images := map[string]func(v, i int) []int{
		"the same": func(_, i int) []int { return []int{i} },
		"a shift":  func(_, i int) []int { return []int{(i + 3) % 48} },
		"turned":   turn,
		"reversed": func(v, i int) []int { return []int{v*47 + i*(1-2*v)} },
		"many":     nil,
	}
	many := map[[2]int][]int{}
	for v := range 2 {
		for i := range 48 {
			for range r.IntN(4) {
				many[[2]int{v, i}] = append(many[[2]int{v, i}], r.IntN(48))
			}
		}
	}
	images["many"] = func(v, i int) []int { return many[[2]int{v, i}] }
	for name, image := range images {
		for _, known := range []bool{false, true} {
			// it is compared with a word that is given
			equal := written(t, 3, func(c *asm.Func, p []asm.Word) asm.Num {
				variant := c.Narrow(p[1])
				out := asm.Lit(1)
				for v := range 2 {
					of := variant
					if known {
						of = asm.Lit(v)
					}
					s := c.Apply(c.Module.NewMapping(name, 48, 48, 2, image), asm.Set{p[0].Within(1<<48 - 1)}, of)
					out = c.And(out, c.Or(c.Ne(variant, asm.Lit(v)), c.EqualW(s[0], p[2])))
				}
				return out
			})
			for range 20 {
				s := r.Uint64() & r.Uint64() & (1<<48 - 1)
				for v := range 2 {
					var want uint64
					for _, i := range members([]uint64{s}) {
						for _, x := range image(v, i) {
							want |= 1 << x
						}
					}
					if equal(s, uint64(v), want) != 1 {
						t.Errorf("%s, known %t, variant %d: not the image of %x", name, known, v, s)
					}
				}
			}
		}
	}
}

// A mapping to many more bits is asked word by word, and of a table only the words in which it says something.
func TestWideMapping(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	const out = 300
	image := func(v, i int) []int { return []int{6 * i, 6*i + 1 + v, (17*i*i + v) % out} }
	equal := written(t, 2+asm.WordsFor(out), func(c *asm.Func, p []asm.Word) asm.Num {
		s := c.Apply(c.Module.NewMapping("wide", 48, out, 2, image), asm.Set{p[0].Within(1<<48 - 1)}, c.Narrow(p[1]))
		all := asm.Lit(1)
		for k, w := range s {
			all = c.And(all, c.EqualW(w, p[2+k]))
		}
		return all
	})
	for range 20 {
		s := r.Uint64() & r.Uint64() & (1<<48 - 1)
		for v := range 2 {
			args := make([]uint64, 2+asm.WordsFor(out))
			args[0], args[1] = s, uint64(v)
			for _, i := range members([]uint64{s}) {
				for _, x := range image(v, i) {
					args[2+x/64] |= 1 << (x % 64)
				}
			}
			if equal(args...) != 1 {
				t.Errorf("variant %d: not the image of %x", v, s)
			}
			args[2+r.IntN(asm.WordsFor(out))] ^= 1
			if equal(args...) != 0 {
				t.Errorf("variant %d: the image of %x is said to be another", v, s)
			}
		}
	}
}

// What has been worked out in a branch is not known behind it, what stood before it is, unless
// something has changed it.
func TestScopes(t *testing.T) {
	made := 0
	f := written(t, 1, func(c *asm.Func, p []asm.Word) asm.Num {
		twice := func() asm.Num {
			return c.Once("twice", func() asm.Num {
				made++
				return c.Shl(c.Narrow(p[0]), asm.Lit(1))
			})
		}
		out := c.Variable(asm.Lit(0))
		c.IfThen(c.GtS(c.Narrow(p[0]), asm.Lit(10)), func() {
			c.Assign(out, c.Add(twice(), asm.Lit(1)))
		}, func() {
			c.Assign(out, twice())
		})
		c.Assign(out, c.Add(out, twice()))
		c.Changed()
		c.Assign(out, c.Add(out, twice()))
		c.Assign(out, c.Add(out, twice()))
		return out
	})
	if made != 4 {
		t.Errorf("it is worked out %d times, want once in each branch, once behind them, and once more after a change", made)
	}
	if a, b := f(11), f(4); a != 22+1+3*22 || b != 8+3*8 {
		t.Errorf("%d, %d", a, b)
	}
}

// Whoever code is about is somebody else in a scope only until it ends.
func TestSubject(t *testing.T) {
	c := asm.NewModule(nil).Declare("", nil, nil)
	c.TurnTo(asm.Lit(1))
	c.EnterScope()
	c.Let("where", asm.Lit(7))
	c.TurnTo(asm.Lit(2))
	if _, ok := c.Have("where"); ok || c.Subject() != asm.Lit(2) {
		t.Errorf("about %v: what was known of another is known still", c.Subject())
	}
	c.LeaveScope()
	if c.Subject() != asm.Lit(1) {
		t.Errorf("about %v after the scope", c.Subject())
	}
}

func Example() {
	m := asm.NewModule(nil)
	c := m.Declare("larger", []asm.Type{asm.I32, asm.I32}, []asm.Type{asm.I32})
	a, b := asm.Num{Local: 0}, asm.Num{Local: 1} // the parameters
	c.Push(c.Pick(c.GtS(a, b), a, b))
	binary := m.Binary(1)

	ctx := context.Background()
	r := wazero.NewRuntime(ctx)
	defer r.Close(ctx)
	i, err := r.Instantiate(ctx, binary)
	if err != nil {
		fmt.Println(err)
		return
	}
	out, err := i.ExportedFunction("larger").Call(ctx, 3, 4)
	fmt.Println(out, err)
	// Output: [4] <nil>
}
