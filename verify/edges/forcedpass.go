package edges

import (
	"context"

	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
)

// This check shows forced passes.
var _ = group.Add(&verify.Check{
	ID:    "ED007",
	Title: "a player who can play nothing, and no rule that says what happens",
	Explanation: `For every stage, every throw that cannot be played at all, and every throw of which the rest cannot be played, a position is looked for and
shown with the rule that answers it: the rest is dropped, the turn is lost, the other plays it. A position that no rule answers is an
error, and a rule for blocked parts that no position ever called on is noted: the case may be impossible, or the rule that should lead
to it is missing.`,
	Bad:      "blocked: stop, on: [1, 3, 4, 0]           # and a throw of 2 cannot be played from the opening",
	Good:     "all men behind a row of six, throw 4-2: throw_blocked drops both parts",
	Limits:   `The positions are those of a sample of games, and of every move in them. That a rule was not called on is said of these games only.`,
	Least:    verify.Least{N: measure.LeastPositions, Of: "positions"},
	Severity: verify.Error,
	Needs:    verify.Playouts,
	Tasks: func(t *verify.Target, o verify.Options) []verify.Task {
		return verify.OneTask("forced passes of "+t.Definition.ID, func(ctx context.Context) (out verify.Outcome) {
			es, b := sampled(ctx, t, o), newBuilder(t, o)
			defer b.turns.Close(ctx)
			g := t.Game
			var list []choice
			seen := map[string]bool{}
			for _, k := range es.of(kindPass) {
				e := es.found[k]
				if k.what != "" {
					seen[k.what] = true
					list = append(list, choice{kind: kindPass, title: k.what + " answers: " + k.detail, at: e, byThrow: true})
					continue
				}
				steps := append([]playout.Step(nil), e.steps...)
				if e.throw >= 0 {
					steps = append(steps, playout.Step{Throw: e.throw})
				}
				if e.moved {
					steps = append(steps, playout.Step{Throw: -1, Move: e.move})
				}
				f := t.Finding(verify.Error, t.Definition.Pos, "after %s nothing can be played, and no rule provides for it", lastOf(playout.Record(g, e.number, steps)))
				f.Line = playout.Record(g, e.number, steps)
				out.Findings = append(out.Findings, f)
				list = append(list, choice{kind: kindPass, title: "nothing is provided for", at: e, keep: true})
			}
			var subjects []subject
			for i := range g.Program.Blocked {
				s := g.Statements[g.Program.Blocked[i].Statement]
				subjects = append(subjects, subject{statement: s, seen: seen[s.ID] || es.fired[g.Program.Blocked[i].Statement] > 0, what: "a forced pass that " + s.ID + " answers"})
			}
			cases, scope := casesOf(ctx, t, o, b, list)
			out.EdgeCases = cases.EdgeCases // what they come to is reported above, with the line that leads there
			addVerdicts(t, &out, es, subjects, scope)
			return out
		})
	},
})

// lastOf names the last step of a line.
func lastOf(l *playout.Line) string {
	if n := len(l.Plies); n > 0 && l.Closing == "" {
		p := l.Plies[n-1]
		if p.Throw != nil {
			return p.Player + " " + *p.Throw + ": " + p.Move
		}
		return p.Player + ": " + p.Move
	}
	if l.Closing != "" {
		return l.Closing + " thrown"
	}
	return "the start"
}
