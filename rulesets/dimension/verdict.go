package dimension

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/dimension/trial"
	"github.com/lectio/lectio/rulesets/lang"
)

// Facts that are data: a file of dimensions says under which condition on what was seen each of
// their values holds, and which statements are then behind it.

// The parts of a fact that are worked out of what a sample has seen.
type (
	number     func(s *Sample) int
	truth      func(s *Sample) bool
	statements func(s *Sample) []int
)

// verdict is a value with the condition under which it holds, and the statements behind it.
type verdict struct {
	value  string
	when   truth
	by     statements
	unseen number // how often what the value denies could have been seen; nil where it does not rest on that
}

// verdicts are the values of a fact: the first that holds, or all that do in their order.
type verdicts struct {
	is, all []verdict
	only    func(s *Sample) string // the word of an event, or what comes out of a trial, where it is always the same
	always  *event                 // an event that says yes or no: where neither is alone, sometimes
	number  number                 // the value is this number
	seen    int                    // how often it must have been seen
	unless  truth                  // where it holds, nothing is told
	by      statements             // those behind a value that names none
}

// oftenWords are the names of numbers in conditions.
var oftenWords = map[string]int{"often": often, "enough": enough, "some": some, "few": few, "at_times": atTimes}

// find is the value of a fact that is data, and the statements behind it.
func (v *verdicts) find(s *Sample, name string) (string, []int) {
	delete(s.found, name)
	if v.unless(s) {
		return "", nil
	}
	if v.only != nil {
		if value := v.only(s); value != "" {
			return value, v.by(s)
		}
	}
	for i := range v.is {
		if x := &v.is[i]; x.when(s) {
			if x.unseen != nil {
				s.found[name] = finding{unseen: x.unseen(s)}
			}
			return x.value, x.by(s)
		}
	}
	switch {
	case v.always != nil:
		return v.ever(s)
	case v.number != nil:
		return fmt.Sprint(v.number(s)), v.by(s)
	}
	var words []string
	var by []int
	for i := range v.all {
		if x := &v.all[i]; x.when(s) {
			words, by = append(words, x.value), trial.Union(by, x.by(s))
		}
	}
	if len(words) == 0 {
		return "", v.by(s)
	}
	return strings.Join(words, ", "), by
}

// ever says whether something that can be so or not always is, never is, or at times.
func (v *verdicts) ever(s *Sample) (string, []int) {
	name := v.always.name
	switch yes, no := s.times(name, "yes"), s.times(name, "no"); {
	case yes > 0 && no > 0:
		return "sometimes", trial.Union(v.by(s), s.behind(name))
	case yes >= v.seen:
		return "yes", trial.Union(v.by(s), s.behind(name, "yes"))
	case no >= v.seen:
		return "no", trial.Union(v.by(s), s.behind(name, "no"))
	}
	return "", nil
}

// factReader reads a fact that is data.
type factReader struct {
	*dimensionReader
	f *fact
	t *lang.Text // the expression that is being read
}

// fact reads a fact that is data.
func (r *dimensionReader) fact(n *yamlpos.Node, f *fact) {
	m := r.Map(n, "a fact", factKeys...)
	if m == nil {
		return
	}
	x := &factReader{dimensionReader: r, f: f}
	f.doc = r.String(r.Need(m, "says", "a fact"), "what a fact says")
	v := &verdicts{by: x.statements(m.Get("by")), unless: func(*Sample) bool { return false }}
	if u := m.Get("unless"); u != nil {
		v.unless = x.condition(u)
	}
	v.is, v.all = x.verdicts(m.Get("is"), v.by), x.verdicts(m.Get("all"), v.by)
	if n := m.Get("number"); n != nil {
		v.number = x.numberAt(n)
	}
	if o := m.Get("only"); o != nil {
		v.only = x.only(o, v, m.Get("by") == nil)
	}
	if a := m.Get("always"); a != nil {
		x.always(v, a, r.Need(m, "seen", "a fact with always"))
	} else if m.Get("is") == nil && m.Get("all") == nil && m.Get("only") == nil && m.Get("number") == nil {
		r.Errorf(n.Pos, foundKeysOf(m), "is:, all:, only:, number: or always: with values and their conditions", "the fact has no values")
	}
	// Two interpretations differ in what comes out of the trials behind the values.
	if by := x.trialsAt(m.Get("by")); len(by) > 0 {
		f.tries = by
	}
	f.find = func(s *Sample) (string, []int) { return v.find(s, f.name) }
}

