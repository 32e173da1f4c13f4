package wasm_test

import (
	"math/bits"

	"github.com/lectio/lectio/rulesets/engine/random"
)

// Natt Klab ash-Shawk by its default readings. A man has one move at most in
// each of four directions: a step where the next cell is empty, a leap where an
// opposing man stands there and the cell beyond is empty. So a move is one of 80
// ways, from a cell in a direction, and a set of moves is two words. Ways are
// numbered in the order of moves, which goes by the names of cells: files from
// left to right, in each the rows from below, and of one cell the ways left,
// down, up, right. The first thirteen cells, to c3, are in the first word.
//
// What is kept as sets of ways, and changes with each move by a table, are those
// from a player's cells, those to a player's cells, and those beyond which no
// empty cell lies two cells on.
type handWays [2]uint64

// Ways left, down, up, right, in cells numbered by file*5+row.
var nattOn = [4]int{-5, -1, 1, 5}

const nattSecond = 13 // the first cell whose ways are in the second word

// A nattStep is what a man's leaving one cell for the other changes.
type nattStep struct {
	cells          uint64 // in the set of his player's cells
	from, to, shut handWays
	_              uint64
}

type nattLeap struct {
	nattStep
	over      uint64 // the cell leapt over
	takenFrom handWays
	takenTo   handWays
	onward    handWays // the ways from the cell come to
	_         uint64
}

var (
	nattFrom  [25]handWays  // the ways from a cell
	nattTo    [25]handWays  // the ways whose next cell it is
	nattShut  [25]handWays  // the ways beyond whose next cell it is
	nattEdge  handWays      // the ways beyond whose next cell the board ends
	nattStart [2]nattStep   // the men of each player at the beginning
	nattSteps [128]nattStep // by way: word*64+bit
	nattLeaps [128]nattLeap
)

func (w *handWays) flip(v handWays) { w[0] ^= v[0]; w[1] ^= v[1] }

func init() {
	type way struct{ from, next, beyond, bit int }
	var ways []way
	bit := 0
	for c := range 25 {
		if c == nattSecond {
			bit = 64
		}
		for d, on := range nattOn {
			file, row := c/5, c%5
			away := [4]int{file, row, 4 - row, 4 - file}[d] // cells as far as the edge
			if away == 0 {
				continue
			}
			w := way{c, c + on, -1, bit}
			var set handWays
			set[bit>>6] = 1 << (bit & 63)
			nattFrom[c].flip(set)
			nattTo[w.next].flip(set)
			if away == 1 {
				nattEdge.flip(set)
			} else {
				w.beyond = c + 2*on
				nattShut[w.beyond].flip(set)
			}
			ways = append(ways, w)
			bit++
		}
	}
	move := func(m *nattStep, c int) {
		m.cells ^= 1 << c
		m.from.flip(nattFrom[c])
		m.to.flip(nattTo[c])
		m.shut.flip(nattShut[c])
	}
	for _, w := range ways {
		move(&nattSteps[w.bit], w.from)
		move(&nattSteps[w.bit], w.next)
		if w.beyond < 0 {
			continue
		}
		m := &nattLeaps[w.bit]
		move(&m.nattStep, w.from)
		move(&m.nattStep, w.beyond)
		m.shut.flip(nattShut[w.next]) // the man leapt over goes too
		m.over, m.takenFrom, m.takenTo = 1<<w.next, nattFrom[w.next], nattTo[w.next]
		m.onward = nattFrom[w.beyond]
	}
	for c := range 25 {
		switch file, row := c/5, c%5; {
		case c == 12:
		case row < 2, row == 2 && file > 2:
			move(&nattStart[0], c)
		default:
			move(&nattStart[1], c)
		}
	}
}

// The ends of Natt Klab ash-Shawk, in the order of the ruleset.
const (
	nattAllTaken = iota
	nattShutIn
	nattUndecided
)

type handNatt struct {
	history handHistory[handMen]
}

