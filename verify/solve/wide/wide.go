// Package wide adds up products of whole numbers in 128 bits, so that bounds are rounded where that is meant and nowhere else.
package wide

import "math/bits"

// Sum is a sum of products; at first it is 0.
type Sum struct{ high, low uint64 }

// Add adds a product.
func (s *Sum) Add(a, b uint64) {
	high, low := bits.Mul64(a, b)
	var carry uint64
	s.low, carry = bits.Add64(s.low, low, 0)
	s.high += high + carry
}

// Over is the sum divided by a number that is greater than any by which it was multiplied, rounded down and up.
func (s Sum) Over(n uint64) (down, up uint64) {
	down, rest := bits.Div64(s.high, s.low, n)
	if rest > 0 {
		return down, down + 1
	}
	return down, down
}
