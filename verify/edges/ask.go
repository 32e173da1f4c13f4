package edges

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/engine/position"
	"github.com/lectio/lectio/rulesets/lang"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/playout"
)

// answer is what one interpretation says of a case.
type answer struct {
	accepted bool
	parts    string
	legal    []string
	outcome  string // of the move asked about; "" when it cannot be made
	next     string // who has what to play after it
	after    uint64 // the position after it
	results  int
	complete bool
	sum      uint64
}

// ask asks an interpretation for a position, as it is printed.
func ask(g *rulesets.Game, in *engine.Interpreter, at *yamlpos.Node, throw, move string, limit int) (a answer) {
	in.History = history.New()
	s, errs := g.ReadState(in, at)
	if len(errs) > 0 || broken(g, in, s) {
		return a
	}
	if throw != "" {
		if s.Status() != engine.AwaitsThrow || len(g.MakeThrows(in, s, throw)) > 0 {
			return a
		}
	}
	a.accepted = true
	a.parts = strings.Join(partsLeft(g, s), " ")
	a.legal = g.MoveTexts(in, s)
	if s.Status() == engine.Over {
		a.outcome, a.next, a.after = outcomeText(g, nil, s), nextText(g, s), sight(g, s)
		return a
	}
	if move != "" {
		if m, ok := g.FindMove(in, s, move); ok {
			t := s.Clone()
			in.Play(t, m)
			a.outcome, a.next, a.after = outcomeText(g, s, t), nextText(g, t), sight(g, t)
		}
	} else if limit > 0 {
		var list []play.Result
		list, a.complete = play.Results(in, s, limit)
		a.results = len(list)
		for _, r := range list {
			a.sum += sight(g, r.State)
		}
	}
	return a
}

// nextText says who has what to play.
func nextText(g *rulesets.Game, s *engine.State) string {
	if s.Status() == engine.Over {
		return "the game is over"
	}
	return fmt.Sprintf("%s has %s to play", g.Program.Players[s.Player()], wordsOr(strings.Join(partsLeft(g, s), " ")))
}

// sight is a hash of what is to be seen of a state, the same for interpretations
// that keep different counts beside the board.
func sight(g *rulesets.Game, s *engine.State) uint64 {
	p := g.Program
	h := fnv.New64a()
	b := make([]byte, 0, 128)
	for q := range p.Players {
		for f := 0; f < p.Places; f++ {
			b = append(b, byte(s.MenAt(p, q, f)))
		}
		for st := range p.Stores {
			b = append(b, byte(s.InStore(p, q, st)))
		}
		b = append(b, lang.Fraction(s.Score(p, q), p.Denominator)...)
	}
	_, over := s.End()
	if over {
		b = append(b, 0xff, byte(s.Winner()+1))
	} else {
		b = append(b, byte(s.Player()))
	}
	h.Write(b)
	return h.Sum64()
}

// partsLeft names the parts still to be played.
func partsLeft(g *rulesets.Game, s *engine.State) []string {
	out := []string{}
	for _, l := range position.Read(g.Program, s).Turn.Left {
		name := g.Program.Parts[l.Part].Name
		if l.Optional {
			name += "?"
		}
		out = append(out, name)
	}
	return out
}

// outcomeText says what a move came to: points and the end (before nil: of the
// state alone).
func outcomeText(g *rulesets.Game, before, after *engine.State) string {
	p := g.Program
	var out []string
	for q, name := range p.Players {
		d := after.Score(p, q)
		if before != nil {
			d -= before.Score(p, q)
		}
		if d != 0 {
			out = append(out, fmt.Sprintf("%s scores %s", name, lang.Fraction(d, p.Denominator)))
		}
	}
	if end, over := after.End(); over {
		switch {
		case end < 0:
			out = append(out, unprovided)
		case after.Winner() >= 0:
			out = append(out, fmt.Sprintf("%s wins: %s", p.Players[after.Winner()], p.Ends[end].Reason))
		default:
			out = append(out, "the game ends: "+p.Ends[end].Reason)
		}
	}
	if len(out) == 0 {
		return "nothing is scored, and the game goes on"
	}
	return strings.Join(out, "; ")
}

