package main

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"math"
	"runtime"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/jsonlines"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/naming"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/players"
	"github.com/lectio/lectio/verify/speed"
	"github.com/spf13/cobra"
)

// benchFlags are the flags of bench.
type benchFlags struct {
	speed.Options
	programFlags
}

// benchCommand is lectio bench.
func benchCommand(a *app) *cobra.Command {
	f := &benchFlags{Options: speed.Options{Cap: benchCap}}
	cmd := &cobra.Command{
		Use:   "bench [RULESET...]",
		Short: "measure moves and games per second",
		Long: `Bench plays games with uniformly random moves and reports how fast: in code
generated from the rules, or in the interpreter where a word is missing, which
is then named. A move is a decision or a forced single move; passes and stops
are reported apart. Without RULESET the default of every ruleset of the corpus
is measured. "from YAML" is the time from the text of the ruleset to machine
code, "interpreter" how many times as many moves a second the generated code
makes as the interpreter.

With --agent results it is not single moves that are drawn but what a turn leads
to: each distinct state, of at most --bound of them, is as likely as any other.
A turn with more is played by uniformly random moves, and such turns are counted.

With --player a program plays all sides instead: learned, searching:N, playouts:N or perfect, as
'lectio players' tells of them. What it takes to learn or to solve is not measured, and the interpreter is
not measured beside it.

With --pairs each measurement is a pair of runs, one worker and --jobs of them,
and the median of the ratios is reported.`,
		Example: `  lectio bench RULESET --seconds 2
  lectio bench --jobs 2 --pairs 5
  lectio bench RULESET --agent results --bound 1000`,
		Args: takes(0, -1, "RULESET"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd.Flags().Changed("bound")); err != nil {
				return err
			}
			c, games, err := a.benched(args)
			if err != nil {
				return err
			}
			return a.benchAll(cmd.Context(), c, games, f)
		},
	}
	cmd.Flags().Float64Var(&f.Seconds, "seconds", 2, "play for `S` seconds, and a quarter of that in the interpreter")
	cmd.Flags().IntVar(&f.Jobs, "jobs", 1, "play with `N` workers")
	cmd.Flags().IntVar(&f.Pairs, "pairs", 0, "compare one worker with --jobs of them in `N` pairs of runs, of --seconds each")
	cmd.Flags().Uint64Var(&f.Seed, "seed", 1, "the seed `S` of the random games")
	cmd.Flags().StringVar(&f.Agent, "agent", speed.Moves, "what is drawn: `WHAT` is moves, or results of whole turns")
	cmd.Flags().StringArrayVar(&f.player, "player", nil, "have `PROGRAM` play all sides: random, learned, searching:N, playouts:N, perfect")
	f.making(cmd, mostOfPerfect)
	cmd.Flags().IntVar(&f.Bound, "bound", 0, "with --agent results, draw among at most `N` of a turn")
	return cmd
}

// check says what of the flags is out of range, or does not go together; bounded: --bound is given.
func (f *benchFlags) check(bounded bool) error {
	if !(f.Seconds > 0) || f.Seconds > 86400 {
		return wrong(fmt.Sprint(f.Seconds), "more than 0, at most 86400", "--seconds is out of range")
	}
	if f.Jobs < 1 || f.Jobs > 1024 {
		return wrong(fmt.Sprint(f.Jobs), "1 to 1024", "--jobs is out of range")
	}
	if f.Pairs < 0 || f.Pairs > 1000 {
		return wrong(fmt.Sprint(f.Pairs), "0 to 1000", "--pairs is out of range")
	}
	if f.Pairs > 0 && f.Jobs == 1 {
		return wrong("--jobs 1", "--jobs 2 or more", "--pairs compares one worker with several")
	}
	switch {
	case f.Agent != speed.Moves && f.Agent != speed.Results:
		return wrong(f.Agent, speed.Moves+" or "+speed.Results, "--agent is unknown")
	case f.Agent == speed.Results && !bounded:
		return wrong("--agent "+speed.Results, "--bound N beside it", "a turn can have more results than can be counted: play over them is offered under a bound only")
	case f.Agent != speed.Results && bounded:
		return wrong("--bound", "--agent "+speed.Results+" beside it", "--bound is of the agent of whole turns")
	case bounded && (f.Bound < 1 || f.Bound > 1<<20):
		return wrong(fmt.Sprint(f.Bound), fmt.Sprintf("1 to %d", 1<<20), "--bound is out of range")
	}
	if f.player == nil {
		return nil
	}
	var err error
	if f.Name, err = f.programFlags.name(); err != nil {
		return err
	}
	if f.Agent == speed.Results && f.Name.Rung != players.Random {
		return wrong("--player "+f.Name.String(), "--agent "+speed.Moves, "programs choose single moves")
	}
	return nil
}

