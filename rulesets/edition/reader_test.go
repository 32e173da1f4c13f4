package edition_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/board"
	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/position"
)

// A reader of conditions as sentences have them. It knows English as far as the generator
// writes it, and the board as a person sees it, and nothing of the rule language: what it
// makes of a sentence is held against what is executed.

// world is a position, seen by the player to move, and a move that he considers.
type world struct {
	p   *engine.Program
	s   *engine.State
	pos *position.Position
	m   engine.Move
	me  int
}

// What a text can mean. A place is one of the player to move; -1 is none.
type (
	truth  func(*world) bool
	number func(*world) int
	spot   func(*world) int
	test   func(*world, int) bool // of a place
)

// reader reads the sentences of one game.
type reader struct {
	g    *rulesets.Game
	noun string
	seen [][]int // by player: the board's cell for each cell of his view
}

func newReader(g *rulesets.Game) *reader {
	r := &reader{g: g, noun: g.Board.Cells[0].Shape.Noun()}
	view := board.Rotated
	for _, s := range g.Statements {
		if v := s.Node.Get("seen"); s.Kind == "players" && v != nil {
			view = board.View(v.Text)
		}
	}
	for q := range g.Program.Players {
		cells, err := g.Board.Seen(view, q, len(g.Program.Players))
		if err != nil {
			panic(err)
		}
		r.seen = append(r.seen, cells)
	}
	return r
}

// prohibition reads when a move may not be made; nil where it cannot be read.
func (r *reader) prohibition(s string) truth {
	s = plainWho(strings.TrimSuffix(s, "."))
	var part truth
	if m := regexp.MustCompile(`^With an? (\d+), P may not `).FindStringSubmatch(s); m != nil {
		k, _ := strconv.Atoi(m[1])
		part = func(w *world) bool { return w.p.Parts[w.m.Part].Number == k }
		s = "P may not " + strings.TrimPrefix(s, m[0])
	}
	m := regexp.MustCompile(`^P may not (?:advance a man|move a man one step)(.*)$`).FindStringSubmatch(s)
	if m == nil {
		return nil
	}
	rest, all := m[1], []truth{}
	if part != nil {
		all = append(all, part)
	}
	for _, c := range append(cuts(rest, ", unless "), cuts(rest, " unless ")...) {
		if no := r.clause(c[1]); no != nil {
			rest, all = c[0], append(all, func(w *world) bool { return !no(w) })
			break
		}
	}
	if cond, ok := strings.CutPrefix(rest, " if "); ok {
		yes := r.clause(cond)
		if yes == nil {
			return nil
		}
		all = append(all, yes)
	} else if rest != "" || len(all) == 0 {
		return nil
	}
	return func(w *world) bool { return !slices.ContainsFunc(all, func(c truth) bool { return !c(w) }) }
}

// --- who -------------------------------------------------------------------

var whoWords = strings.NewReplacer("the player's opponent's", "O's", "his opponent's", "O's", "the opponent's", "O's", "The player's", "P's",
	"the player's opponent", "O", "his opponent", "O", "the opponent", "O", "the player's", "P's", "The player", "P", "the player", "P")

var pronouns = regexp.MustCompile(`\b(he|his own|his|him)\b`)

// plainWho writes everybody as one letter: P the player, O his opponent.
func plainWho(s string) string {
	return pronouns.ReplaceAllStringFunc(whoWords.Replace(s), func(w string) string {
		return map[bool]string{true: "P's", false: "P"}[strings.HasPrefix(w, "his")]
	})
}

func (w *world) player(letter string) int {
	if letter == "O" {
		return 1 - w.me
	}
	return w.me
}

// cuts are all ways to cut a text in two at some words.
func cuts(s, at string) (out [][2]string) {
	for i := 0; ; {
		k := strings.Index(s[i:], at)
		if k < 0 {
			return out
		}
		out = append(out, [2]string{s[:i+k], s[i+k+len(at):]})
		i += k + 1
	}
}

// --- numbers ---------------------------------------------------------------

func numeralRead(s string) (int, bool) {
	if n, err := strconv.Atoi(s); err == nil {
		return n, true
	}
	i := slices.Index(numberNames, s)
	return i, i >= 0
}

