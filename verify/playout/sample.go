package playout

import (
	"context"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"sort"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/engine/weigh"
	"github.com/lectio/lectio/rulesets/play"
)

// Options say how games are played.
type Options struct {
	Games int    `json:"-"`
	First int    `json:"-"` // number of the first game
	Seed  uint64 `json:"seed"`
	Cap   int    `json:"cap"` // single moves after which a game is given up
	Moves int    `json:"-"`   // single moves after which no further game is begun; 0: no bound
	// Look bounds the positions looked at for one decision; beyond it there is a
	// panic (engine.TooFar). 0: no bound.
	Look int `json:"-"`
	// Effects asks for Stats.Applied. Such games are played by the interpreter;
	// others by whatever is faster.
	Effects bool `json:"-"`
	// NoChoices leaves Chosen and Branch out, which need not be worked out for a move:
	// some games take a fourth of the time then, others as long.
	NoChoices bool `json:"-"`
	// Players weigh what their moves lead to; nil: all moves are drawn.
	Players *weigh.Players `json:"-"`
	// By plays the games; nil: what belongs to the game.
	By By `json:"-"`
	// Measures are asked in games that are played anew for it, since what is kept of a game does not tell.
	Measures []engine.Measure `json:"-"`
}

// By is who plays games, and gives each to f, in order: a [play.Executor], or programs that do more than an executor can.
type By interface {
	Play(ctx context.Context, s play.Series, f func(*play.Played)) error
}

// Close is how a game came to its close. Games given up at the cap are never
// counted with draws.
type Close uint8

// The ways in which a game can close.
const (
	Ended    Close = iota // by a rule
	Stuck                 // at a position that no rule provides for
	TimedOut              // given up at the cap
)

// Outcome is what one game came to, kept so that games of the same number under
// two interpretations can be compared.
type Outcome struct {
	Close  Close
	Winner int8  // player, -1 for none
	Opener int8  // player who began
	Plies  int32 // single moves, passes and stops among them
	Passes int32 // passes and stops
	Turns  int32
	Chosen int32 // decisions with more than one legal move
	Branch int32 // legal moves at those, added up
	// Scores are the players' points in units of 1/Stats.Denominator.
	Scores []int32
	// Told are what Options.Measures came to, by measure and group.
	Told []Quotient
}

// Quotient is what a game adds to a measure: a value, as the quotient of two whole numbers (engine.Measure.Parts).
type Quotient = [2]int64

// Kept is what is kept of the game, for measures that ask no more.
func (x *Outcome) Kept() play.Kept {
	return play.Kept{Tally: engine.Tally{Moves: int(x.Plies - x.Passes), Passes: int(x.Passes), Turns: int(x.Turns), Plies: int(x.Plies), Branch: int(x.Branch),
		Chosen: int(x.Chosen), OverCap: x.Close == TimedOut}, Opener: int(x.Opener), Winner: int(x.Winner), Ended: x.Close == Ended, Points: x.Scores}
}

// Stats describe a sample of games.
type Stats struct {
	Played      int            `json:"games"` // games played (fewer than Games after an interruption)
	Options                    // of which seed and cap are told
	Over        int            `json:"over"` // ended by a rule
	OverCap     int            `json:"over_cap"`
	Stuck       int            `json:"stuck"` // ended because no rule provided for the position
	Moves       int            `json:"moves"`
	Passes      int            `json:"passes"`
	Turns       int            `json:"turns"`
	Longest     int            `json:"longest"` // single moves of the longest game that ended
	Ends        map[string]int `json:"ends"`
	Chosen      int            `json:"-"` // decisions with more than one legal move
	Branch      int            `json:"-"` // legal moves at those decisions, added up
	Wins        []int          `json:"-"`
	OpenerWins  int            `json:"-"` // games won by who began, or by his side
	NoWinner    int            `json:"-"`
	Scores      []float64      `json:"-"` // by player, summed over the games that ended
	Denominator int            `json:"-"` // of the scores of outcomes
	Outcomes    []Outcome      `json:"-"` // of game number First and those that follow
	// Applied counts by statement of the interpretation how often it took effect;
	// nil unless that was asked for.
	Applied []int `json:"-"`

	// Kept are sums over the games, where these were played before and are not kept one
	// by one: then there are no Outcomes. Nil otherwise.
	Kept []Moments `json:"-"`

	InStep    int `json:"-"` // single moves made in step with another interpretation, by Against
	StuckGame int `json:"-"` // number of the first game that got stuck, -1
	GivenUp   int `json:"-"` // number of the first game that was given up, -1
	Tied      int `json:"-"` // moments at which two unordered ends held at once
}

