package main

import (
	"runtime/debug"
	"time"

	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/checks"
	"github.com/spf13/cobra"
)

// verifyFlags are the flags of verify.
type verifyFlags struct {
	outFlags
	notes, full, mutate          bool
	lines, failOn, effort, since string
	from                         string
	games, positions, jobs       int
	seed                         uint64
	time                         time.Duration
	checks                       []string
	whose
}

// effortFlags registers how far games and searches go.
func (f *verifyFlags) effortFlags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.effort, "effort", "normal", "how far games and searches go: quick, normal or deep")
	cmd.Flags().IntVar(&f.games, "games", 0, "games of the default interpretation (0: what --effort says)")
	cmd.Flags().IntVar(&f.positions, "positions", 0, "positions that a search looks at before it is cut short (0: what --effort says)")
	cmd.Flags().IntVar(&f.jobs, "jobs", 0, "workers; the result does not depend on it (0: one for each processor)")
	cmd.Flags().Uint64Var(&f.seed, "seed", 1, "seed of all random throws and moves")
	f.playersFlag(cmd)
}

// retrained is of how many questions a deep run has programs learn the readings.
const retrained = 10

// options reads the flags that say how far a run goes.
func (f *verifyFlags) options(cmd *cobra.Command) (verify.Options, error) {
	o, ok := verify.Effort(f.effort)
	if !ok {
		return o, wrong(f.effort, "quick, normal or deep", "unknown effort %q", f.effort)
	}
	if f.games < 0 || f.positions < 0 || f.jobs < 0 {
		return o, wrong("", "a number that is not negative", "--games, --positions and --jobs cannot be negative")
	}
	if f.time < 0 || f.time > 0 && (f.games > 0 || f.positions > 0 || cmd.Flags().Changed("effort")) {
		return o, wrong(f.time.String(), "--time alone, or counts: --effort, --games, --positions", "how far a run goes is said by time or by counts, not by both")
	}
	if f.games > 0 {
		o = verify.Budget(f.games, o.Positions)
	}
	if f.positions > 0 {
		o = verify.Budget(o.Games, f.positions)
	}
	if f.jobs > 0 {
		o.Jobs = f.jobs
	}
	o.Seed = f.seed
	var err error
	if o.Trainings, err = f.trained(); err != nil {
		return o, err
	}
	if o.Trainings > 0 && f.effort == "deep" {
		o.Retrained = retrained
	}
	o.Programs = f.kept(cmd.ErrOrStderr())
	for _, id := range f.checks {
		if group := checks.All().Group(id); len(group) > 0 {
			o.Only = append(o.Only, group...)
			continue
		}
		c, err := checkNamed(id)
		if err != nil {
			return o, err
		}
		o.Only = append(o.Only, c.ID)
	}
	return o, nil
}

// roomToPlay raises the limit while few rulesets are played: what searches and games keep
// comes near to it, and to collect all the time around that took a seventh of a run. To
// collect more seldom below the limit gains nothing, because memory that is touched for the
// first time costs more than a collection.
func roomToPlay() {
	if frugal {
		debug.SetMemoryLimit(4 << 30)
	}
}

// frugal says that memory is kept short by main, and nobody else has said how.
var frugal bool
