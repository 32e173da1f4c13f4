package state

import (
	"encoding/binary"
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
)

// What measures come to in a game lies in its frame, where records take it from: for each group of a measure one number or two,
// as its gathering asks, of eight bytes each.

// GroupSize is how many bytes a group takes: of a sum that alone, of what else is gathered two numbers, see [Memory.Gathered].
func GroupSize(g engine.Gathering) int {
	if g == engine.Sum {
		return 8
	}
	return 16
}

// MostWritten is how many words a move may write of what measures come to, where it may be taken back.
const MostWritten = 96

// layGathered lays out what measures come to from an offset in the frame on, and returns where it ends.
func (mem *Memory) layGathered(at int) int {
	mem.OffGathered = at
	if len(mem.Options.Measures) > 0 {
		mem.layTrack()
	}
	for i := range mem.Options.Measures {
		x := &mem.Options.Measures[i]
		mem.MeasureAt = append(mem.MeasureAt, at)
		at += x.Groups(mem.Program) * GroupSize(x.Gather)
		if mem.ByEnds(x) {
			at += 8 * mem.Program.Places * len(mem.Program.Players)
		}
	}
	mem.GatheredEnd = at
	if at > mem.OffGathered && mem.Move.Line != nil {
		mem.OffWritten = at
		at += 16 * (MostWritten + 1)
	}
	return (at + 15) / 16 * 16
}

// A man who advances along many lines at once takes as long as one who advances along one: of a track that does not part and
// has an end it is gathered where advances begin and end, and that tells how many have passed each line between. It gains a
// fifth to a third of what random games of long tracks take with such a measure, measured on 2026-11-29.

// ByEnds reports whether a measure of advances is gathered so, behind its groups, by player and place.
func (mem *Memory) ByEnds(x *engine.Measure) bool {
	return x.By == engine.ByLine && x.Gather == engine.Sum && mem.trackOrder != nil
}

// layTrack notes in which order the places of such a track follow upon each other, and which lines lie between.
func (mem *Memory) layTrack() {
	p := mem.Program
	if p.Next == nil {
		return
	}
	left := make([]int, p.Places) // to the end
	for f := range left {
		for at := f; at < p.Places && len(p.Next[at]) > 0; left[f]++ {
			if at = p.Next[at][0]; left[f] > p.Places || at < p.Places && len(p.Next[at]) > 1 {
				return
			}
		}
		mem.trackOrder = append(mem.trackOrder, f)
	}
	slices.SortStableFunc(mem.trackOrder, func(a, b int) int { return left[b] - left[a] })
	number := map[[2]int]int{}
	for i, line := range p.BoardLines() {
		number[line] = i
	}
	for q := range p.Players {
		lines := make([]int, p.Places)
		for f := range lines {
			lines[f] = -1
			if next := p.Next[f]; len(next) > 0 && next[0] < p.Places {
				a, b := p.CellOf[q][f], p.CellOf[q][next[0]]
				if k, ok := number[[2]int{min(a, b), max(a, b)}]; ok {
					lines[f] = k
				}
			}
		}
		mem.trackLines = append(mem.trackLines, lines)
	}
}

// passed adds to lines what has passed along them, by how many more advances began than ended on each place of the track.
func (mem *Memory) passed(begun []byte, cells []engine.Cell) {
	p := mem.Program
	for q := range p.Players {
		along := make([]int32, p.Places)
		for _, f := range mem.trackOrder {
			n := along[f] + int32(binary.LittleEndian.Uint64(begun[8*(q*p.Places+f):]))
			if n == 0 || len(p.Next[f]) == 0 || p.Next[f][0] >= p.Places {
				continue
			}
			along[p.Next[f][0]] += n
			if line := mem.trackLines[q][f]; line >= 0 {
				cells[line].Sum += int(n)
			}
		}
	}
}

// Gathered reads from a record what the measure of a number has come to, into a cell for each group. Items for which its
// gathering does not ask stay 0.
func (mem *Memory) Gathered(record []byte, measure int, cells []engine.Cell) {
	at := mem.MeasureAt[measure]
	word := func() int { at += 8; return int(int64(binary.LittleEndian.Uint64(record[at-8:]))) }
	for i := range cells {
		switch c := &cells[i]; mem.Options.Measures[measure].Gather {
		case engine.Sum:
			*c = engine.Cell{Sum: word()}
		case engine.Mean:
			*c = engine.Cell{Held: word(), Sum: word()}
		case engine.Share:
			*c = engine.Cell{Moments: word(), Held: word()}
		case engine.Least:
			*c = engine.Cell{Held: word(), Least: word()}
		default:
			*c = engine.Cell{Held: word(), Most: word()}
		}
	}
	if mem.ByEnds(&mem.Options.Measures[measure]) {
		mem.passed(record[at:], cells)
	}
}
