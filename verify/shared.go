package verify

import (
	"context"
	"fmt"
	"sync"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify/playout"
)

// shared holds what several tasks on a target need, each worked out once by
// whoever comes first. It depends on nothing but the target and the options, so
// the result is the same for any number of workers.
type shared struct {
	mu    sync.Mutex
	games map[string]*sharedGame
	steps map[string]*inStep

	compiledOnce sync.Once
	compiled     compiled
}

// compiled is what compiling the default and every alternative once shows to the
// checks RS. The programs are not kept: of many rulesets they would fill the memory.
type compiled struct {
	errs       yamlpos.Errors
	used       map[string]bool // definitions and moments that something refers to
	unplayable []unplayed
}

func (t *Target) compiled() *compiled {
	t.shared.compiledOnce.Do(func() {
		c := &t.shared.compiled
		c.used = map[string]bool{}
		c.errs = t.Definition.CheckEach(func(g *rulesets.Game) {
			for id := range g.Used {
				c.used[id] = true
			}
			c.unplayable = append(c.unplayable, unplayable(g)...)
		})
	})
	return &t.shared.compiled
}

// inStep are the games of a reading with its base in step.
type inStep struct {
	once    sync.Once
	stats   *playout.Stats
	touched int
	first   *playout.Sighting
	fail    any
}

// inStep plays the games of a reading with its base in step, once: its statistics
// are made of them, and where the two part is looked for in them.
func (t *Target) inStep(ctx context.Context, o Options, from, g *rulesets.Game) *inStep {
	t.shared.mu.Lock()
	if t.shared.steps == nil {
		t.shared.steps = map[string]*inStep{}
	}
	key := from.Name() + " " + g.Name()
	x := t.shared.steps[key]
	if x == nil {
		x = &inStep{}
		t.shared.steps[key] = x
	}
	t.shared.mu.Unlock()
	x.once.Do(func() {
		defer func() { x.fail = recover() }()
		opt := playout.Options{Games: o.AltGames, Moves: o.AltMoves, Seed: o.Seed, Cap: o.Cap}
		x.stats, x.touched, x.first = playout.Against(ctx, from, g, opt)
	})
	if x.fail != nil {
		panic(x.fail)
	}
	return x
}

// stepped returns the games in step of two interpretations when one of them is an
// alternative and the other its base; turned when the second is the base.
func (t *Target) stepped(ctx context.Context, o Options, q *rulesets.Question, a, b *rulesets.Game) (x *inStep, turned bool) {
	for _, alt := range t.Definition.Alternatives() {
		if alt.Question != q {
			continue
		}
		g, errs := t.game(alt.Choice)
		from, more := t.game(base(alt))
		if len(errs)+len(more) > 0 {
			continue
		}
		switch {
		case from.Name() == a.Name() && g.Name() == b.Name():
			return t.inStep(ctx, o, from, g), false
		case from.Name() == b.Name() && g.Name() == a.Name():
			return t.inStep(ctx, o, from, g), true
		}
	}
	return nil, false
}

type sharedGame struct {
	once sync.Once
	game *rulesets.Game
	errs yamlpos.Errors
	fail any // what compiling it panicked with

	situationsOnce sync.Once
	situations     []playout.Situation
}

func (t *Target) sharedGame(c rulesets.Choice) *sharedGame {
	t.shared.mu.Lock()
	defer t.shared.mu.Unlock()
	if t.shared.games == nil {
		t.shared.games = map[string]*sharedGame{}
	}
	key := c.String()
	g := t.shared.games[key]
	if g == nil {
		g = &sharedGame{}
		t.shared.games[key] = g
	}
	return g
}

// game compiles an interpretation, once. Where that panics, it does so for
// everybody who asks.
func (t *Target) game(c rulesets.Choice) (*rulesets.Game, yamlpos.Errors) {
	g := t.sharedGame(c)
	g.once.Do(func() {
		if len(c) == 0 {
			g.game, g.errs = t.Game, t.Errors
			return
		}
		defer func() { g.fail = recover() }()
		g.game, g.errs = t.Definition.Game(c)
	})
	if g.fail != nil {
		panic(g.fail)
	}
	return g.game, g.errs
}

// situations picks decisions from games of an interpretation, once. The
// positions before each are remembered where any reading asks about repetition.
func (t *Target) situations(ctx context.Context, c rulesets.Choice, o Options) []playout.Situation {
	g := t.sharedGame(c)
	game, errs := t.game(c)
	if len(errs) > 0 {
		return nil
	}
	g.situationsOnce.Do(func() {
		past := false
		for _, a := range t.Definition.Alternatives() {
			if other, errs := t.game(a.Choice); len(errs) == 0 {
				past = past || other.Program.RepetitionMatters
			}
		}
		past = past || game.Program.RepetitionMatters
		g.situations = playout.Situations(ctx, game, playout.Options{Games: o.Decisions, Seed: o.Seed, Cap: o.Cap}, past)
	})
	return g.situations
}

// base is the choice that differs from an alternative in its own reading alone:
// the default, with the readings under which the question arises.
func base(a rulesets.Alternative) rulesets.Choice {
	c := rulesets.Choice{}
	for q, r := range a.Choice {
		if q != a.Question.ID {
			c[q] = r
		}
	}
	return c
}

// guarded runs f and returns what it panicked with, "" when it did not. Rules
// that make the engine fail are a finding about the interpretation, not the end
// of the run.
func guarded(f func()) (message string) {
	defer func() {
		if r := recover(); r != nil {
			message = fmt.Sprint(r)
		}
	}()
	f()
	return ""
}

// crash is the finding that an interpretation makes the engine fail.
func (t *Target) crash(pos yamlpos.Pos, question, what, message string) Finding {
	f := t.finding(Error, pos, "%s makes the program fail: %s", what, message)
	f.ID, f.Question = "RD005", question
	return f
}

// verdictOf is the verdict of a search that was done to its end.
func verdictOf(found bool) Answer {
	if found {
		return Found
	}
	return None
}
