package engine

import (
	"math/bits"
	"slices"
)

// What has to be asked is sorted beforehand by the stage and by what happens, so
// that play does not pass over the rules that are about something else.

// stageRules are the rules of one stage, each list in declared order.
type stageRules struct {
	allows  [][]*Allow // by part, of all acts but stop
	stops   []*Allow
	forbids [actCount][]*Forbid
	changes [32][]*Change      // by the bit of the trigger that they answer
	after   [actCount]tests    // a move of each act
	tests   [momentCount]tests // of the other moments
}

// tests are the scores and ends of one moment.
type tests struct {
	scores []*Score
	ends   []int // indexes into Program.Ends
	// Of the first 64 of each, those that ask for an arrangement of all men on these
	// places: see gather.
	gatheredScores, gatheredEnds uint64
	gathered                     []int
}

// tabulate fills Program.rules; the last entry is for a state without a stage, in
// which events are answered as in any stage and nothing else is.
func (p *Program) tabulate() {
	p.rules = make([]stageRules, len(p.Stages)+1)
	for st := range p.rules {
		r, stage := &p.rules[st], uint64(1)<<uint(st)
		events := stage
		r.allows = make([][]*Allow, len(p.Parts))
		if st == len(p.Stages) {
			stage, events = 0, ^uint64(0)
		}
		for i := range p.Allows {
			switch a := &p.Allows[i]; {
			case a.Stages&stage == 0:
			case a.Act == Stop:
				r.stops = append(r.stops, a)
			default:
				for part := range r.allows {
					if a.Parts[part] {
						r.allows[part] = append(r.allows[part], a)
					}
				}
			}
		}
		for i := range p.Forbids {
			f := &p.Forbids[i]
			for a := range actCount {
				if f.Acts&OnAct(a) != 0 && f.Stages&stage != 0 {
					r.forbids[a] = append(r.forbids[a], f)
				}
			}
		}
		for i := range p.Changes {
			c := &p.Changes[i]
			for bit := range r.changes {
				of := stage
				if Trigger(1)<<bit >= OnThrow {
					of = events
				}
				if c.On>>bit&1 != 0 && c.Stages&of != 0 {
					r.changes[bit] = append(r.changes[bit], c)
				}
			}
		}
		for a := range actCount {
			r.after[a] = p.testsOf(AtMove, OnAct(a), stage)
		}
		for at := range momentCount {
			r.tests[at] = p.testsOf(at, 0, stage)
		}
	}
	p.agendas = make([][]*Agenda, len(p.Throws)+1)
	for i := range p.Agendas {
		a := &p.Agendas[i]
		p.agendas[a.Throw+1] = append(p.agendas[a.Throw+1], a)
	}
	for i := range p.Vars {
		p.lasts[p.Vars[i].Per] = true
	}
	p.waits = slices.ContainsFunc(p.Blocked, func(b Blocked) bool { return b.Policy == BlockedLeave })
	p.scored = p.asksForScores()
	p.putsUp = slices.ContainsFunc(p.Changes, func(c Change) bool {
		return c.On&(OnThrow-1) != 0 && slices.ContainsFunc(c.Effects, func(e Effect) bool { return e.Kind == AddParts })
	})
	for i := range p.Allows {
		a := &p.Allows[i]
		a.once, a.each = a.When.split(BAnd, nil, nil)
		if a.Act == Step || a.Act == Leap {
			a.room, a.goal = a.To.split(SAnd, nil, nil)
			a.toNear = a.To == nil || len(a.goal) == 1 && a.goal[0].Op == SNear && a.goal[0].Kids[0].Op == NFrom
			a.hurdles = a.Over == nil || !a.Over.dependsOnMan()
		}
	}
	for i := range p.Forbids {
		f := &p.Forbids[i]
		f.once, f.each = f.When.split(BAnd, nil, nil)
		f.takeApart(p)
	}
}

// asksForScores reports whether a rule that is applied when looking ahead asks for
// scores: any rule but scores themselves and what is done only at events.
func (p *Program) asksForScores() bool {
	ahead := *p
	ahead.Scores, ahead.Changes = nil, nil
	for i := range p.Changes {
		if p.Changes[i].On&(OnThrow-1) != 0 {
			ahead.Changes = append(ahead.Changes, p.Changes[i])
		}
	}
	found := false
	ahead.eachNode(func(n *Node) {
		found = found || n != nil && n.asks(NScore, NScored)
	})
	return found
}

// testsOf are the scores and ends of a moment (after one of the acts, where they
// name acts) in a stage.
func (p *Program) testsOf(at Moment, acts Trigger, stage uint64) (t tests) {
	for i := range p.Scores {
		if x := &p.Scores[i]; x.At == at && (x.Acts == 0 || x.Acts&acts != 0) && x.Stages&stage != 0 {
			t.scores = append(t.scores, x)
		}
	}
	for i := range p.Ends {
		if x := &p.Ends[i]; x.At == at && (x.Acts == 0 || x.Acts&acts != 0) && x.Stages&stage != 0 {
			t.ends = append(t.ends, i)
		}
	}
	t.gather(p)
	return t
}

// rulesOf are the rules of the stage that s is in.
func (p *Program) rulesOf(s *State) *stageRules {
	return &p.rules[min(int(s.b[hStage]), len(p.rules)-1)]
}

// answering are the changes that answer an act or event.
func (r *stageRules) answering(t Trigger) []*Change {
	return r.changes[bits.TrailingZeros32(uint32(t))]
}

// asks reports whether the node or one below it is of one of the operations.
func (n *Node) asks(ops ...Op) bool {
	return slices.Contains(ops, n.Op) || slices.ContainsFunc(n.Kids, func(k *Node) bool { return k.asks(ops...) })
}

// allHold reports whether every one of the conditions holds.
func (in *Interpreter) allHold(list []*Node) bool {
	for _, n := range list {
		if !in.holds(n) {
			return false
		}
	}
	return true
}
