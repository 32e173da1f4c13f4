package rulesets

import (
	"slices"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/ast"
)

// Measure is a number asked of play, for games of a family.
type Measure struct {
	*ast.Measure
	Family string // of the games that it is asked of
}

// AllGames stands for the games of every family, in files of dimensions and of measures.
const AllGames = "all games"

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

// ofFamily are the measures that games of a family are asked.
func ofFamily(list []Measure, family string) (out []*ast.Measure) {
	for _, m := range list {
		if m.Family == family || m.Family == AllGames {
			out = append(out, m.Measure)
		}
	}
	return out
}

// firstOfEach are the measures of several lists, the first of each name.
func firstOfEach(lists ...[]*ast.Measure) (out []*ast.Measure) {
	for _, m := range slices.Concat(lists...) {
		if !slices.ContainsFunc(out, func(o *ast.Measure) bool { return o.ID.Text == m.ID.Text }) {
			out = append(out, m)
		}
	}
	return out
}
