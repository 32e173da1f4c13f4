package dimension

import (
	"context"

	"github.com/lectio/lectio/rulesets"
)

// Answers says of each dimension how the interpretation settles it, as Settlements
// does, without the questions that have to do with it, which are most of the work:
// so that nothing is known of standings but what does not arise. It is for whoever asks
// many interpretations of one ruleset, of which some go on for ever: so the games that
// are played only to see how they end are given up earlier.
func Answers(ctx context.Context, in *rulesets.Interpretation, dims []*Dimension) []Settlement {
	s, errs := sampleOf(ctx, in, dims, usualBounds)
	out := make([]Settlement, len(dims))
	for i, dim := range dims {
		out[i] = Settlement{Dimension: dim, Standing: Open}
		if len(errs) > 0 {
			continue
		}
		if i == 0 {
			s.endings(ctx, samplePlies)
		}
		if out[i] = s.settle(dim); out[i].Standing != Moot {
			out[i].Standing = Open
		}
		out[i].declared(in)
		out[i].tell()
	}
	return out
}
