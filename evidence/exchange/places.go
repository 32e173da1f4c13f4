package exchange

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/yamlpos"
)

// Spot is something that happened or was found at a place and a time.
type Spot struct {
	ID    string // stable, for citation
	Title string
	Place string // the name of the place; "" when it is not known
	// Latitude and Longitude, in decimal degrees, hold when HasPoint is set.
	Latitude, Longitude float64
	HasPoint            bool
	// Precision is how far from the point the place may be, in km; 0 when it
	// is not said.
	Precision float64
	// Links are the addresses of the place in gazetteers, sorted.
	Links []string
	// Earliest and Latest are days as ISO 8601 has them; "" is open or unknown.
	Earliest, Latest string
	// Citation is the source on one line.
	Citation string
	// Properties are everything else, in their order; values are texts,
	// numbers, or lists of texts.
	Properties []Property
}

// Property is a name with a value.
type Property struct {
	Name  string
	Value any
}

// pairs is a JSON object that keeps the order of its keys, and leaves out
// nothing.
type pairs []Property

// MarshalJSON writes the object.
func (p pairs) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range p {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := json.Marshal(m.Name)
		if err != nil {
			return nil, err
		}
		value, err := plainJSON(m.Value)
		if err != nil {
			return nil, err
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// plainJSON leaves <, > and & as they are, and no character that acts on a
// terminal.
func plainJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return yamlpos.VisibleJSON(bytes.TrimSuffix(b.Bytes(), []byte("\n"))), err
}

// indented writes JSON for people to read, too. What it is made of is written piece by
// piece, so that a large document is never in memory as text.
func indented(w io.Writer, v any) error {
	j := jsonWriter{w: bufio.NewWriterSize(w, 64<<10)}
	j.value(v, "\n")
	j.text("\n")
	if j.err != nil {
		return j.err
	}
	return j.w.Flush()
}

// jsonWriter writes JSON with a line for each member and item. What cannot be written
// is kept by w, which gives it back when it is flushed.
type jsonWriter struct {
	w   *bufio.Writer
	err error // the first value that is no JSON
}

func (j *jsonWriter) text(s string) { j.w.WriteString(s) }

// value writes a value. A line is the end of a line and what the next one is indented by.
func (j *jsonWriter) value(v any, line string) {
	switch v := v.(type) {
	case pairs:
		j.list("{", "}", line, func(item func(write func(line string))) {
			for _, m := range v {
				item(func(line string) {
					j.plain(m.Name, line)
					j.text(": ")
					j.value(m.Value, line)
				})
			}
		})
	case []pairs:
		j.items(slices.Values(v), line)
	case iter.Seq[pairs]:
		j.items(v, line)
	default:
		j.plain(v, line)
	}
}

func (j *jsonWriter) items(seq iter.Seq[pairs], line string) {
	j.list("[", "]", line, func(item func(write func(line string))) {
		for v := range seq {
			item(func(line string) { j.value(v, line) })
		}
	})
}

// list writes what stands between brackets; one without items is on one line.
func (j *jsonWriter) list(open, end, line string, each func(item func(write func(line string)))) {
	j.text(open)
	inner, some := line+"  ", false
	each(func(write func(line string)) {
		if some {
			j.text(",")
		}
		some = true
		j.text(inner)
		write(inner)
	})
	if some {
		j.text(line)
	}
	j.text(end)
}

// plain writes a value that is small.
func (j *jsonWriter) plain(v any, line string) {
	data, err := plainJSON(v)
	var b bytes.Buffer
	if err == nil {
		err = json.Indent(&b, data, line[1:], "  ")
	}
	j.err = cmp.Or(j.err, err)
	j.w.Write(b.Bytes())
}

// point is the geometry of a spot, null when there is none: RFC 7946 allows a
// feature without a location, and leaving it out would lose the record.
func (s *Spot) point() any {
	if !s.HasPoint {
		return nil
	}
	return pairs{{"type", "Point"}, {"coordinates", []float64{s.Longitude, s.Latitude}}}
}

// GeoJSON writes one feature for each spot, in their order (RFC 7946). Longitude
// comes first, as GeoJSON has it. A spot without coordinates has a null
// geometry.
func GeoJSON(w io.Writer, spots []Spot) error {
	features := []pairs{}
	for i := range spots {
		s := &spots[i]
		properties := pairs{{"title", s.Title}}
		add := func(name string, value any, has bool) {
			if has {
				properties = append(properties, Property{name, value})
			}
		}
		add("place", s.Place, s.Place != "")
		add("precision-km", s.Precision, s.Precision > 0)
		add("gazetteers", s.Links, len(s.Links) > 0)
		add("earliest", s.Earliest, s.Earliest != "")
		add("latest", s.Latest, s.Latest != "")
		add("citation", s.Citation, s.Citation != "")
		properties = append(properties, s.Properties...)
		features = append(features, pairs{{"type", "Feature"}, {"id", s.ID}, {"geometry", s.point()}, {"properties", properties}})
	}
	return indented(w, pairs{{"type", "FeatureCollection"}, {"features", features}})
}

// linkedPlacesContext is the JSON-LD context of the format.
const linkedPlacesContext = "https://raw.githubusercontent.com/LinkedPasts/linked-places/master/linkedplaces-context-v1.1.jsonld"

// LinkedPlaces writes one feature for each place in Linked Places format 1.2.2
// (https://github.com/LinkedPasts/linked-places-format), as the World Historical
// Gazetteer reads it. Spots are of one place when they share a number in a
// gazetteer, or the name and the coordinates. Every spot gives the place a time
// and its name a citation; a spot without a place is left out, and how many
// were is returned. base is put before the ids of the places.
func LinkedPlaces(w io.Writer, base string, spots []Spot) (left int, err error) {
	type place struct{ spots []*Spot }
	var places []*place
	byKey := map[string]*place{}
	for i := range spots {
		s := &spots[i]
		if s.Place == "" {
			left++
			continue
		}
		keys := slices.Clone(s.Links)
		if len(keys) == 0 {
			keys = []string{fmt.Sprintf("%s %v %v %v", strings.ToLower(s.Place), s.HasPoint, s.Latitude, s.Longitude)}
		}
		var p *place
		for _, k := range keys {
			if p == nil {
				p = byKey[k]
			}
		}
		if p == nil {
			p = &place{}
			places = append(places, p)
		}
		for _, k := range keys {
			// A spot may join two places that were apart until now.
			if other := byKey[k]; other != nil && other != p {
				p.spots = append(p.spots, other.spots...)
				places = slices.DeleteFunc(places, func(q *place) bool { return q == other })
				for key, q := range byKey {
					if q == other {
						byKey[key] = p
					}
				}
			}
			byKey[k] = p
		}
		p.spots = append(p.spots, s)
	}
	features := []pairs{}
	order := make(map[*Spot]int, len(spots))
	for i := range spots {
		order[&spots[i]] = i
	}
	for _, p := range places {
		slices.SortFunc(p.spots, func(a, b *Spot) int { return order[a] - order[b] })
	}
	slices.SortFunc(places, func(a, b *place) int {
		return cmp.Or(strings.Compare(a.spots[0].Place, b.spots[0].Place), strings.Compare(a.spots[0].ID, b.spots[0].ID))
	})
	for _, p := range places {
		features = append(features, linkedPlace(base, p.spots))
	}
	return left, indented(w, pairs{{"type", "FeatureCollection"}, {"@context", linkedPlacesContext}, {"features", features}})
}

func linkedPlace(base string, spots []*Spot) pairs {
	first := spots[0]
	title := first.Place
	f := pairs{{"@id", base + slug(title) + "-" + slug(first.ID)}, {"type", "Feature"}, {"properties", pairs{{"title", title}}}}
	var spans []pairs
	for _, s := range spots {
		if span := timespan(s); span != nil && !slices.ContainsFunc(spans, func(p pairs) bool { return same(p, span) }) {
			spans = append(spans, span)
		}
	}
	if len(spans) > 0 {
		f = append(f, Property{"when", pairs{{"timespans", spans}}})
	}
	var names []pairs
	var toponyms []string
	for _, s := range spots {
		if !slices.Contains(toponyms, s.Place) {
			toponyms = append(toponyms, s.Place)
		}
	}
	for _, name := range toponyms {
		var citations []pairs
		for _, s := range spots {
			if s.Place == name {
				citations = append(citations, pairs{{"label", strings.TrimSpace(s.ID + " " + s.Citation)}})
			}
		}
		names = append(names, pairs{{"toponym", name}, {"citations", citations}})
	}
	f = append(f, Property{"names", names})
	for _, s := range spots {
		if s.HasPoint {
			point := s.point().(pairs)
			if s.Precision > 0 {
				point = append(point, Property{"certainty", "less-certain"})
			}
			f = append(f, Property{"geometry", point})
			break
		}
	}
	var links []pairs
	var seen []string
	for _, s := range spots {
		for _, l := range s.Links {
			if !slices.Contains(seen, l) {
				seen = append(seen, l)
				links = append(links, pairs{{"type", "closeMatch"}, {"identifier", l}})
			}
		}
	}
	if len(links) > 0 {
		f = append(f, Property{"links", links})
	}
	var descriptions []pairs
	for _, s := range spots {
		descriptions = append(descriptions, pairs{{"value", strings.TrimSpace(s.ID + ": " + s.Title)}})
	}
	return append(f, Property{"descriptions", descriptions})
}

func same(a, b pairs) bool {
	x, _ := plainJSON(a)
	y, _ := plainJSON(b)
	return bytes.Equal(x, y)
}

func timespan(s *Spot) pairs {
	var span pairs
	if s.Earliest != "" {
		span = append(span, Property{"start", pairs{{"earliest", s.Earliest}}})
	}
	if s.Latest != "" {
		span = append(span, Property{"end", pairs{{"latest", s.Latest}}})
	}
	return span
}

// slug makes a part of an address of a text.
func slug(s string) string {
	var b strings.Builder
	dash := false
	for _, r := range strings.ToLower(s) {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			if dash && b.Len() > 0 {
				b.WriteByte('-')
			}
			dash = false
			b.WriteRune(r)
			continue
		}
		dash = true
	}
	if b.Len() == 0 {
		return "place"
	}
	return b.String()
}
