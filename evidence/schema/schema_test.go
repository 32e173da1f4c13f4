package schema

import (
	"encoding/json"
	"strings"
	"testing"
)

type (
	testFile struct {
		ID     Text     `json:"id" about:"its name"`
		Parts  []*part  `json:"parts,omitempty" limits:"minItems=1,maxItems=3"`
		Colour colour   `json:"colour,omitempty"`
		Short  short    `json:"short,omitempty"`
		Pairs  []string `json:"pairs,omitempty"`
		common
	}
	part struct {
		N     int     `json:"n" limits:"minimum=1,maximum=9"`
		Parts []*part `json:"parts,omitempty"`
	}
	common struct {
		Note YesNo `json:"note,omitempty"`
		Left Text  `json:"-"`
	}
	colour string
	short  struct{}
)

func (colour) Words() []string { return []string{"red", "green"} }
func (short) WrittenAs() any   { return part{} }
func (part) Narrow(s *Schema)  { s.AnyOf = HasAny("n", "parts") }

// What is declared of a type is what its schema says, keys in their order.
func TestOf(t *testing.T) {
	data, err := Of(testFile{}, "A file")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	d := json.NewDecoder(strings.NewReader(string(data)))
	d.UseNumber()
	var file map[string]any
	if err := d.Decode(&file); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"additionalProperties": false`, `"title": "A file"`, "\n  \"required\": [\n    \"id\"\n  ]",
		`"$ref": "#/$defs/part"`, "\"minItems\": 1", "\"maxItems\": 3", `"maximum": 9`, `"minimum": 1`,
		"\"enum\": [\n        \"red\",\n        \"green\"\n      ]", `"description": "its name"`,
	} {
		if !strings.Contains(string(data), want) {
			b.WriteString(want + "\n")
		}
	}
	if b.Len() > 0 {
		t.Errorf("it lacks\n%sand is\n%s", b.String(), data)
	}
	keys := file["properties"].(map[string]any)
	if len(keys) != 6 || keys["-"] != nil {
		t.Errorf("its keys are %v", keys)
	}
	if got := strings.Join(Keys(testFile{}), " "); got != "id parts colour short pairs note" {
		t.Errorf("Keys gives %s", got)
	}
	defs := file["$defs"].(map[string]any)
	if defs["short"] != nil || defs["testFile"] != nil || len(defs["part"].(map[string]any)["anyOf"].([]any)) != 2 {
		t.Errorf("definitions %v", defs)
	}
	if at := strings.Index; at(string(data), `"id": {`) > at(string(data), `"colour": {`) {
		t.Error("the keys are in another order than they are declared")
	}
}

// A type that no file is read into is a mistake of the program.
func TestOfRefuses(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a schema of a channel was made")
		}
	}()
	_, _ = Of(struct {
		C chan int `json:"c"`
	}{}, "")
}
