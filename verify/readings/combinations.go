package readings

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
)

// This check plays readings together.
var _ = group.Add(&verify.Check{
	ID:    "RD005",
	Title: "readings that do not work together",
	Explanation: `Each reading alone may be sound and two of them together not: they change the same statement, or leave a position that nothing provides for,
or a game that does not end. All interpretations are too many to try; a covering array has every two readings of different questions together in
at least one row (as far as asked-when and excludes allow), and every row is compiled and played. What fails is brought down to the smallest
combination that still fails: the author adds excludes: to a reading, or lets the two change statements of their own.`,
	Bad:      "two readings replace the same statement, and nothing says that they exclude each other",
	Good:     "excludes: {PIP-A20: [net]}",
	Limits:   "three readings that fail only together are found where a row happens to have all three",
	Least:    verify.Least{N: 1, Of: "games"},
	Severity: verify.Warning,
	Needs:    verify.Playouts,
	Long:     true,
	Tasks: func(t *verify.Target, o verify.Options) []verify.Task {
		if len(t.Definition.Alternatives()) == 0 {
			return nil
		}
		return verify.OneTask("combinations of readings of "+t.Definition.ID, func(ctx context.Context) verify.Outcome { return combine(ctx, t, o) })
	},
})

// combine plays the rows of a covering array.
func combine(ctx context.Context, t *verify.Target, o verify.Options) (out verify.Outcome) {
	d := t.Definition
	cover := d.Cover(o.Seed)
	x := &combining{t: t, o: o, array: verify.Combinations{Ruleset: d.ID, Pairs: cover.Sets, Games: o.RowGames, Seed: o.Seed, Cap: o.RowCap}}
	x.alone(ctx)
	for ctx.Err() == nil {
		row, ok := cover.Next()
		if !ok {
			break
		}
		c, done := x.row(ctx, row)
		if !done {
			break
		}
		x.array.Rows = append(x.array.Rows, c)
		if c.Failure != "compile" {
			cover.Done(row)
			continue
		}
		if len(c.Smallest) == 0 {
			break // not even the defaults: RS001 reports it
		}
		cover.Forbid(c.Smallest)
	}
	out.Findings = x.findings
	if f := tooFar(t, &x.array, o); f != nil {
		out.Findings = append(out.Findings, *f)
	}
	array := &x.array
	array.Covered, array.Impossible, array.Undeclared = cover.Covered-onlyTooFar(array.Rows), cover.Declared, cover.Undeclared
	array.Unsettled = array.Pairs - array.Covered - array.Impossible - array.Undeclared
	out.Arrays = append(out.Arrays, *array)
	v := verify.Verdict{Ruleset: d.ID, Verdict: verify.NoneSeen, Scope: map[string]string{"rows": fmt.Sprint(len(array.Rows)), "pairs": fmt.Sprint(array.Pairs),
		"covered": fmt.Sprint(array.Covered), "impossible": fmt.Sprint(array.Impossible), "undeclared": fmt.Sprint(array.Undeclared), "unsettled": fmt.Sprint(array.Unsettled),
		"games": fmt.Sprint(o.RowGames), "seed": fmt.Sprint(o.Seed), "cap": fmt.Sprint(o.RowCap), "agent": "random"}}
	if slices.ContainsFunc(array.Rows, func(c verify.Combination) bool { return c.Failure != "" }) {
		v.Verdict = verify.Found
	}
	out.Verdicts = append(out.Verdicts, v)
	return out
}

// combining looks for combinations that fail.
type combining struct {
	t        *verify.Target
	o        verify.Options
	array    verify.Combinations
	known    []culprit
	findings []verify.Finding
}

// culprit is a combination that fails, and of which no reading can be left out.
type culprit struct {
	failure string
	choice  rulesets.Choice
}

// finds adds the finding of a combination.
func (x *combining) finds(ctx context.Context, c *verify.Combination, o verify.Options) {
	if f := failed(ctx, x.t, c, o); f != nil {
		x.findings = append(x.findings, *f)
	}
}

// alone tries every reading by itself. What it does there is no matter of combinations, and
// rows that have it need no search. It is tried in more games than a row.
func (x *combining) alone(ctx context.Context) {
	o := x.o
	o.RowGames *= 4
	for _, a := range x.t.Definition.Alternatives() {
		c := x.t.Shortest(a.Choice)
		if ctx.Err() != nil || len(c) == 0 {
			continue
		}
		how, _, _, _ := try(ctx, x.t, c, o, "")
		if how == "" || how == "compile" || ctx.Err() != nil {
			continue
		}
		x.known = append(x.known, culprit{how, c})
		if how == "crash" {
			x.finds(ctx, &verify.Combination{Failure: how, Smallest: c}, o)
		}
	}
}

