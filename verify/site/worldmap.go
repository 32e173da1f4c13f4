package site

import (
	_ "embed"
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/verify/measure"
)

// land is the outline of the world: Natural Earth, 1:110m, version 4.1, in the public
// domain, simplified to a third of a degree; x is the longitude plus 180, y 90 less the
// latitude.
//
//go:embed land.path
var land string

// mapView is a map of the places of all records.
type mapView struct {
	ViewBox string
	Land    template.HTMLAttr
	Marks   []*markView
	Drawn   string      // what the kinds of marks that are drawn mean
	Labels  []labelView // on a broad screen
	Few     []labelView // on a narrow one
	Nowhere []string    // places without coordinates, with how many records name them
	Unsaid  int         // records that name no place

	west, north, width, height float64
}

// markView is a place on the map. One that is known within a few kilometres is a disc; a
// region, or one that is known roughly, is an area as large as the doubt; one that lies
// between two others is the line between these.
type markView struct {
	X, Y    float64
	RX, RY  float64 // of an area, in degrees; of a disc, what is drawn
	X2, Y2  float64 // the other end of a line
	Area    bool
	Line    bool
	Games   string // ids, for filtering
	To      string
	ID      string // of its entry in the list of places
	Name    string
	Records []link // some of the records
	More    int    // … and how many others

	km      float64
	records []*record
	names   []string // of games
}

// labelView is a name on the map.
type labelView struct {
	Text   string
	X, Y   float64
	Anchor string
	Font   float64
}

// stretch is how much higher than wide a degree is drawn: about what it is at the latitudes
// from which most evidence comes.
const stretch = 1.4

// nearBy is how far from its coordinates a place may be and still be called certain, in
// kilometres.
const nearBy = 25

// Names are so many to the breadth of the map, if one letter were wide as the font is high.
const (
	broadNames  = 85
	narrowNames = 28
)

const (
	mostMarks   = 200 // on a map; where there are more, near ones are drawn as one
	mostLabels  = 60
	mostLinks   = 8   // to records from a place
	allLinks    = 300 // … and from all of them
	kmOfADegree = 111.32
)

// Stretch is how much higher than wide a degree is drawn.
func (v *mapView) Stretch() float64 { return stretch }

// worldMap draws the places of all records, those of one place together; nil where no place
// can be drawn.
func (s *Site) worldMap() *mapView {
	known := map[string]*evidence.Location{}
	for _, r := range s.records {
		for _, l := range r.AllPlaces() {
			if name := fold.Text(l.Name); name != "" && l.HasCoordinates && known[name] == nil {
				known[name] = l
			}
		}
	}
	v := &mapView{}
	for _, grain := range []float64{0.01, 0.1, 0.5, 1, 2, 5, 10} {
		if v = s.mapOf(known, grain); len(v.Marks) <= mostMarks {
			break
		}
	}
	if len(v.Marks) == 0 {
		return nil
	}
	v.frame()
	v.Drawn = v.drawn()
	// The discs are left as large as they are on a broad screen.
	v.Few, v.Labels = v.labels(v.width/narrowNames), v.labels(v.width/broadNames)
	v.rounded()
	return v
}

// mapOf draws places that are nearer to each other than so many degrees as one. Places
// that have only a name stand where another record says that they are.
func (s *Site) mapOf(known map[string]*evidence.Location, grain float64) *mapView {
	v := &mapView{}
	at := map[string]*markView{}
	nowhere := map[string][]*record{}
	var names []string
	for _, r := range s.records {
		places := slices.DeleteFunc(r.AllPlaces(), func(l *evidence.Location) bool { // where a museum is tells nothing of a game
			return r.Object != nil && l == r.Object.PresentPlace
		})
		if len(places) == 0 {
			v.Unsaid++
		}
		for _, l := range places {
			m := markOf(l, known)
			if m == nil {
				name := l.Called()
				if nowhere[name] == nil {
					names = append(names, name)
				}
				nowhere[name] = noted(nowhere[name], r)
				continue
			}
			key := fmt.Sprint(m.Line, m.Area, math.Round(m.X/grain), math.Round(m.Y/grain), math.Round(m.X2/grain), math.Round(m.Y2/grain))
			if have := at[key]; have != nil {
				have.km, have.RX, have.RY = max(have.km, m.km), max(have.RX, m.RX), max(have.RY, m.RY)
				if m.Name != have.Name && !strings.HasSuffix(have.Name, " and near it") && grain > 0.01 {
					have.Name += " and near it"
				}
				m = have
			} else {
				at[key] = m
				m.ID = fmt.Sprintf("place-%d", len(v.Marks)+1)
				v.Marks = append(v.Marks, m)
			}
			m.add(r)
		}
	}
	for _, name := range names {
		v.Nowhere = append(v.Nowhere, fmt.Sprintf("%s (%s)", name, measure.Plural(len(nowhere[name]), "record")))
	}
	for _, m := range v.Marks {
		most := min(len(m.records), max(1, min(mostLinks, allLinks/len(v.Marks))))
		for _, r := range m.records[:most] {
			m.Records = append(m.Records, link{r.page(), r.called()})
		}
		m.More = len(m.records) - most
		m.To = "index.html#" + m.ID
		if len(m.Records) == 1 && m.More == 0 {
			m.To = m.Records[0].To
		}
	}
	return v
}

