package rulesets

import (
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets/ast"
)

// Interpretation is a ruleset with one reading for every question that is not
// moot: the only thing that is compiled and played.
type Interpretation struct {
	Definition *Definition
	// Readings holds the reading chosen for each question that arises, by
	// question id; moot questions are not in it.
	Readings map[string]*Reading
	// Scale is the scaled-down version that is played; nil for the full game.
	Scale *Scale
	// Statements are the ruleset's own and those that the readings contribute,
	// in declared order.
	Statements []*Statement

	byID    map[string]*Statement
	dropped map[string]bool // statements left out by a reading
}

// Statement returns the statement of that id in this interpretation, or nil.
func (in *Interpretation) Statement(id string) *Statement { return in.byID[id] }

// Name writes the interpretation as its ruleset with the readings that are not
// defaults: game{question=reading}.
func (in *Interpretation) Name() string {
	var parts []string
	for _, q := range in.Definition.Questions {
		if r := in.Readings[q.ID]; r != nil && r.ID != q.Default {
			parts = append(parts, q.Name()+"="+r.ID)
		}
	}
	if in.Scale != nil {
		parts = append(parts, "scale "+in.Scale.ID)
	}
	if len(parts) == 0 {
		return in.Definition.ID
	}
	return in.Definition.ID + "{" + strings.Join(parts, ",") + "}"
}

// Interpret picks readings. Questions and readings that are not there, readings
// that cannot be played or that exclude each other, and readings that want to
// change the same statement are errors.
func (d *Definition) Interpret(choice Choice) (*Interpretation, diag.Errors) {
	return d.interpret(choice, nil)
}

// Edited is the ruleset with statements changed in every interpretation that has
// them. The verifier uses it to see what a clause, a statement or a number is good for.
func (d *Definition) Edited(edit Edit) *Definition {
	out := *d
	out.edit = edit
	return &out
}

// Alone is the ruleset with one interpretation, and no examples and scaled-down
// versions: nothing is left to choose.
func (d *Definition) Alone(choice Choice) (*Definition, diag.Errors) {
	in, errs := d.Interpret(choice)
	if len(errs) > 0 {
		return nil, errs
	}
	out := *d
	out.Questions, out.Examples, out.Scales = nil, nil, nil
	for _, q := range d.Questions {
		one := *q
		r := in.Readings[q.ID]
		if r == nil {
			r = q.Reading(q.Default)
		}
		one.Default, one.Readings = r.ID, []*Reading{r}
		out.Questions = append(out.Questions, &one)
	}
	return &out, nil
}

// Scaled returns an interpretation of a scaled-down version. Its statements go
// over those of readings: a scale says how much of the game there is.
func (d *Definition) Scaled(sc *Scale, choice Choice) (*Interpretation, diag.Errors) {
	return d.interpret(choice, sc)
}

func (d *Definition) interpret(choice Choice, sc *Scale) (*Interpretation, diag.Errors) {
	picked, errs := d.pick(choice)
	if len(errs) > 0 {
		return nil, errs
	}
	in := &Interpretation{Definition: d, Scale: sc, Readings: map[string]*Reading{}, byID: map[string]*Statement{}, dropped: map[string]bool{}}
	in.arise(picked, &errs)
	in.checkReadings(picked, &errs)
	if len(errs) == 0 {
		in.assemble(&errs)
	}
	errs.Sort()
	if len(errs) > 0 {
		return nil, errs
	}
	return in, nil
}

