package sweep

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
)

// Ranges writes numbers in order, 1-4,7.
func Ranges(list []int) string {
	var out []string
	for i := 0; i < len(list); {
		k := i
		for k+1 < len(list) && list[k+1] == list[k]+1 {
			k++
		}
		if k == i {
			out = append(out, fmt.Sprint(list[i]))
		} else {
			out = append(out, fmt.Sprintf("%d-%d", list[i], list[k]))
		}
		i = k + 1
	}
	return strings.Join(out, ",")
}

// ReadUnits reads ranges of units.
func (p *Plan) ReadUnits(text string) ([]int, error) {
	if text == "" {
		return nil, nil
	}
	most := p.Units()
	seen := make([]bool, most+1)
	for _, part := range strings.Split(text, ",") {
		from, to, isRange := strings.Cut(part, "-")
		if !isRange {
			to = from
		}
		a, err := strconv.Atoi(from)
		b, more := strconv.Atoi(to)
		if errors.Join(err, more) != nil || a < 1 || b < a || b > most {
			return nil, diag.Error{Found: diag.Quote(part), Expected: fmt.Sprintf("A-B or A, from 1 to %d", most), Message: "--units names no units of the plan"}
		}
		for n := a; n <= b; n++ {
			seen[n] = true
		}
	}
	var out []int
	for n, is := range seen {
		if is {
			out = append(out, n)
		}
	}
	return out, nil
}
