package readings

import (
	"context"
	"fmt"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify/explore"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/solve"
)

// lookedAt is how many positions are looked at for what makes them so many.
const lookedAt = 20_000

// tooLarge says why a game has too many positions, as far as a look at the first of them tells: which variable takes most
// values, and whether it takes more the longer play goes on.
func tooLarge(ctx context.Context, g *rulesets.Game, large *solve.TooLarge) string {
	p := g.Program
	r := explore.Search(ctx, g, lookedAt)
	if r.Complete {
		return large.Error()
	}
	type seen struct {
		values      map[string]bool
		early, late int // values taken within half of the depth, and in all
	}
	vars := make([]seen, len(p.Vars)+1) // the last is the points
	deepest := r.Plies(r.Positions() - 1)
	for i := range r.Positions() {
		s := r.State(i)
		for v := range vars {
			x := &vars[v]
			if x.values == nil {
				x.values = map[string]bool{}
			}
			for q := range p.Players {
				value := fmt.Sprint(s.Score(p, q))
				if v < len(p.Vars) {
					at := p.VarAt(v, q)
					value = string(s.Bytes()[at : at+max(2, p.VarAt(v, 1)-p.VarAt(v, 0))])
				}
				x.values[value] = true
			}
			if x.late = len(x.values); 2*r.Plies(i) <= deepest {
				x.early = x.late
			}
		}
	}
	most := 0
	for v := range vars {
		if vars[v].late > vars[most].late {
			most = v
		}
	}
	x := &vars[most]
	if x.late < fewValues {
		return large.Error()
	}
	name := "what has been scored"
	if most < len(p.Vars) {
		name = strings.ReplaceAll(p.Vars[most].ID, "_", " ")
	}
	why := fmt.Sprintf("more than %s: the positions remember %s, which takes %s", measure.Plural(large.Positions, "position"), name, measure.Plural(x.late, "value"))
	if x.late > x.early {
		return why + fmt.Sprintf(" within the first %s and more the longer play goes on", measure.Plural(deepest, "move"))
	}
	return why
}

// fewValues is how many values a variable may take without being named as what makes positions many.
const fewValues = 8
