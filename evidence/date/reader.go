package date

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Order is the order of a day that is written in figures, 5/12/1888.
type Order string

// The orders. Nothing said, a day of which only one order makes sense is read, and
// one with full stops as day.month.year.
const (
	DayMonthYear Order = "day-month-year"
	MonthDayYear Order = "month-day-year"
)

// Reader reads dates as people write them. The zero value is ready.
type Reader struct {
	Order Order
	// Spans reads 1911-12 and 1920-21 as years from one to another, where EDTF has
	// a month and a season.
	Spans bool
	// Years reads a number that stands alone as a year that is counted so, -600 too;
	// where it is not said, a year before 0 is one of EDTF.
	Years Count
}

// Count is how years before Christ are counted.
type Count string

// The counts. In years BCE -600 is 600 BCE, and there is no year 0; in astronomical ones,
// as in EDTF, it is 601 BCE.
const (
	BCE          Count = "BCE"
	Astronomical Count = "astronomical"
)

// Written is what was understood of a date.
type Written struct {
	EDTF
	// Doubt says what else it could mean, "" when nothing.
	Doubt string
}

// Problem says why a date is not read.
type Problem struct {
	Text, Message, Expected string
	// Undated is set for words that say that there is no date: n.d.
	Undated bool
	// Impossible is set for what is read and cannot be: the 31st of February.
	Impossible bool
}

func (e *Problem) Error() string {
	s := fmt.Sprintf("the date %q is not understood: %s", e.Text, e.Message)
	if e.Expected != "" {
		s += "; expected " + e.Expected
	}
	return s
}

// Read reads a date as people write it, in EDTF too: "c. 2600–2400 BC", "19thC
// (early)", "1890-95", "12. Mai 1888". The error is a *DateProblem.
func Read(text string) (Written, error) { return Reader{}.Read(text) }

// maxDate is how long a date can be that is worth reading.
const maxDate = 200

var (
	hyphenated  = regexp.MustCompile(`^([0-9]{2})([0-9]{2})-([0-9]{2})$`)
	countedYear = regexp.MustCompile(`^(?i:(c|ca|circa|about)\.?\s*)?([-–−]?[0-9]{1,5})(?:\s*(?:/|\s-\s|\s[–−]\s|to\s)\s*([-–−]?[0-9]{1,5}))?\s*([?~%]?)$`)
	signedYear  = regexp.MustCompile(`^[-–−]([0-9]{1,3}|[0-9]{5,})$`)
)

// Read reads a date as the function of that name does, by what the reader knows.
func (r Reader) Read(text string) (Written, error) {
	text = strings.Join(strings.Fields(text), " ")
	if m := countedYear.FindStringSubmatch(text); m != nil && r.Years != "" {
		return r.counted(text, m)
	}
	if m := hyphenated.FindStringSubmatch(text); m != nil {
		return r.hyphen(text, m[1], m[2], m[3])
	}
	if e, err := parseEDTF(text); err == nil {
		return Written{EDTF: e}, nil
	}
	if edtf, ok := FirstToLast(text); ok {
		e, _ := parseEDTF(edtf) // it has been read already
		return Written{EDTF: e}, nil
	}
	p := dateParser{reader: r, text: text}
	if len(text) > maxDate {
		return Written{}, p.fail("it is too long for a date", "")
	}
	if strings.Trim(text, "-–—?.") == "" {
		return Written{}, &Problem{Text: text, Message: "it says that there is no date", Undated: true}
	}
	if m := signedYear.FindStringSubmatch(text); m != nil {
		n, _ := strconv.Atoi(m[1])
		return Written{}, p.fail("a year with a sign has four digits", fmt.Sprintf("%s, which is %s, or %d BC", Year(-n), YearWords(-n), n))
	}
	return p.parse()
}

