package readings_test

import (
	"context"
	"errors"
	"math"
	"math/big"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/verify/solve"
	"github.com/lectio/lectio/verify/solve/readings"
)

// asked asks of the readings of one question on one scale.
func asked(t *testing.T, ruleset, scale, question string) *readings.Consequences {
	t.Helper()
	d := bundled.Corpus(t).Find(ruleset)
	c, err := readings.Ask(t.Context(), d, readings.Wanted{Scales: []*rulesets.Scale{d.Scale(scale)}, Most: 100_000, Question: d.Question(question), Lines: true})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Readings that are known to be one game, to be worth the same, or to differ, on small versions.
func TestReadingsOfSmallGames(t *testing.T) {
	for _, tt := range []struct {
		ruleset, scale, question, first, second string
		want                                    readings.Relation
		effect                                  float64
	}{
		// With two men a side nobody can stand on the starting point and be met there otherwise than at first.
		{"piprjall", "two-men", "PIP-A17", "", "start-exempt-only-initially", readings.SameGame, 0},
		{"piprjall", "two-men", "PIP-A07", "", "descend-like-others", readings.SameRules, 0},
		{"piprjall", "two-men", "PIP-A06", "", "higher", readings.SameValue, 0},
		{"piprjall", "two-men", "PIP-A14", "", "again", readings.Different, 0.551733361842 - 0.720504668904},
		{"piprjall", "two-men", "PIP-A16", "max-one", "max-one-except-12th", readings.SameGame, 0},
		{"mylna", "nine-points", "MY-A03", "", "displacement", readings.Different, 1},
		{"mylna", "nine-points", "MY-A06", "", "flying-at-3", readings.SameValue, 0},
	} {
		c := asked(t, tt.ruleset, tt.scale, tt.question)
		found := false
		for _, p := range c.Pairs {
			if tt.first == "" && !p.OfDefault() || tt.first != "" && p.First.ID != tt.first || p.Second.ID != tt.second {
				continue
			}
			found = true
			o := &p.On[0]
			if o.Relation != tt.want || !o.Valued || float64(o.Low)/float64(solve.One) > tt.effect+1e-10 || float64(o.High)/float64(solve.One) < tt.effect-1e-10 {
				t.Errorf("%s %s=%s: %v, from %d to %d; expected %v, %g", tt.ruleset, tt.question, tt.second, o.Relation, o.Low, o.High, tt.want, tt.effect)
			}
			if parts := o.Relation >= readings.SameValue; parts != (o.Parting != nil) || parts != (o.Turns > 0) {
				t.Errorf("%s %s=%s is %v, with a line: %t, told apart within %d turns", tt.ruleset, tt.question, tt.second, o.Relation, o.Parting != nil, o.Turns)
			}
			if math.Abs(tt.effect) > 0 && p.Direction() != readings.OneOnly {
				t.Errorf("%s %s=%s on one scale is told as %v", tt.ruleset, tt.question, tt.second, p.Direction())
			}
		}
		if !found {
			t.Errorf("%s: %s=%s was not compared", tt.ruleset, tt.question, tt.second)
		}
	}
}

// An effect is told with what becomes of it on another scale.
func TestDirection(t *testing.T) {
	const far = int64(solve.One / 10)
	on := func(scale string, r readings.Relation, low, high int64) readings.On {
		return readings.On{Scale: scale, Relation: r, Low: low, High: high, Valued: r != readings.NotKnown}
	}
	up, down := on("a", readings.Different, far, far+1), on("b", readings.Different, -far-1, -far)
	equal, same, open, unknown := on("c", readings.SameValue, 0, 0), on("d", readings.SameGame, 0, 0), on("e", readings.Different, -far, far), on("f", readings.NotKnown, 0, 0)
	named, namedDown := up, down
	named.Of, namedDown.Of = "white", "white"
	rules, whole := on("", readings.SameRules, 0, 0), on("", readings.Different, -far-1, -far)
	for _, tt := range []struct {
		on   []readings.On
		want readings.Direction
	}{
		{[]readings.On{up, up}, readings.Steady}, {[]readings.On{down, down, open}, readings.Steady}, {[]readings.On{up, down}, readings.Turns},
		{[]readings.On{up, equal}, readings.Partly}, {[]readings.On{same, down}, readings.Partly}, {[]readings.On{up, down, equal}, readings.Turns},
		{[]readings.On{up}, readings.OneOnly}, {[]readings.On{up, open}, readings.OneOnly}, {[]readings.On{unknown, down}, readings.OneOnly},
		{[]readings.On{equal, same}, readings.Nothing}, {[]readings.On{same, same}, readings.Alike}, {[]readings.On{same, unknown}, readings.Alike},
		{[]readings.On{up, rules}, readings.Proved}, {[]readings.On{up, up, whole}, readings.OfGame}, {[]readings.On{open, unknown}, readings.Open},
		{[]readings.On{up, named}, readings.Unlike}, {[]readings.On{up, namedDown}, readings.Unlike}, {[]readings.On{up, up, namedDown}, readings.Unlike},
		{[]readings.On{named, namedDown, up}, readings.Turns}, {[]readings.On{named, equal}, readings.Partly}, {[]readings.On{named, named}, readings.Steady},
	} {
		p := readings.Pair{On: tt.on}
		if got := p.Direction(); got != tt.want {
			t.Errorf("%v: %v, expected %v", tt.on, got, tt.want)
		}
	}
}

// Of two against one it is told what a named side may expect, of two sides that are alike what who begins may: no effect is steady over
// the two.
func TestOtherSidesDoNotCompare(t *testing.T) {
	d := bundled.Corpus(t).Find("kioz")
	c, err := readings.Ask(t.Context(), d, readings.Wanted{Scales: []*rulesets.Scale{d.Scale("two-against-one"), d.Scale("two-holes")}, Most: 100_000, OfDefault: true})
	if err != nil {
		t.Fatal(err)
	}
	counted := map[readings.Direction]int{}
	for _, p := range c.Pairs {
		counted[p.Direction()]++
	}
	if counted[readings.Unlike] == 0 || counted[readings.Steady]+counted[readings.Turns] > 0 {
		t.Errorf("%v", counted)
	}
}

// What compiles alike is solved once; what is stopped says so.
func TestSolvedOnce(t *testing.T) {
	d := bundled.Corpus(t).Find("piprjall")
	s := readings.NewSolver(d, d.Scale("two-men"), 100_000)
	for _, choice := range []rulesets.Choice{nil, {"PIP-A07": "descend-like-others"}, {"PIP-A07": "up-then-down"}, {"PIP-A14": "again"}, nil} {
		if x, err := s.Solve(t.Context(), choice); err != nil || x.Why != "" {
			t.Fatal(x, err)
		}
	}
	if got, want := s.Counts(), (readings.Counts{Asked: 5, Compiled: 2, Valued: 2}); got != want {
		t.Errorf("%+v, expected %+v", got, want)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := readings.NewSolver(d, d.Scale("two-men"), 100_000).Solve(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	x, err := readings.NewSolver(d, d.Scale("two-men"), 20_000).Solve(t.Context(), rulesets.Choice{"PIP-A42": "cumulative"})
	if err != nil || x.Why == "" {
		t.Fatal(x, err)
	}
}

// What a combination is worth is what it is worth by itself; where a question does not arise its readings come to one.
func TestOver(t *testing.T) {
	d := bundled.Corpus(t).Find("piprjall")
	factors := func(names ...string) (list []readings.Factor) {
		for _, name := range names {
			q := d.Question(name)
			list = append(list, readings.Factor{Question: q, Readings: q.Readings})
		}
		return list
	}
	sc := d.Scale("two-men")
	p, err := readings.Over(t.Context(), d, sc, 100_000, factors("PIP-A31", "PIP-A40"), nil)
	if err != nil {
		t.Fatal(err)
	}
	moot := 0
	for i, w := range p.Values {
		choice := p.Choice(i)
		x, err := readings.NewSolver(d, sc, 100_000).Solve(t.Context(), choice)
		if err == nil && x.Game == nil {
			moot++
			delete(choice, d.Question("PIP-A40").ID)
			x, err = readings.NewSolver(d, sc, 100_000).Solve(t.Context(), choice)
		}
		if err != nil || x.Worth != w.Worth {
			t.Errorf("%s: %+v, by itself %+v, %v", p.Name(i), w, x.Worth, err)
		}
	}
	if moot == 0 || p.Moot != moot {
		t.Errorf("%d combinations with a question that does not arise, expected %d", p.Moot, moot)
	}
	sum := new(big.Rat)
	for _, x := range p.Shares.Shapley {
		sum.Add(sum, x)
	}
	if sum.Cmp(p.Shares.Variance) != 0 || sum.Sign() <= 0 {
		t.Errorf("the shares come to %v of %v", sum, p.Shares.Variance)
	}
	var unfit *readings.Unfit
	if _, err := readings.Over(t.Context(), d, sc, 1000, factors("PIP-A14"), nil); !errors.As(err, &unfit) {
		t.Errorf("%v", err)
	}
}

// Games at random hide who can force a win, or show a winner where nobody can; what they tell rightly is not told of.
func TestSample(t *testing.T) {
	own, gallery := bundled.Corpus(t), bundled.Gallery(t)
	for _, tt := range []struct {
		d     *rulesets.Definition
		scale string
		want  string
	}{
		{own.Find("mylna"), "nine-points", "it does not show at random"},
		{own.Find("natt-klab-ash-shawk"), "nine-cells", "it does not show at random"},
		{gallery.Find("three-mens-morris"), "", "nearly always somebody wins at random"},
		{own.Find("lange-puff"), "two-men", ""},
	} {
		q := tt.d.Questions[0]
		c, err := readings.Ask(t.Context(), tt.d, readings.Wanted{Scales: []*rulesets.Scale{tt.d.Scale(tt.scale)}, Most: 100_000, MostOfFull: 100_000, Question: q})
		if err != nil {
			t.Fatal(err)
		}
		err = c.Sample(t.Context(), 1000, 1, nil)
		list := c.Sampled
		if err != nil || len(list) == 0 || list[0].Reading != "" {
			t.Fatal(list, err)
		}
		if got := list[0].Misleads(); got != tt.want || list[0].Ended == 0 {
			t.Errorf("%s %s: %q, expected %q: %+v", tt.d.ID, tt.scale, got, tt.want, list[0])
		}
	}
}
