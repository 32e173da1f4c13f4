package rulesets_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
)

// The net is what the engine played on the day it was recorded, as hashes: of every
// ruleset the default, every reading alone, and every row of a covering array. Whoever
// rewrites compiler, interpreter or generator is judged by what they did then, and not by
// one another. Beside the corpora it has rulesets drawn at random once, stored in
// testdata/net/drawn (rulesets/ir/wasm draws them), which together have every word of the
// language. testdata/net has a line for each interpretation:
//
//	rules   what its statements say
//	told    two games of the interpreter: the moves that are legal at every decision, the
//	        state after each; at some, what every refused move is refused by and the distinct
//	        results of the throw
//	few     twenty games of the executor, how each went and its last state; of a row, in
//	        which rules may ask to look further ahead than anybody can wait for, eight
//	        games more as they are told
//	many    a thousand of them, of a row forty; only the long form plays so many
//
// The short form of the test compiles them all, and plays the defaults and one in fifty of the
// others, one in nine of those drawn.
// A line whose rules are others is recorded anew with -update, once somebody has looked
// at what was changed.
type netLine struct{ name, rules, told, few, many string }

func (l *netLine) String() string {
	return strings.Join([]string{l.rules, l.told, l.few, l.many, l.name}, " ")
}

const (
	netSeed = 7
	netCap  = 400  // single moves of a game
	netLook = 2000 // positions that rules may look ahead to for one decision
)

// netInterpretations lists the interpretations of a ruleset that the net holds, with the
// games of those that had to be compiled to know that they can be played.
func netInterpretations(d *rulesets.Definition) (names []string, choices []rulesets.Choice, games []*rulesets.Game) {
	add := func(name string, c rulesets.Choice, g *rulesets.Game) {
		names, choices, games = append(names, name), append(choices, c), append(games, g)
	}
	add("default", nil, nil)
	for _, a := range d.Alternatives() {
		add(a.Question.Name()+"="+a.Reading.ID, a.Choice, nil)
	}
	cover := d.Cover(netSeed)
	for {
		row, ok := cover.Next()
		if !ok {
			return names, choices, games
		}
		g, errs := d.Game(row)
		if len(errs) > 0 {
			cover.Forbid(row)
			continue
		}
		cover.Done(row)
		add(fmt.Sprint("row-", len(names)), row, g)
	}
}

// netForm says how much of an interpretation is played.
type netForm int

const (
	netRules netForm = iota // nothing: it is compiled, and told and few are "-"
	netFew                  // what a line has but many
	netMany
)

// netFormOf is how much is played of the interpretation number i of a name, of which one
// in every is played in the short form.
func netFormOf(i, every int) netForm {
	switch {
	case long.Form() || *update:
		return netMany
	case i%every == 0:
		return netFew
	}
	return netRules
}

// netOf plays an interpretation, which it compiles where it is not given the game.
func netOf(d *rulesets.Definition, name string, c rulesets.Choice, g *rulesets.Game, form netForm) (*netLine, error) {
	if g == nil {
		var errs diag.Errors
		if g, errs = d.Game(c); len(errs) > 0 {
			return nil, errs
		}
	}
	short := func(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)[:6]) }
	rules := sha256.New()
	fmt.Fprint(rules, c.String(), "\n", g.Said())
	line := &netLine{name: name, rules: short(rules), told: "-", few: "-", many: "-"}
	if form == netRules {
		return line, nil
	}
	many := form == netMany
	told, games := sha256.New(), sha256.New()
	for game := range 2 {
		netTell(told, g, game)
	}
	line.told = short(told)
	if strings.HasPrefix(name, "row-") {
		for game := 2; game < 10 || many && game < 40; game++ {
			netTell(games, g, game)
			if game == 9 {
				line.few = short(games)
			}
		}
		if many {
			line.many = short(games)
		}
		return line, nil
	}
	x := play.NewExecutor(g.Program, play.Whichever)
	defer x.Close(context.Background())
	count := 20
	if many {
		count = 1000
	}
	n := 0
	err := x.Play(context.Background(), play.Series{Seed: netSeed, Count: count, Cap: netCap, Branching: true}, func(p *play.Played) {
		fmt.Fprintf(games, "%d %+v %d %q\n", p.Number, p.Tally, p.Unclear, netState(g, p.State))
		if n++; n == 20 {
			line.few = short(games)
		}
	})
	if many {
		line.many = short(games)
	}
	return line, err
}

func netState(g *rulesets.Game, s *engine.State) string {
	b, err := json.Marshal(g.State(s))
	if err != nil {
		panic(err)
	}
	return string(b)
}

// netTell writes a game: what may be done, what is done and what comes of it.
func netTell(h hash.Hash, g *rulesets.Game, game int) {
	in := engine.NewInterpreter(g.Program)
	in.History = history.New()
	in.Look = &engine.Look{Most: netLook}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case engine.TooFar:
			fmt.Fprint(h, "too far\n")
		default:
			panic(r)
		}
	}()
	r := random.New(netSeed, uint64(game))
	s := g.Program.NewState()
	in.Start(s)
	for ply := 0; ply < 120 && s.Status() != engine.Over; {
		if s.Status() == engine.AwaitsThrow {
			t := g.Program.Draw(r, s.Device(g.Program))
			in.Throw(s, t)
			fmt.Fprintf(h, "throw %s\n", g.Program.Throws[t].Name)
			if ply%24 == 5 && s.Status() == engine.Decision {
				netResults(h, g, in, s)
			}
			continue
		}
		moves := in.Moves(s, nil)
		for _, m := range moves {
			fmt.Fprint(h, g.MoveText(in, s, m), " ")
		}
		if ply%12 == 3 {
			for _, f := range in.Explain(s).Refused {
				fmt.Fprint(h, "\nrefused ", g.MoveText(in, s, f.Move), " by")
				for _, st := range f.Statements {
					fmt.Fprint(h, " ", g.Statements[st].ID)
				}
			}
		}
		in.Play(s, moves[r.Below(len(moves))])
		ply++
		fmt.Fprintf(h, "\n%s\n", netState(g, s))
	}
}

