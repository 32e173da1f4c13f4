package engine

import (
	"math"
	"slices"
)

// Requirements of throw scope ask how well the rest of a throw can be played
// after a move. The answer is found by playing on with a second interpreter, a
// level deeper for each part; the depth is bounded by the agenda. Within the
// search requirements of throw scope themselves do not apply.

// after returns an interpreter that looks one move further ahead, in a state of its own
// that is s.
func (in *Interpreter) after(s *State) *Interpreter {
	if in.best == nil {
		in.best = map[lineKey]int{}
	}
	if in.child == nil {
		in.child = NewInterpreter(in.p)
		in.child.ahead, in.child.tries, in.child.work = true, true, in.p.NewState()
	}
	in.child.Look, in.child.best, in.child.those = in.Look, in.best, in.those
	in.child.work.CopyFrom(s)
	return in.child
}

// tried is after with a move made.
func (in *Interpreter) tried(s *State, m Move) *Interpreter {
	sub := in.after(s)
	sub.apply(sub.work, m)
	return sub
}

// afterwards is what a number or a truth value is in the position that the move under
// consideration leads to, seen as it is asked: the man has moved, and what answers the
// move has happened, but no end or score has been tested.
func (in *Interpreter) afterwards(n *Node) int {
	sub := in.after(in.s)
	made := sub.make(sub.work, in.move)
	sub.View(sub.work, in.mover)
	sub.me, sub.opp, sub.move, sub.course = in.me, in.opp, made, in.course
	return sub.Number(n)
}

// lineValue is the greatest measure of the throw's remaining parts, the move under
// consideration included.
func (in *Interpreter) lineValue(measure LineMeasure) int {
	m := in.move
	own := measure.of(in.p, m.Part)
	if i := in.s.whereLeft(m.Part); i >= 0 && in.s.b[hLeft+i]&OptionalPart != 0 {
		own = 0 // what may be left obliges to nothing
	}
	sub := in.tried(in.s, m)
	if sub.work.b[hOver] != 0 || sub.work.partsLeft() < in.s.partsLeft()-1 {
		return exempt
	}
	return own + sub.reach(sub.work, measure)
}

// mostLines bounds how many positions are remembered: forgetting costs time, never
// correctness.
const mostLines = 1 << 16

// looks counts a position that is looked at.
func (in *Interpreter) looks() {
	if l := in.Look; l != nil {
		if l.seen++; l.seen > l.Most {
			panic(TooFar(l.Most))
		}
	}
}

// How far a requirement looks ahead at most from one move to see what a number comes to, in
// moves and in positions: each move of a series may put up the next, without end. Beyond, the
// number counts as it stands.
const (
	FurthestAhead = 40
	MostAhead     = 1 << 17
)

// atLast is the best that a number can come to, for the player to move, if the move under
// consideration is made and then as much of the throw as he likes.
func (in *Interpreter) atLast(r *Require) int {
	q := in.me
	sub := in.tried(in.s, in.move)
	looked := 0
	return sub.furthest(sub.work, q, r, 1, &looked)
}

// furthest is the best that the number of a requirement can come to in s, some moves ahead,
// seen by player q: where nothing more of the throw can be played, or the player stops.
func (in *Interpreter) furthest(s *State, q int, r *Require, moves int, looked *int) int {
	in.looks()
	*looked++
	in.buf = in.buf[:0]
	if s.b[hOver] == 0 && s.partsLeft() > 0 && int(s.b[hTo]) == q && moves < FurthestAhead && *looked < MostAhead {
		in.buf = in.generate(s, in.buf, false)
		if len(in.buf) == 0 && s.b[hFixed] != 0 {
			if b := in.blockedRule(); b != nil && b.Policy == BlockedSkip {
				sub := in.after(s)
				sub.work.removeLeft(0)
				return sub.furthest(sub.work, q, r, moves+1, looked)
			}
		}
	}
	if len(in.buf) == 0 {
		in.View(s, q)
		return in.stands(r)
	}
	best := math.MinInt
	for _, m := range in.buf {
		sub := in.tried(s, m)
		best = max(best, sub.furthest(sub.work, q, r, moves+1, looked))
	}
	return best
}

// stands is what the number of a requirement is worth in the present view.
func (in *Interpreter) stands(r *Require) int {
	if r.Least {
		return -in.Number(r.Best)
	}
	return in.Number(r.Best)
}

// reach is the greatest measure that the parts left in s can still give.
func (in *Interpreter) reach(s *State, measure LineMeasure) int {
	in.looks()
	in.drop(s, true) // options count for nothing, and may be left
	n, most := s.partsLeft(), s.owed(in.p, measure)
	if n == 0 || s.b[hOver] != 0 {
		return most // the end of the game satisfies what was left
	}
	if n == 1 {
		in.buf = in.generate(s, in.buf[:0], true)
		if len(in.buf) == 0 || in.buf[0].Act == Stop {
			return 0 // who may only stop plays nothing
		}
		return most
	}
	if n <= 2 {
		return in.search(s, measure, most)
	}
	best, known := in.best[lineKey{string(s.b), measure}]
	if !known {
		best = in.search(s, measure, most)
		if len(in.best) > mostLines {
			clear(in.best)
		}
		in.best[lineKey{string(s.b), measure}] = best
	}
	return best
}

