package rulesets_test

import (
	"encoding/json"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
)

// agreement asks the engine about positions that a reference has reached.
type agreement struct {
	t       *testing.T
	game    *rulesets.Game
	in      *engine.Interpreter
	asked   int
	results int
	limit   int
	failed  bool
}

func newAgreement(t *testing.T, id string) *agreement {
	d := bundled.Corpus(t).Find(id)
	if d == nil {
		t.Fatalf("no ruleset %s", id)
	}
	g, errs := d.Game(nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return &agreement{t: t, game: g, in: engine.NewInterpreter(g.Program), limit: long.Of(250, 4000)}
}

func (a *agreement) done() bool { return a.failed || a.asked >= a.limit }

// ask gives the engine a position as JSON and returns its state and its moves,
// written "part act move" and sorted, a pass as "pass".
func (a *agreement) ask(at []byte) (*engine.State, []string) {
	a.asked++
	s, errs := a.game.ParseState(a.in, "reference", string(at))
	if len(errs) > 0 {
		a.fail("the engine does not take the position: %v\n%s", errs, at)
		return nil, nil
	}
	return s, a.moves(s)
}

func (a *agreement) moves(s *engine.State) []string {
	var out []string
	for _, m := range a.in.Moves(s, nil) {
		if m.Act == engine.Pass || m.Act == engine.Stop {
			out = append(out, m.Act.String())
			continue
		}
		out = append(out, strings.Join([]string{a.game.PartText(m), m.Act.String(), a.game.MoveText(a.in, s, m)}, " "))
	}
	sort.Strings(out)
	return out
}

func (a *agreement) json(s *engine.State) []byte {
	data, err := json.Marshal(a.game.State(s))
	if err != nil {
		a.fail("%v", err)
	}
	return data
}

func (a *agreement) fail(format string, args ...any) {
	a.failed = true
	a.t.Errorf(format, args...)
}

func same(a, b []string) bool { return strings.Join(a, "|") == strings.Join(b, "|") }

func TestEngineAgreesWithPiprjallReference(t *testing.T) {
	a := newAgreement(t, "piprjall")
	visit := func(p refPPos, moves []refPMove) {
		if a.done() || p.over != "" {
			return
		}
		s, got := a.ask(refPToJSON(p))
		if a.failed {
			return
		}
		want := refPTexts(moves)
		sort.Strings(want)
		if !same(got, want) {
			a.fail("moves differ at %s\nengine    %v\nreference %v", refPToJSON(p), got, want)
			return
		}
		if len(moves) == 0 {
			return
		}
		// Every single move leads to the same position.
		for _, m := range moves {
			text := m.String()
			if m.act != "pass" {
				text += ":" + strconv.Itoa(m.part) // two dice can play one move
			}
			em, ok := a.game.FindMove(a.in, s, text)
			if !ok {
				a.fail("the engine has no move %s at %s", text, refPToJSON(p))
				return
			}
			after := s.Clone()
			a.in.Play(after, em)
			back, err := refPFromJSON(a.json(after))
			if err != nil {
				a.fail("the reference cannot read %s: %v", a.json(after), err)
				return
			}
			if refPKey(back) != refPKey(refPApply(p, m)) {
				a.fail("after %s at %s\nengine    %s\nreference %s", text, refPToJSON(p), a.json(after), refPToJSON(refPApply(p, m)))
				return
			}
		}
		if refPDoublet(p) || a.asked%4 != 0 {
			return
		}
		a.results++
		var keysE, keysR []string
		list, complete := play.Results(a.in, s, 100000)
		if !complete {
			a.fail("too many results at %s", refPToJSON(p))
		}
		for _, r := range list {
			back, err := refPFromJSON(a.json(r.State))
			if err != nil {
				a.fail("%v", err)
			}
			keysE = append(keysE, refPKey(back))
		}
		for _, r := range refPResults(p) {
			keysR = append(keysR, refPKey(r))
		}
		// The engine also counts the variables of a throw, so several of its
		// results can be one position.
		if k := distinct(keysE); !same(k, distinct(keysR)) || len(k) != len(keysE) {
			a.fail("results differ at %s: engine %d, reference %d", refPToJSON(p), len(keysE), len(keysR))
		}
	}
	for seed := uint64(1); !a.done(); seed++ {
		refPRandomGame(seed, 2000, visit)
		refPRandomPlay(refPRandomSetup(seed), seed, 60, visit)
	}
	t.Logf("%d positions, results of %d throws", a.asked, a.results)
}

func TestEngineAgreesWithMylnaReference(t *testing.T) {
	a := newAgreement(t, "mylna")
	visit := func(p refMPos, moves []refMMove) {
		if a.done() || len(moves) == 0 {
			return
		}
		s, got := a.ask(refMToJSON(p))
		if a.failed {
			return
		}
		want := refMTexts(moves)
		sort.Strings(want)
		if !same(got, want) {
			a.fail("moves differ at %s\nengine    %v\nreference %v", refMToJSON(p), got, want)
			return
		}
		var keysE, keysR []string
		for _, m := range moves {
			em, ok := a.game.FindMove(a.in, s, m.String())
			if !ok {
				a.fail("the engine has no move %s at %s", m, refMToJSON(p))
				return
			}
			after := s.Clone()
			a.in.Play(after, em)
			back, err := refMFromJSON(a.json(after))
			if err != nil {
				a.fail("%v", err)
				return
			}
			if refMKey(back) != refMKey(refMApply(p, m)) {
				a.fail("after %s at %s\nengine    %s\nreference %s", m, refMToJSON(p), a.json(after), refMToJSON(refMApply(p, m)))
				return
			}
		}
		if a.asked%4 != 0 {
			return
		}
		a.results++
		list, _ := play.Results(a.in, s, 100000)
		for _, r := range list {
			back, err := refMFromJSON(a.json(r.State))
			if err != nil {
				a.fail("%v", err)
				return
			}
			keysE = append(keysE, refMKey(back))
		}
		for _, r := range refMResults(p) {
			keysR = append(keysR, refMKey(r))
		}
		if !same(distinct(keysE), distinct(keysR)) {
			a.fail("results differ at %s: engine %d, reference %d", refMToJSON(p), len(keysE), len(keysR))
		}
	}
	for seed := uint64(1); !a.done(); seed++ {
		refMRandomGame(seed, 2000, visit)
	}
	t.Logf("%d positions, results of %d", a.asked, a.results)
}

func distinct(list []string) []string {
	sort.Strings(list)
	var out []string
	for i, s := range list {
		if i == 0 || s != list[i-1] {
			out = append(out, s)
		}
	}
	return out
}
