package sheet

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

// No sheet prints smaller than letters of 8 points: what is a little wider than a page has
// its prose set narrower, and what is much wider goes over several pages, each with the
// columns that say which row it is.
func TestPrintIsLegible(t *testing.T) {
	of := func(name string, widths ...int) *Sheet {
		s := &Sheet{Name: name}
		for range 2 {
			var row []Cell
			for _, w := range widths {
				row = append(row, Text(strings.Repeat("word ", w/5)))
			}
			s.Rows = append(s.Rows, row)
		}
		for range widths {
			s.Columns = append(s.Columns, Column{Max: 200})
		}
		s.AsTable(1)
		s.FrozenColumns = min(len(widths)/3, 1)
		return s
	}
	few, some, more, many := of("Few", 10, 100), of("Some", 10, 140), of("More", 20, 100, 100), of("Many", 20, 25, 25, 25, 25, 25, 25, 25, 25, 100)
	keyless := of("Keyless", 200, 200)
	part := of("Part", 20, 100, 150)
	part.PrintColumns = 2
	parts := of("Parts", 20, 25, 25, 25, 25, 25, 25, 25, 25, 100)
	parts.PrintColumns = 9
	path := filepath.Join(t.TempDir(), "a.xlsx")
	if err := (&Workbook{Sheets: []*Sheet{few, some, more, many, keyless, part, parts}}).Save(path); err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	titles := map[string]string{}
	for _, n := range f.GetDefinedName() {
		if n.Name == "_xlnm.Print_Titles" {
			titles[n.Scope] = n.RefersTo
		}
	}
	for _, x := range []struct {
		name, lies, titles string
		fits               bool
		columns            int
	}{
		{"Few", "portrait", "'Few'!$1:$1", true, 2}, {"Some", "landscape", "'Some'!$1:$1", true, 2}, {"More", "landscape", "'More'!$1:$1", true, 3},
		{"Many", "landscape", "'Many'!$A:$A,'Many'!$1:$1", false, 10}, {"Keyless", "landscape", "'Keyless'!$1:$1", false, 2}, {"Part", "portrait", "'Part'!$1:$1", true, 2},
		{"Parts", "landscape", "'Parts'!$A:$A,'Parts'!$1:$1", false, 9},
	} {
		layout, err := f.GetPageLayout(x.name)
		props, perr := f.GetSheetProps(x.name)
		if err != nil || perr != nil {
			t.Fatal(err, perr)
		}
		if *layout.Orientation != x.lies || *props.FitToPage != x.fits || titles[x.name] != x.titles {
			t.Errorf("%s: %s, fits %v, repeats %s", x.name, *layout.Orientation, *props.FitToPage, titles[x.name])
		}
		across := 0.0
		for c := 1; c <= x.columns; c++ {
			w, err := f.GetColWidth(x.name, ColumnName(c))
			if err != nil {
				t.Fatal(err)
			}
			across += w
		}
		// A character is 7 pixels of 96 to an inch, and a page has 0.3 inches at each side.
		room, percent := map[string]float64{"portrait": 210, "landscape": 297}[x.lies]/25.4-0.6, 100.0
		if x.fits {
			percent = 100 * room / (across * 7 / 96)
		} else {
			percent = float64(*layout.AdjustTo)
		}
		if size := bodySize * percent / 100; size < 7.9 {
			t.Errorf("%s prints its letters at %.1f points", x.name, size)
		}
	}
	w, err := Read(path)
	if err != nil || w.Sheets[3].RepeatRows != 1 {
		t.Errorf("rows that are repeated beside columns do not come back: %v", err)
	}
}
