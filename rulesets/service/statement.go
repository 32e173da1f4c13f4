package service

import (
	"maps"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/lang"
)

// statement offers what can be written in a statement or a measure; false where the place is in none.
func (a *asking) statement() bool {
	steps := a.spot.steps
	for i := len(steps) - 2; i >= 0; i-- {
		if steps[i+1].key != "" || steps[i].key != "statements" && steps[i].key != "measures" {
			continue
		}
		rest := steps[i+2:]
		in := a.spot.in
		if len(rest) > 0 {
			in = rest[0].in
		}
		switch {
		case in == nil || in.kind != yamlpos.Map || slices.Contains(in.keys, "use"):
			return false
		case steps[i].key == "measures":
			a.declared(ast.DeclaredOfMeasures(), rest)
		default:
			a.ofStatement(in, rest)
		}
		return true
	}
	return false
}

// kindsOf are the kinds of statement that a map can be, by the keys that it has: the one that the reader finds alone, unless its word
// is a key of others as well.
func kindsOf(in *frame) (list []*ast.Kind) {
	var read *ast.Kind
	for i := range ast.Kinds {
		if read == nil && slices.Contains(in.keys, ast.Kinds[i].Word) {
			read = &ast.Kinds[i]
		}
	}
	for i := range ast.Kinds {
		k := &ast.Kinds[i]
		strange := slices.ContainsFunc(in.keys, func(key string) bool {
			return rulesets.CommonKeys[key] == "" && key != k.Word && !slices.Contains(k.Keys, key)
		})
		if !strange && (read == nil || read == k || slices.Contains(k.Keys, read.Word)) {
			list = append(list, k)
		}
	}
	if len(list) == 0 && read != nil {
		list = append(list, read)
	}
	return list
}

// ofStatement offers what can be written in a statement.
func (a *asking) ofStatement(in *frame, rest []step) {
	kinds := kindsOf(in)
	if len(rest) == 0 {
		for _, k := range kinds {
			a.key(k.Word, a.guide(k.Word))
		}
		if len(in.keys) == 0 {
			a.key("use", "the statements of a part that rulesets share")
		}
		for _, key := range slices.Sorted(maps.Keys(rulesets.CommonKeys)) {
			a.key(key, rulesets.CommonKeys[key])
		}
	} else {
		switch rest[0].key {
		case "warrant":
			a.offerClauses(false)
			return
		case "replaces", "before", "after":
			a.offerStatements("")
			return
		}
	}
	for _, k := range kinds {
		a.declared(k.Declared(), rest)
	}
}

// declared offers what can be written behind some keys, or the keys.
func (a *asking) declared(keys []ast.Key, rest []step) {
	for len(rest) > 0 && rest[0].key == "" {
		rest = rest[1:]
	}
	if len(rest) == 0 {
		if a.spot.in == nil {
			return
		}
		for _, k := range keys {
			a.key(k.Name, k.What)
		}
		return
	}
	i := slices.IndexFunc(keys, func(k ast.Key) bool { return k.Name == rest[0].key })
	if i < 0 {
		return
	}
	k, further := keys[i], rest[1:]
	deeper := slices.ContainsFunc(further, func(st step) bool { return st.key != "" })
	switch {
	case k.Name == "do":
		a.effects(further)
	case k.Keys != nil && (deeper || a.spot.in != nil):
		a.declared(k.Keys, further)
	case k.Form == ast.OfValues && a.spot.in != nil:
		for _, id := range a.names.of["the statement of variable"] {
			a.offer("name", a.helpOf(id), id, "their."+id)
		}
	case k.Form == ast.OfValues && deeper:
		a.expression()
	case k.Form == ast.OfValues:
		a.offerStatements("variable")
	case (k.Form == ast.OfCounts || k.Form == ast.OfRuns) && (a.spot.in != nil || deeper):
		a.offer("name", "men of nobody", "nobody")
		for _, what := range []string{"a player", "a kind of men", "a store", "a leg", "a cell", "a set of cells"} {
			a.offer("name", what, a.names.of[what]...)
		}
		a.offer("word", "a picture", "man", "king", "queen", "rook", "bishop", "knight", "pawn", "crown", "letter", "cross", "nought")
	default:
		a.valueOf(k)
	}
}