// counted reads a year, or two, by the count of years: -600, c. -600, -600 to 14.
func (r Reader) counted(text string, m []string) (Written, error) {
	var ends []string
	for _, year := range m[2:4] {
		if year == "" {
			continue
		}
		n, _ := strconv.Atoi(strings.NewReplacer("−", "-", "–", "-").Replace(year))
		switch p := (&dateParser{text: text}); {
		case r.Years == BCE && n == 0:
			p.cannot("there is no year 0 in the calendar: 1 BC is followed by AD 1")
			return Written{}, p.err
		case r.Years == BCE && n < 0:
			n++
		}
		qualifier := m[4]
		if m[1] != "" {
			qualifier = map[string]string{"": "~", "?": "%"}[qualifier]
		}
		ends = append(ends, Year(n)+qualifier)
	}
	e, err := parseEDTF(strings.Join(ends, "/"))
	if err != nil {
		p := dateParser{text: text}
		p.cannot("%s", err.Message)
		return Written{}, p.err
	}
	return Written{EDTF: e}, nil
}

// hyphen reads 1911-12, which is a month or a span of years.
func (r Reader) hyphen(text, century, first, last string) (Written, error) {
	span := century + first + "/" + century + last
	e, err := parseEDTF(text)
	if last <= first { // no span
		if err != nil {
			p := dateParser{text: text}
			p.fail("there is no month "+last, "")
			p.err.Impossible = true
			return Written{}, p.err
		}
		return Written{EDTF: e}, nil
	}
	if err != nil || r.Spans {
		e, _ = parseEDTF(span) // two years in their order
		return Written{EDTF: e}, nil
	}
	return Written{e, fmt.Sprintf("read as %s; from one year to another is written %s", e.Words(), span)}, nil
}

// dateUnit is what a number of a date counts.
type dateUnit int

const (
	unitYear dateUnit = iota
	unitDecade
	unitCentury
	unitMillennium
)

// saidDate is a date as it is said, or one end of a span.
type saidDate struct {
	unit    dateUnit
	n       int    // the year, the decade's first year, the number of the century; 0 when it is not said
	digits  string // of n
	ordinal bool
	// share is how many parts the unit has of which this is the part which, from 0;
	// 0 for the whole.
	share, which       int
	month, day, season int
	era                int
	eraFirst           bool // the era stands before the number
	about, perhaps     bool
	// shared is set when a ? behind it is said of the whole date.
	shared bool
	units  int // how often a unit is named
	// counted is set for so many years or centuries: 1500 years, 3 centuries.
	counted bool
	// maybeDecade is set behind a word for years that names a decade if the year is
	// one's first.
	maybeDecade bool
}

type dateParser struct {
	reader Reader
	text   string
	signs  []dateSign
	at     int
	doubt  string
	err    *Problem
}

func (p *dateParser) fail(message, expected string) error {
	if p.err == nil {
		p.err = &Problem{Text: p.text, Message: message, Expected: expected}
	}
	return p.err
}

// cannot fails for what is read and cannot be.
func (p *dateParser) cannot(format string, args ...any) {
	if p.err == nil {
		p.fail(fmt.Sprintf(format, args...), "")
		p.err.Impossible = true
	}
}

// What is said of years that are counted and not named.
const (
	countsBack = "it counts back from a day that is not said"
	isLength   = "it is a length of time, or counts back from a day that is not said"
)

const wantedDate = "a date such as 1888, c. 1890, 1890-95, 7th century BC, before 1850 or 12 May 1888"

func (p *dateParser) parse() (Written, error) {
	var unknown string
	if p.signs, unknown = dateSigns(p.text); unknown != "" {
		return Written{}, p.fail(fmt.Sprintf("the word %q says nothing about a date", unknown), wantedDate)
	}
	for _, s := range p.signs {
		switch s.sign {
		case signOther:
			return Written{}, p.fail("another calendar is not converted", "the years CE or BCE beside it")
		case signBack:
			return Written{}, p.fail(countsBack, "the years CE or BCE beside it")
		case signNone:
			return Written{}, &Problem{Text: p.text, Message: "it says that there is no date", Undated: true}
		}
	}
	edtf := p.span()
	if p.err == nil && p.at < len(p.signs) {
		p.fail("there is more in it than one date", wantedDate)
	}
	if p.err != nil {
		return Written{}, p.err
	}
	e, err := parseEDTF(edtf)
	if err != nil {
		p.cannot("%s", err.Message)
		return Written{}, p.err
	}
	return Written{e.Portable(), p.doubt}, nil
}

