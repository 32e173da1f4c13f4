package rulesets

import (
	"regexp"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// term reads an entry of the words explained.
func (l *loader) term(n *yamlpos.Node) {
	m := l.Map(n, "a word explained", termKeys...)
	if m == nil {
		return
	}
	t := Term{Word: l.Words(l.Need(m, "term", "a word explained"), "the word"), Means: l.Words(l.Need(m, "means", "a word explained"), "what it means"),
		Warrant: l.clauses(m.Get("warrant")), Assumed: l.Words(m.Get("assumed"), "the reason of an assumption"), Pos: n.Pos}
	if m.Get("warrant") == nil && t.Assumed == "" {
		l.Errorf(n.Pos, diag.Quote(t.Word), "warrant: with the clauses that say it, or assumed: with the reason", "nothing stands behind what the word is said to mean")
	}
	for _, other := range l.def.Terms {
		if strings.EqualFold(other.Word, t.Word) {
			l.Errs.AddRelated(n.Pos, []diag.Pos{other.Pos}, diag.Quote(t.Word), "one explanation of each word", "the word is explained twice (first at %s)", other.Pos)
		}
	}
	l.def.Terms = append(l.def.Terms, t)
}

// fieldTerms are the words of the field that sentences and questions take for granted.
var fieldTerms = []Term{
	{Word: "in hand", Means: "Men “in hand” have still to come on to the board."},
	{Word: "his hand", Means: "Men “in hand” have still to come on to the board."},
	{Word: "the bar", Means: "Men “on the bar” have been sent off the board and wait to come in again."},
	{Word: "doublet", Means: "A doublet is a throw in which all dice show the same number."},
	{Word: "enter a man", Means: "To enter a man is to bring it on to the board."},
	{Word: "bear off", Means: "To bear a man off is to take it off the board at the end of its way; it does not come back."},
	{Word: "borne off", Means: "To bear a man off is to take it off the board at the end of its way; it does not come back."},
	{Word: "taken for good", Means: "Men that are taken for good are out of the game."},
}

// Glossary hands out what words mean, each where it is used first.
type Glossary struct {
	terms []Term
	uses  []*regexp.Regexp // by term: what a text has that uses it
	told  map[string]bool  // meanings
}

// Glossary has the terms of the ruleset, and words of the field, in which inItsWords puts
// what the game calls its men; nil where it is not known.
func (d *Definition) Glossary(inItsWords func(string) string) *Glossary {
	g := &Glossary{terms: slices.Clone(d.Terms), told: map[string]bool{}}
	for _, t := range fieldTerms {
		if inItsWords != nil {
			word := inItsWords(t.Word)
			if word != t.Word && !strings.Contains(t.Word, "man") {
				continue // the game says something else
			}
			t.Word, t.Means = word, inItsWords(t.Means)
		}
		g.terms = append(g.terms, t)
	}
	for _, t := range g.terms { // the word by itself, or with the s of a plural
		g.uses = append(g.uses, regexp.MustCompile(`(?i)(^|[^\pL\pM\pN])`+regexp.QuoteMeta(t.Word)+`s?($|[^\pL\pM\pN])`))
	}
	return g
}

// Explain returns the terms that texts use and none did before.
func (g *Glossary) Explain(texts ...string) (out []Term) {
	text := strings.Join(texts, "\n")
	for i, t := range g.terms {
		if !g.told[t.Means] && g.uses[i].MatchString(text) {
			g.told[t.Means] = true
			out = append(out, t)
		}
	}
	return out
}
