package engine

import (
	"math/rand/v2"
	"testing"
)

// Counts are compared as numbers are, at every place and also above 127.
func TestAtLeast(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var n [MaxPlaces]uint8
		for f := range n {
			switch r.IntN(4) {
			case 0:
				n[f] = uint8(r.IntN(256))
			case 1:
				n[f] = uint8(r.IntN(4))
			}
		}
		for _, k := range []int{-300, -1, 0, 1, 2, 3, 126, 127, 128, 129, 255, 256, 1000, r.IntN(256)} {
			got := atLeast(&n, k)
			for f := range n {
				if got.Has(f) != (int(n[f]) >= k) {
					t.Fatalf("%d at place %d, at least %d: %v", n[f], f, k, got.Has(f))
				}
			}
		}
	}
}
