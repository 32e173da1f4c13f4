package rulesets

import (
	"fmt"
	"slices"

	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/engine/position"
	"github.com/lectio/lectio/rulesets/lang"
)

// Carrier carries states of one interpretation over into another of the same
// ruleset: men, stores, marks, variables, points, the stage, the throw and what
// is left of it, all by name, since under another reading any of them may have
// another number. Like an Interpreter it belongs to one goroutine.
type Carrier struct {
	// Afresh names what the other interpretation keeps and the first does not:
	// variables begin with the least that the position allows, marks unset.
	// Men of a kind that the other does not know become men of its first.
	Afresh []string
	// Lost names what the first keeps and the other has no use for.
	Lost []string

	From, To      *engine.Program
	in            *engine.Interpreter // of from
	out           *engine.Interpreter // of to
	Places        [][]int             // by player: place of from → place of to
	Classes       []int               // class of from → class of to
	store, vars   []int               // index of from → index of to; −1: none
	stage, Parts  []int
	Throws, lines []int
	ends          []int
	// same is set where everything has the same number in both, and a state the
	// same bytes.
	same bool
}

// NewCarrier prepares to carry states of one interpretation over into another.
// It is an error when they are not played by the same players on the same places.
func NewCarrier(from, to *Game) (*Carrier, error) {
	a, b := from.Program, to.Program
	c := &Carrier{From: a, To: b, in: engine.NewInterpreter(a), out: engine.NewInterpreter(b)}
	if len(a.Players) != len(b.Players) {
		return nil, fmt.Errorf("%d players cannot be carried over to %d", len(a.Players), len(b.Players))
	}
	if err := c.samePlaces(); err != nil {
		return nil, err
	}
	var missing string
	if c.store, missing = index(a.Stores, b.Stores); missing != "" {
		return nil, fmt.Errorf("there is no store %s", missing)
	}
	c.carryClasses()
	va, sa, pa, ta, ea := namesIn(a)
	vb, sb, pb, tb, eb := namesIn(b)
	c.vars, _ = index(va, vb)
	c.stage, _ = index(sa, sb)
	c.Parts, _ = index(pa, pb)
	c.Throws, _ = index(ta, tb)
	c.ends, _ = index(ea, eb)
	if len(a.Lines) > 0 && len(b.Lines) > 0 {
		for _, l := range a.Lines[0] {
			c.lines = append(c.lines, slices.Index(b.Lines[0], l))
		}
	}
	varOf := func(p *engine.Program) func(int) string { return func(i int) string { return p.Vars[i].ID } }
	named := func(list []string) func(int) string { return func(i int) string { return list[i] } }
	c.Lost = slices.Concat(notIn("the variable", va, vb, varOf(a)), notIn("the mark", a.Marks, b.Marks, named(a.Marks)), notIn("the kind", a.Kinds, b.Kinds, named(a.Kinds)))
	c.Afresh = slices.Concat(notIn("the variable", vb, va, varOf(b)), notIn("the mark", b.Marks, a.Marks, named(b.Marks)), notIn("the kind", b.Kinds, a.Kinds, named(b.Kinds)))
	c.same = c.asIs()
	return c, nil
}

// carryClasses finds the class in the other program of men of each class. A kind that the
// other does not know becomes its first.
func (c *Carrier) carryClasses() {
	a, b := c.From, c.To
	marks, _ := index(a.Marks, b.Marks)
	kinds, _ := index(a.Kinds, b.Kinds)
	c.Classes = make([]int, a.Classes())
	for class := range c.Classes {
		if kind := a.KindOf(class); kind < len(kinds) {
			c.Classes[class] = b.ClassOf(max(kinds[kind], 0), 0)
		}
		for m, n := range marks {
			if n >= 0 && a.Bears(class, m) {
				c.Classes[class] |= 1 << n
			}
		}
	}
}

// samePlaces finds the places of one program in the other. It is an error where
// players, places or numbers of men are not the same.
func (c *Carrier) samePlaces() error {
	a, b := c.From, c.To
	for q, name := range a.Players {
		if b.Players[q] != name {
			return fmt.Errorf("player %d is %s in one and %s in the other", q+1, name, b.Players[q])
		}
		to, missing := index(a.Names[q], b.Names[q])
		if missing != "" {
			return fmt.Errorf("%s has no place %s", name, missing)
		}
		if a.Men(q) != b.Men(q) {
			return fmt.Errorf("%s has %d men in one and %d in the other", name, a.Men(q), b.Men(q))
		}
		c.Places = append(c.Places, to)
	}
	return nil
}