var relations = []struct {
	words, than string
	holds       func(a, b int) bool
}{
	{"more", "than", func(a, b int) bool { return a > b }},
	{"fewer", "than", func(a, b int) bool { return a < b }},
	{"at least as many", "as", func(a, b int) bool { return a >= b }},
	{"at most as many", "as", func(a, b int) bool { return a <= b }},
	{"exactly as many", "as", func(a, b int) bool { return a == b }},
	{"not as many", "as", func(a, b int) bool { return a != b }},
	{"is greater than", "", func(a, b int) bool { return a > b }},
	{"is less than", "", func(a, b int) bool { return a < b }},
	{"is at least", "", func(a, b int) bool { return a >= b }},
	{"is at most", "", func(a, b int) bool { return a <= b }},
	{"is not", "", func(a, b int) bool { return a != b }},
	{"is", "", func(a, b int) bool { return a == b }},
}

var countings = []struct {
	re    *regexp.Regexp
	holds func(a, n int) bool
}{
	{regexp.MustCompile(`^(?:none|no) (.*)$`), func(a, _ int) bool { return a == 0 }},
	{regexp.MustCompile(`^not exactly (\S+) (.*)$`), func(a, n int) bool { return a != n }},
	{regexp.MustCompile(`^exactly (\S+) (.*)$`), func(a, n int) bool { return a == n }},
	{regexp.MustCompile(`^fewer than (\S+) (.*)$`), func(a, n int) bool { return a < n }},
	{regexp.MustCompile(`^more than (\S+) (.*)$`), func(a, n int) bool { return a > n }},
	{regexp.MustCompile(`^at most (\S+) (.*)$`), func(a, n int) bool { return a <= n }},
	{regexp.MustCompile(`^at least (\S+) (.*)$`), func(a, n int) bool { return a >= n }},
	{regexp.MustCompile(`^(\S+) or more (.*)$`), func(a, n int) bool { return a >= n }},
	{regexp.MustCompile(`^(two|three) (of .*)$`), func(a, n int) bool { return a == n }}, // only lies say it
}

// counting reads "at least one of P's men": what it says of a number, and what is counted.
func counting(s string) (holds func(int) bool, things string) {
	for _, c := range countings {
		m := c.re.FindStringSubmatch(s)
		if m == nil {
			continue
		}
		n := 0
		if len(m) == 3 {
			var ok bool
			if n, ok = numeralRead(m[1]); !ok {
				continue
			}
		}
		return func(a int) bool { return c.holds(a, n) }, strings.TrimPrefix(m[len(m)-1], "of ")
	}
	return nil, ""
}

var stores = map[string]string{"in hand": "hand", "on the bar": "bar", "borne off": "off", "taken for good": "out"}

// store is how many men of a player are somewhere.
func (r *reader) store(who, where string) number {
	if where == "on the board" {
		return func(w *world) int {
			n := 0
			for f := range w.p.Places {
				n += w.s.MenAt(w.p, w.player(who), f)
			}
			return n
		}
	}
	st := slices.Index(r.g.Program.Stores, stores[where])
	if st < 0 {
		return nil
	}
	return func(w *world) int { return w.pos.Stores[w.player(who)][st] }
}

// number reads a number, also as it stands behind "than".
func (r *reader) number(s string) number {
	if n, ok := numeralRead(s); ok {
		return func(*world) int { return n }
	}
	switch s {
	case "the number played":
		return func(w *world) int { return w.p.Parts[w.m.Part].Number }
	case "the higher number", "the higher number thrown", "the lower number", "the lower number thrown", "the number thrown":
		return func(w *world) int {
			d := w.p.Throws[w.pos.Turn.Throws[len(w.pos.Turn.Throws)-1]].Dice
			if strings.Contains(s, "higher") {
				return slices.Max(d)
			}
			return slices.Min(d)
		}
	case "the number of steps that it takes to leave the board from the " + r.noun + " moved from", "what the man needs to leave the board":
		return func(w *world) int { return w.p.Places - int(w.m.From) }
	}
	if m := regexp.MustCompile(`^(?:the number of )?(P|O)(?:'s men| has) (.*)$`).FindStringSubmatch(s); m != nil {
		if n := r.store(m[1], m[2]); n != nil {
			return n
		}
	}
	rest := strings.TrimPrefix(strings.TrimPrefix(s, "the number of "), "there are ")
	for _, c := range cuts(rest, " on ") {
		if men, at := r.men(strings.TrimPrefix(c[0], "of ")), r.place(c[1]); men != nil && at != nil {
			return func(w *world) int { return men(w, at(w)) }
		}
	}
	if m := regexp.MustCompile(`^mills of (P|O)'s$`).FindStringSubmatch(rest); m != nil {
		return func(w *world) int { return len(w.mills(m[1])) }
	}
	if in := r.set(rest); in != nil && rest != s {
		return func(w *world) int { return w.count(in) }
	}
	return nil
}

