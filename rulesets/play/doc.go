// Package play plays whole games of a program, many of them, in generated code
// or in the interpreter, with the same result move for move.
//
// # Words
//
// An [Executor] plays a [Series] of random games of one program and tells of each
// as [Played]. The agent of single moves draws each move from those that are legal;
// the agent of whole turns (agent.go) draws the state to which a turn leads. A
// [Stepper] carries one game on by single throws and moves, where something is looked at
// between them. A [Searcher] finds the distinct results of a turn. [Followers] compiles
// code that finds what follows from a state, for searches over positions. A [Gatherer] works out
// measures, numbers that somebody asks of play, in each game of a series.
//
// # Which means plays
//
// All of them have their generated code from one place (code.go), which says when it pays
// and why there is none. [Means] says who plays. Under [Whichever], games are interpreted until that has
// taken about as long as generating code would take; where no code can be had, the
// interpreter plays on, and [Executor.Interpreted] says why.
//
//	x := play.Of(game)
//	defer x.Close(ctx)
//	err := x.Play(ctx, play.Series{Seed: 1, Count: 100, Cap: 5000}, func(g *play.Played) {
//		fmt.Println(g.Number, g.Moves, g.State.Status())
//	})
//
// # Files
//
// To be read in this order; none asks for what stands in a later one:
//
//   - following.go: what follows from a state
//   - results.go: distinct results of a turn
//   - code.go: generated code, when it pays
//   - stock.go: generated code with its instances
//   - ahead.go: what follows from a state, and what that is worth
//   - search.go: results of turns, by whichever means
//   - agent.go: turns drawn whole
//   - distance.go: how far a condition is from holding
//   - run.go: the loop that plays a game
//   - stepper.go: one game, step by step
//   - series.go: games that are asked for, and what is told of them
//   - openers.go: who begins
//   - groups.go: what values of measures are told apart by
//   - gather.go: measures worked out in games
//   - games.go: random games, interpreted
//   - weighed.go: games of players who weigh what their moves lead to, interpreted
//   - executor.go: series of games, by whichever means
//   - perft.go: lines of play, counted
//
// The package lies below rulesets: it knows sealed programs and nothing of statements.
package play
