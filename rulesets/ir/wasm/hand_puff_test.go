package wasm_test

import (
	"math/bits"

	"github.com/lectio/lectio/rulesets/engine/random"
)

// handPuff plays Lange Puff. A player's men are counted by point, those that wait
// (in hand and on the bar alike) at point 0, from which they come in as any man
// goes on; points of 25 and more are off the board. Beside the counts there are two
// sets of points for each player, a bit for each: where he has a man, and where two.
type handPuff struct {
	men [2][32]uint8
	// least is the smallest number of men that waited so far, up to the man's last
	// hit: men on the bar come in first, so those in hand are never more.
	least [2]uint8
}

const (
	puffBoard   = 1<<25 - 2 // points 1 to 24
	puffOutside = 1<<19 - 1 // points 1 to 18, and waiting
)

// puffAgendas are the numbers to be played, four bits each, of every way in which
// the dice fall; 8 is added to those that may be left. The second half is for
// players who have thrown a doublet; there 1<<32 stands for a further throw.
var puffAgendas = func() (t [2 * 36]uint64) {
	for i, throw := range handThrows {
		low, high := uint64(throw&15), uint64(throw>>4)
		t[i] = low | high<<4
		t[36+i] = t[i]
		if low == high {
			t[i] = high*0x11 | (7-high+8)*0x1100
			t[36+i] = high*0x1111 | (7-high+8)*0x11110000 | 1<<32
		}
	}
	return t
}()

func (h *handPuff) play(seed, game uint64, maxPlies int, g *handGame) {
	var r random.Source
	r.Reset(seed, game)
	h.men = [2][32]uint8{{15}, {15}}
	h.least = [2]uint8{15, 15}
	me, them := &h.men[0], &h.men[1]
	one, one2 := uint64(1), uint64(1) // where there is a man of his, and of the other
	two, two2 := uint64(1), uint64(1) // where there are two
	agenda, agenda2 := 0, 0           // 36 for one who has thrown a doublet
	plies, passes, side := 0, 0, 0
	g.end, g.winner = -1, -1
turns:
	for {
		throw := handChoose(&r, 36)
		left := puffAgendas[int(throw)+agenda]
		again := left >> 32
		if left > 0xff {
			agenda = 36
		}
		for left := uint32(left); left != 0; left >>= 4 {
			d, may := uint64(left&7), uint64(left>>3&1)
			cand := one << (d & 63)
			if one&1 != 0 { // men that wait go first
				cand = 1 << (d & 63)
			}
			free := puffBoard &^ two2
			if one&puffOutside == 0 {
				free |= 1<<25 | one&-one<<(d&63)&^puffBoard
			}
			cand &= free
			n := uint64(bits.OnesCount64(cand))
			if n == 0 {
				if may != 0 {
					break // which is no move
				}
				if plies >= maxPlies {
					break turns
				}
				passes++
				plies++
				break
			}
			if plies >= maxPlies {
				break turns
			}
			plies++
			c := n + may
			k := handChoose(&r, c)
			if k == n {
				passes++
				break
			}
			t := handPick(cand, handSums(cand), k)
			f := (t - d) & 31
			a := me[f] - 1
			me[f] = a
			me[t&31]++
			to := uint64(1) << (t & 63)
			with := one | to&puffBoard
			one, two = with&^(to>>(d&63)&^two), two&^((uint64(a)-2)>>63<<(f&63))|one&to
			if one2&to != 0 {
				them[t&31] = 0
				two2 |= one2 & 1
				one2 = one2&^to | 1
				h.least[1-side] = min(h.least[1-side], them[0])
				them[0]++
			}
			if one == 0 {
				g.end, g.winner = 0, side
				break turns
			}
		}
		if again != 0 {
			continue
		}
		me, them = them, me
		one, one2 = one2, one
		two, two2 = two2, two
		agenda, agenda2 = agenda2, agenda
		side = 1 - side
	}
	g.plies, g.passes, g.mover, g.next = plies, passes, side, uint32(r.Next()>>32)
	for q := range 2 {
		wait := h.men[q][0]
		g.hand[q] = min(h.least[q], wait)
		g.bar[q] = wait - g.hand[q]
		g.off[q] = pipOff(&h.men[q])
		copy(g.men[q][:24], h.men[q][1:])
	}
}
