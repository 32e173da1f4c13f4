package evidence

import "strconv"

// DateHabits is how somebody writes dates, as far as what he has written shows it: whether
// figures stand in the order of day and month or of month and day, and whether 1911-12 are two
// years or a month. Nothing is told of what no text decides.
func DateHabits(texts []string) DateReader {
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
	habits := DateReader{Spans: spans && !iso}
	switch {
	case day && !month:
		habits.Order = DayMonthYear
	case month && !day:
		habits.Order = MonthDayYear
	}
	return habits
}
