// The tests lie outside the package, because package rulesets, from which they
// take programs, may come to import it.
package wasm_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/wasm"
)

// spike is the ruleset that the figures in doc.go are about.
const spike = "testdata/nine.yaml"

func program(t testing.TB, file string, replace ...string) *engine.Program {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	for i := 0; i < len(replace); i += 2 {
		if !strings.Contains(text, replace[i]) {
			t.Fatalf("%s does not contain %q", file, replace[i])
		}
		text = strings.Replace(text, replace[i], replace[i+1], 1)
	}
	d, errs := rulesets.LoadOne(file, []byte(text), nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	g, errs := d.Game(nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return g.Program
}

// reference plays one game in the interpreter as Interpreter.Random does, and
// keeps the hash of its moves as the module does.
func reference(in *engine.Interpreter, s *engine.State, seed, game uint64, maxPlies int) wasm.Record {
	var out wasm.Record
	r := engine.NewRandom(seed, game)
	in.Start(s)
	var buf []engine.Move
	for s.Status() == engine.Decision && out.Plies < maxPlies {
		var k int
		k, buf = in.Choose(s, r, buf[:0])
		m := buf[k]
		out.Plies++
		if m.Act == engine.Pass || m.Act == engine.Stop {
			out.Passes++
			m.Part = 0
		}
		out.Hash ^= uint64(m.Act)<<24 | uint64(m.Part)<<16 | uint64(m.From+1)<<8 | uint64(m.To+1)
		out.Hash *= 0x9e3779b97f4a7c15
		out.Hash ^= out.Hash >> 29
		in.Play(s, m)
	}
	return out
}

// agree plays games in both executors and compares each, move for move (by the
// hash), and its final state.
func agree(t *testing.T, p *engine.Program, games, maxPlies int) {
	t.Helper()
	ctx := context.Background()
	code, err := wasm.Generate(p, wasm.Options{Trace: true, MaxPlies: maxPlies})
	if err != nil {
		t.Fatal(err)
	}
	pl, err := code.Load(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer pl.Close(ctx)
	in := engine.NewInterpreter(p)
	in.History = engine.NewHistory()
	s := p.NewState()
	ends := map[string]int{}
	plies, wrong := 0, 0
	err = pl.Play(ctx, 7, 100, games, func(game uint64, r wasm.Record) {
		want := reference(in, s, 7, game, maxPlies)
		plies += want.Plies
		if r.Hash != want.Hash || r.Plies != want.Plies || r.Passes != want.Passes || !bytes.Equal(r.State, []byte(s.Key())) {
			if wrong++; wrong <= 3 {
				t.Errorf("game %d: module %d plies (%d passes) hash %x, interpreter %d (%d) %x\n% x\n% x",
					game, r.Plies, r.Passes, r.Hash, want.Plies, want.Passes, want.Hash, r.State, s.Key())
			}
		}
		over := s.Key()[p.Layout().Over]
		switch over {
		case 0:
			ends["broken off"]++
		case engine.OverStuck:
			ends["stuck"]++
		default:
			ends[fmt.Sprintf("%s (%d)", p.Ends[over-1].ID, s.Key()[p.Layout().Winner])]++
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if wrong > 0 {
		t.Errorf("%d of %d games differ", wrong, games)
	}
	t.Logf("%d games, %d plies, %d bytes, %d configurations, ends: %v", games, plies, len(code.Binary), code.Configs, ends)
}

func TestAgree(t *testing.T) {
	agree(t, program(t, spike), 1000, 20000)
}

// TestAgreeVariants takes the same language to other rules.
func TestAgreeVariants(t *testing.T) {
	for _, v := range []struct {
		name    string
		replace []string
	}{
		{"removing is a duty", []string{`"remove?"`, "remove", `"remove?"`, "remove"}},
		{"five men", []string{"men: 9", "men: 5", "hand: 9", "hand: 5"}},
		{"twelve men, so that placing can fill the board", []string{"men: 9", "men: 12", "hand: 9", "hand: 12"}},
		{"no end by blocking", []string{"when: occurrences >= 3", "when: occurrences >= 2", "at: no_move", "on: remove"}},
		{"two men for a mill", []string{`do: {put: "remove?"}`, `do: {put: ["remove?", "remove?"]}`}},
		{"a man may not go back into a mill's place", []string{"to: near(from) and empty", "to: empty and near(from)"}},
		{"flying with three", []string{"to: near(from) and empty", "to: empty\n  - id: walk\n    forbid: step\n    when: board > 3 and not to in near(from)"}},
		{"no step back to a mill", []string{"to: near(from) and empty", "to: near(from) and empty\n  - id: stay\n    forbid: step\n    when: from in points(mills(own)) and count(near(to) and own) > 1"}},
	} {
		t.Run(v.name, func(t *testing.T) {
			agree(t, program(t, spike, v.replace...), 300, 3000)
		})
	}
}

// TestAgreeBundled tries every ruleset there is under every reading: it is
// generated and agrees, or says which words are missing.
func TestAgreeBundled(t *testing.T) {
	c, _ := rulesets.Load(rulesets.Bundled, "", nil)
	for _, d := range c.Definitions {
		t.Run(d.ID, func(t *testing.T) {
			choices := []rulesets.Choice{nil}
			for _, a := range d.Alternatives() {
				choices = append(choices, a.Choice)
			}
			generated := 0
			missing := map[string]int{}
			for _, ch := range choices {
				g, errs := d.Game(ch)
				if len(errs) > 0 {
					t.Logf("%s does not compile: %v", ch, errs[0])
					continue
				}
				if _, err := wasm.Generate(g.Program, wasm.Options{}); err != nil {
					for _, e := range err.(interface{ Unwrap() []error }).Unwrap() {
						missing[e.(wasm.Unsupported).Word]++
					}
					continue
				}
				generated++
				t.Run(ch.String(), func(t *testing.T) { agree(t, g.Program, 50, 20000) })
			}
			t.Logf("%d of %d single-reading interpretations generated; missing: %v", generated, len(choices), missing)
		})
	}
}

// TestRefused: a word that the generator lacks is named, with the rule that
// uses it, and every such word of a program is.
func TestRefused(t *testing.T) {
	const put = `do: {put: "remove?"}`
	const to = "to: near(from) and empty"
	for _, v := range []struct {
		replace []string
		want    []wasm.Unsupported
	}{
		{[]string{to, to + "\n  - id: edge\n    forbid: step\n    when: number(from) < 3"}, []wasm.Unsupported{{"edge", "number of a place"}}},
		{[]string{to, to + "\n  - id: edge\n    forbid: step\n    when: to = first(empty)"}, []wasm.Unsupported{{"edge", "comparison of places"}}},
		{[]string{to, "to: empty and landings(from, enemy, empty)"}, []wasm.Unsupported{{"step", "landings"}}},
		{[]string{to, "to: near(from) and not own"}, []wasm.Unsupported{{"step", "several men on a place"}}},
		{[]string{put, "do: {next: me}"}, []wasm.Unsupported{{"mill_while_placing", "next player"}}},
		{[]string{put, "do: {next: me}", put, `do: [{put: "remove?"}, {drop: turn}]`}, []wasm.Unsupported{{"mill_while_placing", "next player"}, {"mill_while_moving", "drop turn"}}},
		{[]string{to, to + "\n  - id: greedy\n    require: {most: count(near(to) and own)}"}, []wasm.Unsupported{{"greedy", "require"}}},
		{[]string{to, to + "\n  - id: skipped\n    blocked: stop"}, []wasm.Unsupported{{"skipped", "blocked"}}},
		{[]string{to, to + "\n  - id: stop_here\n    allow: stop"}, []wasm.Unsupported{{"stop_here", "stop"}}},
		{[]string{to, to + "\n  - id: won\n    variable: {kind: number}"}, []wasm.Unsupported{{"won", "variable"}}},
	} {
		_, err := wasm.Generate(program(t, spike, v.replace...), wasm.Options{})
		if err == nil {
			t.Errorf("%q: generated, which it should not have been", v.replace)
			continue
		}
		for _, want := range v.want {
			if !strings.Contains(err.Error(), want.Error()) {
				t.Errorf("%q:\n%v\nwant\n%v", v.replace, err, want)
			}
		}
		var u wasm.Unsupported
		if !errors.As(err, &u) {
			t.Errorf("%q: %v is no Unsupported", v.replace, err)
		}
	}
}

func BenchmarkInterpreter(b *testing.B) {
	p := program(b, spike)
	in := engine.NewInterpreter(p)
	in.History = engine.NewHistory()
	s := p.NewState()
	var buf []engine.Move
	moves := 0
	for game := uint64(0); b.Loop(); game++ {
		in.Start(s)
		var ta engine.Tally
		ta, buf = in.Random(s, engine.NewRandom(1, game), 20000, buf)
		moves += ta.Plies
	}
	perMove(b, moves)
}

func BenchmarkModule(b *testing.B) {
	ctx := context.Background()
	code, err := wasm.Generate(program(b, spike), wasm.Options{})
	if err != nil {
		b.Fatal(err)
	}
	pl, err := code.Load(ctx)
	if err != nil {
		b.Fatal(err)
	}
	defer pl.Close(ctx)
	moves := 0
	b.ReportAllocs()
	b.ResetTimer()
	if err := pl.Play(ctx, 1, 0, b.N, func(_ uint64, r wasm.Record) { moves += r.Plies }); err != nil {
		b.Fatal(err)
	}
	perMove(b, moves)
}

func perMove(b *testing.B, moves int) {
	ns := float64(b.Elapsed().Nanoseconds()) / float64(moves)
	b.ReportMetric(ns, "ns/move")
	b.ReportMetric(1000/ns, "Mmoves/s")
	b.ReportMetric(float64(moves)/float64(b.N), "moves/game")
}

// BenchmarkCompile is the time from the resolved program to machine code.
func BenchmarkCompile(b *testing.B) {
	p := program(b, spike)
	ctx := context.Background()
	var generate time.Duration
	size := 0
	for b.Loop() {
		t := time.Now()
		code, err := wasm.Generate(p, wasm.Options{})
		if err != nil {
			b.Fatal(err)
		}
		generate += time.Since(t)
		size = len(code.Binary)
		pl, err := code.Load(ctx)
		if err != nil {
			b.Fatal(err)
		}
		pl.Close(ctx)
	}
	b.ReportMetric(float64(generate.Microseconds())/float64(b.N), "µs-generate")
	b.ReportMetric(float64(size), "bytes")
}

// BenchmarkRatio plays both executors by turns, so that what else the machine
// does falls on both, and reports medians.
func BenchmarkRatio(b *testing.B) {
	ctx := context.Background()
	p := program(b, spike)
	code, err := wasm.Generate(p, wasm.Options{})
	if err != nil {
		b.Fatal(err)
	}
	pl, err := code.Load(ctx)
	if err != nil {
		b.Fatal(err)
	}
	defer pl.Close(ctx)
	in := engine.NewInterpreter(p)
	in.History = engine.NewHistory()
	s := p.NewState()
	var buf []engine.Move
	var slow, fast []float64
	for b.Loop() {
		moves, t := 0, time.Now()
		for game := uint64(0); game < 50; game++ {
			in.Start(s)
			var ta engine.Tally
			ta, buf = in.Random(s, engine.NewRandom(1, game), 20000, buf)
			moves += ta.Plies
		}
		slow = append(slow, float64(time.Since(t).Nanoseconds())/float64(moves))
		moves, t = 0, time.Now()
		if err := pl.Play(ctx, 1, 0, 1500, func(_ uint64, r wasm.Record) { moves += r.Plies }); err != nil {
			b.Fatal(err)
		}
		fast = append(fast, float64(time.Since(t).Nanoseconds())/float64(moves))
	}
	slices.Sort(slow)
	slices.Sort(fast)
	b.ReportMetric(slow[len(slow)/2], "ns/move-interpreter")
	b.ReportMetric(fast[len(fast)/2], "ns/move-module")
	b.ReportMetric(slow[len(slow)/2]/fast[len(fast)/2], "times")
}
