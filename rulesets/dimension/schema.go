package dimension

import (
	"github.com/lectio/lectio/evidence/schema"
	"github.com/lectio/lectio/rulesets/dimension/trial"
)

// Schema is the JSON Schema of a file of dimensions. Whether a condition in
// it can be read is for the loader.
func Schema() ([]byte, error) {
	return schema.Of(dimensionsFile{}, "Lectio: what games of a kind must settle")
}

// Narrow asks for answers, or a fact that is the answer.
func (dimensionFile) Narrow(s *schema.Schema) {
	s.OneOf = schema.HasAny("value", "answers")
}

// Narrow asks for values, in one of the ways in which they are said.
func (factFile) Narrow(s *schema.Schema) {
	s.AnyOf = schema.HasAny("is", "all", "only", "number", "always")
}

// Schema allows moves that are asked about, or a list of such.
func (askedMoves) Schema() *schema.Schema {
	moves := func() *schema.Schema {
		s := &schema.Schema{Type: "object", AdditionalProperties: false}
		s.Properties.Set("act", schema.OneOrMore(schema.AnyText()))
		s.Properties.Set("when", schema.AnyText())
		return s
	}
	s, beside, instead := moves(), moves(), moves()
	beside.Description = "another move that is permitted at the same decision"
	instead.Description = "another move that is permitted at the same decision, by the same part"
	s.Properties.Set("beside", beside)
	s.Properties.Set("instead_of", instead)
	return schema.OneOrMore(s)
}

// Schema allows a map of facts to values. What each says stands at value.
func (factValues) Schema() *schema.Schema {
	return &schema.Schema{Type: "object", AdditionalProperties: schema.OneOrMore(schema.AnyText())}
}

// Schema lists the facts that come with the program, each with what it says; a file may have
// others.
func (factName) Schema() *schema.Schema {
	s := &schema.Schema{}
	for _, f := range knownFacts() {
		s.AnyOf = append(s.AnyOf, &schema.Schema{Const: f.name, Description: f.doc})
	}
	s.AnyOf = append(s.AnyOf, schema.AnyText())
	return s
}

// Schema lists the events that are counted, each with its words; a file may count others.
func (eventName) Schema() *schema.Schema {
	s := &schema.Schema{}
	for i := range events {
		s.AnyOf = append(s.AnyOf, &schema.Schema{Const: events[i].name, Description: events[i].told()})
	}
	for _, tr := range trial.All() {
		s.AnyOf = append(s.AnyOf, &schema.Schema{Const: tr.Named(), Description: "what comes out of a trial"})
	}
	s.AnyOf = append(s.AnyOf, schema.AnyText())
	return s
}

// Schema allows a map of values to conditions, or to conditions with the statements behind each.
func (factVerdicts) Schema() *schema.Schema {
	full := &schema.Schema{Type: "object", AdditionalProperties: false, Required: []string{"when"}}
	full.Properties.Set("when", schema.AnyText())
	full.Properties.Set("by", schema.OneOrMore(schema.AnyText()))
	full.Properties.Set("unseen", schema.AnyText())
	return &schema.Schema{Type: "object", AdditionalProperties: schema.OneOrMore(&schema.Schema{AnyOf: []*schema.Schema{schema.AnyText(), full}})}
}
