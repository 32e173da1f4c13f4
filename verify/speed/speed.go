package speed

import (
	"context"
	"slices"
	"time"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify/players"
	"github.com/lectio/lectio/verify/players/training"
)

// Options say what is played, and for how long.
type Options struct {
	Seconds float64 // of each run; of the one in the interpreter a quarter
	Jobs    int
	Pairs   int // of runs, one worker against all
	Seed    uint64
	Agent   string // [Moves] or [Results]
	Bound   int    // of results of a turn; 0: single moves are drawn
	Cap     int    // plies after which a game is given up
	Name    players.Name
	Program *training.Maker // has learned and solved what it plays by; nil: moves are drawn

	Begun func(seconds float64) (end func()) // told how long it will take
}

// What is drawn.
const (
	Moves   = "moves"
	Results = "results"
)

// A Row is what is measured of one interpretation.
type Row struct {
	Ruleset  string `json:"ruleset"`
	Executor string `json:"executor"` // "generated" or "interpreter"
	Missing  string `json:"missing"`  // why the interpreter plays; "" for generated code
	Agent    string `json:"agent"`    // "moves" or "results"
	Player   string `json:"player"`   // the program that plays
	// Bound is how many results of a turn are drawn among at most, Whole how many
	// turns, or throws within them, were played so, and Beyond how many had more and
	// were played by single moves; null where single moves are drawn.
	Bound  *int `json:"bound"`
	Whole  *int `json:"whole_turns"`
	Beyond *int `json:"turns_beyond_bound"`
	Jobs   int  `json:"jobs"`
	Run
	MovesPerSecond   float64  `json:"moves_per_second"`
	GamesPerSecond   float64  `json:"games_per_second"`
	NanosPerMove     float64  `json:"ns_per_move"` // of one second by the moves of all workers together
	MeanMoves        float64  `json:"mean_moves"`
	MeanTurns        float64  `json:"mean_turns"`
	FirstPlayerShare *float64 `json:"first_player_share"` // of the games somebody won; null when nobody did
	ReadyMillis      float64  `json:"ready_ms"`           // from YAML to machine code, or to the interpreter's program
	Memory           int      `json:"memory_bytes"`       // of each worker's instance; 0 for the interpreter
	// Interpreter is moves a second in the interpreter, with as many workers, and
	// Ratio how many times as many the generated code makes; null without it.
	Interpreter *float64 `json:"interpreter_moves_per_second"`
	Ratio       *float64 `json:"ratio_to_interpreter"`
	// Speedup is the median, over so many pairs of runs, of moves a second with all
	// workers over those with one; null when that was not measured.
	Speedup *float64 `json:"speedup"`
	Pairs   int      `json:"pairs"`
	// Interrupted says that the measuring was stopped before its time was up.
	Interrupted bool `json:"interrupted,omitempty"`
}

// A Run is what games played for some time come to.
type Run struct {
	Games   int     `json:"games"`
	Moves   int     `json:"moves"`
	Passes  int     `json:"passes"`
	Seconds float64 `json:"seconds"`
	OverCap int     `json:"over_cap"`
	Stuck   int     `json:"stuck"` // games in a position that no rule provides for

	turns, won, decided int
	whole, beyond       int
}

// add adds what another worker has played.
func (r *Run) add(s *Run) {
	r.Games += s.Games
	r.Moves += s.Moves
	r.Passes += s.Passes
	r.OverCap += s.OverCap
	r.Stuck += s.Stuck
	r.turns += s.turns
	r.won += s.won
	r.decided += s.decided
	r.whole += s.whole
	r.beyond += s.beyond
}

// speed is moves a second.
func (r *Run) speed() float64 { return float64(r.Moves) / r.Seconds }