// change says how the answer b differs from a; "" when it does not.
func (a *answer) change(b *answer, move string) string {
	if a.parts != b.parts {
		return fmt.Sprintf("%s to be played, not %s", wordsOr(b.parts), wordsOr(a.parts))
	}
	if gone, new := verify.Difference(a.legal, b.legal), verify.Difference(b.legal, a.legal); len(gone)+len(new) > 0 {
		var out []string
		if len(new) > 0 {
			out = append(out, verify.Are(new)+" legal too")
		}
		if len(gone) > 0 {
			out = append(out, verify.Are(gone)+" not legal")
		}
		return strings.Join(out, ", ")
	}
	if move == "" {
		move = "the throw"
	}
	switch {
	case a.outcome != b.outcome:
		return fmt.Sprintf("after %s %s", move, b.outcome)
	case a.next != b.next:
		return fmt.Sprintf("after %s %s", move, b.next)
	case a.after != b.after:
		return fmt.Sprintf("after %s the men stand otherwise", move)
	}
	if a.complete && b.complete && (a.results != b.results || a.sum != b.sum) {
		if a.results != b.results {
			return fmt.Sprintf("%d results instead of %d", b.results, a.results)
		}
		return "other results"
	}
	if a.complete != b.complete {
		if a.complete {
			return fmt.Sprintf("at least %d results instead of %d", b.results, a.results)
		}
		return fmt.Sprintf("%d results instead of at least %d", b.results, a.results)
	}
	return ""
}

func wordsOr(s string) string {
	if s == "" {
		return "nothing"
	}
	return s
}

// builder makes cases of candidates.
type builder struct {
	t     *verify.Target
	o     verify.Options
	in    *engine.Interpreter
	turns *play.Searcher
	fork  []*engine.Interpreter // of the alternatives
	seen  map[string]bool
}

func newBuilder(t *verify.Target, o verify.Options) *builder {
	b := &builder{t: t, o: o, in: engine.NewInterpreter(t.Game.Program), seen: map[string]bool{},
		turns: play.NewSearcher(t.Game.Program, play.Whichever)}
	for _, a := range others(t) {
		var in *engine.Interpreter
		if a.game != nil {
			in = engine.NewInterpreter(a.game.Program)
		}
		b.fork = append(b.fork, in)
	}
	return b
}

// build lays a case out; readings are asked by finish, so that a case that is
// not shown costs little.
func (b *builder) build(kind, title string, e *candidate) *verify.EdgeCase {
	g := b.t.Game
	p, s := g.Program, e.state
	c := &verify.EdgeCase{Ruleset: b.t.Definition.ID, Kind: kind, Title: title, Game: g, State: s, Position: g.State(e.before), Legal: []string{},
		Player: p.Players[s.Player()], Steps: e.steps, Number: e.number, Steered: e.steered, Constructed: e.built, ByHistory: e.history, Order: "any",
		Parts: partsLeft(g, s)}
	if e.throw >= 0 {
		c.Throw = p.Throws[e.throw].Name
	}
	if t := position.Read(p, s).Turn; t.Fixed {
		c.Order = "fixed"
	}
	deciding := map[int]bool{}
	for _, st := range e.fired {
		deciding[st] = true
	}
	if e.throw >= 0 || s.Played() == 0 && s.Status() == engine.Decision && s.Device(p) < 0 {
		if a := b.in.AgendaFor(s, s.Player(), e.throw); a != nil {
			deciding[a.Statement] = true
		}
	}
	played, moved := e.move, e.moved
	if s.Status() == engine.Decision {
		ex := b.explain(c, s)
		if e.moved { // the move itself is decided by what it sets off
			if r := e.move.Rule(p); r != nil {
				deciding[r.Statement] = true
			}
		} else {
			for _, st := range ex.Decisive {
				deciding[st] = true
			}
			if ex.Moves[0].Act == engine.Pass { // what becomes of a throw that cannot be played is the case
				played, moved = ex.Moves[0], true
				b.answersPass(s, played, deciding)
			}
		}
	}
	b.cite(c, deciding)
	if moved {
		b.outcome(c, e, played)
	} else if s.Status() == engine.Over {
		c.Outcome = outcomeText(g, nil, s)
	}
	return c
}

