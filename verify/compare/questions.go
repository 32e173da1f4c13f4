package compare

import (
	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/rulesets"
)

// ask lines the questions up. Rulesets share a question when it has the same id
// and asks the same, word for word.
func (c *Comparison) ask() {
	rows := map[string]int{}
	for i, col := range c.Columns {
		for _, q := range col.Interpretation.Definition.Questions {
			key := q.ID + "\x00" + fold.Text(q.Asks)
			at, known := rows[key]
			if !known {
				at = len(c.Questions)
				rows[key] = at
				c.Questions = append(c.Questions, QuestionContrast{ID: q.ID, Asks: q.Asks, Cells: make([]QuestionCell, len(c.Columns))})
			}
			c.Questions[at].Cells[i] = QuestionCell{Column: col, Question: q, Reading: col.Interpretation.Readings[q.ID], Pinned: col.Pinned[q.ID], Weight: q.Weight, Kind: q.Kind}
		}
	}
	for i := range c.Questions {
		row := &c.Questions[i]
		of := map[*rulesets.Definition]bool{}
		for k, cell := range row.Cells {
			if cell.Question != nil {
				of[c.Columns[k].Interpretation.Definition] = true
			}
		}
		row.Rulesets = len(of)
	}
	for i, col := range c.Columns {
		n := QuestionCount{ByWeight: map[int]int{}, ByKind: map[string]int{}}
		for k := range c.Questions {
			cell := &c.Questions[k].Cells[i]
			switch {
			case cell.Question == nil:
			case cell.Reading == nil:
				n.Moot++
			case cell.Pinned:
				n.Picked++
			default:
				n.Left++
				n.ByWeight[cell.Question.Weight]++
				n.ByKind[cell.Question.Kind]++
				if c.Questions[k].Rulesets > 1 {
					n.Shared++
				}
			}
		}
		col.QuestionCount = n
	}
}

// Differ reports whether the columns that ask the question take different
// readings, or it arises in some of them only.
func (q *QuestionContrast) Differ() bool {
	var first *QuestionCell
	for i := range q.Cells {
		cell := &q.Cells[i]
		if cell.Question == nil {
			continue
		}
		if first == nil {
			first = cell
			continue
		}
		a, b := first.Reading, cell.Reading
		if (a == nil) != (b == nil) || a != nil && a.ID != b.ID {
			return true
		}
	}
	return false
}

// AskedOf are the columns whose ruleset asks the question.
func (q *QuestionContrast) AskedOf() []*QuestionCell {
	out := []*QuestionCell{}
	for i := range q.Cells {
		if q.Cells[i].Question != nil {
			out = append(out, &q.Cells[i])
		}
	}
	return out
}
