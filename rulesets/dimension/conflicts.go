package dimension

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension/trial"
	"github.com/lectio/lectio/rulesets/engine"
)

// Conflict is a dimension to which two readings of a question give one answer, though
// at a position they do not agree in what it asks.
type Conflict struct {
	Dimension *Dimension
	Answer    *Answer
	Question  *rulesets.Question
	A, B      *rulesets.Reading
	Choice    rulesets.Choice // of the interpretation in whose games the position was met
	Game      int             // the number of the game
	Steps     []Step          // the line of play to it
	Says      [2]string
}

// Conflicts compares the readings of every question that bears on a dimension, as the
// settlements of an interpretation say, at positions of its games: where two part in what
// the dimension asks they have to get different answers. decisions bounds how far those
// are sampled that part; looked is how far the one was of which least was seen, 0 where
// no question was asked.
func Conflicts(ctx context.Context, in *rulesets.Interpretation, list []Settlement, decisions int) (out []Conflict, looked int) {
	for i := range list {
		if s := list[i].sample; s != nil { // one for all, and others may ask of it
			s.asking.Lock()
			defer s.asking.Unlock()
			break
		}
	}
	for _, q := range in.Definition.Questions {
		v := &versus{in: in, q: q, decisions: decisions}
		for i := range list {
			if x := &list[i]; x.Answer != nil && x.sample != nil && slices.Contains(x.Questions, q) {
				v.list = append(v.list, x)
			}
		}
		if slices.ContainsFunc(v.list, func(x *Settlement) bool { return x.Dimension.comparable() }) && ctx.Err() == nil {
			out = append(out, v.conflicts(ctx)...)
			for _, r := range v.readings {
				if r.sample != nil && (looked == 0 || r.sample.Decisions < looked) {
					looked = r.sample.Decisions
				}
			}
		}
	}
	return out, looked
}

// versus holds the readings of a question against each other.
type versus struct {
	in        *rulesets.Interpretation
	q         *rulesets.Question
	list      []*Settlement // of the dimensions on which it bears
	decisions int
	readings  []*answered // the first is the one in force
}

// answered is a reading with what is known of it.
type answered struct {
	reading *rulesets.Reading
	in      *rulesets.Interpretation
	still   *Sample      // that plays nothing; of the reading in force that of the settlements
	parts   []*Dimension // on which it parts from another, and those that draw on the same facts
	sample  *Sample      // nil as long as nobody has asked
	far     int          // how many decisions of it were wanted
	answers map[*Dimension]Settlement
}

// apart is a dimension on which two readings part at a position.
type apart struct {
	a, b *answered
	x    *Settlement
	Conflict
	tried []triedApart // what comes out of trials otherwise
}

func (v *versus) conflicts(ctx context.Context) (out []Conflict) {
	s := v.list[0].sample
	v.readings = []*answered{{reading: v.in.Readings[v.q.ID], in: v.in, still: s, sample: s}}
	var dims []*Dimension
	for _, x := range v.list {
		dims = append(dims, x.Dimension)
	}
	for _, r := range v.q.Readings {
		if r == v.readings[0].reading || !r.Playable() {
			continue
		}
		if other, errs := v.in.Definition.Interpret(v.in.ChoiceWith(v.q, r)); len(errs) == 0 {
			if t, errs := sampleOf(ctx, other, dims, bounds{}); len(errs) == 0 {
				v.readings = append(v.readings, &answered{reading: r, in: other, still: t})
			}
		}
	}
	var found []*apart
	for i, a := range v.readings {
		for _, b := range v.readings[i+1:] {
			for _, f := range s.apartOn([2]*Sample{a.still, b.still}, v.list) {
				if f.a, f.b = a, b; i == 0 && !f.contrary(s, f.x) {
					continue
				}
				found = append(found, f)
				a.partsOn(f.x.Dimension, dims)
				b.partsOn(f.x.Dimension, dims)
			}
		}
	}
	for _, f := range found {
		// That two answers are not the same is mostly seen early.
		if x := v.shared(ctx, f, min(fewDecisions, v.decisions)); x == nil || !f.contrary(s, x) {
			continue
		}
		if x := v.shared(ctx, f, v.decisions); x != nil && f.contrary(s, x) {
			f.Dimension, f.Answer, f.Question, f.A, f.B, f.Choice = x.Dimension, x.Answer, v.q, f.a.reading, f.b.reading, v.in.ChoiceWith(v.q, v.readings[0].reading)
			out = append(out, f.Conflict)
		}
	}
	return out
}

// fewDecisions are enough to see that most readings that part give different answers.
const fewDecisions = 400

