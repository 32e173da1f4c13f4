package evidence

import (
	"fmt"
	"maps"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/evidence/ids"
	"github.com/lectio/lectio/evidence/schema"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// fill reads a map into a struct, by the tags of its fields: strictly, with each
// mistake at its place. to is a pointer; it reports whether there was a map.
func (r *recordReader) fill(n *yamlpos.Node, what string, to any) bool {
	v := reflect.ValueOf(to).Elem()
	m := r.Map(n, what, schema.Keys(v.Interface())...)
	if m == nil {
		return false
	}
	r.fillFrom(m, what, v)
	return true
}

// fillFrom reads the keys of a map that the fields of a struct name; others may be
// known to somebody else.
func (r *recordReader) fillFrom(m *yamlpos.Node, what string, v reflect.Value) {
	for i := range v.NumField() {
		f, field := v.Type().Field(i), v.Field(i)
		key, omitted, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Type == reflect.TypeFor[Fields]():
			field.Set(reflect.ValueOf(Fields{m}))
		case key == "" || key == "-":
		case omitted == "":
			r.value(r.Need(m, key, what), nameOfKey(key, what), field)
		default:
			r.value(m.Get(key), nameOfKey(key, what), field)
		}
	}
}

// nameOfKey names a value in messages: the inventory of the object.
func nameOfKey(key, what string) string {
	return fmt.Sprintf("%q of %s", key, what)
}

// parts reads the fields that a thing can have beyond the short form. to is a pointer
// to a struct.
func (r *recordReader) parts(m *yamlpos.Node, what string, to any) {
	r.fillFrom(m, what, reflect.ValueOf(to).Elem())
}

// value reads what one field holds.
func (r *recordReader) value(n *yamlpos.Node, what string, field reflect.Value) {
	if n == nil {
		return
	}
	switch to := field.Addr().Interface().(type) {
	case *string:
		*to = r.String(n, what)
	case *[]string:
		*to = r.Strings(n, what)
	case *Said:
		*to = Said(r.Words(n, what))
	case *LocalID:
		*to = LocalID(r.Sound(n, what, ids.LayerProblem))
	case *Language:
		*to = Language(r.language(n, what))
	case *Address:
		*to = Address(r.address(n, what))
	case *ClauseNumber:
		*to = ClauseNumber(r.Int(n, what, 1, MaxClause))
	case *Yes:
		*to = r.OneOf(n, what, "yes", "true") != ""
	case **Dated:
		*to = &Dated{r.edtf(n, what)}
	case **Embargo:
		*to = r.embargo(n, what)
	case *Authority:
		*to = r.authority(n, what)
	case *[]Measure:
		*to = r.measures(n, what)
	case **Location:
		*to = r.location(n)
	case **Date:
		*to = r.date(n)
	case **Attestation:
		if n.Kind == yamlpos.Scalar {
			*to = &Attestation{Fields: Fields{n}, Siglum: LocalID(r.Sound(n, what, ids.LayerProblem))}
			return
		}
		r.byKind(n, what, field)
	case **SourceRef:
		ref := r.source(n)
		*to = &ref
	case **ObjectBoard:
		if n.Kind != yamlpos.Map {
			r.Errorf(n.Pos, n.Kind.String(), "a map, such as grid: {rows: 3, columns: 20}", "%s is no board", what)
			return
		}
		*to = &ObjectBoard{Fields{n}}
	default:
		r.byKind(n, what, field)
	}
}

// byKind reads a word of a list, a map, or several of what it can read.
func (r *recordReader) byKind(n *yamlpos.Node, what string, field reflect.Value) {
	words, listed := field.Interface().(interface{ Words() []string })
	switch t := field.Type(); {
	case t.Kind() == reflect.String && listed:
		field.SetString(r.OneOf(n, what, words.Words()...))
	case t.Kind() == reflect.String:
		field.SetString(r.Words(n, what))
	case t.Kind() == reflect.Pointer:
		part := reflect.New(t.Elem())
		if r.fill(n, what, part.Interface()) {
			field.Set(part)
		}
	case t.Kind() == reflect.Slice:
		items := r.Items(n)
		if t.Elem().Kind() == reflect.Pointer { // of maps, which are always written as a list
			items = r.List(n, what)
		}
		for _, item := range items {
			before, v := len(r.Errs), reflect.New(t.Elem()).Elem()
			r.value(item, "an item of "+what, v)
			if t.Elem().Kind() == reflect.Pointer && v.IsNil() || t.Elem().Kind() != reflect.Pointer && len(r.Errs) > before {
				continue
			}
			field.Set(reflect.Append(field, v))
		}
	default:
		panic("no way to read a " + t.String())
	}
}

func (r *recordReader) language(n *yamlpos.Node, what string) string {
	language := r.String(n, what)
	if language != "" && !languagePattern.MatchString(language) {
		r.Errorf(n.Pos, diag.Quote(language), "a language tag such as en, is or la", "%s cannot be %s", what, diag.Quote(language))
	}
	return language
}

