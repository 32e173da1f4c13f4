package intake

import (
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/store"
)

// TestMuseumObjects: a museum's table of objects comes in through a mapping: numbers,
// materials, measures, find-spot and state have fields of their own, and what cannot be
// read is named with its cell.
func TestMuseumObjects(t *testing.T) {
	base := fstest.MapFS{"evidence/sources/s.json": {Data: []byte(`[{"id": "list", "type": "document", "title": "A list"}]`)}, "evidence/records/.keep": {}}
	c, errs := evidence.Load(base, "")
	if errs != nil {
		t.Fatal(errs)
	}
	mapping, errs := ReadMapping("objects.mapping.yaml", []byte(`
columns:
  Museum number: object.inventory
  Old number: object.former-inventory
  Object: object.kind
  Materials: object.material
  Technique: object.technique
  Length (cm): object.measures
  Width: object.measures
  Dimensions: object.measures
  Findspot: object.find-spot.name
  State: object.state
  Excavated by: find.site
set: {game: Tern, type: artifact, object.institution: Coast Museum, source: list, object.present-place.name: Porthaven}
id: CM.{Museum number}
`))
	if errs != nil {
		t.Fatal(errs)
	}
	const heading = "Museum number,Old number,Object,Materials,Technique,Length (cm),Width,Dimensions,Findspot,State,Excavated by\n"
	apply := func(rows string) (*Plan, error) {
		g := grid(t, "objects.csv", heading+rows)
		plan, _, errs := Tables(c, base, "", nil, nil, []ForeignTable{{Grid: g, Mapping: mapping}}, Options{}, false)
		return plan, errs.Err()
	}
	plan, err := apply("1899.17,A 4; A 5,Board,stone; red ochre,incised,\"27,3\",c. 11 cm,Thickness: 2-3 centimetres; Weight: 1.5 kilograms (worn),Reed Point,fragment,Reed Point dig\n" +
		"1899.18,,men,bone,,,,L. 3 cm; Diam. 20-22 mm; D: 4 cm,,complete,\n")
	if err != nil {
		t.Fatal(err)
	}
	got, errs := evidence.Load(store.Overlay(base, plan.Files), "")
	if errs != nil {
		t.Fatal(errs)
	}
	if small := got.Record("CM.1899.18").Object.Measures; len(small) != 3 || small[0].Of != "length" || small[1].Of != "diameter" || small[2].Of != "d" {
		t.Errorf("measures written short: %+v", small)
	}
	want := &evidence.Object{Kind: "board", Institution: "Coast Museum", Inventory: "1899.17", Former: []string{"A 4", "A 5"}, FindSpot: &evidence.Location{Name: "Reed Point"}, PresentPlace: &evidence.Location{Name: "Porthaven"},
		Material: []string{"stone", "red ochre"}, Technique: []string{"incised"}, State: "fragment", Measures: []evidence.Measure{
			{Of: "length", From: 27.3, To: 27.3, Unit: "cm", Text: "length 27.3 cm"}, {Of: "width", From: 11, To: 11, Unit: "cm", About: true, Text: "width ~11 cm"},
			{Of: "thickness", From: 2, To: 3, Unit: "cm", Text: "thickness 2-3 cm"}, {Of: "weight", From: 1.5, To: 1.5, Unit: "kg", Note: "worn", Text: "weight 1.5 kg (worn)"}}}
	if diff := cmp.Diff(want, got.Record("CM.1899.17").Object, cmpopts.IgnoreTypes(evidence.Fields{})); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if o := got.Record("CM.1899.18").Object; o.Kind != "men" {
		t.Errorf("%+v", o)
	}
	_, err = apply("1899.19,,thing,bone,,long,,,,half,\n")
	wanted := `objects.csv:2:10: "kind" of "object" of the record cannot be "thing"`
	if err == nil || len(err.Error()) < len(wanted) || err.Error()[:len(wanted)] != wanted {
		t.Errorf("%v", err)
	}
}
