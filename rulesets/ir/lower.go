package ir

import (
	"fmt"

	"github.com/lectio/lectio/rulesets/engine"
)

// Lowering makes values of the conditions and expressions of resolved rules. A rule
// speaks of "me", "them" and "some opponent"; a value speaks of seats. So names of the
// other side's places, sums over several opponents, and conditions on some or every one
// of them become operations on seats here, and no later pass knows of them.
type Lowering struct {
	*Builder
	p      *engine.Program
	tables map[string]*Table
	done   map[lowered]*Value
}

type lowered struct {
	n    *engine.Node
	view View
}

// View is from which seat an expression is read, and which opponent "some" or "every" has
// bound; -1 for none.
type View struct{ Seat, Opponent int }

// Mover is the view of the player to move.
var Mover = View{Opponent: -1}

func (v View) at(seat int) View { return View{seat, -1} }

// NewLowering returns a lowering for a program.
func NewLowering(p *engine.Program) *Lowering {
	return &Lowering{Builder: NewBuilder(p), p: p, tables: map[string]*Table{}, done: map[lowered]*Value{}}
}

// Value returns the value of an expression. A condition that is not given always holds.
func (l *Lowering) Value(n *engine.Node, view View) *Value {
	if n == nil {
		return l.Truth(true)
	}
	key := lowered{n, view}
	if v := l.done[key]; v != nil {
		return v
	}
	f := lowerings[n.Op]
	if f == nil {
		panic(fmt.Sprintf("ir: %v has no lowering", n.Op)) // a test asks for every operation
	}
	v := f(&lowerer{l, n, view})
	l.done[key] = v
	return v
}

// lowerer is one expression being lowered.
type lowerer struct {
	*Lowering
	n    *engine.Node
	view View
}

func (l *lowerer) kid(i int) *Value { return l.Value(l.n.Kids[i], l.view) }

// lowerings has an entry for every operation of resolved expressions.
var lowerings map[engine.Op]func(l *lowerer) *Value

