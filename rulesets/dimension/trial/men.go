package trial

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/position"
)

// Trials about men that meet: how many of one's own, or of the opponent's, let a man
// come to a place, past it, and what becomes of them.

// BesideOwn asks how many own men may stand where one goes: a number, or any.
var BesideOwn = &Trial{Name: "beside own", on: onLanding, most: 200, Asks: ByMoving, Run: besideOwnMen}

// BesideOwnEntering asks the same of a man that enters.
var BesideOwnEntering = &Trial{Name: "beside own, entering", on: onEntry, most: 120, Asks: ByEntering, Run: besideOwnMen}

func besideOwnMen(t *tester, b *Base) (string, []int) {
	q := b.St.Player()
	most := min(t.p.Men(q)-1, 14)
	with := func(n int) (bool, []int) {
		pos := position.Read(t.p, b.St)
		t.alone(pos, q, b.To, b.From)
		put(pos, q, b.To, n)
		return t.may(pos, b)
	}
	if free, _ := with(0); !free || most < 1 {
		return "", nil
	}
	if ok, _ := with(most); ok {
		return "unlimited", nil
	}
	for n := 1; n <= most; n++ {
		if ok, by := with(n); !ok {
			return fmt.Sprint(n), by
		}
	}
	return "", nil
}

// OntoEnemies asks onto how many opposing men one may go: for one, two, three and four
// men an o where he may, a c where they close the place.
var OntoEnemies = &Trial{Name: "onto enemies", on: onLanding, most: 200, Asks: ByMoving, Run: ontoEnemyMen}

func ontoEnemyMen(t *tester, b *Base) (string, []int) {
	q := b.St.Player()
	r := t.rival(q)
	at := t.place(q, r, b.To)
	if at < 0 {
		return "", nil
	}
	var out strings.Builder
	var by []int
	for n := 0; n <= min(4, t.p.Men(r)); n++ {
		ok, st := t.may(t.lone(b, r, at, n), b)
		switch {
		case n == 0 && !ok:
			return "", nil
		case n == 0:
		case ok:
			out.WriteByte('o')
		default:
			out.WriteByte('c')
			by = Union(by, st)
		}
	}
	return out.String(), by
}

// lone is the position of a base with so many men of r at a place of his and none near.
func (t *tester) lone(b *Base, r, at, n int) *position.Position {
	pos := position.Read(t.p, b.St)
	t.alone(pos, r, at, -1)
	put(pos, r, at, n)
	return pos
}

// alone takes away the men of a player within six points of a place, but for one place.
func (t *tester) alone(pos *position.Position, q, at, but int) {
	for g := max(0, at-6); t.p.Row && g <= min(t.p.Places-1, at+6); g++ {
		if g != but {
			put(pos, q, g, 0)
		}
	}
}

// closing is the least number of opposing men that close a place to one who goes there,
// where it is the same at most places; 0 where none does.
func (t *tester) closing() int {
	if t = t.known(); t.closed == nil {
		k := 0
		for i, state := range mostly(t.s.Try(OntoEnemies)) {
			if state == "c" && k == 0 {
				k = i + 1
			}
		}
		t.closed = &k
	}
	return *t.closed
}

// mostly says for one, two … opposing men whether they close a place: o, c, or ? where
// it depends on the place.
func mostly(list []Tried) []string {
	places := map[int][2][5]int{}
	for _, x := range list {
		n := places[x.To]
		for i, c := range x.Is {
			if c == 'o' {
				n[0][i]++
			} else {
				n[1][i]++
			}
		}
		places[x.To] = n
	}
	var out []string
	for i := range 4 {
		state := ""
		for _, n := range places {
			is := "o"
			switch {
			case n[0][i]+n[1][i] == 0:
				continue
			case n[1][i] > n[0][i]:
				is = "c"
			}
			if state != "" && state != is {
				is = "?"
			}
			state = is
		}
		if state == "" {
			break
		}
		out = append(out, state)
	}
	return out
}

// ClosedBy says how many opposing men close a place: a least number, just a number, none,
// or varies.
func ClosedBy(list []Tried) (string, []int) {
	_, by := Outcomes(list)
	switch state := strings.Join(mostly(list), ""); {
	case state == "":
		return "", nil
	case !strings.Contains(state, "c") && !strings.Contains(state, "?"):
		return "none", nil
	case strings.Contains(state, "?"):
		return "varies", by
	case strings.HasSuffix(state, strings.Repeat("c", strings.Count(state, "c"))):
		return fmt.Sprint(strings.Index(state, "c") + 1), by
	case strings.Count(state, "c") == 1:
		return fmt.Sprintf("just %d", strings.Index(state, "c")+1), by
	}
	return "varies", by
}

