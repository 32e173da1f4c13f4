// Package language names languages in English, and knows such names, by Unicode's list of
// them. The list is large: who says what a record has, and does not know where it will run, is
// handed [Name] rather than importing it.
package language

import (
	"strings"
	"sync"

	"github.com/lectio/lectio/evidence/fold"
	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

// languages are the English names of the languages that have a code of two letters
// (ISO 639-1), folded word by word.
var languages = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	namer := display.English.Languages()
	for a := 'a'; a <= 'z'; a++ {
		for b := 'a'; b <= 'z'; b++ {
			base, err := language.ParseBase(string([]rune{a, b}))
			if err != nil {
				continue
			}
			for _, w := range fold.Words(strings.ToLower(namer.Name(base))) {
				out[w.Text] = true
			}
		}
	}
	return out
})

// Is reports whether a word is the English name of a language, and so, in
// English, an adjective: in "Icelandic text" nobody is named.
func Is(word string) bool {
	for _, w := range fold.Words(word) {
		if !languages()[w.Text] {
			return false
		}
	}
	return word != ""
}

// earlier are languages of old texts that Unicode's list of names, which has Old French and
// Middle High German, leaves out: with the names of ISO 639-3.
var earlier = map[string]string{
	"gml": "Middle Low German", "oco": "Old Cornish", "odt": "Old Dutch", "ofs": "Old Frisian", "oge": "Old Georgian", "orv": "Old Russian",
	"osp": "Old Spanish", "osx": "Old Saxon", "otk": "Old Turkish", "owl": "Old Welsh", "wlm": "Middle Welsh", "xaa": "Andalusian Arabic",
	"xcl": "Classical Armenian", "xno": "Anglo-Norman",
}

// Name is the English name of a language by its BCP 47 tag: "Latin" for "la",
// or the tag itself where that has no name.
func Name(tag string) string {
	if name := earlier[tag]; name != "" {
		return name
	}
	t, err := language.Parse(tag)
	if err != nil {
		return tag
	}
	if name := display.English.Tags().Name(t); name != "" {
		return name
	}
	return tag
}
