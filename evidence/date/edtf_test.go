package date

import (
	"strings"
	"testing"
)

// The examples of the specification of the Library of Congress (4 February
// 2019), levels 0 and 1, and what they span.
func TestParseEDTF(t *testing.T) {
	for _, c := range []struct {
		text, earliest, latest string // "" is open, "-" unknown
		precision              Precision
	}{
		// Level 0: date, date and time, interval.
		{"1985-04-12", "1985-04-12", "1985-04-12", "day"},
		{"1985-04", "1985-04-01", "1985-04-30", "month"},
		{"1985", "1985-01-01", "1985-12-31", "year"},
		{"1985-04-12T23:20:30", "1985-04-12", "1985-04-12", "second"},
		{"1985-04-12T23:20:30Z", "1985-04-12", "1985-04-12", "second"},
		{"1985-04-12T23:20:30-04", "1985-04-12", "1985-04-12", "second"},
		{"1985-04-12T23:20:30+04:30", "1985-04-12", "1985-04-12", "second"},
		{"1964/2008", "1964-01-01", "2008-12-31", "year"},
		{"2004-06/2006-08", "2004-06-01", "2006-08-31", "month"},
		{"2004-02-01/2005-02-08", "2004-02-01", "2005-02-08", "day"},
		{"2004-02-01/2005-02", "2004-02-01", "2005-02-28", "day"},
		{"2004-02-01/2005", "2004-02-01", "2005-12-31", "day"},
		{"2005/2006-02", "2005-01-01", "2006-02-28", "year"},
		{"0000", "0000-01-01", "0000-12-31", "year"},
		// Level 1: years beyond four digits, seasons.
		{"Y170000002", "Y170000002-01-01", "Y170000002-12-31", "year"},
		{"Y-170000002", "Y-170000002-01-01", "Y-170000002-12-31", "year"},
		{"2001-21", "2001-03-01", "2001-05-31", "season"},
		{"2001-22", "2001-06-01", "2001-08-31", "season"},
		{"2001-23", "2001-09-01", "2001-11-30", "season"},
		{"2003-24", "2003-12-01", "2004-02-29", "season"},
		// Qualifiers.
		{"1984?", "1984-01-01", "1984-12-31", "year"},
		{"2004-06~", "2004-06-01", "2004-06-30", "month"},
		{"2004-06-11%", "2004-06-11", "2004-06-11", "day"},
		// Unspecified digits.
		{"201X", "2010-01-01", "2019-12-31", "decade"},
		{"20XX", "2000-01-01", "2099-12-31", "century"},
		{"2004-XX", "2004-01-01", "2004-12-31", "year"},
		{"1985-04-XX", "1985-04-01", "1985-04-30", "month"},
		{"1985-XX-XX", "1985-01-01", "1985-12-31", "year"},
		{"-12XX", "-1299-01-01", "-1200-12-31", "century"},
		{"156X~", "1560-01-01", "1569-12-31", "decade"},
		// Open and unknown ends.
		{"1985-04-12/..", "1985-04-12", "", "day"},
		{"1985-04/..", "1985-04-01", "", "month"},
		{"1985/..", "1985-01-01", "", "year"},
		{"../1985-04-12", "", "1985-04-12", ""},
		{"../1985-04", "", "1985-04-30", ""},
		{"../1985", "", "1985-12-31", ""},
		{"1985-04-12/", "1985-04-12", "-", "day"},
		{"1985-04/", "1985-04-01", "-", "month"},
		{"1985/", "1985-01-01", "-", "year"},
		{"/1985-04-12", "-", "1985-04-12", ""},
		{"/1985-04", "-", "1985-04-30", ""},
		{"/1985", "-", "1985-12-31", ""},
		// Qualified intervals.
		{"1984~/2004-06", "1984-01-01", "2004-06-30", "year"},
		{"1984/2004-06~", "1984-01-01", "2004-06-30", "year"},
		{"1984~/2004~", "1984-01-01", "2004-12-31", "year"},
		{"1984?/2004%", "1984-01-01", "2004-12-31", "year"},
		{"-1984?/2004%", "-1984-01-01", "2004-12-31", "year"},
		{"1984-06-02?/2004-08-08~", "1984-06-02", "2004-08-08", "day"},
		{"1190~/1283", "1190-01-01", "1283-12-31", "year"},
		// Negative years.
		{"-1985", "-1985-01-01", "-1985-12-31", "year"},
		{"-0001-02", "-0001-02-01", "-0001-02-28", "month"},
		{"0000-02-29", "0000-02-29", "0000-02-29", "day"},
		{"1888/1892", "1888-01-01", "1892-12-31", "year"},
		{"1888-05/1888", "1888-05-01", "1888-12-31", "month"},
	} {
		e, err := ParseEDTF(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		show := func(d Day, ok bool, part Part) string {
			switch {
			case ok:
				return d.String()
			case part.Unknown:
				return "-"
			}
			return ""
		}
		first, ok := e.Earliest()
		if got := show(first, ok, e.Start); got != c.earliest {
			t.Errorf("%s: earliest %s, want %s", c.text, got, c.earliest)
		}
		last, ok := e.Latest()
		if got := show(last, ok, e.End); got != c.latest {
			t.Errorf("%s: latest %s, want %s", c.text, got, c.latest)
		}
		if e.Start.Precision != c.precision {
			t.Errorf("%s: precision %s, want %s", c.text, e.Start.Precision, c.precision)
		}
		if e.String() != c.text {
			t.Errorf("%s: text as written lost: %s", c.text, e)
		}
	}
	e, _ := ParseEDTF("1984?/2004%")
	if !e.Start.Uncertain || e.Start.Approximate || !e.End.Uncertain || !e.End.Approximate {
		t.Errorf("qualifiers: %+v", e)
	}
}

func TestParseEDTFErrors(t *testing.T) {
	for _, c := range []struct {
		text   string
		offset int
		want   string // part of the message
	}{
		{"", 0, "empty"},
		{"1888-13", 5, "no month 13"},
		{"1888-00", 5, "no month 00"},
		{"1889-02-30", 8, "no day 30"},
		{"1900-02-29", 8, "no day 29"},
		{"1888-04-31", 8, "no day 31"},
		{"1888/1880", 5, "ends before it begins"},
		{"2004-06/2004-05", 8, "ends before it begins"},
		{"1888-1892", 4, "1888/1892"},
		{"1888–1892", 4, "dash"},
		{"1888/1890/1892", 9, "one slash"},
		{"/", 0, "says nothing"},
		{"../..", 0, "says nothing"},
		{"c. 1888", 0, "~"},
		{"1888 / 1892", 4, "spaces"},
		{"c1888", 0, "~"},
		{"188u", 3, "X"},
		{"188x", 3, "X"},
		{"1888/open", 5, "two dots"},
		{"1888/unknown", 5, "left empty"},
		{"188", 0, "four digits"},
		{"18888", 0, "four digits"},
		{"1XXX", 1, "at most the last two"},
		{"XXXX", 0, "at most the last two"},
		{"1X88", 0, "four digits"},
		{"201X-04", 4, "stands alone"},
		{"2004-XX-05", 5, "level 2"},
		{"2004-21-05", 7, "no days"},
		{"?2004-06-11", 0, "level 2"},
		{"2004?-06", 4, "level 2"},
		{"[1667,1668]", 0, "level 2"},
		{"-0000", 0, "year 0"},
		{"Y1985", 0, "more than four"},
		{"Y999999999999999999999", 0, "out of range"},
		{"1985-04T10:00:00", 7, "full date"},
		{"1985-04-12T25:00:00", 11, "time of day"},
		{"1985-04-12T10:00:00~", 19, "no qualifier"},
		{"1985-04-12T10:00:00/1986", 10, "no time of day"},
		{"1985-4-12", 5, "month"},
		{"1985-04-1", 8, "day"},
		{"1985-04-", 8, "day"},
		{"1985-", 5, "month"},
		{"1985-04-12-01", 8, "day"},
		{"next year", 4, "spaces"},
		{"-", 1, "four digits"},
	} {
		_, err := ParseEDTF(c.text)
		if err == nil {
			t.Errorf("%q was accepted", c.text)
			continue
		}
		if e := err.(*EDTFError); e.Offset != c.offset || !strings.Contains(e.Error(), c.want) {
			t.Errorf("%q: at %d %v; want at %d %s", c.text, e.Offset, e, c.offset, c.want)
		}
	}
}