func newStats(g *rulesets.Game, o Options) *Stats {
	p := g.Program
	return &Stats{Options: o, Wins: make([]int, len(p.Players)), Ends: map[string]int{}, Scores: make([]float64, len(p.Players)),
		Denominator: p.Denominator, StuckGame: -1, GivenUp: -1}
}

// count enters a game that has been played, and that opener began.
func (s *Stats) count(p *engine.Program, st *engine.State, t engine.Tally, opener int) {
	number := s.First + s.Played
	s.Played++
	s.Moves += t.Moves
	s.Passes += t.Passes
	s.Turns += t.Turns
	s.Chosen += t.Chosen
	s.Branch += t.Branch
	x := Outcome{Winner: -1, Opener: int8(opener), Plies: int32(t.Plies), Passes: int32(t.Passes), Turns: int32(t.Turns), Chosen: int32(t.Chosen), Branch: int32(t.Branch), Scores: make([]int32, len(p.Players))}
	for q := range p.Players {
		x.Scores[q] = int32(st.Score(p, q))
	}
	end, _ := st.End()
	switch {
	case t.OverCap:
		x.Close = TimedOut
		s.OverCap++
		if s.GivenUp < 0 {
			s.GivenUp = number
		}
	case end < 0:
		x.Close = Stuck
		s.Stuck++
		if s.StuckGame < 0 {
			s.StuckGame = number
		}
	default:
		s.Over++
		s.Ends[p.Ends[end].ID]++
		if w := st.Winner(); w >= 0 {
			x.Winner = int8(w)
			s.Wins[w]++
			if p.Team[w] == p.Team[opener] {
				s.OpenerWins++
			}
		} else {
			s.NoWinner++
		}
		for q := range p.Players {
			s.Scores[q] += float64(st.Score(p, q)) / float64(p.Denominator)
		}
		s.Longest = max(s.Longest, t.Plies)
	}
	s.Outcomes = append(s.Outcomes, x)
}

// Opener is the player who begins every game of an interpretation, -1 where that depends on
// what is thrown.
func Opener(g *rulesets.Game) int { return play.NewOpeners(g.Program).Fixed() }

// begins reports whether one more game may be begun.
func (s *Stats) begins() bool {
	return s.Options.Moves == 0 || s.Moves+s.Passes < s.Options.Moves
}

// Sample plays games one after the other. It stops early when ctx is done. What it
// returns does not depend on who plays.
func Sample(ctx context.Context, g *rulesets.Game, o Options) *Stats {
	s := newStats(g, o)
	defer func() { s.ask(ctx, g) }()
	switch {
	case o.Effects:
		s.interpret(ctx, g)
		return s
	case o.Look > 0:
		s.bounded(ctx, g)
		return s
	}
	by := o.By
	if by == nil {
		by = play.Of(g)
	}
	openers := play.NewOpeners(g.Program)
	for s.Played < o.Games && s.begins() && ctx.Err() == nil {
		next := play.Series{Seed: o.Seed, First: o.First + s.Played, Count: s.next(), Cap: o.Cap, Branching: !o.NoChoices, By: o.Players}
		err := by.Play(ctx, next, func(x *play.Played) {
			if s.begins() {
				s.count(g.Program, x.State, x.Tally, openers.Of(o.Seed, uint64(x.Number)))
				s.Tied += x.Unclear
			}
		})
		if err != nil && ctx.Err() == nil {
			panic(err) // what was generated fails: a defect, not a property of the game
		}
	}
	return s
}

// ask plays the games once more with the measures that are asked in them.
func (s *Stats) ask(ctx context.Context, g *rulesets.Game) {
	if len(s.Options.Measures) == 0 {
		return
	}
	by := s.Options.By
	if by == nil {
		by = play.Of(g)
	}
	next := play.Series{Seed: s.Seed, First: s.First, Count: s.Played, Cap: s.Cap, By: s.Options.Players, Measures: s.Options.Measures}
	err := by.Play(ctx, next, func(x *play.Played) {
		to := &s.Outcomes[x.Number-s.First]
		for i := range x.Cells {
			for k := range x.Cells[i] {
				value, of := next.Measures[i].Parts(&x.Cells[i][k])
				to.Told = append(to.Told, Quotient{int64(value), int64(of)})
			}
		}
	})
	if err != nil && ctx.Err() == nil {
		panic(err) // what was generated fails: a defect, not a property of the game
	}
}

