package ir_test

import (
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/ir"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
)

// TestConditionsAgree has the interpreter, which reads the rules, and the plain evaluation of
// what they are lowered to say of the moves of random games, legal or refused, which
// conditions hold. What looks ahead is left aside.
func TestConditionsAgree(t *testing.T) {
	long.Slow(t)
	for _, d := range bundled.Corpus(t).Definitions {
		t.Run(d.ID, func(t *testing.T) {
			asked := agreeOn(t, d, nil)
			for _, q := range d.Questions {
				for _, r := range q.Readings {
					asked += agreeOn(t, d, rulesets.Choice{q.ID: r.ID})
				}
			}
			if asked < 1000 {
				t.Errorf("only %d conditions were asked", asked)
			}
		})
	}
}

// conditions are those of all rules about moves.
func conditions(p *engine.Program) (list []*engine.Node) {
	add := func(nodes ...*engine.Node) {
		for _, n := range nodes {
			if n != nil {
				list = append(list, n)
			}
		}
	}
	for i := range p.Allows {
		add(p.Allows[i].When)
	}
	for i := range p.Forbids {
		add(p.Forbids[i].When)
		for j := range p.Forbids[i].Excepts {
			add(p.Forbids[i].Excepts[j].When)
		}
	}
	for i := range p.Changes {
		add(p.Changes[i].When)
	}
	return list
}

func agreeOn(t *testing.T, d *rulesets.Definition, choice rulesets.Choice) (asked int) {
	g, errs := d.Game(choice)
	if len(errs) > 0 {
		return 0 // not every reading can be combined with the others' defaults
	}
	p := *g.Program
	p.Probes = nil
	l := ir.NewLowering(&p)
	var values []*ir.Value
	for _, n := range conditions(g.Program) {
		v := l.Value(n, ir.Mover)
		if v.LooksAhead() || v.OnScored() || v.Uses(ir.Occurrences) {
			continue
		}
		p.Probes = append(p.Probes, engine.Probe{Acts: ^engine.Trigger(0), When: n})
		values = append(values, v)
	}
	in := engine.NewInterpreter(&p)
	s, r := p.NewState(), random.New(7, uint64(len(choice)))
	env := ir.Env{P: &p}
	in.Start(s)
	var moves []engine.Move
	var holds []bool
	for ply := 0; ply < 40 && s.Status() != engine.Over; {
		if s.Status() == engine.AwaitsThrow {
			in.Throw(s, p.Draw(r, s.Device(&p)))
			continue
		}
		ply++
		k, list := in.Choose(s, r, moves[:0])
		moves = list
		chosen := moves[k]
		for i := range moves {
			if moves[i].Act == engine.Pass || moves[i].Act == engine.Stop || moves[i].Act == engine.ThrowAgain {
				continue
			}
			holds = in.Probe(s, &moves[i], holds[:0])
			env.Look(s, s.Player(), &moves[i], nil)
			for j, v := range values {
				asked++
				if got := env.Number(v) != 0; got != holds[j] {
					t.Fatalf("%v: of %+v a condition holds: %v; lowered it is %v:\n%s", choice, moves[i], holds[j], got, v)
				}
			}
		}
		in.Play(s, chosen)
	}
	return asked
}
