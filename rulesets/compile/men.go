package compile

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/lectio/lectio/evidence/diag"
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

// kinds settles of which kinds men are, before anything can ask for them: the statement of
// men names them where it does not name players.
func (c *compiler) kinds() {
	s := c.only("men", false)
	if s == nil {
		return
	}
	p, men := c.Rules, s.Body.(*ast.Men)
	p.Nobodys = ast.Names(men.Each, []string{engine.NobodysName})
	for _, k := range c.kindsCounted(men.Each) {
		switch name := k.Text; {
		case slices.Contains(p.Kinds, name):
		case lang.IsWord(name) || p.StoreIndex(name) >= 0 || slices.Contains(p.Marks, name):
			c.Errorf(k.Pos, diag.Quote(name), "another name", "this name means something else, so no kind of men can have it")
		default:
			p.Kinds = append(p.Kinds, name)
		}
	}
	if len(p.Kinds) > class.MostKinds {
		c.Errorf(men.Pos, fmt.Sprint(len(p.Kinds)), fmt.Sprintf("at most %d kinds", class.MostKinds), "so many kinds of men cannot be told apart")
		p.Kinds = p.Kinds[:class.MostKinds]
	}
	if men.Each != nil {
		c.letters(men.Letters)
	}
	c.pictures(men.Pictures)
}

// kindsCounted are the kinds of which men are counted, for all players or for each.
func (c *compiler) kindsCounted(counts []ast.Each) (kinds []ast.Word) {
	byPlayer := c.byPlayer(counts)
	for _, e := range counts {
		if byPlayer {
			kinds = append(kinds, c.kindsCounted(e.Each)...)
		} else {
			kinds = append(kinds, e.Word())
		}
	}
	return kinds
}

// byPlayer reports whether men are counted for each player.
func (c *compiler) byPlayer(counts []ast.Each) bool { return ast.Names(counts, c.owners()) }

// owners are those who have men: the players, and nobody.
func (c *compiler) owners() []string {
	return append(slices.Clone(c.Rules.Players), engine.NobodysName)
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
		known := kinds
		if c.Rules.Nobodys {
			known = append(slices.Clone(kinds), engine.NobodysName)
		}
		c.Errorf(n.Pos, diag.Quote(n.Text), expected, "there is no such kind%s", diag.Suggest(n.Text, known))
	}
	return i
}

// letters gives each kind the letter that the statement says, or else the first of its
// name that no other has.
func (c *compiler) letters(said []ast.Named) {
	p := c.Rules
	p.Letters = make([]string, len(p.Kinds))
	for _, n := range said {
		kind := c.kind(n.Name)
		if r := []rune(n.As.Text); len(r) != 1 || !unicode.IsUpper(r[0]) {
			c.Errorf(n.As.Pos, diag.Quote(n.As.Text), "one capital letter", "a kind of men is written with a letter")
			continue
		}
		if i := slices.Index(p.Letters, n.As.Text); i >= 0 {
			c.Errorf(n.As.Pos, n.As.Text, "a letter of its own", "this is the letter of %s", p.Kinds[i])
		}
		if kind >= 0 {
			p.Letters[kind] = n.As.Text
		}
	}
	for kind, name := range p.Kinds {
		for _, r := range strings.ToUpper(name) + "ABCDEFGHIJKLMNOPQRSTUVWXYZ" {
			if p.Letters[kind] == "" && unicode.IsUpper(r) && !slices.Contains(p.Letters, string(r)) {
				p.Letters[kind] = string(r)
			}
		}
	}
}

