package engine

import (
	"encoding/binary"
	"math/bits"
)

// Layout of the head of a state; what follows is laid out by Seal.
const (
	hTo         = iota // player to move
	hStage             // stage of the turn; noStage when none fits
	hOver              // 0 in play; otherwise 1 + index of the End, or overStuck
	hWinner            // 1 + winner; 0 for none
	hOwner             // whose turn it is (differs from hTo while another plays the rest)
	hNext              // 1 + player who has the next turn by a rule; 0 for the next in order
	hNextStage         // 1 + stage of the next turn by a rule
	hPlayed            // parts of this throw played
	hActive            // 1 + place of the man that must go on, in two bytes
	hActiveHigh        // … the higher
	hFixed             // 1 when only the first part may be played
	hInThrow           // 1 while a throw, or an agenda, is being played
	hHanded            // 1 while another player plays the rest
	hLeftN             // how many parts are left
	hThrowN            // how many throws are remembered
	hThrows            // the throws, oldest first: maxThrows bytes
)

const (
	maxThrows = 8
	hLeft     = hThrows + maxThrows
	noStage   = 0xff
	overStuck = 0xff
)

// State is everything that the rules can ask about a game in progress except
// its history: men by place and mark, men off the board, whose turn it is, the
// throw and what is left of it, variables and scores. It is a flat run of
// bytes whose layout belongs to its Program; two states of one program are
// equal exactly if their keys are.
type State struct {
	b []byte
	// moved counts the times that men of each player have changed their places, and replaced
	// those that all may have, for who keeps what he has found out about where they stand.
	// They are no part of the state.
	moved    [mostPlayers]uint64
	replaced uint64
}

// NewState returns a state of the program with no men anywhere.
func (p *Program) NewState() *State { return &State{b: make([]byte, p.size)} }

// CopyFrom makes s the same as t without allocating. Both must belong to one program.
func (s *State) CopyFrom(t *State) {
	copy(s.b, t.b)
	s.replaced++
}

// Clone returns a copy.
func (s *State) Clone() *State { return &State{b: append([]byte(nil), s.b...)} }

// Key returns a value that is equal for equal states; it can key a map.
func (s *State) Key() string { return string(s.b) }

// Hash returns a 64-bit hash of the state. Of two words at a time the product is folded,
// as wyhash does (Wang Yi), so that there are half as many products to wait for.
func (s *State) Hash() uint64 {
	h := uint64(14695981039346656037)
	b := s.b
	for len(b) >= 16 {
		high, low := bits.Mul64(binary.LittleEndian.Uint64(b)^0xa0761d6478bd642f, binary.LittleEndian.Uint64(b[8:])^h)
		h = high ^ low
		b = b[16:]
	}
	for _, c := range b {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h ^ h>>32
}

// ofClass returns how many men of one class player q has at each place.
func (s *State) ofClass(p *Program, q, class int) []uint8 {
	at := p.offMen + (q*p.classes+class)*p.Places
	return s.b[at : at+p.Places]
}

// Equal reports whether two states of one program are the same.
func (s *State) Equal(t *State) bool { return string(s.b) == string(t.b) }

func (s *State) men(p *Program, q, f int) int {
	if p.classes == 1 {
		return int(s.b[p.offMen+q*p.Places+f])
	}
	n := 0
	for c := 0; c < p.classes; c++ {
		n += int(s.b[p.offMen+(q*p.classes+c)*p.Places+f])
	}
	return n
}

func (s *State) menOfClass(p *Program, q, c, f int) int {
	return int(s.b[p.offMen+(q*p.classes+c)*p.Places+f])
}

func (s *State) addMen(p *Program, q, c, f, n int) {
	s.b[p.offMen+(q*p.classes+c)*p.Places+f] += uint8(n)
	s.moved[q]++
}

func (s *State) store(p *Program, q, st int) int { return int(s.b[p.offStore+q*len(p.Stores)+st]) }

// inStores reports whether player q has men in one of the stores.
func (s *State) inStores(p *Program, q int, stores []int) bool {
	for _, st := range stores {
		if s.store(p, q, st) > 0 {
			return true
		}
	}
	return false
}

func (s *State) addStore(p *Program, q, st, n int) {
	s.b[p.offStore+q*len(p.Stores)+st] += uint8(n)
}

func (s *State) score(p *Program, q int) int {
	return int(int32(binary.LittleEndian.Uint32(s.b[p.offScore+4*q:])))
}

func (s *State) setScore(p *Program, q, v int) {
	binary.LittleEndian.PutUint32(s.b[p.offScore+4*q:], uint32(int32(v)))
}

func (p *Program) varOff(v, q, width int) int {
	if p.Vars[v].Common {
		return p.Vars[v].off
	}
	return p.Vars[v].off + width*q
}

func (s *State) num(p *Program, v, q int) int {
	o := p.varOff(v, q, 2)
	return int(int16(binary.LittleEndian.Uint16(s.b[o:])))
}

func (s *State) setNum(p *Program, v, q, x int) {
	x = max(-32768, min(32767, x))
	binary.LittleEndian.PutUint16(s.b[p.varOff(v, q, 2):], uint16(int16(x)))
}

func (s *State) setVar(p *Program, v, q int) Set {
	o := p.varOff(v, q, p.setSize)
	if p.setSize == narrow/8 {
		return Set{lo: binary.LittleEndian.Uint64(s.b[o:]), hi: binary.LittleEndian.Uint64(s.b[o+8:])}
	}
	var w [maxSet / 64]uint64
	for i := range p.setSize / 8 {
		w[i] = binary.LittleEndian.Uint64(s.b[o+8*i:])
	}
	return ofWords(&w)
}

func (s *State) putSet(p *Program, v, q int, t Set) {
	o := p.varOff(v, q, p.setSize)
	binary.LittleEndian.PutUint64(s.b[o:], t.lo)
	binary.LittleEndian.PutUint64(s.b[o+8:], t.hi)
	for i := narrow / 8; i < p.setSize; i += 8 {
		w := uint64(0)
		if t.more != nil {
			w = t.more[i/8-narrow/64]
		}
		binary.LittleEndian.PutUint64(s.b[o+i:], w)
	}
}

// active is the place of the man that must go on, or -1.
func (s *State) active() int {
	return int(binary.LittleEndian.Uint16(s.b[hActive:])) - 1
}

// setActive says which man must go on: the one at place f, or none where f is -1.
func (s *State) setActive(f int) {
	binary.LittleEndian.PutUint16(s.b[hActive:], uint16(f+1))
}

func (s *State) lastThrow() int {
	if n := s.b[hThrowN]; n > 0 {
		return int(s.b[hThrows+int(n)-1])
	}
	return -1
}

// partsLeft counts the parts before the next throw that is owed.
func (s *State) partsLeft() int {
	n := int(s.b[hLeftN])
	for i := 0; i < n; i++ {
		if s.b[hLeft+i]&^optional == PartThrow {
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
		if r := p.Parts[s.b[hLeft+i]&^optional].rank; r > rank && r < least {
			least, at = r, i
		}
	}
	return at
}

// isAgain reports whether part i of those left stands before i too.
func (s *State) isAgain(i int) bool {
	for j := range i {
		if (s.b[hLeft+j]^s.b[hLeft+i])&^optional == 0 {
			return true
		}
	}
	return false
}

func (s *State) clearLeft() {
	n := int(s.b[hLeftN])
	for i := 0; i < n; i++ {
		s.b[hLeft+i] = 0
	}
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
	if n >= p.maxLeft {
		s.b[hOver] = overStuck
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
