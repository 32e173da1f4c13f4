package rulesets_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/play"
)

// sown are games in which men of nobody are sown, each a few rules with something that another lacks.
var sown = map[string]string{
	// the hole of origin skipped, rows of twos and threes, a duty to feed
	"two rows": `
  - {id: board, holes: {rows: 2, columns: 6}}
  - {id: way, track: {run: [r1c1..r1c6, r2c6..r2c1], ring: yes, places: cells}}
  - {id: seeds, men: {nobody: 48}, called: seed}
  - {id: set_up, set_up: {row_1: 4, row_2: 4}}
  - {id: one, agenda: {play: [sow]}}
  - {id: sow, allow: sow, from: row_1, skips: from}
  - {id: feed, forbid: sow, when: "sum(row_2) = 0 and count(passed and row_2) = 0"}
  - {id: twos, define: row_2 and nobody >= 2 and nobody <= 3, called: the holes with two or three}
  - {id: caught, define: "(to or ray(to, twos, right)) and twos", called: the holes caught}
  - {id: capture, on: sow, when: "to in twos and sum(caught) < sum(row_2)", do: {send: nobody(caught), to: off}}
  - {id: most, end: most taken, on: sow, when: off > 24, winner: me}`,
	// four rows, each player in his own two; captures are sown again, from where the lap began
	"four rows": `
  - {id: board, holes: {rows: 4, columns: 4}}
  - {id: way, track: {run: [r1c1..r1c4, r2c4..r2c1], ring: yes, places: cells}}
  - {id: seeds, men: {nobody: 32}, called: seed}
  - {id: set_up, set_up: {row_1: 2, row_2: 2, row_3: 2, row_4: 2}}
  - {id: one, agenda: {play: [sow]}}
  - {id: began, variable: {kind: place, per: turn}}
  - {id: sow, allow: sow, from: row_1 or row_2, when: nobody(from) >= 2}
  - {id: begins, on: sow, when: began in nowhere or began = from, do: {set: {began: from}}}
  - {id: opposite, define: "ray(to, row_3 or row_4, forward)", called: the two holes opposite}
  - {id: take, on: sow, when: "to in row_2 and nobody(to) >= 2 and count(opposite and nobody) = 2", do: [{set: {began: to}}, {sow: opposite, after: from}]}
  - {id: relay, on: sow, when: nobody(to) >= 2, do: {sow: to}}`,
	// both ways, one left behind, taking what lies opposite into a hole of one's own
	"both ways": `
  - {id: board, graph: {points: [a b c d e f, A, g h i j k l, B], shape: hole}}
  - {id: way, track: {run: [a..f], ring: yes, places: cells}}
  - {id: seeds, men: {nobody: 30}, called: seed}
  - {id: set_up, set_up: {a: 5, b: 5, c: 5, d: 5, e: 5, f: 5}}
  - {id: one, agenda: {play: [sow]}}
  - {id: sow, allow: sow, from: anywhere - (A or B), leaves: "if nobody(from) > 3 then 1 else 0"}
  - {id: sow_back, allow: sow, from: anywhere, back: yes, skips: c}
  - {id: keep, on: sow, when: nobody(to) = 2, do: {send: nobody(to), to: A}}
  - {id: on, on: sow, when: nobody(to) = 3, do: {sow: to}}
  - {id: most, end: most taken, on: sow, when: nobody(A) > 14, winner: me}`,
	// heaps of which anybody takes as many as he likes, and a man of nobody's whom both move
	"heaps": `
  - {id: board, grid: {rows: 3, columns: 4}}
  - {id: men, men: {nobody: 12}}
  - {id: set_up, set_up: {a1: 3, b1: 4, c1: 5}}
  - {id: one, agenda: {play: [remove]}}
  - {id: heap, variable: {kind: set, per: turn}}
  - {id: remove, allow: remove, of: nobody, when: "heap = nowhere or from in heap"}
  - {id: more, on: remove, do: [{set: {heap: from}}, {put: "remove?"}]}`,
	"a king of nobody's": `
  - {id: board, grid: {rows: 3, columns: 4}}
  - {id: men, men: {nobody: 1, south: 3, north: 3}}
  - {id: set_up, set_up: {nobody: {b2: 1}, south: {a1: 1, b1: 1, c1: 1}, north: {a1: 1, b1: 1, c1: 1}}}
  - {id: one, agenda: {play: [move]}}
  - {id: king, allow: step, of: nobody, with: move}
  - {id: takes, on: step, when: "count(near(to) and enemy) >= 2", do: {send: "enemy(near(to))", to: out}}
  - {id: lost, end: no men, at: start, when: board = 0, winner: them}`,
	// each has the fours on his side, whoever makes them, and the last lap goes on where there are others
	"fours": `
  - {id: board, holes: {rows: 2, columns: 6}}
  - {id: way, track: {run: [r1c1..r1c6, r2c6..r2c1], ring: yes, places: cells}}
  - {id: seeds, men: {nobody: 48}, called: seed}
  - {id: set_up, set_up: {row_1: 4, row_2: 4}}
  - {id: one, agenda: {play: [sow]}}
  - {id: sow, allow: sow, from: row_1}
  - {id: his_fours, on: sow, do: {send: nobody(those p in row_1 where nobody(p) = 4), to: off, of: me}}
  - {id: fours_of_the_other, on: sow, do: {send: nobody(those p in row_2 where nobody(p) = 4), to: off, of: them}}
  - {id: relay, on: sow, when: nobody(to) > 1, do: {sow: to}}`,
	// seeds that go to any hole of two rows, too many ways for a set of them
	"seeds laid elsewhere": `
  - {id: board, holes: {rows: 4, columns: 8}}
  - {id: seeds, men: {nobody: 64}, called: seed}
  - {id: set_up, set_up: {row_1: 4, row_4: 4}}
  - {id: one, agenda: {play: [lay]}}
  - {id: lay, allow: step, of: nobody, with: lay, from: row_1 or row_2, to: "(row_1 or row_2) - from"}`,
}

