// Package players has the programs that play a ruleset. None is the truth about a game: each is a program, and a figure
// names the one whose games it is of.
//
// # The ladder
//
//   - random draws each move from all that may be made;
//   - learned looks one move ahead and weighs what it leads to (package weigh), by weights found
//     in games of the ruleset: package training;
//   - searching follows lines that look good, and weighs where they lead as learned does;
//   - playouts follows lines likewise, and plays games with drawn moves from where they lead: a
//     second opinion that has learned nothing;
//   - perfect plays by what has been proved (package solve), where a game is small enough for that; of several best moves it
//     draws one, and of all its moves the share that its name says.
//
// A search counts the lines that it follows, never time, so that it plays alike on every machine. Neither a search nor a perfect
// program sees that a position is repeated, because the positions that they look at have no past. Of more than two players each is taken to
// want his own.
//
// # What a program wants
//
// To prevail: a game won is worth one, lost nothing, and a game in which nobody does, or which is
// given up, a level share. Points count only where no rule names a winner; then who has most prevails. By how
// much does not count, nor how long it takes. A match of several games is won as one.
//
// Files, to be read in this order: logistic.go, chances; name.go, how programs are called; table.go, games between programs;
// search.go, programs that follow lines; perfect.go, programs that know what has been solved; program.go, what a program is and how it
// is had; seats.go, who plays which side; carried.go, what was learned of another interpretation; consider.go, what a program makes of
// a position, and considered.go, how that is said.
//
// The package needs no library, so that a page plays by it.
package players
