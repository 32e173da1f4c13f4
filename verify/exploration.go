package verify

import (
	"context"
	"fmt"
	"strings"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/verify/explore"
	"github.com/lectio/lectio/verify/playout"
)

// Exploration is what a search over the positions of one interpretation came to.
// Repetition is no part of a position: rules on it do not act in the search.
type Exploration struct {
	Ruleset        string
	Interpretation string // as Interpretation.Name writes it
	Question       string // the question whose reading is played; "" for the default
	Reading        string
	Scale          string // the scaled-down version; "" for the full game
	Because        string // what the scaled-down version keeps of the game
	Limit          int    // positions after which the search was to stop
	Positions      int    // found
	Looked         int    // of which the continuations are known
	Edges          int    // throws and moves made
	Depth          int    // single moves within which every position was looked at
	Complete       bool
	Ends           []EndCount // by end, as declared; of finished games
	Stuck          int        // positions that nothing provides for
	Wins           []WinCount // by player
	ByScore        bool       // no end names a winner: the higher score counts as one
	Undecided      int        // finished games without a winner
	Cyclic         int        // positions to which play can come back
	Avoidable      int        // positions from which the players can put off the end for ever
	Traps          int        // positions from which no end can be reached
	Repetition     []string   // ends by repetition, which do not act in the search
	Play           string     // how play ends, in words
	Verdicts       []string   // what the search says, a sentence each
	Cut            bool       // the run was stopped before all that this rests on was done

	candidates []candidate
	took       took
}

// EndCount is in how many positions the game is over by an end.
type EndCount struct {
	ID, Reason string
	Positions  int
	Plies      int // of a shortest line to one of them; -1 for none
}

// WinCount is what a player can still win, by positions.
type WinCount struct {
	Player   string
	Wins     int // finished games that he wins
	Hopeless int // positions of a game that goes on and that he can no longer win
	Alone    int // positions from which he alone can put off the end for ever
}

// candidate is a finding that is reported of an alternative only where the default
// interpretation does not have one of the same key and severity.
type candidate struct {
	key string
	Finding
}

// took counts what took effect in one interpretation; a search tells of most
// statements only whether they did.
type took struct {
	game     *rulesets.Game
	counts   []int // by statement
	complete bool  // an exhaustive search
	games    int   // sampled; 0 in a search
}

// explorations are the searches over one ruleset's positions: the full game and
// each scaled-down version, and every alternative reading on the first of these.
// Where statements of the reading take no effect there, it is searched on the
// others as well, and then on the first with the whole budget.
func (t *Target) explorations(o Options) []Task {
	var tasks []Task
	add := func(run func(ctx context.Context) Outcome) {
		tasks = append(tasks, Task{What: "positions of " + t.Definition.ID, Run: run})
	}
	add(func(ctx context.Context) Outcome { return t.explore(ctx, interpretation{}, nil, o.Positions) })
	for _, sc := range t.Definition.Scales {
		add(func(ctx context.Context) Outcome { return t.explore(ctx, interpretation{}, sc, o.Positions) })
	}
	if len(t.Definition.Scales) == 0 {
		return tasks
	}
	for _, a := range t.Definition.Alternatives() {
		i := interpretation{choice: a.Choice, question: a.Question, reading: a.Reading}
		add(func(ctx context.Context) (out Outcome) {
			first := t.explore(ctx, i, t.Definition.Scales[0], max(1, o.Positions/altPositions))
			var others Outcome
			together := func() []Exploration {
				return append(append([]Exploration(nil), first.Explorations...), others.Explorations...)
			}
			for _, sc := range t.Definition.Scales[1:] {
				if !i.unseen(together()) {
					break
				}
				others.add(t.explore(ctx, i, sc, max(1, o.Positions/altPositions)))
			}
			if len(first.Explorations) > 0 && !first.Explorations[0].Complete && i.unseen(together()) {
				first = t.explore(ctx, i, t.Definition.Scales[0], o.Positions)
			}
			out.add(first)
			out.add(others)
			return out
		})
	}
	return tasks
}

