package measure

import (
	"math"

	"github.com/lectio/lectio/verify/playout"
)

// Test is the comparison of two columns in one metric: Difference is the second
// less the first.
type Test struct {
	A, B       int
	Metric     string
	Share      bool
	From, To   playout.Estimate
	Difference playout.Difference
	// Low and High are the ends of the interval corrected after Bonferroni for all
	// tests of the comparison, Holm the corrected chance.
	Low, High, Holm float64
	Comparisons     int    // so many tests
	Name            string // of the test
	Paired          bool   // games of one number are compared with each other
	LeftOut         int    // pairs, or games of both, in which the metric has no value
	Sign            Sign
	Cut             bool // the run was stopped before all games of the two were played
}

// Level is the chance of calling even one difference that is none, over all tests
// of a comparison or of a ruleset.
const Level = 0.05

// Contest is what a test is made of: pairs, or two samples.
type Contest struct {
	share, Paired bool
	Pairs         []float64
	A, B          []float64
	// Sums are what the two samples come to where games of one were summed up and
	// forgotten: then there are neither pairs nor single values.
	Sums *[2]playout.Moments
}

// Least is of how many a test says something: an interval of two shares that are no
// pairs holds however few there are.
func (x *Contest) Least() int {
	if x.share && !x.Paired {
		return 1
	}
	return LeastGames
}

// Difference makes the test, with an interval at 1 − alpha.
func (x *Contest) Difference(alpha float64) playout.Difference {
	count := func(list []float64, f func(float64) bool) (n int) {
		for _, v := range list {
			if f(v) {
				n++
			}
		}
		return n
	}
	positive := func(v float64) bool { return v > 0 }
	switch {
	case x.Sums != nil && x.share:
		a, b := &x.Sums[0], &x.Sums[1]
		return playout.TwoShares(int(a.Sum), int(a.N), int(b.Sum), int(b.N), alpha)
	case x.Sums != nil:
		return playout.WelchOf(&x.Sums[0], &x.Sums[1], alpha)
	case x.Paired && x.share:
		return playout.PairedShares(count(x.Pairs, positive), count(x.Pairs, func(v float64) bool { return v < 0 }), len(x.Pairs), alpha)
	case x.Paired:
		return playout.PairedMean(x.Pairs, alpha)
	case x.share:
		return playout.TwoShares(count(x.A, positive), len(x.A), count(x.B, positive), len(x.B), alpha)
	}
	return playout.Welch(x.A, x.B, alpha)
}

// Contest compares two samples in the metric: in pairs of games of one number where
// that is asked for and both keep their games.
func (m Metric) Contest(a, b *playout.Stats, paired bool) (Test, Contest) {
	summed := a.Kept != nil || b.Kept != nil
	paired = paired && !summed
	x := Contest{share: m.Share, Paired: paired}
	t := Test{Metric: m.Name, Share: m.Share, Paired: paired}
	switch {
	case summed:
		x.Sums = &[2]playout.Moments{m.Sums(a), m.other().Sums(b)}
		t.LeftOut = a.Played - int(x.Sums[0].N) + b.Played - int(x.Sums[1].N)
	case paired:
		n := min(len(a.Outcomes), len(b.Outcomes))
		v, w := m.each(a.Outcomes[:n], a.Denominator), m.other().each(b.Outcomes[:n], b.Denominator)
		for i := range n {
			if math.IsNaN(v[i]) || math.IsNaN(w[i]) {
				t.LeftOut++
				continue
			}
			x.A, x.B, x.Pairs = append(x.A, v[i]), append(x.B, w[i]), append(x.Pairs, w[i]-v[i])
		}
	default:
		x.A, x.B = m.Values(a), m.other().Values(b)
		t.LeftOut = len(a.Outcomes) - len(x.A) + len(b.Outcomes) - len(x.B)
	}
	switch {
	case paired && m.Share:
		t.Name = "McNemar, exact"
	case paired:
		t.Name = "paired t"
	case m.Share:
		t.Name = "Fisher, exact"
	default:
		t.Name = "Welch t"
	}
	if summed {
		t.From, t.To = x.Sums[0].Estimate(), x.Sums[1].Estimate()
	} else {
		t.From, t.To = m.Estimate(x.A), m.Estimate(x.B)
	}
	t.Difference = x.Difference(Level)
	if paired {
		x.A, x.B = nil, nil // the pairs are all that is tested
	}
	return t, x
}

// SignOf is what a test comes to, by its chance corrected for many comparisons.
// Of fewer than least it says nothing.
func SignOf(corrected float64, d playout.Difference, least int) Sign {
	switch {
	case math.IsNaN(corrected), d.N < least:
		return TooFew
	case d.Same:
		return Alike
	case corrected < Level && d.Value > 0:
		return More
	case corrected < Level && d.Value < 0:
		return Less
	}
	return NoEvidence
}

// Sign says in one character what became of a comparison.
type Sign string

// The signs of a comparison.
const (
	More       Sign = "+" // greater under the reading
	Less       Sign = "-" // less
	NoEvidence Sign = "~" // no evidence of a difference: not that there is none
	Alike      Sign = "=" // every pair of games was alike
	TooFew     Sign = ""  // fewer than ten pairs, or games
)
