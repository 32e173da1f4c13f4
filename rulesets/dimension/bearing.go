package dimension

import (
	"context"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/dimension/trial"
	"github.com/lectio/lectio/rulesets/engine"
)

// Which questions bear on a dimension: an interpretation is held against others, at the
// positions of a sample of its games.

// questionsOf finds the questions that have to do with each dimension: one of their
// readings takes away or brings a statement that is behind the answer, or settles
// it, or something else is permitted or refused among the moves that the dimension
// asks about.
func questionsOf(ctx context.Context, in *rulesets.Interpretation, base *Sample, out []Settlement) {
	swaps := swaps(in)
	used := make([][]*rulesets.Statement, len(out)) // by the statements behind each answer
	for i := range out {
		used[i] = in.Uses(out[i].Statements)
	}
	for _, q := range in.Definition.Questions {
		now := in.Readings[q.ID]
		if now == nil {
			continue
		}
		concerns := make([]bool, len(out))
		for _, r := range q.Readings {
			sw := swaps[r]
			for i := range out {
				concerns[i] = concerns[i] || out[i].touched(sw, used[i])
			}
			if r == now || ctx.Err() != nil {
				continue
			}
			if other := sw.in; other != nil {
				base.compare(ctx, other, sw, out, concerns)
			}
		}
		for i := range out {
			if concerns[i] && out[i].Standing != Moot {
				out[i].Questions = append(out[i].Questions, q)
			}
		}
	}
}

// touched reports whether a swap of readings takes away what is behind the answer, or
// what that uses, or brings a claim about it. An answer from the tables of the compiled rules
// is the same where these say the same, whatever statement they are from.
func (s *Settlement) touched(sw swapped, used []*rulesets.Statement) bool {
	behind := slices.Concat(s.Statements, used)
	if s.Answer != nil && !s.Sampled && sw.in != nil {
		behind = nil
	}
	for _, st := range behind {
		if sw.gone[st] {
			return true
		}
	}
	return slices.ContainsFunc(sw.brought, func(st *rulesets.Statement) bool {
		b, ok := st.Body.(*ast.Settles)
		return ok && b.Dimension.Text == s.Dimension.ID
	})
}

// compare marks the dimensions of which another interpretation says something else: at
// the positions kept, by a fact, or in games of its own where these are looked at closely.
func (s *Sample) compare(ctx context.Context, other *rulesets.Interpretation, sw swapped, out []Settlement, concerns []bool) {
	far := bounds{}
	if s.closely {
		far = bounds{plies: otherPlies, decisions: sampleOther, kept: comparedAt}
	}
	t, errs := sampleOf(ctx, other, s.dims, far)
	if len(errs) > 0 {
		return
	}
	var differ map[*Moves]bool
	if !s.closely {
		differ = s.differ(t)
	}
	told := s.toldOtherwise(t)
	for i := range out {
		dim := out[i].Dimension
		switch {
		case concerns[i]:
		case s.factsDiffer(t, sw, dim), slices.ContainsFunc(dim.facts(false), func(f *fact) bool {
			own := f.own
			return told[own] || own == nil && slices.ContainsFunc(f.with, func(o *fact) bool { return told[o.own] })
		}):
			concerns[i] = true
		case !s.closely:
			concerns[i] = slices.ContainsFunc(dim.asked(), func(m *Moves) bool { return differ[m] })
		case out[i].Answer != nil && (dim.closely() || len(dim.asked()) > 0):
			a := t.settle(dim).Answer
			concerns[i] = a != nil && a.ID != out[i].Answer.ID
		}
	}
}

// toldOtherwise says of which events the contrary is to be said of t at the positions that
// s has kept.
func (s *Sample) toldOtherwise(t *Sample) map[*event]bool {
	told := map[*event]bool{}
	if len(s.looking) == 0 {
		return told
	}
	said := [2]resting{{}, {}} // at the positions where they part
	both, w := resting{}, s.watcher()
	s.partings([2]*Sample{s, t}, func(p *parted) {
		for _, f := range s.looking {
			if !told[f] && p.contrary(f) != nil {
				told[f] = true
			}
		}
		said[0].add(s.looking, p.sides[0].look)
		said[1].add(s.looking, p.sides[1].look)
	}, func(i int) { both.merge(s.restingAt(i, w)) })
	for i := range said {
		for f, words := range said[i] {
			for w := range words {
				told[f] = told[f] || !said[1-i][f][w] && !both[f][w]
			}
		}
	}
	return told
}

// factsDiffer reports whether a fact that a dimension asks for is another one in t. What
// happened in games is judged by the statements behind it alone.
func (s *Sample) factsDiffer(t *Sample, sw swapped, dim *Dimension) bool {
	differs := func(f *fact) bool {
		if f.closely {
			return false // the answers are compared
		}
		b, by := f.find(t)
		if f.sampled && slices.ContainsFunc(by, func(st int) bool { return slices.Contains(sw.brought, t.Game.Statements[st]) }) {
			return true
		}
		if f.sampled {
			return slices.ContainsFunc(f.tries, func(tr *trial.Trial) bool { return s.part(t, tr) })
		}
		a, _ := f.find(s)
		return a != b
	}
	return slices.ContainsFunc(dim.facts(false), differs)
}

