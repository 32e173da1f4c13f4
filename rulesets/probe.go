package rulesets

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/engine"
)

// Moves are moves that a dimension asks about: of some acts, and such that a
// condition holds. What names they use are those of the language alone, so that
// any ruleset can be asked; one in which a name means nothing has no such moves.
type Moves struct {
	Pos  yamlpos.Pos
	acts *yamlpos.Node // nil: every act that moves a man
	when *yamlpos.Node // nil: whatever the move
	// beside, where it is given, asks for another move that is permitted at the same
	// decision; samePart, for one that plays the same part.
	beside   *Moves
	samePart bool
}

// probed compiles an interpretation together with what is asked about its moves.
// index says which probe of the program asks about each of them; -1 where the
// interpretation has no such moves.
func (in *Interpretation) probed(list []*Moves) (g *Game, index []int, errs yamlpos.Errors) {
	g, errs = in.compile(func(c *compiler) {
		for _, m := range list {
			known := len(c.errs)
			p := engine.Probe{Acts: c.acts(anyAct, true)}
			if m.acts != nil {
				p.Acts = c.acts(m.acts, true)
			}
			p.When = c.want(m.when, tBool, "when", inMove|inLeap|inChoice)
			if len(c.errs) > known {
				c.errs = c.errs[:known]
				index = append(index, -1)
				continue
			}
			index = append(index, len(c.p.Probes))
			c.p.Probes = append(c.p.Probes, p)
		}
	})
	return g, index, errs
}

// anyAct stands for every act that moves a man.
var anyAct = &yamlpos.Node{Kind: yamlpos.Scalar, Text: "any"}

// Spot is where in the games of a sample something was seen: the game, counted from
// 0, and the move of it, counted from 0, that was played or refused there.
type Spot struct{ Game, Ply int }

// seen is what a sample has seen of some moves.
type seen struct {
	permitted, refused int
	// by statement: what permitted such moves, refused them, and lifted a prohibition
	// for them
	allowing, refusing, lifting map[int]int
	at                          [2]Spot // the first refused, the first permitted
}

// Sample is what has been seen of an interpretation in random games. It looks at
// every decision: what is permitted, what is refused, and by which statements.
type Sample struct {
	Game      *Game
	Seed      uint64
	Games     int // played
	Decisions int // looked at

	index map[*Moves]int
	seen  []seen
	moves map[int]int // how many moves each permission gave, by statement
	story story
	kept  []*engine.State // decisions, for comparing interpretations
	bases [occasions][]*base
	ways  map[[3]int]bool // how men have gone along the track: player, from, to
	found map[string]any  // what trials have shown

	asks     []*Moves    // what the probes of the program ask about, in their order
	refusals map[int]int // how many moves were refused, by statement
}

// How far a sample goes: enough that what is permitted now and then is seen, and
// little enough that every ruleset of a corpus can be asked while one waits.
const (
	sampleGames     = 100
	samplePlies     = 2000 // of each game
	sampleDecisions = 8000
	sampleKept      = 160
	sampleEndings   = 200 // games that are played to see how they end, and no more
)

// sample plays games of an interpretation and watches them. decisions bounds how far
// it goes; keep is how many of the positions are kept.
func (in *Interpretation) sample(ctx context.Context, list []*Moves, seed uint64, decisions, keep int) (*Sample, yamlpos.Errors) {
	g, index, errs := in.probed(list)
	if len(errs) > 0 {
		return nil, errs
	}
	s := newSample(g, seed, list, index)
	s.ways = map[[3]int]bool{}
	s.gatherOpening()
	w := s.watcher()
	w.in.History = engine.NewHistory()
	for n := 0; n < sampleGames && s.Decisions < decisions && ctx.Err() == nil; n++ {
		w.game(n, keep)
		s.Games++
	}
	return s, nil
}

// newSample is a sample of a compiled interpretation that has seen nothing yet.
func newSample(g *Game, seed uint64, list []*Moves, index []int) *Sample {
	n := len(g.Program.Probes)
	s := &Sample{Game: g, Seed: seed, index: map[*Moves]int{}, seen: make([]seen, n), moves: map[int]int{}, asks: make([]*Moves, n), refusals: map[int]int{}}
	for i, m := range list {
		s.index[m] = index[i]
		if index[i] >= 0 {
			s.asks[index[i]] = m
		}
	}
	return s
}

// endings plays more games, in generated code where that is quicker, to see how they
// end.
func (s *Sample) endings(ctx context.Context) {
	p := s.Game.Program
	// It is for this alone, so that it is asked once.
	if err := s.Game.Executor().Play(ctx, Series{Seed: s.Seed, First: sampleGames, Count: sampleEndings, Cap: 10 * samplePlies}, func(g *Played) {
		if g.OverCap {
			s.story.cut++
		} else {
			s.story.ends(p, g.State)
		}
	}); err != nil {
		return // what has been seen till then is kept
	}
}

