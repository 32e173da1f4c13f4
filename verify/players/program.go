package players

import (
	"context"
	"errors"
	"sync"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/engine/weigh"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify/solve"
	"github.com/lectio/lectio/verify/solve/strategies"
)

// Decision is what a program chooses in: a position of a game, and what may be done there.
type Decision struct {
	State  *engine.State
	Moves  []engine.Move  // two or more
	Random *random.Source // of the game
	Pick   func() int     // draws one of all moves alike, as games of drawn moves do
}

// Program plays games of one interpretation. It is not safe for concurrent use.
type Program interface {
	// Choose chooses one of the moves, by its number. Decision and the stream of the game settle which.
	Choose(ctx context.Context, d *Decision) int
	// Weights are those by which it weighs what each move leads to, and nothing else; nil and true
	// for one that draws all moves; else false.
	Weights() (weights []int16, oneAhead bool)
	// Close frees what it has taken.
	Close()
}

// drawing draws all moves.
type drawing struct{}

func (drawing) Choose(_ context.Context, d *Decision) int { return d.Pick() }
func (drawing) Weights() ([]int16, bool)                  { return nil, true }
func (drawing) Close()                                    {}

// oneAhead looks one move ahead.
type oneAhead struct {
	*play.Chooser
	form    *weigh.Form
	weights []int16
}

func (x *oneAhead) Choose(_ context.Context, d *Decision) int {
	return play.Best(x.Values(x.form, x.weights, d.State, d.Moves), d.Random)
}
func (x *oneAhead) Weights() ([]int16, bool) { return x.weights, true }
func (x *oneAhead) Close()                   {}

// OneAhead is the program that weighs what each move leads to, by weights of a form; without, it draws all moves.
func OneAhead(f *weigh.Form, weights []int16) Program {
	return &oneAhead{play.NewChooser(f.Program), f, weights}
}

// Maker makes the programs of one interpretation. It is safe for concurrent use.
type Maker struct {
	Rules *engine.Program
	By    *play.Executor // plays what is played while they choose
	// Weights gives those by which a program plays that has learned, of the form of the interpretation in which players who can be
	// exchanged are weighed alike; nil: none has.
	Weights func(context.Context, Name) ([]int16, error)
	// Solved is by what perfect programs play, which know the positions that follow from where it was solved; nil: there are none.
	Solved *solve.Solved

	mu sync.Mutex
	at *Table // its cap is 0 as long as nobody has asked for it
}

// table is where its programs play. Games are bounded by how long others are, where that is asked for.
func (m *Maker) table(ctx context.Context, bounded bool) (*Table, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.at == nil {
		m.at = &Table{Form: weigh.FormOf(m.Rules, false), By: m.By}
	}
	if bounded && m.at.Cap == 0 {
		x := *m.at // which others may be searching at
		if err := x.Bound(ctx, 0); err != nil {
			return nil, err
		}
		m.at = &x
	}
	return m.at, nil
}

// Table is where its programs play.
func (m *Maker) Table(ctx context.Context) (*Table, error) { return m.table(ctx, true) }

// Make makes the program of a name. It is to be closed.
func (m *Maker) Make(ctx context.Context, n Name) (Program, error) {
	makes, err := m.Makes(ctx, n)
	if err != nil {
		return nil, err
	}
	return makes(), nil
}

// Makes prepares what is needed to make the program of a name any number of times.
func (m *Maker) Makes(ctx context.Context, n Name) (func() Program, error) {
	switch {
	case n.Rung == Random:
		return func() Program { return drawing{} }, nil
	case n.Rung == Perfect && m.Solved == nil:
		return nil, ErrUnsolved
	case n.Rung == Perfect:
		return func() Program { return &perfect{strategies.NewPerfect(m.Solved), n.Errors} }, nil
	case n.Learns() && m.Weights == nil:
		return nil, ErrUnlearned
	}
	x, err := m.table(ctx, n.Rung == Playouts)
	if err != nil {
		return nil, err
	}
	if n.Rung == Playouts {
		return func() Program { return newSearch(x, n.Iterations, nil, true) }, nil
	}
	weights, err := m.Weights(ctx, n)
	if err != nil {
		return nil, err
	}
	if n.Rung == Weighing {
		return func() Program { return OneAhead(x.Form, weights) }, nil
	}
	return func() Program { return newSearch(x, n.Iterations, weights, false) }, nil
}

// ErrUnlearned is why there is no program that plays by what it has learned.
var ErrUnlearned = errors.New("nothing has been learned of the game: there is no program of it that plays by that")

// Play plays games in which a program plays all sides, and gives each to f, in order.
func (m *Maker) Play(ctx context.Context, n Name, s play.Series, f func(*play.Played)) error {
	made, err := m.Makes(ctx, n)
	if err != nil {
		return err
	}
	x, err := m.table(ctx, false)
	if err != nil {
		return err
	}
	var seats []Program
	for range m.Rules.Players {
		seats = append(seats, made())
		defer seats[len(seats)-1].Close()
	}
	share := DrawnShare(m.Rules)
	if n.Rung == Perfect {
		share = 0 // else it would not be perfect; of best moves it draws one as it is
	}
	return x.Games(ctx, seats, share, s, f)
}
