package exchange

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/exchange/sheet"
)

// StructureDataset is what [CLDF] writes: of several varieties, the value that
// each has for each parameter. Ids are any text; those of the files are made of
// them. What the format calls a language is here any variety that is compared.
type StructureDataset struct {
	ID         string // of letters, digits, - and _
	Title      string
	License    License
	Languages  []CLDFLanguage
	Parameters []CLDFParameter
	Codes      []CLDFCode
	Values     []CLDFValue
	// BibTeX are the sources, with the keys that values cite.
	BibTeX []byte
}

// CLDFLanguage is a row of the LanguageTable.
type CLDFLanguage struct {
	ID, Name            string
	Latitude, Longitude string // decimal degrees, "" when they are not known
	Family, Group       string // Group is what the variety is a variety of
	Default             bool   // it stands for its group
	Sources             []CLDFSource
}

// CLDFParameter is a row of the ParameterTable.
type CLDFParameter struct {
	ID, Name, Description, Kind string
	Weight                      int
	About                       []string // what the parameter is about, in the evidence
}

// CLDFCode is a row of the CodeTable: a value that a parameter can have.
type CLDFCode struct {
	ID, Parameter, Name, Description, Basis string
	Default                                 bool
}

// CLDFValue is a row of the ValueTable: a language has a code for a parameter.
type CLDFValue struct {
	ID, Language, Parameter, Code, Value, Comment string
	Sources                                       []CLDFSource
}

// CLDFSource cites a source, and a place in it.
type CLDFSource struct{ Key, Locator string }

// cldfTerms is the ontology; its version is 1.0, whatever that of the format.
const cldfTerms = "http://cldf.clld.org/v1.0/terms.rdf#"

var (
	cldfID     = pairs{{"base", "string"}, {"format", `[a-zA-Z0-9_\-]+`}}
	cldfText   = "string"
	cldfYesNo  = pairs{{"base", "boolean"}, {"format", "true|false"}}
	cldfDegree = func(limit int) any {
		return pairs{{"base", "decimal"}, {"minimum", -limit}, {"maximum", limit}}
	}
)

// cldfIDs makes ids that CLDF allows, each its own.
type cldfIDs struct {
	of   map[string]string // by the id as it was
	used map[string]bool
}

// id is the same for the same text, and another for any other.
func (x *cldfIDs) id(text string) string {
	if id, ok := x.of[text]; ok {
		return id
	}
	base := strings.Map(func(r rune) rune {
		if r < 0x80 && (r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z') {
			return r
		}
		return '-'
	}, text)
	if base == "" {
		base = "-"
	}
	id := base
	for n := 2; x.used[id]; n++ {
		id = base + "-" + strconv.Itoa(n)
	}
	x.of[text], x.used[id] = id, true
	return id
}

func newCLDFIDs() *cldfIDs { return &cldfIDs{map[string]string{}, map[string]bool{}} }

// cldfSources writes citations as CLDF has them, key[place]; a place may not
// hold what ends it or parts it from the next.
func cldfSources(list []CLDFSource) string {
	var out []string
	for _, s := range list {
		text := s.Key
		if s.Locator != "" {
			text += "[" + strings.NewReplacer(";", ",", "[", "(", "]", ")", "\n", " ").Replace(s.Locator) + "]"
		}
		out = append(out, text)
	}
	return strings.Join(out, ";")
}

// parted joins a list; what parts it is taken out of its items.
func parted(list []string) string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = strings.ReplaceAll(s, ";", ",")
	}
	return strings.Join(out, ";")
}

// CLDF writes a StructureDataset of Cross-Linguistic Data Formats 1.x
// (https://cldf.clld.org): values.csv, languages.csv, parameters.csv and
// codes.csv with the columns that the format gives them and a few of our own,
// sources.bib, and StructureDataset-metadata.json, the description as CSV on the
// Web has it. An error says which row names one that is not there.
func CLDF(d *StructureDataset) ([]sheet.File, error) {
	tables, err := d.tables()
	if err != nil {
		return nil, err
	}
	var files []sheet.File
	var described []pairs
	for _, t := range tables {
		var b bytes.Buffer
		table := Table{Rows: t.rows}
		for _, c := range t.columns {
			table.Heading = append(table.Heading, c.name)
		}
		if err := CSV(&b, table); err != nil {
			return nil, err
		}
		files = append(files, sheet.File{Path: t.url, Content: b.Bytes()})
		described = append(described, t.metadata())
	}
	meta := pairs{
		{"@context", csvwContext},
		{"rdf:ID", d.ID}, {"dc:conformsTo", cldfTerms + "StructureDataset"}, {"dc:title", d.Title},
		{"dc:description", defusedNote}, {"dc:source", "sources.bib"},
	}
	if d.License.URL != "" {
		meta = append(meta, Property{"dc:license", d.License.URL})
	}
	meta = append(meta, Property{"dialect", csvwDialect}, Property{"tables", described})
	var b bytes.Buffer
	if err := indented(&b, meta); err != nil {
		return nil, err
	}
	return append(files, sheet.File{Path: "sources.bib", Content: d.BibTeX},
		sheet.File{Path: "StructureDataset-metadata.json", Content: b.Bytes()}), nil
}

