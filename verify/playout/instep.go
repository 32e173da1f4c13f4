package playout

import (
	"bytes"
	"context"
	"math"
	"slices"
	"sort"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/class"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/play"
)

// Parting is where two interpretations part in games played in step.
type Parting struct {
	Kind  string // "moves", "position", "turn", "outcome", "throw" or Apart
	Plies int    // single moves before (moves) or up to (otherwise) the parting
	A, B  *Line  // the same line under each
	// LegalA and LegalB are the legal moves where they differ.
	LegalA, LegalB []string
	// StateA and StateB are the states where the two part.
	StateA, StateB rulesets.State
	Game           int // number of the game that showed it; -1: the search in breadth
	// GameA and EndA are the first interpretation and its state where the two
	// part, for drawing; GameB and EndB the second.
	GameA, GameB *rulesets.Game
	EndA, EndB   *engine.State
	// BehindA and BehindB are the statements behind the difference: under the
	// first and the second interpretation those that allow what is legal there
	// only, refuse what is legal under the other only, or took effect there only.
	BehindA, BehindB []*rulesets.Statement
}

// Search says how far a search for a parting went: first in breadth over every
// throw and move, then in games played in step.
type Search struct {
	// Depth is the number of single moves to which the search in breadth was
	// complete: no line of at most so many moves shows a difference. It is -1
	// when not even the opening could be searched.
	Depth     int
	Positions int  // pairs of positions that the search in breadth compared
	Exhausted bool // every pair of positions that can be reached was compared
	Games     int  // games in step
	Plies     int  // single moves in step
	Seed      uint64
}

// Proved reports whether the parting is proved to be the earliest there is.
func (s *Search) Proved(p *Parting) bool { return p != nil && p.Plies == s.Depth+1 }

// pair plays two interpretations in step. It is to be closed.
type pair struct {
	ga, gb *rulesets.Game
	a, b   *play.Stepper
	part   []int    // B's part index → A's, -1 where A has none
	throw  []int    // A's throw index → B's
	class  [2][]int // classes of men of A and of B → the marks and kinds that both know
	steps  []Step
	stepsB []Step
	cells  []int // scratch for comparing by cell, where tracks differ; nil otherwise
	// Where men and stores lie alike in the states of both, and places on the same
	// cells, their bytes can be compared.
	stores, men [2]int // from, to; empty where they cannot
}

func newPair(a, b *rulesets.Game) *pair {
	p := &pair{ga: a, gb: b, a: play.Of(a).Stepper(), b: play.Of(b).Stepper()}
	for _, x := range b.Program.Parts {
		at := -1
		for i, y := range a.Program.Parts {
			if x.Name == y.Name {
				at = i
			}
		}
		p.part = append(p.part, at)
	}
	for _, t := range a.Program.Throws {
		at := -1
		for i, u := range b.Program.Throws {
			if u.Name == t.Name && b.Program.Devices[u.Device].ID == a.Program.Devices[t.Device].ID {
				at = i
			}
		}
		p.throw = append(p.throw, at)
	}
	if p.cellsDiffer() && a.Program.Cells == b.Program.Cells {
		p.cells = make([]int, a.Program.Cells)
	}
	p.class = sharedClasses(a.Program, b.Program)
	la, lb := a.Program.Layout(), b.Program.Layout()
	if p.cells == nil && la.Men == lb.Men && a.Program.Classes() == b.Program.Classes() && a.Program.Places == b.Program.Places {
		p.men = [2]int{la.Men, la.Men + len(a.Program.Players)*a.Program.Classes()*a.Program.Places}
	}
	if la.Stores == lb.Stores && len(a.Program.Stores) == len(b.Program.Stores) {
		p.stores = [2]int{la.Stores, la.Stores + 2*len(a.Program.Players)*len(a.Program.Stores)}
	}
	return p
}

// sharedClasses maps the classes of men of two programs to the marks and kinds that both
// know: a mark that one of them puts on men, and the other has never heard of, makes no
// other man of the same man.
func sharedClasses(a, b *engine.Program) (out [2][]int) {
	for side, p := range []*engine.Program{a, b} {
		out[side] = make([]int, p.Classes())
		for of := range out[side] {
			known := func(first, here, there []string, from int) {
				for n, name := range here {
					if slices.Contains(there, name) && p.Bears(of, from+n) {
						out[side][of] |= 1 << (from + slices.Index(first, name))
					}
				}
			}
			o := []*engine.Program{b, a}[side]
			known(a.Marks, p.Marks, o.Marks, 0)
			known(a.Kinds, p.Kinds, o.Kinds, class.FirstKind)
		}
	}
	return out
}

// close gives back what the two are played by.
func (p *pair) close() {
	p.a.Close()
	p.b.Close()
}

