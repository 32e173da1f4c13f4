package checks_test

import (
	"strings"
	"testing"

	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/brief"
	"github.com/lectio/lectio/verify/report"
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

// What is proved of scaled-down versions stands in the workbook by reading and version, each with what can be told of all versions.
func TestSolvedScales(t *testing.T) {
	for file, want := range map[string]string{"bad": "two-men|same game|same game", "good": "two-men|−|one scale only"} {
		c, err := readCase("../../testdata/checks/RD007/" + file + ".txtar")
		if err != nil {
			t.Fatal(err)
		}
		res, err := c.run("RD007")
		if err != nil {
			t.Fatal(err)
		}
		r, err := report.Verification(res, "test")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, table := range r.Tables {
			if table.Name != "Solved scales" {
				continue
			}
			for _, row := range table.Rows {
				text := map[string]string{}
				for i, column := range table.Columns {
					text[column.Key] = row.Cells[i].Text
				}
				if text["default"] == "" || text["reading"] != "nothing" {
					t.Errorf("%s: %v", file, text)
				}
				got = append(got, text["version"]+"|"+strings.TrimRight(text["change"], "0123456789.")+"|"+text["over"])
			}
		}
		if strings.Join(got, "\n") != want {
			t.Errorf("%s: %q, expected %q", file, got, want)
		}
	}
}
