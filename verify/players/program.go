package players

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/engine/weigh"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify/playout"
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

// Maker makes the programs of one interpretation. It is safe for concurrent use.
type Maker struct {
	Rules *engine.Program
	By    *play.Executor // plays the games from which they learn, and those of a match
	Cache *Cache         // keeps what has been learned; nil: nothing is kept
	// Solved is by what perfect programs play, which know the positions that follow from where it was solved; nil: there are none.
	Solved *solve.Solved
	// Default makes what was learned of the default of the ruleset, for programs whose names say so; nil: this is the default.
	Default *Maker

	mu   sync.Mutex
	kept map[uint64]*Learned
	at   *table
}

// table is where its programs play.
func (m *Maker) table(ctx context.Context) (*table, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.at == nil {
		x := &table{form: weigh.FormOf(m.Rules, false), by: m.By}
		if err := x.bound(ctx, 0); err != nil {
			return nil, err
		}
		m.at = x
	}
	return m.at, nil
}

// Refused is the error of a program whose training gave nothing better than to draw moves.
type Refused struct{ Seed uint64 }

func (r Refused) Error() string {
	return fmt.Sprintf("in the training of seed %d no candidate played better than moves that are drawn: there is no learned program of it", r.Seed)
}

// Learned is what a training of a seed gave in games of the interpretation, made when it is first asked for.
func (m *Maker) Learned(ctx context.Context, seed uint64) (*Learned, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if l := m.kept[seed]; l != nil {
		return l, nil
	}
	l, err := m.Cache.Learn(ctx, m.Rules, m.By, Usual(seed))
	if err != nil {
		return nil, err
	}
	if m.kept == nil {
		m.kept = map[uint64]*Learned{}
	}
	m.kept[seed] = l
	return l, nil
}

// learned is what a program plays by, carried over from the default where it has learned that.
func (m *Maker) learned(ctx context.Context, n Name) (*Learned, error) {
	from := m
	if n.OfDefault && m.Default != nil {
		from = m.Default
	}
	l, err := from.Learned(ctx, n.Seed)
	switch {
	case err != nil:
		return nil, err
	case l.Weights == nil:
		return nil, Refused{n.Seed}
	case from == m:
		return l, nil
	}
	by := l.By(m.Rules)
	if by == nil {
		return nil, ErrOthers
	}
	here := *l
	here.Form, here.Weights = by.Form, by.Weights[0]
	return &here, nil
}

// ErrOthers is the error of a program that has learned a default with other sides than those it is to play.
var ErrOthers = errors.New("what the program learned of the default is no use: there are other sides")

// ErrNoUse is the error of a program that plays an interpretation no better than who draws moves, or brings no game to an
// end, by what it has learned of the default.
var ErrNoUse = errors.New("what the program learned of the default does not serve")

// Serves returns why a program cannot play by what it learned of the default; nil where it can, or has learned
// nothing elsewhere.
func (m *Maker) Serves(ctx context.Context, n Name) error {
	if !n.OfDefault || m.Default == nil {
		return nil
	}
	l, err := m.learned(ctx, n)
	if err != nil {
		return err
	}
	serves, err := l.Serves(ctx, m.Rules, m.By, l.By(m.Rules))
	if err == nil && !serves {
		err = ErrNoUse
	}
	return err
}

// Make makes the program of a name. It is to be closed. Where it has to learn first and
// nothing came of it, the error is [Refused].
func (m *Maker) Make(ctx context.Context, n Name) (Program, error) {
	makes, err := m.makes(ctx, n)
	if err != nil {
		return nil, err
	}
	return makes(), nil
}

// makes prepares what is needed to make the program of a name any number of times.
func (m *Maker) makes(ctx context.Context, n Name) (makes, error) {
	switch {
	case n.Rung == Random:
		return func() Program { return drawing{} }, nil
	case n.Rung == Perfect && m.Solved == nil:
		return nil, ErrUnsolved
	case n.Rung == Perfect:
		return func() Program { return &perfect{strategies.NewPerfect(m.Solved), n.Errors} }, nil
	}
	var l *Learned
	if n.Rung != Playouts {
		var err error
		if l, err = m.learned(ctx, n); err != nil {
			return nil, err
		}
		if n.Rung == Weighing {
			return func() Program { return &oneAhead{play.NewChooser(m.Rules), l.Form, l.Weights} }, nil
		}
	}
	x, err := m.table(ctx)
	if err != nil {
		return nil, err
	}
	return func() Program {
		if l == nil {
			return newSearch(x, n.Iterations, nil, true)
		}
		return newSearch(x, n.Iterations, l.Weights, false)
	}, nil
}

// Play plays games in which a program plays all sides, and gives each to f, in order.
func (m *Maker) Play(ctx context.Context, n Name, s play.Series, f func(*play.Played)) error {
	made, err := m.makes(ctx, n)
	if err != nil {
		return err
	}
	x, err := m.table(ctx)
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
	return x.games(ctx, seats, share, s, f)
}

// As plays games in which the program of a name has all sides.
func (m *Maker) As(n Name) playout.By { return as{m, n} }

type as struct {
	*Maker
	name Name
}

func (x as) Play(ctx context.Context, s play.Series, f func(*play.Played)) error {
	return x.Maker.Play(ctx, x.name, s, f)
}

// Match plays games between two programs, on so many workers. Its error is [Refused] where one has not come about.
func (m *Maker) Match(ctx context.Context, a, b Name, how Played, workers int) (Match, error) {
	one, err := m.makes(ctx, a)
	if err != nil {
		return Match{}, err
	}
	other, err := m.makes(ctx, b)
	if err != nil {
		return Match{}, err
	}
	x, err := m.table(ctx)
	if err != nil {
		return Match{}, err
	}
	return x.match(ctx, one, other, how, workers)
}

// Wants says what the programs that learn and those that search play for.
func (m *Maker) Wants() string {
	what := "A program wants to win"
	if !m.Rules.NamesWinner() {
		if len(m.Rules.Scores) == 0 {
			return "The rules name no winner and count no points: there is nothing that a program could want."
		}
		what = "A program wants to have most points, by however little"
	}
	return what + ". A game in which nobody does, or which is given up, is worth a level share to it. By how much it wins is nothing to it, nor how soon: it may linger over a game that is won."
}
