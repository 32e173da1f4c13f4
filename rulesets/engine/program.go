package engine

import (
	"errors"
	"fmt"
	"slices"
	"sort"
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
	Claim
	Stop
	Pass
	ThrowAgain // take up a throw that may be left
	actCount
)

var actNames = [actCount]string{"place", "enter", "step", "advance", "leap", "remove", "bear-off", "claim", "stop", "pass", "throw"}

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

// Moment is when an end or a score is tested.
type Moment uint8

// The moments.
const (
	AtMove   Moment = iota // after each single move
	AtThrown               // after a throw is made, before it is played
	AtPlayed               // when a throw has been played out
	AtTurn                 // when a turn is over
	AtStart                // when a turn begins
	AtNoMove               // when the player to move has no legal move
	momentCount
)

// Part is one thing that an agenda can hold.
type Part struct {
	Name     string // as written: "6", "remove", "grace", "throw"
	Number   int
	IsNumber bool
	rank     int // place in the defined order
}

// PartThrow is the index of the part that stands for a throw still owed; it is
// the first of every program's Parts.
const PartThrow = 0

const mostPlayers = 8

const optional = 0x80 // flag on a part in the agenda: it may be left

// Throw is one distinct outcome of a throwing device.
type Throw struct {
	Name      string // "6-2" for dice, "3" for sticks
	Device    int
	Ways      int // of Program.Devices[Device].Ways
	Dice      []int
	High, Low int
	Value     int // sum of the dice, or how many fell with the counted side up
	Double    bool
}

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
	Throws Set // of Program.Throws; parts of a turn without a throw are always covered
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

	slot       int     // index into Program.Allows
	move       Move    // what all moves by the rule have in common
	sorted     bool    // its moves are generated in the defined order, each once
	once, each []*Node // When, taken apart by split
	room, goal []*Node // of a step or leap: To, taken apart into what is the same for all men, and the rest
	toNear     bool    // … which is that it is a place next to the man
	hurdles    bool    // the places that a leap may pass over are the same for all men
}

// Forbid strikes out moves.
type Forbid struct {
	RuleRef
	Acts    Trigger
	Stages  uint64
	When    *Node
	Excepts []Except

	once, each          []*Node  // When, taken apart by split
	onFrom, onTo, other []*Node  // each, taken apart by takeApart
	open                Set      // where exceptions let every man go
	lifts               []Except // the other exceptions
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
	Send     EffectKind = iota // men of Whose at place A go to Store; at most B of them when B is given
	Assign                     // variable Var becomes A
	Raise                      // variable Var grows by A
	AddMark                    // the man that moved gets mark Var
	DropMark                   // … loses it
	AddParts                   // Parts are put on the agenda, A times
	DropRest                   // the parts of this throw still to be played are dropped
	DropTurn                   // … and throws owed with them
	NextIs                     // player A has the next turn
	StageIs                    // the next turn is of stage Var
	GoOn                       // the man that moved must make the next move
	HandOver                   // the next player plays the rest
	Transfer                   // B men of the player go from store Var to Store
)

// Effect is one change of the state.
type Effect struct {
	Kind  EffectKind
	Whose Whose
	A, B  *Node
	Var   int
	Store int
	Their bool // the variable, or the store, is each opponent's
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
	// Ordered is set when the ruleset puts this end before others that may
	// hold at the same moment; two unordered ends at once are a finding.
	Ordered bool
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
	Initial *Node
	Least   *Node // what a position left without a value must at least have; nil: Initial
	off     int   // offset into State.b
}

// SetupItem puts men somewhere before the game.
type SetupItem struct {
	Player, Place, Count int // Place ≥ Program.Places: store Place-Places
	Class                int // bit set of marks
}

// Leap2 is one geometric leap.
type Leap2 struct{ Over, To int }

// Ahead is a place that a walk along the track reaches, and what it passes.
type Ahead struct {
	To     int
	Passed Set
}

