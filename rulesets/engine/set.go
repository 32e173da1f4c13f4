package engine

import "math/bits"

const (
	// MaxPlaces is the greatest number of places that a board can have.
	MaxPlaces = 512
	// MaxLines is the greatest number of lines that a board can have.
	MaxLines = 512
	// MaxThrows is the greatest number of distinct throws; a state remembers a
	// throw in a byte.
	MaxThrows = 256
)

const (
	narrow  = 128 // members that a Set holds without memory of its own
	maxSet  = MaxPlaces
	moreLen = (maxSet - narrow) / 64
)

// Set is a set of places of one player (or of lines of the board, or of throws),
// held as a bit set: bit i stands for place i. The zero value is the empty set.
// Sets are values: every operation returns a new one. They are compared with
// [Set.Equal].
//
// Places from 128 on stand in memory of their own, which is never written again
// once the set has been handed out; a set without such places has none, so that
// the games there are, whose boards are smaller, pay for no more than a test, and
// no operation on their sets allocates.
type Set struct {
	_      [0]func() // two equal sets may differ in where their members are kept
	lo, hi uint64
	more   *more
}

// more holds the places from 128 on; in a set one at least is there.
type more [moreLen]uint64

// SetOf returns the set that holds the given places. Numbers outside
// 0..MaxPlaces-1 are ignored, so that a place off the board is in no set.
func SetOf(places ...int) Set {
	var s Set
	for _, p := range places {
		s.add(p)
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
	case n < narrow:
		return Set{lo: ^uint64(0), hi: 1<<uint(n-64) - 1}
	}
	s := Set{lo: ^uint64(0), hi: ^uint64(0)}
	if n > narrow {
		m := new(more)
		for i := range m {
			m[i] = ^uint64(0)
			if k := n - narrow - 64*i; k < 64 {
				m[i] = 1<<uint(max(k, 0)) - 1
			}
		}
		s.more = m
	}
	return s
}

// Has reports whether place p is in the set; a place off the board never is.
func (s Set) Has(p int) bool {
	if uint(p) < 64 {
		return s.lo>>uint(p)&1 != 0
	}
	if uint(p) < narrow {
		return s.hi>>uint(p-64)&1 != 0
	}
	return s.more != nil && s.more.has(p)
}

func (m *more) has(p int) bool {
	return uint(p) < maxSet && m[(p-narrow)/64]>>uint(p%64)&1 != 0
}

// With returns the set with p added.
func (s Set) With(p int) Set {
	if uint(p) >= narrow && s.more != nil {
		m := *s.more
		s.more = &m
	}
	s.add(p)
	return s
}

// add puts p into a set that is being made: nobody else has it yet, so that what
// it keeps can be written.
func (s *Set) add(p int) {
	if uint(p) < 64 {
		s.lo |= 1 << uint(p)
	} else if uint(p) < narrow {
		s.hi |= 1 << uint(p-64)
	} else if uint(p) < maxSet {
		s.more = s.more.add(p)
	}
}

func (m *more) add(p int) *more {
	if m == nil {
		m = new(more)
	}
	m[(p-narrow)/64] |= 1 << uint(p%64)
	return m
}

// addAll puts the places of t into a set that is being made.
func (s *Set) addAll(t Set) {
	s.lo |= t.lo
	s.hi |= t.hi
	if t.more != nil {
		s.more = s.more.addAll(t.more)
	}
}

//go:noinline
func (m *more) addAll(n *more) *more {
	if m == nil {
		m = new(more)
	}
	for i, w := range n {
		m[i] |= w
	}
	return m
}

// And returns the intersection.
func (s Set) And(t Set) Set {
	s.lo &= t.lo
	s.hi &= t.hi
	if s.more != nil {
		return s.and(t)
	}
	return s
}

// Or returns the union.
func (s Set) Or(t Set) Set {
	s.lo |= t.lo
	s.hi |= t.hi
	if t.more != nil {
		return s.or(t)
	}
	return s
}

// Minus returns the places of s that are not in t.
func (s Set) Minus(t Set) Set {
	s.lo &^= t.lo
	s.hi &^= t.hi
	if s.more != nil {
		return s.minus(t)
	}
	return s
}

// The operations on what a set holds beyond its two words stand apart, so that
// those on the two words are written out wherever they are used.

//go:noinline
func (s Set) and(t Set) Set {
	if t.more == nil {
		s.more = nil
		return s
	}
	var m more
	for i := range m {
		m[i] = s.more[i] & t.more[i]
	}
	s.more = m.keep()
	return s
}

