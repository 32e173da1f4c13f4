package evidence

import "github.com/lectio/lectio/evidence/date"

// The parts that a record can have beyond the short form. Each type here is all
// that is said of its part: the tags are the keys of its YAML and JSON, a key
// without omitempty must be there, and from the same fields follow the loader
// (fill.go), the schema for editors, the columns of tables and the tables of a
// data set. Another field is one line.

// Parts are the fields of a record beyond the short form.
type Parts struct {
	Doubts       []string       `title:"Doubts, as they were put" json:"doubts,omitempty" about:"reasons to be careful in the words of whoever had them, for which uncertainty has no word"`
	Names        []*LocalName   `title:"What things are called" json:"names,omitempty" about:"what people call the game, its men and throws, with the language"`
	Dates        []*Date        `title:"Further dates" json:"dates,omitempty" about:"further dates, each of something: the record is listed under date"`
	Places       []*Location    `title:"Further places" json:"places,omitempty" about:"further places, each of something: the record is listed under location"`
	Sources      []*SourceRef   `title:"Further sources" json:"sources,omitempty" about:"further sources, each of something: source is the one the record rests on"`
	Persons      []*Person      `json:"persons,omitempty" about:"who wrote, copied, collected, told, found"`
	Object       *Object        `json:"object,omitempty" about:"the thing itself: who holds it, what it is made of, its measures"`
	Find         *Find          `title:"Find and its context" json:"find,omitempty" about:"the context in which it was found"`
	Images       []*Image       `title:"Pictures" json:"images,omitempty" about:"pictures: a file or a IIIF manifest each, with their rights"`
	Witnesses    []*Witness     `title:"Manuscripts, prints and copies" json:"witnesses,omitempty" about:"the manuscripts, prints and translations that carry the text, with sigla"`
	Observations []*Observation `json:"observations,omitempty" about:"what is seen and is no rule; a ruleset can rest on it as on a clause"`
	Reported     []*Reported    `title:"Reported of games" json:"reported,omitempty" about:"figures of games that people played, as the source has them: who won how often, how long they took"`
	Relations    []*Relation    `title:"Relations to other records" json:"relations,omitempty" about:"how the record stands to others"`
	Checked      []*Check       `title:"Compared with the source" json:"checked,omitempty" about:"who compared the record's own fields with the source"`
	Rights       string         `title:"Rights" json:"rights-statement,omitempty" about:"who may reproduce what the record says"`
	Licence      string         `json:"licence,omitempty" about:"an SPDX identifier or the address of a licence"`
	Embargo      *Embargo       `json:"embargo,omitempty" about:"yes, or the first day on which the record may be published: no export has it before"`
}

// LayerParts are the fields of a layer of text beyond the short form.
type LayerParts struct {
	Witness LocalID  `title:"Stands in" told:"witness" json:"witness,omitempty" about:"the siglum of the witness that has this text"`
	Licence string   `json:"licence,omitempty" about:"an SPDX identifier or the address of a licence"`
	Embargo *Embargo `json:"embargo,omitempty" about:"yes, or the first day on which the text may be published: no export has it, or clauses from it, before"`
}

// ClauseParts are the fields of a clause beyond the short form.
type ClauseParts struct {
	Witnesses []*Attestation `title:"How it stands in the witnesses" json:"witnesses,omitempty" about:"the sigla of the witnesses that have the clause, or lack it, and how it reads there"`
	Checked   []*Check       `title:"Compared with the source" json:"checked,omitempty" about:"who compared the clause with the source"`
	Rights    string         `json:"rights,omitempty" about:"who may reproduce the wording, where that is another than of its layer"`
	Embargo   *Embargo       `json:"embargo,omitempty" about:"yes, or the first day on which the clause may be published: no export has what it says before"`
}

// DateParts are the fields of a date beyond the short form.
type DateParts struct {
	By      By     `json:"by,omitempty" about:"who says so: a person of the record, the key of a source, or a name"`
	Locator string `title:"Where it is said" json:"locator,omitempty" about:"the place in the source where it is said"`
}