func (s *Sample) watcher() *watcher {
	p := s.Game.Program
	return &watcher{s: s, p: p, in: engine.NewInterpreter(p), other: engine.NewInterpreter(p), st: p.NewState(), stride: 7}
}

// watcher plays the games of a sample.
type watcher struct {
	s  *Sample
	p  *engine.Program
	in *engine.Interpreter
	st *engine.State

	other *engine.Interpreter // for trying things out: it remembers no positions

	answers []bool // of the probes, for one move after another
	first   bool   // nobody has had a turn yet in this game
	stride  int    // every how-many-eth position is kept
	gatherer
}

// game plays one game, whose throws and moves follow from the seed and its number.
func (w *watcher) game(n, keep int) {
	r := engine.NewRandom(w.s.Seed, uint64(n))
	w.in.Start(w.st)
	w.s.story.begins()
	w.s.story.course.begins(w.p)
	w.first = true
	w.gatherer.game = n
	for ply, throws := 0, 0; ply < samplePlies && throws < 4*samplePlies; {
		switch w.st.Status() {
		case engine.Over:
			w.s.story.ends(w.p, w.st)
			return
		case engine.AwaitsThrow:
			throws++
			w.gatherThrow()
			before := w.p.Read(w.st)
			w.s.story.throws(w, before)
			t := w.draw(r, n)
			w.in.Throw(w.st, t)
			w.s.story.thrown(w, throwsOwed(before))
			w.s.story.course.thrown(w, before, t)
			continue
		}
		e := w.explain()
		known := w.s.Decisions
		w.look(e, Spot{n, ply})
		w.gather(e)
		if w.s.Decisions > known {
			w.keeps(keep)
		}
		m := w.pick(r, n, e)
		w.s.story.move(w, &m, e)
		ply++
	}
	w.s.story.cut++
}

// keeps keeps some of the positions, spread over all games: when there are too many,
// every other is dropped.
func (w *watcher) keeps(most int) {
	if w.s.Decisions%w.stride != 0 {
		return
	}
	if w.s.kept = append(w.s.kept, w.st.Clone()); len(w.s.kept) <= most {
		return
	}
	var list []*engine.State
	for i := 1; i < len(w.s.kept); i += 2 {
		list = append(list, w.s.kept[i])
	}
	w.s.kept, w.stride = list, 2*w.stride
}

// Every other game is steered, because at random men seldom meet, and two that stand
// together are met more seldom still: of a few throws, which fall all alike often, that
// one is taken after which most could, and half of the moves are drawn among those that
// lead to where men stand.
func steered(n int) bool { return n%2 == 1 }

// fewThrows is how many throws one is chosen from.
const fewThrows = 4

// draw draws a throw for game n.
func (w *watcher) draw(r *engine.Random, n int) int {
	d := w.st.Device(w.p)
	if !steered(n) || w.s.lots(d) {
		return w.p.Draw(r, d)
	}
	now := w.st
	defer func() { w.st = now }()
	best, most := -1, -1
	for k := 0; k < fewThrows; {
		t := w.p.Devices[d].First + r.Below(w.p.Devices[d].Count)
		if w.p.Throws[t].Ways == 0 {
			continue
		}
		k++
		w.st = now.Clone()
		w.other.Throw(w.st, t)
		meetings := 0
		if w.st.Status() == engine.Decision {
			e := w.other.Explain(w.st)
			for i := range e.Moves {
				meetings += w.interest(&e.Moves[i])
			}
			for i := range e.Refused {
				meetings += w.interest(&e.Refused[i].Move)
			}
		}
		if meetings > most {
			best, most = t, meetings
		}
	}
	return best
}

// pick draws a move for game n.
func (w *watcher) pick(r *engine.Random, n int, e *engine.Explanation) engine.Move {
	m := e.Moves[w.in.Pick(r, e.Moves)]
	if !steered(n) || r.Below(2) == 0 {
		return m
	}
	var onMen []engine.Move
	for i := range e.Moves {
		if w.menMet(&e.Moves[i]) > 0 {
			onMen = append(onMen, e.Moves[i])
		}
	}
	if len(onMen) == 0 {
		return m
	}
	return onMen[r.Below(len(onMen))]
}

// interest is greater the more men stand where a move leads, and the less is known of
// what becomes of them.
func (w *watcher) interest(m *engine.Move) int {
	n := min(3, w.menMet(m))
	if f := w.s.story.meetings.kind(w, m); f != nil && f.all() < leastRefused {
		n += 4
	}
	return n
}

