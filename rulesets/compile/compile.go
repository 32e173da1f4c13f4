package compile

import (
	"maps"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/board"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/lang"
)

// Compiled is a ruleset resolved for play.
type Compiled struct {
	Program *engine.Program
	Board   *board.Board
	// Moments names the moments that statements have declared.
	Moments map[string]engine.Moment
	// Numbered is true when places are numbered along each player's own track.
	Numbered bool
	// Used holds the ids of definitions that some rule refers to.
	Used map[string]bool
	// Names are what the names in its expressions stand for.
	Names *lang.Names
	// Probes says for all [AskedMoves] in their order which probe of the program asks about
	// them; -1 where a name in the condition means nothing in this ruleset, so that there are
	// no such moves.
	Probes []int
}

// AskedMoves are moves that are asked about: of some acts, nil for every act that
// moves a man, and such that a condition holds, nil for any.
type AskedMoves struct {
	Acts []ast.Word
	When *lang.Text
}

// Compile resolves a ruleset for play, together with what is asked about its moves. Every error
// of every statement is returned.
func Compile(src Source, asked []AskedMoves) (*Compiled, diag.Errors) {
	c := &compiler{
		Source: src, Names: lang.NewNames(&engine.Rules{}), stages: map[string]int{}, devices: map[string]int{},
		moments: map[string]engine.Moment{}, elsewhere: map[string]bool{},
	}
	for k, m := range momentWords {
		c.moments[k] = m
	}
	c.Rules.Stores = []string{engine.HandStore, engine.BarStore, engine.OffStore, engine.OutStore}
	c.part("throw")
	var probes []int
	c.equipment()
	if len(c.Errs) == 0 {
		c.readNames()
		c.setup()
		c.rules()
		probes = c.probes(asked)
	}
	var sealed *engine.Program
	if len(c.Errs) == 0 {
		var err error
		c.Rules.Statements = len(src.Statements)
		if sealed, err = c.Rules.Seal(); err != nil {
			c.Errorf(src.Pos, "", "", "the ruleset cannot be played: %v", err)
		}
	}
	c.Errs.Sort()
	if len(c.Errs) > 0 {
		return nil, c.Errs
	}
	c.Release()
	return &Compiled{Program: sealed, Board: c.Board, Moments: c.moments, Numbered: c.Numbered, Used: c.Used, Names: c.Names, Probes: probes}, nil
}

// probes compiles what is asked about moves, and returns Compiled.Probes.
func (c *compiler) probes(asked []AskedMoves) (index []int) {
	anyAct := []ast.Word{{Text: "any"}}
	for _, m := range asked {
		known := len(c.Errs)
		p := engine.Probe{Acts: c.acts(anyAct, true)}
		if m.Acts != nil {
			p.Acts = c.acts(m.Acts, true)
		}
		p.When = c.Want(m.When, lang.Truth, "when", lang.InMove|lang.InLeap|lang.InChoice)
		if len(c.Errs) > known {
			c.Unsay(known)
			index = append(index, -1)
			continue
		}
		index = append(index, len(c.Rules.Probes))
		c.Rules.Probes = append(c.Rules.Probes, p)
	}
	return index
}

// readNames registers what expressions can refer to, and collects the parts of all
// agendas, before any expression is compiled.
func (c *compiler) readNames() {
	for _, s := range c.Statements {
		switch s.Kind {
		case "define", "variable", "parameter", "moment", "stage":
			if what := c.namedAlready(s.ID); what != "" {
				c.Errorf(s.Pos, diag.Quote(s.ID), "another name", "this name is %s", what)
			}
		}
		switch b := s.Body.(type) {
		case *ast.Define:
			c.Defines[s.ID] = &lang.Definition{Text: b.As, Of: b.Of.Text}
			if what := c.namedAlready(b.Of.Text); b.Of.Said() && what != "" {
				c.Errorf(b.Of.Pos, diag.Quote(b.Of.Text), "another name", "this name is %s", what)
			}
			if b.Of.Said() && !strings.Contains(s.Called, "{"+b.Of.Text+"}") {
				c.Errorf(b.Of.Pos, "of: "+b.Of.Text, `called: "… {`+b.Of.Text+`} …", as a sentence has it of a place`, "it is not said how %s is told of a place", s.ID)
			}
		case *ast.Parameter:
			c.Params[s.ID] = b.Value.N
		case *ast.Variable:
			c.variable(s, b)
		case *ast.Stage:
			c.stage(s, b)
		case *ast.Moment:
			if b.Is.Said() {
				c.moments[s.ID] = momentWords[b.Is.Text]
			}
		}
	}
	if len(c.Rules.Stages) == 0 {
		c.Errorf(c.Pos, "no stage", "at least one statement with stage:", "the ruleset does not say how a turn goes")
	}
	for _, s := range c.Every {
		c.otherParts(s)
	}
	for _, s := range c.Statements {
		c.collectParts(s)
		c.denominator(s)
	}
}

