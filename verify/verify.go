package verify

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/verify/playout"
)

// Severity says how much a finding matters.
type Severity int

// The severities, in ascending order.
const (
	Note Severity = iota
	Warning
	Error
)

func (s Severity) String() string { return [...]string{"note", "warning", "error"}[s] }

// MarshalText writes the severity as a word.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (s *Severity) UnmarshalText(text []byte) error {
	named, ok := SeverityNamed(string(text))
	if !ok {
		return fmt.Errorf("%q is none of: note, warning, error", text)
	}
	*s = named
	return nil
}

// SeverityNamed returns the severity of that name, and whether there is one.
func SeverityNamed(name string) (Severity, bool) {
	for s := Note; s <= Error; s++ {
		if s.String() == name {
			return s, true
		}
	}
	return Note, false
}

// Finding is what a check reports.
type Finding struct {
	ID       string // of the check
	Severity Severity
	Pos      yamlpos.Pos
	Message  string
	Ruleset  string
	Question string
	Clauses  []string
	// Statement is the statement the finding is about, if it is about one.
	Statement string
	Related   []yamlpos.Pos
	Line      *playout.Line
	// Rank puts the finding behind those of the same check and severity that have a
	// lower one, whatever their places.
	Rank int
	// Sample is how many games, or whatever the check's Least counts, the finding
	// rests on when it says something of all of them; 0 when it shows a case.
	Sample int

	Cut bool // the run was stopped before all that this rests on was done
	New bool // an earlier run, with which this one was compared, did not have it
}

// Answer is the verdict of a search.
type Answer string

// The three verdicts: found with a line of play; none, after an exhaustive
// search; none seen, in a sample or a search that was cut short.
const (
	Found    Answer = "found"
	None     Answer = "none"
	NoneSeen Answer = "none-seen"
)

// Verdict says what a check of a claim came to, and over what.
type Verdict struct {
	Check    string            `json:"check"`
	Ruleset  string            `json:"ruleset"`
	Question string            `json:"question,omitempty"`
	Subject  string            `json:"subject,omitempty"`
	Verdict  Answer            `json:"verdict"`
	Scope    map[string]string `json:"scope"`
	Cut      bool              `json:"interrupted,omitempty"` // the run was stopped before all that this rests on was done
}

// Parting is a pair of readings and where they were seen to part.
type Parting struct {
	Ruleset  string
	Question *rulesets.Question
	A, B     *rulesets.Reading
	Found    *playout.Parting // nil when no parting was seen
	Search   playout.Search   // Search.Proved(Found): there is no earlier parting
	Example  string           // an example that tells the two apart, if any
	// Clauses are those behind the difference: what the statements rest on that
	// decide where the two part.
	Clauses []string
	Cut     bool // the run was stopped before all that this rests on was done

	names [2]string // of the interpretations
}

// Metrics are the statistics of one interpretation.
type Metrics struct {
	Ruleset        string
	Interpretation string // as Interpretation.Name writes it
	Question       string // the question whose reading it plays; "" for the default
	Reading        string
	Default        bool
	// Base names the interpretation with whose games these are compared, number by
	// number: the one that differs in this reading alone. It is the default unless
	// the question does not arise there, and "" in rows that are such a base.
	Base  string
	Stats *playout.Stats
	Cut   bool // the run was stopped before all that this rests on was done

	match  int            // points to which games are played one after another, 0 for a single game
	ending *playout.Stats // by which it is told whether games end
}

// Touched says how much of play a reading touches, against the default reading
// of its question.
type Touched struct {
	Ruleset        string
	Question       *rulesets.Question
	Reading        *rulesets.Reading
	Interpretation string // that plays the reading
	Base           string // with which it is compared
	// Games is the share of games in step (same throws and moves) in which the two
	// part before the end, with Wilson's interval.
	Games        playout.Estimate
	GamesTouched int
	// Decisions is the share of decisions that the reading changes, with Wilson's
	// interval: of each game of the base one decision is picked at random, the
	// state in which its turn began is carried over, and the turn played in step.
	// It is changed when the two have parted by then, the legal moves differ, or
	// the position after the move played does.
	Decisions        playout.Estimate
	DecisionsTouched int
	// NotCarried counts decisions whose state has no counterpart under the reading;
	// they are in no share. Why is the reason for the first.
	NotCarried int
	Why        string
	// Afresh names what the reading keeps and the base does not, which begins anew
	// in a state carried over; Lost what the base keeps and the reading does not.
	Afresh, Lost []string
	Seed         uint64
	Cap          int
	First        *playout.Sighting // the shortest line of the games in step, nil if none parted
	Cut          bool              // the run was stopped before all that this rests on was done
}

