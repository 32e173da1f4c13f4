package engine

import (
	"slices"

	"github.com/lectio/lectio/rulesets/board/place"
)

// Op is the operation of a Node. The prefix gives the type of what it yields:
// N a number (or a place, which is its index, -1 for none), S a set of places,
// L a set of lines, B a truth value (0 or 1).
type Op uint8

// Operations. Kids are named a, b, c in order; n is the node's number.
const (
	_ Op = iota // no operation: the zero node is a mistake

	// numbers
	NLit         // n
	NVar         // variable n, of the player in view
	NStore       // men of the player in view in store n
	NBoard       // men of the player in view on the board
	NMen         // men the player in view has in all
	NCountAt     // men of kind n at place a
	NCount       // how many places (or lines) set a holds
	NSum         // how many men, of whomever, stand on the places of set a
	NPart        // the number of the part being played
	NPartsLeft   // parts of this throw still to be played
	NPartsPlayed // parts of this throw already played
	NHigh        // the highest die of the throw
	NLow         // the lowest die of the throw
	NValue       // the throw as one number: the sum of the dice, or the sides counted
	NDistance    // steps from place a to the end of the track, leaving it included
	NNumber      // the number of place a on its track, from 1
	NAdd         // a + b
	NSub         // a - b
	NMul         // a * b
	NDiv         // a / b, rounded down; 0 when b is 0
	NNeg         // -a
	NMin         // the lesser of a, b
	NMax         // the greater of a, b
	NIf          // a ? b : c
	NOccurrences // how often this position has stood since the last irreversible move
	NScored      // points scored at this moment, in units of 1/Denominator
	NScore       // the player's score, in units of 1/Denominator
	NPlayer      // the player in view
	NStage       // the stage of the turn
	NPartID      // the part being played, as index into Program.Parts
	NAct         // the act of the move considered
	NTheir       // a, seen by the opponent (summed over several)
	NFrom        // place (or store) moved from
	NTo          // place (or store) moved to
	NOver        // place leapt over
	NFirst       // first place of set a along the track
	NLast        // last place of set a along the track
	NAfter       // a, once the move has been made, with what answers it, and nothing been tested
	NThat        // the place that SThose n considers
	NCourse      // number n of the course of the game: see Course

	// sets of places
	SLit      // the literal set
	SByPlayer // the literal set of the player in view
	SAnd      // a and b
	SOr       // a or b
	SNot      // every place not in a; with N = OfLines, every line
	SCompare  // places p where (men of kind n at p) compares with number a
	SRange    // places numbered a to b
	SPlace    // the one place a
	SNumber   // the one place numbered a
	SRun      // places of a in an unbroken row of at least b places
	SCrowd    // places of a in an unbroken row holding at least b men in all
	SEdge     // first and last places of each unbroken row of a
	SNear     // places next to place a
	SNearSet  // places next to any place of a
	SAhead    // places b steps ahead of place a
	SBehind   // places b steps behind place a
	SPassed   // places passed over by the move, or on which a sowing lays
	SVar      // variable n
	SPoints   // the places on lines a
	SMarked   // places where the player has a man with mark n, or of that kind: see FirstKind
	SUnmarked // places where the player has a man without mark n, or not of that kind
	SKind     // places where there are men of kind a among those that n counts
	SParts    // places numbered as the parts still to be played
	SLandings // places where a leap from place a over set b into set c lands
	SRay      // places of b on straight ways from any of set a, as far as these are unbroken, in directions n
	SMet      // the first place on each such way that is not in b
	SBetween  // places on such ways from place a, before the last that is in b
	SBeyond   // places on such ways from place a, after the first that is in b
	SShift    // places Steps steps from those of a, in directions n
	SThose    // places of a for which b holds, as NThat n
	SReach    // places of a joined, from neighbour to neighbour within it, with those in b
	SIf       // a ? b : c
	STheir    // set a as seen by the opponent, given in the player's own places

	// sets of lines
	LMills // lines wholly within set a
	LMillsAt
	LTheir // lines a, seen by the opponent

	// truth values
	BLit
	BAnd
	BOr
	BNot
	BCompare // a compares with b by comparison n
	BIn      // place a is in set b
	BSub     // set a lies within set b
	BSetEqual
	BDouble      // the throw is a doublet
	BMark        // the man that moves bears mark n, or is of that kind
	BSome        // a holds for some opponent
	BEvery       // a holds for every opponent
	BCompletable // after this move the rest of the throw can be played to its end
	BFollows     // after this move part a can be played
	BSparing     // the move is made without taking
	BAfter       // a holds once the move has been made, with what answers it, and nothing been tested
	BCan         // a holds of some move that could be made now
)

// Comparison is a relation between two numbers.
type Comparison int

// The six comparisons.
const (
	Equal Comparison = iota
	NotEqual
	Less
	LessEqual
	Greater
	GreaterEqual
)

// Holds reports whether a and b compare so.
func (c Comparison) Holds(a, b int) bool {
	switch c {
	case Equal:
		return a == b
	case NotEqual:
		return a != b
	case Less:
		return a < b
	case LessEqual:
		return a <= b
	case Greater:
		return a > b
	}
	return a >= b
}

// Whose says whose men a per-place count counts.
type Whose int

// Men are counted by place for Own, and by cell for the others, because two
// places of a track may share a cell.
const (
	Own       Whose = iota // the player's men standing at that place of his track
	OwnAnyLap              // the player's men on that cell, on whichever lap
	Enemy                  // opposing men on that cell
	Allied                 // partners' men on that cell
	Anyone                 // all men on that cell
	Nobodys                // men of nobody on that cell
)

// Node is one operation of a resolved condition or expression. Names, types
// and perspectives have been settled before it is built: evaluating it looks
// nothing up.
type Node struct {
	Op    Op
	N     int
	Steps int // of SShift
	Cmp   Comparison
	Lit   place.Set
	By    []place.Set // by player, for SByPlayer
	Kids  []*Node     // a definition is one node, however many use it

	bare   *Node // the same, where what it comes to is kept; else nil
	kept   int   // the number under which it is
	ofMove bool  // … for one move only
}

// OfLines is the N of an SNot that is asked of lines: they are counted otherwise than
// places, and there may be more of them.
const OfLines = 1

// Any reports whether something is so of the node or of one below it. It is asked once of
// each, however often it is used.
func (n *Node) Any(is func(*Node) bool) bool {
	asked := map[*Node]bool{}
	var any func(n *Node) bool
	any = func(n *Node) bool {
		if asked[n] {
			return false
		}
		asked[n] = true
		return is(n) || slices.ContainsFunc(n.Kids, any)
	}
	return any(n)
}

// AsksThat reports whether the node asks of a place that some SThose around it considers.
func (n *Node) AsksThat() bool {
	considered := map[int]bool{}
	n.Any(func(n *Node) bool {
		considered[n.N] = considered[n.N] || n.Op == SThose
		return false
	})
	return n.Any(func(n *Node) bool { return n.Op == NThat && !considered[n.N] })
}

// asks reports whether the node or one below it is of one of the operations.
// Asks reports whether some operation stands in the expression; a nil one asks nothing.
func (n *Node) Asks(op Op) bool { return n != nil && n.asks(op) }

func (n *Node) asks(ops ...Op) bool {
	return n.Any(func(n *Node) bool { return slices.Contains(ops, n.Op) })
}

func men(w Whose, c Comparison, k int) *Node {
	return &Node{Op: SCompare, N: int(w), Cmp: c, Kids: []*Node{{Op: NLit, N: k}}}
}