// search plays on with every move, as long as there is more to be had.
func (in *Interpreter) search(s *State, measure LineMeasure, most int) int {
	best := 0
	in.buf = in.generate(s, in.buf[:0], false)
	if len(in.buf) == 0 {
		if b := in.blockedRule(); b != nil && b.Policy == BlockedSkip && s.b[hFixed] != 0 {
			sub := in.after(s)
			sub.work.removeLeft(0)
			best = sub.reach(sub.work, measure)
		}
	}
	for _, m := range in.buf {
		if m.Act == Stop {
			continue
		}
		sub := in.tried(s, m)
		if best = max(best, measure.of(in.p, m.Part)+sub.reach(sub.work, measure)); best >= most {
			break
		}
	}
	return best
}

// completable reports whether, after the move under consideration, every part of the
// throw that is left can be played.
func (in *Interpreter) completable() bool {
	if in.ahead || in.s.partsLeft() <= 1 {
		return true
	}
	sub := in.tried(in.s, in.move)
	return sub.reach(sub.work, MostParts) >= sub.work.owed(in.p, MostParts)
}

// follows reports whether, after the move under consideration, the part of that number
// can be played at once.
func (in *Interpreter) follows(number int) bool {
	if in.ahead {
		return true
	}
	sub := in.tried(in.s, in.move)
	if sub.work.b[hOver] != 0 {
		return true
	}
	sub.buf = sub.generate(sub.work, sub.buf[:0], false)
	for _, m := range sub.buf {
		if pt := &in.p.Parts[m.Part]; m.Act != Stop && pt.IsNumber && pt.Number == number {
			return true
		}
	}
	return false
}

// can reports whether a condition holds of a move that the player to move could make now with
// what is left, other than to stop. Changes ask it, and no rule about what may be done, so
// that what may be done does not depend on itself. It is asked before what refuses moves and
// chooses among them, which may look far ahead.
func (in *Interpreter) can(n *Node) bool {
	sub, p := in.after(in.s), in.p
	sub.ahead = in.ahead // it looks no further ahead than who asks
	defer func() { sub.ahead, sub.wanted = true, nil }()
	if sub.View(sub.work, int(sub.work.b[hTo])); sub.work.partsLeft() == 0 {
		return false
	}
	narrows := false
	for i := range p.Requires {
		narrows = narrows || sub.asked(&p.Requires[i])
	}
	if !slices.ContainsFunc(p.Blocked, func(b Blocked) bool { return b.Policy == BlockedLeave }) {
		sub.wanted = n // no part waits for what else can be played
		sub.buf, _ = sub.choice(sub.buf[:0], !narrows)
		if sub.wanted = nil; len(sub.buf) == 0 || !narrows {
			return len(sub.buf) > 0
		}
	}
	sub.buf, _ = sub.choice(sub.buf[:0], false)
	sub.buf = sub.filter(sub.ordered(sub.buf), 0)
	return slices.ContainsFunc(sub.buf, func(m Move) bool { sub.move = m; return sub.Holds(n) })
}

// occurrences is how often the position has stood in which the turn began; where something is
// tested after a move that is its last, or when it is over, the one in which the next begins.
func (in *Interpreter) occurrences() int {
	h := in.History
	if h == nil {
		return 1
	}
	if in.testing&AfterMoves != 0 {
		if sub := in.after(in.s); sub.passOn(sub.work, in.testing) {
			in.p.forgetAside(sub.work.b)
			return 1 + h.Times(sub.work.b)
		}
	}
	return h.Occurrences
}

// passOn carries s, in which something is tested at a moment, on to the position in which the
// next turn begins. It reports whether there is one: whether nothing is left of this turn.
func (in *Interpreter) passOn(s *State, at Moment) bool {
	q := s.Owner()
	for s.b[hOver] == 0 {
		switch {
		case at == AtPlayed || s.partsLeft() == 0 && s.b[hInThrow] != 0 && s.onlyThrows():
			at, s.b[hInThrow] = 0, 0
			in.closeThrow(s, q)
		case s.b[hLeftN] == 0:
			if at != AtTurn { // what answers it has happened before
				in.answer(s, q, OnTurnEnd, noMove)
			}
			return s.b[hLeftN] == 0 && in.takeTurn(s, in.nextPlayer(s))
		case s.partsLeft() > 0 && s.owed(in.p, MostParts) == 0 && !in.exists(s):
			in.drop(s, false)
		default:
			return false
		}
	}
	return false
}
