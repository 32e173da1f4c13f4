package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lectio/lectio/verify/compare"

	"github.com/lectio/lectio/rulesets"
)

func (v *comparison) testimony() *Table {
	t := &Table{Name: tTestimony, Title: "Testimony", About: "Records behind different rulesets that hang together: of one passage or of one source, or where clauses of one speak of clauses of the other. Clauses alike are those with the same words; accents, capitals and punctuation do not count.",
		Columns: []Column{{Key: "first", Title: "One record"}, {Key: "second", Title: "The other"}, {Key: "rulesets", Title: "Rulesets", MaxWidth: 24}, {Key: "follows", Title: "What follows", MaxWidth: 40},
			{Key: "shared", Title: "Clauses alike", Kind: KindInteger}, {Key: "clauses", Title: "Clauses", About: "of the one and of the other"}, {Key: "source", Title: "Source", MaxWidth: 60}, {Key: "relations", Title: "Relations", MaxWidth: 40}}}
	for _, x := range v.Testimony {
		cite := func(key, locator string) string {
			if s := v.Corpus.Evidence.Source(key); s != nil {
				return s.CiteAt(locator)
			}
			if locator != "" {
				return key + ", " + locator
			}
			return key
		}
		source := cite(x.A.Source.Key, x.A.Source.Locator)
		switch {
		case x.Passage:
		case x.Source && x.B.Source.Locator != "":
			source += " and " + x.B.Source.Locator
		case !x.Source:
			source += "; " + cite(x.B.Source.Key, x.B.Source.Locator)
		}
		t.Rows = append(t.Rows, Row{Key: x.A.ID + " " + x.B.ID, Cells: []Cell{Text(x.A.ID), Text(x.B.ID), Text(strings.Join(x.Rulesets, ", ")), Text(x.Follows()), Integer(x.Shared),
			Text(fmt.Sprintf("%d and %d", len(x.A.Clauses), len(x.B.Clauses))), Text(source), Text(strings.Join(x.Relations, ", "))}})
	}
	return t
}

// clauseRange lists clauses briefly and leads to the first of them.
func clauseRange(refs []rulesets.ClauseRef) Cell {
	if len(refs) == 0 {
		return Cell{}
	}
	c := Text(rulesets.ClauseRanges(refs, nil)).To(tClauses, refs[0].String())
	c.Rests = refNames(refs)
	return c
}

func (v *comparison) shared() *Table {
	t := &Table{Name: tShared, Title: "Clauses shared word for word", About: "Clauses that records of several rulesets have in the same words, which are our own. Where the records are of one passage that is one testimony, not two; where they are of several, the same words say the same thing and nothing of dependence.",
		Columns: []Column{{Key: "text", Title: "What it says (our words)", MaxWidth: 80}, {Key: "clauses", Title: "Clauses", MaxWidth: 50}, {Key: "follows", Title: "Testimony", MaxWidth: 40}}}
	for i := range v.Clauses {
		s := &v.Clauses[i]
		follows := "several passages"
		if v.OnePassage(s) {
			follows = "one passage: one testimony"
		}
		t.Rows = append(t.Rows, Row{Cells: []Cell{Text(s.Text), clauseCell(refNames(s.Clauses)), Text(follows)}})
	}
	return t
}