// Sign says in one character what became of a comparison.
type Sign string

// The signs of a comparison.
const (
	More       Sign = "+" // greater under the reading
	Less       Sign = "-" // less
	NoEvidence Sign = "~" // no evidence of a difference: not that there is none
	Alike      Sign = "=" // every pair of games was alike
	TooFew     Sign = ""  // fewer than ten pairs, or games
)

// MetricMoves is the name of the metric that counts single moves a game, passes and
// stops among them.
const MetricMoves = "moves a game with passes"

// Change is what a reading does to one metric: games of the same number with
// common random numbers, compared in pairs. Of whether games end, which few games in
// step can tell, all games of the base are compared with games of the reading.
type Change struct {
	Ruleset        string
	Question       *rulesets.Question
	Reading        *rulesets.Reading
	Interpretation string
	Base           string
	Metric         string
	Aspect         Aspect
	Share          bool // the metric is a share of games
	// From and To are the metric in the pairs compared, under the base and under
	// the reading; the intervals are at 95 %.
	From, To playout.Estimate
	// Difference is To less From, with an interval at 95 % and a chance that takes
	// no account of the other comparisons.
	Difference playout.Difference
	// Low and High are the interval that holds for all comparisons of the ruleset
	// at once at 95 % (Bonferroni), Holm the chance corrected by Holm's method.
	Low, High, Holm float64
	Comparisons     int // so many
	LeftOut         int // pairs in which the metric has no value, such as the length of a game given up
	// Spread is the standard deviation of the metric over the games of the base (of
	// a share one half), and Guaranteed how far the corrected interval keeps from no change, in units
	// of it.
	Spread, Guaranteed float64
	Sign               Sign
	Cut                bool // the run was stopped before all that this rests on was done

	sample contested      // what it was estimated from
	stats  *playout.Stats // of the reading
}

// alpha is the level of the corrected interval.
func (c *Change) alpha() float64 { return Level / float64(max(c.Comparisons, 1)) }

// Combinations are the rows of a covering array: interpretations in which every
// two readings of different questions that may be combined occur together.
type Combinations struct {
	Ruleset string
	Rows    []Combination
	// Pairs is the number of pairs of readings of different questions: Covered by
	// a row, Impossible by what the ruleset declares (asked-when, excludes),
	// Undeclared when they cannot be combined and the ruleset does not say so,
	// Unsettled when the search for a row, or the run, was cut short.
	Pairs, Covered, Impossible, Undeclared, Unsettled int
	Games                                             int // of each row, until one fails
	Seed                                              uint64
	Cap                                               int
	Cut                                               bool // the run was stopped before all that this rests on was done
}

// Combination is one row.
type Combination struct {
	Choice         rulesets.Choice
	Interpretation string
	Stats          *playout.Stats // nil when it could not be played
	// Failure says what is wrong with it: "compile", "crash", "stuck", "endless"
	// or "too far" (the rules ask to look further ahead than can be worked out);
	// "" when nothing is. Smallest is a combination of readings that still shows it
	// and does so no more when any one of them is left out (nil for "too far").
	Failure  string
	Message  string
	Smallest rulesets.Choice
}

// Use says how often a statement bit in a sample of games.
type Use struct {
	Ruleset        string
	Interpretation string
	Question       string // of the reading that brings it, "" for the ruleset's own
	Reading        string
	Statement      *rulesets.Statement
	// Decisive counts the decisions, of so many, at which the legal moves would be
	// others without it; those of the first ExplainedGames games.
	Decisive, Decisions, ExplainedGames int
	// Applied counts how often it took effect in so many games, as
	// Interpreter.Applied counts.
	Applied, Games int
	Seed           uint64
	Cap            int
	Cut            bool // the run was stopped before all that this rests on was done

	index int // of the statement in its interpretation
}

// Bit reports whether the statement made a difference anywhere in the sample. If
// it did not, that does not mean that it cannot.
func (u *Use) Bit() bool { return u.Decisive > 0 || u.Applied > 0 }

// Sequence is one throw laid out: what it puts up, and how that is played.
type Sequence struct {
	Ruleset   string
	Throw     string
	Ways      string
	Stage     string
	Parts     []string
	Order     string
	Statement *rulesets.Statement
	Sentence  string
	From      []SequenceFrom
	Cut       bool // the run was stopped before all that this rests on was done
}

