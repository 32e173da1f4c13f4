package main

import (
	"os"
	"slices"
	"strings"

	"github.com/lectio/lectio/verify/players/training"
	"github.com/spf13/cobra"
)

// Who plays the games.
const (
	playsRandom  = "random"
	playsLearned = "learned"
)

// whose are the flags that say whose games are played.
type whose struct {
	programFlags
	players []string
}

// playersFlag registers whose games are played where nobody says it: both kinds, or as LECTIO_PLAYERS has it.
func (f *whose) playersFlag(cmd *cobra.Command) {
	usual := []string{playsRandom, playsLearned}
	if set := os.Getenv("LECTIO_PLAYERS"); set != "" {
		usual = strings.Split(set, ",")
	}
	f.playersFlagOf(cmd, usual...)
}

// playersFlagOf registers whose games are played, and whose where nobody says it.
func (f *whose) playersFlagOf(cmd *cobra.Command, usual ...string) {
	cmd.Flags().StringSliceVar(&f.players, "players", usual, "whose games: `random`, and learned: three programs that learn the game first")
	f.cacheFlag(cmd)
}

// trained is how many programs learn each game; of commands without the flag none does.
func (f *whose) trained() (n int, err error) {
	for _, p := range f.players {
		switch p {
		case playsRandom:
		case playsLearned:
			n = training.Trainings
		default:
			return 0, wrong(p, playsRandom+", or "+playsRandom+","+playsLearned, "unknown program %q for --players", p)
		}
	}
	if !slices.Contains(f.players, playsRandom) && len(f.players) > 0 {
		return 0, wrong(strings.Join(f.players, ","), playsRandom+","+playsLearned, "games at random are what all others are laid beside: they cannot be left out")
	}
	return n, nil
}
