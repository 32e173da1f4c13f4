// The tests lie outside the package, because package rulesets, from which they
// take programs, may come to import it.
package wasm_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/ir/wasm"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
)

// defaultGame is the default interpretation of a ruleset that comes with the program.
func defaultGame(t testing.TB, id string) *rulesets.Game {
	t.Helper()
	d := bundled.Corpus(t).Find(id)
	if d == nil {
		t.Fatalf("no ruleset %s is bundled", id)
	}
	g, errs := d.Game(nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return g
}

// number is a number that the environment may set.
func number(name string, usual int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return usual
}

// reference plays one game in the interpreter as Interpreter.Random does, and
// keeps the hash of its moves as the module does.
// Beyond is set where the interpreter would have to look too far ahead.
func reference(in *engine.Interpreter, s *engine.State, seed, game uint64, maxPlies int, buf []engine.Move) (out wasm.Record, _ []engine.Move) {
	in.Look = &engine.Look{Most: 20000}
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(engine.TooFar); !ok {
				panic(r)
			}
			out.Beyond = true
		}
	}()
	r := random.New(seed, game)
	p := in.Program()
	in.Undeclared = 0
	in.Start(s)
	owner, throws := -1, 0
	for s.Status() != engine.Over {
		if s.Status() == engine.AwaitsThrow {
			if s.Owner() != owner || s.LastThrow() < 0 {
				owner = s.Owner()
				out.Turns++
			}
			if throws++; throws-out.Plies > engine.MostThrows {
				out.OverCap = true
				break
			}
			in.Throw(s, p.Draw(r, s.Device(p)))
			continue
		}
		if out.Plies >= maxPlies {
			out.OverCap = true
			break
		}
		var k int
		k, buf = in.Choose(s, r, buf[:0])
		m := buf[k]
		out.Plies++
		if len(buf) > 1 {
			out.Branch += len(buf)
			out.Chosen++
		}
		part := m.Part
		if m.Act == engine.Pass || m.Act == engine.Stop {
			out.Passes++
			part = 0
		} else {
			out.Moves++
		}
		if s.LastThrow() < 0 && s.Played() == 0 {
			out.Turns++
		}
		out.Hash ^= uint64(m.Act)<<48 | uint64(part)<<32 | uint64(m.From+1)<<16 | uint64(m.To+1)
		out.Hash *= 0x9e3779b97f4a7c15
		out.Hash ^= out.Hash >> 29
		in.Play(s, m)
	}
	out.Unclear = in.Undeclared
	return out, buf
}

// agree plays games in both executors and compares each, move for move (by the
// hash), what was counted, and its final state; once counting the legal moves of
// every decision, and once without, where moves are drawn another way. What the
// interpreter plays by itself, listing no more than it has to, must come to the same.
// It returns in how many games the module or the interpreter would have had to
// look too far ahead, or the module lacked room.
func agree(t *testing.T, g *rulesets.Game, games, maxPlies int) (beyond int) {
	t.Helper()
	return agreeAs(t, g, options(), games, maxPlies)
}

// options are those of the modules that are compared.
func options() wasm.Options { return wasm.Options{Trace: true, States: true} }

// agreeAs is agree for code that is generated under other options.
func agreeAs(t *testing.T, g *rulesets.Game, opt wasm.Options, games, maxPlies int) (beyond int) {
	t.Helper()
	pl, err := load(g.Program, opt)
	if err != nil {
		t.Fatal(err)
	}
	defer pl.Close(context.Background())
	for _, pl.Branching = range []bool{true, false} {
		a := compare(g, pl, games, maxPlies)
		for _, difference := range a.apart {
			t.Error(difference)
		}
		if len(a.wrong) > 0 {
			t.Errorf("%d of %d games differ; the first as an example:\n%s", len(a.wrong), games, whereApart(context.Background(), g, pl, 7, a.wrong[0], maxPlies))
		}
		t.Logf("%d games, %d plies: %v", games, a.plies, a.ends)
		beyond += a.beyond
	}
	return beyond
}

// load generates the module of a program and makes an instance of it.
func load(p *engine.Program, opt wasm.Options) (*wasm.Player, error) {
	code, err := wasm.Generate(p, opt)
	if err != nil {
		return nil, err
	}
	return code.Load(context.Background())
}

// An agreement is what came of games that both executors have played.
type agreement struct {
	beyond int            // games in which one of them looks too far ahead, or lacks room
	plies  int            // of the others
	ends   map[string]int // and how they ended
	wrong  []uint64       // games that the module plays otherwise
	apart  []string       // differences: of the module three at most
}

