package service

import (
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
)

// Said is a statement as an editor shows it beside its text.
type Said struct {
	ID       string   `json:"id"`
	Kind     string   `json:"kind"`
	Range    Range    `json:"range"`
	Sentence string   `json:"sentence,omitempty"` // "" where it cannot be said, or is not asked for
	Clauses  []Clause `json:"clauses,omitempty"`
	Assumed  string   `json:"assumed,omitempty"`
	Replaces string   `json:"replaces,omitempty"`
	Question string   `json:"question,omitempty"` // of the reading that brings it
	Reading  string   `json:"reading,omitempty"`
}

// Clause is a clause that stands behind a statement.
type Clause struct {
	Clause string `json:"clause"` // as the ruleset writes it, p#6
	Record string `json:"record"`
	Number int    `json:"number"`
	Text   string `json:"text,omitempty"`
	Place  *Place `json:"place,omitempty"`
}

// Question is a question with its readings.
type Question struct {
	ID       string    `json:"id"`
	See      string    `json:"see,omitempty"`
	Title    string    `json:"title"`
	Asks     string    `json:"asks"`
	Default  string    `json:"default"`
	Range    Range     `json:"range"`
	Readings []Reading `json:"readings"`
}

// Reading is a reading with its statements.
type Reading struct {
	ID         string `json:"id"`
	Title      string `json:"title"`
	Basis      string `json:"basis"`
	Because    string `json:"because"`
	Range      Range  `json:"range"`
	Statements []Said `json:"statements,omitempty"`
}

// Worked is an example; whether it holds is for who plays it.
type Worked struct {
	ID      string   `json:"id"`
	Range   Range    `json:"range"`
	Clauses []Clause `json:"clauses,omitempty"`
}

// Outline is what a ruleset consists of, in the order of its file.
type Outline struct {
	Ruleset    string     `json:"ruleset,omitempty"`
	Former     bool       `json:"former,omitempty"` // the text cannot be read now; the outline is that of the last one, on the lines of this
	Statements []Said     `json:"statements,omitempty"`
	Questions  []Question `json:"questions,omitempty"`
	Examples   []Worked   `json:"examples,omitempty"`
}

// drawer draws an outline.
type drawer struct {
	*Workspace
	draft    *draft
	now      []string // the text as it stands
	before   int      // lines that are as they were
	behind   int      // … at the end
	readings bool     // sentences of readings are asked for
}

// Outline says what the ruleset in a file consists of, with the sentences of the statements under its default readings; with
// readings also those of what other readings bring, each under its own.
func (w *Workspace) Outline(path string, readings bool) Outline {
	k := w.kept[path]
	if k == nil {
		return Outline{}
	}
	o := w.drawer(path, k)
	o.readings = readings
	d := k.definition
	out := Outline{Ruleset: d.ID, Former: w.definition(path) != d}
	for _, s := range d.Statements {
		if s.Pos.File == path { // and not in a part
			out.Statements = append(out.Statements, o.said(s))
		}
	}
	for _, q := range d.Questions {
		out.Questions = append(out.Questions, o.question(q))
	}
	for _, e := range d.Examples {
		out.Examples = append(out.Examples, Worked{e.ID, o.of(w.nodeAt(path, e.Pos.Line, "examples")), o.clauses(e.Clauses)})
	}
	return out
}

// drawer compares the text of a draft with the one that stands there now.
func (w *Workspace) drawer(path string, k *draft) *drawer {
	o := &drawer{Workspace: w, draft: k, now: w.text(path)}
	for o.before < len(o.now) && o.before < len(k.text) && o.now[o.before] == k.text[o.before] {
		o.before++
	}
	for o.behind < len(o.now)-o.before && o.behind < len(k.text)-o.before && o.now[len(o.now)-1-o.behind] == k.text[len(k.text)-1-o.behind] {
		o.behind++
	}
	return o
}

// line is the line at which one of the draft stands now, both from 0.
func (o *drawer) line(n int) int {
	if n >= len(o.draft.text)-o.behind {
		return n + len(o.now) - len(o.draft.text)
	}
	return min(n, len(o.now)-1)
}

// former is the line of the draft that stands at a line now.
func (o *drawer) former(n int) int {
	if n >= len(o.now)-o.behind {
		return n + len(o.draft.text) - len(o.now)
	}
	return min(n, len(o.draft.text)-1)
}

// of is the range of a node, from the line on which it begins up to the end of its last.
func (o *drawer) of(n *yamlpos.Node) Range {
	if n == nil {
		return Range{}
	}
	first, last := o.line(n.Pos.Line-1), o.line(lastLine(n)-1)
	_, from := byteOf(o.now, diag.Pos{Line: first + 1, Col: n.Pos.Col})
	return Range{position(o.now, first, from), position(o.now, last, len(o.now[last]))}
}

// lastLine is the last line on which something of a node stands.
func lastLine(n *yamlpos.Node) int {
	last := n.Pos.Line
	if n.Kind == yamlpos.Scalar && (n.Style != yamlpos.Plain || len(n.Text) > 40) {
		last = n.PosAt(len(n.Text)).Line
	}
	if len(n.Values) > 0 {
		last = max(last, lastLine(n.Values[len(n.Values)-1]))
	}
	return last
}

func (o *drawer) said(s *rulesets.Statement) Said {
	out := Said{ID: s.ID, Kind: s.Kind, Range: o.of(s.Node), Clauses: o.clauses(s.Warrant), Assumed: s.Assumed, Replaces: s.Replaces}
	if s.Question != nil {
		out.Question, out.Reading = s.Question.ID, s.Reading.ID
	}
	if s.Question == nil || o.readings || s.Question.Default == s.Reading.ID {
		out.Sentence = o.draft.sentence(s)
	}
	return out
}

func (o *drawer) clauses(refs []rulesets.ClauseRef) (list []Clause) {
	for _, ref := range refs {
		c := Clause{Record: ref.Record, Number: ref.N}
		c.Clause = rulesets.ClauseRef{Record: o.draft.definition.RecordName(ref.Record), N: ref.N}.String()
		if r := o.Corpus.Evidence.Record(ref.Record); r != nil {
			c.Text, _ = r.Says(ref.N)
			if x := r.Clause(ref.N); x != nil {
				at := o.place(x.Pos())
				c.Place = &at
			}
		}
		list = append(list, c)
	}
	return list
}

func (o *drawer) question(q *rulesets.Question) Question {
	out := Question{ID: q.ID, See: q.See, Title: q.Called(), Asks: q.Asks, Default: q.Default, Range: o.of(o.nodeAt(o.draft.definition.File, q.Pos.Line, "questions"))}
	for _, r := range q.Readings {
		x := Reading{ID: r.ID, Title: r.Called(), Basis: r.Basis, Because: r.Because}
		if n := o.nodeAt(o.draft.definition.File, q.Pos.Line, "questions"); n != nil {
			for _, v := range n.Get("readings").Items() {
				if v.Pos.Line == r.Pos.Line {
					x.Range = o.of(v)
				}
			}
		}
		for _, s := range r.Statements {
			x.Statements = append(x.Statements, o.said(s))
		}
		out.Readings = append(out.Readings, x)
	}
	return out
}

// nodeAt is the item of a list of a ruleset that begins on a line of its last readable text; nil for none.
func (w *Workspace) nodeAt(path string, line int, key string) *yamlpos.Node {
	root := w.rulesets.Tree(path)
	if root == nil {
		return nil
	}
	for _, n := range root.Get(key).Items() {
		if n.Pos.Line == line {
			return n
		}
	}
	return nil
}
