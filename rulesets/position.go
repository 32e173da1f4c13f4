package rulesets

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/position"
	"github.com/lectio/lectio/rulesets/lang"
)

// ParseState reads a state as INTERFACE.md writes it (JSON or YAML; "start" is
// the opening position) and puts it together. A setup that the ruleset does
// not allow is refused, with everything that is wrong with it.
func (g *Game) ParseState(in *engine.Interpreter, file, text string) (*engine.State, diag.Errors) {
	if strings.TrimSpace(text) == "start" {
		s := g.Program.NewState()
		in.Start(s)
		return s, nil
	}
	root, errs := yamlpos.Parse(file, []byte(text))
	if root == nil || len(errs) > 0 {
		return nil, errs
	}
	return g.ReadState(in, root)
}

// stateReader reads one setup.
type stateReader struct {
	yamlpos.Reader
	g   *Game
	in  *engine.Interpreter
	p   *engine.Program
	pos *position.Position
	// ended is set where the game is said to be over: its last move may not have been counted.
	ended bool
}

// ReadState is ParseState for a document that has been parsed.
func (g *Game) ReadState(in *engine.Interpreter, root *yamlpos.Node) (*engine.State, diag.Errors) {
	p := g.Program
	if root.Kind == yamlpos.Scalar && root.Text == "start" {
		s := p.NewState()
		in.Start(s)
		return s, nil
	}
	r := &stateReader{g: g, in: in, p: p}
	if root.Kind == yamlpos.Scalar && !root.Null {
		hint := ""
		if near := diag.DidYouMean(root.Text, []string{"start"}); near != "" {
			hint = "; " + near
		}
		r.Errorf(root.Pos, diag.Quote(root.Text), "start, or a map of players to places", "a state must be a map%s", hint)
		return nil, r.Errs
	}
	known := append([]string{"to-move", "counters", "score", "turn", "over"}, p.Players...)
	if p.Nobodys {
		known = append(known, engine.NobodysName)
	}
	m := r.Map(root, "a state", known...)
	if m == nil {
		return nil, r.Errs
	}
	r.board(m)
	if len(r.Errs) > 0 {
		return nil, r.Errs.Sort()
	}
	position.Initial(in, r.pos, true)
	r.ended = m.Get("over") != nil && !m.Get("over").Null
	r.counters(m.Get("counters"))
	if n := m.Get("score"); n != nil {
		r.score(n)
	}
	if n := m.Get("turn"); n != nil && !n.Null {
		r.turn(n)
	}
	if n := m.Get("over"); n != nil && !n.Null {
		r.over(n)
	}
	if len(r.Errs) > 0 {
		return nil, r.Errs.Sort()
	}
	s := p.NewState()
	if t := r.pos.Turn; t != nil && t.Played < 0 {
		t.Played = 0
		t.Played = g.played(in, r.pos)
	}
	position.Write(in, s, r.pos)
	if r.pos.Turn == nil && r.pos.Over == nil && s.Stage() < 0 {
		r.Errorf(root.Pos, "a position in which no player has a stage to play", "a stage that fits", "no stage of the ruleset fits this position")
		return nil, r.Errs
	}
	return s, nil
}

// Ended makes a state that was read from a document one that is over, where an end holds
// in it by the rules and the document does not say so. It reports whether one does.
func (g *Game) Ended(in *engine.Interpreter, root *yamlpos.Node, s *engine.State) bool {
	if root.Kind != yamlpos.Map || root.Get("over") != nil && !root.Get("over").Null {
		return false
	}
	return in.Ended(s, root.Get("to-move") != nil, root.Get("score") != nil)
}

// blank lays an empty board.
func (r *stateReader) blank() {
	p := r.p
	r.pos = &position.Position{ToMove: p.First, Men: make([][][]int, p.Owners()), Stores: make([][]int, len(p.Players)), Score: make([]int, len(p.Players))}
	for q := range r.pos.Men {
		r.pos.Men[q] = make([][]int, p.Classes())
		for c := range r.pos.Men[q] {
			r.pos.Men[q][c] = make([]int, p.Places)
		}
	}
	for q := range p.Players {
		r.pos.Stores[q] = make([]int, len(p.Stores))
	}
}

