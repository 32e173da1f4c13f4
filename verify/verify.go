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
}

// Sign says in one character what became of a comparison.
type Sign string

// The signs of a comparison.
const (
	More       Sign = "+" // greater under the reading
	Less       Sign = "-" // less
	NoEvidence Sign = "~" // no evidence of a difference: not that there is none
	Alike      Sign = "=" // every pair of games was alike
	TooFew     Sign = ""  // fewer than two pairs
)

// MetricMoves is the name of the metric that counts single moves a game.
const MetricMoves = "moves a game"

// Change is what a reading does to one metric: games of the same number with
// common random numbers, compared in pairs.
type Change struct {
	Ruleset        string
	Question       *rulesets.Question
	Reading        *rulesets.Reading
	Interpretation string
	Base           string
	Metric         string
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
}

// Ranking is a question's place by consequence: first by the largest change of a
// metric that the corrected interval guarantees, in units of the base's spread;
// then by the share of decisions touched; then by the share of games.
type Ranking struct {
	Ruleset    string
	Question   *rulesets.Question
	Rank       int // from 1; equals share one
	Guaranteed float64
	Change     *Change  // that it comes from; nil when nothing is guaranteed
	Decisions  *Touched // the reading that touches most decisions
	Games      *Touched // and most games
}

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
}

// SequenceFrom is a throw played from one position.
type SequenceFrom struct {
	Name     string // "opening", "crowded middle"
	Results  int
	Complete bool // false when there are more results than were counted
	Played   int  // most parts that can be played
	Line     []string
	Position rulesets.StateJSON
}

// Result is everything one run of the verifier found out.
type Result struct {
	Outcome
	Targets []*Target
	Options Options
	// Interrupted is set when the run was stopped; what is here was done before.
	Interrupted bool
	Done, Tasks int
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
	Corpus     *rulesets.Corpus
	Definition *rulesets.Definition
	Game       *rulesets.Game
	Errors     yamlpos.Errors
	// Clauses says what became of each clause of the ruleset's records; TX001
	// fills it in.
	Clauses []ClauseStatus
	// Settlements says how the default interpretation settles each dimension;
	// TX003 fills it in.
	Settlements []rulesets.Settlement

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

	took     []took // what took effect in games, for PB009
	Touched  []Touched
	Changes  []Change
	Rankings []Ranking
	Arrays   []Combinations
	Uses     []Use
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
	o.took = append(o.took, x.took...)
	o.Touched = append(o.Touched, x.Touched...)
	o.Changes = append(o.Changes, x.Changes...)
	o.Rankings = append(o.Rankings, x.Rankings...)
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
	Severity    Severity
	Needs       Needs
	With        []string // checks whose tasks report it, or whose outcomes After reads
	Tasks       func(t *Target, o Options) []Task
	// After, when set, is called once all tasks on a target are done, with what
	// they contributed; it draws conclusions that need all of it.
	After func(t *Target, all *Outcome, o Options) Outcome
}

// Checks lists all checks in the order in which they are reported.
func Checks() []*Check {
	return []*Check{
		ev001, ev002, ev003, ev004, ev005, ev006, ev007, ev008, ev009, ev010, ev011,
		tx001, tx002, tx003, tx004, tx005, tx006, rs001, rs002, rs003, rs004, ex001, ex002, ex003,
		ed001, ed002, ed003, ed004, ed005, ed006, ed007, ed008, ed009,
		pb001, pb002, pb003, pb004, pb005, pb006, pb007, pb008, pb009, pb010,
		rd001, rd002, rd003, rd004, rd005, st001, st002,
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

// Run verifies rulesets. It stops early when ctx is done and returns what it
// has. The result is the same for any number of workers.
func Run(ctx context.Context, corpus *rulesets.Corpus, defs []*rulesets.Definition, o Options) *Result {
	res := &Result{Options: o}
	type job struct {
		target *Target
		check  *Check
		task   Task
		out    Outcome
	}
	var jobs []*job
	l := &library{Corpus: corpus.Evidence, definitions: corpus.Definitions}
	for _, d := range defs {
		res.Targets = append(res.Targets, &Target{Corpus: corpus, Definition: d, library: l})
	}
	res.compile(max(o.Jobs, 1))
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
	res.Tasks = len(jobs)
	var mu sync.Mutex
	var wg sync.WaitGroup
	next := make(chan *job)
	for i := 0; i < max(o.Jobs, 1); i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := range next {
				j.out = j.task.Run(ctx)
				mu.Lock()
				res.Done++
				if o.Progress != nil {
					o.Progress(res.Done, res.Tasks, j.task.What)
				}
				mu.Unlock()
			}
		}()
	}
	for _, j := range jobs {
		if ctx.Err() != nil {
			break
		}
		next <- j
	}
	close(next)
	wg.Wait()
	res.Interrupted = ctx.Err() != nil
	named := func(c *Check, out Outcome) Outcome {
		for i := range out.Findings {
			if f := &out.Findings[i]; f.ID == "" {
				f.ID = c.ID
			}
		}
		return out
	}
	rest := jobs // of the targets that are to come: jobs are in their order
	for _, t := range res.Targets {
		var all Outcome
		for ; len(rest) > 0 && rest[0].target == t; rest = rest[1:] {
			all.add(named(rest[0].check, rest[0].out))
		}
		for _, c := range o.checks() {
			if c.After != nil && t.Game != nil {
				all.add(named(c, c.After(t, &all, o)))
			}
		}
		o.only(&all)
		res.Outcome.add(all)
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
