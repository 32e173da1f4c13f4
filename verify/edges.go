package verify

import (
	"context"
	"fmt"
	"maps"
	"sort"
	"strings"
	"sync"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/verify/playout"
)

// EdgeCase is a position at an edge of the rules, found by its properties: what
// the rules allow in it, which statements decided, and which readings would
// change it.
type EdgeCase struct {
	Check   string // that asked for it
	Ruleset string
	Kind    string // what kind of edge it is: "opening", "forced pass", …
	Title   string // in a few words, for a heading
	Cut     bool   // the run was stopped before all that this rests on was done

	// Position is the position before the throw, where there is one, and Throw
	// is what is then thrown; both can be given to lectio moves. State is the
	// decision itself, the throw made, of the default interpretation Game.
	Position rulesets.StateJSON
	Throw    string
	Game     *rulesets.Game
	State    *engine.State
	Player   string   // to move
	Parts    []string // still to be played, in order
	Order    string   // "fixed" or "any"

	Legal   []string
	Refused []EdgeRefusal
	// Move is the move that the case is about, and Outcome what comes of it;
	// empty where the case is about the whole decision.
	Move, Outcome string

	Deciding []string // statements without which the case would be another, in declared order
	Clauses  []string // behind them
	Question string   // of a deciding statement that a reading contributes

	Results  int // distinct positions that the rest of the throw can lead to
	Complete bool
	Played   int      // most parts that can be played
	Line     []string // one way of playing them
	Written  string   // that way as a line that can be played again

	// Changes are the readings that would change the case, each alone against
	// the default; Asked is how many readings were asked, Refusing how many of
	// them have no such position.
	Changes         []EdgeChange
	Asked, Refusing int
	// ByHistory is set where the case rests on positions that stood before: it
	// cannot be typed in, and readings were not asked.
	ByHistory bool

	// Steps lead to the position from the start; Number is the game's under the
	// seed, and Steered the statement towards which the players steered it, if
	// they did.
	Steps   []playout.Step
	Number  int
	Steered string
	// Constructed is set where no game led to the position: one man of a position
	// that was played has been put elsewhere. It can be typed in all the same.
	Constructed bool
}

// EdgeRefusal is a move that is not allowed, and the statements against it.
type EdgeRefusal struct {
	Move       string
	Statements []string
}

// EdgeChange is a reading under which an edge case is another.
type EdgeChange struct {
	Question, Reading string
	How               string // what differs, in words
}

// Record returns the line of play that leads to the case, nil when it was
// constructed.
func (c *EdgeCase) Record() *playout.Line {
	if c.Constructed {
		return nil
	}
	return playout.Record(c.Game, c.Number, c.Steps)
}

// Source says where the position comes from.
func (c *EdgeCase) Source() string {
	plies := 0
	for _, s := range c.Steps {
		if s.Throw < 0 {
			plies++
		}
	}
	if c.Constructed {
		return fmt.Sprintf("constructed: a position of game %d with one man elsewhere", c.Number)
	}
	if plies == 0 {
		return "the start"
	}
	if c.Steered != "" {
		return fmt.Sprintf("game %d steered towards %s, after %d moves", c.Number, c.Steered, plies)
	}
	return fmt.Sprintf("game %d, after %d moves", c.Number, plies)
}

// edgeKey names one thing to be shown: the kind, and what of it.
type edgeKey struct {
	kind, what, detail string
	n                  int
}

