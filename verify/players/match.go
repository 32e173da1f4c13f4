package players

import (
	"context"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/weigh"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify/playout"
)

// drawnShare is how many of 256 moves programs that weigh draw from all that may be made when they play each other:
// else they would play one game again and again, and a match of two different games looks level.
const drawnShare = 32

// Match is what a player scored against another, or, of more than two, in one seat against others
// alike in the rest: each side as often as the other, in games of the same numbers.
type Match struct {
	Score playout.Estimate // of the games, from 0 to 1: who prevails has one, of n players of whom nobody does each 1/n
	Level float64          // the score of players who are alike
	// BySeat is the score by the player that he played.
	BySeat  []playout.Estimate
	GivenUp int // games given up at the cap
	Games   int
	Drawn   int // of 256 moves, those drawn from all that may be made
}

// match plays games between two sets of weights, nil for moves that are drawn: a sits in each seat in turn.
func (x *table) match(ctx context.Context, a, b []int16, games, drawn int, seed uint64) (m Match, err error) {
	p := x.form.Program
	n := len(p.Players)
	m.Drawn, m.Level = drawn, x.level()
	var all scores
	for seat := range n {
		by := &weigh.Players{Form: x.form, Share: drawn}
		for q := range n {
			w := b
			if p.Team[q] == p.Team[seat] {
				w = a
			}
			by.Weights = append(by.Weights, w)
		}
		var here scores
		s := play.Series{Seed: seed, Count: (games + n - 1) / n, Cap: x.cap, By: by}
		if err := x.by.Play(ctx, s, func(g *play.Played) {
			here.add(x.utility(g.State, seat))
			if g.OverCap {
				m.GivenUp++
			}
		}); err != nil {
			return m, err
		}
		m.BySeat = append(m.BySeat, here.estimate())
		all.join(&here)
	}
	m.Score, m.Games = all.estimate(), all.n
	return m, nil
}

// Serves reports whether weights carried over to an interpretation do not show, in so many games against drawn moves, that they
// make no program worth the name there, and bring most games against each other to an end. by is who plays by them, all alike.
func (l *Learned) Serves(ctx context.Context, p *engine.Program, x *play.Executor, by *weigh.Players, games int) (bool, error) {
	t := &table{form: by.Form, by: x, cap: servesCap}
	m, err := t.match(ctx, by.Weights[0], nil, games, 0, l.Training.Seed<<8+200)
	if err != nil || !m.Worth(m.Score.High) {
		return false, err
	}
	alike, err := t.match(ctx, by.Weights[0], by.Weights[0], games/3, by.Share, l.Training.Seed<<8+201)
	return err == nil && 2*alike.GivenUp <= alike.Games, err
}

// servesCap is where games are given up that show whether a program serves an interpretation: one that cannot bring
// its games to an end does not.
const servesCap = 4000

// Worth reports whether a score against drawn moves is that of a program worth the name.
func (m *Match) Worth(score float64) bool {
	if m.Level == 0.5 {
		return score >= Worth
	}
	return score >= WorthOfMany*m.Level
}

// level is what each of players scores who are alike.
func (x *table) level() float64 {
	if x.form.Outputs == 1 {
		return 0.5
	}
	return 1 / float64(len(x.form.Program.Players))
}

// utility is what a game that is over, or was given up, is to a player: 1 if he prevails,
// a level share of it if nobody does, else 0.
func (x *table) utility(s *engine.State, player int) float64 {
	p := x.form.Program
	if s.Status() == engine.Over {
		if w := weigh.Prevails(p, s); w >= 0 {
			if p.Team[w] == p.Team[player] {
				return 1
			}
			return 0
		}
	}
	return x.level()
}

// scores add up scores of games.
type scores struct {
	sum, squares float64
	n            int
}

func (s *scores) add(v float64) {
	s.sum += v
	s.squares += float64(v * v)
	s.n++
}

func (s *scores) join(t *scores) {
	s.sum += t.sum
	s.squares += t.squares
	s.n += t.n
}

func (s *scores) estimate() playout.Estimate { return playout.Mean(s.sum, s.squares, s.n) }
