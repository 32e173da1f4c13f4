package verify_test

import (
	"testing"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/players/training"
	"github.com/lectio/lectio/verify/playout"
)

// TestStanding asks before and after the moves by which games end.
func TestStanding(t *testing.T) {
	ev, errs := evidence.Load(evidence.Bundled, "")
	c, more := rulesets.Load(rulesets.Bundled, "", ev)
	if errs.Merge(more); len(errs) > 0 {
		t.Fatal(errs)
	}
	for _, tt := range []struct {
		game       *rulesets.Definition
		at, throw  string
		line       []string
		goes, ends string
	}{
		{c.Find("piprjall"), "{white: {2: 1, 24: 14}, black: {bar: 6, 15: 1, 16: 8}, to-move: white}", "2-1", []string{"2/3*"},
			"the game goes on", "the game is over (the opponent has more captured men than he can enter), white having scored 15"},
		{rulesets.OpenGallery().Find("gallery:tic-tac-toe"), "start", "", []string{"hand/a1", "hand/a2", "hand/b1", "hand/b2", "hand/c1"},
			"the game goes on", "the game is won by crosses (three in line)"},
	} {
		g, errs := tt.game.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		in := engine.NewInterpreter(g.Program)
		s, errs := g.ParseState(in, "test", tt.at)
		if tt.throw != "" {
			errs.Merge(g.MakeThrows(in, s, tt.throw))
		}
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		for _, m := range tt.line {
			if got := verify.Standing(g, s); got != tt.goes {
				t.Errorf("%s: before %s it stands thus: %s; expected: %s", tt.game.ID, m, got, tt.goes)
			}
			move, ok := g.FindMove(in, s, m)
			if !ok {
				t.Fatalf("%s: %s is not legal", tt.game.ID, m)
			}
			in.Play(s, move)
		}
		if got := verify.Standing(g, s); got != tt.ends {
			t.Errorf("%s: it ends thus: %s; expected: %s", tt.game.ID, got, tt.ends)
		}
	}
}

// Readings that are played on other boards, or begin from other positions, part in that, and not in what comes of a move.
func TestPartingAtTheStart(t *testing.T) {
	for kind, want := range map[string]string{playout.Apart: "they are played on other boards, or by other sides", "position": "the positions differ that they begin from"} {
		p := &verify.Parting{Found: &playout.Parting{Kind: kind, A: &playout.Line{}}}
		if got := p.Difference(); got != want {
			t.Errorf("%s: %q", kind, got)
		}
		p.Found.Plies = 3
		if got := p.Difference(); kind == "position" && got != "the position that comes of it differs" {
			t.Errorf("%q", got)
		}
	}
}

// Where every training was refused no score is told, of no games.
func TestRefusedTrainingsHaveNoScore(t *testing.T) {
	l := &verify.Learning{Programs: []*training.Learned{{}, {}, {}}}
	if got := l.Words(); got != "there is no learned program (in three trainings none came about that played better than moves at random)" {
		t.Errorf("%q", got)
	}
}
