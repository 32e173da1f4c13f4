package sweep

import (
	"cmp"
	"context"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	testbundled "github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/verify/players"
	"github.com/lectio/lectio/verify/players/training"
	"github.com/lectio/lectio/verify/solve"
	proved "github.com/lectio/lectio/verify/solve/readings"
)

// Whatever program a plan names plays its games, the same in any number of units and workers; a reading that it cannot play
// by what it learned of the default is not played, and that is said.
func TestAnyProgramPlaysASweep(t *testing.T) {
	cache := &training.Cache{Dir: t.TempDir()}
	for _, tt := range []struct {
		player   string
		question string
		refused  string
		longest  float64 // moves of a game of the default on the average, at most
	}{
		{"random", "MY-A10", "", 400},
		{"learned", "MY-A10", "does not serve", 80},
		{"playouts:2", "MY-A07", "", 200},
	} {
		name, err := players.ParseName(tt.player)
		if err != nil {
			t.Fatal(err)
		}
		var first string
		for units, jobs := range map[int]int{1: 1, 5: 3} {
			p := plannedOf(t, Request{Units: units, Program: "lectio 1", Corpus: "sha256:c", Player: name, Programs: cache, Design: Design{Kind: All, Questions: []string{tt.question}}})
			dir := t.TempDir()
			runAll(t, p, RunOptions{Dir: dir, Jobs: jobs, Programs: cache})
			m, err := p.Merge(context.Background(), dir)
			if err != nil {
				t.Fatal(err)
			}
			var b strings.Builder
			if err := m.WriteJSON(&b); err != nil {
				t.Fatal(err)
			}
			if text := b.String(); first == "" {
				first = text
			} else if text != first {
				t.Errorf("%s: in %d units with %d workers\n%s\nelse\n%s", tt.player, units, jobs, text, first)
			}
			if m.About().Agent != tt.player {
				t.Errorf("%s: told of %s", tt.player, m.About().Agent)
			}
			for _, r := range m.Rows {
				switch isDefault := len(r.Readings) == 0 || r.Name == "mylna"; {
				case isDefault && (r.Games == 0 || float64(r.Moves)/float64(r.Games) > tt.longest):
					t.Errorf("%s: %d games of the default, of %d moves together", tt.player, r.Games, r.Moves)
				case !isDefault && ((tt.refused == "") != (r.Failed == "") || !strings.Contains(r.Failed, tt.refused)):
					t.Errorf("%s: %s failed with %q", tt.player, r.Name, r.Failed)
				}
			}
		}
	}
}

// A perfect program plays each reading as it is solved: where who begins can force a win he wins all games, and where one of ten moves
// is drawn he does not. What cannot be solved is refused.
func TestPerfectProgramsPlayASweep(t *testing.T) {
	gallery := testbundled.Gallery(t)
	planned := func(player, ruleset string) (*Plan, error) {
		name, err := players.ParseName(player)
		if err != nil {
			t.Fatal(err)
		}
		p, errs := Make(t.Context(), Request{Definitions: []*rulesets.Definition{cmp.Or(gallery.Find(ruleset), bundled().Find(ruleset))}, Design: Design{Kind: Each}, Units: 3, Games: 40, Cap: 1000, Seeds: []uint64{1},
			Program: "lectio 1", Corpus: "sha256:c", Player: name})
		return p, errs.Err()
	}
	for _, tt := range []struct {
		player  string
		perfect bool
	}{{"perfect", true}, {"perfect:0.3", false}} {
		p, err := planned(tt.player, "three-mens-morris")
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		if _, err := p.Run(t.Context(), RunOptions{Dir: dir, Jobs: 2, Find: gallery.Find}); err != nil {
			t.Fatal(err)
		}
		m, err := p.Merge(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		solver := proved.NewSolver(gallery.Find("three-mens-morris"), nil, Solvable)
		forced := 0
		for _, r := range m.Rows {
			x, err := solver.Solve(t.Context(), r.Readings)
			if err != nil || x.Why != "" || r.Failed != "" {
				t.Fatal(r.Name, err, x.Why, r.Failed)
			}
			if x.Low == solve.One {
				forced++
				if all := r.OpenerWins == r.Games; all != tt.perfect {
					t.Errorf("%s: of %s who begins can force a win, and wins %d of %d", tt.player, r.Name, r.OpenerWins, r.Games)
				}
			}
		}
		if forced == 0 {
			t.Errorf("no reading of %d in which who begins can force a win", len(m.Rows))
		}
	}
	if _, err := planned("perfect", "barjis"); err == nil || !strings.Contains(err.Error(), "more than two play") {
		t.Errorf("of a game that cannot be solved there is a plan: %v", err)
	}
}
