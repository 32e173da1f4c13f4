package report

import (
	"archive/zip"
	"bytes"
	"fmt"
	"html"
	"io"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lectio/lectio/evidence/exchange/sheet"
	"github.com/lectio/lectio/rulesets/board/draw"
)

// The workbook has a native chart for each, drawn from the rows that hold its
// points; the page draws the same.
func TestCharts(t *testing.T) {
	r := sample(t)
	r.AddCharts(charts()...)
	path := filepath.Join(t.TempDir(), "r.xlsx")
	if err := r.WriteFile(path); err != nil {
		t.Fatal(err)
	}
	w, err := sheet.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	var data *sheet.Sheet
	for _, s := range w.Sheets {
		if s.Name == ChartData {
			data = s
		}
	}
	if data == nil || len(data.Rows) != 2+20+9 {
		t.Fatalf("the rows behind the charts: %+v", data)
	}
	if n := len(w.Sheets); w.Sheets[n-2].Name != "Charts" || w.Sheets[n-1].Name != ChartData {
		t.Errorf("the last sheets are %q and %q", w.Sheets[n-2].Name, w.Sheets[n-1].Name)
	}
	if got := data.Rows[22]; got[1].Text != "QUESTION-A00 some-reading-of-it" || got[3].Number != 0.45 || math.Abs(got[7].Number-0.05) > 1e-9 || math.Abs(got[8].Number-0.04) > 1e-9 {
		t.Errorf("the first interval is %+v", got)
	}
	drawn := chartXML(t, path)
	if len(drawn) != 2 {
		t.Fatalf("%d charts in the file", len(drawn))
	}
	for i, ranges := range [][]string{{"$B$3:$B$22", "$C$3:$C$22"}, {"$B$23:$B$31", "$F$23:$F$31", "$G$23:$G$31", "$H$23:$H$31", "$I$23:$I$31", "$J$23:$J$31", "$F$2", "$J$2"}} {
		for _, want := range ranges {
			if !strings.Contains(html.UnescapeString(drawn[i]), "'Chart data'!"+want+"<") {
				t.Errorf("chart %d is not drawn from %s", i+1, want)
			}
		}
	}
	var b bytes.Buffer
	if err := r.WriteHTML(&b); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(b.String(), `<figure>`); n != 2 {
		t.Errorf("the page draws %d charts", n)
	}
	discs := 0
	for _, chart := range regexp.MustCompile(`(?s)<svg class="chart".*?</svg>`).FindAllString(b.String(), -1) {
		discs += strings.Count(chart, "<circle ")
	}
	if strings.Contains(b.String(), "NaN") || discs != 9+1 { // and one that says what it is
		t.Errorf("the page draws %d discs for nine intervals", discs)
	}
}

// A spreadsheet puts pieces on each other from nought, those above it and those below
// each for itself: the bar that comes of it lies between the ends of the interval, with
// the dark shade below the value and the light one above, on either side of nought.
func TestPiecesOfABar(t *testing.T) {
	const dark, light = 1, 2
	shades := []int{0, light, dark, light, dark} // as the workbook fills them
	for _, p := range []Point{{"", 3, 2, 5}, {"", -3, -5, -2}, {"", 1, -2, 4}, {"", -1, -2, 4}, {"", 0, -2, 4}, {"", 0, 0, 0}} {
		at := func(x float64) int { // the shade drawn at a place
			up, down := 0.0, 0.0
			for i, piece := range p.pieces() {
				if piece > 0 {
					if up < x && x < up+piece {
						return shades[i]
					}
					up += piece
				} else {
					if down+piece < x && x < down {
						return shades[i]
					}
					down += piece
				}
			}
			return 0
		}
		for x := -6.25; x < 6; x += 0.5 {
			want := 0
			if x > p.Low && x < p.Value {
				want = dark
			} else if x > p.Value && x < p.High {
				want = light
			}
			if got := at(x); got != want {
				t.Errorf("%+v at %v: shade %d, want %d", p, x, got, want)
			}
		}
	}
}

// The legend of a chart does not call the range over trainings an interval.
func TestLegendsSayWhatBarsAre(t *testing.T) {
	for bars, want := range map[string]string{"": "interval at 95 %", "range over 3 trainings": "range over 3 trainings"} {
		c := &Chart{Title: "Length", Kind: Intervals, Bars: bars, Points: []Point{{Name: "A", Value: 2, Low: 1, High: 3}, {Name: "B", Value: 3, Low: 2, High: 4}}}
		var said []string
		for _, m := range c.diagram().Marks {
			said = append(said, m.Text)
		}
		if !slices.Contains(said, want) || bars != "" && slices.Contains(said, "interval at 95 %") {
			t.Errorf("bars that are %q: the legend is %q", bars, said)
		}
	}
}