// board reads who is to move, and where the men of every player stand.
func (r *stateReader) board(m *yamlpos.Node) {
	r.blank()
	if n := m.Get("to-move"); n != nil {
		r.pos.ToMove = max(r.player(n), 0)
	}
	all, men := 0, 0
	for q := range r.p.Owners() {
		all += r.p.Men(q)
		name := r.p.OwnerName(q)
		if n := m.Get(name); n != nil || !r.p.Nobodys || r.p.Men(q) > 0 {
			if n = r.Need(m, name, "a state"); n != nil {
				men += r.men(q, n)
			}
		}
	}
	if men > all && len(r.Errs) == 0 {
		r.Errorf(m.Pos, fmt.Sprintf("%d men", men), fmt.Sprintf("%d men at most", all), "there are more men than the game has")
	}
}

// Broken is the invariant of the ruleset that a position breaks, and for whom; nil
// where none is broken, which does not mean that the position can occur. Such
// positions are read all the same, since whatever follows from a position that
// somebody typed has to be readable too.
func (g *Game) Broken(in *engine.Interpreter, s *engine.State) (st *Statement, player string) {
	i, q := in.Broken(s)
	if i < 0 {
		return nil, ""
	}
	return g.Statements[g.Program.Invariants[i].Statement], g.Program.Players[q]
}

// played works out how many parts of this throw, or turn, have been played:
// those of the agenda that are not left any more. A written state says it only
// where this is not so.
func (g *Game) played(in *engine.Interpreter, pos *position.Position) int {
	p := g.Program
	t := pos.Turn
	left := make([]int, len(p.Parts))
	some := false
	for _, l := range t.Left {
		left[l.Part]++
		some = some || l.Part != engine.PartThrow
	}
	if !some || t.Stage < 0 {
		return 0
	}
	s := p.NewState()
	position.Lay(in, s, pos)
	throws := t.Throws
	if len(throws) == 0 {
		throws = []int{-1} // the turn of a stage without a throw
	}
	n := 0
	for _, th := range throws {
		a := in.AgendaFor(s, s.Owner(), th)
		if a == nil {
			continue
		}
		for _, x := range a.Parts {
			if part := int(x &^ engine.OptionalPart); left[part] > 0 {
				left[part]--
			} else if part != engine.PartThrow {
				n++
			}
		}
	}
	return n
}

func (r *stateReader) player(n *yamlpos.Node) int {
	for q, name := range r.p.Players {
		if n.Text == name && n.Kind == yamlpos.Scalar {
			return q
		}
	}
	r.Errorf(n.Pos, diag.Quote(n.Text), "one of the players: "+strings.Join(r.p.Players, ", "), "there is no such player%s", diag.Suggest(n.Text, r.p.Players))
	return -1
}

// men reads a player's men: a map of places to counts, or a list of places where no track
// numbers them.
func (r *stateReader) men(q int, n *yamlpos.Node) (total int) {
	want := r.p.Men(q)
	most := want
	if r.p.Nobodys && q != r.p.Nobody() { // whose men players take
		most += r.p.Men(r.p.Nobody())
	}
	switch n.Kind {
	case yamlpos.List:
		if r.g.Numbered {
			r.Errorf(n.Pos, "a list", "a map of places to numbers of men", "on a track several men can stand on one place")
			return 0
		}
		for _, x := range n.Values {
			r.put(q, x, 1)
			total++
		}
	case yamlpos.Map:
		for i, k := range n.Keys {
			count := r.Int(n.Values[i], "the number of men", 0, 255)
			r.put(q, k, count)
			total += count
		}
	default:
		r.Errorf(n.Pos, diag.Quote(n.Text), "a map of places to numbers of men", "the men of %s cannot be read", r.p.OwnerName(q))
		return 0
	}
	switch {
	case total > most:
		r.Errorf(n.Pos, fmt.Sprintf("%d men", total), fmt.Sprintf("%d men", most), "the men of %s are too many", r.p.OwnerName(q))
	case q == r.p.Nobody(): // others have been taken, or are out of the game
	case !r.g.Numbered:
		r.pos.Stores[q][r.unnamed()] += max(want-total, 0)
	case total < want:
		r.Errorf(n.Pos, fmt.Sprintf("%d men", total), fmt.Sprintf("%d men, with those in %s", want, strings.Join(r.p.Stores, ", ")), "the men of %s are too few", r.p.OwnerName(q))
	}
	return total
}

// unnamed is the store of men who are not named: they are taken for good or, where no man can
// ever be taken, have yet to be placed.
func (r *stateReader) unnamed() int {
	out, hand, places := r.p.StoreIndex(engine.OutStore), r.p.StoreIndex(engine.HandStore), false
	for i := range r.p.Allows {
		switch a := &r.p.Allows[i]; {
		case a.Act == engine.Remove:
			return out
		case slices.Contains(a.Stores, hand):
			places = true
		}
	}
	comes := func(e engine.Effect) bool {
		return (e.Kind == engine.Send || e.Kind == engine.Transfer) && e.Store == out
	}
	if !places || slices.ContainsFunc(r.p.Changes, func(c engine.Change) bool { return slices.ContainsFunc(c.Effects, comes) }) {
		return out
	}
	return hand
}

