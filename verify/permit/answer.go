package permit

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify/playout"
)

// DefaultLimit is how many results are listed unless another number is asked for.
const DefaultLimit = 10000

// A Question is what somebody wants to know of a state.
type Question struct {
	Moves, Refused, Results bool
	Limit                   int // of results
}

// An Answer says what holds of a state. What was not asked for is nil.
type Answer struct {
	ID json.RawMessage `json:"id,omitempty"`
	At rulesets.State  `json:"at"`
	// Impossible says why the position cannot occur, of a request in a batch; Over is the end
	// of the game, as the state has it.
	Impossible string `json:"impossible,omitempty"`
	Over       any    `json:"over,omitempty"`

	Awaits  string           `json:"awaits,omitempty"`
	Throws  []rulesets.Throw `json:"throws,omitempty"`
	Moves   *[]rulesets.Move `json:"moves,omitempty"`
	Refused *[]rulesets.Move `json:"refused,omitempty"`
	Results *Results         `json:"results,omitempty"`
}

// Results are the distinct states that the turn can lead to. Searched is how far a search
// went that was not completed: the distinct states, those within the turn among them, that
// it had met.
type Results struct {
	Count    int      `json:"count"`
	Complete bool     `json:"complete"`
	Searched int      `json:"searched,omitempty"`
	Replay   string   `json:"replay,omitempty"` // stands before a line for play --replay
	List     []Result `json:"list"`
}

// A Result is a state with a line of moves that leads to it.
type Result struct {
	Position rulesets.State `json:"position"`
	Line     []string       `json:"line"`
	// Exact has the parts behind the moves of which others have the same name; it is
	// nil where there are none.
	Exact []string `json:"exact,omitempty"`
}

// Answer answers the question for a state.
func (q Question) Answer(ctx context.Context, g *rulesets.Game, in *engine.Interpreter, turns *play.Searcher, s *engine.State) *Answer {
	at := g.State(s)
	ans := &Answer{At: at, Over: at.Over()}
	if s.Status() == engine.AwaitsThrow {
		// Nothing can be played before the throw is known.
		ans.Awaits, ans.Throws = "throw", g.Throws(s)
		if q.Moves {
			ans.Moves = &[]rulesets.Move{}
		}
		return ans
	}
	if q.Refused {
		refused := g.Refuses(in, s)
		ans.Refused = &refused
	}
	if q.Moves {
		moves := g.Permits(in, s)
		ans.Moves = &moves
	}
	if q.Results {
		ans.Results = q.results(ctx, g, in, turns, s)
	}
	return ans
}

func (q Question) results(ctx context.Context, g *rulesets.Game, in *engine.Interpreter, turns *play.Searcher, s *engine.State) *Results {
	n, complete := turns.Find(ctx, s, q.Limit)
	w := lineWriter{g: g, in: in, at: []*engine.State{s}}
	r := &Results{Count: n, Complete: complete, List: make([]Result, 0, n)}
	if n > 0 {
		r.Replay = playout.Before(g, s)
	}
	if !complete {
		r.Searched = turns.Met()
	}
	for i := range n {
		line, exact := w.text(turns.Line(i))
		r.List = append(r.List, Result{g.State(turns.State(i)), line, exact})
	}
	return r
}

// lineWriter writes lines from one state. Lines come in the order of a search,
// so what a line shares with the one before it is not played again.
type lineWriter struct {
	g     *rulesets.Game
	in    *engine.Interpreter
	at    []*engine.State // before each move, and behind the last
	moves []engine.Move
	names []string
	exact []string
}

// text returns the names of moves, and with the parts that tell them apart from others
// of the same name, nil where there are none.
func (w *lineWriter) text(line []engine.Move) (names, exact []string) {
	n := 0
	for n < len(line) && n < len(w.moves) && line[n] == w.moves[n] {
		n++
	}
	w.at, w.moves, w.names, w.exact = w.at[:n+1], w.moves[:n], w.names[:n], w.exact[:n]
	for _, m := range line[n:] {
		s := w.at[len(w.at)-1]
		w.names = append(w.names, w.g.MoveText(w.in, s, m))
		w.exact = append(w.exact, w.g.MoveName(w.in, s, m))
		w.moves = append(w.moves, m)
		t := s.Clone()
		w.in.Play(t, m)
		w.at = append(w.at, t)
	}
	if !slices.Equal(w.names, w.exact) {
		exact = slices.Clone(w.exact)
	}
	return append([]string{}, w.names...), exact
}
