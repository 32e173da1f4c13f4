package engine

import "slices"

// Draw picks a throw of the device at random by the chance of each outcome.
func (p *Program) Draw(r *Random, device int) int {
	d := &p.Devices[device]
	k := r.Below(d.Ways)
	for t := d.First; ; t++ {
		if k -= p.Throws[t].Ways; k < 0 {
			return t
		}
	}
}

// Pick draws one of the legal moves at random, each equally likely, and returns
// its index. moves must be what Moves or Explain listed last, for a decision.
//
// It is drawn so that an executor need not look ahead from every move, which the
// requirements of throw scope ask for. Let L be the legal moves, in the defined
// order. C is L itself unless such a requirement applies to the decision: it is of
// the stage, its condition holds, two parts or more are left before the next throw,
// and what the prohibitions and the requirements declared before it leave are two
// moves or more. Then C is what there was to choose from before the first such
// requirement: L with the moves, if any, which that requirement or a later one
// struck out, in the defined order too; a stop, which no requirement concerns,
// comes last in both. Where Program.Tries, C is what there was to choose from before the
// prohibitions that ask what a move leads to, and there can be a C without any L: then the
// only move is to pass. Of a C of one move that move is taken without a draw.
// Otherwise a number k below len(C) is drawn, and if C[k] is legal it is the move.
// If it is not, the only legal move is taken without another draw, and of several
// L[j], with j drawn below len(L). A move of L is so drawn with the chance
// 1/len(C) + (len(C)-len(L))/len(C) · 1/len(L) = 1/len(L).
func (in *Interpreter) Pick(r *Random, moves []Move) int {
	n := len(moves)
	if len(in.wide) == 0 {
		return PickOf(r, n, n, nil)
	}
	before := len(in.wide)
	if moves[n-1].Act == Stop {
		before++
	}
	return PickOf(r, n, before, func(k int) int {
		if k == len(in.wide) {
			return n - 1
		}
		return slices.IndexFunc(moves, func(m Move) bool { return same(m, in.wide[k]) })
	})
}

// PickOf is Pick for any executor: of n legal moves out of as many as there were before,
// of which legal gives the number that the k-th has among the legal ones, or -1.
func PickOf(r *Random, n, before int, legal func(k int) int) int {
	if before == 1 {
		return 0
	}
	k := r.Below(before)
	if before == n {
		return k
	}
	if i := legal(k); i >= 0 {
		return i
	}
	if n == 1 {
		return 0
	}
	return r.Below(n)
}

// Choose lists the legal moves of a decision as Moves does and draws one of them
// as Pick does. It returns the index of the move in buf and buf grown by the moves.
func (in *Interpreter) Choose(s *State, r *Random, buf []Move) (int, []Move) {
	start := len(buf)
	buf = in.Moves(s, buf)
	return start + in.Pick(r, buf[start:]), buf
}

// Tally counts what a random game was made of.
type Tally struct {
	Moves   int // decisions and forced single moves
	Passes  int // passes and stops
	Turns   int
	Plies   int // moves, passes and stops together
	Branch  int // legal moves summed over decisions with more than one
	Chosen  int // decisions with more than one legal move
	OverCap bool
}

// MostThrows is by how many the throws of a game may outnumber its single moves.
// Rules under which throws only follow upon throws would never let a game end; it
// is given up as one that goes on for too long.
const MostThrows = 1 << 16

// Result is one state a turn can lead to, with the first line (in the defined
// order of moves) that leads there.
type Result struct {
	State *State
	Line  []Move
}
