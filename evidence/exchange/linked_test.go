package exchange

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func smallGraph() *Graph {
	g := &Graph{}
	text := g.Node(LinkedID("text", "R.1"), "crm:E33_Linguistic_Object").Label("a text").Label("").Label("a text")
	clause := g.Node(LinkedID("clause", "R.1", "", "2/3"), "crminf:I4_Proposition_Set", "crm:E33_Linguistic_Object").Say("crm:P190_has_symbolic_content", "Who is first <wins>.", "")
	belief := g.Node(LinkedID("belief"), "crminf:I13_Intended_Meaning_Belief").Say("crminf:J4_that", clause).Say("crminf:J5_holds_to_be", "true").Say("crminf:J17_about", text, text, (*Node)(nil))
	g.Node(LinkedID("inference"), "crminf:I5_Inference_Making").Say("crminf:J1_used_as_premise", belief)
	g.Node(LinkedID("place"), "crm:E53_Place").See("https://www.geonames.org/1")
	g.Node(LinkedID("time"), "crm:E52_Time-Span").Say("crm:P82a_begin_of_the_begin", TypedText{"-0043-01-01", DayType}, TypedText{"", DayType})
	return g
}

func TestJSONLD(t *testing.T) {
	var b, again bytes.Buffer
	if err := JSONLD(&b, smallGraph()); err != nil {
		t.Fatal(err)
	}
	if JSONLD(&again, smallGraph()); b.String() != again.String() {
		t.Error("the second time it is another")
	}
	var got struct {
		Context map[string]string `json:"@context"`
		Graph   []map[string]any  `json:"@graph"`
	}
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if got.Context["crminf"] != "http://www.cidoc-crm.org/extensions/crminf/" || got.Context["crm"] != "http://www.cidoc-crm.org/cidoc-crm/" {
		t.Errorf("the context is %v", got.Context)
	}
	want := []map[string]any{
		{"@id": "urn:x-lectio:belief:", "@type": []any{"crminf:I13_Intended_Meaning_Belief"}, "crminf:J4_that": []any{map[string]any{"@id": "urn:x-lectio:clause:R.1/2%2F3"}},
			"crminf:J5_holds_to_be": []any{"true"}, "crminf:J17_about": []any{map[string]any{"@id": "urn:x-lectio:text:R.1"}}},
		{"@id": "urn:x-lectio:clause:R.1/2%2F3", "@type": []any{"crminf:I4_Proposition_Set", "crm:E33_Linguistic_Object"}, "crm:P190_has_symbolic_content": []any{"Who is first <wins>."}},
		{"@id": "urn:x-lectio:inference:", "@type": []any{"crminf:I5_Inference_Making"}, "crminf:J1_used_as_premise": []any{map[string]any{"@id": "urn:x-lectio:belief:"}}},
		{"@id": "urn:x-lectio:place:", "@type": []any{"crm:E53_Place"}, "skos:closeMatch": []any{map[string]any{"@id": "https://www.geonames.org/1"}}},
		{"@id": "urn:x-lectio:text:R.1", "@type": []any{"crm:E33_Linguistic_Object"}, "rdfs:label": []any{"a text"}},
		{"@id": "urn:x-lectio:time:", "@type": []any{"crm:E52_Time-Span"}, "crm:P82a_begin_of_the_begin": []any{map[string]any{"@value": "-0043-01-01", "@type": DayType}}},
	}
	if diff := cmp.Diff(want, got.Graph); diff != "" {
		t.Error(diff)
	}
}

// What is not of the model is not written.
func TestGraphCheckFindsEachFault(t *testing.T) {
	for want, spoil := range map[string]func(g *Graph){
		`"urn:x:a b" is no address`:     func(g *Graph) { g.Node("urn:x:a b", "crm:E53_Place") },
		`"see there" is no address`:     func(g *Graph) { g.Node("x:y", "crm:E53_Place").Say("rdfs:seeAlso", "see there") },
		"there is no class crm:E99":     func(g *Graph) { g.Node("x:x", "crm:E99_Nothing") },
		"there is no property crm:P999": func(g *Graph) { g.Node("x:x", "crm:E53_Place").Say("crm:P999_x", "y") },
		"nothing is said of it":         func(g *Graph) { g.Node("x:x") },
		"only crm:E54_Dimension has":    func(g *Graph) { g.Node("x:x", "crm:E53_Place").Say("crm:P90_has_value", "1") },
		"is no crm:E58_Measurement_Unit": func(g *Graph) {
			g.Node("x:x", "crm:E54_Dimension").Say("crm:P91_has_unit", g.Node("x:y", "crm:E53_Place"))
		},
		"of the wrong kind": func(g *Graph) { g.Node("x:x", "crm:E54_Dimension").Say("crm:P91_has_unit", "cm") },
		"leads to x:z, which is": func(g *Graph) {
			g.Node("x:x", "crm:E53_Place").Say("crm:P2_has_type", (&Graph{}).Node("x:z", "crm:E55_Type"))
		},
	} {
		g := smallGraph()
		spoil(g)
		if err := JSONLD(&bytes.Buffer{}, g); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

// The tables of classes and properties name each other only.
func TestTermsOfTheModel(t *testing.T) {
	for class, above := range crmClasses {
		for _, c := range above {
			if _, ok := crmClasses[c]; !ok || below(c, class) {
				t.Errorf("%s lies below %s", class, c)
			}
		}
	}
	for p, ends := range crmProperties {
		for _, c := range ends {
			if _, ok := crmClasses[c]; !ok && c != "" && c != addressed {
				t.Errorf("%s has an end %s", p, c)
			}
		}
	}
}