func init() {
	lowerings = map[engine.Op]func(l *lowerer) *Value{
		engine.NLit: func(l *lowerer) *Value { return l.Number(l.n.N) },
		engine.BLit: func(l *lowerer) *Value { return l.Truth(l.n.N != 0) },
		engine.SLit: func(l *lowerer) *Value { return l.Set(Places, l.n.Lit) },
		engine.SByPlayer: func(l *lowerer) *Value {
			by := make([][]engine.Set, len(l.p.Players))
			for q := range by {
				by[q] = []engine.Set{l.n.By[q]}
			}
			name := "by player"
			for _, s := range l.n.By {
				name += setWord(s)
			}
			return l.Of(Row, Places, l.sets(name, by), l.view.Seat, l.Number(0))
		},

		engine.NAdd: simple(Add, Number), engine.NSub: simple(Sub, Number), engine.NMul: simple(Mul, Number),
		engine.NDiv: simple(Div, Number), engine.NMin: simple(Min, Number), engine.NMax: simple(Max, Number),
		engine.NNeg:   func(l *lowerer) *Value { return l.Do(Sub, Number, l.Number(0), l.kid(0)) },
		engine.NIf:    lowerIf,
		engine.SIf:    lowerIf,
		engine.BAnd:   simple(And, Truth),
		engine.BOr:    simple(Or, Truth),
		engine.BNot:   simple(Not, Truth),
		engine.NCount: simple(Count, Number), engine.NFirst: simple(First, Number), engine.NLast: simple(Last, Number),
		engine.BIn: func(l *lowerer) *Value { return l.Do(Has, Truth, l.kid(1), l.kid(0)) },
		engine.BSub: func(l *lowerer) *Value {
			return l.Do(Not, Truth, l.Do(Any, Truth, l.Do(Less, l.kid(0).Type, l.kid(0), l.kid(1))))
		},
		engine.BCompare: func(l *lowerer) *Value {
			return l.Compare(l.n.Cmp, l.kid(0), l.kid(1))
		},
		engine.BSetEqual: simple(Alike, Truth),

		engine.SAnd: ofSets(Meet), engine.SOr: ofSets(Join),
		engine.SNot: func(l *lowerer) *Value {
			t := Places
			if l.n.N == engine.OfLines {
				t = Lines
			}
			return l.Do(Less, t, l.Set(t, l.p.Universe(l.n)), l.kid(0))
		},
		engine.SRange: func(l *lowerer) *Value {
			before := l.Do(Sub, Number, l.kid(0), l.Number(1))
			return l.Do(Less, Places, l.Do(Below, Places, l.kid(1)), l.Do(Below, Places, before))
		},
		engine.SPlace:  simple(One, Places),
		engine.SNumber: func(l *lowerer) *Value { return l.Do(One, Places, l.Do(Sub, Number, l.kid(0), l.Number(1))) },
		engine.SRun:    simple(Rows, Places),
		engine.SCrowd:  func(l *lowerer) *Value { return l.Ask(Crowds, Places, l.view.Seat, 0, l.kid(0), l.kid(1)) },
		engine.SEdge: func(l *lowerer) *Value { // those that have not a neighbour on either side
			s := l.kid(0)
			inside := l.Do(Meet, Places, l.Ask(Shift, Places, 0, -1, s), l.Ask(Shift, Places, 0, 1, s))
			return l.Do(Less, Places, s, inside)
		},
		engine.SNear:    func(l *lowerer) *Value { return l.Of(Row, Places, l.near(), l.view.Seat, l.kid(0)) },
		engine.SNearSet: func(l *lowerer) *Value { return l.Of(Image, Places, l.near(), l.view.Seat, l.kid(0)) },
		engine.SAhead:   func(l *lowerer) *Value { return l.reach("ahead", l.ahead) },
		engine.SBehind:  func(l *lowerer) *Value { return l.reach("behind", l.p.Behind) },
		engine.SLandings: func(l *lowerer) *Value {
			return l.Ask(Landing, Places, l.view.Seat, 0, l.kid(0), l.kid(1), l.kid(2))
		},
		engine.SPoints:  func(l *lowerer) *Value { return l.Of(Image, Places, l.points(), l.view.Seat, l.kid(0)) },
		engine.LMills:   func(l *lowerer) *Value { return l.Ask(Within, Lines, l.view.Seat, 0, l.kid(0)) },
		engine.LMillsAt: lowerMillsAt,

		engine.SCompare: func(l *lowerer) *Value {
			return l.Counted(Men, Places, l.view.Seat, int(l.n.Cmp), l.Who(engine.Whose(l.n.N), l.view), l.kid(0))
		},
		engine.NCountAt: func(l *lowerer) *Value {
			return l.Counted(At, Number, l.view.Seat, 0, l.Who(engine.Whose(l.n.N), l.view), l.kid(0))
		},
		engine.SMarked: seen(Marked, Places), engine.SUnmarked: seen(Unmarked, Places),
		engine.NStore: seen(Store, Number), engine.NVar: seen(Variable, Number),
		engine.SVar: func(l *lowerer) *Value {
			t := Places
			if l.p.Vars[l.n.N].Kind == engine.LinesVar {
				t = Lines
			}
			return l.Ask(Variable, t, l.varSeat(), l.n.N)
		},
		engine.NScore: seen(Score, Number), engine.NScored: seen(Scored, Number), engine.NPlayer: seen(Player, Number),
		engine.NMen: func(l *lowerer) *Value { return l.menOf() },
		engine.NBoard: func(l *lowerer) *Value {
			left := l.menOf()
			for st := range l.p.Stores {
				left = l.Do(Sub, Number, left, l.Ask(Store, Number, l.view.Seat, st))
			}
			return left
		},
		engine.NStage: simple(Stage, Number), engine.NPartsLeft: simple(Left, Number), engine.NPartsPlayed: simple(Played, Number),
		engine.SParts: simple(Up, Places), engine.NOccurrences: simple(Occurrences, Number),
		engine.NActive:   func(l *lowerer) *Value { return l.named(l.Do(Active, Number)) },
		engine.NDistance: func(l *lowerer) *Value { return l.Of(Lookup, Number, l.distances(), 0, l.kid(0)) },
		engine.NNumber:   lowerNumber,

		engine.NHigh:   ofThrow("high", func(t *engine.Throw) int { return t.High }),
		engine.NLow:    ofThrow("low", func(t *engine.Throw) int { return t.Low }),
		engine.NValue:  ofThrow("value", func(t *engine.Throw) int { return t.Value }),
		engine.BDouble: lowerDouble,
		engine.NThrow: func(l *lowerer) *Value {
			t := l.Do(Thrown, Number)
			return l.Do(Max, Number, l.Do(Sub, Number, t, l.Number(1)), l.Number(0))
		},

		engine.NFrom:   func(l *lowerer) *Value { return l.named(l.Do(From, Number)) },
		engine.NTo:     func(l *lowerer) *Value { return l.named(l.Do(To, Number)) },
		engine.NOver:   func(l *lowerer) *Value { return l.named(l.Do(Over, Number)) },
		engine.NPart:   func(l *lowerer) *Value { return l.Of(Lookup, Number, l.partNumbers(), 0, l.Do(Part, Number)) },
		engine.NPartID: simple(Part, Number), engine.NAct: simple(Act, Number),
		engine.BMark:   func(l *lowerer) *Value { return l.Ask(Mark, Truth, 0, l.n.N) },
		engine.SPassed: simple(Passed, Places), engine.BSparing: simple(Sparing, Truth),
		engine.BCompletable: simple(Completable, Truth), engine.BFollows: simple(Follows, Truth),

		engine.NTheir: func(l *lowerer) *Value {
			sum := l.Number(0)
			for _, seat := range l.opponents() {
				sum = l.Do(Add, Number, sum, l.Value(l.n.Kids[0], l.view.at(seat)))
			}
			return sum
		},
		engine.STheir: func(l *lowerer) *Value {
			out := l.Set(Places, engine.Set{})
			for _, seat := range l.opponents() {
				there := l.Value(l.n.Kids[0], l.view.at(seat))
				out = l.Do(Join, Places, out, l.Of(Image, Places, l.across(l.view.Seat-seat), seat, there))
			}
			return out
		},
		engine.LTheir: func(l *lowerer) *Value {
			out := l.Set(Lines, engine.Set{})
			for _, seat := range l.opponents() {
				out = l.Do(Join, Lines, out, l.Value(l.n.Kids[0], l.view.at(seat)))
			}
			return out
		},
		engine.BSome:  func(l *lowerer) *Value { return l.quantify(Or) },
		engine.BEvery: func(l *lowerer) *Value { return l.quantify(And) },
	}
}

