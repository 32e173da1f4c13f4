package engine

import (
	"slices"

	"github.com/lectio/lectio/rulesets/board/place"
)

// effects carries out the effects of one change; the view, and with it the move that is
// answered, has been set.
func (in *Interpreter) effects(q int, list []Effect) {
	p, s, m := in.p, in.s, &in.move
	onBoard := m.To >= 0 && int(m.To) < p.Places // the man that moved, if any did
	for i := range list {
		in.views++ // the effect before has changed what is seen
		switch e := &list[i]; e.Kind {
		case Send:
			limit := -1
			if e.B != nil {
				limit = in.Number(e.B)
			}
			in.send(q, e, limit)
		case Sowed:
			in.sowOn(q, e)
		case Assign, Raise:
			in.assign(q, e)
		case AddMark, DropMark:
			switch {
			case e.Many:
				in.markAll(q, e)
			case onBoard:
				in.mark(q, p.Remarked(int(m.Class), e.Var, e.Kind == AddMark))
			}
		case AddParts:
			in.addParts(e)
		case DropRest:
			in.drop(s, false)
		case DropTurn:
			s.clearLeft()
		case NextIs:
			s.b[hNext] = uint8(in.Number(e.A) + 1)
		case StageIs:
			s.b[hNextStage] = uint8(e.Var + 1)
		case GoOn:
			if onBoard {
				s.setActive(int(m.To))
			}
		case HandOver:
			in.handOver(s)
		case Transfer:
			k := max(in.Number(e.B), 0)
			for w := range p.Players {
				if in.whose(w, q, e.Their) {
					k := min(k, s.InStore(p, w, e.Var))
					s.addStore(p, w, e.Var, -k)
					s.addStore(p, w, e.Store, k)
				}
			}
		case SetDown:
			in.setDown(s, q, e)
		}
	}
}

// mark makes the men that moved men of another class, while they are still there.
func (in *Interpreter) mark(q, class int) {
	p, s, m := in.p, in.s, &in.move
	if at, n := int(m.To), int(m.Men); s.MenOfClass(p, q, int(m.Class), at) >= n {
		s.addMen(p, q, int(m.Class), at, -n)
		s.addMen(p, q, class, at, n)
		m.Class = uint8(class)
	}
}

// markAll makes all men of player q at the places of a set men of another class; if the man
// that moved is there, what is asked of him later is asked of him as he is then.
func (in *Interpreter) markAll(q int, e *Effect) {
	p, s, m, at := in.p, in.s, &in.move, in.Set(e.A)
	for f := at.First(); f >= 0; f = at.From(f + 1) {
		for c := range p.classes {
			n := s.MenOfClass(p, q, c, f)
			s.addMen(p, q, c, f, -n)
			s.addMen(p, q, p.Remarked(c, e.Var, e.Kind == AddMark), f, n)
		}
		if f == int(m.To) {
			m.Class = uint8(p.Remarked(int(m.Class), e.Var, e.Kind == AddMark))
		}
	}
}

