package permit

import (
	"context"
	"sync"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/naming"
	"github.com/lectio/lectio/rulesets/play"
)

// games compiles each interpretation once for all workers.
type games struct {
	corpus *dimension.Corpus
	mu     sync.Mutex
	known  map[string]*compiled
}

func newGames(c *dimension.Corpus) *games { return &games{corpus: c, known: map[string]*compiled{}} }

type compiled struct {
	once sync.Once
	game *rulesets.Game
	err  error
}

// mostGames bounds the cache; a batch over more interpretations begins anew.
const mostGames = 512

// get compiles what is wanted, or finds it compiled.
func (c *games) get(n *naming.Name) (*rulesets.Game, error) {
	key := n.Key()
	c.mu.Lock()
	g := c.known[key]
	if g == nil {
		if len(c.known) >= mostGames {
			clear(c.known)
		}
		g = &compiled{}
		c.known[key] = g
	}
	c.mu.Unlock()
	g.once.Do(func() { g.game, g.err = n.Game(c.corpus) })
	if g.err != nil {
		// The places of its errors are those of the request that came first.
		_, err := n.Game(c.corpus)
		return nil, err
	}
	return g.game, nil
}

// worker answers requests, one at a time.
type worker struct {
	games   *games
	players map[*rulesets.Game]*engine.Interpreter
	occurs  map[*rulesets.Game]*edition.Possible
	turns   map[*rulesets.Game]*play.Searcher
}

func newWorker(g *games) *worker {
	return &worker{games: g, players: map[*rulesets.Game]*engine.Interpreter{}, occurs: map[*rulesets.Game]*edition.Possible{}, turns: map[*rulesets.Game]*play.Searcher{}}
}

// mostSearchers bounds how many searchers a worker keeps, each with some memory.
const mostSearchers = 16

func (w *worker) interpreter(g *rulesets.Game) *engine.Interpreter {
	in := w.players[g]
	if in == nil {
		if len(w.players) >= mostGames {
			clear(w.players)
		}
		in = engine.NewInterpreter(g.Program)
		w.players[g] = in
	}
	return in
}

// possible is what is known of which positions cannot occur.
func (w *worker) possible(g *rulesets.Game) *edition.Possible {
	x := w.occurs[g]
	if x == nil {
		if len(w.occurs) >= mostGames {
			clear(w.occurs)
		}
		x = edition.NewPossible(g)
		w.occurs[g] = x
	}
	return x
}

func (w *worker) searcher(ctx context.Context, g *rulesets.Game) *play.Searcher {
	x := w.turns[g]
	if x == nil {
		if len(w.turns) >= mostSearchers {
			w.forget(ctx)
		}
		x = play.NewSearcher(g.Program, play.Whichever)
		w.turns[g] = x
	}
	return x
}

func (w *worker) forget(ctx context.Context) {
	for _, x := range w.turns {
		x.Close(ctx)
	}
	clear(w.turns)
}
