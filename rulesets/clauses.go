package rulesets

import (
	"slices"
	"strconv"
	"strings"
)

// ClauseRanges writes clauses briefly, each once: p#1–3, 7 for four of one record.
// Records come in the order in which the list has them and are divided by
// semicolons. name says how a record is called, its id where it is nil; a record
// called "" leaves the numbers alone, #1–3.
func ClauseRanges(refs []ClauseRef, name func(record string) string) string {
	var records []string
	numbers := map[string][]int{}
	for _, r := range refs {
		if numbers[r.Record] == nil {
			records = append(records, r.Record)
		}
		numbers[r.Record] = append(numbers[r.Record], r.N)
	}
	var parts []string
	for _, record := range records {
		called := record
		if name != nil {
			called = name(record)
		}
		list := numbers[record]
		slices.Sort(list)
		list = slices.Compact(list)
		var ranges []string
		for i := 0; i < len(list); {
			j := i
			for j+1 < len(list) && list[j+1] == list[j]+1 {
				j++
			}
			switch text := strconv.Itoa(list[i]); {
			case j == i:
				ranges = append(ranges, text)
			case j == i+1:
				ranges = append(ranges, text, strconv.Itoa(list[j]))
			default:
				ranges = append(ranges, text+"–"+strconv.Itoa(list[j]))
			}
			i = j + 1
		}
		parts = append(parts, called+"#"+strings.Join(ranges, ", "))
	}
	return strings.Join(parts, "; ")
}

// RecordName is the short name that the ruleset gives a record, as in p#6; the
// record's id where it gives none.
func (d *Definition) RecordName(record string) string {
	name := record
	for alias, id := range d.Aliases {
		if id == record && (name == record || alias < name) {
			name = alias
		}
	}
	return name
}
