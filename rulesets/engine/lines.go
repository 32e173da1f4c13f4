package engine

import (
	"slices"

	"github.com/lectio/lectio/rulesets/board/place"
)

// A line of the board leads from a cell to a neighbour. A move runs along those between the places that it passes: a leap
// along two, an advance along as many as it has steps, a straight move along those of its row. A move that comes from off
// the board, or leads where no line does, runs along none, nor does a sowing, by which men are laid on their places one by one.

// BoardLines are the lines of the board, each by its two cells, in order.
func (p *Program) BoardLines() (ends [][2]int) {
	known := map[[2]int]bool{}
	add := func(a, b int) {
		line := [2]int{min(a, b), max(a, b)}
		if !known[line] && a != b {
			known[line] = true
			ends = append(ends, line)
		}
	}
	for q := range p.Players {
		cells := p.CellOf[q]
		for f := range p.Places {
			if len(p.Near) > 0 {
				for _, to := range p.Near[q][f].Places() {
					add(cells[f], cells[to])
				}
			}
			if p.Next != nil {
				for _, to := range p.Next[f] {
					if to < p.Places {
						add(cells[f], cells[to])
					}
				}
			}
		}
	}
	slices.SortFunc(ends, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	return ends
}

// WayOf are the places that a move of a player passes, both ends among them, nil for one that comes from off the board or leads there.
func (p *Program) WayOf(q int, m *Move) []int {
	on := func(at int16) bool { return at >= 0 && int(at) < p.Places }
	if !on(m.From) || !on(m.To) || m.Act == Remove || m.Act == Sow {
		return nil
	}
	from, to := int(m.From), int(m.To)
	if on(m.Over) {
		return []int{from, int(m.Over), to}
	}
	if m.Act == Advance && p.Next != nil && m.Way > 0 {
		return p.alongTrack(from, to, p.Ahead(from, p.Parts[m.Part].Number)[m.Way-1].Passed)
	}
	if len(p.Near) > 0 && p.Near[q][from].Has(to) {
		return []int{from, to}
	}
	for _, ray := range p.RaysFrom(q, from, ^place.Direction(0)) {
		if i := slices.Index(ray, to); i >= 0 {
			return append([]int{from}, ray[:i+1]...)
		}
	}
	return []int{from, to}
}

// alongTrack are the places of the track from one to another by way of some, in their order.
func (p *Program) alongTrack(from, to int, by place.Set) []int {
	way := []int{from}
	for at := from; at != to && len(way) <= p.Places; {
		next := -1
		for _, f := range p.Next[at] {
			if f == to && by.Count() == len(way)-1 || f < p.Places && by.Has(f) && !slices.Contains(way, f) {
				next = f
			}
		}
		if next < 0 {
			return nil
		}
		way, at = append(way, next), next
	}
	return way
}
