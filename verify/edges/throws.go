package edges

import (
	"context"
	"fmt"
	"strings"

	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/rulesets/lang"

	"github.com/lectio/lectio/rulesets/engine"
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
		for st, stage := range g.Program.Stages {
			if stage.Device < 0 || !reached(t, st) {
				continue
			}
			d := g.Program.Devices[stage.Device]
			for k := d.First; k < d.First+d.Count; k++ {
				tasks = append(tasks, verify.Task{What: "throws of " + t.Definition.ID, Run: func(ctx context.Context) verify.Outcome {
					return layOut(ctx, t, o, st, k)
				}})
			}
		}
		return tasks
	},
})

// reached reports whether the opening is in that stage. Throws are laid out
// once, in the stage in which the game opens; other stages share their agendas.
func reached(t *verify.Target, stage int) bool {
	in := engine.NewInterpreter(t.Game.Program)
	s := t.Game.Program.NewState()
	in.Start(s)
	return s.Stage() == stage
}

// layOut plays a throw from the opening and from positions met in games.
func layOut(ctx context.Context, t *verify.Target, o verify.Options, stage, throw int) (out verify.Outcome) {
	p := t.Game.Program
	dev := p.Devices[p.Stages[stage].Device]
	l := &laidOut{t: t, o: o, in: engine.NewInterpreter(p), throw: throw,
		seq: verify.Sequence{Ruleset: t.Definition.ID, Throw: p.Throws[throw].Name, Ways: lang.Fraction(p.Throws[throw].Ways, dev.Ways), Stage: p.Stages[stage].ID}}
	l.turns = play.NewSearcher(p, play.Whichever)
	defer l.turns.Close(ctx)
	for _, from := range starts(ctx, t, o, p.Stages[stage].ID) {
		if from.state != nil && ctx.Err() == nil {
			l.from(ctx, from)
		}
	}
	if ctx.Err() != nil {
		return verify.Outcome{} // cut short: nothing can be said of this throw
	}
	if l.seq.Statement == nil {
		out.Findings = append(out.Findings, t.Finding(verify.Error, t.Definition.Pos, "nothing answers the throw %s", l.seq.Throw))
		return out
	}
	out.Findings = l.findings
	out.Sequences = append(out.Sequences, l.seq)
	complete := true
	for _, f := range l.seq.From {
		complete = complete && f.Complete
	}
	out.Verdicts = append(out.Verdicts, verify.Verdict{Ruleset: t.Definition.ID, Subject: l.seq.Throw, Verdict: foundOrNoneSeen(len(out.Findings) > 0), // some positions are not all
		Scope: map[string]string{"positions": fmt.Sprint(len(l.seq.From)), "results": fmt.Sprint(total(l.seq.From)), "complete": fmt.Sprint(complete), "seed": fmt.Sprint(o.Seed)}})
	return out
}

// start is a position in which a throw is laid out.
type start struct {
	name  string
	state *engine.State
}

// starts are the opening and what games have shown of a stage.
func starts(ctx context.Context, t *verify.Target, o verify.Options, stage string) []start {
	opening := t.Game.Program.NewState()
	engine.NewInterpreter(t.Game.Program).Start(opening)
	list := []start{{kindOpening, opening}}
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
	throw    int
	seq      verify.Sequence
	findings []verify.Finding
}

// from plays the throw from one position.
func (l *laidOut) from(ctx context.Context, from start) {
	g := l.t.Game
	s := from.state.Clone()
	if a := l.in.AgendaFor(s, s.Player(), l.throw); a != nil && l.seq.Statement == nil {
		l.seq.Statement = g.Statements[a.Statement]
		l.seq.Sentence = edition.Sentence(g, l.seq.Statement)
		l.seq.Order = "any"
		if a.Fixed {
			l.seq.Order = "fixed"
		}
		l.seq.Parts = verify.PartNames(g.Program, a.Parts)
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
				l.finds("%s from %s, played %s, reaches a position that no rule provides for", l.seq.Throw, spoken(from.name), strings.Join(line(), " "))
			}
			if msg := playout.Conserved(g, after); msg != "" {
				l.finds("%s from %s: %s", l.seq.Throw, spoken(from.name), msg)
			}
		}
	}
	l.seq.From = append(l.seq.From, sf)
}

func (l *laidOut) finds(format string, args ...any) {
	f := l.t.Finding(verify.Error, l.seq.Statement.Pos, format, args...)
	f.Statement = l.seq.Statement.ID
	l.findings = append(l.findings, f)
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
