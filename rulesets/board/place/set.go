package place

import (
	"encoding/binary"
	"math/bits"
)

// Set is a set of places of one player, of lines of the board, or of whatever else is
// numbered from 0. It is held as bits: bit i stands for place i. The zero value is the
// empty set. Sets are values: every operation but Add and Load returns a new one.
type Set struct{ words [MaxLines / 64]uint64 }

// SetOf returns the set that holds the given places. Numbers outside
// 0..1023 are ignored, so that a place off the board is in no set.
func SetOf(places ...int) Set {
	var s Set
	for _, p := range places {
		s.Add(p)
	}
	return s
}

// FirstN returns the set of places 0..n-1.
func FirstN(n int) Set {
	var s Set
	for i := range s.words {
		s.words[i] = 1<<uint(min(max(n-64*i, 0), 64)) - 1 // a shift by 64 leaves nothing, and less one is all
	}
	return s
}

// Has reports whether place p is in the set; a place off the board never is.
func (s Set) Has(p int) bool {
	return uint(p) < MaxLines && s.words[p/64]>>uint(p%64)&1 != 0
}

// With returns the set with p added.
func (s Set) With(p int) Set {
	s.Add(p)
	return s
}

// Add puts p into a set that is being made.
func (s *Set) Add(p int) {
	if uint(p) < MaxLines {
		s.words[p/64] |= 1 << uint(p%64)
	}
}

// And returns the intersection.
func (s Set) And(t Set) Set {
	for i := range s.words {
		s.words[i] &= t.words[i]
	}
	return s
}

// Or returns the union.
func (s Set) Or(t Set) Set {
	for i := range s.words {
		s.words[i] |= t.words[i]
	}
	return s
}

// Minus returns the places of s that are not in t.
func (s Set) Minus(t Set) Set {
	for i := range s.words {
		s.words[i] &^= t.words[i]
	}
	return s
}

// Count returns how many places the set holds.
func (s Set) Count() int {
	n := 0
	for _, w := range s.words {
		n += bits.OnesCount64(w)
	}
	return n
}

// Empty reports whether the set holds nothing.
func (s Set) Empty() bool { return s == Set{} }

// In reports whether every place of s is in t.
func (s Set) In(t Set) bool {
	for i, w := range s.words {
		if w&^t.words[i] != 0 {
			return false
		}
	}
	return true
}

// First returns the least place of the set, or -1 when it is empty; with
// [Set.From] it walks a set:
//
//	for p := s.First(); p >= 0; p = s.From(p + 1) { … }
func (s Set) First() int { return s.From(0) }

// From returns the least place of the set from p on, or -1; p is not negative.
func (s *Set) From(p int) int {
	if p >= MaxLines {
		return -1
	}
	if w := s.words[p/64] >> uint(p%64); w != 0 {
		return p + bits.TrailingZeros64(w)
	}
	return s.fromWord(p/64 + 1)
}

// fromWord returns the least place of the set that the words from k on hold, or -1.
func (s *Set) fromWord(k int) int {
	for ; k < len(s.words); k++ {
		if w := s.words[k]; w != 0 {
			return 64*k + bits.TrailingZeros64(w)
		}
	}
	return -1
}

// RowFrom returns the last place of the unbroken row that a place of the set begins.
func (s *Set) RowFrom(first int) int {
	last := first
	for s.Has(last + 1) {
		last++
	}
	return last
}

// Last returns the greatest place of the set, or -1 when it is empty.
func (s Set) Last() int {
	for i := len(s.words) - 1; i >= 0; i-- {
		if w := s.words[i]; w != 0 {
			return 64*i + 63 - bits.LeadingZeros64(w)
		}
	}
	return -1
}

// Places lists the set in ascending order.
func (s Set) Places() []int {
	var out []int
	for p := s.First(); p >= 0; p = s.From(p + 1) {
		out = append(out, p)
	}
	return out
}

// Load makes the set the one whose bits are in b, the lowest byte first: eight bytes for
// every 64 members.
func (s *Set) Load(b []byte) {
	*s = Set{}
	for i := range len(b) / 8 {
		s.words[i] = binary.LittleEndian.Uint64(b[8*i:])
	}
}

// Store writes into b as many of the bits as it has room for.
func (s *Set) Store(b []byte) {
	for i := range len(b) / 8 {
		binary.LittleEndian.PutUint64(b[8*i:], s.words[i])
	}
}
