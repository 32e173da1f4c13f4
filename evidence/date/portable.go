package date

import "strings"

// Portable is the date without the forms that some programs for level 1 refuse: a
// decade, century or season with a qualifier or at an end of an interval, and unknown
// digits with either. It has bounds instead, 1600~/1699~ for 16XX~, and every other
// date stays as it is. Earliest and Latest are the same days.
func (e EDTF) Portable() EDTF {
	if e.IsZero() || !e.Interval && !e.Start.Uncertain && !e.Start.Approximate {
		return e
	}
	text, last := e.Start.bound(true), e.End.bound(false)
	if e.Interval || text != last {
		text += "/" + last
	}
	if p, err := parseEDTF(text); err == nil {
		return p
	}
	return e
}

// bound is an end of an interval by its first or its last day.
func (p Part) bound(first bool) string {
	coarse := p.Precision == PrecisionDecade || p.Precision == PrecisionCentury
	if !coarse && p.Precision != PrecisionSeason && !strings.Contains(p.Text, "X") {
		return p.Text
	}
	day := p.Latest
	if first {
		day = p.Earliest
	}
	if coarse && day.Year == 0 && p.Latest.Year > 0 { // the first century begins with the year 1
		day.Year = 1
	}
	return dayText(day, p.Precision) + p.mark()
}

// mark is the qualifier behind the part.
func (p Part) mark() string {
	switch {
	case p.Approximate && p.Uncertain:
		return "%"
	case p.Approximate:
		return "~"
	case p.Uncertain:
		return "?"
	}
	return ""
}

// boundsOf is the decade or century that an interval with one qualifier is the bounds of, ""
// for every other date.
func (e EDTF) boundsOf() Precision {
	a, b := e.Start, e.End
	if !e.Interval || a.mark() == "" || a.mark() != b.mark() || a.Precision != PrecisionYear || b.Precision != PrecisionYear {
		return ""
	}
	first, last := a.Earliest.Year, b.Latest.Year
	switch {
	case last <= 0 && last-first == 99 && (1-first)%100 == 0, last-first == 99 && first >= 100 && first%100 == 0, first == 1 && last == 99:
		return PrecisionCentury
	case last-first == 9 && first%10 == 0 && first%100 != 0 && first > 0:
		return PrecisionDecade
	}
	return ""
}
