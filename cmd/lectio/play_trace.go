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
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/exchange/sheet"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/players"
)

// traceLine is one move of a recorded game.
type traceLine struct {
	Game   int            `json:"game"`
	Ply    int            `json:"ply"`
	Player string         `json:"player"`
	Throw  *string        `json:"throw"` // what has been thrown since the move before; null for nothing
	At     rulesets.State `json:"at"`
	Legal  []string       `json:"legal"`
	Move   string         `json:"move"`
	After  rulesets.State `json:"after"`
}

// traceKeys are the keys that a line must have.
var traceKeys = []string{"game", "ply", "player", "throw", "at", "legal", "move", "after"}

// What follows a line, as its member next says: another move of the game, another
// game, or nothing. A record that was cut off between two lines shows it so; a line
// without the member, as other programs may write it, promises nothing.
const (
	nextMove = "move"
	nextGame = "game"
	nextEnd  = "end"
)

// recorder writes a record. It holds every line back until it knows what follows.
type recorder struct {
	out  io.Writer
	held bytes.Buffer // the line, without what closes it; empty before the first
	game int
}

// line adds a line, an object, of a game.
func (r *recorder) line(game int, v any) error {
	next := nextMove
	if game != r.game {
		next = nextGame
	}
	if err := r.write(next); err != nil {
		return err
	}
	r.game = game
	if err := writeJSON(&r.held, v); err != nil {
		return err
	}
	r.held.Truncate(r.held.Len() - len("}\n"))
	return nil
}

// end writes the last line.
func (r *recorder) end() error { return r.write(nextEnd) }

func (r *recorder) write(next string) error {
	if r.held.Len() == 0 {
		return nil
	}
	fmt.Fprintf(&r.held, ",\"next\":%q}\n", next)
	_, err := r.held.WriteTo(r.out)
	return err
}

// wholeResult sums up whole games.
type wholeResult struct {
	Ruleset  string         `json:"ruleset"`
	Player   string         `json:"player"`                // who played: one program, or by side
	Drawn    float64        `json:"drawn_moves,omitempty"` // the share of moves drawn all the same
	Seed     uint64         `json:"seed"`
	Games    int            `json:"games"`
	Plies    int            `json:"plies"`
	Won      map[string]int `json:"won"`
	NoWinner int            `json:"no_winner"`
	OverCap  int            `json:"over_cap"`
	Stuck    int            `json:"stuck"`
	Ends     map[string]int `json:"ends"`

	Interrupted bool           `json:"interrupted,omitempty"`
	NotDone     map[string]int `json:"not_done,omitempty"` // games that were asked for and not played
}

// stop notes that games were asked for and not played, if any were.
func (r *wholeResult) stop(asked int) {
	if r.Games < asked {
		r.Interrupted, r.NotDone = true, map[string]int{"games": asked - r.Games}
	}
}

// end is the error with which the command ends.
func (r *wholeResult) end(err error) error {
	if err == nil && r.Interrupted {
		return errInterrupted
	}
	return err
}

