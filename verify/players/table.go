package players

import (
	"context"

	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/engine/weigh"
	"github.com/lectio/lectio/rulesets/play"
)

// table is where programs of one interpretation play while they are made and measured.
type table struct {
	form *weigh.Form
	by   *play.Executor
	cap  int // single moves after which a game is given up
}

// Of games: how many tell how long games are, where these are given up, and how much longer than
// on average a game with drawn moves is another may grow.
const (
	lengthGames  = 64
	lengthCap    = 20_000
	lengthFactor = 4
	leastCap     = 200
)

// bound sets the cap by how long games are whose moves are drawn.
func (x *table) bound(ctx context.Context, seed uint64) error {
	x.cap = lengthCap
	length, _, err := x.lengths(ctx, seed, nil)
	x.cap = max(leastCap, lengthFactor*int(length))
	return err
}

// lengths plays some games to see how long they are, and how many moves may be made at a decision, on average.
func (x *table) lengths(ctx context.Context, seed uint64, weights []int16) (length, breadth float64, err error) {
	plies, branch := 0, 0
	s := play.Series{Seed: seed, Count: lengthGames, Cap: x.cap, Branching: true, By: x.players(weights, learningShare)}
	err = x.by.Play(ctx, s, func(g *play.Played) {
		plies += g.Plies
		branch += g.Branch
	})
	return float64(plies) / lengthGames, float64(branch) / float64(max(plies, 1)), err
}

// players are who plays to learn: with weights, or drawing all moves.
func (x *table) players(weights []int16, share int) *weigh.Players {
	by := &weigh.Players{Form: x.form, Share: share}
	for range x.form.Program.Players {
		by.Weights = append(by.Weights, weights)
	}
	return by
}

// games plays games between programs, one for each player, a share of whose moves is drawn: those of who does not draw all.
func (x *table) games(ctx context.Context, seats []Program, share int, s play.Series, f func(*play.Played)) error {
	by := &weigh.Players{Form: x.form, Share: share}
	for _, p := range seats {
		w, oneAhead := p.Weights()
		if !oneAhead || s.Watch != nil || play.Watched(s.Measures) {
			return x.played(ctx, seats, share, s, f)
		}
		by.Weights = append(by.Weights, w)
	}
	s.By = by
	return x.by.Play(ctx, s, f)
}

// played plays games decision by decision.
func (x *table) played(ctx context.Context, seats []Program, share int, s play.Series, f func(*play.Played)) error {
	st := x.by.Stepper()
	defer st.Close()
	r := random.New(0, 0)
	d := Decision{State: st.State, Random: r, Pick: func() int { return st.Pick(r) }}
	return st.Games(ctx, r, s, func() int {
		d.Moves = st.Moves
		return Choose(ctx, seats[st.State.Player()], &d, share)
	}, f)
}

// Choose is what a program does where so many of 256 moves are drawn, of who does not draw all and is not perfect: that one
// says itself how many of its moves are drawn.
// When ctx is done it is any.
func Choose(ctx context.Context, p Program, d *Decision, share int) int {
	if w, oneAhead := p.Weights(); oneAhead && w == nil {
		return d.Pick()
	}
	_, alone := p.(*perfect)
	switch {
	case len(d.Moves) == 1 || ctx.Err() != nil:
		return 0
	case share > 0 && !alone && d.Random.Below(256) < share:
		return d.Pick()
	}
	return p.Choose(ctx, d)
}
