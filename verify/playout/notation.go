package playout

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

// A line of play is written in one row, which ReadLines reads:
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

// longestTold is how many moves of a random game are written out; a longer one is
// told by its number, because nobody follows so many random moves on a board.
const longestTold = 1000

// Turns that come back are written once, from so many times and moves on.
const (
	leastTimes    = 3
	leastRepeated = 12
	longestCycle  = 400
)

// atom is what a line is made of: a single move with what was thrown before it, or
// throws that nothing was played from.
type atom struct {
	player string
	throws []string
	move   string
}

func (a *atom) equal(b *atom) bool {
	return a.player == b.player && a.move == b.move && slices.Equal(a.throws, b.throws)
}

// begun names the beginning of a random game: its first single moves, so many.
type begun struct {
	seed        uint64
	game, moves int
}

func (b *begun) String() string {
	s := "s"
	if b.moves == 1 {
		s = ""
	}
	return fmt.Sprintf("[game %d of seed %d: %d move%s]", b.game, b.seed, b.moves, s)
}

// written writes a line: from the position at, "" for the opening, and from what
// begin names, where it is not nil.
func written(name, at string, begin *begun, atoms []atom) string {
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
func repeated(atoms []atom) (period, times int) {
	for p := 1; p <= longestCycle && p*leastTimes <= len(atoms); p++ {
		n := p
		for n < len(atoms) && atoms[n].equal(&atoms[n-p]) {
			n++
		}
		if k := n / p; k >= leastTimes && k*p >= leastRepeated && k*p > period*times {
			period, times = p, k
		}
	}
	return period, times
}

// turns writes atoms, those of one turn together.
func turns(atoms []atom) []string {
	var items []string
	for i := 0; i < len(atoms); {
		a := &atoms[i]
		item := quoted(a.player, ":")
		for k, t := range a.throws {
			item += string(" ,"[min(k, 1)]) + quoted(t, ":,")
		}
		item += ":"
		for first := true; i < len(atoms) && (first || len(atoms[i].throws) == 0) && atoms[i].player == a.player; first = false {
			if atoms[i].move != "" {
				item += " " + quoted(atoms[i].move, "")
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
	if quoted(id, "}") == id && !strings.HasPrefix(id, "#") {
		return name
	}
	return inQuotes(name)
}

// quoted quotes a word that could not be told apart from what stands around it:
// one that is empty, holds a space, a quote, a semicolon or one of the signs also,
// begins with a bracket or ends in a colon.
func quoted(word, also string) string {
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

// writer plays a line, from the opening or another state, with what the game
// remembers of repeated positions, and writes it.
type writer struct {
	g      *rulesets.Game
	in     *engine.Interpreter
	s      *engine.State
	throws []string // since the last move
	atoms  []atom
}

func newWriter(g *rulesets.Game) *writer {
	w := &writer{g: g, in: engine.NewInterpreter(g.Program), s: g.Program.NewState()}
	w.in.History = history.New()
	w.in.Start(w.s)
	return w
}

func (w *writer) player() string { return w.g.Program.Players[w.s.Player()] }

func (w *writer) throw(t int) {
	w.throws = append(w.throws, w.g.Program.Throws[t].Name)
	w.in.Throw(w.s, t)
}

// play makes a move, and returns the texts of the moves that are legal and of this one.
func (w *writer) play(m engine.Move) (legal []string, move string) {
	legal, move = w.g.MoveTexts(w.in, w.s), w.g.MoveText(w.in, w.s, m)
	w.atoms = append(w.atoms, atom{w.player(), w.throws, w.g.MoveName(w.in, w.s, m)})
	w.throws = nil
	w.in.Play(w.s, m)
	return legal, move
}

// line is what has been played, with what was thrown at last.
func (w *writer) line() []atom {
	if len(w.throws) == 0 {
		return w.atoms
	}
	return append(w.atoms, atom{w.player(), w.throws, ""})
}

// Written writes moves that are played from a state, as a line that can be played
// again.
func Written(g *rulesets.Game, from *engine.State, moves []engine.Move) string {
	w := newWriter(g)
	w.in.Resume(w.s, from)
	for _, m := range moves {
		w.play(m)
	}
	return written(g.Name(), g.State(from).String(), nil, w.line())
}

// Before is what stands before the moves of the player to move in a line that begins
// from a state.
func Before(g *rulesets.Game, from *engine.State) string {
	return fmt.Sprintf("%s at %s: %s:", g.Name(), g.State(from), quoted(g.Program.Players[from.Player()], ":"))
}
