package main

import (
	"context"

	"github.com/lectio/lectio/verify/players"
	"github.com/spf13/cobra"
)

// playCommand is lectio play.
func playCommand(a *app) *cobra.Command {
	var f playFlags
	cmd := &cobra.Command{
		Use:   "play [RULESET]",
		Short: "play or watch a game in the terminal, record or replay games",
		Long: `Play is a board at which moves are typed. With --player SIDE=PROGRAM a program
plays a side, and with --player PROGRAM all of them, to be watched. Programs are called
random, learned, learned:SEED, searching:N, playouts:N, perfect and perfect:SHARE;
'lectio players' says how they are made and how strong they are. A perfect program is to be
had where the game can be solved; it knows nothing of what stood on the board before.
Under a reading learned has learned that reading; learned:default, learned:SEED:default and
searching:N:default learned the default, and play the reading by that, as in the games that
'lectio verify' plays of readings. The two can play each other.

With --random whole games are played with uniformly random moves, and with --games,
--trace or --json beside a program for every side games between these; then, where
nothing is thrown, one of eight moves of a program is drawn all the same, unless it is
perfect, or it would play one game again and again. --trace records them, one move a line, and --replay plays such a
record again and checks every line of it, and that none is missing: each says what follows it.
The same seed gives the same games, and --game N the one of that number, which briefs and
findings name.

Lines of play, as reports print them, are played again by --replay too. They say
which ruleset, readings and position they are of:

  RULESET{QUESTION=READING}: white 2-1: 1/2 1/3; black 3-1: 1/4 1/2

Each stands on a line of its own; one that begins with # is a remark. It may be of a
scaled-down version (scale NAME among the readings) and begin from a position (at
STATE before the colon); ( TURNS )×9 are turns that come back, and
[game 17 of seed 1: 400 moves] is the beginning of a random game.`,
		Example: `  lectio play RULESET --player black=searching:1000
  lectio play RULESET --player learned
  lectio play RULESET --player white=learned --player black=random --games 20
  lectio play RULESET --reading QUESTION=READING --player learned:default --seed 1 --game 17`,
		Args: func(cmd *cobra.Command, args []string) error {
			least := 1
			if cmd.Flags().Changed("replay") {
				least = 0 // a line of play names its ruleset
			}
			return takes(least, 1, "RULESET")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			set := cmd.Flags().Changed
			if err := f.refused(set, a.json).Err(); err != nil {
				return err
			}
			if set("replay") {
				return a.replay(cmd.Context(), args, &f, set("at"))
			}
			if !set("seed") && !f.whole(set, a.json) {
				f.seed = freshSeed()
			}
			return a.play(cmd.Context(), args[0], &f, f.whole(set, a.json))
		},
	}
	f.gameFlags.register(cmd)
	f.positionFlags.register(cmd, "the position that games begin from")
	fl := cmd.Flags()
	fl.BoolVar(&f.random, "random", false, "play games with random moves")
	fl.Uint64Var(&f.seed, "seed", 1, "the seed `S` of random throws and moves")
	fl.IntVar(&f.games, "games", 1, "play `N` whole games")
	fl.IntVar(&f.game, "game", 1, "play whole games from number `N` of the seed on")
	fl.StringVar(&f.trace, "trace", "", "record whole games in `FILE`; - is standard output")
	fl.IntVar(&f.cap, "cap", benchCap, "give a whole game up after `N` plies")
	fl.StringVar(&f.replay, "replay", "", "play again the games recorded in `FILE`, or the lines of play; - is standard input")
	fl.StringArrayVar(&f.player, "player", nil, "have a program play a side, `SIDE=PROGRAM`, or all: PROGRAM; may be repeated")
	f.making(cmd, mostOfPerfect)
	return cmd
}

// play plays whole games between programs, or one at the table.
func (a *app) play(ctx context.Context, ruleset string, f *playFlags, whole bool) error {
	g, err := a.game(ruleset, &f.gameFlags)
	if err != nil {
		return err
	}
	begin, from, err := f.beginning(a, g)
	if err != nil {
		return err
	}
	if f.random {
		f.player = []string{players.Name{}.String()}
	}
	who, err := a.seated(ctx, g, &f.programFlags, from)
	if err != nil {
		return err
	}
	defer who.Close()
	if !whole {
		return a.playAtTable(ctx, g, begin, f, who)
	}
	if side := who.Vacant(); side >= 0 {
		return wrong("nobody for "+g.Program.Players[side], "a --player for every side", "whole games are played by programs alone")
	}
	return a.playWhole(ctx, g, begin, f, who)
}
