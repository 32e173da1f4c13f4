package site

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// repeats takes out of the drawings of a page what stands in them more than once: runs of
// elements are written where they come first, as a group with an id, and from then on by that id.
//
// It pairs off elements that follow each other often, and the pairs that come of it again, as
// N. J. Larsson and A. Moffat do ("Off-line dictionary-based compression", Proceedings of the
// IEEE 88, 2000), but many pairs a round.
type repeats struct {
	texts    []string       // elements, each once
	known    map[string]int // and their numbers
	pairs    [][2]int       // symbol len(texts)+i stands for these two
	drawings [][]int        // by symbols: numbers of elements, and pairs

	ids map[int]int // of what has been written
	n   map[int]int // how often a symbol stands, in drawings and in pairs
}

// drawn is an element of a drawing: a shape, writing, or what is there to be used.
var drawn = regexp.MustCompile(`(?s)<defs>.*?</defs>|<text [^<>]*>[^<]*</text>|<[a-z]+ [^<>]*/>`)

// drawings are where the drawings of the figures of a page begin and end.
func drawings(body string) (out [][2]int) {
	for at := 0; ; {
		figure := strings.Index(body[at:], `<figure class="`)
		if figure < 0 {
			return out
		}
		at += figure
		_, rest, _ := strings.Cut(body[at:], ">")
		if !strings.HasPrefix(rest, "<svg ") {
			at++
			continue
		}
		begin := len(body) - len(rest) + strings.Index(rest, ">") + 1
		at = begin + strings.Index(body[begin:], "</svg>")
		out = append(out, [2]int{begin, at})
	}
}

// What it takes to write a group, and to use one.
const (
	groupWritten = len(`<g id="r10"></g>`)
	groupUsed    = len(`<use href="#r10"/>`)
)

// once writes what the figures of a page repeat once.
func once(body string) string {
	x := &repeats{known: map[string]int{}, ids: map[int]int{}, n: map[int]int{}}
	places := drawings(body)
	for _, p := range places {
		var symbols []int
		for _, e := range drawn.FindAllString(body[p[0]:p[1]], -1) {
			if _, ok := x.known[e]; !ok {
				x.known[e] = len(x.texts)
				x.texts = append(x.texts, e)
			}
			symbols = append(symbols, x.known[e])
		}
		x.drawings = append(x.drawings, symbols)
	}
	x.share()
	for x.round() {
	}
	for _, list := range x.drawings {
		x.count(list...)
	}
	for _, pair := range x.pairs {
		x.count(pair[0], pair[1])
	}
	var out strings.Builder
	end := 0
	for i, p := range places {
		var d strings.Builder
		for _, symbol := range x.drawings[i] {
			x.write(&d, symbol)
		}
		out.WriteString(body[end:p[0]] + grouped(d.String()))
		end = p[1]
	}
	return out.String() + body[end:]
}

// placed are a path and a circle, each with where it stands: a path is written by how far it leads from there.
var placed = []*regexp.Regexp{
	regexp.MustCompile(`^(<path d=")M(\S+) (-?[\d.]+)([^M"]*"[^<>]*/>)$`),
	regexp.MustCompile(`^(<circle) cx="([^"]*)" cy="([^"]*)"([^<>]*/>)$`),
}

// at puts the shape of an element that stands somewhere at the origin; ok is false where it cannot stand elsewhere.
func at(element string) (shape, x, y string, ok bool) {
	for i, kind := range placed {
		if m := kind.FindStringSubmatch(element); m != nil {
			return m[1] + []string{"M0 0", ""}[i] + m[4], m[2], m[3], true
		}
	}
	return "", "", "", false
}

