package position_test

import (
	"bytes"
	"testing"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/position"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/testdata/bundled"
)

// programs are the bundled games by their default readings.
func programs(t *testing.T) (list []*engine.Program) {
	t.Helper()
	for _, d := range bundled.Corpus(t).Definitions {
		g, errs := d.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		list = append(list, g.Program)
	}
	return list
}

// Every state of random games is the same once it has been taken apart and laid out, and
// goes on as it would have.
func TestThereAndBack(t *testing.T) {
	over := 0
	for _, p := range programs(t) {
		in, other, r := engine.NewInterpreter(p), engine.NewInterpreter(p), random.New(7, 0)
		s, laid := p.NewState(), p.NewState()
		in.Start(s)
		for ply := 0; ply < 3000; ply++ {
			pos := position.Read(p, s)
			if position.Lay(other, laid, pos); !laid.Equal(s) {
				t.Fatalf("%s, ply %d: %x came back as %x", p.Players, ply, s.Bytes(), laid.Bytes())
			}
			if position.Write(other, laid, pos); !laid.Equal(s) {
				t.Fatalf("%s, ply %d: %x goes on as %x", p.Players, ply, s.Bytes(), laid.Bytes())
			}
			if s.Status() == engine.Over {
				over++
				break
			}
			if s.Status() == engine.AwaitsThrow {
				in.Throw(s, p.Draw(r, s.Device(p)))
				continue
			}
			k, moves := in.Choose(s, r, nil)
			in.Play(s, moves[k])
		}
	}
	if over == 0 {
		t.Error("no game ended, so no ending was taken apart")
	}
}

// With no turn the turn of the player to move begins, and variables have the values that
// they have at the outset: that is how a game begins.
func TestBeginning(t *testing.T) {
	for _, p := range programs(t) {
		in, s, laid := engine.NewInterpreter(p), p.NewState(), p.NewState()
		in.Start(s)
		pos := position.Read(p, s)
		pos.Turn = nil
		position.Initial(in, pos, false)
		if position.Write(in, laid, pos); !laid.Equal(s) {
			t.Errorf("%s: a game that begins as %x is laid out as %x", p.Players, s.Bytes(), laid.Bytes())
		}
	}
}

// Of too many throws the last are kept, with too many parts nothing can be played, and a
// number that is too great is the greatest that there is room for.
func TestNoRoom(t *testing.T) {
	for _, p := range programs(t) {
		in, s := engine.NewInterpreter(p), p.NewState()
		in.Start(s)
		pos := position.Read(p, s)
		at := p.Layout()
		pos.Turn.Throws = nil
		for i := range at.MaxThrows + 2 {
			pos.Turn.Throws = append(pos.Turn.Throws, i)
		}
		pos.Turn.Left = make([]position.Left, at.MaxLeft+1)
		for v := range pos.Nums {
			for q := range pos.Nums[v] {
				pos.Nums[v][q] = 1 << 20
			}
		}
		position.Lay(in, s, pos)
		want := []byte{2, 3, 4, 5, 6, 7, 8, 9}
		if got := s.Bytes()[at.Throws:][:s.Bytes()[at.ThrowN]]; !bytes.Equal(got, want) {
			t.Errorf("the throws kept are %v, expected %v", got, want)
		}
		if end, over := s.End(); end >= 0 || !over || len(position.Read(p, s).Turn.Left) != at.MaxLeft {
			t.Errorf("more parts than there is room for, and the end is %d, %v", end, over)
		}
		for _, by := range position.Read(p, s).Nums {
			for _, x := range by {
				if x != 1<<15-1 {
					t.Errorf("a number is %d", x)
				}
			}
		}
	}
}
