// Package rulesets reads rulesets written in YAML, picks readings, and has their
// interpretations compiled for play.
//
// # Words
//
// A Definition is a ruleset as written: statements with warrants, questions with
// readings, worked examples. An Interpretation is a Definition with one reading
// for every question that arises; it is a list of statements and nothing else.
// A Game is an interpretation compiled: an engine.Program with the names that
// belong to it. What the words of the rule language mean is written down in the
// README of this folder.
//
// # From a file to a move
//
//	ev, errs := evidence.Load(evidence.Bundled, "")
//	corpus, errs := rulesets.Load(rulesets.Bundled, "", ev)
//	game, errs := corpus.Find("three-rows").Game(rulesets.Choice{"zero": "nothing"})
//	in := engine.NewInterpreter(game.Program)
//	state, errs := game.ParseState(in, "--at", `{"south": {…}, "north": {…}}`)
//	for _, m := range in.Moves(state, nil) {
//		fmt.Println(game.MoveText(in, state, m))
//	}
//
// Whole games, many of them, are played by the Executor that package rulesets/play
// keeps with a game: in WebAssembly generated from the program and compiled to
// machine code, or in the interpreter, with the same result.
//
// Errors are always all errors of the input, each with its place, what was found
// and what was expected.
//
// # Files
//
// To be read in this order; none asks for what stands in a later one:
//
//   - measures.go: numbers asked of play
//   - definition.go: what a ruleset is
//   - keys.go: the keys of files
//   - told.go: what of them is told in JSON
//   - clauses.go: clauses, as they are cited
//   - standing.go: contradictions inside a source, and ends that a ruleset adds
//   - loader.go: what a file is made of, as it is read
//   - crosscheck.go: what the parts of a ruleset say of each other
//   - resolve.go: the statements of an interpretation put together
//   - combine.go: combinations of readings
//   - uses.go: what statements refer to
//   - game.go: interpretations compiled
//   - example.go: worked examples, as they are read
//   - terms.go: words that a newcomer does not know
//   - guide.go: the guide to the language, for who asks while he writes
//   - embed_whole.go: the files inside the program
//   - embed_js.go: those of them that pages do not bring
//   - gallery.go: the rulesets beside those of the corpus
//   - embed.go: all that are inside the program
//   - folders.go: folders of files, as they are read
//   - metrics.go: measures inside the program, and files of them
//   - load.go: one file
//   - texts.go: clauses of other texts, on which readings rest
//   - memory.go: what files were read as, so that only what changes is read again
//   - corpus.go: all rulesets of a folder, with their parts and measures
//   - former.go: words in it that were written otherwise once
//   - guest.go: rulesets of other corpora, by ids such as gallery:backgammon
//   - each.go: rules, one by one
//   - json.go: objects whose keys have an order
//   - position.go: states, read
//   - state.go: states, written
//   - notation.go: moves and throws, read and written
//   - carry.go: a state taken into another interpretation
//   - mutate.go: changes that examples should notice
//
// # What lies around it
//
// Below are rulesets/ast, the statements as typed trees with their reader, rulesets/compile,
// which makes a program of them, rulesets/lang, the language of conditions with its words,
// and rulesets/play, which plays whole games of a program. Above are rulesets/example, which runs worked examples, rulesets/edition,
// which says in English what statements state, and rulesets/dimension, which finds out
// how a game settles what games of its kind must settle. Definitions know neither English nor dimensions.
//
// To add a kind of statement: see rulesets/ast.
package rulesets
