package verify

import (
	"runtime"
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify/players/training"
	"github.com/lectio/lectio/verify/playout"
)

// Options say how far a run goes. All of it is counted, not timed, so that a
// run can be repeated. Budget makes them from the two numbers that a user sets.
type Options struct {
	Seed      uint64
	Games     int // of the default interpretation
	Positions int // that a search of one game looks at before it is cut short
	AltGames  int // of each alternative
	AltMoves  int // single moves after which no further game of an alternative is begun
	Cap       int // single moves after which a game is given up
	PairGames int // games in step for each pair of readings that the search in breadth does not see part
	PairPlies int // single moves in step for each of them
	// PairPositions bounds the search in breadth for where two readings part.
	PairPositions int
	Decisions     int // of the default that are carried over into each alternative
	RowGames      int // of each row of the covering array
	RowCap        int // single moves after which a game of a row is given up
	RowLook       int // positions that the rules of a row may look ahead to for one decision
	ExplainGames  int // of the default in which every decision is explained; a tenth of each alternative
	ExplainMoves  int // decisions after which no further game is explained; a tenth of them for each alternative
	Examinations  int // states after which no further game is examined
	ResultsLimit  int // results counted for one throw
	Examined      int // games of which every state is examined
	Solved        int // positions of each reading that is solved on scaled-down versions; 0: only where RD007 is asked for by name
	EdgeCases     int // edge cases shown for each check
	// Earlier are games that stand in place of those of the statistics; nil: none.
	Earlier *playout.Earlier
	// Trainings is how many programs learn each game, from different seeds; their games stand beside
	// those at random, as many of each program. 0: no program learns.
	Trainings int
	// Retrained is of how many questions, those that turn round before those that rank first, programs learn the readings themselves, rather than
	// to play them by what they learned of the default.
	Retrained int
	// Programs keeps programs that have been made; nil: they are made anew.
	Programs *training.Cache
	// Single is the only interpretation whose games are looked at; nil: the default and
	// every reading. Checks that are not Each do not know it.
	Single *rulesets.Choice
	Only   []string // checks that are run, by id; none: all
	Jobs   int      // workers; the result does not depend on it
	// Progress is told how much is done; it may be called from any worker.
	Progress func(done, total int, what string)
}

// Budget makes options from the number of games of a default interpretation and
// the number of positions of a search; everything else is in proportion.
func Budget(games, positions int) Options {
	return Options{
		Seed: 1, Games: games, Positions: positions, Cap: 20000, Jobs: runtime.NumCPU(),
		EdgeCases:     min(max(positions/500, 20), 100),
		AltMoves:      max(100, games*12),
		ExplainMoves:  max(20, games*4),
		Examinations:  max(20, games*3),
		AltGames:      max(1, games/25),
		PairGames:     max(1, games/2),
		PairPlies:     max(100, games*10),
		PairPositions: max(100, positions/20),
		Decisions:     max(1, games*3/10),
		RowGames:      max(1, games/600),
		RowCap:        6000,
		RowLook:       max(2500, positions/20),
		ExplainGames:  max(1, games/50),
		Examined:      max(1, games*3/100),
		Solved:        solvedOf(positions),
		ResultsLimit:  min(max(positions/10, 500), 100000),
	}
}

// leastSolved are the positions of a search from which on readings are solved on scales too: that takes half a minute of a core for a
// ruleset, nearly all of it to compile each reading of each scale.
const leastSolved = 1_000_000

func solvedOf(positions int) int {
	if positions < leastSolved {
		return 0
	}
	return positions / 20
}

// Efforts are the budgets that have names, the least first.
var Efforts = []struct {
	Name             string
	Games, Positions int
}{
	{"quick", 300, 2000},
	{"normal", 2000, 50000},
	{"deep", 20000, 2000000},
}

// Effort returns the budget of that name, and whether there is one.
func Effort(name string) (Options, bool) {
	for _, e := range Efforts {
		if e.Name == name {
			return Budget(e.Games, e.Positions), true
		}
	}
	return Options{}, false
}

// Defaults are the options of an ordinary run.
func Defaults() Options {
	o, _ := Effort("normal")
	return o
}

// Asked reports whether findings and verdicts of a check are wanted.
func (o *Options) Asked(id string) bool {
	return len(o.Only) == 0 || slices.ContainsFunc(o.Only, func(s string) bool { return strings.EqualFold(s, id) })
}

// only drops findings and verdicts of checks that were not asked for.
func (o *Options) only(out *Outcome) {
	out.Findings = slices.DeleteFunc(out.Findings, func(f Finding) bool { return !o.Asked(f.ID) })
	out.Verdicts = slices.DeleteFunc(out.Verdicts, func(v Verdict) bool { return !o.Asked(v.Check) })
}

// Sized returns options of another budget, all else as it is.
func (o Options) Sized(games, positions int) Options {
	n := Budget(games, positions)
	n.Seed, n.Cap, n.Only, n.Jobs, n.Progress, n.Earlier, n.Trainings, n.Programs = o.Seed, o.Cap, o.Only, o.Jobs, o.Progress, o.Earlier, o.Trainings, o.Programs
	return n
}
