package date

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestReadDate: dates as people write them, in the languages of museums.
func TestReadDate(t *testing.T) {
	for _, x := range []struct{ text, edtf string }{
		// The forms of the catalogues that were tried.
		{"c. 2600–2400 BC", "-2599~/-2399~"}, {"177–176 BCE", "-0176/-0175"}, {"1690-1718", "1690/1718"},
		{"7thC BC", "-0699/-0600"}, {"19thC (early)", "1800/1833"}, {"2nd half of the 13th c.", "1250/1299"},
		{"1890s", "189X"}, {"before 1850", "../1849"}, {"spring 1732", "1732-21"}, {"2nd century BC", "-0199/-0100"},
		// EDTF stays.
		{"1888", "1888"}, {"-0176", "-0176"}, {"-0199/-0100", "-0199/-0100"}, {"18XX", "18XX"}, {"1888~", "1888~"}, {"1888-05", "1888-05"}, {"../1850", "../1850"},
		// Years and eras.
		{"177 BC", "-0176"}, {"177 B.C.", "-0176"}, {"177 B.C.E.", "-0176"}, {"177 v. Chr.", "-0176"}, {"177 av. J.-C.", "-0176"}, {"177 a.C.", "-0176"},
		{"177 a. C.", "-0176"}, {"AD 79", "0079"}, {"79 AD", "0079"}, {"79AD", "0079"}, {"A.D. 79", "0079"}, {"79 n. Chr.", "0079"}, {"79 d.C.", "0079"}, {"79 ap. J.-C.", "0079"},
		{"12000 BC", "Y-11999"}, {"1 BC", "0000"}, {"867", "0867"}, {"year 1888", "1888"}, {"BC 50", "-0049"},
		// About and perhaps.
		{"c.1890", "1890~"}, {"c1890", "1890~"}, {"ca. 1890", "1890~"}, {"circa 1890", "1890~"}, {"about 1890", "1890~"}, {"um 1890", "1890~"}, {"vers 1890", "1890~"},
		{"hacia 1890", "1890~"}, {"verso il 1890", "1890~"}, {"1890?", "1890?"}, {"1890 (?)", "1890?"}, {"probably 1890", "1890?"}, {"[1890]", "1890"}, {"[c. 1890?]", "1890%"},
		{"perhaps c. 1890", "1890%"}, {"c. 600 BC", "-0599~"}, {"vermutlich 1890", "1890?"},
		// Spans.
		{"1890-95", "1890/1895"}, {"1890–5", "1890/1895"}, {"1888/89", "1888/1889"}, {"1888 to 1892", "1888/1892"}, {"from 1888 to 1892", "1888/1892"},
		{"between 1888 and 1892", "1888/1892"}, {"zwischen 1888 und 1892", "1888/1892"}, {"entre 1888 et 1892", "1888/1892"}, {"von 1888 bis 1892", "1888/1892"},
		{"177-6 BC", "-0176/-0175"}, {"27 BC–AD 14", "-0026/0014"}, {"27 BC - 14 AD", "-0026/0014"}, {"AD 50-100", "0050/0100"}, {"50 BC to 50 AD", "-0049/0050"},
		{"1890-c. 1895", "1890/1895~"}, {"c. 1890-1895", "1890~/1895~"}, {"1890?-1895", "1890?/1895"}, {"1690-1718 (?)", "1690?/1718?"}, {"600-500 BC", "-0599/-0499"},
		{"250-175 BC", "-0249/-0174"}, {"100-50 BC", "-0099/-0049"}, {"1899-1901", "1899/1901"}, {"1732/1733", "1732/1733"},
		// Before and after.
		{"after 1850", "1851/.."}, {"since 1850", "1850/.."}, {"from 1850", "1850/.."}, {"until 1850", "../1850"}, {"by 1850", "../1850"}, {"before c. 1850", "../1850~"},
		{"before May 1850", "../1850-04"}, {"before 5 May 1850", "../1850-05-04"}, {"before the 13th century", "../1199"}, {"vor 1850", "../1849"}, {"avant 1850", "../1849"},
		{"antes de 1850", "../1849"}, {"prima del 1850", "../1849"}, {"nach 1850", "1851/.."}, {"after the 7th century BC", "-0599/.."}, {"1850 onwards", "1850/.."}, {"before 100 BC", "../-0100"},
		// Centuries and their parts.
		{"19th century", "18XX"}, {"19thC", "18XX"}, {"19th c.", "18XX"}, {"19C", "18XX"}, {"19. Jahrhundert", "18XX"}, {"19. Jh.", "18XX"}, {"XIXe siècle", "18XX"}, {"19e siècle", "18XX"},
		{"s. XIX", "18XX"}, {"siglo XIX", "18XX"}, {"XIX secolo", "18XX"}, {"sec. XIX", "18XX"}, {"7. Jh. v. Chr.", "-0699/-0600"}, {"VIIe s. av. J.-C.", "-0699/-0600"},
		{"early 19th century", "1800/1833"}, {"mid-19th century", "1834/1866"}, {"late 19thC", "1867/1899"}, {"1st half of the 13th century", "1200/1249"}, {"13thC(2ndhalf)", "1250/1299"},
		{"first quarter of the 13th century", "1200/1224"}, {"last quarter 13th c.", "1275/1299"}, {"third quarter of the 13th c.", "1250/1274"}, {"1. Hälfte 13. Jh.", "1200/1249"},
		{"zweite Hälfte des 13. Jahrhunderts", "1250/1299"}, {"Anfang 19. Jh.", "1800/1833"}, {"Mitte des 19. Jahrhunderts", "1834/1866"}, {"Ende 19. Jh.", "1867/1899"},
		{"première moitié du XIIIe siècle", "1200/1249"}, {"début du XIXe siècle", "1800/1833"}, {"fin du XIXe siècle", "1867/1899"}, {"primera mitad del siglo XIII", "1200/1249"},
		{"finales del siglo XIX", "1867/1899"}, {"prima metà del XIII secolo", "1200/1249"}, {"ultimo quarto del XIII secolo", "1275/1299"}, {"inizio XIX secolo", "1800/1833"},
		{"early 7th century BC", "-0699/-0666"}, {"late 7thC BC", "-0632/-0600"}, {"1st half 2nd century BC", "-0199/-0150"}, {"c. 7th century BC", "-0699~/-0600~"},
		{"17th-18th century", "1600/1799"}, {"17th/18th c.", "1600/1799"}, {"17.–18. Jh.", "1600/1799"}, {"XVIIe-XVIIIe siècle", "1600/1799"}, {"s. XVII-XVIII", "1600/1799"},
		{"6th–5th century BC", "-0599/-0400"}, {"late 17th-early 18th century", "1667/1733"}, {"19thC(late)-20thC(early)", "1867/1933"}, {"early to mid 19th century", "1800/1866"},
		{"1st century BC–1st century AD", "-0099/0099"}, {"3rd millennium BC", "-2999/-2000"}, {"early 3rd millennium BC", "-2999/-2666"}, {"2. Jahrtausend v. Chr.", "-1999/-1000"},
		{"perhaps 13th century", "1200?/1299?"},
		// Decades.
		{"1890's", "189X"}, {"1890er Jahre", "189X"}, {"the 1890s", "189X"}, {"early 1890s", "1890/1893"}, {"1880s-1890s", "1880/1899"}, {"1900s", "19XX"}, {"1900s (decade)", "190X"},
		{"300s BC", "-0398/-0299"},
		// Days, months and seasons.
		{"12 May 1888", "1888-05-12"}, {"12th May 1888", "1888-05-12"}, {"May 12, 1888", "1888-05-12"}, {"12. Mai 1888", "1888-05-12"}, {"12 mai 1888", "1888-05-12"},
		{"12 de mayo de 1888", "1888-05-12"}, {"12 maggio 1888", "1888-05-12"}, {"May 1888", "1888-05"}, {"mars 1888", "1888-03"}, {"12.5.1888", "1888-05-12"}, {"25/12/1888", "1888-12-25"},
		{"12/25/1888", "1888-12-25"}, {"1888/05/12", "1888-05-12"}, {"5/1888", "1888-05"}, {"May-June 1888", "1888-05/1888-06"}, {"12-14 May 1888", "1888-05-12/1888-05-14"},
		{"12 May - 3 June 1888", "1888-05-12/1888-06-03"}, {"Frühjahr 1732", "1732-21"}, {"été 1732", "1732-22"}, {"otoño de 1732", "1732-23"}, {"winter 1732/33", "1732-24"},
		{"15 March 44 BC", "-0043-03-15"}, {"1890-01-01 - 1890-12-31", "1890"}, {"1890-01-01 - 1891-12-31", "1890/1891"}, {"August 1890", "1890-08"},
	} {
		got, err := Read(x.text)
		if err != nil || got.Text != x.edtf {
			t.Errorf("%q is read as %q (%v), not %s", x.text, got.Text, err, x.edtf)
		}
	}
}

