package wasm_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// A drawer draws the rules of games on boards whose sets have two words: what is kept beside
// the men depends on how many they are, on whether two stand on a place, on whether they bear
// marks, and on how many moves one has, so rules of every kind have to be put together.
type drawer struct {
	*rand.Rand
	rules []string
	drawn int
	track bool     // there is one
	marks bool     // men bear them
	rays  string   // the board has straight ways: "grid", whose ways have directions, or "rows"
	kinds []string // of men
	ahead bool     // rules ask what can be played after a move
	ways  bool     // there is a track whose places go by the names of cells
	match bool     // games are played one after another, and rules remember those before
}

// drawn are the rules with a number: two of three of a game of steps, the third of a race.
func drawn(i int) string {
	d := &drawer{Rand: rand.New(rand.NewPCG(5, uint64(i)))}
	if i%3 == 2 {
		return d.runs()
	}
	return d.steps()
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
	list := []string{"own(%s) >= 2", "own(%s) = 1", "enemy(%s) >= 1", "enemy(%s) >= 2", "enemy(%s) = 1", "enemy(%s) = 2 or board < 3",
		"anyone(%s) >= 2", "anyone(%s) = 0", "enemy(%s) < 3", "own(%s) != 1", "%s in spots", "not (%s in spots)", "some(their.own_any_lap(%s) >= 1)",
		"some(%s in enemy)", "every(%s in enemy)", "every(not (%s in enemy))", "some(not (%s in enemy))", "some(enemy(%s) = 1)", "some(%s in their.spots)",
		"own_any_lap(%s) + enemy(%s) = 2", "%s = latest", "%s in their.(own >= 1) or board > 2", "every(their.board > 1) and %s in own"}
	if d.track {
		list = append(list, "%s in run(enemy, 2)", "%s in run(own, 3)", "%s in edge(own)", "%s in crowd(own, 4)")
	}
	if d.track || d.ways {
		list = append(list, "%s = first(own >= 2)", "%s != first(own)", "%s = last(own)", "ahead(%s, 3) in enemy", "behind(%s, 2) in own", "distance(%s) < 7")
	}
	if d.track {
		list = append(list, "number(%s) > 20", "some(%s in their.run(own, 2))", "every(%s != their.last(own))")
	} else {
		list = append(list, "count(near(%s) and enemy) > 1", "count(near(%s) and own) = 0", "%s in near(own)", "%s in near(enemy) - spots", "some(%s in their.near(own))",
			"near(%s) in spots", "%s in reach(enemy, spots)", "%s in reach(empty, latest)", "%s in near(latest)", "%s = one_of(own >= 2)", "%s in near(one_of(enemy))", "count(near(near(%s)) and anyone) > 4", "%s in landings(%s, enemy, empty)")
	}
	if d.rays != "" {
		list = append(list, "%s in ray(latest, empty)", "count(ray(%s, empty)) > 3", "count(met(%s, empty) and enemy) > 0", "%s in met(latest, not enemy)",
			"count(between(%s, own) and empty) > 2", "latest in between(%s, enemy)", "%s in beyond(latest, anyone)", "count(beyond(%s, spots)) > 1",
			"count(near(%s) and enemy and beyond(from, to)) > 0", "%s in beyond(latest, from)", "count(between(%s, latest) and empty) > 0")
	}
	if d.rays == "grid" {
		way := d.one("orthogonal", "diagonal", "forward", "backward", "left", "right", "sideways", "forward_left", "forward_right or backward_left", "backward_right")
		list = append(list, "count(ray(%s, not enemy, "+way+")) > 1", "%s in met(latest, empty, "+way+")", "%s in shift(own, "+way+")", "%s in shift(enemy, "+way+", 2)", "some(%s in their.shift(own, "+way+"))")
	}
	if d.match {
		list = append(list, "%s in haunts", "not (%s in haunts)", "%s = den", "%s in near(den)", "some(%s in their.haunts)", "every(%s != their.den)")
	}
	if d.marks {
		list = append(list, "has(far)", "not has(far)", "has(far) and not has(near)", "%s in marked(far)", "%s in unmarked(far)", "not (%s in marked(near))",
			"some(%s in their.marked(far))", "every(not (%s in their.unmarked(near)))", "count(marked(near)) > 1 and %s in own")
	}
	if len(d.kinds) > 0 {
		for _, kind := range []string{d.one(d.kinds...), d.one(d.kinds...)} {
			list = append(list, "kind(from) = "+kind, "kind(from) != "+kind, "kind(%s) = "+kind, "kind(%s) != "+kind, "kind(from) = kind(%s)", "%s in own("+kind+")", "%s in enemy("+kind+")",
				"count(near(%s) and anyone("+kind+")) > 0", "some(%s in enemy("+kind+"))", "%s in near(their.own("+kind+"))", "count(own_any_lap("+kind+")) > 1 or %s in allied("+kind+")")
		}
	}
	return strings.ReplaceAll(d.one(list...), "%s", place)
}