// share writes shapes that stand in several places once, and in each place by their id.
func (x *repeats) share() {
	used := func(id int, at, up string) string { return fmt.Sprintf(`<use href="#s%d" x="%s" y="%s"/>`, id, at, up) }
	alike := map[string][]int{} // elements by their shapes
	for i, e := range x.texts {
		if shape, _, _, ok := at(e); ok {
			alike[shape] = append(alike[shape], i)
		}
	}
	id := 0
	for i, e := range x.texts { // in the order of the page, so that each run gives the same
		shape, left, up, ok := at(e)
		same := alike[shape]
		if !ok || same[0] != i {
			continue
		}
		kind, rest, _ := strings.Cut(shape, " ")
		first := fmt.Sprintf(`<defs>%s id="s%d" %s</defs>`, kind, id+1, rest)
		saves := -len(first)
		for _, k := range same {
			saves += len(x.texts[k]) - groupUsed - len(` x="99.9" y="99.9"`)
		}
		if saves <= 0 {
			continue
		}
		id++
		for _, k := range same {
			_, left, up, _ := at(x.texts[k])
			x.texts[k] = used(id, left, up)
		}
		x.texts[i] = first + used(id, left, up)
	}
}

func (x *repeats) count(symbols ...int) {
	for _, s := range symbols {
		x.n[s]++
	}
}

// size is how long a symbol is where it stands again.
func (x *repeats) size(symbol int) int {
	if symbol < len(x.texts) {
		return len(x.texts[symbol])
	}
	return groupUsed
}

// saved is by how much the page becomes shorter when something so long that stands so often is
// written once.
func saved(size, often int) int { return (often-1)*(size-groupUsed) - groupWritten }

// round puts symbols in the place of the pairs that save most, none of which has a part in
// another, and reports whether there were any.
func (x *repeats) round() bool {
	often := map[[2]int]int{}
	for _, list := range x.drawings {
		for i := 0; i+1 < len(list); i++ {
			often[[2]int{list[i], list[i+1]}]++
			if i+2 < len(list) && list[i] == list[i+1] && list[i] == list[i+2] {
				i++ // of three that are the same two are a pair
			}
		}
	}
	save := map[[2]int]int{}
	for pair, n := range often {
		if s := saved(x.size(pair[0])+x.size(pair[1]), n); n > 1 && s > 0 {
			save[pair] = s
		}
	}
	best := slices.SortedFunc(maps.Keys(save), func(a, b [2]int) int {
		return cmp.Or(cmp.Compare(save[b], save[a]), cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]))
	})
	taken, place := map[int]bool{}, map[[2]int]int{}
	for _, pair := range best {
		if !taken[pair[0]] && !taken[pair[1]] {
			taken[pair[0]], taken[pair[1]] = true, true
			place[pair] = len(x.texts) + len(x.pairs)
			x.pairs = append(x.pairs, pair)
		}
	}
	for k, list := range x.drawings {
		var out []int
		for i := 0; i < len(list); i++ {
			if i+1 < len(list) {
				if symbol, ok := place[[2]int{list[i], list[i+1]}]; ok {
					out = append(out, symbol)
					i++
					continue
				}
			}
			out = append(out, list[i])
		}
		x.drawings[k] = out
	}
	return len(place) > 0
}

// write writes a symbol: in full where it stands first, and as a group if it is to stand again.
func (x *repeats) write(out *strings.Builder, symbol int) {
	id, written := x.ids[symbol]
	again := x.n[symbol] > 1 && (symbol >= len(x.texts) || saved(x.size(symbol), x.n[symbol]) > 0)
	switch {
	case written:
		fmt.Fprintf(out, `<use href="#r%d"/>`, id)
		return
	case again:
		x.ids[symbol] = len(x.ids) + 1
		fmt.Fprintf(out, `<g id="r%d">`, x.ids[symbol])
	}
	if symbol < len(x.texts) {
		out.WriteString(x.texts[symbol])
	} else {
		pair := x.pairs[symbol-len(x.texts)]
		x.write(out, pair[0])
		x.write(out, pair[1])
	}
	if again {
		out.WriteString("</g>")
	}
}
