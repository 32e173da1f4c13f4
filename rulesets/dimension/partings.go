package dimension

import (
	"fmt"
	"maps"
	"slices"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension/trial"
	"github.com/lectio/lectio/rulesets/engine"
)

// parted is a position kept of a sample at which two interpretations do not permit and
// refuse the same.
type parted struct {
	s     *Sample
	sides [2]parting
	past  keptPast
	known bool // places, and men on them, have the same numbers as in the sample
}

// parting is a position as one of two interpretations has it.
type parting struct {
	w     *watcher // at the position
	e     *engine.Explanation
	class []int // marks of the sample → its marks
	look  *look // nil as long as nobody has looked
}

// partings calls f with every position kept at which two interpretations do not permit
// and refuse the same, and alike, which may be nil, with the numbers of the others.
func (s *Sample) partings(of [2]*Sample, f func(*parted), alike func(i int)) {
	var c [2]*rulesets.Carrier
	var w [2]*watcher
	known := true
	for k, t := range of {
		if c[k] = t.carrierOf(s); c[k] == nil {
			return // they are not played on one board
		}
		w[k] = t.watcher()
		for q, to := range c[k].Places {
			known = known && s.Game.Program.Places == t.Game.Program.Places && rulesets.AsNumbered(to, t.Game.Program.Places) &&
				slices.Equal(s.Game.Program.CellOf[q], t.Game.Program.CellOf[q])
		}
	}
	for i, st := range s.Kept {
		p := &parted{s: s, past: s.past[i], known: known}
		for k := range p.sides {
			w[k].st = st
			var err error
			if of[k] != s {
				w[k].st, err = c[k].Carry(st, nil, nil)
			}
			if err != nil || w[k].st.Status() != engine.Decision {
				p = nil
				break
			}
			p.sides[k] = parting{w: w[k], e: of[k].explain(w[k], i, of[k] == s), class: c[k].Classes}
		}
		switch {
		case p == nil:
		case !alikeDecisions(p.sides[0].e, p.sides[1].e):
			f(p)
		case alike != nil:
			alike(i)
		}
	}
}

// explain explains a position; one of the sample's own once.
func (s *Sample) explain(w *watcher, i int, own bool) *engine.Explanation {
	e := s.explained[i]
	if e == nil || !own {
		e = w.in.Explain(w.st)
	}
	if own {
		s.explained[i] = e
	}
	return e
}

// spoken tells moves of two interpretations from each other by what they are called.
func spoken(p *engine.Program, m *engine.Move) string {
	return fmt.Sprint(m.Act, p.Parts[m.Part].Name, m.From, m.To, m.Over)
}

// permits reports whether a move that is called so is permitted.
func (x *parting) permits(called string) bool {
	return slices.ContainsFunc(x.e.Moves, func(m engine.Move) bool { return spoken(x.w.p, &m) == called })
}

// look looks at the position as both have it; only moves that one of them permits and
// the other does not are worth asking about.
func (p *parted) look() {
	for k := range p.sides {
		x := &p.sides[k]
		if x.look != nil {
			return
		}
		men := p.past.men
		if men != nil && p.known {
			men = men.Under(x.w.s.Game, x.class)
		} else {
			men = nil
		}
		x.look = newLook(x.w.s, x.w.other, x.w.st, x.e, men)
		x.look.only = func(c *chance) bool {
			called := spoken(x.w.p, &c.move)
			return p.sides[0].permits(called) != p.sides[1].permits(called)
		}
	}
}

// contrary returns a move of which the two interpretations say different things to a
// fact, as the first has it; nil where there is none. That one of them says nothing is
// no contradiction.
func (p *parted) contrary(ev *event) *engine.Move {
	p.look()
	var said [2]map[string][]string
	moves := map[string]engine.Move{}
	for i := range p.sides {
		l := p.sides[i].look
		said[i] = map[string][]string{}
		ev.at(l, func(c *chance, list ...string) {
			w := wordsOf(list...)
			if ev.restsOn(w) {
				return
			}
			key := spoken(l.s.Game.Program, &c.move)
			if i == 0 {
				moves[key] = c.move
			}
			said[i][key] = append(said[i][key], w.last()) // what it comes to; the rest says when
		})
	}
	var found []string
	for key, words := range said[0] {
		if other := said[1][key]; len(other) > 0 && !slices.ContainsFunc(words, func(w string) bool { return slices.Contains(other, w) }) {
			found = append(found, key)
		}
	}
	if len(found) == 0 {
		return nil
	}
	m := moves[slices.Min(found)]
	return &m
}

// restsOn reports whether the answer rests on a word having been said at all.
func (ev *event) restsOn(w words) bool { return ev.rests != nil && w.like(wordsOf(ev.rests...)) }

// restingAt are the words said at a position kept, found out once.
func (s *Sample) restingAt(i int, w *watcher) resting {
	if s.rests[i] == nil {
		l := newLook(s, w.other, s.Kept[i], s.explained[i], s.past[i].men)
		l.only = func(*chance) bool { return false }
		s.rests[i] = resting{}
		s.rests[i].add(s.looking, l)
	}
	return s.rests[i]
}

func (r resting) merge(other resting) {
	for f, said := range other {
		if r[f] == nil {
			r[f] = map[words]bool{}
		}
		maps.Copy(r[f], said)
	}
}

func (r resting) add(list []*event, l *look) {
	for _, f := range list {
		if len(f.rests) == 0 {
			continue
		}
		if r[f] == nil {
			r[f] = map[words]bool{}
		}
		f.at(l, func(_ *chance, list ...string) {
			if w := wordsOf(list...); f.restsOn(w) {
				r[f][w] = true
			}
		})
	}
}

// alikeDecisions reports whether the same is permitted and refused.
func alikeDecisions(x, y *engine.Explanation) bool {
	same := func(a, b engine.Move) bool { return a.Same(&b) }
	return slices.EqualFunc(x.Moves, y.Moves, same) &&
		slices.EqualFunc(x.Refused, y.Refused, func(a, b engine.Refusal) bool { return a.Move.Same(&b.Move) })
}

// carrierOf carries positions of another sample over; nil where they are not played on one
// board.
func (s *Sample) carrierOf(from *Sample) *rulesets.Carrier {
	return trial.Once(&s.Bench, "carrier", func() *rulesets.Carrier {
		c, err := rulesets.NewCarrier(from.Game, s.Game)
		if err != nil {
			return nil
		}
		return c
	})
}
