// Package lines writes lines of play as reports print them, and reads and plays them again.
package lines

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
)

// A line of play is written in one row, which Read reads:
//
//	game{question=reading}: white 2-1: 1/2 1/3; black 6-6: 1/7 1/7 pass
//
// First comes the interpretation, as Interpretation.Name has it, with the
// scaled-down version where one is played (scale NAME); then, behind "at", the
// position it begins from, unless that is the opening; then a colon. Turns are
// divided by semicolons. A turn is the player, what was thrown, a colon, and the
// single moves; where moves have one name, a part behind a colon picks one
// (22/off:6). A throw that nothing is played from ends a line, as a turn without
// moves.
//
// Turns that come back are written once: ( white: a/b; black: c/d )×40. The
// beginning of a random game may be told by its number: [game 17 of seed 1: 400
// moves]. A name that holds a space, or a sign that means something here, stands in
// quotes, as in JSON.

// noMoves stands for a line in which nothing is thrown and nothing played.
const noMoves = "no moves"

// Turns that come back are written once, from so many times and moves on.
const (
	LeastTimes    = 3
	LeastRepeated = 12
	LongestCycle  = 400
)

// Atom is what a line is made of: a single move with what was thrown before it, or
// throws that nothing was played from.
type Atom struct {
	Player string
	Throws []string
	Move   string
}

func (a *Atom) equal(b *Atom) bool {
	return a.Player == b.Player && a.Move == b.Move && slices.Equal(a.Throws, b.Throws)
}

// Begun names the beginning of a random game: its first single moves, so many.
type Begun struct {
	Seed        uint64
	Game, Moves int
}

func (b *Begun) String() string {
	s := "s"
	if b.Moves == 1 {
		s = ""
	}
	return fmt.Sprintf("[game %d of seed %d: %d move%s]", b.Game, b.Seed, b.Moves, s)
}

// Write writes a line of an interpretation: from the position at, "" for the opening, and from what
// begin names, where it is not nil.
func Write(name, at string, begin *Begun, atoms []Atom) string {
	name = quotedName(name)
	if at != "" {
		name += " at " + at
	}
	var items []string
	if begin != nil {
		items = append(items, begin.String())
	}
	from := 0
	for i := 0; i < len(atoms); {
		period, times := repeated(atoms[i:])
		if times == 0 {
			i++
			continue
		}
		items = append(append(items, turns(atoms[from:i])...),
			fmt.Sprintf("( %s )×%d", strings.Join(turns(atoms[i:i+period]), "; "), times))
		i += period * times
		from = i
	}
	items = append(items, turns(atoms[from:])...)
	if len(items) == 0 {
		items = append(items, noMoves)
	}
	return name + ": " + strings.Join(items, "; ")
}

// repeated says after how many atoms a line comes back to its first ones, and how
// often in all; 0 times where that is too seldom to be written as a cycle.
func repeated(atoms []Atom) (period, times int) {
	for p := 1; p <= LongestCycle && p*LeastTimes <= len(atoms); p++ {
		n := p
		for n < len(atoms) && atoms[n].equal(&atoms[n-p]) {
			n++
		}
		if k := n / p; k >= LeastTimes && k*p >= LeastRepeated && k*p > period*times {
			period, times = p, k
		}
	}
	return period, times
}

// turns writes atoms, those of one turn together.
func turns(atoms []Atom) []string {
	var items []string
	for i := 0; i < len(atoms); {
		a := &atoms[i]
		item := Quoted(a.Player, ":")
		for k, t := range a.Throws {
			item += string(" ,"[min(k, 1)]) + Quoted(t, ":,")
		}
		item += ":"
		for first := true; i < len(atoms) && (first || len(atoms[i].Throws) == 0) && atoms[i].Player == a.Player; first = false {
			if atoms[i].Move != "" {
				item += " " + Quoted(atoms[i].Move, "")
			}
			i++
		}
		items = append(items, item)
	}
	return items
}

// quotedName quotes the name of an interpretation whose corpus is in a folder with spaces
// or signs in its name.
func quotedName(name string) string {
	id, _, _ := strings.Cut(name, "{")
	if Quoted(id, "}") == id && !strings.HasPrefix(id, "#") {
		return name
	}
	return inQuotes(name)
}

// Quoted quotes a word that could not be told apart from what stands around it:
// one that is empty, holds a space, a quote, a semicolon or one of the signs also,
// begins with a bracket or ends in a colon.
func Quoted(word, also string) string {
	bare := word != "" && !strings.ContainsRune("()[", rune(word[0])) && !strings.HasSuffix(word, ":")
	for _, r := range word {
		bare = bare && r != ';' && r != '"' && r != unicode.ReplacementChar && !unicode.IsSpace(r) && !strings.ContainsRune(also, r)
	}
	if bare {
		return word
	}
	return inQuotes(word)
}

func inQuotes(word string) string {
	b, err := json.Marshal(word)
	if err != nil { // a string can always be written
		panic(err)
	}
	return string(b)
}

// Writer plays a line, from the opening or another state, with what the game
// remembers of repeated positions, and keeps what it has played.
type Writer struct {
	Game  *rulesets.Game
	In    *engine.Interpreter
	State *engine.State
	Moves int // that it has played

	throws []string // since the last move
	atoms  []Atom
}

// NewWriter begins from the opening.
func NewWriter(g *rulesets.Game) *Writer {
	w := &Writer{Game: g, In: engine.NewInterpreter(g.Program), State: g.Program.NewState()}
	w.In.History = history.New()
	w.In.Start(w.State)
	return w
}

// Player is who is to move.
func (w *Writer) Player() string { return w.Game.Program.Players[w.State.Player()] }

// Thrown is what was thrown since the last move.
func (w *Writer) Thrown() []string { return w.throws }

// Throw makes a throw.
func (w *Writer) Throw(t int) {
	w.throws = append(w.throws, w.Game.Program.Throws[t].Name)
	w.In.Throw(w.State, t)
}

// Play makes a move.
func (w *Writer) Play(m engine.Move) {
	w.atoms = append(w.atoms, Atom{w.Player(), w.throws, w.Game.MoveName(w.In, w.State, m)})
	w.throws = nil
	w.Moves++
	w.In.Play(w.State, m)
}

// Atoms are what has been played, with what was thrown at last.
func (w *Writer) Atoms() []Atom {
	if len(w.throws) == 0 {
		return w.atoms
	}
	return append(slices.Clip(w.atoms), Atom{w.Player(), w.throws, ""})
}
