package readings

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"sync"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify/playout"
	"github.com/lectio/lectio/verify/solve"
)

// Relation is how two readings stand to each other on a version of the game.
type Relation int

// Relations, from what tells least to what tells most apart.
const (
	NotKnown  Relation = iota
	SameRules          // they compile alike
	SameGame           // positions correspond, with the same choices, chances and ends
	SameValue          // play differs, what it is worth does not
	Different
)

func (r Relation) String() string {
	return [...]string{"not known", "same rules", "same game", "same value", "different"}[r]
}

// MarshalText writes the relation as it is said.
func (r Relation) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// Version is a game in full or one of its scales.
type Version struct {
	Scale    string    `json:"scale,omitempty"` // "" for the full game
	Relation Relation  `json:"relation"`        // of the default to another reading: that is of no version
	Default  *Solution `json:"-"`               // of all else by default
	// RulesOnly is set where the default is too large: then only what compiles alike is told.
	RulesOnly bool `json:"-"`

	solver *Solver
}

// figures are what is told of solutions.
type figures struct {
	Positions []int          `json:"positions,omitempty"` // of each, those that end no game
	Values    []solve.Bounds `json:"values,omitempty"`    // what each is worth
}

func figuresOf(list []*Solution) (out figures) {
	for _, s := range list {
		out.Positions, out.Values = append(out.Positions, s.Positions), append(out.Values, s.Bounds())
	}
	return out
}

// MarshalJSON writes the version with its positions and what it is worth.
func (v *Version) MarshalJSON() ([]byte, error) {
	type plain Version
	return json.Marshal(struct {
		*plain
		Why string `json:"why,omitempty"`
		figures
	}{(*plain)(v), v.Default.Why, figuresOf(v.solved())})
}

// Name names the version.
func (v *Version) Name() string {
	if v.Scale == "" {
		return "full game"
	}
	return v.Scale
}

// solved are the solutions that there are: of a version that is too large none is.
func (v *Version) solved() []*Solution {
	if v.RulesOnly {
		return nil
	}
	return []*Solution{v.Default}
}

// Pair is two readings of one question, all else alike.
type Pair struct {
	Question *rulesets.Question `json:"question"`
	First    *rulesets.Reading  `json:"first"`           // the default where one of them is
	Under    rulesets.Choice    `json:"under,omitempty"` // what both of them need: readings of other questions that are no defaults
	Second   *rulesets.Reading  `json:"second"`
	On       []On               `json:"on"` // by version
}

// MarshalJSON writes the pair with what it comes to over all versions.
func (p *Pair) MarshalJSON() ([]byte, error) {
	type plain Pair
	return json.Marshal(struct {
		*plain
		OfDefault  bool      `json:"of_default"`
		OverScales Direction `json:"over_scales"`
	}{(*plain)(p), p.OfDefault(), p.Direction()})
}

// Name names the second reading, with what both need.
func (p *Pair) Name() string {
	name := p.Question.Name() + "=" + p.Second.ID
	if len(p.Under) > 0 {
		name += " (under " + p.Under.String() + ")"
	}
	return name
}

// OfDefault reports whether the pair says what a reading does against the default.
func (p *Pair) OfDefault() bool { return p.First.ID == p.Question.Default }

// Apart is how far apart the two are worth on the version where they differ most, about, in parts of solve.One.
func (p *Pair) Apart() (most int64) {
	for i := range p.On {
		if o := &p.On[i]; o.Valued {
			most = max(most, (o.Low+o.High)/2, -(o.Low+o.High)/2)
		}
	}
	return most
}

// On is how two readings stand to each other on one version.
type On struct {
	Scale    string   `json:"scale,omitempty"`
	Relation Relation `json:"relation"`
	Why      string   `json:"why,omitempty"` // why it is not known
	// Classes are how many positions are left when those that cannot be told apart are counted once, of one game.
	Classes int `json:"classes,omitempty"`
	// Turns is within how many turns the two are told apart whatever is called what, where they are not one game.
	Turns         int       `json:"apart_within_turns,omitempty"`
	First, Second *Solution `json:"-"`
	// Low and High bound what the second is worth more than the first, in parts of solve.One; Valued says that they do. Of is
	// who it is worth that to: who begins, or a player.
	Low, High int64  `json:"-"`
	Valued    bool   `json:"-"`
	Of        string `json:"-"`
	// Parting is where they first part, on the shortest line of play; nil where none was found.
	Parting *playout.Parting `json:"-"`
	Search  playout.Search   `json:"-"`
}

