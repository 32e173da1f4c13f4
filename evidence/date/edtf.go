package date

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// EDTF is a date in the Extended Date/Time Format, level 1 (ISO 8601-2): a
// date, or an interval of two. The zero value is no date.
type EDTF struct {
	// Text is the date as written.
	Text string
	// Interval is set for a date with a slash; otherwise Start and End are the
	// same.
	Interval   bool
	Start, End Part
}

// Part is a single date, or one end of an interval.
type Part struct {
	// Text is the part as written.
	Text string
	// Open is an end of an interval that is there but has no date (".."):
	// since, until. Unknown is an end that nobody knows (nothing written).
	Open, Unknown bool
	// Uncertain (?) says that the source is doubtful, Approximate (~) that the
	// date is only near; % is both. Neither changes Earliest and Latest.
	Uncertain, Approximate bool
	// Precision is the unit that is known.
	Precision Precision
	// Earliest and Latest are the first and the last day that the part can
	// mean; without meaning for an open or unknown end.
	Earliest, Latest Day
}

// Dated reports whether the part gives a date at all.
func (p Part) Dated() bool { return !p.Open && !p.Unknown }

// Precision is how much of a date is known.
type Precision string

// The precisions. A decade is 188X, a century 18XX.
const (
	PrecisionSecond  Precision = "second"
	PrecisionDay     Precision = "day"
	PrecisionMonth   Precision = "month"
	PrecisionSeason  Precision = "season"
	PrecisionYear    Precision = "year"
	PrecisionDecade  Precision = "decade"
	PrecisionCentury Precision = "century"
)

// Day is a day of the proleptic Gregorian calendar. Year 0 is 1 BCE, -1 is
// 2 BCE.
type Day struct{ Year, Month, Day int }

// Compare orders days.
func (d Day) Compare(e Day) int {
	return cmp.Or(cmp.Compare(d.Year, e.Year), cmp.Compare(d.Month, e.Month), cmp.Compare(d.Day, e.Day))
}

// String gives the day as EDTF writes it.
func (d Day) String() string {
	switch {
	case d.Year > 9999 || d.Year < -9999:
		return fmt.Sprintf("Y%d-%02d-%02d", d.Year, d.Month, d.Day)
	case d.Year < 0:
		return fmt.Sprintf("-%04d-%02d-%02d", -d.Year, d.Month, d.Day)
	}
	return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day)
}

// String gives the date as written.
func (e EDTF) String() string { return e.Text }

// IsZero reports whether there is no date.
func (e EDTF) IsZero() bool { return e.Text == "" }

// Earliest returns the first day the date can mean; false when its start is
// open or unknown.
func (e EDTF) Earliest() (Day, bool) { return e.Start.Earliest, !e.IsZero() && e.Start.Dated() }

// Latest returns the last day the date can mean; false when its end is open or
// unknown.
func (e EDTF) Latest() (Day, bool) { return e.End.Latest, !e.IsZero() && e.End.Dated() }

// EDTFError says what is wrong with a date.
type EDTFError struct {
	Text            string
	Offset          int // in bytes, where it goes wrong
	Found, Expected string
	Message         string
}

func (e *EDTFError) Error() string {
	s := fmt.Sprintf("the date %q is not valid EDTF: %s", e.Text, e.Message)
	if e.Expected != "" && !strings.Contains(e.Message, e.Expected) {
		s += "; expected " + e.Expected
	}
	return s
}

// ParseEDTF reads a date of EDTF level 0 or 1. The error is an *EDTFError. Of a date
// that [Read] reads it says how it is written.
func ParseEDTF(text string) (EDTF, error) {
	e, err := parseEDTF(text)
	if err == nil {
		return e, nil
	}
	if read, problem := Read(text); problem == nil && !strings.Contains(err.Message, read.Text) {
		err.Expected = read.Text
		if words := read.Words(); words != text {
			err.Expected += " for " + words
		}
	}
	return EDTF{}, err
}

