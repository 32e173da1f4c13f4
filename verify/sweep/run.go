package sweep

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/lectio/lectio/evidence/exchange/sheet"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify/players/training"
	"github.com/lectio/lectio/verify/playout"
)

// RunOptions say what of a plan is played, and where its results go.
type RunOptions struct {
	Dir   string
	Units []int // nil: all
	Jobs  int   // workers; the results do not depend on it
	Find  func(ruleset string) *rulesets.Definition
	Ask   Ask // the checks of the plan; needed where it has any
	// Programs keeps what the program of the plan has learned; nil: nothing is kept.
	Programs *training.Cache
	// Progress is told how many games are done of those that have to be played; it may
	// be called from any worker.
	Progress func(done, total int)

	write func(...sheet.File) error // a test writes otherwise
}

// Ran says what came of a run.
type Ran struct {
	Units   int   // asked for
	Already int   // that had a result before
	Played  int   // units
	Games   int   // in them
	NotDone []int // units, after an interruption
}

// Run plays units that have no result yet. It stops when ctx is done, or when a result
// cannot be written; what is finished by then stays.
func (p *Plan) Run(ctx context.Context, o RunOptions) (*Ran, error) {
	if o.write == nil {
		o.write = sheet.WriteFiles
	}
	if o.Units == nil {
		for n := range p.Units() {
			o.Units = append(o.Units, n+1)
		}
	}
	if err := os.MkdirAll(o.Dir, 0o777); err != nil {
		return nil, sheet.Unwritable(o.Dir, err)
	}
	playing, err := p.try(ctx, o)
	if err != nil {
		return nil, err
	}
	ran := &Ran{Units: len(o.Units)}
	r := &running{plan: p, o: o, playing: playing, ran: ran, games: map[place]*loaded{}}
	var pieces []*piece
	for _, n := range o.Units {
		_, err := p.rows(o.Dir, n)
		switch {
		case err == nil:
			ran.Already++
			continue
		case !errors.Is(err, errNoResult):
			return nil, err
		}
		pieces = append(pieces, r.pieces(n)...)
	}
	for _, x := range pieces {
		r.total += x.span.games
	}
	ctx, r.stop = context.WithCancel(ctx)
	defer r.stop()
	next := make(chan *piece)
	var workers sync.WaitGroup
	for range max(o.Jobs, 1) {
		workers.Go(func() {
			for x := range next {
				r.play(ctx, x)
			}
		})
	}
	for _, x := range pieces {
		if ctx.Err() != nil {
			break
		}
		select {
		case next <- x:
		case <-ctx.Done():
		}
	}
	close(next)
	workers.Wait()
	for _, x := range pieces {
		if !x.unit.done && !slices.Contains(ran.NotDone, x.unit.number) {
			ran.NotDone = append(ran.NotDone, x.unit.number)
		}
	}
	return ran, r.err
}

// try plays a few games of each ruleset and compares what they come to. It returns who plays each.
func (p *Plan) try(ctx context.Context, o RunOptions) (out []*playing, err error) {
	for _, part := range p.Parts {
		d := o.Find(part.Ruleset)
		if d == nil {
			return nil, fmt.Errorf("there is no ruleset %s in the corpus of the plan", part.Ruleset)
		}
		g, errs := d.Game(nil)
		if len(errs) > 0 {
			return nil, errs
		}
		x := p.playing(g, o.Programs)
		by, err := x.by(ctx)
		if err != nil {
			return nil, err
		}
		sum, err := trial(ctx, g, by, p.Seeds[0], p.Cap)
		if err != nil {
			return nil, err
		}
		if sum != part.Trial {
			return nil, fmt.Errorf("this program plays %s otherwise than the one that made the plan (%s): it is another build; use the same binary everywhere, or make the plan anew", part.Ruleset, p.Program)
		}
		out = append(out, x)
	}
	return out, nil
}

// place is an interpretation of a plan.
type place struct{ part, at int }

// piece is what one worker plays at a time.
type piece struct {
	unit *pending
	span span
	in   place
}

// pending is a unit that is being played.
type pending struct {
	number int
	left   int // pieces
	rows   map[int]*Tally
	done   bool
}

// loaded is a compiled interpretation, kept while pieces of it are to be played.
type loaded struct {
	once   sync.Once
	game   *rulesets.Game
	by     playout.By // nil: moves are drawn
	failed string
	left   int // pieces
}

// running is a run under way.
type running struct {
	plan    *Plan
	o       RunOptions
	playing []*playing // by part of the plan
	stop    context.CancelFunc

	mu    sync.Mutex // of all below
	ran   *Ran
	games map[place]*loaded
	total int
	done  int
	err   error // of a result that could not be written
}

