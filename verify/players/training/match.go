package training

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/weigh"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify/players"
	"github.com/lectio/lectio/verify/playout"
)

// Played says how the games of a match are played.
type Played struct {
	Games int    // rounded up, so that each seat is played as often
	Seed  uint64 // games of one number have the same seed in each seat
	Drawn int    // of 256 moves, those drawn from all that may be made, of who does not draw all of them
}

// Match is what a program scored against another, or, of more than two players, in one seat against others
// alike in the rest: each seat as often as the other, in games of the same numbers.
type Match struct {
	Played
	Cap     int              // single moves after which a game is given up
	Level   float64          // the score of players who are alike
	Score   playout.Estimate // of the games, from 0 to 1: who prevails has one, of n players of whom nobody does each 1/n
	GivenUp int              // games given up at the cap
	// BySeat is the score by the player that it played.
	BySeat []playout.Estimate
}

// table is where programs play games of which it is told what they score.
type table struct{ players.Table }

// makes makes a program, for one worker.
type makes func() players.Program

// match plays games between two programs: a sits in each seat in turn, with its partners. Whatever the number of workers, the
// match is the same.
func (x *table) match(ctx context.Context, a, b makes, how Played, workers int) (Match, error) {
	n := len(x.Form.Program.Players)
	each := (how.Games + n - 1) / n
	how.Games = each * n
	m := Match{Played: how, Level: x.Level(), Cap: x.Cap}
	all := scores{}
	for seat := range n {
		came := make([]outcome, each)
		if err := parallel(ctx, workers, each, func(ctx context.Context, first, count int) error {
			return x.sit(ctx, a, b, seat, how, first, came[first:][:count])
		}); err != nil {
			return m, err
		}
		here := scores{}
		for _, c := range came {
			here.add(c.score)
			if c.givenUp {
				m.GivenUp++
			}
		}
		m.BySeat = append(m.BySeat, here.estimate())
		all.join(&here)
	}
	m.Score = all.estimate()
	return m, nil
}

// trial is a match between two sets of weights, nil for moves that are drawn.
func (x *table) trial(ctx context.Context, a, b []int16, games, drawn int, seed uint64) (Match, error) {
	weighs := func(w []int16) makes {
		return func() players.Program { return players.OneAhead(x.Form, w) }
	}
	return x.match(ctx, weighs(a), weighs(b), Played{Games: games, Drawn: drawn, Seed: seed}, 1)
}

// outcome is what a game came to.
type outcome struct {
	score   float64
	givenUp bool
}

// sit plays games from a number on in which a sits in a seat, and notes what they came to.
func (x *table) sit(ctx context.Context, a, b makes, seat int, how Played, first int, came []outcome) error {
	p := x.Form.Program
	var seats []players.Program
	for q := range p.Players {
		who := b
		if p.Team[q] == p.Team[seat] {
			who = a
		}
		seats = append(seats, who())
		defer seats[q].Close()
	}
	s := play.Series{Seed: how.Seed, First: first, Count: len(came), Cap: x.Cap}
	return x.Games(ctx, seats, how.Drawn, s, func(g *play.Played) {
		came[g.Number-first] = outcome{x.Utility(g.State, seat), g.OverCap}
	})
}

// parallel has so many workers do parts of some work, one after the other.
func parallel(ctx context.Context, workers, n int, do func(ctx context.Context, first, count int) error) error {
	if workers <= 1 {
		return do(ctx, 0, n)
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	part := max(1, n/(8*workers))
	var next atomic.Int64
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for ctx.Err() == nil {
				first := int(next.Add(int64(part))) - part
				if first >= n {
					return
				}
				if err := do(ctx, first, min(part, n-first)); err != nil {
					stop(err)
				}
			}
		})
	}
	all.Wait()
	return context.Cause(ctx)
}

// servesGames are the games against drawn moves in which it is tried whether what a program learned of the default
// serves another interpretation.
const servesGames = 24

// Serves reports whether weights carried over to an interpretation do not show, in [servesGames] against drawn moves, that they
// make no program worth the name there, and bring most games against each other to an end. by is who plays by them, all alike.
func (l *Learned) Serves(ctx context.Context, p *engine.Program, x *play.Executor, by *weigh.Players) (bool, error) {
	t := &table{players.Table{Form: by.Form, By: x, Cap: servesCap}}
	m, err := t.trial(ctx, by.Weights[0], nil, servesGames, 0, l.Training.Seed<<8+200)
	if err != nil || !m.Worth(m.Score.High) {
		return false, err
	}
	alike, err := t.trial(ctx, by.Weights[0], by.Weights[0], servesGames/3, by.Share, l.Training.Seed<<8+201)
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

// estimate is the mean, within what a score can be. Where all games came to the same their spread says nothing of
// others, and the interval is that of a share.
func (s *scores) estimate() playout.Estimate {
	if float64(s.squares*float64(s.n)) == float64(s.sum*s.sum) {
		return playout.Share(int(s.sum), s.n)
	}
	e := playout.Mean(s.sum, s.squares, s.n)
	e.Low, e.High = max(0, e.Low), min(1, e.High)
	return e
}
