package wasm_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/ir/wasm"
	"github.com/lectio/lectio/testdata/long"
)

// huntRules are those of a race of four men each, along ways that only partly meet.
const huntRules = heading + `  - {id: players, players: [white, black], assumed: a test}
  - {id: board, tables: {points: 16}, assumed: a test}
  - {id: route, track: {run: [1..10], but: {black: [16, 15, 2..9]}}, assumed: a test}
  - {id: men, men: 4, assumed: a test}
  - {id: set_up, set_up: {1: 2, 2: 2}, assumed: a test}
  - {id: dice, throw: {dice: 2, faces: 3}, assumed: a test}
  - {id: turn, stage: {throws: dice}, assumed: a test}
  - {id: any, agenda: {on: any, play: [high, low]}, assumed: a test}
  - {id: rest, blocked: stop, assumed: a test}
  - {id: advance, allow: advance, assumed: a test}
  - {id: off, allow: bear-off, assumed: a test}
  - {id: won, end: all men are off, on: bear-off, when: off = 4, winner: me, assumed: a test}
`

// threeRules are those of a race of three players over the same places, of whom
// one sends a man of any other back.
var threeRules = strings.NewReplacer("[white, black]", "[white, black, red], seen: same", ", but: {black: [1, 8..2]}", "").Replace(raceRules) +
	`  - {id: hit, do: {send: enemy(to), to: bar, at_most: 1}, on: [advance, enter], when: off = 1, assumed: a test}
  - {id: enter, allow: enter, to: part, assumed: a test}
`

// meetingRules are those of a race of so many players round the same cells, each of whom
// begins on another, with rules about who stands where one comes.
func meetingRules(players int) string {
	names := []string{"white", "black", "red", "green", "blue"}[:players]
	var but []string
	for i, name := range names[1:] {
		but = append(but, fmt.Sprintf("%s: [%d..12, 1..%d]", name, 2*i+3, 2*i+2))
	}
	return strings.NewReplacer("[white, black]", "["+strings.Join(names, ", ")+"], seen: same",
		"{points: 8}", "{points: 12}", "{run: [1..8], but: {black: [1, 8..2]}}", "{run: [1..12], but: {"+strings.Join(but, ", ")+"}}").Replace(raceRules) +
		`  - {id: v, variable: {kind: number}, assumed: a test}
  - {id: w, variable: {kind: number}, assumed: a test}
  - {id: hit, do: {send: enemy(to), to: bar}, on: [advance, enter], when: enemy(to) = 1, assumed: a test}
  - {id: enter, allow: enter, to: part, assumed: a test}
  - {id: alone, do: {add: v}, on: advance, when: enemy(to) < 1 and anyone(to) <= 1, assumed: a test}
  - {id: two, do: {add: w}, on: advance, when: enemy(to) = 2 or own_any_lap(to) > 1, assumed: a test}
  - {id: held, forbid: [advance, enter], when: "some(their.own_any_lap(to) >= 2) and from != 3", assumed: a test}
  - {id: crowded, forbid: advance, when: anyone(to) >= 3, assumed: a test}
  - {id: theirs, forbid: advance, when: "some(their.own_any_lap(3) >= 1) and from = 2", assumed: a test}
`
}

// holeRules are those of a board whose players sit opposite each other.
const holeRules = heading + `  - {id: players, players: [south, north], assumed: a test}
  - {id: board, holes: {rows: 3, columns: 4}, assumed: a test}
  - {id: men, men: 2, assumed: a test}
  - {id: set_up, set_up: {r1c1: 1, r1c3: 1}, assumed: a test}
  - {id: turn, stage: {}, assumed: a test}
`

