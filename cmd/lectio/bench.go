package main

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"math"
	"runtime"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"text/tabwriter"
	"time"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/players"
	"github.com/spf13/cobra"
)

// benchCap is where a random game is given up: plies of one game.
const benchCap = 20000

// benchFlags are the flags of bench.
type benchFlags struct {
	seconds     float64
	jobs, pairs int
	seed        uint64
	agent       string
	bound       int // 0: single moves are drawn
	programFlags
	name    players.Name
	program *players.Maker // nil: moves are drawn
}

// The agents.
const (
	agentMoves   = "moves"
	agentResults = "results"
)

// benchCommand is lectio bench.
func benchCommand(a *app) *cobra.Command {
	f := &benchFlags{}
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
			if !(f.seconds > 0) || f.seconds > 86400 {
				return wrong(fmt.Sprint(f.seconds), "more than 0, at most 86400", "--seconds is out of range")
			}
			if f.jobs < 1 || f.jobs > 1024 {
				return wrong(fmt.Sprint(f.jobs), "1 to 1024", "--jobs is out of range")
			}
			if f.pairs < 0 || f.pairs > 1000 {
				return wrong(fmt.Sprint(f.pairs), "0 to 1000", "--pairs is out of range")
			}
			if f.pairs > 0 && f.jobs == 1 {
				return wrong("--jobs 1", "--jobs 2 or more", "--pairs compares one worker with several")
			}
			switch {
			case f.agent != agentMoves && f.agent != agentResults:
				return wrong(f.agent, agentMoves+" or "+agentResults, "--agent is unknown")
			case f.agent == agentResults && !cmd.Flags().Changed("bound"):
				return wrong("--agent "+agentResults, "--bound N beside it", "a turn can have more results than can be counted: play over them is offered under a bound only")
			case f.agent != agentResults && cmd.Flags().Changed("bound"):
				return wrong("--bound", "--agent "+agentResults+" beside it", "--bound is of the agent of whole turns")
			case cmd.Flags().Changed("bound") && (f.bound < 1 || f.bound > 1<<20):
				return wrong(fmt.Sprint(f.bound), fmt.Sprintf("1 to %d", 1<<20), "--bound is out of range")
			}
			if f.player != nil {
				var err error
				if f.name, err = f.programFlags.name(); err != nil {
					return err
				}
				if f.agent == agentResults && f.name.Rung != players.Random {
					return wrong("--player "+f.name.String(), "--agent "+agentMoves, "programs choose single moves")
				}
			}
			c, games, err := a.benched(args)
			if err != nil {
				return err
			}
			return a.benchAll(cmd.Context(), c, games, f)
		},
	}
	cmd.Flags().Float64Var(&f.seconds, "seconds", 2, "play for `S` seconds, and a quarter of that in the interpreter")
	cmd.Flags().IntVar(&f.jobs, "jobs", 1, "play with `N` workers")
	cmd.Flags().IntVar(&f.pairs, "pairs", 0, "compare one worker with --jobs of them in `N` pairs of runs, of --seconds each")
	cmd.Flags().Uint64Var(&f.seed, "seed", 1, "the seed `S` of the random games")
	cmd.Flags().StringVar(&f.agent, "agent", agentMoves, "what is drawn: `WHAT` is moves, or results of whole turns")
	cmd.Flags().StringArrayVar(&f.player, "player", nil, "have `PROGRAM` play all sides: random, learned, searching:N, playouts:N, perfect")
	f.making(cmd, mostOfPerfect)
	cmd.Flags().IntVar(&f.bound, "bound", 0, "with --agent results, draw among at most `N` of a turn")
	return cmd
}

// benchAll measures one game after the other, until the user asks to stop.
func (a *app) benchAll(ctx context.Context, c *dimension.Corpus, games []*rulesets.Game, f *benchFlags) error {
	var rows []*benchRow
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
			if err := writeJSON(a.stdout, row); err != nil {
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
		err = writeJSON(a.stdout, map[string]any{"interrupted": true, "not_done": left})
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
		w, err := want(oneOf(args, i))
		if err == nil {
			var g *rulesets.Game
			if g, err = w.game(c); err == nil {
				games = append(games, g)
			}
		}
		errs.Merge(diag.AsErrors(err))
	}
	return c, games, errs.Err()
}

