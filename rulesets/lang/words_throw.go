package lang

import (
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
)

// Words for what was thrown and what is left of it. None of them can be asked for in
// the first value of a variable.
var throwWords = []*Word{
	{Name: "parts_left", Type: Number, Op: engine.NPartsLeft, thrown: true, Says: "the count of {parts} still to be played",
		Guide: "how many parts of this throw are still to be played", Example: "parts_left = 1"},
	{Name: "parts_played", Type: Number, Op: engine.NPartsPlayed, thrown: true, Says: "the count of {parts} already played",
		Guide: "how many parts of this throw have been played", Example: "parts_played = 0"},
	{Name: "numbers_left", Type: Places, Op: engine.SParts, thrown: true,
		needs: &need{func(n *Names) bool { return n.Numbered }, "a board whose places have numbers", "the places of this board have no numbers"},
		Says:  "bear the number of a part still to be played", Denied: "do not bear the number of any part still to be played",
		Guide: "the numbers still to be played, as places of the track", Example: "count(numbers_left and empty) > 0"},
	{Name: "high", Type: Number, Op: engine.NHigh, thrown: true, needs: withNumbers, Says: "the highest number", Else: ofDice("the higher number"), Guide: "the highest number thrown", Example: "part = high"},
	{Name: "low", Type: Number, Op: engine.NLow, thrown: true, needs: withNumbers, Says: "the lowest number", Else: ofDice("the lower number"), Guide: "the lowest number thrown", Example: "part = low"},
	{Name: "middle_die", Type: Number, thrown: true, resolve: middleDie, needs: &need{throwsOfThree, "three dice", "only of three dice is there one in the middle"},
		Says: "the middle number", Else: ofDice(""),
		Guide: "the number of three dice that is neither the highest nor the lowest thrown", Example: "part = middle_die"},
	{Name: "thrown", Type: Number, Op: engine.NValue, thrown: true, needs: withNumbers, Says: "the number thrown", Else: Else{"dice": "the sum of the throw", "lots": "the number of the lot drawn", "falls": "the number that fell with {side} up"},
		Guide: "the sum thrown, or the sides counted", Example: "thrown >= 11"},
	{Name: "doublet", Type: Truth, Op: engine.BDouble, thrown: true, Says: "the throw is a doublet", Denied: "the throw is no doublet",
		Guide: "whether all dice show the same number", Example: "not doublet"},
}

// ofDice is what a number on a die is called among two dice, and where all show the same.
func ofDice(two string) Else {
	return Else{"two": two, "two alike": "the number that both dice show", "alike": "the number that all dice show"}
}

// withNumbers is what is needed for the numbers of a throw: something thrown of which every throw
// comes to one. Where nothing is thrown they are 0.
var withNumbers = &need{func(n *Names) bool {
	if len(n.Rules.Throws) == 0 {
		return true
	}
	without := make([]bool, len(n.Rules.Devices))
	for i := range n.Rules.Throws {
		if t := &n.Rules.Throws[i]; !t.Counts() {
			without[t.Device] = true
		}
	}
	return slices.Contains(without, false)
}, "dice of which one always shows a number", "what is thrown can show words alone"}

// throwsOfThree reports whether every throw is one of three dice.
func throwsOfThree(n *Names) bool {
	return len(n.Rules.Throws) > 0 && !slices.ContainsFunc(n.Rules.Throws, func(t engine.Throw) bool { return len(t.Dice) != 3 })
}

// middleDie is what the sum of three dice has besides the highest and the lowest.
func middleDie(*Checker, *Expr) Typed {
	rest := Node(engine.NSub, Node(engine.NValue), Node(engine.NHigh))
	return Typed{Type: Number, Node: Node(engine.NSub, rest, Node(engine.NLow))}
}
