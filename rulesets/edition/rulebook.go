package edition

import (
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ast"
)

// Chapter is a part of the rules of an interpretation as running text. The first, which
// tells the course of a turn, has no title.
type Chapter struct {
	Title      string
	Paragraphs []Paragraph
}

// Paragraph is a rule with what its words mean.
type Paragraph struct {
	Label string // whom or what it is about; "" for most
	Text  string
	Rests []rulesets.ClauseRef // the clauses that say so
}

const (
	settledBesides   = "What is settled besides"
	howItEnds        = "How the game ends"
	howMovesAreNoted = "How moves are written"
)

// chapters are the parts of the rules of a game, each with the kinds of
// statement that it holds. What words mean is said where they are first used.
var chapters = []struct {
	title string
	kinds []string
}{
	{"What it is played with", slices.Concat([]string{"players", "begins"}, ast.BoardKinds, []string{"track", "men", "marks", "set_up", "throw"})},
	{"The turn", []string{"stage", "agenda", "order", "blocked"}},
	{"What a player may do", []string{"allow"}},
	{"What he may not do", []string{"forbid", "except"}},
	{"What he must do", []string{"require"}},
	{"What follows", []string{"do"}},
	{"What is scored", []string{"score", "match"}},
	{howItEnds, []string{"end", "winner"}},
	{settledBesides, []string{"settles"}},
}

// RunningText tells the rules of an interpretation so that a person can play from them.
// besides is what else is settled, question and answer; a statement that answers the same
// question is passed over.
func RunningText(g *rulesets.Game, besides []string) []Chapter {
	t := &runningText{g, SpokenOf(g), map[string]bool{}, Glossary(g)}
	out := []Chapter{{Paragraphs: []Paragraph{{Text: strings.Join(Course(g), " ")}}}}
	for _, ch := range chapters {
		groups := t.groups(ch.kinds)
		var more []string
		switch ch.title {
		case settledBesides:
			inItsWords := newSpeaker(g).inItsWords
			for _, b := range besides {
				more = append(more, inItsWords(b))
			}
			for _, rule := range groups { // question and answer, one after the other
				asks := rule[0].Settled[0] + " "
				if !slices.ContainsFunc(besides, func(b string) bool { return strings.HasPrefix(b, asks) }) {
					more = append(more, Sentence(g, rule[0]))
				}
			}
			groups = nil
		case howItEnds:
			more = noWinner(g)
		}
		if len(groups)+len(more) == 0 {
			continue
		}
		c := Chapter{Title: ch.title}
		for _, rule := range groups {
			p := Paragraph{Text: t.rule(rule)}
			for _, s := range rule {
				for _, w := range s.Warrant {
					if !slices.Contains(p.Rests, w) {
						p.Rests = append(p.Rests, w)
					}
				}
			}
			c.Paragraphs = append(c.Paragraphs, p)
		}
		if len(more) > 0 {
			c.Paragraphs = append(c.Paragraphs, Paragraph{Text: strings.Join(more, " ")})
		}
		out = append(out, c)
	}
	return append(out, notationChapter(g))
}

// runningText writes the rules of an interpretation.
type runningText struct {
	g     *rulesets.Game
	named map[string]bool // rules that other sentences name
	told  map[string]bool // definitions that have been explained
	words *rulesets.Glossary
}

// ruleGroup is a rule with the exceptions that belong to it alone, to be told together.
type ruleGroup []*rulesets.Statement

// chapterKind is the kind of a statement, but for what a throw adds to what is to be
// played, which is told with the turn.
func chapterKind(s *rulesets.Statement) string {
	if on := occasions(s); len(on) == 1 && on[0].Text == "thrown" && PutsParts(s) {
		return "agenda"
	}
	return s.Kind
}

// groups sorts the statements of a chapter; an exception goes with the rule from which it
// excepts.
func (t *runningText) groups(kinds []string) []ruleGroup {
	var out []ruleGroup
	at := map[string]int{}
	for _, s := range t.g.Statements {
		if !slices.Contains(kinds, chapterKind(s)) {
			continue
		}
		if k, ok := at[s.Excepts()]; ok && s.Kind == "except" {
			out[k] = append(out[k], s)
			continue
		}
		at[s.ID] = len(out)
		out = append(out, ruleGroup{s})
	}
	return out
}

// rule tells a rule, after the words that it uses and that have not been explained.
func (t *runningText) rule(g ruleGroup) string {
	var rules []string
	var before *rulesets.Statement
	for _, s := range g {
		text := SentenceAfter(t.g, s, before)
		if t.named[s.ID] {
			text = Title(s) + ": " + text
		}
		rules = append(rules, text)
		before = s
	}
	var means []string
	for _, s := range g {
		for _, d := range Uses(t.g, s) {
			if t.told[d.ID] || d.Kind == "moment" || SaysNothing(t.g, d) {
				continue
			}
			t.told[d.ID] = true
			means = append(means, Sentence(t.g, d))
		}
	}
	text := strings.Join(append(means, rules...), " ")
	var words []string
	for _, w := range t.words.Explain(text) {
		words = append(words, w.Means)
	}
	return strings.Join(append(words, text), " ")
}

// noWinner says of a game of which no end names a winner what counts in it.
func noWinner(g *rulesets.Game) []string {
	scored := false
	for _, s := range g.Statements {
		if saysWinner(s) {
			return nil
		}
		scored = scored || s.Kind == "score"
	}
	if scored {
		return []string{"No rule names a winner: what counts is the points."}
	}
	return []string{"No rule names a winner."}
}

// notationChapter says how moves are written, and what the places are called.
func notationChapter(g *rulesets.Game) Chapter {
	p := g.Program
	c := Chapter{Title: howMovesAreNoted, Paragraphs: []Paragraph{{Text: strings.Join(Notation(g), "; ") + "."}}}
	numbered, turned := false, false // whether a place is called otherwise than on the board; whether players see it as different places
	for q := range p.Players {
		for f := range p.Places {
			numbered = numbered || p.Names[q][f] != g.Board.Cells[p.CellOf[q][f]].Name
			turned = turned || p.CellOf[q][f] != p.CellOf[0][f]
		}
	}
	switch {
	case numbered:
		c.Paragraphs = append(c.Paragraphs, Paragraph{Text: "A player's moves name places by the numbers of his own way; where = follows, the name of the place on the board comes after it."})
	case turned:
		c.Paragraphs = append(c.Paragraphs, Paragraph{Text: "All moves name places as " + PlayerName(g, 0) + " sees them. What a rule names is for each player what he sees in that place: " +
			Elsewhere(g) + ". The lists have for each player, in the order of the first list, what he sees there."})
	}
	for q := range p.Players {
		var places []string
		alike := q > 0
		for f := range p.Places {
			text := p.Names[q][f]
			cell := g.Board.Cells[p.CellOf[q][f]].Name
			if cell != text {
				text += "=" + cell
			}
			alike = alike && p.Names[q][f] == p.Names[0][f] && p.CellOf[q][f] == p.CellOf[0][f]
			places = append(places, text)
		}
		text := strings.Join(places, " ")
		if alike {
			text = "the same places"
		}
		c.Paragraphs = append(c.Paragraphs, Paragraph{Label: PlayerName(g, q) + ": ", Text: text})
	}
	return c
}
