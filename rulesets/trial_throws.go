package rulesets

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/lectio/lectio/rulesets/engine"
)

// Trials about throws: what they put up, in which order it is played, how much of it
// must be, and what becomes of the rest.

// both makes a trial of throws two: one of doublets and one of other throws.
func both(tr trial) map[bool]*trial {
	out := map[bool]*trial{}
	for _, double := range []bool{false, true} {
		one := tr
		one.name = fmt.Sprintf("%s %v", tr.name, double)
		one.run = func(t *tester, b *base) (string, []int) {
			throw := b.throw
			if throw < 0 {
				throw = b.st.LastThrow()
			}
			if throw < 0 || t.p.Throws[throw].Double != double {
				return "", nil
			}
			return tr.run(t, b)
		}
		out[double] = &one
	}
	return out
}

// putUp asks what a throw puts up to be played: its numbers as they stand on the agenda,
// a ? behind those that may be left, and if all men stood on the board with nobody in their
// way, a ! behind those that could be played when those before them have been, and a -
// behind those that could be only if another throw had given them.
var putUp = both(trial{name: "put up", on: onThrow, most: 2000, asks: byAgendas | byChanges | byMoving | byEntering | byLeaving, parts: func(a, b string) bool {
	return strings.ReplaceAll(a, "!", "") != strings.ReplaceAll(b, "!", "")
}, run: func(t *tester, b *base) (string, []int) {
	t.st.CopyFrom(b.st)
	if t.st.Status() != engine.AwaitsThrow {
		return "", nil
	}
	t.in.Applied = make([]int, len(t.s.Game.Statements))
	t.in.Throw(t.st, b.throw)
	by := t.agendas()
	t.in.Applied = nil
	pos := t.p.Read(t.st)
	if pos.Over != nil || len(pos.Turn.Throws) == 0 || t.st.LastThrow() != b.throw {
		return "", nil
	}
	var parts []string
	roomy := t.roomy(pos)
	for i, l := range pos.Turn.Left {
		pt := &t.p.Parts[l.Part]
		if !pt.IsNumber {
			continue
		}
		part := pt.Name
		if l.Optional {
			part += "?"
		}
		parts = append(parts, part+t.playableAs(roomy, i, l.Part))
	}
	return strings.Join(parts, " "), by
}})

// roomy is a position in which all men of the player to move stand on the board, and no
// others.
func (t *tester) roomy(pos *engine.Position) *engine.Position {
	q, out := pos.ToMove, *pos
	st := t.p.Read(t.st)
	out.Men, out.Stores = st.Men, st.Stores
	for r := range t.p.Players {
		for f := range t.p.Places {
			if r != q {
				put(&out, r, f, 0)
			}
		}
	}
	next := 0
	for store, name := range t.p.Stores {
		for ; (name == engine.HandStore || name == engine.BarStore) && out.Stores[q][store] > 0; next++ {
			out.Stores[q][store]--
			put(&out, q, next%t.p.Places, menAt(&out, q, next%t.p.Places)+1)
		}
	}
	return &out
}

// playableAs is ! for a part of the throw that can be played, - for one that cannot though
// it could be if another throw had given it, and nothing where neither can be told.
func (t *tester) playableAs(pos *engine.Position, played, part int) string {
	if t.playable(pos, played, part) {
		return "!"
	}
	other := t.throwOf(&t.p.Parts[part])
	if other < 0 || t.p.Throws[pos.Turn.Throws[len(pos.Turn.Throws)-1]].Double == t.p.Throws[other].Double {
		return ""
	}
	turn, as := *pos.Turn, *pos
	turn.Throws = []int{other}
	as.Turn = &turn
	if t.playable(&as, 0, part) {
		return "-"
	}
	return ""
}

// agendas are the agendas, and the changes that put parts up, which took effect.
func (t *tester) agendas() (by []int) {
	for i := range t.p.Agendas {
		if st := t.p.Agendas[i].Statement; t.in.Applied[st] > 0 {
			by = union(by, []int{st})
		}
	}
	for i := range t.p.Changes {
		c := &t.p.Changes[i]
		if t.in.Applied[c.Statement] > 0 && slices.ContainsFunc(c.Effects, func(e engine.Effect) bool {
			return (e.Kind == engine.AddParts || e.Kind == engine.DropRest) && !slices.Equal(e.Parts, []uint8{engine.PartThrow})
		}) {
			by = union(by, []int{c.Statement})
		}
	}
	return by
}

