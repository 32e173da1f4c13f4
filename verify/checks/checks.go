package checks

import (
	"slices"

	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/edges"
	"github.com/lectio/lectio/verify/examples"
	"github.com/lectio/lectio/verify/playability"
	"github.com/lectio/lectio/verify/readings"
	"github.com/lectio/lectio/verify/ruleset"
	"github.com/lectio/lectio/verify/statistics"
	"github.com/lectio/lectio/verify/text"
)

// All lists all checks in the order in which they are reported.
func All() verify.Set {
	return slices.Concat(group.Checks(), text.Checks(), ruleset.Checks(), examples.Checks(), edges.Checks(), playability.Checks(), readings.Checks(), statistics.Checks())
}