// explain lists what is legal and what is refused in a case.
func (b *builder) explain(c *verify.EdgeCase, s *engine.State) *engine.Explanation {
	g := b.t.Game
	ex := b.in.Explain(s)
	for _, m := range ex.Moves {
		c.Legal = append(c.Legal, g.MoveText(b.in, s, m))
	}
	for _, r := range ex.Refused {
		x := verify.EdgeRefusal{Move: g.MoveText(b.in, s, r.Move)}
		for _, st := range r.Statements {
			x.Statements = append(x.Statements, g.Statements[st].ID)
		}
		c.Refused = append(c.Refused, x)
	}
	return ex
}

// answersPass adds the statements that answer a forced pass.
func (b *builder) answersPass(s *engine.State, pass engine.Move, deciding map[int]bool) {
	t := s.Clone()
	b.in.History, b.in.Applied = nil, make([]int, len(b.t.Game.Statements))
	b.in.Play(t, pass)
	for st, n := range b.in.Applied {
		if n > 0 && b.t.Game.Statements[st].Kind == "blocked" {
			deciding[st] = true
		}
	}
	b.in.Applied = nil
}

// cite names the deciding statements of a case, in declared order, and the clauses behind
// them.
func (b *builder) cite(c *verify.EdgeCase, deciding map[int]bool) {
	clauses := map[string]bool{}
	for st, x := range b.t.Game.Statements {
		if !deciding[st] {
			continue
		}
		c.Deciding = append(c.Deciding, x.ID)
		for _, w := range x.Warrant {
			if !clauses[w.String()] {
				clauses[w.String()] = true
				c.Clauses = append(c.Clauses, w.String())
			}
		}
		if x.Question != nil {
			c.Question = x.Question.Name()
		}
	}
}

// outcome says which move a case is about, and what comes of it.
func (b *builder) outcome(c *verify.EdgeCase, e *candidate, m engine.Move) {
	g, s := b.t.Game, e.state
	c.Move = g.MoveText(b.in, s, m)
	if part := g.PartText(m); part != "" {
		c.Move += ":" + part
	}
	t := s.Clone()
	b.in.History = nil
	b.in.Play(t, m)
	c.Outcome = outcomeText(g, s, t)
	for i := range g.Program.Ends {
		if end := &g.Program.Ends[i]; e.moved && e.history && slices.Contains(e.fired, end.Statement) {
			c.Outcome = "the game ends: " + end.Reason
		}
	}
}

// again reports whether a case of that kind that is decided by the same
// statements to the same outcome (and with that throw) has been built before.
func (b *builder) again(c *verify.EdgeCase, byThrow bool) bool {
	key := c.Kind + "|" + strings.Join(c.Deciding, " ") + "|" + c.Outcome
	if byThrow {
		key += "|" + c.Throw
	}
	if b.seen[key] {
		return true
	}
	b.seen[key] = true
	return false
}

// finish counts the results of a case and asks every reading about it.
func (b *builder) finish(ctx context.Context, c *verify.EdgeCase) {
	b.countResults(ctx, c)
	if c.ByHistory {
		return
	}
	text, err := json.Marshal(c.Position)
	if err != nil {
		return
	}
	at, errs := yamlpos.Parse("the position", text)
	if len(errs) > 0 {
		return
	}
	limit := 0
	if few := max(12, b.o.ResultsLimit/200); c.Complete && c.Results <= few {
		limit = 2 * few
	}
	own := ask(b.t.Game, b.in, at, c.Throw, c.Move, limit)
	if !own.accepted {
		c.ByHistory = true
		return
	}
	for i, o := range others(b.t) {
		if ctx.Err() != nil {
			return
		}
		c.Asked++
		a := answer{}
		if o.game != nil {
			a = ask(o.game, b.fork[i], at, c.Throw, c.Move, limit)
		}
		if !a.accepted {
			c.Refusing++
		} else if how := own.change(&a, c.Move); how != "" {
			c.Changes = append(c.Changes, verify.EdgeChange{Question: o.Question.Name(), Reading: o.Reading.ID, How: how})
		}
	}
}

