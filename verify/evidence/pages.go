package evidence

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/biblio"
	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/verify/severity"
)

// This check asks whether the same pages are cited as if they were others.
var _ = add(Check{
	ID:    "EV005",
	Title: "one range of pages stands under two years or two sources",
	Explanation: `When two records cite the same pages, once from a book of 1853 and once from one of 1855 by nearly the same author, there are two
editions or one slip, and until that is known the two records may or may not rest on one text. A range that runs backwards, or lies
outside the pages of an article, cannot be looked up.`,
	Bad:      "source: {key: jones-1853, locator: \"406-408\"}   # and in another record\nsource: {key: jones-1855, locator: \"406-408\"}",
	Good:     "source: {key: jones-1853, locator: \"406-408\"}   # in both records",
	Limits:   "Two sources count as near when an author's or editor's name or the title is alike; the same pages of different books are nothing odd.",
	Severity: severity.Warning,
}, pagesTwice)

var pageSpan = regexp.MustCompile(`([0-9]+)\s*[-–]\s*([0-9]+)`)

func pagesTwice(l *Library) (out []Oddity) {
	byPages := map[string][]*evidence.Record{}
	for _, r := range l.Records {
		if p := pagesOf(r.Source.Locator); p != "" {
			byPages[p] = append(byPages[p], r)
		}
		out = append(out, l.pagesOff(r)...)
	}
	near := map[[2]string]bool{} // sources that look like one another
	for _, r := range l.Records {
		pages := pagesOf(r.Source.Locator)
		if pages == "" {
			continue
		}
		sameBook := false
		said := map[string]bool{} // one record of each other source is enough to look at
		for _, other := range byPages[pages] {
			if other == r {
				continue
			}
			a, b := l.Source(r.Source.Key), l.Source(other.Source.Key)
			switch {
			case a == nil || b == nil || said[b.Key]:
			case a != b && strings.Contains(pages, "-"):
				said[b.Key] = true
				same, compared := near[[2]string{a.Key, b.Key}]
				if !compared {
					same = alike(a, b)
					near[[2]string{a.Key, b.Key}], near[[2]string{b.Key, a.Key}] = same, same
				}
				if !same {
					continue
				}
				o := odd(r, known(r, severity.Warning, "dates disagree"), r.Source.At("locator"), "%s cites the same pages, %s, from %s (%s), which looks like %s (%s)",
					other.ID, r.Source.Locator, b.Key, orNone(b.Issued), a.Key, orNone(a.Issued))
				o.Related = append(o.Related, other.Source.At("locator"), a.Pos(), b.Pos())
				out = append(out, o)
			case a == b && !sameBook:
				mine, ok1 := l.citedYears(r)
				theirs, ok2 := l.citedYears(other)
				if ok1 && ok2 && mine != theirs {
					sameBook = true
					o := odd(r, known(r, severity.Warning, "dates disagree"), r.Source.At("locator"), "the pages %s of %s are dated %s here and %s in %s", r.Source.Locator, a.Key, mine, theirs, other.ID)
					o.Related = append(o.Related, other.Source.At("locator"))
					out = append(out, o)
				}
			}
		}
	}
	return out
}

// pagesOff looks at the locator alone.
func (l *Library) pagesOff(r *evidence.Record) (out []Oddity) {
	for _, m := range pageSpan.FindAllStringSubmatch(r.Source.Locator, -1) {
		from, _ := strconv.Atoi(m[1])
		to, _ := strconv.Atoi(m[2])
		// 406-8 is 406-408.
		if len(m[2]) < len(m[1]) {
			to, _ = strconv.Atoi(m[1][:len(m[1])-len(m[2])] + m[2])
		}
		if to < from {
			out = append(out, odd(r, severity.Warning, r.Source.At("locator"), "the pages %s run backwards", m[0]))
			continue
		}
		s := l.Source(r.Source.Key)
		if s == nil {
			continue
		}
		if of := pageSpan.FindStringSubmatch(s.Page); of != nil && len(of[1]) == len(of[2]) {
			low, _ := strconv.Atoi(of[1])
			high, _ := strconv.Atoi(of[2])
			if from < low || to > high {
				o := odd(r, severity.Warning, r.Source.At("locator"), "the pages %s lie outside those of %s, %s", m[0], s.Key, s.Page)
				o.Related = append(o.Related, s.At("page"))
				out = append(out, o)
			}
		}
	}
	return out
}

// alike reports whether two sources may be one: a shared or nearly shared name,
// or the same title.
func alike(a, b *biblio.Source) bool {
	if t := fold.Text(a.Title); t != "" && t == fold.Text(b.Title) {
		return true
	}
	for _, x := range familyNames(a) {
		for _, y := range familyNames(b) {
			if fold.Near(fold.Text(x), fold.Text(y)) {
				return true
			}
		}
	}
	return false
}
