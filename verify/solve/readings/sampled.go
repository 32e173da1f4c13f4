package readings

import (
	"context"
	"encoding/json"
	"fmt"
	"math"

	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
	"github.com/lectio/lectio/verify/solve"
)

// Sampled is what games of moves drawn at random tell of a game that is solved.
type Sampled struct {
	Player   string    `json:"player"`            // the program that plays: at random
	Reading  string    `json:"reading,omitempty"` // QUESTION=READING, "" for the default
	Scale    string    `json:"scale,omitempty"`   // "" for the full game
	Solution *Solution `json:"-"`
	Games    int       `json:"games"`
	Ended    int       `json:"ended"`
	Nobody   int       `json:"nobody"` // of the games that ended, those in which nobody came out ahead
	Share    float64   `json:"share"`  // of the side that the value is of, in the games that ended; nobody ahead is one half
	Error    float64   `json:"-"`      // of the share, its standard error
}

// MarshalJSON writes beside the games what the game is worth, and how they mislead who takes them for that.
func (x *Sampled) MarshalJSON() ([]byte, error) {
	type plain Sampled
	return json.Marshal(struct {
		*plain
		Value    solve.Bounds `json:"value"`
		Misleads string       `json:"misleads,omitempty"`
	}{(*plain)(x), x.Solution.Bounds(), x.Misleads()})
}

// sampleCap is after how many moves a game at random is given up.
const sampleCap = 10_000

// Sample plays games at random of every interpretation that was solved, the same numbers of games of each.
func (c *Consequences) Sample(ctx context.Context, games int, seed uint64, progress func(done, all int)) error {
	var list []Sampled
	seen := map[string]bool{}
	add := func(reading, scale string, s *Solution) {
		if s == nil || s.Game == nil || s.Why != "" || s.Positions == 0 || seen[s.Game.Name()] {
			return
		}
		seen[s.Game.Name()] = true
		list = append(list, Sampled{Player: "random", Reading: reading, Scale: scale, Solution: s})
	}
	for _, v := range c.Versions {
		add("", v.Scale, v.Default)
	}
	for _, p := range c.Pairs {
		for i := range p.On {
			if p.OfDefault() {
				add(p.Name(), p.On[i].Scale, p.On[i].Second)
			}
		}
	}
	tasks := make([]func() error, len(list))
	for i := range list {
		tasks[i] = func() error {
			list[i].count(playout.Sample(ctx, list[i].Solution.Game, playout.Options{Games: games, Seed: seed, Cap: sampleCap, NoChoices: true}))
			return ctx.Err()
		}
	}
	c.Sampled = list
	return inParallel(ctx, 0, tasks, progress)
}

// count counts what games came to.
func (x *Sampled) count(s *playout.Stats) {
	p := x.Solution.Game.Program
	alike, winners := x.Solution.alike(), p.NamesWinner()
	scored, squares := 0.0, 0.0
	x.Games = s.Played
	for i := range s.Outcomes {
		o := &s.Outcomes[i]
		if o.Close == playout.TimedOut {
			continue
		}
		x.Ended++
		who, side := int(o.Winner), 0
		if !winners {
			who = o.Ahead(p.Team)
		}
		if alike {
			side = int(o.Opener)
		}
		value := 0.0
		switch who {
		case side:
			value = 1
		case -1:
			value = 0.5
			x.Nobody++
		}
		scored, squares = scored+value, squares+value*value
	}
	if n := float64(x.Ended); n > 0 {
		x.Share = scored / n
		x.Error = math.Sqrt(max(0, squares/n-x.Share*x.Share) / n)
	}
}

// leastEnded is how many games must have ended before anything is read from them.
const leastEnded = 100

// hidden is the share at most of a side that can force a win, for games to be said not to show it.
const hidden = 2.0 / 3

// Misleads says how who takes what games at random show for what the game is worth is misled, "" where he is not: three
// standard errors are allowed for.
func (x *Sampled) Misleads() string {
	if x.Ended < leastEnded {
		return ""
	}
	w := &x.Solution.Worth
	low, high := x.Share-3*x.Error, x.Share+3*x.Error
	worst, best := float64(w.Low)/float64(solve.One), float64(w.High)/float64(solve.One)
	switch {
	case w.Low == solve.One && high < 0.5 || w.High == 0 && low > 0.5:
		return "the side that loses comes out ahead at random"
	case w.Low == solve.One && high <= hidden || w.High == 0 && low >= 1-hidden:
		return "it does not show at random"
	case !w.Chance && w.Low == w.High && w.Low == solve.One/2 && 10*x.Nobody <= x.Ended:
		return "nearly always somebody wins at random"
	case w.Chance && (worst > 0.5 && high < 0.5 || best < 0.5 && low > 0.5):
		return "the other side comes out ahead at random"
	}
	return ""
}

// Words say what the games came to.
func (x *Sampled) Words() string {
	text := fmt.Sprintf("%s %s of %s that ended", x.Solution.Of(), measure.Percent(x.Share), measure.Plural(x.Ended, "game"))
	switch {
	case x.Nobody == 0:
		text += ", somebody always ahead"
	default:
		text += fmt.Sprintf(", nobody ahead in %d", x.Nobody)
	}
	if x.Ended < x.Games {
		text += fmt.Sprintf("; %d more had not ended after %s moves", x.Games-x.Ended, measure.Thousands(sampleCap))
	}
	return text
}