// theirs says that men are opponents', now and then, where there is one opponent.
func (d *drawer) theirs(players int) string {
	if players > 2 {
		return ""
	}
	return d.one("", ", of: them")
}

// marking are rules by which men come to bear marks and lose them.
func (d *drawer) marking(acts ...string) {
	if !d.marks {
		return
	}
	d.add(1, "on: %s, do: {mark: far}, when: %q", d.one(acts...), d.where("to"))
	d.add(2, "on: %s, do: {mark: near}, when: %q", d.one(acts...), d.where("from"))
	d.add(2, "on: %s, do: {unmark: %s}, when: %q", d.one(acts...), d.one("far", "near"), d.where("to"))
	d.add(4, "on: %s, do: [{mark: near}, {unmark: far}]", d.one(acts...))
}

// obliging are rules about how much can be played after a move, on agendas of some numbers.
func (d *drawer) obliging(acts string, numbers ...string) {
	if !d.ahead {
		return
	}
	number := d.one(numbers...)
	d.add(1, "require: {most: %s, scope: throw}%s", d.one("parts", "pips"), d.one("", "", ", when: board > 1", ", when: parts_left < 3"))
	d.add(2, "forbid: [%s], when: %q", acts, d.one("not completable", "completable and "+d.where("to"), "follows("+number+") and "+d.where("from"),
		"not follows("+number+")", "not completable and "+d.where("from"), "part = "+number+" and not follows("+number+")"))
	d.add(3, "require: {that: %q}", d.one(d.where("to"), d.where("to")+" or completable", "follows("+number+")"))
	d.add(4, "require: {%s: %s}", d.one("most", "least"), d.one("part", "own(to)"))
	d.add(4, "require: {%s: %q, scope: throw}", d.one("most", "least"), d.one("count(enemy)", "count(own >= 2)", "parts_played", "idle + board"))
	d.add(4, "allow: stop, when: parts_played = 1")
}

// meeting is where so many men of two players, or of three or four, step and leap: a board
// of about n places, its players, and where they begin.
func (d *drawer) meeting(n, men int) (board, players, setUp string) {
	players = "[south, north]"
	three := d.IntN(3) == 0
	if three {
		players = "[south, north, east], seen: same"
	}
	if d.IntN(2) == 0 {
		rows := 8 + d.IntN(12)
		columns := min(n/rows, 26)
		if three && d.IntN(2) == 0 { // and a fourth: each sits at a side
			rows = 9 + d.IntN(3)
			columns, players = rows, "[south, east, north, west]"
		}
		var list []string
		for i := range men {
			list = append(list, fmt.Sprintf("%c%d: 1", 'a'+i%columns, i/columns+1))
		}
		return fmt.Sprintf("grid: {rows: %d, columns: %d}", rows, columns), players, strings.Join(list, ", ")
	}
	var near []string
	for range 1 + d.IntN(4) {
		order := d.Perm(n)
		if d.IntN(2) == 0 {
			slices.Sort(order)
		}
		var ring []string
		for i := range n + 2 {
			ring = append(ring, fmt.Sprint("p", order[i%n]+1))
		}
		near = append(near, strings.Join(ring, " "))
	}
	board = fmt.Sprintf("graph: {points: [%s], rows: [%s]}", names(n), strings.Join(near, ", "))
	row := func(from int) string { return fmt.Sprintf("{p%d..p%d: 1}", from, from+men-1) }
	second, third := n-men+1, n/2-men/2
	if d.IntN(3) == 0 { // near each other
		second, third = men+3, 2*men+4
	}
	setUp = fmt.Sprintf("south: %s, north: %s", row(1), row(second))
	if three {
		setUp += ", east: " + row(third)
	}
	return board, players, setUp
}

