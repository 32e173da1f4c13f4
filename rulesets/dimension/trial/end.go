package trial

import (
	"fmt"
	"slices"

	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/position"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/play"
)

// Trials about how a game is won, and what it counts.

// lastOff says what bearing off the last man brings, if the opponent has one man left, all
// at the end of his way, all at its beginning, and all at the end but one that waits to
// enter: the points, and whether the game is over then in each case.
func (t *tester) lastOff(b *Base) (points []string, over bool, by []int) {
	over = true
	q := b.St.Player()
	r := t.rival(q)
	for i := range 4 {
		pos := position.Read(t.p, b.St)
		t.clear(pos)
		off := t.p.StoreIndex(engine.OffStore)
		put(pos, q, b.From, 1)
		pos.Stores[q][off] = t.p.Men(q) - 1
		at, men := t.end(b), t.p.Men(r)
		switch {
		case i == 0:
			pos.Stores[r][off], men = men-1, 1
		case i == 2:
			at = t.beginning(b)
		case i == 3 && men > 1:
			pos.Stores[r][t.p.StoreIndex(engine.BarStore)], men = 1, men-1
		}
		if at < 0 {
			return nil, false, nil
		}
		put(pos, r, at, men)
		m, _ := t.move(t.decision(pos), b)
		if m == nil {
			return nil, false, nil
		}
		one, ended, st := t.counts(*m, q)
		points, over, by = append(points, one), over && ended, Union(by, st)
	}
	return points, over, by
}

// ofLastOff makes a trial of what comes of bearing off the last man.
func ofLastOff(name string, f func(points []string, over bool) bool) *Trial {
	return &Trial{Name: name, on: onLeaving, most: 20, Asks: ByLeaving | ByEnds | ByChanges, Run: func(t *tester, b *Base) (string, []int) {
		points, over, by := t.lastOff(b)
		if points == nil {
			return "", nil
		}
		return YesNo(f(points, over)), by
	}}
}

var (
	LastOffFar     = ofLastOff("last off, far", func(points []string, _ bool) bool { return points[0] != points[1] || points[1] != points[2] })
	LastOffWaiting = ofLastOff("last off, waiting", func(points []string, _ bool) bool { return points[1] != points[3] })
	LastOffOver    = ofLastOff("last off, over", func(_ []string, over bool) bool { return over })
)

// end is the place nearest the end of the way of the opponent of a base that does not lie
// under its man.
func (t *tester) end(b *Base) int {
	q := b.St.Player()
	r := t.rival(q)
	best := -1
	for g, d := range t.p.Distance {
		if d > 0 && t.place(r, q, g) != b.From && (best < 0 || d < t.p.Distance[best]) {
			best = g
		}
	}
	return best
}

// beginning is the place farthest from it.
func (t *tester) beginning(b *Base) int {
	q := b.St.Player()
	r := t.rival(q)
	best := -1
	for g, d := range t.p.Distance {
		if d > 0 && t.place(r, q, g) != b.From && (best < 0 || d > t.p.Distance[best]) {
			best = g
		}
	}
	return best
}

// counts makes a move at the position laid out and plays its turn to the end. It says how
// many points more than the opponent's it brought, whether the game was over then, and the
// scores and ends that took effect.
func (t *tester) counts(m engine.Move, q int) (points string, over bool, by []int) {
	lead := func() int { return t.st.Score(t.p, q) - t.st.Score(t.p, t.rival(q)) }
	before, off := lead(), t.p.StoreIndex(engine.OffStore)
	had, ends := t.st.InStore(t.p, q, off), t.s.everyEnd()
	by = t.applied(Union(t.s.Scoring(), ends), func() {
		t.in.Play(t.st, m)
		for range 20 {
			if t.st.Status() != engine.Decision || t.st.Owner() != q || t.st.InStore(t.p, q, off) < had {
				break
			}
			moves := t.in.Moves(t.st, nil)
			t.in.Play(t.st, moves[len(moves)-1])
		}
	})
	over = slices.ContainsFunc(by, func(st int) bool { return slices.Contains(ends, st) })
	return fmt.Sprint(lead() - before), over, by
}

