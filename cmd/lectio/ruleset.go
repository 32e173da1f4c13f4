package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/naming"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/checks"
	"github.com/lectio/lectio/verify/report"
	"github.com/spf13/cobra"
)

// rulesetCommand is lectio ruleset.
func rulesetCommand(a *app) *cobra.Command {
	cmd := &cobra.Command{Use: "ruleset", Short: "the games: list, show, check, questions, dimensions, verdicts, migrate"}
	var g gameFlags
	questions := &cobra.Command{
		Use:   "questions RULESET",
		Short: "show what the text leaves open, and the readings",
		Args:  takes(1, 1, "RULESET"),
		RunE:  func(_ *cobra.Command, args []string) error { return a.rulesetQuestions(args[0], &g) },
	}
	g.register(questions)
	cmd.AddCommand(
		rulesetListCommand(a),
		rulesetShowCommand(a),
		rulesetCheckCommand(a),
		questions,
		rulesetDimensionsCommand(a),
		rulesetVerdictsCommand(a),
		rulesetMigrateCommand(a),
	)
	return cmd
}

func rulesetCheckCommand(a *app) *cobra.Command {
	var all bool
	cmd := &cobra.Command{
		Use:   "check [RULESET|FILE...]",
		Short: "check that a ruleset can be read and every reading can be compiled",
		Long: `Check reads rulesets, by id or from files, compiles the default interpretation and every
alternative reading, and asks what verify asks of their records, of the text and the shape
of a ruleset, and whether its worked examples hold; no game is played. With --all it also
asks which dimensions are open and which changes of the rules no example notices, which
takes longer. Without arguments it checks all of the corpus. The exit status is 1 when
verify would call something an error.`,
		Args: takes(0, -1, "RULESET"),
		RunE: func(_ *cobra.Command, args []string) error { return a.rulesetCheck(args, all) },
	}
	cmd.Flags().BoolVar(&all, "all", false, "ask what takes longer, too: TX003 and EX003 above all")
	return cmd
}

func rulesetListCommand(a *app) *cobra.Command {
	var open bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "list the games, and how far each is worked out",
		Args:  takes(0, 0, ""),
		RunE:  func(*cobra.Command, []string) error { return a.rulesetList(open) },
	}
	cmd.Flags().BoolVar(&open, "open", false, "count the dimensions that are open, too; every game is played to find out")
	return cmd
}

func (a *app) rulesetList(open bool) error {
	c, err := a.rulesets()
	if err != nil {
		return err
	}
	if len(c.Definitions) == 0 {
		return a.nothingRead("ruleset", "rulesets", "definitions")
	}
	rows := inParallel(a.context(), c.Definitions, func(_ int, d *rulesets.Definition) verify.Summary {
		t := verify.Target{Corpus: c, Definition: d}
		return t.Summary(a.context(), open)
	})
	if err := a.context().Err(); err != nil {
		return err
	}
	if a.json {
		return a.printList("rulesets", rows)
	}
	heading := []string{"ruleset", "title", "family", "clauses", "enforced", "questioned", "not rules", "statements", "assumed", "questions", "readings", "playable", "examples"}
	if open {
		heading = append(heading, "open dimensions")
	}
	lines := [][]string{append(heading, "records")}
	for _, r := range rows {
		n := r.Counts
		cells := []any{r.ID, r.Title, r.Family, n.Clauses, n.Enforced, n.Questioned, n.NotRules, n.Statements, n.Assumed, n.Questions, n.Readings, n.Playable, n.Examples}
		if open {
			cells = append(cells, *n.OpenDimensions)
		}
		var line []string
		for _, cell := range append(cells, strings.Join(r.Records, " ")) {
			line = append(line, fmt.Sprint(cell))
		}
		lines = append(lines, line)
	}
	return a.columns(a.stdout, lines)
}

