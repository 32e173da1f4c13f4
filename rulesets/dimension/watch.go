package dimension

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/compile"
	"github.com/lectio/lectio/rulesets/dimension/lie"
	"github.com/lectio/lectio/rulesets/dimension/offered"
	"github.com/lectio/lectio/rulesets/dimension/roster"
	"github.com/lectio/lectio/rulesets/dimension/trial"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/engine/position"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/play"
)

// sampleOf plays games of an interpretation and watches them for what dimensions ask.
func sampleOf(ctx context.Context, in *rulesets.Interpretation, dims []*Dimension, far bounds) (*Sample, diag.Errors) {
	list := askedOf(dims)
	g, errs := probed(in, list)
	if len(errs) > 0 {
		return nil, errs
	}
	s := newSample(g, dims, list)
	w := s.watcher()
	w.in.History = history.New()
	games := sampleGames
	switch {
	case len(s.looking) > 0:
		games = lookingGames
	case len(list) == 0 && !slices.ContainsFunc(dims, (*Dimension).ofGames):
		games = 0 // the tables answer it
	}
	for n := 0; n < games && s.Decisions < far.decisions && ctx.Err() == nil; n++ {
		w.game(n, far)
		s.Games++
	}
	if far.decisions > 0 {
		if s.told {
			s.story.meetsUnmet(w)
		}
		s.Draw()
	}
	for n := 0; s.closely && n < far.dull && ctx.Err() == nil; n++ {
		w.dull(n)
	}
	return s, nil
}

// newSample is a sample of a compiled interpretation that has seen nothing yet.
func newSample(g *rulesets.Game, dims []*Dimension, list []*Moves) *Sample {
	n := len(g.Program.Probes)
	s := &Sample{
		asking: &sync.Mutex{},
		Bench:  trial.NewBench(g, SampleSeed), dims: dims, looking: saidOfMoves(dims), closely: slices.ContainsFunc(dims, (*Dimension).closely),
		told:  slices.ContainsFunc(dims, (*Dimension).told),
		index: map[*Moves]int{}, asks: make([]*Moves, n), moves: map[int]int{}, refusals: map[int]int{},
		explained: map[int]*engine.Explanation{}, rests: map[int]resting{}, every: 1,
		seenOf: happened{}, found: map[string]finding{}, asked: map[string]int{},
	}
	for i, m := range list {
		k := g.Probes[i]
		s.index[m] = k
		if k >= 0 {
			s.asks[k] = m
		}
	}
	s.story = newStory(s)
	s.Finished = s.story.finished
	s.GatherOpening()
	return s
}

// keepDecision keeps the present decision if it shows something new, and one of so many
// others, so that those kept are spread over all games.
func (s *Sample) keepDecision(w *watcher, at trial.Spot, most int) {
	news := s.news && len(s.Kept) < 3*most
	s.news = false
	if !news && s.Decisions%s.every != 0 {
		return
	}
	s.Kept, s.past = append(s.Kept, w.st.Clone()), append(s.past, keptPast{w.men.Clone(), at, s.Decisions, news})
	if news {
		return
	}
	if s.others++; s.others <= most {
		return
	}
	s.every, s.others = 2*s.every, 0
	kept, past := s.Kept[:0], s.past[:0]
	for i, p := range s.past {
		if !p.news && (p.decision%s.every != 0) {
			continue
		}
		s.others += bit(!p.news)
		kept, past = append(kept, s.Kept[i]), append(past, p)
	}
	s.Kept, s.past = kept, past
}

// endings plays more games, in generated code where that is quicker, to see how they
// end.
func (s *Sample) endings(ctx context.Context, plies int) {
	p := s.Game.Program
	if s.Games == 0 || !s.told {
		return
	}
	// It is for this alone, so that it is asked once.
	if err := play.Of(s.Game).Play(ctx, play.Series{Seed: s.Seed, First: sampleGames, Count: sampleEndings, Cap: plies}, func(g *play.Played) {
		if !g.OverCap {
			s.story.ends(p, g.State)
		}
	}); err != nil {
		return // what has been seen till then is kept
	}
}

func (s *Sample) watcher() *watcher {
	p := s.Game.Program
	w := &watcher{
		s: s, p: p, in: engine.NewInterpreter(p), st: p.NewState(), men: roster.New(s.Game),
		other: engine.NewInterpreter(p), before: p.NewState(), after: p.NewState(), next: p.NewState(),
		mem: newMemory(len(p.Players)), lie: lie.Of(s.Game), usual: map[[4]int]bool{},
		sending: map[engine.Act]bool{}, removing: make([]bool, len(p.Parts)), gather: trial.NewGatherer(&s.Bench),
	}
	for _, act := range []engine.Act{engine.Place, engine.Enter, engine.Step, engine.Advance} {
		w.sending[act] = len(s.Sends(act)) > 0
	}
	w.lifting = len(s.Changing(engine.OnPlayed|engine.OnTurnEnd, trial.OfKind(engine.Send))) > 0
	for i := range p.Allows {
		for part, yes := range p.Allows[i].Parts {
			w.removing[part] = w.removing[part] || yes && p.Allows[i].Act == engine.Remove
		}
	}
	return w
}

