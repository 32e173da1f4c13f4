package engine

import (
	"fmt"
	"slices"
)

// What a generator of code reads of a sealed program beside its exported
// fields: the layout of a state, the defined order, and the names of operations.

// Layout says where in a state's bytes its parts lie.
type Layout struct {
	Size int
	Set  int // … of a set of places, or of lines

	// Single bytes of the head; Active alone has two, the lower first.
	To, Stage, Over, Winner, Owner, Next, NextStage, Played, Active, Fixed, InThrow, Handed, LeftN, ThrowN int

	Throws, MaxThrows int // the throws remembered, oldest first

	Left, MaxLeft int // the agenda: from Left, at most MaxLeft bytes
	Stores        int // by player and store, one byte each
	Scores        int // by player, four bytes each
	Men           int // by player, marks and place, one byte each
}

// Values that bytes of the head can have.
const (
	NoStage      = noStage   // of Layout.Stage: nobody has a stage to play in
	OverStuck    = overStuck // of Layout.Over: no rule provides for the case
	OptionalPart = optional  // flag on a part: it may be left
)

// Layout returns the layout of the program's states.
func (p *Program) Layout() Layout {
	return Layout{
		Size: p.size, Set: p.setSize,
		To: hTo, Stage: hStage, Over: hOver, Winner: hWinner, Owner: hOwner, Next: hNext, NextStage: hNextStage,
		Played: hPlayed, Active: hActive, Fixed: hFixed, InThrow: hInThrow, Handed: hHanded, LeftN: hLeftN,
		ThrowN: hThrowN, Throws: hThrows, MaxThrows: maxThrows,
		Left: hLeft, MaxLeft: p.maxLeft, Stores: p.offStore, Scores: p.offScore, Men: p.offMen,
	}
}

// StateOf returns the state whose bytes another executor has written.
func (p *Program) StateOf(b []byte) (*State, error) {
	if len(b) != p.size {
		return nil, fmt.Errorf("a state of %d bytes, where the program's have %d", len(b), p.size)
	}
	return &State{b: append([]byte(nil), b...)}, nil
}

// PlaceRank is where a place or store of player q stands in the defined order of moves.
func (p *Program) PlaceRank(q, f int) int { return p.rank[q][f+1] - 1 }

// PartRank is where a part stands in the defined order of moves.
func (p *Program) PartRank(part int) int { return p.Parts[part].rank }

// OneWay reports whether men pass through a store in one direction only, so
// that no position before such a passage can come back.
func (p *Program) OneWay(store int) bool { return slices.Contains(p.oneWay, p.offStore+store) }

// Classes is how many classes of men a state tells apart: one for each set of marks.
func (p *Program) Classes() int { return p.classes }

// VarAt is where variable v of player q lies in a state: two bytes, or
// Layout.Set bytes for a set.
func (p *Program) VarAt(v, q int) int {
	if k := p.Vars[v].Kind; k == SetVar || k == LinesVar {
		return p.varOff(v, q, p.setSize)
	}
	return p.varOff(v, q, 2)
}

// Across lists the places of player r that lie on the cell of place f of player q.
func (p *Program) Across(q, r, f int) []int16 { return p.across[q][r][f] }

// Ahead lists the places k steps ahead of place f, with what each way passes over.
func (p *Program) Ahead(f, k int) []Ahead { return p.aheadOf(f, k) }

// Behind is the set of places from which k steps lead to place f.
func (p *Program) Behind(f, k int) Set { return p.walkBack(f, k) }

// MostIdle is how many turns may follow upon each other with nobody deciding or
// throwing before the game is stuck.
const MostIdle = maxIdle

// EachExpression calls f with every expression of the program.
func (p *Program) EachExpression(f func(*Node)) {
	p.eachNode(func(n *Node) {
		if n != nil {
			f(n)
		}
	})
}

var opNames = map[Op]string{
	NLit: "number", NVar: "variable", NStore: "men in a store", NBoard: "board", NMen: "men",
	NCountAt: "men at a place", NCount: "count", NPart: "part", NPartsLeft: "parts left",
	NPartsPlayed: "parts played", NHigh: "high", NLow: "low", NValue: "value", NThrow: "throw",
	NDistance: "distance", NNumber: "number of a place", NAdd: "+", NSub: "-", NMul: "*", NDiv: "/",
	NNeg: "- (sign)", NMin: "min", NMax: "max", NIf: "if", NOccurrences: "occurrences", NScored: "scored",
	NScore: "score", NPlayer: "player", NStage: "stage", NPartID: "part by name", NTheir: "their",
	NFrom: "from", NTo: "to", NOver: "over", NActive: "active", NFirst: "first", NLast: "last",
	NTheirPlace: "their place",
	SLit:        "set", SAnd: "and (sets)", SOr: "or (sets)", SNot: "not (set)", SCompare: "places by count",
	SRange: "range", SPlace: "place as a set", SNumber: "numbered place", SRun: "run", SCrowd: "crowd",
	SEdge: "edge", SNear: "near", SNearSet: "near (set)", SAhead: "ahead", SBehind: "behind",
	SPassed: "passed", SVar: "set variable", SPoints: "points", SMarked: "marked", SUnmarked: "unmarked",
	SParts: "parts as places", SLandings: "landings", SIf: "if (sets)", STheir: "their (set)",
	LMills: "mills", LMillsAt: "mills at a place",
	BLit: "truth value", BAnd: "and", BOr: "or", BNot: "not", BCompare: "comparison", BIn: "in",
	BSub: "within", BSetEqual: "= (sets)", BDouble: "double", BMark: "mark", BSome: "some", BEvery: "every",
	BCompletable: "completable", BFollows: "follows", BSparing: "sparing",
}

// String names the operation as a reader of rules would.
func (o Op) String() string {
	if s, ok := opNames[o]; ok {
		return s
	}
	return fmt.Sprintf("operation %d", o)
}

var effectNames = [...]string{"send", "assign", "raise", "add mark", "drop mark", "put parts", "drop rest",
	"drop turn", "next player", "next stage", "go on", "hand over", "transfer"}

func (k EffectKind) String() string { return effectNames[k] }
