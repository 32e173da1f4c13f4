package rulesets_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir/wasm"
	"github.com/lectio/lectio/rulesets/play"
)

// guarded are rules with definitions that are about places, in which %s stands for further statements.
const guarded = `ruleset: guarded
title: Guarded
family: chess
evidence: {}
statements:
  - {id: players, players: [white, black], seen: rotated, assumed: for the test}
  - {id: begins, begins: white, assumed: for the test}
  - {id: board, grid: {rows: 3, columns: 3}, assumed: for the test}
  - {id: men, men: {king: 1, man: 1}, assumed: for the test}
  - {id: set_up, set_up: {b1: king, a1: man}, assumed: for the test}
  - {id: turn, stage: {}, assumed: for the test}
  - {id: one_move, agenda: {play: [move]}, assumed: for the test}
  - {id: attacked, define: count(near(p) and enemy) > 0, of: p, called: "{p} is beside a man of the opponent", assumed: for the test}
  - {id: open_squares, define: near(p) - anyone, of: p, called: "the empty squares beside {p}", assumed: for the test}
  - {id: king_steps, allow: step, of: king, with: move, to: open_squares(from), when: not attacked(to), assumed: for the test}
  - {id: man_steps, allow: step, of: man, with: move, to: open_squares(from), assumed: for the test}
  - {id: stuck, end: no move, at: no_move, winner: none, assumed: for the test}
%s`

func guardedWith(t *testing.T, more string) (*rulesets.Game, error) {
	t.Helper()
	d, errs := rulesets.LoadOne("guarded.yaml", fmt.Appendf(nil, guarded, more), nil)
	if len(errs) > 0 {
		return nil, errs
	}
	g, errs := d.Game(nil)
	return g, errs.Err()
}

// A definition about a place says of each place that it is asked about what it says.
func TestDefinitionsAboutPlaces(t *testing.T) {
	g, err := guardedWith(t, "")
	if err != nil {
		t.Fatal(err)
	}
	in, s := engine.NewInterpreter(g.Program), g.Program.NewState()
	in.Start(s)
	got := g.MoveTexts(in, s)
	// Black's king stands on b3 and his man on c3: b2 and c2 are beside them, c1 is not.
	if want := "Ma1/a2 Kb1/c1"; strings.Join(got, " ") != want {
		t.Errorf("White may play %v, expected %s", got, want)
	}
	if _, err := wasm.Generate(g.Program, wasm.Options{}); err != nil {
		t.Error(err)
	}
	for id, want := range map[string]string{
		"attacked":     "“A square is beside a man of the opponent” means that there is at least one square next to that square that holds at least one opposing piece.",
		"open_squares": "“The empty squares beside a square” means the squares next to that square that hold no piece of whatever side.",
		"king_steps":   "For “move”, the player may move a king to any of the empty squares beside the square moved from unless the square moved to is beside a man of the opponent.",
	} {
		if got := edition.Sentence(g, g.Statement(id)); got != want {
			t.Errorf("%s: %s\nexpected %s", id, got, want)
		}
	}
}

// Those places where something holds are found one by one, also from one of them, and by generated code.
func TestThosePlaces(t *testing.T) {
	const more = `  - {id: pairs, define: those p in own where count(near(p) and own) > 0, called: the squares of his men that stand side by side, assumed: x}
  - {id: lonely, define: those p in empty where not attacked(p) and count(those q in near(p) where attacked(q)) = 0, called: the quiet squares, assumed: x}
  - {id: quiet, end: quiet, at: start, when: count(pairs) >= 2 and count(lonely) = %d, winner: me, assumed: x}
`
	// White's men stand on a1 and b1, Black's on c3 and b3. Of the empty squares a2, b2, c2, a3 and c1 those beside none of Black's are
	// a2 and c1, and beside a2 lie a3 and b2, beside c1 c2, which are beside one.
	for n, over := range []bool{true, false} {
		g, err := guardedWith(t, fmt.Sprintf(more, n))
		if err != nil {
			t.Fatal(err)
		}
		in, s := engine.NewInterpreter(g.Program), g.Program.NewState()
		in.Start(s)
		if (s.Status() == engine.Over) != over {
			t.Errorf("with %d quiet squares: over is %v, expected %v", n, !over, over)
		}
		code, err := wasm.Generate(g.Program, wasm.Options{})
		if err != nil {
			t.Fatal(err)
		}
		p, err := code.Load(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		plies := -1
		if err := p.Play(t.Context(), 1, 0, 1, 1, func(_ uint64, r *wasm.Record) { plies = r.Plies }); err != nil || (plies == 0) != over {
			t.Errorf("generated code plays %d moves (%v)", plies, err)
		}
		if got, want := edition.Sentence(g, g.Statement("pairs")), "those of the"; !strings.Contains(got, want) {
			t.Errorf("%s, expected %s", got, want)
		}
	}
}

// What is wrong with one is said where it stands.
func TestWrongDefinitionsAboutPlaces(t *testing.T) {
	for _, c := range []struct{ statement, want string }{
		{"{id: x, never: attacked, assumed: x}", "guarded.yaml:18:20: attacked is asked about a place"},
		{"{id: x, never: \"attacked(1, 2)\", assumed: x}", "guarded.yaml:18:21: attacked is asked about a place"},
		{"{id: x, never: attacked(own), assumed: x}", "what attacked is asked about must be a place"},
		{"{id: x, define: count(near(p)) > 1, of: p, assumed: x}", `called: "… {p} …"`},
		{"{id: x, define: count(near(to)) > 1, of: to, called: \"{to} is\", assumed: x}", "this name is a word of the language"},
		{"{id: x, define: x(p), of: p, called: \"{p} is\", assumed: x}", "goes in a circle"},
		{"{id: x, define: count(p) > 1, of: q, called: \"{q} is\", assumed: x}", "this name stands for nothing here"},
		{"{id: x, never: count(near(p)) > 1, assumed: x}", "this name stands for nothing here"},
		{"{id: x, never: count(those own in own where yes) > 1, assumed: x}", "this name has a meaning of its own"},
		{"{id: x, never: count(those p of own where yes) > 1, assumed: x}", `"in" and a set of places`},
		{"{id: x, never: count(those p in own where 3) > 1, assumed: x}", "what holds of those places must be a truth value"},
		{"{id: x, never: count(those p in own where their.own(p) > 0) > 1, assumed: x}", "opponents call their places otherwise"},
		{"{id: x, never: count(those p in own where yes) > 1 and p in own, assumed: x}", "this name stands for nothing here"},
	} {
		if _, err := guardedWith(t, "  - "+c.statement+"\n"); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %s", c.statement, err, c.want)
		}
	}
}