// namedAlready says what has a name that a statement would give to something else, so that
// conditions would mean this by it; "" if nothing has.
func (c *compiler) namedAlready(id string) string {
	_, leg := c.Legs[id]
	switch b := c.Board; {
	case lang.IsWord(id):
		return "a word of the language"
	case slices.Contains(c.Rules.Kinds, id):
		return "that of a kind of men"
	case slices.Contains(c.Rules.Players, id):
		return "that of a player"
	case leg:
		return "that of a leg of the track"
	case b != nil && (b.Find(id) >= 0 || b.Sets[id] != nil):
		return "that of a cell of the board, or of some of its cells"
	}
	return ""
}

// stage registers a stage, and what is thrown in it.
func (c *compiler) stage(s *ast.Statement, b *ast.Stage) {
	c.stages[s.ID] = len(c.Rules.Stages)
	st := engine.Stage{ID: s.ID, Device: -1}
	if t := b.Throws; t.Said() {
		d, ok := c.devices[t.Text]
		if ok {
			st.Device = d
		} else {
			c.Errorf(t.Pos, diag.Quote(t.Text), "the id of a throw statement: "+strings.Join(slices.Sorted(maps.Keys(c.devices)), ", "), "there is nothing of this name to be thrown")
		}
	}
	c.Rules.Stages = append(c.Rules.Stages, st)
}

// denominator widens the unit of scores so that every multiplication is exact.
func (c *compiler) denominator(s *ast.Statement) {
	var written *lang.Text
	switch b := s.Body.(type) {
	case *ast.Define:
		written = b.As
	case *ast.Score:
		if b.Times.B < 1000 {
			c.PointParts *= max(b.Times.B, 1)
		}
		written = b.Points
	}
	if written != nil {
		if _, b, ok := lang.ParseFraction(written.Written); ok && b < 1000 {
			c.PointParts = lang.LCM(c.PointParts, b)
		}
	}
}

// variable registers a variable.
func (c *compiler) variable(s *ast.Statement, b *ast.Variable) {
	kinds := map[string]engine.VarKind{"number": engine.NumberVar, "place": engine.PlaceVar, "set": engine.SetVar, "lines": engine.LinesVar, "player": engine.PlayerVar}
	pers := map[string]engine.Lifetime{"game": engine.PerGame, "turn": engine.PerTurn, "throw": engine.PerThrow, "match": engine.PerMatch}
	c.Vars[s.ID] = len(c.Rules.Vars)
	c.Rules.Vars = append(c.Rules.Vars, engine.Var{ID: s.ID, Kind: kinds[b.Kind.Text], Per: pers[b.Per.Text], Common: b.Shared, Aside: b.Aside})
}

// collectParts finds the parts that agendas and effects name, so that rules
// can say with which parts they go.
func (c *compiler) collectParts(s *ast.Statement) {
	for _, p := range s.Parts() {
		if name := p.Name(); name != "" {
			c.part(name)
		}
	}
}

// otherParts notes the parts that any statement of the ruleset names: a rule may
// go with a part that only another reading puts up.
func (c *compiler) otherParts(s *ast.Statement) {
	keep, list := c.Parts, c.Rules.Parts
	c.Parts = map[string]int{}
	c.collectParts(s)
	for name := range c.Parts {
		c.elsewhere[name] = true
	}
	c.Parts, c.Rules.Parts = keep, list
}

// Words lists the words of the rule language, but for those that only measures have: kinds of statement, acts, effects, and
// what conditions can ask for, each once, in no order that means anything.
func Words() []string {
	out := slices.Concat(ast.EffectWords(), eventNames())
	for w := range lang.All() {
		if !w.OfMeasures() {
			out = append(out, w.Name)
		}
	}
	for _, k := range ast.Kinds {
		out = append(out, k.Word)
		out = append(out, k.Keys...)
	}
	for _, a := range lang.ActWords {
		out = append(out, strings.ReplaceAll(a, "-", "_"))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func eventNames() (out []string) {
	for w := range eventWords {
		out = append(out, w)
	}
	return out
}
