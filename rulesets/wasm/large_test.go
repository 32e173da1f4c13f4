package wasm_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/wasm"
)

// A drawer draws the rules of games on large boards: what is kept there beside the men
// depends on how many they are, on whether two stand on a place, and on how many moves one
// has, so rules of every kind have to be put together.
type drawer struct {
	*rand.Rand
	rules []string
	drawn int
}

func (d *drawer) one(of ...string) string { return of[d.IntN(len(of))] }

// add adds a rule in one case of so many.
func (d *drawer) add(in int, format string, args ...any) {
	if d.IntN(in) == 0 {
		d.drawn++
		d.rules = append(d.rules, fmt.Sprintf("  - {id: r%d, ", d.drawn)+fmt.Sprintf(format, args...)+", assumed: a test}\n")
	}
}

func names(n int) string {
	var list []string
	for i := range n {
		list = append(list, fmt.Sprint("p", i+1))
	}
	return strings.Join(list, " ")
}

// where is a condition on a place of a move.
func (d *drawer) where(place string) string {
	return fmt.Sprintf(d.one("own(%s) >= 2", "own(%s) = 1", "enemy(%s) >= 1", "enemy(%s) >= 2", "enemy(%s) = 1", "enemy(%s) = 2 or board < 3",
		"anyone(%s) >= 2", "anyone(%s) = 0", "enemy(%s) < 3", "own(%s) != 1", "%s in spots", "not (%s in spots)", "some(their.mine(%s) >= 1)"), place)
}