// Program is a resolved interpretation: everything a name stood for has become
// a number, and Seal has laid out the state. It is immutable once sealed and
// may be shared between goroutines.
type Program struct {
	Players  []string
	Team     []int // by player; partners share a number
	Places   int   // places of each player's own view
	Names    [][]string
	CellOf   [][]int // by player and place
	Cells    int
	Numbered bool
	Next     [][]int // by place: places one step on
	Row      bool    // the track is a plain row: place i is followed by i+1
	Distance []int   // by place: steps to leave the board; 0 where it cannot be left
	Near     [][]Set
	Leaps    [][][]Leap2
	Lines    [][]Set
	Stores   []string
	Marks    []string
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
	// Invariants are what the ruleset claims of every position.
	Invariants []Invariant
	// Probes are conditions on moves that somebody asks about.
	Probes []Probe
	First  int // the player who begins

	Denominator int // of scores
	// Match, when positive, is the number of points (in units of 1/Denominator)
	// to which games are played one after the other.
	Match int
	// RepetitionMatters is set when some rule asks how often a position occurred.
	RepetitionMatters bool

	all      Set
	classes  int
	menOf    []int
	across   [][][][]int16 // [player][other][place]: the other's places on that cell
	alike    [][]bool      // [player][other]: every place lies on the other's place of that number
	opposite [][]bool      // [player][other]: … or of the number that is as far from the last
	apart    [][]bool      // [player][other]: no two of the other's places lie on one cell of the player's
	linesAt  [][]Set       // [player][place]: the lines through it
	leapt    [][]Set       // [player][place]: what leaps from there pass over
	ahead    [][][]Ahead   // [steps][place]
	back     [][]Set       // [steps][place]
	rank     [][]int       // [player][1 + place or store]: place in the sorted order of moves, from 1; 0 for none
	listed   [][]int       // [player]: the places as moves are generated, in that order where it is no trouble
	ranked   bool          // … for all players
	listing  [][]uint8     // [player][place]: where it is listed; no list where that is its number
	size     int           // bytes of a state
	setSize  int           // … of them, of a set
	offScore int
	offMen   int
	offStore int
	memos    int
	maxLeft  int
	oneWay   []int // where State.b counts men in a store that none leaves, or to which none comes back
	rules    []stageRules
	agendas  [][]*Agenda        // [1 + throw]: those that answer it, in declared order
	lasts    [PerMatch + 1]bool // some variable is of that lifetime
	waits    bool               // a part that cannot be played may wait while later ones are
	putsUp   bool               // some act is answered by parts put on the agenda
	scored   bool               // some rule that is applied when looking ahead asks for scores
	// Some rule looks ahead from the move considered, or asks for its act.
	asksOfMove bool
}

// BoardStores are the names of the stores, in the order in which they are kept.
const (
	HandStore = "hand"
	BarStore  = "bar"
	OffStore  = "off"
	OutStore  = "out"
)

