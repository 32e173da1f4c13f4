package rulesets

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/lectio/lectio/rulesets/lang"
)

// TestIDs: ids name files and stand in commands, so what no file can be called on
// some system, what nobody can see and what goes on for ever is refused, and so
// are numbers that are not written in the one way.
func TestIDs(t *testing.T) {
	const head = "title: T\nfamily: test\nstatements:\n  - {id: %s, men: 3, assumed: %s}\nquestions:\n  - id: q\n    see: %s\n    asks: Why?\n    kind: silence\n    weight: %s\n" +
		"    default: a\n    readings:\n      - {id: a, basis: inferred, because: b}\n      - {id: %s, basis: inferred, because: %s}\n"
	long := strings.Repeat("x", 201)
	for _, tt := range []struct{ ruleset, statement, assumed, see, weight, reading, because, want string }{
		{"t", "men", "x", "A-7", "1", "b", "c", ""},
		{"Com1", "men", "x", "A-7", "1", "b", "c", `t.yaml:1:10: files are named after the id, and on some systems no file can be called "Com1"; expected another id`},
		{long, "men", "x", "A-7", "1", "b", "c", "t.yaml:1:10: the id of the ruleset is too long; found 201 characters, expected at most 200"},
		{"t", long, "x", "A-7", "1", "b", "c", "t.yaml:5:10: the id of a statement is too long; found 201 characters, expected at most 200"},
		{"t", `"a\u200bb"`, "x", "A-7", "1", "b", "c", "t.yaml:5:10: the id of a statement cannot be written so; found \"a\u200bb\", expected letters, digits and _, beginning with a letter"},
		{"t", `""`, "x", "A-7", "1", "b", "c", "t.yaml:5:10: the id of a statement is empty; found nothing, expected a text"},
		{"t", "tafl_é", `" "`, "A-7", "1", "b", "c", "t.yaml:5:35: the reason of an assumption is empty; found nothing that can be seen, expected a text"},
		{"t", "men", "x", "../../x", "1", "b", "c", `t.yaml:8:10: the number in the analysis cannot be written so; found "../../x", expected letters, digits, and . _ - between them`},
		{"t", "men", "x", `"$(true)"`, "1", "b", "c", `t.yaml:8:10: the number in the analysis cannot be written so; found "$(true)", expected letters, digits, and . _ - between them`},
		{"t", "men", "x", "A-7", "02", "b", "c", `t.yaml:11:13: the weight must be a whole number from 1 to 3; write 2; found "02"`},
		{"t", "men", "x", "A-7", "1", "A", "c", `t.yaml:15:9: the reading id differs from another one (at t.yaml:14:9) in capitals only, and on some systems files named after them would be one; found "A", expected another id`},
		{"t", "men", "x", "A-7", "1", "b", `"\u2060"`, "t.yaml:15:43: the reason is empty; found nothing that can be seen, expected a text"},
	} {
		_, errs := LoadOne("t.yaml", []byte(fmt.Sprintf("ruleset: %s\n"+head, tt.ruleset, tt.statement, tt.assumed, tt.see, tt.weight, tt.reading, tt.because)), nil)
		if diff := cmp.Diff(tt.want, errs.Error()); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
	}
	file := func(id string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte("ruleset: " + id + "\ntitle: T\nfamily: test\nstatements: [{id: men, men: 3, warrant: [p#01]}]\n")}
	}
	_, errs := Load(fstest.MapFS{"definitions/a.yaml": file("tafl"), "definitions/b.yaml": file("Tafl")}, "c", nil)
	for _, want := range []string{
		`c/rulesets/definitions/a.yaml:4:42: this names no clause; write 1; found "p#01", expected a clause such as p#6`,
		`c/rulesets/definitions/b.yaml:1:1: the ruleset id differs from "tafl" (at c/rulesets/definitions/a.yaml:1:1) in capitals only`,
	} {
		if !strings.Contains(errs.Error(), want) {
			t.Errorf("no %s in\n%s", want, errs)
		}
	}
}

// TestNumbersInConditions: 010 is no number there either.
func TestNumbersInConditions(t *testing.T) {
	for text, want := range map[string]string{"own >= 2": "", "own >= 0": "", "own >= 02": `unexpected "02"`, "to in 1..010": `unexpected "010"`} {
		got := ""
		if _, err := lang.Parse(text); err != nil {
			got = err.Message
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
