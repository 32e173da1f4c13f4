package playability

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/explore"
	"github.com/lectio/lectio/verify/playout"
)

// explorations are the searches over one ruleset's positions: the full game and
// each scaled-down version, and every alternative reading on the first of these.
// Where statements of the reading take no effect there, it is searched on the
// others as well, and then on the first with the whole budget.
func explorations(t *verify.Target, o verify.Options) []verify.Task {
	var tasks []verify.Task
	add := func(run func(ctx context.Context) verify.Outcome) {
		tasks = append(tasks, verify.Task{What: "positions of " + t.Definition.ID, Run: run})
	}
	add(func(ctx context.Context) verify.Outcome {
		return search(ctx, t, verify.Interpretation{}, nil, o.Positions)
	})
	for _, sc := range t.Definition.Scales {
		add(func(ctx context.Context) verify.Outcome {
			return search(ctx, t, verify.Interpretation{}, sc, o.Positions)
		})
	}
	if len(t.Definition.Scales) == 0 {
		return tasks
	}
	for _, a := range t.Definition.Alternatives() {
		i := verify.Interpretation{Choice: a.Choice, Question: a.Question, Reading: a.Reading}
		add(func(ctx context.Context) (out verify.Outcome) {
			first := search(ctx, t, i, t.Definition.Scales[0], max(1, o.Positions/altPositions))
			var others verify.Outcome
			together := func() []verify.Exploration {
				return append(append([]verify.Exploration(nil), first.Explorations...), others.Explorations...)
			}
			for _, sc := range t.Definition.Scales[1:] {
				if !unseen(&i, together()) {
					break
				}
				others.Add(search(ctx, t, i, sc, max(1, o.Positions/altPositions)))
			}
			if len(first.Explorations) > 0 && !first.Explorations[0].Complete && unseen(&i, together()) {
				first = search(ctx, t, i, t.Definition.Scales[0], o.Positions)
			}
			out.Add(first)
			out.Add(others)
			return out
		})
	}
	return tasks
}

// unseen reports whether some statement of the reading took effect in none of
// the searches, although it was played in one.
func unseen(i *verify.Interpretation, list []verify.Exploration) bool {
	for _, s := range i.Reading.Statements {
		played, counted := false, false
		for _, e := range list {
			for k, x := range e.Took.Game.Statements {
				if x == s {
					played, counted = true, counted || e.Took.Counts[k] > 0
				}
			}
		}
		if watched(s.Kind) != "" && played && !counted {
			return true
		}
	}
	return false
}

// altPositions is the part of the budget of positions that each alternative has.
const altPositions = 4

// search searches one interpretation, or a scaled-down version of it.
func search(ctx context.Context, t *verify.Target, i verify.Interpretation, sc *rulesets.Scale, limit int) (out verify.Outcome) {
	in, errs := t.Definition.Interpret(i.Choice)
	if sc != nil {
		in, errs = t.Definition.Scaled(sc, i.Choice)
	}
	var g *rulesets.Game
	if len(errs) == 0 {
		g, errs = in.Compile()
	}
	if len(errs) > 0 {
		if sc != nil && i.Question == nil { // RS001 reports the others
			out.Findings = append(out.Findings, t.Finding(verify.Error, sc.Pos, "the scaled-down version %s cannot be compiled: %v", sc.ID, errs[0]))
		}
		return out
	}
	r := explore.Search(ctx, g, limit)
	a := r.Analyse(ctx)
	if a == nil {
		return out
	}
	x := &searched{t: t, i: i, sc: sc, g: g, r: r, a: a, e: describe(t, g, r, a)}
	_, x.e.Question = t.Where(i, sc)
	if i.Reading != nil {
		x.e.Reading = i.Reading.ID
	}
	x.count()
	x.candidates()
	x.verdicts()
	x.solve(ctx)
	out.Explorations = append(out.Explorations, x.e)
	return out
}

// searched is a search that has been done.
type searched struct {
	t  *verify.Target
	i  verify.Interpretation
	sc *rulesets.Scale
	g  *rulesets.Game
	r  *explore.Graph
	a  *explore.Analysis
	e  verify.Exploration
}

// count says which statements took effect.
func (x *searched) count() {
	counts := make([]int, len(x.r.Applied))
	for k, applied := range x.r.Applied {
		if applied {
			counts[k] = 1
		}
	}
	effects(x.g, counts, x.r.Stages, x.r.Thrown)
	x.e.Took = verify.Effects{Game: x.g, Counts: counts, Complete: x.r.Complete}
}

