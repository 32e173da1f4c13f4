package rulesets

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// object writes fields as a JSON object in their order, without escaping HTML.
func object(fields []field) ([]byte, error) { return appendObject(nil, fields) }

// appendObject is object on the end of b: states lie within states, and many
// are written.
func appendObject(b []byte, fields []field) ([]byte, error) {
	var err error
	b = append(b, '{')
	for i, f := range fields {
		if i > 0 {
			b = append(b, ',')
		}
		if b, err = appendValue(b, f.key); err != nil {
			return nil, err
		}
		b = append(b, ':')
		if b, err = appendValue(b, f.value); err != nil {
			return nil, err
		}
	}
	return append(b, '}'), nil
}

func appendValue(b []byte, v any) ([]byte, error) {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...), nil
	case int:
		return strconv.AppendInt(b, int64(v), 10), nil
	case State:
		return appendObject(b, v.fields)
	case []string:
		b = append(b, '[')
		for i, s := range v {
			if i > 0 {
				b = append(b, ',')
			}
			var err error
			if b, err = appendValue(b, s); err != nil {
				return nil, err
			}
		}
		return append(b, ']'), nil
	case string:
		if plainText(v) {
			return append(append(append(b, '"'), v...), '"'), nil
		}
	}
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return append(b, bytes.TrimRight(text.Bytes(), "\n")...), nil
}

// plainText reports whether a text stands in JSON as it is.
func plainText(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= 0x7f || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}

// State is a state as INTERFACE.md writes it. Keys come out sorted, places
// in their natural order.
type State struct {
	fields []field
}

type field struct {
	key   string
	value any
}

// MarshalJSON writes the fields in their order.
func (j State) MarshalJSON() ([]byte, error) { return object(j.fields) }

// String is the same text.
func (j State) String() string {
	text, err := j.MarshalJSON()
	if err != nil { // a state is made of texts and numbers
		panic(err)
	}
	return string(text)
}

// Over is what the state says of the end of the game; nil where it goes on.
func (j State) Over() any {
	for _, f := range j.fields {
		if f.key == "over" {
			return f.value
		}
	}
	return nil
}