// pick looks up what is chosen: the id of a reading by the id of its question.
func (d *Definition) pick(choice Choice) (picked map[string]string, errs diag.Errors) {
	picked = map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(choice)) {
		q := d.Question(name)
		if q == nil {
			var all []string
			for _, q := range d.Questions {
				all = append(all, q.Name())
			}
			errs.Add(diag.Pos{}, diag.Quote(name), "a question of "+d.ID+": "+strings.Join(all, ", "), "there is no such question%s", diag.Suggest(name, all))
			continue
		}
		r := q.Reading(choice[name])
		if r == nil {
			errs.Add(diag.Pos{}, diag.Quote(choice[name]), "one of the readings: "+strings.Join(readingIDs(q), ", "), "%s has no such reading%s", q.Name(), diag.Suggest(choice[name], readingIDs(q)))
			continue
		}
		if !r.Playable() {
			errs.Add(r.Pos, r.ID, "a reading that can be played", "%s=%s cannot be played yet: %s", q.Name(), r.ID, r.NotPlayable)
			continue
		}
		if old, twice := picked[q.ID]; twice && old != r.ID {
			errs.Add(diag.Pos{}, old+" and "+r.ID, "one reading of "+q.Name(), "two readings are chosen for one question")
		}
		picked[q.ID] = r.ID
	}
	return picked, errs
}

// arise gives every question that arises the reading picked for it, or its default. A
// question arises when the readings it depends on are chosen; questions may depend on
// questions that may themselves be moot.
func (in *Interpretation) arise(picked map[string]string, errs *diag.Errors) {
	d := in.Definition
	const asking, settled = 1, 2
	state := map[string]int{}
	var arises func(q *Question) bool
	arises = func(q *Question) bool {
		switch state[q.ID] {
		case asking:
			errs.Add(q.AskedPos, q.Name(), "a question that does not depend on itself", "asked-when goes in a circle")
			return false
		case settled:
			return in.Readings[q.ID] != nil
		}
		state[q.ID] = asking
		ok := true
		for name, readings := range q.AskedWhen {
			o := d.Question(name)
			if o == nil || !arises(o) || !slices.Contains(readings, in.Readings[o.ID].ID) {
				ok = false
			}
		}
		state[q.ID] = settled
		if ok {
			id := picked[q.ID]
			if id == "" {
				id = q.Default
			}
			if r := q.Reading(id); r != nil { // a default that is not there is an error of the file
				in.Readings[q.ID] = r
			}
		}
		return in.Readings[q.ID] != nil
	}
	for _, q := range d.Questions {
		arises(q)
	}
}

// checkReadings complains of readings picked for questions that do not arise, and of
// readings that exclude each other.
func (in *Interpretation) checkReadings(picked map[string]string, errs *diag.Errors) {
	d := in.Definition
	for _, q := range d.Questions {
		r := in.Readings[q.ID]
		if r == nil {
			if id, chosen := picked[q.ID]; chosen && id != q.Default {
				errs.Add(q.AskedPos, q.Name()+"="+id, "readings under which the question arises: "+conditionText(q.AskedWhen), "%s does not arise in this interpretation", q.Name())
			}
			continue
		}
		for name, readings := range r.Excludes {
			if o := d.Question(name); o != nil && in.Readings[o.ID] != nil && slices.Contains(readings, in.Readings[o.ID].ID) {
				errs.Add(r.Pos, q.Name()+"="+r.ID+" with "+o.Name()+"="+in.Readings[o.ID].ID, "readings that go together", "these readings exclude each other")
			}
		}
	}
}

func conditionText(c map[string][]string) string {
	var parts []string
	for q, r := range c {
		parts = append(parts, q+"="+strings.Join(r, " or "))
	}
	sort.Strings(parts)
	return strings.Join(parts, " and ")
}

// assemble puts the statements together: the ruleset's own, then what readings
// contribute, then what they replace, then what they leave out.
func (in *Interpretation) assemble(errs *diag.Errors) {
	in.leaveOut()
	list, replacing := in.contribute(errs)
	in.replace(list, replacing, errs)
	if in.Scale != nil {
		list = in.Scale.apply(list)
	}
	gone := maps.Clone(in.dropped) // and not what an edit drops below
	var kept []*Statement
	for _, s := range list {
		if gone[s.ID] || s.Replaces != "" && gone[s.Replaces] {
			continue
		}
		if edit := in.Definition.edit; edit != nil {
			changed := edit(s)
			if changed == nil {
				in.dropped[s.ID] = true
				continue
			}
			s = changed
		}
		kept = append(kept, s)
	}
	for _, s := range arranged(kept) {
		if b, ok := s.Body.(*ast.Except); ok && in.exceptsNothing(b) {
			in.dropped[s.ID] = true
			continue
		}
		in.Statements = append(in.Statements, s)
		in.byID[s.ID] = s
	}
}

