package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify/permit"
	"github.com/lectio/lectio/verify/players"
	"github.com/lectio/lectio/verify/solve/strategies"
	"github.com/spf13/cobra"
)

// movesFlags are the flags of moves.
type movesFlags struct {
	gameFlags
	positionFlags
	by              programFlags
	consulted       func() bool // whether --player is given
	results, values bool
	limit           int
}

// movesCommand is lectio moves.
func movesCommand(a *app) *cobra.Command {
	f := &movesFlags{}
	batch := false
	cmd := &cobra.Command{
		Use:   "moves RULESET",
		Short: "show what is permitted in a position, and which clause refuses the rest",
		Long: `Moves lists the legal moves of a position, and every other move that some rule
allows together with the rules that refuse it and the clauses behind them.

A position is written as JSON or YAML, or is 'start'. One that awaits a throw,
asked without --throw, answers with the throws and their chances. Where the game is over
in it by a rule, that is said, and nothing is permitted; with --as-if-going-on what would
be permitted is listed.

With --player a program says what it would do, and by what it reckons how often who
moves prevails: learned by what stands on the board behind each move, a search by the lines
that it followed. Of learned the positions behind the best move and the next are laid
side by side: what the one has and the other has not, and its share in the difference.

With --values each move, or each throw that is awaited, has what it is worth under best play of
both, proved, and what it costs against the best; of games, or from positions, that can be
solved. Of what stood on the board before nothing is known.

With --batch requests are read from standard input, one JSON object a line, and
answered in their order.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if batch {
				return takes(0, 0, "")(cmd, args)
			}
			return takes(1, 1, "RULESET")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if batch {
				if err := batchAlone(cmd.Flags().Changed); err != nil {
					return err
				}
				return a.batch(cmd.Context())
			}
			return a.moves(cmd.Context(), args[0], f)
		},
	}
	f.gameFlags.register(cmd)
	f.positionFlags.register(cmd, "the position")
	f.throwFlag(cmd)
	cmd.Flags().BoolVar(&f.values, "values", false, "say what each move is worth under best play, and what a worse one costs")
	cmd.Flags().BoolVar(&f.results, "results", false, "list the states that the whole turn can lead to")
	cmd.Flags().IntVar(&f.limit, "limit", permit.DefaultLimit, "stop after `N` results")
	cmd.Flags().StringArrayVar(&f.by.player, "player", nil, "say what `PROGRAM` would do: random, learned, searching:N, playouts:N, perfect")
	f.consulted = func() bool { return cmd.Flags().Changed("player") }
	f.by.making(cmd, mostOfPerfect)
	cmd.Flags().BoolVar(&batch, "batch", false, "answer requests from standard input, one a line")
	return cmd
}

func (a *app) moves(ctx context.Context, ruleset string, f *movesFlags) error {
	if f.limit < 0 {
		return wrong(fmt.Sprint(f.limit), "0 or more", "--limit cannot be negative")
	}
	g, err := a.game(ruleset, &f.gameFlags)
	if err != nil {
		return err
	}
	in := engine.NewInterpreter(g.Program)
	s, err := a.position(g, in, &f.positionFlags)
	if err != nil {
		return err
	}
	turns := play.NewSearcher(g.Program, play.Whichever)
	defer turns.Close(ctx)
	ask := permit.Question{Moves: true, Refused: true, Results: f.results, Limit: f.limit}
	ans := movesAnswer{Answer: *ask.Answer(ctx, g, in, turns, s)}
	if err := ctx.Err(); err != nil {
		return err // what was counted would be too few
	}
	if f.consulted() {
		if ans.Program, err = a.considered(ctx, g, &f.by, in, s); err != nil {
			return err
		}
	}
	if f.values {
		if ans.Values, err = a.values(ctx, g, in, s, f.by.positions); err != nil {
			return err
		}
	}
	if a.json {
		return a.printJSON(ans)
	}
	if err := a.say(a.stdout, a.board(g, s)+edition.ScoreLine(g, s)+"\n"); err != nil {
		return err
	}
	return ans.text(a, g, s, f.limit)
}

// movesAnswer is what moves prints: what holds of the position, and what was asked for besides.
type movesAnswer struct {
	permit.Answer
	Program *players.Considered `json:"program,omitempty"` // what one would do
	Values  *strategies.Values  `json:"values,omitempty"`
}

// text writes the answer for people.
func (ans *movesAnswer) text(a *app, g *rulesets.Game, s *engine.State, limit int) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\n%s\n", edition.Headline(g, s), ans.At)
	if ans.Awaits != "" {
		t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		fmt.Fprintf(t, "\nthrow\tways\n")
		for _, x := range ans.Throws {
			fmt.Fprintf(t, "%s\t%s\n", x.Throw, x.Ways)
		}
		t.Flush() // b keeps what is written
	}
	writeMoves(&b, ans.Moves, ans.Refused)
	if ans.Refused != nil {
		writeSentences(&b, g, *ans.Refused)
	}
	if ans.Results != nil {
		a.writeResults(&b, ans.Results, limit)
	}
	if ans.Program != nil {
		ans.Program.Write(&b)
	}
	if ans.Values != nil {
		ans.Values.Write(&b)
	}
	_, err := a.stdout.Write(b.Bytes())
	return err
}

// writeMoves writes the moves that are legal and those that are refused, in columns of one width.
func writeMoves(b io.Writer, legal, refused *[]rulesets.Move) {
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	for _, part := range []struct {
		head  string
		moves *[]rulesets.Move
	}{{"legal", legal}, {"refused", refused}} {
		if part.moves == nil || len(*part.moves) == 0 {
			continue
		}
		fmt.Fprintf(t, "\n%s\tact\tpart\ttakes\tby\n", part.head)
		for _, m := range *part.moves {
			fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", m.Move, m.Act, dash(m.Part), dash(strings.Join(m.Takes, " ")), dash(reasons(m.By)))
		}
	}
	t.Flush() // b keeps what is written
}

// writeResults writes what the turn can lead to, and how the first of it is played again.
func (a *app) writeResults(b io.Writer, r *permit.Results, limit int) {
	switch {
	case r.Complete:
		fmt.Fprintf(b, "\nresults: %d\n", r.Count)
	case r.Count < limit:
		fmt.Fprintf(b, "\nresults: %d; there may be more (the turn goes on for too long, or has more states than there is room for: %s searched)\n",
			r.Count, plural(r.Searched, "state"))
	default:
		fmt.Fprintf(b, "\nresults: the first %d; there are more (stopped at --limit, %s searched)\n", r.Count, plural(r.Searched, "state"))
	}
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	for _, x := range r.List {
		fmt.Fprintf(t, "%s\t%s\n", strings.Join(x.Line, " "), x.Position)
	}
	t.Flush() // b keeps what is written
	if r.Replay != "" && len(r.List) > 0 {
		line := r.List[0].Line
		if r.List[0].Exact != nil {
			line = r.List[0].Exact
		}
		fmt.Fprintf(b, "\nthe first is played again by: %s\n", a.replayCommand(r.Replay+" "+strings.Join(line, " ")))
	}
}

// writeSentences spells out the statements behind refusals, each once.
func writeSentences(w io.Writer, g *rulesets.Game, refused []rulesets.Move) {
	seen := map[string]bool{}
	for _, m := range refused {
		for _, why := range m.By {
			if seen[why.Rule] {
				continue
			}
			seen[why.Rule] = true
			st := g.Statement(why.Rule)
			if st == nil {
				continue
			}
			if text := edition.Sentence(g, st); text != "" {
				if len(seen) == 1 {
					fmt.Fprintln(w)
				}
				fmt.Fprintf(w, "%s: %s\n", why.Rule, text)
			}
		}
	}
}

// reasons names rules with what stands behind them.
func reasons(by []rulesets.Why) string {
	var parts []string
	for _, y := range by {
		text := y.Rule
		if y.Question != "" {
			text += " (" + y.Question + "=" + y.Reading + ")"
		}
		if len(y.Warrant) > 0 {
			text += " [" + strings.Join(y.Warrant, " ") + "]"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ")
}
