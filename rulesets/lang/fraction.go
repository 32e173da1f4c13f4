package lang

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
)

// ParseFraction reads a fraction such as 1/2, or a whole number.
func ParseFraction(s string) (a, b int, ok bool) {
	num, den, cut := strings.Cut(s, "/")
	if a, ok = diag.WholeNumber(strings.TrimSpace(num)); !ok || !cut {
		return a, 1, ok
	}
	b, ok = diag.WholeNumber(strings.TrimSpace(den))
	return a, b, ok && b > 0
}

// Fraction writes n/d in lowest terms: "13/2", "5", "0".
func Fraction(n, d int) string {
	if n == 0 {
		return "0"
	}
	k := gcd(n, d)
	n, d = n/k, d/k
	if d == 1 {
		return strconv.Itoa(n)
	}
	return fmt.Sprintf("%d/%d", n, d)
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// LCM is the least common multiple of two numbers above 0.
func LCM(a, b int) int { return a / gcd(a, b) * b }
