package training

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/lectio/lectio/verify/players"
	"github.com/lectio/lectio/verify/playout"
	"github.com/lectio/lectio/verify/solve/strategies"
)

// Trainings is how many programs learn a game.
const Trainings = 3

// Strengths are the programs of a ruleset: how they were made, and what they scored against each other.
type Strengths struct {
	Ruleset   string    `json:"ruleset"`
	Wants     string    `json:"wants"`
	Trainings []Trained `json:"trainings"`
	Matches   []Scored  `json:"matches"`
	// Unsolved says why there is no perfect program.
	Unsolved string `json:"unsolved,omitempty"`
	// Worth says whether each training gave a program worth the name.
	Worth       bool           `json:"worth_the_name"`
	Interrupted bool           `json:"interrupted,omitempty"`
	NotDone     map[string]int `json:"not_done,omitempty"`
}

// Trained is a training with what came of it, round by round.
type Trained struct {
	Learned *Learned
}

// MarshalJSON writes the training, with null for the score against drawn moves where no round gave a program.
func (t Trained) MarshalJSON() ([]byte, error) {
	l := t.Learned
	out := struct {
		Player   players.Name `json:"player"`
		Seed     uint64       `json:"seed"`
		Games    int          `json:"games"`
		Accepted bool         `json:"accepted"`
		Random   *float64     `json:"against_random"`
		Rounds   []Round      `json:"rounds"`
	}{Player: l.Name(), Seed: l.Training.Seed, Games: l.Games, Accepted: l.Accepted(), Rounds: l.Rounds}
	if l.Strength != nil {
		out.Random = &l.Strength.Score.Value
	}
	return json.Marshal(out)
}

// Name is what the program is called.
func (l *Learned) Name() players.Name {
	return players.Name{Rung: players.Weighing, Seed: l.Training.Seed}
}

// Accepted reports whether some round gave a program that was better than those before.
func (l *Learned) Accepted() bool { return l.Weights != nil }

// Scored is a match between two programs that are known by their names.
type Scored struct {
	Player  players.Name
	Against players.Name
	Match
	BySide map[string]Score
}

// MarshalJSON writes the match.
func (s Scored) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Player  players.Name `json:"player"`
		Against players.Name `json:"against"`
		Games   int          `json:"games"`
		Seed    uint64       `json:"seed"`
		Drawn   float64      `json:"drawn_moves"` // the share of moves drawn all the same
		Cap     int          `json:"cap"`
		Level   float64      `json:"level"`
		Score
		GivenUp int              `json:"over_cap"`
		BySide  map[string]Score `json:"by_side"`
	}{s.Player, s.Against, s.Games, s.Seed, float64(s.Drawn) / 256, s.Cap, s.Level, scoreOf(s.Match.Score), s.GivenUp, s.BySide})
}

// Score is what a program scored, on a side or all together.
type Score struct {
	Score    playout.Number    `json:"score"`
	Interval [2]playout.Number `json:"interval"`
}

func scoreOf(e playout.Estimate) Score { return Score{playout.Number(e.Value), e.Interval()} }

// Asked are the matches that are asked for.
type Asked struct {
	Ruleset  string // its name, with the readings
	Games    int    // of each match
	Searched int    // of each in which a program searches; 0: there are none
	Seed     uint64
	Workers  int
	// Progress is told what is done now, and how many trainings and matches of how many have been done.
	Progress func(doing string, done, all int)
}

// pairings are the matches between the programs that are told of: each of the trainings
// against drawn moves and against the others, a search against drawn moves and the first of them, a search that has learned nothing
// against that one as well, and a perfect program likewise and against one of whose moves one of ten is drawn.
func (f *Asked) pairings(solved bool) (out [][2]players.Name) {
	ladder := []players.Name{{}}
	for seed := range uint64(Trainings) {
		ladder = append(ladder, players.Name{Rung: players.Weighing, Seed: 1 + seed})
	}
	for i, a := range ladder {
		for _, b := range ladder[:i] {
			out = append(out, [2]players.Name{a, b})
		}
	}
	// Programs that are alike show whether they bring a game to its end.
	out = append(out, [2]players.Name{ladder[1], ladder[1]})
	if f.Searched > 0 {
		searching, playouts := players.Name{Rung: players.Searching, Seed: 1, Iterations: 1000}, players.Name{Rung: players.Playouts, Iterations: 100}
		out = append(out, [2]players.Name{searching, ladder[0]}, [2]players.Name{searching, ladder[1]}, [2]players.Name{playouts, ladder[1]})
	}
	if solved {
		perfect := players.Name{Rung: players.Perfect}
		out = append(out, [2]players.Name{perfect, ladder[0]}, [2]players.Name{perfect, ladder[1]}, [2]players.Name{perfect, {Rung: players.Perfect, Errors: strategies.Million / 10}})
	}
	return out
}

// Strengths has programs learn a game and play each other. When ctx is done it says what there is by then; it is an error if that is nothing.
func (m *Maker) Strengths(ctx context.Context, f Asked) (*Strengths, error) {
	out := &Strengths{Ruleset: f.Ruleset, Wants: m.Wants(), Worth: true, Trainings: []Trained{}, Matches: []Scored{}}
	pairings := f.pairings(m.Solved != nil)
	all := Trainings + len(pairings)
	for seed := range uint64(Trainings) {
		l, err := m.Learned(ctx, 1+seed)
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			return nil, err
		}
		out.Trainings = append(out.Trainings, Trained{Learned: l})
		f.Progress("learning", len(out.Trainings), all)
	}
	for ; len(pairings) > 0 && ctx.Err() == nil; pairings = pairings[1:] {
		x := pairings[0]
		f.Progress(x[0].String()+" against "+x[1].String(), all-len(pairings), all)
		how := Played{Games: f.Games, Seed: f.Seed<<16 + 1<<40} // seeds of trainings are smaller
		if x[1].Rung != players.Random && x[1].Rung != players.Perfect {
			how.Drawn = players.DrawnShare(m.Rules)
		}
		if x[0].Iterations > 0 {
			how.Games = f.Searched
		}
		match, err := m.Match(ctx, x[0], x[1], how, f.Workers)
		var refused Refused
		switch {
		case ctx.Err() != nil:
		case errors.As(err, &refused):
			out.Worth = false
		case err != nil:
			return nil, err
		default:
			out.Matches = append(out.Matches, m.scored(x, match))
			if x[0].Rung == players.Weighing && x[1].Rung == players.Random && !match.Worth(match.Score.Value) {
				out.Worth = false
			}
		}
		if ctx.Err() != nil {
			break
		}
	}
	if ctx.Err() == nil {
		return out, nil
	}
	if len(out.Trainings) == 0 {
		return nil, ctx.Err()
	}
	out.Interrupted = true
	out.NotDone = map[string]int{"trainings": Trainings - len(out.Trainings), "matches": len(pairings)}
	return out, nil
}

func (m *Maker) scored(between [2]players.Name, x Match) Scored {
	out := Scored{Player: between[0], Against: between[1], Match: x, BySide: map[string]Score{}}
	for q, e := range x.BySeat {
		out.BySide[m.Rules.Players[q]] = scoreOf(e)
	}
	return out
}
