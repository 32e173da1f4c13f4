// Package gather works measures out while games are played: numbers that somebody asks of play in the language of the
// rules (rulesets/README.md, "Measures"). A measure has a value at some moments of a game; these are gathered within the
// game, and what games come to is a mean, or a share, with an interval.
//
//	a, errs := measure.Of(game, m) // m means something in this game
//	s, err := gather.Play(ctx, a, by, gather.Options{Games: 1000, Seed: 1, Cap: 20000})
//	for i, name := range a.Groups {
//		fmt.Println(name, s.Of(i)) // one, or one for each player, line, throw, …
//	}
//
// Files: play.go, games played and what they come to; result.go, what is told of that. Measures are worked out where games are played ([play.Gatherer]).
package gather
