// Package board knows the shapes of boards: where cells lie, which are next to
// one another, which leaps and lines there are, and how each player sees the
// board. It knows no rules and no game.
//
// A board is described as the first player sees it. How the others see it is a
// View: on a tables board of 24 points the second player, who sits opposite,
// sees the first player's point 1 as his own point 13:
//
//	b, _ := board.Tables(24)
//	seen, _ := b.Seen(board.Rotated, 1, 2)
//	seen[12] // 0: his cell 13 is cell 1 of the board
//
// # Files
//
// To be read in this order; none asks for what stands in a later one:
//
//   - circle.go: coordinates on circles
//   - grid.go: rows and columns
//   - rays.go: straight ways
//   - board.go: boards of most kinds
//   - turns.go: how a board can be turned, found by where its cells lie
//   - straight.go: what goes straight on from neighbour to neighbour
//   - cross.go: crosses of four arms
//   - hexagon.go: hexagons of hexagonal cells
//   - picture.go: boards that are drawn with characters
//   - stores.go: the large holes at the ends of rows of holes
//   - without.go: boards without some of their cells
//
// What the rules of a game ask of a board, once it is made, is in package place; pictures
// are in package draw.
//
// A new kind of board is a function in this package that returns a *Board.
package board
