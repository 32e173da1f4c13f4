package engine

// Start puts s at the opening position: set-up made, the first player's turn
// begun.
func (in *Interpreter) Start(s *State) {
	in.idle = 0
	in.Clear(s)
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
	in.initVars(s, PerMatch, 0)
	in.initGame(s)
	in.BeginTurn(s, in.p.First)
}

// Clear empties a state.
func (in *Interpreter) Clear(s *State) {
	clear(s.b)
	s.replaced++
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
	if !in.p.lasts[per] {
		return
	}
	n := len(in.p.Players)
	for i := range n {
		in.initVarsOf(s, per, (first+i)%n)
	}
}

func (in *Interpreter) initVarsOf(s *State, per Lifetime, q int) {
	for v := range in.p.Vars {
		d := &in.p.Vars[v]
		if d.Per != per || d.Common && q != 0 {
			continue
		}
		in.view(s, q)
		switch d.Kind {
		case SetVar, LinesVar:
			var t Set
			if d.Initial != nil {
				t = in.set(d.Initial)
			}
			s.putSet(in.p, v, q, t)
		case NumberVar:
			x := 0
			if d.Initial != nil {
				x = in.num(d.Initial)
			}
			s.setNum(in.p, v, q, x)
		default: // places and players: none
			x := -1
			if d.Initial != nil {
				x = in.num(d.Initial)
			}
			s.setNum(in.p, v, q, x)
		}
	}
}

// BeginTurn begins the turn of player q, or of the next one who has a stage to
// play in; when there is none the game is stuck.
func (in *Interpreter) BeginTurn(s *State, q int) {
	p := in.p
	if in.idling(s) {
		return
	}
	s.clearLeft()
	s.clearThrows()
	s.b[hPlayed], s.b[hInThrow], s.b[hHanded], s.b[hFixed] = 0, 0, 0, 0
	s.setActive(-1)
	s.b[hNext] = 0
	forced := int(s.b[hNextStage]) - 1
	s.b[hNextStage] = 0
	n := len(p.Players)
	stage := -1
	for i := 0; i < n; i++ {
		r := (q + i) % n
		if forced >= 0 {
			stage, q = forced, r
			break
		}
		if st := in.StageOf(s, r); st >= 0 {
			stage, q = st, r
			break
		}
	}
	s.b[hTo], s.b[hOwner] = uint8(q), uint8(q)
	if stage < 0 {
		s.b[hStage], s.b[hOver] = noStage, overStuck
		return
	}
	s.b[hStage] = uint8(stage)
	in.initVars(s, PerTurn, q)
	in.initVars(s, PerThrow, q)
	if in.History != nil {
		in.History.push(p, s)
	}
	in.event(s, q, OnTurn)
	if in.moment(s, q, AtStart) {
		return
	}
	if p.Stages[stage].Device >= 0 {
		s.insertLeft(p, 0, PartThrow)
	} else {
		in.open(s, q, -1)
	}
	in.settle(s)
}

// maxIdle bounds the turns that can pass without anybody deciding or throwing.
const maxIdle = 200

// idling counts turns without a decision or a throw; rules under which turns
// only follow upon turns leave the game stuck.
func (in *Interpreter) idling(s *State) bool {
	in.idle++
	if in.idle > maxIdle {
		s.b[hOver] = overStuck
		return true
	}
	return false
}

// StageOf returns the stage that player q's turn would have now, or -1.
func (in *Interpreter) StageOf(s *State, q int) int {
	for i := range in.p.Stages {
		in.view(s, q)
		if in.is(in.p.Stages[i].When) {
			return i
		}
	}
	return -1
}

// open puts the agenda for throw t (-1: a turn without a throw) on what is left.
func (in *Interpreter) open(s *State, q, t int) {
	p := in.p
	a := in.AgendaFor(s, q, t)
	if a == nil {
		return
	}
	in.applied(a.Statement)
	if s.partsLeft() == 0 && (s.b[hLeftN] == 0) {
		s.b[hFixed] = uint8(b2i(a.Fixed))
	} else if !a.Fixed {
		s.b[hFixed] = 0
	}
	s.b[hInThrow] = 1
	front := 0
	leading := true
	for _, part := range a.Parts {
		if leading && part&^optional == PartThrow {
			s.insertLeft(p, front, part)
			front++
			continue
		}
		leading = false
		s.insertLeft(p, int(s.b[hLeftN]), part)
	}
}

