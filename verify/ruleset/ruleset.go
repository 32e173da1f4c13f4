package ruleset

import (
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
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
	measures   []diag.Errors // that somebody has written: why each means nothing, none where it means something somewhere
}

func compileEach(t *verify.Target) *compiled {
	type key struct{}
	return verify.Once(&t.Memo, key{}, func() *compiled {
		c := &compiled{used: map[string]bool{}}
		c.errs = t.Definition.CheckEach(func(g *rulesets.Game) {
			for id := range g.Used {
				c.used[id] = true
			}
			c.unplayable = append(c.unplayable, unplayable(g)...)
			for i, m := range t.Definition.OwnMeasures() {
				_, _, errs := g.Measure(m)
				if i == len(c.measures) {
					c.measures = append(c.measures, errs)
				} else if len(errs) == 0 {
					c.measures[i] = nil
				}
			}
		})
		return c
	})
}
