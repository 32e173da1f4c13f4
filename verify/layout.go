package verify

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/rulesets/engine"
)

// Layout is how a throw is played: what its clause has played, what readings make of
// that, and where it stops. Of a game without throws it is a kind of move: what follows
// upon it, and what it is refused for.
type Layout struct {
	Throw   string   `json:"throw"`            // or what may be done, in words
	Chance  string   `json:"chance,omitempty"` // as a fraction
	Doublet bool     `json:"doublet,omitempty"`
	Plays   string   `json:"plays"` // the parts, or what follows
	Clauses []string `json:"clauses"`
	// Readings are those that give the throw otherwise, each with what it gives.
	Readings []LayoutReading `json:"readings"`
	// Turns is how often it was thrown, or could be done, in games of the default; Whole
	// how often all of it was played; Left how often a player left what he could play.
	Turns int `json:"turns"`
	Whole int `json:"whole"`
	Left  int `json:"left,omitempty"`
	// Stops says where it most often stops, or what it is most often refused for, and
	// how often; Why the reasons.
	Stops string      `json:"stops,omitempty"`
	Why   []LayoutWhy `json:"why"`
	// Terms are what words mean that are first used here.
	Terms []string `json:"terms,omitempty"`
}

// LayoutReading is what a throw is under a reading.
type LayoutReading struct {
	Question string `json:"question"`
	Reading  string `json:"reading"`
	Plays    string `json:"plays"`
}

// LayoutWhy is a reason for which something cannot be played.
type LayoutWhy struct {
	Words   string   `json:"words"` // the sentence of the rule
	Clauses []string `json:"clauses"`
	Times   int      `json:"times"`
}

// course is what games showed of a throw, or of a permission.
type course struct {
	turns, whole int
	left         int // by a player who could have played on
	stops        map[stop]int
	reasons      map[stop]map[int]int // refusing statements, by how often
	follows      map[int]int          // changes that answered the move
}

// stop is where a throw stops: at a part, counted from 1.
type stop struct{ at, part int }

// courses are what one ruleset's games showed, by throw, or by permission.
type courses struct {
	ruleset string
	game    *rulesets.Game
	of      []*course
	games   int
}

// courseMoves is how many moves are looked at for each game that is explained.
const courseMoves = 800

// follow plays games of the default and looks how far throws are played.
func (t *Target) follow(ctx context.Context, o Options) (out Outcome) {
	g := t.Game
	p := g.Program
	w := &follower{p: p, in: engine.NewInterpreter(p), st: p.NewState(), c: &courses{ruleset: t.Definition.ID, game: g}}
	w.in.History = engine.NewHistory()
	for range max(len(p.Throws), len(p.Allows)) {
		w.c.of = append(w.c.of, &course{stops: map[stop]int{}, reasons: map[stop]map[int]int{}, follows: map[int]int{}})
	}
	left := o.ExplainGames * courseMoves
	for n := 0; left > 0 && n < o.Games && ctx.Err() == nil; n++ {
		left -= w.game(engine.NewRandom(o.Seed, uint64(n)), min(left, o.Cap))
		w.c.games++
	}
	out.courses = append(out.courses, w.c)
	return out
}

// follower plays the games.
type follower struct {
	p     *engine.Program
	in    *engine.Interpreter
	st    *engine.State
	c     *courses
	throw int // that alone is being played; -1
}

// game plays one game of at most so many moves, and returns how many it had.
func (w *follower) game(r *engine.Random, most int) (moves int) {
	w.in.Start(w.st)
	w.throw = -1
	var buf []engine.Move
	for moves < most && w.st.Status() != engine.Over {
		if w.st.Status() == engine.AwaitsThrow {
			w.closes(true)
			throw := w.p.Draw(r, w.st.Device(w.p))
			w.in.Throw(w.st, throw)
			w.opens(throw)
			continue
		}
		if len(w.p.Devices) == 0 {
			moves++
			w.step(r)
			continue
		}
		var k int
		k, buf = w.in.Choose(w.st, r, buf[:0])
		moves++
		if m := buf[k]; w.throw >= 0 && (m.Act == engine.Pass || m.Act == engine.Stop) {
			w.stops(len(buf) > 1)
		}
		w.in.Play(w.st, buf[k])
	}
	w.closes(false)
	return moves
}

// opens notes a throw, unless something else is left to play besides: then nobody
// could say which of the two stops.
func (w *follower) opens(throw int) {
	if w.st.Status() == engine.Over {
		return
	}
	if turn := w.p.Read(w.st).Turn; len(turn.Throws) == 1 && turn.Played == 0 {
		w.throw = throw
		w.c.of[throw].turns++
	}
}

