// Package weigh says what a position is worth to a player by weights on what any position has:
// men by player, class and place, stores, variables, points, parts left to be played, the stage
// and who is to move. It knows no game. Which weights are good is learned elsewhere; here stands
// what they are of ([Form]), and what a position comes to under them ([Form.Value]), which
// generated code works out likewise.
//
// # Whose view
//
// A position is seen by the player who is to move, by his own numbers of places, and the others by
// their seats after him. Where players can be exchanged (engine.Program.Exchangeable is a proof) one
// set of weights serves all; else each has his own. Tying weights of players who are not alike, or
// learning apart what is the same, gives a program that plays one side better than the other, and
// readers take that for the game.
//
// Files: form.go, what weights are of; value.go, what a position is worth.
package weigh
