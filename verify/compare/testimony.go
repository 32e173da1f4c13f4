package compare

import (
	"slices"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/rulesets"
)

// records lists the records behind a column.
func (c *Comparison) records(col *Column) []*evidence.Record {
	var out []*evidence.Record
	d := col.Interpretation.Definition
	for _, id := range d.Records {
		if r := c.Corpus.Of(d).Evidence.Record(id); r != nil {
			if r = c.told(d, r); !slices.Contains(out, r) {
				out = append(out, r)
			}
		}
	}
	return out
}

// Called names clauses of a column as the comparison does: by their corpus too where it tells
// of another record of the same id that says something else.
func (c *Comparison) Called(col *Column, refs ...rulesets.ClauseRef) []rulesets.ClauseRef {
	d := col.Interpretation.Definition
	refs = slices.Clone(refs)
	for i := range refs {
		if r := c.Corpus.Of(d).Evidence.Record(refs[i].Record); r != nil {
			refs[i].Record = c.told(d, r).ID
		}
	}
	return refs
}

// told is a record as the comparison tells of it. Records of one id in two corpora are
// one record where they say the same; otherwise the second is called by its corpus too.
func (c *Comparison) told(d *rulesets.Definition, r *evidence.Record) *evidence.Record {
	if c.named == nil {
		c.named = map[string][]*evidence.Record{}
	}
	for _, other := range c.named[r.ID] {
		if sayTheSame(other, r) {
			return other
		}
	}
	told := r
	if len(c.named[r.ID]) > 0 {
		corpus, _ := rulesets.SplitID(d.ID)
		switch {
		case corpus != "":
		case d.From != "":
			corpus = d.From + ":"
		default:
			corpus = rulesets.BundledName
		}
		another := *r
		another.ID = corpus + r.ID
		told = &another
	}
	c.named[r.ID] = append(c.named[r.ID], told)
	return told
}

// sayTheSame reports whether two records have the same clauses of the same place.
func sayTheSame(a, b *evidence.Record) bool {
	return a.Game == b.Game && a.Source.Key == b.Source.Key && a.Source.Locator == b.Source.Locator &&
		slices.EqualFunc(a.Clauses, b.Clauses, func(x, y *evidence.Clause) bool {
			return x.N == y.N && x.Text == y.Text && x.In == y.In && x.Why == y.Why && slices.Equal(x.Wording, y.Wording)
		})
}

// Records lists the records behind all columns, each once.
func (c *Comparison) Records() []*evidence.Record {
	var out []*evidence.Record
	for _, col := range c.Columns {
		for _, r := range c.records(col) {
			if !slices.Contains(out, r) {
				out = append(out, r)
			}
		}
	}
	return out
}

// samePassage reports whether two records are of one place in one source.
func samePassage(a, b *evidence.Record) bool {
	return a.Source.Key == b.Source.Key && a.Source.Locator != "" && fold.Text(a.Source.Locator) == fold.Text(b.Source.Locator)
}

// testify looks for testimony that several rulesets share. A record that two of
// them rest on is no news.
func (c *Comparison) testify() {
	records := c.Records()
	by := map[string]int{} // folded text → clause
	for _, r := range records {
		for _, cl := range r.Clauses {
			text := fold.Text(cl.Text)
			ref := rulesets.ClauseRef{Record: r.ID, N: cl.N}
			at, known := by[text]
			if !known {
				at = len(c.Clauses)
				by[text] = at
				c.Clauses = append(c.Clauses, SharedClause{Text: cl.Text})
			}
			c.Clauses[at].Clauses = append(c.Clauses[at].Clauses, ref)
		}
	}
	c.Clauses = slices.DeleteFunc(c.Clauses, func(s SharedClause) bool {
		return !slices.ContainsFunc(s.Clauses, func(r rulesets.ClauseRef) bool { return r.Record != s.Clauses[0].Record })
	})
	rulesetsOf := func(r *evidence.Record) []string {
		var out []string
		for _, col := range c.Columns {
			if d := col.Interpretation.Definition; slices.Contains(c.records(col), r) && !slices.Contains(out, d.ID) {
				out = append(out, d.ID)
			}
		}
		return out
	}
	for i, a := range records {
		for _, b := range records[i+1:] {
			t := Testimony{A: a, B: b, Source: a.Source.Key == b.Source.Key, Passage: samePassage(a, b)}
			of := append(rulesetsOf(a), rulesetsOf(b)...)
			slices.Sort(of)
			if t.Rulesets = slices.Compact(of); len(t.Rulesets) < 2 {
				continue
			}
			for _, s := range c.Clauses {
				in := func(r *evidence.Record) bool {
					return slices.ContainsFunc(s.Clauses, func(x rulesets.ClauseRef) bool { return x.Record == r.ID })
				}
				if in(a) && in(b) {
					t.Shared++
				}
			}
			t.Relations = append(append([]string{}, relations(a, b)...), relations(b, a)...)
			if t.Source || len(t.Relations) > 0 {
				c.Testimony = append(c.Testimony, t)
			}
		}
	}
}

// relations writes what clauses of a say of clauses of b.
func relations(a, b *evidence.Record) []string {
	var out []string
	for _, cl := range a.Clauses {
		for _, kind := range []struct {
			word string
			refs []evidence.ClauseRef
		}{{"supports", cl.Supports}, {"adds to", cl.Adds}, {"contradicts", cl.Contradicts}, {"lacks", cl.Lacks}} {
			for _, ref := range kind.refs {
				if ref.Record == b.ID {
					out = append(out, a.Ref(cl.N).String()+" "+kind.word+" "+ref.String())
				}
			}
		}
	}
	return out
}

// oneTestimony reports whether two rulesets rest on records of one passage alone.
func (c *Comparison) oneTestimony(a, b *Column) bool {
	all := append(c.records(a), c.records(b)...)
	if len(all) < 2 || a.Interpretation.Definition == b.Interpretation.Definition {
		return false
	}
	for _, r := range all[1:] {
		if r != all[0] && !samePassage(all[0], r) {
			return false
		}
	}
	return true
}