// MarshalJSON writes what is known of both readings, and the line on which they part.
func (o *On) MarshalJSON() ([]byte, error) {
	type plain On
	out := struct {
		*plain
		figures
		Effect *solve.Bounds `json:"effect,omitempty"`
		Line   string        `json:"line,omitempty"`
	}{plain: (*plain)(o), figures: figuresOf(o.solved()), Effect: o.Effect()}
	if o.Parting != nil {
		out.Line = o.Parting.A.Text()
	}
	return json.Marshal(out)
}

// solved are the solutions of both where there are.
func (o *On) solved() []*Solution {
	if o.Relation == NotKnown || o.First.Positions == 0 {
		return nil
	}
	return []*Solution{o.First, o.Second}
}

// equalWithin is how near two values of games of chance must be proved to be to be called the same: one in 10^9.
const equalWithin = int64(solve.One / 1_000_000_000)

// Sign is the direction of the difference: 1 or -1; 0 where the two are worth the same; known is false where bounds leave it open.
func (o *On) Sign() (sign int, known bool) {
	switch {
	case o.Relation == SameRules || o.Relation == SameGame:
		return 0, true
	case !o.Valued:
		return 0, false
	case o.Low >= -equalWithin && o.High <= equalWithin:
		return 0, true
	case o.Low > 0:
		return 1, true
	case o.High < 0:
		return -1, true
	}
	return 0, false
}

// Consequences are what each reading of a ruleset does.
type Consequences struct {
	Definition *rulesets.Definition `json:"ruleset"`
	Versions   []*Version           `json:"versions"`
	Pairs      []*Pair              `json:"pairs"`
	Sampled    []Sampled            `json:"sampled,omitempty"` // once games at random are laid beside it
}

// Wanted is what to ask.
type Wanted struct {
	Scales    []*rulesets.Scale // nil among them is the full game
	Most      int               // positions of one interpretation
	Question  *rulesets.Question
	OfDefault bool // compare with the default only, and no two readings beside it
	Workers   int  // at a time; 0: as many as there are processors
	// MostOfFull are the positions of the full game that are looked at before it is given up.
	MostOfFull int
	Lines      bool // look for lines on which readings part
	Progress   func(done, all int)
}

// linePositions are the pairs of positions looked at for the shortest line on which two readings part.
const linePositions = 50_000

// Ask solves every reading of a ruleset on every version, and compares every two of a question.
func Ask(ctx context.Context, d *rulesets.Definition, w Wanted) (*Consequences, error) {
	c := &Consequences{Definition: d, Pairs: []*Pair{}}
	for _, sc := range w.Scales {
		v := &Version{solver: NewSolver(d, sc, w.Most)}
		if sc != nil {
			v.Scale = sc.ID
		} else {
			v.solver.Most = w.MostOfFull
		}
		var err error
		if v.Default, err = v.solver.Solve(ctx, nil); err != nil {
			return nil, err
		}
		v.RulesOnly = v.Default.Why != ""
		v.solver.Most = w.Most
		c.Versions = append(c.Versions, v)
	}
	var tasks []func() error
	for _, q := range d.Questions {
		if w.Question != nil && w.Question != q {
			continue
		}
		for _, x := range q.Pairs(d) {
			if x.Second.ID == q.Default {
				x.First, x.Second, x.Choice, x.Choose = x.Second, x.First, x.Choose, x.Choice
			}
			if w.OfDefault && x.First.ID != q.Default {
				continue
			}
			p := &Pair{Question: q, First: x.First, Second: x.Second, Under: under(d, q, x.Choice), On: make([]On, len(c.Versions))}
			c.Pairs = append(c.Pairs, p)
			for i, v := range c.Versions {
				tasks = append(tasks, func() (err error) {
					p.On[i], err = v.compare(ctx, x, w.Lines)
					return err
				})
			}
		}
	}
	return c, inParallel(ctx, w.Workers, tasks, w.Progress)
}

