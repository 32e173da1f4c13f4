package readings

import (
	"fmt"
	"slices"
	"strings"
)

// Corresponds reports whether classes make two courses one game. It shares nothing with what finds them: the opening
// positions must be of one class, and whatever two positions of one class lead to must read the same, written out whole.
func Corresponds(a, b *Course, classes Classes) bool {
	if classes[0][0] != classes[1][0] {
		return false
	}
	reads := map[uint32]string{}
	for k, c := range []*Course{a, b} {
		for i, class := range classes[k] {
			text := written(c, i, classes[k])
			if old, there := reads[class]; there && old != text {
				return false
			}
			reads[class] = text
		}
	}
	return true
}

// written writes out the choices that lie behind a position, by classes, each with its chance as a fraction.
func written(c *Course, i int, classes []uint32) string {
	chances, all := map[string]uint64{}, uint64(0)
	for ways, among := range c.following(i).Throws() {
		var choices []string
		for _, n := range among {
			if n.Over() {
				choices = append(choices, fmt.Sprintf("end %d", n.Worth()))
			} else {
				choices = append(choices, fmt.Sprintf("%d %t", classes[n.Position()], n.Turned()))
			}
		}
		slices.Sort(choices)
		chances[strings.Join(slices.Compact(choices), ",")] += ways
		all += ways
	}
	var list []string
	for choices, ways := range chances {
		d := divisor(ways, all)
		list = append(list, fmt.Sprintf("%d/%d: %s", ways/d, all/d, choices))
	}
	slices.Sort(list)
	return strings.Join(list, "; ")
}

// divisor is the greatest number that divides both.
func divisor(a, b uint64) uint64 {
	if b == 0 {
		return a
	}
	return divisor(b, a%b)
}