// benchAll measures one game after the other, until the user asks to stop.
func (a *app) benchAll(ctx context.Context, c *dimension.Corpus, games []*rulesets.Game, f *benchFlags) error {
	var rows []*speed.Row
	left := []string{} // what was not measured at all
	for _, g := range games {
		if ctx.Err() != nil {
			left = append(left, g.Name())
			continue
		}
		row, err := a.bench(ctx, c, g, f)
		stopped := ctx.Err() != nil
		switch {
		case stopped && (err != nil || row.Games == 0):
			left = append(left, g.Name())
			continue
		case err != nil:
			return err
		}
		row.Interrupted = stopped
		rows = append(rows, row)
		if a.json {
			if err := jsonlines.Write(a.stdout, row); err != nil {
				return err
			}
		}
	}
	if ctx.Err() == nil {
		if a.json {
			return nil
		}
		return a.writeBench(rows, nil)
	}
	if len(rows) == 0 {
		return ctx.Err()
	}
	var err error
	if a.json {
		err = jsonlines.Write(a.stdout, map[string]any{"interrupted": true, "not_done": left})
	} else {
		err = a.writeBench(rows, left)
	}
	return cmp.Or(err, errInterrupted)
}

// benched compiles what is to be measured.
func (a *app) benched(args []string) (*dimension.Corpus, []*rulesets.Game, error) {
	c, err := a.rulesets()
	if err != nil {
		return nil, nil, err
	}
	var games []*rulesets.Game
	if len(args) == 0 {
		defs, err := a.playable(c, nil)
		for _, d := range defs {
			g, errs := d.Game(nil)
			if len(errs) > 0 {
				return nil, nil, errs
			}
			games = append(games, g)
		}
		return c, games, err
	}
	var errs diag.Errors
	for i := range args {
		w, err := naming.Read(oneOf(args, i))
		if err == nil {
			var g *rulesets.Game
			if g, err = w.Game(c); err == nil {
				games = append(games, g)
			}
		}
		errs.Merge(diag.AsErrors(err))
	}
	return c, games, errs.Err()
}

// bench measures one interpretation.
func (a *app) bench(ctx context.Context, c *dimension.Corpus, g *rulesets.Game, f *benchFlags) (*speed.Row, error) {
	o := f.Options
	if o.Name.Rung != players.Random {
		var err error
		if o.Program, err = a.maker(ctx, g, &f.programFlags, nil, o.Name); err != nil {
			return nil, err
		}
		p, err := o.Program.Make(ctx, o.Name) // it learns now
		if err != nil {
			return nil, refusedAt(o.Name, err)
		}
		p.Close()
	}
	ready, err := a.ready(ctx, c, g)
	if err != nil {
		return nil, err
	}
	o.Begun = func(seconds float64) (end func()) { return a.ticking(seconds, g.Name()) }
	row, err := speed.Measure(ctx, g, o)
	row.ReadyMillis = float64(ready.Microseconds()) / 1000
	return row, err
}

// ticking shows how much of so many seconds is over, until it is ended.
func (a *app) ticking(seconds float64, what string) (end func()) {
	m := a.meter(int(math.Ceil(seconds*10)), what)
	done := make(chan struct{})
	var ticking sync.WaitGroup
	ticking.Go(func() {
		tick := time.NewTicker(100 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				m.advance(1)
			case <-done:
				return
			}
		}
	})
	return func() {
		close(done)
		ticking.Wait()
		m.end()
	}
}

