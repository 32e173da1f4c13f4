package verify

import (
	"context"
	"fmt"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify/playout"
)

// compiledGame is an interpretation, compiled, or what is wrong with it.
type compiledGame struct {
	game *rulesets.Game
	errs diag.Errors
}

// GameOf compiles an interpretation, once.
func (t *Target) GameOf(c rulesets.Choice) (*rulesets.Game, diag.Errors) {
	if len(c) == 0 {
		return t.Game, t.Errors
	}
	type key struct{ choice string }
	g := Once(&t.Memo, key{c.String()}, func() compiledGame {
		game, errs := t.Definition.Game(c)
		return compiledGame{game, errs}
	})
	return g.game, g.errs
}

// Situations picks decisions from games of an interpretation, once. The
// positions before each are remembered where any reading asks about repetition.
func (t *Target) Situations(ctx context.Context, c rulesets.Choice, o Options) []playout.Situation {
	game, errs := t.GameOf(c)
	if len(errs) > 0 {
		return nil
	}
	type key struct{ choice string }
	return Once(&t.Memo, key{c.String()}, func() []playout.Situation {
		past := game.Program.RepetitionMatters
		for _, a := range t.Definition.Alternatives() {
			if other, errs := t.GameOf(a.Choice); len(errs) == 0 {
				past = past || other.Program.RepetitionMatters
			}
		}
		return playout.Situations(ctx, game, playout.Options{Games: o.Decisions, Seed: o.Seed, Cap: o.Cap}, past)
	})
}

// BaseOf is the choice that differs from an alternative in its own reading alone:
// the default, with the readings under which the question arises.
func BaseOf(a rulesets.Alternative) rulesets.Choice {
	c := rulesets.Choice{}
	for q, r := range a.Choice {
		if q != a.Question.ID {
			c[q] = r
		}
	}
	return c
}

// Guarded runs f and returns what it panicked with, "" when it did not. Rules
// that make the engine fail are a finding about the interpretation, not the end
// of the run.
func Guarded(f func()) (message string) {
	defer func() {
		if r := recover(); r != nil {
			message = fmt.Sprint(r)
		}
	}()
	f()
	return ""
}

// Crash is the finding that an interpretation makes the engine fail.
func (t *Target) Crash(pos diag.Pos, question, what, message string) Finding {
	f := t.Finding(Error, pos, "%s makes the program fail: %s", what, message)
	f.Question = question
	return f
}

// FoundOrNone is the verdict of a search that was done to its end.
func FoundOrNone(found bool) Answer {
	if found {
		return Found
	}
	return None
}
