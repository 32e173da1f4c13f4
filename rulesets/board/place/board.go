package place

import "github.com/lectio/lectio/rulesets/board"

const (
	// MaxPlaces is the greatest number of places that a board can have.
	MaxPlaces = board.MostCells
	// MaxLines is the greatest number of lines that a board can have; a set has room
	// for as many members.
	MaxLines = 1024
)

// Board is a board with a track, if it has one, in each player's own places.
type Board struct {
	Places   int // places of each player's own view
	Names    [][]string
	CellOf   [][]int // by player and place
	Cells    int
	Next     [][]int // by place: places one step on
	Row      bool    // the track is a plain row: place i is followed by i+1
	Distance []int   // by place: steps to leave the board; 0 where it cannot be left
	Near     [][]Set
	Leaps    [][][]Leap
	Rays     [][][]Ray // by player and place
	Lines    [][]Set

	tables *tables // what has been tabulated of it; nil: nothing is kept
}

// Leap is a jump in a straight line: over a place to the next.
type Leap struct{ Over, To int }

// Beside is the set of places next to any of a set, as player q sees them.
func (b *Board) Beside(q int, of Set) (out Set) {
	for f := of.First(); f >= 0; f = of.From(f + 1) {
		out = out.Or(b.Near[q][f])
	}
	return out
}

// Joined is the set of places of a that are joined, from neighbour to neighbour within it,
// with its places in to.
func (b *Board) Joined(q int, a, to Set) Set {
	out := a.And(to)
	for last := (Set{}); out != last; {
		last = out
		out = out.Or(b.Beside(q, last).And(a))
	}
	return out
}

// Landings is the set of places where a leap of player q from a place, over one of a set,
// to one of another lands.
func (b *Board) Landings(q, f int, over, to Set) (out Set) {
	for _, l := range b.Leaps[q][f] {
		if over.Has(l.Over) && to.Has(l.To) {
			out.Add(l.To)
		}
	}
	return out
}

// AllLines is the set of all lines.
func (b *Board) AllLines() Set {
	if len(b.Lines) == 0 {
		return Set{}
	}
	return FirstN(len(b.Lines[0]))
}

// Mills is the set of lines wholly within a set, as player q sees it: those through place
// f, or all where f is -1.
func (b *Board) Mills(q, f int, within Set) (out Set) {
	if len(b.Lines) == 0 {
		return out
	}
	for l, line := range b.Lines[q] {
		if (f < 0 || line.Has(f)) && line.In(within) {
			out.Add(l)
		}
	}
	return out
}

// OnLines is the set of places of player q on any of some lines.
func (b *Board) OnLines(q int, lines Set) (out Set) {
	for l := lines.First(); l >= 0; l = lines.From(l + 1) {
		out = out.Or(b.Lines[q][l])
	}
	return out
}
