package site

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
)

// unfolded writes out what folded has written once.
func unfolded(text string) string {
	kept := map[string]string{}
	text = regexp.MustCompile(`<defs><g id="([^"]*)">(.*?)</g></defs>`).ReplaceAllStringFunc(text, func(m string) string {
		x := regexp.MustCompile(`<defs><g id="([^"]*)">(.*?)</g></defs>`).FindStringSubmatch(m)
		kept[x[1]] = x[2]
		return ""
	})
	var place func(text string, dx, dy float64) string
	use := regexp.MustCompile(`<use href="#([^"]*)"(?: x="([^"]*)")? y="([^"]*)"/>|<circle (r="[^"]*" class="[^"]*")/>`)
	place = func(text string, dx, dy float64) string {
		return use.ReplaceAllStringFunc(text, func(m string) string {
			x := use.FindStringSubmatch(m)
			if x[4] != "" {
				return fmt.Sprintf("[%s at %.0f %.0f]", x[4], dx, dy)
			}
			var mx, my float64
			fmt.Sscan(x[2], &mx)
			fmt.Sscan(x[3], &my)
			return place(kept[x[1]], dx+mx, dy+my)
		})
	}
	return place(text, 0, 0)
}

// What is folded is drawn where it was, and in the same order.
func TestFolded(t *testing.T) {
	man := func(x, y float64, class string) string {
		return fmt.Sprintf("<circle cx=\"%v\" cy=\"%v\" r=\"7\" class=\"%s\"/>\n<circle cx=\"%v\" cy=\"%v\" r=\"4\" class=\"i\"/>\n", x, y, class, x, y)
	}
	at := func(x, y float64, class string) string {
		return fmt.Sprintf(`[r="7" class="%s" at %.0f %.0f][r="4" class="i" at %.0f %.0f]`, class, x, y, x, y)
	}
	lettered := func(x, y float64) string {
		return fmt.Sprintf("<circle cx=\"%v\" cy=\"%v\" r=\"7\" class=\"a\"/>\n<text x=\"%v\" y=\"%v\" class=\"t\">m</text>\n", x, y, x, y+1.5)
	}
	known := map[string]string{}
	elements := man(10, 20, "a") + man(10, 30, "a") + man(10, 40.1, "a") + man(10, 90, "a") + man(10, 100, "b") +
		"<text>5</text>\n" + man(10, 110, "b") + man(30, 20, "a") + man(30, 30, "a") + lettered(50, 20) + "<path/>"
	want := at(10, 20, "a") + at(10, 30, "a") + at(10, 40, "a") + at(10, 90, "a") + at(10, 100, "b") +
		"<text>5</text>" + at(10, 110, "b") + at(30, 20, "a") + at(30, 30, "a") + `[r="7" class="a" at 50 20]<text y="1.5" class="t">m</text><path/>`
	text := folded(elements, known)
	if have := strings.ReplaceAll(unfolded(text), "\n", ""); have != want {
		t.Errorf("folded, it is\n%s\nnot\n%s", have, want)
	}
	if n := strings.Count(text, "<use"); n != 3+2+6 { // in two stacks, and of the stacks and men
		t.Errorf("%d elements: %s", n, text)
	}
	if again := folded(elements, known); strings.Contains(again, "<defs>") || len(again) >= len(text) {
		t.Errorf("the second time it is %s", again)
	}
}

// Points are said to be numbered where their numbers are drawn: in a board that is drawn so
// small that they cannot be read, they are not.
func TestNumbersThatAreDrawn(t *testing.T) {
	ev, errs := evidence.Load(evidence.Bundled, "")
	c, more := rulesets.Load(rulesets.Bundled, "", ev)
	if errs.Merge(more); len(errs) > 0 {
		t.Fatal(errs)
	}
	for id, want := range map[string]string{"piprjall": "Now. Points are numbered as white counts them.", "barjis": "Now."} {
		g, errs := c.Find(id).Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		s := &Site{look: &look{}}
		if v, err := s.page("index.html", "A page").position(g, opening(g), "Now."); err != nil || v.Caption != want {
			t.Errorf("%s: %v %+v", id, err, v)
		}
	}
}

// What is grouped has every element, and how each looks.
func TestGrouped(t *testing.T) {
	elements := `<rect x="1" style="fill:red"/>
<rect x="2" style="fill:red"/>
<circle r="1" style="fill:red"/>
<rect x="3" style="fill:blue"/>
<text x="4" style="fill:red">a</text><use href="#m1"/><use href="#m1"/>
<rect x="5" style="fill:red"/>
<text x="6" style="fill:red">b</text>
`
	want := `<g style="fill:red"><rect x="1"/><rect x="2"/><circle r="1"/></g>
<rect x="3" style="fill:blue"/>
<text x="4" style="fill:red">a</text><use href="#m1"/><use href="#m1"/>
<g style="fill:red"><rect x="5"/><text x="6">b</text></g>
`
	if have := grouped(elements); have != want {
		t.Errorf("grouped, it is\n%s", have)
	}
	elements = `<rect class="a"/>
<path d="M1" class="a"/>
<path d="M2" class="b"/>
<path d="M3" class="a"/>
<text class="a">x</text>
<path d="M4" class="a"/>
`
	want = `<rect class="a"/>
<path d="M1M3" class="a"/>
<path d="M2" class="b"/>
<text class="a">x</text>
<path d="M4" class="a"/>
`
	if have := joined(elements); have != want {
		t.Errorf("joined, it is\n%s", have)
	}
}
