package wasm_test

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
)

// handPiprjall plays Piprjall. A player's men are counted by point of his own way;
// those on the bar at point 0, from which they come in as any man goes on, and those
// that are off at points of 25 and more. Beside the counts there are two sets of
// points for each player, a bit for each: where he has a man, and where two. Those of
// the one whose turn it is not are turned round: they are points of the other's way.
type handPiprjall struct {
	men [2][32]uint8
}

const (
	pipBoard   = 1<<25 - 2  // points 1 to 24
	pipOutside = 1<<19 - 1  // points 1 to 18, and the bar
	pipPairs   = 1<<13 - 4  // points 2 to 12: two men at most
	pipNear    = 1<<12 - 2  // points 1 to 11: for all before five have left
	pipEntry   = 1<<7 - 2   // points 1 to 6
	pipTheirs  = 0x7e << 12 // the other's points 1 to 6
)

// The ends, in the order in which the program has them.
const (
	pipJan = iota
	pipConfiguration
	pipExtraUsedUp
	pipNoConfigurationLeft
	pipNothingLeft
)

// pipAgendas are the numbers to be played, four bits each, of every way in which
// the dice fall. Those of a doublet are played in this order.
var pipAgendas = func() (t [36]uint64) {
	doublets := [7]uint64{1: 0x665544332211, 2: 0x1122, 3: 0x112233, 4: 0x11223344, 5: 0x6655, 6: 0x112233445566}
	for i, throw := range handThrows {
		low, high := uint64(throw&15), uint64(throw>>4)
		t[i] = low | high<<4
		if low == high {
			t[i] = doublets[low]
		}
	}
	return t
}()

// pipTurn turns a set of points round: point 1 of the one is point 13 of the other.
func pipTurn(x uint64) uint64 { return (x&^1<<12|x>>12)&pipBoard | x&1 }

// pipClosed are the points of a player's own way, of those on which he has two men,
// that nobody else may go to: points of a row of six or more are open.
func pipClosed(two uint64) uint64 {
	x := two & pipBoard
	r := x & (x >> 1)
	if s := r & (r >> 2) & (r >> 4); s != 0 {
		s |= s << 1
		s |= s<<2 | s<<4
		x &^= s
	}
	return x
}

// pipPosition is what the moves of one turn depend on, but for the counts of men.
type pipPosition struct {
	one, two, one2, closed uint64
	room                   uint64 // points that the men may have gone to by now
	bar                    uint64
}

// open is where the number d can be played to.
func (p *pipPosition) open(d uint64) uint64 {
	if p.one&1 != 0 {
		return 1 << d & pipFree(p.one, p.one2, p.bar)
	}
	to := p.one << d & p.room &^ (p.closed | p.two&pipPairs)
	if p.one&pipOutside == 0 {
		to |= p.one<<d&(1<<25) | p.one&-p.one<<d&^pipBoard
	}
	return to
}

// pipValue is what a configuration of men is worth, in half points: the counts of
// points 17 to 24 are the bytes of w.
func pipValue(w uint64) int {
	switch w {
	case 15 << 56:
		return 26
	case 0x0505050000000000:
		return 14
	case 0x0303030303000000:
		return 10
	case 0x0003030303030000:
		return 6
	}
	return 0
}