// markOf is a place as it is drawn, nil where nobody says where it is.
func markOf(l *evidence.Location, known map[string]*evidence.Location) *markView {
	m := &markView{Name: l.Called()}
	at := func(l *evidence.Location) (x, y float64) { return l.Longitude + 180, stretch * (90 - l.Latitude) }
	if len(l.Between) == 2 {
		a, b := known[fold.Text(l.Between[0])], known[fold.Text(l.Between[1])]
		if a != nil && b != nil {
			m.Line = true
			m.X, m.Y = at(a)
			m.X2, m.Y2 = at(b)
			return m
		}
	}
	if !l.HasCoordinates {
		other := known[fold.Text(l.Name)]
		if l.Name == "" && len(l.Between) == 0 {
			other = known[fold.Text(l.In)]
		}
		if l = other; l == nil {
			return nil
		}
	}
	m.X, m.Y = at(l)
	m.km = precision(l)
	if m.Area = m.km > nearBy; m.Area {
		m.RX = m.km / kmOfADegree / max(math.Cos(l.Latitude*math.Pi/180), 0.1)
		m.RY = stretch * m.km / kmOfADegree
	}
	return m
}

// add notes a record at a place.
func (m *markView) add(r *record) {
	m.records = noted(m.records, r)
	for _, g := range r.games {
		if !slices.Contains(strings.Fields(m.Games), g.Definition.ID) {
			m.Games = strings.TrimSpace(m.Games + " " + g.Definition.ID)
		}
	}
	for _, name := range r.gameNames() {
		if !slices.Contains(m.names, name) {
			m.names = append(m.names, name)
		}
	}
}

// noted adds a record to a list, once, though it may name a place several times.
func noted(list []*record, r *record) []*record {
	if n := len(list); n > 0 && list[n-1] == r {
		return list
	}
	return append(list, r)
}

// gameNames are the titles of the games that rest on a record, or what it calls its game.
func (r *record) gameNames() (out []string) {
	for _, g := range r.games {
		out = append(out, g.Definition.Title)
	}
	switch {
	case len(out) > 0:
	case r.Unidentified():
		out = append(out, "not identified")
	default:
		out = append(out, r.Game)
	}
	return out
}

// precision is how far from its coordinates a place may be, in kilometres.
func precision(l *evidence.Location) float64 {
	if l.Precision > 0 {
		return l.Precision
	}
	return kmOfADegree * 0.5 * math.Pow10(-l.Decimals)
}

// frame cuts the map to what it shows, with room for names beside it.
func (v *mapView) frame() {
	west, east, north, south := 360.0, 0.0, 180.0*stretch, 0.0
	for _, m := range v.Marks {
		west, east, north, south = min(west, m.X-m.RX), max(east, m.X+m.RX), min(north, m.Y-m.RY), max(south, m.Y+m.RY)
		if m.Line {
			west, east, north, south = min(west, m.X2), max(east, m.X2), min(north, m.Y2), max(south, m.Y2)
		}
	}
	v.width = min(max((east-west)*1.3, 16, (south-north)*1.2/0.6), 360)
	v.height = min(max((south-north)*1.2, v.width*0.4), 180*stretch)
	v.west = max(0, min((west+east-v.width)/2, 360-v.width))
	v.north = max(0, min((north+south-v.height)/2, 180*stretch-v.height))
	v.ViewBox = fmt.Sprintf("%.2f %.2f %.2f %.2f", v.west, v.north, v.width, v.height)
	v.Land = template.HTMLAttr(`d="` + strings.ReplaceAll(strings.TrimSpace(land), "\n", "") + `"`)
}