// parseEDTF is ParseEDTF without advice.
func parseEDTF(text string) (EDTF, *EDTFError) {
	p := edtfParser{text: text}
	e, ok := p.parse()
	if !ok {
		return EDTF{}, p.err
	}
	return e, nil
}

type edtfParser struct {
	text string
	err  *EDTFError
}

func (p *edtfParser) fail(offset int, found, expected, format string, args ...any) bool {
	p.err = &EDTFError{Text: p.text, Offset: offset, Found: found, Expected: expected, Message: fmt.Sprintf(format, args...)}
	return false
}

func (p *edtfParser) parse() (EDTF, bool) {
	e := EDTF{Text: p.text}
	if p.text == "" {
		return e, p.fail(0, "nothing", "a date such as 1888 or 1888/1892", "it is empty")
	}
	if p.habits() {
		return e, false
	}
	start, end, interval := strings.Cut(p.text, "/")
	var ok bool
	if !interval {
		e.Start, ok = p.part(start, 0, true)
		e.End = e.Start
		return e, ok
	}
	if i := strings.IndexByte(end, '/'); i >= 0 {
		return e, p.fail(len(start)+1+i, "a second slash", "one slash", "an interval has two ends and one slash")
	}
	e.Interval = true
	if e.Start, ok = p.end(start, 0); !ok {
		return e, false
	}
	if e.End, ok = p.end(end, len(start)+1); !ok {
		return e, false
	}
	if !e.Start.Dated() && !e.End.Dated() {
		return e, p.fail(0, "two ends without a date", "a date on one side of the slash", "an interval without any date says nothing")
	}
	if e.Start.Dated() && e.End.Dated() && e.Start.Earliest.Compare(e.End.Latest) > 0 {
		return e, p.fail(len(start)+1, end, end+"/"+start, "the interval ends before it begins")
	}
	return e, true
}

// habits recognises the ways in which people write dates elsewhere.
func (p *edtfParser) habits() bool {
	t := p.text
	lower := strings.ToLower(t)
	fail := func(offset int, found, expected, format string, args ...any) bool {
		p.fail(offset, found, expected, format, args...)
		return true
	}
	if strings.HasPrefix(lower, "c") {
		return fail(0, "c", "~ behind the date", "about a year is written with ~ behind it: 1888~")
	}
	for i, r := range t {
		switch {
		case r == ' ' || r == '\t' || r == '\n':
			return fail(i, "a space", "a date without spaces", "spaces have no place in a date")
		case r == '–' || r == '—' || r == '−':
			return fail(i, string(r), "a slash between two dates, or a hyphen within one", "the dash %c has no place in a date", r)
		case r == 'x' || r == 'u':
			if i > 0 && t[i-1] >= '0' && t[i-1] <= '9' || i > 0 && (t[i-1] == 'x' || t[i-1] == 'u' || t[i-1] == '-') {
				return fail(i, string(r), "X", "an unknown digit is written X")
			}
		}
	}
	if i := strings.Index(lower, "unknown"); i >= 0 {
		return fail(i, "unknown", "nothing on that side of the slash", "an unknown end is left empty: 1888/")
	}
	if i := strings.Index(lower, "open"); i >= 0 {
		return fail(i, "open", "..", "an open end is written with two dots: 1888/..")
	}
	if len(t) == 9 && t[4] == '-' && digits(t[:4]) && digits(t[5:]) {
		return fail(4, "-", t[:4]+"/"+t[5:], "from one year to another is written with a slash: %s/%s", t[:4], t[5:])
	}
	if strings.ContainsAny(t, "[]{},") {
		i := strings.IndexAny(t, "[]{},")
		return fail(i, t[i:i+1], "a date or an interval", "sets of dates belong to EDTF level 2; only levels 0 and 1 are read")
	}
	return false
}

