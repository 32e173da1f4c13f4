package edges

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/rulesets/lang"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/position"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/playout"
)

// This check lays out every throw.
var _ = group.Add(&verify.Check{
	ID:    "ED001",
	Title: "a throw is not played as its clause says",
	Explanation: `Every throw the dice or sticks can give is laid out beside the statement and the clauses that answer it, and played from the opening, from
a crowded position in the middle of a game, with men waiting to enter, from a position in which few throws can be played, and with
few men left: how many results it has, how much of it can be played. The layout is in the report, to be read against the text; a throw that leads nowhere, or results that men are missing from, is a finding.`,
	Bad:      "a throw of 3-3 puts up parts, none can be played, and no rule says what becomes of them",
	Good:     "6-6: 6 6 5 5 4 4 3 3 2 2 1 1 in that order; from the opening all twelve are played",
	Limits:   `The positions are found in seeded games, one of a kind; results are counted up to a limit, and the verdict says when it was reached.`,
	Least:    verify.Least{N: 1, Of: "positions"},
	Severity: verify.Error,
	Needs:    verify.Playouts,
	Brief:    verify.RestsOn,
	Tasks: func(t *verify.Target, o verify.Options) []verify.Task {
		g := t.Game
		tasks := verify.OneTask("throws in games of "+t.Definition.ID, func(ctx context.Context) verify.Outcome { return follow(ctx, t, o) })
		for _, st := range stagesOfDevices(t) {
			d := g.Program.Devices[g.Program.Stages[st].Device]
			for k := d.First; k < d.First+d.Count; k++ {
				tasks = append(tasks, verify.Task{What: "throws of " + t.Definition.ID, Run: func(ctx context.Context) verify.Outcome {
					return layOut(ctx, t, o, st, k)
				}})
			}
		}
		return tasks
	},
})

// stagesOfDevices are stages, the opening's first, in which something is thrown that is
// thrown in none before: stages that throw the same share their agendas.
func stagesOfDevices(t *verify.Target) (list []int) {
	p := t.Game.Program
	s := p.NewState()
	engine.NewInterpreter(p).Start(s)
	thrown := map[int]bool{-1: true}
	add := func(stage int) {
		if stage >= 0 && !thrown[p.Stages[stage].Device] {
			thrown[p.Stages[stage].Device] = true
			list = append(list, stage)
		}
	}
	add(s.Stage())
	for st := range p.Stages {
		add(st)
	}
	return list
}

// layOut plays a throw from the opening and from positions met in games.
func layOut(ctx context.Context, t *verify.Target, o verify.Options, stage, throw int) (out verify.Outcome) {
	p := t.Game.Program
	l := &laidOut{t: t, o: o, in: engine.NewInterpreter(p), stage: stage, throw: throw}
	name := p.Throws[throw].Name
	l.turns = play.NewSearcher(p, play.Whichever)
	defer l.turns.Close(ctx)
	list := starts(ctx, t, o, p.Stages[stage].ID)
	for _, from := range list {
		if from.state != nil && ctx.Err() == nil {
			l.from(ctx, from)
		}
	}
	if ctx.Err() != nil {
		return verify.Outcome{} // cut short: nothing can be said of this throw
	}
	switch {
	case len(list) == 0:
		return out // no game came to that stage
	case len(l.seqs) == 0:
		out.Findings = append(out.Findings, t.Finding(verify.Error, t.Definition.Pos, "nothing answers the throw %s", name))
		return out
	}
	out.Findings = l.findings
	complete, from := true, []verify.SequenceFrom(nil)
	for _, seq := range l.seqs {
		out.Sequences = append(out.Sequences, *seq)
		from = append(from, seq.From...)
	}
	for _, f := range from {
		complete = complete && f.Complete
	}
	out.Verdicts = append(out.Verdicts, verify.Verdict{Ruleset: t.Definition.ID, Subject: name, Verdict: foundOrNoneSeen(len(out.Findings) > 0), // some positions are not all
		Scope: map[string]string{"positions": fmt.Sprint(len(from)), "results": fmt.Sprint(total(from)), "complete": fmt.Sprint(complete), "seed": fmt.Sprint(o.Seed)}})
	return out
}

