// Package place has the board as its players see it, in numbers: what can be asked of a
// board where nobody thinks of a picture any more. Package board knows how a board is
// made and drawn; this one is what the rules of a game ask, and every executor of them.
//
// A place is a number from 0 on a player's own view of the board: its cells, or the
// numbers of his track. -1 is no place. Several places can share a cell, where a track
// passes it twice, and one player's place 0 may be another one's place 12.
//
//   - set.go: a Set of places, of lines, or of whatever else is numbered.
//   - board.go: the Board as the compiler fills it in: neighbours, leaps, lines, the track.
//   - rays.go: what lies on straight ways from a place.
//   - routes.go: Routes, tabulated from a Board: which places of others lie on a cell, and
//     where steps along the track lead.
//
// The places of a player's men who stand beside an empty place, and those from where
// three steps lead to his place 7:
//
//	beside := men.And(b.Beside(q, empty))
//	from := place.RoutesOn(b, 6).Behind(7, 3)
package place
