package engine

import "slices"

// A position that somebody lays out may be one in which the game is over by its rules,
// though no move has led there. What ends a game is tested when somebody has moved: what
// can be said without the move is looked for here, and nothing that a game going on
// could come to.

// Ended makes s a state that is over, where an end holds in it: one by which the game was
// over when somebody moved last, or before. It reports whether there is one. Who has moved
// last is known where the player to move has been named. With scored the scores are those
// of the end already; without, what is scored with it is added where that can be told. An
// end that came about where a turn begins, or nobody can move, comes after these.
func (in *Interpreter) Ended(s *State, named, scored bool) bool {
	was, start := s, in.p.NewState()
	if NewInterpreter(in.p).Start(start); s.Equal(start) {
		return false // nobody has moved yet
	}
	if s.Status() == Over {
		s = s.Clone()
		s.b[hOver], s.b[hWinner] = 0, 0
		for q := range in.p.Players {
			if !scored {
				s.setScore(in.p, q, 0)
			}
		}
	}
	n, moved := len(in.p.Players), s.Owner()
	his := true
	if s.b[hPlayed] == 0 {
		moved += n - 1
		his = !in.effect(func(e Effect) bool { return e.Kind == NextIs }) // else he may have had the turn before as well
	}
	for k := range n { // who has moved last, and those before him
		q := (moved - k + n) % n
		if in.endedFor(s, q, k == 0 && his || !named, scored) {
			was.CopyFrom(s)
			return true
		}
	}
	return was.Status() == Over
}

// endedFor is Ended for the ends that are tested when player q has moved; his says
// that nobody need have moved after him.
func (in *Interpreter) endedFor(s *State, q int, his, scored bool) bool {
	p, t := in.p, s.Clone()
	tested := AfterMoves
	if q == s.Owner() && s.b[hPlayed] != 0 { // he is in the middle of his turn
		if tested = AtMove; s.b[hInThrow] == 0 {
			tested |= AtPlayed
		}
	} else {
		t.b[hTo], t.b[hOwner] = uint8(q), uint8(q)
		stage := in.StageOf(t, q)
		if stage < 0 {
			return false
		}
		t.b[hStage] = uint8(stage)
	}
	var holding []int
	for i := range p.Ends {
		e := &p.Ends[i]
		if e.At&AfterMoves == 0 || e.When == nil || !t.inStage(e.Stages) {
			continue
		}
		in.View(t, q)
		if in.rowMade(e, t, q) || in.is(e.When) && in.stood(e, t, q, his, e.At&tested != 0) {
			holding = append(holding, i)
		}
	}
	for _, i := range holding {
		if slices.ContainsFunc(holding, func(k int) bool { return slices.Contains(p.Ends[k].Outranks, i) }) {
			continue
		}
		defer func(ahead bool) { in.ahead = ahead }(in.ahead)
		in.ahead = true // the next game of a match is not set up
		in.View(t, q)
		if !scored && in.scoresTold(&p.Ends[i], t) {
			in.addScores(p.Ends[i].At&AfterMoves, actsOf(p.Ends[i].Acts))
		}
		in.finish(t, i)
		t.clearLeft()
		t.b[hPlayed], t.b[hInThrow] = 0, 0
		t.setActive(-1)
		s.CopyFrom(t)
		return true
	}
	return false
}

// actsOf are the acts after which something is tested: where it names none, all.
func actsOf(acts Trigger) Trigger {
	if acts == 0 {
		return OnThrow - 1
	}
	return acts
}

// scoresTold reports whether all that is scored with an end can be told of the position.
func (in *Interpreter) scoresTold(e *End, t *State) bool {
	return !slices.ContainsFunc(in.p.Scores, func(r Score) bool {
		if r.At&e.At&AfterMoves == 0 || r.Acts != 0 && r.Acts&actsOf(e.Acts) == 0 || !t.inStage(r.Stages) {
			return false
		}
		untold := func(n *Node) bool { return n != nil && in.untold(n) }
		return r.Acts != 0 && r.Acts != e.Acts || untold(r.When) || untold(r.Points)
	})
}

// ofTurn are the operations that depend on the turn in which they are asked.
var ofTurn = []Op{NPartsLeft, NPartsPlayed, NHigh, NLow, NValue, BDouble, SParts, NStage, NOccurrences}

// untold reports whether a condition asks for what the position alone does not tell.
func (in *Interpreter) untold(n *Node) bool {
	return n.Any(func(n *Node) bool {
		if n.Op == NVar || n.Op == SVar {
			per := in.p.Vars[n.N].Per
			return per == PerTurn || per == PerThrow
		}
		return slices.Contains(ofMove, n.Op) && n.Op != NScored || slices.Contains(ofTurn, n.Op)
	})
}

// stood reports whether an end that holds of the position for player q was tested when it
// had come to hold: after whatever he may have done last, as his says that he did, or before.
// Where tested is false it has not been tested in this turn of his.
func (in *Interpreter) stood(e *End, t *State, q int, his, tested bool) bool {
	if in.untold(e.When) || e.When.asks(NScored) {
		return false
	}
	offered := in.offered()
	others := offered // of his, after which it is not tested
	if tested {
		others &^= actsOf(e.Acts)
	}
	if his && others == 0 {
		return true
	}
	start := in.p.NewState()
	NewInterpreter(in.p).Start(start)
	if in.View(start, q); in.is(e.When) {
		return false // it may hold still, and never have been tested
	}
	c := counted(e.When)
	if c.more || in.takes(c) || c.places && others != 0 {
		return false // somebody else may have brought it about, or another move of his
	}
	for r := range in.p.Players {
		asked, acts := c.their, offered
		if r == q {
			asked, acts = c.own, others
		}
		if len(asked) > 0 && !in.before(e.When, t, q, r, acts, asked) {
			return false
		}
	}
	return true
}

