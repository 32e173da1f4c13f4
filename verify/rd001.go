package verify

import (
	"context"
	"fmt"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify/playout"
)

// rd001 plays readings against each other in step.
var rd001 = &Check{
	ID:    "RD001",
	Title: "where two readings part",
	Explanation: `For every pair of readings of a question, games are played in step: same throws, same moves, until the legal moves, the position, the turn or the
outcome first differ. The shortest line found is shown from the start and can be replayed. That none was seen does not mean that
there is none: the verdict says how many games and moves were tried.`,
	Bad:      "“these readings differ”",
	Good:     "PIP-A07: stop-at-6 and descend-like-others part after 5-5 1/6 1/6: then 1/7 is legal under the first, 1/5 under the second",
	Severity: Note,
	Needs:    Playouts,
	Tasks: func(t *Target, o Options) []Task {
		var tasks []Task
		for _, q := range t.Definition.Questions {
			for _, p := range q.Pairs(t.Definition) {
				tasks = append(tasks, Task{What: "readings of " + t.Definition.ID, Run: func(ctx context.Context) Outcome { return t.part(ctx, o, p) }})
			}
		}
		return tasks
	},
}

func (t *Target) part(ctx context.Context, o Options, p rulesets.Pair) (out Outcome) {
	a, errsA := t.Definition.Game(p.Choice)
	b, errsB := t.Definition.Game(p.Choose)
	if len(errsA)+len(errsB) > 0 {
		return out // RS001 reports it
	}
	row := Parting{Ruleset: t.Definition.ID, Question: p.Question, A: p.First, B: p.Second, Example: toldApart(t.Definition, p)}
	if playout.Comparable(a, b) {
		row.Found, row.Search = playout.Part(ctx, a, b, playout.Options{Games: o.PairGames, Seed: o.Seed, Cap: o.Cap}, o.PairPlies)
	} else {
		row.Found = &playout.Parting{Kind: "position", A: playout.Record(a, 0, nil), B: playout.Record(b, 0, nil)}
	}
	out.Partings = append(out.Partings, row)
	v := Verdict{Check: "RD001", Ruleset: t.Definition.ID, Question: p.Question.Name(), Subject: p.First.ID + " / " + p.Second.ID, Verdict: NoneSeen,
		Scope: map[string]string{"games": fmt.Sprint(row.Search.Games), "moves": fmt.Sprint(row.Search.Plies), "seed": fmt.Sprint(o.Seed)}}
	if row.Found != nil {
		v.Verdict = Found
		f := t.finding(Note, p.Question.Pos, "%s: %s and %s %s", p.Question.Name(), p.First.ID, p.Second.ID, row.Describe())
		f.Question, f.Clauses = p.Question.Name(), clauseNames(p.Question.About)
		f.Line = row.Found.A
		out.Findings = append(out.Findings, f)
	} else if row.Example == "" && p.Question.Weight == 3 {
		f := t.finding(Warning, p.Question.Pos, "%s: nothing tells %s and %s apart: no parting was seen in %d games and %d moves, and no example is marked parts:",
			p.Question.Name(), p.First.ID, p.Second.ID, row.Search.Games, row.Search.Plies)
		f.ID, f.Question = "RD002", p.Question.Name()
		out.Findings = append(out.Findings, f)
	}
	out.Verdicts = append(out.Verdicts, v)
	return out
}

// toldApart names an example marked parts: that has both readings.
func toldApart(d *rulesets.Definition, p rulesets.Pair) string {
	for _, e := range d.Examples {
		if e.Question == "" || d.Question(e.Question) != p.Question {
			continue
		}
		a, b := false, false
		for _, c := range e.Parts {
			a = a || c.Reading == p.First.ID
			b = b || c.Reading == p.Second.ID
		}
		if a && b {
			return e.ID
		}
	}
	return ""
}

// Describe says in words where the two readings part.
func (p *Parting) Describe() string {
	f := p.Found
	if f == nil {
		if p.Example != "" {
			return fmt.Sprintf("part in the example %s; no parting was seen in %d games in step", p.Example, p.Search.Games)
		}
		return fmt.Sprintf("were not seen to part in %d games in step", p.Search.Games)
	}
	at := f.A.Text()
	if len(f.A.Plies) == 0 && f.A.Closing == "" {
		at = "the start"
	}
	return fmt.Sprintf("part after %s: %s", at, p.Difference())
}

// Difference says in words what differs where the two readings part.
func (p *Parting) Difference() string {
	f := p.Found
	if f == nil {
		return p.Describe()
	}
	switch f.Kind {
	case "moves":
		onlyA, onlyB := difference(f.LegalA, f.LegalB), difference(f.LegalB, f.LegalA)
		switch {
		case len(onlyB) == 0:
			return fmt.Sprintf("%s legal under the first only", are(onlyA))
		case len(onlyA) == 0:
			return fmt.Sprintf("%s legal under the second only", are(onlyB))
		}
		return fmt.Sprintf("%s legal under the first only, %s under the second only", are(onlyA), strings.Join(onlyB, ", "))
	case "outcome":
		return "the outcome differs"
	case "turn":
		return "what comes next differs"
	case "throw":
		return "what may be thrown differs"
	}
	return "the position that comes of it differs"
}

func are(list []string) string {
	if len(list) > 6 {
		return fmt.Sprintf("%s and %d more are", strings.Join(list[:6], ", "), len(list)-6)
	}
	if len(list) == 1 {
		return list[0] + " is"
	}
	return strings.Join(list, ", ") + " are"
}

func difference(a, b []string) []string {
	var out []string
	for _, x := range a {
		found := false
		for _, y := range b {
			found = found || x == y
		}
		if !found {
			out = append(out, x)
		}
	}
	return out
}