// AgendaFor returns the agenda that answers throw t in the present stage: the
// first declared one whose condition holds. The compiler orders agendas so
// that a throw named by itself comes before a class of throws.
func (in *Interpreter) AgendaFor(s *State, q, t int) *Agenda {
	for _, a := range in.p.agendas[t+1] {
		if a.Stages>>uint(s.b[hStage])&1 == 0 {
			continue
		}
		in.view(s, q)
		if in.is(a.When) {
			return a
		}
	}
	return nil
}

// Throw makes throw t (an index into Program.Throws) in a state that awaits one.
func (in *Interpreter) Throw(s *State, t int) {
	in.idle = 0
	q := int(s.b[hTo])
	s.removeLeft(0)
	if s.b[hLeftN] == 0 {
		s.clearThrows()
		s.b[hPlayed] = 0
	}
	s.pushThrow(t)
	in.open(s, q, t)
	s.b[hInThrow] = 1
	in.event(s, q, OnThrow)
	if in.moment(s, q, AtThrown) {
		return
	}
	in.settle(s)
}

// Play makes a move that Moves has listed, and carries the game on to the next
// decision, throw or end.
func (in *Interpreter) Play(s *State, m Move) {
	in.idle = 0
	in.apply(s, m)
	if s.b[hOver] == 0 {
		in.settle(s)
	}
}

// apply makes the move itself: the man, the part, the changes that answer it,
// and what is tested after each move.
func (in *Interpreter) apply(s *State, m Move) {
	p := in.p
	q := int(s.b[hTo])
	n := int(m.Men)
	switch m.Act {
	case Place, Enter:
		s.addStore(p, q, int(m.From)-p.Places, -1)
		s.addMen(p, q, 0, int(m.To), 1)
	case Step, Advance, Leap:
		s.addMen(p, q, int(m.Class), int(m.From), -n)
		s.addMen(p, q, int(m.Class), int(m.To), n)
	case BearOff:
		s.addMen(p, q, int(m.Class), int(m.From), -n)
		s.addStore(p, q, int(m.To)-p.Places, n)
	case Remove:
		in.take(s, q, int(m.From), int(m.To)-p.Places, 1, Enemy)
	case ThrowAgain:
		s.b[hLeft] = PartThrow
		in.answer(s, q, &m)
		return
	case Stop:
		in.drop(s, m.rule < 0)
		in.answer(s, q, &m)
		return
	case Pass:
		in.passTurn(s, q)
		in.answer(s, q, &m)
		return
	}
	for i := 0; i < int(s.b[hLeftN]); i++ {
		if s.b[hLeft+i]&^optional == m.Part {
			s.removeLeft(i)
			break
		}
	}
	if s.b[hPlayed] < 255 {
		s.b[hPlayed]++
	}
	s.setActive(-1)
	in.answer(s, q, &m)
}

// answer runs the changes that answer a move, then the tests after a move.
func (in *Interpreter) answer(s *State, q int, m *Move) {
	changed := true // since what is known of the position was found out
	see := func() {
		if changed {
			in.view(s, q)
			in.load(m)
			changed = false
		}
	}
	for _, c := range in.p.rulesOf(s).answering(OnAct(m.Act)) {
		see()
		if in.is(c.When) {
			in.applied(c.Statement)
			in.effects(s, q, c.Effects, m)
			changed = true
		}
	}
	see()
	in.testWith(s, &in.p.rulesOf(s).after[m.Act])
}

// drop removes parts before the next throw owed: all of them, or only those that
// may be left (in fixed order as far as the first that may not).
func (in *Interpreter) drop(s *State, onlyOptional bool) {
	if onlyOptional && s.b[hLeftN] > 0 && s.b[hLeft] == PartThrow|optional {
		s.removeLeft(0)
		return
	}
	for i := 0; i < int(s.b[hLeftN]) && s.b[hLeft+i]&^optional != PartThrow; {
		switch {
		case !onlyOptional || s.b[hLeft+i]&optional != 0:
			s.removeLeft(i)
		case s.b[hFixed] != 0:
			return
		default:
			i++
		}
	}
}

// blockedRule returns the rule that answers parts which cannot be played now.
func (in *Interpreter) blockedRule() *Blocked {
	s := in.s
	t := s.lastThrow()
	for i := range in.p.Blocked {
		b := &in.p.Blocked[i]
		if b.Stages>>uint(s.b[hStage])&1 == 0 || t >= 0 && !b.Throws.Has(t) {
			continue
		}
		if in.is(b.When) {
			return b
		}
	}
	return nil
}

