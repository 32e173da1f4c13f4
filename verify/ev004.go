package verify

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence"
)

// ev004 asks whether a date says more than is known, or something else.
var ev004 = &Check{
	ID:    "EV004",
	Title: "a date says more than is known, or is off by one",
	Explanation: `Four slips that change what a date means. False precision: days or months where only years are known, or a plain year where
the source says "about". The year before the year 1 is 0000 in EDTF, so that 500 BCE is -0499; whoever writes -0500 is off by
one. The nineteenth century is 18XX, not 19XX. And the date may simply not be the one that is written beside it.`,
	Bad:      "date: {edtf: 1888-01-01/1892-12-31}\ndate: {edtf: -0500, as-written: 500 BC}\ndate: {edtf: 1890, as-written: about 1890}",
	Good:     "date: {edtf: 1888/1892}\ndate: {edtf: -0499, as-written: 500 BC}\ndate: {edtf: 1890~, as-written: about 1890}",
	Limits:   "What is written is read in English, German, French, Latin and Scandinavian words for about and for before Christ; other calendars are not known.",
	Severity: Warning,
	Needs:    Static,
	Tasks:    ofRecords("EV004", datesTooSharp),
}

var (
	aboutWords   = regexp.MustCompile(`(?i)(?:^|[^\pL])(?:c|ca|circa|about|around|approx|approximately|probably|perhaps|possibly|um|etwa|vers|environ|omkring|cirka|um það bil|fl)(?:\.|[^\pL]|$)|\?`)
	beforeWords  = regexp.MustCompile(`(?i)([0-9]{1,5})\s*(?:b\.?\s?c\.?(?:\s?e\.?)?|v\.?\s?chr\.?|av\.?\s?j\.?-?c\.?|a\.?\s?chr\.?|f\.?\s?kr\.?)(?:[^\pL]|$)`)
	centuryWord  = regexp.MustCompile(`(?i)\b([0-9]{1,2})(?:st|nd|rd|th|\.)\s*(?:c\b|cent|jahrhundert|jh)`)
	beforeChrist = regexp.MustCompile(`(?i)(?:^|[^\pL])(?:b\.?\s?c\.?(?:\s?e\.?)?|v\.?\s?chr\.?|av\.?\s?j\.?-?\s?c\.?|a\.\s?c\.)(?:[^\pL]|$)`)
	anyYear      = regexp.MustCompile(`(?:^|[^0-9-])([0-9]{3,4})(?:[^0-9]|$)`)
)

