package rulesets

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/engine"
)

// Sentences. For every statement the program writes a sentence that a
// historian can check against the clause. The sentence is made from what the
// statement says and from nothing else: no condition may be dropped, every
// number is there, and it can be read without knowing the rule language.
//
// Three habits hold throughout:
//   - Everything is told of "the player", the one to move; "his opponent" is
//     the other. A speaker keeps a view, which "their" turns round.
//   - A set of places is spoken of by a verb ("is empty", "holds two or more
//     opposing men"), so that sets joined by and, or and not come out as
//     English, and by a noun only where it has a name.
//   - Numbers up to twenty are words, except the numbers of places and of dice.

// Sentence says in plain English what a statement of this interpretation states.
func (g *Game) Sentence(s *Statement) string {
	t := finish(newSpeaker(g).statement(s))
	if t == "" {
		return "The statement " + quoted(s.ID) + " cannot be put into words."
	}
	return t
}

// Condition says in plain English what a condition, or any other expression,
// means: a clause, or for a number or a set a noun phrase.
func (g *Game) Condition(n *yamlpos.Node) string {
	sp := newSpeaker(g)
	e := sp.parse(n)
	if e == nil {
		return quoted(n.Text)
	}
	switch sp.typ(e) {
	case tBool, tBad:
		return tidy(sp.clause(e, view{}, false))
	case tSet, tCounts:
		return tidy(sp.setThe(e, view{}))
	case tLines:
		return tidy(sp.linesThe(e, view{}))
	case tPlace:
		return tidy(sp.place(e, view{}))
	}
	return tidy(sp.num(e, view{}, false))
}

// view says from whose side something is seen: the mover's, or under "their"
// the opponent's; bound within some(…) and every(…), where one opponent out of
// several is meant.
type view struct{ their, bound bool }

func (v view) flip() view { return view{!v.their, v.bound} }

// speaker writes English about one interpretation.
type speaker struct {
	g     *Game
	c     *compiler // gives expressions their types
	noun  string    // point, square or hole
	act   string    // the one act that the statement is about, or ""
	after bool      // the statement is about a move that has been made
	using []string  // definitions being looked into
	of    []int     // indexes of the devices that an agenda is about; nil for all
}

// throwOrTurn is what parts belong to: in a game without throws, the turn.
func (sp *speaker) throwOrTurn() string {
	if len(sp.g.Program.Devices) == 0 {
		return "turn"
	}
	return "throw"
}

func newSpeaker(g *Game) *speaker {
	c := &compiler{
		in: g.Interpretation, p: g.Program, board: g.Board, placeAt: [][][]int{make([][]int, len(g.Board.Cells))}, num: g.Numbered,
		legs: map[string]engine.Set{}, defines: map[string]*Statement{}, vars: map[string]int{}, params: map[string]int{},
		parts: map[string]int{}, stages: map[string]int{}, devices: map[string]int{}, used: map[string]bool{},
		trees: map[*yamlpos.Node]*expr{}, moments: g.Moments, den: max(1, g.Program.Denominator), bound: true,
	}
	for f, cell := range g.Program.CellOf[0] {
		c.placeAt[0][cell] = append(c.placeAt[0][cell], f)
	}
	for i, v := range g.Program.Vars {
		c.vars[v.ID] = i
	}
	for i, p := range g.Program.Parts {
		c.parts[p.Name] = i
	}
	for i, s := range g.Program.Stages {
		c.stages[s.ID] = i
	}
	for i, d := range g.Program.Devices {
		c.devices[d.ID] = i
	}
	for _, s := range g.Statements {
		switch s.Kind {
		case "define":
			c.defines[s.ID] = s
		case "parameter":
			c.params[s.ID], _ = strconv.Atoi(s.arg().Text)
		case "track":
			if legs := s.arg().Get("legs"); legs != nil {
				for i, k := range legs.Keys {
					var cells []int
					for _, x := range items(legs.Values[i]) {
						cells = append(cells, c.cellsOf(g.Board, x)...)
					}
					c.legs[k.Text] = engine.SetOf(cells...)
				}
			}
		}
	}
	sp := &speaker{g: g, c: c, noun: "point"}
	if len(g.Board.Cells) > 0 {
		sp.noun = g.Board.Cells[0].Shape.Noun()
	}
	return sp
}

// --- words -----------------------------------------------------------------

var numberWords = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty")

