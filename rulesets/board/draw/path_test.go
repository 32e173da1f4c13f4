package draw

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// ledTo are the points of a path as a reader of SVG comes by them, a line each with what leads there.
func ledTo(t *testing.T, path string) (out []string) {
	t.Helper()
	at, from, closed := [2]float64{}, [2]float64{}, false
	for _, part := range regexp.MustCompile(`[A-Za-z][^A-Za-z]*`).FindAllString(path, -1) {
		var n []float64
		for _, text := range regexp.MustCompile(`-?(?:\d+\.?\d*|\.\d+)`).FindAllString(part[1:], -1) {
			f, err := strconv.ParseFloat(text, 64)
			if err != nil {
				t.Fatal(err)
			}
			n = append(n, f)
		}
		to := at
		if closed && part[0] != 'm' { // the next part begins where this one did
			out = append(out, fmt.Sprintf("%.1f %.1f", at[0], at[1]))
		}
		closed = part[0] == 'Z'
		switch part[0] {
		case 'M':
			to = [2]float64{n[0], n[1]}
		case 'm', 'l':
			to = [2]float64{at[0] + n[0], at[1] + n[1]}
		case 'h':
			to[0] += n[0]
		case 'v':
			to[1] += n[0]
		case 'q':
			out = append(out, fmt.Sprintf("by %.1f %.1f", at[0]+n[0], at[1]+n[1]))
			to = [2]float64{at[0] + n[2], at[1] + n[3]}
		case 'Z':
			to = from
		default:
			t.Fatalf("%q in %s", part, path)
		}
		if at = to; strings.ContainsAny(part[:1], "Mm") {
			from = to
		}
		if part[0] != 'Z' {
			out = append(out, fmt.Sprintf("%.1f %.1f", at[0], at[1]))
		}
	}
	return out
}

// A path leads to the points that it was drawn through, however it is written.
func TestPathLeadsWhereItWasDrawn(t *testing.T) {
	random := rand.New(rand.NewPCG(46, 2))
	for range 2000 {
		v, err := newVector()
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		near := func() float64 { // as often alike, near and of one decimal as in drawings
			return []float64{0, 10, 10.5, -10.4, 0.3, -0.3, math.Round(random.Float64()*2000)/10 - 100}[random.IntN(7)]
		}
		tenth := func(f float64) string { return fmt.Sprintf("%.1f", math.Round(10*f)/10+0) }
		note := func(by string, x, y float64) { want = append(want, by+tenth(x)+" "+tenth(y)) }
		for part := range 1 + random.IntN(3) {
			x, y := near(), near()
			v.MoveTo(x, y)
			if note("", x, y); part > 0 && random.IntN(2) == 0 {
				v.LineTo(x, y+1)
				note("", x, y+1)
			}
			for range random.IntN(4) {
				x, y = near(), near()
				if random.IntN(2) == 0 {
					v.LineTo(x, y)
				} else {
					v.QuadraticTo(y, x, x, y)
					note("by ", y, x)
				}
				note("", x, y)
			}
			v.ClosePath()
		}
		path := v.path.String()
		if got := strings.Join(ledTo(t, path), "; "); strings.ReplaceAll(got, "-0.0", "0.0") != strings.ReplaceAll(strings.Join(want, "; "), "-0.0", "0.0") {
			t.Fatalf("%s leads to\n%s\nnot\n%s", path, got, strings.Join(want, "; "))
		}
	}
}