// MostBeside says how many own men may stand on one place: a number, unlimited, or
// numbers with places; of each player where they differ.
func MostBeside(s *Bench, list []Tried) (string, []int) {
	_, by := Outcomes(list)
	var each []string
	for q, name := range s.Game.Program.Players {
		text := s.besideOf(q, list)
		if text == "" {
			continue
		}
		if len(each) > 0 && !strings.HasSuffix(each[0], ": "+text) || len(each) == 0 {
			each = append(each, name+": "+text)
		}
	}
	if len(each) == 1 {
		_, text, _ := strings.Cut(each[0], ": ")
		return text, by
	}
	return strings.Join(each, "; "), by
}

// besideOf says it of one player.
func (s *Bench) besideOf(q int, list []Tried) string {
	limits := map[int][]string{} // by place: the limits found there
	for _, x := range list {
		if x.St.Player() == q && !slices.Contains(limits[x.To], x.Is) {
			limits[x.To] = append(limits[x.To], x.Is)
		}
	}
	places := map[string][]int{}
	for f, found := range limits {
		slices.Sort(found) // numbers before unlimited
		is := found[0]
		if len(found) > 1 {
			is += ", not always,"
		}
		places[is] = append(places[is], f)
	}
	var order []string
	for is := range places {
		order = append(order, is)
	}
	// What holds of most places, or no limit, is said last: of the others.
	slices.SortFunc(order, func(a, b string) int {
		if a == "unlimited" || b == "unlimited" {
			return strings.Compare(a, b) // a letter comes behind a digit
		}
		return cmp.Or(cmp.Compare(len(places[a]), len(places[b])), cmp.Compare(a, b))
	})
	var parts []string
	for i, is := range order {
		switch {
		case len(order) == 1:
			return strings.TrimSuffix(is, ",")
		case i == len(order)-1:
			parts = append(parts, "otherwise "+strings.TrimSuffix(is, ","))
		default:
			parts = append(parts, fmt.Sprintf("%s on %s", is, s.spans(places[is])))
		}
	}
	return strings.Join(parts, ", ")
}

// spans names places, rows of numbers in short.
func (s *Bench) spans(places []int) string {
	slices.Sort(places)
	name := func(f int) string { return s.Game.Program.PlaceName(0, f) }
	var parts []string
	for i := 0; i < len(places); {
		j := i
		for s.Game.Numbered && j+1 < len(places) && places[j+1] == places[j]+1 {
			j++
		}
		if j > i {
			parts = append(parts, name(places[i])+"–"+name(places[j]))
		} else {
			parts = append(parts, name(places[i]))
		}
		i = j + 1
	}
	return strings.Join(parts, ", ")
}

// ThroughRow asks whether a man may go to a point of a row of the opponent's: closed, or
// open with the length of the shortest row for which he may, if all its points are held by
// as many men as close one, and if the others have one man each; 0 for none.
var ThroughRow = &Trial{Name: "through a row", Rows: true, on: onLanding, most: 60, Asks: ByMoving, Run: func(t *tester, b *Base) (string, []int) {
	q := b.St.Player()
	r := t.rival(q)
	at, k := t.place(q, r, b.To), t.closing()
	if ok, _ := t.may(position.Read(t.p, b.St), b); !ok || at < 0 || k == 0 || !t.p.Row {
		return "", nil
	}
	longest, by := 0, []int(nil)
	var shortest [2]int
	for n := 3; n <= t.faces()+1; n++ {
		for _, first := range []int{at, at - n/2, at - n + 1} {
			for i, men := range []int{k, 1} {
				pos := t.row(b, q, r, first, n, men)
				if pos == nil {
					continue
				}
				longest = n
				put(pos, r, at, max(k, 2))
				if ok, st := t.may(pos, b); ok && shortest[i] == 0 {
					shortest[i], by = n, Union(by, st)
				}
			}
		}
	}
	switch {
	case shortest != [2]int{}:
		return fmt.Sprintf("open %d %d", shortest[0], shortest[1]), by
	case longest >= t.faces():
		return "closed", nil
	}
	return "", nil
}}

// row is the position of a base with a row of n points of r from a place of his, so many
// men on each; nil where there is no room for it.
func (t *tester) row(b *Base, q, r, first, n, men int) *position.Position {
	if first < 0 || first+n > t.p.Places {
		return nil
	}
	pos := position.Read(t.p, b.St)
	for g := first; g < first+n; g++ {
		f := t.place(r, q, g)
		if f == b.From && f >= 0 {
			return nil
		}
		t.vacate(pos, r, g)
		put(pos, r, g, men)
	}
	return pos
}

