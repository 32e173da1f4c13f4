package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/edition"
)

func rulesetShowCommand(a *app) *cobra.Command {
	var f gameFlags
	whole := false
	cmd := &cobra.Command{
		Use:   "show RULESET",
		Short: "show a game as an edition: clause, what it is made of, questions, readings",
		Long: `Show prints a ruleset in the order of its text: each clause, the sentences made from
the statements that rest on it, and the questions about it with their readings.
What no clause says and is assumed comes last. With --reading the sentences are
those of other readings.

With --interpretation it prints the rules of one interpretation as running text
that a person can play from, without the evidence.`,
		Args: takes(1, 1, "RULESET"),
		RunE: func(_ *cobra.Command, args []string) error { return a.rulesetShow(args[0], &f, whole) },
	}
	f.register(cmd)
	cmd.Flags().BoolVar(&whole, "interpretation", false, "print the rules of the interpretation as running text")
	return cmd
}

func (a *app) rulesetShow(ruleset string, f *gameFlags, whole bool) error {
	c, g, err := wantedOf(a, ruleset, f, (*wanted).game)
	if err != nil {
		return err
	}
	if a.json {
		return a.printJSON(showJSON(g))
	}
	b := a.page()
	if whole {
		writeRules(a.context(), b, g, c)
	} else {
		e := editor{b: b, g: g, corpus: c, readings: edition.ReadingsOf(g), said: map[*rulesets.Statement]bool{}, asked: map[*rulesets.Question]bool{}}
		e.write()
	}
	_, err = a.stdout.Write(b.Bytes())
	return err
}

// editor writes a ruleset in the order of its text.
type editor struct {
	b        *page
	g        *rulesets.Game
	corpus   *dimension.Corpus
	readings *edition.Readings
	said     map[*rulesets.Statement]bool // statements that have been printed
	last     *rulesets.Statement          // the one whose sentence was printed last, if nothing followed
	asked    map[*rulesets.Question]bool
}

func (e *editor) write() {
	d := e.g.Definition
	fmt.Fprintf(e.b, "%s\n%s, %s; %s, %s\n", d.Title, e.g.Name(), d.Family, plural(len(d.Questions), "question"), plural(len(d.Examples), "worked example"))
	e.b.paragraph("", "Below each clause stand the sentences made from the statements that rest on it (→, with the statement's name in brackets), and the questions about it (?) "+
		"with their readings: * is the one taken here, - the others. A sentence that has been printed before is only named.")
	for _, id := range d.Records {
		if r := e.corpus.Of(e.g.Definition).Evidence.Record(id); r != nil {
			e.record(r)
		}
	}
	e.rest()
}

func (e *editor) record(r *evidence.Record) {
	fmt.Fprintf(e.b, "\n%s\n", r.ID)
	var about, notes []string
	if s := e.corpus.Of(e.g.Definition).Evidence.Source(r.Source.Key); s != nil {
		about = append(about, s.CiteAt(r.Source.Locator))
		notes = append(notes, s.Note)
	}
	for _, other := range r.Sources {
		if s := e.corpus.Of(e.g.Definition).Evidence.Source(other.Key); s != nil {
			notes = append(notes, strings.TrimSpace("Also "+s.CiteAt(other.Locator)+". "+s.Note))
		}
	}
	if r.Location != nil {
		about = append(about, r.Location.Name)
	}
	if r.Date != nil {
		about = append(about, strings.TrimSpace(r.Date.EDTF.String()+" "+of(r.Date.Of)))
	}
	if len(r.Reasons()) > 0 {
		about = append(about, strings.Join(r.Reasons(), ", "))
	}
	e.b.paragraph("", strings.Join(about, "; "))
	for _, note := range append(notes, r.Note) {
		if note != "" {
			e.b.paragraph("", note)
		}
	}
	for _, c := range r.Clauses {
		e.clause(r, c)
	}
	for _, o := range r.Observations {
		fmt.Fprintln(e.b)
		e.b.paragraph(fmt.Sprintf("%4s  ", fmt.Sprintf("#%d", o.N)), "[seen] "+string(o.Text))
		e.resting(r.Ref(int(o.N)).String())
	}
}

func of(s string) string {
	if s == "" {
		return ""
	}
	return "(" + s + ")"
}

func (e *editor) clause(r *evidence.Record, c *evidence.Clause) {
	name := fmt.Sprintf("%s#%d", r.ID, c.N)
	fmt.Fprintln(e.b)
	label := fmt.Sprintf("%4s  ", fmt.Sprintf("#%d", c.N))
	text := c.Text
	if c.In != "" {
		text = "[" + c.In + "] " + text
	}
	e.b.paragraph(label, text)
	if len(c.Wording) > 0 {
		e.b.paragraph("      wording: ", strings.Join(c.Wording, "; "))
	}
	if c.Note != "" {
		e.b.paragraph("      note: ", c.Note)
	}
	if !c.Rule {
		e.b.paragraph("      no rule: ", c.Why)
	}
	e.resting(name)
}

// resting prints the statements that rest on a clause or an observation, and the questions
// about it.
func (e *editor) resting(name string) {
	for _, s := range e.g.Statements {
		if rests(s, name) {
			e.statement("      → ", s)
		}
	}
	for _, q := range e.g.Definition.Questions {
		for _, a := range q.About {
			if a.String() == name {
				e.question(q)
				break
			}
		}
	}
}

