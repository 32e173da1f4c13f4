// Core is Lectio where there is no library and no file: it loads and checks records and rulesets, compiles an
// interpretation, says its rules, explains what a position permits and what it refuses, and generates the module
// that plays it.
//
// It answers lines of JSON: from standard input, or, built for a browser, by the function lectio(line) that it
// gives the page.
//
//	GOOS=js GOARCH=wasm go build -ldflags='-s -w' -o core.wasm ./cmd/core
//
// A request names a ruleset of the files that it brings, or that an earlier one brought:
//
//	{"files": {"rulesets/definitions/x.yaml": "ruleset: x …"}, "ruleset": "x", "readings": {"X-1": "long"},
//	 "rules": true, "at": "start", "module": true}
//
// and the answer has what was asked for: the sentences of its statements; of a position the throws that it awaits, the
// moves that are legal and those that are refused, with the statements behind each, as INTERFACE.md writes them; the
// module. {"patch": true} asks for the changes between the files that were brought first and those of now, as git diff
// writes them. What is wrong with the files and with the request stands under errors, all of it. What the answer needs must
// build without a library: a test holds that.
package main
