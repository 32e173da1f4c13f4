package rulesets

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets/engine"
)

// parted is a kept position at which two interpretations do not permit and refuse the
// same.
type parted struct {
	a, b  *watcher            // at the position as each has it
	x, y  *engine.Explanation // of the decision
	past  keptPast
	looks [2]*look // nil as long as nobody has looked
	known bool     // places, and men on them, have the same numbers in both
	class []int    // marks of the one → marks of the other
}

// partings calls f with every kept position at which t does not permit and refuse the
// same as s, and alike, which may be nil, with the numbers of the others.
func (s *Sample) partings(t *Sample, f func(*parted), alike func(i int)) {
	c, err := NewCarrier(s.Game, t.Game)
	if err != nil {
		return // they are not played on one board
	}
	known := s.Game.Program.Places == t.Game.Program.Places
	for q, to := range c.place {
		known = known && asNumbered(to, t.Game.Program.Places) && slices.Equal(s.Game.Program.CellOf[q], t.Game.Program.CellOf[q])
	}
	a, b := s.watcher(), t.watcher()
	for i, st := range s.kept {
		a.st.CopyFrom(st)
		other, err := c.Carry(st, nil, nil)
		if err != nil || other.Status() != engine.Decision {
			continue
		}
		b.st = other
		x := s.explained[i]
		if x == nil {
			x = a.in.Explain(a.st)
			s.explained[i] = x
		}
		if y := b.in.Explain(b.st); !alikeDecisions(x, y) {
			f(&parted{a: a, b: b, x: x, y: y, past: s.past[i], known: known, class: c.class})
		} else if alike != nil {
			alike(i)
		}
	}
}

// spoken tells moves of two interpretations from each other by what they are called.
func spoken(p *engine.Program, m *engine.Move) string {
	return fmt.Sprint(m.Act, p.Parts[m.Part].Name, m.From, m.To, m.Over)
}

// look looks at the position as both have it; only moves that one of them permits and
// the other does not are worth asking about.
func (p *parted) look() {
	if p.looks[0] != nil {
		return
	}
	permitted := [2]map[string]bool{{}, {}}
	for i, e := range []*engine.Explanation{p.x, p.y} {
		for j := range e.Moves {
			permitted[i][spoken([]*watcher{p.a, p.b}[i].p, &e.Moves[j])] = true
		}
	}
	for i, w := range []*watcher{p.a, p.b} {
		men := p.past.men
		if i == 1 && men != nil {
			men = men.under(w.s.Game, p.class)
		}
		if !p.known {
			men = nil
		}
		l := newLook(w.s, w.other, w.st, []*engine.Explanation{p.x, p.y}[i], men)
		l.only = func(c *chance) bool {
			key := spoken(w.p, &c.move)
			return permitted[0][key] != permitted[1][key]
		}
		p.looks[i] = l
	}
}

// contrary returns a move of which the two interpretations say different things to a
// fact, as the first has it; nil where there is none. That one of them says nothing is
// no contradiction.
func (p *parted) contrary(f *fact) *engine.Move {
	p.look()
	var said [2]map[string][]string
	moves := map[string]engine.Move{}
	for i, l := range p.looks {
		said[i] = map[string][]string{}
		f.at(l, func(c *chance, word string) {
			if f.restsOn(word) {
				return
			}
			key := spoken(l.s.Game.Program, &c.move)
			if i == 0 {
				moves[key] = c.move
			}
			words := strings.Fields(word)
			said[i][key] = append(said[i][key], words[len(words)-1]) // what it comes to; the rest says when
		})
	}
	var found []string
	for key, words := range said[0] {
		if other := said[1][key]; len(other) > 0 && !slices.ContainsFunc(words, func(w string) bool { return slices.Contains(other, w) }) {
			found = append(found, key)
		}
	}
	if len(found) == 0 {
		return nil
	}
	m := moves[slices.Min(found)]
	return &m
}

