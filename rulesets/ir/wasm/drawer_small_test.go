package wasm_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// drawnSmall are the rules with a number on a board of up to 64 places: two of three of a
// race, the third of a game of steps whose positions come back.
func drawnSmall(i int) string {
	d := &drawer{Rand: rand.New(rand.NewPCG(6, uint64(i)))}
	if i%3 == 2 {
		return d.smallSteps()
	}
	return d.smallRuns()
}

// say adds a rule under a name.
func (d *drawer) say(id, format string, args ...any) {
	d.rules = append(d.rules, fmt.Sprintf("  - {id: "+id+", "+format+", assumed: a test}\n", args...))
}

// begin begins the rules with what conditions ask for.
func (d *drawer) begin() {
	d.rules = []string{heading}
	d.say("spots", "variable: {kind: set, per: %s}", d.one("game", "game", "turn"))
	d.say("latest", "variable: {kind: place, per: game}")
	d.say("idle", "variable: {kind: number, per: game%s}", d.one("", ", shared: yes", ", aside: yes", ", shared: yes, aside: yes"))
	d.say("limit", "parameter: %d", 1+d.IntN(3))
	d.say("sparse", "define: board < limit")
	d.say("when_tested", "moment: %s", d.one("move", "turn"))
	d.add(6, "always: board <= men_in_all")
	d.add(12, "never: board > men_in_all")
	if d.match {
		d.remembers()
	} else {
		d.add(9, "match: %d", 1+d.IntN(4))
	}
	if d.marks {
		d.add(1, "marks: [far, near]")
	}
}

// when is a condition that is the same for all men.
func (d *drawer) when() string {
	list := []string{"idle > 1", "idle = 1", "board > 2", "board < 3", "out = 0", "their.board > 1", "score > 0", "count(own) > 2",
		"count(spots) < 4", "player = p", "count(enemy >= 2) = 0", "sparse", "not sparse", "board < men_in_all", "min(board, out) = 0", "max(board, limit) = limit",
		"count(anywhere - spots) > 5", "spots != nowhere"}
	if d.track {
		list = append(list, "bar = 0", "bar > 0", "off > 0", "their.bar > 0", "doublet", "not doublet", "high > 2", "parts_left = 1", "parts_played = 0",
			"thrown > 3", "own(1) = 0", "count(own >= 2) > 1", "count(run(own, 2)) > 1", "first(own) > 3")
	}
	if d.ways {
		list = append(list, "bar = 0", "off > 0", "high > 1", "parts_left = 1", "first(own) in enemy", "distance(last(own)) < 4", "every(first(own) != their.last(own))")
	}
	if d.match {
		list = append(list, "moves > 3", "moves < 2", "count(haunts) > 1", "haunts = nowhere", "den in own", "their.moves > 4", "some(their.moves = 1)", "every(their.haunts != nowhere)", "score = 1", "every(score >= their.score)")
	}
	return d.one(list...)
}

// sides are the players: mostly two.
func (d *drawer) sides() []string { return []string{"p", "q", "r", "s"}[:2+max(0, d.IntN(5)-2)] }

// sit says who plays, and perhaps who begins; four may be partners.
func (d *drawer) sit(players []string, seen string) {
	if len(players) == 4 && d.IntN(2) == 0 {
		seen += ", partners: [[p, r], [q, s]]"
	}
	d.say("players", "players: [%s]%s", strings.Join(players, ", "), seen)
	d.add(3, "begins: %s", players[len(players)-1])
}