// closes ends a throw that did not stop; whole is not set when the game was given up.
func (w *follower) closes(whole bool) {
	if w.throw >= 0 && (whole || w.st.Status() == engine.Over) {
		w.c.of[w.throw].whole++
	}
	w.throw = -1
}

// stops notes the part that cannot be played, and why; willed is set where the player
// could have played on.
func (w *follower) stops(willed bool) {
	turn := w.p.Read(w.st).Turn
	c := w.c.of[w.throw]
	w.throw = -1
	if len(turn.Left) == 0 {
		c.whole++
		return
	}
	if willed {
		c.left++
		return
	}
	at := stop{turn.Played + 1, turn.Left[0].Part}
	if !turn.Fixed && len(turn.Left) > 1 {
		at.part = -1 // any of them
	}
	c.stops[at]++
	if c.reasons[at] == nil {
		c.reasons[at] = map[int]int{}
	}
	for _, st := range refusing(w.in.Explain(w.st)) {
		c.reasons[at][st]++
	}
}

// refusing are the statements that refuse something at a decision, each once.
func refusing(e *engine.Explanation) (list []int) {
	for i := range e.Refused {
		for _, st := range e.Refused[i].Statements {
			if !slices.Contains(list, st) {
				list = append(list, st)
			}
		}
	}
	return list
}

// step makes a move of a game without throws, and notes what may be done, what is
// refused, and what follows.
func (w *follower) step(r *engine.Random) {
	e := w.in.Explain(w.st)
	index := func(m *engine.Move) int {
		rule := m.Rule(w.p)
		return slices.IndexFunc(w.p.Allows, func(a engine.Allow) bool { return rule != nil && a.Statement == rule.Statement })
	}
	for i := range e.Moves {
		if k := index(&e.Moves[i]); k >= 0 {
			w.c.of[k].turns++
		}
	}
	for i := range e.Refused {
		if k := index(&e.Refused[i].Move); k >= 0 {
			c := w.c.of[k]
			c.stops[stop{}]++
			if c.reasons[stop{}] == nil {
				c.reasons[stop{}] = map[int]int{}
			}
			for _, st := range e.Refused[i].Statements {
				c.reasons[stop{}][st]++
			}
		}
	}
	m := e.Moves[w.in.Pick(r, e.Moves)]
	w.in.Applied = make([]int, len(w.c.game.Statements))
	k := index(&m)
	w.in.Play(w.st, m)
	if k >= 0 {
		w.c.of[k].whole++
		for i := range w.p.Changes {
			if st := w.p.Changes[i].Statement; w.in.Applied[st] > 0 {
				w.c.of[k].follows[st]++
			}
		}
	}
	w.in.Applied = nil
}

// Course says in a sentence how far a throw is played, or how often a kind of move is
// refused; "" where no game showed it.
func (l *Layout) Course() string {
	switch {
	case l.Chance == "" && l.Stops != "":
		return sentence(l.Stops)
	case l.Chance == "" || l.Turns == 0:
		return ""
	}
	said := fmt.Sprintf("Played whole in %s of %s", thousands(l.Whole), plural(l.Turns, "turn"))
	if l.Left > 0 {
		said += fmt.Sprintf(", left of the player's own will in %s", thousands(l.Left))
	}
	if l.Stops != "" {
		said += "; most often it stops " + l.Stops
	}
	return said + "."
}

// LayoutAbout says what layouts of throws rest on.
const LayoutAbout = "What a throw gives is asked at the beginning of a game; how far it is played, of games by default."

// layouts puts together how every throw is played, doublets first, or what may be done
// in a game without throws.
func (r *Result) layouts(t *Target) []Layout {
	var c *courses
	for _, x := range r.courses {
		if x.ruleset == t.Definition.ID {
			c = x
		}
	}
	if c == nil || t.Game == nil {
		return nil
	}
	if len(t.Game.Program.Devices) == 0 {
		return c.moves()
	}
	var out []Layout
	for i := range r.Sequences {
		if s := &r.Sequences[i]; s.Ruleset == t.Definition.ID {
			out = append(out, c.throw(t, s))
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Doublet && !out[j].Doublet })
	return out
}