// Figures asks whether anything is won by placing men in a figure: all in even piles on
// some points in a row, or two on each of six: points, with waiting where they are more
// when an opposing man waits to enter, or game.
var Figures = &Trial{Name: "figures", on: onOpening, most: 1, Asks: ByEnds | ByMoving, Run: func(t *tester, b *Base) (string, []int) {
	if !t.p.Row {
		return "", nil
	}
	q := b.St.Player()
	men, is := t.p.Men(q), "none"
	var by []int
	for w := 1; w <= 8; w++ {
		for _, pile := range []int{men / w, 2} {
			if pile*w > men || pile == 0 || pile != 2 && pile*w != men || pile == 2 && pile*w != men && w != 6 {
				continue
			}
			for first := 0; first+w <= t.p.Places; first++ {
				points, over, st := t.figure(b, first, w, pile)
				if points == "0" && !over || len(st) == 0 {
					continue
				}
				by = Union(by, st)
				switch more, _, st := t.figureWith(b, first, w, pile, 0, 1); {
				case points == "0" && is == "none":
					is = "game"
				case points != "0" && more != points && more != "":
					is, by = "points waiting", Union(by, st)
				case points != "0" && is != "points waiting":
					is = "points"
				}
			}
		}
	}
	return is, by
}}

// figure completes a figure of w piles and says what it brings that it does not bring when
// another man is not in his place.
func (t *tester) figure(b *Base, first, w, pile int) (points string, over bool, by []int) {
	points, over, by = t.figureWith(b, first, w, pile, 0, 0)
	if len(by) == 0 {
		return "", false, nil
	}
	if other, otherOver, st := t.figureWith(b, first, w, pile, 1, 0); other == points && otherOver == over && len(st) > 0 || other == "" {
		return "", false, nil
	}
	return points, over, by
}

// figureWith completes a figure by the last man's advance to its last pile; astray is how
// many of the others are not in their places, and waiting how many opposing men wait.
func (t *tester) figureWith(b *Base, first, w, pile, astray, waiting int) (points string, over bool, by []int) {
	q := b.St.Player()
	r := t.rival(q)
	last := first + w - 1
	for n := 1; n <= t.faces(); n++ {
		from := first - n
		target := first
		if from < 0 {
			continue
		}
		pos := position.Read(t.p, b.St)
		t.clear(pos)
		for f := first; f <= last; f++ {
			put(pos, q, f, pile)
		}
		put(pos, q, target, pile-1)
		put(pos, q, from, 1+t.p.Men(q)-w*pile)
		if astray > 0 { // one of the last pile, or of the man that moves, stands behind
			f := last
			if w == 1 && pile == 1 {
				return "", false, nil
			}
			put(pos, q, f, MenAt(pos, q, f)-astray)
			put(pos, q, from, MenAt(pos, q, from)+astray)
		}
		at := t.freePlace(pos, q, r)
		if at < 0 || MenAt(pos, q, target) < 0 {
			return "", false, nil
		}
		put(pos, r, at, t.p.Men(r)-waiting)
		pos.Stores[r][t.p.StoreIndex(engine.BarStore)] = waiting
		pos.ToMove = q
		t.begin(pos)
		var found *engine.Move
		t.eachNumber(pos, q, from, target, func(m *engine.Move) { found = m })
		if found == nil {
			continue
		}
		return t.counts(*found, q)
	}
	return "", false, nil
}

// freePlace is a place of r on the cell of which q has no man.
func (t *tester) freePlace(pos *position.Position, q, r int) int {
	for g := range t.p.Places {
		if f := t.place(r, q, g); f < 0 || MenAt(pos, q, f) == 0 {
			return g
		}
	}
	return -1
}

// eachNumber finds a move from one place to another with some number of some throw.
func (t *tester) eachNumber(pos *position.Position, q, from, to int, f func(*engine.Move)) {
	if pos.ToMove != q || pos.Turn == nil {
		return
	}
	for part := range t.p.Parts {
		pt := &t.p.Parts[part]
		throw := t.throwOf(pt)
		if throw < 0 || pt.Number != to-from {
			continue
		}
		turn := *pos.Turn
		turn.Throws, turn.Left, turn.Played = []int{throw}, []position.Left{{Part: part}}, 0
		pos.Turn = &turn
		if m, _ := t.move(t.decision(pos), &Base{act: engine.Advance, Part: part, From: from, To: to}); m != nil {
			f(m)
			return
		}
	}
}

// AsksOfFigures reports whether a score or an end that does not only follow upon men
// leaving the board depends on where a player's own men stand.
func (s *Bench) AsksOfFigures() bool {
	p := s.Game.Program
	leaving := engine.OnAct(engine.BearOff)
	for i := range p.Ends {
		if e := &p.Ends[i]; e.Acts != leaving && s.asksOfPlaces(e.When) {
			return true
		}
	}
	for i := range p.Scores {
		if c := &p.Scores[i]; c.Acts != leaving && s.asksOfPlaces(c.When) || s.asksOfPlaces(c.Points) {
			return true
		}
	}
	return false
}