// passTurn carries out the policy for parts that cannot be played. Where no
// rule provides for the case the game is stuck, which the verifier reports.
func (in *Interpreter) passTurn(s *State, q int) {
	in.view(s, q)
	b := in.blockedRule()
	if b == nil {
		s.b[hOver] = overStuck
		return
	}
	in.applied(b.Statement)
	s.setActive(-1)
	switch b.Policy {
	case BlockedStop, BlockedLeave:
		in.drop(s, false)
	case BlockedLose:
		s.clearLeft()
	case BlockedSkip:
		if s.b[hFixed] != 0 {
			s.removeLeft(0)
		} else {
			in.drop(s, false)
		}
	case BlockedOther:
		in.handOver(s)
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
	p := in.p
	for s.b[hOver] == 0 {
		n := s.partsLeft()
		if n == 0 {
			if s.b[hInThrow] != 0 && !in.moreParts(s) {
				in.playedOut(s)
				continue
			}
			if s.b[hLeftN] == 0 {
				in.endTurn(s)
				return
			}
			return // a throw is owed, or may be taken
		}
		if in.allOptional(s, n) && !in.exists(s) {
			in.drop(s, false) // an option that cannot be used is none
			continue
		}
		// A part that cannot be played in the middle is not a player without a move.
		if s.b[hPlayed] == 0 && len(p.rulesOf(s).tests[AtNoMove].ends) > 0 && !in.exists(s) {
			in.moment(s, int(s.b[hTo]), AtNoMove)
		}
		return
	}
}

// moreParts reports whether anything but throws is left.
func (in *Interpreter) moreParts(s *State) bool {
	for i := 0; i < int(s.b[hLeftN]); i++ {
		if s.b[hLeft+i]&^optional != PartThrow {
			return true
		}
	}
	return false
}

func (in *Interpreter) allOptional(s *State, n int) bool {
	for i := 0; i < n; i++ {
		if s.b[hLeft+i]&optional == 0 {
			return false
		}
	}
	return true
}

// exists reports whether any part left can be played. While Random plays, the moves
// are what it asks for next, and they are kept for it.
func (in *Interpreter) exists(s *State) bool {
	if in.playing {
		in.next = in.list(s, in.next[:0])
		in.nextAt.CopyFrom(s)
		return len(in.next)+in.fanned > 0
	}
	in.buf = in.generate(s, in.buf[:0], true)
	return len(in.buf) > 0
}

// playedOut closes a throw: its tests, its event, its variables.
func (in *Interpreter) playedOut(s *State) {
	q := int(s.b[hOwner])
	s.b[hTo], s.b[hHanded] = s.b[hOwner], 0
	s.b[hInThrow] = 0
	s.setActive(-1)
	if in.moment(s, q, AtPlayed) {
		return
	}
	in.event(s, q, OnPlayed)
	s.b[hPlayed] = 0
	in.initVars(s, PerThrow, q)
}

// endTurn closes the turn and begins the next.
func (in *Interpreter) endTurn(s *State) {
	q := int(s.b[hOwner])
	in.event(s, q, OnTurnEnd)
	if s.b[hLeftN] > 0 { // the turn goes on by a rule
		if in.idling(s) {
			return
		}
		s.b[hInThrow] = 1
		in.settle(s)
		return
	}
	if in.moment(s, q, AtTurn) {
		return
	}
	next := (q + 1) % len(in.p.Players)
	if s.b[hNext] != 0 {
		next = int(s.b[hNext]) - 1
	}
	in.BeginTurn(s, next)
}

// event runs the changes that answer an event.
func (in *Interpreter) event(s *State, q int, on Trigger) {
	for _, c := range in.p.rulesOf(s).answering(on) {
		in.view(s, q)
		if in.is(c.When) {
			in.applied(c.Statement)
			in.effects(s, q, c.Effects, nil)
		}
	}
}

// moment tests scores and ends outside a move; it reports whether the game is over.
func (in *Interpreter) moment(s *State, q int, at Moment) bool {
	t := &in.p.rulesOf(s).tests[at]
	if len(t.ends)+len(t.scores) == 0 {
		return s.b[hOver] != 0
	}
	in.view(s, q)
	return in.testWith(s, t)
}

// testWith adds up what is scored at a moment and then looks for an end. The
// view (and with it the move under consideration) has been set.
func (in *Interpreter) testWith(s *State, t *tests) bool {
	p := in.p
	if s.b[hOver] != 0 {
		return true
	}
	scattered := in.scattered(s, t)
	if !in.unscored {
		in.addScores(s, t, scattered)
	}
	found := -1
	for k, i := range t.ends {
		e := &p.Ends[i]
		if scattered && t.gatheredEnds>>k&1 != 0 || !in.is(e.When) {
			continue
		}
		if found >= 0 {
			in.Undeclared++
			break
		}
		found = i
		if e.Ordered {
			break
		}
	}
	if found < 0 {
		return false
	}
	in.finish(s, found)
	return s.b[hOver] != 0
}

// addScores adds up what is scored at a moment.
func (in *Interpreter) addScores(s *State, t *tests, scattered bool) {
	p := in.p
	if in.someScored {
		clear(in.scored)
		in.someScored = false
	}
	for k, r := range t.scores {
		if scattered && t.gatheredScores>>k&1 != 0 || !in.is(r.When) {
			continue
		}
		effect := false
		for w := range in.scored {
			if !in.whose(w, in.me, r.Their) {
				continue
			}
			before := in.scored[w]
			switch {
			case r.Points != nil:
				in.scored[w] += in.num(r.Points)
			case r.Round > 0:
				in.scored[w] = roundUp(in.scored[w], p.Denominator)
			case r.Round < 0:
				in.scored[w] -= mod(in.scored[w], p.Denominator)
			default:
				in.scored[w] = in.scored[w] * r.Num / r.Den
			}
			effect = effect || in.scored[w] != before
		}
		if effect {
			in.someScored = true
			in.applied(r.Statement)
		}
	}
	if !in.someScored {
		return
	}
	for w, v := range in.scored {
		if v != 0 {
			s.setScore(p, w, s.score(p, w)+v)
			in.freshEpoch()
		}
	}
}

func mod(a, b int) int { return ((a % b) + b) % b }

func roundUp(v, unit int) int { return v + mod(-v, unit) }

// finish ends the game by end i; a match goes on with the next game.
func (in *Interpreter) finish(s *State, i int) {
	p := in.p
	e := &p.Ends[i]
	in.applied(e.Statement)
	w := -1
	switch e.Winner {
	case Me:
		w = in.me
	case Them:
		w = (in.me + 1) % len(p.Players)
	case WinnerVar:
		w = s.num(p, e.Var, in.me)
	case HigherScore:
		best, tie := 0, false
		for q := range p.Players {
			switch d := s.score(p, q) - s.score(p, best); {
			case q == 0 || d > 0:
				best, tie = q, false
			case d == 0:
				tie = true
			}
		}
		if !tie {
			w = best
		}
	}
	if p.Match > 0 && !in.quiet {
		done := false
		for q := range p.Players {
			done = done || s.score(p, q) >= p.Match
		}
		if !done {
			in.nextGame(s)
			return
		}
	}
	s.b[hOver] = uint8(i + 1)
	s.b[hWinner] = uint8(w + 1)
	if in.quiet {
		return // a look-ahead still asks what was left
	}
	// What was remembered of the throw means nothing any more, and two ways to
	// one end are one result.
	s.clearLeft()
	s.b[hPlayed], s.b[hInThrow] = 0, 0
	s.setActive(-1)
	in.initVars(s, PerThrow, in.me)
}

// nextGame sets the board up again, keeping scores and what belongs to the
// match; the player after the one whose turn it was begins.
func (in *Interpreter) nextGame(s *State) {
	p := in.p
	keep := p.NewState()
	keep.CopyFrom(s)
	in.Clear(s)
	for q := range p.Players {
		s.setScore(p, q, keep.score(p, q))
	}
	for v := range p.Vars {
		if p.Vars[v].Per != PerMatch {
			continue
		}
		for q := range p.Players {
			if k := p.Vars[v].Kind; k == SetVar || k == LinesVar {
				s.putSet(p, v, q, keep.setVar(p, v, q))
			} else {
				s.setNum(p, v, q, keep.num(p, v, q))
			}
		}
	}
	for _, it := range p.Setup {
		if it.Place >= p.Places {
			s.addStore(p, it.Player, it.Place-p.Places, it.Count)
		} else {
			s.addMen(p, it.Player, it.Class, it.Place, it.Count)
		}
	}
	if in.History != nil {
		in.History.Reset()
	}
	in.initGame(s)
	in.BeginTurn(s, (int(keep.b[hOwner])+1)%len(p.Players))
}

// effects carries out the effects of one change.
func (in *Interpreter) effects(s *State, q int, list []Effect, m *Move) {
	p := in.p
	for i := range list {
		e := &list[i]
		in.freshEpoch()
		switch e.Kind {
		case Send:
			limit := -1
			if e.B != nil {
				limit = in.num(e.B)
			}
			in.take(s, q, in.num(e.A), e.Store, limit, e.Whose)
		case Assign, Raise:
			in.assign(s, q, e)
		case AddMark, DropMark:
			if m == nil || m.To < 0 || int(m.To) >= p.Places {
				continue
			}
			c := int(m.Class)
			d := c | 1<<e.Var
			if e.Kind == DropMark {
				d = c &^ (1 << e.Var)
			}
			if c != d && s.menOfClass(p, q, c, int(m.To)) >= int(m.Men) {
				s.addMen(p, q, c, int(m.To), -int(m.Men))
				s.addMen(p, q, d, int(m.To), int(m.Men))
				m.Class = uint8(d)
				in.class = d
			}
		case AddParts:
			times := 1
			if e.A != nil {
				times = in.num(e.A)
			}
			for k := 0; k < times; k++ {
				at := 0
				if e.Where == AtEnd {
					at = int(s.b[hLeftN])
				}
				for _, part := range e.Parts {
					if part&^optional == PartThrow && s.Device(p) < 0 {
						continue // nothing is thrown in this stage
					}
					s.insertLeft(p, at, part)
					at++
				}
			}
		case DropRest:
			in.drop(s, false)
		case DropTurn:
			s.clearLeft()
		case NextIs:
			s.b[hNext] = uint8(in.num(e.A) + 1)
		case StageIs:
			s.b[hNextStage] = uint8(e.Var + 1)
		case GoOn:
			if m != nil && m.To >= 0 && int(m.To) < p.Places {
				s.setActive(int(m.To))
			}
		case HandOver:
			in.handOver(s)
		case Transfer:
			k := in.num(e.B)
			for w := range p.Players {
				if !in.whose(w, q, e.Their) {
					continue
				}
				k := min(max(k, 0), s.store(p, w, e.Var))
				s.addStore(p, w, e.Var, -k)
				s.addStore(p, w, e.Store, k)
			}
		}
	}
}

// whose reports whether player w is q, or with their an opponent of q; a partner is neither.
func (in *Interpreter) whose(w, q int, their bool) bool {
	if their {
		return in.p.Team[w] != in.p.Team[q]
	}
	return w == q
}

func (in *Interpreter) assign(s *State, q int, e *Effect) {
	p := in.p
	v := &p.Vars[e.Var]
	for w := range p.Players {
		if v.Common && w != 0 || !v.Common && !in.whose(w, q, e.Their) {
			continue
		}
		switch v.Kind {
		case SetVar, LinesVar:
			s.putSet(p, e.Var, w, in.set(e.A))
		default:
			x := in.num(e.A)
			if e.Kind == Raise {
				x += s.num(p, e.Var, w)
			}
			s.setNum(p, e.Var, w, x)
		}
	}
}

// take removes up to limit men (all when negative) of the given owners from a
// place of player q to their own store.
func (in *Interpreter) take(s *State, q, f, store, limit int, w Whose) {
	p := in.p
	if f < 0 || f >= p.Places {
		return
	}
	for r := range p.Players {
		same := p.Team[r] == p.Team[q]
		if w == Enemy && same || w == Own && r != q || w == Mine && r != q || w == Allied && (!same || r == q) {
			continue
		}
		for _, g := range p.across[q][r][f] {
			if w == Own && int(g) != f {
				continue
			}
			for c := 0; c < p.classes; c++ {
				k := s.menOfClass(p, r, c, int(g))
				if limit >= 0 {
					k = min(k, limit)
					limit -= k
				}
				if k > 0 {
					s.addMen(p, r, c, int(g), -k)
					s.addStore(p, r, store, k)
				}
			}
		}
	}
}

// PlayOnly makes a move without carrying the game on to the next decision: the
// man is moved and what answers the move has happened, nothing more.
func (in *Interpreter) PlayOnly(s *State, m Move) {
	keep := in.quiet
	in.quiet = true // the next game of a match is not set up yet
	in.apply(s, m)
	in.quiet = keep
}
