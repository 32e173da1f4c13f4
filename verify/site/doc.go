// Package site writes a corpus as a static edition: pages to read, to click through and
// to play, which need neither a server nor the network, and for reading no scripts.
//
// # Words
//
// A [Site] is made of what a run of the verifier found out ([verify.Result]) and of
// [Settings], what the authors of the corpus say about the edition. [Make] makes it: a
// [Site] is files by their paths, the same bytes for the same corpus and run. Every page
// has an address that lasts (piprjall/questions/pip-a07/) and leads to others by relative
// ways, so that a folder opened from a disk works as one on a server does.
//
//	s, errs := site.Make(ctx, result, settings, site.Options{Version: "lectio 1.0"})
//	err := s.Write("public")
//
// # How it is done
//
// page.go has what all pages share; a file each makes the pages of a kind (home.go,
// game.go, question.go, …) with a template of that name in pages/. Boards are drawn by
// rulesets/board/draw (boards.go), and what those of a page have in common is written once
// (repeats.go). Where games are played, readings chosen and files mended, pages ask the program itself, which runs in a
// worker (core, files.go): the scripts in assets/ show what it answers, and know no rule of a game or of the language.
package site
