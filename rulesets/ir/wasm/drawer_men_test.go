package wasm_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// kindNames are the kinds of men that rules are drawn with.
var kindNames = []string{"king", "horse", "tower", "guard", "pawn"}

// drawnMen are the rules with a number of a game of men of several kinds.
func drawnMen(i int) string {
	d := &drawer{Rand: rand.New(rand.NewPCG(9, uint64(i)))}
	players := d.sides()
	d.track, d.marks, d.ahead = false, d.IntN(4) == 0, d.IntN(6) == 0
	d.kinds = kindNames[:2+d.IntN(4)]
	rows, columns := 3+d.IntN(6), 3+d.IntN(6)
	to := d.one("", ", to: near(from) and not own", ", to: near(from) and (empty or enemy)")
	switch d.IntN(6) {
	case 0: // a set has two words
		rows, columns = 9+d.IntN(3), 9+d.IntN(3)
	case 1, 2: // men may come to stand together
		rows, columns = 3+d.IntN(3), 3+d.IntN(3)
		to = d.one(", to: near(from)", ", to: near(from) and not enemy")
	}
	if len(players) > 2 {
		columns = rows
	}
	d.begin()
	d.say("cells", "grid: {rows: %d, columns: %d, diagonals: %s}", rows, columns, d.one("none", "all", "alternate"))
	seen := d.one("", ", seen: same")
	switch len(players) {
	case 2:
		seen = d.one("", ", seen: same", ", seen: mirrored")
	case 3:
		seen = ", seen: same"
	}
	d.sit(players, seen)
	d.army(players, columns, seen == ", seen: same")
	d.say("moving", "stage: {}")
	play := d.one("move", "move", "move, move", "move, \"move?\"")
	if d.ahead {
		play = d.one("1, 2", "2, 1, 1")
		d.add(1, "blocked: %s", d.one("stop", "skip", "leave", "lose", "other"))
	}
	d.say("a_move", "agenda: {play: [%s]}, in: moving", play)
	with := map[bool]string{true: "number", false: "move"}[d.ahead]
	d.add(1, "allow: step, with: %s%s%s", with, to, d.one("", "", ", men: own(from)", ", of: "+d.kinds[0]))
	d.add(1, "allow: step, of: %s, with: %s%s", d.one(d.kinds[0], d.kinds[1], "["+d.kinds[1]+", "+d.kinds[0]+"]"), with, to)
	d.add(2, "allow: leap, of: %s, with: %s%s", d.one(d.kinds...), with, d.one("", ", over: anyone", ", to: not own"))
	d.add(4, "allow: place, with: %s", with)
	d.add(6, "allow: remove, from: enemy(%s), with: %s", d.one(d.kinds...), with)
	if d.IntN(3) > 0 {
		d.add(1, "on: [step, leap], do: {send: enemy(to), to: %s}", d.one("out", "out", "hand", "bar"))
		d.add(2, "on: leap, do: {send: enemy(over), to: out}, when: %q", d.where("over"))
	}
	d.add(4, "on: [step, leap], when: %q, do: {take: 1, from: out, to: hand%s}", d.when(), d.one("", ", of: them"))
	d.add(3, "on: [step, leap], when: %q, do: {set_down: %q, from: %s%s}", d.when(), d.one("from", "near(to)", "spots"), d.one("out", "hand"), d.theirs(len(players)))
	for range 1 + d.IntN(3) {
		d.add(1, "on: %s, when: %q, do: {become: %s}", d.one("step", "leap", "[step, leap]", "[step, leap, place]"),
			d.one(d.where("to"), d.where("from"), "kind(from) = "+d.one(d.kinds...), "to in row_3", d.when()), d.one(d.kinds...))
	}
	d.marking("step", "[step, leap]")
	d.add(3, "on: %s, do: {become: %s, at: %q}", d.one("throw", "turn", "step", "[step, leap]"), d.one(d.kinds...), d.one("own("+d.kinds[1]+") and row_3", "row_2 or row_3", "own and near(enemy)", "spots"))
	if d.marks {
		d.add(2, "on: %s, do: {%s: far, at: %q}", d.one("throw", "turn", "start", "step", "leap"), d.one("mark", "unmark"), d.one("near(enemy)", "own("+d.kinds[0]+")", "unmarked(near)", "row_3"))
	}
	d.add(2, "on: step, do: {set: {idle: 1 - idle}}, when: %q", d.where("to"))
	d.add(3, "on: step, do: {set: {spots: %s}}", d.one("near(to)", "own("+d.one(d.kinds...)+")", "enemy("+d.one(d.kinds...)+")", "their.own("+d.one(d.kinds...)+")", "empty"))
	d.add(4, "on: step, do: {set: {latest: %s}}", d.one("to", "from"))
	for range 1 + d.IntN(3) {
		d.add(1, "forbid: [%s], when: %q", d.one("step", "leap", "step, leap"), d.one(d.where("to"), d.where("from"), d.when()+" and "+d.where("to"), d.where("from")+" or "+d.where("to")))
		d.add(3, "except: r%d, when: %q", d.drawn, d.one(d.where("to"), d.where("from"), d.when()))
	}
	d.afterwards()
	d.add(5, "require: {%s: %s}", d.one("most", "least"), d.one("count(near(to) and own("+d.one(d.kinds...)+"))", "if kind(from) = "+d.kinds[1]+" then 2 else own(to)"))
	d.obliging("step, leap", "1", "2")
	d.add(5, "score: %s, at: %s, when: %q", d.one("1", "1/2", "count(own("+d.kinds[1]+"))"), d.one("move", "turn"), d.when())
	d.add(2, "end: bare, at: %s, when: %q, winner: me", d.one("move", "turn"), "count("+d.one("enemy", "their.own")+"("+d.one(d.kinds...)+")) = 0")
	d.add(2, "end: again, at: start, when: %q, winner: none", d.one("occurrences >= 2", "occurrences >= 3"))
	d.add(1, "end: gone, at: turn, when: board = 0, winner: none")
	d.add(1, "end: shut in, at: no_move, winner: none")
	return strings.Join(d.rules, "")
}