func (w *world) count(in test) int {
	n := 0
	for f := range w.p.Places {
		if in(w, f) {
			n++
		}
	}
	return n
}

// --- men -------------------------------------------------------------------

// men reads whose men are meant, and gives how many of them are on a place.
func (r *reader) men(s string) func(*world, int) int {
	s, byNumber := strings.CutSuffix(s, " (by number)")
	switch s {
	case "opposing man", "opposing men", "O's men", "men of O's":
		return func(w *world, f int) int { return w.menAt(1-w.me, f, byNumber) }
	case "P's men", "men of P's":
		return func(w *world, f int) int { return w.menAt(w.me, f, byNumber) }
	case "man of whatever side", "men of whatever side", "man", "men":
		return func(w *world, f int) int { return w.menAt(0, f, false) + w.menAt(1, f, false) }
	}
	return nil
}

// menAt counts the men of a player on a place of the player to move: on the cell, or only
// those that have come there by the number which the place has for their player.
func (w *world) menAt(q, f int, byNumber bool) int {
	if f < 0 || f >= w.p.Places {
		return 0
	}
	n := 0
	for g := range w.p.Places {
		if w.p.CellOf[q][g] == w.p.CellOf[w.me][f] && (!byNumber || q != w.me || g == f) {
			n += w.s.MenAt(w.p, q, g)
		}
	}
	return n
}

// mills are the lines on which a player has men on all points.
func (w *world) mills(who string) (out []place.Set) {
	for _, l := range w.p.Lines[w.me] {
		if !slices.ContainsFunc(l.Places(), func(f int) bool { return w.menAt(w.player(who), f, false) == 0 }) {
			out = append(out, l)
		}
	}
	return out
}

// --- places ----------------------------------------------------------------

// named is the place of the player to move that a player calls by a number or a name.
func (r *reader) named(who, name string) spot {
	return func(w *world) int {
		q := w.player(who)
		if n, err := strconv.Atoi(name); err == nil && r.g.Numbered {
			if n < 1 || n > w.p.Places || q == w.me {
				return n - 1
			}
			return slices.Index(w.p.CellOf[w.me], w.p.CellOf[q][n-1])
		}
		if c := r.g.Board.Find(name); c >= 0 {
			return slices.Index(w.p.CellOf[w.me], r.seen[q][c])
		}
		return -1
	}
}

func (r *reader) place(s string) spot {
	the := "the " + r.noun + " "
	switch s {
	case the + "moved from":
		return func(w *world) int { return int(w.m.From) }
	case the + "moved to":
		return func(w *world) int { return int(w.m.To) }
	}
	if m := regexp.MustCompile(`^(?:(P|O)'s )?` + r.noun + ` (\w+)(?: \(the last of (?:P|O)'s way\))?$`).FindStringSubmatch(s); m != nil {
		return r.named(m[1], m[2])
	}
	if m := regexp.MustCompile(`^the (first|last) ` + r.noun + ` on P's way (with .*|that .*)$`).FindStringSubmatch(s); m != nil {
		in := r.behind(" " + m[2])
		if in == nil {
			return nil
		}
		return func(w *world) int {
			out := -1
			for f := range w.p.Places {
				if in(w, f) && (out < 0 || m[1] == "last") {
					out = f
				}
			}
			return out
		}
	}
	return nil
}

