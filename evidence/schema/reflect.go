package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// What a type may say of itself, by methods of its value.
type (
	described interface{ Schema() *Schema } // all that it allows
	narrowed  interface{ Narrow(*Schema) }  // what it demands beyond its fields
	written   interface{ WrittenAs() any }  // the struct with the keys under which it is written
	worded    interface{ Words() []string } // the words that a text may be
)

// Keys lists the keys of a struct by their json tags, in their order, those of
// embedded structs among them.
func Keys(v any) (keys []string) {
	each(reflect.TypeOf(v), func(name string, _ bool, _ reflect.StructField) { keys = append(keys, name) })
	return keys
}

// each visits the fields of a struct that have keys, with whether a file need not have them.
func each(t reflect.Type, visit func(name string, optional bool, f reflect.StructField)) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			each(f.Type, visit)
		case name != "" && name != "-":
			visit(name, strings.Contains(options, "omitempty"), f)
		}
	}
}

// Of makes the schema of a file with the keys of a struct (JSON Schema, draft
// 2020-12), indented. The same type gives the same bytes. It panics on a type that no file is read into.
func Of(v any, title string) ([]byte, error) {
	s := Shape(v)
	s.Version, s.Title = "https://json-schema.org/draft/2020-12/schema", title
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

// Shape is the schema of Of as a value, for who offers the keys and words to a writer.
func Shape(v any) *Schema {
	d := definitions{}
	t := reflect.TypeOf(v)
	d.of(t)
	s := d[t.Name()]
	delete(d, t.Name())
	s.Definitions = d
	return s
}

// definitions are the schemas of types that have a name, by it.
type definitions map[string]*Schema

// of is the schema of a type: a reference to its definition where it has a name.
func (d definitions) of(t reflect.Type) *Schema {
	if t.Kind() == reflect.Pointer {
		return d.of(t.Elem())
	}
	zero := reflect.Zero(t).Interface()
	if as, is := zero.(written); is {
		return d.of(reflect.TypeOf(as.WrittenAs()))
	}
	if s := ofText(t); s != nil {
		return s
	}
	own, is := zero.(described)
	if t.Name() == "" || t.Kind() != reflect.Struct && !is {
		return d.shape(t)
	}
	if d[t.Name()] == nil {
		s := &Schema{}
		d[t.Name()] = s // before its fields are looked at: a part may have parts of its own kind
		if is {
			*s = *own.Schema()
		} else {
			*s = *d.shape(t)
		}
		if more, is := zero.(narrowed); is {
			more.Narrow(s)
		}
	}
	return &Schema{Ref: "#/$defs/" + t.Name()}
}

// ofText is the schema of Go's texts: of the words that a type lists, of any scalar
// otherwise, and of one or several; nil for what is no text.
func ofText(t reflect.Type) *Schema {
	if t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.String {
		return OneOrMore(ofText(t.Elem()))
	}
	if t.Kind() != reflect.String {
		return nil
	}
	if list, is := reflect.Zero(t).Interface().(worded); is {
		return OneOf(list.Words()...)
	}
	return AnyText()
}

// shape is what a type allows by what it consists of.
func (d definitions) shape(t reflect.Type) *Schema {
	switch t.Kind() {
	case reflect.Struct:
		s := &Schema{Type: "object", AdditionalProperties: false}
		each(t, func(name string, optional bool, f reflect.StructField) {
			p := d.of(f.Type)
			p.limit(f.Tag.Get("limits"))
			p.Description = f.Tag.Get("about")
			s.Properties.Set(name, p)
			if !optional {
				s.Required = append(s.Required, name)
			}
		})
		return s
	case reflect.Slice:
		return &Schema{Type: "array", Items: d.of(t.Elem())}
	case reflect.Map:
		return &Schema{Type: "object", AdditionalProperties: d.of(t.Elem())}
	case reflect.Int:
		return &Schema{Type: "integer"}
	case reflect.Float64:
		return &Schema{Type: "number"}
	case reflect.Bool:
		return &Schema{Type: "boolean"}
	}
	panic(fmt.Sprintf("schema: no file is read into a %s", t))
}

// limit takes the limits of a field from its tag: numbers by keyword, such as "minimum=0,maximum=100".
func (s *Schema) limit(tag string) {
	for limit := range strings.SplitSeq(tag, ",") {
		keyword, number, _ := strings.Cut(limit, "=")
		n, _ := strconv.Atoi(number)
		switch keyword {
		case "minimum":
			s.Minimum = json.Number(number)
		case "maximum":
			s.Maximum = json.Number(number)
		case "minItems":
			s.MinItems = n
		case "maxItems":
			s.MaxItems = n
		}
	}
}