// restsOn reports whether the answer rests on a word having been said at all.
func (f *fact) restsOn(word string) bool {
	return slices.ContainsFunc(f.rests, func(w string) bool { return wordLike(word, w) })
}

// restingAt are the words said at a position kept, found out once.
func (s *Sample) restingAt(i int, w *watcher) resting {
	if s.rests[i] == nil {
		l := newLook(s, w.other, s.kept[i], s.explained[i], s.past[i].men)
		l.only = func(*chance) bool { return false }
		s.rests[i] = resting{}
		s.rests[i].add(s.looking, l)
	}
	return s.rests[i]
}

// resting collects the words on which answers rest that are said at decisions.
type resting map[*fact]map[string]bool

func (r resting) merge(other resting) {
	for f, words := range other {
		if r[f] == nil {
			r[f] = map[string]bool{}
		}
		maps.Copy(r[f], words)
	}
}

func (r resting) add(facts []*fact, l *look) {
	for _, f := range facts {
		if len(f.rests) == 0 {
			continue
		}
		if r[f] == nil {
			r[f] = map[string]bool{}
		}
		f.at(l, func(_ *chance, word string) {
			if f.restsOn(word) {
				r[f][word] = true
			}
		})
	}
}

// under is the roster as another interpretation has it, on the same places.
func (r *roster) under(g *Game, class []int) *roster {
	c := r.clone()
	c.p, c.home = g.Program, homes(g)
	for _, list := range c.men {
		for _, m := range list {
			m.class = class[m.class]
		}
	}
	return c
}

// --- what is shown, move by move -----------------------------------------------

// replay is a game of the sample up to the decision of a spot. The move of the spot is the
// last step if it is permitted; says puts it into words.
func (s *Sample) replay(at Spot) (steps []Step, says string) {
	w := s.watcher()
	w.in.History = engine.NewHistory()
	w.begin(at.Game)
	ply := 0
	for i, step := range s.record[at.Game] {
		switch {
		case step.Throw >= 0:
			w.in.Throw(w.st, step.Throw)
			continue
		case ply == at.Ply:
			steps, says = slices.Clip(s.record[at.Game][:i]), w.says(w.in.Explain(w.st), &at)
			if !at.Refused {
				steps = append(steps, Step{Throw: -1, Move: at.Move})
			}
			return steps, says
		}
		w.in.Play(w.st, step.Move)
		ply++
	}
	return nil, ""
}

// says says of the move of a spot that it is permitted, or by what it is refused.
func (w *watcher) says(e *engine.Explanation, at *Spot) string {
	text := w.s.Game.MoveText(w.in, w.st, at.Move)
	if !at.Refused {
		return text + " is permitted"
	}
	for i := range e.Refused {
		if r := &e.Refused[i]; alikeMoves(&r.Move, &at.Move) {
			var by []string
			for _, st := range r.Statements {
				by = append(by, w.s.Game.Statements[st].ID)
			}
			return text + " is refused by " + strings.Join(by, " and ")
		}
	}
	return text + " is not permitted"
}

// Shown is the line of play to where the answer was first seen, and what was seen
// there; no steps where it was not at a single move.
func (s *Settlement) Shown() (steps []Step, says string) {
	if s.sample == nil || s.At == nil {
		return nil, ""
	}
	return s.sample.replay(*s.At)
}

// --- readings that give one answer -----------------------------------------------

// Conflict is a dimension to which two readings of a question give one answer, though
// at a position they do not agree in what it asks.
type Conflict struct {
	Dimension *Dimension
	Answer    *Answer
	Question  *Question
	A, B      *Reading
	Choice    Choice // of the interpretation in whose games the position was met
	Game      int    // the number of the game
	Steps     []Step // the line of play to it
	Says      [2]string
}

