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
	Explanation: `For every pair of readings of a question, both are played in step: same throws, same moves, until the legal moves, the position, the turn or the
outcome first differ. First every throw and every move is followed in breadth, lines of no moves, of one, of two, as far as the budget
goes; then seeded games are played. A parting after so many moves is called the least when the search in breadth was complete before it: there
is no shorter line. “None” is said only when everything that can be reached was compared. The line is shown from the start, with the clauses
behind what is legal under one reading only, and can be replayed.`,
	Bad:      "“these readings differ”",
	Good:     "PIP-A07: stop-at-6 and descend-like-others part after 5-5 1/6 1/6: then 1/7 is legal under the first, 1/5 under the second; no shorter line shows a difference",
	Limits:   "what differs only in something remembered is seen when it first shows on the board, in the moves, the turn or the outcome",
	Least:    Least{leastGames, "games"},
	Severity: Note,
	Needs:    Playouts,
	With:     []string{"ST001"},
	Extends:  true,
	Tasks: func(t *Target, o Options) []Task {
		var tasks []Task
		for _, q := range t.Definition.Questions {
			for _, p := range q.Pairs(t.Definition) {
				tasks = append(tasks, Task{What: "readings of " + t.Definition.ID, Run: func(ctx context.Context) (out Outcome) {
					if msg := guarded(func() { out = t.part(ctx, o, p) }); msg != "" {
						out.Findings = append(out.Findings, t.crash(p.Question.Pos, p.Question.Name(), fmt.Sprintf("%s and %s in step", p.First.ID, p.Second.ID), msg))
					}
					return out
				}})
			}
		}
		return tasks
	},
	After: func(t *Target, all *Outcome, o Options) (out Outcome) {
		for i := range all.Partings {
			all.Partings[i].earlier(all.Touched)
			out.add(t.parted(&all.Partings[i], o))
		}
		return out
	},
}

