package players

import (
	"slices"

	"github.com/lectio/lectio/rulesets/engine/weigh"
)

// Carried are weights of a form for another form of the same game: what has a name in both weighs
// the same, and what is new weighs nothing. They are nil where the two cannot be laid beside each other: where only
// one of them ties its players, or other sides play.
func Carried(weights []int16, of, f *weigh.Form) []int16 {
	if weights == nil || of.Tied != f.Tied || of.Outputs != f.Outputs || !slices.Equal(of.Program.Team, f.Program.Team) {
		return nil
	}
	out := make([]int16, f.Weights())
	same := f.Numbers == of.Numbers
	for v := range f.Views {
		old, names := of.Names(v), f.Names(v)
		same = same && slices.Equal(old, names)
		at := map[string]int{}
		for i, name := range old {
			at[name] = i
		}
		for o := range f.Outputs {
			from, to := weights[(o*f.Views+v)*of.Numbers:], out[(o*f.Views+v)*f.Numbers:]
			for i, name := range names {
				if k, ok := at[name]; ok {
					to[i] = from[k]
				}
			}
		}
	}
	if same {
		return weights
	}
	return out
}