// start puts both at the opening position.
func (p *pair) start() {
	p.steps, p.stepsB = p.steps[:0], p.stepsB[:0]
	p.a.Start()
	p.b.Start()
}

// thrown returns B's throw for A's; -1 when B does not throw now, or cannot throw
// that.
func (p *pair) thrown(t int) int {
	da, db := p.a.State.Device(p.ga.Program), p.b.State.Device(p.gb.Program)
	if da < 0 || db < 0 || p.ga.Program.Devices[da].Count != p.gb.Program.Devices[db].Count {
		return -1
	}
	if u := p.throw[t]; u >= 0 && p.gb.Program.Throws[u].Device == db {
		return u
	}
	return -1
}

// makeThrow throws on both sides and says how they differ afterwards.
func (p *pair) makeThrow(t int) string {
	u := p.thrown(t)
	if u < 0 {
		return "throw"
	}
	p.steps, p.stepsB = append(p.steps, Step{Throw: t}), append(p.stepsB, Step{Throw: u})
	p.a.Throw(t)
	p.b.Throw(u)
	return p.differ()
}

// choose lists the legal moves of both; it reports whether they are the same.
func (p *pair) choose() bool { return p.sameMoves(p.a.List(), p.b.List()) }

// play makes move k of A's, and the same of B's, and says how they differ
// afterwards.
func (p *pair) play(k int) string {
	m := p.a.Moves[k]
	j := p.find(&m, p.b.Moves)
	p.steps, p.stepsB = append(p.steps, Step{Throw: -1, Move: m}), append(p.stepsB, Step{Throw: -1, Move: p.b.Moves[j]})
	p.a.Make(k)
	p.b.Make(j)
	return p.differ()
}

// Apart is the kind of parting of two interpretations that are not comparable.
const Apart = "board"

// Comparable reports whether two interpretations have the same players and the
// same places, so that their moves can be compared at all.
func Comparable(a, b *rulesets.Game) bool {
	if len(a.Program.Players) != len(b.Program.Players) || a.Program.Places != b.Program.Places {
		return false
	}
	for q := range a.Program.Players {
		if a.Program.Players[q] != b.Program.Players[q] {
			return false
		}
		for f := range a.Program.Names[q] {
			if a.Program.Names[q][f] != b.Program.Names[q][f] {
				return false
			}
		}
	}
	return true
}

// sameMove compares a move of A with one of B by the names of their places.
func (p *pair) sameMove(a, b *engine.Move) bool {
	if a.Act != b.Act || a.From != b.From || a.To != b.To || a.Over != b.Over || p.class[0][a.Man()] != p.class[1][b.Man()] || a.Men != b.Men || a.Sparing != b.Sparing {
		return false
	}
	switch {
	case a.Act == engine.Stop || a.Act == engine.Pass:
		return true
	case a.Act == engine.Sow && p.ga.Program.Sowings[a.Class].Back != p.gb.Program.Sowings[b.Class].Back:
		return false
	}
	return p.part[b.Part] == int(a.Part)
}

// sameMoves reports whether the same moves are legal on both sides. One of A may be two
// of B, where men of one place bear a mark that A does not know, and the reverse.
func (p *pair) sameMoves(ma, mb []engine.Move) bool {
	for i := range ma {
		if i < len(mb) && p.sameMove(&ma[i], &mb[i]) { // mostly they are listed alike
			continue
		}
		if p.find(&ma[i], mb) < 0 {
			return false
		}
	}
	return len(ma) == len(mb) || !slices.ContainsFunc(mb, func(b engine.Move) bool { return !p.legalA(&b, ma) })
}

// legalA reports whether a move of B is among those of A.
func (p *pair) legalA(b *engine.Move, ma []engine.Move) bool {
	return slices.ContainsFunc(ma, func(a engine.Move) bool { return p.sameMove(&a, b) })
}

// find returns the number of a move of A among those of B, or -1.
func (p *pair) find(a *engine.Move, mb []engine.Move) int {
	for j := range mb {
		if p.sameMove(a, &mb[j]) {
			return j
		}
	}
	return -1
}

// differ says how the two positions differ to the eye; "" when they do not.
func (p *pair) differ() string {
	ea, oa := p.a.State.End()
	eb, ob := p.b.State.End()
	if oa != ob || oa && (p.a.State.Winner() != p.b.State.Winner() || (ea < 0) != (eb < 0)) {
		return "outcome"
	}
	a, b := p.ga.Program, p.gb.Program
	ba, bb := p.a.State.Bytes(), p.b.State.Bytes()
	placed := p.men[1] > 0 && bytes.Equal(ba[p.men[0]:p.men[1]], bb[p.men[0]:p.men[1]])
	stored := p.stores[1] > 0 && bytes.Equal(ba[p.stores[0]:p.stores[1]], bb[p.stores[0]:p.stores[1]])
	for q := range a.Players {
		if p.a.State.Score(a, q)*b.Denominator != p.b.State.Score(b, q)*a.Denominator {
			return "outcome"
		}
		if !placed && !p.sameMen(q) || !stored && !p.sameStores(q) {
			return "position"
		}
	}
	if !oa && (p.a.State.Status() != p.b.State.Status() || p.a.State.Player() != p.b.State.Player()) {
		return "turn"
	}
	return ""
}

