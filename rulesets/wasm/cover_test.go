package wasm_test

import (
	"errors"
	"fmt"
	"os"
	"sort"
	"strings"
	"testing"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/wasm"
)

// every lists the rulesets of the bundled corpus and those made up for the tests.
func every(t testing.TB) []*rulesets.Definition {
	t.Helper()
	list := bundled(t).Definitions
	dir := "../../testdata/own"
	ev, errs := evidence.Load(os.DirFS(dir), dir)
	c, more := rulesets.Load(os.DirFS(dir), dir, ev)
	errs.Merge(more)
	for _, e := range errs {
		t.Error(e)
	}
	if len(c.Definitions) == 0 {
		t.Errorf("no rulesets in %s", dir)
	}
	return append(list, c.Definitions...)
}

// TestReadingsAreGenerated generates every playable reading alone against the
// default, lists those that the interpreter has to play with the word that is
// missing, and plays the others in both executors: LECTIO_GAMES games of at most
// LECTIO_CAP single moves.
func TestReadingsAreGenerated(t *testing.T) {
	for _, d := range every(t) {
		t.Run(d.ID, func(t *testing.T) {
			list := append([]rulesets.Alternative{{}}, d.Alternatives()...)
			missing := map[string][]string{}
			made := 0
			for _, a := range list {
				g, errs := d.Game(a.Choice)
				if len(errs) > 0 {
					t.Error(errs)
					continue
				}
				name := "default"
				if a.Question != nil {
					name = a.Question.Name() + "=" + a.Reading.ID
				}
				_, err := wasm.Generate(g.Program, wasm.Options{})
				var lack wasm.Unsupported
				if errors.As(err, &lack) {
					missing[lack.Word] = append(missing[lack.Word], name+" ("+lack.Statement+")")
					continue
				} else if err != nil {
					t.Error(err)
					continue
				}
				made++
				t.Run(name, func(t *testing.T) {
					agree(t, g, number("LECTIO_GAMES", 1), number("LECTIO_CAP", 300))
				})
			}
			var words []string
			for w, names := range missing {
				words = append(words, fmt.Sprintf("%s: %s", w, strings.Join(names, ", ")))
			}
			sort.Strings(words)
			t.Logf("%d of %d interpretations are generated\n%s", made, len(list), strings.Join(words, "\n"))
			if 10*made < 9*len(list) {
				t.Errorf("%d of %d interpretations are generated, fewer than nine in ten", made, len(list))
			}
		})
	}
}

// TestLargeBoardsAgree plays every reading as on a large board, where men are gone
// about another way: one at a time, with moves that have room for more places.
func TestLargeBoardsAgree(t *testing.T) {
	for _, d := range every(t) {
		for _, a := range append([]rulesets.Alternative{{}}, d.Alternatives()...) {
			g, errs := d.Game(a.Choice)
			if len(errs) > 0 {
				t.Error(errs)
				continue
			}
			name := d.ID
			if a.Question != nil {
				name += "/" + a.Question.Name() + "=" + a.Reading.ID
			}
			var lack wasm.Unsupported
			if _, err := wasm.Generate(g.Program, options().Large()); errors.As(err, &lack) {
				if _, err := wasm.Generate(g.Program, options()); err == nil {
					t.Errorf("%s: %v, only as on a large board", name, lack)
				}
				continue
			}
			t.Run(name, func(t *testing.T) {
				agreeAs(t, g, options().Large(), number("LECTIO_GAMES", 1), number("LECTIO_CAP", 150))
			})
		}
	}
}

// TestCoveringArraysAgree plays interpretations of the covering arrays, in which
// every two readings stand together, in both executors: from row LECTIO_FROM_ROW
// to LECTIO_ROWS of each ruleset, and LECTIO_GAMES games of each.
func TestCoveringArraysAgree(t *testing.T) {
	for _, d := range every(t) {
		t.Run(d.ID, func(t *testing.T) {
			c := d.Cover(1)
			made, rows := 0, 0
			missing := map[string]int{}
			for most, skip := number("LECTIO_ROWS", 4), number("LECTIO_FROM_ROW", 1)-1; rows < most; rows++ {
				row, ok := c.Next()
				if !ok {
					break
				}
				g, errs := d.Game(row)
				if len(errs) > 0 {
					c.Forbid(row)
					continue
				}
				c.Done(row)
				if rows < skip {
					continue
				}
				_, err := wasm.Generate(g.Program, wasm.Options{})
				var lack wasm.Unsupported
				if errors.As(err, &lack) {
					missing[lack.Word]++
					continue
				}
				made++
				t.Run(fmt.Sprint("row ", rows+1), func(t *testing.T) {
					agree(t, g, number("LECTIO_GAMES", 1), number("LECTIO_CAP", 300))
					if t.Failed() {
						t.Log(g.Name())
					}
				})
			}
			t.Logf("%d rows, %d generated, %v", rows, made, missing)
		})
	}
}

// TestMutantsAgree plays rulesets with one thing changed, a statement left out or
// a number moved by one, in both executors: what no ruleset says has to agree as
// well. LECTIO_MUTANTS is how many of each interpretation: of the default, and of
// LECTIO_MUTANT_ROWS rows of the covering array.
func TestMutantsAgree(t *testing.T) {
	for _, d := range every(t) {
		t.Run(d.ID, func(t *testing.T) {
			mutants(t, d, nil)
			c := d.Cover(3)
			for range number("LECTIO_MUTANT_ROWS", 0) {
				row, ok := c.Next()
				if !ok {
					break
				}
				c.Done(row)
				mutants(t, d, row)
			}
		})
	}
}

func mutants(t *testing.T, d *rulesets.Definition, choice rulesets.Choice) {
	t.Helper()
	in, errs := d.Interpret(choice)
	if len(errs) > 0 {
		return
	}
	list := in.Mutants()
	most := min(number("LECTIO_MUTANTS", 6), len(list))
	made := 0
	missing := map[string]int{}
	for k := range most {
		m := list[k*len(list)/most]
		in, errs := d.Edited(m.Edit).Interpret(choice)
		if len(errs) > 0 {
			continue
		}
		g, errs := in.Compile()
		if len(errs) > 0 {
			continue
		}
		_, err := wasm.Generate(g.Program, wasm.Options{})
		var lack wasm.Unsupported
		if errors.As(err, &lack) {
			missing[lack.Word]++
			continue
		}
		made++
		t.Run(fmt.Sprintf("%s %s", m.Statement.ID, m.What), func(t *testing.T) {
			beyond := agree(t, g, number("LECTIO_GAMES", 1), number("LECTIO_CAP", 200))
			if choice != nil && beyond == 0 {
				walk(t, g, 1, 20)
			}
		})
	}
	t.Logf("%d of %d mutants, %d generated, %v", most, len(list), made, missing)
}