// effects offers effects, or what can be written in one.
func (a *asking) effects(rest []step) {
	for len(rest) > 0 && rest[0].key == "" {
		rest = rest[1:]
	}
	in := a.spot.in
	if len(rest) > 0 {
		in = rest[0].in
	}
	if in == nil {
		return
	}
	for _, keys := range ast.DeclaredEffects() {
		if slices.Contains(in.keys, keys[0].Name) {
			a.declared(keys, rest)
			return
		}
	}
	if len(rest) == 0 {
		for _, keys := range ast.DeclaredEffects() {
			a.key(keys[0].Name, a.guide(keys[0].Name))
		}
	}
}

// valueOf offers the values of a key.
func (a *asking) valueOf(k ast.Key) {
	a.offer("word", k.What, k.Words...)
	if len(k.Words) > 0 {
		return
	}
	switch k.What {
	case "an act":
		for _, act := range lang.Acts {
			a.offer("word", act.Does, act.Name)
		}
		a.offer("word", lang.AnyAct.Does, lang.AnyAct.Name)
		if k.Name == "on" {
			for _, e := range lang.Events {
				a.offer("word", e.Happened, e.Name)
			}
		}
	case "a stage":
		a.offerStatements("stage")
	case "a kind of men":
		a.offer("word", "men of nobody", "nobody")
	case "a part":
		a.offer("word", "every number", "number")
		for _, act := range lang.Acts {
			a.offer("word", "the part of that act", act.Name)
		}
		a.offer("word", "a further throw", "throw")
		a.offer("word", "what a throw comes to", lang.ThrowWords...)
	case "a throw":
		a.offer("word", "a class of throws", "doublet", "other", "any")
	case "the id of a prohibition":
		a.offerStatements("forbid")
	case "the id of an end":
		a.offerStatements("end")
	case "what is thrown":
		a.offerStatements("throw")
	case "the dimension":
		a.offerDimensions()
	case "a moment":
		for _, m := range lang.Moments {
			a.offer("word", m.Says, m.Name)
		}
		a.offerStatements("moment")
	case "the winner":
		a.offer("word", "who wins", "me", "them", "none", "higher_score")
		a.offerStatements("variable")
	case "the marks":
		a.offer("name", "a mark", a.names.of["a mark"]...)
	case "who begins", "the players":
		a.offer("name", "a player", a.names.of["a player"]...)
	case "a cell":
		a.offer("name", "a set of cells", a.names.of["a set of cells"]...)
	case "a store, or places":
		a.offer("name", "a store", a.names.of["a store"]...)
	}
	a.offer("name", k.What, a.names.of[k.What]...)
	if k.Form == ast.OfExpression || k.Form == ast.OfParts {
		a.expression()
	}
	if k.Name == "next" {
		a.offer("word", "who has the next turn", "me", "them")
	}
}

