package wasm_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/engine/position"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/ir/wasm"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
)

// player makes an instance of the module of a program.
func player(t testing.TB, p *engine.Program) *wasm.Player {
	t.Helper()
	pl, err := load(p, options())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pl.Close(context.Background()) })
	return pl
}

// movesOf writes moves so that what both executors know of them can be compared.
func movesOf(g *rulesets.Game, q int, list []engine.Move) string {
	var out []string
	place := func(f int16) string {
		if f < 0 {
			return "-"
		}
		return g.Program.PlaceName(q, int(f))
	}
	for _, m := range list {
		if m.Act == engine.Pass || m.Act == engine.Stop || m.Act == engine.ThrowAgain {
			out = append(out, m.Act.String())
			continue
		}
		out = append(out, fmt.Sprintf("%s:%s:%s/%s over %s marks %d men %d sparing %v", g.Program.Parts[m.Part].Name, m.Act,
			place(m.From), place(m.To), place(m.Over), m.Class, m.Men, m.Sparing))
	}
	return strings.Join(out, "\n")
}

// step compares what both executors say of one state: the moves, and the states
// after each of them, or after each throw. It returns what differs.
func step(g *rulesets.Game, in *engine.Interpreter, pl *wasm.Player, s *engine.State) string {
	ctx := context.Background()
	p := g.Program
	if err := pl.SetState(ctx, s); err != nil {
		return err.Error()
	}
	got := p.NewState()
	pl.State(got)
	if !got.Equal(s) {
		return fmt.Sprintf("the state is taken up as another:\n% x\n% x", got.Bytes(), s.Bytes())
	}
	after := func(name string, do func() error, want *engine.State) string {
		if err := pl.SetState(ctx, s); err != nil {
			return err.Error()
		}
		if err := do(); err != nil {
			return err.Error()
		}
		pl.State(got)
		if got.Equal(want) {
			return ""
		}
		a, _ := g.State(got).MarshalJSON()
		b, _ := g.State(want).MarshalJSON()
		return fmt.Sprintf("after %s:\n  module:      %s\n  interpreter: %s", name, a, b)
	}
	want := p.NewState()
	switch s.Status() {
	case engine.AwaitsThrow:
		dev := p.Devices[s.Device(p)]
		for k := dev.First; k < dev.First+dev.Count; k++ {
			want.CopyFrom(s)
			in.Throw(want, k)
			if d := after("throw "+p.Throws[k].Name, func() error { return pl.Throw(ctx, k) }, want); d != "" {
				return d
			}
		}
	case engine.Decision:
		moves := in.Moves(s, nil)
		list, err := pl.Moves(ctx, nil)
		if err != nil {
			return err.Error()
		}
		if a, b := movesOf(g, s.Player(), list), movesOf(g, s.Player(), moves); a != b {
			return fmt.Sprintf("moves:\n  module:\n%s\n  interpreter:\n%s", indent(a), indent(b))
		}
		for k, m := range moves {
			want.CopyFrom(s)
			in.Play(want, m)
			do := func() error {
				if _, err := pl.Moves(ctx, list[:0]); err != nil {
					return err
				}
				return pl.Make(ctx, k)
			}
			if d := after(movesOf(g, s.Player(), moves[k:k+1]), do, want); d != "" {
				return d
			}
		}
	}
	return ""
}

func indent(s string) string { return "    " + strings.ReplaceAll(s, "\n", "\n    ") }

// sameResults compares the results of a turn.
func sameResults(g *rulesets.Game, in *engine.Interpreter, x *play.Searcher, s *engine.State, limit int) string {
	want, met, complete := play.SearchResults(in, s, limit)
	n, all := x.Find(context.Background(), s, limit)
	if n != len(want) || all != complete {
		return fmt.Sprintf("results: module %d (complete %v), interpreter %d (%v)", n, all, len(want), complete)
	}
	if x.Met() != met {
		return fmt.Sprintf("results: module met %d states, interpreter %d", x.Met(), met)
	}
	for i := range want {
		if got := x.State(i); !got.Equal(want[i].State) {
			return fmt.Sprintf("result %d is another state:\n% x\n% x", i, got.Bytes(), want[i].State.Bytes())
		}
		if a, b := movesOf(g, s.Player(), x.Outline(i)), movesOf(g, s.Player(), want[i].Line); a != b {
			return fmt.Sprintf("result %d is reached by another line:\n%s\n%s", i, a, b)
		}
	}
	return ""
}