func (r *stateReader) put(q int, n *yamlpos.Node, count int) {
	name, behind, some := strings.Cut(n.Text, "+")
	if st := r.p.StoreIndex(name); st >= 0 && !some && q != r.p.Nobody() {
		r.pos.Stores[q][st] += count
		return
	}
	class, ok := r.class(n, strings.FieldsFunc(behind, func(c rune) bool { return c == '+' }))
	if !ok {
		return
	}
	if f := r.g.PlaceNamed(q, name); f >= 0 && n.Kind == yamlpos.Scalar {
		r.pos.Men[q][class][f] += count
		return
	}
	r.Errorf(n.Pos, diag.Quote(n.Text), "a place ("+r.g.placeSummary()+") or a store ("+strings.Join(r.p.Stores, ", ")+")", "there is no such place")
}

// class reads the kind and the marks of men, which stand behind their place.
func (r *stateReader) class(n *yamlpos.Node, words []string) (class int, ok bool) {
	p, kind := r.p, -1
	for _, word := range words {
		if i := slices.Index(p.Marks, word); i >= 0 {
			class |= 1 << i
			continue
		}
		i := slices.Index(p.Kinds, word)
		switch known := slices.Concat(p.Kinds, p.Marks); {
		case i < 0:
			r.Errorf(n.Pos, diag.Quote(word), "one of the "+kindsOrMarks(p)+": "+strings.Join(known, ", "), "there is no such mark%s", diag.Suggest(word, known))
			return 0, false
		case kind >= 0 && kind != i:
			r.Errorf(n.Pos, diag.Quote(n.Text), "one kind", "a man is of one kind")
			return 0, false
		}
		kind = i
	}
	if kind < 0 && len(p.Kinds) > 0 {
		r.Errorf(n.Pos, diag.Quote(n.Text), n.Text+"+"+p.Kinds[0]+", or another kind: "+strings.Join(p.Kinds, ", "), "it is not said of which kind the man is")
		return 0, false
	}
	return p.ClassOf(max(kind, 0), class), true
}

// kindsOrMarks says what can stand behind a place.
func kindsOrMarks(p *engine.Program) string {
	switch {
	case len(p.Kinds) == 0:
		return "marks"
	case len(p.Marks) == 0:
		return "kinds"
	}
	return "kinds and marks"
}

// PlaceNamed returns the place of an owner's men that goes by the name, or -1.
func (g *Game) PlaceNamed(q int, name string) int {
	for f, n := range g.Program.Names[q%len(g.Program.Players)] { // nobody's men stand where the first player sees them
		if n == name {
			return f
		}
	}
	return -1
}

func (g *Game) placeSummary() string {
	names := g.Program.Names[0]
	if g.Numbered {
		return fmt.Sprintf("1 to %d", len(names))
	}
	if len(names) > 30 {
		return fmt.Sprintf("%s, %s, … %s", names[0], names[1], names[len(names)-1])
	}
	return strings.Join(names, " ")
}

func (r *stateReader) counters(n *yamlpos.Node) {
	if n == nil || n.Null {
		return
	}
	if n.Kind != yamlpos.Map {
		r.Errorf(n.Pos, n.Kind.String(), "a map of players to counters", "the counters cannot be read")
		return
	}
	for i, k := range n.Keys {
		q := 0
		common := k.Text == "common"
		if !common {
			if q = r.player(k); q < 0 {
				continue
			}
		}
		m := n.Values[i]
		for j, name := range m.Keys {
			r.counter(q, common, name, m.Values[j])
		}
	}
}

