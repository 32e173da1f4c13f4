package rulesets

import (
	"io/fs"
	"path"
	"slices"
	"sync"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/lang"
)

// loadMeasures reads the files of measures of a corpus.
func loadMeasures(fsys fs.FS, shown func(string) string, errs *diag.Errors) (out []Measure) {
	EachFile(fsys, "measures", shown, errs, func(file string, data []byte) {
		root, wrong := yamlpos.Parse(file, data)
		r := &yamlpos.Reader{Renamed: lang.Renamed, Errs: wrong}
		if m := r.Map(root, "a file of measures", measuresKeys...); m != nil {
			family := r.String(r.Need(m, "family", "a file of measures"), "the family")
			for _, x := range readMeasures(r, r.Need(m, "measures", "a file of measures")) {
				out = append(out, Measure{x, family})
			}
		}
		errs.Merge(r.Errs)
	})
	oneOfEach(out, errs)
	return out
}

// bundledMeasures are those inside the program, which a test reads for errors.
var bundledMeasures = sync.OnceValue(func() []Measure {
	var errs diag.Errors
	return loadMeasures(Bundled, func(f string) string { return path.Join("rulesets", f) }, &errs)
})

// isMetric reports whether a measure of the program that is taken of every sample of games has the name.
func isMetric(id string) bool {
	return slices.ContainsFunc(bundledMeasures(), func(m Measure) bool { return m.ID.Text == id && m.Aspect.Text != "" })
}

// ranksNot notes a measure of somebody's own that is to rank. A copy of one of the program is none.
func (m Measure) ranksNot(errs *diag.Errors) {
	if m.Ranks && !isMetric(m.ID.Text) {
		errs.Add(m.ID.Pos, diag.Quote(m.ID.Text)+" with ranks: yes", "no such key", "only measures that come with the program rank questions: others are compared as well, and corrected among themselves, so that they change no finding")
	}
}
