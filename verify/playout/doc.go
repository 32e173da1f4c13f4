// Package playout plays seeded games: many of one interpretation, for samples
// and their intervals, and two interpretations in step, to find where they part,
// how much of the game that touches, and what it changes.
//
// Games are numbered. Seed and number settle every throw and every move, so a
// sample can be split over workers in any way and a single game played again:
//
//	s := playout.Sample(ctx, game, playout.Options{Games: 1000, Seed: 1, Cap: 20000})
//	fmt.Println(s.Over, s.FirstPlayer()) // how many ended, and the first player's share with its interval
//
// Code generated from the rules plays them where that is faster, and the
// interpreter otherwise ([rulesets.Executor]); which of them did is never to be
// seen in a number.
//
// The agent is always the same: uniformly random among the legal single moves. (That
// which draws among the results of whole turns, [rulesets.Series].Bound, is offered
// by lectio bench.)
//
// # In step
//
// Two interpretations are in step as long as the same throws and moves lead to
// the same position, turn and legal moves. Breadth follows every line, shortest
// first, so that the parting it finds is an earliest one; Part plays seeded games
// where that is too much; Against plays the games of one interpretation with the
// other in step, so that games of one number can be compared; a Toucher carries
// single decisions over.
//
// # Statistics
//
// A share carries a Wilson interval; a mean a normal one from the sample's own
// spread. Differences are of pairs of games of one number, which share their
// random numbers (PairedMean, PairedShares); games of two rulesets share none and
// are independent samples (Welch, TwoShares). Holm corrects the chances of many
// comparisons. Games that reach the cap are counted apart: they are no draws and
// enter no share of wins. Words that Ludii's metrics have (completion,
// drawishness, timeouts, balance) mean the same here; all others are measures (verify/measure).
package playout