// Seal lays out the state and computes the tables. It must be called once,
// before the program is used; an error says what a program cannot be.
func (p *Program) Seal() error {
	var errs []error
	bad := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	if p.Places > MaxPlaces {
		bad("a board of %d places: at most %d can be held", p.Places, MaxPlaces)
	}
	if len(p.Players) < 2 || len(p.Players) > mostPlayers {
		bad("%d players: from 2 to %d can play", len(p.Players), mostPlayers)
	}
	if len(p.Marks) > 4 {
		bad("%d marks: at most 4 can be kept on a man", len(p.Marks))
	}
	if len(p.Parts) == 0 || len(p.Parts) > 127 {
		bad("%d different parts on agendas: at most 127", len(p.Parts))
	}
	if len(p.Stages) > 60 {
		bad("%d stages: at most 60", len(p.Stages))
	}
	if len(p.Throws) > MaxThrows {
		bad("%d distinct throws: at most %d", len(p.Throws), MaxThrows)
	}
	if len(p.Lines) > 0 && len(p.Lines[0]) > MaxLines {
		bad("%d lines on the board: at most %d", len(p.Lines[0]), MaxLines)
	}
	if len(errs) > 0 {
		return errors.Join(errs...)
	}
	p.all = FirstN(p.Places)
	p.classes = 1 << len(p.Marks)
	n := len(p.Players)
	p.menOf = make([]int, n)
	for _, it := range p.Setup {
		p.menOf[it.Player] += it.Count
	}
	for q, m := range p.menOf {
		if m > 255 {
			bad("%s has %d men: at most 255", p.Players[q], m)
		}
	}
	p.across = make([][][][]int16, n)
	p.alike, p.opposite, p.apart = make([][]bool, n), make([][]bool, n), make([][]bool, n)
	for q := range p.across {
		p.across[q] = make([][][]int16, n)
		p.alike[q], p.opposite[q], p.apart[q] = make([]bool, n), make([]bool, n), make([]bool, n)
		for r := range p.across[q] {
			p.across[q][r] = make([][]int16, p.Places)
			on := map[int][]int16{} // r's places by cell
			for g, cell := range p.CellOf[r] {
				on[cell] = append(on[cell], int16(g))
			}
			for f, cell := range p.CellOf[q] {
				p.across[q][r][f] = on[cell]
			}
			p.apart[q][r] = !slices.ContainsFunc(p.across[q][r], func(on []int16) bool { return len(on) > 1 })
			p.alike[q][r], p.opposite[q][r] = p.apart[q][r], p.apart[q][r] && p.Places <= 64
			for f, on := range p.across[q][r] {
				p.alike[q][r] = p.alike[q][r] && len(on) == 1 && int(on[0]) == f
				p.opposite[q][r] = p.opposite[q][r] && len(on) == 1 && int(on[0]) == p.Places-1-f
			}
		}
	}
	p.leapt = make([][]Set, len(p.Leaps))
	for q := range p.Leaps {
		p.leapt[q] = make([]Set, p.Places)
		for f, leaps := range p.Leaps[q] {
			for _, l := range leaps {
				p.leapt[q][f].add(l.Over)
			}
		}
	}
	p.linesAt = make([][]Set, n)
	for q, lines := range p.Lines {
		p.linesAt[q] = make([]Set, p.Places)
		for l, line := range lines {
			for f := line.First(); f >= 0; f = line.from(f + 1) {
				p.linesAt[q][f].add(l)
			}
		}
	}
	p.walks()
	p.order()
	p.maxLeft = 16
	for i := range p.Agendas {
		p.maxLeft = max(p.maxLeft, 2*len(p.Agendas[i].Parts)+16)
	}
	if p.maxLeft > 200 {
		bad("an agenda of %d parts: at most 90", (p.maxLeft-16)/2)
	}
	members := p.Places
	if len(p.Lines) > 0 {
		members = max(members, len(p.Lines[0]))
	}
	p.setSize = max(narrow/8, (members+63)/64*8)
	off := hLeft + p.maxLeft
	for i := range p.Vars {
		v := &p.Vars[i]
		v.off = off
		width := 2
		if v.Kind == SetVar || v.Kind == LinesVar {
			width = p.setSize
		}
		if v.Common {
			off += width
		} else {
			off += width * n
		}
	}
	p.offScore = off
	off += 4 * n
	p.offStore = off
	off += n * len(p.Stores)
	p.offMen = off
	off += n * p.classes * p.Places
	p.size = off
	if p.Denominator == 0 {
		p.Denominator = 1
	}
	m := memoiser{p: p, slots: map[string]int{}, wide: p.setSize > narrow/8}
	p.eachNode(func(node *Node) {
		m.visit(node)
		p.noteRepetition(node)
		p.asksOfMove = p.asksOfMove || node != nil && node.asks(NAct, BCompletable, BFollows)
	})
	for i := range p.Invariants {
		if n := p.Invariants[i].When; n != nil {
			m.visit(n)
		}
	}
	for i := range p.Probes {
		n := p.Probes[i].When
		m.visit(n)
		p.asksOfMove = p.asksOfMove || n != nil && n.asks(NAct, BCompletable, BFollows)
	}
	p.memos = len(m.slots)
	for i := range p.Allows {
		a := &p.Allows[i]
		a.slot = i
		a.move = Move{Act: a.Act, From: -1, To: -1, Over: -1, Men: 1, rule: int16(i)}
	}
	p.tabulate()
	p.findSorted()
	p.findOneWay()
	return errors.Join(errs...)
}

// findSorted finds the rules whose moves come in the defined order as they are generated.
func (p *Program) findSorted() {
	branches := false
	p.ranked = true
	for q, places := range p.listed {
		p.ranked = p.ranked && slices.IsSortedFunc(places, func(f, g int) int { return p.rank[q][f+1] - p.rank[q][g+1] })
	}
	for _, from := range p.ahead {
		branches = branches || slices.ContainsFunc(from, func(a []Ahead) bool { return len(a) > 1 })
	}
	for i := range p.Allows {
		a := &p.Allows[i]
		a.sorted = p.ranked && p.classes == 1 && len(a.Stores) < 2
		switch a.Act {
		case Leap:
			a.sorted = false // what is leapt over comes after where to
		case Advance:
			a.sorted = a.sorted && a.To == nil && !branches
		}
	}
}

