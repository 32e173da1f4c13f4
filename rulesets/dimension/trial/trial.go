package trial

import (
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/position"
)

// Random games meet a row of six points or a last man with two against none off too
// seldom to say what the rules make of it. So dimensions are also answered by trials:
// at positions of the sample it is asked what would be permitted, or happen, if
// something were otherwise. As two answers are had of one position with a single
// difference, the difference is the reason, however the rules are worded.

// Trial is one such question.
type Trial struct {
	Name string
	on   occasion
	most int    // of positions at which it is asked
	Asks Rights // the rules on which the outcome can depend
	// run says what comes out, in a word; "" where it cannot be asked. by are the
	// statements that make it so.
	Run  func(t *tester, b *Base) (outcome string, by []int)
	Rows bool // the outcome depends on how the tracks of the players lie on the board
	// parts says whether two outcomes at one position are answers that exclude each other;
	// nil: whenever they differ.
	Parts func(a, b string) bool
}

// occasion is where a trial is made.
type occasion int

// The occasions.
const (
	onLanding occasion = iota // a man goes along the track to an empty place
	onEntry                   // a man comes from a store to an empty place
	onLeaving                 // a man leaves the board
	onThrow                   // a throw of several dice at the beginning of a turn
	onPass                    // a player who has something left to play can play nothing
	onOpening                 // the first position
	occasions
)

// Base is a position of a sample with what is about to happen in it.
type Base struct {
	St       *engine.State
	act      engine.Act
	Part     int
	From, To int
	Throw    int   // on a throw: which, while st awaits it
	At       *Spot // the decision before which it was met; nil where it was not met in a game
}

// Tried is what came out of a trial.
type Tried struct {
	*Base
	Is string
	By []int
}

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

// Once finds something out about a sample and keeps it.
func Once[T any](s *Bench, key string, find func() T) T {
	if v, ok := s.Found[key]; ok {
		return v.(T)
	}
	v := find()
	if s.Found == nil {
		s.Found = map[string]any{}
	}
	s.Found[key] = v
	return v
}

// Try makes a trial at the positions of a sample.
func (s *Bench) Try(tr *Trial) []Tried {
	return Once(s, "trial "+tr.Name, func() []Tried {
		var out []Tried
		t := s.Tester()
		for _, b := range spread(s.bases[tr.on], tr.most) {
			if is, by := tr.Run(t, b); is != "" {
				out = append(out, Tried{b, is, by})
			}
		}
		return out
	})
}

// spread takes at most so many of a list, from all over it.
func spread[T any](list []T, most int) []T {
	if len(list) <= most {
		return list
	}
	out := make([]T, 0, most)
	for i := range most {
		out = append(out, list[i*len(list)/most])
	}
	return out
}

// Varied takes at most so many or few more, from all over, of each outcome about as many.
func Varied(list []Tried, most int) (out []Tried) {
	by := map[string][]Tried{}
	var order []string
	for _, x := range list {
		if by[x.Is] == nil {
			order = append(order, x.Is)
		}
		by[x.Is] = append(by[x.Is], x)
	}
	slices.Sort(order)
	for _, is := range order {
		out = append(out, spread(by[is], max(2, most/len(order)))...)
	}
	return out
}

// Outcomes counts what came out, and lists the statements behind it.
func Outcomes(list []Tried) (n map[string]int, by []int) {
	n = map[string]int{}
	for i := range list {
		n[list[i].Is]++
		by = Union(by, list[i].By)
	}
	return n, by
}

// Gatherer keeps positions of a sample for trials, of many kinds and from many games.
type Gatherer struct {
	s     *Bench
	p     *engine.Program
	game  int
	known map[[5]int]int // how many of a kind, and the last game with one
	turns int
}

func NewGatherer(s *Bench) *Gatherer {
	return &Gatherer{s: s, p: s.Game.Program, known: map[[5]int]int{}}
}

// Begin says which game is played.
func (g *Gatherer) Begin(game int) { g.game = game }

// How many positions are kept.
const (
	basesOfAKind = 3
	turnsKept    = 60
	turnsStride  = 19
)

