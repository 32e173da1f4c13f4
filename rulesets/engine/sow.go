package engine

import "github.com/lectio/lectio/rulesets/board/place"

// Men of nobody are taken up and laid along a track one by one.

// MostLaps is how often in one move men may be taken up and sown again by a rule before the game is stuck.
const MostLaps = 1000

// sow calls lay, where it is not nil, with each place on which a move that sows lays a man, and returns the last of
// them; -1 where there are no men, or no place for them.
func (in *Interpreter) sow(m *Move, lay func(f int)) int {
	w, from := in.p.Sowings[m.Class], int(m.From)
	return in.along(from, in.CountAt(Nobodys, from)-in.left(w), w, w.Back, lay)
}

// Lays lists the places on which a move that sows lays its men one after another, before anything answers it.
func (in *Interpreter) Lays(s *State, m *Move) (laid []int) {
	in.View(s, s.Player())
	in.move = *m
	in.sow(m, func(f int) { laid = append(laid, f) })
	return laid
}

// left is how many men stay where a sowing begins.
func (in *Interpreter) left(w *Sowing) int {
	if w.Leaves == nil {
		return 0
	}
	return max(in.Number(w.Leaves), 0)
}

// along calls lay with each place on which some men are laid from the one after a place on, and returns the last.
func (in *Interpreter) along(after, men int, w *Sowing, back bool, lay func(f int)) int {
	var skipped place.Set
	if w.Skips != nil {
		skipped = in.Set(w.Skips)
	}
	if men <= 0 {
		return -1
	}
	at, passed := after, 0
	for men > 0 {
		if at = in.p.SownOn(at, back); at < 0 || passed > in.p.Places {
			return -1
		}
		if skipped.Has(at) {
			passed++
			continue
		}
		passed = 0
		if men--; lay != nil {
			lay(at)
		}
	}
	return at
}

// takeUp takes men of nobody off the places of a set, at most so many (all when negative), and returns how many.
func (in *Interpreter) takeUp(q int, at place.Set, limit int) (men int) {
	p, s := in.p, in.s
	for f := at.First(); f >= 0; f = at.From(f + 1) {
		g := p.FirstAcross(q, p.Nobody(), f)
		for c := range p.classes * b2i(g >= 0) {
			k := s.MenOfClass(p, p.Nobody(), c, g)
			if limit >= 0 {
				k = min(k, limit-men)
			}
			s.addMen(p, p.Nobody(), c, g, -k)
			men += k
		}
	}
	in.views++
	return men
}

// lay puts men of nobody on a place of player q.
func (in *Interpreter) lay(q, f, men int) {
	if g := in.p.FirstAcross(q, in.p.Nobody(), f); g >= 0 {
		in.s.addMen(in.p, in.p.Nobody(), 0, g, men)
	}
	in.views++
}

// sowing makes a move that sows.
func (in *Interpreter) sowing(q int, m *Move) {
	var laid []int
	in.move = *m
	in.sow(m, func(f int) { laid = append(laid, f) })
	in.takeUp(q, place.SetOf(int(m.From)), len(laid))
	for _, f := range laid {
		in.lay(q, f, 1)
	}
}

// sowOn sows by a rule: the place of the last man is where the move goes to from now on.
func (in *Interpreter) sowOn(q int, e *Effect) {
	var at place.Set
	after := -1
	if e.Many {
		at = in.Set(e.A)
	} else if after = in.Number(e.A); after >= 0 && after < in.p.Places {
		at.Add(after)
	}
	if e.B != nil {
		after = in.Number(e.B)
	}
	men := 0
	for f := at.First(); f >= 0; f = at.From(f + 1) {
		men += in.CountAt(Nobodys, f)
	}
	if men -= in.left(e.Sown); after < 0 || after >= in.p.Places {
		return
	}
	back := e.Sown.Back
	if m := &in.move; e.Sown.AsMove && m.Act == Sow {
		back = in.p.Sowings[m.Class].Back
	}
	var laid []int
	last := in.along(after, men, e.Sown, back, func(f int) { laid = append(laid, f) })
	if last < 0 {
		return
	}
	in.takeUp(q, at, men)
	for _, f := range laid {
		in.lay(q, f, 1)
	}
	in.move.To, in.sown = int16(last), true
}