// finds adds what can be reported of the search, with a line to the nearest position. What
// holds of a reading, or of a scaled-down version, is no error.
func (x *searched) finds(about verify.Trouble, key string, sev verify.Severity, w explore.Where, extra []playout.Step, format string, args ...any) *verify.Finding {
	if x.i.Question != nil || x.sc != nil {
		sev = min(sev, verify.Warning)
	}
	pos, question := x.t.Where(x.i, x.sc)
	f := x.t.Finding(sev, pos, "%s: %s", x.g.Name(), fmt.Sprintf(format, args...))
	f.Question = question
	if x.sc != nil {
		f.Scale = x.sc.ID
	}
	if w.Nearest >= 0 {
		f.Line = playout.Record(x.g, 0, explore.Playable(x.g, append(x.r.Line(w.Nearest), extra...)))
	}
	x.e.Candidates = append(x.e.Candidates, verify.Candidate{About: about, Key: key, Finding: f})
	return &x.e.Candidates[len(x.e.Candidates)-1].Finding
}

// verdicts adds the verdicts of the search.
func (x *searched) verdicts() {
	x.concludes(verify.NothingProvided, "a position that nothing provides for", x.e.Stuck > 0)
	x.concludes(verify.WithoutEnd, "play that can go on for ever, but for rules on repetition", x.e.Traps+x.e.Avoidable > 0, "play", x.e.Play)
	if x.i.Question != nil {
		return
	}
	if len(x.g.Program.Invariants) > 0 {
		x.concludes(verify.BrokenInvariant, "an invariant that is broken", len(x.r.Broken) > 0)
	}
	for q, name := range x.g.Program.Players {
		x.concludes(verify.CannotWin, "a position from which "+name+" can no longer win", x.a.Hopeless[q].Any() || x.e.Complete && !x.a.Wins[q].Any())
	}
	x.concludes(verify.ManLost, "a man that nothing can move any more", len(x.a.Lost) > 0)
}

// concludes adds a verdict; more are names and values of its scope.
func (x *searched) concludes(about verify.Trouble, subject string, found bool, more ...string) {
	v := verify.Verdict{Ruleset: x.t.Definition.ID, Question: x.e.Question, Subject: subject, Verdict: verify.NoneSeen,
		Scope: map[string]string{"interpretation": x.g.Name(), "positions": fmt.Sprint(x.e.Positions), "plies": fmt.Sprint(x.e.Depth), "complete": yesOrNo(x.e.Complete),
			"history": "none: a rule on repetition does not act"}}
	for k := 0; k+1 < len(more); k += 2 {
		v.Scope[more[k]] = more[k+1]
	}
	switch {
	case found:
		v.Verdict = verify.Found
	case x.e.Complete:
		v.Verdict = verify.None
	}
	x.e.Concluded = append(x.e.Concluded, verify.Concluded{About: about, Verdict: v})
}

func yesOrNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// describe fills a row from a graph.
func describe(t *verify.Target, g *rulesets.Game, r *explore.Graph, a *explore.Analysis) verify.Exploration {
	p := g.Program
	e := verify.Exploration{Ruleset: t.Definition.ID, Interpretation: g.Name(), Limit: r.Limit, Positions: r.Positions(), Looked: r.Looked, Edges: r.Edges(),
		Depth: r.Depth, Complete: r.Complete, Stuck: a.Stuck.Positions, ByScore: a.ByScore, Undecided: a.Undecided.Positions,
		Cyclic: a.Cyclic.Positions, Avoidable: a.Avoidable.Positions, Traps: a.Traps.Positions, Repetition: explore.RepetitionEnds(g)}
	if g.Scale != nil {
		e.Scale, e.Because = g.Scale.ID, g.Scale.Because
	}
	for i := range p.Ends {
		c := verify.EndCount{ID: p.Ends[i].ID, Reason: p.Ends[i].Reason, Positions: a.Ends[i].Positions, Plies: -1}
		if a.Ends[i].Any() {
			c.Plies = r.Plies(a.Ends[i].Nearest)
		}
		e.Ends = append(e.Ends, c)
	}
	for q, name := range p.Players {
		e.Wins = append(e.Wins, verify.WinCount{Player: name, Wins: a.Wins[q].Positions, Hopeless: a.Hopeless[q].Positions, Alone: a.Alone[q].Positions})
	}
	say := func(format string, args ...any) { e.Verdicts = append(e.Verdicts, fmt.Sprintf(format, args...)) }
	if e.Complete {
		say("all %d positions were looked at, up to %d single moves from the opening", e.Positions, e.Depth)
	} else {
		say("%d positions were found and %d looked at, all of those within %d single moves from the opening", e.Positions, e.Looked, e.Depth)
	}
	e.Play = ends(p, &e, a)
	say("%s", e.Play)
	if e.Stuck > 0 {
		say("%d positions are without a move and nothing provides for them", e.Stuck)
	} else {
		say("no position is without a rule%s", asFar(e.Complete))
	}
	for _, w := range e.Wins {
		switch {
		case w.Wins == 0 && e.Complete:
			say("%s cannot win", w.Player)
		case w.Wins == 0:
			say("no position was seen in which %s has won", w.Player)
		case w.Hopeless > 0:
			say("%s can win; in %d positions no more", w.Player, w.Hopeless)
		default:
			say("%s can win", w.Player)
		}
	}
	return e
}

