package engine

import (
	"cmp"
	"slices"

	"github.com/lectio/lectio/rulesets/board/place"
)

// Moves appends the legal single moves of the player to move to buf, in the
// defined order, and returns it. It appends nothing when a throw is due or the
// game is over; otherwise there is always at least one move, which is a pass
// when nothing can be played.
func (in *Interpreter) Moves(s *State, buf []Move) []Move {
	if s.Status() != Decision {
		return buf
	}
	in.wide = in.wide[:0]
	if in.Look != nil {
		in.Look.seen = 0
	}
	start := len(buf)
	buf = in.generate(s, buf, false)
	if len(buf) == start {
		buf = append(buf, pass)
	}
	for i := range buf[start:] {
		if r := buf[start+i].Rule(in.p); r != nil {
			in.applied(r.Statement)
		}
	}
	return buf
}

// generate appends the legal moves without pass; with one, to no others, it may stop
// at the first (then neither sorted nor filtered by requirements, which never empty a
// choice).
func (in *Interpreter) generate(s *State, buf []Move, one bool) []Move {
	in.View(s, int(s.b[hTo]))
	if s.partsLeft() == 0 {
		if s.b[hLeftN] > 0 && s.b[hLeft] == PartThrow|OptionalPart {
			buf = append(buf, bare(ThrowAgain), bare(Stop))
		}
		return buf
	}
	start := len(buf)
	buf, mayLeave := in.choice(buf, one)
	if one && len(buf) > start {
		return buf
	}
	buf = buf[:start+len(in.ordered(buf[start:]))]
	buf = in.filter(buf, start)
	stop := bare(Stop)
	in.move = stop
	if !mayLeave || len(buf) == start { // parts that may be left can be stopped at anyway
		if stop.rule = in.stopRule(); stop.rule == 0 {
			return buf
		}
	}
	if in.move = stop; !in.forbidden(false) {
		buf = append(buf, stop)
	}
	return buf
}

// choice appends what the rules let stand before requirements narrow it, as permitted does.
func (in *Interpreter) choice(buf []Move, one bool) (_ []Move, mayLeave bool) {
	if !in.p.Tries() {
		return in.permitted(buf, one)
	}
	start := len(buf)
	buf, mayLeave = in.permitted(buf, false)
	return in.strike(buf, start, one), mayLeave
}

// ordered puts moves into the defined order, each once.
func (in *Interpreter) ordered(moves []Move) []Move {
	slices.SortStableFunc(moves, in.inOrder)
	return slices.CompactFunc(moves, same)
}

// permitted appends what the rules allow and do not forbid, part by part: all in the
// defined order, or the first alone and, where parts that cannot be played wait, the
// next. It reports whether all parts that can be played may also be left.
func (in *Interpreter) permitted(buf []Move, one bool) (_ []Move, mayLeave bool) {
	s, start, mustPlay := in.s, len(buf), false
	fixed, last := s.b[hFixed] != 0, -1
	for k := range s.partsLeft() {
		i := k
		if !fixed {
			if i = s.partAfter(in.p, last); i < 0 {
				break
			}
			last = in.p.partRank[s.b[hLeft+i]&^OptionalPart]
		} else if k > 0 {
			wait := in.blockedRule()
			if wait == nil || wait.Policy != BlockedLeave || len(buf) > start {
				break
			}
			in.applied(wait.Statement)
			if s.whereLeft(s.b[hLeft+k]&^OptionalPart) < k {
				continue
			}
		}
		before, option := len(buf), s.b[hLeft+i]&OptionalPart != 0
		for rule := range in.p.Allows {
			a := &in.p.Allows[rule]
			if a.Act == Stop || !s.inStage(a.Stages) || !a.Parts[s.b[hLeft+i]&^OptionalPart] {
				continue
			}
			in.move = bare(a.Act)
			in.move.rule, in.move.Part, in.move.Men = int16(rule+1), s.b[hLeft+i]&^OptionalPart, 1
			if buf = in.candidates(a, buf, one); one && len(buf) > start {
				return buf, false
			}
		}
		mayLeave = mayLeave || option
		mustPlay = mustPlay || !option && len(buf) > before
	}
	return buf, mayLeave && !mustPlay
}

// stopRule returns 1 + the index of a rule that now allows to stop, or 0.
func (in *Interpreter) stopRule() int16 {
	for i := range in.p.Allows {
		if a := &in.p.Allows[i]; a.Act == Stop && in.s.inStage(a.Stages) && in.is(a.When) {
			return int16(i + 1)
		}
	}
	return 0
}

