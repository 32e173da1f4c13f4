package verify

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/verify/playout"
)

// EdgeCase is a position at an edge of the rules, found by its properties: what
// the rules allow in it, which statements decided, and which readings would
// change it.
type EdgeCase struct {
	Check   string // that asked for it
	Ruleset string
	Kind    string // what kind of edge it is: "opening", "forced pass", …
	Title   string // in a few words, for a heading

	// Position is the position before the throw, where there is one, and Throw
	// is what is then thrown; both can be given to lectio moves. State is the
	// decision itself, the throw made, of the default interpretation Game.
	Position rulesets.StateJSON
	Throw    string
	Game     *rulesets.Game
	State    *engine.State
	Player   string   // to move
	Parts    []string // still to be played, in order
	Order    string   // "fixed" or "any"

	Legal   []string
	Refused []EdgeRefusal
	// Move is the move that the case is about, and Outcome what comes of it;
	// empty where the case is about the whole decision.
	Move, Outcome string

	Deciding []string // statements without which the case would be another, in declared order
	Clauses  []string // behind them
	Question string   // of a deciding statement that a reading contributes

	Results  int // distinct positions that the rest of the throw can lead to
	Complete bool
	Played   int      // most parts that can be played
	Line     []string // one way of playing them

	// Changes are the readings that would change the case, each alone against
	// the default; Asked is how many readings were asked, Refusing how many of
	// them have no such position.
	Changes         []EdgeChange
	Asked, Refusing int
	// ByHistory is set where the case rests on positions that stood before: it
	// cannot be typed in, and readings were not asked.
	ByHistory bool

	// Steps lead to the position from the start; Number is the game's under the
	// seed, and Steered the statement towards which the players steered it, if
	// they did.
	Steps   []playout.Step
	Number  int
	Steered string
}

// EdgeRefusal is a move that is not allowed, and the statements against it.
type EdgeRefusal struct {
	Move       string
	Statements []string
}

// EdgeChange is a reading under which an edge case is another.
type EdgeChange struct {
	Question, Reading string
	How               string // what differs, in words
}

// Record returns the line of play that leads to the case.
func (c *EdgeCase) Record() *playout.Line { return playout.Record(c.Game, c.Number, c.Steps) }

// Source says where the position comes from.
func (c *EdgeCase) Source() string {
	plies := 0
	for _, s := range c.Steps {
		if s.Throw < 0 {
			plies++
		}
	}
	if plies == 0 {
		return "the start"
	}
	if c.Steered != "" {
		return fmt.Sprintf("game %d steered towards %s, after %d moves", c.Number, c.Steered, plies)
	}
	return fmt.Sprintf("game %d, after %d moves", c.Number, plies)
}

// edgeKey names one thing to be shown: the kind, and what of it.
type edgeKey struct {
	kind, what, detail string
	n                  int
}

// edgeAt is a candidate for a case.
type edgeAt struct {
	before, state *engine.State // as Position and State of EdgeCase
	throw         int           // made between the two; -1 for none
	move          engine.Move
	moved         bool  // it is about the move
	fired         []int // statements that took effect on it
	history       bool  // … only because of what stood before
	number        int
	steered       string
	steps         []playout.Step
	rank          int // of two candidates the one with the lesser rank is kept
}

// edgeSample is what the games of one target have shown of edges.
type edgeSample struct {
	positions int // decisions looked at
	games     int
	steered   int // games in which the players steered
	complete  bool
	found     map[edgeKey]*edgeAt
	keys      []edgeKey // in the order in which they were first seen
	turns     []*edgeAt // positions in which a throw is due, of all ages of the game
	fired     []int     // by statement: how often it took effect
	loose     []bool    // by statement: it keeps men from places where none of their own stand
}

// edgeStore holds what the edge checks of one target share.
type edgeStore struct {
	once   sync.Once
	sample *edgeSample
	ask    sync.Once
	others []edgeOther
}

// edgeOther is an alternative, compiled once for all cases.
type edgeOther struct {
	rulesets.Alternative
	game *rulesets.Game
}

func (t *Target) alternatives() []edgeOther {
	t.edges.ask.Do(func() {
		for _, a := range t.Definition.Alternatives() {
			if g, errs := t.Definition.Game(a.Choice); len(errs) == 0 && playout.Comparable(t.Game, g) {
				t.edges.others = append(t.edges.others, edgeOther{a, g})
			}
		}
	})
	return t.edges.others
}

// edgeSampled plays the games that all edge checks look at, once.
func (t *Target) edgeSampled(ctx context.Context, o Options) *edgeSample {
	t.edges.once.Do(func() {
		w := newEdgeWalk(t.Game, o)
		w.random(ctx)
		w.steerAll(ctx)
		w.nearlyBlocked(ctx)
		w.es.complete = ctx.Err() == nil
		t.edges.sample = w.es
	})
	return t.edges.sample
}

// edgeWalk plays the sample.
type edgeWalk struct {
	g         *rulesets.Game
	p         *engine.Program
	o         Options
	es        *edgeSample
	in, probe *engine.Interpreter
	r         *engine.Random
	s, before *engine.State
	after     *engine.State
	throw     int  // made just before the decision, or -1
	fresh     bool // nothing has been played since before
	plies     int
	number    int
	steered   string
	steps     []playout.Step
	led       int // how many of the steps lead to before
	buf       []engine.Move
	ahead     *engine.State // scratch of steering
	moves     []engine.Move
	other     []engine.Move
	kind      []ruleKind // by statement
	takes     []bool     // by statement: it takes men
	puts      []bool     // … it puts up parts
	turnsBy   map[[2]int]int
}

