// Package permit says what the rules permit in a position, what they refuse and by which rule, and what the whole
// turn can lead to:
//
//	turns := play.NewSearcher(game.Program, play.Whichever)
//	answer := permit.Question{Moves: true, Refused: true}.Answer(ctx, game, interpreter, turns, state)
//
// [Batch] answers many such questions, each a line of JSON, for programs that check others by them.
package permit
