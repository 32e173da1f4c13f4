package engine

import (
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine/class"
)

// Act is what a move does. The names are those of INTERFACE.md.
type Act uint8

// The acts.
const (
	Place Act = iota
	Enter
	Step
	Advance
	Leap
	Remove
	BearOff
	Sow // men of nobody are taken up and laid along the track one by one
	Declare
	Stop
	Pass
	ThrowAgain // take up a throw that may be left
	actCount
)

var actNames = [actCount]string{"place", "enter", "step", "advance", "leap", "remove", "bear-off", "sow", "declare", "stop", "pass", "throw"}

func (a Act) String() string { return actNames[a] }

// ActNamed returns the act of that name, and whether there is one.
func ActNamed(name string) (Act, bool) {
	for a, n := range actNames {
		if n == name {
			return Act(a), true
		}
	}
	return 0, false
}

// Trigger is a set of acts and events that a rule answers.
type Trigger uint32

// OnAct is the trigger of one act; the events follow the acts.
func OnAct(a Act) Trigger { return 1 << a }

// Events that rules can answer.
const (
	OnThrow   Trigger = 1 << (16 + iota) // a throw has been made, nothing of it played
	OnPlayed                             // a throw has been played out
	OnTurnEnd                            // a turn is over
	OnTurn                               // a turn begins
)

// Moment is when an end or a score is tested; where two moments come together, both.
type Moment uint8

// The moments, in the order in which they come.
const (
	AtThrown Moment = 1 << iota // after a throw is made, before it is played
	AtMove                      // after each single move
	AtPlayed                    // when a throw has been played out
	AtTurn                      // when a turn is over
	AtStart                     // when a turn begins
	AtNoMove                    // when the player to move has no legal move
)

// AfterMoves are the moments at which what was played may have brought about the position in
// which the next turn begins.
const AfterMoves = AtMove | AtPlayed | AtTurn

// AtStuck are the moments that come where the player to move has no legal move.
func (r *Rules) AtStuck() Moment {
	if r.StartWaits {
		return AtNoMove | AtStart
	}
	return AtNoMove
}

// Part is one thing that an agenda can hold.
type Part struct {
	Name     string // as written: "6", "remove", "grace", "throw"
	Number   int
	IsNumber bool
}

// PartThrow is the index of the part that stands for a throw still owed; it is
// the first of every program's Parts.
const PartThrow = 0

const mostPlayers = 8

// MostMen is how many men a player can have, and MostOnPlace how many of them, of one kind and with the same
// marks, can stand on a place. A game in which more come to stand there is stuck.
const (
	MostMen     = 1<<16 - 1
	MostOnPlace = 1<<8 - 1
)

// MaxThrows is the greatest number of distinct throws; a state remembers a throw in a byte.
const MaxThrows = 256

// OptionalPart is the flag on a part that may be left.
const OptionalPart = 0x80

// Throw is one distinct outcome of a throwing device.
type Throw struct {
	Name      string // "6-2" or "A-3" for dice, "3" for sticks
	Device    int
	Ways      int      // of Program.Devices[Device].Ways
	Faces     []string // that dice show, in the order of the name
	Dice      []int    // those of the faces that are numbers
	High, Low int
	Value     int // sum of the dice, or how many fell with the counted side up
	Double    bool
}

// Is reports whether a throw is written so: dice in whichever order.
func (t *Throw) Is(written string) bool {
	if t.Name == written {
		return true
	}
	faces := strings.Split(written, "-")
	for i, f := range faces {
		faces[i] = strings.TrimSpace(f)
	}
	return len(faces) == len(t.Faces) && slices.Equal(slices.Sorted(slices.Values(faces)), slices.Sorted(slices.Values(t.Faces)))
}

// Counts reports whether a throw comes to a number: of dice, whether one of them shows one.
func (t *Throw) Counts() bool { return len(t.Faces) == 0 || len(t.Dice) > 0 }

