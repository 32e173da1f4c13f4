package engine

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/lectio/lectio/rulesets/board/place"
)

// State is everything that the rules can ask about a game in progress except
// its history: men by place and mark, men off the board, whose turn it is, the
// throw and what is left of it, variables and scores. It is a flat run of
// bytes whose layout belongs to its Program; two states of one program are
// equal exactly if their keys are.
type State struct {
	b []byte
}

// NewState returns a state of the program with no men anywhere.
func (p *Program) NewState() *State { return &State{b: make([]byte, p.layout.Size)} }

// CopyFrom makes s the same as t without allocating. Both must belong to one program.
func (s *State) CopyFrom(t *State) { copy(s.b, t.b) }

// StateOf returns the state whose bytes another executor has written.
func (p *Program) StateOf(b []byte) (*State, error) {
	if len(b) != p.layout.Size {
		return nil, fmt.Errorf("a state of %d bytes, where the program's have %d", len(b), p.layout.Size)
	}
	return &State{b: slices.Clone(b)}, nil
}

// Bytes returns what the state is made of: a run of bytes of one length for all
// states of a program, laid out as Program.Layout says. They are the state's own.
func (s *State) Bytes() []byte { return s.b }

// SetBytes makes the state the one whose bytes are given; both must belong to
// one program. It does not allocate.
func (s *State) SetBytes(b []byte) { copy(s.b, b) }

// Clone returns a copy.
func (s *State) Clone() *State { return &State{b: slices.Clone(s.b)} }

// Key returns a value that is equal for equal states; it can key a map.
func (s *State) Key() string { return string(s.b) }

// Equal reports whether two states of one program are the same.
func (s *State) Equal(t *State) bool { return string(s.b) == string(t.b) }

// ofClass says how many men of one set of marks player q has at each place.
func (s *State) ofClass(p *Program, q, class int) []uint8 {
	at := p.layout.Men + (q*p.classes+class)*p.Places
	return s.b[at : at+p.Places]
}

// MenAt returns how many men player q has at place f, marked or not.
func (s *State) MenAt(p *Program, q, f int) int {
	n := 0
	for c := range p.classes {
		n += s.MenOfClass(p, q, c, f)
	}
	return n
}

// MenOfClass returns how many of them bear exactly those marks, as a bit set.
func (s *State) MenOfClass(p *Program, q, c, f int) int {
	return int(s.b[p.layout.Men+(q*p.classes+c)*p.Places+f])
}

func (s *State) addMen(p *Program, q, c, f, n int) {
	at := p.layout.Men + (q*p.classes+c)*p.Places + f
	n += int(s.b[at])
	if n > MostOnPlace {
		s.b[hOver], n = OverStuck, MostOnPlace
	}
	s.b[at] = uint8(n)
}

// InStore returns how many men player q has in a store.
func (s *State) InStore(p *Program, q, st int) int {
	return int(binary.LittleEndian.Uint16(s.b[p.storeAt(q, st):]))
}

// onBoard is how many men of player q stand on the board.
func (s *State) onBoard(p *Program, q int) int {
	n := p.men[q]
	if p.Nobodys { // whose men come to stores of players
		n = 0
		for f := range p.Places {
			n += s.MenAt(p, q, f)
		}
		return n
	}
	for st := range p.Stores {
		n -= s.InStore(p, q, st)
	}
	return n
}

func (s *State) addStore(p *Program, q, st, n int) {
	binary.LittleEndian.PutUint16(s.b[p.storeAt(q, st):], uint16(s.InStore(p, q, st)+n))
}

// Score returns a player's score in units of 1/Program.Denominator.
func (s *State) Score(p *Program, q int) int {
	return int(int32(binary.LittleEndian.Uint32(s.b[p.layout.Scores+4*q:])))
}

func (s *State) setScore(p *Program, q, v int) {
	binary.LittleEndian.PutUint32(s.b[p.layout.Scores+4*q:], uint32(int32(v)))
}

// Variable returns the value of a variable that is no set, of player q or common to all.
func (s *State) Variable(p *Program, v, q int) int { return s.num(p, v, q) }

func (s *State) num(p *Program, v, q int) int {
	return int(int16(binary.LittleEndian.Uint16(s.b[p.VarAt(v, q):])))
}

func (s *State) setNum(p *Program, v, q, x int) {
	x = max(-32768, min(32767, x))
	binary.LittleEndian.PutUint16(s.b[p.VarAt(v, q):], uint16(int16(x)))
}

func (s *State) setVar(p *Program, v, q int) (t place.Set) {
	t.Load(s.b[p.VarAt(v, q):][:p.layout.Set])
	return t
}

