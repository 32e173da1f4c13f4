package main

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/exchange/sheet"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/naming"
	"github.com/lectio/lectio/verify/checks"
	"github.com/lectio/lectio/verify/compare"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/players"
	"github.com/lectio/lectio/verify/playout"
	"github.com/lectio/lectio/verify/sweep"
	"github.com/spf13/cobra"
)

// sweepCommand is lectio sweep.
func sweepCommand(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "sweep",
		Short: "many interpretations in many games, on one machine or a cluster: plan, run, merge",
		Long: `A sweep plays many interpretations in many games. It is planned once; the plan is a
file that says everything and carries the corpus, where that is not the one in the
program. Units of the plan are played anywhere, in any order, again after whatever
went wrong; merging adds their results up to the same bytes in every case.`,
		Example: `  lectio sweep plan RULESET --interpretations each --games 1000 --out p.sweep
  lectio sweep run p.sweep
  lectio sweep merge p.sweep --out a.json --out a.sqlite
  lectio sweep slurm p.sweep --tasks 40 && sh p.slurm/submit.sh`,
	}
	cmd.AddCommand(sweepPlanCommand(a), sweepRunCommand(a), sweepMergeCommand(a), sweepSlurmCommand(a))
	return cmd
}

// sweepPlanFlags are the flags of sweep plan.
type sweepPlanFlags struct {
	out, design       string
	questions         []string
	games, cap, units int
	choices           int
	seeds             []string
	designSeed        uint64
	checks            []string
	checkGames        int
	unit              time.Duration
	programFlags
}

func sweepPlanCommand(a *app) *cobra.Command {
	f := &sweepPlanFlags{}
	o := compare.Defaults()
	cmd := &cobra.Command{
		Use:   "plan RULESET...",
		Short: "say what is to be played, and how much that is, before anything runs",
		Long: `Plan chooses interpretations, measures how fast games of each ruleset are, and
writes a file that says what is to be played, in units of about --unit, but in 16 at
least, so that several machines can share them.

--interpretations is how they are chosen: each (the default, and each reading against
it), all, cover:2 or cover:3 (every two, or three, readings of different questions
stand together in some interpretation), or sample:N (N that differ, drawn at random
with --design-seed). With all, --questions says which questions vary.

--player is the program that has all sides: ` + players.CanBeWritten + `.
One that learns learns the default of each ruleset, once on each machine, and plays the
other interpretations by that; those for which it is no use are not played, and it is
said why. Of its moves, and of those of one that searches, one in eight is drawn at random in
games without throws. A perfect one solves every interpretation, each run of units for itself;
those of more than ` + measure.Thousands(sweep.Solvable) + ` positions are not played, and it is said why.`,
		Example: `  lectio sweep plan RULESET --interpretations each --games 1000 --out p.sweep
  lectio sweep plan RULESET RULESET --interpretations cover:3 --games 100000 --unit 10m --out p.sweep
  lectio sweep plan RULESET --interpretations all --questions QUESTION,QUESTION --games 5000 --seed 1,2 --out p.sweep`,
		Args: takes(1, -1, "RULESET"),
		RunE: func(_ *cobra.Command, args []string) error { return a.sweepPlan(f, args) },
	}
	cmd.Flags().StringVar(&f.out, "out", "", "write the plan to `FILE`")
	cmd.Flags().StringVar(&f.design, "interpretations", "each", "`WHICH`: "+sweep.Forms)
	cmd.Flags().StringSliceVar(&f.questions, "questions", nil, "with all: the `QUESTIONS` that vary; the others keep their defaults")
	cmd.Flags().Uint64Var(&f.designSeed, "design-seed", 1, "seed of what is drawn in choosing interpretations")
	cmd.Flags().IntVar(&f.games, "games", o.Games, "games of each interpretation and seed")
	cmd.Flags().IntVar(&f.choices, "choices", 10000, "of these, the first `N` have their choices counted (decision moves, branching factor), which takes four times as long for some games")
	cmd.Flags().IntVar(&f.cap, "cap", o.Cap, "single moves after which a game is given up")
	cmd.Flags().StringSliceVar(&f.seeds, "seed", []string{"1"}, "`SEEDS` of all random throws and moves; each plays --games")
	cmd.Flags().StringSliceVar(&f.checks, "check", nil, "ask these checks of every interpretation as well, by `ID`: "+strings.Join(checks.OfEach(), ", "))
	cmd.Flags().IntVar(&f.checkGames, "check-games", 1000, "games that --check looks at, or takes positions from, of each interpretation")
	cmd.Flags().DurationVar(&f.unit, "unit", 5*time.Minute, "what a unit takes one worker, about")
	cmd.Flags().StringSliceVar(&f.player, "player", []string{"random"}, "the `PROGRAM` that plays all sides in all games")
	f.cacheFlag(cmd)
	cmd.Flags().IntVar(&f.units, "units", 0, "make so many units of each ruleset, however long they take (0: by --unit)")
	return cmd
}

