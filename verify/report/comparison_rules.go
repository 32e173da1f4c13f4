package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lectio/lectio/verify/compare"

	"github.com/lectio/lectio/rulesets"
)

func settledKey(col *compare.Column, id string) string { return col.Label + "/" + id }

// answer is what a cell of the table says.
func answer(col *compare.Column, x *compare.ContrastCell) string {
	s := x.Settlement
	if s == nil {
		return "–"
	}
	text := s.Means()
	if text == "" {
		return string(s.Standing)
	}
	if x.Sign == compare.Differs || x.Sign == compare.Otherwise || x.Sign == compare.Unlike {
		text = string(x.Sign) + " " + text
	}
	text += "\n" + string(s.Standing)
	if by := col.Brief(s); by != string(s.Standing) {
		text += " " + by
	}
	return text
}

func (v *comparison) sideBySide() []*Table {
	var out []*Table
	alone := 0
	for _, g := range v.groups() {
		t := &Table{Name: tSideBySide + g.suffix, Title: "Side by side" + g.suffix,
			Columns: append([]Column{{Key: "sign", Title: "Sign", Kind: KindSeverity, About: "the greatest difference between any two columns: ≠ answers differ, ≈ same answer by other rules, = alike, · asked in other terms", MaxWidth: 6},
				{Key: "dimension", Title: "Dimension", MaxWidth: 18, About: "leads to what each settles in full"}, {Key: "asks", Title: "What it asks", MaxWidth: 28}}, v.columns(g, 52)...)}
		for i := range v.Dimensions {
			row := &v.Dimensions[i]
			if len(row.AskedOf()) < 2 {
				if g.suffix == "" {
					alone++
				}
				continue
			}
			// A cell that leads somewhere does not wrap in every program: the name alone does.
			link := Text(strings.ReplaceAll(row.ID, "_", " "))
			cells := []Cell{Text(string(row.Sign)), link, Text(row.Title())}
			linked := false
			for _, k := range g.columns {
				if row.Cells[k].Settlement != nil && !linked {
					cells[1], linked = link.To(tSettled, settledKey(v.Columns[k], row.ID)), true
				}
				cells = append(cells, Text(answer(v.Columns[k], &row.Cells[k])))
			}
			t.Rows = append(t.Rows, Row{Key: row.ID, Cells: cells})
		}
		t.About = fmt.Sprintf("What each settles, by dimension. Numbers with # are clauses of the record behind the column, before them stand the questions (+2: two more). Of %d dimensions %d have ≠, %d ≈ and %d =.",
			len(v.Dimensions), v.Marked(compare.Differs), v.Marked(compare.Otherwise), v.Marked(compare.Agrees))
		if alone > 0 {
			t.About += fmt.Sprintf(" %d are asked of one column only; they stand in Settled.", alone)
		}
		out = append(out, t)
	}
	return out
}

// differences has the dimensions in which columns differ, with the rules by which
// they do: an answer such as "as stated" alone says little.
func (v *comparison) differences() []*Table {
	var out []*Table
	for _, g := range v.groups() {
		t := &Table{Name: tDifferences + g.suffix, Title: "Differences" + g.suffix, Printed: FirstLines,
			About:   "The dimensions whose answers differ (≠), or agree by rules that say different things (≈), and nothing else; #5 is clause 5 of the record behind the column, +2 are two questions more. Below each answer stand the rules, in sentences made from what is played, that another column does not have.",
			Columns: append([]Column{{Key: "sign", Title: "Sign", Kind: KindSeverity, MaxWidth: 6}, {Key: "dimension", Title: "Dimension", MaxWidth: 18}}, v.columns(g, 24)...)}
		for i := range v.Dimensions {
			row := &v.Dimensions[i]
			if row.Sign != compare.Differs && row.Sign != compare.Otherwise {
				continue
			}
			cells := []Cell{Text(string(row.Sign)), Text(strings.ReplaceAll(row.ID, "_", " "))}
			answers := false
			for _, k := range g.columns {
				answers = answers || row.Cells[k].Settles()
				cells = append(cells, v.told(row, k))
			}
			if answers {
				t.Rows = append(t.Rows, Row{Key: row.ID, Cells: cells})
			}
		}
		out = append(out, t)
	}
	return out
}

