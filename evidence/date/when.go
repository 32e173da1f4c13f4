package date

import (
	"cmp"
	"math"
)

// Certainty says how sure an answer is about something that is known in part.
type Certainty int

// The certainties, the least first.
const (
	No Certainty = iota
	Possibly
	Certainly
)

// String gives "no", "possibly" or "certainly".
func (c Certainty) String() string { return [...]string{"no", "possibly", "certainly"}[c] }

// MarshalText gives the same word in JSON.
func (c Certainty) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// Number counts days from 0000-03-01 of the proleptic Gregorian calendar, so
// that days can be stored and compared as integers. The algorithm is Howard
// Hinnant's days_from_civil (chrono-Compatible Low-Level Date Algorithms, 2014).
func (d Day) Number() int {
	y := d.Year
	if d.Month <= 2 {
		y--
	}
	era := y / 400
	if y < 0 {
		era = (y - 399) / 400
	}
	yoe := y - era*400
	doy := (153*((d.Month+9)%12)+2)/5 + d.Day - 1
	return era*146097 + yoe*365 + yoe/4 - yoe/100 + doy
}

// Numbered is the day that has a number (see [Day.Number]).
func Numbered(n int) Day {
	const days = 146097 // in four hundred years
	era := n / days
	if n < 0 {
		era = (n - days + 1) / days
	}
	doe := n - era*days
	yoe := (doe - doe/1460 + doe/36524 - doe/146096) / 365
	doy := doe - (365*yoe + yoe/4 - yoe/100)
	month := (5*doy + 2) / 153
	d := Day{Year: era*400 + yoe, Month: month + 3, Day: doy - (153*month+2)/5 + 1}
	if d.Month > 12 {
		d.Year, d.Month = d.Year+1, d.Month-12
	}
	return d
}

// margins are how far from an approximate date a query looks, in days. EDTF
// gives no width to ~; half of the next larger unit is what one would say
// "about" for.
var margins = map[Precision]int{
	PrecisionSecond: 15, PrecisionDay: 15, PrecisionMonth: 183, PrecisionSeason: 183,
	PrecisionYear: 5 * 366, PrecisionDecade: 10 * 366, PrecisionCentury: 50 * 366,
}

// Span is a stretch of days as [Day.Number] counts them; a nil end is open.
type Span struct {
	First, Last *int
	// Firm is unset when the date is uncertain, or one of its ends is unknown:
	// then nothing that depends on it is certain.
	Firm bool
}

// Span gives the days that a date may mean. An approximate date is widened: a
// year by five years on both sides, a day by fifteen days, a month or season by
// half a year, a decade by ten years, a century by fifty. Earliest and Latest
// are not; they are what is written.
func (e EDTF) Span() Span {
	s := Span{Firm: !e.Start.Uncertain && !e.End.Uncertain && !e.Start.Unknown && !e.End.Unknown}
	if first, ok := e.Earliest(); ok {
		n := first.Number()
		if e.Start.Approximate {
			n -= e.margin(e.Start)
		}
		s.First = &n
	}
	if last, ok := e.Latest(); ok {
		n := last.Number()
		if e.End.Approximate {
			n += e.margin(e.End)
		}
		s.Last = &n
	}
	return s
}

// margin is how far an end of the date that is approximate is widened.
func (e EDTF) margin(end Part) int {
	if whole := e.boundsOf(); whole != "" {
		return margins[whole]
	}
	return margins[end.Precision]
}

// Compare orders dates by their first day, then by their last one. A date without a
// first day stands by its last one, and what has no date comes last.
func (e EDTF) Compare(f EDTF) int {
	key := func(e EDTF) (first, last Day) {
		first, begins := e.Earliest()
		last, ends := e.Latest()
		switch never := (Day{Year: math.MaxInt}); {
		case !begins && !ends:
			return never, never
		case !begins:
			return last, last
		case !ends:
			return first, never
		}
		return first, last
	}
	a, b := key(e)
	c, d := key(f)
	return cmp.Or(a.Compare(c), b.Compare(d))
}

// Within says whether a date lies in a range of dates: certainly when every day
// that it may mean does, possibly when one of them does. A date that is
// uncertain (?) or has an unknown end is never certainly in a range. A range
// with an end that is open or unknown has no bound there.
func (e EDTF) Within(query EDTF) Certainty {
	if e.IsZero() || query.IsZero() {
		return No
	}
	return e.Span().Within(query.Span())
}

// Within says whether a stretch of days lies in another.
func (s Span) Within(q Span) Certainty {
	if s.First != nil && q.Last != nil && *s.First > *q.Last || s.Last != nil && q.First != nil && *s.Last < *q.First {
		return No
	}
	if s.Firm && (q.First == nil || s.First != nil && *s.First >= *q.First) && (q.Last == nil || s.Last != nil && *s.Last <= *q.Last) {
		return Certainly
	}
	return Possibly
}