// shared is the answer that two readings give to a dimension on which they part, as the
// first has it, looking so far at least; nil where they give none in common, or where their
// difference is told elsewhere.
func (v *versus) shared(ctx context.Context, f *apart, decisions int) *Settlement {
	f.a.answer(ctx, decisions)
	f.b.answer(ctx, decisions)
	x, y := f.a.answers[f.x.Dimension], f.b.answers[f.x.Dimension]
	if x.Answer == nil || y.Answer == nil || x.Key() != y.Key() || f.a.toldElsewhere(f.b, x.Dimension) {
		return nil
	}
	return &x
}

// partsOn notes that the answer to a dimension will be asked for, and to those of a list
// that draw on the same facts.
func (r *answered) partsOn(d *Dimension, list []*Dimension) {
	for _, o := range list {
		if (o == d || o.drawsWith(d)) && !slices.Contains(r.parts, o) {
			r.parts = append(r.parts, o)
		}
	}
}

// answer finds out what a reading answers where it parts from another, at so many decisions
// at least.
func (r *answered) answer(ctx context.Context, decisions int) {
	if r.sample == nil || r.sample != r.still && r.far < decisions {
		s, errs := sampleOf(ctx, r.in, r.parts, bounds{otherPlies, decisions, comparedAt, dullGames})
		if len(errs) > 0 {
			return
		}
		r.sample, r.far, r.answers = s, decisions, nil
	}
	if r.answers == nil {
		r.answers = map[*Dimension]Settlement{}
		for _, d := range r.parts {
			r.answers[d] = r.sample.settle(d)
		}
	}
}

// toldElsewhere reports whether two readings get different answers to another dimension
// that draws on the same facts: then their difference is told there.
func (r *answered) toldElsewhere(b *answered, d *Dimension) bool {
	return slices.ContainsFunc(r.parts, func(o *Dimension) bool {
		x, y := r.answers[o], b.answers[o]
		return o != d && o.drawsWith(d) && x.Key() != y.Key()
	})
}

func (d *Dimension) drawsWith(o *Dimension) bool {
	facts := o.draws()
	return slices.ContainsFunc(d.draws(), func(f *fact) bool { return named(facts, f.name) != nil })
}

// comparable reports whether the answers of a dimension can be held against a single
// position: words are said of its moves or come out of trials, or there are moves that are
// never permitted.
func (d *Dimension) comparable() bool {
	return slices.ContainsFunc(d.Answers, func(a *Answer) bool { return len(a.Signs.Never) > 0 }) ||
		slices.ContainsFunc(d.facts(false), func(f *fact) bool { return f.own != nil || f.tries != nil })
}

// draws lists the facts on which the answers of a dimension draw.
func (d *Dimension) draws() []*fact {
	out := d.facts(false)
	for _, f := range out {
		out = append(out, f.with...)
	}
	return out
}

// apartOn finds the dimensions on which two interpretations part at a position: contrary
// things are said of what a dimension asks to a fact, or come out of a trial, or the moves
// it asks about are mostly all in which the two differ.
func (s *Sample) apartOn(of [2]*Sample, list []*Settlement) (out []*apart) {
	about := map[*Dimension]*aboutNever{}
	said := map[*Dimension]*Conflict{}
	n := 0 // positions where they part
	s.partings(of, func(p *parted) {
		n++
		for _, x := range list {
			d := x.Dimension
			if said[d] != nil {
				continue
			}
			for _, f := range d.facts(false) {
				if f.own == nil {
					continue
				}
				if m := p.contrary(f.own); m != nil {
					said[d] = p.conflict(m)
					break
				}
			}
			if about[d] == nil {
				about[d] = &aboutNever{}
			}
			about[d].add(p, x.Answer.Signs.Never)
		}
	}, nil)
	for _, x := range list {
		f := &apart{x: x, tried: s.triedApart(of, x.Dimension)}
		never := about[x.Dimension]
		switch {
		case said[x.Dimension] != nil:
			f.Conflict, f.tried = *said[x.Dimension], nil
		case never != nil && never.others && never.all*10 >= n*9 && never.all > 0:
			f.Conflict, f.tried = *never.first, nil
		case len(f.tried) == 0:
			continue
		}
		out = append(out, f)
	}
	return out
}

// aboutNever counts positions at which all moves in which two interpretations differ are
// such as are never to be permitted.
type aboutNever struct {
	all    int
	others bool // there are other moves
	first  *Conflict
}

