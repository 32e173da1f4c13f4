package exchange

import (
	"cmp"
	"fmt"
	"io"
	"iter"
	"net/url"
	"slices"
	"strings"
)

// Graph is linked data in the terms of the CIDOC Conceptual Reference Model: things,
// texts, persons and events, and beliefs that somebody concluded from others.
// [JSONLD] writes it.
type Graph struct {
	nodes []*Node
	byID  map[string]*Node
}

// Node is what a graph says of one thing.
type Node struct {
	id     string
	types  []string
	labels []string
	said   pairs
	has    map[Property]bool // what is in said, once that is much
}

// muchSaid is from how many properties of a node on they are not searched one by one.
const muchSaid = 16

// says reports whether a property is said of the node.
func (n *Node) says(p Property) bool {
	if len(n.said) < muchSaid {
		return slices.Contains(n.said, p)
	}
	if n.has == nil {
		n.has = map[Property]bool{}
		for _, s := range n.said {
			n.has[s] = true
		}
	}
	return n.has[p]
}

// Node returns the node of an id, which is made where there is none yet, with these
// classes besides those that it has.
func (g *Graph) Node(id string, classes ...string) *Node {
	n := g.byID[id]
	if n == nil {
		n = &Node{id: id}
		if g.byID == nil {
			g.byID = map[string]*Node{}
		}
		g.byID[id], g.nodes = n, append(g.nodes, n)
	}
	for _, c := range classes {
		if !slices.Contains(n.types, c) {
			n.types = append(n.types, c)
		}
	}
	return n
}

// Label names the node for people; one that it has already, or no text, is left out.
func (n *Node) Label(text string) *Node {
	if text != "" && !slices.Contains(n.labels, text) {
		n.labels = append(n.labels, text)
	}
	return n
}

// Say adds a property: its value is a text, a [TypedText] or a node. A value that is
// empty or nil is left out, and so is one that the property has already.
func (n *Node) Say(property string, values ...any) *Node {
	for _, v := range values {
		switch x := v.(type) {
		case string:
			if x == "" {
				continue
			}
		case TypedText:
			if x.Text == "" {
				continue
			}
		case *Node:
			if x == nil {
				continue
			}
		}
		if p := (Property{property, v}); !n.says(p) {
			n.said = append(n.said, p)
			if n.has != nil {
				n.has[p] = true
			}
		}
	}
	return n
}

// See links the node to what others say of the same, as close a match as whoever gave
// the link thought.
func (n *Node) See(addresses ...string) *Node {
	for _, a := range addresses {
		n.Say("skos:closeMatch", a)
	}
	return n
}

// TypedText is a text of a datatype, by its address.
type TypedText struct{ Text, Type string }

// The datatypes of dates: a day of XML Schema 1.1, in which year 0 is 1 BCE, and EDTF as
// the Library of Congress names it.
const (
	DayType  = "http://www.w3.org/2001/XMLSchema#date"
	EDTFType = "http://id.loc.gov/datatypes/edtf/EDTF"
)

// LinkedBase is put before the ids of a graph: nobody has given them an address, so they
// say no more than which name of which kind they are.
const LinkedBase = "urn:x-lectio:"

// LinkedID makes an id of the names of a thing, the kind first; a name that is empty is
// left out.
func LinkedID(kind string, names ...string) string {
	parts := []string{}
	for _, n := range names {
		if n != "" {
			parts = append(parts, url.PathEscape(n))
		}
	}
	return LinkedBase + kind + ":" + strings.Join(parts, "/")
}

