package publish

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/testdata/bundled"
)

// linkedNode is a node of linked data, as it is written.
type linkedNode map[string]any

// to are the ids, or the texts, that a property of a node leads to.
func (n linkedNode) to(property string) (list []string) {
	values, _ := n[property].([]any)
	for _, v := range values {
		switch v := v.(type) {
		case string:
			list = append(list, v)
		case map[string]any:
			for _, key := range []string{"@id", "@value"} {
				if text, ok := v[key].(string); ok {
					list = append(list, text)
				}
			}
		}
	}
	return list
}

// exported is a catalogue in a format.
func exported(t *testing.T, k *Catalogue, flag string) []byte {
	t.Helper()
	i := slices.IndexFunc(Formats, func(f Format) bool { return f.Flag == flag })
	var b bytes.Buffer
	if _, err := Formats[i].Write(t.Context(), k, &b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// linkedIn are the nodes of an export by their ids, without what stands before each.
func linkedIn(t *testing.T, k *Catalogue) map[string]linkedNode {
	t.Helper()
	var doc struct {
		Graph []linkedNode `json:"@graph"`
	}
	if err := json.Unmarshal(exported(t, k, "crm"), &doc); err != nil {
		t.Fatal(err)
	}
	nodes := map[string]linkedNode{}
	for _, n := range doc.Graph {
		nodes[n["@id"].(string)] = n
	}
	return nodes
}

// Each reading is a belief that somebody concluded from what clauses are taken to mean,
// and each clause such a belief of who made the corpus.
func TestReadingsAreBeliefs(t *testing.T) {
	k, c := bundledCatalogue(t)
	nodes := linkedIn(t, k)
	const base = "urn:x-lectio:"
	node := func(id string) linkedNode {
		t.Helper()
		if nodes[base+id] == nil {
			t.Fatalf("there is no %s", id)
		}
		return nodes[base+id]
	}
	held, readings, premises := 0, 0, 0
	for _, d := range c.Definitions {
		for _, q := range d.Questions {
			for _, r := range q.Readings {
				id := d.ID + "/" + q.ID + "/" + r.ID
				readings++
				id = strings.ReplaceAll(id, "/", "%2F")
				act, belief := node("inference:"+id), node("conclusion:"+id)
				if got := act.to("crminf:J2_concluded_that"); len(got) != 1 || got[0] != base+"conclusion:"+id {
					t.Errorf("%s concludes %v", id, got)
				}
				if got := act.to("crminf:J3_applied"); len(got) != 1 || got[0] != base+"basis:"+r.Basis {
					t.Errorf("%s rests on %v, not on %s", id, got, r.Basis)
				}
				value := belief.to("crminf:J5_holds_to_be")
				if len(r.HeldBy) > 0 {
					held++
				}
				if want := map[bool]string{true: "true", false: "possible"}[len(r.HeldBy) > 0]; len(value) != 1 || value[0] != want {
					t.Errorf("%s is held to be %v, not %s", id, value, want)
				}
				if len(act.to("crm:P14_carried_out_by")) == 0 {
					t.Errorf("nobody holds %s", id)
				}
				if got, want := slices.Contains(belief.to("crm:P2_has_type"), base+"standing:default%20reading"), r.ID == q.Default; got != want {
					t.Errorf("%s: default is %v, not %v", id, got, want)
				}
				var want []string
				for _, ref := range append([][]rulesets.ClauseRef{q.About}, warrants(r)...) {
					for _, x := range ref {
						if b := beliefID(x.Record, x.N); !slices.Contains(want, b) {
							want = append(want, b)
						}
					}
				}
				premises += len(want)
				if got := act.to("crminf:J1_used_as_premise"); !slices.Equal(got, want) {
					t.Errorf("%s is concluded from %v, not from %v", id, got, want)
				}
			}
		}
	}
	clauses := 0
	for _, r := range c.Evidence.Records {
		for _, cl := range r.Clauses {
			clauses++
			n := nodes[clauseID(r.ID, cl.N)]
			if got := n.to("crm:P190_has_symbolic_content"); len(got) != 1 || got[0] != cl.Text {
				t.Errorf("%s says %v", r.Ref(cl.N), got)
			}
			if got := nodes[beliefID(r.ID, cl.N)].to("crminf:J4_that"); len(got) != 1 || got[0] != clauseID(r.ID, cl.N) {
				t.Errorf("%s is believed as %v", r.Ref(cl.N), got)
			}
		}
	}
	if held == 0 || held == readings || clauses < 100 || premises < readings {
		t.Errorf("%d of %d readings are held by somebody; %d clauses, %d premises", held, readings, clauses, premises)
	}
}

// warrants are those of the statements of a reading.
func warrants(r *rulesets.Reading) (list [][]rulesets.ClauseRef) {
	for _, s := range r.Statements {
		list = append(list, s.Warrant)
	}
	return list
}

// teiDocument is what the tests look at of a TEI document.
type teiDocument struct {
	N       string `xml:"n,attr"`
	Witness []struct {
		ID string `xml:"id,attr"`
		N  string `xml:"n,attr"`
	} `xml:"teiHeader>fileDesc>sourceDesc>listWit>witness"`
	Person []struct {
		Role string `xml:"role,attr"`
		Name string `xml:"persName"`
	} `xml:"teiHeader>profileDesc>particDesc>listPerson>person"`
	Object []struct {
		Inventory []string `xml:"objectIdentifier>idno"`
		Material  []string `xml:"physDesc>objectDesc>supportDesc>support>p>material"`
		Dim       []struct {
			Quantity string `xml:"quantity,attr"`
			AtLeast  string `xml:"atLeast,attr"`
			Unit     string `xml:"unit,attr"`
		} `xml:"physDesc>objectDesc>supportDesc>extent>dim"`
	} `xml:"teiHeader>fileDesc>sourceDesc>listObject>object"`
	AB []struct {
		Type string `xml:"type,attr"`
		N    string `xml:"n,attr"`
		Text string `xml:",chardata"`
	} `xml:"text>body>div>ab"`
	App []struct {
		Type string `xml:"type,attr"`
		N    string `xml:"n,attr"`
		Loc  string `xml:"loc,attr"`
		Lem  string `xml:"lem"`
		Rdg  []struct {
			N    string `xml:"n,attr"`
			Type string `xml:"type,attr"`
			Wit  string `xml:"wit,attr"`
			Resp string `xml:"resp,attr"`
			Text string `xml:",chardata"`
		} `xml:"rdg"`
	} `xml:"text>back>div>listApp>app"`
}

func teiIn(t *testing.T, k *Catalogue) (documents map[string]teiDocument) {
	t.Helper()
	var corpus struct {
		XMLName xml.Name      `xml:"http://www.tei-c.org/ns/1.0 teiCorpus"`
		TEI     []teiDocument `xml:"TEI"`
	}
	if err := xml.Unmarshal(exported(t, k, "tei"), &corpus); err != nil {
		t.Fatal(err)
	}
	documents = map[string]teiDocument{}
	for _, d := range corpus.TEI {
		documents[d.N] = d
	}
	return documents
}

// Each clause is a passage, and each reading stands in the apparatus of a question, with
// who or what has it.
func TestTEIHoldsClausesAndReadings(t *testing.T) {
	k, c := bundledCatalogue(t)
	documents := teiIn(t, k)
	readings := map[string]string{} // by question and reading, the standing
	emended := 0
	for _, r := range c.Evidence.Records {
		d := documents[r.ID]
		for i, cl := range r.Clauses {
			if i >= len(d.AB) || d.AB[i].Type != "clause" || d.AB[i].Text != cl.Text {
				t.Fatalf("%s: passage %d is not clause %d", r.ID, i, cl.N)
			}
		}
		alone := 0 // layers that are of no witness stand for themselves
		for _, l := range r.Texts {
			emended += len(l.Emendations)
			if l.Witness == "" {
				alone++
			}
		}
		if len(d.Witness) != len(r.Witnesses)+alone {
			t.Errorf("%s: %d witnesses, but %d of the record and %d layers", r.ID, len(d.Witness), len(r.Witnesses), alone)
		}
		for _, app := range d.App {
			switch app.Type {
			case "emendation":
				if emended--; app.Lem == "" || app.Rdg[0].Wit == "" {
					t.Errorf("%s: an emendation is %+v", r.ID, app)
				}
			case "question":
				for _, rdg := range app.Rdg {
					readings[app.N+"/"+rdg.N] = rdg.Type
					if rdg.Wit == "" && rdg.Resp == "" || strings.TrimSpace(rdg.Text) == "" {
						t.Errorf("%s/%s is %+v", app.N, rdg.N, rdg)
					}
				}
			}
		}
	}
	if emended != 0 {
		t.Errorf("%d emendations are missing", emended)
	}
	n := 0
	for _, d := range c.Definitions {
		for _, q := range d.Questions {
			for _, r := range q.Readings {
				n++
				if want := map[bool]string{true: "default", false: "alternative"}[r.ID == q.Default]; readings[d.ID+"/"+q.ID+"/"+r.ID] != want {
					t.Errorf("%s/%s is %q", d.ID+"/"+q.ID, r.ID, readings[d.ID+"/"+q.ID+"/"+r.ID])
				}
			}
		}
	}
	if n != len(readings) {
		t.Errorf("%d readings, not %d", len(readings), n)
	}
}

// What an object, a find, witnesses and persons are goes out in terms of its own.
func TestObjectsForInstitutions(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../starter/corpus")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "evidence/records/R.2.yaml"), []byte(`
id: R.2
game: Tern
type: find
source: {key: example-1895}
names: [{name: tarna, language: und}]
date: {edtf: -0500~/-0300, of: manufacture, by: digger}
location: {name: Reed Point, of: finding, gazetteer: {geonames: 17}}
persons: [{id: digger, name: Ann Smith, roles: [excavator, author], authority: {viaf: 12345678}}]
object:
  institution: Coast Museum
  inventory: 1899.17
  find-spot: {name: Reed Point}
  material: [stone, bone]
  technique: [incised]
  measures: [length 27.3 cm, width ~11 cm, thickness 2-3 cm]
  state: fragment
images: [{id: front, manifest: "https://museum.example/manifest", licence: CC-BY-4.0}]
witnesses:
  - {siglum: A, kind: manuscript, institution: Coast Library, shelfmark: MS 4}
  - {siglum: B, kind: translation, from: A}
observations: [{n: 1, text: There are twenty-one squares., image: front, by: digger}]
clauses:
  - n: 3
    text: Nine men stand on the board.
    witnesses: [A, {siglum: B, reads: nyne}]
    checked: [{by: Ben Jones, on: 2026-03-01, verdict: doubtful, doubt: a six}]
`), 0o666); err != nil {
		t.Fatal(err)
	}
	c := bundled.In(t, dir)
	k := New(c.Evidence, c.Definitions, dir, nil)
	nodes := linkedIn(t, k)
	for _, want := range []struct {
		node, property string
		values         []string
	}{
		{"object:R.2", "crm:P45_consists_of", []string{"urn:x-lectio:material:stone", "urn:x-lectio:material:bone"}},
		{"object:R.2", "crm:P50_has_current_keeper", []string{"urn:x-lectio:actor:Coast%20Museum"}},
		{"object:R.2", "crm:P48_has_preferred_identifier", []string{"urn:x-lectio:identifier:R.2/inventory%20number/1899.17"}},
		{"measure:R.2/1", "crm:P90_has_value", []string{"27.3"}},
		{"measure:R.2/2", "crm:P90_has_value", nil}, // it is only about that
		{"measure:R.2/3", "crm:P90b_has_upper_value_limit", []string{"3"}},
		{"time:R.2/1", "crm:P82a_begin_of_the_begin", nil}, // it is only about that year
		{"time:R.2/1", "crm:P82b_end_of_the_end", []string{"-0300-12-31"}},
		{"time:R.2/1", "crm:P82_at_some_time_within", []string{"-0500~/-0300"}},
		{"person:R.2/digger", "skos:closeMatch", []string{"https://viaf.org/viaf/12345678"}},
		{"place:R.2/1", "skos:closeMatch", []string{"https://www.geonames.org/17"}},
		{"witness:R.2/B", "crm:P73i_is_translation_of", []string{"urn:x-lectio:witness:R.2/A"}},
		{"witness:R.2/B", "crm:P165_incorporates", []string{"urn:x-lectio:passage:R.2/3/B"}},
		{"observation:R.2/1", "crminf:J2_concluded_that", []string{"urn:x-lectio:belief:R.2/1"}},
		{"observation:R.2/1", "crm:P14_carried_out_by", []string{"urn:x-lectio:person:R.2/digger"}},
		{"belief-of-check:R.2/3/1", "crminf:J5_holds_to_be", []string{"doubtful"}},
	} {
		if got := nodes["urn:x-lectio:"+want.node].to(want.property); !slices.Equal(got, want.values) {
			t.Errorf("%s %s %v, want %v", want.node, want.property, got, want.values)
		}
	}
	d := teiIn(t, k)["R.2"]
	if len(d.Witness) != 2 || len(d.Person) != 1 || d.Person[0].Role != "excavator author" || len(d.Object) != 1 {
		t.Fatalf("the document is %+v", d)
	}
	o := d.Object[0]
	if !slices.Equal(o.Inventory, []string{"1899.17"}) || !slices.Equal(o.Material, []string{"stone", "bone"}) ||
		len(o.Dim) != 3 || o.Dim[0].Quantity != "27.3" || o.Dim[1].Quantity != "" || o.Dim[2].AtLeast != "2" || o.Dim[0].Unit != "cm" {
		t.Errorf("the object is %+v", o)
	}
	if len(d.App) != 1 || len(d.App[0].Rdg) != 2 || d.App[0].Rdg[1].Text != "nyne" || d.App[0].Rdg[1].Wit != "#"+d.Witness[1].ID {
		t.Errorf("the apparatus is %+v", d.App)
	}
}