// rowMade reports whether an end holds by which the game is over when a man of player q comes
// to stand where he completes a line: whoever has moved since, there is one.
func (in *Interpreter) rowMade(e *End, t *State, q int) bool {
	n := e.When
	if n.Op != BCompare || n.Kids[0].Op != NCount || n.Kids[0].Kids[0].Op != LMillsAt || n.Kids[1].Op != NLit {
		return false
	}
	lines := n.Kids[0].Kids[0]
	own := lines.Kids[0].Op == SCompare && Whose(lines.Kids[0].N) == Own && lines.Kids[0].Cmp.Holds(1, in.Number(lines.Kids[0].Kids[0]))
	once := n.Cmp.Holds(1, n.Kids[1].N) && !n.Cmp.Holds(0, n.Kids[1].N)
	comes := OnAct(Place) | OnAct(Enter) | OnAct(Step) | OnAct(Advance) | OnAct(Leap)
	all := uint64(1)<<len(in.p.Stages) - 1
	if !own || !once || lines.Kids[1].Op != NTo || in.offered()&comes&^actsOf(e.Acts) != 0 || all&^e.Stages != 0 ||
		in.effect(func(e Effect) bool { return e.Kind == SetDown }) {
		return false
	}
	completed := func(s *State) bool {
		for f := range in.p.Places {
			in.View(s, q)
			in.move.To = int16(f)
			if s.MenAt(in.p, q, f) > 0 && in.is(n) {
				return true
			}
		}
		return false
	}
	start := in.p.NewState()
	NewInterpreter(in.p).Start(start)
	return completed(t) && !completed(start)
}

// offered are the acts that rules permit.
func (in *Interpreter) offered() (acts Trigger) {
	for i := range in.p.Allows {
		if a := in.p.Allows[i].Act; a != Stop {
			acts |= OnAct(a)
		}
	}
	return acts
}

// takes reports whether other players' moves can change what a condition asks of a player's
// own men.
func (in *Interpreter) takes(c counting) bool {
	board := c.places || c.own[onBoard]
	return in.offered()&OnAct(Remove) != 0 && (board || c.own[in.p.StoreIndex(OutStore)]) || in.effect(func(e Effect) bool {
		switch e.Kind {
		case Send:
			return e.Whose != Own && e.Whose != OwnAnyLap && (board || c.own[e.Store])
		case Transfer, SetDown:
			return e.Their && (board || c.own[e.Var] || e.Kind == Transfer && c.own[e.Store])
		}
		return false
	})
}

// effect reports whether some effect of a change is such.
func (in *Interpreter) effect(is func(Effect) bool) bool {
	return slices.ContainsFunc(in.p.Changes, func(c Change) bool { return slices.ContainsFunc(c.Effects, is) })
}

// onBoard stands for the board among stores.
const onBoard = -1

// counting is what a condition asks of men.
type counting struct {
	places     bool         // where the player's own stand
	own, their map[int]bool // in which stores, or on the board, it asks how many he has, or others have
	more       bool         // anything else
}

// counted finds what a condition asks of men.
func counted(n *Node) counting {
	c := counting{own: map[int]bool{}, their: map[int]bool{}}
	var visit func(n *Node, theirs bool)
	visit = func(n *Node, theirs bool) {
		switch n.Op {
		case NBoard, NStore:
			of, at := c.own, onBoard
			if theirs {
				of = c.their
			}
			if n.Op == NStore {
				at = n.N
			}
			of[at] = true
		case SCompare, NCountAt:
			c.places = true
			c.more = c.more || Whose(n.N) != Own || theirs
		case NTheir:
			theirs = true
		case NLit, NMen, NCount, NAdd, NSub, NMul, NMin, NMax, NPlayer, SLit, SByPlayer, SAnd, SOr, SNot, SReach, LMills, BSome, BEvery,
			BLit, BAnd, BOr, BNot, BCompare, BIn, BSub, BSetEqual:
		default:
			c.more = true
		}
		for _, k := range n.Kids {
			visit(k, theirs)
		}
	}
	visit(n, false)
	return c
}

// before reports whether a condition of player q held as well before some acts of a player,
// however often he did them, as far as these change how many men he has where it is asked.
func (in *Interpreter) before(n *Node, t *State, q, mover int, acts Trigger, asked map[int]bool) bool {
	p := in.p
	held := func(st, most, step int) bool {
		u := t.Clone()
		for range most {
			u.addStore(p, mover, st, step)
			if in.View(u, q); !in.is(n) {
				return false
			}
		}
		return true
	}
	in.View(t, mover)
	board := in.Number(&Node{Op: NBoard})
	for i := range p.Allows {
		a := &p.Allows[i]
		if acts&OnAct(a.Act) == 0 {
			continue
		}
		for _, st := range a.Stores { // from which men are placed or enter
			if (asked[st] || asked[onBoard]) && !held(st, board, 1) {
				return false
			}
		}
		if off := p.StoreIndex(OffStore); a.Act == BearOff && (asked[off] || asked[onBoard]) && !held(off, t.InStore(p, mover, off), -1) {
			return false
		}
	}
	return !in.effect(func(e Effect) bool {
		switch e.Kind {
		case Send:
			return (e.Whose == Own || e.Whose == OwnAnyLap || e.Whose == Anyone) && (asked[onBoard] || asked[e.Store]) ||
				e.Whose == Nobodys && e.To == nil && !e.Their && asked[e.Store]
		case Transfer, SetDown:
			return !e.Their && (asked[onBoard] || asked[e.Var] || e.Kind == Transfer && asked[e.Store])
		}
		return false
	})
}
