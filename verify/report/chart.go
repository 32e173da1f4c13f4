package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/exchange/sheet"
	"github.com/lectio/lectio/rulesets/board/draw"
)

// Chart shows rows of a table as a picture that the reader's program draws. Its
// points stand in the table ChartData, so that nothing is shown that cannot be
// read.
type Chart struct {
	Title      string
	About      string // how it is to be read
	Kind       ChartKind
	Ruleset    string // that it is of; "" for a chart of all
	Across, Up string // what the names and what the values are
	Bars       string // what the bars are; "" for intervals at 95 %
	Points     []Point
}

// ChartKind is how a chart is drawn.
type ChartKind int

// The kinds of chart.
const (
	Distribution ChartKind = iota // columns side by side
	Intervals                     // bars from the lower to the upper end of an interval
)

// Point is one value of a chart. Low and High are the ends of its interval; for
// a distribution they are not used.
type Point struct {
	Name             string
	Value, Low, High float64
}

// ChartData is the name of the table that holds the points of all charts.
const ChartData = "Chart data"

// drop takes out points that cannot be drawn, and says whether any are left.
func (c *Chart) drop() bool {
	var kept []Point
	for _, p := range c.Points {
		ok := !math.IsNaN(p.Value) && !math.IsInf(p.Value, 0)
		if c.Kind == Intervals {
			ok = ok && p.Low <= p.Value && p.Value <= p.High && !math.IsInf(p.Low, 0) && !math.IsInf(p.High, 0)
		}
		if ok {
			kept = append(kept, p)
		}
	}
	c.Points = kept
	return len(kept) > 0
}

// AddCharts adds charts, and their points as a table. It is called once, when
// all other tables are there; charts without points are left out.
func (r *Report) AddCharts(charts ...*Chart) {
	t := &Table{Name: ChartData, Title: "What the charts show", Hidden: true, About: "Each chart is drawn from these rows.",
		Columns: []Column{{Key: "chart", Title: "Chart", MaxWidth: 50}, {Key: "name", Title: "Name", MaxWidth: 50}, {Key: "value", Title: "Value", Kind: KindNumber},
			{Key: "low", Title: "Lower end", Kind: KindNumber}, {Key: "high", Title: "Upper end", Kind: KindNumber}}}
	for i, title := range pieces {
		t.Columns = append(t.Columns, Column{Key: pieceKey(i), Title: title, Kind: KindNumber, About: "a piece of the bar of an interval, from nought outwards"})
	}
	for _, c := range charts {
		if !c.drop() {
			continue
		}
		r.Charts = append(r.Charts, c)
		lo, hi, _ := c.bounds()
		for i := range c.Points {
			c.Points[i].Name += c.off(c.Points[i], lo, hi)
		}
		for _, p := range c.Points {
			row := Row{Cells: append([]Cell{Text(c.Title), Text(p.Name), Number(p.Value)}, make([]Cell, 2+len(pieces))...)}
			if c.Kind == Intervals {
				row.Cells[3], row.Cells[4] = Number(p.Low), Number(p.High)
				for i, piece := range p.pieces() {
					row.Cells[5+i] = Number(piece)
				}
			}
			t.Rows = append(t.Rows, row)
		}
	}
	if len(t.Rows) > 0 {
		r.chartColumns = map[string]int{}
		t.DropEmpty()
		for i, col := range t.Columns {
			r.chartColumns[col.Key] = i + 1
		}
		r.Tables = append(r.Tables, t)
	}
}

// pieces are those of a bar that shows an interval, in the order in which a spreadsheet
// puts them on each other. It does so from nought, what is above nought and what is below
// each for itself.
var pieces = []string{"Not drawn", "Value to upper end, below nought", "Lower end to value", "Value to upper end", "Lower end to value, below nought"}

func pieceKey(i int) string { return fmt.Sprintf("piece%d", i+1) }

// pieces cuts the interval of a point into the pieces that are put on each other.
func (p Point) pieces() [5]float64 {
	low, value, high := p.Low, p.Value, p.High
	switch {
	case low >= 0:
		return [5]float64{low, 0, value - low, high - value, 0}
	case high <= 0:
		return [5]float64{high, value - high, low - value, 0, 0}
	case value >= 0:
		return [5]float64{0, 0, value, high - value, low}
	}
	return [5]float64{0, value, low - value, high, 0}
}

// Sizes of charts in the workbook, in pixels, and what a column and a row of its
// sheet measure.
const (
	chartWidth  = 720
	chartColumn = 105 // characters, a little wider than a chart
	chartHeight = 300
	barHeight   = 26
	rowPixels   = 20
	pagePixels  = 1000 // that a page of charts is high
)

