package trial

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/position"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/play"
)

// Trials about the way on to the board and off it.

// WhereTo asks to which place a number brings a man that enters: number, the place of that
// number on his track; beyond, the next one; several, one of some that he chooses; or the
// place by its name.
var WhereTo = &Trial{Name: "where to", on: onEntry, most: 150, Asks: ByEntering, Run: func(t *tester, b *Base) (string, []int) {
	to := map[int]bool{}
	pos := position.Read(t.p, b.St)
	for q := range t.p.Players { // nobody is in his way
		for f := range t.p.Places {
			put(pos, q, f, 0)
		}
	}
	e := t.decision(pos)
	if e == nil {
		return "", nil
	}
	for i := range e.Moves {
		if m := &e.Moves[i]; m.Act == b.act && int(m.Part) == b.Part && int(m.From) == b.From {
			to[int(m.To)] = true
		}
	}
	n := t.p.Parts[b.Part].Number
	switch by := t.s.Permitting(b.act); {
	case !to[b.To]:
		return "", nil
	case len(to) > 1:
		return "several", by
	case !t.p.Parts[b.Part].IsNumber:
		return "word", by
	case b.To+1 == n:
		return "number", by
	case b.To == n:
		return "beyond", by
	default:
		return t.p.PlaceName(b.St.Player(), b.To), by
	}
}}

// WhereEntered says where men enter: number, beyond, several, one (always the same place)
// or otherwise.
func WhereEntered(s *Bench) (string, []int) {
	list := s.Try(WhereTo)
	n, by := Outcomes(list)
	places, parts := map[int]bool{}, map[int]bool{}
	for _, x := range list {
		places[x.To], parts[x.Part] = true, true
	}
	switch {
	case len(n) == 0:
		return "", nil
	case len(places) == 1 && len(parts) > 1:
		return "one", by
	case len(n) == 1 && n["number"]+n["beyond"]+n["several"] > 0:
		for is := range n {
			return is, by
		}
	}
	return "otherwise", by
}

// WaitingFirst asks whether another man may be moved while one waits to enter: others; if_one_can, where
// another may only if none can enter; or must, where none may even then.
var WaitingFirst = &Trial{Name: "waiting first", on: onEntry, most: 120, Asks: ByMoving | ByEntering | ByLeaving, Run: func(t *tester, b *Base) (string, []int) {
	q, store := b.St.Player(), b.From-t.p.Places
	if t.p.Stores[store] != t.known().s.sentTo() {
		return "", nil
	}
	free := position.Read(t.p, b.St)
	for st, name := range t.p.Stores {
		if name == engine.HandStore || name == engine.BarStore {
			free.Stores[q][st] = 0
		}
	}
	if e := t.decision(free); e == nil || !slices.ContainsFunc(e.Moves, advances) {
		return "", nil // nobody could move even then
	}
	pos := position.Read(t.p, b.St)
	for st, name := range t.p.Stores {
		if name == engine.HandStore || name == engine.BarStore {
			pos.Stores[q][st] = 0
		}
	}
	pos.Stores[q][store] = 1
	e := t.decision(pos)
	if e == nil || !slices.ContainsFunc(e.Moves, b.enters) {
		return "", nil
	}
	if slices.ContainsFunc(e.Moves, advances) {
		return "others", nil
	}
	by := advancing(t, e)
	// The places where he could enter are filled, by those who hold them against him.
	t.holdEntries(pos, q, t.rival(q), 5)
	e = t.decision(pos)
	switch {
	case e == nil:
		return "", nil
	case slices.ContainsFunc(e.Moves, advances):
		return "if_one_can", by
	case slices.ContainsFunc(e.Moves, b.enters) && (len(by) == 0 || slices.ContainsFunc(by, func(st int) bool { return t.required[st] })):
		return "", nil // another may be preferred only
	}
	return "must", by
}}

func advances(m engine.Move) bool { return m.Act == engine.Advance }

func (b *Base) enters(m engine.Move) bool { return m.Act == b.act && int(m.From) == b.From }

// advancing are the statements that refuse all men of the board to go on, or do not permit
// it.
func advancing(t *tester, e *engine.Explanation) (by []int) {
	first := true
	for i := range e.Refused {
		r := &e.Refused[i]
		switch {
		case r.Move.Act != engine.Advance:
		case first:
			by, first = slices.Clone(r.Statements), false
		default:
			by = slices.DeleteFunc(by, func(st int) bool { return !slices.Contains(r.Statements, st) })
		}
	}
	if first {
		by = t.s.Permitting(engine.Advance)
	}
	return by
}

