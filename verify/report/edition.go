package report

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/cells"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/verify/measure"
)

// An Edition is a ruleset in the order of its text, or its rules in that of play.
type Edition struct {
	g           *rulesets.Game
	evidence    *evidence.Corpus // that the ruleset rests on
	under       string           // what stands below the title
	howOnScreen string           // it is to be read
	howInFile   string
	parts       []editedPart
}

// EditionOf puts a ruleset into the order of its text: each clause, the sentences of the statements that rest on it,
// and the questions about it with their readings.
func EditionOf(c *dimension.Corpus, g *rulesets.Game) *Edition {
	e := editor{Edition: Edition{g: g, evidence: c.Of(g.Definition).Evidence}, readings: edition.ReadingsOf(g),
		said: map[*rulesets.Statement]bool{}, asked: map[*rulesets.Question]bool{}}
	e.whole()
	return &e.Edition
}

// RulesOf puts the rules of an interpretation into running text that a person can play from. The corpus says what a
// game of its family must settle.
func RulesOf(ctx context.Context, c *dimension.Corpus, g *rulesets.Game) *Edition {
	e := editor{Edition: Edition{g: g, evidence: c.Of(g.Definition).Evidence}}
	e.rules(dimension.SettledBesides(c.Settle(ctx, g.Interpretation)))
	return &e.Edition
}

// editor makes an edition.
type editor struct {
	Edition
	readings *edition.Readings
	said     map[*rulesets.Statement]bool // statements that have been told
	last     *rulesets.Statement          // the one whose sentence was told last, if nothing followed
	asked    map[*rulesets.Question]bool
}

// editedPart is a heading and what stands under it.
type editedPart struct {
	heading string
	apart   bool // an empty line stands before its first
	lines   []editedLine
}

// editedLine is a paragraph: on a screen behind a label that says by its place and its sign
// what it is, in a document under the same in words.
type editedLine struct {
	apart bool // an empty line stands before it
	label string
	name  string // in words
	depth int
	text  string
	of    string   // the clause or observation whose words it has
	rests []string // the clauses that it rests on
}

func (e *editor) part(heading string, apart bool) {
	e.parts = append(e.parts, editedPart{heading: heading, apart: apart})
}

func (e *editor) say(l editedLine) {
	p := &e.parts[len(e.parts)-1]
	p.lines = append(p.lines, l)
}

