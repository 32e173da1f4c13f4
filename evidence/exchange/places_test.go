package exchange

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func spots() []Spot {
	return []Spot{
		{ID: "R.1", Title: "Kiôz <b>", Place: "Palestine", Latitude: 32, Longitude: 35.25, HasPoint: true, Precision: 80, Links: []string{"https://www.geonames.org/6254930"},
			Earliest: "1694-01-01", Latest: "1694-12-31", Citation: "Hyde & co", Properties: []Property{{"confidence", 40}, {"uncertainty", []string{"hearsay"}}}},
		{ID: "R.2", Title: "Tâb", Place: "Filastin", Links: []string{"https://pleiades.stoa.org/places/687999"}, Earliest: "1900-01-01"},
		{ID: "R.3", Title: "Nowhere"},
		{ID: "R.4", Title: "Barjis", Place: "Palestine", Links: []string{"https://pleiades.stoa.org/places/687999", "https://www.geonames.org/6254930"}},
		{ID: "R.5", Title: "Mylna", Place: "Iceland", Latitude: 65, Longitude: -19, HasPoint: true},
		{ID: "R.6", Title: "Kotra", Place: "iceland", Latitude: 65, Longitude: -19, HasPoint: true},
	}
}

func TestGeoJSON(t *testing.T) {
	var b bytes.Buffer
	if err := GeoJSON(&b, spots()); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Type     string
		Features []struct {
			Type, ID string
			Geometry *struct {
				Type        string
				Coordinates []float64
			}
			Properties map[string]any
		}
	}
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if got.Type != "FeatureCollection" || len(got.Features) != 6 {
		t.Fatalf("%s", b.Bytes())
	}
	f := got.Features[0]
	if f.Type != "Feature" || f.ID != "R.1" || f.Geometry.Type != "Point" || f.Geometry.Coordinates[0] != 35.25 || f.Geometry.Coordinates[1] != 32 {
		t.Errorf("%+v", f)
	}
	want := map[string]any{"title": "Kiôz <b>", "place": "Palestine", "precision-km": 80.0, "gazetteers": []any{"https://www.geonames.org/6254930"},
		"earliest": "1694-01-01", "latest": "1694-12-31", "citation": "Hyde & co", "confidence": 40.0, "uncertainty": []any{"hearsay"}}
	if diff := cmp.Diff(want, f.Properties); diff != "" {
		t.Error(diff)
	}
	if got.Features[2].Geometry != nil || !strings.Contains(b.String(), `"geometry": null`) {
		t.Error("a record without a place is lost")
	}
	var again bytes.Buffer
	if GeoJSON(&again, spots()); again.String() != b.String() {
		t.Error("written twice it differs")
	}
	b.Reset()
	if GeoJSON(&b, nil); !strings.Contains(b.String(), `"features": []`) {
		t.Error(b.String())
	}
}

func TestLinkedPlaces(t *testing.T) {
	var b bytes.Buffer
	left, err := LinkedPlaces(&b, "https://example.org/", spots())
	if err != nil || left != 1 {
		t.Fatal(left, err)
	}
	type anything = map[string]any
	var got struct {
		Context  string `json:"@context"`
		Features []struct {
			ID         string `json:"@id"`
			Properties anything
			When       struct{ Timespans []anything }
			Names      []struct {
				Toponym   string
				Citations []anything
			}
			Geometry     *struct{ Coordinates []float64 }
			Links        []anything
			Descriptions []anything
		}
	}
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	// R.4 shows that R.1 and R.2 are of one place; R.5 and R.6 are anyhow.
	if len(got.Features) != 2 || got.Context != linkedPlacesContext {
		t.Fatalf("%s", b.Bytes())
	}
	var names []string
	for _, n := range got.Features[1].Names {
		names = append(names, n.Toponym)
	}
	p := got.Features[1]
	if strings.Join(names, " ") != "Palestine Filastin" || p.ID != "https://example.org/palestine-r-1" ||
		len(p.Links) != 2 || len(p.When.Timespans) != 2 || p.Geometry == nil || len(p.Descriptions) != 3 {
		t.Errorf("%+v", p)
	}
	if i := got.Features[0]; i.ID != "https://example.org/iceland-r-5" || len(i.Names) != 2 || i.Geometry.Coordinates[0] != -19 || len(i.When.Timespans) != 0 {
		t.Errorf("%+v", i)
	}
}

func TestCSV(t *testing.T) {
	table := Table{[]string{"id", "text"}, [][]string{{"a", "=1+1"}, {"b", "two\nlines, \"quoted\""}, {"-12.5", "-x"}, {"@a", ""}, {"+1", "-0043"}}}
	var b bytes.Buffer
	if err := CSV(&b, table); err != nil {
		t.Fatal(err)
	}
	got, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{{"id", "text"}, {"a", "'=1+1"}, {"b", "two\nlines, \"quoted\""}, {"-12.5", "'-x"}, {"'@a", ""}, {"'+1", "-0043"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
