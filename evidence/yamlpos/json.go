package yamlpos

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/lectio/lectio/evidence/diag"
)

// jsonReader builds a tree from a text that json.Valid has accepted, so it
// checks nothing again; it counts lines and columns as it goes.
type jsonReader struct {
	p         *parser
	data      []byte
	i         int
	line, col int
	values    int // that were made so far
}

// step moves on by n bytes. Columns count characters, so the bytes within a
// character do not count.
func (j *jsonReader) step(n int) {
	for ; n > 0 && j.i < len(j.data); n-- {
		c := j.data[j.i]
		switch {
		case c == '\n', c == '\r' && !(j.i+1 < len(j.data) && j.data[j.i+1] == '\n'):
			j.line, j.col = j.line+1, 1
		case unicodeLineEnd(j.data[:j.i+1]):
			j.line, j.col = j.line+1, 1
		case c == '\r', c&0xC0 == 0x80:
		default:
			j.col++
		}
		j.i++
	}
}

// unicodeLineEnd reports whether a text ends in one of the line ends of Unicode,
// which JSON has within texts and at which [splitLines] splits.
func unicodeLineEnd(b []byte) bool {
	return bytes.HasSuffix(b, []byte("\u0085")) || bytes.HasSuffix(b, []byte("\u2028")) || bytes.HasSuffix(b, []byte("\u2029"))
}

func (j *jsonReader) space() {
	for j.i < len(j.data) && strings.IndexByte(" \t\r\n", j.data[j.i]) >= 0 {
		j.step(1)
	}
}

// at reports whether the next character is c, and steps over it and the white
// space behind it if so.
func (j *jsonReader) at(c byte) bool {
	if j.i >= len(j.data) || j.data[j.i] != c {
		return false
	}
	j.step(1)
	j.space()
	return true
}

func (j *jsonReader) value(depth int) *Node {
	n := &Node{Pos: diag.Pos{File: j.p.doc.file, Line: j.line, Col: j.col}, doc: j.p.doc}
	if j.values++; j.values > MaxValues {
		j.p.errs.Add(diag.Pos{File: n.Pos.File}, "", fmt.Sprintf("at most %d keys, values and items", MaxValues), "the file holds too much to be read; put it into several files")
		j.i = len(j.data)
		return n
	}
	if depth >= MaxDepth && (j.data[j.i] == '{' || j.data[j.i] == '[') {
		j.p.errs.Add(n.Pos, "", fmt.Sprintf("at most %d levels", MaxDepth), tooDeep)
		j.i = len(j.data) // what is inside cannot be read without descending
		return n
	}
	switch {
	case j.at('{'):
		n.Kind, n.Flow = Map, true
		for j.i < len(j.data) && !j.at('}') {
			k := j.value(depth + 1)
			j.at(':')
			if j.i >= len(j.data) {
				return n
			}
			v := j.value(depth + 1)
			j.p.add(n, k, v)
			j.at(',')
		}
	case j.at('['):
		n.Kind, n.Flow = List, true
		for j.i < len(j.data) && !j.at(']') {
			n.Values = append(n.Values, j.value(depth+1))
			j.at(',')
		}
	case j.data[j.i] == '"':
		end := j.i + 1
		for j.data[end] != '"' {
			if j.data[end] == '\\' {
				end++
			}
			end++
		}
		n.Style = Quoted
		j.surrogates(j.data[j.i:end])
		// The text is valid, so this cannot fail.
		_ = json.Unmarshal(j.data[j.i:end+1], &n.Text)
		j.step(end + 1 - j.i)
		j.space()
	default: // a number, true, false or null: the text as written
		end := j.i
		for end < len(j.data) && strings.IndexByte(",]} \t\r\n", j.data[end]) < 0 {
			end++
		}
		n.Text = string(j.data[j.i:end])
		if n.Text == "null" {
			n.Text, n.Null = "", true
		}
		j.step(end - j.i)
		j.space()
	}
	return n
}

// surrogates reports halves of characters: JSON writes some characters as two
// escapes, \ud83c\udfb2, and one of them alone is none.
func (j *jsonReader) surrogates(text []byte) {
	for i := 0; i+6 <= len(text); i++ {
		if text[i] != '\\' {
			continue
		}
		if text[i+1] != 'u' {
			i++ // what is escaped is no beginning of an escape
			continue
		}
		first := escaped(text[i:])
		if !utf16.IsSurrogate(first) {
			continue
		}
		if utf16.DecodeRune(first, escaped(text[i+6:])) != utf8.RuneError {
			i += 11
			continue
		}
		at := j.p.doc.clamp(j.line, j.col+utf8.RuneCount(text[:i]))
		j.p.errs.Add(at, string(text[i:i+6]), "a character, or both halves of one",
			"%s is half of a character; write the character itself", text[i:i+6])
	}
}

// escaped is the value of an escape of four digits, -1 when there is none.
func escaped(text []byte) rune {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return -1
	}
	n, err := strconv.ParseUint(string(text[2:6]), 16, 32)
	if err != nil {
		return -1
	}
	return rune(n)
}
