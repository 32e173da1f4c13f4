// Package statistics holds the checks ST: the metrics of play, and which statements
// made a difference in games.
package statistics
