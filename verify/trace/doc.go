// Package trace records whole games between programs, a line of JSON a move, and checks such a record again: that
// every line of it is as the rules have it, and that none is missing.
//
//	games := trace.Games{Game: game, Begin: begin, Who: seated, Seed: 1, First: 1, Count: 10, Cap: 20000}
//	sum, err := games.Play(ctx, file, func(trace.Over) {})
//	replayed, err := trace.Check(ctx, game, begin, file, "games.jsonl")
package trace
