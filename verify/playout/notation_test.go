package playout_test

import (
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/lines"
	"github.com/lectio/lectio/verify/playout"
)

// odd has names that hold signs which mean something in a line of play.
const odd = `
ruleset: odd
title: Odd
family: merels
statements:
  - {id: players, players: ["the white: side", "(black)"], seen: same, assumed: test}
  - {id: board, graph: {points: [a b c, d e f], rows: [a b c, d e f]}, assumed: test}
  - {id: men, men: 1, assumed: test}
  - {id: set_up, set_up: {"the white: side": {a: 1}, "(black)": {d: 1}}, assumed: test}
  - {id: lots, throw: {lots: ["long; stick", "short, \"stick\"", '\ [x]:']}, assumed: test}
  - {id: turn, stage: {throws: lots}, assumed: test}
  - {id: one_step, agenda: {on: any, play: [step]}, assumed: test}
  - {id: step, allow: step, assumed: test}
  - {id: there, end: a man is there, when: "count(own and [c]) > 0", winner: me, assumed: test}
`

// to and fro: nothing is thrown, and the men can go back.
const toAndFro = `
ruleset: to-and-fro
title: To and fro
family: merels
statements:
  - {id: players, players: [white, black], seen: same, assumed: test}
  - {id: board, graph: {points: [a b, c d], rows: [a b, c d]}, assumed: test}
  - {id: men, men: 1, assumed: test}
  - {id: set_up, set_up: {white: {a: 1}, black: {c: 1}}, assumed: test}
  - {id: turn, stage: {}, assumed: test}
  - {id: one_step, agenda: {play: [step]}, assumed: test}
  - {id: step, allow: step, assumed: test}
  - {id: never, end: never, when: hand > 3, winner: me, assumed: test}
`

func small(t *testing.T, text string) *rulesets.Game {
	t.Helper()
	d, errs := rulesets.LoadOne("small.yaml", []byte(text), nil)
	return gameOf(t, d, errs, nil)
}

// read reads one line of play and plays it.
func read(t *testing.T, g *rulesets.Game, text string) *lines.Writer {
	t.Helper()
	scripts, errs := lines.Read("line", text)
	if len(errs) > 0 || len(scripts) != 1 || scripts[0].Name != g.Name() {
		t.Fatalf("%d lines, %v: %s", len(scripts), errs, text)
	}
	done, errs := scripts[0].Play(t.Context(), g)
	if len(errs) > 0 {
		t.Fatalf("%v: %s", errs, text)
	}
	return done
}

func TestLinesOfOddNames(t *testing.T) {
	g := small(t, odd)
	p := g.Program
	in := engine.NewInterpreter(p)
	s := p.NewState()
	in.Start(s)
	var steps []playout.Step
	for k, throw := range []int{0, 1, 2, 0} {
		in.Throw(s, throw)
		steps = append(steps, playout.Step{Throw: throw})
		if k == 3 {
			break // the last throw closes the line
		}
		m := in.Moves(s, nil)[0]
		in.Play(s, m)
		steps = append(steps, playout.Step{Throw: -1, Move: m})
	}
	text := playout.Record(g, 0, steps).Text()
	want := `odd: "the white: side" "long; stick": a/b; "(black)" "short, \"stick\"": d/e; "the white: side" "\\ [x]:": b/a; "(black)" "long; stick":`
	if text != want {
		t.Errorf("printed as\n%s, want\n%s", text, want)
	}
	if done := read(t, g, text); !done.State.Equal(s) || done.Moves != 3 {
		t.Errorf("%s leads elsewhere", text)
	}
}

// What is neither a player nor places is refused where it stands, though a player's name may have any letters.
func TestOddSetUp(t *testing.T) {
	text := strings.Replace(odd, `"(black)": {d: 1}`, `"the other: side": {d: 1}`, 1)
	text = strings.Replace(text, `"the white: side": {a: 1}`, `"no side: at all": {a: 1}`, 1)
	_, errs := rulesets.LoadOne("small.yaml", []byte(text), nil)
	if len(errs) == 0 {
		d, _ := rulesets.LoadOne("small.yaml", []byte(text), nil)
		_, errs = d.Game(nil)
	}
	if all := errs.Error(); !strings.Contains(all, `"no side: at all"`) || !strings.Contains(all, "one of the players: the white: side, (black)") {
		t.Errorf("%v", errs)
	}
}

