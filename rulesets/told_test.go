package rulesets_test

import (
	"encoding/json"
	"testing"

	"github.com/lectio/lectio/rulesets"
)

// What a result points to stands there for its name, and nothing for null; lists of questions and readings tell all.
func TestNamesInResults(t *testing.T) {
	long := &rulesets.Reading{ID: "long", Borrowed: []rulesets.ClauseRef{{Record: "Test.Other", N: 3}}}
	never := &rulesets.Reading{ID: "never", NotPlayable: "there is no word for it"}
	q := &rulesets.Question{ID: "how_long", See: "T-1", Weight: 2, Default: "long", Readings: rulesets.Readings{long, never}, BearsOn: []rulesets.Named{{Name: "length"}}}
	s := &rulesets.Statement{Assumed: "as everywhere"}
	s.ID = "held"
	type result struct {
		Question  *rulesets.Question   `json:"question"`
		Reading   *rulesets.Reading    `json:"reading"`
		Statement *rulesets.Statement  `json:"statement"`
		Ruleset   *rulesets.Definition `json:"ruleset"`
		Scale     *rulesets.Scale      `json:"scale"`
	}
	for want, v := range map[string]any{
		`{"question":"T-1","reading":"never","statement":"held","ruleset":"race","scale":"small"}`: result{q, never, s, &rulesets.Definition{ID: "race"}, &rulesets.Scale{ID: "small"}},
		`{"question":null,"reading":null,"statement":null,"ruleset":null,"scale":null}`:            result{},
		`[{"id":"how_long","weight":2,"default":"long","readings":[` +
			`{"id":"long","borrowed-from":["Test.Other#3"],"playable":true,"why-not":null},` +
			`{"id":"never","playable":false,"why-not":"there is no word for it"}],"asked-when":null,"bears-on":["length"],"see":"T-1"},` +
			`{"id":"bare","weight":0,"default":"","readings":[],"asked-when":null,"see":null}]`: rulesets.Questions{q, {ID: "bare"}},
		`[]`: rulesets.Questions(nil),
	} {
		if got, err := json.Marshal(v); err != nil || string(got) != want {
			t.Errorf("%s, %v, not\n%s", got, err, want)
		}
	}
}
