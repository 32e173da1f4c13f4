package play

import (
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
)

// Gatherer works measures out in games of a program, one after the other. It is not safe for concurrent use.
type Gatherer struct {
	p       *engine.Program
	in      *engine.Interpreter // which remembers no positions: no measure asks for any
	asked   []asked
	openers *Openers
	seed    uint64
	thrown  *engine.State // what a throw gives, before the game is carried on
	listed  []engine.Move // scratch

	byCode bool // generated code has gathered the measures of the game
	count  engine.Counter
	course engine.Course
	owner  int // whose turn it is
	cells  [][]engine.Cell
	seen   moment       // scratch, of a game that is over
	tally  engine.Tally // …
}

// asked is a measure that is asked.
type asked struct {
	*engine.Measure
	of      grouping
	tallied *tallied // the tally of a game says what it comes to; nil where it does not
	watched bool     // it has to be asked while a game is played
	ofRule  bool     // it has to be known which rule allows a move, by which way it leads, or what comes of it
}

// NewGatherer returns who works some measures out in the games of a seed.
func NewGatherer(p *engine.Program, list []engine.Measure, seed uint64) *Gatherer {
	g := &Gatherer{p: p, in: engine.NewInterpreter(p), seed: seed, thrown: p.NewState()}
	for i := range list {
		x := &list[i]
		a := asked{Measure: x, of: groupings[x.By](p), tallied: talliedOf(x), ofRule: x.By == engine.ByStatement || x.By == engine.ByLine || x.LooksAhead()}
		a.watched = watches(x)
		g.asked, g.cells = append(g.asked, a), append(g.cells, make([]engine.Cell, x.Groups(p)))
	}
	return g
}

// watches reports whether a measure has to be asked while a game is played: the last state and the tally do not tell.
func watches(x *engine.Measure) bool {
	if x.At == engine.OfGame {
		return x.Asks(engine.MovesOfTurn)
	}
	return talliedOf(x) == nil
}

// Branching reports whether measures ask how many moves there are to choose from.
func (g *Gatherer) Branching() bool {
	return slices.ContainsFunc(g.asked, func(a asked) bool { return a.Asks(engine.Choices) })
}

// Watched reports whether any of some measures has to be asked while games are played.
func Watched(list []engine.Measure) bool {
	return slices.ContainsFunc(list, func(x engine.Measure) bool { return watches(&x) })
}

// watch is how the gatherer is told of games that are played step by step.
func (g *Gatherer) watch() *Watch {
	return &Watch{Begin: g.begin, Throw: g.throw, Move: g.move}
}

func (g *Gatherer) begin(game int, _ *engine.State) {
	g.byCode = false
	for i := range g.cells {
		clear(g.cells[i])
	}
	g.opens(game)
}

// opens takes note of who begins a game.
func (g *Gatherer) opens(game int) {
	g.count, g.course = engine.Counter{Owner: -1}, engine.Course{engine.WinnerIs: -1, engine.EndedBy: -1}
	if g.openers == nil { // games that are recalled know who began
		g.openers = NewOpeners(g.p)
	}
	g.course[engine.Opener] = g.openers.Of(g.seed, uint64(game))
}

// begun takes note of a turn that begins, where one does when count counts.
func (g *Gatherer) begun(s *engine.State, count func()) {
	before := g.count.Turns
	if count(); g.count.Turns == before {
		return
	}
	g.turnOver(s)
	g.owner = s.Owner()
	g.course[engine.TurnsBegun]++
	g.course[engine.MovesOfTurn] = 0
}

// turnOver asks about the turn before, which has led to s.
func (g *Gatherer) turnOver(s *engine.State) {
	if g.course[engine.TurnsBegun] > 0 {
		g.ask(engine.OfTurn, &moment{s: s, q: g.owner, throw: -1})
	}
}

