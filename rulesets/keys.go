package rulesets

import (
	"maps"
	"slices"

	"github.com/invopop/jsonschema"
	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/schema"
	"github.com/lectio/lectio/rulesets/ast"
)

// The keys of the files of rulesets and parts. The loader takes them from here,
// and so does the schema, so that an editor knows the same keys; those of
// statements come from kinds. What is not omitempty must be there.
type (
	rulesetFile struct {
		Ruleset    schema.Text            `json:"ruleset" jsonschema_description:"the id of the ruleset"`
		Title      schema.Text            `json:"title"`
		Family     schema.Text            `json:"family" jsonschema_description:"the kind of game: tables, merels, cross and circle…"`
		Evidence   map[string]schema.Text `json:"evidence,omitempty" jsonschema_description:"short names for the records that the ruleset rests on"`
		Assumed    schema.Text            `json:"assumed,omitempty" jsonschema_description:"the reason of every statement that gives neither a warrant nor a reason"`
		Statements []statementOrUse       `json:"statements"`
		Questions  []questionFile         `json:"questions,omitempty"`
		Examples   []exampleFile          `json:"examples,omitempty"`
		Unpinned   []unpinnedFile         `json:"unpinned,omitempty" jsonschema_description:"statements that no example can pin down, with the reason"`
		Scales     []scaleFile            `json:"scales,omitempty" jsonschema_description:"scaled-down versions, small enough to be searched whole"`
		Terms      []termFile             `json:"terms,omitempty" jsonschema_description:"words that a newcomer does not know; a brief explains them where it uses them first"`
		Note       schema.Any             `json:"note,omitempty"`
	}
	partFile struct {
		Part       schema.Text       `json:"part" jsonschema_description:"the id of the part"`
		Title      schema.Any        `json:"title,omitempty"`
		Statements []statementOfPart `json:"statements" jsonschema_description:"without warrants: each ruleset that uses the part supplies its own"`
		Note       schema.Any        `json:"note,omitempty"`
	}
	useFile struct {
		Use      schema.Text `json:"use"`
		Warrants schema.Any  `json:"warrants,omitempty"`
		Assumed  schema.Any  `json:"assumed,omitempty"`
	}
	questionFile struct {
		ID        schema.Text             `json:"id"`
		Title     schema.Text             `json:"title,omitempty" jsonschema_description:"what readers call it, in a few words; without it, its number or its id"`
		See       schema.Text             `json:"see,omitempty" jsonschema_description:"its number in an analysis"`
		Asks      schema.Text             `json:"asks" jsonschema_description:"the question, as a sentence"`
		Kind      questionKind            `json:"kind" jsonschema_description:"why it is open"`
		Weight    int                     `json:"weight" jsonschema:"minimum=1,maximum=3" jsonschema_description:"how much hangs on it"`
		About     schema.Texts            `json:"about,omitempty" jsonschema_description:"clauses such as p#6"`
		BearsOn   schema.Texts            `json:"bears-on,omitempty" jsonschema_description:"the dimensions that ask the same, under which neighbouring texts are looked up"`
		Default   schema.Text             `json:"default" jsonschema_description:"the reading of the default interpretation"`
		Because   schema.Text             `json:"because,omitempty" jsonschema_description:"why that is the default"`
		Readings  []readingFile           `json:"readings"`
		AskedWhen map[string]schema.Texts `json:"asked-when,omitempty" jsonschema_description:"the readings of other questions under which it arises"`
		Note      schema.Text             `json:"note,omitempty"`
		Checked   []evidence.Check        `json:"checked,omitempty" jsonschema_description:"who looked whether the default is the likeliest reading"`
	}
	readingFile struct {
		ID          schema.Text             `json:"id"`
		Title       schema.Text             `json:"title,omitempty" jsonschema_description:"what readers call it, in a few words; without it, its id"`
		Basis       basis                   `json:"basis" jsonschema_description:"what the reading rests on"`
		Because     schema.Text             `json:"because" jsonschema_description:"the reason for it"`
		Borrowed    schema.Texts            `json:"borrowed-from,omitempty" jsonschema_description:"of a borrowed reading, the clauses of other texts that it rests on, as RECORD#NUMBER"`
		HeldBy      schema.Texts            `json:"held-by,omitempty" jsonschema_description:"who holds it"`
		Assumed     schema.Text             `json:"assumed,omitempty" jsonschema_description:"the reason of its statements that give neither a warrant nor a reason"`
		Statements  []statement             `json:"statements,omitempty" jsonschema_description:"what it contributes or replaces"`
		Without     schema.Texts            `json:"without,omitempty" jsonschema_description:"statements that it drops"`
		NotPlayable schema.Text             `json:"not-playable,omitempty" jsonschema_description:"why it cannot be played yet"`
		Excludes    map[string]schema.Texts `json:"excludes,omitempty" jsonschema_description:"readings of other questions that it does not go with"`
		Checked     []evidence.Check        `json:"checked,omitempty" jsonschema_description:"who weighed the reading"`
	}
	unpinnedFile struct {
		Statement schema.Text  `json:"statement"`
		Reading   schema.Text  `json:"reading,omitempty" jsonschema_description:"question=reading that contributes it"`
		Changes   schema.Texts `json:"changes,omitempty" jsonschema_description:"of which changes it is said, as verify --mutate names them; without it, of all"`
		Because   schema.Text  `json:"because"`
	}
	termFile struct {
		Term    schema.Text  `json:"term" jsonschema_description:"the word, as questions and readings use it"`
		Means   schema.Text  `json:"means" jsonschema_description:"what it means, as a sentence"`
		Warrant schema.Texts `json:"warrant,omitempty" jsonschema_description:"the clauses that say so"`
		Assumed schema.Text  `json:"assumed,omitempty" jsonschema_description:"the reason, where no clause says it"`
	}
	scaleFile struct {
		ID         schema.Text  `json:"id"`
		Because    schema.Text  `json:"because" jsonschema_description:"what it keeps of the game"`
		Assumed    schema.Text  `json:"assumed,omitempty" jsonschema_description:"the reason of its statements that give neither a warrant nor a reason"`
		Statements []statement  `json:"statements"`
		Without    schema.Texts `json:"without,omitempty"`
	}
	exampleFile struct {
		ID       schema.Text      `json:"id"`
		Clauses  schema.Texts     `json:"clauses,omitempty" jsonschema_description:"the clauses that it illustrates"`
		Worked   worked           `json:"worked" jsonschema_description:"how it was worked"`
		Note     schema.Text      `json:"note,omitempty"`
		At       schema.Any       `json:"at,omitempty" jsonschema_description:"start, or a state"`
		Throw    schema.Text      `json:"throw,omitempty"`
		Readings exampleReadings  `json:"readings,omitempty" jsonschema_description:"a map of questions to readings, or every"`
		Parts    partingFile      `json:"parts,omitempty" jsonschema_description:"readings of a question that part here"`
		Checked  []evidence.Check `json:"checked,omitempty" jsonschema_description:"who worked it again"`
		expectFile
	}
	partingFile struct {
		Question schema.Text           `json:"question"`
		Readings map[string]expectFile `json:"readings"`
	}
	expectFile struct {
		Moves   schema.Texts           `json:"moves,omitempty" jsonschema_description:"exactly these moves are legal"`
		Legal   schema.Texts           `json:"legal,omitempty"`
		Illegal schema.Texts           `json:"illegal,omitempty"`
		Refused map[string]schema.Text `json:"refused,omitempty" jsonschema_description:"a map of moves to the statements that refuse them"`
		Results exampleResults         `json:"results,omitempty" jsonschema_description:"the final positions, or their number"`
		Line    schema.Texts           `json:"line,omitempty"`
		After   schema.Any             `json:"after,omitempty"`
	}

	questionKind    struct{}
	basis           struct{}
	worked          struct{}
	exampleReadings struct{}
	exampleResults  struct{}
	statement       struct{}
	statementOrUse  struct{}
	statementOfPart struct{}
)