func (d *StructureDataset) tables() ([]*csvwTable, error) {
	languages, parameters, codes, values := newCLDFIDs(), newCLDFIDs(), newCLDFIDs(), newCLDFIDs()
	// term is the address of a word of the ontology; "" is that of a column of our own.
	term := func(name string) string {
		if name == "" {
			return ""
		}
		return cldfTerms + name
	}
	table := func(file, component, about string, columns ...csvwColumn) *csvwTable {
		return &csvwTable{url: file, about: about, conforms: term(component), key: []string{"ID"}, columns: columns}
	}
	id := csvwColumn{name: "ID", property: term("id"), required: true, datatype: cldfID}
	source := csvwColumn{name: "Source", property: term("source"), datatype: cldfText, separator: ";"}
	refers := func(name, word, file string, required bool) csvwColumn {
		return csvwColumn{name: name, property: term(word), required: required, datatype: cldfText, refers: file, key: "ID"}
	}
	text := func(name, word, about string) csvwColumn {
		return csvwColumn{name: name, property: term(word), about: about, datatype: cldfText}
	}
	var err error
	known := func(ids *cldfIDs, table, text string) string {
		if _, ok := ids.of[text]; !ok && err == nil {
			err = fmt.Errorf("%s: there is no row %q", table, text)
		}
		return ids.of[text]
	}
	unique := func(ids *cldfIDs, table, text string) string {
		if _, ok := ids.of[text]; ok && err == nil {
			err = fmt.Errorf("%s: there are two rows %q", table, text)
		}
		return ids.id(text)
	}

	l := table("languages.csv", "LanguageTable", "The varieties: a game under one interpretation each.", id,
		text("Name", "name", ""), csvwColumn{name: "Latitude", property: term("latitude"), datatype: cldfDegree(90)}, csvwColumn{name: "Longitude", property: term("longitude"), datatype: cldfDegree(180)},
		text("Macroarea", "macroarea", ""), text("Glottocode", "glottocode", ""), text("ISO639P3code", "iso639P3code", ""),
		text("Family", "", "what kind of game it is"), text("Game", "", "the game that this is an interpretation of"),
		csvwColumn{name: "Default", about: "true for the interpretation that stands for the game", required: true, datatype: cldfYesNo}, source)
	for _, x := range d.Languages {
		l.rows = append(l.rows, []string{unique(languages, l.url, x.ID), x.Name, x.Latitude, x.Longitude, "", "", "", x.Family, x.Group,
			strconv.FormatBool(x.Default), cldfSources(x.Sources)})
	}
	p := table("parameters.csv", "ParameterTable", "The questions that the evidence leaves open.", id,
		text("Name", "name", ""), text("Description", "description", "what is asked"),
		text("Kind", "", "why it is open"), csvwColumn{name: "Weight", about: "how much hangs on it, as its author thinks; more is more", required: true, datatype: "integer"},
		csvwColumn{name: "Clauses", about: "the clauses of records that it is about, RECORD#NUMBER", datatype: cldfText, separator: ";"})
	for _, x := range d.Parameters {
		p.rows = append(p.rows, []string{unique(parameters, p.url, x.ID), x.Name, x.Description, x.Kind, strconv.Itoa(x.Weight), parted(x.About)})
	}
	c := table("codes.csv", "CodeTable", "The readings: the answers to each question.", id,
		refers("Parameter_ID", "parameterReference", p.url, true), text("Name", "name", ""), text("Description", "description", "the reason for the reading"),
		text("Basis", "", "what the reading rests on"), csvwColumn{name: "Default", about: "true for the reading of the game's default interpretation", required: true, datatype: cldfYesNo})
	parameterOf := map[string]string{}
	for _, x := range d.Codes {
		c.rows = append(c.rows, []string{unique(codes, c.url, x.ID), known(parameters, p.url, x.Parameter), x.Name, x.Description, x.Basis, strconv.FormatBool(x.Default)})
		parameterOf[x.ID] = x.Parameter
	}
	v := table("values.csv", "ValueTable", "The reading that each interpretation takes; a question that does not arise in one has no row for it.", id,
		refers("Language_ID", "languageReference", l.url, true), refers("Parameter_ID", "parameterReference", p.url, true),
		csvwColumn{name: "Value", property: term("value"), datatype: cldfText}, refers("Code_ID", "codeReference", c.url, false), text("Comment", "comment", ""), source)
	for _, x := range d.Values {
		if parameterOf[x.Code] != x.Parameter && err == nil {
			err = fmt.Errorf("%s: %q is a code of %q, not of %q", v.url, x.Code, parameterOf[x.Code], x.Parameter)
		}
		v.rows = append(v.rows, []string{unique(values, v.url, x.ID), known(languages, l.url, x.Language), known(parameters, p.url, x.Parameter), x.Value,
			known(codes, c.url, x.Code), x.Comment, cldfSources(x.Sources)})
	}
	return []*csvwTable{v, l, p, c}, err
}
