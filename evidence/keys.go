package evidence

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/invopop/jsonschema"
	"github.com/lectio/lectio/evidence/ids"
	"github.com/lectio/lectio/evidence/schema"
)

// The keys of a record's file. The loader takes them from here, and so does the
// schema, so that an editor knows the same keys. What is not omitempty must be
// there.
type (
	recordFile struct {
		ID          recordID     `title:"Record" json:"id" jsonschema_description:"the id of the record, which everything else names it by; it never changes"`
		Game        schema.Text  `json:"game" jsonschema_description:"the game, as the evidence names it"`
		Type        recordType   `title:"Kind of evidence" json:"type,omitempty" jsonschema_description:"the kind of evidence, by the eight words of the Ludii Games Database and three more"`
		Summary     schema.Text  `json:"summary,omitempty" jsonschema_description:"what the evidence is, in our own words"`
		Location    locationFile `title:"Place" json:"location,omitempty" jsonschema_description:"where the game was played or the object found"`
		Date        dateFile     `json:"date,omitempty" jsonschema_description:"when, and the date of what"`
		Source      sourceFile   `json:"source" jsonschema_description:"the source and the place in it"`
		Via         schema.Texts `title:"By way of" told:"source" json:"via,omitempty" jsonschema_description:"the keys of the sources through which the text reached us, nearest first"`
		Confidence  int          `title:"Confidence, as stated" told:"percent" json:"confidence,omitempty" jsonschema:"minimum=0,maximum=100" jsonschema_description:"per cent"`
		Uncertainty factorList   `title:"Reasons for care" told:"factor" json:"uncertainty,omitempty" jsonschema_description:"why the record is to be trusted less"`
		Ages        schema.Texts `title:"Ages of the players" json:"ages,omitempty" jsonschema_description:"who played, by age"`
		Genders     schema.Texts `title:"Genders of the players" json:"genders,omitempty" jsonschema_description:"who played, by gender"`
		Period      schema.Text  `json:"period,omitempty"`
		Texts       []layerFile  `title:"Texts" json:"texts,omitempty" jsonschema_description:"the layers of the record: the old text, a translation, a summary"`
		Clauses     []clauseFile `json:"clauses,omitempty" jsonschema_description:"the smallest statements that can be enforced or doubted"`
		Extra       extraFields  `title:"As a table had it" json:"extra,omitempty" jsonschema_description:"fields of a table that no other field is for, by their names there"`
		Note        schema.Text  `json:"note,omitempty"`
		Parts
	}
	locationFile struct {
		Name        schema.Text   `json:"name,omitempty"`
		Coordinates coordinates   `json:"coordinates,omitempty" jsonschema_description:"latitude and longitude in degrees; south and west are negative, or written 64°58'N"`
		Precision   schema.Text   `title:"Known within" json:"precision,omitempty" jsonschema_description:"how far from the coordinates the place may be: 300 km, 50 m"`
		Gazetteer   gazetteerFile `title:"Number in gazetteers" told:"gazetteer" json:"gazetteer,omitempty" jsonschema_description:"the number of the place in gazetteers"`
		Note        schema.Text   `json:"note,omitempty"`
		PlaceParts
	}
	dateFile struct {
		EDTF      schema.Text `title:"Date" told:"date" json:"edtf,omitempty" jsonschema_description:"EDTF level 1 (ISO 8601-2): 1888, 1888/1892, 1190~, 18XX, ../1694"`
		Of        dateOf      `title:"Date of" json:"of,omitempty" jsonschema_description:"what the date is the date of"`
		AsWritten schema.Text `json:"as-written,omitempty" jsonschema_description:"the date as the page gave it, when that differs"`
		Note      schema.Text `json:"note,omitempty"`
		DateParts
	}
	sourceFile struct {
		Key       schema.Text `title:"Source" told:"source" json:"key" jsonschema_description:"a key from evidence/sources"`
		Locator   schema.Text `title:"Place in the source" json:"locator,omitempty" jsonschema_description:"the pages, in quotes"`
		AsWritten schema.Text `json:"as-written,omitempty" jsonschema_description:"the reference as the page gave it, when that differs"`
		SourceParts
	}
	layerFile struct {
		ID          recordID         `title:"Text" told:"layer" json:"id"`
		Language    schema.Text      `told:"language" json:"language,omitempty" jsonschema_description:"a language tag such as en, is or la"`
		By          schema.Text      `title:"By" told:"by" json:"by,omitempty" jsonschema_description:"the key of a source, or a person"`
		Rights      schema.Text      `json:"rights,omitempty"`
		Text        schema.Text      `title:"Its words" told:"words" json:"text,omitempty" jsonschema_description:"nothing when the corpus does not reproduce it"`
		Emendations []emendationFile `json:"emendations,omitempty" jsonschema_description:"readings of damaged or misprinted words"`
		Note        schema.Text      `json:"note,omitempty"`
		LayerParts
	}
	emendationFile struct {
		Printed schema.Text `title:"For" json:"printed"`
		Read    schema.Text `title:"Read" json:"read"`
		Why     schema.Text `title:"Because" json:"why,omitempty"`
	}
	clauseFile struct {
		N           int          `title:"Clause" json:"n" jsonschema:"minimum=1,maximum=9999" jsonschema_description:"the number within the record; it never changes"`
		Text        schema.Text  `title:"What it says" json:"text" jsonschema_description:"in our own words"`
		In          schema.Text  `title:"From the text" told:"layer" json:"in,omitempty" jsonschema_description:"the id of the layer that it is in"`
		Wording     schema.Texts `title:"Doubt hangs on" told:"wording" json:"wording,omitempty" jsonschema_description:"the few words on which a doubt hangs"`
		Rule        schema.YesNo `title:"States a rule" json:"rule,omitempty" jsonschema_description:"no for a clause that states no rule"`
		Why         schema.Text  `title:"Why it is no rule" json:"why,omitempty" jsonschema_description:"why it is no rule"`
		Supports    schema.Texts `told:"clause" json:"supports,omitempty" jsonschema_description:"clauses of this record by number, of others as RECORD#NUMBER"`
		Adds        schema.Texts `title:"Adds to" told:"clause" json:"adds,omitempty" jsonschema_description:"clauses of this record by number, of others as RECORD#NUMBER"`
		Contradicts schema.Texts `told:"clause" json:"contradicts,omitempty" jsonschema_description:"clauses of this record by number, of others as RECORD#NUMBER"`
		Lacks       schema.Texts `title:"Lacks what is in" told:"clause" json:"lacks,omitempty" jsonschema_description:"clauses whose content is missing in this one"`
		Note        schema.Text  `json:"note,omitempty"`
		ClauseParts
	}

	recordID      struct{}
	recordType    struct{}
	dateOf        struct{}
	factorList    struct{}
	coordinates   struct{}
	gazetteerFile struct{}
	extraFields   struct{}
)

