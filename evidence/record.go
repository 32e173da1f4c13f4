package evidence

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/evidence/ids"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// Types are the types of evidence: the eight of the Ludii Games Database, and three
// of things that it has no word for.
var Types = []string{
	"rules text", "contemporary rule description", "historical rule description", "contemporary text",
	"historical text", "ethnography", "artifact", "artistic depiction", "find", "image", "oral report",
}

// UnidentifiedGame is the game of a record of which nobody knows of what game it is.
const UnidentifiedGame = "unidentified"

// Unidentified reports whether nobody knows of what game the record is: two such records need
// not be of one game.
func (r *Record) Unidentified() bool { return fold.Text(r.Game) == UnidentifiedGame }

// Kinds are the kinds of evidence that types belong to.
var Kinds = []string{"text", "object", "image", "find", "ethnography", "oral report"}

// KindOf is the kind of evidence that a type belongs to, "" for no type.
func KindOf(typ string) string {
	switch typ {
	case "artifact":
		return "object"
	case "artistic depiction":
		return "image"
	case "find", "image", "ethnography", "oral report", "":
		return typ
	}
	return "text"
}

// DateOf are the things that the date of a record can be the date of. A book of
// 1888 may tell of a game that was played long before: the two must not be
// mixed up.
var DateOf = []string{"publication", "composition", "observation", "play", "manufacture", "deposition",
	"copying", "printing", "translation", "finding", "collecting", "recording"}

// FactorNames are the names in Factors.
func FactorNames() []string {
	names := make([]string, len(Factors))
	for i, f := range Factors {
		names[i] = f.Name
	}
	return names
}

// Fields keeps the places of the fields of a thing that was read.
type Fields struct {
	node *yamlpos.Node
}

// FieldsOf are the fields of a map that was read.
func FieldsOf(n *yamlpos.Node) Fields { return Fields{n} }

// Pos is where the thing itself stands.
func (f Fields) Pos() diag.Pos {
	if f.node == nil {
		return diag.Pos{}
	}
	return f.node.Pos
}

// At is where the value of a key stands, and the place of the thing itself
// when the key is not written. Further keys and list indexes (counting from 0)
// lead further in: At("relations", 2).
func (f Fields) At(path ...any) diag.Pos {
	if n := f.Node(path...); n != nil {
		return n.Pos
	}
	return f.Pos()
}

// Node is the value of a key as it was read, for places inside a text
// (yamlpos.Node.PosAt); nil when it is not written.
func (f Fields) Node(path ...any) *yamlpos.Node {
	n := f.node
	for _, step := range path {
		switch step := step.(type) {
		case string:
			n = n.Get(step)
		case int:
			switch {
			case n == nil:
			case n.Kind == yamlpos.List && step >= 0 && step < len(n.Values):
				n = n.Values[step]
			case n.Kind == yamlpos.List || step != 0: // a scalar is a list of one
				n = nil
			}
		default:
			return nil
		}
	}
	return n
}

// Record is one piece of evidence.
type Record struct {
	Fields
	ID       string
	Game     string
	Type     string // one of Types, or ""
	Summary  string // what the evidence is, in our own words
	Location *Location
	Date     *Date
	Source   SourceRef
	// Via is the chain of transmission, nearest first: the keys of the sources
	// through which the text reached us.
	Via []string
	// Confidence is a percentage; nil when nobody gave one.
	Confidence  *int
	Uncertainty []string // names of Factors
	Ages        []string
	Genders     []string
	Period      string
	Texts       []*Layer
	Clauses     []*Clause
	// Extra are further fields, in the order of the file: what a table had that no
	// other field is for.
	Extra []Extra
	Note  string
	Parts
}

// Extra is a field that only some records have.
type Extra struct{ Name, Text string }

// Location is where the game was played or the object found.
type Location struct {
	Fields
	Name string // "" when only the coordinates are known
	// Coordinates are set when HasCoordinates is.
	Latitude, Longitude float64
	HasCoordinates      bool
	// Decimals is the number of decimals of the less precise coordinate.
	Decimals int
	// Precision is how far from the coordinates the place may be, in
	// kilometres; 0 when it is not said.
	Precision float64
	// Gazetteer gives the place's number in gazetteers, by their names.
	Gazetteer map[string]string
	Note      string
	PlaceParts
}

// Called is the place in words: its name, or the region or the places by which it is
// known, "" where there are only coordinates or a number, or no place at all.
func (l *Location) Called() string {
	if l == nil {
		return ""
	}
	name := l.Name
	if name == "" && len(l.Between) == 2 {
		name = "between " + l.Between[0] + " and " + l.Between[1]
	}
	switch {
	case l.In == "":
		return name
	case name == "":
		return l.In
	}
	return name + ", " + l.In
}

// Distance is how far two places with coordinates are apart: in kilometres on a sphere
// (haversine).
func (l *Location) Distance(m *Location) float64 {
	const radius, rad = 6371, math.Pi / 180
	dlat, dlon := (m.Latitude-l.Latitude)*rad, (m.Longitude-l.Longitude)*rad
	h := math.Pow(math.Sin(dlat/2), 2) + math.Cos(l.Latitude*rad)*math.Cos(m.Latitude*rad)*math.Pow(math.Sin(dlon/2), 2)
	return 2 * radius * math.Asin(math.Min(1, math.Sqrt(h)))
}

// Gazetteers are the gazetteers that a location can be linked to, with the
// beginning of the address that the number completes.
var Gazetteers = map[string]string{
	"geonames":     "https://www.geonames.org/",
	"pleiades":     "https://pleiades.stoa.org/places/",
	"tgn":          "http://vocab.getty.edu/tgn/",
	"whg":          "https://whgazetteer.org/places/",
	"wikidata":     "https://www.wikidata.org/wiki/",
	"syriaca":      "http://syriaca.org/place/",
	"trismegistos": "https://www.trismegistos.org/place/",
}