// leaveOut notes the statements that readings and the scale leave out.
func (in *Interpretation) leaveOut() {
	for _, r := range in.Readings {
		for _, w := range r.Without {
			in.dropped[w] = true
		}
	}
	if in.Scale != nil {
		for _, w := range in.Scale.Without {
			in.dropped[w] = true
		}
	}
}

// contribute lists the ruleset's own statements and those that readings add to them,
// and apart from them those that replace others.
func (in *Interpretation) contribute(errs *diag.Errors) (list, replacing []*Statement) {
	list = append(list, in.Definition.Statements...)
	at := map[string]*Statement{}
	for _, s := range list {
		at[s.ID] = s
	}
	for _, q := range in.Definition.Questions {
		r := in.Readings[q.ID]
		if r == nil {
			continue
		}
		for _, s := range r.Statements {
			if s.Replaces != "" {
				replacing = append(replacing, s)
				continue
			}
			if old := at[s.ID]; old != nil {
				errs.AddRelated(s.Pos, []diag.Pos{old.Pos}, s.ID, "an id of its own", "two chosen readings contribute a statement of this id (the other at %s)", old.Pos)
				continue
			}
			at[s.ID] = s
			list = append(list, s)
		}
	}
	return list, replacing
}

// replace puts statements in the places of those they replace. What another reading
// leaves out needs no replacement.
func (in *Interpretation) replace(list, replacing []*Statement, errs *diag.Errors) {
	at := map[string]int{}
	for i, s := range list {
		at[s.ID] = i
	}
	taken := map[string]*Statement{}
	for _, s := range replacing {
		i, there := at[s.Replaces]
		if old := taken[s.Replaces]; old != nil {
			errs.AddRelated(s.Pos, []diag.Pos{old.Pos}, s.Question.Name()+"="+s.Reading.ID+" and "+old.Question.Name()+"="+old.Reading.ID,
				"readings that exclude each other, or statements of their own", "two readings replace the statement %s", s.Replaces)
			continue
		}
		if in.dropped[s.Replaces] {
			continue
		}
		if !there {
			errs.Add(s.Pos, s.Replaces, "a statement of this interpretation", "%s=%s replaces a statement that the other readings do not bring", s.Question.Name(), s.Reading.ID)
			continue
		}
		taken[s.Replaces] = s
		if s.ID != s.Replaces {
			delete(at, s.Replaces)
			at[s.ID] = i
		}
		list[i] = s
	}
}

// exceptsNothing reports whether every prohibition from which an exception is made has
// been left out: the exception falls with them.
func (in *Interpretation) exceptsNothing(b *ast.Except) bool {
	for _, t := range b.From {
		if !in.dropped[t.Text] {
			return false
		}
	}
	return len(b.From) > 0
}

// apply puts the statements of a scale in the place of those they replace.
func (sc *Scale) apply(list []*Statement) []*Statement {
	for _, s := range sc.Statements {
		found := false
		for i, old := range list {
			if s.Replaces != "" && (old.ID == s.Replaces || old.Replaces == s.Replaces) {
				list[i], found = s, true
			}
		}
		if !found && s.Replaces == "" {
			list = append(list, s)
		}
	}
	return list
}

// arranged moves statements that say before or after to where they belong.
func arranged(list []*Statement) []*Statement {
	index := func(id string) int {
		for i, s := range list {
			if s.ID == id {
				return i
			}
		}
		return -1
	}
	for _, s := range append([]*Statement(nil), list...) {
		target := s.Before
		if target == "" {
			target = s.After
		}
		if target == "" || index(target) < 0 {
			continue
		}
		i := index(s.ID)
		list = append(list[:i], list[i+1:]...)
		j := index(target)
		if s.After != "" {
			j++
		}
		list = append(list[:j], append([]*Statement{s}, list[j:]...)...)
	}
	return list
}

// Default returns the default interpretation.
func (d *Definition) Default() (*Interpretation, diag.Errors) { return d.Interpret(nil) }