// under is what a choice says of other questions that is not their default.
func under(d *rulesets.Definition, q *rulesets.Question, choice rulesets.Choice) rulesets.Choice {
	out := rulesets.Choice{}
	for id, r := range choice {
		if o := d.Question(id); o != q && o.Default != r {
			out[o.Name()] = r
		}
	}
	return out
}

// inParallel does tasks side by side, on all cores where workers is 0, until one fails or ctx is done.
func inParallel(ctx context.Context, workers int, tasks []func() error, progress func(done, all int)) error {
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var mu sync.Mutex
	var wait sync.WaitGroup
	var failed error
	next, done := 0, 0
	for range min(len(tasks), workers) {
		wait.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			for next < len(tasks) && failed == nil && ctx.Err() == nil {
				run := tasks[next]
				next++
				mu.Unlock()
				err := run()
				mu.Lock()
				if done++; err != nil && failed == nil {
					failed = err
				}
				if progress != nil {
					progress(done, len(tasks))
				}
			}
		})
	}
	wait.Wait()
	if failed == nil {
		failed = ctx.Err()
	}
	return failed
}

// compare compares two readings on a version.
func (v *Version) compare(ctx context.Context, x rulesets.Pair, lines bool) (o On, err error) {
	o.Scale = v.Scale
	if v.RulesOnly {
		return v.compareRules(x), nil
	}
	if o.First, err = v.solver.Solve(ctx, x.Choice); err != nil {
		return o, err
	}
	if o.Second, err = v.solver.Solve(ctx, x.Choose); err != nil {
		return o, err
	}
	for _, s := range []*Solution{o.First, o.Second} {
		if s.Why != "" {
			o.Why = s.Why
			return o, nil
		}
	}
	a, b := o.First.frame(), o.Second.frame()
	switch {
	case (a.Opener < 0) != (b.Opener < 0) && a.Alike():
		o.Why = "under one of the two what is thrown settles who makes the first move, so that there is no side whose chances could be compared"
	case a.Winners != b.Winners:
		o.Why = "one of the two names a winner and the other goes by points, so that what they are worth is not the same thing"
	default:
		o.Low, o.High, o.Valued = int64(o.Second.Low)-int64(o.First.High), int64(o.Second.High)-int64(o.First.Low), true
		o.Of = o.First.Of()
	}
	if err := o.relate(); err != nil {
		return o, err
	}
	if lines && o.Relation >= SameValue && playout.Comparable(o.First.Game, o.Second.Game) {
		o.Parting, o.Search = playout.Breadth(ctx, o.First.Game, o.Second.Game, linePositions)
	}
	return o, ctx.Err()
}

// relate finds how two that have been solved stand to each other.
func (o *On) relate() error {
	if sameRules(o.First, o.Second) {
		o.Relation = SameRules
		return nil
	}
	a, b := o.First.Course, o.Second.Course
	classes, same, turns := Compare(a, b)
	if same && o.First.frame().Opener == o.Second.frame().Opener {
		if !Corresponds(a, b, classes) {
			return fmt.Errorf("the positions of %s and %s were to correspond, and do not", o.First.Game.Name(), o.Second.Game.Name())
		}
		o.Relation, o.Classes = SameGame, classes.count()
		return nil
	}
	o.Turns = turns
	switch sign, known := o.Sign(); {
	case !known:
		o.Relation = Different
	case sign == 0:
		o.Relation = SameValue
	default:
		o.Relation = Different
	}
	return nil
}

// count is how many classes there are.
func (c Classes) count() int {
	seen := map[uint32]bool{}
	for _, list := range c {
		for _, x := range list {
			seen[x] = true
		}
	}
	return len(seen)
}

// compareRules compares what two readings compile to.
func (v *Version) compareRules(x rulesets.Pair) On {
	o := On{Scale: v.Scale, Why: v.Default.Why, First: v.solver.Compile(x.Choice), Second: v.solver.Compile(x.Choose)}
	if sameRules(o.First, o.Second) {
		o.Relation, o.Why = SameRules, ""
	}
	return o
}
