package edition_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
)

// eachGame calls f with the default of every ruleset of both corpora that come with the
// program, and in long form with every reading alone.
func eachGame(t *testing.T, f func(g *rulesets.Game)) {
	t.Helper()
	for _, d := range append(bundled.Corpus(t).Definitions, bundled.Gallery(t).Definitions...) {
		choices := []rulesets.Choice{nil}
		if long.Form() {
			for _, a := range d.Alternatives() {
				choices = append(choices, a.Choice)
			}
		}
		for _, choice := range choices {
			g, errs := d.Game(choice)
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			f(g)
		}
	}
}

// No position that a game comes to is called impossible, or over while it goes on; and it is
// read back with the counters that it has.
func TestPositionsOfGamesArePossible(t *testing.T) {
	eachGame(t, func(g *rulesets.Game) {
		p, in := g.Program, engine.NewInterpreter(g.Program)
		in.History = history.New()
		aside := engine.NewInterpreter(p)
		possible := edition.NewPossible(g)
		s, u := p.NewState(), p.NewState()
		for game := range uint64(long.Of(1, 4)) {
			r := random.New(3, game)
			var buf []engine.Move
			in.Start(s)
			for plies := 0; plies < long.Of(60, 400) && s.Status() != engine.Over; plies++ {
				u.CopyFrom(s)
				if aside.Ended(u, true, true) {
					text, _ := json.Marshal(g.State(u))
					t.Errorf("%s: a game that goes on is over: %s", g.Name(), text)
					return
				}
				if why := possible.Impossible(aside, s); why != "" {
					text, _ := json.Marshal(g.State(s))
					t.Errorf("%s: %s cannot occur: %s", g.Name(), text, why)
					return
				}
				if s.Status() == engine.AwaitsThrow {
					in.Throw(s, p.Draw(r, s.Device(p)))
					continue
				}
				var k int
				k, buf = in.Choose(s, r, buf[:0])
				in.Play(s, buf[k])
			}
		}
	})
}

// What no rule can bring about is said in words.
func TestImpossiblePositions(t *testing.T) {
	const draughts = `
  - {id: players, players: [white, black], assumed: a test}
  - {id: board, grid: {rows: 6, columns: 6, cells: chequered}, assumed: a test}
  - {id: men, men: {man: 3, king: 0}, assumed: a test}
  - {id: set_up, set_up: {a1: {man: 1}, c1: {man: 1}, e1: {man: 1}}, assumed: a test}
  - {id: turn, stage: {}, assumed: a test}
  - {id: one, agenda: {play: [step]}, assumed: a test}
  - {id: forward, allow: step, to: "empty and shift(from, forward_left or forward_right)", assumed: a test}
  - {id: kings, allow: step, of: king, to: "ray(from, empty, diagonal)", assumed: a test}
  - {id: crowned, on: step, do: {become: king}, when: to in row_6, assumed: a test}
  - {id: shut_in, end: shut in, at: no_move, winner: them, assumed: a test}
`
	d, errs := rulesets.LoadOne("test.yaml", []byte("ruleset: test\ntitle: Test\nfamily: test\nstatements:"+draughts), nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	g, errs := d.Game(nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	in, possible := engine.NewInterpreter(g.Program), edition.NewPossible(g)
	for at, want := range map[string][]string{
		`{"white": {"a1+man": 1, "c1+man": 1, "e1+man": 1}, "black": {"b6+man": 1, "d6+man": 1, "f6+man": 1}}`: nil,
		`{"white": {"a1+man": 1}, "black": {"f6+man": 1}}`:                                                     nil,
		`{"white": {"a1+man": 1, "c1+man": 1}, "black": {"a1+man": 1}}`:                                        {"white and black both have men on a1"},
		`{"white": {"a2+man": 1}, "black": {"f6+man": 1}}`:                                                     {"white has a man on a2, where none can come"},
		`{"white": {"a1+man": 2}, "black": {"f6+man": 1, "f5+king": 1}}`:                                       {"white has 2 men on a1", "black has a man on f5"},
	} {
		s, errs := g.ParseState(in, "at", at)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		why := possible.Impossible(in, s)
		if want == nil && why != "" {
			t.Errorf("%s is called impossible: %s", at, why)
		}
		for _, w := range want {
			if !strings.Contains(why, w) {
				t.Errorf("%s: %q, expected %q", at, why, w)
			}
		}
	}
}

// A position in which the game is over by a rule is known for one, whoever is said to move;
// one in which nobody has won is not.
func TestPositionsThatAreOver(t *testing.T) {
	cases := map[string]map[string]string{
		"tic-tac-toe": {
			`{"crosses": [a1, b1, c1], "noughts": [a2, b2, c3]}`:                     "three_in_line crosses",
			`{"crosses": [a1, b1, c1], "noughts": [a2, b2], "to-move": crosses}`:     "three_in_line crosses",
			`{"crosses": [a1, b1, c2], "noughts": [a3, b3, c3], "to-move": crosses}`: "three_in_line noughts",
			`{"crosses": [a1, b2], "noughts": [a2, b1], "to-move": crosses}`:         "",
			`{"crosses": [], "noughts": []}`:                                         "",
		},
		"mylna": {
			`{"white": [a, b], "black": [c, d, e], "to-move": white}`:    "reduced black",
			`{"white": [a, b], "black": [c, d, e], "to-move": black}`:    "reduced black",
			`{"white": [a, b, f], "black": [c, d, e], "to-move": black}`: "",
		},
		"backgammon": {
			`{"white": {"off": 15}, "black": {"1": 13, "2": 2}}`:                     "won white",
			`{"white": {"off": 15}, "black": {"1": 13, "2": 2}, "to-move": "black"}`: "won white",
			`{"white": {"off": 14, "24": 1}, "black": {"1": 13, "2": 2}}`:            "",
		},
	}
	eachGame(t, func(g *rulesets.Game) {
		for at, want := range cases[g.Definition.ID] {
			in := engine.NewInterpreter(g.Program)
			root, errs := yamlpos.Parse("at", []byte(at))
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			s, errs := g.ReadState(in, root)
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			got := ""
			if g.Ended(in, root, s) {
				end, _ := s.End()
				got = g.Program.Ends[end].ID + " " + g.Program.Players[s.Winner()]
				again, errs := g.ParseState(in, "printed", text(t, g, s))
				if len(errs) > 0 || !again.Equal(s) {
					t.Errorf("%s: %s: what is printed is not read back: %v", g.Name(), at, errs)
				}
			}
			if g.Name() == "mylna{MY-A08=board-only}" {
				want = "" // as few stand there while men are being set, who are not reduced by that
			}
			if got != want {
				t.Errorf("%s: %s: over by %q, expected %q", g.Name(), at, got, want)
			}
		}
	})
}

func text(t *testing.T, g *rulesets.Game, s *engine.State) string {
	t.Helper()
	data, err := json.Marshal(g.State(s))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// A counter that is typed cannot be less than the position allows.
func TestLeastCounter(t *testing.T) {
	eachGame(t, func(g *rulesets.Game) {
		if g.Definition.ID != "piprjall" || g.Name() != g.Definition.ID {
			return
		}
		in := engine.NewInterpreter(g.Program)
		for departures, ok := range map[int]bool{0: false, 2: false, 3: true, 7: true} {
			at := fmt.Sprintf(`{"white": {"1": 12, "7": 3}, "black": {"1": 15}, "counters": {"white": {"departures": %d}}}`, departures)
			if _, errs := g.ParseState(in, "at", at); (len(errs) == 0) != ok {
				t.Errorf("%d departures: %v", departures, errs)
			}
		}
	})
}