// throw is told that a throw is about to be made.
func (g *Gatherer) throw(s *engine.State, t int) {
	g.begun(s, func() { g.count.Thrown(s) })
	if g.asks(engine.OfThrow) {
		g.thrown.CopyFrom(s)
		g.in.ThrowOnly(g.thrown, t)
		g.ask(engine.OfThrow, &moment{s: g.thrown, q: s.Player(), throw: t})
	}
}

// asks reports whether any measure is asked on an occasion.
func (g *Gatherer) asks(at engine.Occasion) bool {
	return slices.ContainsFunc(g.asked, func(a asked) bool { return a.At == at })
}

// move is told that a move has been chosen, and is about to be made.
func (g *Gatherer) move(s *engine.State, moves []engine.Move, chosen int) {
	m := moves[chosen]
	g.begun(s, func() { g.count.Made(s, moves, m) })
	g.course[engine.Choices] = len(moves)
	ofRule, refused := false, false
	for i := range g.asked {
		a := &g.asked[i]
		ofRule, refused = ofRule || a.ofRule, refused || a.Asks(engine.RefusedMoves)
	}
	if refused {
		g.course[engine.RefusedMoves] = len(g.in.Explain(s).Refused)
	}
	g.ask(engine.OfDecision, &moment{s: s, q: s.Player(), throw: s.LastThrow()})
	if ofRule {
		m = g.ruled(s, m)
	}
	g.ask(engine.OfMove, &moment{s: s, q: s.Player(), throw: s.LastThrow(), move: &m})
	g.course[engine.MovesMade]++
	g.course[engine.MovesOfTurn]++
	if m.Act == engine.Pass || m.Act == engine.Stop {
		g.course[engine.PassesMade]++
	}
}

// ruled is a move with the rule that allows it and its way, which generated code does not say.
func (g *Gatherer) ruled(s *engine.State, m engine.Move) engine.Move {
	g.listed = g.in.Moves(s, g.listed[:0])
	for _, x := range g.listed {
		if SameMove(&x, &m) {
			return x
		}
	}
	return m
}

// counted takes over what generated code has gathered in a game: of the measures that have to be watched, by their number among
// these.
func (g *Gatherer) counted(game int, gathered func(measure int, cells []engine.Cell)) {
	g.opens(game)
	g.byCode = true
	n := 0
	for i := range g.asked {
		if !g.asked[i].watched {
			clear(g.cells[i])
			continue
		}
		gathered(n, g.cells[i])
		n++
	}
}

// Over is told that a game has been played to its end, or given up. It fills in what the measures came to, which lasts until
// the next game.
func (g *Gatherer) Over(x *Played) {
	watched := slices.ContainsFunc(g.asked, func(a asked) bool { return a.watched })
	if !watched {
		g.begin(x.Number, nil)
	}
	if !x.OverCap && watched && !g.byCode {
		g.turnOver(x.State)
	}
	if end, _ := x.State.End(); end >= 0 && !x.OverCap {
		g.course[engine.Ended], g.course[engine.EndedBy], g.course[engine.WinnerIs] = 1, end, x.State.Winner()
	}
	g.ended(&x.Tally, x.State)
	x.Cells = g.cells
}

// ended works out what is asked of a game that is over, with such a tally.
func (g *Gatherer) ended(t *engine.Tally, s *engine.State) {
	g.course[engine.MovesMade], g.course[engine.TurnsBegun], g.course[engine.PassesMade] = t.Plies, t.Turns, t.Passes
	if t.OverCap {
		g.course[engine.GivenUp] = 1
	}
	for i := range g.asked {
		if by := g.asked[i].tallied; by != nil {
			g.cells[i][0] = by.cell(t)
		}
	}
	if g.asks(engine.OfGame) {
		for q := range g.p.Players {
			g.seen = moment{s: s, q: q, throw: -1}
			g.askGame(&g.seen)
		}
	}
}

// Kept is what is kept of a game that is over.
type Kept struct {
	engine.Tally
	Opener, Winner int     // -1 for nobody
	Ended          bool    // by a rule
	Points         []int32 // by player, in units of 1/Denominator
}

