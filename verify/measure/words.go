package measure

import (
	"fmt"
	"math"
	"strings"

	"github.com/lectio/lectio/rulesets/edition"
)

// Thousands writes a number with commas.
func Thousands(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Sentence begins with a capital letter and ends with a full stop.
func Sentence(s string) string {
	if s == "" {
		return s
	}
	return edition.Capitalised(strings.TrimSuffix(s, ".")) + "."
}

// Plural says how many there are of something.
func Plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return Thousands(n) + " " + what + "s"
}

// Figure writes a number as people do: 1,010 and not 1.01e+03.
func Figure(x float64) string {
	if math.Abs(x) >= 1000 && math.Abs(x) < 1e9 {
		if x < 0 {
			return "-" + Figure(-x)
		}
		return Thousands(int(math.Round(x)))
	}
	return fmt.Sprintf("%.3g", x)
}

// Signed writes a number with its sign.
func Signed(x float64) string {
	if x >= 0 {
		return "+" + Figure(x)
	}
	return Figure(x)
}
