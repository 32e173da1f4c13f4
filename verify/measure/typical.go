package measure

import (
	"math"

	"github.com/lectio/lectio/verify/playout"
)

// Typical looks in two samples of games of the same numbers for the number that shows a difference of the metric best: the game of
// each is near what the metric comes to there, from and to, and of several the shortest two are taken. It returns the place of the games
// in their samples and how far they are from that; -1 where no games differ that way.
func (m Metric) Typical(a, b *playout.Stats, from, to float64) (at int, far float64) {
	v, w := m.alone(a.Outcomes), m.other().alone(b.Outcomes)
	at, far = -1, math.Inf(1)
	plies := func(i int) int32 { return a.Outcomes[i].Plies + b.Outcomes[i].Plies }
	for i := range min(len(v), len(w)) {
		if !((w[i]-v[i])*(to-from) > 0) { // a game without a value shows nothing
			continue
		}
		d := math.Abs(v[i]-from) + math.Abs(w[i]-to)
		if d < far || d == far && plies(i) < plies(at) {
			at, far = i, d
		}
	}
	return at, far
}