func asFar(complete bool) string {
	if complete {
		return ""
	}
	return ", as far as was looked"
}

// whatever says that the throws do not matter, of a game that has any.
func whatever(p *engine.Program) string {
	if len(p.Devices) == 0 {
		return ""
	}
	return ", whatever is thrown"
}

// ends says in words how play ends.
func ends(p *engine.Program, e *verify.Exploration, a *explore.Analysis) string {
	s := ""
	switch {
	case e.Traps > 0:
		s = fmt.Sprintf("from %d positions no end can be reached at all", e.Traps)
	case a.Avoidable.Nearest == 0:
		s = "the players together can put off the end for ever" + whatever(p)
	case e.Avoidable > 0:
		s = fmt.Sprintf("from %d positions on the players together can put off the end for ever%s", e.Avoidable, whatever(p))
	case e.Cyclic > 0 && e.Complete:
		s = "positions can come back, but an end can be reached from every position and nobody can put it off for ever against the throws: play ends with probability one"
	case e.Cyclic > 0:
		s = "positions can come back"
	case e.Complete:
		s = "no position can come back: every game ends"
	default:
		s = "no position was seen to come back"
	}
	var alone []string
	for _, w := range e.Wins {
		if w.Alone > 0 {
			alone = append(alone, fmt.Sprintf("%s from %d", w.Player, w.Alone))
		}
	}
	if len(alone) > 0 {
		s += "; one player alone can do so against the others: " + strings.Join(alone, ", ")
	}
	if len(e.Repetition) > 0 && e.Cyclic > 0 {
		s += "; only the rule on repetition (" + strings.Join(e.Repetition, ", ") + ") ends such play"
	}
	return s
}

// candidates lists what can be reported of one search.
func (x *searched) candidates() {
	p := x.g.Program
	for _, b := range x.r.Broken {
		v := &p.Invariants[b.Invariant]
		f := x.finds(verify.BrokenInvariant, v.ID, verify.Error, explore.Where{Positions: 1, Nearest: b.Position}, nil, "after %d single moves, the fewest possible, the invariant %s is broken for %s",
			x.r.Plies(b.Position), v.ID, p.Players[b.Player])
		st := x.g.Statements[v.Statement]
		f.Statement, f.Pos, f.Clauses = v.ID, st.Pos, verify.ClauseNames(st.Warrant)
	}
	if x.a.Stuck.Any() {
		x.finds(verify.NothingProvided, "", verify.Error, x.a.Stuck, nil, "after %d single moves, the fewest possible, there is a position without a move that nothing provides for",
			x.r.Plies(x.a.Stuck.Nearest))
	}
	x.endless()
	for q := range p.Players {
		x.hopeless(q)
	}
	for q := range p.Players {
		x.lost(q)
	}
}

// endless reports play that can go on for ever.
func (x *searched) endless() {
	sev, only := verify.Warning, ""
	if len(x.e.Repetition) > 0 {
		sev, only = verify.Note, "; only the rule on repetition ("+strings.Join(x.e.Repetition, ", ")+") ends it"
	}
	switch traps, avoidable := x.a.Traps, x.a.Avoidable; {
	case traps.Any():
		if sev == verify.Warning {
			sev = verify.Error
		}
		x.finds(verify.WithoutEnd, "trap", sev, traps, nil, "from %d positions no end can be reached at all, the nearest after %d single moves; play goes on for ever there%s",
			traps.Positions, x.r.Plies(traps.Nearest), only)
	case avoidable.Any():
		how := fmt.Sprintf("from %d positions, the nearest after %d single moves,", avoidable.Positions, x.r.Plies(avoidable.Nearest))
		if avoidable.Nearest == 0 {
			how = "from the opening"
		}
		come := explore.Where{Nearest: x.a.Returning(avoidable.Nearest)}
		x.finds(verify.WithoutEnd, "avoidable", sev, come, x.a.Round(come.Nearest, true), "%s the players together can put off the end for ever%s; the line comes back to an earlier position%s", how, whatever(x.g.Program), only)
	}
}

