package rulesets

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/engine/position"
	"github.com/lectio/lectio/rulesets/play"
)

// Example is a worked example of a ruleset: a position, perhaps a throw, and
// what then must, may or cannot be done.
type Example struct {
	ID       string
	Pos      yamlpos.Pos
	Clauses  []ClauseRef
	Worked   string // hand or reference
	Note     string
	Checked  []*evidence.Check
	At       *yamlpos.Node // nil: the opening position
	Throw    string
	ThrowPos yamlpos.Pos
	Readings Choice
	Every    bool // it holds under every single alternative, not only by default
	Expect   *Expectation
	// Parts is set when readings of a question part here: each expects
	// something else.
	Question string
	Parts    []PartCase
}

// PartCase is what one reading of the question expects of an example.
type PartCase struct {
	Reading string
	Expect  *Expectation
}

// Expectation is what an example expects.
type Expectation struct {
	Pos      yamlpos.Pos
	Moves    []string // exactly these, when HasMoves
	HasMoves bool
	Legal    []string
	Illegal  []string
	Refused  []Refusal
	Results  []*yamlpos.Node // these final positions, when HasResults without Count
	Count    int
	HasCount bool
	HasList  bool
	Line     []string
	After    *yamlpos.Node
}

// Refusal is a move that a statement refuses.
type Refusal struct{ Move, Statement string }

const maxExampleResults = 200000

func (l *loader) example(n *yamlpos.Node) *Example {
	m := l.Map(n, "an example", exampleKeys...)
	if m == nil {
		return nil
	}
	e := &Example{Pos: n.Pos, Readings: Choice{}}
	e.ID = l.name(l.Need(m, "id", "an example"), "the id of an example", false)
	e.Clauses = l.clauses(m.Get("clauses"))
	e.Checked = evidence.ReadChecks(&l.Reader, m.Get("checked"), "an example")
	e.Worked = l.OneOf(l.Need(m, "worked", "an example"), "how the example was worked", workedWays...)
	e.Note = l.String(m.Get("note"), "a note")
	if at := m.Get("at"); at != nil && at.Text != "start" {
		e.At = at
	}
	if t := m.Get("throw"); t != nil {
		e.Throw, e.ThrowPos = l.String(t, "the throw"), t.Pos
	}
	if r := m.Get("readings"); r != nil {
		if r.Kind == yamlpos.Scalar && r.Text == "every" {
			e.Every = true
		} else if r.Kind == yamlpos.Map {
			for i, k := range r.Keys {
				e.Readings[k.Text] = l.String(r.Values[i], "a reading")
			}
		} else {
			l.Errorf(r.Pos, yamlpos.Quote(r.Text), "a map of questions to readings, or every", "the readings of an example cannot be read")
		}
	}
	if p := m.Get("parts"); p != nil {
		if l.Map(p, "parts", partingKeys...) == nil {
			return e
		}
		e.Question = l.String(l.Need(p, "question", "parts"), "the question")
		rs := l.Need(p, "readings", "parts")
		if rs != nil && rs.Kind == yamlpos.Map {
			for i, k := range rs.Keys {
				if l.Map(rs.Values[i], "what a reading expects", expectKeys...) != nil {
					e.Parts = append(e.Parts, PartCase{k.Text, l.expect(rs.Values[i])})
				}
			}
		}
		if len(e.Parts) < 2 {
			l.Errorf(p.Pos, fmt.Sprintf("%d readings", len(e.Parts)), "at least two readings", "readings cannot part alone")
		}
		return e
	}
	e.Expect = l.expect(m)
	return e
}

