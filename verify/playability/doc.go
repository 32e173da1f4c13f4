// Package playability holds the checks PB: can every position be played on, does the
// game end, can each side win, are men lost, can every rule apply. Some look at seeded
// games, some at searches over positions.
package playability
