package rulesets_test

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
)

// Any readings of the two games of Puff that do not exclude each other can be
// played together: they compile, every position has a move, and only a few
// make games that do not end. Set LECTIO_COMBINATIONS for more of them.
func TestPuffReadingsCombine(t *testing.T) {
	tries := 150
	if s := os.Getenv("LECTIO_COMBINATIONS"); s != "" {
		tries, _ = strconv.Atoi(s)
	}
	const limit = 20000
	for _, id := range []string{"lange-puff", "contraere-puff"} {
		d := bundled(t).Find(id)
		rng := engine.NewRandom(5, 1)
		played, excluded, endless := 0, 0, 0
		for range tries {
			choice := rulesets.Choice{}
			for _, q := range d.Questions {
				if rng.Below(4) > 0 {
					continue // few enough that they seldom exclude each other
				}
				if r := q.Readings[rng.Below(len(q.Readings))]; r.Playable() && r.ID != q.Default {
					choice[q.ID] = r.ID
				}
			}
			g, errs := d.Game(choice)
			for len(errs) > 0 && strings.Contains(errs[0].Message, "does not arise") {
				name, _, _ := strings.Cut(errs[0].Found, "=")
				delete(choice, d.Question(name).ID)
				g, errs = d.Game(choice)
			}
			if len(errs) > 0 && strings.Contains(errs[0].Message, "exclude each other") {
				excluded++
				continue
			}
			if len(errs) > 0 {
				t.Errorf("%s %s: %v", id, choice, errs)
				continue
			}
			played++
			in := engine.NewInterpreter(g.Program)
			s := g.Program.NewState()
			var buf []engine.Move
			for game := range uint64(2) {
				in.Start(s)
				_, buf = in.Random(s, engine.NewRandom(12, game), limit, buf)
				if end, over := s.End(); over && end < 0 {
					t.Errorf("%s: a position no rule provides for", g.Name())
				} else if !over {
					endless++
					t.Logf("%s does not end", g.Name())
				}
			}
		}
		if played < tries/4 {
			t.Errorf("%s: only %d of %d combinations could be played", id, played, tries)
		}
		t.Logf("%s: %d combinations played, %d excluded, %d games did not end", id, played, excluded, endless)
	}
}
