package edges

import (
	"context"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify"
)

// Why a throw stops is no refusal of a move that no number makes, and what follows upon a
// move is what it has changed.
func TestWhatIsToldOfGames(t *testing.T) {
	courses := func(id string) (*rulesets.Game, *verify.Courses) {
		for _, d := range rulesets.OpenGallery().Definitions {
			if d.ID == rulesets.GalleryName+id {
				g, errs := d.Game(nil)
				if len(errs) > 0 {
					t.Fatal(errs)
				}
				out := follow(context.Background(), &verify.Target{Definition: d, Game: g}, verify.Options{Games: 2, ExplainGames: 1, Cap: 400, Seed: 1})
				return g, out.Courses[0]
			}
		}
		t.Fatalf("no game %s", id)
		return nil, nil
	}
	g, c := courses("royal-game-of-ur")
	for k, x := range c.Of[:len(g.Program.Throws)] {
		for _, reasons := range x.Reasons {
			for st, n := range reasons {
				if nought := g.Program.Throws[k].Name == "0"; nought && st >= 0 || !nought && st == verify.MovesNothing {
					t.Errorf("a throw of %s stopped %d times for reason %d", g.Program.Throws[k].Name, n, st)
				}
			}
		}
	}
	g, c = courses("tablut")
	for i := range g.Program.Allows {
		for st, n := range c.Of[i].Follows {
			if 2*n > c.Of[i].Whole {
				t.Errorf("%s followed upon %d of %d moves", g.Statements[st].ID, n, c.Of[i].Whole)
			}
		}
	}
}