// steps are the rules of a game of steps and leaps.
func (d *drawer) steps() string {
	n := []int{66, 100, 128, 129, 200, 256, 300, 449, 512}[d.IntN(9)]
	men := 1 + d.IntN(20)
	var board, first, second string
	if d.IntN(2) == 0 {
		var near []string
		for range 1 + d.IntN(4) {
			order := d.Perm(n)
			if d.IntN(2) == 0 {
				for i := range order {
					order[i] = i
				}
			}
			var ring []string
			for i := range n + 2 {
				ring = append(ring, fmt.Sprint("p", order[i%n]+1))
			}
			near = append(near, strings.Join(ring, " "))
		}
		board = fmt.Sprintf("graph: {points: [%s], near: [%s]}", names(n), strings.Join(near, ", "))
		first, second = fmt.Sprintf("p1..p%d", men), fmt.Sprintf("p%d..p%d", n-men+1, n)
		if d.IntN(3) == 0 { // near each other
			second = fmt.Sprintf("p%d..p%d", men+3, 2*men+2)
		}
	} else {
		rows := 8 + d.IntN(12)
		columns := min(n/rows, 26)
		board = fmt.Sprintf("grid: {rows: %d, columns: %d}", rows, columns)
		var list []string
		for i := range men {
			list = append(list, fmt.Sprintf("%c%d", 'a'+i%columns, i/columns+1))
		}
		first = strings.Join(list, ", ")
	}
	setUp := fmt.Sprintf("south: {%s: 1}, north: {%s: 1}", first, second)
	if second == "" {
		setUp = strings.ReplaceAll(first, ",", ": 1,") + ": 1"
	}
	hand := d.IntN(3) == 0
	if hand {
		setUp = fmt.Sprintf("hand: %d", men)
	}
	stepTo, leapMore := "", ""
	switch d.IntN(4) {
	case 0: // anywhere near: several men may come to stand there
		stepTo = ", to: near(from)"
	case 1: // taking there
		stepTo = ", to: near(from) and not own"
	case 2:
		stepTo = ", to: near(from) and empty"
	}
	if d.IntN(3) == 0 {
		leapMore = d.one(", over: own", ", over: enemy and not spots", ", to: not own")
	}
	d.rules = nil
	d.add(1, "players: [south, north]")
	d.add(1, "%s", board)
	d.add(1, "men: %d", men)
	d.add(1, "set_up: {%s}", setUp)
	text := "ruleset: test\ntitle: Test\nfamily: test\nstatements:\n" + strings.Join(d.rules, "")
	text += "  - {id: spots, variable: {kind: set, per: game}, assumed: a test}\n  - {id: idle, variable: {kind: number, per: game, shared: yes}, assumed: a test}\n"
	if hand {
		text += "  - {id: placing, stage: {}, when: hand > 0, assumed: a test}\n"
	}
	text += "  - {id: moving, stage: {}, assumed: a test}\n"
	if hand {
		text += "  - {id: a_man, agenda: {play: [place]}, in: placing, assumed: a test}\n  - {id: place, allow: place, assumed: a test}\n"
	}
	on, again, play := ", again", "{put: \"again?\"}, {go_on: yes}, ", d.one("move", "move, move", "move, \"again?\"")
	if d.IntN(2) == 0 {
		on, again, play = "", "", d.one("move", "move, move")
	}
	text += fmt.Sprintf("  - {id: a_move, agenda: {play: [%s]}, in: moving, assumed: a test}\n", play)
	d.rules = nil
	d.add(1, "allow: step, with: [move%s]%s", d.one("", on), stepTo)
	d.add(2, "allow: leap, with: [move%s]%s", on, leapMore)
	d.add(8, "allow: remove, from: enemy and not spots, with: [move]")
	d.add(2, "on: leap, do: [{send: enemy(over), to: out}, %s{set: {idle: 0}}]", again)
	d.add(2, "on: step, do: [{send: enemy(to), to: out}, %s{set: {idle: 0}}], when: %s", again, d.where("to"))
	d.add(3, "on: [step, leap], do: {send: enemy(to), to: hand}, when: %s", d.where("to"))
	d.add(4, "on: step, do: {send: own(from), to: out}, when: board > 3 and %s", d.where("from"))
	d.add(2, "on: [step, leap], do: {set: {spots: %s}}, when: %s", d.one("near(from)", "near(to) or own", "enemy", "not near(to)"), d.where("to"))
	d.add(3, "on: [step, leap], do: {set: {spots: own}}, when: idle = 2")
	d.add(3, "on: step, do: {set: {spots: near(to)}}, when: idle = 7")
	for range d.IntN(4) {
		d.add(1, "forbid: [%s], when: %s", d.one("step", "leap", "step, leap"), d.one(d.where("to"), d.where("from"), d.where("from")+" and "+d.where("to"),
			"not ("+d.where("to")+") and idle > 3", d.where("to")+" or "+d.where("from"), "count(near(to) and enemy) > 2", "idle = 5", "count(near(from) and own) = 0 and board > 2"))
	}
	d.add(1, "on: step, do: {add: idle}")
	if on != "" {
		d.add(1, "on: step, do: {put: \"again?\"}, when: idle = 9")
	}
	d.add(2, "end: beaten, when: their.board + their.hand = 0, winner: me")
	d.add(1, "end: shut in, at: no_move, winner: them")
	d.add(2, "end: again, at: start, when: occurrences >= 3, winner: none")
	return text + strings.Join(d.rules, "")
}

