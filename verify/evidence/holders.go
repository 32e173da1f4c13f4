package evidence

import (
	"slices"
	"strings"
	"unicode"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify/severity"
)

// This check asks whether those who hold a reading can be looked up.
var _ = add(Check{
	ID:    "EV014",
	Title: "a reading is held by somebody who is not among the sources",
	Explanation: `Who holds a reading is written in plain words (held-by), and whoever is named there has to be found again: in the description of a source (evidence/sources: as
author, title, the work or page that it stands in, or in the note on what was seen of it), or as a game of the corpus. A name is a word that begins with a
capital letter, or the address of a page. Either the source is described, or the name goes.`,
	Bad:      "held-by: [Smith 1890]",
	Good:     "held-by: [summary, merels, Jones 1853]   # evidence/sources has jones-1853",
	Limits:   "Names of languages count as adjectives (the Icelandic text). One word of a name is enough, so that another work of the same author passes; what is written without a capital letter is no name.",
	Severity: severity.Warning,
}, holdersUnknown)

func holdersUnknown(l *Library) (out []Oddity) {
	if l.Language == nil {
		return nil
	}
	known := map[string]bool{}
	for _, s := range l.Sources {
		text := s.Key + " " + s.Title + " " + s.Container + " " + s.Publisher + " " + s.URL + " " + s.Note
		for _, n := range slices.Concat(s.Authors, s.Editors) {
			text += " " + n.String()
		}
		learn(known, text)
	}
	for _, r := range l.Records {
		learn(known, r.ID+" "+r.Game)
	}
	for _, d := range l.Definitions {
		learn(known, d.Title)
	}
	l.eachReading(func(r *evidence.Record, d *rulesets.Definition, q *rulesets.Question, x *rulesets.Reading) {
		for _, h := range x.HeldBy {
			var unknown []string
			for _, name := range namesIn(h) {
				if !knows(known, name) && !l.Language(name) {
					unknown = append(unknown, name)
				}
			}
			if len(unknown) > 0 {
				out = append(out, Oddity{Record: r, Severity: severity.Warning, Pos: x.Pos, Message: q.Name() + "=" + x.ID + " is held by “" + h + "”, and no source in evidence/sources has " + strings.Join(unknown, " or ")})
			}
		}
	})
	return out
}

// eachReading calls f with every reading of the corpus, and the first record of its
// ruleset; nil where it has none.
func (l *Library) eachReading(f func(r *evidence.Record, d *rulesets.Definition, q *rulesets.Question, x *rulesets.Reading)) {
	for _, d := range l.Definitions {
		var record *evidence.Record
		if len(d.Records) > 0 {
			record = l.Record(d.Records[0])
		}
		for _, q := range d.Questions {
			for _, x := range q.Readings {
				f(record, d, q, x)
			}
		}
	}
}

// namesIn are the words of a holder that name somebody or something: those of three
// letters or more with a capital in front, and addresses of pages.
func namesIn(holder string) (out []string) {
	words := strings.FieldsFunc(holder, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("(),;:/“”\"", r) })
	for _, w := range words {
		w = strings.TrimSuffix(strings.TrimSuffix(strings.TrimRight(w, ".!?"), "'s"), "’s")
		letters := []rune(w)
		switch {
		case len(letters) < 3:
		case unicode.IsUpper(letters[0]), strings.Contains(w, ".") && unicode.IsLetter(letters[0]):
			out = append(out, w)
		}
	}
	return out
}

// learn adds the words of a text.
func learn(known map[string]bool, text string) {
	for _, w := range fold.Words(text) {
		known[w.Text] = true
	}
}

// knows reports whether every word of a name is known: of an address the host.
func knows(known map[string]bool, name string) bool {
	for _, w := range fold.Words(name) {
		if !known[w.Text] {
			return false
		}
	}
	return true
}
