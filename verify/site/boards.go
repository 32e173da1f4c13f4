package site

import (
	"context"
	"fmt"
	"hash/fnv"
	"html/template"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/board/draw"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/scene"
)

// look collects what shapes of pictures look like, by the class of each, which all pages
// share: a content policy that forbids styles in a page forbids them on shapes too.
type look struct {
	mu     sync.Mutex
	styles map[string]string
}

var styled = regexp.MustCompile(` style="([^"]*)"`)

// classes are elements with classes in place of their styles. A class is named after its
// style, so that it is the same in every run.
func (l *look) classes(elements string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.styles == nil {
		l.styles = map[string]string{}
	}
	return styled.ReplaceAllStringFunc(elements, func(m string) string {
		style := styled.FindStringSubmatch(m)[1]
		sum := fnv.New32a()
		sum.Write([]byte(style))
		name := fmt.Sprintf("k%06x", sum.Sum32()&0xffffff)
		l.styles[name] = style
		return ` class="` + name + `"`
	})
}

// element is a shape or a word of a drawing, and looked how it looks.
var (
	element = regexp.MustCompile(`<[a-z]+ [^<>]*/>\s*|<text [^<>]*>[^<]*</text>\s*`)
	looked  = regexp.MustCompile(` (?:style|class)="[^"]*"`)
	outline = regexp.MustCompile(`^<path d="([^"]*)" (?:style|class)="[^"]*"/>`)
)

// grouped writes how elements look once, where several that look alike follow each other.
func grouped(elements string) string {
	var out strings.Builder
	end := 0
	var run []string
	flush := func() {
		if len(run) > 1 && looked.MatchString(run[0]) {
			fmt.Fprintf(&out, "<g%s>", looked.FindString(run[0]))
			for _, e := range run {
				out.WriteString(strings.TrimSpace(looked.ReplaceAllString(e, "")))
			}
			out.WriteString("</g>\n")
		} else {
			out.WriteString(strings.Join(run, ""))
		}
		run = nil
	}
	for _, at := range element.FindAllStringIndex(elements, -1) {
		e := elements[at[0]:at[1]]
		if at[0] > end || len(run) > 0 && looked.FindString(run[0]) != looked.FindString(e) {
			flush()
		}
		out.WriteString(elements[end:at[0]])
		run, end = append(run, e), at[1]
	}
	flush()
	out.WriteString(elements[end:])
	return out.String()
}

// joined writes outlines that follow each other and look alike as one, where no two of them
// overlap, as on an empty board.
func joined(elements string) string {
	var out strings.Builder
	var looks []string
	paths := map[string]string{} // by their look
	flush := func() {
		for _, l := range looks {
			fmt.Fprintf(&out, "<path d=\"%s\"%s/>\n", paths[l], l)
		}
		looks, paths = nil, map[string]string{}
	}
	for line := range strings.Lines(elements) {
		m := outline.FindStringSubmatch(line)
		if m == nil || strings.Count(line, "<") != 1 {
			flush()
			out.WriteString(line)
			continue
		}
		l := looked.FindString(line)
		if paths[l] == "" {
			looks = append(looks, l)
		}
		paths[l] += m[1]
	}
	flush()
	return out.String()
}

var coloured = regexp.MustCompile(`:#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})`)

// grey is how something looks that is printed without colours: paper is white, and every
// colour as light as it is.
func grey(style string) string {
	return coloured.ReplaceAllStringFunc(style, func(m string) string {
		light := 0.0
		for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
			v, _ := strconv.ParseUint(coloured.FindStringSubmatch(m)[1+i], 16, 8)
			light += weight * float64(v)
		}
		if light > 235 { // the wash of a board
			light = 255
		}
		v := int(math.Round(light))
		return fmt.Sprintf(":#%02x%02x%02x", v, v, v)
	})
}

// looks writes the styles of pictures, once all of them are drawn, and those in which they
// are printed.
func (s *Site) looks(context.Context) error {
	var b, printed strings.Builder
	for _, name := range slices.Sorted(maps.Keys(s.look.styles)) {
		fmt.Fprintf(&b, ".%s{%s}\n", name, s.look.styles[name])
		if g := grey(s.look.styles[name]); g != s.look.styles[name] {
			fmt.Fprintf(&printed, ".%s{%s}\n", name, g)
		}
	}
	fmt.Fprintf(&b, "@media print{\n%s}\n", printed.String())
	s.Files["assets/pictures.css"] = []byte(b.String())
	return nil
}

// figureView is a picture on a page.
type figureView struct {
	Class, Alt, Caption string
	Width, Height       int
	Drawing             template.HTML
	board               string // the empty board, with the names of places if they are large enough to be drawn
}

// boardWidth is how wide a board is drawn, in pixels.
const boardWidth = 340

