package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/verify/brief"
	"github.com/lectio/lectio/verify/checks"

	"github.com/lectio/lectio/evidence/exchange/sheet"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
	"github.com/lectio/lectio/verify/report"
	"github.com/spf13/cobra"
)

// verifyFlags are the flags of verify.
type verifyFlags struct {
	outFlags
	notes, full, mutate          bool
	lines, failOn, effort, since string
	from                         string
	games, positions, jobs       int
	seed                         uint64
	time                         time.Duration
	checks                       []string
	whose
}

// effortFlags registers how far games and searches go.
func (f *verifyFlags) effortFlags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.effort, "effort", "normal", "how far games and searches go: quick, normal or deep")
	cmd.Flags().IntVar(&f.games, "games", 0, "games of the default interpretation (0: what --effort says)")
	cmd.Flags().IntVar(&f.positions, "positions", 0, "positions that a search looks at before it is cut short (0: what --effort says)")
	cmd.Flags().IntVar(&f.jobs, "jobs", 0, "workers; the result does not depend on it (0: one for each processor)")
	cmd.Flags().Uint64Var(&f.seed, "seed", 1, "seed of all random throws and moves")
	f.playersFlag(cmd)
}

// retrained is of how many questions a deep run has programs learn the readings.
const retrained = 10

func verifyCommand(a *app) *cobra.Command {
	f := &verifyFlags{}
	cmd := &cobra.Command{
		Use:   "verify [RULESET...]",
		Short: "check everything, print what was found, write a report",
		Long: `Checks every ruleset of the corpus, or those named: that every clause is taken
up and every statement warranted, that the worked examples hold and would notice
a change, that games can be played under every reading, and where readings part.

The exit status is 1 when something was found at or above --fail-on, and 2 when --time
was less than even the least run needs.`,
		Example: `  lectio verify --out report.xlsx
  lectio verify RULESET --games 500 --seed 7
  lectio verify --lines lines && sh lines/replay.sh
  lectio verify --mutate RULESET --out mutants.xlsx`,
		Args: takes(0, -1, "RULESET"),
		RunE: func(cmd *cobra.Command, args []string) error { return a.verify(cmd, f, args) },
	}
	f.outFlag(cmd, "the report")
	cmd.Flags().StringVar(&f.lines, "lines", "", "write every line of play to a file of its own in `DIR`, for lectio play --replay")
	cmd.Flags().StringVar(&f.since, "since", "", "mark what was not found in the report `FILE`, which verify --json has printed, and name what is gone")
	cmd.Flags().StringVar(&f.from, "from", "", "take games from `MERGED`, what lectio sweep merge --out MERGED.json has written, in place of playing; what it does not hold is played")
	cmd.Flags().BoolVar(&f.full, "full", false, "give a workbook, page or Markdown all tables, not only those for people; CSV and JSON always have them")
	cmd.Flags().BoolVar(&f.mutate, "mutate", false, "instead, change every statement in every way, in the default and in every reading, and list what no example and no check notices")
	cmd.Flags().BoolVar(&f.notes, "notes", false, "print notes as well; a report always has them")
	cmd.Flags().StringVar(&f.failOn, "fail-on", "error", "severity at which the exit status is 1: note, warning, error or never")
	cmd.Flags().StringSliceVar(&f.checks, "check", nil, "run these checks only, by `ID` or group (RD), as lectio checks lists them")
	cmd.Flags().DurationVar(&f.time, "time", 0, "go as far as this allows, 90s or 10m, and print the counts reached, which repeat the run")
	f.effortFlags(cmd)
	return cmd
}