// ruleKind says what a statement does when it takes effect.
type ruleKind uint8

const (
	ruleOther ruleKind = iota
	ruleOutcome
	ruleChange
	ruleBlocked
)

func newEdgeWalk(g *rulesets.Game, o Options) *edgeWalk {
	p := g.Program
	w := &edgeWalk{g: g, p: p, o: o, in: engine.NewInterpreter(p), probe: engine.NewInterpreter(p), r: engine.NewRandom(0, 0),
		s: p.NewState(), before: p.NewState(), after: p.NewState(), ahead: p.NewState(), kind: make([]ruleKind, len(g.Statements)), takes: make([]bool, len(g.Statements)), puts: make([]bool, len(g.Statements)), turnsBy: map[[2]int]int{},
		es: &edgeSample{found: map[edgeKey]*edgeAt{}, fired: make([]int, len(g.Statements)), loose: make([]bool, len(g.Statements))}}
	w.in.History = engine.NewHistory()
	w.in.Applied, w.probe.Applied = make([]int, len(g.Statements)), make([]int, len(g.Statements))
	for i := range p.Changes {
		w.kind[p.Changes[i].Statement] = ruleChange
		for _, e := range p.Changes[i].Effects {
			w.takes[p.Changes[i].Statement] = w.takes[p.Changes[i].Statement] || e.Kind == engine.Send
			w.puts[p.Changes[i].Statement] = w.puts[p.Changes[i].Statement] || e.Kind == engine.AddParts
		}
	}
	for i := range p.Blocked {
		w.kind[p.Blocked[i].Statement] = ruleBlocked
	}
	for i := range p.Scores {
		w.kind[p.Scores[i].Statement] = ruleOutcome
	}
	for i := range p.Ends {
		w.kind[p.Ends[i].Statement] = ruleOutcome
	}
	return w
}

// random plays seeded games until as many positions have been looked at as the
// budget gives.
func (w *edgeWalk) random(ctx context.Context) {
	budget := max(200, w.o.Positions*2/5)
	for n := 0; n < w.o.Games && w.es.positions < budget && ctx.Err() == nil; n++ {
		w.r.Reset(w.o.Seed, uint64(n))
		w.number, w.steered = n, ""
		w.es.games++
		// One game that goes on and on is not the sample.
		w.game(ctx, min(w.o.Cap, max(500, budget/5)), func() int { return w.p.Draw(w.r, w.s.Device(w.p)) }, func() int { return w.r.Below(len(w.buf)) })
	}
}

// game plays one game, looking at every position.
func (w *edgeWalk) game(ctx context.Context, plies int, draw, choose func() int) {
	w.steps, w.led, w.plies, w.fresh, w.throw = nil, 0, 0, false, -1
	w.in.Start(w.s)
	for w.s.Status() != engine.Over && w.plies < plies && ctx.Err() == nil {
		if w.s.Status() == engine.AwaitsThrow {
			w.turn()
			w.throw = draw()
			clear(w.in.Applied)
			w.in.Throw(w.s, w.throw)
			w.note(w.in.Applied)
			w.outcome(w.in.Applied, nil, false, "the throw")
			w.steps = append(w.steps, playout.Step{Throw: w.throw})
			w.fresh = true
			continue
		}
		if !w.fresh {
			w.here()
		}
		w.buf = w.in.Moves(w.s, w.buf[:0])
		w.decision()
		k := 0
		if len(w.buf) > 1 {
			k = choose()
		}
		m := w.buf[k]
		clear(w.in.Applied)
		w.after.CopyFrom(w.s)
		w.in.Play(w.s, m)
		w.note(w.in.Applied)
		w.s, w.after = w.after, w.s // the move is noted where it was made
		w.outcome(w.in.Applied, &m, true, w.by(m))
		w.s, w.after = w.after, w.s
		w.steps = append(w.steps, playout.Step{Throw: -1, Move: m})
		w.plies++
		w.fresh = false
	}
}

// here makes the present position the one that a case begins with.
func (w *edgeWalk) here() {
	w.before.CopyFrom(w.s)
	w.throw, w.led = -1, len(w.steps)
}

// note counts what took effect in play.
func (w *edgeWalk) note(applied []int) {
	for st, n := range applied {
		w.es.fired[st] += n
	}
}

// by names what a move plays: its part, or the act of a stop or pass.
func (w *edgeWalk) by(m engine.Move) string {
	if part := w.g.PartText(m); part != "" {
		return part
	}
	return m.Act.String()
}

// offer keeps a candidate if there is none yet for its key, or a less simple one.
func (w *edgeWalk) offer(key edgeKey, rank int, m *engine.Move, fired []int, history bool) {
	old := w.es.found[key]
	if old != nil && old.rank <= rank {
		return
	}
	if old == nil {
		w.es.keys = append(w.es.keys, key)
	}
	w.es.found[key] = w.at(rank, m, fired, history)
}

func (w *edgeWalk) at(rank int, m *engine.Move, fired []int, history bool) *edgeAt {
	e := &edgeAt{before: w.before.Clone(), state: w.s.Clone(), throw: w.throw, fired: fired, history: history, number: w.number, steered: w.steered,
		steps: w.steps[:w.led:w.led], rank: rank}
	if m != nil {
		e.move, e.moved = *m, true
	}
	return e
}

// simplicity ranks a position: fewest men on the board first, then earliest.
func (w *edgeWalk) simplicity() int {
	n := 0
	for q := range w.p.Players {
		n += w.p.Men(q)
		for st := range w.p.Stores {
			n -= w.s.InStore(w.p, q, st)
		}
	}
	return n*10000 + min(w.plies, 9999)
}

