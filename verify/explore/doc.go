// Package explore looks at every position of a game, or at as many as it is
// allowed to, and says what follows for play: is there a position that no rule
// provides for, can each side win, can play go on for ever?
//
//	r := explore.Search(ctx, game, 50000) // at most so many positions
//	a := r.Analyse(ctx)
//	fmt.Println(r.Complete, a.Stuck.Positions, a.Traps.Positions)
//	line := playout.Record(game, 0, r.Line(a.Stuck.Nearest)) // a shortest one
//
// A position is what a state holds: men, stores, marks, variables, scores, the
// throw and what is left of it. Its history is no part of it, so rules on
// repetition never act in a search; OnRepetition and RepetitionEnds say which
// they are. The search is breadth-first over single moves. A throw is no move:
// every outcome that has a chance is followed, and all throws are made before
// the next move, so the line to a position has the fewest moves that lead there.
// The order is that of the rules alone: two searches number positions alike.
//
// What follows from a position is found by generated code where a search is long
// enough, and else by the interpreter; nothing in a Graph depends on which it was.
//
// What a Graph holds was found; what is missing means something only when the
// search was Complete. The analysis takes care of that: a position whose
// continuations are not known counts as one from which anything can be reached
// and in which nobody can be kept. So whatever Analyse counts is certain, and a
// count of nothing is "none" for a complete graph and "none seen" for another.
//
// How play can fail to end is told apart by what the graph looks like:
//
//   - no position can come back (Cyclic is nought): every game ends;
//   - positions can come back, but neither Avoidable nor Traps: whatever the
//     players want, the throws bring the game to an end with probability one,
//     because an end can be reached from every position and there are finitely many;
//   - Avoidable: the players together can stay for ever among these positions,
//     whatever is thrown (the greatest set of positions all of whose throws, and
//     some of whose moves, stay within it); Alone: one of them can against the
//     others' will;
//   - Traps: no end can be reached at all.
//
// In words of game theory Avoidable and Alone are the winning regions of a safety
// game (Grädel, Thomas and Wilke, "Automata, Logics, and Infinite Games", 2002),
// with the throws on the side of the opponent. All the rest is reachability, and
// one pass over the strongly connected components settles it.
//
// Shrink makes a line found in a random game shorter, and Sides exchanges the
// sides of a position where the players are alike.
package explore