// runs are the rules of a race.
func (d *drawer) runs() string {
	n := []int{66, 100, 128, 130, 192, 250, 320, 500, 511}[d.IntN(9)]
	men := 1 + d.IntN(20)
	players, but, seen := "[white, black]", fmt.Sprintf("black: [p%d..p1]", n), d.one(", seen: same", "")
	switch d.IntN(5) {
	case 0:
		but = fmt.Sprintf("black: [p%d..p%d, p1..p%d]", n/2, n, n/2-1)
	case 1:
		but = fmt.Sprintf("black: [p9..p%d, p8..p1]", n)
	case 2:
		players, but, seen = "[white, black, red]", fmt.Sprintf("black: [p%d..p1], red: [p7..p%d, p1..p6]", n, n), ", seen: same"
	}
	d.rules = nil
	d.add(1, "players: %s%s", players, seen)
	d.add(1, "graph: {points: [%s]}", names(n))
	d.add(1, "track: {run: [p1..p%d], but: {%s}}", n, but)
	d.add(1, "men: %d", men)
	set := fmt.Sprintf("1: %d", men)
	switch d.IntN(3) {
	case 0:
		set = fmt.Sprintf("1: %d, %d: %d", men-men/2, n/2-3, men/2)
	case 1:
		set = fmt.Sprintf("bar: %d", men)
	}
	d.add(1, "set_up: {%s}", set)
	text := "ruleset: test\ntitle: Test\nfamily: test\nstatements:\n" + strings.Join(d.rules, "")
	text += `  - {id: spots, variable: {kind: set, per: game}, assumed: a test}
  - {id: dice, throw: {dice: 2, faces: 6}, assumed: a test}
  - {id: play, stage: {throws: dice}, assumed: a test}
  - {id: two, agenda: {on: other, play: [high, low]}, assumed: a test}
  - {id: four, agenda: {on: doublet, play: [high, high, high, high]}, assumed: a test}
  - {id: stopped, blocked: stop, assumed: a test}
`
	d.rules = nil
	d.add(1, "allow: advance")
	d.add(1, "allow: enter, to: part")
	d.add(1, "allow: bear-off, when: %s", d.one("board < 4", fmt.Sprintf("own in %d..%d", n-5, n), "not (from in spots)"))
	for range d.IntN(4) {
		d.add(1, "forbid: [%s], when: %s", d.one("advance", "enter", "advance, enter"), d.one(d.where("to"), d.where("from")+" and to > 30", d.where("to")+" and bar = 0",
			"some(their.mine(to) >= 2)", "count(passed and enemy) > 1", "enemy(to) >= 2 or enemy(to) = 1 and to > 12", "bar > 1", "own(to) >= 3"))
	}
	d.add(2, "on: [advance, enter], when: enemy(to) >= 1, do: {send: enemy(to), to: bar}")
	d.add(2, "on: advance, when: enemy(to) = 1, do: {send: enemy(to), to: bar}")
	d.add(3, "on: advance, when: %s, do: {set: {spots: %s}}", d.where("to"), d.one("own", "enemy", "passed", "not own"))
	d.add(4, "on: advance, when: own(from) = 0 and board > 2, do: {send: own(to), to: bar}")
	d.add(1, "end: off, when: off = %d, winner: me", men)
	return text + strings.Join(d.rules, "")
}

// TestDrawnRulesOnLargeBoardsAgree plays games whose rules are drawn at random, on boards
// of up to 512 places, in both executors: LECTIO_DRAWN of them, from LECTIO_FROM on.
func TestDrawnRulesOnLargeBoardsAgree(t *testing.T) {
	from, count := number("LECTIO_FROM", 0), number("LECTIO_DRAWN", 24)
	played := 0
	for i := from; i < from+count; i++ {
		d := &drawer{Rand: rand.New(rand.NewPCG(5, uint64(i)))}
		text := d.steps()
		if i%3 == 2 {
			text = d.runs()
		}
		def, errs := rulesets.LoadOne("test.yaml", []byte(text), nil)
		if len(errs) > 0 { // such as words of a rule that the others leave nothing to be about
			t.Logf("%d: %v", i, errs[0])
			continue
		}
		g, errs := def.Game(nil)
		if len(errs) > 0 {
			t.Logf("%d: %v", i, errs[0])
			continue
		}
		played++
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			defer func() {
				if t.Failed() {
					t.Log(text)
				}
			}()
			if _, err := wasm.Generate(g.Program, options()); err != nil {
				t.Skip(err)
			}
			agreeAs(t, g, options(), 4, 300)
			if !strings.Contains(text, "again") { // else a turn may have no end
				walk(t, g, 1, 30)
			}
		})
	}
	if played < count/2 {
		t.Errorf("of %d drawn rulesets only %d can be played", count, played)
	}
}

