package solve

import (
	"time"

	"github.com/lectio/lectio/rulesets/engine"
)

// Empty is a graph without positions.
func Empty(p *engine.Program) *Graph { return empty(p, nil) }

// Kept is a state as the positions of a graph are kept.
func (g *Graph) Kept(s *engine.State) []byte {
	image := make([]byte, g.pack.image.Size)
	g.pack.image.Put(image, s)
	g.canonical(image, nil)
	return image
}

// Stopped is what each position is worth to who is to move, about, where each turn is the last with so small a chance, and then worth one half.
func (g *Graph) Stopped(chance float64, sweeps int) []float64 {
	v := make([]float64, g.Positions())
	for i := range v {
		v[i] = 0.5
	}
	for range sweeps {
		for i := range v {
			sum, all := 0.0, 0.0
			for ways, among := range g.Following(i).Throws() {
				best := 0.0
				for _, f := range among {
					switch {
					case f == endWon:
						best = 1
					case f == endNone:
						best = max(best, 0.5)
					case f == endLost:
					case f&1 != 0:
						best = max(best, 1-v[f>>1])
					default:
						best = max(best, v[f>>1])
					}
				}
				sum += float64(ways) * best
				all += float64(ways)
			}
			v[i] = chance/2 + (1-chance)*sum/all
		}
	}
	return v
}

// Blocks is how many blocks are worked out one after the other.
func (g *Graph) Blocks() int { return len(g.blocks) - 1 }

// KeepEvery has positions be kept so often while others are found.
func KeepEvery(d time.Duration) { keepEvery = d }

// InStrata has no room for what follows from all positions, and makes a block of each stratum, until whole is called.
func InStrata() (whole func()) {
	share, few := keptShare, worthwhile
	keptShare, worthwhile = 1<<50, 1
	return func() { keptShare, worthwhile = share, few }
}

// Mirrored keeps of positions that mirror each other one alone, from so many on, until whole is called.
func Mirrored(beyond int) (whole func()) {
	was := mirrorBeyond
	mirrorBeyond = beyond
	return func() { mirrorBeyond = was }
}
