package edition

import (
	"regexp"
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/lang"
)

// Sentences, continued: what the men of a game are called. All that the program writes
// speaks of men, and where a game calls them otherwise its word is put in at the end. Words
// of the author's are guarded against that: names, what he calls things, kinds of men.

// manOrMen finds men, but not the author's.
var manOrMen = regexp.MustCompile(`\b(?:man|men)\b`)

const guard = "\x03"

// guarded keeps words of the author's as they are.
func guarded(s string) string {
	if !strings.Contains(s, "man") && !strings.Contains(s, "men") {
		return s
	}
	return manOrMen.ReplaceAllStringFunc(s, func(w string) string { return w[:1] + guard + w[1:] })
}

// notTheirs marks a word within what the author calls something that is not the author's.
const notTheirs = "\x04"

// ours keeps the words of a text that is put into the author's from being guarded with these.
func ours(s string) string {
	return manOrMen.ReplaceAllStringFunc(s, func(w string) string { return w[:1] + notTheirs + w[1:] })
}

// unguarded takes the guards off.
func unguarded(s string) string { return strings.ReplaceAll(s, guard, "") }

// manOf is what one of the men of a game is called: as the statement of the men says, and
// otherwise a man; but a piece where only one kind of men is called so.
func manOf(g *rulesets.Game) string {
	// A reading that gives another number of men calls them the same.
	for _, list := range [][]*rulesets.Statement{g.Statements, g.Definition.Statements} {
		for _, s := range list {
			if s.Kind != "men" { // it is asked for every sentence
				continue
			}
			if s.Called != "" {
				return s.Called
			}
		}
	}
	if slices.Contains(g.Program.Kinds, "man") {
		return "piece"
	}
	return "man"
}

var anyMan = regexp.MustCompile(`\b(?:(an?) )?([Mm])(an|en)\b(?:'s\b)?`)

// offTheBoard says it plainly where men have no way at whose end they are borne off.
var offTheBoard = strings.NewReplacer("bear off", "take off", "bears off", "takes off", "borne off", "taken off", "bearing off", "taking off", "bears a man off", "takes a man off")

// setAside says where men are that were nobody's, and of whom nobody has any who are borne off.
var setAside = strings.NewReplacer(lang.Name(engine.OffStore).Says, lang.Name(engine.OffStore).Else["of nobody"])

// inHoles says of what lies in holes, and of nobody's men, that it lies there; men stand on points.
var inHoles = strings.NewReplacer("stands in ", "lies in ", "stand in ", "lie in ", "put in ", "put into ")

// onHoles finds “on” before a hole, a store, or what the game calls some holes.
func onHoles(g *rulesets.Game) *regexp.Regexp {
	names := []string{"holes?", "(?:left|right) store"}
	for _, s := range g.Statements {
		if s.Called != "" && (s.Kind == "define" || s.Kind == "variable") {
			names = append(names, regexp.QuoteMeta(strings.TrimPrefix(strings.TrimPrefix(guarded(s.Called), "the "), "his ")))
		}
	}
	return regexp.MustCompile(`\b([Oo])n ((?:(?:any|each|one|the|some|all|an?|no|his|that|these|of|opponent's|player's|[A-Z]\w*'s) )*(?:` + strings.Join(names, "|") + `)\b)`)
}

// inItsWords puts what the game calls its men for the word.
func (sp *speaker) inItsWords(s string) string {
	s = strings.ReplaceAll(s, notTheirs, "")
	switch {
	case sp.sown:
		s = setAside.Replace(s)
	case sp.trackless:
		s = offTheBoard.Replace(s)
	}
	if sp.holesOf != nil {
		s = sp.holesOf.ReplaceAllStringFunc(s, func(found string) string {
			return strings.Replace(strings.Replace(found, "on ", "in ", 1), "On ", "In ", 1)
		})
		s = inHoles.Replace(s)
	}
	if sp.man == "man" {
		return unguarded(s)
	}
	return unguarded(anyMan.ReplaceAllStringFunc(s, func(found string) string {
		m := anyMan.FindStringSubmatch(found)
		word := sp.man
		if m[3] == "en" {
			word = plural(word)
		}
		if m[2] == "M" {
			word = Capitalised(word)
		}
		if m[1] != "" {
			word = article(word)
		}
		switch {
		case !strings.HasSuffix(found, "'s"):
			return word
		case strings.HasSuffix(word, "s"):
			return word + "'"
		}
		return word + "'s"
	}))
}

// InItsWords returns what puts the word of a game for its men into a text that speaks of men.
func InItsWords(g *rulesets.Game) func(string) string { return newSpeaker(g).inItsWords }

// Glossary is that of the ruleset, in which words of the field speak of men as the game does.
func Glossary(g *rulesets.Game) *rulesets.Glossary {
	return g.Definition.Glossary(InItsWords(g))
}

// finish makes a sentence of a text of this game.
func (sp *speaker) finish(s string) string { return sp.inItsWords(finish(s)) }
