package rulesets

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lectio/lectio/evidence/yamlpos"
)

// The condition language. A condition is a YAML text; this file turns it into a
// tree of expr, and check.go gives the tree types and resolves its names.
//
//	expression = "if" expression "then" expression "else" expression | or
//	or         = and { "or" and }
//	and        = not { "and" not }
//	not        = "not" not | comparison
//	comparison = range [ ( "=" | "!=" | "<" | "<=" | ">" | ">=" | ["not"] "in" ) range ]
//	range      = sum [ ".." sum ]
//	sum        = term { ( "+" | "-" ) term }
//	term       = factor { ( "*" | "/" ) factor }
//	factor     = "-" factor | "their" "." primary | primary
//	primary    = number | name [ "(" arguments ")" ] | "[" arguments "]" | "(" expression ")"

// expr is one node of a parsed, not yet typed, expression.
type expr struct {
	op   string // "num", "name", "call", "list", "their", "if", or the operator
	text string // the name, or the number as written
	num  int
	kids []*expr
	off  int // byte offset in the text
}

type token struct {
	kind string // "num", "name", "op", "end"
	text string
	off  int
}

// condError is an error at an offset within a condition.
type condError struct {
	off             int
	found, expected string
	message         string
}

func lexCondition(s string) ([]token, *condError) {
	out := make([]token, 0, len(s)/3+2)
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case unicode.IsSpace(r):
			i += size
		case r >= '0' && r <= '9':
			j := i
			for j < len(s) && s[j] >= '0' && s[j] <= '9' {
				j++
			}
			// A name may begin with a letter only, but r1c1-like names contain
			// digits; a digit run directly followed by a letter is a mistake.
			if r2, _ := utf8.DecodeRuneInString(s[j:]); j < len(s) && (unicode.IsLetter(r2) || r2 == '_') {
				return nil, &condError{i, yamlpos.Quote(s[i : j+1]), "a number or a name", "a name cannot begin with a digit"}
			}
			out = append(out, token{"num", s[i:j], i})
			i = j
		case unicode.IsLetter(r) || r == '_':
			j := i
			for j < len(s) {
				r2, n2 := utf8.DecodeRuneInString(s[j:])
				if !unicode.IsLetter(r2) && !unicode.IsDigit(r2) && r2 != '_' && !unicode.IsMark(r2) {
					break
				}
				j += n2
			}
			out = append(out, token{"name", s[i:j], i})
			i = j
		default:
			op := ""
			for _, o := range []string{"..", "!=", "<=", ">=", "==", "=", "<", ">", "+", "-", "*", "/", "(", ")", "[", "]", ",", "."} {
				if strings.HasPrefix(s[i:], o) {
					op = o
					break
				}
			}
			if op == "" {
				return nil, &condError{i, yamlpos.Quote(string(r)), "a name, a number or an operator", "a condition cannot contain this character"}
			}
			if op == "==" {
				return nil, &condError{i, `"=="`, `"="`, "equality is written with one sign"}
			}
			out = append(out, token{"op", op, i})
			i += len(op)
		}
	}
	return append(out, token{"end", "", len(s)}), nil
}

const maxConditionDepth = 60

type condParser struct {
	toks  []token
	pos   int
	depth int
	err   *condError
}

// parseCondition parses a whole text as one expression.
func parseCondition(s string) (*expr, *condError) {
	toks, err := lexCondition(s)
	if err != nil {
		return nil, err
	}
	if len(toks) > 1000 {
		return nil, &condError{toks[1000].off, "more than 1000 words and signs", "a shorter condition, with definitions for its parts", "the condition is too long"}
	}
	p := &condParser{toks: toks}
	e := p.expression()
	if p.err == nil && p.peek().kind != "end" {
		p.fail("an operator, or the end of the condition")
	}
	if p.err != nil {
		return nil, p.err
	}
	return e, nil
}

func (p *condParser) peek() token { return p.toks[p.pos] }

func (p *condParser) next() token {
	t := p.toks[p.pos]
	if t.kind != "end" {
		p.pos++
	}
	return t
}

func (p *condParser) fail(expected string) *expr {
	if p.err == nil {
		t := p.peek()
		found := yamlpos.Quote(t.text)
		msg := "unexpected " + found
		if t.kind == "end" {
			found, msg = "the end of the condition", "the condition ends too soon"
		}
		p.err = &condError{t.off, found, expected, msg}
	}
	return &expr{op: "num", text: "0"}
}

func (p *condParser) accept(kind string, texts ...string) (token, bool) {
	t := p.peek()
	if t.kind == kind && p.err == nil {
		for _, x := range texts {
			if t.text == x {
				return p.next(), true
			}
		}
	}
	return t, false
}

func (p *condParser) expect(text, what string) {
	kind := "op"
	if unicode.IsLetter(rune(text[0])) {
		kind = "name"
	}
	if _, ok := p.accept(kind, text); !ok {
		p.fail(what)
	}
}

