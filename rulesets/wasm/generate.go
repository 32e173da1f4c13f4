package wasm

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
)

// Unsupported says which word of the rule language the generator lacks.
type Unsupported struct {
	Rule string // the id of the statement; empty where it is no rule's
	Word string // the operation, act, effect or kind of statement
}

func (u Unsupported) Error() string {
	if u.Rule == "" {
		return fmt.Sprintf("the generator lacks %q", u.Word)
	}
	return fmt.Sprintf("the generator lacks %q (rule %s)", u.Word, u.Rule)
}

// Options of a module.
type Options struct {
	MaxPlies int  // a game is broken off after so many single moves; 0: 20000
	Trace    bool // keep a hash of the moves of each game
}

// config is where a turn stands: the stage, the agenda and how much of it has
// been played. All of it is known when code is generated, so an agenda becomes
// a place in the program instead of a list in memory.
type config struct {
	stage, played int
	fixed         bool
	left          string // parts with their flags
}

const (
	maxConfigs = 200
	optional   = engine.OptionalPart
)

type gen struct {
	p   *engine.Program
	a   *asm
	opt Options
	lay engine.Layout
	n   int

	errs []error
	rule string

	// places are renumbered by their rank in the defined order of moves
	slot, place []int
	all         uint64
	near        []uint64
	lines       []uint64
	linesPer    int
	touched     []bool // by store: men come or go
	stage       int
	now         *config // what is known where code is being generated; nil between turns

	// locals
	men                      []int   // by seat: places where men stand
	stores                   [][]int // by seat and store
	scores, scored           []int   // by seat: in all, and at this moment; empty where nothing scores
	to, occ, plies, passes   int
	rng                      [4]int
	hash                     int
	idx, seg                 int
	over, winner, head       int
	from, dest, fromB, destB int
	pick, total              int
	hoisted                  map[hoistKey]int

	// control
	order    []config
	label    map[config]int
	turnTop  int
	gameOver int

	// memory
	data                               []byte
	dataAt                             int
	heads                              map[string]int
	nearAt, linesAt, selAt, placeAt    int // tables
	listAt, listSize, chainAt, entryAt int // working memory
	recAt, recSize, pages              int // what is handed back
}

const batch = 256 // games played in one call at most

func (g *gen) lack(word string) {
	u := Unsupported{g.rule, word}
	for _, e := range g.errs {
		if e == error(u) {
			return
		}
	}
	g.errs = append(g.errs, u)
}

// in runs f for a rule, which errors then name.
func (g *gen) in(rule string, f func()) {
	keep := g.rule
	g.rule = rule
	f()
	g.rule = keep
}

// Generate lowers a program to a WebAssembly module. Every word that the
// generator lacks is named in the error, as an Unsupported.
func Generate(p *engine.Program, opt Options) (*Code, error) {
	if opt.MaxPlies == 0 {
		opt.MaxPlies = 20000
	}
	g := &gen{p: p, a: &asm{params: 1}, opt: opt, lay: p.Layout(), n: len(p.Players),
		label: map[config]int{}, heads: map[string]int{}, hoisted: map[hoistKey]int{}}
	g.accept()
	if len(g.errs) > 0 {
		return nil, errors.Join(g.errs...)
	}
	g.tables()
	g.configs()
	if len(g.errs) > 0 {
		return nil, errors.Join(g.errs...)
	}
	g.function()
	if len(g.errs) > 0 {
		return nil, errors.Join(g.errs...)
	}
	return &Code{Binary: g.a.module("run", g.pages, g.dataAt, g.data), Configs: len(g.order),
		recAt: g.recAt, recSize: g.recSize, stateSize: g.lay.Size, pages: g.pages}, nil
}

