package engine

import "github.com/lectio/lectio/rulesets/board/place"

// Position is a state taken apart, for reading, printing and setting up. It
// may hold what no game can reach; State is what can be played.
type Position struct {
	ToMove int
	Men    [][][]int     // [player][class][place]
	Stores [][]int       // [player][store]
	Nums   [][]int       // [variable][player]: numbers, places, players; common ones in player 0
	Sets   [][]place.Set // [variable][player]
	Score  []int         // in units of 1/Denominator
	Turn   *Turn         // nil: the turn has not begun
	Over   *Ending
}

// Turn is where a player stands within a turn.
type Turn struct {
	Stage     int
	Throws    []int
	Left      []Left
	Fixed     bool
	Active    int // place, -1 for none
	Played    int // parts of this throw already played
	Owner     int // whose turn it is
	Next      int // who has the next turn by a rule, -1
	NextStage int // -1
}

// Left is a part still to be played.
type Left struct {
	Part     int
	Optional bool
}

// Ending says how a game ended.
type Ending struct {
	End    int // index into Program.Ends; -1 when no rule provided for the position
	Winner int // -1 for none
}

// Read takes a state apart.
func (p *Program) Read(s *State) *Position {
	n := len(p.Players)
	pos := &Position{ToMove: int(s.b[hTo])}
	pos.Men = make([][][]int, n)
	pos.Stores = make([][]int, n)
	for q := range n {
		pos.Men[q] = make([][]int, p.classes)
		for c := range pos.Men[q] {
			pos.Men[q][c] = make([]int, p.Places)
			for f := range pos.Men[q][c] {
				pos.Men[q][c][f] = s.MenOfClass(p, q, c, f)
			}
		}
		pos.Stores[q] = make([]int, len(p.Stores))
		for st := range p.Stores {
			pos.Stores[q][st] = s.InStore(p, q, st)
		}
		pos.Score = append(pos.Score, s.Score(p, q))
	}
	pos.Nums = make([][]int, len(p.Vars))
	pos.Sets = make([][]place.Set, len(p.Vars))
	for v := range p.Vars {
		for q := range p.holders(v) {
			if p.Vars[v].Kind.isSet() {
				pos.Sets[v] = append(pos.Sets[v], s.setVar(p, v, q))
			} else {
				pos.Nums[v] = append(pos.Nums[v], s.num(p, v, q))
			}
		}
	}
	if o := int(s.b[hOver]); o != 0 {
		pos.Over = &Ending{End: o - 1, Winner: int(s.b[hWinner]) - 1}
		if o == OverStuck {
			pos.Over.End = -1
		}
	}
	t := &Turn{
		Stage: int(s.b[hStage]), Fixed: s.b[hFixed] != 0, Active: s.Active(), Played: int(s.b[hPlayed]),
		Owner: int(s.b[hOwner]), Next: int(s.b[hNext]) - 1, NextStage: int(s.b[hNextStage]) - 1,
	}
	if t.Stage == NoStage {
		t.Stage = -1
	}
	for i := 0; i < int(s.b[hThrowN]); i++ {
		t.Throws = append(t.Throws, int(s.b[hThrows+i]))
	}
	for _, x := range s.b[hLeft:][:s.b[hLeftN]] {
		t.Left = append(t.Left, Left{Part: int(x &^ OptionalPart), Optional: x&OptionalPart != 0})
	}
	pos.Turn = t
	return pos
}

// Write puts a position together as a state. With no Turn the turn of the
// player to move begins, in the first stage that fits, and rules that act at
// the beginning of a turn act. The caller has checked that counts are in range.
func (in *Interpreter) Write(s *State, pos *Position) {
	in.idle = 0
	in.Lay(s, pos)
	switch {
	case pos.Over != nil:
	case pos.Turn == nil:
		in.BeginTurn(s, pos.ToMove)
	default:
		in.settle(s)
		in.stand(s)
	}
}

// Resume puts s at a state of which nothing is known that went before. A position in
// which a turn begins counts as having stood once.
func (in *Interpreter) Resume(s, from *State) {
	in.idle = 0
	s.CopyFrom(from)
	in.stand(s)
}

// stand makes the history that of a state of which nothing is known that went before:
// when a turn has only begun there, what is remembered is the position that began it.
func (in *Interpreter) stand(s *State) {
	h := in.History
	if h == nil {
		return
	}
	h.Reset()
	if in.p.RepetitionMatters && s.Fresh() && s.Status() != Over {
		begun := s.Clone()
		begun.b[hNextStage] = s.b[hStage] + 1
		in.BeginTurn(begun, s.Owner())
		if begun.Equal(s) {
			return
		}
		h.Reset() // it is not known what stood before the rules acted that act where a turn begins
	}
	h.occurrences = 1
}

