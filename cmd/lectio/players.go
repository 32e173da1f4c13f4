package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"text/tabwriter"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/players"
	"github.com/lectio/lectio/verify/playout"
	"github.com/lectio/lectio/verify/solve/strategies"
	"github.com/spf13/cobra"
)

// playersFlags are the flags of lectio players.
type playersFlags struct {
	gameFlags
	programFlags
	games, searched, jobs int
	seed                  uint64
}

// playersCommand is lectio players.
func playersCommand(a *app) *cobra.Command {
	var f playersFlags
	cmd := &cobra.Command{
		Use:   "players RULESET",
		Short: "how programs that play a ruleset were made, and how strong they are",
		Long: `Players has programs learn a ruleset, from games of it alone, and play each other.
It says of each training what was played in every round, and whether what came of the round
was accepted: it has to play better than what was there before, and hardly worse against
moves that are drawn. Then it says what each program scored against others, in
games that none has learned from, with 95 % intervals, and by the side it played.

Programs are called

  random        draws each move from all that may be made
  learned       looks one move ahead, and weighs what it leads to;
                learned:2 is that of another training, with the seed 2
  searching:N   follows N lines for each decision, and weighs where they lead
  playouts:N    follows N lines, and plays on from where they lead with drawn
                moves: it has learned nothing
  perfect       makes moves that are proved to be best, any of them as likely,
                where the game has no more than --positions; of perfect:0.1 one
                move of ten is drawn from all that may be made

None of them is the truth about a game; the perfect one is it about best play of both
sides alone. It forgets what stood on the board before, so that it may let a position
stand again. They are kept in the user's cache of this
program unless there is --no-cache; what is printed is the same.`,
		Example: `  lectio players RULESET
  lectio players RULESET --searched 0
  lectio players RULESET --games 4000 --json`,
		Args: takes(1, 1, "RULESET"),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case f.games < 2 || f.games > 1_000_000:
				return wrong(fmt.Sprint(f.games), "2 to 1000000", "--games is out of range")
			case f.searched < 0 || f.searched > 1_000_000:
				return wrong(fmt.Sprint(f.searched), "0 to 1000000", "--searched is out of range")
			case f.jobs < 0 || f.jobs > 1024:
				return wrong(fmt.Sprint(f.jobs), "0 to 1024", "--jobs is out of range")
			case f.jobs == 0:
				f.jobs = runtime.NumCPU()
			}
			g, err := a.game(args[0], &f.gameFlags)
			if err != nil {
				return err
			}
			return a.playersOf(cmd.Context(), g, &f)
		},
	}
	f.register(cmd)
	f.making(cmd, mostUnasked)
	cmd.Flags().IntVar(&f.games, "games", 1000, "play `N` games of each match")
	cmd.Flags().IntVar(&f.searched, "searched", 40, "play `N` games of each match in which a program searches; 0: none")
	cmd.Flags().Uint64Var(&f.seed, "seed", 1, "the seed `S` of the matches")
	cmd.Flags().IntVar(&f.jobs, "jobs", 0, "workers; the result does not depend on it (0: one for each processor)")
	return cmd
}

// strengthJSON is what lectio players prints.
type strengthJSON struct {
	Ruleset   string         `json:"ruleset"`
	Wants     string         `json:"wants"`
	Trainings []trainingJSON `json:"trainings"`
	Matches   []matchJSON    `json:"matches"`
	// Unsolved says why there is no perfect program.
	Unsolved string `json:"unsolved,omitempty"`
	// Worth says whether each training gave a program worth the name.
	Worth bool `json:"worth_the_name"`

	Interrupted bool           `json:"interrupted,omitempty"`
	NotDone     map[string]int `json:"not_done,omitempty"`
}

type trainingJSON struct {
	Player        string      `json:"player"`
	Seed          uint64      `json:"seed"`
	Games         int         `json:"games"` // of which the program was made
	Accepted      bool        `json:"accepted"`
	AgainstRandom *float64    `json:"against_random"` // in the match of the training; null where all was refused
	Rounds        []roundJSON `json:"rounds"`
}

type roundJSON struct {
	Games         int     `json:"games"`
	Positions     int     `json:"positions"` // kept of this round and those before
	MovesPerGame  float64 `json:"mean_plies"`
	GivenUp       int     `json:"over_cap"`
	AgainstBefore float64 `json:"against_before"` // what was there before; in the first round moves that are drawn
	AgainstRandom float64 `json:"against_random"`
	Accepted      bool    `json:"accepted"`
}

type matchJSON struct {
	Player   string              `json:"player"`
	Against  string              `json:"against"`
	Games    int                 `json:"games"`
	Seed     uint64              `json:"seed"`
	Drawn    float64             `json:"drawn_moves"` // the share of moves drawn all the same
	Cap      int                 `json:"cap"`
	Level    float64             `json:"level"` // the score of programs that are alike
	Score    float64             `json:"score"`
	Interval [2]float64          `json:"interval"`
	GivenUp  int                 `json:"over_cap"`
	BySide   map[string]sideJSON `json:"by_side"`
}

