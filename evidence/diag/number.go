package diag

import (
	"strconv"
)

// WholeNumber reads a whole number in the one way in which it is written: 10, and
// not 010, which is 8 to some programs, nor +10.
func WholeNumber(s string) (n int, ok bool) {
	n, err := strconv.Atoi(s)
	return n, err == nil && strconv.Itoa(n) == s
}

// NumberHint says how a number is written that [WholeNumber] does not read: "; write
// 10" for 010. It is "" when the text is no number at all.
func NumberHint(s string) string {
	n, err := strconv.Atoi(s)
	if _, ok := WholeNumber(s); ok || err != nil {
		return ""
	}
	return "; write " + strconv.Itoa(n)
}
