package trace

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/jsonlines"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/naming"
)

// Replayed says how much of a record was played again.
type Replayed struct{ Games, Moves int }

// Check plays recorded games again, and returns what in the record is wrong: name is what messages call it.
func Check(ctx context.Context, g *rulesets.Game, begin Begin, in io.Reader, name string) (Replayed, error) {
	r := &replayer{g: g, begin: begin, file: name, in: engine.NewInterpreter(g.Program), aside: engine.NewInterpreter(g.Program), s: g.Program.NewState()}
	r.in.History = history.New()
	err := jsonlines.Read(ctx, in, func(line *jsonlines.Line) bool {
		r.line(line)
		return ctx.Err() == nil && !line.Long // a file without lines may have no end
	})
	switch {
	case err != nil:
		return Replayed{}, diag.Error{Pos: diag.Pos{File: name}, Message: fmt.Sprintf("the file cannot be read: %v", yamlpos.WithoutPath(err))}
	case ctx.Err() != nil:
		return Replayed{}, ctx.Err()
	}
	r.finish()
	switch {
	case len(r.errs) > 0:
		return Replayed{}, r.errs
	case r.moves == 0:
		return Replayed{}, diag.Error{Pos: diag.Pos{File: name}, Found: "nothing", Expected: "a line for each move", Message: "no game is recorded here"}
	}
	return Replayed{r.games, r.moves}, nil
}

// replayer plays recorded games again. What is wrong first in a game is
// reported; the rest of that game would only be wrong in consequence.
type replayer struct {
	g     *rulesets.Game
	begin Begin
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

func (r *replayer) line(req *jsonlines.Line) {
	before := len(r.errs)
	rd := yamlpos.Reader{}
	promised := r.next
	r.next, r.last = "", req.N
	root := r.parse(&rd, req)
	if root != nil {
		r.check(&rd, root, promised)
	}
	r.errs.Merge(req.Place(rd.Errs, r.file))
	if len(r.errs) > before {
		r.lost = true
	}
}

// parse reads one line as JSON.
func (r *replayer) parse(rd *yamlpos.Reader, req *jsonlines.Line) *yamlpos.Node {
	text := bytes.TrimRight(req.Text, "\r\n")
	if req.Long {
		rd.Errorf(diag.Pos{File: r.file, Line: 1, Col: 1}, "more", fmt.Sprintf("at most %d bytes", jsonlines.Longest), "the line is too large to be a move of a recorded game")
		return nil
	}
	if !json.Valid(text) {
		rd.Errorf(diag.Pos{File: r.file, Line: 1, Col: 1}, "", "a JSON object", "not a line of a recorded game")
		return nil
	}
	root, errs := yamlpos.Parse(r.file, text)
	rd.Errs = errs
	m := rd.Map(root, "a recorded move", append(slices.Clone(keys), "next")...)
	if len(rd.Errs) > 0 {
		return nil
	}
	for _, key := range keys {
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
	if r.s.Status() == engine.Over {
		wrongly("at", "a move", "the end of the game", "the game is over already")
		return
	}
	if t := m.Get("throw"); throw != "" {
		rd.Errs.Merge(naming.Input{Text: t.Text, Pos: t.PosAt(0)}.Place(r.g.MakeThrows(r.in, r.s, throw)))
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
	if have := r.g.Program.Players[r.s.Player()]; player != have {
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
	meant := r.g.FindMoves(r.in, r.s, move)
	if len(meant) == 0 {
		wrongly("move", diag.Quote(move), "one of: "+strings.Join(names, ", "), "this move is not permitted")
		return
	}
	r.in.Play(r.s, r.leading(meant, after))
	if found, expected, same := compareStates(r.g.State(after).String(), r.g.State(r.s).String()); !same {
		wrongly("after", found, expected, "the move leads to another state")
	}
}

// leading is the one of some moves that leads to a state, else the first: two may be written alike, as when either die bears
// a man off.
func (r *replayer) leading(meant []engine.Move, after *engine.State) engine.Move {
	if len(meant) > 1 {
		for _, m := range meant {
			t := r.s.Clone()
			if r.aside.Play(t, m); r.g.State(t).String() == r.g.State(after).String() {
				return m
			}
		}
	}
	return meant[0]
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
	for _, k := range slices.Sorted(maps.Keys(all)) {
		if !bytes.Equal(a[k], b[k]) {
			x, y = append(x, show(k, a[k])), append(y, show(k, b[k]))
		}
	}
	return strings.Join(x, ", "), strings.Join(y, ", "), false
}