// next is how many games can be played before it is looked whether another one may
// be begun: not many more than are.
func (s *Stats) next() int {
	left := s.Games - s.Played
	if s.Options.Moves == 0 {
		return left
	}
	if s.Played == 0 {
		return min(left, 2)
	}
	moves := s.Moves + s.Passes
	return min(left, (s.Options.Moves-moves)*s.Played/max(moves, 1)+1)
}

// bounded plays the games under a bound on looking ahead.
func (s *Stats) bounded(ctx context.Context, g *rulesets.Game) {
	r, openers := random.New(0, 0), play.NewOpeners(g.Program)
	for s.Played < s.Games && s.begins() && ctx.Err() == nil {
		number := uint64(s.First + s.Played)
		r.Reset(s.Seed, number)
		x := play.Of(g).Stepper()
		x.Look(s.Look)
		func() {
			defer x.Close()
			x.Start()
			s.count(g.Program, x.State, x.Random(r, s.Cap, -1), openers.Of(s.Seed, number))
			s.Tied += x.Unclear()
		}()
	}
}

// interpret plays the games in the interpreter, which can tell more of them.
func (s *Stats) interpret(ctx context.Context, g *rulesets.Game) {
	p, o := g.Program, s.Options
	in := engine.NewInterpreter(p)
	in.History = history.New()
	if o.Effects {
		s.Applied = make([]int, len(g.Statements))
		in.Applied = s.Applied
	}
	st := p.NewState()
	r := random.New(0, 0)
	openers := play.NewOpeners(p)
	var buf []engine.Move
	for i := 0; i < o.Games && s.begins(); i++ {
		if ctx.Err() != nil {
			break
		}
		r.Reset(o.Seed, uint64(o.First+i))
		in.Start(st)
		var t engine.Tally
		t, buf = play.Random(in, st, r, o.Cap, buf)
		s.count(p, st, t, openers.Of(o.Seed, uint64(o.First+i)))
	}
	s.Tied = in.Undeclared
}

// Join adds the games of another sample of the same interpretation, which follow
// upon those of this one.
func (s *Stats) Join(t *Stats) {
	if s.StuckGame < 0 {
		s.StuckGame = t.StuckGame
	}
	if s.GivenUp < 0 {
		s.GivenUp = t.GivenUp
	}
	s.Games += t.Games
	s.Played += t.Played
	s.Over += t.Over
	s.Stuck += t.Stuck
	s.OverCap += t.OverCap
	s.Moves += t.Moves
	s.Passes += t.Passes
	s.Turns += t.Turns
	s.Chosen += t.Chosen
	s.Branch += t.Branch
	s.OpenerWins += t.OpenerWins
	s.NoWinner += t.NoWinner
	s.Tied += t.Tied
	s.Longest = max(s.Longest, t.Longest)
	for q := range s.Wins {
		s.Wins[q] += t.Wins[q]
		s.Scores[q] += t.Scores[q]
	}
	for end, n := range t.Ends {
		s.Ends[end] += n
	}
	if s.Applied == nil && t.Applied != nil {
		s.Applied = make([]int, len(t.Applied))
	}
	for i, n := range t.Applied {
		s.Applied[i] += n
	}
	s.Outcomes = append(s.Outcomes, t.Outcomes...)
}

// Joined are the games of several samples of one interpretation together.
func Joined(list []*Stats) *Stats {
	out := *list[0]
	out.Wins, out.Scores, out.Ends, out.Outcomes = slices.Clone(out.Wins), slices.Clone(out.Scores), maps.Clone(out.Ends), slices.Clone(out.Outcomes)
	for _, s := range list[1:] {
		out.Join(s)
	}
	return &out
}

// Estimate is a number with an interval and the size of its sample.
type Estimate struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	N     int     `json:"n"`
	How   string  `json:"interval"` // how the interval was made
}

