package ir

import (
	"maps"

	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine"
)

// lowering makes the value of one expression.
type lowering = func(l *lowerer) *Value

// lowerings has an entry for every operation of resolved expressions. It is made once: entries
// look others up.
var lowerings map[engine.Op]lowering

func init() {
	lowerings = map[engine.Op]lowering{}
	for _, some := range []map[engine.Op]lowering{written(), numbersAndTruth(), ofPlaces(), ofPosition(), ofThrows(), ofMoves(), ofOthers()} {
		maps.Copy(lowerings, some)
	}
}

// What is written down.
func written() map[engine.Op]lowering {
	return map[engine.Op]lowering{
		engine.NLit: func(l *lowerer) *Value { return l.Number(l.n.N) },
		engine.BLit: func(l *lowerer) *Value { return l.Truth(l.n.N != 0) },
		engine.SLit: func(l *lowerer) *Value { return l.Set(Places, l.n.Lit) },
		engine.SByPlayer: func(l *lowerer) *Value {
			by := make([][]place.Set, len(l.p.Players))
			for q := range by {
				by[q] = []place.Set{l.n.By[q]}
			}
			name := "by player"
			for _, s := range l.n.By {
				name += setWord(s)
			}
			return l.Of(Row, Places, l.sets(name, by), l.view.Seat, l.Number(0))
		},
	}
}

// Numbers and truth values put together.
func numbersAndTruth() map[engine.Op]lowering {
	return map[engine.Op]lowering{
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
	}
}

// Sets of places and of lines.
func ofPlaces() map[engine.Op]lowering {
	return map[engine.Op]lowering{
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
		engine.SRay: onWays(Ray), engine.SMet: onWays(Met), engine.SBetween: onWays(Between), engine.SBeyond: onWays(Beyond),
		engine.SShift: func(l *lowerer) *Value {
			return l.Of(Image, Places, l.shifted(l.n.Steps, place.Direction(l.n.N)), l.view.Seat, l.kid(0))
		},
		engine.SThose:   func(l *lowerer) *Value { return l.Ask(Those, Places, 0, l.n.N, l.kid(0), l.kid(1)) },
		engine.SReach:   func(l *lowerer) *Value { return l.Of(Reach, Places, l.near(), l.view.Seat, l.kid(0), l.kid(1)) },
		engine.SPoints:  func(l *lowerer) *Value { return l.Of(Image, Places, l.points(), l.view.Seat, l.kid(0)) },
		engine.LMills:   func(l *lowerer) *Value { return l.Ask(Within, Lines, l.view.Seat, 0, l.kid(0)) },
		engine.LMillsAt: lowerMillsAt,
	}
}

// What the position says.
func ofPosition() map[engine.Op]lowering {
	return map[engine.Op]lowering{
		engine.SCompare: func(l *lowerer) *Value {
			return l.Counted(Men, Places, l.view.Seat, int(l.n.Cmp), l.Who(engine.Whose(l.n.N), l.view), l.kid(0))
		},
		engine.NCountAt: func(l *lowerer) *Value {
			return l.Counted(At, Number, l.view.Seat, 0, l.Who(engine.Whose(l.n.N), l.view), l.kid(0))
		},
		engine.SKind:   (*lowerer).ofKind,
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
		engine.NSum: func(l *lowerer) *Value {
			return l.Counted(Total, Number, l.view.Seat, 0, l.Who(engine.Anyone, l.view), l.kid(0))
		},
		engine.NBoard: func(l *lowerer) *Value {
			if l.p.Nobodys { // whose men come to stores of players
				return l.Counted(Total, Number, l.view.Seat, 0, l.Who(engine.Own, l.view), l.All())
			}
			left := l.menOf()
			for st := range l.p.Stores {
				left = l.Do(Sub, Number, left, l.Ask(Store, Number, l.view.Seat, st))
			}
			return left
		},
		engine.NStage: simple(Stage, Number), engine.NPartsLeft: simple(Left, Number), engine.NPartsPlayed: simple(Played, Number),
		engine.SParts: simple(Up, Places), engine.NOccurrences: simple(Occurrences, Number),
		engine.NThat:     func(l *lowerer) *Value { return l.Ask(That, Number, 0, l.n.N) },
		engine.NCourse:   func(l *lowerer) *Value { return l.Ask(Course, Number, 0, l.n.N) },
		engine.NDistance: func(l *lowerer) *Value { return l.Of(Lookup, Number, l.distances(), 0, l.kid(0)) },
		engine.NNumber:   lowerNumber,
	}
}

// What was thrown.
func ofThrows() map[engine.Op]lowering {
	return map[engine.Op]lowering{
		engine.NHigh:   ofThrow("high", func(t *engine.Throw) int { return t.High }),
		engine.NLow:    ofThrow("low", func(t *engine.Throw) int { return t.Low }),
		engine.NValue:  ofThrow("value", func(t *engine.Throw) int { return t.Value }),
		engine.BDouble: lowerDouble,
	}
}

// What the move considered says.
func ofMoves() map[engine.Op]lowering {
	return map[engine.Op]lowering{
		engine.NFrom:   func(l *lowerer) *Value { return l.named(l.Do(From, Number)) },
		engine.NTo:     func(l *lowerer) *Value { return l.named(l.Do(To, Number)) },
		engine.NOver:   func(l *lowerer) *Value { return l.named(l.Do(Over, Number)) },
		engine.NPart:   func(l *lowerer) *Value { return l.Of(Lookup, Number, l.partNumbers(), 0, l.Do(Part, Number)) },
		engine.NPartID: simple(Part, Number), engine.NAct: simple(Act, Number),
		engine.BMark:   func(l *lowerer) *Value { return l.Ask(Mark, Truth, 0, l.n.N) },
		engine.SPassed: simple(Passed, Places), engine.BSparing: simple(Sparing, Truth),
		engine.BCompletable: simple(Completable, Truth), engine.BFollows: simple(Follows, Truth),
		engine.BAfter: simple(After, Truth), engine.NAfter: simple(Later, Number), engine.BCan: simple(Can, Truth),
	}
}

// What is asked of the other side.
func ofOthers() map[engine.Op]lowering {
	return map[engine.Op]lowering{
		engine.NTheir: func(l *lowerer) *Value {
			sum := l.Number(0)
			for _, seat := range l.opponents() {
				sum = l.Do(Add, Number, sum, l.Value(l.n.Kids[0], l.view.at(seat)))
			}
			return sum
		},
		engine.STheir: func(l *lowerer) *Value {
			out := l.Set(Places, place.Set{})
			for _, seat := range l.opponents() {
				there := l.Value(l.n.Kids[0], l.view.at(seat))
				out = l.Do(Join, Places, out, l.Of(Image, Places, l.across(l.view.Seat-seat), seat, there))
			}
			return out
		},
		engine.LTheir: func(l *lowerer) *Value {
			out := l.Set(Lines, place.Set{})
			for _, seat := range l.opponents() {
				out = l.Do(Join, Lines, out, l.Value(l.n.Kids[0], l.view.at(seat)))
			}
			return out
		},
		engine.BSome:  func(l *lowerer) *Value { return l.quantify(Or) },
		engine.BEvery: func(l *lowerer) *Value { return l.quantify(And) },
	}
}