// candidates appends the moves by one rule, with the part under consideration, that
// nothing forbids.
func (in *Interpreter) candidates(a *Allow, buf []Move, one bool) []Move {
	p, s, m, start := in.p, in.s, &in.move, len(buf)
	switch a.Act {
	case Declare:
		return in.consider(a, buf)
	case Place, Enter:
		for _, st := range a.Stores {
			if s.InStore(p, in.me, st) > 0 {
				m.From, m.To = int16(p.Places+st), -1
				buf = in.towards(a, in.room(a), buf)
			}
		}
		return buf
	}
	origin := in.origin(a)
	m.Nobodys = a.Nobodys
	for f := origin.First(); f >= 0; f = origin.From(f + 1) {
		if a.Act == Sow {
			m.From, m.Class, m.Men = int16(f), uint8(a.Sown.Number), 1
			if m.To = int16(in.sow(m, nil)); m.To >= 0 {
				buf = in.consider(a, buf)
			}
			continue
		}
		if a.Act == Remove {
			m.From, m.To = int16(f), int16(p.Places+p.StoreIndex(OutStore))
			buf = in.consider(a, buf)
			continue
		}
		for c := range p.classes {
			have := in.menToMove(c, f)
			if have == 0 {
				continue
			}
			m.From, m.To, m.Over, m.Class, m.Men, m.Way = int16(f), -1, -1, uint8(c), 1, 0
			if a.Men != nil {
				k := in.Number(a.Men)
				if k < 1 || k > have {
					continue
				}
				m.Men = uint8(k)
			}
			buf = in.ofMan(a, buf)
			if one && len(buf) > start {
				return buf
			}
		}
	}
	return buf
}

// menToMove is how many men of a class at a place the move under consideration may take: of the player's, or of nobody's.
func (in *Interpreter) menToMove(c, f int) int {
	if nobody := in.p.Nobody(); in.move.Nobodys {
		return in.s.MenOfClass(in.p, nobody, c, in.p.FirstAcross(in.me, nobody, f))
	}
	return in.s.MenOfClass(in.p, in.me, c, f)
}

// origin returns the places from which men may be moved, or taken, by a rule.
func (in *Interpreter) origin(a *Allow) place.Set {
	var from place.Set
	switch active := in.s.Active(); {
	case a.Nobodys && active < 0:
		from = in.Set(in.p.nobodysMen)
	case a.Act == Remove:
		from = in.Set(in.p.enemyMen)
	case active >= 0:
		from = place.SetOf(active)
	default:
		from = in.Set(in.p.ownMen)
	}
	if a.From != nil {
		from = from.And(in.Set(a.From))
	}
	return from
}

// room returns the places to which the man under consideration may go by a rule.
func (in *Interpreter) room(a *Allow) place.Set { return in.Set(cmp.Or(a.To, in.p.emptyPlaces)) }

// ofMan appends the moves of the man under consideration.
func (in *Interpreter) ofMan(a *Allow, buf []Move) []Move {
	p, m := in.p, &in.move
	f, part := int(m.From), &p.Parts[m.Part]
	switch a.Act {
	case BearOff:
		if !p.Leaves(f, part) {
			return buf
		}
		m.To = int16(p.Places + p.StoreIndex(OffStore))
		return in.consider(a, buf)
	case Advance:
		ways := p.Ahead(f, part.Number)
		if a.To != nil {
			to := in.Set(a.To)
			for t := to.First(); t >= 0; t = to.From(t + 1) {
				way := slices.IndexFunc(ways, func(w place.Way) bool { return w.To == t })
				m.To, m.Way = int16(t), int16(way+1)
				buf = in.consider(a, buf)
			}
			return buf
		}
		for i := range ways {
			m.To, m.Way = int16(ways[i].To), int16(i+1)
			buf = in.consider(a, buf)
		}
	case Step:
		to := in.room(a)
		if a.To == nil {
			to = to.And(p.Near[in.me][f])
		}
		return in.towards(a, to, buf)
	case Leap:
		over, to := in.Set(cmp.Or(a.Over, p.enemyMen)), in.room(a)
		for _, l := range p.Leaps[in.me][f] {
			if over.Has(l.Over) && to.Has(l.To) {
				m.Over, m.To = int16(l.Over), int16(l.To)
				buf = in.consider(a, buf)
			}
		}
	}
	return buf
}

// towards appends the moves that lead to the places of a set.
func (in *Interpreter) towards(a *Allow, to place.Set, buf []Move) []Move {
	for t := to.First(); t >= 0; t = to.From(t + 1) {
		in.move.To = int16(t)
		buf = in.consider(a, buf)
	}
	return buf
}

// consider appends the move under consideration when the rule's own condition and the
// prohibitions let it stand; and once more as one that spares, where a rule permits that.
func (in *Interpreter) consider(a *Allow, buf []Move) []Move {
	if !in.is(a.When) {
		return buf
	}
	if in.is(in.wanted) && !in.forbidden(false) {
		buf = append(buf, in.move)
	}
	if a.Sparing && in.CountAt(Enemy, int(in.move.To)) > 0 {
		in.move.Sparing = true
		if in.is(in.wanted) && !in.forbidden(false) {
			buf = append(buf, in.move)
		}
		in.move.Sparing = false
	}
	return buf
}