var (
	rulesetKeys  = schema.Keys(rulesetFile{})
	partKeys     = schema.Keys(partFile{})
	useKeys      = schema.Keys(useFile{})
	questionKeys = schema.Keys(questionFile{})
	readingKeys  = schema.Keys(readingFile{})
	unpinnedKeys = schema.Keys(unpinnedFile{})
	scaleKeys    = schema.Keys(scaleFile{})
	termKeys     = schema.Keys(termFile{})
	exampleKeys  = schema.Keys(exampleFile{})
	partingKeys  = schema.Keys(partingFile{})
	expectKeys   = schema.Keys(expectFile{})
)

// ProseKeys are the keys whose texts are for people; all others are names, numbers
// and words of the language.
var ProseKeys = []string{"title", "asks", "because", "note", "assumed", "called", "end", "held-by", "not-playable", "means", "parallels"}

// Schema is the JSON Schema of a ruleset's file. It knows the keys of every
// statement; what stands behind those of its kind is read when the ruleset is
// compiled.
func Schema() ([]byte, error) { return schema.Of(rulesetFile{}, "Lectio: a ruleset") }

// PartSchema is the JSON Schema of a file with a part of rulesets.
func PartSchema() ([]byte, error) { return schema.Of(partFile{}, "Lectio: a part of rulesets") }

