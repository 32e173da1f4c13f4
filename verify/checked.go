package verify

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence"
)

// Checking counts what people compared with the source: of the clauses, the sentences of
// statements, the defaults of questions and the examples of a ruleset.
type Checking struct {
	Kinds []CheckedKind // those of which something was checked
	// By counts, for each person, the things that the person checked; People are they,
	// who checked most first.
	By     map[string]int
	People []string
	// Doubted are the things that somebody found doubtful or wrong, and Differ those on
	// which two people came to different verdicts.
	Doubted, Differ int
}

// CheckedKind counts the things of a kind.
type CheckedKind struct {
	Name         string // "clause", "sentence", "default", "example"
	Checked, All int
}

// Checked counts who checked what of a ruleset and its records.
func (t *Target) Checked() *Checking {
	c := &Checking{By: map[string]int{}}
	d := t.Definition
	kind := func(name string) *CheckedKind {
		c.Kinds = append(c.Kinds, CheckedKind{Name: name})
		return &c.Kinds[len(c.Kinds)-1]
	}
	k := kind("clause")
	for _, r := range t.Evidence() {
		for _, cl := range r.Clauses {
			c.add(k, cl.Checked)
		}
	}
	k = kind("sentence")
	for _, s := range d.EveryStatement() {
		c.add(k, s.Checked)
	}
	k = kind("default")
	for _, q := range d.Questions {
		c.add(k, q.Checked)
	}
	k = kind("example")
	for _, e := range d.Examples {
		c.add(k, e.Checked)
	}
	c.Kinds = slices.DeleteFunc(c.Kinds, func(k CheckedKind) bool { return k.Checked == 0 })
	for name := range c.By {
		c.People = append(c.People, name)
	}
	slices.SortFunc(c.People, func(a, b string) int {
		if n := c.By[b] - c.By[a]; n != 0 {
			return n
		}
		return strings.Compare(a, b)
	})
	return c
}

// add counts a thing with what people found of it.
func (c *Checking) add(k *CheckedKind, list []*evidence.Check) {
	k.All++
	if len(list) == 0 {
		return
	}
	k.Checked++
	people, doubted, differ := map[string]bool{}, false, false
	for _, x := range list {
		people[string(x.By)] = true
		doubted = doubted || x.Verdict != evidence.Holds
		differ = differ || x.Verdict != list[0].Verdict && x.By != list[0].By
	}
	for name := range people {
		c.By[name]++
	}
	if doubted {
		c.Doubted++
	}
	if differ {
		c.Differ++
	}
}

// String says it in a clause of a sentence, "" when nothing was checked.
func (c *Checking) String() string {
	if len(c.Kinds) == 0 {
		return ""
	}
	var kinds, people []string
	for _, k := range c.Kinds {
		name := k.Name
		if k.All != 1 {
			name += "s"
		}
		kinds = append(kinds, fmt.Sprintf("%d of %d %s", k.Checked, k.All, name))
	}
	for _, name := range c.People {
		people = append(people, fmt.Sprintf("%s (%d)", name, c.By[name]))
	}
	text := "checked: " + strings.Join(kinds, ", ") + ", by " + strings.Join(people, ", ")
	if c.Doubted > 0 {
		text += fmt.Sprintf("; %d doubted", c.Doubted)
	}
	if c.Differ > 0 {
		text += fmt.Sprintf("; on %d readers differ", c.Differ)
	}
	return text
}
