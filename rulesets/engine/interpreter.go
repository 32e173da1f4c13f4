package engine

import (
	"fmt"

	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine/history"
)

// Interpreter plays a program by evaluating its rules as they stand. It owns
// the scratch memory that playing needs, so it is not safe for concurrent use:
// make one per goroutine. Once warm it does not allocate.
type Interpreter struct {
	p *Program

	// The view: the state, the player whose rules are being read, the opponent whom some
	// or every has bound (-1 for none), who is to move, and the move under consideration.
	s              *State
	me, opp, mover int
	move           Move
	course         *Course // of the game, where a measure is asked
	those          []int   // places that SThose considers, by its number

	views uint64   // how often the view has changed
	sown  bool     // a rule has sown, and what answers that has not been run
	kept  [][]kept // what has been worked out, by player and opponent in view, and Node.kept
	men   []int    // scratch: 0 for every place

	testing   Moment          // at which scores and ends are being tested; 0 where none are
	scored    []int           // points scored at this moment, by player
	idle      int             // turns begun since somebody last decided or threw
	wide      []Move          // what there was to choose from before a requirement of throw scope; none applied where it is empty
	wanted    *Node           // what must hold of moves for them to be listed; nil: nothing
	ahead     bool            // within a look-ahead: requirements of throw scope do not apply
	tries     bool            // it plays on for another that looks ahead
	child     *Interpreter    // looks one move further ahead
	work      *State          // … in this state
	best      map[lineKey]int // what it has found, by position
	buf       []Move          // scratch
	values    []int           // scratch
	unchanged []byte          // scratch: the state that a change has found
	explain   *Explanation    // told of every refusal, when set

	// Look, when set, bounds how far requirements of throw scope look ahead.
	Look *Look
	// History, when set, remembers positions for rules on repetition.
	History *history.History
	// Sent, when set, is told of men of nobody that a rule sends away, from a place of the player in view.
	Sent func(f, men int)
	// Untested tests neither scores nor ends: a game goes on that would be over.
	Untested bool
	// Undeclared counts moments at which two unordered ends held at once.
	Undeclared int
	// Applied, when it has an entry for every statement of the interpretation,
	// counts how often each agenda, answer to blocked parts, change, score and
	// end took effect in play (a change where it made the state another one: taking
	// from a place where nobody stands is none), and how often, when moves were listed, each
	// permission gave a legal move, each prohibition was the first to refuse one,
	// each exception lifted a prohibition and each requirement struck a move out.
	// A statement without a count could be left out and nothing would have been
	// different. Looking ahead is not counted.
	Applied []int
	// Reached asks for Applied to count changes that were reached, as generated code notes
	// them, whether or not they have changed anything.
	Reached bool
}

// kept is what a node came to, a number or a set, and when: for which move it is asked only
// where it depends on that.
type kept struct {
	views uint64
	move  Move
	n     int
	set   place.Set
}

// NewInterpreter returns an interpreter of a program.
func NewInterpreter(p *Program) *Interpreter {
	players := len(p.Players)
	return &Interpreter{p: p, opp: -1, move: noMove, scored: make([]int, players), kept: make([][]kept, players*(players+1)), men: make([]int, p.Places)}
}

// Program returns the program that the interpreter plays.
func (in *Interpreter) Program() *Program { return in.p }

// applied counts that a statement took effect.
func (in *Interpreter) applied(statement int) {
	if in.Applied != nil {
		in.Applied[statement]++
	}
}

// Look bounds looking ahead. The rules of a game may ask for more than can be
// worked out: the longest way of playing twelve parts in any order. Beyond Most
// positions for the moves of one decision the interpreter panics with TooFar; it
// cannot go on, and is to be thrown away.
type Look struct {
	Most int
	seen int
}

// TooFar is the panic of an interpreter that looked at more than so many
// positions for one decision.
type TooFar int

func (t TooFar) Error() string {
	return fmt.Sprintf("what may be done at one decision depends on more than %d positions ahead", int(t))
}

// lineKey is a position that has been looked at, and what was asked of it.
type lineKey struct {
	state   string
	measure LineMeasure
}