// ready is how long it takes from the text of the ruleset to what plays it.
func (a *app) ready(ctx context.Context, c *dimension.Corpus, g *rulesets.Game) (time.Duration, error) {
	file := g.Definition.Pos.File
	fsys, root := a.homeOf(g.Definition).rulesetFiles()
	from := c.Corpus.Of(g.Definition)
	inside := strings.TrimPrefix(strings.TrimPrefix(file, root), "/")
	if _, err := fs.Stat(fsys, inside); err != nil { // the bundled rulesets lie at the root
		inside = strings.TrimPrefix(inside, "rulesets/")
	}
	data, err := fs.ReadFile(fsys, inside)
	if err != nil {
		return 0, err
	}
	return speed.Ready(ctx, from, file, data, g)
}

// writeBench prints what was measured; left are those that were not, because the
// command was stopped.
func (a *app) writeBench(rows []*speed.Row, left []string) error {
	t := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	pairs := ""
	for _, r := range rows {
		if r.Pairs > 0 {
			pairs = fmt.Sprintf("%d workers\t", r.Jobs)
		}
	}
	fmt.Fprintln(t, "ruleset\texecutor\tgames\tmoves/s\tgames/s\tns/move\tmoves/game\tpasses/game\tturns/game\tfirst wins\tover cap\tfrom YAML\tinterpreter\t"+pairs)
	times := func(x *float64, format string) string {
		if x == nil {
			return "-"
		}
		return fmt.Sprintf(format, *x)
	}
	for _, r := range rows {
		share := "-"
		if r.FirstPlayerShare != nil {
			share = fmt.Sprintf("%.1f%%", 100**r.FirstPlayerShare)
		}
		fmt.Fprintf(t, "%s\t%s\t%d\t%.0f\t%.1f\t%.1f\t%.1f\t%.1f\t%.1f\t%s\t%d\t%.0f ms\t%s\t", r.Ruleset, r.Executor, r.Games, r.MovesPerSecond, r.GamesPerSecond,
			r.NanosPerMove, r.MeanMoves, float64(r.Passes)/float64(max(r.Games, 1)), r.MeanTurns, share, r.OverCap, r.ReadyMillis, times(r.Ratio, "%.1fx"))
		if pairs != "" {
			fmt.Fprintf(t, "%s\t", times(r.Speedup, "%.2fx"))
		}
		fmt.Fprintln(t)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	drawn := "moves"
	if b := rows[0].Bound; b != nil {
		drawn = fmt.Sprintf("results of whole turns, %d at most", *b)
	}
	whose := "uniformly random " + drawn
	if rows[0].Player != (players.Name{}).String() {
		whose = "moves of " + rows[0].Player
	}
	fmt.Fprintf(a.stdout, "\n%s, %s, %s/%s; a game is given up after %d plies\n",
		whose, plural(rows[0].Jobs, "worker"), runtime.GOOS, runtime.GOARCH, benchCap)
	if pairs != "" {
		fmt.Fprintf(a.stdout, "%d workers against one: median of %s of runs\n", rows[0].Jobs, plural(rows[0].Pairs, "pair"))
	}
	said := map[string]bool{}
	for _, r := range rows {
		switch {
		case r.Missing == "":
		case r.Missing != play.ErrNoCompiler.Error():
			fmt.Fprintf(a.stdout, "%s: %s\n", r.Ruleset, r.Missing)
		case !said[r.Missing]: // that is true of all
			said[r.Missing] = true
			fmt.Fprintf(a.stdout, "the interpreter plays: %s\n", r.Missing)
		}
		var notes []string
		if r.Interrupted {
			notes = append(notes, fmt.Sprintf("interrupted after %.1f seconds", r.Seconds))
		}
		if r.OverCap > 0 {
			notes = append(notes, measure.AtRandom.Games(r.OverCap)+" given up")
		}
		if r.Stuck > 0 {
			notes = append(notes, measure.AtRandom.Games(r.Stuck)+" ended in a position that no rule provides for")
		}
		if r.Bound != nil {
			notes = append(notes, fmt.Sprintf("%d of %s had more than %s and were played by uniformly random moves",
				*r.Beyond, plural(*r.Whole+*r.Beyond, "turn"), plural(*r.Bound, "result")))
		}
		if len(notes) > 0 {
			fmt.Fprintf(a.stdout, "%s: %s\n", r.Ruleset, strings.Join(notes, ", "))
		}
	}
	if len(left) > 0 {
		fmt.Fprintf(a.stdout, "interrupted: not measured: %s\n", strings.Join(left, ", "))
	}
	return nil
}
