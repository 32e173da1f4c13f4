package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/exchange/sheet"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
	"github.com/lectio/lectio/verify/sweep"
	"github.com/spf13/cobra"
)

func sweepMergeCommand(a *app) *cobra.Command {
	var out []string
	cmd := &cobra.Command{
		Use:   "merge PLAN [DIR...]",
		Short: "add the results of a plan up",
		Long: `Merge adds the results of a plan up: those in the folder in which sweep run puts
them, or in the folders named. The same plan gives the same bytes, whatever machines
played it, in however many units and however often.

Results of another plan, corpus or version of the program are refused. Where results
are missing, the units are listed, the rest is merged, and the exit status is 1.

FILE.json has everything;
FILE.sqlite and FILE.parquet have a row for each interpretation and metric, with a
data dictionary: the table columns, and the metadata under the key columns.`,
		Example: `  lectio sweep merge p.sweep --out a.json
  lectio sweep merge p.sweep node1.results node2.results --out a.sqlite --out a.parquet`,
		Args: takes(1, -1, "PLAN"),
		RunE: func(_ *cobra.Command, args []string) error { return a.sweepMerge(args[0], args[1:], out) },
	}
	cmd.Flags().StringArrayVar(&out, "out", nil, "write what was merged to `FILE`: "+inWords(sorted(mergedFormats))+"; may be repeated")
	return cmd
}

// mergedFormats write what was merged, by the ending of the file.
var mergedFormats = map[string]func(ctx context.Context, m *sweep.Merged, to *sheet.Pending) error{
	".json":    func(_ context.Context, m *sweep.Merged, to *sheet.Pending) error { return m.WriteJSON(to) },
	".parquet": func(_ context.Context, m *sweep.Merged, to *sheet.Pending) error { return m.WriteParquet(to) },
	".sqlite": func(ctx context.Context, m *sweep.Merged, to *sheet.Pending) error {
		return m.WriteSQLite(ctx, to.Name())
	},
}

func (a *app) sweepMerge(file string, dirs, out []string) error {
	var errs diag.Errors
	for _, name := range out {
		if mergedFormats[filepath.Ext(name)] == nil {
			errs.Add(diag.Pos{File: "--out"}, diag.Quote(name), "a name that ends in "+inWords(sorted(mergedFormats)), "there is no such format")
		}
	}
	if len(errs) > 0 {
		return errs
	}
	p, err := a.readPlan(file)
	if err != nil {
		return err
	}
	if len(dirs) == 0 {
		dirs = []string{resultsOf(file)}
	}
	m, err := p.Merge(a.context(), dirs...)
	if err != nil {
		return err
	}
	for _, name := range out {
		if err := a.writeMerged(m, name); err != nil {
			return err
		}
	}
	if a.json {
		var b bytes.Buffer
		if err := m.WriteJSON(&b); err != nil {
			return err
		}
		a.told = true
		if _, err := a.stdout.Write(yamlpos.VisibleJSON(b.Bytes())); err != nil {
			return err
		}
	} else if err := a.say(a.stdout, mergedText(m, out)); err != nil {
		return err
	}
	if len(m.Missing) > 0 {
		return errFindings
	}
	return nil
}

// writeMerged writes one file, whole or not at all.
func (a *app) writeMerged(m *sweep.Merged, name string) error {
	file, err := sheet.Create(name)
	if err != nil {
		return err
	}
	defer file.Abandon()
	if err := a.interruptible(func() error { return mergedFormats[filepath.Ext(name)](a.context(), m, file) }); err != nil {
		return err
	}
	return file.Keep()
}

// mergedText says what was merged, what is missing, and which questions matter.
func mergedText(m *sweep.Merged, out []string) string {
	var b strings.Builder
	about := m.About()
	fmt.Fprintf(&b, "%s, %s played by %s, corpus %.19s, %s\n", plural(about.Interpretations, "interpretation"), plural(about.Counted, "game"), about.Agent, about.Corpus, about.Program)
	failed, short := 0, 0
	for _, r := range m.Rows {
		if r.Failed != "" {
			if failed++; failed <= 10 {
				fmt.Fprintf(&b, "cannot be played: %s: %s\n", r.Name, r.Failed)
			}
		} else if r.Short() {
			short++
		}
	}
	if failed > 10 {
		fmt.Fprintf(&b, "and %d more cannot be played\n", failed-10)
	}
	for _, c := range m.Checks() {
		fmt.Fprintf(&b, "%s: found in %s of %s", c.Check, measure.Thousands(c.Found), plural(c.Asked, "interpretation"))
		if c.Found > 0 {
			fmt.Fprintf(&b, ", first in %s: %s", c.First, c.Message)
		}
		b.WriteByte('\n')
	}
	for _, v := range m.Variances() {
		told := v.Told()
		if len(told) == 0 {
			continue
		}
		fmt.Fprintf(&b, "%s, %s: what it varies by comes from\n", v.Ruleset, v.Metric)
		for _, s := range told[:min(len(told), 3)] {
			fmt.Fprintf(&b, "  %4.0f%% (%.0f to %.0f)  %s\n", 100*s.Share, 100*s.Low, 100*s.High, s.Words())
		}
	}
	for _, file := range m.CutOff {
		fmt.Fprintf(&b, "cut off: %s\n", file)
	}
	if len(m.Missing) > 0 {
		fmt.Fprintf(&b, "missing: %s (%s): %s on fewer games than planned\n", plural(len(m.Missing), "unit"), about.Missing, restOn(short))
	}
	if len(out) > 0 {
		fmt.Fprintf(&b, "written to %s\n", strings.Join(out, ", "))
	}
	return b.String()
}