// crmClasses are the classes that a graph can have, each with those above it. They are
// of CIDOC CRM 7.1.2 (E) in its implementation in RDFS of September 2022, and of CRMinf
// (I), whose names here are the same in versions 1.0 (2023) and 1.2 (2025).
var crmClasses = map[string][]string{
	"crm:E1_CRM_Entity": nil, "crm:E2_Temporal_Entity": {"crm:E1_CRM_Entity"}, "crm:E3_Condition_State": {"crm:E2_Temporal_Entity"},
	"crm:E4_Period": {"crm:E2_Temporal_Entity"}, "crm:E5_Event": {"crm:E4_Period"}, "crm:E7_Activity": {"crm:E5_Event"},
	"crm:E12_Production": {"crm:E7_Activity"}, "crm:E65_Creation": {"crm:E7_Activity"},
	"crm:E77_Persistent_Item": {"crm:E1_CRM_Entity"}, "crm:E39_Actor": {"crm:E77_Persistent_Item"}, "crm:E21_Person": {"crm:E39_Actor"}, "crm:E74_Group": {"crm:E39_Actor"},
	"crm:E70_Thing": {"crm:E77_Persistent_Item"}, "crm:E72_Legal_Object": {"crm:E70_Thing"}, "crm:E71_Human-Made_Thing": {"crm:E70_Thing"},
	"crm:E18_Physical_Thing": {"crm:E72_Legal_Object"}, "crm:E19_Physical_Object": {"crm:E18_Physical_Thing"},
	"crm:E24_Physical_Human-Made_Thing": {"crm:E18_Physical_Thing", "crm:E71_Human-Made_Thing"},
	"crm:E22_Human-Made_Object":         {"crm:E19_Physical_Object", "crm:E24_Physical_Human-Made_Thing"},
	"crm:E28_Conceptual_Object":         {"crm:E71_Human-Made_Thing"}, "crm:E89_Propositional_Object": {"crm:E28_Conceptual_Object"},
	"crm:E90_Symbolic_Object": {"crm:E28_Conceptual_Object", "crm:E72_Legal_Object"}, "crm:E73_Information_Object": {"crm:E89_Propositional_Object", "crm:E90_Symbolic_Object"},
	"crm:E31_Document": {"crm:E73_Information_Object"}, "crm:E33_Linguistic_Object": {"crm:E73_Information_Object"}, "crm:E34_Inscription": {"crm:E33_Linguistic_Object"},
	"crm:E36_Visual_Item": {"crm:E73_Information_Object"}, "crm:E29_Design_or_Procedure": {"crm:E73_Information_Object"}, "crm:E30_Right": {"crm:E89_Propositional_Object"},
	"crm:E41_Appellation": {"crm:E90_Symbolic_Object"}, "crm:E42_Identifier": {"crm:E41_Appellation"},
	"crm:E33_E41_Linguistic_Appellation": {"crm:E33_Linguistic_Object", "crm:E41_Appellation"},
	"crm:E55_Type":                       {"crm:E28_Conceptual_Object"}, "crm:E56_Language": {"crm:E55_Type"}, "crm:E57_Material": {"crm:E55_Type"}, "crm:E58_Measurement_Unit": {"crm:E55_Type"},
	"crm:E52_Time-Span": {"crm:E1_CRM_Entity"}, "crm:E53_Place": {"crm:E1_CRM_Entity"}, "crm:E54_Dimension": {"crm:E1_CRM_Entity"},
	"crminf:I1_Argumentation": {"crm:E7_Activity"}, "crminf:I5_Inference_Making": {"crminf:I1_Argumentation"}, "crminf:I16_Meaning_Comprehension": {"crminf:I1_Argumentation"},
	"crminf:I2_Belief": {"crm:E2_Temporal_Entity"}, "crminf:I13_Intended_Meaning_Belief": {"crminf:I2_Belief"},
	"crminf:I3_Inference_Logic": {"crm:E89_Propositional_Object"}, "crminf:I4_Proposition_Set": {"crm:E89_Propositional_Object"},
}

