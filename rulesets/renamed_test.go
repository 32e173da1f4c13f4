package rulesets_test

import (
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
)

// A word that was called otherwise once is refused where it stands, with the name that it
// has now.
func TestFormerNames(t *testing.T) {
	const (
		track = "{id: board, tables: {points: 24}, assumed: t}\n  - {id: track, track: {run: [1..24]}, assumed: t}"
		plain = "{id: board, grid: {rows: 3, columns: 3}, assumed: t}\n  - {id: a_part, agenda: {play: [step]}, assumed: t}"
	)
	for _, test := range []struct{ board, statement, want string }{
		{track, `allow: claim`, `9:20: there is no such act; "claim" is called "declare" now`},
		{track, `on: claim, do: {next: me}`, `9:17: nothing of this name can happen; "claim" is called "declare" now`},
		{track, `forbid: advance, when: act_is(claim)`, `9:43: there is no such act; "claim" is called "declare" now`},
		{track, `allow: advance, sparing: yes`, `9:29: unknown key "sparing"`},
		{track, `allow: advance, sparing: yes`, `; "sparing" is called "may_spare" now`},
		{track, `forbid: advance, when: not sparing`, `9:40: this name stands for nothing here; "sparing" is called "spares" now`},
		{plain, `allow: step, to: near(first(own))`, `9:35: there is no track, and no place comes before another; found "first", expected a board with a track; one_of(set)`},
		{plain, `allow: step, to: near(last(own))`, `9:35: there is no track, and no place comes before another`},
	} {
		text := "ruleset: test\ntitle: Test\nfamily: test\nstatements:\n  - {id: players, players: [a, b], assumed: t}\n  - {id: men, men: 3, assumed: t}\n  - " +
			test.board + "\n  - {id: x, " + test.statement + ", assumed: t}\n"
		d, errs := rulesets.LoadOne("test.yaml", []byte(text), nil)
		if len(errs) == 0 {
			_, errs = d.Game(nil)
		}
		if !strings.Contains(errs.Error(), test.want) {
			t.Errorf("%s: %v\nwithout %q", test.statement, errs, test.want)
		}
	}
}