// simple lowers what is one operation on its operands.
func simple(op Op, t Type) func(l *lowerer) *Value {
	return func(l *lowerer) *Value {
		var args []*Value
		for i := range l.n.Kids {
			args = append(args, l.kid(i))
		}
		return l.Do(op, t, args...)
	}
}

// seen lowers what is asked of a seat.
func seen(op Op, t Type) func(l *lowerer) *Value {
	return func(l *lowerer) *Value {
		seat := l.view.Seat
		if op == Variable {
			seat = l.varSeat()
		}
		return l.Ask(op, t, seat, l.n.N)
	}
}

// ofSets lowers an operation on two sets of one type.
func ofSets(op Op) func(l *lowerer) *Value {
	return func(l *lowerer) *Value {
		a, b := l.kid(0), l.kid(1)
		t := a.Type
		if b.Type == Lines {
			t = Lines
		}
		return l.Do(op, t, a, b)
	}
}

// varSeat is whose variable is asked for; one that all share is seat 0's.
func (l *lowerer) varSeat() int {
	if l.p.Vars[l.n.N].Common {
		return 0
	}
	return l.view.Seat
}

func lowerIf(l *lowerer) *Value {
	a, b := l.kid(1), l.kid(2)
	t := a.Type
	if t == Number && b.Type == Truth || t == Truth && b.Type == Number {
		t = Number
	}
	return l.Do(Select, t, l.kid(0), a, b)
}

// lowerNumber: a place is numbered from 1, a store has no number.
func lowerNumber(l *lowerer) *Value {
	f := l.kid(0)
	if !l.mayBeStore(f) {
		return l.Do(Add, Number, f, l.Number(1))
	}
	onBoard := l.Compare(engine.Less, f, l.Number(l.p.Places))
	return l.Do(Select, Number, onBoard, l.Do(Add, Number, f, l.Number(1)), l.Number(0))
}

// mayBeStore reports whether a place may be a store: one that a move names may.
func (l *lowerer) mayBeStore(f *Value) bool {
	if n, known := f.Known(); known {
		return n >= l.p.Places
	}
	return f.Op != Active && f.Op != First && f.Op != Last
}

func lowerMillsAt(l *lowerer) *Value {
	whole := l.Ask(Within, Lines, l.view.Seat, 0, l.kid(0))
	return l.Do(Meet, Lines, whole, l.Of(Row, Lines, l.linesAt(), l.view.Seat, l.kid(1)))
}

func lowerDouble(l *lowerer) *Value {
	double := ofThrow("double", func(t *engine.Throw) int { return b2i(t.Double) })(l)
	return l.Compare(engine.NotEqual, double, l.Number(0))
}

