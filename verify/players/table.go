package players

import (
	"context"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/engine/weigh"
	"github.com/lectio/lectio/rulesets/play"
)

// Table is where programs of one interpretation play while they are made and measured.
type Table struct {
	Form *weigh.Form
	By   *play.Executor
	Cap  int // single moves after which a game is given up
}

// ShareDrawn is how many of 256 moves programs that weigh draw from all that may be made when they play each other:
// else they would play one game again and again, and a match of two different games looks level.
const ShareDrawn = 32

// DrawnShare is how many of 256 moves are drawn from all that may be made where programs that weigh
// play each other: one of eight, so that they do not play one game again and again, and none where
// what is thrown sees to that.
func DrawnShare(p *engine.Program) int {
	if len(p.Throws) > 0 {
		return 0
	}
	return ShareDrawn
}

// Of games: how many tell how long games are, where these are given up, and how much longer than
// on average a game with drawn moves is another may grow.
const (
	lengthGames  = 64
	lengthCap    = 20_000
	lengthFactor = 4
	leastCap     = 200
)

// Bound sets the cap by how long games are whose moves are drawn.
func (x *Table) Bound(ctx context.Context, seed uint64) error {
	x.Cap = lengthCap
	length, _, err := x.Lengths(ctx, seed, x.Players(nil, 0))
	x.Cap = max(leastCap, lengthFactor*int(length))
	return err
}

// Lengths plays some games to see how long they are, and how many moves may be made at a decision, on average.
func (x *Table) Lengths(ctx context.Context, seed uint64, by *weigh.Players) (length, breadth float64, err error) {
	plies, branch := 0, 0
	s := play.Series{Seed: seed, Count: lengthGames, Cap: x.Cap, Branching: true, By: by}
	err = x.By.Play(ctx, s, func(g *play.Played) {
		plies += g.Plies
		branch += g.Branch
	})
	return float64(plies) / lengthGames, float64(branch) / float64(max(plies, 1)), err
}

// Players are players who are all alike: with weights, but for a share of their moves, or drawing all moves.
func (x *Table) Players(weights []int16, share int) *weigh.Players {
	by := &weigh.Players{Form: x.Form, Share: share}
	for range x.Form.Program.Players {
		by.Weights = append(by.Weights, weights)
	}
	return by
}

// Games plays games between programs, one for each player, a share of whose moves is drawn: those of who does not draw all.
func (x *Table) Games(ctx context.Context, seats []Program, share int, s play.Series, f func(*play.Played)) error {
	by := &weigh.Players{Form: x.Form, Share: share}
	for _, p := range seats {
		w, oneAhead := p.Weights()
		if !oneAhead || s.Watch != nil || play.Watched(s.Measures) {
			return x.played(ctx, seats, share, s, f)
		}
		by.Weights = append(by.Weights, w)
	}
	s.By = by
	return x.By.Play(ctx, s, f)
}

// played plays games decision by decision.
func (x *Table) played(ctx context.Context, seats []Program, share int, s play.Series, f func(*play.Played)) error {
	st := x.By.Stepper()
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

// Level is what each of players scores who are alike.
func (x *Table) Level() float64 {
	if x.Form.Outputs == 1 {
		return 0.5
	}
	return 1 / float64(len(x.Form.Program.Players))
}

// Utility is what a game that is over, or was given up, is to a player: 1 if he prevails,
// a level share of it if nobody does, else 0.
func (x *Table) Utility(s *engine.State, player int) float64 {
	p := x.Form.Program
	if s.Status() == engine.Over {
		if w := weigh.Prevails(p, s); w >= 0 {
			if p.Team[w] == p.Team[player] {
				return 1
			}
			return 0
		}
	}
	return x.Level()
}
