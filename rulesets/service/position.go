package service

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lectio/lectio/evidence/diag"
)

// Position is a place in a text as editors count: lines and characters from 0, characters in units of UTF-16.
type Position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// Range is from one place up to another, which is no longer part of it.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// Place is a range in a file.
type Place struct {
	Path  string `json:"path"`
	Range Range  `json:"range"`
}

// units is how many units of UTF-16 a text has.
func units(s string) (n int) {
	for _, r := range s {
		n++
		if r > 0xFFFF {
			n++
		}
	}
	return n
}

// lines are those of a text as the reader of YAML counts them.
func lines(text string) []string {
	return strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n").Replace(strings.TrimPrefix(text, "\uFEFF")), "\n")
}

// offset is the byte of a line at which a position stands; the end of the line where it is behind that.
func (p Position) offset(line string) int {
	n := 0
	for i, r := range line {
		if n >= p.Character {
			return i
		}
		n++
		if r > 0xFFFF {
			n++
		}
	}
	return len(line)
}

// position is that of a byte of a line.
func position(text []string, line, off int) Position {
	return Position{line, units(text[line][:min(off, len(text[line]))])}
}

// byteOf is the line of a place of a message, from 0, and the byte of it.
func byteOf(text []string, p diag.Pos) (line, off int) {
	line = min(max(p.Line-1, 0), len(text)-1)
	for range p.Col - 1 {
		if off >= len(text[line]) {
			break
		}
		_, size := utf8.DecodeRuneInString(text[line][off:])
		off += size
	}
	return line, off
}

// tokenAt is the range of what begins at a place: a text in quotes, what is in brackets, a name, or else a character.
func tokenAt(text []string, p diag.Pos) Range {
	line, from := byteOf(text, p)
	to := from + tokenLength(text[line][from:])
	return Range{position(text, line, from), position(text, line, to)}
}

func tokenLength(s string) int {
	if s == "" {
		return 0
	}
	first, size := utf8.DecodeRuneInString(s)
	switch {
	case first == '"' || first == '\'':
		if i := strings.IndexRune(s[1:], first); i >= 0 {
			return i + 2
		}
		return len(s)
	case first == '[' || first == '{':
		depth := 0
		for i, r := range s {
			switch r {
			case '[', '{':
				depth++
			case ']', '}':
				if depth--; depth == 0 {
					return i + 1
				}
			}
		}
		return len(s)
	case inWord(first):
		n := strings.IndexFunc(s, func(r rune) bool { return !inWord(r) && r != '-' && r != '#' && r != '.' })
		if n < 0 {
			n = len(s)
		}
		return len(strings.TrimRight(s[:n], ".-"))
	}
	return size
}

// inWord reports whether a character can be one of a name.
func inWord(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}
