package gather

import (
	"context"
	"math"
	"sync"
	"sync/atomic"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify/playout"
)

// Options say how games are played.
type Options struct {
	First, Games int // by their numbers
	Seed         uint64
	Cap          int       // single moves after which a game is given up
	Workers      int       // the result does not depend on it
	Progress     func(int) // is told how many games have been played since; nil: nobody is
}

// Sums are what a measure came to in games, by group.
type Sums struct {
	Games, GivenUp int
	groups         []sum
}

// sum is of the games that have a value in a group.
type sum struct {
	games          int
	total, squares float64
}

// part is how many games are summed up by themselves: sums of sums are the same for any number of workers.
const part = 32

// Play plays games and sums up what the measure comes to. When ctx is done its error is that of ctx.
func Play(ctx context.Context, a *Asked, by playout.By, o Options) (*Sums, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	parts := make([]Sums, (o.Games+part-1)/part)
	var next atomic.Int64
	var all sync.WaitGroup
	for range max(1, min(o.Workers, len(parts))) {
		all.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(parts) {
					return
				}
				s := play.Series{Seed: o.Seed, First: o.First + i*part, Count: min(part, o.Games-i*part), Cap: o.Cap, Measures: []engine.Measure{a.rule}}
				parts[i].groups = make([]sum, len(a.Groups))
				if err := by.Play(ctx, s, func(x *play.Played) { parts[i].enter(a, x) }); err != nil {
					stop(err)
				} else if o.Progress != nil {
					o.Progress(s.Count)
				}
			}
		})
	}
	all.Wait()
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	out := &Sums{groups: make([]sum, len(a.Groups))}
	for i := range parts {
		out.Join(&parts[i])
	}
	return out, nil
}

// enter enters a game that has been played.
func (s *Sums) enter(a *Asked, x *play.Played) {
	s.Games++
	if x.OverCap {
		s.GivenUp++
	}
	for i := range x.Cells[0] {
		if v := a.rule.Of(&x.Cells[0][i]); !math.IsNaN(v) {
			if a.Gather.Text != "share" {
				v /= a.unit
			}
			g := &s.groups[i]
			g.games++
			g.total += v
			g.squares += v * v
		}
	}
}

// Join adds the games of others.
func (s *Sums) Join(t *Sums) {
	s.Games += t.Games
	s.GivenUp += t.GivenUp
	for i := range s.groups {
		g, h := &s.groups[i], &t.groups[i]
		g.games += h.games
		g.total += h.total
		g.squares += h.squares
	}
}

// Of is what the measure came to in a group, by its number: a mean over the games that have a value there or, of whole
// games, the share of those of which its condition holds.
func (s *Sums) Of(a *Asked, group int) playout.Estimate {
	g := s.groups[group]
	if a.At.Text == "game" && a.Gather.Text == "share" {
		return playout.Share(int(g.total), g.games)
	}
	return playout.Mean(g.total, g.squares, g.games)
}