// gone counts the men of a player that no rule brings back.
func gone(p *engine.Program, s *engine.State, q int) int {
	n := 0
	for _, name := range []string{engine.OffStore, engine.OutStore} {
		if st := p.StoreIndex(name); st >= 0 {
			n += s.InStore(p, q, st)
		}
	}
	return n
}

// turn looks at a position in which a throw is due, and keeps some of every age
// of the game: the first few with each number of men in play.
func (w *edgeWalk) turn() {
	w.here()
	w.fresh = false
	w.keepTurn()
	w.telling()
}

func (w *edgeWalk) keepTurn() {
	key := [2]int{w.s.Stage(), w.p.Men(w.s.Player()) - gone(w.p, w.s, w.s.Player())}
	w.turnsBy[key]++
	const each = 24
	// Positions of one game are alike, so only every third is taken.
	if n := w.turnsBy[key]; n%3 == 1 && n/3 < each {
		w.es.turns = append(w.es.turns, w.at(w.simplicity(), nil, nil, false))
	}
}

// telling offers the position for what it tells by its men alone.
func (w *edgeWalk) telling() {
	p, s, q := w.p, w.s, w.s.Player()
	stage := p.Stages[s.Stage()].ID
	inPlay := p.Men(q) - gone(p, s, q)
	places, most := 0, 0
	for f := 0; f < p.Places; f++ {
		n := s.MenAt(p, q, f)
		if n > 0 {
			places++
		}
		most = max(most, n)
	}
	if w.plies == 0 {
		w.offer(edgeKey{kind: kindOpening, what: stage}, 0, nil, nil, false)
	}
	if w.plies >= 20 {
		w.offer(edgeKey{kind: kindCrowded, what: stage}, -places, nil, nil, false)
	}
	if lost := gone(p, s, q); lost > 0 && inPlay >= 2 && inPlay <= max(3, p.Men(q)/3) {
		w.offer(edgeKey{kind: kindNearlyOff, what: stage}, -w.apart(q), nil, nil, false)
	}
	if inPlay == 1 || places == 1 && most == 1 && inPlay > 1 {
		what := "on the board"
		for st, name := range p.Stores {
			if name != engine.OffStore && name != engine.OutStore && s.InStore(p, q, st) == 1 && inPlay == 1 {
				what = "in " + name
			}
		}
		if inPlay > 1 {
			what = "on the board, others waiting"
		}
		w.offer(edgeKey{kind: kindLastMan, what: stage, detail: what}, w.simplicity(), nil, nil, false)
	}
	if w.plies >= 20 {
		w.offer(edgeKey{kind: kindFewest, what: stage}, inPlay*10000+min(w.plies, 9999), nil, nil, false)
	}
	if most > 1 && w.plies >= 4 {
		w.offer(edgeKey{kind: kindFullest, what: stage}, -most*10000+min(w.plies, 9999), nil, nil, false)
	}
	for st, name := range p.Stores {
		if n := s.InStore(p, q, st); n > 0 && w.entersFrom(st) && w.plies >= 2 {
			w.offer(edgeKey{kind: kindWaiting, what: stage, detail: name}, -n*10000+min(w.plies, 9999), nil, nil, false)
		}
	}
}

// nearlyBlocked finds, of the positions kept in which a throw is due, for each
// stage the one in which most throws cannot be played at all.
func (w *edgeWalk) nearlyBlocked(ctx context.Context) {
	most := map[int]int{}
	for _, e := range w.es.turns {
		if ctx.Err() != nil {
			return
		}
		if e.before.Status() != engine.AwaitsThrow {
			continue
		}
		d := w.p.Devices[w.p.Stages[e.before.Stage()].Device]
		n := 0
		for t := d.First; t < d.First+d.Count; t++ {
			w.s.CopyFrom(e.before)
			w.probe.Throw(w.s, t)
			if w.buf = w.probe.Moves(w.s, w.buf[:0]); len(w.buf) == 1 && w.buf[0].Act == engine.Pass {
				n += w.p.Throws[t].Ways
			}
		}
		if n > most[e.before.Stage()] {
			most[e.before.Stage()] = n
			key := edgeKey{kind: kindBlocked, what: w.p.Stages[e.before.Stage()].ID}
			if w.es.found[key] == nil {
				w.es.keys = append(w.es.keys, key)
			}
			w.es.found[key] = e
		}
	}
}

// apart counts the places on which the men of a player stand.
func (w *edgeWalk) apart(q int) (n int) {
	for f := 0; f < w.p.Places; f++ {
		if w.s.MenAt(w.p, q, f) > 0 {
			n++
		}
	}
	return n
}

// entersFrom reports whether men come onto the board from the store again, after having been there.
func (w *edgeWalk) entersFrom(st int) bool {
	for i := range w.p.Allows {
		a := &w.p.Allows[i]
		if a.Act == engine.Enter {
			for _, x := range a.Stores {
				if x == st {
					return true
				}
			}
		}
	}
	return false
}

// The kinds of edge case.
const (
	kindOpening   = "opening"
	kindCrowded   = "crowded middle"
	kindNearlyOff = "nearly borne off"
	kindBlocked   = "nearly blocked"
	kindWaiting   = "men waiting to enter"
	kindFewest    = "fewest men"
	kindFullest   = "fullest place"
	kindPart      = "throw played in part"
	kindOutcome   = "score or end"
	kindLastMan   = "last man"
	kindPass      = "forced pass"
	kindForbidden = "prohibition"
	kindLifted    = "exception"
	kindRequired  = "obligation"
	kindSetOff    = "what a move sets off"
	kindStage     = "stage begins"
)

