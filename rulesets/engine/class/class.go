// Package class numbers in what the men of a player differ: in their marks, of which they
// bear any, and in their kind, of which every man has one. Both together are a man's
// class: the marks are its lowest bits, and the number of the kind is what is left. Men of
// one class are alike to all rules.
package class

import (
	"math/bits"
	"strings"
)

// FirstKind is where kinds are numbered from among marks: what is asked of mark n is asked
// of kind n-FirstKind where n is not less.
const FirstKind = 8

// MostMarks is how many marks there can be, and MostKinds how many kinds of men.
const (
	MostMarks = 4
	MostKinds = 16
)

// Scheme has the marks and the kinds of the men of a ruleset.
type Scheme struct {
	Marks    []string
	Kinds    []string // every man is of one; none where all are alike
	Letters  []string // by kind: what stands before moves of such a man
	Pictures []string // by kind, or where there are none by player: how such a man is drawn
}

// Count returns how many classes are told apart: one for each kind and set of marks.
// Where the number of kinds is no power of two some stand for no men.
func (x *Scheme) Count() int {
	return 1 << (len(x.Marks) + bits.Len(uint(max(len(x.Kinds), 1)-1)))
}

// HasClass reports whether a class stands for men of some kind.
func (x *Scheme) HasClass(class int) bool { return x.KindOf(class) < max(len(x.Kinds), 1) }

// KindOf returns the kind of the men of a class.
func (x *Scheme) KindOf(class int) int { return class >> len(x.Marks) }

// ClassOf returns the class of men of a kind with a set of marks.
func (x *Scheme) ClassOf(kind, marks int) int { return kind<<len(x.Marks) | marks }

// Picture returns how the men of a player are drawn who are of a class, "" where nothing is
// said of it.
func (x *Scheme) Picture(player, class int) string {
	i := player
	if len(x.Kinds) > 0 {
		i = x.KindOf(class)
	}
	if i < len(x.Pictures) {
		return x.Pictures[i]
	}
	return ""
}

// Bears reports whether men of a class bear mark n, or are of that kind.
func (x *Scheme) Bears(class, n int) bool {
	if n >= FirstKind {
		return x.KindOf(class) == n-FirstKind
	}
	return class>>n&1 != 0
}

// Remarked returns the class of such men once they have got or lost mark n, or have
// become men of that kind.
func (x *Scheme) Remarked(class, n int, bears bool) int {
	switch {
	case n >= FirstKind:
		return x.ClassOf(n-FirstKind, class&(1<<len(x.Marks)-1))
	case bears:
		return class | 1<<n
	}
	return class &^ (1 << n)
}

// ClassName is what stands behind a place where men of a class stand: their kind and
// their marks, with a + before each.
func (x *Scheme) ClassName(class int) string {
	var b strings.Builder
	if len(x.Kinds) > 0 {
		b.WriteString("+" + x.Kinds[x.KindOf(class)])
	}
	for n, mark := range x.Marks {
		if x.Bears(class, n) {
			b.WriteString("+" + mark)
		}
	}
	return b.String()
}

// Letter returns what stands before moves of men of a class: nothing where all men are of
// one kind.
func (x *Scheme) Letter(class int) string {
	if len(x.Kinds) == 0 {
		return ""
	}
	return x.Letters[x.KindOf(class)]
}
