package edition

import (
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/lang"
)

// Sentences, continued: definitions and moments.

func (sp *speaker) define(s *rulesets.Statement, b *ast.Define) string {
	e := b.As.Expr
	v := view{}
	if of := b.Of.Text; of != "" {
		s = about(s, "a "+sp.noun)
		defer sp.give(of)()
	}
	switch sp.typ(e) {
	case lang.Truth, lang.Bad:
		text := sp.clause(e, v, false)
		if sameWords(title(s), text) {
			return justThat(s, text)
		}
		return title(s) + " means that " + text
	case lang.Places, lang.Counts:
		if e.Op == "name" && e.Text == "nowhere" {
			return title(s) + " means no " + sp.noun + " at all"
		}
		text := sp.definedSet(called(s), e, v)
		if sameWords(title(s), text) {
			return justThat(s, text)
		}
		return title(s) + " means " + text + sp.onBoard(e)
	case lang.Lines:
		text := sp.linesThe(e, v)
		if sameWords(title(s), text) {
			return justThat(s, text)
		}
		return title(s) + " means " + text
	case lang.Place:
		return title(s) + " means " + sp.place(e, v) + sp.onBoard(e)
	case lang.Player:
		return title(s) + " means " + sp.player(e, v)
	case lang.Stage:
		return title(s) + " means " + sp.stage(e)
	case lang.Part:
		return title(s) + " means " + sp.partWord(e.Text)
	}
	if sp.placeName(&lang.Expr{Op: "name", Text: s.ID}) {
		return title(s) + " means " + sp.place(e, v) + sp.onBoard(e)
	}
	if n, ok := literal(e); ok {
		return title(s) + " is " + numeral(n)
	}
	return title(s) + " means " + sp.num(e, v, false)
}

// give lets a name stand for a place until what it returns is called.
func (sp *speaker) give(name string) (end func()) {
	before := sp.given
	sp.given = append(slices.Clone(before), name)
	return func() { sp.given = before }
}

// definition is what gives an expression its meaning that is a name, or a name with the place that it is asked about; nil for
// anything else. What it is called says that place.
func (sp *speaker) definition(e *lang.Expr, v view) *rulesets.Statement {
	d := sp.defines[e.Text]
	if d == nil || e.Op != "call" {
		return d
	}
	return about(d, sp.place(e.Kids[0], v))
}

// about is a definition with words for the place that it is about in what it is called.
func about(d *rulesets.Statement, place string) *rulesets.Statement {
	out := *d
	out.Called = strings.ReplaceAll(d.Called, "{"+d.Body.(*ast.Define).Of.Text+"}", ours(place))
	return &out
}

// meaning is the expression for which the name of a definition stands.
func meaning(d *rulesets.Statement) *lang.Expr { return d.Body.(*ast.Define).As.Expr }

// meansThat stands behind a name that means what it says.
const meansThat = " means just that: "

// justThat says of a definition that it means what its name says, and what that is.
func justThat(s *rulesets.Statement, text string) string { return title(s) + meansThat + text }

// definedSet says which places a definition means: of two sets, one of which a condition
// chooses, without the brackets that they need within a sentence.
func (sp *speaker) definedSet(name string, e *lang.Expr, v view) string {
	if e.Op != "if" {
		if onePlace.MatchString(name) && sp.named(e, v) == nil {
			one := formThe
			one.pl = false
			return sp.set(e, v, one)
		}
		return sp.setThe(e, v)
	}
	return sp.setThe(e.Kids[1], v) + " if " + sp.clause(e.Kids[0], v, false) + ", and otherwise " + sp.definedSet(name, e.Kids[2], v)
}

// unsaid takes out words that two texts may have or lack and say the same.
var unsaid = strings.NewReplacer("at least one", "", "one of", "", "the player's opponent", "the opponent", "there is", "", "there are", "")

// sameWords reports whether a name and its meaning are the same words, but for those
// that only join the others, and for who is named and who is only "he".
func sameWords(title, text string) bool {
	plain := func(s string) []string {
		s = unguarded(strings.ToLower(strings.Trim(s, "“”")))
		s = unsaid.Replace(tidy(s))
		var out []string
		for _, w := range strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == ',' }) {
			if !slices.Contains([]string{"the", "that", "lie", "lies", "in", "of", "player", "player's", "his", "he", "a", "an"}, w) {
				out = append(out, w)
			}
		}
		slices.Sort(out)
		return out
	}
	return slices.Equal(plain(title), plain(text))
}

