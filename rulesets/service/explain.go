package service

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/schema"
	"github.com/lectio/lectio/rulesets"
)

// Explanation is what is known of a place in a file.
type Explanation struct {
	Statement *Said  `json:"statement,omitempty"` // the one that stands there
	Asks      string `json:"asks,omitempty"`      // of the question whose reading brings it
	Because   string `json:"because,omitempty"`   // why the reading is held
	Word      *Word  `json:"word,omitempty"`
}

// Word is what a word means.
type Word struct {
	Text    string `json:"text"`
	Range   Range  `json:"range"`
	Help    string `json:"help,omitempty"`
	Usage   string `json:"usage,omitempty"`
	Defined *Place `json:"defined,omitempty"` // where it is given its meaning
}

// Explain says what stands at a place: the statement with its sentence and clauses, and what the word there means.
func (w *Workspace) Explain(path string, at Position) Explanation {
	text := w.text(path)
	at.Line = min(max(at.Line, 0), len(text)-1)
	var out Explanation
	if k := w.kept[path]; k != nil {
		o := w.drawer(path, k)
		o.readings = true
		line := o.former(at.Line) + 1
		for _, s := range k.definition.EveryStatement() {
			if s.Pos.File == path && s.Pos.Line <= line && line <= lastLine(s.Node) {
				out.statement(o, s)
				break
			}
		}
	}
	out.Word = w.wordAt(path, text, at)
	return out
}

// ExplainStatement says what a statement of the ruleset in a file states, by its id; of several readings that bring one, each.
func (w *Workspace) ExplainStatement(path, id string) (list []Explanation) {
	k := w.kept[path]
	if k == nil {
		return nil
	}
	o := w.drawer(path, k)
	o.readings = true
	for _, s := range k.definition.EveryStatement() {
		if s.ID == id {
			var e Explanation
			e.statement(o, s)
			list = append(list, e)
		}
	}
	return list
}

func (e *Explanation) statement(o *drawer, s *rulesets.Statement) {
	said := o.said(s)
	e.Statement = &said
	if s.Question != nil {
		e.Asks, e.Because = s.Question.Asks, s.Reading.Because
	}
}

// wordAt is the word at a place; nil where none stands.
func (w *Workspace) wordAt(path string, text []string, at Position) *Word {
	line := text[at.Line]
	off := at.offset(line)
	part := func(r rune) bool { return inWord(r) || r == '-' || r == '#' || r == '.' }
	from := strings.LastIndexFunc(line[:off], func(r rune) bool { return !part(r) })
	if from >= 0 {
		_, size := utf8.DecodeRuneInString(line[from:])
		from += size
	} else {
		from = 0
	}
	to := strings.IndexFunc(line[off:], func(r rune) bool { return !part(r) })
	if to < 0 {
		to = len(line) - off
	}
	word := line[from : off+to]
	trimmed := strings.TrimLeft(word, "-.#")
	from += len(word) - len(trimmed)
	word = strings.TrimRight(trimmed, "-.#")
	if word == "" {
		return nil
	}
	out := &Word{Text: word, Range: Range{position(text, at.Line, from), position(text, at.Line, from+len(word))}}
	n := w.namesOf(path)
	if pos, help, ok := w.refers(n, path, word); ok {
		place := w.place(pos)
		out.Defined, out.Help = &place, help
	}
	if s := n.statement(word); s != nil && out.Help == "" {
		out.Help = w.kept[path].sentence(s)
	}
	if out.Help == "" {
		out.Help = w.keyHelp(path, text, at.Line, from+len(word))
	}
	if out.Help == "" {
		out.Help, out.Usage = w.meaning(word)
	}
	if out.Help == "" && out.Defined == nil {
		return nil
	}
	return out
}

// refers is what a word names: a clause, a record, a source, or something that the ruleset gives a name.
func (w *Workspace) refers(n *names, path, word string) (pos diag.Pos, help string, ok bool) {
	ev := w.Corpus.Evidence
	if alias, _, is := strings.Cut(word, "#"); is {
		ref, parsed := evidence.ParseClauseRef(word)
		if n.definition != nil && n.definition.Aliases[alias] != "" {
			ref, parsed = evidence.ParseClauseRef(n.definition.Aliases[alias] + word[len(alias):])
		}
		if c := ev.Clause(ref); parsed && c != nil {
			return c.Pos(), c.Text, true
		}
		return pos, "", false
	}
	if r := ev.Record(word); r != nil {
		return r.Pos(), r.Game + ": " + r.Summary, true
	}
	if s := ev.Source(word); s != nil && kind(path) == "record" {
		return s.Pos(), s.Cite(), true
	}
	if n.definition == nil {
		return pos, "", false
	}
	if id := n.definition.Aliases[word]; id != "" {
		if r := ev.Record(id); r != nil {
			return r.Pos(), r.Game + ": " + r.Summary, true
		}
	}
	if pos, ok = n.defined(word); ok {
		if q := n.definition.Question(word); q != nil && n.statement(word) == nil {
			help = q.Asks
		}
		return pos, help, true
	}
	return pos, "", false
}

// keyHelp is what the schema says of a key that ends at a byte of a line; "" where there is none.
func (w *Workspace) keyHelp(path string, text []string, line, end int) string {
	shape := w.shape(kind(path))
	if shape == nil || !strings.HasPrefix(text[line][end:], ":") {
		return ""
	}
	p := scan(text, line, end)
	if p.in == nil {
		return ""
	}
	at := []*schema.Schema{shape}
	for _, st := range p.steps {
		at = inner(shape, at, st)
	}
	for _, s := range expand(shape, at, p.in) {
		i := slices.IndexFunc(s.Properties, func(x schema.Property) bool { return x.Name == p.text })
		if i >= 0 && s.Properties[i].Schema.Description != "" {
			return s.Properties[i].Schema.Description
		}
	}
	return ""
}
