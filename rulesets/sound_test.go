package rulesets_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
)

// A ruleset is left out for an error in its own file, in a part that it uses, or in
// a record that it rests on, and for an id that another has too; what has none of
// these stays, with all that it needs.
func TestSound(t *testing.T) {
	files := fstest.MapFS{}
	put := func(name, text string) { files[name] = &fstest.MapFile{Data: []byte(strings.TrimSpace(text) + "\n")} }
	put("evidence/sources/s.json", `[{"id": "s", "type": "book", "title": "T"}]`)
	for _, id := range []string{"Good", "Bad"} {
		put("evidence/records/"+id+".yaml", `
id: `+id+`
game: Tern
source: {key: s}
clauses:
  - {n: 1, text: Two play.}
`+map[string]string{"Bad": "no-such-key: 1"}[id])
	}
	for _, part := range []string{"fine", "faulty"} {
		put("rulesets/parts/"+part+".yaml", `
part: `+part+`
title: A part
statements:
  - {id: players, players: [white, black]`+map[string]string{"faulty": ", warrant: [x#1]"}[part]+`}
`)
	}
	definition := func(file, id, record, part, more string) {
		put("rulesets/definitions/"+file+".yaml", `
ruleset: `+id+`
title: A game
family: lessons
evidence: {r: `+record+`}
statements:
  - {use: `+part+`, warrants: {players: [r#1]}}
`+more)
	}
	definition("sound", "sound", "Good", "fine", "")
	definition("own-fault", "own-fault", "Good", "fine", "no-such-key: 1")
	definition("part-fault", "part-fault", "Good", "faulty", "")
	definition("record-fault", "record-fault", "Bad", "fine", "")
	definition("twice", "twice", "Good", "fine", "")
	definition("twice-too", "twice", "Good", "fine", "")

	ev, errs := evidence.Load(files, "")
	c, more := rulesets.Load(files, "", ev)
	errs.Merge(more)
	s := c.Sound(errs)
	if ids := s.IDs(); !slices.Equal(ids, []string{"sound"}) {
		t.Errorf("sound are %v", ids)
	}
	if s.Evidence.Record("Good") == nil || s.Evidence.Record("Bad") != nil || s.Evidence.Source("s") == nil || len(s.Evidence.Records) != 1 {
		t.Errorf("sound records are %v", s.Evidence.RecordIDs())
	}
	for id, file := range map[string]string{"own-fault": "rulesets/definitions/own-fault.yaml", "part-fault": "rulesets/parts/faulty.yaml",
		"record-fault": "evidence/records/Bad.yaml", "twice": "rulesets/definitions/twice-too.yaml"} {
		if got := s.Unsound(id); !slices.Contains(got, file) {
			t.Errorf("%s is left out for %v, want %s", id, got, file)
		}
	}
	if got := s.Unsound("sound"); got != nil || s.Evidence.Unsound("Bad") != "evidence/records/Bad.yaml" || s.Evidence.Unsound("Good") != "" {
		t.Errorf("%v, %q, %q", got, s.Evidence.Unsound("Bad"), s.Evidence.Unsound("Good"))
	}
	// Read against the sound corpus, a ruleset has its parts.
	if _, errs := s.Read("x.yaml", files["rulesets/definitions/sound.yaml"].Data); len(errs) > 0 {
		t.Error(errs)
	}
}