// namesIn are the names by which what a state holds is found in another program.
func namesIn(p *engine.Program) (vars, stages, parts, throws, ends []string) {
	for _, v := range p.Vars {
		// A variable of another kind is another variable.
		vars = append(vars, fmt.Sprintf("%s %d %v", v.ID, v.Kind, v.Common))
	}
	for _, s := range p.Stages {
		stages = append(stages, s.ID)
	}
	for _, x := range p.Parts {
		parts = append(parts, x.Name)
	}
	for _, t := range p.Throws {
		throws = append(throws, p.Devices[t.Device].ID+" "+t.Name)
	}
	for _, e := range p.Ends {
		ends = append(ends, e.ID)
	}
	return vars, stages, parts, throws, ends
}

// notIn lists the names of from that to does not have.
func notIn(what string, from, to []string, id func(i int) string) (list []string) {
	for i, x := range from {
		if !slices.Contains(to, x) {
			list = append(list, what+" "+id(i))
		}
	}
	return list
}

// asIs reports whether everything has the same number in both.
func (c *Carrier) asIs() bool {
	a, b := c.From, c.To
	same := a.Layout() == b.Layout() && a.Denominator == b.Denominator && a.Places == b.Places && a.Classes() == b.Classes() &&
		AsNumbered(c.Classes, len(c.Classes)) && AsNumbered(c.store, len(b.Stores)) && AsNumbered(c.vars, len(b.Vars)) && AsNumbered(c.stage, len(b.Stages)) &&
		AsNumbered(c.Parts, len(b.Parts)) && AsNumbered(c.Throws, len(b.Throws)) && AsNumbered(c.ends, len(b.Ends)) && len(a.Lines) == len(b.Lines) &&
		(len(b.Lines) == 0 || AsNumbered(c.lines, len(b.Lines[0])))
	for _, to := range c.Places {
		same = same && AsNumbered(to, b.Places)
	}
	return same
}

// AsNumbered reports whether a list takes each number to itself.
func AsNumbered(at []int, n int) bool {
	for i, to := range at {
		if i != to {
			return false
		}
	}
	return len(at) == n
}

// index says for each name where it stands in another list, −1 where it does
// not, and names one that does not.
func index(from, to []string) (at []int, missing string) {
	where := map[string]int{}
	for i, n := range to {
		where[n] = i
	}
	for _, n := range from {
		i, ok := where[n]
		if !ok {
			i, missing = -1, n
		}
		at = append(at, i)
	}
	return at, missing
}

// Carry returns the state as the other interpretation has it. past are the
// positions at which turns began since the last move that cannot be undone, this
// turn's included; h, when it is not nil, remembers them for the other.
//
// An agenda of which nothing has been played yet is put up anew by the rules of
// the other. It is an error when what is left to play, the throw or the end has
// no counterpart there.
func (c *Carrier) Carry(s *engine.State, past []*engine.State, h *history.History) (*engine.State, error) {
	t := c.To.NewState()
	if c.same && s.Status() != engine.Decision { // there is no agenda
		t.CopyFrom(s)
	} else {
		pos, err := c.position(s, true)
		if err != nil {
			return nil, err
		}
		position.Write(c.out, t, pos)
	}
	if h != nil {
		h.Reset()
		old := c.To.NewState()
		if !c.To.RepetitionMatters {
			past = nil // nobody will ask
		}
		for _, b := range past {
			if c.same {
				c.To.Remember(h, b)
				continue
			}
			pos, err := c.position(b, false)
			if err != nil {
				return nil, err
			}
			position.Lay(c.out, old, pos)
			c.To.Remember(h, old)
		}
	}
	return t, nil
}

// Past lists copies of what a history of a program remembers, oldest first, as Carry takes it.
func Past(p *engine.Program, h *history.History) (out []*engine.State) {
	for _, b := range h.Positions() {
		s := p.NewState()
		s.SetBytes(b)
		out = append(out, s)
	}
	return out
}

func (c *Carrier) position(s *engine.State, anew bool) (*position.Position, error) {
	a, b := c.From, c.To
	old := position.Read(a, s)
	pos := &position.Position{ToMove: old.ToMove}
	for q := range a.Players {
		c.men(old, pos, q)
		score := old.Score[q] * b.Denominator
		if score%a.Denominator != 0 {
			return nil, fmt.Errorf("%s points cannot be counted in parts of %d", lang.Fraction(old.Score[q], a.Denominator), b.Denominator)
		}
		pos.Score = append(pos.Score, score/a.Denominator)
	}
	if len(c.Afresh) > 0 {
		position.Initial(c.out, pos, true)
	} else {
		pos.Nums, pos.Sets = make([][]int, len(b.Vars)), make([][]place.Set, len(b.Vars))
	}
	for v, w := range c.vars {
		if w >= 0 {
			pos.Nums[w], pos.Sets[w] = c.variable(old, v)
		}
	}
	if old.Over != nil {
		pos.Over = &position.Ending{End: -1, Winner: old.Over.Winner}
		if old.Over.End >= 0 {
			if pos.Over.End = c.ends[old.Over.End]; pos.Over.End < 0 {
				return nil, fmt.Errorf("the end %s is not there", a.Ends[old.Over.End].ID)
			}
		}
	}
	t, err := c.turn(s, old)
	switch {
	case err != nil:
		return nil, err
	case t == nil:
		return pos, nil // the turn begins in a stage of the other's
	}
	pos.Turn = t
	if anew && old.Over == nil {
		c.putUpAnew(s, old.Turn, pos)
	}
	return pos, nil
}