// findOneWay finds the stores through which men pass in one direction only: a
// change in one of them makes every earlier position unreachable.
func (p *Program) findOneWay() {
	in, out := make([]bool, len(p.Stores)), make([]bool, len(p.Stores))
	for i := range p.Allows {
		for _, st := range p.Allows[i].Stores {
			out[st] = true
		}
		switch p.Allows[i].Act {
		case BearOff:
			in[p.StoreIndex(OffStore)] = true
		case Remove:
			in[p.StoreIndex(OutStore)] = true
		}
	}
	for i := range p.Changes {
		for _, e := range p.Changes[i].Effects {
			if e.Kind == Send || e.Kind == Transfer {
				in[e.Store] = true
			}
			if e.Kind == Transfer {
				out[e.Var] = true
			}
		}
	}
	for q := range p.Players {
		for st := range p.Stores {
			if in[st] != out[st] {
				p.oneWay = append(p.oneWay, p.offStore+q*len(p.Stores)+st)
			}
		}
	}
}

func (p *Program) noteRepetition(n *Node) {
	if n == nil {
		return
	}
	if n.Op == NOccurrences {
		p.RepetitionMatters = true
	}
	for _, k := range n.Kids {
		p.noteRepetition(k)
	}
}

// eachNode calls f with every root expression of the program.
func (p *Program) eachNode(f func(*Node)) {
	for i := range p.Stages {
		f(p.Stages[i].When)
	}
	for i := range p.Vars {
		f(p.Vars[i].Initial)
		f(p.Vars[i].Least)
	}
	for i := range p.Agendas {
		f(p.Agendas[i].When)
	}
	for i := range p.Blocked {
		f(p.Blocked[i].When)
	}
	for i := range p.Allows {
		a := &p.Allows[i]
		for _, n := range []*Node{a.From, a.To, a.Over, a.When, a.Men} {
			f(n)
		}
	}
	for i := range p.Forbids {
		f(p.Forbids[i].When)
		for j := range p.Forbids[i].Excepts {
			f(p.Forbids[i].Excepts[j].When)
		}
	}
	for i := range p.Requires {
		f(p.Requires[i].When)
		f(p.Requires[i].That)
		f(p.Requires[i].Best)
	}
	for i := range p.Changes {
		f(p.Changes[i].When)
		for j := range p.Changes[i].Effects {
			f(p.Changes[i].Effects[j].A)
			f(p.Changes[i].Effects[j].B)
		}
	}
	for i := range p.Ends {
		f(p.Ends[i].When)
	}
	for i := range p.Scores {
		f(p.Scores[i].When)
		f(p.Scores[i].Points)
	}
}

// walks tabulates where each number of steps along the track leads, and over
// which places. Where the track branches a number can lead to several places.
func (p *Program) walks() {
	longest := 0
	for i := range p.Parts {
		if p.Parts[i].IsNumber {
			longest = max(longest, p.Parts[i].Number)
		}
	}
	longest = max(longest, 12)
	p.ahead = make([][][]Ahead, longest+1)
	p.back = make([][]Set, longest+1)
	for k := range p.ahead {
		p.ahead[k] = make([][]Ahead, p.Places)
		p.back[k] = make([]Set, p.Places)
		for f := 0; f < p.Places; f++ {
			if k == 0 {
				p.ahead[0][f] = []Ahead{{To: f}}
				continue
			}
			for _, a := range p.ahead[k-1][f] {
				if p.Next == nil {
					continue
				}
				for _, t := range p.Next[a.To] {
					b := Ahead{To: t, Passed: a.Passed}
					if k > 1 {
						b.Passed = b.Passed.With(a.To)
					}
					dup := false
					for _, c := range p.ahead[k][f] {
						dup = dup || c.To == b.To && c.Passed.Equal(b.Passed)
					}
					if !dup {
						p.ahead[k][f] = append(p.ahead[k][f], b)
					}
				}
			}
		}
		for f := 0; f < p.Places; f++ {
			for _, a := range p.ahead[k][f] {
				p.back[k][a.To] = p.back[k][a.To].With(f)
			}
		}
	}
}

func (p *Program) aheadOf(f, k int) []Ahead {
	if k < 0 || k >= len(p.ahead) {
		return nil
	}
	return p.ahead[k][f]
}

func (p *Program) walkBack(f, k int) Set {
	if k < 0 || k >= len(p.back) {
		return Set{}
	}
	return p.back[k][f]
}