// pictures says how men of each kind are drawn: as the statement says, as the picture of
// that name, or with their letter. Where there are no kinds, it may say how each player's are.
func (c *compiler) pictures(said []ast.Named) {
	p := c.Rules
	of, find := p.Kinds, c.kind
	if len(of) == 0 && said != nil {
		of, find = p.Players, c.player
	}
	p.Pictures = make([]string, len(of))
	for i, name := range p.Kinds {
		if slices.Contains(board.Pictures, name) {
			p.Pictures[i] = name
		}
	}
	known := slices.Clone(board.Pictures)
	if len(p.Kinds) > 0 {
		known = append(known, "letter")
	}
	for _, n := range said {
		i := find(n.Name)
		switch name := n.As.Text; {
		case !slices.Contains(known, name):
			c.Errorf(n.As.Pos, diag.Quote(name), "one of: "+strings.Join(known, ", "), "there is no such picture of men%s", diag.Suggest(name, known))
		case i >= 0 && name == "letter":
			p.Pictures[i] = ""
		case i >= 0:
			p.Pictures[i] = name
		}
	}
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
	own := s.Body.(*ast.SetUp).Each
	byPlayer := c.byPlayer(own)
	nobodys := !slices.ContainsFunc(men[:p.Nobody()], func(a army) bool { return a.all > 0 }) // all men are
	for q, name := range c.owners()[:p.Owners()] {
		each := own
		switch {
		case byPlayer:
			i := slices.IndexFunc(own, func(e ast.Each) bool { return e.Of.Written == name })
			if i < 0 {
				if men[q].all > 0 {
					c.Errorf(s.Pos, "no set-up for "+name, "one for every player", "the set-up leaves out a player")
				}
				continue
			}
			each = own[i].Each
		case (q == p.Nobody()) != nobodys:
			each = nil // what is set up is said of the others
		}
		begin := c.setUp(q, each)
		if len(c.Errs) > 0 {
			continue
		}
		wrong := func(found, expected int, of string) {
			c.Errs.AddRelated(s.Pos, []diag.Pos{ms.Pos}, fmt.Sprintf("%d %s", found, of), fmt.Sprintf("%d %s", expected, of), "the men of %s who are set up are not the men there are (stated at %s)", name, ms.Pos)
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

// armies says how many men each player has: one number for all or one for each, or so
// many of each kind.
func (c *compiler) armies(s *ast.Statement) []army {
	out := make([]army, c.Rules.Nobody()+1)
	if s == nil {
		return out
	}
	men := s.Body.(*ast.Men)
	if c.byPlayer(men.Each) {
		for _, e := range men.Each {
			if e.Of.Written == engine.NobodysName {
				out[c.Rules.Nobody()] = c.army(&e.Count, 1)
			} else if q := c.player(e.Word()); q >= 0 {
				out[q] = c.army(&e.Count, 0)
			}
		}
		return out
	}
	each := c.army(&men.Count, 1)
	for q := range c.Rules.Players {
		out[q] = each
	}
	return out
}

// army is how many men a count comes to, which are at least so many.
func (c *compiler) army(n *ast.Count, least int) (a army) {
	a.all, a.kind = n.N, make([]int, len(c.Rules.Kinds))
	if n.Each == nil && len(a.kind) > 0 {
		c.Errorf(n.Pos, strconv.Itoa(n.N), "a map of kinds to numbers: "+strings.Join(c.Rules.Kinds, ", "), "it is not said of which kinds the men are")
	}
	for _, e := range n.Each {
		if kind := slices.Index(c.Rules.Kinds, e.Of.Written); kind >= 0 {
			a.kind[kind] = e.N
			a.all += e.N
		}
	}
	if a.all > engine.MostMen || a.all < least {
		c.Errorf(n.Pos, fmt.Sprintf("%d men", a.all), fmt.Sprintf("1 to %d men", engine.MostMen), "so many men cannot be kept")
	}
	return a
}

// setUp puts up the men of a player where they begin, and counts them.
func (c *compiler) setUp(q int, each []ast.Each) (begin army) {
	p := c.Rules
	begin.kind = make([]int, len(p.Kinds))
	for _, e := range each {
		st := p.StoreIndex(e.Of.Written)
		switch {
		case st >= 0 && q == p.Nobody():
			c.Errorf(e.Of.Pos, diag.Quote(e.Of.Written), "places; a store of a player, as in set_up: {white: {hand: 20}}", "nobody has no store")
		case st >= 0:
			begin.all += c.begin(q, &e.Count, []int{p.Places + st}, nil)
		case e.Of.Expr == nil && e.Each != nil:
			c.Errorf(e.Of.Pos, diag.Quote(e.Of.Written), "places, a store, or one of the players: "+strings.Join(p.Players, ", "), "it is not said where men begin")
		default:
			set := c.placeSet(e.Of, q%len(p.Players)) // men of nobody stand where the first player sees them
			begin.all += c.begin(q, &e.Count, set.Places(), begin.kind)
		}
	}
	return begin
}

// begin puts men at each of some places before the game, and counts them: a number of
// men, or on the board, where men are of kinds, a kind, several, or a map of kinds to
// numbers.
func (c *compiler) begin(q int, n *ast.Count, places []int, kinds []int) (total int) {
	p := c.Rules
	put := func(kind, count int) {
		if count > 0 { // else nobody begins there
			for _, place := range places {
				if place < p.Places && count > engine.MostOnPlace {
					c.Errorf(n.Pos, fmt.Sprintf("%d men on a place", count), fmt.Sprintf("at most %d", engine.MostOnPlace), "so many men cannot stand on one place")
				}
				p.Setup = append(p.Setup, engine.SetupItem{Player: q, Place: place, Count: count, Class: p.ClassOf(kind, 0)})
			}
		}
		total += count * len(places)
		if len(kinds) > 0 {
			kinds[kind] += count * len(places)
		}
	}
	ofKinds := n.Each != nil || n.Kinds != nil
	switch {
	case len(kinds) == 0 && ofKinds:
		c.Errorf(n.Pos, "kinds of men", "a number of men", "men of kinds are told apart on the board alone, and where there are kinds")
	case len(kinds) > 0 && !ofKinds:
		meant := "" // whose name a kind has by a slip
		for _, k := range p.Kinds {
			meant += diag.Suggest(k, c.owners())
		}
		c.Errorf(n.Pos, strconv.Itoa(n.N), "kinds of men: "+strings.Join(p.Kinds, ", "), "it is not said of which kinds the men are%s", meant)
	case !ofKinds:
		put(0, n.N)
	}
	for _, e := range n.Each {
		if kind := c.kind(e.Word()); kind >= 0 && len(kinds) > 0 {
			put(kind, e.N)
		}
	}
	for _, w := range n.Kinds {
		if kind := c.kind(w); kind >= 0 && len(kinds) > 0 {
			put(kind, 1)
		}
	}
	return total
}
