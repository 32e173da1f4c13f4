package publish

import (
	"bytes"
	"testing"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/testdata/bundled"
)

// bundledCatalogue is the catalogue of the bundled corpus, with the corpus.
func bundledCatalogue(t *testing.T) (*Catalogue, *dimension.Corpus) {
	t.Helper()
	c := bundled.Corpus(t)
	return New(c.Evidence, c.Definitions, "", BundledCitation()), c
}

// Nothing of the corpus is missing in the tables.
func TestTablesHoldTheWholeCorpus(t *testing.T) {
	k, c := bundledCatalogue(t)
	d, err := k.dataset()
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Check(); err != nil {
		t.Fatal(err)
	}
	want := map[string]int{"records": len(c.Evidence.Records), "sources": len(c.Evidence.Sources), "rulesets": len(c.Definitions)}
	for _, r := range c.Evidence.Records {
		want["clauses"] += len(r.Clauses)
		want["layers"] += len(r.Texts)
		want["record_via"] += len(r.Via)
		for _, cl := range r.Clauses {
			want["clause_relations"] += len(cl.Supports) + len(cl.Adds) + len(cl.Contradicts) + len(cl.Lacks)
		}
	}
	inDefault := 0
	for _, def := range c.Definitions {
		in, errs := def.Default()
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		inDefault += len(in.Statements)
		want["questions"] += len(def.Questions)
		want["statements"] += len(def.EveryStatement())
		for _, s := range def.EveryStatement() {
			want["clause_statements"] += len(once(s.Warrant))
		}
		for _, q := range def.Questions {
			want["readings"] += len(q.Readings)
			want["question_clauses"] += len(once(q.About))
		}
	}
	for name, n := range want {
		if got := len(d.Relation(name).Rows); got != n {
			t.Errorf("%s: %d rows, want %d", name, got, n)
		}
	}
	statements := d.Relation("statements")
	at := func(name string) int {
		for i, c := range statements.Columns {
			if c.Name == name {
				return i
			}
		}
		t.Fatalf("no column %s", name)
		return 0
	}
	playable := map[string]bool{"": true}
	for _, row := range d.Relation("readings").Rows {
		playable[row[0]] = row[7] == "true"
	}
	for _, row := range statements.Rows {
		if row[at("in_default")] == "true" {
			inDefault--
		}
		if row[at("sentence")] == "" && playable[row[at("reading_id")]] {
			t.Errorf("%s says nothing", row[0])
		}
	}
	if inDefault != 0 {
		t.Errorf("%d statements of default interpretations are not marked", inDefault)
	}
}

// The values of CLDF are the readings of the interpretations.
func TestStructureHoldsTheReadings(t *testing.T) {
	k, c := bundledCatalogue(t)
	s, err := k.structure()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := exchange.CLDF(s); err != nil {
		t.Fatal(err)
	}
	has := map[string]map[string]string{} // by language and parameter
	for _, v := range s.Values {
		if has[v.Language] == nil {
			has[v.Language] = map[string]string{}
		}
		has[v.Language][v.Parameter] = v.Value
	}
	languages := 0
	for _, d := range c.Definitions {
		languages += 1 + len(d.Alternatives())
		in, _ := d.Default()
		if len(has[d.ID]) != len(in.Readings) {
			t.Errorf("%s: %d values for %d readings", d.ID, len(has[d.ID]), len(in.Readings))
		}
		for q, r := range in.Readings {
			if got := has[d.ID][d.ID+"/"+q]; got != r.ID {
				t.Errorf("%s: the value for %s is %q, want %q", d.ID, q, got, r.ID)
			}
		}
		for _, alt := range d.Alternatives() {
			q := d.ID + "/" + alt.Question.ID
			if got := has[q+"/"+alt.Reading.ID][q]; got != alt.Reading.ID {
				t.Errorf("%s/%s takes %q", q, alt.Reading.ID, got)
			}
		}
	}
	if len(s.Languages) != languages {
		t.Errorf("%d languages, want %d", len(s.Languages), languages)
	}
	keys := map[string]bool{}
	for _, src := range c.Evidence.Sources {
		keys[src.Key] = bytes.Contains(s.BibTeX, []byte("{"+src.Key+",\n"))
	}
	for _, v := range s.Values {
		for _, src := range v.Sources {
			if !keys[src.Key] {
				t.Errorf("%s cites %s, which is not in the bibliography", v.ID, src.Key)
			}
		}
	}
}

// An export of a part holds the rulesets whose records are all in it.
func TestCatalogueOfAPart(t *testing.T) {
	c := bundled.Corpus(t)
	one := c.Definitions[0]
	k := New(c.Evidence.Part(func(r *evidence.Record) bool { return r.ID == one.Records[0] }), c.Definitions, "", nil)
	for _, d := range k.Rulesets {
		if len(d.Records) != 1 || d.Records[0] != one.Records[0] {
			t.Errorf("%s rests on %v", d.ID, d.Records)
		}
	}
	if len(one.Records) == 1 && len(k.Rulesets) == 0 {
		t.Error("the ruleset of the record is missing")
	}
	d, err := k.dataset()
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Check(); err != nil {
		t.Error(err)
	}
}