// begin puts the men where they begin.
func (w *watcher) begin(n int) {
	w.in.Start(w.st)
	w.s.story.begins()
	w.first = true
	w.gather.Begin(n)
	w.pos = position.Read(w.p, w.st)
	w.men = roster.New(w.s.Game)
	w.mem = newMemory(len(w.p.Players))
	w.runner = slices.Repeat([]int16{-1}, len(w.p.Players))
}

// game plays one game, whose throws and moves follow from the seed and its number.
func (w *watcher) game(n int, far bounds) {
	r := random.New(w.s.Seed, uint64(n))
	w.begin(n)
	most := far.plies
	if len(w.s.looking) > 0 && n%3 != 0 {
		most = min(most, shortPlies)
	}
	var record []Step
	defer func() { w.s.record = append(w.s.record, record) }()
	ply, throws := 0, 0
	goesOn := func(plies int) bool {
		ply = plies
		return ply < most && throws < 4*most
	}
	plies, _ := play.Run(w.st, most, play.Hands{
		Look: goesOn,
		Throw: func() bool {
			throws++
			w.gather.Throw(w.st, trial.Spot{Game: n, Ply: ply})
			t := w.cast(r, n)
			record = append(record, Step{Throw: t})
			if w.s.told {
				w.s.story.throw(w, t)
			} else {
				w.in.Throw(w.st, t)
			}
			return true
		},
		Move: func() bool {
			at := trial.Spot{Game: n, Ply: ply}
			e := w.in.Explain(w.st)
			if w.s.closely {
				w.observe(e)
				if w.s.Decisions%drawnEach == 0 {
					w.draw(random.New(w.s.Seed, uint64(w.s.Decisions)), e)
				}
			}
			w.shows(e, at)
			e = w.offered(e)
			known := w.s.Decisions
			w.look(e, at)
			w.gather.Decision(w.st, e, at)
			if w.s.Decisions > known {
				w.s.keepDecision(w, at, far.kept)
			}
			m := w.pick(r, n, e.Moves)
			record = append(record, Step{Throw: -1, Move: m})
			w.before.CopyFrom(w.st)
			w.move(&m, e)
			if w.s.closely {
				w.played(&m, w.before)
			}
			return true
		},
	})
	if goesOn(plies) { // it was the game that ended
		w.s.story.ends(w.p, w.st)
	}
}

// move plays a move, and tells of it as far as anybody listens.
func (w *watcher) move(m *engine.Move, e *engine.Explanation) {
	w.s.story.meets(w, e)
	switch q := w.st.Player(); {
	case w.s.told:
		w.s.story.move(w, m, e)
	case len(w.s.looking) > 0:
		w.in.Play(w.st, *m)
		w.men.Moved(q, m, position.Read(w.p, w.st))
	default:
		w.in.Play(w.st, *m)
	}
}

// steered is how the moves of a game are chosen. Every other game is played by chance
// alone; in the others things are brought about that chance seldom brings.
type steered int

const (
	byChance steered = iota
	toMen            // Men are led to where men stand, by throws and moves.
	toRows           // Men are taken, rows closed or made ready.
	byOneMan         // A player goes on with one man as far as it can.
)

// steered says how game n is: so that comes about what somebody asks for.
func (s *Sample) steered(n int) steered {
	switch {
	case n%2 == 0:
		return byChance
	case s.closely && (len(s.looking) == 0 || n%4 == 1):
		return toRows
	case len(s.looking) > 0:
		return byOneMan
	}
	return toMen
}

// pick chooses a move of game n.
func (w *watcher) pick(r *random.Source, n int, moves []engine.Move) engine.Move {
	m := moves[w.in.Pick(r, moves)]
	var better []engine.Move
	switch w.s.steered(n) {
	case toRows:
		if r.Below(4) == 0 {
			return m
		}
		better = w.eager
		if patient := n%4 == 3 && !w.double; len(w.builds) > 0 && (patient || len(w.eager) == 0) {
			better = w.builds
		}
	case byOneMan:
		return w.runOn(r, m, moves)
	case toMen:
		if r.Below(2) == 0 {
			return m
		}
		for i := range moves {
			if w.menMet(&moves[i]) > 0 {
				better = append(better, moves[i])
			}
		}
	}
	if len(better) == 0 {
		return m
	}
	return better[r.Below(len(better))]
}

// runOn lets a player mostly go on with one man as far as it can: so one comes far while
// others have not begun, and rules on it are seen.
func (w *watcher) runOn(r *random.Source, m engine.Move, moves []engine.Move) engine.Move {
	q := w.st.Player()
	at := w.runner[q]
	alone := at < 0 || w.st.MenAt(w.p, q, int(at)) == 0
	var on []engine.Move
	for i := range moves {
		if from := moves[i].From; from >= 0 && from == at && !alone {
			on = append(on, moves[i])
		}
	}
	if len(on) > 0 && r.Below(8) > 0 {
		m = on[r.Below(len(on))]
	}
	if m.To >= 0 && int(m.To) < w.p.Places && (alone || m.From == at) {
		w.runner[q] = m.To
	}
	return m
}

