package measure

import (
	"math"
	"slices"

	"github.com/lectio/lectio/verify/playout"
)

// Test is the comparison of two samples in one metric.
type Test struct {
	Metric string `json:"metric"`
	Of     Metric `json:"-"` // of that name
	Share  bool   `json:"-"`
	// Compared is what all their games come to. Of games between programs that learned, Low and High are the least and
	// the most of the trainings' corrected intervals, which is no interval; those of Difference, From and To are the
	// range over trainings.
	Compared
	Name        string     `json:"test"`                // of the test
	Paired      bool       `json:"paired"`              // games of one number are compared with each other
	Level       float64    `json:"level"`               // of the corrected interval, for all tests together
	Comparisons int        `json:"tests"`               // so many tests are corrected for each other
	LeftOut     int        `json:"left_out"`            // pairs, or games of both, in which the metric has no value, such as the length of a game given up
	Trainings   []Compared `json:"trainings,omitempty"` // what the games of each of the programs that learned come to
	Play        Play       `json:"agent"`               // whose games these are
}

// Compared is what two samples come to in one metric.
type Compared struct {
	// From and To are the metric in the games that the test has; the intervals are at 95 %.
	From playout.Estimate `json:"from"`
	To   playout.Estimate `json:"to"`
	// Difference is To less From, with an interval at 95 % and a chance that takes
	// no account of the other comparisons.
	Difference playout.Difference `json:"difference"`
	// Low and High are the interval that holds for all comparisons at once at 95 % (Bonferroni), Holm
	// the chance corrected by Holm's method.
	Low    playout.Number `json:"corrected_low"`
	High   playout.Number `json:"corrected_high"`
	P      playout.Number `json:"p"` // the chance that takes no account of the others
	Holm   playout.Number `json:"p_corrected"`
	Sign   Sign           `json:"sign"`
	Sample Contest        `json:"-"` // what it was estimated from
}

// Bounds are those told beside the difference: of the corrected interval, or the least and the most difference under one
// training.
func (t *Test) Bounds() (low, high float64) {
	if len(t.Trainings) > 0 {
		return t.Difference.Low, t.Difference.High
	}
	return float64(t.Low), float64(t.High)
}

// Shows reports whether a difference is shown that chance could not have made.
func (c *Compared) Shows() bool { return c.Sign == More || c.Sign == Less }

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

// Test compares two samples of games in the metric: in pairs of games of one number where
// that is asked for and both keep their games.
func (m Metric) Test(play Play, a, b *playout.Stats, paired bool) Test {
	paired = paired && a.Kept == nil && b.Kept == nil
	t := Test{Metric: m.Name, Of: m, Share: m.Share, Play: play, Paired: paired, Level: Level}
	t.Compared, t.LeftOut = m.compare(a, b, paired)
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
	return t
}

// TestLearned compares games between programs that learned, those of each training by themselves; what is said of
// them together is of the games of all: where they are compared in pairs, of just these pairs, so that it is of the games of which
// the range over trainings is.
func (m Metric) TestLearned(a, b []*playout.Stats, paired bool) Test {
	for i := range a {
		paired = paired && a[i].Kept == nil && b[i].Kept == nil
	}
	t := m.Test(Learned, a[0], b[0], paired)
	for i := range a {
		alone, _ := m.compare(a[i], b[i], paired)
		t.Trainings = append(t.Trainings, alone)
	}
	if paired {
		a, b = abreast(a, b)
	}
	t.Compared, t.LeftOut = m.compare(playout.Joined(a), playout.Joined(b), paired)
	return t
}

// abreast are the first games of samples, as many of each as there are of the sample beside it.
func abreast(a, b []*playout.Stats) (as, bs []*playout.Stats) {
	for i := range a {
		n := min(len(a[i].Outcomes), len(b[i].Outcomes))
		x, y := *a[i], *b[i]
		x.Outcomes, y.Outcomes = x.Outcomes[:n:n], y.Outcomes[:n:n]
		as, bs = append(as, &x), append(bs, &y)
	}
	return as, bs
}

