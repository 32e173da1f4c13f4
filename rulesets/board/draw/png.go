//go:build !js

package draw

import (
	"bytes"
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode"

	"git.sr.ht/~sbinet/gg"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/text/unicode/norm"
)

// fonts are parsed once; faces are made for every picture, because a face may
// not be used by two at a time.
var fonts = sync.OnceValues(func() ([2]*opentype.Font, error) {
	regular, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return [2]*opentype.Font{}, err
	}
	bold, err := opentype.Parse(gobold.TTF)
	return [2]*opentype.Font{regular, bold}, err
})

// raster is the pen that draws pixels.
type raster struct {
	*gg.Context
	fonts [2]*opentype.Font
	faces map[faceKey]font.Face
	by    float64 // how many pixels it draws for each that it is asked for
}

func newRaster(dc *gg.Context, by float64) *raster {
	read, _ := fonts() // whether they can be read is asked when a picture is begun
	return &raster{dc, read, map[faceKey]font.Face{}, by}
}

// newPen is a pen of whose drawing nothing is kept: it measures writing, which decides how large a picture is.
func newPen() (pen, error) {
	if _, err := fonts(); err != nil {
		return nil, fmt.Errorf("the fonts of the program cannot be read: %w", err)
	}
	return newRaster(gg.NewContext(1, 1), 1), nil
}

type faceKey struct {
	bold bool
	size float64
}

// font is the font that is written with.
func (r *raster) font(bold bool) *opentype.Font {
	if bold {
		return r.fonts[1]
	}
	return r.fonts[0]
}

// SetFont sets the font of what is written next, as much larger as there are more pixels.
func (r *raster) SetFont(bold bool, size float64) {
	key := faceKey{bold, size}
	if r.faces[key] == nil {
		face, err := opentype.NewFace(r.font(bold), &opentype.FaceOptions{Size: size * r.by, DPI: 72, Hinting: font.HintingNone})
		if err != nil { // no size is refused
			return
		}
		r.faces[key] = face
	}
	r.SetFontFace(r.faces[key])
}

// Legible replaces letters the font lacks by the letters they are made of: the
// names of this field have more dots and macrons than most fonts.
func (r *raster) Legible(s string, bold bool) string {
	f := r.font(bold)
	has := func(r rune) bool {
		i, err := f.GlyphIndex(nil, r)
		return r == '\n' || err == nil && i != 0
	}
	var b strings.Builder
	for _, r := range s {
		if has(r) {
			b.WriteRune(r)
			continue
		}
		for _, d := range norm.NFD.String(string(r)) {
			switch {
			case unicode.Is(unicode.Mn, d):
			case has(d):
				b.WriteRune(d)
			default:
				b.WriteByte('?')
			}
		}
	}
	return b.String()
}

// fine is the pen that draws several pixels for each that it is asked for, as print needs
// them: what is drawn looks the same, with finer edges.
type fine struct{ *raster }

func (p fine) SetLineWidth(w float64) { p.raster.SetLineWidth(w * p.by) }

func (p fine) MeasureString(s string) (width, height float64) {
	width, height = p.raster.MeasureString(s)
	return width / p.by, height / p.by
}

func (p fine) WordWrap(s string, width float64) []string { return p.raster.WordWrap(s, width*p.by) }

func (p fine) DrawString(s string, x, y float64) { p.DrawStringAnchored(s, x, y, 0, 0) }

// DrawStringAnchored writes letters of the full size: one that was scaled up would be blurred.
func (p fine) DrawStringAnchored(s string, x, y, ax, ay float64) {
	p.Push()
	p.Identity()
	p.raster.DrawStringAnchored(s, x*p.by, y*p.by, ax, ay)
	p.Pop()
}

// PNG draws a figure so many pixels wide; the height follows from what is on it.
func PNG(f Figure, width int) ([]byte, error) {
	return pixels(f, width, width, func(dc *gg.Context) pen { return newRaster(dc, 1) })
}

// Print draws a figure as [PNG] does, with so many times the pixels.
func Print(f Figure, width, times int) ([]byte, error) {
	return pixels(f, width, width*times, func(dc *gg.Context) pen {
		dc.Scale(float64(times), float64(times))
		return fine{newRaster(dc, float64(times))}
	})
}

// pixels draws a figure that is width wide on so many pixels, with the pen for them.
func pixels(f Figure, width, on int, with func(*gg.Context) pen) ([]byte, error) {
	var dc *gg.Context
	begin := func(height int) pen {
		dc = gg.NewContext(on, height*on/width)
		dc.SetColor(white)
		dc.Clear()
		return with(dc)
	}
	if err := f.render(width, begin, func() {}); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&out, fewColours(dc.Image())); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// shades is how many colours the file of a picture has, and rare how many of them are not
// those of which it has most.
const (
	shades = 32
	rare   = 8
)

// farthest is the colour that is least like any of a palette: that of a man in the legend of
// an empty board has few pixels, and must not become another.
func farthest(palette color.Palette, all []color.RGBA) (far color.RGBA) {
	most := -1
	apart := func(a, b uint8) int { return (int(a) - int(b)) * (int(a) - int(b)) }
	for _, c := range all {
		near := math.MaxInt
		for _, p := range palette {
			p := p.(color.RGBA)
			near = min(near, apart(c.R, p.R)+apart(c.G, p.G)+apart(c.B, p.B))
		}
		if near > most {
			most, far = near, c
		}
	}
	return far
}

// fewColours reduces a picture to the colours it has most of, and those least like them; the
// others, a pixel here and there on the edges of men, become the nearest. A report may hold hundreds
// of boards, and this makes their files a fraction as large.
func fewColours(img image.Image) image.Image {
	box := img.Bounds()
	src, ok := img.(*image.RGBA)
	if !ok {
		return img
	}
	// Most pixels are like their neighbour at the left, so the tables are asked
	// once for a run of them.
	runs := func(each func(c color.RGBA, from, n int)) {
		for y := box.Min.Y; y < box.Max.Y; y++ {
			row := src.Pix[src.PixOffset(box.Min.X, y):][:4*box.Dx()]
			for from := 0; from < len(row); {
				n := 4
				for from+n < len(row) && *(*[4]byte)(row[from:]) == *(*[4]byte)(row[from+n:]) {
					n += 4
				}
				p := row[from:]
				each(color.RGBA{R: p[0], G: p[1], B: p[2], A: p[3]}, (y-box.Min.Y)*box.Dx()+from/4, n/4)
				from += n
			}
		}
	}
	count := map[color.RGBA]int{}
	runs(func(c color.RGBA, _, n int) { count[c] += n })
	all := slices.SortedFunc(maps.Keys(count), func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(count[b], count[a]),
			cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B), cmp.Compare(a.A, b.A))
	})
	var palette color.Palette
	index := map[color.RGBA]uint8{}
	for _, col := range all[:min(len(all), shades-rare)] {
		palette = append(palette, col)
	}
	for range min(rare, len(all)-len(palette)) {
		palette = append(palette, farthest(palette, all))
	}
	for _, col := range all {
		index[col] = uint8(palette.Index(col))
	}
	out := image.NewPaletted(box, palette)
	runs(func(c color.RGBA, from, n int) { // a paletted picture has no gap between its rows
		k := index[c]
		for i := range n {
			out.Pix[from+i] = k
		}
	})
	return out
}
