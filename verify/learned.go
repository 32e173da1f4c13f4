package verify

import (
	"context"
	"encoding/json"
	"fmt"
	"math"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine/weigh"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/players/training"
	"github.com/lectio/lectio/verify/playout"
)

// Programs learn the default of a ruleset, several of them from different seeds, because none is
// the truth about the game; a reading is played with what they learned of the default.

// LearnedCap is after how many single moves a game between programs that have learned is given up: one that
// does not end by then is one in which a side that would lose goes on for ever.
const LearnedCap = 4000

// Learning is what became of the programs that were to learn a ruleset.
type Learning struct {
	Ruleset string `json:"ruleset"`
	Why     string `json:"why,omitempty"`         // no program can learn it
	Cut     bool   `json:"interrupted,omitempty"` // the run was stopped before all that this rests on was done
	// Programs are those that were made, by seed; nil where no program can learn the ruleset, because of Why.
	Programs []*training.Learned `json:"-"`

	of *rulesets.Game // what they learned
}

// MarshalJSON tells of the programs by their scores against moves at random, where a round gave anything better.
func (l *Learning) MarshalJSON() ([]byte, error) {
	type plain Learning
	type trained struct {
		Seed     uint64             `json:"seed"`
		Games    int                `json:"games"` // that it was made from
		Rounds   int                `json:"rounds"`
		Strength *playout.Estimate  `json:"strength"`
		Level    float64            `json:"level"` // what programs score that are alike; of two sides where nothing is known of its strength
		BySide   []playout.Estimate `json:"by_side"`
	}
	out := struct {
		*plain
		Worth     bool      `json:"worth_the_name"`
		Trainings []trained `json:"trainings"`
	}{(*plain)(l), l.Worth(), []trained{}}
	for _, p := range l.Programs {
		t := trained{Seed: p.Training.Seed, Games: p.Games, Rounds: len(p.Rounds), Level: 0.5, BySide: []playout.Estimate{}}
		if m := p.Strength; m != nil {
			t.Strength, t.Level, t.BySide = &m.Score, m.Level, append(t.BySide, m.BySeat...)
		}
		out.Trainings = append(out.Trainings, t)
	}
	return json.Marshal(out)
}

// Worth reports whether there are programs whose games are worth telling of: every training was accepted, and
// scored at least [training.Worth] against drawn moves.
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

// Words says what programs learned the game, and how strong they are; or that none is worth the name.
func (l *Learning) Words() string {
	games, fresh, level := 0, 0, 0.5
	least, most := math.Inf(1), 0.0
	for _, p := range l.Programs {
		games = max(games, p.Games)
		if m := p.Strength; m != nil {
			level, fresh = m.Level, m.Games
			least, most = min(least, m.Score.Value), max(most, m.Score.Value)
		} else {
			least = 0
		}
	}
	score := measure.Percent(least)
	if most > least {
		score += " to " + measure.Percent(most)
	}
	alike := fmt.Sprintf("%s of %s against moves at random", score, measure.Plural(fresh, "game"))
	if len(l.Programs) > 1 {
		alike = fmt.Sprintf("%s, each of %s of its own against moves at random", score, measure.Plural(fresh, "game"))
	}
	if level != 0.5 {
		alike += fmt.Sprintf(" (programs alike: %s)", measure.Percent(level))
	}
	switch {
	case l.Why != "":
		return "there is no program that learned the game (" + l.Why + ")"
	case l.Cut:
		return "no program learned the game before the run was stopped"
	case fresh == 0:
		return fmt.Sprintf("there is no learned program (in %s trainings none came about that played better than moves at random)", measure.NumberWord(len(l.Programs)))
	case !l.Worth():
		if level == 0.5 {
			alike += "; one would score " + measure.Percent(training.Worth)
		}
		return fmt.Sprintf("there is no learned program worth the name (%s that tried score %s)", measure.NumberWord(len(l.Programs)), alike)
	}
	if len(l.Programs) == 1 {
		return fmt.Sprintf("one program learned this game, in %s of it; looking one move ahead it scores %s", measure.Plural(games, "game"), alike)
	}
	return fmt.Sprintf("%s programs learned this game, each in at most %s of it; looking one move ahead they score %s", measure.NumberWord(len(l.Programs)), measure.Plural(games, "game"), alike)
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
		return Teach(ctx, t.Definition.ID, t.Game, o.Trainings, o.Seed, o.Programs)
	})
}

// Teach makes so many programs that learn an interpretation of a ruleset, from seeds one after the other.
func Teach(ctx context.Context, ruleset string, g *rulesets.Game, trainings int, seed uint64, kept *training.Cache) *Learning {
	l := &Learning{Ruleset: ruleset, of: g}
	by := play.Of(g)
	if err := by.Interpreted(); err != nil {
		l.Why = "its games are not played by generated code: " + err.Error()
		return l
	}
	for k := range trainings {
		p, err := kept.Learn(ctx, g.Program, by, training.Usual(seed+uint64(k)))
		if err != nil {
			l.Programs, l.Cut = nil, ctx.Err() != nil
			if !l.Cut {
				l.Why = err.Error()
			}
			return l
		}
		l.Programs = append(l.Programs, p)
	}
	return l
}

// Players have each of the programs play an interpretation of the ruleset, by training; why says why
// what they learned of the default is no use there. Both are nothing where no program is worth the name.
func (l *Learning) Players(ctx context.Context, g *rulesets.Game) (list []*weigh.Players, why string) {
	if !l.Worth() {
		return nil, ""
	}
	for _, p := range l.Programs {
		by := p.By(g.Program)
		if by == nil {
			return nil, "its sides are others than by default"
		}
		if g.Name() != l.of.Name() {
			serves, err := p.Serves(ctx, g.Program, play.Of(g), by)
			if err != nil { // the run was stopped
				return nil, ""
			}
			if !serves {
				return nil, "what they learned of the default does not serve it"
			}
		}
		list = append(list, by)
	}
	return list, ""
}

// playLearned plays games of an interpretation between programs that learned the default, as many of
// each training; why says why there are none.
func (t *Target) playLearned(ctx context.Context, o Options, g *rulesets.Game, games, moves int) (out []*playout.Stats, why string) {
	list, why := t.Learned(ctx, o).Players(ctx, g)
	for _, by := range list {
		out = append(out, playout.Sample(ctx, g, playout.Options{Games: games, Moves: moves, Seed: o.Seed, Cap: min(o.Cap, LearnedCap), Players: by, Measures: measure.Watched(g)}))
	}
	return out, why
}