// hopeless reports a player who cannot win, or no more.
func (x *searched) hopeless(q int) {
	name := x.g.Program.Players[q]
	others := slices.ContainsFunc(x.a.Wins, explore.Where.Any)
	switch {
	case x.e.Complete && !x.a.Wins[q].Any() && others:
		x.finds(verify.CannotWin, "never "+name, verify.Warning, explore.Where{Nearest: -1}, nil, "%s cannot win: no finished game of all %d positions is won by %s", name, x.e.Positions, name)
	case x.a.Hopeless[q].Any():
		x.finds(verify.CannotWin, "no more "+name, verify.Note, x.a.Hopeless[q], nil, "in %d positions %s can no longer win although the game goes on; the nearest is %d single moves from the opening",
			x.a.Hopeless[q].Positions, name, x.r.Plies(x.a.Hopeless[q].Nearest))
	}
}

// lost reports the places from which men of a player may come never to move again.
func (x *searched) lost(q int) {
	p := x.g.Program
	var places []string
	w := explore.Where{Nearest: -1}
	for _, l := range x.a.Lost {
		if l.Player == q {
			places = append(places, p.PlaceName(q, l.From))
			if w.Nearest < 0 || l.Nearest < w.Nearest {
				w = l.Where
			}
		}
	}
	if len(places) > 0 {
		x.finds(verify.ManLost, p.Players[q], verify.Note, w, nil, "men of %s can come to stand on %s so that nothing can move or take them away any more while the game goes on; the nearest such position is %d single moves from the opening",
			p.Players[q], placesListed(places), x.r.Plies(w.Nearest))
	}
}

func placesListed(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	if len(names) > 8 {
		return fmt.Sprintf("%s or %d other places", strings.Join(names[:7], ", "), len(names)-7)
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

// reported is what the searches found of one trouble, with their verdicts: all of
// the default interpretation, and of alternatives what the default does not have, or not
// as badly, on the same scale.
func reported(all *verify.Outcome, about verify.Trouble) (out verify.Outcome) {
	have := map[string]verify.Severity{}
	for i := range all.Explorations {
		e := &all.Explorations[i]
		for _, c := range e.Candidates {
			if e.Question == "" && c.About == about {
				have[e.Scale+"|"+c.Key] = c.Severity + 1
				out.Findings = append(out.Findings, c.Finding)
			}
		}
		for _, v := range e.Concluded {
			if v.About == about {
				out.Verdicts = append(out.Verdicts, v.Verdict)
			}
		}
	}
	for _, e := range all.Explorations {
		for _, c := range e.Candidates {
			if e.Question != "" && c.About == about && have[e.Scale+"|"+c.Key] <= c.Severity {
				out.Findings = append(out.Findings, c.Finding)
			}
		}
	}
	return out
}

// reportSearched makes the conclusion that a check draws from the searches.
func reportSearched(about verify.Trouble) func(*verify.Target, *verify.Outcome, verify.Options) verify.Outcome {
	return func(_ *verify.Target, all *verify.Outcome, _ verify.Options) verify.Outcome {
		return reported(all, about)
	}
}

// watched says of a statement's kind whether play shows that it takes effect,
// and how to say that it does not.
func watched(kind string) string {
	return map[string]string{
		"allow": "gives no legal move that no earlier permission gives", "forbid": "refuses no move that no earlier prohibition refuses",
		"except": "lifts no prohibition", "require": "strikes out no move", "agenda": "is never put up",
		"blocked": "never answers parts that cannot be played", "do": "never acts", "end": "is never reached", "score": "is never scored",
		"stage": "is nobody's stage", "throw": "is never thrown",
	}[kind]
}

// effects adds to counts by statement those of stages and of what is thrown.
func effects(g *rulesets.Game, counts, stages, thrown []int) {
	for i, s := range g.Statements {
		switch s.Kind {
		case "stage":
			for k := range g.Program.Stages {
				if g.Program.Stages[k].ID == s.ID {
					counts[i] += stages[k]
				}
			}
		case "throw":
			for k := range g.Program.Devices {
				if g.Program.Devices[k].ID == s.ID {
					counts[i] += thrown[k]
				}
			}
		}
	}
}
