package position

import (
	"encoding/binary"
	"math"

	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine"
)

// Position is a state taken apart, for reading, printing and setting up. It
// may hold what no game can reach; engine.State is what can be played.
type Position struct {
	ToMove int
	Men    [][][]int     // [owner][class][place]: players, and nobody where men are nobody's
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
	Next      int // who has the next turn by a rule, -1 for none
	NextStage int // of the next turn by a rule, -1 for none
}

// Left is a part still to be played.
type Left struct {
	Part     int
	Optional bool
}

// Ending says how a game ended.
type Ending struct {
	End    int // index into Rules.Ends; -1 when no rule provided for the position
	Winner int // -1 for none
}

// Read takes a state apart.
func Read(p *engine.Program, s *engine.State) *Position {
	n, owners, classes, stores := len(p.Players), p.Owners(), p.Classes(), len(p.Stores)
	// Positions are read by the million: all their counts lie in one array, and all lists of
	// counts in another.
	counts := make([]int, owners*classes*p.Places+n*(stores+1))
	lists := make([][]int, n+owners*classes)
	list := func(length int) (out []int) {
		out, counts = counts[:length:length], counts[length:]
		return out
	}
	pos := &Position{ToMove: s.Player(), Men: make([][][]int, owners), Stores: lists[:n:n], Score: list(n)}
	for q := range owners {
		pos.Men[q] = lists[n+q*classes:][:classes:classes]
		for c := range classes {
			men := list(p.Places)
			for f := range men {
				men[f] = s.MenOfClass(p, q, c, f)
			}
			pos.Men[q][c] = men
		}
	}
	for q := range n {
		pos.Stores[q] = list(stores)
		for st := range stores {
			pos.Stores[q][st] = s.InStore(p, q, st)
		}
		pos.Score[q] = s.Score(p, q)
	}
	pos.variables(p, func(v, q int) (x int, t place.Set) {
		at := s.Bytes()[p.VarAt(v, q):]
		if p.Vars[v].Kind.IsSet() {
			t.Load(at[:p.Layout().Set])
			return 0, t
		}
		return int(int16(binary.LittleEndian.Uint16(at))), t
	})
	if end, over := s.End(); over {
		pos.Over = &Ending{End: end, Winner: s.Winner()}
	}
	pos.Turn = readTurn(p, s)
	return pos
}

// variables fills in the variables: of each player, or of the first where they are common.
func (pos *Position) variables(p *engine.Program, value func(v, q int) (int, place.Set)) {
	pos.Nums, pos.Sets = make([][]int, len(p.Vars)), make([][]place.Set, len(p.Vars))
	for v := range p.Vars {
		for q := range p.Holders(v) {
			if x, t := value(v, q); p.Vars[v].Kind.IsSet() {
				pos.Sets[v] = append(pos.Sets[v], t)
			} else {
				pos.Nums[v] = append(pos.Nums[v], x)
			}
		}
	}
}

func readTurn(p *engine.Program, s *engine.State) *Turn {
	at, b := p.Layout(), s.Bytes()
	t := &Turn{
		Stage: s.Stage(), Fixed: s.InOrder(), Active: s.Active(), Played: s.Played(),
		Owner: s.Owner(), Next: int(b[at.Next]) - 1, NextStage: int(b[at.NextStage]) - 1,
	}
	for _, th := range b[at.Throws:][:b[at.ThrowN]] {
		t.Throws = append(t.Throws, int(th))
	}
	for _, x := range partsLeft(p, s) {
		t.Left = append(t.Left, Left{Part: int(x &^ engine.OptionalPart), Optional: x&engine.OptionalPart != 0})
	}
	return t
}

// partsLeft are the parts still to be played, throws owed among them, as the state has them.
func partsLeft(p *engine.Program, s *engine.State) []uint8 {
	at, b := p.Layout(), s.Bytes()
	return b[at.Left:][:b[at.LeftN]]
}

