package wasm_test

import (
	"math/bits"

	"github.com/lectio/lectio/rulesets/engine/random"
)

// Mylna by its default readings. The board has 32 lines between neighbouring
// points, so a step is one of 64, and a set of steps is a word. Steps are
// numbered in the order of moves: by the point moved from, then the point moved
// to, each by its name (which puts í, ó and ú last).
//
// A player's men are the set of the steps from their points, wherever those
// lead; with it goes the set of the steps to empty points. What the two have in
// common are the legal steps. A point has at least two steps, so men are told
// from their set, and the first step of a point stands for the point where a
// point is to be chosen.
const handPoints = "abcdefghijklmnpqrstuvíóú"

var (
	mylnaRings = [3]string{"abcdefgh", "iíjklmnó", "pqrstuúv"}

	mylnaFirst uint64     // the first step of every point
	mylnaAll   [24]uint64 // the steps from a point, by rank
	mylnaLines [16]uint64 // the steps from the three points of a mill

	// By step. A step can close one mill only: the other through the point
	// moved to goes through the point moved from.
	mylnaSteps [64]mylnaStep
	// By the first step of a point.
	mylnaAt [64]mylnaPoint
)

type mylnaStep struct {
	men  uint64 // the steps from either point
	free uint64 // the steps to either point
	mill uint64 // the steps from the other two points of the mill that it can close
	_    uint64
}

type mylnaPoint struct {
	men, free uint64
	mill      [2]uint64 // the steps from the other two points of the mills through it
}

func init() {
	rank := map[rune]int{}
	for _, r := range handPoints {
		rank[r] = len(rank)
	}
	var near [24]uint64
	var lines [][3]int
	join := func(a, b int) {
		near[a] |= 1 << b
		near[b] |= 1 << a
	}
	var at [3][8]int
	for i, ring := range mylnaRings {
		k := 0
		for _, r := range ring {
			at[i][k] = rank[r]
			k++
		}
	}
	for _, ring := range at {
		for k := range 8 {
			join(ring[k], ring[(k+1)%8])
			if k%2 == 0 {
				lines = append(lines, [3]int{ring[k], ring[k+1], ring[(k+2)%8]})
			}
		}
	}
	for k := 1; k < 8; k += 2 {
		join(at[0][k], at[1][k])
		join(at[1][k], at[2][k])
		lines = append(lines, [3]int{at[0][k], at[1][k], at[2][k]})
	}
	var free [24]uint64
	var froms, tos []int
	for f := range 24 {
		mylnaFirst |= 1 << len(froms)
		for t := range 24 {
			if near[f]>>t&1 != 0 {
				mylnaAll[f] |= 1 << len(froms)
				free[t] |= 1 << len(froms)
				froms, tos = append(froms, f), append(tos, t)
			}
		}
	}
	others := func(line [3]int, point int) (m uint64) {
		for _, p := range line {
			if p != point {
				m |= mylnaAll[p]
			}
		}
		return m
	}
	for i, line := range lines {
		mylnaLines[i] = mylnaAll[line[0]] | mylnaAll[line[1]] | mylnaAll[line[2]]
	}
	for e := range 64 {
		f, t := froms[e], tos[e]
		mylnaSteps[e].men = mylnaAll[f] | mylnaAll[t]
		mylnaSteps[e].free = free[f] | free[t]
		mylnaAt[e].men = mylnaAll[f]
		mylnaAt[e].free = free[f]
		k := 0
		for _, line := range lines {
			through := func(p int) bool { return line[0] == p || line[1] == p || line[2] == p }
			if through(t) && !through(f) {
				mylnaSteps[e].mill = others(line, t)
			}
			if through(f) {
				mylnaAt[e].mill[k] = others(line, f)
				k++
			}
		}
	}
}