// row tries a combination, and looks for the smallest part of it that fails; done is false
// when it was stopped.
func (x *combining) row(ctx context.Context, row rulesets.Choice) (c verify.Combination, done bool) {
	c.Choice = row
	short := x.t.Shortest(row)
	c.Failure, c.Message, c.Stats, c.Interpretation = try(ctx, x.t, short, x.o, "")
	if c.Failure == "" || ctx.Err() != nil {
		return c, ctx.Err() == nil
	}
	for _, k := range x.known {
		if k.failure == c.Failure && partOf(k.choice, short) {
			c.Smallest = k.choice
			return c, true
		}
	}
	// How far ahead rules must look hangs on all of a row, and trying parts of
	// it costs most of all: such rows are reported together.
	if c.Failure == "too far" {
		return c, true
	}
	c.Smallest = smallest(ctx, x.t, short, x.o, c.Failure)
	if ctx.Err() != nil {
		return c, false
	}
	x.known = append(x.known, culprit{c.Failure, c.Smallest})
	x.finds(ctx, &c, x.o)
	return c, true
}

// partOf reports whether every reading of one choice is in the other.
func partOf(part, whole rulesets.Choice) bool {
	for q, r := range part {
		if whole[q] != r {
			return false
		}
	}
	return true
}

// try compiles and plays one combination and says how it fails, "" when it does
// not. With only, it looks for that failure alone.
func try(ctx context.Context, t *verify.Target, c rulesets.Choice, o verify.Options, only string) (failure, message string, s *playout.Stats, name string) {
	name = c.String()
	var g *rulesets.Game
	var errs diag.Errors
	compile := t.Definition.Game
	if len(c) < 2 {
		compile = t.GameOf // others ask for it too
	}
	if msg := verify.Guarded(func() { g, errs = compile(c) }); msg != "" {
		return "crash", msg, nil, name
	}
	if len(errs) > 0 {
		return "compile", verify.TrimPlace(errs[0].Error(), errs[0].Pos.String()), nil, name
	}
	name = g.Name()
	if only == "compile" {
		return "", "", nil, name
	}
	// One game after the other: the first that fails is enough.
	for n := 0; n < o.RowGames && failure == "" && ctx.Err() == nil; n++ {
		var one *playout.Stats
		var far engine.TooFar
		msg := verify.Guarded(func() {
			defer func() {
				if r := recover(); r != nil {
					if t, ok := r.(engine.TooFar); ok {
						far = t
						return
					}
					panic(r)
				}
			}()
			one = playout.Sample(ctx, g, playout.Options{Games: 1, First: n, Seed: o.Seed, Cap: o.RowCap, Look: o.RowLook})
		})
		switch {
		case msg != "":
			return "crash", fmt.Sprintf("in %s: %s", measure.AtRandom.Game(n), msg), s, name
		case far > 0:
			return "too far", fmt.Sprintf("in %s %s", measure.AtRandom.Game(n), far), s, name
		}
		if s == nil {
			s = one
		} else {
			s.Join(one)
		}
		switch {
		case one.Stuck > 0 && only != "endless":
			failure, message = "stuck", measure.AtRandom.Game(n)+" reaches a position without a move that no rule provides for"
		case one.OverCap > 0 && only != "stuck":
			failure, message = "endless", fmt.Sprintf("%s did not end within %d moves", measure.AtRandom.Game(n), o.RowCap)
		}
	}
	return failure, message, s, name
}

// smallest takes readings out of a combination as long as it still fails in the
// same way, and returns one of which none can be left out: delta debugging
// (Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input",
// IEEE Transactions on Software Engineering 28, 2002). A combination that the
// ruleset does not allow is no test.
func smallest(ctx context.Context, t *verify.Target, c rulesets.Choice, o verify.Options, failure string) rulesets.Choice {
	var list []string
	for _, q := range t.Definition.Questions {
		if c[q.ID] != "" {
			list = append(list, q.ID)
		}
	}
	pick := func(list []string) rulesets.Choice {
		out := rulesets.Choice{}
		for _, q := range list {
			out[q] = c[q]
		}
		return out
	}
	fails := func(list []string) bool {
		part := pick(list)
		if ctx.Err() != nil || !t.Definition.Admissible(part) {
			return false
		}
		how, _, _, _ := try(ctx, t, part, o, failure)
		return how == failure
	}
	if fails(nil) {
		return rulesets.Choice{}
	}
	return pick(shrink(list, fails))
}

