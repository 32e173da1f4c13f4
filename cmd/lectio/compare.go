package main

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/naming"
	"github.com/lectio/lectio/verify/compare"
	"github.com/lectio/lectio/verify/report"
	"github.com/spf13/cobra"
)

// compareFlags are the flags of compare.
type compareFlags struct {
	outFlags
	questions            []string
	games, cap, jobs     int
	seed                 uint64
	draws                int
	noPlay, againstFirst bool
	differences          bool
	from                 string
	whose
}

func compareCommand(a *app) *cobra.Command {
	f := &compareFlags{outFlags: outFlags{also: []report.Scope{report.ComparisonsOnly, report.FiguresOnly}}}
	o := compare.Defaults()
	cmd := &cobra.Command{
		Use:   "compare A B...",
		Short: "set rulesets, or interpretations of one, side by side",
		Long: `Compare sets rulesets, or interpretations of one, side by side: what each settles
by dimension and on which clause or assumption, the clauses that they share, the
questions that each leaves, and what play is like, with intervals and a test for
difference: between programs that learned each ruleset, and behind it at random.

An interpretation is written as its ruleset with readings, in quotation marks:
'RULESET{QUESTION=READING,QUESTION=READING}'. With * in place of the reading there
is a column for each reading of the question; --questions gives the ruleset as it
is, and a column for each other reading of the questions named that it has.

Of three or more, what is nearest to what is told by the share of dimensions in which
two differ, and groups are made of it; --draws N draws N combinations of readings and
counts in how many of them each group stands. A FILE.nex is written for programs that
make phylogenetic trees (NEXUS), a FILE.tex with tables for a paper (LaTeX), and a
FILE.svg, .pdf or .png with the tree; charts stand beside it (FILE-CHART.svg), and below
each figure how to cite it.

≠ marks other answers, ≈ the same answer by rules that do not say the same (the
definitions that they use included), and · what kinds of games are asked in other
terms.`,
		Example: `  lectio compare RULESET RULESET
  lectio compare RULESET 'RULESET{QUESTION=READING}' --games 5000
  lectio compare RULESET --questions QUESTION,QUESTION --out readings.xlsx
  lectio compare 'RULESET{QUESTION=*}' --out readings.md --out readings.csv
  lectio compare RULESET RULESET RULESET --no-play --draws 20 --out games.nex
  lectio compare RULESET RULESET --differences`,
		Args: takes(1, -1, "RULESET"),
		RunE: func(cmd *cobra.Command, args []string) error { return a.compare(cmd, f, args) },
	}
	f.outFlag(cmd, "the comparison")
	cmd.Flags().StringSliceVar(&f.questions, "questions", nil, "compare a ruleset as it is with every other reading of these `QUESTIONS`, each against the first column")
	cmd.Flags().IntVar(&f.games, "games", o.Games, "games of each interpretation")
	cmd.Flags().IntVar(&f.cap, "cap", o.Cap, "single moves after which a game is given up")
	cmd.Flags().Uint64Var(&f.seed, "seed", o.Seed, "seed of all random throws and moves")
	cmd.Flags().IntVar(&f.jobs, "jobs", 0, "workers; the result does not depend on it (0: one for each processor)")
	cmd.Flags().BoolVar(&f.noPlay, "no-play", false, "compare the rules only")
	cmd.Flags().StringVar(&f.from, "from", "", "take games from `MERGED`, what lectio sweep merge --out MERGED.json has written, in place of playing; what it does not hold is played")
	cmd.Flags().IntVar(&f.draws, "draws", 0, "draw `N` combinations of readings, and count in how many each group of the tree stands")
	cmd.Flags().BoolVar(&f.differences, "differences", false, "print what differs and nothing else, with the rules that make the difference")
	f.playersFlag(cmd)
	cmd.Flags().BoolVar(&f.againstFirst, "against-first", false, "test every interpretation against the first only, not every two")
	return cmd
}