func (r *stateReader) counter(q int, common bool, name, value *yamlpos.Node) {
	var ids []string
	for v := range r.p.Vars {
		d := &r.p.Vars[v]
		ids = append(ids, d.ID)
		if d.ID != name.Text || d.Common != common {
			continue
		}
		switch d.Kind {
		case engine.NumberVar:
			least := r.pos.Nums[v][q] // as yet: what it is where nothing is said
			if few, ok := r.in.Uncounted(v, q); ok {
				least = min(least, few)
			}
			x := r.Int(value, name.Text, -32768, 32767)
			if d.Least != nil && x < least && !r.ended {
				r.Errorf(value.Pos, strconv.Itoa(x), fmt.Sprintf("%d or more", least), "%s cannot be so few in this position", name.Text)
			}
			r.pos.Nums[v][q] = x
		case engine.PlaceVar:
			r.pos.Nums[v][q] = -1
			if !value.Null {
				if r.pos.Nums[v][q] = r.g.PlaceNamed(q, value.Text); r.pos.Nums[v][q] < 0 {
					r.Errorf(value.Pos, diag.Quote(value.Text), "a place", "there is no such place")
				}
			}
		case engine.PlayerVar:
			r.pos.Nums[v][q] = -1
			if !value.Null {
				r.pos.Nums[v][q] = r.player(value)
			}
		case engine.SetVar:
			var set place.Set
			for _, x := range value.Items() {
				f := r.g.PlaceNamed(q, x.Text)
				if f < 0 {
					r.Errorf(x.Pos, diag.Quote(x.Text), "a place", "there is no such place")
				}
				set = set.With(f)
			}
			r.pos.Sets[v][q] = set
		case engine.LinesVar:
			var set place.Set
			for _, x := range value.Items() {
				set = set.With(r.g.lineNamed(x.Text))
			}
			r.pos.Sets[v][q] = set
		}
		return
	}
	// A counter that the ruleset does not keep says nothing at its least value.
	if value.Kind == yamlpos.Scalar && value.Text == "0" {
		return
	}
	sort.Strings(ids)
	r.Errorf(name.Pos, diag.Quote(name.Text), "one of the counters: "+strings.Join(ids, ", "), "there is no such counter%s", diag.Suggest(name.Text, ids))
}

func (g *Game) lineName(l int) string {
	var names []string
	for _, f := range g.Program.Lines[0][l].Places() {
		names = append(names, g.Program.Names[0][f])
	}
	return strings.Join(names, "-")
}

func (g *Game) lineNamed(name string) int {
	for l := range g.Program.Lines[0] {
		if g.lineName(l) == name {
			return l
		}
	}
	return -1
}

func (r *stateReader) score(n *yamlpos.Node) {
	if n.Kind != yamlpos.Map {
		r.Errorf(n.Pos, n.Kind.String(), "a map of players to points", "the score cannot be read")
		return
	}
	for i, k := range n.Keys {
		q := r.player(k)
		a, b, ok := lang.ParseFraction(n.Values[i].Text)
		if !ok || b <= 0 || r.p.Denominator%b != 0 || a > 1<<20 || a < -1<<20 {
			r.Errorf(n.Values[i].Pos, diag.Quote(n.Values[i].Text), fmt.Sprintf("points as a fraction with denominator 1 or %d", r.p.Denominator), "this score cannot be made")
			continue
		}
		if q >= 0 {
			r.pos.Score[q] = a * r.p.Denominator / b
		}
	}
}

// turn reads what is left of a turn. What is not said is worked out where the rules
// tell it: the stage, and that a throw is owed.
func (r *stateReader) turn(n *yamlpos.Node) {
	m := r.Map(n, "a turn", "stage", "throw", "left", "order", "active", "played", "owner", "next", "next-stage")
	if m == nil {
		return
	}
	t := &position.Turn{Active: -1, Owner: r.pos.ToMove, Next: -1, NextStage: -1, Stage: -1, Played: -1}
	r.pos.Turn = t
	if s := m.Get("stage"); s != nil {
		t.Stage = r.stage(s)
	} else {
		t.Stage = r.stageOf()
	}
	if len(r.Errs) > 0 {
		return
	}
	device := -1
	if t.Stage >= 0 {
		device = r.p.Stages[t.Stage].Device
	}
	// said is what stands behind a key, nil also where that is null.
	said := func(key string) *yamlpos.Node {
		if v := m.Get(key); v != nil && !v.Null {
			return v
		}
		return nil
	}
	if v := said("throw"); v != nil {
		t.Throws = r.throws(v, device)
	}
	if v := m.Get("left"); v != nil {
		t.Left = r.left(v, device)
	} else if device >= 0 && len(t.Throws) == 0 {
		t.Left = []position.Left{{Part: engine.PartThrow}}
	} else {
		r.Errorf(n.Pos, "no left:", "left: and the parts still to be played", "a turn must say what is left of it")
	}
	if v := said("order"); v != nil {
		t.Fixed = r.OneOf(v, "the order", "fixed", "any") == "fixed"
	}
	if v := said("active"); v != nil {
		if t.Active = r.g.PlaceNamed(r.pos.ToMove, v.Text); t.Active < 0 {
			r.Errorf(v.Pos, diag.Quote(v.Text), "a place, or null", "there is no such place")
		}
	}
	if v := m.Get("played"); v != nil {
		t.Played = r.Int(v, "the number of parts played", 0, 255)
	}
	if v := m.Get("owner"); v != nil {
		t.Owner = max(r.player(v), 0)
	}
	if v := said("next"); v != nil {
		t.Next = r.player(v)
	}
	if v := said("next-stage"); v != nil {
		t.NextStage = r.stage(v)
	}
}

