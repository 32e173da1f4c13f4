package site

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/verify/measure"
)

// timelineView has the dates of all records, a row for each game.
type timelineView struct {
	Ticks   []tickView
	Rows    []rowOfDates
	Undated int    // records
	Drawn   string // what the kinds of dates that are drawn mean
}

type tickView struct {
	X            float64 // as all that follow, in per cent of the breadth
	Text, Anchor string
}

// rowOfDates are the dates of a game.
type rowOfDates struct {
	Name, Words string
	Dates       []dateView
}

// dateView is a date: a disc where it is one year, else a bar as long as all that it can mean.
type dateView struct {
	X, W     float64
	Disc     bool
	Vague    bool // its ends are not certain, or the record doubts it
	Open     bool // one of them is not known
	Said, To string
	Games    string
}

// mostDates are in rows of their own; further games share one.
const mostDates = 250

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
	v := &timelineView{}
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
	v.Drawn = v.drawn()
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
		return round(100 * (year - float64(from)) / float64(to-from))
	}
	for year := from; year <= to; year += step {
		at, anchor := year, "middle"
		if year < 0 {
			at++ // the year 0 is 1 BCE, and 1000 BCE a year later than -1000
		}
		switch year {
		case from:
			anchor = "start"
		case to:
			anchor = "end"
		}
		v.Ticks = append(v.Ticks, tickView{x(float64(at)), date.YearWords(at), anchor})
	}
	return x
}

// drawn says what the dates mean that are drawn.
func (v *timelineView) drawn() string {
	disc, bar, vague, open := "", "", "", ""
	for _, r := range v.Rows {
		for _, d := range r.Dates {
			if d.Disc {
				disc = "a disc is a date of one year"
			} else {
				bar = "a bar is as long as all that a date can mean"
			}
			switch {
			case d.Open:
				open = "the palest run to the edge, where an end is not known"
			case d.Vague:
				vague = "a paler one, with a broken edge, is not certain, or its record doubts it"
			}
		}
	}
	return measure.Sentence(strings.Join(slices.DeleteFunc([]string{disc, bar, vague, open}, func(s string) bool { return s == "" }), "; "))
}

// row draws the dates of a game, those at one place once.
func (v *timelineView) row(name string, list []datedRecord, x func(float64) float64) {
	row := rowOfDates{Name: name, Words: datedWords(list[0].r.Record, list[0].d)}
	if later := otherHands(list[0].r.of, list[0].r.Record); later != "" && len(list) == 1 {
		row.Words += "; " + later
	}
	if len(list) > 1 {
		row.Words += fmt.Sprintf(", and %d more", len(list)-1)
	}
	at := map[[2]float64]int{}
	for _, d := range list {
		b := dateView{X: x(float64(d.first)), Disc: d.first == d.last && !d.begun && !d.open, Vague: !d.d.EDTF.Span().Firm || len(doubts(d.r.Record, d.d)) > 0, To: d.r.page(),
			Said: fmt.Sprintf("%s, %s", strings.Join(d.r.gameNames(), " and "), datedWords(d.r.Record, d.d))}
		b.W = round(max(x(float64(d.last+1))-b.X, 0.4))
		switch {
		case b.Disc:
			b.X = round(b.X + b.W/2)
		case d.begun:
			b.X, b.W, b.Open = 0, x(float64(d.last+1)), true
		case d.open:
			b.W, b.Open = round(100-b.X), true
		}
		if len(list) > 100 { // near ones are drawn as one
			b.X, b.W = math.Round(b.X), math.Ceil(b.W)
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
