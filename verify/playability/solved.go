package playability

import (
	"context"
	"fmt"

	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/solve"
	"github.com/lectio/lectio/verify/solve/readings"
)

// solve finds what a default interpretation is worth all of whose positions were looked at: of so few that is done at once, and
// says who can force a win, which no games of any program can. What has more than two sides has no such worth; for it the
// search says who can no longer win, and who alone can put off the end.
func (x *searched) solve(ctx context.Context) {
	if f := measure.FrameOf(x.g); !x.e.Complete || x.i.Question != nil || !f.Ahead() || solve.Refuses(x.g.Program) != nil {
		return
	}
	s, err := readings.NewSolver(x.t.Definition, x.sc, x.e.Positions).Solve(ctx, x.i.Choice)
	if err != nil || s.Why != "" {
		return // it was stopped, or is over at once
	}
	x.e.Worth = s.Value()
	x.e.Verdicts = append(x.e.Verdicts, fmt.Sprintf("solved, when both sides play as well as can be: %s", x.e.Worth))
	forced := s.Low == solve.One || s.High == 0
	if s.Chance && !forced && (s.Low == 0 || s.High == solve.One) {
		return // the bounds leave open whether one of them can
	}
	x.concludes(verify.CannotWin, "a side that can force a win", forced, "solved", x.e.Worth)
}
