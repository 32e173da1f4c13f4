package evidence

import (
	"regexp"
	"strings"

	"github.com/lectio/lectio/verify/severity"
)

// This check asks whether a date is one of the thing that it is given for.
var _ = add(Check{
	ID:    "EV002",
	Title: "the years of a book stand where the time of play is expected",
	Explanation: `Catalogues often fill the date of a game with the years in which the book that tells of it came out, and even with the first and
last day of them. Whoever reads that takes a game for as old as a book. A date that is given as that of play, observation or
manufacture, or of nothing that is said, and that has exactly the years of the source, is reported; so is a page that has
bounds of days for what is only known to be a publication (a note, when the record says so).`,
	Bad:      "date: {edtf: 1888/1892, of: play}\nsource: {key: smith-1888}          # issued 1888–1892",
	Good:     "date: {edtf: 1888/1892, of: publication}",
	Limits:   "A game can have been seen in the year in which the book came out; then the note on the date should say so. Manuscripts and letters are passed over.",
	Severity: severity.Warning,
}, datesOfOther)

// wholeYears is a span from the first to the last day of years, as databases
// write what they know by the year.
var wholeYears = regexp.MustCompile(`^(-?[0-9]{4})-01-01\s*(?:-|–|/|to|until)\s*(-?[0-9]{4})-12-31$`)

func datesOfOther(l *Library) (out []Oddity) {
	for _, r := range l.Records {
		d := r.Date
		if d == nil || d.EDTF.IsZero() {
			continue
		}
		when, ok := dated(d)
		book, had := l.issued(r)
		same := ok && had && when == book && published(l.Source(r.Source.Key))
		switch {
		case same && (d.Of == "play" || d.Of == "observation" || d.Of == "manufacture" || d.Of == "deposition"):
			o := odd(r, known(r, severity.Warning, "date inferred"), d.At("edtf"), "%s is given as the time of %s, and those are the years in which the source came out", when, d.Of)
			o.Related = append(o.Related, l.Source(r.Source.Key).At("issued"))
			out = append(out, o)
		case same && d.Of == "":
			out = append(out, odd(r, severity.Warning, d.At("edtf"), "%s are the years in which the source came out, and nothing says that the date is of that; expected of: publication", when))
		case d.Of == "":
			out = append(out, odd(r, severity.Note, d.At("edtf"), "nothing says of what %s is the date; expected of: publication, play, observation…", d.EDTF.Text))
		}
		if d.Of == "publication" && wholeYears.MatchString(strings.TrimSpace(d.AsWritten)) {
			out = append(out, odd(r, severity.Note, d.At("as-written"), "the page bounds the time by days, %q, and they are those of a publication", d.AsWritten))
		}
	}
	return out
}
