// Package asjson writes results as JSON by the names that their fields carry in the tag json, so that no
// second type says them again. A field without a name is not written. Beyond what encoding/json does it writes
//
//   - null for a number that is none, or has no bound: nothing can be said there;
//   - for a field with none:"null" or none:"[]" that, where the field is empty: what is not known,
//     and a list that has nothing in it;
//   - for a field with as:"NAME" what the field NAME of its value holds, or the method NAME returns; of
//     a list that of each item. So a result names the questions and statements that it points to;
//   - for a blank field with member:"MEMBER" as:"NAME" what the struct itself has or says by that name, so
//     that a figure which a method works out stands among the others.
//
// A name may be a path: as:"Questions.Title". Where a pointer on it is nil, null is written.
package asjson

import (
	"bytes"
	"cmp"
	"encoding"
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Text is a value as JSON, in one line. <, > and & stay as they are: it is for programs, not for pages.
func Text(v any) ([]byte, error) {
	var w writer
	err := w.value(reflect.ValueOf(v))
	return w.Bytes(), err
}

type writer struct{ bytes.Buffer }

// unbounded is from where on a number stands for one without bound.
const unbounded = 1e300

var (
	marshaler     = reflect.TypeFor[json.Marshaler]()
	textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()
)

func (w *writer) value(v reflect.Value) error {
	if !v.IsValid() {
		w.WriteString("null")
		return nil
	}
	if marshals(v.Type()) || v.CanAddr() && marshals(reflect.PointerTo(v.Type())) {
		return w.leaf(v)
	}
	switch v.Kind() {
	case reflect.Float64, reflect.Float32:
		if f := v.Float(); math.IsNaN(f) || math.Abs(f) > unbounded {
			w.WriteString("null")
			return nil
		}
	case reflect.Pointer, reflect.Interface:
		return w.value(v.Elem())
	case reflect.Slice:
		if v.IsNil() {
			w.WriteString("null")
			return nil
		}
		if v.Type().Elem().Kind() != reflect.Uint8 {
			return w.list(v)
		}
	case reflect.Array:
		return w.list(v)
	case reflect.Map:
		return w.object(v)
	case reflect.Struct:
		return w.members(v)
	}
	return w.leaf(v)
}

func marshals(t reflect.Type) bool { return t.Implements(marshaler) || t.Implements(textMarshaler) }

// leaf writes what encoding/json knows how to write.
func (w *writer) leaf(v reflect.Value) error {
	if v.CanAddr() {
		v = v.Addr()
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v.Interface())
	w.Truncate(len(bytes.TrimRight(w.Bytes(), "\n")))
	return err
}

func (w *writer) list(v reflect.Value) error {
	w.WriteByte('[')
	for i := range v.Len() {
		w.comma(i == 0)
		if err := w.value(v.Index(i)); err != nil {
			return err
		}
	}
	w.WriteByte(']')
	return nil
}

func (w *writer) comma(first bool) {
	if !first {
		w.WriteByte(',')
	}
}

// object writes a map, by its keys.
func (w *writer) object(v reflect.Value) error {
	if v.IsNil() {
		w.WriteString("null")
		return nil
	}
	type entry struct {
		key   string
		value reflect.Value
	}
	var entries []entry
	for it := v.MapRange(); it.Next(); {
		key := it.Key().String()
		if m, ok := it.Key().Interface().(encoding.TextMarshaler); ok {
			text, err := m.MarshalText()
			if err != nil {
				return err
			}
			key = string(text)
		} else if it.Key().CanInt() {
			key = strconv.FormatInt(it.Key().Int(), 10)
		}
		entries = append(entries, entry{key, it.Value()})
	}
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Compare(a.key, b.key) })
	w.WriteByte('{')
	for i, e := range entries {
		w.comma(i == 0)
		if err := w.leaf(reflect.ValueOf(e.key)); err != nil {
			return err
		}
		w.WriteByte(':')
		if err := w.value(e.value); err != nil {
			return err
		}
	}
	w.WriteByte('}')
	return nil
}