// Conflicts compares the readings of every question that bears on a dimension, as the
// settlements of an interpretation say: those that give one answer at every position
// kept where they permit different moves. decisions bounds how far each is sampled;
// looked is how far the one was of which least was seen, 0 where there was none.
func (in *Interpretation) Conflicts(ctx context.Context, list []Settlement, decisions int) (out []Conflict, looked int) {
	for _, q := range in.Definition.Questions {
		var dims []*Dimension
		for i := range list {
			if slices.Contains(list[i].Questions, q) {
				dims = append(dims, list[i].Dimension)
			}
		}
		if slices.ContainsFunc(dims, (*Dimension).comparable) && ctx.Err() == nil {
			more, n := in.conflictsOf(ctx, q, dims, decisions)
			if out = append(out, more...); n > 0 && (looked == 0 || n < looked) {
				looked = n
			}
		}
	}
	return out, looked
}

// answered is a reading with its sample and what that answers.
type answered struct {
	reading *Reading
	choice  Choice
	sample  *Sample
	list    []Settlement
}

func (in *Interpretation) conflictsOf(ctx context.Context, q *Question, dims []*Dimension, decisions int) (out []Conflict, looked int) {
	var readings []answered
	for _, r := range q.Readings {
		choice := in.choiceWith(q, r)
		other, errs := in.Definition.Interpret(choice)
		if len(errs) > 0 || !r.Playable() {
			continue
		}
		s, errs := other.sample(ctx, dims, bounds{samplePlies, decisions, sampleKept, dullGames})
		if len(errs) > 0 {
			continue
		}
		x := answered{reading: r, choice: choice, sample: s}
		for _, d := range dims {
			x.list = append(x.list, s.settle(d))
		}
		if readings = append(readings, x); looked == 0 || s.Decisions < looked {
			looked = s.Decisions
		}
	}
	for i := range readings {
		for j := range readings {
			if i != j {
				out = append(out, readings[i].against(&readings[j], q, out)...)
			}
		}
	}
	return out, looked
}

// comparable reports whether the answers of a dimension can be held against a single
// position: words are said of its moves, or there are moves that are never permitted.
func (d *Dimension) comparable() bool {
	return slices.ContainsFunc(d.Answers, func(a *Answer) bool { return len(a.Signs.Never) > 0 }) ||
		slices.ContainsFunc(d.facts(false), func(f *fact) bool { return f.at != nil })
}

// draws lists the facts on which the answers of a dimension draw.
func (d *Dimension) draws() []*fact {
	out := d.facts(false)
	for _, f := range out {
		for _, name := range f.with {
			out = append(out, factNamed(name))
		}
	}
	return out
}

// toldElsewhere reports whether two readings get different answers to another dimension
// that draws on the same facts: then their difference is told there.
func (x *answered) toldElsewhere(y *answered, d *Dimension) bool {
	facts := d.draws()
	for k := range x.list {
		a, b := &x.list[k], &y.list[k]
		if a.Dimension != d && a.Key() != b.Key() && slices.ContainsFunc(a.Dimension.draws(), func(f *fact) bool { return slices.Contains(facts, f) }) {
			return true
		}
	}
	return false
}

// against finds the dimensions to which two readings give one answer and on which they
// part at a position of the first's games. Those that are known need not be found again.
func (x *answered) against(y *answered, q *Question, known []Conflict) []Conflict {
	var out []Conflict
	for k := range x.list {
		a, b := &x.list[k], &y.list[k]
		if a.Answer == nil || b.Answer == nil || a.Key() != b.Key() || slices.ContainsFunc(known, func(c Conflict) bool { return c.Dimension == a.Dimension && c.A == y.reading && c.B == x.reading }) ||
			!a.Dimension.comparable() || x.toldElsewhere(y, a.Dimension) {
			continue
		}
		at, words := x.sample.conflict(y.sample, a)
		if at == nil {
			continue
		}
		steps, _ := x.sample.replay(*at)
		if !at.Refused {
			steps = steps[:len(steps)-1] // of the two only the first permits it
		}
		out = append(out, Conflict{a.Dimension, a.Answer, q, x.reading, y.reading, x.choice, at.Game, steps, words})
	}
	return out
}

