package edges

import (
	"context"

	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
)

// This check shows each prohibition, exception and obligation at work.
var _ = group.Add(&verify.Check{
	ID:    "ED008",
	Title: "a prohibition or exception at work comes to what no rule provides for",
	Explanation: `For every statement that forbids, excepts or requires, the simplest position is shown in which it alone makes the difference, for every act that it
bears on: the man that may not enter, the man that may not be taken out of a mill, the row that may be broken. This is where a clause
can be read beside exactly what it does, and beside the readings under which it would do something else.`,
	Bad:      "not_from_a_mill refuses b/out although b stands in no mill",
	Good:     "a b c stand in a mill and e alone: e/out is legal, a/out b/out c/out are refused by not_from_a_mill alone; the reading any-may-be-taken changes nothing while e stands",
	Limits:   `Refusals are looked at in a part of the positions of a sample of games. A statement whose effect another has as well is never alone decisive; ST and PB checks list statements that never bit.`,
	Least:    verify.Least{N: measure.LeastPositions, Of: "positions"},
	Severity: verify.Error,
	Needs:    verify.Playouts,
	Tasks: func(t *verify.Target, o verify.Options) []verify.Task {
		return verify.OneTask("prohibitions of "+t.Definition.ID, func(ctx context.Context) (out verify.Outcome) {
			es, b := sampled(ctx, t, o), newBuilder(t, o)
			defer b.turns.Close(ctx)
			var list []choice
			seen := map[string]bool{}
			for _, kind := range []string{kindForbidden, kindLifted} {
				for _, k := range es.of(kind) {
					seen[k.what] = true
					c := choice{kind: kind, title: k.what + " alone refuses: " + k.detail, at: es.found[k], keep: true}
					switch {
					case kind == kindLifted:
						c.title = k.what + " lifts a prohibition"
					case t.Game.Statement(k.what) != nil && t.Game.Statement(k.what).Kind == "require":
						c.kind, c.title = kindRequired, k.what+" obliges: another "+k.detail+" is refused"
					}
					list = append(list, c)
				}
			}
			out, _ = casesOf(ctx, t, o, b, list)
			for _, s := range t.Game.Statements {
				if s.Kind != "forbid" && s.Kind != "except" && s.Kind != "require" {
					continue
				}
				v := verify.Verdict{Ruleset: t.Definition.ID, Subject: s.ID + " alone makes the difference", Verdict: verify.NoneSeen, Scope: es.scope(o, len(out.EdgeCases), len(list))}
				if seen[s.ID] {
					v.Verdict = verify.Found
				}
				out.Verdicts = append(out.Verdicts, v)
			}
			return out
		})
	},
})
