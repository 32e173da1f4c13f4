package gather

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify/measure"
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
	groups         []playout.Moments
}

func newSums(a *measure.Asked) *Sums {
	s := &Sums{}
	for _, m := range a.Metrics() {
		s.groups = append(s.groups, m.Moments())
	}
	return s
}

// part is how many games are played by one worker at a time.
const part = 32

// Play plays games and sums up what the measure comes to. When ctx is done its error is that of ctx.
func Play(ctx context.Context, a *measure.Asked, by playout.By, o Options) (*Sums, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	parts := make([]*Sums, (o.Games+part-1)/part)
	var next atomic.Int64
	var all sync.WaitGroup
	for range max(1, min(o.Workers, len(parts))) {
		all.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(parts) {
					return
				}
				s := play.Series{Seed: o.Seed, First: o.First + i*part, Count: min(part, o.Games-i*part), Cap: o.Cap, Measures: []engine.Measure{a.Rule}}
				parts[i] = newSums(a)
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
	out := newSums(a)
	for _, s := range parts {
		out.join(s)
	}
	return out, nil
}

// enter enters a game that has been played.
func (s *Sums) enter(a *measure.Asked, x *play.Played) {
	s.Games++
	if x.OverCap {
		s.GivenUp++
	}
	for i, m := range a.Metrics() {
		m.Count(&s.groups[i], m.Take(x.Cells[0]), 1)
	}
}

// join adds the games of others.
func (s *Sums) join(t *Sums) {
	s.Games += t.Games
	s.GivenUp += t.GivenUp
	for i := range s.groups {
		if err := s.groups[i].Add(&t.groups[i]); err != nil {
			panic(err) // they are of one measure
		}
	}
}

// Of is what the measure came to in a group, by its number.
func (s *Sums) Of(group int) playout.Estimate { return s.groups[group].Estimate() }
