package edges

import (
	"context"
	"fmt"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/playout"
)

// walk plays the sample.
type walk struct {
	g         *rulesets.Game
	p         *engine.Program
	o         verify.Options
	es        *sample
	in, probe *engine.Interpreter
	r         *random.Source
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
	built     bool // the position was put together, no game led to it
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

func newWalk(g *rulesets.Game, o verify.Options) *walk {
	p := g.Program
	w := &walk{g: g, p: p, o: o, in: engine.NewInterpreter(p), probe: engine.NewInterpreter(p), r: random.New(0, 0),
		s: p.NewState(), before: p.NewState(), after: p.NewState(), ahead: p.NewState(), kind: make([]ruleKind, len(g.Statements)), takes: make([]bool, len(g.Statements)), puts: make([]bool, len(g.Statements)), turnsBy: map[[2]int]int{},
		es: &sample{found: map[key]*candidate{}, fired: make([]int, len(g.Statements)), loose: make([]bool, len(g.Statements))}}
	w.in.History = history.New()
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
func (w *walk) random(ctx context.Context) {
	budget := max(200, w.o.Positions*2/5)
	for n := 0; n < w.o.Games && w.es.positions < budget && ctx.Err() == nil; n++ {
		w.r.Reset(w.o.Seed, uint64(n))
		w.number, w.steered = n, ""
		w.es.games++
		// One game that goes on and on is not the sample.
		w.game(ctx, min(w.o.Cap, max(500, budget/5)), func() int { return w.p.Draw(w.r, w.s.Device(w.p)) }, func() int { return w.in.Pick(w.r, w.buf) })
	}
}

// game plays one game, looking at every position.
func (w *walk) game(ctx context.Context, plies int, draw, choose func() int) {
	w.steps, w.led, w.plies, w.fresh, w.throw = nil, 0, 0, false, -1
	w.in.Start(w.s)
	play.Run(w.s, plies, play.Hands{
		Look: func(int) bool { return w.plies < plies && ctx.Err() == nil },
		Throw: func() bool {
			w.turn()
			w.throw = draw()
			clear(w.in.Applied)
			w.in.Throw(w.s, w.throw)
			w.note(w.in.Applied)
			w.outcome(w.in.Applied, nil, false, "the throw")
			w.steps = append(w.steps, playout.Step{Throw: w.throw})
			w.fresh = true
			return true
		},
		Move: func() bool {
			if !w.fresh {
				w.here()
			}
			w.buf = w.in.Moves(w.s, w.buf[:0])
			w.decision()
			m := w.buf[choose()]
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
			return true
		},
	})
}

// here makes the present position the one that a case begins with.
func (w *walk) here() {
	w.before.CopyFrom(w.s)
	w.throw, w.led = -1, len(w.steps)
}

// note counts what took effect in play.
func (w *walk) note(applied []int) {
	for st, n := range applied {
		w.es.fired[st] += n
	}
}

// by names what a move plays: its part, or the act of a stop or pass.
func (w *walk) by(m engine.Move) string {
	if part := w.g.PartText(m); part != "" {
		return part
	}
	return m.Act.String()
}

// offer keeps a candidate if there is none yet for its key, or a less simple one.
func (w *walk) offer(key key, rank int, m *engine.Move, fired []int, history bool) {
	if w.built {
		rank += 1 << 30 // only where no game shows it
	}
	old := w.es.found[key]
	if old != nil && old.rank <= rank {
		return
	}
	if old == nil {
		w.es.keys = append(w.es.keys, key)
	}
	w.es.found[key] = w.at(rank, m, fired, history)
}

func (w *walk) at(rank int, m *engine.Move, fired []int, history bool) *candidate {
	e := &candidate{before: w.before.Clone(), state: w.s.Clone(), throw: w.throw, fired: fired, history: history, number: w.number, steered: w.steered, built: w.built,
		steps: w.steps[:w.led:w.led], rank: rank}
	if m != nil {
		e.move, e.moved = *m, true
	}
	return e
}

// simplicity ranks a position: fewest men on the board first, then earliest.
func (w *walk) simplicity() int {
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
func (w *walk) turn() {
	w.here()
	w.fresh = false
	w.keepTurn()
	w.telling()
}

func (w *walk) keepTurn() {
	key := [2]int{w.s.Stage(), w.p.Men(w.s.Player()) - gone(w.p, w.s, w.s.Player())}
	w.turnsBy[key]++
	const each = 24
	// Positions of one game are alike, so only every third is taken.
	if n := w.turnsBy[key]; n%3 == 1 && n/3 < each {
		w.es.turns = append(w.es.turns, w.at(w.simplicity(), nil, nil, false))
	}
}

// telling offers the position for what it tells by its men alone.
func (w *walk) telling() {
	p, s, q := w.p, w.s, w.s.Player()
	stage := p.Stages[s.Stage()].ID
	lost := gone(p, s, q)
	inPlay := p.Men(q) - lost
	places, most := 0, 0
	for f := 0; f < p.Places; f++ {
		n := s.MenAt(p, q, f)
		if n > 0 {
			places++
		}
		most = max(most, n)
	}
	old := min(w.plies, 9999) // the younger of two positions is kept
	offer := func(kind, detail string, rank int) {
		w.offer(key{kind: kind, what: stage, detail: detail}, rank, nil, nil, false)
	}
	if w.plies == 0 {
		offer(kindOpening, "", 0)
	}
	if w.plies >= 20 {
		offer(kindCrowded, "", -places)
		offer(kindFewest, "", inPlay*10000+old)
	}
	if lost > 0 && inPlay >= 2 && inPlay <= max(3, p.Men(q)/3) {
		offer(kindFew, "", -w.apart(q))
	}
	if inPlay == 1 || places == 1 && most == 1 && inPlay > 1 {
		offer(kindLastMan, w.lastMan(q, inPlay), w.simplicity())
	}
	if most > 1 && w.plies >= 4 {
		offer(kindFullest, "", -most*10000+old)
	}
	for st, name := range p.Stores {
		if n := s.InStore(p, q, st); n > 0 && w.entersFrom(st) && w.plies >= 2 {
			offer(kindWaiting, name, -n*10000+old)
		}
	}
}

// lastMan says where the last man of a player is.
func (w *walk) lastMan(q, inPlay int) string {
	if inPlay > 1 {
		return "on the board, others waiting"
	}
	for st, name := range w.p.Stores {
		if name != engine.OffStore && name != engine.OutStore && w.s.InStore(w.p, q, st) == 1 {
			return "in " + name
		}
	}
	return "on the board"
}

// nearlyBlocked finds, of the positions kept in which a throw is due, for each
// stage the one in which most throws cannot be played at all.
func (w *walk) nearlyBlocked(ctx context.Context) {
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
			key := key{kind: kindBlocked, what: w.p.Stages[e.before.Stage()].ID}
			if w.es.found[key] == nil {
				w.es.keys = append(w.es.keys, key)
			}
			w.es.found[key] = e
		}
	}
}

// apart counts the places on which the men of a player stand.
func (w *walk) apart(q int) (n int) {
	for f := 0; f < w.p.Places; f++ {
		if w.s.MenAt(w.p, q, f) > 0 {
			n++
		}
	}
	return n
}

// entersFrom reports whether men come onto the board from the store again, after having been there.
func (w *walk) entersFrom(st int) bool {
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

// decision looks at a position in which the player to move chooses.
func (w *walk) decision() {
	w.es.positions++
	p, s := w.p, w.s
	rank := w.simplicity()
	stage := p.Stages[s.Stage()].ID
	if p.Stages[s.Stage()].Device < 0 && s.Played() == 0 {
		w.keepTurn()
		w.telling()
		w.offer(key{kind: kindBlocked, what: stage}, len(w.buf)*10000+min(w.plies, 9999), nil, nil, false)
	}
	if s.Played() == 0 {
		w.offer(key{kind: kindStage, what: stage}, w.plies, nil, nil, false)
	}
	if w.buf[0].Act == engine.Pass {
		w.pass(stage, rank)
		w.refusals(rank)
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
			w.offer(key{kind: kindPass, what: "", detail: "nothing is provided for"}, rank, &m, nil, false)
		}
	}
	w.refusals(rank)
}

// pass looks at a decision in which nothing can be played.
func (w *walk) pass(stage string, rank int) {
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
		w.offer(key{kind: kindPass, detail: "nothing is provided for"}, rank, &w.buf[0], nil, false)
		return
	}
	w.offer(key{kind: kindPass, what: rule, detail: stage + ", " + detail}, rank, &w.buf[0], fired, false)
	w.outcome(w.probe.Applied, &w.buf[0], false, "pass")
}

