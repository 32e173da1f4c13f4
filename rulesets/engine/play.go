package engine

import (
	"bytes"
	"slices"

	"github.com/lectio/lectio/rulesets/board/place"
)

// Start puts s at the opening position: set-up made, the first player's turn
// begun.
func (in *Interpreter) Start(s *State) {
	in.idle = 0
	clear(s.b)
	in.setUp(s)
	in.initVars(s, PerMatch, 0)
	in.initGame(s)
	in.beginTurn(s, in.p.First)
	in.settle(s)
}

// setUp puts the men on the board.
func (in *Interpreter) setUp(s *State) {
	for _, it := range in.p.Setup {
		if it.Place >= in.p.Places {
			s.addStore(in.p, it.Player, it.Place-in.p.Places, it.Count)
		} else {
			s.addMen(in.p, it.Player, it.Class, it.Place, it.Count)
		}
	}
	if in.History != nil {
		in.History.Reset()
	}
}

// initGame gives the variables of a game their first value; those of turns and
// throws too, which others may ask for before their player has had one.
func (in *Interpreter) initGame(s *State) {
	for _, per := range []Lifetime{PerGame, PerTurn, PerThrow} {
		in.initVars(s, per, 0)
	}
}

// initVars gives the variables of one lifetime, of all players from the given one on,
// their first value: what was remembered of a turn or throw that is over must not
// tell two positions apart, whoever remembered it.
func (in *Interpreter) initVars(s *State, per Lifetime, first int) {
	for i := range in.p.Players {
		q := (first + i) % len(in.p.Players)
		for v := range in.p.Vars {
			if d := &in.p.Vars[v]; d.Per == per && (q == 0 || !d.Common) {
				in.View(s, q)
				in.put(v, q, d.Initial, 0)
			}
		}
	}
}

// Initial is the value that variable v of player q has at the outset, in s: a number or a
// set; with least, the least that it has in a position that gives it none.
func (in *Interpreter) Initial(s *State, v, q int, least bool) (x int, t place.Set) {
	n := in.p.Vars[v].Initial
	if least && in.p.Vars[v].Least != nil {
		n = in.p.Vars[v].Least
	}
	in.View(s, q)
	return in.valueOf(v, n)
}

// put gives variable v of player q the value of an expression, and more where it is a number.
func (in *Interpreter) put(v, q int, n *Node, more int) {
	x, t := in.valueOf(v, n)
	if in.p.Vars[v].Kind.IsSet() {
		in.s.putSet(in.p, v, q, t)
	} else {
		in.s.setNum(in.p, v, q, x+more)
	}
}

// valueOf is what variable v becomes by an expression, in the present view: a number or a set.
// Without an expression it is empty, or 0, or no place or player.
func (in *Interpreter) valueOf(v int, n *Node) (x int, t place.Set) {
	switch kind := in.p.Vars[v].Kind; {
	case n != nil && kind.IsSet():
		t = in.Set(n)
	case n != nil:
		x = in.Number(n)
	case kind != NumberVar:
		x = -1
	}
	return x, t
}

// TakeUp carries a state on that somebody has laid out: a turn that was begun to the next
// decision, throw or end; otherwise the turn of the player to move begins.
func (in *Interpreter) TakeUp(s *State, begun bool) {
	in.idle = 0
	if begun {
		in.settle(s)
		in.stand(s)
		return
	}
	in.beginTurn(s, s.Player())
	in.settle(s)
}

// Resume puts s at a state of which nothing is known that went before. A position in
// which a turn begins counts as having stood once.
func (in *Interpreter) Resume(s, from *State) {
	in.idle = 0
	s.CopyFrom(from)
	in.stand(s)
}

// stand makes the history that of a state of which nothing is known that went before:
// when a turn has only begun there, what is remembered is the position that began it.
func (in *Interpreter) stand(s *State) {
	h := in.History
	if h == nil {
		return
	}
	h.Reset()
	if in.p.RepetitionMatters && s.Fresh() && s.Status() != Over {
		begun := s.Clone()
		begun.b[hNextStage] = s.b[hStage] + 1
		in.beginTurn(begun, s.Owner())
		in.settle(begun)
		if begun.Equal(s) {
			return
		}
		h.Reset() // it is not known what stood before the rules acted that act where a turn begins
	}
	h.Occurrences = 1
}

