package date

import "testing"

// Days are numbered, and found again by their numbers.
func TestDayNumbered(t *testing.T) {
	for n := -2_000_000; n < 1_000_000; n += 97 {
		if d := Numbered(n); d.Number() != n || d.Month < 1 || d.Month > 12 || d.Day < 1 || d.Day > 31 {
			t.Fatalf("day %d is %v, which has the number %d", n, d, d.Number())
		}
	}
}

func TestDayNumber(t *testing.T) {
	if n := (Day{1970, 1, 1}).Number() - (Day{2000, 1, 1}).Number(); n != -10957 {
		t.Errorf("from 1970 to 2000 there are 10957 days, not %d", -n)
	}
	// Every day is one more than the one before, through year 0.
	last := Day{-5, 12, 31}.Number()
	for y := -4; y <= 5; y++ {
		for m := 1; m <= 12; m++ {
			for d := 1; d <= DaysIn(y, m); d++ {
				if n := (Day{y, m, d}).Number(); n != last+1 {
					t.Fatalf("%v is %d behind %d", Day{y, m, d}, n, last)
				}
				last++
			}
		}
	}
}

func TestWithinRange(t *testing.T) {
	for _, c := range []struct {
		date, query string
		want        Certainty
	}{
		{"1888", "1800/1900", Certainly},
		{"1888/1892", "1890/1900", Possibly},
		{"1888/1892", "1893/1900", No},
		{"18XX", "1888", Possibly},
		{"1888", "18XX", Certainly},
		{"1888?", "1800/1900", Possibly},
		{"1888~", "1800/1900", Certainly},
		{"1888~", "1886", Possibly}, // "about 1888" may be 1886
		{"1888~", "1870/1880", No},
		{"1897~", "1800/1900", Possibly},
		{"1888%", "1800/1900", Possibly},
		{"1888/..", "1950", Possibly},
		{"1888/..", "1800/..", Certainly},
		{"1888/..", "1887", No},
		{"1888/", "1800/..", Possibly},
		{"../1888", "1800/1900", Possibly},
		{"../1888", "1889/..", No},
		{"-0043", "-0100/0100", Certainly},
		{"0000", "-0001/0001", Certainly},
		{"0000", "0001", No},
		{"2003-24", "2004-02-29", Possibly},
		{"Y170000002", "2000/..", Certainly},
	} {
		d, err := ParseEDTF(c.date)
		if err != nil {
			t.Fatal(err)
		}
		q, err := ParseEDTF(c.query)
		if err != nil {
			t.Fatal(err)
		}
		if got := d.Within(q); got != c.want {
			t.Errorf("%s in %s: %v, want %v", c.date, c.query, got, c.want)
		}
	}
	if (EDTF{}).Within(EDTF{}) != No {
		t.Error("no date lies nowhere")
	}
}
