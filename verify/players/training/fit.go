package training

import (
	"math"

	"github.com/lectio/lectio/verify/players"
)

// The fit is made in numbers that come out alike on every machine: a product is written as
// float64(a*b), which keeps a compiler from fusing it with a sum (The Go Programming Language
// Specification, Floating-point operators), sums have one order, and the exponential is our own (players.Logistic).

// samples are positions with what became of them: of each the numbers of its form that are not 0,
// and for every output what the game came to for that player, from 0 to 1.
type samples struct {
	outputs int
	begins  []int32 // where the numbers of each position begin, and behind the last of them
	index   []int32
	count   []int16
	target  []float32 // by position and output
}

func newSamples(outputs int) *samples { return &samples{outputs: outputs, begins: []int32{0}} }

func (s *samples) len() int { return len(s.begins) - 1 }

// add adds a number to the position being entered; close ends it.
func (s *samples) add(i, n int) {
	s.index = append(s.index, int32(i))
	s.count = append(s.count, int16(n))
}

func (s *samples) close() { s.begins = append(s.begins, int32(len(s.index))) }

// Of the fit: how often all samples are gone through, and how far the first step goes.
const (
	passes   = 4
	stepSize = 0.25
	// meanEvery is after how many positions weights are taken into their mean, in the second half.
	meanEvery = 1000
)

// fit finds weights for all outputs, each of size numbers, by logistic regression: steps along the
// gradient of single positions, the shorter for a number the more it has been changed (Duchi, Hazan and
// Singer, "Adaptive subgradient methods for online learning", 2011). order draws the order of positions.
func fit(s *samples, size int, below func(n int) int) []float64 {
	most := make([]float64, size) // numbers are brought to at most 1
	for k, i := range s.index {
		most[i] = max(most[i], math.Abs(float64(s.count[k])))
	}
	x := make([]float64, len(s.index))
	for k, i := range s.index {
		x[k] = float64(s.count[k]) / most[i]
	}
	out := make([]float64, s.outputs*size)
	order := make([]int32, s.len())
	for i := range order {
		order[i] = int32(i)
	}
	moved, mean := make([]float64, size), make([]float64, size)
	for o := range s.outputs {
		w := out[o*size:][:size]
		clear(moved)
		clear(mean)
		taken := 0
		for pass := range passes {
			for i := len(order) - 1; i > 0; i-- {
				j := below(i + 1)
				order[i], order[j] = order[j], order[i]
			}
			for i, p := range order {
				if pass >= passes/2 && i%meanEvery == 0 {
					for k, v := range w {
						mean[k] += v
					}
					taken++
				}
				from, to := s.begins[p], s.begins[p+1]
				z := 0.0
				for k := from; k < to; k++ {
					z += float64(x[k] * w[s.index[k]])
				}
				g := float64(s.target[int(p)*s.outputs+o]) - players.Logistic(z)
				if g == 0 {
					continue
				}
				for k := from; k < to; k++ {
					i := s.index[k]
					d := float64(g * x[k])
					moved[i] += float64(d * d)
					w[i] += float64(stepSize*d) / math.Sqrt(moved[i])
				}
			}
		}
		for i := range w {
			w[i] = mean[i] / float64(max(taken, 1)) / max(most[i], 1)
		}
	}
	return out
}
