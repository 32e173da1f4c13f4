package dimension

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/lectio/lectio/rulesets/dimension/trial"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/position"
)

// allPlay reports whether every player has men to play with: nobody is home or out.
func allPlay(p *engine.Program, pos *position.Position) bool {
	for q := range p.Players {
		if homeMen(p, pos, q)+pos.Stores[q][p.StoreIndex(engine.OutStore)] == p.Men(q) {
			return false
		}
	}
	return true
}

// passes notes who has the turn after whom.
func (t *story) turnsTo(w *watcher, pos *position.Position) {
	p, n := w.p, len(w.p.Players)
	a, b := t.last, pos.Turn.Owner
	if w.first {
		return // lots are cast before the first turn
	}
	t.last = b
	if a < 0 || a == b {
		return
	}
	t.turn.in = map[int]int{}
	if allPlay(p, pos) {
		switch b {
		case (a + 1) % n:
			w.saw("next_turn", nil, "next")
		case (a + n - 1) % n:
			w.saw("next_turn", nil, "previous")
		default:
			w.saw("next_turn", nil, "other")
		}
		return
	}
	next, natural := (a+1)%n, (a+1)%n
	for natural != a && t.done[natural] {
		natural = (natural + 1) % n
	}
	for r := range p.Players {
		if r == next || p.Team[r] != p.Team[next] || !t.done[next] || t.done[r] || r == natural {
			continue
		}
		switch b {
		case r:
			w.saw("partner_home", nil, "plays")
		case next, natural:
			w.saw("partner_home", nil, "waits")
		}
	}
}

// chooses looks at a decision before a move is made.
func (t *story) chooses(w *watcher, e *engine.Explanation, before *position.Position, throws int) {
	t.twoParts(w, e, before)
	t.coming(w, e, before, throws)
	t.nearEnd(w, e, before)
	t.grouped(w, e, before)
	for i := range e.Moves {
		m := &e.Moves[i]
		rule := m.Rule(w.p)
		if rule == nil || int(m.From) < 0 || int(m.From) >= w.p.Places {
			continue
		}
		if int(m.To) < 0 || int(m.To) >= w.p.Places || w.p.Next == nil {
			continue
		}
		if slices.Contains(w.p.Next[m.From], int(m.To)) {
			note(t.oneStep, m.Part, rule.Statement)
		}
		if t.goesRound(w.p, m) {
			w.saw("goes_round", []int{rule.Statement})
		}
		for j := range i {
			if o := &e.Moves[j]; o.Act == m.Act && o.Part == m.Part && o.From == m.From && o.To != m.To && int(o.To) < w.p.Places {
				w.saw("two_ways", nil)
				break
			}
		}
	}
}

// grouped looks at the men that stand together: which go alone, and which together?
func (t *story) grouped(w *watcher, e *engine.Explanation, before *position.Position) {
	type origin struct {
		from        int16
		part, class uint8
	}
	found := map[origin][2]bool{}
	for i := range e.Moves {
		m := &e.Moves[i]
		if m.From < 0 || int(m.From) >= w.p.Places || m.Act == engine.Remove || before.Men[w.st.Player()][m.Man()][m.From] < 2 {
			continue
		}
		o := origin{m.From, m.Part, m.Class}
		x := found[o]
		x[min(int(m.Men), 2)-1] = true
		found[o] = x
	}
	for _, x := range found {
		w.saw("together", nil, [3]string{"alone", "together", "either"}[bit(x[0])+2*bit(x[1])-1])
	}
}

// goesRound reports whether a move leads away from the end to a place from which its
// own can be reached again, and not by as many steps back.
func (t *story) goesRound(p *engine.Program, m *engine.Move) bool {
	n := max(1, p.Parts[m.Part].Number)
	d := t.steps[m.To][m.From]
	return m.Act == engine.Advance && d > 0 && d != n && (p.Distance[m.From] == 0 || p.Distance[m.To] > p.Distance[m.From])
}

// stepsAlong counts the steps from every place to every other; 0 where none lead there.
func stepsAlong(p *engine.Program) [][]int {
	all := make([][]int, p.Places)
	for f := range all {
		all[f] = make([]int, p.Places)
		for queue := []int{f}; len(queue) > 0; queue = queue[1:] {
			for _, t := range p.Next[queue[0]] {
				if all[f][t] == 0 {
					all[f][t] = all[f][queue[0]] + 1
					if t != f {
						queue = append(queue, t)
					}
				}
			}
		}
	}
	return all
}

