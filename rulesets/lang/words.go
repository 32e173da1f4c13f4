package lang

import (
	"maps"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets/engine"
)

// Word is a word of conditions: a name, or a function that asks for something in
// brackets. Everything about it stands in its entry: what it resolves to, where it may
// stand, how it is said in English where there is one way to say it, and its line in
// the guide. The words of a kind are a file, words_*.go, and are listed in tables.
type Word struct {
	Name string
	Args []Arg // none for a name
	Type Type  // of what it stands for

	// Op is the operation that it becomes, with N and its arguments; a word that is
	// more than that has resolve, which is called once the word has been found to stand
	// where it may, with as many arguments as it takes.
	Op      engine.Op
	N       int
	resolve func(k *Checker, e *Expr) Typed

	in     standing // where it may stand
	needs  *need    // what the board must have
	thrown bool     // it asks for what was thrown, or what is left of that
	stands bool     // it asks for what is known only of a position that stands

	// Says is how it is said: a noun phrase of a number or a place, a clause of a truth value,
	// what places of a set do ("lie on the board"), where men are that are in a store. Denied is
	// the contrary, of a set where it is not the same with "not". Else has other phrases for
	// circumstances that rulesets/edition finds out. What stands in braces it puts in: {1} is the
	// first argument as a noun, {each 1} and the like are the argument in another form, {cell} is
	// what a place of this board is called, {his} whose things are spoken of.
	Says, Denied string
	Else         Else

	Guide   string // what it stands for, for the guide
	Example string // a condition or a number with it
}

// Else is how a word is said in some circumstances.
type Else map[string]string

// Arg is an argument of a function.
type Arg struct {
	Name     string
	Type     Type
	Optional bool
}

// standing is where a word may stand, and what is said where it does not.
type standing struct {
	scope             Scope
	expected, message string
}

// need is something that the board must have, and what is said where it has not.
type need struct {
	has               func(n *Names) bool
	expected, message string
}

// tables are the words, in the order of the guide.
var tables = [][]*Word{menWords, moveWords, throwWords, placeWords, lineWords, rayWords, gameWords, courseWords}

// named and functions are the words by their names, ofKind those that ask for men of a
// kind where others of the same name ask for a place. They are filled by init, since a
// function of the table may itself look a word up.
var named, functions, ofKind = map[string]*Word{}, map[string]*Word{}, map[string]*Word{}

func init() {
	for w := range All() {
		switch {
		case len(w.Args) == 0:
			named[w.Name] = w
		case w.Op == engine.SKind:
			ofKind[w.Name] = w
		default:
			functions[w.Name] = w
		}
	}
}

// All gives every word in the order of the guide. A name and a function may be
// written alike.
func All() func(yield func(*Word) bool) {
	return func(yield func(*Word) bool) {
		for _, table := range tables {
			for _, w := range table {
				if !yield(w) {
					return
				}
			}
		}
	}
}

// Name is the word of that name that asks for nothing in brackets, or nil.
func Name(text string) *Word { return named[text] }

// Function is the word of that name that asks for something in brackets, or nil.
func Function(text string) *Word { return functions[text] }

// IsWord reports whether a name means something in conditions, or did once, so that no statement
// can have it.
func IsWord(text string) bool {
	in := func(words map[string]*Word) bool { return words[text] != nil && !words[text].OfMeasures() }
	return reserved[text] || text == "their" || in(named) || in(functions) || formerly(text)
}

// OfMeasures reports whether the word has a meaning in measures only, so that elsewhere its name is free.
func (w *Word) OfMeasures() bool { return w.in.scope&InMeasure != 0 }

// Takes reports whether the word can have n arguments.
func (w *Word) Takes(n int) bool {
	return n <= len(w.Args) && (n == len(w.Args) || w.Args[n].Optional)
}

// Usage shows how the word is written.
func (w *Word) Usage() string {
	if len(w.Args) == 0 {
		return w.Name
	}
	var ways, args []string
	for i, a := range w.Args {
		args = append(args, a.Name)
		if w.Takes(i + 1) {
			ways = append(ways, w.Name+"("+strings.Join(args, ", ")+")")
		}
	}
	return strings.Join(ways, " or ")
}