func (l *loader) expect(m *yamlpos.Node) *Expectation {
	x := &Expectation{Pos: m.Pos}
	x.HasMoves = m.Get("moves") != nil
	x.Moves = l.Strings(m.Get("moves"), "moves")
	x.Legal = l.Strings(m.Get("legal"), "moves")
	x.Illegal = l.Strings(m.Get("illegal"), "moves")
	if r := m.Get("refused"); r != nil && r.Kind == yamlpos.Map {
		for i, k := range r.Keys {
			x.Refused = append(x.Refused, Refusal{k.Text, l.String(r.Values[i], "the statement that refuses")})
		}
	} else if r != nil {
		l.Errorf(r.Pos, r.Kind.String(), "a map of moves to statements", "refused cannot be read")
	}
	if r := m.Get("results"); r != nil {
		if r.Kind == yamlpos.List {
			x.HasList, x.Results = true, r.Values
			if len(r.Values) > 100 {
				l.Errorf(r.Pos, fmt.Sprintf("%d positions", len(r.Values)), "at most 100; give the number instead", "the list of results is too long to be read")
			}
		} else {
			x.HasCount, x.Count = true, l.Int(r, "the number of results", 0, maxExampleResults)
		}
	}
	x.Line = l.Strings(m.Get("line"), "a line")
	x.After = m.Get("after")
	if !x.HasMoves && len(x.Legal)+len(x.Illegal)+len(x.Refused)+len(x.Line) == 0 && !x.HasList && !x.HasCount && x.After == nil {
		l.Errorf(m.Pos, "nothing", "one of: "+strings.Join(expectKeys, ", "), "the example expects nothing")
	}
	return x
}

func (l *loader) checkExample(e *Example) {
	conds := map[string][]string{}
	for q, r := range e.Readings {
		conds[q] = []string{r}
	}
	if e.Question != "" {
		for _, p := range e.Parts {
			conds[e.Question] = append(conds[e.Question], p.Reading)
		}
	}
	l.checkConditions(conds, e.Pos, "the example "+e.ID)
}

// Choices lists the choices of readings under which the example makes a claim,
// each with what it expects.
func (e *Example) Choices(d *Definition) []ExampleCase {
	if e.Question != "" {
		var out []ExampleCase
		q := d.Question(e.Question)
		for _, p := range e.Parts {
			c := Choice{}
			for k, v := range e.Readings {
				c[k] = v
			}
			c[e.Question] = p.Reading
			if q != nil {
				d.arise(q, c, 0)
				if r := q.Reading(p.Reading); r != nil {
					d.settle(r, c)
				}
			}
			out = append(out, ExampleCase{c, p.Expect})
		}
		return out
	}
	out := []ExampleCase{{e.Readings, e.Expect}}
	if e.Every {
		for _, a := range d.Alternatives() {
			out = append(out, ExampleCase{a.Choice, e.Expect})
		}
	}
	return out
}

// ExampleCase is an example under one choice of readings.
type ExampleCase struct {
	Choice Choice
	Expect *Expectation
}

// ExampleFailure says how an example fails.
type ExampleFailure struct {
	Example *Example
	Choice  Choice
	Pos     yamlpos.Pos
	Message string
}

// Workshop runs examples, compiling each interpretation once.
type Workshop struct {
	Definition *Definition

	games map[string]*workshopGame
}

type workshopGame struct {
	game *Game
	in   *engine.Interpreter
	errs yamlpos.Errors
}

func (w *Workshop) game(c Choice) *workshopGame {
	key := c.String()
	if g := w.games[key]; g != nil {
		return g
	}
	if w.games == nil {
		w.games = map[string]*workshopGame{}
	}
	g := &workshopGame{}
	w.games[key] = g
	interp, errs := w.Definition.Interpret(c)
	if len(errs) == 0 {
		g.game, errs = interp.Compile()
	}
	g.errs = errs
	if len(errs) == 0 {
		g.in = engine.NewInterpreter(g.game.Program)
	}
	return g
}

// Run runs one example under every choice it speaks of and returns how it
// fails; nothing when it holds.
func (w *Workshop) Run(e *Example) []ExampleFailure {
	var out []ExampleFailure
	for _, c := range e.Choices(w.Definition) {
		if fail := w.Try(e, c); fail != nil {
			out = append(out, *fail)
			if e.Every {
				break
			}
		}
	}
	return out
}

// Game returns the interpretation in which examples are run under a choice.
func (w *Workshop) Game(c Choice) (*Game, yamlpos.Errors) {
	g := w.game(c)
	return g.game, g.errs
}