// beginTurn begins the turn of player q, or of the next one who has a stage to
// play in; when there is none the game is stuck. It is for settle to carry it on.
func (in *Interpreter) beginTurn(s *State, q int) {
	p := in.p
	if in.idling(s) || !in.takeTurn(s, q) {
		return
	}
	q = s.Owner()
	if in.History != nil {
		p.Remember(in.History, s)
	}
	in.answer(s, q, OnTurn, noMove)
	if !p.StartWaits && in.moment(s, q, AtStart) {
		return
	}
	if s.Device(p) >= 0 {
		s.insertLeft(p, 0, PartThrow)
	} else {
		in.open(s, q, -1)
	}
	if p.StartWaits && (!in.tests(s, AtNoMove) || s.owed(p, MostParts) == 0 || in.exists(s)) {
		in.moment(s, q, AtStart)
	}
}

// takeTurn makes s the position in which the turn of player q begins, or of the next one who
// has a stage to play in; where there is none it is stuck, and it reports false.
func (in *Interpreter) takeTurn(s *State, q int) bool {
	s.clearLeft()
	s.clearThrows()
	s.b[hPlayed], s.b[hInThrow], s.b[hHanded], s.b[hFixed] = 0, 0, 0, 0
	s.setActive(-1)
	s.b[hNext] = 0
	stage := int(s.b[hNextStage]) - 1
	s.b[hNextStage] = 0
	for next, n := q, len(in.p.Players); stage < 0 && next < q+n; next++ {
		if stage = in.StageOf(s, next%n); stage >= 0 {
			q = next % n
			break
		}
	}
	s.b[hTo], s.b[hOwner] = uint8(q), uint8(q)
	if stage < 0 {
		s.b[hStage], s.b[hOver] = NoStage, OverStuck
		return false
	}
	s.b[hStage] = uint8(stage)
	in.initVars(s, PerTurn, q)
	in.initVars(s, PerThrow, q)
	return true
}

// MostIdle is how many turns may follow upon each other with nobody deciding or
// throwing before the game is stuck.
const MostIdle = 200

// idling counts turns without a decision or a throw; rules under which turns
// only follow upon turns leave the game stuck.
func (in *Interpreter) idling(s *State) bool {
	in.idle++
	if in.idle > MostIdle {
		s.b[hOver] = OverStuck
		return true
	}
	return false
}

// StageOf returns the stage that player q's turn would have now, or -1.
func (in *Interpreter) StageOf(s *State, q int) int {
	for i := range in.p.Stages {
		in.View(s, q)
		if in.is(in.p.Stages[i].When) {
			return i
		}
	}
	return -1
}

// open puts the agenda for throw t (-1: a turn without a throw) on what is left.
func (in *Interpreter) open(s *State, q, t int) {
	a := in.AgendaFor(s, q, t)
	if a == nil {
		return
	}
	in.applied(a.Statement)
	if s.b[hLeftN] == 0 {
		s.b[hFixed] = uint8(b2i(a.Fixed))
	} else if !a.Fixed {
		s.b[hFixed] = 0
	}
	s.b[hInThrow] = 1
	front := 0 // throws with which the agenda begins come before what is left
	for front < len(a.Parts) && a.Parts[front]&^OptionalPart == PartThrow {
		s.insertLeft(in.p, front, a.Parts[front])
		front++
	}
	for _, part := range a.Parts[front:] {
		s.insertLeft(in.p, int(s.b[hLeftN]), part)
	}
}

// AgendaFor returns the agenda that answers throw t in the present stage: the
// first declared one whose condition holds. The compiler orders agendas so
// that a throw named by itself comes before a class of throws.
func (in *Interpreter) AgendaFor(s *State, q, t int) *Agenda {
	in.View(s, q)
	for i := range in.p.Agendas {
		if a := &in.p.Agendas[i]; a.Throw == t && s.inStage(a.Stages) && in.is(a.When) {
			return a
		}
	}
	return nil
}

// Throw makes throw t (an index into Program.Throws) in a state that awaits one, and carries
// the game on to the next decision, throw or end.
func (in *Interpreter) Throw(s *State, t int) {
	in.idle = 0
	q := int(s.b[hTo])
	in.ThrowOnly(s, t)
	in.moment(s, q, AtThrown)
	in.settle(s)
}

