package text

import (
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/playout"
)

var group = verify.Group{ID: "TX", OfRules: true}

// Checks lists the checks of this folder.
func Checks() verify.Set { return group.Checks() }

// lineOf records the steps of a game of a sample.
func lineOf(g *rulesets.Game, number int, steps []dimension.Step) *playout.Line {
	list := make([]playout.Step, len(steps))
	for i, s := range steps {
		list[i] = playout.Step(s)
	}
	return playout.Record(g, number, list)
}
