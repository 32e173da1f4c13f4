package evidence

import (
	"reflect"
	"slices"

	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// named is the key of a source, or a person, that a record names.
type named struct {
	key string
	at  diag.Pos
	as  string // source, witness, via, layer, or says of who says something
}

// sayers are who made a layer or says something, persons of the record left out.
func (r *Record) sayers() (list []named) {
	add := func(by string, f Fields, as string) {
		if by != "" && r.Person(by) == nil {
			list = append(list, named{by, f.At("by"), as})
		}
	}
	for _, t := range r.Texts {
		add(t.By, t.Fields, "layer")
	}
	r.eachPart(func(part reflect.Value, f Fields) {
		for i := range part.NumField() {
			if by, ok := part.Field(i).Interface().(By); ok {
				add(string(by), f, "says")
			}
		}
	})
	return list
}

// sourceNames are the places where the record names a source: its own and further
// ones, those of witnesses, and the way that the text came.
func (r *Record) sourceNames() (list []named) {
	add := func(s *SourceRef, as string) {
		if s != nil && s.Key != "" {
			list = append(list, named{s.Key, s.At("key"), as})
		}
	}
	for _, s := range r.AllSources() {
		add(s, "source")
	}
	for _, w := range r.Witnesses {
		add(w.Source, "witness")
	}
	if via := r.Node("via"); via != nil {
		for _, step := range via.Items() {
			if step.Kind == yamlpos.Scalar && !step.Null {
				list = append(list, named{step.Text, step.Pos, "via"})
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

// Use is a place where a record names a source.
type Use struct {
	Record string
	As     string // source, witness, via, layer, or says of who says something
	Pos    diag.Pos
}

// UsesOf are the places where records name a source.
func (c *Corpus) UsesOf(key string) (list []Use) {
	for _, r := range c.Records {
		for _, n := range append(r.sourceNames(), r.sayers()...) {
			if n.key == key {
				list = append(list, Use{r.ID, n.as, n.at})
			}
		}
	}
	return list
}