// Write puts a position together as a state. With no Turn the turn of the player to move
// begins, in the first stage that fits, and rules that act at the beginning of a turn
// act. The caller has checked that counts are in range.
func Write(in *engine.Interpreter, s *engine.State, pos *Position) {
	Lay(in, s, pos)
	if pos.Over == nil {
		in.TakeUp(s, pos.Turn != nil)
	}
}

// Lay is Write without any rule acting: the position lies there as it is given, and with
// no Turn no turn has begun.
func Lay(in *engine.Interpreter, s *engine.State, pos *Position) {
	p := in.Program()
	at, b := p.Layout(), s.Bytes()
	clear(b)
	for q := range pos.Men {
		for c := range pos.Men[q] {
			for f, k := range pos.Men[q][c] {
				b[at.Men+(q*p.Classes()+c)*p.Places+f] = uint8(k)
			}
		}
	}
	for q := range p.Players {
		for st, k := range pos.Stores[q] {
			binary.LittleEndian.PutUint16(b[at.Stores+2*(q*len(p.Stores)+st):], uint16(k))
		}
		binary.LittleEndian.PutUint32(b[at.Scores+4*q:], uint32(int32(pos.Score[q])))
	}
	for v := range p.Vars {
		for q, x := range pos.Nums[v] {
			binary.LittleEndian.PutUint16(b[p.VarAt(v, q):], uint16(max(math.MinInt16, min(math.MaxInt16, x))))
		}
		for q, t := range pos.Sets[v] {
			t.Store(b[p.VarAt(v, q):][:at.Set])
		}
	}
	if in.History != nil {
		in.History.Reset()
	}
	b[at.To], b[at.Owner] = uint8(pos.ToMove), uint8(pos.ToMove)
	if o := pos.Over; o != nil {
		b[at.Winner], b[at.Over] = uint8(o.Winner+1), uint8(o.End+1)
		if o.End < 0 {
			b[at.Over] = engine.OverStuck
		}
	}
	if pos.Turn != nil {
		layTurn(at, b, pos.Turn)
	}
}

// layTurn writes where a player stands within a turn, as far as there is room for it: the
// last throws, and the first parts left, with more of which the game is stuck.
func layTurn(at engine.Layout, b []byte, t *Turn) {
	b[at.Stage] = uint8(t.Stage)
	if t.Stage < 0 {
		b[at.Stage] = engine.NoStage
	}
	b[at.Owner] = uint8(t.Owner)
	if b[at.Owner] != b[at.To] {
		b[at.Handed] = 1
	}
	b[at.Next], b[at.NextStage], b[at.Played] = uint8(t.Next+1), uint8(t.NextStage+1), uint8(t.Played)
	binary.LittleEndian.PutUint16(b[at.Active:], uint16(t.Active+1))
	if t.Fixed {
		b[at.Fixed] = 1
	}
	for i, th := range t.Throws[max(0, len(t.Throws)-at.MaxThrows):] {
		b[at.Throws+i], b[at.ThrowN] = uint8(th), uint8(i+1)
	}
	for i, l := range t.Left {
		if i == at.MaxLeft {
			b[at.Over] = engine.OverStuck
			break
		}
		b[at.Left+i], b[at.LeftN] = uint8(l.Part), uint8(i+1)
		if l.Optional {
			b[at.Left+i] |= engine.OptionalPart
		}
		if l.Part != engine.PartThrow {
			b[at.InThrow] = 1
		}
	}
}

// Initial gives a position the values that its variables have at the outset, for setting up
// one that does not name them: with least, the least values that the position allows.
func Initial(in *engine.Interpreter, pos *Position, least bool) {
	p := in.Program()
	s, blank := p.NewState(), *pos
	blank.Nums, blank.Sets = make([][]int, len(p.Vars)), make([][]place.Set, len(p.Vars))
	blank.Over, blank.Turn = nil, nil
	Lay(in, s, &blank)
	pos.variables(p, func(v, q int) (int, place.Set) { return in.Initial(s, v, q, least) })
}
