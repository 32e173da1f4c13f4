package position

import (
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
)

// PutUp are the parts that a throw has put up, throws owed among them, between a state that
// awaited it and the one that follows; lost reports whether something that waited is there no
// more.
func PutUp(p *engine.Program, before, after *engine.State) (added []uint8, lost bool) {
	waiting := slices.Clone(partsLeft(p, before)[1:])
	for _, part := range partsLeft(p, after) {
		if i := slices.Index(waiting, part); i >= 0 {
			waiting = slices.Delete(waiting, i, i+1)
		} else {
			added = append(added, part)
		}
	}
	return added, len(waiting) > 0
}