// legal are the moves of an ordinary throw after which the other number can be
// played, of moves low and high that the prohibitions leave, together with those
// that end the throw. It is 0 when no move lets the other number be played.
func (h *handPiprjall) legal(side int, was *pipPosition, left, departed uint64, extra bool) uint64 {
	me, them := &h.men[side], &h.men[1-side]
	keep, follows := uint64(0), false
	for half := range uint64(2) {
		d, rest := left&7, left>>4
		if half == 1 {
			d, rest = rest, d
		}
		for cand := was.open(d); cand != 0; cand &= cand - 1 {
			t := uint64(bits.TrailingZeros64(cand))
			f := t - d
			p := *was
			to := uint64(1) << t
			p.two |= p.one & to
			p.one |= to & pipBoard
			if me[f] == 1 {
				p.one &^= 1 << f
			}
			if me[f] <= 2 {
				p.two &^= 1 << f
			}
			if f == 0 {
				p.bar--
			}
			if f == 1 && departed == 4 {
				p.room = pipBoard
			}
			if p.one2&to != 0 {
				u := pipAcross(t)
				p.one2 &^= to
				if them[0]+them[u] > uint8(6-bits.OnesCount64(p.one2&pipTheirs)) {
					keep |= to << (32 * half)
					continue
				}
				if them[u] > 1 {
					p.closed = pipTurn(pipClosed(pipTwo(them) &^ (1 << u)))
				}
			}
			if p.one&pipOutside == 0 {
				w := binary.LittleEndian.Uint64(me[17:])
				if t <= 24 {
					w += 1 << ((t - 17) * 8)
				}
				if f >= 17 {
					w -= 1 << ((f - 17) * 8)
				}
				if p.one == 0 || extra && t > 24 || pipValue(w) > 0 {
					keep |= to << (32 * half)
					continue
				}
			}
			if p.open(rest) != 0 {
				keep |= to << (32 * half)
				follows = true
			}
		}
	}
	if !follows {
		return 0
	}
	return keep
}

func pipTwo(men *[32]uint8) (two uint64) {
	for f := 1; f <= 24; f++ {
		if men[f] > 1 {
			two |= 1 << f
		}
	}
	return two
}

// pipAcross is what the other calls a point.
func pipAcross(t uint64) uint64 {
	if t > 12 {
		return t - 12
	}
	return t + 12
}

