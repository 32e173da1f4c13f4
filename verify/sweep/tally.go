package sweep

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
)

// Tally is what games of one interpretation come to, in whole numbers: tallies of
// parts add up to that of the whole in any order.
type Tally struct {
	Games      int               `json:"games"`
	Over       int               `json:"over"`
	OverCap    int               `json:"over_cap"`
	Stuck      int               `json:"stuck"`
	NoWinner   int               `json:"no_winner"`
	OpenerWins int               `json:"opener_wins"`
	Wins       []int             `json:"wins"` // by player
	Ends       map[string]int    `json:"ends"`
	Moves      int               `json:"moves"`
	Passes     int               `json:"passes"`
	Turns      int               `json:"turns"`
	Choices    int               `json:"choices"` // games of which the next two were counted
	Chosen     int               `json:"chosen"`  // decisions with more than one legal move
	Branch     int               `json:"branch"`  // legal moves at those
	Longest    int               `json:"longest"`
	Tied       int               `json:"tied"` // moments at which two unordered ends held at once
	Metrics    []playout.Moments `json:"metrics"`
	// StuckAt is the first game that came to a position which no rule provides for, by
	// seed and number; nil where none did.
	StuckAt *Numbered `json:"stuck_at,omitempty"`
	// GivenUpAt is the first game, likewise, that was given up.
	GivenUpAt *Numbered `json:"given_up_at,omitempty"`
	// Checked is what came of the checks of the plan; nil where they were not asked.
	Checked []Checked `json:"checked,omitempty"`
	// Failed is what the engine failed with in the first game in which it did, "" where
	// it did not, and FailedAt where the games begin among which that one is. Games
	// are not counted where some failed.
	Failed   string `json:"failed,omitempty"`
	FailedAt int    `json:"failed_at,omitempty"`
}

// Numbered is a game, by its seed and number.
type Numbered struct {
	Seed uint64 `json:"seed"`
	Game int    `json:"game"`
}

// first is the earlier of two; nil is none.
func (n *Numbered) first(o *Numbered) *Numbered {
	if n == nil || o != nil && (o.Seed < n.Seed || o.Seed == n.Seed && o.Game < n.Game) {
		return o
	}
	return n
}

// chunk is how many games are played before they are counted and forgotten.
const chunk = 2000

// tallied has somebody play games, nil for drawn moves, and counts them.
func tallied(ctx context.Context, g *rulesets.Game, by playout.By, s span, cap int) (*Tally, error) {
	p := g.Program
	frame := measure.FrameOf(g)
	metrics := frame.Kept()
	tell, watched := measure.NewTeller(metrics), measure.Watched(g)
	t := &Tally{Wins: make([]int, len(p.Players)), Ends: map[string]int{}}
	for _, m := range metrics {
		t.Metrics = append(t.Metrics, m.Moments())
	}
	for left := s.games; left > 0; {
		games := min(left, chunk)
		stats := playout.Sample(ctx, g, playout.Options{Games: games, First: s.first + s.games - left, Seed: s.seed, Cap: cap, NoChoices: !s.choices, By: by, Measures: watched})
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		t.count(stats, tell)
		left -= games
	}
	return t, nil
}

// count enters a sample.
func (t *Tally) count(s *playout.Stats, tell *measure.Teller) {
	t.Games += s.Played
	t.Over += s.Over
	t.OverCap += s.OverCap
	t.Stuck += s.Stuck
	t.NoWinner += s.NoWinner
	t.OpenerWins += s.OpenerWins
	t.Moves += s.Moves
	t.Passes += s.Passes
	t.Turns += s.Turns
	if !s.NoChoices {
		t.Choices += s.Played
		t.Chosen += s.Chosen
		t.Branch += s.Branch
	}
	t.Tied += s.Tied
	t.Longest = max(t.Longest, s.Longest)
	for q, n := range s.Wins {
		t.Wins[q] += n
	}
	for end, n := range s.Ends {
		t.Ends[end] += n
	}
	if s.StuckGame >= 0 {
		t.StuckAt = t.StuckAt.first(&Numbered{s.Seed, s.StuckGame})
	}
	if s.GivenUp >= 0 {
		t.GivenUpAt = t.GivenUpAt.first(&Numbered{s.Seed, s.GivenUp})
	}
	tell.Sum(t.Metrics, s.Outcomes, !s.NoChoices)
}