// figure draws a picture on a page.
func (p *page) figure(f draw.Figure, width int, alt, caption string) (*figureView, error) {
	d, err := draw.SVG(f, width)
	if err != nil {
		return nil, err
	}
	if saves := "assets/figure.js"; !slices.Contains(p.Scripts, saves) {
		p.Scripts = append(p.Scripts, saves)
	}
	v := &figureView{Class: "board", Alt: alt, Caption: caption, Width: d.Width, Height: d.Height, board: d.Board}
	if _, is := f.(*draw.Diagram); is {
		v.Class = "chart"
	}
	v.Drawing = template.HTML(joined(p.site.look.classes(d.Board)) + folded(p.site.look.classes(d.Men), p.men))
	return v, nil
}

// man is how a man is drawn: a disc, and in its middle a ring, a heart or a letter.
var man = regexp.MustCompile(`<circle cx="([^"]*)" cy="([^"]*)" r="([^"]*)" ([a-z]*="[^"]*")/>\s*` +
	`(?:<circle cx="([^"]*)" cy="([^"]*)" r="([^"]*)" ([a-z]*="[^"]*")/>|<text x="([^"]*)" y="([^"]*)" ([a-z]*="[^"]*")>([^<]*)</text>)`)

// stack is men that look alike, one above the other.
type stack struct {
	look    string
	x       string
	y, step float64
	count   int
}

// folded writes men that look alike once, and stacks of them too: most of a page with many
// positions is men. What was written before is in known, ids by looks.
func folded(elements string, known map[string]string) string {
	var out strings.Builder
	define := func(look string) string {
		id := known[look]
		if id == "" {
			id = fmt.Sprintf("m%d", len(known)+1)
			known[look] = id
			fmt.Fprintf(&out, `<defs><g id="%s">%s</g></defs>`, id, look)
		}
		return id
	}
	var run stack
	flush := func() {
		if run.count == 0 {
			return
		}
		id := define(run.look)
		if run.count > 1 {
			var all strings.Builder
			for i := range run.count {
				fmt.Fprintf(&all, `<use href="#%s" y="%.4g"/>`, id, float64(i)*run.step)
			}
			id = define(all.String())
		}
		fmt.Fprintf(&out, `<use href="#%s" x="%s" y="%.5g"/>`, id, run.x, run.y)
		run = stack{}
	}
	end := 0
	for _, at := range man.FindAllStringSubmatchIndex(elements, -1) {
		x := func(n int) string { return elements[at[2*n]:at[2*n+1]] } // of a group that is there
		y, err := strconv.ParseFloat(x(2), 64)
		if err != nil {
			continue
		}
		look := fmt.Sprintf(`<circle r="%s" %s/>`, x(3), x(4))
		switch {
		case at[2*5] >= 0 && x(1) == x(5) && x(2) == x(6):
			look += fmt.Sprintf(`<circle r="%s" %s/>`, x(7), x(8))
		case at[2*9] >= 0 && x(1) == x(9):
			foot, err := strconv.ParseFloat(x(10), 64)
			if err != nil {
				continue
			}
			look += fmt.Sprintf(`<text y="%.2g" %s>%s</text>`, foot-y, x(11), x(12))
		default:
			continue
		}
		if between := elements[end:at[0]]; strings.TrimSpace(between) != "" {
			flush()
			out.WriteString(between)
		}
		end = at[1]
		far := y - run.y - float64(run.count)*run.step // 0 where he stands where the next of the run would
		switch {
		case run.count == 1 && run.look == look && run.x == x(1):
			run.step, run.count = y-run.y, 2
		case run.count > 1 && run.look == look && run.x == x(1) && math.Abs(far) < 0.25:
			run.count++ // coordinates are rounded to a tenth
		default:
			flush()
			run = stack{look: look, x: x(1), y: y, count: 1}
		}
	}
	flush()
	out.WriteString(elements[end:])
	return out.String()
}

// position draws a position, as the player to move names the places.
func (p *page) position(g *rulesets.Game, s *engine.State, caption string, arrows ...draw.Arrow) (*figureView, error) {
	pic := scene.Board(g, s, s.Player())
	pic.Arrows = arrows
	return p.pictured(g, s.Player(), pic, caption)
}

// pictured draws a picture on whose board a player names the places.
func (p *page) pictured(g *rulesets.Game, seat int, pic draw.Picture, caption string) (*figureView, error) {
	v, err := p.figure(pic, boardWidth, pic.Words(), caption)
	named := func(place string) bool { return strings.Contains(v.board, ">"+place+"</text>") }
	if err == nil && g.Numbered && caption != "" && slices.ContainsFunc(g.Program.Names[seat], named) {
		v.Caption += fmt.Sprintf(" %s are numbered as %s counts them.", edition.Capitalised(g.Board.Cells[0].Shape.Noun()+"s"), g.Program.Players[seat])
	}
	return v, err
}

// opening is the state with which a game begins.
func opening(g *rulesets.Game) *engine.State {
	s := g.Program.NewState()
	engine.NewInterpreter(g.Program).Start(s)
	return s
}
