package report

import (
	"cmp"

	"github.com/lectio/lectio/verify"
)

// Names of the tables of what people compared with the source.
const (
	tChecked = "Checked by readers"
	tChecks  = "Readers' checks"
)

// checked counts what people compared with the source, kind by kind; what nobody did is
// there too.
func (v *verification) checked() *Table {
	t := &Table{Name: tChecked,
		About: "How much of each ruleset and its records somebody is named for who compared it with the source (checked, in the YAML files): the " +
			"program's own checks are not meant. What nobody checked may be right; nobody says so.",
		Columns: []Column{rulesetColumn, {Key: "what", Title: "What"}, {Key: "all", Title: "There are", Kind: KindInteger},
			{Key: "checked", Title: "Checked", Kind: KindInteger}, {Key: "by", Title: "By", MaxWidth: 60, About: "who checked, and how many"},
			{Key: "doubted", Title: "Doubted", Kind: KindInteger, About: "that somebody found doubtful or wrong"},
			{Key: "differ", Title: "Readers differ", Kind: KindInteger, About: "on which two readers came to different verdicts; both are kept"}}}
	for _, tg := range v.res.Targets {
		for _, k := range tg.Checked().Kinds {
			t.Rows = append(t.Rows, Row{Key: tg.Definition.ID + "/" + k.Name, Cells: []Cell{Text(tg.Definition.ID), Text(k.Plural()), Integer(k.All),
				Integer(k.Checked), Text(cmp.Or(k.People(), "nobody")), Integer(k.Doubted), Integer(k.Differ)}})
		}
	}
	return t
}

// checks lists every check with its verdict.
func (v *verification) checks() *Table {
	t := &Table{Name: tChecks, About: "Who compared what with the source, and what came of it; each verdict stands, also where they differ.",
		Columns: []Column{rulesetColumn, {Key: "what", Title: "What"}, {Key: "name", Title: "Which"}, {Key: "by", Title: "By"}, {Key: "on", Title: "On"},
			{Key: "against", Title: "Against", MaxWidth: 40}, {Key: "verdict", Title: "Verdict"}, {Key: "doubt", Title: "Doubt", MaxWidth: 60}, {Key: "note", Title: "Note", MaxWidth: 60}}}
	for _, tg := range v.res.Targets {
		for _, x := range tg.Checkable() {
			for _, k := range x.Checks {
				on := ""
				if k.On != nil {
					on = k.On.Text
				}
				t.Rows = append(t.Rows, Row{Cells: []Cell{Text(tg.Definition.ID), Text(x.Kind), Text(x.Name), Text(string(k.By)), Text(on),
					Text(k.Against), Text(string(k.Verdict)), Text(k.Doubt), Text(k.Note)}})
			}
		}
	}
	return t
}

// asks is a cell of the questions about a clause or an observation of a record.
func (v *verification) asks(tg *verify.Target, name string) Cell {
	c, sep := Cell{}, ""
	for _, q := range tg.Definition.Questions {
		for _, ref := range q.About {
			if ref.String() == name {
				c.Text += sep + q.Name()
				c.Links = append(c.Links, Link{Table: tQuestions, Row: v.questionRow(tg.Definition.ID, q.Name()), Text: q.Name()})
				sep = ", "
				break
			}
		}
	}
	return c
}