// throw lays out one throw.
func (c *courses) throw(t *Target, s *Sequence) Layout {
	out := Layout{Throw: s.Throw, Chance: s.Ways, Plays: playing(s.Parts, s.Order == "fixed"), Clauses: clauseNames(s.Statement.Warrant)}
	p := c.game.Program
	k := slices.IndexFunc(p.Throws, func(x engine.Throw) bool { return x.Name == s.Throw })
	if k < 0 {
		return out
	}
	out.Doublet = p.Throws[k].Double
	out.Readings = t.throwReadings(s.Throw, out.Plays)
	x := c.of[k]
	out.Turns, out.Whole, out.Left = x.turns, x.whole, x.left
	best, n := stop{}, 0
	for at, times := range x.stops {
		if times > n || times == n && (at.at < best.at || at.at == best.at && at.part < best.part) {
			best, n = at, times
		}
	}
	if n == 0 {
		return out
	}
	what := "with nothing that can be played"
	if best.part >= 0 {
		what = "at the " + p.Parts[best.part].Name
	}
	out.Stops = fmt.Sprintf("%s, the %s part, in %s of %s", what, ordinal(best.at), thousands(n), plural(x.turns, "turn"))
	out.Why = c.reasons(x.reasons[best])
	return out
}

// reasons are the statements of a count, the most frequent first, at most three.
func (c *courses) reasons(counts map[int]int) (list []LayoutWhy) {
	var order []int
	for st := range counts {
		order = append(order, st)
	}
	sort.Slice(order, func(i, j int) bool {
		if counts[order[i]] != counts[order[j]] {
			return counts[order[i]] > counts[order[j]]
		}
		return order[i] < order[j]
	})
	for _, st := range order[:min(3, len(order))] {
		s := c.game.Statements[st]
		list = append(list, LayoutWhy{edition.Sentence(c.game, s), clauseNames(s.Warrant), counts[st]})
	}
	return list
}

// throwReadings are the readings that put up something else for a throw.
func (t *Target) throwReadings(throw, usual string) (list []LayoutReading) {
	for _, a := range t.Definition.Alternatives() {
		g, errs := t.game(a.Choice)
		if len(errs) > 0 {
			continue
		}
		p := g.Program
		k := slices.IndexFunc(p.Throws, func(x engine.Throw) bool { return x.Name == throw })
		plays := "is not thrown"
		if k >= 0 {
			in, st := engine.NewInterpreter(p), p.NewState()
			in.Start(st)
			if a := in.AgendaFor(st, st.Player(), k); a != nil {
				plays = playing(partNames(p, a.Parts), a.Fixed)
			} else if st.Status() != engine.Over && st.Device(p) == p.Throws[k].Device {
				plays = "nothing"
			} else {
				continue // it is thrown later in the game
			}
		}
		if plays != usual {
			list = append(list, LayoutReading{a.Question.Name(), a.Reading.ID, plays})
		}
	}
	return list
}

// partNames are the names of parts; those that may be left have a question mark.
func partNames(p *engine.Program, parts []uint8) (names []string) {
	for _, part := range parts {
		name := p.Parts[part&0x7f].Name
		if part&0x80 != 0 {
			name += "?"
		}
		names = append(names, name)
	}
	return names
}

// playing says what is played.
func playing(parts []string, fixed bool) string {
	switch {
	case len(parts) == 0:
		return "nothing"
	case len(parts) == 1:
		return parts[0]
	case fixed:
		return strings.Join(parts, " ") + ", in this order"
	}
	return strings.Join(parts, " ") + ", in any order"
}

// moves lays out what may be done in a game without throws.
func (c *courses) moves() (out []Layout) {
	for i := range c.game.Program.Allows {
		a := &c.game.Program.Allows[i]
		if i > 0 && a.Statement == c.game.Program.Allows[i-1].Statement {
			continue // one statement may give several permissions
		}
		s := c.game.Statements[a.Statement]
		x := c.of[i]
		l := Layout{Throw: edition.Sentence(c.game, s), Clauses: clauseNames(s.Warrant), Turns: x.turns, Whole: x.whole, Plays: "nothing more"}
		var follows []string
		for _, why := range c.reasons(x.follows) {
			follows = append(follows, fmt.Sprintf("%s (%d of %d times)", why.Words, why.Times, x.whole))
		}
		if len(follows) > 0 {
			l.Plays = strings.Join(follows, " ")
		}
		if n := x.stops[stop{}]; n > 0 {
			l.Stops = fmt.Sprintf("refused %s times, and permitted %s", thousands(n), thousands(x.turns))
			l.Why = c.reasons(x.reasons[stop{}])
		}
		out = append(out, l)
	}
	return out
}

func ordinal(n int) string {
	words := []string{"", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"}
	if n < len(words) {
		return words[n]
	}
	return fmt.Sprintf("%dth", n)
}