// Alternative is one reading against the default of everything else.
type Alternative struct {
	Question *Question
	Reading  *Reading
	Choice   Choice
}

// Alternatives lists every playable reading that is not a default, each with
// the choice that plays it: the reading alone, and where its question is moot
// by default the readings under which it arises.
func (d *Definition) Alternatives() []Alternative {
	var out []Alternative
	for _, q := range d.Questions {
		for _, r := range q.Readings {
			if r.ID == q.Default || !r.Playable() {
				continue
			}
			out = append(out, Alternative{q, r, d.Under(q, r)})
		}
	}
	return out
}

// Under is the choice under which a reading can be played, all else by default: the
// question arises, and nothing is chosen that the reading excludes.
func (d *Definition) Under(q *Question, r *Reading) Choice {
	c := Choice{q.ID: r.ID}
	d.arise(q, c, 0)
	d.settle(r, c)
	return c
}

// settle moves other questions off defaults that the reading excludes.
func (d *Definition) settle(r *Reading, c Choice) {
	for name, banned := range r.Excludes {
		o := d.Question(name)
		if o == nil || c[o.ID] != "" || !slices.Contains(banned, o.Default) {
			continue
		}
		for _, alt := range o.Readings {
			if alt.Playable() && !slices.Contains(banned, alt.ID) {
				c[o.ID] = alt.ID
				break
			}
		}
	}
}

// Arise adds to c the readings under which q arises.
func (d *Definition) arise(q *Question, c Choice, depth int) {
	if depth > len(d.Questions) {
		return
	}
	for name, readings := range q.AskedWhen {
		o := d.Question(name)
		if o == nil || slices.Contains(readings, c[o.ID]) || c[o.ID] == "" && slices.Contains(readings, o.Default) {
			continue
		}
		for _, id := range readings {
			if r := o.Reading(id); r != nil && r.Playable() {
				c[o.ID] = id
				break
			}
		}
		d.arise(o, c, depth+1)
	}
}

// Pair is two readings of one question, with the choices that play them.
type Pair struct {
	Question       *Question
	First, Second  *Reading
	Choice, Choose Choice
}

// Pairs lists every pair of playable readings of a question; under both the
// other questions are answered alike.
func (q *Question) Pairs(d *Definition) []Pair {
	var out []Pair
	for i, a := range q.Readings {
		for _, b := range q.Readings[i+1:] {
			if !a.Playable() || !b.Playable() {
				continue
			}
			base := Choice{}
			d.arise(q, base, 0)
			d.settle(a, base)
			d.settle(b, base)
			ca, cb := Choice{q.ID: a.ID}, Choice{q.ID: b.ID}
			for k, v := range base {
				if k != q.ID {
					ca[k], cb[k] = v, v
				}
			}
			out = append(out, Pair{q, a, b, ca, cb})
		}
	}
	return out
}

// ChoiceWith chooses r for q, and of the others what is chosen, as far as they
// still arise.
func (in *Interpretation) ChoiceWith(q *Question, r *Reading) Choice {
	c := Choice{q.ID: r.ID}
	for id, other := range in.Readings {
		if o := in.Definition.Question(id); o != nil && o != q && other.ID != o.Default {
			c[id] = other.ID
		}
	}
	for id := range c {
		if id != q.ID && !in.Definition.arisesUnder(in.Definition.Question(id), c, 0) {
			delete(c, id)
		}
	}
	return c
}

// arisesUnder reports whether a question arises when c is chosen, which names
// questions by their ids. What depends on a question that does not arise does not
// arise either, so it does not matter which are taken out of c first.
func (d *Definition) arisesUnder(q *Question, c Choice, depth int) bool {
	for name, readings := range q.AskedWhen {
		o := d.Question(name)
		if o == nil || depth > len(d.Questions) || !d.arisesUnder(o, c, depth+1) {
			return false
		}
		chosen := c[o.ID]
		if chosen == "" {
			chosen = o.Default
		}
		if !slices.Contains(readings, chosen) {
			return false
		}
	}
	return true
}
