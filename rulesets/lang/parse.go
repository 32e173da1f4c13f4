package lang

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lectio/lectio/evidence/diag"
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
//	           | "those" name "in" expression "where" expression

// Expr is one node of a parsed, not yet typed, expression.
type Expr struct {
	Op   string // "num", "name", "call", "list", "their", "those", "if", or the operator
	Text string // the name, or the number as written
	Num  int
	Kids []*Expr
	off  int // byte offset in the text
}

type token struct {
	kind string // "num", "name", "op", "end"
	text string
	off  int
}

// Token is a word, a number or a sign of an expression.
type Token struct {
	Text string
	Off  int // the byte of the expression at which it begins
}

// End is the byte behind it.
func (t Token) End() int { return t.Off + len(t.Text) }

// Tokens are those of a text, without the mark of a part that need not be played; none of one that cannot be taken
// apart.
func Tokens(s string) []Token {
	toks, err := lexCondition(strings.TrimSuffix(s, "?"))
	if err != nil {
		return nil
	}
	out := make([]Token, len(toks)-1) // without the end
	for i := range out {
		out[i] = Token{toks[i].text, toks[i].off}
	}
	return out
}

// ParseError is an error at an offset within a condition.
type ParseError struct {
	Off             int
	Found, Expected string
	Message         string
}

func lexCondition(s string) ([]token, *ParseError) {
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
				return nil, &ParseError{i, diag.Quote(s[i : j+1]), "a number or a name", "a name cannot begin with a digit"}
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
				return nil, &ParseError{i, diag.Quote(string(r)), "a name, a number or an operator", "a condition cannot contain this character"}
			}
			if op == "==" {
				return nil, &ParseError{i, `"=="`, `"="`, "equality is written with one sign"}
			}
			out = append(out, token{"op", op, i})
			i += len(op)
		}
	}
	return append(out, token{"end", "", len(s)}), nil
}

// MaxConditionDepth is how deep an expression can be nested.
const MaxConditionDepth = 60

type condParser struct {
	toks  []token
	pos   int
	depth int
	err   *ParseError
}

// Parse parses a whole text as one expression.
func Parse(s string) (*Expr, *ParseError) {
	toks, err := lexCondition(s)
	if err != nil {
		return nil, err
	}
	if len(toks) > 1000 {
		return nil, &ParseError{toks[1000].off, "more than 1000 words and signs", "a shorter condition, with definitions for its parts", "the condition is too long"}
	}
	p := &condParser{toks: toks}
	e := p.expression()
	if p.err == nil && p.peek().kind != "end" {
		p.fail("an operator, or the end of the condition")
	}
	if p.err == nil {
		e.Walk(p.takes)
	}
	if p.err != nil {
		return nil, p.err
	}
	return e, nil
}

// takes notes that a word of the language is asked for with another number of arguments
// than it takes.
func (p *condParser) takes(e *Expr) {
	if w := functions[e.Text]; e.Op == "call" && w != nil && !w.Takes(len(e.Kids)) && p.err == nil {
		p.err = &ParseError{e.off, strconv.Itoa(len(e.Kids)) + " arguments", w.Usage(), e.Text + " is asked for with another number of arguments"}
	}
}

func (p *condParser) peek() token { return p.toks[p.pos] }

func (p *condParser) next() token {
	t := p.toks[p.pos]
	if t.kind != "end" {
		p.pos++
	}
	return t
}

