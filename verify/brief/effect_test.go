package brief

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/parallels"
	"github.com/lectio/lectio/verify/playout"
)

// turns is a test of how many turns games of a ruleset have.
func turns(t *testing.T, d *rulesets.Definition) measure.Test {
	t.Helper()
	g, errs := d.Game(nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	f := measure.FrameOf(g)
	for _, m := range f.Metrics() {
		if m.Name == measure.MetricTurns {
			return measure.Test{Metric: m.Name, Of: m}
		}
	}
	t.Fatal("no turns are counted")
	return measure.Test{}
}

// Of a doubt that is measured within another reading the brief says whether its question
// arises only there, or whether only the reading needs the other.
func TestDoubtWithinAnotherReading(t *testing.T) {
	d := definitions(t)["natt-klab-ash-shawk"]
	for _, tt := range []struct{ question, reading, base, want string }{
		{"NK-A05", "leaps-only", "{NK-A04=not-backwards}", "the question arises only where “not backwards” is read in “Going back or sideways” (NK-A04); there under “leaps only” "},
		{"NK-A02", "cell-of-safety", "{NK-A22=waits}", "this reading does not go with all else by default: where “waits” is read in “When the player to move cannot” (NK-A22), under “cell of safety” "},
		{"NK-A16", "compulsory", "", "under “compulsory” "},
	} {
		c := &verify.Change{Ruleset: d.ID, Base: d.ID + tt.base, Question: d.Question(tt.question), Test: turns(t, d), Stats: &playout.Stats{}}
		for _, r := range c.Question.Readings {
			if r.ID == tt.reading {
				c.Reading = r
			}
		}
		if got := Effect(d, c); !strings.HasPrefix(got, tt.want) {
			t.Errorf("%s=%s: %q; expected %q first", tt.question, tt.reading, got, tt.want)
		}
	}
}

// What a change comes to stands with its own games and bounds: between learned programs the least and the most difference
// under one training, at random the corrected interval; behind the one stands the other.
func TestEachFigureHasItsGamesAndBounds(t *testing.T) {
	d := definitions(t)["natt-klab-ash-shawk"]
	q := d.Question("NK-A16")
	at := func(v float64, n int) playout.Estimate { return playout.Estimate{Value: v, N: n} }
	c := &verify.Change{Ruleset: d.ID, Base: d.ID, Question: q, Reading: q.Readings[1], Holds: verify.HoldsBoth, Stats: &playout.Stats{Played: 80}, Guaranteed: 1,
		Test: turns(t, d)}
	c.Play, c.Compared = measure.AtRandom, measure.Compared{From: at(50, 70), To: at(40, 70), Difference: playout.Difference{Estimate: at(-10, 70)}, Low: -18, High: -2}
	l := *c
	l.Play, l.Stats, l.From, l.To = measure.Learned, &playout.Stats{Played: 240}, at(30, 1480), at(25, 202)
	l.Difference.Estimate = playout.Estimate{Value: -5, Low: -6, High: -3, N: 202}
	l.Low, l.High, l.Trainings = -20, -1, make([]measure.Compared, 3)
	c.Learned = &l
	want := "under “" + c.Reading.Called() + "” a game took 25.0 turns in 202 of 240 games between learned programs, those that ended; by default, 30.0 in 1,480: " +
		"difference -5 [-6, -3], the range over three trainings, not retrained; at random the same way, 40.0 against 50.0 in 70 games, difference -10 [-18, -2]"
	if got := Effect(d, c); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	l.To.N = 240 // all of them ended, which need not be said
	if got, want := Effect(d, c), "25.0 turns in 240 games between learned programs; by default"; !strings.Contains(got, want) {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// A reading is listed by the name that the sentences on its doubt have for it, and the nearest
// text's answer stands with what was asked of that text.
func TestNamesOfADoubt(t *testing.T) {
	titled, plain := DoubtReading{ID: "gloss-ignore", Title: "the end is passed over"}, DoubtReading{ID: "half-win"}
	d := Doubt{Nearest: &parallels.Text{Asks: "May he stay?", Means: "No.", Game: "Other", Clauses: []parallels.Clause{{Ref: "Other.1#2"}}}}
	got := []string{titled.Name(), plain.Name(), d.InShort()}
	want := []string{"“the end is passed over” (gloss-ignore)", "half-win", "Nearest text: “No.” to “May he stay?” (Other.1#2; Other)"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

// That a reading changes what is counted and no more is not said where a line shows that it
// changes what may be played, however many games came out alike.
func TestCountedOnly(t *testing.T) {
	c := &verify.Recount{Reading: &rulesets.Reading{ID: "play-on"}, What: "how points are counted", Games: 80, Alike: true, Ahead: true}
	for _, tt := range []struct {
		parting *verify.Parting
		want    string
	}{
		{nil, "“play on” changes what is counted, not what is played: how points are counted (in 80 games at random lengths, choices and who came out ahead were the same)"},
		{&verify.Parting{Found: &playout.Parting{Kind: "position"}}, "“play on” changes what is counted, not what is played: how points are counted (in 80 games at random lengths, choices and who came out ahead were the same)"},
		{&verify.Parting{Found: &playout.Parting{Kind: "moves"}}, "“play on” changes how points are counted, and what may be played as well; but in 80 games at random lengths, choices and who came out ahead were the same"},
	} {
		if got := recounted(c, tt.parting); got != tt.want {
			t.Errorf("%s\nwant %s", got, tt.want)
		}
	}
}

// An interval is never written as a point: where every game came to the same that is said, and where two bounds look alike they are
// written as far as they differ.
func TestIntervalIsNoPoint(t *testing.T) {
	for _, tt := range []struct {
		e              playout.Estimate
		share          bool
		valued, figure string
	}{
		{playout.Estimate{Value: 1, Low: 1, High: 1, N: 2000}, true, "100 %", "m 1 in each of 2,000"},
		{playout.Estimate{Value: 0.5, Low: 0.5, High: 0.5, N: 2000}, true, "50.0 % (alike in all 2,000)", "m 0.5 in each of 2,000"},
		{playout.Estimate{Value: 9, Low: 9 - 1e-12, High: 9, N: 50}, false, "9.0 (alike in all 50)", "m 9 in each of 50"},
		{playout.Estimate{Value: 0.99998, Low: 0.99997, High: 0.99999, N: 9000}, true, "99.998 % [99.997 %, 99.999 %]", "m 1 [0.99997, 0.99999] of 9,000"},
		{playout.Estimate{Value: 0.5, Low: 0.49999, High: 0.50001, N: 9000}, true, "50.0 % [49.999 %, 50.001 %]", "m 0.5 [0.49999, 0.50001] of 9,000"},
		{playout.Estimate{Value: 2000.2, Low: 2000.1, High: 2000.3, N: 9000}, false, "2,000 [2000.1, 2000.3]", "m 2,000 [2000.1, 2000.3] of 9,000"},
		{playout.Share(2000, 2000), true, "100 % [99.8 %, 100.0 %]", "m 1.000 [0.998, 1.000] of 2,000"},
		{playout.Estimate{Value: math.NaN(), Low: math.NaN(), High: math.NaN(), N: 1}, false, "unknown", "m NaN"},
	} {
		if got := valued(tt.e, tt.share); got != tt.valued {
			t.Errorf("%q, want %q", got, tt.valued)
		}
		if got := figured("m", tt.e); got != tt.figure {
			t.Errorf("%q, want %q", got, tt.figure)
		}
	}
}
