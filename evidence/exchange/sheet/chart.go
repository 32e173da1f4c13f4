package sheet

import (
	"fmt"

	"github.com/xuri/excelize/v2"
)

// Chart is a native chart of Excel, drawn from cells of the workbook.
type Chart struct {
	Kind          ChartKind
	At            string // cell on which its upper left corner lies
	Width, Height int    // pixels
	Title         string
	Across, Up    string // titles of the axis of names and of the axis of values
	Data          string // name of the sheet that holds the cells
	Heading       int    // row in which the columns have their names, from 1
	First, Last   int    // rows of the cells, from 1
	Names         int    // column of the names, from 1
	// Values are columns: one of heights for Columns; for Intervals five, which are put
	// on each other from nought, what is above it and what is below each for itself: a
	// piece that is not drawn, then light, dark, light and dark ones.
	Values []int
	// From and To are where the axis of values begins and ends; what goes beyond runs
	// off the chart. It ends where Excel likes when To is not greater.
	From, To float64
	// Step is the distance of the marks of that axis; 0 leaves it to the program that draws.
	Step float64
}

// ChartKind is how a chart is drawn.
type ChartKind int

// The kinds of chart.
const (
	// Columns stand side by side: a distribution.
	Columns ChartKind = iota
	// Intervals are bars that lie between two ends; where their two shades meet
	// is the value. The format has error bars, but not the library, so the bar
	// stands on another that is not seen.
	Intervals
)

// series says how the columns of values are drawn.
func (k ChartKind) series() []string {
	if k == Intervals {
		return []string{"", light, dark, light, dark}
	}
	return []string{dark}
}

// The two shades of bars.
const dark, light = "1F4E9E", "7FA3D9"

func (c *Chart) check(byName map[string]*Sheet) error {
	if err := addressError(c.At); err != nil {
		return err
	}
	if byName[lower(c.Data)] == nil {
		return fmt.Errorf("there is no sheet %q to take its cells from", c.Data)
	}
	data := byName[lower(c.Data)]
	if c.Heading < 1 || c.Heading > data.Len() {
		return fmt.Errorf("no row %d with the names of columns in sheet %q", c.Heading, c.Data)
	}
	if c.First < 1 || c.Last < c.First || c.Last > data.Len() {
		return fmt.Errorf("rows %d to %d of sheet %q, which has %d", c.First, c.Last, c.Data, data.Len())
	}
	if len(c.Values) != len(c.Kind.series()) {
		return fmt.Errorf("%d columns of values, where the kind of chart needs %d", len(c.Values), len(c.Kind.series()))
	}
	for i := c.First - 1; i < c.Last; i++ {
		r := data.row(i)
		for _, col := range append([]int{c.Names}, c.Values...) {
			if col < 1 || col > len(r) {
				return fmt.Errorf("no column %d in sheet %q", col, c.Data)
			}
		}
	}
	return nil
}

func addChart(f *excelize.File, on string, c *Chart) error {
	column := func(n int) string {
		return fmt.Sprintf("%s!$%s$%d:$%s$%d", quote(c.Data), ColumnName(n), c.First, ColumnName(n), c.Last)
	}
	var series []excelize.ChartSeries
	for i, colour := range c.Kind.series() {
		s := excelize.ChartSeries{Name: fmt.Sprintf("%s!$%s$%d", quote(c.Data), ColumnName(c.Values[i]), c.Heading), Categories: column(c.Names), Values: column(c.Values[i])}
		if colour == "" {
			s.Fill = excelize.Fill{Type: "pattern", Pattern: 1, Transparency: 100, Color: []string{"FFFFFF"}}
		} else {
			s.Fill = excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{colour}}
		}
		series = append(series, s)
	}
	text := func(s string, size float64) []excelize.RichTextRun {
		return []excelize.RichTextRun{{Text: s, Font: &excelize.Font{Size: size, Color: "222222"}}}
	}
	one := false
	gap, over := uint(40), 100
	chart := &excelize.Chart{
		Type: excelize.Col, Series: series, VaryColors: &one, GapWidth: &gap,
		Dimension: excelize.ChartDimension{Width: uint(c.Width), Height: uint(c.Height)},
		Title:     excelize.ChartTitle{Paragraph: text(c.Title, 12)},
		Legend:    excelize.ChartLegend{Position: "none"},
		XAxis:     excelize.ChartAxis{Title: excelize.ChartTitle{Paragraph: text(c.Across, 10)}, Font: excelize.Font{Size: 9, Color: "222222"}},
		YAxis:     excelize.ChartAxis{Title: excelize.ChartTitle{Paragraph: text(c.Up, 10)}, Font: excelize.Font{Size: 9, Color: "222222"}, MajorGridLines: true, Minimum: &c.From, MajorUnit: c.Step},
		Format:    excelize.GraphicOptions{AltText: c.Title, Positioning: "oneCell"},
	}
	if c.To > c.From {
		chart.YAxis.Maximum = &c.To
	}
	if c.Kind == Intervals {
		chart.Type, chart.Overlap = excelize.BarStacked, &over
		chart.XAxis.ReverseOrder = true                            // names from above, as in the table
		chart.XAxis.TickLabelPosition = excelize.ChartTickLabelLow // beside the bars, also of what is below nought
	}
	return f.AddChart(on, c.At, chart)
}