// Interval are both ends of it.
func (e Estimate) Interval() [2]Number { return [2]Number{Number(e.Low), Number(e.High)} }

// MarshalJSON writes the estimate; where there is none, or its interval has no bound, with null.
func (e Estimate) MarshalJSON() ([]byte, error) {
	type plain Estimate
	return json.Marshal(struct {
		Value Number `json:"value"`
		Low   Number `json:"low"`
		High  Number `json:"high"`
		plain
	}{Number(e.Value), Number(e.Low), Number(e.High), plain(e)})
}

// Number is a figure that a result tells of. In JSON it is null where there is none, or it has no bound: nothing can be
// said there.
type Number float64

// unbounded is from where on a number stands for one without bound.
const unbounded = 1e300

// MarshalJSON writes the figure or null.
func (n Number) MarshalJSON() ([]byte, error) {
	if f := float64(n); !math.IsNaN(f) && math.Abs(f) <= unbounded {
		return json.Marshal(f)
	}
	return []byte("null"), nil
}

// z is the 97.5 % point of the normal distribution.
const z = 1.959963984540054

// Share is k out of n with Wilson's interval at 95 % (Wilson, "Probable
// inference", 1927), which stays within 0 and 1 and is honest for small samples.
func Share(k, n int) Estimate {
	if n == 0 {
		return Estimate{Value: math.NaN(), Low: math.NaN(), High: math.NaN(), How: "wilson"}
	}
	p := float64(k) / float64(n)
	f := float64(n)
	mid := (p + z*z/(2*f)) / (1 + z*z/f)
	half := z / (1 + z*z/f) * math.Sqrt(p*(1-p)/f+z*z/(4*f*f))
	e := Estimate{p, math.Max(0, mid-half), math.Min(1, mid+half), n, "wilson"}
	if k == 0 {
		e.Low = 0 // not a rounding error more
	}
	if k == n {
		e.High = 1
	}
	return e
}

// Mean is the mean of n values given by their sum and their sum of squares,
// with an interval at 95 % from the spread of the sample (Student, "The probable
// error of a mean", 1908).
func Mean(sum, squares float64, n int) Estimate {
	if n == 0 {
		return Estimate{Value: math.NaN(), Low: math.NaN(), High: math.NaN(), How: "t"}
	}
	m := sum / float64(n)
	return spreadMean(m, math.Max(0, (squares-sum*m)/float64(n-1)), n)
}

// spreadMean is a mean of n values with their variance.
func spreadMean(m, variance float64, n int) Estimate {
	if n == 1 {
		return Estimate{m, math.Inf(-1), math.Inf(1), 1, "t"}
	}
	half := StudentQuantile(0.975, float64(n-1)) * math.Sqrt(variance/float64(n))
	return Estimate{m, m - half, m + half, n, "t"}
}

// Summed are the sums that are kept of a metric, nil where there are none.
func (s *Stats) Summed(metric string) *Moments {
	for i := range s.Kept {
		if s.Kept[i].Metric == metric {
			return &s.Kept[i]
		}
	}
	return nil
}

// Ended is the share of games that ended by a rule, with a winner or without.
func (s *Stats) Ended() Estimate { return Share(s.Over, s.Played) }

// Completion is the share of games that have a winner: neither draws nor games
// given up count. (The word is used as in Ludii's metrics.)
func (s *Stats) Completion() Estimate { return Share(s.decided(), s.Played) }

// Drawishness is the share of all games that ended without a winner; games given
// up are no draws.
func (s *Stats) Drawishness() Estimate { return Share(s.NoWinner, s.Played) }

// Timeouts is the share of games given up at the cap.
func (s *Stats) Timeouts() Estimate { return Share(s.OverCap, s.Played) }

// Lasting is the share of games that had not ended after so many single moves. It is of no games where they are not kept one by one, or some
// were given up sooner.
func (s *Stats) Lasting(moves int) Estimate {
	if len(s.Outcomes) < s.Played || s.Cap < moves {
		return Share(0, 0)
	}
	n := 0
	for i := range s.Outcomes {
		if x := &s.Outcomes[i]; int(x.Plies) > moves || x.Close == TimedOut {
			n++
		}
	}
	return Share(n, s.Played)
}

// FirstPlayer is the share of who begins of the games that had a winner.
func (s *Stats) FirstPlayer() Estimate { return Share(s.OpenerWins, s.decided()) }