// stage looks up a stage by its id.
func (r *stateReader) stage(n *yamlpos.Node) int {
	var ids []string
	for i := range r.p.Stages {
		ids = append(ids, r.p.Stages[i].ID)
		if r.p.Stages[i].ID == n.Text {
			return i
		}
	}
	r.Errorf(n.Pos, diag.Quote(n.Text), "a stage: "+strings.Join(ids, ", "), "there is no such stage%s", diag.Suggest(n.Text, ids))
	return -1
}

// stageOf asks the rules in which stage the turn of the player to move would begin.
func (r *stateReader) stageOf() int {
	s := r.p.NewState()
	blank := *r.pos
	blank.Turn, blank.Over = nil, nil
	position.Lay(r.in, s, &blank)
	return r.in.StageOf(s, r.pos.ToMove)
}

// throws reads the throws of a turn, of one device.
func (r *stateReader) throws(n *yamlpos.Node, device int) (list []int) {
	for _, name := range strings.Split(n.Text, ",") {
		i := r.g.ThrowNamed(device, strings.TrimSpace(name))
		if i < 0 {
			r.Errorf(n.Pos, diag.Quote(name), "a throw such as "+r.g.throwExamples(device), "the dice or sticks cannot give this throw")
			continue
		}
		list = append(list, i)
	}
	return list
}

// left reads the parts that are left to play.
func (r *stateReader) left(n *yamlpos.Node, device int) (list []position.Left) {
	for _, x := range r.List(n, "the parts left") {
		name, opt := strings.CutSuffix(x.Text, "?")
		i := slices.IndexFunc(r.p.Parts, func(pt engine.Part) bool { return pt.Name == name })
		if i < 0 {
			var names []string
			for _, pt := range r.p.Parts {
				names = append(names, pt.Name)
			}
			r.Errorf(x.Pos, diag.Quote(x.Text), "a part: "+strings.Join(names, ", "), "no agenda puts up this part")
			continue
		}
		if i == engine.PartThrow && device < 0 {
			r.Errorf(x.Pos, diag.Quote(x.Text), "parts of a turn without a throw", "nothing is thrown in this stage")
		}
		list = append(list, position.Left{Part: i, Optional: opt})
	}
	if most := r.p.MostLeft(); len(list) > most {
		r.Errorf(n.Pos, fmt.Sprintf("%d parts", len(list)), fmt.Sprintf("at most %d", most), "so many parts cannot be left")
	}
	return list
}

func (r *stateReader) over(n *yamlpos.Node) {
	m := r.Map(n, "the end of the game", "by", "reason", "winner", "score")
	if m == nil {
		return
	}
	o := &position.Ending{End: -1, Winner: -1}
	if v := r.Need(m, "by", "the end of the game"); v != nil {
		for i := range r.p.Ends {
			if r.p.Ends[i].ID == v.Text {
				o.End = i
			}
		}
		if o.End < 0 && !v.Null {
			var ids []string
			for i := range r.p.Ends {
				ids = append(ids, r.p.Ends[i].ID)
			}
			r.Errorf(v.Pos, diag.Quote(v.Text), "an end: "+strings.Join(ids, ", "), "no rule of this id ends the game")
		}
	}
	if v := m.Get("winner"); v != nil && !v.Null {
		o.Winner = r.player(v)
	}
	if v := m.Get("score"); v != nil {
		r.score(v)
	}
	r.pos.Over = o
}

// ThrowNamed returns the throw of a device (any, when negative) by its name,
// dice in whichever order; -1 when there is none.
func (g *Game) ThrowNamed(device int, name string) int {
	return slices.IndexFunc(g.Program.Throws, func(t engine.Throw) bool { return (device < 0 || t.Device == device) && t.Is(name) })
}

func (g *Game) throwExamples(device int) string {
	var names []string
	for _, t := range g.Program.Throws {
		if device < 0 || t.Device == device {
			names = append(names, t.Name)
		}
		if len(names) == 3 {
			break
		}
	}
	return strings.Join(names, ", ")
}
