package ruleset

import (
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/verify"
)

var group = verify.Group{ID: "RS", Mutants: true}

// Checks lists the checks of this folder.
func Checks() verify.Set { return group.Checks() }

// compiled is what compiling the default and every alternative once shows to the
// checks RS. The programs are not kept: of many rulesets they would fill the memory.
type compiled struct {
	errs       diag.Errors
	used       map[string]bool // definitions and moments that something refers to
	unplayable []unplayed
	measures   map[*ast.Measure]diag.Errors // the ruleset's own: why each means nothing, none where it means something somewhere
}

func compileEach(t *verify.Target) *compiled {
	type key struct{}
	return verify.Once(&t.Memo, key{}, func() *compiled {
		c := &compiled{used: map[string]bool{}, measures: map[*ast.Measure]diag.Errors{}}
		c.errs = t.Definition.CheckEach(func(g *rulesets.Game) {
			for id := range g.Used {
				c.used[id] = true
			}
			c.unplayable = append(c.unplayable, unplayable(g)...)
			for _, m := range t.Definition.Measures {
				if before, tried := c.measures[m]; !tried || len(before) > 0 {
					_, _, c.measures[m] = g.Measure(m)
				}
			}
		})
		return c
	})
}
