package ast

import (
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/lang"
)

// Word is a name, or one of a few words.
type Word struct {
	Text string
	Pos  diag.Pos
}

// Said reports whether there is one.
func (w Word) Said() bool { return w.Text != "" }

// WordOf is what an expression is written as; no word of none.
func WordOf(t *lang.Text) Word {
	if t == nil {
		return Word{}
	}
	return Word{t.Written, t.Pos}
}

// Or is the word, or what holds where none is said.
func (w Word) Or(otherwise string) string {
	if w.Said() {
		return w.Text
	}
	return otherwise
}

// Texts are words without their places.
func Texts(words []Word) (texts []string) {
	for _, w := range words {
		texts = append(texts, w.Text)
	}
	return texts
}

// Number is a whole number.
type Number struct {
	N   int
	Pos diag.Pos
}

// Fraction is a number, or one such as 1/2.
type Fraction struct {
	A, B    int // B is 0 where none is said
	Written string
}

// Said reports whether there is one.
func (f Fraction) Said() bool { return f.B != 0 }

// field is a key, bound to where its value is kept.
type field struct {
	key    string
	read   func(r *reader, n *yamlpos.Node)
	says   func(say sayer) // tells the expressions and names of what has been read; nil: none
	fields []field         // of the map that its value is; nil: any
	manner manner
	what   string   // what stands behind it, as messages call it
	words  []string // those that it may be; none: any
	form   Form
}

// reader reads the values of keys.
type reader struct{ yamlpos.Reader }

// word is a key with a name; what is what messages call it.
func word(key, what string, to *Word) field {
	return field{key: key, what: what, form: OfName, read: func(r *reader, n *yamlpos.Node) {
		if *to = (Word{r.Words(n, what), n.Pos}); r.Renamed.Refuse(&r.Errs, n.Pos, to.Text, "as "+what) {
			*to = Word{}
		}
	}}
}

// words is a key with names: one, or a list.
func words(key, what string, to *[]Word) field {
	return field{key: key, what: what, form: OfNames, read: func(r *reader, n *yamlpos.Node) { *to = Words(&r.Reader, n, what) }}
}

// Words reads names: one, or a list; none where there is no node.
func Words(r *yamlpos.Reader, n *yamlpos.Node, what string) (list []Word) {
	for _, x := range n.Items() {
		if w := r.Words(x, what); w != "" && !r.Renamed.Refuse(&r.Errs, x.Pos, w, "as "+what) {
			list = append(list, Word{w, x.Pos})
		}
	}
	return list
}

// some is a key with names of which there has to be one: without the key all are meant.
func some(key, what string, to *[]Word) field {
	return field{key: key, what: what, form: OfNames, read: func(r *reader, n *yamlpos.Node) {
		if n.Kind == yamlpos.List && len(n.Values) == 0 {
			r.Errorf(n.Pos, "an empty list", what+", or no "+key+": at all", "nothing is named here")
		}
		*to = Words(&r.Reader, n, what)
	}}
}

// oneOf is a key with one of some words.
func oneOf(key, what string, to *Word, allowed ...string) field {
	return field{key: key, what: what, form: OfName, words: allowed, read: func(r *reader, n *yamlpos.Node) { *to = Word{r.OneOf(n, what, allowed...), n.Pos} }}
}

// number is a key with a number from least to most.
func number(key, what string, to *Number, least, most int) field {
	return field{key: key, what: what, form: OfNumber, read: func(r *reader, n *yamlpos.Node) { *to = Number{r.Int(n, what, least, most), n.Pos} }}
}

// Part is a part of what is to be played: a number, a word, or what a throw comes to.
type Part struct {
	*lang.Text
	MayBeLeft bool
}

// Name is what a part is called that does not depend on a throw, and "" of others.
func (p Part) Name() string {
	switch e := p.Expr; {
	case e == nil:
	case e.Op == "num":
		return strconv.Itoa(e.Num)
	case e.Op == "name" && !slices.Contains(lang.ThrowWords, e.Text):
		return e.Text
	}
	return ""
}

// Faces reports whether it is each face of the dice thrown, as a part.
func (p Part) Faces() bool {
	return p.Expr != nil && p.Expr.Op == "name" && p.Expr.Text == lang.FacesWord
}

// parts is a key with parts: one, or a list.
func parts(key string, to *[]Part) field {
	return field{key: key, what: "a part", form: OfParts, read: func(r *reader, n *yamlpos.Node) { *to = Parts(&r.Reader, n) }, says: func(say sayer) {
		for _, p := range *to {
			say(p.Text, false)
		}
	}}
}