// What has no value is not drawn, and a chart without points is left out.
func TestChartsWithoutPoints(t *testing.T) {
	r := sample(t)
	n := len(r.Tables)
	r.AddCharts(&Chart{Title: "nothing", Kind: Intervals, Points: []Point{{Name: "a", Value: math.NaN()}, {Name: "b", Value: 2, Low: 3, High: 4}}})
	if len(r.Charts) != 0 || len(r.Tables) != n {
		t.Errorf("%d charts, %d tables more", len(r.Charts), len(r.Tables)-n)
	}
	r.AddCharts(&Chart{Title: "one", Points: []Point{{Name: "a", Value: 1}, {Name: "b", Value: math.Inf(1)}}})
	if len(r.Charts) != 1 || len(r.Charts[0].Points) != 1 || r.Validate() != nil {
		t.Errorf("charts: %+v, %v", r.Charts, r.Validate())
	}
}

// No column of a distribution is cut, and its axis goes from mark to mark, at round numbers.
func TestColumnsAreNeverCut(t *testing.T) {
	for _, values := range [][]float64{{100, 400, 180, 60, 20, 7, 3, 1}, {3}, {0, 0}, {1, 1e6, 2}, {950, 10, 3, 2, 1, 1}, {0.2, 0.31}, {137, 138, 139}} {
		c := &Chart{Title: "planted", Kind: Distribution}
		for i, v := range values {
			c.Points = append(c.Points, Point{Name: fmt.Sprint("p", i), Value: v})
		}
		lo, hi, step := c.bounds()
		if lo > 0 || hi < slices.Max(values) {
			t.Errorf("%v: the axis goes from %v to %v", values, lo, hi)
		}
		if n := hi / step; math.Abs(n-math.Round(n)) > 1e-9 || len(marks(lo, hi, step)) < 2 {
			t.Errorf("%v: the axis ends at %v, with marks every %v", values, hi, step)
		}
		heights := map[float64]float64{} // by value
		for i, m := range blocks(c.diagram()) {
			if h, known := heights[m.Y2-m.Y]; known && h != values[i] {
				t.Errorf("%v: %v and %v are equally high", values, h, values[i])
			}
			heights[m.Y2-m.Y] = values[i]
		}
	}
}

func blocks(d *draw.Diagram) (out []draw.Mark) {
	for _, m := range d.Marks {
		if m.Kind == draw.Block {
			out = append(out, m)
		}
	}
	return out
}

// One interval far from all others runs off its chart, and its name says how far it goes:
// the others still take up a good part of the axis, in the workbook and on the page.
func TestOutlierDoesNotFlattenAChart(t *testing.T) {
	ends := regexp.MustCompile(`<(max|min) val="([^"]*)"`)
	for _, kind := range []ChartKind{Intervals} {
		for _, n := range []int{3, 4, 5, 9, 30} {
			for _, far := range []float64{1e6, -1e6} {
				r := sample(t)
				c := &Chart{Title: "planted", Kind: kind}
				for i := range n {
					v := 4 + float64(i%3)
					c.Points = append(c.Points, Point{Name: fmt.Sprint("p", i), Value: v, Low: v - 1, High: v + 1})
				}
				c.Points[n/2] = Point{Name: "far", Value: far, Low: far - 1, High: far + 1}
				r.AddCharts(c)
				path := filepath.Join(t.TempDir(), "r.xlsx")
				if err := r.WriteFile(path); err != nil {
					t.Fatal(err)
				}
				axis := map[string]float64{}
				for _, m := range ends.FindAllStringSubmatch(chartXML(t, path)[0], -1) {
					axis[m[1]], _ = strconv.ParseFloat(m[2], 64)
				}
				if long := axis["max"] - axis["min"]; !(long > 0 && long < 16) {
					t.Errorf("kind %d, %d points, %v: the axis of the workbook goes from %v to %v", kind, n, far, axis["min"], axis["max"])
				}
				if name := r.Charts[0].Points[n/2].Name; !strings.Contains(name, "1e+06") && !strings.Contains(name, "1000001") {
					t.Errorf("kind %d, %d points: the name %q does not say how far it goes", kind, n, name)
				}
			}
		}
	}
}

// chartXML are the charts of a workbook as they stand in its file.
func chartXML(t *testing.T, path string) (out []string) {
	t.Helper()
	z, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	for _, f := range z.File {
		if ok, _ := filepath.Match("xl/charts/chart*.xml", f.Name); ok {
			rc, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			b, _ := io.ReadAll(rc)
			rc.Close()
			out = append(out, string(b))
		}
	}
	return out
}