// playable reports whether a part of a throw can be played when so many have been played
// before and nothing else is left.
func (t *tester) playable(pos *engine.Position, played, part int) bool {
	turn := *pos.Turn
	turn.Left, turn.Played = []engine.Left{{Part: part}}, played
	alone := *pos
	alone.Turn = &turn
	e := t.decision(&alone)
	return e != nil && slices.ContainsFunc(e.Moves, func(m engine.Move) bool {
		return m.Act != engine.Stop && m.Act != engine.Pass && (m.Act != engine.Advance || t.asFar(&m))
	})
}

// asFar reports whether an advance leads as far as its number says.
func (t *tester) asFar(m *engine.Move) bool {
	return slices.ContainsFunc(t.p.Ahead(int(m.From), t.p.Parts[m.Part].Number), func(a engine.Ahead) bool { return a.To == int(m.To) })
}

// given is what a throw puts up at some position, as far as it can be played.
type given struct {
	throw *engine.Throw
	list  []int
	left  []bool // which of them may be left
}

// throwsGive lists what doublets, or other throws, put up: each way once. A part that is
// never played there, though it could be if another throw had given it, is none.
func (s *Sample) throwsGive(double bool) (all []given, by []int) {
	type way struct {
		throw int
		parts string
	}
	forms := map[way][][2]int{} // how often each part could be played, and only by another throw
	var order []way
	for _, x := range s.try(putUp[double]) {
		parts := strings.Fields(x.is)
		by = union(by, x.by)
		form := way{x.throw, strings.NewReplacer("!", "", "-", "").Replace(x.is)}
		if forms[form] == nil {
			forms[form] = make([][2]int, len(parts))
			order = append(order, form)
		}
		for i, part := range parts {
			switch part[len(part)-1] {
			case '!':
				forms[form][i][0]++
			case '-':
				forms[form][i][1]++
			}
		}
	}
	slices.SortFunc(order, func(a, b way) int { return cmp.Or(cmp.Compare(a.throw, b.throw), cmp.Compare(a.parts, b.parts)) })
	for _, form := range order {
		g := given{throw: &s.Game.Program.Throws[form.throw]}
		for i, part := range strings.Fields(form.parts) {
			if n := forms[form][i]; n[0] > 0 || n[1] == 0 {
				g.list, g.left = append(g.list, atoi(strings.TrimRight(part, "?"))), append(g.left, strings.HasSuffix(part, "?"))
			}
		}
		all = append(all, g)
	}
	return all, by
}

// inFull writes what a doublet gives: n for its number and u for the underside, if no
// doublet gives other numbers.
func (g given) inFull(others bool) string {
	var parts []string
	for i, n := range g.list {
		part := fmt.Sprint(n)
		switch {
		case others:
		case n == g.throw.High:
			part = "n"
		default:
			part = "u"
		}
		if g.left[i] {
			part += "?"
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, " ")
}

func doubletNumbers(s *Sample) (string, []int) {
	list, by := s.throwsGive(true)
	ways := map[string][]string{} // by doublet
	var names []string
	others := slices.ContainsFunc(list, func(g given) bool {
		return slices.ContainsFunc(g.list, func(n int) bool { return n != g.throw.High && n != 7-g.throw.High })
	})
	for _, g := range list {
		if ways[g.throw.Name] == nil {
			names = append(names, g.throw.Name)
		}
		if way := g.inFull(others); !slices.Contains(ways[g.throw.Name], way) {
			ways[g.throw.Name] = append(ways[g.throw.Name], way)
		}
	}
	of := map[string][]string{} // doublets, by what they give
	var order []string
	for _, name := range names {
		slices.SortFunc(ways[name], func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) })
		text := strings.Join(ways[name], " or ")
		if of[text] == nil {
			order = append(order, text)
		}
		of[text] = append(of[text], name)
	}
	if len(order) == 1 {
		return order[0], by
	}
	var parts []string
	for _, text := range order {
		parts = append(parts, strings.Join(of[text], ", ")+": "+text)
	}
	return strings.Join(parts, "; "), by
}

