package engine

import (
	"math/rand/v2"
	"testing"
)

// Counts are compared as numbers are, at every place and also above 127, on boards
// of all sizes.
func TestAtLeast(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		n := make([]uint8, 1+r.IntN(MaxPlaces))
		for f := range n {
			switch r.IntN(4) {
			case 0:
				n[f] = uint8(r.IntN(256))
			case 1:
				n[f] = uint8(r.IntN(4))
			}
		}
		for _, k := range []int{1, 2, 3, 126, 127, 128, 129, 255, 256, 1000, 1 + r.IntN(255)} {
			got := atLeast(n, k)
			for f := range MaxPlaces {
				if want := f < len(n) && int(n[f]) >= k; got.Has(f) != want {
					t.Fatalf("%d places, place %d, at least %d: %v", len(n), f, k, got.Has(f))
				}
			}
			if got.Last() >= len(n) {
				t.Fatalf("at least %d: place %d of %d", k, got.Last(), len(n))
			}
		}
	}
}
