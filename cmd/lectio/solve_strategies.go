package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"text/tabwriter"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/verify/players"
	"github.com/lectio/lectio/verify/playout"
	"github.com/lectio/lectio/verify/solve"
	"github.com/lectio/lectio/verify/solve/strategies"
)

// interval are two numbers between which one is proved to lie. In JSON they are decimal text of twelve places, rounded outward.
type interval strategies.Bounds

func (b *interval) MarshalJSON() ([]byte, error) {
	return json.Marshal([2]string{outward(b.Low, 12, false), outward(b.High, 12, true)})
}

// outward writes a number with so many places, rounded down or up.
func outward(v *big.Rat, places int, up bool) string {
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(places)), nil)
	n := new(big.Int).Mul(v.Num(), unit)
	if up {
		n.Add(n, new(big.Int).Sub(v.Denom(), big.NewInt(1)))
	}
	n.Div(n, v.Denom()) // downward, of negative numbers too
	return new(big.Rat).SetFrac(n, unit).FloatString(places)
}

// partsOfOne are bounds in parts of solve.One.
func partsOfOne(low, high uint64) *interval {
	of := func(v uint64) *big.Rat {
		return new(big.Rat).SetFrac(new(big.Int).SetUint64(v), new(big.Int).SetUint64(solve.One))
	}
	return &interval{of(low), of(high)}
}

// percent writes a share in percent with two places, once where its bounds are alike so far.
func (b *interval) percent() string {
	hundred := big.NewRat(100, 1)
	return (&interval{new(big.Rat).Mul(b.Low, hundred), new(big.Rat).Mul(b.High, hundred)}).number()
}

// number writes a number rounded to two places, or, where its bounds are not alike so far, these rounded outward.
func (b *interval) number() string {
	if low := b.Low.FloatString(2); low == b.High.FloatString(2) {
		return low
	}
	return outward(b.Low, 2, false) + " to " + outward(b.High, 2, true)
}

// gamesJSON is what comes of games between two programs, to who begins.
type gamesJSON struct {
	Win     *interval `json:"win"`
	Lose    *interval `json:"lose"`
	Draw    *interval `json:"draw"`
	Endless *interval `json:"endless"`
	Score   *interval `json:"score,omitempty"`       // points, on average of games that end
	Other   *interval `json:"score_other,omitempty"` // of who does not begin
	Turns   *interval `json:"turns,omitempty"`       // likewise

	name string
}

// mostOfStrategies is how many positions a game may have for strategies nobody asked for, and mostTurns how many turns are followed.
const (
	mostOfStrategies = 20_000
	mostTurns        = 4_000_000
)

// strategies proves what comes of games between programs.
func (a *app) strategies(ctx context.Context, g *rulesets.Game, x *solve.Solved, v *exactValue, f *solveFlags, progress func(done, all int, what string)) error {
	names := []players.Name{{}}
	if len(f.strategies) == 0 && x.Positions() > mostOfStrategies {
		return nil
	}
	for _, text := range f.strategies {
		n, err := players.ParseName(text)
		if err != nil {
			return atFlag("--strategy", err)
		}
		names = append(names, n)
	}
	m, err := f.programFlags.learning(a.stderr, g, names)
	if err != nil {
		return err
	}
	m.Solved = x
	best := players.Name{Rung: players.Perfect}
	perfect, err := m.Strategy(ctx, best)
	if err != nil {
		return err
	}
	between := func(name string, begins, other strategies.Strategy) error {
		progress(len(v.listed), 1+3*len(names), "games of "+name)
		got, err := strategies.Between(ctx, x.Graph, begins, other, mostTurns)
		var large *solve.TooLarge
		if errors.As(err, &large) {
			return wrong(name, fmt.Sprintf("a game in which no more than %d turns can occur", mostTurns), "what comes of games of %s is not known", name)
		}
		if err == nil {
			v.add(name, got)
		}
		return err
	}
	v.Strategies = map[string]*gamesJSON{}
	if err := between(best.String(), perfect, perfect); err != nil {
		return err
	}
	v.Endless = v.Strategies[best.String()].Endless
	for _, n := range names {
		name := n.String()
		if v.Strategies[name] != nil {
			continue
		}
		s, err := m.Strategy(ctx, n)
		if err != nil && ctx.Err() == nil {
			return wrong(name, "random, learned, learned:SEED, perfect or perfect:SHARE", "--strategy: %v", err)
		}
		if err == nil {
			err = between(name, s, s)
		}
		if err == nil {
			err = between(best.String()+" against "+name, perfect, s)
		}
		if err == nil {
			err = between(name+" against "+best.String(), s, perfect)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// add enters what comes of games.
func (v *exactValue) add(name string, got *strategies.Games) {
	of := func(b strategies.Bounds) *interval { return (*interval)(&b) }
	out := &gamesJSON{Win: of(got.Win), Lose: of(got.Lose), Draw: of(got.Draw), Endless: of(got.Endless), name: name}
	if got.Turns != nil {
		out.Turns = of(*got.Turns)
	}
	if got.Points[0].Low != nil {
		out.Score, out.Other = of(got.Points[0]), of(got.Points[1])
	}
	v.Strategies[name] = out
	v.listed = append(v.listed, out)
}

// told writes what comes of games between programs.
func (v *exactValue) told(b *page) {
	if len(v.listed) == 0 {
		return
	}
	fmt.Fprintf(b, "\nGames between programs, in percent, proved; %s begins with the one named first:\n\n", v.Begins)
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	head := "\t" + v.Begins + " wins\t" + v.Other + " wins\tnobody wins\tno end\tturns"
	scored := v.listed[0].Score != nil
	if scored {
		head += "\tpoints of " + v.Begins + "\tof " + v.Other
	}
	fmt.Fprintln(t, head)
	some := func(b *interval) string {
		if b == nil {
			return "-"
		}
		return b.number()
	}
	for _, g := range v.listed {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s", g.name, g.Win.percent(), g.Lose.percent(), g.Draw.percent(), g.Endless.percent(), some(g.Turns))
		if scored {
			fmt.Fprintf(t, "\t%s\t%s", some(g.Score), some(g.Other))
		}
		fmt.Fprintln(t)
	}
	t.Flush() // b keeps what is written
	fmt.Fprintln(b)
	b.paragraph("", "A perfect program makes moves that are proved to be best. Of these it takes such as bring what it is promised the sooner, or put off what is lost, and any of those that are left. Turns and points are means of the games that end.")
}

// mostOfLine is after how many throws and moves a line of best play breaks off, if it does not end.
const mostOfLine = 400

// bestLine is a line of best play: of best moves the first; throws are drawn.
func bestLine(g *rulesets.Game, x *solve.Solved) string {
	p := g.Program
	in, s, r := engine.NewInterpreter(p), p.NewState(), random.New(1, 1)
	perfect := strategies.NewPerfect(x)
	var steps []playout.Step
	met := map[string]bool{}
	for in.Start(s); s.Status() != engine.Over && len(steps) < mostOfLine; {
		if !x.Chance {
			if met[s.Key()] {
				break // it goes on for ever
			}
			met[s.Key()] = true
		}
		if s.Status() == engine.AwaitsThrow {
			t := p.Draw(r, s.Device(p))
			steps = append(steps, playout.Step{Throw: t})
			in.Throw(s, t)
			continue
		}
		moves := in.Moves(s, nil)
		m := moves[perfect.Best(s, moves)[0]]
		steps = append(steps, playout.Step{Throw: -1, Move: m})
		in.Play(s, m)
	}
	return playout.Record(g, 1, steps).Written
}