// peek is the sign at some distance; false behind the end.
func (p *dateParser) peek(ahead int) (dateSign, bool) {
	if p.at+ahead >= len(p.signs) {
		return dateSign{}, false
	}
	return p.signs[p.at+ahead], true
}

// span reads the whole date and writes it in EDTF.
func (p *dateParser) span() string {
	about, perhaps := p.qualifiers()
	relation := signTo
	if s, ok := p.peek(0); ok && slices.Contains([]sign{signBefore, signAfter, signUntil, signSince, signBetween}, s.sign) {
		relation = s.sign
		p.at++
	}
	first := p.end()
	first.about, first.perhaps = first.about || about, first.perhaps || perhaps
	s, more := p.peek(0)
	if !more || p.err != nil {
		p.notCounted(first)
		return p.related(relation, first)
	}
	if s.sign == signSince && p.at == len(p.signs)-1 && relation == signTo { // 1850 onwards
		p.at++
		return p.related(signSince, first)
	}
	switch {
	case relation == signBetween && (s.sign == signAnd || s.sign == signTo):
	case (relation == signSince || relation == signTo) && slices.Contains([]sign{signTo, signUntil, signSlash, signAnd}, s.sign):
	default:
		p.fail("there is more in it than one date", wantedDate)
		return ""
	}
	p.at++
	if dash, ok := p.peek(0); ok && dash.sign == signTo && dash.value == 1 { // mid-to-late
		p.at++
	}
	p.nought(first)
	leading := first.about && (about || p.signs[0].sign == signAbout || relation != signTo)
	second := p.end()
	if p.err != nil {
		return ""
	}
	second.about = second.about || leading
	if perhaps || second.shared {
		first.perhaps, second.perhaps = true, true
	}
	first.maybeDecade = first.maybeDecade && second.maybeDecade // années 1880-1890 begins with a year
	p.unify(&first, &second)
	if second.counted && !(first.n > 0 && second.units > 0) { // 17-18 centuries are named
		p.notCounted(second)
	}
	if s.sign == signSlash || s.value == 1 {
		p.elided(&first, &second, s.sign == signSlash)
	}
	from, _ := p.resolve(first)
	_, to := p.resolve(second)
	if p.err != nil {
		return ""
	}
	return p.joined(from, to)
}

// notCounted fails for so many years: 1500 years BC are a date, 1500 years are none.
func (p *dateParser) notCounted(d saidDate) {
	if d.counted && d.era == 0 {
		p.fail(isLength, wantedDate)
	}
}

// joined is an interval, or the date alone when its ends are the same.
func (p *dateParser) joined(from, to string) string {
	if from == to {
		return from
	}
	if strings.HasSuffix(from, "-01-01") && strings.HasSuffix(to, "-12-31") { // whole years, by their days
		return p.joined(strings.TrimSuffix(from, "-01-01"), strings.TrimSuffix(to, "-12-31"))
	}
	return from + "/" + to
}

// related is a date that something is before, after, until or since.
func (p *dateParser) related(relation sign, d saidDate) string {
	from, to := p.resolve(d)
	if p.err != nil {
		return ""
	}
	first, err1 := parseEDTF(from)
	last, err2 := parseEDTF(to)
	if err1 != nil || err2 != nil {
		return p.joined(from, to) // whoever parses it says what is wrong
	}
	vague := d.about || d.perhaps
	switch relation {
	case signBetween:
		p.fail("between needs two dates", "between 1850 and 1860")
	case signUntil:
		return "../" + to
	case signSince:
		return from + "/.."
	case signBefore:
		if vague {
			return "../" + from
		}
		return "../" + dayText(first.Start.Earliest.next(-1), first.Start.Precision)
	case signAfter:
		if vague {
			return to + "/.."
		}
		return dayText(last.End.Latest.next(1), last.End.Precision) + "/.."
	}
	return p.joined(from, to)
}

