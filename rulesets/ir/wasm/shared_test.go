package wasm_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets/ir/wasm"
	"github.com/lectio/lectio/testdata/long"
)

// doubled is a chain of definitions w0 to w30 of which each uses the one before, D, twice, or
// more often: what is not shared is worked out a thousand million times. N is its number, M what is left of that by four.
func doubled(first, next string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "  - {id: w0, define: %q, assumed: a test}\n", first)
	for i := 1; i <= 30; i++ {
		x := strings.NewReplacer("D", fmt.Sprint("w", i-1), "M", strconv.Itoa(i%4), "N", strconv.Itoa(i)).Replace(next)
		fmt.Fprintf(&b, "  - {id: w%d, define: %q, assumed: a test}\n", i, x)
	}
	return b.String()
}

// stepsOnGrid are those of four men each who step on a grid and may take.
const stepsOnGrid = heading + `  - {id: players, players: [south, north], assumed: a test}
  - {id: board, grid: {rows: 4, columns: 4, line: 3}, assumed: a test}
  - {id: men, men: 4, assumed: a test}
  - {id: set_up, set_up: {row_1: 1}, assumed: a test}
  - {id: turn, stage: {}, assumed: a test}
  - {id: one, agenda: {play: [step]}, in: turn, assumed: a test}
  - {id: taken, do: {send: enemy(to), to: out}, on: step, when: enemy(to) > 0, assumed: a test}
  - {id: bare, end: one man is left, when: their.board < 2, winner: me, assumed: a test}
  - {id: stuck, end: no move, at: no_move, winner: them, assumed: a test}
`

