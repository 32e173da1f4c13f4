package ir

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine"
)

// Unsupported is the error of a program that cannot be lowered: it names the word that is
// missing and the statement that uses it.
type Unsupported struct {
	Statement string
	Word      string
}

func (u Unsupported) Error() string {
	if u.Statement == "" {
		return "not generated: " + u.Word
	}
	return fmt.Sprintf("not generated: %s (%s)", u.Word, u.Statement)
}

// severalUnlike is missing where men go far and several that differ in marks or kind may share a place.
const severalUnlike = "moves between so many places of men with marks or of kinds, several of whom may share a place"

// insteadOf says how the rules may be written so that they can be lowered, by the word that is missing.
var insteadOf = map[string]string{
	severalUnlike:                             "to: with - own wherever a man is put down, so that no two men of a player share a place",
	"two ways to one place":                   "rules that do not ask over what a man passes, where two ways lead to one place",
	"players whose places lie differently":    "to: near(from), where places have other neighbours for another player",
	"moves between any two of so many places": "from: or to: with fewer places",
	"more than 255 men of a player, several of whom may share a place":       "to: with - own, so that no two men of a player share a place",
	"agendas under so many conditions":                                       "fewer conditions on what a throw gives, joined in definitions",
	"steps that differ by part, between places whose names differ by player": "a rule for each part",
}

// Instead is how the rules may be written so that they can be lowered, "" where nothing is known of that.
func (u Unsupported) Instead() string { return insteadOf[u.Word] }

// Candidate is one move that the rules of a part could ever permit: what it does, and between
// which places. A store is Places or more, none is -1.
type Candidate struct {
	Act            engine.Act
	From, To, Over int
	Class          int // marks of the man, as a bit set
	Valid          bool
}

// Place is a place of a candidate: From, To or Over.
func (t *Candidate) Place(which Op) int {
	switch which {
	case From:
		return t.From
	case To:
		return t.To
	}
	return t.Over
}

// Space numbers the candidates of some rules, so that a set of moves is a bit set and a
// condition on a move is a set of moves. Where the numbers steps of a part decide where a man
// lands, the candidates differ by part, not their number.
type Space struct {
	Key     string
	N       int
	By      [][]Candidate // by part (or by player) where they differ, else one
	Players bool          // they differ by player: places are ordered by their names, which differ
	Row     bool          // of advances along a plain row: a man moves from i to i plus the part's number
	Indexed bool          // the number of a candidate is its From
	Ends    bool          // a player who names the places from the other end has the candidates in the opposite order
	// Wide: men go from one place to another and there are too many candidates for sets of them.
	// They are kept man by man, as the places where he may go.
	Wide bool
}

// Words is how many words of 64 bits a set of candidates takes.
func (s *Space) Words() int {
	if s.Wide {
		return 0
	}
	return max(1, (s.N+63)/64)
}

// Variant is the candidates of a part, or of a player.
func (s *Space) Variant(v int) []Candidate {
	if len(s.By) == 1 {
		return s.By[0]
	}
	return s.By[v]
}

// Group is the moves that rules of one act permit men of one kind: a set over a space.
type Group struct {
	Allows    []*engine.Allow
	Act       engine.Act
	Class     int // marks of the men, or AnyMarks
	Space     *Space
	FromStore bool         // the man comes from a store: behind all moves of men on the board
	Alone     bool         // nobody moves: before them
	Listed    bool         // of men moved together, or without taking: a decision with such moves is listed
	Men       *engine.Node // how many men move together; nil: one
	Spares    bool         // made without taking
	Nobodys   bool         // the men are nobody's
	Sown      *engine.Sowing
	Store     int
}

// OnBoard reports whether a group is of men on the board, told by their candidates alone.
func (x *Group) OnBoard() bool { return !x.Alone && !x.FromStore && !x.Listed }

// AnyMarks is the class of a group of men whatever marks they bear.
const AnyMarks = -1