// Device is what is thrown; its outcomes are Throws[First : First+Count].
type Device struct {
	ID           string
	First, Count int
	Ways         int // all ways together
}

// Stage is a part of the game with an agenda of its own.
type Stage struct {
	ID     string
	When   *Node // nil: always; seen by the player whose turn begins
	Device int   // thrown at the start of the turn; -1 for none
}

// RuleRef ties a resolved rule to the statement it came from.
type RuleRef struct {
	Statement int // index into the interpretation's statements
	ID        string
}

// Agenda says which parts a throw, or the start of a turn, puts up to be played.
type Agenda struct {
	RuleRef
	Stages uint64  // bit set of stages
	Throw  int     // index into Throws; -1 for the turn of a stage without a throw
	Parts  []uint8 // part indexes, with the flag for parts that may be left
	Fixed  bool    // only the first part may be played
	When   *Node
}

// Blocked says what becomes of parts that cannot be played.
type Blocked struct {
	RuleRef
	Stages uint64
	Throws place.Set // of Program.Throws; parts of a turn without a throw are always covered
	Policy BlockedPolicy
	When   *Node
}

// BlockedPolicy is what happens when no part can be played.
type BlockedPolicy uint8

// The policies; the words are those of the rule language.
const (
	BlockedStop  BlockedPolicy = iota // the rest of the throw is dropped
	BlockedSkip                       // this part is dropped, the next is tried
	BlockedLeave                      // this part waits while later ones are played
	BlockedLose                       // the rest of the turn is lost, throws owed included
	BlockedOther                      // the next player plays the rest
)

// Allow permits moves of one act.
type Allow struct {
	RuleRef
	Act     Act
	Stages  uint64
	Parts   []bool // by part index
	From    *Node  // set of places; nil: wherever the player has men
	Stores  []int  // for place and enter: stores the man comes from
	To      *Node  // set; nil: as the act implies
	Over    *Node  // set of places a leap may pass over
	When    *Node
	Men     *Node // how many men move together; nil: one
	Sparing bool  // the move may also be made without taking
	Nobodys bool  // the men are nobody's; those who come from a store are from then on
	Sown    *Sowing
}

// Sowing is how men of nobody are laid along the track of the player, one on each place.
type Sowing struct {
	Skips  *Node // set of places passed over; nil: none
	Leaves *Node // how many stay where they were taken up; nil: none
	Number int   // of its like, among Rules.Sowings
	Back   bool  // against the track
	AsMove bool  // along or against it as the move does that it answers
}

// expressions are what a sowing asks; of none nothing.
func (w *Sowing) expressions() []*Node {
	if w == nil {
		return nil
	}
	return []*Node{w.Skips, w.Leaves}
}

// Forbid strikes out moves.
type Forbid struct {
	RuleRef
	Acts    Trigger
	Stages  uint64
	When    *Node
	Excepts []Except
}

// Except lifts one prohibition.
type Except struct {
	RuleRef
	When *Node
}

// Require keeps the moves that fit best; it never empties the choice.
type Require struct {
	RuleRef
	Stages   uint64
	When     *Node       // nil: always
	That     *Node       // keep moves for which it holds, if any does
	Best     *Node       // keep moves for which it is greatest
	Least    bool        // … or least
	AtLast   bool        // … once as much more of the throw has been played as the player likes
	Line     LineMeasure // keep moves from which the rest of the throw does best
	LineOnly bool        // it is Line that counts
}

// LineMeasure is what a requirement of throw scope maximises.
type LineMeasure uint8

// The measures.
const (
	MostParts LineMeasure = iota
	MostPips
)

// EffectKind is what a change does.
type EffectKind uint8

