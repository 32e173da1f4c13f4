package players

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/testdata/bundled"
)

func TestScratch(t *testing.T) {
	for _, d := range append(bundled.Corpus(t).Definitions, bundled.Gallery(t).Definitions...) {
		if only := os.Getenv("ONLY"); only != "" && only != d.ID {
			continue
		}
		g, _ := d.Game(nil)
		x := play.NewExecutor(g.Program, play.Generated)
		if x.Interpreted() != nil {
			continue
		}
		t0 := time.Now()
		l, err := Learn(context.Background(), g.Program, x, Usual(1))
		if err != nil {
			t.Fatal(err)
		}
		took := time.Since(t0)
		fmt.Printf("%-22s %5.1fs tied %v", d.ID, took.Seconds(), l.Form.Tied)
		for _, r := range l.Rounds {
			seats := ""; for _, e := range r.Random.BySeat { seats += fmt.Sprintf("%.2f ", e.Value) }; fmt.Printf(" | %d g %dk len %.0f up %d,%d %s: %.3f %.3f %v", r.Games, r.Positions/1000, r.Length, r.GivenUp, r.Random.GivenUp, seats, r.Before.Score.Value, r.Random.Score.Value, map[bool]string{true: "+", false: "-"}[r.Accepted])
		}
		fmt.Println()
	}
}
