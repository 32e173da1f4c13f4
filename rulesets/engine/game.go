package engine

import (
	"slices"

	"github.com/lectio/lectio/rulesets/engine/random"
)

// Draw picks a throw of the device at random by the chance of each outcome.
func (p *Program) Draw(r *random.Source, device int) int {
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
// It is drawn as random.Source.Pick does, so that an executor need not look ahead from
// every move, which the requirements of throw scope ask for. What there was before is
// those moves themselves unless such a requirement applies to the decision: it is of
// the stage, its condition holds, two parts or more are left before the next throw,
// and what the prohibitions and the requirements declared before it leave are two
// moves or more. Then it is what there was to choose from before the first such
// requirement: the moves with those, if any, which that requirement or a later one
// struck out, in the defined order too; a stop, which no requirement concerns,
// comes last in both. Where Program.Tries, it is what there was to choose from before the
// prohibitions that ask what a move leads to; where no move is left of it, the only one
// is to pass.
func (in *Interpreter) Pick(r *random.Source, moves []Move) int {
	n := len(moves)
	if len(in.wide) == 0 {
		return r.Pick(n, n, nil)
	}
	before := len(in.wide)
	if moves[n-1].Act == Stop {
		before++
	}
	return r.Pick(n, before, func(k int) int {
		if k == len(in.wide) {
			return n - 1
		}
		return slices.IndexFunc(moves, func(m Move) bool { return same(m, in.wide[k]) })
	})
}

// Choose lists the legal moves of a decision as Moves does and draws one of them
// as Pick does. It returns the index of the move in buf and buf grown by the moves.
func (in *Interpreter) Choose(s *State, r *random.Source, buf []Move) (int, []Move) {
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

// Counter counts what a game is made of while it is played.
type Counter struct {
	Tally
	Owner  int // whose turn was counted last, -1 for nobody's
	throws int
}

// Thrown counts a throw that is due in a state. It reports false where the game is to be given up instead.
func (c *Counter) Thrown(s *State) bool {
	if s.Owner() != c.Owner || s.LastThrow() < 0 {
		c.Owner = s.Owner()
		c.Turns++
	}
	c.throws++
	c.OverCap = c.throws-c.Plies > MostThrows
	return !c.OverCap
}

// Made counts a move, one of those that may be made in a state.
func (c *Counter) Made(s *State, moves []Move, m Move) {
	if n := len(moves); n > 1 {
		c.Branch += n
		c.Chosen++
	}
	c.Plies++
	if m.Act == Pass || m.Act == Stop {
		c.Passes++
	} else {
		c.Moves++
	}
	if s.Fresh() {
		c.Turns++
	}
}