// order ranks parts, places and stores for the one defined order of moves:
// numbers as numbers and before words, words by their letters, digits within a
// name as numbers.
func (p *Program) order() {
	rankOf := func(names []string) []int {
		order := make([]int, len(names))
		for i := range order {
			order[i] = i
		}
		sort.SliceStable(order, func(i, j int) bool { return NaturalLess(names[order[i]], names[order[j]]) })
		out := make([]int, len(names))
		for r, i := range order {
			out[i] = r
		}
		return out
	}
	p.rank = make([][]int, len(p.Players))
	p.listed, p.listing = make([][]int, len(p.Players)), make([][]uint8, len(p.Players))
	for q := range p.Players {
		names := append(append([]string{}, p.Names[q]...), p.Stores...)
		p.rank[q] = []int{0}
		for _, r := range rankOf(names) {
			p.rank[q] = append(p.rank[q], 1+r)
		}
		p.list(q)
	}
	names := make([]string, len(p.Parts))
	for i := range p.Parts {
		names[i] = p.Parts[i].Name
	}
	for i, r := range rankOf(names) {
		p.Parts[i].rank = r
	}
}

// list notes in which order moves are generated, so that there is little to sort: by the
// rank of places, or by their numbers where a set of them takes more than a word.
func (p *Program) list(q int) {
	list := make([]int, p.Places)
	for f := range list {
		list[f] = f
	}
	p.listed[q] = list
	rank := func(f int) int { return p.rank[q][f+1] }
	if p.Places > 64 || slices.IsSortedFunc(list, func(f, g int) int { return rank(f) - rank(g) }) {
		return
	}
	slices.SortFunc(list, func(f, g int) int { return rank(f) - rank(g) })
	p.listing[q] = make([]uint8, p.Places)
	for i, f := range list {
		p.listing[q][f] = uint8(i)
	}
}

// NaturalLess compares names as people sort them: runs of digits as numbers,
// everything else by its letters; numbers come before letters.
func NaturalLess(a, b string) bool {
	for a != "" && b != "" {
		if digit(a[0]) && digit(b[0]) {
			x, y := digits(a), digits(b)
			ta, tb := trimZeros(a[:x]), trimZeros(b[:y])
			if len(ta) != len(tb) {
				return len(ta) < len(tb)
			}
			if ta != tb {
				return ta < tb
			}
			a, b = a[x:], b[y:]
			continue
		}
		if a[0] != b[0] {
			return a[0] < b[0]
		}
		a, b = a[1:], b[1:]
	}
	return len(a) < len(b)
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

func digits(s string) int {
	i := 0
	for i < len(s) && digit(s[i]) {
		i++
	}
	return i
}

func trimZeros(s string) string {
	for len(s) > 1 && s[0] == '0' {
		s = s[1:]
	}
	return s
}

// Men returns how many men player q has in all.
func (p *Program) Men(q int) int { return p.menOf[q] }

// MostLeft returns how many parts a state has room for.
func (p *Program) MostLeft() int { return p.maxLeft }

// StoreIndex returns the index of a store, or -1.
func (p *Program) StoreIndex(name string) int {
	for i, s := range p.Stores {
		if s == name {
			return i
		}
	}
	return -1
}

// PlaceName names a place of player q, or a store (f ≥ Places).
func (p *Program) PlaceName(q, f int) string {
	if f >= p.Places {
		return p.Stores[f-p.Places]
	}
	return p.Names[q][f]
}

// EachRule calls f for every rule with the statement it comes from, and with whether
// it acts (an agenda, blocked parts, a change, a score, an end) or says what may be
// done (a permission, a prohibition or an exception from it, a requirement).
func (p *Program) EachRule(f func(statement int, acts bool)) {
	for i := range p.Agendas {
		f(p.Agendas[i].Statement, true)
	}
	for i := range p.Blocked {
		f(p.Blocked[i].Statement, true)
	}
	for i := range p.Changes {
		f(p.Changes[i].Statement, true)
	}
	for i := range p.Scores {
		f(p.Scores[i].Statement, true)
	}
	for i := range p.Ends {
		f(p.Ends[i].Statement, true)
	}
	for i := range p.Allows {
		f(p.Allows[i].Statement, false)
	}
	for i := range p.Forbids {
		f(p.Forbids[i].Statement, false)
		for _, e := range p.Forbids[i].Excepts {
			f(e.Statement, false)
		}
	}
	for i := range p.Requires {
		f(p.Requires[i].Statement, false)
	}
}
