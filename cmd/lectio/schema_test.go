package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/starter"
	"github.com/lectio/lectio/testdata/long"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"
)

// compiled is the schema of a kind, as a validator has it.
func compiled(t *testing.T, kind string) *jsonschema.Schema {
	t.Helper()
	var out, errs bytes.Buffer
	if status := run(strings.NewReader(""), &out, &errs, []string{"schema", kind}); status != exitOK {
		t.Fatal(errs.String())
	}
	doc, err := jsonschema.UnmarshalJSON(&out)
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource(kind+".json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile(kind + ".json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// value is what an editor makes of a YAML node, by the core schema of YAML 1.2.
func value(n *yaml.Node) any {
	switch n.Kind {
	case yaml.DocumentNode:
		return value(n.Content[0])
	case yaml.MappingNode:
		m := map[string]any{}
		for i := 0; i < len(n.Content); i += 2 {
			m[n.Content[i].Value] = value(n.Content[i+1])
		}
		return m
	case yaml.SequenceNode:
		list := []any{}
		for _, x := range n.Content {
			list = append(list, value(x))
		}
		return list
	}
	switch n.ShortTag() {
	case "!!null":
		return nil
	case "!!bool":
		return n.Value == "true" || n.Value == "True" || n.Value == "TRUE"
	case "!!int", "!!float":
		if f, err := strconv.ParseFloat(strings.ReplaceAll(n.Value, "_", ""), 64); err == nil {
			return f
		}
	}
	return n.Value
}

func parse(t *testing.T, data []byte) *yaml.Node {
	t.Helper()
	var n yaml.Node
	if err := yaml.Unmarshal(data, &n); err != nil {
		t.Fatal(err)
	}
	return &n
}

// filesOf are the files of a kind that come with the program.
var filesOf = map[string][]string{
	"record":    {"../../evidence/records/*.yaml", "../../rulesets/starter/corpus/evidence/records/*.yaml", "../../testdata/kinds/evidence/records/*.yaml", "testdata/corpus/evidence/records/*.yaml"},
	"ruleset":   {"../../rulesets/definitions/*.yaml", "../../rulesets/starter/corpus/rulesets/definitions/*.yaml", "testdata/corpus/rulesets/definitions/*.yaml"},
	"part":      {"../../rulesets/parts/*.yaml"},
	"dimension": {"../../rulesets/dimensions/*.yaml"},
	"measure":   {"../../rulesets/measures/*.yaml"},
}

func TestEveryFileFitsItsSchema(t *testing.T) {
	for _, s := range starter.Schemas {
		schema := compiled(t, s.Kind)
		n := 0
		for _, pattern := range filesOf[s.Kind] {
			files, err := filepath.Glob(pattern)
			if err != nil {
				t.Fatal(err)
			}
			n += len(files)
			for _, file := range files {
				data, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				if err := schema.Validate(value(parse(t, data))); err != nil {
					t.Errorf("%s: %v", file, err)
				}
				// Those that people begin with name it, too.
				named := "# yaml-language-server: $schema=../../" + starter.SchemaFile(s.Kind) + "\n"
				if !strings.Contains(file, "testdata/") && !bytes.HasPrefix(data, []byte(named)) {
					t.Errorf("%s: the first line is not %q", file, named)
				}
			}
		}
		if n < 3 && s.Kind != "measure" || n == 0 {
			t.Errorf("%s: only %d files", s.Kind, n)
		}
	}
}

// shape are the errors of the loader that a schema can know of: a key that is
// not known, and one that is missing.
func shape(errs diag.Errors) bool {
	for _, e := range errs {
		if strings.HasPrefix(e.Message, "unknown key") || strings.Contains(e.Message, "lacks the key") {
			return true
		}
	}
	return false
}

// Every place of a file is broken in every way there is: a key left out, a key
// more, another value. What the schema refuses the loader must refuse, and a key
// that the loader does not know or misses, the schema must miss, too.
func TestSchemasAgreeWithTheLoaders(t *testing.T) {
	record := func(data []byte) diag.Errors { _, errs := evidence.ParseRecord("f", data); return errs }
	ruleset := func(data []byte) diag.Errors { _, errs := dimension.LoadOne("f", data, nil); return errs }
	dimension := func(data []byte) diag.Errors {
		_, errs := dimension.Load(fstest.MapFS{"rulesets/dimensions/f.yaml": {Data: data}}, "", &evidence.Corpus{})
		return errs
	}
	for _, test := range []struct {
		kind, file string
		load       func([]byte) diag.Errors
	}{
		{"record", "../../rulesets/starter/corpus/evidence/records/EXAMPLE.1.yaml", record},
		{"record", "testdata/schema/record.yaml", record},
		{"ruleset", "../../rulesets/starter/corpus/rulesets/definitions/three-in-a-row.yaml", ruleset},
		{"ruleset", "testdata/schema/ruleset.yaml", ruleset},
		{"dimension", "testdata/schema/dimension.yaml", dimension},
	} {
		schema := compiled(t, test.kind)
		data, err := os.ReadFile(test.file)
		if err != nil {
			t.Fatal(err)
		}
		root := parse(t, data)
		if errs := test.load(data); len(errs) > 0 {
			t.Fatalf("%s: %v", test.file, errs)
		}
		tried, refused := 0, 0
		try := func(what string) {
			if tried++; !long.Form() && tried%5 != 0 {
				return
			}
			broken, err := yaml.Marshal(root)
			if err != nil {
				t.Fatal(err)
			}
			errs := test.load(broken)
			bad := schema.Validate(value(root))
			if bad != nil {
				refused++
			}
			if bad != nil && len(errs) == 0 {
				t.Errorf("%s, %s: the schema refuses what the loader takes: %v", test.file, what, bad)
			}
			if bad == nil && shape(errs) {
				t.Errorf("%s, %s: the schema takes what the loader refuses: %v", test.file, what, errs)
			}
		}
		var visit func(n *yaml.Node, path string)
		visit = func(n *yaml.Node, path string) {
			whole := *n
			for name, other := range map[string]yaml.Node{
				"nothing": {Kind: yaml.ScalarNode, Tag: "!!null", Value: "null"}, "a word": {Kind: yaml.ScalarNode, Value: "zzz"}, "-7": {Kind: yaml.ScalarNode, Value: "-7"},
				"a list": {Kind: yaml.SequenceNode}, "a map": {Kind: yaml.MappingNode, Content: []*yaml.Node{{Kind: yaml.ScalarNode, Value: "zzz"}, {Kind: yaml.ScalarNode, Value: "zzz"}}},
			} {
				*n = other
				try(path + " is " + name)
			}
			*n = whole
			for i := range n.Content {
				switch n.Kind {
				case yaml.SequenceNode, yaml.DocumentNode:
					visit(n.Content[i], fmt.Sprintf("%s[%d]", path, i))
				case yaml.MappingNode:
					if i%2 == 1 {
						continue
					}
					key := n.Content[i].Value
					n.Content = append(append([]*yaml.Node{}, whole.Content[:i]...), whole.Content[i+2:]...)
					try(path + " without " + key)
					n.Content = whole.Content
					n.Content[i].Value = key + "x"
					try(path + ", " + key + " misspelt")
					n.Content[i].Value = key
					visit(n.Content[i+1], path+"."+key)
				}
			}
			if n.Kind == yaml.MappingNode {
				n.Content = append(append([]*yaml.Node{}, whole.Content...), &yaml.Node{Kind: yaml.ScalarNode, Value: "zzz"}, &yaml.Node{Kind: yaml.ScalarNode, Value: "1"})
				try(path + " with one key more")
				n.Content = whole.Content
			}
		}
		visit(root.Content[0], "")
		if tried < 100 || refused < tried/long.Of(20, 4) {
			t.Errorf("%s: only %d of %d were refused", test.file, refused, tried)
		}
	}
}

func TestPartSchemaRefusesBrokenFiles(t *testing.T) {
	schema := compiled(t, "part")
	const good = "part: p\ntitle: t\nstatements:\n  - {id: a, blocked: stop, on: other}\n"
	for text, fits := range map[string]bool{
		good: true,
		strings.Replace(good, "part: p\n", "", 1):              false,
		strings.Replace(good, "part:", "parts:", 1):            false,
		strings.Replace(good, "id: a, ", "", 1):                false,
		strings.Replace(good, "blocked", "blokked", 1):         false,
		strings.Replace(good, "on: other", "winner: me", 1):    false,
		strings.Replace(good, "id: a", "id: a, warrant: x", 1): false,
		"part: p\nstatements: none\n":                          false,
	} {
		if err := schema.Validate(value(parse(t, []byte(text)))); (err == nil) != fits {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestDimensionSchemaRefusesBrokenFiles(t *testing.T) {
	schema := compiled(t, "dimension")
	const good = "family: f\ndimensions:\n  - id: a\n    asks: What?\n    answers:\n      - {id: b, means: This., never: [{act: advance, when: own(to) > 1}], is: {men: 15}}\n"
	for text, fits := range map[string]bool{
		good: true,
		strings.Replace(good, "[{act: advance, when: own(to) > 1}]", "{act: advance}", 1):              true,
		strings.Replace(good, "is: {men: 15}", "is: {men: [15, 16]}", 1):                               true,
		strings.Replace(good, "family: f\n", "", 1):                                                    false,
		strings.Replace(good, "asks", "ask", 1):                                                        false,
		strings.Replace(good, "means: This., ", "", 1):                                                 false,
		strings.Replace(good, "never:", "seldom:", 1):                                                  false,
		strings.Replace(good, "act:", "acts:", 1):                                                      false,
		strings.Replace(good, "when: own(to) > 1", "mentions: own(to)", 1):                             false,
		strings.Replace(good, "[{act: advance, when: own(to) > 1}]", "advance", 1):                     false,
		good + "facts:\n  - {fact: f, says: x, is: {yes: step > 0, no: {when: step = 0, by: step}}}\n": true,
		good + "facts:\n  - {fact: f, says: x}\n":                                                      false,
		good + "facts:\n  - {fact: f, says: x, is: {yes: {if: step = 0}}}\n":                           false,
		"family: f\ndimensions:\n  - {id: a, asks: What, answers: []}\n":                               false,
		"family: f\ndimensions:\n  - {id: a, asks: What}\n":                                            false,
		"family: f\ndimensions:\n  - {id: a, asks: What, value: men}\n":                                true,
	} {
		if err := schema.Validate(value(parse(t, []byte(text)))); (err == nil) != fits {
			t.Errorf("%q: %v", text, err)
		}
		// The loader says the same.
		_, errs := dimension.Load(fstest.MapFS{"rulesets/dimensions/f.yaml": {Data: []byte(text)}}, "", &evidence.Corpus{})
		if (len(errs) == 0) != fits {
			t.Errorf("%q: %v", text, errs)
		}
	}
}

// The examples in the guides of a new corpus are what they say: they load, fit
// their schemas and name them.
func TestGuidesOfANewCorpus(t *testing.T) {
	for kind, folder := range map[string]string{"dimension": "dimensions", "part": "parts", "measure": "measures"} {
		guide, err := starter.Example("rulesets/" + folder + "/README.md")
		if err != nil {
			t.Fatal(err)
		}
		block := regexp.MustCompile("(?ms)^```yaml\n(.*?)^```$").FindSubmatch(guide)
		if block == nil {
			t.Fatalf("%s: no example", folder)
		}
		if err := compiled(t, kind).Validate(value(parse(t, block[1]))); err != nil {
			t.Errorf("%s: %v", folder, err)
		}
		if named := "# yaml-language-server: $schema=../../" + starter.SchemaFile(kind) + "\n"; !strings.HasPrefix(string(block[1]), named) {
			t.Errorf("%s: the example does not begin with %q", folder, named)
		}
		if _, errs := dimension.Load(fstest.MapFS{"rulesets/" + folder + "/x.yaml": {Data: block[1]}}, "", &evidence.Corpus{}); len(errs) > 0 {
			t.Errorf("%s: %v", folder, errs)
		}
	}
}

// The files of the repository are what the program prints.
func TestSchemaFilesAreUpToDate(t *testing.T) {
	for _, s := range starter.Schemas {
		want, err := s.Write()
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join("../..", starter.SchemaFile(s.Kind))
		if *update {
			if err := os.WriteFile(file, want, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what 'lectio schema %s' prints (%v); go test ./cmd/lectio -run SchemaFiles -update writes it", file, s.Kind, err)
		}
	}
}
