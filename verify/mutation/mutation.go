package mutation

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/rulesets/example"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/playout"
)

// Fate is what became of a mutant.
type Fate string

// The fates. What cannot be compiled is no mutant: nobody could mistake it for the
// rules.
const (
	Killed     Fate = "killed"     // an example fails, or a check finds what it does not find in the rules as they are
	Survives   Fate = "survives"   // nothing noticed
	Equivalent Fate = "equivalent" // the compiled rules are the same, or the whole game was searched without a difference
	Excused    Fate = "unpinned"   // nothing noticed, and the ruleset says why nothing can
	NoMutant   Fate = "no mutant"  // it cannot be compiled
)

// Mutation is a mutant and what became of it.
type Mutation struct {
	Ruleset string `json:"ruleset"`
	// Reading is the reading that contributes what is changed, of Question; nil when
	// it belongs to the default interpretation, which it then is played in.
	Question *rulesets.Question `json:"question,omitempty"`
	Reading  *rulesets.Reading  `json:"reading,omitempty"`
	rulesets.Mutant
	Fate Fate   `json:"fate"`
	By   string `json:"by,omitempty"`  // the example, or the check, that killed it
	Why  string `json:"why,omitempty"` // it cannot be compiled, is the same, or cannot be pinned down
	// Sentence is what the statement says, and Changed what it then would say, where nothing noticed and the
	// two differ; Changed is "" where the statement is left out.
	Sentence string `json:"sentence,omitempty"`
	Changed  string `json:"changed,omitempty"`
	// Parting is the earliest place seen where a survivor is played otherwise, A being the
	// rules as they are; Search says how far that was looked for.
	Parting *playout.Parting `json:"-"`
	Search  playout.Search   `json:"-"`
}

// MarshalJSON writes the mutant, with what became of it.
func (x *Mutation) MarshalJSON() ([]byte, error) {
	type plain Mutation
	return json.Marshal(struct {
		*plain
		Example string `json:"example,omitempty"`
	}{(*plain)(x), x.Example()})
}

// Rate counts the mutants of a ruleset by their fates: of the default interpretation, or
// of what its other readings contribute.
type Rate struct {
	Ruleset string `json:"ruleset"`
	Part    string `json:"part"` // of the ruleset: its default, or the other readings
	// Share is the part of the mutants not shown equivalent, nor excused, that was killed; no
	// number where there is none.
	Share  playout.Number `json:"killed_share"`
	Counts map[Fate]int   `json:"counts"`
}

// Result is what one run over mutants found out.
type Result struct {
	Options     verify.Options `json:"-"`
	Seed        uint64         `json:"seed"`
	Rates       []*Rate        `json:"rates"` // by ruleset, defaults before readings
	List        []Mutation     `json:"mutants"`
	Interrupted bool           `json:"interrupted,omitempty"`
	Done, Tasks int            `json:"-"`
}

// Count counts the mutants listed by ruleset, defaults before readings.
func (m *Result) Count() {
	m.Rates = []*Rate{}
	for i := range m.List {
		x, part := &m.List[i], "default"
		if x.Reading != nil {
			part = "other readings"
		}
		k := slices.IndexFunc(m.Rates, func(r *Rate) bool { return r.Ruleset == x.Ruleset && r.Part == part })
		if k < 0 {
			k = len(m.Rates)
			m.Rates = append(m.Rates, &Rate{Ruleset: x.Ruleset, Part: part, Counts: map[Fate]int{}})
		}
		m.Rates[k].Counts[x.Fate]++
	}
	for _, r := range m.Rates {
		r.Share = playout.Number(r.Counts[Killed]) / playout.Number(r.Counts[Killed]+r.Counts[Survives])
	}
}

// Survivors lists what survives, statement by statement, those with the most survivors
// first.
func (m *Result) Survivors() []*Mutation {
	var out []*Mutation
	of := map[*rulesets.Statement]int{}
	for i := range m.List {
		if x := &m.List[i]; x.Fate == Survives {
			out = append(out, x)
			of[x.Mutant.Statement]++
		}
	}
	slices.SortStableFunc(out, func(a, b *Mutation) int {
		if c := cmp.Compare(of[b.Mutant.Statement], of[a.Mutant.Statement]); a.Ruleset == b.Ruleset && c != 0 {
			return c
		}
		return 0
	})
	return out
}