// A chain of definitions in which each asks the one before twice is no more work than its links.
func TestDefinitionsAboutPlacesDoNotGrow(t *testing.T) {
	var b strings.Builder
	before := "attacked"
	for i := range 60 {
		id := fmt.Sprint("link_", i)
		fmt.Fprintf(&b, "  - {id: %s, define: %s(p) and not %s(p) or count(near(p)) > 1, of: p, called: \"{p} is so\", assumed: x}\n", id, before, before)
		before = id
	}
	fmt.Fprintf(&b, "  - {id: x, never: %s(b1), assumed: x}\n", before)
	g, err := guardedWith(t, b.String())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := wasm.Generate(g.Program, wasm.Options{}); err != nil {
		t.Error(err)
	}
	in, s := engine.NewInterpreter(g.Program), g.Program.NewState()
	in.Start(s)
	in.Broken(s)
}

// Games are the same by generated code and by the interpreter, where rules ask for those places by what lies beside the man who moves,
// or is left behind.
func TestThosePlacesAreFoundAlike(t *testing.T) {
	const more = `  - {id: apart, forbid: step, when: "count(those p in own where count(near(p) and (own - from)) = 0 and p != from) > 1", assumed: x}
  - {id: wander, allow: step, of: man, with: move, to: "those p in empty where count(near(p) and near(from)) = 2 and not attacked(p)", assumed: x}
  - {id: crowded, end: crowded, at: move, on: step, when: "count(those p in board where count(near(p) and anyone) >= 3) >= 2", winner: none, assumed: x}
  - {id: board, define: a1..a3 or b1..b3 or c1..c3, called: the squares, assumed: x}
`
	g, err := guardedWith(t, strings.Replace(more, "id: board", "id: everywhere", 1))
	if err == nil {
		t.Fatal("a store is no set of places")
	}
	g, err = guardedWith(t, strings.NewReplacer("id: board", "id: everywhere", "in board", "in everywhere").Replace(more))
	if err != nil {
		t.Fatal(err)
	}
	came := func(m play.Means) (out []string) {
		s := play.Series{Seed: 4, Count: 300, Cap: 60, Branching: true}
		if err := play.NewExecutor(g.Program, m).Play(t.Context(), s, func(p *play.Played) {
			out = append(out, fmt.Sprint(p.Plies, p.Branch, p.State.Bytes()))
		}); err != nil {
			t.Fatal(err)
		}
		return out
	}
	generated, interpreted := came(play.Generated), came(play.Interpreted)
	for i := range generated {
		if generated[i] != interpreted[i] {
			t.Fatalf("game %d: %s by generated code, %s by the interpreter", i, generated[i], interpreted[i])
		}
	}
	if n := len(slices.Compact(slices.Sorted(slices.Values(generated)))); n < 10 {
		t.Errorf("%d games of %d differ", n, len(generated))
	}
}

// A condition on each of some places says of the board turned what it says of the board, unless it names a place.
func TestThosePlacesAreTurnedWithTheBoard(t *testing.T) {
	const text = `ruleset: crowd
title: Crowd
family: lines of our own
evidence: {}
statements:
  - {id: players, players: [black, white], seen: same, assumed: x}
  - {id: board, grid: {rows: 3, columns: 3}, assumed: x}
  - {id: men, men: 5, assumed: x}
  - {id: set_up, set_up: {hand: 5}, assumed: x}
  - {id: turn, stage: {}, assumed: x}
  - {id: one_man, agenda: {play: [place]}, assumed: x}
  - {id: put_down, allow: place, assumed: x}
  - {id: crowded, end: crowded, on: place, when: "count(those p in own where %s) > 0", winner: me, assumed: x}
  - {id: full, end: full, at: no_move, winner: none, assumed: x}
`
	for where, want := range map[string]int{"count(near(p) and own) >= 2": 7, "p = b1 and count(near(p) and own) >= 2": 1, "p = b2 and count(near(p) and own) >= 2": 7} {
		d, errs := rulesets.LoadOne("crowd.yaml", fmt.Appendf(nil, text, where), nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		g, errs := d.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		if got := len(g.Program.Symmetries()); got != want {
			t.Errorf("where %s: %d turns and reflections, expected %d", where, got, want)
		}
	}
}
