package rulesets

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets/engine"
)

// parted is a kept position at which two interpretations do not permit and refuse the
// same.
type parted struct {
	a, b  *watcher            // at the position as each has it
	x, y  *engine.Explanation // of the decision
	past  keptPast
	looks [2]*look // nil as long as nobody has looked
	known bool     // places, and men on them, have the same numbers in both
	class []int    // marks of the one → marks of the other
}

// partings calls f with every kept position at which t does not permit and refuse the
// same as s.
func (s *Sample) partings(t *Sample, f func(*parted)) {
	c, err := NewCarrier(s.Game, t.Game)
	if err != nil {
		return // they are not played on one board
	}
	known := s.Game.Program.Places == t.Game.Program.Places
	for q, to := range c.place {
		known = known && asNumbered(to, t.Game.Program.Places) && slices.Equal(s.Game.Program.CellOf[q], t.Game.Program.CellOf[q])
	}
	a, b := s.watcher(), t.watcher()
	for i, st := range s.kept {
		a.st.CopyFrom(st)
		other, err := c.Carry(st, nil, nil)
		if err != nil || other.Status() != engine.Decision {
			continue
		}
		b.st = other
		x := s.explained[i]
		if x == nil {
			x = a.in.Explain(a.st)
			s.explained[i] = x
		}
		if y := b.in.Explain(b.st); !alikeDecisions(x, y) {
			f(&parted{a: a, b: b, x: x, y: y, past: s.past[i], known: known, class: c.class})
		}
	}
}

// spoken tells moves of two interpretations from each other by what they are called.
func spoken(p *engine.Program, m *engine.Move) string {
	return fmt.Sprint(m.Act, p.Parts[m.Part].Name, m.From, m.To, m.Over)
}

// look looks at the position as both have it; only moves that one of them permits and
// the other does not are worth asking about.
func (p *parted) look() {
	if p.looks[0] != nil {
		return
	}
	permitted := [2]map[string]bool{{}, {}}
	for i, e := range []*engine.Explanation{p.x, p.y} {
		for j := range e.Moves {
			permitted[i][spoken([]*watcher{p.a, p.b}[i].p, &e.Moves[j])] = true
		}
	}
	for i, w := range []*watcher{p.a, p.b} {
		men := p.past.men
		if i == 1 && men != nil {
			men = men.under(w.p, p.class)
		}
		if !p.known {
			men = nil
		}
		l := newLook(w.s, w.other, w.st, []*engine.Explanation{p.x, p.y}[i], men)
		l.only = func(c *chance) bool {
			key := spoken(w.p, &c.move)
			return permitted[0][key] != permitted[1][key]
		}
		p.looks[i] = l
	}
}

// contrary returns a move of which the two interpretations say different things to a
// fact, as the first has it; nil where there is none. That one of them says nothing is
// no contradiction.
func (p *parted) contrary(f *fact) *engine.Move {
	p.look()
	var said [2]map[string][]string
	moves := map[string]engine.Move{}
	for i, l := range p.looks {
		said[i] = map[string][]string{}
		f.at(l, func(c *chance, word string) {
			key := spoken(l.s.Game.Program, &c.move)
			if i == 0 {
				moves[key] = c.move
			}
			words := strings.Fields(word)
			said[i][key] = append(said[i][key], words[len(words)-1]) // what it comes to; the rest says when
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

// under is the roster as another interpretation has it, on the same places.
func (r *roster) under(p *engine.Program, class []int) *roster {
	c := r.clone()
	c.p, c.home = p, homes(p)
	for _, list := range c.men {
		for _, m := range list {
			m.class = class[m.class]
		}
	}
	return c
}