// Measure measures one interpretation. Stopped, it tells of the games that were played.
func Measure(ctx context.Context, g *rulesets.Game, o Options) (*Row, error) {
	row := &Row{Ruleset: g.Name(), Executor: play.Generated.String(), Jobs: o.Jobs, Pairs: o.Pairs, Agent: o.Agent, Player: o.Name.String()}
	x := play.NewExecutor(g.Program, play.Generated)
	x.Prepare(ctx)
	if why := x.Interpreted(); why != nil {
		row.Executor, row.Missing = play.Interpreted.String(), why.Error()
	}
	row.Memory = x.Memory()
	beside := row.Missing == "" && o.Program == nil // the interpreter plays as well
	runs := 1 + 2*float64(o.Pairs)
	if beside {
		runs += 0.25
	}
	defer o.Begun(o.Seconds * runs)()
	m := measuring{ctx: ctx, g: g, o: o}
	row.Run = m.run(x, o.Seconds, o.Jobs)
	if beside && ctx.Err() == nil {
		if slow := m.run(play.NewExecutor(g.Program, play.Interpreted), o.Seconds/4, o.Jobs); slow.Moves > 0 {
			speed, ratio := slow.speed(), row.speed()/slow.speed()
			row.Interpreter, row.Ratio = &speed, &ratio
		}
	}
	ratios := m.pairs(x)
	if row.Pairs = len(ratios); row.Pairs > 0 {
		median := (ratios[(len(ratios)-1)/2] + ratios[len(ratios)/2]) / 2
		row.Speedup = &median
	}
	row.reckon(o.Bound)
	return row, m.err
}

// measuring makes runs until one of them fails.
type measuring struct {
	ctx context.Context
	g   *rulesets.Game
	o   Options
	err error
}

func (m *measuring) run(x *play.Executor, seconds float64, jobs int) Run {
	if m.err == nil {
		var r Run
		if r, m.err = playFor(m.ctx, m.g, x, seconds, jobs, m.o); r.Games > 0 {
			return r
		}
	}
	return Run{Seconds: 1}
}

// pairs are, in order, how many times as many moves a second all workers make as one.
func (m *measuring) pairs(x *play.Executor) (ratios []float64) {
	for k := 0; k < m.o.Pairs && m.ctx.Err() == nil; k++ {
		var one, all Run
		if k%2 == 0 { // whatever warms up or slows down the machine meets both
			one, all = m.run(x, m.o.Seconds, 1), m.run(x, m.o.Seconds, m.o.Jobs)
		} else {
			all, one = m.run(x, m.o.Seconds, m.o.Jobs), m.run(x, m.o.Seconds, 1)
		}
		if one.Moves > 0 && all.Moves > 0 {
			ratios = append(ratios, all.speed()/one.speed())
		}
	}
	slices.Sort(ratios)
	return ratios
}

// reckon fills in what follows from the games that were played.
func (r *Row) reckon(bound int) {
	r.MovesPerSecond = r.speed()
	r.GamesPerSecond = float64(r.Games) / r.Seconds
	if r.Moves > 0 {
		r.NanosPerMove = 1e9 / r.speed()
	}
	if r.Games > 0 {
		r.MeanMoves = float64(r.Moves) / float64(r.Games)
		r.MeanTurns = float64(r.turns) / float64(r.Games)
	}
	if bound > 0 {
		r.Bound, r.Whole, r.Beyond = &bound, &r.whole, &r.beyond
	}
	if r.decided > 0 {
		share := float64(r.won) / float64(r.decided)
		r.FirstPlayerShare = &share
	}
}

// Ready is how long it takes from the text of a ruleset, in its corpus, to what plays an interpretation of it.
func Ready(ctx context.Context, c *rulesets.Corpus, file string, text []byte, g *rulesets.Game) (time.Duration, error) {
	begun := time.Now()
	d, errs := c.Read(file, text)
	if len(errs) > 0 {
		return 0, errs
	}
	choice := rulesets.Choice{}
	for q, r := range g.Readings {
		choice[q] = r.ID
	}
	again, errs := d.Game(choice)
	if len(errs) > 0 {
		return 0, errs
	}
	x := play.NewExecutor(again.Program, play.Generated)
	x.Prepare(ctx)
	took := time.Since(begun)
	x.Close(ctx)
	return took, nil
}
