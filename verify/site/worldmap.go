package site

import (
	_ "embed"
	"fmt"
	"html/template"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/lectio/lectio/evidence"
)

// land is the outline of the world: Natural Earth, 1:110m, version 4.1, in the public
// domain, simplified to a third of a degree; x is the longitude plus 180, y 90 less the
// latitude.
//
//go:embed land.path
var land string

// mapView is a map of the evidence.
type mapView struct {
	ViewBox string
	Land    template.HTMLAttr
	Marks   []markView
	Nowhere []string // records without coordinates
}

// markView is a place on the map. A place that is known within a few kilometres is a
// disc; one that is known roughly a ring as large as the doubt, with a diamond in it.
type markView struct {
	X, Y, R float64
	Vague   bool
	Radius  float64 // of the doubt, in degrees
	km      float64 // the same in kilometres
	Games   string  // ids, for filtering
	To      string
	Name    string
	LabelX  float64
	LabelY  float64
	Anchor  string
	Lines   []string
}

// stretch is how much higher than wide a degree is drawn: about what it is at the latitudes
// from which most evidence comes.
const stretch = 1.4

// nearBy is how far from its coordinates a place may be and still be called certain, in
// kilometres.
const nearBy = 25

// Stretch is how much higher than wide a degree is drawn.
func (v *mapView) Stretch() float64 { return stretch }

// worldMap draws the places of the evidence, those of one place together.
func (s *Site) worldMap() *mapView {
	v := &mapView{}
	at := map[string]int{}
	for _, g := range s.games {
		for _, r := range g.Evidence() {
			if r.Location == nil || !r.Location.HasCoordinates {
				v.Nowhere = append(v.Nowhere, g.Definition.Title)
				continue
			}
			l := r.Location
			km := precision(l)
			key := fmt.Sprintf("%.2f %.2f", l.Latitude, l.Longitude)
			k, known := at[key]
			if !known {
				k = len(v.Marks)
				at[key] = k
				v.Marks = append(v.Marks, markView{X: l.Longitude + 180, Y: stretch * (90 - l.Latitude), To: g.dir + "/index.html", Name: l.Name})
			}
			m := &v.Marks[k]
			m.Radius, m.km = max(m.Radius, math.Round(stretch*km/111.32*10)/10), max(m.km, km)
			m.Vague = m.Vague || km > nearBy
			if !slices.Contains(m.Lines, g.Definition.Title) {
				m.Lines = append(m.Lines, g.Definition.Title)
				m.Games = strings.TrimSpace(m.Games + " " + g.Definition.ID)
			}
		}
	}
	if len(v.Marks) == 0 {
		return nil
	}
	v.frame()
	v.label()
	return v
}

// precision is how far from its coordinates a place may be, in kilometres.
func precision(l *evidence.Location) float64 {
	if l.Precision > 0 {
		return l.Precision
	}
	return 111.32 * 0.5 * math.Pow10(-l.Decimals)
}

// frame cuts the map to where the evidence is.
func (v *mapView) frame() {
	west, east, north, south := 360.0, 0.0, 180.0, 0.0
	for _, m := range v.Marks {
		west, east = min(west, m.X-m.Radius), max(east, m.X+m.Radius)
		north, south = min(north, m.Y-m.Radius), max(south, m.Y+m.Radius)
	}
	width := max(east-west+44, 110)
	height := max(south-north+26, width*0.42)
	x, y := (west+east)/2-width/2, (north+south)/2-height/2
	x, y = max(0, min(x, 360-width)), max(0, min(y, 180*stretch-height))
	width, height = min(width, 360), min(height, 150*stretch)
	v.ViewBox = fmt.Sprintf("%.1f %.1f %.1f %.1f", x, y, width, height)
	v.Land = template.HTMLAttr(`d="` + strings.ReplaceAll(strings.TrimSpace(land), "\n", "") + `"`)
	for i := range v.Marks {
		m := &v.Marks[i]
		m.R = math.Round(width/150*100) / 100
		if m.X > x+0.75*width {
			m.Anchor = "end"
		}
	}
}

