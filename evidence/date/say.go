package date

import (
	"fmt"
	"strconv"
	"strings"
)

// Words say the date to people: "about 1890", "177–176 BCE", "19th century",
// "until 1849", "12 May 1888". [Read] reads them.
func (e EDTF) Words() string {
	if e.IsZero() {
		return ""
	}
	if !e.Interval {
		return e.Start.words(true)
	}
	words := e.stretch()
	e.Start, e.End = e.Start.outer(true), e.End.outer(false)
	switch {
	case words != "":
		return words
	case e.Start.Open:
		return "until " + e.End.words(true)
	case e.End.Open:
		return "since " + e.Start.words(true)
	case e.Start.Unknown:
		return "at some time until " + e.End.words(true)
	case e.End.Unknown:
		return "from " + e.Start.words(true) + ", until when is not known"
	}
	a, b := e.Start, e.End
	// What is said of both is said once.
	before := ""
	if a.Approximate && b.Approximate {
		before, a.Approximate, b.Approximate = "about ", false, false
	}
	if a.Uncertain && b.Uncertain {
		before, a.Uncertain, b.Uncertain = "perhaps "+before, false, false
	}
	// What is said of the first alone stands behind it, or it would be said of both.
	alone := ""
	if a.Approximate {
		alone, a.Approximate = " (about)", false
	}
	if a.Uncertain {
		alone, a.Uncertain = alone+" (perhaps)", false
	}
	years := plainYears(a, b) && alone == ""
	first := a.words(!years || a.Earliest.Year > 0 || b.Earliest.Year > 0) + alone
	second := b.words(true)
	if a.Earliest.Year <= 0 && b.Earliest.Year > 0 && !strings.HasSuffix(second, " CE") {
		second += " CE"
	}
	// 102–1 BCE could be 102–101 BCE.
	if short := a.Earliest.Year < -8 && b.Earliest.Year <= 0 && len(YearWords(b.Earliest.Year)) < len(YearWords(a.Earliest.Year)); years && !short {
		return before + first + "–" + second
	}
	return before + first + " to " + second
}

// outer is the end of a span as a single date: a decade that has no name is said by
// its years, of which the first or last is enough.
func (p Part) outer(first bool) Part {
	if p.Precision != PrecisionDecade || !strings.Contains(p.words(true), " to ") {
		return p
	}
	p.Precision = PrecisionYear
	if !first {
		p.Earliest = p.Latest
	}
	return p
}

// plainYears reports whether both are years and nothing more.
func plainYears(a, b Part) bool {
	plain := func(p Part) bool { return p.Precision == PrecisionYear && !p.Approximate && !p.Uncertain }
	return plain(a) && plain(b)
}

// stretch says an interval that is a century before Christ, or the bounds of a century or a
// decade that has a qualifier (see [EDTF.Portable]); "" for every other.
func (e EDTF) stretch() string {
	a, b := e.Start, e.End
	first, last := a.Earliest.Year, b.Latest.Year
	before := a.Precision == PrecisionYear && b.Precision == PrecisionYear && a.mark() == b.mark() &&
		last <= 0 && last-first == 99 && (1-first)%100 == 0
	switch whole := e.boundsOf(); {
	case before:
		return a.qualified(ordinal((1-first)/100) + " century BCE")
	case whole != "":
		if first == 1 { // the first century has no year 0
			a.Earliest.Year = 0
		}
		a.Precision = whole
		return a.words(true)
	}
	return ""
}

// qualified puts words for ~ and ? before a date.
func (p Part) qualified(words string) string {
	if p.Approximate {
		words = "about " + words
	}
	if p.Uncertain {
		words = "perhaps " + words
	}
	return words
}

var monthNames = []string{"", "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}

// words say a single date; era is unset where what follows says it.
func (p Part) words(era bool) string {
	y := p.Earliest.Year
	year := YearWords(y)
	if !era {
		year = strings.TrimSuffix(year, " BCE")
	}
	switch p.Precision {
	case PrecisionCentury:
		if y < 0 {
			year = ordinal((99-p.Earliest.Year)/100) + " century BCE"
		} else {
			year = ordinal(y/100+1) + " century"
			if y < 100 {
				year += " CE"
			}
		}
	case PrecisionDecade:
		switch {
		case y < 0:
			year = YearWords(y) + " to " + YearWords(p.Latest.Year)
		case y%100 == 0:
			year = YearWords(max(y, 1)) + " to " + YearWords(y+9)
		default:
			year = strconv.Itoa(y) + "s"
			if y < 100 {
				year += " CE"
			}
		}
	case PrecisionSeason:
		season := map[int]string{3: "spring", 6: "summer", 9: "autumn", 12: "winter"}[p.Earliest.Month]
		year = season + " " + year
		if season == "winter" && y > 0 && y%100 != 99 && y >= 100 {
			year += fmt.Sprintf("/%02d", (y+1)%100)
		}
	case PrecisionMonth:
		year = monthNames[p.Earliest.Month] + " " + year
	case PrecisionDay, PrecisionSecond:
		year = fmt.Sprintf("%d %s %s", p.Earliest.Day, monthNames[p.Earliest.Month], year)
	}
	return p.qualified(year)
}

// YearWords say a year, which EDTF counts through 0: "177 BCE", "79 CE", "1888".
func YearWords(n int) string {
	switch {
	case n <= 0:
		return strconv.Itoa(1-n) + " BCE"
	case n < 1000:
		return strconv.Itoa(n) + " CE"
	}
	return strconv.Itoa(n)
}

// ordinal writes 1st, 2nd, 13th.
func ordinal(n int) string {
	end := "th"
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			end = "st"
		case 2:
			end = "nd"
		case 3:
			end = "rd"
		}
	}
	return strconv.Itoa(n) + end
}
