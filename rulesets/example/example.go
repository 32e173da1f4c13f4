package example

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/play"
)

// Failure says how an example fails.
type Failure struct {
	Example *rulesets.Example
	Choice  rulesets.Choice
	Pos     diag.Pos
	Message string
}

// Workshop runs examples, compiling each interpretation once.
type Workshop struct {
	Definition *rulesets.Definition

	games map[string]*game
}

type game struct {
	game *rulesets.Game
	in   *engine.Interpreter
	errs diag.Errors
}

func (w *Workshop) game(c rulesets.Choice) *game {
	key := c.String()
	if g := w.games[key]; g != nil {
		return g
	}
	if w.games == nil {
		w.games = map[string]*game{}
	}
	g := &game{}
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
func (w *Workshop) Run(e *rulesets.Example) []Failure {
	var out []Failure
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

// Holds reports whether an example holds under every choice it speaks of.
func (w *Workshop) Holds(e *rulesets.Example) bool {
	return !slices.ContainsFunc(e.Choices(w.Definition), func(c rulesets.ExampleCase) bool { return w.Try(e, c) != nil })
}

// Game returns the interpretation in which examples are run under a choice.
func (w *Workshop) Game(c rulesets.Choice) (*rulesets.Game, diag.Errors) {
	g := w.game(c)
	return g.game, g.errs
}

// Try runs an example under one of its choices; nil when it holds.
func (w *Workshop) Try(e *rulesets.Example, c rulesets.ExampleCase) *Failure {
	if pos, msg := w.run(e, c); msg != "" {
		return &Failure{e, c.Choice, pos, msg}
	}
	return nil
}

func (w *Workshop) run(e *rulesets.Example, c rulesets.ExampleCase) (diag.Pos, string) {
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
		var errs diag.Errors
		if s, errs = g.ReadState(in, e.At); len(errs) > 0 {
			return errs[0].Pos, "the position is not one of the game: " + errs[0].Message
		}
		if st, player := g.Broken(in, s); st != nil {
			return e.At.Pos, "the position cannot occur in the game: it breaks " + st.ID + " for " + player + ": " + st.Body.(*ast.Claim).That.Written
		}
	}
	if e.Throw != "" {
		if errs := g.MakeThrows(in, s, e.Throw); len(errs) > 0 {
			return e.ThrowPos, errs[0].Message
		}
	}
	return meets(g, in, s, c.Expect)
}

// follow plays the items of a line, throws and moves, and says which one cannot be played, and what is wrong with it.
func follow(g *rulesets.Game, in *engine.Interpreter, s *engine.State, line []string) (i int, wrong string) {
	// i is the item that is next
	move := func() bool {
		m, why := onlyMove(g, in, s, line[i])
		if why != "" {
			wrong = fmt.Sprintf("item %d of the line, %s, %s", i+1, line[i], why)
			return false
		}
		in.Play(s, m)
		i++
		return true
	}
	play.Run(s, len(line), play.Hands{
		Look: func(int) bool { return i < len(line) },
		Throw: func() bool {
			if errs := g.MakeThrows(in, s, line[i]); len(errs) > 0 {
				wrong = fmt.Sprintf("item %d of the line: %s", i+1, errs[0].Message)
				return false
			}
			i++
			return true
		},
		Move: move,
	})
	if wrong == "" && i < len(line) { // the game is over: nothing can be played
		move()
	}
	return i, wrong
}

// meets compares a position with what is expected of it, and says where that stands from which it differs; "" when it agrees.
func meets(g *rulesets.Game, in *engine.Interpreter, s *engine.State, x *rulesets.Expectation) (diag.Pos, string) {
	if at, msg := meetsMoves(g, in, s, x); msg != "" {
		return at, msg
	}
	if len(x.Refused) > 0 {
		ex := in.Explain(s)
		for i, r := range x.Refused {
			if msg := refuses(g, in, s, ex, r); msg != "" {
				return x.At("refused", i), msg
			}
		}
	}
	if x.HasCount || x.HasList {
		if msg := meetsResults(g, in, s, x); msg != "" {
			return x.At("results", -1), msg
		}
	}
	t := s
	if len(x.Line) > 0 {
		t = s.Clone()
		if i, wrong := follow(g, in, t, x.Line); wrong != "" {
			return x.At("line", i), wrong
		}
	}
	if x.After != nil {
		if diff := differs(g, t, x.After); diff != "" {
			return x.After.Pos, "the position differs: " + diff
		}
	}
	return diag.Pos{}, ""
}

// meetsMoves compares the legal moves of a position with those expected, which are written
// as in a line: with or without the star, the letter of a man's kind, the part.
func meetsMoves(g *rulesets.Game, in *engine.Interpreter, s *engine.State, x *rulesets.Expectation) (at diag.Pos, differs string) {
	if !x.HasMoves && len(x.Legal) == 0 && len(x.Illegal) == 0 {
		return at, ""
	}
	legal := g.Legal(in, s)
	texts := make([]string, len(legal))
	for i, m := range legal {
		texts[i] = m.Text
	}
	if x.HasMoves {
		want := slices.Clone(x.Moves)
		// One that says the part first: what does not takes any that is left.
		slices.SortStableFunc(want, func(a, b string) int { return strings.Count(b, ":") - strings.Count(a, ":") })
		rest, all := legal, true
		for _, w := range want {
			fits := g.Named(rest, w)
			if all = all && len(fits) > 0; !all {
				break
			}
			rest = slices.DeleteFunc(slices.Clone(rest), func(m rulesets.LegalMove) bool { return m.Move == fits[0].Move })
		}
		if !all || len(rest) > 0 {
			return x.At("moves", -1), fmt.Sprintf("the legal moves are %s; expected %s", rulesets.InOneLine(texts), rulesets.InOneLine(x.Moves))
		}
	}
	for i, m := range x.Legal {
		if len(g.Named(legal, m)) == 0 {
			return x.At("legal", i), fmt.Sprintf("%s is not legal; the legal moves are %s", m, rulesets.InOneLine(texts))
		}
	}
	for i, m := range x.Illegal {
		if len(g.Named(legal, m)) > 0 {
			return x.At("illegal", i), fmt.Sprintf("%s is legal", m)
		}
	}
	return at, ""
}

// onlyMove finds the legal move that an item of a line names, or says what is wrong
// with it. An item that fits several moves is refused: the example would be tried with
// another than its author meant, and hold or fail for a reason nobody sees.
func onlyMove(g *rulesets.Game, in *engine.Interpreter, s *engine.State, text string) (engine.Move, string) {
	fits := g.FindMoves(in, s, text)
	switch len(fits) {
	case 0:
		return engine.Move{}, "is not legal; the legal moves are " + rulesets.InOneLine(g.MoveTexts(in, s))
	case 1:
		return fits[0], ""
	}
	var written []string
	for _, m := range fits {
		written = append(written, g.MoveText(in, s, m)+":"+g.PartText(m))
	}
	return engine.Move{}, fmt.Sprintf("fits %d legal moves, which play different parts: %s; write the one that is meant, with its part behind the colon",
		len(fits), rulesets.InOneLine(written))
}

func refuses(g *rulesets.Game, in *engine.Interpreter, s *engine.State, ex *engine.Explanation, r rulesets.Refusal) string {
	for _, f := range ex.Refused {
		if !g.Means(r.Move, g.MoveText(in, s, f.Move), f.Move) {
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

func meetsResults(g *rulesets.Game, in *engine.Interpreter, s *engine.State, x *rulesets.Expectation) string {
	got, complete := play.Results(in, s, rulesets.MostResults)
	if !complete {
		if len(got) < rulesets.MostResults {
			return fmt.Sprintf("the results cannot be counted: with %d found a turn went on for more than %d moves", len(got), play.MostLine)
		}
		return fmt.Sprintf("there are more than %d results", rulesets.MostResults)
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
			d := differs(g, r.State, n)
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

// differs compares a state with a written one: what is written must agree, and
// the men of a player named must agree entirely. It says where they differ.
func differs(g *rulesets.Game, s *engine.State, want *yamlpos.Node) string {
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
			if d := g.MenDiffer(s, q, v); d != "" {
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
