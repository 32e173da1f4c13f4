package verify

import (
	"math"
	"slices"

	"github.com/lectio/lectio/evidence"
)

// ev007 asks whether places are where they are said to be.
var ev007 = &Check{
	ID:    "EV007",
	Title: "a place is a name only, or lies in two spots",
	Explanation: `A map shows a record where its coordinates are, and nobody notices that they are those of another place of the same name, that
latitude and longitude were exchanged, or that a point in the middle of a country passes for a village. One name with two spots far
apart, one number of a gazetteer under two names, coordinates of 0, 0 and coordinates to the metre without a word on
precision are reported. A place that is a name only, or that was concluded because the page gives none, is noted.`,
	Bad:      "location: {name: Porthaven, coordinates: [12.5, 41.9]}   # and in another record\nlocation: {name: Porthaven, coordinates: [41.9, 12.5]}",
	Good:     "location: {name: Porthaven, coordinates: [41.9, 12.5], precision: 10 km, gazetteer: {geonames: 3169070}}",
	Limits:   "Whether a number of a gazetteer is that of the place is not looked up. Two places can share a name; then a note on the location should say so.",
	Severity: Warning,
	Needs:    Static,
	Tasks:    ofRecords("EV007", placesOff),
}

// apart is how many kilometres make two spots two, beyond their precision.
const apart = 50

func placesOff(l *library) (out []oddity) {
	byName := map[string]*evidence.Record{}
	type number struct{ gazetteer, id string }
	byNumber := map[number]*evidence.Record{}
	for _, r := range l.Records {
		p := r.Location
		if p == nil {
			continue
		}
		at := p.At("coordinates")
		if slices.Contains(r.Uncertainty, "place inferred") {
			out = append(out, odd(r, Note, p.At("name"), "the page gives no place, and %s is concluded from something else", p.Name))
		}
		if !p.HasCoordinates && len(p.Gazetteer) == 0 {
			out = append(out, odd(r, Note, p.At("name"), "%s is a name only: without coordinates or a number in a gazetteer no map and no other catalogue can place it", p.Name))
		}
		if p.HasCoordinates {
			switch {
			case p.Latitude == 0 && p.Longitude == 0:
				out = append(out, odd(r, Warning, at, "the coordinates 0, 0 lie in the Gulf of Guinea, where programs put what they cannot place"))
			case p.Decimals >= 5 && p.Precision == 0:
				out = append(out, odd(r, Note, at, "coordinates with %d decimals name a spot of a metre; say with precision how near they are", p.Decimals))
			}
		}
		name := evidence.Fold(p.Name)
		if name == "" {
			name = r.ID // a place without a name is its own
		}
		if other := byName[name]; other != nil && p.HasCoordinates {
			q := other.Location
			if far := distance(p, q); far > apart+p.Precision+q.Precision {
				hint := ""
				swapped := *q
				swapped.Latitude, swapped.Longitude = q.Longitude, q.Latitude
				if distance(p, &swapped) < apart {
					hint = "; latitude and longitude seem to be exchanged in one of them"
				}
				out = append(out, related(odd(r, Warning, at, "%s lies %.0f km from where %s has it%s", p.Name, far, other.ID, hint), q.At("coordinates")))
			}
		} else if other == nil && p.HasCoordinates {
			byName[name] = r
		}
		for _, g := range sortedKeys(p.Gazetteer) {
			n := number{g, p.Gazetteer[g]}
			other := byNumber[n]
			if other == nil {
				byNumber[n] = r
				continue
			}
			q := other.Location
			switch {
			case evidence.Fold(q.Name) != name:
				out = append(out, related(odd(r, Note, p.At("gazetteer", g), "%s %s is called %s here and %s in %s", g, n.id, p.Name, q.Name, other.ID), q.At("gazetteer", g)))
			case p.HasCoordinates && q.HasCoordinates && distance(p, q) > apart+p.Precision+q.Precision && byName[name] == nil:
				out = append(out, related(odd(r, Warning, at, "%s %s lies %.0f km from where %s has it", g, n.id, distance(p, q), other.ID), q.At("coordinates")))
			}
		}
	}
	return out
}

// distance is in kilometres on a sphere (haversine).
func distance(a, b *evidence.Location) float64 {
	const radius, rad = 6371, math.Pi / 180
	dlat, dlon := (b.Latitude-a.Latitude)*rad, (b.Longitude-a.Longitude)*rad
	h := math.Pow(math.Sin(dlat/2), 2) + math.Cos(a.Latitude*rad)*math.Cos(b.Latitude*rad)*math.Pow(math.Sin(dlon/2), 2)
	return 2 * radius * math.Asin(math.Min(1, math.Sqrt(h)))
}
