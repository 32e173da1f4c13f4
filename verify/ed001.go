package verify

import (
	"context"
	"fmt"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify/playout"
)

// ed001 lays out every throw.
var ed001 = &Check{
	ID:    "ED001",
	Title: "a throw is not played as its clause says",
	Explanation: `Every throw the dice or sticks can give is laid out beside the statement and the clauses that answer it, and played from the opening, from
a crowded position in the middle of a game, with men waiting to enter, from a position in which few throws can be played, and with
few men left: how many results it has, how much of it can be played. The layout is in the report, to be read against the text; a throw that leads nowhere, or results that men are missing from, is a finding.`,
	Bad:      "a throw of 3-3 puts up parts, none can be played, and no rule says what becomes of them",
	Good:     "6-6: 6 6 5 5 4 4 3 3 2 2 1 1 in that order; from the opening all twelve are played",
	Limits:   `The positions are found in seeded games, one of a kind; results are counted up to a limit, and the verdict says when it was reached.`,
	Least:    Least{1, "positions"},
	Severity: Error,
	Needs:    Playouts,
	Tasks: func(t *Target, o Options) []Task {
		g := t.Game
		tasks := one("throws in games of "+t.Definition.ID, func(ctx context.Context) Outcome { return t.follow(ctx, o) })
		for st, stage := range g.Program.Stages {
			if stage.Device < 0 || !t.reached(st) {
				continue
			}
			d := g.Program.Devices[stage.Device]
			for k := d.First; k < d.First+d.Count; k++ {
				tasks = append(tasks, Task{What: "throws of " + t.Definition.ID, Run: func(ctx context.Context) Outcome {
					return t.layOut(ctx, o, st, k)
				}})
			}
		}
		return tasks
	},
}

// reached reports whether the opening is in that stage. Throws are laid out
// once, in the stage in which the game opens; other stages share their agendas.
func (t *Target) reached(stage int) bool {
	in := engine.NewInterpreter(t.Game.Program)
	s := t.Game.Program.NewState()
	in.Start(s)
	return s.Stage() == stage
}

func (t *Target) layOut(ctx context.Context, o Options, stage, throw int) (out Outcome) {
	g := t.Game
	p := g.Program
	in := engine.NewInterpreter(p)
	opening := p.NewState()
	in.Start(opening)
	dev := p.Devices[p.Stages[stage].Device]
	seq := Sequence{Ruleset: t.Definition.ID, Throw: p.Throws[throw].Name, Ways: rulesets.Fraction(p.Throws[throw].Ways, dev.Ways), Stage: p.Stages[stage].ID}
	type start struct {
		name  string
		state *engine.State
	}
	starts := []start{{kindOpening, opening}}
	es := t.edgeSampled(ctx, o)
	for _, kind := range []string{kindCrowded, kindWaiting, kindBlocked, kindFew} {
		for _, k := range es.of(kind) {
			if k.what == p.Stages[stage].ID {
				starts = append(starts, start{strings.TrimSuffix(kind+" in "+k.detail, " in "), es.found[k].before})
			}
		}
	}
	turns := play.NewSearcher(p, play.Whichever)
	defer turns.Close(ctx)
	for _, from := range starts {
		if from.state == nil || ctx.Err() != nil {
			continue
		}
		s := from.state.Clone()
		if a := in.AgendaFor(s, s.Player(), throw); a != nil && seq.Statement == nil {
			seq.Statement = g.Statements[a.Statement]
			seq.Sentence = edition.Sentence(g, seq.Statement)
			seq.Order = "any"
			if a.Fixed {
				seq.Order = "fixed"
			}
			seq.Parts = partNames(p, a.Parts)
		}
		in.Throw(s, throw)
		sf := SequenceFrom{Name: from.name, Complete: true, Position: g.State(from.state)}
		if s.Status() == engine.Decision {
			sf.Results, sf.Complete = turns.Find(ctx, s, o.ResultsLimit)
			for i := range sf.Results {
				played := 0
				for _, m := range turns.Outline(i) {
					if m.Act != engine.Pass && m.Act != engine.Stop {
						played++
					}
				}
				if played > sf.Played || sf.Line == nil {
					sf.Played = max(sf.Played, played)
					sf.Line, sf.Written = lineTexts(g, in, s, turns.Line(i)), playout.Written(g, s, turns.Line(i))
				}
				after := turns.State(i)
				if end, over := after.End(); over && end < 0 {
					f := t.finding(Error, seq.Statement.Pos, "%s from %s, played %s, reaches a position that no rule provides for", seq.Throw, spoken(from.name), strings.Join(lineTexts(g, in, s, turns.Line(i)), " "))
					f.Statement = seq.Statement.ID
					out.Findings = append(out.Findings, f)
				}
				if msg := conserved(g, after); msg != "" {
					f := t.finding(Error, seq.Statement.Pos, "%s from %s: %s", seq.Throw, spoken(from.name), msg)
					f.Statement = seq.Statement.ID
					out.Findings = append(out.Findings, f)
				}
			}
		}
		seq.From = append(seq.From, sf)
	}
	if ctx.Err() != nil {
		return Outcome{} // cut short: nothing can be said of this throw
	}
	if seq.Statement == nil {
		f := t.finding(Error, t.Definition.Pos, "nothing answers the throw %s", seq.Throw)
		out.Findings = append(out.Findings, f)
		return out
	}
	out.Sequences = append(out.Sequences, seq)
	verdict := NoneSeen // some positions are not all
	if len(out.Findings) > 0 {
		verdict = Found
	}
	complete := true
	for _, f := range seq.From {
		complete = complete && f.Complete
	}
	out.Verdicts = append(out.Verdicts, Verdict{Check: "ED001", Ruleset: t.Definition.ID, Subject: seq.Throw, Verdict: verdict,
		Scope: map[string]string{"positions": fmt.Sprint(len(seq.From)), "results": fmt.Sprint(total(seq.From)), "complete": fmt.Sprint(complete), "seed": fmt.Sprint(o.Seed)}})
	return out
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

func total(from []SequenceFrom) (n int) {
	for _, f := range from {
		n += f.Results
	}
	return n
}

func lineTexts(g *rulesets.Game, in *engine.Interpreter, s *engine.State, line []engine.Move) []string {
	out := []string{}
	t := s.Clone()
	for _, m := range line {
		out = append(out, g.MoveText(in, t, m))
		in.Play(t, m)
	}
	return out
}

// conserved checks that every player has the men he began with.
func conserved(g *rulesets.Game, s *engine.State) string {
	p := g.Program
	for q := range p.Players {
		n := 0
		for f := 0; f < p.Places; f++ {
			n += s.MenAt(p, q, f)
		}
		for st := range p.Stores {
			n += s.InStore(p, q, st)
		}
		if n != p.Men(q) {
			return fmt.Sprintf("%s has %d men, not the %d he began with", p.Players[q], n, p.Men(q))
		}
	}
	return ""
}
