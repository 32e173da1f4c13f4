package wasm_test

import (
	"math/bits"

	"github.com/lectio/lectio/rulesets/engine/random"
)

// English draughts by its default readings. Dark squares are numbered in the order of their
// names, file by file and upwards, as black sees them: file*4 + row/2. A man has one move at most
// in each of four directions, a step or a leap, so a set of moves is two words: way 4*square +
// direction, in the order of moves. Kept as sets of ways, and changed with each move by a table,
// are those that a player's men could go, those to his men, and those beyond whose next square a
// man stands, or the board ends.

// Kinds of men, by the ways they go.
const (
	draughtsBlack = iota
	draughtsWhite
	draughtsKing
)

// A draughtsMove is what a man's leaving one square for another changes.
type draughtsMove struct {
	to, shut handWays
	from     [3]handWays // by kind of man
	squares  uint32
	land     uint8
	over     uint8 // the square leapt over
}

var (
	draughtsFrom  [3][32]handWays // the ways from a square, by kind of man
	draughtsTo    [32]handWays    // the ways whose next square it is
	draughtsShut  [32]handWays    // the ways beyond whose next square it is
	draughtsEdge  handWays        // the ways beyond whose next square the board ends
	draughtsSteps [128]draughtsMove
	draughtsLeaps [128]draughtsMove
	draughtsStart [2]uint32
	draughtsLast  [2]uint32 // the squares where each player's men are crowned
)

func init() {
	square := func(file, row int) int {
		if file < 0 || file > 7 || row < 0 || row > 7 {
			return -1
		}
		return 4*file + row/2
	}
	where := func(s int) (file, row int) { return s / 4, s%4*2 + s/4%2 }
	on := [4][2]int{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}}
	for s := range 32 {
		file, row := where(s)
		for q := range 2 {
			if away := [2]int{row, 7 - row}[q]; away < 3 {
				draughtsStart[q] |= 1 << s
			} else if away == 7 {
				draughtsLast[q] |= 1 << s
			}
		}
		for d, by := range on {
			next := square(file+by[0], row+by[1])
			if next < 0 {
				continue
			}
			var way handWays
			way[s>>4] = 1 << ((4*s + d) & 63)
			draughtsFrom[draughtsKing][s].flip(way)
			draughtsFrom[by[1]&2>>1][s].flip(way) // upwards black's, downwards white's
			draughtsTo[next].flip(way)
			if beyond := square(file+2*by[0], row+2*by[1]); beyond < 0 {
				draughtsEdge.flip(way)
			} else {
				draughtsShut[beyond].flip(way)
			}
		}
	}
	for s := range 32 {
		file, row := where(s)
		for d, by := range on {
			for far, table := range []*[128]draughtsMove{&draughtsSteps, &draughtsLeaps} {
				next, land := square(file+by[0], row+by[1]), square(file+(far+1)*by[0], row+(far+1)*by[1])
				if land < 0 {
					continue
				}
				m := &table[4*s+d]
				m.squares, m.land, m.over = 1<<s|1<<land, uint8(land), uint8(next)
				for _, x := range []int{s, land} {
					m.to.flip(draughtsTo[x])
					m.shut.flip(draughtsShut[x])
					for k := range m.from {
						m.from[k].flip(draughtsFrom[k][x])
					}
				}
				if far == 1 {
					m.shut.flip(draughtsShut[next]) // the man leapt over goes too
				}
			}
		}
	}
}

// The ends of English draughts, in the order of the ruleset.
const (
	draughtsAllTaken = iota
	draughtsShutIn
	draughtsRepeated
)

type handDraughts struct {
	history handHistory[handMen]
}

// draughtsPick chooses one of the ways in two words.
func draughtsPick(r *random.Source, moves0, moves1 uint64) uint64 {
	n0 := uint64(bits.OnesCount64(moves0))
	k := handChoose(r, n0+uint64(bits.OnesCount64(moves1)))
	second := uint64(int64(n0)-int64(k)-1) >> 63 // 1 when the move is in the second word
	words := -second
	moves := moves0 ^ (moves0^moves1)&words
	return handPick(moves, handSums(moves), k-n0&words)&63 | second<<6
}

