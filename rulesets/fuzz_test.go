package rulesets

import (
	"encoding/json"
	"hash/fnv"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/lang"
	"github.com/lectio/lectio/testdata/fuzz"
	"github.com/lectio/lectio/testdata/long"
)

// fuzzGames compiles the bundled rulesets once for all inputs.
var fuzzGames = sync.OnceValues(func() ([]*Game, error) {
	dice, errs := LoadOne("fuzz.yaml", []byte(strings.Replace(fuzzRuleset, "CONDITION", "enemy(to) >= 2", 1)), nil)
	var games []*Game
	for _, d := range slices.Concat(bundledOne().Definitions, []*Definition{dice}) {
		g, more := d.Game(nil)
		errs.Merge(more)
		if g != nil {
			games = append(games, g)
		}
	}
	return games, errs.Err()
})

// printed writes a state as the commands print it.
func printed(t testing.TB, g *Game, s *engine.State) string {
	t.Helper()
	text, err := json.Marshal(g.State(s))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// roundTrip fails unless a printed state is accepted and prints the same, with
// the same moves.
func roundTrip(t testing.TB, g *Game, in *engine.Interpreter, s *engine.State) {
	t.Helper()
	text := printed(t, g, s)
	again, errs := g.ParseState(in, "--at", text)
	if len(errs) > 0 {
		t.Fatalf("%s: a state that was printed is refused: %v\n%s", g.Name(), errs, text)
	}
	if got := printed(t, g, again); got != text {
		t.Fatalf("%s: a state that was printed prints differently when it is read\n%s\n%s", g.Name(), text, got)
	}
	if a, b := strings.Join(allMoves(g, in, s), " "), strings.Join(allMoves(g, in, again), " "); a != b {
		t.Fatalf("%s: a state that was printed has other moves when it is read: %s, then %s\n%s", g.Name(), a, b, text)
	}
}

func allMoves(g *Game, in *engine.Interpreter, s *engine.State) []string {
	var out []string
	for _, m := range in.Moves(s, nil) {
		out = append(out, g.MoveText(in, s, m))
	}
	return out
}

// TestRoundTrip plays random games and reads back every state on the way.
func TestRoundTrip(t *testing.T) {
	games, err := fuzzGames()
	if err != nil {
		t.Fatal(err)
	}
	n := long.Of(2, 20)
	for _, g := range games {
		in := engine.NewInterpreter(g.Program)
		s := g.Program.NewState()
		for game := range n {
			r := random.New(7, uint64(game))
			in.Start(s)
			for plies := 0; plies < 400; plies++ {
				roundTrip(t, g, in, s)
				if !step(in, s, r) {
					break
				}
			}
		}
	}
}

// step makes one random throw or move; it reports whether the game goes on.
func step(in *engine.Interpreter, s *engine.State, r *random.Source) bool {
	switch s.Status() {
	case engine.Over:
		return false
	case engine.AwaitsThrow:
		in.Throw(s, in.Program().Draw(r, s.Device(in.Program())))
	default:
		moves := in.Moves(s, nil)
		in.Play(s, moves[r.Below(len(moves))])
	}
	return true
}

// FuzzState reads what somebody might type behind --at. Whatever is accepted
// prints a state that is accepted too, and can be played on and explained;
// whatever is refused is refused with places in it.
func FuzzState(f *testing.F) {
	games, err := fuzzGames()
	if err != nil {
		f.Fatal(err)
	}
	fuzz.Target(f, "state", func(t *testing.T, data []byte) {
		draws := fnv.New64()
		draws.Write(data)
		for _, g := range games {
			in := engine.NewInterpreter(g.Program)
			s, errs := g.ParseState(in, "--at", string(data))
			fuzz.Errors(t, "--at", fuzz.Lines(data), errs)
			if s == nil {
				if len(errs) == 0 {
					t.Fatalf("%s: neither a state nor an error", g.Name())
				}
				continue
			}
			roundTrip(t, g, in, s)
			r := random.New(draws.Sum64(), 0)
			for plies := 0; plies < 50; plies++ {
				if s.Status() == engine.Decision {
					for _, x := range in.Explain(s).Refused {
						g.Refused(in, s, x)
					}
				}
				if !step(in, s, r) {
					break
				}
				roundTrip(t, g, in, s)
			}
		}
	})
}

// fuzzRuleset is a small ruleset with a place for a condition.
const fuzzRuleset = `
ruleset: fuzz
title: Fuzz
family: test
statements:
  - {id: players, players: [white, black], assumed: x}
  - {id: board, tables: {points: 12}, assumed: x}
  - {id: track, track: {run: [1..12]}, assumed: x}
  - {id: men, men: 4, assumed: x}
  - {id: set_up, set_up: {1: 4}, assumed: x}
  - {id: dice, throw: {dice: 2, faces: 3}, assumed: x}
  - {id: play, stage: {throws: dice}, assumed: x}
  - {id: both, agenda: {on: other, play: [high, low]}, assumed: x}
  - {id: doubled, agenda: {on: doublet, play: [high, high, "low?", throw], order: fixed}, assumed: x}
  - {id: advance, allow: advance, assumed: x}
  - {id: bear_off, allow: bear-off, assumed: x}
  - {id: stop, blocked: stop, assumed: x}
  - id: condition
    forbid: advance
    when: CONDITION
    assumed: x
  - {id: won, end: all men are off, at: turn, when: off = 4, winner: me, assumed: x}
`

// playable compiles every interpretation of a definition that can be compiled,
// by default and under each alternative, and plays a little.
func playable(t *testing.T, d *Definition, data []byte) {
	t.Helper()
	if errs := d.Check(); len(errs) > 0 {
		fuzz.Errors(t, "f", fuzz.Lines(data), errs)
		return
	}
	g, errs := d.Game(nil)
	if len(errs) > 0 {
		t.Fatalf("check passed, but: %v", errs)
	}
	in := engine.NewInterpreter(g.Program)
	s := g.Program.NewState()
	in.Start(s)
	r := random.New(1, 1)
	for range 50 {
		g.State(s)
		if !step(in, s, r) {
			break
		}
	}
}

// TestThrowsThatNobodyMakes: a throw cannot be owed where nothing is thrown.
func TestThrowsThatNobodyMakes(t *testing.T) {
	small := strings.Replace(fuzzRuleset, "CONDITION", "enemy(to) >= 2", 1)
	turns := strings.Replace(small, "stage: {throws: dice}", "stage: {}", 1)
	for _, test := range []struct{ text, want string }{
		{turns + "  - {id: owed, agenda: {play: [3, throw]}, assumed: x}\n",
			`f:23:35: nothing is thrown in the stage play; expected a stage with throws:, or parts without a throw`},
		{turns + "  - {id: turn, agenda: {play: [3]}, assumed: x}\n  - {id: owed, on: advance, do: {put: throw}, assumed: x}\n",
			`f:24:5: nothing is thrown in any stage in which this happens; expected a stage with throws:, or parts without a throw`},
		{small + "  - {id: owed, on: advance, do: {put: throw}, assumed: x}\n", ""},
	} {
		d, errs := LoadOne("f", []byte(test.text), nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		if got := d.Check().Error(); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
		playable(t, d, []byte(test.text))
	}
}

// FuzzCondition reads whatever somebody might write as a condition: it is
// refused at a place within it, or says the same when every bracket is written
// that it could do without. In a ruleset it is refused with a place, or played.
func FuzzCondition(f *testing.F) {
	fuzz.Target(f, "condition", func(t *testing.T, data []byte) {
		text := string(data)
		e, err := lang.Parse(text)
		switch {
		case err != nil:
			if err.Off < 0 || err.Off > len(text) || err.Message == "" {
				t.Errorf("the error %+v is outside", err)
			}
		case deep(e) < lang.MaxConditionDepth/4: // a bracket costs three levels
			again, err := lang.Parse(bracketed(e))
			if err != nil {
				t.Fatalf("with brackets it is refused: %v: %s", err, bracketed(e))
			}
			if bracketed(again) != bracketed(e) {
				t.Errorf("with brackets, %s, it is %s", bracketed(e), bracketed(again))
			}
		}
		quoted, jsonErr := json.Marshal(text)
		if jsonErr != nil {
			t.Fatal(jsonErr)
		}
		ruleset := []byte(strings.Replace(fuzzRuleset, "CONDITION", string(quoted), 1))
		d, errs := LoadOne("f", ruleset, nil)
		fuzz.Errors(t, "f", fuzz.Lines(ruleset), errs)
		if len(errs) == 0 {
			playable(t, d, ruleset)
		}
	})
}

// deep is how deep an expression is nested.
func deep(e *lang.Expr) int {
	most := 0
	for _, k := range e.Kids {
		most = max(most, deep(k))
	}
	return most + 1
}

// bracketed writes an expression with brackets around everything.
func bracketed(e *lang.Expr) string {
	var kids []string
	for _, k := range e.Kids {
		kids = append(kids, bracketed(k))
	}
	list := strings.Join(kids, ", ")
	switch e.Op {
	case "num", "name":
		return e.Text
	case "call":
		return e.Text + "(" + list + ")"
	case "list":
		return "[" + list + "]"
	case "their":
		return "their.(" + list + ")"
	case "neg":
		return "(-" + list + ")"
	case "not":
		return "(not " + list + ")"
	case "if":
		return "(if " + kids[0] + " then " + kids[1] + " else " + kids[2] + ")"
	}
	return "(" + strings.Join(kids, " "+e.Op+" ") + ")"
}

// FuzzDefinition reads whatever might stand in a ruleset: it is refused with
// places in it, or can be played, and says the same when it is written again.
func FuzzDefinition(f *testing.F) {
	fuzz.Target(f, "definition", func(t *testing.T, data []byte) {
		d, errs := LoadOne("f", data, nil)
		fuzz.Errors(t, "f", fuzz.Lines(data), errs)
		if len(errs) > 0 {
			return
		}
		playable(t, d, data)
		root, _ := yamlpos.Parse("f", data)
		text := yamlpos.Document(fuzz.ValueOf(root))
		again, errs := LoadOne("f", text, nil)
		if len(errs) > 0 {
			t.Fatalf("written it is refused: %v\n%s", errs, text)
		}
		if a, b := idsIn(d), idsIn(again); a != b || len(d.Check()) != len(again.Check()) {
			t.Errorf("written it says something else: %s, then %s", a, b)
		}
	})
}

// idsIn are the statements and questions of a definition.
func idsIn(d *Definition) string {
	var out []string
	for _, s := range d.Statements {
		out = append(out, s.ID)
	}
	for _, q := range d.Questions {
		out = append(out, q.ID)
	}
	return strings.Join(out, " ")
}
