package position

import (
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
)

// PutUp are the parts that a throw has put up, throws owed among them, between a state that
// awaited it and the one that follows; lost reports whether something that waited is there no
// more.
func PutUp(p *engine.Program, before, after *engine.State) (added []uint8, lost bool) {
	waiting := Read(p, before).Turn.Left[1:]
	for _, l := range Read(p, after).Turn.Left {
		if i := slices.Index(waiting, l); i >= 0 {
			waiting = slices.Delete(slices.Clone(waiting), i, i+1)
			continue
		}
		part := uint8(l.Part)
		if l.Optional {
			part |= engine.OptionalPart
		}
		added = append(added, part)
	}
	return added, len(waiting) > 0
}
