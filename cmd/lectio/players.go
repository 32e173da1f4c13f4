package main

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"text/tabwriter"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/players"
	"github.com/lectio/lectio/verify/players/training"
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
	bar := a.meter(0, "learning")
	out, err := m.Strengths(ctx, training.Asked{Ruleset: g.Name(), Games: f.games, Searched: f.searched, Seed: f.seed, Workers: f.jobs, Progress: func(doing string, done, all int) {
		bar.doing(doing)
		bar.reach(done, all)
	}})
	if bar.end(); err != nil {
		return err
	}
	out.Unsolved = unsolved
	if a.json {
		err = a.printJSON(out)
	} else {
		err = a.sayPlayers(g, out)
	}
	if err == nil && out.Interrupted {
		return errInterrupted
	}
	return err
}

// sayPlayers prints how programs were made and how strong they are.
func (a *app) sayPlayers(g *rulesets.Game, out *training.Strengths) error {
	p := a.page()
	fmt.Fprintf(p, "%s: programs that learned it from its games alone\n\n", out.Ruleset)
	p.paragraph("", out.Wants)
	t := tabwriter.NewWriter(p, 0, 0, 2, ' ', 0)
	for _, x := range out.Trainings {
		l := x.Learned
		how := fmt.Sprintf("made of %s", plural(l.Games, "game"))
		if !l.Accepted() {
			how = "every round was refused: there is no learned program"
		}
		fmt.Fprintf(t, "\n%s, %s\n", l.Name(), how)
		fmt.Fprintln(t, "round\tgames\tpositions\tmoves/game\tgiven up\tbefore\trandom\tverdict")
		for i, r := range l.Rounds {
			before, verdict := fmt.Sprintf("%.2f", r.Before), "refused"
			if r.Accepted {
				verdict = "accepted"
			}
			if i == 0 {
				before = "-"
			}
			fmt.Fprintf(t, "%d\t%d\t%d\t%.0f\t%d\t%s\t%.2f\t%s\n", i+1, r.Games, r.Positions, r.Length, r.GivenUp, before, r.Random, verdict)
		}
	}
	if len(out.Matches) > 0 {
		fmt.Fprint(t, "\nscores in games that none has learned from\n")
		fmt.Fprintf(t, "program\tagainst\tgames\tscore\t95 %%\t%s\n", strings.Join(g.Program.Players, "\t"))
	}
	for _, m := range out.Matches {
		fmt.Fprintf(t, "%s\t%s\t%d\t%.2f\t%.2f-%.2f\t", m.Player, m.Against, m.Games, m.Score.Value, m.Score.Low, m.Score.High)
		var sides []string
		for _, side := range g.Program.Players {
			sides = append(sides, fmt.Sprintf("%.2f", float64(m.BySide[side].Score)))
		}
		fmt.Fprintln(t, strings.Join(sides, "\t"))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(p)
	for _, text := range remarksOn(out, g) {
		p.paragraph("", text)
	}
	_, err := fmt.Fprint(a.stdout, p)
	return err
}

// remarksOn are what is to be said of the scores.
func remarksOn(out *training.Strengths, g *rulesets.Game) (texts []string) {
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
		if m.Player.Rung == players.Searching && m.Against.Rung == players.Weighing && m.Score.Low <= m.Level && m.Score.High >= m.Level {
			add("Neither %s nor %s is shown to be the stronger.", m.Player, m.Against)
		}
	}
	if !out.Worth {
		add("There is no learned program worth the name: each of the trainings has to give one that scores %.1f of the games against drawn moves, or of more than two sides %.1f times what is level.", training.Worth, training.WorthOfMany)
	}
	if out.Unsolved != "" {
		texts = append(texts, measure.Sentence(out.Unsolved))
	}
	if out.Interrupted {
		add("interrupted: not done: %d of %d trainings, %d of %d matches", out.NotDone["trainings"], training.Trainings, out.NotDone["matches"], out.NotDone["matches"]+len(out.Matches))
	}
	return texts
}
