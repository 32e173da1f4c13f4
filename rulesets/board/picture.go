package board

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"
)

// Misdrawn is what is wrong in a picture, and at which byte of its text.
type Misdrawn struct {
	Offset                   int
	Found, Expected, Message string
}

func (m *Misdrawn) Error() string { return m.Message }

// Picture returns a board as it is drawn with characters. Points are letters, which are their
// names unless called has others, or . + and * (a marked one), which are named as cells of a
// grid are: by a letter for each column that has points, and the number of the row from below.
// Lines from point to point are - and |, / and \, and X where two cross. line says how many
// points in a straight row count as a line. Sets: row_1 …, column_1 ….
func Picture(text string, called map[rune]string, line int) (*Board, *Misdrawn) {
	p := &picture{called: called, marks: map[spot]*mark{}, at: map[spot]int{}}
	if wrong := p.read(text); wrong != nil {
		return nil, wrong
	}
	b := &Board{Near: make([][]int, len(p.points)), Leaps: make([][]Leap, len(p.points)), Sets: map[string][]int{}}
	p.Board = b
	if wrong := p.name(); wrong != nil {
		return nil, wrong
	}
	p.joinAcross()
	p.joinUp()
	for wide := 1; wide <= mostWide; wide++ { // steep lines first: a flat one could run through their signs by chance
		p.joinSlanting(wide)
	}
	if wrong := p.loose(); wrong != nil {
		return nil, wrong
	}
	p.scale()
	b.turnAbout()
	b.goStraight(line)
	if err := b.finish(); err != nil {
		return nil, &Misdrawn{Message: err.Error()}
	}
	return b, nil
}

// mostWide is how many columns a slanting line goes aside in each row, at most.
const mostWide = 3

// spot is a column and a row of a text, counted from 0.
type spot struct{ x, y int }

// mark is a character of a picture.
type mark struct {
	sign   rune
	offset int
	used   string // the lines of which it is part: of an X there are two
}

// picture is a board while it is read.
type picture struct {
	*Board
	called map[rune]string
	marks  map[spot]*mark // all but spaces
	points []spot
	at     map[spot]int // the point that lies there
	across []int        // how long the lines are that go across, in columns
	up     []int        // … and up, in rows
	wide   int          // by how many columns slanting lines go aside in a row, at least
}

// read takes the characters of a picture apart.
func (p *picture) read(text string) *Misdrawn {
	at := spot{}
	for offset, sign := range text {
		m := &mark{sign: sign, offset: offset}
		switch {
		case sign == '\n':
			at = spot{-1, at.y + 1}
		case sign == ' ':
		case isPoint(sign):
			p.at[at] = len(p.points)
			p.points = append(p.points, at)
			p.marks[at] = m
		case strings.ContainsRune(`-|/\X`, sign):
			p.marks[at] = m
		default:
			return &Misdrawn{offset, quoted(sign), `points: letters, or . + and *; lines: - | / \ and X`, "this is no sign of a picture of a board"}
		}
		at.x++
	}
	if len(p.points) == 0 {
		return &Misdrawn{0, "a picture without points", "points: letters, or . + and *", "nothing is drawn on which men could stand"}
	}
	if len(p.points) > MostCells {
		return &Misdrawn{0, fmt.Sprintf("%d points", len(p.points)), fmt.Sprintf("at most %d", MostCells), "the board is too large to be held"}
	}
	return nil
}

// quoted is a character of a picture as messages have it.
func quoted(sign rune) string {
	if sign == '\t' {
		return "a tabulator"
	}
	return `"` + string(sign) + `"`
}

func isPoint(sign rune) bool {
	return strings.ContainsRune(".+*", sign) || unicode.IsLetter(sign) && sign != 'X'
}

// name makes cells of the points, with their names.
func (p *picture) name() *Misdrawn {
	lettered := func(s spot) bool { return unicode.IsLetter(p.marks[s].sign) }
	if slices.ContainsFunc(p.points, func(s spot) bool { return !lettered(s) }) {
		// As on a grid: row by row from below.
		slices.SortFunc(p.points, func(a, b spot) int { return cmp.Or(cmp.Compare(b.y, a.y), cmp.Compare(a.x, b.x)) })
	}
	columns, rows := map[int]bool{}, map[int]bool{}
	for i, s := range p.points {
		p.at[s], columns[s.x], rows[s.y] = i, true, true
	}
	column, row := slices.Sorted(maps.Keys(columns)), slices.Sorted(maps.Keys(rows))
	first := map[string]bool{}
	for i, s := range p.points {
		m := p.marks[s]
		name, told := p.called[m.sign]
		x, y := slices.Index(column, s.x), len(row)-slices.Index(row, s.y)
		switch {
		case lettered(s) && !told:
			name = string(m.sign)
		case lettered(s):
		case x >= 26:
			return &Misdrawn{m.offset, "the " + fmt.Sprint(x+1) + "th column with points", "at most 26, or letters for points", "the columns are too many to be named by letters"}
		default:
			name = fmt.Sprintf("%c%d", 'a'+x, y)
		}
		if first[name] {
			return &Misdrawn{m.offset, quoted(m.sign) + " once more", "each name once; points without a name of their own are drawn as . + or *", fmt.Sprintf("two points are called %q", name)}
		}
		first[name] = true
		p.Cells = append(p.Cells, Cell{Name: name, Shape: Node, Marked: m.sign == '*'})
		sets := []string{fmt.Sprintf("row_%d", y), fmt.Sprintf("column_%d", x+1)}
		if m.sign == '*' {
			sets = append(sets, "marked")
		}
		for _, set := range sets {
			p.Sets[set] = append(p.Sets[set], i)
		}
	}
	return nil
}

