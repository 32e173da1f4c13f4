package verify

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence"
)

// Checking counts what people compared with the source: of the records, their clauses and
// observations, the sentences of statements, the defaults and other readings of questions,
// and the examples of a ruleset.
type Checking struct {
	Kinds []CheckedKind
	// By counts, for each person, the things that the person checked.
	By map[string]int
	// Doubted are the things that somebody found doubtful or wrong, and Differ those on
	// which two people came to different verdicts.
	Doubted, Differ int
}

// CheckedKind counts the things of a kind.
type CheckedKind struct {
	Name            string // "clause", "sentence", "default", "example"
	Checked, All    int
	By              map[string]int
	Doubted, Differ int
}

// CheckedThing is something that people can check, with what they found of it.
type CheckedThing struct {
	Kind string // as CheckedKind has it
	// Name is RECORD, RECORD#NUMBER, or what the ruleset calls it: STATEMENT, QUESTION,
	// QUESTION=READING.
	Name   string
	Checks []*evidence.Check
}

// Checkable lists what people can check of a ruleset and its records, kind by kind.
func (t *Target) Checkable() (list []CheckedThing) {
	add := func(kind, name string, checks []*evidence.Check) {
		list = append(list, CheckedThing{kind, name, checks})
	}
	for _, r := range t.Evidence() {
		add("record", r.ID, r.Checked)
	}
	for _, r := range t.Evidence() {
		for _, c := range r.Clauses {
			add("clause", r.Ref(c.N).String(), c.Checked)
		}
	}
	for _, r := range t.Evidence() {
		for _, o := range r.Observations {
			add("observation", r.Ref(int(o.N)).String(), o.Checked)
		}
	}
	d := t.Definition
	for _, s := range d.EveryStatement() {
		add("sentence", s.ID, s.Checked)
	}
	for _, q := range d.Questions {
		checks := q.Checked
		if r := q.Reading(q.Default); r != nil {
			checks = slices.Concat(checks, r.Checked)
		}
		add("default", q.Name(), checks)
	}
	for _, q := range d.Questions {
		for _, r := range q.Readings {
			if r.ID != q.Default {
				add("other reading", q.Name()+"="+r.ID, r.Checked)
			}
		}
	}
	for _, e := range d.Examples {
		add("example", e.ID, e.Checked)
	}
	return list
}

// Checked counts who checked what of a ruleset and its records.
func (t *Target) Checked() *Checking {
	c := &Checking{By: map[string]int{}}
	for _, x := range t.Checkable() {
		if n := len(c.Kinds); n == 0 || c.Kinds[n-1].Name != x.Kind {
			c.Kinds = append(c.Kinds, CheckedKind{Name: x.Kind, By: map[string]int{}})
		}
		c.add(&c.Kinds[len(c.Kinds)-1], x.Checks)
	}
	return c
}

// Plural is the name of the kind for several things.
func (k *CheckedKind) Plural() string { return k.Name + "s" }

// people names those of a count with what they checked, who checked most first.
func people(by map[string]int) string {
	names := slices.SortedFunc(maps.Keys(by), func(a, b string) int {
		return cmp.Or(by[b]-by[a], strings.Compare(a, b))
	})
	for i, name := range names {
		names[i] = fmt.Sprintf("%s (%d)", name, by[name])
	}
	return strings.Join(names, ", ")
}

// People names who checked things of the kind, and how many each: "Ann (3), Ben (1)".
func (k *CheckedKind) People() string { return people(k.By) }

// add counts a thing with what people found of it.
func (c *Checking) add(k *CheckedKind, list []*evidence.Check) {
	k.All++
	if len(list) == 0 {
		return
	}
	k.Checked++
	names, doubted, differ := map[string]bool{}, false, false
	for _, x := range list {
		names[string(x.By)] = true
		doubted = doubted || x.Verdict != evidence.Holds
		differ = differ || slices.ContainsFunc(list, func(y *evidence.Check) bool { return x.Verdict != y.Verdict && x.By != y.By })
	}
	for name := range names {
		c.By[name]++
		k.By[name]++
	}
	if doubted {
		c.Doubted++
		k.Doubted++
	}
	if differ {
		c.Differ++
		k.Differ++
	}
}

// String says it in a clause of a sentence, "" when nothing was checked.
func (c *Checking) String() string {
	if len(c.By) == 0 {
		return ""
	}
	var kinds []string
	for _, k := range c.Kinds {
		if k.Checked == 0 {
			continue
		}
		name := k.Name
		if k.All != 1 {
			name = k.Plural()
		}
		kinds = append(kinds, fmt.Sprintf("%d of %d %s", k.Checked, k.All, name))
	}
	text := "checked: " + strings.Join(kinds, ", ") + ", by " + people(c.By)
	if c.Doubted > 0 {
		text += fmt.Sprintf("; %d doubted", c.Doubted)
	}
	if c.Differ > 0 {
		text += fmt.Sprintf("; on %d readers differ", c.Differ)
	}
	return text
}
