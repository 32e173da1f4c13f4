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
//	k := &lang.Checker{Names: names, Scope: lang.InMove}
//	node := k.Want(e, lang.Truth, "when")
//
// # A word
//
// A [Word] is an entry of one table, and everything about it stands there: its
// arguments and type, where it may stand, the operation that it becomes, how it is
// said in English, its line in the guide and an example. Messages, suggestions and
// the guide's table are made from it. To add a word made of operations that there are,
// add an entry to the file of its kind, words_*.go, and run
//
//	go test ./rulesets/lang -update
//
// which writes the guide. A new operation is one of the engine. A word that gets another name
// is put into [Renamed] with the old one, which is refused from then on; lectio ruleset migrate
// writes the corpora anew.
//
// # English
//
// [Word.Says] is a phrase: "the first {cell} straight on{along 3} from {begin 1} that {outside 2}".
// rulesets/edition knows grammar, not words: it puts in what stands in braces, agrees verbs,
// denies, and speaks of the player or of an opponent. A word that is said in several ways has
// each of them in its entry, and a case in edition's circumstance, which finds out which fits.
//
// The package lies below rulesets and edition, which say what statements there are.
package lang