// differ says of which moves something else is permitted or refused in t than in s, at
// the positions that s has kept: of those that make up the most of what differs,
// more often than by chance. Almost every rule has an effect on moves of almost every
// kind; what it is about are these.
func (s *Sample) differ(t *Sample) map[*Moves]bool {
	out := map[*Moves]bool{}
	for m, k := range s.index {
		if (k < 0) != (t.index[m] < 0) {
			out[m] = true
		}
	}
	c, err := rulesets.NewCarrier(s.Game, t.Game)
	if err != nil || !sameWays(s.Game.Program, t.Game.Program) {
		return out // what stands where means something else
	}
	a, b := s.watcher(), t.watcher()
	all, changed, hits, asked := 0, 0, map[*Moves]int{}, map[*Moves]int{}
	for _, st := range s.Kept {
		a.st.CopyFrom(st)
		other, err := c.Carry(st, nil, nil)
		if err != nil || other.Status() != engine.Decision {
			continue
		}
		b.st = other
		x, y := a.standings(), b.standings()
		all += len(x)
		for key, v := range x {
			for _, m := range v.about {
				asked[m]++
			}
			if w, known := y[key]; known && v.permitted == w.permitted {
				delete(x, key)
			} else {
				v.about = append(v.about, w.about...)
				x[key] = v
			}
			delete(y, key)
		}
		maps.Copy(x, y)
		changed += len(x)
		for _, v := range x {
			slices.SortFunc(v.about, func(a, b *Moves) int { return a.Pos.Compare(b.Pos) })
			for _, m := range slices.Compact(v.about) {
				hits[m]++
			}
		}
	}
	for m, n := range hits {
		byChance := math.Pow(float64(asked[m])/float64(all), float64(n))
		out[m] = out[m] || 4*n >= 3*changed && byChance < 0.02
	}
	return out
}

// sameWays reports whether the men of two programs go the same ways.
func sameWays(p, q *engine.Program) bool {
	return slices.EqualFunc(p.CellOf, q.CellOf, slices.Equal) && slices.EqualFunc(p.Next, q.Next, slices.Equal)
}

// standing is what becomes of a move at a decision, and who asks about it.
type standing struct {
	permitted bool
	about     []*Moves
}

// moveKey is a move as two programs understand it.
type moveKey struct {
	act            engine.Act
	part           string
	from, to, over int16
	class, men     uint8
	sparing        bool
}

// standings are those of all moves of the decision, permitted and refused.
func (w *watcher) standings() map[moveKey]standing {
	e, out := w.offered(w.in.Explain(w.st)), map[moveKey]standing{}
	key := func(m *engine.Move) moveKey {
		return moveKey{m.Act, w.p.Parts[m.Part].Name, m.From, m.To, m.Over, m.Class, m.Men, m.Sparing}
	}
	for i := range e.Moves {
		if e.Moves[i].Act != engine.Pass {
			out[key(&e.Moves[i])] = standing{permitted: true}
		}
	}
	for i := range e.Refused {
		out[key(&e.Refused[i].Move)] = standing{}
	}
	w.each(e, func(probe int, m *engine.Move, _ *engine.Refusal) {
		v := out[key(m)]
		v.about = append(v.about, w.s.asks[probe])
		out[key(m)] = v
	})
	return out
}

// swapped is what another reading of one question makes of the statements.
type swapped struct {
	in      *rulesets.Interpretation // nil where it cannot be played, or not with the others
	gone    map[*rulesets.Statement]bool
	brought []*rulesets.Statement
}

// swaps says of each reading of the questions that arise what it takes away and
// what it brings. Where it cannot be played, or not with the others, it is judged
// by its own statements alone.
func swaps(in *rulesets.Interpretation) map[*rulesets.Reading]swapped {
	out := map[*rulesets.Reading]swapped{}
	before := map[*rulesets.Statement]bool{}
	for _, s := range in.Statements {
		before[s] = true
	}
	for _, q := range in.Definition.Questions {
		now := in.Readings[q.ID]
		if now == nil {
			continue
		}
		for _, r := range q.Readings {
			if r == now {
				out[r] = swapped{}
				continue
			}
			sw := swapped{gone: map[*rulesets.Statement]bool{}}
			if other, errs := in.Definition.Interpret(in.ChoiceWith(q, r)); len(errs) == 0 {
				if r.Playable() {
					sw.in = other
				}
				after := map[*rulesets.Statement]bool{}
				for _, s := range other.Statements {
					after[s] = true
					if !before[s] {
						sw.brought = append(sw.brought, s)
					}
				}
				for s := range before {
					sw.gone[s] = !after[s]
				}
			} else {
				sw.brought = r.Statements
				ids := map[string]bool{}
				for _, id := range r.Without {
					ids[id] = true
				}
				for _, s := range r.Statements {
					ids[s.Replaces] = s.Replaces != ""
				}
				for _, s := range in.Statements {
					sw.gone[s] = ids[s.ID] || ids[s.Replaces]
				}
			}
			out[r] = sw
		}
	}
	return out
}

