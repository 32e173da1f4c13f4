package schema

import (
	"bytes"
	"encoding/json"
)

// Schema is a JSON Schema, as far as files need it: its fields are the keywords of draft 2020-12, with
// what each means. Nil and the zero Schema allow everything.
type Schema struct {
	Version     string             `json:"$schema,omitempty"`
	Ref         string             `json:"$ref,omitempty"`
	Definitions map[string]*Schema `json:"$defs,omitempty"`

	AllOf []*Schema `json:"allOf,omitempty"`
	AnyOf []*Schema `json:"anyOf,omitempty"`
	OneOf []*Schema `json:"oneOf,omitempty"`
	If    *Schema   `json:"if,omitempty"`
	Then  *Schema   `json:"then,omitempty"`
	Else  *Schema   `json:"else,omitempty"`

	PrefixItems          []*Schema  `json:"prefixItems,omitempty"`
	Items                *Schema    `json:"items,omitempty"`
	Properties           Properties `json:"properties,omitempty"`
	AdditionalProperties any        `json:"additionalProperties,omitempty"` // a *Schema, or false
	PropertyNames        *Schema    `json:"propertyNames,omitempty"`

	Type      any         `json:"type,omitempty"` // a word, or a list of them
	Enum      []any       `json:"enum,omitempty"`
	Const     any         `json:"const,omitempty"`
	Maximum   json.Number `json:"maximum,omitempty"`
	Minimum   json.Number `json:"minimum,omitempty"`
	MaxLength int         `json:"maxLength,omitempty"`
	Pattern   string      `json:"pattern,omitempty"`
	MaxItems  int         `json:"maxItems,omitempty"`
	MinItems  int         `json:"minItems,omitempty"`
	Required  []string    `json:"required,omitempty"`

	Title       string `json:"title,omitempty"`
	Description string `json:"description,omitempty"`
}

// Properties are the keys of a map with what each allows, in the order in which an editor offers them.
type Properties []Property

// Property is a key with what it allows.
type Property struct {
	Name   string
	Schema *Schema
}

// Set says what a key allows, in place of what was said before.
func (p *Properties) Set(name string, s *Schema) {
	for i := range *p {
		if (*p)[i].Name == name {
			(*p)[i].Schema = s
			return
		}
	}
	*p = append(*p, Property{name, s})
}

// Has reports whether something is said of a key.
func (p Properties) Has(name string) bool {
	for i := range p {
		if p[i].Name == name {
			return true
		}
	}
	return false
}

// MarshalJSON writes a JSON object with the keys in their order.
func (p Properties) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i := range p {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := json.Marshal(p[i].Name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(p[i].Schema)
		if err != nil {
			return nil, err
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// AnyText allows what YAML may take a text for.
func AnyText() *Schema { return &Schema{Type: []string{"string", "number", "boolean"}} }

// OneOrMore allows what item allows, or a list of such.
func OneOrMore(item *Schema) *Schema {
	return &Schema{AnyOf: []*Schema{item, {Type: "array", Items: item}}}
}

// OneOf allows these words.
func OneOf(words ...string) *Schema {
	s := &Schema{Type: "string"}
	for _, w := range words {
		s.Enum = append(s.Enum, w)
	}
	return s
}

// Only allows a map with these keys and no others.
func Only(keys ...string) *Schema { return &Schema{PropertyNames: OneOf(keys...)} }

// Has allows a map that has a key.
func Has(key string) *Schema { return &Schema{Required: []string{key}} }

// HasAny allows a map that has one of the keys.
func HasAny(keys ...string) (list []*Schema) {
	for _, key := range keys {
		list = append(list, Has(key))
	}
	return list
}

// Text is any scalar: the loader takes each as the text that is written.
type Text struct{}

// Schema allows what YAML may take a text for.
func (Text) Schema() *Schema { return AnyText() }

// Texts is a list of texts, or one without brackets.
type Texts struct{}

// Schema allows a text or a list of texts.
func (Texts) Schema() *Schema { return OneOrMore(AnyText()) }

// Any is whatever the loader reads in a way of its own.
type Any struct{}

// Schema allows everything.
func (Any) Schema() *Schema { return &Schema{} }

// YesNo is yes or no, true or false.
type YesNo struct{}

// Schema allows them as texts and as YAML's own.
func (YesNo) Schema() *Schema { return &Schema{Enum: []any{"yes", "no", true, false, "true", "false"}} }
