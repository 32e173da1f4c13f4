package explore

import (
	"fmt"
	"reflect"
	"slices"
)

// Differs says in what two graphs of one game differ, position by position; "" in nothing.
func (r *Graph) Differs(o *Graph) string {
	for i := range min(len(r.kind), len(o.kind)) {
		switch {
		case r.State(i).Key() != o.State(i).Key():
			return fmt.Sprintf("position %d is another", i)
		case r.kind[i] != o.kind[i] || r.tag[i] != o.tag[i] || r.depth[i] != o.depth[i] || r.parent[i] != o.parent[i] || r.via[i] != o.via[i]:
			return fmt.Sprintf("position %d is reached in another way, or something else is known of it", i)
		case !slices.Equal(r.successors(i), o.successors(i)):
			return fmt.Sprintf("other positions follow from position %d", i)
		}
	}
	for _, x := range []struct {
		what string
		a, b any
	}{
		{"positions", r.Positions(), o.Positions()}, {"edges", r.Edges(), o.Edges()}, {"looked at", r.Looked, o.Looked}, {"complete", r.Complete, o.Complete},
		{"depth", r.Depth, o.Depth}, {"took effect", r.Applied, o.Applied}, {"stages", r.Stages, o.Stages}, {"thrown", r.Thrown, o.Thrown}, {"broken", r.Broken, o.Broken},
	} {
		if !reflect.DeepEqual(x.a, x.b) {
			return fmt.Sprintf("%s: %v and %v", x.what, x.a, x.b)
		}
	}
	return ""
}

// ChangeAfter has a search change to generated code after so many edges, until the
// function that it returns is called.
func ChangeAfter(edges int) (undo func()) {
	before := enoughEdges
	enoughEdges = edges
	return func() { enoughEdges = before }
}

// Successors are the positions to which a position leads.
func (r *Graph) Successors(position int) []uint32 { return r.successors(position) }
