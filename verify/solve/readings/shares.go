package readings

import (
	"math/big"
	"math/bits"
)

// Shares are how the variance of a function of several factors, each level of a factor as likely as any other and factors
// independent, comes from each factor and from each set of them that interact: the decomposition of Hoeffding ("A class of
// statistics with asymptotically normal distribution", 1948), and of it the effects of Shapley (Owen, "Sobol' indices and
// Shapley value", 2014), which give each of those that interact the same part of it. It is exact: numbers are fractions.
type Shares struct {
	Mean, Variance *big.Rat
	// Of is the variance that a set of factors brings together and no smaller set does, by the set: bit i stands for factor i.
	Of []*big.Rat
	// Shapley is the variance that falls to each factor. All of them together are Variance.
	Shapley []*big.Rat
}

// mostCombinations keeps sums within 64 bits: so many values of 48 bits each.
const mostCombinations = 1 << 15

// Decompose decomposes a function given by its values for all combinations, of factors with so many levels; the level of the last factor
// changes fastest. Values are whole numbers of at most 48 bits, and there are at most 2^15 of them.
func Decompose(levels []int, values []int64) *Shares {
	k, all := len(levels), big.NewInt(int64(len(values)))
	square := new(big.Int).Mul(all, all)
	// closed is, by the set of factors, the variance of the means when these are held; times the square of how many combinations there are.
	closed := make([]*big.Int, 1<<k)
	sumOut(levels, values, 0, 0, func(set uint, sums []int64) {
		total, x := new(big.Int), new(big.Int)
		for _, s := range sums {
			total.Add(total, x.Mul(x.SetInt64(s), x))
		}
		closed[set] = total.Mul(total, big.NewInt(int64(len(sums))))
	})
	none := new(big.Int).Set(closed[0]) // the square of the sum
	for _, c := range closed {
		c.Sub(c, none)
	}
	x := &Shares{Of: make([]*big.Rat, 1<<k), Shapley: make([]*big.Rat, k)}
	x.Variance = new(big.Rat).SetFrac(closed[1<<k-1], square)
	sum := new(big.Int)
	for _, v := range values {
		sum.Add(sum, big.NewInt(v))
	}
	x.Mean = new(big.Rat).SetFrac(sum, all)
	// What a set brings is what it has without what its parts have (the inversion of Möbius), a factor at a time.
	for i := range k {
		for set := range closed {
			if set>>i&1 == 1 {
				closed[set].Sub(closed[set], closed[set&^(1<<i)])
			}
		}
	}
	for i := range k {
		x.Shapley[i] = new(big.Rat)
	}
	for set, c := range closed {
		x.Of[set] = new(big.Rat).SetFrac(c, square)
		for i := range k {
			if set>>i&1 == 1 {
				part := big.NewRat(1, int64(bits.OnesCount(uint(set))))
				x.Shapley[i].Add(x.Shapley[i], part.Mul(part, x.Of[set]))
			}
		}
	}
	return x
}

// sumOut gives, for every set of factors, the sums of the values over all others. The first n factors have been decided on, and held are
// those of them that are held: of these sums has an entry for each combination, and of the rest of the factors as well.
func sumOut(levels []int, sums []int64, n int, held uint, give func(set uint, sums []int64)) {
	if n == len(levels) {
		give(held, sums)
		return
	}
	sumOut(levels, sums, n+1, held|1<<n, give)
	inner := 1 // combinations of the factors after this
	for _, l := range levels[n+1:] {
		inner *= l
	}
	out := make([]int64, len(sums)/levels[n])
	for i, s := range sums {
		out[i/(inner*levels[n])*inner+i%inner] += s
	}
	sumOut(levels, out, n+1, held, give)
}
