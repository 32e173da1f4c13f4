package dimension

import (
	"github.com/lectio/lectio/evidence/schema"
)

// The keys of files of dimensions. The schema and the reader both take them from here.
type (
	dimensionsFile struct {
		Family     schema.Text             `json:"family" about:"the kind of games that are asked, as their rulesets have it; or: all games"`
		Dimensions []dimensionFile         `json:"dimensions"`
		Shares     map[string]schema.Texts `json:"shares,omitempty" about:"dimensions of other families, by family, which are asked of this one, too"`
		Note       schema.Any              `json:"note,omitempty"`
	}
	dimensionFile struct {
		ID      schema.Text            `json:"id" about:"its name; once in a family"`
		Asks    schema.Text            `json:"asks" about:"what has to be settled, as a question"`
		Arises  *signsFile             `json:"arises,omitempty" about:"when the question arises; without it, always"`
		About   askedMoves             `json:"about,omitempty" about:"moves that have to do with it, besides those of the answers"`
		Value   factName               `json:"value,omitempty" about:"the fact that is the answer, a number for instance"`
		Says    map[string]schema.Text `json:"says,omitempty" about:"values that are words, as an answer to the question"`
		Answers []answerFile           `json:"answers,omitempty" limits:"minItems=1" about:"the first that is met is taken: the particular comes before the general"`
		// Parallels are those of values; answers have their own.
		Parallels map[string]schema.Texts `json:"parallels,omitempty" about:"beside value, the clauses (RECORD#NUMBER) that give each value, and games in which it is known"`
		Note      schema.Any              `json:"note,omitempty"`
	}
	answerFile struct {
		ID    schema.Text `json:"id"`
		Means schema.Text `json:"means" about:"the answer in words"`
		signsFile
		Detail    schema.Text  `json:"detail,omitempty" about:"yes where the answer refers to what is stated: two games agree only if their statements do"`
		Parallels schema.Texts `json:"parallels,omitempty" about:"clauses (RECORD#NUMBER) that give the answer, and games in which it is known without such a text"`
	}
	signsFile struct {
		Permitted askedMoves `json:"permitted,omitempty" about:"such a move is permitted at some decision"`
		Refused   askedMoves `json:"refused,omitempty" about:"such a move is refused at some decision"`
		Never     askedMoves `json:"never,omitempty" about:"such moves are refused, and never permitted"`
		Barred    askedMoves `json:"barred,omitempty" about:"some rule refuses such moves, and no others"`
		Is        factValues `json:"is,omitempty" about:"facts with the values that they have"`
		Not       factValues `json:"not,omitempty" about:"… with values that they do not have"`
		Has       factValues `json:"has,omitempty" about:"… with one of the words of their value"`
		Least     factValues `json:"least,omitempty" about:"… with the least number that they have"`
	}
	movesFile struct {
		Act  schema.Texts `json:"act,omitempty" about:"the acts; without it, all that move a man"`
		When schema.Text  `json:"when,omitempty" about:"a condition on the move, in words of the language alone"`
		// What they may stand beside, see askedMoves.Schema.
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

// Narrow asks for answers, or a fact that is the answer.
func (dimensionFile) Narrow(s *schema.Schema) {
	s.OneOf = schema.HasAny("value", "answers")
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
	var names []any
	for i := range facts {
		names = append(names, facts[i].name)
	}
	return &schema.Schema{Type: "object", PropertyNames: &schema.Schema{Enum: names}, AdditionalProperties: schema.OneOrMore(schema.AnyText())}
}

// Schema lists the facts, each with what it says.
func (factName) Schema() *schema.Schema {
	s := &schema.Schema{}
	for i := range facts {
		s.OneOf = append(s.OneOf, &schema.Schema{Const: facts[i].name, Description: facts[i].doc})
	}
	return s
}