func (p *condParser) expression() *expr {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxConditionDepth {
		return p.fail("a condition nested less deeply")
	}
	if t, ok := p.accept("name", "if"); ok {
		c := p.expression()
		p.expect("then", `"then"`)
		a := p.expression()
		p.expect("else", `"else"`)
		return &expr{op: "if", kids: []*expr{c, a, p.expression()}, off: t.off}
	}
	return p.chain("or", func() *expr { return p.chain("and", p.not) })
}

func (p *condParser) chain(word string, sub func() *expr) *expr {
	e := sub()
	for {
		t, ok := p.accept("name", word)
		if !ok {
			return e
		}
		e = &expr{op: word, kids: []*expr{e, sub()}, off: t.off}
	}
}

func (p *condParser) not() *expr {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxConditionDepth {
		return p.fail("a condition nested less deeply")
	}
	if t, ok := p.accept("name", "not"); ok {
		return &expr{op: "not", kids: []*expr{p.not()}, off: t.off}
	}
	a := p.span()
	if t, ok := p.accept("op", "=", "!=", "<", "<=", ">", ">="); ok {
		return &expr{op: t.text, kids: []*expr{a, p.span()}, off: t.off}
	}
	if t, ok := p.accept("name", "in"); ok {
		return &expr{op: "in", kids: []*expr{a, p.span()}, off: t.off}
	}
	if t := p.peek(); t.kind == "name" && t.text == "not" && p.toks[min(p.pos+1, len(p.toks)-1)].text == "in" {
		p.next()
		p.next()
		return &expr{op: "not", off: t.off, kids: []*expr{{op: "in", kids: []*expr{a, p.span()}, off: t.off}}}
	}
	return a
}

func (p *condParser) span() *expr {
	a := p.sum()
	if t, ok := p.accept("op", ".."); ok {
		return &expr{op: "..", kids: []*expr{a, p.sum()}, off: t.off}
	}
	return a
}

func (p *condParser) sum() *expr {
	e := p.term()
	for {
		t, ok := p.accept("op", "+", "-")
		if !ok {
			return e
		}
		e = &expr{op: t.text, kids: []*expr{e, p.term()}, off: t.off}
	}
}

func (p *condParser) term() *expr {
	e := p.factor()
	for {
		t, ok := p.accept("op", "*", "/")
		if !ok {
			return e
		}
		e = &expr{op: t.text, kids: []*expr{e, p.factor()}, off: t.off}
	}
}

func (p *condParser) factor() *expr {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxConditionDepth {
		return p.fail("a condition nested less deeply")
	}
	if t, ok := p.accept("op", "-"); ok {
		return &expr{op: "neg", kids: []*expr{p.factor()}, off: t.off}
	}
	return p.primary()
}

var reservedWords = map[string]bool{"and": true, "or": true, "not": true, "in": true, "if": true, "then": true, "else": true}

func (p *condParser) primary() *expr {
	t := p.peek()
	switch {
	case t.kind == "num":
		p.next()
		n, err := strconv.Atoi(t.text)
		if err != nil || n > 32767 {
			p.pos--
			return p.fail("a number of at most 32767")
		}
		if len(t.text) > 1 && t.text[0] == '0' {
			p.pos--
			return p.fail("a number without zeros in front, " + strconv.Itoa(n))
		}
		return &expr{op: "num", text: t.text, num: n, off: t.off}
	case t.kind == "name" && t.text == "their":
		p.next()
		if _, ok := p.accept("op", "."); !ok {
			return p.fail(`"." and what is theirs, as in their.bar`)
		}
		return &expr{op: "their", kids: []*expr{p.primary()}, off: t.off}
	case t.kind == "name" && !reservedWords[t.text]:
		p.next()
		if _, ok := p.accept("op", "("); ok {
			return &expr{op: "call", text: t.text, kids: p.arguments(")"), off: t.off}
		}
		return &expr{op: "name", text: t.text, off: t.off}
	case t.kind == "op" && t.text == "[":
		p.next()
		return &expr{op: "list", kids: p.arguments("]"), off: t.off}
	case t.kind == "op" && t.text == "(":
		p.next()
		e := p.expression()
		p.expect(")", `")"`)
		return e
	}
	return p.fail("a name, a number, or something in brackets")
}

func (p *condParser) arguments(closing string) []*expr {
	var out []*expr
	if _, ok := p.accept("op", closing); ok {
		return out
	}
	for p.err == nil {
		out = append(out, p.expression())
		if _, ok := p.accept("op", ","); ok {
			continue
		}
		p.expect(closing, `"," or "`+closing+`"`)
		break
	}
	return out
}

// walk calls f with the expression and everything below it.
// String writes an expression so that those that are made alike are written alike.
func (e *expr) String() string {
	var b strings.Builder
	b.WriteString(e.op + " " + e.text + "(")
	for _, k := range e.kids {
		b.WriteString(k.String() + ",")
	}
	return b.String() + ")"
}

func (e *expr) walk(f func(*expr)) {
	if e == nil {
		return
	}
	f(e)
	for _, k := range e.kids {
		k.walk(f)
	}
}