// Try runs an example under one of its choices; nil when it holds.
func (w *Workshop) Try(e *Example, c ExampleCase) *ExampleFailure {
	if pos, msg := w.run(e, c); msg != "" {
		return &ExampleFailure{e, c.Choice, pos, msg}
	}
	return nil
}

func (w *Workshop) run(e *Example, c ExampleCase) (yamlpos.Pos, string) {
	wg := w.game(c.Choice)
	if len(wg.errs) > 0 {
		return e.Pos, "the interpretation cannot be compiled: " + wg.errs[0].Message
	}
	g, in := wg.game, wg.in
	in.History = history.New() // the position given counts as having stood once
	var s *engine.State
	if e.At == nil {
		s = g.Program.NewState()
		in.Start(s)
	} else {
		var errs yamlpos.Errors
		if s, errs = g.ReadState(in, e.At); len(errs) > 0 {
			return errs[0].Pos, "the position is not one of the game: " + errs[0].Message
		}
		if st, player := g.Broken(in, s); st != nil {
			return e.At.Pos, "the position cannot occur in the game: it breaks " + st.ID + " for " + player + ": " + st.Arg().Text
		}
	}
	if e.Throw != "" {
		if errs := g.MakeThrows(in, s, e.Throw); len(errs) > 0 {
			return e.ThrowPos, errs[0].Message
		}
	}
	if msg := g.meets(in, s, c.Expect); msg != "" {
		return c.Expect.Pos, msg
	}
	return yamlpos.Pos{}, ""
}

// MoveTexts lists the legal moves as text, in the defined order.
func (g *Game) MoveTexts(in *engine.Interpreter, s *engine.State) []string {
	out := []string{}
	for _, m := range in.Moves(s, nil) {
		out = append(out, g.MoveText(in, s, m))
	}
	return out
}

// meets compares a position with what is expected of it; "" when it agrees.
func (g *Game) meets(in *engine.Interpreter, s *engine.State, x *Expectation) string {
	if msg := g.meetsMoves(in, s, x); msg != "" {
		return msg
	}
	if len(x.Refused) > 0 {
		ex := in.Explain(s)
		for _, r := range x.Refused {
			if msg := g.refuses(in, s, ex, r); msg != "" {
				return msg
			}
		}
	}
	if x.HasCount || x.HasList {
		if msg := g.meetsResults(in, s, x); msg != "" {
			return msg
		}
	}
	t := s
	if len(x.Line) > 0 {
		t = s.Clone()
		for i, tok := range x.Line {
			if t.Status() == engine.AwaitsThrow {
				if errs := g.MakeThrows(in, t, tok); len(errs) > 0 {
					return fmt.Sprintf("item %d of the line: %s", i+1, errs[0].Message)
				}
				continue
			}
			m, wrong := g.onlyMove(in, t, tok)
			if wrong != "" {
				return fmt.Sprintf("item %d of the line, %s, %s", i+1, tok, wrong)
			}
			in.Play(t, m)
		}
	}
	if x.After != nil {
		if diff := g.differs(t, x.After); diff != "" {
			return "the position differs: " + diff
		}
	}
	return ""
}

// meetsMoves compares the legal moves of a position with those expected, which are written
// as in a line: with or without the star, the letter of a man's kind, the part.
func (g *Game) meetsMoves(in *engine.Interpreter, s *engine.State, x *Expectation) string {
	legal := g.legal(in, s)
	texts := make([]string, len(legal))
	for i, m := range legal {
		texts[i] = m.text
	}
	if x.HasMoves {
		want := slices.Clone(x.Moves)
		// One that says the part first: what does not takes any that is left.
		slices.SortStableFunc(want, func(a, b string) int { return strings.Count(b, ":") - strings.Count(a, ":") })
		rest, all := legal, true
		for _, w := range want {
			fits := g.named(rest, w)
			if all = all && len(fits) > 0; !all {
				break
			}
			rest = slices.DeleteFunc(slices.Clone(rest), func(m legalMove) bool { return m.Move == fits[0].Move })
		}
		if !all || len(rest) > 0 {
			return fmt.Sprintf("the legal moves are %s; expected %s", list(texts), list(x.Moves))
		}
	}
	for _, m := range x.Legal {
		if len(g.named(legal, m)) == 0 {
			return fmt.Sprintf("%s is not legal; the legal moves are %s", m, list(texts))
		}
	}
	for _, m := range x.Illegal {
		if len(g.named(legal, m)) > 0 {
			return fmt.Sprintf("%s is legal", m)
		}
	}
	return ""
}