func (questionKind) JSONSchema() *jsonschema.Schema { return schema.OneOf(questionKinds...) }

func (basis) JSONSchema() *jsonschema.Schema { return schema.OneOf(bases...) }

func (worked) JSONSchema() *jsonschema.Schema { return schema.OneOf(workedWays...) }

func (exampleReadings) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{schema.OneOf("every"), {Type: "object", AdditionalProperties: schema.AnyText()}}}
}

func (exampleResults) JSONSchema() *jsonschema.Schema {
	hundred := uint64(100)
	return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{{Type: "integer", Minimum: "0"}, {Type: "array", MaxItems: &hundred}}}
}

func (statement) JSONSchema() *jsonschema.Schema      { return statementSchema(false, commonKeys) }
func (statementOrUse) JSONSchema() *jsonschema.Schema { return statementSchema(true, commonKeys) }
func (statementOfPart) JSONSchema() *jsonschema.Schema {
	return statementSchema(false, slices.DeleteFunc(slices.Clone(commonKeys), func(k string) bool { return k == "warrant" }))
}

// statementSchema looks for the words of kinds in their order, as the loader
// does; the first one there says which other keys there may be.
func statementSchema(use bool, common []string) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object", Properties: jsonschema.NewProperties()}
	for _, k := range ast.Kinds {
		for _, key := range slices.Concat([]string{k.Word}, k.Keys) {
			s.Properties.Set(key, &jsonschema.Schema{})
		}
	}
	for _, key := range common {
		switch key {
		case "warrant":
			clauses := schema.OneOrMore(schema.AnyText())
			clauses.Description = "the clauses that stand behind it, such as p#6"
			s.Properties.Set(key, clauses)
		case "called", "checked":
			s.Properties.Set(key, &jsonschema.Schema{})
		default:
			s.Properties.Set(key, schema.AnyText())
		}
	}
	named := &jsonschema.Schema{AnyOf: []*jsonschema.Schema{schema.Has("id"), schema.Has("replaces")}}
	chain := byKind(common)
	chain.AllOf = []*jsonschema.Schema{named}
	if use {
		for _, key := range useKeys {
			if _, known := s.Properties.Get(key); !known {
				s.Properties.Set(key, &jsonschema.Schema{})
			}
		}
		// For a part there is an assumption for each statement.
		s.Properties.Set("assumed", &jsonschema.Schema{})
		chain.Properties = jsonschema.NewProperties()
		chain.Properties.Set("assumed", schema.AnyText())
		chain = &jsonschema.Schema{If: schema.Has("use"), Then: schema.Only(useKeys...), Else: chain}
	}
	s.AllOf = []*jsonschema.Schema{chain}
	return s
}

// byKind allows the keys of the first kind of statement whose word is there, and
// common. It names the keys of what stands behind these, so that an editor can complete them, and
// refuses no others: a reading that cannot be played yet may say what nobody knows yet.
func byKind(common []string) *jsonschema.Schema {
	var words []*jsonschema.Schema
	for _, k := range ast.Kinds {
		words = append(words, schema.Has(k.Word))
	}
	chain := &jsonschema.Schema{AnyOf: words} // a statement must say what it states
	for i := len(ast.Kinds) - 1; i >= 0; i-- {
		allowed := schema.Only(slices.Concat([]string{ast.Kinds[i].Word}, ast.Kinds[i].Keys, common)...)
		allowed.Properties = jsonschema.NewProperties()
		for _, key := range slices.Sorted(maps.Keys(ast.Kinds[i].Inner)) {
			value := &jsonschema.Schema{Properties: jsonschema.NewProperties()}
			for _, inner := range ast.Kinds[i].Inner[key] {
				value.Properties.Set(inner, &jsonschema.Schema{})
			}
			if key == "do" {
				value.Items = &jsonschema.Schema{Properties: value.Properties} // one effect, or several
			}
			allowed.Properties.Set(key, value)
		}
		chain = &jsonschema.Schema{If: schema.Has(ast.Kinds[i].Word), Then: allowed, Else: chain}
	}
	return chain
}
