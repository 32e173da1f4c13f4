// Package random draws numbers for throws and moves: the same seed and game number give
// the same game in every executor, on any number of workers.
//
//	r := random.New(seed, game)
//	k := r.Below(36) // a number from 0 to 35, each equally likely
//
// Generated code draws the same numbers by the same steps; what is changed here has to
// be changed there.
package random

import "math/bits"

// Source is the generator behind every random throw and move: xoshiro256**
// (Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2018)
// seeded by splitmix64. It is written out here, rather than taken from the
// standard library, because generated code has to produce the same numbers.
type Source struct{ s [4]uint64 }

// New returns the generator of game number game under seed.
func New(seed, game uint64) *Source {
	r := new(Source)
	r.Reset(seed, game)
	return r
}

// Reset puts the generator at the beginning of game number game under seed.
func (r *Source) Reset(seed, game uint64) {
	x := seed ^ game*0xd1342543de82ef95
	for i := range r.s {
		x += 0x9e3779b97f4a7c15
		z := x
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		r.s[i] = z ^ z>>31
	}
}

// Next returns the next 64 random bits.
func (r *Source) Next() uint64 {
	s := &r.s
	out := bits.RotateLeft64(s[1]*5, 7) * 9
	t := s[1] << 17
	s[2] ^= s[0]
	s[3] ^= s[1]
	s[1] ^= s[2]
	s[0] ^= s[3]
	s[2] ^= t
	s[3] = bits.RotateLeft64(s[3], 45)
	return out
}

// Below returns a number in 0..n-1, each equally likely; n must be positive.
// It takes the upper 32 bits of a draw and rejects the uneven remainder
// (Lemire, "Fast random integer generation in an interval", 2019, with 32-bit
// draws, because core WebAssembly has no 128-bit product).
func (r *Source) Below(n int) int {
	bound := uint64(uint32(n))
	m := (r.Next() >> 32) * bound
	if uint32(m) < uint32(n) {
		threshold := -uint32(n) % uint32(n)
		for uint32(m) < threshold {
			m = (r.Next() >> 32) * bound
		}
	}
	return int(m >> 32)
}

// Pick draws one of n moves, where they are what is left of as many as there were before,
// and returns its index. legal gives the number that the k-th of those before has among
// the moves, or -1. Of one move before it is taken without a draw. Otherwise a number k
// below before is drawn, and if the k-th is a move it is taken. If it is not, the only
// move is taken without another draw, and of several the one of a number drawn below n. So
// each is drawn with the chance 1/before + (before-n)/before · 1/n = 1/n, and whoever
// draws need not know of every one whether it is a move.
func (r *Source) Pick(n, before int, legal func(k int) int) int {
	if before == 1 {
		return 0
	}
	k := r.Below(before)
	if before == n {
		return k
	}
	if i := legal(k); i >= 0 {
		return i
	}
	if n == 1 {
		return 0
	}
	return r.Below(n)
}
