package ast

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/lang"
)

// Throw is what is thrown, or drawn.
type Throw struct {
	Kind    Word   // one of Thrown
	Number  Number // of what is thrown; not of lots
	Lots    []Word
	Faces   Faces    // of each die, where they are alike
	Unlike  []Faces  // of each die, where they are not
	Counts  Word     // the side by which other things are counted
	Chance  Fraction // of its lying up; not said: 1/2
	Chances []Chance // by throw
}

// Faces are what a die can show: so many numbers from 1 on, or faces of its own, each as it
// is named, more than once where it is on several sides.
type Faces struct {
	Numbered int
	Own      []Face
}

// Face is a face of a die.
type Face struct {
	Word
	Chance Fraction // not said: as likely as another
}

// Chance is the chance of a throw.
type Chance struct {
	Throw Word
	Of    Fraction
	Pos   diag.Pos
}

// Thrown are the kinds of what is thrown, as a statement of a throw names them.
var Thrown = []string{"dice", "sticks", "cowries", "pyramids", "lots"}

// mostFaces is the greatest number of faces of a die, mostDice that of dice.
const (
	mostFaces = 20
	mostDice  = 5
)

func (t *Throw) keys() []field {
	most := map[string]int{"dice": mostDice, "sticks": 12, "cowries": 12, "pyramids": 12}
	fields := []field{{key: "faces", what: "the faces of a die", read: func(r *reader, n *yamlpos.Node) { t.Faces = faces(r, n) }}, {key: "chance", what: "a fraction", form: OfNumber, read: t.chance}, word("counts", "the side that counts", &t.Counts)}
	for _, kind := range Thrown {
		fields = append(fields, field{key: kind, what: "how many " + kind + ", or which", read: func(r *reader, n *yamlpos.Node) {
			if t.Kind.Said() {
				return
			}
			t.Kind = Word{kind, n.Pos}
			switch {
			case kind == "lots":
				t.Lots = Words(&r.Reader, n, "a lot")
			case kind == "dice" && n.Kind == yamlpos.List:
				t.unlike(r, n)
			default:
				t.Number = Number{r.Int(n, "the number of "+kind, 1, most[kind]), n.Pos}
			}
		}})
	}
	return []field{inner("throw", "a throw", func(r *reader, n *yamlpos.Node) {
		dice := t.Kind.Text == "dice"
		switch faces := n.Get("faces"); {
		case !t.Kind.Said():
			r.Errorf(n.Pos, "keys "+strings.Join(n.KeyTexts(), ", "), "dice, sticks, cowries, pyramids or lots", "it is not said what is thrown")
		case t.Counts.Said() && (dice || t.Drawn()):
			r.Errorf(t.Counts.Pos, "counts", "counts: beside sticks:, cowries: or pyramids:", "only sticks, cowries and pyramids have a side that counts")
		case faces != nil && !dice:
			r.Errorf(faces.Pos, "faces beside "+t.Kind.Text, "faces: beside dice:", "only dice have faces")
		case faces != nil && t.Unlike != nil:
			r.Errorf(faces.Pos, "faces beside dice of which each has its own", "faces: in each of the dice, or dice: and their number", "the faces are said twice")
		}
	}, fields...), {key: "chances", what: "throws, each with its chance", read: t.chances}}
}

// unlike reads dice that are not alike, each with faces of its own.
func (t *Throw) unlike(r *reader, n *yamlpos.Node) {
	t.Number = Number{len(n.Values), n.Pos}
	if len(n.Values) < 2 || len(n.Values) > mostDice {
		r.Errorf(n.Pos, fmt.Sprintf("%d dice", len(n.Values)), fmt.Sprintf("2 to %d dice, such as [{faces: [king, foot]}, {faces: 6}]", mostDice), "so many dice of their own cannot be thrown at once")
	}
	for _, x := range n.Values {
		var f Faces
		if r.Map(x, "a die", "faces") != nil && r.Need(x, "faces", "a die") != nil {
			f = faces(r, x.Get("faces"))
		}
		t.Unlike = append(t.Unlike, f)
	}
}

