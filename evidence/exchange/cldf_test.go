package exchange

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/lectio/lectio/evidence/exchange/sheet"
)

func smallStructure() *StructureDataset {
	return &StructureDataset{ID: "small", Title: "Small", License: License{URL: "https://example.org/l"},
		Languages: []CLDFLanguage{{ID: "g", Name: "=G", Latitude: "64.96", Longitude: "-19", Family: "tables", Group: "g", Default: true, Sources: []CLDFSource{{"a-b", "p. [1]; 2"}, {"c", ""}}},
			{ID: "g/q/s", Name: "G{q=s}", Group: "g"}},
		Parameters: []CLDFParameter{{ID: "g/q", Name: "G: q", Description: "Which?", Kind: "wording", Weight: 3, About: []string{"R.1#2", "R.1#3"}}, {ID: "g-q", Name: "another"}},
		Codes:      []CLDFCode{{ID: "g/q/r", Parameter: "g/q", Name: "r", Default: true}, {ID: "g/q/s", Parameter: "g/q", Name: "s", Description: "why, \"so\""}},
		Values: []CLDFValue{{ID: "g/q", Language: "g", Parameter: "g/q", Code: "g/q/r", Value: "r", Sources: []CLDFSource{{"a-b", "1"}}},
			{ID: "g/q/s/q", Language: "g/q/s", Parameter: "g/q", Code: "g/q/s", Value: "s"}},
		BibTeX: []byte("@book{a-b,\n}\n")}
}

// checkCLDF reads a StructureDataset by its metadata and demands what the format
// demands: the columns and terms of the components, ids as they must be and each
// once, references that lead to a row. It returns the tables by file, each row by
// column.
func checkCLDF(t *testing.T, files []sheet.File) map[string][]map[string]string {
	t.Helper()
	var meta struct {
		ConformsTo string `json:"dc:conformsTo"`
		Source     string `json:"dc:source"`
		Tables     []struct {
			URL         string
			ConformsTo  string `json:"dc:conformsTo"`
			Extent      int    `json:"dc:extent"`
			TableSchema struct {
				Columns []struct {
					Name, PropertyURL, Separator string
					Required                     bool
					Datatype                     any
				}
				PrimaryKey  []string
				ForeignKeys []struct {
					ColumnReference []string
					Reference       struct {
						Resource        string
						ColumnReference []string
					}
				}
			}
		}
	}
	if err := json.Unmarshal(file(t, files, "StructureDataset-metadata.json"), &meta); err != nil {
		t.Fatal(err)
	}
	const terms = "http://cldf.clld.org/v1.0/terms.rdf#"
	if meta.ConformsTo != terms+"StructureDataset" {
		t.Errorf("conforms to %s", meta.ConformsTo)
	}
	file(t, files, meta.Source)
	// The columns that the components of CLDF have, as its repository gives them.
	standard := map[string][]string{
		"ValueTable":     {"ID id", "Language_ID languageReference", "Parameter_ID parameterReference", "Value value", "Code_ID codeReference", "Comment comment", "Source source"},
		"LanguageTable":  {"ID id", "Name name", "Macroarea macroarea", "Latitude latitude", "Longitude longitude", "Glottocode glottocode", "ISO639P3code iso639P3code"},
		"ParameterTable": {"ID id", "Name name", "Description description"},
		"CodeTable":      {"ID id", "Parameter_ID parameterReference", "Name name", "Description description"},
	}
	names := map[string]string{"ValueTable": "values.csv", "LanguageTable": "languages.csv", "ParameterTable": "parameters.csv", "CodeTable": "codes.csv"}
	tables, ids := map[string][]map[string]string{}, map[string]map[string]bool{}
	allowed := regexp.MustCompile(`^[a-zA-Z0-9_\-]+$`)
	for _, table := range meta.Tables {
		component := strings.TrimPrefix(table.ConformsTo, terms)
		if names[component] != table.URL {
			t.Errorf("%s is a %s", table.URL, component)
		}
		var has []string
		rows := readCSV(t, file(t, files, table.URL))
		if len(rows[0]) != len(table.TableSchema.Columns) || table.Extent != len(rows)-1 {
			t.Fatalf("%s: %d columns, %d rows, but %q and %d", table.URL, len(table.TableSchema.Columns), table.Extent, rows[0], len(rows)-1)
		}
		for i, c := range table.TableSchema.Columns {
			if c.Name != rows[0][i] {
				t.Errorf("%s: the column %s is headed %s", table.URL, c.Name, rows[0][i])
			}
			has = append(has, c.Name+" "+strings.TrimPrefix(c.PropertyURL, terms))
			for n, row := range rows[1:] {
				if c.Required && row[i] == "" {
					t.Errorf("%s, row %d: no %s", table.URL, n+1, c.Name)
				}
			}
		}
		for _, want := range standard[component] {
			if !slices.Contains(has, want) {
				t.Errorf("%s has no column %s: %q", table.URL, want, has)
			}
		}
		ids[table.URL] = map[string]bool{}
		for n, row := range rows[1:] {
			m := map[string]string{}
			for i, cell := range row {
				m[rows[0][i]] = cell
			}
			id := m["ID"]
			if !allowed.MatchString(id) || ids[table.URL][id] {
				t.Errorf("%s, row %d: the id %q cannot be, or is used twice", table.URL, n+1, id)
			}
			ids[table.URL][id] = true
			tables[table.URL] = append(tables[table.URL], m)
		}
	}
	var led []string
	for _, table := range meta.Tables {
		for _, key := range table.TableSchema.ForeignKeys {
			for n, row := range tables[table.URL] {
				if cell := row[key.ColumnReference[0]]; cell != "" && !ids[key.Reference.Resource][cell] {
					t.Errorf("%s, row %d: %s is in no row of %s", table.URL, n+1, cell, key.Reference.Resource)
				}
			}
			led = append(led, table.URL+" "+key.ColumnReference[0]+" "+key.Reference.Resource)
		}
	}
	slices.Sort(led)
	if diff := cmp.Diff([]string{"codes.csv Parameter_ID parameters.csv", "values.csv Code_ID codes.csv", "values.csv Language_ID languages.csv", "values.csv Parameter_ID parameters.csv"}, led); diff != "" {
		t.Error(diff)
	}
	return tables
}

