package ir

import (
	"testing"

	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine"
)

// running is the row of ten places with a rule that lets men run along it by what was thrown.
func running(t *testing.T, more ...engine.Allow) *engine.Program {
	p := row(t)
	parts := []bool{false, true, true}
	p.Stages = []engine.Stage{{ID: "play", Device: 0}}
	p.Allows = []engine.Allow{{Act: engine.Advance, Stages: 1, Parts: parts}, {Act: engine.BearOff, Stages: 1, Parts: parts}}
	for _, a := range more {
		a.Stages, a.Parts = 1, parts
		p.Allows = append(p.Allows, a)
	}
	return p
}

func numbered(p *engine.Program) *Candidates {
	l := NewLowering(p)
	return CandidatesOf(l, FactsOf(l), false)
}

// Along a plain row the number of a candidate is the place it comes from, and it lands as far
// on as the part says.
func TestCandidatesAlongARow(t *testing.T) {
	c := numbered(running(t))
	if len(c.Playable) != 1 || len(c.Playable[0].Parts) != 2 || len(c.Playable[0].Groups) != 2 {
		t.Fatalf("%d classes of parts can be played", len(c.Playable))
	}
	for _, x := range c.Playable[0].Groups {
		if !x.Space.Indexed || x.Space.N != 10 || !x.OnBoard() {
			t.Errorf("%v: %+v", x.Act, x.Space)
		}
		two := x.Space.Variant(2)
		switch x.Act {
		case engine.Advance:
			if !x.Space.Row || two[3].To != 5 || two[8].Valid {
				t.Errorf("from 3 by two a man comes to %d, from 8 %v", two[3].To, two[8])
			}
		case engine.BearOff:
			if x.Space.Row || two[7].Valid || !two[8].Valid || two[8].To != 10 {
				t.Errorf("by two men leave from %v and %v", two[7], two[8])
			}
		}
	}
	if c.Playable[0].MayOverlap() {
		t.Error("a man who can leave can move on, too")
	}
}

// Men who go two places at a time never stand on the places between: moves from there are no
// candidates of games that begin with the set-up.
func TestCandidatesOfGames(t *testing.T) {
	two := node(engine.SOr, node(engine.SAhead, node(engine.NFrom), lit(2)), node(engine.SBehind, node(engine.NFrom), lit(2)))
	p := running(t)
	p.Allows = nil
	p.Allows = append(p.Allows, engine.Allow{Act: engine.Step, Stages: 1, Parts: []bool{false, true, true}, To: two})
	p.Setup = []engine.SetupItem{{Player: 0, Place: 0, Count: 1}, {Player: 1, Place: 4, Count: 1}}
	l := NewLowering(p)
	for played, want := range map[bool]int{false: 16, true: 8} {
		n := 0
		for _, x := range CandidatesOf(l, FactsOf(l), played).Playable[0].Front.By[0] {
			n += b2i(x.Valid)
		}
		if n != want {
			t.Errorf("%d candidates, expected %d (games alone: %v)", n, want, played)
		}
	}
}

// Who moves to places that a rule names may have several moves: then they are pairs of places.
func TestCandidatesInPairs(t *testing.T) {
	next := node(engine.SOr, node(engine.SAhead, node(engine.NFrom), lit(1)), node(engine.SAhead, node(engine.NFrom), lit(2)))
	c := numbered(running(t, engine.Allow{Act: engine.Step, To: next}))
	sp := c.Playable[0].Front
	if sp.Indexed {
		t.Fatal("they are numbered by where a man stands")
	}
	steps := 0
	for _, s := range sp.Variant(1) {
		if s.Valid && s.Act == engine.Step {
			steps++
			if s.To != s.From+1 && s.To != s.From+2 {
				t.Errorf("a step from %d to %d", s.From, s.To)
			}
		}
	}
	if steps != 9+8 {
		t.Errorf("%d steps of one or two along ten places", steps)
	}
}

// Men who come from a store stand behind those on the board, and a claim, which moves nobody,
// before them.
func TestCandidatesInOrder(t *testing.T) {
	c := numbered(running(t, engine.Allow{Act: engine.Enter, Stores: []int{0}}, engine.Allow{Act: engine.Declare}))
	groups := c.Playable[0].Groups
	if !groups[0].Alone || !groups[len(groups)-1].FromStore {
		t.Errorf("%v comes first, %v last", groups[0].Act, groups[len(groups)-1].Act)
	}
}

// What cannot be numbered is named with the statement that asks for it.
func TestCandidatesThatCannotBeNumbered(t *testing.T) {
	defer func() {
		if u, ok := recover().(Unsupported); !ok || u.Statement != "anywhere" || u.Error() == "" {
			t.Errorf("%v", u)
		}
	}()
	p := running(t)
	p.Near = make([][]place.Set, 2)
	for q := range p.Near {
		p.Near[q] = make([]place.Set, p.Places)
		p.Near[q][0] = place.SetOf(q + 1)
	}
	p.Allows = append(p.Allows, engine.Allow{RuleRef: engine.RuleRef{ID: "anywhere"}, Act: engine.Step, Stages: 1, Parts: []bool{false, true, true}})
	numbered(p)
	t.Error("steps that differ by player were numbered")
}
