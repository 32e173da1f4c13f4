package wasm_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/testdata/long"
)

// drawnMatch are the rules with a number of games of two to four players that are played one
// after another until somebody has so many points. Their boards are such as no other drawer
// has: rows that are closed, tracks of legs, and tracks by the names of cells with cells beside them.
func drawnMatch(i int) string {
	d := &drawer{Rand: rand.New(rand.NewPCG(12, uint64(i)))}
	players := []string{"p", "q", "r", "s"}[:2+d.IntN(3)]
	d.match, d.ways, d.marks = d.IntN(8) > 0, i%3 > 0, d.IntN(5) == 0
	d.begin()
	cells, seen := d.cellsOf(len(players))
	d.sit(players, seen)
	men := 1 + d.IntN(min(5, len(cells)-1))
	d.say("men", "men: %d", men)
	d.posted(players, cells, men, seen == ", seen: same")
	number := ""
	if d.ways {
		if i%3 == 1 {
			d.legs(cells)
		} else {
			d.passing(players, cells)
		}
		d.say("dice", "throw: {dice: %d, faces: %d}", 1+d.IntN(2), 2+d.IntN(3))
		d.say("playing", "stage: {throws: dice}")
		d.say("parts", "agenda: {on: any, play: [%s]%s}", d.one("high, \"go?\"", "go, high", "high, low, \"go?\"", "low, \"high?\", go"), d.one("", ", order: fixed"))
		d.add(1, "blocked: %s", d.one("stop", "skip", "leave", "lose", "other"))
		d.add(1, "allow: advance%s", d.one("", "", ", may_spare: yes", ", men: own(from)", ", to: \"ahead(from, part)\""))
		d.add(3, "allow: advance, with: go, to: \"ahead(from, 1)\", when: %q", d.when())
		d.add(2, "allow: bear-off%s", d.one("", fmt.Sprintf(", when: %q", d.when())))
		number = ", number"
	} else {
		d.say("playing", "stage: {}")
		d.say("parts", "agenda: {play: [%s]}", d.one("go", "go", "go, go", "go, \"go?\""))
	}
	with := d.one("go", "go", "[go"+number+"]")
	d.add(1, "allow: step, with: %s%s", with, d.one("", ", to: near(from) and not own", ", to: near(from) and (empty or enemy)", `, to: "ray(from, empty)"`, `, to: "ray(from, empty) or met(from, empty) and enemy"`))
	d.add(2, "allow: leap, with: %s%s", with, d.one("", ", over: anyone", ", to: not own", ", over: own, to: anywhere"))
	d.add(1, "allow: enter, with: [go%s], from: [hand, bar], to: %s", number, d.one("empty", "not enemy", "not spots", "anywhere"))
	d.add(4, "allow: remove, with: go, from: enemy and not spots")
	d.happenings()
	d.outcomes(players, men)
	return strings.Join(d.rules, "")
}

// remembers declares a match, and what it remembers from game to game.
func (d *drawer) remembers() {
	d.say("to_points", "match: %d", 1+d.IntN(6))
	d.say("moves", "variable: {kind: number, per: match%s}", d.one("", "", ", starts: 1", ", aside: yes", ", starts: board"))
	d.say("haunts", "variable: {kind: set, per: match%s}", d.one("", "", ", starts: own"))
	d.say("den", "variable: {kind: place, per: match}")
	d.say("common", "variable: {kind: number, per: match, shared: yes}")
	d.say("of_turn", "variable: {kind: number, per: %s%s}", d.one("turn", "throw", "game"), d.one("", ", shared: yes"))
}

