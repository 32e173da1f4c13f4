package report

import (
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/verify"
)

// observation is the row of what is seen, on which statements may rest.
func (v *verification) observation(tg *verify.Target, r *evidence.Record, o *evidence.Observation) Row {
	name := r.Ref(int(o.N)).String()
	st := Cell{}
	var ids, sentences []string
	for _, s := range tg.Definition.EveryStatement() {
		if !slices.ContainsFunc(s.Warrant, func(w rulesets.ClauseRef) bool { return w.String() == name }) {
			continue
		}
		key := statementKey(tg.Definition, s)
		st.Links = append(st.Links, Link{Table: tStatements, Row: key, Text: key})
		if !slices.Contains(ids, s.ID) {
			ids = append(ids, s.ID)
		}
		if tg.Game != nil && (s.Question == nil || s.Reading.ID == s.Question.Default) {
			sentences = append(sentences, edition.Sentence(tg.Game, s))
		}
	}
	st.Text = strings.Join(ids, ", ")
	return Row{Key: name, Cells: []Cell{Text(name).To(tRecords, r.ID), Text(""), Text(string(o.Text)), Text(""), Text("seen, no rule"), st,
		Text(strings.Join(sentences, "\n")), v.asks(tg, name), Text(""), Text(""), Text("")}}
}