// dayText writes a day as exactly as a precision has it.
func dayText(d Day, precision Precision) string {
	text := d.String()
	switch precision {
	case PrecisionDay, PrecisionSecond:
		return text
	case PrecisionMonth, PrecisionSeason:
		return text[:len(text)-3]
	}
	return Year(d.Year)
}

// next is the day before or after.
func (d Day) next(step int) Day {
	d.Day += step
	if d.Day < 1 {
		if d.Month--; d.Month < 1 {
			d.Month, d.Year = 12, d.Year-1
		}
		d.Day = DaysIn(d.Year, d.Month)
	} else if d.Day > DaysIn(d.Year, d.Month) {
		d.Day = 1
		if d.Month++; d.Month > 12 {
			d.Month, d.Year = 1, d.Year+1
		}
	}
	return d
}

// qualifiers reads words for about and perhaps.
func (p *dateParser) qualifiers() (about, perhaps bool) {
	for {
		s, ok := p.peek(0)
		switch {
		case ok && s.sign == signAbout:
			about = true
		case ok && s.sign == signPerhaps:
			perhaps = true
		default:
			return about, perhaps
		}
		p.at++
	}
}

// end reads a date, or one end of a span, up to what stands between two.
func (p *dateParser) end() (d saidDate) {
	start := p.at
	for p.err == nil {
		s, ok := p.peek(0)
		if !ok {
			break
		}
		skip, ends := p.separates(s, d)
		if ends {
			break
		}
		if p.at += max(skip, 1); skip > 0 {
			continue
		}
		switch s.sign {
		case signAbout:
			d.about = true
		case signPerhaps:
			d.perhaps = true
			d.shared = d.shared || s.apart && d.said()
		case signEra:
			if d.era != 0 && d.era != s.value {
				p.fail("it is said to be before and after Christ", wantedDate)
			}
			d.eraFirst = d.eraFirst || d.era == 0 && d.n == 0
			d.era = s.value
		case signPart:
			p.part(&d, 3, s.value)
		case signOrdinal, signNumber:
			p.number(&d, s)
		case signYears:
			d.years(s.value == 1)
		case signCentury, signMillennium, signDecade:
			d.counted = d.counted || s.value == 1 && d.n != 0 && !d.ordinal && len(d.digits) < 3
			d.unit = map[sign]dateUnit{signCentury: unitCentury, signMillennium: unitMillennium, signDecade: unitDecade}[s.sign]
			d.units++
		case signMonth:
			if d.month != 0 {
				p.fail("there are two months", wantedDate)
			}
			d.month = s.value
		case signSeason:
			if d.season != 0 {
				p.fail("there are two seasons", wantedDate)
			}
			d.season = s.value
		case signDay:
			p.figures(&d, s)
		case signComma:
		default:
			p.fail("it cannot be put together", wantedDate)
		}
	}
	if p.err == nil && (p.at == start || !d.said()) {
		p.fail("there is no year in it", wantedDate)
	}
	return d
}

// years takes in the word years: behind a number it counts them, 1500 years, and in some
// languages it names a decade before one, années 1890.
func (d *saidDate) years(decade bool) {
	switch {
	case d.n != 0 && d.unit == unitYear && d.month == 0:
		d.counted = true
	case d.n == 0 && decade:
		d.maybeDecade = true
	}
}

// said reports whether there is a date yet, or a part of one.
func (d *saidDate) said() bool { return d.n != 0 || d.month != 0 || d.season != 0 || d.share != 0 }

