package solve_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/verify/solve"
)

// Symmetries of the board that no rule notices are as many as those of the figure: a square has seven besides itself, three squares
// one in the other fifteen. Where rules name a side of the board, or men go along a track, fewer are left, or none.
func TestSymmetries(t *testing.T) {
	got := map[string]int{}
	for _, c := range []*dimension.Corpus{bundled.Corpus(t), bundled.Gallery(t)} {
		for _, d := range c.Definitions {
			p := of(t, c, d.ID, "").Program
			ways := p.Symmetries()
			got[d.ID] = len(ways)
			for i := range ways {
				turnedAlike(t, d.ID, p, &ways[i])
			}
		}
	}
	t.Log(got)
	for name, n := range map[string]int{"mylna": 15, "tic-tac-toe": 7, "gomoku": 7, "nine-mens-morris": 15, "tablut": 1, "piprjall": 0, "royal-game-of-ur": 0, "shatranj": 0} {
		if got[name] != n {
			t.Errorf("%s: %d symmetries, expected %d", name, got[name], n)
		}
	}
}

// turnedAlike plays at random and holds at every decision that what can be played in the position turned is what can be played in
// the position, turned.
func turnedAlike(t *testing.T, name string, p *engine.Program, way *engine.Symmetry) {
	im, in := p.Image(), engine.NewInterpreter(p)
	turn := func(s *engine.State) *engine.State {
		image, turned, out := make([]byte, im.Size), make([]byte, im.Size), p.NewState()
		im.Put(image, s)
		im.Turn(turned, image, way)
		im.Get(out, turned)
		return out
	}
	results := func(s *engine.State, as func(*engine.State) *engine.State) []string {
		all, u := map[string]bool{}, p.NewState()
		for _, m := range in.Moves(s, nil) {
			u.CopyFrom(s)
			in.Play(u, m)
			all[as(u).Key()] = true
		}
		return slices.Sorted(maps.Keys(all))
	}
	r := random.New(7, 0)
	s := p.NewState()
	in.Start(s)
	for range 120 {
		switch s.Status() {
		case engine.Over:
			return
		case engine.AwaitsThrow:
			in.Throw(s, p.Draw(r, s.Device(p)))
			continue
		}
		same := func(s *engine.State) *engine.State { return s }
		if a, b := results(s, turn), results(turn(s), same); !slices.Equal(a, b) {
			t.Errorf("%s: what follows from a position turned by %v is not what follows, turned", name, way.Places[0])
			return
		}
		moves := in.Moves(s, nil)
		in.Play(s, moves[r.Below(len(moves))])
	}
}

// With one of the positions that mirror each other kept games are worth what they are worth with all, and there are as many.
func TestMirrored(t *testing.T) {
	own, gallery := bundled.Corpus(t), bundled.Gallery(t)
	for _, tt := range []struct {
		corpus         *dimension.Corpus
		ruleset, scale string
		kept           int
	}{{gallery, "tic-tac-toe", "", 627}, {own, "mylna", "nine-points", 1469}, {own, "natt-klab-ash-shawk", "nine-cells", 11350}} {
		g := of(t, tt.corpus, tt.ruleset, tt.scale)
		all := solved(t, g)
		whole := solve.Mirrored(0)
		x := solved(t, g)
		whole()
		if x.Low[0] != all.Low[0] || x.High[0] != all.High[0] || x.Rank[0] != all.Rank[0] || x.All() != all.Positions() {
			t.Errorf("%s: mirrored %d to %d, %d turns, of %d positions; expected %d to %d, %d turns, %d", tt.ruleset, x.Low[0], x.High[0], x.Rank[0], x.All(), all.Low[0], all.High[0], all.Rank[0], all.Positions())
		}
		if x.Positions() != tt.kept {
			t.Errorf("%s: %d positions kept, expected %d", tt.ruleset, x.Positions(), tt.kept)
		}
	}
}
