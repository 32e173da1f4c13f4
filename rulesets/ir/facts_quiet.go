package ir

import (
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
)

// A move is quiet where the rules answer it as they answer any other of its act with the same part: what two quiet
// moves of a decision lead to differs in nothing but where the man stands. Who looks at all that a decision leads to
// makes one of them, and knows of the others what follows.

// Quiet returns when a move of an act is not quiet: where one of some restrictions, asked as it has just been made, would
// strike it out. It is not ok where no moves of the act are known to be quiet.
//
// Nothing is known here of what follows where the next player cannot move: see [Lowering.Lasts].
func (l *Lowering) Quiet(f *Facts, act engine.Act) (unless []Restriction, ok bool) {
	moves := slices.Contains([]engine.Act{engine.Place, engine.Enter, engine.Step, engine.Advance}, act) && slices.Contains(f.Move.Acts, act)
	// The next game of a match begins with all men elsewhere.
	if !moves || !f.Board.OneManEach || f.Move.Together || f.Move.LooksAhead || l.p.StartWaits || l.p.Match > 0 || !l.alikeBetweenTurns() {
		return nil, false
	}
	ok = true
	answers := func(id string, stages uint64, v *Value, likewise bool) {
		if n, known := v.Known(); known && n == 0 || likewise && v.alike() {
			return
		}
		some := l.Truth(true)
		for _, k := range l.Conjuncts(v) {
			if k.ofMenAlone() {
				some = l.Do(And, Truth, some, k)
			}
		}
		_, always := some.Known()
		ok = ok && !always
		unless = append(unless, Restriction{Statement: id, Stages: stages, Strike: some})
	}
	for i := range l.p.Changes {
		if x := &l.p.Changes[i]; x.On&engine.OnAct(act) != 0 {
			answers(x.ID, x.Stages, l.takesEffect(x), l.likewise(x))
		}
	}
	tested := func(at engine.Moment, acts engine.Trigger) bool {
		return at&engine.AtMove != 0 && (acts == 0 || acts&engine.OnAct(act) != 0)
	}
	for i := range l.p.Scores {
		if x := &l.p.Scores[i]; tested(x.At, x.Acts) {
			answers(x.ID, x.Stages, l.Value(x.When, Mover), l.Value(x.Points, Mover).alike())
		}
	}
	for i := range l.p.Ends {
		if x := &l.p.Ends[i]; tested(x.At, x.Acts) {
			answers(x.ID, x.Stages, l.Value(x.When, Mover), true)
		}
	}
	return unless, ok
}

// menAsked are the operations that ask where men stand, or what could be played.
var menAsked = []Op{Men, At, Marked, Unmarked, Crowds, Completable, Follows, After, Can}

// changing are those that ask what a move, or what answers it, may change beside.
var changing = []Op{Store, Variable, Score, Scored, Left, Played, Up, Occurrences, Completable, Follows, After, Can}

// alike reports whether the value is the same for all moves of one act with one part, wherever men go.
func (v *Value) alike() bool {
	return v.asks&asksMove&^(asksPart|asksAct) == 0 && !slices.ContainsFunc(menAsked, v.Uses)
}

// ofMenAlone reports whether the value depends on where men stand and on the move, and on nothing that changes beside.
func (v *Value) ofMenAlone() bool { return !slices.ContainsFunc(changing, v.Uses) }

// likewise reports whether a change does the same to all positions that are alike but for where men stand.
func (l *Lowering) likewise(c *engine.Change) bool {
	return !slices.ContainsFunc(c.Effects, func(e engine.Effect) bool {
		switch e.Kind {
		case engine.Send, engine.AddMark, engine.DropMark, engine.GoOn, engine.SetDown:
			return true
		}
		return !l.Value(e.A, Mover).alike() || !l.Value(e.B, Mover).alike()
	})
}

// takesEffect reports whether a change changes anything: one that only sends somebody away does where there is somebody.
func (l *Lowering) takesEffect(c *engine.Change) *Value {
	v, some := l.Value(c.When, Mover), l.Truth(false)
	for _, e := range c.Effects {
		if e.Kind != engine.Send || e.Many {
			return v
		}
		there := l.Counted(At, Number, 0, 0, l.Who(e.Whose, Mover), l.Value(e.A, Mover))
		some = l.Do(Or, Truth, some, l.Compare(engine.GreaterEqual, there, l.Number(1)))
	}
	return l.Do(And, Truth, v, some)
}

// alikeBetweenTurns reports whether all that is asked and changed from the end of a move to the next decision is
// alike whatever men have moved.
func (l *Lowering) alikeBetweenTurns() bool {
	p := l.p
	differs := func(n *engine.Node) bool { return !l.Value(n, Mover).alike() }
	return !slices.ContainsFunc(p.Changes, func(c engine.Change) bool {
		return c.On&(engine.OnPlayed|engine.OnTurnEnd|engine.OnTurn) != 0 && (differs(c.When) || !l.likewise(&c))
	}) && !slices.ContainsFunc(p.Scores, func(s engine.Score) bool {
		return s.At&(engine.AtPlayed|engine.AtTurn|engine.AtStart) != 0 && (differs(s.When) || differs(s.Points))
	}) && !slices.ContainsFunc(p.Ends, func(e engine.End) bool {
		return e.At&(engine.AtPlayed|engine.AtTurn|engine.AtStart) != 0 && differs(e.When)
	}) && !slices.ContainsFunc(p.Stages, func(s engine.Stage) bool { return differs(s.When) }) &&
		!slices.ContainsFunc(p.Agendas, func(a engine.Agenda) bool { return differs(a.When) }) &&
		!slices.ContainsFunc(p.Vars, func(v engine.Var) bool { return differs(v.Initial) })
}

// Lasts reports whether a rule lets men of a group go wherever nobody stands: who could do so before another player moved
// a man can do so still, unless that man has come to where he goes.
func (l *Lowering) Lasts(a *engine.Allow, x *Group) bool {
	if a.Act != engine.Step && a.Act != engine.Place && a.Act != engine.Enter || a.Sparing {
		return false
	}
	asksMen := func(v *Value) bool { return slices.ContainsFunc(menAsked, v.Uses) }
	if a.From != nil && asksMen(l.Value(a.From, Mover)) {
		return false
	}
	q := l.Asked(a, x)
	return !slices.ContainsFunc(q.Whole, asksMen) &&
		!slices.ContainsFunc(q.Strikes, func(r Restriction) bool { return r.Any(asksMen) }) &&
		!slices.ContainsFunc(q.Each, func(r Restriction) bool { return !l.toEmpty(r.Keep) && r.Any(asksMen) })
}

// toEmpty reports whether a condition says that nobody stands where a man goes.
func (l *Lowering) toEmpty(v *Value) bool {
	if v == nil || v.Op != Has || v.Args[1].Op != To {
		return false
	}
	s, ok := l.Stands(v.Args[0])
	return ok && s.None && s.Own && s.Enemy
}
