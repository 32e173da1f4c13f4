package engine

import "fmt"

// Requirements of throw scope ask how well the rest of a throw can be played
// after a move. The answer is found by playing on with a second interpreter, a
// level deeper for each part; the depth is bounded by the agenda. Within the
// search requirements of throw scope themselves do not apply.

// exempt is the value of a move after which nothing of the throw is left to be
// played because a rule ended the game or dropped the rest. Such a move breaks
// no obligation, and it is no reason to forbid others.
const exempt = -1

// Look bounds looking ahead. The rules of a game may ask for more than can be
// worked out: the longest way of playing twelve parts in any order. Beyond Most
// positions for the moves of one decision the interpreter panics with TooFar; it
// cannot go on, and is to be thrown away.
type Look struct {
	Most int
	seen int
}

// TooFar is the panic of an interpreter that looked at more than so many
// positions for one decision.
type TooFar int

func (t TooFar) Error() string {
	return fmt.Sprintf("what may be done at one decision depends on more than %d positions ahead", int(t))
}

// lineValue is the greatest measure of the throw's remaining parts, m included.
func (in *Interpreter) lineValue(m *Move, measure LineMeasure) int {
	own := 1
	if measure == MostPips {
		own = in.p.Parts[m.Part].Number
	}
	if in.s.mayBeLeft(m.Part) {
		own = 0 // what may be left obliges to nothing
	}
	sub := in.sub()
	sub.work.CopyFrom(in.s)
	sub.apply(sub.work, *m)
	if sub.work.b[hOver] != 0 || sub.work.partsLeft() < in.s.partsLeft()-1 {
		return exempt
	}
	return own + sub.reach(sub.work, measure)
}

// reach is the greatest measure that the parts left in s can still give.
func (in *Interpreter) reach(s *State, measure LineMeasure) int {
	if l := in.Look; l != nil {
		if l.seen++; l.seen > l.Most {
			panic(TooFar(l.Most))
		}
	}
	in.drop(s, true) // options count for nothing, and may be left
	n := s.partsLeft()
	if n == 0 {
		return 0
	}
	if s.b[hOver] != 0 {
		return s.owed(in.p, measure) // the end of the game satisfies what was left
	}
	if n == 1 {
		in.buf = in.generate(s, in.buf[:0], true)
		if len(in.buf) == 0 || in.buf[0].Act == Stop {
			return 0 // who may only stop plays nothing
		}
		if measure == MostParts {
			return 1
		}
		return in.p.Parts[in.buf[0].Part].Number
	}
	most := s.owed(in.p, measure)
	var key memoKey
	if n > 3 {
		if in.lines == nil {
			in.lines = map[memoKey]int{}
		}
		key = memoKey{s.Key(), measure}
		if v, ok := in.lines[key]; ok {
			return v
		}
	}
	best := 0
	moves := in.generate(s, in.buf[:0], false)
	in.buf = moves
	if len(moves) == 0 {
		if b := in.blockedRule(); b != nil && b.Policy == BlockedSkip && s.b[hFixed] != 0 {
			sub := in.sub()
			sub.work.CopyFrom(s)
			sub.work.removeLeft(0)
			best = sub.reach(sub.work, measure)
		}
	}
	for i := range moves {
		m := moves[i]
		if m.Act == Stop {
			continue
		}
		own := 1
		if measure == MostPips {
			own = in.p.Parts[m.Part].Number
		}
		sub := in.sub()
		sub.work.CopyFrom(s)
		sub.apply(sub.work, m)
		best = max(best, own+sub.reach(sub.work, measure))
		if best >= most {
			break
		}
	}
	if n > 3 {
		if len(in.lines) > 1<<16 {
			clear(in.lines) // a bounded table: forgetting costs time, never correctness
		}
		in.lines[key] = best
	}
	return best
}

// owed is the measure of all parts left that may not be left.
func (s *State) owed(p *Program, measure LineMeasure) int {
	sum := 0
	for i := s.partsLeft() - 1; i >= 0; i-- {
		if s.b[hLeft+i]&optional != 0 {
			continue
		}
		if measure == MostParts {
			sum++
		} else {
			sum += p.Parts[s.b[hLeft+i]].Number
		}
	}
	return sum
}

// mayBeLeft reports whether the part, where it first stands, may be left.
func (s *State) mayBeLeft(part uint8) bool {
	for i := 0; i < int(s.b[hLeftN]); i++ {
		if s.b[hLeft+i]&^optional == part {
			return s.b[hLeft+i]&optional != 0
		}
	}
	return false
}

type memoKey struct {
	state   string
	measure LineMeasure
}

// completable reports whether, after the candidate, every part of the throw
// that is left can be played.
func (in *Interpreter) completable() bool {
	if in.quiet {
		return true
	}
	n := in.s.partsLeft() - 1
	if n <= 0 {
		return true
	}
	sub := in.sub()
	sub.work.CopyFrom(in.s)
	sub.apply(sub.work, in.candidate)
	return sub.reach(sub.work, MostParts) >= sub.work.owed(in.p, MostParts)
}

// follows reports whether, after the candidate, the part of that number can be
// played at once.
func (in *Interpreter) follows(number int) bool {
	if in.quiet {
		return true
	}
	sub := in.sub()
	sub.work.CopyFrom(in.s)
	sub.apply(sub.work, in.candidate)
	if sub.work.b[hOver] != 0 {
		return true
	}
	sub.buf = sub.generate(sub.work, sub.buf[:0], false)
	for i := range sub.buf {
		if pt := &in.p.Parts[sub.buf[i].Part]; sub.buf[i].Act != Stop && pt.IsNumber && pt.Number == number {
			return true
		}
	}
	return false
}