// decision looks at a position in which the player to move chooses.
func (w *edgeWalk) decision() {
	w.es.positions++
	p, s := w.p, w.s
	rank := w.simplicity()
	stage := p.Stages[s.Stage()].ID
	if p.Stages[s.Stage()].Device < 0 && s.Played() == 0 {
		w.keepTurn()
		w.telling()
		w.offer(edgeKey{kind: kindBlocked, what: stage}, len(w.buf)*10000+min(w.plies, 9999), nil, nil, false)
	}
	if s.Played() == 0 {
		w.offer(edgeKey{kind: kindStage, what: stage}, w.plies, nil, nil, false)
	}
	if w.buf[0].Act == engine.Pass {
		w.pass(stage, rank)
		return
	}
	for i := range w.buf {
		m := w.buf[i]
		w.after.CopyFrom(s)
		clear(w.probe.Applied)
		w.probe.Play(w.after, m)
		w.outcome(w.probe.Applied, &m, false, w.by(m))
		w.setOff(&m, rank)
		if end, over := w.after.End(); over && end < 0 {
			w.offer(edgeKey{kind: kindPass, what: "", detail: "nothing is provided for"}, rank, &m, nil, false)
		}
	}
	w.refusals(rank)
}

// pass looks at a decision in which nothing can be played.
func (w *edgeWalk) pass(stage string, rank int) {
	w.after.CopyFrom(w.s)
	clear(w.probe.Applied)
	w.probe.Play(w.after, w.buf[0])
	rule := ""
	var fired []int
	for st, n := range w.probe.Applied {
		if n > 0 && w.kind[st] == ruleBlocked && rule == "" {
			rule, fired = w.g.Statements[st].ID, append(fired, st)
		}
	}
	detail := "the rest of a throw"
	switch {
	case w.throw >= 0:
		detail = w.p.Throws[w.throw].Name
	case w.p.Stages[w.s.Stage()].Device < 0 && w.s.Played() == 0:
		detail = "the whole turn"
	case w.p.Stages[w.s.Stage()].Device < 0:
		detail = "the rest of a turn"
	default:
		if a := w.in.AgendaFor(w.s, w.s.Player(), w.s.LastThrow()); a != nil {
			detail = "the rest of " + w.g.Statements[a.Statement].ID
		}
	}
	if end, over := w.after.End(); over && end < 0 {
		w.offer(edgeKey{kind: kindPass, detail: "nothing is provided for"}, rank, &w.buf[0], nil, false)
		return
	}
	w.offer(edgeKey{kind: kindPass, what: rule, detail: stage + ", " + detail}, rank, &w.buf[0], fired, false)
	w.outcome(w.probe.Applied, &w.buf[0], false, "pass")
}

// outcome offers a move (nil: a throw) on which something is scored or the game
// ends. played tells that it was played in the game, where what stood before
// counts.
func (w *edgeWalk) outcome(applied []int, m *engine.Move, played bool, by string) {
	var fired []int
	var ids []string
	for st, n := range applied {
		if n > 0 && w.kind[st] == ruleOutcome {
			fired = append(fired, st)
			ids = append(ids, w.g.Statements[st].ID)
		}
	}
	if len(fired) == 0 {
		return
	}
	key := edgeKey{kind: kindOutcome, what: strings.Join(ids, " "), detail: by}
	if played && w.es.found[key] != nil {
		return // the look at every move has found it without what stood before
	}
	w.offer(key, w.simplicity(), m, fired, played)
}

// setOff offers a move that a change answers, by what the change came to.
func (w *edgeWalk) setOff(m *engine.Move, rank int) {
	q := w.s.Player()
	var fired []int
	for st, n := range w.probe.Applied {
		if n > 0 && w.kind[st] == ruleChange {
			fired = append(fired, st)
		}
	}
	if len(fired) == 0 {
		return
	}
	taken := 0
	for r := range w.p.Players {
		if r == q {
			continue
		}
		for f := 0; f < w.p.Places; f++ {
			taken += max(0, w.s.MenAt(w.p, r, f)-w.after.MenAt(w.p, r, f))
		}
	}
	for _, st := range fired {
		detail, extent := m.Act.String(), 0
		if w.takes[st] {
			extent = min(taken, 3)
		}
		if w.puts[st] {
			if n := w.lines(w.after, q) - w.lines(w.s, q); n > 1 {
				detail += fmt.Sprintf(", %d lines at once", n)
			}
		}
		if w.puts[st] && (w.after.Status() != engine.Decision || w.after.Player() != q) {
			detail += ", and what it puts up cannot be played"
		}
		// That a man is marked or counted with every move is no edge; what takes
		// men and what puts up parts is one for every extent.
		w.offer(edgeKey{kind: kindSetOff, what: w.g.Statements[st].ID, detail: detail, n: extent}, rank, m, fired, false)
	}
}

// lines counts the lines of the board on which player q has a man everywhere.
func (w *edgeWalk) lines(s *engine.State, q int) (n int) {
	if len(w.p.Lines) == 0 {
		return 0
	}
	var held engine.Set
	for f := 0; f < w.p.Places; f++ {
		if s.MenAt(w.p, q, f) > 0 {
			held = held.With(f)
		}
	}
	for _, l := range w.p.Lines[q] {
		if l.In(held) {
			n++
		}
	}
	return n
}

