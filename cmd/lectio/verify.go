package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/naming"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/checks"
	"github.com/lectio/lectio/verify/report"
	"github.com/lectio/lectio/verify/severity"
	"github.com/lectio/lectio/verify/trace"
	"github.com/spf13/cobra"
)

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

func (a *app) verify(cmd *cobra.Command, f *verifyFlags, args []string) error {
	level, known := severity.Named(f.failOn)
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
		if err := trace.WriteLines(f.lines, a.corpusAnywhere(), res); err != nil {
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
	return trace.MakeFolder(f.lines)
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
		res.Briefs, res.Made = report.Briefs(res), a.made()
		return a.printJSON(res)
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
		Findings []verify.Finding `json:"findings"`
		Report   int              `json:"lectio_report"`
	}
	if err := json.Unmarshal(data, &kept); err != nil || kept.Findings == nil {
		return nil, wrong(file, "what lectio verify --json prints", "there are no findings in the file")
	}
	if kept.Report != verify.Format {
		return nil, diag.Error{Pos: diag.Pos{File: file}, Found: fmt.Sprintf("format %d", kept.Report), Expected: fmt.Sprintf("format %d", verify.Format), Message: "the report was written by another version of lectio"}
	}
	return kept.Findings, nil
}

// verifying runs the verifier and shows on a terminal how far it is.
func (a *app) verifying(work func(progress func(done, all int, what string)) *verify.Result) (res *verify.Result) {
	a.measured("verifying", func(progress func(done, all int, what string)) { res = work(progress) })
	return res
}

// playable are the rulesets that are named, or all, without those that cannot be
// played at all: such a one is wrong input, which is noted, and not a finding.
func (a *app) playable(corpus *dimension.Corpus, args []string) ([]*rulesets.Definition, error) {
	defs := corpus.Definitions
	if len(args) > 0 {
		defs = nil
	}
	for i := range args {
		d, err := naming.Ruleset(corpus, oneOf(args, i))
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
		if few := report.TooFew(res, b.Ruleset); len(few) > 0 {
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
		report.WriteNotDone(w, res)
		return
	}
	if r := res.Resting; r != nil {
		fmt.Fprintf(w, "%s\n", r.Words())
	}
	fmt.Fprintf(w, "to repeat: %s\n", report.Repeating(res))
}