var (
	recordKeys     = schema.Keys(recordFile{})
	locationKeys   = schema.Keys(locationFile{})
	dateKeys       = schema.Keys(dateFile{})
	sourceKeys     = schema.Keys(sourceFile{})
	layerKeys      = schema.Keys(layerFile{})
	emendationKeys = schema.Keys(emendationFile{})
	clauseKeys     = schema.Keys(clauseFile{})
)

// Keys lists the keys that a part of a record may have: "" for the record itself, else "location",
// "date", "source", "texts" or "clauses".
func Keys(part string) []string {
	return map[string][]string{"": recordKeys, "location": locationKeys, "date": dateKeys, "source": sourceKeys, "texts": layerKeys, "clauses": clauseKeys}[part]
}

// RecordSchema is the JSON Schema of a record's file.
func RecordSchema() ([]byte, error) { return schema.Of(recordFile{}, "Lectio: a record of evidence") }

func (recordID) JSONSchema() *jsonschema.Schema {
	s, longest := schema.AnyText(), uint64(ids.Max)
	s.Pattern, s.MaxLength = ids.Pattern.String(), &longest
	return s
}

func (recordType) JSONSchema() *jsonschema.Schema { return schema.OneOf(Types...) }

func (dateOf) JSONSchema() *jsonschema.Schema { return schema.OneOf(DateOf...) }

func (factorList) JSONSchema() *jsonschema.Schema {
	return schema.OneOrMore(schema.OneOf(FactorNames()...))
}

