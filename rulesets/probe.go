package rulesets

import (
	"context"
	"fmt"
	"slices"

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
type Spot struct {
	Game, Ply int
	Move      engine.Move // that was permitted there, or refused
	Refused   bool
}

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
	past  []keptPast      // … what went before each
	// explained are the explanations of those, once somebody has asked.
	explained map[int]*engine.Explanation
	rests     map[int]resting // … and the words said at them on which answers rest
	facts     []*fact         // those that are found out at decisions
	shown     map[string]shown
	spots     map[string]Spot // by fact: where the answer was first seen
	tried     map[string]int  // how often it was asked what would be otherwise
	// Of every so many decisions one is kept, and so many are; besides, those that show
	// something new.
	every, others int
	news          bool // the present decision does
}

// keptPast is what went before a decision that is kept.
type keptPast struct {
	men      *roster
	at       Spot
	decision int  // its number
	news     bool // it showed something new
}

// How far a sample goes: enough that what is permitted now and then is seen, and
// little enough that every ruleset of a corpus can be asked while one waits.
const (
	sampleGames     = 300
	samplePlies     = 2000 // of each game …
	shortPlies      = 250  // … of two in three, so that long games do not make it one of endings alone
	sampleDecisions = 8000
	sampleKept      = 120
	sampleEndings   = 200 // games that are played to see how they end, and no more
)

// sample plays games of an interpretation and watches them. decisions bounds how far
// it goes; keep is how many of the positions are kept.
func (in *Interpretation) sample(ctx context.Context, list []*Moves, facts []*fact, seed uint64, decisions, keep int) (*Sample, yamlpos.Errors) {
	g, index, errs := in.probed(list)
	if len(errs) > 0 {
		return nil, errs
	}
	s := &Sample{Game: g, Seed: seed, index: map[*Moves]int{}, seen: make([]seen, len(g.Program.Probes)), moves: map[int]int{}}
	for i, m := range list {
		s.index[m] = index[i]
	}
	s.watches(facts)
	w := s.watcher()
	w.in.History = engine.NewHistory()
	for n := 0; n < sampleGames && s.Decisions < decisions && ctx.Err() == nil; n++ {
		w.game(n, keep)
		s.Games++
	}
	return s, nil
}

// watches prepares a sample for facts that are found out at decisions.
func (s *Sample) watches(facts []*fact) {
	s.facts, s.shown, s.spots, s.tried, s.every, s.explained = facts, map[string]shown{}, map[string]Spot{}, map[string]int{}, 1, map[int]*engine.Explanation{}
	s.rests = map[int]resting{}
	for _, f := range facts {
		s.shown[f.name] = shown{}
	}
	s.story.turns = newTurns()
}

// keep keeps the present decision if it shows something new, and one of so many others,
// so that those kept are spread over all games.
func (s *Sample) keep(w *watcher, at Spot, most int) {
	news := s.news && len(s.kept) < 3*most
	s.news = false
	if !news && s.Decisions%s.every != 0 {
		return
	}
	s.kept, s.past = append(s.kept, w.st.Clone()), append(s.past, keptPast{w.men.clone(), at, s.Decisions, news})
	if news {
		return
	}
	if s.others++; s.others <= most {
		return
	}
	s.every, s.others = 2*s.every, 0
	kept, past := s.kept[:0], s.past[:0]
	for i, p := range s.past {
		if !p.news && (p.decision%s.every != 0) {
			continue
		}
		s.others += bit(!p.news)
		kept, past = append(kept, s.kept[i]), append(past, p)
	}
	s.kept, s.past = kept, past
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
	return &watcher{s: s, p: p, in: engine.NewInterpreter(p), other: engine.NewInterpreter(p), st: p.NewState()}
}

// tally is how many moves of an explanation a probe asks about: those permitted and
// those refused.
func (w *watcher) tally(e *engine.Explanation, probe int) (n [2]int) {
	count := func(m *engine.Move, to *int) {
		if w.ask(m); w.probes[probe] {
			*to++
		}
	}
	for i := range e.Moves {
		count(&e.Moves[i], &n[1])
	}
	for i := range e.Refused {
		count(&e.Refused[i].Move, &n[0])
	}
	return n
}

// watcher plays the games of a sample.
type watcher struct {
	s  *Sample
	p  *engine.Program
	in *engine.Interpreter
	st *engine.State

	probes []bool
	first  bool                // nobody has had a turn yet in this game
	men    *roster             // the men of this game
	runner []int16             // by player: where the man stands with which he goes on
	other  *engine.Interpreter // for asking what would be otherwise
}