// asksOfPlaces reports whether a condition depends on where the player's own men stand,
// himself or through what is remembered.
func (s *Bench) asksOfPlaces(n *engine.Node) bool {
	asked, known := map[*engine.Node]bool{}, map[int]bool{} // known are variables
	var asks func(n *engine.Node) bool
	asks = func(n *engine.Node) bool {
		if n == nil || asked[n] {
			return false
		}
		asked[n] = true
		switch n.Op {
		case engine.NTheir, engine.STheir, engine.LTheir:
			return false
		case engine.NCountAt, engine.SCompare:
			if w := engine.Whose(n.N); w != engine.Enemy {
				return true
			}
		case engine.SMarked, engine.SUnmarked:
			return true
		case engine.NVar, engine.SVar:
			if known[n.N] {
				break
			}
			known[n.N] = true
			for i := range s.Game.Program.Changes {
				c := &s.Game.Program.Changes[i]
				for _, e := range c.Effects {
					if (e.Kind == engine.Assign || e.Kind == engine.Raise) && e.Var == n.N && (asks(c.When) || asks(e.A)) {
						return true
					}
				}
			}
		}
		return slices.ContainsFunc(n.Kids, asks)
	}
	return asks(n)
}

// ShutIn asks whether a game ends when a player's men cannot come back in (waiting), or get
// away (held): one of these, or on.
var ShutIn = &Trial{Name: "shut in", on: onLanding, most: 16, Asks: ByEnds, Run: func(t *tester, b *Base) (string, []int) {
	q := b.St.Player()
	r := t.rival(q)
	pos := position.Read(t.p, b.St)
	if over, _ := t.soonOver(pos, b); over {
		return "", nil
	}
	hold := func(pos *position.Position, g int) { // a point of r's way is held by q
		if f := t.place(r, q, g); f >= 0 && f != b.From && f != b.To {
			t.vacate(pos, q, f)
			put(pos, q, f, max(2, MenAt(pos, q, f)))
		}
	}
	is := ""
	if store := t.p.StoreIndex(t.known().s.sentTo()); store >= 0 {
		pos := position.Read(t.p, b.St)
		for _, g := range t.entries(r) {
			hold(pos, g)
		}
		for g := range t.p.Places {
			put(pos, r, g, 0)
		}
		clear(pos.Stores[r])
		pos.Stores[r][store] = t.p.Men(r) - 1
		if over, by := t.soonOver(pos, b); over {
			return "waiting", by
		}
		is = "on"
	}
	if at := t.place(q, r, b.To); t.closing() > 0 && t.p.Row && at >= 0 {
		pos := position.Read(t.p, b.St)
		for g := range t.p.Places {
			put(pos, r, g, 0)
		}
		clear(pos.Stores[r])
		first := (at + t.p.Places/2) % t.p.Places
		put(pos, r, first, t.p.Men(r))
		if f := t.place(r, q, first); f >= 0 {
			put(pos, q, f, 0)
		}
		for g := first + 1; g <= min(first+t.faces(), t.p.Places-1); g++ {
			hold(pos, g)
		}
		if over, by := t.soonOver(pos, b); over {
			return "held", by
		}
		is = "on"
	}
	return is, nil
}}

// soonOver plays the move of a base and two turns more at random, a few times, and says
// whether each time the game was over, and by which ends.
func (t *tester) soonOver(pos *position.Position, b *Base) (bool, []int) {
	m, _ := t.move(t.decision(pos), b)
	if m == nil {
		return false, nil
	}
	begun, move := t.st.Clone(), *m
	var by []int
	for i := range 3 {
		r := random.New(t.s.Seed, uint64(i))
		t.st.CopyFrom(begun)
		ended := t.applied(t.s.everyEnd(), func() {
			t.in.Play(t.st, move)
			const most = 60 // throws and moves
			turns, owner, steps := 0, t.st.Owner(), -1
			play.Run(t.st, most, play.Hands{
				Look: func(int) bool {
					if t.st.Owner() != owner {
						turns, owner = turns+1, t.st.Owner()
					}
					steps++
					return turns < 3 && steps < most
				},
				Throw: func() bool {
					t.in.Throw(t.st, t.p.Draw(r, t.st.Device(t.p)))
					return true
				},
				Move: func() bool {
					moves := t.in.Moves(t.st, nil)
					t.in.Play(t.st, moves[t.in.Pick(r, moves)])
					return true
				},
			})
		})
		if by = Union(by, ended); len(ended) == 0 {
			return false, nil
		}
	}
	return true, by
}