// TestSmallRules plays what no ruleset of the corpus says, rule by rule, in both
// executors: throws that are owed together, parts that stand in each other's way,
// the rest of a throw in another's hands, places that an opponent has no name for.
func TestSmallRules(t *testing.T) {
	long.Slow(t)
	single := strings.Replace(raceRules, "play: [high, low]", "play: [thrown]", 1)
	for _, x := range []struct{ name, rules string }{
		{"a score for a throw played out", strings.Replace(raceRules, "play: [high, low]", `play: ["high?", "low?"]`, 1) + `  - {id: point, score: 3, at: throw, when: player = white, assumed: a test}
`},
		{"a score for a throw of two parts", raceRules + `  - {id: point, score: 1, at: throw, when: doublet, assumed: a test}
  - {id: more, do: {put: throw, where: end}, on: thrown, when: doublet, assumed: a test}
`},
		{"a score at the start that asks what was thrown", raceRules + `  - {id: point, score: 3, at: start, when: doublet, assumed: a test}
`},
		{"an arrangement of all men", raceRules + `  - {id: both, score: 2, at: move, when: own(7) = 2 or 7..8 in (own = 1), assumed: a test}
  - {id: low, score: 1, at: move, when: own(6) = 2 and off = 0, assumed: a test}
  - {id: made, end: an arrangement, at: move, when: own(8) = 2 or 6..7 in (own = 1), winner: me, assumed: a test}
`},
		{"who cannot go on has passed all the same", strings.Replace(raceRules, "  - {id: rest, blocked: stop, assumed: a test}\n", "", 1) + `  - {id: passes, variable: {kind: number}, assumed: a test}
  - {id: held, forbid: [advance, bear-off], when: from = 5 or from = 7, assumed: a test}
  - {id: passed, do: {add: passes}, on: pass, assumed: a test}
`},
		{"a turn handed over where it begins", raceRules + `  - {id: give, do: {hand_over: yes}, on: start, when: own(1) = 2 or off = 1, assumed: a test}
  - {id: point, score: 1, for: them, at: thrown, when: own(4) > 0, assumed: a test}
`},
		{"a turn handed over and nothing left", strings.Replace(raceRules, "play: [high, low]", `play: ["high?", "low?"]`, 1) + `  - {id: give, do: {hand_over: yes}, on: start, when: own(2) = 0, assumed: a test}
`},
		{"options left before anything is played", heading + `  - {id: players, players: [north, south], assumed: a test}
  - {id: board, grid: {rows: 4, columns: 3, diagonals: none}, assumed: a test}
  - {id: men, men: 4, assumed: a test}
  - {id: set_up, set_up: {b1: 1, a1: 1, c1: 1, hand: 1}, assumed: a test}
  - {id: placing, stage: {}, assumed: a test}
  - {id: one, agenda: {play: [place, "move?"]}, in: placing, assumed: a test}
  - {id: main, stage: {}, assumed: a test}
  - {id: two, agenda: {play: [move]}, in: main, assumed: a test}
  - {id: step, allow: step, with: [move], assumed: a test}
`},
		{"men of kinds go along free ways", heading + `  - {id: players, players: [white, black], assumed: a test}
  - {id: board, grid: {rows: 7, columns: 7}, assumed: a test}
  - {id: men, men: {king: 1, man: 4}, assumed: a test}
  - {id: set_up, set_up: {d1: king, b2: man, c2: man, e2: man, f2: man}, assumed: a test}
  - {id: main, stage: {}, assumed: a test}
  - {id: one, agenda: {play: [step]}, in: main, assumed: a test}
  - {id: slide, allow: step, of: man, to: "ray(from, empty - centre) or met(from, empty) and not own", assumed: a test}
  - {id: walk, allow: step, of: king, to: "near(from) or ray(from, empty, diagonal)", assumed: a test}
  - {id: struck, do: {send: enemy(to), to: out}, on: step, assumed: a test}
  - {id: enclosed, do: {send: "enemy(between(to, landings(to, enemy, own)))", to: out}, on: step, assumed: a test}
  - {id: lost, end: the king is taken, on: step, when: count(enemy(king)) = 0, winner: me, assumed: a test}
  - {id: shut, end: shut in, at: no_move, winner: them, assumed: a test}
`},
		{"men who may go anywhere once they are few", heading + `  - {id: players, players: [white, black], assumed: a test}
  - {id: board, grid: {rows: 5, columns: 5}, assumed: a test}
  - {id: men, men: 5, assumed: a test}
  - {id: set_up, set_up: {a1: 1, c1: 1, e1: 1, c2: 1, hand: 1}, assumed: a test}
  - {id: main, stage: {}, assumed: a test}
  - {id: one, agenda: {play: [move]}, in: main, assumed: a test}
  - {id: place, allow: place, with: [move], to: empty, assumed: a test}
  - {id: step, allow: step, with: [move], to: near(from) and empty, assumed: a test}
  - {id: fly, allow: step, with: [move], to: empty, when: board = 3 and out > their.out, assumed: a test}
  - {id: bound, forbid: step, when: "board = 2 and not to in near(from)", assumed: a test}
  - {id: waits, allow: stop, when: "parts_played = 0 and out = 1 and count(near(own >= 1) and empty) > 2 and hand = 0", assumed: a test}
  - {id: rests, allow: stop, when: "parts_played = 0 and out = 2 and count(near(own >= 1) and empty) > 0", assumed: a test}
  - {id: remove, allow: remove, from: "enemy and near(near(own))", assumed: a test}
  - {id: met, do: {put: "remove?", times: "count(near(to) and enemy)"}, on: step, assumed: a test}
  - {id: won, end: nobody is left, on: remove, when: their.board + their.hand <= 1, winner: me, assumed: a test}
  - {id: shut, end: shut in, at: no_move, winner: them, assumed: a test}
`},
		{"what is noted of the throw", raceRules + `  - {id: v, variable: {kind: number, per: turn}, assumed: a test}
  - {id: noted, do: {set: {v: if doublet then 3 else high}}, on: thrown, assumed: a test}
  - {id: more, do: {add: v}, on: advance, when: to = 4, assumed: a test}
`},
		{"what is remembered of another's turn", raceRules + `  - {id: give, do: {hand_over: yes}, on: thrown, when: own(1) = 2 or off = 1, assumed: a test}
  - {id: v, variable: {kind: number, per: throw, starts: own(2)}, assumed: a test}
  - {id: w, variable: {kind: number, per: turn, starts: their.v}, assumed: a test}
  - {id: x, variable: {kind: number, per: turn, shared: yes}, assumed: a test}
  - {id: more, do: [{add: v}, {add: w}, {add: x}], on: advance, assumed: a test}
  - {id: held, forbid: advance, when: x + their.w + their.v = 4, assumed: a test}
`},
		{"played out, and another part put up", holeRules + `  - {id: one, agenda: {play: [step]}, in: turn, assumed: a test}
  - {id: step, allow: step, assumed: a test}
  - {id: steps, variable: {kind: number, per: turn}, assumed: a test}
  - {id: on, do: [{put: step}, {add: steps}], on: throw, when: steps < 2, assumed: a test}
`},
		{"a count for a throw in a turn without one", raceRules + `  - {id: v, variable: {kind: number, per: throw}, assumed: a test}
  - {id: idle, stage: {}, when: own(4) > 0, before: turn, assumed: a test}
  - {id: none, agenda: {play: [1]}, in: idle, when: off = 2, assumed: a test}
  - {id: first, do: {add: v}, on: start, assumed: a test}
  - {id: out, end: out, at: turn, when: own(4) = 2 or their.off = 1, winner: me, assumed: a test}
`},
		{"two who meet", strings.Replace(meetingRules(2), "{run: [1..12], but: {black: [3..12, 1..2]", "{run: [1..12, 1..2], but: {black: [3..12, 1..4]", 1)},
		{"three who meet", meetingRules(3)},
		{"four who meet", meetingRules(4)},
		{"five who meet", meetingRules(5)},
		{"two throws owed", raceRules + `  - {id: more, do: {put: [throw, throw], where: end}, on: bear-off, assumed: a test}
`},
		{"two throws owed, times", raceRules + `  - {id: more, do: {put: throw, times: 2, where: end}, on: advance, when: to = 4, assumed: a test}
`},
		{"a throw for each act", raceRules + `  - {id: more, do: {put: throw, where: end}, on: advance, when: to = 4 or to = 3, assumed: a test}
`},
		{"a throw and a part", single + `  - {id: more, do: {put: throw, where: end}, on: advance, when: to = 4 or to = 3, assumed: a test}
  - {id: grace, do: {put: 1, where: end}, on: advance, when: to = 4 or to = 5, assumed: a test}
`},
		{"throw behind in one", single + `  - {id: more, do: {put: [throw, 1], where: end}, on: advance, when: to = 4 or to = 3, assumed: a test}
`},
		{"throw at played", raceRules + `  - {id: more, do: {put: throw, where: end}, on: throw, when: doublet, assumed: a test}
  - {id: more2, do: {put: throw, where: end}, on: advance, when: to = 4, assumed: a test}
`},
		{"throw thrice at throw", raceRules + `  - {id: more, do: {put: throw, times: 2, where: end}, on: thrown, when: doublet and not (own(8) > 0), assumed: a test}
`},
		{"throw at start", raceRules + `  - {id: more, do: {put: throw, where: end}, on: start, when: off = 1, assumed: a test}
`},
		{"throw at turn end", raceRules + `  - {id: again, variable: {kind: number, per: turn}, assumed: a test}
  - {id: more, do: [{put: [throw, throw]}, {add: again}], on: turn, when: off = 1 and again = 0, assumed: a test}
`},
		{"a claim under two rules", single + `  - {id: word, agenda: {on: 1-1, play: ["declare?"]}, assumed: a test}
  - {id: claim, allow: declare, when: off = 0, assumed: a test}
  - {id: claim_too, allow: declare, when: own(1) > 0, assumed: a test}
`},
		{"at most one of several opponents", threeRules},
		{"three of two kinds", strings.Replace(raceRules, "play: [high, low]", "play: [high, high, low]", 1)},
		{"two alike and one put up", strings.Replace(raceRules, "play: [high, low]", "play: [high, high]", 1) + `  - {id: grace, do: {put: 1}, on: advance, when: to = 4 or to = 5, assumed: a test}
`},
		{"two alike and one put up at the throw", strings.Replace(raceRules, "play: [high, low]", "play: [high, high]", 1) + `  - {id: grace, do: {put: 1, where: end}, on: thrown, when: off = 0, assumed: a test}
`},
		{"one throw each", raceRules + `  - {id: more, do: {put: throw, where: end}, on: thrown, when: doublet, assumed: a test}
`},
		{"less than two", huntRules + `  - {id: hits, variable: {kind: number}, assumed: a test}
  - {id: hit, do: {send: enemy(to), to: bar}, on: advance, when: enemy(to) < 2, assumed: a test}
  - {id: enter, allow: enter, to: part, assumed: a test}
  - {id: clear, do: {add: hits}, on: advance, when: enemy(to) = 0, assumed: a test}
  - {id: clear2, do: {add: hits}, on: advance, when: enemy(to) != 1, assumed: a test}
  - {id: held, forbid: advance, when: enemy(to) >= 2, assumed: a test}
`},
		{"hand over and optional throw", strings.Replace(raceRules, "play: [high, low]", "play: [high, low, \"throw?\"]", 1) + `  - {id: hits, variable: {kind: number}, assumed: a test}
  - {id: give, do: {hand_over: yes}, on: advance, when: to = 4 or to = 5, assumed: a test}
  - {id: clear, do: {add: hits}, on: [stop], assumed: a test}
  - {id: clear2, do: {add: hits}, on: throw, when: off = 1, assumed: a test}
`},
		{"hand over and most", raceRules + `  - {id: give, do: {hand_over: yes}, on: advance, when: to = 4 or to = 5, assumed: a test}
  - {id: all_parts, require: {most: parts, scope: throw}, assumed: a test}
  - {id: held, forbid: [advance, bear-off], when: from = 5 or from = 7, assumed: a test}
`},
		{"most and throws", raceRules + `  - {id: give, do: {put: throw, where: end}, on: advance, when: to = 4 or to = 5, assumed: a test}
  - {id: all_parts, require: {most: pips, scope: throw}, assumed: a test}
  - {id: held, forbid: [advance, bear-off], when: from = 5 or from = 7, assumed: a test}
`},
		{"a requirement that looks ahead", raceRules + `  - {id: ahead, require: {that: part = low or completable}, when: not doublet and parts_left = 2, assumed: a test}
  - {id: held, forbid: advance, when: from = 5 or from = 7, assumed: a test}
`},
		{"men change sides, and are moved by others", heading + `  - {id: players, players: [white, black], assumed: a test}
  - {id: board, grid: {rows: 4, columns: 4, diagonals: all}, assumed: a test}
  - {id: men, men: 12, assumed: a test}
  - {id: set_up, set_up: {b2: 1, c2: 1, hand: 10}, assumed: a test}
  - {id: main, stage: {}, assumed: a test}
  - {id: one, agenda: {play: [place]}, in: main, assumed: a test}
  - {id: put_down, allow: place, assumed: a test}
  - {id: flipped, variable: {kind: set, per: turn}, assumed: a test}
  - {id: flips, do: [{set: {flipped: "enemy and between(to, own)"}}, {send: enemy(flipped), to: hand}, {set_down: flipped, from: hand}], on: place, assumed: a test}
  - {id: pushed, do: [{send: enemy(a1), to: bar}, {set_down: "[d3, d4, a1]", from: bar, of: them}], on: place, when: to in row_3, assumed: a test}
  - {id: full, end: full, when: count(empty) = 0, winner: none, assumed: a test}
`},
		{"a requirement of what follows", raceRules + `  - {id: two_next, require: {that: follows(2) or part = 2}, assumed: a test}
`},
		{"most and a condition that looks ahead", raceRules + `  - {id: all_parts, require: {most: parts, scope: throw}, assumed: a test}
  - {id: kept, forbid: advance, when: follows(2) and own(4) > 0, assumed: a test}
`},
		{"most pips in order and a condition that looks ahead", strings.Replace(raceRules, "play: [high, low]", "play: [high, low], order: fixed", 1) + `  - {id: all_pips, require: {most: pips, scope: throw}, assumed: a test}
  - {id: kept, forbid: advance, when: follows(2) and own(4) > 0, assumed: a test}
`},
		{"what can be played when a throw has been made, and after each move", raceRules + `  - {id: all_parts, require: {most: parts, scope: throw}, assumed: a test}
  - {id: held, forbid: advance, when: from = 3 and part = low, assumed: a test}
  - {id: low_first, on: thrown, when: not can(part = low), do: {drop: throw}, assumed: a test}
  - {id: spared, variable: {kind: number}, assumed: a test}
  - {id: can_be_spared, on: [thrown, advance], do: {set: {spared: if can(to > 4 and from < 4) then 1 else 0}}, assumed: a test}
  - {id: stays, allow: stop, when: spared = 0, assumed: a test}
`},
		{"blocked other", strings.Replace(raceRules, "blocked: stop", "blocked: other", 1) + `  - {id: all_parts, require: {most: parts, scope: throw}, assumed: a test}
  - {id: held, forbid: [advance, bear-off], when: from = 5 or from = 7, assumed: a test}
  - {id: held2, forbid: [advance, bear-off], when: from = 1 and part = 1, assumed: a test}
`},
		{"blocked other, optional throw", strings.Replace(strings.Replace(raceRules, "blocked: stop", "blocked: other", 1), "play: [high, low]", "play: [high, low, \"throw?\"]", 1) + `  - {id: hits, variable: {kind: number}, assumed: a test}
  - {id: held2, forbid: [advance, bear-off], when: from = 1 and part = 1 or from = 7, assumed: a test}
  - {id: clear, do: {add: hits}, on: [stop], assumed: a test}
`},
		{"where he goes, or where the first or the last of his men stands", raceRules + `  - {id: held, forbid: advance, when: to in 4..5 or first(own) > 2, assumed: a test}
  - {id: kept, forbid: advance, when: from > 6 or last(own) = 6, assumed: a test}
`},
		{"men who leave with some of the numbers", strings.NewReplacer("dice: 2, faces: 3", "sticks: 3", "[high, low]", "[thrown]").Replace(raceRules)},
		{"men who can never leave", strings.NewReplacer("black: [1, 8..2]}}", "black: [1, 8..2]}, off: no}", "  - {id: off, allow: bear-off, assumed: a test}\n", "").Replace(raceRules)},
		{"as many moves as places", strings.NewReplacer("tables: {points: 8}", "holes: {rows: 2, columns: 4}", "run: [1..8], but: {black: [1, 8..2]}",
			"run: [r1c3, r1c1, r2c2, r1c2, r2c1, r1c4, r2c4, r2c3], places: cells", "{1: 2}", "{r1c3: 2}", "[high, low]", "[thrown]").Replace(raceRules)},
		{"moves drawn from either end", holeRules + `  - {id: two, agenda: {play: [step, "rest?"]}, in: turn, assumed: a test}
  - {id: step, allow: step, to: near(from) and empty, assumed: a test}
  - {id: again, do: {put: "rest?"}, on: step, assumed: a test}
`},
		{"places where nobody begins", strings.Replace(holeRules, "r1c3: 1", "r1c3: 1, r2c2: 0", 1) + `  - {id: one, agenda: {play: [step]}, in: turn, assumed: a test}
  - {id: step, allow: step, assumed: a test}
`},
		{"steps among removals, on points named after stores", strings.Replace(strings.Replace(holeRules, "holes: {rows: 3, columns: 4}", "graph: {points: [p1 p2 p3 p4 p5], rows: [p1 p2 p3 p4 p5 p1]}", 1),
			"{r1c1: 1, r1c3: 1}", "{south: {p1: 1, p3: 1}, north: {p2: 1, p4: 1}}", 1) + `  - {id: one, agenda: {play: [step]}, in: turn, assumed: a test}
  - {id: step, allow: step, to: near(from), assumed: a test}
  - {id: remove, allow: remove, from: enemy, with: [step], when: own(from) > 0, assumed: a test}
`},
		{"ways from several points of rows that run round", strings.Replace(strings.Replace(holeRules, "holes: {rows: 3, columns: 4}", "graph: {points: [a b c d e f g h], rows: [a b c d a, b e f b, c g h e]}", 1),
			"{r1c1: 1, r1c3: 1}", "{south: {a: 1, c: 1}, north: {f: 1, h: 1}}", 1) + `  - {id: one, agenda: {play: [step]}, in: turn, assumed: a test}
  - {id: step, allow: step, to: "(ray(own, empty) or met(near(from), not own)) - ray(enemy, empty)", assumed: a test}
  - {id: taken, do: {send: enemy(to), to: out}, on: step, when: enemy(to) > 0, assumed: a test}
`},
		{"nobody has a stage", strings.Replace(holeRules, "stage: {}", "stage: {}, when: board > 0", 1) + `  - {id: one, agenda: {play: [step]}, in: turn, assumed: a test}
  - {id: step, allow: step, to: near(from), assumed: a test}
  - {id: gone, do: {send: own(to), to: hand}, on: step, assumed: a test}
`},
		{"nobody has a stage after a throw", strings.Replace(raceRules, "stage: {throws: dice}", "stage: {throws: dice}, when: own(1) = 2", 1)},
		{"the next game of a match", strings.Replace(single, "  - {id: any,", `  - {id: whites, agenda: {on: any, play: [high]}, when: player = white, assumed: a test}
  - {id: any,`, 1) + `  - {id: points, score: 1, on: bear-off, when: off = 2, assumed: a test}
  - {id: to_five, match: 5, assumed: a test}
`},
	} {
		t.Run(x.name, func(t *testing.T) {
			g := gameOf(t, x.rules)
			agree(t, g, long.Of(20, 300), 80)
			walk(t, g, 2, 40)
		})
	}
}

