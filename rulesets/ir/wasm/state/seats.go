package state

import (
	"fmt"
	"slices"

	"github.com/lectio/lectio/rulesets/ir"
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
)

// Func is a function being written that works on a state.
type Func struct {
	*asm.Func
	mem       *Memory
	FrameAt   int  // where the frame is, if it is always the same place
	Staged    bool // there is a stage, whenever anything is answered
	supposing bool // sets of men are known to be others, and are not written
	LeaveAt   int  // label that is branched to as soon as the game has ended; 0: none
}

// Begin starts the code of a function whose first parameter is a frame.
func (mem *Memory) Begin(f *asm.Func) *Func {
	c := &Func{Func: f, mem: mem}
	c.Frame, c.MayBeOver = num{Local: 0}, true
	c.LookAt(c.Frame, mem.FrameSize-1)
	return c
}

// Bare starts the code of a function that is given no frame.
func (mem *Memory) Bare(f *asm.Func) *Func { return &Func{Func: f, mem: mem} }

// Player is whose turn, or throw, it is: seat 0.
func (c *Func) Player() num { return c.Subject() }

// seatOf is the key of who sits at a seat.
type seatOf int

// Nobody is the seat of men who belong to nobody, whoever is to move.
func (c *Func) Nobody() int { return c.mem.Program.Nobody() }

// Seat is the player that sits so many places after the one to move, or nobody.
func (c *Func) Seat(i int) num {
	if i == 0 {
		return c.Player()
	}
	if i == c.Nobody() {
		return lit(i)
	}
	if v, ok := c.HaveOf(seatOf(i)); ok {
		return v
	}
	n := len(c.mem.Program.Players)
	var v num
	if n == 2 {
		v = c.BitXor(c.Player(), lit(1))
	} else if v = c.Add(c.Player(), lit(i)); n&(n-1) == 0 {
		v = c.BitAnd(v, lit(n-1))
	} else {
		v = c.Pick(c.GeS(v, lit(n)), c.Sub(v, lit(n)), v)
	}
	c.LetOf(seatOf(i), v)
	return v
}

// based is an address and an offset from it that are s plus a player's number, or
// another, times a stride.
func (c *Func) based(name string, i num, stride int) (base num, by int) {
	if i.Known {
		return c.Frame, i.Value * stride
	}
	if c.Holds() {
		panic(ir.Unsupported{Word: "a player who is found while the game goes on, where the state is held in globals"})
	}
	key := fmt.Sprint(name, i, stride)
	if v, ok := c.HaveBase(key); ok {
		return v, 0
	}
	var v num
	other, twice := c.HaveBase(fmt.Sprint(name, c.Player(), stride))
	switch {
	case c.FrameAt == 0:
		v = c.Add(c.Frame, c.Mul(i, lit(stride)))
	case twice && len(c.mem.Program.Players) == 2 && i != c.Player() && i == c.Seat(1):
		v = c.Sub(lit(2*c.FrameAt+stride), other) // what the one of the two is not
	default:
		v = c.Add(c.Mul(i, lit(stride)), lit(c.FrameAt))
	}
	c.LetBase(key, v)
	return v, 0
}

// After is the player whose turn comes after another's.
func (c *Func) After(q num) num {
	n := len(c.mem.Program.Players)
	if n == 2 {
		return c.BitXor(q, lit(1))
	}
	next := c.Add(q, lit(1))
	if n&(n-1) == 0 {
		return c.BitAnd(next, lit(n-1))
	}
	return c.Pick(c.Eq(next, lit(n)), lit(0), next)
}

// Opponents are the seats against which a seat plays.
func (c *Func) Opponents(seat int) []int {
	var out []int
	n := len(c.mem.Program.Players)
	for j := 0; j < n; j++ {
		if !c.mem.allied(seat, j) {
			out = append(out, j)
		}
	}
	return out
}

// allied reports whether two seats play together; it is the same for all players,
// which accept has made sure of.
func (mem *Memory) allied(i, j int) bool {
	n := len(mem.Program.Players)
	return mem.Program.Team[i%n] == mem.Program.Team[j%n]
}

// ByPlayer is a number that may differ between players.
func (c *Func) ByPlayer(key string, seat int, f func(q int) int) num {
	n := len(c.mem.Program.Players)
	list := make([]int, n)
	alike := true
	for q := range list {
		list[q] = f(q)
		alike = alike && list[q] == list[0]
	}
	if alike {
		return lit(list[0])
	}
	if q := c.Seat(seat); q.Known {
		return lit(list[q.Value])
	}
	if slices.Max(list) < 256 && slices.Min(list) >= 0 && n <= 8 {
		var all uint64 // eight bits a player, rather than a table
		for q, v := range list {
			all |= uint64(v) << (8 * q)
		}
		by := c.Widen(c.Mul(c.Seat(seat), lit(8)))
		return c.Narrow(c.AndW(c.ShrW(wlit(all), by), wlit(255)))
	}
	return c.Entry(c.Module.List(key, list), c.Seat(seat))
}

// BySeat is what f says of a player, who sits at a seat, and of i, one of n: from a table
// where it is no other number for some player or i.
func (c *Func) BySeat(key string, seat, n int, i num, f func(q, i int) int) num {
	var list []int
	alike, same := true, true
	for q := range c.mem.Program.Players {
		for x := range n {
			v := f(q, x)
			list = append(list, v)
			alike, same = alike && v == list[x], same && v == x
		}
	}
	player := c.Seat(seat)
	switch {
	case same:
		return i
	case alike:
		player, list = lit(0), list[:n]
	}
	if player.Known && i.Known {
		return lit(list[player.Value*n+i.Value])
	}
	table := c.Module.List(key, list)
	if player.Known {
		table = table.From(player.Value * n)
	} else {
		i = c.Add(c.Mul(player, lit(n)), i)
	}
	return c.Entry(table, i)
}

// Home is where the block of a seat lies: an address, and the offset to it.
func (c *Func) Home(seat int) (base num, at int) {
	base, at = c.based("player", c.Seat(seat), c.mem.PlayerSize)
	return base, at + c.mem.offPlayers
}

// AcrossAt is the m-th place of seat i on the cell of place f of seat j; where
// there is none, the number behind the last place, whose count means nothing.
func (c *Func) AcrossAt(j, i int, f num, m int) num {
	p, n := c.mem.Program, len(c.mem.Program.Players)
	if i == c.Nobody() {
		return c.BySeat(fmt.Sprint("across to nobody ", m), j, p.Places, f, func(q, x int) int { return nth(p.Across(q, i, x), m, p.Places) })
	}
	d := (i - j + n) % n
	return c.BySeat(fmt.Sprint("across ", d, " ", m), j, p.Places, f, func(q, x int) int {
		return nth(p.Across(q, (q+d)%n, x), m, p.Places)
	})
}

// nth is the m-th place of a list, or what stands for none.
func nth(list []int16, m, none int) int {
	if m < len(list) {
		return int(list[m])
	}
	return none
}

// PartsChanged forgets what depends on what is left of the agenda: of the conditions and sets of the
// rules only that, and all else that is quickly had again.
func (c *Func) PartsChanged() {
	c.ForgetWhere(func(key any) bool {
		x, ok := key.(interface{ AsksParts() bool })
		return !ok || x.AsksParts()
	})
}