// afterwards are rules about the position that a move leads to.
func (d *drawer) afterwards() {
	then := func() string {
		return "after(" + d.one(d.where("to"), d.where("from"), d.when(), "some(their.("+d.when()+"))", "count(own("+d.one(d.kinds...)+") and near(enemy)) > 0",
			"count(enemy) > 1 and "+d.where("to"), "count(near(to) and enemy) > 1", "parts_left = 0 and "+d.where("to"), "player = p and "+d.where("from"), "count(enemy) < 2") + ")"
	}
	if d.IntN(2) == 0 {
		d.add(1, "forbid: [%s], when: %q", d.one("step", "leap", "step, leap", "place, step"), d.one(then(), "not "+then(), then()+" and "+d.where("to"), d.where("from")+" or "+then()))
		d.add(3, "except: r%d, when: %q", d.drawn, then())
	}
	d.add(3, "require: {that: %q}", then())
	d.add(6, "require: {most: %q}", "if "+then()+" then 2 else own(to)")
	d.add(3, "require: {%s: %q, scope: throw}%s", d.one("most", "least"), d.one("count(enemy)", "count(own and spots)", "idle + count(enemy("+d.one(d.kinds...)+"))", "board - their.board"),
		d.one("", "", ", when: board > 1"))
	if !d.ahead { // a part is a word
		d.add(4, "on: [step, leap], when: %q, do: %s", "parts_played = 1 and ("+d.one(d.where("to"), "count(near(to) and enemy) > 1")+")",
			d.one("{put: \"move?\"}", "[{put: move}, {go_on: yes}]", "[{put: \"move?\"}, {go_on: yes}]"))
	}
}

// army says how many men of each kind there are, and where they begin: the first kinds in
// the first row; some in the hand.
func (d *drawer) army(players []string, columns int, same bool) {
	var count, where []string
	at := 0
	hand := d.IntN(4) / 3 * 2
	for _, kind := range d.kinds {
		n := d.IntN(3)
		if kind == d.kinds[0] {
			n++
		}
		n = min(n, columns-at)
		for range n {
			where = append(where, fmt.Sprintf("%c%%d: %s", 'a'+at, d.one(kind, kind, "{"+kind+": 1}")))
			at++
		}
		if kind == d.kinds[1] {
			n += hand
		}
		count = append(count, fmt.Sprintf("%s: %d", kind, n))
	}
	if hand > 0 {
		where = append(where, fmt.Sprintf("hand: %d", hand))
	}
	d.say("men", "men: {%s}", strings.Join(count, ", "))
	row := func(n int) string { return strings.ReplaceAll(strings.Join(where, ", "), "%d", fmt.Sprint(n)) }
	if !same {
		d.say("set_up", "set_up: {%s}", row(1))
		return
	}
	var by []string
	for i, q := range players {
		by = append(by, fmt.Sprintf("%s: {%s}", q, row(1+i%3)))
	}
	d.say("set_up", "set_up: {%s}", strings.Join(by, ", "))
}