func (r *recordReader) address(n *yamlpos.Node, what string) string {
	text := r.String(n, what)
	u, err := url.Parse(text)
	if text != "" && (err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http") {
		r.Errorf(n.Pos, diag.Quote(text), "an address that begins with https://", "%s cannot be %s", what, diag.Quote(text))
	}
	return text
}

func (r *recordReader) embargo(n *yamlpos.Node, what string) *Embargo {
	if n.Kind == yamlpos.Scalar && (n.Text == "yes" || n.Text == "true") {
		return &Embargo{Text: n.Text}
	}
	before := len(r.Errs)
	until := r.edtf(n, what)
	_, dated := until.Earliest()
	if !dated && len(r.Errs) == before {
		r.Errorf(n.Pos, diag.Quote(n.Text), "yes, or the first day on which it may be published, such as 2031-01-01", "%s has no day on which it ends", what)
	}
	return &Embargo{Until: until, Text: until.Text} // one that cannot be read holds
}

// Authorities are the authority files in which persons have numbers, with the
// beginning of the address that the number completes.
var Authorities = map[string]string{
	"viaf":     "https://viaf.org/viaf/",
	"gnd":      "https://d-nb.info/gnd/",
	"isni":     "https://isni.org/isni/",
	"orcid":    "https://orcid.org/",
	"lccn":     "https://id.loc.gov/authorities/names/",
	"bnf":      "https://catalogue.bnf.fr/ark:/12148/",
	"ulan":     "http://vocab.getty.edu/ulan/",
	"wikidata": "https://www.wikidata.org/wiki/",
}

// authorityShapes are what the numbers look like, with an example, after the
// documentation of the files; whether there is such a number is not asked.
var authorityShapes = map[string]struct {
	pattern *regexp.Regexp
	example string
}{
	"viaf":     {regexp.MustCompile(`^[1-9][0-9]{0,21}$`), "12345678"},
	"gnd":      {regexp.MustCompile(`^[0-9]{1,10}(-?[0-9X])?$`), "118540238"},
	"isni":     {regexp.MustCompile(`^[0-9]{15}[0-9X]$`), "0000000121212121"},
	"orcid":    {regexp.MustCompile(`^[0-9]{4}-[0-9]{4}-[0-9]{4}-[0-9]{3}[0-9X]$`), "0000-0002-1825-0097"},
	"lccn":     {regexp.MustCompile(`^[a-z]{1,3}[0-9]{8,10}$`), "n79021164"},
	"bnf":      {regexp.MustCompile(`^cb[0-9]{8}[0-9a-z]$`), "cb119174970"},
	"ulan":     {regexp.MustCompile(`^500[0-9]{6}$`), "500115588"},
	"wikidata": {regexp.MustCompile(`^Q[1-9][0-9]{0,9}$`), "Q42"},
}

func (r *recordReader) authority(n *yamlpos.Node, what string) Authority {
	names := slices.Sorted(maps.Keys(Authorities))
	m := r.Map(n, what, names...)
	if m == nil {
		return nil
	}
	numbers := Authority{}
	for i, k := range m.Keys {
		shape, known := authorityShapes[k.Text]
		if !known {
			continue
		}
		number := r.String(m.Values[i], "the number in "+k.Text)
		if number != "" && !shape.pattern.MatchString(number) {
			r.Errorf(m.Values[i].Pos, diag.Quote(number), "a number such as "+shape.example, "%s is no number of %s", diag.Quote(number), k.Text)
		}
		numbers[k.Text] = number
	}
	return numbers
}

// Units are the units of measures.
var Units = []string{"mm", "cm", "m", "in", "ft", "mg", "g", "kg"}

var measurePattern = regexp.MustCompile(`^(\pL[^0-9~()]*?)\s+(~)?([0-9]+(?:\.[0-9]+)?)(?:\s*[-–]\s*([0-9]+(?:\.[0-9]+)?))?\s*(mm|cm|m|in|ft|mg|g|kg)(?:\s*\(([^()]+)\))?$`)

// ParseMeasure reads "length 27.3 cm", "weight of a man ~20-25 g (two of them)".
func ParseMeasure(text string) (Measure, bool) {
	parts := measurePattern.FindStringSubmatch(fold.OneLine(text))
	if parts == nil {
		return Measure{}, false
	}
	m := Measure{Of: parts[1], About: parts[2] != "", Unit: parts[5], Note: parts[6], Text: text}
	m.From, _ = strconv.ParseFloat(parts[3], 64)
	m.To = m.From
	if parts[4] != "" {
		m.To, _ = strconv.ParseFloat(parts[4], 64)
	}
	return m, m.From <= m.To
}

func (r *recordReader) measures(n *yamlpos.Node, what string) (list []Measure) {
	for _, item := range r.Items(n) {
		before := len(r.Errs)
		text := r.String(item, "a measure in "+what)
		m, ok := ParseMeasure(text)
		switch {
		case len(r.Errs) > before:
		case ok:
			list = append(list, m)
		default:
			r.Errorf(item.Pos, diag.Quote(text), "what is measured, a number and one of "+strings.Join(Units, ", ")+", such as length 27.3 cm or diameter ~20-25 mm",
				"the measure cannot be read")
		}
	}
	return list
}