// options reads the flags that say how far a run goes.
func (f *verifyFlags) options(cmd *cobra.Command) (verify.Options, error) {
	o, ok := verify.Effort(f.effort)
	if !ok {
		return o, wrong(f.effort, "quick, normal or deep", "unknown effort %q", f.effort)
	}
	if f.games < 0 || f.positions < 0 || f.jobs < 0 {
		return o, wrong("", "a number that is not negative", "--games, --positions and --jobs cannot be negative")
	}
	if f.time < 0 || f.time > 0 && (f.games > 0 || f.positions > 0 || cmd.Flags().Changed("effort")) {
		return o, wrong(f.time.String(), "--time alone, or counts: --effort, --games, --positions", "how far a run goes is said by time or by counts, not by both")
	}
	if f.games > 0 {
		o = verify.Budget(f.games, o.Positions)
	}
	if f.positions > 0 {
		o = verify.Budget(o.Games, f.positions)
	}
	if f.jobs > 0 {
		o.Jobs = f.jobs
	}
	o.Seed = f.seed
	var err error
	if o.Trainings, err = f.trained(); err != nil {
		return o, err
	}
	if o.Trainings > 0 && f.effort == "deep" {
		o.Retrained = retrained
	}
	o.Programs = f.kept(cmd.ErrOrStderr())
	for _, id := range f.checks {
		if group := checks.All().Group(id); len(group) > 0 {
			o.Only = append(o.Only, group...)
			continue
		}
		c, err := checkNamed(id)
		if err != nil {
			return o, err
		}
		o.Only = append(o.Only, c.ID)
	}
	return o, nil
}

func (a *app) verify(cmd *cobra.Command, f *verifyFlags, args []string) error {
	level, known := verify.SeverityNamed(f.failOn)
	if !known && f.failOn != "never" {
		return wrong(f.failOn, "note, warning, error or never", "unknown severity %q for --fail-on", f.failOn)
	}
	o, err := f.options(cmd)
	if err != nil {
		return err
	}
	if err := f.prepare(a); err != nil {
		return err
	}
	earlier, err := a.findingsOf(f.since)
	if err != nil {
		return err
	}
	corpus, err := a.rulesets()
	if err != nil {
		return err
	}
	if corpus, err = f.reportable(a, corpus, args, f.lines != ""); err != nil {
		return err
	}
	defs, err := a.playable(corpus, args)
	if err != nil {
		return err
	}
	if o.Earlier, err = a.earlier(f.from, defs, o.Cap); err != nil {
		return err
	}
	if f.mutate {
		return a.mutate(cmd, f, o, corpus, defs)
	}
	a.sayWhoPlays()
	if len(o.Only) == 0 && len(defs) <= 50 {
		roomToPlay()
	}
	res := a.verifying(func(progress func(done, all int, what string)) *verify.Result {
		o.Progress = progress
		if f.time > 0 {
			return verify.Within(cmd.Context(), checks.All(), corpus, defs, o, f.time)
		}
		return verify.Run(cmd.Context(), checks.All(), corpus, defs, o)
	})
	res.LeftOut = a.errs
	if f.since != "" {
		res.Since(earlier)
	}
	if f.lines != "" {
		if err := writeLines(f.lines, a.corpusAnywhere(), res); err != nil {
			return err
		}
	}
	if err := a.tell(f, res); err != nil {
		return err
	}
	if res.OutOfTime {
		return errOutOfTime
	}
	if res.Interrupted {
		return errInterrupted
	}
	if worst, any := res.Worst(); any && known && worst >= level {
		return errFindings
	}
	return nil
}

// prepare says which flags do not go together, and makes the folder for lines of play,
// before any work is done.
func (f *verifyFlags) prepare(a *app) error {
	if errs := f.check(a); len(errs) > 0 {
		return errs
	}
	if f.mutate && (f.lines != "" || f.since != "" || f.time > 0 || f.from != "") {
		return wrong("--mutate", "--mutate without --lines, --since, --from and --time", "mutants are neither played out in lines, nor compared with earlier runs, nor timed")
	}
	if err := noFolder(f.lines, "--lines"); err != nil || f.lines == "" {
		return err
	}
	if err := os.MkdirAll(f.lines, 0o755); err != nil {
		return wrong(f.lines, "a folder that can be written to", "the lines of play cannot be written: %v", err)
	}
	return nil
}