// sentTo is the store to which most men go that an opposing man comes upon; "" for none.
func (s *Bench) sentTo() string {
	n, _ := Outcomes(s.Try(OntoOne))
	best := ""
	for is := range n {
		if s.Game.Program.StoreIndex(is) >= 0 && (best == "" || n[is] > n[best]) {
			best = is
		}
	}
	return best
}

// HeldEntry asks whether a man may enter at a place that the opponent holds, if that is the
// only one, if all are held, and if he has many men waiting as well: an o or a c for each;
// apart where no opposing man comes.
var HeldEntry = &Trial{Name: "held entry", on: onEntry, most: 80, Asks: ByEntering, Run: func(t *tester, b *Base) (string, []int) {
	q, store := b.St.Player(), b.From-t.p.Places
	r := t.rival(q)
	at, k := t.place(q, r, b.To), max(t.closing(), 2)
	if at < 0 {
		return "apart", nil
	}
	if ok, _ := t.may(t.lone(b, r, at, 0), b); !ok {
		return "", nil
	}
	out, by := "", []int(nil)
	for i := range 3 {
		pos := t.lone(b, r, at, k)
		if i > 0 {
			t.holdEntries(pos, q, r, k)
		}
		if i == 2 {
			t.gatherIn(pos, q, store, t.p.Men(q)/2)
		}
		ok, st := t.may(pos, b)
		by = Union(by, st)
		if ok {
			out += "o"
		} else {
			out += "c"
		}
	}
	return out, by
}}

// HowFar asks up to how many steps from the end another man may be for a man to be borne
// off: a number of steps, or any. It is asked where the number takes him off exactly, of a
// player who has borne off nobody.
var HowFar = &Trial{Name: "how far", on: onLeaving, most: 40, Asks: ByLeaving, Run: func(t *tester, b *Base) (string, []int) {
	return t.farthest(b, 0)
}}

// HowFarThen asks the same of one who has borne off others.
var HowFarThen = &Trial{Name: "how far then", on: onLeaving, most: 40, Asks: ByLeaving, Run: func(t *tester, b *Base) (string, []int) {
	return t.farthest(b, 1)
}}

func (t *tester) farthest(b *Base, off int) (string, []int) {
	q := b.St.Player()
	if t.p.Parts[b.Part].Number != t.p.Distance[b.From] {
		return "", nil
	}
	with := func(f int) (bool, []int) { // he has that man, and another at f
		pos := position.Read(t.p, b.St)
		pos.Stores[q][t.p.StoreIndex(engine.OffStore)] = off
		for g := range t.p.Places {
			put(pos, q, g, 0)
		}
		put(pos, q, b.From, 1)
		if f >= 0 {
			t.vacate(pos, q, f)
			put(pos, q, f, MenAt(pos, q, f)+1)
		}
		return t.may(pos, b)
	}
	if ok, _ := with(-1); !ok {
		return "", nil
	}
	// The places in the order of their steps to the end.
	places := make([]int, 0, t.p.Places)
	for f, d := range t.p.Distance {
		if d > 0 {
			places = append(places, f)
		}
	}
	slices.SortStableFunc(places, func(f, g int) int { return t.p.Distance[f] - t.p.Distance[g] })
	far := 0
	for i, f := range places {
		ok, by := with(f)
		if ok {
			far = t.p.Distance[f]
			continue
		}
		for _, g := range places[i:] {
			if ok, _ := with(g); ok && t.p.Distance[g] > far {
				return "otherwise", by
			}
		}
		return fmt.Sprint(far), by
	}
	return "any", nil
}

