package ast

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// Board is the body of a statement that lays a board.
type Board interface {
	Body
	MarkedCells() []Word
}

// BoardKinds are the words of the statements that lay a board.
var BoardKinds = []string{"tables", "merels", "grid", "holes", "hexagon", "cross", "picture", "graph"}

// SeenAlike are those of boards that all players see alike where nothing is said of it.
var SeenAlike = []string{"merels", "picture", "graph"}

// Marked are the cells that a board marks: single ones, rows such as a1..a5, or names of several.
type Marked struct{ Marked []Word }

// MarkedCells are the cells that the board marks.
func (m *Marked) MarkedCells() []Word { return m.Marked }

func (m *Marked) marked() field { return words("marked", "a cell", &m.Marked) }

// Row is several names in one text.
type Row struct {
	Names []string
	Pos   diag.Pos
}

// String is the row as it is written, its names apart by one space each.
func (r Row) String() string { return strings.Join(r.Names, " ") }

// rows is a key with rows: one, or a list.
func rows(key, what string, to *[]Row) field {
	return field{key: key, what: what, read: func(r *reader, n *yamlpos.Node) {
		for _, x := range n.Items() {
			*to = append(*to, Row{strings.Fields(r.String(x, what)), x.Pos})
		}
	}}
}

// needs says which of some keys a map lacks.
func needs(what string, keys ...string) func(r *reader, n *yamlpos.Node) {
	return func(r *reader, n *yamlpos.Node) {
		for _, key := range keys {
			r.Need(n, key, what)
		}
	}
}

// Tables is a board of points in two facing rows.
type Tables struct {
	Points Number
	Marked
}

func (t *Tables) keys() []field {
	return []field{inner("tables", "a tables board", needs("a tables board", "points"), number("points", "the number of points", &t.Points, 4, 48), t.marked())}
}

// Merels is a board of squares one within another.
type Merels struct {
	Rings     Number
	Diagonals Choice
	Called    []Row // the points, ring by ring
	Lines     []Row
	Marked
}

func (m *Merels) keys() []field {
	return []field{inner("merels", "a merels board", needs("a merels board", "rings"), number("rings", "the number of rings", &m.Rings, 1, 6),
		choice("diagonals", &m.Diagonals), rows("names", "the names of a ring", &m.Called).as(drawn), rows("lines", "a line", &m.Lines), m.marked())}
}

// Grid is a board of rows and columns, of squares and points, or of holes.
type Grid struct {
	Holes         bool
	Rows, Columns Number
	Named         Word // letters or numbers
	Diagonals     Word // none, all, alternate, rising or falling
	Cells         Word // points, squares, chequered or open
	Line          Number
	Slanting      bool
	Marked
	Without  []Word // the cells that are left out
	Stores   Choice // of holes: a large one at either end
	Numbered []Row
	Dots     []Word // the crossings that have a dot, where not all have
}

// ByLetters reports whether cells are named by a letter and a number, and not by two numbers.
func (g *Grid) ByLetters() bool {
	if g.Named.Said() {
		return g.Named.Text == "letters"
	}
	return !g.Holes
}

func (g *Grid) keys() []field {
	key, what := "grid", "a grid"
	if g.Holes {
		key, what = "holes", "a board of holes"
	}
	check := func(r *reader, n *yamlpos.Node) {
		needs(what, "rows", "columns")(r, n)
		if g.Slanting && n.Get("line") == nil {
			r.Errorf(n.Get("slanting").Pos, "slanting without line", "line: and how many cells in a row count as a line", "it is not said that rows count as lines")
		}
		if len(g.Numbered) > 0 && !g.ByLetters() {
			r.Errorf(n.Get("numbered").Pos, "numbered beside names: numbers", "names: letters", "cells that are named by numbers are not numbered besides")
		}
	}
	fields := []field{number("rows", "rows", &g.Rows, 1, 64), number("columns", "columns", &g.Columns, 1, 64),
		oneOf("names", "how cells are named", &g.Named, "letters", "numbers").as(drawn),
		oneOf("diagonals", "which diagonals there are", &g.Diagonals, "none", "all", "alternate", "rising", "falling"),
		oneOf("cells", "what men stand on", &g.Cells, "points", "squares", "chequered", "open"),
		number("line", "line", &g.Line, 2, 9), yes("slanting", &g.Slanting), some("without", "a cell", &g.Without), g.marked(), rows("numbered", "a row of numbered cells", &g.Numbered).as(drawn),
		words("dots", "a crossing", &g.Dots).as(drawn)}
	if g.Holes {
		fields = append(fields, choice("stores", &g.Stores))
	}
	return []field{inner(key, what, check, fields...)}
}

