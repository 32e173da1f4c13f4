package exact

import (
	"context"
	"errors"
	"fmt"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/verify/players"
	"github.com/lectio/lectio/verify/players/training"
	"github.com/lectio/lectio/verify/solve"
	"github.com/lectio/lectio/verify/solve/strategies"
)

// mostTurns is how many turns of games between two programs are followed.
const mostTurns = 4_000_000

// Prove adds what comes of games between programs: of perfect ones, and of each of the names with itself and with a
// perfect one, either beginning. The maker makes them.
func (v *Value) Prove(ctx context.Context, x *solve.Solved, m *training.Maker, names []players.Name, progress func(done, all int, what string)) error {
	m.Solved = x
	best := players.Name{Rung: players.Perfect}
	perfect, err := m.Strategy(ctx, best)
	if err != nil {
		return err
	}
	v.Strategies = map[string]*strategies.Games{}
	between := func(name string, begins, other strategies.Strategy) error {
		progress(len(v.Order), 1+3*len(names), "games of "+name)
		return v.between(ctx, x, name, begins, other)
	}
	if err := between(best.String(), perfect, perfect); err != nil {
		return err
	}
	v.Endless = &v.Strategies[best.String()].Endless
	for _, n := range names {
		name := n.String()
		if v.Strategies[name] != nil {
			continue
		}
		s, err := m.Strategy(ctx, n)
		if err != nil && ctx.Err() == nil {
			return diag.Error{Found: name, Expected: "random, learned, learned:SEED, perfect or perfect:SHARE", Message: fmt.Sprintf("--strategy: %v", err)}
		}
		if err == nil {
			err = between(name, s, s)
		}
		if err == nil {
			err = between(best.String()+" against "+name, perfect, s)
		}
		if err == nil {
			err = between(name+" against "+best.String(), s, perfect)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// between adds what comes of games between two programs.
func (v *Value) between(ctx context.Context, x *solve.Solved, name string, begins, other strategies.Strategy) error {
	got, err := strategies.Between(ctx, x.Graph, begins, other, mostTurns)
	var large *solve.TooLarge
	if errors.As(err, &large) {
		return diag.Error{Found: name, Expected: fmt.Sprintf("a game in which no more than %d turns can occur", mostTurns),
			Message: fmt.Sprintf("what comes of games of %s is not known", name)}
	}
	if err == nil {
		v.Strategies[name], v.Order = got, append(v.Order, name)
	}
	return err
}
