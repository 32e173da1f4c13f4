package measure

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/verify/playout"
)

// twoSides is the frame of a game with two sides, a winner and points.
func twoSides(t *testing.T) *Frame {
	t.Helper()
	g, errs := bundled.Corpus(t).Find("mylna").Game(nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	f := FrameOf(g)
	if len(f.Players) != 2 || !f.Winners || f.Points == 0 {
		t.Fatalf("mylna has the frame %+v", f)
	}
	return &f
}

// Moments of parts add up to those of the whole, however it is divided, and say what
// the values say.
func TestMomentsAddUp(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	var list []playout.Outcome
	for range 5000 {
		x := playout.Outcome{Winner: int8(random.IntN(3)) - 1, Opener: int8(random.IntN(2)), Plies: 1 + random.Int32N(20000), Turns: random.Int32N(9000), Branch: random.Int32N(400000), Scores: []int32{random.Int32N(5), random.Int32N(5)}}
		if x.Close = playout.Close(random.IntN(3)); x.Close != playout.Ended {
			x.Winner = -1
		}
		x.Chosen = random.Int32N(x.Plies)
		list = append(list, x)
	}
	for _, m := range twoSides(t).Kept() {
		s := &playout.Stats{Outcomes: list}
		whole, parts := m.Moments(), m.Moments()
		count := func(to *playout.Moments, list []playout.Outcome) {
			NewTeller([]Metric{m}).Each(list, func(_, _ int, x playout.Quotient) { m.Count(to, x, 1) })
		}
		count(&whole, list)
		var pieces []playout.Moments
		for from := 0; from < len(list); {
			n := min(1+random.IntN(900), len(list)-from)
			x := m.Moments()
			count(&x, list[from:from+n])
			pieces, from = append(pieces, x), from+n
		}
		random.Shuffle(len(pieces), func(i, j int) { pieces[i], pieces[j] = pieces[j], pieces[i] })
		for i := range pieces {
			text, err := json.Marshal(pieces[i])
			if err != nil {
				t.Fatal(err)
			}
			var back playout.Moments
			if err := json.Unmarshal(text, &back); err != nil || back != pieces[i] {
				t.Fatalf("%s reads back as %+v (%v)", text, back, err)
			}
			if err := parts.Add(&back); err != nil {
				t.Fatal(err)
			}
		}
		if parts != whole {
			t.Errorf("%s: %+v, want %+v", m.Name, parts, whole)
		}
		want, got := m.Estimate(m.Values(s)), whole.Estimate()
		if got.N != want.N || math.Abs(got.Value-want.Value) > 1e-6*math.Abs(want.Value)+1e-6 || math.Abs(got.Low-want.Low) > 1e-5*math.Abs(want.Low)+1e-6 || got.How != want.How {
			t.Errorf("%s: %+v, want %+v", m.Name, got, want)
		}
		mean, variance := whole.MeanAndVariance()
		unshared := m
		unshared.Share = false
		spread := unshared.Spread(s)
		if math.Abs(mean-want.Value) > 1e-5*math.Abs(mean)+1e-6 || math.Abs(math.Sqrt(variance)-spread) > 1e-4*spread {
			t.Errorf("%s: mean %v, variance %v; want %v and the square of %v", m.Name, mean, variance, want.Value, spread)
		}
	}
	a, b := twoSides(t).Kept()[0].Moments(), twoSides(t).Kept()[2].Moments()
	if a.Add(&b) == nil {
		t.Error("two metrics were added up")
	}
}

// Two samples of which only sums are kept are told apart as by their single values.
func TestSumsAreCompared(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	sample := func(n int, longer int32) *playout.Stats {
		s := &playout.Stats{Denominator: 4, Played: n}
		for range n {
			x := playout.Outcome{Winner: int8(random.IntN(3)) - 1, Plies: 10 + longer + random.Int32N(90), Turns: 5 + random.Int32N(9), Scores: []int32{random.Int32N(5), random.Int32N(5)}}
			x.Chosen = random.Int32N(x.Plies)
			x.Branch = 3 * x.Chosen
			s.Outcomes = append(s.Outcomes, x)
		}
		return s
	}
	summed := func(s *playout.Stats) *playout.Stats {
		out := &playout.Stats{Denominator: s.Denominator, Played: s.Played}
		for _, m := range twoSides(t).Kept() {
			out.Kept = append(out.Kept, m.Sums(s))
		}
		return out
	}
	a, b := sample(400, 0), sample(700, 7)
	for _, m := range twoSides(t).Kept() {
		want := m.Test(AtRandom, a, b, false)
		for _, pair := range [][2]*playout.Stats{{summed(a), summed(b)}, {summed(a), b}, {a, summed(b)}} {
			got := m.Test(AtRandom, pair[0], pair[1], true)
			near := func(x, y float64) bool { return math.Abs(x-y) <= 1e-5*(1+math.Abs(y)) }
			if got.Sample.Paired || got.Name != want.Name || got.LeftOut != want.LeftOut || got.Difference.N != want.Difference.N ||
				!near(got.Difference.Value, want.Difference.Value) || !near(got.Difference.Low, want.Difference.Low) || !near(got.Difference.P, want.Difference.P) || !near(got.From.High, want.From.High) {
				t.Errorf("%s: %+v\nof single games %+v", m.Name, got, want)
			}
		}
		if x, y := m.Spread(summed(a)), m.Spread(a); math.Abs(x-y) > 1e-4*y {
			t.Errorf("%s spreads by %v, of single games by %v", m.Name, x, y)
		}
	}
}