// refusals offers the decision for every statement that alone refuses a move in
// it, or lifts a refusal.
func (w *edgeWalk) refusals(rank int) {
	if w.es.positions%4 != 0 && w.steered == "" {
		return // explaining costs more than playing; a quarter of the positions shows as much
	}
	e := w.in.Explain(w.s)
	for _, r := range e.Refused {
		if len(r.Statements) != 1 {
			continue
		}
		w.offer(edgeKey{kind: kindForbidden, what: w.g.Statements[r.Statements[0]].ID, detail: r.Move.Act.String()}, rank, nil, r.Statements, false)
		if m := r.Move; m.To >= 0 && int(m.To) < w.p.Places && m.Act != engine.Remove {
			n := w.s.MenAt(w.p, w.s.Player(), int(m.To))
			if n == 0 {
				w.es.loose[r.Statements[0]] = true
			} else {
				w.offer(edgeKey{kind: kindFullest, what: w.g.Statements[r.Statements[0]].ID, detail: "own men"}, -n*1000000+rank, nil, r.Statements, false)
			}
		}
	}
	for _, st := range e.Decisive {
		if w.g.Statements[st].Kind == "except" {
			w.offer(edgeKey{kind: kindLifted, what: w.g.Statements[st].ID}, rank, nil, []int{st}, false)
		}
	}
}

// target is a score or an end that games can be steered to.
type target struct {
	statement int
	when      *engine.Node
	noMove    bool
	theirs    bool
}

// steerAll steers a few games to every score and end, the more where none was seen.
func (w *edgeWalk) steerAll(ctx context.Context) {
	var list []target
	for i := range w.p.Scores {
		list = append(list, target{w.p.Scores[i].Statement, w.p.Scores[i].When, w.p.Scores[i].At == engine.AtNoMove, false})
	}
	for i := range w.p.Ends {
		list = append(list, target{w.p.Ends[i].Statement, w.p.Ends[i].When, w.p.Ends[i].At == engine.AtNoMove, false})
	}
	budget := max(600, w.o.Positions/12) // positions for each
	for k, x := range list {
		seen := w.seen(x.statement)
		start := w.es.positions
		limit := budget
		if seen {
			limit = budget / 8
		}
		for n := 0; n < 16 && w.es.positions-start < limit && ctx.Err() == nil; n++ {
			w.number, w.steered = n, w.g.Statements[x.statement].ID
			w.r.Reset(w.o.Seed, uint64(1)<<32|uint64(k)<<16|uint64(n))
			w.es.steered++
			q := n % len(w.p.Players)
			w.game(ctx, limit, func() int { return w.draw(x, q) }, func() int { return w.steer(x, q) })
		}
	}
}

// seen reports whether the statement has taken effect on any move.
func (w *edgeWalk) seen(statement int) bool {
	for k, e := range w.es.found {
		if k.kind == kindOutcome {
			for _, st := range e.fired {
				if st == statement {
					return true
				}
			}
		}
	}
	return false
}

// steer picks the move after which the condition is nearest, for player q, whose
// men stay on the board if they can; of equals any.
func (w *edgeWalk) steer(x target, q int) int {
	best, least, ties := 0, 1<<30, 0
	for i := range w.buf {
		d := w.far(w.s, w.buf[i], x, q)
		if d < least {
			best, least, ties = i, d, 1
		} else if d == least {
			if ties++; w.r.Below(ties) == 0 {
				best = i
			}
		}
	}
	return best
}

// far says how far from the target a move leaves player q.
func (w *edgeWalk) far(s *engine.State, m engine.Move, x target, q int) int {
	w.after.CopyFrom(s)
	clear(w.probe.Applied)
	w.probe.Play(w.after, m)
	switch {
	case w.probe.Applied[x.statement] > 0:
		return -1
	case w.after.Status() == engine.Over:
		return 1 << 24
	}
	d := w.probe.Distance(w.after, q, x.when)
	if x.noMove && w.after.Status() == engine.Decision && w.after.Player() != q {
		w.other = w.probe.Moves(w.after, w.other[:0])
		d += len(w.other)
	}
	d *= 256
	for r := range w.p.Players {
		if r != q {
			d += gone(w.p, w.after, r)
			continue
		}
		for st := range w.p.Stores {
			d += w.after.InStore(w.p, q, st)
		}
	}
	return d
}

// draw makes a throw for a steered game: of a few the one after which a single
// move can come nearest.
func (w *edgeWalk) draw(x target, q int) int {
	best, least := -1, 1<<30
	for range 8 {
		t := w.p.Draw(w.r, w.s.Device(w.p))
		w.ahead.CopyFrom(w.s)
		w.probe.Throw(w.ahead, t)
		w.moves = w.probe.Moves(w.ahead, w.moves[:0])
		d := 1 << 25
		for i := range w.moves {
			d = min(d, w.far(w.ahead, w.moves[i], x, q))
		}
		if d < least || best < 0 {
			best, least = t, d
		}
	}
	return best
}

// edgeAnswer is what one interpretation says of a case.
type edgeAnswer struct {
	accepted bool
	parts    string
	legal    []string
	outcome  string // of the move asked about; "" when it cannot be made
	next     string // who has what to play after it
	after    uint64 // the position after it
	results  int
	complete bool
	sum      uint64
}

