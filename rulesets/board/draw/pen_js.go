package draw

import (
	"strings"
	"unicode/utf8"
)

// newPen is a pen of whose drawing nothing is kept. Where there are no fonts, as in a page, only empty boards are drawn,
// and what is thrown: nothing is written there of which more must be known than how wide figures are.
func newPen() (pen, error) { return &vector{writing: &figures{}}, nil }

// figures knows how wide figures are, in the font that has all of them equally wide.
type figures struct{ size float64 }

// SetFont sets the size of what is written next.
func (f *figures) SetFont(_ bool, size float64) { f.size = size }

// MeasureString is how large figures are.
func (f *figures) MeasureString(s string) (width, height float64) {
	const wide = 0.556 // of the size
	return wide * f.size * float64(utf8.RuneCountInString(s)), f.size
}

// WordWrap breaks writing into lines.
func (f *figures) WordWrap(s string, _ float64) []string { return strings.Split(s, "\n") }

// Legible leaves writing as it is.
func (f *figures) Legible(s string, _ bool) string { return s }