func restOn(n int) string {
	if n == 1 {
		return "1 interpretation rests"
	}
	return plural(n, "interpretation") + " rest"
}

// sweepSlurmFlags are the flags of sweep slurm.
type sweepSlurmFlags struct {
	out, dir, program, merged string
	tasks, cores              int
}

func sweepSlurmCommand(a *app) *cobra.Command {
	f := &sweepSlurmFlags{}
	cmd := &cobra.Command{
		Use:   "slurm PLAN",
		Short: "write a job array for Slurm, and a merge that depends on it",
		Long: `Slurm writes a folder with a job array that plays the units of a plan, a merge that
runs behind it, and a script that submits both; and the same units as a list for xargs
and GNU parallel. A task that is killed is queued again and goes on. Nodes need nothing
but this program, at the path at which it is here, and see the folder of the plan.`,
		Example: `  lectio sweep slurm p.sweep --tasks 40 --cores 4 && sh p.slurm/submit.sh`,
		Args:    takes(1, 1, "PLAN"),
		RunE:    func(_ *cobra.Command, args []string) error { return a.sweepSlurm(f, args[0]) },
	}
	cmd.Flags().StringVar(&f.out, "out", "", "write to the folder `DIR` (by default PLAN without .sweep, with .slurm)")
	cmd.Flags().StringVar(&f.dir, "dir", "", "where the results go, `DIR` (by default as with sweep run)")
	cmd.Flags().StringVar(&f.merged, "merged", "", "what the merge writes, `FILE` (by default PLAN without .sweep, with .json)")
	cmd.Flags().StringVar(&f.program, "program", "", "`PATH` of lectio on the nodes (by default of this one)")
	cmd.Flags().IntVar(&f.tasks, "tasks", 16, "tasks of the array, at most one for each unit")
	cmd.Flags().IntVar(&f.cores, "cores", 1, "cores of each task")
	return cmd
}

func (a *app) sweepSlurm(f *sweepSlurmFlags, file string) error {
	if f.tasks < 1 || f.cores < 1 {
		return wrong("", "1 or more", "--tasks and --cores must be at least 1")
	}
	p, err := a.readPlan(file)
	if err != nil {
		return err
	}
	program := f.program
	if program == "" {
		if program, err = os.Executable(); err != nil {
			return wrong("--program", "--program PATH", "where this program lies cannot be told: %v", err)
		}
	}
	stem := strings.TrimSuffix(file, ".sweep")
	j := sweep.Jobs{Name: filepath.Base(stem), Program: program, Tasks: f.tasks, Cores: f.cores}
	for to, path := range map[*string]string{&j.Plan: file, &j.Results: cmp.Or(f.dir, resultsOf(file)), &j.Merged: cmp.Or(f.merged, stem+".json")} {
		if *to, err = filepath.Abs(path); err != nil {
			return err
		}
	}
	files, err := p.Scripts(j)
	if err != nil {
		return err
	}
	dir := cmp.Or(f.out, stem+".slurm")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return sheet.Unwritable(dir, err)
	}
	for i := range files {
		files[i].Path = filepath.Join(dir, files[i].Path)
	}
	if err := sheet.WriteFiles(files...); err != nil {
		return err
	}
	tasks := p.Tasks(f.tasks)
	if a.json {
		return a.printJSON(map[string]any{"folder": filepath.ToSlash(dir), "tasks": len(tasks), "units": p.Units()})
	}
	return a.say(a.stdout, fmt.Sprintf("%s: %s of %s\nto submit them: sh %s\n", dir, plural(len(tasks), "task"), plural(p.Units(), "unit"), playout.Quoted(filepath.Join(dir, "submit.sh"))))
}
