package play

import (
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
)

// Results finds the distinct states in which the next throw is due, another
// player is to move, or the game is over, that can be reached from a decision.
// It stops at limit states, or at a line of [MostLine] moves, and then reports false.
// Repetition is not counted while looking ahead.
func Results(in *engine.Interpreter, s *engine.State, limit int) (list []Result, complete bool) {
	list, _, complete = SearchResults(in, s, limit)
	return list, complete
}

// SearchResults is Results, and says how many distinct states, those within the
// turn among them, it has met.
func SearchResults(in *engine.Interpreter, s *engine.State, limit int) (list []Result, met int, complete bool) {
	keep := in.History
	in.History = nil
	defer func() { in.History = keep }()
	return results(in.Program(), s, limit, interpreted(in))
}

// Result is one state a turn can lead to, with the first line (in the defined
// order of moves) that leads there.
type Result struct {
	State *engine.State
	Line  []engine.Move
}

// MostLine is how many single moves of one turn are looked at in a row. Under rules by
// which a turn need never end, each move may lead to another state.
const MostLine = 1000

// results searches what a decision of a program can lead to.
func results(p *engine.Program, s *engine.State, limit int, list follow) (found []Result, met int, complete bool) {
	if s.Status() != engine.Decision {
		return nil, 0, true
	}
	ends := map[string]bool{}
	w := &endings{list: list, p: p}
	w.give = func(t *engine.State) bool {
		if ends[string(t.Bytes())] {
			return true
		}
		ends[t.Key()] = true
		if len(found) == limit {
			return false
		}
		found = append(found, Result{State: t.Clone(), Line: slices.Clone(w.line)})
		return true
	}
	complete = w.walk(s)
	return found, len(w.seen) + len(ends), complete
}

// endings walks through what a decision can come to, in the defined order of moves.
type endings struct {
	list   follow
	give   func(t *engine.State) bool // is given each state that ends the turn, by whatever moves; the walk stops where it is false
	p      *engine.Program
	seen   map[string]bool // states within the turn
	line   []engine.Move   // that leads to where the walk is
	levels []*ending       // by the length of the line
}

// ending is a state within a turn, what follows from it, and a state for that.
type ending struct {
	at, t *engine.State
	x     following
}

// walk goes on from a state. It is false where it was stopped, or a line grew too long.
func (w *endings) walk(s *engine.State) bool {
	depth := len(w.line)
	if depth >= MostLine {
		return false
	}
	if depth == len(w.levels) {
		w.levels = append(w.levels, &ending{at: w.p.NewState(), t: w.p.NewState()})
	}
	l := w.levels[depth]
	l.at.CopyFrom(s)
	w.list(l.at, &l.x, false)
	for k := range l.x.n {
		l.x.follow(l.at, k, l.t)
		played := TurnPlayed(l.at, l.t)
		if !played {
			if w.seen[string(l.t.Bytes())] {
				continue
			}
			if w.seen == nil {
				w.seen = map[string]bool{}
			}
			w.seen[l.t.Key()] = true
		}
		w.line = append(w.line, l.x.moves[k])
		goOn := false
		if played {
			goOn = w.give(l.t)
		} else {
			goOn = w.walk(l.t)
		}
		if !goOn {
			return false
		}
		w.line = w.line[:depth]
	}
	return true
}

// TurnPlayed reports whether a move that led from s to t was the last of a turn, or
// of what was thrown: the next throw is due, another player is to move, or the game
// is over. A turn that comes back to the same player without a throw between is
// another turn all the same; one of a stage without throws begins with nothing
// played.
func TurnPlayed(s, t *engine.State) bool {
	return t.Status() != engine.Decision || t.Player() != s.Player() || t.Fresh() && s.LastThrow() < 0
}
