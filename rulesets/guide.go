package rulesets

import (
	_ "embed"
	"strings"
)

//go:embed README.md
var guide string

// Guided is what the guide says of kinds of statements, of effects and of directions: of the words of its tables of these, and of
// those with which its paragraphs begin.
func Guided() map[string]string {
	said := map[string]string{}
	add := func(word, text string) {
		if _, twice := said[word]; !twice && word != "" && text != "" {
			said[word] = text
		}
	}
	tabled := false
	for line := range strings.SplitSeq(guide, "\n") {
		line = strings.TrimSpace(line)
		cells := strings.Split(strings.Trim(strings.ReplaceAll(line, `\|`, "\x00"), "| "), " | ")
		for i := range cells {
			cells[i] = strings.ReplaceAll(cells[i], "\x00", "|")
		}
		switch first, last := cells[0], cells[len(cells)-1]; {
		case !strings.HasPrefix(line, "|"):
			tabled = false
			if !strings.HasPrefix(line, "**") {
				continue
			}
			for bold := strings.Split(line, "**"); len(bold) > 2; bold = bold[2:] {
				if strings.Contains(bold[1], ":") {
					add(firstWord(bold[1]), strings.TrimLeft(bold[2], " ,;"))
				}
			}
		case first == "effect", first == "direction", first == "word" && last == "meaning":
			tabled = true
		case tabled:
			for part := range strings.SplitSeq(first, ", `") {
				add(firstWord(strings.Trim(part, "`{")), last)
			}
		}
	}
	return said
}

// firstWord is the name with which a text begins.
func firstWord(text string) string {
	end := strings.IndexFunc(text, func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') })
	if end < 0 {
		return text
	}
	return text[:end]
}