func rests(s *rulesets.Statement, clause string) bool {
	for _, w := range s.Warrant {
		if w.String() == clause {
			return true
		}
	}
	return false
}

// statement prints the sentence of a statement of this interpretation, once.
func (e *editor) statement(label string, s *rulesets.Statement) {
	if e.said[s] {
		e.b.paragraph(label, "(see "+edition.Title(s)+")")
		e.last = nil
		return
	}
	e.said[s] = true
	by := s.ID
	if s.Question != nil {
		by += ", by " + s.Question.Name() + "=" + s.Reading.ID
	}
	e.b.paragraph(label, edition.SentenceAfter(e.g, s, e.last)+" ["+by+"]")
	e.last = s
	e.grounds(s, "        ")
}

// grounds prints for what reason a statement is assumed, as far as it is, and what the
// author remarks on it.
func (e *editor) grounds(s *rulesets.Statement, indent string) {
	if s.Assumed != "" {
		e.b.paragraph(indent+"assumed: ", s.Assumed)
	}
	if s.Note != "" {
		e.b.paragraph(indent+"note: ", s.Note)
	}
}

func (e *editor) question(q *rulesets.Question) {
	chosen := e.g.Readings[q.ID]
	if e.asked[q] {
		e.b.paragraph("      ? ", q.Name()+" (see above)")
		return
	}
	e.asked[q] = true
	head := fmt.Sprintf("%s %s (%s, weight %d)", q.Name(), q.Asks, q.Kind, q.Weight)
	if chosen == nil {
		head += " It does not arise here, only with " + readingsOf(e.g.Definition, q.AskedWhen) + "."
	}
	e.last = nil
	e.b.paragraph("      ? ", head)
	for _, r := range q.Readings {
		mark := "-"
		if r == chosen {
			mark = "*"
		}
		text := fmt.Sprintf("%s (%s", r.ID, r.Basis)
		if len(r.HeldBy) > 0 {
			text += "; held by " + strings.Join(r.HeldBy, ", ")
		}
		text += "): " + withStop(r.Because)
		if r == chosen && r.ID == q.Default && q.DefaultWhy != "" {
			text += " It is the default: " + withStop(q.DefaultWhy)
		}
		if !r.Playable() {
			text += " It cannot be played yet: " + withStop(r.NotPlayable)
		}
		if len(r.Excludes) > 0 {
			text += " " + goesWithout(e.g.Definition, r.Excludes)
		}
		e.b.paragraph("        "+mark+" ", text)
		if r != chosen {
			e.reading(q, r)
		}
	}
	if q.Note != "" {
		e.b.paragraph("        note: ", q.Note)
	}
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
	if len(list) == 1 {
		return "It does not go together with " + readingsOf(d, list) + "."
	}
	var out []string
	for _, q := range d.Questions {
		for name, readings := range list {
			if d.Question(name) == q {
				out = append(out, q.Name()+"="+strings.Join(readings, " or "))
			}
		}
	}
	return "It goes together with none of these: " + strings.Join(out, "; ") + "."
}

// readingsOf names readings of questions: "PIP-A53=single-game or match".
func readingsOf(d *rulesets.Definition, list map[string][]string) string {
	var out []string
	for _, q := range d.Questions {
		for name, readings := range list {
			if d.Question(name) == q {
				out = append(out, q.Name()+"="+strings.Join(readings, " or "))
			}
		}
	}
	return strings.Join(out, " and ")
}

// reading prints what another reading would change.
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
		e.b.paragraph(indent+"→ ", text)
		if s := c.Statement; s.Reading == r {
			e.grounds(s, indent+"  ")
		}
	}
}

// rest prints what no clause has brought up: assumptions, and questions that are
// about no clause.
func (e *editor) rest() {
	first := true
	for _, s := range e.g.Statements {
		if e.said[s] {
			continue
		}
		if first {
			fmt.Fprint(e.b, "\nWhat no clause says\n\n")
			first = false
		}
		e.statement("      → ", s)
	}
	first = true
	for _, q := range e.g.Definition.Questions {
		if e.asked[q] {
			continue
		}
		if first {
			fmt.Fprint(e.b, "\nQuestions that no clause raises\n\n")
			first = false
		}
		e.question(q)
	}
}

// writeRules prints the rules of an interpretation as running text. The corpus says
// what a game of its family must settle.
func writeRules(ctx context.Context, b *page, g *rulesets.Game, c *dimension.Corpus) {
	fmt.Fprintf(b, "%s\n", g.Definition.Title)
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
	b.paragraph("", "The rules "+how+".")
	besides := dimension.SettledBesides(c.Settle(ctx, g.Interpretation))
	for i, ch := range edition.RunningText(g, besides) {
		label := "  "
		fmt.Fprintln(b)
		if i == 0 { // the course of a turn, without a title
			label = ""
		} else {
			fmt.Fprintf(b, "%s\n\n", ch.Title)
		}
		for _, p := range ch.Paragraphs {
			b.paragraph(label+p.Label, p.Text)
		}
	}
}