// charts makes the sheet of charts: two beside each other, each with a line on
// how it is to be read.
func (b *book) charts(name string) *sheet.Sheet {
	if len(b.r.Charts) == 0 {
		return nil
	}
	s := &sheet.Sheet{Name: name, PageTitle: b.r.Title + ": charts", Columns: []sheet.Column{{Width: chartColumn}, {Width: chartColumn}},
		Rows: [][]sheet.Cell{b.way("Charts")}, FrozenRows: 1}
	row := func(n int) []sheet.Cell {
		for len(s.Rows) < n {
			s.Rows = append(s.Rows, []sheet.Cell{{Look: sheet.Open}, {Look: sheet.Open}})
		}
		return s.Rows[n-1]
	}
	at, first, page := 2, firstRow, 2
	for i, c := range b.r.Charts {
		height := c.height()
		if i%2 == 0 && i+1 < len(b.r.Charts) {
			height = max(height, b.r.Charts[i+1].height())
		}
		if i%2 == 0 && at > page && (at-page)*rowPixels+height > pagePixels {
			s.Breaks, page = append(s.Breaks, at), at // no chart is cut in two
		}
		label := b.text(c.About, name)
		label.Look = sheet.Open
		kind, values := sheet.Columns, []int{b.r.chartColumns["value"]}
		if c.Kind == Intervals {
			kind, values = sheet.Intervals, nil
			for i := range pieces {
				values = append(values, b.r.chartColumns[pieceKey(i)])
			}
			label.Text += " A bar goes from the lower to the upper end of an interval; where its two shades meet is the value."
		}
		row(at)[i%2] = label
		s.Charts = append(s.Charts, sheet.Chart{Kind: kind, At: sheet.Address(at+1, i%2+1), Width: chartWidth, Height: c.height(), Title: c.Title, Across: c.Across, Up: c.Up,
			Data: b.names[ChartData], Heading: firstRow - 1, First: first, Last: first + len(c.Points) - 1, Names: b.r.chartColumns["name"], Values: values})
		drawn := &s.Charts[len(s.Charts)-1]
		drawn.From, drawn.To, drawn.Step = c.bounds()
		first += len(c.Points)
		if i%2 == 1 || i+1 == len(b.r.Charts) {
			if i%2 == 1 {
				height = max(height, b.r.Charts[i-1].height())
			}
			at += height/rowPixels + 3
		}
	}
	row(at)
	return s
}

func (c *Chart) height() int {
	if c.Kind == Intervals {
		return max(chartHeight, 90+barHeight*len(c.Points))
	}
	return chartHeight
}

// bounds are where the axis of values begins and ends, at marks, and the distance of
// these. Columns stand on nought and are never cut: their heights are what is compared.
// Intervals may lie far from nought, and a few far from all others run off the chart: else
// nothing could be told of the others.
func (c *Chart) bounds() (lo, hi, step float64) {
	var lows, highs []float64
	for _, p := range c.Points {
		if c.Kind == Intervals {
			lows, highs = append(lows, p.Low), append(highs, p.High)
		} else {
			lows, highs = append(lows, min(p.Value, 0)), append(highs, max(p.Value, 0))
		}
	}
	if lo, hi = slices.Min(lows), slices.Max(highs); c.Kind == Intervals {
		lo, hi = ends(lows, highs)
	}
	if c.Kind == Intervals && lo > 0 && lo < (hi-lo)/2 {
		lo = 0
	}
	step = niceStep((hi - lo) / 5)
	lo, hi = math.Floor(lo/step+1e-9)*step, math.Ceil(hi/step-1e-9)*step
	if hi <= lo {
		hi = lo + step
	}
	return lo, hi, step
}

// ends are the least and the greatest of what is shown: without those, at most one in
// five and one of three or four, by which the others would shrink to a quarter.
func ends(lows, highs []float64) (lo, hi float64) {
	slices.Sort(lows)
	slices.Sort(highs)
	n := len(lows)
	lo, hi = lows[0], highs[n-1]
	few := n / 5
	if n >= 3 {
		few = max(few, 1)
	}
	for k := 1; k <= few; k++ {
		if l := lows[k]; (hi - l) < (hi-lo)/4 {
			lo = l
		}
		if h := highs[n-1-k]; (h - lo) < (hi-lo)/4 {
			hi = h
		}
	}
	return lo, hi
}

// off says of a point that runs off the chart how far it goes.
func (c *Chart) off(p Point, lo, hi float64) string {
	low, high := p.Low, p.High
	switch {
	case c.Kind != Intervals:
		return ""
	case low < lo-(hi-lo)/10 && high > hi:
		return fmt.Sprintf(" (from %.4g to %.4g)", low, high)
	case high > hi:
		return fmt.Sprintf(" (to %.4g)", high)
	case low < lo-(hi-lo)/10:
		return fmt.Sprintf(" (from %.4g)", low)
	}
	return ""
}