// A line of ten thousand moves that come back is told by its cycle, and one that
// does not repeat itself is not.
func TestLinesByTheirCycle(t *testing.T) {
	g := small(t, toAndFro)
	line := playout.Replay(g, playout.Options{Cap: 10_001, Seed: 1}, 3)
	const want = "to-and-fro: ( white: a/b; black: c/d; white: b/a; black: d/c )×2500; white: a/b"
	if line.Text() != want && !strings.HasPrefix(line.Text(), "to-and-fro: [game 3 of seed 1: 10001 moves]") {
		t.Errorf("printed as %.200s", line.Text())
	}
	var steps []playout.Step
	in := engine.NewInterpreter(g.Program)
	s := g.Program.NewState()
	in.Start(s)
	for range 10_001 {
		m := in.Moves(s, nil)[0]
		in.Play(s, m)
		steps = append(steps, playout.Step{Throw: -1, Move: m})
	}
	text := playout.Record(g, 0, steps).Text()
	if text != want {
		t.Errorf("printed as %.200s, want %s", text, want)
	}
	if done := read(t, g, text); !done.State.Equal(s) || done.Moves != 10_001 {
		t.Errorf("%s leads elsewhere, after %d moves", text, done.Moves)
	}
	if text := playout.Record(g, 0, steps[:8]).Text(); strings.Contains(text, "×") {
		t.Errorf("so few moves are no cycle: %s", text)
	}
	if text := playout.Record(g, 0, nil).Text(); text != "to-and-fro: no moves" || read(t, g, text).Moves != 0 {
		t.Errorf("the opening is printed as %s", text)
	}
}

// What is wrong with a line is said where it stands.
func TestWrongLines(t *testing.T) {
	g := small(t, toAndFro)
	for _, x := range []struct{ text, want string }{
		{"", "line:1:1: no line of play is written here"},
		{"white 2-1: 1/2", `line:1:7: this is no line of play; found "2-1:", expected ":" behind`},
		{"to-and-fro:", "line:1:12: the line of play is empty"},
		{"to-and-fro at {: white: a/b", `line:1:15: the position cannot be read`},
		{"to-and-fro: white: a/b, black: c/d", `line:1:20: this move is not permitted; found "a/b,", expected one of: a/b`},
		{"to-and-fro: white: a/b; black: c/c", `line:1:32: this move is not permitted; found "c/c", expected one of: c/d`},
		{"to-and-fro: white: a/b;\nwhite: b/a", `line:2:1: it is another player's turn; found "white", expected "black"`},
		{"to-and-fro: white 1: a/b", `line:1:19: no throw is due here; found "1"`},
		{"to-and-fro: ( white: a/b", `line:1:25: what comes back cannot be read; found the end, expected ( turns )×TIMES`},
		{"to-and-fro: ( white: a/b )×0", "line:1:26: turns cannot come back so often"},
		{"to-and-fro: white: a/b; [game 1 of seed 1: 3 moves]", "line:1:25: the beginning of a game cannot be read"},
		{"# a remark alone", "line:1:17: no line of play is written here"},
		{"# first\nto-and-fro: white: a/b;\n  # second\n  white: b/a", `line:4:3: it is another player's turn`},
		{"to-and-fro: white: a/b # third", "line:1:13: it is another player's turn"},
		{`to-and-fro at {"white":["a"],"black":["x"]}: white: a/b`, "line:1:"},
	} {
		scripts, errs := lines.Read("line", x.text)
		if len(errs) == 0 {
			_, errs = scripts[0].Play(t.Context(), g)
		}
		if len(errs) == 0 || !strings.HasPrefix(errs[0].Error(), x.want) {
			t.Errorf("%q: %v, want %s", x.text, errs, x.want)
		}
	}
	// Several lines, one of them over two rows, with remarks between them.
	scripts, errs := lines.Read("line", "# one\nto-and-fro: white: a/b;\n  black: c/d\n\n# two\n# and three\nto-and-fro: white: a/b\nto-and-fro: no moves\n#")
	if len(errs) > 0 || len(scripts) != 3 {
		t.Errorf("%d lines: %v", len(scripts), errs)
	}
}
