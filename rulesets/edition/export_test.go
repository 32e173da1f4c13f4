package edition

import (
	"fmt"
	"slices"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/lang"
)

// IsFlag reports whether a variable is one that sentences speak of as a fact.
func IsFlag(g *rulesets.Game, id string) bool {
	sp := newSpeaker(g)
	i, ok := sp.c.Vars[id]
	return ok && sp.flag(i)
}

// SentenceOfChanged is the sentence of a statement that has been changed since the game was compiled: its
// expressions are typed now.
func SentenceOfChanged(g *rulesets.Game, s *rulesets.Statement) string {
	for _, e := range s.Expressions() {
		check(g, 0, true).Resolve(e)
	}
	return Sentence(g, s)
}

// Untyped are the expressions that the sentence of a statement asks of, and that nobody has compiled.
func Untyped(g *rulesets.Game, s *rulesets.Statement) []string {
	sp := newSpeaker(g)
	sp.statement(s)
	return sp.untyped
}

// ConditionOf is what a condition means that stands in no statement.
func ConditionOf(g *rulesets.Game, e *lang.Expr) string {
	check(g, 0, true).Resolve(e)
	return Condition(g, &lang.Text{Expr: e})
}

// check types expressions as the compiler does, with errors of its own.
func check(g *rulesets.Game, scope lang.Scope, anywhere bool) *lang.Checker {
	c := g.Names.Afresh()
	c.Bound = anywhere
	if anywhere {
		scope = lang.InMove | lang.InLeap | lang.InScore | lang.InChoice | lang.InPlay
	}
	return &lang.Checker{Names: c, Scope: scope}
}

// Scopes are what expressions can refer to, by what is under consideration.
var Scopes = map[string]int{"": 0, "move": int(lang.InMove), "choice": int(lang.InMove | lang.InChoice), "leap": int(lang.InMove | lang.InLeap | lang.InChoice), "score": int(lang.InScore), "first": int(lang.InFirst), "play": int(lang.InMove | lang.InPlay)}

// Resolved is what an expression compiles to where a type is wanted ("" for any) and a
// scope given, written out, and its own type; "" where it does not compile.
func Resolved(g *rulesets.Game, text, want, scope string) (node, typed string) {
	e, err := lang.Parse(text)
	if err != nil {
		return "", ""
	}
	k := check(g, scopeOfName(scope), false)
	v := k.Resolve(e)
	n := v.Node
	for t := lang.Truth; t < lang.Bad; t++ {
		if want == t.String() {
			n = k.Want(e, t, "this")
		}
	}
	if len(k.Names.Errs) > 0 || v.Type == lang.Bad {
		return "", ""
	}
	if n == nil {
		return v.Type.String() + " " + text, v.Type.String()
	}
	return writtenOut(n, newSpeaker(g).differ()), v.Type.String()
}

func scopeOfName(name string) lang.Scope { return lang.Scope(Scopes[name]) }

// writtenOut writes what is executed; what is the same from whose side it is seen, once.
func writtenOut(n *engine.Node, differ bool) string {
	if (n.Op == engine.NTheir || n.Op == engine.STheir || n.Op == engine.LTheir) && !sided(n.Kids[0], differ) {
		return writtenOut(n.Kids[0], differ)
	}
	if n.Op == engine.BNot && n.Kids[0].Op == engine.BLit {
		return writtenOut(&engine.Node{Op: engine.BLit, N: 1 - n.Kids[0].N}, differ)
	}
	text := fmt.Sprint("(", n.Op, " ", n.N, " ", n.Cmp, " ", n.Lit)
	for _, s := range n.By {
		text += fmt.Sprint(" ", s)
	}
	for _, k := range n.Kids {
		text += writtenOut(k, differ)
	}
	return text + ")"
}

// sided reports whether it matters from whose side something is seen.
func sided(n *engine.Node, differ bool) bool {
	switch n.Op {
	case engine.NStore, engine.NBoard, engine.NMen, engine.NScore, engine.NVar, engine.SVar, engine.NCountAt, engine.SCompare, engine.NPlayer, engine.NTheir, engine.STheir, engine.LTheir,
		engine.SMarked, engine.SUnmarked, engine.NDistance, engine.NNumber, engine.SRun, engine.SCrowd, engine.SAhead, engine.SBehind, engine.NFirst, engine.NLast:
		return true
	case engine.SLit:
		return differ && n.Lit.Count() > 0
	case engine.SByPlayer:
		return true
	}
	return slices.ContainsFunc(n.Kids, func(k *engine.Node) bool { return sided(k, differ) })
}

// Vocabulary lists the words that an expression of this game can be made of: those of the
// language, the names of the game, and its functions with how many operands each has.
func Vocabulary(g *rulesets.Game) (words []string, functions map[string][2]int) {
	sp := newSpeaker(g)
	k := &lang.Checker{Names: sp.c}
	functions = map[string][2]int{}
	for w := range lang.All() {
		if len(w.Args) == 0 {
			continue
		}
		least := 0
		for !w.Takes(least) {
			least++
		}
		functions[w.Name] = [2]int{least, len(w.Args)}
	}
	words = append(k.KnownNames(), "true", "false")
	for _, s := range g.Program.Stages {
		words = append(words, s.ID)
	}
	for _, p := range g.Program.Parts {
		words = append(words, p.Name)
	}
	return append(words, g.Program.Stores...), functions
}

// FirstPronoun is where tidy finds the first pronoun; FirstUnmasked looks for it with all
// quotations blanked out, whether or not one stands before it.
var FirstPronoun = firstPronoun

func FirstUnmasked(s string) []int { return pronounIn(masked(s)) }