// smallRuns are the rules of a race.
func (d *drawer) smallRuns() string {
	n := []int{8, 12, 16, 24, 24, 30, 36, 48, 60, 64}[d.IntN(10)]
	players := d.sides()
	men := 1 + d.IntN(20)
	d.track, d.marks, d.ahead = true, d.IntN(5) == 0, d.IntN(2) == 0
	faces := []int{2, 3, 6, 6}[d.IntN(4)]
	kind := d.IntN(6) // of throws: two dice, one die, sticks
	doublets := d.one("high, high", "high, low", "high, high, high, high", "high, high, 7 - high, 7 - high", "high", "high, \"low?\"", "1, high, high")
	if d.ahead && kind < 4 && strings.Count(doublets, ",") > 1 {
		men = min(men, 4)
	}
	d.begin()
	place, seen, them := "p%d", d.one("", ", seen: same"), "none"
	if len(players) == 2 {
		them = "them"
	}
	if n%4 == 0 && n <= 48 && d.IntN(2) == 0 {
		place, seen = "%d", ", seen: same"
		if len(players) == 2 {
			seen = d.one(", seen: same", ", seen: mirrored", "")
		}
		d.say("cells", "tables: {points: %d}", n)
	} else {
		d.say("cells", "graph: {points: [%s]}", names(n))
	}
	d.sit(players, seen)
	to := func(a, b int) string { return fmt.Sprintf(place+".."+place, a, b) }
	way, others := to(1, n), ""
	if n < 60 && d.IntN(6) == 0 { // cells that are passed twice
		lap := 1 + d.IntN(3)
		way += ", " + to(1, lap)
		n += lap
	} else {
		var but []string
		for _, q := range players[1:] {
			a := 2 + d.IntN(n-2)
			but = append(but, fmt.Sprintf("%s: [%s]", q, d.one(to(n, 1), to(n, 1), to(a-1, 1)+", "+to(n, a), to(a, n)+", "+to(1, a-1), to(1, n))))
		}
		others = ", but: {" + strings.Join(but, ", ") + "}"
	}
	stay := d.one("", "", "", "", "", "", ", off: no")
	d.say("way", "track: {run: [%s]%s%s}", way, others, stay)
	d.say("men", "men: %d", men)
	d.say("set_up", "set_up: {%s}", d.one(fmt.Sprintf("1: %d", men), fmt.Sprintf("1: %d", men), fmt.Sprintf("1: %d, %d: %d", men-men/2, n/2-1, men/2),
		fmt.Sprintf("bar: %d", men), fmt.Sprintf("1: %d, hand: %d", men-men/3, men/3)))
	stages := []string{"play"}
	if d.IntN(4) == 0 {
		stages = []string{"early", "play"}
		d.say("lone", "throw: {dice: 1, faces: %d}", faces)
		d.say("early", "stage: {throws: %s}, when: %q", d.one("lone", "dice"), d.when())
	}
	in := func() string {
		if len(stages) == 1 || d.IntN(3) > 0 {
			return ""
		}
		return ", in: [" + stages[d.IntN(2)] + "]"
	}
	often := ""
	if d.IntN(8) == 0 { // in the end nobody may have a stage
		often = fmt.Sprintf(", when: %q", d.when())
	}
	d.say("play", "stage: {throws: dice}%s", often)
	switch kind {
	case 4:
		if d.IntN(3) == 0 {
			d.say("dice", "throw: {dice: 3, faces: 3}")
			d.say("one", "agenda: {on: any, play: [%s]}", d.one("middle_die", "high, middle_die", "low, middle_die"))
			d.add(2, "forbid: advance, when: %q", "part = middle_die and "+d.where("to"))
			break
		}
		d.say("dice", "throw: {dice: 1, faces: %d}", faces)
		d.say("one", "agenda: {on: any, play: [%s]}", d.one("high", "thrown", "\"high?\"", "high, 1", "1, high"))
	case 5:
		d.say("dice", "throw: {sticks: 3}%s", d.one("", "", ", chances: {0: 1/2, 1: 1/4, 2: 1/8, 3: 1/8}"))
		d.say("none", "agenda: {on: 0, play: [%s]}", d.one("5", "5, 5", "2, 1"))
		d.say("one", "agenda: {on: any, play: [%s]}", d.one("thrown", "thrown", "thrown, thrown"))
	default:
		d.say("dice", "throw: {dice: 2, faces: %d}", faces)
		always := d.one("high, low", "low, high", "", "")
		parts := func() string {
			if always != "" {
				return always
			}
			return d.one("high, low", "high, low", "low, high", "low, high", "high, \"low?\"", "\"low?\", high", "\"high?\", \"low?\"", "thrown", "low", "low, high, 1")
		}
		d.add(3, "agenda: {on: other, play: [%s]}, when: %q", parts(), d.when())
		d.add(6, "agenda: {on: 2-1, play: [%s]}", d.one("1, 2", "2, 1", "1, 1, 2", "2", ""))
		d.say("two", "agenda: {on: other, play: [%s]%s}", parts(), d.one("", "", "", ", order: fixed"))
		d.add(6, "agenda: {on: doublet, play: [high, high]}, when: %q", d.when())
		d.add(4, "agenda: {on: 1-1, play: [%s]}", d.one("1, 1, 2, 2", "1, 2, 3", "3, 2, 1"))
		d.say("four", "agenda: {on: doublet, play: [%s]%s}", doublets, d.one("", "", ", order: fixed"))
		d.add(2, "order: fixed, on: doublet")
	}
	if d.IntN(3) == 0 && kind < 4 {
		d.add(1, "blocked: %s, on: doublet", d.one("stop", "skip", "leave", "lose", "other"))
		d.add(1, "blocked: %s, on: other", d.one("stop", "skip", "leave", "lose", "other"))
	} else {
		d.add(1, "blocked: %s", d.one("stop", "stop", "skip", "leave", "lose", "other"))
	}
	d.add(1, "allow: advance%s%s", d.one("", "", "", ", may_spare: yes", ", men: own(from)", ", to: 2..6"), in())
	d.add(1, "allow: enter, to: part%s", d.one("", ", from: [hand, bar]"))
	d.add(3, "allow: enter, to: 1..3, from: [%s]", d.one("hand", "hand, bar"))
	if stay == "" {
		d.add(1, "allow: bear-off%s", d.one("", fmt.Sprintf(", when: own in %d..%d", n-5, n), ", when: not (from in spots)", fmt.Sprintf(", when: %q", d.when())))
	}
	d.add(6, "allow: stop, when: %q", d.when())
	asked := func() string {
		return d.one(d.where("to"), d.where("from"), d.when(), d.when()+" and "+d.where("to"), d.where("to")+" and "+d.when()+" and "+d.where("from"), d.where("from")+" or "+d.when(),
			"own(to) >= 3", "enemy(to) >= 2", "to in "+d.one("2..4", "run(own >= 2, 3)", "run(enemy >= 2, 2)"), "part = high and "+d.where("to"), "act_is(advance) and "+d.where("from"), "to in numbers_left", "allied(to) = 0 and "+d.where("to"), "not spares and "+d.where("to"))
	}
	for range d.IntN(4) {
		d.add(1, "forbid: [%s], when: %q%s", d.one("advance", "enter", "advance, enter", "advance, bear-off", "any"), asked()+d.one("", " and "+d.when()), in())
		forbidden := d.drawn
		for range d.IntN(3) {
			d.add(1, "except: r%d, when: %q", forbidden, d.one(d.where("to"), d.where("from"), d.when(), d.when(), "to in 3..6", "to = 2", d.when()+" and "+d.where("to")))
		}
	}
	acts := func() string { return d.one("advance", "[advance, enter]", "[advance, enter, bear-off]") }
	hitting := func() string { return d.one("advance", "[advance, enter]") }
	for range d.IntN(4) {
		d.add(1, "on: %s, when: %q, do: {send: enemy(to), to: %s%s}%s", hitting(), d.one("enemy(to) = 1", "enemy(to) >= 1", "enemy(to) = 1 and not spares", "enemy(to) >= 2", "enemy(to) >= 2 and to in their.run(own >= 2, 2)", "to in their.run(own >= 2, 6)",
			"to in run(enemy >= 2, 2)", d.where("to"), d.when(), "enemy(to) = 1 and "+d.when()), d.one("bar", "bar", "hand", "out"), d.one("", "", ", at_most: 1"), in())
	}
	d.add(3, "on: %s, when: %q, do: {set: {spots: %s}}", hitting(), d.where("to"), d.one("own", "enemy", "passed", "not own"))
	d.add(3, "on: advance, do: {set: {latest: %s}}", d.one("to", "from"))
	d.add(2, "on: %s, do: {add: idle}", acts())
	d.add(3, "on: %s, do: {set: {idle: 0}}", d.one("turn", "start", "throw", "thrown", "enter", "bear-off"))
	d.add(5, "on: %s, when: \"%s and %s\", do: {put: %s}", acts(), d.one("idle = 2", "idle = 3", "parts_played = 0"), d.when(), d.one("1", "[2, 1], where: end", "throw, where: end", "\"1?\"", "\"throw?\", where: end"))
	d.add(5, "on: thrown, when: doublet, do: {put: throw, where: end}")
	d.add(6, "on: pass, do: {add: idle}")
	if d.ahead {
		can := d.one("not can(", "can(") + d.one("part = high", "part = low", d.where("to"), d.where("from"), "enemy(to) = 1", "act_is(advance) and "+d.where("to")) + ")"
		d.add(4, "on: %s, when: %q, do: %s", d.one("thrown", "thrown", acts(), "pass", "[thrown, advance, enter, bear-off]"), can+d.one("", " and "+d.when()), d.one("{drop: throw}", "{add: idle}", "{put: 1}"))
	}
	d.add(8, "on: %s, when: %q, do: %s", acts(), d.when(), d.one("{drop: throw}", "{drop: turn}", "{hand_over: yes}", "{next: me}", "{go_on: yes}"))
	d.marking("advance", "[advance, enter]")
	if d.ahead {
		d.add(1, "require: {most: %s, scope: throw}%s%s", d.one("parts", "parts", "pips"), d.one("", ", when: not doublet", ", when: not doublet", ", when: doublet", fmt.Sprintf(", when: %q", d.when())), in())
		d.add(8, "require: {that: %q}", d.where("to"))
		d.add(8, "require: {%s: %s}", d.one("most", "least"), d.one("part", "own(to)"))
		d.add(8, "forbid: advance, when: %q", d.one("not completable", "not follows(1) and "+d.where("to"), "not completable and "+d.where("from")))
	}
	made := []string{fmt.Sprintf("own(%d) = %d", n-1, men), fmt.Sprintf("own(%d) = %d or own(%d) = %d", n, men, 3, men), fmt.Sprintf("own(4) = %d and off = 0", men), fmt.Sprintf("own(2) = %d", men)}
	for _, k := range []int{2, 3} {
		if men%k == 0 {
			made = append(made, fmt.Sprintf("%d..%d in (own = %d)", n-k+1, n, men/k), fmt.Sprintf("%d..%d in (own = %d)", 3, 2+k, men/k))
		}
	}
	moment := d.one("move", "move", "turn", "throw", "thrown", "start")
	for range d.IntN(4) {
		d.add(1, "score: %s, at: %s, when: %q%s", d.one("1", "3", "count(own)"), moment, d.one(append(made, d.when(), "scored = 0")...), d.one("", "", ", for: "+strings.Replace(them, "none", "me", 1)))
	}
	d.add(6, "score: {times: 2}, at: %s, when: %q", moment, d.when())
	for range d.IntN(4) {
		d.add(1, "end: made, at: %s, winner: %s, when: %q", moment, d.one("me", them, "none", "higher_score"), d.one(append(made, made[0], fmt.Sprintf("off = %d", men), "their.board = 0 and bar = 0")...))
	}
	d.add(8, "end: one is off, on: bear-off, winner: me")
	d.add(1, "end: off, at: when_tested, when: off = %d, winner: me", men)
	d.add(5, "end: before that, at: when_tested, when: %q, winner: none, outranks: [r%d]", d.when()+" and off > 0", d.drawn)
	d.add(6, "end: again, at: start, when: occurrences > 1, winner: none")
	return strings.Join(d.rules, "")
}