// sameMen reports whether the men of a player stand on the same places, or cells, in both.
func (p *pair) sameMen(q int) bool {
	a, b := p.ga.Program, p.gb.Program
	if p.cells == nil {
		for f := 0; f < a.Places; f++ {
			if p.a.State.MenAt(a, q, f) != p.b.State.MenAt(b, q, f) {
				return false
			}
		}
		return true
	}
	clear(p.cells)
	for f := 0; f < a.Places; f++ {
		p.cells[a.CellOf[q][f]] += p.a.State.MenAt(a, q, f)
		p.cells[b.CellOf[q][f]] -= p.b.State.MenAt(b, q, f)
	}
	return !slices.ContainsFunc(p.cells, func(n int) bool { return n != 0 })
}

// sameStores reports whether as many men of a player are in every store in both.
func (p *pair) sameStores(q int) bool {
	a, b := p.ga.Program, p.gb.Program
	for st := range a.Stores {
		if p.a.State.InStore(a, q, st) != p.b.State.InStore(b, q, st) {
			return false
		}
	}
	return true
}

// cellsDiffer reports whether a place of one lies on another cell in the other:
// then the board looks different although every name agrees.
func (p *pair) cellsDiffer() bool {
	a, b := p.ga.Program, p.gb.Program
	for q := range a.Players {
		for f := 0; f < a.Places; f++ {
			if a.CellOf[q][f] != b.CellOf[q][f] {
				return true
			}
		}
	}
	return false
}

// Part plays games of a and b in step, with one seed for throws and moves,
// until legal moves, position, turn or outcome first differ, and keeps the
// shortest line found. It plays at most o.Games games and plies single moves;
// once a line is found it looks for a shorter one in a fifth of as many. Lines
// of at most sr.Depth moves are known to show nothing. What it does is added to
// sr.
func Part(ctx context.Context, a, b *rulesets.Game, o Options, plies int, sr *Search) *Parting {
	p := newPair(a, b)
	defer p.close()
	var best *sighting
	sr.Seed = o.Seed
	limit := o.Cap
	plies += sr.Plies
	r := random.New(0, 0)
	for i := 0; i < o.Games && sr.Plies < plies && ctx.Err() == nil; i++ {
		r.Reset(o.Seed, uint64(o.First+i))
		found := p.game(r, limit, sr)
		sr.Games++
		if found != "" {
			if best == nil { // finding a shorter line is worth a fifth of finding one
				plies = min(plies, sr.Plies+(plies-sr.Plies)/5)
			}
			best = p.sight(found, o.Seed, o.First+i)
			limit = best.plies - 1 // only a shorter line is of interest now
			if limit <= sr.Depth {
				break
			}
		}
	}
	return p.show(best)
}

// sighting is a parting that has been seen and not yet been described, which
// takes longer than to play up to it.
type sighting struct {
	kind          string
	seed          uint64
	number, plies int
	a, b          []Step
}

// sight keeps the line on which the two have just parted.
func (p *pair) sight(kind string, seed uint64, number int) *sighting {
	return &sighting{kind, seed, number, plies(p.steps), append([]Step(nil), p.steps...), append([]Step(nil), p.stepsB...)}
}

// show describes a sighting; nil is none.
func (p *pair) show(s *sighting) *Parting {
	if s == nil {
		return nil
	}
	return p.parting(s.kind, &s.seed, s.number, s.a, s.b)
}

// plies counts the single moves among some steps.
func plies(steps []Step) int {
	n := 0
	for _, s := range steps {
		if s.Throw < 0 {
			n++
		}
	}
	return n
}

// game plays one game in step and says how the two parted, "" when they did not
// within limit single moves.
func (p *pair) game(r *random.Source, limit int, sr *Search) string {
	p.start()
	d := p.differ()
	if d != "" {
		return d
	}
	plies := 0
	play.Run(p.a.State, math.MaxInt, play.Hands{
		Throw: func() bool {
			d = p.makeThrow(p.ga.Program.Draw(r, p.a.State.Device(p.ga.Program)))
			return d == ""
		},
		Move: func() bool {
			if !p.choose() { // beyond the limit as well
				d = "moves"
				return false
			}
			if plies >= limit {
				return false
			}
			d = p.play(p.a.Pick(r))
			plies++
			sr.Plies++
			return d == ""
		},
	})
	return d
}