// crmProperties are the properties that a graph can have, each with the class of what has
// it and that of its values, "" for a text. J5 holds to be leads to a belief value, which
// is a primitive value and so a text.
var crmProperties = map[string][2]string{
	"crm:P1_is_identified_by":           {"crm:E1_CRM_Entity", "crm:E41_Appellation"},
	"crm:P2_has_type":                   {"crm:E1_CRM_Entity", "crm:E55_Type"},
	"crm:P3_has_note":                   {"crm:E1_CRM_Entity", ""},
	"crm:P4_has_time-span":              {"crm:E2_Temporal_Entity", "crm:E52_Time-Span"},
	"crm:P7_took_place_at":              {"crm:E4_Period", "crm:E53_Place"},
	"crm:P14_carried_out_by":            {"crm:E7_Activity", "crm:E39_Actor"},
	"crm:P16_used_specific_object":      {"crm:E7_Activity", "crm:E70_Thing"},
	"crm:P32_used_general_technique":    {"crm:E7_Activity", "crm:E55_Type"},
	"crm:P43_has_dimension":             {"crm:E70_Thing", "crm:E54_Dimension"},
	"crm:P44_has_condition":             {"crm:E18_Physical_Thing", "crm:E3_Condition_State"},
	"crm:P45_consists_of":               {"crm:E18_Physical_Thing", "crm:E57_Material"},
	"crm:P48_has_preferred_identifier":  {"crm:E1_CRM_Entity", "crm:E42_Identifier"},
	"crm:P50_has_current_keeper":        {"crm:E18_Physical_Thing", "crm:E39_Actor"},
	"crm:P55_has_current_location":      {"crm:E19_Physical_Object", "crm:E53_Place"},
	"crm:P62_depicts":                   {"crm:E24_Physical_Human-Made_Thing", "crm:E1_CRM_Entity"},
	"crm:P67_refers_to":                 {"crm:E89_Propositional_Object", "crm:E1_CRM_Entity"},
	"crm:P70_documents":                 {"crm:E31_Document", "crm:E1_CRM_Entity"},
	"crm:P72_has_language":              {"crm:E33_Linguistic_Object", "crm:E56_Language"},
	"crm:P73i_is_translation_of":        {"crm:E33_Linguistic_Object", "crm:E33_Linguistic_Object"},
	"crm:P82_at_some_time_within":       {"crm:E52_Time-Span", ""},
	"crm:P82a_begin_of_the_begin":       {"crm:E52_Time-Span", ""},
	"crm:P82b_end_of_the_end":           {"crm:E52_Time-Span", ""},
	"crm:P89_falls_within":              {"crm:E53_Place", "crm:E53_Place"},
	"crm:P90_has_value":                 {"crm:E54_Dimension", ""},
	"crm:P90a_has_lower_value_limit":    {"crm:E54_Dimension", ""},
	"crm:P90b_has_upper_value_limit":    {"crm:E54_Dimension", ""},
	"crm:P91_has_unit":                  {"crm:E54_Dimension", "crm:E58_Measurement_Unit"},
	"crm:P94_has_created":               {"crm:E65_Creation", "crm:E28_Conceptual_Object"},
	"crm:P104_is_subject_to":            {"crm:E72_Legal_Object", "crm:E30_Right"},
	"crm:P108_has_produced":             {"crm:E12_Production", "crm:E24_Physical_Human-Made_Thing"},
	"crm:P128_carries":                  {"crm:E18_Physical_Thing", "crm:E90_Symbolic_Object"},
	"crm:P129_is_about":                 {"crm:E89_Propositional_Object", "crm:E1_CRM_Entity"},
	"crm:P130_shows_features_of":        {"crm:E70_Thing", "crm:E70_Thing"},
	"crm:P138_represents":               {"crm:E36_Visual_Item", "crm:E1_CRM_Entity"},
	"crm:P148_has_component":            {"crm:E89_Propositional_Object", "crm:E89_Propositional_Object"},
	"crm:P165_incorporates":             {"crm:E73_Information_Object", "crm:E90_Symbolic_Object"},
	"crm:P168_place_is_defined_by":      {"crm:E53_Place", ""},
	"crm:P190_has_symbolic_content":     {"crm:E90_Symbolic_Object", ""},
	"crminf:J1_used_as_premise":         {"crminf:I5_Inference_Making", "crminf:I2_Belief"},
	"crminf:J2_concluded_that":          {"crminf:I1_Argumentation", "crminf:I2_Belief"},
	"crminf:J3_applied":                 {"crminf:I5_Inference_Making", "crminf:I3_Inference_Logic"},
	"crminf:J4_that":                    {"crminf:I2_Belief", "crminf:I4_Proposition_Set"},
	"crminf:J5_holds_to_be":             {"crminf:I2_Belief", ""},
	"crminf:J17_about":                  {"crminf:I13_Intended_Meaning_Belief", "crm:E73_Information_Object"},
	"crminf:J22_interpreted_meaning_of": {"crminf:I16_Meaning_Comprehension", "crm:E73_Information_Object"},
	"crminf:J23_interpreted_meaning_as": {"crminf:I16_Meaning_Comprehension", "crminf:I13_Intended_Meaning_Belief"},
	"rdfs:seeAlso":                      {"crm:E1_CRM_Entity", addressed},
	"skos:closeMatch":                   {"crm:E1_CRM_Entity", addressed},
}