// Class is a set of parts that the same rules permit to play: the numbers of dice mostly.
type Class struct {
	Parts  []int
	Allows []int
	Groups []*Group
	Front  *Space // of the groups whose men stand on the board; nil for none
	Listed bool   // the numbers of candidates cannot follow the order of moves: they are listed, and sorted
	// Narrow is the class without the rules that make its space a wide one, and Far the class where
	// such a rule applies: of that rule alone, if it permits whatever the others do. Both are nil
	// where there are no such rules, or only such.
	Narrow, Far *Class
}

// MayOverlap reports whether one man can have moves in two groups of a class.
func (c *Class) MayOverlap() bool {
	for i, x := range c.Groups {
		for _, y := range c.Groups[:i] {
			if !x.OnBoard() || !y.OnBoard() {
				continue
			}
			for _, part := range c.Parts {
				a, b := x.Space.Variant(part), y.Space.Variant(part)
				for k := range a {
					if a[k].Valid && b[k].Valid {
						return true
					}
				}
			}
		}
	}
	return false
}

// Candidates are all moves that the rules of a program could ever permit, by classes of parts.
type Candidates struct {
	Classes  []*Class
	Playable []*Class // those whose parts can be played
	Stay     bool     // a man may move to where he stands
}

// All are the classes, and those of some of their rules.
func (x *Candidates) All() []*Class {
	list := slices.Clone(x.Classes)
	for _, c := range x.Classes {
		if c.Narrow != nil {
			list = append(list, c.Narrow, c.Far)
		}
	}
	return list
}

// CandidatesOf numbers the candidates of a program: all, or with played those of games that begin
// with the set-up. It panics with [Unsupported] where they cannot be numbered.
func CandidatesOf(l *Lowering, f *Facts, played bool) *Candidates {
	n := &numbering{Lowering: l, facts: f, spaces: map[string]*Space{}, Candidates: &Candidates{}}
	n.own = place.FirstN(l.p.Places)
	n.others = n.own
	if played {
		n.settled()
	}
	by := map[string]*Class{}
	for part := range l.p.Parts {
		var allows []int
		for i := range l.p.Allows {
			a := &l.p.Allows[i]
			if part != engine.PartThrow && a.Act != engine.Stop && a.Parts[part] {
				allows = append(allows, i)
			}
		}
		key := fmt.Sprint(allows, part == engine.PartThrow, l.p.Parts[part].IsNumber)
		c := by[key]
		if c == nil {
			c = &Class{Allows: allows}
			by[key] = c
			n.Classes = append(n.Classes, c)
		}
		c.Parts = append(c.Parts, part)
	}
	// those with most rules first, so that others find the spaces they can share
	most := func(a, b *Class) int { return len(b.Allows) - len(a.Allows) }
	for _, c := range slices.SortedStableFunc(slices.Values(n.Classes), most) {
		if c.Parts[0] != engine.PartThrow {
			n.groups(c)
		}
	}
	for _, c := range n.Classes {
		if c.Parts[0] != engine.PartThrow && len(c.Groups) > 0 {
			n.Playable = append(n.Playable, c)
		}
	}
	return n.Candidates
}

// numbering is candidates being numbered.
type numbering struct {
	*Lowering
	*Candidates
	facts  *Facts
	spaces map[string]*Space
	rule   string // the statement whose candidates are numbered

	own, others place.Set // places where a player's men, or those of others, can ever stand
}

// boardRule is a rule whose candidates stand on the board.
type boardRule struct {
	a      *engine.Allow
	by     [][]Candidate // by part
	single bool          // one landing from each place at most
}

