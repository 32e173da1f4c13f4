package trial

import (
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/position"
)

// tester tries things out.
type tester struct {
	s        *Bench
	p        *engine.Program
	in       *engine.Interpreter
	st       *engine.State
	required map[int]bool // the statements that keep moves which fit best
	closed   *int         // what closing has found
	// guide is the tester of another interpretation, at whose positions this one tries
	// things out, and of whose games it takes what is to be known of games.
	Guide *tester
}

// known is the tester whose sample has games.
func (t *tester) known() *tester {
	if t.Guide != nil {
		return t.Guide
	}
	return t
}

func (s *Bench) Tester() *tester {
	return Once(s, "tester", func() *tester {
		p := s.Game.Program
		t := &tester{s: s, p: p, in: engine.NewInterpreter(p), st: p.NewState(), required: map[int]bool{}}
		for i := range p.Requires {
			t.required[p.Requires[i].Statement] = true
		}
		return t
	})
}

// decision lays a position out and lists what may be done; nil where nobody decides.
func (t *tester) decision(pos *position.Position) *engine.Explanation {
	position.Lay(t.in, t.st, pos)
	if t.st.Status() != engine.Decision {
		return nil
	}
	return t.in.Explain(t.st)
}

// move finds the move of a base among those that nothing forbids, whether or not others
// fit better. Where there is none, by are the statements that refuse or do not permit it;
// where there is one, those by which a prohibition was lifted.
func (t *tester) move(e *engine.Explanation, b *Base) (m *engine.Move, by []int) {
	if e == nil {
		return nil, nil
	}
	for i := range e.Moves {
		if b.is(&e.Moves[i]) {
			m = &e.Moves[i]
		}
	}
	for i := range e.Refused {
		if r := &e.Refused[i]; b.is(&r.Move) {
			if slices.ContainsFunc(r.Statements, func(st int) bool { return !t.required[st] }) {
				return nil, r.Statements
			}
			m = &r.Move
		}
	}
	if m == nil {
		return nil, t.s.Permitting(b.act)
	}
	for i := range e.Lifted {
		if e.Lifted[i].Move.Same(m) {
			by = Union(by, e.Lifted[i].Statements)
		}
	}
	return m, by
}

// may reports whether nothing forbids the move of a base at a position.
func (t *tester) may(pos *position.Position, b *Base) (bool, []int) {
	m, by := t.move(t.decision(pos), b)
	return m != nil, by
}

// playOnly makes a move at the position laid out and nothing more, and says which changes
// that send men answered it.
func (t *tester) playOnly(m engine.Move) (by []int) {
	return t.applied(t.s.Changing(AnyTrigger, OfKind(engine.Send)), func() { t.in.PlayOnly(t.st, m) })
}

// rival is the first opponent of a player.
func (t *tester) rival(q int) int {
	for r := range t.p.Players {
		if t.p.Team[r] != t.p.Team[q] {
			return r
		}
	}
	return -1
}

// place is where player r has the cell of a place of q; -1 where he does not come there.
func (t *tester) place(q, r, f int) int {
	if on := t.p.Across(q, r, f); len(on) > 0 {
		return int(on[0])
	}
	return -1
}

// put lets so many men of a player stand at a place.
func put(pos *position.Position, q, f, n int) {
	for _, class := range pos.Men[q] {
		class[f] = 0
	}
	pos.Men[q][0][f] = n
}

// vacate takes away all men of the cell of a place, except those of player q.
func (t *tester) vacate(pos *position.Position, q, f int) {
	for r := range t.p.Players {
		if r == q {
			continue
		}
		for _, g := range t.p.Across(q, r, f) {
			put(pos, r, int(g), 0)
		}
	}
}

// faces is the greatest number that a move can be made with.
func (t *tester) faces() int {
	most := 0
	for i := range t.p.Parts {
		if pt := &t.p.Parts[i]; pt.IsNumber {
			most = max(most, pt.Number)
		}
	}
	return min(most, 6)
}

// only leaves one part to be played, of one throw.
func only(pos *position.Position, throw, part int) {
	turn := *pos.Turn
	turn.Throws, turn.Left = []int{throw}, []position.Left{{Part: part}}
	pos.Turn = &turn
}

// applied are those of some statements that take effect while f plays.
func (t *tester) applied(of []int, f func()) (by []int) {
	t.in.Applied = make([]int, len(t.s.Game.Statements))
	f()
	for _, st := range Union(of) {
		if t.in.Applied[st] > 0 {
			by = append(by, st)
		}
	}
	t.in.Applied = nil
	return by
}

// is reports whether m is the move of a base.
func (b *Base) is(m *engine.Move) bool {
	return m.Act == b.act && int(m.Part) == b.Part && int(m.From) == b.From && int(m.To) == b.To && !m.Sparing
}

// clear takes all men off the board and out of the stores.
func (t *tester) clear(pos *position.Position) {
	for q := range t.p.Players {
		for f := range t.p.Places {
			put(pos, q, f, 0)
		}
		clear(pos.Stores[q])
	}
}

