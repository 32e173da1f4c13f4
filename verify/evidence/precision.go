package evidence

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/verify/severity"
)

// This check asks whether a date says more than is known, or something else.
var _ = add(Check{
	ID:    "EV004",
	Title: "a date says more than is known, or is off by one",
	Explanation: `Four slips that change what a date means. False precision: days or months where only years are known, or a plain year where
the source says "about". The year before the year 1 is 0000 in EDTF, so that 500 BCE is -0499; whoever writes -0500 is off by
one. The nineteenth century is 18XX, not 19XX. And the date may simply not be the one that is written beside it.`,
	Bad:      "date: {edtf: 1888-01-01/1892-12-31}\ndate: {edtf: -0500, as-written: 500 BC}\ndate: {edtf: 1890, as-written: about 1890}",
	Good:     "date: {edtf: 1888/1892}\ndate: {edtf: -0499, as-written: 500 BC}\ndate: {edtf: 1890~, as-written: about 1890}",
	Limits:   "What is written is read in English, German, French, Latin and Scandinavian words for about and for before Christ; other calendars are not known.",
	Severity: severity.Warning,
}, datesTooSharp)

var (
	aboutWords = regexp.MustCompile(`(?i)(?:^|[^\pL])(?:c|ca|circa|about|around|approx|approximately|probably|perhaps|possibly|um|etwa|vers|environ|omkring|cirka|um það bil|fl)(?:\.|[^\pL]|$)|\?`)
	// eraLetters end in the C of Christ, or of an era: av. J.-C., a. C., B. C., J.-C.
	eraLetters   = regexp.MustCompile(`(?i)(?:\pL\.[\s-]*){1,3}c(?:\.|[^\pL]|$)|(?:^|[^\pL])(?:j[\s-]*c|[ad]\s?c)(?:\.|[^\pL]|$)`)
	beforeWords  = regexp.MustCompile(`(?i)([0-9]{1,5})\s*(?:b\.?\s?c\.?(?:\s?e\.?)?|v\.?\s?chr\.?|av\.?\s?j\.?-?c\.?|a\.?\s?chr\.?|f\.?\s?kr\.?)(?:[^\pL]|$)`)
	centuryWord  = regexp.MustCompile(`(?i)\b([0-9]{1,2})(?:st|nd|rd|th|\.)\s*(?:c\b|cent|jahrhundert|jh)`)
	beforeChrist = regexp.MustCompile(`(?i)(?:^|[^\pL])(?:b\.?\s?c\.?(?:\s?e\.?)?|v\.?\s?chr\.?|av\.?\s?j\.?-?\s?c\.?|a\.\s?c\.)(?:[^\pL]|$)`)
	anyYear      = regexp.MustCompile(`(?:^|[^0-9-])([0-9]{3,4})(?:[^0-9]|$)`)
)

func datesTooSharp(l *Library) (out []Oddity) {
	for _, r := range l.Records {
		if r.Date == nil || r.Date.EDTF.IsZero() {
			continue
		}
		d := r.Date
		x := writtenDate{record: r, date: d, edtf: d.EDTF, written: strings.TrimSpace(d.AsWritten)}
		x.first, x.opened = x.edtf.Earliest()
		x.last, x.closed = x.edtf.Latest()
		x.days()
		x.doubt()
		if !x.asRead() && !x.beforeChrist() && !x.century() {
			x.years()
		}
		out = append(out, x.out...)
	}
	return out
}

// writtenDate is the date of a record beside what is written on the page. Its methods
// note what is odd; those that report whether they have settled it leave nothing to those
// that come after.
type writtenDate struct {
	record         *evidence.Record
	date           *evidence.Date
	edtf           date.EDTF
	written        string
	first, last    date.Day
	opened, closed bool // there is a first day, a last one
	out            []Oddity
}

func (x *writtenDate) odd(weight severity.Severity, format string, args ...any) {
	x.out = append(x.out, odd(x.record, weight, x.date.At("edtf"), format, args...))
}

// bounded reports whether the date has both ends.
func (x *writtenDate) bounded() bool { return x.opened && x.closed }

// days notes days and months that nobody has written.
func (x *writtenDate) days() {
	e := x.edtf
	fine := func(p date.Part) bool {
		return p.Precision == date.PrecisionDay || p.Precision == date.PrecisionMonth || p.Precision == date.PrecisionSecond
	}
	wholeYears := x.bounded() && x.first.Month == 1 && x.first.Day == 1 && x.last.Month == 12 && x.last.Day == 31
	if e.Interval && fine(e.Start) && fine(e.End) && wholeYears {
		better := edtfYear(x.first.Year)
		if x.last.Year != x.first.Year {
			better += "/" + edtfYear(x.last.Year)
		}
		x.odd(severity.Warning, "%s bounds whole years by days, as if they were known; expected %s", e.Text, better)
	} else if fine(e.Start) && anyYear.MatchString(x.written) && onlyYears(x.written) {
		x.odd(severity.Warning, "%s names a month or day, and what is written is a year, %q", e.Text, x.written)
	}
}

// doubt notes a doubt that is written and not dated.
func (x *writtenDate) doubt() {
	e := x.edtf
	qualified := e.Start.Approximate || e.Start.Uncertain || e.End.Approximate || e.End.Uncertain
	coarse := e.Start.Precision == date.PrecisionCentury || e.Start.Precision == date.PrecisionDecade
	if x.doubted() && !qualified && !coarse && !centuryWord.MatchString(x.written) {
		x.odd(severity.Warning, "%q is written, and %s is dated as if that were sure; expected ~ or ? behind it", x.written, e.Text)
	}
}