// conflict returns a position at which t says the contrary of s in what a dimension
// asks: to a fact, or of the moves it asks about, where these are mostly all in which
// the two differ. It says what each makes of one move there.
func (s *Sample) conflict(t *Sample, x *Settlement) (at *Spot, says [2]string) {
	var first *Spot // where the moves in which they differ are such as are asked about
	var firstSays [2]string
	so, about, others := 0, 0, false // positions at which they part; those of them that are about it
	s.partings(t, func(p *parted) {
		if at != nil {
			return
		}
		for _, f := range x.Dimension.facts(false) {
			if f.at == nil {
				continue
			}
			if m := p.contrary(f); m != nil {
				at, says = p.spot(m), p.says(m)
				return
			}
		}
		so++
		all, none, m := p.about(x.Answer.Signs.Never)
		others = others || none
		if all {
			if about++; first == nil {
				first, firstSays = p.spot(m), p.says(m)
			}
		}
	}, nil)
	if at == nil && others && about*10 >= so*9 {
		return first, firstSays
	}
	return at, says
}

// about reports whether all moves in which the two differ are such as are never to be
// permitted, one of these, and whether there are others.
func (p *parted) about(never []*Moves) (all, others bool, one *engine.Move) {
	all = true
	for i, w := range []*watcher{p.a, p.b} {
		mine, other := p.x.Moves, p.y.Moves
		if i == 1 {
			mine, other = p.y.Moves, p.x.Moves
		}
		for j := range mine {
			asked := w.asks(&mine[j], never)
			others = others || !asked
			there := slices.ContainsFunc(other, func(m engine.Move) bool {
				return spoken(w.p, &mine[j]) == spoken([]*watcher{p.b, p.a}[i].p, &m)
			})
			if there {
				continue
			}
			all = all && asked
			if i == 0 || one == nil {
				one = &mine[j]
			}
		}
	}
	return all && one != nil, others, one
}

// asks reports whether a move is one of a list.
func (w *watcher) asks(m *engine.Move, list []*Moves) bool {
	w.answers = w.in.Probe(w.st, m, w.answers[:0])
	return slices.ContainsFunc(list, func(moves *Moves) bool {
		k := w.s.index[moves]
		return k >= 0 && w.answers[k]
	})
}

// spot is where the position was met, with a move of it as the first has it.
func (p *parted) spot(m *engine.Move) *Spot {
	at := p.past.at
	at.Move = *m
	at.Refused = !slices.ContainsFunc(p.x.Moves, func(o engine.Move) bool { return alikeMoves(&o, m) })
	return &at
}

// says says what each of the two makes of a move.
func (p *parted) says(m *engine.Move) (says [2]string) {
	key := spoken(p.a.p, m)
	for i, e := range []*engine.Explanation{p.x, p.y} {
		w := []*watcher{p.a, p.b}[i]
		says[i] = p.a.s.Game.MoveText(p.a.in, p.a.st, *m) + " is not permitted"
		for _, o := range e.Moves {
			if spoken(w.p, &o) == key {
				says[i] = w.says(e, &Spot{Move: o})
			}
		}
		for j := range e.Refused {
			if o := &e.Refused[j].Move; spoken(w.p, o) == key {
				says[i] = w.says(e, &Spot{Move: *o, Refused: true})
			}
		}
	}
	return says
}

// alikeDecisions reports whether the same is permitted and refused.
func alikeDecisions(x, y *engine.Explanation) bool {
	if len(x.Moves) != len(y.Moves) || len(x.Refused) != len(y.Refused) {
		return false
	}
	for i := range x.Moves {
		if !x.Moves[i].Same(&y.Moves[i]) {
			return false
		}
	}
	for i := range x.Refused {
		if !x.Refused[i].Move.Same(&y.Refused[i].Move) {
			return false
		}
	}
	return true
}
