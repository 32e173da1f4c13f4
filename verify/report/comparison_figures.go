package report

import (
	"fmt"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/board/draw"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/scene"
	"github.com/lectio/lectio/verify/phylo"
)

// Names of the sheets of figures of a comparison.
const (
	tBoards = "Boards"
	tTree   = "Tree"
)

// treeAbout says how the tree is read.
func (v *comparison) treeAbout() string {
	about := "Two are joined at their mean distance over dimensions, which the scale gives"
	if v.Likeness.Drawn > 0 {
		about += "; a number at a joint says in how many of a hundred combinations of readings the group stands"
	}
	return about + "."
}

// tree draws the groups by distance; nil where there are none.
func (v *comparison) tree() *draw.Diagram {
	root := v.Likeness.Tree
	if root == nil || len(root.Parts) == 0 {
		return nil
	}
	var names []string
	longest := 0
	for i := range v.Columns {
		names = append(names, v.Heading(i))
		longest = max(longest, len([]rune(v.Heading(i))))
	}
	const left, top, line, span = 20.0, 16.0, 26.0, 380.0
	d := &draw.Diagram{Width: left + span + 30 + 7*float64(longest), Height: top + line*float64(len(names)) + 52,
		Alt: "a tree: " + v.Newick(), Plain: strings.Join(root.Text(names, 40), "\n") + "\n"}
	tall := root.Height
	if tall <= 0 {
		tall = 1 // all are alike
	}
	x := func(height float64) float64 { return left + span*(1-height/tall) }
	twig := func(x0, y0, x1, y1 float64) {
		d.Marks = append(d.Marks, draw.Mark{Kind: draw.Twig, X: x0, Y: y0, X2: x1, Y2: y1})
	}
	foot := top + line*float64(len(names))
	step := niceStep(2 * tall / 4)
	for _, at := range marks(0, 2*tall, step) {
		d.Marks = append(d.Marks, draw.Mark{Kind: draw.Rule, X: x(at / 2), Y: top - 8, X2: x(at / 2), Y2: foot}, written(x(at/2), foot+16, 0.5, tick(at, step)))
	}
	d.Marks = append(d.Marks, written(left+span/2, foot+36, 0.5, "mean distance"))
	leaf, label := 0, v.Stands
	var grow func(n *phylo.Node) float64 // draws what is in a node, and says at which y it stands
	grow = func(n *phylo.Node) float64 {
		if n.Leaf >= 0 {
			y := top + line*(float64(leaf)+0.5)
			leaf++
			d.Marks = append(d.Marks, written(x(0)+8, y+4, 0, names[n.Leaf]))
			return y
		}
		var first, last float64
		for i, part := range n.Parts {
			last = grow(part)
			if i == 0 {
				first = last
			}
			twig(x(n.Height), last, x(part.Height), last)
		}
		twig(x(n.Height), first, x(n.Height), last)
		if text := label(n); text != "" {
			d.Marks = append(d.Marks, written(x(n.Height)-4, (first+last)/2-4, 1, text))
		}
		return (first + last) / 2
	}
	grow(root)
	return d
}

// treeTable has the tree as a picture.
func (v *comparison) treeTable() *Table {
	t := &Table{Name: tTree, Title: "Tree by distance", About: "The groups as a tree.",
		Columns: []Column{{Key: "how", Title: "How it was made", MaxWidth: 40}, {Key: "tree", Title: "Tree", Kind: KindPicture, MaxWidth: 100}}}
	if d := v.tree(); d != nil {
		t.Rows = []Row{{Key: treeName, Cells: []Cell{Text(v.treeAbout() + " Groups: " + v.Grouped() + "."), {Picture: d, PictureAlt: d.Alt}}}}
	}
	return t
}

// boards sets the empty boards side by side, with the ways of the men on them, where
// they are not all alike.
func (v *comparison) boards() (out []*Table) {
	pictures, ways := make([]draw.Picture, len(v.Columns)), make([]string, len(v.Columns))
	unlike := false
	for i, col := range v.Columns {
		if col.Game == nil {
			continue
		}
		pictures[i], ways[i] = BoardWithWays(col.Game)
		unlike = unlike || ways[i] != ways[0] || draw.Text(pictures[i]) != draw.Text(pictures[0])
	}
	if !unlike {
		return nil
	}
	for _, g := range v.groups() {
		t := &Table{Name: tBoards + g.suffix, Title: "Boards side by side" + g.suffix, About: "The empty board as the first player sees and names it. Arrows lead along the ways of the men: of both players where there are two, in the colours of the men, else of the first.",
			Columns: append([]Column{{Key: "what", Title: "What", MaxWidth: 14}}, v.columns(g, 14)...)}
		for i := range t.Columns[1:] {
			t.Columns[i+1].Kind = KindPicture
		}
		drawn, told := []Cell{Text("Board")}, []Cell{Text("Ways")}
		for _, i := range g.columns {
			if ways[i] == "" {
				drawn, told = append(drawn, Cell{}), append(told, Cell{})
				continue
			}
			drawn = append(drawn, Cell{Picture: &pictures[i], PictureAlt: v.Heading(i) + ": " + ways[i]})
			told = append(told, Text(ways[i]))
		}
		t.Rows = []Row{{Key: "board", Cells: drawn}, {Key: "ways", Cells: told}}
		out = append(out, t)
	}
	return out
}

// BoardWithWays draws the empty board of a game with the ways of the men, and tells the
// ways in words.
func BoardWithWays(g *rulesets.Game) (draw.Picture, string) {
	p := g.Program
	s := p.NewState()
	engine.NewInterpreter(p).Start(s)
	pic := scene.Board(g, s, 0)
	pic.Men, pic.Stores = nil, nil
	seats := len(p.Players)
	if seats > 2 {
		seats = 1
	}
	var told []string
	for q := range seats {
		way := draw.Way{Player: q, Cells: p.CellOf[q][:p.Places], Next: make([][]int, p.Places)}
		steps := 0
		for f := range min(len(p.Next), p.Places) {
			for _, t := range p.Next[f] {
				if t < p.Places { // and not off the board
					way.Next[f] = append(way.Next[f], t)
					steps++
				}
			}
		}
		if steps > 0 {
			pic.Ways = append(pic.Ways, way)
			told = append(told, p.Players[q]+": "+pic.WayWords(way))
		}
	}
	pic.Players = pic.Players[:seats]
	if len(told) == 0 {
		return pic, fmt.Sprintf("%d places, no way", len(pic.Board.Cells))
	}
	return pic, strings.Join(told, "\n")
}