// numbersRound is a key with numbers that are repeated round a board: one, or a list of so many.
func numbersRound(key, what string, to *[]Number, least, most int, many ...int) field {
	return field{key: key, what: what, form: OfNumber, read: func(r *reader, n *yamlpos.Node) {
		for _, x := range n.Items() {
			*to = append(*to, Number{r.Int(x, what, least, most), x.Pos})
		}
		if !slices.Contains(many, len(*to)) {
			var lists []string
			for _, k := range many {
				lists = append(lists, strconv.Itoa(k))
			}
			last := len(lists) - 1
			r.Errorf(n.Pos, strconv.Itoa(len(*to))+" numbers", strings.Join(lists[:last], ", ")+" or "+lists[last]+" numbers, anticlockwise from the near side and repeated round the board", "these are not "+key+"s of such a board")
		}
	}}
}

// Numbers are numbers without their places.
func Numbers(list []Number) (numbers []int) {
	for _, n := range list {
		numbers = append(numbers, n.N)
	}
	return numbers
}

// Hexagon is a hexagon of hexagonal cells.
type Hexagon struct {
	Sides []Number // one, two or three, which are repeated
	Line  Number
	Marked
}

func (h *Hexagon) keys() []field {
	return []field{inner("hexagon", "a hexagon", needs("a hexagon", "side"), numbersRound("side", "the cells of a side", &h.Sides, 1, 25, 1, 2, 3),
		number("line", "line", &h.Line, 2, 9), h.marked())}
}

// Picture is a board that is drawn with characters.
type Picture struct {
	Drawn  Word
	At     func(offset int) diag.Pos // where a byte of it stands in the file
	Called []Sign
	Line   Number
	Marked
}

// Sign is a character of a picture, and the name of the point for which it stands.
type Sign struct {
	Sign rune
	Name Word
	Pos  diag.Pos
}

// Names are the names of points by their characters.
func (p *Picture) Names() map[rune]string {
	names := map[rune]string{}
	for _, s := range p.Called {
		names[s.Sign] = s.Name.Text
	}
	return names
}

func (p *Picture) keys() []field {
	picture := func(r *reader, n *yamlpos.Node) {
		if p.Drawn = (Word{r.String(n, "a picture of the board"), n.Pos}); n.Kind == yamlpos.Scalar {
			p.At = n.PosAt
		}
	}
	names := func(r *reader, n *yamlpos.Node) {
		if n.Kind != yamlpos.Map {
			r.Errorf(n.Pos, n.Kind.String(), "a map of letters of the picture to names, as in {A: altar}", "the names of points cannot be read")
			return
		}
		for i, k := range n.Keys {
			letter := []rune(k.Text)
			if len(letter) != 1 || !strings.ContainsRune(p.Drawn.Text, letter[0]) || !unicode.IsLetter(letter[0]) || letter[0] == 'X' {
				r.Errorf(k.Pos, diag.Quote(k.Text), "a letter that stands for a point of the picture", "no point is drawn so")
				continue
			}
			p.Called = append(p.Called, Sign{letter[0], Word{r.Words(n.Values[i], "the name of a point"), n.Values[i].Pos}, k.Pos})
		}
	}
	return []field{{key: "picture", what: "a picture of the board", read: picture}, {key: "names", what: "letters of the picture, with the names of points", read: names, manner: drawn}, number("line", "line", &p.Line, 2, 9), p.marked()}
}

// Cross is a board of four arms.
type Cross struct {
	Lengths []Number // of the arms: one, two or four, which are repeated
	Columns Number   // of an arm; none: 3
	Centre  Choice
	Marked
}

func (c *Cross) keys() []field {
	return []field{inner("cross", "a cross", needs("a cross", "length"), numbersRound("length", "the length of an arm", &c.Lengths, 1, 10, 1, 2, 4),
		number("columns", "the columns of an arm", &c.Columns, 2, 4), choice("centre", &c.Centre), c.marked())}
}

