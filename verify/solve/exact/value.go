package exact

import (
	"fmt"
	"math"
	"math/big"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/solve"
	"github.com/lectio/lectio/verify/solve/strategies"
)

// A Value is what an interpretation is worth under best play of both sides.
type Value struct {
	Ruleset        string `json:"ruleset"`
	Interpretation string `json:"interpretation"`
	Scale          string `json:"scale,omitempty"`
	Begins         string `json:"begins"`
	Other          string `json:"other"`
	Positions      int    `json:"positions"`      // that do not end the game
	Kept           int    `json:"kept,omitempty"` // of those that mirror each other one, where there are such
	Chance         bool   `json:"chance"`
	Open           bool   `json:"open,omitempty"` // the bounds come no nearer

	Value   map[string]solve.Bounds `json:"value"`             // what each side may expect, from 0 to 1
	Endless *solve.Bounds           `json:"endless,omitempty"` // the share of games between perfect programs that never end
	Result  string                  `json:"result,omitempty"`  // without chance: who begins wins, draws or loses, or nobody can force an end
	Plies   int                     `json:"plies,omitempty"`   // turns of both in which who wins can force it at most

	Strategies  map[string]*strategies.Games `json:"strategies,omitempty"`
	Line        string                       `json:"line,omitempty"`
	Certificate string                       `json:"certificate,omitempty"`

	Order []string `json:"-"` // the names in Strategies, in the order in which they are told
}

// Of says what an interpretation that has been solved is worth.
func Of(g *rulesets.Game, x *solve.Solved) *Value {
	p := g.Program
	v := &Value{Ruleset: g.Definition.ID, Interpretation: g.Name(), Positions: x.All(), Chance: x.Chance,
		Begins: p.Players[x.First], Other: p.Players[1-x.First]}
	v.Value = map[string]solve.Bounds{
		v.Begins: solve.Parts(int64(x.Low[0]), int64(x.High[0])),
		v.Other:  solve.Parts(int64(solve.One-x.High[0]), int64(solve.One-x.Low[0])),
	}
	if x.Positions() < v.Positions {
		v.Kept = x.Positions()
	}
	if g.Scale != nil {
		v.Scale = g.Scale.ID
	}
	if v.Open = x.High[0]-x.Low[0] > 1<<10*solve.Near; !x.Chance && x.Rank != nil {
		v.Plies = int(x.Rank[0])
	}
	if !x.Chance {
		v.Result = x.Result()
	}
	return v
}

// Words say what the value is.
func (v *Value) Words() string {
	of := v.Interpretation
	if v.Scale != "" {
		of += ", scaled down to " + v.Scale + " (what holds of it need not hold of the game)"
	}
	head := fmt.Sprintf("%s: solved, %s that end no game", of, measure.Plural(v.Positions, "position"))
	if v.Kept > 0 {
		head += fmt.Sprintf(", of which %s are told apart by more than a turn or a reflection of the board", measure.Thousands(v.Kept))
	}
	head += ".\n\n"
	turns, worth, win := measure.Plural(v.Plies, "turn"), v.Value[v.Begins], big.NewRat(1, 1)
	switch {
	case v.Chance && v.Open:
		return head + fmt.Sprintf("%s, who begins, may expect between %s of the games, proved; how much between the two is not known.", v.Begins, bounds(worth))
	case v.Chance:
		return head + fmt.Sprintf("%s, who begins, may expect between %s of the games when both play as well as can be (a win counts one, no winner or no end one half): proved, with bounds rounded outward.", v.Begins, bounds(worth))
	case worth.Low.Cmp(win) == 0:
		return head + fmt.Sprintf("%s, who begins, can force a win, in at most %s of both.", v.Begins, turns)
	case worth.High.Sign() == 0:
		return head + fmt.Sprintf("%s, who moves second, can force a win, in at most %s of both.", v.Other, turns)
	}
	if v.Result == "endless" {
		return head + "Neither side can force a win, nor that the game ends without giving more away: each can make it go on for ever."
	}
	return head + "Neither side can force a win; one of them at least can force an end at which nobody has won."
}

// bounds are both bounds in percent, rounded outward, as far as they agree and two places more.
func bounds(b solve.Bounds) string {
	places := 2
	if gap, _ := new(big.Rat).Sub(b.High, b.Low).Float64(); gap > 0 {
		places = min(12, max(2, int(-math.Log10(100*gap))+2))
	}
	b = b.Hundredths()
	return solve.Outward(b.Low, places, false) + " % and " + solve.Outward(b.High, places, true) + " %"
}
