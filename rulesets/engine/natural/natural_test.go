package natural

import (
	"slices"
	"testing"
)

func TestNaturalOrder(t *testing.T) {
	sorted := []string{"1", "2", "9", "10", "a", "b", "bar", "hand", "r1c2", "r1c10", "r2c1", "throw", "v", "í", "ó"}
	for i := range sorted {
		for j := range sorted {
			if Compare(sorted[i], sorted[j]) < 0 != (i < j) {
				t.Errorf("%s before %s: %v", sorted[i], sorted[j], i >= j)
			}
		}
	}
}

func TestRanks(t *testing.T) {
	if got, want := Ranks([]string{"hand", "10", "9", "hand", "09"}), []int{3, 2, 0, 4, 1}; !slices.Equal(got, want) {
		t.Errorf("%v, expected %v", got, want)
	}
}
