// Package evidence holds the checks EV: dates, places, sources, and what looks wrong
// in a record. Each finds its oddities in a whole corpus at once. The package knows no rulesets being
// verified and needs no library, so that a page can ask its questions while somebody writes a record; verify/checks
// reports what they find in the records that a ruleset is bound to.
package evidence