// parting describes where the two have parted after some steps of each, in a random game
// of that seed, nil for none.
func (p *pair) parting(kind string, seed *uint64, number int, stepsA, stepsB []Step) *Parting {
	ia, sa, stepsA := replayed(p.ga, stepsA)
	ib, sb, stepsB := replayed(p.gb, stepsB)
	out := &Parting{Kind: kind, Plies: plies(stepsA), Game: number,
		A: record(p.ga, seed, max(number, 0), stepsA), B: record(p.gb, seed, max(number, 0), stepsB),
		StateA: p.ga.State(sa), StateB: p.gb.State(sb), GameA: p.ga, GameB: p.gb, EndA: sa, EndB: sb}
	out.LegalA, out.LegalB = p.ga.MoveTexts(ia, sa), p.gb.MoveTexts(ib, sb)
	if kind == "moves" {
		ma, mb := ia.Moves(sa, nil), ib.Moves(sb, nil)
		out.BehindA = behindMoves(p.ga, ia, sa, ma, func(m *engine.Move) bool { return p.find(m, mb) >= 0 }, mb, func(n, m *engine.Move) bool { return p.sameMove(m, n) })
		out.BehindB = behindMoves(p.gb, ib, sb, mb, func(m *engine.Move) bool { return p.legalA(m, ma) }, ma, func(m, n *engine.Move) bool { return p.sameMove(m, n) })
		return out
	}
	ea, eb := effects(p.ga, stepsA), effects(p.gb, stepsB)
	out.BehindA, out.BehindB = onlyIn(ea, eb), onlyIn(eb, ea)
	return out
}

// replayed plays steps from the opening in the interpreter, which knows by which rule
// each move is made, and returns them with that.
func replayed(g *rulesets.Game, steps []Step) (*engine.Interpreter, *engine.State, []Step) {
	in, s := engine.NewInterpreter(g.Program), g.Program.NewState()
	in.History = history.New()
	in.Start(s)
	steps = slices.Clone(steps)
	var buf []engine.Move
	for i := range steps {
		if t := steps[i].Throw; t >= 0 {
			in.Throw(s, t)
			continue
		}
		buf = in.Moves(s, buf[:0])
		steps[i].Move = buf[slices.IndexFunc(buf, func(m engine.Move) bool { return m.Same(&steps[i].Move) })]
		in.Play(s, steps[i].Move)
	}
	return in, s, steps
}

// behindMoves lists the statements that allow what is legal here and not there,
// and refuse what is legal there and not here. shared says whether a move of here
// is legal there; same compares a move of there with one of here.
func behindMoves(g *rulesets.Game, in *engine.Interpreter, s *engine.State, here []engine.Move, shared func(*engine.Move) bool,
	there []engine.Move, same func(there, here *engine.Move) bool) []*rulesets.Statement {
	list := map[int]bool{}
	for i := range here {
		if r := here[i].Rule(g.Program); r != nil && !shared(&here[i]) {
			list[r.Statement] = true
		}
	}
	for _, r := range in.Explain(s).Refused {
		for i := range there {
			if same(&there[i], &r.Move) {
				for _, st := range r.Statements {
					list[st] = true
				}
			}
		}
	}
	var out []*rulesets.Statement
	for i, st := range g.Statements {
		if list[i] {
			out = append(out, st)
		}
	}
	return out
}

// effects counts what took effect in the last step of a line; without steps,
// in setting up.
func effects(g *rulesets.Game, steps []Step) map[*rulesets.Statement]int {
	in := engine.NewInterpreter(g.Program)
	in.History = history.New()
	s := g.Program.NewState()
	count := make([]int, len(g.Statements))
	if len(steps) == 0 {
		in.Applied = count
	}
	in.Start(s)
	for i, st := range steps {
		if i == len(steps)-1 {
			in.Applied = count
		}
		if st.Throw >= 0 {
			in.Throw(s, st.Throw)
		} else {
			in.Play(s, st.Move)
		}
	}
	out := map[*rulesets.Statement]int{}
	for i, n := range count {
		out[g.Statements[i]] = n
	}
	if n := len(steps); n > 0 && steps[n-1].Throw < 0 {
		if r := steps[n-1].Move.Rule(g.Program); r != nil {
			out[g.Statements[r.Statement]]++
		}
	}
	return out
}

func onlyIn(a, b map[*rulesets.Statement]int) []*rulesets.Statement {
	var out []*rulesets.Statement
	for s, n := range a {
		if n > b[s] {
			out = append(out, s)
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Pos.Compare(out[j].Pos) < 0 })
	return out
}
