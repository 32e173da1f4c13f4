package fold

import "unicode/utf8"

// Near reports whether two folded names are the same but for a slip: one edit
// for every six letters, at least one, in names of four letters or more.
func Near(a, b string) bool {
	n := max(utf8.RuneCountInString(a), utf8.RuneCountInString(b))
	return a == b || min(utf8.RuneCountInString(a), utf8.RuneCountInString(b)) >= 4 && Edits(a, b) <= max(1, n/6)
}

// Edits is the distance of Damerau and Levenshtein in letters: two adjacent
// letters exchanged are one edit.
func Edits(a, b string) int {
	x, y := []rune(a), []rune(b)
	var before, last []int
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(x); i++ {
		before, last, row = last, row, make([]int, len(y)+1)
		row[0] = i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return row[len(y)]
}
