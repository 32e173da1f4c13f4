// Package edition says in plain English what the statements of a ruleset state, so
// that a historian can check each against its clause.
//
// # Words
//
// [Sentence] is what one statement of a compiled game states, and nothing else;
// [Condition] does the same for an expression. [Course] and [Notation] say what a
// text made of sentences needs beside them. A speaker writes them: it knows the game,
// the moves that the statement is about, and from whose side things are seen.
//
//	g, errs := corpus.Find("three-rows").Game(nil)
//	for _, s := range g.Statements {
//		fmt.Println(s.ID+":", edition.Sentence(g, s))
//	}
//
// # How it is done
//
// statements.go begins with the kinds of statement; rules.go has rules about moves,
// changes.go effects, turns.go what is thrown and played, ends.go results, board.go the
// equipment. conditions.go and compare.go say truth values, places.go and verbs.go sets
// of places, numbers.go numbers, lines.go rows of men. An expression is told by its type,
// which rulesets/lang gives it.
//
// The package lies above rulesets: definitions and compiled games know no English.
package edition