// TestReadDateRefused: what is not understood is said to be so, with the reason.
func TestReadDateRefused(t *testing.T) {
	for _, x := range []struct{ text, says string }{
		{"reign of the second king", `the word "reign"`}, {"Roman", `the word "roman"`}, {"Han dynasty", "says nothing"}, {"5/6/1888", "which of 5 and 6 is the month"},
		{"-176", "-0176, which is 177 BCE, or 177"}, {"88", "two digits"}, {"12/5/88", ""}, {"2300 BP", "another calendar"}, {"1283 AH", "another calendar"},
		{"1850, 1860", "two years"}, {"13th", "what is counted"}, {"1895s", "no decade"}, {"177 BC - 176", "the era of the second"}, {"", ""}, {"1850 1860", "two years"},
		{"May", "no year"}, {"between 1850", "two dates"}, {"first", ""}, {"century", "no year"}, {strings.Repeat("1", 300), "too long"}, {"1890 or so men", `the word "so"`}, {"9999999", ""},
	} {
		got, err := Read(x.text)
		var p *Problem
		if !errors.As(err, &p) || p.Impossible || !strings.Contains(strings.ReplaceAll(err.Error(), "-0175, or 176", ""), x.says) && !strings.Contains(err.Error(), "-0176") {
			t.Errorf("%q: %v (%+v), not %q", x.text, err, got.EDTF, x.says)
		}
	}
	for _, text := range []string{"31 February 1888", "1718-1690", "1888-13-01 - 1888-14-01", "2400-2600 BC", "14.13.1888", "1888-00", "31/4/1888", "19th-17th century"} {
		var p *Problem
		if _, err := Read(text); !errors.As(err, &p) || !p.Impossible {
			t.Errorf("%q cannot be, and is not said to be so: %v", text, err)
		}
	}
	for _, text := range []string{"n.d.", "undated", "o. J.", "s.d.", "sin fecha", "-", "?", "unknown", "Unbekannt", "senza data"} {
		var p *Problem
		if _, err := Read(text); !errors.As(err, &p) || !p.Undated {
			t.Errorf("%q says that there is no date: %v", text, err)
		}
	}
}

