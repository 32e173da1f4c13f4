package measure

import (
	"fmt"
	"math"
	"strconv"
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

var numberWords = []string{"none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
	"thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"}

// NumberWord writes a number in a word up to twenty.
func NumberWord(n int) string {
	if n < len(numberWords) {
		return numberWords[n]
	}
	return fmt.Sprint(n)
}

// Percent writes a share with a decimal, and with more where what is not all, or not
// nothing, would look so.
func Percent(x float64) string {
	if x <= 0 || x >= 1 {
		return fmt.Sprintf("%.0f %%", 100*x)
	}
	for places := 1; places < 4; places++ {
		text := fmt.Sprintf("%.*f", places, 100*x)
		if v, _ := strconv.ParseFloat(text, 64); v > 0 && v < 100 {
			return text + " %"
		}
	}
	if x < 0.5 {
		return "less than 0.001 %"
	}
	return "more than 99.999 %"
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
func Signed[F ~float64](x F) string {
	if x >= 0 {
		return "+" + Figure(float64(x))
	}
	return Figure(float64(x))
}
