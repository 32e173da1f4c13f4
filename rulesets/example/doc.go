// Package example runs worked examples: it sets a position up, makes the throw, and
// compares moves, refusals, results and what a line comes to with what the ruleset's
// author worked out by hand or by a reference.
//
// A [Workshop] compiles each interpretation once, and says of an example that fails in
// which of its readings, and how what is found differs from what is written. What an
// example is, and how it is read from a file, is said in package rulesets.
package example
