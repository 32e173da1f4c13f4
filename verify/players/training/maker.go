package training

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/weigh"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify/players"
	"github.com/lectio/lectio/verify/playout"
)

// Maker makes the programs of one interpretation, also those that have to learn it first. It is safe for concurrent use.
type Maker struct {
	players.Maker
	Cache *Cache // keeps what has been learned; nil: nothing is kept
	// Default makes what was learned of the default of the ruleset, for programs whose names say so; nil: this is the default.
	Default *Maker

	mu   sync.Mutex
	kept map[uint64]*Learned
}

// NewMaker makes programs of an interpretation: by plays the games from which they learn, and those of a match.
func NewMaker(p *engine.Program, by *play.Executor, c *Cache) *Maker {
	m := &Maker{Maker: players.Maker{Rules: p, By: by}, Cache: c}
	m.Weights = m.weights
	return m
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

// weights are those by which a program plays, carried over from the default where it has learned that. Where it has to learn first
// and nothing came of it, the error is [Refused].
func (m *Maker) weights(ctx context.Context, n players.Name) ([]int16, error) {
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
		return l.Weights, nil
	}
	by, err := m.carried(l)
	if err != nil {
		return nil, err
	}
	return by.Weights[0], nil
}

// carried has all play by what was learned of the default.
func (m *Maker) carried(l *Learned) (*weigh.Players, error) {
	if l.Weights == nil {
		return nil, Refused{l.Training.Seed}
	}
	by := l.By(m.Rules)
	if by == nil {
		return nil, ErrOthers
	}
	return by, nil
}

// ErrOthers is the error of a program that has learned a default with other sides than those it is to play.
var ErrOthers = errors.New("what the program learned of the default is no use: there are other sides")

// ErrNoUse is the error of a program that plays an interpretation no better than who draws moves, or brings no game to an
// end, by what it has learned of the default.
var ErrNoUse = errors.New("what the program learned of the default does not serve")

// Serves returns why a program cannot play by what it learned of the default; nil where it can, or has learned
// nothing elsewhere.
func (m *Maker) Serves(ctx context.Context, n players.Name) error {
	if !n.OfDefault || m.Default == nil {
		return nil
	}
	l, err := m.Default.Learned(ctx, n.Seed)
	if err != nil {
		return err
	}
	by, err := m.carried(l)
	if err != nil {
		return err
	}
	serves, err := l.Serves(ctx, m.Rules, m.By, by)
	if err == nil && !serves {
		err = ErrNoUse
	}
	return err
}

// As plays games in which the program of a name has all sides.
func (m *Maker) As(n players.Name) playout.By { return as{m, n} }

type as struct {
	*Maker
	name players.Name
}

func (x as) Play(ctx context.Context, s play.Series, f func(*play.Played)) error {
	return x.Maker.Play(ctx, x.name, s, f)
}

// Match plays games between two programs, on so many workers. Its error is [Refused] where one has not come about.
func (m *Maker) Match(ctx context.Context, a, b players.Name, how Played, workers int) (Match, error) {
	one, err := m.Makes(ctx, a)
	if err != nil {
		return Match{}, err
	}
	other, err := m.Makes(ctx, b)
	if err != nil {
		return Match{}, err
	}
	x, err := m.Table(ctx)
	if err != nil {
		return Match{}, err
	}
	return (&table{*x}).match(ctx, one, other, how, workers)
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
