package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/position"
	"github.com/lectio/lectio/rulesets/lang"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify/players"
	"github.com/lectio/lectio/verify/playout"
	"github.com/lectio/lectio/verify/solve/strategies"
	"github.com/spf13/cobra"
)

// defaultLimit is how many results are listed unless --limit says otherwise.
const defaultLimit = 10000

// movesCommand is lectio moves.
func movesCommand(a *app) *cobra.Command {
	var f gameFlags
	var at positionFlags
	var by programFlags
	var results, batch, values bool
	var limit int
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
			if limit < 0 {
				return wrong(fmt.Sprint(limit), "0 or more", "--limit cannot be negative")
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
			ask := question{moves: true, refused: true, results: results, limit: limit}
			turns := play.NewSearcher(g.Program, play.Whichever)
			defer turns.Close(cmd.Context())
			ans := ask.answer(cmd.Context(), g, in, turns, s)
			if err := cmd.Context().Err(); err != nil {
				return err // what was counted would be too few
			}
			if cmd.Flags().Changed("player") {
				if ans.Program, err = a.considered(cmd.Context(), g, &by, in, s); err != nil {
					return err
				}
			}
			if values {
				if ans.Values, err = a.values(cmd.Context(), g, in, s, by.positions); err != nil {
					return err
				}
			}
			if a.json {
				return a.printJSON(ans)
			}
			if err := a.say(a.stdout, a.board(g, s)+scoreLine(g, s)+"\n"); err != nil {
				return err
			}
			return ans.text(a, g, s, limit)
		},
	}
	f.register(cmd)
	at.register(cmd, "the position")
	at.throwFlag(cmd)
	cmd.Flags().BoolVar(&values, "values", false, "say what each move is worth under best play, and what a worse one costs")
	cmd.Flags().BoolVar(&results, "results", false, "list the states that the whole turn can lead to")
	cmd.Flags().IntVar(&limit, "limit", defaultLimit, "stop after `N` results")
	cmd.Flags().StringArrayVar(&by.player, "player", nil, "say what `PROGRAM` would do: random, learned, searching:N, playouts:N, perfect")
	by.making(cmd, mostOfPerfect)
	cmd.Flags().BoolVar(&batch, "batch", false, "answer requests from standard input, one a line")
	return cmd
}

// batchAlone says which flags that are set each request of a batch says for itself.
func batchAlone(set func(flag string) bool) error {
	var errs diag.Errors
	for _, flag := range []string{"at", "as-if-going-on", "throw", "reading", "results", "limit", "player", "values"} {
		if set(flag) {
			errs.Add(diag.Pos{}, "", "", "--%s does not go with --batch: each request says it for itself", flag)
		}
	}
	return errs.Err()
}

// question is what somebody wants to know of a state.
type question struct {
	moves, refused, results bool
	limit                   int
}

// answer is what moves prints. What was not asked for is nil.
type answer struct {
	ID json.RawMessage `json:"id,omitempty"`
	At rulesets.State  `json:"at"`
	// Impossible says why the position cannot occur, of a request in a batch; Over is the end
	// of the game, as the state has it.
	Impossible string `json:"impossible,omitempty"`
	Over       any    `json:"over,omitempty"`

	Awaits  string              `json:"awaits,omitempty"`
	Throws  []rulesets.Throw    `json:"throws,omitempty"`
	Moves   *[]rulesets.Move    `json:"moves,omitempty"`
	Refused *[]rulesets.Move    `json:"refused,omitempty"`
	Results *results            `json:"results,omitempty"`
	Program *players.Considered `json:"program,omitempty"` // what one would do
	Values  *strategies.Values  `json:"values,omitempty"`
}

// results are results. Searched is how far a search went that was not completed:
// the distinct states, those within the turn among them, that it had met.
type results struct {
	Count    int      `json:"count"`
	Complete bool     `json:"complete"`
	Searched int      `json:"searched,omitempty"`
	Replay   string   `json:"replay,omitempty"` // stands before a line for play --replay
	List     []result `json:"list"`
}

type result struct {
	Position rulesets.State `json:"position"`
	Line     []string       `json:"line"`
	// Exact has the parts behind the moves of which others have the same name; it is
	// nil where there are none.
	Exact []string `json:"exact,omitempty"`
}

// answer answers the question for a state.
func (ask question) answer(ctx context.Context, g *rulesets.Game, in *engine.Interpreter, turns *play.Searcher, s *engine.State) *answer {
	at := g.State(s)
	ans := &answer{At: at, Over: at.Over()}
	if s.Status() == engine.AwaitsThrow {
		// Nothing can be played before the throw is known.
		ans.Awaits, ans.Throws = "throw", g.Throws(s)
		if ask.moves {
			ans.Moves = &[]rulesets.Move{}
		}
		return ans
	}
	if ask.refused {
		refused := g.Refuses(in, s)
		ans.Refused = &refused
	}
	if ask.moves {
		moves := g.Permits(in, s)
		ans.Moves = &moves
	}
	if ask.results {
		n, complete := turns.Find(ctx, s, ask.limit)
		w := lineWriter{g: g, in: in, at: []*engine.State{s}}
		r := &results{Count: n, Complete: complete, List: make([]result, 0, n)}
		if n > 0 {
			r.Replay = playout.Before(g, s)
		}
		if !complete {
			r.Searched = turns.Met()
		}
		for i := range n {
			line, exact := w.text(turns.Line(i))
			r.List = append(r.List, result{g.State(turns.State(i)), line, exact})
		}
		ans.Results = r
	}
	return ans
}

