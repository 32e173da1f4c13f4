package ast

import (
	"cmp"
	"slices"

	"github.com/lectio/lectio/rulesets/lang"
)

// Said is an expression of a statement, or a name that can be that of another statement.
type Said struct {
	*lang.Expr
	Given bool // what is given a value, or men: a variable, places of the set-up
	at    *lang.Text
}

// Said lists what the statement says in expressions and by names, in the order of the file.
func (s *Statement) Said() (list []Said) {
	for _, f := range s.Body.keys() {
		list = append(list, f.said()...)
	}
	slices.SortStableFunc(list, func(a, b Said) int {
		return cmp.Or(a.at.Pos.Line-b.at.Pos.Line, a.at.Pos.Col-b.at.Pos.Col)
	})
	return list
}

// Expressions lists the expressions and names in what the statement says, those left out that
// are given something.
func (s *Statement) Expressions() (list []*lang.Expr) {
	for _, said := range s.Said() {
		if !said.Given {
			list = append(list, said.Expr)
		}
	}
	return list
}

// said is what a key says.
func (f field) said() (list []Said) {
	if f.says != nil {
		f.says(func(t *lang.Text, given bool) {
			if t.Tree() != nil {
				list = append(list, Said{t.Expr, given, t})
			}
		})
	}
	return list
}

// sayer is told each text that a key says.
type sayer func(t *lang.Text, given bool)

// name tells a name.
func (say sayer) name(w Word, given bool) {
	if w.Said() {
		say(&lang.Text{Expr: &lang.Expr{Op: "name", Text: w.Text}, Written: w.Text, Pos: w.Pos}, given)
	}
}

// reference is a key with the name of something that a statement declares.
func reference(key, what string, to *Word) field {
	f := word(key, what, to)
	f.says = func(say sayer) { say.name(*to, false) }
	return f
}