// addParts puts parts on the agenda; throws only in a stage in which something is thrown.
func (in *Interpreter) addParts(e *Effect) {
	times := 1
	if e.A != nil {
		times = in.Number(e.A)
	}
	for range times {
		at := 0
		if e.Where == AtEnd {
			at = int(in.s.b[hLeftN])
		}
		for _, part := range e.Parts {
			if part&^OptionalPart != PartThrow || in.s.Device(in.p) >= 0 {
				in.s.insertLeft(in.p, at, part)
				at++
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

func (in *Interpreter) assign(q int, e *Effect) {
	for w := range in.p.Players {
		if common := in.p.Vars[e.Var].Common; common && w != 0 || !common && !in.whose(w, q, e.Their) {
			continue
		}
		had := 0
		if e.Kind == Raise {
			had = in.s.num(in.p, e.Var, w)
		}
		in.put(e.Var, w, e.A, had)
	}
}

// setDown puts men from a store on the places of a set where nobody stands.
func (in *Interpreter) setDown(s *State, q int, e *Effect) {
	p, r, at := in.p, q, in.Set(e.A)
	if e.Their {
		r = (q + 1) % len(p.Players)
	}
	for f := at.First(); f >= 0; f = at.From(f + 1) {
		there := f
		if r != q {
			if there = p.FirstAcross(q, r, f); there < 0 {
				continue
			}
		}
		if in.views++; in.CountAt(Anyone, f) == 0 && s.InStore(p, r, e.Var) > 0 {
			s.addMen(p, r, 0, there, 1)
			s.addStore(p, r, e.Var, -1)
		}
	}
}

// send sends men away from a place, or from the places of a set: to a store or, of nobody, to another place.
func (in *Interpreter) send(q int, e *Effect, limit int) {
	s := in.s
	var at place.Set
	if e.Many {
		at = in.Set(e.A)
	} else if f := in.Number(e.A); f >= 0 && f < in.p.Places {
		at.Add(f)
	}
	if in.Sent != nil && in.counts(e.Whose, in.p.Nobody()) {
		for f := at.First(); f >= 0; f = at.From(f + 1) {
			if n := in.CountAt(Nobodys, f); n > 0 {
				in.Sent(f, n)
			}
		}
	}
	if e.To == nil {
		taker := q
		if e.Their {
			taker = (q + 1) % len(in.p.Players)
		}
		for f := at.First(); f >= 0; f = at.From(f + 1) {
			in.take(s, q, f, e.Store, limit, e.Whose, taker)
		}
		return
	}
	to := in.Number(e.To)
	if to < 0 || to >= in.p.Places {
		return
	}
	in.lay(q, to, in.takeUp(q, at, limit))
}

// take removes up to limit men (all when negative) of the given owners from a
// place of the player in view, who is q, to their own store, or of nobody to the taker's.
func (in *Interpreter) take(s *State, q, f, store, limit int, w Whose, taker int) {
	p := in.p
	if f < 0 || f >= p.Places {
		return
	}
	for r := range p.Owners() {
		if !in.counts(w, r) {
			continue
		}
		keeper := r
		if r == p.Nobody() {
			keeper = taker
		}
		for _, g := range p.Across(q, r, f) {
			if w == Own && int(g) != f {
				continue
			}
			for c := range p.classes {
				k := s.MenOfClass(p, r, c, int(g))
				if limit >= 0 {
					k = min(k, limit)
					limit -= k
				}
				s.addMen(p, r, c, int(g), -k)
				s.addStore(p, keeper, store, k)
			}
		}
	}
}

// tests reports whether anything may end the game at a moment.
func (in *Interpreter) tests(s *State, at Moment) bool {
	for i := range in.p.Ends {
		if e := &in.p.Ends[i]; e.At&at != 0 && s.inStage(e.Stages) {
			return true
		}
	}
	return false
}

// moment tests scores and ends outside a move. It reports what test does.
func (in *Interpreter) moment(s *State, q int, at Moment) bool {
	in.View(s, q)
	return in.test(at, 0)
}

// test adds up what is scored at a moment, after one of the acts, and then looks for an
// end. The view (and with it the move under consideration) has been set. It reports whether
// the game is over: of a match, the next may have begun.
func (in *Interpreter) test(at Moment, acts Trigger) bool {
	s := in.s
	if s.b[hOver] != 0 {
		return true
	}
	if in.Untested {
		return false
	}
	in.testing = at
	in.addScores(at, acts)
	holding := in.values[:0]
	for i := range in.p.Ends {
		e := &in.p.Ends[i]
		if e.At&at != 0 && (e.Acts == 0 || e.Acts&acts != 0) && s.inStage(e.Stages) && in.is(e.When) {
			holding = append(holding, i)
		}
	}
	in.values, in.testing = holding, 0
	for _, i := range holding {
		if slices.ContainsFunc(holding, func(k int) bool { return slices.Contains(in.p.Ends[k].Outranks, i) }) {
			continue
		}
		if slices.ContainsFunc(holding, func(k int) bool { return k != i && !slices.Contains(in.p.Ends[i].Outranks, k) }) {
			in.Undeclared++
		}
		in.finish(s, i)
		return true
	}
	return false
}

// addScores adds up what is scored at a moment.
func (in *Interpreter) addScores(at Moment, acts Trigger) {
	p, s := in.p, in.s
	clear(in.scored)
	in.views++
	for i := range p.Scores {
		r := &p.Scores[i]
		if r.At&at == 0 || r.Acts != 0 && r.Acts&acts == 0 || !s.inStage(r.Stages) || !in.is(r.When) {
			continue
		}
		effect := false
		for w, before := range in.scored {
			if !in.whose(w, in.me, r.Their) {
				continue
			}
			after := before * r.Num / max(r.Den, 1)
			switch {
			case r.Points != nil:
				after = before + in.Number(r.Points)
			case r.Round > 0:
				after = before + mod(-before, p.Denominator)
			case r.Round < 0:
				after = before - mod(before, p.Denominator)
			}
			in.scored[w] = after
			in.views++
			effect = effect || after != before
		}
		if effect {
			in.applied(r.Statement)
		}
	}
	for w, v := range in.scored {
		s.setScore(p, w, s.Score(p, w)+v)
	}
	in.views++
}

func mod(a, b int) int { return ((a % b) + b) % b }

// finish ends the game by end i; a match goes on with the next game.
func (in *Interpreter) finish(s *State, i int) {
	p := in.p
	e := &p.Ends[i]
	in.applied(e.Statement)
	if p.Match > 0 && !in.ahead && !in.matchWon(s) {
		in.nextGame(s)
		return
	}
	s.b[hOver] = uint8(i + 1)
	w := e.Winner
	if p.Match > 0 && !in.ahead {
		w = HigherScore // of the match, whoever has won its last game
	}
	s.b[hWinner] = uint8(in.winner(s, w, e.Var) + 1)
	if in.ahead {
		return // a look-ahead still asks what was left
	}
	// What was remembered of the throw means nothing any more, and two ways to
	// one end are one result.
	s.clearLeft()
	s.b[hPlayed], s.b[hInThrow] = 0, 0
	s.setActive(-1)
	in.initVars(s, PerThrow, in.me)
}

// winner returns who the winner is whom an end, or a match, names, or -1.
func (in *Interpreter) winner(s *State, w Winner, v int) int {
	p := in.p
	switch w {
	case Me:
		return in.me
	case Them:
		return (in.me + 1) % len(p.Players)
	case WinnerVar:
		return s.num(p, v, in.me)
	case HigherScore:
		best, tie := 0, false
		for q := 1; q < len(p.Players); q++ {
			switch d := s.Score(p, q) - s.Score(p, best); {
			case d > 0:
				best, tie = q, false
			case d == 0:
				tie = true
			}
		}
		if !tie {
			return best
		}
	}
	return -1
}

// matchWon reports whether a player has the points to which games are played.
func (in *Interpreter) matchWon(s *State) bool {
	for q := range in.p.Players {
		if s.Score(in.p, q) >= in.p.Match {
			return true
		}
	}
	return false
}

// nextGame sets the board up again, keeping scores and what belongs to the
// match; the player after the one whose turn it was begins, unless a rule has said who.
func (in *Interpreter) nextGame(s *State) {
	p, was := in.p, s.Clone()
	clear(s.b)
	for q := range p.Players {
		s.setScore(p, q, was.Score(p, q))
	}
	for v := range p.Vars {
		if p.Vars[v].Per == PerMatch {
			at := p.VarAt(v, 0)
			copy(s.b[at:][:p.Holders(v)*p.width(v)], was.b[at:])
		}
	}
	in.setUp(s)
	in.initGame(s)
	in.beginTurn(s, in.nextPlayer(was))
}