// trialsAt are the trials that a list names.
func (r *factReader) trialsAt(n *yamlpos.Node) (out []*trial.Trial) {
	for _, k := range n.Items() {
		if tr := trial.Named(k.Text); tr != nil {
			out = append(out, tr)
		}
	}
	return out
}

// verdicts reads values with their conditions; by are the statements behind a value that names none.
func (r *factReader) verdicts(n *yamlpos.Node, by statements) (out []verdict) {
	if n == nil {
		return nil
	}
	if n.Kind != yamlpos.Map {
		r.Errorf(n.Pos, n.Kind.String(), "values with conditions, as in {yes: leap > 0}", "it is not said when a value holds")
		return nil
	}
	for i, k := range n.Keys {
		for _, when := range n.Values[i].Items() {
			v := verdict{value: k.Text, by: by}
			if when.Kind == yamlpos.Map {
				m := r.Map(when, "a value of a fact", verdictKeys...)
				if b := m.Get("by"); b != nil {
					v.by = r.statements(b)
				}
				if u := m.Get("unseen"); u != nil {
					v.unseen = r.numberAt(u)
				}
				when = r.Need(m, "when", "a value of a fact")
			}
			v.when = r.condition(when)
			out = append(out, v)
		}
	}
	return out
}

// only reads of which event or trial the value is the word that is always said; where nothing else is
// named, its statements are those behind it.
func (r *factReader) only(n *yamlpos.Node, v *verdicts, behind bool) func(s *Sample) string {
	tr, ev := trial.Named(n.Text), r.event(n.Text)
	if behind && (tr != nil || ev != nil) {
		v.by = r.statements(n)
	}
	switch {
	case tr != nil:
		r.f.tries, r.f.sampled = append(r.f.tries, tr), true
		return func(s *Sample) string {
			found, _ := trial.Outcomes(s.Try(tr))
			return theOnly(found)
		}
	case ev != nil:
		r.count(ev)
		return func(s *Sample) string {
			found := map[string]int{}
			s.cases(ev.name, words{}, func(w words, t *tally) { found[w[0]] += t.n })
			return theOnly(found)
		}
	}
	r.Errorf(n.Pos, diag.Quote(n.Text), "an event or a trial", "nothing of that name is counted%s", diag.Suggest(n.Text, eventNames()))
	return nil
}

// theOnly is the only word of a count, "" where there are several or none.
func theOnly(found map[string]int) string {
	if len(found) != 1 {
		return ""
	}
	return trial.Words(found)
}

// count notes that a fact rests on an event.
func (r *factReader) count(ev *event) {
	if ev.moves != nil {
		r.f.moves = append(r.f.moves, ev.moves)
	}
	r.f.closely, r.f.sampled = r.f.closely || ev.closely, r.f.sampled || !ev.closely
}

// always reads of which event it is asked whether it always says yes, and how often it must be seen.
func (r *factReader) always(v *verdicts, n, seen *yamlpos.Node) {
	if v.always = eventNamed(n.Text); v.always == nil || len(v.always.words) != 1 || v.always.words[0] != "yes|no" {
		r.Errorf(n.Pos, diag.Quote(n.Text), "an event that says yes or no", "it cannot be asked whether this is always so%s", diag.Suggest(n.Text, eventNames()))
		return
	}
	r.count(v.always)
	if seen == nil {
		return
	}
	var known bool
	if v.seen, known = oftenWords[seen.Text]; !known {
		v.seen = r.Int(seen, "how often an event must have been seen", 1, 1000)
	}
}

// condition reads a condition on what was seen.
func (r *factReader) condition(n *yamlpos.Node) truth {
	if n == nil {
		return nil
	}
	if r.t = ast.Expression(&r.Reader, n); r.t.Expr == nil {
		return nil
	}
	return r.truth(r.t.Expr)
}

// numberAt reads a number of what was seen.
func (r *factReader) numberAt(n *yamlpos.Node) number {
	if r.t = ast.Expression(&r.Reader, n); r.t.Expr == nil {
		return nil
	}
	return r.number(r.t.Expr)
}

// refuse reports a part of the expression that is being read.
func (r *factReader) refuse(e *lang.Expr, found, expected, format string, args ...any) {
	r.Errorf(placeIn(r.t, e), diag.Quote(found), expected, format, args...)
}

