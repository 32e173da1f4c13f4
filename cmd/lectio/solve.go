package main

import (
	"context"
	"fmt"
	"io"

	"github.com/lectio/lectio/evidence/exchange/sheet"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/naming"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/solve"
	"github.com/lectio/lectio/verify/solve/certify"
	"github.com/lectio/lectio/verify/solve/exact"
	"github.com/spf13/cobra"
)

func solveCommand(a *app) *cobra.Command {
	f := &solveFlags{}
	cmd := &cobra.Command{
		Use:   "solve [RULESET]",
		Short: "what a game is worth under best play, proved",
		Long: `Solve goes through every position of a game of two sides, and says what it is worth to
who begins when both sides play as well as can be: who can force a win and in how many
turns, or, where something is thrown, between which bounds the share lies that the
side may expect. A win counts one, a loss nothing, a game without a winner one half.
The bounds are proved and no estimate. Games that are too large are refused: a
scaled-down version says what holds of that version, and need not hold of the game.
So are games of three sides and more, in which there is no best play without knowing
what the others want: verify says of them who can be stuck, whether play can go on for
ever, and who can be shut out from winning.

A large game takes hours and gigabytes: --memory says how much it may take, and what
it will take is said once its positions are found. Of more than a million positions one
alone is kept of those that a turn or a reflection of the board leads to each other, where
no rule notices. With --folder the work is kept, and the same command goes on with it when
it was broken off.

With --out the proof is written down: a certificate, which --check checks with the
reference interpreter and nothing that made it.

Who wins how often, in how many turns and with how many points belongs to programs that
play: of games between perfect ones, and between these and such as draw their moves, it is
proved where there are no more than 20,000 positions, and of others that know the position alone
with --strategy. --line prints a line of best play, for play --replay; where something
is thrown it is one of many, with throws that were drawn.

With --all-readings every reading is solved, on the scales of the ruleset or the one
that is named, and in full where that is small: whether it is the same game as the
default, is worth the same, or more or less, and whether that is so on every scale.
--question compares every two readings of one question, with the shortest line of
play on which they part. --over solves every combination of the readings of several
questions, and says which part of the variance of the value comes from which question
and from which of them together; QUESTION=READING+READING takes some readings only.

--games lays games of programs that move at random beside what is proved of each reading,
and says where these would have told otherwise.`,
		Example: `  lectio solve RULESET --scale SCALE
  lectio solve RULESET --scale SCALE --strategy learned --line
  lectio solve RULESET --all-readings
  lectio solve RULESET --question QUESTION
  lectio solve RULESET --scale SCALE --over QUESTION,QUESTION
  lectio solve RULESET --scale SCALE --out proof.gz
  lectio solve --check proof.gz`,
		Args: func(cmd *cobra.Command, args []string) error {
			least := 1
			if cmd.Flags().Changed("check") {
				least = 0 // a certificate says what it is of
			}
			return takes(least, 1, "RULESET")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			f.all = f.all || f.question != "" || f.games > 0
			if f.memory != "" && !cmd.Flags().Changed("positions") {
				f.positions = solve.MostPositions
			}
			if (f.all || len(f.over) > 0) && !cmd.Flags().Changed("positions") {
				f.positions = mostOfReading
			}
			return a.solve(cmd.Context(), args, f)
		},
	}
	f.register(cmd)
	cmd.Flags().StringVar(&f.scale, "scale", "", "solve the scaled-down version `ID`")
	cmd.Flags().BoolVar(&f.all, "all-readings", false, "say what every reading does, on every scale or the one named")
	cmd.Flags().StringVar(&f.question, "question", "", "compare every two readings of one question, `QUESTION`")
	cmd.Flags().IntVar(&f.games, "games", 0, "lay `N` games of moves at random beside what is proved of each reading")
	cmd.Flags().StringSliceVar(&f.over, "over", nil, "share the variance of the value out among `QUESTIONS`, with commas between them")
	cmd.Flags().StringArrayVar(&f.strategies, "strategy", nil, "prove what comes of games of `PROGRAM`: random, learned, learned:SEED, perfect, perfect:SHARE; may be repeated")
	cmd.Flags().BoolVar(&f.line, "line", false, "print a line of best play")
	f.programFlags.cacheFlag(cmd)
	cmd.Flags().StringVar(&f.out, "out", "", "write the certificate to `FILE`")
	cmd.Flags().StringVar(&f.check, "check", "", "check the certificate in `FILE` instead")
	cmd.Flags().StringVar(&f.memory, "memory", "", "let it take `SIZE` of memory, as 12GB or 500MB, instead of 4GB")
	cmd.Flags().StringVar(&f.folder, "folder", "", "keep long work in the folder `DIR`, and go on with what is kept there")
	cmd.Flags().IntVar(&f.positions, "positions", 20_000_000, "give up beyond `N` positions (of each of many readings: 1000000)")
	return cmd
}

// refused is what is wrong with the flags, before anything is read.
func (f *solveFlags) refused() error {
	if err := f.sized(); err != nil {
		return err
	}
	if f.positions < 1 || f.positions > solve.MostPositions {
		return wrong(fmt.Sprint(f.positions), fmt.Sprintf("1 to %d", solve.MostPositions), "--positions is out of range")
	}
	if f.out != "" && f.check != "" || (f.all || len(f.over) > 0) && (f.out != "" || f.check != "") {
		return wrong("", "one of --out, --check and --all-readings or --over", "a certificate is written or checked, of one interpretation")
	}
	if f.all && len(f.over) > 0 {
		return wrong("", "one of --all-readings or --question, and --over", "readings are compared one by one or all combinations of some are solved")
	}
	return nil
}

