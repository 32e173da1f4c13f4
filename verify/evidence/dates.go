package evidence

import (
	"fmt"
	"slices"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/biblio"
	"github.com/lectio/lectio/verify/severity"
)

// This check asks whether the dates of a record and its source fit each other.
var _ = add(Check{
	ID:    "EV003",
	Title: "the dates of a record and of its source do not fit",
	Explanation: `A source cannot tell of what had not happened when it came out, and the publication that a record dates must be that of the
source it names. When the years differ, one is a slip, or there are two editions, or the record and the page speak of
different things. A source that came out more than fifty years after what it tells of is noted, once for each source, unless the
record says "written long after": it rests on something older that should be named. Finds and pictures are always published late, and
so are texts whose own date the record gives: the source is an edition or a translation of them then.`,
	Bad:      "date: {edtf: 1900, of: play}\nsource: {key: smith-1888}          # issued 1888",
	Good:     "date: {edtf: 1855, of: publication}\nsource: {key: jones-1855}          # issued 1855",
	Limits:   "Years only are compared. A record that names the doubt (dates disagree, date inferred) has a note instead of a warning.",
	Severity: severity.Warning,
}, datesThatDisagree)

// longAfter is how many years make "written long after".
const longAfter = 50

func datesThatDisagree(l *Library) (out []Oddity) {
	late := lateSources{first: map[string]*Oddity{}, more: map[string]int{}}
	for _, r := range l.Records {
		book, had := l.issued(r)
		if !had {
			continue
		}
		s := l.Source(r.Source.Key)
		var list []Oddity
		if r.Date != nil {
			list = append(dateAgainstSource(r, book), writtenBeforeSource(r, book)...)
			late.note(r, s, book)
		}
		list = append(list, referenceAgainstSource(r, book)...)
		for i := range list {
			list[i].Related = append(list[i].Related, s.At("issued"))
		}
		out = append(append(out, list...), l.olderThanSource(r, s, book)...)
	}
	return append(out, late.oddities()...)
}

// dateAgainstSource compares a date of publication, or one of which nothing says what it
// dates, with the years of the source.
func dateAgainstSource(r *evidence.Record, book years) (out []Oddity) {
	d := r.Date
	when, ok := dated(d)
	weight := known(r, severity.Warning, "dates disagree", "date inferred")
	switch {
	case !ok:
	case d.Of == "publication" && !when.meets(book):
		out = append(out, odd(r, weight, d.At("edtf"), "the publication is dated %s, and the source came out %s", when, book))
	case d.Of == "publication" && when != book:
		out = append(out, odd(r, severity.Note, d.At("edtf"), "the publication is dated %s, and the source %s: they agree in part only", when, book))
	case d.Of == "" && when != book && when.meets(book):
		out = append(out, odd(r, weight, d.At("edtf"), "%s, of which nothing says what it dates, fits the years of the source, %s, in part only", when, book))
	}
	return out
}

// writtenBeforeSource looks for what had not happened when the source came out.
func writtenBeforeSource(r *evidence.Record, book years) (out []Oddity) {
	d := r.Date
	first, opened := d.EDTF.Earliest()
	if d.Of != "publication" && d.Of != "" && opened && first.Year > book.last {
		weight := known(r, severity.Warning, "dates disagree", "date inferred")
		out = append(out, odd(r, weight, d.At("edtf"), "the %s is dated %s, after the source that tells of it (%s)", d.Of, d.EDTF.Text, book))
	}
	return out
}

// referenceAgainstSource compares the years of the reference as it was written.
func referenceAgainstSource(r *evidence.Record, book years) (out []Oddity) {
	written, ok := yearsWritten(r.Source.AsWritten)
	if !ok || written == book {
		return nil
	}
	weight := known(r, severity.Warning, "dates disagree")
	if written.meets(book) {
		weight = severity.Note
	}
	return append(out, odd(r, weight, r.Source.At("as-written"), "the reference as written has %s, and the source described came out %s", written, book))
}

// olderThanSource looks for sources through which a text cannot have come, being older.
func (l *Library) olderThanSource(r *evidence.Record, s *biblio.Source, book years) (out []Oddity) {
	for i, key := range r.Via {
		via := l.Source(key)
		if via == nil {
			continue
		}
		if _, last, ok := via.Years(); ok && last < book.first {
			o := odd(r, severity.Warning, r.At("via", i), "the text is said to have come through %s, which is of %s and older than the source (%s)", key, year(last), book)
			out = append(out, related(o, via.At("issued"), s.At("issued")))
		}
	}
	return out
}

// lateSources are sources that came out long after what they tell of, each asked about once.
type lateSources struct {
	first map[string]*Oddity
	order []string
	more  map[string]int // records of each
}

// note counts a record whose source came out long after what it tells of.
func (l *lateSources) note(r *evidence.Record, s *biblio.Source, book years) {
	d := r.Date
	last, closed := d.EDTF.Latest()
	gap := book.first - last.Year
	if d.Of == "publication" || d.Of == "" || !closed || gap <= longAfter || isFind(r) || ownDate(r) || slices.Contains(r.Uncertainty, "written long after") {
		return
	}
	if l.more[s.Key]++; l.more[s.Key] == 1 {
		o := related(odd(r, severity.Note, d.At("edtf"), "the source came out %d years after the %s it tells of, and the record does not name the doubt \"written long after\"", gap, d.Of), s.At("issued"))
		l.first[s.Key], l.order = &o, append(l.order, s.Key)
	}
}

// ownDate reports whether a record dates its text: when that was composed, copied or printed.
// What came out long after is an edition or a translation of it.
func ownDate(r *evidence.Record) bool {
	return slices.ContainsFunc(r.AllDates(), func(d *evidence.Date) bool {
		return slices.Contains([]string{"composition", "copying", "printing"}, d.Of)
	})
}

// oddities are one for each source.
func (l *lateSources) oddities() (out []Oddity) {
	for _, key := range l.order {
		o := *l.first[key]
		if n := l.more[key] - 1; n > 0 {
			o.Message += fmt.Sprintf("; so do %d other records of %s", n, key)
		}
		out = append(out, o)
	}
	return out
}