// request reads the flags, and says everything that is wrong with them.
func (f *sweepPlanFlags) request(d *sweep.Design) (sweep.Request, diag.Errors) {
	var errs diag.Errors
	flag := func(name, found, expected, format string, args ...any) {
		errs.Add(diag.Pos{File: name}, found, expected, format, args...)
	}
	var known bool
	if *d, known = sweep.ParseDesign(f.design); !known {
		flag("--interpretations", diag.Quote(f.design), sweep.Forms, "there is no such choice of interpretations")
	}
	d.Seed, d.Questions = f.designSeed, f.questions
	if len(f.questions) > 0 && d.Kind != sweep.All {
		flag("--questions", "--interpretations "+f.design, "--interpretations all", "questions are chosen where all their combinations are played")
	}
	if f.games < 1 || f.games > 1<<30 || f.cap < 1 || f.cap > 1<<30 || f.units < 0 || f.unit <= 0 || f.choices < 0 {
		flag("", "", "1 or more", "--games, --cap and --unit must be at least 1, --units and --choices not negative")
	}
	checking, more := f.checking()
	errs.Merge(more)
	who, err := f.name()
	errs.Merge(diag.AsErrors(err))
	r := sweep.Request{Checking: checking, Player: who, Games: f.games, Choices: f.choices, Cap: f.cap, Unit: f.unit, Units: f.units, Measure: 300 * time.Millisecond}
	for _, text := range f.seeds {
		n, err := strconv.ParseUint(text, 10, 64)
		switch {
		case err != nil:
			flag("--seed", diag.Quote(text), "whole numbers from 0", "this is no seed")
		case slices.Contains(r.Seeds, n):
			flag("--seed", text, "seeds that differ", "the same games would be counted twice")
		default:
			r.Seeds = append(r.Seeds, n)
		}
	}
	switch {
	case f.out == "":
		flag("--out", "nothing", "--out FILE, as in --out p.sweep", "the plan has to be written somewhere")
	case f.out == standardOut:
		flag("--out", standardOut, "a file", "a plan is a file, beside which its results go")
	}
	return r, errs
}

