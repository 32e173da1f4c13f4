package evidence

import (
	"cmp"
	"slices"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/verify/severity"
)

// This check asks whether places are where they are said to be.
var _ = add(Check{
	ID:    "EV007",
	Title: "a place is a name only, or lies in two spots",
	Explanation: `A map shows a record where its coordinates are, and nobody notices that they are those of another place of the same name, that
latitude and longitude were exchanged, or that a point in the middle of a country passes for a village. One name with two spots far
apart, one number of a gazetteer under two names, coordinates of 0, 0 and coordinates to the metre without a word on
precision are reported. A place that is a name only, or that was concluded because the page gives none, is noted.`,
	Bad:      "location: {name: Porthaven, coordinates: [12.5, 41.9]}   # and in another record\nlocation: {name: Porthaven, coordinates: [41.9, 12.5]}",
	Good:     "location: {name: Porthaven, coordinates: [41.9, 12.5], precision: 10 km, gazetteer: {geonames: 3169070}}",
	Limits:   "Whether a number of a gazetteer is that of the place is not looked up. Two places can share a name; then a note on the location should say so.",
	Severity: severity.Warning,
}, placesOff)

// apart is how many kilometres make two spots two, beyond their precision.
const apart = 50

func placesOff(l *Library) (out []Oddity) {
	seen := gazetteer{byName: map[string]*evidence.Record{}, byNumber: map[placeNumber]*evidence.Record{}}
	for _, r := range l.Records {
		if r.Location == nil {
			continue
		}
		out = append(out, placeAlone(r)...)
		out = append(out, seen.sameName(r)...)
		out = append(out, seen.sameNumber(r)...)
	}
	return out
}

// placeAlone says what is odd about a place by itself.
func placeAlone(r *evidence.Record) (out []Oddity) {
	p := r.Location
	if slices.Contains(r.Uncertainty, "place inferred") {
		out = append(out, odd(r, severity.Note, p.At("name"), "the page gives no place, and %s is concluded from something else", p.Called()))
	}
	switch {
	case !p.HasCoordinates && len(p.Gazetteer) == 0:
		out = append(out, odd(r, severity.Note, p.At("name"), "%s is a name only: without coordinates or a number in a gazetteer no map and no other catalogue can place it", p.Called()))
	case !p.HasCoordinates:
	case p.Latitude == 0 && p.Longitude == 0:
		out = append(out, odd(r, severity.Warning, p.At("coordinates"), "the coordinates 0, 0 lie in the Gulf of Guinea, where programs put what they cannot place"))
	case p.Decimals >= 5 && p.Precision == 0:
		out = append(out, odd(r, severity.Note, p.At("coordinates"), "coordinates with %d decimals name a spot of a metre; say with precision how near they are", p.Decimals))
	}
	return out
}

// gazetteer holds the records that were the first to name a place, or its number.
type gazetteer struct {
	byName   map[string]*evidence.Record
	byNumber map[placeNumber]*evidence.Record
}

type placeNumber struct{ gazetteer, id string }

// placeName is the name by which a place is known again; a place without a name is its own.
func placeName(r *evidence.Record) string {
	return cmp.Or(fold.Text(r.Location.Name), r.ID)
}

// sameName compares a place with the first of its name.
func (g *gazetteer) sameName(r *evidence.Record) (out []Oddity) {
	p := r.Location
	if !p.HasCoordinates {
		return nil
	}
	other := g.byName[placeName(r)]
	if other == nil {
		g.byName[placeName(r)] = r
		return nil
	}
	q := other.Location
	far := p.Distance(q)
	if far <= apart+p.Precision+q.Precision {
		return nil
	}
	hint := ""
	swapped := *q
	swapped.Latitude, swapped.Longitude = q.Longitude, q.Latitude
	if p.Distance(&swapped) < apart {
		hint = "; latitude and longitude seem to be exchanged in one of them"
	}
	return append(out, related(odd(r, severity.Warning, p.At("coordinates"), "%s lies %.0f km from where %s has it%s", p.Name, far, other.ID, hint), q.At("coordinates")))
}

// sameNumber compares the name of a place with that of the first that has its number in a
// gazetteer.
func (g *gazetteer) sameNumber(r *evidence.Record) (out []Oddity) {
	p := r.Location
	for _, in := range sortedKeys(p.Gazetteer) {
		n := placeNumber{in, p.Gazetteer[in]}
		other := g.byNumber[n]
		if other == nil {
			g.byNumber[n] = r
			continue
		}
		q := other.Location
		if fold.Text(q.Name) != placeName(r) {
			out = append(out, related(odd(r, severity.Note, p.At("gazetteer", in), "%s %s is called %s here and %s in %s", in, n.id, p.Name, q.Name, other.ID), q.At("gazetteer", in)))
		}
	}
	return out
}
