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
	if !st.Fresh() || d < 0 || len(w.p.Throws[w.p.Devices[d].First].Faces) < 2 {
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
