package players

import (
	"cmp"
	"context"
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/engine/weigh"
	"github.com/lectio/lectio/verify/solve"
)

// Considered is what a program makes of a position.
type Considered struct {
	Player Name       `json:"player"`
	Move   string     `json:"move"` // that it makes; "" where there is nothing to choose
	Moves  []Reckoned `json:"moves"`
	// Next is the move that is reckoned best but for the chosen one, of a program that looks one move
	// ahead, and Parts are what the positions have to which the two lead, and do not have alike, the
	// weightiest first; there are none where a game is over behind one of them.
	Next  string `json:"next,omitempty"`
	Parts []Part `json:"parts,omitempty"`

	in    *engine.Interpreter
	s     *engine.State
	moves []engine.Move
}

// Reckoned is what a program makes of a move.
type Reckoned struct {
	Move   string        `json:"move"`
	Chance *float64      `json:"chance"`          // how often who makes it prevails, as the program reckons; nil for one that reckons nothing
	Lines  *int          `json:"lines,omitempty"` // followed, by a program that searches
	Value  *solve.Bounds `json:"value,omitempty"` // what it is worth under best play of both, proved, by a perfect program
}

// Part is something that two positions do not have alike.
type Part struct {
	What   string `json:"What"`
	Chosen int    `json:"after_move"` // what it counts behind the one move
	Next   int    `json:"after_next"` // … and behind the other
	// Share is its part of all that is weighed and differs, negative where it speaks for the next; without
	// their signs those of all parts add up to 1.
	Share float64 `json:"share"`
}

// Facing is a program in a position of a game that an interpreter plays, which knows what stood before; name names a move. Where
// there is one move, or none, it has been made.
func Facing(n Name, in *engine.Interpreter, s *engine.State, name func(engine.Move) string) *Considered {
	c := &Considered{Player: n, Moves: []Reckoned{}, in: in, s: s}
	if s.Status() != engine.Decision {
		return c
	}
	c.moves = c.in.Moves(s, nil)
	for _, m := range c.moves {
		c.Moves = append(c.Moves, Reckoned{Move: name(m)})
	}
	if len(c.Moves) == 1 {
		c.Move = c.Moves[0].Move
	}
	return c
}

// Consider has a program choose where two moves or more may be made. What it draws it draws from the stream.
func (m *Maker) Consider(ctx context.Context, c *Considered, r *random.Source) error {
	if len(c.moves) < 2 {
		return nil
	}
	p, err := m.Make(ctx, c.Player)
	if err != nil {
		return err
	}
	defer p.Close()
	d := Decision{State: c.s, Moves: c.moves, Random: r, Pick: func() int { return c.in.Pick(r, c.moves) }}
	chosen := p.Choose(ctx, &d)
	c.Move = c.Moves[chosen].Move
	reckon := func(k int, chance float64) { c.Moves[k].Chance = &chance }
	switch x := p.(type) {
	case *oneAhead:
		values, next := slices.Clone(x.Values(x.form, x.weights, c.s, c.moves)), -1
		for k, v := range values {
			reckon(k, Logistic(float64(v)/weigh.Scale))
			if k != chosen && (next < 0 || v > values[next]) {
				next = k
			}
		}
		c.Next = c.Moves[next].Move
		x.compare(c, chosen, next)
	case *search:
		for k, at := range x.root {
			lines := int(x.nodes[at].lines)
			reckon(k, x.mean(at, c.s.Player()))
			c.Moves[k].Lines = &lines
		}
	case *perfect:
		for k, v := range x.Prospects(c.s, c.moves) {
			value := solve.Parts(int64(v.Low), int64(v.High))
			c.Moves[k].Value = &value
		}
	}
	return ctx.Err()
}

// compare finds what the chosen move leads to and the next best does not.
func (x *oneAhead) compare(c *Considered, chosen, next int) {
	type part struct {
		n [2]int
		v int32
	}
	parts := map[string]*part{}
	in := engine.NewInterpreter(x.form.Program) // what is tried is no part of the game
	for i, k := range []int{chosen, next} {
		after := c.s.Clone()
		in.Play(after, c.moves[k])
		if after.Status() == engine.Over {
			return
		}
		said := x.form.Said(after.Player())
		x.form.Parts(x.weights, after, c.s.Player(), func(number, n int, v int32) {
			y := parts[said[number]]
			if y == nil {
				y = &part{}
				parts[said[number]] = y
			}
			y.n[i] += n
			if i > 0 {
				v = -v
			}
			y.v += v
		})
	}
	total := int32(0)
	for _, y := range parts {
		total += max(y.v, -y.v)
	}
	for what, y := range parts {
		if y.v != 0 {
			c.Parts = append(c.Parts, Part{what, y.n[0], y.n[1], float64(y.v) / float64(total)})
		}
	}
	slices.SortFunc(c.Parts, func(a, b Part) int {
		return cmp.Or(cmp.Compare(max(b.Share, -b.Share), max(a.Share, -a.Share)), cmp.Compare(a.What, b.What))
	})
}
