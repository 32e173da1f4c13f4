package compile

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/board"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/class"
	"github.com/lectio/lectio/rulesets/lang"
)

// army is how many men a player has: in all, and of each kind where men are of kinds.
type army struct {
	all  int
	kind []int
}

// kinds reads of which kinds men are, before anything can ask for them: the statement of
// men names them where it does not name players.
func (c *compiler) kinds() {
	s := c.only("men", false)
	if s == nil || s.Arg().Kind != yamlpos.Map {
		return
	}
	p := c.Rules
	add := func(n *yamlpos.Node) {
		for _, k := range n.Keys {
			switch {
			case slices.Contains(p.Kinds, k.Text):
			case lang.IsWord(k.Text) || p.StoreIndex(k.Text) >= 0 || slices.Contains(p.Marks, k.Text):
				c.Errorf(k.Pos, yamlpos.Quote(k.Text), "another name", "this name means something else, so no kind of men can have it")
			default:
				p.Kinds = append(p.Kinds, k.Text)
			}
		}
	}
	if n := s.Arg(); c.byPlayer(n) {
		for _, v := range n.Values {
			if v.Kind == yamlpos.Map {
				add(v)
			}
		}
	} else {
		add(n)
	}
	if len(p.Kinds) > class.MostKinds {
		c.Errorf(s.Arg().Pos, fmt.Sprint(len(p.Kinds)), fmt.Sprintf("at most %d kinds", class.MostKinds), "so many kinds of men cannot be told apart")
		p.Kinds = p.Kinds[:class.MostKinds]
	}
	c.letters(s)
	c.pictures(s)
}

// byPlayer reports whether a map has an entry for each player.
func (c *compiler) byPlayer(n *yamlpos.Node) bool {
	return slices.ContainsFunc(n.Keys, func(k *yamlpos.Node) bool { return slices.Contains(c.Rules.Players, k.Text) })
}

// ofKinds calls f with every entry of a map of kinds, if there is one.
func (c *compiler) ofKinds(n *yamlpos.Node, what string, f func(kind int, value *yamlpos.Node)) {
	if n == nil {
		return
	}
	if n.Kind != yamlpos.Map {
		c.Errorf(n.Pos, n.Kind.String(), "a map of kinds of men", "%s must be given kind by kind", what)
		return
	}
	for i, k := range n.Keys {
		if kind := c.kind(ast.Word{Text: k.Text, Pos: k.Pos}); kind >= 0 {
			f(kind, n.Values[i])
		}
	}
}

// kind looks up a kind of men; -1 where there is none of the name.
func (c *compiler) kind(n ast.Word) int {
	kinds := c.Rules.Kinds
	i := slices.Index(kinds, n.Text)
	if i < 0 {
		expected := "one of the kinds of men: " + strings.Join(kinds, ", ")
		if len(kinds) == 0 {
			expected = "kinds of men, as in men: {king: 1, pawn: 8}"
		}
		c.Errorf(n.Pos, yamlpos.Quote(n.Text), expected, "there is no such kind%s", yamlpos.Suggest(n.Text, kinds))
	}
	return i
}

// letters gives each kind the letter that the statement says, or else the first of its
// name that no other has.
func (c *compiler) letters(s *ast.Statement) {
	p := c.Rules
	p.Letters = make([]string, len(p.Kinds))
	c.ofKinds(s.Node.Get("letters"), "letters", func(kind int, v *yamlpos.Node) {
		if r := []rune(v.Text); v.Kind != yamlpos.Scalar || len(r) != 1 || !unicode.IsUpper(r[0]) {
			c.Errorf(v.Pos, yamlpos.Quote(v.Text), "one capital letter", "a kind of men is written with a letter")
			return
		}
		if i := slices.Index(p.Letters, v.Text); i >= 0 {
			c.Errorf(v.Pos, v.Text, "a letter of its own", "this is the letter of %s", p.Kinds[i])
		}
		p.Letters[kind] = v.Text
	})
	for kind, name := range p.Kinds {
		for _, r := range strings.ToUpper(name) + "ABCDEFGHIJKLMNOPQRSTUVWXYZ" {
			if p.Letters[kind] == "" && unicode.IsUpper(r) && !slices.Contains(p.Letters, string(r)) {
				p.Letters[kind] = string(r)
			}
		}
	}
}

// pictures says how men of each kind are drawn: as the statement says, as the picture of
// that name, or with their letter.
func (c *compiler) pictures(s *ast.Statement) {
	p := c.Rules
	p.Pictures = make([]string, len(p.Kinds))
	for kind, name := range p.Kinds {
		if slices.Contains(board.Pictures, name) {
			p.Pictures[kind] = name
		}
	}
	c.ofKinds(s.Node.Get("pictures"), "pictures", func(kind int, v *yamlpos.Node) {
		c.read(func(r *yamlpos.Reader) {
			if p.Pictures[kind] = r.OneOf(v, "a picture of men", append([]string{"letter"}, board.Pictures...)...); p.Pictures[kind] == "letter" {
				p.Pictures[kind] = ""
			}
		})
	})
}