// truth makes a condition of an expression.
func (r *factReader) truth(e *lang.Expr) truth {
	compares := map[string]func(a, b int) bool{
		"=": func(a, b int) bool { return a == b }, "!=": func(a, b int) bool { return a != b }, "<": func(a, b int) bool { return a < b },
		"<=": func(a, b int) bool { return a <= b }, ">": func(a, b int) bool { return a > b }, ">=": func(a, b int) bool { return a >= b },
	}
	switch compare := compares[e.Op]; {
	case compare != nil:
		a, b := r.number(e.Kids[0]), r.number(e.Kids[1])
		return func(s *Sample) bool { return compare(a(s), b(s)) }
	case e.Op == "not":
		a := r.truth(e.Kids[0])
		return func(s *Sample) bool { return !a(s) }
	case e.Op == "and" || e.Op == "or":
		a, b := r.truth(e.Kids[0]), r.truth(e.Kids[1])
		if e.Op == "and" {
			return func(s *Sample) bool { return a(s) && b(s) }
		}
		return func(s *Sample) bool { return a(s) || b(s) }
	case e.Op == "call" && e.Text == "told" && len(e.Kids) == 1:
		f := r.factCalled(e)
		return func(s *Sample) bool {
			value, _ := f.find(s)
			return value != ""
		}
	case e.Op == "call" && e.Text == "fact" && len(e.Kids) > 1:
		f, values := r.factCalled(e), argsOf(e)[1:]
		return func(s *Sample) bool {
			value, _ := f.find(s)
			return slices.Contains(values, value)
		}
	}
	r.refuse(e, r.t.Written, "a comparison, as in step > 0, or fact(NAME, VALUE)", "this is no condition on what was seen")
	return nil
}

// factCalled is the fact of which it is asked whether it has a value.
func (r *factReader) factCalled(e *lang.Expr) *fact {
	name := e.Kids[0].Text
	f := r.lookUp(name)
	if f == nil {
		r.refuse(e, name, "a fact", "there is no such fact%s", diag.Suggest(name, r.factNames()))
		return nil
	}
	r.f.with = append(r.f.with, f)
	return f
}

// number makes a number of an expression: of how often an event was seen, or what came out of a
// trial, in the cases that are named, or one of the sample or of the program.
func (r *factReader) number(e *lang.Expr) number {
	args := argsOf(e)
	switch n, known := oftenWords[e.Text]; {
	case e.Op == "num":
		return func(*Sample) int { return e.Num }
	case (e.Op == "+" || e.Op == "-" || e.Op == "*") && len(e.Kids) == 2:
		a, b := r.number(e.Kids[0]), r.number(e.Kids[1])
		switch e.Op {
		case "+":
			return func(s *Sample) int { return a(s) + b(s) }
		case "-":
			return func(s *Sample) int { return a(s) - b(s) }
		}
		return func(s *Sample) int { return a(s) * b(s) }
	case e.Op != "name" && e.Op != "call":
		r.refuse(e, r.t.Written, "a number, as in step(near)", "this is no number")
		return nil
	case known:
		return func(*Sample) int { return n }
	case numbers[e.Text].of != nil:
		c := numbers[e.Text]
		r.asked(e, c.args, args)
		r.f.sampled = r.f.sampled || c.ofGames
		return func(s *Sample) int { return c.of(s, args) }
	case trial.Named(e.Text) != nil:
		tr := trial.Named(e.Text)
		r.f.tries, r.f.sampled = append(r.f.tries, tr), true
		return func(s *Sample) int { return len(trial.Of(s.Try(tr), args)) }
	}
	ev := r.event(e.Text)
	if ev == nil {
		r.refuse(e, e.Text, "an event, a trial, or one of: decisions, often, enough, some, few, at_times", "nothing of that name is counted%s", diag.Suggest(e.Text, eventNames()))
		return nil
	}
	r.words(ev, e)
	r.count(ev)
	return func(s *Sample) int { return s.times(ev.name, args...) }
}