// PlaceParts are the fields of a place beyond the short form.
type PlaceParts struct {
	In      string    `title:"Region" json:"in,omitempty" about:"the region that it lies in"`
	Between []string  `json:"between,omitempty" limits:"minItems=2,maxItems=2" about:"two places that it lies between"`
	Of      PlaceKind `title:"Place of" json:"of,omitempty" about:"what it is the place of"`
	By      By        `json:"by,omitempty" about:"who says so: a person of the record, the key of a source, or a name"`
	Locator string    `title:"Where it is said" json:"locator,omitempty" about:"the page of the source where it is said"`
}

// SourceParts are the fields of a source of a record beyond the short form.
type SourceParts struct {
	Of   SourceKind `title:"What the source is to the record" json:"of,omitempty" about:"what the source is to the record"`
	By   By         `json:"by,omitempty" about:"who says so: a person of the record, the key of a source, or a name"`
	Note string     `json:"note,omitempty" about:"anything else that a reader should know"`
}

// PlaceKind is what a place is the place of.
type PlaceKind string

// PlaceOf are the things that a place can be the place of. Where an object was found
// and where it is now are fields of the object.
var PlaceOf = []string{"play", "finding", "manufacture", "composition", "copying", "printing", "collecting", "observation", "deposition", "depiction"}

// Words are PlaceOf.
func (PlaceKind) Words() []string { return PlaceOf }

// SourceKind is what a source is to a record.
type SourceKind string

// SourceOf are the things that a source can be to a record.
var SourceOf = []string{"text", "edition", "translation", "catalogue entry", "excavation report", "description", "image", "date", "discussion", "recording"}

// Words are SourceOf.
func (SourceKind) Words() []string { return SourceOf }

// By says who holds something: a person of the record by id, the key of a source,
// or a name.
type By string

// Object is what an object, or the object that carries a text, is as a thing.
type Object struct {
	Fields       `json:"-"`
	Kind         ObjectKind   `title:"Kind of object" json:"kind,omitempty" about:"what the object is to a game"`
	Institution  string       `title:"Held by" json:"institution,omitempty" about:"who holds it"`
	Inventory    string       `title:"Inventory number or shelf mark" json:"inventory,omitempty" about:"its inventory number or shelfmark there"`
	Former       []string     `title:"Former numbers" json:"former-inventory,omitempty" about:"numbers that it had before, or has in other lists"`
	FindSpot     *Location    `title:"Find-spot" json:"find-spot,omitempty" about:"where it was found, when location is another place"`
	PresentPlace *Location    `title:"Where it is now" json:"present-place,omitempty" about:"where it is now"`
	Material     []string     `json:"material,omitempty" about:"what it is made of"`
	Technique    []string     `json:"technique,omitempty" about:"how it was made"`
	Measures     []Measure    `json:"measures,omitempty" about:"length 27.3 cm, width ~11 cm, weight 20-25 g; ~ is about"`
	Number       string       `title:"How many" json:"number,omitempty" about:"how many there are, of several that belong together"`
	State        ObjectState  `json:"state,omitempty" about:"how much of it is left"`
	StateNote    string       `title:"What is lost, mended or worn" json:"state-note,omitempty" about:"what is lost, mended or worn"`
	Inscription  string       `form:"long" json:"inscription,omitempty" about:"what stands on it"`
	Board        *ObjectBoard `json:"board,omitempty" about:"the layout of the board, as rulesets write boards, to draw it"`
	Note         string       `json:"note,omitempty" about:"anything else that a reader should know"`
}

// ObjectKind is what an object is to a game.
type ObjectKind string

// ObjectKinds are the kinds of objects.
var ObjectKinds = []string{"board", "men", "dice", "sticks or lots", "board and men", "set", "manuscript", "print", "inscribed object", "other"}

// Words are ObjectKinds.
func (ObjectKind) Words() []string { return ObjectKinds }

// ObjectState is how much of an object is left.
type ObjectState string

// ObjectStates are the states of objects.
var ObjectStates = []string{"complete", "nearly complete", "fragment", "restored", "worn", "lost", "unknown"}

// Words are ObjectStates.
func (ObjectState) Words() []string { return ObjectStates }

