package play

import "github.com/lectio/lectio/rulesets/engine"

// Random plays on from s in the interpreter, with uniformly random moves, until the game
// is over or maxPlies single moves have been made. buf is scratch and is returned grown.
func Random(in *engine.Interpreter, s *engine.State, r *engine.Random, maxPlies int, buf []engine.Move) (engine.Tally, []engine.Move) {
	x := Stepper{State: s, Moves: buf, in: in}
	t := x.Random(r, maxPlies, -1)
	return t, x.Moves
}

// Random plays on with uniformly random moves until the game is over or maxPlies single
// moves have been made. owner is the player whose turn was counted last, -1 for none.
func (x *Stepper) Random(r *engine.Random, maxPlies int, owner int) engine.Tally {
	p, s := x.in.Program(), x.State
	var t engine.Tally
	for throws := 0; ; {
		switch s.Status() {
		case engine.Over:
			return t
		case engine.AwaitsThrow:
			if s.Owner() != owner || s.LastThrow() < 0 {
				owner = s.Owner()
				t.Turns++
			}
			if throws++; throws-t.Plies > engine.MostThrows {
				t.OverCap = true
				return t
			}
			x.Throw(p.Draw(r, s.Device(p)))
			continue
		}
		if t.Plies >= maxPlies {
			t.OverCap = true
			return t
		}
		if n := len(x.List()); n > 1 {
			t.Branch += n
			t.Chosen++
		}
		k := x.Pick(r)
		t.Plies++
		if act := x.Moves[k].Act; act == engine.Pass || act == engine.Stop {
			t.Passes++
		} else {
			t.Moves++
		}
		if s.Fresh() {
			t.Turns++
		}
		x.Make(k)
	}
}

// Perft counts the lines of exactly 1, 2, …, depth moves from s. A throw is no
// move, and each distinct throw counts once; finished games are not extended, nor
// are lines of more than [engine.MostThrows] throws in a row.
func Perft(in *engine.Interpreter, s *engine.State, depth int, stop func() bool) []uint64 {
	nodes := make([]uint64, depth)
	perft(in, s, 0, 0, nodes, stop)
	return nodes
}

// PerftTurns counts whole turns instead, as games with chains of captures are counted:
// the sequences of single moves that make exactly 1, 2, …, depth turns. Nothing is
// counted for a turn that goes on for more than [MostLine] moves.
func PerftTurns(in *engine.Interpreter, s *engine.State, depth int, stop func() bool) []uint64 {
	turns := make([]uint64, depth)
	var walk func(s *engine.State, turn, moves, throws int)
	walk = func(s *engine.State, turn, moves, throws int) {
		if turn == depth || moves > MostLine || throws > engine.MostThrows || stop() {
			return
		}
		switch s.Status() {
		case engine.Over:
			return
		case engine.AwaitsThrow:
			d := &in.Program().Devices[s.Device(in.Program())]
			for t := d.First; t < d.First+d.Count; t++ {
				n := s.Clone()
				in.Throw(n, t)
				walk(n, turn, moves, throws+1)
			}
			return
		}
		for _, m := range in.Moves(s, nil) {
			n := s.Clone()
			in.Play(n, m)
			if TurnPlayed(s, n) {
				turns[turn]++
				walk(n, turn+1, 0, 0)
			} else {
				walk(n, turn, moves+1, 0)
			}
		}
	}
	walk(s, 0, 0, 0)
	return turns
}

func perft(in *engine.Interpreter, s *engine.State, ply, throws int, nodes []uint64, stop func() bool) {
	if ply == len(nodes) || throws > engine.MostThrows || stop() {
		return
	}
	switch s.Status() {
	case engine.Over:
		return
	case engine.AwaitsThrow:
		p := in.Program()
		d := &p.Devices[s.Device(p)]
		for t := d.First; t < d.First+d.Count; t++ {
			n := s.Clone()
			in.Throw(n, t)
			perft(in, n, ply, throws+1, nodes, stop)
		}
		return
	}
	moves := in.Moves(s, nil)
	nodes[ply] += uint64(len(moves))
	if ply+1 == len(nodes) {
		return
	}
	t := in.Program().NewState()
	for _, m := range moves {
		t.CopyFrom(s)
		in.Play(t, m)
		perft(in, t, ply+1, 0, nodes, stop)
	}
}
