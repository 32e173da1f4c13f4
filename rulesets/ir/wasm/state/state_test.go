package state_test

import (
	"bytes"
	"testing"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/ir"
	"github.com/lectio/lectio/rulesets/ir/wasm/state"
	"github.com/lectio/lectio/testdata/bundled"
)

// memoryOf is how a module for searches keeps the states of a program.
func memoryOf(p *engine.Program) *state.Memory {
	lower, opt := ir.NewLowering(p), state.Options{Expand: true}
	facts := ir.FactsOf(lower)
	mem := state.New(p, opt, facts)
	mem.Fit(ir.CandidatesOf(lower, facts, false))
	return mem
}

// States of random games are the same once they have been in the memory of a module, and a state in
// which a place holds more men than a player has is not taken.
func TestStatesThereAndBack(t *testing.T) {
	states := 0
	for _, d := range bundled.Corpus(t).Definitions {
		g, errs := d.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		p := g.Program
		mem := memoryOf(p)
		raw, back := make([]byte, mem.StateEnd), make([]byte, mem.Layout.Size)
		in, s, r := engine.NewInterpreter(p), p.NewState(), random.New(7, 0)
		in.Start(s)
		for ply := 0; s.Status() != engine.Over && ply < 200; ply++ {
			if !mem.PutState(raw, s.Bytes()) {
				t.Fatalf("%s, ply %d: the module cannot hold it", d.ID, ply)
			}
			mem.ToState(back, raw)
			if !bytes.Equal(back, s.Bytes()) {
				t.Fatalf("%s, ply %d: %x came back as %x", d.ID, ply, s.Bytes(), back)
			}
			states++
			if s.Status() == engine.AwaitsThrow {
				in.Throw(s, p.Draw(r, s.Device(p)))
				continue
			}
			k, moves := in.Choose(s, r, nil)
			in.Play(s, moves[k])
		}
		many := bytes.Clone(s.Bytes())
		many[mem.Layout.Men] = 255
		if mem.PutState(raw, many) {
			t.Errorf("%s: it holds 255 men on a place", d.ID)
		}
	}
	if states < 1000 {
		t.Errorf("only %d states were tried", states)
	}
}
