package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/testdata/long"
	"github.com/lectio/lectio/verify/trace"
)

// output runs a command that must succeed, and returns what it prints.
func output(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if status := run(strings.NewReader(stdin), &stdout, &stderr, args); status != exitOK || stderr.Len() > 0 {
		t.Fatalf("lectio %s: status %d\n%s", strings.Join(args, " "), status, stderr.String())
	}
	return stdout.String()
}

// corpora are the bundled one and those of the tests: between them they have
// every kind of board and of throw.
var corpora = []string{"", "../../testdata/own", "testdata/corpus"}

// eachRuleset runs a test for every ruleset of every corpus.
func eachRuleset(t *testing.T, test func(t *testing.T, a *app, id string)) {
	for _, dir := range corpora {
		a := &app{corpus: dir}
		c, err := a.rulesets()
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range c.IDs() {
			t.Run(id, func(t *testing.T) { test(t, a, id) })
		}
	}
}

// eachGame is eachRuleset with the default interpretation compiled.
func eachGame(t *testing.T, test func(t *testing.T, g *rulesets.Game)) {
	eachRuleset(t, func(t *testing.T, a *app, id string) {
		g, err := a.game(id, &gameFlags{})
		if err != nil {
			t.Fatal(err)
		}
		test(t, g)
	})
}

// TestPrintedStatesAreAccepted plays games and asks for every state of them:
// each must be accepted and come out the same, byte for byte, with the moves
// that the game had there.
func TestPrintedStatesAreAccepted(t *testing.T) {
	long.Slow(t)
	games := fmt.Sprint(long.Of(1, 2))
	eachRuleset(t, func(t *testing.T, a *app, id string) {
		trace := output(t, "", "play", id, "--corpus", a.corpus, "--random", "--seed", "11", "--games", games, "--trace", "-")
		type line struct {
			At    json.RawMessage `json:"at"`
			After json.RawMessage `json:"after"`
			Legal []string        `json:"legal"`
		}
		var states []json.RawMessage
		var legal [][]string
		var requests strings.Builder
		for in := bufio.NewScanner(strings.NewReader(trace)); in.Scan(); {
			var l line
			if err := json.Unmarshal(in.Bytes(), &l); err != nil {
				t.Fatal(err)
			}
			for i, s := range []json.RawMessage{l.At, l.After} {
				states = append(states, s)
				legal = append(legal, [][]string{l.Legal, nil}[i])
				fmt.Fprintf(&requests, `{"id":%d,"ruleset":%q,"at":%s,"want":["moves"]}`+"\n", len(states)-1, id, s)
			}
		}
		if len(states) < 20 {
			t.Fatalf("only %d states", len(states))
		}
		n := 0
		for in := bufio.NewScanner(strings.NewReader(output(t, requests.String(), "moves", "--batch", "--corpus", a.corpus))); in.Scan(); n++ {
			var ans struct {
				ID    int             `json:"id"`
				At    json.RawMessage `json:"at"`
				Moves []struct {
					Move string `json:"move"`
				} `json:"moves"`
			}
			if err := json.Unmarshal(in.Bytes(), &ans); err != nil {
				t.Fatal(err)
			}
			if ans.ID != n || !bytes.Equal(ans.At, states[n]) {
				t.Fatalf("state %d is printed as\n%s\nand read as\n%s\n%s", n, states[n], ans.At, in.Bytes())
			}
			if legal[n] == nil {
				continue
			}
			var names []string
			for _, m := range ans.Moves {
				names = append(names, m.Move)
			}
			if a, b := strings.Join(names, " "), strings.Join(legal[n], " "); a != b {
				t.Fatalf("at %s the moves are %s, and were %s in the game", states[n], a, b)
			}
		}
		if n != len(states) {
			t.Fatalf("%d answers to %d requests", n, len(states))
		}
	})
}