// TestStatesAgree walks through random games and compares at every state what
// may be done, what comes of it, and to which states the turn can lead. In
// its long form it does so under every reading.
func TestStatesAgree(t *testing.T) {
	for _, d := range every(t) {
		t.Run(d.ID, func(t *testing.T) {
			g, errs := d.Game(nil)
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			walk(t, g, long.Of(1, 3), long.Of(100, 150))
			for _, a := range d.Alternatives() {
				if !long.Form() {
					break
				}
				t.Run(a.Question.Name()+"="+a.Reading.ID, func(t *testing.T) {
					g, errs := d.Game(a.Choice)
					if len(errs) > 0 {
						t.Fatal(errs)
					}
					walk(t, g, long.Of(1, 3), long.Of(100, 150))
				})
			}
		})
	}
}

// walk compares both executors at every state of random games.
func walk(t *testing.T, g *rulesets.Game, games, maxPlies int) {
	t.Helper()
	difference, done := walked(g, g.Program, player(t, g.Program), games, maxPlies)
	if difference != "" {
		t.Fatal(difference)
	}
	t.Log(done)
}

// walked returns where a walk found a difference between a game and the module of a program,
// of which pl is a player, and what was compared. A quarter of the states may ask for more
// than the module holds, such as the seventeen parts of a doublet played sixteen times and
// thrown again after: the interpreter plays them.
func walked(g *rulesets.Game, module *engine.Program, pl *wasm.Player, games, maxPlies int) (difference, done string) {
	x := play.NewSearcher(module, play.Generated)
	defer x.Close(context.Background())
	in := engine.NewInterpreter(g.Program)
	s := g.Program.NewState()
	states, searched, results, beyond := 0, 0, 0, 0
	for game := range games {
		r := random.New(17, uint64(game))
		in.Start(s)
		for ply := 0; s.Status() != engine.Over && ply < maxPlies && states < 20*maxPlies*(game+1); states++ {
			if d := step(g, in, pl, s); d == wasm.ErrBeyond.Error() {
				beyond++
			} else if d != "" {
				return d + "\nin " + text(g, s), ""
			}
			if s.Status() == engine.AwaitsThrow {
				in.Throw(s, g.Program.Draw(r, s.Device(g.Program)))
				continue
			}
			if ply%4 == 0 {
				if d := sameResults(g, in, x, s, 200); d != "" {
					return d + "\nin " + text(g, s), ""
				}
				n, _ := x.Find(context.Background(), s, 200)
				searched, results = searched+1, results+n
			}
			k, buf := in.Choose(s, r, nil)
			in.Play(s, buf[k])
			ply++
		}
	}
	if 4*beyond > states {
		return fmt.Sprintf("%d of %d states ask for more than the module holds", beyond, states), ""
	}
	return "", fmt.Sprintf("%d states, %d results of %d turns; %d states beyond the module", states, results, searched, beyond)
}

// TestBeginning plays a game in the module step by step, with its past, beside
// the interpreter with a history.
func TestBeginning(t *testing.T) {
	ctx := context.Background()
	for _, d := range every(t) {
		g, errs := d.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		if d := abreast(ctx, g, player(t, g.Program), 7, 5, 2000); d != "" {
			t.Error(d)
		}
	}
}

