package engine

import "slices"

// ranks says of each name where it stands when they are sorted.
func ranks(names []string) []int {
	order := make([]int, len(names))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return b2i(NaturalLess(names[j], names[i])) - b2i(NaturalLess(names[i], names[j]))
	})
	out := make([]int, len(names))
	for r, i := range order {
		out[i] = r
	}
	return out
}

// NaturalLess compares names as people sort them: runs of digits as numbers,
// everything else by its letters; numbers come before letters.
func NaturalLess(a, b string) bool {
	for a != "" && b != "" {
		if digit(a[0]) && digit(b[0]) {
			x, y := digits(a), digits(b)
			ta, tb := trimZeros(a[:x]), trimZeros(b[:y])
			if len(ta) != len(tb) {
				return len(ta) < len(tb)
			}
			if ta != tb {
				return ta < tb
			}
			a, b = a[x:], b[y:]
			continue
		}
		if a[0] != b[0] {
			return a[0] < b[0]
		}
		a, b = a[1:], b[1:]
	}
	return len(a) < len(b)
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

func digits(s string) int {
	i := 0
	for i < len(s) && digit(s[i]) {
		i++
	}
	return i
}

func trimZeros(s string) string {
	for len(s) > 1 && s[0] == '0' {
		s = s[1:]
	}
	return s
}
