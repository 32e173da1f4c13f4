package yamlpos

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/lectio/lectio/evidence/diag"
)

// What is opened and not closed is noticed by YAML lines later, at something that is well written. Here it is looked for
// where it was opened.

// openedOn is a line on which a value begins with a brace, a bracket or a quote.
var openedOn = regexp.MustCompile(`^\s*(?:- +)*(?:[\pL_][\pL\pN_-]*: +)?(?:- +)*["'{\[]`)

// backwards is how many lines above the place where reading ended are looked at.
const backwards = 60

// open finds, on the lines up to one, a brace, bracket or quote that is not closed, says so, and where. It reports whether it did.
func (p *parser) open(last int, at *diag.Pos, say *string) bool {
	for l := max(1, last-backwards); l <= last && l <= len(p.doc.lines); l++ {
		m := openedOn.FindStringIndex(p.doc.lines[l-1])
		if m == nil {
			continue
		}
		o := opened{p: p, line: l, i: m[1] - 1}
		if pos, what := o.follow(last); what != "" {
			*at, *say = pos, "not valid YAML: "+what
			return true
		}
		l = max(l, o.line)
	}
	return false
}

// opened follows a value from the sign that opens it to the one that closes it.
type opened struct {
	p       *parser
	line, i int
	signs   []sign
}

// sign is a brace or bracket that is open.
type sign struct {
	r       byte
	line, i int
}

func (p *parser) posOf(line, i int) diag.Pos {
	return p.doc.clamp(line, utf8.RuneCountInString(p.doc.lines[line-1][:i])+1)
}

// follow goes on until all is closed, and says what is not.
func (o *opened) follow(last int) (at diag.Pos, what string) {
	first := o.line
	indent := indented(o.p.doc.lines[first-1])
	before := byte(',') // the last sign that is no blank
	for ; o.line <= last && o.line <= len(o.p.doc.lines); o.line, o.i = o.line+1, 0 {
		line := o.p.doc.lines[o.line-1]
		if o.line > first && strings.TrimSpace(line) != "" && len(o.signs) > 0 && (indented(line) < indent || strings.HasPrefix(strings.TrimLeft(line, " "), "- ")) {
			s := o.signs[len(o.signs)-1]
			return o.p.posOf(s.line, s.i), fmt.Sprintf("the %c here is not closed before line %d begins something else; expected %c", s.r, o.line, s.r+2)
		}
		for ; o.i < len(line); o.i++ {
			switch c := line[o.i]; {
			case c == ' ':
				continue
			case c == '#' && o.i > 0 && line[o.i-1] == ' ':
				o.i = len(line)
				continue
			case (c == '"' || c == '\'') && strings.IndexByte(",:{[", before) >= 0:
				from, begins := o.line, o.i
				if !o.quoted(last) {
					return diag.Pos{}, ""
				}
				rest := strings.TrimLeft(o.p.doc.lines[o.line-1][o.i+1:], " ")
				if from < o.line && rest != "" && strings.IndexByte(",:]}#", rest[0]) < 0 {
					return o.p.posOf(from, begins), fmt.Sprintf("the quote that opens here is closed only on line %d; the closing quote is missing", o.line)
				}
				line = o.p.doc.lines[o.line-1]
			case c == '{' || c == '[':
				o.signs = append(o.signs, sign{c, o.line, o.i})
			case (c == '}' || c == ']') && len(o.signs) > 0:
				s := o.signs[len(o.signs)-1]
				if s.r+2 != c {
					at := o.p.posOf(s.line, s.i)
					return o.p.posOf(o.line, o.i), fmt.Sprintf("a %c is missing before this %c: the %c at %d:%d is not closed", s.r+2, c, s.r, at.Line, at.Col)
				}
				o.signs = o.signs[:len(o.signs)-1]
			}
			before = 'x'
			if o.i < len(line) {
				before = line[o.i]
			}
			if len(o.signs) == 0 {
				return diag.Pos{}, ""
			}
		}
	}
	return diag.Pos{}, ""
}

// quoted goes to the quote that closes the text that begins here, and reports whether there is one.
func (o *opened) quoted(last int) bool {
	quote := o.p.doc.lines[o.line-1][o.i]
	o.i++
	for ; o.line <= last && o.line <= len(o.p.doc.lines); o.line, o.i = o.line+1, 0 {
		for line := o.p.doc.lines[o.line-1]; o.i < len(line); o.i++ {
			switch {
			case line[o.i] == '\\' && quote == '"':
				o.i++
			case line[o.i] == quote && quote == '\'' && o.i+1 < len(line) && line[o.i+1] == quote:
				o.i++
			case line[o.i] == quote:
				return true
			}
		}
	}
	return false
}

func indented(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// tabbed is the line, at or beside one, that begins with a tab; 0 where none does.
func (p *parser) tabbed(line int) int {
	for _, l := range []int{line, line + 1, line - 1} {
		if l < 1 || l > len(p.doc.lines) {
			continue
		}
		text := p.doc.lines[l-1]
		if blank := text[:len(text)-len(strings.TrimLeft(text, " \t"))]; len(blank) < len(text) && strings.Contains(blank, "\t") {
			return l
		}
	}
	return 0
}