// Add adds the games of another tally of the same interpretation.
func (t *Tally) Add(o *Tally) error {
	if o.Failed != "" && (t.Failed == "" || o.FailedAt < t.FailedAt) {
		t.Failed, t.FailedAt = o.Failed, o.FailedAt
	}
	if t.Checked == nil {
		t.Checked = o.Checked
	}
	if o.Games == 0 {
		return nil
	}
	if t.Games == 0 {
		failed, at, checked := t.Failed, t.FailedAt, t.Checked
		*t = *o
		t.Failed, t.FailedAt, t.Checked = failed, at, checked
		t.Wins = append([]int(nil), o.Wins...)
		t.Metrics = append([]playout.Moments(nil), o.Metrics...)
		t.Ends = map[string]int{}
		for end, n := range o.Ends {
			t.Ends[end] = n
		}
		return nil
	}
	if len(t.Wins) != len(o.Wins) || len(t.Metrics) != len(o.Metrics) {
		return fmt.Errorf("%d players and %d metrics cannot be added to %d and %d", len(o.Wins), len(o.Metrics), len(t.Wins), len(t.Metrics))
	}
	for i := range t.Metrics {
		if err := t.Metrics[i].Add(&o.Metrics[i]); err != nil {
			return err
		}
	}
	for q, n := range o.Wins {
		t.Wins[q] += n
	}
	for end, n := range o.Ends {
		t.Ends[end] += n
	}
	t.Games += o.Games
	t.Over += o.Over
	t.OverCap += o.OverCap
	t.Stuck += o.Stuck
	t.NoWinner += o.NoWinner
	t.OpenerWins += o.OpenerWins
	t.Moves += o.Moves
	t.Passes += o.Passes
	t.Turns += o.Turns
	t.Choices += o.Choices
	t.Chosen += o.Chosen
	t.Branch += o.Branch
	t.Tied += o.Tied
	t.Longest = max(t.Longest, o.Longest)
	t.StuckAt, t.GivenUpAt = t.StuckAt.first(o.StuckAt), t.GivenUpAt.first(o.GivenUpAt)
	return nil
}

// stats are the games as a sample of which single games are not kept.
func (t *Tally) stats(o playout.Options) *playout.Stats {
	s := &playout.Stats{Options: o, Played: t.Games, Over: t.Over, Stuck: t.Stuck, OverCap: t.OverCap, Moves: t.Moves, Passes: t.Passes, Turns: t.Turns,
		Chosen: t.Chosen, Branch: t.Branch, Wins: t.Wins, OpenerWins: t.OpenerWins, NoWinner: t.NoWinner, Longest: t.Longest, Ends: t.Ends, Tied: t.Tied,
		Kept: t.Metrics, Denominator: 1, StuckGame: -1, GivenUp: -1}
	if t.StuckAt != nil && t.StuckAt.Seed == o.Seed {
		s.StuckGame = t.StuckAt.Game
	}
	if t.GivenUpAt != nil && t.GivenUpAt.Seed == o.Seed {
		s.GivenUp = t.GivenUpAt.Game
	}
	s.Scores = make([]float64, len(t.Wins))
	points := 0
	for i := range t.Metrics {
		if m := &t.Metrics[i]; strings.HasPrefix(m.Metric, measure.PointsOf) && points < len(s.Scores) {
			s.Scores[points] = float64(m.Sum) / float64(m.Grain)
			s.Denominator = int(m.Grain)
			points++
		}
	}
	return s
}

// trialGames are played of each ruleset to see whether a program plays as the one
// did that made the plan.
const trialGames = 20

// trial is a checksum of what a few games come to.
func trial(ctx context.Context, g *rulesets.Game, by playout.By, seed uint64, cap int) (string, error) {
	s := playout.Sample(ctx, g, playout.Options{Games: trialGames, Seed: seed, Cap: cap, By: by})
	if err := ctx.Err(); err != nil {
		return "", err
	}
	sum := sha256.New()
	for _, x := range s.Outcomes {
		fmt.Fprintln(sum, x.Close, x.Winner, x.Opener, x.Plies, x.Passes, x.Turns, x.Chosen, x.Branch, x.Scores)
	}
	return fmt.Sprintf("%x", sum.Sum(nil)), nil
}