// countResults counts what the rest of a throw can lead to, with a line that plays most
// of it.
func (b *builder) countResults(ctx context.Context, c *verify.EdgeCase) {
	if c.State.Status() != engine.Decision || c.Move != "" && c.Move != "pass" {
		return
	}
	c.Results, c.Complete = b.turns.Find(ctx, c.State, max(50, b.o.ResultsLimit/10))
	for i := range c.Results {
		n := partsPlayed(b.turns.Outline(i))
		if n > c.Played || c.Line == nil {
			c.Played, c.Line = max(c.Played, n), lineTexts(b.t.Game, b.in, c.State, b.turns.Line(i))
			c.Written = playout.Written(b.t.Game, c.State, b.turns.Line(i))
		}
	}
}

// partsPlayed counts the moves of a line that play a part.
func partsPlayed(line []engine.Move) (n int) {
	for _, m := range line {
		if m.Act != engine.Pass && m.Act != engine.Stop && m.Act != engine.Declare {
			n++
		}
	}
	return n
}

// cases builds the candidates given, drops
// those that repeat another, keeps at most as many as the options say, and asks.
func (b *builder) cases(ctx context.Context, list []choice) (out []verify.EdgeCase, all int) {
	var kept []*verify.EdgeCase
	for _, x := range list {
		c := b.build(x.kind, x.title, x.at)
		if c.Title == "" {
			c.Title = strings.TrimPrefix(c.Move+": "+c.Outcome, ": ")
		}
		if !x.keep && b.again(c, x.byThrow) {
			continue
		}
		kept = append(kept, c)
	}
	all = len(kept)
	for _, c := range kept[:min(len(kept), b.o.EdgeCases)] {
		if ctx.Err() != nil {
			break
		}
		b.finish(ctx, c)
		out = append(out, *c)
	}
	return out, all
}

// telling lists, of a candidate with every throw, the few that together show
// every statement that decides with any of them; the agenda itself counts only
// in an opening, for every throw is laid out by itself.
func (b *builder) telling(kind, title string, e *candidate) (out []choice) {
	shown := map[string]bool{}
	for _, x := range b.everyThrow(e) {
		c := b.build(kind, title, x)
		new := x.state.Status() == engine.Over || strings.Contains(c.Outcome, unprovided)
		for _, id := range c.Deciding {
			if s := b.t.Game.Statement(id); s != nil && s.Kind == "agenda" && len(e.steps) > 0 {
				continue
			}
			new = new || !shown[id]
			shown[id] = true
		}
		if new || len(out) == 0 {
			out = append(out, choice{kind: kind, title: title, at: x})
		}
	}
	return out
}

// thrown is a candidate with a throw made in it.
func (b *builder) thrown(e *candidate, throw int) *candidate {
	s := e.before.Clone()
	b.in.History = nil
	b.in.Throw(s, throw)
	t := *e
	t.throw, t.state = throw, s
	return &t
}

// everyThrow lists a candidate with every throw that can be made in it; where
// none is due, the candidate itself.
func (b *builder) everyThrow(e *candidate) (out []*candidate) {
	p := b.t.Game.Program
	if e.before.Status() != engine.AwaitsThrow {
		return []*candidate{e}
	}
	d := p.Devices[p.Stages[e.before.Stage()].Device]
	for t := d.First; t < d.First+d.Count; t++ {
		out = append(out, b.thrown(e, t))
	}
	return out
}

// choice is a candidate chosen for a case.
type choice struct {
	kind, title string
	at          *candidate
	byThrow     bool // cases of different throws are different
	keep        bool // though another may be decided by the same statements
}

// broken reports whether a position breaks an invariant of the ruleset.
func broken(g *rulesets.Game, in *engine.Interpreter, s *engine.State) bool {
	st, _ := g.Broken(in, s)
	return st != nil
}
