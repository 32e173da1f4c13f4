package fold

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"
)

// Finder is a regular expression that is tried only on texts in which something
// stands with which a match can begin. Wordings are rare and their expressions
// long, so most texts need not be looked through.
type Finder struct {
	expr   func() *regexp.Regexp
	starts func() []string // in small letters; none: always tried
}

// Find makes a finder. Its expression is compiled, and with what a match can begin is
// worked out, when a text is first looked through: most commands look through none, and
// to compile all expressions took a third of the time in which they begin.
func Find(expr string) *Finder {
	return &Finder{
		sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) }),
		sync.OnceValue(func() []string { return beginnings(expr) }),
	}
}

// String is the expression.
func (f *Finder) String() string { return f.expr().String() }

// MatchString is that of the expression.
func (f *Finder) MatchString(text string) bool { return f.May(text) && f.expr().MatchString(text) }

// beginnings are the texts with which every match of an expression begins; none where
// that cannot be said.
func beginnings(expr string) []string {
	tree, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return nil
	}
	var all []string
	for _, s := range startsOf(tree) {
		if s.text == "" {
			return nil
		}
		all = append(all, s.text)
	}
	slices.Sort(all)
	// What begins with one that is looked for need not be looked for.
	var few []string
	for _, s := range all {
		if n := len(few); n == 0 || !strings.HasPrefix(s, few[n-1]) {
			few = append(few, s)
		}
	}
	return few
}

// Small is a text in small letters, as an expression without case takes them: to
// that the long s is an s.
func Small(text string) string {
	return strings.ReplaceAll(strings.ToLower(text), "ſ", "s")
}

// May reports whether a match can be in a text.
func (f *Finder) May(text string) bool {
	starts := f.starts()
	if starts == nil {
		return true
	}
	lower := Small(text)
	return slices.ContainsFunc(starts, func(s string) bool { return strings.Contains(lower, s) })
}

// FindAllStringIndex is that of the expression, for all matches.
func (f *Finder) FindAllStringIndex(text string) [][]int {
	if !f.May(text) {
		return nil
	}
	return f.expr().FindAllStringIndex(text, -1)
}

// FindAllStringSubmatchIndex is that of the expression, for all matches.
func (f *Finder) FindAllStringSubmatchIndex(text string) [][]int {
	if !f.May(text) {
		return nil
	}
	return f.expr().FindAllStringSubmatchIndex(text, -1)
}

// maxStarts bounds the texts with which a match can begin.
const maxStarts = 300

// start is a text with which a match can begin, in small letters.
type start struct {
	text  string
	whole bool // it is a whole match of the expression
}

// startsOf lists texts so that every match of an expression begins with one.
func startsOf(re *syntax.Regexp) (list []start) {
	switch re.Op {
	case syntax.OpEmptyMatch, syntax.OpWordBoundary, syntax.OpNoWordBoundary, syntax.OpBeginText, syntax.OpBeginLine, syntax.OpEndText, syntax.OpEndLine:
		return []start{{"", true}}
	case syntax.OpLiteral:
		return []start{{strings.ToLower(string(re.Rune)), true}}
	case syntax.OpCharClass:
		for i := 0; i < len(re.Rune); i += 2 {
			if re.Rune[i+1]-re.Rune[i] > 40 {
				return []start{{"", false}}
			}
			for r := re.Rune[i]; r <= re.Rune[i+1]; r++ {
				if s := (start{strings.ReplaceAll(strings.ToLower(string(r)), "ſ", "s"), true}); !slices.Contains(list, s) {
					list = append(list, s)
				}
			}
		}
		return list
	case syntax.OpCapture:
		return startsOf(re.Sub[0])
	case syntax.OpQuest:
		return append(startsOf(re.Sub[0]), start{"", true})
	case syntax.OpPlus, syntax.OpRepeat:
		if re.Op == syntax.OpRepeat && re.Min == 0 {
			return []start{{"", false}}
		}
		for _, s := range startsOf(re.Sub[0]) {
			list = append(list, start{s.text, false})
		}
		return list
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			list = append(list, startsOf(sub)...)
		}
		return list
	case syntax.OpConcat:
		list = []start{{"", true}}
		for _, sub := range re.Sub {
			next := startsOf(sub)
			many := 0
			for i := range list {
				if many++; list[i].whole {
					many += len(next) - 1
				}
			}
			if many > maxStarts {
				for i := range list {
					list[i].whole = false
				}
				return list
			}
			longer := make([]start, 0, many)
			for _, s := range list {
				if !s.whole {
					longer = append(longer, s)
					continue
				}
				for _, n := range next {
					longer = append(longer, start{s.text + n.text, n.whole})
				}
			}
			list = longer
		}
		return list
	}
	return []start{{"", false}}
}