// ofThrow lowers what a table says of the last throw.
func ofThrow(name string, f func(t *engine.Throw) int) func(l *lowerer) *Value {
	return func(l *lowerer) *Value {
		list := []int{f(new(engine.Throw))} // of none
		for i := range l.p.Throws {
			list = append(list, f(&l.p.Throws[i]))
		}
		return l.Of(Lookup, Number, l.numbers(name, [][]int{list}), 0, l.Do(Thrown, Number))
	}
}

// named is a place of the player to move as the player in view names it.
func (l *lowerer) named(f *Value) *Value {
	if l.namedAlike(l.view.Seat) {
		return f
	}
	return l.Ask(Named, Number, l.view.Seat, 0, f)
}

// namedAlike reports whether the players of a seat name places as those of seat 0 do.
func (l *Lowering) namedAlike(seat int) bool {
	n := len(l.p.Players)
	for q := range n {
		for f := range l.p.Places {
			if on := l.p.Across(q, (q+seat)%n, f); len(on) == 0 || int(on[0]) != f {
				return false
			}
		}
	}
	return true
}

// reach is the set of places so many steps ahead of a place, or behind it.
func (l *lowerer) reach(name string, f func(place, steps int) engine.Set) *Value {
	places := l.p.Places
	if k, known := l.kid(1).Known(); known {
		list := make([]engine.Set, places)
		for i := range list {
			list[i] = f(i, k)
		}
		return l.Of(Row, Places, l.sets(fmt.Sprint(name, " by ", k), [][]engine.Set{list}), 0, l.kid(0))
	}
	longest := 12
	for i := range l.p.Parts {
		longest = max(longest, l.p.Parts[i].Number)
	}
	list := make([]engine.Set, places*(longest+1))
	for i := range list {
		list[i] = f(i%places, i/places)
	}
	// A place off the board or fewer steps than none lead nowhere, whatever stands in the
	// table at what they come to.
	at, k := l.kid(0), l.kid(1)
	i := l.Do(Add, Number, l.Do(Mul, Number, k, l.Number(places)), at)
	onBoard := l.Do(Has, Truth, l.All(), at)
	return l.Do(Select, Places, l.Do(And, Truth, onBoard, l.Compare(engine.GreaterEqual, k, l.Number(0))),
		l.Of(Row, Places, l.sets(name, [][]engine.Set{list}), 0, i), l.Set(Places, engine.Set{}))
}

func (l *lowerer) ahead(f, k int) engine.Set {
	var s engine.Set
	for _, a := range l.p.Ahead(f, k) {
		s = s.With(a.To)
	}
	return s
}

// menOf is how many men the player in view has in all.
func (l *lowerer) menOf() *Value {
	by := make([][]int, len(l.p.Players))
	for q := range by {
		by[q] = []int{l.p.Men(q)}
	}
	return l.Of(Lookup, Number, l.numbers("men of", by), l.view.Seat, l.Number(0))
}

// quantify asks a condition of all opponents.
func (l *lowerer) quantify(op Op) *Value {
	out := l.Truth(op == And)
	for seat := range l.p.Players {
		if !l.allied(l.view.Seat, seat) {
			out = l.Do(op, Truth, out, l.Value(l.n.Kids[0], View{l.view.Seat, seat}))
		}
	}
	return out
}

// opponents are the seats that "their" means: the one bound, or all.
func (l *lowerer) opponents() []int {
	if l.view.Opponent >= 0 {
		return []int{l.view.Opponent}
	}
	var out []int
	for seat := range l.p.Players {
		if !l.allied(l.view.Seat, seat) {
			out = append(out, seat)
		}
	}
	return out
}

// allied reports whether two seats play together; partners sit alike.
func (l *Lowering) allied(i, j int) bool { return l.p.Team[i] == l.p.Team[j] }

// Who are the seats whose men a count of a kind counts.
func (l *Lowering) Who(w engine.Whose, view View) Who {
	out := Who{Own: w == engine.Own}
	for seat := range l.p.Players {
		same := l.allied(view.Seat, seat)
		counts := w == engine.Anyone
		switch w {
		case engine.Own, engine.Mine:
			counts = seat == view.Seat
		case engine.Enemy:
			counts = !same && (view.Opponent < 0 || seat == view.Opponent)
		case engine.Allied:
			counts = same && seat != view.Seat
		}
		if counts {
			out.Seats |= 1 << seat
		}
	}
	return out
}
