// Package certify checks certificates of exact values. It uses the reference interpreter and nothing
// else of the program that made them: it makes the positions that follow, and the chances of throws, itself, for every
// position, and does its sums in whole numbers of any size.
//
// # What is checked
//
// That the opening position is the first; that every position which follows from one of the certificate is there or
// is an end; that for each position, with W ways of all throws together, W times its lower bound is no more than
// the sum over throws of their ways times the best lower bound among what follows, and W times its upper bound no less than
// the same of upper bounds, where who is to move chooses; and that play ends. With chance: from each position some throw leads to
// lower ranks whatever is chosen, so that, whoever chooses what, it ends with certainty, and the inequalities hold
// for the expectations. Without chance endless play is worth one half: a lower bound above that must be reached by a move
// to no less and a lower rank, and where an upper bound lies below it every move must lead to no more and a lower
// rank.
//
// # What that proves
//
// That what the first player of the opening position may expect under best play of both lies between the bounds. It rests on the
// interpreter and on this package; and where positions are kept with the player to move as the first, on
// engine.Program.Exchangeable, which says that the rules tell the players apart by nothing.
package certify
