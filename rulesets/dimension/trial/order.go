package trial

import (
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/position"
	"github.com/lectio/lectio/rulesets/engine/random"
)

// Trials about the order in which a throw is played, how much of it must be, and what
// becomes of the rest.

// InTurn asks which of the unlike numbers of a throw can be played first where each could
// be: free, the lower, the higher, or the first of them, and waits where one that is not
// the first may be because that one cannot.
var InTurn = both(Trial{Name: "in turn", on: onThrow, most: 2000, Asks: ByAgendas | ByChanges | ByMoving | ByEntering | ByLeaving | ByStopping, Run: func(t *tester, b *Base) (string, []int) {
	pos := t.thrown(b)
	if pos == nil {
		return "", nil
	}
	offered, numbers := map[int]bool{}, map[int]bool{}
	e := t.in.Explain(t.st)
	for i := range e.Moves {
		if m := &e.Moves[i]; m.Act != engine.Stop && m.Act != engine.Pass {
			offered[int(m.Part)] = true
		}
	}
	low, high, first := -1, -1, -1
	for _, l := range pos.Turn.Left {
		if l.Part == engine.PartThrow {
			break
		}
		pt := &t.p.Parts[l.Part]
		if !pt.IsNumber || numbers[l.Part] {
			continue
		}
		numbers[l.Part] = true
		if first < 0 {
			first = l.Part
		}
		if low < 0 || pt.Number < t.p.Parts[low].Number {
			low = l.Part
		}
		if high < 0 || pt.Number > t.p.Parts[high].Number {
			high = l.Part
		}
	}
	switch {
	case len(numbers) < 2 || len(offered) == 0:
		return "", nil
	case len(offered) > 1:
		return "free", nil
	}
	for part := range numbers {
		if !t.playable(pos, 0, part) && !t.playable(pos, len(pos.Turn.Left)-1, part) {
			if pos.Turn.Fixed && part == first && !offered[first] {
				return "waits", nil
			}
			return "", nil
		}
	}
	switch by := t.agendaOf(b); {
	case offered[low] && low == first:
		return "low first", by
	case offered[high] && high == first:
		return "high first", by
	case offered[low]:
		return "low", by
	case offered[high]:
		return "high", by
	case offered[first]:
		return "first", by
	}
	return "", nil
}})

// agendaOf are the statements that settle the order of what a throw puts up.
func (t *tester) agendaOf(b *Base) (by []int) {
	t.st.CopyFrom(b.St)
	if a := t.in.AgendaFor(t.st, t.st.Owner(), b.Throw); a != nil {
		by = append(by, a.Statement)
	}
	for i, st := range t.s.Game.Statements {
		if st.Kind == "order" {
			by = append(by, i)
		}
	}
	return by
}

// OrderOf says in which order unlike numbers are played: free, lower_first, higher_first,
// or fixed where it is another.
func OrderOf(double bool) func(*Bench) (string, []int) {
	return func(s *Bench) (string, []int) {
		n, by := Outcomes(s.Try(InTurn[double]))
		lows, highs := n["low"]+n["low first"], n["high"]+n["high first"]
		firsts := n["first"] + n["low first"] + n["high first"]
		switch {
		case n["free"] > 0:
			return "free", nil
		case lows > 0 && highs+n["first"] == 0:
			return "lower_first", by
		case highs > 0 && lows+n["first"] == 0:
			return "higher_first", by
		case firsts > 0:
			return "fixed", by
		}
		return "", nil
	}
}

// Compelled asks how much of an ordinary throw must be played, in words: stop, where all
// may be left, or begin; leave, where the second number may be, or go on; loose and tight with a die, where a
// move with it after which fewer numbers can be played than after another is permitted, or
// not; only with a die, where either die can be played but not both and this one must be;
// either, where it need not.
var Compelled = &Trial{Name: "compelled", on: onThrow, most: 2000, Asks: ByAgendas | ByChanges | ByMoving | ByEntering | ByLeaving | ByStopping, Parts: partCompelled, Run: func(t *tester, b *Base) (string, []int) {
	pos := t.thrown(b)
	if pos == nil || len(pos.Turn.Left) < 2 || t.p.Throws[b.Throw].Double {
		return "", nil
	}
	found := map[string]bool{}
	e := t.decision(pos)
	if !slices.ContainsFunc(e.Moves, PlaysOn) {
		return "", nil
	}
	found[map[bool]string{true: "stop", false: "begin"}[stops(e)]] = true
	by := t.comparesNumbers(b, pos, found)
	if t.closing() > 0 {
		by = Union(by, t.comparesNumbers(b, t.crowded(b, pos), found))
	}
	return Words(found), by
}}