// ThrowOnly makes a throw without carrying the game on: what it gives is put up, what answers
// it has happened, nothing more.
func (in *Interpreter) ThrowOnly(s *State, t int) {
	q := int(s.b[hTo])
	s.removeLeft(0)
	if s.b[hLeftN] == 0 {
		s.clearThrows()
		s.b[hPlayed] = 0
	}
	s.pushThrow(t)
	in.open(s, q, t)
	s.b[hInThrow] = 1
	in.answer(s, q, OnThrow, noMove)
}

// Play makes a move that Moves has listed, and carries the game on to the next
// decision, throw or end.
func (in *Interpreter) Play(s *State, m Move) {
	in.idle = 0
	in.apply(s, m)
	in.settle(s)
}

// PlayOnly makes a move without carrying the game on to the next decision: the
// man is moved and what answers the move has happened, nothing more.
func (in *Interpreter) PlayOnly(s *State, m Move) {
	defer func(ahead bool) { in.ahead = ahead }(in.ahead)
	in.ahead = true // the next game of a match is not set up yet
	in.apply(s, m)
}

// apply makes the move itself: the man, the part, the changes that answer it,
// and what is tested after each move.
func (in *Interpreter) apply(s *State, m Move) {
	q := int(s.b[hTo])
	m = in.make(s, m)
	in.View(s, q)
	in.move = m
	in.test(AtMove, OnAct(m.Act))
}

// make is apply without the tests. It returns the move of the man as he is then.
func (in *Interpreter) make(s *State, m Move) Move {
	q := int(s.b[hTo])
	in.View(s, q)
	switch m.Act {
	case ThrowAgain:
		s.b[hLeft] = PartThrow
	case Stop:
		in.drop(s, m.rule == 0)
	case Pass:
		in.passTurn(s, q)
	default:
		in.moveMen(s, q, m)
		if i := s.whereLeft(m.Part); i >= 0 {
			s.removeLeft(i)
		}
		if s.b[hPlayed] < 255 {
			s.b[hPlayed]++
		}
		s.setActive(-1)
	}
	return in.answer(s, q, OnAct(m.Act), m)
}

// moveMen moves what a move moves.
func (in *Interpreter) moveMen(s *State, q int, m Move) {
	p, c, n, from, to := in.p, int(m.Class), int(m.Men), int(m.From), int(m.To)
	add := func(f, n int) { s.addMen(p, q, c, f, n) }
	if m.Nobodys {
		add = func(f, n int) { s.addMen(p, p.Nobody(), c, p.FirstAcross(q, p.Nobody(), f), n) }
	}
	switch m.Act {
	case Place, Enter:
		s.addStore(p, q, from-p.Places, -1)
		add(to, 1)
	case Step, Advance, Leap:
		add(from, -n)
		add(to, n)
	case BearOff:
		add(from, -n)
		s.addStore(p, q, to-p.Places, n)
	case Remove:
		whose := Enemy
		if m.Nobodys {
			whose = Nobodys
		}
		in.take(s, q, from, to-p.Places, 1, whose, q)
	case Sow:
		in.sowing(q, &m)
	}
}

// drop removes parts before the next throw owed: all of them, or only those that
// may be left (in fixed order as far as the first that may not).
func (in *Interpreter) drop(s *State, onlyOptional bool) {
	if onlyOptional && s.b[hLeftN] > 0 && s.b[hLeft] == PartThrow|OptionalPart {
		s.removeLeft(0)
		return
	}
	for i := 0; i < s.partsLeft(); {
		switch {
		case !onlyOptional || s.b[hLeft+i]&OptionalPart != 0:
			s.removeLeft(i)
		case s.b[hFixed] != 0:
			return
		default:
			i++
		}
	}
}

// passTurn carries out the policy for parts that cannot be played. Where no
// rule provides for the case the game is stuck, which the verifier reports.
func (in *Interpreter) passTurn(s *State, q int) {
	in.View(s, q)
	b := in.blockedRule()
	if b == nil {
		s.b[hOver] = OverStuck
		return
	}
	in.applied(b.Statement)
	s.setActive(-1)
	switch {
	case b.Policy == BlockedLose:
		s.clearLeft()
	case b.Policy == BlockedOther:
		in.handOver(s)
	case b.Policy == BlockedSkip && s.b[hFixed] != 0:
		s.removeLeft(0)
	default:
		in.drop(s, false)
	}
}

