package edges

import (
	"context"
	"fmt"
	"maps"
	"sort"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/natural"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
)

var group = verify.Group{ID: "ED", Mutants: true}

// Checks lists the checks of this folder.
func Checks() verify.Set { return group.Checks() }

func lineTexts(g *rulesets.Game, in *engine.Interpreter, s *engine.State, line []engine.Move) []string {
	out := []string{}
	t := s.Clone()
	for _, m := range line {
		out = append(out, g.MoveText(in, t, m))
		in.Play(t, m)
	}
	return out
}

// key names one thing to be shown: the kind, and what of it.
type key struct {
	kind, what, detail string
	n                  int
}

// candidate is a candidate for a case.
type candidate struct {
	before, state *engine.State // as Position and State of EdgeCase
	throw         int           // made between the two; -1 for none
	move          engine.Move
	moved         bool  // it is about the move
	fired         []int // statements that took effect on it
	history       bool  // … only because of what stood before
	number        int
	steered       string
	built         bool // put together, not played
	steps         []playout.Step
	rank          int // of two candidates the one with the lesser rank is kept
}

// sample is what the games of one target have shown of edges.
type sample struct {
	positions int // decisions looked at
	games     int
	steered   int // games in which the players steered
	complete  bool
	found     map[key]*candidate
	keys      []key        // in the order in which they were first seen
	turns     []*candidate // positions in which a throw is due, of all ages of the game
	fired     []int        // by statement: how often it took effect
	loose     []bool       // by statement: it keeps men from places where none of their own stand
}

// other is an alternative, compiled once for all cases.
type other struct {
	rulesets.Alternative
	game *rulesets.Game // nil when it has other places, so that no position is one of its own
}

// others lists the alternatives, once.
func others(t *verify.Target) []other {
	type key struct{}
	return verify.Once(&t.Memo, key{}, func() (others []other) {
		for _, a := range t.Definition.Alternatives() {
			g, errs := t.GameOf(a.Choice)
			if len(errs) > 0 {
				continue // RS001 reports it
			}
			if !playout.Comparable(t.Game, g) {
				g = nil
			}
			others = append(others, other{a, g})
		}
		return others
	})
}

// sampled plays the games that all edge checks look at, once.
func sampled(ctx context.Context, t *verify.Target, o verify.Options) *sample {
	type key struct{}
	return verify.Once(&t.Memo, key{}, func() *sample {
		w := newWalk(t.Game, o)
		w.random(ctx)
		w.steerAll(ctx)
		w.nearlyBlocked(ctx)
		w.construct(ctx)
		w.es.complete = ctx.Err() == nil
		return w.es
	})
}

// The kinds of edge case.
const (
	kindOpening   = "opening"
	kindCrowded   = "crowded middle"
	kindFew       = "few men left"
	kindBlocked   = "nearly blocked"
	kindWaiting   = "men waiting to enter"
	kindFewest    = "fewest men"
	kindFullest   = "fullest place"
	kindPart      = "throw played in part"
	kindOutcome   = "score or end"
	kindLastMan   = "last man"
	kindPass      = "forced pass"
	kindForbidden = "prohibition"
	kindLifted    = "exception"
	kindRequired  = "obligation"
	kindSetOff    = "what a move sets off"
	kindStage     = "stage begins"
)

// of lists the candidates of a kind, in a defined order.
func (es *sample) of(kind string) []key {
	var out []key
	for _, k := range es.keys {
		if k.kind == kind {
			out = append(out, k)
		}
	}
	sort.Slice(out, func(i, j int) bool {
		a, b := out[i], out[j]
		if a.what != b.what {
			return a.what < b.what
		}
		if a.detail != b.detail {
			return natural.Compare(a.detail, b.detail) < 0
		}
		return a.n < b.n
	})
	return out
}