// benchRow is what is measured of one interpretation.
type benchRow struct {
	Ruleset  string `json:"ruleset"`
	Executor string `json:"executor"` // "generated" or "interpreter"
	Missing  string `json:"missing"`  // why the interpreter plays; "" for generated code
	Agent    string `json:"agent"`    // "moves" or "results"
	Player   string `json:"player"`   // the program that plays
	// Bound is how many results of a turn are drawn among at most, Whole how many
	// turns, or throws within them, were played so, and Beyond how many had more and
	// were played by single moves; null where single moves are drawn.
	Bound  *int `json:"bound"`
	Whole  *int `json:"whole_turns"`
	Beyond *int `json:"turns_beyond_bound"`
	Jobs   int  `json:"jobs"`
	benchRun
	MovesPerSecond   float64  `json:"moves_per_second"`
	GamesPerSecond   float64  `json:"games_per_second"`
	NanosPerMove     float64  `json:"ns_per_move"` // of one second by the moves of all workers together
	MeanMoves        float64  `json:"mean_moves"`
	MeanTurns        float64  `json:"mean_turns"`
	FirstPlayerShare *float64 `json:"first_player_share"` // of the games somebody won; null when nobody did
	ReadyMillis      float64  `json:"ready_ms"`           // from YAML to machine code, or to the interpreter's program
	Memory           int      `json:"memory_bytes"`       // of each worker's instance; 0 for the interpreter
	// Interpreter is moves a second in the interpreter, with as many workers, and
	// Ratio how many times as many the generated code makes; null without it.
	Interpreter *float64 `json:"interpreter_moves_per_second"`
	Ratio       *float64 `json:"ratio_to_interpreter"`
	// Speedup is the median, over so many pairs of runs, of moves a second with all
	// workers over those with one; null when that was not measured.
	Speedup *float64 `json:"speedup"`
	Pairs   int      `json:"pairs"`
	// Interrupted says that the measuring was stopped before its time was up.
	Interrupted bool `json:"interrupted,omitempty"`
}

// benchRun is what games played for some time come to.
type benchRun struct {
	Games   int     `json:"games"`
	Moves   int     `json:"moves"`
	Passes  int     `json:"passes"`
	Seconds float64 `json:"seconds"`
	OverCap int     `json:"over_cap"`
	Stuck   int     `json:"stuck"` // games in a position that no rule provides for

	turns, won, decided int
	whole, beyond       int
}

func (r *benchRun) add(s *benchRun) {
	r.Games += s.Games
	r.Moves += s.Moves
	r.Passes += s.Passes
	r.OverCap += s.OverCap
	r.Stuck += s.Stuck
	r.turns += s.turns
	r.won += s.won
	r.decided += s.decided
	r.whole += s.whole
	r.beyond += s.beyond
}

func (r *benchRun) speed() float64 { return float64(r.Moves) / r.Seconds }

