package evidence

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/lectio/lectio/evidence/ids"
	"github.com/lectio/lectio/evidence/schema"
)

// The keys of a record's file. The loader takes them from here, and so does the
// schema, so that an editor knows the same keys. What is not omitempty must be
// there.
type (
	recordFile struct {
		ID          recordID     `title:"Record" json:"id" about:"the id of the record, which everything else names it by; it never changes"`
		Game        schema.Text  `json:"game" about:"the game, as the evidence names it"`
		Type        recordType   `title:"Kind of evidence" json:"type,omitempty" about:"the kind of evidence, by the eight words of the Ludii Games Database and three more"`
		Summary     schema.Text  `form:"long" json:"summary,omitempty" about:"what the evidence is, in our own words"`
		Location    locationFile `title:"Place" json:"location,omitempty" about:"where the game was played or the object found"`
		Date        dateFile     `json:"date,omitempty" about:"when, and the date of what"`
		Source      sourceFile   `json:"source" about:"the source and the place in it"`
		Via         schema.Texts `title:"By way of" told:"source" json:"via,omitempty" about:"the keys of the sources through which the text reached us, nearest first"`
		Confidence  int          `title:"Confidence, as stated" told:"percent" json:"confidence,omitempty" limits:"minimum=0,maximum=100" about:"per cent"`
		Uncertainty factorList   `title:"Reasons for care" told:"factor" json:"uncertainty,omitempty" about:"why the record is to be trusted less"`
		Ages        schema.Texts `title:"Ages of the players" json:"ages,omitempty" about:"who played, by age"`
		Genders     schema.Texts `title:"Genders of the players" json:"genders,omitempty" about:"who played, by gender"`
		Period      schema.Text  `json:"period,omitempty" about:"the period, as the Ludii Games Database has it: Modern, Medieval"`
		Texts       []layerFile  `title:"Texts" json:"texts,omitempty" about:"the layers of the record: the old text, a translation, a summary"`
		Clauses     []clauseFile `json:"clauses,omitempty" about:"the smallest statements that can be enforced or doubted"`
		Extra       extraFields  `title:"As a table had it" json:"extra,omitempty" about:"fields of a table that no other field is for, by their names there"`
		Note        schema.Text  `json:"note,omitempty" about:"anything else that a reader should know"`
		Parts
	}
	locationFile struct {
		Name        schema.Text   `json:"name,omitempty" about:"what the place is called"`
		Coordinates coordinates   `json:"coordinates,omitempty" about:"latitude and longitude in degrees; south and west are negative, or written 64°58'N"`
		Precision   schema.Text   `title:"Known within" json:"precision,omitempty" about:"how far from the coordinates the place may be: 300 km, 50 m"`
		Gazetteer   gazetteerFile `title:"Number in gazetteers" told:"gazetteer" json:"gazetteer,omitempty" about:"the number of the place in gazetteers"`
		Note        schema.Text   `json:"note,omitempty" about:"anything else that a reader should know"`
		PlaceParts
	}
	dateFile struct {
		EDTF      schema.Text `title:"Date" told:"date" json:"edtf,omitempty" asked:"as you would write it: 1888, about 1890, between 1888 and 1892, late 12th century, 12 March 1705" about:"EDTF level 1 (ISO 8601-2): 1888, 1888/1892, 1190~, 18XX, ../1694"`
		Of        dateOf      `title:"Date of" json:"of,omitempty" about:"what the date is the date of"`
		AsWritten schema.Text `json:"as-written,omitempty" about:"the date as the page gave it, when that differs"`
		Note      schema.Text `json:"note,omitempty" about:"anything else that a reader should know"`
		DateParts
	}
	sourceFile struct {
		Key       schema.Text `title:"Source" told:"source" json:"key" asked:"the book, article or object; add it where it is not in the list" about:"a key from evidence/sources"`
		Locator   schema.Text `title:"Place in the source" json:"locator,omitempty" asked:"the pages, a chapter, a number: where in the source it stands" about:"the pages, in quotes"`
		AsWritten schema.Text `json:"as-written,omitempty" about:"the reference as the page gave it, when that differs"`
		SourceParts
	}
	layerFile struct {
		ID          recordID         `title:"Text" told:"layer" json:"id" about:"a short name within the record, by which clauses name the text: print, translation"`
		Language    schema.Text      `told:"language" json:"language,omitempty" about:"a language tag such as en, is or la"`
		By          schema.Text      `title:"By" told:"by" json:"by,omitempty" about:"the key of a source, or a person"`
		Rights      schema.Text      `json:"rights,omitempty" about:"who may reproduce the text"`
		Text        schema.Text      `form:"long" title:"Its words" told:"words" json:"text,omitempty" asked:"letters as printed; nothing where the corpus does not reproduce it" about:"nothing when the corpus does not reproduce it"`
		Emendations []emendationFile `json:"emendations,omitempty" about:"readings of damaged or misprinted words"`
		Note        schema.Text      `json:"note,omitempty" about:"anything else that a reader should know"`
		LayerParts
	}
	emendationFile struct {
		Printed schema.Text `title:"For" json:"printed" about:"the words as they are printed"`
		Read    schema.Text `title:"Read" json:"read" about:"what is to be read instead"`
		Why     schema.Text `title:"Because" json:"why,omitempty" about:"why it is read so"`
	}
	clauseFile struct {
		N           int          `title:"Clause" json:"n" limits:"minimum=1,maximum=9999" about:"the number within the record; it never changes"`
		Text        schema.Text  `form:"long" title:"What it says" json:"text" about:"in our own words"`
		In          schema.Text  `title:"From the text" told:"layer" json:"in,omitempty" asked:"the name of the text that it is from" about:"the id of the layer that it is in"`
		Wording     schema.Texts `title:"Doubt hangs on" told:"wording" json:"wording,omitempty" about:"the few words on which a doubt hangs"`
		Rule        schema.YesNo `title:"States a rule" json:"rule,omitempty" about:"no for a clause that states no rule"`
		Why         schema.Text  `title:"Why it is no rule" json:"why,omitempty" about:"why it is no rule"`
		Supports    schema.Texts `told:"clause" json:"supports,omitempty" about:"clauses of this record by number, of others as RECORD#NUMBER"`
		Adds        schema.Texts `title:"Adds to" told:"clause" json:"adds,omitempty" about:"clauses of this record by number, of others as RECORD#NUMBER"`
		Contradicts schema.Texts `told:"clause" json:"contradicts,omitempty" about:"clauses of this record by number, of others as RECORD#NUMBER"`
		Lacks       schema.Texts `title:"Lacks what is in" told:"clause" json:"lacks,omitempty" about:"clauses whose content is missing in this one"`
		Note        schema.Text  `json:"note,omitempty" about:"anything else that a reader should know"`
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

// Shape is RecordSchema as a value.
func Shape() *schema.Schema { return schema.Shape(recordFile{}) }

func (recordID) Schema() *schema.Schema {
	s := schema.AnyText()
	s.Pattern, s.MaxLength = ids.Pattern.String(), ids.Max
	return s
}

func (recordType) Schema() *schema.Schema { return schema.OneOf(Types...) }

func (dateOf) Schema() *schema.Schema { return schema.OneOf(DateOf...) }

func (factorList) Schema() *schema.Schema {
	return schema.OneOrMore(schema.OneOf(FactorNames()...))
}

func (coordinates) Schema() *schema.Schema {
	degrees := func(limit json.Number, letters string) *schema.Schema {
		return &schema.Schema{AnyOf: []*schema.Schema{{Type: "number", Minimum: "-" + limit, Maximum: limit},
			{Type: "string", Pattern: `^[^A-Za-z]*[` + letters + `]?[^A-Za-z]*$`}}}
	}
	return &schema.Schema{Type: "array", MinItems: 2, MaxItems: 2,
		PrefixItems: []*schema.Schema{degrees("90", "NS"), degrees("180", "EWO")}}
}

func (extraFields) Schema() *schema.Schema {
	return &schema.Schema{Type: "object", AdditionalProperties: schema.AnyText()}
}

// The schemas of what the loader reads in a way of its own.

// WrittenAs gives the schema of the keys of a place.
func (Location) WrittenAs() any { return locationFile{} }

// WrittenAs gives the schema of the keys of a date.
func (Date) WrittenAs() any { return dateFile{} }

// WrittenAs gives the schema of the keys of a source.
func (SourceRef) WrittenAs() any { return sourceFile{} }

// Schema allows any text.
func (Dated) Schema() *schema.Schema { return schema.AnyText() }

// Schema allows any text.
func (Embargo) Schema() *schema.Schema { return schema.AnyText() }

// Schema allows yes.
func (Yes) Schema() *schema.Schema {
	return &schema.Schema{Enum: []any{"yes", true, "true"}}
}

// Schema allows a measure as it is written.
func (Measure) Schema() *schema.Schema {
	return &schema.Schema{Type: "string", Pattern: measurePattern.String()}
}

// Schema allows any map.
func (ObjectBoard) Schema() *schema.Schema { return &schema.Schema{Type: "object"} }

// Schema allows the numbers of the authority files.
func (Authority) Schema() *schema.Schema {
	s := &schema.Schema{Type: "object", AdditionalProperties: false}
	for _, name := range slices.Sorted(maps.Keys(authorityShapes)) {
		number := schema.AnyText()
		number.Pattern, number.Description = authorityShapes[name].pattern.String(), "such as "+authorityShapes[name].example
		s.Properties.Set(name, number)
	}
	return s
}

// Narrow allows the siglum alone.
func (Attestation) Narrow(s *schema.Schema) {
	whole := *s
	*s = schema.Schema{AnyOf: []*schema.Schema{schema.AnyText(), &whole}}
}

// Narrow says that an image can be found.
func (Image) Narrow(s *schema.Schema) {
	s.AnyOf = schema.HasAny(imageNeeds...)
}

// Narrow says that a place has a name, or something else to find it by.
func (locationFile) Narrow(s *schema.Schema) {
	s.AnyOf = schema.HasAny(placeNeeds...)
}

// Narrow says that a date is dated, or as it was written.
func (dateFile) Narrow(s *schema.Schema) {
	s.AnyOf = schema.HasAny("edtf", "as-written")
}

func (gazetteerFile) Schema() *schema.Schema {
	names := make([]string, 0, len(Gazetteers))
	for name := range Gazetteers {
		names = append(names, name)
	}
	slices.Sort(names)
	s := schema.Only(names...)
	s.Type = "object"
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

// Narrow says that a clause gives a reason when, and only when, it is
// no rule.
func (clauseFile) Narrow(s *schema.Schema) {
	var no schema.Properties
	no.Set("rule", &schema.Schema{Enum: []any{"no", "false", false}})
	s.If = &schema.Schema{Properties: no, Required: []string{"rule"}}
	s.Then = schema.Has("why")
}
