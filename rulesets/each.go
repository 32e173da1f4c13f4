package rulesets

import "github.com/lectio/lectio/rulesets/engine"

// EachRule calls f for every rule with the statement it comes from, and with whether
// it acts (an agenda, blocked parts, a change, a score, an end) or says what may be
// done (a permission, a prohibition or an exception from it, a requirement).
func EachRule(r *engine.Program, f func(statement int, acts bool)) {
	for _, x := range r.Agendas {
		f(x.Statement, true)
	}
	for _, x := range r.Blocked {
		f(x.Statement, true)
	}
	for _, x := range r.Changes {
		f(x.Statement, true)
	}
	for _, x := range r.Scores {
		f(x.Statement, true)
	}
	for _, x := range r.Ends {
		f(x.Statement, true)
	}
	for _, x := range r.Allows {
		f(x.Statement, false)
	}
	for _, x := range r.Forbids {
		f(x.Statement, false)
		for _, e := range x.Excepts {
			f(e.Statement, false)
		}
	}
	for _, x := range r.Requires {
		f(x.Statement, false)
	}
}