func (a *app) compare(cmd *cobra.Command, f *compareFlags, args []string) error {
	sides, corpus, err := a.compareWhat(f, args)
	if err != nil {
		return err
	}
	a.sayWhoPlays()
	o, err := f.options(cmd)
	if err != nil {
		return err
	}
	var defs []*rulesets.Definition
	for _, side := range sides {
		defs = append(defs, side.Interpretation.Definition)
	}
	if o.Earlier, err = a.earlier(f.from, defs, o.Cap); err != nil {
		return err
	}
	m := a.meter(max(1, o.Games*len(sides)*(1+o.Trainings)+o.Draws*len(sides)), "comparing")
	drawn, before := 0, 0
	o.Drawing = func(done, total int) { // a combination may be drawn twice, and is asked once
		m.doing("readings drawn")
		at := o.Draws * len(sides) * done / total
		m.advance(at - drawn)
		drawn = at
	}
	o.Progress = func(done, _ int, what string) {
		m.doing(what)
		m.advance(done - before)
		before = done
	}
	res, errs := compare.Sides(cmd.Context(), corpus, sides, o)
	m.end()
	if len(errs) > 0 {
		return errs
	}
	res.Made = a.made()
	for _, col := range res.Columns {
		if col.Failure != "" {
			fmt.Fprintf(a.stderr, "warning: %s makes the program fail in play: %s\n", col.Name(), oneLine(col.Failure))
		}
	}
	if len(f.files) > 0 {
		errs.Merge(f.write(a, report.Comparison(res, res.Made)))
	}
	if a.json {
		if len(errs) == 0 {
			errs.Merge(diag.AsErrors(a.printJSON(res)))
		}
	} else {
		var b bytes.Buffer
		report.WriteComparison(&b, res, a.width(), f.differences, f.named())
		_, err := f.text(a).Write(b.Bytes())
		errs.Merge(diag.AsErrors(err))
	}
	if res.Interrupted && len(errs) == 0 {
		return errInterrupted
	}
	return errs.Err()
}

// compareWhat says what is compared, or everything that is wrong with what was asked.
func (a *app) compareWhat(f *compareFlags, args []string) ([]compare.Side, *dimension.Corpus, error) {
	var errs diag.Errors
	if f.games < 1 || f.cap < 1 || f.jobs < 0 {
		errs = append(errs, wrong("", "1 or more", "--games and --cap must be at least 1, --jobs not negative").what)
	}
	if f.draws < 0 {
		errs = append(errs, wrong(fmt.Sprint(f.draws), "0 or more", "--draws cannot be negative").what)
	}
	if f.from != "" && f.noPlay {
		errs = append(errs, wrong("--from "+f.from, "--from or --no-play", "games of a sweep are compared, or none").what)
	}
	errs.Merge(f.check(a))
	c, err := a.rulesets()
	if err != nil {
		return nil, nil, errors.Join(errs.Err(), err)
	}
	names, rulesets := make([]naming.Input, len(args)), make([]string, len(args))
	for i := range args {
		names[i] = oneOf(args, i)
		n, _ := naming.Read(names[i]) // mistakes in it are told below
		rulesets[i] = n.Ruleset.Text
	}
	if c, err = f.reportable(a, c, rulesets, false); err != nil {
		return nil, nil, errors.Join(errs.Err(), err)
	}
	var questions []naming.Input
	for _, q := range f.questions {
		questions = append(questions, naming.Argument("--questions", q))
	}
	sides, leftOut, err := compare.SidesNamed(c, names, questions)
	for _, text := range leftOut {
		fmt.Fprintf(a.stderr, "note: left out: %s\n", oneLine(text))
	}
	errs.Merge(diag.AsErrors(err))
	if len(errs) > 0 {
		return nil, nil, errs.Sort()
	}
	if len(sides) < 2 {
		p := wrong(args[0], "two or more interpretations", "there is nothing to compare it with")
		p.hint = "QUESTION=* in braces, or --questions QUESTION, gives every reading of a question: 'lectio compare --help'"
		return nil, nil, p
	}
	return sides, c, nil
}

// options are those of the comparison.
func (f *compareFlags) options(cmd *cobra.Command) (o compare.Options, err error) {
	o = compare.Defaults()
	o.Games, o.Cap, o.Seed, o.Draws = f.games, f.cap, f.seed, f.draws
	o.First = f.againstFirst || len(f.questions) > 0
	if o.Trainings, err = f.trained(); err != nil {
		return o, err
	}
	o.Programs = f.kept(cmd.ErrOrStderr())
	if f.noPlay {
		o.Games = 0
	}
	if f.jobs > 0 {
		o.Jobs = f.jobs
	}
	return o, nil
}
