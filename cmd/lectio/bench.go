package main

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"text/tabwriter"
	"time"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/spf13/cobra"
)

// benchCap is where a random game is given up: plies of one game.
const benchCap = 20000

// benchCommand is lectio bench.
func benchCommand(a *app) *cobra.Command {
	var seconds float64
	var jobs int
	var seed uint64
	cmd := &cobra.Command{
		Use:   "bench [RULESET...]",
		Short: "measure moves and games per second",
		Long: `Bench plays games with uniformly random moves in the interpreter and reports how
fast. A move is a decision or a forced single move; passes and stops are
reported apart. Without RULESET every ruleset of the corpus is measured.`,
		Args: takes(0, -1, "RULESET"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !(seconds > 0) || seconds > 86400 {
				return wrong(fmt.Sprint(seconds), "more than 0, at most 86400", "--seconds is out of range")
			}
			if jobs < 1 || jobs > 1024 {
				return wrong(fmt.Sprint(jobs), "1 to 1024", "--jobs is out of range")
			}
			games, err := a.benched(args)
			if err != nil {
				return err
			}
			var rows []*benchRow
			for _, g := range games {
				row := a.bench(cmd.Context(), g, seconds, jobs, seed)
				if row.Games == 0 && cmd.Context().Err() != nil {
					break
				}
				rows = append(rows, row)
				if a.json {
					if err := writeJSON(a.stdout, row); err != nil {
						return err
					}
				}
			}
			if len(rows) == 0 {
				return cmd.Context().Err()
			}
			if a.json {
				return nil
			}
			return a.writeBench(rows)
		},
	}
	cmd.Flags().Float64Var(&seconds, "seconds", 2, "play for `S` seconds")
	cmd.Flags().IntVar(&jobs, "jobs", 1, "play `N` games at a time")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "the seed `S` of the random games")
	return cmd
}

// benched compiles what is to be measured.
func (a *app) benched(args []string) ([]*rulesets.Game, error) {
	c, err := a.rulesets()
	if err != nil {
		return nil, err
	}
	if len(args) == 0 {
		args = c.IDs()
	}
	var games []*rulesets.Game
	var errs yamlpos.Errors
	for _, arg := range args {
		w, err := want(argument("RULESET", arg))
		if err == nil {
			var g *rulesets.Game
			if g, err = w.game(c); err == nil {
				games = append(games, g)
			}
		}
		errs.Merge(yamlpos.AsErrors(err))
	}
	return games, errs.Err()
}

// benchRow is what is measured of one interpretation.
type benchRow struct {
	Ruleset          string   `json:"ruleset"`
	Games            int      `json:"games"`
	Moves            int      `json:"moves"`
	Passes           int      `json:"passes"`
	Seconds          float64  `json:"seconds"`
	MovesPerSecond   float64  `json:"moves_per_second"`
	GamesPerSecond   float64  `json:"games_per_second"`
	MeanMoves        float64  `json:"mean_moves"`
	MeanTurns        float64  `json:"mean_turns"`
	FirstPlayerShare *float64 `json:"first_player_share"` // of the games somebody won; null when nobody did
	OverCap          int      `json:"over_cap"`
	Stuck            int      `json:"stuck"` // games in a position that no rule provides for

	turns, won, decided int
}

func (r *benchRow) add(s *benchRow) {
	r.Games += s.Games
	r.Moves += s.Moves
	r.Passes += s.Passes
	r.OverCap += s.OverCap
	r.Stuck += s.Stuck
	r.turns += s.turns
	r.won += s.won
	r.decided += s.decided
}

// bench plays one interpretation for some time. A game that has begun is
// played to its end; the clock stops with the last one.
func (a *app) bench(ctx context.Context, g *rulesets.Game, seconds float64, jobs int, seed uint64) *benchRow {
	row := &benchRow{Ruleset: g.Name()}
	ctx, stop := context.WithTimeout(ctx, time.Duration(seconds*float64(time.Second)))
	defer stop()
	var next atomic.Uint64
	var mu sync.Mutex
	var workers sync.WaitGroup
	m := a.meter(int(math.Ceil(seconds*10)), g.Name())
	begun := time.Now()
	for range jobs {
		workers.Go(func() {
			sum := benchGames(ctx, g, seed, &next)
			mu.Lock()
			defer mu.Unlock()
			row.add(sum)
		})
	}
	done := make(chan struct{})
	go func() {
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
	}()
	workers.Wait()
	close(done)
	row.Seconds = time.Since(begun).Seconds()
	m.end()
	row.MovesPerSecond = float64(row.Moves) / row.Seconds
	row.GamesPerSecond = float64(row.Games) / row.Seconds
	if row.Games > 0 {
		row.MeanMoves = float64(row.Moves) / float64(row.Games)
		row.MeanTurns = float64(row.turns) / float64(row.Games)
	}
	if row.decided > 0 {
		share := float64(row.won) / float64(row.decided)
		row.FirstPlayerShare = &share
	}
	return row
}

// benchGames is one worker: games by their numbers until time is up.
func benchGames(ctx context.Context, g *rulesets.Game, seed uint64, next *atomic.Uint64) *benchRow {
	sum := &benchRow{}
	in := engine.NewInterpreter(g.Program)
	in.History = engine.NewHistory()
	s := g.Program.NewState()
	var r engine.Random
	var buf []engine.Move
	for ctx.Err() == nil {
		r.Reset(seed, next.Add(1))
		in.Start(s)
		var t engine.Tally
		t, buf = in.Random(s, &r, benchCap, buf)
		sum.Games++
		sum.Moves += t.Moves
		sum.Passes += t.Passes
		sum.turns += t.Turns
		if t.OverCap {
			sum.OverCap++
			continue
		}
		if end, _ := s.End(); end < 0 {
			sum.Stuck++
			continue
		}
		if w := s.Winner(); w >= 0 {
			sum.decided++
			if w == g.Program.First {
				sum.won++
			}
		}
	}
	return sum
}

func (a *app) writeBench(rows []*benchRow) error {
	t := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "ruleset\tgames\tmoves\tpasses\tseconds\tmoves/s\tgames/s\tmoves/game\tturns/game\tfirst wins\tover cap\t")
	for _, r := range rows {
		share := "-"
		if r.FirstPlayerShare != nil {
			share = fmt.Sprintf("%.1f%%", 100**r.FirstPlayerShare)
		}
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%.2f\t%.0f\t%.1f\t%.1f\t%.1f\t%s\t%d\t\n",
			r.Ruleset, r.Games, r.Moves, r.Passes, r.Seconds, r.MovesPerSecond, r.GamesPerSecond, r.MeanMoves, r.MeanTurns, share, r.OverCap)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(a.stdout, "\nuniformly random moves, interpreter, %s/%s; a game is given up after %d plies\n",
		runtime.GOOS, runtime.GOARCH, benchCap)
	for _, r := range rows {
		var notes []string
		if r.OverCap > 0 {
			notes = append(notes, fmt.Sprintf("%s given up", plural(r.OverCap, "game")))
		}
		if r.Stuck > 0 {
			notes = append(notes, fmt.Sprintf("%s ended in a position that no rule provides for", plural(r.Stuck, "game")))
		}
		if len(notes) > 0 {
			fmt.Fprintf(a.stdout, "%s: %s\n", r.Ruleset, strings.Join(notes, ", "))
		}
	}
	return nil
}