// separates reports whether a sign ends what was read; skip is how many signs to
// pass over instead.
func (p *dateParser) separates(s dateSign, d saidDate) (skip int, ends bool) {
	next, _ := p.peek(1)
	switch s.sign {
	case signTo: // mid-19th century, mid-1880s, mid- to late
		if d.share != 0 && d.n == 0 && s.value == 1 {
			unit, _ := p.peek(2)
			if next.sign == signOrdinal || next.sign == signNumber && unit.sign == signDecade || next.sign == signTo {
				return 1, false
			}
		}
		return 0, true
	case signSlash: // winter 1732/33
		if d.season == 24 && d.n != 0 && next.sign == signNumber && (next.value == d.n+1 || next.value == (d.n+1)%100) {
			return 2, false
		}
		return 0, true
	case signAnd, signUntil, signSince, signBefore, signAfter, signBetween:
		return 0, true
	}
	return 0, false
}

// part sets the part of a unit.
func (p *dateParser) part(d *saidDate, share, which int) {
	if d.share != 0 {
		p.fail("there are two parts of one time", wantedDate)
	}
	if which < 0 || which >= share {
		p.cannot("there is no part %d of %d", which+1, share)
	}
	d.share, d.which = share, which
}

// number reads a number with what may follow.
func (p *dateParser) number(d *saidDate, s dateSign) {
	if next, ok := p.peek(0); ok && next.sign == signShare && s.value <= 12 {
		p.at++
		which := s.value - 1
		if s.value < 0 {
			which = next.value - 1
		}
		p.part(d, next.value, which)
		return
	}
	switch {
	case s.value < 0:
		p.fail("the last of what is not said", wantedDate)
	case d.n == 0 && s.value == 0:
		p.cannot("there is no year 0 in the calendar: 1 BC is followed by AD 1")
	case d.n == 0:
		d.n, d.digits, d.ordinal = s.value, s.digits, s.sign == signOrdinal
	case d.day == 0 && (len(s.digits) >= 3 || d.month != 0) && d.n <= 31 && !d.eraFirst: // 12 May 1888, 15 March 44 BC
		d.day, d.n, d.digits, d.ordinal = d.n, s.value, s.digits, false
	case d.day == 0 && d.month != 0 && s.value >= 1 && s.value <= 31: // 1888 May 12
		d.day = s.value
	default:
		p.fail("there are two years in it", "1888/1892 for from one to another")
	}
}

// figures reads a day that is written in figures.
func (p *dateParser) figures(d *saidDate, s dateSign) {
	if d.said() {
		p.fail("there are two dates in it", wantedDate)
		return
	}
	if len(s.parts) == 2 { // 5/1888
		d.month, d.n = s.parts[0], s.parts[1]
		if d.month < 1 || d.month > 12 {
			p.cannot("there is no month %d", d.month)
		}
		return
	}
	a, b := s.parts[0], s.parts[1]
	if s.parts[0] > 31 { // 1888/05/12
		d.n, d.month, d.day = a, b, s.parts[2]
	} else {
		d.n, d.day, d.month = s.parts[2], a, b
		american := p.reader.Order == MonthDayYear
		switch {
		case a > 12 && b > 12:
			p.cannot("there is no month %d", b)
		case b > 12 || american && a <= 12:
			d.day, d.month = b, a
			if p.reader.Order == DayMonthYear && b > 12 {
				p.doubt = "the month stands before the day, against the order of the table"
			}
		case a > 12 && american:
			p.doubt = "the day stands before the month, against the order of the table"
		case p.reader.Order == "" && a != b && a <= 12 && !strings.Contains(p.text, "."):
			p.fail(fmt.Sprintf("which of %d and %d is the month is not said", a, b), "12 May 1888, or the order of the table: "+string(DayMonthYear)+" or "+string(MonthDayYear))
		}
	}
	if d.month < 1 || d.month > 12 {
		p.cannot("there is no month %d", d.month)
	}
}

