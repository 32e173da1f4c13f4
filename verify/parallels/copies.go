package parallels

import (
	"slices"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
)

// oneText are the relations of records that carry one text.
var oneText = []evidence.RelationKind{"same text", "copy of", "translated from"}

// copies knows which records carry one text.
type copies map[string]string // from each record towards the one by which its text is known

// copiesAmong follows the relations of records, and of all records of a corpus.
func copiesAmong(ev *evidence.Corpus, ids []string) copies {
	c, seen := copies{}, map[string]bool{}
	for todo := slices.Concat(ids, ev.RecordIDs()); len(todo) > 0; todo = todo[1:] {
		id := todo[0]
		if seen[id] {
			continue
		}
		seen[id] = true
		_, r := rulesets.Texts(ev, id)
		if r == nil {
			continue
		}
		for _, rel := range r.Relations {
			if !slices.Contains(oneText, rel.How) {
				continue
			}
			to := rel.To
			if ref, ok := evidence.ParseClauseRef(to); ok {
				to = ref.Record
			}
			if a, b := c.of(id), c.of(to); a != b {
				c[a] = b
			}
			todo = append(todo, to)
		}
	}
	return c
}

// of is the record by which the text of a record is known.
func (c copies) of(id string) string {
	for c[id] != "" {
		id = c[id]
	}
	return id
}

// once leaves one of the copies of a text that give the same answer, the first, and names the
// clauses of the others with it.
func (c copies) once(list []Text) []Text {
	out := []Text{}
	for _, t := range list {
		i := slices.IndexFunc(out, func(o Text) bool {
			return o.Dimension == t.Dimension && o.Answer == t.Answer && c.of(o.Record) == c.of(t.Record)
		})
		if i < 0 {
			out = append(out, t)
			continue
		}
		for _, clause := range t.Clauses {
			out[i].Copies = append(out[i].Copies, clause.Ref)
		}
	}
	return out
}