// doubted reports whether what is written says that the date is not sure.
func (x *writtenDate) doubted() bool {
	if read, err := date.Read(x.written); err == nil {
		return read.Start.Approximate || read.Start.Uncertain || read.End.Approximate || read.End.Uncertain
	}
	return aboutWords.MatchString(eraLetters.ReplaceAllString(x.written, " "))
}

// asRead holds what the reader of dates understands against the date as a whole, and
// reports whether that settles it. A number with a minus may be of either count.
func (x *writtenDate) asRead() bool {
	for _, count := range []date.Count{"", date.BCE, date.Astronomical} {
		if read, err := (date.Reader{Years: count}).Read(x.written); err == nil && (read.Within(x.edtf) == date.Certainly || sameYears(x.edtf, read.EDTF)) {
			return true
		}
	}
	read, err := date.Read(x.written)
	if err != nil || x.written == "" {
		return false
	}
	off, ok := offByOne(x.date, read.EDTF)
	if ok {
		x.odd(severity.Warning, "%s", off)
	}
	return ok
}

// beforeChrist compares years before Christ, of which the year 0 is one, and reports
// whether such a year, or such a century, is written.
func (x *writtenDate) beforeChrist() bool {
	first, last := x.first.Year, x.last.Year
	m := beforeWords.FindStringSubmatch(x.written)
	if m == nil {
		if x.opened && first < 0 && first%50 == 0 && x.written == "" {
			x.odd(severity.Note, "%s is %s; if %d BCE is meant, it is written %s", x.edtf.Text, year(first), -first, edtfYear(first+1))
		}
		return beforeChrist.MatchString(x.written)
	}
	n, _ := strconv.Atoi(m[1])
	want := 1 - n
	holds := x.bounded() && first <= want && want <= last
	switch {
	case holds && (first != -n || last == first+1 || x.edtf.Interval):
	case x.opened && first == -n || x.closed && last == -n:
		x.odd(severity.Warning, "%s is %s, and %q is written: the year 0 is 1 BCE, so that %d BCE is %s", x.edtf.Text, year(-n), x.written, n, edtfYear(want))
	case x.bounded() && !holds:
		x.odd(known(x.record, severity.Warning, "dates disagree"), "%s does not hold the year that is written, %q, which is %s", x.edtf.Text, x.written, edtfYear(want))
	}
	return true
}

// century compares a century that is written, and reports whether one is.
func (x *writtenDate) century() bool {
	m := centuryWord.FindStringSubmatch(x.written)
	if m == nil {
		return false
	}
	n, _ := strconv.Atoi(m[1])
	from, to := (n-1)*100, n*100
	first, last := x.first.Year, x.last.Year
	// 1900 is of the nineteenth century; a span that begins with it is not.
	if x.bounded() && (last < from || first > to || first == to && last > to) {
		x.odd(severity.Warning, "%s is not in the century that is written, %q, which is %02dXX", x.edtf.Text, x.written, n-1)
	}
	return true
}

// years notes the first year that is written and that the date does not hold.
func (x *writtenDate) years() {
	if !x.bounded() {
		return
	}
	for _, m := range anyYear.FindAllStringSubmatch(" "+strings.ReplaceAll(x.written, "-", "  ")+" ", -1) {
		if n, _ := strconv.Atoi(m[1]); n < x.first.Year || n > x.last.Year {
			x.odd(known(x.record, severity.Warning, "dates disagree", "date inferred"), "%q is written, and %s does not hold the year %d", x.written, x.edtf.Text, n)
			return
		}
	}
}

// notYears are months and days in figures: 1888-05, 14/3/1888, 5.1888.
var notYears = regexp.MustCompile(`[0-9]{4}-[0-9]{2}|\b[0-9]{1,2}[./-][0-9]{1,2}[./-]|\b[0-9]{1,2}[./][0-9]{4}\b|[0-9]{4}[./][0-9]{1,2}[./]`)

// onlyYears reports whether a text has nothing but years in it.
func onlyYears(s string) bool {
	return strings.Trim(s, "0123456789 -–/~?.[]()") == "" && !notYears.MatchString(s)
}

// sameYears reports whether two dates mean the same years.
func sameYears(a, b date.EDTF) bool {
	first, ok1 := a.Earliest()
	last, ok2 := a.Latest()
	from, ok3 := b.Earliest()
	to, ok4 := b.Latest()
	return ok1 == ok3 && ok2 == ok4 && first.Year == from.Year && last.Year == to.Year
}

// offByOne says of a date that its years before Christ are those of what is written
// with a minus in front, where EDTF counts a year 0.
func offByOne(d *evidence.Date, read date.EDTF) (string, bool) {
	first, ok1 := d.EDTF.Earliest()
	last, ok2 := d.EDTF.Latest()
	from, ok3 := read.Earliest()
	to, ok4 := read.Latest()
	shifted := func(have, want date.Day) bool { return want.Year <= 0 && have.Year == want.Year-1 }
	if !ok1 || !ok2 || !ok3 || !ok4 || from.Year > 0 || !shifted(first, from) || to.Year <= 0 && !shifted(last, to) || to.Year > 0 && last.Year != to.Year {
		return "", false
	}
	return fmt.Sprintf("%s is %s, and %q is written: the year 0 is 1 BCE, so that %s is %s",
		d.EDTF.Text, d.EDTF.Words(), strings.TrimSpace(d.AsWritten), read.Words(), read.Text), true
}

// edtfYear writes a year as EDTF has it.
func edtfYear(n int) string {
	s := date.Day{Year: n, Month: 1, Day: 1}.String()
	return strings.TrimSuffix(s, "-01-01")
}
