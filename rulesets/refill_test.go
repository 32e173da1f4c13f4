package rulesets_test

import (
	"reflect"
	"testing"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/testdata/bundled"
)

// TestStatesMadeOthers asks one interpreter what may be done in a state that is made
// another in every way there is: what it has kept of where men stood must not be taken
// for where they stand now.
func TestStatesMadeOthers(t *testing.T) {
	for _, d := range bundled.Corpus(t).Definitions {
		g, errs := d.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		p := g.Program
		in, s := engine.NewInterpreter(p), p.NewState()
		in.Start(s)
		var met []*engine.State
		var moves []engine.Move
		for r := random.New(3, 0); s.Status() != engine.Over && len(met) < 60; {
			if s.Status() == engine.AwaitsThrow {
				in.Throw(s, p.Draw(r, s.Device(p)))
				continue
			}
			met = append(met, s.Clone())
			var k int
			k, moves = in.Choose(s, r, moves[:0])
			in.Play(s, moves[k])
		}
		for i := range 4 * len(met) {
			next := met[i*37%len(met)]
			switch i % 3 {
			case 0:
				s.CopyFrom(next)
			case 1:
				s.SetBytes(next.Bytes())
			default:
				in.Play(s, in.Moves(s, nil)[0])
				s.CopyFrom(next)
			}
			if got, want := in.Moves(s, nil), engine.NewInterpreter(p).Moves(next, nil); !reflect.DeepEqual(got, want) {
				t.Fatalf("%s: %v, not %v", d.ID, got, want)
			}
		}
	}
}
