package training

import (
	"context"
	"math"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/engine/weigh"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify/players"
)

// Training says how a program is made. The same training of the same rules gives the same weights
// everywhere.
type Training struct {
	Seed   uint64
	Games  int // of each round
	Rounds int // after the first, whose moves are all drawn
	Trial  int // games between a candidate and the one before it, and against drawn moves
	// Work bounds the positions that are weighed in a round, and with them the games of rulesets
	// whose games are long.
	Work   int
	Untied bool // weigh players apart who are alike: to show what comes of it
}

// Usual is the training of a program that is told of.
func Usual(seed uint64) Training {
	return Training{Seed: seed, Games: 1000, Rounds: 4, Trial: 400, Work: 2_000_000}
}

// Learned is a program that looks one move ahead and weighs what it leads to.
type Learned struct {
	Training Training
	Form     *weigh.Form `json:"-"`
	// Weights are nil where no round gave a program better than drawing moves.
	Weights []int16
	Rounds  []Round
	Games   int // games it was made from: those of all rounds up to the last
	// Strength is a match against drawn moves when all was learned, in games that decided nothing; nil without weights.
	Strength *Match
}

// Worth is the score against drawn moves from which on a program is worth the name: of two sides that of
// the games, of more than two so many times what level programs score.
const (
	Worth       = 0.8
	WorthOfMany = 1.2
)

// Worth reports whether the program is worth the name: it was accepted, and scored as much against drawn moves.
func (l *Learned) Worth() bool {
	return l.Strength != nil && l.Strength.Worth(l.Strength.Score.Value)
}

// Round is one step of a training.
type Round struct {
	Games     int     `json:"games"`      // played in it
	Positions int     `json:"positions"`  // kept of all rounds
	Length    float64 `json:"mean_plies"` // single moves of a game, on average
	GivenUp   int     `json:"over_cap"`
	Before    float64 `json:"against_before"` // the score of the candidate against the program before it
	Random    float64 `json:"against_random"` // and against drawn moves
	Accepted  bool    `json:"accepted"`
}

// A candidate is accepted that scores above level against the program before it, with the interval above level
// less these parts of it, and falls by no more against drawn moves.
const (
	gateSlack = 0.10
	gateFall  = 0.02
)

// learningShare is how many of 256 moves are drawn while games are played to learn from.
const learningShare = 77

// mostSamples are kept of a round, of which each output is fitted to all: of several outputs as many fewer.
const mostSamples = 50_000

// learning is a training under way.
type learning struct {
	*table
	Training
	samples *samples
}

// Learn makes a program by playing games of an interpretation: first drawn, then by the program so far with a share of
// moves drawn; after each round weights are fitted to all positions kept so far, and taken if
// they play better. by plays the games. When ctx is done it returns its error.
func Learn(ctx context.Context, p *engine.Program, by *play.Executor, t Training) (*Learned, error) {
	x := &learning{table: &table{players.Table{Form: weigh.FormOf(p, t.Untied), By: by}}, Training: t}
	x.samples = newSamples(x.Form.Outputs)
	out := &Learned{Training: t, Form: x.Form}
	if err := x.Bound(ctx, t.Seed<<8+99); err != nil {
		return nil, err
	}
	best := -1.0 // against drawn moves
	games := 0
	for k := range 1 + t.Rounds {
		r, candidate, err := x.round(ctx, k, out.Weights)
		if err != nil {
			return nil, err
		}
		games += r.Games
		seed := t.Seed<<8 + uint64(100+k)
		drawn, err := x.trial(ctx, candidate, nil, t.Trial, 0, seed)
		if err != nil {
			return nil, err
		}
		before := drawn
		if out.Weights != nil {
			if before, err = x.trial(ctx, candidate, out.Weights, t.Trial, players.ShareDrawn, seed+50); err != nil {
				return nil, err
			}
		}
		r.Before, r.Random = before.Score.Value, drawn.Score.Value
		r.Accepted = r.Before > before.Level && before.Score.Low > before.Level*(1-gateSlack) && r.Random >= best-gateFall
		if r.Accepted {
			out.Weights, best, out.Games = candidate, max(best, r.Random), games
		}
		out.Rounds = append(out.Rounds, r)
	}
	if out.Weights != nil {
		m, err := x.trial(ctx, out.Weights, nil, t.Trial, 0, t.Seed<<8+220)
		if err != nil {
			return nil, err
		}
		out.Strength = &m
	}
	return out, nil
}