// lineWriter writes lines from one state. Lines come in the order of a search,
// so what a line shares with the one before it is not played again.
type lineWriter struct {
	g     *rulesets.Game
	in    *engine.Interpreter
	at    []*engine.State // before each move, and behind the last
	moves []engine.Move
	names []string
	exact []string
}

// text returns the names of moves, and with the parts that tell them apart from others
// of the same name, nil where there are none.
func (w *lineWriter) text(line []engine.Move) (names, exact []string) {
	n := 0
	for n < len(line) && n < len(w.moves) && line[n] == w.moves[n] {
		n++
	}
	w.at, w.moves, w.names, w.exact = w.at[:n+1], w.moves[:n], w.names[:n], w.exact[:n]
	for _, m := range line[n:] {
		s := w.at[len(w.at)-1]
		w.names = append(w.names, w.g.MoveText(w.in, s, m))
		w.exact = append(w.exact, w.g.MoveName(w.in, s, m))
		w.moves = append(w.moves, m)
		t := s.Clone()
		w.in.Play(t, m)
		w.at = append(w.at, t)
	}
	if !slices.Equal(w.names, w.exact) {
		exact = slices.Clone(w.exact)
	}
	return append([]string{}, w.names...), exact
}

// throwText names the throw, or throws, being played; "" when there is none.
func throwText(p *engine.Program, s *engine.State) string {
	var names []string
	for _, t := range position.Read(p, s).Turn.Throws {
		names = append(names, p.Throws[t].Name)
	}
	return strings.Join(names, ",")
}

// headline says where a game stands, in a line.
func headline(g *rulesets.Game, s *engine.State) string {
	p := g.Program
	if text, over := ending(g, s); over {
		return text
	}
	line := p.Players[s.Player()] + " to move"
	if t := throwText(p, s); t != "" {
		line += ", throw " + t
	}
	if s.Status() == engine.AwaitsThrow {
		return line + ", to throw"
	}
	var left []string
	for _, l := range position.Read(p, s).Turn.Left {
		name := p.Parts[l.Part].Name
		if l.Optional {
			name += "?"
		}
		left = append(left, name)
	}
	return line + ", left: " + strings.Join(left, " ")
}

// ending says how a game ended; over is false while it goes on.
func ending(g *rulesets.Game, s *engine.State) (text string, over bool) {
	p := g.Program
	end, over := s.End()
	if !over {
		return "", false
	}
	text = "over: no rule provides for this position"
	if end >= 0 {
		text = "over: " + p.Ends[end].Reason + " (" + p.Ends[end].ID + ")"
	}
	if w := s.Winner(); w >= 0 {
		text += ", " + p.Players[w] + " wins"
	} else {
		text += ", no winner"
	}
	var scores []string
	any := false
	for q, name := range p.Players {
		scores = append(scores, name+" "+lang.Fraction(s.Score(p, q), p.Denominator))
		any = any || s.Score(p, q) != 0
	}
	if any {
		text += ", score " + strings.Join(scores, ", ")
	}
	return text, true
}

// text writes the answer for people.
func (ans *answer) text(a *app, g *rulesets.Game, s *engine.State, limit int) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\n%s\n", headline(g, s), ans.At)
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	if ans.Awaits != "" {
		fmt.Fprintf(t, "\nthrow\tways\n")
		for _, x := range ans.Throws {
			fmt.Fprintf(t, "%s\t%s\n", x.Throw, x.Ways)
		}
	}
	if ans.Moves != nil && len(*ans.Moves) > 0 {
		fmt.Fprintf(t, "\nlegal\tact\tpart\ttakes\tby\n")
		for _, m := range *ans.Moves {
			fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", m.Move, m.Act, dash(m.Part), dash(strings.Join(m.Takes, " ")), dash(reasons(m.By)))
		}
	}
	if ans.Refused != nil && len(*ans.Refused) > 0 {
		fmt.Fprintf(t, "\nrefused\tact\tpart\ttakes\tby\n")
		for _, m := range *ans.Refused {
			fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", m.Move, m.Act, dash(m.Part), dash(strings.Join(m.Takes, " ")), dash(reasons(m.By)))
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if ans.Refused != nil {
		writeSentences(&b, g, *ans.Refused)
	}
	if r := ans.Results; r != nil {
		switch {
		case r.Complete:
			fmt.Fprintf(&b, "\nresults: %d\n", r.Count)
		case r.Count < limit:
			fmt.Fprintf(&b, "\nresults: %d; there may be more (the turn goes on for too long, or has more states than there is room for: %s searched)\n", r.Count, plural(r.Searched, "state"))
		default:
			fmt.Fprintf(&b, "\nresults: the first %d; there are more (stopped at --limit, %s searched)\n", r.Count, plural(r.Searched, "state"))
		}
		t = tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		for _, x := range r.List {
			fmt.Fprintf(t, "%s\t%s\n", strings.Join(x.Line, " "), x.Position)
		}
		if err := t.Flush(); err != nil {
			return err
		}
		if r.Replay != "" && len(r.List) > 0 {
			line := r.List[0].Line
			if r.List[0].Exact != nil {
				line = r.List[0].Exact
			}
			fmt.Fprintf(&b, "\nthe first is played again by: %s\n", a.replayCommand(r.Replay+" "+strings.Join(line, " ")))
		}
	}
	if ans.Program != nil {
		writeConsidered(&b, ans.Program)
	}
	if ans.Values != nil {
		writeValues(&b, ans.Values)
	}
	_, err := a.stdout.Write(b.Bytes())
	return err
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

// dash stands for nothing in a table.
func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
