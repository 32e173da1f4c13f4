package lines

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/engine/random"
)

// A Script is a line of play that was read: see the notation. What it says has been
// parsed and not been played.
type Script struct {
	Name    string // of the interpretation
	NamePos diag.Pos
	At      string // the position it begins from; "" for the opening
	AtPos   diag.Pos

	items []item
}

// item is a turn, turns that come back (times > 0), or the beginning of a random game.
type item struct {
	player        word
	throws, moves []word
	again         []item
	times         int
	begin         *Begun
	pos           diag.Pos
}

// word is a name, a throw or a move, without its quotes.
type word struct {
	text string
	pos  diag.Pos
}

// mostTimes is how often turns may come back: more moves than are ever played.
const mostTimes = 1_000_000

// header finds what begins a line of play: an interpretation, a position, a colon. The
// name of another corpus may stand before the ruleset.
var header = regexp.MustCompile(`^("(?:[^"\\\n]|\\.)*"|(?:[^\s{}";]+:)?[\pL\pN\pM_-]+[ \t]*(?:\{[^{}\n]*\})?)([ \t]+at[ \t]+(?:start|\{[^\n]*\}))?[ \t]*:(?:\s|$)`)

// Read reads lines of play. Each begins on a new line of the text, and may go on
// over several. A line of the text that begins with # is a remark.
func Read(file, text string) ([]*Script, diag.Errors) {
	r := &scriptReader{rest: text, pos: diag.Pos{File: file, Line: 1, Col: 1}, fresh: true}
	var out []*Script
	for r.space(); r.rest != ""; r.space() {
		s := r.script()
		if len(r.errs) > 0 {
			return out, r.errs // what follows cannot be told apart
		}
		out = append(out, s)
	}
	if len(out) == 0 {
		r.errs.Add(r.pos, "nothing", "RULESET{QUESTION=READING}: and the moves", "no line of play is written here")
	}
	return out, r.errs
}

type scriptReader struct {
	rest  string
	pos   diag.Pos
	fresh bool // nothing but spaces has been read since a line began
	errs  diag.Errors
}

// skip moves on by n bytes.
func (r *scriptReader) skip(n int) {
	for _, c := range r.rest[:n] {
		r.pos.Col++
		if c == '\n' {
			r.pos.Line, r.pos.Col, r.fresh = r.pos.Line+1, 1, true
		} else if !unicode.IsSpace(c) {
			r.fresh = false
		}
	}
	r.rest = r.rest[n:]
}

// space passes over spaces, and over remarks.
func (r *scriptReader) space() {
	for {
		r.skip(len(r.rest) - len(strings.TrimLeftFunc(r.rest, unicode.IsSpace)))
		if !r.fresh || !strings.HasPrefix(r.rest, "#") {
			return
		}
		end := strings.IndexByte(r.rest, '\n')
		if end < 0 {
			end = len(r.rest)
		}
		r.skip(end)
	}
}

func (r *scriptReader) wrong(found, expected, format string, args ...any) {
	if len(r.errs) == 0 {
		if found == "" {
			found = "the end"
		}
		r.errs.Add(r.pos, found, expected, format, args...)
	}
}

// next is what stands next, for a message.
func (r *scriptReader) next() string {
	end := strings.IndexFunc(r.rest, unicode.IsSpace)
	if end < 0 {
		end = len(r.rest)
	}
	if end == 0 {
		return ""
	}
	return diag.Quote(r.rest[:end])
}

// script reads one line of play.
func (r *scriptReader) script() *Script {
	s := &Script{NamePos: r.pos}
	if s.Name = r.name(); len(r.errs) > 0 {
		return s
	}
	r.space()
	if strings.HasPrefix(r.rest, "at") && strings.TrimLeft(r.rest[2:], " \t") != r.rest[2:] {
		r.skip(2)
		r.space()
		s.AtPos = r.pos
		s.At = r.position()
		r.space()
	}
	if !strings.HasPrefix(r.rest, ":") {
		r.wrong(r.next(), `":" behind the ruleset, its readings and its position`, "this is no line of play")
		return s
	}
	r.skip(1)
	s.items = r.items(false)
	if len(r.errs) == 0 && len(s.items) == 0 {
		r.wrong(r.next(), "turns such as PLAYER THROW: MOVE MOVE; or: "+noMoves, "the line of play is empty")
	}
	return s
}

