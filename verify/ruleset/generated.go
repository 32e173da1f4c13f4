package ruleset

import (
	"context"
	"errors"

	"github.com/lectio/lectio/rulesets/ir"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify"
)

// This check says what keeps generated code from playing a ruleset.
var _ = group.Add(&verify.Check{
	ID:    "RS006",
	Title: "the rules are played by the interpreter",
	Explanation: `Games are played by code that is generated from the rules. Where that knows a word not, or has not the room, the interpreter plays
the same games, many times slower (lectio bench has the figures), and checks that play games look less far. It is said which statement stands
in the way and, where one is known, another way to write it.`,
	Bad:      "grid: {rows: 15, columns: 15}     # 225 places; there is room for 128",
	Good:     "grid: {rows: 11, columns: 11}",
	Limits:   "Asked of the default interpretation. Generated code that is slow is not told of here.",
	Severity: verify.Warning,
	Needs:    verify.Static,
	Text:     true,
	Tasks: func(t *verify.Target, o verify.Options) []verify.Task {
		return verify.OneTask("code of "+t.Definition.ID, func(context.Context) (out verify.Outcome) {
			g, errs := t.Definition.Game(nil)
			if len(errs) > 0 {
				return out // RS001 says so
			}
			var lacks ir.Unsupported
			if !errors.As(play.Of(g).Interpreted(), &lacks) {
				return out
			}
			pos := t.Definition.Pos
			if s := g.Statement(lacks.Statement); s != nil {
				pos = s.Pos
			}
			f := t.Finding(verify.Warning, pos, "the interpreter plays this ruleset: code cannot be generated for %s", lacks.Word)
			if s := g.Statement(lacks.Statement); s != nil {
				f.Statement, f.Clauses = s.ID, verify.ClauseNames(s.Warrant)
			}
			if way := lacks.Instead(); way != "" {
				f.Message += "; it can be for: " + way
			}
			out.Findings = append(out.Findings, f)
			return out
		})
	},
})