// round plays games, keeps positions of them and fits weights to all that are kept.
func (x *learning) round(ctx context.Context, k int, weights []int16) (r Round, candidate []int16, err error) {
	length, breadth, err := x.Lengths(ctx, x.Seed<<8+99, x.Players(weights, learningShare))
	if err != nil {
		return r, nil, err
	}
	r.Games = x.Games
	if work := length * max(breadth, 1); weights != nil && work*float64(r.Games) > float64(x.Work) {
		r.Games = max(50, int(float64(x.Work)/work))
	}
	every := max(3, int(length*float64(r.Games*x.Form.Outputs)/mostSamples))
	begun, plies := x.samples.len(), 0
	for i, by := range x.pairings(weights) {
		share := r.Games / 2
		if i > 0 {
			share /= len(x.Form.Program.Players)
		}
		if weights == nil {
			share = r.Games
		}
		n, err := x.watch(ctx, by, share, every, x.Seed<<8+uint64(10*k+i), &r)
		if err != nil {
			return r, nil, err
		}
		plies += n
		if weights == nil {
			break
		}
	}
	r.Positions, r.Length = x.samples.len(), float64(plies)/float64(r.Games)
	f := x.Form
	if x.samples.len() == begun { // games too short to keep a position of
		return r, make([]int16, f.Weights()), nil
	}
	order := random.New(x.Seed, 1<<32+uint64(k))
	return r, rounded(fit(x.samples, f.Views*f.Numbers, order.Below)), nil
}

// pairings are who plays in a round: all as they have learned, then each in turn against drawn moves,
// so that a side which loses every game against the others sees some that it wins.
func (x *learning) pairings(weights []int16) []*weigh.Players {
	out := []*weigh.Players{x.Players(weights, learningShare)}
	p := x.Form.Program
	for seat := range p.Players {
		by := x.Players(nil, learningShare)
		for q := range p.Players {
			if p.Team[q] == p.Team[seat] {
				by.Weights[q] = weights
			}
		}
		out = append(out, by)
	}
	return out
}

// watch plays games and keeps positions of them; it returns how many single moves they had.
func (x *learning) watch(ctx context.Context, by *weigh.Players, games, every int, seed uint64, r *Round) (plies int, err error) {
	f := x.Form
	n := len(f.Program.Players)
	var movers []int // by position kept of the game that is being told of, its number and who is to move
	s := play.Series{
		Seed: seed, Count: games, Cap: x.Cap, By: by, Every: every,
		Sampled: func(game int, st *engine.State) {
			at := f.View(st) * f.Numbers
			f.Each(st, func(i, n int) { x.samples.add(at+i, n) })
			x.samples.close()
			movers = append(movers, game, st.Player())
		},
	}
	err = x.By.Play(ctx, s, func(g *play.Played) {
		plies += g.Plies
		if g.OverCap {
			r.GivenUp++
		}
		for ; len(movers) > 0 && movers[0] == g.Number; movers = movers[2:] {
			for o := range f.Outputs {
				x.samples.target = append(x.samples.target, float32(x.Utility(g.State, (movers[1]+o)%n)))
			}
		}
	})
	return plies, err
}

// rounded are weights as they are weighed with.
func rounded(w []float64) []int16 {
	out := make([]int16, len(w))
	for i, v := range w {
		out[i] = int16(max(-math.MaxInt16, min(math.MaxInt16, math.RoundToEven(float64(v*weigh.Scale)))))
	}
	return out
}

// By has all players of an interpretation play by the program, with a share of moves drawn where nothing
// is thrown; nil where its weights cannot be carried over.
func (l *Learned) By(p *engine.Program) *weigh.Players {
	f := weigh.FormOf(p, l.Training.Untied)
	w := players.Carried(l.Weights, l.Form, f)
	if w == nil {
		return nil
	}
	by := &weigh.Players{Form: f, Share: players.DrawnShare(p)}
	for range p.Players {
		by.Weights = append(by.Weights, w)
	}
	return by
}
