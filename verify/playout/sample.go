package playout

import (
	"context"
	"math"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
)

// Options say how games are played.
type Options struct {
	Games int
	First int // number of the first game
	Seed  uint64
	Cap   int // single moves after which a game is given up
}

// Stats describe a sample of games.
type Stats struct {
	Options
	Played   int // games played (fewer than Games after an interruption)
	Over     int // ended by a rule
	Stuck    int // ended because no rule provided for the position
	OverCap  int
	Moves    int
	Passes   int
	Turns    int
	Chosen   int // decisions with more than one legal move
	Branch   int // legal moves at those decisions, added up
	Wins     []int
	NoWinner int
	Longest  int // single moves of the longest game that ended
	Ends     map[string]int
	Scores   []float64 // by player, summed over the games that ended

	plies, plies2 float64
	turns, turns2 float64
	StuckGame     int // number of the first game that got stuck, -1
	Tied          int // moments at which two unordered ends held at once
}

// Sample plays games one after the other. It stops early when ctx is done.
func Sample(ctx context.Context, g *rulesets.Game, o Options) *Stats {
	p := g.Program
	s := &Stats{Options: o, Wins: make([]int, len(p.Players)), Ends: map[string]int{}, Scores: make([]float64, len(p.Players)), StuckGame: -1}
	in := engine.NewInterpreter(p)
	in.History = engine.NewHistory()
	st := p.NewState()
	r := engine.NewRandom(0, 0)
	var buf []engine.Move
	for i := 0; i < o.Games; i++ {
		if ctx.Err() != nil {
			break
		}
		r.Reset(o.Seed, uint64(o.First+i))
		in.Start(st)
		var t engine.Tally
		t, buf = in.Random(st, r, o.Cap, buf)
		s.Played++
		s.Moves += t.Moves
		s.Passes += t.Passes
		s.Turns += t.Turns
		s.Chosen += t.Chosen
		s.Branch += t.Branch
		if t.OverCap {
			s.OverCap++
			continue
		}
		end, _ := st.End()
		if end < 0 {
			s.Stuck++
			if s.StuckGame < 0 {
				s.StuckGame = o.First + i
			}
			continue
		}
		s.Over++
		s.Ends[p.Ends[end].ID]++
		if w := st.Winner(); w >= 0 {
			s.Wins[w]++
		} else {
			s.NoWinner++
		}
		for q := range p.Players {
			s.Scores[q] += float64(st.Score(p, q)) / float64(p.Denominator)
		}
		s.Longest = max(s.Longest, t.Plies)
		s.plies += float64(t.Plies)
		s.plies2 += float64(t.Plies) * float64(t.Plies)
		s.turns += float64(t.Turns)
		s.turns2 += float64(t.Turns) * float64(t.Turns)
	}
	s.Tied = in.Undeclared
	return s
}

// Estimate is a number with a 95 % interval and the size of its sample.
type Estimate struct {
	Value, Low, High float64
	N                int
	How              string // how the interval was made
}

// z is the 97.5 % point of the normal distribution.
const z = 1.959963984540054

// Share is k out of n with Wilson's interval (Wilson, "Probable inference",
// 1927), which stays within 0 and 1 and is honest for small samples.
func Share(k, n int) Estimate {
	if n == 0 {
		return Estimate{Value: math.NaN(), Low: 0, High: 1, How: "wilson"}
	}
	p := float64(k) / float64(n)
	f := float64(n)
	mid := (p + z*z/(2*f)) / (1 + z*z/f)
	half := z / (1 + z*z/f) * math.Sqrt(p*(1-p)/f+z*z/(4*f*f))
	return Estimate{p, math.Max(0, mid-half), math.Min(1, mid+half), n, "wilson"}
}

// Mean is the mean of n values given by their sum and their sum of squares,
// with a normal interval.
func Mean(sum, squares float64, n int) Estimate {
	if n == 0 {
		return Estimate{Value: math.NaN(), Low: math.NaN(), High: math.NaN(), How: "normal"}
	}
	m := sum / float64(n)
	if n == 1 {
		return Estimate{m, math.Inf(-1), math.Inf(1), 1, "normal"}
	}
	v := math.Max(0, (squares-sum*m)/float64(n-1))
	half := z * math.Sqrt(v/float64(n))
	return Estimate{m, m - half, m + half, n, "normal"}
}

// Completion is the share of games that ended by a rule.
func (s *Stats) Completion() Estimate { return Share(s.Over, s.Played) }

// FirstPlayer is the first player's share of the games that had a winner.
func (s *Stats) FirstPlayer() Estimate {
	n := 0
	for _, w := range s.Wins {
		n += w
	}
	return Share(s.Wins[0], n)
}

// Drawishness is the share of ended games that had no winner.
func (s *Stats) Drawishness() Estimate { return Share(s.NoWinner, s.Over) }

// Plies is the mean number of single moves, passes included, of games that ended.
func (s *Stats) Plies() Estimate { return Mean(s.plies, s.plies2, s.Over) }

// TurnsPerGame is the mean number of turns of games that ended.
func (s *Stats) TurnsPerGame() Estimate { return Mean(s.turns, s.turns2, s.Over) }

// Branching is the mean number of legal moves at decisions that had a choice.
func (s *Stats) Branching() float64 {
	if s.Chosen == 0 {
		return 0
	}
	return float64(s.Branch) / float64(s.Chosen)
}
