package ir

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/rulesets/board/place"
)

// Parse reads a value as [Value.String] writes it: one operation a line, operands by the
// names of earlier lines; the last line is the value. It is built as it is written, so
// that what a builder would say more simply is said more simply. An error names the line.
func (l *Lowering) Parse(text string) (v *Value, err error) {
	named := map[string]*Value{}
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		name, rest, ok := strings.Cut(strings.TrimSpace(line), " = ")
		if !ok {
			return nil, fmt.Errorf("line %d: %q, where NAME = OPERATION … : TYPE is expected", i+1, line)
		}
		if v, err = l.parseLine(rest, named); err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
		named[name] = v
	}
	return v, nil
}

func (l *Lowering) parseLine(line string, named map[string]*Value) (*Value, error) {
	words := strings.Fields(line)
	if len(words) < 3 || words[len(words)-2] != ":" {
		return nil, fmt.Errorf("%q does not end in : and a type", line)
	}
	t := slices.Index(typeNames[:], words[len(words)-1])
	op := opNamed(words[0])
	if t < 0 || op == 0 {
		return nil, fmt.Errorf("%q names no operation or no type", line)
	}
	v := Value{Op: op, Type: Type(t)}
	words = words[1 : len(words)-2]
	o := &operations[op]
	next := func() string {
		if len(words) == 0 {
			return ""
		}
		w := words[0]
		words = words[1:]
		return w
	}
	var err error
	if o.n {
		if v.N, err = parseNumber(op, next()); err != nil {
			return nil, err
		}
	}
	if op == Lookup || op == Row || op == Image || op == Reach {
		quoted := next()
		for strings.Count(quoted, `"`) == 1 && len(words) > 0 { // names of tables have spaces
			quoted += " " + next()
		}
		name, err := strconv.Unquote(quoted)
		if v.Table = l.tables[name]; err != nil || v.Table == nil {
			return nil, fmt.Errorf("%s is no table", quoted)
		}
	}
	if op == Literal {
		if v.Lit, err = parseSet(next()); err != nil {
			return nil, err
		}
	}
	if o.seat {
		if v.Seat, err = strconv.Atoi(strings.TrimPrefix(next(), "@")); err != nil {
			return nil, err
		}
	}
	if o.who {
		if v.Who, err = parseWho(next()); err != nil {
			return nil, err
		}
	}
	for _, w := range words {
		a := named[w]
		if a == nil {
			return nil, fmt.Errorf("%s is not the name of an earlier line", w)
		}
		v.Args = append(v.Args, a)
	}
	if len(v.Args) != o.args {
		return nil, fmt.Errorf("%s has %d operands, not %d", op, o.args, len(v.Args))
	}
	return l.simpler(v), nil
}

func opNamed(name string) Op {
	for op := Op(1); op < opCount; op++ {
		if operations[op].name == name {
			return op
		}
	}
	return 0
}

func parseNumber(op Op, w string) (int, error) {
	switch op {
	case Compare, Men:
		if i := slices.Index(comparisonNames[:], w); i >= 0 {
			return i, nil
		}
		return 0, fmt.Errorf("%q is no comparison", w)
	case Lead:
		return int(opNamed(w)), nil
	}
	return strconv.Atoi(w)
}

func parseSet(w string) (s place.Set, err error) {
	w = strings.TrimSuffix(strings.TrimPrefix(w, "{"), "}")
	if w == "" {
		return s, nil
	}
	for _, x := range strings.Split(w, ",") {
		f, err := strconv.Atoi(x)
		if err != nil {
			return s, err
		}
		s = s.With(f)
	}
	return s, nil
}

func parseWho(w string) (who Who, err error) {
	how, list, _ := strings.Cut(w, "=")
	who.Own = how == "own"
	if list == "" {
		return who, nil
	}
	for _, x := range strings.Split(list, ",") {
		seat, err := strconv.Atoi(x)
		if err != nil || seat < 0 || seat > 7 {
			return who, fmt.Errorf("%q is no seat", x)
		}
		who.Seats |= 1 << seat
	}
	return who, nil
}