// told is the answer of a column with what tells it from the others.
func (v *comparison) told(row *compare.Contrast, k int) (c Cell) {
	x := &row.Cells[k]
	text, _, _ := strings.Cut(answer(v.Columns[k], x), "\n")
	if x.Settles() {
		text += " [" + v.Columns[k].Brief(x.Settlement) + "]"
		c.Rests = refNames(v.Called(v.Columns[k], x.Settlement.Clauses...))
	}
	c.Text = strings.Join(append([]string{text}, x.Own...), "\n")
	return c
}

func (v *comparison) says() []*Table {
	var out []*Table
	same := ""
	for _, like := range v.Same() {
		same += " " + strings.Join(like, ", ") + " state the same: the readings have other names, or other reasons, for the same rules."
	}
	for _, g := range v.groups() {
		t := &Table{Name: tSays + g.suffix, Title: "Rules that differ" + g.suffix, About: "Statements that interpretations of one ruleset have differently, as sentences made from the rules that are played. ≠: otherwise than in the first column of the ruleset; –: there is no such statement." + same,
			Columns: append([]Column{{Key: "ruleset", Title: "Ruleset"}, {Key: "statement", Title: "Statement", MaxWidth: 24}}, v.columns(g, 40)...)}
		for _, s := range v.Statements {
			cells := []Cell{Text(s.Ruleset), Text(s.ID)}
			first, differs := -1, false
			for _, k := range g.columns {
				text, sign := "", ""
				own := v.Columns[k].Interpretation.Definition.ID == s.Ruleset
				if own && first < 0 {
					first = k
				}
				if own && s.Sentences[k] != s.Sentences[first] {
					sign, differs = string(compare.Differs)+" ", true
				}
				switch st := s.Statements[k]; {
				case !own:
				case st == nil:
					text = sign + "–"
				default:
					text = sign + s.Sentences[k]
					if st.Question != nil {
						text += "\n" + st.Question.Name() + "=" + st.Reading.ID
					}
					if by := rulesets.ClauseRanges(st.Warrant, v.Columns[k].RecordName); by != "" {
						text += "\n" + by
					}
				}
				cells = append(cells, Text(text))
			}
			if differs {
				t.Rows = append(t.Rows, Row{Key: s.Ruleset + "/" + s.ID, Cells: cells})
			}
		}
		out = append(out, t)
	}
	return out
}

func (v *comparison) compared() *Table {
	t := &Table{Name: tCompared, Title: "What is compared", Columns: []Column{{Key: "column", Title: "Column"}, {Key: "ruleset", Title: "Ruleset"}, {Key: "title", Title: "Game"}, {Key: "version", Title: "Version", About: "the first digits of the SHA-256 of the ruleset's file and the parts it uses"}, {Key: "family", Title: "Kind of game"}, {Key: "readings", Title: "Readings", MaxWidth: 50, About: "picked, or no defaults; all other questions take their defaults"},
		{Key: "record", Title: "Records", MaxWidth: 24}, {Key: "date", Title: "Date (EDTF)"}, {Key: "place", Title: "Place", MaxWidth: 24}, {Key: "source", Title: "Source", MaxWidth: 60}, {Key: "statements", Title: "Statements", Kind: KindInteger}, {Key: "assumed", Title: "Assumed", Kind: KindInteger, About: "statements without a clause behind them"},
		{Key: "questions", Title: "Questions", Kind: KindInteger}, {Key: "failure", Title: "Failure in play", MaxWidth: 60}}}
	for _, col := range v.Columns {
		d := col.Interpretation.Definition
		var dates, places, sources []string
		for _, id := range d.Records {
			r := v.Corpus.Of(d).Evidence.Record(id)
			if r == nil {
				continue
			}
			if r.Date != nil {
				dates = append(dates, strings.TrimSpace(r.Date.EDTF.String()+" "+r.Date.Of))
			}
			if place := r.Location.Called(); place != "" {
				places = append(places, place)
			}
			if s := v.Corpus.Of(d).Evidence.Source(r.Source.Key); s != nil {
				sources = append(sources, s.CiteAt(r.Source.Locator))
			}
		}
		assumed := 0
		for _, s := range col.Interpretation.Statements {
			if len(s.Warrant) == 0 {
				assumed++
			}
		}
		readings := strings.Join(col.Picks(), ", ")
		if readings == "" {
			readings = "defaults"
		}
		t.Rows = append(t.Rows, Row{Key: col.Label, Cells: []Cell{Text(col.Label), Text(d.ID), Text(d.Title), Text(d.Version), Text(d.Family), Text(readings), Text(strings.Join(d.Records, ", ")), Text(strings.Join(dates, "; ")), Text(strings.Join(places, "; ")), Text(strings.Join(sources, "; ")),
			Integer(len(col.Interpretation.Statements)), Integer(assumed), Integer(len(d.Questions)), Text(col.Failure)}})
	}
	return t
}