// start is a position in which a throw is laid out.
type start struct {
	name  string
	state *engine.State
}

// starts are the opening and what games have shown of a stage.
func starts(ctx context.Context, t *verify.Target, o verify.Options, stage string) []start {
	p := t.Game.Program
	opening := p.NewState()
	engine.NewInterpreter(p).Start(opening)
	var list []start
	if st := opening.Stage(); st >= 0 && p.Stages[st].ID == stage {
		list = append(list, start{kindOpening, opening})
	}
	es := sampled(ctx, t, o)
	for _, kind := range []string{kindCrowded, kindWaiting, kindBlocked, kindFew} {
		for _, k := range es.of(kind) {
			if k.what == stage {
				list = append(list, start{strings.TrimSuffix(kind+" in "+k.detail, " in "), es.found[k].before})
			}
		}
	}
	return list
}

// laidOut is a throw that is being laid out.
type laidOut struct {
	t        *verify.Target
	o        verify.Options
	in       *engine.Interpreter
	turns    *play.Searcher
	stage    int
	throw    int
	seqs     []*verify.Sequence // by the statement that answers the throw
	findings []verify.Finding
}

// sequence is the one in which the throw gives what it gives in a state, nil where nothing
// answers it.
func (l *laidOut) sequence(s *engine.State) *verify.Sequence {
	g, p := l.t.Game, l.t.Game.Program
	a := l.in.AgendaFor(s, s.Player(), l.throw)
	if a == nil {
		return nil
	}
	statement := g.Statements[a.Statement]
	after := s.Clone()
	l.in.ThrowOnly(after, l.throw)
	put, _ := position.PutUp(p, s, after)
	parts := verify.PartNames(p, put)
	for _, seq := range l.seqs {
		if seq.Statement == statement && slices.Equal(seq.Parts, parts) {
			return seq
		}
	}
	t := &p.Throws[l.throw]
	seq := &verify.Sequence{Ruleset: l.t.Definition.ID, Throw: t.Name, Ways: lang.Fraction(t.Ways, p.Devices[t.Device].Ways), Stage: p.Stages[l.stage].ID,
		Statement: statement, Sentence: edition.Sentence(g, statement), Order: "any", Parts: parts}
	if after.InOrder() {
		seq.Order = "fixed"
	}
	l.seqs = append(l.seqs, seq)
	return seq
}

// from plays the throw from one position.
func (l *laidOut) from(ctx context.Context, from start) {
	g := l.t.Game
	s := from.state.Clone()
	seq := l.sequence(s)
	if seq == nil {
		return
	}
	finds := func(format string, args ...any) {
		f := l.t.Finding(verify.Error, seq.Statement.Pos, seq.Throw+" from "+spoken(from.name)+format, args...)
		f.Statement = seq.Statement.ID
		l.findings = append(l.findings, f)
	}
	l.in.Throw(s, l.throw)
	sf := verify.SequenceFrom{Name: from.name, Complete: true, Position: g.State(from.state)}
	if s.Status() == engine.Decision {
		sf.Results, sf.Complete = l.turns.Find(ctx, s, l.o.ResultsLimit)
		for i := range sf.Results {
			line := func() []string { return lineTexts(g, l.in, s, l.turns.Line(i)) }
			if n := partsPlayed(l.turns.Outline(i)); n > sf.Played || sf.Line == nil {
				sf.Played = max(sf.Played, n)
				sf.Line, sf.Written = line(), playout.Written(g, s, l.turns.Line(i))
			}
			after := l.turns.State(i)
			if end, over := after.End(); over && end < 0 {
				finds(", played %s, reaches a position that no rule provides for", strings.Join(line(), " "))
			}
			if msg := playout.Conserved(g, after); msg != "" {
				finds(": %s", msg)
			}
		}
	}
	seq.From = append(seq.From, sf)
}

// spoken is the name of a position as a sentence has it.
func spoken(name string) string {
	switch name {
	case kindOpening:
		return "the opening"
	case kindCrowded:
		return "a crowded middle"
	case kindBlocked, kindFew:
		return "a position " + name
	}
	return "a position with " + name
}

func total(from []verify.SequenceFrom) (n int) {
	for _, f := range from {
		n += f.Results
	}
	return n
}
