package readings

import (
	"math/big"
	"testing"

	"github.com/lectio/lectio/rulesets/engine/random"
)

// The shares of small products are those of the definition, worked out apart: the variance of what is left of a conditional mean, and Shapley's
// value as the mean over all orders in which factors become known.
func TestDecompose(t *testing.T) {
	r := random.New(17, 0)
	for _, levels := range [][]int{{2}, {3, 2}, {2, 2, 2}, {2, 3, 4}, {1, 2, 3}} {
		n := 1
		for _, l := range levels {
			n *= l
		}
		values := make([]int64, n)
		for i := range values {
			values[i] = int64(r.Below(1000)) - 300
		}
		x := Decompose(levels, values)
		// explained is the variance of the mean when the factors of a set are known.
		explained := func(set int) *big.Rat {
			total := new(big.Rat)
			mean := new(big.Rat)
			for i := range values {
				mean.Add(mean, big.NewRat(values[i], int64(n)))
			}
			for i := range values {
				sum, count := int64(0), int64(0)
				for j := range values {
					if agree(levels, i, j, set) {
						sum += values[j]
						count++
					}
				}
				d := new(big.Rat).Sub(big.NewRat(sum, count), mean)
				total.Add(total, d.Mul(d, d).Mul(d, big.NewRat(1, int64(n))))
			}
			return total
		}
		k := len(levels)
		whole := 1<<k - 1
		if x.Variance.Cmp(explained(whole)) != 0 {
			t.Errorf("%v: variance %v, expected %v", levels, x.Variance, explained(whole))
		}
		for set := range 1 << k {
			inside := new(big.Rat)
			for part := range 1 << k {
				if part&^set == 0 {
					inside.Add(inside, x.Of[part])
				}
			}
			if inside.Cmp(explained(set)) != 0 {
				t.Errorf("%v: the parts of set %b come to %v, expected %v", levels, set, inside, explained(set))
			}
		}
		orders := permutations(k)
		for i := range k {
			want := new(big.Rat)
			for _, order := range orders {
				before := 0
				for _, f := range order {
					if f == i {
						break
					}
					before |= 1 << f
				}
				want.Add(want, new(big.Rat).Sub(explained(before|1<<i), explained(before)))
			}
			want.Mul(want, big.NewRat(1, int64(len(orders))))
			if x.Shapley[i].Cmp(want) != 0 {
				t.Errorf("%v: factor %d has %v, expected %v", levels, i, x.Shapley[i], want)
			}
		}
	}
}

// agree reports whether two combinations have the same levels of the factors of a set.
func agree(levels []int, i, j, set int) bool {
	for f := len(levels) - 1; f >= 0; f-- {
		if set>>f&1 == 1 && i%levels[f] != j%levels[f] {
			return false
		}
		i, j = i/levels[f], j/levels[f]
	}
	return true
}

func permutations(n int) (out [][]int) {
	if n == 0 {
		return [][]int{nil}
	}
	for _, p := range permutations(n - 1) {
		for at := range n {
			q := append(append(append([]int{}, p[:at]...), n-1), p[at:]...)
			out = append(out, q)
		}
	}
	return out
}
