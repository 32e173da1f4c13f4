package engine

import (
	"fmt"
	"testing"
)

func TestGathered(t *testing.T) {
	p := &Program{Places: 24, Players: []string{"a", "b"}, menOf: []int{15, 15}}
	lit := func(n int) *Node { return &Node{Op: NLit, N: n} }
	each := func(k int, from, to int) *Node { // places from..to within those with k men
		return &Node{Op: BSub, Kids: []*Node{
			{Op: SRange, Kids: []*Node{lit(from), lit(to)}},
			{Op: SCompare, Cmp: Equal, N: int(Own), Kids: []*Node{lit(k)}},
		}}
	}
	at := func(k, place int) *Node {
		return &Node{Op: BCompare, Cmp: Equal, Kids: []*Node{
			{Op: NCountAt, N: int(Own), Kids: []*Node{{Op: NSub, Kids: []*Node{lit(place), lit(1)}}}}, lit(k),
		}}
	}
	bar := &Node{Op: BCompare, Cmp: Greater, Kids: []*Node{{Op: NStore}, lit(0)}}
	both := func(op Op, kids ...*Node) *Node { return &Node{Op: op, Kids: kids} }
	for _, x := range []struct {
		name string
		n    *Node
		want string // places, or - if not all men are asked for
	}{
		{"all on one place", at(15, 24), "[23]"},
		{"five on each of three", each(5, 22, 24), "[21 22 23]"},
		{"four on each of three leave three", each(4, 22, 24), "-"},
		{"more than there are", each(5, 21, 24), "-"},
		{"any of two", both(BOr, at(15, 24), each(3, 19, 23)), "[18 19 20 21 22 23]"},
		{"any of two of which one asks for few", both(BOr, at(15, 24), at(2, 3)), "-"},
		{"with something else", both(BAnd, bar, each(3, 20, 24)), "[19 20 21 22 23]"},
		{"of two at once the narrower", both(BAnd, both(BOr, at(15, 24), at(15, 1)), at(15, 24)), "[23]"},
		{"something else", bar, "-"},
		{"nothing", nil, "-"},
		{"no man anywhere", at(0, 24), "-"},
	} {
		got := "-"
		if places, ok := p.Gathered(x.n); ok {
			got = fmt.Sprint(places.Places())
		}
		if got != x.want {
			t.Errorf("%s: %s, want %s", x.name, got, x.want)
		}
	}
	p.menOf[1] = 14
	if _, ok := p.Gathered(at(15, 24)); ok {
		t.Error("fifteen are not all the men of him who has fourteen; but the condition can be asked of either")
	}
}