// tell writes the reports that are asked for, and says on standard output what was found.
func (a *app) tell(f *verifyFlags, res *verify.Result) error {
	if len(f.files) > 0 {
		r, err := report.Verification(res, a.made())
		if err == nil {
			r.Full = f.full
			err = f.write(a, r).Err()
		}
		if err != nil {
			if !a.json { // the work was long: what it found is not lost with the report
				a.printVerification(f.text(a), res, "", f.notes)
			}
			return err
		}
	}
	if a.json {
		return a.printJSON(a.verificationJSON(res))
	}
	a.printVerification(f.text(a), res, strings.Join(f.named(), ", "), f.notes)
	return nil
}

// findingsOf reads the findings of a report that verify --json has printed; none of "".
func (a *app) findingsOf(file string) ([]verify.Finding, error) {
	if file == "" {
		return nil, nil
	}
	data, err := a.readFile(file, "what lectio verify --json prints", yamlpos.MaxOwn)
	if err != nil {
		return nil, err
	}
	var kept struct {
		Findings []findingJSON `json:"findings"`
	}
	if err := json.Unmarshal(data, &kept); err != nil || kept.Findings == nil {
		return nil, wrong(file, "what lectio verify --json prints", "there are no findings in the file")
	}
	var out []verify.Finding
	for _, j := range kept.Findings {
		f := verify.Finding{ID: j.ID, Severity: j.Severity, Message: j.Message, Ruleset: j.Ruleset, Clauses: j.Clauses,
			Pos: diag.Pos{File: j.File, Line: j.Line, Col: j.Column}}
		if j.Question != nil {
			f.Question = *j.Question
		}
		out = append(out, f)
	}
	return out, nil
}

// verifying runs the verifier and shows on a terminal how far it is.
func (a *app) verifying(run func(progress func(done, all int, what string)) *verify.Result) (res *verify.Result) {
	a.measured("verifying", func(progress func(done, all int, what string)) { res = run(progress) })
	return res
}

// measured runs something and shows on a terminal how far it is.
func (a *app) measured(what string, run func(progress func(done, all int, what string))) {
	m := a.meter(-1, what)
	defer m.end()
	run(func(done, all int, doing string) {
		m.doing(doing)
		m.reach(done, all)
	})
}

// playable are the rulesets that are named, or all, without those that cannot be
// played at all: such a one is wrong input, which is noted, and not a finding.
func (a *app) playable(corpus *dimension.Corpus, args []string) ([]*rulesets.Definition, error) {
	defs := corpus.Definitions
	if len(args) > 0 {
		defs = nil
	}
	for i := range args {
		d, err := find(corpus, oneOf(args, i))
		switch {
		case err == nil:
			defs = append(defs, d)
		case len(corpus.Unsound(args[i])) > 0:
			a.note(diag.AsErrors(err))
		default:
			return nil, err
		}
	}
	if len(args) == 0 && len(defs) == 0 {
		return nil, a.nothingRead("ruleset", "rulesets", "definitions")
	}
	var out []*rulesets.Definition
	for _, d := range defs {
		if err := a.context().Err(); err != nil {
			return nil, err
		}
		if _, errs := d.Game(nil); len(errs) > 0 {
			a.note(errs.Sort())
			continue
		}
		out = append(out, d)
	}
	if len(out) == 0 {
		return nil, errLeftOut
	}
	return out, nil
}

// severityColours are the colours of severities on a screen.
var severityColours = map[verify.Severity]int{verify.Error: 5, verify.Warning: 1}