// accept names what the subset lacks, as far as it is a kind of statement or an
// assumption of the representation: one man a place, unmarked, and a board that
// all players see alike.
func (g *gen) accept() {
	p := g.p
	if len(p.Devices) > 0 {
		g.lack("throw")
	}
	for _, v := range p.Vars {
		g.in(v.ID, func() { g.lack("variable") })
	}
	for _, b := range p.Blocked {
		g.in(b.ID, func() { g.lack("blocked") })
	}
	for _, r := range p.Requires {
		g.in(r.ID, func() { g.lack("require") })
	}
	for _, s := range p.Scores {
		g.in(s.ID, func() {
			if s.Points == nil {
				g.lack("score, multiplied or rounded")
			}
			if s.At == engine.AtThrown {
				g.lack("throw")
			}
		})
	}
	if len(p.Marks) > 0 {
		g.lack("marks")
	}
	if p.Match > 0 {
		g.lack("match")
	}
	if p.Places > 56 {
		g.lack("a board of more than 56 places")
	}
	for q := range p.Players {
		if p.Team[q] != q {
			g.lack("partners")
		}
		for f := 0; f < p.Places; f++ {
			if p.CellOf[q][f] != f || p.PlaceRank(q, f) != p.PlaceRank(0, f) ||
				p.Near != nil && p.Near[q][f] != p.Near[0][f] {
				g.lack("players who see the board differently")
				f = p.Places
			}
		}
		if len(p.Lines) > 0 && !slices.Equal(p.Lines[q], p.Lines[0]) {
			g.lack("players who see the board differently")
		}
	}
	for _, it := range p.Setup {
		if it.Place < p.Places && it.Count > 1 {
			g.lack("several men on a place")
		}
	}
	for i := range p.Agendas {
		if slices.Contains(p.Agendas[i].Parts, engine.PartThrow) {
			g.in(p.Agendas[i].ID, func() { g.lack("throw") })
		}
	}
	g.touched = make([]bool, len(p.Stores))
	for _, it := range p.Setup {
		if it.Place >= p.Places {
			g.touched[it.Place-p.Places] = true
		}
	}
	for i := range p.Allows {
		a := &p.Allows[i]
		g.in(a.ID, func() {
			switch a.Act {
			case engine.Place:
				if len(a.Stores) != 1 {
					g.lack("place from several stores")
				}
				for _, st := range a.Stores {
					g.touched[st] = true
				}
			case engine.Remove:
				g.touched[p.StoreIndex(engine.OutStore)] = true
			case engine.Step:
			default:
				g.lack(a.Act.String())
			}
			if a.Men != nil {
				g.lack("men")
			}
			if a.Act != engine.Remove && !provesEmpty(a.To) {
				g.lack("several men on a place")
			}
			if a.Sparing {
				g.lack("sparing")
			}
		})
	}
	for i := range p.Changes {
		c := &p.Changes[i]
		g.in(c.ID, func() {
			if c.On&^(engine.OnAct(engine.Place)|engine.OnAct(engine.Step)|engine.OnAct(engine.Remove)|engine.OnAct(engine.Stop)) != 0 {
				g.lack("on (an event)")
			}
			for _, e := range c.Effects {
				switch {
				case e.Kind != engine.AddParts:
					g.lack(e.Kind.String())
				case e.A != nil && e.A.Op != engine.NLit:
					g.lack("put parts, a computed number of times")
				case slices.Contains(e.Parts, engine.PartThrow) || slices.Contains(e.Parts, engine.PartThrow|optional):
					g.lack("throw")
				}
			}
		})
	}
	for i := range p.Ends {
		e := &p.Ends[i]
		g.in(e.ID, func() {
			if e.At == engine.AtThrown {
				g.lack("throw")
			}
			if e.Winner == engine.HigherScore || e.Winner == engine.WinnerVar {
				g.lack("winner by score or variable")
			}
		})
	}
	p.EachExpression(func(n *engine.Node) {
		if uses(n, engine.NOccurrences) {
			for st, t := range g.touched {
				if t && !p.OneWay(st) {
					g.lack("occurrences, where men come back from " + p.Stores[st])
				}
			}
			if g.n*p.Places+bits.Len(uint(g.n))+bits.Len(uint(len(p.Stages))) > 64 {
				g.lack("occurrences, on a board whose positions do not fit a word")
			}
		}
	})
}

// provesEmpty reports whether a set of places holds empty ones only, so that no
// place ever holds two men and one bit a place is enough.
func provesEmpty(n *engine.Node) bool {
	if n == nil {
		return true // as the act implies
	}
	switch n.Op {
	case engine.SCompare:
		return engine.Whose(n.N) == engine.Anyone && n.Kids[0].Op == engine.NLit && !holds(n.Cmp, 1, n.Kids[0].N) && !holds(n.Cmp, 2, n.Kids[0].N)
	case engine.SAnd:
		return provesEmpty(n.Kids[0]) || provesEmpty(n.Kids[1])
	case engine.SOr:
		return provesEmpty(n.Kids[0]) && provesEmpty(n.Kids[1])
	case engine.SIf:
		return provesEmpty(n.Kids[1]) && provesEmpty(n.Kids[2])
	case engine.SLit:
		return n.Lit.Empty()
	}
	return false
}

