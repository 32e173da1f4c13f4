package ruleset

import (
	"context"
	"fmt"
	"slices"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/lang"
	"github.com/lectio/lectio/verify"
)

// This check looks for parts on agendas that nothing can play.
var _ = group.Add(&verify.Check{
	ID:    "RS003",
	Title: "a part that no rule plays",
	Explanation: `An agenda, or a rule, puts up a part (a number, or a word such as remove) that no rule allows to be played in that stage. The player would be
blocked whenever it comes up: either the rule that plays it is missing, or its name is misspelt.`,
	Bad:      "- id: one_man\n  agenda: {play: [laep]}        # and the rule says allow: leap",
	Good:     "- id: one_man\n  agenda: {play: [leap]}\n- id: leap\n  allow: leap",
	Limits:   `A part that some rule plays in that stage may still never be playable in any position; that shows in play.`,
	Severity: verify.Error,
	Needs:    verify.Static,
	Text:     true,
	Tasks: func(t *verify.Target, o verify.Options) []verify.Task {
		return verify.OneTask("parts of "+t.Definition.ID, func(context.Context) (out verify.Outcome) {
			seen := map[string]bool{}
			for _, u := range compileEach(t).unplayable {
				key := u.statement.Pos.String() + u.part
				if seen[key] {
					continue
				}
				seen[key] = true
				f := t.Finding(verify.Error, u.statement.Pos, "%s puts up %s, which no rule plays in the stage %s%s", u.statement.ID, u.part, u.stage, u.meant)
				f.Statement, f.Clauses = u.statement.ID, verify.ClauseNames(u.statement.Warrant)
				if u.statement.Question != nil {
					f.Question = u.statement.Question.Name()
				}
				out.Findings = append(out.Findings, f)
			}
			out.Verdicts = append(out.Verdicts, verify.Verdict{Ruleset: t.Definition.ID, Verdict: verify.FoundOrNone(len(out.Findings) > 0),
				Scope: map[string]string{"interpretations": fmt.Sprint(1 + len(t.Definition.Alternatives()))}})
			return out
		})
	},
})

type unplayed struct {
	statement   *rulesets.Statement
	part, stage string
	meant       string // a word for a part that is nearly the same, as a hint
}

// unplayable lists the parts that some statement puts up in a stage in which
// nothing allows them to be played.
func unplayable(g *rulesets.Game) (out []unplayed) {
	p := g.Program
	words := slices.Concat(lang.ThrowWords, lang.ActWords)
	for id := range p.Parts {
		if slices.ContainsFunc(p.Allows, func(a engine.Allow) bool { return a.Parts[id] }) {
			words = append(words, p.Parts[id].Name)
		}
	}
	test := func(statement int, stages uint64, parts []uint8) {
		for st := range p.Stages {
			if stages>>uint(st)&1 == 0 {
				continue
			}
			for _, part := range parts {
				id := int(part &^ 0x80)
				played := id == engine.PartThrow
				for i := range p.Allows {
					a := &p.Allows[i]
					played = played || a.Parts[id] && a.Stages>>uint(st)&1 != 0
				}
				if !played {
					name := p.Parts[id].Name
					others := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == name })
					out = append(out, unplayed{g.Statements[statement], name, p.Stages[st].ID, diag.Suggest(name, others)})
				}
			}
		}
	}
	for i := range p.Agendas {
		test(p.Agendas[i].Statement, p.Agendas[i].Stages, p.Agendas[i].Parts)
	}
	for i := range p.Changes {
		for _, e := range p.Changes[i].Effects {
			if e.Kind == engine.AddParts {
				test(p.Changes[i].Statement, p.Changes[i].Stages, e.Parts)
			}
		}
	}
	return out
}