func TestCLDFReadsBack(t *testing.T) {
	files, err := CLDF(smallStructure())
	if err != nil {
		t.Fatal(err)
	}
	again, _ := CLDF(smallStructure())
	if diff := cmp.Diff(files, again); diff != "" {
		t.Errorf("the second time it is another: %s", diff)
	}
	tables := checkCLDF(t, files)
	l := tables["languages.csv"][0]
	if l["Name"] != "=G" || l["Latitude"] != "64.96" || l["Default"] != "true" || l["Source"] != "a-b[p. (1), 2];c" {
		t.Errorf("the language is %v", l)
	}
	// Two ids that would be one in CLDF stay two.
	if p := tables["parameters.csv"]; p[0]["ID"] != "g-q" || p[1]["ID"] != "g-q-2" || p[0]["Clauses"] != "R.1#2;R.1#3" || p[0]["Weight"] != "3" {
		t.Errorf("the parameters are %v", p)
	}
	want := []map[string]string{
		{"ID": "g-q", "Language_ID": "g", "Parameter_ID": "g-q", "Value": "r", "Code_ID": "g-q-r", "Comment": "", "Source": "a-b[1]"},
		{"ID": "g-q-s-q", "Language_ID": "g-q-s", "Parameter_ID": "g-q", "Value": "s", "Code_ID": "g-q-s", "Comment": "", "Source": ""},
	}
	if diff := cmp.Diff(want, tables["values.csv"]); diff != "" {
		t.Error(diff)
	}
}

func TestCLDFRefusesWhatLeadsNowhere(t *testing.T) {
	for _, spoil := range []func(*StructureDataset){
		func(d *StructureDataset) { d.Values[0].Language = "h" },
		func(d *StructureDataset) { d.Values[0].Parameter = "h" },
		func(d *StructureDataset) { d.Values[0].Code = "h" },
		func(d *StructureDataset) { d.Values[0].Parameter = "g-q" }, // the code is another's
		func(d *StructureDataset) { d.Codes[0].Parameter = "h" },
		func(d *StructureDataset) { d.Codes[1].ID = d.Codes[0].ID },
		func(d *StructureDataset) { d.Languages[1].ID = "g" },
	} {
		d := smallStructure()
		spoil(d)
		if _, err := CLDF(d); err == nil {
			t.Errorf("this is written: %+v", d)
		}
	}
}
