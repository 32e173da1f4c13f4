package rulesets

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/lectio/lectio/evidence"
)

// A borrowed reading names clauses of other texts, of the corpus or inside the program; what
// it names is looked up, and a text is not borrowed from itself.
func TestBorrowedFrom(t *testing.T) {
	const text = `ruleset: a
title: A
family: tables
evidence: {t: T.own}
assumed: a test
statements:
  - {id: players, players: [white, black]}
questions:
  - id: q
    asks: What?
    kind: silence
    weight: 1
    default: x
    readings:
      - {id: x, basis: BASIS, borrowed-from: FROM, because: so it is}
`
	for _, tt := range []struct{ name, basis, from, want string }{
		{"another record of the corpus", "borrowed", "T.other#1", ""},
		{"a record inside the program", "borrowed", "[T.other#1, Gallery.backgammon#10]", ""},
		{"not borrowed", "attested", "T.other#1", "a.yaml:15:49: a reading that rests on other texts is borrowed; found basis: attested, expected basis: borrowed"},
		{"its own record", "borrowed", "T.own#1", "a.yaml:15:49: T.own is a record of the ruleset itself, and nothing is borrowed from it"},
		{"a short name", "borrowed", "t#1", `a.yaml:15:49: the record "t" is nowhere`},
		{"no number", "borrowed", "T.other", "a.yaml:15:49: this names no clause of another text"},
		{"nothing", "borrowed", `""`, "a.yaml:15:49: a clause of another text is empty"},
		{"no text", "borrowed", "[[a]]", "a.yaml:15:50: a clause of another text must be a text"},
		{"no such clause", "borrowed", "T.other#2", "a.yaml:15:49: there is no clause 2 in T.other"},
		{"nearly a record", "borrowed", "Gallery.backgamon#10", `did you mean "Gallery.backgammon"`},
	} {
		files := fstest.MapFS{"evidence/sources/s.json": {Data: []byte(`[{"id": "book", "type": "book", "title": "A Book"}]`)},
			"rulesets/definitions/a.yaml": {Data: []byte(strings.NewReplacer("BASIS", tt.basis, "FROM", tt.from).Replace(text))}}
		for _, id := range []string{"T.own", "T.other"} {
			files["evidence/records/"+id+".yaml"] = &fstest.MapFile{Data: []byte("id: " + id + "\ngame: A\nsource: {key: book}\nclauses:\n  - {n: 1, text: Something.}\n")}
		}
		ev, errs := evidence.Load(files, "")
		c, more := Load(files, "", ev)
		errs.Merge(more)
		switch got := errs.Error(); {
		case tt.want == "" && len(errs) > 0, !strings.Contains(got, tt.want), tt.want != "" && len(errs) != 1:
			t.Errorf("%s: %q; expected %q", tt.name, got, tt.want)
		case tt.want == "":
			if r := c.Definitions[0].Questions[0].Readings[0]; r.Borrowed[0].String() != "T.other#1" {
				t.Errorf("%s: it rests on %v", tt.name, r.Borrowed)
			}
		}
	}
}