func (s *Stats) decided() int {
	n := 0
	for _, w := range s.Wins {
		n += w
	}
	return n
}

// Balance is one less the greatest difference between two players' shares of all
// games. It says nothing where few games are completed, so it is not to be shown
// without Completion. With two players the interval is one for the difference of
// two shares of one sample (Agresti and Min, "Simple improved confidence
// intervals for comparing matched proportions", 2005); with more there is none.
func (s *Stats) Balance() Estimate {
	if s.Played == 0 {
		return Estimate{Value: math.NaN(), Low: math.NaN(), High: math.NaN(), How: "none"}
	}
	if len(s.Wins) != 2 {
		low, high := s.Wins[0], s.Wins[0]
		for _, w := range s.Wins {
			low, high = min(low, w), max(high, w)
		}
		return Estimate{Value: 1 - float64(high-low)/float64(s.Played), Low: math.NaN(), High: math.NaN(), N: s.Played, How: "none"}
	}
	a, b := max(s.Wins[0], s.Wins[1]), min(s.Wins[0], s.Wins[1])
	d := PairedShares(a, b, s.Played, 0.05)
	e := Estimate{Value: 1 - float64(a-b)/float64(s.Played), Low: math.Max(0, 1-d.High), High: math.Min(1, 1-d.Low), N: s.Played, How: "agresti-min"}
	if d.Low < 0 {
		e.Low, e.High = math.Min(e.Low, 1+d.Low), 1
	}
	return e
}

// Ahead is the player who has won, or where nobody is named as winner who has more points
// than all others that are not of his side; -1 for nobody, and of a game that has not
// ended.
func (x *Outcome) Ahead(teams []int) int {
	if x.Winner >= 0 || x.Close != Ended {
		return int(x.Winner)
	}
	best := 0
	for q, s := range x.Scores {
		if s > x.Scores[best] {
			best = q
		}
	}
	for q, s := range x.Scores {
		if s == x.Scores[best] && teams[q] != teams[best] {
			return -1
		}
	}
	return best
}

// Branching is the mean number of legal moves at all decisions of the sample that
// had a choice.
func (s *Stats) Branching() float64 {
	if s.Chosen == 0 {
		return 0
	}
	return float64(s.Branch) / float64(s.Chosen)
}

// Bin is one step of a histogram: how many games lie from Low up to High, both
// included.
type Bin struct {
	Low, High float64
	N         int
}

// Lengths is the distribution of the number of single moves of games that ended.
// Steps are a round number of moves wide, by the rule of Freedman and Diaconis
// ("On the histogram as a density estimator", 1981), and at most forty.
func (s *Stats) Lengths() []Bin {
	var list []int
	for i := range s.Outcomes {
		if s.Outcomes[i].Close == Ended {
			list = append(list, int(s.Outcomes[i].Plies))
		}
	}
	if len(list) == 0 {
		return nil
	}
	sort.Ints(list)
	n := len(list)
	least, most := list[0], list[n-1]
	width := round(2 * float64(list[n*3/4]-list[n/4]) / math.Cbrt(float64(n)))
	for most/width-least/width >= 40 {
		width = round(float64(width) * 1.5)
	}
	var out []Bin
	for k := least / width; k <= most/width; k++ {
		out = append(out, Bin{Low: float64(k * width), High: float64((k+1)*width - 1)})
	}
	for _, x := range list {
		out[x/width-least/width].N++
	}
	return out
}

// round gives the next of 1, 2, 5, 10, 20, 50 … that is no less.
func round(x float64) int {
	for k := 1; ; k *= 10 {
		for _, m := range []int{1, 2, 5} {
			if float64(k*m) >= x {
				return k * m
			}
		}
	}
}

// ScoreBin says how many games ended with so many points.
type ScoreBin struct {
	Score int // in units of 1/Stats.Denominator
	N     int
}

// ScoresOf is the distribution of a player's points in games that ended, the
// least first.
func (s *Stats) ScoresOf(player int) []ScoreBin {
	count := map[int]int{}
	for i := range s.Outcomes {
		if x := &s.Outcomes[i]; x.Close == Ended {
			count[int(x.Scores[player])]++
		}
	}
	var out []ScoreBin
	for v, n := range count {
		out = append(out, ScoreBin{v, n})
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Score < out[j].Score })
	return out
}