// crowded is a position in which the player to move has three men at most, and the
// opponent holds every other point or so: little can be played there.
func (t *tester) crowded(b *Base, pos *position.Position) *position.Position {
	q := pos.ToMove
	r := t.rival(q)
	source := random.New(position.Hash(b.St), uint64(b.Throw))
	out := *pos
	out.Men = position.Read(t.p, b.St).Men
	men := 0
	for n := range t.p.Places {
		f := (n + int(position.Hash(b.St)%uint64(t.p.Places))) % t.p.Places
		if has := MenAt(&out, q, f); has > 0 {
			put(&out, q, f, min(has, max(0, 3-men)))
			men += has
		}
	}
	for g := range t.p.Places {
		f := t.place(r, q, g)
		put(&out, r, g, 0)
		if source.Below(2) == 0 && (f < 0 || MenAt(&out, q, f) == 0) {
			put(&out, r, g, t.closing())
		}
	}
	return &out
}

// comparesNumbers notes of the moves that could be made first which are permitted, and
// after which more numbers can be played than after others.
func (t *tester) comparesNumbers(b *Base, pos *position.Position, found map[string]bool) (by []int) {
	could := t.couldMove(b, pos)
	e := t.decision(pos)
	if len(could) > 8 || e == nil || len(could) == 0 {
		return nil
	}
	start := t.st.Clone()
	numbers, most := make([]int, len(could)), -1
	for i := range could {
		t.st.CopyFrom(start)
		t.in.Play(t.st, could[i])
		if numbers[i] = t.numbersMore(start.Owner(), 2); numbers[i] < exempt {
			most = max(most, numbers[i])
		}
		if t.st.CopyFrom(start); !found["stop"] {
			t.in.Play(t.st, could[i])
			if t.st.Status() == engine.Decision && t.st.Owner() == start.Owner() && t.st.Played() > 0 {
				if next := t.in.Explain(t.st); slices.ContainsFunc(next.Moves, PlaysOn) {
					found[map[bool]string{true: "leave", false: "go on"}[stops(next)]] = true
				}
			}
		}
	}
	permitted, dice := map[string]bool{}, map[string]bool{} // where only one die can be played
	for i := range could {
		die := t.die(b, &could[i])
		ok := slices.ContainsFunc(e.Moves, func(m engine.Move) bool { return m.Same(&could[i]) })
		dice[die] = true
		permitted[die] = permitted[die] || ok
		switch {
		case numbers[i] >= most:
		case ok:
			found["loose "+die] = true
		default:
			found["tight "+die] = true
			by = Union(by, refusedBy(e, &could[i]))
		}
	}
	if most != 0 || len(dice) < 2 {
		return by
	}
	switch {
	case permitted["high"] && permitted["low"]:
		found["either"] = true
	case permitted["high"]:
		found["only high"] = true
	case permitted["low"]:
		found["only low"] = true
	}
	for i := range could {
		if !permitted[t.die(b, &could[i])] {
			by = Union(by, refusedBy(e, &could[i]))
		}
	}
	return by
}

// partCompelled reports whether two outcomes of compelled exclude each other.
func partCompelled(a, b string) bool {
	x, y := map[string]bool{}, map[string]bool{}
	for _, w := range strings.Split(a, ", ") {
		x[w] = true
	}
	for _, w := range strings.Split(b, ", ") {
		y[w] = true
	}
	for _, pair := range [][2]string{{"stop", "begin"}, {"leave", "go on"}, {"loose low", "tight low"}, {"loose high", "tight high"},
		{"either", "only low"}, {"either", "only high"}, {"only low", "only high"}} {
		if x[pair[0]] && !x[pair[1]] && y[pair[1]] && !y[pair[0]] || y[pair[0]] && !y[pair[1]] && x[pair[1]] && !x[pair[0]] {
			return true
		}
	}
	return false
}

func stops(e *engine.Explanation) bool {
	return slices.ContainsFunc(e.Moves, func(m engine.Move) bool { return m.Act == engine.Stop })
}

func refusedBy(e *engine.Explanation, m *engine.Move) []int {
	for i := range e.Refused {
		if e.Refused[i].Move.Same(m) {
			return e.Refused[i].Statements
		}
	}
	return nil
}

