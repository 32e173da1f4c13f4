package players

import (
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/weigh"
)

// Carried are the weights for another form of the same game: what has a name in both weighs
// the same, and what is new weighs nothing. They are nil where the two cannot be laid beside each other: where only
// one of them ties its players, or other sides play.
func (l *Learned) Carried(f *weigh.Form) []int16 {
	if l.Weights == nil || l.Form.Tied != f.Tied || l.Form.Outputs != f.Outputs || !slices.Equal(l.Form.Program.Team, f.Program.Team) {
		return nil
	}
	out := make([]int16, f.Weights())
	same := f.Numbers == l.Form.Numbers
	for v := range f.Views {
		old, names := l.Form.Names(v), f.Names(v)
		same = same && slices.Equal(old, names)
		at := map[string]int{}
		for i, name := range old {
			at[name] = i
		}
		for o := range f.Outputs {
			from, to := l.Weights[(o*f.Views+v)*l.Form.Numbers:], out[(o*f.Views+v)*f.Numbers:]
			for i, name := range names {
				if k, ok := at[name]; ok {
					to[i] = from[k]
				}
			}
		}
	}
	if same {
		return l.Weights
	}
	return out
}

// By has all players of an interpretation play by the program, with a share of moves drawn where nothing
// is thrown; nil where its weights cannot be carried over.
func (l *Learned) By(p *engine.Program) *weigh.Players {
	f := weigh.FormOf(p, l.Training.Untied)
	w := l.Carried(f)
	if w == nil {
		return nil
	}
	by := &weigh.Players{Form: f, Share: DrawnShare(p)}
	for range p.Players {
		by.Weights = append(by.Weights, w)
	}
	return by
}

// DrawnShare is how many of 256 moves are drawn from all that may be made where programs that weigh
// play each other: one of eight, so that they do not play one game again and again, and none where
// what is thrown sees to that.
func DrawnShare(p *engine.Program) int {
	if len(p.Throws) > 0 {
		return 0
	}
	return drawnShare
}