func (v *comparison) left() *Table {
	t := &Table{Name: tLeft, Title: "Questions left", About: "What each leaves open: questions that arise and are answered by a default. Weight 3 changes who wins or leaves the game unplayable, 2 often changes what is legal, 1 is rare or cosmetic. A question that two rulesets ask in the same words is shared; where they rest on one passage it is one question, not two.",
		Columns: []Column{{Key: "column", Title: "Interpretation", MaxWidth: 40}, {Key: "left", Title: "Left", Kind: KindInteger}, {Key: "weight3", Title: "Weight 3", Kind: KindInteger}, {Key: "weight2", Title: "Weight 2", Kind: KindInteger}, {Key: "weight1", Title: "Weight 1", Kind: KindInteger}}}
	kinds := v.kinds()
	for _, k := range kinds {
		t.Columns = append(t.Columns, Column{Key: k, Title: strings.ToUpper(k[:1]) + k[1:], Kind: KindInteger})
	}
	t.Columns = append(t.Columns, Column{Key: "shared", Title: "Shared", Kind: KindInteger, About: "of those left, asked by another ruleset here in the same words"}, Column{Key: "picked", Title: "Picked", Kind: KindInteger, About: "the reading was picked by whoever asked"},
		Column{Key: "moot", Title: "Do not arise", Kind: KindInteger})
	for i, col := range v.Columns {
		n := col.QuestionCount
		cells := []Cell{Text(v.Heading(i)), Integer(n.Left), Integer(n.ByWeight[3]), Integer(n.ByWeight[2]), Integer(n.ByWeight[1])}
		for _, k := range kinds {
			cells = append(cells, Integer(n.ByKind[k]))
		}
		t.Rows = append(t.Rows, Row{Key: col.Label, Cells: append(cells, Integer(n.Shared), Integer(n.Picked), Integer(n.Moot))})
	}
	return t
}

// kinds lists the kinds of the questions that are left, in order.
func (v *comparison) kinds() []string {
	var out []string
	for _, col := range v.Columns {
		for k := range col.ByKind {
			if !slices.Contains(out, k) {
				out = append(out, k)
			}
		}
	}
	slices.Sort(out)
	return out
}

func (v *comparison) questions() []*Table {
	var out []*Table
	for _, g := range v.groups() {
		t := &Table{Name: tQuestions + g.suffix, Title: "Questions side by side" + g.suffix, About: "The questions of two columns or more, with the reading that each takes. Those in which columns differ have ≠; a reading that was picked has *.",
			Columns: append([]Column{{Key: "sign", Title: "Sign", Kind: KindSeverity, MaxWidth: 6}, {Key: "question", Title: "Question", MaxWidth: 40}}, v.columns(g, 48)...)}
		for i := range v.Questions {
			q := &v.Questions[i]
			sign := ""
			if q.Differ() {
				sign = string(compare.Differs)
			}
			if len(q.AskedOf()) < 2 {
				continue
			}
			cells := []Cell{Text(sign), Text(q.Asks)}
			any := false
			for _, k := range g.columns {
				x := &q.Cells[k]
				text := ""
				switch {
				case x.Question == nil:
				case x.Reading == nil:
					text, any = x.Question.Name()+": does not arise", true
				default:
					text, any = fmt.Sprintf("%s: %s\n%s, weight %d", x.Question.Name(), x.Reading.ID, x.Question.Kind, x.Question.Weight), true
					if x.Pinned {
						text = "* " + text
					}
				}
				cells = append(cells, Text(text))
			}
			if any {
				t.Rows = append(t.Rows, Row{Cells: cells})
			}
		}
		out = append(out, t)
	}
	t := &Table{Name: tQuestionsOne, Title: "Questions of one only", About: "The questions that one column alone has, with the reading it takes.",
		Columns: []Column{{Key: "column", Title: "Interpretation", MaxWidth: 30}, {Key: "question", Title: "Question"}, {Key: "asks", Title: "What it asks", MaxWidth: 70}, {Key: "kind", Title: "Kind"}, {Key: "weight", Title: "Weight", Kind: KindInteger},
			{Key: "about", Title: "About", MaxWidth: 30}, {Key: "reading", Title: "Reading", MaxWidth: 30}, {Key: "picked", Title: "Picked"}}}
	for i, col := range v.Columns {
		for k := range v.Questions {
			q := &v.Questions[k]
			x := &q.Cells[i]
			if x.Question == nil || len(q.AskedOf()) > 1 {
				continue
			}
			reading, picked := "does not arise", ""
			if x.Reading != nil {
				reading = x.Reading.ID
			}
			if x.Pinned {
				picked = "*"
			}
			t.Rows = append(t.Rows, Row{Key: col.Label + "/" + q.ID, Cells: []Cell{Text(v.Heading(i)), Text(x.Question.Name()), Text(q.Asks), Text(x.Question.Kind), Integer(x.Question.Weight), clauseRange(v.Called(col, x.Question.About...)), Text(reading), Text(picked)}})
		}
	}
	return append(out, t)
}