// twoParts notes whether of different parts more than one can be played first.
func (t *story) twoParts(w *watcher, e *engine.Explanation, before *position.Position) {
	parts := map[int]bool{}
	for _, l := range before.Turn.Left {
		if l.Part == engine.PartThrow {
			break
		}
		parts[l.Part] = true
	}
	if len(parts) < 2 {
		return
	}
	playable := map[uint8]bool{}
	for i := range e.Moves {
		if int(e.Moves[i].From) >= 0 {
			playable[e.Moves[i].Part] = true
		}
	}
	other := slices.ContainsFunc(e.Refused, func(r engine.Refusal) bool { return !playable[r.Move.Part] })
	switch {
	case len(playable) > 1:
		w.saw("two_parts", nil, "free")
	case before.Turn.Fixed:
		w.saw("two_parts", nil, "fixed")
	case len(playable) == 1 && other:
		w.saw("two_parts", nil, "refused")
	default:
		w.saw("two_parts", nil, "blocked")
	}
}

// coming looks at men that come in, and at those that have in this turn.
func (t *story) coming(w *watcher, e *engine.Explanation, before *position.Position, throws int) {
	p, q := w.p, w.st.Player()
	enters := func(m *engine.Move) bool { return m.Act == engine.Enter || m.Act == engine.Place }
	any := false
	for i := range e.Moves {
		m := &e.Moves[i]
		if m.Rule(p) == nil || m.From < 0 {
			continue
		}
		kind := 1
		if enters(m) {
			any, kind = true, 0
			k := bit(trial.OnBoard(before, q) > 0)
			t.enterBy[k][m.Part] = true
			note(t.entries, int(m.To), p.Parts[m.Part].Number)
		}
		t.uses[kind][m.Part] = true
	}
	left := before.Stores[q][p.StoreIndex(engine.HandStore)] + before.Stores[q][p.StoreIndex(engine.BarStore)]
	if throw := w.st.LastThrow(); throw >= 0 && throws == 1 && before.Turn.Played == 0 && left > 0 {
		k := bit(trial.OnBoard(before, q) > 0)
		n := t.enter[k][throw]
		n[bit(any)]++
		t.enter[k][throw] = n
	}
	if len(t.turn.in) == 0 {
		return
	}
	just := func(m *engine.Move) bool {
		k := t.turn.in[int(m.From)]
		return k > 0 && int(m.From) < p.Places && before.Men[q][m.Man()][m.From] <= k
	}
	for i := range e.Moves {
		if just(&e.Moves[i]) {
			w.saw("just_entered", nil, "yes")
		}
	}
	for i := range e.Refused {
		if r := &e.Refused[i]; just(&r.Move) && !w.required(r) {
			w.saw("just_entered", nil, "no")
		}
	}
}

// required reports whether it was only requirements that left a move out, because
// another was to be preferred.
func (w *watcher) required(r *engine.Refusal) bool {
	return !slices.ContainsFunc(r.Statements, func(st int) bool {
		return !slices.ContainsFunc(w.p.Requires, func(q engine.Require) bool { return q.Statement == st })
	})
}

// nearEnd looks at the men who need as much as a part gives to come to the end, or
// less: does it bring them there?
func (t *story) nearEnd(w *watcher, e *engine.Explanation, before *position.Position) {
	p, q := w.p, w.st.Player()
	if p.Next == nil {
		return
	}
	for i := range e.Moves {
		if m := &e.Moves[i]; t.ending(p, m) && !p.Parts[m.Part].IsNumber {
			w.saw("home_by", nil, "word")
		}
	}
	for i, l := range before.Turn.Left {
		if l.Part == engine.PartThrow || before.Turn.Fixed && i > 0 {
			break
		}
		n := p.Parts[l.Part].Number
		for f := range p.Places {
			d := t.remaining(p, f)
			if n < 1 || d == 0 || d > n || w.st.MenAt(p, q, f) == 0 {
				continue
			}
			home := slices.ContainsFunc(e.Moves, func(m engine.Move) bool {
				return int(m.From) == f && int(m.Part) == l.Part && t.ending(p, &m)
			})
			w.saw("home_by", nil, either(n > d, "more", "just"), either(home, "enough", "too_little"))
		}
	}
}

