package report_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/verify/mutation"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify/report"
)

// What is unpinned is counted apart and listed with its reason; a table of nothing is not
// there.
func TestMutationsAreCountedApart(t *testing.T) {
	s := &rulesets.Statement{Statement: ast.Statement{ID: "hit"}}
	mutant := func(what string) rulesets.Mutant {
		return rulesets.Mutant{Statement: s, Kind: rulesets.DropStatement, What: what}
	}
	m := &mutation.Result{List: []mutation.Mutation{
		{Ruleset: "tern", Mutant: mutant("a"), Fate: mutation.Killed, By: "an_example"},
		{Ruleset: "tern", Mutant: mutant("b"), Fate: mutation.Killed, By: "PB003"},
		{Ruleset: "tern", Mutant: mutant("c"), Fate: mutation.Excused, Why: "no position has it"},
		{Ruleset: "tern", Mutant: mutant("d"), Fate: mutation.Equivalent},
		{Ruleset: "tern", Mutant: mutant("e"), Fate: mutation.NoMutant},
	}}
	write := func() string {
		m.Count()
		var b bytes.Buffer
		if err := report.Mutations(m, "lectio").Write(&b, "md"); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	out := write()
	for _, want := range []string{"| default | 100.0 | 2 | 0 | 1 | 1 | 1 |", "no position has it"} {
		if !strings.Contains(strings.Join(strings.Fields(out), " "), want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
	if strings.Contains(out, "Changes that nothing notices") {
		t.Errorf("a table of nothing is there:\n%s", out)
	}
	m.List[0].Fate = mutation.Survives
	if out := write(); !strings.Contains(out, "50.0") || !strings.Contains(out, "Changes that nothing notices") {
		t.Errorf("one of two survives, in\n%s", out)
	}
}
