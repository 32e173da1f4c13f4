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
// Whole games, many of them, are played by the game's Executor, of the package
// rulesets/play below: in WebAssembly generated from the program and compiled to
// machine code, or in the interpreter, with the same result.
//
// Errors are always all errors of the input, each with its place, what was found
// and what was expected.
//
// # How it is done
//
// definition.go says what a ruleset is, loader.go reads a file of one, crosscheck.go
// compares what its parts say of each other, corpus.go reads folders of them. resolve.go
// puts the statements of an interpretation together; game.go has them compiled.
// position.go and notation.go read and write states and moves, example.go reads worked
// examples, carry.go takes a state from one interpretation into another, combine.go
// chooses combinations of readings, mutate.go makes the changes that examples should
// notice.
//
// # What lies around it
//
// Below are rulesets/compile, which makes a program of statements, rulesets/lang, the
// language of conditions with its words, and rulesets/play, which plays whole games of a
// program. Above are rulesets/example, which runs worked examples, rulesets/edition,
// which says in English what statements state, and rulesets/dimension, which finds out
// how a game settles what games of its kind must settle. Definitions know neither English nor dimensions.
//
// To add a kind of statement: see rulesets/compile, and a sentence in rulesets/edition.
package rulesets
