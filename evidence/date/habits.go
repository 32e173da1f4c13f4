package date

import "strconv"

// ReaderFor reads dates as somebody writes them, as far as some of his show it: whether figures
// stand in the order of day and month or of month and day, and whether 1911-12 are two years or
// a month. Of what none of them decides nothing is set.
func ReaderFor(texts []string) Reader {
	day, month, iso, spans := false, false, false, false
	for _, text := range texts {
		if p := inFigures.FindStringSubmatch(text); p != nil && p[1] != "" {
			a, _ := strconv.Atoi(p[1])
			b, _ := strconv.Atoi(p[3])
			day, month = day || a > 12, month || b > 12
		} else if p != nil {
			iso = iso || p[7] == "-"
		}
		if p := hyphenated.FindStringSubmatch(text); p != nil {
			iso, spans = iso || p[3] <= p[2], spans || p[3] > p[2]
		}
	}
	r := Reader{Spans: spans && !iso}
	switch {
	case day && !month:
		r.Order = DayMonthYear
	case month && !day:
		r.Order = MonthDayYear
	}
	return r
}
