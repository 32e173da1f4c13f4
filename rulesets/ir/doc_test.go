package ir_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
)

var update = flag.Bool("update", false, "write anew how doc.go follows a rule through the passes")

// followed is the rule that doc.go follows, in a ruleset that is long enough to have it.
const followed = `id: closed
forbid: advance
when: enemy(to) >= 2 or to > 6 and not doublet`

const around = `
ruleset: race
family: test
title: A race
statements:
  - {id: players, players: [white, black], assumed: a test}
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

const (
	docBegins = "// # One rule, all the way\n"
	docEnds   = "package ir\n"
)

// TestDocFollowsARule holds what doc.go says of one rule against what becomes of it.
func TestDocFollowsARule(t *testing.T) {
	rule := "  - " + strings.ReplaceAll(followed, "\n", "\n    ") + "\n    assumed: a test\n"
	d, errs := rulesets.LoadOne("race.yaml", []byte(around[1:]+rule), nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	g, errs := d.Game(nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	p := g.Program
	n := p.Forbids[0].When
	l := ir.NewLowering(p)
	v := l.Value(n, ir.Mover)
	lift := ir.Lift{Lowering: l, Gather: true, Marks: true, OnBoard: func(ir.Op) bool { return true }}
	var b strings.Builder
	say := func(text, code string) {
		fmt.Fprintf(&b, "//\n// %s\n//\n", text)
		for _, line := range strings.Split(strings.TrimRight(code, "\n"), "\n") {
			fmt.Fprintf(&b, "//\t%s\n", line)
		}
	}
	b.WriteString(docBegins)
	b.WriteString("//\n// What follows is written by TestDocFollowsARule. The ruleset says\n//\n")
	for _, line := range strings.Split(followed, "\n") {
		fmt.Fprintf(&b, "//\t%s\n", line)
	}
	say("The compiler resolves names, types and whose places are meant:", tree(n, "", ""))
	say("Lowered, it speaks of seats; what the throws can be is a table:", v.String())
	say("Lifted, it asks of places what it asked of moves, and then which candidates lead there.\n"+
		"// Along a plain row they are put together first, for then they become candidates by one shift:", lift.Moves(v).String())
	b.WriteString("//\n// Package wasm emits each operation, what is the same for all candidates before what is not.\n")
	old, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	from, to := strings.Index(string(old), docBegins), strings.Index(string(old), docEnds)
	if from < 0 {
		from = to
	}
	fresh := string(old)[:from] + b.String() + string(old)[to:]
	if *update {
		if err := os.WriteFile("doc.go", []byte(fresh), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if fresh != string(old) {
		t.Errorf("doc.go says otherwise; look at it, then go test ./rulesets/ir -run Doc -update:\n%s", b.String())
	}
}

// named are the operations of the rule as its reader would name them.
var named = map[engine.Op]string{
	engine.BOr: "or", engine.BAnd: "and", engine.BNot: "not", engine.BCompare: "comparison", engine.BDouble: "double",
	engine.NCountAt: "men at a place", engine.NTo: "to", engine.NLit: "number", engine.NNumber: "number of a place",
}

// tree draws a resolved expression.
func tree(n *engine.Node, first, rest string) string {
	out := first + named[n.Op]
	switch n.Op {
	case engine.NLit:
		out += fmt.Sprint(" ", n.N)
	case engine.BCompare:
		out += " " + []string{"=", "!=", "<", "<=", ">", ">="}[n.Cmp]
	case engine.NCountAt:
		out += ", " + []string{"own", "own_any_lap", "enemy", "allied", "anyone"}[n.N]
	}
	out += "\n"
	for i, k := range n.Kids {
		if i == len(n.Kids)-1 {
			out += tree(k, rest+"└ ", rest+"  ")
		} else {
			out += tree(k, rest+"├ ", rest+"│ ")
		}
	}
	return out
}
