package wasm_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/ir/wasm"
	"github.com/lectio/lectio/testdata/long"
)

// refusals writes refused moves and what refuses them, a line each, in an order of their own.
func refusals(g *rulesets.Game, q int, list []engine.Refusal) (lines []string) {
	for _, r := range list {
		ids := make([]string, len(r.Statements))
		for i, x := range r.Statements {
			ids[i] = g.Statements[x].ID
		}
		slices.Sort(ids)
		lines = append(lines, movesOf(g, q, []engine.Move{r.Move})+" refused by "+strings.Join(ids, ", "))
	}
	slices.Sort(lines)
	return lines
}

// TestRefusalsAgree asks both executors, at every decision of random games, which moves are
// refused and by what: of every ruleset the default, in its long form also each reading,
// and of the drawn rules of the net.
func TestRefusalsAgree(t *testing.T) {
	long.Slow(t)
	refused := 0
	ask := func(name string, g *rulesets.Game, plies int) {
		pl, err := load(g.Program, wasm.Options{States: true, Explain: true})
		var lacks wasm.Unsupported
		if errors.As(err, &lacks) {
			t.Logf("%s: %v", name, err) // the interpreter plays it
			return
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
		defer pl.Close(context.Background())
		n, difference := refuses(g, pl, plies)
		if refused += n; difference != "" {
			t.Errorf("%s: %s", name, difference)
		}
	}
	for _, d := range every(t) {
		for _, a := range append([]rulesets.Alternative{{}}, d.Alternatives()...) {
			name := d.ID
			if a.Question != nil {
				if !long.Form() {
					break
				}
				name = fmt.Sprint(d.ID, ": ", a.Question.Name(), "=", a.Reading.ID)
			}
			g, errs := d.Game(a.Choice)
			if len(errs) > 0 {
				t.Errorf("%s: %v", name, errs)
				continue
			}
			ask(name, g, long.Of(50, 120))
		}
	}
	files, err := filepath.Glob(netDrawn + "/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for i, file := range files {
		if !long.Form() && i%8 != 0 {
			continue
		}
		rules, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		g, err := compiled(string(rules))
		if err != nil {
			t.Fatal(err)
		}
		ask(file, g, 40)
	}
	if t.Logf("%d refusals", refused); refused < long.Of(700, 4000) {
		t.Errorf("only %d refusals", refused)
	}
}

// refuses counts refusals in a random game, and says where the executors differ.
func refuses(g *rulesets.Game, pl *wasm.Player, plies int) (refused int, difference string) {
	ctx := context.Background()
	in := engine.NewInterpreter(g.Program)
	r := random.New(29, 0)
	s := g.Program.NewState()
	in.Start(s)
	ply, beyond := 0, 0
	for s.Status() != engine.Over && ply < plies {
		if s.Status() == engine.AwaitsThrow {
			in.Throw(s, g.Program.Draw(r, s.Device(g.Program)))
			continue
		}
		ply++
		var list []engine.Refusal
		err := pl.SetState(ctx, s)
		if err == nil {
			list, err = pl.Refused(ctx, nil)
		}
		switch {
		case errors.Is(err, wasm.ErrBeyond): // the interpreter plays it
			beyond++
		case err != nil:
			return refused, err.Error()
		default:
			q := s.Player()
			got, want := refusals(g, q, list), refusals(g, q, in.Explain(s).Refused)
			if !slices.Equal(got, want) {
				return refused, fmt.Sprintf("refused\n  in the module:\n%s\n  by the interpreter:\n%s\nin %s",
					indent(strings.Join(got, "\n")), indent(strings.Join(want, "\n")), text(g, s))
			}
			refused += len(got)
		}
		k, buf := in.Choose(s, r, nil)
		in.Play(s, buf[k])
	}
	if 4*beyond > ply {
		return refused, fmt.Sprintf("%d of %d decisions ask for more than the module holds", beyond, ply)
	}
	return refused, ""
}
