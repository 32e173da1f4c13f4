// Package playout plays seeded games: many of one interpretation, for samples
// and their intervals, and two interpretations in step, to find where they part.
//
// Games are numbered. Seed and number settle every throw and every move, so a
// sample can be split over workers in any way and a single game played again:
//
//	s := playout.Sample(ctx, game, playout.Options{Games: 1000, Seed: 1, Cap: 20000})
//	fmt.Println(s.Over, s.FirstPlayer()) // how many ended, and the first player's share with its interval
//
// The agent is always the same: uniformly random among the legal single moves.
// A share carries a Wilson interval; a mean carries a normal one from the
// sample's own spread. Games that reach the cap are counted apart and enter no
// share of wins.
package playout