// edgeAt is a candidate for a case.
type edgeAt struct {
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

// edgeSample is what the games of one target have shown of edges.
type edgeSample struct {
	positions int // decisions looked at
	games     int
	steered   int // games in which the players steered
	complete  bool
	found     map[edgeKey]*edgeAt
	keys      []edgeKey // in the order in which they were first seen
	turns     []*edgeAt // positions in which a throw is due, of all ages of the game
	fired     []int     // by statement: how often it took effect
	loose     []bool    // by statement: it keeps men from places where none of their own stand
}

// edgeStore holds what the edge checks of one target share.
type edgeStore struct {
	once   sync.Once
	sample *edgeSample
	ask    sync.Once
	others []edgeOther
}

// edgeOther is an alternative, compiled once for all cases.
type edgeOther struct {
	rulesets.Alternative
	game *rulesets.Game // nil when it has other places, so that no position is one of its own
}

func (t *Target) alternatives() []edgeOther {
	t.edges.ask.Do(func() {
		for _, a := range t.Definition.Alternatives() {
			g, errs := t.game(a.Choice)
			if len(errs) > 0 {
				continue // RS001 reports it
			}
			if !playout.Comparable(t.Game, g) {
				g = nil
			}
			t.edges.others = append(t.edges.others, edgeOther{a, g})
		}
	})
	return t.edges.others
}

// edgeSampled plays the games that all edge checks look at, once.
func (t *Target) edgeSampled(ctx context.Context, o Options) *edgeSample {
	t.edges.once.Do(func() {
		w := newEdgeWalk(t.Game, o)
		w.random(ctx)
		w.steerAll(ctx)
		w.nearlyBlocked(ctx)
		w.construct(ctx)
		w.es.complete = ctx.Err() == nil
		t.edges.sample = w.es
	})
	return t.edges.sample
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
func (es *edgeSample) of(kind string) []edgeKey {
	var out []edgeKey
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
			return engine.NaturalLess(a.detail, b.detail)
		}
		return a.n < b.n
	})
	return out
}

// scope says how far the sample went.
func (es *edgeSample) scope(o Options, cases, all int) map[string]string {
	return map[string]string{"positions": fmt.Sprint(es.positions), "games": fmt.Sprint(es.games), "steered games": fmt.Sprint(es.steered), "seed": fmt.Sprint(o.Seed),
		"agent": "random, and steered towards scores and ends", "cases": fmt.Sprint(all), "shown": fmt.Sprint(cases)}
}

// edgeSubject is a statement of which a case should be there.
type edgeSubject struct {
	statement *rulesets.Statement
	seen      bool
	what      string
	by        []string // by which parts it was seen
}

// edgeOutcome makes what an edge check contributes: its cases, an error for each
// that comes to a position no rule provides for, and for every subject a
// verdict, with a note where no case of it was seen.
func (t *Target) edgeOutcome(ctx context.Context, o Options, check string, b *edgeBuilder, list []edgeChoice, subjects []edgeSubject) (out Outcome) {
	es := t.edgeSampled(ctx, o)
	cases, all := b.cases(ctx, check, list)
	out.EdgeCases = cases
	scope := es.scope(o, len(cases), all)
	if check != "ED007" { // which reports these with the line that leads there
		out.Findings = t.unprovided(cases)
	}
	for _, x := range subjects {
		v := Verdict{Check: check, Ruleset: t.Definition.ID, Subject: x.what, Verdict: Found, Scope: scope}
		if len(x.by) > 0 {
			v.Scope = maps.Clone(scope)
			v.Scope["by"] = strings.Join(x.by, " ")
		}
		if x.statement.Question != nil {
			v.Question = x.statement.Question.Name()
		}
		if !x.seen {
			v.Verdict = NoneSeen
			if es.complete {
				f := t.finding(Note, x.statement.Pos, "no position was seen with %s, in %s of %s, and of %d steered towards it or others", x.what, plural(es.positions, "position"), plural(es.games, "game"), es.steered)
				f.Statement, f.Clauses, f.Question = x.statement.ID, clauseNames(x.statement.Warrant), v.Question
				f.Sample = max(es.positions, 1)
				out.Findings = append(out.Findings, f)
			}
		}
		out.Verdicts = append(out.Verdicts, v)
	}
	if len(subjects) == 0 && check != "ED004" && check != "ED008" {
		out.Verdicts = append(out.Verdicts, Verdict{Check: check, Ruleset: t.Definition.ID, Verdict: seenOrNot(len(out.Findings) > 0), Scope: scope})
	}
	return out
}

// unprovided finds the cases that come to a position no rule provides for, the
// first with its line, and says how many there are.
func (t *Target) unprovided(cases []EdgeCase) (out []Finding) {
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
		f := t.finding(Error, t.Definition.Pos, "%s: after %s%s %s", c.Title, throw, c.Move, unprovided)
		if len(c.Deciding) > 0 {
			f.Statement = c.Deciding[0]
		}
		f.Clauses, f.Line = c.Clauses, c.Record()
		out = append(out, f)
	}
	if more > 1 {
		out[0].Message += fmt.Sprintf(", and so in %s", plural(more-1, "other case"))
	}
	return out
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// unprovided is how an outcome reads that no rule provides for.
const unprovided = "no rule provides for the position"

func seenOrNot(found bool) Answer {
	if found {
		return Found
	}
	return NoneSeen
}