// TestReadDateOrder: the order of figures is that of the table, and what has two
// meanings says so.
func TestReadDateOrder(t *testing.T) {
	for _, x := range []struct {
		reader     Reader
		text, edtf string
		doubt      bool
	}{
		{Reader{Order: DayMonthYear}, "5/6/1888", "1888-06-05", false}, {Reader{Order: MonthDayYear}, "5/6/1888", "1888-05-06", false},
		{Reader{Order: MonthDayYear}, "25/6/1888", "1888-06-25", true}, {Reader{Order: DayMonthYear}, "6/25/1888", "1888-06-25", true},
		{Reader{}, "1911-12", "1911-12", true}, {Reader{Spans: true}, "1911-12", "1911/1912", false},
		{Reader{}, "1920-21", "1920-21", true}, {Reader{Spans: true}, "1920-21", "1920/1921", false},
		{Reader{Spans: true}, "1911-05", "1911-05", false}, {Reader{}, "1800s", "18XX", true}, {Reader{}, "1890-95", "1890/1895", false},
	} {
		got, err := x.reader.Read(x.text)
		if err != nil || got.Text != x.edtf || got.Doubt != "" != x.doubt {
			t.Errorf("%+v: %q is %q, doubt %q (%v); expected %s", x.reader, x.text, got.Text, got.Doubt, err, x.edtf)
		}
	}
}

// TestWords: people see words.
func TestWords(t *testing.T) {
	for edtf, want := range map[string]string{
		"1888": "1888", "1888~": "about 1888", "1888?": "perhaps 1888", "1888%": "perhaps about 1888", "-0176": "177 BCE", "-0176/-0175": "177–176 BCE",
		"-0699/-0600": "7th century BCE", "18XX": "19th century", "189X": "1890s", "1888/1892": "1888–1892", "-2599~/-2399~": "about 2600–2400 BCE",
		"-0026/0014": "27 BCE–14 CE", "../1849": "until 1849", "1850/..": "since 1850", "1850/": "from 1850, until when is not known", "1732-21": "spring 1732",
		"1732-24": "winter 1732/33", "1888-05-12": "12 May 1888", "1888-05": "May 1888", "0079": "79 CE", "Y-11999": "12000 BCE", "16XX/17XX": "17th century to 18th century",
		"1890/1895~": "1890 to about 1895", "0000": "1 BCE", "-01XX": "2nd century BCE",
	} {
		e, err := ParseEDTF(edtf)
		if err != nil || e.Words() != want {
			t.Errorf("%s is %q (%v), not %q", edtf, e.Words(), err, want)
		}
	}
}