// SaysNothing reports whether a definition means what its name says in the same words,
// so that its sentence tells a reader nothing.
func SaysNothing(g *rulesets.Game, s *rulesets.Statement) bool {
	return s.Kind == "define" && strings.HasPrefix(Sentence(g, s), title(s)+meansThat)
}

func (sp *speaker) variableStatement(s *rulesets.Statement, b *ast.Variable) string {
	kind := b.Kind.Or("number")
	whose := " for each player"
	if b.Shared {
		whose = " for all players in common"
	}
	span := map[string]string{"game": " throughout a game", "turn": " for the length of a turn", "throw": " for the length of a throw",
		"match": " throughout a match"}[b.Per.Or("game")]
	i := sp.c.Vars[s.ID]
	if sp.flag(i) {
		t := "it is remembered" + whose + span + " whether " + sp.flagSaid(i, view{}, false)
		x := b.Starts.Tree()
		switch k, lit := 0, false; {
		case x == nil:
		default:
			if k, lit = literal(x); lit {
				t += "; at first " + map[bool]string{true: "it is so", false: "it is not so"}[k == 1]
			} else {
				t += "; at first it is so if " + sp.bit(x)
			}
		}
		return t + aside(b)
	}
	what := map[string]string{"number": "a number", "place": "a " + sp.noun + " (or none)", "set": "a set of " + plural(sp.noun),
		"lines": "a set of " + plural(sp.lineNoun()), "player": "a player (or none)"}[kind]
	t := title(s) + " is " + what + " that is remembered" + whose + span
	if x := b.Starts.Tree(); x != nil {
		t += "; at first it is " + sp.value(x, kind)
	}
	return t + aside(b)
}

// aside says that a variable is no part of the position, if it is none.
func aside(b *ast.Variable) string {
	if b.Aside {
		return "; when positions are compared it does not count, so that those that differ in it alone are the same"
	}
	return ""
}

// value says a value of a kind of variable.
func (sp *speaker) value(e *lang.Expr, kind string) string {
	switch kind {
	case "place":
		return sp.place(e, view{})
	case "set":
		return sp.wholeOf(e, engine.SetVar)
	case "lines":
		return sp.linesThe(e, view{})
	case "player":
		return sp.player(e, view{})
	}
	return sp.num(e, view{}, sp.diceLike(e))
}

// --- moments ---------------------------------------------------------------

// momentNamed is a moment, or a name for one, as a clause.
func (sp *speaker) momentNamed(name string) string {
	if s := sp.g.Statement(name); s != nil {
		if b, ok := s.Body.(*ast.Moment); ok {
			return sp.momentNamed(b.Is.Text)
		}
	}
	for _, m := range lang.Moments {
		if m.Name == name {
			return sp.fill(whether(m.Unthrown != "" && sp.throwOrTurn() == "turn", m.Says, m.Unthrown), &saying{})
		}
	}
	return quoted(name)
}

// actName is an act as it is written in rules.
func actName(w ast.Word) string { return strings.ReplaceAll(w.Text, "_", "-") }

// happened says acts and events as clauses: "a man has been placed". One subject is
// enough for those that follow one another: "a man has been placed or entered".
func (sp *speaker) happened(on []ast.Word) string {
	var groups [][]string
	for _, x := range on {
		w := sp.act(x.Text).Happened
		if w == "" {
			w = quoted(x.Text)
		}
		if k := len(groups) - 1; k >= 0 && subject(groups[k][0]) == subject(w) {
			groups[k] = append(groups[k], w)
		} else {
			groups = append(groups, []string{w})
		}
	}
	var parts []string
	for _, g := range groups {
		sub := subject(g[0])
		if all := sub + "has been "; common(g, all) {
			sub = all
		}
		for i := range g[1:] {
			g[i+1] = strings.TrimPrefix(g[i+1], sub)
		}
		parts = append(parts, orList(g))
	}
	return strings.Join(parts, ", or ")
}

// subject is of whom or what a clause tells.
func subject(clause string) string {
	for _, s := range []string{"a man ", "the player ", "a throw ", "a turn "} {
		if strings.HasPrefix(clause, s) {
			return s
		}
	}
	return clause
}

func orList(parts []string) string {
	if len(parts) == 0 {
		return ""
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return strings.Join(parts[:len(parts)-1], ", ") + " or " + parts[len(parts)-1]
}

// theMan is the man that moves.
func (sp *speaker) theMan() string {
	switch {
	case sp.about("remove"):
		return "the man removed"
	case sp.about("bear-off"):
		return "the man borne off"
	}
	return "the man that moves"
}