// PinnedEnds asks whether the game is over when a man comes upon a single opposing man that
// stays where it is: held, or on.
var PinnedEnds = &Trial{Name: "pinned ends", on: onLanding, most: 200, Asks: ByEnds | ByChanges, Run: func(t *tester, b *Base) (string, []int) {
	q := b.St.Player()
	r := t.rival(q)
	at := t.place(q, r, b.To)
	if at < 0 {
		return "", nil
	}
	ended := func(n int) (over, stays bool, by []int) {
		m, _ := t.move(t.decision(t.lone(b, r, at, n)), b)
		if m == nil {
			return false, false, nil
		}
		t.in.PlayOnly(t.st, *m)
		end, over := t.st.End()
		if over && end >= 0 {
			by = []int{t.p.Ends[end].Statement}
		}
		return over, t.st.MenAt(t.p, r, at) > 0, by
	}
	if over, _, _ := ended(0); over {
		return "", nil
	}
	switch over, stays, by := ended(1); {
	case !stays:
		return "", nil
	case over:
		return "held", by
	}
	return "on", nil
}}

// ShutOut lists the ends of a player who has no move. sure is not set where one of them was
// neither seen to end a game nor ends it when it is tried out: it may never come about.
func (s *Bench) ShutOut() (list []*engine.End, sure bool) {
	sure = true
	for i := range s.Game.Program.Ends {
		if e := &s.Game.Program.Ends[i]; e.At == engine.AtNoMove {
			list = append(list, e)
			sure = sure && (s.Finished[i] > 0 || s.endsShutIn()[i])
		}
	}
	return list, sure
}

// endsShutIn are the ends by which a game is over when a player begins his turn with one
// man, or a few beside each other, shut in by men of an opponent: at positions of the sample,
// but that these have been moved to where he could go, and all his other men are out of the
// game.
func (s *Bench) endsShutIn() map[int]bool {
	return Once(s, "ends shut in", func() map[int]bool {
		t, ends := s.Tester(), map[int]bool{}
		for _, st := range s.Kept {
			for f := range t.p.Places {
				q := st.Player()
				for _, beside := range []bool{false, true} {
					if st.MenAt(t.p, q, f) != 1 || beside && len(t.p.Near) == 0 {
						continue
					}
					t.shutIn(position.Read(t.p, st), q, f, beside)
					if t.st.Status() == engine.AwaitsThrow {
						t.in.Throw(t.st, t.p.Devices[t.st.Device(t.p)].First)
					}
					if end, over := t.st.End(); over && end >= 0 {
						ends[end] = true
					}
				}
			}
		}
		return ends
	})
}

// shutIn leaves a player one man, or with others on all places beside it, and moves men of
// his rival to where they could go, then begins his turn.
func (t *tester) shutIn(pos *position.Position, q, at int, beside bool) {
	r, out := t.rival(q), t.p.StoreIndex(engine.OutStore)
	clear(pos.Stores[q])
	for f := range t.p.Places {
		if f != at {
			put(pos, q, f, 0)
		}
	}
	var held, near place.Set // where men of the rival stay
	if len(t.p.Near) > 0 {
		near = t.p.Near[q][at]
	}
	for _, f := range near.Places() {
		if beside {
			t.vacate(pos, q, f)
			put(pos, q, f, 1)
		}
	}
	pos.Stores[q][out] = max(0, t.p.Men(q)-OnBoard(pos, q))
	for full := false; !full; {
		e := t.decision(pos)
		full = true
		for i := 0; e != nil && i < len(e.Moves); i++ {
			g := -1
			if m := &e.Moves[i]; m.To >= 0 && int(m.To) < t.p.Places {
				g = t.place(q, r, int(m.To))
			}
			if g < 0 || held.Has(g) || MenAt(pos, r, g) > 0 {
				continue
			}
			for from := range t.p.Places {
				if n := MenAt(pos, r, from); n > 0 && !held.Has(from) && !near.Has(t.place(r, q, from)) {
					put(pos, r, from, n-1)
					put(pos, r, g, 1)
					held, full = held.With(g), false
					break
				}
			}
		}
	}
	pos.ToMove, pos.Turn = q, nil
	position.Write(t.in, t.st, pos)
}
