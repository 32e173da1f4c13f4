package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing/fstest"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/example"
)

// exampleRequest is a worked example that somebody made on the board, to be written into the file of the ruleset. It stands
// under the readings of the request.
type exampleRequest struct {
	ID      string   `json:"id"`
	Clauses []string `json:"clauses,omitempty"`
	Line    string   `json:"line"` // leads to its position; what was thrown at its end is the throw of the example
	Note    string   `json:"note,omitempty"`
	// All says that Legal are all moves that the text permits; else they are some, and Illegal some that it does not permit.
	All     bool     `json:"all,omitempty"`
	Legal   []string `json:"legal,omitempty"`
	Illegal []string `json:"illegal,omitempty"`
}

// exampleAnswer is the example as it is written, and how the rules differ from it.
type exampleAnswer struct {
	File string `json:"file"`
	Text string `json:"text"` // of the file, with the example
	Item string `json:"item"` // the example alone
	workedExample
}

// workedExample is an example with what the rules say otherwise.
type workedExample struct {
	ID      string    `json:"id"`
	Line    int       `json:"line"`    // of its file
	Expects string    `json:"expects"` // in words
	Fails   []failing `json:"fails,omitempty"`
	Missing []unlike  `json:"missing,omitempty"` // moves that the example permits and the rules do not
	TooMany []unlike  `json:"tooMany,omitempty"` // moves that the rules permit and the example does not
}

// failing says how an example fails.
type failing struct {
	Readings rulesets.Choice `json:"readings,omitempty"`
	Pos      diag.Pos        `json:"pos"`
	Message  string          `json:"message"`
}

// unlike is a move about which the example and the rules differ, with the statements that permit or refuse it; with none
// where no rule permits anything like it.
type unlike struct {
	Move string          `json:"move"`
	By   []statementTold `json:"by"`
}

// examples runs all examples of a ruleset.
func examples(def *rulesets.Definition) []workedExample {
	out := []workedExample{}
	w := &example.Workshop{Definition: def}
	for _, e := range def.Examples {
		out = append(out, worked(w, e))
	}
	return out
}

// worked runs an example, and says where the rules differ under the first choice of readings of which it fails.
func worked(w *example.Workshop, e *rulesets.Example) workedExample {
	out := workedExample{ID: e.ID, Line: e.Pos.Line, Expects: e.Expects()}
	for _, c := range e.Choices(w.Definition) {
		fail := w.Try(e, c)
		if fail == nil {
			continue
		}
		out.Fails = append(out.Fails, failing{c.Choice, fail.Pos, fail.Message})
		if len(out.Fails) == 1 {
			if g, errs := w.Game(c.Choice); len(errs) == 0 {
				out.differ(g, e, c.Expect)
			}
		}
	}
	return out
}

// differ lists the moves about which an example and the rules differ.
func (o *workedExample) differ(g *rulesets.Game, e *rulesets.Example, x *rulesets.Expectation) {
	in := engine.NewInterpreter(g.Program)
	in.History = history.New()
	s := g.Program.NewState()
	if e.At == nil {
		in.Start(s)
	} else {
		var errs diag.Errors
		if s, errs = g.ReadState(in, e.At); len(errs) > 0 {
			return
		}
	}
	if e.Throw != "" && len(g.MakeThrows(in, s, e.Throw)) > 0 {
		return
	}
	legal := g.Legal(in, s)
	expected := append(slices.Clone(x.Moves), x.Legal...)
	refused := in.Explain(s).Refused
	for _, text := range expected {
		if len(g.Named(legal, text)) > 0 {
			continue
		}
		u := unlike{text, []statementTold{}}
		for _, r := range refused {
			if strings.TrimSuffix(g.MoveText(in, s, r.Move), "*") == strings.TrimSuffix(text, "*") {
				u.By = statements(g, r.Statements...)
				break
			}
		}
		o.Missing = append(o.Missing, u)
	}
	for _, m := range legal {
		one := []rulesets.LegalMove{m}
		named := func(list []string) bool {
			return slices.ContainsFunc(list, func(text string) bool { return len(g.Named(one, text)) > 0 })
		}
		if x.HasMoves && !named(x.Moves) || named(x.Illegal) {
			u := unlike{m.Text, []statementTold{}}
			if r := m.Move.Rule(g.Program); r != nil {
				u.By = statements(g, r.Statement)
			}
			o.TooMany = append(o.TooMany, u)
		}
	}
}

// written writes an example behind those of its ruleset, and says what the rules make of it.
func (d *desk) written(g *rulesets.Game, taken interpretation, x *exampleRequest) (*exampleAnswer, diag.Errors) {
	def := g.Definition
	item, errs := x.item(d.tableOf(g), taken.Readings)
	if len(errs) > 0 {
		return nil, errs
	}
	text, errs := withExample(def.File, []byte(d.files[def.File]), item)
	if len(errs) > 0 {
		return nil, errs
	}
	a := &exampleAnswer{File: def.File, Text: string(text)}
	fsys := fstest.MapFS{def.File: {Data: text}}
	for name, text := range d.files {
		if strings.HasPrefix(name, "rulesets/parts/") {
			fsys[name] = &fstest.MapFile{Data: []byte(text)}
		}
	}
	c, errs := rulesets.Load(fsys, "", d.corpus.Evidence)
	now := c.Find(def.ID)
	if now == nil {
		return nil, errs
	}
	e := now.Examples[len(now.Examples)-1]
	a.workedExample = worked(&example.Workshop{Definition: now}, e)
	was, lines := strings.Count(d.files[def.File], "\n"), strings.SplitAfter(a.Text, "\n")
	added := len(lines) - 1 - was
	if len(def.Examples) == 0 {
		added-- // the line above it, of the key
	}
	a.Item = strings.Join(lines[e.Pos.Line-1:min(e.Pos.Line-1+added, len(lines))], "")
	return a, nil
}

