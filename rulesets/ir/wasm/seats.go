package wasm

import (
	"fmt"
	"slices"
)

// stateFn is a function being written that works on a state.
type stateFn struct {
	*fn
	mem     *plan
	frame   int  // where the frame is, if it is always the same place
	staged  bool // there is a stage, whenever anything is answered
	leaveAt int  // label that is branched to as soon as the game has ended; 0: none
}

// begin starts the code of a function whose first parameter is a frame.
func (mem *plan) begin(f *fn) *stateFn {
	c := &stateFn{fn: f, mem: mem}
	c.s, c.mayBeOver = num{l: 0}, true
	c.lookAt(c.s, mem.frameSize-1)
	return c
}

// bare starts the code of a function that is given no frame.
func (mem *plan) bare(f *fn) *stateFn { return &stateFn{fn: f, mem: mem} }

// player is whose turn, or throw, it is: seat 0.
func (c *stateFn) player() num { return c.subject() }

// seatOf is the key of who sits at a seat.
type seatOf int

// seat is the player that sits so many places after the one to move.
func (c *stateFn) seat(i int) num {
	if i == 0 {
		return c.player()
	}
	if v, ok := c.haveOf(seatOf(i)); ok {
		return v
	}
	n := len(c.mem.p.Players)
	var v num
	if n == 2 {
		v = c.bin(i32Xor, c.player(), lit(1))
	} else if v = c.bin(i32Add, c.player(), lit(i)); n&(n-1) == 0 {
		v = c.bin(i32And, v, lit(n-1))
	} else {
		v = c.pick(c.bin(i32GeS, v, lit(n)), c.bin(i32Sub, v, lit(n)), v)
	}
	c.letOf(seatOf(i), v)
	return v
}

// based is an address and an offset from it that are s plus a player's number, or
// another, times a stride.
func (c *stateFn) based(name string, i num, stride int) (base num, by int) {
	if i.known {
		return c.s, i.v * stride
	}
	key := fmt.Sprint(name, i, stride)
	if v, ok := c.haveBase(key); ok {
		return v, 0
	}
	var v num
	other, twice := c.haveBase(fmt.Sprint(name, c.player(), stride))
	switch {
	case c.frame == 0:
		v = c.bin(i32Add, c.s, c.bin(i32Mul, i, lit(stride)))
	case twice && len(c.mem.p.Players) == 2 && i != c.player() && i == c.seat(1):
		v = c.bin(i32Sub, lit(2*c.frame+stride), other) // what the one of the two is not
	default:
		v = c.bin(i32Add, c.bin(i32Mul, i, lit(stride)), lit(c.frame))
	}
	c.letBase(key, v)
	return v, 0
}

// after is the player whose turn comes after another's.
func (c *stateFn) after(q num) num {
	n := len(c.mem.p.Players)
	if n == 2 {
		return c.bin(i32Xor, q, lit(1))
	}
	next := c.bin(i32Add, q, lit(1))
	if n&(n-1) == 0 {
		return c.bin(i32And, next, lit(n-1))
	}
	return c.pick(c.bin(i32Eq, next, lit(n)), lit(0), next)
}

// opponents are the seats against which a seat plays.
func (c *stateFn) opponents(seat int) []int {
	var out []int
	n := len(c.mem.p.Players)
	for j := 0; j < n; j++ {
		if !c.mem.allied(seat, j) {
			out = append(out, j)
		}
	}
	return out
}

// allied reports whether two seats play together; it is the same for all players,
// which accept has made sure of.
func (mem *plan) allied(i, j int) bool {
	n := len(mem.p.Players)
	return mem.p.Team[i%n] == mem.p.Team[j%n]
}

// byPlayer is a number that may differ between players.
func (c *stateFn) byPlayer(key string, seat int, f func(q int) int) num {
	n := len(c.mem.p.Players)
	list := make([]int, n)
	alike := true
	for q := range list {
		list[q] = f(q)
		alike = alike && list[q] == list[0]
	}
	if alike {
		return lit(list[0])
	}
	if q := c.seat(seat); q.known {
		return lit(list[q.v])
	}
	if slices.Max(list) < 256 && slices.Min(list) >= 0 && n <= 8 {
		var all uint64 // eight bits a player, rather than a table
		for q, v := range list {
			all |= uint64(v) << (8 * q)
		}
		by := c.widen(c.bin(i32Mul, c.seat(seat), lit(8)))
		return c.narrow(c.binw(i64And, c.binw(i64ShrU, wlit(all), by), wlit(255)))
	}
	return c.octetAt(c.seat(seat), c.m.octets(key, list))
}

// bySeat is what f says of a player, who sits at a seat, and of i, one of n: a byte from a table
// where it is no other number for some player or i.
func (c *stateFn) bySeat(key string, seat, n int, i num, f func(q, i int) int) num {
	var list []int
	alike, same := true, true
	for q := range c.mem.p.Players {
		for x := range n {
			v := f(q, x)
			list = append(list, v)
			alike, same = alike && v == list[x], same && v == x
		}
	}
	player := c.seat(seat)
	switch {
	case same:
		return i
	case alike:
		player, list = lit(0), list[:n]
	}
	if player.known && i.known {
		return lit(list[player.v*n+i.v])
	}
	at := c.m.octets(key, list)
	if player.known {
		at += player.v * n
	} else {
		i = c.bin(i32Add, c.bin(i32Mul, player, lit(n)), i)
	}
	c.tabled(i)
	return c.octetAt(i, at)
}

// home is where the block of a seat lies: an address, and the offset to it.
func (c *stateFn) home(seat int) (base num, at int) {
	base, at = c.based("player", c.seat(seat), c.mem.playerSize)
	return base, at + c.mem.offPlayers
}

// acrossAt is the m-th place of seat i on the cell of place f of seat j; where
// there is none, a byte behind the last place, whose count means nothing.
func (c *stateFn) acrossAt(j, i int, f num, m int) num {
	p, n := c.mem.p, len(c.mem.p.Players)
	d := (i - j + n) % n
	return c.bySeat(fmt.Sprint("across ", d, " ", m), j, p.Places, f, func(q, x int) int {
		if a := p.Across(q, (q+d)%n, x); m < len(a) {
			return int(a[m])
		}
		return p.Places
	})
}

// partsChanged forgets what depends on what is left of the agenda: of the conditions and sets of the
// rules only that, and all else that is quickly had again.
func (c *stateFn) partsChanged() {
	c.forgetWhere(func(key any) bool {
		x, ok := key.(interface{ AsksParts() bool })
		return !ok || x.AsksParts()
	})
}