// scope says how far the sample went.
func (es *sample) scope(o verify.Options, cases, all int) map[string]string {
	return map[string]string{"positions": fmt.Sprint(es.positions), "games": fmt.Sprint(es.games), "steered games": fmt.Sprint(es.steered), "seed": fmt.Sprint(o.Seed),
		"agent": "random, and steered towards scores and ends", "cases": fmt.Sprint(all), "shown": fmt.Sprint(cases)}
}

// subject is a statement of which a case should be there.
type subject struct {
	statement *rulesets.Statement
	seen      bool
	what      string
	by        []string // by which parts it was seen
}

// casesOf makes the cases of an edge check, with an error for those that come to a
// position no rule provides for, and says how far was looked.
func casesOf(ctx context.Context, t *verify.Target, o verify.Options, b *builder, list []choice) (out verify.Outcome, scope map[string]string) {
	cases, all := b.cases(ctx, list)
	out.EdgeCases = cases
	out.Findings = reportUnprovided(t, cases)
	return out, sampled(ctx, t, o).scope(o, len(cases), all)
}

// conclude makes the cases of an edge check and a verdict on them.
func conclude(ctx context.Context, t *verify.Target, o verify.Options, b *builder, list []choice) verify.Outcome {
	out, scope := casesOf(ctx, t, o, b, list)
	addVerdicts(t, &out, sampled(ctx, t, o), nil, scope)
	return out
}

// addVerdicts adds a verdict for every subject, with a note where no case of it was
// seen; without subjects, one verdict on all that was found.
func addVerdicts(t *verify.Target, out *verify.Outcome, es *sample, subjects []subject, scope map[string]string) {
	if len(subjects) == 0 {
		out.Verdicts = append(out.Verdicts, verify.Verdict{Ruleset: t.Definition.ID, Verdict: foundOrNoneSeen(len(out.Findings) > 0), Scope: scope})
	}
	for _, x := range subjects {
		v := verify.Verdict{Ruleset: t.Definition.ID, Subject: x.what, Verdict: verify.Found, Scope: scope}
		if len(x.by) > 0 {
			v.Scope = maps.Clone(scope)
			v.Scope["by"] = strings.Join(x.by, " ")
		}
		if x.statement.Question != nil {
			v.Question = x.statement.Question.Name()
		}
		if !x.seen {
			v.Verdict = verify.NoneSeen
			if es.complete {
				f := t.Finding(verify.Note, x.statement.Pos, "no position was seen with %s, in %s of %s, and of %d steered towards it or others", x.what, measure.Plural(es.positions, "position"), measure.AtRandom.Games(es.games), es.steered)
				f.Statement, f.Clauses, f.Question = x.statement.ID, verify.ClauseNames(x.statement.Warrant), v.Question
				f.Sample = max(es.positions, 1)
				out.Findings = append(out.Findings, f)
			}
		}
		out.Verdicts = append(out.Verdicts, v)
	}
}

// reportUnprovided finds the cases that come to a position no rule provides for, the
// first with its line, and says how many there are.
func reportUnprovided(t *verify.Target, cases []verify.EdgeCase) (out []verify.Finding) {
	more := 0
	for i := range cases {
		c := &cases[i]
		if !strings.Contains(c.Outcome, unprovided) {
			continue
		}
		if more++; more > 1 {
			continue
		}
		throw := c.Throw
		if throw != "" {
			throw += " and "
		}
		f := t.Finding(verify.Error, t.Definition.Pos, "%s: after %s%s %s", c.Title, throw, c.Move, unprovided)
		if len(c.Deciding) > 0 {
			f.Statement = c.Deciding[0]
		}
		f.Clauses, f.Line = c.Clauses, c.Record()
		out = append(out, f)
	}
	if more > 1 {
		out[0].Message += fmt.Sprintf(", and so in %s", measure.Plural(more-1, "other case"))
	}
	return out
}

// unprovided is how an outcome reads that no rule provides for.
const unprovided = "no rule provides for the position"

func foundOrNoneSeen(found bool) verify.Answer {
	if found {
		return verify.Found
	}
	return verify.NoneSeen
}
