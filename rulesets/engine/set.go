package engine

import "math/bits"

// MaxPlaces is the greatest number of places, and of lines, that a board can
// have. A Set is two machine words; widening it is a change to this file alone.
const MaxPlaces = 128

// Set is a set of places of one player (or of lines of the board), held as a
// bit set: bit i stands for place i. The zero value is the empty set. Sets are
// values: every operation returns a new one and none allocates.
type Set struct{ lo, hi uint64 }

// SetOf returns the set that holds the given places. Numbers outside
// 0..MaxPlaces-1 are ignored, so that a place off the board is in no set.
func SetOf(places ...int) Set {
	var s Set
	for _, p := range places {
		s = s.With(p)
	}
	return s
}

// FirstN returns the set of places 0..n-1.
func FirstN(n int) Set {
	switch {
	case n <= 0:
		return Set{}
	case n < 64:
		return Set{lo: 1<<uint(n) - 1}
	case n == 64:
		return Set{lo: ^uint64(0)}
	case n < 128:
		return Set{lo: ^uint64(0), hi: 1<<uint(n-64) - 1}
	}
	return Set{^uint64(0), ^uint64(0)}
}

// Has reports whether place p is in the set; a place off the board never is.
func (s Set) Has(p int) bool {
	if uint(p) < 64 {
		return s.lo>>uint(p)&1 != 0
	}
	if uint(p) < 128 {
		return s.hi>>uint(p-64)&1 != 0
	}
	return false
}

// With returns the set with p added.
func (s Set) With(p int) Set {
	if uint(p) < 64 {
		s.lo |= 1 << uint(p)
	} else if uint(p) < 128 {
		s.hi |= 1 << uint(p-64)
	}
	return s
}

// And returns the intersection.
func (s Set) And(t Set) Set { return Set{s.lo & t.lo, s.hi & t.hi} }

// Or returns the union.
func (s Set) Or(t Set) Set { return Set{s.lo | t.lo, s.hi | t.hi} }

// Minus returns the places of s that are not in t.
func (s Set) Minus(t Set) Set { return Set{s.lo &^ t.lo, s.hi &^ t.hi} }

// Count returns how many places the set holds.
func (s Set) Count() int { return bits.OnesCount64(s.lo) + bits.OnesCount64(s.hi) }

// Empty reports whether the set holds nothing.
func (s Set) Empty() bool { return s.lo|s.hi == 0 }

// In reports whether every place of s is in t.
func (s Set) In(t Set) bool { return s.lo&^t.lo|s.hi&^t.hi == 0 }

// First returns the least place of the set, or -1 when it is empty.
func (s Set) First() int {
	if s.lo != 0 {
		return bits.TrailingZeros64(s.lo)
	}
	if s.hi != 0 {
		return 64 + bits.TrailingZeros64(s.hi)
	}
	return -1
}

// Last returns the greatest place of the set, or -1 when it is empty.
func (s Set) Last() int {
	if s.hi != 0 {
		return 127 - bits.LeadingZeros64(s.hi)
	}
	if s.lo != 0 {
		return 63 - bits.LeadingZeros64(s.lo)
	}
	return -1
}

// next removes the least place from the set and returns it; it walks a set:
//
//	for p := s.next(); p >= 0; p = s.next() { … }
func (s *Set) next() int {
	if s.lo != 0 {
		p := bits.TrailingZeros64(s.lo)
		s.lo &= s.lo - 1
		return p
	}
	if s.hi != 0 {
		p := 64 + bits.TrailingZeros64(s.hi)
		s.hi &= s.hi - 1
		return p
	}
	return -1
}

// Places lists the set in ascending order.
func (s Set) Places() []int {
	var out []int
	for p := s.next(); p >= 0; p = s.next() {
		out = append(out, p)
	}
	return out
}