// addressed marks properties whose values are addresses of the web.
const addressed = "address"

// IsAddress reports whether a text can stand as the address of something: a scheme before
// it, and no character that an address cannot have.
func IsAddress(s string) bool {
	u, err := url.Parse(s)
	return err == nil && u.IsAbs() && !strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || strings.ContainsRune("<>\"{}|\\^`", r) })
}

// below reports whether a class is another, or lies below it.
func below(class, above string) bool {
	return class == above || slices.ContainsFunc(crmClasses[class], func(c string) bool { return below(c, above) })
}

// Check returns the first thing in which a graph is not of the model: a class or property
// that it does not have, a thing without a class, or a property that what has it, or its
// value, cannot have by their classes.
func (g *Graph) Check() error {
	is := func(n *Node, class string) bool {
		return slices.ContainsFunc(n.types, func(t string) bool { return below(t, class) })
	}
	for _, n := range g.nodes {
		if !IsAddress(n.id) {
			return fmt.Errorf("%q is no address", n.id)
		}
		if len(n.types) == 0 {
			return fmt.Errorf("%s is named and nothing is said of it", n.id)
		}
		for _, t := range n.types {
			if _, ok := crmClasses[t]; !ok {
				return fmt.Errorf("%s: there is no class %s", n.id, t)
			}
		}
		for _, s := range n.said {
			ends, ok := crmProperties[s.Name]
			if !ok {
				return fmt.Errorf("%s: there is no property %s", n.id, s.Name)
			}
			value, node := s.Value.(*Node)
			switch {
			case !is(n, ends[0]):
				return fmt.Errorf("%s is %v, and only %s has %s", n.id, n.types, ends[0], s.Name)
			case node != (ends[1] != "" && ends[1] != addressed):
				return fmt.Errorf("%s: the value of %s is of the wrong kind", n.id, s.Name)
			case ends[1] == addressed && !IsAddress(s.Value.(string)):
				return fmt.Errorf("%s: %q is no address", n.id, s.Value)
			case node && (g.byID[value.id] != value || !is(value, ends[1])):
				return fmt.Errorf("%s: %s leads to %s, which is no %s of the graph", n.id, s.Name, value.id, ends[1])
			}
		}
	}
	return nil
}

// JSONLD writes a graph as JSON-LD 1.1, the nodes in the order of their ids. A graph that
// is not of the model is an error.
func JSONLD(w io.Writer, g *Graph) error {
	if err := g.Check(); err != nil {
		return err
	}
	nodes := slices.SortedFunc(slices.Values(g.nodes), func(a, b *Node) int { return cmp.Compare(a.id, b.id) })
	var graph iter.Seq[pairs] = func(yield func(pairs) bool) {
		for _, n := range nodes {
			if !yield(n.object()) {
				return
			}
		}
	}
	return indented(w, pairs{{"@context", pairs{{"crm", "http://www.cidoc-crm.org/cidoc-crm/"}, {"crminf", "http://www.cidoc-crm.org/extensions/crminf/"},
		{"rdfs", "http://www.w3.org/2000/01/rdf-schema#"}, {"skos", "http://www.w3.org/2004/02/skos/core#"}}}, {"@graph", graph}})
}

// object is the node in JSON-LD, each property once with all its values.
func (n *Node) object() pairs {
	e := pairs{{"@id", n.id}, {"@type", n.types}}
	if n.labels != nil {
		e = append(e, Property{"rdfs:label", n.labels})
	}
	said := map[string][]any{}
	names := []string{}
	for _, s := range n.said {
		if said[s.Name] == nil {
			names = append(names, s.Name)
		}
		said[s.Name] = append(said[s.Name], linkedValue(s))
	}
	for _, name := range names {
		e = append(e, Property{name, said[name]})
	}
	return e
}

func linkedValue(s Property) any {
	switch v := s.Value.(type) {
	case *Node:
		return pairs{{"@id", v.id}}
	case TypedText:
		return pairs{{"@value", v.Text}, {"@type", v.Type}}
	}
	if crmProperties[s.Name][1] == addressed {
		return pairs{{"@id", s.Value}}
	}
	return s.Value
}
