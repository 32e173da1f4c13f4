package sweep

import (
	"bytes"
	"context"
	"math"
	"strings"
	"testing"

	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
)

// A merged sweep that is read back says of each interpretation what the same games say
// when they are played one by one.
func TestReadMerged(t *testing.T) {
	p, dir := planned(t, 3), t.TempDir()
	runAll(t, p, RunOptions{Dir: dir})
	text := merged(t, p, dir)
	s, errs := ReadMerged("a.json", []byte(text))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	if len(s.Earlier.Stats) != p.Lines || s.Counted != p.TotalGames() || s.Cap != p.Cap {
		t.Fatalf("%d interpretations, %+v", len(s.Earlier.Stats), s.About)
	}
	for _, in := range p.Parts[0].Interpretations {
		g, errs := bundled().Find("mylna").Game(in.Readings)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		want := playout.Sample(context.Background(), g, playout.Options{Games: p.Games, Seed: p.Seeds[0], Cap: p.Cap})
		want.Join(playout.Sample(context.Background(), g, playout.Options{Games: p.Games, Seed: p.Seeds[1], Cap: p.Cap}))
		got := s.Earlier.Of(g.Name())
		if got == nil {
			t.Fatalf("there are no games of %s", g.Name())
		}
		f := measure.FrameOf(g)
		figures := map[string]func(*playout.Stats) playout.Estimate{"balance": (*playout.Stats).Balance}
		for _, m := range f.Kept() {
			if m.Aspect == measure.Choice {
				continue // choices are not counted in all games of the plan
			}
			figures[m.Name] = func(s *playout.Stats) playout.Estimate {
				e, _ := m.Of(s)
				return e
			}
		}
		for name, of := range figures {
			a, b := of(got), of(want)
			if a.N != b.N || a.How != b.How || math.Abs(a.Value-b.Value) > 1e-9 || math.Abs(a.Low-b.Low) > 1e-9 || math.Abs(a.High-b.High) > 1e-9 {
				t.Errorf("%s, %s: %+v, played one by one %+v", g.Name(), name, a, b)
			}
		}
		for q, points := range want.Scores {
			if math.Abs(points-got.Scores[q]) > 1e-9 {
				t.Errorf("%s: %v points, played one by one %v", g.Name(), got.Scores, want.Scores)
			}
		}
		if got.GivenUp != want.GivenUp && p.Seeds[0] == want.Seed && want.OverCap == 0 {
			t.Errorf("%s: game %d was given up, played one by one %d", g.Name(), got.GivenUp, want.GivenUp)
		}
	}
	// Where results are missing, what rests on fewer games is counted, and what there is
	// nothing of is played.
	p, dir = planned(t, 5), t.TempDir()
	runAll(t, p, RunOptions{Dir: dir, Units: []int{1, 2}})
	m, err := p.Merge(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := m.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	part, errs := ReadMerged("b.json", []byte(b.String()))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	var names []string
	for _, in := range p.Parts[0].Interpretations {
		names = append(names, in.Name)
	}
	if r := measure.RestingOn(part.Earlier, names); r.Fewer != 1 || r.Interpretations == 0 || len(r.Played) != len(names)-r.Interpretations || r.Games != m.Games() || !strings.Contains(r.Words(), "played now, because it does not hold them: "+r.Played[0]) {
		t.Errorf("%+v", r)
	}
	for n := 0; n < len(text)-2; n += 1 + len(text)/50 {
		if _, errs := ReadMerged("a.json", []byte(text[:n])); len(errs) == 0 || errs[0].Pos.Line < 1 || errs[0].Expected == "" {
			t.Fatalf("cut to %d bytes: %v", n, errs)
		}
	}
	for _, x := range []struct{ old, new, want string }{
		{`"lectio_sweep":4`, `"lectio_sweep":3`, "another version"},
		{`"over":`, `"over":9`, "it was changed"},
		{`"games_counted":`, `"games_counted":9`, "it was changed"},
		{`}],"interpretations":`, `}],"interpretations":9`, "it was changed"},
		{`{"sweep":`, `{"swept":`, "no merged sweep"},
	} {
		if _, errs := ReadMerged("a.json", bytes.Replace([]byte(text), []byte(x.old), []byte(x.new), 1)); len(errs) != 1 || !strings.Contains(errs.Error(), x.want) {
			t.Errorf("%s: %v", x.new, errs)
		}
	}
}
