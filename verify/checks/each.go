package checks

import (
	"context"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/sweep"
)

// OfEach are the checks that a sweep can ask of any interpretation.
func OfEach() []string {
	var out []string
	for _, c := range All() {
		if c.Each {
			out = append(out, c.ID)
		}
	}
	return out
}

// Asking asks checks as lectio verify does, with one interpretation in place of the
// default and all readings.
func Asking(corpus *dimension.Corpus) sweep.Ask {
	return func(ctx context.Context, ruleset string, readings rulesets.Choice, c sweep.Checking, seed uint64, cap int) []sweep.Checked {
		o := verify.Budget(c.CheckGames, verify.Defaults().Positions)
		o.Seed, o.Cap, o.Jobs, o.Only, o.Single = seed, cap, 1, c.Checks, &readings
		res := verify.Run(ctx, All(), corpus, []*rulesets.Definition{corpus.Find(ruleset)}, o)
		var out []sweep.Checked
		for _, id := range c.Checks {
			out = append(out, checkedOf(res, id))
		}
		return out
	}
}

// checkedOf is what a run says of one check.
func checkedOf(res *verify.Result, id string) sweep.Checked {
	out := sweep.Checked{Check: id}
	for _, v := range res.Verdicts {
		if v.Check == id && (out.Verdict == "" || v.Verdict == verify.Found) {
			out.Verdict = string(v.Verdict)
		}
	}
	for _, x := range res.Findings { // the gravest first
		if x.ID != id {
			continue
		}
		if out.Findings++; out.Findings == 1 {
			out.Severity, out.Message = x.Severity.String(), x.Message
			if x.Line != nil {
				out.Line = x.Line.Text()
			}
		}
	}
	return out
}
