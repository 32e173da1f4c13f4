package evidence

import (
	"reflect"
	"slices"

	"github.com/lectio/lectio/evidence/yamlpos"
)

// sayer is what a record gives for who made or says something.
type sayer struct {
	name string
	at   yamlpos.Pos
}

// sayers are those of the layers, and of every part that has a field for it.
func (r *Record) sayers() (list []sayer) {
	for _, t := range r.Texts {
		if t.By != "" {
			list = append(list, sayer{t.By, t.At("by")})
		}
	}
	r.eachPart(func(part reflect.Value, f Fields) {
		for i := range part.NumField() {
			if by, ok := part.Field(i).Interface().(By); ok && by != "" {
				list = append(list, sayer{string(by), f.At("by")})
			}
		}
	})
	return list
}

// eachPart visits the structs below a record that have tags, each with the places of
// its fields; what is embedded in a struct has those of it.
func (r *Record) eachPart(visit func(part reflect.Value, f Fields)) {
	var below func(v reflect.Value, f Fields)
	below = func(v reflect.Value, f Fields) {
		switch v.Kind() {
		case reflect.Pointer:
			if !v.IsNil() {
				below(v.Elem(), f)
			}
		case reflect.Slice:
			for i := range v.Len() {
				below(v.Index(i), f)
			}
		case reflect.Struct:
			if v.Type().PkgPath() != reflect.TypeFor[Record]().PkgPath() || v.Type() == reflect.TypeFor[EDTF]() || v.Type() == reflect.TypeFor[Fields]() {
				return
			}
			if own := v.FieldByName("Fields"); own.IsValid() {
				f = own.Interface().(Fields)
			}
			visit(v, f)
			for i := range v.NumField() {
				if v.Type().Field(i).IsExported() {
					below(v.Field(i), f)
				}
			}
		}
	}
	below(reflect.ValueOf(r), r.Fields)
}

// SourceKeys are the keys that the record names sources by, each once: those of its
// sources, of the way that the text came, and of who made or says something. Some
// of the last are persons.
func (r *Record) SourceKeys() (keys []string) {
	add := func(key string) {
		if key != "" && !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	for _, s := range r.AllSources() {
		add(s.Key)
	}
	for _, key := range r.Via {
		add(key)
	}
	for _, w := range r.Witnesses {
		if w.Source != nil {
			add(w.Source.Key)
		}
	}
	for _, by := range r.sayers() {
		if r.Person(by.name) == nil {
			add(by.name)
		}
	}
	return keys
}

// numbers are those of the clauses and observations of the record, in their order.
func (r *Record) numbers() (list []int) {
	for _, c := range r.Clauses {
		list = append(list, c.N)
	}
	for _, o := range r.Observations {
		list = append(list, int(o.N))
	}
	slices.Sort(list)
	return list
}
