package compile

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/yamlpos"
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
type AskedMoves struct{ Acts, When *yamlpos.Node }

// Compile resolves a ruleset for play, together with what is asked about its moves. Every error
// of every statement is returned.
func Compile(src Source, asked []AskedMoves) (*Compiled, yamlpos.Errors) {
	c := &compiler{
		Source: src, Names: lang.NewNames(&engine.Rules{}), stages: map[string]int{}, devices: map[string]int{},
		moments: map[string]engine.Moment{}, elsewhere: map[string]bool{}, neverFall: map[string]bool{},
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
	anyAct := &yamlpos.Node{Kind: yamlpos.Scalar, Text: "any"}
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
				c.Errorf(s.Pos, yamlpos.Quote(s.ID), "another name", "this name is %s", what)
			}
		}
		switch s.Kind {
		case "define":
			c.Defines[s.ID] = s.Arg()
		case "parameter":
			c.read(func(r *yamlpos.Reader) { c.Params[s.ID] = r.Int(s.Arg(), "a parameter", -32767, 32767) })
		case "moment":
			c.read(func(r *yamlpos.Reader) {
				if w := r.OneOf(s.Arg(), "a moment", momentNames...); w != "" {
					c.moments[s.ID] = momentWords[w]
				}
			})
		case "variable":
			c.variable(s)
		case "stage":
			c.stage(s)
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
		if s.Kind == "score" || s.Kind == "define" {
			c.denominator(s)
		}
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
func (c *compiler) stage(s *Statement) {
	c.stages[s.ID] = len(c.Rules.Stages)
	st := engine.Stage{ID: s.ID, Device: -1}
	c.read(func(r *yamlpos.Reader) {
		n := s.Arg()
		if n.Kind != yamlpos.Map {
			return
		}
		r.Map(n, "a stage", "throws", "called")
		t := n.Get("throws")
		if t == nil {
			return
		}
		d, ok := c.devices[t.Text]
		if !ok {
			r.Errorf(t.Pos, yamlpos.Quote(t.Text), "the id of a throw statement: "+strings.Join(slices.Sorted(maps.Keys(c.devices)), ", "), "there is nothing of this name to be thrown")
			return
		}
		st.Device = d
	})
	c.Rules.Stages = append(c.Rules.Stages, st)
}

// denominator widens the unit of scores so that every multiplication is exact.
func (c *compiler) denominator(s *Statement) {
	if n := s.Arg(); n.Kind == yamlpos.Map && n.Get("times") != nil {
		if _, b, ok := lang.ParseFraction(n.Get("times").Text); ok && b > 0 && b < 1000 {
			c.PointParts *= b
		}
	} else if n.Kind == yamlpos.Scalar {
		if _, b, ok := lang.ParseFraction(n.Text); ok && b < 1000 {
			c.PointParts = lang.LCM(c.PointParts, b)
		}
	}
}

func (c *compiler) variable(s *Statement) {
	n := s.Arg()
	v := engine.Var{ID: s.ID}
	c.read(func(r *yamlpos.Reader) {
		if r.Map(n, "a variable", "kind", "starts", "least", "per", "shared", "aside") == nil {
			return
		}
		kinds := map[string]engine.VarKind{"number": engine.NumberVar, "place": engine.PlaceVar, "set": engine.SetVar, "lines": engine.LinesVar, "player": engine.PlayerVar}
		if k := n.Get("kind"); k != nil {
			v.Kind = kinds[r.OneOf(k, "the kind of a variable", "number", "place", "set", "lines", "player")]
		}
		pers := map[string]engine.Lifetime{"game": engine.PerGame, "turn": engine.PerTurn, "throw": engine.PerThrow, "match": engine.PerMatch}
		if k := n.Get("per"); k != nil {
			v.Per = pers[r.OneOf(k, "how long a variable lasts", "game", "turn", "throw", "match")]
		}
		if k := n.Get("shared"); k != nil {
			v.Common = r.Bool(k, "shared")
		}
		if k := n.Get("aside"); k != nil {
			v.Aside = r.Bool(k, "aside")
		}
	})
	c.Vars[s.ID] = len(c.Rules.Vars)
	c.Rules.Vars = append(c.Rules.Vars, v)
}

// collectParts finds the parts that agendas and effects name, so that rules
// can say with which parts they go.
func (c *compiler) collectParts(s *Statement) {
	switch s.Kind {
	case "agenda":
		for _, n := range s.Arg().Get("play").Items() {
			c.partWord(n.Text)
		}
	case "do":
		for _, e := range s.Arg().Items() {
			for _, n := range e.Get("put").Items() {
				c.partWord(n.Text)
			}
		}
	}
}

// otherParts notes the parts that any statement of the ruleset names: a rule may
// go with a part that only another reading puts up.
func (c *compiler) otherParts(s *Statement) {
	keep, list := c.Parts, c.Rules.Parts
	c.Parts = map[string]int{}
	c.collectParts(s)
	for name := range c.Parts {
		c.elsewhere[name] = true
	}
	c.Parts, c.Rules.Parts = keep, list
}

func (c *compiler) partWord(t string) {
	t = strings.TrimSuffix(strings.TrimSpace(t), "?")
	if e, err := lang.Parse(t); err == nil {
		if e.Op == "name" && !slices.Contains(lang.ThrowWords, e.Text) {
			c.part(e.Text)
		} else if e.Op == "num" {
			c.part(strconv.Itoa(e.Num))
		}
	}
}

// Words lists the words of the rule language: kinds of statement, acts, effects, and
// what conditions can ask for, each once, in no order that means anything.
func Words() []string {
	out := slices.Concat(effectWords(), eventNames())
	for w := range lang.All() {
		out = append(out, w.Name)
	}
	for _, k := range Kinds {
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