func (g *gen) mask(s engine.Set) uint64 {
	var m uint64
	for _, f := range s.Places() {
		m |= 1 << g.slot[f]
	}
	return m
}

// put appends to the data segment, aligned to 8 bytes, and returns the address.
func (g *gen) put(b []byte) int {
	for len(g.data)%8 != 0 {
		g.data = append(g.data, 0)
	}
	at := g.dataAt + len(g.data)
	g.data = append(g.data, b...)
	return at
}

// tables lays out memory and fills its constant part.
func (g *gen) tables() {
	p := g.p
	take := func(n int) int { at := g.dataAt; g.dataAt += (n + 7) &^ 7; return at }
	take(16) // seed and number of the first game
	g.chainAt = take(4 * chains)
	g.listSize = 8 * (p.Places*p.Places + 8)
	g.listAt = take(g.listSize * len(p.Parts))
	if p.RepetitionMatters {
		g.entryAt = take(entrySize * (g.opt.MaxPlies + 2))
	}
	g.recSize = (recState + g.lay.Size + 7) &^ 7
	g.recAt = take(batch * g.recSize)
	g.slot, g.place = make([]int, p.Places), make([]int, p.Places)
	for f := range g.slot {
		for h := range g.slot {
			if p.PlaceRank(0, h) < p.PlaceRank(0, f) {
				g.slot[f]++
			}
		}
		g.place[g.slot[f]] = f
	}
	g.all = 1<<p.Places - 1
	g.near = make([]uint64, p.Places)
	most := 1
	for s := range g.near {
		if p.Near != nil {
			g.near[s] = g.mask(p.Near[0][g.place[s]])
		}
		most = max(most, bits.OnesCount64(g.near[s]))
	}
	g.nearAt = g.put(words(nil, g.near...))
	if len(p.Lines) > 0 {
		for _, l := range p.Lines[0] {
			g.lines = append(g.lines, g.mask(l))
		}
	}
	at := make([][]uint64, p.Places)
	for s := range at {
		for _, l := range g.lines {
			if l>>s&1 != 0 {
				at[s] = append(at[s], l)
			}
		}
		g.linesPer = max(g.linesPer, len(at[s]))
	}
	if g.linesPer == 0 {
		g.linesPer = 1
	}
	var b []byte
	for s := range at {
		for len(at[s]) < g.linesPer {
			at[s] = append(at[s], 1<<63) // a line that lies in no set
		}
		b = words(b, at[s]...)
	}
	g.linesAt = g.put(b)
	sel := make([]byte, 2048) // [k<<8 | byte]: where the byte's k-th set bit is
	for v := 0; v < 256; v++ {
		k := 0
		for i := 0; i < 8; i++ {
			if v>>i&1 != 0 {
				sel[k<<8|v] = byte(i)
				k++
			}
		}
	}
	g.selAt = g.put(sel)
	names := make([]byte, p.Places)
	for s, f := range g.place {
		names[s] = byte(f)
	}
	g.placeAt = g.put(names)
}

// header returns the address of the head of a state that stands at a
// configuration; what only play knows is filled in afterwards.
func (g *gen) header(c config, inThrow bool) int {
	h := make([]byte, g.lay.Left+g.lay.MaxLeft)
	h[g.lay.Stage] = byte(c.stage)
	h[g.lay.Played] = byte(c.played)
	if c.fixed {
		h[g.lay.Fixed] = 1
	}
	if inThrow {
		h[g.lay.InThrow] = 1
	}
	h[g.lay.LeftN] = byte(len(c.left))
	copy(h[g.lay.Left:], c.left)
	if at, ok := g.heads[string(h)]; ok {
		return at
	}
	at := g.put(h)
	g.heads[string(h)] = at
	return at
}

// group is one part of an agenda with the rule that lets it be played.
type group struct {
	part  uint8
	allow *engine.Allow
}