// Write writes the edition for a screen, in lines of so many cells.
func (e *Edition) Write(w io.Writer, width int) error {
	var b bytes.Buffer
	paragraph := func(label, text string) { cells.Paragraph(&b, width, label, text, cells.Width(label)) }
	fmt.Fprintln(&b, e.g.Definition.Title)
	if e.under != "" {
		fmt.Fprintln(&b, e.under)
	}
	paragraph("", e.howOnScreen)
	for _, p := range e.parts {
		if p.heading != "" {
			fmt.Fprintf(&b, "\n%s\n", p.heading)
		}
		for i, l := range p.lines {
			if l.apart || i == 0 && p.apart {
				fmt.Fprintln(&b)
			}
			paragraph(l.label, l.text)
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// Report is the edition as it is written to a file.
func (e *Edition) Report(made string) *Report {
	r := OfGame(e.g, e.evidence, made)
	r.Subtitle, r.About = e.under, []string{e.howInFile}
	for _, p := range e.parts {
		part := Part{Heading: cmp.Or(p.heading, "The course of a turn")}
		for _, l := range p.lines {
			part.Lines = append(part.Lines, BriefLine{Label: l.name, Text: l.text, Depth: l.depth, Says: l.of, Rests: l.rests})
		}
		r.Briefs[0].Parts = append(r.Briefs[0].Parts, part)
	}
	return r
}

// whole tells the ruleset in the order of its text.
func (e *editor) whole() {
	d := e.g.Definition
	e.under = fmt.Sprintf("%s, %s; %s, %s", e.g.Name(), d.Family, measure.Plural(len(d.Questions), "question"), measure.Plural(len(d.Examples), "worked example"))
	e.howOnScreen = "Below each clause stand the sentences made from the statements that rest on it (→, with the statement's name in brackets), " +
		"and the questions about it (?) with their readings: * is the one taken here, - the others. A sentence that has been printed before is only named."
	e.howInFile = "Below each clause stand the rules made from the statements that rest on it, with the statement's name in brackets, " +
		"and the questions about it with their readings. A rule that has been told before is only named."
	for _, id := range d.Records {
		if r := e.evidence.Record(id); r != nil {
			e.record(e.evidence, r)
		}
	}
	e.rest()
}

func (e *editor) record(c *evidence.Corpus, r *evidence.Record) {
	e.part(cmp.Or(r.Game, "A record")+" ("+r.ID+")", false)
	var about, notes []string
	if s := c.Source(r.Source.Key); s != nil {
		about = append(about, s.CiteAt(r.Source.Locator))
		notes = append(notes, s.Note)
	}
	for _, other := range r.Sources {
		if s := c.Source(other.Key); s != nil {
			notes = append(notes, strings.TrimSpace("Also "+s.CiteAt(other.Locator)+". "+s.Note))
		}
	}
	if place := r.Location.Called(); place != "" {
		about = append(about, place)
	}
	if r.Date != nil {
		about = append(about, strings.TrimSpace(r.Date.EDTF.String()+" "+of(r.Date.Of)))
	}
	if len(r.Reasons()) > 0 {
		about = append(about, strings.Join(r.Reasons(), ", "))
	}
	e.say(editedLine{text: strings.Join(about, "; ")})
	for _, note := range append(notes, r.Note) {
		if note != "" {
			e.say(editedLine{text: note})
		}
	}
	for _, c := range r.Clauses {
		e.clause(r, c)
	}
	for _, o := range r.Observations {
		name := r.Ref(int(o.N)).String()
		e.say(editedLine{apart: true, label: numberLabel(int(o.N)), name: fmt.Sprintf("Observation %d", o.N), text: "[seen] " + string(o.Text), of: name})
		e.resting(name)
	}
}

func of(s string) string {
	if s == "" {
		return ""
	}
	return "(" + s + ")"
}

// numberLabel is the label of a clause or an observation.
func numberLabel(n int) string { return fmt.Sprintf("%4s  ", fmt.Sprintf("#%d", n)) }

func (e *editor) clause(r *evidence.Record, c *evidence.Clause) {
	name, text := r.Ref(c.N).String(), c.Text
	if c.In != "" {
		text = "[" + c.In + "] " + text
	}
	e.say(editedLine{apart: true, label: numberLabel(c.N), name: fmt.Sprintf("Clause %d", c.N), text: text, of: name})
	if len(c.Wording) > 0 {
		e.say(editedLine{label: "      wording: ", name: "Wording", depth: 1, text: strings.Join(c.Wording, "; ")})
	}
	e.note(c.Note, "      ", 1)
	if !c.Rule {
		e.say(editedLine{label: "      no rule: ", name: "No rule", depth: 1, text: c.Why})
	}
	e.resting(name)
}

// resting tells the statements that rest on a clause or an observation, and the questions
// about it.
func (e *editor) resting(name string) {
	for _, s := range e.g.Statements {
		if slices.Contains(clauses(s.Warrant), name) {
			e.statement(s, name)
		}
	}
	for _, q := range e.g.Definition.Questions {
		if slices.Contains(clauses(q.About), name) {
			e.question(q, name)
		}
	}
}

// besides are the clauses of a list but for the one below which something stands.
func besides(refs []rulesets.ClauseRef, below string) []string {
	return slices.DeleteFunc(clauses(refs), func(name string) bool { return name == below })
}

// statement tells the sentence of a statement of this interpretation, once, below a clause on
// which it rests; "" where it rests on none.
func (e *editor) statement(s *rulesets.Statement, below string) {
	l := editedLine{label: "      → ", name: "Rule", depth: 1, text: "(see " + edition.Title(s) + ")"}
	if e.said[s] {
		e.say(l)
		e.last = nil
		return
	}
	e.said[s] = true
	by := s.ID
	if s.Question != nil {
		by += ", by " + s.Question.Name() + "=" + s.Reading.ID
	}
	l.text, l.rests = edition.SentenceAfter(e.g, s, e.last)+" ["+by+"]", besides(s.Warrant, below)
	e.say(l)
	e.last = s
	e.grounds(s, "        ", 2)
}

// grounds tells for what reason a statement is assumed, as far as it is, and what the
// author remarks on it.
func (e *editor) grounds(s *rulesets.Statement, indent string, depth int) {
	if s.Assumed != "" {
		e.say(editedLine{label: indent + "assumed: ", name: "Assumed", depth: depth, text: s.Assumed})
	}
	e.note(s.Note, indent, depth)
}

// note tells what an author remarks.
func (e *editor) note(text, indent string, depth int) {
	if text != "" {
		e.say(editedLine{label: indent + "note: ", name: "Note", depth: depth, text: text})
	}
}

func (e *editor) question(q *rulesets.Question, below string) {
	chosen := e.g.Readings[q.ID]
	if e.asked[q] {
		e.say(editedLine{label: "      ? ", name: "Open", depth: 1, text: q.Titled() + ", see above"})
		return
	}
	e.asked[q] = true
	head := fmt.Sprintf("%s: %s (%s, weight %d)", q.Titled(), q.Asks, q.Kind, q.Weight)
	if chosen == nil {
		head += " It does not arise here, only with " + strings.Join(readingsOf(e.g.Definition, q.AskedWhen), " and ") + "."
	}
	e.last = nil
	e.say(editedLine{label: "      ? ", name: "Open", depth: 1, text: head, rests: besides(q.About, below)})
	for _, r := range q.Readings {
		l := editedLine{label: "        - ", name: "Another reading", depth: 2, rests: r.HeldBy}
		if r == chosen {
			l.label, l.name = "        * ", "The reading taken"
		}
		text := r.Titled() + " [" + attested(r) + "]: " + withStop(r.Because)
		if r == chosen && r.ID == q.Default && q.DefaultWhy != "" {
			text += " It is the default: " + withStop(q.DefaultWhy)
		}
		if !r.Playable() {
			text += " It cannot be played yet: " + withStop(r.NotPlayable)
		}
		if len(r.Excludes) > 0 {
			text += " " + goesWithout(e.g.Definition, r.Excludes)
		}
		l.text = text
		e.say(l)
		if r != chosen {
			e.reading(q, r)
		}
	}
	e.note(q.Note, "        ", 2)
}

// withStop ends a text with a full stop.
func withStop(s string) string {
	if s == "" || strings.ContainsAny(s[len(s)-1:], ".?!") {
		return s
	}
	return s + "."
}

// goesWithout says with which readings another cannot be chosen: with none of them,
// which is not all of them at once.
func goesWithout(d *rulesets.Definition, list map[string][]string) string {
	readings := readingsOf(d, list)
	if len(readings) == 1 {
		return "It does not go together with " + readings[0] + "."
	}
	return "It goes together with none of these: " + strings.Join(readings, "; ") + "."
}

// readingsOf names readings of questions, in the order of these: "PIP-A53=single-game or match".
func readingsOf(d *rulesets.Definition, list map[string][]string) (out []string) {
	for _, q := range d.Questions {
		for name, readings := range list {
			if d.Question(name) == q {
				out = append(out, q.Name()+"="+strings.Join(readings, " or "))
			}
		}
	}
	return out
}

// reading tells what another reading would change.
func (e *editor) reading(q *rulesets.Question, r *rulesets.Reading) {
	const indent = "            "
	for _, c := range e.readings.Changes(q, r) {
		text := c.Text
		switch c.Kind {
		case edition.OtherGrounds:
			text = "As before, but on other grounds" + c.Grounds() + ": " + text
		case edition.InPlace:
			text += " [in place of " + c.Of + "]"
		case edition.NoLonger:
			text = "No longer: " + text + " [" + c.Of + "]"
		case edition.NoLongerThere:
			text = "No longer, where another reading brings it in: " + text + " [" + c.Of + "]"
		case edition.ReadsNow:
			text = "Now reads: " + text + " [" + c.Of + "]"
		}
		l := editedLine{label: indent + "→ ", name: "With it", depth: 3, text: text}
		if c.Statement.Reading != r {
			e.say(l)
			continue
		}
		l.rests = clauses(c.Statement.Warrant)
		e.say(l)
		e.grounds(c.Statement, indent+"  ", 3)
	}
}

// rest tells what no clause has brought up: assumptions, and questions that are
// about no clause.
func (e *editor) rest() {
	e.part("What no clause says", true)
	for _, s := range e.g.Statements {
		if !e.said[s] {
			e.statement(s, "")
		}
	}
	e.part("Questions that no clause raises", true)
	for _, q := range e.g.Definition.Questions {
		if !e.asked[q] {
			e.question(q, "")
		}
	}
	e.parts = slices.DeleteFunc(e.parts, func(p editedPart) bool { return len(p.lines) == 0 })
}

// rules tells the rules of an interpretation as running text; settled says what no rule of it says and a game of its
// family settles.
func (e *editor) rules(settled []string) {
	g := e.g
	var chosen []string
	for _, q := range g.Definition.Questions {
		if r := g.Readings[q.ID]; r != nil && r.ID != q.Default {
			chosen = append(chosen, q.Name()+"="+r.ID)
		}
	}
	how := "as the default readings have them"
	if len(chosen) > 0 {
		how = "with " + strings.Join(chosen, ", ") + ", otherwise as the default readings have them"
	}
	e.howOnScreen = "The rules " + how + "."
	e.howInFile = e.howOnScreen
	for i, ch := range edition.RunningText(g, settled) {
		label := "  "
		if i == 0 { // the course of a turn, without a title
			label = ""
		}
		e.part(ch.Title, true)
		for _, p := range ch.Paragraphs {
			e.say(editedLine{label: label + p.Label, name: strings.TrimSuffix(p.Label, ": "), text: p.Text, rests: clauses(p.Rests)})
		}
	}
}