func (h *handPiprjall) play(seed, game uint64, maxPlies int, g *handGame) {
	var r random.Source
	r.Reset(seed, game)
	h.men = [2][32]uint8{{1: 15}, {1: 15}}
	me, them := &h.men[0], &h.men[1]
	one, one2 := uint64(2), uint64(2<<12)
	two, two2 := one, one2
	closed := two2
	room, room2 := uint64(pipNear), uint64(pipNear)
	gone, gone2 := uint64(0), uint64(0) // men that have left point 1
	plies, passes, side := 0, 0, 0
	extra := -1 // throws that one who plays on alone still has; -1 while both play
	g.end, g.winner, g.score = -1, -1, [2]int{}
turns:
	for {
		throw := handChoose(&r, 36)
		left := pipAgendas[throw]
		alone := extra >= 0
		if alone {
			extra--
		}
		played := 0
		var cand uint64 // where the number that is next can be played to
		if left > 0xff {
			{ // a doublet: one number after the other
				from, to := one, room&^(closed|two&pipPairs)
				if one&1 != 0 {
					from, to = 1, pipFree(one, one2, uint64(me[0]))
				}
				cand = from << (left & 7) & to
				if one&pipOutside == 0 {
					cand |= one<<(left&7)&(1<<25) | one&-one<<(left&7)&^pipBoard
				}
			}
		} else {
			// The two numbers of an ordinary throw, in either order: a move is drawn
			// among those of both.
			if plies >= maxPlies {
				break turns
			}
			low, high := left&7, left>>4
			from, to := one, room&^(closed|two&pipPairs)
			if one&1 != 0 { // men on the bar enter first
				from, to = 1, pipFree(one, one2, uint64(me[0]))
			}
			ca, cb := from<<(low&63)&to, from<<(high&63)&to
			if one&pipOutside == 0 {
				ca |= one<<(low&63)&(1<<25) | one&-one<<(low&63)&^pipBoard
				cb |= one<<(high&63)&(1<<25) | one&-one<<(high&63)&^pipBoard
			}
			c := uint64(bits.OnesCount64(ca))
			n := c + uint64(bits.OnesCount64(cb))
			plies++
			if n == 0 {
				passes++
				goto done
			}
			k := handChoose(&r, n)
			second := -((c - 1 - k) >> 63)
			d, x := low^(low^high)&second, ca^(ca^cb)&second
			k -= c & second
			t := handPick(x, handSums(x), k)
			// The move is made before it is asked whether the other number can be played
			// after it, for which it may have to be taken back: seldom, one time in a
			// thousand.
			one0, two0, one20, two20, closed0, room0, gone0 := one, two, one2, two2, closed, room, gone
			for sure := n == 1; ; sure = true {
				var u, hit uint64
				f := (t - d) & 31
				a := me[f] - 1
				me[f] = a
				me[t&31]++
				to := uint64(1) << (t & 63)
				with := one | to&pipBoard
				one, two = with&^(to>>(d&63)&^two), two&^((uint64(a)-2)>>63<<(f&63))|one&to
				gone += ((f ^ 1) - 1) >> 63
				room |= (4 - gone) >> 63 * pipBoard
				played++
				if one2&to != 0 {
					u = pipAcross(t)
					hit = uint64(them[u&31])
					them[u&31] = 0
					them[0] += uint8(hit)
					two2 |= one2 & 1
					one2 = one2&^to | 1
					if hit > 1 {
						two2 = two2&^to | 1
						closed = pipTurn(pipClosed(pipTurn(two2)))
					}
					if int(them[0]) > 6-bits.OnesCount64(one2&pipTheirs) {
						g.score[side] += 30
						g.end = pipJan
						break turns
					}
				}
				if one&pipOutside == 0 {
					if v := pipValue(binary.LittleEndian.Uint64(me[17:])); v > 0 {
						if played < 2 {
							v /= 2
						}
						g.score[side] += v + int(one2&1)*4
						g.end = pipConfiguration
						break turns
					}
					if one == 0 {
						g.score[side] += 4
						if pipOff(them) > 0 {
							g.end = pipNothingLeft
							break turns
						}
						goto done // and the rest of the throw is lost
					}
					if alone && t > 24 {
						g.end = pipNoConfigurationLeft
						break turns
					}
				}
				left = low + high - d
				{
					from, to := one, room&^(closed|two&pipPairs)
					if one&1 != 0 {
						from, to = 1, pipFree(one, one2, uint64(me[0]))
					}
					cand = from << (left & 63) & to
					if one&pipOutside == 0 {
						cand |= one<<(left&63)&(1<<25) | one&-one<<(left&63)&^pipBoard
					}
				}
				if cand != 0 || sure {
					break
				}
				// The other number cannot be played after this move. If it can be after
				// another, this one is not legal, and one of those that are is drawn.
				me[f]++
				me[t&31]--
				them[0] -= uint8(hit)
				them[u&31] += uint8(hit)
				one, two, one2, two2, closed, room, gone = one0, two0, one20, two20, closed0, room0, gone0
				played = 0
				was := pipPosition{one, two, one2, closed, room, uint64(me[0])}
				if l := h.legal(side, &was, low|high<<4, gone, alone); l != 0 {
					d, x = low, l&0xffffffff
					n, c := uint64(bits.OnesCount64(l)), uint64(bits.OnesCount64(x))
					k := handChoose(&r, n)
					if k >= c {
						d, x, k = high, l>>32, k-c
					}
					t = handPick(x, handSums(x), k)
				}
			}
		}

		for {
			if plies >= maxPlies {
				break turns
			}
			plies++
			n := uint64(bits.OnesCount64(cand))
			if n == 0 {
				passes++
				goto done
			}
			k := handChoose(&r, n)
			t, d := handPick(cand, handSums(cand), k), left&7
			f := (t - d) & 31
			a := me[f] - 1
			me[f] = a
			me[t&31]++
			to := uint64(1) << (t & 63)
			with := one | to&pipBoard
			one, two = with&^(to>>(d&63)&^two), two&^((uint64(a)-2)>>63<<(f&63))|one&to
			gone += ((f ^ 1) - 1) >> 63
			room |= (4 - gone) >> 63 * pipBoard
			played++
			if one2&to != 0 {
				u := pipAcross(t)
				hit := uint64(them[u&31])
				them[u&31] = 0
				them[0] += uint8(hit)
				two2 |= one2 & 1
				one2 = one2&^to | 1
				if hit > 1 {
					two2 = two2&^to | 1
					closed = pipTurn(pipClosed(pipTurn(two2)))
				}
				if int(them[0]) > 6-bits.OnesCount64(one2&pipTheirs) {
					g.score[side] += 30
					g.end = pipJan
					break turns
				}
			}
			if one&pipOutside == 0 {
				if v := pipValue(binary.LittleEndian.Uint64(me[17:])); v > 0 {
					if played < 2 {
						v /= 2
					}
					g.score[side] += v + int(one2&1)*4
					g.end = pipConfiguration
					break turns
				}
				if one == 0 {
					g.score[side] += 4
					if pipOff(them) > 0 {
						g.end = pipNothingLeft
						break turns
					}
					goto done // and the rest of the throw is lost
				}
				if alone && t > 24 {
					g.end = pipNoConfigurationLeft
					break turns
				}
			}
			if left >>= 4; left == 0 {
				break
			}
			{
				from, to := one, room&^(closed|two&pipPairs)
				if one&1 != 0 {
					from, to = 1, pipFree(one, one2, uint64(me[0]))
				}
				cand = from << (left & 7) & to
				if one&pipOutside == 0 {
					cand |= one<<(left&7)&(1<<25) | one&-one<<(left&7)&^pipBoard
				}
			}
		}
	done:
		if alone {
			if extra == 0 {
				g.end = pipExtraUsedUp
				break
			}
			continue
		}
		if one == 0 { // all off: the other plays on alone
			extra = 13
			if need := g.score[side] - g.score[1-side] + 2; need <= 10 {
				extra = 5
			} else if need <= 14 {
				extra = 7
			}
		}
		me, them = them, me
		closed = pipTurn(pipClosed(two))
		one, one2 = pipTurn(one2), pipTurn(one)
		two, two2 = pipTurn(two2), pipTurn(two)
		room, room2 = room2, room
		gone, gone2 = gone2, gone
		side = 1 - side
	}
	g.plies, g.passes, g.mover, g.next = plies, passes, side, uint32(r.Next()>>32)
	for q := range 2 {
		g.bar[q], g.off[q] = h.men[q][0], pipOff(&h.men[q])
		copy(g.men[q][:24], h.men[q][1:])
	}
}

