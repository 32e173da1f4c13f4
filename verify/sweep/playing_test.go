package sweep

import (
	"context"
	"strings"
	"testing"

	"github.com/lectio/lectio/verify/players"
)

// Whatever program a plan names plays its games, the same in any number of units and workers; a reading that it cannot play
// by what it learned of the default is not played, and that is said.
func TestAnyProgramPlaysASweep(t *testing.T) {
	cache := &players.Cache{Dir: t.TempDir()}
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
