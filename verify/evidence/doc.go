// Package evidence holds the checks EV: dates, places, sources, and what looks wrong
// in a record. Each finds its oddities in a whole corpus at once, and reports those of
// the records that a ruleset is bound to.
package evidence