func sownGame(t *testing.T, name string) *rulesets.Game {
	t.Helper()
	text := "ruleset: sown\ntitle: Sown\nfamily: mancala\nassumed: for the test\nevidence: {}\nstatements:\n" +
		"  - {id: players, players: [south, north], seen: rotated}\n  - {id: turn, stage: {}}" + sown[name] +
		"\n  - {id: shut, end: no move, at: no_move, winner: none}\n"
	if strings.Contains(text, "graph:") {
		text = strings.Replace(text, "seen: rotated", "seen: same", 1)
	}
	d, errs := rulesets.LoadOne("sown.yaml", []byte(text), nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	g, errs := d.Game(nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return g
}

// Games in which men are sown are the same by generated code and by the interpreter, and no man is lost.
func TestSowingIsAlike(t *testing.T) {
	for name := range sown {
		g := sownGame(t, name)
		came := func(m play.Means) (out []string) {
			s := play.Series{Seed: 4, Count: 200, Cap: 200, Branching: true}
			if err := play.NewExecutor(g.Program, m).Play(t.Context(), s, func(p *play.Played) {
				out = append(out, fmt.Sprint(p.Plies, p.Branch, p.State.Bytes()))
				men := 0
				for f := range g.Program.Places {
					men += p.State.MenAt(g.Program, g.Program.Nobody(), f)
				}
				for q := range g.Program.Players {
					for st := range g.Program.Stores {
						men += p.State.InStore(g.Program, q, st)
					}
					for f := range g.Program.Places {
						men += p.State.MenAt(g.Program, q, f)
					}
				}
				all := 0
				for q := range g.Program.Owners() {
					all += g.Program.Men(q)
				}
				if men != all {
					t.Fatalf("%s, %v: %d men", name, m, men)
				}
			}); err != nil {
				t.Fatal(name, err)
			}
			return out
		}
		generated, interpreted := came(play.Generated), came(play.Interpreted)
		for i := range generated {
			if generated[i] != interpreted[i] {
				t.Fatalf("%s, game %d: %s by generated code, %s by the interpreter", name, i, generated[i], interpreted[i])
			}
		}
		if n := len(slices.Compact(slices.Sorted(slices.Values(generated)))); n < 10 {
			t.Errorf("%s: %d games of %d differ", name, n, len(generated))
		}
	}
}

// Distinct positions of a game are as many as others have counted: Kalah with four houses a side and three seeds in each, in
// which a single seed takes itself too, and the game is over once a side is empty.
func TestPositionsOfSowingAreCounted(t *testing.T) {
	sown["houses"] = `
  - {id: board, holes: {rows: 2, columns: 4, stores: yes}}
  - {id: way, track: {run: [r1c1..r1c4, store_right, r2c4..r2c1], ring: yes, places: cells}}
  - {id: seeds, men: {nobody: 24}, called: seed}
  - {id: set_up, set_up: {row_1: 3, row_2: 3}}
  - {id: one, agenda: {play: [sow]}}
  - {id: sow, allow: sow, from: row_1}
  - {id: opposite, define: "shift(to, forward)", called: the house opposite}
  - {id: capture, on: sow, when: to in row_1 and nobody(to) = 1, do: {send: nobody(to or opposite), to: store_right}}
  - {id: again, on: sow, when: to = store_right, do: {next: me}}
  - {id: sweep, on: sow, when: sum(row_1) = 0 or sum(row_2) = 0, do: [{send: nobody(row_1), to: store_right}, {send: nobody(row_2), to: store_left}]}
  - {id: over, end: one side is empty, on: sow, when: sum(row_1 or row_2) = 0, winner: none}`
	defer delete(sown, "houses")
	g := sownGame(t, "houses")
	in, s := engine.NewInterpreter(g.Program), g.Program.NewState()
	in.Start(s)
	x := play.NewSearcher(g.Program, play.Whichever)
	defer x.Close(t.Context())
	nodes, complete := x.PerftPositions(t.Context(), s, 10, 1<<20, func() bool { return false })
	if got := []uint64{nodes[3], nodes[5], nodes[7], nodes[9]}; !complete || !slices.Equal(got, []uint64{158, 1485, 13275, 101422}) {
		t.Errorf("%v positions (%v)", got, complete)
	}
	if _, complete := x.PerftPositions(t.Context(), s, 10, 1000, func() bool { return false }); complete {
		t.Error("more positions than are kept are said to be all")
	}
}

// Where so many steps lead as a heap has seeds, or as a rule says, is told of any number of them.
func TestStepsAsManyAsSeeds(t *testing.T) {
	sown["heap"] = `
  - {id: board, holes: {rows: 2, columns: 6}}
  - {id: way, track: {run: [r1c1..r1c6, r2c6..r2c1], ring: yes, places: cells}}
  - {id: seeds, men: {nobody: 48}, called: seed}
  - {id: set_up, set_up: {r1c1: 31, r1c2: 11, r1c3: 4, r1c4: 2}}
  - {id: one, agenda: {play: [sow]}}
  - {id: sow, allow: sow, from: row_1, when: "to in ahead(from, nobody(from)) and from in behind(to, nobody(from)) and r1c2 in ahead(r1c1, 13)"}`
	defer delete(sown, "heap")
	g := sownGame(t, "heap")
	in, s := engine.NewInterpreter(g.Program), g.Program.NewState()
	in.Start(s)
	for _, m := range []play.Means{play.Interpreted, play.Generated} {
		x := play.NewSearcher(g.Program, m)
		if got := x.Perft(t.Context(), s, 1, false, func() bool { return false }); got[0] != 4 {
			t.Errorf("by means %v there are %d sowings, not 4", m, got[0])
		}
		x.Close(t.Context())
	}
}

// Turns of sowing are as many as others have counted, and turns in which men are taken from heaps as many as by hand.
func TestTurnsOfSowingAreCounted(t *testing.T) {
	for name, want := range map[string][]uint64{"two rows": {6, 36, 190, 1014, 5219, 27332}, "heaps": {12, 113, 810}} {
		g := sownGame(t, name)
		in, s := engine.NewInterpreter(g.Program), g.Program.NewState()
		in.Start(s)
		x := play.NewSearcher(g.Program, play.Whichever)
		if got := x.Perft(t.Context(), s, len(want), true, func() bool { return false }); !slices.Equal(got, want) {
			t.Errorf("%s: %v turns", name, got)
		}
		x.Close(t.Context())
	}
}

// What a sowing takes is told with how many, and by a star.
func TestWhatSowingTakes(t *testing.T) {
	g := sownGame(t, "two rows")
	in := engine.NewInterpreter(g.Program)
	s, errs := g.ParseState(in, "--at", `{"to-move":"south","nobody":{"r1c6":2,"r2c6":1,"r2c5":2,"r2c1":5},"south":{"off":7}}`)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	var got []string
	for _, m := range g.Permits(in, s) {
		got = append(got, fmt.Sprint(m.Move, m.Takes))
	}
	if want := "r1c6/r2c5*[r2c6:2 r2c5:3]"; strings.Join(got, " ") != want {
		t.Errorf("%v, expected %s", got, want)
	}
	if j, _ := g.State(s).MarshalJSON(); !strings.Contains(string(j), `"nobody":{"r1c6":2,"r2c1":5,"r2c5":2,"r2c6":1}`) || !strings.Contains(string(j), `"south":{"off":7}`) {
		t.Errorf("written as %s", j)
	}
	if _, errs := g.ParseState(in, "--at", `{"to-move":"south","nobody":{"r1c6":40},"south":{"off":9}}`); len(errs) == 0 || !strings.Contains(errs[0].Error(), "there are more men than the game has") {
		t.Errorf("forty-nine seeds: %v", errs)
	}
}

// What comes into the opponent's store is his.
func TestSeedsForTheOther(t *testing.T) {
	g := sownGame(t, "fours")
	in := engine.NewInterpreter(g.Program)
	s, errs := g.ParseState(in, "--at", `{"to-move":"north","nobody":{"r1c1":3,"r2c1":2,"r2c2":1,"r1c2":3,"r2c4":3,"r2c5":1},"south":{"off":20},"north":{"off":15}}`)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	for text, want := range map[string]string{
		"r2c1/r1c2": `"south":{"off":28},"north":{"off":15},"nobody":{"r2c2":1,"r2c4":3,"r2c5":1}`,
		"r2c5/r2c4": `"south":{"off":20},"north":{"off":19},"nobody":{"r1c1":3,"r1c2":3,"r2c1":2,"r2c2":1}`,
	} {
		m, found := g.FindMove(in, s, text)
		if !found {
			t.Fatalf("there is no %s", text)
		}
		after := s.Clone()
		in.Play(after, m)
		if j, _ := g.State(after).MarshalJSON(); !strings.Contains(string(j), want) {
			t.Errorf("%s leads to %s, expected %s", text, j, want)
		}
	}
}

// Slips in the words of sowing are said where they stand, with what to write.
func TestSowingMistakes(t *testing.T) {
	const (
		men   = "men: {nobody: 48}"
		begin = "set_up: {row_1: 4, row_2: 4}"
		sow   = "{id: sow, allow: sow, from: row_1, skips: from}"
		sends = "do: {send: nobody(caught), to: off}"
		also  = sow + "\n  - {id: also, "
	)
	text := "ruleset: sown\ntitle: Sown\nfamily: mancala\nassumed: for the test\nevidence: {}\nstatements:\n" +
		"  - {id: players, players: [south, north], seen: rotated}\n  - {id: turn, stage: {}}" + sown["two rows"] +
		"\n  - {id: shut, end: no move, at: no_move, winner: none}\n"
	for _, tt := range []struct{ name, old, new, want string }{
		{"no men of nobody", men, "men: 24", `14:22: all men belong to players here; found "sow", expected men of nobody, as in men: {nobody: 48}`},
		{"nobody misspelt", men, "men: {nobdy: 48}", `12:34: it is not said of which kinds the men are; did you mean "nobody"?`},
		{"in the set-up", begin, "set_up: {noboy: {row_1: 4, row_2: 4}}", `did you mean "nobody"?; found "noboy"`},
		{"in a condition", "nobody >= 2", "noboddy >= 2", `did you mean "nobody"?; found "noboddy"`},
		{"in an effect", "nobody(caught)", "nobdy(caught)", `found "nobdy(caught)", expected enemy(…), own(…), own_any_lap(…), allied(…), anyone(…) or nobody(…)`},
		{"of whom", sow, also + "allow: step, with: sow, of: nobdy}", `15:44: there is no such kind; did you mean "nobody"?`},
		{"of nobody", men, "men: 24}\n  - {id: also, allow: step, with: sow, of: nobody", `expected men of nobody`},
		{"in a store", begin, "set_up: {hand: 48}", `12:27: nobody has no store; found "hand", expected places`},
		{"too many men", begin, "set_up: {row_1: 5, row_2: 4}", "the men of nobody who are set up are not the men there are"},
		{"too many on a place", begin, "set_up: {row_1: 300}", "so many men cannot stand on one place; found 300 men on a place, expected at most 255"},
		{"a player of the name", "north", "nobody", "7:36: nobody is who has the men that are no player's"},
		{"no track", "  - {id: way, track: {run: [r1c1..r1c6, r2c6..r2c1], ring: yes, places: cells}}\n", "", "men are sown along a track that has no end, and there is none"},
		{"a track that ends", "ring: yes, ", "", "14:22: men are sown along a track that has no end, and there is none; expected a track that goes round"},
		{"skips of another act", sow, also + "allow: step, of: nobody, with: sow, skips: from}", "only what is sown is laid along the track one by one; found allow: step, expected allow: sow"},
		{"leaves", sow, also + "allow: step, of: nobody, with: sow, leaves: 1}", "found allow: step, expected allow: sow"},
		{"back", sow, also + "allow: step, of: nobody, with: sow, back: yes}", "found allow: step, expected allow: sow"},
		{"leaves a condition", "skips: from", "leaves: nobody(from) > 1", "leaves must be a number; found a truth value"},
		{"to", "skips: from", "to: row_2", "14:44: all men of a place are sown, one on each place that follows on the track; found to:"},
		{"men", "skips: from", "men: 2", "found men:"},
		{"over", "skips: from", "over: row_2", "found over:"},
		{"may_spare", "skips: from", "may_spare: yes", "what a sowing takes is said by what answers it; found may_spare:"},
		{"kinds", "skips: from", "of: king", "all men of nobody on a place are sown, of whatever kind"},
		{"passed when it is over", "to in twos and", "count(passed and row_2) > 1 and", "18:41: the men have been sown, and it is no longer known on which places; found passed"},
		{"passed by a definition", "(to or ray", "(passed or ray", "the men have been sown"},
		{"passed in an end", "when: off > 24", "when: count(passed) > 24", "the men have been sown"},
		{"too far ahead", "when: off > 24", `when: "count(ahead(to, 256) and nobody) = 0"`, "so many steps along the track are not counted; found 256 steps, expected up to 255 steps"},
		{"two sowings", sends, "do: [{sow: to}, {sow: to}]", "18:5: men are sown once by one statement; found 2 effects sow, expected one"},
		{"a set without a place", sends, "do: {sow: caught}", "of men taken up on several places it is not said where sowing begins; found no after:"},
		{"a set and some left", sends, "do: {sow: caught, after: to, leaves: 1}", "of men taken up on several places it is not said where some stay"},
		{"men for a place", sends, "do: {sow: nobody(to)}", `found "nobody(to)", expected a place, as in sow: to, or a set of places`},
		{"to several places", "to: off}", "to: row_1}", "to must be a place"},
		{"to no store", "to: off}", "to: ofd}", `did you mean "off"?`},
		{"players' men to a place", "send: nobody(caught), to: off", "send: own(to), to: r1c1", "men of players are sent to stores, and men of nobody alone to a place"},
		{"players' men in another's store", "send: nobody(caught), to: off", "send: own(to), to: off, of: them", "men of players come to stores of their own, and places are nobody's; found of: them"},
		{"a place of another", "to: off}", "to: r1c1, of: them}", "found of: them, expected nobody(…) sent to a store, or no of:"},
		{"nobody's turn", sends, "do: {next: nobody}", "somebody must have the next turn; found nobody"},
	} {
		if !strings.Contains(text, tt.old) {
			t.Errorf("%s: the rules have no %s", tt.name, tt.old)
		}
		d, errs := rulesets.LoadOne("sown.yaml", []byte(strings.Replace(text, tt.old, tt.new, 1)), nil)
		if len(errs) == 0 {
			_, errs = d.Game(nil)
		}
		if got := fmt.Sprint(errs); !strings.Contains(got, tt.want) {
			t.Errorf("%s: %s; expected %s", tt.name, got, tt.want)
		}
	}
}