// shrink is ddmin: it returns a part of the list that still fails and of which no
// single item can be left out. The list itself fails; nothing does not.
func shrink(list []string, fails func([]string) bool) []string {
	for n := 2; len(list) >= 2; {
		size := (len(list) + n - 1) / n
		smaller := false
		for at := 0; at < len(list) && !smaller; at += size {
			if part := list[at:min(at+size, len(list))]; len(part) < len(list) && fails(part) {
				list, n, smaller = append([]string(nil), part...), 2, true
			}
		}
		for at := 0; at < len(list) && !smaller && n > 2; at += size {
			rest := append(append([]string(nil), list[:at]...), list[min(at+size, len(list)):]...)
			if fails(rest) {
				list, n, smaller = rest, max(n-1, 2), true
			}
		}
		if !smaller {
			if n >= len(list) {
				return list
			}
			n = min(2*n, len(list))
		}
	}
	return list
}

// tooFar reports the rows that ask to look further ahead than can be worked out,
// with the readings that all of them have.
func tooFar(t *verify.Target, a *verify.Combinations, o verify.Options) *verify.Finding {
	rows := 0
	shared := map[string]string{}
	for _, c := range a.Rows {
		if c.Failure != "too far" || c.Smallest != nil {
			continue
		}
		short := t.Shortest(c.Choice)
		if rows++; rows == 1 {
			shared = short
			continue
		}
		for q, r := range shared {
			if short[q] != r {
				delete(shared, q)
			}
		}
	}
	if rows == 0 {
		return nil
	}
	var names []string
	for _, q := range t.Definition.Questions {
		if r := shared[q.ID]; r != "" {
			names = append(names, q.Name()+"="+r)
		}
	}
	f := t.Finding(verify.Note, t.Definition.Pos, "%d of %d combinations were not played to the end: what may be done at one decision depends on more than %d positions ahead", rows, len(a.Rows), o.RowLook)
	if len(names) > 0 && rows > 1 {
		f.Message += "; all of them have " + strings.Join(names, ", ")
	}
	return &f
}

// failed is the finding about a combination that fails. What a single reading
// does by itself is reported where it is played alone, unless it makes the
// program fail.
func failed(ctx context.Context, t *verify.Target, c *verify.Combination, o verify.Options) *verify.Finding {
	if len(c.Smallest) < 2 && c.Failure != "crash" {
		return nil
	}
	var names []string
	var q *rulesets.Question
	var places []diag.Pos
	for _, x := range t.Definition.Questions {
		if id := c.Smallest[x.ID]; id != "" {
			names = append(names, x.Name()+"="+id)
			places = append(places, x.Reading(id).Pos)
			q = x
		}
	}
	pos := t.Definition.Pos
	if q != nil {
		pos = places[len(places)-1]
	}
	// The message is that of the smallest combination.
	_, message, s, _ := try(ctx, t, c.Smallest, o, c.Failure)
	if message == "" {
		message = c.Message
	}
	what := strings.Join(names, " and ")
	if len(names) > 2 {
		what = strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
	}
	var f verify.Finding
	switch c.Failure {
	case "compile":
		f = t.Finding(verify.Warning, pos, "%s cannot be combined, and nothing in the ruleset says so: %s", what, message)
	case "crash":
		if what == "" {
			what = "the default"
		}
		f = t.Crash(pos, "", what, message)
	case "stuck":
		f = t.Finding(verify.Error, pos, "%s together: %s", what, message)
		if g, errs := t.Definition.Game(c.Smallest); s != nil && len(errs) == 0 {
			f.Line = playout.Replay(g, playout.Options{Seed: o.Seed, Cap: o.RowCap}, s.StuckGame)
		}
	default:
		f = t.Finding(verify.Warning, pos, "%s together: %s", what, message)
	}
	if q != nil {
		f.Question = q.Name()
		f.Related = places[:len(places)-1]
	}
	sort.Slice(f.Related, func(i, j int) bool { return f.Related[i].Compare(f.Related[j]) < 0 })
	return &f
}

// onlyTooFar counts the pairs of readings that occur in rows which were not
// played through, and in no other: they are not covered.
func onlyTooFar(rows []verify.Combination) int {
	played, left := map[string]bool{}, map[string]bool{}
	for _, c := range rows {
		into := played
		if c.Failure == "too far" {
			into = left
		}
		for q, r := range c.Choice {
			for p, s := range c.Choice {
				if q < p {
					into[q+"="+r+" "+p+"="+s] = true
				}
			}
		}
	}
	n := 0
	for pair := range left {
		if !played[pair] {
			n++
		}
	}
	return n
}
