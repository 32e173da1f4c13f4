package intake

import (
	"reflect"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/schema"
)

// PartColumns are the columns of what a record can have beyond the short form, made of
// its types: a column for each field, and one with a line in braces for each item of
// what there can be several of.
var PartColumns = slices.Concat(
	columnsOfPart(reflect.TypeFor[evidence.PlaceParts](), []string{"location"}),
	columnsOfPart(reflect.TypeFor[evidence.DateParts](), []string{"date"}),
	columnsOfPart(reflect.TypeFor[evidence.SourceParts](), []string{"source"}),
	columnsOfPart(reflect.TypeFor[evidence.Parts](), nil),
)

// everyColumn are all that a table of records can have, but for the extra ones.
var everyColumn = slices.Clip(slices.Concat(RecordColumns, PartColumns))

// columnsOfPart are the columns of the fields of a struct, whose value stands at a path.
func columnsOfPart(t reflect.Type, path []string) (columns []Column) {
	for i := range t.NumField() {
		f := t.Field(i)
		key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if key == "" || key == "-" {
			continue
		}
		at := append(slices.Clone(path), key)
		col := Column{Name: partName(at), Path: at, Note: f.Tag.Get("jsonschema_description")}
		switch k := f.Type.Kind(); {
		case f.Type == reflect.TypeFor[*evidence.Location]():
			columns = append(columns, placeColumns(at)...)
			continue
		case f.Type == reflect.TypeFor[*evidence.ObjectBoard]():
			col.Maps = true
		case k == reflect.Slice && f.Type.Elem().Kind() == reflect.Pointer:
			col.Sep, col.Maps = "\n", true
			col.Note += "; a line for each, in braces: {" + strings.Join(needed(f.Type.Elem().Elem()), ": ..., ") + ": ...}"
		case k == reflect.Slice:
			col.Sep, col.Note = "; ", col.Note+", with ; between"
		case k == reflect.Pointer && f.Type != reflect.TypeFor[*evidence.Embargo]() && f.Type != reflect.TypeFor[*evidence.Dated]():
			columns = append(columns, columnsOfPart(f.Type.Elem(), at)...)
			continue
		}
		if v, ok := reflect.Zero(f.Type).Interface().(interface{ Words() []string }); ok {
			col.Words = v.Words()
		}
		columns = append(columns, col)
	}
	return columns
}

// partName is the name of the column of a path: "object inventory". That of a place
// of the record goes by place, as the other columns of it do.
func partName(path []string) string {
	name := strings.ReplaceAll(strings.Join(path, " "), "-", " ")
	if rest, ok := strings.CutPrefix(name, "location "); ok {
		return "place " + rest
	}
	return name
}

// placeColumns are those of a place that is a field of something.
func placeColumns(path []string) (columns []Column) {
	list := columnsOfPart(reflect.TypeFor[evidence.PlaceParts](), []string{"location"})
	for _, c := range RecordColumns {
		if len(c.Path) > 1 && c.Path[0] == "location" {
			list = append(list, c)
		}
	}
	for _, c := range list {
		c.Path = append(slices.Clone(path), c.Path[1:]...)
		c.Name = partName(c.Path)
		columns = append(columns, c)
	}
	return columns
}

// needed are the keys that an item cannot be without, or the first of all.
func needed(t reflect.Type) (keys []string) {
	switch t {
	case reflect.TypeFor[evidence.Date]():
		return []string{"edtf", "of"}
	case reflect.TypeFor[evidence.Location]():
		return []string{"name", "of"}
	case reflect.TypeFor[evidence.SourceRef]():
		return []string{"key", "locator", "of"}
	}
	for i := range t.NumField() {
		if key, omitted, _ := strings.Cut(t.Field(i).Tag.Get("json"), ","); omitted == "" && key != "" && key != "-" {
			keys = append(keys, key)
		}
	}
	return keys
}

// The keys in the order in which they are written.
var (
	recordOrder = recordKeyOrder()
	partOrder   = map[string][]string{
		"location": evidence.Keys("location"), "date": evidence.Keys("date"), "source": evidence.Keys("source"), "texts": evidence.Keys("texts"), "clauses": evidence.Keys("clauses"),
		"object": schema.Keys(evidence.Object{}), "find": schema.Keys(evidence.Find{}), "find-spot": evidence.Keys("location"), "present-place": evidence.Keys("location"),
	}
)

// recordKeyOrder puts what says what a record is before the long lists.
func recordKeyOrder() []string {
	more := schema.Keys(evidence.Parts{})
	short := slices.DeleteFunc(slices.Clone(evidence.Keys("")), func(key string) bool { return slices.Contains(more, key) })
	at := slices.Index(short, "texts")
	return slices.Concat(short[:at], more, short[at:])
}