// Find is the context in which something was found.
type Find struct {
	Fields    `json:"-"`
	Site      string   `json:"site,omitempty" about:"the name of the site"`
	Context   string   `json:"context,omitempty" about:"grave, layer, room, hoard: as the excavation calls it"`
	Number    string   `title:"Find number" json:"number,omitempty" about:"the number of the find"`
	Position  string   `title:"How it lay" json:"position,omitempty" about:"how it lay"`
	FoundWith []string `json:"found-with,omitempty" about:"what was found with it; another record is a relation"`
	Disturbed string   `title:"How the context was disturbed" json:"disturbed,omitempty" about:"how the context was disturbed"`
	Note      string   `json:"note,omitempty" about:"anything else that a reader should know"`
}

// Person is somebody with a part in the evidence.
type Person struct {
	Fields    `json:"-"`
	ID        LocalID   `title:"Person" json:"id" about:"a name within the record, which by: names"`
	Name      Said      `json:"name" about:"as the person is called; of an informant who is not to be named, a description"`
	Roles     []Role    `json:"roles" about:"what the person did for the evidence"`
	Authority Authority `title:"Number in authority files" json:"authority,omitempty" about:"the number of the person in authority files"`
	Life      *Dated    `title:"Lived" json:"life,omitempty" about:"EDTF: from birth to death"`
	Note      string    `json:"note,omitempty" about:"anything else that a reader should know"`
}

// Role is what somebody did for the evidence.
type Role string

// Roles are the roles that persons have.
var Roles = []string{"author", "scribe", "editor", "translator", "printer", "commentator", "collector", "informant", "observer", "finder", "excavator",
	"maker", "owner", "patron", "artist", "photographer", "cataloguer", "recorder", "reader", "unknown"}

// Words are Roles.
func (Role) Words() []string { return Roles }

// Witness is a manuscript, print, inscription or translation that carries a text of
// the record.
type Witness struct {
	Fields      `json:"-"`
	Siglum      LocalID     `title:"Siglum" told:"witness" json:"siglum" about:"the letter or short name by which it is cited"`
	Kind        WitnessKind `title:"Kind of witness" json:"kind,omitempty" about:"what carries the text"`
	Title       string      `json:"title,omitempty" about:"what the manuscript or book is called"`
	Institution string      `title:"Held by" json:"institution,omitempty" about:"who holds it"`
	Shelfmark   string      `title:"Shelf mark" json:"shelfmark,omitempty" about:"its shelf mark there"`
	Present     string      `title:"Where it is now" json:"present-place,omitempty" about:"where it is now"`
	Language    Language    `json:"language,omitempty" about:"a language tag such as en, is or la"`
	Date        *Date       `json:"date,omitempty" about:"when it was written, copied or printed"`
	Place       string      `title:"Written or printed at" json:"place,omitempty" about:"where it was written or printed"`
	Source      *SourceRef  `title:"Known here through" json:"source,omitempty" about:"the edition or description through which it is known here"`
	From        []string    `title:"Made from" told:"witness" json:"from,omitempty" about:"the sigla of those that it was copied, edited or translated from"`
	By          By          `title:"By" json:"by,omitempty" about:"who wrote, edited or translated it: a person of the record, a key, or a name"`
	Extent      string      `title:"Leaves or pages" json:"extent,omitempty" about:"the leaves or pages that carry the text"`
	Note        string      `json:"note,omitempty" about:"anything else that a reader should know"`
}

// WitnessKind is what a witness is.
type WitnessKind string

// WitnessKinds are the kinds of witnesses.
var WitnessKinds = []string{"manuscript", "print", "edition", "translation", "inscription", "tablet", "papyrus", "recording", "transcript", "summary", "quotation"}

// Words are WitnessKinds.
func (WitnessKind) Words() []string { return WitnessKinds }

// Attestation says that a clause stands in a witness, and how it reads there. Its
// short form is the siglum.
type Attestation struct {
	Fields  `json:"-"`
	Siglum  LocalID `title:"Witness" told:"witness" json:"siglum" about:"a witness of the record"`
	Locator string  `title:"Leaf, page or line" json:"locator,omitempty" about:"the leaf, page or line"`
	Reads   string  `title:"Reads there" json:"reads,omitempty" about:"how it reads there: a few words"`
	Lacks   Yes     `title:"Left out there" json:"lacks,omitempty" about:"yes when the witness leaves the clause out"`
	Note    string  `json:"note,omitempty" about:"anything else that a reader should know"`
}

