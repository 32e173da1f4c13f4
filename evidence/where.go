package evidence

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// gazetteerShapes are what the numbers of the gazetteers look like, with an
// example. The shapes are those of the gazetteers' own documentation; whether
// the number exists is not asked, for that would need the network.
var gazetteerShapes = map[string]struct {
	pattern *regexp.Regexp
	example string
}{
	"geonames":     {regexp.MustCompile(`^[1-9][0-9]{0,8}$`), "2629691"},
	"pleiades":     {regexp.MustCompile(`^[1-9][0-9]{3,9}$`), "579885"},
	"tgn":          {regexp.MustCompile(`^[1-9][0-9]{6}$`), "7001393"},
	"whg":          {regexp.MustCompile(`^[1-9][0-9]{0,9}$`), "12345678"},
	"wikidata":     {regexp.MustCompile(`^Q[1-9][0-9]{0,9}$`), "Q189"},
	"syriaca":      {regexp.MustCompile(`^[1-9][0-9]{0,5}$`), "104"},
	"trismegistos": {regexp.MustCompile(`^[1-9][0-9]{0,7}$`), "1344"},
}

// gazetteer checks the shape of a number in a gazetteer.
func (r *recordReader) gazetteer(name string, n *yamlpos.Node) string {
	id := r.String(n, "the number in "+name)
	shape, ok := gazetteerShapes[name]
	if !ok || id == "" || shape.pattern.MatchString(id) {
		return id
	}
	hint := ""
	if i := strings.LastIndexAny(strings.TrimRight(id, "/"), "/"); i >= 0 && strings.Contains(id, "://") {
		hint = "; write the number alone, not the address"
	}
	r.Errorf(n.Pos, diag.Quote(id), "a number such as "+shape.example, "%s is no number of %s%s", diag.Quote(id), name, hint)
	return id
}

// precision reads how near the place the coordinates are: "300 km", "50 m".
func (r *recordReader) precision(l *Location, n *yamlpos.Node) {
	const expected = "a distance such as 300 km or 50 m"
	if n == nil {
		return
	}
	text := r.String(n, "the precision of the coordinates")
	number, unit, _ := strings.Cut(text, " ")
	f, err := strconv.ParseFloat(number, 64)
	factor := map[string]float64{"km": 1, "m": 0.001}[unit]
	if err != nil || factor == 0 || !(f > 0) || f*factor > 20000 || strings.Trim(number, ".0123456789") != "" {
		r.Errorf(n.Pos, diag.Quote(text), expected, "the precision %s cannot be read", diag.Quote(text))
		return
	}
	if !l.HasCoordinates && l.node.Get("coordinates") == nil {
		r.Errorf(n.Pos, "", "coordinates beside it", "the precision belongs to coordinates, and there are none")
		return
	}
	l.Precision = f * factor
}

// Box is a stretch of the globe in decimal degrees. When West is greater than
// East it crosses the 180th meridian.
type Box struct{ South, West, North, East float64 }

// ParseBox reads "SOUTH,WEST,NORTH,EAST": the latitude and longitude of the
// south-western corner, then those of the north-eastern one.
func ParseBox(text string) (Box, error) {
	const expected = "SOUTH,WEST,NORTH,EAST in decimal degrees, such as 63,-25,67,-13"
	parts := strings.Split(text, ",")
	if len(parts) != 4 {
		return Box{}, fmt.Errorf("a box has four numbers, not %d; expected %s", len(parts), expected)
	}
	var v [4]float64
	for i, p := range parts {
		p = strings.TrimSpace(p)
		f, err := strconv.ParseFloat(p, 64)
		if err != nil || strings.Trim(p, "+-.0123456789") != "" {
			return Box{}, fmt.Errorf("%q is no number; expected %s", p, expected)
		}
		limit := 90.0
		if i%2 == 1 {
			limit = 180
		}
		if f < -limit || f > limit {
			return Box{}, fmt.Errorf("%s is off the globe; expected %s", p, expected)
		}
		v[i] = f
	}
	b := Box{v[0], v[1], v[2], v[3]}
	if b.South > b.North {
		return Box{}, fmt.Errorf("the south %g is north of the north %g; expected %s", b.South, b.North, expected)
	}
	return b, nil
}

// Parts gives the box as one or two that do not cross the 180th meridian.
func (b Box) Parts() []Box {
	if b.West <= b.East {
		return []Box{b}
	}
	return []Box{{b.South, b.West, b.North, 180}, {b.South, -180, b.North, b.East}}
}

const kmPerDegree = 111.32

// Radius is how far from its coordinates the place may be, in kilometres: Precision or, when
// that is not said, half of their last decimal.
func (l *Location) Radius() float64 {
	if l.Precision > 0 {
		return l.Precision
	}
	return 0.5 * math.Pow10(-l.Decimals) * kmPerDegree
}

// Area gives the box in which the place lies: its coordinates, with Precision
// around them or, when that is not said, half of their last decimal. The box
// is cut off at the 180th meridian; false when there are no coordinates.
func (l *Location) Area() (Box, bool) {
	if l == nil || !l.HasCoordinates {
		return Box{}, false
	}
	dlat := 0.5 * math.Pow10(-l.Decimals)
	dlon := dlat
	if l.Precision > 0 {
		dlat = l.Precision / kmPerDegree
		dlon = min(dlat/max(math.Cos(l.Latitude*math.Pi/180), 0.01), 180)
	}
	return Box{max(l.Latitude-dlat, -90), max(l.Longitude-dlon, -180), min(l.Latitude+dlat, 90), min(l.Longitude+dlon, 180)}, true
}

// Within says whether a place lies in a box: certainly when all of its area
// does, possibly when part of it does.
func (l *Location) Within(query Box) date.Certainty {
	a, ok := l.Area()
	if !ok {
		return date.No
	}
	return a.within(query)
}

// within says the same of an area that does not cross the 180th meridian.
func (b Box) within(query Box) date.Certainty {
	best := date.No
	for _, q := range query.Parts() {
		switch {
		case b.South >= q.South && b.North <= q.North && b.West >= q.West && b.East <= q.East:
			return date.Certainly
		case b.South <= q.North && b.North >= q.South && b.West <= q.East && b.East >= q.West:
			best = date.Possibly
		}
	}
	return best
}
