package edition

import (
	"strings"

	"github.com/lectio/lectio/rulesets/engine"
)

// Sentences, continued: acts and events, as words say them.

// actWords are the words for an act, or for an event, which has only what has happened.
type actWords struct {
	doing    string // what somebody does: "place a man"
	happened string // what has been done, or what happens: "a man has been placed"
	can      string // that it is possible: "a man can be placed"
	noun     string // the move: "the placing of a man"
}

var acts = map[string]actWords{
	"place":    {"place a man", "a man has been placed", "a man can be placed", "the placing of a man"},
	"enter":    {"enter a man", "a man has been entered", "a man can be entered", "the entering of a man"},
	"step":     {"move a man one step", "a man has made a step", "a step can be made", "a step"},
	"advance":  {"advance a man", "a man has been advanced", "a man can be advanced", "an advance"},
	"leap":     {"leap with a man", "a man has leapt", "a leap can be made", "a leap"},
	"remove":   {"remove an opposing man", "an opposing man has been removed", "an opposing man can be removed", "the removal of an opposing man"},
	"bear-off": {"bear off a man", "a man has been borne off", "a man can be borne off", "the bearing off of a man"},
	"declare":  {"make a declaration", "a declaration has been made", "a declaration can be made", "a declaration"},
	"stop":     {"stop", "the player has chosen to stop", "", "a stop"},
	"pass":     {"pass", "the player has had to pass", "", "a pass"},
	"throw":    {"throw again", "a throw has been played out", "", "a further throw"},
	"any":      {doing: "make any move with a man"},
	"thrown":   {happened: "a throw has been made"},
	"turn":     {happened: "a turn is over"},
	"start":    {happened: "a turn begins"},
}

// anyStep are the words for a step where some lead farther than to the place beside.
var anyStep = actWords{"move a man", "a man has been moved", "a man can be moved", "the moving of a man"}

// act are the words for an act or event in this game; none for another word.
func (sp *speaker) act(name string) actWords {
	name = strings.ReplaceAll(name, "_", "-")
	w := acts[name]
	switch {
	case name == "step" && sp.stepsFar():
		return anyStep
	case name == "thrown" && sp.lots() != nil:
		w.happened = "a lot has been drawn"
	case name == "throw":
		w.happened = "a " + sp.throwOrTurn() + " has been played out"
	}
	return w
}

// moveOf names a move by its act.
func (sp *speaker) moveOf(a engine.Act) string { return sp.act(a.String()).noun }