// Run changes every statement of rulesets in every way that there is, one at a
// time: those of the default interpretation, and for every other reading those that it
// contributes. It asks the examples, then the checks, whether anything notices. What
// nothing notices is searched for the first position in which it is played otherwise.
// The result is the same for any number of workers.
func Run(ctx context.Context, checks verify.Set, corpus *dimension.Corpus, defs []*rulesets.Definition, o verify.Options) *Result {
	m := &Result{Options: o, Seed: o.Seed, List: []Mutation{}}
	var todo []func(context.Context)
	for _, d := range defs {
		t := &verify.Target{Corpus: corpus, Definition: d, Common: &verify.Memo{}}
		for _, c := range Mutable(t, true) {
			for _, mutant := range c.List {
				m.List = append(m.List, Mutation{Ruleset: d.ID, Question: c.question, Reading: c.reading, Mutant: mutant, Fate: NoMutant})
				i := len(m.List) - 1
				todo = append(todo, func(ctx context.Context) {
					c.examine(ctx, checks, &m.List[i], o)
				})
			}
		}
	}
	m.work(ctx, todo)
	m.Count()
	return m
}

// work does what is to be done, until ctx is done.
func (m *Result) work(ctx context.Context, todo []func(context.Context)) {
	m.Tasks = len(todo)
	var mu sync.Mutex
	var wg sync.WaitGroup
	next := make(chan int)
	undone := make([]bool, len(todo))
	for range max(m.Options.Jobs, 1) {
		wg.Go(func() {
			for i := range next {
				todo[i](ctx)
				mu.Lock()
				undone[i] = ctx.Err() != nil
				if !undone[i] {
					m.Done++
				}
				if m.Options.Progress != nil {
					m.Options.Progress(m.Done, m.Tasks, "mutants of "+m.List[i].Ruleset)
				}
				mu.Unlock()
			}
		})
	}
	for i := range todo {
		if ctx.Err() != nil {
			undone[i] = true
			continue
		}
		next <- i
	}
	close(next)
	wg.Wait()
	m.Interrupted = ctx.Err() != nil
	k := 0
	for i := range m.List {
		if !undone[i] {
			m.List[k] = m.List[i]
			k++
		}
	}
	m.List = m.List[:k]
}

// Changed is an interpretation whose statements are changed.
type Changed struct {
	Target   *verify.Target
	question *rulesets.Question
	reading  *rulesets.Reading // nil: the default interpretation, all of whose statements are changed
	choice   rulesets.Choice
	game     *rulesets.Game // as it is
	List     []rulesets.Mutant
	tried    []trying // what the examples ask

	once  sync.Once
	found map[string]bool // what checks find in it as it is
}

// trying is an example under one choice, with the statements that it is played by.
type trying struct {
	example *rulesets.Example
	of      rulesets.ExampleCase
	by      map[*rulesets.Statement]bool
}

// Mutable lists the interpretations whose statements are changed.
func Mutable(t *verify.Target, readings bool) []*Changed {
	d := t.Definition
	all := []*Changed{{Target: t}}
	if readings {
		for _, a := range d.Alternatives() {
			all = append(all, &Changed{Target: t, question: a.Question, reading: a.Reading, choice: a.Choice})
		}
	}
	tries := tries(t)
	return slices.DeleteFunc(all, func(c *Changed) bool {
		game, errs := d.Game(c.choice)
		if len(errs) > 0 {
			return true
		}
		c.game = game
		for _, m := range game.Mutants() {
			if c.reading == nil || m.Statement.Reading == c.reading {
				c.List = append(c.List, m)
			}
		}
		for _, x := range tries {
			// What holds under every reading is asked once, of the default or of the reading
			// whose statement is changed.
			if !x.example.Every || c.reading == nil && len(x.of.Choice) == 0 || c.reading != nil && x.of.Choice[c.question.ID] == c.reading.ID {
				c.tried = append(c.tried, x)
			}
		}
		return len(c.List) == 0
	})
}

// tries lists what the examples ask, and by which statements each is played.
func tries(t *verify.Target) (out []trying) {
	statements := map[string]map[*rulesets.Statement]bool{}
	for _, e := range t.Definition.Examples {
		for _, of := range e.Choices(t.Definition) {
			key := of.Choice.String()
			by, known := statements[key]
			if !known {
				by = map[*rulesets.Statement]bool{}
				if in, errs := t.Definition.Interpret(of.Choice); len(errs) == 0 {
					for _, s := range in.Statements {
						by[s] = true
					}
				}
				statements[key] = by
			}
			out = append(out, trying{e, of, by})
		}
	}
	return out
}