// box is a rectangle on the map.
type box struct{ west, north, east, south float64 }

func (a box) meets(b box) bool {
	return a.west < b.east && b.west < a.east && a.north < b.south && b.north < a.south
}

// drawn says what the marks mean that are on the map.
func (v *mapView) drawn() string {
	var disc, area, line string
	for _, m := range v.Marks {
		switch {
		case m.Line:
			line = "a thick broken line leads from one place to another where the record says that it was between them"
		case m.Area:
			area = "a shaded area within a thin broken line is as large as what is not known of where the place is"
		default:
			disc = fmt.Sprintf("a disc is a place known within %d km", nearBy)
		}
	}
	return measure.Sentence(strings.Join(slices.DeleteFunc([]string{disc, area, line}, func(s string) bool { return s == "" }), "; "))
}

// labels puts names of a size beside the marks where they meet neither each other nor another
// mark, nor the edge. A place for whose name there is no room is named in the list below the
// map.
func (v *mapView) labels(font float64) (out []labelView) {
	disc := font * 0.45
	var taken []box
	for _, m := range v.Marks {
		if !m.Area && !m.Line {
			m.RX, m.RY = disc, disc
			taken = append(taken, box{m.X - disc, m.Y - disc, m.X + disc, m.Y + disc})
		}
	}
	for _, m := range v.Marks {
		for k := range 21 {
			if x, y := m.X+(m.X2-m.X)*float64(k)/20, m.Y+(m.Y2-m.Y)*float64(k)/20; m.Line {
				taken = append(taken, box{x - disc/2, y - disc/2, x + disc/2, y + disc/2})
			}
		}
	}
	for i, m := range v.Marks {
		if i >= mostLabels {
			break
		}
		text := m.title()
		w := float64(utf8.RuneCountInString(text)) * font * 0.58
		x, y := m.X, m.Y
		if m.Line {
			x, y = (m.X+m.X2)/2, (m.Y+m.Y2)/2
		}
		type spot struct {
			x, y   float64
			anchor string
		}
		beside := []spot{{x + m.RX + font*0.4, y + font*0.35, "start"}, {x - m.RX - font*0.4, y + font*0.35, "end"},
			{x, y - m.RY - font*0.5, "middle"}, {x, y + m.RY + font*1.2, "middle"}}
		if m.Area && 2*m.RX > w {
			beside = append([]spot{{x, y + font*0.35, "middle"}}, beside...)
		}
		for _, down := range []float64{1.2, -1.2, 2.4, -2.4} {
			for _, b := range beside[:2] {
				beside = append(beside, spot{b.x, b.y + down*font, b.anchor})
			}
		}
		for _, at := range beside {
			left := at.x - map[string]float64{"start": 0, "middle": w / 2, "end": w}[at.anchor]
			b := box{left, at.y - font*0.9, left + w, at.y + font*0.3}
			inside := b.west > v.west && b.east < v.west+v.width && b.north > v.north && b.south < v.north+v.height
			if inside && !slices.ContainsFunc(taken, b.meets) {
				taken = append(taken, b)
				out = append(out, labelView{text, round(at.x), round(at.y), at.anchor, round(font)})
				break
			}
		}
	}
	return out
}

// rounded leaves out digits that nobody sees.
func (v *mapView) rounded() {
	for _, m := range v.Marks {
		m.X, m.Y, m.RX, m.RY, m.X2, m.Y2 = round(m.X), round(m.Y), round(m.RX), round(m.RY), round(m.X2), round(m.Y2)
	}
}

func round(x float64) float64 { return math.Round(x*100) / 100 }

// title are the games of a place, the first few by name.
func (m *markView) title() string {
	if n := len(m.names); n > 3 {
		return strings.Join(m.names[:2], ", ") + fmt.Sprintf(" and %d more", n-2)
	}
	return strings.Join(m.names, ", ")
}

// Said is the place for who does not see the map.
func (m *markView) Said() string { return m.title() + ": " + m.Where() }

// Where is the place, with how well it is known.
func (m *markView) Where() string {
	name := m.Name
	if name == "" {
		name = "a place without a name"
	}
	if m.Area {
		return fmt.Sprintf("%s, known within about %.0f km", name, m.km)
	}
	return name
}
