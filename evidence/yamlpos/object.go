package yamlpos

import (
	"bytes"
	"encoding/json"
)

// Member is a key of an object of JSON, with its value.
type Member struct {
	Key   string
	Value any
}

// Object is an object of JSON in the order of its keys.
type Object []Member

// With is the object with one more key.
func (o Object) With(key string, value any) Object { return append(o, Member{key, value}) }

// MarshalJSON keeps the order of the keys.
func (o Object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		key, err := json.Marshal(m.Key)
		if err != nil {
			return nil, err
		}
		b.Write(key)
		b.WriteByte(':')
		if err := encode(&b, m.Value); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// JSON writes what consists of texts, numbers, truths, lists and objects, on one line. It leaves
// <, > and & as they are.
func JSON(v any) []byte {
	var b bytes.Buffer
	if err := encode(&b, v); err != nil {
		panic(err) // such values always can be written
	}
	return b.Bytes()
}

func encode(b *bytes.Buffer, v any) error {
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	b.Truncate(b.Len() - 1) // the end of the line
	return nil
}