// begin puts the men where they begin.
func (w *watcher) begin() {
	w.in.Start(w.st)
	w.men = newRoster(w.s.Game)
	w.runner = slices.Repeat([]int16{-1}, len(w.p.Players))
	w.first = true
}

// game plays one game, whose throws and moves follow from the seed and its number.
func (w *watcher) game(n, keep int) {
	r := engine.NewRandom(w.s.Seed, uint64(n))
	w.begin()
	w.s.story.begins()
	most := samplePlies
	if n%3 != 0 {
		most = shortPlies
	}
	for ply, throws := 0, 0; ply < most && throws < 4*most; {
		switch w.st.Status() {
		case engine.Over:
			w.s.story.ends(w.p, w.st)
			return
		case engine.AwaitsThrow:
			throws++
			w.s.story.throws(w)
			w.s.story.turns.throw(w, w.p.Draw(r, w.st.Device(w.p)))
			continue
		}
		e := w.in.Explain(w.st)
		m := e.Moves[w.pick(r, e.Moves, n)]
		at := Spot{Game: n, Ply: ply}
		w.look(e, at)
		w.shows(e, at)
		w.s.keep(w, at, keep)
		w.s.story.move(w, &m, e)
		ply++
	}
	w.s.story.cut++
}

// pick draws a move at random. In every other game a player mostly goes on with one man
// as far as it can: so one comes far while others have not begun, which at random hardly
// ever comes about, and rules on it would not be seen.
func (w *watcher) pick(r *engine.Random, moves []engine.Move, game int) int {
	k := w.in.Pick(r, moves)
	if game%2 == 0 {
		return k
	}
	q := w.st.Player()
	at := w.runner[q]
	alone := at < 0 || w.st.MenAt(w.p, q, int(at)) == 0
	var on []int
	for i := range moves {
		if from := moves[i].From; from >= 0 && from == at && !alone {
			on = append(on, i)
		}
	}
	if len(on) > 0 && r.Below(8) > 0 {
		k = on[r.Below(len(on))]
	}
	if m := &moves[k]; m.To >= 0 && int(m.To) < w.p.Places && (alone || m.From == at) {
		w.runner[q] = m.To
	}
	return k
}

// look notes what is permitted and what is refused at a decision.
func (w *watcher) look(e *engine.Explanation, at Spot) {
	w.s.Decisions++
	for i := range e.Moves {
		m := &e.Moves[i]
		rule := m.Rule(w.p)
		if rule != nil {
			w.s.moves[rule.Statement]++
		}
		w.ask(m)
		for k, yes := range w.probes {
			if !yes {
				continue
			}
			o := &w.s.seen[k]
			if o.permitted++; o.permitted == 1 {
				o.at[1], w.s.news = Spot{at.Game, at.Ply, *m, false}, true
			}
			if rule != nil {
				note(&o.allowing, rule.Statement)
			}
			for j := range e.Lifted {
				if l := &e.Lifted[j]; l.Move.Same(m) {
					for _, st := range l.Statements {
						note(&o.lifting, st)
					}
				}
			}
		}
	}
	for i := range e.Refused {
		w.ask(&e.Refused[i].Move)
		for k, yes := range w.probes {
			if !yes {
				continue
			}
			o := &w.s.seen[k]
			if o.refused++; o.refused == 1 {
				o.at[0], w.s.news = Spot{at.Game, at.Ply, e.Refused[i].Move, true}, true
			}
			for _, st := range e.Refused[i].Statements {
				note(&o.refusing, st)
			}
		}
	}
}

// shows notes what the decision shows of facts.
func (w *watcher) shows(e *engine.Explanation, at Spot) {
	if len(w.s.facts) == 0 {
		return
	}
	l := newLook(w.s, w.other, w.st, e, w.men)
	for _, f := range w.s.facts {
		f.at(l, func(c *chance, word string) {
			t := w.s.shown[f.name][word]
			if t == nil {
				t = &tally{at: Spot{at.Game, at.Ply, c.move, !c.permitted}}
				w.s.shown[f.name][word] = t
			}
			if t.n++; t.n <= 2 {
				w.s.news = true
			}
			for _, st := range c.by {
				note(&t.by, st)
			}
		})
	}
}

func (w *watcher) ask(m *engine.Move) {
	w.probes = w.in.Probe(w.st, m, w.probes[:0])
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
	return fmt.Sprintf("in %d games at random (seed %d), at %d decisions", s.Games, s.Seed, s.Decisions)
}