// strike takes away what those prohibitions refuse that narrow the choice last; with one
// it may stop at the first move that they let stand. What there was to choose from before
// is noted for Pick.
func (in *Interpreter) strike(buf []Move, start int, one bool) []Move {
	in.wide = in.ordered(append(in.wide[:0], buf[start:]...))
	if e := in.explain; e != nil {
		for i := range e.Refused {
			in.move = e.Refused[i].Move
			in.forbidden(true)
		}
	}
	out := buf[:start]
	for _, in.move = range buf[start:] {
		if !in.forbidden(true) {
			if out = append(out, in.move); one {
				break
			}
		}
	}
	return out
}

// forbidden reports whether a prohibition refuses the move under consideration: one of
// those that narrow the choice last, or of all others. Who wants an explanation is told of
// every one that does.
func (in *Interpreter) forbidden(late bool) bool {
	refused := false
	for i := range in.p.Forbids {
		f := &in.p.Forbids[i]
		if in.p.late != nil && in.p.late[i] != late {
			continue
		}
		if f.Acts&OnAct(in.move.Act) == 0 || !in.s.inStage(f.Stages) || !in.is(f.When) || in.lifted(f) {
			continue
		}
		if in.explain == nil {
			in.applied(f.Statement)
			return true
		}
		refused = true
		in.explain.refuse(in.move, f.Statement)
	}
	return refused
}

// lifted reports whether an exception lifts a prohibition for the move under consideration.
func (in *Interpreter) lifted(f *Forbid) bool {
	for i := range f.Excepts {
		if e := &f.Excepts[i]; in.is(e.When) {
			in.applied(e.Statement)
			if in.explain != nil {
				in.explain.lifted(in.move, e.Statement)
			}
			return true
		}
	}
	return false
}

// inOrder compares two moves of the player to move by the defined order: by part, from,
// to, over, marks, act, men of the player's before those of nobody, and the
// move that takes before the one that spares.
func (in *Interpreter) inOrder(a, b Move) int {
	p, rank := in.p, in.p.rank[in.s.b[hTo]]
	return cmp.Or(
		p.partRank[a.Part]-p.partRank[b.Part],
		rank[a.From+1]-rank[b.From+1],
		rank[a.To+1]-rank[b.To+1],
		int(a.Over)-int(b.Over),
		int(a.Class)-int(b.Class),
		int(a.Act)-int(b.Act),
		b2i(a.Nobodys)-b2i(b.Nobodys),
		b2i(a.Sparing)-b2i(b.Sparing))
}

// filter applies the requirements in declared order. What there was to choose from
// before the first of throw scope is noted for Pick.
func (in *Interpreter) filter(buf []Move, start int) []Move {
	for i := range in.p.Requires {
		r := &in.p.Requires[i]
		if len(buf) == start || len(buf)-start < 2 && in.explain == nil {
			break
		}
		if !in.asked(r) {
			continue
		}
		if r.LineOnly && len(in.wide) == 0 {
			in.wide = append(in.wide, buf[start:]...)
		}
		in.values = in.values[:0]
		for _, in.move = range buf[start:] {
			in.values = append(in.values, in.worth(r))
		}
		best, out := slices.Max(in.values), start
		for j, v := range in.values {
			if m := buf[start+j]; v == best || r.LineOnly && v == exempt {
				buf[out] = m
				out++
			} else if in.explain != nil {
				in.explain.refuse(m, r.Statement)
			}
		}
		if out < len(buf) {
			in.applied(r.Statement)
		}
		buf = buf[:out]
	}
	return buf
}

// asked reports whether a requirement has a say in the position in view.
func (in *Interpreter) asked(r *Require) bool {
	if !in.s.inStage(r.Stages) || (r.LineOnly || r.AtLast) && in.ahead || r.LineOnly && in.s.partsLeft() < 2 {
		return false
	}
	in.move = noMove
	return in.is(r.When)
}

// worth is how well the move under consideration meets a requirement.
func (in *Interpreter) worth(r *Require) int {
	switch {
	case r.LineOnly:
		return in.lineValue(r.Line)
	case r.AtLast:
		return in.atLast(r)
	case r.That != nil:
		return b2i(in.Holds(r.That))
	}
	return in.stands(r)
}

// exempt is the value of a move after which nothing of the throw is left to be
// played because a rule ended the game or dropped the rest. Such a move breaks
// no obligation, and it is no reason to forbid others.
const exempt = -1

// blockedRule returns the rule that answers parts which cannot be played now.
func (in *Interpreter) blockedRule() *Blocked {
	t := in.s.LastThrow()
	for i := range in.p.Blocked {
		if b := &in.p.Blocked[i]; in.s.inStage(b.Stages) && (t < 0 || b.Throws.Has(t)) && in.is(b.When) {
			return b
		}
	}
	return nil
}
