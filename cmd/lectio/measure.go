package main

import (
	"context"
	"fmt"
	"runtime"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/naming"
	"github.com/lectio/lectio/verify/gather"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/players"
	"github.com/spf13/cobra"
)

// measureFlags are the flags of lectio measure.
type measureFlags struct {
	gameFlags
	programFlags
	asked            map[string]*string // keys of a measure, by their flags
	games, jobs, cap int
	seed             uint64
	list             bool
}

// measureParts are the flags that say a measure, with the keys for which they stand.
var measureParts = []struct{ flag, key, usage string }{
	{"when", "when", "ask only where `CONDITION` holds"},
	{"value", "value", "gather the `NUMBER`; without it, 1 each time"},
	{"moment", "at", "ask at each `MOMENT`: " + strings.Join(engine.Occasions, ", ")},
	{"gather", "gather", "gather within a game by `HOW`: " + strings.Join(engine.Gatherings, ", ")},
	{"by", "by", "tell apart by `WHAT`: " + strings.Join(engine.Groupings, ", ")},
}

// measureCommand is lectio measure.
func measureCommand(a *app) *cobra.Command {
	f := measureFlags{asked: map[string]*string{}}
	cmd := &cobra.Command{
		Use:   "measure RULESET [MEASURE]",
		Short: "ask a number of play, in the language of the rules",
		Long: `Measure plays games and asks a number of each: a measure that has a name, or one that
is written with --when, --value, --moment, --gather and --by. It is asked at moments:

  move      of every single move, before it is made: from, to, act, taken and
            choices have a meaning
  decision  of every position in which somebody has to move
  throw     of every throw, once it is made
  turn      of every turn that is over
  game      of a game that is over or given up: winner, ended and ended_by(END)
            have a meaning

Values are gathered within the game: their sum, mean, least or most, or the share of
the moments at which the condition holds. What is printed is the mean over the games
that have a value, with a 95 % interval, for each player, role, place, line of the
board, kind of men, throw or statement that --by tells apart. The words are those of
conditions (rulesets/README.md).

With --player learned the games are between the programs of all trainings, as many of
each, and the range is that of what each came to.`,
		Example: `  lectio measure RULESET --list
  lectio measure RULESET moves_along_lines --player learned
  lectio measure RULESET --when "act = advance and enemy(to) = 1" --by player
  lectio measure RULESET --moment decision --when "choices > 1" --gather share`,
		Args: takes(1, 2, "RULESET"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.refused(cmd.Flags().Changed, args[1:]); err != nil {
				return err
			}
			return a.measure(cmd.Context(), args, &f, cmd.Flags().Changed)
		},
	}
	f.register(cmd)
	fl := cmd.Flags()
	for _, p := range measureParts {
		f.asked[p.flag] = fl.String(p.flag, "", p.usage)
	}
	fl.StringArrayVar(&f.player, "player", []string{players.Name{}.String()}, "games of `PROGRAM` against itself")
	fl.IntVar(&f.games, "games", 1000, "play `N` games")
	fl.Uint64Var(&f.seed, "seed", 1, "the seed `S` of the games")
	fl.IntVar(&f.cap, "cap", benchCap, "give a game up after `N` single moves")
	fl.IntVar(&f.jobs, "jobs", 0, "workers; the result does not depend on it (0: one for each processor)")
	fl.BoolVar(&f.list, "list", false, "list the measures that have a name, and those that mean nothing in this ruleset")
	f.making(cmd, mostOfPerfect)
	return cmd
}

// refused is what is wrong with the flags, before anything is read.
func (f *measureFlags) refused(set func(flag string) bool, named []string) error {
	var errs diag.Errors
	written := false
	for _, p := range measureParts {
		written = written || set(p.flag)
	}
	switch {
	case f.list && (written || len(named) > 0):
		errs.Add(diag.Pos{}, "--list", "--list alone", "it lists all measures, and asks none")
	case written && len(named) > 0:
		errs.Add(diag.Pos{}, named[0], "a name, or flags that say the measure", "a measure has a name or is written, not both")
	case !f.list && !written && len(named) == 0:
		errs.Add(diag.Pos{}, "no measure", "a name, as --list has them, or --when, --value, --moment, --gather or --by", "it is not said what is to be measured")
	}
	for _, n := range []struct {
		flag        string
		is, a, most int
	}{{"games", f.games, 1, 1_000_000}, {"cap", f.cap, 1, 1 << 30}, {"jobs", f.jobs, 0, 1024}} {
		if n.is < n.a || n.is > n.most {
			errs.Add(diag.Pos{}, fmt.Sprint(n.is), fmt.Sprintf("%d to %d", n.a, n.most), "--%s is out of range", n.flag)
		}
	}
	if f.jobs == 0 {
		f.jobs = runtime.NumCPU()
	}
	return errs.Err()
}