// throwsAgain names the throws that give another.
func throwsAgain(s *Sample) (string, []int) {
	gives := map[int]map[string]int{}
	var doublets, order []int
	for _, x := range s.try(owes) {
		if gives[x.throw] == nil {
			gives[x.throw] = map[string]int{}
			order = append(order, x.throw)
			if s.Game.Program.Throws[x.throw].Double {
				doublets = append(doublets, x.throw)
			}
		}
		gives[x.throw][x.is]++
	}
	by := map[string][]int{} // throws, by how they give another
	for _, throw := range order {
		n := gives[throw]
		how := ""
		switch {
		case n["throw"]+n["throw?"] == 0:
			continue
		case n["none"] > 0:
			how = ", not always"
		}
		if n["throw?"] > 0 {
			how += ", if he likes"
		}
		by[how] = append(by[how], throw)
	}
	var parts []string
	for how, throws := range by {
		slices.Sort(throws)
		what := "doublets"
		if slices.Sort(doublets); !slices.Equal(throws, doublets) {
			var names []string
			for _, throw := range throws {
				names = append(names, s.Game.Program.Throws[throw].Name)
			}
			what = strings.Join(names, ", ")
		}
		parts = append(parts, what+how)
	}
	slices.Sort(parts)
	_, statements := furtherThrows(s)
	return strings.Join(parts, "; "), statements
}