// Lay is Write without any rule acting: the position lies there as it is given,
// and with no Turn no turn has begun.
func (in *Interpreter) Lay(s *State, pos *Position) {
	p := in.p
	clear(s.b)
	for q := range p.Players {
		for c := range pos.Men[q] {
			for f, k := range pos.Men[q][c] {
				s.addMen(p, q, c, f, k)
			}
		}
		for st, k := range pos.Stores[q] {
			s.addStore(p, q, st, k)
		}
		s.setScore(p, q, pos.Score[q])
	}
	for v := range p.Vars {
		for q, x := range pos.Nums[v] {
			s.setNum(p, v, q, x)
		}
		for q, t := range pos.Sets[v] {
			s.putSet(p, v, q, t)
		}
	}
	if in.History != nil {
		in.History.Reset()
	}
	s.b[hTo], s.b[hOwner] = uint8(pos.ToMove), uint8(pos.ToMove)
	if pos.Over != nil {
		s.b[hWinner], s.b[hOver] = uint8(pos.Over.Winner+1), uint8(pos.Over.End+1)
		if pos.Over.End < 0 {
			s.b[hOver] = OverStuck
		}
	}
	if pos.Turn != nil {
		in.writeTurn(s, pos.Turn)
	}
}

func (in *Interpreter) writeTurn(s *State, t *Turn) {
	s.b[hStage] = uint8(t.Stage)
	if t.Stage < 0 {
		s.b[hStage] = NoStage
	}
	s.b[hOwner] = uint8(t.Owner)
	if t.Owner != int(s.b[hTo]) {
		s.b[hHanded] = 1
	}
	s.b[hNext], s.b[hNextStage] = uint8(t.Next+1), uint8(t.NextStage+1)
	s.b[hPlayed] = uint8(t.Played)
	s.setActive(t.Active)
	s.b[hFixed] = uint8(b2i(t.Fixed))
	for _, th := range t.Throws {
		s.pushThrow(th)
	}
	for _, l := range t.Left {
		x := uint8(l.Part)
		if l.Optional {
			x |= OptionalPart
		}
		s.insertLeft(in.p, int(s.b[hLeftN]), x)
	}
	s.b[hInThrow] = uint8(b2i(!s.onlyThrows()))
}

// InitialVars returns the values that variables have at the outset, for
// setting up a position that does not name them: with least, the least value
// that the position allows.
func (in *Interpreter) InitialVars(pos *Position, least bool) {
	p := in.p
	s := p.NewState()
	blank := *pos
	blank.Nums = make([][]int, len(p.Vars))
	blank.Sets = make([][]place.Set, len(p.Vars))
	blank.Over, blank.Turn = nil, nil
	in.Lay(s, &blank)
	pos.Nums = make([][]int, len(p.Vars))
	pos.Sets = make([][]place.Set, len(p.Vars))
	for v := range p.Vars {
		n := p.Vars[v].Initial
		if least && p.Vars[v].Least != nil {
			n = p.Vars[v].Least
		}
		for q := range p.holders(v) {
			in.View(s, q)
			x, t := in.valueOf(v, n)
			if p.Vars[v].Kind.isSet() {
				pos.Sets[v] = append(pos.Sets[v], t)
			} else {
				pos.Nums[v] = append(pos.Nums[v], x)
			}
		}
	}
}

// Fresh reports whether the turn has only begun: nothing has been thrown or
// played in it.
func (s *State) Fresh() bool { return s.b[hThrowN] == 0 && s.b[hPlayed] == 0 }

// Player returns the player to move.
func (s *State) Player() int { return int(s.b[hTo]) }

// Owner returns the player whose turn it is, also while another plays the rest.
func (s *State) Owner() int { return int(s.b[hOwner]) }

// Stage returns the stage of the turn, -1 when none fits.
func (s *State) Stage() int {
	if s.b[hStage] == NoStage {
		return -1
	}
	return int(s.b[hStage])
}

// Played returns how many parts of this throw, or turn, have been played.
func (s *State) Played() int { return int(s.b[hPlayed]) }

// End returns the index of the end that closed the game; over is false while
// it goes on, and the index is -1 when no rule provided for the position.
func (s *State) End() (end int, over bool) {
	switch s.b[hOver] {
	case 0:
		return -1, false
	case OverStuck:
		return -1, true
	}
	return int(s.b[hOver]) - 1, true
}

// Winner returns the winner, or -1.
func (s *State) Winner() int { return int(s.b[hWinner]) - 1 }

// Device returns what is thrown in the present stage, or -1.
func (s *State) Device(p *Program) int {
	if st := s.Stage(); st >= 0 {
		return p.Stages[st].Device
	}
	return -1
}

// Left lists the parts before the next throw that is owed, by their indexes.
func (s *State) Left() []int {
	var out []int
	for i := range s.partsLeft() {
		out = append(out, int(s.b[hLeft+i]&^OptionalPart))
	}
	return out
}
