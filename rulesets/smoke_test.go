package rulesets

import (
	"os"
	"testing"
	"encoding/json"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets/engine"
)

func TestSmoke(t *testing.T) {
	ev, errs := evidence.Load(os.DirFS(".."), "..")
	for _, e := range errs { t.Error(e) }
	c, errs := Load(os.DirFS(".."), "", ev)
	for _, e := range errs { t.Error(e) }
	for _, d := range c.Definitions {
		for _, e := range d.Check() { t.Error(e) }
		g, errs := d.Game(nil)
		if len(errs) > 0 { continue }
		in := engine.NewInterpreter(g.Program)
		s := g.Program.NewState()
		in.Start(s)
		j, err := json.Marshal(g.State(s))
		t.Log(string(j), err)
		t.Log(in.Perft(s, 3, func() bool { return false }))
		in.History = engine.NewHistory()
		var buf []engine.Move
		over, moves, longest := 0, 0, 0
		for i := 0; i < 2000; i++ {
			in.Start(s)
			r := engine.NewRandom(1, uint64(i))
			var ta engine.Tally
			ta, buf = in.Random(s, r, 20000, buf)
			if s.Status() == engine.Over { over++ }
			moves += ta.Plies
			longest = max(longest, ta.Plies)
			if i < 3 { j, _ := json.Marshal(g.State(s)); t.Log(string(j)) }
		}
		t.Log(d.ID, over, moves/2000, longest)
	}
}
