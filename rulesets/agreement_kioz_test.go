package rulesets_test

import (
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/testdata/long"

	"fmt"
	"testing"
)

func TestEngineAgreesWithKiozReference(t *testing.T) {
	a := newAgreement(t, "kioz")
	visit := func(p refKPos, moves []refKMove) {
		if a.done() || len(moves) == 0 {
			return
		}
		s, got := a.ask(refKToJSON(p))
		if a.failed {
			return
		}
		if want := refKTexts(moves); !same(got, want) {
			a.fail("moves differ at %s\nengine    %v\nreference %v", refKToJSON(p), got, want)
			return
		}
		for _, m := range moves {
			em, ok := a.game.FindMove(a.in, s, m.String())
			if !ok {
				a.fail("the engine has no move %s at %s", m, refKToJSON(p))
				return
			}
			after := s.Clone()
			a.in.Play(after, em)
			back, err := refKFromJSON(a.json(after))
			if err != nil {
				a.fail("the reference cannot read %s: %v", a.json(after), err)
				return
			}
			if refKKey(back) != refKKey(refKApply(p, m)) {
				a.fail("after %s at %s\nengine    %s\nreference %s", m, refKToJSON(p), a.json(after), refKToJSON(refKApply(p, m)))
				return
			}
		}
		if a.asked%4 != 0 {
			return
		}
		a.results++
		var keysE, keysR []string
		list, complete := play.Results(a.in, s, 100000)
		if !complete {
			a.fail("too many results at %s", refKToJSON(p))
		}
		for _, r := range list {
			back, err := refKFromJSON(a.json(r.State))
			if err != nil {
				a.fail("%v", err)
				return
			}
			keysE = append(keysE, refKKey(back))
		}
		for _, r := range refKResults(p) {
			keysR = append(keysR, refKKey(r))
		}
		if k := distinct(keysE); !same(k, distinct(keysR)) || len(k) != len(keysE) {
			a.fail("results differ at %s: engine %d, reference %d", refKToJSON(p), len(keysE), len(keysR))
		}
	}
	for seed := uint64(1); !a.done(); seed++ {
		refKRandomGame(seed, 2000, visit)
		for k := range uint64(20) {
			refKRandomPlay(refKRandomSetup(20*seed+k), seed, 40, visit)
		}
	}
	t.Logf("%d positions, results of %d throws", a.asked, a.results)
}

func TestPerftAgreesWithKiozReference(t *testing.T) {
	a := newAgreement(t, "kioz")
	starts := []refKPos{refKStart()}
	for seed := range uint64(long.Of(12, 40)) {
		starts = append(starts, refKRandomSetup(seed))
	}
	for _, p := range starts {
		s, errs := a.game.ParseState(a.in, "reference", string(refKToJSON(p)))
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		got := play.Perft(a.in, s, 3, func() bool { return false })
		if want := refKPerft(p, 3); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: engine %v, reference %v", refKToJSON(p), got, want)
		}
	}
}