// menMet counts the men where a move leads.
func (w *watcher) menMet(m *engine.Move) int {
	n, q := 0, w.st.Player()
	if int(m.To) >= 0 && int(m.To) < w.p.Places {
		for r := range w.p.Players {
			for f, cell := range w.p.CellOf[r] {
				if cell == w.p.CellOf[q][m.To] {
					n += w.st.MenAt(w.p, r, f)
				}
			}
		}
	}
	return n
}

// explain lists what is permitted and what is refused at the decision, also what the
// track offers and no permission gives.
func (w *watcher) explain() *engine.Explanation {
	e := w.in.Explain(w.st)
	e.Refused = append(e.Refused, w.in.Unallowed(w.st, e)...)
	return e
}

// look notes what is permitted and what is refused at a decision.
func (w *watcher) look(e *engine.Explanation, at Spot) {
	if len(e.Moves) > 1 || e.Moves[0].Act != engine.Pass || len(e.Refused) > 0 {
		w.s.Decisions++ // else there was nothing to look at
	}
	for i := range e.Moves {
		if rule := e.Moves[i].Rule(w.p); rule != nil {
			w.s.moves[rule.Statement]++
		}
	}
	for i := range e.Refused {
		for _, st := range e.Refused[i].Statements {
			w.s.refusals[st]++
		}
	}
	w.each(e, func(probe int, m *engine.Move, refused *engine.Refusal) {
		o := &w.s.seen[probe]
		if refused != nil {
			if o.refused++; o.refused == 1 {
				o.at[0] = at
			}
			for _, st := range refused.Statements {
				note(&o.refusing, st)
			}
			return
		}
		if o.permitted++; o.permitted == 1 {
			o.at[1] = at
		}
		if rule := m.Rule(w.p); rule != nil {
			note(&o.allowing, rule.Statement)
		}
		for j := range e.Lifted {
			if l := &e.Lifted[j]; l.Move.Same(m) {
				for _, st := range l.Statements {
					note(&o.lifting, st)
				}
			}
		}
	})
}

// each calls f with every move of a decision and every probe that asks about it.
// refused is nil for a move that is permitted.
func (w *watcher) each(e *engine.Explanation, f func(probe int, m *engine.Move, refused *engine.Refusal)) {
	n := len(w.p.Probes)
	w.answers = w.answers[:0]
	for i := range e.Moves {
		w.answers = w.in.Probe(w.st, &e.Moves[i], w.answers)
	}
	for i := range e.Refused {
		w.answers = w.in.Probe(w.st, &e.Refused[i].Move, w.answers)
	}
	beside := func(self int, m *engine.Move, a *Moves) bool {
		k := w.s.index[a.beside]
		for i := range e.Moves {
			if k >= 0 && i != self && w.answers[i*n+k] && (!a.samePart || e.Moves[i].Part == m.Part) {
				return true
			}
		}
		return false
	}
	for i := range len(e.Moves) + len(e.Refused) {
		var m *engine.Move
		var refused *engine.Refusal
		if i < len(e.Moves) {
			m = &e.Moves[i]
		} else {
			refused = &e.Refused[i-len(e.Moves)]
			m = &refused.Move
		}
		for k, yes := range w.answers[i*n : (i+1)*n] {
			if a := w.s.asks[k]; yes && (a.beside == nil || beside(i, m, a)) {
				f(k, m, refused)
			}
		}
	}
}

func note(to *map[int]int, statement int) {
	if *to == nil {
		*to = map[int]int{}
	}
	(*to)[statement]++
}

// of returns what was seen of some moves; nil where the interpretation has none such.
func (s *Sample) of(m *Moves) *seen {
	if k := s.index[m]; k >= 0 {
		return &s.seen[k]
	}
	return nil
}

// statements are those of a count, in the order of the interpretation.
func (s *Sample) statements(counts ...map[int]int) []*Statement {
	var list []*Statement
	for i, st := range s.Game.Statements {
		if slices.ContainsFunc(counts, func(c map[int]int) bool { return c[i] > 0 }) {
			list = append(list, st)
		}
	}
	return list
}

// dedicated are the permissions that gave moves of that kind and no others: without
// them there would be none.
func (s *Sample) dedicated(o *seen) map[int]int {
	out := map[int]int{}
	for st, n := range o.allowing {
		if n != s.moves[st] {
			return nil
		}
		out[st] = n
	}
	return out
}

// Looked says how far the sample went.
func (s *Sample) Looked() string {
	return fmt.Sprintf("in %d games at random, half of them steered so that men meet (seed %d), at %d decisions", s.Games, s.Seed, s.Decisions)
}