// askEdge asks an interpretation for a position, written as it is printed.
func askEdge(g *rulesets.Game, in *engine.Interpreter, at, throw, move string, limit int) (a edgeAnswer) {
	in.History = engine.NewHistory()
	s, errs := g.ParseState(in, "the position", at)
	if len(errs) > 0 {
		return a
	}
	if throw != "" {
		if s.Status() != engine.AwaitsThrow || len(g.MakeThrows(in, s, throw)) > 0 {
			return a
		}
	}
	a.accepted = true
	a.parts = strings.Join(partsLeft(g, s), " ")
	a.legal = g.MoveTexts(in, s)
	if s.Status() == engine.Over {
		a.outcome, a.next, a.after = outcomeText(g, nil, s), nextText(g, s), sight(g, s)
		return a
	}
	if move != "" {
		if m, ok := g.FindMove(in, s, move); ok {
			t := s.Clone()
			in.Play(t, m)
			a.outcome, a.next, a.after = outcomeText(g, s, t), nextText(g, t), sight(g, t)
		}
	} else if limit > 0 {
		var list []engine.Result
		list, a.complete = in.Results(s, limit)
		a.results = len(list)
		for _, r := range list {
			a.sum += sight(g, r.State)
		}
	}
	return a
}

// nextText says who has what to play.
func nextText(g *rulesets.Game, s *engine.State) string {
	if s.Status() == engine.Over {
		return "the game is over"
	}
	return fmt.Sprintf("%s has %s to play", g.Program.Players[s.Player()], wordsOr(strings.Join(partsLeft(g, s), " ")))
}

// sight is a hash of what is to be seen of a state, the same for interpretations
// that keep different counts beside the board.
func sight(g *rulesets.Game, s *engine.State) uint64 {
	p := g.Program
	h := fnv.New64a()
	b := make([]byte, 0, 128)
	for q := range p.Players {
		for f := 0; f < p.Places; f++ {
			b = append(b, byte(s.MenAt(p, q, f)))
		}
		for st := range p.Stores {
			b = append(b, byte(s.InStore(p, q, st)))
		}
		b = append(b, rulesets.Fraction(s.Score(p, q), p.Denominator)...)
	}
	_, over := s.End()
	if over {
		b = append(b, 0xff, byte(s.Winner()+1))
	} else {
		b = append(b, byte(s.Player()))
	}
	h.Write(b)
	return h.Sum64()
}

// partsLeft names the parts still to be played.
func partsLeft(g *rulesets.Game, s *engine.State) []string {
	out := []string{}
	for _, l := range g.Program.Read(s).Turn.Left {
		name := g.Program.Parts[l.Part].Name
		if l.Optional {
			name += "?"
		}
		out = append(out, name)
	}
	return out
}

// outcomeText says what a move came to: points and the end (before nil: of the
// state alone).
func outcomeText(g *rulesets.Game, before, after *engine.State) string {
	p := g.Program
	var out []string
	for q, name := range p.Players {
		d := after.Score(p, q)
		if before != nil {
			d -= before.Score(p, q)
		}
		if d != 0 {
			out = append(out, fmt.Sprintf("%s scores %s", name, rulesets.Fraction(d, p.Denominator)))
		}
	}
	if end, over := after.End(); over {
		switch {
		case end < 0:
			out = append(out, unprovided)
		case after.Winner() >= 0:
			out = append(out, fmt.Sprintf("%s wins: %s", p.Players[after.Winner()], p.Ends[end].Reason))
		default:
			out = append(out, "the game ends: "+p.Ends[end].Reason)
		}
	}
	if len(out) == 0 {
		return "nothing is scored, and the game goes on"
	}
	return strings.Join(out, "; ")
}

// change says how the answer b differs from a; "" when it does not.
func (a *edgeAnswer) change(b *edgeAnswer, move string) string {
	if a.parts != b.parts {
		return fmt.Sprintf("%s to be played, not %s", wordsOr(b.parts), wordsOr(a.parts))
	}
	if gone, new := difference(a.legal, b.legal), difference(b.legal, a.legal); len(gone)+len(new) > 0 {
		var out []string
		if len(new) > 0 {
			out = append(out, are(new)+" legal too")
		}
		if len(gone) > 0 {
			out = append(out, are(gone)+" not legal")
		}
		return strings.Join(out, ", ")
	}
	if move == "" {
		move = "the throw"
	}
	switch {
	case a.outcome != b.outcome:
		return fmt.Sprintf("after %s %s", move, b.outcome)
	case a.next != b.next:
		return fmt.Sprintf("after %s %s", move, b.next)
	case a.after != b.after:
		return fmt.Sprintf("after %s the men stand otherwise", move)
	}
	if a.complete && b.complete && (a.results != b.results || a.sum != b.sum) {
		if a.results != b.results {
			return fmt.Sprintf("%d results instead of %d", b.results, a.results)
		}
		return "other results"
	}
	if a.complete != b.complete {
		if a.complete {
			return fmt.Sprintf("more than %d results instead of %d", b.results, a.results)
		}
		return fmt.Sprintf("%d results instead of more", b.results)
	}
	return ""
}

func wordsOr(s string) string {
	if s == "" {
		return "nothing"
	}
	return s
}

// edgeBuilder makes cases of candidates.
type edgeBuilder struct {
	t    *Target
	o    Options
	in   *engine.Interpreter
	fork []*engine.Interpreter // of the alternatives
	seen map[string]bool
}

func (t *Target) edgeBuilder(o Options) *edgeBuilder {
	b := &edgeBuilder{t: t, o: o, in: engine.NewInterpreter(t.Game.Program), seen: map[string]bool{}}
	for _, a := range t.alternatives() {
		b.fork = append(b.fork, engine.NewInterpreter(a.game.Program))
	}
	return b
}