// The effects.
const (
	Send     EffectKind = iota // men of Whose at place A, or with Many at every place of set A, go to Store, men of nobody to that of the player, with Their of his only opponent, or to place To; at most B of them when B is given
	Assign                     // variable Var becomes A
	Raise                      // variable Var grows by A
	AddMark                    // the man that moved, or with Many every man of the player in set A, gets mark Var, or becomes of that kind
	DropMark                   // … loses it
	AddParts                   // Parts are put on the agenda, A times
	DropRest                   // the parts of this throw still to be played are dropped
	DropTurn                   // … and throws owed with them
	NextIs                     // player A has the next turn
	StageIs                    // the next turn is of stage Var
	GoOn                       // the man that moved must make the next move
	HandOver                   // the next player plays the rest
	Transfer                   // B men of the player go from store Var to Store
	Sowed                      // men of nobody at place A, or with Many of every place of set A, are taken up and laid one by one, from the place after B, or after A, on; what answers a sowing answers this one
	SetDown                    // a man of the player's, or with Their of his only opponent's, is put from store Var on each place of set A where nobody stands, as far as there are any
)

var effectNames = [...]string{"send", "assign", "raise", "add mark", "drop mark", "put parts", "drop rest",
	"drop turn", "next player", "next stage", "go on", "hand over", "transfer", "sow", "set down"}

func (k EffectKind) String() string { return effectNames[k] }

// Effect is one change of the state.
type Effect struct {
	Kind  EffectKind
	Whose Whose
	Many  bool // A is a set of places
	A, B  *Node
	Var   int
	Store int
	To    *Node // the place to which men of nobody go; nil: Store
	Their bool  // the variable, or the store, is each opponent's
	Sown  *Sowing
	Parts []uint8
	Where Where
}

// Where says where added parts go.
type Where uint8

// Places on the agenda.
const (
	InFront Where = iota // before what is left
	AtEnd                // behind it
)

// Change answers acts and events with effects.
type Change struct {
	RuleRef
	On      Trigger
	Stages  uint64
	When    *Node
	Effects []Effect
}

// Winner says whom an end names as winner.
type Winner uint8

// The winners an end can name.
const (
	NoWinner Winner = iota
	Me
	Them
	HigherScore
	WinnerVar // the player held by a variable
)

// End finishes the game.
type End struct {
	RuleRef
	At     Moment
	Acts   Trigger // acts after which it is tested at AtMove; 0: all
	Stages uint64
	When   *Node
	Winner Winner
	Var    int
	Reason string
	// Outranks are the ends, by their numbers, before which the ruleset puts this one where
	// both hold; two at once of which neither outranks the other are a finding.
	Outranks []int
}

// Score adds to what a player scores at a moment.
type Score struct {
	RuleRef
	At       Moment
	Acts     Trigger
	Stages   uint64
	When     *Node
	Points   *Node // in units of 1/Denominator; nil when Num/Den multiply
	Num, Den int   // multiply what has been scored at this moment
	Round    int   // +1 up, -1 down to whole points, 0 not
	Their    bool
}

// Invariant is a claim about every position of a game: that a condition always
// holds, or never. It changes nothing; who searches or plays can ask for it.
type Invariant struct {
	RuleRef
	Never  bool
	Stages uint64 // of the player to move; a finished game has none
	When   *Node  // seen by each player in turn
}

// Probe is a condition that somebody asks about moves of some acts, permitted or
// refused. It changes nothing.
type Probe struct {
	Acts Trigger
	When *Node // nil: whatever the move
}

// VarKind is the type of a variable.
type VarKind uint8

// Kinds of variable.
const (
	NumberVar VarKind = iota
	PlaceVar          // a place of the player, or none
	SetVar            // a set of places
	LinesVar          // a set of lines
	PlayerVar         // a player, or none
)

// IsSet reports whether such variables hold sets.
func (k VarKind) IsSet() bool { return k == SetVar || k == LinesVar }

// Lifetime is how long a variable keeps its value.
type Lifetime uint8

// Lifetimes.
const (
	PerGame Lifetime = iota
	PerTurn
	PerThrow
	PerMatch // kept when a match sets the board up again
)