// Relation says how a record stands to another.
type Relation struct {
	Fields `json:"-"`
	How    RelationKind `title:"This record" json:"how" about:"how this record stands to that one"`
	To     string       `title:"That one" told:"record" json:"to" about:"the id of a record, or a clause or observation of one, RECORD#NUMBER"`
	By     By           `json:"by,omitempty" about:"who says so"`
	Note   string       `json:"note,omitempty" about:"anything else that a reader should know"`
}

// RelationKind is how a record stands to another.
type RelationKind string

// RelationKinds are the ways in which records stand to each other: this one ... that one.
var RelationKinds = []string{"depicts", "same object", "same text", "part of", "found with", "copy of", "cites", "describes", "translated from", "supports", "contradicts"}

// Words are RelationKinds.
func (RelationKind) Words() []string { return RelationKinds }

// LocalName is a name as people say or write it.
type LocalName struct {
	Fields   `json:"-"`
	Name     Said     `json:"name" about:"the name, as people say or write it"`
	Language Language `json:"language" about:"a language tag; und when it is not known, with -Arab and the like for the script"`
	Of       string   `title:"Name of" json:"of,omitempty" about:"what is called so: a man, a throw, a point; the game when it is not said"`
	Meaning  string   `json:"meaning,omitempty" about:"what the name says in English"`
	By       By       `json:"by,omitempty" about:"who says so"`
	Note     string   `json:"note,omitempty" about:"anything else that a reader should know"`
}

// Image is a picture of the evidence, or the evidence where that is a picture.
type Image struct {
	Fields    `json:"-"`
	ID        LocalID  `title:"Picture" json:"id" about:"a name within the record"`
	File      string   `told:"image" json:"file,omitempty" about:"a file below evidence/images"`
	Manifest  Address  `title:"IIIF manifest" json:"manifest,omitempty" about:"the address of a IIIF manifest"`
	Canvas    string   `title:"Canvas or page" json:"canvas,omitempty" about:"the canvas or page of the manifest"`
	Address   Address  `title:"Shown at" json:"address,omitempty" about:"the address of a page that shows it"`
	Shows     string   `json:"shows,omitempty" about:"what is to be seen"`
	By        By       `title:"By" json:"by,omitempty" about:"who made it"`
	Date      *Date    `json:"date,omitempty" about:"when the picture was made"`
	Rights    string   `json:"rights,omitempty" about:"who may reproduce it"`
	Licence   string   `json:"licence,omitempty" about:"an SPDX identifier or the address of a licence"`
	Embargo   *Embargo `json:"embargo,omitempty" about:"yes, or the first day on which the picture may be published"`
	Inventory string   `title:"Number of the picture" json:"inventory,omitempty" about:"the number of the picture in a collection"`
	Note      string   `json:"note,omitempty" about:"anything else that a reader should know"`
}

// Observation is something seen on an object, a picture or a scene that is no rule.
// Its number is one of the record's, as that of a clause is, so that RECORD#NUMBER
// names it and a statement can rest on it.
type Observation struct {
	Fields  `json:"-"`
	N       ClauseNumber `title:"Observation" json:"n" about:"a number that no clause of the record has; it never changes"`
	Text    Said         `form:"long" title:"What is seen" json:"text" about:"what is to be seen, in our own words"`
	Of      string       `title:"Seen on" json:"of,omitempty" about:"what it is seen on: the board, a man, a player"`
	Where   string       `title:"Where on it" json:"where,omitempty" about:"where on it: squares, a side, a corner"`
	Count   string       `title:"How many" json:"count,omitempty" about:"how many there are; ~ is about"`
	Image   string       `title:"Seen on the picture" told:"picture" json:"image,omitempty" about:"the id of an image of the record on which it is seen"`
	By      By           `title:"Seen by" json:"by,omitempty" about:"who saw it"`
	Checked []*Check     `title:"Compared with the evidence" json:"checked,omitempty" about:"who compared it with the evidence"`
	Embargo *Embargo     `json:"embargo,omitempty" about:"yes, or the first day on which it may be published: no export has what it says before"`
	Note    string       `json:"note,omitempty" about:"anything else that a reader should know"`
}