// Graph is a board that is given point by point.
type Graph struct {
	Points, Rows, Lines []Row
	At                  []Point
	Shape               Word // point, square or hole
	Marked
}

// Names are the points of the board.
func (g *Graph) Names() (names []string) {
	for _, row := range g.Points {
		names = append(names, row.Names...)
	}
	return names
}

// Point says where a point is drawn: how far across, and how far up.
type Point struct {
	Name Word
	X, Y float64
}

func (g *Graph) keys() []field {
	check := func(r *reader, n *yamlpos.Node) {
		r.Need(n, "points", "a graph")
		for _, row := range g.Rows {
			if len(row.Names) < 2 {
				r.Errorf(row.Pos, diag.Quote(row.String()), "two or more points in a row, as in a b c", "neighbours are given along a line")
			}
		}
	}
	return []field{inner("graph", "a graph", check, rows("points", "the points", &g.Points), rows("rows", "neighbours", &g.Rows), rows("lines", "a line", &g.Lines),
		field{key: "at", what: "points, each with its coordinates", read: g.coordinates, manner: drawn}, oneOf("shape", "the shape", &g.Shape, "point", "square", "hole"), g.marked())}
}

// coordinates reads where the points of a board are drawn.
func (g *Graph) coordinates(r *reader, n *yamlpos.Node) {
	if n.Kind != yamlpos.Map {
		r.Errorf(n.Pos, n.Kind.String(), "a map of points to [x, y]", "it cannot be read where points are drawn")
		return
	}
	for i, key := range n.Keys {
		p := Point{Name: Word{key.Text, key.Pos}}
		ok := len(n.Values[i].Values) == 2
		for j, v := range n.Values[i].Items() {
			x, err := strconv.ParseFloat(v.Text, 64)
			if ok = ok && err == nil; j == 0 {
				p.X = x
			} else {
				p.Y = x
			}
		}
		if !ok {
			r.Errorf(n.Values[i].Pos, n.Values[i].Text, "[x, y]", "coordinates are two numbers")
		}
		g.At = append(g.At, p)
	}
}

// Track is the way that men go: a run of cells, or legs that branch.
type Track struct {
	Run    []Word // cells, or rows of them such as 24..1
	But    []Leg  // the runs of players who go another way
	Ring   Choice
	Legs   []Leg
	Order  []Row  // which leg follows which: home, second; a last "off" leads off the board
	Off    Choice // whether men leave the board at its end
	Places Word   // numbers or cells: how places are named
}

// Leg is a run of cells with a name: that of a player, or its own.
type Leg struct {
	Name Word
	Run  []Word
}

func (t *Track) keys() []field {
	order := func(r *reader, n *yamlpos.Node) {
		for _, x := range n.Items() {
			row := Row{Pos: x.Pos}
			for name := range strings.SplitSeq(r.String(x, "an order of legs"), ">") {
				row.Names = append(row.Names, strings.TrimSpace(name))
			}
			t.Order = append(t.Order, row)
		}
	}
	check := func(r *reader, n *yamlpos.Node) {
		switch {
		case n.Get("run") != nil:
		case n.Get("legs") != nil:
			r.Need(n, "order", "a track of legs")
		default:
			r.Errorf(n.Pos, "keys "+strings.Join(n.KeyTexts(), ", "), "run or legs", "a track is a run of cells, or legs with their order")
		}
	}
	return []field{inner("track", "a track", check, words("run", "a cell", &t.Run), legs("but", "players", &t.But), choice("ring", &t.Ring),
		legs("legs", "names", &t.Legs), field{key: "order", what: "which leg follows which", read: order}, choice("off", &t.Off), oneOf("places", "how places are named", &t.Places, "numbers", "cells"))}
}

// legs is a key with a map of names to runs of cells.
func legs(key, of string, to *[]Leg) field {
	return field{key: key, what: of + ", each with the cells that it passes", form: OfRuns, read: func(r *reader, n *yamlpos.Node) {
		if n.Kind != yamlpos.Map {
			r.Errorf(n.Pos, n.Kind.String(), "a map of "+of+" to runs of cells", "the "+map[bool]string{true: "legs", false: "ways"}[key == "legs"]+" cannot be read")
			return
		}
		for i, k := range n.Keys {
			*to = append(*to, Leg{Word{k.Text, k.Pos}, Words(&r.Reader, n.Values[i], "a cell")})
		}
	}}
}