// setup reads how many men there are and where they begin.
func (c *compiler) setup() {
	p := c.Rules
	ms := c.only("men", true)
	men := c.armies(ms)
	s := c.only("set_up", true)
	if s == nil || ms == nil {
		return
	}
	n := s.Arg()
	if n.Kind != yamlpos.Map {
		c.Errorf(n.Pos, n.Kind.String(), "a map of places to numbers of men", "the set-up cannot be read")
		return
	}
	byPlayer := c.byPlayer(n)
	for q, name := range p.Players {
		m := n
		if byPlayer {
			m = n.Get(name)
			if m == nil {
				if men[q].all > 0 {
					c.Errorf(n.Pos, "no set-up for "+name, "one for every player", "the set-up leaves out a player")
				}
				continue
			}
		}
		begin := c.setUp(q, m)
		if len(c.Errs) > 0 {
			continue
		}
		wrong := func(found, expected int, of string) {
			c.Errs.AddRelated(s.Pos, []yamlpos.Pos{ms.Pos}, fmt.Sprintf("%d %s", found, of), fmt.Sprintf("%d %s", expected, of), "%s does not begin with the men there are (stated at %s)", name, ms.Pos)
		}
		if begin.all != men[q].all {
			wrong(begin.all, men[q].all, "men")
			return
		}
		for kind, there := range begin.kind { // off the board kinds are not told apart
			if there > men[q].kind[kind] {
				wrong(there, men[q].kind[kind], "men of the kind "+p.Kinds[kind])
				return
			}
		}
	}
}

// armies reads how many men each player has: one number for all or one for each, or so
// many of each kind.
func (c *compiler) armies(s *ast.Statement) []army {
	out := make([]army, len(c.Rules.Players))
	if s == nil {
		return out
	}
	read := func(n *yamlpos.Node, least int) (a army) {
		a.kind = make([]int, len(c.Rules.Kinds))
		c.read(func(r *yamlpos.Reader) {
			if n.Kind != yamlpos.Map {
				if a.all = r.Int(n, "the number of men", least, 255); len(a.kind) > 0 {
					r.Errorf(n.Pos, n.Text, "a map of kinds to numbers: "+strings.Join(c.Rules.Kinds, ", "), "it is not said of which kinds the men are")
				}
				return
			}
			for i, k := range n.Keys {
				if kind := slices.Index(c.Rules.Kinds, k.Text); kind >= 0 {
					a.kind[kind] = r.Int(n.Values[i], "the number of men", 0, 255)
					a.all += a.kind[kind]
				}
			}
			if a.all > 255 || a.all < least {
				r.Errorf(n.Pos, fmt.Sprintf("%d men", a.all), "1 to 255 men", "so many men cannot be kept")
			}
		})
		return a
	}
	n := s.Arg()
	if n.Kind == yamlpos.Map && c.byPlayer(n) {
		for i, k := range n.Keys {
			if q := c.player(ast.Word{Text: k.Text, Pos: k.Pos}); q >= 0 {
				out[q] = read(n.Values[i], 0)
			}
		}
		return out
	}
	each := read(n, 1)
	for q := range out {
		out[q] = each
	}
	return out
}

// setUp reads where the men of a player begin, and counts them.
func (c *compiler) setUp(q int, m *yamlpos.Node) (begin army) {
	p := c.Rules
	begin.kind = make([]int, len(p.Kinds))
	for i, k := range m.Keys {
		if st := p.StoreIndex(k.Text); st >= 0 {
			begin.all += c.begin(q, m.Values[i], []int{p.Places + st}, nil)
		} else {
			set := c.placeSet(k, q)
			begin.all += c.begin(q, m.Values[i], set.Places(), begin.kind)
		}
	}
	return begin
}

// begin puts men at each of some places before the game, and counts them: a number of
// men, or on the board, where men are of kinds, a kind, several, or a map of kinds to
// numbers.
func (c *compiler) begin(q int, n *yamlpos.Node, places []int, kinds []int) (total int) {
	p := c.Rules
	put := func(kind, count int) {
		if count > 0 { // else nobody begins there
			for _, place := range places {
				p.Setup = append(p.Setup, engine.SetupItem{Player: q, Place: place, Count: count, Class: p.ClassOf(kind, 0)})
			}
		}
		total += count * len(places)
		if len(kinds) > 0 {
			kinds[kind] += count * len(places)
		}
	}
	number := func(n *yamlpos.Node) (count int) {
		c.read(func(r *yamlpos.Reader) { count = r.Int(n, "a number of men", 0, 255) })
		return count
	}
	switch {
	case len(kinds) == 0:
		put(0, number(n))
	case n.Kind == yamlpos.Map:
		c.ofKinds(n, "men at a place", func(kind int, v *yamlpos.Node) { put(kind, number(v)) })
	default:
		for _, x := range n.Items() {
			if kind := c.kind(ast.Word{Text: x.Text, Pos: x.Pos}); kind >= 0 {
				put(kind, 1)
			}
		}
	}
	return total
}
