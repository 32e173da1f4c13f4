// Package draw makes pictures of boards, and diagrams: PNG for workbooks, SVG for pages, PDF for
// papers, plain text for the terminal. It knows no games. It is given geometry: cells with a place, a shape
// and a name, lines between them, men on them, and draws what it is given.
//
// # Words
//
// A [Board] has [Cell] values in board units, the y axis pointing up, and one
// unit from a cell to its neighbour. A cell is a [Triangle] (a point of a tables
// board), a [Node] (a crossing of lines), a [Square] or a [Hole]. A [Picture] is
// a board with [Men] on it, [Store] values at its side, [Arrow] values for a
// move, and a caption.
//
// Where places are named by column and row, the names stand at the edges of the board; else
// each stands beside its place. Nodes of which each has a line to six neighbours are drawn as
// cells of a honeycomb, and a [Side] of them has the colour of the player who is to join it.
//
// Men on a triangle stand in a stack along it; from the sixth on a number says
// how many there are. Elsewhere the number is written on the man. Men of several
// players on one cell are drawn side by side, so that all of them are seen.
// Players are told apart without colour too: white men have a thin ring, black
// men none that matters, red men a white ring, blue men a white heart.
//
// Below the board lies what was thrown, a [Throw] with each [Fallen] thing as it fell.
//
// A picture can show the [Way] of a player's men, too. A [Diagram] is lines, discs and
// writing: whoever has a chart or a tree says where they are. Both are a [Figure], which
// is drawn in every format. Built for a page, the package has no fonts: it draws empty boards
// there, and what is thrown.
//
// # Example
//
//	b := draw.Board{Cells: []draw.Cell{
//		{Name: "1", At: draw.Point{X: 0, Y: 0}, Shape: draw.Triangle, Up: true},
//		{Name: "2", At: draw.Point{X: 1, Y: 0}, Shape: draw.Triangle, Up: true},
//	}}
//	png, err := draw.PNG(draw.Picture{Board: b,
//		Men:    []draw.Men{{Cell: 0, Player: 0, Count: 3}},
//		Arrows: []draw.Arrow{{From: 0, To: 1}}}, 600)
package draw
