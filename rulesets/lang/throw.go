package lang

import (
	"sort"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
)

// NormalThrow writes dice in descending order.
func NormalThrow(s string) string {
	f := strings.Split(s, "-")
	n := make([]int, len(f))
	for i, x := range f {
		v, ok := diag.WholeNumber(strings.TrimSpace(x))
		if !ok {
			return s
		}
		n[i] = v
	}
	sort.Sort(sort.Reverse(sort.IntSlice(n)))
	for i := range n {
		f[i] = strconv.Itoa(n[i])
	}
	return strings.Join(f, "-")
}