// examine finds out whether anything notices a mutant, and if not, where it is played
// otherwise.
func (c *Changed) examine(ctx context.Context, checks verify.Set, x *Mutation, o verify.Options) {
	c.Exemplify(ctx, x, slices.ContainsFunc(checks.Group("EX"), o.Asked))
	if x.Fate == Survives && len(mutantChecks(checks, &o)) > 0 {
		if x.By = c.noticing(ctx, checks, c.Target.Definition.Edited(x.Mutant.Edit), o); x.By != "" {
			x.Fate = Killed
		}
	}
	c.Excuse(x)
	if x.Fate == Survives {
		c.search(ctx, x, o)
	}
	if x.Fate == Survives || x.Fate == Excused {
		c.say(x)
	}
}

// say puts into English what was changed.
func (c *Changed) say(x *Mutation) {
	x.Sentence = edition.Sentence(c.game, x.Mutant.Statement)
	to := x.Mutant.Edit(x.Mutant.Statement)
	if to == nil {
		return
	}
	game, errs := c.Target.Definition.Edited(x.Mutant.Edit).Game(c.choice)
	if len(errs) > 0 {
		x.Sentence = ""
		return
	}
	if x.Changed = edition.Sentence(game, to); x.Changed == x.Sentence {
		x.Sentence, x.Changed = "", ""
	}
}

// Exemplify finds out whether a mutant is one, and when asked whether an example notices it.
func (c *Changed) Exemplify(ctx context.Context, x *Mutation, asked bool) {
	shop := &example.Workshop{Definition: c.Target.Definition.Edited(x.Mutant.Edit)}
	game, errs := shop.Game(c.choice)
	if len(errs) > 0 {
		x.Why = errs[0].Message
		return
	}
	if rulesets.Alike(game.Program, c.game.Program) {
		x.Fate, x.Why = Equivalent, "the compiled rules are the same"
		return
	}
	x.Fate = Survives
	if asked {
		x.By = c.failing(ctx, shop, x.Mutant.Statement)
	}
	if x.By != "" {
		x.Fate = Killed
	}
}

// Excuse marks a survivor of which the ruleset says why nothing can notice it.
func (c *Changed) Excuse(x *Mutation) {
	if x.Fate != Survives {
		return
	}
	for i := range c.Target.Definition.Unpinned {
		if u := &c.Target.Definition.Unpinned[i]; u.Covers(&x.Mutant) {
			x.Fate, x.Why = Excused, u.Because
		}
	}
}

// failing names an example that fails under a mutant, "" when all hold. Those of the
// interpretation itself are tried first, which is compiled, and among them those that name a
// clause of the changed statement: they most likely fail.
func (c *Changed) failing(ctx context.Context, shop *example.Workshop, s *rulesets.Statement) string {
	about := map[string]bool{}
	for _, w := range s.Warrant {
		about[w.String()] = true
	}
	near := func(e *rulesets.Example) bool {
		return slices.ContainsFunc(e.Clauses, func(r rulesets.ClauseRef) bool { return about[r.String()] })
	}
	own := c.choice.String()
	for _, next := range []struct{ own, near bool }{{true, true}, {true, false}, {false, true}, {false, false}} {
		for _, try := range c.tried {
			if !try.by[s] || (try.of.Choice.String() == own) != next.own || near(try.example) != next.near || ctx.Err() != nil {
				continue
			}
			if _, errs := shop.Game(try.of.Choice); len(errs) > 0 {
				continue // another reading does not go with the change, which says nothing of this one
			}
			if shop.Try(try.example, try.of) != nil {
				return try.example.ID
			}
		}
	}
	return ""
}