// unify gives both ends of a span what is said of one: the unit, the year, the first
// digits, the era.
func (p *dateParser) unify(a, b *saidDate) {
	switch {
	case a.units == 0 && b.units > 0 && (a.counts() || a.era == 0 && a.n > 0 && a.n < 100 && b.unit != unitDecade):
		a.unit = b.unit
	case b.units == 0 && a.units > 0 && b.counts():
		b.unit = a.unit
	}
	a.shareYear(b)
	switch {
	case a.era == 0 && b.era != 0 && !b.eraFirst:
		a.era = b.era
	case a.era == 0 && b.era > 0: // 30 to AD 50
		a.era = 1
	case b.era == 0 && a.era != 0 && a.eraFirst:
		b.era = a.era
	case b.era == 0 && a.era < 0:
		p.fail("the era of the second date is not said", "177–176 BC, or 27 BC to AD 14")
	}
}

// counts reports whether a date counts something that is not said: 7th, the first half.
func (d *saidDate) counts() bool { return d.ordinal || d.n == 0 && d.share != 0 }

// shareYear gives the first of two dates the year of the second, and each of them the month of
// the other, where it is said once.
func (d *saidDate) shareYear(b *saidDate) {
	if d.n == 0 && b.n != 0 { // May to June 1888, early to mid 19th century
		d.n, d.digits = b.n, b.digits
		return
	}
	if d.n > 31 || d.era != 0 || d.season != 0 || d.units != 0 || len(d.digits) >= 3 {
		return // it is no day
	}
	switch {
	case d.month == 0 && b.month != 0 && b.day != 0: // 12-14 May 1888
		d.month = b.month
	case d.month != 0 && d.day == 0 && b.month == 0 && b.day != 0: // May 12-14, 1888
		b.month = d.month
		d.day, d.n, d.digits = d.n, b.n, b.digits
		return
	case d.month != 0 && d.day == 0 && b.month != 0 && b.n > 31: // 12 May to 3 June 1888
	default:
		return
	}
	d.day, d.n, d.digits, d.ordinal = d.n, b.n, b.digits, false
}

// nought writes out the second of two years where its digits are noughts, which are no year:
// 421/0 BC, 1899/00.
func (p *dateParser) nought(first saidDate) {
	s, ok := p.peek(0)
	if !ok || s.sign != signNumber || s.value != 0 || len(s.digits) >= len(first.digits) {
		return
	}
	n, _ := strconv.Atoi(first.digits[:len(first.digits)-len(s.digits)] + s.digits)
	if n < first.n && !slices.ContainsFunc(p.signs, func(s dateSign) bool { return s.sign == signEra && s.value < 0 }) {
		n += power(len(s.digits))
	}
	p.signs[p.at].value, p.signs[p.at].digits = n, strconv.Itoa(n)
}

// power is ten to the power of n.
func power(n int) int {
	result := 1
	for range n {
		result *= 10
	}
	return result
}

// elided gives the second of two years the digits that it shares with the first: 1890-95,
// 1899/01, 177-6 BC. Before Christ that is so behind a slash. Behind a hyphen two digits may
// stand for themselves, as in 125-75 BC: then it is doubted, and they are taken for the digits
// that change where the years are close or have four digits.
func (p *dateParser) elided(a, b *saidDate, slash bool) {
	if a.unit == unitDecade && b.unit == unitDecade && len(a.digits) == 4 && len(b.digits) == 2 && a.n/100*100+b.n > a.n { // 1920s-30s
		b.n, b.digits = a.n/100*100+b.n, a.digits[:2]+b.digits
		return
	}
	if a.unit != unitYear || b.unit != unitYear || a.month != 0 || b.month != 0 || a.era != b.era || len(b.digits) >= len(a.digits) || len(a.digits) < 3 {
		return
	}
	digits := a.digits[:len(a.digits)-len(b.digits)] + b.digits
	n, err := strconv.Atoi(digits)
	if err != nil || a.era >= 0 && b.n >= a.n || a.era < 0 && n >= a.n {
		return
	}
	if a.era >= 0 {
		if next := n + power(len(b.digits)); n <= a.n && slash && len(b.digits) == 2 && a.n >= 1000 && next-a.n <= 20 {
			n = next
		}
		if n > a.n {
			b.n, b.digits = n, strconv.Itoa(n)
		}
		return
	}
	switch {
	case slash || len(b.digits) == 1:
	case a.n >= 1000 || a.n-n <= 10:
		p.doubt = fmt.Sprintf("taken for %d to %d BC, and not for %d to %d BC", a.n, n, a.n, b.n)
	default:
		p.doubt = fmt.Sprintf("taken for %d to %d BC, and not to %d BC", a.n, b.n, n)
		return
	}
	b.n, b.digits = n, digits
}