func (s *State) putSet(p *Program, v, q int, t place.Set) {
	t.Store(s.b[p.VarAt(v, q):][:p.layout.Set])
}

// inStage reports whether the turn is of one of the stages of a bit set.
func (s *State) inStage(stages uint64) bool { return stages>>s.b[hStage]&1 != 0 }

// Active returns the place of the man that must go on, or -1.
func (s *State) Active() int {
	return int(binary.LittleEndian.Uint16(s.b[hActive:])) - 1
}

// setActive says which man must go on: the one at place f, or none where f is -1.
func (s *State) setActive(f int) {
	binary.LittleEndian.PutUint16(s.b[hActive:], uint16(f+1))
}

// LastThrow returns the throw being played, or -1.
func (s *State) LastThrow() int {
	if n := s.b[hThrowN]; n > 0 {
		return int(s.b[hThrows+int(n)-1])
	}
	return -1
}

// partsLeft counts the parts before the next throw that is owed.
func (s *State) partsLeft() int {
	n := int(s.b[hLeftN])
	for i := range n {
		if s.b[hLeft+i]&^OptionalPart == PartThrow {
			return i
		}
	}
	return n
}

// partAfter returns where, of the parts before the next throw that is owed, the next in the
// defined order after rank stands first, or -1.
func (s *State) partAfter(p *Program, rank int) int {
	least, at := len(p.Parts), -1
	for i := range s.partsLeft() {
		if r := p.partRank[s.b[hLeft+i]&^OptionalPart]; r > rank && r < least {
			least, at = r, i
		}
	}
	return at
}

// whereLeft returns where a part stands first among those left, or -1.
func (s *State) whereLeft(part uint8) int {
	for i, x := range s.left() {
		if x&^OptionalPart == part {
			return i
		}
	}
	return -1
}

// left are the parts left, throws still owed among them, with their flags.
func (s *State) left() []byte { return s.b[hLeft:][:s.b[hLeftN]] }

func (s *State) clearLeft() {
	clear(s.left())
	s.b[hLeftN] = 0
}

func (s *State) removeLeft(i int) {
	n := int(s.b[hLeftN])
	copy(s.b[hLeft+i:hLeft+n], s.b[hLeft+i+1:hLeft+n])
	s.b[hLeft+n-1] = 0
	s.b[hLeftN] = uint8(n - 1)
}

// insertLeft puts a part before index i. Rules that put up parts without end
// run out of room; the game is then stuck, which the verifier reports.
func (s *State) insertLeft(p *Program, i int, part uint8) {
	n := int(s.b[hLeftN])
	if n >= p.layout.MaxLeft {
		s.b[hOver] = OverStuck
		return
	}
	copy(s.b[hLeft+i+1:hLeft+n+1], s.b[hLeft+i:hLeft+n])
	s.b[hLeft+i] = part
	s.b[hLeftN] = uint8(n + 1)
}

func (s *State) clearThrows() {
	clear(s.b[hThrows : hThrows+maxThrows])
	s.b[hThrowN] = 0
}

func (s *State) pushThrow(t int) {
	n := int(s.b[hThrowN])
	if n == maxThrows {
		copy(s.b[hThrows:hThrows+maxThrows-1], s.b[hThrows+1:hThrows+maxThrows])
		n--
	}
	s.b[hThrows+n] = uint8(t)
	s.b[hThrowN] = uint8(n + 1)
}

// Status says what a state waits for.
type Status int

// The statuses.
const (
	Decision Status = iota // the player to move chooses a move
	AwaitsThrow
	Over
)

// Status returns what the state waits for.
func (s *State) Status() Status {
	switch {
	case s.b[hOver] != 0:
		return Over
	case s.b[hLeftN] > 0 && s.b[hLeft] == PartThrow:
		return AwaitsThrow
	}
	return Decision
}

// Fresh reports whether nothing has been thrown or played in the turn.
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

// InOrder reports whether only the first of the parts left may be played.
func (s *State) InOrder() bool { return s.b[hFixed] != 0 }

// of is what a part counts for in a measure.
func (l LineMeasure) of(p *Program, part uint8) int {
	if l == MostPips {
		return p.Parts[part].Number
	}
	return 1
}

// owed is the measure of all parts left that may not be left.
func (s *State) owed(p *Program, measure LineMeasure) int {
	sum := 0
	for _, part := range s.b[hLeft : hLeft+s.partsLeft()] {
		if part&OptionalPart == 0 {
			sum += measure.of(p, part)
		}
	}
	return sum
}