// end reads one end of an interval.
func (p *edtfParser) end(s string, at int) (Part, bool) {
	switch s {
	case "":
		return Part{Unknown: true}, true
	case "..":
		return Part{Text: s, Open: true}, true
	}
	return p.part(s, at, false)
}

// part reads a single date that begins at an offset of the text.
func (p *edtfParser) part(s string, at int, time bool) (Part, bool) {
	d := Part{Text: s, Precision: PrecisionYear}
	if q := strings.IndexAny(s, "?~%"); q >= 0 {
		if q != len(s)-1 {
			return d, p.fail(at+q, s[q:q+1], "the qualifier at the end of the date", "a qualifier within a date belongs to EDTF level 2; level 1 has one of ?, ~ and %% at the end")
		}
		d.Uncertain = s[q] == '?' || s[q] == '%'
		d.Approximate = s[q] == '~' || s[q] == '%'
		s = s[:q]
	}
	if strings.HasPrefix(s, "Y") {
		ok := p.longYear(&d, s, at)
		return d, ok
	}
	date, clock, hasTime := strings.Cut(s, "T")
	if hasTime {
		switch {
		case !time:
			return d, p.fail(at+len(date), "a time", "dates only", "an interval has no time of day")
		case d.Uncertain || d.Approximate:
			return d, p.fail(at+len(s), "a qualifier", "a date and time, or a date with a qualifier", "a time of day has no qualifier")
		}
	}
	if !p.calendar(&d, date, at) {
		return d, false
	}
	if hasTime {
		if d.Precision != PrecisionDay {
			return d, p.fail(at+len(date), "a time", "year-month-day before it", "a time of day needs a full date before it")
		}
		d.Precision = PrecisionSecond
		if !validClock(clock) {
			return d, p.fail(at+len(date)+1, clock, "hours:minutes:seconds, and Z or an offset such as +01:00 at most", "the time of day cannot be read")
		}
	}
	return d, true
}

// longYear reads Y and a year of more than four digits.
func (p *edtfParser) longYear(d *Part, s string, at int) bool {
	n := strings.TrimPrefix(s[1:], "-")
	const expected = "Y, perhaps a minus, and a year of five digits or more"
	if !digits(n) || len(n) < 5 || n[0] == '0' {
		return p.fail(at, s, expected, "Y begins a year of more than four digits")
	}
	year, err := strconv.Atoi(s[1:])
	if err != nil || len(n) > 12 {
		return p.fail(at, s, "at most twelve digits", "the year is out of range")
	}
	d.Earliest, d.Latest = Day{year, 1, 1}, Day{year, 12, 31}
	return true
}

// calendar reads year, year-month, year-season and year-month-day, with
// unspecified digits where level 1 has them.
func (p *edtfParser) calendar(d *Part, s string, at int) bool {
	year, rest, more := strings.Cut(strings.TrimPrefix(s, "-"), "-")
	off := at + len(s) - len(strings.TrimPrefix(s, "-"))
	if !p.year(d, year, s, at, off) {
		return false
	}
	if !more {
		return true
	}
	off += len(year)
	if strings.HasSuffix(year, "X") {
		return p.fail(off, "-"+rest, "the year alone", "a year with unknown digits stands alone in level 1")
	}
	month, day, more := strings.Cut(rest, "-")
	off++
	switch m, _ := strconv.Atoi(month); {
	case len(month) != 2 || month != "XX" && !digits(month):
		return p.fail(off, month, "a month 01 to 12, a season 21 to 24, or XX", "the month cannot be read")
	case month == "XX" && more && day != "XX":
		return p.fail(off, month, "a month when there is a day", "an unknown month with a known day belongs to EDTF level 2")
	case month == "XX":
		return true // the whole year
	case m >= 21 && m <= 24 && more:
		return p.fail(off+2, "-"+day, "the season alone", "a season has no days")
	case m >= 21 && m <= 24:
		d.season(m - 21)
		return true
	case m < 1 || m > 12:
		return p.fail(off, month, "a month 01 to 12, a season 21 to 24, or XX", "there is no month %s", month)
	default:
		d.Earliest.Month, d.Latest.Month = m, m
		d.Latest.Day = DaysIn(d.Latest.Year, m)
		d.Precision = PrecisionMonth
	}
	return !more || day == "XX" || p.dayOfMonth(d, day, off+3)
}

