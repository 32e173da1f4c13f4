package sweep

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
)

// Kind is a way of choosing interpretations.
type Kind string

// The ways of choosing interpretations.
const (
	All    Kind = "all"    // every one
	Each   Kind = "each"   // the default, and each reading against it
	Cover  Kind = "cover"  // every two, or three, readings of different questions together
	Sample Kind = "sample" // some, drawn at random
)

// Most is how many interpretations a plan may have.
const Most = 200000

// Design says which interpretations of a ruleset are played.
type Design struct {
	Kind     Kind
	Strength int // of a covering array
	Draw     int // so many are drawn
	Seed     uint64
	// Questions are those that vary, by id or number, where all their combinations are
	// played; none: all questions.
	Questions []string
}

// Forms is how a design is written.
const Forms = "each, all, cover:2, cover:3 or sample:N"

// ParseDesign reads a design as [Design.String] writes it.
func ParseDesign(text string) (d Design, ok bool) {
	kind, number, counted := strings.Cut(text, ":")
	n, err := strconv.Atoi(number)
	switch d.Kind = Kind(kind); {
	case d.Kind == All, d.Kind == Each:
		return d, !counted
	case !counted && d.Kind == Cover:
		d.Strength = 2
		return d, true
	case !counted || err != nil:
		return d, false
	case d.Kind == Cover:
		d.Strength = n
		return d, n == 2 || n == 3
	case d.Kind == Sample:
		d.Draw = n
		return d, n > 0
	}
	return d, false
}

func (d Design) String() string {
	switch d.Kind {
	case Cover:
		return fmt.Sprintf("cover:%d", d.Strength)
	case Sample:
		return fmt.Sprintf("sample:%d", d.Draw)
	}
	return string(d.Kind)
}

// choices lists the interpretations of a ruleset that a design asks for, the default
// first where it is among them. Progress is told of each.
func (d Design) choices(ctx context.Context, def *rulesets.Definition, progress func()) ([]rulesets.Choice, diag.Errors) {
	x := &choosing{def: def, progress: progress, seen: map[string]bool{}}
	switch d.Kind {
	case Each:
		x.each()
	case All:
		x.all(ctx, d.Questions)
	case Cover:
		x.cover(ctx, d)
	case Sample:
		x.sample(ctx, d)
	}
	if len(x.errs) == 0 && ctx.Err() == nil && len(x.out) == 0 {
		x.refuse(def.ID, "a ruleset with an interpretation that can be played", "there is nothing to play")
	}
	return x.out, x.errs.Sort()
}

// choosing is a list of interpretations in the making.
type choosing struct {
	def      *rulesets.Definition
	progress func()
	out      []rulesets.Choice
	seen     map[string]bool
	errs     diag.Errors
}

func (x *choosing) refuse(found, expected, format string, args ...any) {
	x.errs.Add(diag.Pos{File: "--interpretations"}, diag.Quote(found), expected, format, args...)
}

// take adds an interpretation that is not there yet; it reports whether it can be
// compiled.
func (x *choosing) take(c rulesets.Choice) (diag.Errors, bool) {
	c = short(x.def, c)
	if x.seen[c.String()] {
		return nil, true
	}
	if _, errs := x.def.Game(c); len(errs) > 0 {
		return errs, false
	}
	x.seen[c.String()] = true
	x.out = append(x.out, c)
	if x.progress != nil {
		x.progress()
	}
	return nil, true
}

// short leaves out the readings that are defaults.
func short(d *rulesets.Definition, c rulesets.Choice) rulesets.Choice {
	out := rulesets.Choice{}
	for name, r := range c {
		if q := d.Question(name); q == nil || q.Default != r {
			out[name] = r
		}
	}
	return out
}

// each takes the default, and each reading against it with what it is compared with.
func (x *choosing) each() {
	errs, _ := x.take(nil)
	x.errs.Merge(errs)
	for _, a := range x.def.Alternatives() {
		base := maps.Clone(a.Choice)
		delete(base, a.Question.ID)
		x.take(base) // where there is none, the reading is compared with nothing
		errs, _ := x.take(a.Choice)
		x.errs.Merge(errs)
	}
}

// all takes every combination of the readings of some questions, and of all where
// none are named.
func (x *choosing) all(ctx context.Context, names []string) {
	questions := x.def.Questions
	if len(names) > 0 {
		questions = nil
		for _, name := range names {
			q := x.def.Question(name)
			if q == nil {
				x.errs.Add(diag.Pos{File: "--questions"}, diag.Quote(name), "a question of "+x.def.ID, "the ruleset does not ask this")
				return
			}
			questions = append(questions, q)
		}
	}
	n := 1
	for _, q := range questions {
		playable := 0
		for _, r := range q.Readings {
			if r.Playable() {
				playable++
			}
		}
		if n *= max(playable, 1); n > Most {
			x.refuse(string(All), fmt.Sprintf("%d at most: cover:2, sample:N, or --questions with some of them", Most),
				"%s has more interpretations than can be played", x.def.ID)
			return
		}
	}
	choice := rulesets.Choice{}
	var try func(i int)
	try = func(i int) {
		if ctx.Err() != nil {
			return
		}
		if i == len(questions) {
			if x.def.Admissible(short(x.def, choice)) {
				x.take(choice) // what cannot be compiled is no interpretation
			}
			return
		}
		q := questions[i]
		for _, r := range readings(q) {
			choice[q.ID] = r.ID
			try(i + 1)
		}
		delete(choice, q.ID)
	}
	try(0)
}

// readings are those of a question that can be played, its default first.
func readings(q *rulesets.Question) []*rulesets.Reading {
	var out []*rulesets.Reading
	for _, r := range q.Readings {
		switch {
		case !r.Playable():
		case r.ID == q.Default:
			out = slices.Insert(out, 0, r)
		default:
			out = append(out, r)
		}
	}
	return out
}

// cover takes the rows of a covering array.
func (x *choosing) cover(ctx context.Context, d Design) {
	cover := x.def.CoverOf(d.Strength, d.Seed)
	for ctx.Err() == nil {
		row, ok := cover.Next()
		if !ok {
			return
		}
		if errs, ok := x.take(row); !ok {
			part := x.culprit(short(x.def, row))
			if len(part) == 0 {
				x.errs.Merge(errs)
				return
			}
			cover.Forbid(part)
			continue
		}
		cover.Done(row)
	}
}

// culprit is a part of a choice that cannot be compiled, of which nothing can be left
// out.
func (x *choosing) culprit(c rulesets.Choice) rulesets.Choice {
	for _, q := range slices.Sorted(maps.Keys(c)) {
		less := maps.Clone(c)
		delete(less, q)
		if _, errs := x.def.Game(less); len(errs) > 0 {
			c = less
		}
	}
	return c
}

// sample draws interpretations that differ. It gives up where hardly any are new.
func (x *choosing) sample(ctx context.Context, d Design) {
	draws := x.def.Drawer(d.Seed)
	for tries := 0; len(x.out) < d.Draw && ctx.Err() == nil; tries++ {
		row, ok := draws.Draw(nil)
		if !ok || tries > 50*d.Draw+1000 {
			x.refuse(d.String(), fmt.Sprintf("at most %d", len(x.out)), "no more interpretations of %s that differ were drawn", x.def.ID)
			return
		}
		if errs, ok := x.take(row); !ok {
			part := x.culprit(short(x.def, row))
			if len(part) == 0 {
				x.errs.Merge(errs)
				return
			}
			draws.Forbid(part)
		}
	}
}