// pieceGames are at most played by one worker at a time, so that several can share the
// games of one interpretation.
const pieceGames = 20000

// pieces divides a unit.
func (r *running) pieces(number int) []*piece {
	_, part, spans := r.plan.unit(number)
	u := &pending{number: number, rows: map[int]*Tally{}}
	var out []*piece
	for _, s := range spans {
		in := place{part, s.at}
		if r.games[in] == nil {
			r.games[in] = &loaded{}
		}
		for from := 0; from < s.games; from += pieceGames {
			out = append(out, &piece{u, span{s.at, s.seed, s.first + from, min(pieceGames, s.games-from), s.choices}, in})
			r.games[in].left++
		}
	}
	u.left = len(out)
	return out
}

// play plays a piece, and writes the result of its unit when it was the last.
func (r *running) play(ctx context.Context, x *piece) {
	r.mu.Lock()
	l := r.games[x.in]
	r.mu.Unlock()
	l.once.Do(func() { r.load(ctx, l, x.in) })
	if ctx.Err() != nil {
		return // so may have been what was loaded
	}
	t := &Tally{}
	failed := l.failed
	if failed == "" {
		var err error
		failed = guarded(func() {
			if t, err = tallied(ctx, l.game, l.by, x.span, r.plan.Cap); err == nil {
				t.Checked = r.check(ctx, x)
				err = ctx.Err()
			}
		})
		if err != nil {
			return // the run is being stopped
		}
	}
	if failed != "" {
		seed := slices.Index(r.plan.Seeds, x.span.seed)
		t = &Tally{Failed: failed, FailedAt: seed*r.plan.Games + x.span.first}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if l.left--; l.left == 0 {
		delete(r.games, x.in)
		if l.game != nil {
			play.Of(l.game).Close(ctx)
		}
	}
	if sum := x.unit.rows[x.in.at]; sum == nil {
		x.unit.rows[x.in.at] = t
	} else if err := sum.Add(t); err != nil {
		r.fail(err)
		return
	}
	r.done += x.span.games
	if r.o.Progress != nil {
		r.o.Progress(r.done, r.total)
	}
	if x.unit.left--; x.unit.left == 0 && r.err == nil {
		r.finish(x.unit)
	}
}

// check asks the checks of the plan, in the piece that has the first game of an
// interpretation.
func (r *running) check(ctx context.Context, x *piece) []Checked {
	p := r.plan
	if len(p.Checks) == 0 || x.span.first > 0 || x.span.seed != p.Seeds[0] {
		return nil
	}
	part := p.Parts[x.in.part]
	return r.o.Ask(ctx, part.Ruleset, part.Interpretations[x.in.at].Readings, p.Checking, x.span.seed, p.Cap)
}

// fail stops the run.
func (r *running) fail(err error) {
	if r.err == nil {
		r.err = err
	}
	r.stop()
}

// load compiles an interpretation, and finds who plays it.
func (r *running) load(ctx context.Context, l *loaded, in place) {
	part := r.plan.Parts[in.part]
	failed := guarded(func() {
		game, errs := r.o.Find(part.Ruleset).Game(part.Interpretations[in.at].Readings)
		if len(errs) > 0 {
			l.failed = errs[0].Error()
			return
		}
		l.game = game
		var err error
		if l.by, err = r.playing[in.part].of(ctx, game); err != nil {
			l.failed = err.Error()
		}
	})
	l.failed = cmp.Or(l.failed, failed)
	if l.game == nil {
		l.failed = cmp.Or(l.failed, "it cannot be compiled")
	}
}

// finish writes the result of a unit. Where it cannot be written and another run has
// just written the same, that will do.
func (r *running) finish(u *pending) {
	var rows []resultRow
	for at, t := range u.rows {
		if t.Failed != "" {
			t = &Tally{Failed: t.Failed, FailedAt: t.FailedAt}
		}
		rows = append(rows, resultRow{at, *t})
	}
	slices.SortFunc(rows, func(a, b resultRow) int { return a.At - b.At })
	data, err := r.plan.result(u.number, rows)
	if err == nil {
		err = r.o.write(sheet.File{Path: filepath.Join(r.o.Dir, ResultName(u.number)), Content: data})
	}
	if err != nil {
		if _, there := r.plan.rows(r.o.Dir, u.number); there != nil {
			r.fail(err)
			return
		}
	}
	u.done, u.rows = true, nil
	r.ran.Played++
	_, _, spans := r.plan.unit(u.number)
	for _, s := range spans {
		r.ran.Games += s.games
	}
}

// guarded runs f and returns what it panicked with, "" when it did not: rules that
// make the engine fail are a result.
func guarded(f func()) (message string) {
	defer func() {
		if r := recover(); r != nil {
			message = fmt.Sprint(r)
		}
	}()
	f()
	return ""
}