// cellsOf says what the board is, for so many players, and returns its cells and how it is seen.
func (d *drawer) cellsOf(players int) (cells []string, seen string) {
	d.rays = "rows"
	if d.IntN(3) == 0 {
		d.rays = "grid"
		rows, columns := 2+d.IntN(4), 2+d.IntN(5)
		seen = d.one("", ", seen: same")
		if players > 2 {
			rows = columns
		} else {
			seen = d.one("", ", seen: mirrored", ", seen: same")
		}
		if players == 3 {
			seen = ", seen: same"
		}
		names := d.one("grid", "holes")
		for r := range rows {
			for c := range columns {
				name := fmt.Sprintf("%c%d", 'a'+c, r+1)
				if names == "holes" {
					name = fmt.Sprintf("r%dc%d", r+1, c+1)
				}
				cells = append(cells, name)
			}
		}
		d.say("cells", "%s: {rows: %d, columns: %d}", names, rows, columns)
		return cells, seen
	}
	n := 4 + d.IntN(20)
	if d.IntN(8) == 0 {
		n = []int{63, 64, 65, 100, 128}[d.IntN(5)]
	}
	cells = strings.Fields(names(n))
	var near []string
	for range 1 + d.IntN(3) { // rows that are closed, now and then one that is open
		var row []string
		for _, k := range d.Perm(n)[:3+d.IntN(n-2)] {
			row = append(row, cells[k])
		}
		if d.IntN(5) > 0 {
			row = append(row, row[0])
		}
		near = append(near, strings.Join(row, " "))
	}
	d.say("cells", "graph: {points: [%s], rows: [%s]}", strings.Join(cells, " "), strings.Join(near, ", "))
	return cells, ", seen: same"
}

// posted says where so many men of each player begin.
func (d *drawer) posted(players, cells []string, men int, same bool) {
	where := func() string {
		out := 0
		if d.IntN(3) == 0 {
			out = 1 + d.IntN(men)
		}
		var list []string
		for _, k := range d.Perm(len(cells))[:men-out] {
			list = append(list, cells[k]+": 1")
		}
		if out > 0 {
			list = append(list, fmt.Sprintf("%s: %d", d.one("hand", "bar"), out))
		}
		return strings.Join(list, ", ")
	}
	if !same {
		d.say("set_up", "set_up: {%s}", where())
		return
	}
	var by []string
	for _, q := range players {
		by = append(by, fmt.Sprintf("%s: {%s}", q, where()))
	}
	d.say("set_up", "set_up: {%s}", strings.Join(by, ", "))
}

// some are some of the cells, in an order drawn.
func (d *drawer) some(cells []string, n int) string {
	var list []string
	for _, k := range d.Perm(len(cells))[:min(n, len(cells))] {
		list = append(list, cells[k])
	}
	return strings.Join(list, ", ")
}

// legs draws a track of legs that follow one another, branch, and come back, on some of the cells.
func (d *drawer) legs(cells []string) {
	names := []string{"home", "middle", "away", "lane"}[:2+d.IntN(3)]
	var legs, order []string
	for k, name := range names {
		legs = append(legs, fmt.Sprintf("%s: [%s]", name, d.some(cells, 1+d.IntN(1+len(cells)/2))))
		then := names[d.IntN(len(names))]
		if k == 0 {
			then = names[1]
		}
		order = append(order, name+" > "+then)
		if d.IntN(3) == 0 {
			order = append(order, name+" > "+d.one(append(names, "off", "off")...))
		}
	}
	d.Shuffle(len(legs), func(a, b int) { legs[a], legs[b] = legs[b], legs[a] })
	d.say("way", "track: {legs: {%s}, order: [%s]%s}", strings.Join(legs, ", "), strings.Join(order, ", "), d.one("", "", ", off: no"))
}

// passing draws a track that passes some of the cells once; the others are places too.
func (d *drawer) passing(players, cells []string) {
	n := 2 + d.IntN(len(cells)-1)
	but := ""
	if d.IntN(4) == 0 {
		but = fmt.Sprintf(", but: {%s: [%s]}", players[1], d.some(cells, n))
	}
	d.say("way", "track: {run: [%s]%s, places: cells%s}", d.some(cells, n), but, d.one("", ", ring: yes", ", off: no"))
}

