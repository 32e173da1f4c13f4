// Package training makes programs that learn a ruleset, from the ruleset alone, and says how strong programs are.
//
// # How a program is made
//
// Games are played with drawn moves, positions of them are kept with what became of the game, and weights are fitted by
// logistic regression. In each further round the program so far plays, a share of its moves drawn, half of the games against
// itself and half against drawn moves; weights are fitted anew to all positions. They are accepted
// when they score more than the program before them, and hardly less against drawn moves. What was tried
// elsewhere and failed: learning from differences of values in time, named definitions as numbers, rounds that forget
// what was played before.
//
// Files, to be read in this order: fit.go, weights from positions; match.go, what programs score against each other; learn.go, how a
// program is made; cache.go, programs kept; maker.go, how programs are had; strength.go, the programs of a ruleset.
package training
