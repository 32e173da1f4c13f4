package compile

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/lang"
)

// agendas expands every agenda for every throw it answers.
func (c *compiler) agendas() {
	order := c.orders()
	var rows []agendaRow
	for i, s := range c.Statements {
		if b, ok := s.Body.(*ast.Agenda); ok {
			rows = append(rows, c.agenda(i, s, b, order)...)
		}
	}
	// A throw named by itself comes before a class, and a conditional agenda
	// before an unconditional one, so that the first that holds is the one meant.
	sort.SliceStable(rows, func(a, b int) bool {
		if rows[a].specificity != rows[b].specificity {
			return rows[a].specificity < rows[b].specificity
		}
		return rows[a].When != nil && rows[b].When == nil
	})
	for _, r := range rows {
		c.Rules.Agendas = append(c.Rules.Agendas, r.Agenda)
	}
	c.oneAnswer(rows)
	c.everyThrowAnswered(rows)
}

// thrownIn is a throw of a stage; the throw is -1 where nothing is thrown.
type thrownIn struct{ stage, throw int }

// agendaRow is what an agenda says of one throw of one stage.
type agendaRow struct {
	engine.Agenda
	at          thrownIn
	specificity int // of its pattern; the lowest comes first
	s           *ast.Statement
}

// orders reads the order statements: whether the parts of a throw have to be played
// in their order. The last statement about a throw holds.
func (c *compiler) orders() map[thrownIn]bool {
	fixed := map[thrownIn]bool{}
	for _, s := range c.Statements {
		b, ok := s.Body.(*ast.Order)
		if !ok {
			continue
		}
		throws, _ := c.pattern(b.Throws, -1)
		for _, st := range c.stagesOf(c.in_(s)) {
			for _, t := range throws {
				fixed[thrownIn{st, t}] = b.Parts.Text == "fixed"
			}
		}
	}
	return fixed
}

// stagesOf lists the stages of a mask.
func (c *compiler) stagesOf(mask uint64) (list []int) {
	for st := range c.Rules.Stages {
		if mask>>uint(st)&1 != 0 {
			list = append(list, st)
		}
	}
	return list
}

// agenda expands one agenda for the stages it is for and the throws it answers
// there. What order statements say of a throw goes over the agenda's own order.
func (c *compiler) agenda(i int, s *ast.Statement, b *ast.Agenda, order map[thrownIn]bool) (rows []agendaRow) {
	when := c.when(s, 0)
	add := func(at thrownIn, parts []uint8, specificity int) {
		fixed, said := order[at]
		if !said {
			fixed = b.Order.Text == "fixed"
		}
		a := engine.Agenda{RuleRef: ref(c, i), Stages: 1 << uint(at.stage), Throw: at.throw, Parts: parts, Fixed: fixed, When: when}
		rows = append(rows, agendaRow{a, at, specificity, s})
	}
	for _, st := range c.stagesOf(c.in_(s)) {
		if c.Rules.Stages[st].Device < 0 {
			if b.On == nil {
				add(thrownIn{st, -1}, c.playUnthrown(b.Play, st), 2)
			}
			continue
		}
		throws, specificity := c.pattern(b.On, c.Rules.Stages[st].Device)
		for _, t := range throws {
			add(thrownIn{st, t}, c.play(b.Play, &c.Rules.Throws[t]), specificity)
		}
	}
	return rows
}

// playUnthrown expands the parts of an agenda for a stage in which nothing is thrown.
func (c *compiler) playUnthrown(list []ast.Part, stage int) []uint8 {
	parts := c.play(list, nil)
	if i := slices.IndexFunc(list, func(p ast.Part) bool { return p.Name() == "throw" }); i >= 0 {
		c.Errorf(list[i].Pos, "throw", "a stage with throws:, or parts without a throw", "nothing is thrown in the stage %s", c.Rules.Stages[stage].ID)
	}
	return parts
}

// oneAnswer complains of a throw that two agendas answer alike.
func (c *compiler) oneAnswer(rows []agendaRow) {
	type answer struct {
		thrownIn
		specificity int
	}
	first := map[answer]*ast.Statement{}
	for _, r := range rows {
		if r.When != nil {
			continue
		}
		k := answer{r.at, r.specificity}
		if old := first[k]; old != nil && old != r.s {
			what := "the turn"
			if r.Throw >= 0 {
				what = c.Rules.Throws[r.Throw].Name
			}
			c.Errs.AddRelated(r.s.Pos, []diag.Pos{old.Pos}, r.s.ID+" and "+old.ID, "one of them, or a condition", "two agendas answer %s (the other is at %s)", what, old.Pos)
		}
		first[k] = r.s
	}
}

