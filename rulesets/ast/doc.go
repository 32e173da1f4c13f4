// Package ast has the statements of rulesets as typed trees, and reads them from YAML.
//
// # Words
//
// A [Statement] has an id, a kind and a [Body]: a struct of its kind with a field for each
// key that it may have. A [Word] is a name, or one of a few words; a [Number] is a number;
// a [lang.Text] is an expression, parsed. Each has its place in the file. What is not said
// is the zero value, of an expression nil.
//
// # One declaration
//
// A kind of statement is declared once: its struct, and its method keys, which binds each
// key to the field that holds its value and says how that is read. Reading, the keys that
// messages and the JSON Schema name, and walking over a statement all go by it, without
// reflection. To add a key, add a field and its line in keys; to add a kind, add a struct and
// its line in [Kinds], a case in rulesets/compile and one in rulesets/edition.
//
// # Mistakes
//
// A statement is read once, when its file is, and keeps what is wrong with it in
// [Statement.Errs]: an interpretation with the statement says so when it is compiled. A
// reading that cannot be played yet may be written in words that nobody knows yet. What could
// not be read has the zero value, an expression a text without a tree, so that nothing is
// said of it twice.
//
// Whether names mean anything (stages, places, parts, other statements) depends on the
// interpretation and is not asked here: it is the matter of rulesets/compile.
//
// # Walking over a statement
//
// Nobody outside asks a statement for a key. [Statement.Said] lists its expressions and the names
// in it, [Statement.Rule] the texts and lists of which its rule consists, [Statement.Likeness] is
// what it says, to be compared. Which keys are talk about a statement, and which say only how a
// board is drawn, is declared with them. How effects are said in English stands in [Effects].
package ast
