package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/play"
)

// batchFile is how messages call the requests: each is a line of it.
const batchFile = "--batch"

// longestRequest is where a line is refused rather than kept in memory.
const longestRequest = 16 << 20

// request is one line of a batch on its way through: the answer comes out of
// done, whichever worker makes it, and answers leave in the order of lines.
type request struct {
	line int
	text []byte
	long bool // the line was too long to be kept
	done chan []byte
}

// batch answers requests from standard input until it ends. A request that
// cannot be used is answered with its errors, and the batch goes on.
func (a *app) batch(ctx context.Context) error {
	c, err := a.rulesets()
	if err != nil {
		return err
	}
	if len(c.Definitions) == 0 {
		return a.nothingRead("ruleset", "rulesets", "definitions")
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	games := &gameCache{corpus: c, games: map[string]*cachedGame{}}
	jobs := runtime.GOMAXPROCS(0)
	todo := make(chan *request, 64*jobs)
	order := make(chan *request, 64*jobs)

	var workers sync.WaitGroup
	for range jobs {
		workers.Go(func() {
			w := &batchWorker{games: games, players: map[*rulesets.Game]*engine.Interpreter{}, occurs: map[*rulesets.Game]*edition.Possible{}, turns: map[*rulesets.Game]*play.Searcher{}}
			defer w.forget(ctx)
			for r := range todo {
				r.done <- w.line(ctx, r)
			}
		})
	}
	a.waitsForSomebody()
	var readErr error
	go func() {
		defer close(order)
		defer close(todo)
		readErr = readRequests(ctx, a.stdin, func(r *request) bool {
			for _, ch := range []chan *request{order, todo} {
				select {
				case ch <- r:
				case <-ctx.Done():
					close(r.done) // so that nobody waits for it
					return false
				}
			}
			return true
		})
	}()

	out := bufio.NewWriterSize(a.stdout, 1<<16)
	answered := 0
	for {
		var r *request
		open := true
		select {
		case r, open = <-order:
		default:
			// Nothing is waiting: whoever asked is reading now.
			if err := out.Flush(); err != nil {
				return err
			}
			select {
			case r, open = <-order:
			case <-ctx.Done():
				return a.batchStopped(out, answered, ctx.Err())
			}
		}
		if !open {
			break
		}
		var ans []byte
		select {
		case ans = <-r.done:
		default:
			if err := out.Flush(); err != nil {
				return err
			}
			select {
			case ans = <-r.done:
			case <-ctx.Done():
			}
		}
		if err := ctx.Err(); err != nil { // an answer made since may be cut short
			return a.batchStopped(out, answered, err)
		}
		if _, err := out.Write(ans); err != nil {
			return err
		}
		answered++
	}
	workers.Wait()
	if err := ctx.Err(); err != nil {
		return a.batchStopped(out, answered, err)
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if readErr != nil {
		return wrong("", "", "the requests cannot be read: %v", readErr)
	}
	return nil
}

// batchStopped ends a batch that was stopped: what was answered is printed, and how
// much that is.
func (a *app) batchStopped(out *bufio.Writer, answered int, err error) error {
	if answered == 0 {
		return err
	}
	if a.json {
		if err := writeJSON(out, map[string]any{"interrupted": true, "answered": answered}); err != nil {
			return err
		}
	} else {
		fmt.Fprintf(a.stderr, "interrupted: %s answered, the rest was not\n", plural(answered, "request"))
	}
	return cmp.Or(out.Flush(), errInterrupted)
}

// readRequests hands on the lines of r that hold anything, until hand says that no
// more are wanted. One that is too long is handed on before it has come to its end.
func readRequests(ctx context.Context, r io.Reader, hand func(*request) bool) error {
	in := bufio.NewReaderSize(r, 1<<16)
	for n := 1; ctx.Err() == nil; n++ {
		req := &request{line: n, done: make(chan []byte, 1)}
		for {
			part, err := in.ReadSlice('\n')
			switch {
			case req.long: // it was handed on, and the rest of the line is passed over
			case len(req.text)+len(part) > longestRequest:
				req.long, req.text = true, nil
				if !hand(req) {
					return nil
				}
			default:
				req.text = append(req.text, part...)
			}
			if errors.Is(err, bufio.ErrBufferFull) {
				continue
			}
			if !req.long && len(bytes.TrimSpace(req.text)) > 0 && !hand(req) {
				return nil
			}
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err != nil {
				return err
			}
			break
		}
	}
	return nil
}

// gameCache compiles each interpretation once for all workers.
type gameCache struct {
	corpus *dimension.Corpus
	mu     sync.Mutex
	games  map[string]*cachedGame
}

type cachedGame struct {
	once sync.Once
	game *rulesets.Game
	err  error
}

// mostGames bounds the cache; a batch over more interpretations begins anew.
const mostGames = 512

// get compiles what is wanted, or finds it compiled.
func (c *gameCache) get(w *wanted) (*rulesets.Game, error) {
	var key strings.Builder
	key.WriteString(w.ruleset.text + "\x00" + w.scale.text)
	for _, p := range w.picks {
		fmt.Fprintf(&key, "\x00%s=%s", p.question.text, p.reading.text)
	}
	c.mu.Lock()
	g := c.games[key.String()]
	if g == nil {
		if len(c.games) >= mostGames {
			clear(c.games)
		}
		g = &cachedGame{}
		c.games[key.String()] = g
	}
	c.mu.Unlock()
	g.once.Do(func() { g.game, g.err = w.game(c.corpus) })
	if g.err != nil {
		// The places of its errors are those of the request that came first.
		_, err := w.game(c.corpus)
		return nil, err
	}
	return g.game, nil
}

// batchWorker answers requests, one at a time.
type batchWorker struct {
	games   *gameCache
	players map[*rulesets.Game]*engine.Interpreter
	occurs  map[*rulesets.Game]*edition.Possible
	turns   map[*rulesets.Game]*play.Searcher
}

// mostSearchers bounds how many searchers a worker keeps, each with some memory.
const mostSearchers = 16

func (w *batchWorker) interpreter(g *rulesets.Game) *engine.Interpreter {
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
func (w *batchWorker) possible(g *rulesets.Game) *edition.Possible {
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

func (w *batchWorker) searcher(ctx context.Context, g *rulesets.Game) *play.Searcher {
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

func (w *batchWorker) forget(ctx context.Context) {
	for _, x := range w.turns {
		x.Close(ctx)
	}
	clear(w.turns)
}

// line answers one line with one line.
func (w *batchWorker) line(ctx context.Context, r *request) []byte {
	id := json.RawMessage("null")
	ans, errs := w.answer(ctx, r, &id)
	var out bytes.Buffer
	var err error
	if len(errs) > 0 {
		errs = onLine(errs, batchFile, r.line, r.text)
		err = writeJSON(&out, struct {
			ID     json.RawMessage `json:"id"`
			Errors diag.Errors     `json:"errors"`
		}{id, errs})
	} else {
		ans.ID = id
		err = writeJSON(&out, ans)
	}
	if err != nil {
		// Everything written is made of texts and numbers.
		panic(err)
	}
	return out.Bytes()
}

// onLine moves the places of errors in a text that was read by itself to the
// line of the file that it is. What ends a line within it, as JSON allows, does
// not end one of the file: columns are counted on. The errors come back in order.
func onLine(errs diag.Errors, file string, line int, text []byte) diag.Errors {
	if len(errs) == 0 {
		return nil
	}
	before := []int{0} // how many characters stand before each line within the text
	for i, r := range []rune(string(text)) {
		if r == 0x85 || r == 0x2028 || r == 0x2029 {
			before = append(before, i+1)
		}
	}
	within := func(line, col int) int { return before[min(line, len(before))-1] + col }
	move := func(p *diag.Pos) {
		if p.File == file && p.Line > 0 {
			if p.Col > 0 {
				p.Col = within(p.Line, p.Col)
			}
			p.Line = line
		}
	}
	named := regexp.MustCompile(regexp.QuoteMeta(file) + `:([0-9]+):([0-9]+)`)
	for i := range errs {
		e := &errs[i]
		move(&e.Pos)
		for j := range e.Related {
			move(&e.Related[j])
		}
		// A message may name another place of the line.
		e.Message = named.ReplaceAllStringFunc(e.Message, func(place string) string {
			at := named.FindStringSubmatch(place)
			l, _ := strconv.Atoi(at[1])
			c, _ := strconv.Atoi(at[2])
			return fmt.Sprintf("%s:%d:%d", file, line, within(max(l, 1), c))
		})
	}
	return errs.Sort()
}

func (w *batchWorker) answer(ctx context.Context, r *request, id *json.RawMessage) (*answer, diag.Errors) {
	var errs diag.Errors
	top := diag.Pos{File: batchFile, Line: 1, Col: 1}
	if r.long {
		errs.Add(top, "more", fmt.Sprintf("at most %d bytes", longestRequest), "the line is too long")
		return nil, errs
	}
	text := bytes.TrimRight(r.text, "\r\n")
	// A batch is JSON, not YAML: a mistake in it must not pass for a text
	// without quotes.
	var any json.RawMessage
	if err := json.Unmarshal(text, &any); err != nil {
		at := top
		if syntax := new(json.SyntaxError); errors.As(err, &syntax) {
			at.Col += len([]rune(string(text[:max(min(int(syntax.Offset)-1, len(text)), 0)])))
		}
		errs.Add(at, "", "a JSON object", "not valid JSON: %v", err)
		return nil, errs
	}
	root, errs := yamlpos.Parse(batchFile, text)
	rd := yamlpos.Reader{Errs: errs}
	if root == nil {
		return nil, rd.Errs
	}
	if n := root.Get("id"); n != nil && n.Kind == yamlpos.Scalar {
		switch {
		case n.Style == yamlpos.Quoted:
			*id, _ = json.Marshal(n.Text)
		case !n.Null:
			*id = json.RawMessage(n.Text)
		}
	}
	m := rd.Map(root, "a request", "id", "ruleset", "readings", "at", "as-if-going-on", "throw", "want", "limit")
	if m == nil {
		return nil, rd.Errs
	}
	if n := m.Get("id"); n != nil && n.Kind != yamlpos.Scalar {
		rd.Errorf(n.Pos, n.Kind.String(), "a number or a text", "the id cannot be read")
	}
	ask := question{moves: true, refused: true, limit: defaultLimit}
	if n := m.Get("want"); n != nil && !n.Null {
		ask.moves, ask.refused = false, false
		for _, x := range rd.List(n, "what is wanted") {
			switch rd.OneOf(x, "what is wanted", "moves", "refused", "results") {
			case "moves":
				ask.moves = true
			case "refused":
				ask.refused = true
			case "results":
				ask.results = true
			}
		}
	}
	if n := m.Get("limit"); n != nil && !n.Null {
		ask.limit = rd.Int(n, "the limit", 0, 1<<30)
	}
	at := rd.Need(m, "at", "a request")
	var throw *yamlpos.Node
	if n := m.Get("throw"); n != nil && !n.Null {
		before := len(rd.Errs)
		rd.String(n, "the throw")
		if len(rd.Errs) == before {
			throw = n
		}
	}
	g := w.game(&rd, m)
	if g == nil {
		return nil, rd.Errs.Sort()
	}
	in := w.interpreter(g)
	goingOn := false
	if n := m.Get("as-if-going-on"); n != nil && !n.Null {
		goingOn = rd.Bool(n, "as-if-going-on")
	}
	var s *engine.State
	if at != nil {
		var more diag.Errors
		in.Untested = goingOn
		s, more = g.ReadState(in, at)
		in.Untested = false
		rd.Errs.Merge(more)
	}
	impossible := ""
	if s != nil {
		impossible = w.possible(g).Impossible(in, s)
	}
	ended := s != nil && !goingOn && g.Ended(in, at, s)
	if s != nil && throw != nil && !ended {
		rd.Errs.Merge(placed(g.MakeThrows(in, s, throw.Text), inside(throw)))
	}
	if len(rd.Errs) > 0 {
		return nil, rd.Errs.Sort()
	}
	ans := ask.answer(ctx, g, in, w.searcher(ctx, g), s)
	ans.Impossible = impossible
	return ans, nil
}

// inside is the text of a scalar, placed where its first letter stands.
func inside(n *yamlpos.Node) typed { return typed{n.Text, n.PosAt(0)} }

// game finds the interpretation that a request asks for.
func (w *batchWorker) game(rd *yamlpos.Reader, m *yamlpos.Node) *rulesets.Game {
	n := rd.Need(m, "ruleset", "a request")
	before := len(rd.Errs)
	if n == nil || rd.String(n, "the ruleset") == "" && len(rd.Errs) > before {
		return nil
	}
	want, err := want(inside(n))
	rd.Errs.Merge(diag.AsErrors(err))
	if r := m.Get("readings"); r != nil && !r.Null {
		if r.Kind != yamlpos.Map {
			rd.Errorf(r.Pos, r.Kind.String(), "a map of questions to readings", "the readings cannot be read")
		} else {
			for i, k := range r.Keys {
				v := r.Values[i]
				if reading := rd.String(v, "the reading"); reading != "" {
					want.picks = append(want.picks, picked{typed{k.Text, k.Pos}, typed{reading, v.Pos}})
				}
			}
		}
	}
	if len(rd.Errs) > before {
		return nil
	}
	g, err := w.games.get(&want)
	rd.Errs.Merge(diag.AsErrors(err))
	return g
}
