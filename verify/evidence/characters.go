package evidence

import (
	"github.com/lectio/lectio/evidence/biblio"
	"github.com/lectio/lectio/verify/severity"
)

// This check asks whether texts hold what nobody sees.
var _ = add(Check{
	ID:    "EV012",
	Title: "a text has characters that are not seen and do something",
	Explanation: `A control character comes into a text with what was copied, or as an escape such as \e or \u001B. It shows nothing: on a terminal it may colour
or hide what follows, or type a command; in a page it may make the page unreadable to programs. A character that turns the direction of
writing makes a line look like another one than it is: 12 may be shown as 21. Arabic, Hebrew and their like need none of these; every
program knows which way they are written. Lectio shows such characters as signs wherever it prints them, and refuses them in ids.`,
	Bad:      `text: "A man may \e[8mnot\e[0m be taken."`,
	Good:     `text: "A man may not be taken."`,
	Limits:   "Line ends and tabulators are text. Marks of direction that turn nothing (U+200E, U+200F) are passed over, and so are letters that look like others.",
	Severity: severity.Warning,
}, charactersActing)

func charactersActing(l *Library) (out []Oddity) {
	for _, r := range l.Records {
		for _, a := range r.Node().Acting() {
			out = append(out, odd(r, severity.Warning, a.Pos, "%s", a.Says()))
		}
	}
	return append(out, l.ofSources(func(s *biblio.Source) (out []Oddity) {
		for _, a := range s.Acting() {
			out = append(out, Oddity{Severity: severity.Warning, Pos: a.Pos, Message: "the source " + s.Key + ": " + a.Says()})
		}
		return out
	})...)
}
