// Package lang is the language of conditions: it parses them, gives them types and
// resolves their words to the operations of the engine.
//
// # Words
//
// An [Expr] is a parsed expression, without types. [Names] are what the names of one
// interpretation stand for: its variables, definitions, places, stores, stages. A
// [Checker] gives one expression its [Type] and its node, in a [Scope]: from has a
// meaning where a move is under consideration, and nowhere else. The executors know
// operations and no words.
//
//	e, err := lang.Parse("enemy(to) >= 2")
//	k := &lang.Checker{Names: names, At: scalar, Scope: lang.InMove}
//	node := k.Want(e, lang.Truth, "when")
//
// The package lies below rulesets and edition, which say what statements there are
// and how they are said in English.
package lang
