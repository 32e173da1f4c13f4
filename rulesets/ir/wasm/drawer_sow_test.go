package wasm_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// drawnSown are the rules with a number of a game in which men of nobody are sown or, of every fourth, in which men step on a
// hexagon or on a board that is drawn.
func drawnSown(i int) string {
	d := &drawer{Rand: rand.New(rand.NewPCG(12, uint64(i)))}
	d.rules = []string{heading}
	if i%4 == 3 {
		return d.shapes()
	}
	return d.sowing()
}

// sowing are the rules of a game of rows of holes.
func (d *drawer) sowing() string {
	rows, columns := 2+2*d.IntN(2), 2+d.IntN(5)
	store, stores, own := "", "", "row_1"
	if d.IntN(2) == 0 && rows == 2 {
		stores, store = ", stores: yes", "store_right, "
	}
	run, each := fmt.Sprintf("r1c1..r1c%d, %sr2c%d..r2c1", columns, store, columns), 1+d.IntN(4)
	begin := fmt.Sprintf("row_1: %d, row_2: %d", each, each)
	if rows == 4 {
		own = "(row_1 or row_2)"
		begin += fmt.Sprintf(", row_3: %d, row_4: %d", each, each)
	}
	d.say("players", "players: [p, q], seen: rotated")
	d.say("board", "holes: {rows: %d, columns: %d%s}", rows, columns, stores)
	d.say("way", "track: {run: [%s], ring: yes, places: cells}", run)
	d.say("seeds", "men: {nobody: %d}", rows*columns*each)
	d.say("set_up", "set_up: {%s}", begin)
	d.say("turn", "stage: {}")
	d.say("one", "agenda: {play: [sow]}")
	d.say("began", "variable: {kind: place, per: turn}")
	how := func() string {
		return d.one("", "", ", skips: from", ", leaves: 1", ", leaves: if nobody(from) > 2 then 1 else 0", ", skips: nobody >= 4")
	}
	d.say("sow", "allow: sow, from: %q%s%s", own, how(), d.one("", ", when: nobody(from) >= 2"))
	d.add(2, "allow: sow, from: %q, back: yes%s", own, how())
	d.add(3, "forbid: sow, when: %q", d.one("sum("+own+") > 2 * nobody(from) + 9", "count(passed and row_1) = 0", "to in near(from)"))
	for range 1 + d.IntN(3) {
		do := d.one("{send: nobody(to), to: off}", "{send: nobody(to), to: r1c1}", "{sow: to}", "{sow: to, skips: from}", "{sow: to, back: yes}",
			"{sow: near(to), after: from}", "{set: {began: to}}", "{next: me}", "{send: nobody(near(to)), to: off}", "{send: nobody(to), to: off, of: them}")
		d.add(1, "on: sow, when: %q, do: %s", d.one("nobody(to) = 2", "nobody(to) = 3", "nobody(to) >= 2 and sum("+own+") > 3", "to in "+own+" and nobody(to) = 1", "count(nobody = 1) > 3", "began = to"), do)
	}
	d.add(2, "end: enough is taken, on: sow, when: off > %d, winner: me", columns*each)
	d.add(2, "score: off + sum(%s), at: no_move", own)
	d.say("stuck", "end: no move, at: no_move, winner: %s", d.one("none", "them", "higher_score"))
	return strings.Join(d.rules, "")
}

// shapes are the rules of a game of steps on boards of shapes that others do not have.
func (d *drawer) shapes() string {
	board := d.one("hexagon: {side: 2}", "hexagon: {side: 3}", "hexagon: [3, 2]",
		`picture: "A-.-.\n|X|X|\n.-.-B", names: {A: den, B: lair}`, `picture: ".-+-.\n|\\|/|\n+-*-+\n|/|\\|\n.-+-."`)
	d.say("players", "players: [p, q], seen: same")
	d.say("board", "%s", strings.Replace(board, "hexagon: [3, 2]", "hexagon: {side: [3, 2]}", 1))
	d.say("men", "men: 3")
	d.say("set_up", "set_up: {hand: 3}")
	d.say("placing", "stage: {}, when: hand > 0")
	d.say("moving", "stage: {}")
	d.say("put", "agenda: {play: [place]}, in: placing")
	d.say("go", "agenda: {play: [step]}, in: moving")
	d.say("place", "allow: place")
	d.say("step", "allow: step%s", d.one("", `, to: "empty and ray(from, empty)"`))
	d.add(2, "on: step, do: {send: %q, to: out}", d.one("enemy(near(to))", "enemy(beyond(from, to))"))
	d.say("few", "end: few are left, at: start, when: board + hand < 2, winner: them")
	d.say("stuck", "end: no move, at: no_move, winner: %s", d.one("none", "them"))
	return strings.Join(d.rules, "")
}
