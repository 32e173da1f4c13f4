package edition_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/position"
	"github.com/lectio/lectio/testdata/long"
)

// spokenGames are boards on which conditions are drawn: what each is played with, what may
// be forbidden in it, and of what its conditions are made.
var spokenGames = []struct {
	name, text, act string
	places, sets    []string
	numbers         []string // beside counts of men and places
	own             bool     // sets are not seen from the other's side
}{
	{"tables", `
id: players, players: [white, black]
id: board, tables: {points: 12}
id: track, track: {run: [1..12], but: {black: [12..1]}, places: numbers, off: yes}
id: men, men: 9
id: set_up, set_up: {hand: 9}
id: dice, throw: {dice: 2, faces: 6}
id: turn, stage: {throws: dice}
id: any, agenda: {play: [high, low]}
id: go, allow: advance`, "advance",
		[]string{"to", "from", "3", "12", "first(own)", "last(enemy)"},
		[]string{"1..6", "[2, 7, 12]", "far_side", "near(to)", "near(own)", "run(enemy, 2)", "run(own >= 2, 2)", "ahead(from, 2)", "behind(to, 1)", "edge(enemy)", "crowd(own, 4)", "passed"},
		[]string{"hand", "bar", "off", "board", "part", "distance(from)", "high", "low"}, false},
	{"loop", `
id: players, players: [white, black]
id: board, tables: {points: 12}
id: track, track: {run: [1..12, 1..3], but: {black: [12..1, 12..10]}, places: numbers, off: yes}
id: men, men: 7
id: set_up, set_up: {hand: 7}
id: sticks, throw: {sticks: 4, chance: 1/2}
id: turn, stage: {throws: sticks}
id: any, agenda: {play: [thrown]}
id: go, allow: advance`, "advance",
		[]string{"to", "from", "1", "7"}, []string{"[1, 2, 8]", "5..8", "near(to)"}, []string{"hand", "off"}, true},
	{"merels", `
id: players, players: [white, black], seen: same
id: board, merels: {rings: 2}
id: men, men: 7
id: set_up, set_up: {hand: 7}
id: turn, stage: {}
id: any, agenda: {play: [step]}
id: go, allow: step`, "step",
		[]string{"to", "from"}, []string{"corners", "ring_1", "near(to)", "near(own)", "points(mills(own))", "points(mills(enemy))"}, []string{"hand", "out", "count(mills(own))", "their.count(mills(own))"}, false},
	{"grid", `
id: players, players: [south, north], seen: rotated
id: board, grid: {rows: 4, columns: 4, diagonals: none, names: letters}
id: men, men: 8
id: set_up, set_up: {hand: 8}
id: turn, stage: {}
id: any, agenda: {play: [step]}
id: go, allow: step`, "step",
		[]string{"to", "from", "b3"}, []string{"row_1", "column_2", "[a1, b2, c3]", "near(from)", "near(own)", "a1..a4"}, []string{"hand", "out"}, false},
}

// drawer draws conditions of a game.
type drawer struct {
	*rand.Rand
	places, sets, numbers []string
	own                   bool
}

func (d drawer) of(list ...string) string { return list[d.IntN(len(list))] }

func (d drawer) op() string { return d.of("=", "!=", "<", "<=", ">", ">=") }

func (d drawer) small() string { return fmt.Sprint(d.IntN(4)) }

func (d drawer) whose() string { return d.of("own", "enemy", "own_any_lap", "anyone") }

// set draws a set of places.
func (d drawer) set() string {
	s := d.of(d.of(d.sets...), d.of("own", "enemy", "empty"), d.whose()+" "+d.of(">=", ">", "=", "<", "<=")+" "+d.of("1", "2", "3"))
	if d.IntN(5) == 0 && !d.own {
		s = "their.(" + s + ")"
	}
	if strings.ContainsAny(s, "=<>") || strings.Contains(s, "..") {
		s = "(" + s + ")"
	}
	return s
}

// atom draws a condition that is not joined of others.
func (d drawer) atom() string {
	place, set := d.of(d.places...), d.set()
	switch d.IntN(8) {
	case 0:
		return d.whose() + "(" + place + ") " + d.op() + " " + d.small()
	case 1:
		return place + d.of(" in ", " not in ") + set
	case 2:
		return place + " in (" + set + d.of(" and ", " or ", " and not ") + d.set() + ")"
	case 3:
		return "count(" + set + ") " + d.op() + " " + d.small()
	case 4:
		return "count(" + set + " and " + d.set() + ") " + d.op() + " " + d.small()
	case 5:
		return d.of("", "their.") + d.of("hand", "board") + " " + d.op() + " " + d.of("0", "1", "2", "3", "4")
	case 6:
		return d.of(d.numbers...) + " " + d.op() + " " + d.of("1", "2", "3", "4")
	}
	return d.of("hand", "board") + " " + d.op() + " " + d.of("count("+set+")", d.whose()+"("+place+")", "their.hand")
}

func (d drawer) condition() string {
	a := d.atom()
	switch d.IntN(5) {
	case 0:
		return "not (" + a + ")"
	case 1:
		return "(" + a + ") and (" + d.atom() + ")"
	case 2:
		return "(" + a + ") or (" + d.atom() + ")"
	case 3:
		return "(" + a + ") and not (" + d.atom() + ")"
	}
	return a
}

// spokenRule is a prohibition under a condition that was drawn, what it says, and what a
// reader makes of that.
type spokenRule struct {
	statement int
	cond      string
	said      string
	means     truth
	lies      []*lie
}