func (coordinates) JSONSchema() *jsonschema.Schema {
	two := uint64(2)
	degrees := func(limit json.Number, letters string) *jsonschema.Schema {
		return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{{Type: "number", Minimum: "-" + limit, Maximum: limit},
			{Type: "string", Pattern: `^[^A-Za-z]*[` + letters + `]?[^A-Za-z]*$`}}}
	}
	return &jsonschema.Schema{Type: "array", MinItems: &two, MaxItems: &two,
		PrefixItems: []*jsonschema.Schema{degrees("90", "NS"), degrees("180", "EWO")}}
}

func (extraFields) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "object", AdditionalProperties: schema.AnyText()}
}

// The schemas of what the loader reads in a way of its own.

// JSONSchemaAlias gives the schema of the keys of a place.
func (Location) JSONSchemaAlias() any { return locationFile{} }

// JSONSchemaAlias gives the schema of the keys of a date.
func (Date) JSONSchemaAlias() any { return dateFile{} }

// JSONSchemaAlias gives the schema of the keys of a source.
func (SourceRef) JSONSchemaAlias() any { return sourceFile{} }

// JSONSchema allows any text.
func (Dated) JSONSchema() *jsonschema.Schema { return schema.AnyText() }

// JSONSchema allows any text.
func (Embargo) JSONSchema() *jsonschema.Schema { return schema.AnyText() }

// JSONSchema allows yes.
func (Yes) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Enum: []any{"yes", true, "true"}}
}

// JSONSchema allows a measure as it is written.
func (Measure) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Pattern: measurePattern.String()}
}

// JSONSchema allows any map.
func (ObjectBoard) JSONSchema() *jsonschema.Schema { return &jsonschema.Schema{Type: "object"} }

// JSONSchema allows the numbers of the authority files.
func (Authority) JSONSchema() *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object", Properties: jsonschema.NewProperties(), AdditionalProperties: jsonschema.FalseSchema}
	for _, name := range slices.Sorted(maps.Keys(authorityShapes)) {
		number := schema.AnyText()
		number.Pattern, number.Description = authorityShapes[name].pattern.String(), "such as "+authorityShapes[name].example
		s.Properties.Set(name, number)
	}
	return s
}

// JSONSchemaExtend allows the siglum alone.
func (Attestation) JSONSchemaExtend(s *jsonschema.Schema) {
	whole := *s
	*s = jsonschema.Schema{AnyOf: []*jsonschema.Schema{schema.AnyText(), &whole}}
}

// JSONSchemaExtend says that an image can be found.
func (Image) JSONSchemaExtend(s *jsonschema.Schema) {
	for _, key := range imageNeeds {
		s.AnyOf = append(s.AnyOf, schema.Has(key))
	}
}

// JSONSchemaExtend says that a place has a name, or something else to find it by.
func (locationFile) JSONSchemaExtend(s *jsonschema.Schema) {
	for _, key := range placeNeeds {
		s.AnyOf = append(s.AnyOf, schema.Has(key))
	}
}

// JSONSchemaExtend says that a date is dated, or as it was written.
func (dateFile) JSONSchemaExtend(s *jsonschema.Schema) {
	s.AnyOf = []*jsonschema.Schema{schema.Has("edtf"), schema.Has("as-written")}
}

func (gazetteerFile) JSONSchema() *jsonschema.Schema {
	names := make([]string, 0, len(Gazetteers))
	for name := range Gazetteers {
		names = append(names, name)
	}
	slices.Sort(names)
	s := schema.Only(names...)
	s.Type = "object"
	s.Properties = jsonschema.NewProperties()
	for _, name := range names {
		id := schema.AnyText()
		id.Description = "such as " + gazetteerShapes[name].example
		if shape, ok := gazetteerShapes[name]; ok {
			id.Pattern = shape.pattern.String()
		}
		s.Properties.Set(name, id)
	}
	return s
}

// JSONSchemaExtend says that a clause gives a reason when, and only when, it is
// no rule.
func (clauseFile) JSONSchemaExtend(s *jsonschema.Schema) {
	no := jsonschema.NewProperties()
	no.Set("rule", &jsonschema.Schema{Enum: []any{"no", "false", false}})
	s.If = &jsonschema.Schema{Properties: no, Required: []string{"rule"}}
	s.Then = schema.Has("why")
}
