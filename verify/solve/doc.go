// Package solve finds what a game of two sides is worth where all its positions can be had: between which
// bounds the value lies, proved, when both sides play as well as can be.
//
// # Positions
//
// A turn is folded: a position is one in which a throw is awaited, or in which a turn's decision begins, and
// from it every throw leads to the distinct positions in which what it brings can end. What is thrown is forgotten
// when the next throw is due, since rules read the last throw alone. Where the rules are the same for both players
// (engine.Program.Exchangeable) the one to move is made the first; where there are more than a million, of those that a turn or
// a reflection of the board leads to each other, and no rule notices (engine.Program.Symmetries), one is kept. Games that are over are no positions
// but what they are worth.
//
// # Values
//
// A value is what the first player of a position may expect: a game won is worth 1, lost 0, and one in which nobody prevails
// one half. It is kept as two whole numbers of [One]-ths, the lower rounded down and the upper up wherever they are worked
// out, so that each is a bound that is proved and not an argument about rounding. Bounds begin at 0 and 1 and are
// drawn together position by position, component of the graph by component, until they move no more or are as near as asked. Endless
// play is worth one half; where both sides can put off the end for ever that alone leaves bounds apart, and what
// each can keep by putting it off draws them together (loop.go).
//
// Of repetition the positions know nothing: a rule by which a position that stands again ends the game without a winner
// is what endless play comes to; one by which somebody wins or loses then cannot be solved so, and is refused.
//
// Who wins how often, in how many turns and with how many points belongs to ways to play: see package strategies.
//
// # Certificates
//
// A certificate holds the positions with their bounds and a rank, by which the bounds follow from single steps
// alone; package certify checks it with the reference interpreter and nothing of this package.
//
// # Size
//
// A position is kept in the bits of its state that are not the same in all, a few bytes. What follows from positions takes ten
// times as much; where that is more than there is room for it is forgotten as soon as it has been looked at, and made again
// for the positions that are worked out together: some strata at a time, told apart by how many men are where none comes out again.
//
// Files, to be read in this order: graph.go, positions and what follows from them; pack.go, how they are kept; unfold.go, how
// one is unfolded, and team.go, how several are side by side; explore.go, how all are found; strata.go, which are worked out together;
// kept.go, how long work is kept, and kept_js.go, why none is in a page; value.go, bounds; guess.go, a quicker way to them; loop.go, what endless play does to them; rank.go, that
// bounds are kept; force.go, who wins where nothing is thrown; certificate.go, what is written
// down; prospect.go, what is told of a state.
package solve
