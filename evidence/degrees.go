package evidence

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// Degrees are a latitude or a longitude.
type Degrees struct {
	Value float64
	// Axis is 'N' for a latitude, 'E' for a longitude, 0 when no letter says it.
	Axis byte
	// Decimals is how many decimals of a degree are known: two for minutes, four for
	// seconds.
	Decimals int
	// Within is how far from there the place may be, in km, when minutes or seconds
	// say it; 0 for decimals.
	Within float64
}

var (
	pointDegrees = regexp.MustCompile(`^[+-]?[0-9]{1,3}(?:\.[0-9]*)?$`)
	compass      = map[string]float64{"n": 1, "s": -1, "e": 1, "w": -1, "north": 1, "south": -1, "east": 1, "west": -1,
		"nord": 1, "sud": -1, "sur": -1, "norte": 1, "est": 1, "este": 1, "ost": 1, "o": 0, "ouest": -1, "oeste": -1, "ovest": -1}
	partsOfDegree      = regexp.MustCompile(`^([0-9]{1,3}(?:\.[0-9]+)?)(?:\s*[°º˚d:]\s*|\s+|$)(?:([0-9]{1,2}(?:\.[0-9]+)?)(?:\s*['’′m:]\s*|\s+|$))?(?:([0-9]{1,2}(?:\.[0-9]+)?)\s*(?:["”″s]|''|′′|’’)?)?\s*$`)
	decimalCoordinates = regexp.MustCompile(`^\s*[+-]?[0-9]+(?:\.[0-9]+)?\s*,\s*[+-]?[0-9]+(?:\.[0-9]+)?\s*$`)
	direction          = regexp.MustCompile(`^\s*([A-Za-z]+)\.?\s+|\s*([A-Za-z]+)\.?\s*$|^([A-Za-z])\s*`)
)

// ParseDegrees reads a latitude or longitude: decimal degrees, or degrees, minutes
// and seconds, with N, S, E or W before or behind them: 64°58'N, 64 58 30 S, W 19.02.
func ParseDegrees(text string) (Degrees, error) {
	s := strings.TrimSpace(strings.NewReplacer("−", "-", "–", "-", "\u00a0", " ").Replace(text))
	if pointDegrees.MatchString(s) {
		f, err := strconv.ParseFloat(s, 64)
		_, after, _ := strings.Cut(s, ".")
		return Degrees{Value: f, Decimals: len(after)}, err
	}
	d := Degrees{}
	sign := 1.0
	if m := direction.FindStringSubmatchIndex(s); m != nil {
		word := strings.TrimSpace(strings.Trim(s[m[0]:m[1]], " ."))
		key := strings.ToLower(word)
		way, ok := compass[key]
		if !ok || way == 0 {
			return d, fmt.Errorf("%q is no direction; N, S, E or W is", word)
		}
		d.Axis = 'N'
		if !strings.ContainsAny(key[:1], "ns") {
			d.Axis = 'E'
		}
		sign = way
		s = strings.TrimSpace(s[:m[0]] + s[m[1]:])
	}
	if rest, ok := strings.CutPrefix(s, "-"); ok {
		if d.Axis != 0 {
			return d, errors.New("there is a minus and a direction")
		}
		sign, s = -1, rest
	}
	m := partsOfDegree.FindStringSubmatch(s)
	if m == nil {
		return d, errors.New("they cannot be read")
	}
	number := func(s string) float64 { f, _ := strconv.ParseFloat(s, 64); return f } // digits and a point
	minutes, seconds := number(m[2]), number(m[3])
	if minutes >= 60 || seconds >= 60 || strings.Contains(m[1], ".") && m[2] != "" || strings.Contains(m[2], ".") && m[3] != "" {
		return d, errors.New("minutes and seconds go to 59")
	}
	d.Value = sign * (number(m[1]) + minutes/60 + seconds/3600)
	_, after, _ := strings.Cut(m[1], ".")
	d.Decimals = len(after)
	switch {
	case m[3] != "":
		d.Decimals, d.Within = 4, 0.02
	case m[2] != "":
		_, after, _ := strings.Cut(m[2], ".")
		d.Decimals, d.Within = 2+len(after), 2*math.Pow10(-len(after))
	}
	return d, nil
}

// Decimal writes the degrees with as many decimals as are known, and one more where
// minutes were.
func (d Degrees) Decimal() string {
	n := d.Decimals
	if d.Within > 0 {
		n++
	}
	return strconv.FormatFloat(d.Value, 'f', min(n, 7), 64)
}

// ParseCoordinates reads a latitude and a longitude from one text. With letters they
// stand in any order.
func ParseCoordinates(text string) (lat, lon Degrees, err error) {
	text = strings.TrimSpace(strings.Trim(strings.TrimSpace(text), "()[]"))
	for _, sep := range []string{";", "/", ",", " "} {
		for i := range len(text) {
			if !strings.HasPrefix(text[i:], sep) {
				continue
			}
			a, err1 := ParseDegrees(text[:i])
			b, err2 := ParseDegrees(text[i+1:])
			switch {
			case err1 != nil || err2 != nil || (a.Axis == 0) != (b.Axis == 0) || a.Axis != 0 && a.Axis == b.Axis:
			case a.Axis == 'E':
				return b, a, nil
			default:
				return a, b, nil
			}
		}
	}
	// 64°58'N19°1'W
	if i := strings.IndexAny(text, "NSns"); i > 0 && i+1 < len(text) {
		a, err1 := ParseDegrees(text[:i+1])
		b, err2 := ParseDegrees(text[i+1:])
		if err1 == nil && err2 == nil && a.Axis == 'N' && b.Axis == 'E' {
			return a, b, nil
		}
	}
	return lat, lon, errors.New("expected a latitude and a longitude, such as 64.96, -19.02 or 64°58'N 19°1'W")
}

// colon puts a reason behind a message.
func colon(reason string) string {
	if reason == "" {
		return ""
	}
	return ": " + reason
}

// DecimalCoordinates reports whether a text is two decimal numbers with a comma between them.
func DecimalCoordinates(text string) bool { return decimalCoordinates.MatchString(text) }