// groups lists what may be played at a configuration, in the defined order.
func (g *gen) groups(c config) []group {
	var out []group
	for i, flagged := range []byte(c.left) {
		if i > 0 && c.fixed {
			break
		}
		part := flagged &^ optional
		if slices.ContainsFunc(out, func(x group) bool { return x.part == part }) {
			continue
		}
		here := len(out)
		for j := range g.p.Allows {
			a := &g.p.Allows[j]
			if a.Stages>>uint(c.stage)&1 != 0 && a.Parts[part] {
				out = append(out, group{part, a})
			}
		}
		if len(out) > here+1 {
			g.in(out[here+1].allow.ID, func() { g.lack("two rules that allow one part") })
		}
	}
	slices.SortStableFunc(out, func(x, y group) int { return g.p.PartRank(int(x.part)) - g.p.PartRank(int(y.part)) })
	return out
}

// optional reports whether everything left may be left.
func (c config) optional() bool {
	for _, b := range []byte(c.left) {
		if b&optional == 0 {
			return false
		}
	}
	return true
}

// after returns the configuration once a part has been played.
func (c config) after(part uint8) config {
	for i, b := range []byte(c.left) {
		if b&^optional == part {
			c.left = c.left[:i] + c.left[i+1:]
			break
		}
	}
	c.played++
	return c
}

func (c config) stopped() config { c.left = ""; return c }

// with returns the configuration after a change has put parts on the agenda.
func (g *gen) with(c config, ch *engine.Change) config {
	for _, e := range ch.Effects {
		times := 1
		if e.A != nil {
			times = e.A.N
		}
		for k := 0; k < times; k++ {
			if e.Where == engine.InFront {
				c.left = string(e.Parts) + c.left
			} else {
				c.left += string(e.Parts)
			}
		}
	}
	if len(c.left) > g.lay.MaxLeft {
		g.lack("an agenda longer than the state holds")
		c.left = ""
	}
	return c
}

// changes lists the changes that answer an act in a stage.
func (g *gen) changes(act engine.Act, stage int) []*engine.Change {
	var out []*engine.Change
	for i := range g.p.Changes {
		c := &g.p.Changes[i]
		if c.On&engine.OnAct(act) != 0 && c.Stages>>uint(stage)&1 != 0 {
			out = append(out, c)
		}
	}
	if len(out) > 6 {
		g.lack("more than six changes that answer one act")
		return nil
	}
	return out
}

// leadsTo lists the configurations that playing can lead to from c.
func (g *gen) leadsTo(c config) []config {
	if c.left == "" {
		return nil
	}
	var out []config
	var follow func(c config, list []*engine.Change)
	follow = func(c config, list []*engine.Change) {
		if len(list) == 0 {
			out = append(out, c)
			return
		}
		follow(g.with(c, list[0]), list[1:])
		if list[0].When != nil {
			follow(c, list[1:])
		}
	}
	for _, x := range g.groups(c) {
		follow(c.after(x.part), g.changes(x.allow.Act, c.stage))
	}
	if c.optional() {
		follow(c.stopped(), g.changes(engine.Stop, c.stage))
		out = append(out, c.stopped()) // an option that cannot be used
	}
	return out
}

// starts lists the agendas that may open in a stage, with their conditions.
func (g *gen) starts(stage int) []*engine.Agenda {
	var out []*engine.Agenda
	for i := range g.p.Agendas {
		a := &g.p.Agendas[i]
		if a.Throw == -1 && a.Stages>>uint(stage)&1 != 0 {
			out = append(out, a)
			if a.When == nil {
				return out
			}
		}
	}
	g.in(g.p.Stages[stage].ID, func() { g.lack("a stage without an agenda that always applies") })
	return nil
}

func opening(a *engine.Agenda, stage int) config {
	return config{stage: stage, fixed: a.Fixed, left: string(a.Parts)}
}

// configs finds every configuration that can be reached and orders them so that
// within a turn control only goes forward.
func (g *gen) configs() {
	state := map[config]int{}
	var visit func(c config)
	visit = func(c config) {
		switch state[c] {
		case 1:
			g.lack("an agenda that returns to where it was") // playing always shortens or counts: cannot be
			return
		case 2:
			return
		}
		if len(state) > maxConfigs {
			return
		}
		state[c] = 1
		for _, d := range g.leadsTo(c) {
			visit(d)
		}
		state[c] = 2
		g.order = append(g.order, c)
	}
	for st := range g.p.Stages {
		for _, a := range g.starts(st) {
			visit(opening(a, st))
		}
	}
	if len(state) > maxConfigs {
		g.lack("agendas without a bound")
	}
	slices.Reverse(g.order)
}
