package ir

// Type is what a value is.
type Type uint8

// The types.
const (
	Number Type = iota // a number; a place is its number, none is -1
	Truth              // 0 or 1
	Places             // a set of places of one player
	Lines              // a set of lines of the board
	Moves              // a set of candidates of one decision
)

var typeNames = [...]string{"number", "truth", "places", "lines", "moves"}

func (t Type) String() string { return typeNames[t] }

// IsSet reports whether values of the type are sets.
func (t Type) IsSet() bool { return t >= Places }

// Op is the operation by which a value comes about.
type Op uint8

// The operations. Operands are named a, b, c in order; n, seat, who and table are what
// the value says beside them.
const (
	_ Op = iota

	// what is known beforehand
	Const   // the number n
	Literal // the set

	// numbers
	Add    // a + b
	Sub    // a - b
	Mul    // a · b
	Div    // a / b rounded down; 0 where b is 0
	Min    // the lesser of a and b
	Max    // the greater of a and b
	Lookup // of the table, by the player at seat, at index a; 0 beyond its ends

	// truth
	Compare // a compares with b as n, a comparison, says
	And     // a and b
	Or      // a or b
	Not     // not a
	Has     // place b is in set a
	Any     // set a has members
	Alike   // the sets a and b are the same

	// of any type
	Select // b where a holds, else c

	// sets
	Meet    // in a and in b
	Join    // in a or in b
	Less    // in a and not in b
	Shift   // each member of a moved by n places, those that leave the board dropped
	One     // the place a alone; nothing where it is no place
	Below   // the first a places
	Rows    // the members of a in unbroken rows of b places or more
	Crowds  // the members of a in unbroken rows on which b men or more stand, counted from seat
	Within  // the lines of seat that lie wholly in a
	Row     // the set in the table, by the player at seat, at index a; nothing beyond its ends
	Image   // all that the table, by the player at seat, has for the members of a
	Landing // where leaps of seat from place a over b into c land
	Ray     // of b, what lies unbroken on the ways of seat from place a, or from the members of a, in directions n
	Met     // the first place on each such way that is not in b
	Between // what lies on such ways before the last place in b
	Beyond  // what lies on such ways after the first place in b
	Those   // the members of a for which b holds, as That n
	Reach   // the members of a that are joined through it, by the table of neighbours, with members of b
	Count   // how many members a has
	First   // the least member of a; -1 for none
	Last    // the greatest member of a; -1 for none

	// the position
	Men         // places of seat where the men of who number as n, a comparison, says of a
	At          // men of who at place a of seat
	Total       // how many men of who stand on the places a of seat
	Marked      // places where seat has men with mark n, or of that kind: see class.FirstKind
	Unmarked    // places where seat has men without mark n
	Store       // men of seat in store n
	Variable    // variable n of seat: a number, or a set
	Score       // score of seat
	Scored      // what seat has scored at this moment
	Player      // who sits at seat
	Stage       // the stage of the turn
	Left        // parts before the next throw that is owed
	Played      // parts of the throw already played
	Up          // the numbers of the parts that are left, as places
	Thrown      // one more than the last throw; 0 for none
	Occurrences // how often the position has stood
	That        // the place that Those n considers
	Course      // item n of the course of the game: see engine.Course

	// the move considered
	From        // where it comes from
	To          // where it goes
	Over        // what it leaps over
	Part        // the part that it plays
	Act         // what it does
	Mark        // the man bears mark n, or is of that kind
	Sparing     // it takes nobody
	Passed      // places that it passes over
	Named       // place a of seat 0, as seat names it; stores and none stay what they are
	Completable // after it the rest of the throw can be played
	Follows     // after it the part of number a can be played
	After       // a holds once it has been made, with what answers it
	Later       // what the number a is once it has been made, with what answers it: of measures, which are asked as it is made
	Can         // a holds of some move that could be made, which is none that is considered

	// candidates
	Lead  // those whose place n (From, To or Over) is in a
	Where // those for which a, which depends on nothing but the candidate, holds
	Touch // those for which the set a, which depends on nothing but their places, has a member in b

	opCount
)

// asks is what a value depends on.
type asks uint16

const (
	asksPosition asks = 1 << iota
	asksPlayer        // who sits at seat 0
	asksThrow         // the last throw
	asksScored
	asksFrom
	asksTo
	asksOver
	asksPart
	asksAct
	asksMark
	asksSparing
	asksAhead // what could be played after the move
	asksThat  // a place that is considered by the value around it

	asksMove = asksFrom | asksTo | asksOver | asksPart | asksAct | asksMark | asksSparing | asksAhead
)

