package rulesets

import (
	"encoding/json"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets/engine"
)

// fuzzGames compiles the bundled rulesets once for all inputs.
var fuzzGames = sync.OnceValues(func() ([]*Game, error) {
	ev, errs := evidence.Load(evidence.Bundled, "")
	c, more := Load(Bundled, "", ev)
	errs.Merge(more)
	dice, more := LoadOne("fuzz.yaml", []byte(strings.Replace(fuzzRuleset, "CONDITION", "enemy(to) >= 2", 1)), nil)
	errs.Merge(more)
	var games []*Game
	for _, d := range append(c.Definitions, dice) {
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
	n := 20
	if testing.Short() {
		n = 2
	}
	for _, g := range games {
		in := engine.NewInterpreter(g.Program)
		s := g.Program.NewState()
		for game := range n {
			r := engine.NewRandom(7, uint64(game))
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
func step(in *engine.Interpreter, s *engine.State, r *engine.Random) bool {
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
// prints a state that is accepted too, and can be played on and explained.
func FuzzState(f *testing.F) {
	games, err := fuzzGames()
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{
		"start",
		`{"white":{"hand":9},"black":{"hand":9}}`,
		`{"to-move":"black","white":["a","b","c"],"black":["d","e","f","g"]}`,
		`{"white":{"a":1,"hand":8},"black":{"hand":9},"turn":{"stage":"placing","throw":null,"left":["remove?"],"order":"any","active":null}}`,
		`{"white":{"a":3,"out":6},"black":{"b":2,"out":7},"over":{"by":"reduced","reason":"","winner":"white","score":{"white":"1","black":"0"}}}`,
		`{"white":{"1":14,"10":1},"black":{"1":15},"to-move":"white"}`,
		`{"to-move":"white","white":{"1":12,"7":1,"9":1,"bar":1},"black":{"1":15},"counters":{"white":{"departures":3,"doublets":0},"black":{"departures":0,"doublets":0}},"score":{"white":"0","black":"1/2"},"turn":{"stage":"play","throw":"6-2","left":["2"],"order":"any","active":null}}`,
		`{"white":{"24":15},"black":{"off":15},"turn":{"throw":"6-6","left":["6","6","5?","throw"],"order":"fixed"}}`,
		`{"white":{"1":15},"black":{"1":15},"turn":{"left":["throw"],"owner":"black","next":"white","next-stage":"play"}}`,
		"white: {1: 15}\nblack: {1: 15}\nscore: {white: 1/3}\n",
		`{"white":{"1":15},"black":{"1":15},"turn":{"throw":"1-1,1-1,1-1,1-1,1-1,1-1,1-1,1-1,1-1","left":[]}}`,
	} {
		f.Add(seed, uint64(1))
	}
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		for _, g := range games {
			in := engine.NewInterpreter(g.Program)
			s, errs := g.ParseState(in, "--at", text)
			if s == nil {
				if len(errs) == 0 {
					t.Fatalf("%s: neither a state nor an error", g.Name())
				}
				continue
			}
			roundTrip(t, g, in, s)
			r := engine.NewRandom(seed, 0)
			for plies := 0; plies < 50; plies++ {
				if s.Status() == engine.Decision {
					for _, x := range in.Explain(s).Refused {
						g.RefusedJSON(in, s, x)
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
func playable(t *testing.T, d *Definition) {
	if len(d.Check()) > 0 {
		return
	}
	g, errs := d.Game(nil)
	if len(errs) > 0 {
		t.Fatalf("check passed, but: %v", errs)
	}
	in := engine.NewInterpreter(g.Program)
	s := g.Program.NewState()
	in.Start(s)
	r := engine.NewRandom(1, 1)
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
			`fuzz.yaml:23:31: nothing is thrown in the stage play; expected a stage with throws:, or parts without a throw`},
		{turns + "  - {id: turn, agenda: {play: [3]}, assumed: x}\n  - {id: owed, on: advance, do: {put: throw}, assumed: x}\n",
			`fuzz.yaml:24:5: nothing is thrown in any stage in which this happens; expected a stage with throws:, or parts without a throw`},
		{small + "  - {id: owed, on: advance, do: {put: throw}, assumed: x}\n", ""},
	} {
		d, errs := LoadOne("fuzz.yaml", []byte(test.text), nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		if got := d.Check().Error(); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
		playable(t, d)
	}
}

// FuzzCondition compiles whatever somebody might write as a condition.
func FuzzCondition(f *testing.F) {
	for _, seed := range []string{
		"enemy(to) >= 2", "to in run(enemy >= 2, 6)", "count(entry and empty) < 2", "not (own = 1 or enemy > 1)", "1..12",
		"some f in own: enemy(f) > 0", "every f in all: own(f) <= 2", "their.bar + bar = 0", "from + 6 <= 12", "part = high", "((((((((1",
		"count(", "enemy(to) >= 99999999999999999999", "occurrences >= 3", "best(1, 2)", "a.b.c", "¬x", "to in {1, 2, 3}",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, condition string) {
		quoted, err := json.Marshal(condition)
		if err != nil {
			return
		}
		d, _ := LoadOne("fuzz.yaml", []byte(strings.Replace(fuzzRuleset, "CONDITION", string(quoted), 1)), nil)
		playable(t, d)
	})
}

// FuzzDefinition reads whatever might stand in a ruleset.
func FuzzDefinition(f *testing.F) {
	f.Add([]byte(strings.Replace(fuzzRuleset, "CONDITION", "enemy(to) >= 2", 1)))
	for _, seed := range []string{
		"ruleset: x\n", "ruleset: x\ntitle: x\nfamily: x\nstatements: [{id: a, men: -1, assumed: x}, {id: b, do: {}}]\n",
		"ruleset: x\ntitle: x\nfamily: x\nstatements:\n- {id: players, players: [a, b]}\n- {id: b, merels: {rings: 9}}\n- {id: m, men: 300}\n",
		"ruleset: x\ntitle: x\nfamily: x\nstatements: []\nquestions: [{id: q, asks: x, kind: silence, weight: 1, default: a, readings: [{id: a, basis: attested, because: x, without: z}], asked-when: {q: a}}]\n",
	} {
		f.Add([]byte(seed))
	}
	if data, err := os.ReadFile("definitions/mylna.yaml"); err == nil {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<16 {
			return
		}
		d, errs := LoadOne("fuzz.yaml", data, nil)
		if len(errs) == 0 {
			playable(t, d)
		}
	})
}
