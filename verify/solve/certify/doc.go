// Package certify checks certificates of exact values. It uses the reference interpreter and nothing
// else of the program that made them: it makes the positions that follow, and the chances of throws, itself, for every
// position, and does its sums in whole numbers, of 128 bits, which none comes near.
//
// # What is checked
//
// That the opening position is the first; that every position which follows from one of the certificate is there or
// is an end; that for each position, with W ways of all throws together, W times its lower bound is no more than
// the sum over throws of their ways times the best lower bound among what follows, and W times its upper bound no less than
// the same of upper bounds, where who is to move chooses; and that no bound is kept by endless play alone, which is worth one half. So
// where the lower bound is above one half, what is best by lower bound after some throw must have a lower rank, or
// promise no more than one half; and where the upper bound is below it, so that the other is promised more than one half, some throw must
// lead to such whatever is chosen.
//
// # What that proves
//
// That what the first player of the opening position may expect under best play of both lies between the bounds. For say that
// a player chooses by the bounds, and among equals by rank, whatever the other does. What he is then promised never falls on
// average, so that it comes to rest; and from wherever it is above one half there is a chance, the same for all time, that within so
// many turns as there are ranks the game ends or no more than one half is promised. So play that never ends rests at one half or
// less, and what the game brings him is on average no less than was promised. The proof rests on the
// interpreter and on this package; and where positions are kept with the player to move as the first, on
// engine.Program.Exchangeable, which says that the rules tell the players apart by nothing; where of positions that mirror each
// other one is kept, on engine.Program.Symmetries, which says in which ways the board can be turned without any rule noticing.
package certify