func (n *aboutNever) add(p *parted, never []*Moves) {
	all := true
	var one *engine.Move
	for k := range p.sides {
		x, other := &p.sides[k], &p.sides[1-k]
		for j := range x.e.Moves {
			m := &x.e.Moves[j]
			asked := x.w.asks(m, never)
			n.others = n.others || !asked
			if other.permits(spoken(x.w.p, m)) {
				continue
			}
			all = all && asked
			if k == 0 || one == nil {
				one = m
			}
		}
	}
	if all && one != nil {
		if n.all++; n.all == 1 {
			n.first = p.conflict(one)
		}
	}
}

// asks reports whether a move is one of a list.
func (w *watcher) asks(m *engine.Move, list []*Moves) bool {
	w.answers = w.in.Probe(w.st, m, w.answers[:0])
	return slices.ContainsFunc(list, func(moves *Moves) bool {
		k := w.s.index[moves]
		return k >= 0 && w.answers[k]
	})
}

// conflict says where the position was met, and what each of the two makes of a move.
func (p *parted) conflict(m *engine.Move) *Conflict {
	a, c := &p.sides[0], &Conflict{}
	called := spoken(a.w.p, m)
	c.Game = p.past.at.Game
	c.Steps = p.s.stepsTo(p.past.at)
	for k := range p.sides {
		x := &p.sides[k]
		c.Says[k] = a.w.s.Game.MoveText(a.w.in, a.w.st, *m) + " is not permitted"
		for _, o := range x.e.Moves {
			if spoken(x.w.p, &o) == called {
				c.Says[k] = x.w.says(x.e, &trial.Spot{Move: o})
			}
		}
		for j := range x.e.Refused {
			if o := &x.e.Refused[j].Move; spoken(x.w.p, o) == called {
				c.Says[k] = x.w.says(x.e, &trial.Spot{Move: *o, Refused: true})
			}
		}
	}
	return c
}

// triedApart is a trial out of which something else comes in two interpretations.
type triedApart struct {
	*trial.Trial
	is [2]trial.Tried
}

// triedApart are the trials of a dimension out of which something else comes, at each
// position where it does. A position does not tell what is remembered only by the other.
func (s *Sample) triedApart(of [2]*Sample, d *Dimension) (out []triedApart) {
	for _, t := range of {
		if c := t.carrierOf(s); c == nil || len(c.To.Vars) > len(c.From.Vars) {
			return nil
		}
	}
	for _, f := range d.facts(false) {
		for _, tr := range f.tries {
			s.apart(of, tr, func(is [2]trial.Tried) bool {
				out = append(out, triedApart{tr, is})
				return false
			})
		}
	}
	return out
}

// contrary reports whether what was found is against an answer of the first of two readings:
// of trials, whether it would not be the answer if what comes out in the second came out in
// the first.
func (f *apart) contrary(s *Sample, x *Settlement) bool {
	if len(f.tried) == 0 {
		return true
	}
	i := slices.IndexFunc(f.tried, func(tr triedApart) bool { return !x.holdsWith(tr.Trial, tr.is[0].Base, tr.is[1].Is) })
	if i < 0 {
		return false
	}
	tr := f.tried[i]
	f.Says = [2]string{"what is tried out there comes out as this answer has it", "it comes out otherwise"}
	for k, r := range []*answered{f.a, f.b} {
		var by []string
		for _, st := range tr.is[k].By {
			by = append(by, r.still.Game.Statements[st].ID)
		}
		if len(by) > 0 {
			f.Says[k] += ", because of " + strings.Join(by, " and ")
		}
	}
	f.Game, f.Steps = s.stepsToBase(tr.is[0].Base)
	return true
}

// holdsWith reports whether the answer would be the same if a trial also came out like this.
func (s *Settlement) holdsWith(tr *trial.Trial, b *trial.Base, is string) bool {
	with := *s.sample
	with.Found, with.found = maps.Clone(s.sample.Found), map[string]finding{}
	with.Found["trial "+tr.Name] = append(slices.Clip(s.sample.Try(tr)), trial.Tried{Base: b, Is: is})
	other := with.settle(s.Dimension)
	return other.Key() == s.Key()
}

// stepsToBase are the number of a game and its steps to where a position of a trial was
// met; none where it was not met in a game.
func (s *Sample) stepsToBase(b *trial.Base) (game int, steps []Step) {
	if b.At == nil {
		return 0, nil
	}
	steps = s.stepsTo(*b.At)
	if b.Throw < 0 {
		return b.At.Game, steps
	}
	for len(steps) > 0 && steps[len(steps)-1].Throw >= 0 {
		steps = steps[:len(steps)-1] // that is another throw
	}
	return b.At.Game, append(slices.Clip(steps), Step{Throw: b.Throw})
}
