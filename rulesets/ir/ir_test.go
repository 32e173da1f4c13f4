package ir

import (
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/class"
)

// row is a program of two players who run along a row of ten places from opposite ends.
func row(t *testing.T) *engine.Program { return rowOf(t, 0) }

// rowOf is a row with so many men on each player's first places.
func rowOf(t *testing.T, men int) *engine.Program {
	t.Helper()
	p := &engine.Rules{
		Players: []string{"white", "black"}, Team: []int{0, 1},
		Board:  place.Board{Places: 10, Cells: 10, Row: true},
		Stores: []string{"off"}, Scheme: class.Scheme{Marks: []string{"turned"}}, Parts: []engine.Part{{Name: "throw"}, {Name: "1", Number: 1, IsNumber: true}, {Name: "2", Number: 2, IsNumber: true}},
		Devices: []engine.Device{{ID: "die", Count: 2, Ways: 2}},
		Throws: []engine.Throw{
			{Name: "1", Ways: 1, High: 1, Low: 1, Value: 1},
			{Name: "2", Ways: 1, High: 2, Low: 2, Value: 2, Double: true},
		},
	}
	for q := range p.Players {
		for f := range men {
			p.Setup = append(p.Setup, engine.SetupItem{Player: q, Place: f, Count: 1})
		}
		var names []string
		var cells []int
		for f := range p.Places {
			names = append(names, string(rune('a'+f)))
			if q == 0 {
				cells = append(cells, f)
			} else {
				cells = append(cells, p.Places-1-f)
			}
		}
		p.Names, p.CellOf = append(p.Names, names), append(p.CellOf, cells)
	}
	for f := range p.Places {
		var next []int
		if f+1 < p.Places {
			next = []int{f + 1}
		}
		p.Next, p.Distance = append(p.Next, next), append(p.Distance, p.Places-f)
	}
	sealed, err := p.Seal()
	if err != nil {
		t.Fatal(err)
	}
	return sealed
}

// node is a resolved expression.
func node(op engine.Op, kids ...*engine.Node) *engine.Node {
	return &engine.Node{Op: op, Kids: kids}
}

func lit(n int) *engine.Node { return &engine.Node{Op: engine.NLit, N: n} }

func compare(a *engine.Node, c engine.Comparison, b *engine.Node) *engine.Node {
	return &engine.Node{Op: engine.BCompare, Cmp: c, Kids: []*engine.Node{a, b}}
}

func countAt(w engine.Whose, at *engine.Node) *engine.Node {
	return &engine.Node{Op: engine.NCountAt, N: int(w), Kids: []*engine.Node{at}}
}

// text is a value as it is written, without what frames it.
func text(s string) string {
	var lines []string
	for _, l := range strings.Split(strings.TrimSpace(s), "\n") {
		lines = append(lines, strings.TrimSpace(l))
	}
	return strings.Join(lines, "\n")
}

func TestLowering(t *testing.T) {
	l := NewLowering(row(t))
	for _, c := range []struct {
		name string
		n    *engine.Node
		want string
	}{
		{"a count at a place", compare(countAt(engine.Enemy, node(engine.NTo)), engine.Greater, lit(1)), `
			v1 = to : number
			v2 = at @0 of=1 v1 : number
			v3 = const 2 : number
			v4 = compare >= v2 v3 : truth`},
		{"the same, asked from his side", compare(node(engine.NTheir, countAt(engine.OwnAnyLap, node(engine.NTo))), engine.GreaterEqual, lit(2)), `
			v1 = to : number
			v2 = at @0 of=1 v1 : number
			v3 = const 2 : number
			v4 = compare >= v2 v3 : truth`},
		{"some opponent, where there is one", node(engine.BSome, compare(node(engine.NTheir, node(engine.NScore)), engine.Less, lit(3))), `
			v1 = score @1 : number
			v2 = const 3 : number
			v3 = compare < v1 v2 : truth`},
		{"places of his, as I name them", node(engine.BIn, node(engine.NFrom), node(engine.STheir, node(engine.SPlace, lit(0)))), `
			v1 = set {9} : places
			v2 = from : number
			v3 = has v1 v2 : truth`},
		{"what is known beforehand", node(engine.BOr, compare(lit(2), engine.Less, lit(1)), compare(node(engine.NHigh), engine.Equal, node(engine.NLow))), `
			v1 = thrown : number
			v2 = lookup "high" @0 v1 : number
			v3 = lookup "low" @0 v1 : number
			v4 = compare = v2 v3 : truth`},
		{"whether any, without counting", compare(node(engine.NCount, node(engine.SParts)), engine.Equal, lit(0)), `
			v1 = up : places
			v2 = any v1 : truth
			v3 = not v2 : truth`},
		{"inner places of a row are no edges", node(engine.SEdge, &engine.Node{Op: engine.SLit, Lit: place.SetOf(2, 3, 4, 7)}), `
			v1 = set {2,4,7} : places`},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := l.Value(c.n, Mover)
			if got, want := text(v.String()), text(c.want); got != want {
				t.Fatalf("is\n%s\nexpected\n%s", got, want)
			}
			again, err := l.Parse(v.String())
			if err != nil {
				t.Fatal(err)
			}
			if again != v {
				t.Errorf("read again it is\n%s", again)
			}
		})
	}
}