// lastYear is beyond what a date can be that somebody writes.
const lastYear = 2200

// resolve writes a date in EDTF: its beginning and its end.
func (p *dateParser) resolve(d saidDate) (from, to string) {
	if p.err != nil {
		return "", ""
	}
	mark := Part{Approximate: d.about, Uncertain: d.perhaps}.mark()
	if d.maybeDecade && d.n%10 == 0 && d.unit == unitYear && d.share == 0 && d.n >= 100 {
		d.unit, d.units = unitDecade, 2 // not a century, as 1800s may be
		p.doubt = fmt.Sprintf("taken for the ten years, and not for the year %d", d.n)
	}
	year := d.n
	if d.era < 0 {
		year = 1 - d.n
	}
	switch {
	case d.n == 0:
		p.fail("there is no year in it", wantedDate)
	case d.unit == unitYear && d.ordinal:
		p.fail("it is not said what is counted", "a century, such as 7th century BC")
	case d.unit == unitYear && d.share == 0:
		text := p.calendar(d, year)
		return text + mark, text + mark
	case d.month != 0 || d.season != 0 || d.day != 0:
		p.fail("a month or season is not part of a longer time", wantedDate)
	}
	if p.err != nil {
		return "", ""
	}
	first, length, whole := p.stretch(d)
	if whole != "" && d.share == 0 {
		return whole + mark, whole + mark
	}
	last := first + length - 1
	switch d.share {
	case 2, 4:
		first, last = first+d.which*length/d.share, first+(d.which+1)*length/d.share-1
	case 3:
		bounds := []int{0, length/3 + 1, length*2/3 + 1, length}
		first, last = first+bounds[d.which], first+bounds[d.which+1]-1
	}
	if d.era >= 0 {
		first = max(first, 1)
	}
	return Year(first) + mark, Year(last) + mark
}

// calendar writes a year, month, season or day.
func (p *dateParser) calendar(d saidDate, year int) string {
	switch {
	case d.era == 0 && len(d.digits) < 3 && d.n < 100 && d.digits != "":
		p.fail("a year of two digits can be of any century", "four digits, or AD or BC beside it")
	case d.era >= 0 && year > lastYear:
		p.fail(fmt.Sprintf("%d is no year", d.n), wantedDate)
	case d.season != 0 && d.month == 0 && d.day == 0:
		return fmt.Sprintf("%s-%d", Year(year), d.season)
	case d.season != 0:
		p.fail("there is a month and a season", wantedDate)
	case d.day != 0 && d.month == 0:
		p.fail("there is a day without a month", wantedDate)
	case d.month == 2 && d.day == 29 && DaysIn(year, 2) < 29 && year%4 == 0 && year <= lastJulian:
		p.fail(leapDay(year), "the day of the Gregorian calendar, or "+Year(year)+"-02")
	case d.month != 0 && d.day > DaysIn(year, d.month):
		p.cannot("there is no day %d in that month", d.day)
	case d.day != 0:
		return fmt.Sprintf("%s-%02d-%02d", Year(year), d.month, d.day)
	case d.month != 0:
		return fmt.Sprintf("%s-%02d", Year(year), d.month)
	}
	return Year(year)
}