// diagram draws the chart, for a page and for a paper.
func (c *Chart) diagram() *draw.Diagram {
	d := &draw.Diagram{Alt: c.words(), Plain: c.words() + "\n"}
	if c.Kind == Intervals {
		c.intervals(d)
	} else {
		c.columns(d)
	}
	return d
}

// words are the points of the chart.
func (c *Chart) words() string {
	var list []string
	for _, p := range c.Points {
		text := fmt.Sprintf("%s: %.4g", p.Name, p.Value)
		if c.Kind == Intervals {
			text += fmt.Sprintf(" [%.4g, %.4g]", p.Low, p.High)
		}
		list = append(list, text)
	}
	return c.Title + ": " + strings.Join(list, "; ")
}

func written(x, y, anchor float64, text string) draw.Mark {
	return draw.Mark{Kind: draw.Writing, X: x, Y: y, Anchor: anchor, Text: text}
}

func (c *Chart) intervals(d *draw.Diagram) {
	lo, hi, step := c.bounds()
	const left, width, line = 300.0, 480.0, 22.0
	height := line*float64(len(c.Points)) + 70
	d.Width, d.Height = left+width+30, height
	x := func(v float64) float64 { return left + width*(min(max(v, lo), hi)-lo)/(hi-lo) }
	add := func(m ...draw.Mark) { d.Marks = append(d.Marks, m...) }
	for _, v := range marks(lo, hi, step) {
		add(draw.Mark{Kind: draw.Rule, X: x(v), X2: x(v), Y2: height - 60}, written(x(v), height-44, 0.5, tick(v, step)))
	}
	for i, p := range c.Points {
		y := line*float64(i) + 11
		add(written(left-8, y+4, 1, p.Name), draw.Mark{Kind: draw.Span, X: x(p.Low), Y: y, X2: x(p.High), Y2: y})
		if lo <= p.Value && p.Value <= hi {
			add(draw.Mark{Kind: draw.Disc, X: x(p.Value), Y: y})
		}
	}
	y := height - 10
	add(written(left+width/2, height-26, 0.5, c.Up), draw.Mark{Kind: draw.Disc, X: left, Y: y}, written(left+10, y+4, 0, "value"),
		draw.Mark{Kind: draw.Span, X: left + 60, Y: y, X2: left + 84, Y2: y}, written(left+90, y+4, 0, cmp.Or(c.Bars, "interval at 95 %")))
}

func (c *Chart) columns(d *draw.Diagram) {
	lo, hi, step := c.bounds()
	const left, bottom, height = 60.0, 250.0, 300.0
	width := max(480, 16*float64(len(c.Points)))
	bar := width / float64(len(c.Points))
	d.Width, d.Height = left+width+20, height
	y := func(v float64) float64 { return bottom - (bottom-10)*(min(max(v, lo), hi)-lo)/(hi-lo) }
	add := func(m ...draw.Mark) { d.Marks = append(d.Marks, m...) }
	for _, v := range marks(lo, hi, step) {
		add(draw.Mark{Kind: draw.Rule, X: left, Y: y(v), X2: left + width, Y2: y(v)}, written(left-6, y(v)+4, 1, tick(v, step)))
	}
	every := int(math.Ceil(90 / bar))
	for i, p := range c.Points {
		x := left + bar*float64(i)
		add(draw.Mark{Kind: draw.Block, X: x + bar*0.1, Y: y(p.Value), X2: x + bar*0.9, Y2: y(max(lo, 0))})
		if i%every == 0 {
			add(written(x+bar/2, bottom+16, 0.5, p.Name))
		}
	}
	add(written(left+width/2, height-6, 0.5, c.Across))
}

// marks are the values at which an axis has marks.
func marks(lo, hi, step float64) (out []float64) {
	for v := math.Ceil(lo/step-1e-9) * step; v <= hi+step*1e-9; v += step {
		out = append(out, v)
	}
	return out
}

// niceStep rounds a distance between marks of an axis up to 1, 2 or 5 times a
// power of ten.
func niceStep(d float64) float64 {
	if d <= 0 {
		return 1
	}
	p := math.Pow(10, math.Floor(math.Log10(d)))
	for _, k := range []float64{1, 2, 5} {
		if d <= k*p {
			return k * p
		}
	}
	return 10 * p
}

func tick(v, step float64) string {
	digits := max(0, int(-math.Floor(math.Log10(step))))
	if s := fmt.Sprintf("%.*f", digits, v); strings.Trim(s, "-0.") != "" {
		return s
	}
	return "0"
}