// Overshoot asks whether a man may be borne off with a greater number than he needs: exact
// where he may not, rearmost where he may unless another is behind him, or free.
var Overshoot = &Trial{Name: "overshoot", on: onLeaving, most: 40, Asks: ByLeaving, Run: func(t *tester, b *Base) (string, []int) {
	q := b.St.Player()
	d := t.p.Distance[b.From]
	with := func(part int, behind bool) (bool, []int) {
		pos := position.Read(t.p, b.St)
		for f := range t.p.Places {
			put(pos, q, f, 0)
		}
		clear(pos.Stores[q])
		pos.Stores[q][t.p.StoreIndex(engine.OffStore)] = t.p.Men(q) - 1
		put(pos, q, b.From, 1)
		for g, far := range t.p.Distance {
			if behind && far == d+1 {
				t.vacate(pos, q, g)
				put(pos, q, g, 1)
				pos.Stores[q][t.p.StoreIndex(engine.OffStore)]--
				break
			}
		}
		t.begin(pos)
		throw := t.throwOf(&t.p.Parts[part])
		if pos.Turn == nil || pos.ToMove != q || throw < 0 {
			return false, nil
		}
		only(pos, throw, part)
		return t.may(pos, &Base{act: b.act, Part: part, From: b.From, To: b.To})
	}
	exact, great := -1, -1
	for i := range t.p.Parts {
		switch pt := &t.p.Parts[i]; {
		case !pt.IsNumber || t.throwOf(pt) < 0:
		case pt.Number == d:
			exact = i
		case pt.Number > d+1:
			great = i
		}
	}
	if exact < 0 || great < 0 {
		return "", nil
	}
	if ok, _ := with(exact, false); !ok {
		return "", nil
	}
	if ok, by := with(great, false); !ok {
		return "exact", by
	}
	if ok, by := with(great, true); !ok {
		return "rearmost", by
	}
	return "free", nil
}}

// InsteadOf asks whether one who can bear off a man by a number may move another by it
// instead: may, or cannot.
var InsteadOf = &Trial{Name: "instead of bearing off", on: onLeaving, most: 60, Asks: ByLeaving, Run: func(t *tester, b *Base) (string, []int) {
	pos := position.Read(t.p, b.St)
	e := t.decision(pos)
	if m, _ := t.move(e, b); m == nil {
		return "", nil
	}
	if slices.ContainsFunc(e.Moves, func(m engine.Move) bool { return advances(m) && int(m.Part) == b.Part }) {
		return "may", nil
	}
	// Another man could go on if nothing held him back.
	q := b.St.Player()
	r := t.rival(q)
	room := map[int]bool{} // where any number of men may stand
	for _, x := range t.known().s.Try(BesideOwn) {
		room[x.To] = x.Is == "unlimited"
	}
	for f := range t.p.Places {
		if MenAt(pos, q, f) == 0 {
			continue
		}
		for _, a := range t.p.Ahead(f, t.p.Parts[b.Part].Number) {
			if g := t.place(q, r, a.To); (room[a.To] || MenAt(pos, q, a.To) == 0) && (g < 0 || MenAt(pos, r, g) == 0) {
				return "cannot", advancing(t, e)
			}
		}
	}
	return "", nil
}}

// HeldBack asks how men are held back at the beginning: hand, where none goes on before all
// have entered; hand_partly, where they may not go everywhere before that; departures, with
// the number of men that must have left the start before one goes everywhere; first_man,
// where the others wait for the first; otherwise; none.
var HeldBack = &Trial{Name: "held back", on: onOpening, most: 1, Asks: ByMoving | ByChanges, Run: func(t *tester, b *Base) (string, []int) {
	q := b.St.Player()
	start := t.start(b.St, q)
	if start < 0 {
		return "", nil
	}
	var free, refused, by, closed []int
	waits := 0 // places of the first man while he is at which the others may not set out
	for f := range t.p.Places {
		if f == start {
			continue
		}
		switch ok, to, st := t.goesEverywhere(t.setOut(b.St, q, start, 1, f), q, f); ok {
		case "yes":
			free = append(free, f)
		case "no":
			refused, by, closed = append(refused, f), Union(by, st), Union(closed, to)
		}
		if ok, _, st := t.goesEverywhere(t.setOut(b.St, q, start, 1, f), q, start); ok == "no" {
			waits, by = waits+1, Union(by, st)
		}
	}
	switch {
	case len(free)+len(refused) == 0:
		return "", nil
	case len(refused) == 0 && waits == 0:
		return "none", nil
	case len(refused) == 0:
		return "first_man", by
	case start >= t.p.Places:
		return t.untilEntered(b.St, q, start, refused), by
	}
	for n := 2; n < b.St.MenAt(t.p, q, start); n++ {
		if ok, _, _ := t.goesEverywhere(t.setOut(b.St, q, start, n, refused[0]), q, refused[0]); ok == "yes" {
			return fmt.Sprintf("departures %d %s", n, t.known().s.spans(closed)), by
		}
	}
	return "otherwise", by
}}