// year reads a year of four digits, of which the last two may be unknown. It stands at off in
// the text s, which stands at at.
func (p *edtfParser) year(d *Part, year, s string, at, off int) bool {
	known := strings.TrimRight(year, "X")
	blank := len(year) - len(known)
	negative := off > at
	switch {
	case !digits(known) && known != "" || len(year) != 4 && blank == 0:
		return p.fail(off, orNothing(year), "a year of four digits", "a year has four digits (0987; longer ones begin with Y)")
	case len(year) != 4:
		return p.fail(off, year, "a year of four digits", "a year has four digits, known or X")
	case blank > 2:
		return p.fail(off+len(known), year, "at most two X at the end of the year", "level 1 leaves at most the last two digits of a year open; write an interval")
	case negative && year == "0000":
		return p.fail(at, s, "0000", "year 0 has no minus (it is 1 BCE)")
	}
	low, _ := strconv.Atoi(known + strings.Repeat("0", blank))
	high, _ := strconv.Atoi(known + strings.Repeat("9", blank))
	if negative {
		low, high = -high, -low
	}
	d.Earliest, d.Latest = Day{low, 1, 1}, Day{high, 12, 31}
	switch blank {
	case 1:
		d.Precision = PrecisionDecade
	case 2:
		d.Precision = PrecisionCentury
	}
	return true
}

// season narrows a year to a season, counted from spring as the northern hemisphere has them,
// in whole months; winter is named by the year in which it begins.
func (d *Part) season(n int) {
	year, first := d.Earliest.Year, 3*(n+1)
	d.Precision = PrecisionSeason
	d.Earliest = Day{year, first, 1}
	d.Latest = Day{year, first + 2, DaysIn(year, first+2)}
	if n == 3 {
		d.Latest = Day{year + 1, 2, DaysIn(year+1, 2)}
	}
}

// dayOfMonth narrows a month to a day.
func (p *edtfParser) dayOfMonth(d *Part, text string, off int) bool {
	if len(text) != 2 || !digits(text) {
		return p.fail(off, orNothing(text), "a day of two digits, or XX", "the day cannot be read")
	}
	day, _ := strconv.Atoi(text)
	if last := d.Latest.Day; day < 1 || day > last {
		return p.fail(off, text, fmt.Sprintf("a day 01 to %d", last), "there is no day %s in that month", text)
	}
	d.Earliest.Day, d.Latest.Day = day, day
	d.Precision = PrecisionDay
	return true
}

// orNothing is what was found, for a message.
func orNothing(found string) string {
	if found == "" {
		return "nothing"
	}
	return found
}

func digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

func DaysIn(year, month int) int {
	switch month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	}
	return 31
}

// validClock checks hh:mm:ss with an optional zone; its value is not used, for
// no rule of a game is dated to the hour.
func validClock(s string) bool {
	two := func(i, limit int) bool {
		if len(s) < i+2 || !digits(s[i:i+2]) {
			return false
		}
		n, _ := strconv.Atoi(s[i : i+2])
		return n <= limit
	}
	if len(s) < 8 || s[2] != ':' || s[5] != ':' || !two(0, 23) || !two(3, 59) || !two(6, 59) {
		return false
	}
	switch zone := s[8:]; {
	case zone == "" || zone == "Z":
		return true
	case zone[0] != '+' && zone[0] != '-':
		return false
	case len(zone) == 3:
		return two(9, 14)
	case len(zone) == 6 && zone[3] == ':':
		return two(9, 14) && two(12, 59)
	}
	return false
}
