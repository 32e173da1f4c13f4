// Package whole makes a record in which every field has something, by the schema, so that a
// field that is added is in it as well. Only tests import this package.
package whole

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/evidence"
)

// Record is such a record, All.1, as its file has it. Lists have two items. It names the record All.2 and
// its clause 1, the sources s-1 and s-2 and the image all.png.
func Record(t testing.TB) map[string]any {
	t.Helper()
	data, err := evidence.RecordSchema()
	if err != nil {
		t.Fatal(err)
	}
	var schema map[string]any
	if err := json.Unmarshal(data, &schema); err != nil {
		t.Fatal(err)
	}
	f := &filler{defs: schema["$defs"].(map[string]any)}
	return f.fill(schema, "record", 0).(map[string]any)
}

// filler makes what a schema allows.
type filler struct {
	defs map[string]any
}

// special are the values of fields that not every text can be, by the end of their path; {i} is
// the number of the item. What the first item cannot have is in secondOnly, and the other way round.
var (
	special = []struct {
		path  string
		value any
	}{
		{"clauses.n", "{i}"}, {"observations.n", "1{i}"}, {"texts.id", "layer{i}"}, {"persons.id", "person{i}"}, {"images.id", "image{i}"}, {"witnesses.siglum", "W{i}"}, {"record.id", "All.1"},
		{"texts.witness", "W1"}, {"clauses.in", "layer1"}, {"wording", "one of the words"}, {"printed", "the words"}, {"observations.image", "image1"}, {"witnesses.from", []any{"W1"}},
		{"rule", "no"}, {"supports", []any{"1"}}, {"adds", []any{"1"}}, {"contradicts", []any{"All.2#1"}}, {"clauses.lacks", []any{"1"}}, {"witnesses.lacks", "yes"}, {"relations.to", "All.2"},
		{"via", []any{"s-2", "s-1"}}, {"key", "s-{i}"}, {"edtf", "188{i}~"}, {"on", "2026-03-01"}, {"life", "1850/1921"}, {"embargo", "2031-01-01"}, {"language", "is"}, {"licence", "CC-BY-4.0"},
		{"manifest", "https://museum.example/{i}/manifest"}, {"address", "https://museum.example/{i}"}, {"images.file", "all.png"}, {"precision", "50 km"}, {"coordinates", []any{"64.96", "-19.02"}},
		{"measures", []any{"length 27.3 cm", "width ~11-12 cm (worn)"}}, {"board", map[string]any{"grid": map[string]any{"rows": "3", "columns": "7"}}}, {"confidence", "80"},
		{"extra", map[string]any{"Reg. no.": "1859,0301.12", "Colour: of it": "red # blue"}}, {"texts.text", "Here stands one of the words, {i}.\n\nAnd a second paragraph."}, {"between", []any{"Porthaven", "Reed Point"}},
	}
	firstOnly  = regexp.MustCompile(`^record\.clauses\.witnesses\.reads$`)
	secondOnly = regexp.MustCompile(`^record\.(clauses\.(rule|why|supports|adds|contradicts|lacks|witnesses\.lacks)|witnesses\.from)$`)
)

// fill is a value that a schema allows.
func (f *filler) fill(schema map[string]any, path string, i int) any {
	for ref, is := schema["$ref"].(string); is; ref, is = schema["$ref"].(string) {
		schema = f.defs[strings.TrimPrefix(ref, "#/$defs/")].(map[string]any)
	}
	for _, s := range special {
		if strings.HasSuffix("."+path, "."+s.path) {
			return numbered(s.value, i)
		}
	}
	if options, is := schema["anyOf"].([]any); is && schema["properties"] == nil {
		last := options[len(options)-1].(map[string]any) // of a text or several, several
		return f.fill(last, path, i)
	}
	if words, is := schema["enum"].([]any); is {
		return words[min(i, len(words)-1)]
	}
	if properties, is := schema["properties"].(map[string]any); is {
		out := map[string]any{}
		for _, key := range slices.Sorted(maps.Keys(properties)) {
			if below := path + "." + key; i == 0 && !secondOnly.MatchString(below) || i > 0 && !firstOnly.MatchString(below) {
				out[key] = f.fill(properties[key].(map[string]any), below, i)
			}
		}
		return out
	}
	if items, is := schema["items"].(map[string]any); is {
		return []any{f.fill(items, path, 0), f.fill(items, path, 1)}
	}
	if about, _ := schema["description"].(string); strings.HasPrefix(about, "such as ") {
		return strings.TrimPrefix(about, "such as ")
	}
	return fmt.Sprintf("%s %d, with a comma: # and a “sign”", strings.ReplaceAll(strings.TrimPrefix(path, "record."), ".", " "), i)
}

// numbered puts the number of an item into a value.
func numbered(value any, i int) any {
	if text, is := value.(string); is {
		return strings.ReplaceAll(text, "{i}", fmt.Sprint(i+1))
	}
	return value
}

// Leaves are the texts of a record as it was read from JSON.
func Leaves(v any) (out []string) {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		for _, x := range v {
			out = append(out, Leaves(x)...)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			out = append(out, Leaves(v[key])...)
		}
	default:
		out = []string{fmt.Sprint(v)}
	}
	return out
}