// lie is a sentence that has been tampered with.
type lie struct {
	said    string
	means   truth
	noticed bool
}

// The condition that a sentence speaks of is the one that is executed, on positions drawn at
// random; and a sentence with another side, another number or without its negation is not.
func TestSentencesSayWhatIsExecuted(t *testing.T) {
	long.Slow(t)
	random := rand.New(rand.NewPCG(17, 4))
	for _, sg := range spokenGames {
		t.Run(sg.name, func(t *testing.T) {
			d := drawer{random, sg.places, sg.sets, sg.numbers, sg.own}
			text, conds := sg.text, []string(nil)
			for len(conds) < long.Of(24, 120) {
				c := d.condition()
				text += fmt.Sprintf("\nid: c%d, forbid: %s, when: %q", len(conds), sg.act, c)
				conds = append(conds, c)
			}
			g, in := gameOf(t, text+"\nid: may_stop, allow: stop\nid: none, end: nothing left, at: no_move, winner: none", nil)
			r := newReader(g)
			var rules []*spokenRule
			for i, s := range g.Statements {
				if s.Kind != "forbid" {
					continue
				}
				x := &spokenRule{statement: i, cond: conds[len(rules)], said: edition.Sentence(g, s)}
				x.means = r.prohibition(x.said)
				for _, said := range tampered(x.said) {
					if m := r.prohibition(said); m != nil && x.means != nil {
						x.lies = append(x.lies, &lie{said: said, means: m})
					}
				}
				if x.means == nil {
					t.Errorf("%s: nobody can read %q", x.cond, x.said)
				}
				rules = append(rules, x)
			}
			moves := 0
			for n := 0; n < long.Of(90, 1500); n++ {
				moves += compareSpoken(t, g, in, random, rules)
			}
			lies, unnoticed := 0, 0
			for _, x := range rules {
				for _, l := range x.lies {
					if lies++; !l.noticed {
						unnoticed++
					}
				}
			}
			t.Logf("%d sentences, %d moves; of %d false sentences %d were not noticed", len(rules), moves, lies, unnoticed)
			// Of what holds always or never, anything may be said.
			if unnoticed*2 > lies || lies < len(rules) || moves < long.Of(70, 1000) {
				t.Errorf("only %d of %d false sentences were noticed, in %d moves", lies-unnoticed, lies, moves)
			}
		})
	}
}

// tampered are false sentences made of a true one.
func tampered(said string) []string {
	var out []string
	for _, swap := range [][2]string{
		{"his men", "opposing men"}, {"opposing men", "his men"}, {"opposing man", "of his men"}, {"his opponent's men", "his men"}, {"the player's men", "the player's opponent's men"},
		{" or more of", " of"}, {"at least one of", "more than one of"}, {"more than ", "at least "}, {"at most ", "fewer than "}, {"fewer than ", "at most "}, {"exactly ", "more than "},
		{" not ", " "}, {" unless ", " if "}, {" if ", " unless "}, {" none of ", " at least one of "}, {" no opposing man", " at least one opposing man"}, {"is empty", "is not empty"},
		{"is greater than", "is at least"}, {"is less than", "is at most"}, {" and ", " or "}, {" or ", " and "}, {"moved to", "moved from"}, {"ahead of", "behind"},
	} {
		if x := strings.Replace(said, swap[0], swap[1], 1); x != said {
			out = append(out, x)
		}
	}
	return out
}

// compareSpoken lays a position at random and holds what was said of each move against
// which statements refuse it.
func compareSpoken(t *testing.T, g *rulesets.Game, in *engine.Interpreter, random *rand.Rand, rules []*spokenRule) int {
	p := g.Program
	s := p.NewState()
	in.Start(s)
	pos := position.Read(p, s)
	few := 2 + random.IntN(p.Places-1) // men stand together, so that there are piles
	for q := range p.Players {
		total := p.Men(q)
		for c := range pos.Men[q] {
			clear(pos.Men[q][c])
		}
		clear(pos.Stores[q])
		for range total {
			if random.IntN(4) == 0 {
				pos.Stores[q][random.IntN(len(p.Stores))]++
				continue
			}
			pos.Men[q][0][(random.IntN(few)*5+random.IntN(2))%p.Places]++
		}
	}
	pos.ToMove, pos.Turn, pos.Over = random.IntN(len(p.Players)), nil, nil
	position.Write(in, s, pos)
	if s.Status() == engine.AwaitsThrow {
		in.Throw(s, random.IntN(len(p.Throws)))
	}
	if s.Status() != engine.Decision {
		return 0
	}
	w := &world{p: p, s: s, pos: position.Read(p, s)}
	w.me = w.pos.ToMove
	ex := in.Explain(s)
	moves := 0
	hold := func(m engine.Move, refusedBy []int) {
		if m.Act == engine.Pass || m.Act == engine.Stop {
			return
		}
		moves++
		w.m = m
		for _, x := range rules {
			if x.means == nil {
				continue
			}
			executed := slices.Contains(refusedBy, x.statement)
			if x.means(w) != executed {
				laid, _ := json.Marshal(g.State(s))
				t.Errorf("%s: executed %v, but %q\n%s, %s", x.cond, executed, x.said, laid, g.MoveText(in, s, m))
				x.means = nil
				continue
			}
			for _, l := range x.lies {
				l.noticed = l.noticed || l.means(w) != executed
			}
		}
	}
	for _, m := range ex.Moves {
		hold(m, nil)
	}
	for _, r := range ex.Refused {
		hold(r.Move, r.Statements)
	}
	return moves
}
