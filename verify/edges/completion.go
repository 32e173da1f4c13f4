package edges

import (
	"context"
	"slices"
	"sort"
	"strings"

	"github.com/lectio/lectio/rulesets/engine/natural"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
)

// This check shows moves on which something is scored, or the game ends.
var _ = group.Add(&verify.Check{
	ID:    "ED005",
	Title: "a score or an end was not seen one move before completion",
	Explanation: `For every statement that scores and every one that ends the game, a position is looked for in which one move brings it about: by every part
(by each number of the dice, by stepping, by taking) that can be the last one. Games are played at random, and steered by both players
towards those that chance does not bring; where a part is missing still, a position that was played is changed by one man. Each case shows the move, what is scored, who has won, and the readings under which something
else would come of it. A score or an end that was not seen may be one that cannot be reached.`,
	Bad:      "a score of 7 for a position that no game comes to",
	Good:     "three men each on 20 to 23, two on 24 and one on 18: with the 6 langi múkur is complete, at half value, for the other die is unplayed",
	Limits:   `That a score or an end was not seen is said of the games played, not of the game. Steering looks one move ahead; no game need come to a position that was changed by one man, and the case says that it was. Cases that rest on what stood before (repetition) are shown without asking the readings.`,
	Least:    verify.Least{N: measure.LeastPositions, Of: "positions"},
	Severity: verify.Note,
	Needs:    verify.Playouts,
	Tasks: func(t *verify.Target, o verify.Options) []verify.Task {
		return verify.OneTask("scores and ends of "+t.Definition.ID, func(ctx context.Context) (out verify.Outcome) {
			es, b := sampled(ctx, t, o), newBuilder(t, o)
			defer b.turns.Close(ctx)
			g := t.Game
			// Of all candidates, few that together show every statement by every part.
			type want struct{ statement, by string }
			open := map[want]bool{}
			keys := es.of(kindOutcome)
			for _, k := range keys {
				for _, id := range strings.Fields(k.what) {
					open[want{id, k.detail}] = true
				}
			}
			shown := map[string][]string{} // by which parts
			var list []choice
			for len(open) > 0 {
				best, most := -1, 0
				for i, k := range keys {
					n := 0
					for _, id := range strings.Fields(k.what) {
						if open[want{id, k.detail}] {
							n++
						}
					}
					if n > most || n == most && n > 0 && es.found[k].rank < es.found[keys[best]].rank {
						best, most = i, n
					}
				}
				for _, id := range strings.Fields(keys[best].what) {
					delete(open, want{id, keys[best].detail})
					if !slices.Contains(shown[id], keys[best].detail) {
						shown[id] = append(shown[id], keys[best].detail)
					}
				}
				list = append(list, choice{kind: kindOutcome, at: es.found[keys[best]], byThrow: true, keep: true})
			}
			// The first case of every statement comes before the second of any.
			level := map[*candidate]int{}
			had := map[string]int{}
			for _, x := range list {
				least := 1 << 30
				for _, st := range x.at.fired {
					had[g.Statements[st].ID]++
					least = min(least, had[g.Statements[st].ID])
				}
				level[x.at] = least
			}
			sort.SliceStable(list, func(i, j int) bool { return level[list[i].at] < level[list[j].at] })
			var subjects []subject
			p := g.Program
			add := func(statement int) {
				s := g.Statements[statement]
				by := shown[s.ID]
				sort.Slice(by, func(i, j int) bool { return natural.Compare(by[i], by[j]) < 0 })
				subjects = append(subjects, subject{statement: s, seen: len(by) > 0, by: by, what: "a move that brings about " + s.ID})
			}
			for i := range p.Scores {
				add(p.Scores[i].Statement)
			}
			for i := range p.Ends {
				add(p.Ends[i].Statement)
			}
			out, scope := casesOf(ctx, t, o, b, list)
			addVerdicts(t, &out, es, subjects, scope)
			return out
		})
	},
})