// Every operation of resolved expressions has a lowering.
func TestEveryOperationIsLowered(t *testing.T) {
	for op := engine.NLit; op <= engine.BSparing; op++ {
		if lowerings[op] == nil {
			t.Errorf("%v has none", op)
		}
	}
}

func TestLift(t *testing.T) {
	for _, c := range []struct {
		name     string
		lift     Lift
		in, want string
	}{
		{"men where it goes", Lift{}, `
			v1 = to : number
			v2 = at @0 of=1 v1 : number
			v3 = const 2 : number
			v4 = compare >= v2 v3 : truth`, `
			v1 = const 2 : number
			v2 = men >= @0 of=1 v1 : places
			v3 = lead to v2 : moves`},
		{"where it may leave the board nobody stands", Lift{OnBoard: func(Op) bool { return false }}, `
			v1 = to : number
			v2 = at @0 of=1 v1 : number
			v3 = const 1 : number
			v4 = compare < v2 v3 : truth`, `
			v1 = const 1 : number
			v2 = men < @0 of=1 v1 : places
			v3 = lead to v2 : moves
			v4 = set {0,1,2,3,4,5,6,7,8,9} : places
			v5 = to : number
			v6 = has v4 v5 : truth
			v7 = not v6 : truth
			v8 = where v7 : moves
			v9 = join v3 v8 : moves`},
		{"the same for all", Lift{}, `
			v1 = store 0 @0 : number
			v2 = const 3 : number
			v3 = compare < v1 v2 : truth`, `
			v1 = store 0 @0 : number
			v2 = const 3 : number
			v3 = compare < v1 v2 : truth
			v4 = const 1 : truth
			v5 = where v4 : moves
			v6 = set {} : moves
			v7 = select v3 v5 v6 : moves`},
		{"gathered before the shift", Lift{Gather: true, OnBoard: func(Op) bool { return true }}, `
			v1 = to : number
			v2 = at @0 of=1 v1 : number
			v3 = const 2 : number
			v4 = compare >= v2 v3 : truth
			v5 = set {0,1,2} : places
			v6 = has v5 v1 : truth
			v7 = and v4 v6 : truth`, `
			v1 = const 2 : number
			v2 = men >= @0 of=1 v1 : places
			v3 = set {0,1,2} : places
			v4 = meet v2 v3 : places
			v5 = lead to v4 : moves`},
		{"a set that depends on the move is taken apart", Lift{}, `
			v1 = marked 0 @0 : places
			v2 = from : number
			v3 = one v2 : places
			v4 = less v1 v3 : places
			v5 = to : number
			v6 = has v4 v5 : truth`, `
			v1 = marked 0 @0 : places
			v2 = lead to v1 : moves
			v3 = from : number
			v4 = one v3 : places
			v5 = to : number
			v6 = has v4 v5 : truth
			v7 = not v6 : truth
			v8 = where v7 : moves
			v9 = meet v2 v8 : moves`},
		{"men at a place that the move names, or at another", Lift{}, `
			v1 = const 1 : number
			v2 = men >= @0 of=1 v1 : places
			v3 = to : number
			v4 = one v3 : places
			v5 = meet v2 v4 : places
			v6 = from : number
			v7 = one v6 : places
			v8 = meet v7 v2 : places
			v9 = join v5 v8 : places
			v10 = any v9 : truth`, `
			v1 = to : number
			v2 = one v1 : places
			v3 = const 1 : number
			v4 = men >= @0 of=1 v3 : places
			v5 = touch v2 v4 : moves
			v6 = from : number
			v7 = one v6 : places
			v8 = touch v7 v4 : moves
			v9 = join v5 v8 : moves`},
		{"what cannot be asked of all at once", Lift{}, `
			v1 = completable : truth`, ``},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := c.lift
			l.Lowering = NewLowering(row(t))
			v, err := l.Parse(c.in)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			if m := l.Moves(v); m != nil {
				got = m.String()
			}
			if text(got) != text(c.want) {
				t.Errorf("is\n%s\nexpected\n%s", text(got), text(c.want))
			}
		})
	}
}