func (v *comparison) settled() *Table {
	t := &Table{Name: tSettled, Title: "What each settles, in full", About: "A row for every dimension and every interpretation of which it is asked: the answer, what it rests on, and what the rules that show it say.",
		Columns: []Column{{Key: "dimension", Title: "Dimension", MaxWidth: 24}, {Key: "kind", Title: "Asked of", MaxWidth: 18}, {Key: "asks", Title: "What it asks", MaxWidth: 36}, {Key: "column", Title: "Column"}, {Key: "ruleset", Title: "Ruleset"}, {Key: "sign", Title: "Sign", Kind: KindSeverity, About: "to the first column that has an answer"},
			{Key: "standing", Title: "Standing"}, {Key: "id", Title: "Answer"}, {Key: "answer", Title: "In words", MaxWidth: 36}, {Key: "clauses", Title: "Clauses", MaxWidth: 30}, {Key: "questions", Title: "Questions", MaxWidth: 20}, {Key: "assumed", Title: "Assumed because", MaxWidth: 40}, {Key: "sentences", Title: "What the rules say (generated)", MaxWidth: 60}}}
	for i := range v.Dimensions {
		row := &v.Dimensions[i]
		for k, col := range v.Columns {
			x := &row.Cells[k]
			s := x.Settlement
			if s == nil {
				continue
			}
			id, means := "", ""
			var questions []string
			var refs []rulesets.ClauseRef
			var assumed []string
			if means = s.Means(); means != "" {
				if s.Answer != nil {
					id = s.Answer.ID
				}
				refs, assumed = s.Clauses, s.Assumed
				for _, q := range s.Questions {
					questions = append(questions, q.Name())
				}
			}
			t.Rows = append(t.Rows, Row{Key: settledKey(col, row.ID), Cells: []Cell{Text(row.ID), Text(s.Dimension.Family), Text(s.Dimension.Asks), Text(col.Label), Text(col.Interpretation.Definition.ID), Text(string(x.Sign)),
				Text(string(s.Standing)), Text(id), Text(means), clauseRange(v.Called(col, refs...)), Text(strings.Join(questions, ", ")), Text(strings.Join(assumed, "\n")), Text(strings.Join(slices.Concat(x.Sentences, x.Definitions), "\n"))}})
		}
	}
	return t
}

func (v *comparison) clauses() *Table {
	t := &Table{Name: tClauses, Title: "Clauses", About: "Every clause of the records behind the rulesets.",
		Columns: []Column{{Key: "clause", Title: "Clause"}, {Key: "game", Title: "Game"}, {Key: "layer", Title: "Layer"}, {Key: "text", Title: "What it says (our words)", MaxWidth: 80}, {Key: "wording", Title: "Wording in doubt", MaxWidth: 30}, {Key: "why", Title: "Why it is no rule", MaxWidth: 40}}}
	for _, r := range v.Records() {
		for _, c := range r.Clauses {
			t.Rows = append(t.Rows, Row{Key: r.Ref(c.N).String(), Cells: []Cell{Text(r.Ref(c.N).String()), Text(r.Game), Text(c.In), Text(c.Text), Text(strings.Join(c.Wording, "; ")), Text(c.Why)}})
		}
	}
	return t
}