//go:noinline
func (s Set) or(t Set) Set {
	if s.more == nil {
		s.more = t.more
		return s
	}
	var m more
	for i := range m {
		m[i] = s.more[i] | t.more[i]
	}
	s.more = m.keep()
	return s
}

//go:noinline
func (s Set) minus(t Set) Set {
	if t.more == nil {
		return s
	}
	var m more
	for i := range m {
		m[i] = s.more[i] &^ t.more[i]
	}
	s.more = m.keep()
	return s
}

// keep is m for a set to hold: nil when nothing is in it.
func (m *more) keep() *more {
	if *m == (more{}) {
		return nil
	}
	out := new(more)
	*out = *m
	return out
}

// Equal reports whether two sets hold the same places.
func (s Set) Equal(t Set) bool {
	return s.lo == t.lo && s.hi == t.hi && (s.more == t.more || s.more != nil && t.more != nil && *s.more == *t.more)
}

// meets reports whether some place is in both sets.
func (s Set) meets(t Set) bool {
	return s.lo&t.lo|s.hi&t.hi != 0 || s.more != nil && t.more != nil && s.more.meets(t.more)
}

func (m *more) meets(n *more) bool {
	for i := range m {
		if m[i]&n[i] != 0 {
			return true
		}
	}
	return false
}

// Count returns how many places the set holds.
func (s Set) Count() int {
	n := bits.OnesCount64(s.lo) + bits.OnesCount64(s.hi)
	if s.more != nil {
		n += s.more.count()
	}
	return n
}

func (m *more) count() int {
	n := 0
	for _, w := range m {
		n += bits.OnesCount64(w)
	}
	return n
}

// Empty reports whether the set holds nothing.
func (s Set) Empty() bool { return s.lo|s.hi == 0 && s.more == nil }

// In reports whether every place of s is in t.
func (s Set) In(t Set) bool {
	return s.lo&^t.lo|s.hi&^t.hi == 0 && (s.more == nil || s.more.in(t.more))
}

func (m *more) in(n *more) bool {
	if n == nil {
		return false
	}
	out := uint64(0)
	for i := range m {
		out |= m[i] &^ n[i]
	}
	return out == 0
}

// First returns the least place of the set, or -1 when it is empty; with
// [Set.from] it walks a set:
//
//	for p := s.First(); p >= 0; p = s.from(p + 1) { … }
func (s Set) First() int {
	if s.lo != 0 {
		return bits.TrailingZeros64(s.lo)
	}
	return s.beyond(0)
}

// from returns the least place of the set from p on, or -1; p is not negative.
func (s Set) from(p int) int {
	if w := s.lo >> uint(p); w != 0 { // nothing is left of a word that is shifted so far
		return p + bits.TrailingZeros64(w)
	}
	return s.beyond(p)
}

// beyond returns the least place of the set from p on that is not in its first word, or -1.
func (s Set) beyond(p int) int {
	k := max(p-64, 0)
	if w := s.hi >> uint(k); w != 0 {
		return 64 + k + bits.TrailingZeros64(w)
	}
	if s.more == nil {
		return -1
	}
	return s.more.from(max(p, narrow))
}

// from returns the least place from p on, or -1.
func (m *more) from(p int) int {
	for p < maxSet {
		if w := m[(p-narrow)/64] >> uint(p&63); w != 0 {
			return p + bits.TrailingZeros64(w)
		}
		p = (p/64 + 1) * 64
	}
	return -1
}

// Last returns the greatest place of the set, or -1 when it is empty.
func (s Set) Last() int {
	if s.more != nil {
		for i := moreLen - 1; i >= 0; i-- {
			if w := s.more[i]; w != 0 {
				return narrow + 64*i + 63 - bits.LeadingZeros64(w)
			}
		}
	}
	if s.hi != 0 {
		return 127 - bits.LeadingZeros64(s.hi)
	}
	if s.lo != 0 {
		return 63 - bits.LeadingZeros64(s.lo)
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

// words are the set as bits, 64 to a word.
func (s Set) words() (w [maxSet / 64]uint64) {
	w[0], w[1] = s.lo, s.hi
	if s.more != nil {
		copy(w[2:], s.more[:])
	}
	return w
}

// ofWords is the set whose bits are given.
func ofWords(w *[maxSet / 64]uint64) Set {
	return Set{lo: w[0], hi: w[1], more: (*more)(w[2:]).keep()}
}