// ClosingRow asks whether a man may make a row of points that nobody passes: the length
// of the first that he may not make, or free.
var ClosingRow = &Trial{Name: "closing row", Rows: true, on: onLanding, most: 60, Asks: ByMoving, Run: func(t *tester, b *Base) (string, []int) {
	q := b.St.Player()
	k := t.closing()
	if k == 0 || !t.p.Row {
		return "", nil
	}
	for n := 1; n <= t.faces(); n++ {
		tried, refused, by := 0, 0, []int(nil)
		for _, first := range []int{b.To, b.To - n/2, b.To - n + 1} {
			pos := t.row(b, q, q, first, n, k)
			if pos == nil || first-1 <= b.From && b.From <= first+n {
				continue
			}
			for _, f := range []int{first - 1, first + n} { // it goes on no further
				if f >= 0 && f < t.p.Places {
					put(pos, q, f, 0)
				}
			}
			put(pos, q, b.To, k-1)
			ok, st := t.may(pos, b)
			tried++
			if !ok {
				refused++
				by = Union(by, st)
			}
		}
		switch {
		case tried == 0:
			return "", nil
		case refused == tried && n == 1:
			return "", nil // he can hold no point at all here
		case refused == tried:
			return fmt.Sprint(n), by
		}
	}
	return "free", nil
}}

// Past asks whether a man may pass points that the opponent holds, one and all that he
// passes: an o or a c for each.
var Past = &Trial{Name: "past points", on: onLanding, most: 100, Asks: ByMoving, Run: func(t *tester, b *Base) (string, []int) {
	q := b.St.Player()
	r := t.rival(q)
	over := t.passed(b)
	var held []int
	pos := position.Read(t.p, b.St)
	for _, f := range over {
		if g := t.place(q, r, f); g >= 0 && MenAt(pos, q, f) == 0 {
			held = append(held, g)
		}
	}
	if ok, _ := t.may(position.Read(t.p, b.St), b); !ok || len(held) == 0 {
		return "", nil
	}
	men := max(t.closing(), 2)
	var out strings.Builder
	var by []int
	for _, list := range [][]int{held[len(held)/2:][:1], held} {
		pos := position.Read(t.p, b.St)
		for _, f := range over {
			t.vacate(pos, q, f)
		}
		for _, g := range list {
			put(pos, r, g, men)
		}
		if ok, st := t.may(pos, b); ok {
			out.WriteByte('o')
		} else {
			out.WriteByte('c')
			by = Union(by, st)
		}
	}
	return out.String(), by
}}

// passed are the places between those from and to which the man of a base goes.
func (t *tester) passed(b *Base) []int {
	for _, a := range t.p.Ahead(b.From, t.p.Parts[b.Part].Number) {
		if a.To == b.To {
			return a.Passed.Places()
		}
	}
	return nil
}

// OntoOne asks what becomes of a single opposing man where a man comes: the store to
// which it goes, moved, stays, pinned where it stays and cannot move, or closed where
// none may come there.
var OntoOne = &Trial{Name: "onto one", on: onLanding, most: 80, Asks: ByMoving | ByChanges, Run: ontoOneMan}

// OntoOneEntering asks the same of a man that enters; condition where he may when all other
// places are held and many men wait, and not otherwise; apart where no opposing man comes.
var OntoOneEntering = &Trial{Name: "onto one, entering", on: onEntry, most: 60, Asks: ByEntering | ByChanges, Run: func(t *tester, b *Base) (string, []int) {
	q := b.St.Player()
	r := t.rival(q)
	if t.place(q, r, b.To) < 0 {
		return "apart", nil
	}
	is, by := ontoOneMan(t, b)
	if is != "closed" {
		return is, by
	}
	for _, men := range []int{1, t.p.Men(q) / 2} {
		pos := position.Read(t.p, b.St)
		t.holdEntries(pos, q, r, max(t.closing(), 2))
		put(pos, r, t.place(q, r, b.To), 1)
		t.gatherIn(pos, q, b.From-t.p.Places, men)
		if ok, st := t.may(pos, b); ok {
			return "condition", Union(by, st)
		}
	}
	return is, by
}}