// TestWordsAreRead: what is said of a date is read as the same days.
func TestWordsAreRead(t *testing.T) {
	part := func(t *rapid.T, name string) string {
		year := rapid.IntRange(-3000, 2100).Draw(t, name)
		text := Year(year)
		switch rapid.IntRange(0, 7).Draw(t, name+" kind") {
		case 0:
			text = fmt.Sprintf("%s-%02d", text, rapid.IntRange(1, 12).Draw(t, "month"))
		case 1:
			text = fmt.Sprintf("%s-%02d-%02d", text, rapid.IntRange(1, 12).Draw(t, "month"), rapid.IntRange(1, 28).Draw(t, "day"))
		case 2:
			text = fmt.Sprintf("%s-%d", text, rapid.IntRange(21, 24).Draw(t, "season"))
		case 3:
			if year > 99 {
				text = text[:len(text)-1] + "X"
			}
		case 4:
			text = text[:len(text)-2] + "XX"
		}
		return text + rapid.SampledFrom([]string{"", "", "", "~", "?", "%"}).Draw(t, "qualifier")
	}
	rapid.Check(t, func(t *rapid.T) {
		text := part(t, "first")
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 0:
			text += "/" + part(t, "second")
		case 1:
			text = "../" + text
		case 2:
			text += "/.."
		}
		e, err := ParseEDTF(text)
		if err != nil {
			t.Skip(err)
		}
		if last, ok := e.Latest(); strings.HasPrefix(text, "00") && ok && last.Year <= 0 {
			t.Skip("the hundred years 00XX begin in 1 BCE, which no words say")
		}
		got, err := Read(e.Words())
		if err != nil {
			t.Fatalf("%s is said as %q, and that is not read: %v", text, e.Words(), err)
		}
		a1, ok1 := e.Earliest()
		b1, ok2 := e.Latest()
		a2, ok3 := got.Earliest()
		b2, ok4 := got.Latest()
		if ok1 != ok3 || ok2 != ok4 || ok1 && a1 != a2 && a2 != (Day{1, 1, 1}) || ok2 && b1 != b2 {
			t.Fatalf("%s is said as %q, which is read as %s", text, e.Words(), got.Text)
		}
		if e.Start.Uncertain != got.Start.Uncertain || e.End.Approximate != got.End.Approximate {
			t.Fatalf("%s is said as %q, which is read as %s: the doubt is another", text, e.Words(), got.Text)
		}
	})
}

// TestCountedBack: what counts years back from an unsaid day, or is a length of time,
// gives no date.
func TestCountedBack(t *testing.T) {
	for _, text := range []string{"1,500 years ago", "c. 4,500 years ago", "3,100 years ago", "4500 years ago", "4500 yrs ago", "about 2000 years ago", "20 years ago",
		"1500 ago", "15 centuries ago", "three centuries ago", "3 centuries ago", "2 millennia ago", "2 decades ago", "two thousand years ago", "vor 1500 Jahren", "vor etwa 1500 Jahren",
		"vor 3 Jahrhunderten", "vor 1.500 Jahren", "il y a 1500 ans", "il y a environ 1 500 ans", "hace 1500 años", "1500 anni fa", "há 1500 anos", "1500 jaar geleden", "for 1500 år siden",
		"1500 years", "1,500 years old", "1500 Jahre alt", "1500 BP", "1,500 BP", "4500 ± 30 BP", "4500 cal BP", "2 kya", "1500 ya", "1500 ybp", "3 siècles", "1500-1200 years ago",
		"1500 to 1200 years ago", "before 1500 years ago", "3,500-3,000 BP", "1500 years before present", "1,500-year-old", "last 500 years", "300 years before 1850", "100 years after 1850"} {
		got, err := Read(text)
		var p *Problem
		if !errors.As(err, &p) || p.Impossible {
			t.Errorf("%q is read as %s (%v)", text, got.Text, err)
		}
	}
	for text, edtf := range map[string]string{"1500 years BC": "-1499", "1,500 BC": "-1499", "1.500 v. Chr.": "-1499", "1 500 av. J.-C.": "-1499", "10,000 BC": "-9999", "12,000-10,500 BC": "Y-11999/Y-10499",
		"3,500–3,000 BCE": "-3499/-2999", "years 1500-1550": "1500/1550", "the year 1500": "1500", "12 ago 1888": "1888-08-12", "ago. 1888": "1888-08", "1888 ago 12": "1888-08-12",
		"5 May 1888": "1888-05-05", "May 5, 1888": "1888-05-05", "Jahre 1500-1550": "1500/1550", "in den Jahren 1500-1550": "1500/1550", "1890er Jahre": "189X", "années 1890": "189X",
		"anni 1890": "189X", "años 1890": "189X", "17th and 18th centuries": "1600/1799", "17-18 centuries": "1600/1799", "2 BC": "-0001", "1500 years before Christ": "-1499"} {
		got, err := Read(text)
		if err != nil || got.Text != edtf {
			t.Errorf("%q is read as %s (%v), not %s", text, got.Text, err, edtf)
		}
	}
}