// men carries men and stores of a player over.
func (c *Carrier) men(old, pos *position.Position, q int) {
	b := c.To
	men := make([][]int, b.Classes())
	for i := range men {
		men[i] = make([]int, b.Places)
	}
	for class, places := range old.Men[q] {
		for f, n := range places {
			men[c.Classes[class]][c.Places[q][f]] += n
		}
	}
	stores := make([]int, len(b.Stores))
	for st, n := range old.Stores[q] {
		stores[c.store[st]] += n
	}
	pos.Men = append(pos.Men, men)
	pos.Stores = append(pos.Stores, stores)
}

// variable carries the values of a variable over.
func (c *Carrier) variable(old *position.Position, v int) ([]int, []place.Set) {
	a := c.From
	nums := append([]int(nil), old.Nums[v]...)
	sets := append([]place.Set(nil), old.Sets[v]...)
	for q := range nums {
		if a.Vars[v].Kind == engine.PlaceVar && nums[q] >= 0 {
			nums[q] = c.At(q, nums[q])
		}
	}
	for q := range sets {
		var t place.Set
		for _, x := range sets[q].Places() {
			y := -1
			if a.Vars[v].Kind == engine.LinesVar {
				if x < len(c.lines) {
					y = c.lines[x]
				}
			} else {
				y = c.Places[q][x]
			}
			if y >= 0 {
				t = t.With(y)
			}
		}
		sets[q] = t
	}
	return nums, sets
}

// turn carries what is left of a turn over; nil where the turn begins in a stage that the
// other does not have.
func (c *Carrier) turn(s *engine.State, old *position.Position) (*position.Turn, error) {
	a, b := c.From, c.To
	t := *old.Turn
	if t.Stage >= 0 {
		id := a.Stages[t.Stage].ID
		if t.Stage = c.stage[t.Stage]; t.Stage < 0 {
			if s.Fresh() {
				return nil, nil
			}
			return nil, fmt.Errorf("the stage %s is not there", id)
		}
	}
	if t.NextStage >= 0 {
		if t.NextStage = c.stage[t.NextStage]; t.NextStage < 0 {
			return nil, fmt.Errorf("the next stage is not there")
		}
	}
	if t.Active >= 0 {
		t.Active = c.Places[old.ToMove][t.Active]
	}
	t.Throws, t.Left = nil, nil
	for _, x := range old.Turn.Throws {
		if c.Throws[x] < 0 {
			return nil, fmt.Errorf("%s cannot be thrown", a.Throws[x].Name)
		}
		t.Throws = append(t.Throws, c.Throws[x])
	}
	for _, l := range old.Turn.Left {
		if c.Parts[l.Part] < 0 {
			return nil, fmt.Errorf("there is no part %s", a.Parts[l.Part].Name)
		}
		t.Left = append(t.Left, position.Left{Part: c.Parts[l.Part], Optional: l.Optional})
	}
	if len(t.Left) > b.MostLeft() {
		return nil, fmt.Errorf("there is no room for %d parts", len(t.Left))
	}
	return &t, nil
}

// At is a place or store of player q in the other interpretation.
func (c *Carrier) At(q, f int) int {
	if f >= c.From.Places {
		return c.To.Places + c.store[f-c.From.Places]
	}
	return c.Places[q][f]
}

// putUpAnew replaces an agenda of which nothing has been played by that of the
// other interpretation.
func (c *Carrier) putUpAnew(s *engine.State, old *position.Turn, pos *position.Position) {
	if s.Status() != engine.Decision || old.Played > 0 || len(old.Throws) > 1 || old.Active >= 0 {
		return
	}
	was, is := -1, -1
	if len(old.Throws) == 1 {
		was, is = old.Throws[0], c.Throws[old.Throws[0]]
	}
	a := c.in.AgendaFor(s, old.Owner, was)
	if a == nil || len(a.Parts) != len(old.Left) || a.Fixed != old.Fixed {
		return
	}
	for i, x := range a.Parts {
		if int(x&^engine.OptionalPart) != old.Left[i].Part || x&engine.OptionalPart != 0 != old.Left[i].Optional {
			return
		}
	}
	t := c.To.NewState()
	position.Lay(c.out, t, pos)
	b := c.out.AgendaFor(t, old.Owner, is)
	if b == nil {
		return
	}
	pos.Turn.Left, pos.Turn.Fixed = nil, b.Fixed
	for _, x := range b.Parts {
		pos.Turn.Left = append(pos.Turn.Left, position.Left{Part: int(x &^ engine.OptionalPart), Optional: x&engine.OptionalPart != 0})
	}
}
