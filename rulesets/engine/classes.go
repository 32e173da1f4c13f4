package engine

import "strings"

// Men of a player differ in their marks, of which they bear any, and in their kind, of
// which every man has one. Both together are his class: the marks are its lowest bits,
// and the number of the kind is what is left.

// FirstKind is where kinds are numbered from among marks: what is asked of mark n is asked
// of kind n-FirstKind where n is not less.
const FirstKind = 8

// MostKinds is how many kinds of men there can be.
const MostKinds = 16

// Classes is how many classes of men a state tells apart: one for each kind and set of
// marks. Where the number of kinds is no power of two some stand for no men.
func (p *Program) Classes() int { return p.classes }

// KindOf returns the kind of the men of a class.
func (p *Rules) KindOf(class int) int { return class >> len(p.Marks) }

// ClassOf returns the class of men of a kind with a set of marks.
func (p *Rules) ClassOf(kind, marks int) int { return kind<<len(p.Marks) | marks }

// Bears reports whether men of a class bear mark n, or are of that kind.
func (p *Rules) Bears(class, n int) bool {
	if n >= FirstKind {
		return p.KindOf(class) == n-FirstKind
	}
	return class>>n&1 != 0
}

// Remarked returns the class of such men once they have got or lost mark n, or have
// become men of that kind.
func (p *Rules) Remarked(class, n int, bears bool) int {
	switch {
	case n >= FirstKind:
		return p.ClassOf(n-FirstKind, class&(1<<len(p.Marks)-1))
	case bears:
		return class | 1<<n
	}
	return class &^ (1 << n)
}

// ClassName is what stands behind a place where men of a class stand: their kind and
// their marks, with a + before each.
func (p *Rules) ClassName(class int) string {
	var b strings.Builder
	if len(p.Kinds) > 0 {
		b.WriteString("+" + p.Kinds[p.KindOf(class)])
	}
	for n, mark := range p.Marks {
		if p.Bears(class, n) {
			b.WriteString("+" + mark)
		}
	}
	return b.String()
}

// Letter returns what stands before moves of men of a class: nothing where all men are of
// one kind.
func (p *Rules) Letter(class int) string {
	if len(p.Kinds) == 0 {
		return ""
	}
	return p.Letters[p.KindOf(class)]
}
