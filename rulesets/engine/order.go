package engine

import (
	"regexp"
	"slices"
	"strings"
)

// NaturalLess compares names as people sort them: runs of digits as numbers,
// everything else by its letters; numbers come before letters.
func NaturalLess(a, b string) bool { return naturalKey(a) < naturalKey(b) }

var digits = regexp.MustCompile("[0-9]+")

// naturalKey is a name with its numbers filled up to one length.
func naturalKey(name string) string {
	return digits.ReplaceAllStringFunc(name, func(d string) string {
		d = strings.TrimLeft(d, "0")
		return strings.Repeat("0", max(0, 20-len(d))) + d
	})
}

// ranks says of each name where it stands when they are sorted.
func ranks(names []string) []int {
	keys, order, out := make([]string, len(names)), make([]int, len(names)), make([]int, len(names))
	for i, name := range names {
		keys[i], order[i] = naturalKey(name), i
	}
	slices.SortStableFunc(order, func(i, j int) int { return strings.Compare(keys[i], keys[j]) })
	for r, i := range order {
		out[i] = r
	}
	return out
}