// build lays a case out; readings are asked by finish, so that a case that is
// not shown costs little.
func (b *edgeBuilder) build(check, kind, title string, e *edgeAt) *EdgeCase {
	g := b.t.Game
	p := g.Program
	c := &EdgeCase{Check: check, Ruleset: b.t.Definition.ID, Kind: kind, Title: title, Game: g, State: e.state, Position: g.State(e.before), Legal: []string{},
		Player: p.Players[e.state.Player()], Steps: e.steps, Number: e.number, Steered: e.steered, ByHistory: e.history, Order: "any"}
	if e.throw >= 0 {
		c.Throw = p.Throws[e.throw].Name
	}
	s := e.state
	c.Parts = partsLeft(g, s)
	if t := p.Read(s).Turn; t.Fixed {
		c.Order = "fixed"
	}
	deciding := map[int]bool{}
	for _, st := range e.fired {
		deciding[st] = true
	}
	if e.throw >= 0 {
		if a := b.in.AgendaFor(s, s.Player(), e.throw); a != nil {
			deciding[a.Statement] = true
		}
	} else if s.Played() == 0 && s.Status() == engine.Decision && s.Device(p) < 0 {
		if a := b.in.AgendaFor(s, s.Player(), -1); a != nil {
			deciding[a.Statement] = true
		}
	}
	if s.Status() == engine.Decision {
		ex := b.in.Explain(s)
		for _, m := range ex.Moves {
			c.Legal = append(c.Legal, g.MoveText(b.in, s, m))
		}
		for _, r := range ex.Refused {
			x := EdgeRefusal{Move: g.MoveText(b.in, s, r.Move)}
			for _, st := range r.Statements {
				x.Statements = append(x.Statements, g.Statements[st].ID)
			}
			c.Refused = append(c.Refused, x)
		}
		if !e.moved { // the move itself is decided by what it sets off
			for _, st := range ex.Decisive {
				deciding[st] = true
			}
		} else if r := e.move.Rule(p); r != nil {
			deciding[r.Statement] = true
		}
	}
	clauses := map[string]bool{}
	for st, x := range g.Statements {
		if !deciding[st] {
			continue
		}
		c.Deciding = append(c.Deciding, x.ID)
		for _, w := range x.Warrant {
			if !clauses[w.String()] {
				clauses[w.String()] = true
				c.Clauses = append(c.Clauses, w.String())
			}
		}
		if x.Question != nil {
			c.Question = x.Question.Name()
		}
	}
	if e.moved {
		c.Move = g.MoveText(b.in, s, e.move)
		if part := g.PartText(e.move); part != "" {
			c.Move += ":" + part
		}
		t := s.Clone()
		b.in.History = nil
		b.in.Play(t, e.move)
		c.Outcome = outcomeText(g, s, t)
		for i := range p.Ends {
			if e.history && slices.Contains(e.fired, p.Ends[i].Statement) {
				c.Outcome = "the game ends: " + p.Ends[i].Reason
			}
		}
	} else if s.Status() == engine.Over {
		c.Outcome = outcomeText(g, nil, s)
	}
	return c
}

// again reports whether a case of that kind that is decided by the same
// statements to the same outcome (and with that throw) has been built before.
func (b *edgeBuilder) again(c *EdgeCase, byThrow bool) bool {
	key := c.Kind + "|" + strings.Join(c.Deciding, " ") + "|" + c.Outcome
	if byThrow {
		key += "|" + c.Throw
	}
	if b.seen[key] {
		return true
	}
	b.seen[key] = true
	return false
}

// finish counts the results of a case and asks every reading about it.
func (b *edgeBuilder) finish(ctx context.Context, c *EdgeCase) {
	g := b.t.Game
	if c.State.Status() == engine.Decision && c.Move == "" {
		list, complete := b.in.Results(c.State, max(50, b.o.ResultsLimit/10))
		c.Results, c.Complete = len(list), complete
		for _, r := range list {
			n := 0
			for _, m := range r.Line {
				if m.Act != engine.Pass && m.Act != engine.Stop && m.Act != engine.Claim {
					n++
				}
			}
			if n > c.Played || c.Line == nil {
				c.Played, c.Line = max(c.Played, n), lineTexts(g, b.in, c.State, r.Line)
			}
		}
	}
	if c.ByHistory {
		return
	}
	at, err := json.Marshal(c.Position)
	if err != nil {
		return
	}
	limit := 0
	if few := max(12, b.o.ResultsLimit/200); c.Complete && c.Results <= few {
		limit = 2 * few
	}
	own := askEdge(g, b.in, string(at), c.Throw, c.Move, limit)
	if !own.accepted {
		c.ByHistory = true
		return
	}
	for i, o := range b.t.alternatives() {
		if ctx.Err() != nil {
			return
		}
		c.Asked++
		a := askEdge(o.game, b.fork[i], string(at), c.Throw, c.Move, limit)
		if !a.accepted {
			c.Refusing++
			continue
		}
		if how := own.change(&a, c.Move); how != "" {
			c.Changes = append(c.Changes, EdgeChange{o.Question.Name(), o.Reading.ID, how})
		}
	}
}

// edgeCases is what an edge check returns: it builds the candidates given, drops
// those that repeat another, keeps at most as many as the options say, and asks.
func (b *edgeBuilder) cases(ctx context.Context, check string, list []edgeChoice) (out []EdgeCase, all int) {
	var kept []*EdgeCase
	for _, x := range list {
		c := b.build(check, x.kind, x.title, x.at)
		if c.Title == "" {
			c.Title = strings.TrimPrefix(c.Move+": "+c.Outcome, ": ")
		}
		if !x.keep && b.again(c, x.byThrow) {
			continue
		}
		kept = append(kept, c)
	}
	all = len(kept)
	for _, c := range kept[:min(len(kept), b.o.EdgeCases)] {
		if ctx.Err() != nil {
			break
		}
		b.finish(ctx, c)
		out = append(out, *c)
	}
	return out, all
}

