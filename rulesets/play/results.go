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

// resultSearch looks for results into depth, in the defined order of moves.
type resultSearch struct {
	list   follow
	limit  int
	seen   map[string]bool
	found  []Result
	line   []engine.Move
	levels levels        // by the length of the line
	t      *engine.State // scratch
}

// results searches what a decision of a program can lead to.
func results(p *engine.Program, s *engine.State, limit int, list follow) (found []Result, met int, complete bool) {
	if s.Status() != engine.Decision {
		return nil, 0, true
	}
	r := &resultSearch{list: list, limit: limit, seen: map[string]bool{}, t: p.NewState()}
	complete = r.walk(s)
	return r.found, len(r.seen), complete
}

func (r *resultSearch) walk(s *engine.State) bool {
	depth := len(r.line)
	if depth >= MostLine {
		return false
	}
	x := r.levels.at(depth)
	r.list(s, x, false)
	for k, m := range x.moves {
		x.follow(s, k, r.t)
		if r.seen[string(r.t.Bytes())] {
			continue
		}
		t := r.t.Clone()
		r.seen[string(t.Bytes())] = true
		r.line = append(r.line, m)
		if TurnPlayed(s, t) {
			if len(r.found) == r.limit {
				return false
			}
			r.found = append(r.found, Result{State: t, Line: slices.Clone(r.line)})
		} else if !r.walk(t) {
			return false
		}
		r.line = r.line[:depth]
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
