// Package strategies says what comes of games between programs that are functions of the position, of a game that has been solved.
//
// A value says what can be had and not how. Wins, ends without a winner, points and turns belong to strategies: to
// [Perfect], which says what it chooses among moves that are best alike, to [Drawn], and to any other. What comes of games
// between two of them, [Between], is proved as values are, by bounds that are rounded outward.
//
//	perfect := strategies.NewPerfect(solved)
//	games, err := strategies.Between(ctx, solved.Graph, perfect, strategies.Drawn{}, 1<<20)
package strategies
