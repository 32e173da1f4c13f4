package main

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"text/tabwriter"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/spf13/cobra"
)

// deepest is a depth at which no game can be counted any more.
const deepest = 100

// perftCommand is lectio perft.
func perftCommand(a *app) *cobra.Command {
	var f gameFlags
	var at positionFlags
	var depth int
	var turns, results, positions bool
	cmd := &cobra.Command{
		Use:   "perft RULESET",
		Short: "count lines of play to a depth",
		Long: `Perft counts the lines of exactly 1, 2, ... moves. Each part played, a removal,
each leap, a stop and a forced pass is one move; a throw is none, and each
distinct throw counts once. Finished games are not extended.

With --turns whole turns are counted, each distinct sequence of its moves as one; what
is thrown within a turn parts it. With --results each distinct result of a turn is counted
once, by whatever moves it comes about: so are published counts of games in which one
capture can be made in several orders. With --positions the distinct positions after so many
moves are counted, who is to move among what tells two apart.`,
		Args: takes(1, 1, "RULESET"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if depth < 1 || depth > deepest {
				return wrong(fmt.Sprint(depth), fmt.Sprintf("1 to %d", deepest), "--depth is out of range")
			}
			switch {
			case turns && results:
				return wrong("--turns and --results", "one of them", "turns are counted by their moves or by their results")
			case positions && (turns || results):
				return wrong("--positions with another count", "one of them", "positions are counted by moves")
			}
			g, err := a.game(args[0], &f)
			if err != nil {
				return err
			}
			in := engine.NewInterpreter(g.Program)
			s, err := a.position(g, in, &at)
			if err != nil {
				return err
			}
			counts := "lines"
			var nodes []uint64
			switch {
			case positions:
				counts = "positions"
				if nodes, err = perftPositions(cmd.Context(), g, s, depth); err != nil {
					return err
				}
			case results:
				counts = "results"
				if nodes, err = perftResults(cmd.Context(), g, s, depth); err != nil {
					return err
				}
			case turns:
				counts = "turns"
				fallthrough
			default:
				nodes = a.perft(cmd.Context(), g, s, depth, turns)
			}
			if err := cmd.Context().Err(); err != nil {
				return err
			}
			if a.json {
				counted := counts
				if counted == "lines" { // what nodes are, where nothing is said
					counted = ""
				}
				return a.printJSON(struct {
					Nodes  []uint64 `json:"nodes"`
					Counts string   `json:"counts,omitempty"`
					Over   any      `json:"over,omitempty"`
				}{nodes, counted, g.State(s).Over()})
			}
			t := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
			fmt.Fprintln(t, "depth\t"+counts+"\t")
			for i, n := range nodes {
				fmt.Fprintf(t, "%d\t%d\t\n", i+1, n)
			}
			return t.Flush()
		},
	}
	f.register(cmd)
	at.register(cmd, "the position to count from")
	cmd.Flags().IntVar(&depth, "depth", 3, "count lines of up to `N` moves")
	cmd.Flags().BoolVar(&turns, "turns", false, "count whole turns, by the sequences of their moves")
	cmd.Flags().BoolVar(&positions, "positions", false, "count the distinct positions after so many moves")
	cmd.Flags().BoolVar(&results, "results", false, "count whole turns, by their distinct results")
	return cmd
}

// perftResults counts the distinct results of turns.
func perftResults(ctx context.Context, g *rulesets.Game, s *engine.State, depth int) ([]uint64, error) {
	x := play.NewSearcher(g.Program, play.Whichever)
	defer x.Close(ctx)
	nodes, complete := x.PerftResults(ctx, s, depth, mostResults, func() bool { return ctx.Err() != nil })
	if !complete && ctx.Err() == nil {
		return nil, wrong("", fmt.Sprintf("turns of at most %d results", mostResults), "a turn has more results than can be counted")
	}
	return nodes, nil
}

// perftPositions counts the distinct positions after so many moves.
func perftPositions(ctx context.Context, g *rulesets.Game, s *engine.State, depth int) ([]uint64, error) {
	x := play.NewSearcher(g.Program, play.Whichever)
	defer x.Close(ctx)
	nodes, complete := x.PerftPositions(ctx, s, depth, mostPositions, func() bool { return ctx.Err() != nil })
	if !complete && ctx.Err() == nil {
		return nil, wrong("", fmt.Sprintf("at most %d positions after so many moves; a lesser --depth", mostPositions), "there are more positions than can be kept")
	}
	return nodes, nil
}

// mostPositions is how many positions after one number of moves are kept at most.
const mostPositions = 5_000_000

// mostResults is how many results of one turn are counted at most.
const mostResults = 1 << 20

// perft shares the lines among the processors by their first moves. The counts
// are sums, so they do not depend on who counts what. Whole turns are counted by one.
func (a *app) perft(ctx context.Context, g *rulesets.Game, s *engine.State, depth int, turns bool) []uint64 {
	stop := func() bool { return ctx.Err() != nil }
	if turns {
		x := play.NewSearcher(g.Program, play.Whichever)
		defer x.Close(ctx)
		return x.Perft(ctx, s, depth, true, stop)
	}
	in := engine.NewInterpreter(g.Program)
	nodes := make([]uint64, depth)
	roots := []*engine.State{s}
	ply := 0
	// Widen until there is enough to share.
	for ply < depth-1 && len(roots) > 0 && len(roots) < 64*runtime.GOMAXPROCS(0) {
		var next []*engine.State
		for _, r := range roots {
			each(in, r, 0, stop, func(t *engine.State) {
				moves := in.Moves(t, nil)
				nodes[ply] += uint64(len(moves))
				for _, m := range moves {
					u := t.Clone()
					in.Play(u, m)
					next = append(next, u)
				}
			})
		}
		roots = next
		ply++
	}
	m := a.meter(len(roots), "counting")
	defer m.end()
	var mu sync.Mutex
	var taken atomic.Int64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			mine := play.NewSearcher(g.Program, play.Whichever)
			defer mine.Close(ctx)
			sum := make([]uint64, depth-ply)
			for !stop() {
				i := int(taken.Add(1)) - 1
				if i >= len(roots) {
					break
				}
				for k, n := range mine.Perft(ctx, roots[i], depth-ply, false, stop) {
					sum[k] += n
				}
				m.advance(1)
			}
			mu.Lock()
			defer mu.Unlock()
			for k, n := range sum {
				nodes[ply+k] += n
			}
		})
	}
	workers.Wait()
	return nodes
}

// each calls visit for the decisions that a state leads to: itself, or those after each
// throw that it awaits. It follows as many throws in a row as [play.Perft] does, since
// there may be throws without end by which nothing can be played.
func each(in *engine.Interpreter, s *engine.State, thrown int, stop func() bool, visit func(*engine.State)) {
	if thrown > engine.MostThrows || stop() {
		return
	}
	switch s.Status() {
	case engine.Over:
	case engine.AwaitsThrow:
		for t := range throws(in.Program(), s) {
			u := s.Clone()
			in.Throw(u, t)
			each(in, u, thrown+1, stop, visit)
		}
	default:
		visit(s)
	}
}

// throws yields the distinct throws that a state awaits.
func throws(p *engine.Program, s *engine.State) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		d := s.Device(p)
		if d < 0 {
			return
		}
		for t := p.Devices[d].First; t < p.Devices[d].First+p.Devices[d].Count; t++ {
			if !yield(t) {
				return
			}
		}
	}
}