// mylnaKillable returns the points, each by its first step, of men that stand
// in no mill.
func mylnaKillable(them uint64) uint64 {
	safe := uint64(0)
	for i := range mylnaLines {
		l, in := mylnaLines[i], uint64(0)
		if them&l == l {
			in = l
		}
		safe |= in
	}
	return them &^ safe & mylnaFirst
}

// mylnaKilled chooses one of the men that may be killed, or nil: to leave it,
// which comes last in the order of moves.
func mylnaKilled(r *random.Source, men uint64) *mylnaPoint {
	sums := handSums(men)
	n := sums>>56 + 1
	k := handChoose(r, n)
	if k == sums>>56 {
		return nil
	}
	return &mylnaAt[handPick(men, sums, k)&63]
}

// The ends of Mylna, in the order of the ruleset.
const (
	mylnaReduced = iota
	mylnaBlocked
	mylnaRepetition
)

type handMylna struct {
	history handHistory[handMen]
}

func (p *handMylna) play(seed, game uint64, maxPlies int, g *handGame) {
	h := &p.history
	var r random.Source
	r.Reset(seed, game)
	passes := 0
	g.end, g.winner, g.off = -1, -1, [2]uint8{}
	var me, them uint64 // the player to move, the other
	free := ^uint64(0)
	side := uint64(0)
	plies, left := 0, 18 // single moves, men in hand

	for ; left > 0; left-- { // placing
		if plies >= maxPlies {
			goto done
		}
		plies++
		points := mylnaFirst &^ (me | them)
		sums := handSums(points)
		n := sums >> 56
		k := handChoose(&r, n)
		to := &mylnaAt[handPick(points, sums, k)&63]
		me ^= to.men
		free ^= to.free
		if me&to.mill[0] == to.mill[0] || me&to.mill[1] == to.mill[1] {
			if men := mylnaKillable(them); men != 0 {
				if plies >= maxPlies {
					left--
					goto done
				}
				plies++
				if man := mylnaKilled(&r, men); man == nil {
					passes++
				} else {
					them ^= man.men
					free ^= man.free
					if g.off[side^1]++; g.off[side^1] == 7 {
						left--
						g.end, g.winner = mylnaReduced, int(side)
						goto done
					}
				}
			}
		}
		me, them, side = them, me, side^1
	}
	h.begin()
	for {
		men := handMen{me, them}
		if head := h.chain(men.hash(), side); *head <= h.base {
			h.add(head, men)
		} else if h.again(head, men) >= 3 {
			g.end = mylnaRepetition
			break
		}
		steps := me & free
		sums := handSums(steps)
		if steps == 0 {
			g.end, g.winner = mylnaBlocked, int(side^1)
			break
		}
		if plies >= maxPlies {
			break
		}
		plies++
		n := uint64(bits.OnesCount64(steps))
		k := handChoose(&r, n)
		step := &mylnaSteps[handPick(steps, sums, k)&63]
		mill := me&step.mill == step.mill
		me ^= step.men
		free ^= step.free
		if mill {
			if men := mylnaKillable(them); men != 0 {
				if plies >= maxPlies {
					break
				}
				plies++
				if man := mylnaKilled(&r, men); man == nil {
					passes++
				} else {
					them ^= man.men
					free ^= man.free
					if g.off[side^1]++; g.off[side^1] == 7 {
						g.end, g.winner = mylnaReduced, int(side)
						break
					}
					h.forget()
				}
			}
		}
		me, them, side = them, me, side^1
	}
done:
	if g.score = [2]int{}; g.winner >= 0 {
		g.score[g.winner] = 1
	}
	g.plies, g.passes, g.mover, g.next = plies, passes, int(side), uint32(r.Next()>>32)
	g.men, g.hand = [2][81]uint8{}, [2]uint8{uint8(left / 2), uint8((left + 1) / 2)}
	for i, men := range [2]uint64{me, them} {
		for p, m := range mylnaAll {
			if men&m == m {
				g.men[uint64(i)^side][p] = 1
			}
		}
	}
}
