package readings

import (
	"context"
	"fmt"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
)

// parting plays readings against each other in step.
var parting = group.Add(&verify.Check{
	ID:    "RD001",
	Title: "where two readings part",
	Explanation: `For every pair of readings of a question, both are played in step: same throws, same moves, until the legal moves, the position, the turn or the
outcome first differ. First every throw and every move is followed in breadth, lines of no moves, of one, of two, as far as the budget
goes; then seeded games are played. A parting after so many moves is called the least when the search in breadth was complete before it: there
is no shorter line. “None” is said only when everything that can be reached was compared. The line is shown from the start, with the clauses
behind what is legal under one reading only, and can be replayed.`,
	Bad:      "“these readings differ”",
	Good:     "PIP-A07: stop-at-6 and descend-like-others part after 5-5 1/6 1/6: then 1/7 is legal under the first, 1/5 under the second; no shorter line shows a difference",
	Limits:   "what differs only in something remembered is seen when it first shows on the board, in the moves, the turn or the outcome",
	Least:    verify.Least{N: measure.LeastGames, Of: "games"},
	Severity: verify.Note,
	Needs:    verify.Playouts,
	Rows:     verify.PartingRows,
	Brief:    verify.RestsOn,
	With:     []*verify.Check{touched},
	Extends:  true,
	Tasks: func(t *verify.Target, o verify.Options) []verify.Task {
		var tasks []verify.Task
		for _, q := range t.Definition.Questions {
			for _, p := range q.Pairs(t.Definition) {
				tasks = append(tasks, verify.Task{What: "readings of " + t.Definition.ID, Run: func(ctx context.Context) (out verify.Outcome) {
					if msg := verify.Guarded(func() { out = part(ctx, t, o, p) }); msg != "" {
						out.Findings = append(out.Findings, t.Crash(p.Question.Pos, p.Question.Name(), fmt.Sprintf("%s and %s in step", p.First.ID, p.Second.ID), msg))
					}
					return out
				}})
			}
		}
		return tasks
	},
	After: func(t *verify.Target, all *verify.Outcome, o verify.Options) (out verify.Outcome) {
		for i := range all.Partings {
			earlier(&all.Partings[i], all.Touched)
			out.Add(parted(t, &all.Partings[i], o))
		}
		return out
	},
})

func part(ctx context.Context, t *verify.Target, o verify.Options, p rulesets.Pair) (out verify.Outcome) {
	a, errsA := t.GameOf(t.Shortest(p.Choice))
	b, errsB := t.GameOf(t.Shortest(p.Choose))
	if len(errsA)+len(errsB) > 0 {
		return out // RS001 reports it
	}
	row := verify.Parting{Ruleset: t.Definition.ID, Question: p.Question, A: p.First, B: p.Second, Example: exampleOf(t.Definition, p), Names: [2]string{a.Name(), b.Name()}}
	if playout.Comparable(a, b) {
		row.Found, row.Search = playout.Breadth(ctx, a, b, o.PairPositions)
		row.Search.Seed = o.Seed
		if row.Found == nil && !row.Search.Exhausted {
			opt, plies := playout.Options{Games: o.PairGames, Seed: o.Seed, Cap: o.Cap}, o.PairPlies
			// The games of the statistics are the first of those that would be played.
			if x, turned := t.Stepped(ctx, o, p.Question, a, b); x != nil {
				row.Search.Games, row.Search.Plies = x.Stats.Played, x.Stats.InStep
				opt.First, opt.Games, plies = x.Stats.Played, opt.Games-x.Stats.Played, plies-x.Stats.InStep
				if x.First != nil {
					if row.Found = x.First.Parting(); turned {
						row.Found = row.Found.Turned()
					}
				}
			}
			if row.Found != nil { // finding a shorter line is worth a fifth of finding one
				opt.Cap, plies = row.Found.Plies-1, o.PairPlies/5
			}
			if plies > 0 && opt.Games > 0 && opt.Cap > row.Search.Depth {
				if found := playout.Part(ctx, a, b, opt, plies, &row.Search); found != nil {
					row.Found = found
				}
			}
		}
	} else {
		row.Found = &playout.Parting{Kind: playout.Apart, A: playout.Record(a, 0, nil), B: playout.Record(b, 0, nil), Game: -1}
		row.Search = playout.Search{Depth: -1, Positions: 1, Seed: o.Seed}
	}
	out.Partings = append(out.Partings, row)
	return out
}

// earlier takes over the line on which the games of the statistics parted, when
// it is shorter than the one found.
func earlier(p *verify.Parting, touched []verify.Touched) {
	for i := range touched {
		x := &touched[i]
		if x.First == nil || x.Ruleset != p.Ruleset || p.Found != nil && p.Found.Plies <= x.First.Plies {
			continue
		}
		switch {
		case x.Question != p.Question:
		case x.Base == p.Names[0] && x.Interpretation == p.Names[1]:
			p.Found = x.First.Parting()
		case x.Base == p.Names[1] && x.Interpretation == p.Names[0]:
			p.Found = x.First.Parting().Turned()
		}
	}
}

// parted draws the conclusions from a pair of readings.
func parted(t *verify.Target, row *verify.Parting, o verify.Options) (out verify.Outcome) {
	sr := &row.Search
	v := verify.Verdict{Ruleset: t.Definition.ID, Question: row.Question.Name(), Subject: row.A.ID + " / " + row.B.ID, Verdict: verify.NoneSeen,
		Scope: map[string]string{"positions": fmt.Sprint(sr.Positions), "depth": fmt.Sprint(sr.Depth), "complete": fmt.Sprint(sr.Exhausted),
			"games": fmt.Sprint(sr.Games), "moves": fmt.Sprint(sr.Plies), "seed": fmt.Sprint(o.Seed), "cap": fmt.Sprint(o.Cap)}}
	switch {
	case row.Found != nil:
		v.Verdict = verify.Found
		v.Scope["least"] = fmt.Sprint(sr.Proved(row.Found))
		for _, list := range [][]*rulesets.Statement{row.Found.BehindA, row.Found.BehindB} {
			for _, s := range list {
				row.Clauses = appendNew(row.Clauses, verify.ClauseNames(s.Warrant)...)
			}
		}
		f := t.Finding(verify.Note, row.Question.Pos, "%s: %s and %s %s", row.Question.Name(), row.A.ID, row.B.ID, row.Describe())
		f.Question, f.Clauses = row.Question.Name(), appendNew(verify.ClauseNames(row.Question.About), row.Clauses...)
		f.Line = row.Found.A
		out.Findings = append(out.Findings, f)
	case sr.Exhausted:
		v.Verdict = verify.None
	}
	out.Verdicts = append(out.Verdicts, v)
	return out
}

func appendNew(list []string, more ...string) []string {
	for _, x := range more {
		known := false
		for _, y := range list {
			known = known || x == y
		}
		if !known {
			list = append(list, x)
		}
	}
	return list
}

// exampleOf names an example marked parts: that has both readings.
func exampleOf(d *rulesets.Definition, p rulesets.Pair) string {
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