// The last year of the Julian calendar, and the last in which a state still kept it.
const (
	julianEverywhere = 1582
	lastJulian       = 1923
)

// leapDay says of what calendar the 29th of February is that the Gregorian one has not.
func leapDay(year int) string {
	day := "29 February " + YearWords(year)
	if year <= julianEverywhere {
		return day + " was a day of the Julian calendar, and EDTF counts in the Gregorian one, which has no such day"
	}
	return day + " was a day only where the Julian calendar was still kept, and EDTF counts in the Gregorian one, which has no such day"
}

// stretch is the first year of a decade, century or millennium, how many it has, and
// how EDTF writes the whole where it has a form for that.
func (p *dateParser) stretch(d saidDate) (first, length int, whole string) {
	switch {
	case d.unit == unitYear:
		p.fail("a part of a year is written as a season or in months", wantedDate)
	case d.unit == unitDecade && d.n%100 == 0 && d.units == 1 && d.n >= 100:
		p.doubt = fmt.Sprintf("taken for the hundred years; the ten are written %ds (decade)", d.n)
		if d.era < 0 {
			return 1 - d.n - 99, 100, ""
		}
		return d.n, 100, fmt.Sprintf("%02dXX", d.n/100)
	case d.unit == unitDecade && (d.n%10 != 0 || d.era == 0 && len(d.digits) < 3):
		p.fail(fmt.Sprintf("%d is no decade", d.n), "1890s")
	case d.n > lastYear && d.unit == unitDecade && d.era >= 0,
		d.unit == unitCentury && (d.n > 22 && d.era >= 0 || d.n > 100), d.unit == unitMillennium && (d.n > 3 && d.era >= 0 || d.n > 20):
		p.fail(fmt.Sprintf("%d is too much", d.n), wantedDate)
	case d.unit == unitDecade && d.era < 0:
		return 1 - d.n - 9, 10, ""
	case d.unit == unitDecade:
		return d.n, 10, fmt.Sprintf("%03dX", d.n/10)
	case d.unit == unitCentury && d.era < 0:
		return 1 - d.n*100, 100, ""
	case d.unit == unitCentury:
		return (d.n - 1) * 100, 100, fmt.Sprintf("%02dXX", d.n-1)
	case d.era < 0:
		return 1 - d.n*1000, 1000, ""
	}
	return (d.n - 1) * 1000, 1000, ""
}

// Year writes a year as EDTF has it.
func Year(n int) string {
	return strings.TrimSuffix(Day{Year: n, Month: 1, Day: 1}.String(), "-01-01")
}

var pageDates = regexp.MustCompile(`^(-?[0-9]{1,4})-([0-9]{2})-([0-9]{2}) - (-?[0-9]{1,4})-([0-9]{2})-([0-9]{2})$`)

// FirstToLast makes EDTF of a first and a last day, as the portal gives them, or of
// a text that is EDTF already. Whole years become years: the days are only how
// the database keeps them. A year before 0 is taken as it stands.
func FirstToLast(s string) (string, bool) {
	m := pageDates.FindStringSubmatch(s)
	if m == nil {
		if _, err := parseEDTF(s); err == nil {
			return s, true
		}
		return "", false
	}
	year := func(t string) string {
		n, _ := strconv.Atoi(t)
		if n < 0 {
			return fmt.Sprintf("-%04d", -n)
		}
		return fmt.Sprintf("%04d", n)
	}
	first, last := year(m[1]), year(m[4])
	if m[2]+m[3] != "0101" || m[5]+m[6] != "1231" {
		first, last = first+"-"+m[2]+"-"+m[3], last+"-"+m[5]+"-"+m[6]
	}
	edtf := first
	if first != last {
		edtf += "/" + last
	}
	if _, err := parseEDTF(edtf); err != nil {
		return "", false
	}
	return edtf, true
}