// Var is a variable of a ruleset.
type Var struct {
	ID      string
	Kind    VarKind
	Per     Lifetime
	Common  bool // one for all players
	Aside   bool // no part of the position: for repetition its value does not matter
	Initial *Node
	Least   *Node // what a position left without a value must at least have; nil: Initial
}

// SetupItem puts men somewhere before the game.
type SetupItem struct {
	Player, Place, Count int // Player = len(Players): nobody; Place ≥ Program.Places: store Place-Places
	Class                int // as Scheme.ClassOf has it
}

// Rules are a resolved interpretation as the compiler fills it in: everything a name
// stood for has become a number.
type Rules struct {
	Players []string
	Team    []int // by player; partners share a number
	place.Board
	class.Scheme
	Stores   []string
	Parts    []Part
	Devices  []Device
	Throws   []Throw
	Stages   []Stage
	Vars     []Var
	Setup    []SetupItem
	Agendas  []Agenda
	Blocked  []Blocked
	Allows   []Allow
	Forbids  []Forbid
	Requires []Require
	Changes  []Change
	Ends     []End
	Scores   []Score
	// StartWaits says that an end at AtNoMove outranks one at AtStart: what is tested where a turn
	// begins is tested when it is known whether the player can move.
	StartWaits bool
	// Invariants are what the ruleset claims of every position.
	Invariants []Invariant
	// Probes are conditions on moves that somebody asks about.
	Probes []Probe
	First  int // the player who begins
	// Nobodys says that there are men who belong to nobody. They are numbered as the first player numbers places.
	Nobodys bool
	// Sowings are the ways in which moves sow.
	Sowings []*Sowing
	// Statements is how many statements the rules come from.
	Statements int

	Denominator int // of scores
	// Match, when positive, is the number of points (in units of 1/Denominator)
	// to which games are played one after the other.
	Match int
}

// BoardStores are the names of the stores, in the order in which they are kept.
const (
	HandStore = "hand"
	BarStore  = "bar"
	OffStore  = "off"
	OutStore  = "out"
)

// StoreIndex returns the index of a store, or -1.
func (r *Rules) StoreIndex(name string) int { return slices.Index(r.Stores, name) }

// NobodysName stands for nobody where men are told by whose they are.
const NobodysName = "nobody"

// Nobody is the owner of men who belong to nobody, counted behind the players.
func (r *Rules) Nobody() int { return len(r.Players) }

// Owners is how many have men: the players, and nobody where men belong to nobody.
func (r *Rules) Owners() int { return len(r.Players) + b2i(r.Nobodys) }

// PlaceName names a place of player q, or a store (f ≥ Places).
func (r *Rules) PlaceName(q, f int) string {
	if f >= r.Places {
		return r.Stores[f-r.Places]
	}
	return r.Names[q%len(r.Players)][f]
}

// EachExpression calls f with every expression of the rules; what is claimed or asked of
// them is not among them.
func (r *Rules) EachExpression(f func(*Node)) {
	each := func(list ...*Node) {
		for _, n := range list {
			if n != nil {
				f(n)
			}
		}
	}
	for _, x := range r.Stages {
		each(x.When)
	}
	for _, x := range r.Vars {
		each(x.Initial, x.Least)
	}
	for _, x := range r.Agendas {
		each(x.When)
	}
	for _, x := range r.Blocked {
		each(x.When)
	}
	for _, x := range r.Allows {
		each(x.From, x.To, x.Over, x.When, x.Men)
		each(x.Sown.expressions()...)
	}
	for _, x := range r.Forbids {
		each(x.When)
		for _, e := range x.Excepts {
			each(e.When)
		}
	}
	for _, x := range r.Requires {
		each(x.When, x.That, x.Best)
	}
	for _, x := range r.Changes {
		each(x.When)
		for _, e := range x.Effects {
			each(e.A, e.B, e.To)
			each(e.Sown.expressions()...)
		}
	}
	for _, x := range r.Ends {
		each(x.When)
	}
	for _, x := range r.Scores {
		each(x.When, x.Points)
	}
}
