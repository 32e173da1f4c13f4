package main

import (
	"os"
	"slices"
	"strings"

	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
	"github.com/spf13/cobra"
)

// Who plays the games.
const (
	playsRandom  = "random"
	playsLearned = "learned"
)

// trainings is how many programs learn a game.
const trainings = 3

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
			n = trainings
		default:
			return 0, wrong(p, playsRandom+", or "+playsRandom+","+playsLearned, "unknown program %q for --players", p)
		}
	}
	if !slices.Contains(f.players, playsRandom) && len(f.players) > 0 {
		return 0, wrong(strings.Join(f.players, ","), playsRandom+","+playsLearned, "games at random are what all others are laid beside: they cannot be left out")
	}
	return n, nil
}

// programsJSON says what programs learned a ruleset, for other programs.
type programsJSON struct {
	Ruleset  string        `json:"ruleset"`
	Worth    bool          `json:"worth_the_name"` // there are games of theirs
	Why      string        `json:"why,omitempty"`  // no program can learn it
	Cut      bool          `json:"interrupted,omitempty"`
	Programs []programJSON `json:"trainings"`
}

// programJSON is one of them.
type programJSON struct {
	Seed   uint64 `json:"seed"`
	Games  int    `json:"games"` // that it was made from
	Rounds int    `json:"rounds"`
	// Strength is its score against moves at random, null where no round gave anything better; programs alike
	// score Level.
	Strength *estimateJSON  `json:"strength"`
	Level    float64        `json:"level"`
	BySeat   []estimateJSON `json:"by_side"`
}

// programsOf tells other programs of the programs that learned.
func programsOf(list []*verify.Learning) []programsJSON {
	var out []programsJSON
	for _, l := range list {
		j := programsJSON{Ruleset: l.Ruleset, Worth: l.Worth(), Why: l.Why, Cut: l.Cut, Programs: []programJSON{}}
		for _, p := range l.Programs {
			one := programJSON{Seed: p.Training.Seed, Games: p.Games, Rounds: len(p.Rounds), Level: 0.5, BySeat: []estimateJSON{}}
			if m := p.Strength; m != nil {
				score := estimate(m.Score)
				one.Strength, one.Level = &score, m.Level
				for _, e := range m.BySeat {
					one.BySeat = append(one.BySeat, estimate(e))
				}
			}
			j.Programs = append(j.Programs, one)
		}
		out = append(out, j)
	}
	return out
}

// comparedAsJSON is what two samples come to in one metric.
type comparedAsJSON struct {
	From       estimateJSON `json:"from"`
	To         estimateJSON `json:"to"`
	Difference estimateJSON `json:"difference"`
	Low        *float64     `json:"corrected_low"`
	High       *float64     `json:"corrected_high"`
	P          *float64     `json:"p"`
	Holm       *float64     `json:"p_corrected"`
	Sign       measure.Sign `json:"sign"`
}

func comparedAs(x *measure.Compared) comparedAsJSON {
	return comparedAsJSON{estimate(x.From), estimate(x.To), estimate(x.Difference.Estimate), finite(x.Low), finite(x.High), finite(x.Difference.P), finite(x.Holm), x.Sign}
}

// trained tells other programs of a difference under each training.
func trained(list []measure.Compared) (out []comparedAsJSON) {
	for i := range list {
		out = append(out, comparedAs(&list[i]))
	}
	return out
}