// compare sets two samples against each other in the metric; it has no value in what is left out.
func (m Metric) compare(a, b *playout.Stats, paired bool) (c Compared, leftOut int) {
	x := Contest{share: m.Share, Paired: paired}
	switch {
	case a.Kept != nil || b.Kept != nil:
		x.Sums = &[2]playout.Moments{m.Sums(a), m.other().Sums(b)}
		leftOut = a.Played - int(x.Sums[0].N) + b.Played - int(x.Sums[1].N)
		c.From, c.To = x.Sums[0].Estimate(), x.Sums[1].Estimate()
	case paired:
		n := min(len(a.Outcomes), len(b.Outcomes))
		v, w := m.each(a.Outcomes[:n]), m.other().each(b.Outcomes[:n])
		for i := range n {
			if math.IsNaN(v[i]) || math.IsNaN(w[i]) {
				leftOut++
				continue
			}
			x.A, x.B, x.Pairs = append(x.A, v[i]), append(x.B, w[i]), append(x.Pairs, w[i]-v[i])
		}
		c.From, c.To = m.Estimate(x.A), m.Estimate(x.B)
		x.A, x.B = nil, nil // the pairs are all that is tested
	default:
		x.A, x.B = m.Values(a), m.other().Values(b)
		leftOut = len(a.Outcomes) - len(x.A) + len(b.Outcomes) - len(x.B)
		c.From, c.To = m.Estimate(x.A), m.Estimate(x.B)
	}
	c.Difference, c.Sample = x.Difference(Level), x
	c.P = playout.Number(c.Difference.P)
	return c, leftOut
}

// Correct corrects tests for each other, and signs them: those of the program's measures apart from those that somebody has
// written, so that these change nothing of what is said of the others.
func Correct(tests []*Test, least func(*Contest) int) {
	for _, own := range []bool{false, true} {
		correct(slices.DeleteFunc(slices.Clone(tests), func(t *Test) bool { return t.Of.Own != own }), least)
	}
}

// correct corrects tests for each other, those at random and those under each training apart, and signs them. Of
// fewer games, or pairs, than least says a test says nothing. Between programs that learned a
// difference is told only where it shows, to the same side, under every training.
func correct(tests []*Test, least func(*Contest) int) {
	trainings := 0
	for _, t := range tests {
		trainings = max(trainings, len(t.Trainings))
	}
	family := func(of func(*Test) *Compared) {
		var list []*Test
		var chances []float64
		n := 0
		for _, t := range tests {
			if c := of(t); c != nil {
				list, chances = append(list, t), append(chances, float64(c.P))
				if !math.IsNaN(float64(c.P)) {
					n++
				}
			}
		}
		for i, h := range playout.Holm(chances) {
			c := of(list[i])
			wide := c.Sample.Difference(Level / float64(max(n, 1)))
			c.Low, c.High, c.Holm = playout.Number(wide.Low), playout.Number(wide.High), playout.Number(h)
			c.Sign = signOf(h, c.Difference, least(&c.Sample))
			list[i].Comparisons = n
		}
	}
	family(func(t *Test) *Compared {
		if t.Trainings != nil {
			return nil
		}
		return &t.Compared
	})
	for k := range trainings {
		family(func(t *Test) *Compared {
			if k >= len(t.Trainings) {
				return nil
			}
			return &t.Trainings[k]
		})
	}
	for _, t := range tests {
		if t.Trainings != nil {
			t.together()
		}
	}
}

// together makes one of what a test comes to under each training.
func (t *Test) together() {
	t.Sign, t.Holm, t.P = t.Trainings[0].Sign, 0, 0
	t.Low, t.High = playout.Number(math.Inf(1)), playout.Number(math.Inf(-1))
	for _, x := range t.Trainings {
		if x.Sign != t.Sign {
			if t.Sign = NoEvidence; x.Sign == TooFew {
				t.Sign = TooFew
			}
		}
		t.Low, t.High, t.Holm = min(t.Low, x.Low), max(t.High, x.High), max(t.Holm, x.Holm)
		t.P = max(t.P, x.P)
	}
	ranged(&t.Difference.Estimate, t.Trainings, func(x *Compared) float64 { return x.Difference.Value })
	ranged(&t.From, t.Trainings, func(x *Compared) float64 { return x.From.Value })
	ranged(&t.To, t.Trainings, func(x *Compared) float64 { return x.To.Value })
}

// OverTrainings is how a range is called where others have an interval.
const OverTrainings = "range over trainings"

// ranged gives an estimate the least and the most under one training in place of its interval.
func ranged(e *playout.Estimate, list []Compared, of func(x *Compared) float64) {
	e.Low, e.High, e.How = e.Value, e.Value, OverTrainings
	for i := range list {
		if v := of(&list[i]); !math.IsNaN(v) {
			e.Low, e.High = min(e.Low, v), max(e.High, v)
		}
	}
}

// signOf is what a test comes to, by its chance corrected for many comparisons.
// Of fewer than least it says nothing.
func signOf(corrected float64, d playout.Difference, least int) Sign {
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