func (a *app) rulesetQuestions(ruleset string, f *gameFlags) error {
	_, in, err := lookUp(a, ruleset, f, (*naming.Name).Interpretation, ruleset)
	if err != nil {
		return err
	}
	d := in.Definition
	if a.json {
		return a.printJSON(map[string]any{"questions": d.Questions})
	}
	return report.WriteQuestions(a.stdout, in, a.page().width)
}

func (a *app) rulesetCheck(args []string, all bool) error {
	c, err := a.rulesets()
	if err != nil {
		return err
	}
	defs := c.Definitions
	if len(args) > 0 {
		defs = nil
		var errs diag.Errors
		for _, arg := range args {
			var d *rulesets.Definition
			var more diag.Errors
			if err := a.reads(func() { d, more = a.ruleset(c, arg) }); err != nil {
				return err
			}
			errs.Merge(more)
			if d != nil && len(more) == 0 {
				defs = append(defs, d)
			}
		}
		a.note(errs.Sort())
	} else if len(defs) == 0 {
		return a.nothingRead("ruleset", "rulesets", "definitions")
	}
	var sound []*rulesets.Definition
	for _, d := range defs {
		var errs diag.Errors
		if err := a.reads(func() { errs = d.Check() }); err != nil {
			return err
		}
		if a.note(errs.Sort()); len(errs) == 0 {
			sound = append(sound, d)
		}
	}
	if len(sound) == 0 {
		return errLeftOut
	}
	o := verify.Defaults()
	var left []string
	if o.Only = checks.All().Text(); all {
		o.Only = checks.All().OfRules()
	} else {
		left = slices.DeleteFunc(checks.All().OfRules(), func(id string) bool { return slices.Contains(o.Only, id) })
	}
	res := verify.Run(a.context(), checks.All(), c, sound, o)
	if res.Interrupted {
		return errInterrupted
	}
	if err := a.printChecked(sound, res, left); err != nil {
		return err
	}
	return failing(res.Findings)
}

// printChecked prints what the checks found of rulesets that compile; left are the checks
// that were not asked.
func (a *app) printChecked(defs []*rulesets.Definition, res *verify.Result, left []string) error {
	list := res.Soundness(defs, left)
	if a.json {
		return a.printList("rulesets", list)
	}
	var words []string // of what was found that is more than a note, by ruleset
	for _, r := range list {
		grave := slices.DeleteFunc(slices.Clone(r.Findings), func(f verify.Finding) bool { return f.Severity < verify.Warning })
		for i := range grave {
			a.printFinding(a.stdout, &grave[i])
		}
		words = append(words, found(0, grave))
	}
	for i, r := range list {
		_, err := fmt.Fprintf(a.stdout, "%s: %s; %s, %s with %s (%d playable), %s compiled\n", r.ID, words[i], plural(r.Statements, "statement"),
			plural(r.Questions, "question"), plural(r.Readings, "reading"), r.Playable, plural(r.Interpretations, "interpretation"))
		if err != nil {
			return err
		}
	}
	if len(left) > 0 {
		_, err := fmt.Fprintf(a.stdout, "not looked at: %s (--all looks, and plays games for it; 'lectio checks ID' says what each asks)\n", strings.Join(left, ", "))
		return err
	}
	return nil
}

// ruleset finds a ruleset by its id, or reads it from a file.
func (a *app) ruleset(c *dimension.Corpus, arg string) (*rulesets.Definition, diag.Errors) {
	_, own := rulesets.SplitID(arg)
	isFile := strings.ContainsAny(own, `/\`) || slices.Contains(yamlpos.Endings, filepath.Ext(own))
	if !isFile {
		d, err := naming.Ruleset(c, naming.Argument("RULESET", arg))
		return d, diag.AsErrors(err)
	}
	data, err := a.readFile(arg, "a ruleset", yamlpos.MaxFile)
	if err != nil {
		return nil, diag.AsErrors(err)
	}
	return c.Read(arg, data)
}
