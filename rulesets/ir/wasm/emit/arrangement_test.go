package emit

import (
	"fmt"
	"testing"

	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
)

func TestGathered(t *testing.T) {
	find := func(p *engine.Program, n *engine.Node) gathered {
		g := gathering{p, map[*ir.Value]gathered{}}
		return g.of(ir.NewLowering(p).Value(n, ir.Mover))
	}
	sealed := func(black int) *engine.Program {
		names, cells := make([]string, 24), make([]int, 24)
		r := &engine.Rules{
			Players: []string{"a", "b"}, Team: []int{0, 1},
			Board: place.Board{Places: 24, Names: [][]string{names, names}, CellOf: [][]int{cells, cells}},
			Parts: []engine.Part{{Name: "throw"}}, Setup: []engine.SetupItem{{Player: 0, Count: 15}, {Player: 1, Count: black}},
		}
		p, err := r.Seal()
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	p := sealed(15)
	lit := func(n int) *engine.Node { return &engine.Node{Op: engine.NLit, N: n} }
	each := func(k int, from, to int) *engine.Node { // places from..to within those with k men
		return &engine.Node{Op: engine.BSub, Kids: []*engine.Node{
			{Op: engine.SRange, Kids: []*engine.Node{lit(from), lit(to)}},
			{Op: engine.SCompare, Cmp: engine.Equal, N: int(engine.Own), Kids: []*engine.Node{lit(k)}},
		}}
	}
	at := func(k, place int) *engine.Node {
		return &engine.Node{Op: engine.BCompare, Cmp: engine.Equal, Kids: []*engine.Node{
			{Op: engine.NCountAt, N: int(engine.Own), Kids: []*engine.Node{{Op: engine.NSub, Kids: []*engine.Node{lit(place), lit(1)}}}}, lit(k),
		}}
	}
	bar := &engine.Node{Op: engine.BCompare, Cmp: engine.Greater, Kids: []*engine.Node{{Op: engine.NStore}, lit(0)}}
	both := func(op engine.Op, kids ...*engine.Node) *engine.Node { return &engine.Node{Op: op, Kids: kids} }
	for _, x := range []struct {
		name string
		n    *engine.Node
		want string // places, or - if not all men are asked for
	}{
		{"all on one place", at(15, 24), "[23]"},
		{"five on each of three", each(5, 22, 24), "[21 22 23]"},
		{"four on each of three leave three", each(4, 22, 24), "-"},
		{"more than there are", each(5, 21, 24), "-"},
		{"any of two", both(engine.BOr, at(15, 24), each(3, 19, 23)), "[18 19 20 21 22 23]"},
		{"any of two of which one asks for few", both(engine.BOr, at(15, 24), at(2, 3)), "-"},
		{"with something else", both(engine.BAnd, bar, each(3, 20, 24)), "[19 20 21 22 23]"},
		{"of two at once the narrower", both(engine.BAnd, both(engine.BOr, at(15, 24), at(15, 1)), at(15, 24)), "[23]"},
		{"something else", bar, "-"},
		{"nothing", nil, "-"},
		{"no man anywhere", at(0, 24), "-"},
	} {
		got := "-"
		if on := find(p, x.n); on.ok {
			got = fmt.Sprint(on.places.Places())
		}
		if got != x.want {
			t.Errorf("%s: %s, want %s", x.name, got, x.want)
		}
	}
	p = sealed(14)
	if find(p, at(15, 24)).ok {
		t.Error("fifteen are not all the men of him who has fourteen; but the condition can be asked of either")
	}
}