// everyThrowAnswered complains of stages with throws that no agenda answers.
func (c *compiler) everyThrowAnswered(rows []agendaRow) {
	p := c.Rules
	answered := map[thrownIn]bool{}
	for _, r := range rows {
		answered[r.at] = true
	}
	for st, stage := range p.Stages {
		pos := c.find(stage.ID).Pos
		if stage.Device < 0 {
			if !answered[thrownIn{st, -1}] {
				c.Errorf(pos, "no agenda for "+stage.ID, "a statement with agenda: {play: …}", "nothing is to be played in this stage")
			}
			continue
		}
		d := p.Devices[stage.Device]
		for t := d.First; t < d.First+d.Count; t++ {
			if !answered[thrownIn{st, t}] {
				c.Errorf(pos, p.Throws[t].Name, "an agenda for every throw", "nothing plays this throw in the stage %s", stage.ID)
			}
		}
	}
}

// pattern reads which throws a statement is about: a throw, a list of throws,
// "doublet", "other" (not a doublet) or "any".
func (c *compiler) pattern(on []ast.Word, device int) (throws []int, specificity int) {
	p := c.Rules
	specificity = 2
	all := func(f func(t *engine.Throw) bool) {
		for i := range p.Throws {
			if (device < 0 || p.Throws[i].Device == device) && f(&p.Throws[i]) {
				throws = append(throws, i)
			}
		}
	}
	if on == nil {
		all(func(*engine.Throw) bool { return true })
		return throws, 2
	}
	for _, x := range on {
		switch x.Text {
		case "any":
			all(func(*engine.Throw) bool { return true })
		case "doublet":
			all(func(t *engine.Throw) bool { return t.Double })
			specificity = min(specificity, 1)
		case "other":
			all(func(t *engine.Throw) bool { return !t.Double })
			specificity = min(specificity, 1)
		default:
			found := slices.ContainsFunc(c.neverFall, func(t engine.Throw) bool { return t.Is(x.Text) })
			for i := range p.Throws {
				if p.Throws[i].Is(x.Text) {
					found = true
					if device < 0 || p.Throws[i].Device == device {
						throws = append(throws, i)
					}
				}
			}
			specificity = 0
			if !found {
				c.Errorf(x.Pos, diag.Quote(x.Text), "a throw that can be made: "+c.throwSummary(), "the dice or sticks cannot give this throw")
			}
		}
	}
	return throws, specificity
}

func (c *compiler) throwSummary() string {
	var names []string
	for i, t := range c.Rules.Throws {
		if i == 24 {
			names = append(names, "…")
			break
		}
		names = append(names, t.Name)
	}
	return strings.Join(append(names, "doublet", "other", "any"), ", ")
}

// throwOwed reports whether a throw is among the parts.
func throwOwed(parts []uint8) bool {
	for _, part := range parts {
		if part&0x7f == engine.PartThrow { // the topmost bit: it may be left
			return true
		}
	}
	return false
}

// play expands the parts of an agenda for one throw.
func (c *compiler) play(list []ast.Part, t *engine.Throw) []uint8 {
	var out []uint8
	for _, p := range list {
		name := p.Name()
		switch {
		case p.Expr == nil:
			continue
		case p.Faces():
			out = append(out, c.playFaces(p, t)...)
			continue
		case p.Expr.Op != "name" || name == "":
			v, ok := c.ThrowValue(p.Text, p.Expr, t)
			if !ok {
				continue
			}
			if v < 0 || v > 99 {
				c.Errorf(p.Pos, strconv.Itoa(v), "a number from 0 to 99", "no part has this number")
				continue
			}
			name = strconv.Itoa(v)
		}
		out = append(out, partByte(c.part(name), p.MayBeLeft))
	}
	return out
}

// playFaces are the parts of dice of which each is played as the face that it shows.
func (c *compiler) playFaces(p ast.Part, t *engine.Throw) (out []uint8) {
	if t == nil || t.Faces == nil {
		c.Errorf(p.Pos, lang.FacesWord, "dice in the stage, or another part", "only dice show faces")
		return nil
	}
	for _, f := range t.Faces {
		out = append(out, partByte(c.part(f), p.MayBeLeft))
	}
	return out
}
