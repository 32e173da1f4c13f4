package players

import (
	"cmp"
	"context"
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/engine/weigh"
)

// Considered is what a program makes of a decision.
type Considered struct {
	Chosen int // the move that it makes, of those that may be made
	// Chances are by move how often who makes it prevails, as the program reckons; nil for one that reckons nothing.
	Chances []float64
	Lines   []int // by move, of a program that searches: followed
	// Next is the move that is reckoned best but for the chosen one, of a program that looks one move
	// ahead, and Parts are what the positions have to which the two lead, and do not have alike, the
	// weightiest first; nil where a game is over behind one of them.
	Next  int
	Parts []Part
}

// Part is something that two positions do not have alike.
type Part struct {
	What   string
	Chosen int `json:"after_move"` // what it counts behind the one move
	Next   int `json:"after_next"` // … and behind the other
	// Share is its part of all that is weighed and differs, negative where it speaks for the next; without
	// their signs those of all parts add up to 1.
	Share float64 `json:"share"`
}

// Consider has a program choose in a position without a past, where two moves or more may be made.
func (m *Maker) Consider(ctx context.Context, n Name, s *engine.State, moves []engine.Move, seed uint64) (*Considered, error) {
	p, err := m.Make(ctx, n)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	in, r := engine.NewInterpreter(m.Rules), random.New(seed, 0)
	listed := in.Moves(s, nil) // what is drawn is drawn of these
	d := Decision{State: s, Moves: moves, Random: r, Pick: func() int { return in.Pick(r, listed) }}
	out := &Considered{Chosen: p.Choose(ctx, &d), Next: -1}
	switch x := p.(type) {
	case *oneAhead:
		values := slices.Clone(x.Values(x.form, x.weights, s, moves))
		for k, v := range values {
			out.Chances = append(out.Chances, logistic(float64(v)/weigh.Scale))
			if k != out.Chosen && (out.Next < 0 || v > values[out.Next]) {
				out.Next = k
			}
		}
		x.compare(in, s, moves, out)
	case *search:
		for _, at := range x.root {
			out.Chances = append(out.Chances, x.mean(at, s.Player()))
			out.Lines = append(out.Lines, int(x.nodes[at].lines))
		}
	}
	return out, ctx.Err()
}

// compare finds what the chosen move leads to and the next best does not.
func (x *oneAhead) compare(in *engine.Interpreter, s *engine.State, moves []engine.Move, out *Considered) {
	type part struct {
		n [2]int
		v int32
	}
	parts := map[string]*part{}
	for i, k := range []int{out.Chosen, out.Next} {
		after := s.Clone()
		in.Play(after, moves[k])
		if after.Status() == engine.Over {
			return
		}
		said := x.form.Said(after.Player())
		x.form.Parts(x.weights, after, s.Player(), func(number, n int, v int32) {
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
			out.Parts = append(out.Parts, Part{what, y.n[0], y.n[1], float64(y.v) / float64(total)})
		}
	}
	slices.SortFunc(out.Parts, func(a, b Part) int {
		return cmp.Or(cmp.Compare(max(b.Share, -b.Share), max(a.Share, -a.Share)), cmp.Compare(a.What, b.What))
	})
}
