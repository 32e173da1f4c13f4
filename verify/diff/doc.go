// Package diff says what changed between two corpora, in rules and in play.
package diff