// actsOf are the acts of which the groups speak.
var actsOf = map[trial.Rights]engine.Trigger{
	trial.ByMoving:   trial.OnActs(engine.Advance, engine.Step, engine.Leap, engine.Sow),
	trial.ByEntering: trial.OnActs(engine.Place, engine.Enter),
	trial.ByLeaving:  trial.OnActs(engine.BearOff),
	trial.ByStopping: trial.OnActs(engine.Stop),
}

// like says of each group of rules what they are, so that two programs can be compared.
func (s *Sample) like() map[trial.Rights]string {
	return trial.Once(&s.Bench, "like", func() map[trial.Rights]string {
		texts := map[trial.Rights]string{}
		add := func(g trial.Rights, rule any) { texts[g] += ruleText(reflect.ValueOf(rule)) }
		addTo := func(on engine.Trigger, rule any) {
			for g, acts := range actsOf {
				if on&acts != 0 {
					add(g, rule)
				}
			}
		}
		p := s.Game.Program
		for _, a := range p.Allows {
			addTo(engine.OnAct(a.Act), a)
		}
		for _, f := range p.Forbids {
			on := f.Acts
			f.Acts = 0 // of which the other acts do not matter to a group
			addTo(on, f)
		}
		addTo(trial.AnyTrigger, p.Requires)
		add(trial.ByAgendas, p.Agendas)
		add(trial.ByAgendas, p.Blocked)
		add(trial.ByChanges, p.Changes)
		add(trial.ByEnds, p.Ends)
		add(trial.ByEnds, p.Scores)
		for i := range p.Stages {
			add(trial.ByAgendas, p.Stages[i].When)
		}
		return texts
	})
}

// ruleText writes what a compiled rule says, so that equal ones are equal texts: where it
// stands in the ruleset is left out.
func ruleText(v reflect.Value) string {
	text := ""
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			text = ruleText(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			text += ruleText(v.Index(i))
		}
	case reflect.Struct:
		switch x := v.Interface().(type) {
		case engine.RuleRef:
			return ""
		case place.Set:
			return fmt.Sprint(x.Places())
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				text += ruleText(v.Field(i))
			}
		}
	default:
		return fmt.Sprint(v.Interface(), " ")
	}
	return "(" + text + ")"
}

// comparedAt is at how many positions of a trial two interpretations are compared.
const comparedAt = 16

// part reports whether a trial comes out otherwise in another interpretation, at
// positions where something came out of it here.
func (s *Sample) part(t *Sample, tr *trial.Trial) bool {
	return trial.Once(&t.Bench, "part "+tr.Name, func() bool {
		return s.apart([2]*Sample{s, t}, tr, func([2]trial.Tried) bool { return true })
	})
}

// apart calls f with what comes out of a trial in two interpretations where that is not
// the same, at positions at which something came out of it here, until f is content. It
// reports whether f was.
func (s *Sample) apart(of [2]*Sample, tr *trial.Trial, f func([2]trial.Tried) bool) bool {
	a, b := of[0].like(), of[1].like()
	same := true
	for g := trial.ByMoving; g <= trial.ByEnds; g <<= 1 {
		same = same && (tr.Asks&g == 0 || a[g] == b[g])
	}
	for _, t := range of {
		same = same || t.carrierOf(s) == nil || tr.Rows && !slices.EqualFunc(s.Game.Program.CellOf, t.Game.Program.CellOf, slices.Equal[[]int])
	}
	if same {
		return false
	}
	for _, x := range trial.Varied(s.Try(tr), comparedAt) {
		y := [2]trial.Tried{x, x}
		for k, t := range of {
			if t != s {
				y[k] = t.tryAt(s, tr, x.Base)
			}
		}
		if y[0].Is != "" && y[1].Is != "" && y[0].Is != y[1].Is && (tr.Parts == nil || tr.Parts(y[1].Is, y[0].Is)) && f(y) {
			return true
		}
	}
	return false
}

// tryAt makes a trial at a position of another sample.
func (s *Sample) tryAt(guide *Sample, tr *trial.Trial, b *trial.Base) trial.Tried {
	x := trial.Tried{Base: carried(s.carrierOf(guide), b)}
	if x.Base != nil {
		s.Tester().Guide = guide.Tester()
		x.Is, x.By = tr.Run(s.Tester(), x.Base)
	}
	return x
}

// carried carries a position with what is about to happen in it over; nil where that has no
// counterpart.
func carried(c *rulesets.Carrier, b *trial.Base) *trial.Base {
	out := *b
	if out.Part = c.Parts[b.Part]; out.Part < 0 {
		return nil
	}
	if b.Throw >= 0 {
		if out.Throw = c.Throws[b.Throw]; out.Throw < 0 {
			return nil
		}
	}
	q := b.St.Player()
	if b.From >= 0 {
		out.From = c.At(q, b.From)
	}
	if b.To >= 0 {
		out.To = c.At(q, b.To)
	}
	var err error
	if out.St, err = c.Carry(b.St, nil, nil); err != nil || out.St.Player() != q {
		return nil
	}
	return &out
}
