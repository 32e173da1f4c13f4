package dimension

import (
	"github.com/invopop/jsonschema"

	"github.com/lectio/lectio/evidence/schema"
)

// The keys of files of dimensions. The schema and the reader both take them from here.
type (
	dimensionsFile struct {
		Family     schema.Text             `json:"family" jsonschema_description:"the kind of games that are asked, as their rulesets have it; or: all games"`
		Dimensions []dimensionFile         `json:"dimensions"`
		Shares     map[string]schema.Texts `json:"shares,omitempty" jsonschema_description:"dimensions of other families, by family, which are asked of this one, too"`
		Note       schema.Any              `json:"note,omitempty"`
	}
	dimensionFile struct {
		ID      schema.Text            `json:"id" jsonschema_description:"its name; once in a family"`
		Asks    schema.Text            `json:"asks" jsonschema_description:"what has to be settled, as a question"`
		Arises  *signsFile             `json:"arises,omitempty" jsonschema_description:"when the question arises; without it, always"`
		About   askedMoves             `json:"about,omitempty" jsonschema_description:"moves that have to do with it, besides those of the answers"`
		Value   factName               `json:"value,omitempty" jsonschema_description:"the fact that is the answer, a number for instance"`
		Says    map[string]schema.Text `json:"says,omitempty" jsonschema_description:"values that are words, as an answer to the question"`
		Answers []answerFile           `json:"answers,omitempty" jsonschema:"minItems=1" jsonschema_description:"the first that is met is taken: the particular comes before the general"`
		// Parallels are those of values; answers have their own.
		Parallels map[string]schema.Texts `json:"parallels,omitempty" jsonschema_description:"beside value, the clauses (RECORD#NUMBER) that give each value, and games in which it is known"`
		Note      schema.Any              `json:"note,omitempty"`
	}
	answerFile struct {
		ID    schema.Text `json:"id"`
		Means schema.Text `json:"means" jsonschema_description:"the answer in words"`
		signsFile
		Detail    schema.Text  `json:"detail,omitempty" jsonschema_description:"yes where the answer refers to what is stated: two games agree only if their statements do"`
		Parallels schema.Texts `json:"parallels,omitempty" jsonschema_description:"clauses (RECORD#NUMBER) that give the answer, and games in which it is known without such a text"`
	}
	signsFile struct {
		Permitted askedMoves `json:"permitted,omitempty" jsonschema_description:"such a move is permitted at some decision"`
		Refused   askedMoves `json:"refused,omitempty" jsonschema_description:"such a move is refused at some decision"`
		Never     askedMoves `json:"never,omitempty" jsonschema_description:"such moves are refused, and never permitted"`
		Barred    askedMoves `json:"barred,omitempty" jsonschema_description:"some rule refuses such moves, and no others"`
		Is        factValues `json:"is,omitempty" jsonschema_description:"facts with the values that they have"`
		Not       factValues `json:"not,omitempty" jsonschema_description:"… with values that they do not have"`
		Has       factValues `json:"has,omitempty" jsonschema_description:"… with one of the words of their value"`
		Least     factValues `json:"least,omitempty" jsonschema_description:"… with the least number that they have"`
	}
	movesFile struct {
		Act  schema.Texts `json:"act,omitempty" jsonschema_description:"the acts; without it, all that move a man"`
		When schema.Text  `json:"when,omitempty" jsonschema_description:"a condition on the move, in words of the language alone"`
		// What they may stand beside, see askedMoves.JSONSchema.
		Beside    schema.Any `json:"beside,omitempty"`
		InsteadOf schema.Any `json:"instead_of,omitempty"`
	}

	askedMoves struct{}
	factValues struct{}
	factName   struct{}
)

var (
	dimensionsKeys = schema.Keys(dimensionsFile{})
	dimensionKeys  = schema.Keys(dimensionFile{})
	answerKeys     = schema.Keys(answerFile{})
	signKeys       = schema.Keys(signsFile{})
	movesKeys      = schema.Keys(movesFile{})
)

// Schema is the JSON Schema of a file of dimensions. Whether a condition in
// it can be read is for the loader.
func Schema() ([]byte, error) {
	return schema.Of(dimensionsFile{}, "Lectio: what games of a kind must settle")
}

// JSONSchemaExtend asks for answers, or a fact that is the answer.
func (dimensionFile) JSONSchemaExtend(s *jsonschema.Schema) {
	s.OneOf = []*jsonschema.Schema{schema.Has("value"), schema.Has("answers")}
}

// JSONSchema allows moves that are asked about, or a list of such.
func (askedMoves) JSONSchema() *jsonschema.Schema {
	moves := func() *jsonschema.Schema {
		s := &jsonschema.Schema{Type: "object", Properties: jsonschema.NewProperties(), AdditionalProperties: jsonschema.FalseSchema}
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

// JSONSchema allows a map of facts to values. What each says stands at value.
func (factValues) JSONSchema() *jsonschema.Schema {
	var names []any
	for i := range facts {
		names = append(names, facts[i].name)
	}
	return &jsonschema.Schema{Type: "object", PropertyNames: &jsonschema.Schema{Enum: names}, AdditionalProperties: schema.OneOrMore(schema.AnyText())}
}

// JSONSchema lists the facts, each with what it says.
func (factName) JSONSchema() *jsonschema.Schema {
	s := &jsonschema.Schema{}
	for i := range facts {
		s.OneOf = append(s.OneOf, &jsonschema.Schema{Const: facts[i].name, Description: facts[i].doc})
	}
	return s
}
