package engine

import "math/bits"

// Random is the generator behind every random throw and move: xoshiro256**
// (Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2018)
// seeded by splitmix64. It is written out here, rather than taken from the
// standard library, because generated code has to produce the same numbers:
// the same seed and game number give the same game in every executor, on any
// number of workers.
type Random struct{ s [4]uint64 }

// NewRandom returns the generator of game number game under seed.
func NewRandom(seed, game uint64) *Random {
	r := new(Random)
	r.Reset(seed, game)
	return r
}

// Reset puts the generator at the beginning of game number game under seed.
func (r *Random) Reset(seed, game uint64) {
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
func (r *Random) Next() uint64 {
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
func (r *Random) Below(n int) int {
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
