package diag

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Nearest returns the candidates that word may have been meant for, best
// first, at most three. A candidate is near when few letters differ (one for
// short words, a third of the length for long ones), not counting case,
// spaces, hyphens and underscores. Where none is, those are taken of which the word
// is a part of its own (1706 of DLP.Evidence.1706) or, from three letters on, the
// beginning.
func Nearest(word string, candidates []string) []string {
	type near struct {
		word string
		d    int
	}
	var found []near
	w := squash(word)
	if len(w) == 0 || len(w) > 200 { // nobody mistypes a word that long
		return nil
	}
	for _, c := range candidates {
		// What is of quite another length need not be written out.
		if n := squashed(c); max(n, len(w))-min(n, len(w)) > max(1, max(n, len(w))/3) {
			continue
		}
		s := squash(c)
		limit := max(1, max(len(w), len(s))/3)
		if d := distance(w, s, limit); d <= limit && d < max(len(w), len(s)) {
			// People rarely mistype the first letter.
			d *= 2
			if len(s) > 0 && s[0] != w[0] {
				d++
			}
			found = append(found, near{c, d})
		}
	}
	slices.SortFunc(found, func(a, b near) int {
		if a.d != b.d {
			return a.d - b.d
		}
		return strings.Compare(a.word, b.word)
	})
	var words []string
	for _, f := range found {
		if !slices.Contains(words, f.word) && len(words) < 3 {
			words = append(words, f.word)
		}
	}
	if len(words) == 0 {
		return partly(word, candidates)
	}
	return words
}

// partly returns the candidates, at most three, of which word is a part.
func partly(word string, candidates []string) []string {
	word = strings.ToLower(strings.TrimSpace(word))
	if utf8.RuneCountInString(word) < 2 {
		return nil
	}
	var words []string
	for _, c := range candidates {
		whole := strings.ToLower(c)
		parts := strings.FieldsFunc(whole, func(r rune) bool { return strings.ContainsRune(". -_#/", r) })
		if len(word) < len(whole) && !slices.Contains(words, c) &&
			(slices.Contains(parts, word) || utf8.RuneCountInString(word) >= 3 && strings.HasPrefix(whole, word)) {
			words = append(words, c)
		}
	}
	if len(words) > 3 {
		return nil // it tells nothing
	}
	slices.Sort(words)
	return words
}

// Renamed are words that were written otherwise once.
type Renamed []Renaming

// Renaming is a word that was written otherwise once.
type Renaming struct {
	Old string
	As  string // what the word is where it is no longer understood: "in a graph" of a key, "as an act"
	New string
	Key bool // it is a key, and its name stands before a colon
}

// String says how the word is written now.
func (r Renaming) String() string {
	old, now := r.Written()
	return Quote(old) + " " + r.As + " is now written " + Quote(now)
}

// Written is how the word was written, and how it is: a key with its colon.
func (r Renaming) Written() (old, now string) {
	if r.Key {
		return r.Old + ":", r.New + ":"
	}
	return r.Old, r.New
}

// Refuse notes the mistake of writing a word as it was, and reports whether it is one. The same word may be none as
// something else.
func (r Renamed) Refuse(errs *Errors, pos Pos, word, as string) bool {
	for _, x := range r {
		if x.Old == word && x.As == as {
			old, now := x.Written()
			errs.append(Error{Pos: pos, Found: Quote(old), Expected: Quote(now), Message: x.String(), Former: x.Old, Instead: x.New})
			return true
		}
	}
	return false
}

// DidYouMean gives `did you mean "x"?`, or "" when nothing is near.
func DidYouMean(word string, candidates []string) string {
	near := Nearest(word, candidates)
	if len(near) == 0 {
		return ""
	}
	return "did you mean " + Either(near) + "?"
}

// Hint is DidYouMean behind a semicolon, for the end of a message, while the list
// is short: among a hundred thousand names near ones are not looked for a
// thousand times.
func (es Errors) Hint(word string, candidates func() []string) string {
	if len(es) >= 50 {
		return ""
	}
	if d := DidYouMean(word, candidates()); d != "" {
		return "; " + d
	}
	return ""
}

// Either joins words as alternatives: "a", "b" or "c".
func Either(words []string) string {
	var b strings.Builder
	for i, w := range words {
		switch {
		case i == 0:
		case i == len(words)-1:
			b.WriteString(" or ")
		default:
			b.WriteString(", ")
		}
		b.WriteString(`"` + w + `"`)
	}
	return b.String()
}

// squashed is about the number of letters that squash leaves.
func squashed(s string) int {
	n := 0
	for _, r := range s {
		if r != ' ' && r != '-' && r != '_' {
			n++
		}
	}
	return n
}

func squash(s string) []rune {
	s = strings.ToLower(s)
	return []rune(strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' || r == '_' {
			return -1
		}
		return r
	}, s))
}

// distance is the number of letters to insert, drop, replace or swap with the
// neighbour, counted no further than limit+1.
func distance(a, b []rune, limit int) int {
	if d := len(a) - len(b); d > limit || -d > limit {
		return limit + 1
	}
	prev2, prev, cur := []int(nil), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		best := cur[0]
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if prev2 != nil && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], prev2[j-2]+1)
			}
			best = min(best, cur[j])
		}
		if best > limit {
			return limit + 1
		}
		prev2, prev, cur = prev, cur, make([]int, len(b)+1)
	}
	return prev[len(b)]
}

// Suggest gives what is added to a message about a word that is not known: what
// was perhaps meant behind a semicolon, or "" when nothing is near.
func Suggest(word string, candidates []string) string {
	if s := DidYouMean(word, candidates); s != "" {
		return "; " + s
	}
	return ""
}