// groups makes the groups of a class of parts and their spaces.
func (n *numbering) groups(c *Class) {
	var rules []boardRule
	indexed := n.facts.Board.Monotone
	for _, i := range c.Allows {
		a := &n.p.Allows[i]
		n.rule = a.ID
		switch a.Act {
		case engine.Declare:
			if k := slices.IndexFunc(c.Groups, func(x *Group) bool { return x.Alone }); k >= 0 {
				c.Groups[k].Allows = append(c.Groups[k].Allows, a) // whatever the rule, it is one move
				continue
			}
			sp := n.space("declare", [][]Candidate{{{Act: a.Act, From: -1, To: -1, Over: -1, Valid: true}}})
			c.Groups = append(c.Groups, &Group{Allows: []*engine.Allow{a}, Act: a.Act, Space: sp, Alone: true})
		case engine.Place, engine.Enter:
			n.fromStores(c, a)
		default:
			by, single := n.couldBe(a)
			rules = append(rules, boardRule{a, by, single})
			indexed = indexed && single
		}
	}
	switch {
	case len(rules) == 0:
	case indexed:
		for _, r := range rules {
			n.indexed(c, r)
		}
	default:
		n.paired(c, rules)
	}
	n.sortGroups(c)
}

// fromStores makes the groups of men who are put on the board, one for each store.
func (n *numbering) fromStores(c *Class, a *engine.Allow) {
	for _, st := range a.Stores {
		same := slices.IndexFunc(c.Groups, func(x *Group) bool { return x.FromStore && x.Act == a.Act && x.Store == st && x.Nobodys == a.Nobodys })
		if same >= 0 {
			c.Groups[same].Allows = append(c.Groups[same].Allows, a)
			continue
		}
		var list []Candidate
		for f := range n.p.Places {
			list = append(list, Candidate{Act: a.Act, From: n.p.Places + st, To: f, Over: -1, Valid: true})
		}
		sp := n.ordered(fmt.Sprint("enter ", a.Act, st), [][]Candidate{list})
		c.Groups = append(c.Groups, &Group{Allows: []*engine.Allow{a}, Act: a.Act, Space: sp, FromStore: true, Store: st, Nobodys: a.Nobodys})
	}
}

// mostTogether is how many moves between two places make a set of candidates where they need not.
const mostTogether = 256

// mostPaired is how many moves between two places are numbered: their tables have room that grows with the board.
func (n *numbering) mostPaired() int { return 4096 * max(1, n.p.Places/128) }

// wide reports whether rules do nothing but let any man who stands alone go to other places.
func (n *numbering) wide(rules []boardRule) bool {
	return !slices.ContainsFunc(rules, func(r boardRule) bool {
		return r.a.Act != engine.Step || r.a.Sparing || MenTogether(r.a) != nil || len(n.marks(r.a)) > 1
	})
}

// paired makes the groups of rules of which one man may have several moves: their candidates
// are all the moves between two places that any of the rules could permit.
func (n *numbering) paired(c *Class, rules []boardRule) {
	var all [][]Candidate
	for part := range n.p.Parts {
		all = append(all, n.together(rules, part))
	}
	all = levelled(all, c.Parts)
	first := all[c.Parts[0]]
	if !slices.ContainsFunc(c.Parts, func(part int) bool { return !slices.Equal(all[part], first) }) {
		all = [][]Candidate{first}
	}
	wide := len(all) == 1 && len(first) > mostTogether && n.wide(rules)
	if len(first) > n.mostPaired() && !wide {
		if i := slices.IndexFunc(rules, func(r boardRule) bool { return len(n.marks(r.a)) > 1 }); i >= 0 {
			panic(Unsupported{cmp.Or(n.facts.Board.Doubling, rules[i].a.ID), severalUnlike})
		}
		panic(Unsupported{rules[0].a.ID, "moves between any two of so many places"})
	}
	sp := n.shared(all)
	if wide {
		sp = &Space{Key: fmt.Sprint("wide ", c.Allows), By: all, Wide: true}
		n.narrow(c, sp, rules)
	} else if sp != nil {
		// of what another part can play this one can play some
	} else if len(all) > 1 && !n.facts.Board.RanksAlike {
		c.Listed = true // steps differ by part, and the places' names by player
		sp = n.space(fmt.Sprint("unordered pairs ", c.Allows), all)
	} else {
		sp = n.ordered(fmt.Sprint("pairs ", c.Allows), all)
	}
	sp.Indexed = false // though there may happen to be one for each place
	for _, r := range rules {
		for _, class := range n.marks(r.a) {
			n.group(c, r.a, class, sp)
		}
	}
	c.Front = sp
}

