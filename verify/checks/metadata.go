package checks

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/language"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify"
	evidencechecks "github.com/lectio/lectio/verify/evidence"
)

// group are the checks of records: each reports the oddities of the records that a ruleset is bound to.
var group = verify.Group{ID: "EV", Records: true}

func init() {
	for _, c := range evidencechecks.Checks {
		group.Add(&verify.Check{ID: c.ID, Title: c.Title, Severity: c.Severity, Needs: verify.Static, Explanation: c.Explanation, Bad: c.Bad, Good: c.Good,
			Limits: c.Limits, Text: true, Tasks: func(t *verify.Target, _ verify.Options) []verify.Task {
				return verify.OneTask("records of "+t.Definition.ID, func(context.Context) verify.Outcome { return recordsOf(t, c) })
			}})
	}
}

// recordsOf is what a check finds in the records of a ruleset. It is looked for once for all rulesets of a corpus.
func recordsOf(t *verify.Target, c *evidencechecks.Check) (out verify.Outcome) {
	type key struct {
		check *evidencechecks.Check
		in    *rulesets.Corpus
	}
	in := t.Corpus.Of(t.Definition)
	odd := verify.Once(t.Common, key{c, in}, func() map[*evidence.Record][]evidencechecks.Oddity {
		byRecord := map[*evidence.Record][]evidencechecks.Oddity{}
		for _, o := range c.Find(library(in.Evidence, in.Definitions)) {
			byRecord[o.Record] = append(byRecord[o.Record], o)
		}
		return byRecord
	})
	for _, r := range t.Evidence() {
		for _, o := range odd[r] {
			f := t.Finding(o.Severity, o.Pos, "%s", o.Message)
			f.Related = o.Related
			out.Findings = append(out.Findings, f)
		}
	}
	return out
}

func library(c *evidence.Corpus, definitions []*rulesets.Definition) *evidencechecks.Library {
	return &evidencechecks.Library{Corpus: c, Definitions: definitions, Language: language.Is}
}

// Metadata asks all records of a corpus what the checks EV ask of the records behind a ruleset. Findings have no ruleset and
// are sorted by place.
func Metadata(c *evidence.Corpus, definitions []*rulesets.Definition) []verify.Finding {
	l := library(c, definitions)
	var out []verify.Finding
	for _, check := range evidencechecks.Checks {
		for _, o := range check.Find(l) {
			out = append(out, verify.Finding{ID: check.ID, Severity: o.Severity, Pos: o.Pos, Message: o.Message, Related: o.Related})
		}
	}
	slices.SortStableFunc(out, func(a, b verify.Finding) int { return cmp.Or(a.Pos.Compare(b.Pos), strings.Compare(a.ID, b.ID)) })
	// What is wrong with a source is found with every record that names it.
	return slices.CompactFunc(out, func(a, b verify.Finding) bool { return a.Pos == b.Pos && a.ID == b.ID && a.Message == b.Message })
}
