package wasm_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ir/wasm"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
)

// every lists the rulesets of the bundled corpus and those made up for the tests.
func every(t testing.TB) []*rulesets.Definition {
	t.Helper()
	return append(bundled.Corpus(t).Definitions, bundled.In(t, "../../../testdata/own").Definitions...)
}

// TestReadingsAreGenerated generates every playable reading alone against the default,
// also of the games of others, and plays it in both executors; in its short form, one
// reading in 48.
func TestReadingsAreGenerated(t *testing.T) {
	long.Slow(t)
	for _, d := range append(every(t), bundled.Gallery(t).Definitions...) {
		t.Run(d.ID, func(t *testing.T) {
			for i, a := range append([]rulesets.Alternative{{}}, d.Alternatives()...) {
				if !long.Form() && i%48 != 0 {
					continue
				}
				name := "default"
				if a.Question != nil {
					name = a.Question.Name() + "=" + a.Reading.ID
				}
				g, errs := d.Game(a.Choice)
				if len(errs) > 0 {
					t.Errorf("%s: %v", name, errs)
					continue
				}
				t.Run(name, func(t *testing.T) { // fails where the generator lacks anything
					agree(t, g, long.Of(1, 3), 300)
					if a.Question == nil { // what cannot come about in games is left out of a module that plays nothing else
						agreeAs(t, g, wasm.Options{Trace: true}, long.Of(1, 3), 300)
					}
				})
			}
		})
	}
}

// TestCoveringArraysAgree plays interpretations of the covering arrays, in which
// every two readings stand together, in both executors.
func TestCoveringArraysAgree(t *testing.T) {
	long.Slow(t)
	for _, d := range every(t) {
		t.Run(d.ID, func(t *testing.T) {
			c := d.Cover(1)
			made, rows := 0, 0
			missing := map[string]int{}
			for most := long.Of(1, 20); rows < most; rows++ {
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
				_, err := wasm.Generate(g.Program, wasm.Options{})
				var lack wasm.Unsupported
				if errors.As(err, &lack) {
					missing[lack.Word]++
					continue
				}
				made++
				t.Run(fmt.Sprint("row ", rows+1), func(t *testing.T) {
					agree(t, g, long.Of(1, 3), 300)
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
// well. Its long form takes more of them, and also some of a row of the covering array.
func TestMutantsAgree(t *testing.T) {
	for _, d := range every(t) {
		t.Run(d.ID, func(t *testing.T) {
			mutants(t, d, nil)
			c := d.Cover(3)
			for range long.Of(0, 1) {
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
	most := min(long.Of(3, 20), len(list))
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
			beyond := agree(t, g, long.Of(1, 2), 200)
			if choice != nil && beyond == 0 {
				walk(t, g, 1, 20)
			}
		})
	}
	t.Logf("%d of %d mutants, %d generated, %v", most, len(list), made, missing)
}
