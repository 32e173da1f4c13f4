package intake

import (
	"regexp"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/fold"
)

// measuresField is the column of the measures of an object.
const measuresField = "object measures"

var (
	unitWords = map[string]string{"millimetre": "mm", "millimeter": "mm", "centimetre": "cm", "centimeter": "cm", "metre": "m", "meter": "m",
		"inch": "in", "inche": "in", "foot": "ft", "feet": "ft", "gram": "g", "gramme": "g", "kilogram": "kg", "milligram": "mg"}
	unitInWords  = regexp.MustCompile(`(?i)\b(milli|centi|kilo)?(met(?:re|er)|gram(?:me)?)s?\b|\b(?:inch(?:es)?|foot|feet)\b`)
	unitInTitle  = regexp.MustCompile(`(?i)[(\[,]?\s*\b(?:in )?(mm|cm|m|in|ft|mg|g|kg)\b\s*[)\]]?\s*$`)
	bareNumber   = regexp.MustCompile(`^(?i:(?:c\.|ca\.?|~)\s*)?[0-9]+(?:[.,][0-9]+)?(?:\s*[-–]\s*[0-9]+(?:[.,][0-9]+)?)?$`)
	decimalComma = regexp.MustCompile(`([0-9]),([0-9])`)
	aboutNumber  = regexp.MustCompile(`(?i)(?:\bc\.|\bca\.?|~)\s*([0-9])`)
)

// shortMeasures are what museums shorten and what it can only mean; D. may be a depth or a
// diameter and W. a weight, and stay as they are.
var shortMeasures = map[string]string{"l": "length", "h": "height", "ht": "height", "th": "thickness", "diam": "diameter", "dm": "diameter", "wt": "weight", "wd": "width"}

// measuresOf are the measures that a cell of a table states, in the way that records have
// them, "length 27.3 cm; width 11 cm". A number by itself is of what the heading says and
// in its unit: 27.3 under Length (cm). What cannot be read stays as it is, for the reader of
// the record to say so.
func measuresOf(heading, cell string) string {
	cell = unitInWords.ReplaceAllStringFunc(decimalComma.ReplaceAllString(fold.OneLine(cell), "$1.$2"), func(w string) string {
		return unitWords[strings.TrimSuffix(strings.ToLower(w), "s")]
	})
	cell = aboutNumber.ReplaceAllString(cell, "~$1")
	if unit := unitInTitle.FindStringSubmatch(heading); unit != nil && bareNumber.MatchString(cell) {
		of := strings.TrimSpace(strings.TrimSuffix(heading, unit[0]))
		return strings.ToLower(of) + " " + cell + " " + strings.ToLower(unit[1])
	}
	var list []string
	for part := range strings.SplitSeq(cell, ";") {
		part = fold.OneLine(strings.ReplaceAll(part, ":", " "))
		if _, ok := evidence.ParseMeasure(part); !ok {
			if _, own := evidence.ParseMeasure(strings.ToLower(heading) + " " + part); own {
				part = strings.ToLower(heading) + " " + part
			}
		}
		if first, rest, ok := strings.Cut(part, " "); ok {
			first = strings.ToLower(first)
			if word := shortMeasures[strings.TrimSuffix(first, ".")]; word != "" {
				first = word
			}
			part = first + " " + rest
		}
		if part != "" {
			list = append(list, part)
		}
	}
	return strings.Join(list, "; ")
}