// SequenceFrom is a throw played from one position.
type SequenceFrom struct {
	Name     string // "opening", "crowded middle"
	Results  int
	Complete bool // false when there are more results than were counted
	Played   int  // most parts that can be played
	Line     []string
	Written  string // the line as one that can be played again
	Position rulesets.StateJSON
}

// Result is everything one run of the verifier found out.
type Result struct {
	Outcome
	Targets []*Target
	Options Options
	// LeftOut are the errors in files of the corpus that the run went on without;
	// whoever has read the corpus sets them.
	LeftOut yamlpos.Errors
	// Gone are findings of an earlier run that this one has not; see Since.
	Gone []Finding
	// Interrupted is set when the run was stopped; what is here was done before.
	// NotDone lists what was not, by ruleset and check. When a larger run was stopped
	// after this one was done (see Within), nothing is in it.
	Interrupted bool
	OutOfTime   bool // it was stopped by the clock of Within, before the least run was done
	NotDone     []Undone
	Done, Tasks int
}

// Undone says how much of a check was not done on a ruleset when a run was stopped.
type Undone struct {
	Ruleset  string `json:"ruleset"`
	Check    string `json:"check"`
	Tasks    int    `json:"tasks"`     // of the check on the ruleset
	NotBegun int    `json:"not_begun"` // of them
	CutShort int    `json:"cut_short"` // of them: begun, and stopped
}

// Undone reports whether anything of a check on a ruleset was not done.
func (r *Result) Undone(ruleset, check string) bool {
	return slices.ContainsFunc(r.NotDone, func(u Undone) bool { return u.Ruleset == ruleset && u.Check == check })
}

// Worst returns the highest severity among the findings; ok is false when there
// are none.
func (r *Result) Worst() (s Severity, ok bool) {
	for _, f := range r.Findings {
		if !ok || f.Severity > s {
			s, ok = f.Severity, true
		}
	}
	return s, ok
}

// Options say how far a run goes. All of it is counted, not timed, so that a
// run can be repeated. Budget makes them from the two numbers that a user sets.
type Options struct {
	Seed      uint64
	Games     int // of the default interpretation
	Positions int // that a search of one game looks at before it is cut short
	AltGames  int // of each alternative
	AltMoves  int // single moves after which no further game of an alternative is begun
	Cap       int // single moves after which a game is given up
	PairGames int // games in step for each pair of readings that the search in breadth does not see part
	PairPlies int // single moves in step for each of them
	// PairPositions bounds the search in breadth for where two readings part.
	PairPositions int
	Decisions     int      // of the default that are carried over into each alternative
	RowGames      int      // of each row of the covering array
	RowCap        int      // single moves after which a game of a row is given up
	RowLook       int      // positions that the rules of a row may look ahead to for one decision
	ExplainGames  int      // of the default in which every decision is explained; a tenth of each alternative
	ExplainMoves  int      // decisions after which no further game is explained; a tenth of them for each alternative
	Examinations  int      // states after which no further game is examined
	ResultsLimit  int      // results counted for one throw
	Examined      int      // games of which every state is examined
	EdgeCases     int      // edge cases shown for each check
	Only          []string // checks that are run, by id; none: all
	Jobs          int      // workers; the result does not depend on it
	// Progress is told how much is done; it may be called from any worker.
	Progress func(done, total int, what string) `json:"-"`
}

// Budget makes options from the number of games of a default interpretation and
// the number of positions of a search; everything else is in proportion.
func Budget(games, positions int) Options {
	return Options{
		Seed: 1, Games: games, Positions: positions, Cap: 20000, Jobs: runtime.NumCPU(),
		EdgeCases:     min(max(positions/500, 20), 100),
		AltMoves:      max(100, games*12),
		ExplainMoves:  max(20, games*4),
		Examinations:  max(20, games*3),
		AltGames:      max(1, games/25),
		PairGames:     max(1, games/2),
		PairPlies:     max(100, games*10),
		PairPositions: max(100, positions/20),
		Decisions:     max(1, games*3/10),
		RowGames:      max(1, games/600),
		RowCap:        6000,
		RowLook:       max(2500, positions/20),
		ExplainGames:  max(1, games/50),
		Examined:      max(1, games*3/100),
		ResultsLimit:  min(max(positions/10, 500), 100000),
	}
}

// Efforts are the budgets that have names, the least first.
var Efforts = []struct {
	Name             string
	Games, Positions int
}{
	{"quick", 300, 2000},
	{"normal", 2000, 50000},
	{"deep", 20000, 2000000},
}

