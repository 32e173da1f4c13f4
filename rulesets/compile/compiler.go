package compile

import (
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/lang"
)

// compiler turns statements into a program.
type compiler struct {
	sown map[string]*engine.Sowing // ways in which moves sow, by what is said of them
	Source
	*lang.Names
	elsewhere map[string]bool // parts that other readings put up
	moments   map[string]engine.Moment
	stages    map[string]int
	devices   map[string]int
	seen      [][]int
	neverFall []engine.Throw // whose chance is stated as 0
}

func (c *compiler) when(s *ast.Statement, sc lang.Scope) *engine.Node {
	return c.Want(s.When(), lang.Truth, "when", sc)
}

// only returns the one statement of a kind; several, or none where one is
// needed, is an error.
func (c *compiler) only(kind string, needed bool) *ast.Statement {
	var found *ast.Statement
	for _, s := range c.Statements {
		if s.Kind != kind {
			continue
		}
		if found != nil {
			c.Errs.AddRelated(s.Pos, []diag.Pos{found.Pos}, s.ID, "one statement of the kind "+kind, "there is another (%s, at %s)", found.ID, found.Pos)
			continue
		}
		found = s
		c.Errs.Merge(s.Errs)
	}
	if found == nil && needed {
		c.Errorf(c.Pos, "no statement of the kind "+kind, "one", "the ruleset does not say: %s", kind)
	}
	return found
}

// part returns the index of a part of agendas, adding it when it is new.
func (c *compiler) part(name string) int {
	if i, ok := c.Parts[name]; ok {
		return i
	}
	i := len(c.Rules.Parts)
	pt := engine.Part{Name: name}
	if n, err := strconv.Atoi(name); err == nil {
		pt.Number, pt.IsNumber = n, true
	}
	c.Rules.Parts = append(c.Rules.Parts, pt)
	c.Parts[name] = i
	return i
}

func ref(c *compiler, i int) engine.RuleRef {
	return engine.RuleRef{Statement: i, ID: c.Statements[i].ID}
}

// in_ reads the stages a statement is for; every stage when it names none.
func (c *compiler) in_(s *ast.Statement) uint64 {
	in := s.In()
	if in == nil {
		return 1<<uint(len(c.Rules.Stages)) - 1
	}
	var mask uint64
	for _, x := range in {
		i, ok := c.stages[x.Text]
		if !ok {
			var ids []string
			for _, st := range c.Rules.Stages {
				ids = append(ids, st.ID)
			}
			c.Errorf(x.Pos, diag.Quote(x.Text), "a stage: "+strings.Join(ids, ", "), "there is no such stage%s", diag.Suggest(x.Text, ids))
			continue
		}
		mask |= 1 << uint(i)
	}
	return mask
}

func partByte(i int, opt bool) uint8 {
	if opt {
		return uint8(i) | 0x80
	}
	return uint8(i)
}

// placeSet is a place, a row of places, or a named set, in the player's own
// names: an expression that depends on nothing but the board.
func (c *compiler) placeSet(t *lang.Text, player int) place.Set {
	if t.Expr == nil {
		return place.Set{}
	}
	k := &lang.Checker{Names: c.Names, At: t}
	s, ok := lang.ConstSet(k.Want(t.Expr, lang.Places, "a place of the set-up"), c.Rules.Places, player)
	if !ok {
		c.Errorf(t.Pos, diag.Quote(t.Written), "places of the board", "where men begin cannot depend on the game")
	}
	return s
}

func (c *compiler) player(n ast.Word) int {
	for q, name := range c.Rules.Players {
		if n.Text == name {
			return q
		}
	}
	c.Errorf(n.Pos, diag.Quote(n.Text), "one of the players: "+strings.Join(c.Rules.Players, ", "), "there is no such player%s", diag.Suggest(n.Text, c.Rules.Players))
	return -1
}