// compare plays games in both executors.
func compare(g *rulesets.Game, pl *wasm.Player, games, maxPlies int) *agreement {
	p := g.Program
	in := engine.NewInterpreter(p)
	in.History = history.New()
	s := p.NewState()
	a := &agreement{ends: map[string]int{}}
	var buf []engine.Move
	var state []byte
	err := pl.Play(context.Background(), 7, 100, games, maxPlies, func(game uint64, r *wasm.Record) {
		var want wasm.Record
		want, buf = reference(in, s, 7, game, maxPlies, buf)
		if want.Beyond {
			in = engine.NewInterpreter(p) // after that it is to be thrown away
			in.History = history.New()
		}
		if r.Beyond || want.Beyond {
			a.beyond++
			a.ends["beyond"]++
			return
		}
		a.plies += want.Plies
		if !pl.Branching {
			r.Branch, r.Chosen, want.Branch, want.Chosen = 0, 0, 0, 0
		}
		state = r.AppendState(state[:0])
		if r.Hash != want.Hash || r.Tally != want.Tally || r.Unclear != want.Unclear || !bytes.Equal(state, []byte(s.Key())) {
			if a.wrong = append(a.wrong, game); len(a.wrong) <= 3 {
				a.apart = append(a.apart, fmt.Sprintf("game %d: module %+v hash %x, interpreter %+v hash %x\n% x\n% x",
					game, r.Tally, r.Hash, want.Tally, want.Hash, state, s.Key()))
			}
		}
		over := s.Key()[p.Layout().Over]
		switch over {
		case 0:
			a.ends["broken off"]++
		case engine.OverStuck:
			a.ends["stuck"]++
		default:
			a.ends[fmt.Sprintf("%s (%d)", p.Ends[over-1].ID, s.Key()[p.Layout().Winner])]++
		}
	})
	if err != nil {
		a.apart = append(a.apart, err.Error())
	}
	return a
}

// TestDefaultsAgree plays the default interpretation of every ruleset in both executors.
func TestDefaultsAgree(t *testing.T) {
	for _, d := range bundled.Corpus(t).Definitions {
		t.Run(d.ID, func(t *testing.T) {
			g, errs := d.Game(nil)
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			// of games of a thousand moves a number has to be drawn again in one of 100,000:
			// that one is left to the interpreter, and is played here twice
			games := long.Of(5, 20)
			if n := agree(t, g, games, 20000); n > 2*((games+9_000)/10_000) {
				t.Errorf("%d games are beyond what the module holds", n)
			}
		})
	}
}

// heading begins the text of a ruleset of a test.
const heading = `ruleset: test
title: Test
family: test
statements:
`

// raceRules are those of a race of two men on eight points, for tests.
const raceRules = heading + `  - {id: players, players: [white, black], assumed: a test}
  - {id: board, tables: {points: 8}, assumed: a test}
  - {id: route, track: {run: [1..8], but: {black: [1, 8..2]}}, assumed: a test}
  - {id: men, men: 2, assumed: a test}
  - {id: set_up, set_up: {1: 2}, assumed: a test}
  - {id: dice, throw: {dice: 2, faces: 3}, assumed: a test}
  - {id: turn, stage: {throws: dice}, assumed: a test}
  - {id: any, agenda: {on: any, play: [high, low]}, assumed: a test}
  - {id: rest, blocked: stop, assumed: a test}
  - {id: advance, allow: advance, assumed: a test}
  - {id: off, allow: bear-off, assumed: a test}
  - {id: won, end: all men are off, on: bear-off, when: off = 2, winner: me, assumed: a test}
`

// race is a race of two men with rules added.
func race(t *testing.T, more string) *rulesets.Game {
	t.Helper()
	return gameOf(t, raceRules+more)
}

// gameOf compiles the text of a ruleset.
func gameOf(t *testing.T, text string) *rulesets.Game {
	t.Helper()
	g, err := compiled(text)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// compiled is the game of a ruleset, or why there is none.
func compiled(text string) (*rulesets.Game, error) {
	d, errs := rulesets.LoadOne("test.yaml", []byte(text), nil)
	if len(errs) > 0 {
		return nil, errs
	}
	g, errs := d.Game(nil)
	if len(errs) > 0 {
		return nil, errs
	}
	return g, nil
}

// TestStoppingPlaysNoPart plays rules under which a player may stop who has played
// one part, but has to play both if he can: who could only stop afterwards has not
// chosen a move as good as one that leaves the other part playable.
func TestStoppingPlaysNoPart(t *testing.T) {
	for _, measure := range []string{"parts", "pips"} {
		g := race(t, `  - {id: may_rest, allow: stop, when: parts_played = 1, assumed: a test}
  - {id: all_parts, require: {most: `+measure+`, scope: throw}, assumed: a test}
  - {id: held, forbid: [advance, bear-off], when: from = 5 or from = 7, assumed: a test}
`)
		agree(t, g, 200, 60)
		walk(t, g, 2, 40)
	}
}

// TestNothingButThrows plays rules under which throws only follow upon throws:
// both executors give such a game up.
func TestNothingButThrows(t *testing.T) {
	rules := raceRules[:strings.Index(raceRules, "  - {id: any,")]
	g := gameOf(t, rules+`  - {id: again, agenda: {on: any, play: [throw]}, assumed: a test}
`)
	agree(t, g, 1, 100)
	in := engine.NewInterpreter(g.Program)
	s := g.Program.NewState()
	in.Start(s)
	if tally, _ := play.Random(in, s, random.New(7, 100), 100, nil); !tally.OverCap || tally.Plies != 0 {
		t.Errorf("the interpreter counts %+v", tally)
	}
}
