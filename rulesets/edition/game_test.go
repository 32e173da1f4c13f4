package edition_test

import (
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
)

// gameOf compiles a ruleset of a test; every statement is assumed.
func gameOf(t *testing.T, statements string, choice rulesets.Choice) (*rulesets.Game, *engine.Interpreter) {
	t.Helper()
	var b strings.Builder
	b.WriteString("ruleset: test\ntitle: Test\nfamily: test\nstatements:\n")
	for _, line := range strings.Split(strings.TrimSpace(statements), "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		b.WriteString("  - {" + strings.TrimSpace(line) + ", assumed: a test}\n")
	}
	d, errs := rulesets.LoadOne("test.yaml", []byte(b.String()), nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	g, errs := d.Game(choice)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	in := engine.NewInterpreter(g.Program)
	in.History = history.New()
	return g, in
}
