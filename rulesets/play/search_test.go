package play_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/testdata/bundled"
)

// TestSearchersFindTheSame has every means find what turns of random games can
// lead to, few results and many, and compares states, lines, and how far each went.
func TestSearchersFindTheSame(t *testing.T) {
	ctx := context.Background()
	many := 0
	for _, d := range bundled.Corpus(t).Definitions {
		t.Run(d.ID, func(t *testing.T) {
			g, errs := d.Game(nil)
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			p := g.Program
			in := engine.NewInterpreter(p)
			searchers := []*play.Searcher{play.NewSearcher(p, play.Interpreted), play.NewSearcher(p, play.Generated), play.NewSearcher(p, play.Whichever)}
			for _, x := range searchers {
				defer x.Close(ctx)
			}
			s := p.NewState()
			in.Start(s)
			r := random.New(4, 1)
			var buf []engine.Move
			for ply := 0; ply < 60 && s.Status() != engine.Over; {
				if s.Status() == engine.AwaitsThrow {
					in.Throw(s, p.Draw(r, s.Device(p)))
					continue
				}
				for _, limit := range []int{3, 1500} {
					if s.Played() > 0 || limit > 3 && ply > 30 && many > 3 {
						continue
					}
					want := ""
					for _, x := range searchers {
						n, complete := x.Find(ctx, s, limit)
						var b strings.Builder
						fmt.Fprint(&b, n, complete, x.Met())
						for i := range n {
							y := x.Result(i)
							fmt.Fprintf(&b, "\n%x %+v", y.State.Bytes(), y.Line) // with the rules behind the moves
							if len(x.Outline(i)) != len(y.Line) || !x.State(i).Equal(y.State) {
								t.Fatalf("result %d is told in two ways", i)
							}
						}
						got := b.String()
						if want == "" {
							want = got
						}
						if got != want {
							t.Fatalf("at most %d results: one searcher finds\n%s\nanother\n%s", limit, got, want)
						}
						if n > 1000 {
							many++
						}
					}
				}
				k, b := in.Choose(s, r, buf[:0])
				buf = b
				in.Play(s, buf[k])
				ply++
			}
		})
	}
	if many == 0 {
		t.Error("no turn had many results: generated code was not needed")
	}
}