// member is a field of a struct, or of one that is embedded in it.
type member struct {
	index     []int // of the field, or, where its path begins there, of the struct that has it
	depth     int
	name      string
	omitEmpty bool
	omitZero  bool
	none, as  string
}

// members writes a struct.
func (w *writer) members(v reflect.Value) error {
	w.WriteByte('{')
	first := true
	for _, m := range membersOf(v.Type()) {
		f, err := v.FieldByIndexErr(m.index)
		if err != nil || len(m.index) < m.depth+1 && f.Kind() == reflect.Pointer && f.IsNil() { // it is embedded by a pointer to nothing
			continue
		}
		if m.as != "" {
			f = follow(f, m.as)
		}
		if m.omitEmpty && empty(f) || m.omitZero && f.IsZero() {
			continue
		}
		w.comma(first)
		first = false
		w.WriteString(strconv.Quote(m.name) + ":")
		if m.none != "" && empty(f) {
			w.WriteString(m.none)
		} else if err := w.value(f); err != nil {
			return err
		}
	}
	w.WriteByte('}')
	return nil
}

// empty reports whether a value is what omitempty leaves out.
func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Invalid:
		return true
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}

// follow is what a path leads to, from a list what it leads to from each item; the zero Value where a pointer is nil.
func follow(v reflect.Value, path string) reflect.Value {
	name, rest, more := strings.Cut(path, ".")
	switch {
	case !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil():
		return reflect.Value{}
	case v.Kind() == reflect.Slice || v.Kind() == reflect.Array:
		list := make([]any, v.Len())
		for i := range list {
			list[i] = follow(v.Index(i), path).Interface()
		}
		return reflect.ValueOf(list)
	}
	next := method(v, name)
	if next.IsValid() {
		next = next.Call(nil)[0]
	} else {
		next = reflect.Indirect(v).FieldByName(name)
	}
	if !next.IsValid() {
		panic("asjson: " + v.Type().String() + " has no " + name)
	}
	if more {
		return follow(next, rest)
	}
	return next
}

// method is a method of a value or of its address.
func method(v reflect.Value, name string) reflect.Value {
	if v.CanAddr() && v.Kind() != reflect.Pointer {
		v = v.Addr()
	}
	return v.MethodByName(name)
}

// known are the members of types, which are looked up once.
var known sync.Map

func membersOf(t reflect.Type) []member {
	if list, ok := known.Load(t); ok {
		return list.([]member)
	}
	list := collect(t, nil)
	depth := map[string]int{}
	for _, m := range list {
		if d, ok := depth[m.name]; !ok || m.depth < d {
			depth[m.name] = m.depth
		}
	}
	list = slices.DeleteFunc(list, func(m member) bool { return m.depth > depth[m.name] })
	known.Store(t, list)
	return list
}

// collect lists the members of a struct, those of embedded structs at the place of these.
func collect(t reflect.Type, at []int) (out []member) {
	for i := range t.NumField() {
		f := t.Field(i)
		index := append(slices.Clone(at), i)
		tag := cmp.Or(f.Tag.Get("json"), f.Tag.Get("member"))
		name, options, _ := strings.Cut(tag, ",")
		inner := f.Type
		if inner.Kind() == reflect.Pointer {
			inner = inner.Elem()
		}
		switch {
		case tag == "-":
		case f.Anonymous && name == "" && inner.Kind() == reflect.Struct && !marshals(inner):
			out = append(out, collect(inner, index)...)
		case name != "":
			if f.Name == "_" { // its path begins at the struct
				index = at
			}
			out = append(out, member{index: index, depth: len(at), name: name, none: f.Tag.Get("none"), as: f.Tag.Get("as"),
				omitEmpty: strings.Contains(options, "omitempty"), omitZero: strings.Contains(options, "omitzero")})
		}
	}
	return out
}
