package measure

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/lectio/lectio/verify/playout"
)

// Moments of parts add up to those of the whole, however it is divided, and say what
// the values say.
func TestMomentsAddUp(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	var list []playout.Outcome
	for range 5000 {
		x := playout.Outcome{Winner: int8(random.IntN(3)) - 1, OpenerWon: random.IntN(2) == 0, Plies: 1 + random.Int32N(20000), Turns: random.Int32N(9000), Branch: random.Int32N(400000), Scores: []int32{random.Int32N(5), random.Int32N(5)}}
		if x.Close = playout.Close(random.IntN(3)); x.Close != playout.Ended {
			x.Winner = -1
		}
		x.Chosen = random.Int32N(x.Plies)
		list = append(list, x)
	}
	for _, m := range MetricsOf([]string{"white", "black"}, true) {
		s := &playout.Stats{Outcomes: list, Denominator: 4}
		whole, parts := m.Moments(4), m.Moments(4)
		for i := range list {
			m.Count(&whole, &list[i])
		}
		var pieces []Moments
		for from := 0; from < len(list); {
			n := min(1+random.IntN(900), len(list)-from)
			x := m.Moments(4)
			for i := range n {
				m.Count(&x, &list[from+i])
			}
			pieces, from = append(pieces, x), from+n
		}
		random.Shuffle(len(pieces), func(i, j int) { pieces[i], pieces[j] = pieces[j], pieces[i] })
		for i := range pieces {
			text, err := json.Marshal(pieces[i])
			if err != nil {
				t.Fatal(err)
			}
			var back Moments
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
		spread := Spread(s, m.Scaled(s), false)
		if math.Abs(mean-want.Value) > 1e-5*math.Abs(mean)+1e-6 || math.Abs(math.Sqrt(variance)-spread) > 1e-4*spread {
			t.Errorf("%s: mean %v, variance %v; want %v and the square of %v", m.Name, mean, variance, want.Value, spread)
		}
	}
	a, b := MetricsOf([]string{"white", "black"}, true)[0].Moments(1), MetricsOf([]string{"white", "black"}, true)[2].Moments(1)
	if a.Add(&b) == nil {
		t.Error("two metrics were added up")
	}
}

// Squares beyond 64 bits are kept whole.
func TestWide(t *testing.T) {
	var w Wide
	for range 3 {
		w.addSquare(math.MaxInt64)
	}
	text, err := json.Marshal(w)
	if want := `"255211775190703847542190723352697503747"`; err != nil || string(text) != want {
		t.Errorf("%s, want %s (%v)", text, want, err)
	}
	for _, bad := range []string{`"-1"`, `"x"`, `12`, `"999999999999999999999999999999999999999999"`} {
		if json.Unmarshal([]byte(bad), &w) == nil {
			t.Errorf("%s was read", bad)
		}
	}
}