// faces reads how many faces a die has, a list of faces of its own, or a map of these to
// their chances.
func faces(r *reader, n *yamlpos.Node) (f Faces) {
	switch n.Kind {
	case yamlpos.List:
		for _, x := range n.Values {
			f.add(r, x.Pos, r.Words(x, "a face"), Fraction{})
		}
	case yamlpos.Map:
		sum := Fraction{A: 0, B: 1}
		for i, k := range n.Keys {
			of := parseFraction(n.Values[i])
			if of.B <= 0 || of.A <= 0 || of.B > 1000 {
				r.Errorf(n.Values[i].Pos, diag.Quote(n.Values[i].Text), "a fraction such as 1/6, of at most thousandths", "this is no chance of a face")
				return f
			}
			f.add(r, k.Pos, k.Text, of)
			den := lang.LCM(sum.B, of.B)
			if den > 1<<20 {
				r.Errorf(n.Pos, "chances without a small common denominator", "chances such as 1/6 and 1/3", "the chances cannot be added up")
				return f
			}
			sum = Fraction{A: sum.A*(den/sum.B) + of.A*(den/of.B), B: den}
		}
		if sum.A != sum.B {
			r.Errorf(n.Pos, fmt.Sprintf("%d/%d in all", sum.A, sum.B), "chances of the faces that add up to 1", "the chances do not add up")
		}
	default:
		f.Numbered = r.Int(n, "the number of faces", 2, mostFaces)
		return f
	}
	if several := slices.ContainsFunc(f.Own, func(x Face) bool { return x.Text != f.Own[0].Text }); !several || len(f.Own) > mostFaces {
		r.Errorf(n.Pos, fmt.Sprintf("%d faces", len(f.Own)), fmt.Sprintf("2 to %d faces that are not all alike, such as [A, II, III, IIII]", mostFaces), "a die has no such faces")
	}
	return f
}

// notFaces are words that mean throws of some sort, or what is played, and no face.
var notFaces = []string{"doublet", "other", "any", "throw", "faces"}

// add adds a face, a number or a word.
func (f *Faces) add(r *reader, pos diag.Pos, text string, chance Fraction) {
	n, number := diag.WholeNumber(text)
	switch {
	case text == "":
		return
	case number && n <= 99:
		text = strconv.Itoa(n)
	case number || !isWord(text) || slices.Contains(notFaces, text) || slices.Contains(lang.ThrowWords, text):
		r.Errorf(pos, diag.Quote(text), "a number from 0 to 99 or a word of letters, digits and _, but none of "+strings.Join(slices.Concat(notFaces, lang.ThrowWords), ", "), "no face of a die can be called so")
		return
	}
	f.Own = append(f.Own, Face{Word{text, pos}, chance})
}

// isWord reports whether a text is letters, digits and _, and begins with a letter.
func isWord(text string) bool {
	for i, r := range text {
		if !unicode.IsLetter(r) && (i == 0 || r != '_' && !unicode.IsDigit(r) && !unicode.IsMark(r)) {
			return false
		}
	}
	return text != ""
}

func (t *Throw) chance(r *reader, n *yamlpos.Node) {
	if f := parseFraction(n); f.A > 0 && f.B > f.A && f.B <= 20 {
		t.Chance = f
	} else {
		r.Errorf(n.Pos, diag.Quote(n.Text), "a chance such as 1/2", "this is no chance of falling with the counted side up")
	}
}

func (t *Throw) chances(r *reader, n *yamlpos.Node) {
	if n.Kind != yamlpos.Map {
		r.Errorf(n.Pos, n.Kind.String(), "a map of throws to chances", "the chances cannot be read")
		return
	}
	for i, k := range n.Keys {
		c := Chance{Word{k.Text, k.Pos}, parseFraction(n.Values[i]), n.Values[i].Pos}
		if c.Of.B <= 0 || c.Of.A < 0 || c.Of.B > 1<<16 {
			r.Errorf(c.Pos, diag.Quote(n.Values[i].Text), "a fraction such as 1/16", "this is no chance")
		}
		t.Chances = append(t.Chances, c)
	}
}

// Dice are the dice of a throw, none where something else is thrown.
func (t *Throw) Dice() []Faces {
	if t.Kind.Text != "dice" || t.Unlike != nil {
		return t.Unlike
	}
	return slices.Repeat([]Faces{t.Faces}, t.Number.N)
}

// Numbers is how many faces a die has that go from 1 on, 0 where it has faces of its own.
func (f *Faces) Numbers() int {
	if f.Numbered == 0 && f.Own == nil {
		return 6
	}
	return f.Numbered
}

// Falls reports whether what is thrown falls with one side up or the other.
func (t *Throw) Falls() bool { return slices.Contains(Thrown[1:4], t.Kind.Text) }

// Drawn reports whether it is lots that are drawn.
func (t *Throw) Drawn() bool { return t.Kind.Text == "lots" }