// playWhole plays whole games between programs, and records them if asked to.
func (a *app) playWhole(ctx context.Context, g *rulesets.Game, begin beginning, f *playFlags, who *players.Seated) error {
	var record io.Writer
	var file *sheet.Pending
	switch f.trace {
	case "":
	case "-":
		record = a.stdout
	default:
		var err error
		if file, err = sheet.Create(f.trace); err != nil {
			return err
		}
		defer file.Abandon()
		record = file
	}
	var buffered *bufio.Writer
	var out *recorder
	if record != nil {
		buffered = bufio.NewWriterSize(record, 1<<16)
		out = &recorder{out: buffered}
	}
	share := who.Drawn(g.Program)
	sum := wholeResult{Ruleset: g.Name(), Player: who.String(), Drawn: float64(share) / 256, Seed: f.seed, Won: map[string]int{}, Ends: map[string]int{}}
	for _, name := range g.Program.Players {
		sum.Won[name] = 0
	}
	var lines []string
	m := a.meter(f.games, "games")
	r := wholeGame{g: g, in: engine.NewInterpreter(g.Program), s: g.Program.NewState(), cap: f.cap, who: who.Programs, share: share}
	r.in.History = history.New()
	for n := f.game; n < f.game+f.games; n++ {
		if ctx.Err() != nil {
			break
		}
		t, err := r.play(ctx, begin, f.seed, n, out)
		if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
			break // a game that was not played to its end is not told of
		}
		if err != nil {
			m.end()
			return sheet.Unwritable(f.trace, err)
		}
		how := sum.count(g, r.s, t)
		lines = append(lines, fmt.Sprintf("game %d\t%s\t%s\t%d with a choice\t%.1f to choose from\t%s",
			n, plural(t.Plies, "move"), plural(t.Turns, "turn"), t.Chosen, float64(t.Branch+t.Plies-t.Chosen)/float64(max(t.Plies, 1)), how))
		m.advance(1)
	}
	m.end()
	if sum.Games == 0 {
		return ctx.Err()
	}
	sum.stop(f.games)
	if out != nil {
		if err := cmp.Or(out.end(), buffered.Flush()); err != nil {
			return sheet.Unwritable(f.trace, err)
		}
	}
	if file != nil {
		if err := file.Keep(); err != nil {
			return err
		}
	}
	switch {
	case f.trace == "-":
		if sum.Interrupted {
			fmt.Fprintf(a.stderr, "interrupted: %d of %s recorded\n", sum.Games, plural(f.games, "game"))
		}
		return sum.end(nil)
	case a.json:
		return sum.end(a.printJSON(sum))
	}
	return sum.end(a.sayWhole(g, &sum, lines, f, who))
}

// count enters a game that has been played, and says how it ended.
func (r *wholeResult) count(g *rulesets.Game, s *engine.State, t engine.Tally) (how string) {
	r.Games++
	r.Plies += t.Plies
	how, over := ending(g, s)
	end, _ := s.End()
	switch {
	case !over:
		r.OverCap++
		return "given up: no end in sight"
	case end < 0:
		r.Stuck++
		return how
	}
	r.Ends[g.Program.Ends[end].ID]++
	if w := s.Winner(); w >= 0 {
		r.Won[g.Program.Players[w]]++
	} else {
		r.NoWinner++
	}
	return how
}

