package evidence

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/lectio/lectio/evidence/biblio"
)

// TestSparse: a find has no rules text, perhaps no name of its place, a date that
// nobody has read yet, and fields of its own.
func TestSparse(t *testing.T) {
	r, errs := ParseRecord("x.yaml", []byte(`id: X.1
game: Tern
location: {coordinates: ["64°58'N", "19°1'12\"W"]}
date: {as-written: reign of the second king}
source: {key: s}
extra:
  Reg. no.: "1859,0301.12"
  material: bone
`))
	if errs != nil {
		t.Fatal(errs)
	}
	if l := r.Location; math.Abs(l.Latitude-64.9667) > 0.001 || math.Abs(l.Longitude+19.02) > 0.001 {
		t.Errorf("the place is %v, %v", l.Latitude, l.Longitude)
	}
	if len(r.Extra) != 2 || r.Extra[0] != (Extra{"Reg. no.", "1859,0301.12"}) {
		t.Errorf("the extra fields are %v", r.Extra)
	}
	said, err := json.Marshal(r)
	if err != nil || !strings.Contains(string(said), `"extra":{"Reg. no.":"1859,0301.12","material":"bone"}`) {
		t.Errorf("%s, %v", said, err)
	}
	c := &Corpus{Records: []*Record{r}}
	q, _ := ParseQuery("bone second")
	if _, ok := (&Filter{Words: q}).Match(c.Card(r)); !ok {
		t.Error("extra fields and dates as written are not searched")
	}
	for _, bad := range []string{"location: {note: somewhere}", "date: {of: play}", "extra: bone", "location: {coordinates: [\"64°78'N\", 1]}",
		"location: {coordinates: [19 W, 64 N]}"} {
		if _, errs := ParseRecord("x.yaml", []byte("id: X.1\ngame: Tern\nsource: {key: s}\n"+bad+"\n")); len(errs) != 1 {
			t.Errorf("%s: %v", bad, errs)
		}
	}
}

// TestCoordinates: degrees as catalogues write them.
func TestCoordinates(t *testing.T) {
	for _, x := range []struct {
		text     string
		lat, lon float64
	}{
		{"64.96, -19.02", 64.96, -19.02}, {"64°58'N 19°1'W", 64.96667, -19.01667}, {"64° 58′ 30″ N, 19° 1′ 12″ W", 64.975, -19.02},
		{"51.5074° N, 0.1278° W", 51.5074, -0.1278}, {"N 51 30, W 0 7", 51.5, -0.11667}, {"51 30 N 0 7 W", 51.5, -0.11667}, {"51.5 -0.1", 51.5, -0.1},
		{"19°1'W, 64°58'N", 64.96667, -19.01667}, {"51°30'26\"N 0°7'39\"W", 51.50722, -0.1275}, {"33.5S 151.2E", -33.5, 151.2}, {"51°30.5'N; 0°7.6'W", 51.50833, -0.12667},
		{"64°58'N19°1'W", 64.96667, -19.01667}, {"(64.96, -19.02)", 64.96, -19.02}, {"51 N, 0 E", 51, 0}, {"51° 30' North, 0° 7' West", 51.5, -0.11667},
	} {
		lat, lon, err := ParseCoordinates(x.text)
		if err != nil || math.Abs(lat.Value-x.lat) > 0.0001 || math.Abs(lon.Value-x.lon) > 0.0001 {
			t.Errorf("%q is %v, %v (%v)", x.text, lat.Value, lon.Value, err)
		}
	}
	for _, bad := range []string{"", "north", "51", "51°75'N 0°1'W", "12 May 1888", "N N", "-51 S, 12 E", "51.5 N 12.3 N"} {
		if lat, lon, err := ParseCoordinates(bad); err == nil {
			t.Errorf("%q is %v, %v", bad, lat, lon)
		}
	}
}

// TestCiteBCE: citations say years before Christ in words.
func TestCiteBCE(t *testing.T) {
	for issued, want := range map[string]string{
		`{"date-parts": [[-177], [-176]]}`: "177/176 BCE", `{"date-parts": [[-44]]}`: "44 BCE", `{"raw": "-0176/-0175"}`: "177/176 BCE", `{"date-parts": [[-27], [14]]}`: "27 BCE–14 CE",
		`{"date-parts": [[-1]], "circa": true}`: "c. 1 BCE", `{"date-parts": [[1888], [1892]]}`: "1888–1892", `{"raw": "1888-92"}`: "1888-92",
	} {
		list, errs := biblio.ReadCSL("s.json", []byte(`[{"id": "s", "type": "book", "title": "T", "issued": `+issued+`}]`))
		if errs != nil || list[0].Cite() != want+". T" {
			t.Errorf("%s is cited as %q (%v)", issued, list[0].Cite(), errs)
		}
	}
}
