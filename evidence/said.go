package evidence

import (
	"reflect"
	"slices"

	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// named is the key of a source, or a person, that a record names.
type named struct {
	key string
	at  yamlpos.Pos
}

// sayers are who made a layer or says something, persons of the record left out.
func (r *Record) sayers() (list []named) {
	add := func(by string, f Fields) {
		if by != "" && r.Person(by) == nil {
			list = append(list, named{by, f.At("by")})
		}
	}
	for _, t := range r.Texts {
		add(t.By, t.Fields)
	}
	r.eachPart(func(part reflect.Value, f Fields) {
		for i := range part.NumField() {
			if by, ok := part.Field(i).Interface().(By); ok {
				add(string(by), f)
			}
		}
	})
	return list
}

// sourceNames are the places where the record names a source: its own and further
// ones, those of witnesses, and the way that the text came.
func (r *Record) sourceNames() (list []named) {
	sources := r.AllSources()
	for _, w := range r.Witnesses {
		if w.Source != nil {
			sources = append(sources, w.Source)
		}
	}
	for _, s := range sources {
		if s.Key != "" {
			list = append(list, named{s.Key, s.At("key")})
		}
	}
	if via := r.Node("via"); via != nil {
		for _, step := range via.Items() {
			if step.Kind == yamlpos.Scalar && !step.Null {
				list = append(list, named{step.Text, step.Pos})
			}
		}
	}
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
			if v.Type().PkgPath() != reflect.TypeFor[Record]().PkgPath() || v.Type() == reflect.TypeFor[date.EDTF]() || v.Type() == reflect.TypeFor[Fields]() {
				return
			}
			if own := v.FieldByName("Fields"); own.IsValid() { // what is embedded is described where it stands
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
	for _, n := range append(r.sourceNames(), r.sayers()...) {
		if !slices.Contains(keys, n.key) {
			keys = append(keys, n.key)
		}
	}
	return keys
}

// Numbers are those of the clauses and observations of the record, in their order.
func (r *Record) Numbers() (list []int) {
	list = []int{}
	for _, c := range r.Clauses {
		list = append(list, c.N)
	}
	for _, o := range r.Observations {
		list = append(list, int(o.N))
	}
	slices.Sort(list)
	return list
}