func (a *app) sweepPlan(f *sweepPlanFlags, args []string) error {
	var design sweep.Design
	r, errs := f.request(&design)
	corpus, err := a.wholeRulesets()
	if err != nil {
		return errors.Join(errs.Err(), err)
	}
	for i := range args {
		d, err := naming.Ruleset(corpus, oneOf(args, i))
		if err != nil {
			errs.Merge(diag.AsErrors(err))
		} else if slices.Contains(r.Definitions, d) {
			errs.Add(oneOf(args, i).Pos, diag.Quote(args[i]), "each ruleset once", "the ruleset is named twice")
		} else {
			if name, _ := rulesets.SplitID(d.ID); a.guests[name] != nil {
				errs.Add(oneOf(args, i).Pos, diag.Quote(args[i]), "rulesets of one corpus, as by --corpus", "a plan takes the files of one folder along")
			}
			r.Definitions = append(r.Definitions, d)
		}
	}
	if len(errs) > 0 {
		return errs
	}
	a.sayWhoPlays()
	files, sum, err := a.corpusText()
	if err != nil {
		return err
	}
	if a.corpus != "" {
		r.Files = files
	}
	r.Design, r.Program, r.Corpus, r.Programs = design, version(), sum, f.kept(a.stderr)
	if len(r.Checking.Checks) > 0 {
		r.Ask = checks.Asking(corpus)
	}
	m := a.meter(-1, "choosing interpretations")
	r.Progress = func() { m.advance(1) }
	p, errs := sweep.Make(a.context(), r)
	m.end()
	if err := cmp.Or(a.context().Err(), errs.Err()); err != nil {
		return err
	}
	data, err := p.Bytes()
	if err != nil {
		return err
	}
	if err := sheet.WriteFiles(sheet.File{Path: f.out, Content: data}); err != nil {
		return err
	}
	if a.json {
		return a.printJSON(map[string]any{"plan": f.out, "id": p.ID, "about": p.About, "interpretations": p.Lines, "games": p.TotalGames(), "units": p.Units(),
			"core_hours": p.CoreHours(), "results": resultsOf(f.out)})
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", f.out, p.About)
	for _, part := range p.Parts {
		fmt.Fprintf(&b, "  %s, %s: %s, %s, about %.0f games a second\n", part.Ruleset, part.Design, plural(part.Played, "interpretation"), plural(part.Units, "unit"), part.GamesPerSecond)
	}
	fmt.Fprintf(&b, "to play it: lectio sweep run %s\n", playout.Quoted(f.out))
	return a.say(a.stdout, b.String())
}

func sweepRunCommand(a *app) *cobra.Command {
	units, dir, jobs, kept := "", "", 0, &programFlags{}
	cmd := &cobra.Command{
		Use:   "run PLAN",
		Short: "play units of a plan that have no result yet",
		Long: `Run plays the units of a plan, or those named, and writes a result for each. A unit
that has one is passed over, so a run that was stopped goes on where it was; one that
was cut off is played again. Results appear whole or not at all.`,
		Example: `  lectio sweep run p.sweep
  lectio sweep run p.sweep --units 1-16 --jobs 4`,
		Args: takes(1, 1, "PLAN"),
		RunE: func(_ *cobra.Command, args []string) error { return a.sweepRun(args[0], dir, units, jobs, kept) },
	}
	cmd.Flags().StringVar(&units, "units", "", "play these units only, `A-B`, A or several with commas between; they are numbered from 1")
	cmd.Flags().StringVar(&dir, "dir", "", "write results to `DIR` (by default PLAN without .sweep, with .results)")
	cmd.Flags().IntVar(&jobs, "jobs", 0, "workers; the results do not depend on it (0: one for each processor)")
	kept.cacheFlag(cmd)
	return cmd
}

func (a *app) sweepRun(file, dir, units string, jobs int, kept *programFlags) error {
	if jobs < 0 {
		return wrong(fmt.Sprint(jobs), "0 or more", "--jobs cannot be negative")
	}
	p, corpus, err := a.planned(file)
	if err != nil {
		return err
	}
	list, err := p.ReadUnits(units)
	if err != nil {
		return err
	}
	a.sayWhoPlays()
	o := sweep.RunOptions{Dir: cmp.Or(dir, resultsOf(file)), Units: list, Jobs: cmp.Or(jobs, runtime.NumCPU()), Find: corpus.Find, Ask: checks.Asking(corpus), Programs: kept.kept(a.stderr)}
	m, total, before := &meter{}, 0, 0
	o.Progress = func(done, all int) {
		if all != total {
			total = all
			m = a.meter(all, "games")
		}
		m.advance(done - before)
		before = done
	}
	ran, err := p.Run(a.context(), o)
	m.end()
	if err != nil {
		return err
	}
	if a.json {
		err = a.printJSON(map[string]any{"results": filepath.ToSlash(o.Dir), "units": ran.Units, "had_results": ran.Already, "played": ran.Played, "games": ran.Games,
			"not_done": append([]int{}, ran.NotDone...), "interrupted": len(ran.NotDone) > 0})
	} else {
		text := fmt.Sprintf("%s: %s, of which %d had a result; %d played, %s\n", o.Dir, plural(ran.Units, "unit"), ran.Already, ran.Played, plural(ran.Games, "game"))
		if len(ran.NotDone) > 0 {
			text += "interrupted: not played: " + plural(len(ran.NotDone), "unit") + " (" + sweep.Ranges(ran.NotDone) + "); the same command goes on\n"
		}
		err = a.say(a.stdout, text)
	}
	if len(ran.NotDone) > 0 {
		return cmp.Or(err, errInterrupted)
	}
	return err
}

// checking reads the flags that say what is checked.
func (f *sweepPlanFlags) checking() (c sweep.Checking, errs diag.Errors) {
	able := checks.OfEach()
	for _, asked := range f.checks {
		id := strings.ToUpper(asked)
		switch {
		case !slices.Contains(able, id):
			errs.Add(diag.Pos{File: "--check"}, diag.Quote(asked), strings.Join(able, ", "), "no check that looks at one interpretation at a time")
		case !slices.Contains(c.Checks, id):
			c.Checks = append(c.Checks, id)
		}
	}
	if len(f.checks) > 0 {
		c.CheckGames = f.checkGames
	}
	if f.checkGames < 1 || f.checkGames > 1<<30 {
		errs.Add(diag.Pos{File: "--check-games"}, "", "1 or more", "checks look at a game at least")
	}
	return c, errs
}