// TestSlashBeforeChrist: behind a slash stand the digits that change, and a hyphen is
// doubted where it can be meant so.
func TestSlashBeforeChrist(t *testing.T) {
	for text, edtf := range map[string]string{"1190/85 BC": "-1189/-1184", "350/25 BC": "-0349/-0324", "451/50 BCE": "-0450/-0449", "421/0 BC": "-0420/-0419", "177/176 BC": "-0176/-0175",
		"1190/1185 BC": "-1189/-1184", "177/6 BC": "-0176/-0175", "c. 1190/85 BC": "-1189~/-1184~", "1190/185 BC": "-1189/-1184", "1200/00 BC": "-1199/-1199", "1250/00 BC": "-1249/-1199",
		"100/50 BC": "-0099/-0049", "350/75 BC": "-0349/-0074", "451/50 v. Chr.": "-0450/-0449", "451/50 av. J.-C.": "-0450/-0449", "BC 451/50": "-0450/-0449", "27 BC/AD 14": "-0026/0014",
		"480/479 BC": "-0479/-0478", "480/79 BC": "-0479/-0478", "146/5 a.C.": "-0145/-0144", "12/11 BC": "-0011/-0010", "10/9 BC": "-0009/-0008",
		"1899/00": "1899/1900", "1899/01": "1899/1901", "1890/95": "1890/1895", "1888/9": "1888/1889", "1909/10": "1909/1910"} {
		got, err := Read(text)
		if edtf = strings.Replace(edtf, "-1199/-1199", "-1199", 1); err != nil || got.Text != edtf || got.Doubt != "" {
			t.Errorf("%q is read as %s, doubt %q (%v), not %s", text, got.Text, got.Doubt, err, edtf)
		}
	}
	for text, edtf := range map[string]string{"1190-85 BC": "-1189/-1184", "480-79 BC": "-0479/-0478", "350-25 BC": "-0349/-0024", "125-75 BC": ""} {
		got, err := Read(text)
		if err != nil || edtf != "" && (got.Text != edtf || got.Doubt == "") {
			t.Errorf("%q is read as %s, doubt %q (%v), not %s with a doubt", text, got.Text, got.Doubt, err, edtf)
		}
	}
}

// TestPartsOfDecades: a hyphen behind early, mid and late means nothing.
func TestPartsOfDecades(t *testing.T) {
	for _, text := range []string{"mid-1880s", "mid 1880s", "mid–1880s", "Mid-1880's", "middle of the 1880s", "the mid-1880s", "mid-1880er"} {
		if got, err := Read(text); err != nil || got.Text != "1884/1886" {
			t.Errorf("%q is read as %s (%v)", text, got.Text, err)
		}
	}
	for text, edtf := range map[string]string{"early-1880s": "1880/1883", "late-1880s": "1887/1889", "mid-to-late 1880s": "1884/1889", "mid- to late 1880s": "1884/1889", "early-to-mid-19th century": "1800/1866",
		"early-mid 19th century": "1800/1866", "mid-late 1880s": "1884/1889", "mid-1880s to early-1890s": "1884/1893", "mid-1880s–1890s": "1884/1899", "1870s-mid-1880s": "1870/1886", "c. mid-1880s": "1884~/1886~",
		"before the mid-1880s": "../1883", "mid-second century BC": "-0165/-0133", "mid-eighteenth century": "1734/1766", "late nineteenth century": "1867/1899", "twentieth century": "19XX", "mid-XIX century": "1834/1866",
		"early/mid 1880s": "1880/1886", "mid-1900s (decade)": "1904/1906",
		"1920s-30s": "1920/1939", "1920s/30s": "1920/1939", "late 1920s-early 30s": "1927/1933", "années 1880-1890": "1880/1890"} {
		if got, err := Read(text); err != nil || got.Text != edtf {
			t.Errorf("%q is read as %s (%v), not %s", text, got.Text, err, edtf)
		}
	}
}