// bench measures one interpretation.
func (a *app) bench(ctx context.Context, c *dimension.Corpus, g *rulesets.Game, f *benchFlags) (*benchRow, error) {
	row := &benchRow{Ruleset: g.Name(), Executor: play.Generated.String(), Jobs: f.jobs, Pairs: f.pairs, Agent: f.agent, Player: f.name.String()}
	x := play.NewExecutor(g.Program, play.Generated)
	x.Prepare(ctx)
	if why := x.Interpreted(); why != nil {
		row.Executor, row.Missing = play.Interpreted.String(), why.Error()
	}
	row.Memory = x.Memory()
	f.program = nil
	if f.name.Rung != players.Random {
		var err error
		if f.program, err = a.maker(ctx, g, &f.programFlags, nil, f.name); err != nil {
			return nil, err
		}
		p, err := f.program.Make(ctx, f.name) // it learns now
		if err != nil {
			return nil, refusedAt(f.name, err)
		}
		p.Close()
	}
	ready, err := a.ready(ctx, c, g)
	if err != nil {
		return nil, err
	}
	row.ReadyMillis = float64(ready.Microseconds()) / 1000
	runs := 1.0
	if row.Missing == "" && f.program == nil {
		runs += 0.25
	}
	runs += 2 * float64(f.pairs)
	defer a.ticking(f.seconds*runs, g.Name())()
	run := func(x *play.Executor, seconds float64, jobs int) benchRun {
		if err == nil {
			var r benchRun
			if r, err = benchGames(ctx, g, x, seconds, jobs, f); r.Games > 0 {
				return r
			}
		}
		return benchRun{Seconds: 1}
	}
	row.benchRun = run(x, f.seconds, f.jobs)
	if row.Missing == "" && f.program == nil && ctx.Err() == nil {
		slow := run(play.NewExecutor(g.Program, play.Interpreted), f.seconds/4, f.jobs)
		if slow.Moves > 0 {
			speed, ratio := slow.speed(), row.speed()/slow.speed()
			row.Interpreter, row.Ratio = &speed, &ratio
		}
	}
	var ratios []float64
	for k := 0; k < f.pairs && ctx.Err() == nil; k++ {
		var one, all benchRun
		if k%2 == 0 { // whatever warms up or slows down the machine meets both
			one, all = run(x, f.seconds, 1), run(x, f.seconds, f.jobs)
		} else {
			all, one = run(x, f.seconds, f.jobs), run(x, f.seconds, 1)
		}
		if one.Moves > 0 && all.Moves > 0 {
			ratios = append(ratios, all.speed()/one.speed())
		}
	}
	if row.Pairs = len(ratios); row.Pairs > 0 {
		sort.Float64s(ratios)
		median := (ratios[(len(ratios)-1)/2] + ratios[len(ratios)/2]) / 2
		row.Speedup = &median
	}
	row.MovesPerSecond = row.speed()
	row.GamesPerSecond = float64(row.Games) / row.Seconds
	if row.Moves > 0 {
		row.NanosPerMove = 1e9 / row.speed()
	}
	if row.Games > 0 {
		row.MeanMoves = float64(row.Moves) / float64(row.Games)
		row.MeanTurns = float64(row.turns) / float64(row.Games)
	}
	if f.bound > 0 {
		row.Bound, row.Whole, row.Beyond = &f.bound, &row.whole, &row.beyond
	}
	if row.decided > 0 {
		share := float64(row.won) / float64(row.decided)
		row.FirstPlayerShare = &share
	}
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
	begun := time.Now()
	d, errs := from.Read(file, data)
	if len(errs) > 0 {
		return 0, errs
	}
	choice := rulesets.Choice{}
	for q, r := range g.Readings {
		choice[q] = r.ID
	}
	again, errs := d.Game(choice)
	if len(errs) > 0 {
		return 0, errs
	}
	x := play.NewExecutor(again.Program, play.Generated)
	x.Prepare(ctx)
	took := time.Since(begun)
	x.Close(ctx)
	return took, nil
}

// benchBlock is how many games a worker takes at a time.
const benchBlock = 256

// benchGames plays games by their numbers until time is up. A game that has begun
// is played to its end; the clock stops with the last one.
func benchGames(ctx context.Context, g *rulesets.Game, x *play.Executor, seconds float64, jobs int, f *benchFlags) (benchRun, error) {
	timed, stop := context.WithTimeout(ctx, time.Duration(seconds*float64(time.Second)))
	defer stop()
	var next atomic.Int64
	var mu sync.Mutex
	var workers sync.WaitGroup
	block := benchBlock
	if f.bound > 0 || f.name.Iterations > 0 { // such games take longer
		block = 1
	}
	some := x.Play
	if f.program != nil {
		some = func(ctx context.Context, s play.Series, count func(*play.Played)) error {
			return f.program.Play(ctx, f.name, s, count)
		}
	}
	var out benchRun
	var failed error
	begun := time.Now()
	for range jobs {
		workers.Go(func() {
			var sum benchRun
			count := sum.count(g.Program, f.seed)
			var err error
			for err == nil && timed.Err() == nil {
				first := int(next.Add(int64(block))) - block + 1
				err = some(timed, play.Series{Seed: f.seed, First: first, Count: block, Cap: benchCap, Bound: f.bound}, count)
			}
			mu.Lock()
			defer mu.Unlock()
			out.add(&sum)
			if err != nil && timed.Err() == nil {
				failed = err
			}
		})
	}
	workers.Wait()
	out.Seconds = time.Since(begun).Seconds()
	return out, failed
}

// count returns what enters a game.
func (r *benchRun) count(p *engine.Program, seed uint64) func(*play.Played) {
	openers := play.NewOpeners(p)
	return func(x *play.Played) {
		r.Games++
		r.Moves += x.Moves
		r.Passes += x.Passes
		r.turns += x.Turns
		r.whole += x.Whole
		r.beyond += x.Beyond
		if x.OverCap {
			r.OverCap++
			return
		}
		if end, _ := x.State.End(); end < 0 {
			r.Stuck++
			return
		}
		if w := x.State.Winner(); w >= 0 {
			r.decided++
			if p.Team[w] == p.Team[openers.Of(seed, uint64(x.Number))] {
				r.won++
			}
		}
	}
}

// writeBench prints what was measured; left are those that were not, because the
// command was stopped.
func (a *app) writeBench(rows []*benchRow, left []string) error {
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