// region reads a named part of the board, or places that are listed: "P's points 1 to 6".
func (r *reader) region(s string) test {
	who, rest := "P", strings.TrimPrefix(s, "the ")
	if m := regexp.MustCompile(`^(P|O)'s (.*)$`).FindStringSubmatch(s); m != nil {
		who, rest = m[1], m[2]
	}
	if m := regexp.MustCompile(`^` + r.noun + `s (\w+) to (\w+)$`).FindStringSubmatch(rest); m != nil {
		a, b := r.named(who, m[1]), r.named(who, m[2])
		x, y := r.g.Board.Find(m[1]), r.g.Board.Find(m[2])
		return func(w *world, f int) bool {
			if x < 0 || y < 0 || r.g.Numbered {
				i, j := a(w), b(w)
				return f >= min(i, j) && f <= max(i, j)
			}
			return slices.ContainsFunc(r.g.Board.Span(x, y), func(c int) bool { return r.seen[w.player(who)][c] == w.p.CellOf[w.me][f] })
		}
	}
	if list, ok := strings.CutPrefix(rest, r.noun+"s "); ok {
		var at []spot
		for _, n := range regexp.MustCompile(`, | and `).Split(list, -1) {
			if regexp.MustCompile(`^\w+$`).FindString(n) == "" || r.g.Board.Find(n) < 0 && !regexp.MustCompile(`^\d+$`).MatchString(n) {
				return nil
			}
			at = append(at, r.named(who, n))
		}
		return func(w *world, f int) bool {
			return slices.ContainsFunc(at, func(p spot) bool {
				return p(w) == f || p(w) >= 0 && who == "O" && w.p.CellOf[w.me][p(w)] == w.p.CellOf[w.me][f]
			})
		}
	}
	for name, said := range map[string]string{"far_side": "far side", "near_side": "near side", "corners": "corners", "ring_1": "first ring from outside", "row_1": "row 1", "column_2": "column 2"} {
		if cells, ok := r.g.Board.Sets[name]; ok && rest == said {
			return func(w *world, f int) bool {
				return slices.ContainsFunc(cells, func(c int) bool { return r.seen[w.player(who)][c] == w.p.CellOf[w.me][f] })
			}
		}
	}
	return nil
}

// set reads a set of places as a noun: "the points that are empty", "one of P's points 1 to 6".
func (r *reader) set(s string) test {
	leads := []string{"one of ", "each of ", "any of ", "a " + r.noun + " of ", "each " + r.noun + " of ", r.noun + "s of ", r.noun + " of ", "the " + r.noun + "s of ", r.noun + "s among ", r.noun + " among ", ""}
	for _, lead := range leads {
		rest, ok := strings.CutPrefix(s, lead)
		if !ok {
			continue
		}
		if in := r.region(rest); in != nil {
			return in
		}
		for _, c := range cuts(rest, " that ") {
			if in, also := r.region(c[0]), r.verb(c[1]); in != nil && also != nil {
				return func(w *world, f int) bool { return in(w, f) && also(w, f) }
			}
		}
	}
	if p := r.place(s); p != nil {
		return func(w *world, f int) bool { return p(w) == f }
	}
	return r.phrase(s)
}

// phrase reads what is said around the noun: "an empty point next to point 3".
func (r *reader) phrase(s string) test {
	m := regexp.MustCompile(`^(?:the |any |each |every |an |a )?(empty )?` + r.noun + `s?( .*)?$`).FindStringSubmatch(s)
	if m == nil {
		return nil
	}
	in := r.behind(m[2])
	if in == nil || m[1] == "" {
		return in
	}
	return func(w *world, f int) bool { return w.empty(f) && in(w, f) }
}

func (w *world) empty(f int) bool { return w.menAt(0, f, false)+w.menAt(1, f, false) == 0 }

// behind reads what follows a noun: "with two of P's men", "next to …", "that …".
func (r *reader) behind(s string) test {
	if s == "" {
		return func(*world, int) bool { return true }
	}
	if rest, ok := strings.CutPrefix(s, " that "); ok {
		return r.verb(rest)
	}
	for _, c := range append(cuts(s, " that "), cuts(s, " next to ")...) {
		if c[0] == "" {
			continue
		}
		more := strings.TrimPrefix(s, c[0])
		if in, also := r.behindOne(c[0]), r.behind(more); in != nil && also != nil {
			return func(w *world, f int) bool { return in(w, f) && also(w, f) }
		}
	}
	return r.behindOne(s)
}

func (r *reader) behindOne(s string) test {
	if s == " passed over by the move" {
		return r.verb("is passed over by the move")
	}
	if rest, ok := strings.CutPrefix(s, " with "); ok {
		return r.verbOne("holds " + rest)
	}
	if strings.HasPrefix(s, " next to ") {
		return r.verbOne("is" + s)
	}
	return nil
}