// netResults writes the distinct states a throw can lead to, in no order.
func netResults(h hash.Hash, g *rulesets.Game, in *engine.Interpreter, s *engine.State) {
	list, complete := play.Results(in, s, 300)
	var all []string
	for i := range list {
		all = append(all, netState(g, list[i].State))
	}
	if !complete { // which of them come first is the engine's affair
		fmt.Fprint(h, "more than 300 results\n")
		return
	}
	slices.Sort(all)
	fmt.Fprint(h, len(all), " results\n", strings.Join(all, "\n"), "\n")
}

// TestNet plays what the net holds and compares. -update records it anew.
func TestNet(t *testing.T) {
	for _, c := range corpora(t) {
		for _, d := range c.Definitions {
			t.Run(d.ID, func(t *testing.T) {
				t.Parallel()
				names, choices, games := netInterpretations(d)
				holdNet(t, d.ID, names, func(i int) (*netLine, error) {
					return netOf(d, names[i], choices[i], games[i], netFormOf(i, 50))
				})
			})
		}
	}
	t.Run("drawn", func(t *testing.T) {
		t.Parallel()
		names, drawn := netDrawn(t)
		holdNet(t, "drawn", names, func(i int) (*netLine, error) { return netOf(drawn[i], names[i], nil, nil, netFormOf(i, 9)) })
	})
}

// netDrawn reads the drawn rulesets of the net.
func netDrawn(t *testing.T) (names []string, drawn []*rulesets.Definition) {
	t.Helper()
	files, err := filepath.Glob("../testdata/net/drawn/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	places := map[int]bool{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		d, errs := rulesets.LoadOne(file, data, nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		g, errs := d.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		places[g.Program.Places] = true
		names, drawn = append(names, strings.TrimSuffix(filepath.Base(file), ".yaml")), append(drawn, d)
	}
	t.Logf("%d drawn rulesets, on boards of %v places", len(drawn), slices.Sorted(maps.Keys(places)))
	if len(names) == 0 {
		t.Error("no drawn rulesets")
	}
	return names, drawn
}

// holdNet holds what the interpretations of a name play against what is recorded, or
// records it.
func holdNet(t *testing.T, name string, names []string, of func(i int) (*netLine, error)) {
	file := "../testdata/net/" + name + ".txt"
	got := netLines(t, names, of)
	if !*update {
		compareNet(t, file, got)
		return
	}
	var b strings.Builder
	for _, l := range got {
		fmt.Fprintln(&b, l)
	}
	if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// netLines plays all interpretations of a name.
func netLines(t *testing.T, names []string, of func(i int) (*netLine, error)) []*netLine {
	out := make([]*netLine, len(names))
	var wg sync.WaitGroup
	next := make(chan int)
	for range 2 {
		wg.Go(func() {
			for i := range next {
				l, err := of(i)
				if err != nil {
					t.Errorf("%s: %v", names[i], err)
				}
				out[i] = l
			}
		})
	}
	for i := range names {
		next <- i
	}
	close(next)
	wg.Wait()
	if t.Failed() {
		t.FailNow()
	}
	return out
}

// compareNet holds lines against those recorded.
func compareNet(t *testing.T, file string, got []*netLine) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	recorded := map[string][]string{}
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		if f := strings.Fields(line); len(f) == 5 {
			recorded[f[4]] = f
		}
	}
	if len(recorded) != len(got) {
		t.Errorf("%d interpretations, %d in %s: the ruleset's questions have changed; look at how, and record them anew with -update", len(got), len(recorded), file)
	}
	for _, l := range got {
		was := recorded[l.name]
		switch {
		case was == nil:
			t.Errorf("%s is not in %s", l.name, file)
		case was[0] != l.rules:
			t.Errorf("%s: the rules are others than those recorded in %s; look at what was changed, and record them anew with -update", l.name, file)
		case l.told != "-" && was[1] != l.told:
			t.Errorf("%s: the rules are the same, and the interpreter tells two games of them otherwise (moves, states, refusals or results)", l.name)
		case l.few != "-" && was[2] != l.few || l.many != "-" && was[3] != l.many:
			t.Errorf("%s: the rules are the same, and games go otherwise", l.name)
		}
	}
}

// A net through whose meshes a change of play slips holds nothing: what leaves a rule out
// that takes effect in nearly every game has other hashes.
func TestNetNotices(t *testing.T) {
	d := bundled.Corpus(t).Find("mylna")
	was, err := netOf(d, "default", nil, nil, netFew)
	if err != nil {
		t.Fatal(err)
	}
	again, err := netOf(d, "default", nil, nil, netFew)
	if err != nil || *again != *was {
		t.Errorf("played twice: %v and %v (%v)", was, again, err)
	}
	in, errs := d.Interpret(nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	tried := 0
	for _, m := range in.Mutants() {
		if m.Kind != rulesets.DropStatement || m.Statement.Kind != "allow" && m.Statement.Kind != "do" {
			continue
		}
		l, err := netOf(d.Edited(m.Edit), "default", nil, nil, netFew)
		if err != nil {
			continue // it cannot be compiled
		}
		tried++
		if l.rules == was.rules || l.told == was.told || l.few == was.few {
			t.Errorf("without %s: %v, with it %v", m.Statement.ID, l, was)
		}
	}
	if tried < 2 {
		t.Errorf("only %d changes were tried", tried)
	}
}