// item is the example as a file has it.
func (x *exampleRequest) item(t *table, readings map[string]string) (yamlpos.Value, diag.Errors) {
	v := yamlpos.MapValue().With("id", yamlpos.TextValue(x.ID))
	if len(x.Clauses) > 0 {
		v = v.With("clauses", yamlpos.ListValue(x.Clauses...))
	}
	v = v.With("worked", yamlpos.TextValue("hand"))
	stopped, errs := t.seat(&sitting{Line: x.Line})
	if stopped != "" {
		errs.Add(diag.Pos{File: "the line"}, "", "", "%s", stopped)
	}
	if len(errs) > 0 {
		return v, errs
	}
	thrown := t.w.Thrown()
	t.w.Back(len(thrown))
	at, errs := shortest(t.g, t.w.State)
	if len(errs) > 0 {
		return v, errs
	}
	v = v.With("at", at)
	if len(thrown) > 0 {
		v = v.With("throw", yamlpos.TextValue(strings.Join(thrown, ",")))
	}
	if len(readings) > 0 {
		under := yamlpos.MapValue()
		for _, q := range slices.Sorted(maps.Keys(readings)) {
			under = under.With(q, yamlpos.TextValue(readings[q]))
		}
		v = v.With("readings", under)
	}
	switch {
	case x.All:
		v = v.With("moves", yamlpos.ListValue(x.Legal...))
	case len(x.Legal) > 0:
		v = v.With("legal", yamlpos.ListValue(x.Legal...))
	}
	if len(x.Illegal) > 0 && !x.All {
		v = v.With("illegal", yamlpos.ListValue(x.Illegal...))
	}
	if x.Note != "" {
		v = v.With("note", yamlpos.TextValue(x.Note))
	}
	return v, nil
}

// shortest is a position as one would write it: without what is the same where it is not written.
func shortest(g *rulesets.Game, s *engine.State) (yamlpos.Value, diag.Errors) {
	in := engine.NewInterpreter(g.Program)
	in.History = history.New()
	told := func(s *engine.State) []byte {
		data, err := json.Marshal(g.State(s))
		if err != nil { // no state holds what JSON cannot
			panic(err)
		}
		return data
	}
	full := told(s)
	if start, _ := g.ParseState(in, "at", "start"); start != nil && bytes.Equal(told(start), full) {
		return yamlpos.TextValue("start"), nil
	}
	root, errs := yamlpos.Parse("at", full)
	if root == nil || len(errs) > 0 {
		return yamlpos.Value{}, errs
	}
	v := withoutNulls(root)
	for _, key := range []string{"turn", "score", "counters"} {
		i := slices.Index(v.Keys, key)
		if i < 0 {
			continue
		}
		less := yamlpos.Value{Kind: v.Kind, Keys: slices.Delete(slices.Clone(v.Keys), i, i+1), Values: slices.Delete(slices.Clone(v.Values), i, i+1)}
		if same, errs := g.ParseState(in, "at", less.FlowText(true)); len(errs) == 0 && bytes.Equal(told(same), full) {
			v = less
		}
	}
	return v, nil
}

// withoutNulls is a document without the keys under which nothing stands.
func withoutNulls(n *yamlpos.Node) yamlpos.Value {
	if n.Kind != yamlpos.Map {
		return yamlpos.ValueOf(n)
	}
	v := yamlpos.MapValue()
	for i, k := range n.Keys {
		if !n.Values[i].Null {
			v = v.With(k.Text, withoutNulls(n.Values[i]))
		}
	}
	return v
}

// withExample is the text of a ruleset with one more example; comments, and the way everything else is written, stay.
func withExample(file string, text []byte, item yamlpos.Value) ([]byte, diag.Errors) {
	e, errs := yamlpos.NewEditor(file, text)
	if e == nil {
		return nil, errs
	}
	if list := e.Root().Get("examples"); list != nil && len(list.Values) > 0 {
		id := item.Values[0].Text
		for _, other := range list.Values {
			if x := other.Get("id"); x != nil && x.Text == id {
				errs.Add(x.Pos, diag.Quote(id), "an id that no other example has", "there is an example of that id")
				return nil, errs
			}
		}
		e.Insert([]any{"examples"}, len(list.Values), item)
	} else {
		e.Set([]any{"examples"}, yamlpos.Value{Kind: yamlpos.List, Values: []yamlpos.Value{item}}, rulesets.Keys()...)
	}
	return e.Bytes()
}