// room reports whether another position of a kind is wanted, at most one of each game.
func (g *Gatherer) room(kind [5]int) bool {
	n := g.known[kind]
	if n>>16 >= basesOfAKind || n>>16 > 0 && n&0xffff == g.game {
		return false
	}
	g.known[kind] = (n>>16+1)<<16 | g.game
	return true
}

func (s *Bench) keep(on occasion, b *Base) {
	b.St = b.St.Clone()
	s.bases[on] = append(s.bases[on], b)
}

// alone is a position at which a number is all that is left to be played.
func (w *Gatherer) alone(st *engine.State, part uint8) *engine.State {
	pos := position.Read(w.p, st)
	turn := *pos.Turn
	turn.Left = []position.Left{{Part: int(part)}}
	pos.Turn = &turn
	out := w.p.NewState()
	position.Lay(engine.NewInterpreter(w.p), out, pos)
	return out
}

// Decision keeps what trials can begin with at a decision.
func (w *Gatherer) Decision(st *engine.State, e *engine.Explanation, at Spot) {
	q := st.Player()
	throw := st.LastThrow()
	double := throw >= 0 && w.p.Throws[throw].Double // of which rules of its own may ask more than one move
	for i := range e.Moves {
		m := &e.Moves[i]
		b := &Base{St: st, act: m.Act, Part: int(m.Part), From: int(m.From), To: int(m.To), Throw: -1, At: &at}
		kind := [5]int{q, int(m.Act), int(m.To), int(m.From), int(m.Part)}
		if double && PlaysOn(*m) {
			continue
		}
		switch m.Act {
		case engine.Advance:
			kind[3], kind[4] = 0, 0
			if !m.Sparing && m.Men == 1 && w.empty(st, q, b.To) && w.room(kind) {
				b.St = w.alone(st, m.Part)
				w.s.keep(onLanding, b)
			}
		case engine.Place, engine.Enter:
			if w.empty(st, q, b.To) && w.room(kind) {
				w.s.keep(onEntry, b)
			}
		case engine.BearOff:
			if w.room(kind) {
				b.St = w.alone(st, m.Part)
				w.s.keep(onLeaving, b)
			}
		case engine.Pass, engine.Stop:
			if slices.ContainsFunc(e.Moves, PlaysOn) {
				continue
			}
			pos := position.Read(w.p, st)
			if kind = [5]int{q, int(m.Act), st.LastThrow(), len(pos.Turn.Left)}; w.room(kind) {
				w.s.keep(onPass, b)
			}
		}
	}
}

// Throw keeps what trials can begin with where a throw is about to be made.
func (w *Gatherer) Throw(st *engine.State, at Spot) {
	d := st.Device(w.p)
	if !st.Fresh() || d < 0 || len(w.p.Throws[w.p.Devices[d].First].Dice) < 2 {
		return
	}
	w.turns++
	if n := len(w.s.bases[onThrow]); w.turns > 4 && w.turns%turnsStride != 0 || n >= turnsKept*w.p.Devices[d].Count {
		return
	}
	for i := range w.p.Devices[d].Count {
		w.s.keep(onThrow, &Base{St: st, From: -1, To: -1, Throw: w.p.Devices[d].First + i, At: &at})
	}
}

// empty reports whether nobody stands on the cell of a place.
func (w *Gatherer) empty(st *engine.State, q, f int) bool {
	_, _, n := MenOn(w.p, st, q, f)
	return n == 0
}

// GatherOpening keeps the first position.
func (s *Bench) GatherOpening() {
	st := s.Game.Program.NewState()
	engine.NewInterpreter(s.Game.Program).Start(st)
	s.keep(onOpening, &Base{St: st, From: -1, To: -1, Throw: -1})
}

// is reports whether m is the move of a base.
func (b *Base) is(m *engine.Move) bool {
	return m.Act == b.act && int(m.Part) == b.Part && int(m.From) == b.From && int(m.To) == b.To && !m.Sparing
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

// Rights are groups of rules, as a bit set.
type Rights int

// The groups.
const (
	ByMoving Rights = 1 << iota
	ByEntering
	ByLeaving
	ByStopping
	ByAgendas
	ByChanges
	ByEnds
)

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
