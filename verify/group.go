package verify

import (
	"cmp"
	"slices"
	"strings"
)

// Group is a folder of checks that ask about one thing, by the letters with which
// their ids begin.
type Group struct {
	ID string // EV
	// Records is set where findings are about records, not about what a ruleset makes
	// of them: each is told once, under the first of the rulesets bound to the record.
	Records bool
	// Mutants is set where the checks ask something of one interpretation by itself, so
	// that a ruleset that was changed on purpose can be put to them.
	Mutants bool
	// OfRules is set where the checks lay records, text, rules and examples side by side.
	OfRules bool

	checks Set
}

// Add puts a check into the group. Every file of a check calls it.
func (g *Group) Add(c *Check) *Check {
	c.Group = g
	g.checks = append(g.checks, c)
	return c
}

// Checks lists the checks of the group by their ids.
func (g *Group) Checks() Set {
	return slices.SortedFunc(slices.Values(g.checks), func(a, b *Check) int { return cmp.Compare(a.ID, b.ID) })
}

// Set is a list of checks, in the order in which they are reported.
type Set []*Check

// Find returns the check of that id, or nil.
func (s Set) Find(id string) *Check {
	for _, c := range s {
		if strings.EqualFold(c.ID, id) {
			return c
		}
	}
	return nil
}

// Group returns the ids of the checks of a group, such as RD; none when there is
// no such group.
func (s Set) Group(name string) []string {
	var out []string
	for _, c := range s {
		if strings.EqualFold(c.Group.ID, name) {
			out = append(out, c.ID)
		}
	}
	return out
}

// Text returns the ids of the checks of the records, the text, the shape and the examples of
// a ruleset that are quick.
func (s Set) Text() []string {
	var out []string
	for _, c := range s {
		if c.Text {
			out = append(out, c.ID)
		}
	}
	return out
}

// OfRules returns the ids of the checks that ask of records, text, rules and examples and
// rest on no sample of play: those of Text, and those that take longer.
func (s Set) OfRules() []string {
	var out []string
	for _, c := range s {
		if c.Text || c.Needs == Static && c.Group.OfRules {
			out = append(out, c.ID)
		}
	}
	return out
}

// asked lists the checks whose tasks are run: those asked for, and those they
// draw on.
func (s Set) asked(o *Options) Set {
	run := map[*Check]bool{}
	var take func(c *Check)
	take = func(c *Check) {
		if !run[c] {
			run[c] = true
			for _, other := range c.With {
				take(other)
			}
		}
	}
	for _, c := range s {
		if o.Asked(c.ID) {
			take(c)
		}
	}
	return slices.DeleteFunc(slices.Clone(s), func(c *Check) bool { return !run[c] })
}
