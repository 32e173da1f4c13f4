package gather

import (
	"math"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/play"
)

// watcher sees games, one after the other, and gathers what a measure comes to in each. It is not safe for concurrent use.
type watcher struct {
	*Asked
	in      *engine.Interpreter // which remembers no positions: no measure asks for any
	group   grouping
	openers *play.Openers
	seed    uint64
	thrown  *engine.State // what a throw gives, before the game is carried on
	listed  []engine.Move // scratch

	count  engine.Counter
	course engine.Course
	owner  int // whose turn it is
	cells  []cell
}

// cell is what has been gathered of a group in a game.
type cell struct {
	moments int // at which the measure was asked
	held    int // … and its condition held
	sum     int
	least   int
	most    int
}

func newWatcher(a *Asked, seed uint64) *watcher {
	p := a.Game.Program
	return &watcher{Asked: a, in: engine.NewInterpreter(p), group: groupings[a.By.Text](a.Game), openers: play.NewOpeners(p), seed: seed,
		thrown: p.NewState(), cells: make([]cell, len(a.Groups))}
}

// watch is how the watcher is told of games.
func (w *watcher) watch() *play.Watch {
	return &play.Watch{Begin: w.begin, Throw: w.throw, Move: w.move}
}

func (w *watcher) begin(game int, _ *engine.State) {
	clear(w.cells)
	w.count, w.course = engine.Counter{Owner: -1}, engine.Course{engine.WinnerIs: -1, engine.EndedBy: -1}
	w.course[engine.Opener] = w.openers.Of(w.seed, uint64(game))
}

// begun takes note of a turn that begins, where one does when count counts.
func (w *watcher) begun(s *engine.State, count func()) {
	before := w.count.Turns
	if count(); w.count.Turns == before {
		return
	}
	w.turnOver(s)
	w.owner = s.Owner()
	w.course[engine.TurnsBegun]++
	w.course[engine.MovesOfTurn] = 0
}

// turnOver asks about the turn before, which has led to s.
func (w *watcher) turnOver(s *engine.State) {
	if w.course[engine.TurnsBegun] > 0 {
		w.ask("turn", &moment{s: s, q: w.owner, throw: -1})
	}
}

// throw is told that a throw is about to be made.
func (w *watcher) throw(s *engine.State, t int) {
	w.begun(s, func() { w.count.Thrown(s) })
	if w.At.Text == "throw" {
		w.thrown.CopyFrom(s)
		w.in.ThrowOnly(w.thrown, t)
		w.ask("throw", &moment{s: w.thrown, q: s.Player(), throw: t})
	}
}

// move is told that a move has been chosen, and is about to be made.
func (w *watcher) move(s *engine.State, moves []engine.Move, chosen int) {
	m := moves[chosen]
	w.begun(s, func() { w.count.Made(s, moves, m) })
	w.course[engine.Choices] = len(moves)
	if w.rule.Asks(engine.RefusedMoves) {
		w.course[engine.RefusedMoves] = len(w.in.Explain(s).Refused)
	}
	w.ask("decision", &moment{s: s, q: s.Player(), throw: s.LastThrow()})
	if w.At.Text == "move" && w.ofRule {
		m = w.ruled(s, m)
	}
	w.ask("move", &moment{s: s, q: s.Player(), throw: s.LastThrow(), move: &m})
	w.course[engine.MovesMade]++
	w.course[engine.MovesOfTurn]++
}

// ruled is a move with the rule that allows it, which generated code does not say.
func (w *watcher) ruled(s *engine.State, m engine.Move) engine.Move {
	w.listed = w.in.Moves(s, w.listed[:0])
	for _, x := range w.listed {
		if x.Act == m.Act && x.Part == m.Part && x.From == m.From && x.To == m.To && x.Over == m.Over && x.Class == m.Class && x.Men == m.Men && x.Sparing == m.Sparing {
			return x
		}
	}
	return m
}

// over is told that a game has been played to its end, or given up.
func (w *watcher) over(x *play.Played) {
	if !x.OverCap {
		w.turnOver(x.State)
	}
	if end, _ := x.State.End(); end >= 0 && !x.OverCap {
		w.course[engine.Ended], w.course[engine.EndedBy], w.course[engine.WinnerIs] = 1, end, x.State.Winner()
	}
	for q := range w.Game.Program.Players {
		if byPlayer := w.By.Text == "player" || w.By.Text == "role"; byPlayer || q == w.course[engine.Opener] {
			w.ask("game", &moment{s: x.State, q: q, throw: -1})
		}
	}
}

// ask asks the measure, if it is asked at such moments.
func (w *watcher) ask(at string, m *moment) {
	if at != w.At.Text {
		return
	}
	m.first = w.course[engine.Opener]
	value, holds := w.in.Measured(&w.rule, m.s, m.q, m.move, &w.course)
	w.group.of(m, func(group int) {
		c := &w.cells[group]
		c.moments++
		if !holds {
			return
		}
		if c.held++; c.held == 1 {
			c.least, c.most = value, value
		}
		c.sum += value
		c.least, c.most = min(c.least, value), max(c.most, value)
	})
}

// value is what a game came to in a group, NaN where it has no value there.
func (w *watcher) value(c *cell) float64 {
	if c.held == 0 && (w.Gather.Text != "sum" && w.Gather.Text != "share" || w.Gather.Text == "share" && c.moments == 0) {
		return math.NaN()
	}
	switch w.Gather.Text {
	case "share":
		return float64(c.held) / float64(c.moments)
	case "mean":
		return float64(c.sum) / float64(c.held) / w.unit
	case "least":
		return float64(c.least) / w.unit
	case "most":
		return float64(c.most) / w.unit
	}
	return float64(c.sum) / w.unit
}