// joinAcross joins points between which stand dashes, and spaces at most.
func (p *picture) joinAcross() {
	for _, s := range p.points {
		var dashes []*mark
		for to := (spot{s.x + 1, s.y}); to.x-s.x < 200; to.x++ {
			if j, ok := p.at[to]; ok {
				if dashes != nil {
					p.joined(p.at[s], j, dashes, "-")
					p.across = append(p.across, to.x-s.x)
				}
				break
			}
			m := p.marks[to]
			if m != nil && m.sign != '-' {
				break
			}
			if m != nil {
				dashes = append(dashes, m)
			}
		}
	}
}

// joinUp joins points between which a line leads down.
func (p *picture) joinUp() {
	for _, s := range p.points {
		if j, along := p.along(s, 0, '|', "|"); j >= 0 {
			p.joined(p.at[s], j, along, "|")
			p.up = append(p.up, len(along)+1)
		}
	}
}

// joinSlanting joins points between which a line leads down and aside, by so many columns in
// each row.
func (p *picture) joinSlanting(wide int) {
	for _, s := range p.points {
		for _, way := range []struct {
			aside int
			sign  rune
		}{{wide, '\\'}, {-wide, '/'}} {
			if j, along := p.along(s, way.aside, way.sign, string(way.sign)); j >= 0 {
				p.joined(p.at[s], j, along, string(way.sign))
				p.up = append(p.up, len(along)+1)
				if p.wide == 0 {
					p.wide = wide
				}
			}
		}
	}
}

// along follows a line down from a point, through signs that are part of no other line, to
// another point; -1 where it leads to none.
func (p *picture) along(s spot, aside int, sign rune, as string) (point int, marks []*mark) {
	for to := (spot{s.x + aside, s.y + 1}); ; to = (spot{to.x + aside, to.y + 1}) {
		if j, ok := p.at[to]; ok && marks != nil {
			return j, marks
		}
		m := p.marks[to]
		if m == nil || m.sign != sign && (m.sign != 'X' || aside == 0) || strings.Contains(m.used, as) {
			return -1, nil
		}
		marks = append(marks, m)
	}
}

// joined joins two points by a line of some signs.
func (p *picture) joined(i, j int, along []*mark, as string) {
	for _, m := range along {
		m.used += as
	}
	p.join(i, j)
}

// loose finds the first sign that is part of no line.
func (p *picture) loose() *Misdrawn {
	var wrong *mark
	for _, m := range p.marks {
		lines := 1
		if m.sign == 'X' {
			lines = 2
		}
		if !isPoint(m.sign) && len(m.used) < lines && (wrong == nil || m.offset < wrong.offset) {
			wrong = m
		}
	}
	if wrong == nil {
		return nil
	}
	expected := "a line that leads straight on from one point to another"
	if wrong.sign == 'X' {
		expected = "two lines that cross, each straight on from one point to another"
	}
	return &Misdrawn{wrong.offset, quoted(wrong.sign), expected, "this line does not lead from point to point"}
}

// scale says where points lie: slanting lines slant by half a right angle, and where there are none
// the shortest lines are as long across as up. The shortest of all is of length 1.
func (p *picture) scale() {
	wide, high := 2.0, 1.0
	switch {
	case p.wide > 0:
		wide = float64(p.wide)
	case len(p.across) > 0 && len(p.up) > 0:
		wide, high = float64(slices.Min(p.across)), float64(slices.Min(p.up))
	}
	for i, s := range p.points {
		p.Cells[i].X, p.Cells[i].Y = float64(s.x)/wide, -float64(s.y)/high
	}
	short := math.Inf(1)
	for _, e := range p.Edges {
		a, b := p.Cells[e[0]], p.Cells[e[1]]
		short = min(short, math.Hypot(a.X-b.X, a.Y-b.Y))
	}
	if math.IsInf(short, 1) { // nothing is joined
		short = 1
	}
	for i := range p.Cells {
		p.Cells[i].X, p.Cells[i].Y = p.Cells[i].X/short, p.Cells[i].Y/short
	}
}
