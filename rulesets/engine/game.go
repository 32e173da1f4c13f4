package engine

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

// Random plays on from s with uniformly random moves until the game is over or
// maxPlies single moves have been made. buf is scratch and is returned grown.
func (in *Interpreter) Random(s *State, r *Random, maxPlies int, buf []Move) (Tally, []Move) {
	return in.RandomAfter(s, r, maxPlies, buf, -1)
}

// RandomAfter is Random for a game in whose turn something may have been thrown:
// owner is the player whose turn was counted last, -1 for none.
func (in *Interpreter) RandomAfter(s *State, r *Random, maxPlies int, buf []Move, owner int) (Tally, []Move) {
	var t Tally
	for {
		switch s.Status() {
		case Over:
			return t, buf
		case AwaitsThrow:
			if int(s.b[hOwner]) != owner || s.b[hThrowN] == 0 {
				owner = int(s.b[hOwner])
				t.Turns++
			}
			in.Throw(s, in.p.Draw(r, in.p.Stages[s.b[hStage]].Device))
			continue
		}
		if t.Plies >= maxPlies {
			t.OverCap = true
			return t, buf
		}
		buf = in.Moves(s, buf[:0])
		m := &buf[0]
		if len(buf) > 1 {
			m = &buf[r.Below(len(buf))]
			t.Branch += len(buf)
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
		in.Play(s, *m)
	}
}

// Perft counts the lines of exactly 1, 2, …, depth moves from s. A throw is no
// move, and each distinct throw counts once; finished games are not extended.
func (in *Interpreter) Perft(s *State, depth int, stop func() bool) []uint64 {
	nodes := make([]uint64, depth)
	in.perft(s, 0, nodes, stop)
	return nodes
}

func (in *Interpreter) perft(s *State, ply int, nodes []uint64, stop func() bool) {
	if ply == len(nodes) || stop() {
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
			in.perft(n, ply, nodes, stop)
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
		in.perft(t, ply+1, nodes, stop)
	}
}
