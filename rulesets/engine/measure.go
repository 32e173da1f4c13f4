package engine

import "math"

// Measure is a number that is asked of play at some moments of it. It changes nothing, and is no part of the program:
// measures of one program can be asked at once, and others later.
type Measure struct {
	At     Occasion
	Among  *Node // the moments that count; nil: all
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

// Parts are what a game adds to the measure in a group: a value, as the quotient of two whole numbers. The second is 0 where the
// game has no value there.
func (x *Measure) Parts(c *Cell) (value, of int) {
	switch {
	case x.Gather == Sum:
		return c.Sum, 1
	case x.Gather == Share:
		return c.Held, c.Moments
	case x.Gather == Mean:
		return c.Sum, c.Held
	case x.Gather == Least:
		return c.Least, min(c.Held, 1)
	}
	return c.Most, min(c.Held, 1)
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
	GivenUp  // 1 where the game was given up at the cap
	PassesMade
	// Leader and Lead are worked out from those before and from the points, and not filled in.
	Leader
	Lead
	courseItems
)

// Asks reports whether the measure asks for an item of the course.
func (x *Measure) Asks(item int) bool {
	return x.any(func(n *Node) bool { return n.Op == NCourse && n.N == item })
}

// LooksAhead reports whether the measure asks what comes of a move.
func (x *Measure) LooksAhead() bool {
	return x.any(func(n *Node) bool {
		return n.Op == NAfter || n.Op == BAfter || n.Op == BCompletable || n.Op == BFollows
	})
}

// Groups is how many groups the measure tells values apart in.
func (x *Measure) Groups(p *Program) int {
	switch x.By {
	case ByPlayer, ByRole:
		return len(p.Players)
	case ByPlace:
		return p.Cells
	case ByLine:
		return len(p.BoardLines())
	case ByKind:
		return len(p.Kinds)
	case ByThrow:
		return len(p.Throws)
	case ByStatement:
		return len(p.Allowing())
	}
	return 1
}

func (x *Measure) any(is func(*Node) bool) bool {
	return x.Among != nil && x.Among.Any(is) || x.When != nil && x.When.Any(is) || x.Value != nil && x.Value.Any(is)
}

// Allowing lists the rules that allow moves, the first of each statement.
func (p *Program) Allowing() (list []*Allow) {
	seen := map[int]bool{}
	for i := range p.Allows {
		if a := &p.Allows[i]; !seen[a.Statement] {
			seen[a.Statement] = true
			list = append(list, a)
		}
	}
	return list
}

// Measured is what a measure comes to in a state as player q sees it, while a move of the player to move is under
// consideration or, where it is nil, none: whether the moment counts, and whether the condition holds there. Points are in units of
// 1/Denominator.
func (in *Interpreter) Measured(x *Measure, s *State, q int, m *Move, c *Course) (value int, counts, holds bool) {
	in.View(s, q)
	if in.course = c; m != nil {
		in.move, in.mover = *m, s.Player()
	}
	switch {
	case !in.is(x.Among):
		return 0, false, false
	case !in.is(x.When):
		return 0, true, false
	case x.Value == nil:
		return 1, true, true
	}
	return in.Number(x.Value), true, true
}

// OfResult reports whether a measure asks nothing but players, their points and what has come about in the game, the end by
// which it is over and its last turn left out.
func (x *Measure) OfResult() bool {
	return !x.any(func(n *Node) bool {
		switch n.Op {
		case NCourse:
			return n.N == EndedBy || n.N == MovesOfTurn
		case NLit, NAdd, NSub, NMul, NDiv, NMin, NMax, NNeg, NIf, NTheir, NScore, NPlayer, BLit, BCompare, BAnd, BOr, BNot, BSome, BEvery:
			return false
		}
		return true
	})
}

// OfEnding reports whether a measure is asked of a whole game, and asks nothing but how it ended.
func (x *Measure) OfEnding() bool {
	return x.At == OfGame && x.OfResult() && !x.Asks(MovesMade) && !x.Asks(TurnsBegun) && !x.Asks(PassesMade) && !x.Asks(Choices) && !x.Asks(RefusedMoves)
}

// Award gives players points, in a state of which nothing else is asked.
func (s *State) Award(p *Program, points []int32) {
	for q, n := range points {
		s.setScore(p, q, int(n))
	}
}

// happened is an item of the course as the player in view sees it: where a partner of his has won, he has.
func (in *Interpreter) happened(item int) int {
	n := in.course[item]
	switch item {
	case Lead:
		return in.lead()
	case Leader:
		n = in.leader()
	}
	if (item == WinnerIs || item == Leader) && n >= 0 && in.p.Team[n] == in.p.Team[in.me] {
		return in.me
	}
	return n
}

// leader is who has won or, of a game that has ended by a rule without a winner, has more points than all who are not of his
// side; -1 for nobody.
func (in *Interpreter) leader() int {
	if w := in.course[WinnerIs]; w >= 0 || in.course[Ended] == 0 {
		return w
	}
	best := 0
	for q := range in.p.Players {
		if in.s.Score(in.p, q) > in.s.Score(in.p, best) {
			best = q
		}
	}
	for q, team := range in.p.Team {
		if team != in.p.Team[best] && in.s.Score(in.p, q) == in.s.Score(in.p, best) {
			return -1
		}
	}
	return best
}

// lead is by how much the player in view has more points than the best of all others.
func (in *Interpreter) lead() int {
	lead := math.MaxInt32
	for q := range in.p.Players {
		if q != in.me {
			lead = min(lead, in.s.Score(in.p, in.me)-in.s.Score(in.p, q))
		}
	}
	return lead
}