// Recall works the measures out in a game of which no more is kept. They last until the next game.
func (g *Gatherer) Recall(x Kept) [][]engine.Cell {
	for i := range g.cells {
		clear(g.cells[i])
	}
	g.course = engine.Course{engine.Opener: x.Opener, engine.WinnerIs: x.Winner, engine.EndedBy: -1}
	if x.Ended {
		g.course[engine.Ended] = 1
	}
	g.thrown.Award(g.p, x.Points)
	g.tally = x.Tally
	g.ended(&g.tally, g.thrown)
	return g.cells
}

// Recalls reports whether a measure asks nothing but what is kept of a game that is over.
func Recalls(x *engine.Measure) bool {
	return talliedOf(x) != nil || x.At == engine.OfGame && x.OfResult()
}

// askGame asks about a game as a player sees it: where players are not told apart, as who began does.
func (g *Gatherer) askGame(m *moment) {
	m.first = g.course[engine.Opener]
	for i := range g.asked {
		a := &g.asked[i]
		if a.At == engine.OfGame && (a.By == engine.ByPlayer || a.By == engine.ByRole || m.q == m.first) {
			g.enter(i, m)
		}
	}
}

// ask asks the measures that are asked on an occasion.
func (g *Gatherer) ask(at engine.Occasion, m *moment) {
	m.first = g.course[engine.Opener]
	for i := range g.asked {
		if a := &g.asked[i]; a.At == at && a.tallied == nil {
			g.enter(i, m)
		}
	}
}

// enter enters what a measure comes to at a moment.
func (g *Gatherer) enter(i int, m *moment) {
	if value, counts, holds := g.in.Measured(g.asked[i].Measure, m.s, m.q, m.move, &g.course); counts {
		if g.asked[i].By == engine.ByNothing {
			g.cells[i][0].Enter(value, holds)
			return
		}
		g.asked[i].of(m, func(group int) { g.cells[i][group].Enter(value, holds) })
	}
}

// tallied is a measure that the tally of a game answers: turns, moves, or moves to choose from, not told apart.
type tallied struct {
	turns   bool // turns are counted, and not moves
	chosen  bool // only moves that have been chosen among several
	choices bool // the value is how many there were to choose from
}

// talliedOf says how a tally answers a measure; nil where it does not.
func talliedOf(x *engine.Measure) *tallied {
	if x.By != engine.ByNothing || x.Among != nil || x.Gather == engine.Most || x.Gather == engine.Least {
		return nil
	}
	choices := func(n *engine.Node) bool { return n != nil && n.Op == engine.NCourse && n.N == engine.Choices }
	t := &tallied{turns: x.At == engine.OfTurn, chosen: x.When != nil, choices: choices(x.Value)}
	several := func(n *engine.Node) bool {
		if n.Op != engine.BCompare || !choices(n.Kids[0]) || n.Kids[1].Op != engine.NLit {
			return false
		}
		return n.Cmp == engine.Greater && n.Kids[1].N == 1 || n.Cmp == engine.GreaterEqual && n.Kids[1].N == 2
	}
	switch {
	case x.When != nil && !several(x.When), x.Value != nil && !t.choices:
		return nil
	case t.turns:
		if t.chosen || t.choices {
			return nil
		}
	case x.At != engine.OfMove && x.At != engine.OfDecision:
		return nil
	}
	return t
}

// cell is what a game with such a tally comes to.
func (t *tallied) cell(x *engine.Tally) engine.Cell {
	c := engine.Cell{Moments: x.Plies, Held: x.Plies, Sum: x.Plies}
	switch {
	case t.turns:
		n := x.Turns
		if x.OverCap {
			n = max(n-1, 0) // the last one was not over
		}
		return engine.Cell{Moments: n, Held: n, Sum: n}
	case t.chosen:
		c.Held, c.Sum = x.Chosen, x.Chosen
		if t.choices {
			c.Sum = x.Branch
		}
	case t.choices:
		c.Sum = x.Branch + x.Plies - x.Chosen
	}
	return c
}
