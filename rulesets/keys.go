package rulesets

import (
	"maps"
	"slices"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/schema"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/engine"
)

// The keys of the files of rulesets and parts. The loader takes them from here,
// and so does the schema, so that an editor knows the same keys; those of
// statements come from kinds. What is not omitempty must be there.
type (
	rulesetFile struct {
		Ruleset    schema.Text            `json:"ruleset" about:"the id of the ruleset"`
		Title      schema.Text            `json:"title"`
		Family     schema.Text            `json:"family" about:"the kind of game: tables, merels, cross and circle…"`
		Evidence   map[string]schema.Text `json:"evidence,omitempty" about:"short names for the records that the ruleset rests on"`
		Assumed    schema.Text            `json:"assumed,omitempty" about:"the reason of every statement that gives neither a warrant nor a reason"`
		Statements []statementOrUse       `json:"statements"`
		Questions  []questionFile         `json:"questions,omitempty"`
		Examples   []exampleFile          `json:"examples,omitempty"`
		Unpinned   []unpinnedFile         `json:"unpinned,omitempty" about:"statements that no example can pin down, with the reason"`
		Scales     []scaleFile            `json:"scales,omitempty" about:"scaled-down versions, small enough to be searched whole"`
		Terms      []termFile             `json:"terms,omitempty" about:"words that a newcomer does not know; a brief explains them where it uses them first"`
		Measures   []measureFile          `json:"measures,omitempty" about:"numbers asked of the play of this game"`
		Note       schema.Any             `json:"note,omitempty"`
	}
	partFile struct {
		Part       schema.Text       `json:"part" about:"the id of the part"`
		Title      schema.Any        `json:"title,omitempty"`
		Statements []statementOfPart `json:"statements" about:"without warrants: each ruleset that uses the part supplies its own"`
		Note       schema.Any        `json:"note,omitempty"`
	}
	useFile struct {
		Use      schema.Text `json:"use"`
		Warrants schema.Any  `json:"warrants,omitempty"`
		Assumed  schema.Any  `json:"assumed,omitempty"`
	}
	questionFile struct {
		ID        schema.Text             `json:"id"`
		Title     schema.Text             `json:"title,omitempty" about:"what readers call it, in a few words; without it, its number or its id"`
		See       schema.Text             `json:"see,omitempty" about:"its number in an analysis"`
		Asks      schema.Text             `json:"asks" about:"the question, as a sentence"`
		Kind      questionKind            `json:"kind" about:"why it is open"`
		Weight    int                     `json:"weight" limits:"minimum=1,maximum=3" about:"how much hangs on it"`
		About     schema.Texts            `json:"about,omitempty" about:"clauses such as p#6"`
		BearsOn   schema.Texts            `json:"bears-on,omitempty" about:"the dimensions that ask the same, under which neighbouring texts are looked up"`
		Default   schema.Text             `json:"default" about:"the reading of the default interpretation"`
		Because   schema.Text             `json:"because,omitempty" about:"why that is the default"`
		Readings  []readingFile           `json:"readings"`
		AskedWhen map[string]schema.Texts `json:"asked-when,omitempty" about:"the readings of other questions under which it arises"`
		Note      schema.Text             `json:"note,omitempty"`
		Checked   []evidence.Check        `json:"checked,omitempty" about:"who looked whether the default is the likeliest reading"`
	}
	readingFile struct {
		ID          schema.Text             `json:"id"`
		Title       schema.Text             `json:"title,omitempty" about:"what readers call it, in a few words; without it, its id"`
		Basis       basis                   `json:"basis" about:"what the reading rests on"`
		Because     schema.Text             `json:"because" about:"the reason for it"`
		Borrowed    schema.Texts            `json:"borrowed-from,omitempty" about:"of a borrowed reading, the clauses of other texts that it rests on, as RECORD#NUMBER"`
		HeldBy      schema.Texts            `json:"held-by,omitempty" about:"who holds it"`
		Assumed     schema.Text             `json:"assumed,omitempty" about:"the reason of its statements that give neither a warrant nor a reason"`
		Statements  []statement             `json:"statements,omitempty" about:"what it contributes or replaces"`
		Without     schema.Texts            `json:"without,omitempty" about:"statements that it drops"`
		NotPlayable schema.Text             `json:"not-playable,omitempty" about:"why it cannot be played yet"`
		Excludes    map[string]schema.Texts `json:"excludes,omitempty" about:"readings of other questions that it does not go with"`
		Checked     []evidence.Check        `json:"checked,omitempty" about:"who weighed the reading"`
	}
	unpinnedFile struct {
		Statement schema.Text  `json:"statement"`
		Reading   schema.Text  `json:"reading,omitempty" about:"question=reading that contributes it"`
		Changes   schema.Texts `json:"changes,omitempty" about:"of which changes it is said, as verify --mutate names them; without it, of all"`
		Because   schema.Text  `json:"because"`
	}
	termFile struct {
		Term    schema.Text  `json:"term" about:"the word, as questions and readings use it"`
		Means   schema.Text  `json:"means" about:"what it means, as a sentence"`
		Warrant schema.Texts `json:"warrant,omitempty" about:"the clauses that say so"`
		Assumed schema.Text  `json:"assumed,omitempty" about:"the reason, where no clause says it"`
	}
	scaleFile struct {
		ID         schema.Text  `json:"id"`
		Because    schema.Text  `json:"because" about:"what it keeps of the game"`
		Assumed    schema.Text  `json:"assumed,omitempty" about:"the reason of its statements that give neither a warrant nor a reason"`
		Statements []statement  `json:"statements"`
		Without    schema.Texts `json:"without,omitempty"`
	}
	exampleFile struct {
		ID       schema.Text      `json:"id"`
		Clauses  schema.Texts     `json:"clauses,omitempty" about:"the clauses that it illustrates"`
		Worked   worked           `json:"worked" about:"how it was worked"`
		Note     schema.Text      `json:"note,omitempty"`
		At       schema.Any       `json:"at,omitempty" about:"start, or a state"`
		Throw    schema.Text      `json:"throw,omitempty"`
		Readings exampleReadings  `json:"readings,omitempty" about:"a map of questions to readings, or every"`
		Parts    partingFile      `json:"parts,omitempty" about:"readings of a question that part here"`
		Checked  []evidence.Check `json:"checked,omitempty" about:"who worked it again"`
		expectFile
	}
	partingFile struct {
		Question schema.Text           `json:"question"`
		Readings map[string]expectFile `json:"readings"`
	}
	expectFile struct {
		Moves   schema.Texts           `json:"moves,omitempty" about:"exactly these moves are legal"`
		Legal   schema.Texts           `json:"legal,omitempty"`
		Illegal schema.Texts           `json:"illegal,omitempty"`
		Refused map[string]schema.Text `json:"refused,omitempty" about:"a map of moves to the statements that refuse them"`
		Results exampleResults         `json:"results,omitempty" about:"the final positions, or their number"`
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

// Shape is Schema as a value.
func Shape() *schema.Schema { return schema.Shape(rulesetFile{}) }

// PartShape is PartSchema as a value.
func PartShape() *schema.Schema { return schema.Shape(partFile{}) }

// MeasuresShape is MeasureSchema as a value.
func MeasuresShape() *schema.Schema { return schema.Shape(measuresFile{}) }

func (questionKind) Schema() *schema.Schema { return schema.OneOf(questionKinds...) }

func (basis) Schema() *schema.Schema { return schema.OneOf(bases...) }

func (worked) Schema() *schema.Schema { return schema.OneOf(workedWays...) }

func (exampleReadings) Schema() *schema.Schema {
	return &schema.Schema{AnyOf: []*schema.Schema{schema.OneOf("every"), {Type: "object", AdditionalProperties: schema.AnyText()}}}
}

func (exampleResults) Schema() *schema.Schema {
	return &schema.Schema{AnyOf: []*schema.Schema{{Type: "integer", Minimum: "0"}, {Type: "array", MaxItems: 100}}}
}

func (statement) Schema() *schema.Schema      { return statementSchema(false, commonKeys) }
func (statementOrUse) Schema() *schema.Schema { return statementSchema(true, commonKeys) }
func (statementOfPart) Schema() *schema.Schema {
	return statementSchema(false, slices.DeleteFunc(slices.Clone(commonKeys), func(k string) bool { return k == "warrant" }))
}

// statementSchema looks for the words of kinds in their order, as the loader
// does; the first one there says which other keys there may be.
func statementSchema(use bool, common []string) *schema.Schema {
	s := &schema.Schema{Type: "object"}
	for _, k := range ast.Kinds {
		for _, key := range slices.Concat([]string{k.Word}, k.Keys) {
			s.Properties.Set(key, &schema.Schema{})
		}
	}
	for _, key := range common {
		switch key {
		case "warrant":
			clauses := schema.OneOrMore(schema.AnyText())
			clauses.Description = "the clauses that stand behind it, such as p#6"
			s.Properties.Set(key, clauses)
		case "called", "checked":
			s.Properties.Set(key, &schema.Schema{})
		default:
			s.Properties.Set(key, schema.AnyText())
		}
	}
	named := &schema.Schema{AnyOf: schema.HasAny("id", "replaces")}
	chain := byKind(common)
	chain.AllOf = []*schema.Schema{named}
	if use {
		for _, key := range useKeys {
			if !s.Properties.Has(key) {
				s.Properties.Set(key, &schema.Schema{})
			}
		}
		// For a part there is an assumption for each statement.
		s.Properties.Set("assumed", &schema.Schema{})
		chain.Properties.Set("assumed", schema.AnyText())
		chain = &schema.Schema{If: schema.Has("use"), Then: schema.Only(useKeys...), Else: chain}
	}
	s.AllOf = []*schema.Schema{chain}
	return s
}

// byKind allows the keys of the first kind of statement whose word is there, and
// common. It names the keys of what stands behind these, so that an editor can complete them, and
// refuses no others: a reading that cannot be played yet may say what nobody knows yet.
func byKind(common []string) *schema.Schema {
	var words []string
	for _, k := range ast.Kinds {
		words = append(words, k.Word)
	}
	chain := &schema.Schema{AnyOf: schema.HasAny(words...)} // a statement must say what it states
	for i := len(ast.Kinds) - 1; i >= 0; i-- {
		allowed := schema.Only(slices.Concat([]string{ast.Kinds[i].Word}, ast.Kinds[i].Keys, common)...)
		for _, key := range slices.Sorted(maps.Keys(ast.Kinds[i].Inner)) {
			value := &schema.Schema{}
			for _, inner := range ast.Kinds[i].Inner[key] {
				value.Properties.Set(inner, &schema.Schema{})
			}
			if key == "do" {
				value.Items = &schema.Schema{Properties: value.Properties} // one effect, or several
			}
			allowed.Properties.Set(key, value)
		}
		chain = &schema.Schema{If: schema.Has(ast.Kinds[i].Word), Then: allowed, Else: chain}
	}
	return chain
}

type (
	measuresFile struct {
		Family   schema.Text   `json:"family" about:"the kind of games that are asked, as their rulesets have it; or: all games"`
		Measures []measureFile `json:"measures"`
		Note     schema.Any    `json:"note,omitempty"`
	}
	measureFile struct{}
)

var measuresKeys = schema.Keys(measuresFile{})

// MeasureSchema is the JSON Schema of a file of measures.
func MeasureSchema() ([]byte, error) { return schema.Of(measuresFile{}, "Lectio: measures of play") }

func (measureFile) Schema() *schema.Schema {
	s := schema.Only(ast.MeasureKeys()...)
	s.Type, s.Required = "object", []string{"measure"}
	words := map[string][]string{"at": engine.Occasions, "gather": engine.Gatherings, "by": engine.Groupings, "frame": ast.Frames, "ranks": {"yes", "no"}}
	for _, key := range ast.MeasureKeys() {
		if of := words[key]; of != nil {
			s.Properties.Set(key, schema.OneOf(of...))
		} else {
			s.Properties.Set(key, schema.AnyText())
		}
	}
	return s
}

// Keys are the keys of the file of a ruleset, in the order in which they are written.
func Keys() []string { return slices.Clone(rulesetKeys) }
