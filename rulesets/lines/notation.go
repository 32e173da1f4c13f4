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

	from  *engine.State // nil for the opening
	steps []step
}

// step is a throw, or a move with its name.
type step struct {
	player string
	throw  int // -1 for a move
	move   engine.Move
	name   string
}

// NewWriter begins from the opening.
func NewWriter(g *rulesets.Game) *Writer {
	w := &Writer{Game: g, In: engine.NewInterpreter(g.Program), State: g.Program.NewState()}
	w.In.History = history.New()
	w.In.Start(w.State)
	return w
}

// Resume begins from a state.
func (w *Writer) Resume(from *engine.State) {
	w.from = from
	w.In.Resume(w.State, from)
}

// Player is who is to move.
func (w *Writer) Player() string { return w.Game.Program.Players[w.State.Player()] }

// Throw makes a throw.
func (w *Writer) Throw(t int) {
	w.steps = append(w.steps, step{player: w.Player(), throw: t, name: w.Game.Program.Throws[t].Name})
	w.In.Throw(w.State, t)
}

// Play makes a move.
func (w *Writer) Play(m engine.Move) {
	w.steps = append(w.steps, step{w.Player(), -1, m, w.Game.MoveName(w.In, w.State, m)})
	w.Moves++
	w.In.Play(w.State, m)
}

// Steps is how many throws and moves were made.
func (w *Writer) Steps() int { return len(w.steps) }

// Back takes back the last throws and moves, so many: the others are made again, since a game remembers its positions.
func (w *Writer) Back(n int) {
	w.steps, w.Moves = w.steps[:max(len(w.steps)-n, 0)], 0
	if w.from != nil {
		w.In.Resume(w.State, w.from)
	} else {
		w.In.Start(w.State)
	}
	for _, s := range w.steps {
		if s.throw >= 0 {
			w.In.Throw(w.State, s.throw)
			continue
		}
		w.In.Play(w.State, s.move)
		w.Moves++
	}
}

// Last is the move made last, with who made it; ok is false where a throw came after it, or nothing was played.
func (w *Writer) Last() (m engine.Move, player string, ok bool) {
	if len(w.steps) == 0 || w.steps[len(w.steps)-1].throw >= 0 {
		return m, "", false
	}
	last := &w.steps[len(w.steps)-1]
	return last.move, last.player, true
}

// Thrown is what was thrown since the last move.
func (w *Writer) Thrown() (names []string) {
	for i := len(w.steps); i > 0 && w.steps[i-1].throw >= 0; i-- {
		names = slices.Insert(names, 0, w.steps[i-1].name)
	}
	return names
}

// Atoms are what has been played, with what was thrown at last.
func (w *Writer) Atoms() (atoms []Atom) {
	var a Atom
	for _, s := range w.steps {
		if a.Player = s.player; s.throw >= 0 {
			a.Throws = append(a.Throws, s.name)
			continue
		}
		a.Move = s.name
		atoms, a = append(atoms, a), Atom{}
	}
	if len(a.Throws) > 0 {
		atoms = append(atoms, a)
	}
	return atoms
}

// Line is what has been played, as it is printed.
func (w *Writer) Line() string {
	at := ""
	if w.from != nil {
		at = w.Game.State(w.from).String()
	}
	return Write(w.Game.Name(), at, nil, w.Atoms())
}
