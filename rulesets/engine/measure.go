package engine

import "math"

// Measure is a number that is asked of play at some moments of it. It changes nothing, and is no part of the program:
// measures of one program can be asked at once, and others later.
type Measure struct {
	At     Occasion
	When   *Node // nil: always
	Value  *Node // nil: 1
	Gather Gathering
	By     Grouping
}

// Occasion is when in a game a measure is asked.
type Occasion int

// The occasions.
const (
	OfMove Occasion = iota
	OfDecision
	OfThrow
	OfTurn
	OfGame
)

// Occasions are the names of the occasions.
var Occasions = []string{"move", "decision", "throw", "turn", "game"}

func (o Occasion) String() string { return Occasions[o] }

// Gathering is what is made of the values of a measure within a game.
type Gathering int

// The gatherings.
const (
	Sum Gathering = iota
	Mean
	Most
	Least
	Share // of the moments at which the measure is asked, those at which its condition holds
)

// Gatherings are the names of the gatherings.
var Gatherings = []string{"sum", "mean", "most", "least", "share"}

func (g Gathering) String() string { return Gatherings[g] }

// Grouping is what the values of a measure are told apart by.
type Grouping int

// The groupings.
const (
	ByNothing Grouping = iota
	ByPlayer
	ByRole // by who began
	ByPlace
	ByLine
	ByKind
	ByThrow
	ByStatement
)

// Groupings are the names of the groupings.
var Groupings = []string{"nothing", "player", "role", "place", "line", "kind", "throw", "statement"}

func (g Grouping) String() string { return Groupings[g] }

// Cell is what has been gathered of a measure in a game, in one group.
type Cell struct {
	Moments int // at which the measure was asked
	Held    int // … and its condition held
	Sum     int // of the values at these
	Least   int
	Most    int
}

// Enter enters a moment at which the measure was asked, with its value where its condition held.
func (c *Cell) Enter(value int, holds bool) {
	c.Moments++
	if !holds {
		return
	}
	if c.Held++; c.Held == 1 {
		c.Least, c.Most = value, value
	}
	c.Sum += value
	c.Least, c.Most = min(c.Least, value), max(c.Most, value)
}

// Of is what a game came to in a group, NaN where it has no value there.
func (x *Measure) Of(c *Cell) float64 {
	switch {
	case x.Gather == Sum:
		return float64(c.Sum)
	case x.Gather == Share && c.Moments > 0:
		return float64(c.Held) / float64(c.Moments)
	case x.Gather == Share, c.Held == 0:
		return math.NaN()
	case x.Gather == Mean:
		return float64(c.Sum) / float64(c.Held)
	case x.Gather == Least:
		return float64(c.Least)
	}
	return float64(c.Most)
}

// Course is what has come about in a game that its state does not tell. Who has a measure worked out fills it in.
type Course [courseItems]int

// The items of a course.
const (
	Choices      int = iota // how many moves there are to choose from
	RefusedMoves            // how many moves that some rule allows others refuse
	MovesMade               // single moves of the game so far
	TurnsBegun
	MovesOfTurn
	Opener   // the player who began
	WinnerIs // the player who has won, -1 for nobody
	Ended    // 1 where the game is over by a rule
	EndedBy  // the end by which it is, -1 for none
	courseItems
)

// Asks reports whether the measure asks for an item of the course.
func (x *Measure) Asks(item int) bool {
	return x.any(func(n *Node) bool { return n.Op == NCourse && n.N == item })
}

// LooksAhead reports whether the measure asks what comes of a move.
func (x *Measure) LooksAhead() bool {
	return x.any(func(n *Node) bool {
		return n.Op == NAfter || n.Op == NTaken || n.Op == BAfter || n.Op == BCompletable || n.Op == BFollows
	})
}

func (x *Measure) any(is func(*Node) bool) bool {
	return x.When != nil && x.When.Any(is) || x.Value != nil && x.Value.Any(is)
}

// Measured is what a measure comes to in a state as player q sees it, while a move of the player to move is under
// consideration or, where it is nil, none; false where its condition does not hold. Points are in units of
// 1/Denominator.
func (in *Interpreter) Measured(x *Measure, s *State, q int, m *Move, c *Course) (value int, holds bool) {
	in.View(s, q)
	if in.course = c; m != nil {
		in.move, in.mover = *m, s.Player()
	}
	switch {
	case !in.is(x.When):
		return 0, false
	case x.Value == nil:
		return 1, true
	}
	return in.Number(x.Value), true
}

// happened is an item of the course as the player in view sees it: where a partner of his has won, he has.
func (in *Interpreter) happened(item int) int {
	n := in.course[item]
	if item == WinnerIs && n >= 0 && in.p.Team[n] == in.p.Team[in.me] {
		return in.me
	}
	return n
}

// taken is by how many men of opponents fewer are on the board once the move under consideration has been made.
func (in *Interpreter) taken() (n int) {
	sub := in.after(in.s)
	sub.make(sub.work, in.move)
	in.eachOpponent(func() {
		n += in.s.onBoard(in.p, in.me) - sub.work.onBoard(in.p, in.me)
	})
	return n
}
