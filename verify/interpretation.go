package verify

import (
	"context"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
)

// Interpretation is one that is played: the default, one reading against it, or
// what one reading is compared with where that is not the default.
type Interpretation struct {
	Choice   rulesets.Choice
	Base     rulesets.Choice // what a reading is compared with
	Question *rulesets.Question
	Reading  *rulesets.Reading
	games    int
}

// Interpretations lists what is played, unless Options.Single does: the default, every alternative, and what an
// alternative is compared with.
func (t *Target) Interpretations(o Options) []Interpretation {
	if o.Single != nil {
		return []Interpretation{{Choice: *o.Single, games: o.Games}}
	}
	out := []Interpretation{{games: o.Games}}
	seen := map[string]bool{"": true}
	for _, a := range t.Definition.Alternatives() {
		b := BaseOf(a)
		if !seen[b.String()] {
			seen[b.String()] = true
			out = append(out, Interpretation{Choice: b, games: o.AltGames})
		}
		out = append(out, Interpretation{a.Choice, b, a.Question, a.Reading, o.AltGames})
	}
	return out
}

// Where is the place in the YAML that an interpretation is about.
func (t *Target) Where(i Interpretation, sc *rulesets.Scale) (pos diag.Pos, question string) {
	switch {
	case i.Question != nil:
		return i.Reading.Pos, i.Question.Name()
	case sc != nil:
		return sc.Pos, ""
	}
	return t.Definition.Pos, ""
}

// learnedGames is how many games each program plays of the interpretation.
func (i *Interpretation) learnedGames(o Options) int {
	if i.games == o.Games && i.IsDefault() {
		return max(o.AltGames, o.Games/4)
	}
	return i.games
}

// IsDefault reports whether it is the default interpretation.
func (i *Interpretation) IsDefault() bool { return i.Question == nil && len(i.Choice) == 0 }

// Name is what an interpretation is called where it cannot be compiled.
func (i *Interpretation) Name() string {
	if i.Question == nil {
		return "the default"
	}
	return i.Question.Name() + "=" + i.Reading.ID
}

// EachInterpretation makes a task of every interpretation that is played.
func (t *Target) EachInterpretation(o Options, run func(ctx context.Context, i Interpretation) Outcome) []Task {
	var tasks []Task
	for _, i := range t.Interpretations(o) {
		tasks = append(tasks, Task{What: "games of " + t.Definition.ID, Run: func(ctx context.Context) Outcome { return run(ctx, i) }})
	}
	return tasks
}

// OfGames makes the tasks of a check that looks at the games of the statistics. Where
// playing them makes the program fail, the statistics say so.
func (t *Target) OfGames(o Options, look func(ctx context.Context, t *Target, o Options, i Interpretation, x *PlayedGames) Outcome) []Task {
	return t.EachInterpretation(o, func(ctx context.Context, i Interpretation) (out Outcome) {
		var x *PlayedGames
		if failed := Guarded(func() { x = t.Play(ctx, o, i) }); failed != "" || x == nil || x.Stats.Played == 0 {
			return out
		}
		return look(ctx, t, o, i, x)
	})
}

// PlayedGames are the games of an interpretation.
type PlayedGames struct {
	Game  *rulesets.Game
	From  *rulesets.Game // what a reading is compared with; nil where that cannot be compiled
	Stats *playout.Stats // of Options.Earlier, where it has the interpretation
	// Learned are the games between programs that learned the default, by training; nil where there are none.
	Learned []*playout.Stats
	// Unlearned says why there are none though programs learned the default.
	Unlearned string
}

// InStep are the games of a reading with its base in step; nil where the two cannot be
// compared.
func (t *Target) InStep(ctx context.Context, o Options, x *PlayedGames) *inStep {
	if x.From == nil || !playout.Comparable(x.From, x.Game) {
		return nil
	}
	return t.inStep(ctx, o, x.From, x.Game)
}

// Play plays the games of an interpretation, once: with those of its base in step, where
// it has one. It returns nil where the interpretation cannot be compiled.
func (t *Target) Play(ctx context.Context, o Options, i Interpretation) *PlayedGames {
	g, errs := t.GameOf(i.Choice)
	if len(errs) > 0 {
		return nil // RS001 reports it
	}
	type key struct {
		choice  string
		reading *rulesets.Reading
	}
	return Once(&t.Memo, key{i.Choice.String(), i.Reading}, func() *PlayedGames {
		x := &PlayedGames{Game: g}
		opt := playout.Options{Games: i.games, Seed: o.Seed, Cap: o.Cap, Measures: measure.Watched(g)}
		if len(i.Choice) > 0 && o.Single == nil {
			opt.Moves = o.AltMoves
		}
		if i.Question != nil {
			if from, errs := t.GameOf(i.Base); len(errs) == 0 {
				x.From = from
			}
		}
		x.Learned, x.Unlearned = t.playLearned(ctx, o, g, i.learnedGames(o), opt.Moves)
		if x.Stats = o.Earlier.Of(g.Name()); x.Stats != nil {
			return x
		}
		if steps := t.InStep(ctx, o, x); steps != nil {
			x.Stats = steps.Stats
		} else {
			x.Stats = playout.Sample(ctx, g, opt)
		}
		return x
	})
}

// Shortest leaves out of a choice the readings that are defaults, so that an
// interpretation has one name.
func (t *Target) Shortest(c rulesets.Choice) rulesets.Choice {
	out := rulesets.Choice{}
	for id, r := range c {
		if q := t.Definition.Question(id); q == nil || q.Default != r {
			out[id] = r
		}
	}
	return out
}

// inStep are the games of a reading with its base in step.
type inStep struct {
	Stats   *playout.Stats
	Touched int
	First   *playout.Sighting
}

// inStep plays the games of a reading with its base in step, once: its statistics
// are made of them, and where the two part is looked for in them.
func (t *Target) inStep(ctx context.Context, o Options, from, g *rulesets.Game) *inStep {
	type key struct{ from, to string }
	return Once(&t.Memo, key{from.Name(), g.Name()}, func() *inStep {
		x := &inStep{}
		opt := playout.Options{Games: o.AltGames, Moves: o.AltMoves, Seed: o.Seed, Cap: o.Cap, Measures: measure.Watched(g)}
		x.Stats, x.Touched, x.First = playout.Against(ctx, from, g, opt)
		return x
	})
}

// Stepped returns the games in step of two interpretations when one of them is an
// alternative and the other its base; turned when the second is the base.
func (t *Target) Stepped(ctx context.Context, o Options, q *rulesets.Question, a, b *rulesets.Game) (x *inStep, turned bool) {
	for _, alt := range t.Definition.Alternatives() {
		if alt.Question != q {
			continue
		}
		g, errs := t.GameOf(alt.Choice)
		from, more := t.GameOf(BaseOf(alt))
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