// outcome offers a move (nil: a throw) on which something is scored or the game
// ends. played tells that it was played in the game, where what stood before
// counts.
func (w *walk) outcome(applied []int, m *engine.Move, played bool, by string) {
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
	key := key{kind: kindOutcome, what: strings.Join(ids, " "), detail: by}
	if played && w.es.found[key] != nil {
		return // the look at every move has found it without what stood before
	}
	w.offer(key, w.simplicity(), m, fired, played)
}

// setOff offers a move that a change answers, by what the change came to.
func (w *walk) setOff(m *engine.Move, rank int) {
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
			if extent = min(taken, 3); extent == 0 {
				continue // nobody stood there
			}
		}
		end, over := w.after.End()
		if w.puts[st] {
			if n := w.lines(w.after, q) - w.lines(w.s, q); n > 1 {
				detail += fmt.Sprintf(", %d lines at once", n)
			}
		}
		if w.puts[st] && !over && (w.after.Status() != engine.Decision || w.after.Player() != q) {
			detail += ", and what it puts up cannot be played"
		}
		if over && end < 0 {
			detail += ", and nothing is provided for what follows"
		}
		// That a man is marked or counted with every move is no edge; what takes
		// men and what puts up parts is one for every extent.
		w.offer(key{kind: kindSetOff, what: w.g.Statements[st].ID, detail: detail, n: extent}, rank, m, fired, false)
	}
}

// lines counts the lines of the board on which player q has a man everywhere.
func (w *walk) lines(s *engine.State, q int) (n int) {
	if len(w.p.Lines) == 0 {
		return 0
	}
	var held place.Set
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
func (w *walk) refusals(rank int) {
	if w.es.positions%4 != 0 && w.steered == "" {
		return // explaining costs more than playing; a quarter of the positions shows as much
	}
	e := w.in.Explain(w.s)
	for _, r := range e.Refused {
		if len(r.Statements) != 1 {
			continue
		}
		w.offer(key{kind: kindForbidden, what: w.g.Statements[r.Statements[0]].ID, detail: r.Move.Act.String()}, rank, nil, r.Statements, false)
		if m := r.Move; m.To >= 0 && int(m.To) < w.p.Places && m.Act != engine.Remove {
			n := w.s.MenAt(w.p, w.s.Player(), int(m.To))
			if n == 0 {
				w.es.loose[r.Statements[0]] = true
			} else {
				w.offer(key{kind: kindFullest, what: w.g.Statements[r.Statements[0]].ID, detail: "own men"}, -n*1000000+rank, nil, r.Statements, false)
			}
		}
	}
	for _, st := range e.Decisive {
		if w.g.Statements[st].Kind == "except" {
			w.offer(key{kind: kindLifted, what: w.g.Statements[st].ID}, rank, nil, []int{st}, false)
		}
	}
}