// untilEntered says how men of some places are held back while others are in a store.
func (t *tester) untilEntered(st *engine.State, q, store int, from []int) string {
	all := st.InStore(t.p, q, store-t.p.Places)
	if ok, _, _ := t.goesEverywhere(t.setOut(st, q, store, all, from[0]), q, from[0]); ok == "no" {
		return "otherwise"
	}
	for _, f := range from {
		pos, anywhere := t.setOut(st, q, store, 1, f), false
		t.eachWay(pos, q, f, func(b *Base) bool {
			anywhere, _ = t.may(pos, b)
			return !anywhere
		})
		if anywhere {
			return "hand_partly"
		}
	}
	return "hand"
}

// goesEverywhere says whether a man of a place may go as far as each number says, to places
// where nobody stands: yes, no where he may not with some (closed are the places), "" where
// there are none. Only ways are asked about that men have gone in the sample, and that are
// open to him late in a game.
func (t *tester) goesEverywhere(pos *position.Position, q, f int) (is string, closed, by []int) {
	late := t.late(q, f)
	t.eachWay(pos, q, f, func(b *Base) bool {
		if is == "" {
			is = "yes"
		}
		if ok, st := t.may(pos, b); !ok && slices.ContainsFunc(late, func(then *position.Position) bool {
			turn := *then.Turn
			turn.Throws, turn.Left = pos.Turn.Throws, pos.Turn.Left
			then.Turn = &turn
			ok, _ := t.may(then, b)
			return ok
		}) {
			is, closed, by = "no", Union(closed, []int{b.To}), Union(by, st)
		}
		return true
	})
	return is, closed, by
}

// late are positions in which all men of a player but one at f have gone to the end: with
// as little remembered as can be, and with what is remembered when a game is over.
func (t *tester) late(q, f int) []*position.Position {
	pos := position.Read(t.p, t.s.bases[onOpening][0].St)
	t.clear(pos)
	last := t.p.Places - 1
	for g, d := range t.p.Distance {
		if d > 0 && d < t.p.Distance[last] {
			last = g
		}
	}
	put(pos, q, last, t.p.Men(q)-1)
	put(pos, q, f%t.p.Places, MenAt(pos, q, f%t.p.Places)+1)
	pos.ToMove = q
	t.begin(pos)
	list := []*position.Position{pos}
	for _, over := range t.played() {
		then := *pos
		then.Nums, then.Sets = slices.Clone(pos.Nums), slices.Clone(pos.Sets)
		for v := range t.p.Vars {
			if t.p.Vars[v].Per == engine.PerGame {
				then.Nums[v], then.Sets[v] = over.Nums[v], over.Sets[v]
			}
		}
		list = append(list, &then)
	}
	return list
}

// played are the ends of a few games played at random, where anything is remembered of
// what went before.
func (t *tester) played() []*position.Position {
	return Once(t.s, "played", func() (list []*position.Position) {
		for i := range 3 {
			if !slices.ContainsFunc(t.p.Vars, func(v engine.Var) bool { return v.Per == engine.PerGame }) {
				break
			}
			t.in.Start(t.st)
			play.Random(t.in, t.st, random.New(t.s.Seed, uint64(i)), MostPlies, nil)
			list = append(list, position.Read(t.p, t.st))
		}
		return list
	})
}

// eachWay calls f with each advance that a man of a place could make with one number, and
// lays that number on the agenda of pos.
func (t *tester) eachWay(pos *position.Position, q, from int, f func(*Base) bool) {
	r := t.rival(q)
	if from >= t.p.Places || pos.ToMove != q || pos.Turn == nil {
		return
	}
	for part := range t.p.Parts {
		pt := &t.p.Parts[part]
		throw := t.throwOf(pt)
		if throw < 0 {
			continue
		}
		for _, a := range t.p.Ahead(from, pt.Number) {
			g := t.place(q, r, a.To)
			if g >= 0 && MenAt(pos, r, g) > 0 || MenAt(pos, q, a.To) > 0 || !t.known().s.Ways[[3]int{q, from, a.To}] {
				continue
			}
			only(pos, throw, part)
			if !f(&Base{act: engine.Advance, Part: part, From: from, To: a.To, Throw: -1}) {
				return
			}
		}
	}
}

func Departures(s *Bench) (string, []int) {
	for _, x := range s.Try(HeldBack) {
		if _, rest, ok := strings.Cut(x.Is, " "); ok {
			n, _, _ := strings.Cut(rest, " ")
			return n, x.By
		}
	}
	return "", nil
}

func HeldPlaces(s *Bench) (string, []int) {
	for _, x := range s.Try(HeldBack) {
		if _, rest, ok := strings.Cut(x.Is, " "); ok {
			_, places, _ := strings.Cut(rest, " ")
			return places, x.By
		}
	}
	return "", nil
}