// name resolves a name: of a definition, a variable or a parameter, a word of the
// language, or of something that the game has.
func (k *Checker) name(e *Expr) Typed {
	if v, ok := k.stated(e); ok {
		return v
	}
	w := named[e.Text]
	if w != nil && (!w.OfMeasures() || k.Scope&InMeasure != 0) {
		return k.word(e, w)
	}
	if v, ok := truths[e.Text]; ok {
		return Typed{Type: Truth, Node: &engine.Node{Op: engine.BLit, N: v}}
	}
	if v, ok := k.ofTheGame(e); ok {
		return v
	}
	if now := k.Names.FormerSet(k.Names.Board, k.At.place(e.off), e.Text); now != "" {
		v, _ := k.ofTheGame(&Expr{Op: "name", Text: now, off: e.off})
		return v
	}
	switch {
	case w != nil:
		return k.word(e, w) // which says where it has a meaning
	case e.Text == "men":
		return k.errorf(e, `"men"`, "own, enemy, own_any_lap, allied or anyone", "say whose men")
	case functions[e.Text] != nil:
		return k.errorf(e, diag.Quote(e.Text), functions[e.Text].Usage(), "%s asks for something in brackets", e.Text)
	}
	if k.Names.Board != nil && (e.Text == "store_left" || e.Text == "store_right") {
		return k.errorf(e, diag.Quote(e.Text), "holes: with stores: yes, or another place", "this board has no %s: a board of holes has large holes at its ends with stores: yes", e.Text)
	}
	return k.errorf(e, diag.Quote(e.Text), "a definition, a variable, a place or a word of the language",
		"this name stands for nothing here%s", diag.Suggest(e.Text, k.KnownNames()))
}

// truths are names of truth values. Statements may have them all the same.
var truths = map[string]int{"true": 1, "yes": 1, "false": 0, "no": 0}

// stated is what a statement gives a name.
func (k *Checker) stated(e *Expr) (Typed, bool) {
	c := k.Names
	if v, ok := k.asked[e.Text]; ok {
		return v, true
	}
	if d, ok := c.Defines[e.Text]; ok {
		return k.expand(e, d), true
	}
	if v, ok := c.Vars[e.Text]; ok {
		node := &engine.Node{Op: engine.NVar, N: v}
		switch c.Rules.Vars[v].Kind {
		case engine.NumberVar:
			return Typed{Type: Number, Node: node}, true
		case engine.PlaceVar:
			return Typed{Type: Place, Node: node}, true
		case engine.SetVar:
			return Typed{Type: Places, Node: &engine.Node{Op: engine.SVar, N: v}}, true
		case engine.LinesVar:
			return Typed{Type: Lines, Node: &engine.Node{Op: engine.SVar, N: v}}, true
		}
		return Typed{Type: Player, Node: node}, true
	}
	if n, ok := c.Params[e.Text]; ok {
		return Typed{Type: Number, Node: Lit(n)}, true
	}
	return Typed{}, false
}

// ofTheGame is what stores, players, stages, parts, cells, sets of the board and legs of
// the track are called.
func (k *Checker) ofTheGame(e *Expr) (Typed, bool) {
	c, name := k.Names, e.Text
	if st := c.Rules.StoreIndex(name); st >= 0 {
		return Typed{Type: Number, Node: &engine.Node{Op: engine.NStore, N: st}}, true
	}
	if i := slices.Index(c.Rules.Players, name); i >= 0 {
		return Typed{Type: Player, Node: Lit(i)}, true
	}
	for i := range c.Rules.Stages {
		if c.Rules.Stages[i].ID == name {
			return Typed{Type: Stage, Node: Lit(i)}, true
		}
	}
	if i := slices.Index(c.Rules.Kinds, name); i >= 0 {
		return Typed{Type: Kind, Node: Lit(i)}, true
	}
	if i, ok := c.Parts[name]; ok && !c.Rules.Parts[i].IsNumber {
		return Typed{Type: Part, Node: Lit(i)}, true
	}
	if c.Board != nil {
		if i := c.Board.Find(name); i >= 0 {
			v := k.onCells(e, []int{i}, 1)
			if n := v.Node; n.Op == engine.SLit && n.Lit.Count() == 1 {
				v = Typed{Type: Place, Node: Lit(n.Lit.First())}
			}
			return v, true
		}
		if cells, ok := c.Board.Sets[name]; ok {
			return k.onCells(e, cells, len(cells)), true
		}
	}
	if s, ok := c.Legs[name]; ok {
		return Typed{Type: Places, Node: litSet(s)}, true
	}
	return Typed{}, false
}