// printVerification prints findings and what was done.
func (a *app) printVerification(w io.Writer, res *verify.Result, out string, notes bool) {
	counts, shown := map[verify.Severity]int{}, 0
	for _, f := range res.Findings {
		counts[f.Severity]++
		if f.Severity == verify.Note && !notes {
			continue
		}
		shown++
		a.printFinding(w, &f)
	}
	for _, f := range res.Gone {
		if f.Severity > verify.Note || notes {
			fmt.Fprintf(w, "gone: %s %s: %s: %s\n", f.Severity, f.ID, f.Ruleset, f.Message)
			shown++
		}
	}
	if shown > 0 {
		fmt.Fprintln(w)
	}
	for _, b := range report.Briefs(res) {
		report.WritePage(w, b, a.page().width)
		if few := tooFew(res, b.Ruleset); len(few) > 0 {
			fmt.Fprintf(w, "  Too small a sample for a verdict ('lectio checks ID' has the least): %s.\n", strings.Join(few, ", "))
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "%s, %s, %s", plural(counts[verify.Error], "error"), plural(counts[verify.Warning], "warning"), plural(counts[verify.Note], "note"))
	if len(res.NotDone) > 0 {
		fmt.Fprint(w, " so far")
	}
	if counts[verify.Note] > 0 && !notes {
		fmt.Fprint(w, " (--notes prints them)")
	}
	if len(res.LeftOut) > 0 {
		fmt.Fprintf(w, "; %s in files that were left out", plural(len(res.LeftOut), "error"))
	}
	if out != "" {
		fmt.Fprintf(w, "; report in %s", out)
	}
	fmt.Fprintln(w)
	if res.Interrupted {
		printNotDone(w, res)
		return
	}
	if r := res.Resting(); r != nil {
		fmt.Fprintf(w, "%s\n", r.Words())
	}
	fmt.Fprintf(w, "to repeat: %s\n", report.Repeating(res))
}

// printFinding prints a finding with the places and the line of play that belong to it.
func (a *app) printFinding(w io.Writer, f *verify.Finding) {
	place := f.Pos.String()
	if place != "" {
		place += ": "
	}
	fresh := ""
	if f.New {
		fresh = "new "
	}
	_ = a.say(w, fmt.Sprintf("%s%s%s %s: %s\n", place, fresh, painted(severityColours[f.Severity], f.Severity.String()), f.ID, f.Message))
	for _, r := range f.Related {
		fmt.Fprintf(w, "    see %s\n", r)
	}
	if f.Line != nil {
		fmt.Fprintf(w, "    %s\n", a.replayCommand(f.Line.Brief()))
	}
}

// tooFew counts by check the verdicts that a run does not give of a ruleset, because
// it looked at too little.
func tooFew(res *verify.Result, ruleset string) []string {
	var out []string
	for _, c := range checks.All() {
		n := 0
		for _, x := range res.Withheld {
			if x.Check == c.ID && x.Ruleset == ruleset && x.Why == "" {
				n++
			}
		}
		if n > 0 {
			out = append(out, fmt.Sprintf("%s (%d)", c.ID, n))
		}
	}
	return out
}

// printNotDone prints what a run that was stopped has not done.
func printNotDone(w io.Writer, res *verify.Result) {
	if len(res.NotDone) == 0 {
		fmt.Fprintf(w, "interrupted: this run was done, with --games %d --positions %d; a larger one was not\n",
			res.Options.Games, res.Options.Positions)
		return
	}
	if res.OutOfTime {
		fmt.Fprintf(w, "out of time: %d of %d tasks done; even the least run (--effort quick) needs more than --time gave it\n", res.Done, res.Tasks)
	} else {
		fmt.Fprintf(w, "interrupted: %d of %d tasks done\n", res.Done, res.Tasks)
	}
	for _, t := range res.Targets {
		var none, some, idle []string
		for _, u := range res.NotDone {
			switch {
			case u.Ruleset != t.Definition.ID:
			case u.NotBegun == u.Tasks:
				none = append(none, u.Check)
			case u.NotBegun+u.CutShort == 0:
				idle = append(idle, u.Check)
			default:
				some = append(some, fmt.Sprintf("%s (%d of %d)", u.Check, u.NotBegun+u.CutShort, u.Tasks))
			}
		}
		if len(none) > 0 && len(some) == 0 && len(res.Options.Only) == 0 && none[0] == checks.All()[0].ID {
			fmt.Fprintf(w, "%s: not known: nothing was begun\n", t.Definition.ID)
			continue
		}
		for _, x := range []struct {
			what string
			list []string
		}{{"not begun", none}, {"not done or cut short", some}, {"what they draw on was not done", idle}} {
			if len(x.list) > 0 {
				fmt.Fprintf(w, "%s: not known: %s: %s\n", t.Definition.ID, x.what, strings.Join(x.list, ", "))
			}
		}
	}
}

type findingJSON struct {
	ID       string             `json:"id"`
	Severity verify.Severity    `json:"severity"`
	File     string             `json:"file"`
	Line     int                `json:"line"`
	Column   int                `json:"column"`
	Message  string             `json:"message"`
	Ruleset  string             `json:"ruleset"`
	Question *string            `json:"question"`
	Clauses  []string           `json:"clauses"`
	Related  []findingPlaceJSON `json:"related"`
	Play     *lineJSON          `json:"line_of_play"`
	New      bool               `json:"new,omitempty"` // since the report of --since
}

// lineJSON is a line of play with the command that plays it again.
type lineJSON struct {
	*playout.Line
	Replay string `json:"replay"`
}

type findingPlaceJSON struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

type metricJSON struct {
	Ruleset        string         `json:"ruleset"`
	Interpretation string         `json:"interpretation"`
	Agent          string         `json:"agent"`
	Games          int            `json:"games"`
	Seed           uint64         `json:"seed"`
	Cap            int            `json:"cap"`
	Over           int            `json:"over"`
	OverCap        int            `json:"over_cap"`
	Stuck          int            `json:"stuck"`
	Moves          int            `json:"moves"`
	Passes         int            `json:"passes"`
	Turns          int            `json:"turns"`
	Longest        int            `json:"longest"`
	MovesAGame     estimateJSON   `json:"moves_a_game"` // without passes and stops
	Plies          estimateJSON   `json:"plies"`        // with them
	First          estimateJSON   `json:"first_player_share"`
	Drawishness    estimateJSON   `json:"drawishness"`
	Completion     estimateJSON   `json:"completion"`
	Timeouts       estimateJSON   `json:"timeouts"`
	Balance        estimateJSON   `json:"balance"`
	TurnsAGame     estimateJSON   `json:"turns_a_game"`
	Decisions      estimateJSON   `json:"decision_moves"`
	Factor         estimateJSON   `json:"branching_factor"`
	Branching      float64        `json:"branching"`
	Ends           map[string]int `json:"ends"`
	Learned        []metricJSON   `json:"learned,omitempty"`   // between programs that learned, by training
	Unlearned      string         `json:"unlearned,omitempty"` // why there are none
	Cut            bool           `json:"interrupted,omitempty"`
}

// metricOf is what games of an interpretation that one agent played come to.
func metricOf(m *verify.Metrics, s *playout.Stats, agent string) metricJSON {
	return metricJSON{m.Ruleset, m.Interpretation, agent, s.Played, s.Seed, s.Cap, s.Over, s.OverCap, s.Stuck, s.Moves, s.Passes, s.Turns, s.Longest,
		estimate(s.MovesPerGame()), estimate(s.Plies()), estimate(s.FirstPlayer()), estimate(m.Winning(s.Drawishness())), estimate(m.Winning(s.Completion())), estimate(s.Timeouts()), estimate(m.Winning(s.Balance())), estimate(s.TurnsPerGame()), estimate(s.DecisionMoves()), estimate(s.BranchingFactor()), s.Branching(), s.Ends, nil, "", m.Cut}
}

// changeJSON is what a reading does to a metric: at random, and between programs that learned.
type changeJSON struct {
	Ruleset   string         `json:"ruleset"`
	Question  string         `json:"question"`
	Reading   string         `json:"reading"`
	Base      string         `json:"base"`
	Metric    string         `json:"metric"`
	Holds     verify.Holding `json:"holds"` // under whom; "" where it shows under neither
	Random    comparedAsJSON `json:"random"`
	Learned   *learnedJSON   `json:"learned"` // null where there are no games between such programs
	Unlearned string         `json:"unlearned,omitempty"`
	Cut       bool           `json:"interrupted,omitempty"`
}

// learnedJSON is a change between programs that learned: corrected_low and corrected_high are the range over trainings.
type learnedJSON struct {
	comparedAsJSON
	Retrained bool             `json:"retrained"` // they learned the reading, and not the default
	Trainings []comparedAsJSON `json:"trainings"`
}

// changesOf tells other programs what readings change.
func changesOf(list []verify.Change) []changeJSON {
	out := []changeJSON{}
	for i := range list {
		c := &list[i]
		j := changeJSON{Ruleset: c.Ruleset, Question: c.Question.Name(), Reading: c.Reading.ID, Base: c.Base, Metric: c.Metric, Holds: c.Holds, Random: comparedAs(&c.Compared), Unlearned: c.Unlearned, Cut: c.Cut}
		if l := c.Learned; l != nil {
			j.Learned = &learnedJSON{comparedAs(&l.Compared), l.Retrained, trained(l.Trainings)}
		}
		out = append(out, j)
	}
	return out
}

// estimateJSON has nulls where there is no number.
type estimateJSON struct {
	Value *float64 `json:"value"`
	Low   *float64 `json:"low"`
	High  *float64 `json:"high"`
	N     int      `json:"n"`
	How   string   `json:"interval"`
}

// finite is a number, or null where there is none.
func finite(f float64) *float64 {
	if f != f || f > 1e300 || f < -1e300 {
		return nil
	}
	return &f
}

func estimate(e playout.Estimate) estimateJSON {
	j := estimateJSON{Value: finite(e.Value), Low: finite(e.Low), High: finite(e.High), N: e.N, How: e.How}
	if e.N == 0 {
		j.Low, j.High = nil, nil
	}
	return j
}

// findingsJSON gives findings in the form that INTERFACE.md promises.
func (a *app) findingsJSON(list []verify.Finding) []findingJSON {
	findings := []findingJSON{}
	for _, f := range list {
		j := findingJSON{ID: f.ID, Severity: f.Severity, File: f.Pos.File, Line: f.Pos.Line, Column: f.Pos.Col, Message: f.Message, Ruleset: f.Ruleset,
			Clauses: append([]string{}, f.Clauses...), Related: []findingPlaceJSON{}, New: f.New}
		if f.Line != nil {
			j.Play = &lineJSON{f.Line, a.replayCommand(f.Line.Text())}
		}
		if f.Question != "" {
			j.Question = &f.Question
		}
		for _, r := range f.Related {
			j.Related = append(j.Related, findingPlaceJSON{r.File, r.Line, r.Col})
		}
		findings = append(findings, j)
	}
	return findings
}

// verificationJSON is the result as INTERFACE.md writes it.
func (a *app) verificationJSON(res *verify.Result) any {
	findings := a.findingsJSON(res.Findings)
	metrics := []metricJSON{}
	for _, m := range res.Metrics {
		j := metricOf(&m, m.Stats, measure.AtRandom.Agent())
		for _, s := range m.Learned {
			j.Learned = append(j.Learned, metricOf(&m, s, measure.Learned.Agent()))
		}
		j.Unlearned = m.Unlearned
		metrics = append(metrics, j)
	}
	var gone []findingJSON
	if len(res.Gone) > 0 {
		gone = a.findingsJSON(res.Gone)
	}
	verdicts := res.Verdicts
	if verdicts == nil {
		verdicts = []verify.Verdict{}
	}
	withheld := res.Withheld
	if withheld == nil {
		withheld = []verify.Withheld{}
	}
	weights := []weightJSON{}
	for _, w := range res.Weighings {
		j := weightJSON{Ruleset: w.Ruleset, Question: w.Question.Name(), Weight: w.Question.Weight, Off: w.Off, Worst: w.Worst, Why: w.Why, Pairs: w.Pairs, Decisions: w.Decisions, Cut: w.Cut}
		if w.Shown > 0 {
			j.Shown = &w.Shown
		}
		weights = append(weights, j)
	}
	return struct {
		Findings    []findingJSON     `json:"findings"`
		Verdicts    []verify.Verdict  `json:"verdicts"`
		Withheld    []verify.Withheld `json:"no_verdict"`
		Metrics     []metricJSON      `json:"metrics"`
		Changes     []changeJSON      `json:"changes"`
		Programs    []programsJSON    `json:"programs,omitempty"` // that learned the rulesets
		Gone        []findingJSON     `json:"gone,omitempty"`     // since the report of --since
		Weights     []weightJSON      `json:"weights"`
		Briefs      []*brief.Brief    `json:"briefs"`
		Run         runJSON           `json:"run"`
		Made        string            `json:"made"`            // by which program, of which corpus
		Sweep       *measure.Resting  `json:"sweep,omitempty"` // what rests on --from
		Interrupted bool              `json:"interrupted,omitempty"`
		OutOfTime   bool              `json:"out_of_time,omitempty"`
		NotDone     []verify.Undone   `json:"not_done,omitempty"`
	}{findings, verdicts, withheld, metrics, changesOf(res.Changes), programsOf(res.Learnings), gone, weights, report.Briefs(res), runJSON{res.Options.Games, res.Options.Positions, res.Options.Seed, res.Done, res.Tasks}, a.made(), res.Resting(), res.Interrupted, res.OutOfTime, res.NotDone}
}

// weightJSON holds the weight of a question against what its readings did in play.
type weightJSON struct {
	Ruleset   string `json:"ruleset"`
	Question  string `json:"question"`
	Weight    int    `json:"weight"`
	Shown     *int   `json:"shown"` // null when the sample does not tell
	Off       int    `json:"off"`   // above 0: the weight is too low; below: too high
	Worst     int    `json:"worst,omitempty"`
	Why       string `json:"why"`
	Pairs     int    `json:"pairs"`
	Decisions int    `json:"decisions"`
	Cut       bool   `json:"interrupted,omitempty"`
}

// runJSON is what repeats a run, and how far this one came.
type runJSON struct {
	Games     int    `json:"games"`
	Positions int    `json:"positions"`
	Seed      uint64 `json:"seed"`
	Done      int    `json:"done"` // tasks
	Tasks     int    `json:"tasks"`
}

// writeLines writes every line of play of a run as a trace that play --replay
// checks, with a list of which is which.
func writeLines(dir, corpus string, res *verify.Result) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return wrong(dir, "a folder that can be written to", "the lines of play cannot be written: %v", err)
	}
	var index []string
	write := func(name string, l *playout.Line) error {
		if l == nil || len(l.Plies) == 0 {
			return nil
		}
		file, err := sheet.Create(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		defer file.Abandon()
		record := &recorder{out: file}
		for _, p := range l.Plies {
			if err := record.line(p.Game, p); err != nil {
				return err
			}
		}
		if err := record.end(); err != nil {
			return err
		}
		index = append(index, fmt.Sprintf(`lectio play %s --replay "$here"/%s%s`, playout.Quoted(l.Name()), name, corpus))
		return file.Keep()
	}
	for _, p := range res.Partings {
		if p.Found == nil {
			continue
		}
		name := fmt.Sprintf("%s-%s-%s-%s", p.Ruleset, p.Question.Name(), p.A.ID, p.B.ID)
		if err := write(name+".first.jsonl", p.Found.A); err != nil {
			return err
		}
		if err := write(name+".second.jsonl", p.Found.B); err != nil {
			return err
		}
	}
	for i, f := range res.Findings {
		if res.RowsOf(&f) == verify.PartingRows {
			continue
		}
		if err := write(fmt.Sprintf("finding-%d-%s.jsonl", i+1, f.ID), f.Line); err != nil {
			return err
		}
	}
	file, err := sheet.Create(filepath.Join(dir, "replay.sh"))
	if err != nil {
		return err
	}
	defer file.Abandon()
	if _, err := io.WriteString(file, "#!/bin/sh\nset -e\nhere=$(dirname -- \"$0\")\n"+strings.Join(index, "\n")+"\n"); err != nil {
		return err
	}
	return file.Keep()
}

// corpusFlag is --corpus as a shell has to be given it where this command was run.
func (a *app) corpusFlag() string { return playout.InCorpus(a.corpus) }

// corpusAnywhere is corpusFlag for a script that is run from anywhere.
func (a *app) corpusAnywhere() string {
	if dir, err := filepath.Abs(a.corpus); err == nil && !a.inside() {
		return playout.InCorpus(dir)
	}
	return a.corpusFlag()
}