// sayWhole prints what whole games came to.
func (a *app) sayWhole(g *rulesets.Game, sum *wholeResult, lines []string, f *playFlags, who *players.Seated) error {
	t := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	for _, line := range lines {
		fmt.Fprintln(t, line)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	parts := []string{}
	for _, name := range g.Program.Players {
		parts = append(parts, fmt.Sprintf("%s won %d", name, sum.Won[name]))
	}
	parts = append(parts, fmt.Sprintf("no winner in %d", sum.NoWinner))
	if sum.OverCap > 0 {
		parts = append(parts, fmt.Sprintf("%d given up after %d moves", sum.OverCap, f.cap))
	}
	if sum.Stuck > 0 {
		parts = append(parts, fmt.Sprintf("%d ended in a position that no rule provides for", sum.Stuck))
	}
	games, drawn := measure.AtRandom.Games(sum.Games), ""
	if !who.AllRandom() {
		games = plural(sum.Games, "game") + " between programs (" + sum.Player + ")"
		if sum.Drawn > 0 {
			drawn = fmt.Sprintf(", one of %d moves drawn all the same", int(1/sum.Drawn))
		}
	}
	_, err := fmt.Fprintf(a.stdout, "%s of %s, seed %d%s: %s\n", games, sum.Ruleset, sum.Seed, drawn, strings.Join(parts, ", "))
	if sum.Interrupted && err == nil {
		_, err = fmt.Fprintf(a.stdout, "interrupted: %d of %s played\n", sum.Games, plural(f.games, "game"))
	}
	return err
}

// wholeGame plays games between programs, with random throws. It draws as
// engine.Interpreter.Random does, so the same seed and number give the same
// game there.
type wholeGame struct {
	g     *rulesets.Game
	in    *engine.Interpreter
	s     *engine.State
	cap   int
	who   []players.Program
	share int
}

// play plays game n and returns what it was made of. Every move is written to out, unless that
// is nil, when the game is over; interrupted it is not.
func (r *wholeGame) play(ctx context.Context, begin beginning, seed uint64, n int, out *recorder) (engine.Tally, error) {
	p := r.g.Program
	begin(r.in, r.s)
	rnd := random.New(seed, uint64(n))
	d := players.Decision{State: r.s, Random: rnd}
	d.Pick = func() int { return r.in.Pick(rnd, d.Moves) }
	line := traceLine{Game: n}
	var lines []json.RawMessage
	known := false // line.After is the present state
	var thrown []string
	c := engine.Counter{Owner: -1}
	var failed error
	play.Run(r.s, r.cap, play.Hands{
		Throw: func() bool {
			if !c.Thrown(r.s) {
				return false
			}
			t := p.Draw(rnd, r.s.Device(p))
			if out != nil {
				thrown = append(thrown, p.Throws[t].Name)
			}
			r.in.Throw(r.s, t)
			known = false
			return true
		},
		Move: func() bool {
			d.Moves = r.in.Moves(r.s, d.Moves[:0])
			i := players.Choose(ctx, r.who[r.s.Player()], &d, r.share)
			if failed = ctx.Err(); failed != nil {
				return false
			}
			c.Made(r.s, d.Moves, d.Moves[i])
			if out == nil {
				r.in.Play(r.s, d.Moves[i])
				return true
			}
			line.Ply, line.Player, line.Throw = c.Plies, p.Players[r.s.Player()], nil
			if len(thrown) > 0 {
				t := strings.Join(thrown, ",")
				line.Throw = &t
			}
			if line.At = line.After; !known {
				line.At = r.g.State(r.s)
			}
			line.Legal = line.Legal[:0]
			for _, m := range d.Moves {
				line.Legal = append(line.Legal, r.g.MoveText(r.in, r.s, m))
			}
			line.Move = line.Legal[i]
			r.in.Play(r.s, d.Moves[i])
			line.After, known, thrown = r.g.State(r.s), true, thrown[:0]
			var b bytes.Buffer
			if failed = writeJSON(&b, &line); failed != nil {
				return false
			}
			lines = append(lines, bytes.TrimSpace(b.Bytes()))
			return true
		},
	})
	for _, x := range lines {
		if failed == nil {
			failed = out.line(n, x)
		}
	}
	return c.Tally, failed
}

// replayRecord checks recorded games.
func (a *app) replayRecord(ctx context.Context, g *rulesets.Game, begin beginning, in io.Reader, name string) error {
	r := &replayer{g: g, begin: begin, file: name, in: engine.NewInterpreter(g.Program), aside: engine.NewInterpreter(g.Program), s: g.Program.NewState()}
	r.in.History = history.New()
	err := readRequests(ctx, in, func(req *request) bool {
		r.line(req)
		return ctx.Err() == nil && !req.long // a file without lines may have no end
	})
	switch {
	case err != nil:
		return diag.Error{Pos: diag.Pos{File: name}, Message: fmt.Sprintf("the file cannot be read: %v", yamlpos.WithoutPath(err))}
	case ctx.Err() != nil:
		return ctx.Err()
	}
	r.finish()
	switch {
	case len(r.errs) > 0:
		return r.errs
	case r.moves == 0:
		return diag.Error{Pos: diag.Pos{File: name}, Found: "nothing", Expected: "a line for each move", Message: "no game is recorded here"}
	}
	if a.json {
		return a.printJSON(map[string]any{"ruleset": g.Name(), "games": r.games, "moves": r.moves, "wrong": 0})
	}
	_, err = fmt.Fprintf(a.stdout, "%s, %s: every line is as %s has it\n", plural(r.games, "game"), plural(r.moves, "move"), g.Name())
	return err
}

// replayer plays recorded games again. What is wrong first in a game is
// reported; the rest of that game would only be wrong in consequence.
type replayer struct {
	g     *rulesets.Game
	begin beginning
	file  string
	in    *engine.Interpreter // plays, and remembers positions
	aside *engine.Interpreter // reads states and tries moves, and remembers nothing
	s     *engine.State
	errs  diag.Errors

	games, moves int
	game, ply    int
	begun, lost  bool

	last int    // number of the last line
	next string // what it says that follows it; "" for nothing said
}

// finish reports a record that ends before it said it would.
func (r *replayer) finish() {
	what := "another game"
	switch r.next {
	case nextMove:
		what = fmt.Sprintf("another move of game %d", r.game)
	case nextGame:
	default:
		return
	}
	r.errs.Add(diag.Pos{File: r.file, Line: r.last}, "the end of the record", what,
		"the record is cut off: its last line says that more follows")
}

func (r *replayer) line(req *request) {
	before := len(r.errs)
	rd := yamlpos.Reader{}
	promised := r.next
	r.next, r.last = "", req.line
	root := r.parse(&rd, req)
	if root != nil {
		r.check(&rd, root, promised)
	}
	r.errs.Merge(onLine(rd.Errs, r.file, req.line, req.text))
	if len(r.errs) > before {
		r.lost = true
	}
}

// parse reads one line as JSON.
func (r *replayer) parse(rd *yamlpos.Reader, req *request) *yamlpos.Node {
	text := bytes.TrimRight(req.text, "\r\n")
	if req.long {
		rd.Errorf(diag.Pos{File: r.file, Line: 1, Col: 1}, "more", fmt.Sprintf("at most %d bytes", longestRequest), "the line is too large to be a move of a recorded game")
		return nil
	}
	if !json.Valid(text) {
		rd.Errorf(diag.Pos{File: r.file, Line: 1, Col: 1}, "", "a JSON object", "not a line of a recorded game")
		return nil
	}
	root, errs := yamlpos.Parse(r.file, text)
	rd.Errs = errs
	m := rd.Map(root, "a recorded move", append(slices.Clone(traceKeys), "next")...)
	if len(rd.Errs) > 0 {
		return nil
	}
	for _, key := range traceKeys {
		rd.Need(m, key, "a recorded move")
	}
	if len(rd.Errs) > 0 {
		return nil
	}
	return m
}

// follow takes up the game of a line, which the line before promised something of.
func (r *replayer) follow(rd *yamlpos.Reader, m *yamlpos.Node, game int, promised string) {
	if n := m.Get("next"); n != nil {
		r.next = rd.OneOf(n, "what follows the line", nextMove, nextGame, nextEnd)
	}
	another := !r.begun || game != r.game
	switch {
	case promised == nextMove && another:
		rd.Errorf(m.Get("game").Pos, fmt.Sprint(game), fmt.Sprint(r.game),
			"moves are missing: the line before says that another of game %d follows", r.game)
	case promised == nextGame && !another:
		rd.Errorf(m.Get("game").Pos, fmt.Sprint(game), "another game",
			"a game is missing: the line before says that one follows")
	}
	if another || promised == nextEnd { // behind the end of one record another may stand
		r.begun, r.lost, r.game, r.ply = true, false, game, 0
		r.games++
		r.begin(r.in, r.s)
	}
}

// check plays one recorded move.
func (r *replayer) check(rd *yamlpos.Reader, m *yamlpos.Node, promised string) {
	game := rd.Int(m.Get("game"), "the number of the game", -1<<31, 1<<31-1)
	ply := rd.Int(m.Get("ply"), "the number of the move", 1, 1<<31-1)
	player := rd.String(m.Get("player"), "the player")
	move := rd.String(m.Get("move"), "the move")
	legal := rd.Strings(m.Get("legal"), "a legal move")
	throw := ""
	if n := m.Get("throw"); !n.Null {
		throw = rd.String(n, "the throw")
	}
	r.follow(rd, m, game, promised)
	r.moves++
	r.ply++
	if r.lost || len(rd.Errs) > 0 {
		return
	}
	wrongly := func(key, found, expected, format string, args ...any) {
		if len(rd.Errs) == 0 {
			rd.Errorf(m.Get(key).Pos, found, expected, format, args...)
		}
	}
	if ply != r.ply {
		wrongly("ply", fmt.Sprint(ply), fmt.Sprint(r.ply), "a move of the game is missing, or out of its order")
		return
	}
	at := r.state(rd, m.Get("at"))
	after := r.state(rd, m.Get("after"))
	if at == nil || after == nil {
		return
	}
	p := r.g.Program
	if r.s.Status() == engine.Over {
		wrongly("at", "a move", "the end of the game", "the game is over already")
		return
	}
	if t := m.Get("throw"); throw != "" {
		rd.Errs.Merge(placed(r.g.MakeThrows(r.in, r.s, throw), inside(t)))
		if len(rd.Errs) > 0 {
			return
		}
	}
	if r.s.Status() == engine.AwaitsThrow {
		wrongly("throw", "no throw", "a throw", "a throw is due before the move")
		return
	}
	if found, expected, same := compareStates(r.g.State(at).String(), r.g.State(r.s).String()); !same {
		wrongly("at", found, expected, "this is not the state that the game has reached")
		return
	}
	if have := p.Players[r.s.Player()]; player != have {
		wrongly("player", diag.Quote(player), diag.Quote(have), "it is another player's move")
	}
	var names []string
	for _, x := range r.in.Moves(r.s, nil) {
		names = append(names, r.g.MoveText(r.in, r.s, x))
	}
	if !slices.Equal(names, legal) {
		wrongly("legal", strings.Join(legal, " "), strings.Join(names, " "), "these are not the legal moves")
	}
	if len(rd.Errs) > 0 {
		return
	}
	// Two moves may be written alike, as when either die bears a man off: the
	// state afterwards tells which one is meant.
	meant := r.g.FindMoves(r.in, r.s, move)
	if len(meant) == 0 {
		wrongly("move", diag.Quote(move), "one of: "+strings.Join(names, ", "), "this move is not permitted")
		return
	}
	chosen := meant[0]
	for i := 0; len(meant) > 1 && i < len(meant); i++ {
		t := r.s.Clone()
		if r.aside.Play(t, meant[i]); r.g.State(t).String() == r.g.State(after).String() {
			chosen = meant[i]
			break
		}
	}
	r.in.Play(r.s, chosen)
	if found, expected, same := compareStates(r.g.State(after).String(), r.g.State(r.s).String()); !same {
		wrongly("after", found, expected, "the move leads to another state")
	}
}

// state reads a recorded state.
func (r *replayer) state(rd *yamlpos.Reader, n *yamlpos.Node) *engine.State {
	s, errs := r.g.ReadState(r.aside, n)
	rd.Errs.Merge(errs)
	return s
}

// compareStates compares two written states and picks what differs.
func compareStates(found, expected string) (string, string, bool) {
	if found == expected {
		return "", "", true
	}
	var a, b map[string]json.RawMessage
	if json.Unmarshal([]byte(found), &a) != nil || json.Unmarshal([]byte(expected), &b) != nil {
		return found, expected, false
	}
	var x, y []string
	all := map[string]bool{}
	for k := range a {
		all[k] = true
	}
	for k := range b {
		all[k] = true
	}
	show := func(k string, v json.RawMessage) string {
		if v == nil {
			return "no " + k
		}
		return k + " " + string(v)
	}
	for _, k := range sorted(all) {
		if !bytes.Equal(a[k], b[k]) {
			x, y = append(x, show(k, a[k])), append(y, show(k, b[k]))
		}
	}
	return strings.Join(x, ", "), strings.Join(y, ", "), false
}