// die says whether a move is made with the lower or the higher number of a throw.
func (t *tester) die(b *Base, m *engine.Move) string {
	if t.p.Parts[m.Part].Number == t.p.Throws[b.Throw].Low {
		return "low"
	}
	return "high"
}

// couldMove lists the moves that could be made first if each number of a throw, of those
// that may come first, were all that is left of it.
func (t *tester) couldMove(b *Base, pos *position.Position) (list []engine.Move) {
	order, _ := OrderOf(false)(t.known().s)
	seen := map[int]bool{}
	for i, l := range pos.Turn.Left {
		if l.Part == engine.PartThrow || seen[l.Part] || pos.Turn.Fixed && i > 0 {
			continue
		}
		seen[l.Part] = true
		n, th := t.p.Parts[l.Part].Number, &t.p.Throws[b.Throw]
		if order == "lower_first" && n != th.Low || order == "higher_first" && n != th.High {
			continue
		}
		if !t.playable(pos, 0, l.Part) {
			continue
		}
		for _, m := range t.in.Moves(t.st, nil) {
			if m.Act != engine.Stop {
				list = append(list, m)
			}
		}
	}
	return list
}

// exempt stands for the numbers that can still be played where the game, the throw or the
// turn is over without their having been blocked.
const exempt = 9

// numbersMore is how many more numbers of this throw a player can play, or exempt.
func (t *tester) numbersMore(owner, depth int) int {
	if t.st.Status() != engine.Decision || t.st.Owner() != owner || t.st.Played() == 0 {
		return exempt
	}
	st := t.st.Clone()
	most := 0
	for _, m := range t.in.Moves(st, nil) {
		if m.Act == engine.Stop || m.Act == engine.Pass {
			continue
		}
		if most = max(most, 1); depth <= 1 {
			break
		}
		t.st.CopyFrom(st)
		t.in.Play(t.st, m)
		if n := t.numbersMore(owner, depth-1); n < exempt {
			most = max(most, 1+n)
		}
	}
	return most
}

// Unplayable asks what becomes of parts that cannot be played: other (the opponent plays
// them), skip (one is dropped, then the next is tried), lose (throws owed are lost too),
// stop (the rest of the throw is dropped, which could be played) or end (nothing is left).
var Unplayable = both(Trial{Name: "unplayable", on: onPass, most: 80, Asks: ByAgendas | ByMoving, Run: func(t *tester, b *Base) (string, []int) {
	pos := position.Read(t.p, b.St)
	if len(t.s.ThrowGiving(AnyTrigger)) > 0 {
		turn := *pos.Turn
		turn.Left = slices.DeleteFunc(slices.Clone(turn.Left), func(l position.Left) bool { return l.Part == engine.PartThrow })
		turn.Left = append(turn.Left, position.Left{Part: engine.PartThrow})
		pos.Turn = &turn
	}
	e := t.decision(pos)
	if e == nil || slices.ContainsFunc(e.Moves, PlaysOn) || t.st.Owner() != t.st.Player() || pos.Turn.Left[0].Part == engine.PartThrow {
		return "", nil
	}
	owner, parts, throws := t.st.Owner(), len(pos.Turn.Left), slices.ContainsFunc(pos.Turn.Left, func(l position.Left) bool { return l.Part == engine.PartThrow })
	by := t.applied(t.s.Blocking(), func() { t.in.Play(t.st, e.Moves[0]) })
	if e.Moves[0].Act == engine.Stop {
		by = t.s.Permitting(engine.Stop)
	}
	after := position.Read(t.p, t.st)
	switch {
	case after.Over != nil:
		return "", nil
	case after.Turn.Owner == owner && after.ToMove != owner:
		return "other", by
	case after.Turn.Owner == owner && len(after.Turn.Throws) == len(pos.Turn.Throws) && t.st.Status() == engine.Decision && len(after.Turn.Left) < parts:
		return "skip", by
	case throws && (after.Turn.Owner != owner || t.st.Status() != engine.AwaitsThrow || t.st.Fresh()):
		return "lose", by
	}
	rest := *pos.Turn
	rest.Left = slices.DeleteFunc(slices.Clone(rest.Left), func(l position.Left) bool { return l.Part == pos.Turn.Left[0].Part })
	pos.Turn = &rest
	if e := t.decision(pos); len(rest.Left) > 0 && e != nil && slices.ContainsFunc(e.Moves, PlaysOn) {
		return "stop", by
	}
	return "end", by
}})