// lastPlace reports whether the track ends at a place and does not lead off the board.
func lastPlace(p *engine.Program, f int) bool {
	return p.Next != nil && len(p.Next[f]) == 0 && p.Distance[f] == 0
}

// remaining is how many steps a man at f has before him; 0 where there is no end.
func (t *story) remaining(p *engine.Program, f int) int {
	if d := p.Distance[f]; d > 0 {
		return d
	}
	best := 0
	for t, d := range t.steps[f] {
		if d > 0 && lastPlace(p, t) && (best == 0 || d < best) {
			best = d
		}
	}
	return best
}

// ending reports whether a move brings a man to the end of his way.
func (t *story) ending(p *engine.Program, m *engine.Move) bool {
	return m.Act == engine.BearOff || int(m.From) >= 0 && int(m.To) >= 0 && int(m.To) < p.Places && lastPlace(p, int(m.To))
}

// moved is told of a move that has been made.
func (t *story) comes(w *watcher, m *engine.Move, before, after *position.Position, throw int, took bool) {
	p, q := w.p, before.ToMove
	if throw >= 0 {
		t.gives(w, before, after, cause{throw: throw, act: int(m.Act), to: int(m.To), took: took}, 0)
	}
	if m.Act == engine.Enter || m.Act == engine.Place {
		w.saw("came_in", nil)
		t.turn.in[int(m.To)]++
	} else if f := int(m.From); f >= 0 && f < p.Places && t.turn.in[f] > trial.MenAt(after, q, f) {
		t.turn.in[f] = trial.MenAt(after, q, f)
	}
	if off := p.StoreIndex(engine.OffStore); after.Stores[q][off] > before.Stores[q][off] {
		w.saw("arrived", nil, "off")
	}
	if p.Next != nil && m.From >= 0 && int(m.From) < p.Places {
		if lastPlace(p, int(m.From)) {
			w.saw("arrived", nil, "on")
		}
		if to := int(m.To); to >= 0 && to < p.Places && lastPlace(p, to) && trial.MenAt(after, q, to) > trial.MenAt(before, q, to) {
			w.saw("arrived", nil, "stays")
		}
	}
	t.homeNow(w, m, before, after)
}

// homeNow notes who has come home by a move, and what follows.
func (t *story) homeNow(w *watcher, m *engine.Move, before, after *position.Position) {
	p, q, off := w.p, before.ToMove, w.p.StoreIndex(engine.OffStore)
	side := func(team int) bool { // all of it is home
		return !slices.ContainsFunc(t.players(p, team), func(r int) bool { return !t.done[r] })
	}
	first := !slices.ContainsFunc(p.Team, side)
	for r := range p.Players {
		over := after.Over != nil
		if p.Match > 0 && r == q && after.Stores[r][off] < before.Stores[r][off] {
			over = true // and the board has been set up again
		} else if t.done[r] || !isHome(p, after, r) {
			continue
		}
		t.done[r] = true
		if first && r == q && side(p.Team[q]) {
			t.victory(w, m, before)
		}
		w.saw("all_home", nil, either(over, "over", "on"))
		if after.Over == nil && over {
			clear(t.done)
		}
	}
}

// players are those of a side.
func (t *story) players(p *engine.Program, team int) []int {
	var out []int
	for r := range p.Players {
		if p.Team[r] == team {
			out = append(out, r)
		}
	}
	return out
}

// isHome reports whether all men of a player are home.
func isHome(p *engine.Program, pos *position.Position, q int) bool {
	return homeMen(p, pos, q) == p.Men(q)
}

// homeMen counts the men of a player that are off the board, or at the end of the track.
func homeMen(p *engine.Program, pos *position.Position, q int) int {
	n := pos.Stores[q][p.StoreIndex(engine.OffStore)]
	for f := range p.Places {
		if lastPlace(p, f) {
			n += trial.MenAt(pos, q, f)
		}
	}
	return n
}

