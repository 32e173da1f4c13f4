package report

import (
	"bytes"
	"fmt"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets/board/draw"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/scene"
)

// Boards of 500 places are drawn: every cell in a place of its own, as text and as
// a picture.
func TestLargeBoards(t *testing.T) {
	var ring []string
	for i := range 500 {
		ring = append(ring, fmt.Sprint("p", i+1))
	}
	for name, board := range map[string]string{
		"grid":  "grid: {rows: 20, columns: 25}",
		"ring":  "graph: {points: [" + strings.Join(ring, " ") + "], rows: [" + strings.Join(ring, " ") + "]}",
		"holes": "holes: {rows: 10, columns: 50}",
	} {
		first, last := map[string]string{"grid": "a1", "ring": "p1", "holes": "r1c1"}[name], map[string]string{"grid": "y20", "ring": "p500", "holes": "r10c50"}[name]
		d, errs := dimension.LoadOne("large.yaml", []byte(`ruleset: large
title: A large board
family: test
statements:
  - {id: players, players: [white, black], seen: same, assumed: a test}
  - {id: board, `+board+`, assumed: a test}
  - {id: men, men: 1, assumed: a test}
  - {id: set_up, set_up: {white: {`+first+`: 1}, black: {`+last+`: 1}}, assumed: a test}
  - {id: moving, stage: {}, assumed: a test}
  - {id: one_move, agenda: {play: [step]}, in: moving, assumed: a test}
  - {id: step, allow: step, assumed: a test}
`), nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		g, errs := d.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		s := g.Program.NewState()
		engine.NewInterpreter(g.Program).Start(s)
		pic := scene.Board(g, s, 0)
		at := map[draw.Point]string{}
		for _, c := range pic.Board.Cells {
			if other, ok := at[c.At]; ok {
				t.Errorf("%s: %s and %s are drawn at one point", name, c.Name, other)
			}
			at[c.At] = c.Name
		}
		if len(at) != 500 || len(pic.Men) != 2 || pic.Men[1].Cell != 499 {
			t.Errorf("%s: %d cells, men %v", name, len(at), pic.Men)
		}
		// Men are as wide as cells lie apart: on 900 pixels they can be told apart.
		var widest, nearest float64 = 0, 1e9
		for a := range at {
			for b := range at {
				if d := math.Hypot(a.X-b.X, a.Y-b.Y); a != b {
					widest, nearest = max(widest, math.Abs(a.X-b.X)), min(nearest, d)
				}
			}
		}
		if 900*nearest/widest < 15 {
			t.Errorf("%s: men %.1f pixels wide on a picture of 900", name, 900*nearest/widest)
		}
		if text := draw.Text(pic); !strings.Contains(text, "white") || strings.Count(text, "\n") < 10 {
			t.Errorf("%s as text:\n%s", name, text)
		}
		data, err := draw.PNG(pic, 900)
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(bytes.NewReader(data))
		if err != nil || img.Bounds().Dx() != 900 || img.Bounds().Dy() < 100 {
			t.Errorf("%s: %v, %v", name, err, img.Bounds())
		}
		if *look != "" {
			if err := os.WriteFile(filepath.Join(*look, name+".png"), data, 0o644); err != nil {
				t.Error(err)
			}
			t.Log(draw.Text(pic))
		}
	}
}
