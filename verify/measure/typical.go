package measure

import (
	"math"

	"github.com/lectio/lectio/verify/playout"
)

// Typical looks in two samples of games of the same numbers for the number that shows a difference of the metric best: the game of
// each is near what the metric comes to there, from and to, and of several the shortest two are taken. It returns the place of the games
// in their samples and how far they are from that; -1 where no games differ that way.
func (m Metric) Typical(a, b *playout.Stats, from, to float64) (at int, far float64) {
	v, w := m.alone(a), m.other().alone(b)
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

// alone is what the metric comes to in each game by itself, NaN where a game has none.
func (m Metric) alone(s *playout.Stats) []float64 {
	out := m.each(s.Outcomes, s.Denominator)
	if m.per != nil { // of a ratio that is not what the game adds to the one of all games
		for i := range out {
			x := &s.Outcomes[i]
			out[i] = m.of(x) / float64(m.per(x))
		}
	}
	return out
}