func (p *handDraughts) play(seed, game uint64, maxPlies int, g *handGame) {
	h := &p.history
	var r random.Source
	r.Reset(seed, game)
	g.end, g.winner, g.off, g.men = -1, -1, [2]uint8{}, [2][81]uint8{}
	// Of the player to move and of the other: squares of men, of kings among them, the ways
	// from them and to them.
	me, them := draughtsStart[0], draughtsStart[1]
	var kings, theirKings uint32
	var from, theirFrom, to, theirTo handWays
	shut := draughtsEdge
	for s := range 32 {
		if me>>s&1 != 0 {
			from.flip(draughtsFrom[draughtsBlack][s])
			to.flip(draughtsTo[s])
			shut.flip(draughtsShut[s])
		}
		if them>>s&1 != 0 {
			theirFrom.flip(draughtsFrom[draughtsWhite][s])
			theirTo.flip(draughtsTo[s])
			shut.flip(draughtsShut[s])
		}
	}
	side := uint64(0)
	plies := 0

	h.begin()
game:
	for {
		men := handMen{uint64(me) | uint64(kings)<<32, uint64(them) | uint64(theirKings)<<32}
		if head := h.chain(men.hash(), side); *head <= h.base {
			h.add(head, men)
		} else if h.again(head, men) >= 3 {
			g.end = draughtsRepeated
			break
		}
		moves0, moves1 := from[0]&theirTo[0]&^shut[0], from[1]&theirTo[1]&^shut[1]
		if moves0|moves1 == 0 {
			moves0, moves1 = from[0]&^(to[0]|theirTo[0]), from[1]&^(to[1]|theirTo[1])
			if moves0|moves1 == 0 {
				g.end, g.winner = draughtsShutIn, int(side^1)
				break
			}
			if plies >= maxPlies {
				break
			}
			plies++
			way := draughtsPick(&r, moves0, moves1)
			m := &draughtsSteps[way&127]
			kind := side
			if kings>>(way>>2)&1 != 0 {
				kind = draughtsKing
				kings ^= m.squares
			}
			me ^= m.squares
			from.flip(m.from[kind])
			to.flip(m.to)
			shut.flip(m.shut)
			if land := m.land & 31; kind != draughtsKing && draughtsLast[side]>>land&1 != 0 {
				kings |= 1 << land
				from.flip(draughtsFrom[side][land])
				from.flip(draughtsFrom[draughtsKing][land])
			}
		} else {
			for {
				if plies >= maxPlies {
					break game
				}
				plies++
				way := draughtsPick(&r, moves0, moves1)
				m := &draughtsLeaps[way&127]
				kind := side
				if kings>>(way>>2)&1 != 0 {
					kind = draughtsKing
					kings ^= m.squares
				}
				me ^= m.squares
				from.flip(m.from[kind])
				to.flip(m.to)
				shut.flip(m.shut)
				over, land := m.over&31, m.land&31
				them ^= 1 << over
				taken := side ^ 1
				if theirKings>>over&1 != 0 {
					taken = draughtsKing
					theirKings ^= 1 << over
				}
				theirFrom.flip(draughtsFrom[taken][over])
				theirTo.flip(draughtsTo[over])
				g.off[side^1]++
				crowned := kind != draughtsKing && draughtsLast[side]>>land&1 != 0
				if crowned {
					kings |= 1 << land
					from.flip(draughtsFrom[side][land])
					from.flip(draughtsFrom[draughtsKing][land])
				}
				if them == 0 {
					g.end, g.winner = draughtsAllTaken, int(side)
					break game
				}
				onward := draughtsFrom[draughtsKing][land]
				moves0, moves1 = from[0]&theirTo[0]&^shut[0]&onward[0], from[1]&theirTo[1]&^shut[1]&onward[1]
				if crowned || moves0|moves1 == 0 {
					break
				}
			}
			h.forget()
		}
		me, them, kings, theirKings, side = them, me, theirKings, kings, side^1
		from, theirFrom, to, theirTo = theirFrom, from, theirTo, to
	}
	g.plies, g.passes, g.mover, g.next = plies, 0, int(side), uint32(r.Next()>>32)
	for i, men := range [2]uint32{me, them} {
		for s := range 32 {
			g.men[uint64(i)^side][s/4*8+s%4*2+s/4%2] = uint8(men >> s & 1)
		}
	}
}