// onlyMove finds the legal move that an item of a line names, or says what is wrong
// with it. An item that fits several moves is refused: the example would be tried with
// another than its author meant, and hold or fail for a reason nobody sees.
func (g *Game) onlyMove(in *engine.Interpreter, s *engine.State, text string) (engine.Move, string) {
	fits := g.FindMoves(in, s, text)
	switch len(fits) {
	case 0:
		return engine.Move{}, "is not legal; the legal moves are " + list(g.MoveTexts(in, s))
	case 1:
		return fits[0], ""
	}
	var written []string
	for _, m := range fits {
		written = append(written, g.MoveText(in, s, m)+":"+g.PartText(m))
	}
	return engine.Move{}, fmt.Sprintf("fits %d legal moves, which play different parts: %s; write the one that is meant, with its part behind the colon",
		len(fits), list(written))
}

func (g *Game) refuses(in *engine.Interpreter, s *engine.State, ex *engine.Explanation, r Refusal) string {
	for _, f := range ex.Refused {
		if !g.means(r.Move, g.MoveText(in, s, f.Move), f.Move) {
			continue
		}
		var ids []string
		for _, st := range f.Statements {
			if g.Statements[st].ID == r.Statement {
				return ""
			}
			ids = append(ids, g.Statements[st].ID)
		}
		return fmt.Sprintf("%s is refused by %s, not by %s", r.Move, strings.Join(ids, ", "), r.Statement)
	}
	return fmt.Sprintf("%s is not refused: it is legal, or no rule allows anything like it", r.Move)
}

func (g *Game) meetsResults(in *engine.Interpreter, s *engine.State, x *Expectation) string {
	got, complete := play.Results(in, s, maxExampleResults)
	if !complete {
		if len(got) < maxExampleResults {
			return fmt.Sprintf("the results cannot be counted: with %d found a turn went on for more than %d moves", len(got), play.MostLine)
		}
		return fmt.Sprintf("there are more than %d results", maxExampleResults)
	}
	want := x.Count
	if x.HasList {
		want = len(x.Results)
	}
	if len(got) != want {
		return fmt.Sprintf("there are %d results; expected %d", len(got), want)
	}
	for _, n := range x.Results {
		found := false
		why := ""
		for _, r := range got {
			d := g.differs(r.State, n)
			if d == "" {
				found = true
				break
			}
			why = d
		}
		if !found {
			if len(got) == 1 {
				return "the result differs: " + why
			}
			return fmt.Sprintf("no result agrees with the one at %s", n.Pos)
		}
	}
	return ""
}

func list(s []string) string {
	if len(s) == 0 {
		return "none"
	}
	if len(s) > 40 {
		return strings.Join(s[:40], " ") + fmt.Sprintf(" … (%d)", len(s))
	}
	return strings.Join(s, " ")
}

// differs compares a state with a written one: what is written must agree, and
// the men of a player named must agree entirely. It says where they differ.
func (g *Game) differs(s *engine.State, want *yamlpos.Node) string {
	data, err := json.Marshal(g.State(s))
	if err != nil {
		return err.Error()
	}
	var got map[string]any
	if err := json.Unmarshal(data, &got); err != nil {
		return err.Error()
	}
	if want.Kind != yamlpos.Map {
		return "a position is written as a map"
	}
	for i, k := range want.Keys {
		v := want.Values[i]
		if q := slices.Index(g.Program.Players, k.Text); q >= 0 {
			if d := g.sameMen(s, q, v); d != "" {
				return k.Text + " " + d
			}
			continue
		}
		if d := agrees(got[k.Text], v); d != "" {
			return k.Text + " " + d
		}
	}
	// Whoever says who is to move, and not that the game is over, says that it goes on.
	if over, ended := got["over"].(map[string]any); ended && want.Get("over") == nil && want.Get("to-move") != nil {
		return fmt.Sprintf("the game is over by %s, and the example says who is to move and not that it is over", plain(over["by"]))
	}
	return ""
}