func datesTooSharp(l *library) (out []oddity) {
	for _, r := range l.Records {
		if r.Date == nil || r.Date.EDTF.IsZero() {
			continue
		}
		d := r.Date
		e, written := d.EDTF, strings.TrimSpace(d.AsWritten)
		at := d.At("edtf")
		first, ok1 := e.Earliest()
		last, ok2 := e.Latest()
		fine := func(p evidence.DatePart) bool {
			return p.Precision == evidence.PrecisionDay || p.Precision == evidence.PrecisionMonth || p.Precision == evidence.PrecisionSecond
		}
		if ok1 && ok2 && e.Interval && fine(e.Start) && fine(e.End) && first.Month == 1 && first.Day == 1 && last.Month == 12 && last.Day == 31 {
			better := edtfYear(first.Year)
			if last.Year != first.Year {
				better += "/" + edtfYear(last.Year)
			}
			out = append(out, odd(r, Warning, at, "%s bounds whole years by days, as if they were known; expected %s", e.Text, better))
		} else if fine(e.Start) && written != "" && len(anyYear.FindAllString(written, -1)) > 0 && onlyYears(written) {
			out = append(out, odd(r, Warning, at, "%s names a month or day, and what is written is a year, %q", e.Text, written))
		}
		qualified := e.Start.Approximate || e.Start.Uncertain || e.End.Approximate || e.End.Uncertain
		if written != "" && aboutWords.MatchString(written) && !qualified && e.Start.Precision != evidence.PrecisionCentury && e.Start.Precision != evidence.PrecisionDecade && !centuryWord.MatchString(written) {
			out = append(out, odd(r, Warning, at, "%q is written, and %s is dated as if that were sure; expected ~ or ? behind it", written, e.Text))
		}
		// What the reader of dates understands is held against the date as a whole.
		if read, err := evidence.ReadDate(written); err == nil && written != "" {
			if at, ok := offByOne(d, read.EDTF); ok {
				out = append(out, odd(r, Warning, d.At("edtf"), "%s", at))
				continue
			}
			if read.Within(e) == evidence.Certainly || sameYears(e, read.EDTF) {
				continue
			}
		}
		switch m := beforeWords.FindStringSubmatch(written); {
		case m != nil:
			n, _ := strconv.Atoi(m[1])
			want := 1 - n
			switch {
			case ok1 && ok2 && first.Year <= want && want <= last.Year && (first.Year != -n || last.Year == first.Year+1 || e.Interval):
			case ok1 && first.Year == -n || ok2 && last.Year == -n:
				out = append(out, odd(r, Warning, at, "%s is %s, and %q is written: the year 0 is 1 BCE, so that %d BCE is %s", e.Text, year(-n), written, n, edtfYear(want)))
			default:
				if ok1 && ok2 && (want < first.Year || want > last.Year) {
					out = append(out, odd(r, known(r, Warning, "dates disagree"), at, "%s does not hold the year that is written, %q, which is %s", e.Text, written, edtfYear(want)))
				}
			}
			continue
		case ok1 && first.Year < 0 && first.Year%50 == 0 && written == "":
			out = append(out, odd(r, Note, at, "%s is %s; if %d BCE is meant, it is written %s", e.Text, year(first.Year), -first.Year, edtfYear(first.Year+1)))
		}
		if beforeChrist.MatchString(written) {
			continue // its centuries and years are not those that are compared below
		}
		if m := centuryWord.FindStringSubmatch(written); m != nil {
			n, _ := strconv.Atoi(m[1])
			from, to := (n-1)*100, n*100
			// 1900 is of the nineteenth century; a span that begins with it is not.
			if ok1 && ok2 && (last.Year < from || first.Year > to || first.Year == to && last.Year > to) {
				out = append(out, odd(r, Warning, at, "%s is not in the century that is written, %q, which is %02dXX", e.Text, written, n-1))
			}
			continue
		}
		// What is written has years, and the date has others.
		if ok1 && ok2 && written != "" {
			var list []int
			for _, m := range anyYear.FindAllStringSubmatch(" "+strings.ReplaceAll(written, "-", "  ")+" ", -1) {
				n, _ := strconv.Atoi(m[1])
				list = append(list, n)
			}
			for _, n := range list {
				if n < first.Year || n > last.Year {
					out = append(out, odd(r, known(r, Warning, "dates disagree", "date inferred"), at, "%q is written, and %s does not hold the year %d", written, e.Text, n))
					break
				}
			}
		}
	}
	return out
}

// notYears are months and days in figures: 1888-05, 14/3/1888, 5.1888.
var notYears = regexp.MustCompile(`[0-9]{4}-[0-9]{2}|\b[0-9]{1,2}[./-][0-9]{1,2}[./-]|\b[0-9]{1,2}[./][0-9]{4}\b|[0-9]{4}[./][0-9]{1,2}[./]`)

// onlyYears reports whether a text has nothing but years in it.
func onlyYears(s string) bool {
	return strings.Trim(s, "0123456789 -–/~?.[]()") == "" && !notYears.MatchString(s)
}

// sameYears reports whether two dates mean the same years.
func sameYears(a, b evidence.EDTF) bool {
	first, ok1 := a.Earliest()
	last, ok2 := a.Latest()
	from, ok3 := b.Earliest()
	to, ok4 := b.Latest()
	return ok1 == ok3 && ok2 == ok4 && first.Year == from.Year && last.Year == to.Year
}

// offByOne says of a date that its years before Christ are those of what is written
// with a minus in front, where EDTF counts a year 0.
func offByOne(d *evidence.Date, read evidence.EDTF) (string, bool) {
	first, ok1 := d.EDTF.Earliest()
	last, ok2 := d.EDTF.Latest()
	from, ok3 := read.Earliest()
	to, ok4 := read.Latest()
	shifted := func(have, want evidence.Day) bool { return want.Year <= 0 && have.Year == want.Year-1 }
	if !ok1 || !ok2 || !ok3 || !ok4 || from.Year > 0 || !shifted(first, from) || to.Year <= 0 && !shifted(last, to) || to.Year > 0 && last.Year != to.Year {
		return "", false
	}
	return fmt.Sprintf("%s is %s, and %q is written: the year 0 is 1 BCE, so that %s is %s",
		d.EDTF.Text, d.EDTF.Words(), strings.TrimSpace(d.AsWritten), read.Words(), read.Text), true
}

// edtfYear writes a year as EDTF has it.
func edtfYear(n int) string {
	s := evidence.Day{Year: n, Month: 1, Day: 1}.String()
	return strings.TrimSuffix(s, "-01-01")
}