// TestThrowsForEver plays a game in which throws are of no use after a while: it is
// given up when one more is owed.
func TestThrowsForEver(t *testing.T) {
	g := gameOf(t, strings.Replace(raceRules, "play: [high, low]", `play: ["high?", "low?"]`, 1)+
		`  - {id: held, forbid: [advance, bear-off], when: from >= 5, assumed: a test}
`)
	agree(t, g, 3, 80)
}

// TestDrawsThatAreRepeated plays games whose first throw would have to be drawn again, or
// may have to be: where throws fall in few ways that is left to the interpreter, and the
// games after it are played all the same; where they fall in many the module draws again.
func TestDrawsThatAreRepeated(t *testing.T) {
	ctx := context.Background()
	for _, x := range []struct {
		throw string
		left  bool
	}{{"sticks: 4, chance: 1/8", true}, {"sticks: 5, chance: 1/6", false}} {
		g := gameOf(t, strings.NewReplacer("dice: 2, faces: 3", x.throw, "[high, low]", "[thrown]").Replace(raceRules))
		pl := player(t, g.Program)
		ways := uint32(g.Program.Devices[0].Ways)
		threshold := -ways % ways // below it a draw is repeated
		if x.left {
			threshold = ways
		}
		in, s := engine.NewInterpreter(g.Program), g.Program.NewState()
		for game, found := uint64(0), 0; found < 3; game++ {
			if r := random.New(7, game); uint32(r.Next()>>32)*ways >= threshold {
				continue
			}
			found++
			err := pl.Play(ctx, 7, game, 2, 60, func(k uint64, r *wasm.Record) {
				want, _ := reference(in, s, 7, k, 60, nil)
				if r.Beyond != (x.left && k == game) {
					t.Errorf("%s, game %d: left to the interpreter %v", x.throw, k, r.Beyond)
				}
				if state := r.AppendState(nil); !r.Beyond && (r.Plies != want.Plies || string(state) != s.Key()) {
					t.Errorf("%s, game %d: % x, not % x", x.throw, k, state, s.Key())
				}
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}