// victory plays the move by which a player has brought his last man home, or won,
// again and again: with one opponent after another who has brought nobody home. What
// is it worth? At random that hardly ever happens.
func (t *story) victory(w *watcher, m *engine.Move, before *position.Position) {
	p, q := w.p, before.ToMove
	if len(p.Scores) == 0 {
		return
	}
	var others []int
	for r := range p.Players {
		if p.Team[r] != p.Team[q] {
			others = append(others, r)
		}
	}
	trial := p.NewState()
	for behind := range len(others) + 1 {
		pos := *before
		pos.Men, pos.Stores = slices.Clone(pos.Men), slices.Clone(pos.Stores)
		for i, r := range others {
			if pos.Men[r], pos.Stores[r] = slices.Clone(pos.Men[r]), slices.Clone(pos.Stores[r]); i < behind {
				bringBack(p, &pos, r)
			} else {
				bringHome(p, &pos, r)
			}
		}
		position.Lay(w.other, trial, &pos)
		w.other.Play(trial, *m)
		note(t.wins, behind, trial.Score(p, q)-before.Score[q])
	}
}

// bringBack takes the men of a player who are home into his hand.
func bringBack(p *engine.Program, pos *position.Position, r int) {
	off, hand := p.StoreIndex(engine.OffStore), p.StoreIndex(engine.HandStore)
	pos.Stores[r][hand] += pos.Stores[r][off]
	pos.Stores[r][off] = 0
	for c := range pos.Men[r] {
		pos.Men[r][c] = slices.Clone(pos.Men[r][c])
		for f := range p.Places {
			if lastPlace(p, f) {
				pos.Stores[r][hand] += pos.Men[r][c][f]
				pos.Men[r][c][f] = 0
			}
		}
	}
}

// bringHome brings one man of a player home, and no more.
func bringHome(p *engine.Program, pos *position.Position, r int) {
	bringBack(p, pos, r)
	hand, bar := p.StoreIndex(engine.HandStore), p.StoreIndex(engine.BarStore)
	switch {
	case pos.Stores[r][hand] > 0:
		pos.Stores[r][hand]--
	case pos.Stores[r][bar] > 0:
		pos.Stores[r][bar]--
	default:
		for c := range pos.Men[r] {
			if f := slices.IndexFunc(pos.Men[r][c], func(n int) bool { return n > 0 }); f >= 0 {
				pos.Men[r][c][f]--
				break
			}
		}
	}
	for f := range p.Places {
		if lastPlace(p, f) {
			pos.Men[r][0][f]++
			return
		}
	}
	pos.Stores[r][p.StoreIndex(engine.OffStore)]++
}

// pointsText writes points that are counted in parts.
func pointsText(p *engine.Program, n int) string {
	if n%p.Denominator == 0 {
		return fmt.Sprint(n / p.Denominator)
	}
	return fmt.Sprintf("%d/%d", n, p.Denominator)
}

// begins is told of a game that begins.
func (t *story) begins() {
	t.noTurn()
	t.last, t.done = -1, make([]bool, len(t.done))
}

func (t *story) noTurn() {
	t.turn.owner, t.turn.throws, t.turn.took, t.turn.in = -1, 0, false, map[int]int{}
}

// opens notes whose turn comes first in a game. Lots that are cast before are none.
func (t *story) opens(w *watcher) {
	if d := w.st.Device(w.p); w.first && (d < 0 || !w.s.Lots(d)) {
		w.saw("opens", nil, strconv.Itoa(w.st.Owner()))
		w.first = false
	}
}

// gives notes whether an event has given another throw, or a turn more. Where a rule has
// said so before, it is no merit of this one.
func (c *story) gives(w *watcher, before, after *position.Position, e cause, consumed int) {
	owner := before.Turn.Owner
	if after.Over != nil || before.Turn.Next == owner || !allPlay(w.p, before) {
		return
	}
	n := c.given[e]
	another := throwsLeft(after) > throwsLeft(before)-consumed || after.Turn.Next == owner || w.st.Fresh() && w.in.StageOf(w.st, (owner+1)%len(w.p.Players)) >= 0
	n[bit(after.Turn.Owner == owner && another)]++
	c.given[e] = n
}

// beforeThrow are the parts among those left that are no throws.
func beforeThrow(left []position.Left) (out []uint8) {
	for _, l := range left {
		if l.Part != engine.PartThrow {
			out = append(out, uint8(l.Part))
		}
	}
	return out
}

// pending are the parts that are left beside throws.
func pending(pos *position.Position) []uint8 { return beforeThrow(pos.Turn.Left) }

// throwsLeft counts the throws that are still to be made.
func throwsLeft(pos *position.Position) int { return len(pos.Turn.Left) - len(pending(pos)) }
