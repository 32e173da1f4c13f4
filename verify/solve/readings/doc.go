// Package readings says what each reading of a question does to what a game is worth when both sides play as well as can be,
// and how two readings stand to each other, proved on the game in full or on its scales.
//
//	c, err := readings.Ask(ctx, definition, readings.Wanted{Scales: definition.Scales, Most: 1_000_000})
//	for _, p := range c.Pairs {
//		fmt.Println(p.Question.Name(), p.Second.ID, p.Direction(), p.On[0].Words())
//	}
//
// Interpretations that compile alike, and those that go alike, are solved once (solver.go). A [Course] is how a game goes
// without how it looks; two readings are the same game where their courses are, by a correspondence of positions
// that [Compare] finds and [Corresponds] checks. Of ends a course keeps who prevails, and of what stood before it knows nothing, so
// points and rules on repetition are left out of what "the same game" says.
//
// What a scale is worth is not what the game is worth. So an effect has a [Direction], which looks at
// all scales together: only what shows the same on two scales or more is told as one. What holds for every size is what
// compiles alike in the full game.
package readings
