package main

import (
	"bytes"
	"io"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/testdata/long"
)

// On a screen of fifty columns every board fits, all along a game.
func TestBoardsFitTheScreen(t *testing.T) {
	long.Slow(t)
	t.Setenv("COLUMNS", "50")
	eachGame(t, func(t *testing.T, g *rulesets.Game) {
		a := &app{stdout: io.Discard}
		in := engine.NewInterpreter(g.Program)
		s := g.Program.NewState()
		in.Start(s)
		r := random.New(2, 1)
		for n := range 400 {
			if n%20 == 0 || s.Status() == engine.Over {
				board := a.board(g, s)
				for _, line := range strings.Split(board, "\n") {
					line = strings.Map(func(r rune) rune {
						if r >= paint && r <= unpaint {
							return -1
						}
						return r
					}, line)
					if utf8.RuneCountInString(line) > 50 {
						t.Fatalf("%d columns: %q\n%s", utf8.RuneCountInString(line), line, board)
					}
				}
			}
			switch s.Status() {
			case engine.Over:
				return
			case engine.AwaitsThrow:
				in.Throw(s, g.Program.Draw(r, s.Device(g.Program)))
			default:
				k, moves := in.Choose(s, r, nil)
				in.Play(s, moves[k])
			}
		}
	})
}

// Men have colours on a terminal; in a pipe, or where NO_COLOR is set, nothing has.
// Without its colours a board is the same, and nothing else acts on the terminal.
func TestColours(t *testing.T) {
	g, err := (&app{corpus: "testdata/corpus"}).game("race", &gameFlags{})
	if err != nil {
		t.Fatal(err)
	}
	s := g.Program.NewState()
	engine.NewInterpreter(g.Program).Start(s)
	said := func(coloured bool) string {
		var out bytes.Buffer
		a := &app{stdout: &textWriter{w: &out}, coloured: coloured}
		if err := a.say(a.stdout, a.board(g, s)+"\x1b[31mno colour\n"); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	bare, bright := said(false), said(true)
	if strings.Contains(bare, "\x1b") || !strings.Contains(bare, "␛[31mno colour") {
		t.Errorf("in a pipe it is %q", bare)
	}
	if !strings.Contains(bright, "\x1b[36mO\x1b[0m white") || !strings.Contains(bright, "␛[31mno colour") {
		t.Errorf("on a terminal it is %q", bright)
	}
	if regexp.MustCompile("\x1b\\[[0-9]*m").ReplaceAllString(bright, "") != bare {
		t.Errorf("%q is not %q in colours", bright, bare)
	}
}

// What is found stands in bold on a terminal, and escapes of a text are still made visible.
func TestHitsAreBold(t *testing.T) {
	found := []evidence.Found{{Card: &evidence.Card{}, Hits: []evidence.Hit{{Spans: []evidence.HitSpan{{Start: 2, End: 7}}}}}}
	found[0].Hits[0].Text.Text = "a board\x1b[5m"
	for coloured, want := range map[bool]string{true: "a \x1b[1mboard\x1b[0m␛[5m", false: "a **board**␛[5m"} {
		var out bytes.Buffer
		a := &app{stdout: &textWriter{w: &out}, coloured: coloured}
		if err := a.writeHits(found, 1); err != nil || !strings.Contains(out.String(), want) {
			t.Errorf("it is %q, expected %q: %v", out.String(), want, err)
		}
	}
}