// Parts reads parts: one, or a list. Behind one that may be left stands a question mark.
func Parts(r *yamlpos.Reader, n *yamlpos.Node) (list []Part) {
	for _, x := range n.Items() {
		if x.Kind != yamlpos.Scalar {
			r.Words(x, "a part")
			continue
		}
		text, left := strings.CutSuffix(strings.TrimSpace(x.Text), "?")
		p := Part{&lang.Text{Written: text, Pos: x.Pos, At: x.PosAt}, left}
		e, err := lang.Parse(text)
		if err != nil {
			r.Errorf(x.PosAt(err.Off), err.Found, err.Expected, "%s", err.Message)
		}
		p.Expr = e
		list = append(list, p)
	}
	return list
}

// fraction is a key with a fraction by which scores are multiplied.
func fraction(key string, to *Fraction) field {
	return field{key: key, what: "a fraction", form: OfNumber, read: func(r *reader, n *yamlpos.Node) {
		if *to = parseFraction(n); to.B == 0 || to.A < 0 || to.A > 1000 || to.B > 1000 {
			r.Errorf(n.Pos, diag.Quote(n.Text), "a number or a fraction such as 1/2", "scores are multiplied by a fraction")
		}
	}}
}

// parseFraction is the fraction that a text says, if it says one.
func parseFraction(n *yamlpos.Node) Fraction {
	if a, b, ok := lang.ParseFraction(n.Text); ok {
		return Fraction{a, b, n.Text}
	}
	return Fraction{}
}

// yes is a key with a choice that is no where it is not made.
func yes(key string, to *bool) field {
	return field{key: key, what: "yes or no", form: OfName, words: yesNo, read: func(r *reader, n *yamlpos.Node) { *to = r.Bool(n, key) }}
}

// Choice is yes or no, where it is made.
type Choice struct{ Made, Yes bool }

// No reports whether the choice is made, and is no.
func (c Choice) No() bool { return c.Made && !c.Yes }

// choice is a key with a choice that need not be made.
func choice(key string, to *Choice) field {
	return field{key: key, what: "yes or no", form: OfName, words: yesNo, read: func(r *reader, n *yamlpos.Node) { *to = Choice{true, r.Bool(n, key)} }}
}

var yesNo = []string{"yes", "no"}

// inner is a key with a map of further keys, which check, if there is one, looks at once they
// have been read.
func inner(key, what string, check func(r *reader, n *yamlpos.Node), fields ...field) field {
	return field{key: key, what: what, form: OfMap, fields: fields, read: func(r *reader, n *yamlpos.Node) {
		var known []string
		for _, f := range fields {
			known = append(known, f.key)
		}
		if r.Map(n, what, known...) == nil {
			return
		}
		for _, f := range fields {
			if v := n.Get(f.key); v != nil {
				f.read(r, v)
			}
		}
		if check != nil {
			check(r, n)
		}
	}, says: func(say sayer) {
		for _, f := range fields {
			if f.says != nil {
				f.says(say)
			}
		}
	}}
}

// expression is a key with an expression.
func expression(key string, to **lang.Text) field {
	return field{key: key, what: "a condition, a number or places", form: OfExpression, read: func(r *reader, n *yamlpos.Node) { *to = Expression(&r.Reader, n) }, says: func(say sayer) { say(*to, false) }}
}

// Expression reads an expression; what YAML has cut short is recognised.
func Expression(r *yamlpos.Reader, n *yamlpos.Node) *lang.Text {
	t := &lang.Text{Written: n.Text, Pos: n.Pos, At: n.PosAt}
	reason, hint, cut := yamlpos.CutShort(n)
	switch {
	case n.Kind != yamlpos.Scalar && cut:
		r.Errorf(n.Pos, n.Kind.String(), hint, "YAML has taken this condition apart: %s", reason)
		return t
	case n.Kind != yamlpos.Scalar:
		r.Errorf(n.Pos, n.Kind.String(), "a condition", "a condition is written as one text")
		return t
	case strings.TrimSpace(n.Text) == "":
		r.Errorf(n.Pos, "nothing", "a condition", "a condition is missing")
		return t
	}
	e, err := lang.Parse(n.Text)
	switch {
	case cut:
		r.Errorf(n.Pos, diag.Quote(n.Text), hint, "YAML has cut this condition short: %s", reason)
	case err != nil:
		r.Errorf(n.PosAt(err.Off), err.Found, err.Expected, "%s", err.Message)
	default:
		t.Expr = e
		before := len(r.Errs)
		if t.Former(&r.Errs); len(r.Errs) > before {
			t.Expr = nil // what it means today nobody has said
		}
	}
	return t
}