// numeral writes a number: up to twenty in words.
func numeral(n int) string {
	switch {
	case n < 0:
		return "minus " + numeral(-n)
	case n < len(numberWords):
		return numberWords[n]
	}
	return strconv.Itoa(n)
}

// numeralOf writes a number that stands in the YAML as text.
func numeralOf(n *yamlpos.Node) string {
	if n == nil {
		return ""
	}
	if i, err := strconv.Atoi(n.Text); err == nil {
		return numeral(i)
	}
	return n.Text
}

func spaces(id string) string { return strings.ReplaceAll(id, "_", " ") }

func quoted(s string) string { return "“" + spaces(s) + "”" }

// plural gives the plural of the few nouns that sentences need.
func plural(noun string) string {
	if noun == "man" {
		return "men"
	}
	return noun + "s"
}

func counted(n int, noun string) string {
	if n == 0 {
		return "no " + plural(noun)
	}
	if n == 1 {
		return "one " + noun
	}
	return numeral(n) + " " + plural(noun)
}

func article(noun string) string {
	if noun != "" && strings.ContainsRune("aeiou8", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

// list joins words: a, b and c.
func enumerate(parts []string, last string) string {
	switch len(parts) {
	case 0:
		return ""
	case 1:
		return parts[0]
	}
	n := len(parts) - 1
	sep := " " + last + " "
	for _, p := range parts {
		if strings.Contains(p, ",") || strings.Contains(p, " "+last+" ") {
			sep = ", " + last + " "
		}
	}
	return strings.Join(parts[:n], ", ") + sep + parts[n]
}

func wordsOf(nodes []*yamlpos.Node) []string {
	var out []string
	for _, n := range nodes {
		out = append(out, spaces(n.Text))
	}
	return out
}

// textOr is the text of a scalar, or what holds where it is not said.
func textOr(n *yamlpos.Node, def string) string {
	if n == nil {
		return def
	}
	return n.Text
}

func yes(n *yamlpos.Node) bool { return n != nil && (n.Text == "yes" || n.Text == "true") }

var (
	blanks      = regexp.MustCompile(`\s+`)
	pronoun     = regexp.MustCompile(`\b(he|his|him|player)\b`)
	quotations  = regexp.MustCompile("“[^”]*”|\x01[^\x02]*\x02|\\bhis own\\b")
	hisOpponent = regexp.MustCompile(`\bhis opponent`)
	signs       = strings.NewReplacer("\x01", "", "\x02", "")
	turnable    = regexp.MustCompile(`\bthe opponent's|\bthe opponent\b|\b(he|his own|his|him)\b`)
)

// verbatim marks words of the author's as such, so that tidy leaves their pronouns alone.
func verbatim(s string) string { return "\x01" + s + "\x02" }

// masked blanks out what is quoted, byte for byte.
func masked(s string) string {
	return quotations.ReplaceAllStringFunc(s, func(q string) string { return strings.Repeat("\x00", len(q)) })
}

// tidy gives the first pronoun somebody to stand for, and takes out blanks too
// many. Where that makes "the player's opponent" the first to be spoken of, he is
// "the opponent" from then on: "his opponent" would seem to be an opponent of his.
func tidy(s string) string {
	s = blanks.ReplaceAllString(strings.TrimSpace(s), " ")
	if at := pronoun.FindStringIndex(masked(s)); at != nil {
		rest := s[at[1]:]
		switch s[at[0]:at[1]] {
		case "he", "him":
			s = s[:at[0]] + "the player" + rest
		case "his":
			if strings.HasPrefix(rest, " opponent") {
				// And a "he" that follows is the player still, which would not be seen.
				for at := hisOpponent.FindStringIndex(masked(rest)); at != nil; at = hisOpponent.FindStringIndex(masked(rest)) {
					rest = rest[:at[0]] + "the" + rest[at[0]+len("his"):]
				}
				rest = " " + tidy(rest)
			}
			s = s[:at[0]] + "the player's" + rest
		}
	}
	return signs.Replace(s)
}

// finish makes a sentence: a capital, a full stop.
func finish(s string) string {
	s = tidy(s)
	for i, r := range s {
		if unicode.IsLetter(r) {
			s = s[:i] + string(unicode.ToUpper(r)) + s[i+len(string(r)):]
			break
		}
		if unicode.IsDigit(r) {
			break
		}
	}
	if s != "" && !strings.HasSuffix(s, ".") {
		s += "."
	}
	return s
}

// title is what other sentences call a statement.
func title(s *Statement) string {
	if c := s.Node.Get("called"); c != nil {
		return "“" + c.Text + "”"
	}
	return quoted(s.ID)
}

func called(s *Statement) string {
	if s == nil {
		return ""
	}
	if c := s.Node.Get("called"); c != nil {
		return c.Text
	}
	return ""
}

// --- who -------------------------------------------------------------------

func (sp *speaker) many() bool { return len(sp.g.Program.Players) > 2 }

func (sp *speaker) he(v view) string {
	switch {
	case !v.their:
		return "he"
	case v.bound:
		return "this opponent"
	case sp.many():
		return "his opponents together"
	}
	return "his opponent"
}

func (sp *speaker) his(v view) string {
	switch {
	case !v.their:
		return "his"
	case v.bound:
		return "this opponent's"
	case sp.many():
		return "his opponents'"
	}
	return "his opponent's"
}

// ofHis ends "a mill of …".
func (sp *speaker) ofHis(v view) string {
	if !v.their {
		return "of his"
	}
	return "of " + sp.his(v)
}

func (sp *speaker) has(v view) string {
	if v.their && !v.bound && sp.many() {
		return "have"
	}
	return "has"
}

// theirs gives something that has a name to the opponent.
func (sp *speaker) theirs(np string, v view) string {
	if !v.their {
		return np
	}
	if rest, ok := strings.CutPrefix(np, "the "); ok && !turnable.MatchString(rest) && !pronoun.MatchString(rest) {
		return sp.his(v) + " " + rest
	}
	if rest, ok := strings.CutPrefix(np, "his "); ok && !turnable.MatchString(rest) && !pronoun.MatchString(rest) {
		return sp.his(v) + " " + rest
	}
	if turns(np) {
		return sp.swapped(np, v)
	}
	return np + " (as it is for " + strings.TrimSuffix(sp.he(v), " together") + ")"
}

// turns reports whether a name tells of the player or of "the opponent" in words
// that can change places, and of no opponent in other words.
func turns(name string) bool {
	return turnable.MatchString(name) && !strings.Contains(turnable.ReplaceAllString(name, ""), "opponent")
}

// swapped tells of the opponent what is called so of the player, and the other
// way round. Of one who is named first, what follows is "his own".
func (sp *speaker) swapped(text string, v view) string {
	he := strings.TrimSuffix(sp.he(v), " together")
	own := strings.HasPrefix(text, "he ")
	return turnable.ReplaceAllStringFunc(text, func(w string) string {
		switch {
		case w == "the opponent":
			return "the player"
		case w == "the opponent's":
			return "the player's"
		case w == "he", w == "him":
			return he
		case own:
			return "his own"
		}
		return sp.his(v) + strings.TrimPrefix(w, "his")
	})
}

// order says along whose track something is counted.
func (sp *speaker) order(v view) string {
	if !v.their {
		return ""
	}
	return " in " + sp.his(v) + " order of " + plural(sp.noun)
}

// things are what is counted: "opposing man", "opposing men", or with of "his men".
type things struct {
	sing, plur string
	of         bool
}

func (sp *speaker) men(whose string, v view) things {
	switch whose {
	case "own", "mine":
		lap := ""
		if whose == "mine" {
			for _, f := range sp.c.placeAt[0] {
				if len(f) > 1 {
					lap = " (on whichever lap)"
				}
			}
		}
		switch {
		case !v.their:
			return things{of: true, plur: "his men" + lap}
		case v.bound:
			return things{of: true, plur: "this opponent's men" + lap}
		}
		return things{sing: "opposing man" + lap, plur: "opposing men" + lap}
	case "enemy":
		switch {
		case !v.their && v.bound:
			return things{of: true, plur: "this opponent's men"}
		case !v.their:
			return things{sing: "opposing man", plur: "opposing men"}
		case !sp.many():
			return things{of: true, plur: "his men"}
		}
		return things{sing: "man opposed to " + strings.TrimSuffix(sp.he(v), " together"), plur: "men opposed to " + strings.TrimSuffix(sp.he(v), " together")}
	case "allied":
		if v.their {
			return things{of: true, plur: "the men of " + sp.his(v) + " partners"}
		}
		return things{of: true, plur: "his partners' men"}
	}
	return things{sing: "man of whatever side", plur: "men of whatever side"}
}
