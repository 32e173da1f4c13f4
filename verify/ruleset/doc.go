// Package ruleset holds the checks RS: does every interpretation compile, and does
// everything that a ruleset says do something.
package ruleset
