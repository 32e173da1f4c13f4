package trial

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/position"
)

// Trials about what throws put up, and what they give.

// both makes a trial of throws two: one of doublets and one of other throws.
func both(tr Trial) map[bool]*Trial {
	out := map[bool]*Trial{}
	for _, double := range []bool{false, true} {
		one := tr
		one.Name = tr.Name + map[bool]string{true: " doublet", false: " ordinary"}[double]
		one.Run = func(t *tester, b *Base) (string, []int) {
			throw := b.Throw
			if throw < 0 {
				throw = b.St.LastThrow()
			}
			if throw < 0 || t.p.Throws[throw].Double != double {
				return "", nil
			}
			return tr.Run(t, b)
		}
		out[double] = &one
	}
	return out
}

// PutUp asks what a throw puts up to be played: its numbers as they stand on the agenda,
// a ? behind those that may be left, and if all men stood on the board with nobody in their
// way, a ! behind those that could be played when those before them have been, and a -
// behind those that could be only if another throw had given them.
var PutUp = both(Trial{Name: "put up", on: onThrow, most: 2000, Asks: ByAgendas | ByChanges | ByMoving | ByEntering | ByLeaving, Parts: func(a, b string) bool {
	return strings.ReplaceAll(a, "!", "") != strings.ReplaceAll(b, "!", "")
}, Run: func(t *tester, b *Base) (string, []int) {
	t.st.CopyFrom(b.St)
	if t.st.Status() != engine.AwaitsThrow {
		return "", nil
	}
	by := t.applied(Union(t.s.Agendas(func(*engine.Agenda) bool { return true }), t.s.Changing(AnyTrigger, func(e engine.Effect) bool {
		return (e.Kind == engine.AddParts || e.Kind == engine.DropRest) && !slices.Equal(e.Parts, []uint8{engine.PartThrow})
	})), func() { t.in.Throw(t.st, b.Throw) })
	pos := position.Read(t.p, t.st)
	if pos.Over != nil || len(pos.Turn.Throws) == 0 || t.st.LastThrow() != b.Throw {
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
func (t *tester) roomy(pos *position.Position) *position.Position {
	q, out := pos.ToMove, *pos
	st := position.Read(t.p, t.st)
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
			put(&out, q, next%t.p.Places, MenAt(&out, q, next%t.p.Places)+1)
		}
	}
	return &out
}

// playableAs is ! for a part of the throw that can be played, - for one that cannot though
// it could be if another throw had given it, and nothing where neither can be told.
func (t *tester) playableAs(pos *position.Position, played, part int) string {
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

// playable reports whether a part of a throw can be played when so many have been played
// before and nothing else is left.
func (t *tester) playable(pos *position.Position, played, part int) bool {
	turn := *pos.Turn
	turn.Left, turn.Played = []position.Left{{Part: part}}, played
	alone := *pos
	alone.Turn = &turn
	e := t.decision(&alone)
	return e != nil && slices.ContainsFunc(e.Moves, func(m engine.Move) bool {
		return m.Act != engine.Stop && m.Act != engine.Pass && (m.Act != engine.Advance || t.asFar(&m))
	})
}

// asFar reports whether an advance leads as far as its number says.
func (t *tester) asFar(m *engine.Move) bool {
	return slices.ContainsFunc(t.p.Ahead(int(m.From), t.p.Parts[m.Part].Number), func(a place.Way) bool { return a.To == int(m.To) })
}

// bare takes off what is said of single parts: whether they could be played.
var bare = strings.NewReplacer("!", "", "-", "")

// given is what a throw puts up at some position, as far as it can be played.
type given struct {
	throw *engine.Throw
	list  []int
	left  []bool // which of them may be left
}

// throwsGive lists what doublets, or other throws, put up: each way once. A part that is
// never played there, though it could be if another throw had given it, is none.
func (s *Bench) throwsGive(double bool) (all []given, by []int) {
	type way struct {
		throw int
		parts string
	}
	forms := map[way][][2]int{} // how often each part could be played, and only by another throw
	var order []way
	for _, x := range s.Try(PutUp[double]) {
		parts := strings.Fields(x.Is)
		by = Union(by, x.By)
		form := way{x.Throw, bare.Replace(x.Is)}
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

func DoubletNumbers(s *Bench) (string, []int) {
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

// DoubletsInWords says what DoubletNumbers writes with n, u and ?, in the same order.
func DoubletsInWords(value string) string {
	if !strings.ContainsAny(value, "nu?") {
		return value
	}
	var all []string
	for of := range strings.SplitSeq(value, "; ") {
		names, gives, named := strings.Cut(of, ": ")
		if !named {
			names, gives = "", of
		}
		var ways []string
		for way := range strings.SplitSeq(gives, " or ") {
			ways = append(ways, wayInWords(strings.Fields(way)))
		}
		if named {
			names += ": "
		}
		all = append(all, names+strings.Join(ways, ", or "))
	}
	return strings.Join(all, "; ")
}

// wayInWords says one way in which a doublet is played, numbers that follow each other together.
func wayInWords(parts []string) string {
	var said []string
	for i := 0; i < len(parts); {
		n := 1
		for i+n < len(parts) && parts[i+n] == parts[i] {
			n++
		}
		number, left := strings.CutSuffix(parts[i], "?")
		switch number {
		case "n":
			number = "its number"
		case "u":
			number = "the number underneath"
		}
		if left {
			number += " at most"
		}
		if times := [...]string{" once", " twice", " three times", " four times"}; n <= len(times) {
			number += times[n-1]
		} else {
			number += fmt.Sprintf(" %d times", n)
		}
		said, i = append(said, number), i+n
	}
	return strings.Join(said, " and ")
}

func OrdinaryThrows(s *Bench) (string, []int) {
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

func Doublets(s *Bench) (string, []int) {
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

// Owes asks whether a throw gives another: throw, throw? where it need not be made, or none.
var Owes = &Trial{Name: "owes", on: onThrow, most: 2000, Asks: ByAgendas | ByChanges, Run: func(t *tester, b *Base) (string, []int) {
	t.st.CopyFrom(b.St)
	if t.st.Status() != engine.AwaitsThrow {
		return "", nil
	}
	t.in.Throw(t.st, b.Throw)
	pos := position.Read(t.p, t.st)
	if pos.Over != nil || t.st.LastThrow() != b.Throw {
		return "", nil
	}
	if pos.Turn.Next == t.st.Owner() {
		return "throw", nil
	}
	for _, l := range pos.Turn.Left {
		if l.Part == engine.PartThrow {
			return map[bool]string{true: "throw?", false: "throw"}[l.Optional], nil
		}
	}
	return "none", nil
}}