// name reads the interpretation of a line of play. A colon ends it that has a space
// behind it; another one ends the name of a corpus.
func (r *scriptReader) name() string {
	if strings.HasPrefix(r.rest, `"`) {
		return r.word("").text
	}
	end := nameEnds.FindStringIndex(r.rest)
	if end == nil || end[0] == 0 {
		r.wrong(r.next(), "RULESET{QUESTION=READING}: and the moves", "this is no line of play")
		return ""
	}
	n := end[0]
	if r.rest[n] == '{' {
		if closed := strings.IndexAny(r.rest[n:], "}\n"); closed >= 0 && r.rest[n+closed] == '}' {
			n += closed + 1
		}
	}
	name := r.rest[:n]
	r.skip(n)
	return name
}

// nameEnds finds what ends the name of a ruleset in a line of play.
var nameEnds = regexp.MustCompile(`[{\s]|:\s|:$`)

// position reads the position a line begins from.
func (r *scriptReader) position() string {
	if strings.HasPrefix(r.rest, "start") {
		r.skip(len("start"))
		return ""
	}
	d := json.NewDecoder(strings.NewReader(r.rest))
	var raw json.RawMessage
	if !strings.HasPrefix(r.rest, "{") || d.Decode(&raw) != nil {
		r.wrong(r.next(), "a position in JSON, or start", "the position cannot be read")
		return ""
	}
	r.skip(int(d.InputOffset()))
	return string(raw)
}

// items reads turns up to the end of the line of play, or of what comes back.
func (r *scriptReader) items(within bool) []item {
	var out []item
	for {
		r.space()
		if r.rest == "" || within && strings.HasPrefix(r.rest, ")") {
			return out
		}
		it, ok := r.item(within, len(out) == 0)
		if !ok {
			return out
		}
		out = append(out, it)
		r.space()
		switch {
		case strings.HasPrefix(r.rest, ";"):
			r.skip(1)
		case r.rest == "", within && strings.HasPrefix(r.rest, ")"), !within && r.fresh && header.MatchString(r.rest):
			return out
		default:
			r.wrong(r.next(), `";" between turns`, "a turn cannot be read")
		}
	}
}

var (
	beginning = regexp.MustCompile(`^\[\s*game\s+(\d+)\s+of\s+seed\s+(\d+)\s*:\s*(\d+)\s+moves?\s*\]`)
	comesBack = regexp.MustCompile(`^\)\s*[×x*]\s*(\d+)`)
)

// item reads one of the things that semicolons divide.
func (r *scriptReader) item(within, first bool) (item, bool) {
	it := item{pos: r.pos}
	switch {
	case first && !within && strings.HasPrefix(r.rest, noMoves):
		r.skip(len(noMoves))
		return it, true
	case strings.HasPrefix(r.rest, "["):
		m := beginning.FindStringSubmatch(r.rest)
		if m == nil || !first || within {
			r.wrong(r.next(), "[game N of seed S: N moves], first in the line", "the beginning of a game cannot be read")
			return it, false
		}
		game, err1 := strconv.Atoi(m[1])
		seed, err2 := strconv.ParseUint(m[2], 10, 64)
		moves, err3 := strconv.Atoi(m[3])
		if err1 != nil || err2 != nil || err3 != nil || moves > mostTimes {
			r.wrong(diag.Quote(m[0]), "numbers that a game can have", "there is no such game")
			return it, false
		}
		it.begin = &Begun{seed, game, moves}
		r.skip(len(m[0]))
		return it, true
	case strings.HasPrefix(r.rest, "("):
		if within {
			r.wrong(r.next(), "a turn", "what comes back holds no turns that come back")
			return it, false
		}
		return r.cycle(it)
	}
	return r.turn(it)
}

