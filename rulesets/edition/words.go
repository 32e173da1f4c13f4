package edition

import (
	"strconv"
	"strings"

	"github.com/lectio/lectio/rulesets/lang"
)

// entry says a word of the language as its entry in the table of words says it, with
// its arguments put in; "" where how it is said depends on what stands around it.
func (sp *speaker) entry(e *lang.Expr, v view, digits bool) string {
	w := lang.Name(e.Text)
	if e.Op == "call" {
		w = lang.Function(e.Text)
	}
	if w == nil || w.Type == lang.Truth {
		return ""
	}
	var with []string
	for i, k := range e.Kids {
		with = append(with, "{"+strconv.Itoa(i+1)+"}")
		switch w.Args[i].Type {
		case lang.Place:
			with = append(with, sp.place(k, v))
		case lang.Places:
			with = append(with, sp.setA(k, v))
		case lang.Truth:
			with = append(with, sp.clause(k, v, false))
		default:
			with = append(with, sp.num(k, v, digits))
		}
	}
	return strings.NewReplacer(with...).Replace(w.Says)
}