// steps are the rules of a game of steps and leaps.
func (d *drawer) steps() string {
	n := []int{66, 90, 100, 120, 127, 128}[d.IntN(6)]
	men := 1 + d.IntN(20)
	d.track, d.marks, d.ahead = false, d.IntN(3) == 0, d.IntN(4) == 0
	if d.ahead { // what more men come to takes long to look at
		men = min(men, 4)
	}
	board, players, setUp := d.meeting(n, men)
	d.rays = "rows"
	if strings.HasPrefix(board, "grid") {
		d.rays = "grid"
	}
	several := strings.Count(players, ",") > 1
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
	case 3: // sliding, but not so far that there are too many moves
		stepTo = d.one("", `, to: "near(near(from)) and ray(from, empty)"`, `, to: "near(near(from)) and (ray(from, empty) or met(from, empty) and enemy)"`)
	}
	if d.IntN(3) == 0 {
		leapMore = d.one(", over: own", ", over: enemy and not spots", ", to: not own")
	}
	d.rules = nil
	d.add(1, "players: %s", players)
	d.add(1, "%s", board)
	d.add(1, "men: %d", men)
	d.add(1, "set_up: {%s}", setUp)
	if d.marks {
		d.add(1, "marks: [far, near]")
	}
	text := heading + strings.Join(d.rules, "")
	text += `  - {id: spots, variable: {kind: set, per: game}, assumed: a test}
  - {id: latest, variable: {kind: place, per: game}, assumed: a test}
  - {id: idle, variable: {kind: number, per: game, shared: yes}, assumed: a test}
`
	if hand {
		text += "  - {id: placing, stage: {}, when: hand > 0, assumed: a test}\n"
	}
	text += "  - {id: moving, stage: {}, assumed: a test}\n"
	if hand {
		text += "  - {id: a_man, agenda: {play: [place]}, in: placing, assumed: a test}\n  - {id: place, allow: place, assumed: a test}\n"
	}
	play, with := d.one("move", "move, move"), []string{"move"}
	if d.ahead {
		play, with = d.one("1, 2", "2, 1, 1", "1, \"2?\", 2"), []string{"1", "2", "1, 2", "number"}
	}
	on, again := ", again", "{put: \"again?\"}, {go_on: yes}, "
	if d.IntN(2) == 0 {
		on, again = "", ""
	} else if d.IntN(3) == 0 {
		play += ", \"again?\""
	}
	text += fmt.Sprintf("  - {id: a_move, agenda: {play: [%s]%s}, in: moving, assumed: a test}\n", play, d.one("", ", order: fixed"))
	d.rules = nil
	d.add(1, "allow: step, with: [%s%s]%s%s", d.one(with...), d.one("", on), stepTo, d.one("", "", "", ", men: own(from)", ", men: 2"))
	d.add(2, "allow: leap, with: [%s%s]%s", d.one(with...), on, leapMore)
	d.add(8, "allow: remove, from: enemy and not spots, with: [%s]", d.one(with...))
	if d.ahead {
		d.add(1, "blocked: %s", d.one("stop", "skip", "leave", "lose", "other"))
	}
	d.add(2, "on: leap, do: [{send: enemy(over), to: out}, %s{set: {idle: 0}}]", again)
	d.add(2, "on: step, do: [{send: enemy(to), to: out}, %s{set: {idle: 0}}], when: %q", again, d.where("to"))
	d.add(3, "on: [step, leap], do: {send: enemy(to), to: hand}, when: %q", d.where("to"))
	d.add(4, "on: [step, leap], do: {send: \"%s\", to: out}, when: idle > 3", d.one("enemy(near(to) and near(own and not near(from)))", "enemy(between(to, own))", "own_any_lap(spots and near(to))"))
	d.add(4, "on: step, do: {send: own(from), to: out}, when: \"board > 3 and %s\"", d.where("from"))
	d.add(2, "on: [step, leap], do: {set: {spots: %s}}, when: %q", d.one("near(from)", "near(to) or own", "enemy", "not near(to)"), d.where("to"))
	d.add(3, "on: [step, leap], do: {set: {spots: own}}, when: idle = 2")
	d.add(2, "on: [step, leap], do: {set: {latest: %s}}", d.one("to", "from"))
	d.add(6, "on: turn, do: {next: me}, when: idle = 3")
	d.add(6, "on: step, do: {take: 1, from: out, to: hand}, when: idle = 6")
	d.add(4, "on: step, do: {set_down: %q, from: out%s}, when: %q", d.one("from", "near(to)", "spots"), d.theirs(1+strings.Count(players[:strings.Index(players, "]")], ",")), d.where("to"))
	d.add(4, "score: %s, on: step, when: %q", d.one("1", "1/2", "count(own and spots)"), d.where("to"))
	d.add(3, "on: step, do: {set: {spots: near(to)}}, when: idle = 7")
	d.marking("step", "[step, leap]", "step")
	d.obliging("step", "1", "2")
	for range d.IntN(4) {
		d.add(1, "forbid: [%s], when: %q", d.one("step", "leap", "step, leap"), d.one(d.where("to"), d.where("from"), d.where("from")+" and "+d.where("to"),
			"not ("+d.where("to")+") and idle > 3", d.where("to")+" or "+d.where("from"), "count(near(to) and enemy) > 2", "idle = 5", "count(near(from) and own) = 0 and board > 2"))
		d.add(4, "except: r%d, when: %q", d.drawn, d.where(d.one("to", "from")))
	}
	d.add(1, "on: step, do: {add: idle}")
	if on != "" {
		d.add(1, "on: step, do: {put: \"again?\"}, when: idle = 9")
	}
	d.add(2, "end: beaten, when: their.board + their.hand = 0, winner: me")
	if several {
		d.add(1, "end: shut in, at: no_move, winner: none")
	} else {
		d.add(1, "end: shut in, at: no_move, winner: them")
	}
	d.add(2, "end: again, at: start, when: occurrences >= 3, winner: none")
	return text + strings.Join(d.rules, "")
}

