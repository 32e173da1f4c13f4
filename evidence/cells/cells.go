// Package cells lays text out on a screen, where what counts is the cell: a letter with
// a sign above it takes one, however it is written, and most signs of East Asia take two.
//
//	for _, line := range cells.Wrap(text, 40) { ... }
//
// Of the noncharacters of Unicode, which no text holds, those from U+FDE0 to U+FDEF are
// marks for colours and take none; those from U+FDD0 stand for a letter each.
package cells

import (
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// Width is how many cells a text takes that has no line breaks.
func Width(s string) int {
	n := 0
	for s != "" {
		var w int
		_, s, w = first(s)
		n += w
	}
	return n
}

// first takes the first character, as a reader sees it, from a text.
func first(s string) (char, rest string, width int) {
	char, rest, width, _ = uniseg.FirstGraphemeClusterInString(s, -1)
	// What follows a noncharacter may belong to it for Unicode, but is seen.
	if mark, n := utf8.DecodeRuneInString(char); mark >= '\uFDD0' && mark <= '\uFDEF' {
		width = 0
		if mark < '\uFDE0' {
			width = 1
		}
		return s[:n], s[n:], width
	}
	return char, rest, width
}

// Pad is a text with spaces behind it, so that it takes so many cells.
func Pad(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-Width(s)))
}

// Wrap divides a text into lines of at most so many cells, between words; a word that is
// too wide by itself behind a hyphen or another sign that joins, and else anywhere.
// Line breaks in the text stay, other space is one space.
func Wrap(text string, width int) []string {
	width = max(width, 1)
	var lines []string
	for _, line := range strings.Split(text, "\n") {
		var b strings.Builder
		used := 0
		for _, word := range strings.Fields(line) {
			n := Width(word)
			switch {
			case used > 0 && used+1+n <= width:
				b.WriteByte(' ')
				used++
			case used > 0:
				lines = append(lines, b.String())
				b.Reset()
				used = 0
			}
			for n > width {
				head := cut(word, width)
				if head == word { // one character that is too wide
					break
				}
				lines = append(lines, head)
				word = word[len(head):]
				n = Width(word)
			}
			b.WriteString(word)
			used += n
		}
		lines = append(lines, b.String())
	}
	return lines
}

// cut is as much of a word as fits, to behind the last sign that joins, and never nothing.
func cut(word string, width int) string {
	all, joined, used := 0, 0, 0
	for rest := word; rest != ""; {
		char, after, w := first(rest)
		if all > 0 && used+w > width {
			break
		}
		all, used, rest = all+len(char), used+w, after
		if strings.ContainsAny(char, "-_=#/.,{") && used > max(width/3, 1) {
			joined = all
		}
	}
	if joined > 0 {
		return word[:joined]
	}
	return word[:all]
}