// Date is when, and the date of what.
type Date struct {
	Fields
	EDTF date.EDTF // zero when what is written has not been dated yet
	Of   string    // one of DateOf, or ""
	// AsWritten is the date as the page gave it, when that differs.
	AsWritten string
	Note      string
	DateParts
}

// SourceRef names a source and the place in it.
type SourceRef struct {
	Fields
	Key     string
	Locator string
	// AsWritten is the reference as the page gave it, when that differs.
	AsWritten string
	SourceParts
}

// Layer is one text of a record: the old text, a translation, a summary.
type Layer struct {
	Fields
	ID       string
	Language string // a BCP 47 tag
	By       string // the key of a source, or a person
	Rights   string
	Text     string // empty when the corpus does not reproduce it
	// Emendations are readings of damaged or misprinted words.
	Emendations []*Emendation
	Note        string
	LayerParts
}

// English reports whether a layer is in English, as far as it says.
func (l *Layer) English() bool {
	return l.Language == "" || l.Language == "en" || strings.HasPrefix(l.Language, "en-")
}

// Emendation says what is printed, what should be read, and why.
type Emendation struct {
	Fields
	Printed, Read, Why string
}

// Clause is the smallest statement of a record that can be enforced or doubted.
type Clause struct {
	Fields
	N    int
	Text string // our own words
	In   string // the id of a layer, or ""
	// Wording quotes the few words on which a doubt hangs.
	Wording []string
	// Rule is false for a clause that states no rule, and Why says why not.
	Rule bool
	Why  string
	// The relations to other clauses. Lacks are clauses whose content is
	// missing in this one.
	Supports, Adds, Contradicts, Lacks []ClauseRef
	Note                               string
	ClauseParts
}

// ClauseRef names a clause from anywhere.
type ClauseRef struct {
	Record string
	N      int
}

// String gives "DLP.Evidence.1706#6".
func (r ClauseRef) String() string { return r.Record + "#" + strconv.Itoa(r.N) }

// MarshalText gives the same text in JSON.
func (r ClauseRef) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (r *ClauseRef) UnmarshalText(text []byte) error {
	ref, ok := ParseClauseRef(string(text))
	if !ok {
		return fmt.Errorf("%q is no clause; expected RECORD#NUMBER", text)
	}
	*r = ref
	return nil
}

// ParseClauseRef reads "RECORD#NUMBER".
func ParseClauseRef(s string) (ClauseRef, bool) {
	record, number, ok := strings.Cut(s, "#")
	n, err := strconv.Atoi(number)
	if !ok || err != nil || n < 1 || !ids.Pattern.MatchString(record) || strconv.Itoa(n) != number {
		return ClauseRef{}, false
	}
	return ClauseRef{record, n}, true
}

// Ref names one of the record's clauses.
func (r *Record) Ref(n int) ClauseRef { return ClauseRef{r.ID, n} }

// Clause returns the clause with a number, nil when there is none.
func (r *Record) Clause(n int) *Clause {
	for _, c := range r.Clauses {
		if c.N == n {
			return c
		}
	}
	return nil
}

// Observation returns the observation with a number, nil when there is none.
func (r *Record) Observation(n int) *Observation {
	for _, o := range r.Observations {
		if int(o.N) == n {
			return o
		}
	}
	return nil
}

// Says is what a clause or observation of the record says; false when nothing has
// the number.
func (r *Record) Says(n int) (text string, ok bool) {
	if c := r.Clause(n); c != nil {
		return c.Text, true
	}
	if o := r.Observation(n); o != nil {
		return string(o.Text), true
	}
	return "", false
}

// Person returns the person with an id, nil when there is none.
func (r *Record) Person(id string) *Person {
	for _, p := range r.Persons {
		if string(p.ID) == id {
			return p
		}
	}
	return nil
}

// Witness returns the witness with a siglum, nil when there is none.
func (r *Record) Witness(siglum string) *Witness {
	for _, w := range r.Witnesses {
		if string(w.Siglum) == siglum {
			return w
		}
	}
	return nil
}

// Image returns the image with an id, nil when there is none.
func (r *Record) Image(id string) *Image {
	for _, i := range r.Images {
		if string(i.ID) == id {
			return i
		}
	}
	return nil
}

// AllDates are the date of the record, if it has one, and its further dates.
func (r *Record) AllDates() []*Date {
	if r.Date == nil {
		return r.Dates
	}
	return append([]*Date{r.Date}, r.Dates...)
}

// AllSources are the source of the record and its further sources.
func (r *Record) AllSources() []*SourceRef { return append([]*SourceRef{&r.Source}, r.Sources...) }

// AllPlaces are all places of the record: its location, where its object was found
// and is, and its further places.
func (r *Record) AllPlaces() (list []*Location) {
	if r.Location != nil {
		list = append(list, r.Location)
	}
	if r.Object != nil {
		for _, l := range []*Location{r.Object.FindSpot, r.Object.PresentPlace} {
			if l != nil {
				list = append(list, l)
			}
		}
	}
	return append(list, r.Places...)
}

// Layer returns the layer with an id, nil when there is none.
func (r *Record) Layer(id string) *Layer {
	for _, l := range r.Texts {
		if l.ID == id {
			return l
		}
	}
	return nil
}

var languagePattern = regexp.MustCompile(`^[a-z]{2,3}(-[A-Za-z0-9]{1,8})*$`)
