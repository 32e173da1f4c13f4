package publish

import (
	"strconv"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/rulesets"
)

// eachStatement hands on the statements of a ruleset with the ids that tables have for them.
func eachStatement(d *rulesets.Definition, do func(s *rulesets.Statement, id string)) {
	for _, s := range d.Statements {
		do(s, d.ID+"/"+s.ID)
	}
	for _, q := range d.Questions {
		for _, r := range q.Readings {
			for _, s := range r.Statements {
				do(s, questionName(d, q)+"/"+r.ID+"/"+s.ID)
			}
		}
	}
}

// seenTables say which observations warrant statements, and which questions are about; each
// is there when it has a row.
func (c *Catalogue) seenTables() (tables []*exchange.Relation) {
	table := func(name, about, of, table string) *exchange.Relation {
		return &exchange.Relation{Name: name, About: about, Key: []string{"observation_id", of}, Columns: []exchange.Column{
			need("observation_id", "RECORD#NUMBER"), refers(of, table, "", true)}}
	}
	statements := table("observation_statements", "The observations that warrant a statement.", "statement_id", "statements")
	questions := table("observation_questions", "The observations that a question is about.", "question_id", "questions")
	for _, d := range c.Rulesets {
		add := func(r *exchange.Relation, refs []rulesets.ClauseRef, id string) {
			for _, ref := range once(refs) {
				if c.seen(ref) {
					r.Rows = append(r.Rows, []string{ref, id})
				}
			}
		}
		eachStatement(d, func(s *rulesets.Statement, id string) { add(statements, s.Warrant, id) })
		for _, q := range d.Questions {
			add(questions, q.About, questionName(d, q))
		}
	}
	for _, r := range []*exchange.Relation{statements, questions} {
		if len(r.Rows) > 0 {
			tables = append(tables, r)
		}
	}
	return tables
}

// checkedTable says who checked what of the rulesets; nil when nobody did.
func (c *Catalogue) checkedTable() *exchange.Relation {
	t := &exchange.Relation{Name: "ruleset_checked", About: "Who compared a sentence, a default, a reading or an example of a ruleset with the evidence.",
		Key: []string{"ruleset_id", "row"}, Search: []string{"doubt", "note"}, Columns: []exchange.Column{
			refers("ruleset_id", "rulesets", "", true), typedAs(exchange.Integer, "row", "among those of the ruleset", true),
			{Name: "what", About: "what was checked", OneOf: []string{"statement", "question", "reading", "example"}, Required: true},
			need("id", "its id in the table of such things; of an example RULESET/EXAMPLE"), need("by", "who checked"), column("on", "EDTF: the day"), column("against", "what it was compared with"),
			{Name: "verdict", OneOf: evidence.Verdicts, Required: true}, column("doubt", "what is doubted"), column("note", "")}}
	for _, d := range c.Rulesets {
		n := 0
		add := func(what, id string, checks []*evidence.Check) {
			for _, k := range checks {
				n++
				on := ""
				if k.On != nil {
					on = k.On.Text
				}
				t.Rows = append(t.Rows, []string{d.ID, strconv.Itoa(n), what, id, string(k.By), on, k.Against, string(k.Verdict), k.Doubt, k.Note})
			}
		}
		eachStatement(d, func(s *rulesets.Statement, id string) { add("statement", id, s.Checked) })
		for _, q := range d.Questions {
			add("question", questionName(d, q), q.Checked)
			for _, r := range q.Readings {
				add("reading", questionName(d, q)+"/"+r.ID, r.Checked)
			}
		}
		for _, e := range d.Examples {
			add("example", d.ID+"/"+e.ID, e.Checked)
		}
	}
	if len(t.Rows) == 0 {
		return nil
	}
	return t
}