func atoi(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

func ordinaryThrows(s *Sample) (string, []int) {
	list, by := s.throwsGive(false)
	is := ""
	for _, g := range list {
		n, dice := slices.Sorted(slices.Values(g.list)), slices.Sorted(slices.Values(g.throw.Dice))
		one := "otherwise"
		switch {
		case slices.Equal(n, dice):
			one = "each_die"
		case slices.Equal(n, []int{g.throw.Value}):
			one = "sum"
		case slices.Equal(n, []int{g.throw.Low}):
			one = "lower"
		case slices.Equal(n, []int{g.throw.High}):
			one = "higher"
		}
		if is != "" && is != one {
			one = "otherwise"
		}
		is = one
	}
	return is, by
}

func doublets(s *Sample) (string, []int) {
	list, by := s.throwsGive(true)
	if len(list) == 0 {
		return "", nil
	}
	all := func(f func(g given) bool) bool {
		return !slices.ContainsFunc(list, func(g given) bool { return !f(g) })
	}
	tops := func(g given) bool {
		return !slices.ContainsFunc(g.list, func(n int) bool { return n != g.throw.High })
	}
	switch {
	case all(func(g given) bool { return tops(g) && len(g.list) == 2*len(g.throw.Dice) }):
		return "four", by
	case all(func(g given) bool { return tops(g) && len(g.list) == len(g.throw.Dice) }):
		return "two", by
	case all(tops):
		return "otherwise", by
	case all(func(g given) bool {
		return !slices.ContainsFunc(g.list, func(n int) bool { return n != g.throw.High && n != 7-g.throw.High })
	}):
		return "undersides", by
	}
	return "sequences", by
}

// owes asks whether a throw gives another: throw, throw? where it need not be made, or none.
var owes = &trial{name: "owes", on: onThrow, most: 2000, asks: byAgendas | byChanges, run: func(t *tester, b *base) (string, []int) {
	t.st.CopyFrom(b.st)
	if t.st.Status() != engine.AwaitsThrow {
		return "", nil
	}
	t.in.Throw(t.st, b.throw)
	pos := t.p.Read(t.st)
	if pos.Over != nil || t.st.LastThrow() != b.throw {
		return "", nil
	}
	for _, l := range pos.Turn.Left {
		if l.Part == engine.PartThrow {
			return map[bool]string{true: "throw?", false: "throw"}[l.Optional], nil
		}
	}
	return "none", nil
}}

// inTurn asks which of the unlike numbers of a throw can be played first where each could
// be: free, the lower, the higher, or the first of them, and waits where one that is not
// the first may be because that one cannot.
var inTurn = both(trial{name: "in turn", on: onThrow, most: 2000, asks: byAgendas | byChanges | byMoving | byEntering | byLeaving | byStopping, run: func(t *tester, b *base) (string, []int) {
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
func (t *tester) agendaOf(b *base) (by []int) {
	t.st.CopyFrom(b.st)
	if a := t.in.AgendaFor(t.st, t.st.Owner(), b.throw); a != nil {
		by = append(by, a.Statement)
	}
	for i, st := range t.s.Game.Statements {
		if st.Kind == "order" {
			by = append(by, i)
		}
	}
	return by
}

// orderOf says in which order unlike numbers are played: free, lower_first, higher_first,
// or fixed where it is another.
func orderOf(double bool) func(*Sample) (string, []int) {
	return func(s *Sample) (string, []int) {
		n, by := outcomes(s.try(inTurn[double]))
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

// compelled asks how much of an ordinary throw must be played, in words: stop, where all
// may be left, or begin; leave, where the second number may be, or go on; loose and tight with a die, where a
// move with it after which fewer numbers can be played than after another is permitted, or
// not; only with a die, where either die can be played but not both and this one must be;
// either, where it need not.
var compelled = &trial{name: "compelled", on: onThrow, most: 2000, asks: byAgendas | byChanges | byMoving | byEntering | byLeaving | byStopping, parts: partCompelled, run: func(t *tester, b *base) (string, []int) {
	pos := t.thrown(b)
	if pos == nil || len(pos.Turn.Left) < 2 || t.p.Throws[b.throw].Double {
		return "", nil
	}
	words := map[string]bool{}
	e := t.decision(pos)
	if !slices.ContainsFunc(e.Moves, playsOn) {
		return "", nil
	}
	words[map[bool]string{true: "stop", false: "begin"}[stops(e)]] = true
	by := t.comparesNumbers(b, pos, words)
	if t.closing() > 0 {
		by = union(by, t.comparesNumbers(b, t.crowded(b, pos), words))
	}
	return joined(words, ""), by
}}

func playsOn(m engine.Move) bool { return m.Act != engine.Stop && m.Act != engine.Pass }

// crowded is a position in which the player to move has three men at most, and the
// opponent holds every other point or so: little can be played there.
func (t *tester) crowded(b *base, pos *engine.Position) *engine.Position {
	q := pos.ToMove
	r := t.rival(q)
	random := engine.NewRandom(b.st.Hash(), uint64(b.throw))
	out := *pos
	out.Men = t.p.Read(b.st).Men
	men := 0
	for n := range t.p.Places {
		f := (n + int(b.st.Hash()%uint64(t.p.Places))) % t.p.Places
		if has := menAt(&out, q, f); has > 0 {
			put(&out, q, f, min(has, max(0, 3-men)))
			men += has
		}
	}
	for g := range t.p.Places {
		f := t.place(r, q, g)
		put(&out, r, g, 0)
		if random.Below(2) == 0 && (f < 0 || menAt(&out, q, f) == 0) {
			put(&out, r, g, t.closing())
		}
	}
	return &out
}

// comparesNumbers notes of the moves that could be made first which are permitted, and
// after which more numbers can be played than after others.
func (t *tester) comparesNumbers(b *base, pos *engine.Position, words map[string]bool) (by []int) {
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
		if t.st.CopyFrom(start); !words["stop"] {
			t.in.Play(t.st, could[i])
			if t.st.Status() == engine.Decision && t.st.Owner() == start.Owner() && t.st.Played() > 0 {
				if next := t.in.Explain(t.st); slices.ContainsFunc(next.Moves, playsOn) {
					words[map[bool]string{true: "leave", false: "go on"}[stops(next)]] = true
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
			words["loose "+die] = true
		default:
			words["tight "+die] = true
			by = union(by, refusedBy(e, &could[i]))
		}
	}
	if most != 0 || len(dice) < 2 {
		return by
	}
	switch {
	case permitted["high"] && permitted["low"]:
		words["either"] = true
	case permitted["high"]:
		words["only high"] = true
	case permitted["low"]:
		words["only low"] = true
	}
	for i := range could {
		if !permitted[t.die(b, &could[i])] {
			by = union(by, refusedBy(e, &could[i]))
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

// joined joins words, sorted; none where there are none.
func joined(words map[string]bool, none string) string {
	var list []string
	for w := range words {
		list = append(list, w)
	}
	if len(list) == 0 {
		return none
	}
	sort.Strings(list)
	return strings.Join(list, ", ")
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
func (t *tester) die(b *base, m *engine.Move) string {
	if t.p.Parts[m.Part].Number == t.p.Throws[b.throw].Low {
		return "low"
	}
	return "high"
}

// couldMove lists the moves that could be made first if each number of a throw, of those
// that may come first, were all that is left of it.
func (t *tester) couldMove(b *base, pos *engine.Position) (list []engine.Move) {
	order, _ := orderOf(false)(t.known().s)
	seen := map[int]bool{}
	for i, l := range pos.Turn.Left {
		if l.Part == engine.PartThrow || seen[l.Part] || pos.Turn.Fixed && i > 0 {
			continue
		}
		seen[l.Part] = true
		n, th := t.p.Parts[l.Part].Number, &t.p.Throws[b.throw]
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

// wholeThrow says how much of an ordinary throw must be played: none; sometimes, where a
// condition decides; one; parts, as many of its numbers as possible; pips, and of two that
// exclude each other the higher; certain, so much that a certain number is played; order,
// as they come in a fixed order; each, without looking ahead.
func wholeThrow(s *Sample) (string, []int) {
	list := s.try(compelled)
	n, tight := map[string]int{}, []int(nil)
	for _, x := range list {
		for _, w := range strings.Split(x.is, ", ") {
			n[w]++
		}
		tight = union(tight, x.by)
	}
	stopping := s.tester().allowing(engine.Stop)
	loose, held := n["loose high"]+n["loose low"], n["tight high"]+n["tight low"]
	order, fixed := orderOf(false)(s)
	switch {
	case len(list) == 0:
		return "", nil
	case n["stop"] == len(list):
		return "none", stopping
	case n["stop"] > 0:
		return "sometimes", stopping
	case n["leave"] > 0:
		return "one", union(stopping, s.agendasBehind(false))
	case order == "free" && n["only low"] > 0 && n["either"]+n["only high"] == 0,
		order == "free" && n["only high"] > 0 && n["either"]+n["only low"] == 0 && loose > 0:
		return "certain", tight
	case held > 1 && loose == 0 && n["only high"] > 0 && n["either"]+n["only low"] == 0:
		return "pips", tight
	case held > 1 && loose == 0:
		return "parts", tight
	case held > 0 && (n["tight high"] == 0 || n["tight low"] == 0) && order == "free":
		return "certain", tight
	case held > 0:
		return "", nil
	case order != "free" && order != "":
		return "order", fixed
	case loose > 0:
		return "each", nil
	}
	return "", nil
}

// agendasBehind are the statements that put up what doublets, or other throws, give.
func (s *Sample) agendasBehind(double bool) (by []int) {
	_, by = s.throwsGive(double)
	return by
}

// unplayable asks what becomes of parts that cannot be played: other (the opponent plays
// them), skip (one is dropped, then the next is tried), lose (throws owed are lost too),
// stop (the rest of the throw is dropped, which could be played) or end (nothing is left).
var unplayable = both(trial{name: "unplayable", on: onPass, most: 80, asks: byAgendas | byMoving, run: func(t *tester, b *base) (string, []int) {
	pos := t.p.Read(b.st)
	if t.owesThrows() {
		turn := *pos.Turn
		turn.Left = slices.DeleteFunc(slices.Clone(turn.Left), func(l engine.Left) bool { return l.Part == engine.PartThrow })
		turn.Left = append(turn.Left, engine.Left{Part: engine.PartThrow})
		pos.Turn = &turn
	}
	e := t.decision(pos)
	if e == nil || slices.ContainsFunc(e.Moves, playsOn) || t.st.Owner() != t.st.Player() || pos.Turn.Left[0].Part == engine.PartThrow {
		return "", nil
	}
	owner, parts, throws := t.st.Owner(), len(pos.Turn.Left), slices.ContainsFunc(pos.Turn.Left, func(l engine.Left) bool { return l.Part == engine.PartThrow })
	t.in.Applied = make([]int, len(t.s.Game.Statements))
	t.in.Play(t.st, e.Moves[0])
	var by []int
	for i := range t.p.Blocked {
		if st := t.p.Blocked[i].Statement; t.in.Applied[st] > 0 {
			by = union(by, []int{st})
		}
	}
	t.in.Applied = nil
	if e.Moves[0].Act == engine.Stop {
		by = t.allowing(engine.Stop)
	}
	after := t.p.Read(t.st)
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
	rest.Left = slices.DeleteFunc(slices.Clone(rest.Left), func(l engine.Left) bool { return l.Part == pos.Turn.Left[0].Part })
	pos.Turn = &rest
	if e := t.decision(pos); len(rest.Left) > 0 && e != nil && slices.ContainsFunc(e.Moves, playsOn) {
		return "stop", by
	}
	return "end", by
}})

// owesThrows reports whether some rule puts a further throw up.
func (t *tester) owesThrows() bool {
	_, by := furtherThrows(t.s)
	return len(by) > 0
}

// blockedOf says what becomes of numbers that cannot be played: stop, skip, leave, lose,
// other; several with a comma.
func blockedOf(double bool) func(*Sample) (string, []int) {
	return func(s *Sample) (string, []int) {
		n, by := outcomes(s.try(unplayable[double]))
		words := map[string]bool{}
		for w := range n {
			words[w] = true
		}
		if waits, _ := outcomes(s.try(inTurn[double])); waits["waits"] > 0 {
			words["leave"] = true
		}
		delete(words, "end")
		if n["end"] > 0 && !words["skip"] {
			words["stop"] = true // with the last that could be skipped nothing is left
		}
		return joined(words, ""), by
	}
}

func diceThrown(s *Sample) (string, []int) {
	d := s.mainDevice()
	if d < 0 {
		return "0", nil
	}
	return fmt.Sprint(len(s.throwsOf(d)[0].Dice)), s.named(s.Game.Program.Devices[d].ID)
}
