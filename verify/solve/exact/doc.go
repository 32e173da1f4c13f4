// Package exact says what an interpretation that has been solved is worth, in figures and in words: what each side may
// expect under best play, what comes of games between programs, and a line of best play.
//
//	value := exact.Of(game, solved)
//	fmt.Println(value.Words())
package exact
