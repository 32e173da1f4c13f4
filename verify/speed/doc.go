// Package speed measures how many moves and games a second an interpretation is played at: in code generated from its
// rules, in the interpreter, by programs, and by one worker against several.
//
//	row, err := speed.Measure(ctx, game, speed.Options{Seconds: 2, Jobs: 1, Seed: 1, Agent: speed.Moves, Cap: 20000})
package speed