func (t *Target) part(ctx context.Context, o Options, p rulesets.Pair) (out Outcome) {
	a, errsA := t.game(t.short(p.Choice))
	b, errsB := t.game(t.short(p.Choose))
	if len(errsA)+len(errsB) > 0 {
		return out // RS001 reports it
	}
	row := Parting{Ruleset: t.Definition.ID, Question: p.Question, A: p.First, B: p.Second, Example: toldApart(t.Definition, p), names: [2]string{a.Name(), b.Name()}}
	if playout.Comparable(a, b) {
		row.Found, row.Search = playout.Breadth(ctx, a, b, o.PairPositions)
		row.Search.Seed = o.Seed
		if row.Found == nil && !row.Search.Exhausted {
			opt, plies := playout.Options{Games: o.PairGames, Seed: o.Seed, Cap: o.Cap}, o.PairPlies
			// The games of the statistics are the first of those that would be played.
			if x, turned := t.stepped(ctx, o, p.Question, a, b); x != nil {
				row.Search.Games, row.Search.Plies = x.stats.Played, x.stats.InStep
				opt.First, opt.Games, plies = x.stats.Played, opt.Games-x.stats.Played, plies-x.stats.InStep
				if x.first != nil {
					if row.Found = x.first.Parting(); turned {
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
		row.Found = &playout.Parting{Kind: "position", A: playout.Record(a, 0, nil), B: playout.Record(b, 0, nil), Game: -1}
		row.Search = playout.Search{Depth: -1, Positions: 1, Seed: o.Seed}
	}
	out.Partings = append(out.Partings, row)
	return out
}

// short leaves out of a choice the readings that are defaults, so that an
// interpretation has one name.
func (t *Target) short(c rulesets.Choice) rulesets.Choice {
	out := rulesets.Choice{}
	for id, r := range c {
		if q := t.Definition.Question(id); q == nil || q.Default != r {
			out[id] = r
		}
	}
	return out
}

// earlier takes over the line on which the games of the statistics parted, when
// it is shorter than the one found.
func (p *Parting) earlier(touched []Touched) {
	for i := range touched {
		x := &touched[i]
		if x.First == nil || x.Ruleset != p.Ruleset || p.Found != nil && p.Found.Plies <= x.First.Plies {
			continue
		}
		switch {
		case x.Question != p.Question:
		case x.Base == p.names[0] && x.Interpretation == p.names[1]:
			p.Found = x.First.Parting()
		case x.Base == p.names[1] && x.Interpretation == p.names[0]:
			p.Found = x.First.Parting().Turned()
		}
	}
}

// parted draws the conclusions from a pair of readings.
func (t *Target) parted(row *Parting, o Options) (out Outcome) {
	sr := &row.Search
	v := Verdict{Check: "RD001", Ruleset: t.Definition.ID, Question: row.Question.Name(), Subject: row.A.ID + " / " + row.B.ID, Verdict: NoneSeen,
		Scope: map[string]string{"positions": fmt.Sprint(sr.Positions), "depth": fmt.Sprint(sr.Depth), "complete": fmt.Sprint(sr.Exhausted),
			"games": fmt.Sprint(sr.Games), "moves": fmt.Sprint(sr.Plies), "seed": fmt.Sprint(o.Seed), "cap": fmt.Sprint(o.Cap)}}
	switch {
	case row.Found != nil:
		v.Verdict = Found
		v.Scope["least"] = fmt.Sprint(sr.Proved(row.Found))
		for _, list := range [][]*rulesets.Statement{row.Found.BehindA, row.Found.BehindB} {
			for _, s := range list {
				row.Clauses = appendNew(row.Clauses, clauseNames(s.Warrant)...)
			}
		}
		f := t.finding(Note, row.Question.Pos, "%s: %s and %s %s", row.Question.Name(), row.A.ID, row.B.ID, row.Describe())
		f.Question, f.Clauses = row.Question.Name(), appendNew(clauseNames(row.Question.About), row.Clauses...)
		f.Line = row.Found.A
		out.Findings = append(out.Findings, f)
	case sr.Exhausted:
		v.Verdict = None
		f := t.finding(Warning, row.Question.Pos, "%s: %s and %s never part: all %d pairs of positions that can be reached were compared", row.Question.Name(), row.A.ID, row.B.ID, sr.Positions)
		f.ID, f.Question = "RD002", row.Question.Name()
		out.Findings = append(out.Findings, f)
	case row.Example == "" && row.Question.Weight == 3:
		f := t.finding(Warning, row.Question.Pos, "%s: nothing tells %s and %s apart: no parting was seen in %d games and %d moves, and no example is marked parts:",
			row.Question.Name(), row.A.ID, row.B.ID, sr.Games, sr.Plies)
		f.ID, f.Question, f.Sample = "RD002", row.Question.Name(), max(sr.Games, 1)
		out.Findings = append(out.Findings, f)
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

// Other returns the reading that is compared with the default one, nil where neither
// of the two is.
func (p *Parting) Other() *rulesets.Reading {
	switch p.Question.Default {
	case p.A.ID:
		return p.B
	case p.B.ID:
		return p.A
	}
	return nil
}

// Describe says in words where the two readings part.
func (p *Parting) Describe() string {
	f, sr := p.Found, &p.Search
	if f == nil {
		far := fmt.Sprintf("%d games in step", sr.Games)
		if sr.Depth >= 0 {
			far += fmt.Sprintf(" nor on any line of at most %s", moves(sr.Depth))
		}
		switch {
		case sr.Exhausted:
			return fmt.Sprintf("never part: all %d pairs of positions that can be reached were compared", sr.Positions)
		case p.Example != "":
			return fmt.Sprintf("part in the example %s; no parting was seen in %s", p.Example, far)
		}
		return "were not seen to part in " + far
	}
	at := strings.TrimSuffix(f.A.Turns(), ":")
	if len(f.A.Plies) == 0 && f.A.Closing == "" {
		at = "the start"
	}
	return fmt.Sprintf("part after %s: %s", at, p.apart())
}

// apart says what differs where the two readings part, and whether they part earlier.
func (p *Parting) apart() string {
	f, sr, out := p.Found, &p.Search, p.Difference()
	switch {
	case f.Plies == 0:
	case sr.Proved(f):
		out += "; no shorter line shows a difference"
	case sr.Depth >= 0:
		out += fmt.Sprintf("; no line of at most %s shows a difference", moves(sr.Depth))
	}
	return out
}

func moves(n int) string {
	if n == 1 {
		return "1 move"
	}
	return fmt.Sprintf("%d moves", n)
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
		case len(onlyA)+len(onlyB) == 0:
			return "the same moves are legal, of men that bear other marks"
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