// measure asks a measure of the play of a ruleset, or lists those there are.
func (a *app) measure(ctx context.Context, args []string, f *measureFlags, set func(flag string) bool) error {
	_, g, err := lookUp(a, args[0], &f.gameFlags, (*naming.Name).Game, args[0])
	if err != nil {
		return err
	}
	list := g.Definition.AllMeasures()
	if f.list {
		return a.listMeasures(g, list)
	}
	m, err := f.wantedMeasure(g, list, args[1:], set)
	if err != nil {
		return err
	}
	name, err := f.name()
	if err != nil {
		return err
	}
	maker, err := a.maker(ctx, g, &f.programFlags, nil, name)
	if err != nil {
		return err
	}
	bar := a.meter(f.games, "playing")
	r, err := gather.Between(ctx, m, maker, f.player[0], gather.Options{Games: f.games, Seed: f.seed, Cap: f.cap, Workers: f.jobs, Progress: bar.advance})
	if bar.end(); err != nil {
		return refusedAt(name, err)
	}
	if a.json {
		return a.printJSON(r)
	}
	return a.sayMeasured(r)
}

// wantedMeasure is the measure that has the name, or is written in flags.
func (f *measureFlags) wantedMeasure(g *rulesets.Game, list []*ast.Measure, named []string, set func(flag string) bool) (*measure.Asked, error) {
	if len(named) > 0 {
		return measure.Named(g, list, named[0])
	}
	values, flags := map[string]string{}, map[string]string{}
	for _, p := range measureParts {
		if flags[p.key] = "--" + p.flag; set(p.flag) {
			values[p.key] = *f.asked[p.flag]
		}
	}
	m, errs := ast.AskedMeasure(values, func(key string) string { return flags[key] })
	if len(errs) > 0 {
		return nil, errs
	}
	asked, errs := measure.Of(g, m)
	return asked, errs.Err()
}

// listMeasures lists the measures that can be asked of a ruleset, and why others cannot.
func (a *app) listMeasures(g *rulesets.Game, list []*ast.Measure) error {
	type row struct {
		Measure string `json:"measure"`
		Asks    string `json:"asks"`
		Without string `json:"means_nothing,omitempty"`
	}
	rows := []row{}
	for _, m := range list {
		r := row{Measure: m.ID.Text, Asks: m.Asks}
		if _, errs := measure.Of(g, m); len(errs) > 0 {
			r.Without = errs[0].Message
		}
		rows = append(rows, r)
	}
	if a.json {
		return a.printJSON(rows)
	}
	table := [][]string{{"measure", "asks"}}
	for _, r := range rows {
		asks := r.Asks
		if r.Without != "" {
			asks = "means nothing here: " + r.Without
		}
		table = append(table, []string{r.Measure, asks})
	}
	return a.columns(a.stdout, table)
}

// mostSentences is how many rows are said in sentences; more are a table alone.
const mostSentences = 4

// sayMeasured prints what a measure came to.
func (a *app) sayMeasured(r *gather.Result) error {
	p := a.page()
	p.paragraph("", r.Sentence(mostSentences))
	p.paragraph("", "Below is the mean over the games that have a value, with its 95 % interval.")
	fmt.Fprintln(p)
	heads := []string{r.By, "value", "95 %", "games"}
	if len(r.Trainings) > 0 {
		heads = append(heads, measure.OverTrainings)
	}
	rows := [][]string{heads}
	for _, x := range r.Rows {
		cells := []string{x.By, "-", "-", measure.Thousands(x.Games)}
		if x.Value != nil {
			cells[1] = r.Figure(*x.Value)
		}
		if x.Interval != nil {
			cells[2] = r.Figure(x.Interval[0]) + " to " + r.Figure(x.Interval[1])
		}
		if x.Range != nil {
			cells = append(cells, r.Figure(x.Range[0])+" to "+r.Figure(x.Range[1]))
		}
		rows = append(rows, cells)
	}
	if r.By == engine.Groupings[0] {
		for i := range rows {
			rows[i] = rows[i][1:]
		}
	}
	if err := a.columns(p, rows); err != nil {
		return err
	}
	_, err := fmt.Fprint(a.stdout, p)
	return err
}