// smallSteps are the rules of a game whose positions come back.
func (d *drawer) smallSteps() string {
	players := d.sides()
	d.track, d.marks, d.ahead = false, d.IntN(4) == 0, false
	d.rays = "rows"
	rows, columns := 3+d.IntN(6), 3+d.IntN(6)
	if len(players) > 2 {
		columns = rows
	}
	men := []int{1, 1, 1, 2, 2, 3, 4, 6}[d.IntN(8)]
	seen := ""
	d.begin()
	switch {
	case len(players) > 2, d.IntN(3) > 0:
		d.rays = "grid"
		d.say("cells", "grid: {rows: %d, columns: %d, diagonals: %s, line: 3}", rows, columns, d.one("none", "all", "alternate"))
	case d.IntN(2) == 0:
		d.say("cells", "merels: {rings: %d, diagonals: %s}", 1+d.IntN(3), d.one("yes", "no"))
		men = min(men, 3)
	case d.IntN(3) == 0:
		d.say("cells", "cross: {length: %d, centre: yes}", 2+d.IntN(3))
	case d.IntN(4) == 0:
		d.say("cells", "holes: {rows: %d, columns: %d}", rows, columns)
	default:
		n := 8 + d.IntN(57)
		d.say("cells", "graph: {points: [%s], rows: [%s p1, %s]}", names(n), names(n), names(n/2))
	}
	if len(players) > 2 {
		men = min(men, max(1, rows/2)) // each sits at another side
		seen = d.one("", ", seen: same")
	}
	d.sit(players, seen)
	d.say("men", "men: %d", men)
	d.say("set_up", "set_up: {hand: %d}", men)
	d.say("placing", "stage: {}, when: hand > 0")
	d.say("moving", "stage: {}")
	d.say("a_man", "agenda: {play: [place]}, in: placing")
	claims := d.IntN(5) == 0
	if claims { // what wins is to be said
		d.say("a_move", "agenda: {play: [move, \"declare?\"]}, in: moving")
		d.add(1, "allow: declare, when: %q", d.when())
		d.add(1, "end: claimed, on: declare, winner: me")
		d.add(2, "forbid: step, when: %q", "part_is(move) and "+d.where("to"))
	} else {
		d.say("a_move", "agenda: {play: [%s]}, in: moving", d.one("move", "move", "move", "move, move", "move, \"move?\""))
	}
	d.add(1, "allow: place%s", d.one("", "", ", to: empty and not spots"))
	slide := ", to: \"" + d.one("ray(from, empty)", "ray(from, empty) or met(from, empty) and enemy", "ray(from, empty) and spots or near(from) - own") + "\""
	d.add(1, "allow: step, with: move%s", d.one("", "", slide, slide, ", to: near(from) and not own", ", to: near(from) and (empty or enemy)", ", to: empty and near(from) and not spots"))
	d.add(3, "allow: leap, with: move%s", d.one("", ", over: own", ", to: not own"))
	if d.IntN(3) == 0 {
		d.add(1, "on: [step, leap], do: {send: enemy(to), to: %s}", d.one("out", "out", "hand", "bar"))
		d.add(2, "on: leap, do: {send: enemy(over), to: out}")
		d.add(2, "on: [step, leap], do: {send: \"%s\", to: %s}", d.one("enemy(near(to))", "enemy(between(to, own))", "anyone(spots)", "own(near(to) and spots)", "enemy(met(to, empty) and near(own))"), d.one("out", "hand", "bar"))
	}
	if d.IntN(4) == 0 { // men come back
		d.add(1, "on: [step, leap], when: %q, do: {take: 1, from: %s, to: %s%s}", d.when(), d.one("out", "bar", "hand"), d.one("hand", "bar"), d.one("", ", of: them"))
		d.add(1, "on: [step, leap], when: %q, do: {set_down: %q, from: %s%s}", d.when(), d.one("from", "near(to)", "spots"), d.one("out", "bar", "hand"), d.theirs(len(players)))
	}
	d.add(3, "on: step, do: {set: {idle: 1 - idle}}, when: %q", d.where("to"))
	d.add(3, "on: step, do: {set: {spots: %s}}, when: %q", d.one("near(to)", "near(from)", "own", "enemy", "empty"), d.where("from"))
	d.add(4, "on: step, do: {set: {latest: %s}}", d.one("to", "from"))
	d.add(4, "on: %s, do: {set: {idle: %s}}", d.one("turn", "start"), d.one("0", "count(spots)", "0 - count(own)"))
	d.add(8, "on: turn, when: %q, do: {next: me}", d.when())
	d.add(5, "score: %s, at: %s, when: %q", d.one("1", "1/2", "0 - 1"), d.one("move", "turn", "start"), d.when()+" and count(mills(own)) > 0")
	d.marking("step", "[step, leap]")
	for range d.IntN(3) {
		d.add(1, "forbid: [%s], when: %q", d.one("step", "leap", "step, leap"), d.one(d.where("to"), d.where("from"), d.when()+" and "+d.where("to"), d.when()+" and "+d.where("from")))
		forbidden := d.drawn
		d.add(2, "except: r%d, when: %q", forbidden, d.one(d.where("to"), d.where("from"), d.when()))
	}
	d.add(2, "end: gone, at: start, when: %q, winner: %s", d.one("board + hand = 0", "their.board + their.hand = 0", "idle = 3", d.when()+" and hand = 0 and count(mills(own)) > 1"), d.one("me", "none"))
	d.add(6, "end: now and then, at: %s, when: %q, winner: me", d.one("move", "turn"), d.one("occurrences > 3", "idle = 2 and occurrences = 2"))
	d.add(1, "end: again, at: start, when: %q, winner: none", d.one("occurrences >= 2", "occurrences >= 3", "occurrences = 4", "occurrences >= 8", "occurrences > 20", "occurrences >= 2 and "+d.when(), "occurrences > 1 or their.board = 0 and hand = 0"))
	d.add(1, "end: shut in, at: no_move, winner: none")
	return strings.Join(d.rules, "")
}
