package ir

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine"
)

// Value is one operation on others. Values have no place in time: one that asks the
// position says what stands there when it is worked out. A [Builder] makes them, and of
// two that say the same there is one, so that they are compared as pointers.
type Value struct {
	Op    Op
	Type  Type
	N     int // number, store, variable, mark, comparison, distance: what the operation says
	Seat  int // from whose side it is seen: seats are counted from the player to move on
	Who   Who // whose men are counted
	Lit   place.Set
	Table *Table
	Args  []*Value

	asks   asks
	uses   operationSet
	used   bool // another value is made of it
	shared bool // … or several
	id     int  // in the order in which they were made
}

// operationSet is a set of operations.
type operationSet [(opCount + 63) / 64]uint64

func (s *operationSet) add(op Op) { s[op/64] |= 1 << (op % 64) }
func (s *operationSet) join(of *operationSet) { // all of another
	for i, w := range of {
		s[i] |= w
	}
}

// Who is a set of seats whose men are counted, and how.
type Who struct {
	Seats uint16 // and, behind the players', of nobody
	Own   bool   // by the place on their own track, not by the cell of the board
}

// Has reports whether men of a seat are counted.
func (w Who) Has(seat int) bool { return w.Seats>>seat&1 != 0 }

// One returns the only seat whose men are counted, if there is only one.
func (w Who) One() (seat int, ok bool) {
	for w.Seats>>seat > 1 {
		seat++
	}
	return seat, w.Seats == 1<<seat
}

// Table is what a board or its devices say of places, lines, parts or throws: numbers or
// sets, by player where players differ and by index.
type Table struct {
	Name    string
	Numbers [][]int
	Sets    [][]place.Set
}

// Variants is the number of players for whom the table says different things: 1 where it
// says the same for all.
func (t *Table) Variants() int { return max(len(t.Numbers), len(t.Sets)) }

// Len is the number of indexes.
func (t *Table) Len() int {
	if len(t.Sets) > 0 {
		return len(t.Sets[0])
	}
	return len(t.Numbers[0])
}

func (t *Table) variant(player int) int {
	if t.Variants() == 1 {
		return 0
	}
	return player
}

// Number returns the number of a player at an index, 0 beyond the ends.
func (t *Table) Number(player, i int) int {
	list := t.Numbers[t.variant(player)]
	if i < 0 || i >= len(list) {
		return 0
	}
	return list[i]
}

// Set returns the set of a player at an index, nothing beyond the ends.
func (t *Table) Set(player, i int) place.Set {
	list := t.Sets[t.variant(player)]
	if i < 0 || i >= len(list) {
		return place.Set{}
	}
	return list[i]
}

// OnMove reports whether the value can differ between two moves of one decision.
func (v *Value) OnMove() bool { return v.asks&asksMove != 0 }

// LooksAhead reports whether the value depends on what could be played after a move.
func (v *Value) LooksAhead() bool { return v.asks&asksAhead != 0 }

// OnScored reports whether the value depends on what is being scored.
func (v *Value) OnScored() bool { return v.asks&asksScored != 0 }

// OnThrowOnly reports whether the value depends on the last throw and nothing else.
func (v *Value) OnThrowOnly() bool { return v.asks == asksThrow }

// Steady reports whether the value depends on nothing but the candidate: its places, its
// part, its act, and its marks where those are known.
func (v *Value) Steady(marksKnown bool) bool {
	most := asksFrom | asksTo | asksOver | asksPart | asksAct
	if marksKnown {
		most |= asksMark
	}
	return v.asks&^most == 0 && !v.Uses(Passed)
}

// AsksTo reports whether the value depends on where the move goes.
func (v *Value) AsksTo() bool { return v.asks&asksTo != 0 }

// OnlyLands reports whether what the value says of a move depends on nothing but where it goes.
func (v *Value) OnlyLands() bool { return v.asks&asksMove&^asksTo == 0 }

// Known returns the number that the value always is, if it is one.
func (v *Value) Known() (n int, ok bool) { return v.N, v.Op == Const }

// Uses reports whether an operation has a part in the value.
func (v *Value) Uses(op Op) bool { return v.uses[op/64]>>(op%64)&1 != 0 }

// asksOther reports whether a value asks of a place that another considers than itself.
func (v *Value) asksOther() (other bool) {
	within := map[int]bool{}
	v.Walk(func(v *Value) {
		if v.Op == Those {
			within[v.N] = true
		}
	})
	v.Walk(func(v *Value) { other = other || v.Op == That && !within[v.N] })
	return other
}

// Walk calls f with the value and all that it is made of, each once, operands first.
func (v *Value) Walk(f func(*Value)) {
	seen := map[*Value]bool{}
	var walk func(v *Value)
	walk = func(v *Value) {
		if seen[v] {
			return
		}
		seen[v] = true
		for _, a := range v.Args {
			walk(a)
		}
		f(v)
	}
	walk(v)
}

// String writes the value as a program of one operation a line, as tests of passes give and read it. Its
// last line is the value itself.
func (v *Value) String() string {
	var b strings.Builder
	names := map[*Value]string{}
	v.Walk(func(v *Value) {
		names[v] = "v" + strconv.Itoa(len(names)+1)
		fmt.Fprintf(&b, "%s = %s\n", names[v], v.line(names))
	})
	return b.String()
}

// line writes one operation, its operands by their names.
func (v *Value) line(names map[*Value]string) string {
	o := &operations[v.Op]
	words := []string{o.name}
	if o.n {
		words = append(words, v.numberWord())
	}
	if v.Table != nil {
		words = append(words, strconv.Quote(v.Table.Name))
	}
	if v.Op == Literal {
		words = append(words, setWord(v.Lit))
	}
	if o.seat {
		words = append(words, "@"+strconv.Itoa(v.Seat))
	}
	if o.who {
		words = append(words, v.Who.String())
	}
	for _, a := range v.Args {
		words = append(words, names[a])
	}
	return strings.Join(append(words, ":", v.Type.String()), " ")
}

// numberWord writes what an operation says beside its operands.
func (v *Value) numberWord() string {
	switch v.Op {
	case Compare, Men:
		return comparisonNames[v.N]
	case Lead:
		return Op(v.N).String()
	}
	return strconv.Itoa(v.N)
}

var comparisonNames = [...]string{engine.Equal: "=", engine.NotEqual: "!=", engine.Less: "<",
	engine.LessEqual: "<=", engine.Greater: ">", engine.GreaterEqual: ">="}

func setWord(s place.Set) string {
	var list []string
	for _, f := range s.Places() {
		list = append(list, strconv.Itoa(f))
	}
	return "{" + strings.Join(list, ",") + "}"
}

// String writes the seats, and whether they are counted by places: "of=1,3", "own=0".
func (w Who) String() string {
	var list []string
	for seat := range 16 {
		if w.Has(seat) {
			list = append(list, strconv.Itoa(seat))
		}
	}
	if w.Own {
		return "own=" + strings.Join(list, ",")
	}
	return "of=" + strings.Join(list, ",")
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
