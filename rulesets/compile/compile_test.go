package compile

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/lang"
)

// source makes statements of YAML, a line each.
func source(t *testing.T, lines ...string) (src Source) {
	src.Boards = &Boards{}
	t.Helper()
	root, errs := yamlpos.Parse("t", []byte(strings.Join(lines, "\n")+"\n"))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	src.Pos = root.Pos
	for _, n := range root.Items() {
		s := ast.KindOf(n).Read(n)
		s.ID = n.Get("id").Text
		src.Statements = append(src.Statements, &s)
	}
	src.Every = src.Statements
	return src
}

// Two men on a row of three, who step to the point beside.
var row = []string{
	"- {id: two, players: [a, b]}",
	"- {id: board, grid: {rows: 1, columns: 3}}",
	"- {id: men, men: 1}",
	"- {id: opening, set_up: {a: {a1: 1}, b: {c1: 1}}}",
	"- {id: turn, stage: yes}",
	"- {id: one-move, agenda: {play: [step]}}",
	"- {id: steps, allow: step}",
}

// A program counts its statements as they were given, and a rule of it names its own.
func TestCompile(t *testing.T) {
	src := source(t, append(row[:len(row):len(row)], "- {id: no-centre, forbid: step, when: to = b1}")...)
	got, errs := Compile(src, nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	p := got.Program
	if !slices.Equal(p.Players, []string{"a", "b"}) || p.Places != 3 || p.Statements != len(src.Statements) {
		t.Errorf("players %v, %d places, %d statements", p.Players, p.Places, p.Statements)
	}
	if len(p.Forbids) != 1 || src.Statements[p.Forbids[0].Statement].ID != "no-centre" {
		t.Errorf("prohibitions %+v", p.Forbids)
	}
}

// What is lacking is said at the place of the ruleset, what is wrong at its own; without a
// board nothing else is looked at, for want of names.
func TestCompileErrors(t *testing.T) {
	without := slices.Concat(row[:1], row[2:])
	_, errs := Compile(source(t, append(without, "- {id: odd, forbid: step, when: to = x9}")...), nil)
	if len(errs) != 1 || !strings.HasPrefix(errs.Error(), "t:1:1: the ruleset does not say what it is played on") {
		t.Errorf("without a board:\n%v", errs)
	}
	_, errs = Compile(source(t, append(row[:len(row):len(row)], "- {id: odd, forbid: step, when: to = x9}", "- {id: lifts, except: nothing}")...), nil)
	if len(errs) != 2 || errs[0].Pos.Line != 8 || errs[1].Pos.Line != 9 {
		t.Errorf("two statements are wrong:\n%v", errs)
	}
}

// An end may come before one that a reading leaves out, but not before one that is nowhere.
func TestDropped(t *testing.T) {
	src := source(t, append(row[:len(row):len(row)], "- {id: home, end: over, when: own(a1) = 0, winner: me, outranks: gone}")...)
	if _, errs := Compile(src, nil); len(errs) != 1 || !strings.Contains(errs.Error(), "there is no such end") {
		t.Errorf("gone is nowhere:\n%v", errs)
	}
	src.Dropped = map[string]bool{"gone": true}
	if _, errs := Compile(src, nil); len(errs) > 0 {
		t.Errorf("gone is left out:\n%v", errs)
	}
}

// A condition with a name that the ruleset does not have asks about no moves, and is no error.
func TestProbes(t *testing.T) {
	when := func(text string) *lang.Text { return ast.Expression(&yamlpos.Reader{}, &yamlpos.Node{Text: text}) }
	got, errs := Compile(source(t, row...), []AskedMoves{{When: when("to = b1")}, {When: when("to = x9")}, {When: when("from = c1")}})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	if !slices.Equal(got.Probes, []int{0, -1, 1}) || len(got.Program.Probes) != 2 {
		t.Errorf("probes %v of %d", got.Probes, len(got.Program.Probes))
	}
}

// Every word of the language has a place in the list of all words, once.
func TestWords(t *testing.T) {
	words := Words()
	if !slices.IsSorted(words) || len(slices.Compact(slices.Clone(words))) != len(words) {
		t.Errorf("words are not in order, or twice: %v", words)
	}
	for w := range lang.All() {
		if !w.OfMeasures() && !slices.Contains(words, w.Name) {
			t.Errorf("%s is missing", w.Name)
		}
	}
	if slices.Contains(words, "choices") {
		t.Error("choices is listed, which only measures can ask")
	}
	for _, w := range []string{"outranks", "hand_over", "set_up"} {
		if !slices.Contains(words, w) {
			t.Errorf("%s is missing", w)
		}
	}
}

// A way that passes a player's store at his right is turned with him: each visits his own, and
// the other one is a place off his way.
func TestTrackPastAStore(t *testing.T) {
	lines := []string{
		"- {id: two, players: [a, b]}",
		"- {id: board, holes: {rows: 2, columns: 6, stores: yes}}",
		"- {id: way, track: {run: [r1c1..r1c6, store_right, r2c6..r2c1], ring: yes, places: cells}}",
		"- {id: men, men: 24}",
		"- {id: opening, set_up: {row_1: 4}}",
		"- {id: turn, stage: yes}",
		"- {id: one-move, agenda: {play: [go]}}",
		"- {id: goes, allow: advance, with: go, to: \"ahead(from, 1)\"}",
	}
	got, errs := Compile(source(t, lines...), nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	p := got.Program
	if p.Places != 14 {
		t.Fatalf("%d places", p.Places)
	}
	way := func(q int) (names []string) {
		for f, first := 0, true; first || f != 0; f, first = p.Next[f][0], false {
			names = append(names, p.Names[q][f])
		}
		return names
	}
	a := "r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 store_right r2c6 r2c5 r2c4 r2c3 r2c2 r2c1"
	b := "r2c6 r2c5 r2c4 r2c3 r2c2 r2c1 store_left r1c1 r1c2 r1c3 r1c4 r1c5 r1c6"
	if x, y := strings.Join(way(0), " "), strings.Join(way(1), " "); x != a || y != b {
		t.Errorf("the ways are\n%s\n%s", x, y)
	}
	if x, y := p.Names[0][13], p.Names[1][13]; x != "store_left" || y != "store_right" || p.Next[13] != nil {
		t.Errorf("off the ways lie %s and %s, which lead to %v", x, y, p.Next[13])
	}
}

// Each throw is written with its faces in a settled order, and falls in as many ways as are
// counted by hand.
func TestFacesOfTheirOwn(t *testing.T) {
	for _, x := range []struct{ throw, want string }{
		// Of 16 ways each doublet has one, each other throw two.
		{"{dice: 2, faces: [A, II, III, IIII]}", "A-A 1, A-II 2, A-III 2, A-IIII 2, II-II 1, II-III 2, II-IIII 2, III-III 1, III-IIII 2, IIII-IIII 1"},
		{"{dice: 2, faces: [2, 3, 4, 5]}", "2-2 1, 3-2 2, 3-3 1, 4-2 2, 4-3 2, 4-4 1, 5-2 2, 5-3 2, 5-4 2, 5-5 1"},
		// A face on several sides: two thirds and a third, so 4/9, 4/9, 1/9.
		{"{dice: 2, faces: [blank, X, blank]}", "blank-blank 4, blank-X 4, X-X 1"},
		{"{dice: 2, faces: {blank: 2/3, X: 1/3}}", "blank-blank 4, blank-X 4, X-X 1"},
		// The short ends of a long die with 1/6 each, its sides with 1/3 each.
		{"{dice: 1, faces: {1: 1/6, 2: 1/3, 5: 1/3, 6: 1/6}}", "1 1, 2 2, 5 2, 6 1"},
		// Unlike dice: 1 on the first and 2 on the second lie there as 2 and 1 do.
		{"{dice: [{faces: [1, 2]}, {faces: 2}]}", "1-1 1, 2-1 2, 2-2 1"},
		{"{dice: [{faces: [king, foot, foot]}, {faces: 2}]}", "king-1 1, king-2 1, foot-1 2, foot-2 2"},
		{"{dice: 2, faces: 2}", "1-1 1, 2-1 2, 2-2 1"},
	} {
		src := source(t, append(row[:len(row):len(row)], "- {id: d, throw: "+x.throw+"}")...)
		got, errs := Compile(src, nil)
		if len(errs) > 0 {
			t.Error(x.throw, errs)
			continue
		}
		var list []string
		ways := 0
		for _, th := range got.Program.Throws {
			list = append(list, fmt.Sprint(th.Name, " ", th.Ways))
			ways += th.Ways
		}
		if s := strings.Join(list, ", "); s != x.want || ways != got.Program.Devices[0].Ways {
			t.Errorf("%s: %s, of %d ways; want %s", x.throw, s, got.Program.Devices[0].Ways, x.want)
		}
	}
}

// What is wrong with faces is said at its place.
func TestFacesThatCannotBe(t *testing.T) {
	for _, x := range []struct{ lines, want string }{
		{"- {id: d, throw: {dice: 1, faces: [A, A]}}", "t:8:35: a die has no such faces; found 2 faces, expected 2 to 20 faces that are not all alike"},
		{"- {id: d, throw: {dice: 1, faces: [A, any]}}", `t:8:39: no face of a die can be called so; found "any"`},
		{"- {id: d, throw: {dice: 1, faces: [A, 1-2]}}", `t:8:39: no face of a die can be called so; found "1-2"`},
		{"- {id: d, throw: {dice: 1, faces: {A: 1/3, B: 1/3}}}", "t:8:35: the chances do not add up; found 2/3 in all"},
		{"- {id: d, throw: {dice: 1, faces: {A: 1/3, B: most}}}", `t:8:47: this is no chance of a face; found "most"`},
		{"- {id: d, throw: {sticks: 1, faces: [A, B]}}", "t:8:37: only dice have faces; found faces beside sticks"},
		{"- {id: d, throw: {dice: [{faces: 6}]}}", "t:8:25: so many dice of their own cannot be thrown at once; found 1 dice"},
		{"- {id: d, throw: {dice: [{faces: 6}, {faces: 6}], faces: 6}}", "t:8:58: the faces are said twice"},
		{"- {id: d, throw: {dice: [{faces: 6}, {sides: 6}]}}", `unknown key "sides" in a die`},
		{"- {id: d, throw: {dice: 5, faces: {A: 1/999, B: 998/999}}}", "t:8:25: so many ways cannot be told apart"},
		{"- {id: d, throw: {dice: 1, faces: [A, 2]}}\n- {id: s, stage: {throws: d}}\n- {id: p, agenda: {on: any, play: [thrown]}, in: s}", "no die of the throw A shows a number"},
		{"- {id: d, throw: {dice: 1, faces: [A, 2]}}\n- {id: no, forbid: step, when: high = 2}", "what is thrown can show words alone"},
		{"- {id: d, throw: {sticks: 1}}\n- {id: s, stage: {throws: d}}\n- {id: p, agenda: {on: any, play: [faces]}, in: s}", "only dice show faces"},
	} {
		src := source(t, append(row[:len(row):len(row)], x.lines)...)
		var all []string
		for _, s := range src.Statements {
			for _, e := range s.Errs {
				all = append(all, e.Error())
			}
		}
		_, errs := Compile(src, nil)
		for _, e := range errs {
			all = append(all, e.Error())
		}
		if !strings.Contains(strings.Join(all, "\n"), x.want) {
			t.Errorf("%s: %v; want %s", x.lines, all, x.want)
		}
	}
}
