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
// comes last in both. Of a C of one move that move is taken without a draw.
// Otherwise a number k below len(C) is drawn, and if C[k] is legal it is the move.
// If it is not, the only legal move is taken without another draw, and of several
// L[j], with j drawn below len(L). A move of L is so drawn with the chance
// 1/len(C) + (len(C)-len(L))/len(C) · 1/len(L) = 1/len(L).
func (in *Interpreter) Pick(r *Random, moves []Move) int {
	n := len(moves)
	c := n
	if in.wider {
		c = len(in.wide)
		if moves[n-1].Act == Stop {
			c++
		}
	}
	if c == 1 {
		return 0
	}
	k := r.Below(c)
	switch {
	case c == n:
		return k
	case k == len(in.wide):
		return n - 1
	}
	for i := range moves {
		if moves[i] == in.wide[k] {
			return i
		}
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

// draw draws one of the moves of a decision as Choose does, for Random, and says how many
// there are. When the last requirement is left to it, it does so without looking ahead
// from every one of them: what is listed may then be what there was to choose from
// before, called C at Pick. That the move drawn from it lets all be played that is left
// settles that it is legal.
func (in *Interpreter) draw(s *State, r *Random, buf []Move) (m Move, n int, _ []Move) {
	if !in.playing {
		k, buf := in.Choose(s, r, buf)
		return buf[k], len(buf), buf
	}
	if len(in.next)+in.fanned == 0 || !in.nextAt.Equal(s) {
		in.next = in.list(s, in.next[:0])
	}
	moves, n := in.next, len(in.next)+in.fanned
	in.next = in.next[:0]
	switch {
	case n == 0:
		return pass, 1, buf
	case in.fanned > 0:
		k := 0
		if n > 1 {
			k = r.Below(n)
		}
		in.fanned = 0
		return in.nth(s, k), n, buf
	case !in.unfiltered || !in.wider:
		return moves[in.Pick(r, moves)], n, buf
	}
	m = moves[r.Below(n)]
	if m.Act == Stop {
		return m, n, buf
	}
	require := &in.p.Requires[len(in.p.Requires)-1]
	if v := in.lineValue(&m, require.Line); v == exempt || v == s.owed(in.p, require.Line) {
		return m, n, buf
	}
	in.unfiltered = false
	moves = in.list(s, moves[:0])
	in.unfiltered = true
	in.next, n = moves[:0], len(moves)
	if slices.Index(moves, m) < 0 {
		m = moves[0]
		if n > 1 {
			m = moves[r.Below(n)]
		}
	}
	return m, n, buf
}

// lineOnce reports whether the last requirement is the only one of throw scope, and
// no more can be played than the parts left: no move puts up others.
func (p *Program) lineOnce() bool {
	for i := range p.Requires {
		if p.Requires[i].LineOnly {
			return i == len(p.Requires)-1 && !p.putsUp
		}
	}
	return false
}

// Tally counts what a random game was made of.
type Tally struct {
	Moves   int // decisions and forced single moves
	Passes  int // passes and stops
	Turns   int
	Plies   int // moves, passes and stops together
	Branch  int // legal moves summed over decisions with more than one; 0 when Brief
	Chosen  int // decisions with more than one legal move; 0 when Brief
	OverCap bool
}

// MostThrows is by how many the throws of a game may outnumber its single moves.
// Rules under which throws only follow upon throws would never let a game end; it
// is given up as one that goes on for too long.
const MostThrows = 1 << 16

// Random plays on from s with uniformly random moves until the game is over or
// maxPlies single moves have been made. buf is scratch and is returned grown.
func (in *Interpreter) Random(s *State, r *Random, maxPlies int, buf []Move) (Tally, []Move) {
	return in.RandomAfter(s, r, maxPlies, buf, -1)
}

// RandomAfter is Random for a game in whose turn something may have been thrown:
// owner is the player whose turn was counted last, -1 for none.
func (in *Interpreter) RandomAfter(s *State, r *Random, maxPlies int, buf []Move, owner int) (Tally, []Move) {
	// Where it is counted what was applied and looked at, nothing is left out.
	if in.Applied == nil && in.Look == nil {
		in.playing, in.unfiltered = true, in.Brief && in.p.lineOnce()
		defer func() { in.playing, in.unfiltered = false, false }()
		if in.nextAt == nil {
			in.nextAt = in.p.NewState()
		}
		in.next, in.fanned = in.next[:0], 0
	}
	var t Tally
	for throws := 0; ; {
		switch s.Status() {
		case Over:
			return t, buf
		case AwaitsThrow:
			if int(s.b[hOwner]) != owner || s.b[hThrowN] == 0 {
				owner = int(s.b[hOwner])
				t.Turns++
			}
			if throws++; throws-t.Plies > MostThrows {
				t.OverCap = true
				return t, buf
			}
			in.Throw(s, in.p.Draw(r, in.p.Stages[s.b[hStage]].Device))
			continue
		}
		if t.Plies >= maxPlies {
			t.OverCap = true
			return t, buf
		}
		var m Move
		var n int
		m, n, buf = in.draw(s, r, buf[:0])
		if n > 1 && !in.Brief {
			t.Branch += n
			t.Chosen++
		}
		t.Plies++
		if m.Act == Pass || m.Act == Stop {
			t.Passes++
		} else {
			t.Moves++
		}
		if s.b[hThrowN] == 0 && s.b[hPlayed] == 0 {
			t.Turns++
		}
		in.Play(s, m)
	}
}

// Perft counts the lines of exactly 1, 2, …, depth moves from s. A throw is no
// move, and each distinct throw counts once; finished games are not extended, nor
// are lines of more than [MostThrows] throws in a row.
func (in *Interpreter) Perft(s *State, depth int, stop func() bool) []uint64 {
	nodes := make([]uint64, depth)
	in.perft(s, 0, 0, nodes, stop)
	return nodes
}

func (in *Interpreter) perft(s *State, ply, throws int, nodes []uint64, stop func() bool) {
	if ply == len(nodes) || throws > MostThrows || stop() {
		return
	}
	switch s.Status() {
	case Over:
		return
	case AwaitsThrow:
		d := &in.p.Devices[in.p.Stages[s.b[hStage]].Device]
		for t := d.First; t < d.First+d.Count; t++ {
			n := s.Clone()
			in.Throw(n, t)
			in.perft(n, ply, throws+1, nodes, stop)
		}
		return
	}
	moves := in.Moves(s, nil)
	nodes[ply] += uint64(len(moves))
	if ply+1 == len(nodes) {
		return
	}
	t := in.p.NewState()
	for _, m := range moves {
		t.CopyFrom(s)
		in.Play(t, m)
		in.perft(t, ply+1, 0, nodes, stop)
	}
}
