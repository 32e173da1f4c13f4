// Package sweep plays many interpretations in many games on as many machines as
// there are. A [Plan] is made once and says everything; [Plan.Run] plays units of
// it, anywhere and in any order; [Plan.Merge] adds the results up.
//
// A unit is a stretch of the games of a plan. It is idempotent: its result is
// written aside, with its checksum, and renamed, so that it is there whole or not
// at all; a unit whose result is there is not played again, and one that is played
// twice gives the same bytes. Nothing asks what time it is.
//
// Results are whole numbers ([Tally]), so what is merged does not depend on how many
// units there are, in which order they came, or which of them came twice. A result
// names its plan, the corpus and the program; merging refuses every other one. A
// plan also holds what a few games of each ruleset come to, and a program that plays
// them otherwise does not run it, whatever it is called.
//
//	p, errs := sweep.Make(ctx, sweep.Request{Definitions: list, Design: sweep.Design{Kind: sweep.Each}, Games: 1000, …})
//	ran, err := p.Run(ctx, sweep.RunOptions{Dir: "p.results", Jobs: 2, Find: corpus.Find})
//	m, err := p.Merge(ctx, "p.results")
package sweep