// expression offers the words of conditions, those first for which the brackets ask.
func (a *asking) expression() {
	if function, n := asked(a.spot.text); function != "" {
		if w := lang.Function(function); w != nil && n < len(w.Args) {
			a.argument(w.Args[n])
		}
	}
	for w := range lang.All() {
		if w.OfMeasures() && a.kind != "measures" && a.at(1) != "measures" && !slices.ContainsFunc(a.spot.steps, func(st step) bool { return st.key == "measures" }) {
			continue
		}
		item := Item{w.Usage(), w.Name, oneLine(w.Guide + " (" + w.Type.String() + ")"), "word"}
		if len(w.Args) > 0 {
			item.Insert += "("
		}
		a.items = append(a.items, item)
	}
	for _, kind := range []string{"define", "variable", "parameter", "stage"} {
		a.offerStatements(kind)
	}
	for _, what := range []string{"a player", "a kind of men", "a leg", "a part", "a set of cells", "a cell", "a store"} {
		a.offer("name", what, a.names.of[what]...)
	}
	a.offer("word", "joins conditions, or turns one round", "and", "or", "not")
	a.offer("word", "a place is among places", "in")
	a.offer("word", "one value or another", "if", "then", "else")
	a.offer("word", "the same of the opponent, as in their.bar", "their")
	a.offer("word", "the places of a set of which a condition holds: those p in own where …", "those", "where")
	a.offer("word", "a truth value", "yes", "no", "true", "false")
	for _, n := range a.ofPlaces() {
		a.offer("name", "the place that the definition is about", n)
	}
}

// ofPlaces are the names that a definition, or those … where, give to a place.
func (a *asking) ofPlaces() (list []string) {
	for _, st := range a.spot.steps {
		if st.in != nil && st.in.values["of"] != "" {
			list = append(list, st.in.values["of"])
		}
	}
	toks := lang.Tokens(a.spot.text)
	for i := range toks {
		if toks[i].Text == "those" && i+1 < len(toks) {
			list = append(list, toks[i+1].Text)
		}
	}
	return list
}

// argument offers what is no expression, but the name of a mark, a part, an act, an end or a direction.
func (a *asking) argument(arg lang.Arg) {
	switch arg.Name {
	case "mark":
		a.offer("name", "a mark", a.names.of["a mark"]...)
	case "word":
		a.offer("name", "a part", a.names.of["a part"]...)
	case "act":
		for _, act := range lang.Acts {
			a.offer("word", act.Does, strings.ReplaceAll(act.Name, "-", "_"))
		}
	case "end":
		a.offerStatements("end")
	case "direction":
		for _, d := range lang.Directions {
			a.offer("word", d.Guide, d.Name)
		}
	}
}

// asked is the function within whose brackets an expression ends, and which of its arguments begins there.
func asked(text string) (function string, n int) {
	type call struct {
		name string
		n    int
	}
	var open []call
	toks := lang.Tokens(strings.TrimLeft(text, `"'`))
	for i, t := range toks {
		switch t.Text {
		case "(":
			name := ""
			if i > 0 {
				name = toks[i-1].Text
			}
			open = append(open, call{name: name})
		case "[":
			open = append(open, call{})
		case ")", "]":
			if len(open) > 0 {
				open = open[:len(open)-1]
			}
		case ",":
			if len(open) > 0 {
				open[len(open)-1].n++
			}
		}
	}
	if len(open) == 0 {
		return "", 0
	}
	return open[len(open)-1].name, open[len(open)-1].n
}

// meaning is what a word of the language means, for whoever points at it.
func (w *Workspace) meaning(word string) (help, usage string) {
	for _, x := range []*lang.Word{lang.Name(word), lang.Function(word)} {
		if x != nil {
			return x.Guide + " (" + x.Type.String() + ")", strings.Trim(x.Usage()+"; as in "+x.Example, "; ")
		}
	}
	if act := lang.ActNamed(word); act.Name != "" {
		if act.Does != "" {
			return act.Does, ""
		}
		return act.Happened, ""
	}
	for _, d := range lang.Directions {
		if d.Name == word {
			return d.Guide, ""
		}
	}
	if text := w.guide(word); text != "" {
		return text, ""
	}
	for _, k := range ast.Kinds {
		for _, key := range k.Declared() {
			if key.Name == word {
				return key.What, ""
			}
		}
	}
	for _, keys := range ast.DeclaredEffects() {
		for _, key := range keys {
			if key.Name == word {
				return key.What, ""
			}
		}
	}
	if help, is := rulesets.CommonKeys[word]; is {
		return help, ""
	}
	return "", ""
}