// holdEntries lets so many men of r stand wherever q can enter.
func (t *tester) holdEntries(pos *position.Position, q, r, men int) {
	for _, f := range t.entries(q) {
		if g := t.place(q, r, f); g >= 0 {
			put(pos, q, f, 0)
			put(pos, r, g, men)
		}
	}
}

// entries are the places where a player has entered in the sample.
func (t *tester) entries(q int) (list []int) {
	for _, b := range t.known().s.bases[onEntry] {
		if b.St.Player() == q && !slices.Contains(list, b.To) {
			list = append(list, b.To)
		}
	}
	return list
}

// gatherIn brings men of a player from the board to one of his stores until so many are
// there.
func (t *tester) gatherIn(pos *position.Position, q, store, men int) {
	for f := 0; f < t.p.Places && pos.Stores[q][store] < men; f++ {
		for pos.Stores[q][store] < men && MenAt(pos, q, f) > 0 {
			put(pos, q, f, MenAt(pos, q, f)-1)
			pos.Stores[q][store]++
		}
	}
}

// start is the place where most men of a player begin, or the store; -1 for none.
func (t *tester) start(st *engine.State, q int) int {
	start, most := -1, 0
	for f := range t.p.Places {
		if n := st.MenAt(t.p, q, f); n > most {
			start, most = f, n
		}
	}
	if h := t.p.StoreIndex(engine.HandStore); st.InStore(t.p, q, h) > most {
		return t.p.Places + h
	}
	return start
}

// setOut is the position with n men of player q at f that were at the start. His turn begins
// anew.
func (t *tester) setOut(st *engine.State, q, start, n, f int) *position.Position {
	pos := position.Read(t.p, st)
	pos.ToMove = q
	if start >= t.p.Places {
		pos.Stores[q][start-t.p.Places] -= n
	} else {
		put(pos, q, start, MenAt(pos, q, start)-n)
	}
	for r := range t.p.Players {
		for g := range t.p.Places {
			if r != q { // nobody is in his way
				put(pos, r, g, 0)
			}
		}
	}
	put(pos, q, f, MenAt(pos, q, f)+n)
	t.begin(pos)
	return pos
}

// begin begins the turn of the player to move: variables have the least that the position
// allows, or their first value.
func (t *tester) begin(pos *position.Position) {
	position.Initial(t.in, pos, true)
	pos.Turn, pos.Over = nil, nil
	position.Write(t.in, t.st, pos)
	*pos = *position.Read(t.p, t.st)
}

// thrown makes the throw of a base and reads the position, if it is then to be decided
// what to play; else it is nil.
func (t *tester) thrown(b *Base) *position.Position {
	t.st.CopyFrom(b.St)
	if t.st.Status() != engine.AwaitsThrow {
		return nil
	}
	t.in.Throw(t.st, b.Throw)
	if t.st.Status() != engine.Decision || t.st.LastThrow() != b.Throw || t.st.Played() > 0 {
		return nil
	}
	return position.Read(t.p, t.st)
}

// eachMove shows what may be done with one number of a throw at the beginning of a turn of q.
func (t *tester) eachMove(pos *position.Position, q int, show func(*Base, *engine.Move)) {
	if pos.Over != nil || pos.ToMove != q {
		return
	}
	for part := range t.p.Parts {
		throw := t.throwOf(&t.p.Parts[part])
		if throw < 0 {
			continue
		}
		only(pos, throw, part)
		e := t.decision(pos)
		if e == nil {
			continue
		}
		for i := range e.Moves {
			m := &e.Moves[i]
			if b := (&Base{St: t.st, act: m.Act, Part: part, From: int(m.From), To: int(m.To), Throw: -1}); b.is(m) {
				show(b, m)
			}
		}
	}
}

// keepMoves begins the turn of a player at a position and keeps what may be done with one
// number, as far as it is wanted.
func (t *tester) keepMoves(on occasion, pos *position.Position, q int, wanted func(*engine.Move) bool) {
	pos.ToMove = q
	t.begin(pos)
	t.eachMove(pos, q, func(b *Base, m *engine.Move) {
		if wanted(m) && !slices.ContainsFunc(t.s.bases[on], func(x *Base) bool {
			return x.St.Player() == q && x.is(m) && x.St.Equal(b.St)
		}) {
			t.s.keep(on, b)
		}
	})
}

// throwOf is a throw, no doublet where there is another, by which a number is played; -1
// for none.
func (t *tester) throwOf(pt *engine.Part) int {
	d := t.s.MainDevice()
	if d < 0 || !pt.IsNumber {
		return -1
	}
	found := -1
	for i, th := range t.s.ThrowsOf(d) {
		if slices.Contains(th.Dice, pt.Number) || len(th.Faces) == 0 && th.Value == pt.Number {
			if found = t.p.Devices[d].First + i; !th.Double {
				break
			}
		}
	}
	return found
}