// pipFree are the points on which a man may come in from the bar: all that are
// empty, and when these are too few, all but his own.
func pipFree(one, one2, bar uint64) uint64 {
	own := pipEntry &^ one
	if bar > uint64(bits.OnesCount64(own&^one2)) {
		return own
	}
	return own &^ one2
}

// pipOff is how many men are off.
func pipOff(men *[32]uint8) (n uint8) {
	for _, m := range men[25:] {
		n += m
	}
	return n
}

// TestHandPiprjallEnds compares what may be played first of an ordinary throw with
// the interpreter in positions that random games seldom come to: a move may end the
// throw, and then need not let the other number be played.
func TestHandPiprjallEnds(t *testing.T) {
	g := defaultGame(t, "piprjall")
	p := g.Program
	in := engine.NewInterpreter(p)
	r := random.New(17, 0)
	var h handPiprjall
	var buf []engine.Move
	shorter, ends := 0, map[string]int{}
	for try := range 10_000 {
		white, black := [32]uint8{}, [32]uint8{}
		left, aim := 15, 0
		switch try % 3 {
		case 0: // nearly a configuration
			aim = r.Below(4)
			for f, n := range [4]map[int]uint8{{24: 15}, {22: 5, 23: 5, 24: 5}, {20: 3, 21: 3, 22: 3, 23: 3, 24: 3}, {19: 3, 20: 3, 21: 3, 22: 3, 23: 3}}[aim] {
				white[f] = n
			}
			for range 1 + r.Below(3) {
				f := 19 + r.Below(6)
				if back := 1 + r.Below(6); white[f] > 0 {
					white[f]--
					white[f-back]++
				}
			}
			left = 0
		case 1: // nearly all off
			left = 1 + r.Below(3)
			white[25] = uint8(15 - left)
			for ; left > 0; left-- {
				white[19+r.Below(6)]++
			}
		default:
			white[1] = uint8(1 + r.Below(12))
			for left -= int(white[1]); left > 0; left-- {
				white[2+r.Below(16)]++
			}
		}
		left = 15
		black[0] = uint8(r.Below(7))
		for left -= int(black[0]); left > 0; {
			if f := 1 + r.Below(24); white[pipAcross(uint64(f))] == 0 {
				n := min(1+r.Below(3), left)
				black[f] += uint8(n)
				left -= n
			}
		}
		home := 6
		for _, n := range black[1:7] {
			home -= int(min(n, 1))
		}
		if int(black[0]) > home {
			continue // the game would be over
		}
		s, errs := g.ParseState(in, "set up", fmt.Sprintf(`{"to-move": "white", "white": %s, "black": %s}`, pipJSON(&white), pipJSON(&black)))
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		if s.Status() != engine.AwaitsThrow {
			continue
		}
		throw := p.Draw(r, s.Device(p))
		low, high := uint64(p.Throws[throw].Low), uint64(p.Throws[throw].High)
		if low == high {
			continue
		}
		in.Throw(s, throw)
		h.men = [2][32]uint8{white, black}
		two2 := pipTwo(&black)
		was := pipPosition{one: uint64(white[0] & 1), two: pipTwo(&white), closed: pipTurn(pipClosed(two2)), room: pipNear, bar: uint64(white[0])}
		for f := 1; f <= 24; f++ {
			if white[f] > 0 {
				was.one |= 1 << f
			}
			if black[f] > 0 {
				was.one2 |= 1 << pipAcross(uint64(f))
			}
		}
		gone := uint64(15 - white[1])
		if gone >= 5 {
			was.room = pipBoard
		}
		all := was.open(low) | was.open(high)<<32
		got := h.legal(0, &was, low|high<<4, gone, false)
		if got == 0 || bits.OnesCount64(all) < 2 {
			got = all
		}
		if got != all {
			shorter++
		}
		want := uint64(0)
		buf = in.Moves(s, buf[:0])
		for _, m := range buf {
			if m.Act == engine.Pass {
				continue
			}
			n := uint64(p.Parts[m.Part].Number)
			to := uint64(m.From+1) + n
			if int(m.From) >= p.Places {
				to = n
			}
			if n == high {
				to += 32
			}
			want |= 1 << to
			after := s.Clone()
			in.Play(after, m)
			if end, over := after.End(); over && got != all {
				ends[p.Ends[end].ID]++
			}
		}
		if got != want {
			t.Fatalf("%v with %d-%d: by hand %x, the interpreter %x", h.men, high, low, got, want)
		}
	}
	t.Logf("%d positions in which a move is refused for another's sake; moves that end the game in them: %v", shorter, ends)
	if shorter == 0 || ends["jan_ends"] == 0 || ends["configuration_ends"] == 0 {
		t.Errorf("%d positions with fewer moves, ends %v", shorter, ends)
	}
}

// pipJSON is a player's men as a position has them.
func pipJSON(men *[32]uint8) string {
	out := []string{}
	for f, n := range men {
		switch {
		case n == 0:
		case f == 0:
			out = append(out, fmt.Sprintf(`"bar": %d`, n))
		case f > 24:
			out = append(out, fmt.Sprintf(`"off": %d`, n))
		default:
			out = append(out, fmt.Sprintf(`"%d": %d`, f, n))
		}
	}
	return "{" + strings.Join(out, ", ") + "}"
}
