package evidence

import (
	"errors"
	"fmt"
	"index/suffixarray"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/evidence/ids"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// ParseRecord reads one record. What other files must confirm (the keys of
// sources, clauses of other records) is checked by [Load]. The record is nil
// only when nothing could be read.
func ParseRecord(file string, data []byte) (*Record, diag.Errors) {
	return parseRecord(yamlpos.Parse, file, data)
}

// parser takes the text of a file apart.
type parser func(file string, data []byte) (*yamlpos.Node, diag.Errors)

// parseRecord reads a record that parse takes apart.
func parseRecord(parse parser, file string, data []byte) (*Record, diag.Errors) {
	root, errs := parse(file, data)
	r := recordReader{Reader: yamlpos.Reader{Errs: errs}}
	if root == nil {
		return nil, r.Errs.Sort()
	}
	record := r.record(root)
	return record, r.Errs.Sort()
}

type recordReader struct {
	yamlpos.Reader
	layerNamed map[string]*Layer // of the record that is read
	flat       map[*Layer]*flatText
}

// flatText is a text on one line in which many wordings are looked for.
type flatText struct {
	text  string
	asked int
	index *suffixarray.Index
}

// has reports whether the text has these words. After a while they are looked up
// in an index: a long text is not read through for each of thousands.
func (f *flatText) has(words string) bool {
	if f.asked++; f.asked > 50 && f.index == nil {
		f.index = suffixarray.New([]byte(f.text))
	}
	if words = fold.OneLine(words); words == "" || f.index == nil {
		return strings.Contains(f.text, words)
	}
	return len(f.index.Lookup([]byte(words), 1)) > 0
}

// words are the text of a layer, to look for wordings in.
func (r *recordReader) words(l *Layer) *flatText {
	if r.flat[l] == nil {
		if r.flat == nil {
			r.flat = map[*Layer]*flatText{}
		}
		r.flat[l] = &flatText{text: fold.OneLine(l.Text)}
	}
	return r.flat[l]
}

func (r *recordReader) record(root *yamlpos.Node) *Record {
	m := r.Map(root, "a record", recordKeys...)
	if m == nil {
		return nil
	}
	rec := &Record{
		Fields:      Fields{m},
		ID:          r.Sound(r.Need(m, "id", "a record"), "the id of the record", ids.Problem),
		Game:        r.Words(r.Need(m, "game", "a record"), "the game"),
		Type:        r.OneOf(m.Get("type"), "the type", Types...),
		Summary:     r.String(m.Get("summary"), "the summary"),
		Location:    r.location(m.Get("location")),
		Date:        r.date(m.Get("date")),
		Source:      r.source(r.Need(m, "source", "a record")),
		Via:         r.Strings(m.Get("via"), "a step of via"),
		Uncertainty: r.uncertainty(m.Get("uncertainty")),
		Ages:        r.Strings(m.Get("ages"), "an age group"),
		Genders:     r.Strings(m.Get("genders"), "a gender"),
		Period:      r.String(m.Get("period"), "the period"),
		Note:        r.String(m.Get("note"), "the note"),
	}
	if n := m.Get("confidence"); n != nil {
		confidence := r.Int(n, "the confidence", 0, 100)
		rec.Confidence = &confidence
	}
	r.layers(rec, m.Get("texts"))
	r.parts(m, "the record", &rec.Parts) // with observations, to which clauses may stand in a relation
	r.clauses(rec, m.Get("clauses"))
	r.extra(rec, m.Get("extra"))
	r.within(rec)
	return rec
}

// extra reads the fields that a record has besides those that every record can have.
func (r *recordReader) extra(rec *Record, n *yamlpos.Node) {
	if n == nil {
		return
	}
	if n.Kind != yamlpos.Map {
		r.Errorf(n.Pos, n.Kind.String(), "names with a text each", "the extra fields are a map")
		return
	}
	for i, k := range n.Keys {
		if yamlpos.Blank(k.Text) {
			r.Errorf(k.Pos, "nothing", "a name", "an extra field has a name")
			continue
		}
		if text := r.String(n.Values[i], "the extra field "+diag.Quote(k.Text)); text != "" {
			rec.Extra = append(rec.Extra, Extra{Name: k.Text, Text: text})
		}
	}
}

func (r *recordReader) location(n *yamlpos.Node) *Location {
	m := r.Map(n, "the location", locationKeys...)
	if m == nil {
		return nil
	}
	l := &Location{
		Fields: Fields{m},
		Note:   r.String(m.Get("note"), "the note on the location"),
	}
	if !slices.ContainsFunc(placeNeeds, func(key string) bool { return m.Get(key) != nil }) {
		r.Need(m, "name", "the location")
	}
	r.parts(m, "the location", &l.PlaceParts)
	if n := m.Get("between"); n != nil && len(l.Between) != 2 {
		r.Errorf(n.Pos, strconv.Itoa(len(l.Between)), "two places", "a place lies between two others")
	}
	l.Name = r.Words(m.Get("name"), "the name of the location")
	r.coordinates(l, m.Get("coordinates"))
	r.precision(l, m.Get("precision"))
	names := make([]string, 0, len(Gazetteers))
	for name := range Gazetteers {
		names = append(names, name)
	}
	slices.Sort(names)
	if g := r.Map(m.Get("gazetteer"), "the gazetteer", names...); g != nil {
		l.Gazetteer = map[string]string{}
		for i, k := range g.Keys {
			if slices.Contains(names, k.Text) {
				l.Gazetteer[k.Text] = r.gazetteer(k.Text, g.Values[i])
			}
		}
	}
	return l
}

func (r *recordReader) coordinates(l *Location, n *yamlpos.Node) {
	const expected = "[latitude, longitude] in degrees, south and west negative, or with N, S, E and W"
	items := r.List(n, "the coordinates")
	if n == nil || n.Kind != yamlpos.List {
		return
	}
	if len(items) != 2 {
		r.Errorf(n.Pos, fmt.Sprintf("%d", len(items)), expected, "coordinates are two numbers")
		return
	}
	var degrees [2]Degrees
	for i, item := range items {
		d, err := ParseDegrees(item.Text)
		if item.Kind != yamlpos.Scalar || err == nil && d.Axis != 0 && d.Axis != "NE"[i] {
			err = errors.New("")
		}
		if err != nil {
			r.Errorf(item.Pos, diag.Quote(item.Text), "64.96, or 64°58'N", "coordinates are degrees, the latitude first%s", colon(err.Error()))
			return
		}
		degrees[i] = d
	}
	lat, lon := degrees[0].Value, degrees[1].Value
	onGlobe := true
	if lat < -90 || lat > 90 {
		hint := ""
		if lon >= -90 && lon <= 90 && lat >= -180 && lat <= 180 {
			hint = "; the latitude comes first"
		}
		r.Errorf(items[0].Pos, items[0].Text, "-90 to 90", "the latitude %s is off the globe%s", items[0].Text, hint)
		onGlobe = false
	}
	if lon < -180 || lon > 180 {
		r.Errorf(items[1].Pos, items[1].Text, "-180 to 180", "the longitude %s is off the globe", items[1].Text)
		onGlobe = false
	}
	if onGlobe {
		l.Latitude, l.Longitude, l.HasCoordinates = lat, lon, true
		l.Decimals = min(degrees[0].Decimals, degrees[1].Decimals)
	}
}

func (r *recordReader) date(n *yamlpos.Node) *Date {
	m := r.Map(n, "the date", dateKeys...)
	if m == nil {
		return nil
	}
	d := &Date{
		Fields:    Fields{m},
		Of:        r.OneOf(m.Get("of"), "what the date is of", DateOf...),
		AsWritten: r.String(m.Get("as-written"), "the date as written"),
		Note:      r.String(m.Get("note"), "the note on the date"),
	}
	r.parts(m, "the date", &d.DateParts)
	e := m.Get("edtf")
	if d.AsWritten == "" { // what is written can be dated later
		e = r.Need(m, "edtf", "the date")
	}
	d.EDTF = r.edtf(e, "the date")
	return d
}

// edtf reads a date of EDTF; the zero date when it is none.
func (r *recordReader) edtf(n *yamlpos.Node, what string) date.EDTF {
	before := len(r.Errs)
	text := r.String(n, what)
	if n == nil || len(r.Errs) > before {
		return date.EDTF{}
	}
	edtf, err := date.ParseEDTF(text)
	var bad *date.EDTFError
	if errors.As(err, &bad) {
		r.Errorf(n.PosAt(bad.Offset), diag.Quote(text), bad.Expected, "not a date of EDTF level 1: %s", bad.Message)
	}
	return edtf
}

func (r *recordReader) source(n *yamlpos.Node) SourceRef {
	m := r.Map(n, "the source", sourceKeys...)
	if m == nil {
		return SourceRef{}
	}
	s := SourceRef{
		Fields:    Fields{m},
		Key:       r.String(r.Need(m, "key", "the source"), "the key of the source"),
		Locator:   r.String(m.Get("locator"), "the locator"),
		AsWritten: r.String(m.Get("as-written"), "the source as written"),
	}
	r.parts(m, "the source", &s.SourceParts)
	return s
}

func (r *recordReader) uncertainty(n *yamlpos.Node) []string {
	var factors []string
	for _, item := range r.Items(n) {
		f := r.OneOf(item, "an uncertainty factor", FactorNames()...)
		switch {
		case f == "":
		case slices.Contains(factors, f):
			r.Errorf(item.Pos, diag.Quote(f), "each factor once", "the uncertainty factor %s is named twice", diag.Quote(f))
		default:
			factors = append(factors, f)
		}
	}
	return factors
}

func (r *recordReader) layers(rec *Record, n *yamlpos.Node) {
	r.layerNamed = map[string]*Layer{}
	for _, item := range r.List(n, "texts") {
		m := r.Map(item, "a layer of texts", layerKeys...)
		if m == nil {
			continue
		}
		l := &Layer{
			Fields:   Fields{m},
			ID:       r.Sound(r.Need(m, "id", "a layer of texts"), "the id of a layer", ids.LayerProblem),
			Language: r.language(m.Get("language"), "the language"),
			By:       r.String(m.Get("by"), "the author of a layer"),
			Rights:   r.String(m.Get("rights"), "the rights"),
			Text:     r.String(m.Get("text"), "the text of a layer"),
			Note:     r.String(m.Get("note"), "the note on a layer"),
		}
		r.parts(m, "a layer of texts", &l.LayerParts)
		if earlier := r.layerNamed[l.ID]; earlier == nil {
			r.layerNamed[l.ID] = l
		} else if l.ID != "" {
			r.Errs.AddRelated(l.At("id"), []diag.Pos{earlier.At("id")}, diag.Quote(l.ID), "an id of its own",
				"the layer %s is there twice; the first is at %s", diag.Quote(l.ID), earlier.At("id"))
		}
		r.emendations(l, m.Get("emendations"))
		rec.Texts = append(rec.Texts, l)
	}
}

func (r *recordReader) emendations(l *Layer, n *yamlpos.Node) {
	for _, item := range r.List(n, "the emendations") {
		m := r.Map(item, "an emendation", emendationKeys...)
		if m == nil {
			continue
		}
		e := &Emendation{
			Fields:  Fields{m},
			Printed: r.String(r.Need(m, "printed", "an emendation"), "what is printed"),
			Read:    r.String(r.Need(m, "read", "an emendation"), "what is to be read"),
			Why:     r.String(m.Get("why"), "why"),
		}
		if l.Text != "" && !r.words(l).has(e.Printed) {
			r.Errorf(e.At("printed"), diag.Quote(e.Printed), "words of the layer's text", "the text of the layer does not have these words")
		}
		l.Emendations = append(l.Emendations, e)
	}
}

// MaxClause is a limit on clause numbers that no text comes near.
const MaxClause = 9999

func (r *recordReader) clauses(rec *Record, n *yamlpos.Node) {
	places := map[int]diag.Pos{}
	last := 0
	for _, item := range r.List(n, "clauses") {
		m := r.Map(item, "a clause", clauseKeys...)
		if m == nil {
			continue
		}
		c := &Clause{Fields: Fields{m}}
		before := len(r.Errs)
		number := r.Need(m, "n", "a clause")
		c.N = r.Int(number, "the number of a clause", 1, MaxClause)
		what := "a clause"
		if len(r.Errs) == before {
			what = "clause " + strconv.Itoa(c.N)
			if earlier, ok := places[c.N]; ok {
				r.Errs.AddRelated(number.Pos, []diag.Pos{earlier}, "", "a number of its own",
					"the clause number %d is used twice; it was first used at %s", c.N, earlier)
			} else {
				places[c.N] = number.Pos
				if c.N < last {
					r.Errorf(number.Pos, strconv.Itoa(c.N), fmt.Sprintf("a number above %d", last), "the numbers of clauses must ascend")
				}
				last = max(last, c.N)
			}
		} else {
			c.N = 0
		}
		c.Text = r.Words(r.Need(m, "text", what), "the text of "+what)
		c.In = r.String(m.Get("in"), "the layer of "+what)
		c.Wording = r.Strings(m.Get("wording"), "the wording of "+what)
		c.Why = r.Words(m.Get("why"), "the reason why "+what+" is no rule")
		c.Note = r.String(m.Get("note"), "the note on "+what)
		c.Rule = true
		wasRule := true // what is neither yes nor no says nothing about why
		if rule := m.Get("rule"); rule != nil {
			before := len(r.Errs)
			c.Rule = r.Bool(rule, "rule")
			if len(r.Errs) > before {
				c.Rule, wasRule = true, false
			}
			if !c.Rule && m.Get("why") == nil {
				r.Errorf(m.Pos, "", `"why"`, `%s is no rule and lacks the key "why"`, what)
			}
		}
		if c.Rule && wasRule && c.Why != "" {
			r.Errorf(m.Key("why").Pos, "", "rule: no beside it, or note instead", `the key "why" of %s says why it is no rule, but it is one`, what)
		}
		r.layerOf(rec, c, what)
		r.parts(m, what, &c.ClauseParts)
		rec.Clauses = append(rec.Clauses, c)
	}
	// Relations may look forward, so they wait until all numbers are known.
	for _, c := range rec.Clauses {
		r.relations(rec, c, places)
	}
}

// layerOf checks the layer of a clause, and that it has the wording quoted.
func (r *recordReader) layerOf(rec *Record, c *Clause, what string) {
	if c.In == "" {
		return
	}
	l := r.layerNamed[c.In]
	if l == nil {
		ids := func() []string {
			var ids []string
			for _, l := range rec.Texts[:min(len(rec.Texts), 100)] {
				ids = append(ids, l.ID)
			}
			return ids
		}
		expected := "a layer of texts: " + strings.Join(ids(), ", ")
		if len(rec.Texts) == 0 {
			expected = "no layer, for the record has no texts"
		}
		r.Errorf(c.At("in"), diag.Quote(c.In), expected, "%s is in the layer %s, which is not there%s", what, diag.Quote(c.In), r.Errs.Hint(c.In, ids))
		return
	}
	if l.Text == "" {
		return
	}
	for i, w := range c.Wording {
		if !r.words(l).has(w) {
			r.Errorf(c.At("wording", i), diag.Quote(w), "words of the layer's text", "the text of the layer %s does not have these words", diag.Quote(c.In))
		}
	}
}

// relations reads the relations of a clause. A clause may support and contradict
// the same other one: it may report that people disagree.
func (r *recordReader) relations(rec *Record, c *Clause, places map[int]diag.Pos) {
	for _, rel := range []struct {
		key  string
		refs *[]ClauseRef
	}{{"supports", &c.Supports}, {"adds", &c.Adds}, {"contradicts", &c.Contradicts}, {"lacks", &c.Lacks}} {
		named := map[ClauseRef]bool{}
		for _, item := range r.Items(c.Node(rel.key)) {
			ref, ok := r.relation(rec, item, rel.key, places)
			switch {
			case !ok:
			case ref == rec.Ref(c.N):
				r.Errorf(item.Pos, diag.Quote(item.Text), "another clause", "clause %d cannot stand in a relation to itself", c.N)
			case named[ref]:
				r.Errorf(item.Pos, diag.Quote(item.Text), "each clause once", "clause %d is named twice", ref.N)
			default:
				named[ref] = true
				*rel.refs = append(*rel.refs, ref)
			}
		}
	}
}

// relation reads the number of a clause of this record, or RECORD#NUMBER.
func (r *recordReader) relation(rec *Record, item *yamlpos.Node, key string, places map[int]diag.Pos) (ClauseRef, bool) {
	const expected = "the number of a clause of this record, or RECORD#NUMBER"
	n, ok := diag.WholeNumber(item.Text)
	ref := rec.Ref(n)
	if item.Kind != yamlpos.Scalar || !ok {
		if ref, ok = ParseClauseRef(item.Text); item.Kind != yamlpos.Scalar || !ok {
			found := diag.Quote(item.Text)
			if item.Kind != yamlpos.Scalar {
				found = item.Kind.String()
			}
			hint := diag.NumberHint(item.Text)
			if reason, _, ok := yamlpos.CutShort(item); ok && item.Kind == yamlpos.Scalar {
				hint = "; " + reason + ", so there is no space before #"
			}
			r.Errorf(item.Pos, found, expected, "%q must name clauses%s", key, hint)
			return ref, false
		}
	}
	if _, ok := places[ref.N]; ref.Record == rec.ID && !ok && rec.Observation(ref.N) == nil {
		r.Errorf(item.Pos, diag.Quote(item.Text), "the number of a clause of this record",
			"%q names clause %d, which is not there", key, ref.N)
		return ref, false
	}
	return ref, true
}