// narrow parts the rules of a wide class into those that need a wide space and those that do not. A random game of nine
// men's morris took twice as long without, of makruk 7 % less, measured on 2026-11-28.
func (n *numbering) narrow(c *Class, sp *Space, rules []boardRule) {
	isFar := func(r boardRule) bool {
		return r.a.When != nil && len(n.together([]boardRule{r}, c.Parts[0])) > mostTogether
	}
	var far []boardRule
	near := slices.DeleteFunc(slices.Clone(rules), func(r boardRule) bool {
		if isFar(r) {
			far = append(far, r)
			return true
		}
		return false
	})
	if len(near) == 0 || len(far) == 0 || len(n.together(near, c.Parts[0])) > mostTogether {
		return
	}
	narrow := n.without(c, far)
	n.paired(narrow, near)
	n.sortGroups(narrow)
	c.Narrow, c.Far = narrow, c
	if len(far) == 1 && !slices.ContainsFunc(near, func(r boardRule) bool { return !n.includes(far[0].a, r.a, sp) }) {
		c.Far = n.without(c, near)
		n.group(c.Far, far[0].a, n.marks(far[0].a)[0], sp)
		c.Far.Front = sp
		n.sortGroups(c.Far)
	}
}

// without is a class without some rules for men on the board, and as yet without the others.
func (n *numbering) without(c *Class, rules []boardRule) *Class {
	out := &Class{Parts: c.Parts}
	for _, i := range c.Allows {
		if !slices.ContainsFunc(rules, func(r boardRule) bool { return r.a == &n.p.Allows[i] }) {
			out.Allows = append(out.Allows, i)
		}
	}
	for _, x := range c.Groups { // of men who come from stores
		y := *x
		out.Groups = append(out.Groups, &y)
	}
	return out
}

// includes reports whether a rule, where it applies, permits whatever another does.
func (n *numbering) includes(a, b *engine.Allow, sp *Space) bool {
	x := &Group{Space: sp}
	of := n.Asked(b, x).Each
	return a.From == nil && !slices.ContainsFunc(n.Asked(a, x).Each, func(r Restriction) bool {
		return r.Keep != nil && !slices.ContainsFunc(of, func(o Restriction) bool { return o.Keep == r.Keep })
	})
}

// marks are the classes of men whose candidates of a rule are told apart. Where no two men
// share a place the place tells the marks, and of men who are removed they do not matter.
func (n *numbering) marks(a *engine.Allow) []int {
	if n.facts.Board.OneManEach && n.p.Classes() > 1 && a.Act != engine.Remove {
		return []int{AnyMarks}
	}
	var list []int
	for class := range n.p.Classes() {
		if n.p.KindOf(class) < max(1, len(n.p.Kinds)) {
			list = append(list, class)
		}
	}
	if a.Act == engine.Remove || a.Act == engine.Sow {
		return list[:1]
	}
	return list
}

// together are what some rules could permit with a part, each once.
func (n *numbering) together(rules []boardRule, part int) []Candidate {
	var list []Candidate
	there := map[Candidate]bool{}
	for _, r := range rules {
		for _, t := range r.by[part] {
			for _, class := range n.marks(r.a) {
				t.Class = class
				if t.Valid && !there[t] && n.stands(r.a, &t) {
					there[t] = true
					list = append(list, t)
				}
			}
		}
	}
	return list
}

