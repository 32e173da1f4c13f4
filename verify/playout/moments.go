package playout

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"math/bits"
)

// The names of the metrics that [Stats] tells of where it has [Moments] of them.
const (
	MetricMoves     = "moves a game with passes"
	MetricUnpassed  = "moves a game without passes"
	MetricTurns     = "turns a game"
	MetricDecisions = "decision moves"
	MetricBranching = "branching factor"
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
}

// Count enters the value of a game, in units of 1/Grain.
func (m *Moments) Count(k int64) {
	m.N++
	m.Sum += k
	m.Squares.addSquare(k)
}

// Add adds the moments of another part of the sample. It is an error when they are
// not of the same metric, or in other units.
func (m *Moments) Add(o *Moments) error {
	if m.Metric != o.Metric || m.Grain != o.Grain || m.Share != o.Share {
		return fmt.Errorf("%s in units of 1/%d cannot be added to %s in units of 1/%d", o.Metric, o.Grain, m.Metric, m.Grain)
	}
	m.N += o.N
	m.Sum += o.Sum
	m.Squares.add(o.Squares)
	return nil
}

// Estimate is the share or the mean, with its interval.
func (m *Moments) Estimate() Estimate {
	if m.Share {
		return Share(int(m.Sum), int(m.N))
	}
	grain := float64(m.Grain)
	return Mean(float64(m.Sum)/grain, m.Squares.float()/grain/grain, int(m.N))
}

// MeanAndVariance are those of the values. The variance is made of whole numbers, so
// that nothing is lost however many there are; NaN of fewer than two.
func (m *Moments) MeanAndVariance() (mean, variance float64) {
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

// Wide is a number of 128 bits that is not negative: squares need more than 64.
type Wide struct{ high, low uint64 }

func (w *Wide) addSquare(k int64) {
	u := uint64(max(k, -k))
	high, low := bits.Mul64(u, u)
	w.add(Wide{high, low})
}

func (w *Wide) add(o Wide) {
	var carry uint64
	w.low, carry = bits.Add64(w.low, o.low, 0)
	w.high, _ = bits.Add64(w.high, o.high, carry)
}

func (w Wide) whole() *big.Int {
	n := new(big.Int).SetUint64(w.high)
	return n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(w.low))
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
	if !ok || n.Sign() < 0 || n.BitLen() > 128 {
		return fmt.Errorf("%q is no whole number from 0 of at most 128 bits", s)
	}
	w.low = new(big.Int).And(n, new(big.Int).SetUint64(math.MaxUint64)).Uint64()
	w.high = n.Rsh(n, 64).Uint64()
	return nil
}