// TestBeginningAfterManyPositions plays games step by step in a module that has
// remembered almost as many positions as a number holds: games of which some end
// by repetition must still end so.
func TestBeginningAfterManyPositions(t *testing.T) {
	ctx := context.Background()
	repeated := 0
	for _, d := range bundled.Corpus(t).Definitions {
		g, errs := d.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		if !g.Program.RepetitionMatters {
			continue
		}
		in := engine.NewInterpreter(g.Program)
		s := g.Program.NewState()
		for game := range uint64(8) {
			in.History = history.New()
			in.Start(s)
			play.Random(in, s, random.New(7, game), 2000, nil)
			if end, _ := s.End(); s.Status() != engine.Over || end < 0 || !strings.Contains(g.Program.Ends[end].ID, "repetition") && g.Program.Ends[end].ID != "undecided" {
				continue
			}
			repeated++
			pl := player(t, g.Program)
			pl.SetPushed(1<<16 - 12) // numbers of two bytes would run out
			if d := abreast(ctx, g, pl, 7, game, 2000); d != "" {
				t.Errorf("%s: %s", g.Name(), d)
			}
		}
	}
	if repeated == 0 {
		t.Error("no game ended by repetition")
	}
}

// abreast plays one random game in both executors, step by step, and returns the
// first difference as an example, or nothing.
func abreast(ctx context.Context, g *rulesets.Game, pl *wasm.Player, seed, game uint64, maxPlies int) string {
	p := g.Program
	in := engine.NewInterpreter(p)
	in.History = history.New()
	r := random.New(seed, game)
	s, got := p.NewState(), p.NewState()
	in.Start(s)
	if err := pl.Begin(ctx); err != nil {
		return err.Error()
	}
	id := func(ply int) string { return fmt.Sprintf("game_%d_after_%d_moves", game, ply) }
	before := p.NewState()
	var buf, list []engine.Move
	throws := 0
	for ply := 0; ; {
		if pl.State(got); !got.Equal(s) {
			if ply == 0 {
				return "the opening positions differ:\n" + text(g, got) + "\n" + text(g, s)
			}
			return shrunk(g, pl, before, id(ply))
		}
		if s.Status() == engine.Over || ply >= maxPlies {
			return ""
		}
		before.CopyFrom(s)
		if s.Status() == engine.AwaitsThrow {
			if throws++; throws-ply > engine.MostThrows { // as games are given up
				return ""
			}
			k := p.Draw(r, s.Device(p))
			in.Throw(s, k)
			if err := pl.Throw(ctx, k); err != nil {
				return err.Error() + "\n" + shrunk(g, pl, before, id(ply))
			}
			continue
		}
		buf = in.Moves(s, buf[:0])
		var err error
		list, err = pl.Moves(ctx, list[:0])
		if err != nil || movesOf(g, s.Player(), list) != movesOf(g, s.Player(), buf) {
			return shrunk(g, pl, before, id(ply))
		}
		k := in.Pick(r, buf)
		in.Play(s, buf[k])
		if err := pl.Make(ctx, k); err != nil {
			return err.Error() + "\n" + shrunk(g, pl, before, id(ply))
		}
		ply++
	}
}

// whereApart finds where a game of a batch first differs from the interpreter's:
// step by step, or, where the two agree so, in how moves are drawn.
func whereApart(ctx context.Context, g *rulesets.Game, pl *wasm.Player, seed, game uint64, maxPlies int) string {
	if d := abreast(ctx, g, pl, seed, game, maxPlies); d != "" {
		return d
	}
	in := engine.NewInterpreter(g.Program)
	in.History = history.New()
	s, before := g.Program.NewState(), g.Program.NewState()
	for plies := 1; plies <= maxPlies; plies++ {
		want, _ := reference(in, s, seed, game, plies, nil)
		apart := false
		err := pl.Play(ctx, seed, game, 1, plies, func(_ uint64, r *wasm.Record) {
			apart = r.Hash != want.Hash || string(r.AppendState(nil)) != s.Key()
		})
		if err != nil {
			return err.Error()
		}
		if apart {
			return fmt.Sprintf("step by step they agree; with move %d another is drawn\n- at: %s", plies, text(g, before))
		}
		before.CopyFrom(s)
	}
	return "they differ in nothing but what was counted"
}

func text(g *rulesets.Game, s *engine.State) string {
	b, _ := g.State(s).MarshalJSON()
	return string(b)
}

