package playout

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"math/bits"
)

// Moments are what the values of a metric come to: how many there are, their sum
// and the sum of their squares, in whole numbers of 1/Grain. Whole numbers can be
// added in any order, so moments of parts of a sample add up to the same moments on
// any number of machines.
type Moments struct {
	Metric  string `json:"metric"`
	Share   bool   `json:"share,omitempty"`
	Grain   int64  `json:"grain"`
	N       int64  `json:"n"`
	Sum     int64  `json:"sum"`
	Squares Wide   `json:"squares"`
	// Ratio is set where the values of all games are taken of the sum of what Per counts.
	Ratio bool `json:"ratio,omitempty"`
	Per   Per  `json:"per,omitzero"`
}

// Per are the sum of what the value of each game is counted of, the sum of their squares
// and that of their products with the values.
type Per struct {
	Sum     int64 `json:"sum"`
	Squares Wide  `json:"squares"`
	Cross   Wide  `json:"cross"`
}

// CountOf enters so many games that add k each to what is counted, of so many.
func (m *Moments) CountOf(k, of, times int64) {
	m.Count(k, times)
	m.Per.Sum += of * times
	m.Per.Squares.addProduct(of, of*times)
	m.Per.Cross.addProduct(k, of*times)
}

// Count enters the value of so many games, in units of 1/Grain.
func (m *Moments) Count(k, times int64) {
	m.N += times
	m.Sum += k * times
	m.Squares.addProduct(k, k*times)
}

// Add adds the moments of another part of the sample. It is an error when they are
// not of the same metric, or in other units.
func (m *Moments) Add(o *Moments) error {
	if m.Metric != o.Metric || m.Grain != o.Grain || m.Share != o.Share || m.Ratio != o.Ratio {
		return fmt.Errorf("%s in units of 1/%d cannot be added to %s in units of 1/%d", o.Metric, o.Grain, m.Metric, m.Grain)
	}
	m.N += o.N
	m.Sum += o.Sum
	m.Squares.add(o.Squares)
	m.Per.Sum += o.Per.Sum
	m.Per.Squares.add(o.Per.Squares)
	m.Per.Cross.add(o.Per.Cross)
	return nil
}

// Estimate is the share or the mean, with its interval.
func (m *Moments) Estimate() Estimate {
	if m.Share {
		return Share(int(m.Sum), int(m.N))
	}
	if m.Ratio {
		value, variance := m.MeanAndVariance()
		return spreadMean(value, variance, int(m.N))
	}
	grain := float64(m.Grain)
	return Mean(float64(m.Sum)/grain, m.Squares.float()/grain/grain, int(m.N))
}

// MeanAndVariance are those of the values, of a ratio those of what [Ratio] makes of them. The variance is made of whole numbers, so
// that nothing is lost however many there are; NaN of fewer than two.
func (m *Moments) MeanAndVariance() (mean, variance float64) {
	if m.Ratio {
		return m.ratio()
	}
	n, sum := big.NewInt(m.N), big.NewInt(m.Sum)
	spread := new(big.Int).Mul(n, m.Squares.whole())
	spread.Sub(spread, sum.Mul(sum, sum))
	grain := float64(m.Grain)
	if m.N < 2 {
		return float64(m.Sum) / grain / float64(m.N), math.NaN()
	}
	f, _ := new(big.Float).SetInt(spread).Float64()
	return float64(m.Sum) / grain / float64(m.N), f / float64(m.N) / float64(m.N-1) / grain / grain
}

// ratio is the ratio of the sums with the variance of its jackknifed values: of n games
// the sum of (x - R·y)², in whole numbers times the square of the sum of y, over (n - 1)
// and the square of the mean of y.
func (m *Moments) ratio() (value, variance float64) {
	if m.N == 0 || m.Per.Sum == 0 {
		return math.NaN(), math.NaN()
	}
	x, y := big.NewInt(m.Sum), big.NewInt(m.Per.Sum)
	value = float64(m.Sum) / float64(m.Per.Sum)
	if m.N < 2 {
		return value, math.NaN()
	}
	product := func(list ...*big.Int) *big.Int {
		out := big.NewInt(1)
		for _, v := range list {
			out.Mul(out, v)
		}
		return out
	}
	sum := product(m.Squares.whole(), y, y)
	sum.Sub(sum, product(big.NewInt(2), m.Per.Cross.whole(), x, y))
	sum.Add(sum, product(m.Per.Squares.whole(), x, x))
	of := float64(m.Per.Sum)
	f, _ := new(big.Float).SetInt(sum).Float64()
	mean := of / float64(m.N)
	return value, f / of / of / float64(m.N-1) / mean / mean
}

// Ratio makes of games, each with what it adds to two sums, what every one contributes to
// the ratio of the first sum to the second: their mean is the ratio, and their spread that
// of the ratio over games, which are the unit (L. A. Jaeckel, "The infinitesimal
// jackknife", 1972; it differs from leaving out one game at a time by one in as many games
// as there are). Shares of decisions are such ratios: a game with many decisions counts for
// as many. NaN of games that add nothing to the second sum.
func Ratio(sums [][2]int64) []float64 {
	x, y, n := 0.0, 0.0, 0.0
	for _, s := range sums {
		if s[1] != 0 {
			x, y, n = x+float64(s[0]), y+float64(s[1]), n+1
		}
	}
	r, mean := x/y, y/n
	out := make([]float64, len(sums))
	for i, s := range sums {
		out[i] = r + (float64(s[0])-r*float64(s[1]))/mean
		if s[1] == 0 {
			out[i] = math.NaN()
		}
	}
	return out
}

// Wide is a number of 128 bits, in two's complement: squares need more than 64.
type Wide struct{ high, low uint64 }

func (w *Wide) addProduct(a, b int64) {
	high, low := bits.Mul64(uint64(max(a, -a)), uint64(max(b, -b)))
	if (a < 0) != (b < 0) {
		high, low = ^high, ^low
		w.add(Wide{0, 1})
	}
	w.add(Wide{high, low})
}

func (w *Wide) add(o Wide) {
	var carry uint64
	w.low, carry = bits.Add64(w.low, o.low, 0)
	w.high, _ = bits.Add64(w.high, o.high, carry)
}

func (w Wide) whole() *big.Int {
	n := big.NewInt(int64(w.high))
	return n.Lsh(n, 64).Add(n, new(big.Int).SetUint64(w.low))
}

// float is the nearest number of 64 bits, the same on every processor.
func (w Wide) float() float64 {
	f, _ := new(big.Float).SetInt(w.whole()).Float64()
	return f
}

// MarshalJSON writes the number as text, as most programs read no whole numbers
// beyond 2 to the 53rd.
func (w Wide) MarshalJSON() ([]byte, error) { return json.Marshal(w.whole().String()) }

// UnmarshalJSON reads what MarshalJSON writes.
func (w *Wide) UnmarshalJSON(text []byte) error {
	var s string
	if err := json.Unmarshal(text, &s); err != nil {
		return err
	}
	n, ok := new(big.Int).SetString(s, 10)
	if !ok || n.BitLen() > 127 {
		return fmt.Errorf("%q is no whole number of at most 128 bits", s)
	}
	w.low = new(big.Int).And(n, new(big.Int).SetUint64(math.MaxUint64)).Uint64()
	w.high = uint64(n.Rsh(n, 64).Int64())
	return nil
}