// happenings are what moves and moments come to, and what is forbidden.
func (d *drawer) happenings() {
	acts := func() string { return d.one("step", "[step, leap]", "[step, leap, advance]", "[step, advance, enter]") }
	moments := func() string { return d.one("step", "turn", "start", "throw", "pass", "[leap, enter]") }
	d.add(1, "on: %s, do: {add: idle}", d.one("turn", "start", "[step, leap, advance, enter, pass]"))
	for range 1 + d.IntN(3) {
		d.add(1, "on: %s, when: %q, do: {send: \"%s\", to: %s}", acts(), d.one(d.where("to"), d.when(), "enemy(to) >= 1"),
			d.one("enemy(to)", "enemy(to)", "enemy(near(to))", "enemy(passed)", "own(near(to) and spots)"), d.one("bar", "hand", "out", "bar"))
	}
	d.add(3, "on: %s, when: %q, do: {set: {spots: %s}}", acts(), d.where("to"), d.one("near(to)", "own", "enemy", "passed"))
	d.add(3, "on: %s, do: {set: {latest: %s}}", acts(), d.one("to", "from"))
	d.add(6, "on: turn, when: %q, do: {next: %s}", d.when(), d.one("me", "p", "q"))
	d.add(6, "on: %s, when: %q, do: %s", acts(), d.when(), d.one("{drop: throw}", "{drop: turn}", "{hand_over: yes}", "{put: \"go?\", where: end}"))
	d.add(4, "on: %s, when: \"occurrences %s\", do: {add: idle}", moments(), d.one("> 1", "= 2", ">= 3"))
	d.marking("step", "[step, leap]")
	if d.match {
		for range 1 + d.IntN(3) {
			d.add(1, "on: %s, when: %q, do: %s", moments(), d.when(), d.one("{add: moves}", "{add: common}", "{set: {their.moves: moves + 1}}", "{set: {moves: common - moves}}", "{add: {their.moves: 2}}", "{add: of_turn}", "{set: {common: their.moves}}"))
			d.add(2, "on: %s, do: {set: {%shaunts: %s}}", acts(), d.one("", "their."), d.one("haunts or to", "own", "enemy", "near(to)", "not haunts"))
		}
		d.add(2, "on: %s, do: {set: {%s: %s}}", acts(), d.one("den", "den", "their.den"), d.one("to", "from"))
	}
	for range d.IntN(3) {
		d.add(1, "forbid: [%s], when: %q", d.one("step", "leap", "advance", "step, leap", "enter", "any"), d.one(d.where("to"), d.where("from")+" and "+d.where("to"), d.where("to")+" and "+d.when(), "occurrences > 1 and "+d.where("to")))
		d.add(3, "except: r%d, when: %q", d.drawn, d.one(d.where("to"), d.when()))
	}
}

// outcomes are what is scored, and what ends a game: where games are played one after
// another soon, and never where a turn begins, which the interpreter alone plays.
func (d *drawer) outcomes(players []string, men int) {
	them := "none"
	if len(players) == 2 {
		them = "them"
	}
	met := 0
	for range 1 + d.IntN(2) {
		at, when := d.one("move", "move", "turn", "throw"), d.one(d.when(), fmt.Sprintf("idle >= %d", 3+d.IntN(6)), fmt.Sprintf("idle >= %d", 3+d.IntN(6)), "their.board = 0", fmt.Sprintf("out + off = %d", men))
		d.add(1, "score: %s, at: %s, when: %q%s", d.one("1", "2", "1/2", "count(own)", "idle"), at, when, d.one("", "", ", for: "+strings.Replace(them, "none", "me", 1)))
		d.add(6, "score: {times: 2}, at: %s, when: %q", at, d.when())
		d.add(1, "end: met, at: %s, winner: %s, when: %q", at, d.one("me", them, "none", "higher_score"), when)
		met = d.drawn
	}
	d.add(3, "score: 1, at: %s, when: %q", d.one("start", "turn", "thrown"), d.when())
	d.add(5, "score: 1, at: start, when: \"occurrences = 2\"")
	d.add(3, "end: long enough, at: move, when: idle > 12, winner: none, outranks: [r%d]", met)
	if !d.match {
		d.add(2, "end: again, at: start, when: %q, winner: none", d.one("occurrences >= 2", "occurrences = 3"))
	}
	d.add(40, "end: stood before, at: %s, when: occurrences > 2, winner: me", d.one("move", "turn"))
	d.add(1, "end: shut in, at: no_move, winner: %s", d.one("none", them))
}