type sideJSON struct {
	Score    float64    `json:"score"`
	Interval [2]float64 `json:"interval"`
}

// pairing is a match that is to be played.
type pairing struct{ a, b players.Name }

// pairings are the matches between the programs that lectio players tells of: each of three trainings
// against drawn moves and against the others, a search against drawn moves and the first of them, a search that has learned nothing
// against that one as well, and a perfect program likewise and against one of whose moves one of ten is drawn.
func (f *playersFlags) pairings(solved bool) (out []pairing) {
	ladder := []players.Name{{}}
	for seed := range uint64(trainings) {
		ladder = append(ladder, players.Name{Rung: players.Weighing, Seed: 1 + seed})
	}
	for i, a := range ladder {
		for _, b := range ladder[:i] {
			out = append(out, pairing{a, b})
		}
	}
	// Programs that are alike show whether they bring a game to its end.
	out = append(out, pairing{ladder[1], ladder[1]})
	if f.searched > 0 {
		searching, playouts := players.Name{Rung: players.Searching, Seed: 1, Iterations: 1000}, players.Name{Rung: players.Playouts, Iterations: 100}
		out = append(out, pairing{searching, ladder[0]}, pairing{searching, ladder[1]}, pairing{playouts, ladder[1]})
	}
	if solved {
		perfect := players.Name{Rung: players.Perfect}
		out = append(out, pairing{perfect, ladder[0]}, pairing{perfect, ladder[1]}, pairing{perfect, players.Name{Rung: players.Perfect, Errors: strategies.Million / 10}})
	}
	return out
}

// playersOf has programs learn and play each other.
func (a *app) playersOf(ctx context.Context, g *rulesets.Game, f *playersFlags) error {
	m, err := a.maker(ctx, g, &f.programFlags, nil, players.Name{Rung: players.Perfect})
	unsolved := ""
	if errs := diag.AsErrors(err); len(errs) > 0 && ctx.Err() == nil {
		unsolved = errs[0].Message
		m, err = a.maker(ctx, g, &f.programFlags, nil)
	}
	if err != nil {
		return err
	}
	out := strengthJSON{Ruleset: g.Name(), Wants: m.Wants(), Trainings: []trainingJSON{}, Matches: []matchJSON{}, Worth: true, Unsolved: unsolved}
	pairings := f.pairings(m.Solved != nil)
	bar := a.meter(trainings+len(pairings), "learning")
	for seed := range uint64(trainings) {
		l, err := m.Learned(ctx, 1+seed)
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			bar.end()
			return err
		}
		out.Trainings = append(out.Trainings, training(l))
		bar.advance(1)
	}
	for ; len(pairings) > 0 && ctx.Err() == nil; pairings = pairings[1:] {
		x := pairings[0]
		bar.doing(x.a.String() + " against " + x.b.String())
		how := players.Played{Games: f.games, Seed: f.seed<<16 + 1<<40} // seeds of trainings are smaller
		if x.b.Rung != players.Random && x.b.Rung != players.Perfect {
			how.Drawn = players.DrawnShare(g.Program)
		}
		if x.a.Iterations > 0 {
			how.Games = f.searched
		}
		match, err := m.Match(ctx, x.a, x.b, how, f.jobs)
		var refused players.Refused
		switch {
		case ctx.Err() != nil:
		case errors.As(err, &refused):
			out.Worth = false
		case err != nil:
			bar.end()
			return err
		default:
			out.Matches = append(out.Matches, matchOf(g, x, &match))
			if x.a.Rung == players.Weighing && x.b.Rung == players.Random && !match.Worth(match.Score.Value) {
				out.Worth = false
			}
		}
		if ctx.Err() != nil {
			break
		}
		bar.advance(1)
	}
	if bar.end(); ctx.Err() != nil {
		if len(out.Trainings) == 0 {
			return ctx.Err()
		}
		out.Interrupted = true
		out.NotDone = map[string]int{"trainings": trainings - len(out.Trainings), "matches": len(pairings)}
	}
	if a.json {
		err = a.printJSON(out)
	} else {
		err = a.sayPlayers(g, &out)
	}
	if err == nil && out.Interrupted {
		return errInterrupted
	}
	return err
}

func training(l *players.Learned) trainingJSON {
	out := trainingJSON{Player: players.Name{Rung: players.Weighing, Seed: l.Training.Seed}.String(), Seed: l.Training.Seed, Games: l.Games, Accepted: l.Weights != nil}
	if m := l.Strength; m != nil {
		out.AgainstRandom = &m.Score.Value
	}
	for _, r := range l.Rounds {
		out.Rounds = append(out.Rounds, roundJSON{r.Games, r.Positions, r.Length, r.GivenUp, r.Before.Score.Value, r.Random.Score.Value, r.Accepted})
	}
	return out
}

