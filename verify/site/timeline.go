package site

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/verify/measure"
)

// timelineView has the dates of all records, a row for each game.
type timelineView struct {
	Width, Height int
	Ticks         []tickView
	Rows          []rowOfDates
	Undated       int // records
}

type tickView struct {
	X    float64
	Text string
}

// rowOfDates are the dates of a game.
type rowOfDates struct {
	Name, Words string // shortened, where they would not fit
	Y           float64
	Dates       []dateView
}

// dateView is a date: a disc where it is one year, else a bar as long as all that it can mean.
type dateView struct {
	X, W, Y  float64
	Disc     bool
	Vague    bool // its ends are not certain
	Open     bool // one of them is not known
	Said, To string
	Games    string
}

const (
	plotLeft, plotRight = 205.0, 620.0
	timelineWidth       = 900
	rowHeight           = 24.0
	mostDates           = 250 // in rows of their own; further games share one
)

// datedRecord is a date of a record on its way to the timeline.
type datedRecord struct {
	r           *record
	d           *evidence.Date
	first, last int
	begun, open bool // no beginning is known, or no end
}

// timeline draws the dates of all records, each as all that it can mean; nil where there is
// none.
func (s *Site) timeline() *timelineView {
	v := &timelineView{Width: timelineWidth}
	rows := map[string][]datedRecord{}
	var names []string
	from, to := math.MaxInt, math.MinInt
	for _, r := range s.records {
		some := false
		for _, d := range r.AllDates() {
			first, last, ok := yearsOf(d)
			if !ok {
				continue
			}
			some = true
			_, begins := d.EDTF.Earliest()
			_, ends := d.EDTF.Latest()
			from, to = min(from, first), max(to, last)
			for _, name := range r.gameNames() {
				if rows[name] == nil {
					names = append(names, name)
				}
				rows[name] = append(rows[name], datedRecord{r, d, first, last, !begins, !ends})
			}
		}
		if !some {
			v.Undated++
		}
	}
	if len(rows) == 0 {
		return nil
	}
	for _, name := range names {
		sort.SliceStable(rows[name], func(a, b int) bool { return rows[name][a].first < rows[name][b].first })
	}
	sort.SliceStable(names, func(a, b int) bool { return rows[names[a]][0].first < rows[names[b]][0].first })
	x := v.scale(from, to)
	drawn := 0
	for i, name := range names {
		if drawn += len(rows[name]); drawn > mostDates && i+1 < len(names) {
			var rest []datedRecord
			for _, name := range names[i:] {
				rest = append(rest, rows[name]...)
			}
			v.row(measure.Plural(len(names)-i, "further game"), rest, x)
			break
		}
		v.row(name, rows[name], x)
	}
	v.Height = int(14 + rowHeight*float64(len(v.Rows)) + 24)
	return v
}

// scale writes the years, and says where each lies.
func (v *timelineView) scale(first, last int) func(year float64) float64 {
	step := 1000
	for _, years := range []int{500, 200, 100, 50, 20, 10, 5} {
		if (last-first)/years <= 6 {
			step = years
		}
	}
	from := int(math.Floor(float64(first)/float64(step))) * step
	to := int(math.Floor(float64(last)/float64(step))+1) * step
	x := func(year float64) float64 {
		return math.Round((plotLeft+(plotRight-plotLeft)*(year-float64(from))/float64(to-from))*10) / 10
	}
	for year := from; year <= to; year += step {
		text := fmt.Sprint(year)
		if year <= 0 {
			text = fmt.Sprintf("%d BCE", 1-year)
		}
		v.Ticks = append(v.Ticks, tickView{x(float64(year)), text})
	}
	return x
}

// row draws the dates of a game, those at one place once.
func (v *timelineView) row(name string, list []datedRecord, x func(float64) float64) {
	y := 10 + rowHeight*float64(len(v.Rows))
	row := rowOfDates{Name: shortened(name, 27), Y: y + 12, Words: datedWords(list[0].d)}
	if len(list) > 1 {
		row.Words += fmt.Sprintf(", and %d more", len(list)-1)
	}
	row.Words = shortened(row.Words, 38)
	at := map[[2]float64]int{}
	for _, d := range list {
		b := dateView{X: x(float64(d.first)), Y: y + 7, Disc: d.first == d.last && !d.begun && !d.open, Vague: !d.d.EDTF.Span().Firm, To: d.r.page(),
			Said: fmt.Sprintf("%s, %s", strings.Join(d.r.gameNames(), " and "), datedWords(d.d))}
		b.W = math.Round(max(x(float64(d.last+1))-b.X, 2)*10) / 10
		switch {
		case b.Disc:
			b.X = math.Round((b.X+b.W/2)*10) / 10
		case d.begun:
			b.X, b.W, b.Open = plotLeft, x(float64(d.last+1))-plotLeft, true
		case d.open:
			b.W, b.Open = plotRight-b.X, true
		}
		if len(list) > 100 { // near ones are drawn as one
			b.X, b.W = 3*math.Round(b.X/3), 3*math.Ceil(b.W/3)
		}
		for _, g := range d.r.games {
			b.Games = strings.TrimSpace(b.Games + " " + g.Definition.ID)
		}
		if k, have := at[[2]float64{b.X, b.W}]; have {
			same := &row.Dates[k]
			if same.To != b.To {
				same.To = "records/index.html"
				same.Said = strings.TrimSuffix(same.Said, ", and others") + ", and others"
			}
			for _, g := range strings.Fields(b.Games) {
				if !slices.Contains(strings.Fields(same.Games), g) {
					same.Games = strings.TrimSpace(same.Games + " " + g)
				}
			}
			continue
		}
		at[[2]float64{b.X, b.W}] = len(row.Dates)
		row.Dates = append(row.Dates, b)
	}
	v.Rows = append(v.Rows, row)
}

// BarY is where the upper edge of a bar is.
func (d dateView) BarY() float64 { return d.Y - 5 }

// Foot is where the lines of the years end.
func (v *timelineView) Foot() int { return v.Height - 18 }

// Years is where the years are written.
func (v *timelineView) Years() int { return v.Height - 4 }

// NamesX is where the games are written: apart from the lines of the years.
func (v *timelineView) NamesX() float64 { return 10 }

// WordsX is where the dates stand in words.
func (v *timelineView) WordsX() float64 { return plotRight + 18 }