// sortGroups brings the groups into the defined order, as far as there is one: where groups
// mix, moves must be listed.
func (n *numbering) sortGroups(c *Class) {
	p := n.p
	order := func(x *Group) int {
		switch {
		case x.Alone:
			return -1
		case x.FromStore:
			return p.PlaceRank(0, p.Places+x.Store)<<8 + int(x.Act)
		}
		return 0
	}
	slices.SortStableFunc(c.Groups, func(a, b *Group) int { return order(a) - order(b) })
	for i, x := range c.Groups {
		if !x.FromStore {
			continue
		}
		if i > 0 && c.Groups[i-1].FromStore && c.Groups[i-1].Store == x.Store {
			c.Listed = true // two acts bring a man from one store
		}
		for q := range p.Players {
			for f := 0; f < p.Places && c.Front != nil; f++ {
				// a place whose name comes after that of a store
				c.Listed = c.Listed || p.PlaceRank(q, f) > p.PlaceRank(q, p.Places+x.Store)
			}
		}
	}
}

// group puts a rule into the group of its act and men, or makes one.
func (n *numbering) group(c *Class, a *engine.Allow, class int, sp *Space) {
	x := Group{Allows: []*engine.Allow{a}, Act: a.Act, Class: class, Space: sp, Men: MenTogether(a), Nobodys: a.Nobodys, Sown: a.Sown}
	x.Listed = x.Men != nil || n.mixes(a)
	n.join(c, x)
	if a.Sparing {
		x.Spares, x.Listed = true, true
		n.join(c, x)
	}
}

// mixes reports whether moves by a rule and by others may differ in nothing that candidates tell apart: in how, or whose, men
// are moved.
func (n *numbering) mixes(a *engine.Allow) bool {
	return slices.ContainsFunc(n.p.Allows, func(b engine.Allow) bool {
		return b.Act == a.Act && (a.Nobodys != b.Nobodys || b.Sown != a.Sown)
	})
}

func (n *numbering) join(c *Class, x Group) {
	for i, y := range c.Groups {
		if y.Alone || y.FromStore || y.Act != x.Act || y.Class != x.Class || y.Space != x.Space || y.Spares != x.Spares || y.Nobodys != x.Nobodys || y.Sown != x.Sown ||
			(y.Men == nil) != (x.Men == nil) || x.Men != nil && n.Value(y.Men, Mover) != n.Value(x.Men, Mover) {
			continue
		}
		// Of moves that differ in nothing but the number of men the order is
		// that of the rules: they are put together only if none comes between.
		for _, z := range c.Groups[i+1:] {
			x.Listed = x.Listed || z.Act == x.Act && z.Men != nil
		}
		if x.Listed && x.Men == nil && !x.Nobodys {
			continue
		}
		y.Allows = append(y.Allows, x.Allows...)
		return
	}
	c.Groups = append(c.Groups, &x)
}

// space keeps a space by its name. Where all parts, or players, have the same candidates one
// variant is kept.
func (n *numbering) space(key string, by [][]Candidate) *Space {
	if s := n.spaces[key]; s != nil {
		return s
	}
	if !slices.ContainsFunc(by, func(l []Candidate) bool { return !slices.Equal(l, by[0]) }) {
		by = by[:1]
	}
	s := &Space{Key: key, N: len(by[0]), By: by, Indexed: true}
	for _, l := range by {
		for i, t := range l {
			s.Indexed = s.Indexed && (!t.Valid || t.From == i)
		}
	}
	n.spaces[key] = s
	return s
}

// shared is a space that is there already and has all of these candidates, in the
// defined order.
func (n *numbering) shared(all [][]Candidate) *Space {
	if len(all) > 1 {
		return nil
	}
	for _, c := range n.All() {
		sp := c.Front
		if sp == nil || sp.Indexed || len(sp.By) > 1 && !sp.Players || len(all[0]) > 64*sp.Words() {
			continue
		}
		if !slices.ContainsFunc(all[0], func(t Candidate) bool { return t.Valid && !slices.Contains(sp.By[0], t) }) {
			return sp
		}
	}
	return nil
}