// label puts names beside the marks, one below the other where they would meet.
func (v *mapView) label() {
	order := make([]int, len(v.Marks))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(a, b int) bool { return v.Marks[order[a]].Y < v.Marks[order[b]].Y })
	line := v.Marks[0].R * 3.4
	var set []*markView
	for _, i := range order {
		m := &v.Marks[i]
		side := 1.0
		if m.Anchor == "end" {
			side = -1
		}
		m.LabelX, m.LabelY = m.X+side*m.R*2.2, m.Y+m.R
		for _, o := range set {
			if math.Abs(o.LabelX-m.LabelX) < 45 && m.LabelY < o.LabelY+line && m.LabelY > o.LabelY-line {
				m.LabelY = o.LabelY + line
			}
		}
		set = append(set, m)
	}
}

// Size and Turn make a diamond of a square in the middle of the mark; Font is the size of
// the writing beside it.
func (m markView) Size() float64 { return math.Round(m.R*170) / 100 }

// Turn turns the square and puts its middle where the mark is.
func (m markView) Turn() string {
	return fmt.Sprintf("rotate(45 %g %g) translate(%g %g)", m.X, m.Y, -m.Size()/2, -m.Size()/2)
}

// Font is the size of the writing beside a mark.
func (m markView) Font() float64 { return math.Round(m.R*250) / 100 }

// Text is what stands beside a mark.
func (m markView) Text() string { return strings.Join(m.Lines, ", ") }

// Said is the place for who does not see the map.
func (m markView) Said() string {
	text := m.Text() + ": " + m.Name
	if m.Vague {
		return fmt.Sprintf("%s, known within about %.0f km", text, m.km)
	}
	return text
}

// timelineView has the dates of the evidence as spans.
type timelineView struct {
	Width, Height int
	Ticks         []tickView
	Bars          []barView
	Undated       []string
}

// Foot is where the lines of the years end.
func (v *timelineView) Foot() int { return v.Height - 18 }

// Years is where the years are written.
func (v *timelineView) Years() int { return v.Height - 4 }

// TextY is where the writing of a bar stands.
func (b barView) TextY() float64 { return b.Y + 12 }

type tickView struct {
	X    float64
	Text string
}

type barView struct {
	X, W, Y    float64
	Vague      bool // its ends are not certain
	Text, Said string
	ID, To     string
	TextX      float64
	Anchor     string
}

// timeline draws the dates of the evidence, each as all that it can mean.
func (s *Site) timeline() *timelineView {
	type entry struct {
		g           *game
		r           *evidence.Record
		first, last int
	}
	v := &timelineView{Width: 900}
	var list []entry
	for _, g := range s.games {
		for _, r := range g.Evidence() {
			if first, last, ok := years(r); ok {
				list = append(list, entry{g, r, first, last})
			} else {
				v.Undated = append(v.Undated, g.Definition.Title)
			}
		}
	}
	if len(list) == 0 {
		return nil
	}
	sort.SliceStable(list, func(a, b int) bool { return list[a].first < list[b].first })
	first, last := list[0].first, list[0].last
	for _, d := range list {
		last = max(last, d.last)
	}
	step := 1000
	for _, years := range []int{500, 200, 100, 50, 20, 10} {
		if (last-first)/years <= 8 {
			step = years
		}
	}
	from, to := (first-step/2)/step*step, ((last+step/2)/step+1)*step
	const left, right, row = 20.0, 880.0, 34.0
	x := func(year float64) float64 {
		return math.Round((left+(right-left)*(year-float64(from))/float64(to-from))*10) / 10
	}
	for year := from; year <= to; year += step {
		v.Ticks = append(v.Ticks, tickView{x(float64(year)), fmt.Sprint(year)})
	}
	for i, d := range list {
		span := d.r.Date.EDTF.Span()
		b := barView{X: x(float64(d.first)), W: max(x(float64(d.last+1))-x(float64(d.first)), 6), Y: 14 + row*float64(i), Vague: !span.Firm || d.last-d.first > 1,
			ID: d.g.Definition.ID, To: d.g.dir + "/index.html"}
		b.Text = d.g.Definition.Title + ", " + dated(d.r)
		b.Said = b.Text
		b.TextX, b.Anchor = b.X+b.W+8, "start"
		if b.TextX > 640 {
			b.TextX, b.Anchor = b.X-8, "end"
		}
		v.Bars = append(v.Bars, b)
	}
	v.Height = int(14 + row*float64(len(list)) + 24)
	return v
}
