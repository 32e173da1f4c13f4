package verify

import (
	"context"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify/players"
	"github.com/lectio/lectio/verify/playout"
)

// Programs learn the default of a ruleset, several of them from different seeds, because none is
// the truth about the game; a reading is played with what they learned of the default.

// LearnedCap is after how many single moves a game between programs that have learned is given up: one that
// does not end by then is one in which a side that would lose goes on for ever.
const LearnedCap = 4000

// Learning is what became of the programs that were to learn a ruleset.
type Learning struct {
	Ruleset string
	// Programs are those that were made, by seed; nil where no program can learn the ruleset, because of Why.
	Programs []*players.Learned
	Why      string
	Cut      bool // the run was stopped before all that this rests on was done
}

// Worth reports whether there are programs whose games are worth telling of: every training was accepted, and
// scored at least [players.Worth] against drawn moves.
func (l *Learning) Worth() bool {
	if l == nil || len(l.Programs) == 0 {
		return false
	}
	for _, p := range l.Programs {
		if !p.Worth() {
			return false
		}
	}
	return true
}

// Learned makes the programs that learn the default of the ruleset, once.
func (t *Target) Learned(ctx context.Context, o Options) *Learning {
	type key struct{}
	return Once(&t.Memo, key{}, func() *Learning {
		switch {
		case o.Trainings == 0:
			return &Learning{Ruleset: t.Definition.ID}
		case t.Game == nil:
			return &Learning{Ruleset: t.Definition.ID, Why: "the default cannot be compiled"}
		}
		return t.learn(ctx, o, t.Game)
	})
}

// servesGames are the games against drawn moves in which it is tried whether what a program learned of the default
// serves a reading.
const servesGames = 60

// playLearned plays games of an interpretation between programs that learned the default, as many of
// each training; why says why there are none.
func (t *Target) playLearned(ctx context.Context, o Options, g *rulesets.Game, games, moves int) (out []*playout.Stats, why string) {
	l := t.Learned(ctx, o)
	if !l.Worth() {
		return nil, ""
	}
	for _, p := range l.Programs {
		by := p.By(g.Program)
		if by == nil {
			return nil, "its sides are others than by default"
		}
		if g != t.Game {
			serves, err := p.Serves(ctx, g.Program, g.Executor(), by, servesGames)
			if err != nil || !serves {
				return nil, "what they learned of the default does not serve it"
			}
		}
		opt := playout.Options{Games: games, Moves: moves, Seed: o.Seed, Cap: min(o.Cap, LearnedCap), Players: by}
		out = append(out, playout.Sample(ctx, g, opt))
	}
	return out, ""
}