// Where a man may go from where he stands is a set of places, if it can be said so.
func TestEnds(t *testing.T) {
	for _, c := range []struct {
		name     string
		end      Op
		given    []Op
		in, want string
	}{
		{"along ways that are free, but for some places", To, []Op{From}, `
			v1 = from : number
			v2 = const 1 : number
			v3 = men < @0 of=0,1 v2 : places
			v4 = ray 85 @0 v1 v3 : places
			v5 = to : number
			v6 = has v4 v5 : truth
			v7 = const 5 : number
			v8 = compare < v5 v7 : truth
			v9 = not v8 : truth
			v10 = and v6 v9 : truth`, `
			v1 = from : number
			v2 = const 1 : number
			v3 = men < @0 of=0,1 v2 : places
			v4 = ray 85 @0 v1 v3 : places
			v5 = set {5,6,7,8,9} : places
			v6 = meet v4 v5 : places`},
		{"men of a kind, of whom there are few", From, nil, `
			v1 = mark 64 : truth
			v2 = store 0 @0 : number
			v3 = const 3 : number
			v4 = compare >= v2 v3 : truth
			v5 = or v1 v4 : truth`, `
			v1 = marked 64 @0 : places
			v2 = store 0 @0 : number
			v3 = const 3 : number
			v4 = compare >= v2 v3 : truth
			v5 = set {0,1,2,3,4,5,6,7,8,9} : places
			v6 = set {} : places
			v7 = select v4 v5 v6 : places
			v8 = join v1 v7 : places`},
		{"the other end is not known", From, nil, `
			v1 = to : number
			v2 = marked 0 @0 : places
			v3 = has v2 v1 : truth`, ``},
		{"what it leads to", To, []Op{From}, `
			v1 = marked 0 @0 : places
			v2 = any v1 : truth
			v3 = after v2 : truth`, ``},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := NewLowering(row(t))
			v, err := l.Parse(c.in)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			if m := l.Ends(c.end, v, c.given...); m != nil {
				got = m.String()
			}
			if text(got) != text(c.want) {
				t.Errorf("is\n%s\nexpected\n%s", text(got), text(c.want))
			}
		})
	}
}

// What could ever be yielded is bounded by what the man, his part and the throws allow.
func TestCould(t *testing.T) {
	p := row(t)
	l := NewLowering(p)
	ahead := node(engine.SAhead, node(engine.NFrom), node(engine.NHigh))
	if got, want := l.Could(l.Value(ahead, Mover), 1, 3), place.SetOf(3, 4, 5); got != want {
		t.Errorf("ahead by what was thrown from 3 are %v, expected %v", got.Places(), want.Places())
	}
	part := node(engine.SAnd, node(engine.SAhead, node(engine.NFrom), node(engine.NPart)),
		&engine.Node{Op: engine.SCompare, N: int(engine.Enemy), Cmp: engine.Equal, Kids: []*engine.Node{lit(0)}})
	if got, want := l.Could(l.Value(part, Mover), 2, 3), place.SetOf(5); got != want {
		t.Errorf("free places two ahead of 3 are among %v, expected %v", got.Places(), want.Places())
	}
}

// The plain evaluation of a condition says what a reader would.
func TestEnv(t *testing.T) {
	p := row(t)
	l := NewLowering(p)
	e := Env{P: p, From: 2, To: 4, Over: -1, Part: 2, Act: engine.Advance, Throw: 2}
	for _, c := range []struct {
		n    *engine.Node
		want int
	}{
		{node(engine.NNumber, node(engine.NTo)), 5},
		{node(engine.NDistance, node(engine.NFrom)), 8},
		{node(engine.NPart), 2},
		{node(engine.BDouble), 1},
		{node(engine.NDiv, lit(-7), lit(2)), -4},
		{node(engine.NDiv, lit(7), lit(0)), 0},
		{node(engine.NTheir, node(engine.NNumber, node(engine.NTo))), 6},
		{node(engine.NCount, node(engine.SRange, lit(3), lit(99))), 8},
		{node(engine.BIn, lit(3), node(engine.SPassed)), 1},
	} {
		if got := e.Number(l.Value(c.n, Mover)); got != c.want {
			t.Errorf("%s\nis %d, expected %d", l.Value(c.n, Mover), got, c.want)
		}
	}
}

