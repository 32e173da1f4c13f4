package intake

import (
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/ids"
)

// Needed are the fields that a record cannot be without.
var Needed = []string{"id", "game", "source"}

// NewRecord is a record that somebody types as rows of tables, so that it is checked as those of a table are: the values of
// [RecordColumns], and its clauses or a text of rules to propose them from. Places are the flags that say these.
func NewRecord(values, clauses []string, rules string) []*exchange.Grid {
	record := &exchange.Grid{File: "new", Rows: make([]exchange.GridRow, 2)}
	add := func(name, place, value string) {
		record.Rows[0].Cells = append(record.Rows[0].Cells, name)
		record.Rows[1].Cells = append(record.Rows[1].Cells, value)
		record.Places = append(record.Places, place)
	}
	for i, col := range RecordColumns {
		if values[i] != "" {
			add(col.Name, "--"+strings.ReplaceAll(col.Name, " ", "-"), values[i])
		}
	}
	if len(clauses) == 0 && strings.TrimSpace(rules) != "" {
		add("rules", "--rules", rules)
	}
	if len(clauses) == 0 {
		return []*exchange.Grid{record}
	}
	list := &exchange.Grid{File: "new", Places: []string{"--id", "--clause", "--clause"}, Rows: []exchange.GridRow{{Cells: []string{"record", "n", "text"}}}}
	for i, cl := range clauses {
		list.Rows = append(list.Rows, exchange.GridRow{Cells: []string{values[0], strconv.Itoa(i + 1), cl}})
	}
	return []*exchange.Grid{record, list}
}

// WrongAnswer says what is wrong with the answer for a field, "" when nothing is.
func (col Column) WrongAnswer(c *evidence.Corpus, answer string) string {
	_, known := KnownWord(col.Name, col.Words, answer)
	switch {
	case answer == "":
		return "a record needs this field"
	case len(col.Words) > 0 && !known:
		return strings.TrimSpace(diag.Quote(answer) + " is none of the words; " + diag.DidYouMean(answer, col.Words))
	case col.Name == "id" && c.Record(answer) != nil:
		return "there is a record of this id already"
	case col.Name == "id":
		if e := ids.Problem("the id", answer); e != nil {
			return e.Error()
		}
	case col.Name == "source" && c.Source(answer) == nil:
		return strings.TrimSpace(diag.Quote(answer) + " is no source of evidence/sources; " + diag.DidYouMean(answer, c.SourceKeys()))
	case col.Name == "date":
		if _, err := date.Read(answer); err != nil {
			return err.Error()
		}
	}
	return ""
}
