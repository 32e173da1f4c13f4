package compile

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/lang"
)

// agendas expands every agenda for every throw it answers.
func (c *compiler) agendas() {
	order := c.orders()
	var rows []agendaRow
	for i, s := range c.Statements {
		if s.Kind == "agenda" {
			rows = append(rows, c.agenda(i, s, order)...)
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
	s           *Statement
}

// orders reads the order statements: whether the parts of a throw have to be played
// in their order. The last statement about a throw holds.
func (c *compiler) orders() map[thrownIn]bool {
	fixed := map[thrownIn]bool{}
	for _, s := range c.Statements {
		if s.Kind != "order" {
			continue
		}
		throws, _ := c.pattern(s.Node.Get("on"), -1)
		c.read(func(r *yamlpos.Reader) {
			word := r.OneOf(s.Arg(), "the order of parts", "fixed", "any")
			for _, st := range c.stagesOf(c.in_(s)) {
				for _, t := range throws {
					fixed[thrownIn{st, t}] = word == "fixed"
				}
			}
		})
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
func (c *compiler) agenda(i int, s *Statement, order map[thrownIn]bool) (rows []agendaRow) {
	n := s.Arg()
	c.read(func(r *yamlpos.Reader) {
		if r.Map(n, "an agenda", "on", "play", "order") == nil {
			return
		}
		fixed := false
		if o := n.Get("order"); o != nil {
			fixed = r.OneOf(o, "the order of parts", "fixed", "any") == "fixed"
		}
		stages := c.in_(s)
		when := c.when(s, 0)
		r.Need(n, "play", "an agenda")
		add := func(at thrownIn, parts []uint8, fixed bool, specificity int) {
			a := engine.Agenda{RuleRef: ref(c, i), Stages: 1 << uint(at.stage), Throw: at.throw, Parts: parts, Fixed: fixed, When: when}
			rows = append(rows, agendaRow{a, at, specificity, s})
		}
		for _, st := range c.stagesOf(stages) {
			if c.Rules.Stages[st].Device < 0 {
				if n.Get("on") == nil {
					add(thrownIn{st, -1}, c.playUnthrown(n.Get("play"), st), fixed, 2)
				}
				continue
			}
			throws, specificity := c.pattern(n.Get("on"), c.Rules.Stages[st].Device)
			for _, t := range throws {
				at := thrownIn{st, t}
				f, said := order[at]
				if !said {
					f = fixed
				}
				add(at, c.play(n.Get("play"), &c.Rules.Throws[t]), f, specificity)
			}
		}
	})
	return rows
}

// playUnthrown expands the parts of an agenda for a stage in which nothing is thrown.
func (c *compiler) playUnthrown(n *yamlpos.Node, stage int) []uint8 {
	parts := c.play(n, nil)
	if throwOwed(parts) {
		c.Errorf(n.Pos, "throw", "a stage with throws:, or parts without a throw", "nothing is thrown in the stage %s", c.Rules.Stages[stage].ID)
	}
	return parts
}

// oneAnswer complains of a throw that two agendas answer alike.
func (c *compiler) oneAnswer(rows []agendaRow) {
	type answer struct {
		thrownIn
		specificity int
	}
	first := map[answer]*Statement{}
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
			c.Errs.AddRelated(r.s.Pos, []yamlpos.Pos{old.Pos}, r.s.ID+" and "+old.ID, "one of them, or a condition", "two agendas answer %s (the other is at %s)", what, old.Pos)
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
func (c *compiler) pattern(n *yamlpos.Node, device int) (throws []int, specificity int) {
	p := c.Rules
	specificity = 2
	all := func(f func(t *engine.Throw) bool) {
		for i := range p.Throws {
			if (device < 0 || p.Throws[i].Device == device) && f(&p.Throws[i]) {
				throws = append(throws, i)
			}
		}
	}
	if n == nil {
		all(func(*engine.Throw) bool { return true })
		return throws, 2
	}
	for _, x := range n.Items() {
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
			found := c.neverFall[lang.NormalThrow(x.Text)]
			for i := range p.Throws {
				if p.Throws[i].Name == x.Text || p.Throws[i].Name == lang.NormalThrow(x.Text) {
					found = true
					if device < 0 || p.Throws[i].Device == device {
						throws = append(throws, i)
					}
				}
			}
			specificity = 0
			if !found {
				c.Errorf(x.Pos, yamlpos.Quote(x.Text), "a throw that can be made: "+c.throwSummary(), "the dice or sticks cannot give this throw")
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
func (c *compiler) play(n *yamlpos.Node, t *engine.Throw) []uint8 {
	var out []uint8
	for _, x := range n.Items() {
		text, opt := strings.CutSuffix(strings.TrimSpace(x.Text), "?")
		e, err := lang.Parse(text)
		if err != nil {
			c.Errorf(x.PosAt(err.Off), err.Found, err.Expected, "%s", err.Message)
			continue
		}
		if e.Op == "name" && !slices.Contains(lang.ThrowWords, e.Text) {
			out = append(out, partByte(c.part(e.Text), opt))
			continue
		}
		v, ok := c.ThrowValue(x, e, t)
		if !ok {
			continue
		}
		if v < 0 || v > 99 {
			c.Errorf(x.Pos, strconv.Itoa(v), "a number from 0 to 99", "no part has this number")
			continue
		}
		out = append(out, partByte(c.part(strconv.Itoa(v)), opt))
	}
	return out
}
