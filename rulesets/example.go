package rulesets

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// MostResults is how many results of a throw an example may speak of.
const MostResults = 200000

func (l *loader) example(n *yamlpos.Node) *Example {
	m := l.Map(n, "an example", exampleKeys...)
	if m == nil {
		return nil
	}
	e := &Example{Pos: n.Pos, Readings: Choice{}}
	e.ID = l.name(l.Need(m, "id", "an example"), "the id of an example", false)
	e.Clauses = l.clauses(m.Get("clauses"))
	e.Checked = evidence.ReadChecks(&l.Reader, m.Get("checked"), "an example")
	e.Worked = l.OneOf(l.Need(m, "worked", "an example"), "how the example was worked", workedWays...)
	e.Note = l.String(m.Get("note"), "a note")
	if at := m.Get("at"); at != nil && at.Text != "start" {
		e.At = at
	}
	if t := m.Get("throw"); t != nil {
		e.Throw, e.ThrowPos = l.String(t, "the throw"), t.Pos
	}
	if r := m.Get("readings"); r != nil {
		if r.Kind == yamlpos.Scalar && r.Text == "every" {
			e.Every = true
		} else if r.Kind == yamlpos.Map {
			for i, k := range r.Keys {
				e.Readings[k.Text] = l.String(r.Values[i], "a reading")
			}
		} else {
			l.Errorf(r.Pos, diag.Quote(r.Text), "a map of questions to readings, or every", "the readings of an example cannot be read")
		}
	}
	if p := m.Get("parts"); p != nil {
		if l.Map(p, "parts", partingKeys...) == nil {
			return e
		}
		e.Question = l.String(l.Need(p, "question", "parts"), "the question")
		rs := l.Need(p, "readings", "parts")
		if rs != nil && rs.Kind == yamlpos.Map {
			for i, k := range rs.Keys {
				if l.Map(rs.Values[i], "what a reading expects", expectKeys...) != nil {
					e.Parts = append(e.Parts, PartCase{k.Text, l.expect(rs.Values[i])})
				}
			}
		}
		if len(e.Parts) < 2 {
			l.Errorf(p.Pos, fmt.Sprintf("%d readings", len(e.Parts)), "at least two readings", "readings cannot part alone")
		}
		if !slices.ContainsFunc(m.Keys, func(k *yamlpos.Node) bool { return slices.Contains(expectKeys, k.Text) }) {
			return e
		}
	}
	e.Expect = l.expect(m)
	return e
}

func (l *loader) expect(m *yamlpos.Node) *Expectation {
	x := &Expectation{Pos: m.Pos, Node: m}
	x.HasMoves = m.Get("moves") != nil
	x.Moves = l.Strings(m.Get("moves"), "moves")
	x.Legal = l.Strings(m.Get("legal"), "moves")
	x.Illegal = l.Strings(m.Get("illegal"), "moves")
	if r := m.Get("refused"); r != nil && r.Kind == yamlpos.Map {
		for i, k := range r.Keys {
			x.Refused = append(x.Refused, Refusal{k.Text, l.String(r.Values[i], "the statement that refuses")})
		}
	} else if r != nil {
		l.Errorf(r.Pos, r.Kind.String(), "a map of moves to statements", "refused cannot be read")
	}
	if r := m.Get("results"); r != nil {
		if r.Kind == yamlpos.List {
			x.HasList, x.Results = true, r.Values
			if len(r.Values) > 100 {
				l.Errorf(r.Pos, fmt.Sprintf("%d positions", len(r.Values)), "at most 100; give the number instead", "the list of results is too long to be read")
			}
		} else {
			x.HasCount, x.Count = true, l.Int(r, "the number of results", 0, MostResults)
		}
	}
	x.Line = l.Strings(m.Get("line"), "a line")
	x.After = m.Get("after")
	if !x.HasMoves && len(x.Legal)+len(x.Illegal)+len(x.Refused)+len(x.Line) == 0 && !x.HasList && !x.HasCount && x.After == nil {
		l.Errorf(m.Pos, "nothing", "one of: "+strings.Join(expectKeys, ", "), "the example expects nothing")
	}
	return x
}

// Choices lists the choices of readings under which the example makes a claim,
// each with what it expects.
func (e *Example) Choices(d *Definition) []ExampleCase {
	if e.Question != "" {
		var out []ExampleCase
		q := d.Question(e.Question)
		for _, p := range e.Parts {
			c := Choice{}
			for k, v := range e.Readings {
				c[k] = v
			}
			c[e.Question] = p.Reading
			if q != nil {
				d.arise(q, c, 0)
				if r := q.Reading(p.Reading); r != nil {
					d.settle(r, c)
				}
			}
			out = append(out, ExampleCase{c, p.Expect})
			if e.Expect != nil {
				out = append(out, ExampleCase{c, e.Expect})
			}
		}
		return out
	}
	out := []ExampleCase{{e.Readings, e.Expect}}
	if e.Every {
		for _, a := range d.Alternatives() {
			out = append(out, ExampleCase{a.Choice, e.Expect})
		}
	}
	return out
}

// ExampleCase is an example under one choice of readings.
type ExampleCase struct {
	Choice Choice
	Expect *Expectation
}

// InOneLine writes moves or places one after the other; of more than forty the first, and
// how many there are.
func InOneLine(s []string) string {
	if len(s) == 0 {
		return "none"
	}
	if len(s) > 40 {
		return strings.Join(s[:40], " ") + fmt.Sprintf(" … (%d)", len(s))
	}
	return strings.Join(s, " ")
}

// flow writes a node in one line, as YAML's flow style does.
func flow(n *yamlpos.Node) string {
	switch {
	case n == nil:
		return ""
	case n.Kind == yamlpos.Map:
		var parts []string
		for i, k := range n.Keys {
			parts = append(parts, k.Text+": "+flow(n.Values[i]))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case n.Kind == yamlpos.List:
		var parts []string
		for _, v := range n.Values {
			parts = append(parts, flow(v))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case n.Null:
		return "null"
	}
	return n.Text
}

// Position writes the position of the example in one line; "start" for the opening.
func (e *Example) Position() string {
	if e.At == nil {
		return "start"
	}
	return flow(e.At)
}

// Expects says in words what the example expects.
func (e *Example) Expects() string {
	if e.Question == "" {
		return e.Expect.String()
	}
	var parts []string
	for _, p := range e.Parts {
		parts = append(parts, p.Reading+": "+p.Expect.String())
	}
	if e.Expect != nil {
		parts = append(parts, "by each: "+e.Expect.String())
	}
	return strings.Join(parts, "\n")
}

// String says in words what is expected.
func (x *Expectation) String() string {
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	if x.HasMoves {
		add("moves: exactly %s", InOneLine(x.Moves))
	}
	if len(x.Legal) > 0 {
		add("legal: %s", InOneLine(x.Legal))
	}
	if len(x.Illegal) > 0 {
		add("not legal: %s", InOneLine(x.Illegal))
	}
	for _, r := range x.Refused {
		add("%s is refused by %s", r.Move, r.Statement)
	}
	if x.HasCount {
		add("%d results", x.Count)
	}
	if x.HasList {
		var r []string
		for _, n := range x.Results {
			r = append(r, flow(n))
		}
		add("results: exactly %s", strings.Join(r, " "))
	}
	if len(x.Line) > 0 {
		add("line: %s", strings.Join(x.Line, " "))
	}
	if x.After != nil {
		add("after it: %s", flow(x.After))
	}
	return strings.Join(parts, "; ")
}