// Reported is a figure of games that people played, as a source has it. It stands beside figures of programs, and is never mixed with
// them.
type Reported struct {
	Fields  `json:"-"`
	Of      Said   `title:"Reported of games" json:"of" about:"what it is a figure of: the name of a metric, as first player's share or moves a game with passes, or other words"`
	Value   Said   `title:"As the source has it" json:"value" about:"the figure as the source has it"`
	Games   string `title:"Of how many games" json:"games,omitempty" about:"of how many games, where the source says it"`
	Among   Said   `title:"Whose games" json:"among" about:"whose games: of a tournament, of a club, as an informant says"`
	By      By     `title:"Reported by" json:"by,omitempty" about:"who says so, where that is not the source of the record: a person of the record, the key of a source, or a name"`
	Locator string `title:"Where it is said" json:"locator,omitempty" about:"the place in the source where it is said"`
	Note    string `json:"note,omitempty" about:"anything else that a reader should know"`
}

// Check says who compared a thing with its source, and what came of it.
type Check struct {
	Fields  `json:"-"`
	By      Said    `title:"Checked by" json:"by" about:"who checked: a name"`
	On      *Dated  `title:"On the day" json:"on,omitempty" about:"EDTF: the day"`
	Against string  `title:"Compared with" json:"against,omitempty" about:"what it was compared with: a source, a siglum, a picture, the object"`
	Verdict Verdict `json:"verdict,omitempty" about:"holds when it is not said"`
	Doubt   string  `json:"doubt,omitempty" about:"what is doubted"`
	Note    string  `json:"note,omitempty" about:"what the reader remarks that is no doubt"`
}

// Verdict is what a check came to.
type Verdict string

// The verdicts.
const (
	Holds    Verdict = "holds"
	Doubtful Verdict = "doubtful"
	Wrong    Verdict = "wrong"
)

// Verdicts are what a check can come to.
var Verdicts = []string{string(Holds), string(Doubtful), string(Wrong)}

// Words are Verdicts.
func (Verdict) Words() []string { return Verdicts }

// Said is a text that must say something.
type Said string

// LocalID is a name within a record.
type LocalID string

// Language is a language tag of BCP 47.
type Language string

// Address is a web address.
type Address string

// ClauseNumber is the number of a clause or an observation.
type ClauseNumber int

// Yes is set by yes, and by nothing else.
type Yes bool

// Dated is a date without anything about it.
type Dated struct{ date.EDTF }

// MarshalText gives the date as it was written.
func (d Dated) MarshalText() ([]byte, error) { return []byte(d.Text), nil }

// Embargo says until when something is not to be published.
type Embargo struct {
	// Until is the first day on which it may be published; zero when no day is set.
	Until date.EDTF
	Text  string // as it was written
}

// MarshalText gives the embargo as it was written.
func (e Embargo) MarshalText() ([]byte, error) { return []byte(e.Text), nil }

// On reports whether the embargo holds on a day; one without an end always does.
func (e *Embargo) On(day date.Day) bool {
	if e == nil {
		return false
	}
	until, dated := e.Until.Earliest()
	return !dated || day.Compare(until) < 0
}

// Authority are the numbers of a person in authority files, by the names of these.
type Authority map[string]string

// ObjectBoard is the layout of a board as it was read: whoever knows the boards of
// rulesets makes a picture of it.
type ObjectBoard struct{ Fields }

// Measure is a measure of an object.
type Measure struct {
	Of   string  `json:"of"` // length, diameter, weight of a man
	From float64 `json:"value"`
	// To is the other end of a range, or From.
	To    float64 `json:"to,omitempty"`
	Unit  string  `json:"unit"` // one of Units
	About bool    `json:"about,omitempty"`
	Note  string  `json:"note,omitempty"`
	Text  string  `json:"text"` // as it was written
}
