package site_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/checks"
	"github.com/lectio/lectio/verify/players"
	"github.com/lectio/lectio/verify/players/training"
	"github.com/lectio/lectio/verify/site"
)

// TestLearnedInBrowser has the program that learned a game weigh moves on the page: what it reckons
// of each is what lectio moves --player learned gives, the page shows it when asked to, and nothing else;
// and it plays the move that is best by that.
func TestLearnedInBrowser(t *testing.T) {
	c := bundled.Corpus(t)
	ids := []string{"natt-klab-ash-shawk", "contraere-puff"}
	cache := &training.Cache{Dir: t.TempDir()}
	r := browse(t, sync.OnceValue(func() *site.Site {
		var defs []*rulesets.Definition
		for _, id := range ids {
			defs = append(defs, c.Find(id))
		}
		o := verify.Budget(10, 50)
		o.Only, o.Trainings, o.Programs = []string{"ST001"}, 1, cache
		res := verify.Run(context.Background(), checks.All(), c, defs, o)
		s, errs := site.Make(context.Background(), res, settings(), site.Options{Core: pageCore(), Corpus: corpusOf(t, c), Evidence: c.Evidence, Version: "lectio test"})
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		for name, b := range s.Files {
			if site.IsPage(name) && len(b) > 300_000 {
				t.Errorf("%s has %d bytes", name, len(b))
			}
		}
		return s
	}), 1280)
	learned, err := players.ParseName("learned")
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range ids {
		g := game(t, c.Find(id), nil)
		maker := training.NewMaker(g.Program, play.Of(g), cache)
		x := r.sit(g, "")
		if says[bool](r, `document.querySelector(".reckoned") !== null`) {
			t.Errorf("%s: what a program reckons is shown to who has not asked", id)
		}
		says[bool](r, `(() => { const s = document.getElementById("judge"); s.value = "learned"; s.dispatchEvent(new Event("change")); return true })()`)
		x.settled()
		random := rand.New(rand.NewPCG(41, 1))
		for weighed := 0; weighed < 12 && x.s.Status() != engine.Over; {
			x.same()
			if k := drawn(g, x.s, random); k >= 0 {
				mouse{}.throw(x, k)
				continue
			}
			if len(x.in.Moves(x.s, nil)) > 1 {
				weighed++
				want := reckoned(t, maker, learned, x.s)
				r.await(`document.querySelectorAll("#moves [data-move]").length === document.querySelectorAll("#moves .reckoned").length`)
				shown := says[string](r, `document.getElementById("moves").textContent`)
				for k, name := range x.legal() {
					if text := fmt.Sprintf("%s %.0f %% by learned", name, 100*want[k]); !strings.Contains(shown, text) {
						t.Errorf("%s: %q is not shown in %q", id, text, shown)
					}
				}
			}
			m, name := x.one(random)
			mouse{}.move(x, m, name)
			x.in.Play(x.s, m)
		}
		// Under another reading it says by what it judges.
		own := c.Find(id)
		i := slices.IndexFunc(own.Alternatives(), func(a rulesets.Alternative) bool { _, errs := own.Game(a.Choice); return len(errs) == 0 })
		a := own.Alternatives()[i]
		x = r.sit(game(t, own, a.Choice), "#"+a.Question.ID+"="+a.Reading.ID)
		says[bool](r, `(() => { const s = document.getElementById("judge"); s.value = "learned"; s.dispatchEvent(new Event("change")); return true })()`)
		x.settled()
		for !says[bool](r, `document.querySelector("#moves .reckoned") !== null`) {
			if k := drawn(x.g, x.s, random); k >= 0 {
				mouse{}.throw(x, k)
			} else if len(x.in.Moves(x.s, nil)) == 1 {
				m, name := x.one(random)
				mouse{}.move(x, m, name)
				x.in.Play(x.s, m)
			} else {
				r.await(`document.querySelector("#moves .reckoned") !== null`)
			}
		}
		if text := says[string](r, `document.querySelector("#moves .reckoned").textContent + document.getElementById("thinks").textContent`); !strings.Contains(text, "by learned:default") ||
			!strings.Contains(text, "learned the game under its default readings") {
			t.Errorf("%s: under another reading it says %q", id, text)
		}
		// Now it plays both sides, from the start.
		x = r.sit(g, "")
		says[bool](r, `(() => {
			for (const s of document.querySelectorAll("[data-player]")) { s.value = "learned"; s.dispatchEvent(new Event("change")); }
			return true;
		})()`)
		r.await(`lectio.line().split("; ").length >= 2`)
		if x.s.Status() == engine.Decision {
			want := reckoned(t, maker, learned, x.s)
			line := says[string](r, "lectio.line()")
			best := false
			for k, name := range x.legal() {
				best = best || want[k] == slices.Max(want) && strings.Contains(line, ": "+name+";")
			}
			if !best {
				t.Errorf("%s: of %v with %v it has played %s", id, x.legal(), want, line)
			}
		}
	}
}

// reckoned are the chances that a program gives the moves of a position.
func reckoned(t *testing.T, maker *training.Maker, n players.Name, s *engine.State) (chances []float64) {
	t.Helper()
	c := players.Facing(n, engine.NewInterpreter(maker.Rules), s, func(engine.Move) string { return "" })
	if err := maker.Consider(t.Context(), c, random.New(1, 0)); err != nil {
		t.Fatal(err)
	}
	for _, m := range c.Moves {
		chances = append(chances, *m.Chance)
	}
	return chances
}