// operation is what there is to know of an operation.
type operation struct {
	name string
	args int
	asks asks
	// what is written beside the operands
	n, seat, who bool
}

var operations = [opCount]operation{
	Const: {name: "const", n: true}, Literal: {name: "set"},
	Add: {name: "add", args: 2}, Sub: {name: "sub", args: 2}, Mul: {name: "mul", args: 2}, Div: {name: "div", args: 2},
	Min: {name: "min", args: 2}, Max: {name: "max", args: 2}, Lookup: {name: "lookup", args: 1, seat: true},
	Compare: {name: "compare", args: 2, n: true}, And: {name: "and", args: 2}, Or: {name: "or", args: 2}, Not: {name: "not", args: 1},
	Has: {name: "has", args: 2}, Any: {name: "any", args: 1}, Alike: {name: "alike", args: 2}, Select: {name: "select", args: 3},
	Meet: {name: "meet", args: 2}, Join: {name: "join", args: 2}, Less: {name: "less", args: 2},
	Shift: {name: "shift", args: 1, n: true}, One: {name: "one", args: 1}, Below: {name: "below", args: 1},
	Rows: {name: "rows", args: 2}, Crowds: {name: "crowds", args: 2, asks: asksPosition, seat: true},
	Within: {name: "within", args: 1, seat: true}, Row: {name: "row", args: 1, seat: true}, Image: {name: "image", args: 1, seat: true},
	Landing: {name: "landing", args: 3, seat: true}, Ray: {name: "ray", args: 2, n: true, seat: true},
	Met: {name: "met", args: 2, n: true, seat: true}, Between: {name: "between", args: 2, n: true, seat: true},
	Beyond: {name: "beyond", args: 2, n: true, seat: true}, Those: {name: "those", args: 2, asks: asksPosition, n: true}, Reach: {name: "reach", args: 2, seat: true}, Count: {name: "count", args: 1}, First: {name: "first", args: 1}, Last: {name: "last", args: 1},
	Men: {name: "men", args: 1, asks: asksPosition, n: true, seat: true, who: true}, At: {name: "at", args: 1, asks: asksPosition, seat: true, who: true},
	Total:  {name: "total", args: 1, asks: asksPosition, seat: true, who: true},
	Marked: {name: "marked", asks: asksPosition, n: true, seat: true}, Unmarked: {name: "unmarked", asks: asksPosition, n: true, seat: true},
	Store: {name: "store", asks: asksPosition, n: true, seat: true}, Variable: {name: "variable", asks: asksPosition, n: true, seat: true},
	Score: {name: "score", asks: asksPosition | asksScored, seat: true}, Scored: {name: "scored", asks: asksPosition | asksScored, seat: true},
	Player: {name: "player", asks: asksPlayer, seat: true}, Stage: {name: "stage", asks: asksPosition}, Left: {name: "left", asks: asksPosition},
	Played: {name: "played", asks: asksPosition}, Up: {name: "up", asks: asksPosition}, Thrown: {name: "thrown", asks: asksThrow},
	Occurrences: {name: "occurrences", asks: asksPosition}, That: {name: "that", asks: asksPosition | asksThat, n: true}, Course: {name: "course", asks: asksPosition, n: true},
	From: {name: "from", asks: asksFrom}, To: {name: "to", asks: asksTo}, Over: {name: "over", asks: asksOver}, Part: {name: "part", asks: asksPart},
	Act: {name: "act", asks: asksAct}, Mark: {name: "mark", asks: asksMark, n: true}, Sparing: {name: "spares", asks: asksSparing},
	Passed: {name: "passed", asks: asksFrom | asksTo | asksPart}, Named: {name: "named", args: 1, seat: true},
	Completable: {name: "completable", asks: asksAhead | asksPosition}, Follows: {name: "follows", args: 1, asks: asksAhead | asksPosition},
	After: {name: "after", args: 1, asks: asksMove | asksPosition}, Later: {name: "later", args: 1, asks: asksMove | asksPosition}, Can: {name: "can", args: 1, asks: asksMove | asksPosition | asksThrow},
	Lead: {name: "lead", args: 1, n: true}, Where: {name: "where", args: 1}, Touch: {name: "touch", args: 2},
}

func (o Op) String() string { return operations[o].name }
