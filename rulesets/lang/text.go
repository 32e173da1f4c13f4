package lang

import "github.com/lectio/lectio/evidence/diag"

// Text is an expression as it stands in a file.
type Text struct {
	Expr    *Expr // nil where it cannot be read
	Written string
	Pos     diag.Pos
	At      func(off int) diag.Pos `json:"-"` // the place of a byte of what is written; nil: Pos
}

// Tree is the expression; nil for a text that is missing.
func (t *Text) Tree() *Expr {
	if t == nil {
		return nil
	}
	return t.Expr
}

// place is where a byte of the text stands.
func (t *Text) place(off int) diag.Pos {
	switch {
	case t == nil:
		return diag.Pos{}
	case t.At == nil:
		return t.Pos
	}
	return t.At(off)
}