// unseen reports whether some statement of the reading took effect in none of
// the searches, although it was played in one.
func (i *interpretation) unseen(list []Exploration) bool {
	for _, s := range i.reading.Statements {
		played, counted := false, false
		for _, e := range list {
			for k, x := range e.took.game.Statements {
				if x == s {
					played, counted = true, counted || e.took.counts[k] > 0
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

// where is the place in the YAML that an interpretation is about.
func (t *Target) where(i interpretation, sc *rulesets.Scale) (pos yamlpos.Pos, question string) {
	switch {
	case i.question != nil:
		return i.reading.Pos, i.question.Name()
	case sc != nil:
		return sc.Pos, ""
	}
	return t.Definition.Pos, ""
}

func (t *Target) explore(ctx context.Context, i interpretation, sc *rulesets.Scale, limit int) (out Outcome) {
	in, errs := t.Definition.Interpret(i.choice)
	if sc != nil {
		in, errs = t.Definition.Scaled(sc, i.choice)
	}
	var g *rulesets.Game
	if len(errs) == 0 {
		g, errs = in.Compile()
	}
	pos, question := t.where(i, sc)
	if len(errs) > 0 {
		if sc != nil && i.question == nil { // RS001 reports the others
			f := t.finding(Error, sc.Pos, "the scaled-down version %s cannot be compiled: %v", sc.ID, errs[0])
			f.ID = "PB006"
			out.Findings = append(out.Findings, f)
		}
		return out
	}
	r := explore.Search(ctx, g, limit)
	a := r.Analyse(ctx)
	if a == nil {
		return out
	}
	e := t.describe(g, r, a)
	e.Question = question
	if i.reading != nil {
		e.Reading = i.reading.ID
	}
	counts := make([]int, len(r.Applied))
	for k, applied := range r.Applied {
		if applied {
			counts[k] = 1
		}
	}
	effects(g, counts, r.Stages, r.Thrown)
	e.took = took{game: g, counts: counts, complete: r.Complete}
	add := func(id, key string, sev Severity, w explore.Where, extra []playout.Step, format string, args ...any) {
		if i.question != nil || sc != nil {
			sev = min(sev, Warning)
		}
		f := t.finding(sev, pos, "%s: %s", g.Name(), fmt.Sprintf(format, args...))
		f.ID, f.Question = id, question
		if w.Nearest >= 0 {
			f.Line = playout.Record(g, 0, explore.Playable(g, append(r.Line(w.Nearest), extra...)))
		}
		e.candidates = append(e.candidates, candidate{key, f})
	}
	t.candidates(g, r, a, &e, add)
	scope := map[string]string{"interpretation": g.Name(), "positions": fmt.Sprint(e.Positions), "plies": fmt.Sprint(e.Depth), "complete": yesOrNo(e.Complete),
		"history": "none: a rule on repetition does not act"}
	verdict := func(id, subject string, found bool, more ...string) {
		v := Verdict{Check: id, Ruleset: t.Definition.ID, Question: question, Subject: subject, Verdict: NoneSeen, Scope: map[string]string{}}
		for k, x := range scope {
			v.Scope[k] = x
		}
		for k := 0; k+1 < len(more); k += 2 {
			v.Scope[more[k]] = more[k+1]
		}
		switch {
		case found:
			v.Verdict = Found
		case e.Complete:
			v.Verdict = None
		}
		out.Verdicts = append(out.Verdicts, v)
	}
	verdict("PB005", "a position that nothing provides for", e.Stuck > 0)
	verdict("PB006", "play that can go on for ever, but for rules on repetition", e.Traps+e.Avoidable > 0, "play", e.Play)
	if i.question == nil {
		if len(g.Program.Invariants) > 0 {
			verdict("PB004", "an invariant that is broken", len(r.Broken) > 0)
		}
		for q, name := range g.Program.Players {
			verdict("PB007", "a position from which "+name+" can no longer win", a.Hopeless[q].Any() || e.Complete && !a.Wins[q].Any())
		}
		verdict("PB008", "a man that nothing can move any more", len(a.Lost) > 0)
	}
	out.Explorations = append(out.Explorations, e)
	return out
}

func yesOrNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// describe fills a row from a graph.
func (t *Target) describe(g *rulesets.Game, r *explore.Graph, a *explore.Analysis) Exploration {
	p := g.Program
	e := Exploration{Ruleset: t.Definition.ID, Interpretation: g.Name(), Limit: r.Limit, Positions: r.Positions(), Looked: r.Looked, Edges: r.Edges(),
		Depth: r.Depth, Complete: r.Complete, Stuck: a.Stuck.Positions, ByScore: a.ByScore, Undecided: a.Undecided.Positions,
		Cyclic: a.Cyclic.Positions, Avoidable: a.Avoidable.Positions, Traps: a.Traps.Positions, Repetition: explore.RepetitionEnds(g)}
	if g.Scale != nil {
		e.Scale, e.Because = g.Scale.ID, g.Scale.Because
	}
	for i := range p.Ends {
		c := EndCount{ID: p.Ends[i].ID, Reason: p.Ends[i].Reason, Positions: a.Ends[i].Positions, Plies: -1}
		if a.Ends[i].Any() {
			c.Plies = r.Plies(a.Ends[i].Nearest)
		}
		e.Ends = append(e.Ends, c)
	}
	for q, name := range p.Players {
		e.Wins = append(e.Wins, WinCount{name, a.Wins[q].Positions, a.Hopeless[q].Positions, a.Alone[q].Positions})
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
func ends(p *engine.Program, e *Exploration, a *explore.Analysis) string {
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
func (t *Target) candidates(g *rulesets.Game, r *explore.Graph, a *explore.Analysis, e *Exploration,
	add func(id, key string, sev Severity, w explore.Where, extra []playout.Step, format string, args ...any)) {
	p := g.Program
	for _, b := range r.Broken {
		v := &p.Invariants[b.Invariant]
		add("PB004", v.ID, Error, explore.Where{Positions: 1, Nearest: b.Position}, nil, "after %d single moves, the fewest possible, the invariant %s is broken for %s",
			r.Plies(b.Position), v.ID, p.Players[b.Player])
		f := &e.candidates[len(e.candidates)-1]
		f.Statement, f.Pos, f.Clauses = v.ID, g.Statements[v.Statement].Pos, clauseNames(g.Statements[v.Statement].Warrant)
	}
	if a.Stuck.Any() {
		add("PB005", "", Error, a.Stuck, nil, "after %d single moves, the fewest possible, there is a position without a move that nothing provides for",
			r.Plies(a.Stuck.Nearest))
	}
	only := ""
	sev := Warning
	if len(e.Repetition) > 0 {
		sev, only = Note, "; only the rule on repetition ("+strings.Join(e.Repetition, ", ")+") ends it"
	}
	switch {
	case a.Traps.Any():
		worse := sev
		if sev == Warning {
			worse = Error
		}
		add("PB006", "trap", worse, a.Traps, nil, "from %d positions no end can be reached at all, the nearest after %d single moves; play goes on for ever there%s",
			a.Traps.Positions, r.Plies(a.Traps.Nearest), only)
	case a.Avoidable.Any():
		how := fmt.Sprintf("from %d positions, the nearest after %d single moves,", a.Avoidable.Positions, r.Plies(a.Avoidable.Nearest))
		if a.Avoidable.Nearest == 0 {
			how = "from the opening"
		}
		come := explore.Where{Nearest: a.Returning(a.Avoidable.Nearest)}
		add("PB006", "avoidable", sev, come, a.Round(come.Nearest, true), "%s the players together can put off the end for ever%s; the line comes back to an earlier position%s", how, whatever(p), only)
	}
	for q, name := range p.Players {
		others := false
		for w := range p.Players {
			others = others || a.Wins[w].Any()
		}
		switch {
		case e.Complete && !a.Wins[q].Any() && others:
			add("PB007", "never "+name, Warning, explore.Where{Nearest: -1}, nil, "%s cannot win: no finished game of all %d positions is won by %s", name, e.Positions, name)
		case a.Hopeless[q].Any():
			add("PB007", "no more "+name, Note, a.Hopeless[q], nil, "in %d positions %s can no longer win although the game goes on; the nearest is %d single moves from the opening",
				a.Hopeless[q].Positions, name, r.Plies(a.Hopeless[q].Nearest))
		}
	}
	for q, name := range p.Players {
		var places []string
		w := explore.Where{Nearest: -1}
		for _, l := range a.Lost {
			if l.Player == q {
				places = append(places, p.PlaceName(q, l.From))
				if w.Nearest < 0 || l.Nearest < w.Nearest {
					w = l.Where
				}
			}
		}
		if len(places) > 0 {
			add("PB008", name, Note, w, nil, "men of %s can come to stand on %s so that nothing can move or take them away any more while the game goes on; the nearest such position is %d single moves from the opening",
				name, placesListed(places), r.Plies(w.Nearest))
		}
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

// searchFindings reports what the searches found: all of the default interpretation, and
// of alternatives what the default does not have, or not as badly, on the same
// scale.
func searchFindings(all *Outcome) (out Outcome) {
	have := map[string]Severity{}
	for _, e := range all.Explorations {
		for _, c := range e.candidates {
			if e.Question == "" {
				have[e.Scale+"|"+c.ID+"|"+c.key] = c.Severity + 1
				out.Findings = append(out.Findings, c.Finding)
			}
		}
	}
	for _, e := range all.Explorations {
		for _, c := range e.candidates {
			if e.Question != "" && have[e.Scale+"|"+c.ID+"|"+c.key] <= c.Severity {
				out.Findings = append(out.Findings, c.Finding)
			}
		}
	}
	return out
}

// watched says of a statement's kind whether play shows that it takes effect,
// and how to say that it does not.
func watched(kind string) string {
	return map[string]string{
		"allow": "gives no legal move that no earlier permission gives", "forbid": "refuses no move that no earlier prohibition refuses",
		"except": "lifts no prohibition", "require": "strikes out no move", "agenda": "is never put up",
		"blocked": "never answers parts that cannot be played", "change": "never acts", "end": "is never reached", "score": "is never scored",
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
