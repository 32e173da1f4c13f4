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

	closely bool // somebody asks for what observe notes
	index   map[*Moves]int
	seen    []seen
	moves   map[int]int // how many moves each permission gave, by statement
	story   story
	kept    []*engine.State // decisions, for comparing interpretations

	sights map[sight]*sighted
}

// How far a sample goes: enough that what is permitted now and then is seen, and
// little enough that every ruleset of a corpus can be asked while one waits.
const (
	sampleGames     = 100
	samplePlies     = 2000 // of each game
	otherPlies      = 300  // … of an interpretation that is only compared with another
	sampleDecisions = 8000
	sampleKept      = 120
	drawnEach       = 5    // of so many decisions, one from which a position is drawn
	sampleOther     = 1000 // decisions of an interpretation that is only compared with another
	sampleEndings   = 200  // games that are played to see how they end, and no more
)

// bounds say how far a sample goes: games, decisions, and positions that are kept.
type bounds struct{ games, plies, decisions, kept, dull int }

// sample plays games of an interpretation and watches them, closely where somebody
// asks for more than what is permitted and refused.
func (in *Interpretation) sample(ctx context.Context, list []*Moves, closely bool, far bounds) (*Sample, yamlpos.Errors) {
	g, index, errs := in.probed(list)
	if len(errs) > 0 {
		return nil, errs
	}
	s := &Sample{
		Game: g, Seed: sampleSeed, closely: closely,
		index: map[*Moves]int{}, seen: make([]seen, len(g.Program.Probes)), moves: map[int]int{},
	}
	for i, m := range list {
		s.index[m] = index[i]
	}
	w := s.watcher()
	w.in.History = engine.NewHistory()
	s.sights = w.sights
	for n := 0; n < far.games && s.Decisions < far.decisions && ctx.Err() == nil; n++ {
		w.game(n, far)
		s.Games++
	}
	for n := 0; closely && n < far.dull && ctx.Err() == nil; n++ {
		w.dull(n)
	}
	return s, nil
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
	w := &watcher{
		s: s, p: p, in: engine.NewInterpreter(p), st: p.NewState(),
		trial: engine.NewInterpreter(p), before: p.NewState(), after: p.NewState(), next: p.NewState(),
		mem: newMemory(len(p.Players)), lie: lieOf(s), sights: map[sight]*sighted{}, usual: map[[4]int]bool{},
		sending: map[engine.Act]bool{}, removing: make([]bool, len(p.Parts)),
	}
	for _, act := range []engine.Act{engine.Place, engine.Enter, engine.Step, engine.Advance} {
		w.sending[act] = len(s.sends(act.String())) > 0
	}
	for i := range p.Allows {
		for part, yes := range p.Allows[i].Parts {
			w.removing[part] = w.removing[part] || yes && p.Allows[i].Act == engine.Remove
		}
	}
	return w
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
	first  bool // nobody has had a turn yet in this game

	// For what is more than permitted or refused; see observe.
	trial               *engine.Interpreter
	before, after, next *engine.State // the first is that of the move under way
	mem                 *memory
	lie                 *lie          // nil where nobody has said how places lie
	eager, builds       []engine.Move // moves that take men or close most rows; that make most rows ready
	double              bool          // the first close more than one row
	sights              map[sight]*sighted
	usual               map[[4]int]bool     // steps that were permitted: player, whether by a plain man, from, to
	sending             map[engine.Act]bool // acts that take men of opponents as soon as they are made
	removing            []bool              // parts with which men are taken by an act of its own
	rare                bool                // something was seen that had not been seen before, or once
}

// game plays one game, whose throws and moves follow from the seed and its number.
func (w *watcher) game(n int, far bounds) {
	r := engine.NewRandom(w.s.Seed, uint64(n))
	w.in.Start(w.st)
	w.s.story.begins()
	w.first = true
	w.mem = newMemory(len(w.p.Players))
	for ply, throws := 0, 0; ply < far.plies && throws < 4*far.plies; {
		switch w.st.Status() {
		case engine.Over:
			w.s.story.ends(w.p, w.st)
			return
		case engine.AwaitsThrow:
			throws++
			w.s.story.throws(w)
			w.in.Throw(w.st, w.p.Draw(r, w.st.Device(w.p)))
			continue
		}
		e := w.in.Explain(w.st)
		w.look(e, Spot{n, ply})
		if w.s.closely {
			w.observe(e)
			if w.s.Decisions%drawnEach == 0 {
				w.draw(engine.NewRandom(w.s.Seed, uint64(w.s.Decisions)), e)
			}
		}
		if len(w.s.kept) < far.kept && w.s.Decisions%7 == 0 {
			w.s.kept = append(w.s.kept, w.st.Clone())
		}
		m := w.choose(n, r, e)
		w.before.CopyFrom(w.st)
		w.s.story.move(w, &m, e)
		if w.s.closely {
			w.played(&m, w.before)
		}
		ply++
	}
	w.s.story.cut++
}

// choose chooses a move of game n: any, by chance. In every other game that is watched
// closely players mostly take men, close rows or make them ready, in half of these no
// single row where another can be made ready; so that more comes about.
func (w *watcher) choose(n int, r *engine.Random, e *engine.Explanation) engine.Move {
	m := e.Moves[w.in.Pick(r, e.Moves)]
	if n%2 == 0 || r.Below(4) == 0 {
		return m
	}
	if patient := n%4 == 3 && !w.double; len(w.builds) > 0 && (patient || len(w.eager) == 0) {
		return w.builds[r.Below(len(w.builds))]
	}
	if len(w.eager) > 0 {
		return w.eager[r.Below(len(w.eager))]
	}
	return m
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
				o.at[1] = at
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
				o.at[0] = at
			}
			for _, st := range e.Refused[i].Statements {
				note(&o.refusing, st)
			}
		}
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
	if s.closely {
		return fmt.Sprintf("in %d games at random (seed %d), in every other of which players mostly took men and closed "+
			"rows when they could, at %d decisions", s.Games, s.Seed, s.Decisions)
	}
	return fmt.Sprintf("in %d games at random (seed %d), at %d decisions", s.Games, s.Seed, s.Decisions)
}