// Effort returns the budget of that name, and whether there is one.
func Effort(name string) (Options, bool) {
	for _, e := range Efforts {
		if e.Name == name {
			return Budget(e.Games, e.Positions), true
		}
	}
	return Options{}, false
}

// Defaults are the options of an ordinary run.
func Defaults() Options {
	o, _ := Effort("normal")
	return o
}

// Target is a ruleset under verification, with its default interpretation
// compiled; Game is nil when that fails.
type Target struct {
	Corpus     *dimension.Corpus
	Definition *rulesets.Definition
	Game       *rulesets.Game
	Errors     yamlpos.Errors
	// Clauses says what became of each clause of the ruleset's records; TX001
	// fills it in.
	Clauses []ClauseStatus
	// Settlements says how the default interpretation settles each dimension;
	// TX003 fills it in.
	Settlements []dimension.Settlement

	library *library // of the corpus, shared by all targets of a run

	dims  sync.Once
	once  sync.Once
	bites map[string]map[string]bool // example → clause → whether it bites
	edges edgeStore

	shared shared // what several tasks need
}

// Evidence returns the records behind the ruleset.
func (t *Target) Evidence() []*evidence.Record {
	var out []*evidence.Record
	for _, id := range t.Definition.Records {
		if r := t.Corpus.Evidence.Record(id); r != nil {
			out = append(out, r)
		}
	}
	return out
}

// Outcome is what one task contributes to a result.
type Outcome struct {
	Findings  []Finding
	Verdicts  []Verdict
	Partings  []Parting
	Metrics   []Metrics
	Sequences []Sequence
	EdgeCases []EdgeCase
	// Explorations are the searches over positions.
	Explorations []Exploration
	// Withheld are the verdicts that are not given, for want of a sample.
	Withheld []Withheld

	took     []took // what took effect in games, for PB009
	courses  []*courses
	Touched  []Touched
	Changes  []Change
	Rankings []Ranking
	// Weighings hold the weights of questions against their consequences, in the order of Rankings.
	Weighings []Weighing
	Arrays    []Combinations
	Uses      []Use
}

// add appends what another task contributes.
func (o *Outcome) add(x Outcome) {
	o.Findings = append(o.Findings, x.Findings...)
	o.Verdicts = append(o.Verdicts, x.Verdicts...)
	o.Partings = append(o.Partings, x.Partings...)
	o.Metrics = append(o.Metrics, x.Metrics...)
	o.Sequences = append(o.Sequences, x.Sequences...)
	o.EdgeCases = append(o.EdgeCases, x.EdgeCases...)
	o.Explorations = append(o.Explorations, x.Explorations...)
	o.Withheld = append(o.Withheld, x.Withheld...)
	o.took = append(o.took, x.took...)
	o.courses = append(o.courses, x.courses...)
	o.Touched = append(o.Touched, x.Touched...)
	o.Changes = append(o.Changes, x.Changes...)
	o.Rankings = append(o.Rankings, x.Rankings...)
	o.Weighings = append(o.Weighings, x.Weighings...)
	o.Arrays = append(o.Arrays, x.Arrays...)
	o.Uses = append(o.Uses, x.Uses...)
}

// Task is one piece of a check's work on one ruleset.
type Task struct {
	What string
	Run  func(ctx context.Context) Outcome
}

// Needs says what a check needs to do its work.
type Needs string

// What checks need.
const (
	Static   Needs = "static"
	Graph    Needs = "graph"
	Playouts Needs = "playouts"
)

// Check is one question the verifier asks of every ruleset, documentation
// included.
type Check struct {
	ID          string
	Title       string
	Explanation string
	Bad, Good   string // a case that is found, and one that is not
	Limits      string // what it does not see
	Least       Least  // of a check that samples
	Severity    Severity
	Needs       Needs
	With        []string // checks whose tasks report it, or whose outcomes After reads
	Extends     bool     // After adds to the rows of the check's own tasks
	Tasks       func(t *Target, o Options) []Task
	// After, when set, is called once all tasks on a target are done, with what
	// they contributed; it draws conclusions that need all of it.
	After func(t *Target, all *Outcome, o Options) Outcome
}

