// Package natural orders names as people sort them: runs of digits as numbers, everything
// else by its letters.
package natural

import (
	"cmp"
	"slices"
	"strings"
)

// Compare compares names as people sort them: from their beginnings on, two numbers by what
// they come to, anything else by its letters.
func Compare(a, b string) int {
	for a != "" && b != "" {
		x, y := leading(a), leading(b)
		if x == 0 || y == 0 {
			if a[0] != b[0] {
				return cmp.Compare(a[0], b[0])
			}
			a, b = a[1:], b[1:]
			continue
		}
		m, n := strings.TrimLeft(a[:x], "0"), strings.TrimLeft(b[:y], "0")
		if c := cmp.Or(cmp.Compare(len(m), len(n)), strings.Compare(m, n)); c != 0 {
			return c
		}
		a, b = a[x:], b[y:]
	}
	return cmp.Compare(len(a), len(b))
}

// Ranks says of each name where it stands when they are sorted; of two that are the same
// the first comes first.
func Ranks(names []string) []int {
	order, ranks := make([]int, len(names)), make([]int, len(names))
	for i := range names {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return Compare(names[i], names[j]) })
	for rank, i := range order {
		ranks[i] = rank
	}
	return ranks
}

// leading is how many digits a name begins with.
func leading(s string) int {
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	return n
}