// TestDrawnLegsAreRuns draws legs that pass every cell once and follow one another, and plays by
// them as by a track that runs along the same cells: both are one way to write one board.
func TestDrawnLegsAreRuns(t *testing.T) {
	for i := range long.Of(20, 200) {
		d := &drawer{Rand: rand.New(rand.NewPCG(13, uint64(i)))}
		cells := strings.Fields(names(4 + d.IntN(12)))
		way := strings.Split(d.some(cells, 2+d.IntN(len(cells)-1)), ", ")
		cut := 1 + d.IntN(len(way)-1)
		legs := []string{fmt.Sprintf("zero: [%s]", strings.Join(way[:cut], ", ")), fmt.Sprintf("one: [%s]", strings.Join(way[cut:], ", "))}
		order, ring := "zero > one, one > off", ""
		if d.IntN(3) == 0 {
			order, ring = "zero > one, one > zero", ", ring: yes"
		}
		if ring == "" { // where they go round the first that is written leads
			d.Shuffle(2, func(a, b int) { legs[a], legs[b] = legs[b], legs[a] })
		}
		off := ""
		if ring == "" {
			off = "  - {id: off, allow: bear-off, assumed: a test}\n"
		}
		text := func(track string) string {
			return heading + fmt.Sprintf(`  - {id: players, players: [white, black], assumed: a test}
  - {id: board, graph: {points: [%s]}, assumed: a test}
  - {id: way, track: {%s}, assumed: a test}
  - {id: men, men: 2, assumed: a test}
  - {id: set_up, set_up: {%s: 1, %s: 1}, assumed: a test}
  - {id: dice, throw: {dice: 2, faces: 3}, assumed: a test}
  - {id: turn, stage: {throws: dice}, assumed: a test}
  - {id: any, agenda: {on: any, play: [high, low]}, assumed: a test}
  - {id: rest, blocked: stop, assumed: a test}
  - {id: advance, allow: advance, assumed: a test}
%s  - {id: held, forbid: advance, when: "from = %s(own) and own(from) = 1", assumed: a test}
  - {id: met, on: advance, do: {send: enemy(to), to: out}, when: "ahead(to, 2) in own or distance(to) < 3", assumed: a test}
  - {id: nothing, end: nothing is left, at: no_move, winner: higher_score, assumed: a test}
`, strings.Join(cells, " "), track, way[0], way[1], off, [2]string{"first", "last"}[i%2])
		}
		g := gameOf(t, text(fmt.Sprintf("legs: {%s}, order: [%s]", strings.Join(legs, ", "), order)))
		run := text(fmt.Sprintf("run: [%s]%s, places: cells", strings.Join(way, ", "), ring))
		if _, difference := apart(g, gameOf(t, run).Program, 60, true); difference != "" {
			t.Errorf("%d: %s\nby legs, and by the run of\n%s", i, difference, run)
		}
	}
}

// TestDrawnLeapsFollowRays asks of every place of boards drawn at random that men leap where a
// straight way that is drawn leads over one place to another, round a row that is closed too.
func TestDrawnLeapsFollowRays(t *testing.T) {
	for i := range long.Of(60, 600) {
		d := &drawer{Rand: rand.New(rand.NewPCG(14, uint64(i)))}
		_, seen := d.cellsOf(2)
		text := heading + strings.Join(d.rules, "") + fmt.Sprintf("  - {id: players, players: [p, q]%s, assumed: a test}\n  - {id: men, men: 1, assumed: a test}\n  - {id: set_up, set_up: {hand: 1}, assumed: a test}\n", seen) +
			"  - {id: playing, stage: {}, assumed: a test}\n  - {id: parts, agenda: {play: [place]}, assumed: a test}\n  - {id: place, allow: place, assumed: a test}\n"
		p := gameOf(t, text).Program
		for q := range p.Players {
			for f := range p.Places {
				leaps, ways := map[place.Leap]bool{}, map[place.Leap]bool{}
				for _, l := range p.Leaps[q][f] {
					leaps[l] = true
				}
				for _, r := range p.Rays[q][f] {
					if r.Drawn && len(r.Places) > 1 {
						ways[place.Leap{Over: r.Places[0], To: r.Places[1]}] = true
					}
				}
				if !maps.Equal(leaps, ways) {
					t.Errorf("%d: from %s: leaps %v, straight ways %v\n%s", i, p.PlaceName(q, f), leaps, ways, text)
				}
			}
		}
	}
}