func (p *handNatt) play(seed, game uint64, maxPlies int, g *handGame) {
	h := &p.history
	var r random.Source
	r.Reset(seed, game)
	passes := 0
	g.end, g.winner, g.off = -1, -1, [2]uint8{}
	// Of the player to move and of the other: the cells, the ways from them and
	// to them, each in two words.
	me, them := nattStart[0].cells, nattStart[1].cells
	from0, from1, theirFrom0, theirFrom1 := nattStart[0].from[0], nattStart[0].from[1], nattStart[1].from[0], nattStart[1].from[1]
	to0, to1, theirTo0, theirTo1 := nattStart[0].to[0], nattStart[0].to[1], nattStart[1].to[0], nattStart[1].to[1]
	shut0, shut1 := nattEdge[0]^nattStart[0].shut[0]^nattStart[1].shut[0], nattEdge[1]^nattStart[0].shut[1]^nattStart[1].shut[1]
	side := uint64(0)
	plies := 0

	h.begin()
game:
	for {
		men := handMen{me, them}
		if head := h.chain(men.hash(), side); *head <= h.base {
			h.add(head, men)
		} else if h.again(head, men) >= 3 {
			g.end = nattUndecided
			break
		}
		moves0 := from0 &^ (to0 | theirTo0&shut0)
		moves1 := from1 &^ (to1 | theirTo1&shut1)
		if moves0|moves1 == 0 {
			g.end, g.winner = nattShutIn, int(side^1)
			break
		}
		if plies >= maxPlies {
			break
		}
		plies++
		n0 := uint64(bits.OnesCount64(moves0))
		n := n0 + uint64(bits.OnesCount64(moves1))
		k := handChoose(&r, n)
		second := uint64(int64(n0)-int64(k)-1) >> 63 // 1 when the move is in the second word
		words := -second
		moves := moves0 ^ (moves0^moves1)&words
		way := handPick(moves, handSums(moves), k-n0&words)
		hits := theirTo0 ^ (theirTo0^theirTo1)&words
		index := way&63 | second<<6
		if hits>>(way&63)&1 == 0 {
			m := &nattSteps[index]
			me ^= m.cells
			from0 ^= m.from[0]
			from1 ^= m.from[1]
			to0 ^= m.to[0]
			to1 ^= m.to[1]
			shut0 ^= m.shut[0]
			shut1 ^= m.shut[1]
		} else {
			for {
				m := &nattLeaps[index]
				me ^= m.cells
				from0 ^= m.from[0]
				from1 ^= m.from[1]
				to0 ^= m.to[0]
				to1 ^= m.to[1]
				shut0 ^= m.shut[0]
				shut1 ^= m.shut[1]
				them ^= m.over
				theirFrom0 ^= m.takenFrom[0]
				theirFrom1 ^= m.takenFrom[1]
				theirTo0 ^= m.takenTo[0]
				theirTo1 ^= m.takenTo[1]
				g.off[side^1]++
				if them == 0 {
					g.end, g.winner = nattAllTaken, int(side)
					break game
				}
				// A cell's ways are in one word.
				moves0 := m.onward[0] & theirTo0 &^ shut0
				moves1 := m.onward[1] & theirTo1 &^ shut1
				moves := moves0 | moves1
				if moves == 0 {
					break
				}
				if plies >= maxPlies {
					break game
				}
				plies++
				sums := handSums(moves)
				n := sums>>56 + 1
				k := handChoose(&r, n)
				if k == sums>>56 {
					passes++
					break
				}
				index = handPick(moves, sums, k) & 63
				if moves1 != 0 {
					index |= 64
				}
			}
			h.forget()
		}
		me, them, side = them, me, side^1
		from0, theirFrom0 = theirFrom0, from0
		from1, theirFrom1 = theirFrom1, from1
		to0, theirTo0 = theirTo0, to0
		to1, theirTo1 = theirTo1, to1
	}
	g.plies, g.passes, g.mover, g.next = plies, passes, int(side), uint32(r.Next()>>32)
	for i, men := range [2]uint64{me, them} {
		for c := range 25 {
			g.men[uint64(i)^side][c] = uint8(men >> c & 1)
		}
	}
}