// runs are the rules of a race.
func (d *drawer) runs() string {
	n := []int{66, 90, 100, 120, 127, 128}[d.IntN(6)]
	men := 1 + d.IntN(20)
	d.track, d.marks, d.ahead, d.rays = true, d.IntN(3) == 0, d.IntN(3) == 0, ""
	doublet := "high, high, high, high"
	if d.ahead { // as with steps
		men, doublet = min(men, 6), d.one(doublet, "high, high, 7 - high", "high, \"high?\", 7 - high")
	}
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
	if d.marks {
		d.add(1, "marks: [far, near]")
	}
	d.add(1, "blocked: %s", d.one("stop", "stop", "skip", "leave", "lose", "other"))
	text := heading + strings.Join(d.rules, "")
	text += fmt.Sprintf(`  - {id: spots, variable: {kind: set, per: game}, assumed: a test}
  - {id: latest, variable: {kind: place, per: game}, assumed: a test}
  - {id: dice, throw: {dice: 2, faces: 6}, assumed: a test}
  - {id: play, stage: {throws: dice}, assumed: a test}
  - {id: two, agenda: {on: other, play: [%s]%s}, assumed: a test}
  - {id: four, agenda: {on: doublet, play: [%s]}, assumed: a test}
`, d.one("high, low", "high, low", "high, \"low?\""), d.one("", ", order: fixed"), doublet)
	d.rules = nil
	d.add(1, "allow: advance%s", d.one("", "", ", may_spare: yes"))
	d.add(1, "allow: enter, to: part")
	d.add(1, "allow: bear-off, when: %q", d.one("board < 4", fmt.Sprintf("own in %d..%d", n-5, n), "not (from in spots)"))
	for range d.IntN(4) {
		d.add(1, "forbid: [%s], when: %q", d.one("advance", "enter", "advance, enter"), d.one(d.where("to"), d.where("from")+" and to > 30", d.where("to")+" and bar = 0",
			"some(their.own_any_lap(to) >= 2)", "count(passed and enemy) > 1", "enemy(to) >= 2 or enemy(to) = 1 and to > 12", "bar > 1", "own(to) >= 3"))
		d.add(4, "except: r%d, when: %q", d.drawn, d.where(d.one("to", "from")))
	}
	d.add(2, "on: [advance, enter], when: enemy(to) >= 1, do: {send: enemy(to), to: bar}")
	d.add(2, "on: advance, when: enemy(to) = 1, do: {send: enemy(to), to: bar}")
	d.add(3, "on: advance, when: %q, do: {set: {spots: %s}}", d.where("to"), d.one("own", "enemy", "passed", "not own"))
	d.add(2, "on: advance, do: {set: {latest: %s}}", d.one("to", "from"))
	d.add(4, "score: %s, at: %s, when: %q", d.one("1", "1/2", "count(own and spots)"), d.one("move", "turn", "throw"), d.one("bar = 0", "count(spots) > 2", "own in spots"))
	d.add(4, "on: advance, when: own(from) = 0 and board > 2, do: {send: own(to), to: bar}")
	d.marking("advance", "[advance, enter]")
	d.obliging("advance, enter", "1", "3", "high", "low")
	d.add(1, "end: off, when: off = %d, winner: me", men)
	return text + strings.Join(d.rules, "")
}