// sameMen compares a player's men with written ones, which are read as those of a position
// are; "" when they agree.
func (g *Game) sameMen(s *engine.State, q int, want *yamlpos.Node) string {
	r := &stateReader{g: g, p: g.Program}
	r.blank()
	if r.men(q, want); len(r.Errs) > 0 {
		return "is not written as men: " + r.Errs[0].Message
	}
	got := position.Read(g.Program, s)
	if slices.Equal(got.Stores[q], r.pos.Stores[q]) && slices.EqualFunc(got.Men[q], r.pos.Men[q], slices.Equal) {
		return ""
	}
	has, _ := object(g.menFields(got, q))
	not, _ := object(g.menFields(r.pos, q))
	return fmt.Sprintf("has %s, not %s", has, not)
}

// agrees compares a JSON value with a written one; of a map only what is
// written must agree.
func agrees(got any, want *yamlpos.Node) string {
	switch want.Kind {
	case yamlpos.Map:
		m, ok := got.(map[string]any)
		if !ok {
			return fmt.Sprintf("is %v", plain(got))
		}
		for i, k := range want.Keys {
			if d := agrees(m[k.Text], want.Values[i]); d != "" {
				return k.Text + " " + d
			}
		}
	case yamlpos.List:
		l, ok := got.([]any)
		if !ok || len(l) != len(want.Values) {
			return fmt.Sprintf("is %v", plain(got))
		}
		for i := range l {
			if d := agrees(l[i], want.Values[i]); d != "" {
				return d
			}
		}
	default:
		if plain(got) != want.Text && !(got == nil && (want.Null || want.Text == "none")) {
			return fmt.Sprintf("is %s, not %s", plain(got), want.Text)
		}
	}
	return ""
}

func plain(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	data, _ := json.Marshal(v)
	return string(data)
}

// flow writes a node in one line, as YAML's flow style does.
func flow(n *yamlpos.Node) string {
	switch {
	case n == nil:
		return ""
	case n.Kind == yamlpos.Map:
		var parts []string
		for i, k := range n.Keys {
			parts = append(parts, k.Text+": "+flow(n.Values[i]))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case n.Kind == yamlpos.List:
		var parts []string
		for _, v := range n.Values {
			parts = append(parts, flow(v))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case n.Null:
		return "null"
	}
	return n.Text
}

// Position writes the position of the example in one line; "start" for the opening.
func (e *Example) Position() string {
	if e.At == nil {
		return "start"
	}
	return flow(e.At)
}

// Expects says in words what the example expects.
func (e *Example) Expects() string {
	if e.Question == "" {
		return e.Expect.String()
	}
	var parts []string
	for _, p := range e.Parts {
		parts = append(parts, p.Reading+": "+p.Expect.String())
	}
	return strings.Join(parts, "\n")
}

// String says in words what is expected.
func (x *Expectation) String() string {
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	if x.HasMoves {
		add("moves: exactly %s", list(x.Moves))
	}
	if len(x.Legal) > 0 {
		add("legal: %s", list(x.Legal))
	}
	if len(x.Illegal) > 0 {
		add("not legal: %s", list(x.Illegal))
	}
	for _, r := range x.Refused {
		add("%s is refused by %s", r.Move, r.Statement)
	}
	if x.HasCount {
		add("%d results", x.Count)
	}
	if x.HasList {
		var r []string
		for _, n := range x.Results {
			r = append(r, flow(n))
		}
		add("results: exactly %s", strings.Join(r, " "))
	}
	if len(x.Line) > 0 {
		add("line: %s", strings.Join(x.Line, " "))
	}
	if x.After != nil {
		add("after it: %s", flow(x.After))
	}
	return strings.Join(parts, "; ")
}
