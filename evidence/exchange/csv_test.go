package exchange

import (
	"bytes"
	"strings"
	"testing"
)

// TestDefused: numbers, coordinates, years before Christ and dashes are no formulas; whatever
// could act has an apostrophe, and every text comes back as it was.
func TestDefused(t *testing.T) {
	for _, plain := range []string{"", "x", "-12.5", "-12.5, 130.8", "-12.5, -130.8", "-12.5,130.8", "-12.5; 130.8", "-33.5 151.2", "-0043", "-0176/-0175", "-0599~/-0500~",
		"-12°30', 130°48'", "-12.5°, 130.8°", "-12° 30′ 15″, 130° 48′", "-5", "-5%", "-.5", "-", "--", "12.5, 130.8", "it's", "'tis"} {
		if got := Defused(plain); got != plain {
			t.Errorf("%q becomes %q, and acts in no program", plain, got)
		}
	}
	for _, acts := range []string{"=1+1", "=cmd|' /C calc'!A0", "+1+1", "+44 20 7946", "-1+1", "-5-3+1", "-5 -3", "-1/2", "-A1", "-12.5, A1", "-lost", "- lost", "@SUM(A1)", "\tx", "\rx",
		"'=1+1", "''-5", "-12.5,130.8+cmd|' /C calc'!A0", "-2+3+cmd|' /C calc'!A0"} {
		if got := Defused(acts); got != "'"+acts {
			t.Errorf("%q becomes %q", acts, got)
		}
	}
	for _, text := range []string{"-12.5, 130.8", "=1", "'=1", "''=1", "'-12.5, 130.8", "-", "'-", "'", "''", "it's", "- a", "'a"} {
		if got := undefused(Defused(text)); got != text {
			t.Errorf("%q comes back as %q", text, got)
		}
	}
	if got := undefused("'-12.5, 130.8"); got != "-12.5, 130.8" {
		t.Errorf("an older export comes back as %q", got)
	}
}

// TestSeparators: what separates cells is found with a title above the heading, with decimal
// commas, quotes and a line for Excel.
func TestSeparators(t *testing.T) {
	for text, want := range map[string]string{
		"sep=;\nNo.;Game\n1;a,b\n":                             "No.|Game / 1|a,b",
		"sep=,\nNo.,Game;x\n1,a\n":                             "No.|Game;x / 1|a",
		"sep=\t\nNo.\tGame\n1\ta\n":                            "No.|Game / 1|a",
		"sep=|\nNo.|Game\n1|a\n":                               "No.|Game / 1|a",
		"No.;Game;Size\n1;a;1,5\n2;b;2,5\n":                    "No.|Game|Size / 1|a|1,5 / 2|b|2,5",
		"No.;Lat;Lon\n1;1,5;2,5\n2;3,5;4,5\n":                  "No.|Lat|Lon / 1|1,5|2,5 / 2|3,5|4,5",
		"Finds of 2019\nNo.;Game\n1;a\n2;b\n":                  "Finds of 2019 / No.|Game / 1|a / 2|b",
		"Finds, of 2019\n\nNo.;Game;Date\n1;a;2\n2;b;3\n":      "Finds, of 2019 / No.|Game|Date / 1|a|2 / 2|b|3",
		"Finds of 2019 by A; B\n\nNo.,Game,Date\n1,a,2\n":      "Finds of 2019 by A; B / No.|Game|Date / 1|a|2",
		"\"Finds; of 2019\"\n\nNo.\tGame\n1\ta\n":              "Finds; of 2019 / No.|Game / 1|a",
		"\"No.\nhere\";\"Game, name\"\n1;a\n":                  "No.\nhere|Game, name / 1|a",
		"No.,Game\n1,a;b;c\n2,d;e;f\n":                         "No.|Game / 1|a;b;c / 2|d;e;f",
		"one\ntwo\n":                                           "one / two",
		"":                                                     "",
		"sep=;":                                                "sep=|",
		"Title only\n\n\n\"a,b\";c\n1;2\n":                     "Title only / a,b|c / 1|2",
		"A catalogue\nName;Place;Date\nx;y;1\nz;\"w;v\";2\n;;": "A catalogue / Name|Place|Date / x|y|1 / z|w;v|2 / ||",
	} {
		g, errs := ReadCSV("f", text)
		if errs != nil {
			t.Errorf("%q: %v", text, errs)
			continue
		}
		var rows []string
		for _, row := range g.Rows {
			rows = append(rows, strings.Join(row.Cells, "|"))
		}
		if got := strings.Join(rows, " / "); got != want {
			t.Errorf("%q is read as %q, not %q", text, got, want)
		}
	}
	g, _ := ReadCSV("f", "sep=;\nNo.;Game\n1;a\n")
	if at := g.Cell(1, 1); at != "row 3, column B: Game" || g.Pos(1, 1).Line != 3 {
		t.Errorf("the cell stands at %q, %v", at, g.Pos(1, 1))
	}
	var b bytes.Buffer
	if err := CSV(&b, Table{Heading: []string{"sep=;"}, Rows: [][]string{{"x"}}}); err != nil || b.String() != "sep=;\nx\n" {
		t.Errorf("%q %v", b.String(), err)
	}
}
