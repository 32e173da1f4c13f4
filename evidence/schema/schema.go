package schema

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"

	"github.com/invopop/jsonschema"
)

// Text is any scalar: the loader takes each as the text that is written.
type Text struct{}

// JSONSchema allows what YAML may take a text for.
func (Text) JSONSchema() *jsonschema.Schema { return AnyText() }

// AnyText is the schema of Text.
func AnyText() *jsonschema.Schema {
	return &jsonschema.Schema{Extras: map[string]any{"type": []string{"string", "number", "boolean"}}}
}

// Texts is a list of texts, or one without brackets.
type Texts struct{}

// JSONSchema allows a text or a list of texts.
func (Texts) JSONSchema() *jsonschema.Schema { return OneOrMore(AnyText()) }

// OneOrMore allows what item allows, or a list of such.
func OneOrMore(item *jsonschema.Schema) *jsonschema.Schema {
	return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{item, {Type: "array", Items: item}}}
}

// Any is whatever the loader reads in a way of its own.
type Any struct{}

// JSONSchema allows everything.
func (Any) JSONSchema() *jsonschema.Schema { return &jsonschema.Schema{} }

// YesNo is yes or no, true or false.
type YesNo struct{}

// JSONSchema allows them as texts and as YAML's own.
func (YesNo) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Enum: []any{"yes", "no", true, false, "true", "false"}}
}

// OneOf allows these words.
func OneOf(words ...string) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "string"}
	for _, w := range words {
		s.Enum = append(s.Enum, w)
	}
	return s
}

// Only allows a map with these keys and no others.
func Only(keys ...string) *jsonschema.Schema {
	return &jsonschema.Schema{PropertyNames: OneOf(keys...)}
}

// Has allows a map that has a key.
func Has(key string) *jsonschema.Schema { return &jsonschema.Schema{Required: []string{key}} }

// Keys lists the keys of a struct by their json tags, in their order, those of
// embedded structs among them.
func Keys(v any) []string {
	var keys []string
	t := reflect.TypeOf(v)
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			keys = append(keys, Keys(reflect.Zero(f.Type).Interface())...)
		case name != "" && name != "-":
			keys = append(keys, name)
		}
	}
	return keys
}

// ofText is the schema of Go's texts: of the words that a type lists, of any scalar
// otherwise, and of one or several.
func ofText(t reflect.Type) *jsonschema.Schema {
	if t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.String {
		return OneOrMore(ofText(t.Elem()))
	}
	if t.Kind() != reflect.String {
		return nil
	}
	if v, ok := reflect.Zero(t).Interface().(interface{ Words() []string }); ok {
		return OneOf(v.Words()...)
	}
	return AnyText()
}

// Of makes the schema of a file with the keys of a struct (JSON Schema, draft
// 2020-12), indented. The same type gives the same bytes.
func Of(v any, title string) ([]byte, error) {
	r := jsonschema.Reflector{Anonymous: true, ExpandedStruct: true, Mapper: ofText}
	s := r.Reflect(v)
	s.Title = title
	data, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := json.Indent(&b, data, "", "  "); err != nil {
		return nil, err
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}