// cycle reads turns that come back.
func (r *scriptReader) cycle(it item) (item, bool) {
	r.skip(1)
	it.again = r.items(true)
	if len(r.errs) > 0 {
		return it, false
	}
	m := comesBack.FindStringSubmatch(r.rest)
	if m == nil || len(it.again) == 0 {
		r.wrong(r.next(), "( turns )×TIMES", "what comes back cannot be read")
		return it, false
	}
	n, err := strconv.Atoi(m[1])
	if err != nil || n < 1 || n > mostTimes {
		r.wrong(diag.Quote(m[1]), fmt.Sprintf("1 to %d times", mostTimes), "turns cannot come back so often")
		return it, false
	}
	it.times = n
	r.skip(len(m[0]))
	return it, true
}

// turn reads PLAYER THROW,THROW: MOVE MOVE.
func (r *scriptReader) turn(it item) (item, bool) {
	const form = "PLAYER: or PLAYER THROW: and the moves"
	it.player = r.word(":")
	r.space()
	if r.rest != "" && !strings.HasPrefix(r.rest, ":") {
		for {
			it.throws = append(it.throws, r.word(":,"))
			r.space()
			if !strings.HasPrefix(r.rest, ",") {
				break
			}
			r.skip(1)
			r.space()
		}
	}
	if !strings.HasPrefix(r.rest, ":") || it.player.text == "" {
		r.wrong(r.next(), form, "a turn cannot be read")
		return it, false
	}
	r.skip(1)
	for {
		r.space()
		if r.rest == "" || strings.ContainsRune(";)", rune(r.rest[0])) || r.fresh && header.MatchString(r.rest) {
			return it, len(r.errs) == 0
		}
		w := r.word("")
		if w.text == "" {
			r.wrong(r.next(), "a move", "a turn cannot be read")
			return it, false
		}
		it.moves = append(it.moves, w)
	}
}

// word reads a word in quotes, or up to a space, a semicolon or one of the signs
// also.
func (r *scriptReader) word(also string) word {
	w := word{pos: r.pos}
	if strings.HasPrefix(r.rest, `"`) {
		d := json.NewDecoder(strings.NewReader(r.rest))
		if d.Decode(&w.text) != nil {
			r.wrong(r.next(), "a word in quotes", "a word cannot be read")
			return w
		}
		r.skip(int(d.InputOffset()))
		return w
	}
	end := strings.IndexFunc(r.rest, func(c rune) bool {
		return unicode.IsSpace(c) || strings.ContainsRune(`;"`, c) || strings.ContainsRune(also, c)
	})
	if end < 0 {
		end = len(r.rest)
	}
	w.text = r.rest[:end]
	r.skip(end)
	return w
}

// Play plays the line in a game, which has to be the one that it names, and returns it as far as it could be
// played. What is wrong first is said: the rest would only be wrong in consequence.
func (s *Script) Play(ctx context.Context, g *rulesets.Game) (*Writer, diag.Errors) {
	w := &scriptPlayer{Writer: NewWriter(g), ctx: ctx}
	if s.At != "" {
		from, errs := g.ParseState(engine.NewInterpreter(g.Program), s.AtPos.File, s.At)
		for i := range errs { // places within the position
			if errs[i].Pos.Line <= 1 {
				errs[i].Pos.Col += s.AtPos.Col - 1
			}
			errs[i].Pos.File, errs[i].Pos.Line = s.AtPos.File, s.AtPos.Line+max(errs[i].Pos.Line-1, 0)
		}
		if len(errs) > 0 {
			return nil, errs
		}
		w.Resume(from)
	}
	for i := range s.items {
		if b := s.items[i].begin; b != nil && s.At != "" {
			w.wrong(s.items[i].pos, diag.Quote(b.String()), "no position before it", "a random game begins from the opening")
		}
		w.item(&s.items[i])
	}
	return w.Writer, w.errs
}

type scriptPlayer struct {
	*Writer
	ctx  context.Context
	errs diag.Errors
}

func (w *scriptPlayer) wrong(pos diag.Pos, found, expected, format string, args ...any) {
	if len(w.errs) == 0 {
		w.errs.Add(pos, found, expected, format, args...)
	}
}

