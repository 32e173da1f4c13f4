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
		{"17th-18th century", "16XX/17XX"}, {"17th/18th c.", "16XX/17XX"}, {"17.–18. Jh.", "16XX/17XX"}, {"XVIIe-XVIIIe siècle", "16XX/17XX"}, {"s. XVII-XVIII", "16XX/17XX"},
		{"6th–5th century BC", "-0599/-0400"}, {"late 17th-early 18th century", "1667/1733"}, {"19thC(late)-20thC(early)", "1867/1933"}, {"early to mid 19th century", "1800/1866"},
		{"1st century BC–1st century AD", "-0099/00XX"}, {"3rd millennium BC", "-2999/-2000"}, {"early 3rd millennium BC", "-2999/-2666"}, {"2. Jahrtausend v. Chr.", "-1999/-1000"},
		{"perhaps 13th century", "12XX?"},
		// Decades.
		{"1890's", "189X"}, {"1890er Jahre", "189X"}, {"the 1890s", "189X"}, {"early 1890s", "1890/1893"}, {"1880s-1890s", "188X/189X"}, {"1900s", "19XX"}, {"1900s (decade)", "190X"},
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
