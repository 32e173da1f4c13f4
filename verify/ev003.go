package verify

import (
	"fmt"
	"slices"

	"github.com/lectio/lectio/evidence"
)

// ev003 asks whether the dates of a record and its source fit each other.
var ev003 = &Check{
	ID:    "EV003",
	Title: "the dates of a record and of its source do not fit",
	Explanation: `A source cannot tell of what had not happened when it came out, and the publication that a record dates must be that of the
source it names. When the years differ, one is a slip, or there are two editions, or the record and the page speak of
different things. A source that came out more than fifty years after what it tells of is noted, once for each source, unless the
record says "written long after": it rests on something older that should be named. Finds and pictures are always published late.`,
	Bad:      "date: {edtf: 1900, of: play}\nsource: {key: smith-1888}          # issued 1888",
	Good:     "date: {edtf: 1855, of: publication}\nsource: {key: jones-1855}          # issued 1855",
	Limits:   "Years only are compared. A record that names the doubt (dates disagree, date inferred) has a note instead of a warning.",
	Severity: Warning,
	Needs:    Static,
	Tasks:    ofRecords("EV003", datesThatDisagree),
}

// longAfter is how many years make "written long after".
const longAfter = 50

func datesThatDisagree(l *library) (out []oddity) {
	late := map[string]*oddity{} // by source: what is written long after is asked once
	var order []string
	more := map[string]int{}
	for _, r := range l.Records {
		s := l.Source(r.Source.Key)
		book, had := l.issued(r)
		add := func(o oddity) {
			if s != nil {
				o.related = append(o.related, s.At("issued"))
			}
			out = append(out, o)
		}
		if d := r.Date; d != nil && had {
			when, ok := dated(d)
			first, opened := d.EDTF.Earliest()
			last, closed := d.EDTF.Latest()
			severity := known(r, Warning, "dates disagree", "date inferred")
			switch d.Of {
			case "publication":
				switch {
				case ok && !when.meets(book):
					add(odd(r, severity, d.At("edtf"), "the publication is dated %s, and the source came out %s", when, book))
				case ok && when != book:
					add(odd(r, Note, d.At("edtf"), "the publication is dated %s, and the source %s: they agree in part only", when, book))
				}
			case "":
				if ok && when != book && when.meets(book) {
					add(odd(r, severity, d.At("edtf"), "%s, of which nothing says what it dates, fits the years of the source, %s, in part only", when, book))
				}
			default:
				if opened && first.Year > book.last {
					add(odd(r, severity, d.At("edtf"), "the %s is dated %s, after the source that tells of it (%s)", d.Of, d.EDTF.Text, book))
				}
				if gap := book.first - last.Year; closed && gap > longAfter && !isFind(r) && !slices.Contains(r.Uncertainty, "written long after") {
					if more[s.Key]++; more[s.Key] == 1 {
						o := related(odd(r, Note, d.At("edtf"), "the source came out %d years after the %s it tells of, and the record does not name the doubt \"written long after\"", gap, d.Of), s.At("issued"))
						late[s.Key], order = &o, append(order, s.Key)
					}
				}
			}
		}
		if written, ok := yearsWritten(r.Source.AsWritten); ok && had && written != book {
			severity, how := known(r, Warning, "dates disagree"), "the source described"
			if written.meets(book) {
				severity = Note
			}
			add(odd(r, severity, r.Source.At("as-written"), "the reference as written has %s, and %s came out %s", written, how, book))
		}
		for i, key := range r.Via {
			via := l.Source(key)
			if via == nil || !had {
				continue
			}
			if _, last, ok := via.Years(); ok && last < book.first {
				o := odd(r, Warning, r.At("via", i), "the text is said to have come through %s, which is of %s and older than the source (%s)", key, year(last), book)
				o.related = append(o.related, via.At("issued"))
				add(o)
			}
		}
	}
	for _, key := range order {
		if n := more[key] - 1; n > 0 {
			late[key].message += fmt.Sprintf("; so do %d other records of %s", n, key)
		}
		out = append(out, *late[key])
	}
	return out
}

// isFind reports whether a record is of a thing, which is always published long
// after it was made: no text was handed down in between.
func isFind(r *evidence.Record) bool {
	return slices.Contains([]string{"artifact", "artistic depiction"}, r.Type) ||
		r.Date != nil && slices.Contains([]string{"manufacture", "deposition"}, r.Date.Of)
}