// A definition that others use more than once is one, in the compiled rules, in the form in
// the middle, in the module and where the interpreter plays.
func TestDoubledDefinitions(t *testing.T) {
	const anyStep = "  - {id: step, allow: step, to: near(from) and not own, assumed: a test}\n"
	for _, x := range []struct{ name, rules string }{
		{"sets", stepsOnGrid + anyStep + doubled("own", "D and near(D) or shift(D, right) - D or near(a1)") +
			"  - {id: held, forbid: step, when: to in near(w30) and from in column_2, assumed: a test}\n"},
		{"sets that depend on the move", stepsOnGrid + doubled("near(from)", "D - shift(D, right) or near(to) and D - own or near(from)") +
			"  - {id: step, allow: step, to: near(from) and not own, assumed: a test}\n  - {id: held, forbid: step, when: to in w30 and from in row_2, assumed: a test}\n"},
		{"where he goes", stepsOnGrid + doubled("near(from) - own", "(near(from) - own) and (D or near(D) or shift(D, left))") +
			"  - {id: step, allow: step, to: w30, assumed: a test}\n"},
		{"sets that are the same in all positions", stepsOnGrid + anyStep + doubled("row_1", "D and row_2 or shift(D, right) - D or [a1, b4]") +
			"  - {id: held, forbid: step, when: from in w30, assumed: a test}\n"},
		{"numbers", stepsOnGrid + anyStep + doubled("count(own)", "if D > 5 then D - 3 else D + count(own and row_2) + 1") +
			"  - {id: held, forbid: step, when: w30 > 4 and to in row_3, assumed: a test}\n"},
		{"numbers of the move", stepsOnGrid + anyStep + doubled("count(near(to) and own)", "min(D + D, 3 - D + N)") +
			"  - {id: held, forbid: step, when: w30 > 2 and to in row_3, assumed: a test}\n  - {id: fewest, require: {least: w29}, assumed: a test}\n"},
		{"conditions", stepsOnGrid + anyStep + doubled("own(b2) > 0", "D and count(own) > M or not D and own(c3) = 0") +
			"  - {id: held, forbid: step, when: w30 and to in row_3, assumed: a test}\n"},
		{"conditions on the move", stepsOnGrid + anyStep + doubled("to in row_2", "(D or from in row_1) and (count(near(to) and own) > M or not D)") +
			"  - {id: held, forbid: step, when: w30 and from in column_2, assumed: a test}\n"},
		{"what the other side sees", stepsOnGrid + anyStep + doubled("own", "their.D and near(own) or D - their.D or near(their.D and near(D))") +
			"  - {id: held, forbid: step, when: from in w30 and count(w29) > 5, assumed: a test}\n"},
		{"lines", stepsOnGrid + anyStep + doubled("mills(own)", "mills(points(D) or own or row_2) or mills(points(D) or enemy, to)") +
			"  - {id: held, forbid: step, when: count(w30) > 2 and to in points(w30) and from in column_1, assumed: a test}\n"},
		{"rays", stepsOnGrid + anyStep + doubled("ray(own, empty)", "ray(from, D or met(D, own - D))") +
			"  - {id: held, forbid: step, when: count(w30) > 3 and to in row_3, assumed: a test}\n"},
		{"after the move", stepsOnGrid + anyStep + doubled("count(own and row_1) > 1", "D and count(enemy) > 0 or not D and count(own and row_2) > M") +
			"  - {id: held, forbid: step, when: after(w30) and not w29, assumed: a test}\n"},
		{"changes, scores and ends", stepsOnGrid + anyStep + doubled("count(own and row_2)", "D + D - min(D, N) + D * 0 - max(D - 2, 0)") +
			"  - {id: kept, variable: {kind: number, aside: yes}, assumed: a test}\n  - {id: keeps, do: {set: {kept: \"min(w30, 99)\"}}, on: step, assumed: a test}\n" +
			"  - {id: scores, score: w30 + w29, when: w30 > 0 and w30 < 9, assumed: a test}\n  - {id: many, end: many, when: w30 > 2 or w29 > 3, winner: me, assumed: a test}\n"},
		{"throws", raceRules + doubled("high + low", "min(D + D, min(2 * D - low, N))") + "  - {id: held, forbid: advance, when: to = w30 or w29 > to + 3, assumed: a test}\n"},
		{"what could be played next", raceRules + doubled("follows(1)", "D and follows(2) or not D and parts_left < M") + "  - {id: held, forbid: advance, when: w30 and to > 4, assumed: a test}\n"},
		{"arrangements", raceRules + doubled("own(4) = 2", "D and (D or own(5) = 2) or D and own(M) = 2") +
			"  - {id: one, score: 1, when: w30 or own(6) = 2, assumed: a test}\n  - {id: two, score: 2, when: w29 or own(5) = 2, assumed: a test}\n"},
		{"some of several", strings.NewReplacer("[south, north]", "[south, east, north, west]", "their.board", "board", "winner: them", "winner: none").Replace(stepsOnGrid) + anyStep +
			doubled("their.own(b2) > 0", "D and some(their.(count(own) > M)) or not D and every(D or their.(count(own) < 3))") +
			"  - {id: held, forbid: step, when: some(w30) and to in row_3, assumed: a test}\n"},
		{"places of the track", raceRules + doubled("from", "if number(D) > 4 then first(own) else D + 1") + "  - {id: held, forbid: advance, when: number(w30) > 3 and number(w30) < 6 and part = 2, assumed: a test}\n"},
	} {
		t.Run(x.name, func(t *testing.T) {
			g := gameOf(t, x.rules)
			agree(t, g, long.Of(2, 12), 60)
			walk(t, g, 1, 20)
		})
	}
}

// Code and compiled rules grow with the length of a chain, and not faster.
func TestDoubledDefinitionsGrowWithTheChain(t *testing.T) {
	size := func(links int) int {
		g := gameOf(t, stepsOnGrid+doubled("own", "D and near(D) or shift(D, right) - D or near(a1)")+
			fmt.Sprintf("  - {id: step, allow: step, to: near(from) and not w%d, assumed: a test}\n", links))
		m, err := wasm.Generate(g.Program, wasm.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return len(m.Binary)
	}
	none, half, whole := size(0), size(15), size(30)
	if whole-half > 2*(half-none) {
		t.Errorf("code of %d bytes with no link of the chain, %d with 15, %d with 30", none, half, whole)
	}
}