// stopped reports whether the rest need not be played.
func (w *scriptPlayer) stopped() bool { return len(w.errs) > 0 || w.ctx.Err() != nil }

func (w *scriptPlayer) item(it *item) {
	switch {
	case w.stopped():
	case it.begin != nil:
		w.begin(it)
	case it.times > 0:
		for range it.times {
			for i := range it.again {
				w.item(&it.again[i])
			}
			if w.stopped() {
				return
			}
		}
	default:
		w.turn(it)
	}
}

// begin plays the beginning of a random game.
func (w *scriptPlayer) begin(it *item) {
	b := it.begin
	if b.Moves == 0 {
		return
	}
	left := b.Moves
	Random(w.Game, b.Seed, b.Game, func(_ *engine.State, throw int, m engine.Move) bool {
		if throw >= 0 {
			w.Throw(throw)
			return true
		}
		w.Play(m)
		left--
		return left > 0 && w.ctx.Err() == nil
	})
	if left > 0 && w.ctx.Err() == nil {
		w.wrong(it.pos, diag.Quote(b.String()), fmt.Sprintf("at most %d moves", b.Moves-left), "this game is over before")
	}
}

func (w *scriptPlayer) turn(it *item) {
	p := w.Game.Program
	for _, t := range it.throws {
		if w.State.Status() != engine.AwaitsThrow {
			w.wrong(t.pos, diag.Quote(t.text), "a state that awaits a throw", "no throw is due here")
			return
		}
		n := w.Game.ThrowNamed(w.State.Device(p), t.text)
		if n < 0 {
			var names []string
			for _, x := range w.Game.Throws(w.State) {
				names = append(names, x.Throw)
			}
			w.wrong(t.pos, diag.Quote(t.text), "one of: "+strings.Join(names, ", "), "there is no such throw")
			return
		}
		w.Throw(n)
	}
	for i := 0; ; i++ {
		if i > 0 && i == len(it.moves) {
			return
		}
		if have := p.Players[w.State.Player()]; it.player.text != "" && it.player.text != have {
			w.wrong(it.player.pos, diag.Quote(it.player.text), diag.Quote(have), "it is another player's turn")
			return
		}
		if len(it.moves) == 0 || !w.move(it.moves[i]) {
			return
		}
	}
}

// move makes a move, and reports whether it could.
func (w *scriptPlayer) move(m word) bool {
	switch w.State.Status() {
	case engine.Over:
		w.wrong(m.pos, diag.Quote(m.text), "the end of the line", "the game is over already")
		return false
	case engine.AwaitsThrow:
		w.wrong(m.pos, diag.Quote(m.text), "a throw", "a throw is due before the move")
		return false
	}
	x, ok := w.Game.FindMove(w.In, w.State, m.text)
	if !ok {
		w.wrong(m.pos, diag.Quote(m.text), "one of: "+strings.Join(w.Game.MoveTexts(w.In, w.State), ", "), "this move is not permitted")
		return false
	}
	w.Play(x)
	return true
}

// Random plays a random game, and hands on the state before each step with the throw, or the move where that is -1,
// as long as it is told to go on.
func Random(g *rulesets.Game, seed uint64, number int, visit func(before *engine.State, throw int, m engine.Move) bool) {
	in := engine.NewInterpreter(g.Program)
	in.History = history.New()
	s := g.Program.NewState()
	in.Start(s)
	r := random.New(seed, uint64(number))
	var buf []engine.Move
	for s.Status() != engine.Over {
		if s.Status() == engine.AwaitsThrow {
			t := g.Program.Draw(r, s.Device(g.Program))
			if !visit(s, t, engine.Move{}) {
				return
			}
			in.Throw(s, t)
			continue
		}
		var k int
		k, buf = in.Choose(s, r, buf[:0])
		if !visit(s, -1, buf[k]) {
			return
		}
		in.Play(s, buf[k])
	}
}

// Divided takes a line apart behind the interpretation and the position.
func Divided(text string) (name, turns string) {
	r := scriptReader{rest: text}
	r.name()
	position, turns, _ := strings.Cut(r.rest, ": ")
	return strings.TrimSuffix(text, r.rest) + position, turns
}