// TestJulianLeapDay: a leap day of the Julian calendar was a day.
func TestJulianLeapDay(t *testing.T) {
	for text, says := range map[string]string{"29 February 1500": "was a day", "29 Feb. 1400": "was a day", "29.2.1300": "was a day", "1500-02-29": "was a day", "29 février 1100": "was a day",
		"February 29, 900": "was a day", "29 February 501 BC": "was a day", "29 Feb. 1700 (Old Style)": "", "29 February 1700": "where the Julian calendar was still kept",
		"29 February 1800": "where the Julian calendar was still kept", "29 Feb 1900": "where the Julian calendar was still kept", "28 February - 29 February 1500": "was a day"} {
		got, err := Read(text)
		var p *Problem
		if !errors.As(err, &p) || p.Impossible || !strings.Contains(p.Message, says) {
			t.Errorf("%q is read as %s: %v", text, got.Text, err)
		}
	}
	for text, edtf := range map[string]string{"29 February 1600": "1600-02-29", "29 February 1888": "1888-02-29", "29 February 400": "0400-02-29", "28 February 1500": "1500-02-28"} {
		if got, err := Read(text); err != nil || got.Text != edtf {
			t.Errorf("%q is read as %s (%v), not %s", text, got.Text, err, edtf)
		}
	}
	for _, text := range []string{"29 February 1501", "30 February 1500", "29 February 1887", "29 February 2100"} {
		var p *Problem
		if _, err := Read(text); !errors.As(err, &p) || !p.Impossible {
			t.Errorf("%q cannot be: %v", text, err)
		}
	}
}

// TestPortable: what is read of the dates that people write is of the forms that every
// program for level 1 reads (tried with edtf.js).
func TestPortable(t *testing.T) {
	for text, edtf := range map[string]string{"Spring 1985 – Autumn 1993": "1985-03/1993-11", "circa 17th century": "1600~/1699~", "1990s?": "1990?/1999?", "1921 - circa 1970s": "1921/1979~",
		"19th to 20th century": "1800/1999", "since the 1890s": "1890/..", "until the 19th century": "../1899", "c. spring 1732": "1732-03~/1732-05~", "winter 1732/33 ?": "1732-12?/1733-02?",
		"c. 1st century AD": "0001~/0099~", "c. 1900s": "1900~/1999~", "spring 1732": "1732-21", "17th century": "16XX", "1890s": "189X", "1850-1860s": "1850/1869", "17th century?": "1600?/1699?"} {
		got, err := Read(text)
		if err != nil || got.Text != edtf {
			t.Errorf("%q is read as %s (%v), not %s", text, got.Text, err, edtf)
		}
	}
	for edtf, want := range map[string]string{"16XX~": "1600~/1699~", "188X/..": "1880/..", "1732-21/1733-24": "1732-03/1734-02", "00XX?": "0001?/0099?", "1888-05-XX~": "1888-05~", "1888-XX?": "1888?",
		"188X": "188X", "1888~": "1888~", "1732-21": "1732-21", "../19XX": "../1999", "1888/": "1888/", "-01XX~": "-0199~/-0100~", "1888-05-12T10:00:00Z": "1888-05-12T10:00:00Z"} {
		e, err := ParseEDTF(edtf)
		if got := e.Portable(); err != nil || got.Text != want || got.Portable().Text != want {
			t.Errorf("%s in portable form is %s (%v), not %s", edtf, got.Text, err, want)
		}
	}
	for edtf, want := range map[string]string{"1600~/1699~": "about 17th century", "1990?/1999?": "perhaps 1990s", "0001~/0099~": "about 1st century CE", "1600/1699": "1600–1699"} {
		if e, err := ParseEDTF(edtf); err != nil || e.Words() != want {
			t.Errorf("%s is %q (%v), not %q", edtf, e.Words(), err, want)
		}
	}
}