func TestParseSaysWhatIsWrong(t *testing.T) {
	l := NewLowering(row(t))
	for in, want := range map[string]string{
		"v1 to : number":                         "NAME = OPERATION",
		"v1 = to":                                "does not end in",
		"v1 = fly : number":                      "no operation",
		"v1 = not v9 : truth":                    "not the name of an earlier line",
		"v1 = to : number\nv2 = add v1 : number": "line 2: add has 2 operands, not 1",
	} {
		if _, err := l.Parse(in); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, expected %q", in, err, want)
		}
	}
}

// What a prohibition asks that is the same for all moves guards what it asks of each.
func TestGuard(t *testing.T) {
	l := NewLowering(row(t))
	f := &engine.Forbid{
		RuleRef: engine.RuleRef{ID: "closed"}, Stages: 1,
		When:    node(engine.BAnd, node(engine.BDouble), compare(countAt(engine.Enemy, node(engine.NTo)), engine.Greater, lit(1))),
		Excepts: []engine.Except{{When: compare(node(engine.NScore), engine.Equal, lit(0))}, {When: compare(node(engine.NFrom), engine.Equal, lit(3))}},
	}
	r := l.Restricted(f)
	guard, when, excepts := l.Guard(&r)
	want := l.Value(node(engine.BAnd, f.When.Kids[0], node(engine.BNot, f.Excepts[0].When)), Mover)
	if guard != want {
		t.Errorf("guarded by\n%s\nexpected\n%s", guard, want)
	}
	if when != l.Value(f.When.Kids[1], Mover) || len(excepts) != 1 || excepts[0] != l.Value(f.Excepts[1].When, Mover) {
		t.Errorf("it asks of each\n%s\nbut for %v", when, excepts)
	}
	if v := l.Struck(&r); !v.OnMove() || v != l.Do(And, Truth, l.Do(And, Truth, l.Value(f.When, Mover), l.Do(Not, Truth, l.Value(f.Excepts[0].When, Mover))), l.Do(Not, Truth, excepts[0])) {
		t.Errorf("it strikes where\n%s", v)
	}
}

// A condition on fixed places, the same for several of them, is asked of all at once.
func TestLines(t *testing.T) {
	l := NewLowering(row(t))
	men := &engine.Node{Op: engine.SMarked}
	own := &engine.Node{Op: engine.SCompare, N: int(engine.Own), Cmp: engine.GreaterEqual, Kids: []*engine.Node{lit(1)}}
	at := func(i int) *engine.Node {
		return node(engine.BAnd, node(engine.BIn, lit(i), men), node(engine.BNot, node(engine.BIn, lit(i+1), own)))
	}
	lines, ok := l.Lines(l.Value(node(engine.BOr, at(2), node(engine.BOr, at(5), at(7))), Mover))
	if !ok || len(lines) != 1 || lines[0].Begin != place.SetOf(2, 5, 7) || len(lines[0].Asks) != 2 || lines[0].Asks[1].By != 1 || !lines[0].Asks[1].Not {
		t.Fatalf("%v, %+v", ok, lines)
	}
	if _, ok := l.Lines(l.Value(node(engine.BOr, at(2), node(engine.BDouble)), Mover)); ok {
		t.Error("a throw is no place")
	}
}

// Which sets are where men stand is told whatever the comparison that says so.
func TestStands(t *testing.T) {
	l := NewLowering(row(t))
	for _, c := range []struct {
		w    engine.Whose
		cmp  engine.Comparison
		k    int
		want Standing
		ok   bool
	}{
		{engine.Own, engine.Greater, 0, Standing{Own: true}, true},
		{engine.Enemy, engine.GreaterEqual, 1, Standing{Enemy: true}, true},
		{engine.Anyone, engine.Equal, 0, Standing{Own: true, Enemy: true, None: true}, true},
		{engine.Enemy, engine.Less, 1, Standing{Enemy: true, None: true}, true},
		{engine.Enemy, engine.GreaterEqual, 2, Standing{}, false},
		{engine.Own, engine.Equal, 1, Standing{}, false},
		{engine.Own, engine.GreaterEqual, 0, Standing{}, false},
	} {
		n := &engine.Node{Op: engine.SCompare, N: int(c.w), Cmp: c.cmp, Kids: []*engine.Node{lit(c.k)}}
		if got, ok := l.Stands(l.Value(n, Mover)); ok != c.ok || ok && got != c.want {
			t.Errorf("%v %v %d: %+v, %v", c.w, c.cmp, c.k, got, ok)
		}
	}
}