// shrunk writes a state in which the executors differ as rulesets write examples,
// with as few men as show the difference.
func shrunk(g *rulesets.Game, pl *wasm.Player, s *engine.State, id string) string {
	in := engine.NewInterpreter(g.Program)
	d := step(g, in, pl, s)
	if d == "" {
		return fmt.Sprintf("- id: %s # by itself it shows no difference: what stood before matters\n  at: %s", id, text(g, s))
	}
	s, d = fewer(g, in, pl, s, d)
	return fmt.Sprintf("- id: %s # %s\n  at: %s\n  # %s", id, g.Name(), text(g, s), strings.ReplaceAll(d, "\n", "\n  # "))
}

// fewer takes men off the board, and parts off the agenda, as long as the
// executors still differ.
func fewer(g *rulesets.Game, in *engine.Interpreter, pl *wasm.Player, s *engine.State, d string) (*engine.State, string) {
	p := g.Program
	pos := position.Read(p, s)
	attempt := func() bool {
		t := p.NewState()
		position.Write(in, t, pos)
		if st, _ := g.Broken(in, t); st != nil {
			return false
		}
		if _, errs := g.ParseState(in, "example", text(g, t)); len(errs) > 0 {
			return false // nobody could lay it out
		}
		if pl.SetState(context.Background(), t) != nil {
			return false // the module has no such state
		}
		if e := step(g, in, pl, t); e != "" {
			s, d = t, e
			return true
		}
		return false
	}
	for progress := true; progress; {
		progress = false
		for q := range pos.Men {
			for c := range pos.Men[q] {
				for f := range pos.Men[q][c] {
					for st := len(p.Stores) - 1; st >= 0 && pos.Men[q][c][f] > 0; st-- {
						pos.Men[q][c][f]--
						pos.Stores[q][st]++
						if attempt() {
							progress = true
							st++ // another one to the same store
							continue
						}
						pos.Men[q][c][f]++
						pos.Stores[q][st]--
					}
				}
			}
		}
		for i := 0; pos.Turn != nil && i < len(pos.Turn.Left); i++ {
			left := pos.Turn.Left
			pos.Turn.Left = append(append([]position.Left(nil), left[:i]...), left[i+1:]...)
			if attempt() {
				progress = true
				i--
			} else {
				pos.Turn.Left = left
			}
		}
	}
	return s, d
}

// TestDifferencesAreShrunk sets the interpreter of one interpretation beside the
// module of another. What comes out must be an example: it can be read back, the
// two still differ there, and the board is emptier than in the game.
func TestDifferencesAreShrunk(t *testing.T) {
	ctx := context.Background()
	found := 0
	for _, d := range bundled.Corpus(t).Definitions {
		g, errs := d.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		for _, a := range d.Alternatives() {
			other, errs := d.Game(a.Choice)
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			if other.Program.Layout() != g.Program.Layout() || len(other.Program.Parts) != len(g.Program.Parts) {
				continue
			}
			if _, err := wasm.Generate(other.Program, options()); err != nil {
				continue // the interpreter plays it
			}
			pl := player(t, other.Program)
			at := abreast(ctx, g, pl, 7, 1, 100)
			_, after, ok := strings.Cut(at, "\n  at: ")
			if !ok || strings.Contains(at, "what stood before matters") {
				continue
			}
			after, _, _ = strings.Cut(after, "\n")
			in := engine.NewInterpreter(g.Program)
			s, errs := g.ParseState(in, "example", after)
			if len(errs) > 0 {
				t.Errorf("%s=%s: %v\n%s", a.Question.Name(), a.Reading.ID, errs, at)
				continue
			}
			if step(g, in, pl, s) == "" {
				t.Errorf("%s=%s: no difference in\n%s", a.Question.Name(), a.Reading.ID, at)
			}
			found++
			if found <= 2 || testing.Verbose() {
				t.Logf("%s=%s\n%s", a.Question.Name(), a.Reading.ID, at)
			}
			if found >= long.Of(2, 12) {
				return
			}
			break
		}
	}
	if found < long.Of(2, 4) {
		t.Errorf("only %d differences were found", found)
	}
}
