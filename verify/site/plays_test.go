package site

import (
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify"
)

// A board on which kings and pawns look alike is no board to play on.
func TestKindsAreNotPlayedOnAPage(t *testing.T) {
	const rules = `ruleset: test
title: Test
family: test
statements:
  - {id: players, players: [white, black], seen: mirrored, assumed: a test}
  - {id: cells, grid: {rows: 4, columns: 3, diagonals: all}, assumed: a test}
  - {id: men, MEN, assumed: a test}
  - {id: set_up, set_up: SETUP, assumed: a test}
  - {id: turn, stage: {}, assumed: a test}
  - {id: move, agenda: {play: [move]}, assumed: a test}
  - {id: stepping, allow: step, with: move, to: near(from) and empty, assumed: a test}
  - {id: won, end: nobody is left, when: count(enemy) = 0, winner: me, assumed: a test}
`
	for _, x := range []struct {
		men, setUp string
		want       bool
	}{{"men: 1", "{b1: 1}", true}, {"men: {king: 1, pawn: 1}", "{b1: king, a1: pawn}", false}} {
		text := strings.NewReplacer("MEN", x.men, "SETUP", x.setUp).Replace(rules)
		d, errs := rulesets.LoadOne("test.yaml", []byte(text), nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		g, errs := d.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		s := &Site{options: Options{Play: true}}
		if got := s.plays(&game{Target: &verify.Target{Game: g}}); got != x.want {
			t.Errorf("a game with %s is played on a page: %v", x.men, got)
		}
	}
}