// sorted are candidates in the order that is defined for a player.
func (n *numbering) sorted(list []Candidate, q int) []Candidate {
	rank := func(f int) int {
		if f < 0 {
			return -1
		}
		return n.p.PlaceRank(q, f)
	}
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b Candidate) int {
		if a.Valid != b.Valid {
			return b2i(b.Valid) - b2i(a.Valid)
		}
		return cmp.Or(rank(a.From)-rank(b.From), rank(a.To)-rank(b.To), a.Over-b.Over, a.Class-b.Class, int(a.Act)-int(b.Act))
	})
	return list
}

// ordered makes a space whose candidates stand in the defined order of moves,
// which goes by the names of places and can differ between players.
func (n *numbering) ordered(key string, by [][]Candidate) *Space {
	var out [][]Candidate
	if len(by) > 1 {
		if !n.facts.Board.RanksAlike {
			n.lack("steps that differ by part, between places whose names differ by player")
		}
		for _, l := range by {
			out = append(out, n.sorted(l, 0))
		}
		return n.space(key, out)
	}
	leaves := func(t Candidate) bool { return t.Valid && t.To >= n.p.Places } // a store stands where its name does
	if n.facts.Board.Monotone && distinctPlaces(by[0]) && !slices.ContainsFunc(by[0], leaves) {
		// players who name the places from opposite ends have the moves in opposite orders
		list := slices.Clone(by[0])
		slices.SortStableFunc(list, func(a, b Candidate) int {
			return cmp.Or(b2i(b.Valid)-b2i(a.Valid), a.From-b.From, a.To-b.To)
		})
		sp := n.space(key, [][]Candidate{list})
		sp.Indexed, sp.Ends = false, true
		return sp
	}
	for q := range n.p.Players {
		out = append(out, n.sorted(by[0], q))
	}
	sp := n.space(key, out)
	sp.Players = len(sp.By) > 1
	return sp
}

// distinctPlaces reports whether no two candidates lead from one place to one other.
func distinctPlaces(list []Candidate) bool {
	seen := map[[2]int]bool{}
	for _, t := range list {
		k := [2]int{t.From, t.To}
		if t.Valid && seen[k] {
			return false
		}
		seen[k] = seen[k] || t.Valid
	}
	return true
}

// indexed makes groups whose candidates are numbered by the place the man stands on; where a
// track branches there is a group for each way.
func (n *numbering) indexed(c *Class, r boardRule) {
	ways := 1
	for _, part := range c.Parts {
		ways = max(ways, mostFrom(r.by[part]))
	}
	for k := range ways {
		by := make([][]Candidate, len(n.p.Parts))
		for part := range by {
			from := part
			if !slices.Contains(c.Parts, part) {
				from = c.Parts[0]
			}
			by[part] = n.way(r.by[from], k)
		}
		sp := n.space(fmt.Sprint("from ", r.a.Act, c.Parts, k, by), by)
		sp.Row = r.a.Act == engine.Advance
		for _, part := range c.Parts {
			for i, t := range by[part] {
				steps := n.p.Parts[part].Number
				sp.Row = sp.Row && steps >= 0 && steps < 64 && (t.Valid && t.To == i+steps || !t.Valid && i+steps >= n.p.Places)
			}
		}
		for _, class := range n.marks(r.a) {
			n.group(c, r.a, class, sp)
			c.Front = sp
		}
	}
}

// way are the k-th candidates from each place, by place.
func (n *numbering) way(all []Candidate, k int) []Candidate {
	list := make([]Candidate, n.p.Places)
	seen := map[int]int{}
	for _, t := range all {
		if seen[t.From] == k {
			list[t.From] = t
		}
		seen[t.From]++
	}
	return list
}

// levelled makes the lists of all parts equally long.
func levelled(by [][]Candidate, parts []int) [][]Candidate {
	most := 0
	for _, k := range parts {
		most = max(most, len(by[k]))
	}
	for k := range by {
		if !slices.Contains(parts, k) {
			by[k] = by[parts[0]]
		}
	}
	for k := range by {
		by[k] = append(slices.Clip(by[k]), make([]Candidate, most-len(by[k]))...)
	}
	return by
}