func (in *Interpreter) handOver(s *State) {
	if s.b[hHanded] != 0 { // the other cannot play it either
		in.drop(s, false)
		return
	}
	s.b[hHanded] = 1
	s.b[hTo] = uint8((int(s.b[hTo]) + 1) % len(in.p.Players))
}

// settle carries the state on until somebody has to decide or throw, or the
// game is over.
func (in *Interpreter) settle(s *State) {
	for s.b[hOver] == 0 {
		switch {
		case s.partsLeft() == 0 && s.b[hInThrow] != 0 && s.onlyThrows():
			in.playedOut(s)
		case s.b[hLeftN] == 0:
			in.endTurn(s)
		case s.partsLeft() == 0:
			return // a throw is owed, or may be taken
		case s.owed(in.p, MostParts) == 0 && !in.exists(s):
			in.drop(s, false) // an option that cannot be used is none
		default:
			// A part that cannot be played in the middle is not a player without a move.
			if s.b[hPlayed] != 0 || !in.tests(s, AtNoMove) || in.exists(s) || !in.moment(s, int(s.b[hTo]), in.p.AtStuck()) {
				return
			}
		}
	}
}

// onlyThrows reports whether nothing but throws is left.
func (s *State) onlyThrows() bool {
	return !slices.ContainsFunc(s.left(), func(part uint8) bool { return part&^OptionalPart != PartThrow })
}

// exists reports whether any part left can be played.
func (in *Interpreter) exists(s *State) bool {
	in.buf = in.generate(s, in.buf[:0], true)
	return len(in.buf) > 0
}

// playedOut closes a throw, which is tested first.
func (in *Interpreter) playedOut(s *State) {
	q := int(s.b[hOwner])
	s.b[hTo], s.b[hHanded] = s.b[hOwner], 0
	s.b[hInThrow] = 0
	s.setActive(-1)
	if !in.moment(s, q, AtPlayed) {
		in.closeThrow(s, q)
	}
}

// closeThrow is what happens when a throw has been played out: its event, its variables.
func (in *Interpreter) closeThrow(s *State, q int) {
	in.answer(s, q, OnPlayed, noMove)
	s.b[hPlayed] = 0
	in.initVars(s, PerThrow, q)
}

// endTurn closes the turn and begins the next.
func (in *Interpreter) endTurn(s *State) {
	q := int(s.b[hOwner])
	in.answer(s, q, OnTurnEnd, noMove)
	if s.b[hLeftN] > 0 { // the turn goes on by a rule
		if !in.idling(s) {
			s.b[hInThrow] = 1
		}
		return
	}
	if in.moment(s, q, AtTurn) {
		return
	}
	in.beginTurn(s, in.nextPlayer(s))
}

// nextPlayer is who has the turn after this one.
func (in *Interpreter) nextPlayer(s *State) int {
	if s.b[hNext] != 0 {
		return int(s.b[hNext]) - 1
	}
	return (s.Owner() + 1) % len(in.p.Players)
}

// answer runs the changes that answer a move or, of noMove, an event; in a state without a stage
// those of any stage do. Once one of them has sown, what answers a sowing is run from the first on.
// It returns the move of the man as he is then.
func (in *Interpreter) answer(s *State, q int, on Trigger, m Move) Move {
	in.sown = false
	for i, laps := 0, 0; i < len(in.p.Changes); i++ {
		c := &in.p.Changes[i]
		if c.On&on == 0 || in.tries && in.p.ofStop[i] || !s.inStage(c.Stages) && s.b[hStage] != NoStage {
			continue
		}
		in.View(s, q)
		in.move = m
		if in.is(c.When) {
			in.change(s, q, c)
			m = in.move // what has been marked is another man
			if in.sown {
				in.sown, on, i = false, OnAct(Sow), -1
				if laps++; laps > MostLaps {
					s.b[hOver] = OverStuck
					return m
				}
			}
		}
	}
	return m
}

// change carries out the effects of a change, which counts as applied where they have made
// the state another one, or, with Reached, in any case.
func (in *Interpreter) change(s *State, q int, c *Change) {
	if in.Applied == nil || in.Reached {
		in.applied(c.Statement)
		in.effects(q, c.Effects)
		return
	}
	in.unchanged = append(in.unchanged[:0], s.b...)
	in.effects(q, c.Effects)
	if !bytes.Equal(in.unchanged, s.b) {
		in.applied(c.Statement)
	}
}