func matchOf(g *rulesets.Game, x pairing, m *players.Match) matchJSON {
	between := func(e playout.Estimate) [2]float64 { return [2]float64{e.Low, e.High} }
	out := matchJSON{Player: x.a.String(), Against: x.b.String(), Games: m.Games, Seed: m.Seed, Drawn: float64(m.Drawn) / 256, Cap: m.Cap, Level: m.Level,
		Score: m.Score.Value, Interval: between(m.Score), GivenUp: m.GivenUp, BySide: map[string]sideJSON{}}
	for q, e := range m.BySeat {
		out.BySide[g.Program.Players[q]] = sideJSON{e.Value, between(e)}
	}
	return out
}

// sayPlayers prints how programs were made and how strong they are.
func (a *app) sayPlayers(g *rulesets.Game, out *strengthJSON) error {
	p := a.page()
	fmt.Fprintf(p, "%s: programs that learned it from its games alone\n\n", out.Ruleset)
	p.paragraph("", out.Wants)
	t := tabwriter.NewWriter(p, 0, 0, 2, ' ', 0)
	for _, l := range out.Trainings {
		how := fmt.Sprintf("made of %s", plural(l.Games, "game"))
		if !l.Accepted {
			how = "every round was refused: there is no learned program"
		}
		fmt.Fprintf(t, "\n%s, %s\n", l.Player, how)
		fmt.Fprintln(t, "round\tgames\tpositions\tmoves/game\tgiven up\tbefore\trandom\tverdict")
		for i, r := range l.Rounds {
			before, verdict := fmt.Sprintf("%.2f", r.AgainstBefore), "refused"
			if r.Accepted {
				verdict = "accepted"
			}
			if i == 0 {
				before = "-"
			}
			fmt.Fprintf(t, "%d\t%d\t%d\t%.0f\t%d\t%s\t%.2f\t%s\n", i+1, r.Games, r.Positions, r.MovesPerGame, r.GivenUp, before, r.AgainstRandom, verdict)
		}
	}
	if len(out.Matches) > 0 {
		fmt.Fprint(t, "\nscores in games that none has learned from\n")
		fmt.Fprintf(t, "program\tagainst\tgames\tscore\t95 %%\t%s\n", strings.Join(g.Program.Players, "\t"))
	}
	for _, m := range out.Matches {
		fmt.Fprintf(t, "%s\t%s\t%d\t%.2f\t%.2f-%.2f\t", m.Player, m.Against, m.Games, m.Score, m.Interval[0], m.Interval[1])
		var sides []string
		for _, side := range g.Program.Players {
			sides = append(sides, fmt.Sprintf("%.2f", m.BySide[side].Score))
		}
		fmt.Fprintln(t, strings.Join(sides, "\t"))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(p)
	for _, text := range out.remarks(g) {
		p.paragraph("", text)
	}
	_, err := fmt.Fprint(a.stdout, p)
	return err
}

// remarks are what is to be said of the scores.
func (out *strengthJSON) remarks(g *rulesets.Game) (texts []string) {
	add := func(format string, args ...any) { texts = append(texts, fmt.Sprintf(format, args...)) }
	if len(out.Matches) > 0 {
		m := out.Matches[0]
		sits := "The program sits on each side in half of the games"
		if n := len(g.Program.Players); n > 2 {
			sits = fmt.Sprintf("The program has each of the %d seats in as many games, the other program all seats of the other sides", n)
		}
		add("%s. Programs that are alike score %.2f. Before and random in a training are the scores against what was there before, and against drawn moves.", sits, m.Level)
		if share := players.DrawnShare(g.Program); share > 0 {
			add("Between programs that do not draw their moves one of %d is drawn all the same, from all that may be made, but for perfect ones: else they would play one game again and again.", 256/share)
		} else {
			add("No move of a program is drawn that weighs or searches: what is thrown makes the games different.")
		}
	}
	for _, m := range out.Matches {
		switch {
		case m.GivenUp == 0:
		case m.Player != m.Against:
			add("Of %s of %s against %s %d were given up after %d moves.", plural(m.Games, "game"), m.Player, m.Against, m.GivenUp, m.Cap)
		default:
			add("It stalls: of %s that the learned program played against itself, %d were given up after %d moves. A side that cannot prevail loses nothing by going on.", plural(m.Games, "game"), m.GivenUp, m.Cap)
		}
		if strings.HasPrefix(m.Player, "searching") && strings.HasPrefix(m.Against, "learned") && m.Interval[0] <= m.Level && m.Interval[1] >= m.Level {
			add("Neither %s nor %s is shown to be the stronger.", m.Player, m.Against)
		}
	}
	if !out.Worth {
		add("There is no learned program worth the name: each of the trainings has to give one that scores %.1f of the games against drawn moves, or of more than two sides %.1f times what is level.", players.Worth, players.WorthOfMany)
	}
	if out.Unsolved != "" {
		texts = append(texts, measure.Sentence(out.Unsolved))
	}
	if out.Interrupted {
		add("interrupted: not done: %d of %d trainings, %d of %d matches", out.NotDone["trainings"], trainings, out.NotDone["matches"], out.NotDone["matches"]+len(out.Matches))
	}
	return texts
}
