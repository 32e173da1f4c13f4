package main

import (
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/language"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/naming"
	"github.com/lectio/lectio/verify/parallels"
	"github.com/spf13/cobra"
)

func parallelsCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "parallels [RULESET] QUESTION",
		Short: "what other texts say to a doubt",
		Long: `Shows which other texts answer what a question asks, in clauses of their own: those of
the corpus, of the bundled one and of the gallery. A question names the dimensions
that ask the same (bears-on); under each answer the files of dimensions name the
clauses that give it, and of a corpus of one's own statements that settle a dimension
count too. No game is played for it. The nearest text comes first, and how near it is
stands beside it. Copies and translations of one text are shown once; that a text is
silent is never an answer, and that more texts say a thing makes it no truer of this one.

QUESTION is its id or its number in the analysis. RULESET is needed where several
rulesets ask a question of that name, and for those of other corpora.`,
		Example: "  lectio parallels QUESTION\n  lectio parallels RULESET QUESTION --json",
		Args:    takes(1, 2, "QUESTION"),
		RunE:    func(_ *cobra.Command, args []string) error { return a.parallels(args) },
	}
}

func (a *app) parallels(args []string) error {
	c, err := a.rulesets()
	if err != nil {
		return err
	}
	d, q, err := questionOf(c, args)
	if err != nil {
		return err
	}
	f := parallels.Of(c, d, q)
	if a.json {
		return a.printJSON(f)
	}
	b := a.page()
	b.paragraph("", q.Titled()+" of "+d.ID+": "+q.Asks)
	if len(f.Dimensions) == 0 {
		b.paragraph("", "The question names no dimension, so that nothing tells which texts ask the same.")
		b.paragraph("hint: ", "where one asks the same, write it into the question as bears-on: [NAME]; 'lectio ruleset dimensions "+d.ID+"' lists them")
		_, err = a.stdout.Write(b.Bytes())
		return err
	}
	for _, dim := range f.Dimensions {
		b.paragraph("asked of every text as "+dim.ID+": ", dim.Asks)
	}
	b.WriteByte('\n')
	if len(f.Texts) == 0 {
		b.paragraph("", "No other text is known that answers it in clauses of its own.")
	} else {
		b.paragraph("", parallels.Measure)
	}
	for i := range f.Texts {
		if t := &f.Texts[i]; !t.Near.SameFamily && (i == 0 || f.Texts[i-1].Near.SameFamily) {
			b.WriteString("\nOf other families of games:\n")
		}
		b.text(&f.Texts[i])
	}
	if len(f.Same) > 0 {
		b.WriteString("\nCopies or translations of the text itself, which are no other witness:\n")
		for i := range f.Same {
			b.text(&f.Same[i])
		}
	}
	if len(f.Open) > 0 {
		b.WriteString("\nOther rulesets that leave it open as well:\n")
		for _, o := range f.Open {
			b.paragraph("  ", o.Ruleset+" "+o.Question+": "+o.Asks)
		}
	}
	b.elsewhere("Named in the literature, without a text in a corpus here", f.Told)
	b.elsewhere("General knowledge, without a text in a corpus here", f.Known)
	_, err = a.stdout.Write(b.Bytes())
	return err
}

// elsewhere lists answers of games whose texts are in no corpus here.
func (p *page) elsewhere(heading string, list []parallels.Elsewhere) {
	if len(list) > 0 {
		p.WriteString("\n" + heading + ":\n")
	}
	for i := range list {
		p.paragraph("  ", list[i].Words())
	}
}

// text tells of a text that answers.
func (p *page) text(t *parallels.Text) {
	p.WriteByte('\n')
	p.paragraph("  ", t.Says())
	for _, c := range t.Clauses {
		p.paragraph("    "+c.Ref+": ", c.Says)
	}
	if len(t.Copies) > 0 {
		p.paragraph("    the same text: ", strings.Join(t.Copies, ", "))
	}
	p.paragraph("    of: ", t.Of())
	if len(t.Languages) > 0 {
		p.paragraph("    language: ", languageNames(t.Languages))
	}
	if t.Source != "" {
		p.paragraph("    source: ", t.Source)
	}
	if t.About != "" {
		p.paragraph("    record: ", t.About)
	}
	if len(t.Witnesses) > 0 {
		p.paragraph("    witnesses: ", strings.Join(t.Witnesses, "; "))
	}
	p.paragraph("    near: ", t.Near.Words())
	p.paragraph("    read so by: ", t.ReadSo)
}

func languageNames(tags []string) string {
	var names []string
	for _, tag := range tags {
		names = append(names, language.Name(tag))
	}
	return strings.Join(names, ", ")
}

// questionOf finds a question by its name, in the ruleset that is named before it or in any of
// the corpus.
func questionOf(c *dimension.Corpus, args []string) (*rulesets.Definition, *rulesets.Question, error) {
	name := naming.Argument("QUESTION", args[len(args)-1])
	among := c.Definitions
	if len(args) == 2 {
		d, err := naming.Ruleset(c, naming.Argument("RULESET", args[0]))
		if err != nil {
			return nil, nil, err
		}
		among = []*rulesets.Definition{d}
	}
	var of []*rulesets.Definition
	var known []string
	for _, d := range among {
		if d.Question(name.Text) != nil {
			of = append(of, d)
		}
		for _, q := range d.Questions {
			if !slices.Contains(known, q.Name()) {
				known = append(known, q.Name())
			}
		}
	}
	switch len(of) {
	case 0:
		if len(args) == 1 && len(known) > 0 {
			return nil, nil, diag.Error{Pos: name.Pos, Found: diag.Quote(name.Text), Expected: "a question of the corpus; lectio ruleset questions RULESET lists those of one",
				Message: "there is no such question" + diag.Suggest(name.Text, known)}
		}
		return nil, nil, naming.NoneOf("question", name, known, c.Unread())
	case 1:
		return of[0], of[0].Question(name.Text), nil
	}
	var ways []string
	for _, d := range of {
		ways = append(ways, d.ID+" "+name.Text)
	}
	return nil, nil, diag.Error{Pos: name.Pos, Found: diag.Quote(name.Text), Expected: "one of: " + strings.Join(ways, ", "),
		Message: "several rulesets have a question of that name"}
}