// Checks lists all checks in the order in which they are reported.
func Checks() []*Check {
	return []*Check{
		ev001, ev002, ev003, ev004, ev005, ev006, ev007, ev008, ev009, ev010, ev011, ev012, ev013,
		ev014, ev015,
		tx001, tx002, tx003, tx004, tx005, tx006, tx007, rs001, rs002, rs003, rs004, ex001, ex002, ex003,
		ed001, ed002, ed003, ed004, ed005, ed006, ed007, ed008, ed009,
		pb001, pb002, pb003, pb004, pb005, pb006, pb007, pb008, pb009, pb010,
		rd001, rd002, rd003, rd004, rd005, rd006, st001, st002,
	}
}

// Group returns the ids of the checks of a group, such as RD; none when there is
// no such group.
func Group(name string) []string {
	var out []string
	for _, c := range Checks() {
		if strings.EqualFold(strings.TrimRight(c.ID, "0123456789"), name) {
			out = append(out, c.ID)
		}
	}
	return out
}

// Find returns the check of that id, or nil.
func Find(id string) *Check {
	for _, c := range Checks() {
		if strings.EqualFold(c.ID, id) {
			return c
		}
	}
	return nil
}

// asked reports whether findings and verdicts of a check are wanted.
func (o *Options) asked(id string) bool {
	return len(o.Only) == 0 || slices.ContainsFunc(o.Only, func(s string) bool { return strings.EqualFold(s, id) })
}

// checks lists the checks whose tasks are run: those asked for, and those they
// draw on.
func (o *Options) checks() []*Check {
	run := map[string]bool{}
	var take func(id string)
	take = func(id string) {
		if c := Find(id); c != nil && !run[c.ID] {
			run[c.ID] = true
			for _, other := range c.With {
				take(other)
			}
		}
	}
	for _, c := range Checks() {
		if o.asked(c.ID) {
			take(c.ID)
		}
	}
	return slices.DeleteFunc(Checks(), func(c *Check) bool { return !run[c.ID] })
}

// only drops findings and verdicts of checks that were not asked for.
func (o *Options) only(out *Outcome) {
	out.Findings = slices.DeleteFunc(out.Findings, func(f Finding) bool { return !o.asked(f.ID) })
	out.Verdicts = slices.DeleteFunc(out.Verdicts, func(v Verdict) bool { return !o.asked(v.Check) })
}

// job is a task of a check on a target, and what became of it.
type job struct {
	target *Target
	check  *Check
	task   Task
	out    Outcome
	begun  bool
	cut    bool // it was begun, and the run was stopped before it was done
}

// Run verifies rulesets. It stops early when ctx is done and returns what it has,
// marked where it rests on what was not done. The result is the same for any number
// of workers.
func Run(ctx context.Context, corpus *dimension.Corpus, defs []*rulesets.Definition, o Options) *Result {
	res := &Result{Options: o}
	l := &library{Corpus: corpus.Evidence, definitions: corpus.Definitions}
	for _, d := range defs {
		res.Targets = append(res.Targets, &Target{Corpus: corpus, Definition: d, library: l})
	}
	res.compile(max(o.Jobs, 1))
	var jobs []*job
	for _, t := range res.Targets {
		for _, c := range o.checks() {
			if t.Game == nil && c != rs001 {
				continue // nothing else can be asked of what cannot be compiled
			}
			for _, task := range c.Tasks(t, o) {
				jobs = append(jobs, &job{target: t, check: c, task: task})
			}
		}
	}
	res.work(ctx, jobs)
	res.Interrupted = ctx.Err() != nil
	rest := jobs // of the targets that are to come: jobs are in their order
	for _, t := range res.Targets {
		n := 0
		for n < len(rest) && rest[n].target == t {
			n++
		}
		res.conclude(t, rest[:n])
		rest = rest[n:]
	}
	sort.SliceStable(res.Findings, func(a, b int) bool {
		x, y := &res.Findings[a], &res.Findings[b]
		if x.Ruleset != y.Ruleset {
			return x.Ruleset < y.Ruleset
		}
		if x.Severity != y.Severity {
			return x.Severity > y.Severity
		}
		if x.ID != y.ID {
			return x.ID < y.ID
		}
		if x.Rank != y.Rank {
			return x.Rank < y.Rank
		}
		return x.Pos.Compare(y.Pos) < 0
	})
	res.Findings = once(res.Findings)
	return res
}

