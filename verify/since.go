package verify

import (
	"slices"
	"strings"
)

// Since marks the findings that an earlier run did not have, and keeps those that it had
// and this one has not. A finding is the same if its check, its ruleset, its question and
// its words are; the place in the file does not count, nor do figures in the words. Of
// rulesets and checks that were not in this run nothing is said.
func (r *Result) Since(earlier []Finding) {
	had := map[string]int{}
	for i := range earlier {
		had[earlier[i].key()]++
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		if k := f.key(); had[k] > 0 {
			had[k]--
		} else {
			f.New = true
		}
	}
	for i := range earlier {
		f := &earlier[i]
		looked := r.Options.Asked(f.ID) && !r.Undone(f.Ruleset, f.ID) &&
			slices.ContainsFunc(r.Targets, func(t *Target) bool { return t.Definition.ID == f.Ruleset })
		if k := f.key(); had[k] > 0 && looked {
			had[k]--
			r.Gone = append(r.Gone, *f)
		}
	}
}

func (f *Finding) key() string {
	words := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || strings.ContainsRune(".,-+", r) {
			return -1
		}
		return r
	}, f.Message)
	return strings.Join([]string{f.ID, f.Ruleset, f.Question, words}, "\x00")
}
