package checks_test

import (
	"strings"
	"testing"

	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/brief"
)

// Where every position of a game is looked at, it is solved: the brief says first who can force a win, and the verdict is one of all
// positions. Of a scaled-down version the searches say it, and the brief does not.
func TestSolvedGames(t *testing.T) {
	for _, tt := range []struct {
		name, statements, more, scale string
		want                          string
		verdict                       verify.Answer
	}{
		{"who begins is there first", corridor, "", "", "white can force a win in 3 turns", verify.Found},
		{"nobody gets there", strings.ReplaceAll(corridor, "[c, f]", "[]"), "", "", "neither can force a win", verify.None},
		{"a smaller version", corridor, "scales:\n  - id: shorter\n    because: a test\n    statements:\n      - {replaces: there, end: a man is there, when: \"count(own and [b, e]) > 0\", winner: me, assumed: a test}\n",
			"shorter", "white can force a win in 1 turn", verify.Found},
	} {
		res := searched(t, tt.statements, tt.more, 500)
		worth := ""
		for _, e := range res.Explorations {
			if e.Scale == tt.scale {
				worth = e.Worth
			}
		}
		if worth != tt.want {
			t.Errorf("%s: worth %q, expected %q", tt.name, worth, tt.want)
		}
		found := false
		for _, v := range res.Verdicts {
			if v.Subject == "a side that can force a win" && v.Scope["solved"] == tt.want {
				found = v.Verdict == tt.verdict
			}
		}
		if !found {
			t.Errorf("%s: no verdict that is %s", tt.name, tt.verdict)
		}
		said := brief.Of(res, res.Targets[0]).Play[0].Words
		if tt.scale == "" && !strings.Contains(said, tt.want) || tt.scale != "" && strings.Contains(said, tt.want) {
			t.Errorf("%s: the brief begins with %q", tt.name, said)
		}
	}
}