func (p *condParser) fail(expected string) *Expr {
	if p.err == nil {
		t := p.peek()
		found := diag.Quote(t.text)
		msg := "unexpected " + found
		if t.kind == "end" {
			found, msg = "the end of the condition", "the condition ends too soon"
		}
		p.err = &ParseError{t.off, found, expected, msg}
	}
	return &Expr{Op: "num", Text: "0"}
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

func (p *condParser) expression() *Expr {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > MaxConditionDepth {
		return p.fail("a condition nested less deeply")
	}
	if t, ok := p.accept("name", "if"); ok {
		c := p.expression()
		p.expect("then", `"then"`)
		a := p.expression()
		p.expect("else", `"else"`)
		return &Expr{Op: "if", Kids: []*Expr{c, a, p.expression()}, off: t.off}
	}
	return p.chain("or", func() *Expr { return p.chain("and", p.not) })
}

func (p *condParser) chain(word string, sub func() *Expr) *Expr {
	e := sub()
	for {
		t, ok := p.accept("name", word)
		if !ok {
			return e
		}
		e = &Expr{Op: word, Kids: []*Expr{e, sub()}, off: t.off}
	}
}

func (p *condParser) not() *Expr {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > MaxConditionDepth {
		return p.fail("a condition nested less deeply")
	}
	if t, ok := p.accept("name", "not"); ok {
		return &Expr{Op: "not", Kids: []*Expr{p.not()}, off: t.off}
	}
	a := p.span()
	if t, ok := p.accept("op", "=", "!=", "<", "<=", ">", ">="); ok {
		return &Expr{Op: t.text, Kids: []*Expr{a, p.span()}, off: t.off}
	}
	if t, ok := p.accept("name", "in"); ok {
		return &Expr{Op: "in", Kids: []*Expr{a, p.span()}, off: t.off}
	}
	if t := p.peek(); t.kind == "name" && t.text == "not" && p.toks[min(p.pos+1, len(p.toks)-1)].text == "in" {
		p.next()
		p.next()
		return &Expr{Op: "not", off: t.off, Kids: []*Expr{{Op: "in", Kids: []*Expr{a, p.span()}, off: t.off}}}
	}
	return a
}

func (p *condParser) span() *Expr {
	a := p.sum()
	if t, ok := p.accept("op", ".."); ok {
		return &Expr{Op: "..", Kids: []*Expr{a, p.sum()}, off: t.off}
	}
	return a
}

func (p *condParser) sum() *Expr {
	e := p.term()
	for {
		t, ok := p.accept("op", "+", "-")
		if !ok {
			return e
		}
		e = &Expr{Op: t.text, Kids: []*Expr{e, p.term()}, off: t.off}
	}
}

func (p *condParser) term() *Expr {
	e := p.factor()
	for {
		t, ok := p.accept("op", "*", "/")
		if !ok {
			return e
		}
		e = &Expr{Op: t.text, Kids: []*Expr{e, p.factor()}, off: t.off}
	}
}

func (p *condParser) factor() *Expr {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > MaxConditionDepth {
		return p.fail("a condition nested less deeply")
	}
	if t, ok := p.accept("op", "-"); ok {
		return &Expr{Op: "neg", Kids: []*Expr{p.factor()}, off: t.off}
	}
	return p.primary()
}

var reserved = map[string]bool{"and": true, "or": true, "not": true, "in": true, "if": true, "then": true, "else": true, "those": true, "where": true}

func (p *condParser) primary() *Expr {
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
		return &Expr{Op: "num", Text: t.text, Num: n, off: t.off}
	case t.kind == "name" && t.text == "their":
		p.next()
		if _, ok := p.accept("op", "."); !ok {
			return p.fail(`"." and what is theirs, as in their.bar`)
		}
		return &Expr{Op: "their", Kids: []*Expr{p.primary()}, off: t.off}
	case t.kind == "name" && t.text == "those":
		p.next()
		return p.those(t)
	case t.kind == "name" && !reserved[t.text]:
		p.next()
		if _, ok := p.accept("op", "("); ok {
			return &Expr{Op: "call", Text: t.text, Kids: p.arguments(")"), off: t.off}
		}
		return &Expr{Op: "name", Text: t.text, off: t.off}
	case t.kind == "op" && t.text == "[":
		p.next()
		return &Expr{Op: "list", Kids: p.arguments("]"), off: t.off}
	case t.kind == "op" && t.text == "(":
		p.next()
		e := p.expression()
		p.expect(")", `")"`)
		return e
	}
	return p.fail("a name, a number, or something in brackets")
}

// those reads which places are meant, by a name for each of them.
func (p *condParser) those(at token) *Expr {
	name := p.peek()
	if name.kind != "name" || reserved[name.text] {
		return p.fail("a name for each of those places, as in those p in own where …")
	}
	p.next()
	p.expect("in", `"in" and a set of places`)
	set := p.expression()
	p.expect("where", `"where" and a condition on each of them`)
	return &Expr{Op: "those", Text: name.text, Kids: []*Expr{set, p.expression()}, off: at.off}
}

func (p *condParser) arguments(closing string) []*Expr {
	var out []*Expr
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

// String writes an expression so that those that are made alike are written alike.
func (e *Expr) String() string {
	var b strings.Builder
	b.WriteString(e.Op + " " + e.Text + "(")
	for _, k := range e.Kids {
		b.WriteString(k.String() + ",")
	}
	return b.String() + ")"
}

// Walk calls f with the expression and everything below it.
func (e *Expr) Walk(f func(*Expr)) {
	if e == nil {
		return
	}
	f(e)
	for _, k := range e.Kids {
		k.Walk(f)
	}
}