// mutantChecks are the checks that a mutant is put to, as far as they are asked for: those
// that ask something of one interpretation. Statistics, text and rule, and readings say
// nothing of it.
func mutantChecks(checks verify.Set, o *verify.Options) (ids []string) {
	for _, c := range checks {
		if c.Group.Mutants && o.Asked(c.ID) {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// noticing names a check that finds something in a mutant that it does not find in the
// rules as they are, "" when none does.
func (c *Changed) noticing(ctx context.Context, checks verify.Set, d *rulesets.Definition, o verify.Options) string {
	c.once.Do(func() {
		c.found = map[string]bool{}
		for _, f := range c.findings(ctx, checks, c.Target.Definition, o) {
			c.found[keyOf(&f)] = true
		}
	})
	for _, f := range c.findings(ctx, checks, d, o) {
		if !c.found[keyOf(&f)] {
			return f.ID
		}
	}
	return ""
}

// keyOf tells findings apart by check and statement: what else they say moves with
// whatever is changed.
func keyOf(f *verify.Finding) string { return fmt.Sprint(f.ID, " ", f.Statement, " ", f.Severity) }

// findings are the errors and warnings of checks about one interpretation.
func (c *Changed) findings(ctx context.Context, checks verify.Set, d *rulesets.Definition, o verify.Options) []verify.Finding {
	alone, errs := d.Alone(c.choice)
	if len(errs) > 0 {
		return nil
	}
	opt := o.Sized(mutantGames, mutantPositions)
	opt.Cap, opt.Jobs, opt.Progress = mutantCap, 1, nil
	opt.Only = mutantChecks(checks, &o)
	res := verify.Run(ctx, checks, c.Target.Corpus, []*rulesets.Definition{alone}, opt)
	return slices.DeleteFunc(res.Findings, func(f verify.Finding) bool { return f.Severity < verify.Warning })
}

// The budget of checks on one mutant, and of the search for where it is played otherwise.
const (
	mutantGames     = 100
	mutantPositions = 1000
	mutantCap       = 2000 // single moves: many a mutant does not end
	mutantPairs     = 3000
	mutantPlies     = 20000
)

// search looks for the first position in which a survivor is played otherwise. Where all
// of the game has been compared and there is none, it is no other game.
func (c *Changed) search(ctx context.Context, x *Mutation, o verify.Options) {
	game, errs := c.Target.Definition.Edited(x.Mutant.Edit).Game(c.choice)
	if len(errs) > 0 || !playout.Comparable(c.game, game) {
		return
	}
	x.Parting, x.Search = playout.Breadth(ctx, c.game, game, mutantPairs)
	switch {
	case x.Parting != nil:
	case x.Search.Exhausted:
		x.Fate, x.Why = Equivalent, "the whole game was searched, and is played alike"
	default:
		x.Parting = playout.Part(ctx, c.game, game, playout.Options{Games: mutantGames, Seed: o.Seed, Cap: o.Cap}, mutantPlies, &x.Search)
	}
}

// Example writes the place where a survivor is played otherwise as an example of the
// ruleset, in which what is legal, or what comes of the move, is left to be filled in
// from the text; "" when no such place was seen. What the program says of it is kept
// out: an example that repeats it proves nothing.
func (x *Mutation) Example() string {
	if x.Parting == nil {
		return ""
	}
	var b strings.Builder
	line := func(key, value string) { fmt.Fprintf(&b, "    %s: %s\n", key, value) }
	state := func(s rulesets.State) {
		text, err := json.Marshal(s)
		if err != nil { // a state is made of texts and numbers
			panic(err)
		}
		line("at", string(text))
	}
	b.WriteString("  - id: \n")
	var clauses []string
	for _, c := range x.Mutant.Statement.Warrant {
		clauses = append(clauses, fmt.Sprintf("%s#%d", x.Parting.GameA.Definition.RecordName(c.Record), c.N))
	}
	line("clauses", "["+strings.Join(clauses, ", ")+"]")
	line("worked", "hand")
	if len(x.Parting.A.Readings) > 0 {
		var list []string
		for q, r := range x.Parting.A.Readings {
			list = append(list, q+": "+r)
		}
		slices.Sort(list)
		line("readings", "{"+strings.Join(list, ", ")+"}")
	}
	plies := x.Parting.A.Plies
	if x.Parting.Kind == "moves" || len(plies) == 0 {
		state(x.Parting.StateA)
		line("moves", "[]  # all that are legal, from the text")
		return b.String()
	}
	last := plies[len(plies)-1]
	state(last.At)
	line("line", "["+strings.TrimSuffix(last.Move+", "+x.Parting.A.Closing, ", ")+"]")
	line("after", "{}  # what then stands where, and whose turn it is, from the text")
	return b.String()
}