func ontoOneMan(t *tester, b *Base) (string, []int) {
	q := b.St.Player()
	r := t.rival(q)
	at := t.place(q, r, b.To)
	if at < 0 {
		return "", nil
	}
	if ok, _ := t.may(t.lone(b, r, at, 0), b); !ok {
		return "", nil
	}
	m, by := t.move(t.decision(t.lone(b, r, at, 1)), b)
	if m == nil {
		return "closed", by
	}
	before := position.Read(t.p, t.st)
	by = t.playOnly(*m)
	after := position.Read(t.p, t.st)
	for st, name := range t.p.Stores {
		if after.Stores[r][st] > before.Stores[r][st] {
			return name, by
		}
	}
	switch {
	case !t.moves(before, r, at):
		return "", nil // he could not have moved anyway
	case t.moves(after, r, at):
		return "stays", nil
	}
	return "pinned", t.refusing(after, r, at)
}

// OntoSingles lets a single opposing man stand on each place that is wanted, where a man goes
// along the track, and shows the position and the move: by are the statements that refuse it
// for the sake of that man alone; none where it is permitted. Where men seldom go in games,
// one is set out on the way there.
func (s *Bench) OntoSingles(wanted func(place int) bool, show func(st *engine.State, m *engine.Move, by []int)) {
	t := s.Tester()
	meet := func(b *Base) {
		q := b.St.Player()
		r := t.rival(q)
		for _, place := range t.p.Across(q, r, b.To) {
			at := int(place)
			if !wanted(at) {
				continue
			}
			if free, _ := t.move(t.decision(t.lone(b, r, at, 0)), b); free == nil {
				continue
			} else if m, by := t.move(t.decision(t.lone(b, r, at, 1)), b); m != nil {
				show(t.st, m, nil)
			} else {
				show(t.st, free, by)
			}
		}
	}
	for _, b := range s.bases[onLanding] {
		meet(b)
	}
	opening := s.bases[onOpening][0].St
	for at := range t.p.Places {
		for q := range t.p.Players {
			to, start := -1, t.start(opening, q)
			if start >= 0 && wanted(at) {
				to = t.place(t.rival(q), q, at)
			}
			if to < 0 {
				continue
			}
			for from, d := range t.p.Distance {
				if ahead := d - t.p.Distance[to]; ahead < 1 || ahead > t.faces() {
					continue
				}
				t.eachMove(t.setOut(opening, q, start, 1, from), q, func(b *Base, _ *engine.Move) {
					if b.act == engine.Advance && b.From == from && b.To == to {
						b.St = b.St.Clone()
						meet(b)
					}
				})
			}
		}
	}
}

// moves reports whether player r, if it is his turn, can move a man of a place with some
// throw.
func (t *tester) moves(pos *position.Position, r, at int) bool {
	return t.turnOf(pos, r, func(e *engine.Explanation) bool {
		return slices.ContainsFunc(e.Moves, func(m engine.Move) bool { return int(m.From) == at })
	})
}

// refusing are the statements that refuse him to move from there.
func (t *tester) refusing(pos *position.Position, r, at int) (by []int) {
	t.turnOf(pos, r, func(e *engine.Explanation) bool {
		for i := range e.Refused {
			if int(e.Refused[i].Move.From) == at {
				by = Union(by, e.Refused[i].Statements)
			}
		}
		return false
	})
	if len(by) == 0 {
		by = t.s.Permitting(engine.Advance)
	}
	return by
}

// turnOf begins the turn of a player at a position, with one throw after another until f
// is content with what may be done. It reports whether f was.
func (t *tester) turnOf(pos *position.Position, r int, f func(*engine.Explanation) bool) bool {
	next := *pos
	next.ToMove, next.Turn, next.Over = r, nil, nil
	position.Write(t.in, t.st, &next)
	if t.st.Player() != r {
		return false
	}
	if t.st.Status() == engine.Decision {
		return f(t.in.Explain(t.st))
	}
	d := t.st.Device(t.p)
	if t.st.Status() != engine.AwaitsThrow || d < 0 {
		return false
	}
	begun := t.st.Clone()
	for i := range t.p.Devices[d].Count {
		t.st.CopyFrom(begun)
		t.in.Throw(t.st, t.p.Devices[d].First+i)
		if t.st.Status() == engine.Decision && t.st.Player() == r && f(t.in.Explain(t.st)) {
			return true
		}
	}
	return false
}

func RowsHeld(s *Bench) (string, []int) {
	n, by := Outcomes(s.Try(ClosingRow))
	least := 0
	for is := range n {
		if k := atoi(is); is != "free" && (least == 0 || k < least) {
			least = k
		}
	}
	switch {
	case len(n) == 0:
		return "", nil
	case least == 0:
		return "free", nil
	case len(n) == 1:
		return fmt.Sprint(least - 1), by
	}
	return fmt.Sprintf("%d, under a condition", least-1), by
}
