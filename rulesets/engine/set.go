package engine

import "math/bits"

const (
	// MaxPlaces is the greatest number of places that a board can have.
	MaxPlaces = 512
	// MaxLines is the greatest number of lines that a board can have.
	MaxLines = 1024
	// MaxThrows is the greatest number of distinct throws; a state remembers a
	// throw in a byte.
	MaxThrows = 256

	// mostMembers is how many members a set has room for.
	mostMembers = max(MaxPlaces, MaxLines, MaxThrows)
)

// Set is a set of places of one player (or of lines of the board, or of throws),
// held as a bit set: bit i stands for place i. The zero value is the empty set.
// Sets are values: every operation returns a new one.
type Set struct{ words [mostMembers / 64]uint64 }

// SetOf returns the set that holds the given places. Numbers outside
// 0..1023 are ignored, so that a place off the board is in no set.
func SetOf(places ...int) Set {
	var s Set
	for _, p := range places {
		s.add(p)
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
	return uint(p) < mostMembers && s.words[p/64]>>uint(p%64)&1 != 0
}

// With returns the set with p added.
func (s Set) With(p int) Set {
	s.add(p)
	return s
}

// add puts p into a set that is being made.
func (s *Set) add(p int) {
	if uint(p) < mostMembers {
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

// Equal reports whether two sets hold the same places.
func (s Set) Equal(t Set) bool { return s == t }

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
func (s Set) In(t Set) bool { return s.Minus(t).Empty() }

// First returns the least place of the set, or -1 when it is empty; with
// [Set.from] it walks a set:
//
//	for p := s.First(); p >= 0; p = s.from(p + 1) { … }
func (s Set) First() int { return s.from(0) }

// from returns the least place of the set from p on, or -1; p is not negative.
func (s *Set) from(p int) int {
	for p < mostMembers {
		if w := s.words[p/64] >> uint(p%64); w != 0 {
			return p + bits.TrailingZeros64(w)
		}
		p = (p/64 + 1) * 64
	}
	return -1
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
	for p := s.First(); p >= 0; p = s.from(p + 1) {
		out = append(out, p)
	}
	return out
}
