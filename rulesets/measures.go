package rulesets

import (
	"io/fs"
	"path"
	"slices"
	"sync"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/schema"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/lang"
)

// Measure is a number asked of play, for games of a family.
type Measure struct {
	*ast.Measure
	Family string // of the games that it is asked of
}

// AllGames stands for the games of every family, in files of dimensions and of measures.
const AllGames = "all games"

type (
	measuresFile struct {
		Family   schema.Text   `json:"family" about:"the kind of games that are asked, as their rulesets have it; or: all games"`
		Measures []measureFile `json:"measures"`
		Note     schema.Any    `json:"note,omitempty"`
	}
	measureFile struct{}
)

var measuresKeys = schema.Keys(measuresFile{})

// MeasureSchema is the JSON Schema of a file of measures.
func MeasureSchema() ([]byte, error) { return schema.Of(measuresFile{}, "Lectio: measures of play") }

func (measureFile) Schema() *schema.Schema {
	s := schema.Only(ast.MeasureKeys()...)
	s.Type, s.Required = "object", []string{"measure"}
	words := map[string][]string{"at": ast.MeasureMoments, "gather": ast.Gatherings, "by": ast.Groupings, "frame": ast.Frames, "ranks": {"yes", "no"}}
	for _, key := range ast.MeasureKeys() {
		if of := words[key]; of != nil {
			s.Properties.Set(key, schema.OneOf(of...))
		} else {
			s.Properties.Set(key, schema.AnyText())
		}
	}
	return s
}

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

// readMeasures reads a list of measures.
func readMeasures(r *yamlpos.Reader, list *yamlpos.Node) (out []*ast.Measure) {
	for _, n := range r.List(list, "the measures") {
		if m := ast.ReadMeasure(r, n); m != nil && m.ID.Said() {
			out = append(out, m)
		}
	}
	return out
}

// oneOfEach notes measures of one name for one game.
func oneOfEach(list []Measure, errs *diag.Errors) {
	for i, m := range list {
		same := func(o Measure) bool {
			return o.ID.Text == m.ID.Text && (o.Family == m.Family || o.Family == AllGames || m.Family == AllGames)
		}
		if k := slices.IndexFunc(list[:i], same); k >= 0 {
			first := list[k].ID.Pos
			errs.AddRelated(m.ID.Pos, []diag.Pos{first}, diag.Quote(m.ID.Text), "a name of its own", "the name of a measure is used twice (first at %s)", first)
		}
	}
}

// bundledMeasures are those inside the program, which a test reads for errors.
var bundledMeasures = sync.OnceValue(func() []Measure {
	var errs diag.Errors
	return loadMeasures(Bundled, func(f string) string { return path.Join("rulesets", f) }, &errs)
})

// MeasuresOf are what can be asked of the play of a ruleset, whether or not it means something there: the ruleset's
// own measures, those of the corpus, and those inside the program. Of one name the first is taken.
func (c *Corpus) MeasuresOf(d *Definition) (out []*ast.Measure) {
	add := func(m *ast.Measure) {
		if !slices.ContainsFunc(out, func(o *ast.Measure) bool { return o.ID.Text == m.ID.Text }) {
			out = append(out, m)
		}
	}
	for _, m := range d.Measures {
		add(m)
	}
	for _, m := range slices.Concat(c.measures, bundledMeasures()) {
		if m.Family == d.Family || m.Family == AllGames {
			add(m.Measure)
		}
	}
	return out
}
