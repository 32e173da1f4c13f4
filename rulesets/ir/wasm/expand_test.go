package wasm_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/ir/wasm"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/testdata/long"
)

// expander makes an instance of a module that finds what follows from a state.
func expander(t testing.TB, p *engine.Program) *wasm.Player {
	t.Helper()
	code, err := wasm.Generate(p, wasm.Options{Expand: true})
	if err != nil {
		t.Fatal(err)
	}
	pl, err := code.Load(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pl.Close(context.Background()) })
	return pl
}

// TestExpandAgrees asks at every state of random games, and of all that follow
// from it, what follows, and compares it with the interpreter: the states, which
// invariants may be broken, and what takes effect.
func TestExpandAgrees(t *testing.T) {
	for _, d := range every(t) {
		t.Run(d.ID, func(t *testing.T) {
			g, errs := d.Game(nil)
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			expands(t, g, long.Of(30, 60))
			for _, sc := range d.Scales {
				in, errs := d.Scaled(sc, nil)
				if len(errs) > 0 {
					t.Fatal(errs)
				}
				g, errs := in.Compile()
				if len(errs) > 0 {
					t.Fatal(errs)
				}
				expands(t, g, long.Of(30, 60))
			}
		})
	}
}

func expands(t *testing.T, g *rulesets.Game, maxPlies int) {
	t.Helper()
	ctx := context.Background()
	p := g.Program
	pl := expander(t, p)
	in, list := engine.NewInterpreter(p), engine.NewInterpreter(p)
	in.Applied, in.Reached = make([]int, len(g.Statements)), true
	s, got := p.NewState(), p.NewState()
	states, followers := 0, 0
	one := func() (out []*engine.State) {
		switch s.Status() {
		case engine.AwaitsThrow:
			if s.Device(p) < 0 {
				break
			}
			dev := &p.Devices[s.Device(p)]
			for k := dev.First; k < dev.First+dev.Count; k++ {
				if p.Throws[k].Ways > 0 {
					out = append(out, s.Clone())
					in.Throw(out[len(out)-1], k)
				}
			}
		case engine.Decision:
			for _, m := range list.Moves(s, nil) {
				out = append(out, s.Clone())
				in.Play(out[len(out)-1], m)
			}
		}
		n, err := pl.Expand(ctx, s)
		if err != nil {
			t.Fatalf("%s: %v\nin %s", g.Name(), err, text(g, s))
		}
		if n != len(out) {
			t.Fatalf("%s: %d states follow, not %d\nin %s", g.Name(), n, len(out), text(g, s))
		}
		for k, want := range out {
			doubtful := pl.Follower(k, got)
			if !got.Equal(want) {
				t.Fatalf("%s: state %d that follows is\n%s\nnot\n%s\nin %s", g.Name(), k, text(g, got), text(g, want), text(g, s))
			}
			if alone, err := pl.Doubtful(ctx, want); err != nil || alone != doubtful {
				t.Fatalf("%s: invariants: doubtful %v among what follows, %v by itself (%v)", g.Name(), doubtful, alone, err)
			}
			if v, _ := in.Broken(want); v >= 0 != doubtful {
				t.Fatalf("%s: invariants: doubtful %v, but the interpreter finds %d broken\nin %s", g.Name(), doubtful, v, text(g, want))
			}
		}
		states, followers = states+1, followers+n
		return out
	}
	for game := range 4 {
		r := random.New(23, uint64(game))
		now := p.NewState()
		in.Start(now)
		for ply := 0; now.Status() != engine.Over && ply < maxPlies; ply++ {
			s.CopyFrom(now)
			next := one()
			for _, x := range next[:min(len(next), 8)] {
				s.CopyFrom(x)
				one()
			}
			if len(next) == 0 {
				break
			}
			now = next[r.Below(len(next))]
		}
	}
	noted, _ := pl.Effects()
	seen := 0
	for i, x := range g.Statements {
		switch x.Kind {
		case "agenda", "do", "score", "end", "blocked":
			is := i < len(noted) && noted[i] != 0
			if is != (in.Applied[i] > 0) {
				t.Errorf("%s: %s took effect %d times in the interpreter; noted: %v", g.Name(), x.ID, in.Applied[i], is)
			}
			seen += min(1, in.Applied[i])
		}
	}
	t.Logf("%s: %d states, %d that follow, %d statements", g.Name(), states, followers, seen)
	if seen == 0 || followers <= states {
		t.Errorf("%s: only %d statements and %d states", g.Name(), seen, followers)
	}
}

// TestPerftAgrees counts lines of play from the opening and from states of random
// games.
func TestPerftAgrees(t *testing.T) {
	ctx := context.Background()
	never := func() bool { return false }
	for _, d := range every(t) {
		g, errs := d.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		x := play.NewSearcher(g.Program, play.Generated)
		defer x.Close(ctx)
		in := engine.NewInterpreter(g.Program)
		s, r := g.Program.NewState(), random.New(5, 0)
		var buf []engine.Move
		lines := uint64(0)
		for plies := range 4 {
			in.Start(s)
			_, buf = play.Random(in, s, r, 9*plies, buf)
			if s.Status() == engine.Over {
				continue
			}
			for depth := 1; depth <= 3 && (depth < 3 || len(g.Program.Throws) == 0); depth++ {
				want := play.Perft(in, s, depth, never)
				got := x.Perft(ctx, s, depth, false, never)
				if !slices.Equal(got, want) {
					t.Errorf("%s: %v lines, not %v\nfrom %s", d.ID, got, want, text(g, s))
				}
				lines += want[depth-1]
			}
		}
		if lines == 0 {
			t.Errorf("%s: no lines", d.ID)
		}
		if n := x.Perft(ctx, s, 3, false, func() bool { return true }); slices.Max(n) > 0 {
			t.Errorf("%s: it does not stop", d.ID)
		}
	}
}

// TestPerftOfNothingButThrows counts lines of play where every throw is followed
// by another: there are none, and that is found out.
func TestPerftOfNothingButThrows(t *testing.T) {
	ctx := context.Background()
	never := func() bool { return false }
	g := gameOf(t, strings.NewReplacer("throw: {dice: 2, faces: 3}", "throw: {lots: [drawn]}", "[high, low]", "[throw]").Replace(raceRules))
	in := engine.NewInterpreter(g.Program)
	s := g.Program.NewState()
	in.Start(s)
	if n := play.Perft(in, s, 2, never); n[0] != 0 || n[1] != 0 {
		t.Errorf("the interpreter counts %v lines", n)
	}
	x := play.NewSearcher(g.Program, play.Generated)
	defer x.Close(ctx)
	if n := x.Perft(ctx, s, 2, false, never); n[0] != 0 || n[1] != 0 {
		t.Errorf("the module counts %v lines", n)
	}
}
