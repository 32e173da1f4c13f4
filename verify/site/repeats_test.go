package site

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets/scene"
	corpora "github.com/lectio/lectio/testdata/bundled"
)

// drawing is what is drawn in a figure.
var drawing = regexp.MustCompile(`(?s)(<figure class="(?:board|chart)"><svg [^>]*>)(.*?)(</svg>)`)

// inFull are the drawings of a page with everything in them that is written elsewhere.
func inFull(t *testing.T, body string) (out []string) {
	t.Helper()
	part := regexp.MustCompile(`<g id="(r\d+)">|</g>|<use href="#(r\d+)"/>|[^<]*<[^>]*>[^<]*`)
	shapes, groups := map[string][2]string{}, map[string]string{}
	body = regexp.MustCompile(`<defs><([a-z]+) id="(s\d+)" ([^<>]*/>)</defs>`).ReplaceAllStringFunc(body, func(def string) string {
		m := regexp.MustCompile(`<defs><([a-z]+) id="(s\d+)" ([^<>]*/>)</defs>`).FindStringSubmatch(def)
		shapes[m[2]] = [2]string{m[1], m[3]}
		return ""
	})
	body = regexp.MustCompile(`<use href="#s\d+" x="[^"]*" y="[^"]*"/>`).ReplaceAllStringFunc(body, func(use string) string {
		m := regexp.MustCompile(`#(s\d+)" x="([^"]*)" y="([^"]*)"`).FindStringSubmatch(use)
		if shape := shapes[m[1]]; shape[0] == "circle" {
			return fmt.Sprintf(`<circle cx="%s" cy="%s" %s`, m[2], m[3], shape[1])
		} else {
			return "<path " + strings.Replace(shape[1], "M0 0", "M"+m[2]+" "+m[3], 1)
		}
	})
	for _, m := range drawing.FindAllStringSubmatch(body, -1) {
		var open []string    // ids
		text := []string{""} // of the drawing, and of each group that is open
		add := func(s string) { text[len(text)-1] += s }
		for _, x := range part.FindAllStringSubmatch(m[2], -1) {
			switch {
			case x[1] != "":
				open, text = append(open, x[1]), append(text, "")
			case x[0] == "</g>":
				inner := text[len(text)-1]
				groups[open[len(open)-1]] = inner
				open, text = open[:len(open)-1], text[:len(text)-1]
				add(inner)
			case x[2] != "":
				if groups[x[2]] == "" {
					t.Fatalf("%s is used before it is written", x[2])
				}
				add(groups[x[2]])
			default:
				add(x[0])
			}
		}
		out = append(out, text[0])
	}
	return out
}

// What is written once is drawn wherever it was, in the same order, and the page is not longer.
func TestOnce(t *testing.T) {
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 1))
		page := "<h1>A page</h1>"
		for range 1 + random.IntN(8) {
			page += `<figure class="board"><svg role="img">`
			for range random.IntN(40) {
				switch n := random.IntN(7); n {
				case 0:
					page += `<text x="1">a &lt; b</text>`
				case 1: // men follow each other as they stand at the start
					page += `<use href="#m1" x="10" y="20"/><use href="#m1" x="10" y="30"/><use href="#m2" x="10" y="40"/>`
				default:
					page += fmt.Sprintf(`<path d="M%d.5 -2.5l33.7 7q3-1.2 5 0q-2 1.2-5 0Z" class="k12345%d"/><circle cx="%d" cy="3" r="2.5" class="k12345"/>`, random.IntN(40), n, random.IntN(40))
				}
			}
			page += `</svg></figure><p>And <svg><path d="M1.5 2.5l33.7 6Z"/></svg> stays.</p>`
		}
		short := once(page)
		if have, want := inFull(t, short), drawing.FindAllStringSubmatch(page, -1); len(have) != len(want) {
			t.Fatalf("seed %d: there are %d drawings of %d", seed, len(have), len(want))
		} else {
			for i := range have {
				if have[i] != want[i][2] {
					t.Fatalf("seed %d: drawing %d is\n%s\nnot\n%s", seed, i, have[i], want[i][2])
				}
			}
		}
		if len(short) > len(page) || drawing.ReplaceAllString(short, "") != drawing.ReplaceAllString(page, "") {
			t.Fatalf("seed %d: of %d bytes it makes %d:\n%s", seed, len(page), len(short), short)
		}
	}
	const first, last = `<rect x="12" y="33.5" width="8"/>`, `<circle cx="7" cy="8.5" r="3"/>`
	figure := func(drawn string) string { return `<figure class="chart"><svg role="img">` + drawn + `</svg></figure>` }
	if have, want := once(figure(first+last)+figure(first+last)), figure(`<g id="r1">`+first+last+`</g>`)+figure(`<use href="#r1"/>`); have != want {
		t.Errorf("two that are the same become %s", have)
	}
}

// All that boards are drawn with is taken for an element.
func TestDrawingsAreTakenApart(t *testing.T) {
	corpus := corpora.Gallery(t)
	for _, d := range corpus.Definitions {
		g, errs := d.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		pic := scene.Board(g, opening(g), 0)
		v, err := (&Site{look: &look{}}).page("index.html", "A page").figure(pic, boardWidth, "", "")
		if err != nil {
			t.Fatal(err)
		}
		if rest := strings.TrimSpace(drawn.ReplaceAllString(string(v.Drawing), "")); rest != "" || v.Drawing == "" {
			t.Errorf("%s: nobody knows %.200s", d.ID, rest)
		}
	}
}
