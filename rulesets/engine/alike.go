package engine

import "reflect"

// Alike reports whether two programs are the same rules: everything about them agrees
// but for which statement each rule comes from, what is claimed, and what is asked. It
// is for programs whose rules stand in the same order: others may play alike, and are
// not called so here.
func (p *Program) Alike(q *Program) bool {
	a, b := *p, *q
	a.Invariants, b.Invariants, a.Probes, b.Probes = nil, nil, nil, nil
	return alike(reflect.ValueOf(a), reflect.ValueOf(b))
}

// alike compares what is exported: the rest was worked out from it.
func alike(a, b reflect.Value) bool {
	if a.Type() == reflect.TypeFor[RuleRef]() {
		return true
	}
	switch a.Kind() {
	case reflect.Pointer:
		if a.IsNil() || b.IsNil() || a.Pointer() == b.Pointer() {
			return a.IsNil() == b.IsNil()
		}
		return alike(a.Elem(), b.Elem())
	case reflect.Slice:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !alike(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Struct:
		if s, ok := a.Interface().(Set); ok {
			return s.Equal(b.Interface().(Set))
		}
		for i := range a.NumField() {
			if a.Type().Field(i).IsExported() && !alike(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	}
	return a.Interface() == b.Interface()
}