// solve says what an interpretation is worth or what its readings do, or checks a certificate, which says what it is of.
func (a *app) solve(ctx context.Context, args []string, f *solveFlags) error {
	if err := f.refused(); err != nil {
		return err
	}
	var proof *certify.Certificate
	if f.check != "" {
		var err error
		if proof, err = readCertificate(f.check); err != nil {
			return err
		}
		args = append(args, proof.Interpretation)
	}
	_, in, err := lookUp(a, args[0], &f.gameFlags, func(w *naming.Name, c *dimension.Corpus) (*rulesets.Interpretation, error) {
		if f.scale != "" {
			w.Scale = naming.Argument("--scale", f.scale)
		}
		return w.Interpretation(c)
	})
	if err != nil {
		return err
	}
	if f.all || len(f.over) > 0 {
		if plain, errs := in.Definition.Scaled(in.Scale, nil); len(errs) > 0 || plain.Name() != in.Name() {
			return wrong(in.Name(), in.Definition.ID, "readings are compared with all else by default: none is picked beforehand")
		}
	}
	switch {
	case f.all:
		return a.solveReadings(ctx, in, f)
	case len(f.over) > 0:
		return a.solveOver(ctx, in, f)
	}
	g, errs := in.Compile()
	if len(errs) > 0 {
		return errs.Sort()
	}
	if proof != nil {
		return a.checkCertificate(ctx, g, proof, f.check)
	}
	x, err := a.settled(ctx, g, solve.Options{Positions: f.positions, Memory: f.bytes, Folder: f.folder, Apart: len(f.strategies) > 0})
	if err != nil {
		return cannotSolve(err, g.Definition)
	}
	v := exact.Of(g, x)
	if f.out != "" {
		if err := writeCertificate(f.out, x, v); err != nil {
			return err
		}
		v.Certificate = f.out
	}
	a.measured("working out games between programs", func(progress func(done, all int, what string)) {
		err = a.provePrograms(ctx, g, x, v, f, progress)
	})
	if err != nil {
		return err
	}
	if f.line {
		v.Line = exact.Line(g, x)
	}
	if a.json {
		return a.printJSON(v)
	}
	return a.saySolved(v, x.Rank == nil && f.out == "")
}

// saySolved prints what an interpretation is worth, and whether there is no certificate of it.
func (a *app) saySolved(v *exact.Value, unranked bool) error {
	b := a.page()
	b.prose(v.Words())
	if unranked {
		b.prose(measure.Sentence(solve.ErrUnranked.Error()))
	}
	v.WriteGames(b, b.width)
	if v.Line != "" {
		fmt.Fprintf(b, "\nA line of best play: %s\nIt is played again by: %s\n", v.Line, a.replayCommand(v.Line))
	}
	_, err := io.WriteString(a.stdout, b.String())
	return err
}

// writeCertificate writes a certificate, whole or not at all.
func writeCertificate(path string, x *solve.Solved, v *exact.Value) error {
	out, err := sheet.Create(path)
	if err != nil {
		return err
	}
	defer out.Abandon()
	if err := x.WriteCertificate(out, solve.About{Ruleset: v.Ruleset, Interpretation: v.Interpretation, Scale: v.Scale}); err != nil {
		return wrong(path, "a game of which every position leads to an end", "%v", err)
	}
	return out.Keep()
}

// mostOfCertificate is how many bytes a certificate may have.
const mostOfCertificate = 16 << 30

// readCertificate reads a certificate from a file.
func readCertificate(path string) (*certify.Certificate, error) {
	const what = "a certificate that lectio solve --out has written"
	file, err := yamlpos.Open(path, what)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if info, err := file.Stat(); err == nil && info.Size() > mostOfCertificate {
		return nil, yamlpos.TooLarge(path, info.Size(), mostOfCertificate)
	}
	c, err := certify.Read(file)
	if err != nil {
		return nil, wrong(path, what, "%v", err)
	}
	return c, nil
}

// checkCertificate checks a certificate by the rules of a game.
func (a *app) checkCertificate(ctx context.Context, g *rulesets.Game, c *certify.Certificate, path string) (err error) {
	if c.Interpretation != g.Name() {
		return wrong(c.Interpretation, g.Name(), "the certificate in %s is of another interpretation", path)
	}
	a.measured("checking", func(progress func(done, all int, what string)) {
		err = c.Check(ctx, g.Program, func(done, all int) { progress(done, all, "positions of "+g.Definition.ID) })
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		fmt.Fprintf(a.stdout, "%s does not hold: %v.\n", path, err)
		return errFindings
	}
	low, high := c.Bounds()
	if a.json {
		l, _ := low.Float64()
		h, _ := high.Float64()
		return a.printJSON(map[string]any{"holds": true, "positions": c.Positions, "low": l, "high": h})
	}
	fmt.Fprintf(a.stdout, "%s holds: each of %s follows from those after it, by the reference interpreter.\nWho begins may expect between %s and %s of the games.\n", path, measure.Plural(c.Positions, "position"), low.FloatString(12), high.FloatString(12))
	return nil
}