// asked checks the words with which a number of the program, or a table, is asked for.
func (r *factReader) asked(e *lang.Expr, wanted string, args []string) {
	known := strings.Split(wanted, "|")
	switch wanted {
	case acts:
		known = nil
		for _, a := range lang.ActWords {
			known = append(known, strings.ReplaceAll(a, "-", "_"))
		}
	case kinds:
		known = nil
		for _, k := range ast.Kinds {
			known = append(known, k.Word)
		}
	case ofAnEvent:
		if len(args) == 0 || eventNamed(args[0]) == nil {
			r.refuse(e, r.t.Written, "an event and its words, as in mostly(step, far)", "it is not said of which event")
			return
		}
		args, known = args[:1], eventNames()
	}
	for i, a := range args {
		if !slices.Contains(known, a) {
			r.refuse(e.Kids[i], a, either(wanted == "", "no word", "one of: "+strings.Join(known, ", ")), "%s knows no such word%s", e.Text, diag.Suggest(a, known))
		}
	}
	if len(args) == 0 && wanted != "" && wanted != acts && numbers[e.Text].of == nil {
		r.refuse(e, r.t.Written, "one of: "+strings.Join(known, ", "), "it is not said which")
	}
}

// words checks the words with which an event is asked for.
func (r *factReader) words(ev *event, e *lang.Expr) {
	for i, a := range argsOf(e) {
		_, err := strconv.Atoi(a)
		switch {
		case i >= len(ev.words):
			r.refuse(e, r.t.Written, fmt.Sprintf("%d words at most", len(ev.words)), "%s has not so many words", ev.name)
			return
		case ev.words[i] != "*" && a != anyWord && err != nil && !slices.Contains(strings.Split(ev.words[i], "|"), a):
			r.refuse(e.Kids[i], a, "one of: any, "+strings.ReplaceAll(ev.words[i], "|", ", "), "%s knows no such word", ev.name)
		}
	}
}

// statements reads which statements are behind a value: those of events and trials, and such as
// the tables of the program name.
func (r *factReader) statements(n *yamlpos.Node) statements {
	var list []statements
	for _, k := range n.Items() {
		r.t = ast.Expression(&r.Reader, k)
		e := r.t.Expr
		if e == nil {
			continue
		}
		args := argsOf(e)
		switch table, tr, ev := tables[e.Text], trial.Named(e.Text), r.event(e.Text); {
		case table.of != nil:
			r.asked(e, table.args, args)
			list = append(list, func(s *Sample) []int { return table.of(s, args) })
		case tr != nil:
			list = append(list, func(s *Sample) []int {
				_, by := trial.Outcomes(trial.Of(s.Try(tr), args))
				return by
			})
		case ev != nil:
			r.words(ev, e)
			list = append(list, func(s *Sample) []int { return s.behind(ev.name, args...) })
		default:
			names := slices.Sorted(maps.Keys(tables))
			r.refuse(e, e.Text, "an event, a trial or one of: "+strings.Join(names, ", "), "it is not said which statements are behind the value%s", diag.Suggest(e.Text, names))
		}
	}
	return func(s *Sample) (by []int) {
		for _, f := range list {
			by = append(by, f(s)...)
		}
		return trial.Union(by)
	}
}

// argsOf are the words in the brackets of a call.
func argsOf(e *lang.Expr) (out []string) {
	for _, k := range e.Kids {
		out = append(out, k.Text)
	}
	return out
}

// placeIn is where a part of an expression stands.
func placeIn(t *lang.Text, e *lang.Expr) diag.Pos {
	for _, tok := range lang.Tokens(t.Written) {
		if tok.Text == e.Text && t.At != nil {
			return t.At(tok.Off)
		}
	}
	return t.Pos
}

type dimensionReader struct {
	yamlpos.Reader
	counts []*event       // what the files count
	facts  []*fact        // those of the files …
	others func() []*fact // … and those that they need not have
}

// lookUp finds a fact of the files, or one that comes with the program; nil where there is none.
func (r *dimensionReader) lookUp(name string) *fact {
	if f := named(r.facts, name); f != nil {
		return f
	}
	return named(r.others(), name)
}

// factNames are the names of all facts that can be asked for.
func (r *dimensionReader) factNames() (out []string) {
	for _, f := range slices.Concat(r.facts, r.others()) {
		out = append(out, f.name)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// event finds what is counted under a name: in the files, or by the program; nil for nothing.
func (r *dimensionReader) event(name string) *event {
	if i := slices.IndexFunc(r.counts, func(e *event) bool { return e.name == name }); i >= 0 {
		return r.counts[i]
	}
	return eventNamed(name)
}

func foundKeysOf(m *yamlpos.Node) string { return "the keys " + strings.Join(m.KeyTexts(), ", ") }