// TestTraceIsTheEnginesGame holds the promise that a seed and a number name one
// game, whoever plays it.
func TestTraceIsTheEnginesGame(t *testing.T) {
	long.Slow(t)
	eachGame(t, func(t *testing.T, g *rulesets.Game) {
		who, err := (&app{}).seated(t.Context(), g, &programFlags{player: []string{"random"}, noCache: true}, nil)
		if err != nil {
			t.Fatal(err)
		}
		other := engine.NewInterpreter(g.Program)
		other.History = history.New()
		s := g.Program.NewState()
		start := func(in *engine.Interpreter, s *engine.State) { in.Start(s) }
		games := trace.Games{Game: g, Begin: start, Who: who, Seed: 5, First: 1, Count: long.Of(3, 20), Cap: benchCap}
		_, err = games.Play(t.Context(), io.Discard, func(o trace.Over) {
			other.Start(s)
			tally, _ := play.Random(other, s, random.New(5, uint64(o.Number)), benchCap, nil)
			if !s.Equal(o.State) || tally != o.Tally {
				t.Fatalf("game %d: %+v to %s; the engine plays %+v to %s", o.Number, o.Tally, g.State(o.State).String(), tally, g.State(s).String())
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

// TestBatchAnswersAtOnce asks one at a time, as a program does that waits
// for each answer.
func TestBatchAnswersAtOnce(t *testing.T) {
	const id = "race"
	in, ask := io.Pipe()
	answers, out := io.Pipe()
	done := make(chan int)
	go func() {
		status := run(in, out, io.Discard, []string{"moves", "--batch", "--corpus", "testdata/corpus"})
		out.Close()
		done <- status
	}()
	read := bufio.NewReader(answers)
	for i := range 5 {
		fmt.Fprintf(ask, `{"id":%d,"ruleset":%q,"at":"start"}`+"\n", i, id)
		line, err := read.ReadString('\n')
		if err != nil || !strings.HasPrefix(line, fmt.Sprintf(`{"id":%d,"at":`, i)) {
			t.Fatalf("%v %s", err, line)
		}
	}
	ask.Close()
	if status := <-done; status != exitOK {
		t.Errorf("status %d", status)
	}
}

// TestPerftShared compares the counts shared among processors with those of
// one interpreter.
func TestPerftShared(t *testing.T) {
	long.Slow(t)
	eachGame(t, func(t *testing.T, g *rulesets.Game) {
		in := engine.NewInterpreter(g.Program)
		s := g.Program.NewState()
		in.Start(s)
		never := func() bool { return false }
		for depth := 1; depth <= 3; depth++ {
			if a, b := fmt.Sprint((&app{stderr: io.Discard}).perft(context.Background(), g, s, depth, false)), fmt.Sprint(play.Perft(in, s, depth, never)); a != b {
				t.Errorf("%s, want %s", a, b)
			}
		}
	})
}

// TestExplainedMovesAreTheLegalOnes: what is shown with reasons is what can be
// played.
func TestExplainedMovesAreTheLegalOnes(t *testing.T) {
	long.Slow(t)
	eachGame(t, func(t *testing.T, g *rulesets.Game) {
		in := engine.NewInterpreter(g.Program)
		s := g.Program.NewState()
		for n := range uint64(5) {
			in.Start(s)
			r := random.New(3, n)
			for range 300 {
				if s.Status() == engine.Over {
					break
				}
				if s.Status() == engine.AwaitsThrow {
					in.Throw(s, g.Program.Draw(r, s.Device(g.Program)))
					continue
				}
				moves := in.Moves(s, nil)
				if a, b := texts(g, in, s, in.Explain(s).Moves), texts(g, in, s, moves); a != b {
					t.Fatalf("at %s explained %s, legal %s", g.State(s).String(), a, b)
				}
				in.Play(s, moves[r.Below(len(moves))])
			}
		}
	})
}

func texts(g *rulesets.Game, in *engine.Interpreter, s *engine.State, moves []engine.Move) string {
	var out []string
	for _, m := range moves {
		out = append(out, g.MoveText(in, s, m))
	}
	return strings.Join(out, " ")
}

// A record that lacks a line, or the end of one, is not whole, wherever it was cut;
// one that says nothing of what follows, as other programs may write it, is taken as
// it is, and so is one record behind another.
func TestReplayNoticesWhatIsMissing(t *testing.T) {
	long.Slow(t)
	file := filepath.Join(t.TempDir(), "games.jsonl")
	output(t, "", "play", "race", "--corpus", "testdata/corpus", "--random", "--seed", "3", "--games", "3", "--trace", file)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	whole := string(data)
	replay := func(text string) (status int, said string) {
		var out, errs bytes.Buffer
		args := []string{"play", "race", "--corpus", "testdata/corpus", "--replay", "-"}
		status = run(strings.NewReader(text), &out, &errs, args)
		return status, out.String() + errs.String()
	}
	lines := strings.SplitAfter(strings.TrimSuffix(whole, "\n"), "\n")
	for _, good := range []string{whole, strings.TrimSuffix(whole, "\n"), whole + whole, regexp.MustCompile(`,"next":"\w+"}`).ReplaceAllString(whole, "}")} {
		if status, said := replay(good); status != exitOK {
			t.Errorf("%s", said)
		}
	}
	at := 0
	for i, line := range lines {
		for _, cut := range []string{whole[:at], whole[:at+len(line)/2], whole[:at] + whole[at+len(line):]} {
			if i%6 != 0 && i != len(lines)-1 || cut == "" {
				continue
			}
			status, said := replay(cut)
			if status != exitUnusable || strings.Contains(said, "every line is as") {
				t.Errorf("line %d of %d lacking or cut: exit status %d: %s", i+1, len(lines), status, said)
			}
		}
		at += len(line)
	}
	// Where a cut leaves whole lines, it is said that more was to follow.
	if _, said := replay(strings.Join(lines[:5], "")); !strings.Contains(said, "standard input:5: the record is cut off: its last line says that more follows; found the end of the record, expected another move of game 1") {
		t.Error(said)
	}
}