// onCells is the set of the places on some cells. It is refused where so many of them or
// more lie off the track: nobody could ever be seen there.
func (k *Checker) onCells(e *Expr, cells []int, many int) Typed {
	if off := k.Names.offTrack(cells); len(off) >= many && many > 0 {
		return k.errorf(e, k.Names.Board.Cells[off[0]].Name, "cells of the track; with places: cells in the track, every cell of the board is a place",
			"the track does not pass there, so no man is ever counted there")
	}
	return Typed{Type: Places, Node: k.Names.PlacesOn(cells)}
}

// OfKind is the word for men of a kind that an expression is: own(king); nil if it is
// anything else.
func (c *Names) OfKind(e *Expr) *Word {
	if e.Op != "call" || len(e.Kids) != 1 || e.Kids[0].Op != "name" || !slices.Contains(c.Rules.Kinds, e.Kids[0].Text) {
		return nil
	}
	return ofKind[e.Text]
}

// call resolves a function with its arguments.
func (k *Checker) call(e *Expr) Typed {
	w := functions[e.Text]
	if of := k.Names.OfKind(e); of != nil {
		w = of
	}
	if d := k.Names.Defines[e.Text]; d != nil && d.Of != "" && w == nil {
		return k.expand(e, d)
	}
	if w == nil {
		if k.Names.Defines[e.Text] != nil || k.Names.Rules.StoreIndex(e.Text) >= 0 {
			return k.errorf(e, e.Text+"(…)", e.Text, "%s is asked for without brackets", e.Text)
		}
		names := slices.Sorted(maps.Keys(functions))
		return k.errorf(e, diag.Quote(e.Text), "one of: "+strings.Join(names, ", "), "there is no such function%s", diag.Suggest(e.Text, names))
	}
	return k.word(e, w)
}

// word resolves a word of the table.
func (k *Checker) word(e *Expr, w *Word) Typed {
	if k.Scope&InFirst != 0 && w.thrown {
		return k.errorf(e, diag.Quote(e.Text), "what is known before the throw; a change on: thrown can set the variable afterwards",
			"the first value of a variable is set before anything is thrown or put up to be played")
	}
	if k.Scope&InMeasure != 0 && w.stands {
		return k.errorf(e, diag.Quote(e.Text), "what can be seen of the position", "%s is nothing that a measure can ask", e.Text)
	}
	if k.Scope&InAfter != 0 && w.stands {
		return k.errorf(e, diag.Quote(e.Text), "what can be seen of the position", "%s is not known of a position before the next turn has begun in it", e.Text)
	}
	if k.Scope&w.in.scope != w.in.scope {
		return k.errorf(e, diag.Quote(e.Text), w.in.expected, "%s %s", e.Text, w.in.message)
	}
	if w.needs != nil && !w.needs.has(k.Names) {
		return k.errorf(e, diag.Quote(e.Text), w.needs.expected, "%s", w.needs.message)
	}
	if w.resolve != nil {
		return w.resolve(k, e)
	}
	n := &engine.Node{Op: w.Op, N: w.N}
	for i := range e.Kids {
		n.Kids = append(n.Kids, k.arg(e, i, w.Args[i].Type))
	}
	return Typed{Type: w.Type, Node: n}
}

// arg resolves an argument of a function to a type.
func (k *Checker) arg(e *Expr, i int, t Type) *engine.Node {
	return k.Want(e.Kids[i], t, "what "+e.Text+" is asked about")
}

// KnownNames lists what can stand where a name is wanted, sorted.
func (k *Checker) KnownNames() []string {
	c := k.Names
	out := slices.Concat(slices.Collect(maps.Keys(named)), slices.Collect(maps.Keys(functions)), slices.Collect(maps.Keys(c.Defines)),
		slices.Collect(maps.Keys(c.Vars)), slices.Collect(maps.Keys(c.Params)), c.Rules.Players, c.Rules.Kinds, slices.Collect(maps.Keys(c.Legs)))
	if c.Board != nil {
		out = slices.AppendSeq(out, maps.Keys(c.Board.Sets))
	}
	slices.Sort(out)
	return out
}
