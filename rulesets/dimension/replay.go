package dimension

import (
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets/dimension/trial"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
)

// Shown is the line of play to where the answer was first seen, and what was seen
// there; no steps where it was not at a single move.
func (s *Settlement) Shown() (steps []Step, says string) {
	if s.sample == nil || s.At == nil {
		return nil, ""
	}
	return s.sample.replay(*s.At)
}

// replay is a game of the sample up to the decision of a spot. The move of the spot is the
// last step if it is permitted; says puts it into words.
func (s *Sample) replay(at trial.Spot) (steps []Step, says string) {
	w := s.watcher()
	w.in.History = history.New()
	w.begin(at.Game)
	if steps = s.stepsTo(at); steps == nil {
		return nil, ""
	}
	for _, step := range steps {
		if step.Throw >= 0 {
			w.in.Throw(w.st, step.Throw)
		} else {
			w.in.Play(w.st, step.Move)
		}
	}
	says = w.says(w.in.Explain(w.st), &at)
	if !at.Refused {
		steps = append(steps, Step{Throw: -1, Move: at.Move})
	}
	return steps, says
}

// stepsTo are the steps of a game of the sample up to the decision of a spot.
func (s *Sample) stepsTo(at trial.Spot) []Step {
	ply := 0
	for i, step := range s.record[at.Game] {
		if step.Throw >= 0 {
			continue
		}
		if ply == at.Ply {
			return slices.Clip(s.record[at.Game][:i])
		}
		ply++
	}
	return nil
}

// says says of the move of a spot that it is permitted, or by what it is refused.
func (w *watcher) says(e *engine.Explanation, at *trial.Spot) string {
	text := w.s.Game.MoveText(w.in, w.st, at.Move)
	if !at.Refused {
		return text + " is permitted"
	}
	for i := range e.Refused {
		if r := &e.Refused[i]; trial.AlikeMoves(&r.Move, &at.Move) {
			var by []string
			for _, st := range r.Statements {
				by = append(by, w.s.Game.Statements[st].ID)
			}
			return text + " is refused by " + strings.Join(by, " and ")
		}
	}
	return text + " is not permitted"
}