// TestBoundOpponentOnLargeBoard asks of each of two opponents whether he stands where a
// man steps, on a board on which all three meet.
func TestBoundOpponentOnLargeBoard(t *testing.T) {
	for _, when := range []string{"every(to in enemy)", "every(not (to in enemy))", "some(not (to in enemy)) and enemy(from) > 0", "every(enemy(to) >= 1)"} {
		g := gameOf(t, `ruleset: test
title: Test
family: test
statements:
  - {id: players, players: [white, black, red], assumed: a test}
  - {id: board, graph: {points: [`+names(70)+`], near: [p1 p2 p3 p4 p5 p1 p3]}, assumed: a test}
  - {id: men, men: 3, assumed: a test}
  - {id: set_up, set_up: {white: {p1: 1, p2: 1, p3: 1}, black: {p2: 1, p3: 1, p4: 1}, red: {p3: 1, p4: 1, p5: 1}}, assumed: a test}
  - {id: moving, stage: {}, assumed: a test}
  - {id: one, agenda: {play: [move]}, in: moving, assumed: a test}
  - {id: step, allow: step, with: move, to: near(from) and not own, assumed: a test}
  - {id: not_there, forbid: step, when: "`+when+`", assumed: a test}
`)
		agree(t, g, 20, 60)
	}
}

// TestNoPlaceOnFullBoard asks whether men step from or to a place that a variable does not
// hold yet, on boards whose sets have no bits to spare: the last place is not it.
func TestNoPlaceOnFullBoard(t *testing.T) {
	for _, places := range []int{64, 128, 192, 256} {
		g := gameOf(t, `ruleset: test
title: Test
family: test
statements:
  - {id: players, players: [white, black], assumed: a test}
  - {id: board, graph: {points: [`+names(places)+`], near: [`+names(places)+` p1]}, assumed: a test}
  - {id: men, men: 2, assumed: a test}
  - {id: set_up, set_up: {white: {p7: 1, p8: 1}, black: {p`+fmt.Sprint(places)+`: 1, p3: 1}}, assumed: a test}
  - {id: latest, variable: {kind: place}, assumed: a test}
  - {id: moving, stage: {}, assumed: a test}
  - {id: one, agenda: {play: [move]}, in: moving, assumed: a test}
  - {id: step, allow: step, with: move, assumed: a test}
  - {id: not_there, forbid: step, when: from = latest or to = latest, assumed: a test}
  - {id: there, on: step, do: {set: {latest: to}}, when: not (to in near(p3)), assumed: a test}
`)
		agree(t, g, 4, 60)
	}
}

// TestRowsOfWidestSets asks for rows of places in code whose sets are wider than those of
// any board: what the function that finds them returns lies beside the tables.
func TestRowsOfWidestSets(t *testing.T) {
	g := gameOf(t, `ruleset: test
title: Test
family: test
statements:
  - {id: players, players: [white, black], assumed: a test}
  - {id: board, graph: {points: [`+names(511)+`]}, assumed: a test}
  - {id: track, track: {run: [p1..p511], but: {black: [p511..p1]}}, assumed: a test}
  - {id: men, men: 3, assumed: a test}
  - {id: set_up, set_up: {bar: 3}, assumed: a test}
  - {id: dice, throw: {dice: 2, faces: 6}, assumed: a test}
  - {id: play, stage: {throws: dice}, assumed: a test}
  - {id: two, agenda: {on: other, play: [high, low]}, assumed: a test}
  - {id: four, agenda: {on: doublet, play: [high, high, high, high]}, assumed: a test}
  - {id: enter, allow: enter, to: part, assumed: a test}
  - {id: advance, allow: advance, assumed: a test}
  - {id: kept, forbid: advance, when: "to in crowd(own, 4)", assumed: a test}
`)
	agreeAs(t, g, options().Large(), 4, 60)
}