// fewThrows is how many throws one is chosen from.
const fewThrows = 4

// cast draws a throw for game n. Where men are led to men it is, of a few that fall all
// alike often, that after which most could be met.
func (w *watcher) cast(r *random.Source, n int) int {
	d := w.st.Device(w.p)
	if w.s.steered(n) != toMen || w.s.Lots(d) {
		return w.p.Draw(r, d)
	}
	now := w.st
	defer func() { w.st = now }()
	best, most := -1, -1
	for range fewThrows {
		t := w.p.Devices[d].First + r.Below(w.p.Devices[d].Count)
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

// interest is greater the more men stand where a move leads, and the less is known of
// what becomes of them.
func (w *watcher) interest(m *engine.Move) int {
	n := min(3, w.menMet(m))
	if f, ok := w.s.story.kind(w, m); ok && w.s.tried(f) < atTimes {
		n += 4
	}
	return n
}

// menMet counts the men where a move leads.
func (w *watcher) menMet(m *engine.Move) int {
	if m.To < 0 || int(m.To) >= w.p.Places {
		return 0
	}
	_, _, n := trial.MenOn(w.p, w.st, w.st.Player(), int(m.To))
	return n
}

// offered adds to what is refused at a decision what the track offers and no permission
// gives.
func (w *watcher) offered(e *engine.Explanation) *engine.Explanation {
	more := offered.Unallowed(w.p, w.st, e)
	if len(more) == 0 {
		return e
	}
	out := *e
	out.Refused = append(slices.Clip(e.Refused), more...)
	return &out
}

// look notes what is permitted and what is refused at a decision.
func (w *watcher) look(e *engine.Explanation, at trial.Spot) {
	if len(e.Moves) > 1 || e.Moves[0].Act != engine.Pass || len(e.Refused) > 0 {
		w.s.Decisions++ // else there was nothing to look at
	}
	for i := range e.Moves {
		if rule := e.Moves[i].Rule(w.p); rule != nil {
			w.s.moves[rule.Statement]++
		}
		if m := &e.Moves[i]; m.Act == engine.Advance {
			w.s.Ways[[3]int{w.st.Player(), int(m.From), int(m.To)}] = true
		}
	}
	for i := range e.Refused {
		for _, st := range e.Refused[i].Statements {
			w.s.refusals[st]++
		}
	}
	w.each(e, func(probe int, m *engine.Move, refused *engine.Refusal) {
		note := func(what string, by []int) {
			t := w.s.seenOf.tally(w.s.asks[probe].name, wordsOf(what))
			if t.add(by); t.at == nil {
				t.at, w.s.news = &trial.Spot{Game: at.Game, Ply: at.Ply, Move: *m, Refused: refused != nil}, true
			}
		}
		if refused != nil {
			note("refused", refused.Statements)
			return
		}
		note("permitted", w.ruleOf(m))
		for j := range e.Lifted {
			if l := &e.Lifted[j]; l.Move.Same(m) {
				note("lifted", l.Statements)
			}
		}
	})
}

// shows notes what the decision shows of facts.
func (w *watcher) shows(e *engine.Explanation, at trial.Spot) {
	if len(w.s.looking) == 0 {
		return
	}
	l := newLook(w.s, w.other, w.st, e, w.men)
	for _, ev := range w.s.looking {
		ev.at(l, func(c *chance, list ...string) {
			t := w.s.seenOf.tally(ev.name, wordsOf(list...))
			if t.at == nil {
				t.at = &trial.Spot{Game: at.Game, Ply: at.Ply, Move: c.move, Refused: !c.permitted}
			}
			if t.add(c.by); t.n <= 2 {
				w.s.news = true
			}
		})
	}
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

// probed compiles an interpretation together with what is asked about its moves.
func probed(in *rulesets.Interpretation, list []*Moves) (*rulesets.Game, diag.Errors) {
	asked := make([]compile.AskedMoves, len(list))
	for i, m := range list {
		asked[i] = compile.AskedMoves{Acts: m.acts, When: m.when}
	}
	return in.CompileAsking(asked)
}

// Looked says how far the sample went.
func (s *Sample) Looked() string {
	how := map[steered]string{
		toMen:    "half of them steered so that men meet",
		toRows:   "in half of which players mostly took men and closed rows when they could",
		byOneMan: "in half of which players mostly went on with one man",
	}
	text := how[s.steered(1)]
	if s.steered(3) != s.steered(1) {
		text = "half of them steered"
	}
	return fmt.Sprintf("in %d games at random, %s (seed %d), at %d decisions", s.Games, text, s.Seed, s.Decisions)
}