// work does the jobs, until ctx is done.
func (r *Result) work(ctx context.Context, jobs []*job) {
	o := r.Options
	r.Tasks = len(jobs)
	var mu sync.Mutex
	var wg sync.WaitGroup
	next := make(chan *job)
	for range max(o.Jobs, 1) {
		wg.Go(func() {
			for j := range next {
				j.begun = true
				j.out = j.task.Run(ctx)
				// One that was done just when the run was stopped counts as cut
				// short: nobody can tell.
				j.cut = ctx.Err() != nil
				mu.Lock()
				if !j.cut {
					r.Done++
				}
				if o.Progress != nil {
					o.Progress(r.Done, r.Tasks, j.task.What)
				}
				mu.Unlock()
			}
		})
	}
	for _, j := range jobs {
		if ctx.Err() != nil {
			break
		}
		next <- j
	}
	close(next)
	wg.Wait()
}

// conclude adds what the jobs on a target came to, and the conclusions that checks
// draw from all of it, marked where they rest on what was not done.
func (r *Result) conclude(t *Target, jobs []*job) {
	o := r.Options
	named := func(c *Check, out Outcome) Outcome {
		for i := range out.Findings {
			if f := &out.Findings[i]; f.ID == "" {
				f.ID = c.ID
			}
		}
		return out
	}
	var all Outcome
	undone := r.undone(t, jobs)
	for _, j := range jobs {
		if j.cut || j.check.Extends && undone(j.check) {
			j.out.cutShort()
		}
		all.add(named(j.check, j.out))
	}
	for _, c := range o.checks() {
		if c.After != nil && t.Game != nil {
			out := named(c, c.After(t, &all, o))
			if undone(c) {
				out.cutShort()
			}
			all.add(out)
		}
	}
	o.only(&all)
	all.withhold()
	r.Outcome.add(all)
}

// undone notes what of each check was not done on a target. What it returns reports
// whether anything of a check, or of one that it draws on, was not.
func (r *Result) undone(t *Target, jobs []*job) func(*Check) bool {
	left := map[string]bool{}
	for _, c := range r.Options.checks() {
		u := Undone{Ruleset: t.Definition.ID, Check: c.ID}
		for _, j := range jobs {
			if j.check != c {
				continue
			}
			u.Tasks++
			if !j.begun {
				u.NotBegun++
			} else if j.cut {
				u.CutShort++
			}
		}
		if u.NotBegun+u.CutShort > 0 {
			r.NotDone = append(r.NotDone, u)
			left[c.ID] = true
		}
	}
	var rests func(c *Check) bool
	rests = func(c *Check) bool {
		return left[c.ID] || slices.ContainsFunc(c.With, func(id string) bool { return rests(Find(id)) })
	}
	return rests
}

// cutShort marks everything in an outcome.
func (o *Outcome) cutShort() {
	mark(o.Findings, func(x *Finding) *bool { return &x.Cut })
	mark(o.Verdicts, func(x *Verdict) *bool { return &x.Cut })
	mark(o.Partings, func(x *Parting) *bool { return &x.Cut })
	mark(o.Metrics, func(x *Metrics) *bool { return &x.Cut })
	mark(o.Sequences, func(x *Sequence) *bool { return &x.Cut })
	mark(o.EdgeCases, func(x *EdgeCase) *bool { return &x.Cut })
	mark(o.Explorations, func(x *Exploration) *bool { return &x.Cut })
	mark(o.Touched, func(x *Touched) *bool { return &x.Cut })
	mark(o.Changes, func(x *Change) *bool { return &x.Cut })
	mark(o.Rankings, func(x *Ranking) *bool { return &x.Cut })
	mark(o.Weighings, func(x *Weighing) *bool { return &x.Cut })
	mark(o.Arrays, func(x *Combinations) *bool { return &x.Cut })
	mark(o.Uses, func(x *Use) *bool { return &x.Cut })
}

func mark[T any](list []T, field func(*T) *bool) {
	for i := range list {
		*field(&list[i]) = true
	}
}

// compile compiles the default interpretation of every target.
func (r *Result) compile(workers int) {
	next := make(chan *Target)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for t := range next {
				t.Game, t.Errors = t.Definition.Game(nil)
			}
		})
	}
	for _, t := range r.Targets {
		next <- t
	}
	close(next)
	wg.Wait()
}

// one makes a list of a single task.
func one(what string, run func(ctx context.Context) Outcome) []Task {
	return []Task{{What: what, Run: run}}
}

func (t *Target) finding(sev Severity, pos yamlpos.Pos, format string, args ...any) Finding {
	return Finding{Severity: sev, Pos: pos, Ruleset: t.Definition.ID, Message: fmt.Sprintf(format, args...)}
}

func clauseNames(refs []rulesets.ClauseRef) []string {
	var out []string
	for _, r := range refs {
		out = append(out, r.String())
	}
	return out
}
