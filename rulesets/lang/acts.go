package lang

import (
	"slices"

	"github.com/lectio/lectio/evidence/diag"
)

// Act is an act of players, or an event, with what it is called. {throw} is a throw, or a turn
// in games without.
type Act struct {
	Name     string
	Does     string // what somebody does: "place a man"
	Happened string // what has been done, or what happens: "a man has been placed"
	Can      string // that it is possible: "a man can be placed"; "" where it always is
	Move     string // the move: "the placing of a man"
}

// Acts are the acts, in the order of the guide.
var Acts = []Act{
	{"place", "place a man", "a man has been placed", "a man can be placed", "the placing of a man"},
	{"enter", "enter a man", "a man has been entered", "a man can be entered", "the entering of a man"},
	{"step", "move a man one step", "a man has made a step", "a step can be made", "a step"},
	{"advance", "advance a man", "a man has been advanced", "a man can be advanced", "an advance"},
	{"leap", "leap with a man", "a man has leapt", "a leap can be made", "a leap"},
	{"remove", "remove an opposing man", "an opposing man has been removed", "an opposing man can be removed", "the removal of an opposing man"},
	{"bear-off", "bear off a man", "a man has been borne off", "a man can be borne off", "the bearing off of a man"},
	{"sow", "sow men", "men have been sown", "men can be sown", "a sowing"},
	{"declare", "make a declaration", "a declaration has been made", "a declaration can be made", "a declaration"},
	{"stop", "stop", "the player has chosen to stop", "", "a stop"},
	{"pass", "pass", "the player has had to pass", "", "a pass"},
}

// AnyStep is a step where some lead farther than to the place beside.
var AnyStep = Act{"step", "move a man", "a man has been moved", "a man can be moved", "the moving of a man"}

// NobodyRemoved is a removal where all men who can be removed are nobody's.
var NobodyRemoved = Act{"remove", "remove a man", "a man has been removed", "a man can be removed", "the removal of a man"}

// AnyAct is all that moves a man.
var AnyAct = Act{Name: "any", Does: "make any move with a man"}

// Events are what changes can answer besides acts. A further throw is also a part to be played.
var Events = []Act{
	{Name: "thrown", Happened: "a throw has been made"},
	{Name: "throw", Does: "throw again", Happened: "a {throw} has been played out", Move: "a further throw"},
	{Name: "turn", Happened: "a turn is over"},
	{Name: "start", Happened: "a turn begins"},
}

// LotDrawn is what happens where lots are all that is thrown.
const LotDrawn = "a lot has been drawn"

// ActWords are the acts as they are named in rules.
var ActWords = names(Acts)

func names(acts []Act) (names []string) {
	for _, a := range acts {
		names = append(names, a.Name)
	}
	return names
}

// ActNamed is the act or event of that name, AnyAct for any; the zero value for another name.
func ActNamed(name string) Act {
	for _, a := range slices.Concat(Acts, Events, []Act{AnyAct}) {
		if a.Name == name {
			return a
		}
	}
	return Act{}
}

// SuggestAct is what is added to the message that there is no such act.
func SuggestAct(word string) string {
	if word == "slide" {
		return "; a slide is a step with to: ray(from, empty)"
	}
	return diag.Suggest(word, ActWords)
}

// Moment is a moment at which ends and scores are tested.
type Moment struct {
	Name     string
	Says     string // the clause that it has come
	Unthrown string // the clause where turns are without throws, if it is another
}

// Moments are the moments, in the order in which they come in a turn but for the last.
var Moments = []Moment{
	{Name: "move", Says: "a move has been made"},
	{Name: "thrown", Says: "a throw has been made (before any of it is played)"},
	{Name: "throw", Says: "a {throw} has been played out"},
	{Name: "turn", Says: "a turn is over"},
	{Name: "start", Says: "a turn begins"},
	{Name: "no_move", Says: "the player to move has no move for a throw of which nothing has been played",
		Unthrown: "the player to move has no move at the beginning of his turn"},
}