// telling lists, of a candidate with every throw, the few that together show
// every statement that decides with any of them; the agenda itself counts only
// in an opening, for ED001 lays out every throw.
func (b *edgeBuilder) telling(kind, title string, e *edgeAt) (out []edgeChoice) {
	shown := map[string]bool{}
	for _, x := range b.everyThrow(e) {
		c := b.build("", kind, title, x)
		new := c.Outcome != ""
		for _, id := range c.Deciding {
			if s := b.t.Game.Statement(id); s != nil && s.Kind == "agenda" && len(e.steps) > 0 {
				continue
			}
			new = new || !shown[id]
			shown[id] = true
		}
		if new || len(out) == 0 {
			out = append(out, edgeChoice{kind: kind, title: title, at: x})
		}
	}
	return out
}

// thrown is a candidate with a throw made in it.
func (b *edgeBuilder) thrown(e *edgeAt, throw int) *edgeAt {
	s := e.before.Clone()
	b.in.History = nil
	b.in.Throw(s, throw)
	t := *e
	t.throw, t.state = throw, s
	return &t
}

// everyThrow lists a candidate with every throw that can be made in it; where
// none is due, the candidate itself.
func (b *edgeBuilder) everyThrow(e *edgeAt) (out []*edgeAt) {
	p := b.t.Game.Program
	if e.before.Status() != engine.AwaitsThrow {
		return []*edgeAt{e}
	}
	d := p.Devices[p.Stages[e.before.Stage()].Device]
	for t := d.First; t < d.First+d.Count; t++ {
		out = append(out, b.thrown(e, t))
	}
	return out
}

// edgeChoice is a candidate chosen for a case.
type edgeChoice struct {
	kind, title string
	at          *edgeAt
	byThrow     bool // cases of different throws are different
	keep        bool // though another may be decided by the same statements
}

// of lists the candidates of a kind, in a defined order.
func (es *edgeSample) of(kind string) []edgeKey {
	var out []edgeKey
	for _, k := range es.keys {
		if k.kind == kind {
			out = append(out, k)
		}
	}
	sort.Slice(out, func(i, j int) bool {
		a, b := out[i], out[j]
		if a.what != b.what {
			return a.what < b.what
		}
		if a.detail != b.detail {
			return engine.NaturalLess(a.detail, b.detail)
		}
		return a.n < b.n
	})
	return out
}

// scope says how far the sample went.
func (es *edgeSample) scope(o Options, cases, all int) map[string]string {
	return map[string]string{"positions": fmt.Sprint(es.positions), "games": fmt.Sprint(es.games), "steered games": fmt.Sprint(es.steered), "seed": fmt.Sprint(o.Seed),
		"agent": "random, and steered towards scores and ends", "cases": fmt.Sprint(all), "shown": fmt.Sprint(cases)}
}

// edgeSubject is a statement of which a case should be there.
type edgeSubject struct {
	statement *rulesets.Statement
	seen      bool
	what      string
}

// edgeOutcome makes what an edge check contributes: its cases, an error for each
// that comes to a position no rule provides for, and for every subject a
// verdict, with a note where no case of it was seen.
func (t *Target) edgeOutcome(ctx context.Context, o Options, check string, b *edgeBuilder, list []edgeChoice, subjects []edgeSubject) (out Outcome) {
	es := t.edgeSampled(ctx, o)
	cases, all := b.cases(ctx, check, list)
	out.EdgeCases = cases
	scope := es.scope(o, len(cases), all)
	for i := range cases {
		c := &cases[i]
		end, over := c.State.End()
		if over && end < 0 || c.Move != "" && strings.Contains(c.Outcome, unprovided) {
			if check == "ED007" {
				continue // it reports these with the line that leads there
			}
			f := t.finding(Error, t.Definition.Pos, "%s: %s", c.Title, unprovided)
			if len(c.Deciding) > 0 {
				f.Statement = c.Deciding[0]
			}
			f.Clauses, f.Line = c.Clauses, c.Record()
			out.Findings = append(out.Findings, f)
		}
	}
	for _, x := range subjects {
		v := Verdict{Check: check, Ruleset: t.Definition.ID, Subject: x.what, Verdict: Found, Scope: scope}
		if x.statement.Question != nil {
			v.Question = x.statement.Question.Name()
		}
		if !x.seen {
			v.Verdict = NoneSeen
			if es.complete {
				f := t.finding(Note, x.statement.Pos, "no position was seen with %s, in %d positions of %d games and of %d steered ones", x.what, es.positions, es.games, es.steered)
				f.Statement, f.Clauses, f.Question = x.statement.ID, clauseNames(x.statement.Warrant), v.Question
				out.Findings = append(out.Findings, f)
			}
		}
		out.Verdicts = append(out.Verdicts, v)
	}
	if len(subjects) == 0 && check != "ED004" && check != "ED008" {
		out.Verdicts = append(out.Verdicts, Verdict{Check: check, Ruleset: t.Definition.ID, Verdict: seenOrNot(len(out.Findings) > 0), Scope: scope})
	}
	return out
}

// unprovided is how an outcome reads that no rule provides for.
const unprovided = "no rule provides for the position"

func seenOrNot(found bool) Answer {
	if found {
		return Found
	}
	return NoneSeen
}
